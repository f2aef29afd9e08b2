"""What may stand behind a noun that says what a symbol is: `a permutation matrix of order …`, not `a permutation matrix plus …`.

A noun is taken for a symbol only where the rest of its clause leaves it what it says. What may begin that rest is a table,
and so are the words that alter a thing (`scaled by 2`, `up to sign`, `的两倍`): what stands in neither begins nothing that is
understood, and then the noun is not taken.
"""

from __future__ import annotations

import re

from symproofs.read.phrases import CLAUSE_END, NOUNS, SENTENCE_END
from symproofs.read.wording import wording

ALTERS = wording(
    r"\b(?:plus|minus|times|twice|half|thrice|multipl\w+|multiples?|scal(?:ed|ing|es?)|re-?scaled|doubl\w+|tripl\w+|"
    r"halv\w+|divided|"
    r"shift(?:ed|s|ing)?|perturb\w*|nois[ey]\w*|corrupt\w*|chang\w+|modif\w+|alter\w+|replac\w+|remov\w+|delet\w+|dropp\w+|"
    r"truncat\w+|round(?:ed|ing)|clipp\w+|flipp\w+|negated|negation|set to|up to|except|apart from|but for|save for|"
    r"outside|aside from|"
    r"modulo|mod|respect to|in sign|signs?|signed|sums?|differences?|combinations?|averages?|on average|in expectation|"
    r"in distribution|approximat\w+|roughly|nearly|almost|close to|similar to|about|only (?:if|when)|if|when|whenever|unless|"
    r"provided|as long as|or|relaxations?|"
    r"submatri(?:x|ces)|blocks?|minors?|part of|factors? of|square roots?|limits? of|rather than|no longer|"
    r"probability|until|maybe|perhaps|"
    r"possibly|probably|usually|typically|often|sometimes|mostly|hopefully|in general|at infinity|eventually)\b|"
    r"[加减乘除]|倍|之[和差积商一]|[和差]的|乘积|一半|噪声|扰动|误差|组合|平均|近似|几乎|大致|相差|缩放|放大|缩小|"
    r"修改|改[变动为成]|替换|"
    r"去掉|删[去除]|截断|取整|取反|部分|子[块阵式矩]|因子|平方根|极限|相似|差不多|模\s*\d|意义下|在[^，。]*下|如果|若|"
    r"当|只要|除非|或|"
    r"概率|可能|也许|大概|通常|往往|有时|一般|不再|之前|直到|其一|除[了去外]|第[一二三\d]",
    re.IGNORECASE,
)
"""Words behind a noun by which a thing is no longer what the noun says, or only a part of it, or only sometimes."""

MAY_FOLLOW = wording(
    r"\s*(?:$|[(（])|"
    r"\s*(?:and|of|with|that|which|who|whose|where|acting|so|such|representing|denoting|describing|called|known|used|having|"
    r"here|below|above|throughout|too|also|each|both|then|we|over|between|associated|corresponding|obtained|"
    r"greater|less|larger|smaller|divisible|different|distinct|not (?:all|exceeding|equal|both)|at (?:least|most)|"
    r"as (?:above|before|well|usual|in)|by (?:definition|construction|assumption|hypothesis)|respectively|again|now|"
    r"on(?=\s*$|\s+(?:the|all)\b)|in(?=\s*$|\s+(?:this|what|all|our|each|every|the (?:interval|set|space|range|following))\b)|"
    r"for(?=\s*$|\s+(?:all|any|every|each)\b)|from(?=\s*$|\s+(?:the|now|here)\b)|independent of|to be)\b|"
    r"\s*(?:且|并|及|和|与|以及|同时|又|其元素|其列|其行|则|故|于是|因此|所以|用于|用来|它|表示|代表|作用|对应|满足|"
    r"使|时|这里|下面|来|"
    r"之间|彼此|分别|都|均|不小于|不大于|不超过|大于|小于|至少|至多|介于|所|（|\()",
    re.IGNORECASE,
)
"""What may begin the rest of a clause behind a noun: it says more of the thing, or speaks of something else."""

_BEHIND_A_COMMA = wording(
    r"\s*[,，(（]\s*(?:but|only|except|apart|save|up to|possibly|perhaps|maybe|plus|minus|times|scaled|multiplied|"
    r"modulo|unless|"
    r"approximately|nearly|almost|at least (?:approximately|nearly|almost|in)|相差|除|近似|但|几乎|可能|至多差|乘|加上|减去)",
    re.IGNORECASE,
)
_CHINESE_OWNER = wording(r"\s*的(?!\s*[，。；,.;:：]|\s*$)")
_OF_NOTHING = wording(r"\s*的\s*$")
_THINGS = wording(
    r"\s*(?:matri(?:x|ces)|vectors?|numbers?|scalars?|constants?|functions?|entries|values?|矩阵|方阵|向量|阵|数|常数|标量)"
)
_LEVELS = wording(
    r"\b(?:\w+ly|almost|near|quasi|pseudo|semi|half|twice|scaled|weighted|generali[sz]ed|perturbed|noisy|block|signed|soft|"
    r"truncated|so-called|similar|relaxed|fake|broken|sub|non)[- ]+(?:an? )?$|"
    r"(?:近似|几乎|大致|准|拟|伪|半|广义|带符号|加权|扰动|所谓|类|亚|次|分块|软|松弛|两倍|倍)的?$",
    re.IGNORECASE,
)
"""Words right before a noun that make it less, or something else: `nearly orthogonal`."""


_FOR_ONE = wording(r"\s*(?:matri(?:x|ces)\s+)?for\s*$", re.IGNORECASE)
"""Behind a property of a matrix: it is said of some sizes only, `symmetric for $n = 2$`."""


def takes_all_of(text: str, end: int, *, of_matrices: bool = False) -> bool:
    """Whether what a text says behind a noun that ends at `end` leaves the thing what the noun says."""
    sentence_end = SENTENCE_END.search(text, end)
    sentence = text[end : sentence_end.start()] if sentence_end else text[end:]
    stop = CLAUSE_END.search(sentence)
    clause = sentence[: stop.start()] if stop else sentence
    if stop is None and sentence_end is None and _OF_NOTHING.match(clause):
        return False  # `置换矩阵的 $2$ 倍`
    if stop is not None and _BEHIND_A_COMMA.match(sentence, stop.start()):
        return False
    if of_matrices and sentence_end is None and _FOR_ONE.match(clause):
        return False
    remark = clause.lstrip()[:1] in ("(", "（")
    rest = _OF_NOTHING.sub("", _without_nouns(_strip_brackets(clause)))
    return ALTERS.search(rest) is None and _CHINESE_OWNER.match(rest) is None and (remark or MAY_FOLLOW.match(rest) is not None)


def is_less(before: str) -> bool:
    """Whether the words right before a noun make it less than it says: `nearly`, `近似`."""
    return _LEVELS.search(before) is not None


def _strip_brackets(clause: str) -> str:
    """The clause, brackets around a remark opened: what stands in it is said of the noun, too."""
    return re.sub(r"[()（）]", " ", clause)


def _without_nouns(rest: str) -> str:
    """The rest behind the words that only go on with the noun phrase: `positive definite` before `matrix`."""
    while True:
        nouns = (m for n in NOUNS if (m := n.pattern.match(rest, _blank(rest))) is not None)
        found = next(nouns, None) or _THINGS.match(rest)
        if found is None or not found.group(0).strip():
            break
        rest = rest[found.end() :]
    return rest


def _blank(text: str) -> int:
    return len(text) - len(text.lstrip())
