"""Which law is tried where: the rules of the normal form, in the order of the table at the end.

A rule looks at one monomial and names a law of the kernel with its positions, or nothing. It proves nothing: the
law decides whether it applies. The order matters for what comes out short, not for what is right.

Sums over written ranges are expanded, permutation matrices become index maps, δ are contracted, arguments are
normalised, equal factors merged, positive powers expanded, unused sums counted, sums re-indexed along bijections,
and S·(1/S) = 1 is used from left to right at the leading monomial of S.
"""

from __future__ import annotations

from symproofs.theories.facts import given_fact
from symproofs.theories.normaliser import Rule
from symproofs.theories.roots_of_unity import roots_of_unity
from symproofs.theories.rules_of_functions import equal_factors, inside, inverse, powers
from symproofs.theories.rules_of_indices import (
    deltas,
    index_maps,
    literal_range,
    orthogonal_pair,
    reindexing,
    symmetric_order,
    unused_bound,
    zero_coefficient,
)

_FUNCTIONS = frozenset("XFSKIE")

RULES: tuple[Rule, ...] = (
    Rule("zero coefficient", zero_coefficient),
    Rule("literal range", literal_range, bounds=True),
    Rule("index maps", index_maps, frozenset("T")),
    Rule("deltas", deltas, frozenset("D")),
    Rule("inside functions", inside, _FUNCTIONS),
    Rule("equal factors", equal_factors),
    Rule("roots of unity", roots_of_unity, frozenset("XS")),
    Rule("powers", powers, frozenset("FS")),
    Rule("unused bound", unused_bound, bounds=True),
    Rule("re-indexing", reindexing, bounds=True),
    Rule("orthogonal pair", orthogonal_pair, frozenset("T"), bounds=True),
    Rule("inverse", inverse, frozenset("S")),
    Rule("given facts", given_fact, frozenset("TCE")),
    Rule("symmetric order", symmetric_order, frozenset("TC")),
)
"""Every rule, in the order in which they are tried."""
