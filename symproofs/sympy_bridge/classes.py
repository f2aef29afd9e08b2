"""SymPy classes for what SymPy has no unevaluated form of. Each keeps its arguments as they are written.

Entries are given by definition, so that `.as_explicit()` and `.subs` work at concrete sizes.
"""

from __future__ import annotations

from typing import Any

from sympy import Dummy, Expr, Function, Integer, Max, Sum, exp
from sympy.core.symbol import Str
from sympy.core.sympify import _sympify
from sympy.matrices.expressions.matexpr import MatrixExpr


class _Shaped(MatrixExpr):  # type: ignore[misc]
    """An array made of arguments alone: the shape of the first, unless a class says otherwise."""

    def __new__(cls, *args: Any) -> Any:
        return MatrixExpr.__new__(cls, *map(_sympify, args))

    @property
    def shape(self) -> tuple[Any, Any]:
        rows, cols = self.args[0].shape
        return rows, cols

    def doit(self, **hints: Any) -> Any:
        return self.func(*(a.doit(**hints) if hints.get("deep", True) else a for a in self.args))

    def _word(self) -> str:
        return type(self).__name__

    def _sympystr(self, printer: Any) -> str:
        return f"{self._word()}({', '.join(map(printer._print, self.args))})"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\operatorname{{{self._word()}}}\left({', '.join(map(printer._print, self.args))}\right)"
        return text if exp is None else rf"{text}^{{{exp}}}"


class RowSoftmax(_Shaped):
    """Softmax of every row of a matrix."""

    def _word(self) -> str:
        return "softmax"

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> Any:
        array, k = self.args[0], Dummy("k", integer=True)
        cols = self.shape[1]
        if isinstance(cols, (int, Integer)):
            total = sum((exp(array[i, c]) for c in range(int(cols))), Integer(0))
        else:
            total = Sum(exp(array[i, k]), (k, 0, cols - 1))
        return exp(array[i, j]) / total


class VectorSoftmax(_Shaped):
    """Softmax over the entries of a column vector."""

    def _word(self) -> str:
        return "softmax"

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> Any:
        vector, k = self.args[0], Dummy("k", integer=True)
        rows = self.shape[0]
        if isinstance(rows, (int, Integer)):
            total = sum((exp(vector[r, 0]) for r in range(int(rows))), Integer(0))
        else:
            total = Sum(exp(vector[k, 0]), (k, 0, rows - 1))
        return exp(vector[i, 0]) / total


class EntrywiseReLU(_Shaped):
    """max(x, 0) of every entry."""

    def _word(self) -> str:
        return "ReLU"

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> Any:
        return Max(self.args[0][i, j], 0)


class Entrywise(_Shaped):
    """An elementary function of every entry; arguments: the array, the function's name."""

    def __new__(cls, array: Any, name: Any) -> Any:
        return MatrixExpr.__new__(cls, array, name if isinstance(name, Str) else Str(name))

    def _word(self) -> str:
        return str(self.args[1])

    def doit(self, **hints: Any) -> Any:
        return self.func(self.args[0].doit(**hints), self.args[1])

    def _sympystr(self, printer: Any) -> str:
        return f"{self._word()}({printer._print(self.args[0])})"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        return rf"\operatorname{{{self._word()}}}\left({printer._print(self.args[0])}\right)"


class BroadcastRows(_Shaped):
    """The matrix of which every row is the row vector given; arguments: the row vector, the number of rows."""

    @property
    def shape(self) -> tuple[Any, Any]:
        return self.args[1], self.args[0].shape[1]

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> Any:
        return self.args[0][0, j]


class FamilyMember(_Shaped):
    """A member of a family of arrays (`k_i`); arguments: its name, rows, columns, then its indices."""

    def __new__(cls, name: Any, rows: Any, cols: Any, *indices: Any) -> Any:
        letter = name if isinstance(name, Str) else Str(name)
        return MatrixExpr.__new__(cls, letter, *map(_sympify, (rows, cols, *indices)))

    @property
    def shape(self) -> tuple[Any, Any]:
        return self.args[1], self.args[2]

    def doit(self, **hints: Any) -> Any:
        return self

    def _sympystr(self, printer: Any) -> str:
        return f"{self.args[0]}[{', '.join(map(printer._print, self.args[3:]))}]"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        return rf"{{{self.args[0]}}}_{{{','.join(map(printer._print, self.args[3:]))}}}"


class ArrayCall(_Shaped):
    """The value of a named function with arrays in it; arguments: its name, rows, columns, then its arguments."""

    def __new__(cls, name: Any, rows: Any, cols: Any, *args: Any) -> Any:
        letter = name if isinstance(name, Str) else Str(name)
        return MatrixExpr.__new__(cls, letter, *map(_sympify, (rows, cols, *args)))

    @property
    def shape(self) -> tuple[Any, Any]:
        return self.args[1], self.args[2]

    def doit(self, **hints: Any) -> Any:
        return self

    def _sympystr(self, printer: Any) -> str:
        return f"{self.args[0]}({', '.join(map(printer._print, self.args[3:]))})"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        return rf"\operatorname{{{self.args[0]}}}\left({', '.join(map(printer._print, self.args[3:]))}\right)"


class ArraySum(_Shaped):
    """Σ over an index from 1 to n of arrays; arguments: the body, the index, n, then the indices left out."""

    def doit(self, **hints: Any) -> Any:
        return self


class _Number(Expr):  # type: ignore[misc]
    """A number made of arguments alone."""

    is_commutative = True

    def __new__(cls, *args: Any) -> Any:
        return Expr.__new__(cls, *map(_sympify, args))

    def _sympystr(self, printer: Any) -> str:
        return f"{type(self).__name__}({', '.join(map(printer._print, self.args))})"


class SumExcept(_Number):
    """Σ over an index from 1 to n without some; arguments: the body, the index, n, then the indices left out."""


class ProductExcept(_Number):
    """Π over an index from 1 to n without some; arguments as in `SumExcept`."""


class InnerProduct(_Number):
    """⟨x, y⟩ of two arrays of one shape or of two numbers, as the derivation defines it."""

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\left\langle {', '.join(map(printer._print, self.args))} \right\rangle"
        return text if exp is None else rf"{text}^{{{exp}}}"


class VectorNorm(_Number):
    """‖x‖: the Euclidean norm of a vector, the Frobenius norm of a matrix."""

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\left\|{printer._print(self.args[0])}\right\|"
        return text if exp is None else rf"{text}^{{{exp}}}"


class Mean(_Number):
    """The expectation of a number, not evaluated: which names are random is declared to us, not to SymPy."""


class Variance(_Number):
    """The variance of a number, not evaluated."""


class Covariance(_Number):
    """The covariance of two numbers, not evaluated."""


class MeanArray(_Shaped):
    """The expectation of an array, entry by entry."""

    def _word(self) -> str:
        return "Mean"

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> Any:
        return Mean(self.args[0][i, j])


class CovarianceMatrix(_Shaped):
    """The covariances of the entries of two columns, or of one with itself."""

    def _word(self) -> str:
        return "Covariance"

    @property
    def shape(self) -> tuple[Any, Any]:
        return self.args[0].shape[0], self.args[-1].shape[0]

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> Any:
        return Covariance(self.args[0][i, 0], self.args[-1][j, 0])


class ReLU(Function):  # type: ignore[misc]
    """max(x, 0) of a real number, not evaluated."""

    nargs = 1

    def doit(self, **hints: Any) -> Any:
        return Max(self.args[0].doit(**hints), 0)


class UnitStep(Function):  # type: ignore[misc]
    """1 where a real number is positive, else 0, not evaluated."""

    nargs = 1


class Sigmoid(Function):  # type: ignore[misc]
    """1 / (1 + e^{-x}), not evaluated."""

    nargs = 1
