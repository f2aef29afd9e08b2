"""Products of matrices as words: polynomials in letters that do not commute, and rewriting by equations between them.

A monomial is a set of numbers, which commute, and a word of letters whose shapes fit. Where a word passes through a side of
length 1 it falls apart: uᵀ A v is a number, and the same one as vᵀ Aᵀ u. An equation is a rule from its greatest monomial to the
rest; rules are completed by what overlaps of two of them give, within a bound.

What a polynomial comes to is said by cofactors: it is the sum of products with one equation in each. *Fails when* the bound is
reached: then nothing is claimed. Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heappop, heappush

from symproofs.records import record
from symproofs.terms.size import ONE, Size

Word = tuple[int, ...]
Mono = tuple[tuple[Word, ...], Word]
"""Numbers, each a word from 1 to 1, sorted; and the rest. The empty word is the identity, of numbers 1."""
Poly = dict[Mono, Fraction]


@dataclass(eq=False, repr=False)
class Alphabet:
    """Letters by number: their shapes, their transposes, and how much they weigh."""

    rows: list[Size] = field(default_factory=list)
    cols: list[Size] = field(default_factory=list)
    partner: list[int] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)
    _keys: dict[Mono, tuple[object, ...]] = field(default_factory=dict)

    def letter(self, rows: Size, cols: Size, weight: int, symmetric: bool = False) -> int:
        """A new letter; its transpose is another one, unless it is symmetric or a number."""
        new = len(self.rows)
        self._add(rows, cols, weight, new)
        if not (symmetric or rows == cols == ONE):
            self.partner[new] = new + 1
            self._add(cols, rows, weight, new)
        return new

    def _add(self, rows: Size, cols: Size, weight: int, partner: int) -> None:
        self.rows.append(rows)
        self.cols.append(cols)
        self.weights.append(weight)
        self.partner.append(partner)

    # ------------------------------------------------------------------ monomials

    def transposed(self, word: Word) -> Word:
        return tuple(self.partner[k] for k in reversed(word))

    def mono(self, numbers: Sequence[Word], word: Word) -> Mono:
        """The word taken apart where it passes through a side of length 1, what is a number set aside."""
        found, rest = list(numbers), Word()
        start = 0
        for end in range(1, len(word) + 1):
            if end < len(word) and self.rows[word[end]] != ONE:
                continue
            part = word[start:end]
            start = end
            if self.rows[part[0]] == ONE and self.cols[part[-1]] == ONE:
                found.append(min(part, self.transposed(part)))
            else:
                rest += part
        return tuple(sorted(found)), rest

    def key(self, m: Mono) -> tuple[object, ...]:
        """Monomials in their order: by weight, then by length, then by letters."""
        known = self._keys.get(m)
        if known is None:
            letters = [k for part in m[0] for k in part] + list(m[1])
            known = sum(self.weights[k] for k in letters), len(letters), m
            self._keys[m] = known
        return known

    # ------------------------------------------------------------------ polynomials

    def times(self, p: Poly, q: Poly) -> Poly:
        total: Poly = {}
        for (s, u), a in p.items():
            for (t, v), b in q.items():
                add_to(total, self.mono((*s, *t), u + v), a * b)
        return total

    def transpose(self, p: Poly) -> Poly:
        return {(s, self.transposed(w)): c for (s, w), c in p.items()}


def add_to(total: Poly, m: Mono, c: Fraction) -> None:
    value = total.get(m, Fraction(0)) + c
    if value:
        total[m] = value
    else:
        total.pop(m, None)


def plus(p: Poly, q: Poly, factor: Fraction | int = 1) -> Poly:
    """p + factor·q."""
    total = dict(p)
    for m, c in q.items():
        add_to(total, m, c * factor)
    return total


# ------------------------------------------------------------------ rules


@record
class Place:
    """What stands around a rule: numbers, and words on both sides; inside of a number `outer` is the word beside that number."""

    numbers: tuple[Word, ...] = ()
    left: Word = ()
    right: Word = ()
    outer: Word | None = None


@record
class Use:
    """A rule, where, and how often."""

    rule: int
    place: Place
    factor: Fraction


@record
class Rule:
    """lead = rest; `uses` of others and a generator, if it is one, come to lead - rest."""

    lead: Mono
    rest: Poly
    uses: tuple[Use, ...]
    generator: Poly
    scale: Fraction


class Spent(Exception):
    """The bound is reached."""


@dataclass(eq=False, repr=False)
class Rewriting:
    """Rules, completed on the way; `steps` bounds the work, `rules` how many there may be."""

    alphabet: Alphabet
    steps: int = 6_000
    most_rules: int = 90
    rules: list[Rule] = field(default_factory=list)
    _pairs: list[tuple[object, int, int, int]] = field(default_factory=list)
    _letters: list[frozenset[int]] = field(default_factory=list)
    _counter: int = 0

    def add(self, equation: Poly, generator: Poly) -> bool:
        """An equation, poly = 0, under the name that it has in cofactors."""
        try:
            return self._install(equation, (), generator)
        except Spent:
            return False

    def decide(self, goal: Poly) -> Poly | None:
        """The cofactors of a polynomial that is 0 by the equations: it is what they come to, names put for equations."""
        uses: list[Use] = []
        try:
            rest = self._reduced(goal, uses)
            while rest:
                before = len(self.rules)
                if not self._complete_once():
                    return None
                if len(self.rules) > before:
                    rest = self._reduced(rest, uses)
        except Spent:
            return None
        return self._cofactors(uses)

    def normal(self, p: Poly, rounds: int = 90) -> tuple[Poly, Poly]:
        """What a polynomial comes to after a few completions, and the cofactors of what it loses. *Fails when* the bound is
        reached: `Spent`."""
        for _ in range(rounds):
            if not self._complete_once():
                break
        uses: list[Use] = []
        rest = self._reduced(p, uses)
        return rest, self._cofactors(uses)

    # ------------------------------------------------------------------ reduction

    def _spend(self, n: int = 1) -> None:
        self.steps -= n
        if self.steps < 0:
            raise Spent

    def _reduced(self, p: Poly, uses: list[Use]) -> Poly:
        """The polynomial without what rules apply to; each use is noted."""
        todo, done = dict(p), Poly()
        while todo:
            m = max(todo, key=self.alphabet.key)
            c = todo.pop(m)
            found = self._use(m)
            if found is None:
                done[m] = c
                continue
            number, place, made = found
            uses.append(Use(number, place, c))
            for n, d in made.items():
                add_to(todo, n, c * d)
        return done

    def _use(self, m: Mono) -> tuple[int, Place, Poly] | None:
        """A rule that makes a monomial smaller, where, and what it becomes."""
        letters = {k for part in m[0] for k in part}.union(m[1])
        for number in self._fitting(letters):
            rule = self.rules[number]
            for place in self._places(rule.lead, m):
                self._spend()
                made = self.put(rule.rest, place)
                if all(self.alphabet.key(n) < self.alphabet.key(m) for n in made):
                    return number, place, made
        return None

    def _fitting(self, letters: set[int]) -> list[int]:
        """Rules whose leads have no other letters."""
        found = [n for n, wanted in enumerate(self._letters) if wanted <= letters]
        self._spend(1 + len(self.rules) // 32 + len(found))
        return found

    def _places(self, lead: Mono, m: Mono) -> Iterator[Place]:
        """Where a monomial contains another."""
        numbers, word = lead
        inside, outside = m
        if len(numbers) > len(inside) or (not word and not numbers):
            return
        left = _without(inside, numbers)
        if left is not None:
            if not word:
                yield Place(left, outside)
            else:
                for k in _found(word, outside):
                    yield Place(left, outside[:k], outside[k + len(word) :])
        if not word:
            return
        for part in dict.fromkeys(p for p in inside if len(p) >= len(word)):
            rest = _without(inside, (part, *numbers))
            if rest is None:
                continue
            for k in _found(word, part):
                yield Place(rest, part[:k], part[k + len(word) :], outside)

    def put(self, p: Poly, place: Place) -> Poly:
        """What stands around it, around each monomial."""
        total: Poly = {}
        for (s, w), c in p.items():
            inner = self.alphabet.mono((*place.numbers, *s), place.left + w + place.right)
            if place.outer is not None:
                inner = inner[0], place.outer
            add_to(total, inner, c)
        return total

    # ------------------------------------------------------------------ completion

    def _install(self, p: Poly, uses: tuple[Use, ...], generator: Poly) -> bool:
        """p = 0 as a rule, after reduction."""
        more: list[Use] = []
        rest = self._reduced(p, more)
        if not rest:
            return False
        lead = max(rest, key=self.alphabet.key)
        if len(self.rules) >= self.most_rules or (not lead[1] and (not lead[0] or any(w for _, w in rest))):
            return False
        c = rest.pop(lead)
        # p = rest + Σ more, so lead - (-rest / c) = (p - Σ more) / c
        said = (*uses, *(Use(u.rule, u.place, -u.factor) for u in more))
        self.rules.append(Rule(lead, {m: -d / c for m, d in rest.items()}, said, generator, 1 / c))
        self._letters.append(frozenset(k for part in (*lead[0], lead[1]) for k in part))
        new = len(self.rules) - 1
        for other in range(len(self.rules)):
            self._queue(new, other)
        return True

    def _queue(self, i: int, j: int) -> None:
        for first, second in {(i, j), (j, i)}:
            for n, (a, _) in enumerate(self._overlaps(first, second)):
                whole = max(self.put({self.rules[first].lead: Fraction(1)}, a), key=self.alphabet.key)
                self._counter += 1
                heappush(self._pairs, ((self.alphabet.key(whole)[:2], self._counter), first, second, n))

    def _complete_once(self) -> bool:
        """One overlap, the smallest, made into a rule. Says whether there was one."""
        if not self._pairs or len(self.rules) >= self.most_rules:
            return False
        self._spend()
        _, first, second, n = heappop(self._pairs)
        a, b = list(self._overlaps(first, second))[n]
        one, other = self.rules[first], self.rules[second]
        # lead at a is lead at b: both rules applied differ by what is 0
        difference = plus(self.put(other.rest, b), self.put(one.rest, a), -1)
        self._install(difference, (Use(first, a, Fraction(1)), Use(second, b, Fraction(-1))), {})
        return True

    def _overlaps(self, i: int, j: int) -> Iterator[tuple[Place, Place]]:
        """Places for two rules at which their leads become the same monomial."""
        (s, u), (t, v) = self.rules[i].lead, self.rules[j].lead
        common = _common(s, t)
        more, less = _without(t, common) or (), _without(s, common) or ()
        if u and v:
            for k in range(1, min(len(u), len(v))):
                if u[-k:] == v[:k]:
                    yield Place(more, (), v[k:]), Place(less, u[:-k], ())
        elif common and i != j:
            yield Place(more, v if not u else (), ()), Place(less, u if not v else (), ())
        if i == j:
            return
        for place in self._places(self.rules[j].lead, self.rules[i].lead):
            yield Place(), place
        for part in dict.fromkeys(t) if u and not v else ():
            rest = _without(t, (part,)) or ()
            for p in {part, self.alphabet.transposed(part)}:
                for k in range(1, min(len(u), len(p))):
                    if u[-k:] == p[:k]:
                        yield Place(rest, (), p[k:]), Place(s, u[:-k], ())
                    if u[:k] == p[-k:]:
                        yield Place(rest, p[:-k], ()), Place(s, (), u[k:])

    # ------------------------------------------------------------------ cofactors

    def _cofactors(self, uses: Sequence[Use]) -> Poly:
        known: dict[int, Poly] = {}

        def of_rule(number: int) -> Poly:
            if number not in known:
                rule = self.rules[number]
                total = dict(rule.generator)
                for use in rule.uses:
                    total = plus(total, self.put(of_rule(use.rule), use.place), use.factor)
                known[number] = {m: c * rule.scale for m, c in total.items()}
            return known[number]

        total: Poly = {}
        for use in uses:
            total = plus(total, self.put(of_rule(use.rule), use.place), use.factor)
            self._spend(0)
        return total


def _found(word: Word, within: Word) -> Iterator[int]:
    for k in range(len(within) - len(word) + 1):
        if within[k : k + len(word)] == word:
            yield k


def _without(numbers: Sequence[Word], some: Sequence[Word]) -> tuple[Word, ...] | None:
    """The numbers without some of them; `None` where these are not among them."""
    left = list(numbers)
    for n in some:
        if n not in left:
            return None
        left.remove(n)
    return tuple(left)


def _common(s: Sequence[Word], t: Sequence[Word]) -> tuple[Word, ...]:
    left, found = list(t), []
    for n in s:
        if n in left:
            left.remove(n)
            found.append(n)
    return tuple(found)
