"""Canonical keys: two monomials get one key exactly when renaming bound indices and reordering makes them alike.

A monomial falls into components, factors that share a bound index; a component is keyed on its own, so
k equal components cost k and not k!. In a component the bound indices are coloured by their range and the
colours refined until stable (the colour of b is the set of factors that b stands in, with b marked and its
neighbours by colour); ties are broken by giving each member of the smallest cell its own colour in turn, and the least
text wins. Two prunings: *twins* (exchanging two indices changes nothing) and *automorphisms* (two
labellings with one text), both tried once an orbit.

Equal keys always mean equal monomials. The converse may fail once the leaf budget is spent, which costs
completeness and never soundness: keys are a matter of search, the kernel compares by witness.

Source: B. D. McKay, Practical graph isomorphism, Congressus Numerantium 30 (1981), 45-87.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from symproofs.kernel.indexed import Atom, Expr, Factor, Index, Mono

Names = Mapping[int, str]
"""What to call a bound index that is bound further out."""

Component = tuple[tuple[tuple[int, Any], ...], tuple[Factor, ...]]
"""Bound indices with their ranges, and the factors that they stand in."""

NO_NAMES: Names = {}


class Labelling:
    """Keys of atoms, monomials and sums. Memoised, so keep one for all the terms of a proof."""

    def __init__(self, symmetric: frozenset[str] = frozenset(), leaves: int = 400) -> None:
        self.symmetric = symmetric
        self.leaves = leaves
        self._loose: dict[int, tuple[object, frozenset[int]]] = {}
        self._keys: dict[tuple[object, ...], tuple[object, str]] = {}

    # ------------------------------------------------------------------ free bound indices

    def loose(self, a: Atom) -> frozenset[int]:
        """Bound indices that occur in an atom and are bound outside it."""
        hit = self._loose.get(id(a))
        if hit is not None:
            return hit[1]
        tag = a[0]
        found: frozenset[int]
        if tag in ("T", "C"):
            found = frozenset(base for base, _ in a[2] if isinstance(base, int))
        elif tag == "D":
            found = frozenset(i[0] for i in a[1:] if isinstance(i[0], int))
        elif tag in ("X", "F", "S", "E"):
            found = self.loose_in(a[-1])
        elif tag == "K":
            found = frozenset[int]().union(*map(self.loose_in, a[2]))
        else:
            found = frozenset()
        self._loose[id(a)] = (a, found)
        return found

    def loose_in(self, e: Expr) -> frozenset[int]:
        hit = self._loose.get(id(e))
        if hit is not None:
            return hit[1]
        found = frozenset[int]().union(*map(self.loose_mono, e))
        self._loose[id(e)] = (e, found)
        return found

    def loose_mono(self, m: Mono) -> frozenset[int]:
        found = frozenset[int]().union(*(self.loose(a) for a, _ in m.factors))
        return found.difference(b for b, _ in m.bounds) if m.bounds else found

    # ------------------------------------------------------------------ keys

    def expr(self, e: Expr, names: Names = NO_NAMES, depth: int = 0) -> str:
        """The key of a sum: coefficients with the keys of the monomials, like ones added up."""
        if len(e) == 1:
            return f"{e[0].c}·{self.mono(e[0], names, depth)}"
        total: dict[str, Any] = {}
        for m in e:
            k = self.mono(m, names, depth)
            total[k] = total[k] + m.c if k in total else m.c
        return "+".join(sorted(f"{c}·{k}" for k, c in total.items() if c))

    def mono(self, m: Mono, names: Names = NO_NAMES, depth: int = 0) -> str:
        """The key of a monomial without its coefficient."""
        if not m.bounds:
            return "*".join(sorted([self.factor(f, names, depth) for f in m.factors]))
        loose = self.loose_mono(m)
        memo = (id(m), depth, *[(b, names.get(b)) for b in sorted(loose)])
        hit = self._keys.get(memo)
        if hit is not None:
            return hit[1]
        text = "*".join(sorted([self._component(c, names, depth) for c in self.components(m)]))
        self._keys[memo] = (m, text)
        return text

    def factor(self, f: Factor, names: Names, depth: int = 0) -> str:
        a, q = f
        return self.atom(a, names, depth) if q == 1 else f"{self.atom(a, names, depth)}^{q}"

    def atom(self, a: Atom, names: Names = NO_NAMES, depth: int = 0) -> str:
        tag = a[0]
        if tag == "T" or tag == "C":
            slots = [_index(i, names) for i in a[2]]
            if len(slots) > 1 and a[1] in self.symmetric and slots[-2] > slots[-1]:
                slots[-2], slots[-1] = slots[-1], slots[-2]
            return f"{a[1] if tag == 'T' else a[1] + '*'}[{','.join(slots)}]"
        if tag == "D":
            first, second = _index(a[1], names), _index(a[2], names)
            return f"δ[{first},{second}]" if first <= second else f"δ[{second},{first}]"
        if tag == "I":
            return "𝑖"
        memo = (id(a), depth, *[(b, names.get(b)) for b in sorted(self.loose(a))])
        hit = self._keys.get(memo)
        if hit is not None:
            return hit[1]
        if tag == "K":
            text = f"{a[1]}({';'.join(self.expr(e, names, depth) for e in a[2])})"
        else:
            text = f"{_HEAD.get(tag) or a[1]}({self.expr(a[-1], names, depth)})"
        self._keys[memo] = (a, text)
        return text

    # ------------------------------------------------------------------ components

    def components(self, m: Mono) -> list[Component]:
        """The parts of a monomial that share no bound index; a factor without one is a part of its own."""
        own = {b for b, _ in m.bounds}
        home: dict[int, int] = {}
        parts: list[set[int]] = []
        members: list[list[Factor]] = []
        alone: list[Component] = []
        for f in m.factors:
            inside = self.loose(f[0]) & own
            if not inside:
                alone.append(((), (f,)))
                continue
            touched = sorted({home[b] for b in inside if b in home})
            if not touched:
                k = len(parts)
                parts.append(set())
                members.append([])
            else:
                k = touched[0]
                for other in touched[1:]:
                    parts[k] |= parts[other]
                    members[k] += members[other]
                    for b in parts[other]:
                        home[b] = k
                    parts[other], members[other] = set(), []
            parts[k] |= inside
            members[k].append(f)
            for b in inside:
                home[b] = k
        grouped = [
            (tuple(row for row in m.bounds if row[0] in part), tuple(fs)) for part, fs in zip(parts, members, strict=True) if fs
        ]
        unused: list[Component] = [((row,), ()) for row in m.bounds if row[0] not in home]
        return alone + grouped + unused

    def places(self, m: Mono) -> dict[int, int]:
        """A canonical place for each bound index among those of its component."""
        found: dict[int, int] = {}
        for bounds, factors in self.components(m):
            if len(bounds) == 1:
                found[bounds[0][0]] = 0
            elif bounds:
                found.update(_Search(self, bounds, factors, NO_NAMES, 0).best or {})
        return found

    def _component(self, component: Component, names: Names, depth: int) -> str:
        bounds, factors = component
        if not bounds:
            return "*".join(sorted([self.factor(f, names, depth) for f in factors]))
        if len(bounds) == 1:
            b, size = bounds[0]
            inner = {**names, b: f"‹{depth}.0›"}
            return f"Σ{size}(" + "*".join(sorted([self.factor(f, inner, depth + 1) for f in factors])) + ")"
        return _Search(self, bounds, factors, names, depth).best_text


_HEAD = {"X": "exp", "S": "base", "E": "𝔼"}


def _index(i: Index, names: Names) -> str:
    base, maps = i
    text = base if isinstance(base, str) else names.get(base) or f"?{base}"
    return f"{'.'.join(maps)}.{text}" if maps else text


def _ranks(signature: Mapping[int, object]) -> dict[int, int]:
    order = {s: k for k, s in enumerate(sorted(set(signature.values())))}  # type: ignore[type-var]
    return {b: order[s] for b, s in signature.items()}


class _Search:
    """The least text of one component over all labellings that refinement leaves possible."""

    def __init__(
        self,
        keys: Labelling,
        bounds: tuple[tuple[int, Any], ...],
        factors: tuple[Factor, ...],
        names: Names,
        depth: int,
    ) -> None:
        self.keys = keys
        self.bounds = [b for b, _ in bounds]
        self.sizes = {b: str(s) for b, s in bounds}
        self.factors = factors
        self.names = names
        self.depth = depth
        self.inside = {b: [f for f in factors if b in keys.loose(f[0])] for b in self.bounds}
        self.best_text = ""
        self.best: dict[int, int] | None = None
        self.automorphisms: list[dict[int, int]] = []
        self.left = keys.leaves
        self.swapped: list[str] | None = None
        self._search(_ranks({b: self.sizes[b] for b in self.bounds}), ())

    def _texts(self, label: Mapping[int, str], factors: Iterable[Factor]) -> list[str]:
        inner = {**self.names, **label}
        return sorted([self.keys.factor(f, inner, self.depth + 1) for f in factors])

    def _refine(self, colour: dict[int, int]) -> dict[int, int]:
        count = len(set(colour.values()))
        while count < len(self.bounds):
            label = {b: f"‹{self.depth}~{colour[b]}›" for b in self.bounds}
            signature = {b: (colour[b], tuple(self._texts({**label, b: "‹@›"}, self.inside[b]))) for b in self.bounds}
            colour = _ranks(signature)
            found = len(set(colour.values()))
            if found == count:
                break
            count = found
        return colour

    def _leaf(self, colour: dict[int, int]) -> None:
        self.left -= 1
        order = sorted(self.bounds, key=lambda b: colour[b])
        place = {b: k for k, b in enumerate(order)}
        label = {b: f"‹{self.depth}.{k}›" for b, k in place.items()}
        text = f"Σ{','.join(self.sizes[b] for b in order)}({'*'.join(self._texts(label, self.factors))})"
        if self.best is None or text < self.best_text:
            self.best_text, self.best = text, place
        elif text == self.best_text:
            back = {k: b for b, k in self.best.items()}
            self.automorphisms.append({b: back[place[b]] for b in self.bounds})

    def _search(self, colour: dict[int, int], fixed: tuple[int, ...]) -> None:
        colour = self._refine(colour)
        cells: dict[int, list[int]] = {}
        for b in self.bounds:
            cells.setdefault(colour[b], []).append(b)
        ties = [cells[c] for c in sorted(cells) if len(cells[c]) > 1]
        if not ties:
            self._leaf(colour)
            return
        tried: list[int] = []
        for b in min(ties, key=len):
            if self.best is not None and self.left <= 0:
                return
            if tried and (self._in_orbit(b, tried, fixed) or any(self._twins(b, x) for x in tried)):
                continue
            tried.append(b)
            self._search(_ranks({x: (colour[x], 0 if x == b else 1) for x in self.bounds}), (*fixed, b))

    def _in_orbit(self, b: int, tried: list[int], fixed: tuple[int, ...]) -> bool:
        parent = {x: x for x in self.bounds}

        def root(x: int) -> int:
            while parent[x] != x:
                x = parent[x]
            return x

        for g in self.automorphisms:
            if all(g[x] == x for x in fixed):
                for x in self.bounds:
                    parent[root(x)] = root(g[x])
        return any(root(b) == root(x) for x in tried)

    def _twins(self, x: int, y: int) -> bool:
        """Exchanging x and y leaves the product as it is."""
        if len(self.bounds) > 40:
            return False
        label = {b: f"‹{self.depth}!{b}›" for b in self.bounds}
        if self.swapped is None:
            self.swapped = self._texts(label, self.factors)
        return self._texts({**label, x: label[y], y: label[x]}, self.factors) == self.swapped
