"""Products and what may look like one, a function before its argument, in the notation of `read_as`."""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.read.array_letters import NUMBER, ROW, times
from symproofs.read.elaboration.conventions import FUNCTION_LETTERS
from symproofs.read.elaboration.evidence import below_scripts, is_bracket, is_minus_one, is_transpose
from symproofs.read.elaboration.names import Written, bare, base_letter, is_label, is_policy, name_of, script_items, written
from symproofs.read.notation.analysis import evaluated
from symproofs.read.notation.names import name_text
from symproofs.read.notation.reader import ATOM, POWER, PRODUCT, UNARY, Reader, Text, Unreadable
from symproofs.read.tree import Node

PRODUCT_WORDS: Mapping[str, str] = {"⊙": "Hadamard", "⊗": "Kron", "∘": "Compose", "mod": "Mod"}


WORDS: Mapping[str, str] = {
    "ln": "log", "lg": "log", "relu": "ReLU", "Relu": "ReLU", "Softmax": "softmax", "Tr": "tr", "trace": "tr", "Trace": "tr",
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "sgn": "sign", "Pr": "P",
}  # fmt: skip
"""Words whose name in the notation is another."""


INVERSES: Mapping[str, str] = {"sin": "asin", "cos": "acos", "tan": "atan"}


def read_product(r: Reader, node: Node) -> Text:
    """Applications first, then factors from left to right; `@` between arrays."""
    children = node.children
    signs = ("", *(str(s) for s in (node.value or ())))  # type: ignore[union-attr]
    items: list[tuple[str, Text, str]] = []
    k = 0
    while k < len(children):
        after = children[k + 1] if k + 1 < len(children) and signs[k + 1] == "" else None
        applied = _application(r, children[k], after) if after is not None else None
        if applied is None and after is not None and _is_difference(r, children[k], after):
            applied = r.read(Node("Sub", children[k].span.join(after.span), (children[k], after)))
        if applied is not None:
            kind = r.arrays.of_call(children[k])
            turned = after is not None and after.kind == "Sup" and is_transpose(after.children[1])
            items.append((signs[k], applied, ROW if turned and kind != NUMBER else kind))
            k += 2
            continue
        if after is not None and _is_differential(r, children[k], after):
            items.append((signs[k], (f"d{r.text(after)}", ATOM), NUMBER))
            k += 2
            continue
        items.append((signs[k], r.read(children[k]), r.arrays.of(children[k])))
        k += 1
    (text, level), kind = items[0][1], items[0][2]
    for sign, (other, own), array in items[1:]:
        if sign in PRODUCT_WORDS:
            text, level, kind = f"{PRODUCT_WORDS[sign]}({text},{other})", ATOM, kind if kind != NUMBER else array
            continue
        left = text if level >= PRODUCT else f"({text})"
        right = other if own >= UNARY else f"({other})"
        if sign == "/":
            text, level = f"{left}/{right}", PRODUCT
            continue
        text, level = f"{left}{'@' if kind != NUMBER and array != NUMBER else '*'}{right}", PRODUCT
        kind = times(kind, array)
    return text, level


def _is_difference(r: Reader, child: Node, after: Node) -> bool:
    """`\\Delta x` is one name, unless Δ is declared."""
    name = written(after)
    return child.kind == "Id" and child.value == "Delta" and r.sort("Delta") is None and name is not None


def _is_differential(r: Reader, head: Node, after: Node) -> bool:
    """`dv` where d is declared as a differential, or applied elsewhere in the formula."""
    if head.kind != "Id" or head.value != "d" or after.kind not in ("Id", "Sub"):
        return False
    return r.sort("d") == "differential" or (r.sort("d") is None and r.differentials)


def _application(r: Reader, head: Node, after: Node) -> Text | None:
    """`f(x)`, `f'(x)`, `f^{-1}(y)`, `𝔼[x]`, with what follows the bracket."""
    bracket = below_scripts(after)
    if not is_bracket(bracket):
        return None
    inside = ",".join(r.text(c) for c in bracket.children)
    base, primes, power = head, 0, None
    if base.kind == "Prime":
        base, primes = base.children[0], base.value if isinstance(base.value, int) else 1
    if base.kind == "Sup" and bare(base.children[1]).kind != "Mark" and not is_policy(base):
        base, power = base.children[0], base.children[1]
    if base.kind == "Font" and base.value == "bb" and name_of(base) in ("bb_E", "bb_P", "bb_V"):
        made = f"{'Expect' if name_of(base) == 'bb_E' else 'P' if name_of(base) == 'bb_P' else 'Var'}({inside})"
        return _with_scripts(r, (made, ATOM), after, bracket)
    name = written(base)
    if name is None:
        return None
    expected = _expectation(r, name, bracket, inside)
    if expected is not None:
        return _with_scripts(r, expected, after, bracket)
    derived = primes and not r.arrays.any() and r.sort(name.text) in (None, "function")
    if not derived and not r.is_function(name, bracket):
        return None
    text = name_text(r, name)
    text = WORDS.get(text, text)
    if primes:
        text = f"Prime({text},{primes})"
    if power is not None and is_label(bare(power)) and base_letter(name.base) in FUNCTION_LETTERS:
        return _with_scripts(r, (f"Prime({text},{r.text(power)})({inside})", ATOM), after, bracket)
    if power is not None and is_minus_one(power):
        return _with_scripts(r, (f"InvFunc({text})({inside})", ATOM), after, bracket)
    made_text: Text = (f"{text}({inside})", ATOM)
    if power is not None:
        made_text = f"{made_text[0]}**{r.text(power, ATOM)}", POWER
    return _with_scripts(r, made_text, after, bracket)


def _expectation(r: Reader, name: Written, bracket: Node, inside: str) -> Text | None:
    """`E[X]`, `\\mathbb E_{x ∼ p}[f(x)]`: what is written below says under which law."""
    if r.sort(name.text) is not None or not (name.base == "bb_E" or (name.base == "E_" and bracket.value == "[")):
        return None
    return f"Expect({','.join([inside, *(r.text(s) for s in name.subscripts)])})", ATOM


def _with_scripts(r: Reader, made: Text, node: Node, bracket: Node) -> Text:
    if node is bracket or not node.children:
        return made
    text, level = _with_scripts(r, made, node.children[0], bracket)
    if node.kind == "Sup":
        if is_transpose(node.children[1]):
            return f"T({text})", ATOM
        base = text if level >= ATOM else f"({text})"
        return f"{base}**{r.text(node.children[1], ATOM)}", POWER
    if node.kind == "Sub":
        return f"Index({text},{','.join(r.text(i) for i in script_items(node.children[1]))})", ATOM
    if node.kind == "Factorial":
        return f"factorial({text})", ATOM
    if node.kind == "EvalAt":
        return evaluated(r, text, node)
    raise Unreadable(node.kind)


def read_function(r: Reader, node: Node) -> Text:
    """A word with its argument; `\\sin^2 x` is the power of the value."""
    head, argument = node.children
    power: Node | None = None
    primes = 0
    if head.kind == "Sup":
        head, power = head.children
    if head.kind == "Prime":
        head, primes = head.children[0], head.value if isinstance(head.value, int) else 1
    name = written(head)
    if name is None:
        raise Unreadable("Function")
    items = argument.children if argument.kind == "Group" else (argument,)
    inside = [r.text(i) for i in items]
    text = name.text
    if name.subscripts and name.base in ("log", "ln"):
        text = "log"
        inside.append(r.text(name.subscripts[0]))
    text = WORDS.get(text, text)
    if power is not None and is_minus_one(power):
        text, power = INVERSES.get(text, f"InvFunc({text})"), None
    if primes:
        text = f"Prime({text},{primes})"
    made = f"{text}({','.join(inside)})"
    if power is None:
        return made, ATOM
    if is_transpose(power):
        return f"T({made})", ATOM
    return f"{made}**{r.text(power, ATOM)}", POWER
