"""What a text says that a letter is, against what it was taken for.

A letter of which no formula gives the sort or the sizes is taken to be a real number. Where the words beside it say otherwise
(`$z$ complex`, `for matrices $A$ and $B$`, `an eigenvalue of …`, `$a, b \\in G$`) and that was not understood, nothing is decided
about it: not proved either, since the proof would be one about real numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from symproofs.diagnostics import Diagnostic
from symproofs.messages import Message
from symproofs.read.characters import HAN
from symproofs.read.layout import Written
from symproofs.read.prose import subjects
from symproofs.read.wording import Wording, wording
from symproofs.terms.context import Context, Declaration

Fits = Callable[[Declaration], bool]


def _never(row: Declaration) -> bool:
    return False


KINDS: tuple[tuple[Wording, Fits], ...] = tuple(
    (wording(pattern, re.IGNORECASE), fits)
    for pattern, fits in (
        (r"\bcomplex(?:[- ]valued)?\b|\bimaginary\b|复数|虚数", lambda row: row.type.sort == "complex"),
        (r"\bmatri(?:x|ces)\b|矩阵|方阵", lambda row: not row.type.is_scalar),
        (r"\bvectors?\b|向量|矢量", lambda row: not row.type.is_scalar),
        (
            r"\b(?:quaternions?|(?:linear )?(?:maps?|operators?|transformations?)|tensors?)\b|四元数|算子|映射|张量",
            lambda row: row.type.parameters is not None or not row.type.is_scalar,
        ),
        (r"\b(?:groups?|rings?|fields?|modules?|lattices?)\b|群|环上?|域[上中]", _never),
        (
            r"\beigen(?:values?|vectors?)\b|\bsingular (?:values?|vectors?)\b|特征[值向]|本征[值向]|奇异[值向]",
            lambda row: row.type.sort == "complex",
        ),
        (r"\broots? of\b|(?:的|单位)根", lambda row: row.type.sort == "complex"),
        (r"\belements? of (?:an?|the|some) (?:\w+ )?(?:group|ring|field|module|algebra|monoid)\b", _never),
        (r"\bunit circle\b|单位圆", lambda row: row.type.sort == "complex" or not row.type.is_scalar),
    )
)
"""Words for kinds of things, each with the declarations that they fit."""

_CLAUSE = wording(
    r"[。；;.!?！？:：,，]|\b(?:and|such that|with(?! complex (?:entries|components|coordinates|elements)\b)|where|then)\b|"
    r"使得|满足|且|则"
)
_END_OF_NOUN = wording(r"\b(?:in|for|by|to|from|that|which)\b|(?<=of)\b", re.IGNORECASE)
_JOINER = wording(r"^\s*(?:,|，|、|and|or|和|与|及)?\s*$", re.IGNORECASE)
_CHINESE = wording(r"\s*(?:为|是|均为|都是|皆为)\s*" + HAN + "{0,10}")
_MEMBER = wording(r"\belements? of (?:an?|the|some)\b|\bunit circle\b", re.IGNORECASE)
_CJK = wording(HAN)
_LAST = r"(?:\s+(?:numbers?|scalars?))?\s*$"

NOT_READ = "kind-not-read"


def kinds_not_read(formulas: Sequence[Written], context: Context) -> dict[str, Diagnostic]:
    """Letters that the words beside them say to be something else than they were taken for, with what was said."""
    found: dict[str, Diagnostic] = {}
    led: str | None = None
    for k, formula in enumerate(formulas):
        own = _words_before(formula.before)
        led = own or (led if not formula.starts_sentence and _JOINER.match(formula.before) else None)
        goes_on = k + 1 < len(formulas) and formulas[k + 1].block == formula.block
        for words in (led, _words_after(formula.after, goes_on), _over_sizes(formulas, k), _said_at_once(formula)):
            for name in subjects(formula.node) if words is not None else ():
                row = context.declarations.get(name)
                if (
                    row is not None
                    and row.type.index is None
                    and not _is_member(name, context)
                    and not all(fits(row) for fits in _kinds_in(words or ""))
                ):
                    text = Message("what the text says of {} is not understood: {}", name, (words or "").strip())
                    found.setdefault(name, Diagnostic(NOT_READ, text, formula.span))
    return found


_COPULA = wording(r"\s*(?:(?:both|all|each|now) )?(?:be|is|are|denote)\b|\s*(?:都|均|皆|分别)?(?:为|是)", re.IGNORECASE)
_ARRAYS = wording(r"\bmatri(?:x|ces)\b|\bvectors?\b|矩阵|方阵|向量|矢量", re.IGNORECASE)
MOST_SIZES = 2
_PAUSE = wording(r"[。；;.!?！？:：,，]")


def _over_sizes(formulas: Sequence[Written], k: int) -> str | None:
    """What a copula says over the sizes in between: `$A$ be full-rank $n \\times n$ matrices`, `为两个 $n$ 阶矩阵`."""
    text = formulas[k].after
    if _COPULA.match(text) is None:
        return None
    for following in formulas[k + 1 : k + 1 + MOST_SIZES]:
        if _PAUSE.search(text) or following.starts_sentence or following.block != formulas[k].block or _relates(following):
            return None
        text = f"{text.rstrip()} {following.after.lstrip()}"
        found = _ARRAYS.search(_PAUSE.split(text)[0])
        if found is not None:
            return found.group(0)
    return None


def _relates(formula: Written) -> bool:
    return formula.node is None or any(n.kind in ("Chain", "List") for n in formula.node.walk())


_AT_ONCE = wording(r"\s*(?:对称|非负|可逆|正定|半正定|幂等|异号|同号|独立同分布|不全为零|互质|互素)(?=\s*[，,。；;、]|\s*$)")
_PROPERTY_SAID = {"对称": "symmetric", "非负": "nonnegative", "可逆": "invertible"}


def _said_at_once(formula: Written) -> str | None:
    """A Chinese adjective right behind a letter, without a copula: `设 $A$ 对称`."""
    found = _AT_ONCE.match(formula.after)
    return found.group(0).strip() if found is not None else None


def _is_member(name: str, context: Context) -> bool:
    """A name with a subscript that is a member of a family or array of which more is known."""
    base = context.declarations.get(name.partition("_")[0]) if "_" in name else None
    return base is not None and (bool(base.type.over) or not base.type.is_scalar)


def _kinds_in(words: str) -> Iterator[Fits]:
    if _AT_ONCE.match(words):
        label = _PROPERTY_SAID.get(words, "")
        yield lambda row: label in row.properties
    for pattern, fits in KINDS:
        if pattern.search(words):
            yield fits


def _words_before(text: str) -> str | None:
    """The noun right before a formula: `for matrices $A$`, `any complex number $z$`."""
    clause = _CLAUSE.split(text)[-1]
    for pattern, _ in KINDS:
        found = re.search(f"(?:{pattern.pattern}){_LAST}", clause, re.IGNORECASE)
        if found is not None:
            return found.group(0)
    return None


def _words_after(text: str, goes_on: bool) -> str | None:
    """What a copula, or an adjective right behind, says: `be a complex number`, `complex`, `是复数`.

    `goes_on`: another formula follows in the paragraph, of which a Chinese noun at the end may speak.
    """
    clause = _CLAUSE.split(text)[0]
    chinese = _CHINESE.match(clause)
    if chinese is not None:
        words = "" if goes_on and clause == text else chinese.group(0)
    elif _CJK.search(clause):
        words = ""
    else:
        whole = " ".join(clause.split()[:9])
        words = whole if _MEMBER.search(whole) else " ".join(_END_OF_NOUN.split(clause)[0].split()[:7])
        words = words if words and not words[0].isupper() and words[0] != "-" else ""
    return words if any(pattern.search(words) for pattern, _ in KINDS) else None
