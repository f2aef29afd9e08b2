"""Reasons: the facts that a proof needed, as codes with a phrase in each language.

A row of `PHRASES` is a fact a reader would accept as the reason for a line. `{}` is filled by the
reason's detail: a name (`P`), or the label of a given equation. Adding a reason is adding a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symproofs.records import record


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact that a proof needed: `code` is a row of `PHRASES`, the rest fills it."""

    code: str
    detail: str = ""


@record
class Phrase:
    """How a fact is said: in English and in Chinese, and its rank among the reasons of one line."""

    en: str
    zh: str
    rank: int = 5


PHRASES: Mapping[str, Phrase] = {
    # what is given
    "definition": Phrase("definition of {}", "{} 的定义", 1),
    "given": Phrase("given: {}", "已知：{}", 1),
    "given_equation": Phrase("given equation {}", "已知等式 {}", 1),
    "as_written": Phrase("immediate", "直接可见", 9),
    # matrices
    "associativity": Phrase("associativity", "矩阵乘法的结合律", 6),
    "distributivity": Phrase("distributivity", "分配律", 6),
    "commutativity": Phrase("arithmetic", "数的运算律", 8),
    "transpose_of_product": Phrase("transpose of a product", "乘积的转置", 2),
    "transpose_of_sum": Phrase("transpose of a sum", "和的转置", 2),
    "transpose_twice": Phrase("(A^T)^T = A", "(A^T)^T = A", 3),
    "symmetric": Phrase("{} is symmetric", "{} 是对称矩阵", 2),
    "inverse": Phrase("A A^{-1} = I", "A A^{-1} = I", 2),
    "inverse_found": Phrase("the product is I", "乘积为 I", 2),
    "inverse_exchange": Phrase("a one-sided inverse of a square matrix is two-sided", "方阵的单侧逆是双侧逆", 2),
    "inverse_factors": Phrase("A B = I: both are invertible", "A B = I，故两者可逆", 3),
    "invertible_factors": Phrase("factors of an invertible product are invertible", "可逆乘积的因子可逆", 3),
    "invertible_update": Phrase(
        "A + UCV is invertible just if C^{-1} + V A^{-1} U is", "A + UCV 可逆当且仅当 C^{-1} + V A^{-1} U 可逆", 3
    ),
    "invertible_exchange": Phrase("I + UV is invertible just if I + VU is", "I + UV 可逆当且仅当 I + VU 可逆", 3),
    "invertible_rank_one": Phrase(
        "A + u v^T is invertible just if 1 + v^T A^{-1} u is not 0", "A + u v^T 可逆当且仅当 1 + v^T A^{-1} u 不为 0", 3
    ),
    "column_nonzero": Phrase("x^T x is not 0 for a column x that is not 0", "非零列向量 x 满足 x^T x ≠ 0", 3),
    "columns_unequal": Phrase("‖x - y‖² is not 0 for x ≠ y", "x ≠ y 时 ‖x − y‖² ≠ 0", 3),
    "cauchy_schwarz": Phrase("Cauchy–Schwarz", "柯西–施瓦茨不等式", 3),
    "cauchy_schwarz_squared": Phrase("Cauchy–Schwarz", "柯西–施瓦茨不等式", 3),
    "triangle": Phrase("triangle inequality", "三角不等式", 3),
    "diagonal_symmetric": Phrase("a diagonal matrix is symmetric", "对角矩阵是对称的", 3),
    "diagonal_commute": Phrase("diagonal matrices commute", "对角矩阵可交换", 3),
    "definite_invertible": Phrase("a positive definite matrix is invertible", "正定矩阵可逆", 3),
    "definite_symmetric": Phrase("a positive definite matrix is symmetric", "正定矩阵是对称的", 3),
    "definite_identity": Phrase("I is positive definite", "I 正定", 4),
    "definite_multiple": Phrase("a positive multiple of a positive definite matrix", "正定矩阵的正数倍正定", 4),
    "definite_sum": Phrase("a sum of positive definite matrices", "正定矩阵之和正定", 4),
    "definite_inverse": Phrase("the inverse of a positive definite matrix", "正定矩阵的逆正定", 4),
    "definite_gram": Phrase("B^T B is positive semidefinite", "B^T B 半正定", 4),
    "definite_congruence": Phrase("B^T P B is positive semidefinite", "B^T P B 半正定", 4),
    "gram_definite": Phrase("an invertible B^T B is positive definite", "可逆的 B^T B 正定", 4),
    "congruent_definite": Phrase("B^T P B is positive definite", "B^T P B 正定", 4),
    "det_product": Phrase("det(A B) = det A det B", "det(A B) = det A det B", 2),
    "det_transpose": Phrase("det A^T = det A", "det A^T = det A", 2),
    "det_multiple": Phrase("det(c A) = c^n det A", "det(c A) = c^n det A", 2),
    "det_identity": Phrase("det I = 1", "det I = 1", 3),
    "det_inverse": Phrase("det A^{-1} = 1/det A", "det A^{-1} = 1/det A", 2),
    "det_orthogonal": Phrase("the determinant of an orthogonal matrix is 1 or -1", "正交矩阵的行列式为 ±1", 2),
    "det_nonzero": Phrase("invertible just if the determinant is not 0", "可逆当且仅当行列式不为 0", 3),
    "det_exchange": Phrase("det(I + UV) = det(I + VU)", "det(I + UV) = det(I + VU)", 2),
    "det_rank_one": Phrase("det(I + u v^T) = 1 + v^T u", "det(I + u v^T) = 1 + v^T u", 2),
    "det_diagonal": Phrase("the determinant of a diagonal matrix", "对角矩阵的行列式", 2),
    "identity": Phrase("I A = A", "I A = A", 7),
    "scalar_moves": Phrase("a number moves through a product", "数可以在乘积中移动", 7),
    "permutation_orthogonal": Phrase("{0}^T {0} = I", "{0}^T {0} = I", 2),
    "permutation_reindexes": Phrase("summing over a permuted index changes nothing ({})", "对置换后的指标求和不变({})", 3),
    "permutation_entries": Phrase("{} permutes the rows", "{} 对行进行置换", 4),
    "softmax_permutation": Phrase("row-wise softmax commutes with permutations", "逐行 softmax 与置换可交换", 2),
    "softmax_rows": Phrase("row-wise softmax treats every row alike", "softmax 逐行进行", 2),
    "softmax_definition": Phrase("definition of softmax", "softmax 的定义", 3),
    "relu_entrywise": Phrase("ReLU acts entry by entry", "ReLU 逐元素作用", 2),
    "entrywise": Phrase("{} acts entry by entry", "{} 逐元素作用", 2),
    "bias_rows": Phrase("{0} 1 = 1: the bias is the same in every row", "{0} 1 = 1：每一行加的偏置相同", 2),
    "trace_cyclic": Phrase("a trace may be cycled", "迹的循环不变性", 2),
    "entries": Phrase("comparing entries", "逐元素比较", 8),
    "inner_product": Phrase("definition of the inner product", "内积的定义", 3),
    "norm": Phrase("definition of the norm", "范数的定义", 3),
    "matrix_written_out": Phrase("multiplying the matrices out", "按元素展开矩阵乘积", 4),
    # sums
    "delta": Phrase("a sum with δ picks one term", "δ 从和式中取出一项", 4),
    "sum_split": Phrase("terms taken out of the sum", "从和式中取出若干项", 4),
    "sum_linear": Phrase("sums are linear", "求和的线性性", 6),
    "count": Phrase("a sum of equal terms", "相同项之和", 4),
    "sum_written_out": Phrase("writing the sum out", "展开求和", 4),
    "induction": Phrase("induction on {}", "对 {} 用归纳法", 1),
    "telescoping": Phrase("telescoping", "裂项相消", 3),
    "pascal": Phrase("Pascal's rule", "帕斯卡法则", 3),
    "binomial": Phrase("values of binomial coefficients", "二项式系数的取值", 4),
    "binomial_symmetry": Phrase("symmetry of binomial coefficients", "二项式系数的对称性", 4),
    "binomial_factorials": Phrase("binomial coefficients by factorials", "用阶乘表示二项式系数", 4),
    "factorial_next": Phrase("definition of the factorial", "阶乘的定义", 4),
    "power_next": Phrase("one factor more in a power", "幂中多取一个因子", 6),
    "cases": Phrase("cases on equal indices", "按指标是否相等分情形", 3),
    # moments
    "expectation_linear": Phrase("expectation is linear", "期望的线性性", 2),
    "variance": Phrase("definition of the variance", "方差的定义", 3),
    "covariance": Phrase("definition of the covariance", "协方差的定义", 3),
    "expectation_monotone": Phrase("expectation is monotone", "期望的单调性", 2),
    "covariance_bilinear": Phrase("covariance is linear in both places", "协方差的双线性性", 2),
    # integrals
    "fundamental_theorem": Phrase("the fundamental theorem of calculus", "微积分基本定理", 1),
    "integral_linear": Phrase("integrals are linear", "积分的线性性", 2),
    "integral_bounds": Phrase("bounds exchanged or an interval split", "交换积分上下限或拆分区间", 2),
    "equal_integrands": Phrase("equal integrands", "被积函数相等", 2),
    "integral_order": Phrase("integrals keep an order", "积分的保序性", 2),
    # derivatives
    "derivative": Phrase("rules of differentiation", "求导法则", 2),
    # numbers
    "algebra": Phrase("expanding and collecting", "展开并合并同类项", 7),
    "collect_parts": Phrase("collecting real and imaginary parts", "合并实部与虚部", 4),
    "power": Phrase("laws of powers", "幂的运算法则", 4),
    "cancel": Phrase("cancelling", "约分", 4),
    "common_denominator": Phrase("over a common denominator", "通分", 4),
    "radicals": Phrase("positive numbers with equal powers are equal", "正数的同次幂相等则它们相等", 2),
    # exponentials and complex numbers
    "euler": Phrase("Euler's formula", "欧拉公式", 2),
    "roots_of_unity": Phrase("roots of unity", "单位根", 3),
    "i_squared": Phrase("i^2 = -1", "i^2 = -1", 3),
    "conjugate_of_product": Phrase("conjugate of a product", "乘积的共轭", 2),
    "conjugate_of_sum": Phrase("conjugate of a sum", "和的共轭", 2),
    "conjugate_of_exp": Phrase("conjugate of e^{iθ} for real θ", "实数 θ 时 e^{iθ} 的共轭", 2),
    "conjugate": Phrase("conjugation", "共轭运算", 3),
    "real_part": Phrase("Re z = (z + conj z)/2", "Re z = (z + z̄)/2", 3),
    "imaginary_part": Phrase("Im z = (z - conj z)/(2i)", "Im z = (z − z̄)/(2i)", 3),
    "absolute_value": Phrase("|z|^2 = z conj z", "|z|² = z z̄", 3),
    "exp_of_sum": Phrase("exp of a sum", "指数的加法法则", 2),
    "exp_of_zero": Phrase("e^0 = 1", "e^0 = 1", 3),
    "tangent": Phrase("tan x = sin x / cos x", "tan x = sin x / cos x", 3),
    "hyperbolic": Phrase("definition of sinh, cosh", "双曲函数的定义", 3),
    "log": Phrase("laws of logarithms", "对数运算法则", 3),
    # limits
    "regime": Phrase("in the limit {}", "在极限 {} 下", 1),
    "regime_given": Phrase("the limit that is assumed", "所设的极限过程", 1),
    "leading_terms": Phrase("divided by the dominant term", "除以主导项", 2),
    "limit_rules": Phrase("limits of sums, products and quotients", "和、积、商的极限", 4),
    "chebyshev": Phrase(
        "in probability by Chebyshev's inequality: the mean tends to the limit and the variance to 0",
        "由切比雪夫不等式依概率收敛：均值趋于极限，方差趋于 0",
        1,
    ),
    "chebyshev_mean_square": Phrase(
        "in probability by Chebyshev's inequality: the mean square of the distance tends to 0",
        "由切比雪夫不等式依概率收敛：偏差平方的均值趋于 0",
        1,
    ),
    "continuous_mapping": Phrase("continuous functions of what converges in probability", "依概率收敛的连续函数", 3),
    "limit_of_members": Phrase("the limit term by term", "逐项取极限", 3),
    "continuity": Phrase("continuous functions", "函数的连续性", 4),
    "limit_at_infinity": Phrase("{} at infinity", "{} 在无穷远处的极限", 3),
    "growth": Phrase("exponentials outgrow powers, powers logarithms", "指数增长快于幂，幂快于对数", 2),
    "squeeze": Phrase("squeezed between its bounds", "夹逼定理", 2),
    "eventually": Phrase("from some point on", "从某处起成立", 6),
    # logic and order
    "assumption": Phrase("by what is assumed here", "由此处的假设", 2),
    "seen": Phrase("plain from declarations and signs", "由声明与符号直接看出", 6),
    "inequality": Phrase("adding inequalities, multiplied by what is not negative", "将不等式乘以非负数后相加", 4),
    "signs": Phrase("the signs of the terms", "各项的符号", 5),
    "enclosure": Phrase("worked out in enclosures", "区间计算", 3),
    "monotone": Phrase("monotone functions, sums term by term", "函数的单调性，逐项求和", 3),
    "contradiction": Phrase("by contradiction", "反证", 3),
    "factorial_whole": Phrase("n! is a positive whole number", "n! 是正整数", 3),
    "factorial_positive": Phrase("n! is positive", "n! 是正数", 3),
    "wave_of_arctangent": Phrase("arctan x is the angle of 1 + ix", "arctan x 是 1 + ix 的辐角", 1),
    "exponential_bound": Phrase("1 + x ≤ e^x", "1 + x ≤ e^x", 3),
    "sine_bound": Phrase("-1 ≤ sin x ≤ 1", "-1 ≤ sin x ≤ 1", 3),
    "cosine_bound": Phrase("-1 ≤ cos x ≤ 1", "-1 ≤ cos x ≤ 1", 3),
    "modulus_bound": Phrase("-|x| ≤ x ≤ |x|", "-|x| ≤ x ≤ |x|", 3),
    "case_distinction": Phrase("by cases", "分情形讨论", 3),
    "modulus_above": Phrase("|x| = x for x ≥ 0", "x ≥ 0 时 |x| = x", 3),
    "modulus_below": Phrase("|x| = -x for x ≤ 0", "x ≤ 0 时 |x| = -x", 3),
    "relu_above": Phrase("ReLU(x) = x for x ≥ 0", "x ≥ 0 时 ReLU(x) = x", 3),
    "relu_below": Phrase("ReLU(x) = 0 for x ≤ 0", "x ≤ 0 时 ReLU(x) = 0", 3),
    "step_above": Phrase("the step is 1 for x > 0", "x > 0 时阶跃函数为 1", 3),
    "step_below": Phrase("the step is 0 for x ≤ 0", "x ≤ 0 时阶跃函数为 0", 3),
    "sign_of_positive": Phrase("sign x = 1 for x > 0", "x > 0 时 sign x = 1", 3),
    "sign_of_negative": Phrase("sign x = -1 for x < 0", "x < 0 时 sign x = -1", 3),
    "relu_bound": Phrase("ReLU(x) is the greater of x and 0", "ReLU(x) 是 x 与 0 中较大者", 3),
    # angles and whole numbers
    "same_angle": Phrase(
        "equal sines and cosines: the angles differ by whole turns", "正弦与余弦分别相等的两角相差 2π 的整数倍", 1
    ),
    "full_turn": Phrase("e^{2kπi} = 1 for whole k", "k 为整数时 e^{2kπi} = 1", 2),
    "pi_irrational": Phrase("π is irrational", "π 是无理数", 1),
    "positive_integer": Phrase("a positive whole number is at least 1", "正整数不小于 1", 3),
}


def phrase(reason: Reason, language: str = "en") -> str:
    """The reason in words; a code without a row is shown as it is, never hidden."""
    row = PHRASES.get(reason.code)
    if row is None:
        return f"{reason.code} {reason.detail}".strip()
    detail = SHOWN.get(reason.detail, reason.detail)
    if not detail and row.en.startswith("{}"):
        detail = "其中的矩阵" if language == "zh" else "a matrix here"
    return (row.zh if language == "zh" else row.en).replace("{0}", detail).replace("{}", detail)


SHOWN: Mapping[str, str] = {"inner": "⟨·, ·⟩"}
"""Names of what is written without a name."""
