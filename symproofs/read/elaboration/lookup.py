"""Looking up names: what a written name stands for, and which subscripts are indices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read.elaboration import constraints
from symproofs.read.elaboration.conventions import INDEX_LETTERS, REFERENCES
from symproofs.read.elaboration.draft import Draft, Drafter
from symproofs.read.elaboration.evidence import MENTIONED, names_in
from symproofs.read.elaboration.inference import SCALAR, UNIT, Conflict
from symproofs.read.elaboration.names import (
    Written,
    bare,
    is_capital,
    is_computed,
    is_word,
    letters_in,
    looks_of,
    script_items,
    script_text,
    written,
)
from symproofs.read.elaboration.scope import Refused, Scope, Symbol
from symproofs.read.elaboration.sizes import size_from
from symproofs.read.tree import Node


def name_draft(d: Drafter, node: Node, name: Written) -> Draft:
    """What a written name stands for: bound, declared, indexed, a constant, or open."""
    scope, text = d.scope, name.text
    _check_look(scope, node)
    symbol = scope.find(text)
    bound = bool(scope.local) and any(part in scope.local for s in name.subscripts for part in letters_in(s))
    if name.subscripts and (symbol is None or bound) and text not in scope.evidence.parameters:
        indexed = _indexed(d, node, name)
        if indexed is not None:
            if symbol is not None:
                d.same(indexed.var, symbol.var, node.span)
            return indexed
        if bound or _picks_from_array(scope, name):
            raise Refused("not-supported", "what this index picks is not supported here yet", node.span)
    if name.subscripts and symbol is None and _is_last(scope, name):
        raise Refused(
            "not-supported", "the last member of a family, or the last entry of a vector, is not supported here yet", node.span
        )
    if symbol is not None and text in ("bold_1", "bold_0") and symbol.declaration is not None:
        return _declared_constant(d, node, symbol)
    if "identity" in scope.conventions.facts.get(text, ()) and (not name.subscripts or (symbol and name.base in OF_A_SIZE)):
        return _declared_identity(d, node, symbol)
    if (symbol is None or symbol.declaration is None) and not _said(scope, text):
        known = CONSTANTS.get(name.base)
        made = known(d, node, name) if known is not None and (symbol is None or symbol.role == "value") else None
        if made is not None:
            return made
    if symbol is None:
        if text in REFERENCES:
            raise Refused("undeclared", Message("what {} refers to is not known here", text), node.span)
        if is_computed(name):
            raise Refused("not-supported", "a subscript that is computed is not supported here yet", name.subscripts[-1].span)
        if text in scope.evidence.heads or (text in MENTIONED and scope.evidence.is_function(text)):
            raise Refused("sort-conflict", Message("{} is a function, a value is needed here", text), node.span)
        family = _family_key(name)
        symbol = scope.open(text, node.span, family)
    return symbol_draft(d, symbol, node.span)


def _picks_from_array(scope: Scope, name: Written) -> bool:
    """`M_{I_i, k}` of a declared matrix: several subscripts pick an entry, they make no name of their own."""
    symbol = scope.find(name.base)
    declared = symbol is not None and symbol.declaration is not None and symbol.declaration.type.is_tensor
    return declared and len(name.subscripts) == 1 and len(script_items(name.subscripts[0])) > 1


def _is_last(scope: Scope, name: Written) -> bool:
    """`x_n` of x_1, …, x_n, of a vector x with n entries, of a family: the subscript is how many there are."""
    script = written(name.subscripts[-1])
    size = scope.find(script.text) if script is not None else None
    if len(name.subscripts) != 1 or size is None or size.role != "size":
        return False
    for text in (name.base, f"{name.base}_"):
        symbol = scope.find(text)
        ranges = list(symbol.sizes) if symbol is not None and symbol.role == "family" else []
        if symbol is not None and symbol.role == "value" and not scope.solver.is_scalar(symbol.var):
            ranges = list(scope.solver.dims(symbol.var) or ())
        if any((known := scope.solver.size(k)) is not None and known.names == {size.name} for k in ranges):
            return True
    return scope.find(name.base) is None and name.base not in OF_A_SIZE and scope.evidence.is_family(name.base)


OF_A_SIZE = frozenset(("I", "bold_I", "bold_1", "bold_0"))
"""Constants whose subscripts say how large they are: I_m and I_n are no members of a family."""


def _declared_constant(d: Drafter, node: Node, symbol: Symbol) -> Draft:
    """`\\mathbf 1 ∈ ℝ^n` is the vector of ones of this size, `\\mathbf 0` the zero vector."""
    d.use(symbol)
    return Draft("ones" if symbol.name == "bold_1" else "zero", (), None, node.span, symbol.var)


def _declared_identity(d: Drafter, node: Node, symbol: Symbol | None) -> Draft:
    """A name that prose says to be an identity matrix."""
    solver, size = d.solver, d.solver.fresh_size()
    var = solver.fresh()
    solver.set_dims(var, size, size)
    if symbol is not None:
        d.same(var, symbol.var, node.span)
        d.use(symbol)
    return Draft("identity", (), size, node.span, var)


def _check_look(scope: Scope, node: Node) -> None:
    """*Fails* where two names of the section that look different are spelled alike (`\\mathcal X`, `\\text{Xcal}`)."""
    for text, _ in looks_of(node):
        if len(scope.evidence.looks.get(text, ())) > 1:
            raise Refused("ambiguous-name", Message("two names that look different are spelled alike here: {}", text), node.span)


def _said(scope: Scope, name: str) -> bool:
    """Whether prose says what a name is: then it is no constant (`i` is an integer)."""
    return any(f.startswith("sort:") or f in ("size", "index") for f in scope.conventions.facts.get(name, ()))


def symbol_draft(d: Drafter, symbol: Symbol, span: Span) -> Draft:
    if symbol.role == "size":
        return Draft("size", (), d.use(symbol).name, span, SCALAR)
    if symbol.role in ("function", "family"):
        what = "a function" if symbol.role == "function" else "a family"
        raise Refused("sort-conflict", Message("{} is {}, a value is needed here", symbol.name, what), span)
    return Draft("name", (), d.use(symbol), span, symbol.var)


def _family_key(name: Written) -> str | None:
    """`k_i` and `k_j` share their shape where nothing is declared: one lower-case letter as subscript."""
    if len(name.subscripts) != 1 or is_capital(name.base):
        return None
    script = bare(name.subscripts[0])
    if script.kind == "Id" and str(script.value) in INDEX_LETTERS:
        return name.base
    return None


def _constant(text: str) -> Callable[[Drafter, Node, Written], Draft | None]:
    def make(d: Drafter, node: Node, name: Written) -> Draft | None:
        return None if name.subscripts else Draft("const", (), text, node.span, SCALAR)

    return make


def base_e(d: Drafter, node: Node, name: Written) -> Draft | None:
    """e is the base of exponentials unless the section transposes it or defines it by an equation."""
    if name.subscripts or "e" in d.scope.evidence.transposed or "e" in d.scope.evidence.heads:
        return None
    return Draft("const", (), "e", node.span, SCALAR)


def _imaginary(d: Drafter, node: Node, name: Written) -> Draft | None:
    """i is the imaginary unit where it is neither bound nor declared nor an index in this formula or section.

    A letter that is only bound by sums elsewhere is no index where it stands free.
    """
    evidence = d.scope.evidence
    only_bound = not evidence.free_indices & {"i"} and "i" not in evidence.defined
    if name.subscripts or d.indexed_here or ("i" in evidence.indices and not d.complex_here and not only_bound):
        return None
    if "i" in evidence.indices:
        d.choices.add("i")
        if not d.complex_here:
            d.doubts["i is an index elsewhere and is read as the imaginary unit here"] = None
    return Draft("const", (), "i", node.span, SCALAR)


def _identity(d: Drafter, node: Node, name: Written) -> Draft | None:
    """I is the identity of the size that fits where the section has matrices; `I_n` has its size written.

    Where it has only vectors, I is one unless an equation says what it is.
    """
    solver, scope = d.solver, d.scope
    if len(name.subscripts) > 1 or not (scope.evidence.matrices or name.base == "bold_I" or _has_matrices(scope)):
        sized = all(_is_known_size(scope, s) for s in name.subscripts)
        if len(name.subscripts) > 1 or not sized or not _beside_arrays(scope, name.base):
            return None
    size = solver.fresh_size()
    d.choices.add("I")
    if name.subscripts:
        known = size_of(d, name.subscripts[0])
        if known is None:
            return None
        size = known
    var = solver.fresh()
    if d.any_identity:
        return Draft("identity", (), size, node.span, var)
    solver.set_dims(var, size, size)
    solver.tensor(var)  # no default makes a number of it
    return Draft("identity", (), size, node.span, var)


def _beside_arrays(scope: Scope, letter: str) -> bool:
    """Whether I may be an identity: arrays are declared, and no equation says what I is."""
    arrays = any(row.type.is_tensor for row in scope.context.declarations.values())
    return arrays and letter not in scope.evidence.defined


def _is_known_size(scope: Scope, node: Node) -> bool:
    size = size_from(node)
    symbols = [scope.find(n) for n in size.names] if size is not None else []
    return size is not None and all(s is not None and s.role == "size" for s in symbols)


def _entry_of_identity(d: Drafter, node: Node, base: Written, items: tuple[Node, ...]) -> Draft | None:
    """`I_{ij}` is δ_ij where I is an identity."""
    if base.text not in ("I", "bold_I") or len(items) != 2 or not all(is_index(d, i, True) for i in items):
        return None
    if not (d.scope.evidence.matrices or _beside_arrays(d.scope, base.text)) or base.text in d.scope.evidence.defined:
        return None
    identity = _identity(d, node, base)
    return None if identity is None else entry_draft(d, identity, items, node.span)


def _kronecker(d: Drafter, node: Node, base: Written, items: tuple[Node, ...]) -> Draft | None:
    """`\\delta_{ij}` is 1 where i = j, else 0, unless the section says what it is. *Fails* for what is no index."""
    evidence = d.scope.evidence
    if base.text != "delta" or base.subscripts or len(items) != 2 or "delta" in evidence.alone:
        return None
    own = {n for n in evidence.defined if n == "delta" or n.startswith("delta_")}
    if own & d.scope.given_names or not all(_is_of_indices(d.scope, n) for n in own):
        return None
    for item in items:
        number = written(item)
        if number is not None and _is_said_number(d.scope, number):
            raise not_said_index(number)
    if not all(is_index(d, i, True) for i in items):
        raise Refused("not-supported", "this delta is supported for indices of one range only", node.span)
    solver = d.solver
    size, var = solver.fresh_size(), solver.fresh()
    solver.set_dims(var, size, size)
    d.choices.add("delta")
    return entry_draft(d, Draft("identity", (), size, node.span, var), items, node.span)


def _is_of_indices(scope: Scope, name: str) -> bool:
    """Whether the letters below a delta are two declared indices: an equation says something of it and defines nothing."""
    symbols = [scope.find(letter) for letter in name.removeprefix("delta_")]
    return len(symbols) == 2 and all(s is not None and s.role == "index" and s.declaration is not None for s in symbols)


def _has_matrices(scope: Scope) -> bool:
    return any(row.type.is_tensor and not row.type.is_vector for row in scope.context.declarations.values())


def _filled(head: str) -> Callable[[Drafter, Node, Written], Draft | None]:
    def make(d: Drafter, node: Node, name: Written) -> Draft | None:
        solver = d.solver
        if len(name.subscripts) > 1:
            return None
        var = solver.fresh()
        size = size_of(d, name.subscripts[0]) if name.subscripts else None
        if name.subscripts and size is None:
            raise Refused("not-supported", "an indicator is not supported here yet", node.span)
        solver.set_dims(var, solver.fresh_size() if size is None else size, UNIT)
        solver.tensor(var)
        return Draft(head, (), None, node.span, var)

    return make


CONSTANTS: Mapping[str, Callable[[Drafter, Node, Written], Draft | None]] = {
    "pi": _constant("pi"),
    "e": base_e,
    "i": _imaginary,
    "I": _identity,
    "bold_I": _identity,
    "bold_1": _filled("ones"),
    "bold_0": _filled("zero"),
}


def size_of(d: Drafter, node: Node) -> int | None:
    """The size variable that a node writes (`n`, `2d`, `d/2`), if it writes one."""
    size = size_from(node)
    if size is None or (size.literal is not None and size.literal < 1):
        return None
    for name in sorted(size.names):
        symbol = d.scope.find(name)
        if symbol is None:
            symbol = d.scope.open(name, node.span)
            symbol.role, symbol.sort, symbol.var = "size", "natural", SCALAR
        if symbol.role != "size" and not (symbol.role == "value" and symbol.declaration is None):
            return None
        if symbol.role == "value":
            symbol.role, symbol.sort = "size", "natural"
            d.same(symbol.var, SCALAR, node.span)
        d.use(symbol)
    return d.solver.rigid(size)


# --- subscripts that are indices


def _indexed(d: Drafter, node: Node, name: Written) -> Draft | None:
    """`x_i` of a declared vector, `k_i` of a family, or of an open base with a bound or declared index."""
    *others, script = name.subscripts
    base = Written(name.base, tuple(others), name.span)
    symbol = d.scope.find(base.text)
    twin = d.scope.find(f"{base.text}_")
    if twin is not None and twin.role == "family":
        symbol = twin
    by_subscript = _made_anew(d, symbol, base, script) or _by_subscript(d, symbol, base)
    if by_subscript is not None:
        return call(d, by_subscript, script_items(script), node.span)
    items = index_items(script, _wanted(d, symbol))
    if items is None:
        return None
    if symbol is None:
        of_identity = _entry_of_identity(d, node, base, items) or _kronecker(d, node, base, items)
        if of_identity is not None:
            return of_identity
    if symbol is not None and symbol.role == "family":
        of_member = _entry_of_member(d, symbol, items, node.span)
        if of_member is not None:
            return of_member
        if len(items) != len(symbol.sizes) or not all(is_index(d, i, True) for i in items):
            return None
        indices = tuple(index_draft(d, i, size) for i, size in zip(items, symbol.sizes, strict=True))
        return Draft("member", indices, d.use(symbol), node.span, symbol.var)
    if symbol is not None and symbol.role == "value" and symbol.declaration is not None:
        return _entry_of_declared(d, node, symbol, items)
    if symbol is not None and symbol.role != "value":
        return None
    if not all(is_index(d, i, True) for i in items):
        return None
    if symbol is not None and name.text in d.scope.conventions.entries:
        return entry_draft(d, symbol_draft(d, symbol, base.span), items, node.span)
    if symbol is not None and base.text in d.scope.evidence.defined and d.solver.is_array(symbol.var) is True:
        return entry_draft(d, symbol_draft(d, symbol, base.span), items, node.span)  # `ŷ = softmax(z)`, then `ŷ_o`
    before = d.scope.soft_row(base.text)
    if symbol is None and before is not None and before.type.is_tensor and not before.type.over:
        symbol = d.scope.open(base.text, base.span)  # `y = e_k` above, then `y_i`
        return entry_draft(d, symbol_draft(d, symbol, base.span), items, node.span)
    soft = (d.scope.soft_row(text) for text in (base.text, f"{base.text}_"))
    family = d.scope.evidence.is_family(base.text) or any(row is not None and row.type.over for row in soft)
    if not family and not any(_is_bound(d, i) for i in items):
        return None
    return _entry_of_open(d, node, base, items)


def _entry_of_member(d: Drafter, symbol: Symbol, items: tuple[Node, ...], span: Span) -> Draft | None:
    """`x_{ik}` of vectors x_i: the k-th entry of the i-th."""
    count = len(symbol.sizes)
    if len(items) != count + 1 or not all(is_index(d, i, True) for i in items) or d.solver.is_array(symbol.var) is not True:
        return None
    indices = tuple(index_draft(d, i, size) for i, size in zip(items[:count], symbol.sizes, strict=True))
    return entry_draft(d, Draft("member", indices, d.use(symbol), span, symbol.var), items[count:], span)


def _by_subscript(d: Drafter, symbol: Symbol | None, base: Written) -> Written | None:
    """The function that a base is of its subscript: defined so in the section, or before it."""
    if symbol is not None:
        return base if symbol.role == "function" and len(symbol.parameters) == 1 else None
    soft = d.scope.soft_row(base.text)
    if base.text in d.scope.evidence.alone:
        return None
    if base.text in d.scope.evidence.by_subscript or (soft is not None and soft.type.parameters is not None):
        return base
    return None


def _made_anew(d: Drafter, symbol: Symbol | None, base: Written, script: Node) -> Written | None:
    """The function `q_` of a vector q where `q_m = R(mθ) q` makes another vector of it for every number m.

    An index that nothing says to be a number still picks an entry of q.
    """
    scope = d.scope
    if symbol is None or symbol.role != "value" or symbol.declaration is None or base.subscripts:
        return None
    own = Written(f"{base.text}_", (), base.span)
    letters = scope.evidence.anew.get(base.text)
    row = scope.soft_row(own.text)
    if not letters and (row is None or row.type.parameters is None):
        return None
    heads = {letter for texts in scope.evidence.anew.values() for letter in texts}
    numbers = list(names_in(script))
    said = numbers and all(n.text in heads or _is_said_number(scope, n) for n in numbers)
    return own if said and not any(n.text in scope.local for n in numbers) else None


def _is_defined(scope: Scope, name: str) -> bool:
    """Whether a word is a function that the document defines or speaks of."""
    said = "shape:function" in scope.conventions.facts.get(name, ())
    return (
        said
        or name in scope.evidence.heads | scope.evidence.by_rows
        or name in scope.evidence.by_subscript
        or scope.soft_row(name) is not None
    )


def call(d: Drafter, name: Written, items: tuple[Node, ...], span: Span) -> Draft:
    """The value of a function that the document declares, defines or only names."""
    scope, solver = d.scope, d.solver
    symbol = scope.find(name.text)
    args = tuple(d.draft(i) for i in items)
    if not args:
        raise Refused("not-supported", "a function without an argument is not supported here", span)
    if symbol is None and is_word(name.text) and not _is_defined(scope, name.text):
        raise Refused("undeclared", Message("nothing is known of the function {}", name.text), name.span)
    if symbol is None:
        symbol = scope.symbols[name.text] = Symbol(name.text, "function", solver.fresh(), name.span)
        symbol.parameters = [solver.fresh() for _ in args]
        symbol.parameter_sorts = [None] * len(args)
    if symbol.role != "function":
        raise Refused("sort-conflict", Message("{} is used as a value elsewhere and as a function here", name.text), span)
    if len(args) != len(symbol.parameters):
        text = Message("{} takes {} arguments, {} are written", name.text, len(symbol.parameters), len(args))
        raise Refused("sort-conflict", text, span)
    for arg, parameter in zip(args, symbol.parameters, strict=True):
        d.same(parameter, arg.var, arg.span, Message("{} is applied to another shape here", name.text))
    return Draft("call", args, d.use(symbol), span, symbol.var)


def _wanted(d: Drafter, symbol: Symbol | None) -> int:
    """How many indices a symbol takes, 0 where that is not known."""
    if symbol is None:
        return 0
    if symbol.role == "family":
        return len(symbol.sizes)
    dims = d.solver.dims(symbol.var)
    return 0 if dims is None else sum(k != UNIT for k in dims)


def index_items(script: Node, wanted: int) -> tuple[Node, ...] | None:
    """The indices that a subscript writes: between commas, or letter by letter (`ij`, `12`)."""
    items = script_items(script)
    if len(items) > 1:
        return tuple(map(bare, items))
    one = items[0]
    if one.kind == "Product" and not any(one.value or ()) and script_text(one) is not None and len(one.children) <= 3:  # type: ignore[arg-type]
        return one.children
    if one.kind == "Num" and wanted == 2 and len(str(one.value)) == 2 and str(one.value).isdigit():
        span = one.span
        cut = span.start + 1 if span.end - span.start == 2 else span.end
        first = Node("Num", Span(span.start, cut), (), str(one.value)[0])
        return first, Node("Num", Span(min(cut, span.end), span.end), (), str(one.value)[1])
    return (one,)


def _is_bound(d: Drafter, node: Node) -> bool:
    """An index that a sum binds, or that is declared as one."""
    name = written(node)
    symbol = d.scope.find(name.text) if name is not None else None
    return symbol is not None and symbol.role == "index"


def is_index(d: Drafter, node: Node, open_letters: bool) -> bool:
    if node.kind == "Num":
        return "." not in str(node.value)
    name = written(node)
    if name is None:
        return False
    symbol = d.scope.find(name.text)
    if symbol is not None:
        return symbol.role == "index" or (symbol.role == "value" and symbol.declaration is None and open_letters)
    return open_letters and not is_capital(name.base) and (name.base in INDEX_LETTERS or bool(name.subscripts))


def _is_said_number(scope: Scope, index: Written) -> bool:
    """Whether a declaration says of a name that it is a number, or bounds it, and nothing says that it is an index."""
    name = index.text
    symbol, facts = scope.find(name), scope.conventions.facts.get(name, frozenset())
    if (symbol is not None and symbol.role == "index") or "index" in facts:
        return False
    declared = symbol is not None and symbol.role == "value" and symbol.declaration is not None and symbol.var == SCALAR
    bounded = name in scope.bounded and scope.bounded[name] < index.span.start
    said = any(f.startswith("sort:") for f in facts) and scope.conventions.since.get(name, 0) <= index.span.start
    return declared or bounded or said


def not_said_index(name: Written) -> Refused:
    text = Message("{} is said to be a number, and nothing says that it is an index of what stands here", name.text)
    return Refused("sort-conflict", text, name.span)


def index_draft(d: Drafter, node: Node, size: int) -> Draft:
    """An index of a range: a number, or a name that thereby is an index of that range.

    *Fails* for a number that need not lie in the range.
    """
    if node.kind == "Num":
        return Draft("num", (), Fraction(str(node.value)), node.span, SCALAR)
    name = written(node)
    assert name is not None
    symbol = d.scope.find(name.text)
    solver = d.solver
    if _is_said_number(d.scope, name):
        raise not_said_index(name)
    if symbol is None or (symbol.role == "value" and symbol.declaration is None):
        symbol = d.scope.indices[name.text] = Symbol(name.text, "index", SCALAR, node.span)
        symbol.sort, symbol.sizes = "natural", [size]
    elif symbol.sizes:
        own = symbol.sizes[0]

        def fire() -> bool:
            first, second = solver.size(own), solver.size(size)
            less = second - first if first is not None and second is not None else None
            if less is not None and not less.parts and less.constant > 0:  # part of the range: no conflict of shapes
                raise Conflict(Message("an index that runs over {} picks from {} here", first, second), loose=True)
            solver.same_size(own, size)
            return True

        d.wait(fire, (), node.span)
    return Draft("name", (), d.use(symbol), node.span, SCALAR)


def _entry_of_declared(d: Drafter, node: Node, symbol: Symbol, items: tuple[Node, ...]) -> Draft | None:
    dims = d.solver.dims(symbol.var)
    if dims is None or dims == (UNIT, UNIT):
        return None
    axes = [k for k in dims if k != UNIT]
    if len(items) != len(axes):
        if len(items) == 1 and _is_bound(d, items[0]):
            raise Refused("not-supported", "a row or column picked out of a matrix is not supported here yet", node.span)
        return None
    for item in items:
        number = written(item)
        if number is not None and len(number.text) == 1 and _is_said_number(d.scope, number):
            raise not_said_index(number)
    if not all(is_index(d, i, True) for i in items):
        return None
    array = Draft("name", (), d.use(symbol), node.span, symbol.var)
    indices = tuple(index_draft(d, i, k) for i, k in zip(items, axes, strict=True))
    return Draft("entry", (array, *indices), None, node.span, SCALAR)


def _entry_of_open(d: Drafter, node: Node, base: Written, items: tuple[Node, ...]) -> Draft:
    """A base that nothing declares, with indices: an array where it is one elsewhere, else a family.

    Where the letter also stands alone as something else (a total `I` of currents `I_k`) the family has a name of
    its own.
    """
    scope, evidence, text = d.scope, d.scope.evidence, base.text
    capital = text.upper() if len(text) == 1 else ""
    known = scope.symbols.get(text)
    if len(items) == 2 and capital != text and capital in scope.symbols and text not in evidence.alone:
        return entry_draft(d, symbol_draft(d, scope.symbols[capital], base.span), items, node.span)
    bound = any(i.kind != "Num" and (n := written(i)) is not None and n.text in scope.local for i in items)
    alone = text in evidence.alone or known is not None
    of_array = known is not None and text in evidence.defined and d.solver.is_array(known.var) is True
    if len(items) > 1 or text in evidence.vectors or (alone and (bound or of_array) and text not in evidence.generic):
        symbol = scope.open(text, base.span)
        return entry_draft(d, Draft("name", (), d.use(symbol), base.span, symbol.var), items, node.span)
    family = scope.symbols.get(f"{text}_" if alone else text)
    if family is None:
        family = _open_family(d, f"{text}_" if alone else text, base.span, len(items))
    indices = tuple(index_draft(d, i, k) for i, k in zip(items, family.sizes, strict=True))
    return Draft("member", indices, d.use(family), node.span, family.var)


def _open_family(d: Drafter, text: str, span: Span, count: int) -> Symbol:
    solver = d.solver
    family = d.scope.symbols[text] = Symbol(text, "family", solver.fresh(), span)
    family.sizes = [solver.fresh_size() for _ in range(count)]
    return family


def entry_draft(d: Drafter, array: Draft, items: tuple[Node, ...], span: Span) -> Draft:
    """The entry of any array expression."""
    solver, var = d.solver, array.var
    sizes = [solver.fresh_size() for _ in items]
    indices = tuple(index_draft(d, i, k) for i, k in zip(items, sizes, strict=True))
    axes = tuple(None if a.op == "num" else k for a, k in zip(indices, sizes, strict=True))
    if len(items) == 1:
        d.wait(lambda: solver.is_known(var) or _column(d, var), (), span)
    else:
        d.tensor(var, span)
    d.wait(lambda: constraints.entry(solver, var, axes), (var,), span)
    return Draft("entry", (array, *indices), None, span, SCALAR)


def _column(d: Drafter, var: int) -> bool:
    solver = d.solver
    rows = d.scope.conventions.rows
    solver.set_dims(var, UNIT if rows else solver.fresh_size(), solver.fresh_size() if rows else UNIT)
    return True
