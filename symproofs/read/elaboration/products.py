"""Products and applications: what is a factor and what is the argument of a function.

A name before a bracket is applied if it is declared as a function, defined by `f(x) = …` in the section,
a word, or a letter that is never used otherwise; else it is a factor. `\\odot` and `\\otimes` bind looser than
juxtaposition; `/` divides what stands before it by the one factor after it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import pairwise

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read.elaboration import constraints
from symproofs.read.elaboration.arithmetic import divide, power
from symproofs.read.elaboration.conventions import (
    CONVENTIONAL,
    ELEMENTARY,
    EXPECTATIONS,
    FUNCTION_LETTERS,
    INVERSE_FUNCTIONS,
    MATRIX_WORDS,
    SCALAR_PROPERTIES,
    SOFTMAX,
    UNSUPPORTED_WORDS,
)
from symproofs.read.elaboration.derivatives import primed, with_whole_bodies
from symproofs.read.elaboration.draft import Draft, Drafter, symbols_in
from symproofs.read.elaboration.evidence import below_scripts, called, is_bracket, is_minus_one, is_transpose
from symproofs.read.elaboration.indicators import bracketed_condition, indicator
from symproofs.read.elaboration.inference import COMPOSITION, SCALAR
from symproofs.read.elaboration.lookup import call, entry_draft, index_items
from symproofs.read.elaboration.names import CONSTANT_LETTERS, Written, bare, base_letter, is_capital, is_policy, is_word, written
from symproofs.read.elaboration.random_variables import expectation, head_of_expectation
from symproofs.read.elaboration.scope import Refused, Scope
from symproofs.read.elaboration.slips import refuse_differential, refuse_run_together
from symproofs.read.tree import Node

Item = tuple[str, Draft]


def product(d: Drafter, node: Node) -> Draft:
    """A flat product as written: applications first, then from left to right."""
    refuse_differential(d, node)
    node = with_whole_bodies(d, node)
    if node.kind != "Product":
        return d.draft(node)
    children = node.children
    signs = ("", *(node.value if isinstance(node.value, tuple) else ("",) * (len(children) - 1)))
    items: list[Item] = []
    k = 0
    while k < len(children):
        child, sign = children[k], str(signs[k])
        after = children[k + 1] if k + 1 < len(children) and signs[k + 1] == "" else None
        applied = None
        _refuse_unsaid(d, child, after)
        condition = bracketed_condition(child, after)
        head = head_of_expectation(child, after)
        if after is not None and condition is not None:
            applied = indicator(d, condition, child)
        elif after is not None and _is_of_matrix(d, child, after):
            applied = expectation(d, "expect", (after,), child.span.join(after.span))
        elif head is not None and after is not None and not _is_declared(d, child):
            applied = _expected(d, head, child, after, k + 2 == len(children))
        elif after is not None and is_bracket(below_scripts(after)):
            applied = _application(d, child, after)
        elif after is not None and _is_difference(d, child, after):
            applied = d.draft(Node("Sub", child.span.join(after.span), (child, after)))
        if applied is not None:
            items.append((sign, applied))
            k += 2
            continue
        if after is not None and child.kind == after.kind == "Num":
            text = "two numbers side by side can be read in two ways: as their product and as one number"
            raise Refused("ambiguous", text, child.span.join(after.span), help="write a sign of multiplication")
        if after is not None:
            refuse_run_together(d, child, after)
        if sign == "/" and after is not None:
            _check_quotient(children[k - 1], child, after, node.span)
        items.append((sign, d.draft(child)))
        k += 1
    return _looser(d, items, node.span)


def _check_quotient(top: Node, bottom: Node, after: Node, span: Span) -> None:
    """`1/2 x` is half of x; `a/b c` may mean two things."""
    if bare(top).kind == "Num" and bare(bottom).kind == "Num":
        return
    raise Refused(
        "ambiguous",
        "this quotient can be read in two ways: (a/b)·c and a/(b·c)",
        bottom.span.join(after.span).join(top.span),
        help="write a fraction or brackets",
    )


def _looser(d: Drafter, items: list[Item], span: Span) -> Draft:
    """Splits at ⊙ and ⊗, which bind looser than juxtaposition; ∘ between declared arrays is ⊙."""
    runs: list[tuple[str, list[Item]]] = [("", [])]
    for sign, item in items:
        if sign in ("⊙", "⊗", "∘", "mod"):
            if sign == "mod":
                raise Refused("not-supported", Message("{} is not supported here yet", "a remainder"), item.span)
            runs.append((sign, [("", item)]))
        else:
            runs[-1][1].append((sign, item))
    result = _run(d, runs[0][1], span)
    for sign, run in runs[1:]:
        right = _run(d, run, span)
        where = result.span.join(right.span)
        if sign == "∘" and not (_is_of_matrices(d, result) and _is_of_matrices(d, right)):
            raise Refused("not-supported", COMPOSITION, where)
        if sign in ("⊙", "∘"):
            say = "the two sides of ⊙ differ in shape" if sign == "⊙" else COMPOSITION
            d.same(result.var, right.var, where, say)
            result = Draft("hadamard", (result, right), None, where, result.var)
        else:
            result = Draft("kron", (result, right), None, where, d.solver.fresh())
    return result


def _is_of_matrices(d: Drafter, draft: Draft) -> bool:
    """Whether something is made of declared arrays, none of them a function that could be composed."""
    symbols = symbols_in(draft)
    known = [s for s in symbols if s.declaration is not None and s.role == "value"]
    return any(d.solver.is_array(s.var) for s in known) and all(s.role != "function" for s in symbols)


def _run(d: Drafter, items: list[Item], span: Span) -> Draft:
    """Factors and divisors from left to right."""
    pending: list[Item] = []
    for sign, item in items:
        if sign == "/":
            top = _multiply(d, pending)
            pending = [("", divide(d, top, item, top.span.join(item.span)))]
        elif item.op == "zero":
            d.number(item, "0 is a number here")
            pending.append((sign, Draft("num", (), 0, item.span, SCALAR)))
        else:
            pending.append((sign, item))
    result = _multiply(d, pending)
    return result if len(items) == 1 else Draft(result.op, result.args, result.data, span, result.var)


def _multiply(d: Drafter, items: list[Item]) -> Draft:
    if len(items) == 1:
        return items[0][1]
    drafts = tuple(i for _, i in items)
    for (_, left), (sign, right) in pairwise(items):
        if sign == "×" and d.solver.is_array(left.var) and d.solver.is_array(right.var):
            raise Refused("not-supported", "a cross product is not supported here yet", left.span.join(right.span))
    signs = tuple("·" if s == "·" else "×" if s == "×" else "" for s, _ in items)
    span = drafts[0].span.join(drafts[-1].span)
    if all(i.var == SCALAR for i in drafts):
        return Draft("mul", drafts, signs, span, SCALAR)
    solver, result, factors = d.solver, d.solver.fresh(), tuple(i.var for i in drafts)
    d.wait(lambda: constraints.product(solver, result, factors, signs), (*factors, result), span)
    return Draft("mul", drafts, signs, span, result)


# --- applications


def function(d: Drafter, node: Node) -> Draft:
    """A word with its argument, in brackets or bare: `\\sin 2x`, `\\text{softmax} \\frac{…}{…}`."""
    head, argument = node.children
    made = _apply(d, head, argument, node.span)
    if made is None:
        raise Refused("not-supported", "this application is not supported here yet", node.span)
    return made


def _application(d: Drafter, head: Node, after: Node) -> Draft | None:
    """`f(x)`, `f(x)^2`, `f(x)_i` where f is a function; `None` where it is a factor."""
    bracket = below_scripts(after)
    found = called(head)
    if found is None:
        if head.kind == "Font" or (head.kind == "Sup" and head.children and head.children[0].kind == "Font"):
            _refuse_operator(head)
        return None
    name, primes = found
    _refuse_operator(head)
    if not _is_function(d, name, bracket):
        return None
    if primes:
        if len(bracket.children) != 1 or written(bracket.children[0]) is None:
            raise Refused("not-supported", "the derivative of a named function is read at a variable only", head.span)
        span = head.span.join(bracket.span)
        usual = _conventional(d, name, bracket.children, span) if _is_conventional(d, name) else None
        value = call(d, name, bracket.children, span) if usual is None else usual
        return _rescript(d, primed(d, head, value, bracket.children[0], primes), after, bracket)
    made = _apply(d, head, bracket, head.span.join(bracket.span))
    return None if made is None else _rescript(d, made, after, bracket)


def _is_declared(d: Drafter, node: Node) -> bool:
    """Whether the document has its own meaning for a word."""
    name = written(node)
    symbol = d.scope.find(name.text) if name is not None else None
    return symbol is not None and (symbol.declaration is not None or symbol.role == "function")


def _is_of_matrix(d: Drafter, child: Node, after: Node) -> bool:
    """`E` before a matrix of random numbers that is written out."""
    name = written(child)
    if name is None or name.text != "E_" or after.kind != "Matrix" or _is_declared(d, child):
        return False
    inside = {n.text for part in after.walk() if (n := written(part)) is not None}
    return any("random" in d.scope.properties(one) for one in inside)


def _expected(d: Drafter, head: str, word: Node, after: Node, last: bool) -> Draft:
    """`\\mathbb E[X]^2`, or `\\mathbb E X` where nothing else follows."""
    bracket = below_scripts(after)
    if is_bracket(bracket):
        return _rescript(d, expectation(d, head, bracket.children, word.span.join(bracket.span)), after, bracket)
    if not last:
        text = "this expectation can be read in two ways: of the next factor, and of all that follow"
        raise Refused("ambiguous", text, word.span.join(after.span), help="write brackets")
    return expectation(d, head, (after,), word.span.join(after.span))


def _is_difference(d: Drafter, child: Node, after: Node) -> bool:
    """`\\Delta x` is one name, unless Δ has a meaning of its own."""
    known = d.scope.find("Delta") is not None or "Delta" in d.scope.evidence.defined
    name = written(after)
    return child.kind == "Id" and child.value == "Delta" and not known and name is not None and name.base != "Delta"


def _refuse_unsaid(d: Drafter, head: Node, after: Node | None) -> None:
    """*Refuses* what looks like a product with a bracket and is none: `E_p[X]`, `O(n^2)`, `E(X + Y)`."""
    name = written(head)
    bracket = below_scripts(after) if after is not None else None
    if name is None or bracket is None or not is_bracket(bracket) or d.scope.find(name.text) is not None:
        return
    if name.base == "E_" and bracket.value == "[" and name.subscripts:
        raise Refused("not-supported", "an expectation under a distribution is not supported here yet", head.span)
    if name.text in GROWTH and name.text not in d.scope.evidence.heads and bracket.value == "(":
        raise Refused("not-supported", "an order of growth is not supported here yet", head.span.join(bracket.span))
    if (
        name.text == "E_"
        and bracket.value == "("
        and name.text not in d.scope.evidence.heads
        and any(map(_is_event, bracket.walk()))
    ):
        text = "E before round brackets can be read in two ways: as an expectation, and as a function or factor"
        raise Refused("ambiguous", text, head.span.join(bracket.span), help="write square brackets")


GROWTH = frozenset({"O", "o", "Ocal"})
"""Letters that stand before a bracket for an order of growth."""


def _refuse_operator(head: Node) -> None:
    name = written(head.children[0] if head.kind == "Sup" else head)
    if name is not None and (name.base == "bb_P" or name.base in EXPECTATIONS):
        raise Refused("not-supported", "an expectation or probability is not supported here yet", head.span)


def _is_function(d: Drafter, name: Written, bracket: Node) -> bool:
    scope, text = d.scope, name.text
    symbol = scope.find(text)
    if symbol is not None and symbol.role == "function":
        return True
    if symbol is not None and symbol.declaration is not None:
        return False
    if "shape:function" in scope.conventions.facts.get(text, ()):
        return True
    if text in CONVENTIONAL and text not in scope.evidence.heads and _is_number_too(scope, text):
        return False
    if text in scope.evidence.heads:
        d.choices.add(text)
        return True
    if text in ELEMENTARY or text in SOFTMAX or text in MATRIX_WORDS:
        return True
    if text in CONSTANT_LETTERS:
        return False  # `e^{i(θ)}`
    if not scope.evidence.is_function(text) or symbol is not None:
        return text in CONVENTIONAL and symbol is None
    if text in ("P", "p") and any(c.kind in ("Chain", "Conditional") or _is_event(c) for c in bracket.children):
        raise Refused("not-supported", "a probability is not supported here yet", name.span.join(bracket.span))
    plain = len(bracket.children) > 1 or (bool(bracket.children) and written(bracket.children[0]) is not None)
    if plain or base_letter(text) in FUNCTION_LETTERS or is_word(text):
        d.choices.add(text)
        return bracket.value == "("
    return False


def _is_conventional(d: Drafter, name: Written) -> bool:
    """Whether a letter is taken for the function that it usually names."""
    said = "shape:function" in d.scope.conventions.facts.get(name.text, ())
    return name.text in CONVENTIONAL and d.scope.find(name.text) is None and not said


def _is_number_too(scope: Scope, name: str) -> bool:
    """Whether a letter is said to be a number, or stands as one. *Refuses* one that does and is applied to a letter."""
    facts = scope.conventions.facts.get(name, frozenset())
    if facts & SCALAR_PROPERTIES or any(f.startswith("sort:") for f in facts) or "shape:scalar" in facts:
        return True
    if not scope.evidence.alone.get(name):
        return False
    if scope.evidence.applied.get(name):
        text = Message("{} stands for a number elsewhere, and before this bracket it may be a factor or a function", name)
        raise Refused("ambiguous", text, None)
    return True


def _is_event(node: Node) -> bool:
    name = written(node)
    return name is not None and is_capital(name.base)


def _rescript(d: Drafter, made: Draft, node: Node, bracket: Node) -> Draft:
    """Puts the scripts that stand after the bracket back on the application."""
    if node is bracket or not node.children:
        return made
    inside = _rescript(d, made, node.children[0], bracket)
    span = made.span.join(node.span)
    if node.kind == "Sup":
        return power(d, inside, node.children[1], span)
    if node.kind == "Sub":
        items = index_items(node.children[1], 0)
        if items is not None and len(items) <= 2:
            return entry_draft(d, inside, items, span)
    if node.kind == "Factorial":
        return d.scalar("factorial", (inside,), span)
    raise Refused("not-supported", "what follows this application is not supported here yet", node.span)


def _apply(d: Drafter, head: Node, argument: Node, span: Span) -> Draft | None:
    """A function named by `head`, perhaps with a power or a base, of its argument."""
    exponent = None
    if head.kind == "Sup" and not is_policy(head):
        head, exponent = head.children
    name = written(head)
    if name is None:
        return None
    items = argument.children if is_bracket(argument) else (argument,)
    symbol = d.scope.find(name.text)
    if symbol is None or (symbol.declaration is None and symbol.role != "function"):
        base = name.base if name.subscripts and (name.base == "log" or _is_by_rows(name)) else name.text
        if exponent is not None and is_minus_one(exponent) and base in INVERSE_FUNCTIONS:
            return _elementary(d, INVERSE_FUNCTIONS[base], items, span)
        known = next((make for words, make in KNOWN if base in words), None)
        made = known(d, name, items, span) if known is not None else None
    else:
        made = None
    if exponent is not None and is_minus_one(exponent):
        text = "this can be read in two ways: an inverse function and a reciprocal"
        raise Refused("ambiguous", text, head.span.join(exponent.span))
    if exponent is not None and made is None and not is_transpose(exponent):
        text = "this can be read in two ways: a power of the value, and the function applied several times"
        raise Refused("ambiguous", text, head.span.join(exponent.span), help="write the power after the brackets")
    made = made or call(d, name, items, span)
    return made if exponent is None else power(d, made, exponent, span)


def _is_by_rows(name: Written) -> bool:
    """`softmax_{row}`: as it is taken anyway."""
    return name.base in SOFTMAX and name.text.removeprefix(f"{name.base}_") in ("row", "rows")


def _one(d: Drafter, items: tuple[Node, ...], span: Span) -> Draft:
    if len(items) != 1:
        raise Refused("sort-conflict", Message("one argument is needed here, {} are written", len(items)), span)
    return d.draft(items[0])


def _elementary(d: Drafter, which: str, items: tuple[Node, ...], span: Span) -> Draft:
    """An elementary function, entry by entry: its value has the shape of its argument."""
    inside = _one(d, items, span)
    if inside.op == "zero":
        d.number(inside)
    if which in ("re", "im", "conj") and inside.op == "name" and inside.data.sort is None:
        inside.data.sort = "complex"
    return Draft("fun", (inside,), which, span, inside.var)


def _known_elementary(d: Drafter, name: Written, items: tuple[Node, ...], span: Span) -> Draft:
    if name.subscripts:
        base = d.number(d.draft(name.subscripts[0]))
        top = _elementary(d, "log", items, span)
        return Draft("div", (top, Draft("fun", (base,), "log", base.span, SCALAR)), None, span, top.var)
    return _elementary(d, ELEMENTARY[name.text], items, span)


def _softmax(d: Drafter, name: Written, items: tuple[Node, ...], span: Span) -> Draft:
    inside = _one(d, items, span)
    return Draft("softmax", (inside,), None, span, inside.var)


def _matrix_function(d: Drafter, name: Written, items: tuple[Node, ...], span: Span) -> Draft:
    head, solver = MATRIX_WORDS[name.text], d.solver
    if head == "diag" and len(items) > 1 and all(i.kind != "Dots" for i in items):
        items = (Node("Matrix", items[0].span.join(items[-1].span), items, ("pmatrix", len(items), 1)),)
    inside = _one(d, items, span)
    if head == "diag":
        result = solver.fresh()
        d.wait(lambda: constraints.diagonal(solver, result, inside.var), (inside.var,), span)
        return Draft("diag", (inside,), None, span, result)
    d.square(inside, "the trace" if head == "trace" else "the determinant")
    return Draft(head, (inside,), None, span, SCALAR)


def _conventional(d: Drafter, name: Written, items: tuple[Node, ...], span: Span) -> Draft | None:
    """σ is the logistic function where it is applied and nothing else is said of it."""
    if name.text in d.scope.evidence.heads or len(items) != 1:
        return None
    d.conventional.add(name.text)
    return _elementary(d, CONVENTIONAL[name.text], items, span)


def _unsupported(d: Drafter, name: Written, items: tuple[Node, ...], span: Span) -> Draft:
    raise Refused("not-supported", Message("{} is not supported here yet", UNSUPPORTED_WORDS[name.text]), span)


Maker = Callable[[Drafter, Written, tuple[Node, ...], Span], Draft | None]


def _expectation_word(d: Drafter, name: Written, items: tuple[Node, ...], span: Span) -> Draft:
    return expectation(d, EXPECTATIONS[name.text], items, span)


KNOWN: tuple[tuple[Collection[str], Maker], ...] = (
    (EXPECTATIONS, _expectation_word),
    (ELEMENTARY, _known_elementary),
    (SOFTMAX, _softmax),
    (MATRIX_WORDS, _matrix_function),
    (CONVENTIONAL, _conventional),
    (UNSUPPORTED_WORDS, _unsupported),
)
"""Which words are known, and how each table of them is drafted."""


PRODUCTS: Mapping[str, Callable[[Drafter, Node], Draft]] = {"Product": product, "Function": function}
