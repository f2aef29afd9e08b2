"""A section while it is elaborated: its declarations, its pieces drafted and solved in document order.

A piece whose shapes clash with what stands before it is set aside with its problem; the others stay usable.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from symproofs.diagnostics import Diagnostic, Note, Span
from symproofs.messages import Message
from symproofs.read.elaboration.constructs import DRAFTS
from symproofs.read.elaboration.conventions import MAX_DEPTH, MAX_TOWER, ORDERS, Conventions
from symproofs.read.elaboration.declarations import SIGN_FACTS, chains_of, declared_from, enumerates, subjects_of
from symproofs.read.elaboration.draft import Constraint, Draft, Drafter, symbols_in
from symproofs.read.elaboration.equal_sizes import values_of, with_values
from symproofs.read.elaboration.evidence import Evidence
from symproofs.read.elaboration.finish import is_complex
from symproofs.read.elaboration.inference import ELSEWHERE, SCALAR, Conflict, shape_text
from symproofs.read.elaboration.layouts import LAYOUTS
from symproofs.read.elaboration.names import bare, written
from symproofs.read.elaboration.random_variables import is_distribution, random_names
from symproofs.read.elaboration.ranks import full_rank, rank_by_minors
from symproofs.read.elaboration.reading import Formula
from symproofs.read.elaboration.scope import Refused, Scope, Symbol
from symproofs.read.elaboration.statements import Claim, Piece, arrow, claim, is_range, member, pieces, ranges_in, relation
from symproofs.read.elaboration.two_signs import both
from symproofs.read.tree import Node
from symproofs.terms.context import PROPERTIES, Context, Declaration
from symproofs.terms.size import ONE

SIGNS = frozenset(SIGN_FACTS.values())
"""What a declaration may say of the sign of a name. What is only supposed of it is a hypothesis."""


@dataclass(eq=False, repr=False)
class Side:
    """A side of a link, drafted once for the two links that share it; `posted` once its constraints are accepted."""

    draft: Draft | Refused
    constraints: list[Constraint]
    posted: bool = False


@dataclass(eq=False, repr=False)
class Elaborated:
    """A piece on its way: drafted, then solved; `names` are the symbols it uses, `declares` what it declares."""

    piece: Piece
    drafter: Drafter
    number: int
    claim: Claim | None = None
    expression: Draft | None = None
    conditions: list[Claim] = field(default_factory=list)
    declares: tuple[str, ...] | None = None
    names: dict[str, Symbol] = field(default_factory=dict)
    sides: list[Side] = field(default_factory=list)
    problem: Diagnostic | None = None
    refused: Diagnostic | None = None
    """Why one side could not be drafted: the other one may still clash by itself."""
    conflict: bool = False
    ranged: tuple[str, ...] = ()

    def claims(self) -> list[Claim]:
        return [c for c in (self.claim, *self.conditions) if c is not None]

    def drafts(self) -> list[Draft]:
        """Every draft in the piece."""
        claims = self.claims()
        stack = [self.expression] if self.expression is not None else []
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


class Section:
    """All formulas of a section over one scope."""

    def __init__(self, formulas: Sequence[Formula], context: Context, conventions: Conventions) -> None:
        self.formulas = formulas
        self.evidence = Evidence()
        self.own_evidence = [Evidence() for _ in formulas]
        self.shallow = [depth_within(f.node, MAX_DEPTH) and towers_within(f.node, MAX_TOWER) for f in formulas]
        for formula, own, fits in zip(formulas, self.own_evidence, self.shallow, strict=True):
            if fits and written(formula.node) is None:
                own.add((formula.node,))
                self.evidence.merge(own)
        self.facts = {name: set(facts) for name, facts in conventions.facts.items()}
        self.evidence.matrices |= any("identity" in facts for facts in self.facts.values())
        said = {n for n, facts in self.facts.items() if "random" in facts}
        shallow = [f.node for f, fits in zip(formulas, self.shallow, strict=True) if fits]
        in_formulas = {r.name for n in shallow for part in declaring(n) for r in declared_from(part, context).rows}
        in_formulas |= {n for n, facts in self.facts.items() if any(f.startswith("sort:") for f in facts)} - said
        names, self.guessed_random = random_names(shallow, context, said, in_formulas)
        for name in names:
            self.facts.setdefault(name, set()).add("random")
        self._places: dict[str, Span | None] = {}
        """Where the section itself gives a name its type."""
        self.signs: list[tuple[str, str, Span]] = []
        """Signs that formulas say of names, and where."""
        self.twice: dict[str, Diagnostic] = {}
        """Names to which the section gives two types."""
        self.running: set[str] = set()
        """Indices that stand for every member of their range: `i = 1, …, n`."""
        declared = self._declare(_with_facts(context, self.facts))
        values, self.unsettled = values_of([f for f, fits in zip(formulas, self.shallow, strict=True) if fits], declared)
        self.context = with_values(declared, values)
        facts = {n: frozenset(f) for n, f in self.facts.items()}
        self.conventions = replace(conventions, facts=facts, sizes=values)
        self.scope = Scope(self.context, self.conventions, self.evidence)
        declaring_formulas = zip(formulas, self.own_evidence, strict=True)
        self.scope.given_names.update(n for f, own in declaring_formulas if f.declares for n in own.defined)
        shown = (f.node for f, fits in zip(formulas, self.shallow, strict=True) if fits and f.declares)
        for node in shown:
            for name in bounded_in(node):
                self.scope.bounded.setdefault(name, node.span.start)
        self.rows: list[list[Elaborated]] = []
        self._number = 0
        self._mentioned: list[Elaborated] = []
        """Names that stand alone: they are looked up when it is known what the other formulas make of them."""
        self._read()

    def drafts(self) -> Iterator[Draft]:
        """Every draft of the pieces that were accepted."""
        for row in self.rows:
            for made in row:
                if made.problem is None:
                    yield from made.drafts()

    # --- declarations

    def _declare(self, context: Context) -> Context:
        """The context with what the formulas declare: ranges of indices first, then everything in order.

        A formula that does not declare by its words still gives a type to a name that had none (`k ∈ ℤ`).
        """
        for ranges in (True, False):
            for formula, fits in zip(self.formulas, self.shallow, strict=True):
                if not fits:
                    continue
                local = list(ranges_in(formula.node))
                for node in declaring(formula.node):
                    if node in local:
                        context = self._take_sizes(node, context)
                    elif (formula.declares and ranges == is_range(node)) or (not ranges and node.value in (("in",), (":", "to"))):
                        context = self._take(node, context, formula, local)
        return context

    def _take_sizes(self, node: Node, context: Context) -> Context:
        """What a range that stands as a side condition declares: its size, not its index."""
        rows = declared_from(node, context).rows
        return context.declare(*(r for r in rows if r.type.index is None and r.name not in context.declarations))

    def _take(self, node: Node, context: Context, formula: Formula, local: Sequence[Node]) -> Context:
        declares = formula.declares
        found = declared_from(node, _with_ranges(context, local))
        if formula.passing or _is_implied(node, formula.node):
            found = replace(found, facts=(), rows=tuple(replace(r, properties=r.properties - SIGNS) for r in found.rows))
        self.running.update(r.name for r in found.rows if r.type.index is not None and enumerates(node))
        known = context.declarations
        rows = [
            replace(self._as_row(row, node), properties=row.properties | self._said(row.name) | _properties(context, row.name))
            for row in found.rows
            if not (declares and self._declared_twice(row, context))
            if row.name not in known or known[row.name].origin in ("inferred", "assumed") or (declares and _is_news(row, context))
        ]
        context = context.declare(*rows)
        for row in rows:
            self._places.setdefault(row.name, row.span)
        said = {row.name: row.properties - self._said(row.name) for row in found.rows}
        self.signs.extend((name, fact, node.span) for name, facts in said.items() for fact in sorted(facts & SIGNS))
        members = {n.text for s in subjects_of(node.children[0]) if (n := written(s)) is not None and self._is_member(s, context)}
        for name, fact in found.facts:
            if name in members or formula.supposes:
                continue
            self.signs.append((name, fact, node.span))
            self.facts.setdefault(name, set()).add(fact)
            old = context.declarations.get(name)
            if old is not None:
                context = context.declare(replace(old, properties=old.properties | {fact}))
        return replace(context, distinct=context.distinct | set(found.distinct)) if found.distinct else context

    def _declared_twice(self, row: Declaration, context: Context) -> bool:
        """Whether the section has given a name another type: a new section may take it anew, the same one may not."""
        first = self._places.get(row.name)
        old = context.declarations.get(row.name)
        if first is None or old is None or old.type == row.type or row.span is None or first == row.span:
            return False
        text = Message("{} is declared twice in this section: as {} and as {}", row.name, str(old.type), str(row.type))
        note = Note(Message("{} is declared here first, as {}", row.name, str(old.type)), first)
        self.twice.setdefault(
            row.name,
            Diagnostic("declared-twice", text, row.span, "warning", notes=(note,), help="use another letter, or begin a section"),
        )
        return True

    def _as_row(self, row: Declaration, node: Node) -> Declaration:
        """A vector of ℝ^n that is said to be a row has one row, not one column."""
        kind, space = row.type, node.children[-1] if node.children else node
        plain = not any(n.kind == "Product" and "×" in (n.value or ()) for n in space.walk())  # type: ignore[operator]
        if "shape:row" not in self.facts.get(row.name, ()) or not plain or kind.cols != ONE or kind.rows == ONE:
            return row
        return replace(row, type=replace(kind, rows=ONE, cols=kind.rows))

    def _said(self, name: str) -> frozenset[str]:
        return frozenset(f for f in self.facts.get(name, ()) if f in PROPERTIES)

    def _declared_by(self, piece: Piece, formula: Formula) -> tuple[str, ...] | None:
        """The names that a piece declares, where it says nothing else."""
        if piece.kind == "statement" and piece.relation in (":", "range"):
            found = declared_from(piece.nodes[0], self.context)
            return tuple(r.name for r in found.rows) if found.rows else None
        if piece.kind != "link" or piece.continues or (piece.relation != "in" and not formula.declares):
            return None
        if piece.relation not in ("in", "=", *SIGN_FACTS) or (piece.relation in SIGN_FACTS and formula.supposes):
            return None
        chains = (c for c in chains_of(formula.node) if c.span.contains(piece.span))
        if piece.relation in SIGN_FACTS and any(len(c.children) > 2 for c in chains):
            return None  # `0 < a < b` is kept as what it says
        node = Node("Chain", piece.span, piece.nodes, (piece.relation,))
        found = declared_from(node, _with_ranges(self.context, list(ranges_in(formula.node))))
        if not found or not found.exact or (formula.passing and any(r.properties & SIGNS for r in found.rows)):
            return None
        if not found.rows and any(self._is_member(s, self.context) for s in subjects_of(piece.nodes[0])):
            return None
        rows = {r.name for r in found.rows} or {n for n, _ in found.facts}
        if not formula.declares and not all(map(self._is_first, subjects_of(piece.nodes[0]))):
            return None
        return tuple(sorted(rows))

    def _is_member(self, subject: Node, context: Context) -> bool:
        """`R_1` where R is an array or a family: what is said of it is said of a member, not of a name."""
        name = written(subject)
        if name is None or len(name.subscripts) != 1 or name.text in context.declarations:
            return False
        rows = (context.declarations.get(text) for text in (name.base, f"{name.base}_"))
        known = (row.type for row in rows if row is not None)
        return name.base in self.evidence.generic or any(t.over or t.is_tensor for t in known)

    def _is_first(self, subject: Node) -> bool:
        """Whether the declaration of a name is the one at this place, perhaps as a member of a run."""
        name = written(subject)
        place = self._places.get(name.text, self._places.get(name.base)) if name is not None else None
        return name is None or (place is not None and place.contains(subject.span))

    # --- drafting and solving

    def _read(self) -> None:
        before: Node | None = None
        for k, formula in enumerate(self.formulas):
            drafter = self._drafter(k)
            if not self.shallow[k]:
                problem = Diagnostic("not-supported", "this formula is nested too deeply", formula.node.span)
                piece = Piece("expression", (formula.node,), formula.node.span)
                self.rows.append([Elaborated(piece, drafter, -1, problem=problem)])
                continue
            sides: dict[int, Side] = {}
            before = None if formula.after_gap else before
            self.scope.indices = self._ranged(formula.node)
            ranged = tuple(self.scope.indices)
            done = [self._piece(p, drafter, formula, sides) for p in pieces(formula.node, before, formula.declares)]
            for made in done:
                made.ranged = ranged
            self.rows.append(done)
            if any(p.piece.kind != "text" for p in done):
                before = formula.node
        self.scope.indices = {}
        for made in self._mentioned:
            if not self._is_function_name(made.piece.nodes[0]):
                self._solve(made, {})

    def _ranged(self, node: Node) -> dict[str, Symbol]:
        """The indices that have their range in a side condition of the formula."""
        found: dict[str, Symbol] = {}
        for condition in ranges_in(node):
            for row in declared_from(condition, self.context).rows:
                if row.type.index is not None:
                    symbol = found[row.name] = Symbol(row.name, "index", SCALAR, row.span)
                    symbol.sort, symbol.sizes = "natural", [self.scope.solver.rigid(row.type.index)]
        return found

    def _drafter(self, k: int) -> Drafter:
        own, declared = self.own_evidence[k], self.context.declarations
        complex_names = any(n in declared and declared[n].type.sort == "complex" for n in (*own.alone, *own.beside))
        return Drafter(self.scope, DRAFTS, own.complex or complex_names, "i" in own.indices, own.unbound)

    def _piece(self, piece: Piece, d: Drafter, formula: Formula, sides: dict[int, Side]) -> Elaborated:
        self._number += 1
        made = Elaborated(piece, d, self._number)
        made.declares = self._declared_by(piece, formula)
        if made.declares is not None or piece.kind == "text":
            return made
        if piece.kind == "expression" and not piece.conditions and written(piece.nodes[0]) is not None:
            self._mentioned.append(made)
        else:
            self._solve(made, sides)
        return made

    def _solve(self, made: Elaborated, sides: dict[int, Side]) -> None:
        """Draft a piece and post what it demands; derivatives by arrays in the first layout in which they fit."""
        before = dict(sides)
        for layout in LAYOUTS:
            made.drafter.layout = layout
            self._attempt(made, sides)
            if not (made.conflict and made.drafter.laid_out):
                return
            sides.clear()
            sides.update(before)
            made.sides, made.claim, made.expression, made.problem, made.refused, made.conflict = [], None, None, None, None, False
            made.names.clear()
        made.drafter.layout = LAYOUTS[0]
        self._attempt(made, sides)

    def _attempt(self, made: Elaborated, sides: dict[int, Side]) -> None:
        made.drafter.names = made.names
        try:
            constraints = self._draft(made, sides)
        except Refused as refused:
            made.problem = refused.diagnostic
            return
        self._accept(made, constraints)
        if made.problem is None:
            made.problem = made.refused

    def _draft(self, made: Elaborated, sides: dict[int, Side]) -> list[Constraint]:
        d, piece = made.drafter, made.piece
        collected: list[Constraint] = []
        d.constraints = []
        slot = self._slot(d, piece)
        if slot is not None:
            made.claim = claim(d, slot)
        elif piece.kind == "link" and piece.relation != "in" and not any(n.kind == "List" for n in piece.nodes):
            ends: list[Draft] = []
            refused: Refused | None = None
            for node in piece.nodes:
                side = self._side(d, node, sides)
                if isinstance(side.draft, Refused):
                    refused = refused or side.draft
                    continue
                if not side.posted:
                    collected.extend(side.constraints)
                made.sides.append(side)
                ends.append(side.draft)
            if refused is not None:
                made.refused = refused.diagnostic
                return collected
            d.constraints = []
            made.claim = relation(d, piece.relation, ends[0], ends[1], piece.sign or piece.span)
            self._note_complex(piece.relation, ends)
        elif piece.kind == "link" and piece.relation == "in":
            made.claim = member(d, *piece.nodes) if piece.nodes[0].kind != "List" else claim(d, _chain_of(piece))
        elif piece.kind == "link":
            made.claim = claim(d, _chain_of(piece))
        elif piece.kind == "statement":
            made.claim = arrow(d, piece) if len(piece.nodes) == 2 else claim(d, piece.nodes[0])
        elif not _is_mentioned(piece.nodes[0]):
            made.expression = d.draft(piece.nodes[0])
        made.conditions = [claim(d, c) for c in piece.conditions if c.kind != "Text"]
        collected.extend(d.constraints)
        return collected

    def _note_complex(self, sign: str, ends: Sequence[Draft]) -> None:
        """`z = x + iy` makes z complex for what follows."""
        for side, other in (ends, ends[::-1]) if sign in ("=", "def") else ():
            if side.op == "name" and side.data.sort is None and side.data.declaration is None and is_complex(other):
                self.scope.seen_complex.add(side.data.name)

    def _slot(self, d: Drafter, piece: Piece) -> Node | None:
        """`Φ(t, :) = Φ(s, :)` as a statement about every value of the argument that the colon stands for; `x = a ± b`."""
        two = both(piece.nodes, piece.relation, _chain_of(piece)) if piece.kind == "link" and piece.relation != "in" else None
        full = full_rank(self.scope, piece.nodes) if piece.kind == "link" and piece.relation == "=" else None
        full = full or (rank_by_minors(d, piece.nodes[0], piece.relation, piece.nodes[1]) if len(piece.nodes) == 2 else None)
        if two is not None or full is not None:
            return two or full
        if piece.kind != "link" or not all(any(n.kind == "Colon" for n in side.walk()) for side in piece.nodes):
            return None
        taken = {*self.evidence.alone, *self.evidence.indices, *self.context.declarations}
        letter = Node("Id", piece.span, (), next(c for c in SLOTS if c not in taken))
        body = _chain_of(replace(piece, nodes=tuple(_filled(n, letter) for n in piece.nodes)))
        return Node("Forall", piece.span, (letter, body))

    def _is_function_name(self, node: Node) -> bool:
        """A name alone that is mentioned, not used: of a function or a family."""
        name = written(node)
        if name is None:
            return False
        symbol = self.scope.find(name.text)
        return name.text in self.evidence.heads or (symbol is not None and symbol.role in ("function", "family"))

    def _side(self, d: Drafter, node: Node, sides: dict[int, Side]) -> Side:
        """A side of a link, drafted once for the two links that share it."""
        known = sides.get(id(node))
        if known is None:
            d.constraints = []
            try:
                draft: Draft | Refused = d.draft(node)
            except Refused as refused:
                draft = refused
            known = sides[id(node)] = Side(draft, d.constraints)
        elif isinstance(known.draft, Draft):
            for symbol in symbols_in(known.draft):
                d.use(symbol)
        return known

    def _accept(self, made: Elaborated, constraints: list[Constraint]) -> None:
        """Post what a piece demands; on a clash it is set aside."""
        solver = self.scope.solver
        mark = solver.mark()
        at: Span | None = None
        try:
            for fire, variables, at in constraints:
                solver.post(fire, variables, at, made.number)
                solver.run()
        except Conflict as found:
            solver.undo(mark)
            conflict, at = self._surer(made, found, at)
            made.problem = self._conflict(made, conflict, conflict.at if isinstance(conflict.at, Span) else at)
            made.conflict = True
            return
        for side in made.sides:
            side.posted = True

    def _surer(self, made: Elaborated, conflict: Conflict, at: Span | None) -> tuple[Conflict, Span | None]:
        """The clash that is told: of two sides, the one in which people mean nothing else that would fit."""
        solver = self.scope.solver
        for side in made.sides if conflict.loose else ():
            mark, place = solver.mark(), at
            try:
                for fire, variables, place in side.constraints:
                    solver.post(fire, variables, place, made.number)
                    solver.run()
            except Conflict as other:
                if not other.loose:
                    return other, place
            finally:
                solver.undo(mark)
        return conflict, at

    def _conflict(self, made: Elaborated, conflict: Conflict, at: Span | None) -> Diagnostic:
        """Both shapes, and where the shapes of the names came from."""
        notes = [
            Note(*self._provenance(symbol))
            for symbol in made.names.values()
            if symbol.role in ("value", "family") and self.scope.solver.is_known(symbol.var)
        ]
        inside = at is not None and any(n.span.contains(at) for n in (*made.piece.nodes, *made.piece.conditions))
        place = at if inside or (at is not None and made.piece.span.contains(at)) else made.piece.span
        code = "not-supported" if conflict.message in ELSEWHERE else "shape-conflict"
        return Diagnostic(code, conflict.message, place, notes=tuple(notes[:8]))

    def _provenance(self, symbol: Symbol) -> tuple[str, Span | None]:
        shape = shape_text(self.scope.solver.shape(symbol.var) or (None, None))
        row = symbol.declaration
        if row is None:
            return Message("{} is {} (from use)", symbol.name, shape), symbol.span
        return Message("{} is {} (declared)", symbol.name, shape), row.span if row.origin == "document" else None


SLOTS = ("s", "r", "u", "v", "w", "p", "y", "x", "slot")
"""Letters for an argument that a colon leaves open."""


def _filled(node: Node, letter: Node) -> Node:
    """The expression with a letter in place of every colon."""
    if node.kind == "Colon":
        return replace(letter, span=node.span)
    children = tuple(_filled(c, letter) for c in node.children)
    return replace(node, children=children) if children != node.children else node


def _is_mentioned(node: Node) -> bool:
    """A sequence, a set or a distribution alone: nothing is said of it here."""
    return (node.kind in ("Group", "Set", "Interval") and len(node.children) != 1) or is_distribution(node)


def _with_ranges(context: Context, ranges: Sequence[Node]) -> Context:
    """The context with the indices that have their range in a side condition."""
    return context.declare(*(r for c in ranges for r in declared_from(c, context).rows)) if ranges else context


def _chain_of(piece: Piece) -> Node:
    return Node("Chain", piece.span, piece.nodes, (piece.relation,), (piece.sign or piece.span,))


def _with_facts(context: Context, facts: dict[str, set[str]]) -> Context:
    """The context with what prose says of declared names."""
    rows = []
    for row in context.declarations.values():
        said = frozenset(f for f in facts.get(row.name, ()) if f in PROPERTIES)
        if said - row.properties:
            rows.append(replace(row, properties=row.properties | said))
    return context.declare(*rows)


def _properties(context: Context, name: str) -> frozenset[str]:
    row = context.declarations.get(name)
    return row.properties if row is not None else frozenset()


def _is_news(row: Declaration, context: Context) -> bool:
    """A declaration that says more than the one known: another type, or a property."""
    old = context.declarations[row.name]
    return row.type != old.type or bool(row.properties - old.properties)


def _is_implied(node: Node, whole: Node) -> bool:
    """Whether a chain stands in an implication: what it says of signs holds only where something else does."""
    return any(node is part for n in whole.walk() if n.kind in ("Implies", "Iff") for c in n.children for part in declaring(c))


def declaring(node: Node) -> list[Node]:
    """The chains of a formula that may declare: its items, their conditions, premises of an implication."""
    if node.kind in ("Implies", "Iff", "Labelled"):
        return [n for c in node.children for n in declaring(c)]
    if node.kind == "List" and any(c.kind in ("Implies", "Iff") for c in node.children):
        return [n for c in node.children for n in declaring(c)]
    return list(chains_of(node))


def bounded_in(node: Node) -> Iterator[str]:
    """The names that an order bounds by numbers and sizes written out: j of `0 ≤ j ≤ n`, not i of `i < j`."""
    for chain in chains_of(node):
        signs = chain.value if isinstance(chain.value, tuple) else ()
        sides = [(n, s) for k, side in enumerate(chain.children) for n in subjects_of(side) for s in signs[max(k - 1, 0) : k + 1]]
        if any(bare(side).kind == "Num" for side in chain.children):
            yield from (name.text for n, s in sides if s in ORDERS and (name := written(n)) is not None)


def depth_within(node: Node, limit: int) -> bool:
    """Whether a tree is nested no deeper than a limit."""
    level, depth = [node], 0
    while level:
        depth += 1
        if depth > limit:
            return False
        level = [c for n in level for c in n.children]
    return True


def towers_within(node: Node, limit: int) -> bool:
    """Whether powers stand in exponents no deeper than a limit: whether they are real is asked of every level anew."""
    stack = [(node, 0)]
    while stack:
        part, depth = stack.pop()
        if depth > limit:
            return False
        above = part.kind == "Sup" and len(part.children) == 2
        stack.extend((c, depth + (above and k == 1)) for k, c in enumerate(part.children))
    return True
