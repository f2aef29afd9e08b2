"""The names of a section while it is elaborated: what each stands for, declared or still open."""

from __future__ import annotations

from typing import Literal

from symproofs.diagnostics import Diagnostic, Note, Span
from symproofs.read.elaboration.conventions import SCALAR_PROPERTIES, SORT_FACTS, SQUARE_PROPERTIES, Conventions
from symproofs.read.elaboration.evidence import Evidence
from symproofs.read.elaboration.inference import SCALAR, UNIT, Conflict, Solver
from symproofs.terms.context import PROPERTIES, Context, Declaration
from symproofs.terms.size import Size
from symproofs.terms.types import Sort, Type

Role = Literal["value", "size", "index", "family", "function"]


class Refused(Exception):
    """A formula, or a part of one, that cannot be elaborated; `diagnostic` says why."""

    def __init__(self, code: str, message: str, span: Span | None, notes: tuple[Note, ...] = (), help: str | None = None) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, notes=notes, help=help)


class Symbol:
    """A name: its role, its shape variable, for a family or an index its ranges, for a function its parameters.

    `sort` is `None` while nothing says it. `hard` where declarations alone fix it.
    """

    __slots__ = ("bound", "declaration", "hard", "name", "parameter_sorts", "parameters", "role", "sizes", "sort", "span", "var")

    def __init__(self, name: str, role: Role, var: int, span: Span | None = None) -> None:
        self.name = name
        self.role: Role = role
        self.var = var
        self.span = span
        self.sizes: list[int] = []
        self.parameters: list[int] = []
        self.parameter_sorts: list[Sort | None] = []
        self.sort: Sort | None = None
        self.hard = False
        self.bound = False
        self.declaration: Declaration | None = None


class Scope:
    """Symbols by name over one solver. Bound names come and go in `local`."""

    def __init__(self, context: Context, conventions: Conventions, evidence: Evidence) -> None:
        self.context = context
        self.conventions = conventions
        self.evidence = evidence
        self.solver = Solver()
        self.solver.values.update(conventions.sizes)
        self.symbols: dict[str, Symbol] = {}
        self.local: dict[str, Symbol] = {}
        self.indices: dict[str, Symbol] = {}
        """Indices that nothing declares, of one formula: another one may use the letter for another range."""
        self.given_names: set[str] = set()
        """Names that a declaring formula defines: `let $\\bar z = …`."""
        self.bounded: dict[str, int] = {}
        """Names for which a declaring formula gives a bound, and from where on: `let $0 \\le j \\le n$`."""
        self.seen_complex: set[str] = set()
        """Names that an equation so far makes complex numbers: `z = x + iy`."""
        self.shared: dict[str, int] = {}
        self.shares = True
        """Whether `k_i` and `k_j` of which nothing is said have one shape."""
        self.soft: list[Declaration] = []
        """Declarations that were themselves inferred, in an earlier section: used where nothing else decides."""
        self._soft: dict[str, Declaration] = {}
        self.biases: set[str] = {n for n, facts in conventions.facts.items() if "row_bias" in facts}
        sizes: dict[str, None] = {}
        for row in context.declarations.values():
            if row.origin in ("inferred", "assumed"):
                self.soft.append(row)
                self._soft[row.name] = row
                continue
            self.declare(row)
            for size in sizes_of(row.type):
                sizes.update(dict.fromkeys(sorted(size.names)))
        for name in sizes:
            if name not in self.symbols:
                self.symbols[name] = self._size(name)

    def _size(self, name: str) -> Symbol:
        symbol = Symbol(name, "size", SCALAR)
        symbol.sort, symbol.hard = "natural", True
        return symbol

    def declare(self, row: Declaration) -> Symbol:
        """A symbol with a declared type."""
        kind, solver = row.type, self.solver
        if "row_bias" in row.properties:
            self.biases.add(row.name)
        if "size" in row.properties and kind.is_scalar and kind.index is None:
            symbol = self._size(row.name)
        else:
            role: Role = (
                "function" if kind.parameters is not None else "family" if kind.over else "index" if kind.index else "value"
            )
            symbol = Symbol(row.name, role, self.shape_of(kind), row.span)
            symbol.sort, symbol.hard = kind.sort, True
            if kind.index is not None:
                symbol.sizes = [solver.rigid(kind.index)]
            symbol.sizes.extend(solver.rigid(s) for s in kind.over)
            for parameter in kind.parameters or ():
                symbol.parameters.append(self.shape_of(parameter))
                symbol.parameter_sorts.append(parameter.sort)
        symbol.declaration = row
        self.symbols[row.name] = symbol
        return symbol

    def shape_of(self, kind: Type) -> int:
        """A shape variable with the shape of a type."""
        solver = self.solver
        rows, cols = solver.rigid(kind.rows), solver.rigid(kind.cols)
        if rows == UNIT == cols:
            return SCALAR
        var = solver.fresh()
        solver.set_dims(var, rows, cols)
        return var

    def find(self, name: str) -> Symbol | None:
        return self.local.get(name) or self.indices.get(name) or self.symbols.get(name)

    def is_complex(self, name: str) -> bool:
        """Whether a name is known to be complex: by a declaration, by prose, by an equation before."""
        symbol, soft = self.find(name), self.soft_row(name)
        if (symbol is not None and symbol.sort == "complex") or name in self.seen_complex:
            return True
        said = "sort:complex" in self.conventions.facts.get(name, ())
        return said or (soft is not None and soft.type.sort == "complex")

    def soft_row(self, name: str) -> Declaration | None:
        """What an earlier section inferred of a name."""
        return self._soft.get(name)

    def open(self, name: str, span: Span, family: str | None = None) -> Symbol:
        """A symbol for a name that nothing declares; members of one family share their shape."""
        symbol = self.symbols.get(name)
        if symbol is not None:
            return symbol
        if family is not None and self.shares:
            var = self.shared.get(family)
            if var is None:
                var = self.shared[family] = self.solver.fresh()
        else:
            var = self.solver.fresh()
        symbol = self.symbols[name] = Symbol(name, "value", var, span)
        self._apply_facts(symbol)
        return symbol

    def _apply_facts(self, symbol: Symbol) -> None:
        """What prose says of an undeclared name: a square matrix, a number of a sort, a row."""
        facts = self.conventions.facts.get(symbol.name)
        if not facts:
            return
        solver = self.solver
        try:
            if facts & SQUARE_PROPERTIES:
                size = solver.fresh_size()
                solver.set_dims(symbol.var, size, size)
            if "shape:row" in facts:
                solver.set_dims(symbol.var, UNIT, solver.fresh_size())
            elif "shape:column" in facts or ("shape:vector" in facts and "row_bias" not in facts):
                solver.set_dims(symbol.var, solver.fresh_size(), UNIT)
            elif "shape:matrix" in facts:
                solver.tensor(symbol.var)
            elif "shape:scalar" in facts or facts & SCALAR_PROPERTIES:
                solver.set_dims(symbol.var, UNIT, UNIT)
        except Conflict:
            pass  # facts that contradict each other say nothing of the shape; the solver is as it was
        for fact, sort in SORT_FACTS.items():
            if fact in facts:
                symbol.sort = sort
                if not solver.is_known(symbol.var) and not any(f.startswith("shape:") for f in facts):
                    solver.set_dims(symbol.var, UNIT, UNIT)
        if "size" in facts:
            symbol.role, symbol.sort = "size", "natural"

    def properties(self, name: str) -> frozenset[str]:
        declared = self.context.declarations.get(name)
        known = declared.properties if declared is not None else frozenset[str]()
        return known | frozenset(f for f in self.conventions.facts.get(name, ()) if f in PROPERTIES)


def sizes_of(kind: Type) -> list[Size]:
    sizes = [kind.rows, kind.cols, *kind.over, *([kind.index] if kind.index is not None else [])]
    for parameter in kind.parameters or ():
        sizes.extend(sizes_of(parameter))
    return sizes
