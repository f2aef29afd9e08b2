"""From a solved section to its reading: declarations, terms, and the judgement of `typing` on every part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from symproofs.diagnostics import Diagnostic, Note
from symproofs.messages import Message
from symproofs.read.elaboration.constructs import DRAFTS
from symproofs.read.elaboration.draft import Drafter, symbols_in
from symproofs.read.elaboration.equal_sizes import sizes_in
from symproofs.read.elaboration.finish import Finisher, is_complex
from symproofs.read.elaboration.inference import Conflict
from symproofs.read.elaboration.reading import Part, Reading, SectionReading
from symproofs.read.elaboration.scope import Refused, Scope, Symbol, sizes_of
from symproofs.read.elaboration.section import Elaborated, Section
from symproofs.read.elaboration.slips import mended, similar_letters
from symproofs.read.elaboration.statements import Claim, arrow, claim, member, relation, relations, statement
from symproofs.read.tree import Node
from symproofs.terms.context import Context, Declaration, Origin
from symproofs.terms.latex import statement_latex
from symproofs.terms.size import ONE
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    InProbability,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
)
from symproofs.terms.term import Term
from symproofs.terms.types import Type, scalar
from symproofs.terms.typing import Mistyped, shape_text, type_of

SIGNS = frozenset({"positive", "nonnegative", "negative", "nonzero"})

Made = tuple[Statement | None, Term | None, tuple[Statement, ...]]


class Results:
    """Makes the reading of a section; `assumed` are names with a default shape, `derived` those with an equation."""

    def __init__(self, section: Section, assumed: set[str], derived: set[str]) -> None:
        self.section = section
        self.scope = section.scope
        self.finisher = Finisher(section.scope)
        self.assumed_shapes = assumed
        self.derived = derived
        self.types: dict[str, Type] = dict(section.context.types)
        self.hard = self._hard_names()
        self.assumed: set[str] = set()

    def reading(self) -> SectionReading:
        section = self.section
        self._name_inner_products()
        terms = [[self._terms(made) for made in row] for row in section.rows]
        rows = self._rows()
        context = section.context.declare(*rows)
        readings = tuple(
            Reading(tuple(self._part(made, done, context) for made, done in zip(row, row_terms, strict=True)))
            for row, row_terms in zip(section.rows, terms, strict=True)
        )
        slips = tuple(similar_letters((f.node for f in section.formulas), section.scope))
        return SectionReading(context, readings, slips, frozenset(section.running), section.twice, tuple(section.signs))

    # --- declarations

    def _hard_names(self) -> set[str]:
        """Names that declarations alone fix: declared ones, and those that givens define by declared ones."""
        hard = {n for n, s in self.scope.symbols.items() if s.hard}
        for formula, row in zip(self.section.formulas, self.section.rows, strict=True):
            for made in row if formula.declares else ():
                for one in relations(made.claim) if made.claim is not None and made.problem is None else ():
                    for side, other in (one.drafts, one.drafts[::-1]):
                        inside = {s.name for s in symbols_in(other) if s.role != "index"}
                        if one.operator == "=" and side.op in ("name", "call", "member") and inside <= hard:
                            hard.add(side.data.name)
        return hard

    def _rows(self) -> list[Declaration]:
        """Declarations of the names that the readable parts use, but for letters that only stand alone."""
        used: dict[str, Symbol] = {}
        spoken: set[str] = set()
        for row in self.section.rows:
            for made in row:
                if made.problem is None:
                    for name, symbol in made.names.items():
                        used.setdefault(name, symbol)
                    if made.expression is None or made.expression.op != "name":
                        spoken.update(made.names)
        rows: list[Declaration] = []
        for name, symbol in used.items():
            if symbol.declaration is None:
                made_row = self._declaration(symbol)
                self.types[name] = made_row.type
                if name in spoken:
                    rows.append(made_row)
        rows.extend(self._only_signs({r.name for r in rows}))
        rows.extend(self._inner_row())
        for invented in self.finisher.invented:
            self.types[invented] = scalar("natural")
            rows.append(Declaration(invented, scalar("natural"), frozenset({"size"}), "assumed"))
        self.assumed = {r.name for r in rows if r.origin == "assumed"} - set(self.finisher.invented) - self.derived
        return rows

    def _only_signs(self, made: set[str]) -> Iterator[Declaration]:
        """Numbers of which only a sign is said so far: `a, b ≥ 0`."""
        for name, facts in self.section.facts.items():
            signs = frozenset(f for f in facts if f in SIGNS)
            if signs and name not in made and name not in self.section.context.declarations and name not in self.scope.symbols:
                yield Declaration(name, scalar(), signs, "assumed")

    def _declaration(self, symbol: Symbol) -> Declaration:
        kind = self.finisher.type_of(symbol)
        properties = self.scope.properties(symbol.name) | ({"size"} if symbol.role == "size" else frozenset())
        if symbol.role in ("size", "index"):
            properties -= {"random"}  # `Var(Σ_{i=1}^n X_i)`: that a name stands below a moment says nothing of these
        return Declaration(symbol.name, kind, properties, self._origin(symbol, kind), symbol.span)

    def _origin(self, symbol: Symbol, kind: Type) -> Origin:
        """`assumed` where the sort or the shape is nobody's word and follows from nothing."""
        if symbol.name in self.hard:
            return "document"
        if symbol.role in ("index", "size"):
            return "inferred"
        if symbol.name in self.assumed_shapes:
            return "assumed"
        said = any(f.startswith("sort:") for f in self.scope.conventions.facts.get(symbol.name, ()))
        follows = symbol.role == "function" or symbol.name in self.derived or said or kind.is_tensor
        return "inferred" if follows or symbol.sort not in (None, "real") else "assumed"

    # --- inner products of complex numbers

    def _name_inner_products(self) -> None:
        """⟨z, w⟩ of two complex numbers is a call of `inner`."""
        self.complex_inner = False
        for row in self.section.rows:
            for made in row:
                for draft in made.drafts() if made.problem is None else ():
                    numbers = draft.op == "inner" and self.section.scope.solver.is_scalar(draft.args[0].var)
                    if numbers and any(map(is_complex, draft.args)):
                        draft.data = "inner"
                        self.complex_inner = True

    def _inner_row(self) -> Iterator[Declaration]:
        known = self.section.context.declarations.get("inner")
        if not self.complex_inner or (known is not None and known.type.parameters is not None):
            return
        z = scalar("complex")
        kind = Type("real" if self._inner_is_real() else "complex", parameters=(z, z))
        self.types["inner"] = kind
        declares = all(f.declares for f in self.section.formulas)
        yield Declaration("inner", kind, origin="document" if declares else "inferred")

    def _inner_is_real(self) -> bool:
        """Whether the section equates an inner product with something real."""
        for row in self.section.rows:
            for made in row:
                for one in relations(made.claim) if made.claim is not None and made.problem is None else ():
                    for side, other in (one.drafts, one.drafts[::-1]):
                        if side.op == "inner" and one.operator == "=" and other.op != "inner" and not is_complex(other):
                            return True
        return False

    # --- parts

    def _terms(self, made: Elaborated) -> Made:
        f = self.finisher
        if made.problem is not None:
            return None, None, ()
        try:
            conditions = tuple(statement(f, c) for c in made.conditions)
            if made.claim is not None:
                return statement(f, made.claim), None, conditions
            if made.expression is not None:
                return None, f.term(made.expression), conditions
        except Refused as refused:
            made.problem = refused.diagnostic
        return None, None, ()

    def _part(self, made: Elaborated, done: Made, context: Context) -> Part:
        piece = made.piece
        types, local = self._local(made, context)
        if made.problem is None:
            self._check(made, done, types)
        elif made.problem.code == "missing-subscript":
            made.problem = replace(made.problem, help=self._offer(made))
        twice = next((self.section.twice[n] for n in sorted(made.names) if n in self.section.twice), None)
        if twice is not None and made.declares is None:
            made.problem, made.conflict = twice, False
        said, expression, conditions = (None, None, ()) if made.problem is not None else done
        left, right = expression, None
        if isinstance(said, Relation):
            left, right = said.left, said.right
        kind = "declaration" if made.declares is not None else piece.kind
        sides = piece.nodes if piece.kind in ("link", "statement") and len(piece.nodes) == 2 else None
        assumed = [n for n in made.names if n in self.assumed] + sorted(made.drafter.conventional)
        signs = (piece.sign,) if piece.sign is not None else ()
        return Part(
            kind=kind,
            span=piece.span,
            node=piece.nodes[0] if sides is None else Node("Chain", piece.span, piece.nodes, (piece.relation,), signs),
            relation=piece.relation,
            left=left,
            right=right,
            statement=said,
            left_span=sides[0].span if sides else None,
            right_span=sides[1].span if sides else None,
            sign_span=piece.sign,
            continues=piece.continues,
            conditions=conditions,
            rows=tuple(context.declarations[n] for n in made.declares or () if n in context.declarations),
            text=str(piece.nodes[0].value) if piece.kind == "text" else "",
            problem=made.problem,
            forced=made.conflict and self._is_forced(made),
            assumed=tuple(assumed) if made.problem is None else (),
            local=local,
            ranged=made.ranged,
            doubts=(*made.drafter.doubts, *self._free_sizes(made), *self._guessed_random(made)),
            types=types,
        )

    def _local(self, made: Elaborated, context: Context) -> tuple[Mapping[str, Type], tuple[Declaration, ...]]:
        """The types of a part: those of the section, but for indices that range over something else here."""
        rows = tuple(
            self._declaration(s)
            for s in made.names.values()
            if s.role == "index" and s.declaration is None and self.finisher.type_of(s) != self.types.get(s.name)
        )
        return ({**self.types, **{r.name: r.type for r in rows}} if rows else self.types), rows

    def _offer(self, made: Elaborated) -> str | None:
        """What a link with a missing subscript probably means."""
        piece, solver = made.piece, self.scope.solver
        d = Drafter(self.scope, DRAFTS, made.drafter.complex_here, made.drafter.indexed_here)
        if piece.kind != "link" or piece.relation == "in":
            return None
        mark = solver.mark()
        try:
            sides = [d.draft(mended(d, n)) for n in piece.nodes]
            meant = relation(d, piece.relation, sides[0], sides[1], piece.span)
            for fire, variables, at in d.constraints:
                solver.post(fire, variables, at, made.number)
                solver.run()
            return Message("did you mean ${}$?", statement_latex(statement(self.finisher, meant)))
        except Refused:
            return None
        except Conflict:
            solver.undo(mark)
            return None

    def _check(self, made: Elaborated, done: Made, types: Mapping[str, Type]) -> None:
        """The judgement of `typing` on what was made: a doubt becomes the problem."""
        said, expression, conditions = done
        numbers = [n for n in made.names if self._is_said_array(n) and n in types and types[n].shape == (ONE, ONE)]
        if numbers:
            text = Message("{} is said to be an array and must be a number here", numbers[0])
            made.problem, made.conflict = Diagnostic("shape-conflict", text, made.piece.span), True
            return
        try:
            for one in (*((said,) if said is not None else ()), *conditions):
                check_statement(one, types)
            if expression is not None:
                type_of(expression, types)
        except Mistyped as mistyped:
            made.conflict = bool(mistyped.shapes)
            notes = tuple(Note(Message("{} is {}", n, types[n])) for n in list(made.names)[:8] if n in types)
            code = "shape-conflict" if mistyped.shapes else "sort-conflict"
            made.problem = Diagnostic(code, mistyped.message, mistyped.span or made.piece.span, notes=notes)

    def _is_said_array(self, name: str) -> bool:
        said = self.scope.conventions.facts.get(name, frozenset())
        return not said.isdisjoint(("shape:vector", "shape:matrix", "shape:row", "shape:column"))

    def _free_sizes(self, made: Elaborated) -> Iterator[str]:
        """Identities and vectors of ones whose size nothing fixes, and no name of the part shares."""
        solver, invented = self.scope.solver, set(self.finisher.invented)
        dims = {k for d in made.drafts() if d.op in ("identity", "ones") for k in solver.dims(d.var) or ()} if invented else set()
        found = {n for size in map(solver.size, dims) if size is not None for n in size.names} & invented
        if found:
            shapes = [self.finisher.type_of(s) for s in made.names.values() if s.role in ("value", "family", "function", "index")]
            found -= {n for kind in shapes for size in sizes_of(kind) for n in size.names}
        return (Message("the size {} of an identity or a vector of ones is fixed by nothing", n) for n in sorted(found))

    def _guessed_random(self, made: Elaborated) -> Iterator[str]:
        """Names below an expectation of which nothing says that they are random, beside others of which something does."""
        for name in sorted(self.section.guessed_random & made.names.keys()):
            yield Message("whether {} is random or a constant is said nowhere", name)

    def _is_forced(self, made: Elaborated) -> bool:
        """Whether declarations alone make the shapes of a piece clash, whatever else the section infers."""
        kinds = (s.declaration.type for s in made.names.values() if s.declaration is not None)
        if self.section.unsettled and not self.section.unsettled.isdisjoint(sizes_in(kinds)):
            return False
        declared = {n: r for n, r in self.section.context.declarations.items() if r.origin in ("given", "document")}
        for name in self.hard - set(declared):
            symbol = self.scope.symbols[name]
            if symbol.role != "size":
                declared[name] = Declaration(name, self.finisher.type_of(symbol), self.scope.properties(name))
        scope = Scope(Context(declared), self.section.conventions, self.section.evidence)
        scope.shares = False
        d = Drafter(scope, DRAFTS, made.drafter.complex_here, made.drafter.indexed_here, made.drafter.unbound)
        piece, solver = made.piece, scope.solver
        try:
            if piece.kind == "link" and piece.relation == "in":
                member(d, *piece.nodes)
            elif piece.kind == "link" and made.refused is not None:
                return any(self._clashes(part, declared, made) for node in piece.nodes for part in _without_choices(node))
            elif piece.kind == "link":
                relation(d, piece.relation, d.draft(piece.nodes[0]), d.draft(piece.nodes[1]), piece.span)
            elif piece.kind == "statement":
                _ = arrow(d, piece) if len(piece.nodes) == 2 else claim(d, piece.nodes[0])
            else:
                d.draft(piece.nodes[0])
            if d.choices:
                parts = (part for node in piece.nodes for part in _without_choices(node))
                whole = piece.nodes if d.choices == {"I"} else ()
                return any(self._clashes(part, declared, made) for part in (*parts, *whole))
            for fire, variables, at in d.constraints:
                solver.post(fire, variables, at, 0)
                solver.run()
        except Refused:
            return False
        except Conflict as conflict:
            if conflict.loose and piece.kind == "link":
                return any(self._clashes(node, declared, made) for node in piece.nodes)
            return not conflict.loose and not _opens_family(scope)
        return False

    def _clashes(self, node: Node, declared: dict[str, Declaration], made: Elaborated) -> bool:
        """Whether an expression has no shape by declarations alone, nothing in it being read one way or another."""
        scope = Scope(Context(declared), self.section.conventions, self.section.evidence)
        scope.shares = False
        d = Drafter(scope, DRAFTS, made.drafter.complex_here, made.drafter.indexed_here, made.drafter.unbound)
        d.any_identity = True
        try:
            d.draft(node)
            for fire, variables, at in d.constraints if d.choices <= {"I"} else ():
                scope.solver.post(fire, variables, at, 0)
                scope.solver.run()
        except Refused:
            return False
        except Conflict as conflict:
            return not conflict.loose and not _opens_family(scope)
        return False


def _opens_family(scope: Scope) -> bool:
    """Whether members of a family that nothing declares stand there: that all have one shape is an inference (`e_i^T A e_j`)."""
    return any(s.role == "family" and s.declaration is None and not scope.solver.is_scalar(s.var) for s in scope.symbols.values())


def _without_choices(node: Node) -> Iterator[Node]:
    """The largest parts of an expression that hold no letter `I`, which may be an identity or a name, and no delta."""
    if not any(n.kind == "Id" and n.value in ("I", "delta") for n in node.walk()):
        if node.children:
            yield node
        return
    for child in node.children:
        yield from _without_choices(child)


KEPT_REAL = frozenset({"add", "neg", "mul", "div", "pow", "sqrt", "root"})
"""Heads of what is real, where it is defined, if its parts are: a power of a real number asks for a base that is not negative."""


def real_where_defined(node: Term, types: Mapping[str, Type]) -> bool:
    """Whether a term is real wherever it is defined: x^{1/3} of a real x is, as a value that may be complex is not."""
    if type_of(node, types).sort != "complex":
        return True
    return node.head in KEPT_REAL and all(real_where_defined(a, types) for a in node.args)


def check_statement(one: Statement, types: Mapping[str, Type]) -> None:
    """Both sides of every relation have types, and one shape. *Fails with* `Mistyped`."""
    match one:
        case Relation(operator, left, right):
            first, second = type_of(left, types), type_of(right, types)
            if first.shape != second.shape:
                text = Message("the two sides differ in shape: {} and {}", shape_text(first.shape), shape_text(second.shape))
                raise Mistyped(text, right, (first.shape, second.shape))
            if operator in ("<", "<=", ">", ">=") and not first.is_scalar:
                raise Mistyped(Message("an order is between numbers, this is {}", shape_text(first.shape)), left, (first.shape,))
            unreal = next((side for side in (left, right) if not real_where_defined(side, types)), None)
            if operator in ("<", "<=", ">", ">=") and unreal is not None:
                raise Mistyped("an order is between real numbers", unreal)
        case Property(_, subject) | Membership(subject, _):
            type_of(subject, types)
        case And(parts):
            for part in parts:
                check_statement(part, types)
        case Implies(premise, conclusion) | Iff(premise, conclusion):
            check_statement(premise, types)
            check_statement(conclusion, types)
        case Tends(subject, _):
            type_of(subject, types)
        case InProbability(subject, target):
            if type_of(subject, types).shape != type_of(target, types).shape:
                raise Mistyped("what tends and where it tends differ in shape", target)
        case ForAll(names, body) | Exists(names, body):
            check_statement(body, {**types, **dict(names)})


__all__ = ["Claim", "Results", "check_statement"]
