"""Which conditions a proved equation is left with.

An equation is claimed wherever both of its sides as written are defined. So a condition that a law raised is
discharged when it follows from what is declared, from the hypotheses, or from both sides being
defined; and what only one side needs to be defined is a condition of its own unless the hypotheses or the
other side settle it (`x/x = 1` holds provided x ≠ 0).

Nothing here is decided by sampling: signs are read off declarations by the usual rules. *Fails when*
nothing: what does not follow by these rules stays in the list, where the reader sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction

from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import domain
from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    ForAll,
    Implies,
    Membership,
    Property,
    Relation,
    Statement,
    substitute_statement,
)
from symproofs.terms.term import Datum, Term, free_names, num
from symproofs.terms.types import Type, index
from symproofs.terms.typing import Mistyped, type_of
from symproofs.theories.factors import Factors

ZERO = num(0)
MOST_DEPTH = 3
_PLUS, _NIL, _MINUS = "+", "0", "-"
_ANY = frozenset((_PLUS, _NIL, _MINUS))
_POSITIVE = frozenset((_PLUS,))
Signs = frozenset[str]
"""The signs that a real number may have; the empty set is not used."""

_FROM_OPERATOR: Mapping[str, Signs] = {
    ">": _POSITIVE,
    ">=": frozenset((_PLUS, _NIL)),
    "<": frozenset((_MINUS,)),
    "<=": frozenset((_MINUS, _NIL)),
    "!=": frozenset((_PLUS, _MINUS)),
    "=": frozenset((_NIL,)),
}
_FROM_PROPERTY: Mapping[str, Signs] = {
    "positive": _POSITIVE,
    "size": _POSITIVE,
    "nonnegative": frozenset((_PLUS, _NIL)),
    "negative": frozenset((_MINUS,)),
    "nonzero": frozenset((_PLUS, _MINUS)),
}
_TURNED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "!=": "!=", "=": "="}


class Known:
    """What is known of signs and zeros: declarations, hypotheses, and the domains taken for granted."""

    def __init__(self, context: Context, granted: Iterable[Statement] = (), factors: Factors | None = None) -> None:
        self.context = context
        self.factors = factors
        self.types: Mapping[str, Type] = context.types
        self.signs: dict[Term, Signs] = {}
        self.differences: dict[tuple[Term, Term], Signs] = {}
        self.statements: set[Statement] = set()
        self.of_all: dict[tuple[str, Datum], Signs] = {}
        """Signs of every member of a family, of every value of a function, by its head and name."""
        self.depth = 0
        for h in context.hypotheses:
            self.grant(h.statement)
        for s in granted:
            self.grant(s)

    def grant(self, statement: Statement) -> None:
        self.statements.add(statement)
        if isinstance(statement, And):
            for part in statement.parts:
                self.grant(part)
        elif isinstance(statement, ForAll):
            self._note_of_all(statement)
        elif isinstance(statement, Relation) and statement.operator in _FROM_OPERATOR:
            if statement.right == ZERO:
                self._note(statement.left, _FROM_OPERATOR[statement.operator])
            elif statement.left == ZERO:
                self._note(statement.right, _FROM_OPERATOR[_TURNED[statement.operator]])
            else:
                self._note_difference(statement.left, statement.right, _FROM_OPERATOR[statement.operator])
            if statement.operator in (">", ">=") and _PLUS in (s := self.sign(statement.right)) and s <= {_PLUS, _NIL}:
                self._note(statement.left, _POSITIVE if statement.operator == ">" or s == _POSITIVE else s)

    def _note(self, node: Term, signs: Signs) -> None:
        self.signs[node] = self.signs.get(node, _ANY) & signs or signs
        if _NIL not in signs:
            # a product is not zero: neither is any factor; nor the base of a power, nor a negated or transposed number
            if node.head in ("mul", "div", "neg", "sqrt"):
                for part in node.args:
                    if self._is_number(part):
                        self._note(part, frozenset((_PLUS, _MINUS)))
            elif node.head == "pow" and self._is_number(node.args[0]) and node.args[1].head == "num" and node.args[1] != ZERO:
                self._note(node.args[0], frozenset((_PLUS, _MINUS)))

    def _note_of_all(self, statement: ForAll) -> None:
        """`∀ i: x_i > 0`: the sign of whatever member."""
        body, bound = statement.body, [n for n, _ in statement.names]
        if not isinstance(body, Relation) or body.operator not in _FROM_OPERATOR or body.right != ZERO:
            return
        left = body.left
        arguments = [str(a.data[0]) if a.head == "name" else "" for a in left.args]
        if left.head in ("member", "call") and sorted(arguments) == sorted(bound):
            key = left.head, left.data[0]
            self.of_all[key] = self.of_all.get(key, _ANY) & _FROM_OPERATOR[body.operator]

    def _note_difference(self, left: Term, right: Term, signs: Signs) -> None:
        self.differences[left, right] = self.differences.get((left, right), _ANY) & signs or signs
        self.differences[right, left] = self.differences.get((right, left), _ANY) & _negated(signs) or _negated(signs)

    def _is_number(self, node: Term) -> bool:
        try:
            return type_of(node, self.types).is_scalar
        except Mistyped:
            return False

    def _real(self, node: Term) -> bool:
        try:
            kind = type_of(node, self.types)
        except Mistyped:
            return False
        return kind.is_scalar and kind.sort != "complex"

    # ------------------------------------------------------------------ signs

    def sign(self, node: Term) -> Signs:
        """The signs that a number may have. `0` left out means: is not zero, also of complex numbers."""
        known = self.signs.get(node, _ANY)
        found = known & self._computed(node)
        return found or known

    def _computed(self, node: Term) -> Signs:
        head = node.head
        if head == "num":
            value = node.data[0]
            assert isinstance(value, Fraction)
            return frozenset((_PLUS if value > 0 else _NIL if value == 0 else _MINUS,))
        if head == "const":
            return _POSITIVE if node.data[0] in ("pi", "e") else frozenset((_PLUS, _MINUS)) if node.data[0] == "i" else _ANY
        if head == "size":
            size = node.data[0]
            assert isinstance(size, Size)
            return _POSITIVE if size.surely_positive else _ANY
        if head in ("name", "member", "call"):
            signs = _ANY
            row = self.context.declarations.get(str(node.data[0]))
            for prop in row.properties if row is not None else ():
                signs &= _FROM_PROPERTY.get(prop, _ANY)
            if head != "name":
                signs &= self.of_all.get((head, node.data[0]), _ANY)
            if row is not None and head == "name" and row.type.index is not None:
                signs &= _POSITIVE
            if row is not None and row.type.sort == "natural":
                signs &= frozenset((_PLUS, _NIL))
            return signs or _ANY
        if head == "neg":
            return _negated(self.sign(node.args[0]))
        if head == "add":
            found = _sum_signs([self.sign(a) if self._real(a) else _ANY for a in node.args])
            if len(node.args) == 2:
                found &= self._difference_sign(*node.args) & self._difference_sign(*reversed(node.args))
            return found & self._sign_from_bounds(node) or _ANY
        if head in ("mul", "div"):
            if not all(map(self._is_number, node.args)):
                return _ANY
            signs = _POSITIVE
            for a in node.args:
                signs = frozenset(_times(x, y) for x in signs for y in self.sign(a))
            return signs if all(map(self._real, node.args)) else _complex(signs)
        if head == "pow":
            return self._power_sign(node)
        if head == "sqrt":
            inner = self.sign(node.args[0])
            if not self._real(node.args[0]):
                return _complex(inner)
            return frozenset((_PLUS, _NIL)) if _NIL in inner else _POSITIVE
        if head == "fun":
            return self._function_sign(str(node.data[0]), node.args[0])
        if head == "sum":
            size = node.data[1]
            within = Known(self._inside(node), ())
            within.signs.update({k: v for k, v in self.signs.items() if str(node.data[0]) not in free_names(k)})
            signs = within.sign(node.args[0])
            if signs == _POSITIVE and len(node.args) == 1 and isinstance(size, Size) and size.surely_positive:
                return _POSITIVE
            return frozenset((_PLUS, _NIL)) if signs <= {_PLUS, _NIL} else _ANY
        if head == "norm":
            return frozenset((_PLUS, _NIL))
        if head == "det" and self._property_follows(Property("invertible", node.args[0])):
            return frozenset((_PLUS, _MINUS))
        return _ANY

    def _difference_sign(self, first: Term, second: Term) -> Signs:
        """The signs of `first + second` where a comparison of `first` with `-second` is known."""
        if second.head == "neg":
            return self.differences.get((first, second.args[0]), _ANY)
        if second.head == "num" and isinstance(second.data[0], Fraction):
            return self.differences.get((first, num(-second.data[0])), _ANY)
        return _ANY

    def _sign_from_bounds(self, node: Term) -> Signs:
        """The signs of a sum that the least values of its summands give: e^C + n - 2 is positive where n ≥ 2."""
        if not all(map(self._real, node.args)):
            return _ANY
        least = [row for a in node.args if (row := self._least(a)) is not None]
        total = sum((m for m, _ in least), Fraction(0))
        if len(least) < len(node.args) or total < 0:
            return _ANY
        return _POSITIVE if total > 0 else _sum_signs([signs for _, signs in least])

    def _least(self, node: Term) -> tuple[Fraction, Signs] | None:
        """The greatest number m known not to be above a real number, and the signs that node - m may have."""
        value = _number(node)
        if value is not None:
            return value, frozenset((_NIL,))
        own = self.sign(node)
        found = [(Fraction(0), own)] if own <= {_PLUS, _NIL} else []
        size = node.data[0] if node.head == "size" else None
        if isinstance(size, Size) and size.surely_positive:
            found.append((size.constant + sum(c for _, c in size.parts), frozenset((_PLUS, _NIL))))
        turned = node.head == "neg"
        subject = node.args[0] if turned else node
        for (left, right), signs in self.differences.items():
            bound = _number(right) if left == subject else None
            above = _negated(signs) if turned else signs
            if bound is not None and above <= {_PLUS, _NIL}:
                found.append((-bound if turned else bound, above))
        return max(found, key=lambda row: (row[0], _NIL not in row[1]), default=None)

    def _inside(self, node: Term) -> Context:
        size = node.data[1]
        assert isinstance(size, Size)
        return self.context.declare(Declaration(str(node.data[0]), index(size)))

    def _power_sign(self, node: Term) -> Signs:
        base, exponent = node.args
        if not (self._is_number(base) and self._is_number(exponent)):
            return _ANY
        signs = self.sign(base)
        if signs == _POSITIVE and self._real(exponent):
            return _POSITIVE
        if exponent.head == "num" and isinstance(exponent.data[0], Fraction):
            value = exponent.data[0]
            if value.denominator == 1 and value % 2 == 0 and self._real(base):
                return frozenset((_PLUS, _NIL)) if _NIL in signs and value > 0 else _POSITIVE
            if value.denominator == 1 and self._real(base):
                return signs
        return _complex(signs) if _NIL not in signs else _ANY

    def _function_sign(self, which: str, argument: Term) -> Signs:
        if which == "exp":
            return _POSITIVE if self._real(argument) else frozenset((_PLUS, _MINUS))
        if which in ("cosh", "sigmoid") and self._real(argument):
            return _POSITIVE
        if which == "abs":
            return frozenset((_PLUS, _NIL)) if _NIL in self.sign(argument) else _POSITIVE
        if which in ("relu", "step"):
            return frozenset((_PLUS, _NIL))
        if which == "conj":
            return _complex(self.sign(argument))
        if which in ("sinh", "tanh", "arctan") and self._real(argument):
            return self.sign(argument)
        return _ANY

    # ------------------------------------------------------------------ statements

    def follows(self, statement: Statement) -> bool:
        """The statement holds by these rules."""
        if statement in self.statements:
            return True
        if isinstance(statement, And):
            return all(map(self.follows, statement.parts))
        if isinstance(statement, Relation):
            return self._relation_follows(statement)
        if isinstance(statement, ForAll):
            return self._for_all_follows(statement)
        if isinstance(statement, Implies):
            return Known(self.context, (*self.statements, statement.premise)).follows(statement.conclusion)
        if isinstance(statement, Property):
            return self._property_follows(statement)
        if isinstance(statement, Membership):
            try:
                sort = type_of(statement.subject, self.types).sort
            except Mistyped:
                return False
            order = ("natural", "integer", "rational", "real", "complex")
            return statement.sort in order and order.index(sort) <= order.index(statement.sort)
        return False

    def _relation_follows(self, statement: Relation) -> bool:
        if statement.operator not in _FROM_OPERATOR:
            return False
        wanted = _FROM_OPERATOR[statement.operator]
        if statement.right == ZERO and self.sign(statement.left) <= wanted:
            return True
        if statement.left == ZERO and self.sign(statement.right) <= _FROM_OPERATOR[_TURNED[statement.operator]]:
            return True
        sides = (statement.left, statement.right)
        if statement.operator == "!=" and frozenset(str(s.data[0]) for s in sides if s.head == "name") in self.context.distinct:
            return True
        if statement.operator == "!=" and ZERO in (statement.left, statement.right):
            number = statement.left if statement.right == ZERO else statement.right
            return self._nonzero_by_factors(number)
        turned = Relation(_TURNED[statement.operator], statement.right, statement.left)  # type: ignore[arg-type]
        return turned in self.statements

    def _nonzero_by_factors(self, number: Term) -> bool:
        if self.depth >= MOST_DEPTH:
            return False
        if self.factors is None:
            self.factors = Factors(self.context)
        found = self.factors.nonzero(number, self._nonzero())
        if found is None:
            return False
        self.depth += 1
        try:
            return all(map(self.follows, found))
        finally:
            self.depth -= 1

    def _nonzero(self) -> list[Term]:
        """Numbers known not to be 0, as far as they are over declared names."""
        found = [node for node, signs in self.signs.items() if _NIL not in signs and node.args]
        for (first, second), signs in self.differences.items():
            if _NIL not in signs:
                found.append(Term("add", (first, Term("neg", (second,)))))
        return found + [node for node, signs in self.signs.items() if _NIL not in signs and not node.args]

    def _for_all_follows(self, statement: ForAll) -> bool:
        if any(name in self.context.declarations for name, _ in statement.names):
            return False
        inner = Known(self.context.declare(*(Declaration(n, t) for n, t in statement.names)), self.statements)
        # a quantified fact over the same ranges serves under the bound names of this one
        for known in self.statements:
            if isinstance(known, ForAll) and [t for _, t in known.names] == [t for _, t in statement.names]:
                values = {a: Term("name", (), (b,)) for (a, _), (b, _) in zip(known.names, statement.names, strict=True)}
                with suppress(ValueError):  # where a quantifier in it would capture a name
                    inner.grant(substitute_statement(known.body, values))
        return inner.follows(statement.body)

    def _property_follows(self, statement: Property) -> bool:
        subject = statement.subject
        if statement in self.statements or (subject.head == "name" and self.context.has(str(subject.data[0]), statement.name)):
            return True
        if statement.name == "invertible":
            if subject.head == "name":
                return any(self.context.has(str(subject.data[0]), p) for p in ("orthogonal", "permutation", "positive_definite"))
            if subject.head in ("transpose", "inverse"):
                return self.follows(Property("invertible", subject.args[0]))
            if subject.head == "identity":
                return True
            if subject.head == "mul":
                return all(self.follows(Property("invertible", a)) and not self._is_number(a) for a in subject.args)
        return False


def _number(node: Term) -> Fraction | None:
    """The rational number that a term is, if it is written out."""
    inner = node.args[0] if node.head == "neg" else node
    value = inner.data[0] if inner.head == "num" else None
    return None if not isinstance(value, Fraction) else -value if node.head == "neg" else value


def _times(x: str, y: str) -> str:
    if _NIL in (x, y):
        return _NIL
    return _PLUS if x == y else _MINUS


def _negated(signs: Signs) -> Signs:
    return frozenset({_PLUS: _MINUS, _MINUS: _PLUS, _NIL: _NIL}[s] for s in signs)


def _complex(signs: Signs) -> Signs:
    """Of a complex number only being zero or not is kept."""
    return frozenset((_PLUS, _MINUS)) if _NIL not in signs else _ANY


def _sum_signs(parts: list[Signs]) -> Signs:
    for one_sided in (frozenset((_PLUS, _NIL)), frozenset((_MINUS, _NIL))):
        if all(p <= one_sided for p in parts):
            return one_sided if all(_NIL in p for p in parts) else one_sided - {_NIL}
    return _ANY


def written_expectations(*sides: Term) -> tuple[Statement, ...]:
    """That the expectations exist that are written: a statement is claimed where they do."""
    return tuple(Property("integrable", node.args[0]) for side in sides for node in side.walk() if node.head == "expect")


def remaining_conditions(context: Context, left: Term, right: Term, raised: Iterable[Statement]) -> tuple[Statement, ...]:
    """Conditions that a proved equation is left with, each once, in order.

    `raised` are the conditions of the theorem. *Fails when* a side is not well typed: `Mistyped`.
    """
    of_left, of_right = domain(left, context.types), domain(right, context.types)
    raised = tuple(raised)
    if not (raised or of_left or of_right):
        return ()
    factors = Factors(context)
    both = Known(context, (*of_left, *of_right, *written_expectations(left, right)), factors)
    found: dict[Statement, None] = {}
    for condition in raised:
        if not both.follows(condition):
            found[condition] = None
    for own, other in ((of_left, of_right), (of_right, of_left)):
        settled = Known(context, other, factors)
        for condition in own:
            if not settled.follows(condition):
                found[condition] = None
                settled.grant(condition)
    return tuple(found)
