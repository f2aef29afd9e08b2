"""Write the rows of guards that have no trap: python tests/kernel/no_trap.py NEEDLES SEED

Where nothing was accepted without the guard the row says what happened instead; everything else has its reason in `REASONS`.
A guard of which neither can be said is printed: it needs a trap, or a reason.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from find_traps import DATA, Hunt, known_rows

TOTAL = "terms are total and no factor has the exponent 0: 0 and 1 are their own powers"
FINITE = "in finite models every expectation exists; test_laws_expect.py holds that it is asked"
SQUARE = "an orthogonal, symmetric or permutation matrix is declared square, so its entries have two indices"
EXTENT = "an index under a map of another range has no value, and neither entries nor laws make one"
SECOND = "stands behind every law: those that would let an index escape refuse it themselves, those of kind `scope` rest on this"
FACTS = "read off a given equation before any law: test_certificate.py and test_verify.py"
ORDER = "keeps orders of complex numbers out of the conditions, where models have no answer"
NEVER = "the condition that it would leave, 0 ≠ 0 or 0 > 0, is met by nothing"

REASONS: dict[str, tuple[str, str]] = {
    "apply_law: not (law is None)": ("form", "no law of that name: there is nothing to apply"),
    "apply_law: assert_scope(mono, result, indices_spoken_of(state) if name == 'fact' else frozenset())": ("behind", SECOND),
    "assert_scope: len(bounds) == len(mono.bounds)": ("behind", SECOND),
    "assert_scope: type(mono.c) is Fraction": ("behind", "coefficients are made as fractions everywhere"),
    "assert_scope: not escaped": ("behind", SECOND),
    "nothing_escapes: len({b for b, _ in m.bounds}) == len(m.bounds)": ("behind", SECOND),
    "nothing_escapes: all((b in scope or is_literal(b) for b in free_in_mono(m)))": ("behind", SECOND),
    "_rational: str(found) == value": ("form", "another way of writing the same number"),
    "rational: str(found) == str(text)": ("form", "another way of writing the same number"),
    "range_: n <= MOST_INSTANCES": ("limit", "a range may be written out however long it is"),
    "law_range: n <= MOST_WRITTEN_OUT": ("limit", "a range may be written out however long it is"),
    "cover: n <= MOST_INSTANCES": ("limit", "likewise"),
    "number: abs(q) < MOST_INSTANCES": ("limit", "a number to a power is what it is"),
    "law_number: abs(q) < MOST_WRITTEN_OUT": ("limit", "a number to a power is what it is"),
    "perm: not state.context.has(a[1], 'random')": ("apart", "a random permutation: test_laws_expect.py"),
    "State.map_size: not self.context.has(name, 'random')": ("apart", "a random permutation: test_laws_expect.py"),
    "perm: q > 0": ("true", TOTAL),
    "law_perm: q > 0": ("true", TOTAL),
    "perm: len(a[2]) == 2": ("behind", SQUARE),
    "law_perm: len(a[2]) == 2": ("behind", SQUARE),
    "perm: factor_at(mono, k, 'T')": ("true", "the conjugate of an entry of a permutation matrix is that entry"),
    "law_perm: at(m, k, 'T')": ("true", "the conjugate of an entry of a permutation matrix is that entry"),
    "swap: not state.kind(a[1]).over": ("behind", "no family is declared symmetric"),
    "law_swap: not work.context.type_of(a[1]).over": ("behind", "no family is declared symmetric"),
    "swap: len(a[2]) == 2": ("behind", SQUARE),
    "law_swap: len(a[2]) == 2": ("behind", SQUARE),
    "_delta: q > 0": ("true", TOTAL),
    "delta_at: q > 0": ("true", TOTAL),
    "_sides: q == 1": ("true", TOTAL),
    "side_and_value: q == 1": ("true", TOTAL),
    "dmap: state.map_size(p[0])": ("true", EXTENT),
    "law_dmap: work.map_size(p[0])": ("true", EXTENT),
    "dmove: state.map_size(maps[0]) == state.common_size(*pair)": ("true", EXTENT),
    "law_dmove: work.map_size(p) == work.compared(*delta_at(m, k))": ("true", EXTENT),
    "_sides: state.map_size(p)": ("true", EXTENT),
    "side_and_value: work.map_size(p)": ("true", EXTENT),
    "_under: state.map_size(p)": ("true", EXTENT),
    "law_case: work.map_size(step)": ("true", EXTENT),
    "State.range: self.map_size(p) == found": ("true", EXTENT),
    "Work.range_of: all((self.map_size(p) == found for p in maps))": ("true", EXTENT),
    "State.range: self.fits((base, ()), self.map_size(maps[-1]))": ("true", EXTENT),
    "Work.range_of: self.fits((base, ()), found)": ("true", EXTENT),
    "State.common_size: first is None or second is None or first == second": ("true", EXTENT),
    "Work.compared: first is None or second is None or first == second": ("true", EXTENT),
    "case: not {i[0], j[0]} & {b for x in expr for b, _ in x.bounds}": (
        "scope",
        "the index of δ would stand outside of the sum that binds it",
    ),
    "law_case: {i[0], j[0]}.isdisjoint({b for x in e for b, _ in x.bounds})": (
        "scope",
        "the index of δ would stand outside of its sum",
    ),
    "case: all((r > 0 for x in expr for y, r in x.factors if y in alike))": ("true", TOTAL),
    "law_case: all((r > 0 for x in e for y, r in x.factors if y in alike))": ("true", TOTAL),
    "case: factor_at(mono, k, 'XFS')": ("true", "holds of an expectation too, where δ is a constant"),
    "law_case: at(m, k, 'X', 'F', 'S')": ("true", "holds of an expectation too, where δ is a constant"),
    "orthogonal: len(a[2]) == 2": ("behind", SQUARE),
    "law_orthogonal: len(a[2]) == 2": ("behind", SQUARE),
    "orthogonal: not shared[1]": ("true", "a sum over σ(b) is one over b"),
    "law_orthogonal: not shared[1]": ("true", "a sum over σ(b) is one over b"),
    "difference: not (kind.index is None)": ("apart", FACTS),
    "make_fact: 0 <= lead < len(expr)": ("apart", FACTS),
    "make_fact: expr[lead].c != 0": ("apart", FACTS),
    "make_fact: free(value) & parameters.keys() <= free((pattern,))": ("apart", FACTS),
    "fact: free(given.value) & given.parameters.keys() <= values.keys()": (
        "behind",
        "the leading monomial holds every index of the value",
    ),
    "law_fact: free_in_sum(given.value) & set(given.parameters) <= set(values)": (
        "behind",
        "the leading monomial holds every index of the value",
    ),
    "fact: state.fits(value, given.parameters[p])": ("behind", "what stands in an entry of the same tensor has its range"),
    "law_fact: work.fits(v, given.parameters[p])": ("behind", "what stands in an entry of the same tensor has its range"),
    "explog: c != 0": ("true", "exp(0 · log x) = 1 = x⁰"),
    "law_explog: c != 0": ("true", "exp(0 · log x) = 1 = x⁰"),
    "idem: q >= 1": ("true", TOTAL),
    "law_idem: q >= 1": ("true", TOTAL),
    "steppos: q > 0": ("true", TOTAL),
    "law_steppos: q > 0": ("true", TOTAL),
    "szero: q > 0": ("true", TOTAL),
    "law_szero: q > 0": ("true", TOTAL),
    "pfrac: q < 0": (
        "true",
        "S^q = (S^(q+1) - (S - c) S^q)/c for every q where S is not 0",
    ),
    "law_pfrac: q < 0": ("true", "S^q = (S^(q+1) - (S - c) S^q)/c for every q where S is not 0"),
    "inv: q < 0": ("true", "L S^q = S^(q+1) - (S - L) S^q for every q where S is not 0"),
    "law_inv: q < 0": ("true", "L S^q = S^(q+1) - (S - L) S^q for every q where S is not 0"),
    "factorised: all((type(x) is int for x in pair))": ("form", "a number like 2.0 is the same number"),
    "_spot: type(spot[0]) is int": ("form", "True is the number 1"),
    "_side: type(value) is int": ("form", "True is the number 1"),
    "side_of: type(value_) is int": ("form", "True is the number 1"),
    "_side: value in (0, 1)": ("form", "to Python -1 is the last, so side 1; other numbers are refused, or taken for side 1"),
    "side_of: value_ in (0, 1)": ("form", "to Python -1 is the last, so side 1; other numbers are refused, or taken for side 1"),
    "law_case: 0 <= n < len(e)": ("form", "to Python -1 is the last; beyond it raises"),
    "law_fact: 0 <= n < len(work.facts)": ("form", "to Python -1 is the last; beyond it raises"),
    "listed: isinstance(value, (list, tuple))": ("form", "a text is no list of numbers or lists, which are asked for next"),
    "whole: type(value) is int": ("form", "True is the number 1, and 2.0 the number 2"),
    "_listed: len(value) == length": ("form", "of a longer list the rest is not looked at"),
    "take_atom: p != 0": ("true", "x⁰ is taken out; where x is 0, so is the sum that it was in"),
    "atom_taken: p != 0": ("true", "x⁰ is taken out; where x is 0, so is the sum that it was in"),
    "wrap: factor_at(mono, k, 'TCDIXFK')": ("true", "a sum or an expectation may stand as the base of a power, too"),
    "law_wrap: at(m, k, 'T', 'C', 'D', 'I', 'X', 'F', 'K')": (
        "true",
        "a sum or an expectation may stand as the base of a power, too",
    ),
    "require_sign: s or operator == '>='": ("true", NEVER),
    "require_sign: operator == '!=' or real(s, work)": ("apart", ORDER),
    "_natural: type(value) is int": ("form", "True is the number 1"),
    "at: type(k) is int": ("form", "True is the number 1"),
    "bound_at: type(b) is int": ("form", "True is the number 1"),
    "take_atom: not free_in_atom(y) & {b for b, _ in m.bounds}": ("behind", "y is x, of which the same is asked before"),
    "atom_taken: free_in((y, UNIT)).isdisjoint(bound)": ("behind", "y is x, of which the same is asked before"),
    "require_integrable: state.require(written((mono,), state, lambda term: Property('integrable', term)))": ("apart", FINITE),
    "require_integrable: work.require(said_as_term((m,), work, lambda t: ('is', 'integrable', t)))": ("apart", FINITE),
    "expectsum: require_integrable(m, state)": ("apart", FINITE),
    "expectpull: require_integrable(rest, state)": ("apart", FINITE),
    "law_expectsum: require_integrable(x, work)": ("apart", FINITE),
    "law_expectpull: require_integrable(chance, work)": ("apart", FINITE),
    "_renamed: free": (
        "behind",
        "numbers of bound indices are handed out once, so that none is free in one sum and bound in another",
    ),
    "renamed_index: isinstance(i[0], str) or all((i[0] != p[0] for p in places.values()))": (
        "behind",
        "numbers of bound indices are handed out once, so that none is free in one sum and bound in another",
    ),
    "same_mono: both is not None": ("form", "a witness of a monomial that is 0 is the identity"),
    "require_nonzero: not (not expr)": ("true", NEVER),
    "require_positive: not (not expr)": ("true", NEVER),
    "_require_real: not (not real(expr, state))": ("apart", ORDER),
    "require_positive: _require_real('>', expr, state)": ("apart", ORDER),
    "require_nonnegative: _require_real('>=', expr, state)": ("apart", ORDER),
    "State.require: not (self.permitted is not None and condition not in self.permitted)": (
        "apart",
        "conditions that a certificate does not list: test_theorem.py",
    ),
}
"""By what stands after the module: the kind of the row, and why."""


def row_of(hunt: Hunt, party: str, label: str) -> dict[str, str] | None:
    short = label.split(".", 1)[1] if party == "verify" else label.split(".", 2)[2]
    if short in REASONS:
        kind, why = REASONS[short]
        return {"party": party, "guard": label, "kind": kind, "why": why}
    again, raises = hunt.again.get(label, Counter[str]()), hunt.raises[label]
    if hunt.accepts[label] or not (again or raises):
        return None
    escapes = sum(n for what, n in again.items() if "escape" in what or "bound twice" in what or "assert_scope" in what)
    told = [f"raises {hunt.sample[label]}"] if raises else []
    told += [f"{what.removeprefix('kernel.')} refuses" for what, _ in again.most_common(1)]
    kind = "scope" if escapes > raises and escapes >= sum(again.values()) / 3 else "form"
    tries = raises + sum(again.values())
    return {
        "party": party,
        "guard": label,
        "kind": kind,
        "why": f"none of {tries} steps came through without it: " + ", or ".join(told),
    }


def main(needles: int, seed: int) -> None:
    lines = (DATA / "no_trap.jsonl").read_text(encoding="utf-8").splitlines()
    known = {(row["party"], row["guard"]): row for row in map(json.loads, lines)}
    rows = []
    for party in ("kernel", "verify"):
        hunt, traps = Hunt(party), known_rows(party)
        hunt.run_needles(needles, seed)
        hunt.run(needles // 20, seed)
        for label, row in hunt.traps.items():
            traps.setdefault(label, row)
        labels = [g.label for g in hunt.guards]
        kept = [traps[label] for label in labels if label in traps]
        (DATA / f"{party}.jsonl").write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in kept), encoding="utf-8")
        found = {label: row_of(hunt, party, label) or known.get((party, label)) for label in labels if label not in traps}
        rows += [row for row in found.values() if row is not None]
        print(f"{party}: {len(labels)} guards, {len(kept)} with a trap, {len(found)} without")
        for label, row in found.items():
            if row is None:
                again = dict(hunt.again.get(label, Counter[str]()).most_common(2))
                print(
                    f"   {label} | tried {hunt.tried[label]} accepts {hunt.accepts[label]} nothing {hunt.nothing[label]} {again}"
                )
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (DATA / "no_trap.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
