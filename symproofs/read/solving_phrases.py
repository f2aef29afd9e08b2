"""Words with which a text poses an equation to be solved, and those with which it says what its solutions are."""

from __future__ import annotations

import re

from symproofs.read.wording import wording

ASKS_FOR = wording(
    r"(?:^|[.;:,]|\b(?:to|us|can|must|please|and|we|then|now))\s*\**(?:solve|find|determine|look for|search for|seek)\b"
    r"(?! (?:out )?(?:if|whether|when)\b)|\bwhich (?:values?|numbers?)\b|"
    r"解(?:方程|不等式|下列|以下|如下)|求(?!导|和|积|逆|证|得|出|知)",
    re.IGNORECASE,
)
"""In the sentence of an equation that is to be solved: `find all $x$ with …`; not what is found out or is to be shown."""

SOLUTIONS_OF = wording(
    r"\b(?:solutions?|roots?|zeros?|equations?|system|inequality)\b[^:：]*$|(?:解|根|方程组?|不等式)[^:：]*$", re.IGNORECASE
)
"""Behind such a word where nothing else says that the equation is a condition: `find the roots of $x^2 = 4$`."""

AN_EQUATION = wording(
    r"\b(?:the|an?|this|following|these|first|second|linear|quadratic|cubic|characteristic|both) +"
    r"(?:equations?|system|inequality)"
    r"(?: of (?:linear )?equations)?\s*:?\s*$|"
    r"(?:方程组?|(?:^|[，。：:、,\s]|[解个的列下该此这原与和或虑])不等式)\s*[:：]?\s*$",
    re.IGNORECASE,
)
"""Right before an equation that is called one: it speaks of its unknown. `由切比雪夫不等式` names a theorem."""

IS_JUDGED = wording(
    r"\s*(?:fails|holds|is (?:true|false|wrong|right|correct|incorrect|satisfied|violated)|does(?: not|n't) hold|"
    r"(?:并?不|恒?)成立|[是为]?(?:对|错)的|有误)",
    re.IGNORECASE,
)
"""Right behind an equation that is called one: it is claimed, or denied, and not to be solved."""

TAKEN_FROM = wording(r"(?:^|[\s,，.。])(?:from|by)\s*$|(?:^|[，。\s])由\s*$", re.IGNORECASE)
"""Right before what something is said to be got from."""

SETS = wording(
    r"\b(?:set(?:ting)?|put(?:ting)?|requir(?:e|ing)|equat(?:e|ing))\b[^.;]*\bto (?:zero|0)\b|令[^。；]{0,12}(?:为|等于)\s*[零0]",
    re.IGNORECASE,
)
"""`Setting the derivative to zero` poses an equation."""

SETTING = wording(r"\b(?:setting|requiring|demanding|we set|we require|equating)\s*$|(?:令|要求)\s*$", re.IGNORECASE)
"""Right before an equation that is posed, where it gives no name a value."""

_KIND = r"(?:(?:real|complex|positive|negative|integer|only|unique|two|both|three|exact|general|distinct|following) )*"
_SOLUTIONS = rf"{_KIND}(?:solutions?(?: sets?)?|roots?|zeros?)"

OF_THIS = wording(
    rf"\b(?:the |its |whose |all |all the |both )+{_SOLUTIONS} (?:of|to)(?: the| this)?"
    rf"(?: {_KIND}(?:equations?|system|polynomial))?\s*$",
    re.IGNORECASE,
)
"""Before an equation of which the solutions are spoken: `the roots of $x^2 = 4$ are`."""

ARE = wording(r"^\s*(?:is|are)(?: (?:exactly|just|only|given by|precisely))?\s*:?\s*$", re.IGNORECASE)

HAS = wording(
    rf"^\s*(?:has|have) (?:the |exactly |only |just |precisely |two |three |a unique |one )*{_SOLUTIONS}"
    r"(?: which (?:is|are)| namely|,)*\s*:?\s*$|"
    r"^\s*(?:的(?:所有|全部|实|两个|唯一)*(?:解集?|根)(?:分别)?(?:就)?(?:为|是)|"
    r"[只仅]?有(?:且仅有)?(?:唯一|两个?|三个?)?(?:不同|不等|实)?的?(?:解|根))\s*[:：]?\s*$",
    re.IGNORECASE,
)
"""Between an equation and all of its solutions."""

SOLUTIONS_ARE = wording(
    rf"\b(?:the |its |whose |all |both |two |so )+{_SOLUTIONS}(?: (?:of|to) (?:the|this) (?:equation|system))?"
    r"(?: (?:is|are|set is)(?: (?:therefore|thus|then|hence|exactly|only|given by))?|:)\s*:?\s*$|"
    r"(?:方程|其|所以|因此|故|则|，|。|^|,)\s*的?(?:所有|全部|实|两个|唯一)*(?:解集?|根)(?:分别)?(?:为|是|：|:)\s*$",
    re.IGNORECASE,
)
"""Before all solutions of the equation that was posed."""

ROOTS = wording(r"roots?|zeros?|根", re.IGNORECASE)
"""Of the last equation that was written, not of the one that was posed, where these differ."""

ONE_SOLUTION = wording(
    r"^\s*(?:has|have) (?:a|an|one|another) (?:\w+ )?(?:solution|root|zero)s?(?: at)?\s*:?\s*$|"
    r"^\s*有(?:一个?|个)(?:解|根)(?:为|是)?\s*$",
    re.IGNORECASE,
)
"""Between an equation and one of its solutions."""

ENDS_PROBLEM = wording(
    r"\b(?:theorem|lemma|proposition|corollary|exercise|problem|question|example|task|in general|more generally|identity|"
    r"for (?:all|every|any|arbitrary)|turn(?:ing)? (?:now )?to|moving on|unrelated|separately)\b|"
    r"定理|引理|命题|推论|练习|习题|例\s*\d|问题|一般地|恒等式|对(?:任意|所有|一切|每个)|任意|任取|另外|转而",
    re.IGNORECASE,
)
"""Between two formulas: the equation that was posed is spoken of no longer."""

CONTINUES_SECTION = wording(
    r"^(?:solutions?|answers?|解答?|解法|答案?|解题过程)\b|^(?:解答?|解法|答案?|解题过程)$", re.IGNORECASE
)
"""Headings of sections that go on with the section before them."""
