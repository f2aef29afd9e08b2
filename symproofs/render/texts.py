"""Text of documents as LaTeX text, inside a formula, and as Markdown: it is shown there, never obeyed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from symproofs.terms.latex_names import ESCAPES

# ------------------------------------------------------------------------------------------------------- into LaTeX text

SIGNS: Final[Mapping[str, str]] = {
    "≠": r"\neq", "≤": r"\le", "≥": r"\ge", "≈": r"\approx", "∈": r"\in", "∉": r"\notin", "×": r"\times", "·": r"\cdot",
    "→": r"\to", "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "∞": r"\infty", "√": r"\surd", "−": "-", "±": r"\pm",
    "∓": r"\mp", "Σ": r"\Sigma", "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∂": r"\partial", "∇": r"\nabla",
    "⊙": r"\odot", "⊗": r"\otimes", "∀": r"\forall", "∃": r"\exists", "∧": r"\land", "∨": r"\lor", "¬": r"\neg",
    "⟨": r"\langle", "⟩": r"\rangle", "‖": r"\|", "ℝ": r"\mathbb{R}", "ℂ": r"\mathbb{C}", "ℤ": r"\mathbb{Z}",
    "ℕ": r"\mathbb{N}", "ℚ": r"\mathbb{Q}", "⊤": r"\top", "ᵀ": r"^\top", "∵": r"\because", "∴": r"\therefore",
    "✓": r"\checkmark", "✗": r"\times", "⁻": "^-", "⁺": "^+", "∗": "*", "∘": r"\circ", "≡": r"\equiv", "∼": r"\sim",
    "≪": r"\ll", "≫": r"\gg", "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "∣": r"\mid",
    **{c: f"^{d}" for d, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    **{c: f"_{d}" for d, c in enumerate("₀₁₂₃₄₅₆₇₈₉")},
    **dict(zip("ᵢⱼₖₙₘₐₜₓ", ("_i", "_j", "_k", "_n", "_m", "_a", "_t", "_x"), strict=True)),
    **dict(zip("ⁱⁿ", ("^i", "^n"), strict=True)),
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\epsilon", "ζ": r"\zeta", "η": r"\eta",
    "θ": r"\theta", "ι": r"\iota", "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "ν": r"\nu", "ξ": r"\xi", "π": r"\pi",
    "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "υ": r"\upsilon", "φ": r"\varphi", "χ": r"\chi", "ψ": r"\psi",
    "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda", "Ξ": r"\Xi", "Π": r"\Pi", "Φ": r"\Phi",
    "Ψ": r"\Psi", "Ω": r"\Omega",
    "ϕ": r"\phi", "ϵ": r"\epsilon", "ς": r"\varsigma", "ℓ": r"\ell",
}  # fmt: skip
"""Signs that a text font may lack, as formulas."""

PUNCTUATION: Final[Mapping[str, str]] = {
    "…": r"\ldots{}", "–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "\u00a0": "~", "•": r"\textbullet{}",
    '"': r"\textquotedbl{}", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "`": r"\textasciigrave{}",
    "'": "'", "-": "-",
}  # fmt: skip


def is_cjk(character: str) -> bool:
    """Chinese, Japanese and full-width characters, for which ctex brings fonts."""
    code = ord(character)
    return 0x2E80 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0xFE30 <= code <= 0xFE4F or 0xFF00 <= code <= 0xFFEF


def _in_fonts(character: str) -> bool:
    """Chinese that the usual fonts have: ideographs, their punctuation, full-width forms."""
    code = ord(character)
    return 0x4E00 <= code <= 0x9FA5 or character in "、。〃々〇〈〉《》「」『』【】〔〕〖〗" or 0xFF01 <= code <= 0xFF5E


LONGEST_WORD: Final = 30
"""A line may break inside a longer run of signs, wherever it comes to; words are shorter."""
_FORMULA_BREAKS: Final = frozenset("})]=+,;&")


def text_latex(text: str, breaks_after: frozenset[str] = frozenset()) -> str:
    """Any text as LaTeX text that shows it. Signs become formulas; what no font here has is shown by its number."""
    out: list[str] = []
    run = 0
    for c in text:
        shown = _character(c)
        out.append(shown)
        run = 0 if c.isspace() or (is_cjk(c) and shown == c) else run + (len(shown) if shown.startswith("[U+") else 1)
        if run >= LONGEST_WORD or (run >= 8 and c in breaks_after):
            out.append(r"\allowbreak{}")
            run = 0
    return "".join(out)


def _character(c: str) -> str:
    if c in SIGNS:
        return f"${SIGNS[c]}$" if SIGNS[c][0] not in "^_" else f"${{}}{SIGNS[c]}$"
    if c in ESCAPES:
        return ESCAPES[c]
    if c in PUNCTUATION:
        return PUNCTUATION[c]
    if c.isspace():
        return " "
    if c.isprintable() and ((c < "\u017f" and c not in "ĸŉŦŧĲĳ") or _in_fonts(c)):
        return c
    return f"[U+{ord(c):04X}]"


def verbatim_latex(text: str) -> str:
    """An author's formula that could not be read, as it was typed, in typewriter letters."""
    return rf"\texttt{{{text_latex(' '.join(text.split()), _FORMULA_BREAKS)}}}"


def text_in_formula(text: str) -> str:
    """Text inside `\\text{…}` for MathJax and KaTeX: only signs that would end or start something are changed."""
    changed = {
        "\\": "∖",
        "{": "❴",
        "}": "❵",
        "$": "＄",
        "&": "＆",
        "#": "＃",
        "%": "％",
        "_": "＿",
        "^": "＾",
        "~": "～",
        "<": "＜",
    }
    return "".join(changed.get(c, c) for c in text if c.isprintable())


# --------------------------------------------------------------------------------------------------------- into Markdown


def text_markdown(text: str) -> str:
    """Any text as Markdown that shows it: no link, no HTML, no formula, no list, no table cell comes of it.

    Round brackets stay: `\\(` is a bracket to Markdown and the beginning of a formula to many who read it.
    """
    flat = visible(re.sub(r"\s+", " ", text))
    escaped = re.sub(r"([\\`*_{}\[\]<>#|$~&])", r"\\\1", flat)
    if number := _LIST_NUMBER.match(escaped):
        return number[1] + {".": "\\.", ")": "&#41;"}[number[2]] + escaped[number.end() :]
    return re.sub(r"^( ?)([-+])", r"\1\\\2", escaped)


_LIST_NUMBER: Final = re.compile(r"( ?\d+)([.)])(?=\s|$)")


def visible(text: str) -> str:
    """The text with what is not seen, or turns round what follows it, shown by its number."""
    return "".join(c if c.isprintable() else f"(U+{ord(c):04X})" for c in text)


def code_markdown(text: str) -> str:
    """Any text as a code span, fenced by more backticks than stand in it."""
    flat = visible(" ".join(text.split()))
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", flat)), default=0))
    return f"{fence} {flat} {fence}" if "`" in flat else f"{fence}{flat}{fence}"


def markdown_formula(latex: str) -> str:
    """A formula of ours for a Markdown page: signs that HTML or a table would take for theirs, by name."""
    return re.sub(r"(?<!\\)\|", r"\\vert ", latex).replace("<", r"\lt ").replace(">", r"\gt ")
