"""Definition, hypothesis, goal or claim: what the text does with a statement.

The first equation that constrains an otherwise unconstrained name defines it. A relation in which every
name is constrained already is a claim, whatever the words around it. A cue decides between a
hypothesis, a goal and a claim; a head that only its type is known of is taken as defined, by reading.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from symproofs.derivation.document import Role
from symproofs.diagnostics import Span
from symproofs.read.elaboration import Part
from symproofs.read.layout import Written
from symproofs.terms.context import Context
from symproofs.terms.statement import ForAll, Hypothesis, Relation, Statement, statement_names
from symproofs.terms.term import Term, free_names
from symproofs.terms.types import Type


@dataclass
class Constraints:
    """Names of which more is known than a type: some hypothesis or definition mentions them.

    `rows` are functions given by rows for arguments of some form (`Φ(t, 2i) = …`), to which another row may be added.
    """

    names: set[str] = field(default_factory=set)
    rows: set[str] = field(default_factory=set)

    def constrain(self, statement: Statement) -> None:
        self.names |= statement_names(statement)
        if isinstance(statement, ForAll) and isinstance(statement.body, Relation) and statement.body.left.head == "call":
            left = statement.body.left
            if head_of(left) is None:
                self.rows.add(str(left.data[0]))

    def copy(self) -> Constraints:
        return Constraints(set(self.names), set(self.rows))


ORDERS = frozenset({"!=", "<", "<=", ">", ">="})


def declares(formula: Written) -> bool:
    """Whether the words before a formula make it a declaration: `Let`, `Suppose`, 设, 假设."""
    return formula.cue in ("assume", "define", "contradiction", "quantify")


def role_of(part: Part, formula: Written, constraints: Constraints, context: Context) -> Role:
    """What the text does with this part of the formula."""
    if part.kind == "declaration":
        return "declaration"
    cue = formula.cue
    if part.problem is not None or part.statement is None:
        return "claim"
    if cue == "goal":
        return "goal"
    statement = part.statement
    if cue == "condition" and not formula.display:
        return "hypothesis"
    if _bracketed(formula) and cue not in ("conclude", "assume", "define", "contradiction") and _mentioned(statement):
        return "recall"
    if isinstance(statement, Relation):
        if not part.continues and _defines(statement, constraints, context, cue):
            return "definition"
        if _names_result(statement, constraints, context):
            return "definition"
    if cue in ("assume", "contradiction") and not part.continues:
        return "hypothesis"
    if cue == "define" and isinstance(statement, Relation) and statement.operator in ORDERS and not part.continues:
        return "hypothesis"  # `real numbers x, y with x ≠ y`
    return "claim"


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
    """The name that an equation with this left side would define: `x`, `f(x, y)`, `k_i`."""
    if node.head == "name":
        return str(node.data[0])
    if node.head in ("call", "member") and node.args:
        names = [str(a.data[0]) if a.head == "name" else None for a in node.args]
        if None not in names and len(set(names)) == len(names):
            return str(node.data[0])
    return None


def _defines(statement: Relation, constraints: Constraints, context: Context, cue: str | None) -> bool:
    """`NAME = term` with a name of which nothing but a type is known."""
    if statement.operator not in ("=", "~"):
        return False
    if _defines_values(statement, constraints, context):
        return True
    head = head_of(statement.left)
    if head is None or head in constraints.names or head in free_names(statement.right):
        return False
    if cue in ("conclude", "cite") and not _undeclared(head, context):
        return False
    if statement.left.head == "name" and statement.right.head == "name" and cue not in ("assume", "define"):
        return _undeclared(head, context)
    return statement.operator == "=" or _undeclared(head, context)


def _defines_values(statement: Relation, constraints: Constraints, context: Context) -> bool:
    """`Φ(t, 2i) = term`: a function of which nothing but such rows is known is defined for arguments of this form."""
    if statement.operator != "=" or statement.left.head != "call" or head_of(statement.left) is not None:
        return False
    head = str(statement.left.data[0])
    return (
        head not in free_names(statement.right)
        and head not in constraints.names - constraints.rows
        and _undeclared(head, context)
    )


def _names_result(statement: Relation, constraints: Constraints, context: Context) -> bool:
    """`term = NAME` with a name of which nothing at all is known: the result gets a name."""
    if statement.operator != "=" or statement.right.head != "name" or statement.left.head == "name":
        return False
    head = str(statement.right.data[0])
    return head not in constraints.names and head not in free_names(statement.left) and _undeclared(head, context)


def _undeclared(name: str, context: Context) -> bool:
    """No declaration of the document or its givens speaks of the name."""
    row = context.declarations.get(name)
    return row is None or (row.origin in ("inferred", "assumed") and not row.properties)


def hypothesis_of(statement: Statement, context: Context, label: str, span: Span | None) -> Hypothesis:
    """The hypothesis that a definition or assumption puts into the context.

    `f(x, y) = body` and `k_i = body` hold for all values of their arguments.
    """
    if isinstance(statement, Relation) and statement.operator == "=" and statement.left.head in ("call", "member"):
        head = head_of(statement.left)
        if head is not None:
            names = [str(a.data[0]) for a in statement.left.args]
            types = _parameter_types(statement.left, context)
            if types is not None:
                return Hypothesis(ForAll(tuple(zip(names, types, strict=True)), statement), label, span)
        elif statement.left.head == "call":
            free = sorted(frozenset[str]().union(*map(free_names, statement.left.args)))
            bound = [(n, context.declarations[n].type) for n in free if n in context.declarations and not _fixed(n, context)]
            if bound:
                return Hypothesis(ForAll(tuple(bound), statement), label, span)
    return Hypothesis(statement, label, span)


def _parameter_types(left: Term, context: Context) -> tuple[Type, ...] | None:
    """The types of the arguments of a function or family; of a specific member (`k_a`) there are none."""
    declared = context.declarations.get(str(left.data[0]))
    if declared is None:
        return None
    if left.head == "call":
        return declared.type.parameters
    if any(_specific(a, context) for a in left.args):
        return None
    return tuple(Type("natural", index=size) for size in declared.type.over)


def _fixed(name: str, context: Context) -> bool:
    """A size, or a name that the document declares: it stands for itself."""
    row = context.declarations[name]
    return "size" in row.properties or row.origin in ("given", "document") or row.type.parameters is not None


def _specific(argument: Term, context: Context) -> bool:
    """An index that the document declares stands for itself; one that it only uses stands for all."""
    row = context.declarations.get(str(argument.data[0]))
    return row is not None and row.origin in ("given", "document")
