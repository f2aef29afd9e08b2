"""Certificates made by hand: each test gives the terms and the scripts, `certificate` fills in the frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symproofs.terms.context import Context
from symproofs.terms.serial import statement_to_json, term_to_json, type_to_json
from symproofs.terms.statement import Relation, Statement
from symproofs.terms.term import Term
from symproofs.terms.types import Type


def make_lemma(
    left: Term,
    right: Term,
    letters: dict[str, Type] | None = None,
    scripts: list[Any] | None = None,
    sides: tuple[int | None, int | None] = (None, None),
    end: list[Any] | None = None,
) -> dict[str, Any]:
    return {
        "letters": [[n, type_to_json(t)] for n, t in (letters or {}).items()],
        "left": term_to_json(left),
        "right": term_to_json(right),
        "scripts": scripts or [],
        "left_script": sides[0],
        "right_script": sides[1],
        "end": end or [],
    }


def make_link(by: str, number: int, path: list[int] | None = None, backward: bool = False, **terms: Term) -> dict[str, Any]:
    return {
        "path": path or [],
        "by": by,
        "n": number,
        "direction": "backward" if backward else "forward",
        "instance" if by == "hypothesis" else "letters": {n: term_to_json(t) for n, t in terms.items()},
    }


def make_certificate(
    context: Context,
    left: Term,
    right: Term,
    lemmas: list[Any] | None = None,
    links: list[Any] | None = None,
    conditions: tuple[Statement, ...] = (),
) -> dict[str, Any]:
    return {
        "format": "symproofs-certificate",
        "version": 1,
        "declarations": [
            {"name": r.name, "type": type_to_json(r.type), "properties": sorted(r.properties)}
            for r in context.declarations.values()
        ],
        "distinct": [sorted(pair) for pair in context.distinct],
        "hypotheses": [statement_to_json(h.statement) for h in context.hypotheses],
        "statement": statement_to_json(Relation("=", left, right)),
        "conditions": [statement_to_json(c) for c in conditions],
        "axioms": [],
        "lemmas": lemmas or [],
        "links": links or [],
    }


@pytest.fixture
def certificate() -> Callable[..., dict[str, Any]]:
    return make_certificate


@pytest.fixture
def lemma() -> Callable[..., dict[str, Any]]:
    return make_lemma


@pytest.fixture
def link() -> Callable[..., dict[str, Any]]:
    return make_link
