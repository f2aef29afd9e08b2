"""Prose with formulas in it, for the three places it is set: LaTeX text, LaTeX formulas, Markdown.

A `Prose` is a row of segments, each plain text or a formula made by our own printer or standing in a
table here. Text of documents is always plain text: it is shown, never obeyed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

from symproofs.derivation.document import Language
from symproofs.derivation.verdict import Reason
from symproofs.messages import Formula, pieces
from symproofs.prove.reasons import PHRASES
from symproofs.records import record
from symproofs.render.authors import safe_formula
from symproofs.render.texts import markdown_formula, text_in_formula, text_latex, text_markdown
from symproofs.render.words import Words, say
from symproofs.terms.latex_names import GREEK, OTHER_LETTERS, name_latex


@record
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
    """Reasons one after another; those of one kind are said once: "definition of Q, K, V"."""
    said: list[Prose] = []
    unique = dict.fromkeys((r.code, r.detail) for r in reasons)
    first = {code: k for k, code in enumerate(dict.fromkeys(code for code, _ in unique))}
    for code, group in groupby(sorted(unique, key=lambda row: first[row[0]]), key=lambda row: row[0]):
        details = [detail for _, detail in group]
        if code in LISTED and len(details) > 1:
            template = PHRASES[code].zh if language == "zh" else PHRASES[code].en
            before, _, after = template.partition("{}")
            said.append((*plain(before), *joined(map(detail_prose, details), say("listed", language)), *plain(after)))
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
    """A detail of a reason: a name and what an author typed as a formula are set as formulas, anything else is text."""
    if is_symbol(detail):
        return formula(name_latex(detail))
    typed = safe_formula(detail) if _LIKE_A_FORMULA.search(detail) else None
    return formula(typed) if typed else plain(detail)


_LIKE_A_FORMULA: Final = re.compile(r"[\\^_=<>≤≥≠≈→]")


def message_prose(text: str, language: Language) -> Prose:
    """A message in a language, its formulas set as formulas."""
    return tuple(Segment(p, isinstance(p, Formula)) for p in pieces(text, language) if p)


def is_symbol(text: str) -> bool:
    """A name in the notation of meanings whose base is one letter: `P`, `H_perm`, `mu_a`, not `softmax`."""
    if not re.fullmatch(r"[A-Za-z]+(_[A-Za-z0-9]+)*_?", text):
        return False
    base = text.split("_")[0]
    return len(base) == 1 or base in GREEK or base in OTHER_LETTERS or base in ("bold", "cal", "bb")


def prose_latex(prose: Prose) -> str:
    """For a place in text."""
    return "".join(f"${s.text}$" if s.is_formula else text_latex(s.text) for s in prose)


def prose_formula(prose: Prose) -> str:
    """For a place inside a formula of Markdown: text in `\\text`, which there knows no commands."""
    return "".join(markdown_formula(s.text) if s.is_formula else rf"\text{{{text_in_formula(s.text)}}}" for s in merged(prose))


def prose_markdown(prose: Prose) -> str:
    return "".join(f"${markdown_formula(s.text)}$" if s.is_formula else text_markdown(s.text) for s in prose)
