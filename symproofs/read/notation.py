"""The meaning of a raw tree in the notation of `read_as`: Python syntax, `Eq(a,b)`, `T(A)@x`, `Sum(f,i,1,n)`.

Works from one formula and the sorts declared for its names, without sizes; a section is read with types by
`elaboration`. One function and one row of `READERS` for each kind of node; a construct without a row gives
`None`. Nothing raises for what a tree contains.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symproofs.read.array_letters import MATRIX, NUMBER, ROW, Arrays, times
from symproofs.read.elaboration.conventions import (
    COMPLEX_LETTERS,
    ELEMENTARY,
    FUNCTION_LETTERS,
    MATRIX_WORDS,
    MAX_DEPTH,
    SOFTMAX,
)
from symproofs.read.elaboration.evidence import Evidence, below_scripts, is_bracket, is_minus_one, is_transpose
from symproofs.read.elaboration.names import (
    MARKS,
    Written,
    bare,
    base_letter,
    between,
    inner,
    is_capital,
    is_label,
    is_policy,
    name_of,
    script_items,
    script_text,
    spell,
    written,
)
from symproofs.read.tree import Node

SUM, PRODUCT, UNARY, POWER, ATOM = range(5)
Text = tuple[str, int]
Maker = Callable[["Reader", Node], Text]

RELATIONS: Mapping[str, str] = {
    "=": "Eq", "!=": "Ne", "<": "Lt", "<=": "Le", ">": "Gt", ">=": "Ge", "~": "Approx", "in": "In", "notin": "NotIn",
    "===": "Congruent", "def": "Def", "subset": "Subset", "dist": "Dist", "prop": "Propto", "to": "To", "mapsto": "To",
    "to_p": "TendsInProbability", "to_as": "TendsAlmostSurely", "to_d": "TendsInDistribution", "to_l2": "TendsInMean",
    "=d": "EqualInDistribution",
    "<<": "MuchLess",
    ">>": "MuchGreater", "perp": "Perp", "divides": "Divides", "iso": "Iso", "succ": "Succ", "prec": "Prec", "ni": "Contains",
    "supset": "Superset", "gets": "Gets", ":": "Maps",
}  # fmt: skip

SETS: Mapping[str, str] = {"R": "RR", "Z": "ZZ", "N": "NN", "Q": "QQ", "C": "CC"}
WORDS: Mapping[str, str] = {
    "ln": "log", "lg": "log", "relu": "ReLU", "Relu": "ReLU", "Softmax": "softmax", "Tr": "tr", "trace": "tr", "Trace": "tr",
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "sgn": "sign", "Pr": "P",
}  # fmt: skip
"""Words whose name in the notation is another."""
INVERSES: Mapping[str, str] = {"sin": "asin", "cos": "acos", "tan": "atan"}
EXTREMA: Mapping[str, str] = {"max": "Max", "min": "Min", "sup": "Sup", "inf": "Inf", "argmax": "ArgMax", "argmin": "ArgMin"}
COMBINATIONS: Mapping[str, str] = {"∪": "Union", "∩": "Intersection", "∖": "Difference", "⊕": "DirectSum", "∧": "And", "∨": "Or"}
BIGS: Mapping[str, str] = {"sum": "Sum", "prod": "Product", "bigcup": "BigUnion", "bigcap": "BigIntersection"}
PRODUCT_WORDS: Mapping[str, str] = {"⊙": "Hadamard", "⊗": "Kron", "∘": "Compose", "mod": "Mod"}


class Unreadable(Exception):
    """A construct that the notation has no word for."""


class Reader:
    """Reads the nodes of one formula."""

    def __init__(self, root: Node, declare: Mapping[str, str]) -> None:
        self.declare = declare
        self.evidence = Evidence()
        self.evidence.add((root,))
        self.arrays = Arrays(root, declare, self.evidence.matrices)
        self.conditioned = {n for n in map(_applied_to_condition, root.walk()) if n is not None}
        self.conjugated = {n for part in root.walk() for n in _beside_own_bar(part)}
        self.differentials = _differentials(root)

    def sort(self, name: str) -> str | None:
        return self.declare.get(name) or self.declare.get(name.rstrip("_"))

    def text(self, node: Node, level: int = SUM) -> str:
        text, own = self.read(node)
        return text if own >= level else f"({text})"

    def read(self, node: Node) -> Text:
        make = READERS.get(node.kind)
        if make is None:
            raise Unreadable(node.kind)
        return make(self, node)

    def call(self, name: str, *args: Node) -> Text:
        return f"{name}({','.join(self.text(a) for a in args)})", ATOM

    def is_function(self, name: Written, bracket: Node) -> bool:
        """Whether a name before a bracket is applied to it."""
        sort = self.sort(name.text)
        if sort is not None:
            return sort in ("function", "differential")
        text, letter = name.text, base_letter(name.base)
        if text.endswith("cal") or text in self.conditioned or text in ELEMENTARY or text in SOFTMAX or text in MATRIX_WORDS:
            return True
        if text == "d":
            return self.differentials
        if text in ("O", "o") and bracket.value == "(":
            return not self.evidence.alone.get(text)
        if text == "E_":
            return bracket.value == "(" and not self.evidence.alone.get(text)
        if len(bracket.children) > 1 or any(c.kind in ("Colon", "Conditional", "Chain") for c in bracket.children):
            return bracket.value == "(" or letter in FUNCTION_LETTERS
        plain = bracket.value == "(" and written(bracket.children[0]) is not None if bracket.children else False
        free = not self.evidence.alone.get(text) and text not in self.evidence.transposed
        return free and (plain or letter in FUNCTION_LETTERS)


def read_as(node: Node, declare: Mapping[str, str] | None = None) -> str | None:
    """The meaning of a formula, or `None` where the notation has no word for something in it.

    `declare` gives sorts by name: scalar, real, integer, complex, vector, matrix, function, differential, index.
    """
    if not _shallow(node):
        return None
    try:
        return Reader(node, declare or {}).text(node)
    except Unreadable:
        return None


def _shallow(node: Node) -> bool:
    level, depth = [node], 0
    while level and depth <= MAX_DEPTH:
        level, depth = [c for n in level for c in n.children], depth + 1
    return not level


def _beside_own_bar(node: Node) -> list[str]:
    """The letters of `z \\bar z`: a conjugate, not a mean."""
    if node.kind != "Product":
        return []
    bars = [written(bare(c).children[0]) for c in node.children if bare(c).kind == "Accent" and bare(c).value == "bar"]
    names = {name_of(c) for c in node.children}
    return [b.text for b in bars if b is not None and b.text in names]


def _differentials(root: Node) -> bool:
    """Whether every d in a formula stands before a letter at the end of a product, more than once, or is applied."""
    count = 0
    for part in root.walk():
        if part.kind == "Id" and part.value == "d":
            count += 1
        if part.kind == "Product" and len(part.children) > 1:
            ends = bare(part.children[-2]), bare(part.children[-1])
            if ends[0].value == "d" and ends[0].kind == "Id" and ends[1].kind in ("Id", "Sub", "Group"):
                count -= 1
            elif any(c.kind == "Id" and c.value == "d" for c in part.children):
                return False
    uses = sum(1 for part in root.walk() if part.kind == "Id" and part.value == "d")
    return count == 0 and uses > 1


def _applied_to_condition(node: Node) -> str | None:
    """The letter before a bracket that holds a condition: a probability."""
    if node.kind == "Product":
        for a, b in zip(node.children, node.children[1:], strict=False):
            if is_bracket(b) and any(c.kind in ("Conditional", "Chain") for c in b.children):
                return name_of(a)
    return None


# --- atoms and names


def _num(r: Reader, node: Node) -> Text:
    return str(node.value).replace(",", ""), ATOM


def _name(r: Reader, node: Node) -> Text:
    name = written(node)
    if name is None:
        make = _UNNAMED.get(node.kind)
        if make is None:
            raise Unreadable(node.kind)
        return make(r, node)
    return name_text(r, name), ATOM


def name_text(r: Reader, name: Written) -> str:
    """A name; a subscript with commas or arithmetic is an index."""
    if not name.subscripts:
        matrices = r.arrays.any() or r.evidence.matrices or r.sort("I") == "matrix"
        if name.base in ("I", "bold_I") and r.sort("I") in (None, "matrix") and matrices:
            return "I_mat"
        return SETS.get(name.base.removeprefix("bb_"), name.base) if name.base.startswith("bb_") else name.base
    if all(script_text(s) is not None for s in name.subscripts):
        return name.text
    items = [i for s in name.subscripts for i in script_items(s)]
    return f"Index({name.base},{','.join(r.text(i) for i in items)})"


def _font(r: Reader, node: Node) -> Text:
    base = bare(node.children[0])
    if node.value == "bb" and base.kind == "Id":
        return SETS.get(str(base.value), f"bb_{base.value}"), ATOM
    if written(node) is not None:
        return _name(r, node)
    return r.read(node.children[0])


def _accent(r: Reader, node: Node) -> Text:
    base = written(node.children[0])
    sort = r.sort(base.text) or r.sort(base.base) if base is not None else None
    if node.value in ("bar", "overline"):
        plain = sort is None and (node.value == "overline" or (base is not None and base.text in r.conjugated))
        if sort == "complex" or base is None or plain:
            return r.call("conj", node.children[0])
    if base is None:
        return r.call(str(node.value), node.children[0])
    return _name(r, node)


def _prime(r: Reader, node: Node) -> Text:
    count = node.value if isinstance(node.value, int) else 1
    return f"Prime({r.text(node.children[0])},{count})", ATOM


def _sub(r: Reader, node: Node) -> Text:
    """An entry of something that is no name; the kind of a norm; a subscript written after a power."""
    base, script = node.children
    if base.kind == "Sup" and not is_transpose(base.children[1]) and bare(base.children[1]).kind != "Mark":
        inside = Node("Sub", node.span, (base.children[0], script))
        return r.read(Node("Sup", node.span, (inside, base.children[1])))
    if base.kind == "Norm":
        return f"Norm({r.text(base.children[0])},{r.text(script)})", ATOM
    if base.kind == "Prime":
        return f"Prime({r.text(Node('Sub', node.span, (base.children[0], script)))},{base.value or 1})", ATOM
    items = script_items(script)
    if len(items) == 1 and items[0].kind == "Product" and not any(items[0].value or ()):  # type: ignore[arg-type]
        items = items[0].children  # `(A^{-1})_{ij}`
    return f"Index({r.text(base)},{','.join(r.text(i) for i in items)})", ATOM


# --- arithmetic


def _group(r: Reader, node: Node) -> Text:
    if len(node.children) == 1:
        return r.read(node.children[0])
    return r.call("Tuple", *node.children)


def _add(r: Reader, node: Node) -> Text:
    signs = [str(s) for s in node.value] if isinstance(node.value, tuple) else ["+"] * len(node.children)
    if len(signs) == 1 and signs[0] in ("±", "∓"):
        return r.call("PlusMinus" if signs[0] == "±" else "MinusPlus", node.children[0])
    text, level = "", SUM
    for k, (child, sign) in enumerate(zip(node.children, signs, strict=True)):
        if sign in ("±", "∓"):
            text = f"{'PlusMinus' if sign == '±' else 'MinusPlus'}({text},{r.text(child, PRODUCT)})"
        elif k == 0:
            text = r.text(child, PRODUCT if sign == "-" else SUM)
            text, level = (f"-{text}", SUM) if sign == "-" else (text, level)
        else:
            text += f"{sign}{r.text(child, PRODUCT)}"
    return (text, level) if len(signs) > 1 else (text, r.read(node.children[0])[1] if signs[0] == "+" else SUM)


def _neg(r: Reader, node: Node) -> Text:
    return f"-{r.text(node.children[0], PRODUCT)}", SUM


def _frac(r: Reader, node: Node) -> Text:
    return f"{r.text(node.children[0], PRODUCT)}/{r.text(node.children[1], UNARY)}", PRODUCT


def _sqrt(r: Reader, node: Node) -> Text:
    return r.call("sqrt" if len(node.children) == 1 else "root", *node.children)


def _sup(r: Reader, node: Node) -> Text:
    evaluated = between(node)
    if evaluated is not None:
        return r.read(evaluated)
    family = _family(r, node)
    if family is not None:
        return family
    base, exponent = node.children
    name, mark = written(base), bare(exponent)
    if is_transpose(exponent) and not (mark.kind == "Id" and r.sort("T") is not None and not r.arrays.any()):
        return r.call("T", base)
    if mark.kind == "Mark":
        if str(mark.value) in ("*", "∗", "\\ast", "ast") and (name is None or _may_be_complex(r, name)):
            return r.call("conj", base)
        return _name(r, node) if name is not None else r.call(MARKS.get(str(mark.value), "mark"), base)
    if name is not None and name.text == "e" and r.sort("e") is None:
        return f"E**{r.text(exponent, ATOM)}", POWER
    if name is not None and is_label(exponent):
        return f"Index({r.text(base)},{r.text(exponent)})", ATOM
    if is_policy(node):
        return _name(r, node)
    if mark.kind == "Group" and any(c.kind == "Mark" for c in mark.children):
        return _entrywise_power(r, base, mark)
    if _is_adjoint(r, base, exponent):
        return f"T(conj({r.text(base)}))", ATOM
    if mark.kind == "Neg" and bare(mark.children[0]).kind == "Transpose":
        return f"T({r.text(base, ATOM)}**-1)", ATOM
    space = _space(r, base, exponent)
    if space is not None:
        return space
    if is_minus_one(exponent):
        return f"{r.text(base, ATOM)}**-1", POWER
    return f"{r.text(base, ATOM)}**{r.text(exponent, ATOM)}", POWER


def _family(r: Reader, node: Node) -> Text | None:
    """`\\{x_i\\}_{i=1}^n`: a family, in order."""
    below, upper = node.children
    if below.kind != "Sub" or below.children[0].kind not in ("Set", "Group"):
        return None
    braces, lower = below.children[0], bare(below.children[1])
    if (braces.kind == "Group" and braces.value == "[") or lower.kind != "Chain" or lower.value != ("=",):
        return None
    items = ",".join(r.text(c) for c in braces.children)
    inside = items if len(braces.children) == 1 else f"Tuple({items})"
    return f"Family({inside},{r.text(lower.children[0])},{r.text(lower.children[1])},{r.text(upper)})", ATOM


def _may_be_complex(r: Reader, name: Written) -> bool:
    """A letter whose star is a conjugate: declared complex, usually so, or among complex numbers. Else the star is a mark."""
    return r.sort(name.text) == "complex" or base_letter(name.base) in COMPLEX_LETTERS or r.evidence.complex


def _entrywise_power(r: Reader, base: Node, mark: Node) -> Text:
    """`x^{\\odot 2}` is x ⊙ x; other powers entry by entry have no word."""
    signs, rest = mark.children[0], mark.children[1:]
    if signs.value not in ("⊙", "∘") or len(rest) != 1 or rest[0].value != "2":
        raise Unreadable("a power entry by entry")
    return r.call("Hadamard", base, base)


def _is_adjoint(r: Reader, base: Node, exponent: Node) -> bool:
    """`A^H` on a capital or a transposed letter, where H is nothing else."""
    exponent = bare(exponent)
    while exponent.kind == "Font" and exponent.children:
        exponent = bare(exponent.children[0])
    if exponent.kind != "Id" or exponent.value != "H" or r.evidence.beside.get("H") or r.sort("H") is not None:
        return False
    name = written(base)
    return r.arrays.of(base) != NUMBER or (name is not None and is_capital(name.base))


def _space(r: Reader, base: Node, exponent: Node) -> Text | None:
    """`ℝ^{m×n}` is a space of matrices."""
    inside = inner(exponent)
    is_set = bare(base).kind == "Set" or (bare(base).kind == "Font" and bare(base).value == "bb")
    if not is_set or inside.kind != "Product" or "×" not in (inside.value or ()):  # type: ignore[operator]
        return None
    return f"MatSpace({r.text(base)},{','.join(r.text(c) for c in inside.children)})", ATOM


def _product(r: Reader, node: Node) -> Text:
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
        return _evaluated(r, text, node)
    raise Unreadable(node.kind)


def _function(r: Reader, node: Node) -> Text:
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


def _matrix(r: Reader, node: Node) -> Text:
    kind, rows, cols = node.value if isinstance(node.value, tuple) and len(node.value) == 3 else ("", 0, 0)
    cells = [r.text(c) for c in node.children]
    width = int(cols)
    lines = [",".join(cells[k * width : (k + 1) * width]) for k in range(int(rows))]
    text = f"Matrix([{','.join(f'[{line}]' for line in lines)}])"
    return (f"det({text})" if kind == "vmatrix" else f"Norm({text})" if kind == "Vmatrix" else text), ATOM


# --- binders and analysis


def _big(r: Reader, node: Node) -> Text:
    """`Sum(f,i,a,b)`, `SumOver(f,i,cond)`."""
    body, lower, upper = node.children
    name = BIGS.get(str(node.value))
    if name is None:
        raise Unreadable(str(node.value))
    text, lower = r.text(body), inner(lower) if lower.kind != "Group" or len(lower.children) == 1 else lower
    if lower.kind == "Empty":
        return f"{name}({text})", ATOM
    if lower.kind == "Chain" and lower.value == ("=",) and upper.kind != "Empty":
        index, start = lower.children
        return f"{name}({text},{r.text(index)},{r.text(start)},{r.text(upper)})", ATOM
    if upper.kind != "Empty":
        return f"{name}({text},{r.text(lower)},{r.text(upper)})", ATOM
    if lower.kind in ("Group", "List"):
        return f"{name}Over({text},{','.join(r.text(c) for c in lower.children)})", ATOM
    if lower.kind == "Chain":
        first = lower.children[0]
        subject = lower.children[1] if written(first) is None and len(lower.children) > 2 else first
        return f"{name}Over({text},{r.text(subject)},{r.text(lower)})", ATOM
    return f"{name}Over({text},{r.text(lower)})", ATOM


def _integral(r: Reader, node: Node) -> Text:
    body, variable, lower, upper = node.children
    if variable.kind == "Empty":
        found = next((n for n in body.walk() if n.kind == "Differential"), None)
        if found is None:
            raise Unreadable("Integral")
        text, variable = _without_differential(r, body), found.children[0]
    else:
        text = r.text(body)
    parts = [text, r.text(variable)]
    if lower.kind != "Empty":
        parts.append(r.text(lower))
        if upper.kind != "Empty":
            parts.append(r.text(upper))
    return f"Integral({','.join(parts)})", ATOM


def _without_differential(r: Reader, body: Node) -> str:
    """`\\frac{dx}{x}`: the integrand with its differential taken as 1."""
    if body.kind == "Differential":
        return "1"
    if body.kind == "Frac":
        return f"{_without_differential(r, inner(body.children[0]))}/{r.text(body.children[1], UNARY)}"
    if body.kind == "Product":
        rest = [c for c in body.children if c.kind != "Differential"]
        return "*".join(r.text(c, UNARY) for c in rest) or "1"
    return r.text(body)


def _limit(r: Reader, node: Node) -> Text:
    body, variable, point = node.children
    parts = [r.text(body), *([r.text(variable)] if variable.kind != "Empty" else [])]
    if point.kind != "Empty":
        parts.append(r.text(point))
    if node.value in ("+", "-"):
        parts.append(f'"{node.value}"')
    return f"{'LimitInProbability' if node.value == 'p' else 'Limit'}({','.join(parts)})", ATOM


def _extremum(r: Reader, node: Node) -> Text:
    body, over = node.children
    name = EXTREMA.get(str(node.value), str(node.value))
    if over.kind != "Empty":
        inside = r.text(body) if not (body.kind == "Group" and len(body.children) > 1) else ",".join(map(r.text, body.children))
        return f"{name}{'' if name.startswith('Arg') else 'Over'}({inside},{r.text(over)})", ATOM
    items = body.children if body.kind in ("Group", "Set") else (body,)
    return r.call(name, *items)


def _derivative(r: Reader, node: Node) -> Text:
    return r.call("Derivative", *node.children)


def _gradient(r: Reader, node: Node) -> Text:
    children = [c for c in node.children if c.kind != "Empty"]
    return r.call("Hessian" if node.value == 2 else "Grad", *children)


def _differential(r: Reader, node: Node) -> Text:
    return f"d{r.text(node.children[0])}", ATOM


def _eval_at(r: Reader, node: Node) -> Text:
    return _evaluated(r, r.text(node.children[0]), node)


def _evaluated(r: Reader, text: str, node: Node) -> Text:
    condition = inner(node.children[1])
    if len(node.children) > 2:
        return f"EvalAt({text},{r.text(condition)},{r.text(node.children[2])})", ATOM
    if condition.kind == "Chain" and condition.value == ("=",):
        return f"EvalAt({text},{r.text(condition.children[0])},{r.text(condition.children[1])})", ATOM
    return f"EvalAt({text},{r.text(condition)})", ATOM


# --- statements


def _chain(r: Reader, node: Node) -> Text:
    """One relation is `Eq(a,b)` and the like; several are a `Chain`; a list as a side is one for each item."""
    signs = [str(s) for s in node.value] if isinstance(node.value, tuple) else []
    children = node.children
    if len(signs) == 1 and signs[0] not in ("=", "def") and any(c.kind == "List" for c in children):
        lefts = children[0].children if children[0].kind == "List" else children[:1]
        rights = children[1].children if children[1].kind == "List" else children[1:]
        return f"List({','.join(_relation(r, signs[0], a, b) for a in lefts for b in rights)})", ATOM
    if children[0].kind == "Empty":
        pieces = ",".join(f'"{s}",{r.text(c)}' for s, c in zip(signs, children[1:], strict=False))
        return f"Chain({pieces})", ATOM
    if len(signs) == 1:
        return _relation(r, signs[0], *children), ATOM
    pieces = r.text(children[0])
    for sign, child in zip(signs, children[1:], strict=False):
        pieces += f',"{sign}",{r.text(child)}'
    return f"Chain({pieces})", ATOM


def _relation(r: Reader, sign: str, left: Node, right: Node) -> str:
    name = RELATIONS.get(sign)
    if name is None:
        raise Unreadable(sign)
    return f"{name}({r.text(left)},{r.text(right)})"


def _modulo(r: Reader, node: Node) -> Text:
    statement, modulus = node.children
    if statement.kind == "Chain" and len(statement.children) == 2:
        return r.call("Congruent", *statement.children, modulus)
    return r.call("Mod", statement, modulus)


def _implies(r: Reader, node: Node) -> Text:
    children = [_joint(c) for c in node.children if c.kind != "Empty"]
    if not children:
        raise Unreadable(node.kind)
    if node.value == "<=":
        children.reverse()
    text = r.text(children[-1])
    for child in reversed(children[:-1]):
        text = f"Implies({r.text(child)},{text})"
    return text, ATOM


def _joint(node: Node) -> Node:
    """Beside an arrow a statement and what is added to it after a comma hold together."""
    return Node("List", node.span, node.children) if node.kind == "Cond" and not node.value else node


def _forall(r: Reader, node: Node) -> Text:
    children = [c for c in node.children if c.kind != "Empty"]
    return r.call("ForAll" if node.kind == "Forall" else "Exists", *children)


def _labelled(r: Reader, node: Node) -> Text:
    return r.read(node.children[0])


def _label(r: Reader, node: Node) -> Text:
    text = str(node.value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'Label("{text}")', ATOM


def _set(r: Reader, node: Node) -> Text:
    return r.call("SuchThat" if node.value == "such that" else "Set", *node.children)


def _combine(r: Reader, node: Node) -> Text:
    text = r.text(node.children[0])
    for sign, child in zip(node.value or (), node.children[1:], strict=False):  # type: ignore[arg-type]
        text = f"{COMBINATIONS.get(str(sign), 'Combine')}({text},{r.text(child)})"
    return text, ATOM


def _cases(r: Reader, node: Node) -> Text:
    return r.call("Piecewise", *node.children)


def _branch(r: Reader, node: Node) -> Text:
    value, condition = node.children
    rest = condition.kind in ("Word", "Text") and str(condition.value).lower().strip() in OTHERWISE
    return f"Tuple({r.text(value)},{'True' if rest else r.text(condition)})", ATOM


OTHERWISE = frozenset({"otherwise", "else", "其他", "其它", "否则", "其余"})


def _word(name: str) -> Maker:
    return lambda r, node: (name, ATOM)


def _named_call(name: str) -> Maker:
    return lambda r, node: r.call(name, *node.children)


def _interval(r: Reader, node: Node) -> Text:
    brackets = str(node.value if not isinstance(node.value, tuple) else "".join(map(str, node.value)))
    name = {"[)": "IntervalRight", "(]": "IntervalLeft"}.get(brackets, "Interval")
    return r.call(name, *node.children)


def _mark(r: Reader, node: Node) -> Text:
    return spell(str(node.value)), ATOM


_UNNAMED: Mapping[str, Maker] = {"Sub": _sub, "Prime": _prime}

READERS: Mapping[str, Maker] = {
    "Num": _num,
    "Id": _name,
    "Word": _name,
    "Infinity": _word("oo"),
    "Dots": _word("dots"),
    "Colon": _word("colon"),
    "Mark": _mark,
    "Transpose": _word("top"),
    "Group": _group,
    "Interval": _interval,
    "Set": _set,
    "Sub": lambda r, node: _sub(r, node) if written(node) is None or node.children[0].kind == "Prime" else _name(r, node),
    "Sup": _sup,
    "Prime": _prime,
    "Accent": _accent,
    "Font": _font,
    "Add": _add,
    "Product": _product,
    "Neg": _neg,
    "Frac": _frac,
    "Binom": _named_call("binomial"),
    "Sqrt": _sqrt,
    "Factorial": _named_call("factorial"),
    "Abs": lambda r, node: r.call("det" if r.arrays.of(node.children[0]) == MATRIX else "Abs", *node.children),
    "Norm": _named_call("Norm"),
    "Floor": _named_call("floor"),
    "Ceil": _named_call("ceiling"),
    "Inner": _named_call("Inner"),
    "Function": _function,
    "Big": _big,
    "Integral": _integral,
    "Limit": _limit,
    "Extremum": _extremum,
    "Derivative": _derivative,
    "Gradient": _gradient,
    "Differential": _differential,
    "EvalAt": _eval_at,
    "Conditional": _named_call("Given"),
    "Matrix": _matrix,
    "Cases": _cases,
    "Branch": _branch,
    "Brace": lambda r, node: r.read(node.children[0]),
    "Chain": _chain,
    "Implies": _implies,
    "Iff": _named_call("Iff"),
    "Forall": _forall,
    "Exists": _forall,
    "Not": _named_call("Not"),
    "Has": lambda r, node: (f"Has({r.text(node.children[0])},{str(node.value).replace(':', '_')})", ATOM),
    "List": _named_call("List"),
    "Cond": _named_call("Cond"),
    "Text": _label,
    "Labelled": _labelled,
    "Modulo": _modulo,
    "Combine": _combine,
    "Percent": lambda r, node: (f"{r.text(node.children[0], UNARY)}/100", PRODUCT),
}
"""How each kind of node reads."""
