"""Side conditions taken away one at a time: the code of a law with one of its guards removed.

A *guard* is what may refuse, or ask for a condition: a conjunct of `need(…)` or `must(…)`, a call that only checks
(`require_nonzero`, `same_atom`, `state.fits`, …), an `if` that raises, the kinds in `factor_at(mono, k, "XFS")`, and, where what
nothing takes is refused, the `if` of a case and the condition of what is returned before.
`guards(function)` lists them by their text, each with the code that the function has without it; `without(guard)` runs it so.
`functions_of(module)` are all functions of a module: methods, what a cache stands before, what another function has made.
"""

from __future__ import annotations
import __future__

import ast
import copy
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, FunctionType, ModuleType
from typing import Any

ASKING = ("need", "must")
CHECKING = frozenset(
    (
        *("require", "require_nonzero", "require_nonnegative", "require_positive", "require_sign", "require_integrable"),
        *("same_atom", "same_expr", "same_mono", "agree_atoms", "agree_sums", "agree_monos"),
        *("fits", "map_size", "assert_scope", "nothing_escapes", "raised", "_require_real", "_need_nonzero_base", "_delta"),
        *(
            "admit",
            "_admit",
            "note",
            "check_typed",
            "check_statement",
            "check_term",
            "check_type",
            "check_property",
            "check_index",
        ),
        *("_check", "_check_data", "_extent", "well_typed", "kind", "value", "number", "either", "passage", "compared"),
        *("_require", "_same_shape", "_one_shape", "_need_unmixed", "_need_comparable", "must_compare", "vanishes"),
        *("need_real", "must_be_real", "must_be_number", "stand_still", "stands_still"),
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
    ast.increment_lineno(tree, start - 1)
    found: list[Guard] = []
    seen: dict[str, int] = {}
    refusals = _refusals(tree)
    for n, node in enumerate(ast.walk(tree)):
        for k, text in enumerate(_texts(node, node in refusals)):
            changed = copy.deepcopy(tree)
            _take_away(next(x for m, x in enumerate(ast.walk(changed)) if m == n), k)
            seen[text] = seen.get(text, 0) + 1
            label = text if seen[text] == 1 else f"{text} ({seen[text]})"
            first = refusals.get(node, node)
            where = range(first.lineno, (first.end_lineno or first.lineno) + 1)
            asks = isinstance(node, ast.Expr) and _called(node.value) not in ASKING
            found.append(Guard(function, label, where, _compiled(changed, function), asks))
    return found


@contextmanager
def without(guard: Guard) -> Iterator[None]:
    """The function has this guard no longer.

    All caches are emptied before and after: what calls the function may remember, too, what it let through.
    """
    kept = guard.function.__code__
    guard.function.__code__ = guard.code
    try:
        _forget()
        yield
    finally:
        guard.function.__code__ = kept
        _forget()


def _forget() -> None:
    for cache in _CACHED.values():
        cache.cache_clear()


_CACHED: dict[FunctionType, Any] = {}
"""What a cache stands before, with the cache."""

SPEAKING = ("need", "must")
"""Functions that are how a guard refuses, and have none themselves."""


def functions_of(module: ModuleType) -> list[FunctionType]:
    """All functions of a module that may have guards, each once."""
    made = [v for m in vars(module).values() if isinstance(m, Mapping) for v in m.values()]
    found = [f for value in (*vars(module).values(), *made) for f in _functions(value, module)]
    kept: dict[CodeType, FunctionType] = {}
    for f in found:  # of functions that one has made the first
        if f.__code__.co_filename == module.__file__ and f.__name__ not in SPEAKING:
            kept.setdefault(f.__code__, f)
    makers = {f.__qualname__.partition(".<locals>")[0] for f in kept.values() if "<locals>" in f.__qualname__}
    return [f for f in kept.values() if f.__qualname__ not in makers and f.__name__ != "<lambda>"]


def _functions(value: Any, module: ModuleType) -> Iterator[FunctionType]:
    if isinstance(value, type) and value.__module__ == module.__name__:
        for member in vars(value).values():
            yield from _functions(member, module)
        return
    if isinstance(value, (staticmethod, classmethod)):
        value = value.__func__
    elif isinstance(value, property):
        value = value.fget
    elif isinstance(value, cached_property):
        value = value.func
    elif isinstance(getattr(value, "__wrapped__", None), FunctionType):
        cache, value = value, value.__wrapped__
        if hasattr(cache, "cache_clear"):
            _CACHED[value] = cache
    if isinstance(value, FunctionType):
        yield value


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _refusals(tree: ast.Module) -> dict[ast.AST, Any]:
    """Cases, and conditions of what is returned, each with the refusal that stands behind them."""
    last = tree.body[0].body[-1]  # type: ignore[attr-defined]
    found: dict[ast.AST, Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Match):
            rest = node.cases[-1]
            behind = rest.body[-1] if isinstance(rest.pattern, ast.MatchAs) and rest.pattern.pattern is None else last
            found.update((case, behind) for case in node.cases if isinstance(behind, ast.Raise))
        elif isinstance(node, ast.If) and isinstance(node.body[-1], ast.Return) and isinstance(last, ast.Raise):
            found[node] = last
    return found


def _texts(node: ast.AST, before_refusal: bool) -> list[str]:
    """What can be taken away at a node."""
    match node:
        case ast.Expr(ast.Call(args=[condition, *_]) as call) if _called(call) in ASKING:
            return [ast.unparse(c) for c in _conjuncts(condition)]
        case ast.Expr(ast.Call() as call) if _called(call) in CHECKING:
            return [ast.unparse(call)]
        case ast.If(test, [ast.Raise()], []):
            return [f"not ({ast.unparse(test)})"]
        case ast.match_case(guard=ast.expr() as test) | ast.If(test, _, []) if before_refusal:
            return [ast.unparse(c) for c in _conjuncts(test)]
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
        case ast.If(body=[ast.Raise()]):
            node.test = ast.copy_location(ast.Constant(False), node.test)
        case ast.If(test):
            values = _conjuncts(test)
            rest = values[:k] + values[k + 1 :]
            node.test = (
                ast.copy_location(ast.Constant(True), test)
                if not rest
                else rest[0]
                if len(rest) == 1
                else ast.copy_location(ast.BoolOp(ast.And(), rest), test)
            )
        case ast.match_case(guard=ast.BoolOp(ast.And(), values)):
            rest = values[:k] + values[k + 1 :]
            node.guard = rest[0] if len(rest) == 1 else ast.copy_location(ast.BoolOp(ast.And(), rest), values[0])
        case ast.match_case():
            node.guard = None
        case ast.Call() if _called(node) == "factor_at":
            node.args[-1] = ast.copy_location(ast.Constant(KINDS), node.args[-1])
        case ast.Call():
            del node.args[2:]


def _compiled(tree: ast.Module, function: FunctionType) -> CodeType:
    flags = __future__.annotations.compiler_flag
    if function.__code__.co_freevars:
        tree = _within(tree, function.__code__.co_freevars)
    found = compile(tree, function.__code__.co_filename, "exec", flags=flags, dont_inherit=True)
    for label in ("made", function.__name__)[0 if function.__code__.co_freevars else 1 :]:
        found = next(c for c in found.co_consts if isinstance(c, CodeType) and c.co_name == label)
    return found.replace(co_qualname=function.__code__.co_qualname)


def _within(tree: ast.Module, names: tuple[str, ...]) -> ast.Module:
    """The function as another function makes it, which has the names."""
    maker = ast.parse(f"def made({', '.join(names)}):\n    pass")
    maker.body[0].body = tree.body  # type: ignore[attr-defined]
    return ast.fix_missing_locations(maker)


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
