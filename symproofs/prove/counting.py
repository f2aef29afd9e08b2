"""Powers, factorials and binomial coefficients led back to others of their family, one whole number after the other.

x^{n+2} and x^n are of one family, so are C(n + 1, k) and C(n, k - 1): their arguments differ by whole numbers. What is least in a
family is its reference; `reduced` gives an equation for a member, proved from facts of the kernel, in which it is made of
members nearer to the reference. *Fails when* what a fact asks for is not proved: `None`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import Any

from symproofs.kernel.axioms import FACTS
from symproofs.kernel.sequent import Sequent
from symproofs.prove.equations import ATTEMPTS, with_arguments_alike, with_letters
from symproofs.prove.lemmas import is_counted
from symproofs.prove.rational import Field, Form, NoForm, Polynomial
from symproofs.prove.reasons import Reason
from symproofs.prove.search import Search, Step
from symproofs.prove.tree import Given, Node
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.statement import ForAll, Implies, Membership, Relation, Statement, substitute_statement
from symproofs.terms.term import Term, name, num, substitute

LETTERS = tuple(attempt for _, attempt in ATTEMPTS if attempt is not with_letters)
"""What is left out of a search for an identity in which what is counted is a letter."""

ALIKE = tuple(attempt for _, attempt in ATTEMPTS if attempt is not with_arguments_alike)
"""What is left out of a search for an equation of what is counted, the same but for the way its arguments are written."""

PLAIN = (with_letters, with_arguments_alike)
MOST_STEPS_DOWN = 12
"""How far a number written out may be from the reference of its family."""

BOUND = "•"
"""What the bound name of a sum is called in the key of a family."""

Key = tuple[object, ...]
References = Mapping[Key, tuple[int, ...]]


@record
class Known:
    """What a search for an identity minds: the references of families, and the name that stands for a bound one."""

    references: References
    label: str = ""
    ranges: Mapping[Key, tuple[int, int]] = field(default_factory=dict)
    """Where sums between bounds of one kind begin and end, as far as that is a number written out."""

    origins: Mapping[tuple[Term, Term], Term] = field(default_factory=dict)
    """Where sums of one summand up to one bound all are to begin."""

    theorem: Callable[[Search, Sequent], Node | None] | None = None
    """How (x + y)^n = Σ C(n, k) x^k y^{n-k} is proved; then k C(n, k) is written n C(n - 1, k - 1)."""

    bound: str = ""
    """What bound names are called in the end."""

    sums: bool = True
    rows: bool = True
    powers: bool = True
    factorials: bool = False
    """Whether summands are taken apart; whether binomial coefficients of one row, and powers, are led back to one of them;
    whether binomial coefficients are written by factorials."""


# ------------------------------------------------------------------ one way to write numbers


class Counts(Field):
    """Rational functions that are written in one way, and tell what is counted by the values of its arguments."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, names=False)

    def sum(self, polynomial: Polynomial) -> Term:
        rows = []
        for exponents, c in polynomial.terms():
            parts = sorted((repr(self.atoms[k]), self.atoms[k], int(e)) for k, e in enumerate(exponents) if e)
            key = -sum(e for *_, e in parts), [(text, e) for text, _, e in parts]
            rows.append((key, _monomial(parts, Fraction(int(c.p), int(c.q)))))
        summands = [summand for _, summand in sorted(rows, key=lambda row: row[0])]
        return num(0) if not summands else summands[0] if len(summands) == 1 else Term("add", tuple(summands))

    def _opaque(self, node: Term, types: Any) -> Form:
        if node.head == "binomial":
            inside = [self._read(a, types) for a in node.args]
            return self.atom(("binomial", *map(str, inside)), Term("binomial", tuple(map(self.term, inside))))
        if node.head == "sum_between":
            node = canonical(node, self)
        return super()._opaque(node, types)


def _monomial(parts: list[tuple[str, Term, int]], c: Fraction) -> Term:
    factors = [atom if e == 1 else Term("pow", (atom, num(e))) for _, atom, e in parts]
    if abs(c) != 1 or not factors:
        factors.insert(0, num(abs(c)))
    whole = factors[0] if len(factors) == 1 else Term("mul", tuple(factors))
    return whole if c > 0 else Term("neg", (whole,))


def canonical(node: Term, counts: Field) -> Term:
    """The term with the arguments of what is counted, and bounds, written in one way."""
    if node.head == "sum_between":
        return node.with_args((node.args[0], *(argument(a, counts) for a in node.args[1:])))
    if is_counted(node):
        return node.with_args(tuple(argument(a, counts) for a in node.args))
    if not node.args or node.head in ("sum", "product", "derivative", "expect", "var", "cov"):
        return node
    return node.with_args(tuple(canonical(a, counts) for a in node.args))


def argument(node: Term, counts: Field) -> Term:
    try:
        return counts.term(counts.form(node))
    except NoForm:
        return node


def shifted(node: Term, by: int, counts: Field) -> Term:
    """The argument plus a whole number."""
    return argument(Term("add", (node, num(by))), counts)


def split(node: Term, counts: Field) -> tuple[Term, int] | None:
    """The argument without its constant, and the whole part of that; the rest of a fraction stays."""
    try:
        form = counts.form(node)
        constant = next((Fraction(int(c.p), int(c.q)) for e, c in form.top.terms() if not any(e)), Fraction(0))
        whole = constant.numerator // constant.denominator
        if not form.below.is_constant():
            return None
        return counts.term(counts.minus(form, counts.constant(whole))), whole
    except NoForm:
        return None


def family(node: Term, counts: Field, label: str = "") -> tuple[Key, tuple[int, ...]] | None:
    """What the members of its family have in common, and where among them it stands."""
    if node.head not in ("pow", "factorial", "binomial"):
        return None
    parts, rest = node.args, tuple[Term, ...]()
    if node.head == "pow":
        parts, rest = node.args[1:], (argument(node.args[0], counts),)
    found = [split(p, counts) for p in parts]
    if any(row is None for row in found):
        return None
    places = tuple(row[1] for row in found if row is not None)
    common = (*rest, *(row[0] for row in found if row is not None))
    turned = {label: name(BOUND)} if label else {}
    return (node.head, *(substitute(t, turned) for t in common)), places


# ------------------------------------------------------------------ facts at terms


@record
class Reduced:
    """An equation for a term, and the steps after which it is a hypothesis."""

    equation: Relation
    steps: tuple[Step, ...]


def at(search: Search, sequent: Sequent, fact: str, terms: tuple[Term, ...], wanted: Relation, reason: str) -> Reduced | None:
    """A fact at terms, what it asks for proved, with its conclusion written as wanted."""
    if wanted in (h.statement for h in sequent.context.hypotheses):
        return Reduced(wanted, ())
    row = FACTS[fact].statement
    names = row.names if isinstance(row, ForAll) else ()
    values = {label: term for (label, _), term in zip(names, terms, strict=True)}
    here: Statement = substitute_statement(row.body, values) if isinstance(row, ForAll) else row
    steps: list[Step] = []
    after = sequent
    for (_, kind), term in zip(names, terms, strict=True):
        if kind.sort == "natural":
            step = _not_negative(search, after, term)
            if step is None:
                return None
            steps += step
            after = steps[-1].after if steps else after
    moves: list[tuple[str, dict[str, Any]]] = [("fact", {"name": fact})]
    if names:
        moves.append(("instance", {"n": Given(row), "terms": values}))
    if isinstance(here, Implies):
        moves.append(("modus_ponens", {"n": Given(here), "direction": "forward"}))
        here = here.conclusion
    for rule, data in moves:
        made = search.step(rule, data, after, 1, (Reason(reason),) if rule == "fact" else ())
        if made is None:
            return None
        steps.append(made)
        after = made.after
    assert isinstance(here, Relation)
    if here != wanted:
        proof = rewritten(search, after.proves(wanted), here)
        made = search.have(wanted, proof, after) if proof is not None else None
        if made is None:
            return None
        steps.append(made)
    return Reduced(wanted, tuple(steps))


def _not_negative(search: Search, sequent: Sequent, term: Term) -> list[Step] | None:
    """Steps after which it is seen that the term is natural, if it is."""
    if search.evident(sequent, Membership(term, "natural")):
        return []
    bound = Relation(">=", term, num(0))
    proof = search.solve(sequent.proves(bound), 1)
    step = search.have(bound, proof, sequent) if proof is not None else None
    return None if step is None else [step]


def rewritten(search: Search, sequent: Sequent, other: Relation) -> Node | None:
    """The goal, an equation that is another one, among the hypotheses, written otherwise."""
    goal = sequent.goal
    assert isinstance(goal, Relation)
    found = search.apply("rewrite", {"statement": other}, sequent)
    if found is None:
        return None
    below = []
    for left in found[1]:
        proof = search.plain(left) or search.chain(left, 0, ALIKE) or search.chain(left, 0, LETTERS)
        if proof is None:
            return None
        below.append(proof)
    return replace(found[0], of=tuple(below))


# ------------------------------------------------------------------ reductions


def reduced(search: Search, sequent: Sequent, node: Term, counts: Field, known: Known) -> Reduced | None:
    """An equation for a power, a factorial or a binomial coefficient that is not the reference of its family."""
    rule = REDUCTIONS.get(node.head)
    if rule is None or not is_counted(node):
        return None
    return next((found for found in rule(search, sequent, node, counts, known) if found is not None), None)


Candidates = Iterator[Reduced | None]


def _power(search: Search, sequent: Sequent, node: Term, counts: Field, known: Known) -> Candidates:
    """x^{n+1} = x^n x."""
    base, exponent = node.args
    row = family(node, counts, known.label)
    if not known.powers or row is None or row[1][0] <= known.references.get(row[0], row[1])[0]:
        return
    before = shifted(exponent, -1, counts)
    wanted = Relation("=", node, Term("mul", (_power_of(base, before), base)))
    yield at(search, sequent, "power_next", (base, before), wanted, "power_next")
    yield at(search, sequent, "power_next_nonzero", (base, before), wanted, "power_next")


def _power_of(base: Term, exponent: Term) -> Term:
    return Term("pow", (base, exponent))


def _factorial(search: Search, sequent: Sequent, node: Term, counts: Field, known: Known) -> Candidates:
    """(n + 1)! = (n + 1) n!, and 0! = 1."""
    (above,) = node.args
    row = family(node, counts, known.label)
    if row is None:
        return
    literal = above.head == "num"
    if above == num(0):
        yield at(search, sequent, "factorial_zero", (), Relation("=", node, num(1)), "factorial_next")
    if not literal and row[1][0] <= known.references.get(row[0], row[1])[0]:
        return
    if literal and not 0 < row[1][0] <= MOST_STEPS_DOWN:
        return
    before = shifted(above, -1, counts)
    wanted = Relation("=", node, Term("mul", (above, Term("factorial", (before,)))))
    yield at(search, sequent, "factorial_next", (before,), wanted, "factorial_next")


def choose(above: Term, below: Term) -> Term:
    return Term("binomial", (above, below))


def _binomial(search: Search, sequent: Sequent, node: Term, counts: Field, known: Known) -> Candidates:
    """What C(n, k) is at the ends of the row; else Pascal's rule, and from k to k + 1 in a row."""
    above, below = node.args
    row, gap = family(node, counts, known.label), argument(Term("add", (above, Term("neg", (below,)))), counts)
    if row is None:
        return
    for end, told in (below, "binomial_below"), (gap, "binomial_above"):
        if end.head == "neg" and end.args[0].head == "num":
            yield at(search, sequent, told, (above, below), Relation("=", node, num(0)), "binomial")
            return
    if below == num(0):
        yield at(search, sequent, "binomial_zero", (above,), Relation("=", node, num(1)), "binomial")
        return
    if known.factorials:
        yield _by_factorials(search, sequent, node, gap)
    if gap.head == "num" and below.head != "num":
        yield at(
            search, sequent, "binomial_symmetry", (above, below), Relation("=", node, choose(above, gap)), "binomial_symmetry"
        )
        return
    reference = known.references.get(row[0], row[1])
    if row[1][0] > reference[0]:
        top, left = shifted(above, -1, counts), shifted(below, -1, counts)
        wanted = Relation("=", node, Term("add", (choose(top, below), choose(top, left))))
        yield at(search, sequent, "pascal", (top, left), wanted, "pascal")
        return
    left = shifted(below, -1, counts)
    lower = known.rows and row[1][1] > reference[1] if below.head != "num" else 0 < row[1][1] <= MOST_STEPS_DOWN
    if lower:
        gone = argument(Term("add", (above, Term("neg", (left,)))), counts)
        wanted = Relation("=", Term("mul", (below, node)), Term("mul", (gone, choose(above, left))))
        yield at(search, sequent, "binomial_step", (above, left), wanted, "binomial")
        yield at(search, sequent, "binomial_next", (above, left), wanted, "binomial")
    elif known.rows and below.head != "num" and row[1][1] < reference[1]:
        following, gone = shifted(below, 1, counts), gap
        wanted = Relation("=", Term("mul", (following, choose(above, following))), Term("mul", (gone, node)))
        yield at(search, sequent, "binomial_step", (above, below), wanted, "binomial")


def _by_factorials(search: Search, sequent: Sequent, node: Term, gap: Term) -> Reduced | None:
    """n! = C(n, k) (n - k)! k!, where none of these is 0."""
    above, below = node.args
    steps: list[Step] = []
    after = sequent
    for part in (gap, below):
        found = positive(search, after, part)
        if found is None:
            return None
        steps += found
        after = steps[-1].after if steps else after
    product = Term("mul", (node, Term("factorial", (gap,)), Term("factorial", (below,))))
    wanted = Relation("=", Term("factorial", (above,)), product)
    last = at(search, after, "binomial_factorials", (gap, below), wanted, "binomial_factorials")
    return None if last is None else Reduced(wanted, (*steps, *last.steps))


def positive(search: Search, sequent: Sequent, argument_: Term) -> list[Step] | None:
    """Steps after which n! > 0 is a hypothesis."""
    wanted = Relation("<", num(0), Term("factorial", (argument_,)))
    found = at(search, sequent, "factorial_positive", (argument_,), wanted, "factorial_next")
    return None if found is None else list(found.steps)


Rule = Callable[[Search, Sequent, Term, Field, Known], Candidates]

REDUCTIONS: Mapping[str, Rule] = {"pow": _power, "factorial": _factorial, "binomial": _binomial}
"""How a member of a family is led back, by its head."""
