"""Members that are written out: with `R_1`, `R_2` in the text the family R has at least two members.

Said only of sizes that nobody declares: those that the reader made up for a family. Of a declared size it is a
condition that the text may lack.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from symproofs.terms.context import Context
from symproofs.terms.size import Size
from symproofs.terms.statement import Hypothesis, Relation, Statement, terms_of
from symproofs.terms.term import num, term


def as_many_as_written(statements: Iterable[Statement], context: Context) -> tuple[Hypothesis, ...]:
    """n ≥ k for every made-up size n of a family of which member k is written."""
    least: dict[str, Fraction] = {}
    for node in (t for s in statements for side in terms_of(s) for t in side.walk() if t.head == "member"):
        row = context.declarations.get(str(node.data[0]))
        for index, size in zip(node.args, row.type.over if row is not None else (), strict=False):
            name = size.name
            if name is not None and index.head == "num" and _made_up(name, context):
                least[name] = max(least.get(name, Fraction(1)), Fraction(index.data[0]))  # type: ignore[arg-type]
    said = {h.statement for h in context.hypotheses}
    made = (Relation(">=", term("size", data=(Size.of(n),)), num(k)) for n, k in sorted(least.items()) if k > 1)
    return tuple(Hypothesis(s, r"\text{as many as are written}") for s in made if s not in said)


def _made_up(name: str, context: Context) -> bool:
    row = context.declarations.get(name)
    return row is not None and row.origin == "assumed" and "size" in row.properties
