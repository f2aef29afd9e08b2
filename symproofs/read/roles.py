"""Definition, hypothesis, goal or claim: what the text does with a statement.

The first equation that constrains an otherwise unconstrained name defines it. A relation in which every
name is constrained already is a claim, whatever the words around it. A cue decides between a
hypothesis, a goal and a claim; a head that only its type is known of is taken as defined, by reading.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from symproofs.derivation.document import Role
from symproofs.read.claim_labels import is_claimed
from symproofs.read.cue_phrases import is_stipulated
from symproofs.read.elaboration import Part
from symproofs.read.elaboration.conventions import RUNNING
from symproofs.read.elaboration.names import name_of, written
from symproofs.read.elaboration.two_signs import names_one_of_two
from symproofs.read.layout import Written
from symproofs.read.phrases import CITED_RESULT, SUPPOSES, WRITES, says_it_satisfies
from symproofs.read.prose import is_order
from symproofs.read.regimes import goes_elsewhere, joins_a_passage, lets_go, on_their_way, passage_in, says_what_follows
from symproofs.read.tree import Node
from symproofs.read.where_clauses import NOTHING, Behind, is_in_where_clause
from symproofs.read.wording import wording
from symproofs.terms.context import Context, definition_of
from symproofs.terms.statement import And, ForAll, Hypothesis, Implies, InProbability, Relation, Statement, Tends, statement_names
from symproofs.terms.term import Term, free_names


@dataclass(eq=False, repr=False)
class Constraints:
    """Names of which more is known than a type: some hypothesis or definition mentions them.

    `fixed` are those that are defined or restricted, not only used in the definition of another; `uses` says what the
    definition of a name rests on. `rows` are functions given by rows for arguments of some form (`Φ(t, 2i) = …`), to
    which another row may be added. `spoken` are letters that the text names alone: `let $D$ be diagonal`.
    """

    names: set[str] = field(default_factory=set)
    rows: set[str] = field(default_factory=set)
    fixed: set[str] = field(default_factory=set)
    uses: dict[str, frozenset[str]] = field(default_factory=dict)
    spoken: set[str] = field(default_factory=set)

    def constrain(self, statement: Statement) -> None:
        names = statement_names(statement)
        found = definition_of(Hypothesis(statement))
        if found is not None and found[0] not in self.fixed:
            self.fixed.add(found[0])
            self.uses[found[0]] = free_names(found[2]) - set(found[1])
        else:
            self.fixed |= names
        self.names |= names
        row = _row_of(statement)
        if row is not None:
            self.rows.add(str(row.left.data[0]))

    def note_unread(self, node: Node) -> None:
        """The names of which an assumption that could not be read says something: what is said of them later is no definition."""
        left = node.children[0] if node.kind == "Chain" and node.children and node.value == ("=",) else None
        name = written(left) if left is not None else None
        if name is not None:
            self.names |= {name.text, name.base}
            self.fixed |= {name.text, name.base}
        if node.kind == "Chain" and node.value != ("=",):
            self.names |= {n for part in node.walk() if (n := name_of(part)) is not None}

    def rests_on(self, names: frozenset[str], head: str) -> bool:
        """Whether something is defined by a name, directly or through other definitions."""
        seen: set[str] = set()
        waiting = list(names)
        while waiting:
            one = waiting.pop()
            if one == head:
                return True
            if one not in seen:
                seen.add(one)
                waiting.extend(self.uses.get(one, ()))
        return False

    def has_value(self, name: str) -> bool:
        """Whether definitions alone say what a name is."""
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            one = waiting.pop()
            if one not in self.uses:
                return False
            seen.add(one)
            waiting.extend(self.uses[one] - seen)
        return True

    def forget(self, names: Collection[str]) -> None:
        self.names -= set(names)
        self.fixed -= set(names)
        for one in names:
            self.uses.pop(one, None)

    def copy(self) -> Constraints:
        return Constraints(set(self.names), set(self.rows), set(self.fixed), dict(self.uses))


def _row_of(statement: Statement) -> Relation | None:
    """The equation of a function given by rows: `∀ t, i: … ⇒ Φ(t, 2i) = …`."""
    body = statement.body if isinstance(statement, ForAll) else None
    body = body.conclusion if isinstance(body, Implies) else body
    if isinstance(body, Relation) and body.left.head == "call" and head_of(body.left) is None:
        return body
    return None


ORDERS = frozenset({"!=", "<", "<=", ">", ">="})


def declares(formula: Written) -> bool:
    """Whether the words before a formula make it a declaration: `Let`, `Suppose`, 设, 假设."""
    return formula.cue in ("assume", "define", "contradiction", "quantify") and not formula.aside


def role_of(part: Part, formula: Written, constraints: Constraints, context: Context, behind: Behind = NOTHING) -> Role:
    """What the text does with this part of the formula. `behind`: what a clause behind it says of its letters."""
    if part.kind == "declaration":
        return "declaration"
    cue = formula.cue
    if part.problem is not None or part.statement is None:
        return "claim"
    if formula.aside or (cue in ("except", "equivalent") and not formula.display):
        return "recall"
    if cue == "goal":
        return "goal"
    statement = part.statement
    if part.sign_span in formula.poses:
        return "hypothesis"  # it is to be solved
    if cue == "condition" and not formula.display:
        return "hypothesis"
    if cue == "cite" and not formula.display and _REASON.search(formula.before) and _bounds_new(statement, constraints, context):
        return "hypothesis"  # `since x > 0, …`, of an x of which the text says nothing else
    if cue == "define" and part.relation == "in" and not part.continues:
        return "hypothesis"  # `with t ∈ (0, 1)`
    one_of_two = names_one_of_two(part.node)
    if one_of_two is not None and cue != "conclude" and name_of(one_of_two) not in constraints.names:
        return "hypothesis"  # `the roots are x = a ± b`: nothing else is said of x
    if _bracketed(formula) and cue not in ("conclude", "assume", "define", "contradiction") and _mentioned(statement):
        return "recall"
    if named_by_a_limit(part, constraints, context) is not None:
        return "recall"  # `f'(x) = lim …`, of an f of which nothing is known: so it is meant
    if isinstance(statement, Tends) and _sets_regime(statement, formula, constraints, context):
        return "hypothesis"
    if isinstance(statement, InProbability) and _names_limit(statement, constraints, context):
        return "hypothesis"  # `then X → c in probability`: nothing else is said of c
    if (
        is_stipulated(formula.before)
        and statement_names(statement)
        and all(map(constraints.has_value, statement_names(statement)))
    ):
        return "claim"  # `let x = 2. From now on x > 5`
    if (
        cue == "assume"
        and says_it_satisfies(formula.lead, formula.after)
        and statement_names(statement) & constraints.uses.keys()
    ):
        return "claim"  # `the function f(x) = x^2 satisfies f(-x) = f(x)`: f is defined
    if cue in ("assume", "contradiction") and not part.continues and SUPPOSES.search(formula.lead):
        return "hypothesis"
    if isinstance(statement, Relation):
        if statement.operator == "~" and not formula.display and CITED_RESULT.search(formula.lead):
            return "recall"
        under_itself = any(head_of(statement.left) in statement_names(c) for c in part.conditions)  # `x = 2 if x^2 = 4`
        if not part.continues and is_claimed(formula, statement):
            return "claim"
        valued = head_of(statement.left) in behind.valued
        if not (part.continues or under_itself or valued) and _defines(statement, constraints, context, cue):
            return "definition"
        if _names_result(statement, constraints, context) and str(statement.right.data[0]) not in behind.spoken:
            return "definition"
    ordered = _is_ordered(statement)  # `let 0 ≤ i < n` assumes both
    if cue in ("assume", "contradiction") and (ordered or not part.continues):
        return "hypothesis"
    compares = formula.node is not None and is_order(formula.node)
    if ordered and is_in_where_clause(formula) and all(map(constraints.has_value, statement_names(statement))):
        return "claim"  # `where x > 5`, of an x that has a value
    if cue == "define" and ordered and (compares or not part.continues):
        return "hypothesis"  # `real numbers x, y with x ≠ y`, `take 0 < x < 1`
    if cue == "define" and isinstance(statement, Relation) and not part.continues and _says_news(statement, constraints, context):
        if WRITES.search(formula.before) and not any(undeclared(n, context) for n in statement_names(statement)):
            return "claim"  # `we can write (A + B)^2 = …`: it names nothing
        return "hypothesis"  # `with U^T U = I`, of a U of which nothing is known
    listed = cue == "define" or not formula.starts_sentence
    if not part.continues and is_in_where_clause(formula) and _is_stipulated(statement, listed, constraints, context):
        return "hypothesis"  # `where q = Ck and ‖k‖ = 1`, `where q = Ck and k is a unit vector, C > 0`
    if cue == "define" and isinstance(statement, Relation) and _equates_sizes(statement):
        return "hypothesis"  # `matrices of ℝ^{m×n} where m = n`
    return "claim"


def _is_stipulated(statement: Statement, listed: bool, constraints: Constraints, context: Context) -> bool:
    """Whether a relation restricts letters that other values rest on and that have none, or a single one not known yet."""
    names = statement_names(statement)
    if not isinstance(statement, Relation) or not names.isdisjoint(constraints.uses):
        return False
    single = _mentioned(statement) and all(undeclared(n, context) for n in names)
    return listed and (single or not constraints.names.isdisjoint(names))


def is_news(statement: Statement, constraints: Constraints, context: Context) -> bool:
    """Whether nothing but a type is known of the letters of a statement."""
    names = statement_names(statement)
    rows = [context.declarations[n] for n in names if n in context.declarations]
    return bool(names) and constraints.names.isdisjoint(names) and not any(r.properties - {"random", "row_bias"} for r in rows)


def _is_ordered(statement: Statement) -> bool:
    """An order, or several: `x, y < 1`."""
    if isinstance(statement, And):
        return all(map(_is_ordered, statement.parts))
    return isinstance(statement, Relation) and statement.operator in ORDERS


def _says_news(statement: Relation, constraints: Constraints, context: Context) -> bool:
    """Whether an equation constrains a name of which nothing but a type is known, no size and no index."""
    rows = [context.declarations.get(n) for n in statement_names(statement) - constraints.names]
    plain = [r for r in rows if r is not None and "size" not in r.properties and r.type.index is None]
    return statement.operator == "=" and any(not (r.properties - {"random", "row_bias"}) for r in plain)


def _equates_sizes(statement: Relation) -> bool:
    """Sizes are equal, or one is a number: it is said which arrays are meant."""
    heads = {statement.left.head, statement.right.head}
    return statement.operator == "=" and heads <= {"size", "num"} and "size" in heads


def _sets_regime(statement: Tends, formula: Written, constraints: Constraints, context: Context) -> bool:
    """`let α → 0`; `as C → ∞`, `$C → ∞$` of free names: where the passage to the limit goes; else it is a claim.

    Of names that are on their way already it is a claim where they go: `as s → ∞, 1/s → 0`, and of what varies with them.
    """
    cue = formula.cue
    moving = frozenset().union(*(statement_names(h.statement) for h in context.hypotheses if passage_in(h) is not None))
    if cue == "define" and statement.subject.head != "name" and statement_names(statement) & moving:
        return not says_what_follows(formula.lead, formula.before, formula.after)  # `as x → 0 with x > 0, log x → -∞`
    if cue in ("assume", "contradiction", "define"):
        return True
    if says_what_follows(formula.lead, formula.before, formula.after):
        return False
    if goes_elsewhere(statement, context):
        return cue != "conclude"
    if joins_a_passage(formula.lead) or lets_go(formula.before):
        return True
    if statement.subject.head != "name" and moving:
        return False  # `as α → 0, α C → 0 and e^{-C} → 0`
    if any(statement_names(statement) & statement_names(h.statement) for h in context.hypotheses if passage_in(h) is not None):
        return False
    if statement_names(statement) & on_their_way(context):
        return False
    if cue in ("condition", "cite", "quantify"):
        return not statement_names(statement) & constraints.uses.keys()
    return statement.subject.head == "name" and cue != "conclude" and str(statement.subject.data[0]) not in constraints.fixed


def named_by_a_limit(part: Part, constraints: Constraints, context: Context) -> str | None:
    """The name of which nothing but a type is known that an equation with a limit on one side has on the other."""
    statement = part.statement
    if not isinstance(statement, Tends) or part.continues or not any(isinstance(c, Tends) for c in part.conditions):
        return None
    head = head_of(statement.target)
    if head is None or head in constraints.names or head in free_names(statement.subject):
        return None
    return head if undeclared(head, context) else None


def _names_limit(statement: InProbability, constraints: Constraints, context: Context) -> bool:
    """Whether the limit is a name of which nothing is known yet."""
    row = context.declarations.get(str(statement.target.data[0])) if statement.target.head == "name" else None
    return row is not None and row.origin in ("inferred", "assumed") and row.name not in constraints.names


def _bracketed(formula: Written) -> bool:
    """A formula in running text between brackets: `(i ≠ j)`."""
    return not formula.display and formula.before.rstrip().endswith(("(", "（")) and formula.after.lstrip()[:1] in (")", "）")


def _mentioned(statement: Statement) -> bool:
    """A comparison of a bare name with a name or number: it says which case is meant. Of numbers alone it is a claim."""
    if not isinstance(statement, Relation) or statement.operator in ("~", "="):
        return False
    sides = {statement.left.head, statement.right.head}
    return sides <= {"name", "num"} and "name" in sides


def head_of(node: Term) -> str | None:
    """The name that an equation with this left side would define: `x`, `f(x, y)`, `k_i`, the array of an entry `y_ij`."""
    if node.head == "name":
        return str(node.data[0])
    if node.head in ("call", "member", "entry") and node.args:
        names = [str(a.data[0]) if a.head == "name" else None for a in node.args]
        if None not in names and len(set(names)) == len(names):
            return names[0] if node.head == "entry" else str(node.data[0])
    return None


def defined_in(statement: Statement) -> str | None:
    """The name of which a statement says what it is, alone or for all members or arguments: `k_i = λ μ_i` for all i."""
    while isinstance(statement, ForAll | Implies):
        statement = statement.body if isinstance(statement, ForAll) else statement.conclusion
    return head_of(statement.left) if isinstance(statement, Relation) and statement.operator == "=" else None


def arguments_of(node: Term) -> tuple[Term, ...]:
    """What stands behind the name that `head_of` gives: arguments, subscripts."""
    return node.args[1:] if node.head == "entry" else node.args


def _defines(statement: Relation, constraints: Constraints, context: Context, cue: str | None) -> bool:
    """`NAME = term` with a name of which nothing but a type is known."""
    if statement.operator not in ("=", "~"):
        return False
    if cue in ("conclude", "cite") and is_part_of(statement.left, constraints.spoken):
        return False  # `let $D$ be diagonal. Then $D_{11} = 0$`
    if _defines_values(statement, constraints, context):
        return cue not in ("conclude", "cite") or statement.left.data[0] not in constraints.names
    head = head_of(statement.left)
    if head is None or head in free_names(statement.right):
        return False
    if cue == "define" and statement.operator == "=" and head not in constraints.fixed:
        return not constraints.rests_on(free_names(statement.right), head)
    if head in constraints.names:
        return False
    if cue in ("conclude", "cite") and (not undeclared(head, context) or member_of_others(head, constraints.names)):
        return False
    if statement.left.head == "name" and statement.right.head == "name" and cue not in ("assume", "define"):
        return undeclared(head, context)
    return statement.operator == "=" or undeclared(head, context)


def is_part_of(left: Term, spoken: Collection[str]) -> bool:
    """`D_11`, `f(0)`, at numbers: an entry or a value of what has been spoken of."""
    if left.head == "call":
        return str(left.data[0]) in spoken and all(a.head == "num" for a in left.args)
    base, _, script = str(left.data[0]).rpartition("_") if left.head == "name" else ("", "", "")
    return base in spoken and script.replace(",", "").isdigit()


def _defines_values(statement: Relation, constraints: Constraints, context: Context) -> bool:
    """`Φ(t, 2i) = term`: a function of which nothing but such rows is known is defined for arguments of this form."""
    if statement.operator != "=" or statement.left.head != "call" or head_of(statement.left) is not None:
        return False
    head = str(statement.left.data[0])
    return (
        head not in free_names(statement.right) and head not in constraints.names - constraints.rows and undeclared(head, context)
    )


def _names_result(statement: Relation, constraints: Constraints, context: Context) -> bool:
    """`term = NAME` with a name of which nothing at all is known: the result gets a name."""
    if statement.operator != "=" or statement.right.head != "name" or statement.left.head == "name":
        return False
    head = str(statement.right.data[0])
    if head in IDENTITIES:
        return False  # `P^2 = I` says something of P
    return head not in constraints.names and head not in free_names(statement.left) and undeclared(head, context)


def _bounds_new(statement: Statement, constraints: Constraints, context: Context) -> bool:
    """A letter of which nothing is known, compared with a number."""
    if not isinstance(statement, Relation) or statement.operator not in ("<", "<=", ">", ">=", "!="):
        return False
    letter, number = statement.left, statement.right
    if letter.head != "name" or number.head not in ("num", "neg") or free_names(number):
        return False
    label = str(letter.data[0])
    return label not in constraints.names and undeclared(label, context)


_REASON = wording(r"\b(?:since|because|as|noting|note|recall)\b|因为|由于|注意", re.IGNORECASE)


IDENTITIES = frozenset({"I", "E"})
"""Letters that stand for the identity where nothing else is said."""


def undeclared(name: str, context: Context) -> bool:
    """No declaration of the document or its givens speaks of the name."""
    row = context.declarations.get(name)
    return row is None or (row.origin in ("inferred", "assumed") and not row.properties)


def member_of_others(name: str, known: Collection[str]) -> bool:
    """Whether a name with a subscript stands beside others of its letter whose subscripts are of another kind.

    After `x_1 = 1, x_2 = 2` nothing says whether `x_i` is one of them.
    """
    base, _, script = name.rpartition("_")
    others = {_kind(n.rpartition("_")[2]) for n in known if n != name and n.rpartition("_")[0] == base}
    return bool(base) and bool(others) and _kind(script) not in others


def _kind(script: str) -> str:
    return "number" if script.isdigit() else "running" if script in RUNNING else "fixed"
