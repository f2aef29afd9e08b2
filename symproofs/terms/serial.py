"""Terms, types and statements as JSON values, and back. Spans are not kept: they belong to a document.

A term is `[head, [argument…], [datum…]]`; a datum is `{"q": "1/2"}`, `{"size": …}`, a text or an integer.
Canonical text (`canonical`) has sorted keys and no spaces, so equal values have equal text.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from symproofs.terms.size import Size, kept
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    InProbability,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
)
from symproofs.terms.term import Datum, Term
from symproofs.terms.types import Type, matrix

Json = Any


def _list(value: Json) -> list[Any]:
    """A list, and no text or object, which could be gone through, too."""
    if type(value) is not list:
        raise ValueError(f"a list is needed: {value!r}")
    return value


def canonical(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def size_to_json(size: Size) -> Json:
    return [str(size.constant), [[n, str(c)] for n, c in size.parts]]


def size_from_json(value: Json) -> Size:
    constant, parts = _list(value)
    return _size(constant, tuple([(n, c) for n, c in map(_list, _list(parts))]))


@lru_cache(maxsize=4096)
def _size(constant: str, parts: tuple[tuple[str, str], ...]) -> Size:
    if not all(isinstance(text, str) for text in (constant, *(t for row in parts for t in row))):
        raise ValueError(f"a size is made of texts, not of {constant!r} and {parts!r}")
    rows = tuple((n, _fraction(c)) for n, c in parts)
    if not all(c for _, c in rows) or any(first >= second for (first, _), (second, _) in pairwise(rows)):
        raise ValueError(f"names in a size are sorted, each once, with coefficients that are not 0: {parts!r}")
    return kept(Size(_fraction(constant), rows))


@lru_cache(maxsize=1024, typed=True)
def _fraction(text: str) -> Fraction:
    """The rational number that a text is, in lowest terms. *Fails when* it is written in another way."""
    found = Fraction(text) if isinstance(text, str) else None
    if found is None or str(found) != text:
        raise ValueError(f"a rational number is written like -1/2: {text!r}")
    return found


def _datum_to_json(datum: Datum) -> Json:
    if isinstance(datum, Size):
        return {"size": size_to_json(datum)}
    if isinstance(datum, Fraction):
        return {"q": str(datum)}
    return datum


def _datum_from_json(value: Json) -> Datum:
    if isinstance(value, dict):
        return _fraction(value["q"]) if "q" in value else size_from_json(value["size"])
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        raise ValueError(f"no datum: {value!r}")
    return value


def term_to_json(node: Term) -> Json:
    return [node.head, [term_to_json(a) for a in node.args], [_datum_to_json(d) for d in node.data]]


def term_from_json(value: Json) -> Term:
    """The term that is written, the same object where it was written before: what is known of a term is kept in it."""
    head, args, data = _list(value)
    inner, own = tuple(map(term_from_json, _list(args))), tuple(map(_datum_from_json, _list(data)))
    key = (head, *map(id, inner), *map(type, own), *own)  # no two that differ are equal: 1 and 1/1 are, as data
    found = _WRITTEN.get(key)
    if found is None:
        if len(_WRITTEN) >= MOST_WRITTEN:
            _WRITTEN.clear()
        found = _WRITTEN[key] = Term(head, inner, own)
    return found


MOST_WRITTEN = 20_000
_WRITTEN: dict[tuple[object, ...], Term] = {}
"""Terms by their head, the identity of their arguments, which they keep alive, and their data with the types of these."""


def type_to_json(kind: Type) -> Json:
    return {
        "sort": kind.sort,
        "shape": [size_to_json(kind.rows), size_to_json(kind.cols)],
        **({"over": [size_to_json(s) for s in kind.over]} if kind.over else {}),
        **({"index": size_to_json(kind.index)} if kind.index is not None else {}),
        **({"parameters": [type_to_json(p) for p in kind.parameters]} if kind.parameters is not None else {}),
    }


def type_from_json(value: Json) -> Type:
    rows, cols = map(size_from_json, _list(value["shape"]))
    if value.keys() <= {"sort", "shape"}:
        return matrix(rows, cols, value["sort"])
    return Type(
        value["sort"],
        rows,
        cols,
        tuple(map(size_from_json, _list(value.get("over", [])))),
        size_from_json(value["index"]) if "index" in value else None,
        tuple(map(type_from_json, _list(value["parameters"]))) if "parameters" in value else None,
    )


def statement_to_json(statement: Statement) -> Json:
    match statement:
        case Relation(operator, left, right):
            return [operator, term_to_json(left), term_to_json(right)]
        case Property(label, subject):
            return ["is", label, term_to_json(subject)]
        case Membership(subject, sort):
            return ["in", term_to_json(subject), sort]
        case And(parts):
            return ["and", [statement_to_json(p) for p in parts]]
        case Implies(first, second):
            return ["implies", statement_to_json(first), statement_to_json(second)]
        case Iff(first, second):
            return ["iff", statement_to_json(first), statement_to_json(second)]
        case Tends(subject, target):
            return ["tends", term_to_json(subject), term_to_json(target)]
        case InProbability(subject, target):
            return ["in_probability", term_to_json(subject), term_to_json(target)]
        case Exists(names, body):
            return ["exists", [[n, type_to_json(t)] for n, t in names], statement_to_json(body)]
        case ForAll(names, body):
            return ["forall", [[n, type_to_json(t)] for n, t in names], statement_to_json(body)]


def statement_from_json(value: Json) -> Statement:
    match value:
        case ["is", label, subject]:
            return Property(label, term_from_json(subject))
        case ["in", subject, sort]:
            return Membership(term_from_json(subject), sort)
        case ["and", parts]:
            return And(tuple(map(statement_from_json, _list(parts))))
        case ["implies", first, second]:
            return Implies(statement_from_json(first), statement_from_json(second))
        case ["iff", first, second]:
            return Iff(statement_from_json(first), statement_from_json(second))
        case ["tends", subject, target]:
            return Tends(term_from_json(subject), term_from_json(target))
        case ["in_probability", subject, target]:
            return InProbability(term_from_json(subject), term_from_json(target))
        case ["exists", names, body]:
            return Exists(_rows_from_json(names), statement_from_json(body))
        case ["forall", names, body]:
            return ForAll(_rows_from_json(names), statement_from_json(body))
        case [("=" | "!=" | "<" | "<=" | ">" | ">=" | "~") as operator, left, right]:
            return Relation(operator, term_from_json(left), term_from_json(right))
    raise ValueError(f"no statement: {value!r}")


def _rows_from_json(value: Json) -> tuple[tuple[str, Type], ...]:
    return tuple((n, type_from_json(kind)) for n, kind in map(_list, _list(value)))
