"""Proof trees while they are looked for: nodes that name hypotheses by what they say, and the certificate made of them.

`emit` gives a tree its numbers, rule by rule as the kernel takes sequents apart. Steps that nothing further down rests on are
left out by trying: a tree without them must still be accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from symproofs.kernel.deduction import apply_rule
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.kernel.state import size_names
from symproofs.kernel.theorem import Theorem, check
from symproofs.prove.chain import ChainLine
from symproofs.prove.reasons import Reason
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.serial import size_to_json, statement_to_json, term_to_json, type_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Iff,
    Implies,
    Membership,
    Property,
    Relation,
    Statement,
    Tends,
    statement_names,
)
from symproofs.terms.term import Term, free_names

Json = Any
MOST_STEPS = 2_000_000
STATEMENTS = (Relation, Property, Membership, And, Implies, Iff, ForAll, Exists, Tends)


@dataclass(frozen=True, slots=True)
class Given:
    """A hypothesis, by what it says."""

    statement: Statement


@record
class Said:
    """What the kernel said of a rule where it was applied, so that it need not be asked again.

    `added` are the hypotheses that each subgoal has more, `used` the numbers of those of the statement itself that were relied
    on; then the conditions left and the axioms noted.
    """

    added: tuple[tuple[Statement, ...], ...] = ()
    used: tuple[int, ...] = ()
    conditions: tuple[Statement, ...] = ()
    axioms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Node:
    """A rule, its data (terms, statements, `Given`, texts, lists of them), and what proves its subgoals.

    `reasons` and `lines` are for the reader; `said` is `None` where the kernel was not asked yet.
    """

    rule: str
    data: Mapping[str, Any] = field(default_factory=dict)
    of: tuple[Node, ...] = ()
    reasons: tuple[Reason, ...] = ()
    lines: tuple[ChainLine, ...] = ()
    said: Said | None = field(default=None, compare=False, repr=False)

    def nodes(self) -> Iterator[Node]:
        yield self
        for node in self.of:
            yield from node.nodes()


def cited(data: Mapping[str, Any]) -> Iterator[Statement]:
    """The hypotheses that the data of a node name. Lemmas of a chain are JSON already, but for their facts (`data_of`)."""
    if "lemmas" in data:
        data = {**data, "lemmas": [lemma["facts"] for lemma in data["lemmas"] if "facts" in lemma]}
    return (leaf.statement for leaf in _leaves(data) if isinstance(leaf, Given))


def _leaves(value: Any) -> Iterator[Any]:
    """What stands in data below mappings and lists, in order."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        kind = type(here)
        if kind is dict:
            waiting.extend(reversed(here.values()))
        elif kind is list or kind is tuple:
            waiting.extend(reversed(here))
        else:
            yield here


def encoded(value: Any, given: Sequence[Statement]) -> Json:
    """Data of a node as JSON, hypotheses by number. *Fails when* one is not there: `Rejected`."""
    kind = type(value)
    if kind is str or kind is int:
        return value
    if kind is dict:
        return {key: encoded(v, given) for key, v in value.items()}
    if kind is list or kind is tuple:
        return [encoded(v, given) for v in value]
    if isinstance(value, Given):
        for n, statement in enumerate(given):
            if statement == value.statement:
                return n
        raise Rejected("a hypothesis is not there")
    if isinstance(value, Term):
        return term_to_json(value)
    if isinstance(value, Size):
        return size_to_json(value)
    return statement_to_json(value) if isinstance(value, STATEMENTS) else value


def data_of(rule: str, data: Mapping[str, Any], given: Sequence[Statement]) -> dict[str, Json]:
    """The data of a node as JSON. Those of a chain are JSON already but for the hypotheses that its links and facts name."""
    if rule != "chain":
        return {key: encoded(value, given) for key, value in data.items()}
    return {
        "lemmas": [encoded(lemma, given) if "facts" in lemma else lemma for lemma in data["lemmas"]],
        "links": [{**link, "n": encoded(link["n"], given)} for link in data["links"]],
    }


def _given(context: Context) -> tuple[Statement, ...]:
    return tuple(h.statement for h in context.hypotheses)


def applied(rule: str, data: Mapping[str, Any], sequent: Sequent, ledger: Ledger) -> tuple[list[Sequent], Said]:
    """What the kernel leaves of a sequent under a rule, and what it says. *Fails when* the rule does not apply: `Rejected`."""
    before = ledger.used, ledger.conditions, ledger.axioms
    ledger.used, ledger.conditions, ledger.axioms = {}, {}, {}
    try:
        left = apply_rule({"rule": rule, **data_of(rule, data, _given(sequent.context))}, sequent, ledger)
        count = len(sequent.context.hypotheses)
        added = tuple(_given(goal.context)[count:] for goal in left)
        return left, Said(added, tuple(ledger.used), tuple(ledger.conditions), tuple(ledger.axioms))
    finally:
        used, conditions, axioms = before
        ledger.used, ledger.conditions, ledger.axioms = (
            used | ledger.used, conditions | ledger.conditions, axioms | ledger.axioms,
        )  # fmt: skip


def subgoals(rule: str, data: Mapping[str, Any], sequent: Sequent, ledger: Ledger) -> list[Sequent]:
    """What the kernel leaves of a sequent under a rule. *Fails when* the rule does not apply: `Rejected`."""
    return applied(rule, data, sequent, ledger)[0]


def asked(node: Node, sequent: Sequent, ledger: Ledger) -> Node:
    """The tree with what the kernel says of each node. *Fails when* the kernel does not accept it: `Rejected`."""
    left, said = applied(node.rule, node.data, sequent, ledger)
    if len(left) != len(node.of):
        raise Rejected(f"{node.rule} leaves {len(left)} goals, {len(node.of)} are proved")
    return replace(node, of=tuple(asked(n, goal, ledger) for n, goal in zip(node.of, left, strict=True)), said=said)


def written(node: Node, given: tuple[Statement, ...]) -> Json:
    """The tree in the kernel's format, under hypotheses. *Fails when* one is missing, or the tree is not complete: `Rejected`."""
    row = {"rule": node.rule, **data_of(node.rule, node.data, given)}
    added = _said(node).added
    if len(added) != len(node.of):
        raise Rejected(f"{node.rule} leaves {len(added)} goals, {len(node.of)} are proved")
    below = [written(n, (*given, *more)) for n, more in zip(node.of, added, strict=True)]
    return {**row, "of": below} if below else row


def _said(node: Node) -> Said:
    assert node.said is not None, "the kernel was not asked"
    return node.said


# ------------------------------------------------------------------ fewer steps

ADDING = ("have", "fact", "matrix_fact", "instance", "modus_ponens", "obtain", "parts", "name_value")
"""Rules that go on to the same goal with more hypotheses."""

SILENT = (Membership, Property)
"""Statements that a step may rest on without naming them; so are comparisons, which give signs."""


def pruned(context: Context, statement: Statement, node: Node) -> tuple[Theorem, Json, Node]:
    """The theorem, its certificate and the tree without additions that nothing rests on.

    First without all that are not named, then minding silent ones.
    """
    whole = _all_said(context, statement, node)
    for careful in (False, True):
        shorter = _named_only(whole, careful)[0]
        if careful:
            try:
                shorter = asked(shorter, Sequent(context, statement), Ledger(context, MOST_STEPS))
            except Rejected:
                break
            shorter = _one_by_one(shorter, context, statement)
        try:
            return *theorem_of(context, statement, shorter), shorter
        except Rejected:
            continue
    return *theorem_of(context, statement, whole), whole


def _all_said(context: Context, statement: Statement, node: Node) -> Node:
    if all(n.said is not None for n in node.nodes()):
        return node
    return asked(node, Sequent(context, statement), Ledger(context, MOST_STEPS))


MOST_TRIED = 24


def _one_by_one(node: Node, context: Context, statement: Statement) -> Node:
    """The tree without each addition that can be left out by itself, the innermost first."""
    places = sorted((p for p, n in _paths(node, ()) if n.rule in ADDING), key=len, reverse=True)
    for path in places[:MOST_TRIED]:
        try:
            node = asked(_without(node, path), Sequent(context, statement), Ledger(context, MOST_STEPS))
        except Rejected:
            continue
    return node


def _paths(node: Node, path: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Node]]:
    yield path, node
    for k, below in enumerate(node.of):
        yield from _paths(below, (*path, k))


def _without(node: Node, path: tuple[int, ...]) -> Node:
    if not path:
        return node.of[-1]
    k, *rest = path
    return replace(node, of=(*node.of[:k], _without(node.of[k], tuple(rest)), *node.of[k + 1 :]))


def _named_only(node: Node, careful: bool) -> tuple[Node, set[object]]:
    """The node without needless additions, and the hypotheses and names that it names."""
    below = [_named_only(n, careful) for n in node.of]
    if node.rule in ADDING:
        inner, wanted = below[-1]
        added = _said(node).added[-1]
        silent = careful and any(isinstance(s, SILENT) or (isinstance(s, Relation) and s.operator != "=") for s in added)
        if not (silent or wanted.intersection(added) or wanted.intersection(_introduced(node))):
            return inner, wanted
    named: set[object] = set(_mentioned(node.data))
    return replace(node, of=tuple(n for n, _ in below)), named.union(*(wanted for _, wanted in below))


def _introduced(node: Node) -> Sequence[str]:
    """The names that an addition declares."""
    if node.rule == "name_value":
        return (str(node.data["name"]),)
    return tuple(map(str, node.data["names"])) if node.rule == "obtain" else ()


def _mentioned(data: Mapping[str, Any]) -> Iterator[object]:
    """Hypotheses and names in the data of a node."""
    for leaf in _leaves(data):
        if isinstance(leaf, Given):
            yield leaf.statement
        elif isinstance(leaf, Term):
            yield from free_names(leaf)
        elif isinstance(leaf, STATEMENTS):
            yield from statement_names(leaf)
        elif isinstance(leaf, str):
            yield leaf


# ------------------------------------------------------------------ certificates


def theorem_of(context: Context, statement: Statement, node: Node) -> tuple[Theorem, Json]:
    """The kernel's theorem and its certificate, with no more hypotheses and declarations than it needs.

    What the kernel said while the tree was looked for serves to write the certificate; where the kernel does not accept it, it is
    asked again, node by node. *Fails when* the tree proves nothing: `Rejected`.
    """
    whole = _all_said(context, statement, node)
    try:
        return _with_few(context, statement, whole)
    except Rejected:
        whole = asked(node, Sequent(context, statement), Ledger(context, MOST_STEPS))
    try:
        return _with_few(context, statement, whole)
    except Rejected:
        return _checked(context, statement, whole, written(whole, _given(context)))


def _with_few(context: Context, statement: Statement, node: Node) -> tuple[Theorem, Json]:
    """The theorem in a context of the hypotheses that are used, and of the names in them."""
    used = sorted({n for part in node.nodes() for n in _said(part).used})
    kept = replace(context, hypotheses=tuple(context.hypotheses[n] for n in used))
    proof = written(node, _given(kept))
    names = _names(proof, kept, statement)
    rows = {n: r for n, r in context.declarations.items() if n in names}
    pairs = frozenset(p for p in context.distinct if p <= rows.keys())
    return _checked(Context(rows, kept.hypotheses, pairs), statement, node, proof)


def _checked(context: Context, statement: Statement, node: Node, proof: Json) -> tuple[Theorem, Json]:
    said = [_said(part) for part in node.nodes()]
    document = {
        "format": "symproofs-certificate",
        "version": 1,
        "declarations": [
            {"name": row.name, "type": type_to_json(row.type), "properties": sorted(row.properties)}
            for row in context.declarations.values()
        ],
        "distinct": sorted(sorted(pair) for pair in context.distinct),
        "hypotheses": [statement_to_json(h.statement) for h in context.hypotheses],
        "statement": statement_to_json(statement),
        "conditions": [statement_to_json(c) for c in dict.fromkeys(c for s in said for c in s.conditions)],
        "axioms": list(dict.fromkeys(a for s in said for a in s.axioms)),
        "proof": proof,
    }
    return check(document), document


def _names(proof: Json, context: Context, statement: Statement) -> frozenset[str]:
    """Names that the statement, the hypotheses kept or the proof mention, with those in their sizes."""
    found = _texts(proof) | statement_names(statement)
    found = found.union(*(statement_names(h.statement) for h in context.hypotheses))
    while True:
        kinds = [context.types[n] for n in found if n in context.types]
        more = found | size_names(kinds)
        if more == found:
            return frozenset(found)
        found = more


def _texts(value: Json) -> set[str]:
    """All texts in JSON, keys as well."""
    found: set[str] = set()
    todo = [value]
    while todo:
        part = todo.pop()
        kind = type(part)
        if kind is str:
            found.add(part)
        elif kind is dict:
            found.update(part)
            todo += part.values()
        elif kind is list:
            todo += part
    return found
