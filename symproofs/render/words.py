"""Fixed words of rendered derivations, in English and Chinese. Adding a word is adding a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from symproofs.derivation.document import Language
from symproofs.derivation.verdict import Cause
from symproofs.records import record


@record
class Words:
    en: str
    zh: str

    def say(self, language: Language) -> str:
        return self.zh if language == "zh" else self.en


WORDS: Final[Mapping[str, Words]] = {
    "title": Words("Checked derivation", "经检验的推导"),
    "theorem": Words("Theorem", "定理"),
    "refuted claim": Words("Claim, refuted", "断言（已否定）"),
    "open claim": Words("Claim, not proved", "断言（未证明）"),
    "proof": Words("Proof", "证明"),
    "not stated": Words(" (needed, and not stated)", "（需要，但没有写明）"),
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
    "counterexample to it": Words("It fails, for example, at", "反例"),
    "argument fails": Words(
        "This argument does not hold: it rests on step {}, which is false. ", "这个论证不成立：它依赖的第 {} 步是错误的。"
    ),
    "conclusion holds": Words(
        "Its conclusion is true all the same; here is a proof that works.", "它的结论仍然正确，下面给出另一个成立的证明。"
    ),
    "conclusion fails": Words("Its conclusion is false, too.", "它的结论也是错误的。"),
    "conclusion open": Words(
        "Whether its conclusion is true is not decided here: the document does not establish it.",
        "它的结论是否正确，这里未能判定：本文没有证明它。",
    ),
    "conclusion": Words("The conclusion", "结论"),
    "from": Words("from {}", "由 {}"),
    "suppose": Words("suppose", "假设"),
    "case": Words("in the case", "情形"),
    "contradiction": Words("a contradiction", "矛盾"),
    "semicolon": Words("; ", "；"),
    "left side": Words("left side", "左边"),
    "right side": Words("right side", "右边"),
    "detail": Words("Step ({}) in elementary steps", "第 ({}) 步的细节"),
    "rests on": Words("What this rests on", "推导的依据"),
    "notation": Words("Notation", "记号"),
    "let": Words("Let", "设"),
    "step": Words("Step ({})", "第 ({}) 步"),
    "givens": Words("Givens", "已知条件"),
    "taken": Words("Taken over without proof", "未加证明而采用"),
    "assumed": Words("Sort or shape assumed by reading", "读取时推定了类型的名称"),
    "real": Words("taken as real numbers, since nothing says otherwise", "文中没有说明，按实数处理"),
    "logistic": Words("taken as the logistic function, since nothing says otherwise", "文中没有说明，按 logistic 函数处理"),
    "axioms": Words("Axioms", "公理"),
    "axioms used": Words("axioms", "公理"),
    "given here": Words("givens", "已知条件"),
    "no axioms": Words("none beyond the laws of the kernel", "除内核的定律外没有"),
    "summary": Words("Verdicts", "结论汇总"),
    "faults": Words("Beside the steps", "步骤之外的问题"),
    "marks": Words("Marks", "标记"),
    "where": Words("where", "其中"),
    "hypotheses": Words("Hypotheses", "假设"),
    "comma": Words(", ", "，"),
    "listed": Words(", ", "、"),
    "inferred": Words("inferred from use", "由用法推出"),
    "taken as": Words("assumed", "默认"),
    # the report at a terminal
    "total": Words("summary", "汇总"),
    "no steps": Words("no steps were found", "没有找到任何步骤"),
    "beside": Words("{} beside the steps", "步骤之外另有 {}"),
    "error in text": Words("{} error", "{} 处错误"),
    "errors in text": Words("{} errors", "{} 处错误"),
    "warning in text": Words("{} warning", "{} 处警告"),
    "warnings in text": Words("{} warnings", "{} 处警告"),
    "rests": Words("rests on", "依据"),
    "taken as role": Words("taken as {}", "作为{}采用"),
    "condition": Words("condition", "条件"),
    "at": Words("at", "取"),
    "cause": Words("cause", "原因"),
    "read as": Words("read as", "读作"),
    "help": Words("help", "提示"),
}

SEVERITIES: Final[Mapping[str, Words]] = {
    "error": Words("error", "错误"),
    "warning": Words("warning", "警告"),
    "note": Words("note", "注意"),
}

OUTCOMES: Final[Mapping[str, Words]] = {
    "proved": Words("proved", "已证明"),
    "proved-provided": Words("proved-provided", "有条件证明"),
    "refuted": Words("refuted", "已否定"),
    "undecided": Words("undecided", "未判定"),
    "unread": Words("unread", "未读出"),
    "given": Words("given", "给定"),
    "error": Words("error", "程序错误"),
}
"""Verdicts in the report at a terminal: in English the words of the interface."""

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
    Cause.FRAGMENT: Words("outside what is decided", "超出能够判定的范围"),
    Cause.BUDGET: Words("the time ran out", "时间用尽"),
    Cause.REGIME: Words("no limit is declared in which this is meant", "没有说明这是在什么极限下说的"),
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
