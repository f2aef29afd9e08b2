"""Side conditions taken away one at a time: the code of a law with one of its guards removed.

A *guard* is what may refuse, or ask for a condition: a conjunct of `need(…)` or `must(…)`, a call that only checks
(`require_nonzero`, `same_atom`, `state.fits`, …), an `if` that raises, the kinds in `factor_at(mono, k, "XFS")`.
`guards(function)` lists them by their text, each with the code that the function has without it; `without(guard)` runs it so.
"""

from __future__ import annotations
import __future__

import ast
import copy
import inspect
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

ASKING = ("need", "must")
CHECKING = frozenset(
    (
        *("require", "require_nonzero", "require_nonnegative", "require_positive", "require_sign", "require_integrable"),
        *("same_atom", "same_expr", "same_mono", "agree_atoms", "agree_sums", "agree_monos"),
        *("fits", "map_size", "assert_scope", "nothing_escapes", "raised", "_require_real", "_need_nonzero_base", "_delta"),
    )
)
"""Calls that stand for what they refuse, where their value is not used."""

KINDS = "TCDIXFSKE"


@dataclass(frozen=True)
class Guard:
    """One guard of a function: its text, the lines on which it stands, and the code without it."""

    function: FunctionType
    text: str
    lines: range
    code: CodeType
    asks: bool
    """Whether it is a call that may leave a condition instead of refusing."""

    @property
    def label(self) -> str:
        return f"{self.function.__module__.removeprefix('symproofs.')}.{self.function.__qualname__}: {self.text}"


def guards(function: FunctionType) -> list[Guard]:
    """The guards of a function in the order of its text; those with one text are numbered."""
    lines, start = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    found: list[Guard] = []
    seen: dict[str, int] = {}
    for n, node in enumerate(ast.walk(tree)):
        for k, text in enumerate(_texts(node)):
            changed = copy.deepcopy(tree)
            _take_away(next(x for m, x in enumerate(ast.walk(changed)) if m == n), k)
            seen[text] = seen.get(text, 0) + 1
            label = text if seen[text] == 1 else f"{text} ({seen[text]})"
            where = range(start + node.lineno - 1, start + (node.end_lineno or node.lineno))
            asks = isinstance(node, ast.Expr) and _called(node.value) not in ASKING
            found.append(Guard(function, label, where, _compiled(changed, function), asks))
    return found


@contextmanager
def without(guard: Guard) -> Iterator[None]:
    """The function has this guard no longer."""
    kept = guard.function.__code__
    guard.function.__code__ = guard.code
    try:
        yield
    finally:
        guard.function.__code__ = kept


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _texts(node: ast.AST) -> list[str]:
    """What can be taken away at a node."""
    match node:
        case ast.Expr(ast.Call(args=[condition, *_]) as call) if _called(call) in ASKING:
            return [ast.unparse(c) for c in _conjuncts(condition)]
        case ast.Expr(ast.Call() as call) if _called(call) in CHECKING:
            return [ast.unparse(call)]
        case ast.If(test, [ast.Raise()], []):
            return [f"not ({ast.unparse(test)})"]
        case ast.Call() if _called(node) == "factor_at" and isinstance(node.args[-1], ast.Constant):
            return [ast.unparse(node)]
        case ast.Call() if _called(node) == "at" and isinstance(node.func, ast.Name) and len(node.args) > 2:
            return [ast.unparse(node)]
    return []


def _conjuncts(condition: ast.expr) -> list[ast.expr]:
    return condition.values if isinstance(condition, ast.BoolOp) and isinstance(condition.op, ast.And) else [condition]


def _take_away(node: ast.AST, k: int) -> None:
    match node:
        case ast.Expr(ast.Call(args=[ast.BoolOp(ast.And(), values), *_]) as call) if _called(call) in ASKING:
            rest = values[:k] + values[k + 1 :]
            call.args[0] = rest[0] if len(rest) == 1 else ast.copy_location(ast.BoolOp(ast.And(), rest), call.args[0])
        case ast.Expr(ast.Call() as call) if _called(call) in ASKING:
            call.args[0] = ast.copy_location(ast.Constant(True), call.args[0])
        case ast.Expr():
            node.value = ast.copy_location(ast.Constant(None), node.value)
        case ast.If():
            node.test = ast.copy_location(ast.Constant(False), node.test)
        case ast.Call() if _called(node) == "factor_at":
            node.args[-1] = ast.copy_location(ast.Constant(KINDS), node.args[-1])
        case ast.Call():
            del node.args[2:]


def _compiled(tree: ast.Module, function: FunctionType) -> CodeType:
    flags = __future__.annotations.compiler_flag
    whole = compile(tree, function.__code__.co_filename, "exec", flags=flags, dont_inherit=True)
    found = next(c for c in whole.co_consts if isinstance(c, CodeType) and c.co_name == function.__name__)
    return found.replace(co_qualname=function.__code__.co_qualname)


def reached(function: FunctionType, pool: dict[str, FunctionType]) -> set[str]:
    """Names of functions of the pool that a function calls, at any depth, and its own."""
    seen, stack = {function.__name__}, [function]
    while stack:
        for label in _names(stack.pop().__code__):
            if label in pool and label not in seen:
                seen.add(label)
                stack.append(pool[label])
    return seen


def _names(code: CodeType) -> set[str]:
    inner = [c for c in code.co_consts if isinstance(c, CodeType)]
    return set(code.co_names).union(*map(_names, inner))


# ------------------------------------------------------------------ monomials as JSON


def to_json(value: Any) -> Any:
    """Tuples, fractions and sizes as lists, texts and objects."""
    from fractions import Fraction

    if isinstance(value, Fraction):
        return {"q": str(value)}
    if hasattr(value, "constant") and hasattr(value, "parts"):
        return {"size": [str(value.constant), [[n, str(c)] for n, c in value.parts]]}
    return [to_json(v) for v in value] if isinstance(value, (tuple, list)) else value
