"""What constructs demand of shapes, as constraints that wait until enough is known.

Each function tries one constraint and says whether it is done. *Fails when* shapes clash: `Conflict`.
"""

from __future__ import annotations

from symproofs.messages import Message
from symproofs.read.elaboration.inference import SCALAR, SUMMANDS, UNIT, Conflict, Solver, shape_text

POWER = "a power"
OF_A_LETTER = "a power with a letter as its exponent"
"""Above a matrix that is not square such a letter may as well be part of its name."""
BARS = "bars"
"""Around a number its modulus, around a square matrix its determinant; a vector's norm is also written so."""


def transposed(solver: Solver, result: int, base: int) -> bool:
    """The result has the sizes of the base, exchanged."""
    for one, other in ((base, result), (result, base)):
        dims = solver.dims(one)
        if dims is not None:
            solver.set_dims(other, dims[1], dims[0])
            if solver.is_array(one):
                solver.tensor(other)
            return True
    return False


def square(solver: Solver, base: int, what: str) -> bool:
    """Rows = columns."""
    dims = solver.dims(base)
    if dims is None:
        return False
    if dims[0] != dims[1]:
        shape = solver.shape(base) or (None, None)
        try:
            solver.same_size(dims[0], dims[1])
        except Conflict:
            if what == BARS:
                text = "bars around this can be read in two ways: as its norm, and entry by entry"
                raise Conflict(text, None, (shape,), True) from None
            loose = what == OF_A_LETTER or (what == POWER and UNIT in dims)
            raise Conflict(
                Message("{} of a matrix that is not square, {}", what, shape_text(shape)), None, (shape,), loose
            ) from None
    return True


def starred(solver: Solver, base: int) -> bool:
    """A star conjugates a number. This checks and never tells the base what it is."""
    dims = solver.dims(base)
    if dims is None:
        return False
    if dims != (UNIT, UNIT):
        shape = solver.shape(base) or (None, None)
        text = "a star on an array can be read in two ways: as the conjugate, and as the conjugate transpose"
        raise Conflict(text, None, (shape,), True)
    return True


def denominator(solver: Solver, base: int, final: bool = False) -> bool:
    """Only a number divides. This checks and never tells the denominator what it is."""
    dims = solver.dims(base)
    if dims is None:
        return False
    if dims == (UNIT, UNIT):
        return True
    shape = solver.shape(base) or (None, None)
    if any(s is not None and k != UNIT for s, k in zip(shape, dims, strict=True)):
        raise Conflict(Message("division by an array, {}", shape_text(shape)), None, (shape,), UNIT in dims)
    if final:
        solver.set_dims(base, UNIT, UNIT)
    return final


def entry(solver: Solver, array: int, indices: tuple[int | None, ...], final: bool = False) -> bool:
    """One index into a vector, two into a matrix; an index that is a number says nothing of the size."""
    dims = solver.dims(array)
    if dims is None:
        return False
    if len(indices) == 2:
        axes = list(dims)
    elif len(indices) == 1:
        if dims[1] == UNIT:
            axes = [dims[0]]
        elif dims[0] == UNIT:
            axes = [dims[1]]
        elif final and solver.size(dims[1]) is None:
            solver.same_size(dims[1], UNIT)
            axes = [dims[0]]
        elif solver.size(dims[0]) is None or solver.size(dims[1]) is None:
            return False
        else:
            shape = solver.shape(array) or (None, None)
            raise Conflict(Message("one index into a matrix, {}", shape_text(shape)), None, (shape,))
    else:
        raise Conflict(Message("{} indices into an array", len(indices)))
    for axis, index in zip(axes, indices, strict=True):
        if index is not None:
            try:
                solver.same_size(axis, index)
            except Conflict:
                one, other = solver.size(axis), solver.size(index)
                raise Conflict(Message("an index from 1 to {} is needed, this runs from 1 to {}", one, other)) from None
    return True


def added_to_entries(solver: Solver, result: int, summands: tuple[int, ...]) -> bool:
    """Summands of one shape, but for numbers, which are added to arrays as multiples of one of that shape."""
    known = [(part, solver.dims(part)) for part in summands]
    arrays = [part for part, dims in known if dims is not None and dims != (UNIT, UNIT)]
    for part in arrays:
        solver.same(result, part, None, SUMMANDS)
    if any(dims is None for _, dims in known):
        return False
    if not arrays:
        solver.set_dims(result, UNIT, UNIT)
    return True


def added_to_rows(solver: Solver, result: int, bias: int, rows_convention: bool) -> bool:
    """A row b is added to every row of an m×n result: b is 1×n, or declared as a column n×1."""
    dims = solver.dims(result)
    if dims is None:
        return False
    if dims == (UNIT, UNIT) or dims[0] == UNIT:
        solver.same(result, bias, None, SUMMANDS)
        return True
    own = solver.dims(bias)
    if own is None:
        solver.set_dims(bias, UNIT, dims[1])
        return True
    if own == dims:
        return True
    if own[0] == UNIT:
        solver.set_dims(bias, UNIT, dims[1], None, "the row that is added to every row has another length")
        return True
    shapes = solver.shape(bias) or (None, None), solver.shape(result) or (None, None)
    if own[1] == UNIT and dims[1] != UNIT:
        try:
            solver.same_size(own[0], dims[1])
        except Conflict:
            text = Message(
                "the row that is added to every row has another length: {} to {}", shape_text(shapes[0]), shape_text(shapes[1])
            )
            raise Conflict(text, None, shapes) from None
        return True
    solver.same(result, bias, None, SUMMANDS)
    return True


def product(solver: Solver, result: int, factors: tuple[int, ...], signs: tuple[str, ...]) -> bool:
    """A product of numbers and matrices from left to right. Waits until every factor is one or the other."""
    tensors: list[tuple[int, tuple[int, int] | None, str]] = []
    unknown = 0
    for factor, sign in zip(factors, signs, strict=True):
        array = solver.is_array(factor)
        if array is False:
            continue
        unknown += array is None
        tensors.append((factor, solver.dims(factor) if array else None, sign))
    if not tensors:
        solver.same(result, SCALAR, None, "the product is a number")
        return True
    if len(tensors) == 1:
        solver.same(result, tensors[0][0], None, "the sides differ in shape")
        return True
    if unknown:
        return unknown == 1 and _force_factor(solver, result, tensors)
    shape = _multiply(solver, [(d, s) for _, d, s in tensors if d is not None])
    solver.set_dims(result, *shape)
    return True


def _multiply(solver: Solver, factors: list[tuple[tuple[int, int], str]]) -> tuple[int, int]:
    """Sizes of a product; `x · y` of two columns of one length is their inner product."""
    rows, cols = factors[0][0]
    for dims, sign in factors[1:]:
        r, c = map(solver.find_size, dims)
        rows, cols = solver.find_size(rows), solver.find_size(cols)
        if (r, c) == (UNIT, UNIT):
            continue
        if (rows, cols) == (UNIT, UNIT):
            rows, cols = r, c
            continue
        if cols == r:
            cols = c
            continue
        if sign == "·" and cols == UNIT == c and _may_be_same(solver, rows, r):
            solver.same_size(rows, r)
            rows = cols = UNIT
            continue
        try:
            solver.same_size(cols, r)
        except Conflict:
            shapes = (solver.size(rows), solver.size(cols)), (solver.size(r), solver.size(c))
            text = Message("the factors of this product do not fit: {} times {}", shape_text(shapes[0]), shape_text(shapes[1]))
            raise Conflict(text, None, shapes) from None
        cols = c
    return solver.find_size(rows), solver.find_size(cols)


def _may_be_same(solver: Solver, a: int, b: int) -> bool:
    first, second = solver.size(a), solver.size(b)
    return first is None or second is None or first == second


def _force_factor(solver: Solver, result: int, tensors: list[tuple[int, tuple[int, int] | None, str]]) -> bool:
    """The one factor that is open, where the others and the result leave it a single shape.

    A number times a matrix has the shape of the matrix: where that does not fit, the factor is no number.
    """
    at = next(k for k, (_, dims, _) in enumerate(tensors) if dims is None)
    factor = tensors[at][0]
    left = [(d, s) for _, d, s in tensors[:at] if d is not None]
    right = [(d, s) for _, d, s in tensors[at + 1 :] if d is not None]
    before = _multiply(solver, left) if left else None
    after = _multiply(solver, right) if right else None
    if before is not None and after is not None:
        if not _differ(solver, before[1], after[0]):
            return False
        solver.set_dims(factor, before[1], after[0])
        return product(solver, result, tuple(f for f, _, _ in tensors), tuple(s for _, _, s in tensors))
    whole = solver.dims(result)
    if whole is None:
        return False
    if before is not None and _differ(solver, before[1], whole[1]) and not _differ(solver, before[0], whole[0]):
        solver.set_dims(factor, before[1], whole[1])
    elif after is not None and _differ(solver, after[0], whole[0]) and not _differ(solver, after[1], whole[1]):
        solver.set_dims(factor, whole[0], after[0])
    else:
        return False
    return product(solver, result, tuple(f for f, _, _ in tensors), tuple(s for _, _, s in tensors))


def _differ(solver: Solver, a: int, b: int) -> bool:
    """Both sizes are known, and are not the same."""
    first, second = solver.size(a), solver.size(b)
    return first is not None and second is not None and first != second


def covariance(solver: Solver, result: int, first: int, second: int) -> bool:
    """The covariance of an n×1 and an m×1 column is n×m."""
    dims = solver.dims(first), solver.dims(second)
    if dims[0] is None or dims[1] is None:
        return False
    for var, (_, cols) in zip((first, second), (dims[0], dims[1]), strict=True):
        if cols != UNIT:
            shape = solver.shape(var) or (None, None)
            raise Conflict(Message("a covariance of columns is meant, this is {}", shape_text(shape)), None, (shape,))
    solver.set_dims(result, dims[0][0], dims[1][0])
    return True


def diagonal(solver: Solver, result: int, base: int) -> bool:
    """The diagonal matrix of an n×1 column is n×n."""
    dims = solver.dims(base)
    if dims is None:
        return False
    if dims[1] != UNIT or dims == (UNIT, UNIT):
        shape = solver.shape(base) or (None, None)
        text = Message("the diagonal matrix of a vector is meant, this is {}", shape_text(shape))
        square = None not in shape and shape[0] == shape[1]  # of a matrix it may be its diagonal, of a number one entry
        raise Conflict(text, None, (shape,), square)
    solver.set_dims(result, dims[0], dims[0])
    return True
