"""What every character and every TeX command means to the lexer: one visible table per kind of sign.

A row is all it takes to teach the reader a new spelling of a sign that it knows. Values are the
vocabulary of `tree.py` (`RELATIONS`, the separators of `Product`, the values of `Big`, …).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping


def listed(text: str, separator: str | None = None) -> frozenset[str]:
    """The words of a list written as one text."""
    return frozenset(text.split(separator))


# -- letters -----------------------------------------------------------------------------------------

GREEK_LETTERS: Mapping[str, str] = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "µ": "mu", "ν": "nu", "ξ": "xi", "ο": "omicron", "π": "pi",
    "ρ": "rho", "ς": "varsigma", "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "χ": "chi", "ψ": "psi",
    "ω": "omega", "ϵ": "epsilon", "ϑ": "vartheta", "ϕ": "phi", "ϖ": "varpi", "ϱ": "varrho", "ϰ": "varkappa",
    "Γ": "Gamma", "Δ": "Delta", "∆": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma",
    "Υ": "Upsilon", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip

LETTER_COMMANDS: Mapping[str, str] = {
    **{name: name for name in GREEK_LETTERS.values()},
    "varGamma": "Gamma", "varDelta": "Delta", "varTheta": "Theta", "varLambda": "Lambda", "varSigma": "Sigma",
    "varPhi": "Phi", "varPsi": "Psi", "varOmega": "Omega",
    "ell": "ell", "hbar": "hbar", "imath": "imath", "jmath": "jmath", "aleph": "aleph", "wp": "wp", "beth": "beth",
    "emptyset": "emptyset", "varnothing": "emptyset", "partial": "partial", "i": "imath", "j": "jmath",
}  # fmt: skip
"""Commands that are one letter."""

LETTERS: Mapping[str, str] = {
    **GREEK_LETTERS,
    "ℓ": "ell", "ℏ": "hbar", "ı": "imath", "ȷ": "jmath", "∅": "emptyset", "∂": "partial", "ℵ": "aleph",
}  # fmt: skip

COMBINING_ACCENTS: Mapping[str, str] = {
    "\u0302": "hat", "\u0304": "bar", "\u0305": "overline", "\u0303": "tilde", "\u20d7": "vec", "\u0307": "dot", "\u0308": "ddot",
}  # fmt: skip

SUBSCRIPTS: Mapping[str, str] = dict(
    zip("₀₁₂₃₄₅₆₇₈₉ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥᵦᵧᵨᵩᵪ₊₋₌₍₎", "0123456789aeoxhklmnpstijruvβγρφχ+-=()", strict=True)
)
SUPERSCRIPTS: Mapping[str, str] = {
    **dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾", "0123456789+-=()", strict=True)),
    **dict(zip("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", "abcdefghijklmnoprstuvwxyz", strict=True)),
    **dict(zip("ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵁⱽᵂᵅᵝᵞᵟᶿᶲ", "ABDEGHIJKLMNOPRUVWαβγδθφ", strict=True)),
    "ᵀ": "⊤",
}

_STYLES = (
    ("DOUBLE-STRUCK", "bb"),
    ("FRAKTUR", "frak"),
    ("BLACK-LETTER", "frak"),
    ("SCRIPT", "scr"),
    ("BOLD", "bold"),
    ("SANS-SERIF", "sf"),
)


def styled_letter(character: str) -> tuple[str, str] | None:
    """The font and the plain letter of a mathematical alphabet's letter (`ℝ`, `𝐱`, `𝒩`, `𝛉`), else `None`."""
    plain = unicodedata.normalize("NFKC", character)
    if len(plain) != 1 or plain == character or not plain.isalnum():
        return None
    name = unicodedata.name(character, "")
    if "MATHEMATICAL" not in name and "DOUBLE-STRUCK" not in name and "SCRIPT" not in name and "BLACK-LETTER" not in name:
        return None
    font = next((font for word, font in _STYLES if word in name), "")
    return font, plain


# -- signs -------------------------------------------------------------------------------------------

RELATION_CHARACTERS: Mapping[str, str] = {
    "=": "=", "＝": "=", "≠": "!=", "<": "<", "＜": "<", ">": ">", "＞": ">", "≤": "<=", "≦": "<=", "⩽": "<=", "≥": ">=",
    "≧": ">=", "⩾": ">=",
    "≈": "~", "≃": "~", "≅": "iso", "≐": "~", "∈": "in", "∉": "notin", "∋": "ni", "≡": "===", "≜": "def", "≝": "def",
    "≔": "def", "⊂": "subset", "⊆": "subset",
    "⊃": "supset", "⊇": "supset", "∼": "dist", "∝": "prop", "→": "to", "⟶": "to", "↦": "to", "≪": "<<", "≫": ">>", "⟂": "perp",
    "⊥": "perp",
    "∣": "divides", "⪰": "succ", "≽": "succ", "≻": "succ", "⪯": "prec", "≼": "prec", "≺": "prec", "←": "gets", "≲": "<~",
    "≳": ">~", "↔": "<->", "⟷": "<->",
}  # fmt: skip

RELATION_COMMANDS: Mapping[str, str] = {
    "eq": "=", "ne": "!=", "neq": "!=", "lt": "<", "gt": ">", "le": "<=", "leq": "<=", "leqslant": "<=", "leqq": "<=",
    "ge": ">=", "geq": ">=", "geqslant": ">=", "geqq": ">=", "approx": "~", "simeq": "~", "approxeq": "~", "doteq": "~",
    "thickapprox": "~",
    "in": "in", "notin": "notin", "ni": "ni", "owns": "ni", "equiv": "===", "triangleq": "def", "coloneqq": "def",
    "coloneq": "def",
    "colonequals": "def", "eqqcolon": "def", "doteqdot": "def", "subset": "subset", "subseteq": "subset", "subseteqq": "subset",
    "supset": "supset", "supseteq": "supset", "sim": "dist", "propto": "prop", "varpropto": "prop",
    "to": "to", "rightarrow": "to", "longrightarrow": "to", "mapsto": "mapsto", "longmapsto": "mapsto", "hookrightarrow": "to",
    "leftarrow": "gets", "gets": "gets", "longleftarrow": "gets", "ll": "<<", "gg": ">>", "perp": "perp", "bot": "perp",
    "cong": "iso", "succeq": "succ", "succ": "succ", "succcurlyeq": "succ", "preceq": "prec", "prec": "prec",
    "preccurlyeq": "prec",
    "lesssim": "<~", "gtrsim": ">~", "asymp": "prop", "leftrightarrow": "<->", "longleftrightarrow": "<->",
    "rightleftharpoons": "<->",
    "nearrow": "to", "downarrow": "to", "uparrow": "to", "searrow": "to",
}  # fmt: skip

NEGATED_COMMANDS: Mapping[str, str] = {
    "nless": "<", "nleq": "<=", "nleqslant": "<=", "ngtr": ">", "ngeq": ">=", "ngeqslant": ">=", "nsim": "dist", "ncong": "iso",
    "nsubseteq": "subset", "nsupseteq": "supset", "nmid": "divides", "nprec": "prec", "nsucc": "succ",
}  # fmt: skip
"""Struck-out relations without a sign of their own: the statement is a `Not`."""

NEGATIONS: Mapping[str, str] = {"=": "!=", "!=": "=", "in": "notin", "notin": "in"}
"""What `\\not` makes of a sign that has a negated one."""

IMPLICATION_CHARACTERS: Mapping[str, str] = {"⇒": "=>", "⟹": "=>", "⇐": "<=", "⟸": "<=", "⇔": "<=>", "⟺": "<=>"}
IMPLICATION_COMMANDS: Mapping[str, str] = {
    "Rightarrow": "=>", "implies": "=>", "Longrightarrow": "=>", "Leftarrow": "<=", "impliedby": "<=", "Longleftarrow": "<=",
    "iff": "<=>", "Leftrightarrow": "<=>", "Longleftrightarrow": "<=>",
}  # fmt: skip

SUM_CHARACTERS: Mapping[str, str] = {"+": "+", "＋": "+", "-": "-", "−": "-", "－": "-", "–": "-", "±": "±", "∓": "∓"}
SUM_COMMANDS: Mapping[str, str] = {"pm": "±", "mp": "∓"}

PRODUCT_CHARACTERS: Mapping[str, str] = {
    "*": "*", "＊": "*", "@": "·", "·": "·", "⋅": "·", "∙": "·", "•": "·", "×": "×", "/": "/", "／": "/", "∕": "/", "÷": "/",
    "⊙": "⊙", "∘": "∘", "⊗": "⊗", "∗": "*",
}  # fmt: skip
PRODUCT_COMMANDS: Mapping[str, str] = {
    "cdot": "·", "bullet": "·", "times": "×", "div": "/", "ast": "*", "star": "*", "odot": "⊙", "circ": "∘", "otimes": "⊗",
    "bmod": "mod", "mod": "mod",
    "slash": "/",
}  # fmt: skip

COMBINING_CHARACTERS: Mapping[str, str] = {"∪": "∪", "∩": "∩", "∖": "∖", "⊕": "⊕", "∧": "∧", "∨": "∨"}
COMBINING_COMMANDS: Mapping[str, str] = {
    "cup": "∪", "cap": "∩", "setminus": "∖", "backslash": "∖", "smallsetminus": "∖", "oplus": "⊕", "wedge": "∧", "vee": "∨",
    "land": "∧", "lor": "∨",
}  # fmt: skip

BIG_CHARACTERS: Mapping[str, str] = {
    "∑": "sum",
    "∏": "prod",
    "⋃": "bigcup",
    "⋂": "bigcap",
    "⨁": "bigoplus",
    "⨂": "bigotimes",
    "⋀": "bigwedge",
    "⋁": "bigvee",
}
BIG_COMMANDS: Mapping[str, str] = {
    "sum": "sum", "prod": "prod", "coprod": "coprod", "bigcup": "bigcup", "bigcap": "bigcap", "bigoplus": "bigoplus",
    "bigotimes": "bigotimes",
    "bigwedge": "bigwedge", "bigvee": "bigvee", "bigsqcup": "bigcup", "biguplus": "bigcup", "bigodot": "bigodot",
}  # fmt: skip
INTEGRAL_CHARACTERS: Mapping[str, str] = {"∫": "int", "∬": "iint", "∭": "iiint", "∮": "oint"}
INTEGRAL_COMMANDS: Mapping[str, str] = {"int": "int", "iint": "iint", "iiint": "iiint", "oint": "oint", "intop": "int"}
EXTREMUM_COMMANDS: Mapping[str, str] = {
    "max": "max", "min": "min", "sup": "sup", "inf": "inf", "argmax": "argmax", "argmin": "argmin", "limsup": "limsup",
    "liminf": "liminf",
}  # fmt: skip
EXTREMUM_WORDS: Mapping[str, str] = {**EXTREMUM_COMMANDS, "arg max": "argmax", "arg min": "argmin", "Max": "max", "Min": "min"}

PUNCTUATION: Mapping[str, str] = {
    ",": ",", "，": ",", "、": ",", ";": ";", "；": ";", ".": ".", "。": ".", "．": ".", "｡": ".", ":": ":", "：": ":", "∶": ":",
    "!": "!", "！": "!",
    "'": "'", "′": "'", "’": "'", "‘": "'", "″": "''", "‴": "'''", "&": "&", "^": "^", "_": "_", "?": "?", "？": "?",
}  # fmt: skip
OPENING: Mapping[str, str] = {
    "(": "(",
    "（": "(",
    "[": "[",
    "［": "[",
    "【": "[",
    "〔": "(",
    "{": "{",
    "⟨": "⟨",
    "〈": "⟨",
    "⌊": "⌊",
    "⌈": "⌈",
    "｛": "\\{",
}
CLOSING: Mapping[str, str] = {
    ")": ")",
    "）": ")",
    "]": "]",
    "］": "]",
    "】": "]",
    "〕": ")",
    "}": "}",
    "⟩": "⟩",
    "〉": "⟩",
    "⌋": "⌋",
    "⌉": "⌉",
    "｝": "\\}",
}
OPENING_COMMANDS: Mapping[str, str] = {
    "{": "\\{", "lbrace": "\\{", "langle": "⟨", "lfloor": "⌊", "lceil": "⌈", "lvert": "|", "lVert": "‖", "lbrack": "[",
    "lparen": "(",
}  # fmt: skip
CLOSING_COMMANDS: Mapping[str, str] = {
    "}": "\\}", "rbrace": "\\}", "rangle": "⟩", "rfloor": "⌋", "rceil": "⌉", "rvert": "|", "rVert": "‖", "rbrack": "]",
    "rparen": ")",
}  # fmt: skip
BARS: Mapping[str, str] = {
    "|": "|",
    "｜": "|",
    "‖": "‖",
    "∥": "‖",
    "\\|": "‖",
    "\\vert": "|",
    "\\Vert": "‖",
    "\\mid": "∣",
    "\\parallel": "‖",
}

DOTS: frozenset[str] = frozenset(
    {"ldots", "cdots", "dots", "vdots", "ddots", "dotsc", "dotsb", "dotsm", "dotsi", "dotso", "hdots"}
)

# -- words -------------------------------------------------------------------------------------------

FUNCTION_COMMANDS: frozenset[str] = listed(
    "sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan arccot ln log lg exp det dim ker gcd deg hom Pr"
)
FUNCTION_WORDS: frozenset[str] = FUNCTION_COMMANDS | listed(
    "sech csch arcsinh arccosh arctanh arsinh arcosh artanh asin acos atan sgn sign tr Tr trace rank rk diag Diag vec softmax "
    "Softmax SoftMax logsoftmax "
    "ReLU relu RELU GELU gelu SiLU Swish swish sigmoid Sigmoid softplus Softplus erf erfc logit sinc span Re Im conj arg Var "
    "var Cov cov Corr corr lcm "
    "KL erfi adj cof null col row norm abs LayerNorm LN RMSNorm FFN Attn Attention attention MultiHead concat Concat MLP sqrt "
    "mean std median mode id "
    "RoPE Categorical Bernoulli Binomial Poisson Normal Uniform Beta Gamma Dirichlet ELBO logsumexp LSE card vol dist supp "
    "round floor ceil "
    "Attention MSE CE"
)
"""Words that name functions: they are applied to brackets that follow."""

BARE_FUNCTIONS: frozenset[str] = FUNCTION_WORDS - listed(
    "vec mean std median mode id KL LN null col row span norm abs var cov Beta Gamma Normal Uniform"
)
"""Words that take the factor after them when there are no brackets (`\\text{softmax} \\frac{…}{…}`, `\\mathrm{tr} A`)."""

TYPED_FUNCTIONS: frozenset[str] = listed(
    "sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan ln log exp det dim ker gcd deg sgn sign tr Tr rank diag "
    "softmax ReLU relu GELU "
    "sigmoid softplus erf Re Im Var Cov max min argmax argmin LayerNorm RMSNorm FFN Attn Attention MLP MultiHead Concat RoPE "
    "asin acos atan sqrt "
    "Softmax lim sup inf KL concat mean conj Attention"
)
"""Words that people type without a backslash; read as words where brackets follow, the long ones also alone."""

TYPED_NAMES: frozenset[str] = listed("LHS RHS lhs rhs QED ReLU RoPE FFN MSE pos softmax argmax argmin const otherwise")

SCRIPT_NAMES: frozenset[str] = listed(
    "perm new old max min opt train test val head model true pred mean std var row col out emb dec enc ref cls pos neg the "
    "tot total eff avg std obs "
    "next prev init final best raw sym skew diag off rot key query value step epoch adv log lin rank left right top low high"
)
"""Runs of letters that name something even in a superscript, where others are products (`e^{int}`)."""

CONNECTIVES_CONDITION: frozenset[str] = listed(
    "if|when|whenever|for|for all|for each|for every|for any|for some|for all such|where|with|provided|provided that|as|"
    "such that|s.t.|st|whence|given|on|in|"
    "subject to|assuming|where we|若|如果|当|其中|对|对于|对任意|对所有|对于所有|对于任意|使得|满足|在|设",
    "|",
)
"""Words after which a side condition follows."""

HAN = r"[^\W\d_\x00-\u04ff]"
"""A Chinese character, in a pattern: a letter of no alphabet. Written as a range it would cost a millisecond to compile."""

CONNECTIVES_AND: frozenset[str] = frozenset({"and", "且", "和", "与", "以及", "并且", "及", "and also", "&"})
CONNECTIVES_OR: frozenset[str] = frozenset({"or", "或", "或者"})
CONNECTIVES_IMPLY: frozenset[str] = frozenset(
    {"then", "implies", "so", "hence", "thus", "therefore", "那么", "则", "所以", "因此", "故", "于是", "推出"}
)
CONNECTIVES_IFF: frozenset[str] = frozenset({"iff", "if and only if", "当且仅当", "等价于"})
CONNECTIVES_REST: frozenset[str] = frozenset(
    {"otherwise", "else", "otherwise.", "其他", "其它", "否则", "elsewhere", "o.w.", "其余"}
)
AT_THE_TIME: frozenset[str] = frozenset({"时", "的时候", "时有", "时成立"})
"""Words that close a condition: 当 x > 0 时."""

CONNECTIVES_OTHER: frozenset[str] = frozenset(
    {
        "is",
        "are",
        "unless",
        "since",
        "because",
        "by",
        "but",
        "because of",
        "from",
        "while",
        "not",
        "we",
        "因为",
        "由于",
        "由",
        "得",
        "有",
        "是",
        "即",
        "从而",
        *AT_THE_TIME,
    }
)

QED_WORDS: frozenset[str] = frozenset({"QED", "Q.E.D.", "Q.E.D", "q.e.d.", "qed", "证毕", "得证"})
QED_COMMANDS: frozenset[str] = frozenset({"blacksquare", "square", "Box", "qed", "qedhere", "qedsymbol"})

# -- commands that only look -------------------------------------------------------------------------

SPACES: frozenset[str] = listed(
    ", ; : ! > space thinspace medspace thickspace negthinspace enspace nobreakspace displaystyle textstyle scriptstyle "
    "scriptscriptstyle limits nolimits "
    "nonumber notag allowbreak nobreak break avoidbreak relax noindent strut mathstrut null hfill hfil smallskip "
    "medskip bigskip par centering hline "
    "displaylimits normalsize small large Large scriptsize footnotesize tiny protect ensuremath"
) | {" ", "\n", "\t"}
QUADS: frozenset[str] = frozenset({"quad", "qquad", "enskip"})
ARGUMENT_SKIPPED: frozenset[str] = frozenset(
    {"hspace", "vspace", "phantom", "hphantom", "vphantom", "color", "uproot", "leftroot", "cite", "footnote"}
)
"""Commands that are skipped with their one argument."""
REFERENCES: frozenset[str] = frozenset({"eqref", "ref", "cref", "Cref", "autoref"})
TEXT_COMMANDS: frozenset[str] = frozenset(
    {
        "text",
        "textrm",
        "mbox",
        "hbox",
        "textnormal",
        "textbf",
        "textit",
        "textup",
        "intertext",
        "shortintertext",
        "textsf",
        "texttt",
        "fbox",
        "textsc",
    }
)
NAME_COMMANDS: frozenset[str] = frozenset({"operatorname", "operatornamewithlimits", "mathop"})

FONTS: Mapping[str, str] = {
    "mathbf": "bold", "boldsymbol": "bold", "bm": "bold", "pmb": "bold", "symbf": "bold", "bf": "bold", "boldmath": "bold",
    "mathcal": "cal", "cal": "cal", "mathfrak": "frak", "mathscr": "scr", "mathbb": "bb", "mathds": "bb", "Bbb": "bb",
    "mathbbm": "bb",
    "mathsf": "sf", "sf": "sf", "mathrm": "rm", "rm": "rm", "mathtt": "rm", "tt": "rm", "mathit": "", "mathnormal": "",
    "it": "", "em": "", "symup": "rm", "symrm": "rm",
}  # fmt: skip
"""Font commands; a font that says nothing of the meaning has the value ''."""

ACCENTS: Mapping[str, str] = {
    "hat": "hat", "widehat": "hat", "bar": "bar", "tilde": "tilde", "widetilde": "tilde", "vec": "vec",
    "overrightarrow": "vec", "dot": "dot", "ddot": "ddot",
    "overline": "overline", "underline": "underline", "check": "check", "breve": "breve", "acute": "acute", "grave": "grave",
    "mathring": "ring", "dddot": "dddot",
    "widecheck": "check", "underbar": "underline",
}  # fmt: skip

ROW_ENVIRONMENTS: frozenset[str] = listed(
    "array align aligned alignat alignedat gather gathered eqnarray split multline multlined flalign equation displaymath "
    "math empheq subequations "
    "IEEEeqnarray"
)
"""Environments whose rows are statements."""
ONE_COLUMN_CHAINS: frozenset[str] = frozenset(
    {"array", "eqnarray", "gather", "gathered", "multline", "multlined", "equation", "displaymath", "math", "IEEEeqnarray"}
)
"""Environments whose `&` never begins a second formula of a row."""
MATRIX_ENVIRONMENTS: frozenset[str] = frozenset(
    {"matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix", "psmallmatrix", "bsmallmatrix"}
)
CASES_ENVIRONMENTS: frozenset[str] = frozenset({"cases", "dcases", "rcases", "drcases", "numcases"})
COLUMN_ARGUMENT: frozenset[str] = frozenset({"array", "alignat", "alignedat", "IEEEeqnarray", "subarray", "numcases"})
"""Environments with an argument after the name."""

INVISIBLE: frozenset[str] = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad\u2061\u2062\u2063\u2064\u180e\ufe0e\ufe0f")
"""Characters without ink and without meaning: skipped."""
REORDERING: frozenset[str] = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
"""Characters that make a text look other than it is: refused."""
