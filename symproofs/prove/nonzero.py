"""Numbers that are not 0 because matrices are invertible or columns are not 0: by facts about matrices.

xᵀx of a column that is not 0, and of x - y where x ≠ y; det A of an invertible A; 1 + vᵀA⁻¹u where A + uvᵀ is invertible; a
determinant written out. *Fails when* none of these shows it: `None`.
"""

from __future__ import annotations

from collections.abc import Iterator

from symproofs.kernel.entries import MOST_ROWS_OF_A_DETERMINANT
from symproofs.kernel.sequent import Sequent
from symproofs.prove.matrices import INVERTIBLE, Matrices, updates
from symproofs.prove.search import Search, Step, around
from symproofs.prove.tree import Node
from symproofs.prove.wording import NoWords
from symproofs.terms.size import ONE
from symproofs.terms.statement import Property, Relation
from symproofs.terms.term import Term, free_names, name, num

ZERO = num(0)
Found = tuple[Relation, list[Step]]
"""What is not 0, and the steps after which that is known."""


def nonzero_by_matrices(search: Search, sequent: Sequent) -> Node | None:
    """That a number is not 0, where the sequent speaks of matrices and columns."""
    goal = sequent.goal
    if not isinstance(goal, Relation) or goal.right != ZERO or goal in search.asked or not _speaks_of_arrays(sequent, goal.left):
        return None
    search.asked.append(goal)
    try:
        matrices = Matrices(search, sequent)
        for known, steps in _known(matrices, goal.left):
            after = steps[-1].after if steps else sequent
            inner = search.plain(after) if known == goal else search.by("rewrite", {"statement": known}, after, 0)
            if inner is not None:
                return around(steps, inner)
    except NoWords:
        return None
    finally:
        search.asked.pop()
    return None


def _speaks_of_arrays(sequent: Sequent, node: Term) -> bool:
    kinds = [sequent.context.types.get(label) for label in free_names(node)]
    return node.head == "det" or any(kind is not None and kind.is_tensor for kind in kinds) or _written_out(sequent) != []


def _written_out(sequent: Sequent) -> list[Term]:
    """Matrices given to be invertible whose determinants are written out."""
    found = [h.statement for h in sequent.context.hypotheses]
    return [s.subject for s in found if isinstance(s, Property) and s.name == INVERTIBLE and s.subject.head == "matrix"]


def _known(matrices: Matrices, goal: Term) -> Iterator[Found]:
    context = matrices.sequent.context
    if goal.head == "det":
        yield from _determinant(matrices, goal.args[0])
        size = matrices.size(goal.args[0]).literal
        if size is not None and size <= MOST_ROWS_OF_A_DETERMINANT:
            given = [h.statement for h in context.hypotheses]
            yield from ((s, []) for s in given if isinstance(s, Relation) and s.operator == "!=" and s.right == ZERO)
        return
    for subject in _written_out(matrices.sequent):
        size = matrices.size(subject).literal
        if size is not None and size <= MOST_ROWS_OF_A_DETERMINANT:
            yield from _determinant(matrices, subject)
    inside = free_names(goal)
    for label in sorted(inside):
        kind = context.types.get(label)
        if kind is not None and kind.is_tensor and kind.cols == ONE and context.has(label, "nonzero"):
            x = name(label)
            steps = matrices.cite(matrices.sequent, "column_nonzero", [kind.rows], {"_x": x}, "forward")
            if steps is not None:
                yield Relation("!=", Term("mul", (Term("transpose", (x,)), x)), ZERO), steps
    for hypothesis in context.hypotheses:
        statement = hypothesis.statement
        if isinstance(statement, Relation) and statement.operator == "!=" and not matrices.number(statement.left):
            yield from _unequal(matrices, statement)
    for subject in matrices.given(INVERTIBLE):
        yield from _rank_one(matrices, subject, goal)


def _determinant(matrices: Matrices, subject: Term) -> Iterator[Found]:
    steps = matrices.cite(matrices.sequent, "det_nonzero", [matrices.size(subject)], {"_A": subject}, "forward")
    if steps is not None:
        yield Relation("!=", Term("det", (subject,)), ZERO), steps


def _unequal(matrices: Matrices, statement: Relation) -> Iterator[Found]:
    kind = matrices.wording.kind(statement.left)
    if kind.cols != ONE or kind.sort == "complex":
        return
    gap = Term("add", (statement.left, Term("neg", (statement.right,))))
    values = {"_x": statement.left, "_y": statement.right}
    steps = matrices.cite(matrices.sequent, "columns_unequal", [kind.rows], values, "forward")
    if steps is not None:
        yield Relation("!=", Term("mul", (Term("transpose", (gap,)), gap)), ZERO), steps


def _rank_one(matrices: Matrices, subject: Term, goal: Term) -> Iterator[Found]:
    """1 + vᵀA⁻¹u ≠ 0, since A + uvᵀ is invertible."""
    for a, u, _, v, m in updates(matrices, subject):
        if m != ONE:
            continue
        small = Term("add", (num(1), Term("mul", (v, Term("inverse", (a,)), u))))
        if matrices.equal(goal, small):
            values = {"_A": a, "_U": u, "_V": v}
            steps = matrices.cite(matrices.sequent, "invertible_rank_one", [matrices.size(subject)], values, "forward", "forward")
            if steps is not None:
                yield Relation("!=", small, ZERO), steps
