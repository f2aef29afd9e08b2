"""Checked documents made by hand: one of each verdict, long formulas, Chinese, hostile text."""

from __future__ import annotations

import itertools

import pytest

from symproofs.derivation.document import CheckedDocument, Derivation, Language, Link, Role, Step
from symproofs.derivation.verdict import Cause, Counterexample, Judgement, Line, Reason, Verdict
from symproofs.diagnostics import Source, Span
from symproofs.terms.context import Context, Declaration
from symproofs.terms.latex import latex
from symproofs.terms.size import Size
from symproofs.terms.statement import Hypothesis, Implies, Membership, Relation, Statement
from symproofs.terms.term import IMAGINARY, PI, E, Term, fun, name, num, term
from symproofs.terms.types import matrix, scalar

P, X, Q, K, V, H = map(name, ["P", "X", "Q", "K", "V", "H"])
X_PERM, Q_PERM, K_PERM, V_PERM, H_PERM, Z_PERM = (name(f"{c}_perm") for c in "XQKVHZ")
W_Q, W_1, W_2, B_1, B_2 = map(name, ["W_Q", "W_1", "W_2", "b_1", "b_2"])
N = Size.of("T")


def mul(*factors: Term) -> Term:
    return term("mul", *factors)


def transpose(a: Term) -> Term:
    return term("transpose", a)


def attention(a: Term) -> Term:
    return term("rowsoftmax", term("div", a, term("sqrt", name("d"))))


def rope(z: str, t: Term) -> Term:
    return term("call", name(z), t, data=("RoPE",))


def exponential(sign: int, t: Term) -> Term:
    unit = IMAGINARY if sign > 0 else term("neg", IMAGINARY)
    return term("pow", E, mul(unit, t, name("theta")))


CONTEXT = Context().declare(
    Declaration("P", matrix("T", "T"), frozenset(["permutation"]), "given"),
    Declaration("X", matrix("T", "d"), origin="given"),
    *(Declaration(c, matrix("T", "d"), origin="inferred") for c in ("Q", "K", "V", "H")),
    Declaration("theta", scalar(), origin="assumed"),
    Declaration("T", scalar("natural"), frozenset(["size"]), "given"),
)


class Writer:
    """Collects steps as a reader and a judge would give them."""

    def __init__(self, language: Language = "en") -> None:
        self.steps: list[Step] = []
        self.language = language
        self.section = ""
        self.chain = 0

    def part(self, section: str) -> None:
        self.section = section

    def add(
        self, statement: Statement | None, judgement: Judgement, *, raw: str = "", role: Role = "claim", go_on: bool = False
    ) -> None:
        self.chain += not go_on
        link = Link(
            id=str(len(self.steps)), span=Span(0, 0), latex=raw or "author", relation="=", role=role, chain=self.chain,
            statement=statement, context=CONTEXT, section=self.section, assumed=("x is real",) if raw else (),
        )  # fmt: skip
        self.steps.append(Step(link, judgement, 1.0))

    def equations(self, *rows: tuple[Term, Judgement]) -> None:
        """A chain: the first row's term is the left side, each later one is reached by its judgement."""
        for k, ((left, _), (right, judgement)) in enumerate(itertools.pairwise(rows)):
            role: Role = "definition" if judgement.verdict is Verdict.GIVEN else "claim"
            self.add(Relation("=", left, right), judgement, role=role, go_on=k > 0)

    def document(self) -> CheckedDocument:
        givens = (Hypothesis(Relation("=", X_PERM, mul(P, X)), "X_perm"),)
        return CheckedDocument(
            Derivation(Source("notes.md", ""), self.language, tuple(s.link for s in self.steps), givens=givens),
            tuple(self.steps),
        )


def proved(*codes: str, detail: str = "", lines: tuple[Line, ...] = ()) -> Judgement:
    return Judgement(Verdict.PROVED, "indexed sums", tuple(Reason(c, detail) for c in codes), unfolding=lines)


GIVEN = Judgement(Verdict.GIVEN)
NOTHING = GIVEN


def attention_chains(w: Writer) -> None:
    w.equations(
        (Q_PERM, NOTHING),
        (mul(X_PERM, W_Q), proved("definition", detail="Q_perm")),
        (mul(mul(P, X), W_Q), proved("given", detail="X_perm")),
        (mul(P, mul(X, W_Q)), proved("associativity")),
        (mul(P, Q), proved("definition", detail="Q")),
    )
    inner = mul(P, mul(Q, transpose(K)), transpose(P))
    w.equations(
        (mul(Q_PERM, transpose(K_PERM)), NOTHING),
        (mul(mul(P, Q), transpose(mul(P, K))), proved("definition", detail="Q_perm")),
        (mul(mul(P, Q), mul(transpose(K), transpose(P))), proved("transpose_of_product")),
        (inner, proved("associativity")),
    )
    w.equations(
        (attention(mul(Q_PERM, transpose(K_PERM))), NOTHING),
        (attention(inner), proved("transpose_of_product")),
        (mul(P, attention(mul(Q, transpose(K))), transpose(P)), proved("softmax_permutation", "entries", detail="P")),
    )


def rope_chain(w: Writer) -> None:
    t1, t2 = name("t_1"), name("t_2")
    left = term("inner", rope("z_1", t1), rope("z_2", t2))
    z2 = fun("conj", name("z_2"))
    w.equations(
        (left, NOTHING),
        (
            fun("re", mul(mul(name("z_1"), exponential(1, t1)), mul(z2, exponential(-1, t2)))),
            proved("definition", "conjugate_of_product", "conjugate_of_exp", detail="RoPE"),
        ),
        (
            fun("re", mul(name("z_1"), z2, term("pow", E, mul(IMAGINARY, term("add", t1, term("neg", t2)), name("theta"))))),
            proved("exp_of_sum"),
        ),
        (term("inner", rope("z_1", term("add", t1, term("neg", t2))), rope("z_2", num(0))), proved("definition", detail="RoPE")),
    )


def long_chain(w: Writer) -> None:
    relu = fun("relu", term("add", mul(H, W_1), term("rows", B_1, data=(N,))))
    x1, x2, t = name("x_1"), name("x_2"), name("t_theta")
    w.equations(
        (Z_PERM, NOTHING),
        (
            term("add", mul(fun("relu", term("add", mul(mul(P, H), W_1), term("rows", B_1, data=(N,)))), W_2), B_2),
            proved("definition", detail="Z_perm"),
        ),
        (mul(P, term("add", mul(relu, W_2), B_2)), proved("bias_rows", "relu_entrywise", detail="P")),
    )
    many = term(
        "add",
        mul(x1, fun("cos", t)),
        mul(IMAGINARY, x1, fun("sin", t)),
        mul(IMAGINARY, x2, fun("cos", t)),
        term("neg", mul(x2, fun("sin", t))),
        *(mul(term("member", num(k), data=("c",)), name("lambda_"), term("pow", x1, num(k)), x2) for k in range(1, 8)),
    )
    w.equations((many, NOTHING), (term("add", *reversed(many.args)), proved("algebra")))


def make(language: Language) -> CheckedDocument:
    w = Writer(language)
    w.part("Position Embeddings Exploration / a" if language == "en" else "位置编码 / a")
    attention_chains(w)
    long_chain(w)
    wrong = Counterexample(
        (("n", "2"), ("P", "[[0, 1], [1, 0]]"), ("Q", "[[1, 2], [0, -1/2]]")), "[[0, 1], [1, 0]]", "[[1, 0], [0, 1]]"
    )
    w.equations(
        (H_PERM, NOTHING),
        (mul(P, H), Judgement(Verdict.REFUTED, "values", message="the two sides differ", counterexample=wrong)),
        (H, Judgement(Verdict.REFUTED, "shapes", message="the factors of this product do not fit: T×d times T×T")),
    )
    w.part("Position Embeddings Exploration / g / ii" if language == "en" else "位置编码 / g / ii")
    rope_chain(w)
    a, b, k = name("a"), name("b"), name("k")
    w.add(
        Implies(
            Relation("=", term("add", a, term("neg", b)), mul(num(2), k, PI)),
            Relation("=", a, term("add", b, mul(num(2), k, PI))),
        ),
        proved("algebra"),
    )
    w.add(
        Relation("=", term("div", mul(a, b), a), b),
        Judgement(Verdict.PROVIDED, reasons=(Reason("cancel"),), conditions=(r"a \neq 0",)),
    )
    w.add(Relation("~", name("alpha_a"), num("1/2")), Judgement(Verdict.UNDECIDED, cause=Cause.REGIME))
    w.add(Membership(k, "integer"), GIVEN, role="hypothesis")
    w.add(None, Judgement(Verdict.UNREAD, message="an unknown command \\foo"), raw=r"\foo{x} & 100\% \input{/etc/passwd}_1^2 # ~")
    w.add(Relation("=", a, b), Judgement(Verdict.ERROR, message="a fault of this program: KeyError"))
    return w.document()


@pytest.fixture
def english() -> CheckedDocument:
    return make("en")


@pytest.fixture
def chinese() -> CheckedDocument:
    return make("zh")


@pytest.fixture
def unfolded() -> CheckedDocument:
    """One step with its elementary steps."""
    w = Writer()
    terms = [mul(mul(P, Q), transpose(mul(P, K))), mul(mul(P, Q), mul(transpose(K), transpose(P))), mul(P, mul(Q, transpose(K)))]
    lines = tuple(Line(latex(t), (Reason("transpose_of_product"),) if n else ()) for n, t in enumerate(terms))
    w.equations((terms[0], NOTHING), (terms[-1], proved("associativity", lines=lines)))
    return w.document()
