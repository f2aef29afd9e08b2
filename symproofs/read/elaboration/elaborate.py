"""Elaboration of a section: the types of all its names, then every formula as typed terms with spans.

Links are accepted in document order. A link whose shapes clash with what stands before it is set aside with
its problem and does not touch the others. `Part.forced` says that declarations alone force the clash: then the
link is wrong; else inference had a part in it. Nothing raises for what a formula contains.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from symproofs.diagnostics import Diagnostic, Note, Span
from symproofs.read.elaboration.constructs import DRAFTS
from symproofs.read.elaboration.conventions import MAX_DEPTH, Conventions
from symproofs.read.elaboration.declarations import Declared, declared_from
from symproofs.read.elaboration.defaults import settle
from symproofs.read.elaboration.draft import Constraint, Draft, Drafter
from symproofs.read.elaboration.evidence import Evidence
from symproofs.read.elaboration.finish import Finisher, is_complex
from symproofs.read.elaboration.inference import Conflict
from symproofs.read.elaboration.inference import shape_text as known_shape_text
from symproofs.read.elaboration.names import base_letter, written
from symproofs.read.elaboration.scope import Refused, Scope, Symbol
from symproofs.read.elaboration.statements import Claim, Kind, Piece, arrow, claim, member, pieces, relation, relations, statement
from symproofs.read.tree import Node
from symproofs.terms.context import Context, Declaration
from symproofs.terms.notation import notation
from symproofs.terms.statement import Relation, Statement
from symproofs.terms.term import Term
from symproofs.terms.types import Type, scalar
from symproofs.terms.typing import Mistyped, shape_text, type_of


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as parsed; `declares` where the text assumes what it says (`Let …`, 设, a file of givens)."""

    node: Node
    declares: bool = False


@dataclass(frozen=True)
class Part:
    """One thing that a formula says.

    A `link` is one relation with its sides, their places, and the conditions attached to it; a `declaration` has
    `rows`; an `expression` has `left` alone; a `statement` is an implication, an equivalence or a quantified one;
    a `text` is prose. Where it cannot be elaborated, `problem` says why and there are no terms: `forced` if
    declarations alone make the shapes clash. `assumed` are names whose sort or shape nothing declares.
    """

    kind: Kind
    span: Span
    node: Node
    relation: str = ""
    left: Term | None = None
    right: Term | None = None
    statement: Statement | None = None
    left_span: Span | None = None
    right_span: Span | None = None
    sign_span: Span | None = None
    continues: bool = False
    conditions: tuple[Statement, ...] = ()
    rows: tuple[Declaration, ...] = ()
    text: str = ""
    problem: Diagnostic | None = None
    forced: bool = False
    assumed: tuple[str, ...] = ()
    types: Mapping[str, Type] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def read_as(self) -> str:
        """The meaning in the notation of `read_as`; empty where there is none."""
        if self.statement is not None:
            return notation(self.statement, self.types)
        if self.left is not None:
            return notation(self.left, self.types)
        from symproofs.read.notation import read_as  # notation names things by modules of this package

        return read_as(self.node) or ""


@dataclass(frozen=True)
class Reading:
    """What a formula says, in document order."""

    parts: tuple[Part, ...]

    @property
    def assumed(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(n for p in self.parts for n in p.assumed))


@dataclass(frozen=True)
class SectionReading:
    """The context with the declarations of the section, a reading for each formula, what there is to say."""

    context: Context
    readings: tuple[Reading, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass
class _Draft:
    """A piece being elaborated."""

    piece: Piece
    drafter: Drafter
    number: int
    claim: Claim | None = None
    expression: Draft | None = None
    conditions: list[Claim] = field(default_factory=list)
    rows: tuple[Declaration, ...] = ()
    problem: Diagnostic | None = None
    forced: bool = False
    conflict: bool = False
    names: dict[str, Symbol] = field(default_factory=dict)


def elaborate_section(formulas: Sequence[Formula], context: Context, conventions: Conventions | None = None) -> SectionReading:
    """Types of all names of a section, then every formula over them."""
    section = _Section(formulas, context, conventions or Conventions())
    section.read()
    return section.result()


class _Section:
    def __init__(self, formulas: Sequence[Formula], context: Context, conventions: Conventions) -> None:
        self.formulas = formulas
        self.conventions = conventions
        self.evidence = Evidence()
        self.shallow = [depth_within(f.node, MAX_DEPTH) for f in formulas]
        self.own_evidence = [Evidence() for _ in formulas]
        for formula, own, fits in zip(formulas, self.own_evidence, self.shallow, strict=True):
            if fits:
                own.add((formula.node,))
                self.evidence.merge(own)
        self.diagnostics: list[Diagnostic] = []
        self.declared: dict[int, list[Declared]] = {}
        self.context = self._declare(context)
        self.scope = Scope(self.context, conventions, self.evidence)
        self.drafts: list[list[_Draft]] = []
        self.products: list[Draft] = []
        self.number = 0

    # --- declarations

    def _declare(self, context: Context) -> Context:
        """The context with what the formulas of the section declare, and with what prose says of declared names."""
        facts = self.conventions.facts
        rows = []
        for row in context.declarations.values():
            said = frozenset(f for f in facts.get(row.name, ()) if ":" not in f)
            if said - row.properties:
                rows.append(Declaration(row.name, row.type, row.properties | said, row.origin, row.span))
        context = context.declare(*rows)
        for k, formula in enumerate(self.formulas):
            if not self.shallow[k]:
                continue
            for node in _declaring(formula.node):
                found = declared_from(node, context)
                if not found or (not formula.declares and not _is_membership(node)):
                    continue
                rows = [r for r in found.rows if formula.declares or r.name not in context.declarations]
                if not formula.declares and not rows:
                    continue
                self.declared.setdefault(k, []).append(found)
                merged = [self._with_facts(_onto(context, r)) for r in rows]
                context = context.declare(*merged)
                if found.distinct:
                    context = Context(context.declarations, context.hypotheses, context.distinct | set(found.distinct))
        return context

    def _with_facts(self, row: Declaration) -> Declaration:
        said = frozenset(f for f in self.conventions.facts.get(row.name, ()) if ":" not in f)
        return Declaration(row.name, row.type, row.properties | said, row.origin, row.span)

    # --- drafting and solving

    def read(self) -> None:
        before: Node | None = None
        for k, formula in enumerate(self.formulas):
            if not self.shallow[k]:
                problem = Diagnostic("not-supported", "this formula is nested too deeply", formula.node.span)
                piece = Piece("expression", (formula.node,), formula.node.span)
                self.drafts.append([_Draft(piece, self._drafter(k), -1, problem=problem)])
                continue
            drafter = self._drafter(k)
            done: list[_Draft] = []
            sides: dict[int, tuple[Draft | Refused, list[Constraint], bool]] = {}
            for piece in pieces(formula.node, before):
                done.append(self._piece(piece, drafter, formula, k, sides))
            self.drafts.append(done)
            if any(p.piece.kind in ("link", "statement", "expression") for p in done):
                before = formula.node
        self.assumed = settle(self.scope, self.products)
        self._sorts()

    def _drafter(self, k: int) -> Drafter:
        own = self.own_evidence[k]
        declared = self.context.declarations
        complex_names = any(n in declared and declared[n].type.sort == "complex" for n in (*own.alone, *own.beside))
        return Drafter(self.scope, DRAFTS, own.complex or complex_names, "i" in own.indices)

    def _piece(
        self, piece: Piece, d: Drafter, formula: Formula, k: int, sides: dict[int, tuple[Draft | Refused, list[Constraint], bool]]
    ) -> _Draft:
        self.number += 1
        made = _Draft(piece, d, self.number)
        d.names = made.names
        rows = self._rows(piece, formula, k)
        if rows is not None:
            made.rows = rows
            return made
        if piece.kind == "text":
            return made
        d.constraints = []
        try:
            if piece.kind == "link":
                self._link(made, sides)
            elif piece.kind == "statement":
                made.claim = arrow(d, piece) if len(piece.nodes) == 2 else claim(d, piece.nodes[0])
            else:
                made.expression = d.draft(piece.nodes[0])
            made.conditions = [claim(d, c) for c in piece.conditions if c.kind != "Text"]
        except Refused as refused:
            made.problem = refused.diagnostic
            return made
        self._accept(made, d.constraints)
        return made

    def _rows(self, piece: Piece, formula: Formula, k: int) -> tuple[Declaration, ...] | None:
        """The declarations that a piece of the formula makes, if it is one."""
        if piece.kind != "link" or k not in self.declared or piece.relation not in ("in", "!=", ">", ">=", "<", "=", "<="):
            return None
        names = {r.name for found in self.declared[k] for r in found.rows}
        subjects = [w.text for n in _side_names(piece.nodes[0]) if (w := written(n)) is not None]
        if piece.relation == "in":
            if subjects and all(s in names or any(s.startswith(f"{n}_") for n in names) for s in subjects):
                return tuple(self.scope.context.declarations[n] for n in sorted(names) if n in self.context.declarations)
            return None
        if not formula.declares:
            return None
        found = [f for f in self.declared[k] if f.rows or f.distinct]
        node = Node("Chain", piece.span, piece.nodes, (piece.relation,))
        own = declared_from(node, self.context)
        if own or (found and _within_enumeration(formula.node, piece)):
            return tuple(self.context.declarations[r.name] for r in own.rows if r.name in self.context.declarations)
        return None

    def _link(self, made: _Draft, sides: dict[int, tuple[Draft | Refused, list[Constraint], bool]]) -> None:
        d, piece = made.drafter, made.piece
        if piece.relation == "in":
            made.claim = member(d, *piece.nodes)
            return
        ends = [self._side(d, n, sides) for n in piece.nodes]
        collected: list[Constraint] = []
        for node, (draft, own, posted) in zip(piece.nodes, ends, strict=True):
            if isinstance(draft, Refused):
                raise draft
            if not posted:
                collected.extend(own)
            sides[id(node)] = (draft, own, posted)
        d.constraints = collected
        left, right = ends[0][0], ends[1][0]
        assert isinstance(left, Draft) and isinstance(right, Draft)
        made.claim = relation(d, piece.relation, left, right, piece.sign or piece.span)

    def _side(
        self, d: Drafter, node: Node, sides: dict[int, tuple[Draft | Refused, list[Constraint], bool]]
    ) -> tuple[Draft | Refused, list[Constraint], bool]:
        """A side of a link, drafted once for the two links that share it."""
        known = sides.get(id(node))
        if known is None:
            d.constraints = []
            try:
                draft: Draft | Refused = d.draft(node)
            except Refused as refused:
                draft = refused
            known = sides[id(node)] = (draft, d.constraints, False)
        elif isinstance(known[0], Draft):
            _use_names(d, known[0])
        return known

    def _accept(self, made: _Draft, constraints: list[Constraint]) -> None:
        """Post what a piece demands; on a clash it is set aside."""
        solver = self.scope.solver
        mark = solver.mark()
        at: Span | None = None
        try:
            for fire, variables, at in constraints:
                solver.post(fire, variables, at, made.number)
                solver.run()
        except Conflict as conflict:
            solver.undo(mark)
            place = conflict.at if isinstance(conflict.at, Span) else at
            made.problem = self._conflict(made, conflict, place)
            made.conflict = True
            return
        self._note_products(made)

    def _note_products(self, made: _Draft) -> None:
        stack = [a for c in (made.claim, *made.conditions) if c is not None for r in relations(c) for a in r.drafts]
        if made.expression is not None:
            stack.append(made.expression)
        while stack:
            draft = stack.pop()
            if draft.op == "mul" and draft.var:
                self.products.append(draft)
            stack.extend(draft.args)

    def _conflict(self, made: _Draft, conflict: Conflict, at: Span | None) -> Diagnostic:
        """Both shapes, and where each came from."""
        notes = [
            Note(self._provenance(symbol), symbol.span if symbol.declaration is None else symbol.declaration.span)
            for symbol in made.names.values()
            if symbol.role != "size" and (text := self._shape_of(symbol)) != "?×?" and text
        ]
        inside = at if at is not None and made.piece.span.contains(at) else made.piece.span
        return Diagnostic("shape-conflict", conflict.message, inside, notes=tuple(notes[:8]))

    def _shape_of(self, symbol: Symbol) -> str:
        shape = self.scope.solver.shape(symbol.var)
        return "" if shape is None else known_shape_text(shape)

    def _provenance(self, symbol: Symbol) -> str:
        said = "declared" if symbol.declaration is not None else "from use"
        return f"{symbol.name} is {self._shape_of(symbol)} ({said})"

    # --- sorts

    def _sorts(self) -> None:
        """A name equal to a complex expression is complex; so are parameters that are given complex numbers."""
        made = [d for row in self.drafts for d in row if d.problem is None]
        equations = [r for d in made if d.claim is not None for r in relations(d.claim) if r.operator == "="]
        calls = [c for d in made for c in _all_drafts(d) if c.op == "call"]
        self.derived: set[str] = set()
        for _ in range(6):
            before = self._complex_count()
            for eq in equations:
                for side, other in (eq.drafts, eq.drafts[::-1]):
                    if side.op in ("name", "call") and side.data.declaration is None:
                        self.derived.add(side.data.name)
                        if side.data.sort is None and is_complex(other):
                            side.data.sort = "complex"
            for call in calls:
                self._parameter_sorts(call)
            self._siblings()
            if self._complex_count() == before:
                break

    def _complex_count(self) -> int:
        symbols = self.scope.symbols.values()
        return sum((s.sort == "complex") + s.parameter_sorts.count("complex") for s in symbols)

    def _parameter_sorts(self, call: Draft) -> None:
        """A parameter that is given a complex number somewhere is complex, and so are open names given for it."""
        symbol = call.data
        for k, arg in enumerate(call.args[: len(symbol.parameter_sorts)]):
            if symbol.declaration is None and symbol.parameter_sorts[k] is None and is_complex(arg):
                symbol.parameter_sorts[k] = "complex"
            if symbol.parameter_sorts[k] == "complex" and arg.op == "name" and arg.data.sort is None:
                arg.data.sort = "complex"

    def _siblings(self) -> None:
        """Open names with one letter (`z_1`, `z_2`) have one sort."""
        letters = {base_letter(s.name) for s in self.scope.symbols.values() if s.sort == "complex" and s.role == "value"}
        for symbol in self.scope.symbols.values():
            if symbol.sort is None and symbol.role == "value" and base_letter(symbol.name) in letters:
                symbol.sort = "complex"

    # --- results

    def result(self) -> SectionReading:
        finisher = Finisher(self.scope)
        self.finisher = finisher
        self._inner_products()
        used: dict[str, Symbol] = {}
        for row in self.drafts:
            for made in row:
                if made.problem is None:
                    used.update((n, s) for n, s in made.names.items() if n not in used)
        types = dict(self.context.types)
        rows: list[Declaration] = []
        terms = [[self._terms(made) for made in row] for row in self.drafts]
        self.hard = self._hard_names()
        for name, symbol in used.items():
            if symbol.declaration is None:
                rows.append(self._declaration(symbol))
                types[name] = rows[-1].type
        rows.extend(self._inner_rows(types))
        for invented in finisher.invented:
            rows.append(Declaration(invented, scalar("natural"), frozenset({"size"}), "assumed"))
            types[invented] = scalar("natural")
        self.types: dict[str, Type] = types
        spoken = {n for row in self.drafts for d in row if d.expression is None or d.expression.op != "name" for n in d.names}
        context = self.context.declare(*(r for r in rows if r.name in spoken or r.name in finisher.invented or r.name == "inner"))
        self.assumed_names = {r.name for r in rows if r.origin == "assumed"} - set(finisher.invented)
        readings = tuple(
            Reading(tuple(self._part(made, made_terms) for made, made_terms in zip(row, done, strict=True)))
            for row, done in zip(self.drafts, terms, strict=True)
        )
        return SectionReading(context, readings, tuple(self.diagnostics))

    def _inner_products(self) -> None:
        """⟨z, w⟩ of two complex numbers is a call of `inner`."""
        self.complex_inner = False
        for row in self.drafts:
            for made in row:
                if made.problem is not None:
                    continue
                for draft in _all_drafts(made):
                    numbers = draft.op == "inner" and all(self.scope.solver.is_scalar(a.var) for a in draft.args)
                    if numbers and any(map(is_complex, draft.args)):
                        draft.data = "inner"
                        self.complex_inner = True

    def _inner_rows(self, types: dict[str, Type]) -> list[Declaration]:
        if not self.complex_inner or "inner" in self.context.declarations:
            return []
        z = scalar("complex")
        kind = Type("real" if self._inner_is_real() else "complex", parameters=(z, z))
        types["inner"] = kind
        declares = all(f.declares for f in self.formulas)
        return [Declaration("inner", kind, origin="document" if declares else "inferred")]

    def _inner_is_real(self) -> bool:
        """Whether the section equates an inner product with something real."""
        for row in self.drafts:
            for made in row:
                for eq in relations(made.claim) if made.claim is not None and made.problem is None else ():
                    for side, other in (eq.drafts, eq.drafts[::-1]):
                        if side.op == "inner" and eq.operator == "=" and other.op != "inner" and not is_complex(other):
                            return True
        return False

    def _terms(self, made: _Draft) -> tuple[Statement | None, Term | None, tuple[Statement, ...]]:
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

    def _hard_names(self) -> set[str]:
        """Names that declarations alone fix: declared ones, and those that givens define by declared ones."""
        hard = {n for n, s in self.scope.symbols.items() if s.hard}
        for formula, row in zip(self.formulas, self.drafts, strict=True):
            if not formula.declares:
                continue
            for made in row:
                if made.problem is not None or made.claim is None or made.claim.kind != "relation":
                    continue
                left, right = made.claim.drafts
                for side, other in ((left, right), (right, left)):
                    inside = {s.name for s in _symbols(other)}
                    if side.op == "name" and side.data.name not in hard and inside <= hard and made.claim.operator == "=":
                        hard.add(side.data.name)
        return hard

    def _declaration(self, symbol: Symbol) -> Declaration:
        kind = self.finisher.type_of(symbol)
        properties = self.scope.properties(symbol.name)
        if symbol.role == "size":
            properties |= {"size"}
        origin = (
            "document"
            if symbol.name in self.hard
            else "inferred"
            if symbol.role in ("function", "index", "size")
            or symbol.name in self.derived
            or symbol.sort not in (None, "real")
            or (kind.is_tensor and symbol.name not in self.assumed)
            or self._said(symbol.name)
            else "assumed"
        )
        return Declaration(symbol.name, kind, properties, origin, symbol.span)  # type: ignore[arg-type]

    def _said(self, name: str) -> bool:
        return any(f.startswith("sort:") for f in self.conventions.facts.get(name, ()))

    def _part(self, made: _Draft, terms: tuple[Statement | None, Term | None, tuple[Statement, ...]]) -> Part:
        piece = made.piece
        said, expression, conditions = terms
        left = right = None
        if isinstance(said, Relation):
            left, right = said.left, said.right
        elif expression is not None:
            left = expression
        if made.problem is None:
            self._check(made, said, expression, conditions)
        if made.problem is not None:
            left = right = said = None
            conditions = ()
        if made.conflict:
            made.forced = self._is_forced(made)
        assumed = tuple(n for n in made.names if n in self.assumed_names) if made.problem is None else ()
        assumed += tuple(sorted(made.drafter.conventional)) if made.problem is None else ()
        kind: Kind = (
            "declaration" if made.rows or (piece.relation == "in" and made.claim is None and not made.problem) else piece.kind
        )
        if kind == "link" and made.claim is None and made.problem is None:
            kind = "declaration"
        node = piece.nodes[0] if len(piece.nodes) == 1 else Node("Chain", piece.span, piece.nodes, (piece.relation,))
        return Part(
            kind=kind,
            span=piece.span,
            node=node,
            relation=piece.relation,
            left=left,
            right=right,
            statement=said,
            left_span=piece.nodes[0].span if len(piece.nodes) == 2 else None,
            right_span=piece.nodes[1].span if len(piece.nodes) == 2 else None,
            sign_span=piece.sign,
            continues=piece.continues,
            conditions=conditions,
            rows=made.rows,
            text=str(node.value) if piece.kind == "text" else "",
            problem=made.problem,
            forced=made.forced,
            assumed=assumed,
            types=self.types,
        )

    def _check(self, made: _Draft, said: Statement | None, expression: Term | None, conditions: tuple[Statement, ...]) -> None:
        """The judgement of `typing` on what was made: a doubt becomes the problem."""
        try:
            for one in (*((said,) if said is not None else ()), *conditions):
                check_statement(one, self.types)
            if expression is not None and expression.head != "tuple":
                type_of(expression, self.types)
        except Mistyped as mistyped:
            made.conflict = bool(mistyped.shapes)
            code = "shape-conflict" if mistyped.shapes else "sort-conflict"
            notes = tuple(
                Note(f"{n} is {self.types[n]}", None if s.declaration is None else s.declaration.span)
                for n, s in list(made.names.items())[:8]
                if n in self.types
            )
            made.problem = Diagnostic(code, mistyped.message, mistyped.span or made.piece.span, notes=notes)

    def _is_forced(self, made: _Draft) -> bool:
        """Whether a clash is there with declarations alone, in this link alone, whatever else is inferred."""
        declared = {n: r for n, r in self.context.declarations.items() if r.origin in ("given", "document")}
        for name in self.hard - set(declared):
            symbol = self.scope.symbols[name]
            if symbol.role != "size":
                declared[name] = Declaration(name, self.finisher.type_of(symbol), self.scope.properties(name))
        context = Context(declared, (), self.context.distinct)
        scope = Scope(context, self.conventions, self.evidence)
        d = Drafter(scope, DRAFTS, made.drafter.complex_here, made.drafter.indexed_here)
        piece, solver = made.piece, scope.solver
        try:
            if piece.kind == "link" and piece.relation == "in":
                member(d, *piece.nodes)
            elif piece.kind == "link":
                relation(d, piece.relation, d.draft(piece.nodes[0]), d.draft(piece.nodes[1]), piece.span)
            elif piece.kind == "statement":
                arrow(d, piece) if len(piece.nodes) == 2 else claim(d, piece.nodes[0])
            else:
                d.draft(piece.nodes[0])
            if d.choices:
                return False
            for fire, variables, at in d.constraints:
                solver.post(fire, variables, at, 0)
                solver.run()
        except Refused:
            return False
        except Conflict:
            return True
        return False


def check_statement(one: Statement, types: Mapping[str, Type]) -> None:
    """Both sides of every relation have types, and one shape. *Fails with* `Mistyped`."""
    from symproofs.terms.statement import And, ForAll, Iff, Implies, Membership, Property

    match one:
        case Relation(operator, left, right):
            first, second = type_of(left, types), type_of(right, types)
            if first.shape != second.shape:
                text = f"the two sides differ in shape: {shape_text(first.shape)} and {shape_text(second.shape)}"
                raise Mistyped(text, right, (first.shape, second.shape))
            if operator in ("<", "<=", ">", ">=") and not first.is_scalar:
                raise Mistyped(f"an order is between numbers, this is {shape_text(first.shape)}", left, (first.shape,))
        case Property(_, subject) | Membership(subject, _):
            type_of(subject, types)
        case And(parts):
            for part in parts:
                check_statement(part, types)
        case Implies(first_part, second_part) | Iff(first_part, second_part):
            check_statement(first_part, types)
            check_statement(second_part, types)
        case ForAll(names, body):
            check_statement(body, {**types, **dict(names)})


def depth_within(node: Node, limit: int) -> bool:
    """Whether a tree is nested no deeper than a limit."""
    level, depth = [node], 0
    while level:
        depth += 1
        if depth > limit:
            return False
        level = [c for n in level for c in n.children]
    return True


def _declaring(node: Node) -> list[Node]:
    """The statements of a formula that may declare: its items and their conditions, premises included."""
    if node.kind in ("List", "Cond", "Labelled"):
        if node.kind == "List":
            return [node, *(n for c in node.children if c.kind in ("Cond", "Implies", "Labelled") for n in _declaring(c))]
        return [n for c in node.children for n in _declaring(c)]
    if node.kind in ("Implies", "Iff"):
        return [n for c in node.children for n in _declaring(c)]
    return [node] if node.kind == "Chain" else []


def _is_membership(node: Node) -> bool:
    if node.kind == "Chain":
        return node.value == ("in",)
    return any(_is_membership(c) for c in node.children if c.kind in ("Chain", "Cond"))


def _onto(context: Context, row: Declaration) -> Declaration:
    """A declaration together with what is known of the name."""
    old = context.declarations.get(row.name)
    if old is None:
        return row
    keeps = row.type == scalar() and not (old.type.is_scalar and old.type.sort == "complex")
    kind = old.type if keeps and row.type != old.type and row.properties else row.type
    return Declaration(row.name, kind, old.properties | row.properties, row.origin, row.span or old.span)


def _side_names(node: Node) -> tuple[Node, ...]:
    return node.children if node.kind == "List" else (node,)


def _within_enumeration(node: Node, piece: Piece) -> bool:
    """A link of `1 ≤ a ≤ n` that was read as a declaration."""
    for part in node.walk():
        if part.kind == "Chain" and part.value == ("<=", "<=") and any(c is piece.nodes[0] for c in part.children):
            return bool(declared_from(part).rows)
    return False


def _use_names(d: Drafter, draft: Draft) -> None:
    for symbol in _symbols(draft):
        d.use(symbol)


def _symbols(draft: Draft) -> list[Symbol]:
    found: list[Symbol] = []
    stack = [draft]
    while stack:
        part = stack.pop()
        if isinstance(part.data, Symbol):
            found.append(part.data)
        stack.extend(reversed(part.args))
    return found


def _all_drafts(made: _Draft) -> list[Draft]:
    claims = [c for c in (made.claim, *made.conditions) if c is not None]
    stack = [made.expression] if made.expression is not None else []
    while claims:
        one = claims.pop()
        stack.extend(one.drafts)
        claims.extend(one.parts)
    found: list[Draft] = []
    while stack:
        draft = stack.pop()
        found.append(draft)
        stack.extend(draft.args)
    return found

