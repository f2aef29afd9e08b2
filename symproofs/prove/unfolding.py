"""Definitions: which hypotheses may unfold a name, and unfolding and folding as links of a chain.

`name = body` and `∀x: f(x) = body` unfold (`definition_of`), and so does any quantified equation whose left side is a head
over its parameters (`⟨z, w⟩ = Re(z w̄)`). Where a name has several, the first serves and the others are given equations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from symproofs.prove.chain import Chain, Path
from symproofs.prove.reasons import Reason
from symproofs.records import record
from symproofs.terms.context import Context, definition_of
from symproofs.terms.statement import ForAll, Hypothesis, Relation
from symproofs.terms.term import Term, bound_name

MOST_UNFOLDINGS = 400


@dataclass(frozen=True, slots=True)
class Definition:
    """Hypothesis `number` says that `key` applied to the parameters is the body."""

    number: int
    label: str
    parameters: tuple[str, ...]
    body: Term


@record
class Definitions:
    """Definitions by what they define, and for each name the names that its full unfolding mentions."""

    rows: Mapping[str, Definition]
    context: Context

    @staticmethod
    def of(context: Context) -> Definitions:
        return Definitions(_definitions(context.hypotheses), context)

    def at(self, node: Term) -> tuple[Definition, dict[str, Term]] | None:
        """The definition of what stands here, and what its parameters are."""
        row = self.rows.get(key_of(node))
        if row is None:
            return None
        arguments = node.args if node.head in ("call", "member") or row.parameters else ()
        if len(arguments) != len(row.parameters):
            return None
        return row, dict(zip(row.parameters, arguments, strict=True))

    def mentions(self, node: Term, names: frozenset[str]) -> bool:
        """Whether the term, fully unfolded, mentions one of the names."""
        return bool(self.closure(node) & names)

    def closure(self, node: Term) -> frozenset[str]:
        """All names that the term mentions, directly or by definitions."""
        found: set[str] = set()
        todo = [node]
        while todo:
            part = todo.pop()
            new = keys_in(part) - found
            found |= new
            todo.extend(self.rows[k].body for k in new if k in self.rows)
        return frozenset(found)


def _leads_back(key: str, body: Term, rows: Mapping[str, Definition]) -> bool:
    """Whether unfolding the body with the definitions so far comes back to the key."""
    seen: set[str] = set()
    todo = [body]
    while todo:
        for k in keys_in(todo.pop()) - seen:
            if k == key:
                return True
            seen.add(k)
            if k in rows:
                todo.append(rows[k].body)
    return False


def _head_definition(statement: object) -> tuple[str, tuple[str, ...], Term] | None:
    if not isinstance(statement, ForAll) or not isinstance(statement.body, Relation) or statement.body.operator != "=":
        return None
    left, body = statement.body.left, statement.body.right
    if left.head in ("name", "num", "mul", "add", "call", "member") or any(a.head != "name" for a in left.args):
        return None
    parameters = tuple(str(a.data[0]) for a in left.args)
    if sorted(parameters) != sorted(n for n, _ in statement.names) or len(set(parameters)) != len(parameters):
        return None
    key = key_of(left)
    return None if key in keys_in(body) else (key, parameters, body)


def key_of(node: Term) -> str:
    """What a definition of this node would be filed under: a name, or a head with its data."""
    if node.head in ("name", "call", "member"):
        return str(node.data[0])
    return f"{node.head}{node.data}" if node.args else ""


@lru_cache(maxsize=4096)
def keys_in(node: Term) -> frozenset[str]:
    return frozenset(k for part in node.walk() if (k := key_of(part)))


def places(node: Term, path: Path = (), bound: frozenset[str] = frozenset()) -> Iterator[tuple[Path, Term, frozenset[str]]]:
    """Every part with its path and the names bound around it, outermost first; what a derivative is by is no part."""
    yield path, node, bound
    binder = bound_name(node)
    for k, a in enumerate(node.args[:1] if node.head == "derivative" else node.args):
        yield from places(a, (*path, k), bound | {binder} if binder is not None and k == 0 else bound)


def unfold_once(chain: Chain, definitions: Definitions, keys: Iterable[str], level: int) -> bool:
    """Unfold the outermost occurrences of what is filed under the keys. Says whether there was any."""
    wanted = frozenset(keys) & definitions.rows.keys()
    if not wanted or len(chain.links) > MOST_UNFOLDINGS:
        return False
    found: list[Path] = []
    for path, node, bound in places(chain.term):
        key = key_of(node)
        if key in wanted and key not in bound and not any(path[: len(p)] == p for p in found):
            found.append(path)
    done = False
    for path in found:
        done = unfold_at(chain, definitions, path, level) or done
    return done


def unfold_at(chain: Chain, definitions: Definitions, path: Path, level: int) -> bool:
    node = chain.at(path)
    hit = definitions.at(node)
    if hit is None:
        return False
    row, values = hit
    chain.by_hypothesis(path, row.number, False, values, (reason_of(row, definitions.context, node),), level)
    return True


def reason_of(row: Definition, context: Context, node: Term | None = None) -> Reason:
    """The reason "definition of Q", by the name or the label of the hypothesis."""
    if node is not None and node.head not in ("name", "call", "member"):
        return Reason(HEAD_REASONS.get(node.head, "definition"), context.hypotheses[row.number].label or node.head)
    return Reason("definition", row.label)


HEAD_REASONS: Mapping[str, str] = {"inner": "inner_product", "norm": "norm"}


def bodies(definitions: Definitions) -> dict[Term, Definition]:
    """Definitions of plain names by their bodies, for folding."""
    found: dict[Term, Definition] = {}
    for row in definitions.rows.values():
        if not row.parameters and row.body.args:
            found.setdefault(row.body, row)
    return found


def one_sided(left: Term, right: Term, definitions: Definitions) -> tuple[frozenset[str], frozenset[str]]:
    """What can be unfolded and occurs on the left side only, and on the right side only."""
    a, b = keys_in(left), keys_in(right)
    known = definitions.rows.keys()
    return (a - b) & known, (b - a) & known


@lru_cache(maxsize=32)
def _definitions(hypotheses: tuple[Hypothesis, ...]) -> Mapping[str, Definition]:
    """The definitions among hypotheses: the first of each name that does not lead back to it."""
    rows: dict[str, Definition] = {}
    for number, hypothesis in enumerate(hypotheses):
        found = definition_of(hypothesis)
        if found is not None:
            key, parameters, body = found
        else:
            other = _head_definition(hypothesis.statement)
            if other is None:
                continue
            key, parameters, body = other
        if key not in rows and not _leads_back(key, body, rows):
            rows[key] = Definition(number, key, parameters, body)
    return rows
