"""Proof trees: what a certificate says of a statement that is no equation by links, checked node by node.

A node is {"rule": name, …data…, "of": [node, …]}: the rule, a row of `RULES`, takes the sequent apart, and the nodes of
"of" prove what it leaves, in order. Checking goes from the statement down to leaves that leave nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from symproofs.kernel.certificate import Certificate, decode_lemmas, decode_links, decode_size, decode_statement, decode_term
from symproofs.kernel.indexed import Rejected, need
from symproofs.kernel.randomness import is_random
from symproofs.kernel.rules_enclosure import ENCLOSURE_RULES
from symproofs.kernel.rules_induction import INDUCTION_RULES
from symproofs.kernel.rules_integral import INTEGRAL_RULES
from symproofs.kernel.rules_limit import LIMIT_RULES
from symproofs.kernel.rules_logic import LOGIC_RULES
from symproofs.kernel.rules_order import ORDER_RULES
from symproofs.kernel.rules_sum import SUM_RULES
from symproofs.kernel.sequent import Ledger, Rule, Sequent
from symproofs.terms.serial import Json
from symproofs.terms.statement import Operator, Relation, Statement, Tends, parts_of
from symproofs.terms.term import Term

RULES: Mapping[str, Rule] = {
    rule.name: rule
    for rule in (
        *LOGIC_RULES,
        *SUM_RULES,
        *INTEGRAL_RULES,
        *INDUCTION_RULES,
        *ORDER_RULES,
        *ENCLOSURE_RULES,
        *LIMIT_RULES,
    )
}
"""All rules of inference by name."""


def deduce(certificate: Certificate, budget: int) -> Ledger:
    """Check the proof tree of a certificate. *Fails when* a node does not hold."""
    ledger = Ledger(certificate.context, budget)
    types = certificate.context.types
    for hypothesis in certificate.context.hypotheses:
        ledger.admit(hypothesis.statement, types)
    ledger.admit(certificate.statement, types)
    for condition in certificate.conditions:
        ledger.admit(condition, types)
    whole = Sequent(certificate.context, certificate.statement, conditions=certificate.conditions)
    open_nodes: list[tuple[Json, Sequent]] = [(certificate.proof, whole)]
    while open_nodes:
        node, sequent = open_nodes.pop()
        need(isinstance(node, dict) and isinstance(node.get("rule"), str), "a node is an object with a rule")
        tending = (p.subject for p in parts_of(sequent.goal) if isinstance(p, Tends))
        need(not any(is_random(t, sequent.context) for t in tending), "what is random tends in several senses, none meant here")
        below = node.get("of", [])
        goals = apply_rule(node, sequent, ledger)
        need(isinstance(below, list) and len(below) == len(goals), "{} leaves {} goals here", node["rule"], len(goals))
        open_nodes += reversed(list(zip(below, goals, strict=True)))
    need(not (ledger.mixed and ledger.moments), "beside moments a hypothesis is used that makes something random constant")
    return ledger


def apply_rule(node: Mapping[str, Json], sequent: Sequent, ledger: Ledger) -> list[Sequent]:
    """What the node leaves to be proved."""
    rule = RULES.get(node["rule"])
    if rule is None:
        raise Rejected(f"there is no rule {node['rule']}")
    ledger.spend(1)
    ledger.rules[rule.name] = ledger.rules.get(rule.name, 0) + 1
    need(node.keys() - {"rule", "of"} <= rule.data.keys(), "{} has other data", rule.name)
    try:
        data = {key: _datum(kind, node.get(key), sequent, ledger) for key, kind in rule.data.items()}
    except (KeyError, IndexError, ValueError, TypeError, AttributeError, ZeroDivisionError, OverflowError) as fault:
        raise Rejected(f"malformed: {rule.name}: {type(fault).__name__}: {fault}") from None
    return rule.function(sequent, data, ledger)


# ------------------------------------------------------------------ data of nodes


def _datum(kind: str, value: Json, sequent: Sequent, ledger: Ledger) -> Any:
    if kind.endswith("?") and value is None:
        return None
    return KINDS[kind.removesuffix("?")](value, sequent, ledger)


def _number(value: Json, sequent: Sequent, ledger: Ledger) -> int:
    need(type(value) is int and value >= 0, "a natural number is needed")
    return int(value)


def _text(value: Json, sequent: Sequent, ledger: Ledger) -> str:
    need(isinstance(value, str), "a text is needed")
    return str(value)


def _term(value: Json, sequent: Sequent, ledger: Ledger) -> Term:
    """A term that has a type where it stands."""
    term = decode_term(value)
    ledger.admit(Relation("=", term, term), sequent.context.types)
    return term


def _statement(value: Json, sequent: Sequent, ledger: Ledger) -> Statement:
    statement = decode_statement(value)
    ledger.admit(statement, sequent.context.types)
    return statement


def _list(value: Json, sequent: Sequent, ledger: Ledger) -> list[Any]:
    need(isinstance(value, list), "a list is needed")
    return list(value)


def _operator(value: Json) -> Operator:
    need(value in get_args(Operator), "no such relation: {}", value)
    operator: Operator = value
    return operator


Decoder = Callable[[Json, Sequent, Ledger], Any]

KINDS: Mapping[str, Decoder] = {
    "number": _number,
    "text": _text,
    "direction": _text,
    "term": _term,
    "statement": _statement,
    "names": lambda value, s, ledger: [_text(v, s, ledger) for v in _list(value, s, ledger)],
    "path": lambda value, s, ledger: [_number(v, s, ledger) for v in _list(value, s, ledger)],
    "terms": lambda value, s, ledger: [_term(v, s, ledger) for v in _list(value, s, ledger)],
    "values": lambda value, s, ledger: {_text(n, s, ledger): _term(t, s, ledger) for n, t in value.items()},
    "sizes": lambda value, s, ledger: [decode_size(v) for v in _list(value, s, ledger)],
    "combination": lambda value, s, ledger: [(_number(n, s, ledger), _term(t, s, ledger)) for n, t in value],
    "steps": lambda value, s, ledger: [(_operator(op), _term(t, s, ledger)) for op, t in value],
    "lemmas": lambda value, s, ledger: decode_lemmas(value),
    "links": lambda value, s, ledger: decode_links(value),
}
"""What the data of a node may be. A `?` after the kind: may be left out."""
