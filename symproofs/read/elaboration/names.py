"""Names as written: a letter with its font, accents, primes and subscripts, and its ASCII spelling.

`Q_{perm}` is `Q_perm`, `\\hat y_w` is `y_hat_w`, `\\mathbf x` is `bold_x`, `λ` is `lambda_`: the notation of
`read_as`. Whether a subscript is an index into an array is decided later, when sorts are known.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from symproofs.diagnostics import Span
from symproofs.read.tree import Node
from symproofs.terms.latex_names import GREEK, OTHER_LETTERS

TAKEN = frozenset({"E"})
"""Letters that mean something else in the notation: `E` is the base of exponentials."""

FONTS: Mapping[str, str] = {
    "bold": "bold_{}", "cal": "{}cal", "frak": "frak_{}", "scr": "scr_{}", "bb": "bb_{}", "sf": "{}", "rm": "{}",
}  # fmt: skip

ACCENTS: Mapping[str, str] = {
    "hat": "hat", "bar": "bar", "tilde": "tilde", "vec": "vec", "dot": "dot", "ddot": "ddot", "overline": "bar",
}  # fmt: skip

MARKS: Mapping[str, str] = {
    "*": "star", "+": "plus", "-": "minus", "'": "prime", "\\dagger": "dagger", "†": "dagger", "dagger": "dagger",
    "\\ast": "star", "ast": "star", "∗": "star", "\\star": "star", "#": "sharp", "\\circ": "circ", "∘": "circ",
    "⊥": "perp", "\\perp": "perp", "perp": "perp",
}  # fmt: skip

_MARK_WORDS = frozenset({*ACCENTS.values(), *MARKS.values(), "prime", "pprime", "ppprime"})
"""A subscript that is one of these words would be taken for the mark."""

PRIMES = ("", "prime", "pprime", "ppprime")


@dataclass(frozen=True, slots=True)
class Written:
    """A name as written: `base` with its font and marks, the subscript nodes in order, the place."""

    base: str
    subscripts: tuple[Node, ...]
    span: Span

    @property
    def text(self) -> str:
        """The whole name; a subscript that is an expression is spelled out as well as it can be."""
        return self.spelled([script_text(s) or spelled_out(s) for s in self.subscripts])

    def spelled(self, scripts: Sequence[str]) -> str:
        """The name with its subscripts as text."""
        return "_".join([self.base.rstrip("_"), *scripts]) if scripts else self.base


@lru_cache(maxsize=4096)
def spell(word: str) -> str:
    """A letter or word as an ASCII name that is no word of Python."""
    text = re.sub(r"\W+", "_", word, flags=re.ASCII).strip("_") or "_".join(f"u{ord(c):x}" for c in word) or "empty"
    if text[0].isdigit():
        text = f"n{text}"
    return f"{text}_" if keyword.iskeyword(text) or text in TAKEN else text


def bare(node: Node) -> Node:
    """The node inside braces and fonts that change nothing."""
    while node.kind == "Group" and len(node.children) == 1 and node.value == "{":
        node = node.children[0]
    return node


def inner(node: Node) -> Node:
    """The node inside brackets of any kind that hold one item."""
    while node.kind == "Group" and len(node.children) == 1:
        node = node.children[0]
    return node


def written(node: Node) -> Written | None:
    """The name that a node is, if it is one.

    The same nodes are asked again and again while a section is read: what was found is kept, by the identity of the node.
    """
    node = bare(node)
    read = _NAMES.get(node.kind)
    if read is None:
        return None
    known = _FOUND.get(id(node))
    if known is not None and known[0] is node:
        return known[1]
    if len(_FOUND) > MOST_KEPT:
        _FOUND.clear()
    found = read(node)
    _FOUND[id(node)] = node, found
    return found


MOST_KEPT = 20_000
_FOUND: dict[int, tuple[Node, Written | None]] = {}


def _atom(node: Node) -> Written:
    return Written(spell(str(node.value)), (), node.span)


def _marked(node: Node, mark: str) -> Written | None:
    """The name of the first child with a mark: marks stand before subscripts (`y_hat_1`)."""
    base = written(node.children[0]) if node.children else None
    return None if base is None else Written(f"{base.base.rstrip('_')}_{mark}", base.subscripts, node.span)


def _accent(node: Node) -> Written | None:
    return _marked(node, ACCENTS.get(str(node.value), "accent"))


def _prime(node: Node) -> Written | None:
    count = node.value if isinstance(node.value, int) else 1
    return _marked(node, PRIMES[min(max(count, 1), 3)])


def _font(node: Node) -> Written | None:
    base = written(node.children[0]) if node.children else None
    if base is None:
        digits = bare(node.children[0]) if node.children else node
        if digits.kind != "Num":
            return None
        base = Written(str(digits.value), (), node.span)
    if node.value == "bold" and base.base.startswith("bold_"):
        return base
    form = FONTS.get(str(node.value), "{}")
    plain = base.base if form == "{}" else base.base.rstrip("_")
    return Written(form.format(plain), base.subscripts, node.span)


def _sub(node: Node) -> Written | None:
    if len(node.children) != 2:
        return None
    base = written(node.children[0])
    script = bare(node.children[1])
    if base is None or script.kind == "Empty":
        return base
    return Written(base.base, (*base.subscripts, script), node.span)


def _sup(node: Node) -> Written | None:
    """A name with a sign as superscript: `x^+`, `\\theta^*`."""
    mark = bare(node.children[1]) if len(node.children) == 2 else node
    if is_policy(node):
        base, policy = written(node.children[0]), written(mark)
        return None if base is None or policy is None else Written(f"{base.base}_{policy.text}", base.subscripts, node.span)
    if mark.kind != "Mark":
        return None
    return _marked(node, MARKS.get(str(mark.value), "mark"))


_NAMES = {
    "Id": _atom,
    "Word": _atom,
    "Accent": _accent,
    "Prime": _prime,
    "Font": _font,
    "Sub": _sub,
    "Sup": _sup,
}


def script_items(node: Node) -> tuple[Node, ...]:
    """The items of a subscript: those between commas, or the single one."""
    node = bare(node)
    if node.kind in ("Group", "List") and len(node.children) > 1:
        return node.children
    return (node,)


def script_text(node: Node) -> str | None:
    """A subscript of one token as text (`perm`, `1`, `ij`); `None` for one with commas or arithmetic."""
    node = bare(node)
    if node.kind == "Num":
        return str(node.value).replace(".", "_")
    if node.kind in ("Id", "Word"):
        word = spell(str(node.value)).rstrip("_")
        return f"sub_{word}" if word in _MARK_WORDS else word
    if node.kind == "Mark":
        return f"sub_{MARKS.get(str(node.value), 'mark')}"
    if node.kind == "Colon":
        return None
    if node.kind == "Font" and node.children:
        return script_text(node.children[0])
    if node.kind in ("Sub", "Prime", "Accent"):
        name = written(node)
        scripts = [script_text(s) for s in name.subscripts] if name is not None else []
        return None if name is None or None in scripts else name.spelled([s or "" for s in scripts])
    if node.kind == "Conditional" and len(node.children) == 2:
        parts = [script_text(c) for c in node.children]
        return None if None in parts else "_given_".join(p or "" for p in parts)
    if node.kind == "Product" and not any(node.value or ()):  # type: ignore[arg-type]
        return _joined(node.children)
    return None


def _joined(parts: tuple[Node, ...]) -> str | None:
    """Letters and digits typed in a row: `ij`, `1j`; a number above 1 before a letter is a factor."""
    if any(p.kind not in ("Id", "Num", "Word") for p in parts):
        return None
    if parts[0].kind == "Num" and parts[0].value not in ("0", "1"):
        return None
    texts = [script_text(p) or "" for p in parts]
    return ("_" if any(len(t) > 1 for t in texts) else "").join(texts)


def spelled_out(node: Node) -> str:
    """A subscript with commas or arithmetic in words, so that the same one gives the same name and others do not."""
    return "_".join(_words(node))


SIGN_WORDS: Mapping[str, str] = {"+": "plus", "-": "minus", "": "times", "/": "over", "·": "dot", "×": "by"}


def _words(node: Node) -> list[str]:
    text = script_text(node)
    if text is not None:
        return [text]
    if node.kind == "Group" and node.value == "{":
        return [w for k, c in enumerate(node.children) for w in (*(["and"] if k else []), *_words(c))]
    if node.kind in ("Add", "Product") and isinstance(node.value, tuple):
        signs = [SIGN_WORDS.get(str(s), "op") for s in node.value]
        if node.kind == "Product":
            signs = ["plus", *signs]
        words: list[str] = []
        for k, (child, sign) in enumerate(zip(node.children, signs, strict=False)):
            words += [*([sign] if k or sign != "plus" else []), *_words(child)]
        return words
    inside = [w for k, c in enumerate(node.children) for w in (*(["and"] if k else []), *_words(c))]
    return [node.kind.lower(), *inside, "end"]


def is_label(exponent: Node) -> bool:
    """A superscript in brackets that is a letter or number, or a step from one: `x^{(i)}`, `a^{(l-1)}` pick, are no powers."""
    if exponent.kind != "Group" or exponent.value != "(" or len(exponent.children) != 1:
        return False
    inside = exponent.children[0]
    items = inside.children if inside.kind == "Add" and len(inside.children) == 2 else (inside,)
    return all(i.kind in ("Id", "Num") for i in items)


def between(node: Node) -> Node | None:
    """`[F]_a^b` as an evaluation: the difference of the values of F at b and a."""
    if node.kind != "Sup" or len(node.children) != 2 or node.children[0].kind != "Sub" or len(node.children[0].children) != 2:
        return None
    group, lower = node.children[0].children
    if group.kind != "Group" or group.value != "[" or len(group.children) != 1:
        return None
    return Node("EvalAt", node.span, (group.children[0], lower, node.children[1]))


def is_policy(node: Node) -> bool:
    """`V^\\pi`, `Q^{\\pi_\\theta}`: a capital with a policy above it. No power."""
    if node.kind != "Sup" or len(node.children) != 2:
        return False
    base, above = bare(node.children[0]), bare(node.children[1])
    letter = above.children[0] if above.kind in ("Sub", "Prime") and above.children else above
    stem = base.children[0] if base.kind == "Sub" and base.children else base
    if stem.kind != "Id" or letter.kind != "Id":
        return False
    return letter.value == "pi" and is_capital(str(stem.value))


def is_computed(name: Written) -> bool:
    """Whether a subscript is arithmetic: `x_{i+1}` is no name of its own."""
    items = [bare(i) for s in name.subscripts for i in script_items(s)]
    return any(script_text(i) is None and i.kind in ("Add", "Neg", "Product", "Frac", "Sup", "Group") for i in items)


def name_of(node: Node) -> str | None:
    """The name of an identifier-like node in the notation of `read_as`, else `None`."""
    name = written(node)
    return None if name is None else name.text


def letters_in(script: Node) -> list[str]:
    """The letters and words that stand in a subscript."""
    return [spell(str(p.value)) for p in script.walk() if p.kind in ("Id", "Word")]


# --- what a name looks like

SAME_MARK: Mapping[str, str] = {
    "\\ast": "*", "ast": "*", "∗": "*", "\\dagger": "†", "dagger": "†", "\\perp": "⊥", "perp": "⊥", "∘": "\\circ",
}  # fmt: skip
UPRIGHT = frozenset({"rm", "sf"})
CONSTANT_LETTERS = frozenset({"e", "i"})
"""Letters that mean the same constant upright and italic."""

Look = tuple[str, ...]


def looks_of(node: Node) -> Iterator[tuple[str, tuple[Look, ...]]]:
    """The name that a node is and, of one with subscripts, those of which they are subscripts, each with how it looks.

    Two nodes are one name only where they look alike: `x^*` is not `x_*`, `\\mathcal X` not `\\text{Xcal}`.
    """
    name = written(node)
    if name is None:
        return
    looks = _looks(node)
    for k in range(len(name.subscripts) + 1):
        yield Written(name.base, name.subscripts[:k], name.span).text, looks[: k + 1]


def _looks(node: Node) -> tuple[Look, ...]:
    """How the letter with its marks looks, then each subscript."""
    node = bare(node)
    value, inside = str(node.value), node.children[:1]
    if not inside:
        return ((value,) if node.kind in ("Id", "Num") else ("word" if len(value) > 1 else "upright", value),)
    base, *scripts = _looks(inside[0])
    if node.kind == "Sub":
        script = bare(node.children[1])
        return (base, *scripts) if script.kind == "Empty" else (base, *scripts, _script_look(script))
    if node.kind == "Sup":
        mark = str(bare(node.children[1]).value)
        return ((*base, "^", SAME_MARK.get(mark, mark)), *scripts)
    if node.kind == "Font" and base[0] != value and not (value in UPRIGHT and base[0] == "word"):
        constant = value == "rm" and base[0] in CONSTANT_LETTERS
        return (base if constant else (value, *base), *scripts)
    if node.kind == "Accent":
        return ((*base, "bar" if value == "overline" else value), *scripts)
    return ((*base, "'", value) if node.kind == "Prime" else base, *scripts)


def _script_look(script: Node) -> Look:
    """How a subscript looks: a word is the same in every font, a letter is not."""
    if script.kind == "Product":
        text = script_text(script)
        return ("word", text) if text is not None else ("", spelled_out(script))
    if script.kind in ("Group", "List"):
        return tuple(part for c in script.children for part in (*_script_look(bare(c)), ","))
    if script.kind == "Mark":
        return ("mark", SAME_MARK.get(str(script.value), str(script.value)))
    return tuple(part for look in _looks(script) for part in look) if written(script) is not None else (spelled_out(script),)


def is_word(name: str) -> bool:
    """Whether a name is a word of several letters, not a letter that is spelled out."""
    letter = base_letter(name)
    return len(letter) > 1 and letter not in GREEK and letter not in OTHER_LETTERS


def is_capital(name: str) -> bool:
    """Whether the letter of a name is a capital: `W_Q`, `Sigma`, `X_hat`, `bold_A`."""
    text = name.removeprefix("bold_")
    return text[:1].isupper()


def base_letter(name: str) -> str:
    """The letter of a name without font, marks and subscripts."""
    return name.removeprefix("bold_").split("_")[0]
