"""Probability mass functions on a finite set: families of numbers that sum to 1, and what is written with them.

`$p$, $q$ positive pmfs on a finite set` makes of p a family p_i, i ∈ [N], positive where the words or a formula say so, with
Σ_i p_i = 1. Then, with the index that the formula names or a new one:

    p, p(x) below a sum over x     p_x             \\sum p \\log q      Σ_i p_i log q_i
    E_p[f], E_{x ~ p}[f(x)]        Σ_i p_i f_i     KL(p \\| q)          Σ_i p_i log(p_i/q_i)
    H(p), H(p, q)                  -Σ_i p_i log p_i, -Σ_i p_i log q_i, where the text speaks of entropy

The members of the set are no numbers: where x stands as a value, as in Σ_x x p(x), nothing is read so.
Of `pmfs in z` p(z | x), p(x, z) and p(x) are three things: two families over z, and a number. *Fails when* the words do not say
that the set is finite, or where the letters have subscripts of their own: nothing is changed then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from symproofs.diagnostics import Span
from symproofs.read.elaboration.names import bare, letters_in, name_of
from symproofs.read.layout import Written
from symproofs.read.probabilities import powers_outside
from symproofs.read.signs_of_members import lies_in
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.records import record

_MASS = r"(?:pmfs?|probability mass functions?|mass functions?|(?:discrete |probability )?distributions?|probability vectors?)"
SAYS_MASS = wording(
    rf"^\s*(?:\(\w+\)\s*)?(?:be|is|are)?\s*(?:(?:two|an?|the|strictly|discrete|positive|everywhere)\s+)*{_MASS}"
    r"(?P<over>\s+in\s*$)?(?:\s+(?:on|over) (?:a|the same|one|some) (?:common )?finite (?:set|alphabet|space))?",
    re.IGNORECASE,
)
FINITE = wording(r"(?:on|over) (?:a|the same|one|some) (?:common )?finite (?:set|alphabet|space)", re.IGNORECASE)
CHINESE = wording(
    r"^\s*(?:是|为)?(?P<finite>有限集(?:合)?上)的?(?:两个)?(?P<positive>处处为?正|正|严格正)?的?(?:概率质量函数|概率分布|离散分布|分布列)"
)
POSITIVE = wording(r"\b(?:strictly )?positive\b", re.IGNORECASE)
_JOINS = wording(r"^\s*(?:\([\w ]*\)\s*)?(?:,|and|, and|和|与|、)?\s*$", re.IGNORECASE)
_ENTROPY = wording(r"entrop|熵", re.IGNORECASE)

CONSTANTS = frozenset("abce")
"""Letters that stand for constants where nothing says otherwise, as Greek ones do."""

SIZES = ("N", "K", "M", "n", "m", "L")
INDICES = ("i", "j", "k", "l", "r", "s")


@record
class Masses:
    """The letters that are mass functions, the size of the set, the index over it, and the letter of `pmfs in z`."""

    letters: frozenset[str] = frozenset()
    size: str = ""
    index: str = ""
    over: str = ""
    entropy: bool = False


NONE = Masses()


def with_mass_functions(
    formulas: Sequence[Written], text: str, known: Masses = NONE, others: Sequence[Written] = ()
) -> tuple[tuple[Written, ...], Masses]:
    """The formulas, mass functions in them as families, and what is known of such afterwards; `others` stand beside them."""
    found, masses = _with_mass_functions(formulas, text, known, others)
    signs = {"H", *masses.letters}

    def is_sign(node: Node) -> bool:
        """What stands before brackets: p, H, E_p, D_KL."""
        return name_of(node) in signs or (node.kind == "Sub" and node.children[0].kind in ("Id", "Font"))

    apart = tuple(f if f.node is None else replace(f, node=powers_outside(f.node, is_sign)) for f in formulas)
    if not masses.letters or all(a.node is b.node for a, b in zip(apart, formulas, strict=True)):
        return found, masses
    return _with_mass_functions(apart, text, known, others)


def _with_mass_functions(
    formulas: Sequence[Written], text: str, known: Masses, others: Sequence[Written]
) -> tuple[tuple[Written, ...], Masses]:
    before = tuple(formulas)
    found = list(formulas)
    masses = known
    for k, formula in enumerate(formulas):
        said = _said(formulas, k)
        if said is None:
            continue
        group, over, positive, last = said
        masses = _masses(masses, formulas, group, over, (*formulas, *others))
        for g in group:
            node = formulas[g].node
            assert node is not None
            declared = tuple(_declared(node, masses, positive))
            rest = " " if g < k else _without(formula.after)
            found[g] = replace(formulas[g], node=Node("List", formulas[g].span, declared), cue="assume", after=rest)
        for between in range(min(group) + 1, last + 1):
            words = "" if between <= k or over else _without(formulas[between].before)
            found[between] = replace(found[between], before=words or " ")
        if over:
            found[k + 1] = replace(found[k + 1], node=None if found[k + 1].node is None else found[k + 1].node, after=" ")
    if not masses.letters or any(_has_own_subscripts(f.node, masses) for f in formulas if f.node is not None):
        return before, known
    masses = replace(masses, entropy=masses.entropy or _ENTROPY.search(text) is not None)
    reader = _Reader(masses)
    declared_at = {k for k, f in enumerate(formulas) if f is not found[k] and found[k].node is not f.node}
    return tuple(
        f if k in declared_at or f.node is None else replace(f, node=reader.formula(f.node)) for k, f in enumerate(found)
    ), masses


def _said(formulas: Sequence[Written], k: int) -> tuple[list[int], str, bool, int] | None:
    """The numbers of the formulas that are called mass functions up to the k-th, the letter they are of, whether positive."""
    formula = formulas[k]
    words = SAYS_MASS.match(formula.after)
    chinese = CHINESE.match(formula.after)
    over, last = "", k
    if words is not None and words.group("over"):
        beside = formulas[k + 1] if k + 1 < len(formulas) and formulas[k + 1].block == formula.block else None
        label = None if beside is None or beside.node is None else name_of(beside.node)
        if beside is None or label is None or FINITE.search(beside.after) is None:
            return None
        over, last = label, min(k + 2, len(formulas) - 1)
    elif words is not None:
        if FINITE.search(words.group(0)) is None:
            return None
        last = min(k + 1, len(formulas) - 1)
    elif chinese is None:
        return None
    group = [k]
    while group[0] and formulas[group[0] - 1].block == formula.block and _JOINS.match(formulas[group[0]].before):
        group.insert(0, group[0] - 1)
    if any(formulas[g].node is None or not list(_functions(formulas[g].node, over)) for g in group):
        return None
    positive = POSITIVE.search(formula.after) is not None if words is not None else bool(chinese and chinese.group("positive"))
    return group, over, positive, last


def _without(words: str) -> str:
    """Words without those that are understood here."""
    for pattern in (
        SAYS_MASS,
        CHINESE,
        wording(r"^\s*(?:on|over) (?:a|the same|one|some) (?:common )?finite (?:set|alphabet|space)\s*,?"),
    ):
        found = pattern.match(words)
        if found is not None and found.group(0).strip():
            return " " + words[found.end() :]
    return words


def _functions(node: Node | None, over: str) -> Iterator[Node]:
    """The mass functions that a formula lists: `p`, `q(z) > 0`."""
    if node is None:
        return
    if node.kind == "List":
        for child in node.children:
            yield from _functions(child, over)
    elif name_of(node) is not None:
        yield node
    elif over and node.kind == "Chain" and node.value == (">",) and _is_number(node.children[1], "0"):
        yield from _functions(node.children[0], over)
    elif over and _applied(node) is not None:
        yield node


def _is_number(node: Node, value: str) -> bool:
    return node.kind == "Num" and node.value == value


def _applied(node: Node) -> tuple[str, tuple[str, ...], str] | None:
    """(p, arguments, name) of `p(z | x)`: every way to write arguments is a function of its own."""
    if node.kind != "Product" or len(node.children) != 2 or node.children[1].kind != "Group":
        return None
    letter, group = name_of(node.children[0]), node.children[1]
    parts: list[str | None] = []
    words: list[str] = []
    for child in group.children:
        sides = child.children if child.kind == "Conditional" and child.value == "|" else (child,)
        parts += [name_of(s) for s in sides]
        words.append("given".join(name_of(s) or "" for s in sides))
    if letter is None or any(p is None for p in parts):
        return None
    return letter, tuple(p for p in parts if p is not None), letter + "".join(words)


def _masses(known: Masses, formulas: Sequence[Written], group: Sequence[int], over: str, spoken: Sequence[Written]) -> Masses:
    letters = set(known.letters)
    for g in group:
        for one in _functions(formulas[g].node, over):
            applied = _applied(one)
            letters.add(applied[0] if applied is not None else name_of(one) or "")
    taken = {n for f in spoken if f.node is not None for p in f.node.walk() for n in letters_in(p)}
    size = known.size or next((c for c in SIZES if c not in taken), "N")
    index = known.index or next((c for c in INDICES if c not in taken), "i")
    return Masses(frozenset(letters), size, index, over or known.over, known.entropy)


def _has_own_subscripts(node: Node | None, masses: Masses) -> bool:
    """Whether the letters have subscripts as they are written: p_i, p_\\theta."""
    return node is not None and any(p.kind == "Sub" and name_of(p.children[0]) in masses.letters for p in node.walk())


def _declared(node: Node, masses: Masses, positive: bool) -> Iterator[Node]:
    """p_i > 0 (or ≥ 0) for every i, Σ_i p_i = 1."""
    signs = positive or any(p.kind == "Chain" for p in node.walk())
    index = masses.over or masses.index
    for one in _functions(node, masses.over):
        member = _member(one, index, masses)
        if member is not None:
            yield lies_in(_run(member.children[0], masses), ">" if signs else ">=")
            total = Node(
                "Chain",
                node.span,
                (_sum(member, index, masses, node.span), Node("Num", node.span, (), "1")),
                ("=",),
                (node.span,),
            )
            yield total


def _member(node: Node, index: str, masses: Masses) -> Node | None:
    """The member of the family that a mass function is, at an index."""
    at = Node("Id", node.span, (), index)
    label = name_of(node)
    if label is not None and label in masses.letters:
        return Node("Sub", node.span, (node, at))
    applied = _applied(node)
    if applied is None or applied[0] not in masses.letters or index not in applied[1]:
        return None
    base = node.children[0] if applied[1] == (index,) else Node("Word", node.span, (), applied[2])
    return Node("Sub", node.span, (base, at))


def _run(base: Node, masses: Masses) -> Node:
    """`p_1, …, p_N`"""
    span = base.span
    ends = (Node("Num", span, (), "1"), Node("Id", span, (), masses.size))
    first, last = (Node("Sub", span, (base, end)) for end in ends)
    return Node("List", span, (first, Node("Dots", span), last))


def _every(statement: Node, index: str, masses: Masses) -> Node:
    span = statement.span
    inside = Node("Group", span, (Node("Id", span, (), masses.size),), "[")
    runs = Node("Chain", span, (Node("Id", span, (), index), inside), ("in",), (span,))
    return Node("Cond", span, (statement, runs), "")


def _sum(body: Node, index: str, masses: Masses, span: Span) -> Node:
    first = Node("Chain", span, (Node("Id", span, (), index), Node("Num", span, (), "1")), ("=",), (span,))
    return Node("Big", span, (body, first, Node("Id", span, (), masses.size)), "sum")


class _Reader:
    """What becomes of formulas with mass functions."""

    def __init__(self, masses: Masses) -> None:
        self.masses = masses

    def formula(self, node: Node) -> Node:
        """A formula; what it says of members is said of all."""
        if node.kind in ("List", "Labelled"):
            return replace(node, children=tuple(map(self.formula, node.children)))
        read = self.read(node, "")
        over = self.masses.over
        free = over and any(p.kind == "Sub" and name_of(p.children[1]) == over for p in _outside_sums(read))
        if not free or node.kind != "Chain":
            return read
        return node if _is_value(over, read) else _every(read, over, self.masses)

    def read(self, node: Node, index: str) -> Node:
        """The node where the letters are at an index; without one only what says which is read."""
        masses = self.masses
        whole = self._divergence(node) or self._entropy(node) or self._expectation(node)
        if whole is not None:
            return whole
        if node.kind == "Big" and node.value == "sum":
            return self._big(node, index)
        at = index or masses.over
        member = _member(node, at, masses) if at and (index or _applied(node) is not None) else None
        if member is not None:
            return member
        applied = _applied(node)
        if applied is not None and applied[0] in masses.letters:
            if masses.over and masses.over not in applied[1]:
                return Node("Word", node.span, (), applied[2])
            return node
        if node.kind == "Product":
            return self._product(node, index)
        return self._children(node, index)

    def _children(self, node: Node, index: str) -> Node:
        children = tuple(self.read(c, index) for c in node.children)
        return node if all(a is b for a, b in zip(children, node.children, strict=True)) else replace(node, children=children)

    def _product(self, node: Node, index: str) -> Node:
        """A flat product, applications of letters in it taken as one factor."""
        signs = node.value if isinstance(node.value, tuple) else ("",) * (len(node.children) - 1)
        factors: list[Node] = []
        between: list[str] = []
        k = 0
        while k < len(node.children):
            pair = node.children[k : k + 2]
            joined = Node("Product", pair[0].span.join(pair[-1].span), pair, ("",)) if len(pair) == 2 and signs[k] == "" else None
            between += [str(signs[k - 1])] if k else []
            whole = None
            if joined is not None and pair[1].kind in ("Group", "Set"):
                done = self.read_pair(joined, index)
                whole = None if done is joined else done
            factors.append(self.read(pair[0], index) if whole is None else whole)
            k += 1 if whole is None else 2
        if len(factors) == 1:
            return factors[0]
        same = len(factors) == len(node.children) and all(a is b for a, b in zip(factors, node.children, strict=True))
        return node if same else Node("Product", node.span, tuple(factors), tuple(between))

    def read_pair(self, pair: Node, index: str) -> Node:
        """`p(x)`, `E_p[f]`, `H(p)`, `D(p \\| q)`; another pair as it is."""
        whole = self._divergence(pair) or self._entropy(pair) or self._expectation(pair)
        if whole is not None:
            return whole
        applied = _applied(pair)
        if applied is None or applied[0] not in self.masses.letters:
            return pair
        return self.read(pair, index)

    def _big(self, node: Node, index: str) -> Node:
        body, lower, upper = node.children
        if upper.kind != "Empty" or not self._speaks(body):
            return self._children(node, index)
        own = ""
        if lower.kind == "Empty":
            own = self.masses.over or self.masses.index
        elif name_of(lower) is not None:
            own = name_of(lower) or ""
        elif lower.kind == "Chain" and lower.value == ("in",):
            own = name_of(lower.children[0]) or ""
        if not own or (self.masses.over and own != self.masses.over):
            return self._children(node, index)
        read = self.read(body, own)
        unnamed = lower.kind == "Empty" and not self._is_known(read)
        return node if unnamed or _is_value(own, read) else _sum(read, own, self.masses, node.span)

    def _speaks(self, node: Node) -> bool:
        return any(name_of(p) in self.masses.letters for p in node.walk())

    def _is_known(self, node: Node) -> bool:
        """Whether nothing in it may depend on the member by another name: E_p[X] and E_p[f] are of what is not said here."""
        if node.kind == "Sub" and (name_of(node.children[0]) in self.masses.letters or node.children[0].kind == "Word"):
            return True
        if node.kind == "Big":
            return self._is_known(node.children[0])
        if node.kind == "Id":
            return len(str(node.value)) > 1 or node.value in CONSTANTS or node.value in self.masses.letters
        if node.kind == "Function" and node.children[0].kind == "Word":
            return all(map(self._is_known, node.children[1:]))
        return node.kind != "Word" and all(map(self._is_known, node.children))

    # ------------------------------------------------------------------ expectations, divergences, entropies

    def _expectation(self, node: Node) -> Node | None:
        """`E_p[f]` as Σ_i p_i f_i."""
        if node.kind != "Product" or len(node.children) != 2 or node.children[1].kind != "Group":
            return None
        sign, inside = node.children
        if sign.kind != "Sub" or inside.value not in ("[", "(") or len(inside.children) != 1:
            return None
        letter = sign.children[0].children[0] if sign.children[0].kind == "Font" else sign.children[0]
        if letter.kind != "Id" or letter.value != "E":
            return None
        below, index = bare(sign.children[1]), self.masses.over or self.masses.index
        if below.kind == "Chain" and below.value == ("dist",) and name_of(below.children[0]) is not None:
            index, below = name_of(below.children[0]) or "", below.children[1]
        elif (applied := _applied(below)) is not None and len(applied[1]) == 1:
            index = applied[1][0]
        weight = _member(below, index, self.masses)
        if weight is None or (self.masses.over and index != self.masses.over):
            return None
        read = self.read(inside.children[0], index)
        if _is_value(index, read) or not self._is_known(read):
            return None
        body = Node("Product", node.span, (weight, Node("Group", node.span, (read,), "(")), ("·",))
        return _sum(body, index, self.masses, node.span)

    def _divergence(self, node: Node) -> Node | None:
        """`KL(p \\| q)` as Σ_i p_i log(p_i/q_i)."""
        if node.kind not in ("Function", "Product") or len(node.children) != 2 or node.children[1].kind != "Group":
            return None
        sign, inside = node.children
        if not _is_divergence(sign):
            return None
        sides = inside.children
        if len(sides) == 1 and sides[0].kind == "Conditional" and sides[0].value == "||":
            sides = sides[0].children
        members = self._members(sides, 2)
        if members is None:
            return None
        (p, q), index = members
        return _sum(_weighted(p, Node("Frac", node.span, (p, q))), index, self.masses, node.span)

    def _entropy(self, node: Node) -> Node | None:
        """`H(p)` and `H(p, q)` as -Σ_i p_i log p_i and -Σ_i p_i log q_i."""
        if not self.masses.entropy or node.kind != "Product" or len(node.children) != 2 or node.children[1].kind != "Group":
            return None
        sign, inside = node.children
        if name_of(sign) != "H" or len(inside.children) not in (1, 2):
            return None
        members = self._members(inside.children, len(inside.children))
        if members is None:
            return None
        found, index = members
        return Node("Neg", node.span, (_sum(_weighted(found[0], found[-1]), index, self.masses, node.span),))

    def _members(self, sides: Sequence[Node], count: int) -> tuple[list[Node], str] | None:
        """The members of so many mass functions at one index."""
        arguments = {a for s in sides if (applied := _applied(s)) is not None for a in applied[1][:1]}
        index = self.masses.over or (arguments.pop() if len(arguments) == 1 else self.masses.index)
        found = [m for s in sides if (m := _member(s, index, self.masses)) is not None]
        return (found, index) if len(found) == len(sides) == count else None


def _weighted(weight: Node, inside: Node) -> Node:
    """p log x"""
    span = weight.span
    log = Node("Function", span, (Node("Word", span, (), "log"), Node("Group", span, (inside,), "(")))
    return Node("Product", span, (weight, log), ("·",))


def _is_divergence(node: Node) -> bool:
    if node.kind == "Word":
        return node.value == "KL"
    if node.kind == "Sub":
        below = node.children[1]
        said = "".join(str(c.value) for c in below.children) if below.kind == "Product" else str(below.value)
        return name_of(node.children[0]) == "D" and said == "KL"
    return name_of(node) == "D"


def _is_value(index: str, node: Node) -> bool:
    """Whether a letter stands for a value, `E[x^2]`: the members of the set are no numbers 1, 2, …, N."""
    if name_of(node) == index:
        return True
    children = node.children[:1] if node.kind == "Sub" and name_of(node.children[1]) == index else node.children
    return any(_is_value(index, c) for c in children)


def _outside_sums(node: Node) -> Iterator[Node]:
    if node.kind == "Big":
        return
    yield node
    for child in node.children:
        yield from _outside_sums(child)
