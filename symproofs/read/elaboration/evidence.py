"""What a section shows of its letters before any type is known: applied, alone, transposed, subscripted.

One walk over the raw trees of a section, linear in them. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from symproofs.read.elaboration.conventions import ELEMENTARY, EXPECTATIONS, FUNCTION_LETTERS, MATRIX_WORDS, RUNNING, SOFTMAX
from symproofs.read.elaboration.names import (
    Look,
    Written,
    bare,
    base_letter,
    inner,
    is_capital,
    is_label,
    looks_of,
    script_items,
    written,
)
from symproofs.read.tree import Node


@dataclass(eq=False, repr=False)
class Evidence:
    """Names by the ways in which they are used; texts are in the notation of `read_as`."""

    applied: dict[str, int] = field(default_factory=dict)
    """Before a bracket with one plain argument, or several."""
    beside: dict[str, int] = field(default_factory=dict)
    """Before a bracket of any kind."""
    alone: dict[str, int] = field(default_factory=dict)
    """Not before a bracket."""
    heads: set[str] = field(default_factory=set)
    """Defined by `f(x) = …`: names as arguments, at the left of the first equation."""
    of_one: dict[str, Node] = field(default_factory=dict)
    """Functions defined by `f(x) = …` of one argument, with it as it is written there; what `∇f` is by."""
    by_rows: set[str] = field(default_factory=set)
    """Words defined by rows: `PE(pos, 2i) = …`."""
    in_rows: set[str] = field(default_factory=set)
    """Letters in arguments of functions that are given by rows, as i of `PE(pos, 2i) = …`: integers, no imaginary unit."""
    parameters: set[str] = field(default_factory=set)
    """`x_m` of `f(x_m, m) = …`: names of their own, since m stands for a number there."""
    transposed: set[str] = field(default_factory=set)
    inverted: set[str] = field(default_factory=set)
    vectors: set[str] = field(default_factory=set)
    """Transposed, below a norm, or an argument of softmax."""
    subscripted: dict[str, set[str]] = field(default_factory=dict)
    """Base: the subscripts it has, as text."""
    indices: set[str] = field(default_factory=set)
    """Letters that stand in subscripts or are bound by a sum."""
    by_subscript: set[str] = field(default_factory=set)
    """Bases defined by their subscript: `R_k = …` with k standing alone at the right: functions of it."""
    anew: dict[str, set[str]] = field(default_factory=dict)
    """Bases of which a definition by a subscript makes other things, with these subscripts: `q_m = R(mθ) q`."""
    generic: set[str] = field(default_factory=set)
    """Bases whose subscript stands for any index: `q_i = … x_i …` makes q and x families."""
    bounds: dict[str, Node] = field(default_factory=dict)
    """Letters that a sum binds from 1 on, and where they end."""
    looks: dict[str, set[tuple[Look, ...]]] = field(default_factory=dict)
    """Names by what they look like: one that has two looks is two names that are spelled alike."""
    defined: set[str] = field(default_factory=set)
    """Names that stand alone at the left of an equation."""
    unbound: set[str] = field(default_factory=set)
    """Letters that stand where no sum binds or mentions them, subscripts included."""
    free_indices: set[str] = field(default_factory=set)
    """Those of them that stand in subscripts."""
    conjugated: set[str] = field(default_factory=set)
    """Letters that stand beside their own bar: `z \\bar z`, a modulus squared and no mean."""
    integrated: set[str] = field(default_factory=set)
    """Names that an integral is by: `[F]_a^b` means the values of F at those of one of them."""
    traced: set[str] = field(default_factory=set)
    """Capitals in the argument of a trace or a determinant."""
    matrices: bool = False
    """Something only matrices have is written: a transpose, a matrix, an identity, a power -1 of a capital."""
    complex: bool = False
    """Complex numbers are written: `e^{i …}`, a real part, a conjugate."""

    def add(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            _walk(node, self)
            _unbound(node, self)
            _defined(node, self)
            self.integrated |= {name.text for part in node.walk() if (name := integrated_over(part)) is not None}

    def merge(self, other: Evidence) -> None:
        """Adds what another stretch shows."""
        for mine, theirs in ((self.applied, other.applied), (self.beside, other.beside), (self.alone, other.alone)):
            for name, count in theirs.items():
                mine[name] = mine.get(name, 0) + count
        for base, texts in other.subscripted.items():
            self.subscripted.setdefault(base, set()).update(texts)
        self.heads |= other.heads
        for name, argument in other.of_one.items():
            self.of_one.setdefault(name, argument)
        self.by_rows |= other.by_rows
        self.in_rows |= other.in_rows
        self.parameters |= other.parameters
        self.by_subscript |= other.by_subscript
        for base, texts in other.anew.items():
            self.anew.setdefault(base, set()).update(texts)
        self.generic |= other.generic
        for letter, upper in other.bounds.items():
            self.bounds.setdefault(letter, upper)
        for text, looks in other.looks.items():
            self.looks.setdefault(text, set()).update(looks)
        self.defined |= other.defined
        self.conjugated |= other.conjugated
        self.traced |= other.traced
        self.integrated |= other.integrated
        self.unbound |= other.unbound
        self.free_indices |= other.free_indices
        self.transposed |= other.transposed
        self.inverted |= other.inverted
        self.vectors |= other.vectors
        self.indices |= other.indices
        self.matrices |= other.matrices
        self.complex |= other.complex

    def is_family(self, base: str) -> bool:
        """Whether the subscripts of an undeclared base are indices: by a definition, or two letters that are."""
        return base in self.generic or len(self.subscripted.get(base, set()) & RUNNING) > 1

    def is_function(self, name: str) -> bool:
        """Whether an undeclared name that stands before a bracket is a function there."""
        if name in self.heads:
            return True
        if name in self.transposed or name in self.inverted:
            return False
        applied = self.applied.get(name) or (self.beside.get(name) and base_letter(name) in FUNCTION_LETTERS)
        return bool(applied) and not self.alone.get(name)


def integrated_over(node: Node) -> Written | None:
    """The name that an integral is by."""
    if node.kind != "Integral":
        return None
    variable = node.children[1]
    if variable.kind == "Empty":
        found = [n for n in node.children[0].walk() if n.kind == "Differential"]
        return written(found[0].children[0]) if len(found) == 1 else None
    return written(variable)


def is_transpose(node: Node) -> bool:
    """Whether a superscript is a transpose mark, `T` included."""
    node = bare(node)
    while node.kind == "Font" and node.children:
        node = bare(node.children[0])
    return node.kind == "Transpose" or (node.kind in ("Id", "Word") and node.value == "T")


def is_minus_one(node: Node) -> bool:
    node = bare(node)
    if node.kind == "Add" and len(node.children) == 1 and node.value == ("-",):
        return bare(node.children[0]).kind == "Num" and bare(node.children[0]).value == "1"
    return node.kind == "Neg" and bare(node.children[0]).kind == "Num" and bare(node.children[0]).value == "1"


def is_bracket(node: Node) -> bool:
    return node.kind == "Group" and node.value in ("(", "[")


def below_scripts(node: Node) -> Node:
    """The node that scripts, factorials and the like stand on: `(x)` of `(x)^2_1!`."""
    while node.kind in ("Sup", "Sub", "Factorial", "EvalAt", "Prime") and node.children:
        node = node.children[0]
    return node


def called(node: Node) -> tuple[Written, int] | None:
    """The name of a function as it stands before its bracket, and how many primes it has."""
    primes = 0
    if node.kind == "Prime" and node.children:
        primes = node.value if isinstance(node.value, int) else 1
        node = node.children[0]
    if node.kind == "Sup" and len(node.children) == 2:
        above, below = bare(node.children[1]), written(node.children[0])
        order = is_label(above) and below is not None and base_letter(below.base) in FUNCTION_LETTERS  # f^{(n)}(x)
        if order or above.kind in ("Num", "Neg", "Add"):
            node = node.children[0]
    name = written(node)
    return None if name is None else (name, primes)


def _count(table: dict[str, int], name: str) -> None:
    table[name] = table.get(name, 0) + 1


def _walk(root: Node, found: Evidence) -> None:
    stack: list[tuple[Node, bool]] = [(root, False)]
    mentioned: set[int] = set()
    while stack:
        node, in_script = stack.pop()
        kind = node.kind
        if id(node) in mentioned:
            continue
        if kind == "Chain" and node.children:
            _head(node.children[0], node, found)
            _subscript_head(node, found)
        if kind == "Add":
            found.matrices |= _adds_identity(node)
        if kind in ("Product", "Function"):
            mentioned.update(id(n) for n in _mentioned(node))
        if kind == "Product":
            _beside_own_bar(node, found)
            stack.extend((c, in_script) for c in _product(node, found, in_script))
            continue
        name = written(node)
        if name is not None:
            _name(name, found, in_script)
            for text, look in looks_of(node) if not in_script else ():
                found.looks.setdefault(text, set()).add(look)
            stack.extend((s, True) for s in name.subscripts)
            if kind == "Accent" and node.value == "overline":
                found.complex = True
            continue
        if kind == "Sup" and len(node.children) == 2:
            _power(node, found)
        elif kind == "Big":
            _bound(node, found)
        elif kind in ("Norm", "Inner"):
            found.vectors.update(n.text for c in node.children for n in _arrays_in(c))
        elif kind in ("Matrix", "Transpose"):
            found.matrices = True
        elif kind == "Function" and node.children:
            word = called(node.children[0])
            if word is not None and word[0].text in ("Re", "Im", "conj"):
                found.complex = True
            elif word is not None and (word[0].text in SOFTMAX or word[0].text in MATRIX_WORDS):
                found.matrices = True
                if word[0].text in MATRIX_WORDS:
                    found.traced.update(n.text for c in node.children[1:] for n in _capitals_in(c))
                if word[0].text in SOFTMAX:
                    found.vectors.update(n.text for c in node.children[1:] for n in _arrays_in(c))
            if word is not None and is_bracket(node.children[-1]):
                _count(found.applied, word[0].text)
            stack.extend((c, in_script) for c in node.children[1:])
            continue
        elif kind == "Accent" and node.value == "overline":
            found.complex = True
        stack.extend((c, in_script) for c in node.children)


def _mentioned(node: Node) -> Iterator[Node]:
    """Letters of functions that are themselves arguments: p of `H(p)`, q and p of `D(q ‖ p)`, f of `R(f)`."""
    for k, child in enumerate(node.children[1:]):
        bracket = below_scripts(child)
        if not is_bracket(bracket) or (node.kind == "Product" and (node.value or ("",))[k] != ""):  # type: ignore[index]
            continue
        if called(node.children[k]) is None:
            continue
        for item in bracket.children:
            for one in item.children if item.kind == "Conditional" else (item,):
                name = written(one)
                if name is not None and not name.subscripts and name.text in MENTIONED:
                    yield one


MENTIONED = frozenset({"p", "q", "f", "g", "h", "pi"})
"""Letters that stand for a function or a distribution also where one of them is an argument, if they are applied elsewhere."""


def _beside_own_bar(node: Node, found: Evidence) -> None:
    bars = [written(bare(c).children[0]) for c in node.children if bare(c).kind == "Accent" and bare(c).value == "bar"]
    texts = {n.text for c in node.children if bare(c).kind != "Accent" and (n := written(c)) is not None}
    found.conjugated.update(b.text for b in bars if b is not None and b.text in texts)


def _capitals_in(node: Node) -> list[Written]:
    """The capitals that are factors or summands of an expression."""
    name = written(node)
    if name is not None:
        return [name] if is_capital(name.base) else []
    if node.kind in ("Group", "Product", "Add", "Neg"):
        return [n for c in node.children for n in _capitals_in(c)]
    return []


def _name(name: Written, found: Evidence, in_script: bool) -> None:
    if in_script:
        found.indices.add(name.text)
    else:
        _count(found.alone, name.text)
    if name.subscripts:
        texts = found.subscripted.setdefault(name.base, set())
        texts.update(_letters(name))
        found.indices.update(t for t in _letters(name) if len(t) == 1 and t.isalpha())
    if name.base == "bold_I":
        found.matrices = True


def _letters(name: Written) -> list[str]:
    """The subscript letters of a name one by one: `ij` is `i` and `j`."""
    letters: list[str] = []
    for script in name.subscripts:
        for item in script_items(script):
            item = bare(item)
            parts = item.children if item.kind == "Product" else (item,)
            letters.extend(str(p.value) for p in map(bare, parts) if p.kind in ("Id", "Num", "Word"))
    return letters


def _power(node: Node, found: Evidence) -> None:
    base, exponent = node.children
    name = written(base)
    if is_transpose(exponent) and (bare(base).kind != "Num" or bare(exponent).kind == "Transpose"):
        found.matrices = True
        for part in _arrays_in(base):
            found.transposed.add(part.text)
            found.transposed.add(part.base)
            found.vectors.add(part.text)
    elif is_minus_one(exponent):
        if name is not None and is_capital(name.base):
            found.inverted.add(name.text)
            found.matrices = True
    elif name is not None and name.text == "e" and holds_letter(exponent, "i"):
        found.complex = True


def _arrays_in(node: Node) -> list[Written]:
    """The names that are arrays if an expression is: all of a sum, the last one of a product without capitals."""
    node = inner(node)
    name = written(node)
    if name is not None:
        return [name]
    if node.kind == "Add":
        return [n for c in node.children for n in _arrays_in(c)]
    if node.kind == "Neg":
        return _arrays_in(node.children[0])
    if node.kind == "Product" and not any(is_capital(n.base) for c in node.children if (n := written(c)) is not None):
        return _arrays_in(node.children[-1])
    return []


def holds_letter(node: Node, letter: str) -> bool:
    """Whether a letter stands in an expression by itself, not in a subscript or below a sum."""
    stack = [node]
    while stack:
        part = stack.pop()
        if part.kind == "Id" and part.value == letter:
            return True
        stack.extend(part.children[:1] if part.kind in ("Sub", "Big") else part.children)
    return False


def _unbound(root: Node, found: Evidence) -> None:
    """Notes the letters that no sum around them binds or leaves out (`i` and `j` of `Σ_{i ≠ j}`)."""
    stack: list[tuple[Node, frozenset[str], bool]] = [(root, frozenset(), False)]
    while stack:
        node, bound, in_script = stack.pop()
        if node.kind == "Id" and node.value not in bound:
            found.unbound.add(str(node.value))
            if in_script:
                found.free_indices.add(str(node.value))
        elif node.kind == "Big" and len(node.children) > 1:
            body, lower, *upper = node.children
            chain = inner(lower)
            runs = chain.kind == "Chain" and chain.value != ("!=",)
            of = chain.children[:1] if runs else (chain,)
            letters = frozenset(str(p.value) for part in of for p in part.walk() if p.kind == "Id")
            stack.append((body, bound | letters, in_script))
            stack.extend((c, bound | letters, in_script) for c in (*(chain.children[1:] if runs else ()), *upper))
        elif node.kind == "Sub" and len(node.children) == 2:
            stack.append((node.children[0], bound, in_script))
            stack.append((node.children[1], bound, True))
        else:
            stack.extend((c, bound, in_script) for c in node.children)


def _bound(node: Node, found: Evidence) -> None:
    if len(node.children) < 2:
        return
    lower = inner(node.children[1])
    first = lower.children[0] if lower.kind in ("Chain", "Group", "List", "Cond") and lower.children else lower
    if first.kind == "Chain" and first.children:
        first = first.children[0]
    name = written(first)
    if name is not None:
        found.indices.add(name.text)
        from_one = lower.kind == "Chain" and lower.value == ("=",) and bare(lower.children[1]).value == "1"
        if from_one and len(node.children) > 2 and node.children[2].kind != "Empty":
            found.bounds.setdefault(name.text, node.children[2])


def _product(node: Node, found: Evidence, in_script: bool) -> list[Node]:
    """Counts what stands before a bracket; the children that are still to be walked."""
    children, signs = node.children, ("", *(node.value if isinstance(node.value, tuple) else ()))
    rest: list[Node] = []
    for k, child in enumerate(children):
        after = children[k + 1] if k + 1 < len(children) and str(signs[k + 1]) == "" else None
        bracket = below_scripts(after) if after is not None else None
        head = called(child) if bracket is not None and is_bracket(bracket) else None
        if head is None or bracket is None:
            rest.append(child)
            continue
        name = head[0].text
        _count(found.beside, name)
        if name in ("Re", "Im", "conj"):
            found.complex = True
        elif name in SOFTMAX or name in MATRIX_WORDS:
            found.matrices = True
            found.traced.update(n.text for n in _capitals_in(bracket) if name in MATRIX_WORDS)
        plain = len(bracket.children) > 1 or (len(bracket.children) == 1 and written(bracket.children[0]) is not None)
        if plain or name in ELEMENTARY:
            _count(found.applied, name)
        for script in head[0].subscripts:
            found.indices.update(t for t in _letters(head[0]) if len(t) == 1 and t.isalpha())
            rest.append(script) if script.kind not in ("Id", "Num", "Word", "Product") else None
    return rest


def _defined(node: Node, found: Evidence) -> None:
    """`x = …`, `x := …` as a statement, not below a sum."""
    if node.kind == "Chain":
        name = written(node.children[0])
        if name is not None and isinstance(node.value, tuple) and node.value[0] in ("=", "def"):
            found.defined.add(name.text)
    elif node.kind in ("List", "Cond", "Labelled", "Implies", "Iff"):
        for child in node.children:
            _defined(child, found)


def _head(left: Node, chain: Node, found: Evidence) -> None:
    """`f(x, t) = …` with distinct names as arguments defines f, and so does `f(x)_i = …`."""
    signs = chain.value if isinstance(chain.value, tuple) else ()
    if not signs or signs[0] not in ("=", "def") or left.kind not in ("Product", "Function") or len(left.children) != 2:
        return
    bracket = left.children[1]
    if bracket.kind == "Sub" and left.kind == "Product":
        bracket = bracket.children[0]
    if (left.kind == "Product" and left.value != ("",)) or not is_bracket(bracket) or not bracket.children:
        return
    head, names = called(left.children[0]), [written(c) for c in bracket.children]
    if head is None or head[1] or head[0].base in EXPECTATIONS:
        return  # `Var(X) = σ_X^2` defines nothing by X
    if bare(left.children[0]).kind == "Word" and len(bracket.children) > 1:
        found.by_rows.add(head[0].text)
    if len(bracket.children) > 1:
        letters = {str(p.value) for c in bracket.children if _is_row(c) for p in c.walk() if p.kind == "Id"}
        found.in_rows |= letters
        _of_arguments(chain, letters, found)
        found.indices |= letters
        found.free_indices |= letters
    if any(n is None for n in names):
        return
    texts = [n.text for n in names if n is not None]
    _of_arguments(chain, set(texts), found)
    if len(set(texts)) == len(texts) and base_letter(head[0].text) not in texts and bracket.value == "(":
        found.heads.add(head[0].text)
        if len(texts) == 1:
            found.of_one.setdefault(head[0].text, bracket.children[0])
        found.parameters |= {n.text for n in names if n is not None and n.subscripts and set(_letters(n)) <= set(texts)}


def _of_arguments(chain: Node, arguments: set[str], found: Evidence) -> None:
    """`g(k) = a_k + 1` takes a at every k: a is a function of its subscript, unless it is an argument itself."""
    for part in (p for side in chain.children[1:] for p in side.walk() if p.kind == "Sub"):
        name = written(part)
        if name is None or name.base in arguments or len(name.subscripts) != 1 or name.text in arguments:
            continue
        script = bare(name.subscripts[0])
        if script.kind in ("Id", "Word") and str(script.value) in arguments:
            found.by_subscript.add(name.base)


def _is_row(argument: Node) -> bool:
    """`2i`, `2i + 1`: a multiple of a letter, with a number added."""
    argument = inner(argument)
    if argument.kind == "Add" and len(argument.children) == 2 and inner(argument.children[1]).kind == "Num":
        argument = inner(argument.children[0])
    factors = tuple(map(inner, argument.children))
    return argument.kind == "Product" and len(factors) == 2 and factors[0].kind == "Num" and factors[1].kind == "Id"


def _subscript_head(chain: Node, found: Evidence) -> None:
    """`R_k = … k …` defines R by its subscript; `q_i = … x_i …` says it of any i."""
    signs = chain.value if isinstance(chain.value, tuple) else ()
    name = written(chain.children[0])
    if name is None or len(name.subscripts) != 1 or not signs or signs[0] not in ("=", "def"):
        return
    script = bare(name.subscripts[0])
    if script.kind != "Id":
        return
    letter = str(script.value)
    for side in chain.children[1:]:
        if len(letter) == 1 and holds_letter(side, letter) and not _binds(side, letter):
            found.by_subscript.add(name.base)
            if any(own.base == name.base and not own.subscripts for own in names_in(side)):
                found.anew.setdefault(name.base, set()).add(letter)
        bases = {n.base for p in side.walk() if p.kind == "Sub" and (n := written(p)) is not None and letter in _letters(n)}
        if bases and letter in RUNNING:
            found.generic.update(bases, {name.base})


def names_in(node: Node) -> Iterator[Written]:
    """The names that stand in an expression, whole."""
    stack = [node]
    while stack:
        part = stack.pop()
        name = written(part)
        if name is not None:
            yield name
        else:
            stack.extend(part.children)


def _binds(node: Node, letter: str) -> bool:
    """Whether a sum in an expression binds a letter."""
    for part in node.walk():
        if part.kind == "Big" and len(part.children) > 1:
            lower = inner(part.children[1])
            first = lower.children[0] if lower.kind == "Chain" and lower.children else lower
            if first.kind == "Id" and first.value == letter:
                return True
    return False


def _adds_identity(node: Node) -> bool:
    """`A - λI`, `I + uv^T`: an `I` added to something with a capital is the identity."""
    identity = capital = False
    for child in node.children:
        parts = child.children if child.kind == "Product" else (child,)
        names = [n.base if (n := written(p)) is not None and not n.subscripts else "" for p in map(inner, parts)]
        if names[-1] == "I":
            identity = True
        elif any(is_capital(n) for n in names):
            capital = True
    return identity and capital
