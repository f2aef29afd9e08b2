"""Assignments as JSON for a checker.

JSON: a rational is `"1/2"`, a Gaussian one `["1/2", "3"]`, a multiple of π `{"pi": "2"}`, an array
`{"shape": [2, 2], "entries": […]}` row by row, a family `{"members": [[[1], …], …]}`, a function
`{"parameters": ["x"], "types": […], "body": …}` in the notation of `terms.serial`. Laws of random names: `law_witness`.
"""

from __future__ import annotations

from typing import Any

from symproofs.refute.arrays import Array, entries, tensor_from_json, tensor_to_json
from symproofs.refute.assignment import Assignment
from symproofs.refute.numbers import (
    Gauss,
    PiMultiple,
    Scalar,
    is_exact,
)
from symproofs.refute.values import Family, Function, Value
from symproofs.terms.serial import term_from_json, term_to_json, type_from_json, type_to_json

Json = Any


def value_to_json(value: Value) -> Json:
    if isinstance(value, Family):
        return {"members": [[list(s), tensor_to_json(v)] for s, v in sorted(value.members.items())]}
    if isinstance(value, Function):
        return {
            "parameters": list(value.parameters),
            "types": [type_to_json(t) for t in value.types],
            "body": term_to_json(value.body),
        }
    return tensor_to_json(value)


def value_from_json(value: Json) -> Value:
    if isinstance(value, dict) and "members" in value:
        return Family({tuple(map(int, s)): tensor_from_json(v) for s, v in value["members"]})
    if isinstance(value, dict) and "body" in value:
        return Function(
            tuple(map(str, value["parameters"])), tuple(map(type_from_json, value["types"])), term_from_json(value["body"])
        )
    return tensor_from_json(value)


def assignment_to_json(assignment: Assignment) -> Json:
    return {
        "sizes": dict(sorted(assignment.sizes.items())),
        "values": {n: value_to_json(v) for n, v in sorted(assignment.values.items())},
    }


def assignment_from_json(value: Json) -> Assignment:
    return Assignment(
        {str(n): int(k) for n, k in value["sizes"].items()}, {str(n): value_from_json(v) for n, v in value["values"].items()}
    )


def all_exact(value: Value) -> bool:
    """Whether the value can be written down exactly."""
    if isinstance(value, Family):
        return all(all_exact(v) for v in value.members.values())
    return isinstance(value, Function) or all(map(is_exact, entries(value)))


def complexity(value: Value) -> int:
    """How hard a value is to read: 0 is the easiest, then 1, -1, 2, …"""
    if isinstance(value, Family):
        return sum(map(complexity, value.members.values()))
    if isinstance(value, Function):
        return sum(1 for _ in value.body.walk())
    if isinstance(value, Array):
        return sum(map(_number_complexity, value.entries))
    return _number_complexity(value)


def _number_complexity(x: Scalar) -> int:
    if isinstance(x, Gauss):
        return 2 + _number_complexity(x.re) + _number_complexity(x.im)
    if isinstance(x, PiMultiple):
        return 6 + _number_complexity(x.by)
    if not is_exact(x):
        return 1000
    return 2 * abs(int(x.p)) + int(x < 0) + 3 * (int(x.q) - 1)
