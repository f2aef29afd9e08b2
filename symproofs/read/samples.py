"""Random families and independence in prose: `let $X_1, …, X_n$ be i.i.d. with mean $\\mu$`, `$X$ and $Y$ are independent`.

What is said of the list `X_1, …, X_n` is said of every member: a moment of `X_i` beside it holds for every i. Independence is
taken for what it says of covariances: that of different members is 0. It says more, so what the text says of such names still
counts as not understood in full, and nothing is refuted from their freedom.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from symproofs.diagnostics import Span
from symproofs.read.elaboration.conventions import RUNNING
from symproofs.read.elaboration.names import bare, letters_in, name_of, written
from symproofs.read.elaboration.random_variables import head_of_expectation
from symproofs.read.layout import Written
from symproofs.read.phrases import FOR_SUCH
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.records import record
from symproofs.terms.context import Context, Declaration
from symproofs.terms.latex import statement_latex
from symproofs.terms.size import ONE
from symproofs.terms.statement import ForAll, Hypothesis, Implies, Relation, Statement, statement_names
from symproofs.terms.term import Term, fun, name, num
from symproofs.terms.types import Type, index

SAYS_RANDOM = wording(
    r"\brandom (?:variables?|vectors?|numbers?|samples?)\b|\biid\b|\bi\.\s?i\.\s?d\b|\bsamples?\b|"
    r"\b(?<!linearly )(?:independent|uncorrelated)\b.*\b(?:variances?|means?|expectations?|moments?|distribut\w+)\b|"
    r"随机(?:变量|向量|数|样本)|独立同分布|样本|(?<!线性)(?:独立|不相关)[^。；]*(?:方差|均值|期望|分布|矩)",
    re.IGNORECASE,
)
"""Words that say of a list that its members are random."""

INDEPENDENT = wording(
    r"(?<!linearly )(?<!conditionally )(?<!not )(?<!necessarily )(?<!affinely )"
    r"\b(?:independent(?! (?:of|columns?|rows?|sets?|equations?|parameters?))|iid\b|"
    r"uncorrelated(?! with (?!(?:\w+ )?(?:variances?|means?)\b)))|"
    r"(?<!线性)(?<!条件)(?<!不)(?<!未必)(?<!不一定)(?<!不相互)独立(?!于|的?[行列]|性|方程)|(?:互|两两)?不相关(?!于|性)",
    re.IGNORECASE,
)
"""Words that say of several random names that they are independent, or that their covariances are 0."""

_CLAUSE_END = wording(r"[.。;；]|\b(?:then|hence|so that|such that|where|let)\b|则|其中|设", re.IGNORECASE)


@record
class Sample:
    """A list `X_1, …, X_n` of members of one random family: its letter, its size, a letter that runs over it."""

    letter: Node
    size: Node
    span: Span

    def member(self, running: str) -> Node:
        return Node("Sub", self.span, (self.letter, Node("Id", self.span, (), running)))

    def every(self, running: str) -> Node:
        """`i ∈ [n]`"""
        inside = Node("Group", self.span, (self.size,), "[")
        return Node("Chain", self.span, (Node("Id", self.span, (), running), inside), ("in",), (self.span,))


def sample_in(formula: Written) -> Sample | None:
    """The random family that a formula lists, if words beside it say that it is one."""
    node = formula.node
    if node is not None and node.kind == "Chain" and node.value in (("in",), ("dist",)):
        node = node.children[0]  # `X_1, …, X_n ∈ ℝ^d`
    if node is None or node.kind != "List" or not any(c.kind == "Dots" for c in node.children) or not _says_random(formula):
        return None
    members = [c for c in node.children if c.kind != "Dots"]
    if len(members) < 2 or any(m.kind != "Sub" or len(m.children) != 2 for m in members):
        return None
    first, last_script = bare(members[0].children[1]), bare(members[-1].children[1])
    if node.children[-1].kind == "Dots":
        last_script = Node("Id", node.span, (), "n")  # `X_1, X_2, …`: as many as are spoken of
    if len({name_of(m.children[0]) for m in members}) != 1 or name_of(members[0].children[0]) is None:
        return None
    if first.kind != "Num" or str(first.value) != "1" or written(last_script) is None:
        return None
    return Sample(members[0].children[0], last_script, node.span)


def _says_random(formula: Written) -> bool:
    if formula.node is not None and formula.node.kind == "Chain" and formula.node.value == ("dist",):
        return True
    return SAYS_RANDOM.search(_clause_after(formula)) is not None or SAYS_RANDOM.search(formula.before[-60:]) is not None


def _clause_after(formula: Written) -> str:
    return _CLAUSE_END.split(_IID.sub("iid", formula.after))[0]


_IID = wording(r"\bi\.\s?i\.\s?d\.?", re.IGNORECASE)


def with_samples(formulas: Sequence[Written]) -> tuple[Written, ...]:
    """The formulas, those about moments of a member of a random family said of every one."""
    found = list(_without_size(formulas, next((s for f in formulas if (s := sample_in(f)) is not None), None)))
    formulas = tuple(found)
    sample: Sample | None = None
    block = -1
    for k, formula in enumerate(formulas):
        own = sample_in(formula)
        if own is not None:
            sample, block = own, formula.block
        elif sample is not None and formula.block == block and formula.node is not None and formula.cue in ENTERS:
            node = _of_every(_without_finite(formula.node), sample, _spoken_of(formulas, k))
            if node is not formula.node:
                found[k] = replace(formula, node=node)
    return tuple(found)


ENTERS = ("assume", "define", "quantify", "condition")


def _without_size(formulas: Sequence[Written], sample: Sample | None) -> Iterator[Written]:
    """`\\bar X_n`, `S_n` beside `X_1, …, X_n`: what is made of all n members, where it is spoken of for no other number."""
    size = None if sample is None else name_of(sample.size)
    nodes = [f.node for f in formulas if f.node is not None]
    scripts: dict[str, set[str | None]] = {}
    for part in (p for node in nodes for p in node.walk() if p.kind == "Sub" and len(p.children) == 2):
        scripts.setdefault(name_of(part.children[0]) or "", set()).add(name_of(part.children[1]))
    own = None if sample is None else name_of(sample.letter)
    plain = {base for base, found in scripts.items() if base and base != own and found == {size}}

    def renamed(node: Node) -> Node:
        if node.kind == "Sub" and len(node.children) == 2 and name_of(node.children[0]) in plain:
            return node.children[0]
        children = tuple(map(renamed, node.children))
        return node if all(a is b for a, b in zip(children, node.children, strict=True)) else replace(node, children=children)

    for formula in formulas:
        node = None if formula.node is None or size is None or not plain else renamed(formula.node)
        yield formula if node is None or node is formula.node else replace(formula, node=node)


_ALL = wording(
    r"\b(?:all|every|each|any)(?: (?:ind(?:ex|ices)|member))?\s*$|(?:所有|任意|任何|每个|每一个|各)(?:的)?\s*$", re.IGNORECASE
)


def _spoken_of(formulas: Sequence[Written], k: int) -> frozenset[str]:
    """Letters that other formulas speak of by themselves, `for a fixed $k$`, `$1 ≤ k ≤ n$`: what is said there is meant."""
    found: set[str] = set()
    for formula in formulas:
        if formula is formulas[k] or formula.node is None or _ALL.search(formula.before):
            continue
        parts = [formula.node]
        while parts:
            part = parts.pop()
            label = name_of(part)
            if label is not None:
                found.add(label)
            elif part.kind in ("List", "Chain", "Cond", "Labelled", "Group", "Forall", "Exists"):
                parts += part.children
    return frozenset(found)


def _of_every(node: Node, sample: Sample, spoken: frozenset[str]) -> Node:
    """The statement for every member, where it is about moments of one."""
    if node.kind in ("List", "Labelled"):
        children = tuple(_of_every(c, sample, spoken) for c in node.children)
        return node if all(a is b for a, b in zip(children, node.children, strict=True)) else replace(node, children=children)
    if node.kind != "Chain" or not isinstance(node.value, tuple) or set(node.value) - {"="}:
        return node
    moments = [after for part in node.walk() for head, after in _applied(part) if head_of_expectation(head, after) is not None]
    letters = {t for m in moments for t in _running_in(m, sample)}
    if len(letters) != 1 or letters & spoken:
        return node
    return Node("Cond", node.span, (node, sample.every(*letters)), "")


def _running_in(node: Node, sample: Sample) -> Iterator[str]:
    """The running letters that stand below the letter of the family."""
    for part in node.walk():
        if part.kind == "Sub" and name_of(part.children[0]) == name_of(sample.letter):
            script = letters_in(part.children[1])
            if len(script) == 1 and script[0] in RUNNING and script != letters_in(sample.size):
                yield script[0]


def _applied(node: Node) -> list[tuple[Node, Node]]:
    if node.kind == "Function" and len(node.children) == 2:
        return [(node.children[0], node.children[1])]
    return list(zip(node.children, node.children[1:], strict=False)) if node.kind == "Product" else []


def _without_finite(node: Node) -> Node:
    """`Var(X_i) = σ² < ∞` without the end, which says no more than that there is such a number."""
    if node.kind in ("List", "Labelled"):
        children = tuple(map(_without_finite, node.children))
        return node if all(a is b for a, b in zip(children, node.children, strict=True)) else replace(node, children=children)
    if node.kind != "Chain" or not isinstance(node.value, tuple) or len(node.value) < 2 or node.value[-1] != "<":
        return node
    if node.children[-1].kind != "Infinity":
        return node
    span = Span(node.span.start, node.children[-2].span.end)
    return Node("Chain", span, node.children[:-1], node.value[:-1], node.signs[:-1])


# ------------------------------------------------------------------ independence


def independent_groups(formulas: Sequence[Written]) -> dict[Span, tuple[Node, ...]]:
    """By the place of a formula: what the words behind it, or before those that it ends, say to be independent."""
    found = {}
    for k, formula in enumerate(formulas):
        if formula.node is not None and _called_independent(formulas, k):
            found[formula.span] = tuple(f.node for f in _group(formulas, k) if f.node is not None)
    return found


def independence(group: Sequence[Node], context: Context, events: frozenset[str] = frozenset()) -> tuple[Hypothesis, ...]:
    """What it says of covariances that these are independent, as far as they are random names; of events, of their indicators."""
    found: dict[Statement, None] = {}
    names = list(dict.fromkeys(n for node in group for n in _names(node, context)))
    for row in (context.declarations[n] for n in names):
        if row.type.over:
            found.update(dict.fromkeys(_members_apart(row, context)))
    for first, second in combinations(names, 2):
        rows = context.declarations[first], context.declarations[second]
        both = [fun("step", name(n)) for n in (first, second)] if {first, second} <= events else []
        apart = [_independent_events(*both)] if both else _apart(*rows, context)
        found.update(dict.fromkeys(apart))
    return tuple(Hypothesis(s, statement_latex(s)) for s in found)


def _independent_events(first: Term, second: Term) -> Statement:
    """P(A ∩ B) = P(A) P(B)"""
    means = tuple(Term("expect", (indicator,)) for indicator in (first, second))
    return Relation("=", Term("expect", (Term("mul", (first, second)),)), Term("mul", means))


def _called_independent(formulas: Sequence[Written], k: int) -> bool:
    """Whether the words behind a formula, or right before its group, say so."""
    after = _clause_after(formulas[k])
    if not _reaches(formulas, k):
        return False
    said = INDEPENDENT.search(after)
    if said is not None:
        return _is_said_plainly(after, said) and _ONLY_GIVEN.match(formulas[k].after, said.end()) is None
    words = _CLAUSE_END.split(_IID.sub("iid", _group(formulas, k)[0].before))[-1][-60:]
    said = INDEPENDENT.search(words)
    named = _NOUN.search(words) is not None or FOR_SUCH.search(words) is not None
    return said is not None and named and _is_said_plainly(words, said)


def _is_said_plainly(words: str, said: re.Match[str]) -> bool:
    """Whether nothing around `independent` says less, or says it of something else than the names."""
    before = words[: said.start()]
    return not _takes_back(before) and _PLAIN_BEFORE.fullmatch(before) is not None and _OF_PARTS.match(words, said.end()) is None


def _reaches(formulas: Sequence[Written], k: int) -> bool:
    """Whether what is said behind names holds as it stands: not for one `$t = 1$`, nor under one measure."""
    if _UNDER.search(_clause_after(formulas[k])) is not None:
        return False
    if _FOR_ONE.search(_clause_after(formulas[k])) is None or k + 1 == len(formulas):
        return True
    node = formulas[k + 1].node
    return node is None or node.kind != "Chain" or not isinstance(node.value, tuple) or "=" not in node.value


_UNDER = wording(
    r"\b(?:independent|uncorrelated|iid)\b[^.;]*?\b(?:under|or|except|apart from|at (?:time|least|most)|until|before|after)\b|"
    r"(?:独立|不相关)[^。；]{0,12}(?:或|除非|除了)|在[^。；]{0,8}(?:下|时)[^。；]{0,6}独立",
    re.IGNORECASE,
)
_FOR_ONE = wording(r"\b(?:independent|uncorrelated|iid)\b[^.,;]*\b(?:for|when|if|at|on|in)\s*$|[当在对]\s*$", re.IGNORECASE)
"""Words behind `independent` by which it is said in part only."""

_PLAIN_BEFORE = wording(
    r"(?:\b(?:an?|the|be|is|are|being|that|which|who|all|both|each|every|any|two|three|four|several|many|some|for|from|of|let|"
    r"given|consider(?:ing)?|suppose|assum(?:e|ing)|if|take|now|and|also|further(?:more)?|moreover|then|we|as|with|whose|having|"
    r"zero|finite|unit|common|equal|means?|variances?|moments?|second|fourth|values?|centered|centred|standard|"
    r"mutually|pairwise|jointly|stochastically|statistically|totally|completely|fully|identically|distributed|"
    r"real|scalar|random|variables?|vectors?|numbers?|samples?|events?|positive|non-?negative|square[- ]integrable|integrable|"
    r"continuous|discrete|valued|normal|gaussian|bounded|arbitrary|drawn|sampled|chosen|taken|they|these|them|draws?|copies|"
    r"observations?|sequence|family|finitely|query|key|keys|queries|entries|components|coordinates|mean-zero|zero-mean)\b"
    r"(?<!with)(?<!whose)(?<!having)(?<!entries)(?<!components)(?<!coordinates)|"
    r"\b(?:with|whose|having)\b(?= (?:an? |the )?(?:zero|finite|unit|common|equal|means?|variances?|second|moments?))|"
    r"[,，、()（）\s:：-]|[是为均都且并又的设令对若和与及两三个些任意实随机变量向样本事件标列数有限方差均值零期望连续离散"
    r"相互彼此两两统计假定它们皆同]|给定|假设|考虑|取自)*",
    re.IGNORECASE,
)
"""Words that may stand between names and `independent`, or open the sentence: any other may say less or the contrary."""

_OF_PARTS = wording(
    r"\s*(?:or\b|but\b|and not\b|(?:(?:and|zero|unit|mean|random|standard|normal|gaussian|identically distributed)[\s-]+)*"
    r"(?:components?|entries|increments?|nois\w+|errors?|scales?|coordinates?|parts?|residuals?|shocks?|"
    r"innovations?|margin\w+|rows?|columns?|blocks?|seeds?|groups?|coefficients?|weights?|factors?|directions?|terms?|steps?|"
    r"signs?|phases?|copies|laws|sources?|causes?|reasons?|interest|effects?)\b)|"
    r"(?:的)?(?:或|增量|分量|元素|噪声|误差|尺度|坐标|部分|残差|行|列|因子|系数|权重|方向|来源)",
    re.IGNORECASE,
)
"""Behind `independent`, what else than the names it is said of, or what it is said to be instead."""


def independent_in_sentence(formulas: Sequence[Written]) -> frozenset[Span]:
    """The places of names of which a sentence says so that is about such only: `for independent $X$ and $Y$, …`."""
    return frozenset(f.span for k, f in enumerate(formulas) if FOR_SUCH.search(_group(formulas, k)[0].before))


def _takes_back(words: str) -> bool:
    """Whether words before say less, or the contrary."""
    return _LESS.search(words) is not None or _TAKEN_BACK.search(words) is not None


_TAKEN_BACK = wording(
    r"\b(?:not|neither|nor|never|no|cannot|without|would|were|might|may|need|unless|whether|fail\w*|than|instead)\b|n't\b|"
    r"[不未非无没否]",
    re.IGNORECASE,
)
"""Before the word, in its clause: then it is not said that they are."""

DEPENDENT = wording(
    r"(?<!linearly )\b(?:dependent|correlated)\b|\b(?:not|no longer|neither|never)(?: \w+){0,2} independent\b|"
    r"不(?:再|一定|必)?(?:相互)?独立|(?<!不)(?<!无)相关的?\s*$",
    re.IGNORECASE,
)
"""Words that say that names are not, or no longer, independent."""


def dependent_groups(formulas: Sequence[Written]) -> dict[Span, tuple[Node, ...]]:
    """By the place of a formula: what the words behind it say not to be independent."""
    rows = ((k, f) for k, f in enumerate(formulas) if f.node is not None and DEPENDENT.search(_clause_after(f)))
    return {f.span: tuple(g.node for g in _group(formulas, k) if g.node is not None) for k, f in rows}


_LESS = wording(
    r"\b(?:nearly|almost|approximately|roughly|asymptotically|conditionally|partially|mostly|weakly|not|hardly)\s*$|"
    r"(?:近似|几乎|大致|渐近|条件|部分|弱)(?:地|相互)?$",
    re.IGNORECASE,
)
_ONLY_GIVEN = wording(
    r"\s*(?:random variables?\s*)?(?:given|conditional(?:ly)?|conditioned|in the limit|asymptotically|up to|only|if|when|unless|"
    r"with (?:high |some )?probability)\b",
    re.IGNORECASE,
)
"""Words before and behind `independent` by which less is said."""

_NOUN = wording(r"(?:variables?|vectors?|samples?|keys?|numbers?|变量|向量|样本|数)\s*$", re.IGNORECASE)
"""`independent random variables $X$ and $Y$`: the noun goes on to the names."""


_JOINS = wording(r"^\s*(?:,|，|、|and|, and|和|与|及)\s*$", re.IGNORECASE)


def _group(formulas: Sequence[Written], k: int) -> list[Written]:
    """The formula with those before it that a comma or `and` joins to it."""
    first = k
    while first and formulas[first - 1].block == formulas[k].block and _JOINS.match(formulas[first].before):
        first -= 1
    return list(formulas[first : k + 1])


def _names(node: Node | None, context: Context) -> Iterator[str]:
    """The random names that a formula lists; of members the family."""
    if node is None:
        return
    if node.kind in ("List", "Cond", "Labelled"):
        for child in node.children:
            yield from _names(child, context)
        return
    if node.kind == "Chain" and node.value in (("in",), ("dist",)):
        yield from _names(node.children[0], context)
        return
    rows = context.declarations
    for label in (name_of(node), name_of(node.children[0]) if node.kind == "Sub" and node.children else None):
        if label is not None and label in rows and "random" in rows[label].properties:
            yield label
            return


def _members_apart(row: Declaration, context: Context) -> Iterator[Statement]:
    """Cov(x_i, x_j) = δ_ij Var(x_i)"""
    if len(row.type.over) != 1 or row.type.cols != ONE:
        return
    i, j = _letters(context, 2)
    first, second = (Term("member", (name(n),), (row.name,)) for n in (i, j))
    spread = Term("var" if row.type.member.is_scalar else "cov", (first,))
    delta = Term("delta", (name(i), name(j)))
    yield _for_all(row, (i, j), Relation("=", Term("cov", (first, second)), Term("mul", (delta, spread))))


def of_every_pair(statement: Statement, context: Context) -> Statement | None:
    """`∀ i ≠ j: Cov(x_i, x_j) = 0` in the form in which sums over i and j use it: Cov(x_i, x_j) = δ_ij Var(x_i)."""
    match statement:
        case ForAll(
            ((i, _), (j, _)),
            Implies(Relation("!=", first, second), Relation("=", Term(head="cov", args=(x, y)), zero)),
        ) if {first, second} == {name(i), name(j)} and (zero == num(0) or zero.head == "zeros"):
            pair = [t.args[0] for t in (x, y) if t.head == "member" and len(t.args) == 1]
            if x.data == y.data and len(pair) == 2 and {*pair} == {name(i), name(j)}:
                row = context.declarations.get(str(x.data[0]))
                return None if row is None else next(_members_apart(row, context), None)
    return None


def _apart(first: Declaration, second: Declaration, context: Context) -> Iterator[Statement]:
    """Cov(x, y) = 0"""
    if any(len(row.type.over) > 1 or row.type.cols != ONE for row in (first, second)):
        return
    letters = iter(_letters(context, 2))
    parts, names = [], []
    for row in (first, second):
        if row.type.over:
            names.append((next(letters), index(row.type.over[0])))
            parts.append(Term("member", (name(names[-1][0]),), (row.name,)))
        else:
            parts.append(name(row.name))
    rows = (first.type.rows, second.type.rows)
    zero = num(0) if rows == (ONE, ONE) else Term("zeros", (), rows)
    equation = Relation("=", Term("cov", tuple(parts)), zero)
    yield ForAll(tuple(names), equation) if names else equation


def _for_all(row: Declaration, letters: Sequence[str], body: Statement) -> Statement:
    names: tuple[tuple[str, Type], ...] = tuple((n, index(row.type.over[0])) for n in letters)
    return ForAll(names, body)


def _letters(context: Context, count: int) -> list[str]:
    """Letters for indices that mean nothing else."""
    taken = set(context.declarations).union(*(statement_names(h.statement) for h in context.hypotheses))
    taken |= {n for row in context.declarations.values() for size in (row.type.rows, *row.type.over) for n in size.names}
    letters = [
        c for c in ("i", "j", "k", "l", "r", "s", *(f"i_{k}" for k in range(9))) if c not in taken or _is_index(c, context)
    ]
    return letters[:count]


def _is_index(label: str, context: Context) -> bool:
    row = context.declarations.get(label)
    return row is not None and row.type.index is not None
