"""The tables of `characters.py` as one: what token a character or a command is.

Rows that are no plain sign (`\\text`, `\\begin`, …) stand in `commands.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from symproofs.read import characters as table
from symproofs.read.characters import listed

CONSTRUCTS = listed(
    "frac sqrt binom over choose atop nabla lim forall exists nexists neg lnot top intercal overbrace underbrace pmod boxed "
    "substack arg Re Im"
)
"""Commands with a row of their own in the parser's table."""


def _rows(kind: str, meanings: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    return {sign: (kind, value) for sign, value in meanings.items()}


CHARACTERS: dict[str, tuple[str, str]] = {
    **_rows("id", table.LETTERS),
    **_rows("relation", table.RELATION_CHARACTERS),
    **_rows("imply", table.IMPLICATION_CHARACTERS),
    **_rows("sum", table.SUM_CHARACTERS),
    **_rows("product", table.PRODUCT_CHARACTERS),
    **_rows("combine", table.COMBINING_CHARACTERS),
    **_rows("big", table.BIG_CHARACTERS),
    **_rows("integral", table.INTEGRAL_CHARACTERS),
    **_rows("open", table.OPENING),
    **_rows("close", table.CLOSING),
    **_rows("bar", {sign: bar for sign, bar in table.BARS.items() if len(sign) == 1}),
    **{sign: (kind[0] if kind in ("''", "'''") else kind, kind) for sign, kind in table.PUNCTUATION.items()},
    ";": (",", ";"), "；": (",", ";"), "、": (",", ","), "，": (",", ","), ",": (",", ","),
    "∞": ("infinity", ""), "√": ("command", "sqrt"), "∀": ("command", "forall"), "∃": ("command", "exists"), "∄": ("command",
    "nexists"),
    "¬": ("command", "neg"), "∇": ("command", "nabla"), "⊤": ("command", "top"), "†": ("mark", "dagger"), "∵": ("because", ""),
    "∴": ("therefore", ""),
    "…": ("dots", ""), "⋯": ("dots", ""), "~": ("quad", "thin"), "□": ("text", "QED"), "∎": ("text", "QED"), "■": ("text",
    "QED"), "#": ("mark", "#"),
}  # fmt: skip

COMMANDS: dict[str, tuple[str, str]] = {
    **_rows("id", table.LETTER_COMMANDS),
    **_rows("relation", table.RELATION_COMMANDS),
    **_rows("negated", table.NEGATED_COMMANDS),
    **_rows("imply", table.IMPLICATION_COMMANDS),
    **_rows("sum", table.SUM_COMMANDS),
    **_rows("product", table.PRODUCT_COMMANDS),
    **_rows("combine", table.COMBINING_COMMANDS),
    **_rows("big", table.BIG_COMMANDS),
    **_rows("integral", table.INTEGRAL_COMMANDS),
    **_rows("extremum", table.EXTREMUM_COMMANDS),
    **_rows("accent", table.ACCENTS),
    **_rows("open", table.OPENING_COMMANDS),
    **_rows("close", table.CLOSING_COMMANDS),
    **_rows("bar", {sign[1:]: bar for sign, bar in table.BARS.items() if len(sign) > 1}),
    **{name: ("function", name) for name in table.FUNCTION_COMMANDS},
    **dict.fromkeys(table.DOTS, ("dots", "")),
    **dict.fromkeys(table.QUADS, ("quad", "")),
    **{name: ("command", name) for name in CONSTRUCTS},
    "dfrac": ("command", "frac"), "tfrac": ("command", "frac"), "cfrac": ("command", "frac"), "nicefrac": ("command", "frac"),
    "sfrac": ("command", "frac"),
    "dbinom": ("command", "binom"), "tbinom": ("command", "binom"), "root": ("command", "root"), "fbox": ("command", "boxed"),
    "pod": ("command", "pmod"),
    "cancel": ("command", "boxed"), "underparen": ("command", "underbrace"),
    "infty": ("infinity", ""), "prime": ("'", "'"), "dagger": ("mark", "dagger"), "ddagger": ("mark", "ddagger"),
    "colon": (":", ":"),
    "because": ("because", ""), "therefore": ("therefore", ""), "newline": ("row", ""), "cr": ("row", ""),
    "tabularnewline": ("row", ""),
    "%": ("mark", "%"), "#": ("mark", "#"), "&": ("combine", "∧"), "$": ("mark", "$"), "S": ("mark", "§"),
    "R": ("styled", "bb R"), "N": ("styled", "bb N"), "Z": ("styled", "bb Z"), "Q": ("styled", "bb Q"), "reals": ("styled",
    "bb R"), "Reals": ("styled", "bb R"),
    "dd": ("upright-d", ""), "differentialD": ("upright-d", ""),
    "sgn": ("function", "sgn"), "tr": ("function", "tr"), "Tr": ("function", "tr"), "rank": ("function", "rank"),
    "diag": ("function", "diag"),
    "softmax": ("function", "softmax"), "sech": ("function", "sech"), "csch": ("function", "csch"), "arcsinh": ("function",
    "arcsinh"),
    "tg": ("function", "tan"), "ctg": ("function", "cot"), "arctg": ("function", "arctan"), "sh": ("function", "sinh"),
    "ch": ("function", "cosh"), "th": ("function", "tanh"),
    "triangle": ("id", "triangle"), "star": ("product", "*"), "bigstar": ("mark", "*"), "degree": ("mark", "degree"),
}  # fmt: skip


def plain_sign(character: str) -> tuple[str, str]:
    """The token of a character that stands in a Unicode script."""
    if character.isdigit():
        return "num", character
    if character == "⊤":
        return "command", "top"
    return CHARACTERS.get(character) or ("id", character)
