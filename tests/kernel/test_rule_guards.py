"""Traps for rules of inference, made by hand: an application that is refused, and would be accepted without one side condition.

A row of `tests/data/traps/by_hand.jsonl` is a sequent in the notation of `tests/refute` and the row of a rule. Its goal is false
(`why`) though all that the rule would leave to show holds.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.util
import json
import sys
import types
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from guards import Guard, guards, without

from symproofs import verify
from symproofs.kernel.deduction import apply_rule
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.terms.context import Context
from symproofs.terms.serial import statement_to_json, term_to_json, type_to_json
from symproofs.terms.term import Term

HERE = Path(__file__).parent
ROWS = [json.loads(line) for line in (HERE.parent / "data" / "traps" / "by_hand.jsonl").read_text(encoding="utf-8").splitlines()]
SPEC = importlib.util.spec_from_file_location("reader_of_cases", HERE.parent / "refute" / "conftest.py")
assert SPEC is not None and SPEC.loader is not None
READER = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(READER)


class Reader(READER.Reader):  # type: ignore[name-defined,misc]
    """That notation, with `Flat(a, b, c)` for one product of three."""

    def call(self, label: str, args: list[ast.expr]) -> Term:
        return Term("mul", tuple(map(self.term, args))) if label == "Flat" else super().call(label, args)


def read(text: str, context: Context) -> Any:
    return Reader(context).statement(ast.parse(text, mode="eval").body)


def data_of(row: dict[str, Any], context: Context) -> dict[str, Any]:
    """The row of the rule, its terms and statements as JSON."""

    def term(text: str) -> Any:
        return term_to_json(Reader(context).term(ast.parse(text, mode="eval").body))

    made: dict[str, Any] = {"target": None, "term": None} if row["rule"] == "eventually" else {}
    for key, value in row.items():
        if key == "term":
            made[key] = term(value)
        elif key == "terms":
            made[key] = [term(t) for t in value]
        elif key == "statement":
            made[key] = statement_to_json(read(value, context))
        else:
            made[key] = value
    return made


def applied(case: dict[str, Any]) -> list[Sequent]:
    context = READER.read_context(case["declare"], case["given"])
    goal = Sequent(context, read(case["goal"], context))
    return apply_rule(data_of(case["row"], context), goal, Ledger(context, 20_000))


@pytest.mark.parametrize("case", ROWS, ids=[r["guard"] for r in ROWS])
def test_without_the_guard_something_false_would_follow(case: dict[str, Any]) -> None:
    module, _, rest = case["guard"].partition(".")
    function, _, text = rest.partition(": ")
    found = guards(getattr(importlib.import_module(f"symproofs.kernel.{module}"), function))
    guard = next(g for g in found if g.text == text)
    with pytest.raises(Rejected):
        applied(case)
    with without(guard):
        applied(case)


# ------------------------------------------------------------------ the second checker


def applied_again(case: dict[str, Any]) -> list[Any]:
    context = READER.read_context(case["declare"], case["given"])
    there = verify.read_context(
        {
            "declarations": [
                {"name": n, "type": type_to_json(d.type), "properties": sorted(d.properties)}
                for n, d in context.declarations.items()
            ],
            "distinct": [],
            "hypotheses": [statement_to_json(h.statement) for h in context.hypotheses],
        }
    )
    goal = verify.Sequent(there, verify.read_statement(statement_to_json(read(case["goal"], context))))
    node = data_of(case["row"], context)
    return list(verify.INFERENCES[node["rule"]](verify.Tree(there, [0]), goal, node))


ASKED_TWICE = {"rules_order.monotone: low.data[1:] == high.data[1:]": "`under_range` asks it of the two sums again"}
"""What the second checker refuses in two places."""


def guards_at(fault: BaseException) -> list[Guard]:
    """The guards of the second checker on the lines that refused."""
    functions = {f.__code__: f for f in vars(verify).values() if isinstance(f, types.FunctionType)}
    found: list[Guard] = []
    trace = fault.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code in functions and functions[code].__name__ != "must":
            found += [g for g in guards(functions[code]) if trace.tb_lineno in g.lines]
        trace = trace.tb_next
    return found


@pytest.mark.parametrize("case", ROWS, ids=[r["guard"] for r in ROWS])
def test_the_second_checker_refuses_it_for_one_reason(case: dict[str, Any]) -> None:
    """It refuses the same, and would not without one of its own guards."""
    with pytest.raises(verify.Refused) as refused:
        applied_again(case)
    needed = []
    for guard in guards_at(refused.value):
        with without(guard), contextlib.suppress(verify.Refused):
            applied_again(case)
            needed.append(guard.label)
    assert len(needed) == int(case["guard"] not in ASKED_TWICE), needed
