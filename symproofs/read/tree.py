"""The raw tree: a formula as written, before anything is known of its names.

Every node carries the exact stretch of source that it was read from; a child lies inside its parent, and
children do not overlap (but nodes from a macro all carry the place of its call, and a label may stand inside
what it names). Children stand in the order that `KINDS` says, which is not always that of the source. A
product is one flat node: what is a function application and what a product is decided when sorts are known.
`KINDS` is the whole vocabulary; the parser makes no other node, elaboration handles every one.

A TeX argument or script `{…}` with one item is that item; with several it is a `Group` `{`; empty, `Empty`.
Scripts nest as written: `y^3_2` is `Sub(Sup(y, 3), 2)`. Three or more letters in a row in a script are a
`Word` (`x_{perm}`), two are a `Product` (`a_{ij}`), and so are index runs (`a_{ijk}`). A `Word` with brackets
after it is a `Function` (`\\text{ReLU}(x)`, typed `cos(t)`); an `Id` with brackets is two factors of a
`Product` (`f(x)`, `P(XW)`). In comma lists of statements and in scripts bare expressions join the chain that
they belong to: `i ≠ a, b` is `Chain(i, List(a, b))`, `x, y ∈ ℝ` is `Chain(List(x, y), ℝ)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symproofs.diagnostics import Span

KINDS: Mapping[str, str] = {
    # atoms
    "Num": "a decimal number; value: its digits, thousands separators removed",
    "Id": "one letter; value: Latin letter or Greek name (`x`, `alpha`), Unicode letters normalised",
    "Word": "a word set upright or typed in a row that names something; value: the word (`softmax`, `perm`, `LHS`)",
    "Infinity": "∞",
    "Dots": "an ellipsis",
    "Colon": "a bare colon used as an index (`Φ(t, :)`)",
    "Mark": "a lone sign used as a script (`x^+`, `z^*`, `A^\\dagger`); value: the sign",
    "Transpose": "an unambiguous transpose mark as a script: `\\top`, `\\intercal`, `⊤`, `ᵀ`; a `T` stays an Id",
    "Empty": "nothing, between braces or before a script",
    # structure
    "Group": "brackets with items separated by commas; value: the opening bracket (`(`, `[`, `{` for TeX braces and braces "
    "of a set that only group)",
    "Interval": "brackets that do not match (`[0, 1)`); value: both",
    "Set": "`\\{ … \\}`; children: items, or body (a List if several) and condition when value is 'such that'",
    "Sub": "base, subscript; a script with commas is a Group",
    "Sup": "base, superscript",
    "Prime": "base; value: how many primes",
    "Accent": "base; value: `hat`, `bar`, `tilde`, `vec`, `dot`, `ddot`, `dddot`, `overline`, `underline`, `check`, "
    "`breve`, `acute`, `grave`, `ring`",
    "Font": "base; value: `bold`, `cal`, `frak`, `scr`, `bb`, `sf`, `rm`",
    # arithmetic
    "Add": "a flat sum; value: a sign for every child (`+`, `-`, `±`, `∓`), the first one `+` unless written otherwise",
    "Product": "a flat product; value: the sign before each child but the first ('' where juxtaposed, `·`, `×`, `*`, `/`, "
    "`⊙`, `⊗`, `∘`, `mod`)",
    "Neg": "-x: one term with a minus, wherever it stands (a sum of several terms is an Add)",
    "Frac": "numerator, denominator",
    "Binom": "n, k",
    "Sqrt": "radicand, and the degree where one is written",
    "Factorial": "x!",
    "Percent": "x%",
    "Combine": "flat; sets or truth values, or statements, joined; value: the sign before each child but the first (`∪`, "
    "`∩`, `∖`, `⊕`, `∧`, `∨`)",
    "Abs": "|x|",
    "Norm": "‖x‖; a subscript on it is a Sub around it",
    "Floor": "⌊x⌋",
    "Ceil": "⌈x⌉",
    "Inner": "⟨x, y⟩",
    "Function": "a word applied: Word, perhaps under Sub/Sup/Prime; its argument, bare (`\\sin 2x`, `\\text{softmax} "
    "\\frac{…}{…}`) or a Group (`\\sin(x)`)",
    "Big": "children: body, lower or Empty, upper or Empty; value: `sum`, `prod`, `bigcup`, `bigcap`, …",
    "Integral": "children: body, variable or Empty (then a Differential may stand in the body), lower or Empty, upper or "
    "Empty; value: `int`, `iint`, `iiint`, `oint`",
    "Limit": "children: body, variable, point or Empty (`\\lim_n`); value: '', '+', '-' for the side, `p` for a limit in "
    "probability",
    "Extremum": "children: body, what it ranges over or Empty; value: `max`, `min`, `sup`, `inf`, `argmax`, `argmin`, "
    "`limsup`, `liminf`",
    "Derivative": "children: body, then one variable for each order (the same node again for higher orders); value: `d` or "
    "`partial`",
    "Gradient": "∇: body, and the variable where one is written; value: 2 for ∇²",
    "Differential": "dx as a factor: the variable",
    "EvalAt": "body, condition or lower limit (`|_{x=0}`), and the upper limit where one is written (`|_a^b`)",
    "Conditional": "left, right of a `|` or `‖` inside brackets (each a List if several); value: `|` or `||`",
    "Matrix": "entries row by row, `Empty` where a row is short; value: (environment, rows, columns)",
    "Cases": "Branch nodes",
    "Branch": "value, condition (Word `otherwise` where it is the rest)",
    "Brace": "under- or overbrace: body, label or Empty (a label is a Word if it is prose); value: `underbrace`, `overbrace`",
    # statements
    "Chain": "expressions joined by relations, the first one Empty where the formula begins with a relation; value: the "
    "signs in the notation of RELATIONS; signs: their places",
    "Modulo": "statement or expression, modulus (`a ≡ b \\pmod n`)",
    "Implies": "statements joined by ⇒, the first one Empty where the formula begins with it or with ∴; value: the arrows "
    "(`=>`, `<=`, `<=>`) where not all are ⇒",
    "Iff": "statements joined by ⇔",
    "Forall": "declaration, body (Empty for a lone `∀ i`)",
    "Exists": "declaration, body; value: `unique` for ∃!",
    "Not": "a struck-out or negated statement",
    "Has": "an expression of which prose says something; value: a row of `properties.SUPPOSABLE`",
    "List": "several statements or expressions in one formula",
    "Cond": "statement (Empty where a formula begins with `if`), side condition (`= 0 (i ≠ a)`, `, k ∈ ℤ`); value: the word "
    "before it, '' where there is none",
    "Text": "prose inside the formula; value: the text",
    "Labelled": "statement, label or tag (a Text)",
}

RELATIONS: Mapping[str, str] = {
    "=": "equals", "!=": "differs", "<": "less", "<=": "at most", ">": "greater", ">=": "at least",
    "~": "approximately", "in": "member of", "notin": "not member of", "===": "congruent or identical",
    "def": "is defined as", "subset": "subset", "dist": "is distributed as", "prop": "proportional",
    "to": "tends to", "to_p": "tends in probability to", "to_as": "tends almost surely to", "to_d": "tends in distribution to",
    "to_l2": "tends in mean to", "=d": "has the same distribution as", "mapsto": "maps to", "<<": "much less",
    ">>": "much greater", "perp": "orthogonal or independent",
    "divides": "divides",
    "supset": "superset", "ni": "has as member", ":": "is a map of type (`f : A → B`)", "gets": "is assigned",
    "<~": "at most up to a constant", ">~": "at least up to a constant", "<->": "corresponds to", "iso": "isomorphic",
    "succ": "succeeds in an order (⪰)", "prec": "precedes in an order",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Node:
    """One node of the raw tree; `signs` are the places of a chain's relation signs."""

    kind: str
    span: Span
    children: tuple[Node, ...] = ()
    value: str | int | tuple[str, ...] | tuple[str, int, int] | None = None
    signs: tuple[Span, ...] = ()

    def walk(self) -> Iterator[Node]:
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))
