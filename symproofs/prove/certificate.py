"""The certificate of a chain: the JSON value that the kernel checks.

Lemmas, hypotheses and declarations that nothing uses are left out, so a certificate says what a proof rests on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symproofs.prove.chain import Link
from symproofs.prove.lemmas import Lemmas, size_names
from symproofs.terms.serial import statement_to_json, type_to_json
from symproofs.terms.statement import Relation, Statement, statement_names, substitute_statement
from symproofs.terms.term import free_names

Json = Any


def certificate(statement: Relation, lemmas: Lemmas, links: Sequence[Link]) -> Json:
    """The chain in the kernel's format. Lemmas, hypotheses and declarations that nothing uses are left out."""
    context = lemmas.context
    used_lemmas = sorted({link.number for link in links if link.by == "lemma"})
    used_facts = {link.number for link in links if link.by == "hypothesis"}
    for n in used_lemmas:
        used_facts.update(lemmas.rows[n].used)
    facts = sorted(used_facts)
    conditions: dict[Statement, None] = {}
    for link in links:
        if link.by == "lemma":
            for condition in lemmas.rows[link.number].conditions:
                conditions[substitute_statement(condition, dict(link.values))] = None
    declared = _names_used(statement, lemmas, links, used_lemmas, facts)
    return {
        "format": "symproofs-certificate",
        "version": 1,
        "declarations": [
            {"name": row.name, "type": type_to_json(row.type), "properties": sorted(row.properties)}
            for row in context.declarations.values()
            if row.name in declared
        ],
        "distinct": sorted(sorted(pair) for pair in context.distinct if pair <= declared),
        "hypotheses": [statement_to_json(context.hypotheses[n].statement) for n in facts],
        "statement": statement_to_json(statement),
        "conditions": [statement_to_json(c) for c in conditions],
        "axioms": [],
        **chain_rows(lemmas, links, {n: k for k, n in enumerate(facts)}),
    }


def chain_rows(lemmas: Lemmas, links: Sequence[Link], hypotheses: Mapping[int, Any]) -> dict[str, Any]:
    """The lemmas that links use, and the links, with what `hypotheses` writes for the number of one."""
    used = {n: k for k, n in enumerate(sorted({link.number for link in links if link.by == "lemma"}))}
    places: Mapping[str, Mapping[int, Any]] = {"lemma": used, "hypothesis": hypotheses}
    return {
        "lemmas": [lemmas.rows[n].to_json(hypotheses) for n in used],
        "links": [{**link.to_json(), "n": places[link.by][link.number]} for link in links],
    }


def _names_used(
    statement: Relation, lemmas: Lemmas, links: Sequence[Link], used_lemmas: Sequence[int], facts: Sequence[int]
) -> frozenset[str]:
    """Names that the chain mentions anywhere, with those that their sizes mention."""
    terms = [statement.left, statement.right]
    terms += [value for link in links for _, value in link.values]
    terms += [side for n in used_lemmas for side in (lemmas.rows[n].left, lemmas.rows[n].right)]
    found = set().union(*map(free_names, terms), *(statement_names(lemmas.context.hypotheses[n].statement) for n in facts))
    kinds = [lemmas.context.declarations[n].type for n in found if n in lemmas.context.declarations]
    return frozenset(found.union(*map(size_names, kinds)))
