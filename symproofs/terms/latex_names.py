"""Names in the notation of meanings (`mu_a`, `H_perm`, `x_bar`, `bold_x`) as LaTeX.

A name is a base with parts joined by `_`: a style before it (`bold_x`), accents and subscripts after it
(`x_bar_1`). A trailing `_` only keeps the name apart from a word of Python (`lambda_`) and is not shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

GREEK = frozenset(
    [
        *("alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "vartheta", "iota", "kappa"),
        *("lambda", "mu", "nu", "xi", "pi", "varpi", "rho", "varrho", "sigma", "varsigma", "tau", "upsilon", "phi", "varphi"),
        *("chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega"),
    ]
)
OTHER_LETTERS: Mapping[str, str] = {
    "ell": r"\ell", "hbar": r"\hbar", "nabla": r"\nabla", "partial": r"\partial", "aleph": r"\aleph",
    "inner": r"\langle \cdot, \cdot \rangle",
}  # fmt: skip
ACCENTS: Mapping[str, str] = {
    "bar": r"\bar", "hat": r"\hat", "tilde": r"\tilde", "vec": r"\vec", "dot": r"\dot", "ddot": r"\ddot",
}  # fmt: skip
STYLES: Mapping[str, str] = {
    "bold": r"\mathbf", "cal": r"\mathcal", "frak": r"\mathfrak", "scr": r"\mathscr", "bb": r"\mathbb", "sf": r"\mathsf",
    "rm": r"\mathrm",
}  # fmt: skip
PRIMES: Mapping[str, str] = {"prime": "'", "pprime": "''"}

ESCAPES: Mapping[str, str] = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
}  # fmt: skip
"""Characters with a meaning to TeX, in text."""


def escape(text: str) -> str:
    """Any text as LaTeX text that shows it: nothing in it is a command."""
    return "".join(ESCAPES.get(c, c) for c in text if c.isprintable() or c == "\n")


def letter_latex(text: str) -> str:
    """One word of a name: a letter, a Greek letter by name, a number, or a word set upright."""
    if text in GREEK:
        return "\\" + text
    if text in OTHER_LETTERS:
        return OTHER_LETTERS[text]
    if re.fullmatch(r"[A-Za-z]|\d+", text):
        return text
    return rf"\mathrm{{{text}}}" if re.fullmatch(r"[A-Za-z0-9]+", text) else rf"\text{{{escape(text)}}}"


def script_word(text: str) -> str:
    """A word in a subscript: letters that may be indices (`ij`) stay italic, longer words are upright."""
    return text if re.fullmatch(r"[a-zA-Z]{2}", text) and text not in GREEK else letter_latex(text)


def script(sign: str, text: str) -> str:
    """`_` or `^` with its text, braces only where TeX needs them."""
    single = re.fullmatch(r"\\[A-Za-z]+|[A-Za-z0-9*+']", text)
    return f"{sign}{text}" if single else f"{sign}{{{text}}}"


def name_latex(text: str) -> str:
    """`mu_a` as `\\mu_a`, `H_perm` as `H_{\\mathrm{perm}}`, `x_bar` as `\\bar{x}`, `bold_x` as `\\mathbf{x}`."""
    base, scripts = split_name(text)
    return base + (script("_", ",".join(scripts)) if scripts else "")


def split_name(text: str) -> tuple[str, list[str]]:
    """The LaTeX of a name without its subscripts, and of each subscript."""
    parts = [p for p in text.split("_") if p] or [text]
    style = STYLES.get(parts[0]) if len(parts) > 1 else None
    if style:
        parts = parts[1:]
    calligraphic = re.fullmatch(r"([A-Z])cal", parts[0])
    base = rf"\mathcal{{{calligraphic.group(1)}}}" if calligraphic else letter_latex(parts[0])
    if style:
        base = rf"\boldsymbol{{{base}}}" if style == r"\mathbf" and base.startswith("\\") else f"{style}{{{base}}}"
    rest = parts[1:]
    while rest and (rest[0] in ACCENTS or rest[0] in PRIMES):
        mark = rest.pop(0)
        base = f"{ACCENTS[mark]}{{{base}}}" if mark in ACCENTS else base + PRIMES[mark]
    if parts[0] in ("I", "E", "S") and rest[:1] == ["mat"]:
        rest = rest[1:]
    return base, [script_word(p) for p in rest]
