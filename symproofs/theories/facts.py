"""Given equations inside a lemma: each is read as a rewriting of its greatest monomial.

An equation is made into entries, normalised, and its greatest monomial taken for the left side: Σ_k A_ki A_kj → δ_ij. A
use takes an instance of it out of a monomial. Where all other monomials are smaller the rewriting always goes on; where not, only
uses that make the monomial smaller are made, so no search runs in circles. Where no monomial is greatest, as in
H_kl = (1/c) Σ_i X_ik X_il, the left side is the entry of an array of which no other fact speaks. Such an entry is written out
wherever it stands. *Fails when* there is none, and no greatest monomial of entries holds every index of the equation: then it is
not used here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from symproofs.kernel.indexed import Expr, Mono, Rejected, free_in_mono, indices_of, names_in
from symproofs.kernel.laws_fact import difference, make_fact
from symproofs.kernel.matching import entries_in
from symproofs.records import record
from symproofs.terms.statement import Relation
from symproofs.terms.term import free_names
from symproofs.terms.types import Type
from symproofs.theories.matching import matches
from symproofs.theories.normaliser import Json, Move, Normaliser


@record
class Source:
    """Where a fact comes from: premise `number` of the lemma or hypothesis `number` of the context."""

    by: str
    number: int
    equation: Relation
    quantified: tuple[tuple[str, Type], ...] = ()


@record
class Known:
    """A fact as the normaliser uses it. `strict` if all its other monomials are smaller."""

    number: int
    strict: bool


def weight(m: Mono) -> Fraction:
    """Entries count most, then numbers, then δ; the expectation of a product more than the product of expectations."""
    total = Fraction(0)
    for a, q in m.factors:
        if a[0] == "E":
            total += (1 + sum(weight(inner) ** 2 for inner in a[1])) * abs(q)
            continue
        total += (3 if a[0] in ("T", "C") and a[2] else 0 if a[0] == "D" else 1) * abs(q)
    return total


def add_facts(n: Normaliser, sources: Sequence[Source]) -> tuple[Json, ...]:
    """Make the facts known to the normaliser; the rows that tell the kernel how to make them again."""
    rows = []
    for source in sources:
        try:
            expr, parameters = difference(n.state, source.equation.left, source.equation.right, source.quantified)
        except Rejected:
            continue
        found, script = n.normal(expr)
        names = frozenset(p for p in parameters if isinstance(p, str))
        lead, defined = _lead(n, found, names), _defined(found, names, source, sources)
        lead = defined if lead is None else lead
        if lead is None:
            continue
        try:
            n.state.facts.append(make_fact(found, lead, parameters))
        except Rejected:
            continue
        if source.by == "hypothesis":
            n.state.used[source.number] = None
        smaller = all(weight(m) < weight(found[lead]) for k, m in enumerate(found) if k != lead)
        n.facts_known.append(Known(len(n.state.facts) - 1, smaller or lead == defined))
        rows.append({"by": source.by, "n": source.number, "script": script, "lead": lead})
    n.forget()
    return tuple(rows)


def _defined(e: Expr, parameters: frozenset[str], source: Source, sources: Sequence[Source]) -> int | None:
    """The monomial that is an entry, at places of its own, of an array of which neither the rest nor any other fact speaks."""
    for k, m in enumerate(e):
        a, q = m.factors[0] if len(m.factors) == 1 and not m.bounds else (None, 0)
        if not parameters or a is None or a[0] != "T" or q != 1 or sorted(str(i[0]) for i in indices_of(a)) != sorted(parameters):
            continue
        elsewhere = (side for other in sources if other is not source for side in (other.equation.left, other.equation.right))
        if str(a[1]) not in names_in(e[:k] + e[k + 1 :]).union(*map(free_names, elsewhere)):
            return k
    return None


def _lead(n: Normaliser, e: Expr, parameters: frozenset[str]) -> int | None:
    """The greatest monomial that holds entries only, and every parameter in an index of its own factors."""
    wanted = {p for p in parameters if any(p in free_in_mono(m) for m in e)}
    fit = [
        k
        for k, m in enumerate(e)
        if m.factors
        and all(q > 0 and all(b[0] in ("T", "C") for b in entries_in(a)) for a, q in m.factors)
        and wanted <= {i[0] for a, _ in m.factors for b in entries_in(a) for i in indices_of(b)}
    ]
    if not fit:
        return None
    best = max(fit, key=lambda k: (weight(e[k]), n.keys.mono(e[k])))
    return best if all(weight(m) <= weight(e[best]) for m in e) else None


def given_fact(n: Normaliser, m: Mono) -> Move | None:
    """An instance of a given equation."""
    for known in n.facts_known:
        fact = n.state.facts[known.number]
        for hit in matches(n, fact.pattern, m, frozenset(p for p in fact.parameters if isinstance(p, str))):
            move: Move = "fact", known.number, list(hit.bounds), list(hit.places), list(hit.witnesses)
            if known.strict or _smaller(n, m, move):
                return move
    return None


def _smaller(n: Normaliser, m: Mono, move: Move) -> bool:
    try:
        made = n.apply(m, move)
    except Rejected:
        return False
    before = weight(m), n.keys.mono(m)
    return all((weight(x), n.keys.mono(x)) < before and not _same_again(x, m) for x in made)


def _same_again(x: Mono, m: Mono) -> bool:
    """Whether it is the monomial itself times δ_ii: `Cov(X_i, X_j) = δ_ij Var(X_i)` at i = j says nothing."""
    kept = [f for f in x.factors if not (f[0][0] == "D" and f[0][1] == f[0][2])]
    return len(kept) < len(x.factors) and x.bounds == m.bounds and Counter(kept) == Counter(m.factors)
