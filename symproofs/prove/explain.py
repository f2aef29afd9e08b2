"""Reading the reasons of a lemma off its two sides and the laws that its proof used.

A row of `SIGNS` says when a reason is worth naming: what must occur in the written sides, and which law the scripts must
have used. That a reason is named here means that it played a part; that it was needed is found by
leaving it out (`minimise.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symproofs.prove.reasons import PHRASES, Reason
from symproofs.records import record
from symproofs.terms.context import Context, definition_of
from symproofs.terms.term import IMAGINARY, Term, free_names
from symproofs.terms.types import Type
from symproofs.terms.typing import Mistyped, type_of, with_names
from symproofs.theories.equality import Lemma


@record
class Sides:
    """Two written sides, with what is looked for in them counted once."""

    left: Term
    right: Term
    types: Mapping[str, Type]
    laws: frozenset[str]
    left_parts: frozenset[str]
    right_parts: frozenset[str]

    @property
    def parts(self) -> frozenset[str]:
        return self.left_parts | self.right_parts

    @property
    def changed(self) -> frozenset[str]:
        return self.left_parts ^ self.right_parts


def _part(node: Term) -> list[str]:
    """Heads and pairs of heads: `mul`, `fun sin`, `transpose mul`."""
    own = f"fun {node.data[0]}" if node.head == "fun" else node.head
    if node.head == "const":
        own = f"const {node.data[0]}"
    if node.head == "pow" and node.args[0] == Term("const", (), ("e",)):
        own = "fun exp"
    return [own, *(f"{own} {a.head}" for a in node.args)]


def _parts(node: Term) -> frozenset[str]:
    return frozenset(p for part in node.walk() for p in _part(part))


TRIGONOMETRIC = frozenset(f"fun {f}" for f in ("sin", "cos", "tan", "cot", "sec", "csc"))
HYPERBOLIC = frozenset(f"fun {f}" for f in ("sinh", "cosh", "tanh"))

Sign = Callable[[Sides], bool]


def _has(*parts: str) -> Sign:
    return lambda s: bool(s.parts & frozenset(parts))


def _changed(*parts: str) -> Sign:
    return lambda s: bool(s.changed & frozenset(parts))


def _law(*laws: str) -> Sign:
    return lambda s: bool(s.laws & frozenset(laws))


def _and(*signs: Sign) -> Sign:
    return lambda s: all(sign(s) for sign in signs)


def _count(node: Term, head: str) -> int:
    return sum(1 for part in node.walk() if part.head == head)


def _regrouped(s: Sides) -> bool:
    """Products of arrays are nested differently, or flattened."""
    return _groups(s.left, s.types) != _groups(s.right, s.types) and _count(s.left, "mul") + _count(s.right, "mul") > 1


def _groups(node: Term, types: Mapping[str, Type]) -> list[tuple[bool, ...]]:
    """Every product of arrays by which of its factors are products."""
    return sorted(tuple(a.head == "mul" for a in p.args) for p in node.walk() if p.head == "mul" and _is_array(p, types))


def _is_array(node: Term, types: Mapping[str, Type]) -> bool:
    try:
        return not type_of(node, types).is_scalar
    except Mistyped:
        return False


def _expands(s: Sides) -> bool:
    return bool(s.changed & {"mul add", "pow add"}) or (
        bool(s.parts & {"mul add", "pow add"}) and _count(s.left, "add") != _count(s.right, "add")
    )


def _collects(s: Sides) -> bool:
    """One side takes i out of a sum and the other does not."""

    def taken(node: Term) -> bool:
        return any(p.head == "mul" and IMAGINARY in p.args and any(a.head == "add" for a in p.args) for p in node.walk())

    return taken(s.left) != taken(s.right) and not s.changed & {"fun exp", *TRIGONOMETRIC}


def _numbers(s: Sides) -> bool:
    return not _is_array(s.left, s.types)


def _sums_split(s: Sides) -> bool:
    """Sums over a range without other indices on one side than on the other, and no δ in sight."""
    left, right = (sorted(len(n.args) for n in side.walk() if n.head == "sum") for side in (s.left, s.right))
    return left != right and bool(left and right) and "delta" not in s.parts


SIGNS: tuple[tuple[str, Sign], ...] = (
    ("transpose_of_product", _changed("transpose mul")),
    ("transpose_of_sum", _changed("transpose add")),
    ("transpose_twice", _changed("transpose transpose")),
    ("softmax_permutation", _and(_law("perm"), _has("rowsoftmax", "softmax"))),
    ("relu_entrywise", _and(_law("perm"), _has("fun relu"))),
    ("bias_rows", _and(_law("perm"), _has("rows"))),
    ("softmax_definition", _and(lambda s: "perm" not in s.laws, _changed("rowsoftmax", "softmax"))),
    ("derivative", _changed("derivative")),
    ("trace_cyclic", _has("trace")),
    ("inner_product", _changed("inner")),
    ("norm", _changed("norm")),
    ("matrix_written_out", _has("matrix")),
    ("identity", _changed("identity", "mul identity")),
    ("symmetric", _law("swap")),
    ("covariance_bilinear", _and(_law("expectpull", "expectsum"), _has("var", "cov"), lambda s: not s.changed & {"expect"})),
    ("expectation_linear", _and(_law("expectpull", "expectsum"), _has("expect"))),
    ("variance", _and(_changed("var"), _has("expect", "cov"))),
    ("covariance", _and(_changed("cov"), _has("expect"))),
    ("tangent", _has("fun tan", "fun cot")),
    ("euler", lambda s: bool(s.parts & TRIGONOMETRIC) and _law("expsum", "expscale")(s)),
    ("hyperbolic", lambda s: bool(s.parts & HYPERBOLIC)),
    ("conjugate_of_product", _and(_has("fun conj mul"), _changed("fun conj mul", "fun conj"))),
    ("conjugate_of_sum", _changed("fun conj add")),
    ("conjugate_of_exp", lambda s: "fun conj fun" in s.changed or "fun conj pow" in s.changed),
    ("real_part", _changed("fun re")),
    ("imaginary_part", _changed("fun im")),
    ("absolute_value", _changed("fun abs")),
    ("exp_of_sum", _and(_law("expsum"), _has("fun exp"), _numbers)),
    ("exp_of_zero", _changed("fun exp num")),
    ("collect_parts", _collects),
    ("roots_of_unity", _law("rootsum", "gauss")),
    ("i_squared", _and(_law("iunit"), _has("const i"))),
    ("log", _law("logexp", "logpow", "logpull", "logpullpart", "lognum")),
    ("cases", _law("case")),
    ("count", _law("count")),
    ("sum_written_out", _and(_law("range"), _has("sum", "sum_between"))),
    ("sum_split", _and(_law("contract", "dzero", "dsubst"), _sums_split)),
    ("delta", _and(_law("contract", "dzero", "dsubst"), _has("sum"), lambda s: not _sums_split(s))),
    ("cancel", _law("inv", "pfrac", "multiply")),
    ("power", _changed("pow", "sqrt", "root")),
    ("associativity", _regrouped),
    ("distributivity", _and(_expands, lambda s: not _numbers(s))),
    ("algebra", _and(_expands, _numbers)),
)
"""When a reason is named, in the order of the table; the rank in `PHRASES` orders what is printed."""


def lemma_reasons(lemma: Lemma, context: Context) -> tuple[Reason, ...]:
    """The reasons that show in a lemma; where none shows, that entries were compared."""
    types = with_names(context.types, dict(lemma.letters))
    laws = set(lemma.laws)
    if any(stage[0] == "multiply" for stage in lemma.end):
        laws.add("multiply")
    sides = Sides(lemma.left, lemma.right, types, frozenset(laws), _parts(lemma.left), _parts(lemma.right))
    found = [code for code, sign in SIGNS if sign(sides)]
    named = " ".join(p for p in context.declarations if context.has(p, "permutation") and p in _names(sides))
    reasons = [Reason(code, named if code == "bias_rows" else "") for code in found]
    if "perm" in laws or "orthogonal" in laws:
        reasons += _matrices(lemma, context)
    reasons += _facts(lemma, context)
    if not reasons:
        reasons = [Reason("commutativity" if _numbers(sides) else "entries")]
    return tuple(sorted(reasons, key=lambda r: PHRASES[r.code].rank))


def _facts(lemma: Lemma, context: Context) -> list[Reason]:
    """The given equations that were used inside the lemma."""
    used = dict.fromkeys(step[2] for script in lemma.scripts for step in script if step[0] == "fact")
    rows = [lemma.facts[number] for number in used]
    return [hypothesis_reason(context, row["n"]) for row in rows if row["by"] == "hypothesis"]


def hypothesis_reason(context: Context, number: int) -> Reason:
    """The reason that a hypothesis is: a definition, what is given under a name, or an equation by its number."""
    hypothesis = context.hypotheses[number]
    defined = definition_of(hypothesis)
    if defined is not None:
        return Reason("definition", defined[0])
    return Reason("given", hypothesis.label) if hypothesis.label else Reason("given_equation", str(number + 1))


def _names(s: Sides) -> frozenset[str]:
    return free_names(s.left) | free_names(s.right)


def _matrices(lemma: Lemma, context: Context) -> list[Reason]:
    """P^T P = I for the permutation and orthogonal matrices that occur more often on one side."""
    found = []
    for label, row in context.declarations.items():
        if row.properties & {"permutation", "orthogonal"}:
            left, right = (
                sum(1 for p in side.walk() if p.head == "name" and p.data[0] == label) for side in (lemma.left, lemma.right)
            )
            if abs(left - right) >= 2:
                found.append(Reason("permutation_orthogonal", label))
    return found
