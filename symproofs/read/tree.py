"""The raw tree: a formula as written, before anything is known of its names.

Every node carries the exact stretch of source that it was read from; a child lies inside its parent.
A product is one flat node: what is a function application and what a product is decided when sorts are
known. `KINDS` is the whole vocabulary; the parser makes no other node, elaboration handles every one.
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
    "Group": "brackets with items separated by commas; value: the opening bracket (`(`, `[`, `{` for bare TeX braces)",
    "Interval": "brackets that do not match (`[0, 1)`); value: both",
    "Set": "`\\{ … \\}`; children: items, or body and condition when value is 'such that'",
    "Sub": "base, subscript; a script with commas is a Group",
    "Sup": "base, superscript",
    "Prime": "base; value: how many primes",
    "Accent": "base; value: `hat`, `bar`, `tilde`, `vec`, `dot`, `ddot`, `overline`",
    "Font": "base; value: `bold`, `cal`, `frak`, `scr`, `bb`, `sf`, `rm`",
    # arithmetic
    "Add": "a flat sum; value: a sign for every child (`+`, `-`, `±`, `∓`), the first one `+` unless written otherwise",
    "Product": "a flat product; value: the sign before each child but the first ('' where juxtaposed, `·`, `×`, `*`, `/`, `⊙`, `⊗`, `∘`, `mod`)",
    "Neg": "-x where it stands inside a product or a script",
    "Frac": "numerator, denominator",
    "Binom": "n, k",
    "Sqrt": "radicand, and the degree where one is written",
    "Factorial": "x!",
    "Abs": "|x|",
    "Norm": "‖x‖; a subscript on it is a Sub around it",
    "Floor": "⌊x⌋",
    "Ceil": "⌈x⌉",
    "Inner": "⟨x, y⟩",
    "Function": "a function with a bare argument (`\\sin 2x`, `\\text{softmax} \\frac{…}{…}`): Word, perhaps under Sub/Sup; argument",
    "Big": "children: body, lower or Empty, upper or Empty; value: `sum`, `prod`, `bigcup`, `bigcap`, …",
    "Integral": "children: body, variable or Empty, lower or Empty, upper or Empty",
    "Limit": "children: body, variable, point; value: '', '+', '-' for the side",
    "Extremum": "children: body, what it ranges over or Empty; value: `max`, `min`, `sup`, `inf`, `argmax`, `argmin`",
    "Derivative": "children: body, then one variable for each order; value: `d` or `partial`",
    "Gradient": "∇: body, and the variable where one is written",
    "Differential": "dx as a factor: the variable",
    "EvalAt": "body, condition (`|_{x=0}`)",
    "Conditional": "left, right of a `|` inside brackets",
    "Matrix": "entries row by row; value: (environment, rows, columns)",
    "Cases": "Branch nodes",
    "Branch": "value, condition (Word `otherwise` where it is the rest)",
    "Brace": "under- or overbrace: body, label (a label is prose unless it is a formula)",
    # statements
    "Chain": "expressions joined by relations; value: the signs in the notation of RELATIONS; signs: their places",
    "Implies": "statements joined by ⇒",
    "Iff": "statements joined by ⇔",
    "Forall": "declaration, body",
    "Exists": "declaration, body",
    "Not": "a struck-out or negated statement",
    "List": "several statements or expressions in one formula",
    "Cond": "statement, side condition (`= 0 (i ≠ a)`, `, k ∈ ℤ`)",
    "Text": "prose inside the formula; value: the text",
    "Labelled": "statement, label or tag",
}

RELATIONS: Mapping[str, str] = {
    "=": "equals", "!=": "differs", "<": "less", "<=": "at most", ">": "greater", ">=": "at least",
    "~": "approximately", "in": "member of", "notin": "not member of", "===": "congruent or identical",
    "def": "is defined as", "subset": "subset", "dist": "is distributed as", "prop": "proportional",
    "to": "tends or maps to", "<<": "much less", ">>": "much greater", "perp": "orthogonal or independent", "divides": "divides",
    "iso": "isomorphic", "succ": "succeeds in an order (⪰)", "prec": "precedes in an order",
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
