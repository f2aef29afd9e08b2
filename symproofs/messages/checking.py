"""What is said of a document and of its steps: by the reader of documents, by the judge, by the search for proofs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CHECKING: Final[Mapping[str, str]] = {
    "{}; {}": "{}；{}",
    "{}, {}": "{}，{}",
    "{} = {}": "{} = {}",
    # documents
    "no formula here relates anything": "这里没有任何表示关系的公式",
    "this formula could not be read": "这个公式未能读出",
    "this step is empty": "这一步是空的",
    "this step relates nothing: it is an expression or words": "这一步没有关系符：只是表达式或文字",
    "this heading names {} sections of the documents: {}": "文档里有 {} 节符合这个标题：{}",
    "this heading names no section of the documents: {}": "文档里没有这个标题所说的一节：{}",
    "sections are: {}": "文档各节为：{}",
    "none": "无",
    "{} may be another number for every {}": "每个 {1} 可以有不同的 {0}",
    "what the text says of {} is not understood": "不明白文中关于 {} 的说法",
    "{} may depend on {}, which tends to a limit here": "{} 可能依赖于 {}，而后者在这里趋于极限",
    "what the text says of {} is not understood: {}": "不明白文中关于 {} 的说法：{}",
    "what is assumed of {} with {} does not say whether it holds for every {}":
        "关于 {0} 的假设含有 {1}，没有说明是否对每个 {2} 都成立",
    "nothing says which of the names like it {} is": "没有说明 {} 是同类名称中的哪一个",
    "something is said here only under a condition, or taken back": "这里的话是有条件的，或后来又收回",
    "the words \"{}\" change what is said here, and are not understood": "“{}”改变了这里的意思，而没有读懂",
    "{} is some value here, and was another one before": "{} 在这里是某个值，前面是另一个值",
    "the condition beside this claim is the claim itself": "所附的条件就是结论本身",
    # verdicts
    "a definition": "定义",
    "a hypothesis": "假设",
    "a goal": "待证",
    "a declaration": "声明",
    "said before": "前文已述",
    "not read": "未能读出",
    "the formula could not be read": "这个公式未能读出",
    "the two sides differ": "两边不相等",
    "the relation fails": "这个关系不成立",
    "the statement fails": "这个命题不成立",
    "holds where the condition does, which nothing here states": "在所列条件下成立，而文中没有说明这个条件",
    "this is defined nowhere: the condition that it asks for never holds here":
        "这个式子处处没有定义：它所要求的条件在这里从不成立",
    "this is claimed for all values, but for some of them it is not defined":
        "结论是对所有取值说的，但对其中一些取值没有定义",
    "this is claimed for all values, but it is not known to be defined for all of them":
        "结论是对所有取值说的，但不知道它是否对所有取值都有定义",
    "fails as it stands, but a hypothesis or definition in force here could not be read":
        "照现在这样不成立，但有一条有效的假设或定义未能读出",
    "no values are known at which the hypotheses hold and both sides are defined": "没有找到使假设成立且两边都有定义的取值",
    "no values were found that meet all hypotheses in force here; they may contradict each other":
        "没有找到满足这里全部假设的取值；这些假设可能互相矛盾",
    "the proof uses an axiom that is not permitted: {}": "证明用到了不允许的公理：{}",
    "the time for all steps was used up before this one": "轮到这一步之前，总时间已经用完",
    "not finished within {} seconds": "{} 秒内没有完成",
    "this step needs more memory than there is": "这一步需要的内存超过现有内存",
    "the process that worked on it died": "处理这一步的进程意外终止",
    "a fault of this program: {}: {}": "程序自身的错误：{}: {}",
    # limits and approximations
    "≈ says nothing exact: no regime is declared in which the two sides approach each other":
        "≈ 没有确切含义：没有说明两边在什么极限下趋于相等",
    "exactly, the left side is {}": "左边的精确值是 {}",
    "exactly, {}": "精确地，{}",
    "it would hold under {}": "在 {} 之下成立",
    "in this regime the left side tends to {}": "在这个极限下左边趋于 {}",
    "{}, where {}": "{}，其中 {}",
    "the limit is not decided: {}": "极限未能判定：{}",
    "no limit was found": "没有找到极限",
    # what was tried
    "proving: {}": "证明：{}",
    "refuting: {}": "反驳：{}",
    "no proof tree was found": "没有找到证明",
    "a link was not proved": "有一步没有得到证明",
    "the links do not lead from one side to the other": "各步没有从一边连到另一边",
    "no attempt applies": "没有适用的方法",
    "the steps or the time allowed are used up": "允许的步数或时间已经用完",
    "the terms are nested too deeply": "式子嵌套太深",
    "the sides differ in shape: {} and {}": "两边形状不同：{} 和 {}",
    "relations {} are not proved yet": "还不能证明关系 {}",
    "what is left to show is no simpler than the claim": "剩下要证的并不比结论简单",
    "it is not defined for all values that it speaks of": "它并非对所说的所有取值都有定义",
    "the kernel rejects the proof tree": "内核没有接受找到的证明",
    "the proof is one for fixed values": "证明只对取定的值成立",
    "{} were taken for fixed and vary here": "{} 被当作取定的，在这里却是变动的",
    "the search made a term that is ill-typed: {}": "搜索得到了类型不合的式子：{}",
    "the search made something that cannot be: {}: {}": "搜索得到了不可能的结果：{}: {}",
    "in an expectation, a variance or a covariance nothing is declared random": "期望、方差或协方差中没有声明为随机的量",
    "hypothesis {} equates something random with something that is not declared random":
        "假设 {} 把随机的量与没有声明为随机的量写成相等",
    "both sides agree at each of {} assignments that were compared": "在比较过的 {} 组取值处两边都相等",
    "at {} assignments that meet the hypotheses no two values could be compared":
        "在满足假设的 {} 组取值处，两边的值都无法比较",
    "none of {} assignments is known to meet the hypotheses": "试过的 {} 组取值中没有已知满足假设的",
    "nothing was evaluated": "没有计算任何取值",
    "the hypotheses are assumed to be contradicted": "这里的假设是用来导出矛盾的",
    "this does not follow from what is supposed, which real numbers {} can meet; what follows is {}": (
        "这不能由所假设的推出：{} 取实数时可以满足这些假设；能推出的是 {}"
    ),
    "what is supposed contradicts itself, so this follows as anything does; no other reason was found": (
        "所假设的自相矛盾，由此什么都能推出；没有找到别的理由"
    ),
    "the sides differ at values for which not every hypothesis could be shown":
        "在一些取值处两边不同，但那里未能确认所有假设都成立",
    "one side is undefined where the other is not": "一边没有定义而另一边有定义",
}  # fmt: skip
