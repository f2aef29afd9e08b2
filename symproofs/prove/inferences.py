"""A proof tree as a reader follows it: one statement after the other, each with its laws and what it follows from.

The rules that add to the hypotheses are the lines of the proof; parts of what is known and instances of it are not said by
themselves. Suppositions and cases go in. All other rules, orders and sums and limits, are one line each: what they show, with
the reasons of all that stands below. Nothing is said that the kernel has not checked; that the lines are all of it is not
claimed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Literal

from symproofs.kernel.rules_logic import FALSITY, contrary
from symproofs.kernel.sequent import Typed
from symproofs.prove.chain import rank
from symproofs.prove.reasons import Reason
from symproofs.prove.tree import Node, cited
from symproofs.records import record
from symproofs.terms.context import Context, definition_of
from symproofs.terms.statement import (
    Exists,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    Relation,
    Statement,
    substitute_statement,
)
from symproofs.terms.term import name
from symproofs.terms.types import scalar

Role = Literal["follows", "supposed", "case", "reached"]
"""A statement that follows; one that is supposed; one of several cases; a contradiction, or the goal of a case."""


@record
class Inference:
    """One line of a proof: the statement, the laws that it needs, the lines before it (from 1) that it follows from.

    `depth` counts the suppositions and cases that it stands in; `chosen` are names that it is the first to speak of.
    """

    statement: Statement
    reasons: tuple[Reason, ...] = ()
    premises: tuple[int, ...] = ()
    role: Role = "follows"
    depth: int = 0
    chosen: Typed = ()


@record
class _Ground:
    """Where a statement is known from: reasons, and lines."""

    reasons: tuple[Reason, ...] = ()
    lines: tuple[int, ...] = ()

    def __add__(self, other: _Ground) -> _Ground:
        return _Ground(tuple(dict.fromkeys((*self.reasons, *other.reasons))), tuple(sorted({*self.lines, *other.lines})))


SEEN = _Ground((Reason("seen"),))

_Known = dict[Statement, _Ground]

PLAIN = frozenset(("assumption", "given", "given_equation", "as_written"))
"""Reasons that say where a hypothesis is from: that is told by the lines and hypotheses themselves."""


def _is_plain(reason: Reason, chosen: Collection[str]) -> bool:
    """Whether a reason is told by lines and hypotheses; so is what a name means that was chosen on the way."""
    return reason.code in PLAIN or (reason.code == "definition" and reason.detail in chosen)


CASES = frozenset(("cases_equal", "trichotomy", "range_cases"))


def inferences(context: Context, statement: Statement, tree: Node) -> tuple[Inference, ...]:
    """The lines of a proof of the statement in the context. The tree is one that the kernel was asked about."""
    teller = _Teller()
    known = {h.statement: _of_hypothesis(h, n) for n, h in enumerate(context.hypotheses, 1)}
    teller.tell(tree, statement, known, 0)
    return tuple(teller.lines)


def chosen_names(tree: Node) -> frozenset[str]:
    """The names that a proof tree introduces, which no reader of the statement knows."""
    names = {str(n) for node in tree.nodes() if node.rule == "obtain" for n in node.data["names"]}
    return frozenset(names | {str(node.data["name"]) for node in tree.nodes() if node.rule == "name_value"})


def _of_hypothesis(hypothesis: Hypothesis, number: int) -> _Ground:
    found, label = definition_of(hypothesis), hypothesis.label
    head = found[0] if found is not None else _row_head(hypothesis.statement)
    if head and not (label and found is not None and found[2].head == "num"):
        return _Ground((Reason("definition", head),))
    return _Ground((Reason("given", label) if label else Reason("given_equation", str(number)),))


def _row_head(statement: Statement) -> str:
    """The function of which a quantified equation gives values, as one of several rows."""
    body = statement.body if isinstance(statement, ForAll) else None
    body = body.conclusion if isinstance(body, Implies) else body
    if isinstance(body, Relation) and body.operator == "=" and body.left.head in ("call", "member"):
        head = str(body.left.data[0])
        return "" if any(n.head == body.left.head and n.data == body.left.data for n in body.right.walk()) else head
    return ""


@dataclass(eq=False, repr=False)
class _Teller:
    """The lines so far."""

    lines: list[Inference] = field(default_factory=list)

    def say(self, inference: Inference) -> _Ground:
        """Another line, and that it is known from there."""
        self.lines.append(inference)
        return _Ground((), (len(self.lines),))

    def tell(self, node: Node, goal: Statement, known: _Known, depth: int) -> None:
        """The lines that lead to the goal."""
        while node.rule in ADDING:
            self._addition(node, known, depth)
            node = node.of[-1]
        match node.rule:
            case "assume" if isinstance(goal, Implies):
                self._under(node, 0, (goal.premise,), goal.conclusion, known, depth, "supposed")
            case "each_way" if isinstance(goal, Iff):
                self._under(node, 0, (goal.left,), goal.right, known, depth, "supposed")
                self._under(node, 1, (goal.right,), goal.left, known, depth, "supposed")
            case "generalise" if isinstance(goal, ForAll):
                new = {label: name(fresh) for (label, _), fresh in zip(goal.names, node.data["names"], strict=True)}
                self.tell(node.of[0], substitute_statement(goal.body, new), _with(known, node, 0, _Ground()), depth)
            case "both":
                for part, below in zip(_parts(goal), node.of, strict=True):
                    self.tell(below, part, dict(known), depth)
            case "by_contradiction":
                self._under(node, 0, (contrary(goal),), FALSITY, known, depth, "supposed")
            case rule if rule in CASES:
                for k in range(len(node.of)):
                    self._under(node, k, _added(node, k), goal, known, depth, "case")
            case "contradiction":
                given: Statement = node.data["n"].statement
                ground = self._ground(node.of[0], contrary(given), known, depth) + known.get(given, _Ground())
                self.say(_line(FALSITY, ground, role="reached", depth=depth))
            case _:
                ground = self._ground(node, goal, known, depth)
                if not self.lines or self.lines[-1].statement != goal:
                    self.say(_line(goal, ground, depth=depth))

    def _under(
        self, node: Node, k: int, supposed: tuple[Statement, ...], goal: Statement, known: _Known, depth: int, role: Role
    ) -> None:
        """The lines of a subgoal that has more hypotheses, which are said first."""
        ground = _Ground()
        for statement in supposed:
            ground = ground + self.say(Inference(statement, role=role, depth=depth + 1))
        self.tell(node.of[k], goal, _with(known, node, k, ground), depth + 1)

    def _addition(self, node: Node, known: _Known, depth: int) -> None:
        """What a rule adds to the hypotheses, said where it is new to a reader."""
        added = _added(node, -1)
        match node.rule:
            case "parts":
                ground = known.get(node.data["n"].statement, _Ground())
            case "fact" | "matrix_fact":
                ground = _Ground((Reason(str(node.data["name"])),))
            case "instance":
                ground = known.get(node.data["n"].statement, _Ground())
                if added and not isinstance(added[0], (Implies, Iff, ForAll, Exists)):
                    ground = self.say(_line(added[0], ground, depth=depth))
            case "modus_ponens":
                ground = self._modus_ponens(node, added, known, depth)
            case "obtain":
                found: Exists = node.data["n"].statement
                names = tuple(map(str, node.data["names"]))
                chosen = tuple((new, kind) for new, (_, kind) in zip(names, found.names, strict=True))
                ground = self.say(_line(_body(found, names), known.get(found, _Ground()), depth=depth, chosen=chosen))
            case "name_value":
                label = str(node.data["name"])
                chosen = ((label, scalar(node.data["sort"])),)
                ground = self.say(_line(Relation("=", name(label), node.data["term"]), _Ground(), depth=depth, chosen=chosen))
            case _:
                statement: Statement = node.data["statement"]
                ground = self.say(_line(statement, self._ground(node.of[0], statement, known, depth), depth=depth))
        for statement in added:
            known.setdefault(statement, ground)

    def _modus_ponens(self, node: Node, added: tuple[Statement, ...], known: _Known, depth: int) -> _Ground:
        """The conclusion, said at once or, where it says that something exists, where that is chosen."""
        rule: Statement = node.data["n"].statement
        ground = known.get(rule, _Ground())
        if isinstance(rule, (Implies, Iff)):
            forward = node.data["direction"] == "forward"
            first, second = (rule.premise, rule.conclusion) if isinstance(rule, Implies) else (rule.left, rule.right)
            premise, conclusion = (first, second) if forward else (second, first)
            if not _plain(node.of[-2]):
                ground = ground + self._ground(node.of[-2], premise, known, depth)
            if not isinstance(conclusion, Exists):
                ground = self.say(_line(conclusion, ground, depth=depth))
        return ground

    def _ground(self, node: Node, goal: Statement, known: _Known, depth: int) -> _Ground:
        """What a proof of the goal rests on; what it shows on the way is said first."""
        inner = dict(known)
        while node.rule in ADDING:
            self._addition(node, inner, depth)
            node = node.of[-1]
        if node.rule in ("hypothesis", "seen"):
            return inner.get(goal, SEEN)
        given = [inner.get(s, _Ground()) for part in node.nodes() for s in cited(part.data)]
        chosen = {label for line in self.lines for label, _ in line.chosen}
        reasons = dict.fromkeys(r for part in node.nodes() for r in part.reasons if not _is_plain(r, chosen))
        total = _Ground(tuple(sorted(reasons, key=rank)))
        for ground in given:
            total = total + ground
        return total


ADDING = frozenset(("have", "fact", "matrix_fact", "instance", "modus_ponens", "obtain", "parts", "name_value"))
"""Rules that go on to the same goal with more hypotheses."""


def _line(statement: Statement, ground: _Ground, *, role: Role = "follows", depth: int = 0, chosen: Typed = ()) -> Inference:
    return Inference(statement, ground.reasons, ground.lines, role, depth, chosen)


def _added(node: Node, k: int) -> tuple[Statement, ...]:
    return node.said.added[k] if node.said is not None else ()


def _with(known: _Known, node: Node, k: int, ground: _Ground) -> _Known:
    """What is known with the hypotheses that the k-th subgoal has more."""
    return {**dict.fromkeys(_added(node, k), ground), **known}


def _parts(goal: Statement) -> tuple[Statement, ...]:
    return tuple(getattr(goal, "parts", (goal,)))


def _body(found: Exists, chosen: Iterable[str]) -> Statement:
    return substitute_statement(found.body, {label: name(new) for (label, _), new in zip(found.names, chosen, strict=True)})


def _plain(node: Node) -> bool:
    """Whether a premise is read off declarations and signs, which needs no words."""
    return all(part.rule in ("seen", "both") for part in node.nodes())
