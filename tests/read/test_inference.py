"""Shapes by unification, and what a section says of names that nothing declares."""

from __future__ import annotations

import pytest

from symproofs.diagnostics import Source
from symproofs.read.elaboration import Conventions, Formula, SectionReading, elaborate_section
from symproofs.read.elaboration.inference import SCALAR, UNIT, Conflict, Solver
from symproofs.read.parser import parse
from symproofs.terms.context import Context
from symproofs.terms.size import ONE, Size
from symproofs.terms.term import name, term
from symproofs.terms.types import Type, family, function, index, matrix, scalar, vector


def section(*latex: str, context: Context | None = None, **facts: str) -> SectionReading:
    formulas = []
    for text in latex:
        node = parse(Source("formula", text.removeprefix("let "))).node
        assert node is not None, text
        formulas.append(Formula(node, text.startswith("let ")))
    said = Conventions(facts={n: frozenset(f.split()) for n, f in facts.items()})
    return elaborate_section(formulas, context or Context(), said)


def types(*latex: str, **facts: str) -> dict[str, Type]:
    return dict(section(*latex, **facts).context.types)


# --- the solver alone


def test_two_unknown_shapes_become_one() -> None:
    solver = Solver()
    a, b = solver.fresh(), solver.fresh()
    solver.same(a, b)
    solver.set_dims(a, solver.rigid(Size.of("n")), UNIT)
    assert solver.shape(b) == (Size.of("n"), ONE)


def test_names_of_sizes_are_rigid() -> None:
    solver = Solver()
    with pytest.raises(Conflict):
        solver.same_size(solver.rigid(Size.of("n")), solver.rigid(Size.of("m")))


def test_undo_takes_back_bindings_and_waits() -> None:
    solver = Solver()
    a, b = solver.fresh(), solver.fresh()
    fired: list[int] = []
    mark = solver.mark()
    solver.same(a, b)
    solver.post(lambda: bool(fired) or not solver.is_known(b), (b,), None, 1)
    solver.set_dims(a, UNIT, solver.rigid(Size.of("n")))
    solver.undo(mark)
    assert not solver.is_known(a) and not solver.is_known(b) and not solver.waits
    solver.set_dims(b, UNIT, UNIT)
    assert not solver.is_known(a)


def test_no_size_becomes_one_late() -> None:
    solver = Solver()
    a = solver.fresh()
    solver.tensor(a)
    solver.late = True
    with pytest.raises(Conflict):
        solver.same(a, SCALAR)


def test_a_waiting_constraint_fires_when_its_variable_is_known() -> None:
    solver = Solver()
    a, b = solver.fresh(), solver.fresh()
    seen: list[bool] = []

    def fire() -> bool:
        seen.append(solver.is_known(a))
        return seen[-1]

    solver.post(fire, (a,), None, 1)
    solver.same(a, b)
    solver.set_dims(b, UNIT, UNIT)
    solver.run()
    assert seen == [False, True]


# --- what a section says


def test_shapes_follow_from_definitions() -> None:
    found = types(r"let X \in \mathbb R^{T \times d}, W \in \mathbb R^{d \times k}", "Q = XW", "S = QQ^T", "n = \\|Q\\|_F")
    assert found["Q"] == matrix("T", "k") and found["S"] == matrix("T", "T") and found["n"] == scalar()


def test_a_factor_is_found_from_its_neighbours_and_the_result() -> None:
    found = types(r"let X \in \mathbb R^{T \times d}, Q \in \mathbb R^{T \times k}", "Q = X W_Q")
    assert found["W_Q"] == matrix("d", "k")


def test_a_number_that_is_equal_to_a_product_makes_columns() -> None:
    found = types("x^T A x = c")
    assert found["x"].is_vector and found["A"].shape == (found["x"].rows, found["x"].rows) and found["c"] == scalar()


def test_a_letter_right_of_a_matrix_is_a_column() -> None:
    found = types(r"let A \in \mathbb R^{m \times n}", "b = A x")
    assert found["x"] == vector("n") and found["b"] == vector("m")


def test_capitals_are_matrices_where_there_are_matrices() -> None:
    assert types("(AB)^T = B^T A^T")["A"].is_tensor
    assert types("V = I R")["V"] == scalar()


def test_without_matrices_everything_is_a_real_number_and_assumed() -> None:
    reading = section("a(b + c) = ab + ac")
    assert set(reading.context.types.values()) == {scalar()}
    assert reading.readings[0].assumed == ("a", "b", "c")
    assert {r.origin for r in reading.context.declarations.values()} == {"assumed"}


def test_a_section_without_givens_still_fits() -> None:
    """Attention with nothing declared: every link has types, and the sizes agree with each other."""
    reading = section(
        "Q_p = X_p W_Q = (PX) W_Q = P(X W_Q) = PQ",
        "K_p = X_p W_K = (PX) W_K = P(X W_K) = PK",
        r"Q_p K_p^T = (PQ)(PK)^T = (PQ)(K^T P^T) = P(QK^T)P^T",
        "PP^T = I",
    )
    assert not [p.problem for r in reading.readings for p in r.parts if p.problem]
    found = reading.context.types
    assert found["P"].cols == found["X"].rows == found["Q"].rows and found["P"].rows == found["Q_p"].rows
    assert found["W_Q"].rows == found["X"].cols and found["Q"].cols == found["W_Q"].cols == found["K"].cols


def test_permutations_are_square() -> None:
    found = types(r"let X \in \mathbb R^{T \times d}", "Y = PX", P="permutation")
    assert found["P"] == matrix("T", "T")


def test_facts_of_prose() -> None:
    reading = section("z + k = k + z", "u v = v u", z="sort:complex", k="sort:integer", u="positive")
    declared = reading.context.declarations
    assert declared["z"].type == scalar("complex") and declared["k"].type == scalar("integer")
    assert declared["u"].properties == {"positive"}


def test_names_equal_to_complex_numbers_are_complex() -> None:
    found = types("z = x + iy", "w = z^2", r"r = |z|")
    assert [found[n].sort for n in ("z", "w", "r", "x")] == ["complex", "complex", "real", "real"]


def test_parameters_are_typed_from_use() -> None:
    found = types(r"let z \in \mathbb C", r"R(z, t) = z e^{it}", r"|R(z, 0)| = |z|")
    assert found["R"] == function((scalar("complex"), scalar()), scalar("complex"))


def test_subscripted_letters_with_a_bound_index_are_a_family_or_a_vector() -> None:
    assert types(r"\sum_{i=1}^n a_i = s")["a"] == family(scalar(), "n")
    assert types(r"\sum_{i=1}^n a_i = s", r"a^T a = t")["a"] == vector("n")


def test_open_members_of_a_family_share_their_shape() -> None:
    found = types("k_i^T k_j = 0", r"\|k_i\| = 1")
    assert found["k"].over and found["k"].member.is_vector
    found = types("k_a^T k_b = 0", r"\|k_a\| = 1")
    assert found["k_a"] == found["k_b"] and found["k_a"].is_vector


def test_a_definition_by_subscripts_holds_for_every_index() -> None:
    found = types(r"let W \in \mathbb R^{d \times k}", "q_i = W^T x_i", "q_j = W^T x_j")
    assert found["q"] == family(vector("k"), found["q"].over[0]) and found["x"] == family(vector("d"), found["q"].over[0])


def test_a_definition_in_terms_of_the_subscript_makes_a_function() -> None:
    reading = section(r"R_k = \begin{pmatrix} 1 & k \\ 0 & 1 \end{pmatrix}", "R_m R_n = R_{m+n}")
    assert reading.context.types["R"] == function((scalar(),), matrix(2, 2))
    part = reading.readings[1].parts[0]
    assert part.right == term("call", term("add", name("m"), name("n")), data=("R",))


def test_a_computed_subscript_is_no_name_of_its_own() -> None:
    problem = section("x_{n+1} = x_n").readings[0].parts[0].problem
    assert problem is not None and problem.code == "not-supported"


def test_an_index_ranges_over_what_it_picks_from() -> None:
    reading = section(r"let A \in \mathbb R^{m \times n}", r"\sum_j A_{ij} = 1")
    assert reading.context.types["i"] == index("m")
    left = reading.readings[1].parts[0].left
    assert left is not None and left.data == ("j", Size.of("n"))


def test_declarations_of_an_earlier_section_hold_where_they_fit() -> None:
    before = section(r"let X \in \mathbb R^{T \times d}", "Q = X X^T").context
    assert before.declarations["Q"].origin == "inferred"
    assert section("R = Q + Q", context=before).context.types["R"] == matrix("T", "T")
    again = section(r"Q = x^T x", context=before).context
    assert again.types["Q"] == scalar()


def test_givens_fix_names_that_they_define() -> None:
    before = section(r"let X \in \mathbb R^{T \times d}", "let Q = X X^T").context
    assert before.declarations["Q"].origin == "document"
    part = section("Q = X", context=before).readings[0].parts[0]
    assert part.problem is not None and part.forced


def test_the_first_of_two_clashing_links_holds() -> None:
    first, second = (r.parts[0] for r in section(r"let X \in \mathbb R^{T \times d}", "Y = X", "Y = X^T").readings[1:])
    assert first.problem is None
    assert second.problem is not None and not second.forced and "T×d" in second.problem.message


def test_the_result_does_not_depend_on_what_is_not_asked() -> None:
    """Two runs give the same answer, and formulas about other letters change nothing."""
    lines = ("S = (AB)^T", "x^T S y = c", r"\sum_{i=1}^n u_i = 1")
    assert types(*lines) == types(*lines)
    more = types(*lines, "g(t) = t^2 + 1")
    assert {n: t for n, t in more.items() if n in types(*lines)} == types(*lines)
