"""Formulas as their authors typed them, where there is no term to print: shown on one line, or set by TeX if that is safe.

Safe is a formula of which every sign and every command stands in a table here, so that none of it can do anything but
be shown; and which TeX takes: brackets and scripts as it wants them. Any other formula is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from symproofs.render.texts import SIGNS, is_cjk, text_latex

_COMMAND: Final = re.compile(r"\\[A-Za-z]+")
_TOKEN: Final = re.compile(r"\\(?:begin|end)\{[A-Za-z]+\*?\}|\\\\(?:\[[^\]]*\])?|\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ROWS: Final = _words("matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix cases aligned split gathered")
"""Environments whose rows belong to a formula."""

PLAIN: Final = _words(
    r"""\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \vartheta \iota \kappa \lambda \mu \nu \xi \pi \varpi
    \rho \varrho \sigma \varsigma \tau \upsilon \phi \varphi \chi \psi \omega \Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma
    \Upsilon \Phi \Psi \Omega \ell \hbar \nabla \partial \infty \emptyset \varnothing \aleph \forall \exists \nexists \neg \lnot
    \top \bot \prime \ast \star \dagger \cdot \times \div \pm \mp \circ \bullet \odot \otimes \oplus \wedge \vee \land \lor \cap
    \cup \setminus \in \notin \ni \subset \subseteq \supset \supseteq \le \leq \ge \geq \ne \neq \ll \gg \lesssim \gtrsim \approx
    \equiv \sim \simeq \cong \propto \perp \parallel \mid \nmid \prec \preceq \succ \succeq \to \mapsto \gets \leftarrow
    \rightarrow \leftrightarrow \longrightarrow \Rightarrow \Leftarrow \Leftrightarrow \implies \iff \impliedby \therefore
    \because \colon \ldots \cdots \dots \vdots \ddots \dotsc \dotsb \sum \prod \int \iint \iiint \oint \bigcup \bigcap
    \bigoplus \bigotimes \lim \limsup \liminf \max \min \sup \inf \sin \cos \tan \cot \sec \csc \sinh \cosh \tanh \coth \arcsin
    \arccos \arctan \ln \log \lg \exp \det \dim \ker \gcd \deg \hom \Pr \arg \Re \Im \langle \rangle \lvert \rvert \lVert \rVert
    \lfloor \rfloor \lceil \rceil \vert \Vert \backslash \quad \qquad \displaystyle \textstyle \bigl \bigr \Bigl
    \Bigr \big \Big \bigg \Bigg \biggl \biggr \left \right \middle \, \; \: \! \  \{ \} \| \%"""
) | {r"\ "}  # fmt: skip
"""Commands that take nothing."""

TAKING: Final = _words(
    r"""\frac \tfrac \dfrac \binom \sqrt \hat \bar \tilde \vec \dot \ddot \overline \underline \widehat \widetilde \mathbf
    \mathbb \mathcal \mathfrak \mathrm \mathsf \mathit \boldsymbol \operatorname \overbrace \underbrace \pmod"""
)
"""Commands that take what follows."""

IN_SCRIPTS: Final = frozenset((r"\mathbf", r"\mathbb", r"\mathcal", r"\mathrm", r"\mathsf"))
"""Those of them that may stand in a script without braces."""

_FULL_WIDTH: Final = {
    "，": ",",
    "；": ";",
    "。": ".",
    "：": ":",
    "（": "(",
    "）": ")",
    "、": ",",
    "＝": "=",
    "＋": "+",
    "－": "-",
}


DROPPED: Final = frozenset((r"\notag", r"\nonumber", r"\limits", r"\nolimits"))
"""Commands that only say how something is laid out."""


def as_one_row(latex: str) -> str:
    """A formula out of the rows of a display as a line of text: no `&` and `\\` of the display, no `\text`."""
    return re.sub(r"\\text\{([^{}\\$]*)\}", r"\1", "".join(_own(latex))).strip()


def _own(latex: str) -> Iterator[str]:
    """The tokens of a formula without the rows of the display that it stands in; those of a matrix in it stay."""
    depth = 0
    for token in _TOKEN.findall(latex):
        depth += token.startswith(r"\begin") - token.startswith(r"\end")
        if depth > 0 or not (token == "&" or token.startswith(r"\\") or token in DROPPED):
            yield token


def safe_formula(latex: str) -> str | None:
    """The formula for TeX, or nothing where it is not known to be safe."""
    tokens = [" " if t.isspace() else t for t in _own(latex)]
    made: list[str] = []
    brackets: list[str] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token in (r"\text", r"\mbox", r"\textrm"):
            end = next((k for k in range(at + 1, len(tokens)) if tokens[k] == "}"), None)
            if end is None or tokens[at + 1] != "{":
                return None
            words = "".join(tokens[at + 2 : end])
            if re.search(r"[\\$]", words):
                return None
            made.append(rf"\text{{{text_latex(words)}}}")
            at = end + 1
            continue
        shown = _shown(token, brackets)
        if shown is None:
            return None
        made.append(shown)
        at += 1
    if brackets or not _scripts_fit(made):
        return None
    made = [p for p in made if p]
    parted = (p + " " * (_COMMAND.fullmatch(p) is not None and q[:1].isalpha()) for p, q in pairwise([*made, ""]))
    return "".join(parted).strip()


def _shown(token: str, brackets: list[str]) -> str | None:
    """What TeX is given for a token; brackets that are open are kept."""
    if token.startswith(r"\begin{"):
        name = token[7:-1]
        brackets.append(name)
        return token if name.rstrip("*") in ROWS else None
    if token.startswith(r"\end{"):
        return token if brackets and brackets.pop() == token[5:-1] else None
    if token in ("{", r"\left"):
        brackets.append(token)
        return token
    if token in ("}", r"\right"):
        return token if brackets and brackets.pop() == {"}": "{", r"\right": r"\left"}[token] else None
    if token == "&" or token.startswith(r"\\"):
        return token
    if token in DROPPED:
        return ""
    if token in PLAIN or token in TAKING:
        return token
    if token.startswith("\\"):
        return None
    if token in SIGNS:
        return SIGNS[token]
    if token in _FULL_WIDTH:
        return _FULL_WIDTH[token]
    if is_cjk(token):
        return rf"\text{{{text_latex(token)}}}"
    return token if token.isascii() and token.isprintable() and token not in '#$%~"`@' else None


def _scripts_fit(made: list[str]) -> bool:
    """No base has two scripts of one kind, and every script is a group, a sign or a letter."""
    row = [t for piece in made for t in _TOKEN.findall(piece) if not t.isspace()]
    at = 0
    seen: set[str] = set()  # the scripts of the base at hand; a prime is an upper one
    while at < len(row):
        if row[at] not in ("^", "_", "'"):
            seen, at = set(), at + 1
            continue
        primes = at
        while primes < len(row) and row[primes] == "'":
            primes += 1
        sign = row[primes] if primes < len(row) and row[primes] in ("^", "_") else ""
        above = primes > at or sign == "^"
        if (above and "^" in seen) or sign in seen:
            return False
        seen |= {sign, "^"} if above else {sign}
        at = primes
        if sign:
            if primes + 1 == len(row) or not _may_be_script(row[primes + 1]):
                return False
            at = _after(row, primes + 1)
    return True


def _may_be_script(token: str) -> bool:
    return token not in ("^", "_", "}", "&", "'", r"\left", r"\right") and token not in TAKING - IN_SCRIPTS


def _after(row: list[str], at: int) -> int:
    """The place behind the script that begins there."""
    if row[at] in IN_SCRIPTS:
        return _after(row, at + 1) if at + 1 < len(row) else at + 1
    if row[at] != "{":
        return at + 1
    depth = 0
    for k in range(at, len(row)):
        depth += (row[k] == "{") - (row[k] == "}")
        if depth == 0:
            return k + 1
    return len(row)
