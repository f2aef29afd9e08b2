"""Reading two terms side by side: where they are alike, where a definition makes them alike, and where they differ.

Alignment goes down both terms together. Where they are written alike there is nothing to do; where one is a name with a
definition it is unfolded, but only if what it stands for goes on alike; what is left are the places at which
the two differ. So no definition is unfolded that is not needed, and a proof has to be found for the differing parts only.
"""

from __future__ import annotations

from dataclasses import replace

from symproofs.prove.chain import Chain, Link, Path
from symproofs.prove.lemmas import Lemmas
from symproofs.prove.unfolding import Definitions, key_of, unfold_at
from symproofs.records import record
from symproofs.terms.term import Term, bound_name

MOST_DEPTH = 60
MOST_DIFFERENCES = 6


@record
class Aligned:
    """Links that unfold definitions on each side, and the paths at which the sides differ afterwards."""

    left: tuple[Link, ...]
    right: tuple[Link, ...]
    differences: tuple[Path, ...]

    @property
    def at_root(self) -> bool:
        return () in self.differences


EVERYWHERE = Aligned((), (), ((),))


def align(left: Term, right: Term, definitions: Definitions, lemmas: Lemmas, depth: int = 0) -> Aligned:
    """How the two terms are brought together as far as definitions go."""
    if left == right:
        return Aligned((), (), ())
    if depth > MOST_DEPTH:
        return EVERYWHERE
    if left.head == right.head and left.data == right.data and len(left.args) == len(right.args) and left.args:
        found = _parts(left, right, definitions, lemmas, depth)
        if not found.at_root:
            return found
    for side in _which_first(left, right, definitions):
        found = _unfolded(left, right, side, definitions, lemmas, depth)
        if not found.at_root:
            return found
    return EVERYWHERE


def _which_first(left: Term, right: Term, definitions: Definitions) -> tuple[str, ...]:
    """Which side to unfold first: the one that may lead to the other."""
    a, b = definitions.at(left) is not None, definitions.at(right) is not None
    if a and b:
        return ("right", "left") if key_of(left) in definitions.closure(right) else ("left", "right")
    return ("left",) if a else ("right",) if b else ()


def _unfolded(left: Term, right: Term, side: str, definitions: Definitions, lemmas: Lemmas, depth: int) -> Aligned:
    chain = Chain(left if side == "left" else right, lemmas)
    if not unfold_at(chain, definitions, (), 1):
        return EVERYWHERE
    own = chain.links[0]
    if side == "left":
        inner = align(chain.term, right, definitions, lemmas, depth + 1)
        return Aligned((own, *deepened(inner.left, 1)), inner.right, inner.differences)
    inner = align(left, chain.term, definitions, lemmas, depth + 1)
    return Aligned(inner.left, (own, *deepened(inner.right, 1)), inner.differences)


def _parts(left: Term, right: Term, definitions: Definitions, lemmas: Lemmas, depth: int) -> Aligned:
    """Argument by argument. Under a binder, and where nothing in a product or sum agrees, the node itself differs."""
    if bound_name(left) is not None:
        return EVERYWHERE
    if left.head in ("mul", "add", "matrix") and all(a != b for a, b in zip(left.args, right.args, strict=True)):
        found = [align(a, b, definitions, lemmas, depth + 1) for a, b in zip(left.args, right.args, strict=True)]
        if all(f.differences for f in found):
            return EVERYWHERE
    else:
        found = [align(a, b, definitions, lemmas, depth + 1) for a, b in zip(left.args, right.args, strict=True)]
    forward: list[Link] = []
    back: list[Link] = []
    differences: list[Path] = []
    for k, f in enumerate(found):
        forward += shifted(f.left, (k,))
        back += shifted(f.right, (k,))
        differences += [(k, *p) for p in f.differences]
    if len(differences) > MOST_DIFFERENCES or any(_no_value(left, p) for p in differences):
        return EVERYWHERE
    return Aligned(tuple(forward), tuple(back), tuple(differences))


def _no_value(node: Term, path: Path) -> bool:
    """Whether the argument at the path is an index or an exponent, which stands for itself."""
    return node.head in ("entry", "member", "pow", "root") and bool(path) and path[0] > 0


def shifted(links: tuple[Link, ...], path: Path, levels: int = 0) -> list[Link]:
    """The links as they read from further up."""
    return [replace(link, path=(*path, *link.path), level=link.level + levels) for link in links]


def deepened(links: tuple[Link, ...], levels: int) -> list[Link]:
    return shifted(links, (), levels)


def top_level(links: tuple[Link, ...] | list[Link]) -> int:
    return max((link.level for link in links), default=0)
