"""Certificates: the JSON value that search hands in, taken apart into checked data.

    {format, version, declarations, distinct, hypotheses, statement, conditions, axioms, lemmas, links}

An equation has lemmas and links; any statement may have, in their place, `proof`: a tree of inferences (`deduction.py`).

`decode` takes any JSON value and gives a `Certificate` whose terms have the data that their heads need, whose names are
proper and whose declarations make sense, or raises `Rejected`. Whether it proves anything is for `theorem.py` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Any, get_args

from symproofs.kernel.indexed import Rejected, need
from symproofs.kernel.state import proper_name, size_names
from symproofs.terms.context import PROPERTIES, Context, Declaration
from symproofs.terms.serial import Json, canonical, size_from_json, statement_from_json, term_from_json, type_from_json
from symproofs.terms.size import ONE, Extent, Size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    InProbability,
    Membership,
    Operator,
    Property,
    Relation,
    Statement,
    Tends,
    own_terms,
    parts_of,
)
from symproofs.terms.term import FUNCTIONS, Term, bound_names, const, extents_in, names_in_sizes
from symproofs.terms.types import SORTS, Type, extents
from symproofs.terms.typing import Mistyped, type_of, with_names

FORMAT, VERSION = "symproofs-certificate", 1
DEEPEST, DEEPEST_TREE, LARGEST, LONGEST_TEXT, LARGEST_INTEGER = 150, 600, 500_000, 1_000, 10**100

CLAIM = ("format", "version", "declarations", "distinct", "hypotheses", "statement", "conditions", "axioms")
"""The fields that say what is claimed: a certificate may carry a hash of them."""

Script = list[list[Any]]


@dataclass(frozen=True)
class FactSource:
    """Where a fact of a lemma comes from: a premise or a hypothesis, the script that takes it apart, the monomial to lead."""

    by: str
    number: int
    script: int | None
    lead: int


@dataclass(frozen=True)
class Lemma:
    """left = right for all values of the letters that meet the premises.

    Scripts for both sides, and how their difference vanishes.
    """

    letters: Mapping[str, Type]
    premises: tuple[Relation, ...]
    facts: tuple[FactSource, ...]
    left: Term
    right: Term
    scripts: list[Script]
    left_script: int | None
    right_script: int | None
    end: list[list[Any]]


@dataclass(frozen=True)
class Link:
    """The subterm at `path` rewritten by an instance of an equation."""

    path: tuple[int, ...]
    by: str
    number: int
    forward: bool
    instance: Mapping[str, Term]


@dataclass(frozen=True)
class Certificate:
    context: Context
    statement: Statement
    conditions: tuple[Statement, ...]
    lemmas: tuple[Lemma, ...]
    links: tuple[Link, ...]
    axioms: tuple[str, ...] = ()
    proof: Json = None


def decode(value: Json) -> Certificate:
    """The certificate that a JSON value is. *Fails when* it is malformed in any way."""
    need(_plain(value), "the certificate is no JSON value of integers and texts of reasonable size")
    try:
        return _certificate(value)
    except (KeyError, IndexError, ValueError, TypeError, AttributeError, ZeroDivisionError, OverflowError) as fault:
        raise Rejected(f"malformed: {type(fault).__name__}: {fault}") from None


def _plain(value: Json) -> bool:
    """Objects, lists, texts and integers only, none too deep, too many, too long, and no number like 1e9."""
    level, seen = [value], 0
    texts: set[str] = set()
    for _ in range(DEEPEST_TREE if type(value) is dict and value.get("proof") is not None else DEEPEST):
        below: list[Any] = []
        for node in level:
            kind = type(node)
            if kind is str:
                texts.add(node)
            elif kind is list:
                below += node
            elif kind is dict:
                below += node
                below += node.values()
            elif kind is int:
                if not -LARGEST_INTEGER <= node <= LARGEST_INTEGER:
                    return False
            elif node is not None:
                return False
        seen += len(level)
        if not below:
            return seen <= LARGEST and not any(len(t) > LONGEST_TEXT or _SHORT_FOR_HUGE(t) or _HALVES(t) for t in texts)
        if seen > LARGEST:
            return False
        level = below
    return False


_SHORT_FOR_HUGE = re.compile(r"\s*[-+]?[\d_.]+[eE]").match
_HALVES = re.compile("[\ud800-\udfff]").search
"""Halves of characters, which no file can hold."""


def _certificate(value: Json) -> Certificate:
    need(value["format"] == FORMAT and value["version"] == VERSION, "this is no certificate of a known version")
    claim = {field: value[field] for field in CLAIM if field in value}
    digest = "sha256:" + sha256(canonical(claim).encode()).hexdigest() if "hash" in value else None
    need(digest is None or value["hash"] == digest, "the statement is not the one that the hash names")
    rows = [_declaration(row) for row in _list(value["declarations"])]
    need(len({r.name for r in rows}) == len(rows), "a name is declared twice")
    context = Context({r.name: r for r in rows}, tuple(Hypothesis(decode_statement(h)) for h in _list(value["hypotheses"])))
    distinct = frozenset(_distinct(pair, context) for pair in _list(value["distinct"]))
    context = Context(context.declarations, context.hypotheses, distinct)
    for name in size_names(r.type for r in rows) & set(context.declarations):
        kind = context.declarations[name].type
        need(kind.is_scalar and kind.sort != "complex" and kind.index is None, "the size {} is declared as something else", name)
        need(not context.has(name, "random"), "the size {} is random", name)
    proof = value.get("proof")
    need(proof is None or not (value.get("lemmas") or value.get("links")), "a certificate is a chain or a proof tree")
    return Certificate(
        context,
        decode_statement(value["statement"]),
        tuple(map(decode_statement, _list(value["conditions"]))),
        () if proof is not None else decode_lemmas(value["lemmas"]),
        () if proof is not None else decode_links(value["links"]),
        tuple(map(_text, _list(value["axioms"]))),
        proof,
    )


def decode_lemmas(value: Json) -> tuple[Lemma, ...]:
    return tuple(map(_lemma, _list(value)))


def decode_links(value: Json) -> tuple[Link, ...]:
    return tuple(map(_link, _list(value)))


def _list(value: Json) -> list[Any]:
    need(isinstance(value, list), "a list is needed")
    return list(value)


def _whole(value: Json) -> int:
    need(type(value) is int, "an integer is needed")
    return int(value)


def _text(value: Json) -> str:
    need(isinstance(value, str), "a text is needed")
    return str(value)


def _maybe(value: Json) -> int | None:
    return None if value is None else _whole(value)


# ------------------------------------------------------------------ declarations

_SQUARE = ("permutation", "orthogonal", "symmetric", "invertible", "positive_definite", "diagonal")
_SIGNS = ("positive", "nonnegative", "negative")


def _declaration(row: Json) -> Declaration:
    name, kind = row["name"], _type(row["type"])
    need(isinstance(name, str) and proper_name(name), "{!r} cannot be declared", name)
    properties = frozenset(_list(row["properties"]))
    for prop in properties:
        need(prop in PROPERTIES, "no such property: {}", prop)
        check_property(prop, name, kind)
    return Declaration(name, kind, properties)


def check_property(prop: str, name: str, kind: Type) -> None:
    """The property can be said of something of this type."""
    plain = kind.parameters is None and kind.index is None
    if prop in _SQUARE:
        need(plain and not kind.over and kind.is_tensor and kind.rows == kind.cols, "{} is no square matrix", name)
    if prop == "permutation" or prop in _SIGNS:
        need(plain and kind.sort != "complex", "{} cannot be {}", name, prop)
    if prop == "random":
        need(kind.parameters is None and kind.index is None, "{} cannot be random", name)
    if prop == "size":
        need(plain and kind.is_scalar and kind.sort != "complex", "{} cannot be a size", name)


def _type(value: Json) -> Type:
    return check_type(type_from_json(value))


@lru_cache(maxsize=4096)
def check_type(kind: Type) -> Type:
    """The type is one of something: its sort is known, its sizes are possible, and its parts do not contradict."""
    need(kind.sort in SORTS, "no such sort: {}", kind.sort)
    for size in (kind.rows, kind.cols, *kind.over, *([kind.index] if kind.index is not None else [])):
        _extent(size)
    if kind.parameters is not None:
        need(not kind.over and kind.index is None, "a function of indices")
        for parameter in kind.parameters:
            need(check_type(parameter).parameters is None, "a function of functions")
    if kind.index is not None:
        need(kind.sort == "natural" and kind.shape == (ONE, ONE) and not kind.over, "an index is one natural number")
    return kind


def _extent(size: Size) -> Size:
    """A size of something: with names, or a natural number from 1."""
    need(all(proper_name(n) for n in size.names), "a size has a name that is reserved")
    need(bool(size.parts) or bool(size.literal), "nothing has the size {}", size)
    return size


def _distinct(pair: Json, context: Context) -> frozenset[str]:
    first, second = _list(pair)
    kinds = [context.declarations[n].type for n in (first, second)]
    need(first != second and kinds[0].index is not None and kinds[0] == kinds[1], "only two indices of one range are distinct")
    return frozenset((first, second))


# ------------------------------------------------------------------ terms and statements

INFINITY = const("oo")

_DATA: Mapping[str, tuple[type, ...]] = {
    "num": (Fraction,),
    "name": (str,),
    "const": (str,),
    "size": (Size,),
    "identity": (Size,),
    "zeros": (Size, Size),
    "ones": (Size, Size),
    "fun": (str,),
    "rows": (Size,),
    "matrix": (int, int),
    "member": (str,),
    "sum": (str, Size),
    "sum_between": (str,),
    "integral": (str,),
    "improper": (str, str),
    "product": (str, Size),
    "derivative": (str,),
    "call": (str,),
}


def check_term(term: Term) -> Term:
    """Every head has data of its kinds, and every name is proper; ∞ is no number."""
    for node in term.walk():
        if node.data or node.head in _DATA:
            _check_data(node)
    return term


def _check_data(node: Term) -> None:
    need(tuple(map(type, node.data)) == _DATA.get(node.head, ()), "{} has other data than it needs", node.head)
    for datum in node.data:
        if isinstance(datum, str):
            need(proper_name(datum), "the name {!r} is reserved", datum)
        elif isinstance(datum, Size):
            need(all(map(proper_name, datum.names)), "a size has a name that is reserved")
            need(node.head == "size" or bool(datum.parts) or bool(datum.literal), "nothing has the size {}", datum)
    if node.head == "fun":
        need(node.data[0] in FUNCTIONS, "no such function: {}", node.data[0])
    if node.head == "const":
        need(node != INFINITY, "∞ stands only where something tends to it")
    if node.head == "matrix":
        need(all(isinstance(d, int) and d >= 1 for d in node.data), "a matrix has at least one row and column")


def decode_size(value: Json) -> Size:
    return _extent(size_from_json(value))


def decode_term(value: Json) -> Term:
    return check_term(term_from_json(value))


def decode_statement(value: Json) -> Statement:
    return check_statement(statement_from_json(value))


def check_statement(statement: Statement) -> Statement:
    """Terms, types and names in it are proper."""
    for part in _valued(statement):
        check_term(part)
    match statement:
        case Relation(operator, _, _):
            need(operator in get_args(Operator), "no such relation: {}", operator)
        case Property(name, _):
            need(name in PROPERTIES, "no such property: {}", name)
        case Membership(_, sort):
            need(sort in SORTS, "no such sort: {}", sort)
        case And(parts):
            need(all(map(check_statement, parts)), "a part is no statement")
        case Implies(first, second) | Iff(first, second):
            check_statement(first)
            check_statement(second)
        case Tends(_, target):
            need(is_target(target), "something tends to a number or to plus or minus infinity")
        case InProbability(_, target):
            need(target not in INFINITIES and is_target(target), "in probability something tends to a constant, to no infinity")
        case ForAll(names, body) | Exists(names, body):
            need(len({n for n, _ in names}) == len(names), "a name is quantified twice")
            for name, kind in names:
                need(isinstance(name, str) and proper_name(name), "the name {!r} is reserved", name)
                check_type(kind)
            check_statement(body)
    return statement


# ------------------------------------------------------------------ lemmas and links


def _lemma(row: Json) -> Lemma:
    letters = {str(name): _type(kind) for name, kind in _list(row["letters"])}
    need(len(letters) == len(row["letters"]) and all(map(proper_name, letters)), "the letters are no distinct names")
    for letter, kind in letters.items():
        need(not kind.over and kind.parameters is None, "the letter {} is no value", letter)
    premises = tuple(_equation(p) for p in _list(row.get("premises", [])))
    facts = tuple(_fact(f) for f in _list(row.get("facts", [])))
    scripts = [_list(s) for s in _list(row["scripts"])]
    left, right = (_maybe(row[k]) for k in ("left_script", "right_script"))
    end = [_list(s) for s in _list(row["end"])]
    return Lemma(letters, premises, facts, decode_term(row["left"]), decode_term(row["right"]), scripts, left, right, end)


def _equation(value: Json) -> Relation:
    statement = decode_statement(value)
    if not isinstance(statement, Relation) or statement.operator != "=":
        raise Rejected("a premise is an equation")
    return statement


def _fact(row: Json) -> FactSource:
    need(row["by"] in ("hypothesis", "premise"), "a fact is a premise or a hypothesis")
    return FactSource(row["by"], _whole(row["n"]), _maybe(row["script"]), _whole(row["lead"]))


def _link(row: Json) -> Link:
    need(row["by"] in ("hypothesis", "lemma"), "a link is by a hypothesis or a lemma")
    need(row["direction"] in ("forward", "backward"), "an equation is used forward or backward")
    terms = row["instance" if row["by"] == "hypothesis" else "letters"]
    return Link(
        tuple(_whole(k) for k in _list(row["path"])),
        row["by"],
        _whole(row["n"]),
        row["direction"] == "forward",
        {name: decode_term(t) for name, t in terms.items()},
    )


INFINITIES = (INFINITY, Term("neg", (INFINITY,)))


def is_target(target: Term) -> bool:
    """∞ and -∞ stand only where something tends to them, never inside a term."""
    return target in INFINITIES or const("oo") not in target.walk()


def terms_of(statement: Statement) -> Iterator[Term]:
    """Every term with a value that a statement is about: an infinite limit has none."""
    for part in parts_of(statement):
        yield from _valued(part)


def _valued(part: Statement) -> tuple[Term, ...]:
    """The terms with a value of a statement that is made of no others."""
    return (part.subject,) if isinstance(part, Tends) and part.target in INFINITIES else own_terms(part)


def quantified_names(statement: Statement) -> Iterator[tuple[str, Type]]:
    """Names that quantifiers in the statement bind."""
    for part in parts_of(statement):
        if isinstance(part, (ForAll, Exists)):
            yield from part.names


@lru_cache(maxsize=4096)
def extents_of(statement: Statement) -> frozenset[Extent]:
    """The sizes of what the statement is about, and of what it quantifies."""
    kinds = [extents(kind) for _, kind in quantified_names(statement)]
    return frozenset[Extent]().union(*kinds, *map(extents_in, terms_of(statement)))


@lru_cache(maxsize=4096)
def sizes_and_bound(statement: Statement) -> tuple[frozenset[str], frozenset[str]]:
    """The names in the sizes of what a statement is about, and those that it binds."""
    terms, quantified = list(terms_of(statement)), dict(quantified_names(statement))
    sizes = frozenset[str]().union(*(size.names for size, _ in extents_of(statement)), *map(names_in_sizes, terms))
    return sizes, frozenset(quantified).union(*map(bound_names, terms))


def check_typed(statement: Statement, types: Mapping[str, Type]) -> None:
    """Everything in it is typed, the sides of relations fit, and properties are said of what can have them."""
    match statement:
        case Relation(operator, left, right):
            kinds = well_typed(left, types), well_typed(right, types)
            need(kinds[0].shape == kinds[1].shape, "the sides of a relation differ in shape")
            need(operator in ("=", "!=", "~") or kinds[0].is_scalar, "an order is one between numbers")
        case Property(prop, subject):
            need(prop != "random", "what is random is declared so")
            check_property(prop, "the subject", well_typed(subject, types))
        case InProbability(subject, target):
            same = well_typed(subject, types).shape == well_typed(target, types).shape
            need(same, "what tends in probability differs from its limit in shape")
        case Membership(subject, _) | Tends(subject, _):
            well_typed(subject, types)
        case And(parts):
            for part in parts:
                check_typed(part, types)
        case Implies(first, second) | Iff(first, second):
            check_typed(first, types)
            check_typed(second, types)
        case ForAll(names, body) | Exists(names, body):
            check_typed(body, with_names(types, dict(names)))


def well_typed(term: Term, types: Mapping[str, Type]) -> Type:
    """The type of a term. *Fails when* it has none."""
    try:
        return type_of(term, types)
    except Mistyped as fault:
        raise Rejected(f"ill-typed: {fault.message}") from None
