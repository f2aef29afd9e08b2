"""Expressions: sums, products, factors, scripts.

A precedence parser with four levels (joined sets, sums, products, factors). Products and sums are flat.
Brackets have been read already, so a factor that is a bracket costs one step.
"""

from __future__ import annotations

from symproofs.diagnostics import Span
from symproofs.messages import Message
from symproofs.read.characters import listed
from symproofs.read.parser.conditions import is_side_condition, text_role
from symproofs.read.parser.derivatives import slashed_derivatives
from symproofs.read.parser.state import State, Unreadable, empty, join
from symproofs.read.tokens import Token
from symproofs.read.tree import Node

STARTS = listed("num id word font accent styled upright-d big integral extremum function infinity dots open begin")
"""Kinds of tokens with which a factor may begin (texts, bars and commands are looked at more closely)."""

_STARTING_COMMANDS = listed("frac sqrt binom nabla lim top overbrace underbrace boxed substack arg Re Im root")
_ID_LIKE = frozenset(("Id", "Word"))
_WRAPPERS = frozenset(("Sub", "Sup", "Prime", "Font", "Accent"))


def expression(s: State) -> Node:
    """Sums joined by `∪`, `∩`, `∖`, …"""
    first = total(s)
    if s.kind() != "combine":
        return first
    parts, signs = [first], []
    while s.kind() == "combine":
        signs.append(s.take().value)
        parts.append(total(s))
    return Node("Combine", join(first, parts[-1]), tuple(parts), tuple(signs))


def total(s: State) -> Node:
    """A sum: terms with their signs. One term with a minus is `Neg`, one without a sign is the term."""
    start = s.start()
    sign = ""
    if s.kind() == "sum":
        sign = s.take().value
    first = product(s)
    if s.here >= s.stop or s.kinds[s.here] != "sum":
        if not sign:
            return first
        span = Span(start, first.span.end)
        return Node("Neg", span, (first,)) if sign == "-" else Node("Add", span, (first,), (sign,))
    s.refuse_statement(first)
    terms, signs = [first], [sign or "+"]
    while s.here < s.stop and s.kinds[s.here] == "sum":
        signs.append(s.take().value)
        terms.append(product(s))
        s.refuse_statement(terms[-1])
    return Node("Add", Span(start, terms[-1].span.end), tuple(terms), tuple(signs))


def product(s: State) -> Node:
    """Factors with the signs between them, '' where they only stand side by side."""
    first = signed_factor(s)
    if not _goes_on(s):
        return first
    factors, signs = [first], []
    while not (s.ends_before and _next_limit(s)):
        if s.here < s.stop and s.kinds[s.here] == "product":
            sign = s.take().value
            if s.integrals and s.here < s.stop and at_differential(s) and sign in "·×*":
                break  # f · dx
            signs.append(sign)
            factors.append(signed_factor(s))
        elif juxtaposes(s):
            signs.append("")
            factors.append(factor(s))
        else:
            break
    if not signs:
        return first
    for part in factors:
        s.refuse_statement(part)
    if "/" in signs:
        factors, signs = slashed_derivatives(factors, signs)
        if not signs:
            return factors[0]
        _warn_of_quotients(s, factors, signs)
    return Node("Product", join(first, factors[-1]), tuple(factors), tuple(signs))


def _next_limit(s: State) -> bool:
    """Whether the next factor is a limit (or an extremum) of its own: `lim f · lim g` is a product of two."""
    k = s.here + 1 if s.kind() == "product" else s.here
    return k < s.stop and (s.kinds[k] == s.ends_before or (s.kinds[k] == "command" and s.tokens[k].value == s.ends_before))


def _goes_on(s: State) -> bool:
    return s.here < s.stop and (s.kinds[s.here] == "product" or juxtaposes(s))


def _is_applied(factors: list[Node], k: int) -> bool:
    """`f(x)/g(x)`: two letters before round brackets that hold the same are functions; so is the E of `1/E[X]`."""
    if k + 1 < len(factors) and factors[k + 1].kind == "Group" and factors[k + 1].value == "[" and _letter(factors[k]) == "E":
        return True
    if k + 1 >= len(factors) or k < 2 or not all(is_name(factors[j]) for j in (k, k - 2)):
        return False
    brackets = factors[k - 1], factors[k + 1]
    return all(b.kind == "Group" and b.value == "(" for b in brackets) and factors[k].value == factors[k - 2].value


def _letter(node: Node) -> str:
    """The letter that a node is, in any face; empty for another node."""
    inner = node.children[0] if node.kind == "Font" and node.children else node
    return str(inner.value) if inner.kind == "Id" else ""


def _warn_of_quotients(s: State, factors: list[Node], signs: list[str]) -> None:
    """`a/bc` has two readings; the one taken is (a/b)c."""
    for k, sign in enumerate(signs[:-1]):
        if sign == "/" and signs[k + 1] == "" and factors[k + 1].kind != "Empty" and not _is_applied(factors, k + 1):
            s.warn(
                "ambiguous-quotient",
                "it is not clear whether the factors after the slash's right neighbour belong below it",
                Span(factors[k].span.start, factors[k + 2].span.end),
                "read as (a/b)c; write a/(bc) or \\frac{a}{b}c to say which",
            )


def signed_factor(s: State) -> Node:
    """A factor, perhaps with a sign before it (`a \\cdot -b`)."""
    if s.here < s.stop and s.kinds[s.here] == "sum":
        sign = s.take()
        s.descend()
        body = signed_factor(s)
        s.ascend()
        span = Span(sign.start, body.span.end)
        return Node("Neg", span, (body,)) if sign.value == "-" else Node("Add", span, (body,), (sign.value,))
    return factor(s)


def juxtaposes(s: State) -> bool:
    """Whether the next token begins a factor that stands beside the one before."""
    if s.here >= s.stop:
        return False
    kind = s.kinds[s.here]
    if kind in STARTS:
        if kind == "id":
            return not (s.integrals and at_differential(s))
        if kind == "open":
            value = s.tokens[s.here].value
            if value == "{":
                return not (s.integrals and at_differential(s))
            return value != "(" or not is_side_condition(s, s.here)
        return not (kind == "upright-d" and s.integrals)
    if kind == "text":
        return text_role(s.tokens[s.here].value) == "word"
    if kind == "command":
        return s.tokens[s.here].value in _STARTING_COMMANDS
    if kind == "bar":
        return opens_bars(s)
    return False


def opens_bars(s: State) -> bool:
    """Whether a bar after a factor begins a new `|…|` (else it closes one, or separates)."""
    value = s.tokens[s.here].value
    if value == "∣":
        return False
    if value == "|":
        return s.open_bars == 0 and s.bars.get(s.here, 1) % 2 == 0 and s.kind_after() not in ("_",)
    return s.open_norms == 0 and s.bars.get(s.here, 1) % 2 == 0


def at_differential(s: State) -> bool:
    """Whether `dx`, `\\mathrm d x`, `{dx}` stands at the cursor."""
    k = s.here
    if k < s.stop and s.kinds[k] == "open" and s.tokens[k].value == "{":
        inner = s.kinds[k + 1 : s.partner[k]]
        return inner == ["id", "id"] and s.tokens[k + 1].value == "d"
    return is_differential(s, k)


def is_differential(s: State, k: int) -> bool:
    if s.kinds[k] == "upright-d":
        return True
    if s.kinds[k] != "id" or s.tokens[k].value != "d" or k + 1 >= s.stop:
        return False
    following = s.kinds[k + 1]
    return following in ("font", "styled", "accent") or (following == "id" and s.tokens[k + 1].value != "d")


def factor(s: State) -> Node:
    """A factor with its scripts."""
    s.descend()
    node = with_scripts(s, atom(s))
    s.ascend()
    return node


def atom(s: State) -> Node:
    """A factor without the scripts after it: a leaf, a bracket, or a construct from the table."""
    if s.here >= s.stop:
        raise s.expected("an expression")
    token = s.tokens[s.here]
    kind = token.kind
    if kind == "id":
        s.here += 1
        if token.value == "partial" and s.kind() == "_":
            s.here -= 1
            return s.commands["partial"](s)
        return Node("Id", Span(token.start, token.end), (), token.value)
    if kind == "num":
        s.here += 1
        return Node("Num", Span(token.start, token.end), (), token.value)
    if kind == "open":
        closing = s.partner[s.here]
        node = s.made[s.here]
        if token.value == "{":
            node = Node("Group", Span(token.start, s.tokens[closing].end), (node,), "{")
        s.here = closing + 1
        return node
    row = s.commands.get(token.value) if kind == "command" else s.prefixes.get(kind)
    if row is None:
        raise s.expected("an expression")
    return row(s)


# -- scripts -----------------------------------------------------------------------------------------


def with_scripts(s: State, node: Node) -> Node:
    """Scripts, primes, factorials and `|_{…}` after a factor, nested in written order."""
    lower = upper = False
    kinds, tokens = s.kinds, s.tokens
    while s.here < s.stop:
        kind = kinds[s.here]
        if kind in ("_", "^") and node.kind == "EvalAt" and node.children[1].kind == "Empty" and not lower:
            found = evaluated(s, node.children[0])
            node, lower = Node("EvalAt", Span(node.span.start, found.span.end), found.children), True
        elif kind == "_":
            if lower:
                raise Unreadable(
                    "double-script",
                    "a second subscript on the same base",
                    s.spot(),
                    help="put braces around the base, or write one subscript with a comma",
                )
            s.here += 1
            below = script(s)
            node, lower = Node("Sub", Span(node.span.start, s.end(below)), (node, below)), True
        elif kind == "^":
            s.here += 1
            above = script(s)
            if above.kind == "Mark" and str(above.value).startswith("'"):
                node = Node("Prime", Span(node.span.start, s.end(above)), (node,), len(str(above.value)))
                continue
            if upper:
                raise Unreadable(
                    "double-script",
                    "a second superscript on the same base",
                    above.span,
                    help="put braces around the base: `{x^a}^b` or `x^{a^b}`",
                )
            node, upper = Node("Sup", Span(node.span.start, s.end(above)), (node, above)), True
        elif kind == "'":
            end, count = tokens[s.here].end, 0
            while s.here < s.stop and kinds[s.here] == "'":
                count += len(tokens[s.here].value)
                end = tokens[s.here].end
                s.here += 1
            node = Node("Prime", Span(node.span.start, end), (node,), count)
        elif kind == "!":
            sign = s.take()
            if s.kind() == "!":
                raise Unreadable(
                    "unsupported",
                    "double factorials are not read",
                    Span(sign.start, tokens[s.here].end),
                    help="write (n!)! or a product",
                )
            node, lower, upper = Node("Factorial", Span(node.span.start, sign.end), (node,)), False, False
        elif kind == "combining":
            sign = s.take()
            node = Node("Accent", Span(node.span.start, sign.end), (node,), sign.value)
        elif kind == "transpose":
            sign = s.take()
            node = Node("Sup", Span(node.span.start, sign.end), (node, Node("Transpose", Span(sign.start, sign.end))))
        elif kind == "mark" and tokens[s.here].value == "%":
            sign = s.take()
            node = Node("Percent", Span(node.span.start, sign.end), (node,))
        elif (
            kind == "bar"
            and tokens[s.here].value == "|"
            and s.open_bars == 0
            and s.here + 1 < s.stop
            and kinds[s.here + 1] in ("_", "^")
        ):
            s.here += 1
            node = evaluated(s, node)
        else:
            break
    return node


def evaluated(s: State, body: Node) -> Node:
    """`|_{x=0}` and `|_a^b` after an expression."""
    scripts: dict[str, Node] = {}
    while s.kind() in ("_", "^") and s.kind() not in scripts:
        sign = s.take().kind
        scripts[sign] = script(s)
    children = [body, scripts.get("_", empty(body.span.end))]
    if "^" in scripts:
        children.append(scripts["^"])
    return Node("EvalAt", Span(body.span.start, max(s.end(c) for c in children)), tuple(children))


def script(s: State) -> Node:
    """What stands after `^` or `_`: a braced group or, by TeX's rule, one token."""
    if s.here >= s.stop:
        raise s.expected("a script")
    token = s.tokens[s.here]
    kind = token.kind
    if kind == "open" and token.value == "{":
        node = s.made[s.here]
        s.here = s.partner[s.here] + 1
        return node
    if kind == "num" and len(token.value) > 1 and token.end - token.start == len(token.value):
        s.warn(
            "only-first-digit",
            Message("TeX takes only the first digit of `{}` as the script", token.value),
            Span(token.start, token.end),
            "put braces around the number",
        )
    if kind in ("sum", "product", "mark", "'"):
        s.here += 1
        return Node("Mark", Span(token.start, token.end), (), token.value)
    if kind == ":":
        s.here += 1
        return Node("Colon", Span(token.start, token.end))
    if kind == "open" and token.value == "(":
        s.warn(
            "bracket-script",
            "TeX raises only the bracket; the whole group is read as the script",
            Span(token.start, s.tokens[s.partner[s.here]].end),
            "put braces around it",
        )
    return argument(s, "a script")


def argument(s: State, what: str = "an argument") -> Node:
    """TeX's next argument: the inside of a braced group, or one token."""
    if s.here >= s.stop:
        raise s.expected(what)
    token = s.tokens[s.here]
    if token.kind == "open" and token.value == "{":
        node = s.made[s.here]
        s.here = s.partner[s.here] + 1
        return node
    if token.kind == "num" and len(token.value) > 1:
        return first_digit(s, token)
    if token.kind in ("function", "extremum"):
        s.here += 1
        return Node("Word", Span(token.start, token.end), (), token.value)
    if token.kind in ("relation", ",", "row", "&", "^", "_", "sum", "product", "imply", "bar", "quad"):
        raise s.expected(what)
    if token.kind == "text":
        s.here += 1
        return Node("Word", Span(token.start, token.end), (), token.value)
    s.descend()
    node = atom(s)
    s.ascend()
    return node


def first_digit(s: State, token: Token) -> Node:
    """`\\frac12`: the first digit is the argument, the rest stays."""
    exact = s.text[token.start : token.start + 1] == token.value[0]  # else it came from a macro
    middle = token.start + 1 if exact else token.end
    if not token.value[0].isdigit():
        raise Unreadable(
            "expected-expression",
            "only the point of this number is taken here",
            Span(token.start, middle),
            help="write {.5} for a decimal that begins with its point",
        )
    s.tokens[s.here] = Token("num", token.value[1:], middle if exact else token.start, token.end)
    return Node("Num", Span(token.start, middle), (), token.value[0])


def base_of(node: Node) -> Node:
    """The node beneath scripts, primes, fonts and accents."""
    while node.kind in _WRAPPERS and node.children:
        node = node.children[0]
    return node


def is_name(node: Node) -> bool:
    """A letter or a word, perhaps with scripts."""
    return base_of(node).kind in _ID_LIKE
