"""Words with which a text leaves what it supposed, or speaks of every value of a letter: one table, English and Chinese.

What they are taken for stands in `scopes.py` (what ends) and `quantified.py` (letters that stand for everything).
"""

from __future__ import annotations

import re

from symproofs.read.wording import wording

_NUMBER = r"(?:\d+(?:\.\d+)*|[A-Z]\b|[IVX]+\b|[一二三四五六七八九十]+)"

HEAD = wording(
    rf"^[\s*_#>]*(?:(?:exercise|problem|question|task|lemma|theorem|proposition|corollary|example|conjecture|assignment|"
    rf"Ex|Prob|Thm|Prop|Lem|Cor|Q|P)s?(?:\b|(?=\d))\.?\s*(?P<en>{_NUMBER})?(?:\s*[(（][^)）]*[)）])?\s*(?:[.:*_]|$|\s)|"
    rf"(?:claim|fact|observation|remark|section)\s+(?P<own>{_NUMBER})(?:\s*[(（][^)）]*[)）])?\s*(?:[.:*_]|$|\s)|"
    rf"(?:例题?(?!如)|习题|练习题?|思考题|题目?|问题|引理|定理|命题|推论|断言|猜想)\s*(?P<zh>{_NUMBER})?"
    rf"\s*(?:[(（][^)）]*[)）])?\s*(?:[.．。：:、*_\s]|$)|第\s*(?P<nth>{_NUMBER})\s*题)",
    re.IGNORECASE,
)
"""At the beginning of a block: a new exercise, lemma, example. What was supposed in the one before ends."""

LABEL = wording(
    r"^[\s*_>]*(?:[(（]\s*(?P<a>[a-h]|[ivx]{1,4}|\d{1,2}|[一二三四五六七八九十])\s*[)）]|(?P<b>[a-h]|\d{1,2})\s*[)）]|"
    r"(?P<c>\d{1,2})\s*(?:[.．](?!\d)|、)|(?P<d>[①-⑩])|(?P<e>[一二三四五六七八九十])\s*、|"
    r"part\s+[(（]?(?P<f>[a-h]|[ivx]{1,4}|\d{1,2})\b[)）]?|"
    r"第\s*[(（]?\s*(?P<g>\d{1,2}|[一二三四五六七八九十])\s*[)）]?\s*(?:小?问|小题|部分))",
    re.IGNORECASE,
)
"""At the beginning of a block: an item with a number or a letter."""

STEP_LABEL = wording(r"^[\s*_>]*\d{1,2}\s*(?:[.．](?!\d)|、)")
"""At the beginning of a block: an item that may be a step of a derivation as well as a part of an exercise."""

SAME_AGAIN = wording(
    r"\b(?:(?:same|above|previous|preceding|earlier|these|those|this) (?:assumptions?|hypothes[ie]s|conditions?|suppositions?|"
    r"settings?|notations?|situations?)|(?:as|like) (?:in|under|before)\b|again|still|keep(?:ing)?|continu(?:e|ing))|"
    r"同[样上]|沿用|上述|此条件|仍|继续|[这该此]时|同一",
    re.IGNORECASE,
)
"""In an item that takes over what the one before supposed."""

LASTS = wording(
    r"\b(?:throughout|henceforth|from now on|from here on|from this point|for the rest|in (?:the|all that) follow(?:ing|s)|"
    r"in what follows|once and for all|always assume|we (?:shall |will )?always|standing assumption)\b|"
    r"始终|全文|通篇|本[节文章]中|以下(?:恒|总|都|均|始终)|下文(?:中)?(?:恒|总|都|均)|从现在起|今后|恒设|总设|总假[设定]",
    re.IGNORECASE,
)
"""What is supposed holds for all that follows."""

TURNS = wording(
    r"\b(?:conversely|the converse|converse\s*[.:*]|reciprocally|vice versa|(?:other|reverse|backward|opposite|converse|second|"
    r"remaining) (?:direction|implication|inclusion)|other way (?:a)?round|(?:for|to (?:prove|show)|we (?:prove|show)) "
    r"(?:the )?(?:necessity|sufficiency)|(?:necessity|sufficiency)\W*[.:]|"
    r"if part|only if\s*[:.*])|[\"“'(（*]only if[\"”')）*.:]|"
    r"反之|反过来|反向|逆命题|必要性|充分性|逆否|另一个?方向|相反(?:的)?方向",
    re.IGNORECASE,
)
"""The text turns to the other half of an equivalence."""

TURNS_WITH_A_SUPPOSITION = wording(r"\b(?:on the other hand|instead|in contrast)\b|另一方面|相反|改设", re.IGNORECASE)
"""The same, where something else is supposed right behind it."""

ARROW = wording(
    r"^\s*[(（]?\s*\\?(?:Leftarrow|Rightarrow|implies|impliedby|Longleftarrow|Longrightarrow|⇐|⇒|⟸|⟹)\s*[)）]?\s*:?\s*$"
)
"""A formula that only says which half of an equivalence comes."""

ARROW_IN_PROSE = wording(
    r"^[\s*_]*[(（\"“]?\s*(?:⇐|⇒|⟸|⟹|<=|=>|\\(?:Leftarrow|Rightarrow|implies|impliedby)\b)\s*[)）\"”]?\s*[*_]*\s*[:.]?"
)
"""The same in the words at the beginning of a block, or behind the end of a sentence."""

ORDINAL_CASE = wording(
    r"(?:^|[.;:。；\n])[\s*_]*(?:the )?(?:first|second|third|fourth|last|final|other|remaining) case\b|"
    r"第[一二三四五]种?情[形况]",
    re.IGNORECASE,
)

AFTER_CASES = wording(
    r"^[\s*_]*(?:so|hence|therefore|thus|consequently|accordingly|overall|altogether|all in all|to summari[sz]e|to sum up|"
    r"in (?:summary|sum|conclusion|total)|in (?:any|all|both|each|every|either)\b[^,.]{0,12}\bcases?|either way|finally|now|"
    r"we (?:conclude|have (?:shown|proved|proven|seen))|it follows|"
    r"this (?:proves|shows|completes|covers|finishes|establishes|means|implies)|these cases|(?:since|as) the(?:se|y)|"
    r"combining|putting|taking|together|collecting|summing up|we see|we get|we obtain|from (?:both|all|the|these))\b|"
    r"^[\s*_]*(?:所以|因此|综上|综合|故|于是|从而|由此|可见|总之|总而言之|合起来|合并|这[就便样]|无论|不论|不管|在[所两各每任]|[两各每]种|"
    r"以上|由[以上]|最后|最终|因而|得到)",
    re.IGNORECASE,
)
"""At the beginning of a block behind the last case: what follows is said of all of them."""

EVERY_CASE = wording(
    r"\b(?:in|for|under|from|combining) (?:both|all|either|any|every|each|the (?:two|three|four))(?: of)?(?: the| these)?"
    r"(?: (?:two|three|four))? cases?\b|"
    r"\beither way\b|\b(?:combining|putting|taking) (?:the|these|both|all)(?: (?:two|three))? cases\b|\bcases together\b|"
    r"\bin (?:summary|conclusion)\b|\baltogether\b|"
    r"综上|总之|综合(?:以上|上述|这|两)|(?:无论|不管|不论)(?:是)?哪[一种]|(?:[两三各每]种|所有|任何|各)情[形况]",
    re.IGNORECASE,
)
"""In a sentence that is said of all cases."""

SIGNS_OF_NUMBERS = (
    r"(?:negative|non-?negative|positive|non-?positive|non-?zero|complex|imaginary|irrational|non-?integer|odd|even|zero|"
    r"other|remaining|larger|smaller|singular|asymmetric|non-?symmetric)"
)

ELSEWHERE = wording(
    r"(?<!suppose )(?<!assume )(?<!unless )(?<!supposing )(?<!assuming )(?<!stated )(?<!specified )(?<!noted )(?<!said )"
    r"(?<!mentioned )(?<![(])\botherwise\b(?! (?:stated|specified|noted|said|mentioned|known)|"
    r"[^.;:]*\b(?:nothing|trivial(?:ly)?|done|clear|obvious)\b)|"
    r"(?:^|[.;:,\n]|\bor)\s*else\b|\bif not\s*,|"
    r"\b(?:if|when(?:ever)?|where|unless) (?:this|that|it|the (?:\w+ )?(?:condition|assumption|hypothesis|supposition)) "
    r"(?:is(?: not|n['’]t)|does(?: not|n['’]t)|fails|holds not|is violated)\b|"
    r"\b(?:in|for|under) (?:(?:all|any|every|each) )?(?:of )?(?:the )?(?:others?|remaining|opposite|contrary|rest of the) "
    r"(?:cases?|situations?|circumstances|values?|numbers?|choices?|ones|signs?|regions?|ranges?|\ufffc)|"
    r"\bthe (?:other|remaining) cases\b|"
    r"\bon the rest\b|\belsewhere\b|"
    r"其[他它余](?:的)?(?:各种)?(?:情[形况]|场合|的?值|时候|[实整复]?数)|(?:剩下|余下|别)的(?:情[形况]|场合|值|[实整复]?数)|"
    r"(?:否则|不然)(?![^，。；]{0,8}(?:无需|不必|显然|平凡|没有什么|已))|"
    r"若非如此|除此[以之]外|(?:若|如果|当)(?:不是|并非)(?:这样|如此)|"
    r"(?:不|并不|未)(?:再)?(?:满足|符合)(?:这一?个?|此|该|上述|以上)?(?:条件|假设|要求)|(?:这一?个?|此|该|上述)(?:条件|假设)不(?:成立|满足)",
    re.IGNORECASE,
)
"""Around what is said where what was supposed does not hold: nothing of it is meant there."""

OF_OTHER_NUMBERS = wording(
    rf"\b(?:for|of|to|with|when|if) (?:(?:all|any|every|each|the|an?) )?{SIGNS_OF_NUMBERS} (?:real |complex )?"
    r"(?:numbers?|values?|ones?|reals?|arguments?|integers?|inputs?|entries|matri(?:x|ces))\b(?!\s*\ufffc)|"
    r"(?:对于?|在|当[^，。]{0,4}[为是])(?:所有|任意|一切|全体|全部)?的?(?:负|正|非负|非正|非零|复|虚|无理|奇|偶|其[他它余]的?)(?:实|整)?数"
    r"(?!\s*\ufffc)|对零(?:也|同样|仍|亦)",
    re.IGNORECASE,
)
"""In a sentence that is said of numbers of another kind than was supposed, without a letter for them."""

HOLDS_THERE = wording(
    r"\b(?:same|also|too|likewise|true|holds?|valid|conclusions?|results?|argument|again|still|remains?|now|cases?|consider|"
    r"turn)\b|"
    r"成立|也|同样|仍|亦|结论|现在|考虑|转",
    re.IGNORECASE,
)
"""Of such a sentence without a formula: the next one is said of these numbers, too."""

ADDS = wording(
    r"\b(?:further|furthermore|moreover|also|in addition|additionally|besides|as well|too|still|again|likewise)\b|"
    r"又|再|还|进一步|此外|另外|并|同时|仍|且|另(?=[设假])",
    re.IGNORECASE,
)
"""In a sentence whose supposition comes to those before."""

SPECIAL = wording(r"\b(?:without loss of generality|wlog|may assume|can assume)\b|不失一般性|不妨", re.IGNORECASE)

IN_GENERAL = wording(
    r"\b(?:in general|generally(?! speaking)|more generally|in the general case|the general (?:case|statement|claim|result|"
    r"formula)|in full generality|without (?:any )?(?:further )?(?:restrictions?|assumptions?|conditions?)|"
    r"for general\b)|一般地|一般来说|一般而言|(?:在)?一般(?:的)?(?:情形|情况)|(?:对|对于|考虑|回到)一般|普遍成立",
    re.IGNORECASE,
)
"""A sentence that is said without what was supposed."""

BY_INDUCTION = wording(r"\b(?:induction\b(?! (?:hypothesis|step|base))|inductively)|归纳(?!假设|步|基础)", re.IGNORECASE)
"""A sentence that is said of every value of a number, by induction."""

PROOF = wording(
    r"(?:^|\n|[.。;；])[\s*_#>]*(?:(?:proof|solution)\b(?:[^.:\n]{0,30})[*_]*\s*[.:]|(?:证明?|解答?)\s*[*_]*\s*[:：。.])",
    re.IGNORECASE,
)
"""A proof begins."""

SIMILARLY = wording(
    r"\b(?:is|are|follows|works|can be (?:treated|handled)|goes) (?:\w+ )?"
    r"(?:similar(?:ly)?|analogous(?:ly)?|the same|likewise)\b|"
    r"\b(?:similarly|likewise|analogously|the same (?:holds|is true|argument works)) (?:for|if|when|in)\b|同理|类似|同样",
    re.IGNORECASE,
)
"""In a sentence that names a case which is like the one before: that one is no longer meant."""

FOR_A_WHILE = wording(
    r"\b(?:(?:special|particular) (?:cases?|values?)|for (?:now|the moment|the time being))\b|特殊(?:情[形况]|值)|特例|暂时",
    re.IGNORECASE,
)
"""Around what is supposed for a while only."""

PASSES = wording(r"(?:\b(?:as|when(?:ever)?|if|let|letting|limit|taking|sending|for|while|where)|[当令设若])\s*$", re.IGNORECASE)
"""Right before where a passage to the limit goes."""

REMARK = wording(
    r"^[\s*_#>]*(?:(?:remarks?|notes?|observations?|comments?)\s*\d*\s*[*_.:]|注(?:记|意|释)?\s*\d*\s*[*_.:：。]|备注|评注|now\b|现在)",
    re.IGNORECASE,
)
"""At the beginning of a block: the text is done with what was supposed for a while."""

BEFORE_EVERYTHING = wording(
    r"\b(?:all|every|each|any|arbitrary|general)\b(?:[\s-]+\w+){0,4}\s*$|"
    r"\bfor (?:real|complex|integer|natural|rational|reals?|real numbers?|integers?|real[- ]valued|square)(?: \w+)?\s*$|"
    r"\bidentically (?:in|for)\s*$|"
    r"\b(?:whatever|no matter (?:what|which|how)|regardless of|irrespective of|independent(?:ly)? of)\b"
    r"(?: (?:the|values?|choice|sign|of|real|number))*\s*$|"
    r"(?:任[意何一给取]|所有|一切|全体|每[一个]*|凡|无论|不论|不管|对一般)的?[\u3400-\u9fff]{0,8}?\s*$|"
    r"对于?(?:实数|复数|整数|自然数|有理数|矩阵|方阵|向量)\s*$",
    re.IGNORECASE,
)
"""Right before a letter that stands for everything of its kind."""

WHATEVER = wording(
    r"\b(?:whatever|no matter|regardless|irrespective|independent(?:ly)?)\b(?:\s+\w+){0,4}\s*$|"
    r"(?:无论|不论|不管)[\u3400-\u9fff]{0,8}\s*$",
    re.IGNORECASE,
)
"""Before a letter of which nothing is taken back that a section above says: `whatever $λ$ is`, where its setting says λ > 0."""

NOT_EVERYTHING = wording(
    r"\b(?:such|these|those|above|given|of this|of these|this|both|at all|same)\b|这样|上述|该|此类|这些|满足|以上", re.IGNORECASE
)
"""Among these words: what was supposed is meant."""

OF_SOME_SIZE = wording(
    r"^\s*(?:(?:real|complex|square)\s+)*(?:matri(?:x|ces)|vectors?)\s*$|^\s*(?:阶|维|元)[\u3400-\u9fff]{0,6}\s*$", re.IGNORECASE
)
"""Between sizes and the letter that is of them: `every $n \\times n$ matrix $A$`."""

BEHIND_EVERYTHING = wording(
    r"^\s*(?:(?:is|was|were|are|being)\s+(?:chosen |taken )?(?:arbitrary|arbitrarily|any)|(?:may|can) be (?:arbitrary|any))\b|"
    r"^\s*(?:是|为)?任意(?:的|选取|取|$|[，。,])|^\s*的任意性|^\s*(?:取|为)(?:任?何|任意)(?:实数)?值?",
    re.IGNORECASE,
)
"""Right behind such a letter."""

OF_ALL_NUMBERS = wording(
    r"\b(?:for|of|on|over) (?:all|every|each|any|arbitrary) (?:of )?(?:the )?(?:real |complex |square )?"
    r"(?:reals?|numbers?|values?|matri(?:x|ces)|vectors?|integers?)\b(?!\s*\ufffc)|\b(?:on|over) (?:all of|the whole of) \ufffc|"
    r"对(?:于)?(?:所有|任意|一切|任何|全体)的?(?:实数|复数|整数|矩阵|取值|值|数)(?!\s*\ufffc)|在(?:整个|全体)[^，。]{0,4}上",
    re.IGNORECASE,
)
"""In a sentence that is said of everything, without a letter."""

A_SET = wording(r"\b(?:integers?|natural numbers?|naturals)\b|\\mathbb\s*\{?\s*[NZ]\b|整数|自然数", re.IGNORECASE)
"""In a sentence that says which whole numbers a letter stands for: `let n ≥ 1 be an integer`."""

RIGHT_BEFORE_A_SET = wording(r"(?:\bfor|对于?)\s*$", re.IGNORECASE)
"""Right before a letter and the set that it runs over."""

INLINE_HEAD = wording(r"[.。;；]\s*([*_]{1,2}[^*_\n]{1,40}[*_]{1,2}[^*_]*)$")
"""`**Example.**` behind a sentence."""

EXAMPLE_HEAD = wording(r"^[\s*_#>]*(?:example|Ex\b|例)", re.IGNORECASE)

FIRST_LABELS = frozenset(["1", "a", "A", "i", "I", "一", "①"])
"""The labels of a first item."""
