"""What a text says that its notation means, where it is not what is taken for it: softmax of columns, logarithms to base 2.

A notation has one meaning here (`conventions.py`, `terms.HEADS`). Where words give it another one, nothing is decided of what is
written with it: neither proved nor refuted, since the statement would be another one. Two tables: what a sentence says without
a formula (`SAID`), and what stands behind a formula that is `NOTATION` (`$\\|u\\|$ denotes the 1-norm`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, lru_cache

from symproofs.diagnostics import Diagnostic, Span
from symproofs.messages import Message
from symproofs.read.elaboration.names import name_of
from symproofs.read.layout import Written
from symproofs.read.phrases import SENTENCE_END
from symproofs.read.tree import Node
from symproofs.read.wording import Wording, wording
from symproofs.records import record
from symproofs.terms.context import Context, definition_of
from symproofs.terms.statement import Statement, statement_names, terms_of
from symproofs.terms.term import Term, free_names
from symproofs.terms.typing import Mistyped, type_of

Touches = Callable[[Term, Context], bool]
"""Whether a term is written with a notation."""


@record
class Otherwise:
    """A notation, the words that give it another meaning, the words beside which they do not, the terms written with it.

    `stands_in` is found wherever the words are, and quickly: they are compiled for the first sentence in which it is.
    """

    notation: str
    words: str
    usual: str | None
    touches: Touches
    stands_in: Wording | None = None


def _heads(*heads: str) -> Touches:
    return lambda node, context: node.head in heads


def _functions(*names: str) -> Touches:
    return lambda node, context: node.head == "fun" and node.data[0] in names


def _of_arrays(*heads: str) -> Touches:
    """A product or power in which an array takes part as one."""
    return lambda node, context: node.head in heads and sum(_is_array(a, context) for a in node.args) > (node.head == "mul")


def _is_array(node: Term, context: Context) -> bool:
    try:
        return type_of(node, context.types).is_tensor
    except Mistyped:
        return False


def _is_softmax_of_column(node: Term, context: Context) -> bool:
    """Over the entries of a column: of a matrix with one column it would be taken row by row."""
    return node.head == "softmax"


def _is_taken_for_real(node: Term, context: Context) -> bool:
    """A name that is real only because nothing else was understood of it."""
    row = context.declarations.get(str(node.data[0])) if node.head in ("name", "member") else None
    return row is not None and row.origin in ("assumed", "inferred") and row.type.sort == "real" and row.type.index is None


def _anything(node: Term, context: Context) -> bool:
    return True


def _words(english: str, chinese: str) -> str:
    return rf"(?:{english})|(?:{chinese})"


_COLUMNS = (
    r"(?:(?:each|every|along|over|down|across|per|by|the|to|of|in)\s+(?:the\s+|its\s+|all\s+)?)columns?\b|"
    r"\bcolumn-?\s?wise\b|column by column|"
    r"\bcolumns?\b(?= (?:sum|add)s? )|first (?:axis|dimension)|axis\s*\$?\s*=?\s*0|dim(?:ension)?\s*\$?\s*=?\s*0|"
    r"all (?:the )?entries|(?:entire|whole) matrix|jointly|flattened|along each column|row ind(?:ex|ices)|\brows? index"
)
_ACTS = (
    r"\b(?:acts?|is|are|taken|applied|appl(?:y|ies)|normali[sz]\w*|runs?|works?|operates?|goes|over|along|down|across|"
    r"per|sums?|computed|"
    r"column\w*|with|by|of|to)\b"
)
_COLUMNS_ZH = (
    r"按列|逐列|[每各]一?列|列方向|沿(?:着)?列|列归一|列和|第一(?:维|个?轴)|(?:所有|全部)(?:元素|分量)|整个矩阵|按行索引|行指标"
)

SAID: tuple[Otherwise, ...] = (
    Otherwise(
        "softmax",
        _words(
            rf"\bsoftmax\b(?=[^.;]{{0,40}}(?:{_ACTS}))[^.;]{{0,60}}?(?:{_COLUMNS})|(?:{_COLUMNS})[^.;]{{0,30}}?\bsoftmax\b",
            rf"softmax[^。；]{{0,24}}?(?:{_COLUMNS_ZH})|(?:{_COLUMNS_ZH})[^。；]{{0,16}}?softmax",
        ),
        _words(
            r"does not mind|\brow by row\b|\brow-?\s?wise\b|\b(?:each|every|per) row\b|\bover rows\b|of (?:each|every|"
            r"the) rows?\b",
            r"按行|逐行|每一?行|各行",
        ),
        _heads("rowsoftmax"),
    ),
    Otherwise(
        "log",
        _words(
            r"\b(?:logarithms?|logs?|\\log|\\lg)\b[^.;]{0,40}?\b(?:(?:to |in |with |of )?(?:the )?bases?\b(?! "
            r"(?:\$?e\$?\b|of the natural))|"
            r"binary|decimal|dyadic|common)|\bbase[- ]?\$?(?:2|10|two|ten)\$?[- ]log|"
            r"\bbase\b[^.;]{0,12}\b(?:logarithm|logs?)\b|"
            r"\b(?:binary|common|decimal|dyadic) log|\b(?:entropy|information|quantities)\b[^.;]{0,20}\bin bits\b",
            r"以\s*\$?\s*(?!e)[^，。；]{1,8}为底|常用对数|二进制对数",
        ),
        _words(r"\bbase \$?e\b|\bnatural\b", r"自然对数|以\s*\$?\s*e"),
        _functions("log"),
    ),
    Otherwise(
        "sin",
        _words(
            r"\b(?:angles?|sines?|cosines?|trigonometric|arguments?|\\sin|\\cos|sin|cos)\b[^.;]{0,40}?\b(?:degrees|"
            r"grad(?:ian)?s|turns)\b|"
            r"\bdegrees\b[^.;]{0,30}?\b(?:angles?|trigonometric)\b",
            r"角度制|以度[^，。]{0,3}(?:为|作)?单位|角度?[^，。]{0,8}(?:单位[为是]度|用度)",
        ),
        _words(r"\bradians?\b|degrees of freedom", r"弧度|自由度"),
        _functions("sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan"),
    ),
    Otherwise(
        "=",
        _words(
            r"\b(?:comput\w+|work(?:ing)?|calculat\w+|arithmetic|equalit\w+|equations?|everything|numbers|"
            r"congruences?|identit\w+|"
            r"operations?|indices|taken|meant|understood|holds?)\b[^.;]{0,40}?\b(?:modulo|mod)\b|"
            r"\bover (?:the |a )?(?:finite field|field (?:with|of) (?:two|\$?2|\$?p|prime)|\$?\\mathbb\{?F|\$?GF|"
            r"\$?F_|\$?\\mathbb\{Z\}_)|"
            r"\bcharacteristic (?:\$?[2357p]|two)|"
            r"\b(?:tropical|max-plus|min-plus|boolean)\b|\b(?:equality|\$=\$)[^.;]{0,20}\b(?:approximate|up to|almost)|"
            r"\b(?:all )?equalit(?:y|ies) (?:is|are|holds?) (?:only )?(?:approximate|up to|modulo|in distribution|almost)",
            r"模\s*\$?\s*[^，。]{1,6}(?:意义|运算|计算|下)|有限域|特征(?:为|是)\s*\$?[2357p]|热带|"
            r"等号[^，。]{0,8}(?:近似|意义)",
        ),
        None,
        _anything,
    ),
    Otherwise(
        "A B",
        _words(
            r"\b(?:products?|multiplications?|multipl(?:y|ied)|juxtaposition|powers?)\b[^.;]{0,40}?"
            r"\b(?:element-?\s?wise|entry-?\s?wise|component-?\s?wise|coordinate-?\s?wise|point-?\s?wise|entry by "
            r"entry|Hadamard)\b|"
            r"\b(?:element-?wise|entry-?wise|component-?wise|point-?wise|Hadamard) (?:products?|multiplication)\b",
            r"(?:乘法|乘积|相乘|乘方|幂)[^，。；]{0,10}(?:逐(?:元素|项|分量)|按元素|对应元素|哈达玛)",
        ),
        _words(r"\\odot|\\circ|\\ast|⊙|∘|\bHadamard product \$", r"\\odot|\\circ|⊙|∘"),
        _of_arrays("mul", "pow"),
    ),
    Otherwise(
        "exp",
        _words(r"\bmatrix exponentials?\b|\bexponentials? of (?:a |the )?matri", r"矩阵指数"),
        None,
        lambda node, context: _functions("exp")(node, context) and _is_array(node.args[0], context),
    ),
    Otherwise(
        "\\sum",
        _words(
            r"\b(?:sums?|summations?|\\sum)\b[^.;]{0,40}?\b(?:even|odd|prime|skip\w*|omit\w*|exclud\w*|except|leav\w+ "
            r"out|miss\w*|"
            r"distinct|alternat\w+|without|every other|every second)\b",
            r"(?:求和|和式|\\sum)[^，。；]{0,14}(?:偶|奇|素|质|跳过|不含|不包括|除去|互不相同|交错|略去)",
        ),
        _words(r"\bsums? (?:of|is|are|to|equals?)\b(?! over)", r"的?和(?:为|是)"),
        _heads("sum", "sum_between", "product"),
    ),
    Otherwise(
        "\\|x\\|",
        _words(
            r"\bnorms?\b[^.;]{0,40}?(?:\b(?:1|one|max(?:imum)?|sup(?:remum)?|infinity|spectral|operator|nuclear|trace|"
            r"Manhattan|taxicab|"
            r"Minkowski|weighted|arbitrary|any norm)\b|\\ell_?\{?(?:1|p|\\infty)|L_?\{?(?:1|p|\\infty)|\\infty|"
            r"_\{?(?:1|\\infty|p))|"
            r"\b(?:\$?(?:1|p|\\infty|\\ell_\{?(?:1|p|\\infty)\}?|L_?\{?(?:1|p|\\infty)\}?)\$?|max(?:imum)?|sup|"
            r"infinity|spectral|operator|"
            r"nuclear|weighted|Manhattan|taxicab)[- ]norms?\b",
            r"(?:\$?(?:1|p|\\infty|\\ell_\{?(?:1|p|\\infty)\}?)\$?|无穷|最大|上确界|谱|算子|核|加权|曼哈顿)\s*-?范数|"
            r"范数[^，。；]{0,10}(?:无穷|最大|谱|算子|核|加权|曼哈顿|1\b)",
        ),
        _words(
            r"\\\|_|norm (?:is |equal to |of )?(?:one|1|\$1\$)\b|Euclid|Frobenius|unit norm|\b2-norm",
            r"\\\|_|欧氏|欧几里得|2-?范数|范数(?:都|均)?[为是]\s*\$?1",
        ),
        _heads("norm"),
    ),
    Otherwise(
        "\\langle x, y \\rangle",
        _words(
            r"\b(?:inner|scalar|dot) products?\b[^.;]{0,60}?\b(?:weighted|conjugate-?\s?linear|sesquilinear|"
            r"antilinear|Hermitian|"
            r"indefinite|Minkowski|with respect to|induced|arbitrary|general|not (?:the )?(?:standard|symmetric))\b|"
            r"\b(?:weighted|Hermitian|complex|indefinite|sesquilinear|Minkowski) (?:inner|scalar|dot) product",
            r"内积[^，。；]{0,16}(?:加权|共轭线性|半双线性|埃尔米特|厄米|不定|任意)|(?:加权|埃尔米特|厄米|复|不定)内积",
        ),
        None,
        _heads("inner"),
    ),
    Otherwise(
        "/",
        _words(
            r"\b(?:division|divisions|quotients?|fractions?|\\frac)\b[^.;]{0,30}?\b(?:integer|floor|rounded|"
            r"truncat\w+|whole)\b|"
            r"\binteger division\b|\bround(?:s|ed)? (?:down|up|to)\b",
            r"(?:除法|商|分数)[^，。；]{0,10}(?:取整|整除|舍入|截断)|整数除法",
        ),
        None,
        _heads("div"),
    ),
    Otherwise(
        "x^\\top",
        _words(
            r"\b(?:all |every |our |the )?vectors? (?:are|is|will be|stand|shall be)(?: always| all| written| "
            r"taken)*(?: as)? (?:row vectors?|rows?)\b|"
            r"\brow (?:vector )?convention\b|\bwe use row vectors\b",
            r"向量(?:均|都|一律|默认|全部)?(?:为|是|写成|取为|视为)行(?:向量)?",
        ),
        None,
        lambda node, context: node.head in ("transpose", "mul") and any(_is_vector(a, context) for a in node.args),
    ),
    Otherwise(
        "\\mathbb R",
        _words(
            r"\b(?:over|in|on) (?:the )?(?:\$\s*\\mathbb\s*\{?C\}?\s*\$|complex (?:numbers|plane|field)|field of complex numbers|"
            r"quaternions?)(?!\^)|"
            r"\b(?:all|our|the) (?:\w+ )?"
            r"(?:numbers|scalars|variables|quantities|letters|unknowns|entries|matrices|vectors)[^.;$]{0,20}"
            r"\b(?:are|is|be|may be|can be) (?:\w+ )?complex\b|\bcomplex scalars\b",
            r"(?:在)?复(?:数)?(?:域|平面)[上中]?|(?:所有|全部)?(?:的)?(?:数|变量|标量|矩阵|向量)(?:均|都)为复",
        ),
        _words(r"\b(?:not|no|instead of)\b", r"不"),
        _is_taken_for_real,
    ),
    Otherwise(
        "A + b",
        _words(
            r"\b(?:add(?:ed|s|ing)?|broadcast\w*|repeated)\b[^.;]{0,40}?\b"
            r"(?:every|each|all(?: the)?|over|across|along)(?: the)? (?:rows?|columns?)\b|"
            r"\b(?:add(?:ed|s|ing)?|addition|broadcast\w*)\b[^.;]{0,20}?\b(?:row|column)-?wise\b",
            r"(?:加到|加在|广播)[^，。；]{0,12}(?:每一?|各|所有)(?:行|列)|[按逐沿](?:着)?[行列](?:方向)?(?:进行)?(?:相加|广播|加)",
        ),
        None,
        lambda node, context: False,
    ),
    Otherwise(
        "ReLU",
        _words(r"\bleaky\b|\bparametric relu\b|\bPReLU\b|\bGELU\b|\bsoftplus\b", r"带泄漏|泄漏"),
        None,
        _functions("relu"),
    ),
)
"""What a sentence says of a notation, formulas among its words as they are written."""


def _is_vector(node: Term, context: Context) -> bool:
    try:
        return type_of(node, context.types).is_vector
    except Mistyped:
        return False


_ADVERBS = r"\s*(?:here |now |will |shall |always |simply |just |均|都|在此|这里)*"
_DENOTES = (
    r"(?:denot(?:es?|ing)|mean(?:s|ing)?|stands? for|signif(?:y|ies)|designates?|refers? to|is meant(?: as| to be)?|"
    r"is understood as|"
    r"is (?:used )?short for|represents?|is defined as (?:the|an?)|is (?:the|an?) (?:number|size|cardinality|"
    r"determinant|entry|element|component)|"
    r"表示|指的?是|代表|记|意为|理解为|定义为)\s*"
)
"""Between a notation and what it means."""

_BY_MEAN = r"(?:\b(?:by|writing|write|denote by|symbol|notation)|以|用|记号|符号)\s*"


def _notation(notation: str, written: str, usual: str, touches: Touches) -> Otherwise:
    what = r"[^.;。；,，]{1,60}"
    words = (
        rf"\$\s*(?-i:{written})\s*\${_ADVERBS}{_DENOTES}(?P<what>{what})|"
        rf"{_BY_MEAN}\$\s*(?-i:{written})\s*\$\s*(?:we (?:mean|denote|understand)|表示|指)(?P<meant>{what})"
    )
    return Otherwise(notation, words, usual, touches, wording(rf"\$\s*(?:{written})\s*\$"))


_ENTRY = r"(?!.*(?:element|entr|component|point-?wise|Hadamard|逐|元素))"
_ARGUMENT = r"[^$=<>]{1,20}"

NOTATION: tuple[Otherwise, ...] = (
    _notation(
        "\\|x\\|",
        rf"\\\|{_ARGUMENT}\\\||\|\|{_ARGUMENT}\|\||\\l[Vv]ert{_ARGUMENT}\\r[Vv]ert",
        r"euclid|2-norm|ell_?2|usual|standard|length of|norm of|norm\b(?! that)|欧|2-?范数|长度|范数|模长",
        _heads("norm"),
    ),
    _notation("|x|", rf"\|{_ARGUMENT}\||\\lvert{_ARGUMENT}\\rvert", r"absolute|modulus|magnitude|绝对值|模", _functions("abs")),
    _notation(
        "\\langle x, y \\rangle",
        rf"\\langle{_ARGUMENT}\\rangle",
        r"(?:standard |usual |euclidean |real )?(?:inner|dot|scalar) product|内积|点积|数量积",
        _heads("inner"),
    ),
    _notation("\\bar x", r"\\(?:bar|overline)\s*\{?\w\}?|\w\^\{?(?:\*|\\ast)\}?", r"conjugate|共轭", _functions("conj")),
    _notation("A^{-1}", r"\w\^\{-1\}", rf"^{_ENTRY}.*(?:inverse|reciprocal|逆|倒数)", _heads("inverse")),
    _notation("A^2", r"\w\^\{?[2-9kn]\}?", rf"^{_ENTRY}.*(?:square|power|cube|product|平方|幂|次方)", _of_arrays("pow")),
    _notation(
        "A B",
        r"[A-Z]\s*(?:\\cdot)?\s*[A-Z]|\\cdot|\\times",
        rf"^{_ENTRY}(?!.*(?:outer|Kronecker|cross)).*(?:product|usual|multipl|乘|通常)",
        _of_arrays("mul"),
    ),
    _notation(
        "A^\\top",
        r"\w\^\{?(?:\\top|T|\\intercal|\\mathsf\s*\{?T\}?|\\prime|')\}?|\w'",
        r"transpose|derivative|转置|导数",
        _heads("transpose"),
    ),
    _notation(
        "softmax",
        r"\\?(?:operatorname\{|mathrm\{|text\{)?softmax\}?",
        r"row|function|softmax|map|usual|行|函数|归一化指数",
        _heads("rowsoftmax", "softmax"),
    ),
    _notation(
        "log",
        r"\\(?:log|ln|lg)(?:\s*\(?\w\)?)?",
        r"natural|usual|logarithm\b(?!.*base)|base e|自然|对数(?!.*底)",
        _functions("log"),
    ),
    _notation("exp", r"\\exp(?:\s*\(?\w\)?)?", r"exponential(?! of a matrix)|entr|element|指数", _functions("exp")),
    _notation(
        "sin",
        r"\\(?:sin|cos|tan)(?:\s*\(?\w\)?)?",
        r"sine|usual|trigonometric|正弦|余弦|正切|三角",
        _functions("sin", "cos", "tan"),
    ),
    _notation("tr", r"\\(?:operatorname\{)?(?:tr|Tr)\}?(?:\s*\(?\w\)?)?", r"trace|迹", _heads("trace")),
    _notation("det", r"\\det(?:\s*\(?\w\)?)?", r"determinant|行列式", _heads("det")),
    _notation("diag", r"\\operatorname\{diag\}(?:\s*\(?\w\)?)?", r"diagonal|对角", _heads("diag")),
    _notation(
        "ReLU",
        r"\\?(?:operatorname\{|mathrm\{|text\{)?ReLU\}?",
        r"rectif|max|ReLU|positive part|整流|线性整流",
        _functions("relu"),
    ),
    _notation(
        "\\sum",
        rf"\\sum(?:_{_ARGUMENT})?",
        r"sum(?: over| of)?\b(?!.*(?:even|odd|prime|max))|summation|求和|和",
        _heads("sum", "sum_between"),
    ),
    _notation("+", r"\+", r"addition|sum|usual|加", _heads("add")),
    _notation("-", r"-", r"subtraction|difference|minus|usual|减", _heads("neg", "add")),
    _notation(
        "=",
        r"=",
        r"^(?!.*(?:approx|almost|up to|nearly|modulo|congru|isomorph|distribut|asymptot|order|近似|"
        r"同余|同构)).*(?:equal|identi|defin|等)",
        _anything,
    ),
    _notation("<", r"<|\\leq?|>|\\geq?|\\le", r"less|greater|smaller|larger|usual|小于|大于", _anything),
    _notation("/", r"/|\\div|\\frac\{?\w\}?\{?\w\}?", r"division|quotient|ratio|fraction|除|商|比", _heads("div")),
    _notation("\\sqrt x", rf"\\sqrt{_ARGUMENT}", r"square root|root|principal|positive|根", _heads("sqrt", "root")),
    _notation("n!", r"\w[!\u01c3]", r"factorial|阶乘", _heads("factorial")),
    _notation("\\mathbb E", r"\\mathbb\s*\{?E\}?(?:\[?\w?\]?)?", r"expect|mean|average|期望|均值", _heads("expect")),
    _notation("\\operatorname{Var}", r"\\operatorname\{Var\}(?:\(?\w\)?)?", r"variance|方差", _heads("var")),
)
"""Notations, how they are written, words that say what they mean anyway."""


ONE_COLUMN = Otherwise(
    "softmax(x)",
    _words(
        r"\bsoftmax\b[^.;]{0,40}?\b(?:(?:each|every|per|along|over|on|to|by)\s+(?:the\s+|its\s+|all\s+)?)?rows?(?:-?\s?wise)?\b|"
        r"\brow-?\s?wise\b[^.;]{0,20}\bsoftmax\b",
        r"softmax[^。；]{0,16}?(?:按行|逐行|每一?行|各行)|(?:按行|逐行|每一?行|各行)[^。；]{0,12}?softmax",
    ),
    None,
    _is_softmax_of_column,
)
"""Softmax row by row, in a text that declares a matrix of one column (`_DECLARES_COLUMN`)."""

_DECLARES_COLUMN = wording(r"\\in\s*\\mathbb\s*\{?R\}?\s*\^\s*\{[^{}$]*\\times\s*1\s*\}")


_HERE_ONLY = wording(
    r"\b(?:here|in this (?:section|part|paragraph|note|proof|example|exercise)|let|where)\b|这里|本节|此处|其中|设|令",
    re.IGNORECASE,
)
"""In a sentence that says what a notation means in its section."""


def said_otherwise(text: str, *, lasting: bool = False) -> frozenset[str]:
    """The notations to which the sentences of a text give another meaning. `lasting`: in all that follows, not in its section."""
    said = [s for s in sentences(text) if not lasting or _HERE_ONLY.search(s) is None]
    column = _DECLARES_COLUMN.search(text) is not None and any(_says(ONE_COLUMN, sentence) for sentence in said)
    found = {notation for sentence in said for notation in _said_in(sentence)}
    return frozenset(found | ({ONE_COLUMN.notation} if column and not lasting else set()))


def defined_otherwise(formula: Written, context: Context) -> str | None:
    """The notation that a formula defines in a way of its own: `the norm is $\\|x\\| = \\max_i |x_i|$`."""
    node = formula.node
    if node is None or node.kind != "Chain" or node.value != ("=",) or node.children[0].kind not in _OWN:
        return None
    if formula.cue not in ("define", "assume", "quantify", "cite") and _SAYS_WHAT.search(formula.lead.rstrip()) is None:
        return None
    left, right = node.children
    if any(name_of(c) is None for c in left.children) or any(part.kind == left.kind for part in right.walk()):
        return None  # `the norm is not touched: $\\|R q\\| = \\|q\\|$` speaks of norms
    notation, is_usual = _OWN[left.kind]
    letters = {n for part in left.walk() if (n := name_of(part)) is not None}
    rows = [context.declarations.get(n) for n in letters]
    if not letters or any(row is not None and row.type.sort == "complex" for row in rows):
        return None
    if letters.isdisjoint(n for part in right.walk() if (n := name_of(part)) is not None):
        return None  # `$\\|u\\| = 1$`, `$\\|u\\| = \\|v\\|$`: something is said of u
    return None if is_usual(right, letters) else notation


def _is_plain_product(node: Node, letters: Collection[str]) -> bool:
    """Whether a product speaks of its letters alone, and of no conjugate: `u^\\top v`, `\\sum_i u_i v_i`."""
    if any(part.kind in ("Accent", "Mark") for part in node.walk()):
        return False
    names = {n.split("_")[0] for part in node.walk() if (n := name_of(part)) is not None}
    return all(n in letters or (len(n) == 1 and n.islower()) or n in ("theta", "cos") for n in names)


def _is_root(node: Node, letters: Collection[str]) -> bool:
    return any(part.kind in ("Root", "Sqrt", "Inner") for part in node.walk())


_OWN: Mapping[str, tuple[str, Callable[[Node, Collection[str]], bool]]] = {
    "Inner": ("\\langle x, y \\rangle", _is_plain_product),
    "Norm": ("\\|x\\|", _is_root),
}
"""Notations that a text may define by a formula, and which definitions agree with what they are taken for."""

_SAYS_WHAT = wording(
    r"(?:\b(?:products?|norms?|length)\b[^.;]{0,30}\b(?:is|be|as|by|:)|(?:内积|范数|长度)[^。；]{0,12}(?:为|是|：|:|记作))\s*$",
    re.IGNORECASE,
)
"""Before a formula that says what a notation means."""


def means_otherwise(statement: Statement | None, said: Collection[str], context: Context, span: Span) -> Diagnostic | None:
    """A statement that is written with a notation to which the text gives another meaning."""
    if statement is None or not said:
        return None
    nodes = [node for side in written_out(statement, context) for node in side.walk()]
    for row in (*SAID, *NOTATION, ONE_COLUMN):
        if row.notation in said and any(row.touches(node, context) for node in nodes):
            text = Message("the text gives {} a meaning of its own, which is not understood", row.notation)
            return Diagnostic("notation-of-its-own", text, span)
    own = next((str(node.data[0]) for node in nodes if node.head == "fun" and node.data[0] in said), None)
    if own is not None:
        text = Message("the text gives {} a meaning of its own, which is not understood", own)
        return Diagnostic("notation-of-its-own", text, span)
    return None


def written_out(statement: Statement, context: Context) -> Iterator[Term]:
    """The terms of a statement, and those that its names are defined by."""
    definitions = {found[0]: found[2] for h in context.hypotheses if (found := definition_of(h)) is not None}
    yield from terms_of(statement)
    seen: set[str] = set()
    waiting = set(statement_names(statement))
    while waiting:
        name = waiting.pop()
        seen.add(name)
        if name in definitions:
            yield definitions[name]
            waiting |= free_names(definitions[name]) - seen


@lru_cache(maxsize=1024)
def _said_in(sentence: str) -> frozenset[str]:
    """The notations of which a sentence says something else: it is asked of its section and of what follows."""
    return frozenset(row.notation for row in (*SAID, *NOTATION) if _says(row, sentence))


def _says(row: Otherwise, sentence: str) -> bool:
    if row.stands_in is not None and row.stands_in.search(sentence) is None:
        return False
    found = _compiled(row.words).search(sentence)
    if found is None:
        return False
    meant = next((w for w in found.groupdict().values() if w is not None), sentence)
    return row.usual is None or _compiled(row.usual).search(meant) is None


@cache
def _compiled(words: str) -> Wording:
    return wording(words, re.IGNORECASE)


@lru_cache(maxsize=64)
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text; a point in a formula ends none. Letters and notations are looked for in the same ones."""
    parts = re.split(r"(\$[^$]*\$)", text)
    marked = "".join(
        p.replace(".", "\u2024").replace(";", "\u204f").replace("!", "\u01c3").replace("\n", " ") if k % 2 else p
        for k, p in enumerate(parts)
    )
    return tuple(re.sub(r"\s+", " ", sentence) for sentence in SENTENCE_END.split(marked))
