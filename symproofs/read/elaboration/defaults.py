"""What is assumed of the shapes that nothing in a section fixes, in a fixed order.

Transposed letters are columns, capitals are matrices where the section has matrices, a letter to the right of
a matrix is a column; what is left is a number. Each choice is taken back if it clashes with what is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from symproofs.read.elaboration.conventions import SCALAR_CAPITALS
from symproofs.read.elaboration.draft import Draft, picks, symbols_in
from symproofs.read.elaboration.inference import SCALAR, UNIT, Conflict, Solver
from symproofs.read.elaboration.names import base_letter, is_capital
from symproofs.read.elaboration.scope import Scope, Symbol
from symproofs.terms.context import Declaration

NEVER_COLUMNS = frozenset({"lambda", "alpha", "epsilon", "varepsilon", "eta", "gamma", "sigma", "delta"})
"""Letters that stay numbers to the right of a matrix."""


def settle(scope: Scope, drafts: Iterable[Draft]) -> set[str]:
    """Give every open name a shape; the names whose shape nothing but a default fixes."""
    solver = scope.solver
    products: list[Draft] = []
    binders: list[Draft] = []
    for draft in drafts:
        if draft.op == "mul" and draft.var != SCALAR:
            products.append(draft)
        elif draft.op in ("sum", "product"):
            binders.append(draft)
    inferred = [r for r in scope.soft if r.origin == "inferred"]
    known = {r.name for r in inferred}
    for symbol in _open(scope):
        if symbol.name not in known:
            _column_if_transposed(scope, symbol)
    _take_over(scope, inferred)
    for symbol in _open(scope):
        _column_if_transposed(scope, symbol)
    _take_over(scope, [r for r in scope.soft if r.origin == "assumed" and not r.type.is_scalar])
    assumed = {s.name for s in _open(scope) if not solver.is_known(s.var)}
    if scope.evidence.matrices or any(not _narrow(solver, s.var) for s in scope.symbols.values() if s.hard):
        _capitals(scope)
        for product in products:
            _columns(solver, product)
    _retry(solver)
    _ranges(solver, binders)
    solver.late = True
    for product in products:
        for factor in product.args:
            if factor.op in ("name", "member") and not solver.is_known(factor.var) and not solver.is_known(product.var):
                _try(solver, lambda v=factor.var: solver.set_dims(v, UNIT, UNIT))  # type: ignore[misc]
    for symbol in _open(scope):
        if not solver.is_known(symbol.var):
            _try(solver, lambda s=symbol: solver.set_dims(s.var, UNIT, UNIT))  # type: ignore[misc]
    for wait in list(solver.waits):
        for v in wait.variables:
            if not wait.done and not solver.is_known(v):
                _try(solver, lambda v=v: solver.set_dims(v, UNIT, UNIT))  # type: ignore[misc]
    solver.late, solver.final = False, True
    _retry(solver)
    return assumed


def _retry(solver: Solver) -> None:
    """Try once more what waits."""
    for wait in list(solver.waits):
        if not wait.done:
            _try(solver, wait.fire)


def _capitals(scope: Scope) -> None:
    """Capitals are matrices, but for those that usually are numbers and are never transposed."""
    solver = scope.solver
    for symbol in _open(scope):
        shown = scope.evidence.transposed | scope.evidence.traced
        plain = base_letter(symbol.name) in SCALAR_CAPITALS and symbol.name not in shown
        if is_capital(symbol.name) and not plain and not solver.is_known(symbol.var):
            _try(solver, lambda s=symbol: solver.tensor(s.var))  # type: ignore[misc]


def _ranges(solver: Solver, binders: list[Draft]) -> None:
    """An index that picks nothing in the body of its sum runs over what the same letter runs over in another one."""
    known: dict[str, int] = {}
    for binder in binders:
        name, size = binder.data
        if solver.size(size) is not None or picks(binder.args[0], name):
            known.setdefault(name, size)
    for binder in binders:
        name, size = binder.data
        if name in known and solver.size(size) is None and not picks(binder.args[0], name):
            _try(solver, lambda a=size, b=known[name]: solver.same_size(a, b))  # type: ignore[misc]


def _open(scope: Scope) -> list[Symbol]:
    return [s for s in scope.symbols.values() if not s.hard and s.role in ("value", "family", "function")]


def _try(solver: Solver, change: Callable[[], object]) -> bool:
    mark = solver.mark()
    try:
        change()
        solver.run()
    except Conflict:
        solver.undo(mark)
        return False
    return True


def _narrow(solver: Solver, var: int) -> bool:
    """A number, a vector, or not known."""
    dims = solver.dims(var)
    return dims is None or UNIT in dims


def _take_over(scope: Scope, rows: list[Declaration]) -> None:
    """Declarations inferred in an earlier section hold here where they fit."""
    solver = scope.solver
    for row in rows:
        symbol = scope.symbols.get(row.name)
        if symbol is None or symbol.hard or symbol.role == "size":
            continue
        fits = _try(solver, lambda s=symbol, r=row: _adopt(scope, s, r))  # type: ignore[misc]
        if fits and symbol.sort is None and row.origin == "inferred":
            symbol.sort = row.type.sort


def _adopt(scope: Scope, symbol: Symbol, row: Declaration) -> None:
    kind = row.type
    if kind.index is not None and symbol.role == "value":
        scope.solver.same(symbol.var, SCALAR)
        symbol.role, symbol.sizes = "index", [scope.solver.rigid(kind.index)]
        return
    if kind.over and symbol.role == "family" and len(symbol.sizes) == len(kind.over):
        scope.solver.same(symbol.var, scope.shape_of(kind.member))
        for own, size in zip(symbol.sizes, kind.over, strict=True):
            scope.solver.same_size(own, scope.solver.rigid(size))
        return
    if kind.over or (kind.parameters is None) != (symbol.role == "value"):
        raise Conflict("another kind of name")
    scope.solver.same(symbol.var, scope.shape_of(kind))
    parameters = kind.parameters or ()
    if len(parameters) != len(symbol.parameters):
        raise Conflict("another number of arguments")
    for own, parameter in zip(symbol.parameters, parameters, strict=True):
        scope.solver.same(own, scope.shape_of(parameter))


def _column_if_transposed(scope: Scope, symbol: Symbol) -> None:
    """A lower-case letter that is transposed somewhere, or bold, is a column (a row where that is the convention)."""
    name, solver = symbol.name, scope.solver
    bold = name.startswith("bold_")
    if is_capital(name) or not (bold or name in scope.evidence.transposed):
        return
    side = 0 if scope.conventions.rows else 1

    def fix() -> None:
        solver.tensor(symbol.var)
        dims = solver.dims(symbol.var)
        assert dims is not None
        if UNIT not in dims:
            solver.same_size(dims[side], UNIT)

    _try(solver, fix)


def _columns(solver: Solver, product: Draft) -> None:
    """What is open right of a matrix or a row in a product that is stuck, and has no capitals, is a column."""
    for left, right in zip(product.args, product.args[1:], strict=False):
        dims = solver.dims(left.var)
        if solver.is_known(right.var) or dims is None or dims[1] == UNIT:
            continue
        open_names = [s.name for s in symbols_in(right) if not s.hard]
        if any(is_capital(n) for n in open_names) or (right.op == "name" and base_letter(right.data.name) in NEVER_COLUMNS):
            continue
        cols = dims[1]
        _try(solver, lambda v=right.var, c=cols: solver.set_dims(v, c, UNIT))  # type: ignore[misc]
