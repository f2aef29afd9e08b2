"""Arithmetic as written: numbers, sums, quotients, roots, powers, norms, matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read.elaboration import constraints
from symproofs.read.elaboration.conventions import COMPLEX_LETTERS, SORT_FACTS
from symproofs.read.elaboration.draft import Draft, Drafter, symbols_in
from symproofs.read.elaboration.ellipses import ellipsis_sum
from symproofs.read.elaboration.evidence import is_minus_one, is_transpose
from symproofs.read.elaboration.indicators import condition_of, indicator
from symproofs.read.elaboration.inference import BLOCKS, EXPONENT, SCALAR, SUMMANDS
from symproofs.read.elaboration.integrals import evaluated
from symproofs.read.elaboration.lookup import base_e, entry_draft, index_items, is_index, name_draft
from symproofs.read.elaboration.names import Written, bare, base_letter, between, inner, is_capital, is_label, written
from symproofs.read.elaboration.scope import Refused
from symproofs.read.tree import Node
from symproofs.terms.size import ONE, Size


def _num(d: Drafter, node: Node) -> Draft:
    value = Fraction(str(node.value))
    if not value:
        return Draft("zero", (), None, node.span, d.solver.fresh())
    return Draft("num", (), value, node.span, SCALAR)


def _infinity(d: Drafter, node: Node) -> Draft:
    return Draft("const", (), "oo", node.span, SCALAR)


def _dots(d: Drafter, node: Node) -> Draft:
    raise Refused("not-supported", "what this ellipsis stands for is not read yet", node.span)


def _named(d: Drafter, node: Node) -> Draft:
    """A node that is a name, perhaps with a subscript that is an index; else what its kind says."""
    condition = condition_of(node)
    if condition is not None:
        return indicator(d, condition, node)
    name = written(node)
    if name is not None:
        return name_draft(d, node, name)
    return _UNNAMED[node.kind](d, node)


def _sub(d: Drafter, node: Node) -> Draft:
    """A subscript on something that is no name: an entry of an array, the kind of a norm."""
    base, script = node.children
    if base.kind == "Sup" and len(base.children) == 2 and not is_transpose(base.children[1]):
        power_of_matrix = _entry_of_power(d, node, base, script)
        if power_of_matrix is not None:
            return power_of_matrix
        inner = Node("Sub", node.span, (base.children[0], script))
        return d.draft(Node("Sup", node.span, (inner, base.children[1])))
    if base.kind == "Norm":
        return _norm(d, base, bare(script))
    items = index_items(script, 0)
    if items is None or not all(is_index(d, i, True) for i in items) or len(items) > 2:
        raise Refused("not-supported", "this subscript is not supported here yet", script.span)
    array = d.draft(base)
    return entry_draft(d, array, items, node.span)


def _entry_of_power(d: Drafter, node: Node, base: Node, script: Node) -> Draft | None:
    """`A^{-1}_{ij}` is the entry of the inverse; `None` where the subscript is the letter's: `x^2_i`, `σ^2_{ij}`."""
    stem, exponent = base.children
    name, items = written(stem), index_items(script, 2)
    if name is None or items is None or len(items) != 2 or bare(exponent).kind == "Mark" or is_label(exponent):
        return None
    symbol = d.scope.find(name.text)
    indexed = Written(name.base, (*name.subscripts, bare(script)), node.span)
    if d.scope.find(indexed.text) is not None or not all(is_index(d, i, True) for i in items):
        return None
    shape = d.solver.shape(symbol.var) if symbol is not None and symbol.role == "value" else None
    if not (is_capital(name.base) if symbol is None else shape is not None and ONE not in shape):
        return None
    if is_minus_one(exponent):
        return entry_draft(d, power(d, d.draft(stem), exponent, base.span), items, node.span)
    if shape is not None and shape[0] != shape[1] and None not in shape:
        return None
    text = "this can be read in two ways: an entry of the power and a power of the entry"
    raise Refused("ambiguous", text, node.span, help="write brackets")


def _group(d: Drafter, node: Node) -> Draft:
    if len(node.children) != 1:
        raise Refused("not-supported", "a sequence is no value", node.span)
    inside = d.draft(node.children[0])
    return Draft(inside.op, inside.args, inside.data, node.span, inside.var) if node.value == "{" else inside


def _add(d: Drafter, node: Node) -> Draft:
    """A sum: all summands have one shape, but for a row that is declared as added to every row."""
    if any(c.kind == "Dots" for c in node.children):
        return ellipsis_sum(d, node)
    signs = node.value if isinstance(node.value, tuple) else ("+",) * len(node.children)
    parts: list[Draft] = []
    biases: list[int] = []
    for child, sign in zip(node.children, signs, strict=True):
        if sign not in ("+", "-"):
            raise Refused("not-supported", "± stands for two statements and is not supported here yet", node.span)
        name = written(child)
        part = d.draft(child)
        if name is not None and name.text in d.scope.biases and part.op == "name":
            biases.append(len(parts))
        parts.append(Draft("neg", (part,), None, child.span, part.var) if sign == "-" else part)
    if len(parts) == 1:
        return parts[0]
    var = SCALAR
    if d.scope.conventions.added and not biases and any(p.var != SCALAR for p in parts):
        var, solver, summands = d.solver.fresh(), d.solver, tuple(p.var for p in parts)
        d.wait(lambda: constraints.added_to_entries(solver, var, summands), (var, *summands), node.span)
        return Draft("add", tuple(parts), d.scope.conventions.added, node.span, var)
    plain = [p for k, p in enumerate(parts) if k not in biases] if len(biases) < len(parts) else parts
    if any(p.var != SCALAR for p in parts):
        var = plain[0].var
        for part in plain[1:]:
            d.same(var, part.var, part.span, SUMMANDS)
        if len(plain) < len(parts):
            for k in biases:
                _bias(d, var, parts[k])
    return Draft("add", tuple(parts), tuple(biases) if len(plain) < len(parts) else (), node.span, var)


def _bias(d: Drafter, var: int, part: Draft) -> None:
    solver, bias, rows = d.solver, part.var, d.scope.conventions.rows
    d.wait(lambda: constraints.added_to_rows(solver, var, bias, rows), (var,), part.span)


def _neg(d: Drafter, node: Node) -> Draft:
    inside = d.draft(node.children[0])
    return Draft("neg", (inside,), None, node.span, inside.var)


def divide(d: Drafter, top: Draft, bottom: Draft, span: Span) -> Draft:
    solver, var = d.solver, bottom.var
    if var != SCALAR:
        d.wait(lambda: constraints.denominator(solver, var), (var,), bottom.span)
    return Draft("div", (top, bottom), None, span, top.var)


def _frac(d: Drafter, node: Node) -> Draft:
    empty = [c.kind == "Empty" for c in node.children]
    if any(empty):
        text = (
            "this fraction is empty"
            if all(empty)
            else f"the {'numerator' if empty[0] else 'denominator'} of this fraction is empty"
        )
        raise Refused("empty-fraction", text, node.span)
    return divide(d, d.draft(node.children[0]), d.draft(node.children[1]), node.span)


def _binom(d: Drafter, node: Node) -> Draft:
    return d.scalar("binomial", tuple(map(d.draft, node.children)), node.span)


def _sqrt(d: Drafter, node: Node) -> Draft:
    value = _literal(inner(node.children[0])) if len(node.children) == 1 else None
    if value is not None and value < 0:
        return _principal_root(d, value, node.span)
    parts = tuple(map(d.draft, node.children))
    _no_array(d, parts[0], "a root of a matrix")
    return d.scalar("sqrt" if len(parts) == 1 else "root", parts, node.span)


def _principal_root(d: Drafter, value: Fraction, span: Span) -> Draft:
    """√-4 is i √4: the principal root of a negative number that is written out."""
    unit = Draft("const", (), "i", span, SCALAR)
    return d.scalar("mul", (unit, d.scalar("sqrt", (Draft("num", (), -value, span, SCALAR),), span)), span, ("", ""))


def _no_array(d: Drafter, draft: Draft, what: str) -> None:
    """*Fails with* `Refused` where arrays have a meaning that is not supported."""
    if d.solver.is_array(draft.var):
        raise Refused("not-supported", Message("{} is not supported here yet", what), draft.span)


def _factorial(d: Drafter, node: Node) -> Draft:
    return d.scalar("factorial", (d.draft(node.children[0]),), node.span)


def _abs(d: Drafter, node: Node) -> Draft:
    """|x| of a number; of a matrix its determinant."""
    inside = d.draft(node.children[0])
    d.square(inside, constraints.BARS)
    return Draft("abs", (inside,), None, node.span, SCALAR)


def _norm(d: Drafter, node: Node, which: Node | None = None) -> Draft:
    inside = d.draft(node.children[0])
    kind = None if which is None else str(which.value)
    if kind not in (None, "2", "F"):
        raise Refused("not-supported", "only the 2-norm and the Frobenius norm are supported here", node.span)
    return Draft("norm", (inside,), kind, node.span, SCALAR)


def _rounded(which: str) -> Callable[[Drafter, Node], Draft]:
    return lambda d, node: d.scalar("fun", (d.draft(node.children[0]),), node.span, which)


def _inner(d: Drafter, node: Node) -> Draft:
    if len(node.children) != 2:
        raise Refused("not-supported", "an inner product has two sides", node.span)
    first, second = map(d.draft, node.children)
    d.same(first.var, second.var, second.span, "the two sides of an inner product differ in shape")
    return Draft("inner", (first, second), None, node.span, SCALAR)


# --- powers


def _sup(d: Drafter, node: Node) -> Draft:
    base, exponent = node.children
    name = written(base)
    if name is not None and name.text == "e" and not is_transpose(exponent):
        made = None if d.scope.find("e") is not None else base_e(d, base, name)
        if made is not None and bare(exponent).kind not in ("Mark", "Transpose"):
            return Draft("pow", (made, d.number(_exponent(d, exponent), EXPONENT)), None, node.span, SCALAR)
    mark = bare(exponent)
    if mark.kind == "Mark" and mark.value in ("*", "∗", "\\ast", "ast"):
        return _conjugate(d, node, base)
    if mark.kind == "Mark" and mark.value in ("\\dagger", "†", "dagger"):
        return _dagger(d, node, base)
    if mark.kind == "Mark":
        if name is not None:
            return _named(d, node)
        raise Refused("not-supported", Message("the superscript {} is not supported here yet", mark.value), exponent.span)
    ends = between(node)
    if ends is not None:
        return evaluated(d, ends)
    if name is not None and is_label(mark):
        raise Refused("not-supported", "a superscript in brackets is not supported here yet", exponent.span)
    inside = d.draft(base)
    if inside.op == "entry" and len(inside.args) == 3 and bare(base).kind == "Sub":
        _check_script_order(d, inside, exponent, node.span)
    if _is_letter(exponent, "H") and d.scope.find("H") is None and inside.var != SCALAR:
        if _is_complex(inside):
            return _adjoint(d, inside, node.span)
        text = "this H can be read in two ways: as the conjugate transpose, and as an exponent"
        raise Refused("ambiguous", text, node.span, help="declare what it stands on as complex, or write a transpose")
    if _is_inverse_transpose(d, inside, exponent):
        inverse = Node("Neg", exponent.span, (Node("Num", exponent.span, (), "1"),))
        return power(d, power(d, inside, inverse, node.span), Node("Transpose", exponent.span), node.span)
    if bare(exponent).kind == "Group" and any(c.kind == "Mark" for c in bare(exponent).children):
        raise Refused("not-supported", "a power entry by entry is not supported here yet", exponent.span)
    return power(d, inside, exponent, node.span)


def _is_inverse_transpose(d: Drafter, base: Draft, exponent: Node) -> bool:
    """`A^{-\\top}`; `A^{-T}` of what is surely an array."""
    exponent = bare(exponent)
    alone = exponent.kind == "Add" and len(exponent.children) == 1 and exponent.value == ("-",)
    if not (alone or exponent.kind == "Neg"):
        return False
    mark = exponent.children[0]
    return bare(mark).kind == "Transpose" or (is_transpose(mark) and d.solver.is_array(base.var) is True)


def _check_script_order(d: Drafter, entry: Draft, exponent: Node, span: Span) -> None:
    """`A_{ij}^\\top`, `A_{ij}^{-1}` look like `A^\\top_{ij}`, `A^{-1}_{ij}`. *Fails* where both readings are possible."""
    for found, what in (
        (is_transpose(exponent) and not _counts(d, entry, exponent), "transpose"),
        (is_minus_one(exponent), "inverse"),
    ):
        if found:
            text = Message("this can be read in two ways: an entry of the {}, and the {} of an entry", what, what)
            raise Refused("ambiguous", text, span, help="write brackets")


def power(d: Drafter, base: Draft, exponent: Node, span: Span) -> Draft:
    """A transpose, an inverse, or a power."""
    solver, var = d.solver, base.var
    if is_transpose(exponent) and not _counts(d, base, exponent):
        result = solver.fresh()
        if base.op == "name" and base.data.declaration is None and base.data.role == "value":
            d.tensor(var, base.span)
        d.wait(lambda: constraints.transposed(solver, result, var), (result, var), span)
        return Draft("transpose", (base,), None, span, result)
    if is_minus_one(exponent):
        d.square(base, "the inverse")
        return Draft("inverse", (base,), bare(exponent).span, span, var)
    raised = d.number(_exponent(d, exponent), EXPONENT)
    named = written(exponent) is not None
    d.square(base, constraints.OF_A_LETTER if named else constraints.POWER)
    return Draft("pow", (base, raised), None, span, var)


def _counts(d: Drafter, base: Draft, exponent: Node) -> bool:
    """T is a number here: the base is surely one, and T is declared or defined as one, or the base has no letters.

    *Fails* where T is said to be a number and nothing says whether a lower-case base is one.
    """
    if bare(exponent).kind not in ("Id", "Word") or base.op == "zero":
        return False
    symbol = d.scope.find("T")
    said = "T" in d.scope.bounded or any(f.startswith("sort:") for f in d.scope.conventions.facts.get("T", ()))
    if not d.solver.is_scalar(base.var):
        opened = base.op == "name" and base.data.declaration is None and not d.solver.is_known(base.var)
        if said and opened and not is_capital(base.data.name) and not base.data.name.startswith("bold_"):
            text = "this T can be read in two ways: as a transpose, and as an exponent"
            raise Refused("ambiguous", text, exponent.span, help="declare what it stands on, or write \\top for a transpose")
        return False
    known = said or (symbol is not None and symbol.declaration is not None) or "T" in d.scope.evidence.defined
    return known or not symbols_in(base)


def _exponent(d: Drafter, node: Node) -> Draft:
    """An exponent; a number written out with a sign or as a fraction is that number."""
    node = bare(node)
    value = _literal(node)
    if value is not None:
        return Draft("num", (), value, node.span, SCALAR)
    exponent = d.draft(node)
    _no_array(d, exponent, "an array as an exponent")
    return exponent


def _literal(node: Node) -> Fraction | None:
    node = bare(node)
    if node.kind == "Num":
        return Fraction(str(node.value))
    if node.kind == "Neg":
        value = _literal(node.children[0])
        return None if value is None else -value
    if node.kind == "Frac" or (node.kind == "Product" and node.value == ("/",)):
        top, bottom = map(_literal, node.children)
        return top / bottom if top is not None and bottom else None
    return None


def _conjugate(d: Drafter, node: Node, base: Node) -> Draft:
    """`z^*`: the conjugate of a number; of a name that is not complex, another name.

    *Fails* for a letter of which nothing says whether it is complex, and for arrays.
    """
    name = written(base)
    if name is not None:
        starred = written(node) or name
        symbol, evidence = d.scope.find(name.text), d.scope.evidence
        if d.scope.find(starred.text) is not None or (symbol is not None and symbol.sort not in (None, "complex")):
            return name_draft(d, node, starred)
        if symbol is None or symbol.sort is None:
            alone = name.text in evidence.alone
            if not (d.complex_here or (alone and evidence.complex) or base_letter(name.text) in COMPLEX_LETTERS):
                if not alone:
                    return name_draft(d, node, starred)
                text = Message("{}^* can be read in two ways: the conjugate of {}, and another name", name.text, name.text)
                raise Refused("ambiguous", text, node.span, help="say whether it is a complex number")
    inside = d.draft(base)
    if inside.var != SCALAR:
        d.wait(lambda: constraints.starred(d.solver, inside.var), (inside.var,), node.span)
    _make_complex(inside)
    return Draft("fun", (inside,), "conj", node.span, SCALAR)


def _dagger(d: Drafter, node: Node, base: Node) -> Draft:
    """`u^\\dagger`: the conjugate transpose of a complex array; a real matrix may have a pseudo-inverse instead."""
    marked = written(node)
    if marked is not None and d.scope.find(marked.text) is not None:
        return name_draft(d, node, marked)
    inside = d.draft(base)
    if _is_complex(inside):
        return _adjoint(d, inside, node.span)
    text = "this dagger can be read in two ways: as the conjugate transpose, and as the pseudo-inverse"
    raise Refused("ambiguous", text, node.span, help="declare what it stands on as complex, or write a transpose")


def _adjoint(d: Drafter, inside: Draft, span: Span) -> Draft:
    conjugate = Draft("fun", (inside,), "conj", span, inside.var)
    if inside.var == SCALAR:
        return conjugate
    solver, result = d.solver, d.solver.fresh()
    d.wait(lambda: constraints.transposed(solver, result, inside.var), (result, inside.var), span)
    return Draft("transpose", (conjugate,), None, span, result)


def _is_complex(draft: Draft) -> bool:
    """Whether a name in an expression is known to be complex."""
    return any(s.sort == "complex" for s in symbols_in(draft))


def _is_letter(node: Node, letter: str) -> bool:
    node = bare(node)
    while node.kind == "Font" and node.children:
        node = bare(node.children[0])
    return node.kind in ("Id", "Word") and node.value == letter


def _make_complex(inside: Draft) -> None:
    if inside.op == "name" and inside.data.sort is None:
        inside.data.sort = "complex"


def _accent(d: Drafter, node: Node) -> Draft:
    """`\\overline z` is the conjugate, `\\bar z` of a complex number too; other accents make names."""
    base = bare(node.children[0])
    name = written(node)
    if name is not None and d.scope.find(name.text) is not None:
        return name_draft(d, node, name)
    if node.value in ("overline", "bar"):
        inside = written(base)
        symbol = d.scope.find(inside.text) if inside is not None else None
        facts = d.scope.conventions.facts.get(inside.text, frozenset()) if inside is not None else frozenset()
        said = next((sort for fact, sort in SORT_FACTS.items() if fact in facts), None)
        known = symbol.sort if symbol is not None else said  # the same wherever the letter stands in the formula
        undeclared = known is None and node.value == "overline" and (d.complex_here or inside is None)
        own = name is not None and name.text in d.scope.given_names
        undeclared = undeclared or (
            known is None and inside is not None and inside.text in d.scope.evidence.conjugated and not own
        )
        if (
            (inside is not None and not own and d.scope.is_complex(inside.text))
            or undeclared
            or (inside is None and d.complex_here)
        ):
            z = d.draft(base)
            _make_complex(z)
            return Draft("fun", (z,), "conj", node.span, z.var)
    if name is None:
        raise Refused("not-supported", Message("{} over an expression is not supported here", node.value), node.span)
    return name_draft(d, node, name)


def _font(d: Drafter, node: Node) -> Draft:
    return d.draft(node.children[0])


def _brace(d: Drafter, node: Node) -> Draft:
    """What stands under or over a brace; a label that says something of it is not read, so neither is the whole."""
    label = node.children[1] if len(node.children) > 1 else None
    if label is not None and any(part.kind in ("Chain", "Implies", "Iff") for part in label.walk()):
        text = "what this brace says of the terms at it is not checked: write it as a step of its own"
        raise Refused("not-supported", text, label.span)
    return d.draft(node.children[0])


def _matrix(d: Drafter, node: Node) -> Draft:
    """A matrix written out, of numbers; between bars its determinant."""
    environment, rows, cols = node.value if isinstance(node.value, tuple) and len(node.value) == 3 else ("", 0, 0)
    if rows * cols != len(node.children) or not node.children:  # type: ignore[operator]
        raise Refused("not-supported", "the rows of this matrix differ in length", node.span)
    drafts = tuple(d.draft(c) for c in node.children)
    if any(d.solver.is_array(c.var) for c in drafts):
        raise Refused("not-supported", BLOCKS, node.span)
    cells = tuple(d.number(c, BLOCKS) for c in drafts)
    solver = d.solver
    var = solver.fresh()
    solver.set_dims(var, solver.rigid(Size.of(int(rows))), solver.rigid(Size.of(int(cols))))
    if environment == "tuple":
        d.choices.add("tuple")  # that it is a vector is a reading
    made = Draft("matrix", cells, (rows, cols), node.span, var)
    if environment == "vmatrix":
        d.square(made, "the determinant")
        return Draft("det", (made,), None, node.span, SCALAR)
    return made


_UNNAMED: Mapping[str, Callable[[Drafter, Node], Draft]] = {
    "Sub": _sub,
    "Accent": _accent,
    "Font": _font,
    "Prime": lambda d, node: _refuse_prime(node),
    "Id": _dots,
    "Word": _dots,
}


def _refuse_prime(node: Node) -> Draft:
    raise Refused("not-supported", "a prime on an expression is not supported here yet", node.span)


ARITHMETIC: Mapping[str, Callable[[Drafter, Node], Draft]] = {
    "Num": _num,
    "Infinity": _infinity,
    "Dots": _dots,
    "Id": _named,
    "Word": _named,
    "Sub": _named,
    "Font": _named,
    "Prime": _named,
    "Accent": _accent,
    "Group": _group,
    "Add": _add,
    "Neg": _neg,
    "Frac": _frac,
    "Binom": _binom,
    "Sqrt": _sqrt,
    "Factorial": _factorial,
    "Abs": _abs,
    "Norm": _norm,
    "Floor": _rounded("floor"),
    "Ceil": _rounded("ceiling"),
    "Inner": _inner,
    "Sup": _sup,
    "Matrix": _matrix,
    "Brace": _brace,
}
