"""What a document may leave unsaid: words that name functions, constants, and how vectors stand.

Every choice that elaboration makes without a declaration is a row here, or a field of `Conventions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from symproofs.records import record
from symproofs.terms.size import Size
from symproofs.terms.types import Sort


@record
class Conventions:
    """Vectors are columns unless `rows`. `facts`: what prose says of a name, before types are known.

    A fact is a row of `context.PROPERTIES`, or `sort:complex` and the like, or `shape:row`,
    `shape:column`, `shape:vector`, `shape:matrix`, `shape:scalar`, `shape:function`. `sizes`: sizes that are given a value.
    `entries`: names with a subscript that are entries of the array of their letter. `since`: from where on prose says the
    sort of a name. `added`: what a number beside an array is a multiple of in a sum, "ones" or, beside a square one, "identity";
    nothing where it does not fit.
    """

    rows: bool = False
    facts: Mapping[str, frozenset[str]] = field(default_factory=dict)
    sizes: Mapping[str, Size] = field(default_factory=dict)
    entries: frozenset[str] = frozenset()
    since: Mapping[str, int] = field(default_factory=dict)
    added: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", MappingProxyType(dict(self.facts)))


ELEMENTARY: Mapping[str, str] = {
    "exp": "exp", "log": "log", "ln": "log", "sin": "sin", "cos": "cos", "tan": "tan", "cot": "cot", "sec": "sec",
    "csc": "csc", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "arcsin": "arcsin", "arccos": "arccos",
    "arctan": "arctan", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "tg": "tan", "arctg": "arctan",
    "Re": "re", "Im": "im", "conj": "conj", "sign": "sign", "sgn": "sign", "relu": "relu", "ReLU": "relu", "Relu": "relu",
    "RELU": "relu", "sigmoid": "sigmoid", "Sigmoid": "sigmoid", "abs": "abs", "step": "step",
}  # fmt: skip
"""Words that name an elementary function, entry by entry on arrays: a row of `terms.term.FUNCTIONS`."""

SOFTMAX = frozenset({"softmax", "Softmax", "SoftMax", "SOFTMAX"})
"""Softmax of every row of a matrix, over the entries of a vector."""

MATRIX_WORDS: Mapping[str, str] = {
    "tr": "trace", "Tr": "trace", "trace": "trace", "Trace": "trace", "det": "det", "Det": "det", "diag": "diag",
    "Diag": "diag", "diagm": "diag",
}  # fmt: skip
"""Words that name a function of a matrix: a head of terms."""

INVERSE_FUNCTIONS: Mapping[str, str] = {"sin": "arcsin", "cos": "arccos", "tan": "arctan"}
"""`\\sin^{-1}` is the inverse function."""

UNSUPPORTED_WORDS: Mapping[str, str] = {
    "rank": "a rank", "max": "a maximum", "min": "a minimum",
    "argmax": "an argmax", "argmin": "an argmin", "sup": "a supremum", "inf": "an infimum", "gcd": "a greatest common divisor",
    "lcm": "a least common multiple", "KL": "a divergence", "span": "a span", "dim": "a dimension", "vec": "vectorisation",
    "LayerNorm": "layer normalisation", "concat": "a concatenation", "Concat": "a concatenation", "lim": "a limit",
}  # fmt: skip
"""Words whose meaning has no term yet."""

EXPECTATIONS: Mapping[str, str] = {
    "bb_E": "expect", "bb_V": "var", "Var": "var", "var": "var", "Cov": "cov", "cov": "cov",
    "Corr": "corr", "corr": "corr",
}  # fmt: skip
"""Words that name an expectation, a variance, a covariance: a head of terms; a correlation is made of them."""

DISTRIBUTIONS = frozenset({"Ncal", "Ucal", "Normal", "Uniform", "Bernoulli", "Poisson", "Binomial", "Dirichlet"})
"""Letters and words that name a distribution by its parameters, where they stand alone with them."""

CONVENTIONAL: Mapping[str, str] = {"sigma": "sigmoid"}
"""Letters that are taken for a function where they are applied, not declared and not defined; reported as assumed."""

USUAL_FUNCTIONS: Mapping[str, str] = {
    "Gamma": "the gamma function", "zeta": "the zeta function", "Phi": "the normal distribution function",
    "B": "the beta function", "psi": "the digamma function", "Li": "a polylogarithm",
}  # fmt: skip
"""Letters of functions that nobody declares: nothing is refuted from the freedom of a function of such a name."""

FUNCTION_LETTERS = frozenset(
    ["f", "g", "h", "F", "G", "phi", "varphi", "psi", "Phi", "Psi", "sigma", "p", "q", "u", "L", "J", "ell", "Gamma", "zeta"]
)
"""Letters that may name a function where they are applied to one plain argument and never stand alone."""

SCALAR_CAPITALS = frozenset({"E", "E_", "N", "L", "J", "C", "T"})
"""Capitals that are no matrices by default, unless transposed."""

COMPLEX_LETTERS = frozenset({"z"})
"""Letters that are complex numbers where they carry a star and nothing is said of them."""

INDEX_LETTERS = frozenset("abijklmnopqrstuvw") | {"alpha", "beta", "mu", "nu"}
"""Letters that may be indices where they stand as subscripts of an undeclared base."""

RUNNING = frozenset("ijklmnst")
"""Letters that run over indices: two of them below one base make it a family."""

REFERENCES = frozenset({"LHS", "RHS"})
"""Words that stand for an expression of the text: whoever knows it puts it in their place."""

SETS: Mapping[str, Sort] = {"R": "real", "Z": "integer", "N": "natural", "Q": "rational", "C": "complex", "K": "real"}
"""Number sets by the letter in `\\mathbb`."""

SORT_FACTS: Mapping[str, Sort] = {
    "sort:natural": "natural", "sort:integer": "integer", "sort:rational": "rational", "sort:real": "real",
    "sort:complex": "complex", "sort:constant": "real",
}  # fmt: skip
"""Sorts by what prose says; a constant is a number, and it is not random."""

SQUARE_PROPERTIES = frozenset({"permutation", "orthogonal", "symmetric", "invertible", "positive_definite", "diagonal"})
SCALAR_PROPERTIES = frozenset({"size", "positive", "nonnegative", "negative"})

OPERATORS: Mapping[str, str] = {
    "=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "~": "~", "def": "=",
}  # fmt: skip
"""Relation signs of the raw tree that relate two terms, as operators of statements."""

ORDERS = frozenset({"<", "<=", ">", ">="})
MAX_DEPTH = 120
"""Formulas nested deeper than this are refused: everything above works by recursion."""
MAX_TOWER = 8
"""And those with more powers above one another: what is asked of a power is asked of its exponent several times."""
