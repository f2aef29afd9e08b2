"""What is seen, what a real letter admits and where a term is defined, at random terms in random models, for both checkers.

- What a checker sees in a branch holds at all values that meet the declarations and the hypotheses of the branch.
- What takes the place of a real letter is real wherever the conditions hold that this raises.
- The domain of a term holds just where the term can be evaluated.

Terms are evaluated as the kernel means them, totally, in complex floating point; what is too close to call is passed over.
`SYMPROOFS_FUZZ_SEEN=20000 SYMPROOFS_FUZZ_SEED=7 pytest tests/kernel/test_seen_fuzz.py -s` tries more and prints how much was met.
"""

from __future__ import annotations

import cmath
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from symproofs import verify
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.sequent import Ledger
from symproofs.kernel.theorem import conditions_raised
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import domain
from symproofs.terms.serial import statement_to_json, term_from_json, term_to_json, type_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import And, ForAll, Hypothesis, Implies, Membership, Relation, Statement, statement_names
from symproofs.terms.term import Term, fun, name, num
from symproofs.terms.types import Type, index, matrix, scalar, vector
from symproofs.terms.typing import bound_type, with_names

TRIES = int(os.environ.get("SYMPROOFS_FUZZ_SEEN", "400"))
SEED = int(os.environ.get("SYMPROOFS_FUZZ_SEED", "1"))
N = Size.of("n")
OPERATORS = ("!=", "<", "<=", ">", ">=")

ROWS: Mapping[str, tuple[Type, str]] = {
    "x": (scalar(), ""),
    "y": (scalar(), ""),
    "z": (scalar("complex"), "nonzero"),
    "p": (scalar(), "positive"),
    "q": (scalar(), "nonnegative"),
    "r": (scalar(), "nonnegative nonzero"),
    "m": (scalar("natural"), ""),
    "u": (vector("n"), "positive"),
    "v": (vector("n"), "nonnegative nonzero"),
    "w": (vector("n", "natural"), "nonzero"),
    "t": (vector("n"), ""),
    "P": (matrix("n", "n"), "permutation nonzero"),
    "i": (index("n"), ""),
    "k": (scalar("integer"), ""),
}
DECLARED = tuple(Declaration(n, kind, frozenset(props.split())) for n, (kind, props) in ROWS.items())
ROOT = Context({row.name: row for row in DECLARED})


# Values -------------------------------------------------------------------------------------------------------


class Close(Exception):
    """Too close to 0 to say on which side, or out of reach of floating point."""


class Undefined(Exception):
    """A part of the term has no value."""


class Model:
    """The size n, and values that have the declared properties."""

    def __init__(self, chance: random.Random) -> None:
        self.n = chance.choice([1, 2, 2, 3])
        self.values: dict[str, Any] = {"i": chance.randint(1, self.n), "k": chance.randint(-1, 3)}
        for label, (kind, props) in ROWS.items():
            if label not in self.values:
                self.values[label] = self._drawn(chance, kind, props.split())

    def _drawn(self, chance: random.Random, kind: Type, props: Sequence[str]) -> Any:
        if "permutation" in props:
            image = chance.sample(range(self.n), self.n)
            return [[complex(image[a] == b) for b in range(self.n)] for a in range(self.n)]

        def one() -> complex:
            found = chance.choice([0.0, 1.0, -1.0, 2.0, -0.5, 3.0, chance.uniform(-3, 3)])
            found = float(int(abs(found))) if kind.sort == "natural" else found
            if "positive" in props or "nonnegative" in props:
                found = abs(found) or ("positive" in props)
            return complex(found, chance.choice([0, 1, -2]) if kind.sort == "complex" else 0)

        while True:
            drawn = one() if kind.is_scalar else [[one()] for _ in range(self.n)]
            if "nonzero" not in props or (drawn if kind.is_scalar else any(row[0] for row in drawn)):
                return drawn

    def size(self, size: Size) -> int:
        return int(size.evaluate({"n": self.n}))


def tidy(value: complex) -> complex:
    """Rounding noise taken off."""
    if not cmath.isfinite(value) or abs(value) > 1e8 or 0 < abs(value) < 1e-7:
        raise Close
    return complex(value.real, 0.0 if abs(value.imag) < 1e-9 * abs(value) else value.imag)


def logarithm(value: complex) -> complex:
    if value.real < 0 and 0 < abs(value.imag) < 1e-6:
        raise Close
    return cmath.log(complex(value.real, value.imag or 0.0)) if value else 0j


class Evaluation:
    """Values of terms at a model: total, or `partial`, where what has no value is `Undefined`."""

    def __init__(self, model: Model, partial: bool = False) -> None:
        self.model, self.partial = model, partial
        self.at: dict[str, Any] = dict(model.values)
        self.types: Mapping[str, Type] = ROOT.types

    def under(self, label: str, kind: Type, value: int) -> Evaluation:
        inner = Evaluation(self.model, self.partial)
        inner.at, inner.types = {**self.at, label: value}, with_names(self.types, {label: kind})
        return inner

    def total(self) -> Evaluation:
        inner = Evaluation(self.model)
        inner.at = self.at
        return inner

    def needs(self, holds: bool) -> None:
        if self.partial and not holds:
            raise Undefined

    def value(self, node: Term) -> complex:
        match node.head:
            case "num":
                return complex(float(node.data[0]))  # type: ignore[arg-type]
            case "size":
                return complex(self.model.size(node.data[0]))  # type: ignore[arg-type]
            case "name":
                return complex(self.at[str(node.data[0])])
            case "entry":
                places = [int(self.value(a).real) for a in node.args[1:]]
                array = self.at[str(node.args[0].data[0])]
                if max(places) > self.model.n:
                    raise Close  # an index beyond the range
                return complex(array[places[0] - 1][places[1] - 1 if len(places) > 1 else 0])
            case "sum" | "product" | "sum_between":
                return self.folded(node)
        inside = [tidy(self.value(a)) for a in node.args]
        return tidy(OPERATIONS[node.head if node.head != "fun" else str(node.data[0])](self, *inside))

    def folded(self, node: Term) -> complex:
        label, others = str(node.data[0]), [int(self.value(a).real) for a in node.args[1:]]
        if node.head == "sum_between":
            members = list(range(others[0], others[1] + 1))
        else:
            members = [b for b in range(1, self.model.size(node.data[1]) + 1) if b not in others]  # type: ignore[arg-type]
        kind = bound_type(node, self.types)
        found = [self.under(label, kind, b).value(node.args[0]) for b in members]
        if self.partial and not found:  # what is asked of all members alike is asked all the same
            asked = domain(node.args[0], with_names(self.types, {label: kind}))
            self.needs(all(self.total().holds(c) for c in asked if label not in statement_names(c)))
        if node.head != "product":
            return tidy(sum(found, 0j))
        total = 1 + 0j
        for factor in found:
            total *= factor
        return tidy(total)

    # -------------------------------------------------------------- operations

    def quotient(self, a: complex, b: complex) -> complex:
        self.needs(b != 0)
        return a / b if b else 0j

    def power(self, a: complex, b: complex) -> complex:
        self.needs(a != 0 or b.real > 0)
        return a ** int(b.real) if a else complex(b == 0)

    def root(self, a: complex) -> complex:
        self.needs(a.imag == 0 and a.real >= 0)
        return cmath.exp(logarithm(a) / 2) if a else 0j

    def log(self, a: complex) -> complex:
        self.needs(a.imag == 0 and a.real > 0)
        return logarithm(a)

    # -------------------------------------------------------------- statements

    def holds(self, statement: Statement) -> bool:
        match statement:
            case Relation(operator, left, right):
                d = tidy(self.value(left) - self.value(right))
                above, below = d.imag == 0 and d.real > 0, d.imag == 0 and d.real < 0
                return {"=": not d, "!=": bool(d), ">": above, ">=": above or not d, "<": below, "<=": below or not d}[operator]
            case Membership(subject, sort):
                v = self.value(subject)
                whole = v.imag == 0 and v.real == round(v.real)
                return {"complex": True, "real": v.imag == 0, "integer": whole, "natural": whole and v.real >= 0}[sort]
            case And(parts):
                return all(map(self.holds, parts))
            case Implies(first, second):
                return not self.holds(first) or self.holds(second)
            case ForAll(((label, kind),), body):
                values = range(1, self.model.size(kind.index) + 1) if kind.index is not None else range(-4, 7)
                return all(self.under(label, kind, b).holds(body) for b in values)
        raise AssertionError(statement)

    def says(self, statement: Statement) -> bool | None:
        """Whether it holds, if that can be told here."""
        try:
            return self.holds(statement)
        except (Close, OverflowError, ZeroDivisionError):
            return None


OPERATIONS: Mapping[str, Callable[..., complex]] = {
    "add": lambda at, *a: sum(a, 0j),
    "neg": lambda at, a: -a,
    "mul": lambda at, a, b: a * b,
    "div": Evaluation.quotient,
    "pow": Evaluation.power,
    "sqrt": Evaluation.root,
    "log": Evaluation.log,
    "exp": lambda at, a: cmath.exp(a),
    "abs": lambda at, a: complex(abs(a)),
    "step": lambda at, a: complex(a.imag == 0 and a.real > 0),
}


# Terms and statements -----------------------------------------------------------------------------------------


class Thrower:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.scope: list[str] = []

    def pick(self, *options: Any) -> Any:
        return self.random.choice(options)

    def index(self) -> Term:
        return self.pick(name("i"), num(1), num(2), *map(name, self.scope))

    def leaf(self) -> Term:
        if self.random.random() < 0.5:
            return name(self.pick(*"xxyypqrm", *("z" if self.random.random() < 0.3 else "")))
        if self.random.random() < 0.3:
            return self.pick(num(self.pick(-1, 0, 1, 2, 5)), Term("size", (), (N,)), name("i"))
        if self.random.random() < 0.2:
            return Term("entry", (name("P"), self.index(), self.index()))
        return Term("entry", (name(self.pick(*"uvwt")), self.index()))

    def term(self, depth: int) -> Term:
        if depth == 0 or self.random.random() < 0.3:
            return self.leaf()
        a, b = self.term(depth - 1), self.term(depth - 1)
        return self.pick(
            Term("add", tuple(self.pick(a, b, self.leaf()) for _ in range(3))),
            Term("add", (a, Term("neg", (b,)))),
            Term("mul", (a, b)),
            Term("mul", (a, a)),
            Term("div", (a, b)),
            Term("pow", (a, num(self.pick(2, 3, -1)))),
            Term("sqrt", (a,)),
            fun(self.pick("abs", "log", "exp", "step"), a),
            self.folded(depth - 1, ("sum",)),
        )

    def folded(self, depth: int, heads: Sequence[str]) -> Term:
        """A sum or product, now and then over a name that is free beside it."""
        head = self.pick(*heads)
        if head == "sum_between":
            label = self.pick("a", "a", "k")
            inner = self.pick(
                name(label), self.leaf(), Term("add", (self.leaf(), name(label))), Term("mul", (self.leaf(), name(label)))
            )
            body = self.pick(inner, Term("div", (num(1), inner)), fun("log", inner), fun("log", inner))
            return Term(head, (body, num(self.pick(0, 1)), self.pick(num(2), name("k"))), (label,))
        label = self.pick("a", "a", "b")
        beside = tuple(self.index() for _ in range(self.pick(0, 0, 1, 1, 2)))
        self.scope.append(label)
        own = Term("entry", (name(self.pick(*"uvwt")), name(label)))
        body = self.pick(self.term(depth), own, fun("log", own))
        self.scope.pop()
        return Term(head, (body, *beside), (label, N))

    def comparison(self) -> Relation:
        """Now and then of what laws of signs are about: like summands, a modulus, constants under a sum beside sizes."""
        operator, draw = self.pick(*OPERATORS), self.random.random()
        if draw < 0.25:
            a, b = self.leaf(), self.pick(self.leaf(), Term("neg", (name("x"),)))
            return Relation(operator, Term("add", tuple(self.pick(a, b) for _ in range(3))), num(0))
        if draw < 0.45:
            return Relation(
                operator, fun("abs", self.pick(fun("log", name("x")), Term("sqrt", (name("x"),)))), num(self.pick(0, 1))
            )
        if draw < 0.65:
            counted = (Term("sum", (num(self.pick(1, 2, 5)),), ("a", N)), Term("size", (), (N,)), name("i"))
            return Relation(operator, Term("add", (self.pick(*counted), self.pick(*counted, num(1)))), num(self.pick(1, 3, 6)))
        return Relation(operator, self.term(2), self.pick(num(0), num(1), self.term(1)))

    def like(self, statement: Relation) -> Statement:
        """Something near: other summands or their order, √(t t) for |t|, another operator, a part of it said to be real."""
        left, right = statement.left, statement.right
        if left.head == "add":
            left = Term("add", tuple(self.pick(*left.args) for _ in left.args))
        if left.head == "fun" and left.data[0] == "abs":
            left = self.pick(left, Term("sqrt", (Term("mul", (left.args[0], left.args[0])),)))
        operator = self.pick(statement.operator, statement.operator, *OPERATORS)
        return self.pick(
            Relation(operator, left, right),
            Relation(operator, left, right),
            Relation(operator, Term("div", (num(1), left)), num(0)),
            Membership(self.pick(left, fun("log", left), Term("sqrt", (left,))), self.pick("real", "natural", "integer")),
        )


def well_formed(*statements: Statement) -> bool:
    try:
        ledger = Ledger(ROOT, 100_000)
        for s in statements:
            ledger.admit(s, ROOT.types)
    except Rejected:
        return False
    return True


# The tests ----------------------------------------------------------------------------------------------------

WAYS: tuple[Relation, ...] = tuple(Relation(op, name("x"), num(0)) for op in ("<", "=", ">"))  # type: ignore[arg-type]


def branches(thrower: Thrower, given: Sequence[Statement]) -> Iterator[tuple[Context, verify.Context]]:
    """The cases of a trichotomy in any order, as both checkers have them."""
    ways = [*WAYS]
    thrower.random.shuffle(ways)
    rows = {r.name: (verify.read_type(type_to_json(r.type)), r.properties) for r in DECLARED}
    theirs = verify.Context(rows, [again(s) for s in given], frozenset())
    ours = ROOT.assume(map(Hypothesis, given))
    for way in ways:
        yield ours.assume([Hypothesis(way)]), theirs.assuming(again(way))


def again(statement: Statement) -> Any:
    return verify.read_statement(statement_to_json(statement))


@pytest.mark.parametrize("part", range(2))
def test_what_is_seen_holds(part: int) -> None:
    seen = met = 0
    for seed in range(TRIES * 2):
        thrower = Thrower((SEED * 2 + part) * 1_000_003 + seed)
        given = [thrower.comparison() for _ in range(thrower.pick(1, 1, 2))]
        asked = [thrower.like(thrower.pick(*given)) for _ in range(3)] + [thrower.comparison()]
        if not well_formed(*given, *asked):
            continue
        ledger, tree = Ledger(ROOT.assume(map(Hypothesis, given)), 10**7), None
        for ours, theirs in branches(thrower, given):
            tree = tree or verify.Tree(theirs, [0])
            found = [s for s in asked if ledger.evident(ours, s) | tree.seen(theirs, again(s))]
            if not found:
                continue
            seen += len(found)
            for _ in range(12):
                at = Evaluation(Model(thrower.random))
                if not all(at.says(h.statement) for h in ours.hypotheses):
                    continue
                met += 1
                for s in found:
                    assert at.says(s) is not False, (s, ours.hypotheses, at.at)
    print(f"\n{seen} seen, {met} models")
    assert seen > TRIES // 10 and met > TRIES // 10


LEMMA = {
    "letters": [["s", type_to_json(scalar())]],
    "premises": [],
    "facts": [],
    "left": term_to_json(fun("abs", fun("exp", name("s")))),
    "right": term_to_json(fun("exp", name("s"))),
    "scripts": [[["mul", 0, 0, 1, 0]], [["arg", 0, 0, 0, 0], ["unwrap", 1, 0]], [["add", 0, 1, 0]]],
    "left_script": 1,
    "right_script": None,
    "end": [["script", 2]],
}
"""|e^s| = e^s for real s."""


def certificate(t: Term) -> dict[str, Any]:
    """|e^t| = e^t by the lemma, at the term t."""
    link = {"path": [], "by": "lemma", "n": 0, "direction": "forward", "letters": {"s": term_to_json(t)}}
    return {
        "format": "symproofs-certificate", "version": 1, "distinct": [], "hypotheses": [], "conditions": [], "axioms": [],
        "declarations": [{"name": r.name, "type": type_to_json(r.type), "properties": sorted(r.properties)} for r in DECLARED],
        "statement": statement_to_json(Relation("=", fun("abs", fun("exp", t)), fun("exp", t))),
        "lemmas": [LEMMA], "links": [link],
    }  # fmt: skip


def test_what_a_real_letter_admits_is_real() -> None:
    admitted = met = 0
    for seed in range(TRIES * 2):
        thrower = Thrower(SEED * 999_983 + seed)
        t = thrower.folded(2, ("sum", "sum_between"))
        row = certificate(thrower.pick(t, Term("add", (t, thrower.term(1)))))
        try:
            conditions = conditions_raised(row)
        except Rejected:
            with pytest.raises(verify.Refused):
                verify.check(row)
            continue
        assert verify.check({**row, "conditions": [*map(statement_to_json, conditions)]}) == "theorem"
        if conditions:
            with pytest.raises(verify.Refused):
                verify.check(row)
        admitted += 1
        for _ in range(8):
            at = Evaluation(Model(thrower.random))
            if all(at.says(c) for c in conditions):
                met += 1
                real = Membership(term_from_json(row["links"][0]["letters"]["s"]), "real")
                assert at.says(real) is not False, (real, conditions, at.at)
    print(f"\n{admitted} admitted, {met} models")
    assert admitted > TRIES // 10 and met > TRIES // 4


def test_the_domain_of_a_term_is_where_it_can_be_evaluated() -> None:
    asks = without = 0
    for seed in range(TRIES * 2):
        thrower = Thrower(SEED * 99_991 + seed)
        t = thrower.pick(thrower.term(2), thrower.folded(2, ("sum", "product", "sum_between")))
        if not well_formed(Relation("=", t, t)) or complex_in(t):
            continue
        conditions = domain(t, ROOT.types)
        names = verify.Names({r.name: verify.read_type(type_to_json(r.type)) for r in DECLARED})
        assert set(verify.domain_of_term(verify.read_term(term_to_json(t)), names)) == set(map(again, conditions))
        for _ in range(6):
            model = Model(thrower.random)
            total, partial = Evaluation(model), Evaluation(model, partial=True)
            found = [total.says(c) for c in conditions]
            if None in found:
                continue
            try:
                partial.value(t)
                value = True
            except Undefined:
                value = False
            except (Close, OverflowError, ZeroDivisionError):
                continue
            asks, without = asks + bool(conditions), without + (not value)
            assert all(found) == value, (t, conditions, model.values)
    print(f"\n{asks} with conditions, {without} without a value")
    assert asks > TRIES // 4 and without > TRIES // 10


def complex_in(t: Term) -> bool:
    """Whether something may be complex: then roots and logarithms ask for less."""
    return any(node == name("z") for node in t.walk())
