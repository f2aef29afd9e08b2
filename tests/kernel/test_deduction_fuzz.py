"""Rules of inference on small models: where all that a rule leaves holds, what it was asked holds.

Terms are evaluated as the kernel means them, totally (1/0 is 0), over a few rational numbers; statements as `sequent.py` says, ∀
and ∃ over the same few numbers and the values of the terms at hand. Rules are thrown at random sequents with random data; most
are refused, and whatever is accepted is evaluated.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

from symproofs.kernel.deduction import RULES, apply_rule
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.sequent import Ledger, Sequent
from symproofs.terms.context import Context, Declaration
from symproofs.terms.domain import statement_domain
from symproofs.terms.serial import statement_to_json, term_from_json, term_to_json
from symproofs.terms.size import Size
from symproofs.terms.statement import (
    And,
    Exists,
    ForAll,
    Hypothesis,
    Iff,
    Implies,
    Membership,
    Relation,
    Statement,
    statement_names,
)
from symproofs.terms.term import Term, fun, name, num
from symproofs.terms.types import Type, family, index, scalar

REALS = (*map(Fraction, (-2, -1, 0, 1, 2)), Fraction(1, 2))
REAL, INTEGER = scalar(), scalar("integer")
N = Size.of(3)
DECLARED: Mapping[str, Type] = {"x": REAL, "y": REAL, "k": INTEGER, "i": index(N), "j": index(N), "s": family(REAL, N)}
FAMILY = (Fraction(-1), Fraction(2), Fraction(0))
OPERATORS = ("=", "!=", "<", "<=", ">", ">=")

Assignment = Mapping[str, Fraction]

FUNCTIONS: Mapping[str, Callable[[Fraction], Fraction]] = {
    "abs": abs,
    "relu": lambda v: max(v, Fraction(0)),
    "sign": lambda v: Fraction((v > 0) - (v < 0)),
}


# Evaluation ---------------------------------------------------------------------------------------------------


def value(node: Term, at: Assignment) -> Fraction:
    inside = [value(a, at) for a in node.args] if node.head not in ("sum", "member") else []
    match node.head:
        case "num":
            return Fraction(str(node.data[0]))
        case "name":
            return at[str(node.data[0])]
        case "size":
            return Fraction(str(node.data[0]))
        case "add":
            return sum(inside, Fraction(0))
        case "neg":
            return -inside[0]
        case "mul":
            return prod(inside, start=Fraction(1))
        case "div":
            return inside[0] / inside[1] if inside[1] else Fraction(0)
        case "pow" if inside[1].denominator == 1:
            q = int(inside[1])
            return Fraction(1) if q == 0 else Fraction(0) if inside[0] == 0 else inside[0] ** q
        case "pow":  # what is no whole number is refused where a whole one is needed
            return Fraction(0)
        case "fun":
            return FUNCTIONS[str(node.data[0])](inside[0])
        case "member":
            return FAMILY[int(value(node.args[0], at)) - 1]
        case "sum":
            left_out = {value(a, at) for a in node.args[1:]}
            places = [Fraction(v) for v in range(1, (node.data[1].literal or 0) + 1) if v not in left_out]
            return sum((value(node.args[0], {**at, str(node.data[0]): v}) for v in places), Fraction(0))
    raise AssertionError(node.head)


def compare(operator: str, a: Fraction, b: Fraction) -> bool:
    return {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]


@dataclass
class Model:
    """Truth at assignments. `extra` are numbers that quantifiers range over besides the usual ones."""

    types: Mapping[str, Type]
    extra: frozenset[Fraction] = frozenset()

    def range(self, kind: Type) -> list[Fraction]:
        if kind.index is not None:
            return [Fraction(v) for v in (1, 2, 3)]
        every = {*REALS, *self.extra}
        return sorted(v for v in every if kind.sort == "real" or (kind.sort == "integer" and v.denominator == 1))

    def holds(self, statement: Statement, at: Assignment) -> bool:
        match statement:
            case Relation(operator, left, right):
                return compare(operator, value(left, at), value(right, at))
            case Membership(subject, sort):
                v = value(subject, at)
                return sort in ("real", "rational", "complex") or (v.denominator == 1 and (sort == "integer" or v >= 0))
            case And(parts):
                return all(self.holds(p, at) for p in parts)
            case Implies(first, second):
                there = self.defined(first, at) and self.defined(second, at)
                return not (there and self.holds(first, at)) or self.holds(second, at)
            case Iff(first, second):
                there = self.defined(first, at) and self.defined(second, at)
                return not there or self.holds(first, at) == self.holds(second, at)
            case ForAll(names, body):
                inner, places = Model({**self.types, **dict(names)}, self.extra), self.extensions(names, at)
                return all(inner.holds(body, here) for here in places if self.defined_about(names, body, here))
            case Exists(names, body):
                inner, places = Model({**self.types, **dict(names)}, self.extra), self.extensions(names, at)
                return any(inner.holds(body, here) for here in places if self.defined_about(names, body, here))
        raise AssertionError(statement)

    def extensions(self, names: tuple[tuple[str, Type], ...], at: Assignment) -> Iterator[dict[str, Fraction]]:
        for values in product(*(self.range(kind) for _, kind in names)):
            yield {**at, **dict(zip((n for n, _ in names), values, strict=True))}

    def defined(self, statement: Statement, at: Assignment) -> bool:
        return all(self.holds(c, at) for c in statement_domain(statement, self.all_types(statement)))

    def defined_about(self, names: tuple[tuple[str, Type], ...], body: Statement, at: Assignment) -> bool:
        labels = {n for n, _ in names}
        types = {**self.all_types(body), **dict(names)}
        return all(self.holds(c, at) for c in statement_domain(body, types) if labels & statement_names(c))

    def all_types(self, statement: Statement) -> dict[str, Type]:
        """The types at hand; names that a quantifier further out has bound are numbers."""
        return {**dict.fromkeys(statement_names(statement), REAL), **self.types}

    def valid(self, sequent: Sequent, at: Assignment) -> bool:
        """Γ ⊢ G at the assignment, for all values of names that it declares beyond those assigned."""
        new = tuple((n, kind) for n, kind in sequent.context.types.items() if n not in at and not kind.over)
        model = Model(sequent.context.types, self.extra)
        for here in model.extensions(new, at):
            given = all(model.holds(h.statement, here) for h in sequent.context.hypotheses)
            if given and not model.holds(sequent.goal, here):
                return False
        return True


# Random sequents and data -------------------------------------------------------------------------------------


class Thrower:
    """Random terms, statements and data of rules."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.labels: list[str] = ["x", "y", "k"]
        self.quantified = False

    def pick(self, *options: Any) -> Any:
        return self.random.choice(options)

    def term(self, depth: int = 2) -> Term:
        if depth == 0 or self.random.random() < 0.3:
            return self.pick(num(self.pick(-1, 0, 1, 2)), *map(name, self.labels), Term("member", (self.index(),), ("s",)))
        a, b = self.term(depth - 1), self.term(depth - 1)
        made = [Term("add", (a, b)), Term("neg", (a,)), Term("mul", (a, b)), Term("div", (a, b)), self.sum(depth - 1)]
        made += [Term("pow", (a, num(self.pick(2, 3, -1)))), fun(self.pick("abs", "relu", "sign"), a)]
        if self.quantified:  # x^u asks for x ≠ 0, x^2 for nothing: what a statement says may change with what stands for u
            made.append(Term("pow", (a, name(self.pick(*(n for n in self.labels if n in ("k", "u")))))))
        return self.pick(*made)

    def sum(self, depth: int) -> Term:
        outer, self.labels = self.labels, [*self.labels, "b"]
        body = self.pick(self.term(depth), Term("member", (name("b"),), ("s",)))
        self.labels = outer
        return Term("sum", (body, *([self.index()] if self.random.random() < 0.4 else [])), ("b", N))

    def index(self) -> Term:
        return self.pick(name("i"), name("j"), num(self.pick(1, 2, 3)))

    def relation(self, depth: int = 2) -> Relation:
        if self.random.random() < 0.1:
            return Relation(self.pick("=", "!="), name("i"), name("j"))
        return Relation(self.pick(*OPERATORS), self.term(depth), self.term(depth))

    def statement(self, depth: int = 2) -> Statement:
        if depth == 0 or self.random.random() < 0.4:
            return self.relation(1) if self.random.random() < 0.9 else Membership(self.term(1), self.pick("integer", "natural"))
        first, second = self.statement(depth - 1), self.statement(depth - 1)
        kind, label = self.pick((REAL, "t"), (INTEGER, "u"), (index(N), "a"))
        if label != "a":
            self.labels.append(label)
        body = self.statement(depth - 1)
        if label != "a":
            self.labels.remove(label)
        quantified = ((label, kind),)
        return self.pick(
            And((first, second)), Implies(first, second), Iff(first, second), ForAll(quantified, body), Exists(quantified, body)
        )

    def joined(self) -> Statement:
        """A statement for all or some whole numbers, on which it may hang where its terms are defined."""
        self.labels.append("u")
        base, other = self.pick(*map(name, "xy"), num(0), num(2)), self.term(1)
        power = Relation(self.pick("!=", ">", "<=", "="), Term("pow", (base, name("u"))), self.pick(num(0), num(1), other))
        parts = (power, self.relation(1))
        body = self.pick(Implies(*parts), Implies(*reversed(parts)), Iff(*parts), ForAll((("t", REAL),), self.about("t")))
        self.labels.remove("u")
        return self.pick(ForAll, Exists)((("u", INTEGER),), body)

    def about(self, label: str) -> Statement:
        return Relation(self.pick("!=", ">", "<="), Term("pow", (name(label), name("u"))), num(self.pick(0, 1)))

    def near(self, goal: Statement) -> Term:
        """A part of the goal, or any term."""
        sides = [goal.left, goal.right] if isinstance(goal, Relation) else []
        return self.pick(*sides, self.term(1), self.term(1))

    def data(self, kind: str, sequent: Sequent) -> Any:
        count = len(sequent.context.hypotheses)
        match kind.removesuffix("?"):
            case "number":
                return 0
            case "direction":
                return self.pick("forward", "backward")
            case "term":
                return term_to_json(self.near(sequent.goal))
            case "terms":
                return [term_to_json(self.term(1)) for _ in range(2)]
            case "statement":
                return statement_to_json(self.changed(sequent.goal) if self.random.random() < 0.6 else self.statement(1))
            case "names":
                return [f"n{self.random.randrange(100)}" for _ in range(self.pick(0, 1, 1, 2))]
            case "path":
                return [self.pick(0, 0, 0, 1) for _ in range(self.pick(0, 1, 1, 2))]
            case "values":
                inverse = Term("div", (num(1), name(self.pick("x", "y"))))
                return {label: term_to_json(self.pick(self.term(1), inverse, self.index())) for label in self.pick("t", "u", "a")}
            case "combination":
                return [[self.random.randrange(count or 1), term_to_json(self.term(1))] for _ in range(self.pick(1, 1, 2))]
            case "steps":
                last = sequent.goal.right if isinstance(sequent.goal, Relation) else num(0)
                return [[self.pick(*OPERATORS), term_to_json(t)] for t in (*(self.term(1) for _ in range(self.pick(0, 1))), last)]
            case "text":
                return self.pick("<", "=", ">", "integer", "i", "h", "n7", "sine_bound")
        return []

    def changed(self, goal: Statement) -> Statement:
        match goal:
            case Relation(operator, left, right):
                return self.pick(Relation(operator, self.term(1), right), Relation(operator, left, self.term(1)), goal)
            case Membership(_, sort):
                return Membership(self.term(1), sort)
        return goal

    def sequent(self, rule: str) -> Sequent:
        """A sequent of the kind that the rule is about."""
        self.quantified = rule in ("instance", "witness")
        rows = {n: Declaration(n, t) for n, t in DECLARED.items()}
        given = [self.pick(self.statement(1), self.relation(1)) for _ in range(self.pick(0, 1, 2))]
        first = self.kind_of(HYPOTHESIS.get(rule))
        goal = self.kind_of(GOAL.get(rule))
        if rule == "monotone":
            goal = self.monotone_goal()
        if first is not None:
            given.insert(0, first)
        return Sequent(Context(rows, tuple(map(Hypothesis, given))), goal or self.pick(self.statement(2), self.relation(1)))

    def kind_of(self, wanted: type | None) -> Statement | None:
        while wanted is not None:
            found = self.statement(2) if wanted is not Relation else self.relation(1)
            if self.quantified and wanted in (ForAll, Exists) and self.random.random() < 0.5:
                found = self.joined()
            if isinstance(found, wanted):
                return found
        return None

    def monotone_goal(self) -> Relation:
        """An order of two terms that differ in one place."""
        low, high = self.term(1), self.term(1)
        for _ in range(self.pick(1, 2)):
            c, q, way = self.pick(self.term(1), num(2), num(-1)), num(self.pick(2, 3, -1, -2)), self.random.randrange(9)
            low, high = (self.wrapped(t, c, q, way) for t in (low, high))
        return Relation(self.pick("<", "<=", ">", ">="), low, high)

    def wrapped(self, t: Term, c: Term, q: Term, way: int) -> Term:
        heads = ("add", "mul", "div", "pow")
        if way < 4:
            return Term(heads[way], (t, q if way == 3 else c))
        varying = Term("mul", (t, Term("member", (name("b"),), ("s",))))
        rest = (
            Term("neg", (t,)),
            fun("abs", t),
            fun("relu", t),
            Term("sum", (varying,), ("b", N)),
            Term("sum", (t, name("i")), ("b", N)),
        )
        return rest[way - 4]


HYPOTHESIS: Mapping[str, type] = {
    "parts": And, "modus_ponens": Implies, "instance": ForAll, "obtain": Exists, "contradiction": Relation, "combine": Relation,
    "nonnegative_combination": Relation,
}  # fmt: skip
GOAL: Mapping[str, type] = {
    "both": And, "assume": Implies, "each_way": Iff, "generalise": ForAll, "witness": Exists, "symmetry": Relation,
    "by_contradiction": Relation, "rewrite": Relation, "combine": Relation, "weaken": Relation, "transitivity": Relation,
    "nonnegative_combination": Relation, "seen": Relation, "cases_equal": Relation,
}  # fmt: skip
"""What the first hypothesis and the goal must be for the rule to have a chance."""


def assignments(seed: int) -> Iterator[dict[str, Fraction]]:
    chance = random.Random(seed)
    for _ in range(12):
        whole = {"k": Fraction(chance.choice((-2, -1, 0, 1, 2)))}
        yield {n: chance.choice(REALS) for n in "xy"} | whole | {n: Fraction(chance.choice((1, 2, 3))) for n in "ij"}


RULES_EVALUATED = (
    "have", "assume", "both", "each_way", "parts", "modus_ponens", "generalise", "instance", "witness", "obtain", "name_value",
    "cases_equal", "trichotomy", "range_cases", "contradiction", "by_contradiction", "symmetry", "rewrite", "combine", "weaken",
    "transitivity", "nonnegative_combination", "monotone", "seen",
)  # fmt: skip
"""Chains are fuzzed as laws are, conditions are premises of the theorem, facts are about functions without rational values."""
TRIES = int(os.environ.get("RULE_TRIES", "60"))
MORE = {
    "instance": 20,
    "witness": 20,
    "seen": 30,
    "combine": 12,
    "monotone": 3,
    "range_cases": 2,
    "name_value": 4,
    "nonnegative_combination": 2,
}
"""How many random applications, and how many times as many where most are refused."""


def terms_in(rule: str, row: Mapping[str, Any]) -> list[Term]:
    kinds = RULES[rule].data
    found = [row[k] for k in row if kinds.get(k) == "term"]
    found += [t for k in row if kinds.get(k) == "values" for t in row[k].values()]
    return [term_from_json(t) for t in found]


@pytest.mark.parametrize("rule", RULES_EVALUATED)
def test_what_is_left_suffices(rule: str) -> None:
    accepted = met = 0
    for seed in range(TRIES * MORE.get(rule, 1)):
        thrower = Thrower(seed * 31 + len(rule))
        sequent = thrower.sequent(rule)
        row = {"rule": rule, **{key: thrower.data(kind, sequent) for key, kind in RULES[rule].data.items()}}
        try:
            left = apply_rule(row, sequent, Ledger(sequent.context, 20_000))
        except Rejected:
            continue
        accepted += 1
        for at in assignments(seed):
            model = Model(sequent.context.types, frozenset(value(t, at) for t in terms_in(rule, row)))
            if all(model.valid(s, at) for s in left):
                met += 1
                assert model.valid(sequent, at), (rule, row, sequent, at)
    assert accepted >= 5 and met >= 20, (accepted, met)
