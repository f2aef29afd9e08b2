"""Prose with formulas in it, for the three places it is set: LaTeX text, LaTeX formulas, Markdown.

A `Prose` is a row of segments, each plain text or a formula made by our own printer or standing in a
table here. Text of documents is always plain text: it is shown, never obeyed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from symproofs.derivation.document import Language
from symproofs.derivation.verdict import Reason
from symproofs.prove.reasons import PHRASES
from symproofs.render.words import Words, say
from symproofs.terms.latex_names import ESCAPES, GREEK, OTHER_LETTERS, name_latex


@dataclass(frozen=True, slots=True)
class Segment:
    text: str
    is_formula: bool = False


Prose = tuple[Segment, ...]


def plain(text: str) -> Prose:
    return (Segment(text),) if text else ()


def formula(latex: str) -> Prose:
    return (Segment(latex, True),)


def joined(parts: Iterable[Prose], separator: str) -> Prose:
    found: list[Segment] = []
    for part in parts:
        if found and part:
            found.append(Segment(separator))
        found.extend(part)
    return tuple(found)


def merged(prose: Prose) -> Prose:
    """The same prose with neighbouring pieces of text in one."""
    found: list[Segment] = []
    for segment in prose:
        if found and not segment.is_formula and not found[-1].is_formula:
            found[-1] = Segment(found[-1].text + segment.text)
        else:
            found.append(segment)
    return tuple(found)


REASON_FORMULAS: Final[Mapping[str, Words]] = {
    "transpose_twice": Words(r"$(A^\top)^\top = A$", r"$(A^\top)^\top = A$"),
    "identity": Words(r"$I A = A$", r"$I A = A$"),
    "permutation_orthogonal": Words(r"${}^\top {} = I$", r"${}^\top {} = I$"),
    "bias_rows": Words(
        r"${}\, \mathbf{1} = \mathbf{1}$: the bias is the same in every row",
        r"${}\, \mathbf{1} = \mathbf{1}$：每一行加的偏置相同",
    ),
    "delta": Words(r"a sum with $\delta$ picks one term", r"$\delta$ 从和式中取出一项"),
    "i_squared": Words("$i^2 = -1$", "$i^2 = -1$"),
    "conjugate_of_exp": Words(
        r"conjugate of $e^{i\theta}$ for real $\theta$", r"实数 $\theta$ 时 $e^{i\theta}$ 的共轭"
    ),
    "real_part": Words(
        r"$\operatorname{Re} z = \frac{1}{2}(z + \overline{z})$", r"$\operatorname{Re} z = \frac{1}{2}(z + \overline{z})$"
    ),
    "imaginary_part": Words(
        r"$\operatorname{Im} z = \frac{1}{2i}(z - \overline{z})$", r"$\operatorname{Im} z = \frac{1}{2i}(z - \overline{z})$"
    ),
    "absolute_value": Words(r"$\lvert z \rvert^2 = z \overline{z}$", r"$\lvert z \rvert^2 = z \overline{z}$"),
    "exp_of_zero": Words("$e^0 = 1$", "$e^0 = 1$"),
    "tangent": Words(r"$\tan x = \frac{\sin x}{\cos x}$", r"$\tan x = \frac{\sin x}{\cos x}$"),
    "hyperbolic": Words(r"definition of $\sinh$, $\cosh$", r"双曲函数的定义"),
}  # fmt: skip
"""Reasons whose phrase has a formula in it, with the formula set as one. `{}` is the reason's detail."""


def reason_prose(reason: Reason, language: Language) -> Prose:
    """The reason in words and formulas; a code without a phrase is shown as it is."""
    row = REASON_FORMULAS.get(reason.code)
    if row is not None:
        return _filled(row.say(language), reason.detail)
    phrase = PHRASES.get(reason.code)
    if phrase is None:
        return joined((plain(reason.code.replace("_", " ")), detail_prose(reason.detail)), " ")
    return _filled((phrase.zh if language == "zh" else phrase.en).replace("{0}", "{}"), reason.detail)


def reasons_prose(reasons: Iterable[Reason], language: Language) -> Prose:
    """Reasons one after another; neighbours of one kind are said once: "definition of Q, K, V"."""
    said: list[Prose] = []
    unique = dict.fromkeys((r.code, r.detail) for r in reasons)
    for code, group in groupby(unique, key=lambda row: row[0]):
        details = [detail for _, detail in group]
        if code in LISTED and len(details) > 1:
            template = PHRASES[code].zh if language == "zh" else PHRASES[code].en
            before, _, after = template.partition("{}")
            said.append((*plain(before), *joined(map(detail_prose, details), ", "), *plain(after)))
        else:
            said.extend(reason_prose(Reason(code, detail), language) for detail in details)
    return joined(said, say("and", language))


LISTED: Final = frozenset(("definition", "given"))
"""Reasons whose details may be listed behind one phrase."""


def _filled(template: str, detail: str) -> Prose:
    found: list[Segment] = []
    for k, part in enumerate(template.split("$")):
        if k % 2:
            found.append(Segment(part.replace("{}", name_latex(detail)) if detail else part, True))
            continue
        for j, text in enumerate(part.split("{}")):
            if j:
                found.extend(detail_prose(detail))
            if text:
                found.append(Segment(text))
    return tuple(found)


def detail_prose(detail: str) -> Prose:
    """A detail of a reason: a name is set as a formula, anything else is text."""
    return formula(name_latex(detail)) if is_symbol(detail) else plain(detail)


def is_symbol(text: str) -> bool:
    """A name in the notation of meanings whose base is one letter: `P`, `H_perm`, `mu_a`, not `softmax`."""
    if not re.fullmatch(r"[A-Za-z]+(_[A-Za-z0-9]+)*_?", text):
        return False
    base = text.split("_")[0]
    return len(base) == 1 or base in GREEK or base in OTHER_LETTERS or base in ("bold", "cal", "bb")


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


def prose_latex(prose: Prose) -> str:
    """For a place in text."""
    return "".join(f"${s.text}$" if s.is_formula else text_latex(s.text) for s in prose)


def prose_formula(prose: Prose) -> str:
    """For a place inside a formula of Markdown: text in `\\text`, which there knows no commands."""
    return "".join(markdown_formula(s.text) if s.is_formula else rf"\text{{{text_in_formula(s.text)}}}" for s in merged(prose))


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
    """Any text as Markdown that shows it: no link, no HTML, no formula, no table cell comes of it."""
    flat = re.sub(r"\s+", " ", text)
    return re.sub(r"([\\`*_{}\[\]<>()#+\-.!|$~&])", r"\\\1", flat)


def code_markdown(text: str) -> str:
    """Any text as a code span, fenced by more backticks than stand in it."""
    flat = " ".join(text.split())
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", flat)), default=0))
    return f"{fence} {flat} {fence}" if "`" in flat else f"{fence}{flat}{fence}"


def prose_markdown(prose: Prose) -> str:
    return "".join(f"${markdown_formula(s.text)}$" if s.is_formula else text_markdown(s.text) for s in prose)


def markdown_formula(latex: str) -> str:
    """A formula of ours for a Markdown page: signs that HTML or a table would take for theirs, by name."""
    return re.sub(r"(?<!\\)\|", r"\\vert ", latex).replace("<", r"\lt ").replace(">", r"\gt ")
