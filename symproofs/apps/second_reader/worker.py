"""The process in which latex2sympy2 reads: JSON lines in, JSON lines out. Started by `second_reader`.

In: `{"latex": text}`. Out: `{"tree": TREE}`, or `{"error": text}` where nothing was read. A TREE is a list: the name
of a row of `NODES`, then its arguments; `["num", "1/2"]` and `["name", "x"]` end it. The library keeps state
between formulas (and a formula may break that state), so its globals are reset before each one. It prints and
warns; nothing of that reaches the answers.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Iterable
from typing import Any

MEMORY = 2 << 30

NODES = {
    "Add": "add", "Mul": "mul", "Pow": "pow", "exp": "exp", "log": "log", "sin": "sin", "cos": "cos", "tan": "tan", "cot": "cot",
    "sec": "sec", "csc": "csc", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asin": "arcsin", "acos": "arccos",
    "atan": "arctan", "Abs": "abs", "factorial": "factorial", "binomial": "binomial",
}  # fmt: skip
"""SymPy's classes and what we call them."""

CONSTANTS = {"Pi": "pi", "Exp1": "e", "ImaginaryUnit": "i"}


def tree(expression: Any) -> list[Any]:
    """A SymPy expression as JSON values, part for part. *Fails* (`ValueError`) on a class without a row."""
    kind = type(expression).__name__
    if kind in CONSTANTS:
        return ["const", CONSTANTS[kind]]
    if getattr(expression, "is_Rational", False):
        return ["num", f"{expression.p}/{expression.q}"]
    if getattr(expression, "is_Symbol", False):
        return ["name", str(expression.name)]
    if kind in NODES:
        return [NODES[kind], *map(tree, expression.args)]
    raise ValueError(f"read as {kind}")


def reset(library: Any) -> None:
    """The module's globals as they are before the first formula."""
    library.is_real = None
    library.frac_type = r"\frac"
    library.variances = {}
    library.var = {}
    library.VARIABLE_VALUES = {}


def answer(library: Any, text: str) -> dict[str, Any]:
    reset(library)
    try:
        return {"tree": tree(library.latex2sympy(text))}
    except RecursionError:
        return {"error": "nested too deeply"}
    except Exception as fault:
        # The library raises `Exception` itself for what it cannot parse, and whatever its state leads to.
        return {"error": f"{type(fault).__name__}: {str(fault).strip().splitlines()[0] if str(fault).strip() else ''}"}


def serve(lines: Iterable[str], answers: int) -> None:
    """Answer every line on the file descriptor `answers`."""
    warnings.simplefilter("ignore")
    import latex2sympy2

    with os.fdopen(answers, "w", encoding="utf-8") as out:
        for line in lines:
            out.write(json.dumps(answer(latex2sympy2, str(json.loads(line)["latex"]))) + "\n")
            out.flush()


def main() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    answers = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    serve(sys.stdin, answers)


if __name__ == "__main__":
    main()
