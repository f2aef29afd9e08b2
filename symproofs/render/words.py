"""Fixed words of rendered derivations, in English and Chinese. Adding a word is adding a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from symproofs.derivation.document import Language
from symproofs.derivation.verdict import Cause


@dataclass(frozen=True, slots=True)
class Words:
    en: str
    zh: str

    def say(self, language: Language) -> str:
        return self.zh if language == "zh" else self.en


WORDS: Final[Mapping[str, Words]] = {
    "title": Words("Checked derivation", "经检验的推导"),
    "theorem": Words("Theorem", "定理"),
    "proof": Words("Proof", "证明"),
    "provided": Words("provided", "前提是"),
    "fails": Words("does not hold", "不成立"),
    "shapes": Words("shapes do not fit", "形状不相容"),
    "undefined": Words("not defined", "没有定义"),
    "undecided": Words("undecided", "未能判定"),
    "unread": Words("not read", "未能读出"),
    "error": Words("a fault of this program", "程序自身的错误"),
    "proved": Words("proved", "已证明"),
    "and": Words("; ", "；"),
    "colon": Words(": ", "："),
    "stop": Words(".", "。"),
    "counterexample": Words("Step ({}) does not hold. It fails, for example, at", "第 ({}) 步不成立，反例"),
    "left side": Words("left side", "左边"),
    "right side": Words("right side", "右边"),
    "detail": Words("Step ({}) in elementary steps", "第 ({}) 步的细节"),
    "rests on": Words("What this rests on", "推导的依据"),
    "notation": Words("Notation", "记号"),
    "givens": Words("Givens", "已知条件"),
    "taken": Words("Taken over from the document without proof", "取自文档，未加证明"),
    "assumed": Words("Sort or shape assumed by reading", "读取时推定类型的名称"),
    "axioms": Words("Axioms", "公理"),
    "no axioms": Words("none beyond the laws of the kernel", "除内核的定律外没有"),
    "summary": Words("Verdicts", "结论汇总"),
    "marks": Words("Marks", "标记"),
    "where": Words("where", "其中"),
    "hypotheses": Words("Hypotheses", "假设"),
    "inferred": Words("inferred from use", "由用法推出"),
    "taken as": Words("assumed", "默认"),
}

ROLES: Final[Mapping[str, Words]] = {
    "claim": Words("given", "已知"),
    "definition": Words("definition", "定义"),
    "hypothesis": Words("assumption", "假设"),
    "goal": Words("to be shown", "待证"),
    "declaration": Words("declaration", "声明"),
    "recall": Words("said before", "前文已述"),
    "unread": Words("not read", "未能读出"),
}

CAUSES: Final[Mapping[Cause, Words]] = {
    Cause.FRAGMENT: Words("outside what is decided", "超出可判定的范围"),
    Cause.BUDGET: Words("the time ran out", "时间用尽"),
    Cause.REGIME: Words("no regime is declared for ≈", "没有说明 ≈ 在什么极限下成立"),
    Cause.HYPOTHESES: Words("no values are known that meet the hypotheses", "没有找到满足假设的取值"),
    Cause.READING: Words("depends on a doubtful or unread formula", "依赖于读法存疑或未能读出的公式"),
}

VERDICTS: Final[Mapping[str, Words]] = {
    "proved": Words("proved", "已证明"),
    "proved-provided": Words("proved under a condition", "在所列条件下成立"),
    "refuted": Words("refuted", "已否定"),
    "undecided": Words("undecided", "未判定"),
    "unread": Words("not read", "未读出"),
    "given": Words("given", "给定"),
    "error": Words("fault of this program", "程序错误"),
}

PROPERTIES: Final[Mapping[str, Words]] = {
    "permutation": Words("a permutation matrix", "置换矩阵"),
    "orthogonal": Words("orthogonal", "正交"),
    "symmetric": Words("symmetric", "对称"),
    "invertible": Words("invertible", "可逆"),
    "positive_definite": Words("positive definite", "正定"),
    "diagonal": Words("diagonal", "对角"),
    "positive": Words("positive", "为正"),
    "nonnegative": Words("not negative", "非负"),
    "negative": Words("negative", "为负"),
    "nonzero": Words("not zero", "非零"),
    "size": Words("a size", "维数"),
    "random": Words("random", "随机"),
    "integrable": Words("integrable", "可积"),
    "row_bias": Words("added to every row", "加到每一行"),
}


def say(key: str, language: Language, detail: object = "") -> str:
    return WORDS[key].say(language).replace("{}", str(detail))
