"""The law that random names have together, as JSON for a checker.

`{"weights": ["1/2", …], "values": {name: [value, …]}}`: for every outcome its weight and a value of each name, in the notation of
`witness`. Outcomes at which all names agree are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from symproofs.refute.values import RandomVariable, Value
from symproofs.refute.witness import all_exact, value_to_json
from symproofs.terms.serial import canonical

Json = Any

MOST_OUTCOMES = 1024
"""A law with more is not written down."""

Outcome = tuple[Fraction, dict[str, Json]]


def law_to_json(values: Mapping[str, Value]) -> Json:
    """The law of random names whose outcomes weigh the same; `None` where a value is not exact."""
    tables = {n: v.outcomes for n, v in values.items() if isinstance(v, RandomVariable)}
    if not tables or not all(all_exact(x) for v in tables.values() for x in v):
        return None
    count = len(next(iter(tables.values())))
    return _written((Fraction(1, count), {n: value_to_json(v[k]) for n, v in tables.items()}) for k in range(count))


def joined(first: Json, second: Json) -> Json:
    """The first law, and independent of it what the second one says of other names; `None` where that has too many outcomes."""
    known = set(first["values"])
    rest = _written((w, {n: v for n, v in row.items() if n not in known}) for w, row in _outcomes(second))
    if len(first["weights"]) * len(rest["weights"]) > MOST_OUTCOMES:
        return None
    return _written((w * u, {**row, **more}) for w, row in _outcomes(first) for u, more in _outcomes(rest))


def _outcomes(law: Json) -> Iterable[Outcome]:
    for k, weight in enumerate(law["weights"]):
        yield Fraction(weight), {n: v[k] for n, v in law["values"].items()}


def _written(outcomes: Iterable[Outcome]) -> Json:
    weights: dict[str, Fraction] = {}
    rows: dict[str, dict[str, Json]] = {}
    for weight, row in outcomes:
        label = canonical(row)
        weights[label] = weights.get(label, Fraction(0)) + weight
        rows.setdefault(label, row)
    names = sorted(next(iter(rows.values())))
    return {"weights": [str(w) for w in weights.values()], "values": {n: [row[n] for row in rows.values()] for n in names}}
