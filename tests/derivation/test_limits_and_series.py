"""Limits and series as people write them, each true claim beside false ones: from reading to verdict.

A false claim is refuted by the theorem of another limit, perhaps in a case; a true one is never refuted.
"""

from __future__ import annotations

import pytest

from symproofs import verify
from symproofs.apps.certificates import certificates
from symproofs.apps.check import check

SHOWN = ("proved", "proved-provided")

TRUE = [
    r"Let $x$ be real. $$\lim_{x\to0}\frac{\sin x}{x}=1$$",
    r"Let $x$ be real. $$1=\lim_{x\to0}\frac{\sin x}{x}$$",
    r"Let $x$ be real. $$\lim_{x\to0}\frac{1-\cos x}{x^2}=\frac12$$",
    r"As $x\to0$, $\frac{e^x-1}{x}\to 1$.",
    r"As $x\to1$, $\frac{\log x}{x-1}\to 1$.",
    r"As $x\to\pi$, $\frac{\sin x}{x-\pi}\to -1$.",
    r"Let $x$ be real. $$\lim_{n\to\infty}\left(1+\frac xn\right)^n=e^x$$",
    r"$$\lim_{x\to0^+}x\log x=0$$",
    r"$$\lim_{x\to0^-}\frac{|x|}{x}=-1$$",
    r"$$\lim_{x\to\infty}\sqrt{x+1}-\sqrt{x}=0$$",
    r"$$\lim_{x\to0}x\sin\frac1{x}=0$$",
    r"Let $x$ be real. $$f(x)=\lim_{h\to0}\frac{(x+h)^3-x^3}{h}=3x^2$$",
    r"Let $f(x)=\sin x$. Then $$f'(x)=\lim_{h\to0}\frac{f(x+h)-f(x)}{h}=\cos x$$",
    r"Let $x$ be real. $$\lim_{h\to0}\frac{1/(x+h)-1/x}{h}=-\frac1{x^2}$$",
    r"$$\forall a\in\mathbb{R}:\lim_{x\to0}\frac{\sin ax}{x}=a$$",
    r"$$\forall a>0:\lim_{x\to\infty}ae^{-ax}=0$$",
    r"$$\sum_{n\ge0}0.1^n=\frac{10}{9}$$",
    r"Let $r$ be real with $|r|<1$. $$\sum_{k=0}^\infty r^k=\frac1{1-r}$$",
    r"Let $r$ be real with $|r|<1$. $$\sum_{k=1}^\infty r^k=\frac r{1-r}$$",
    r"Let $0\le\gamma<1$. $$\sum_{k=0}^\infty \gamma^k=\frac{1}{1-\gamma}$$",
    r"Let $0<p<1$. $$\sum_{k=1}^\infty p(1-p)^{k-1}=1$$",
    r"Let $0<p<1$. $$\sum_{k=1}^\infty k p(1-p)^{k-1}=\frac1p$$",
    r"$$\sum_{k=1}^\infty \frac1{k(k+1)}=1$$",
    r"$$\lim_{n\to\infty}\frac1{n^2}\sum_{k=1}^n k=\frac12$$",
]


@pytest.mark.parametrize("text", TRUE)
def test_true_ones_are_proved_and_checked_again(text: str) -> None:
    report = check(text)
    verdicts = [s.verdict.value for s in report.documents[0].steps]
    assert verdicts[-1] in SHOWN and set(verdicts) <= {*SHOWN, "given"}
    for certificate in certificates(report).values():
        verify.check({k: v for k, v in certificate.items() if k != "places"})


FALSE = [
    (r"Let $x$ be real. $$\lim_{x\to0}\frac{\sin 2x}{x}=1$$", "the limit is 2"),
    (r"$$\lim_{x\to0}|x|/x=1$$", "the limit is -1, where x < 0"),
    (r"$$\lim_{x\to0}\frac1x=\infty$$", r"the limit is -\infty, where x < 0"),
    (r"As $x\to0$, $\frac{\sin x}{x^2}\to 0$.", r"the limit is \infty, where x > 0"),
    (r"$$\lim_{n\to\infty}\left(1+\frac1n\right)^n=1$$", "the limit is e"),
    (r"As $x\to0$, $\frac{\tan x-x}{x^3}\to\frac12$.", r"the limit is \frac{1}{3}"),
    (
        r"$$\forall a,b>0:\lim_{x\to\infty}(ae^{-ax}+be^{-bx})e^{bx}=\infty$$",
        "the limit is b, where -a + b < 0",
    ),
    (r"$$\forall a>0:\lim_{x\to\infty}ae^{-ax}=1$$", "the limit is 0"),
    (r"$$\sum_{n\ge0}0.1^n=1$$", r"the limit is \frac{10}{9}"),
    (r"$$\sum_{k=0}^\infty 2^{k}=-1$$", r"the limit is \infty"),
    (r"$$\sum_{k=1}^\infty k=-\frac1{12}$$", r"the limit is \infty"),
    (r"$$\sum_{k=1}^\infty \frac1{k(k+2)}=\frac12$$", r"the limit is \frac{3}{4}"),
]


@pytest.mark.parametrize(("text", "message"), FALSE)
def test_false_ones_are_refuted_by_another_limit(text: str, message: str) -> None:
    report = check(text)
    step = report.documents[0].steps[-1]
    assert (step.verdict.value, step.judgement.message) == ("refuted", message)
    (certificate,) = certificates(report).values()
    verify.check({k: v for k, v in certificate.items() if k != "places"})


NEITHER = [
    r"$$\lim_{x\to0}\sin\frac1{x}=0$$",
    r"$$\lim_{n\to\infty}(-1)^n=1$$",
    r"$$\sum_{k=0}^\infty (-1)^{k}=\frac12$$",
    r"Let $r$ be real. $$\sum_{k=0}^\infty r^k=\frac1{1-r}$$",
    r"$$\sum_{k=1}^\infty \frac1k=\log 2$$",
    r"$$\lim_{x\to\infty}x\sin x=\infty$$",
]


@pytest.mark.parametrize("text", NEITHER)
def test_what_has_no_limit_that_is_known_is_left_open(text: str) -> None:
    assert check(text).documents[0].steps[-1].verdict.value == "undecided"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x$ be real. $$\lim_{h\to0}\frac{1/(x+h)-1/x}{h}=-\frac1{x^2}$$",
        r"Let $x$ be real. $$\lim_{h\to0}\frac{\log(x+h)-\log x}{h}=\frac1x$$",
        r"Let $x$ be real. $$\lim_{h\to0}\frac{\sqrt{x+h}-\sqrt x}{h}=\frac1{2\sqrt x}$$",
        r"Let $a$ be real. $$\lim_{x\to0}\frac{\sin ax}{ax}=1$$",
        r"Let $a$ be real. $$\lim_{x\to a}\frac{x^2-a^2}{x-a}=2a$$",
        r"Let $a > 0$. $$\lim_{x\to a}\frac{\sqrt{x}-\sqrt{a}}{x-a}=\frac1{2\sqrt a}$$",
        r"Let $x \ge 0$. As $x\to0$, $\frac{|x|}{x}\to1$.",
        r"Let $x > 0$. As $x\to0$, $\frac{1}{x}\to\infty$.",
    ],
)
def test_where_total_values_would_say_otherwise_nothing_true_is_refuted(text: str) -> None:
    """1/0 is 0 among total values; a limit is claimed where both sides are defined."""
    assert check(text).documents[0].steps[-1].verdict.value != "refuted"


def test_a_sum_between_bounds_that_stand_still_is_taken_member_by_member() -> None:
    start = r"Let $n\ge2$ be an integer and $x,h\in\mathbb{R}$, $h\neq0$. "
    (wrong,) = check(start + r"$$\lim_{h\to0}\sum_{k=0}^{n-1}(x+h)^{n-1-k}x^k=x^{n-1}$$").documents[0].steps[-1:]
    assert wrong.verdict.value == "refuted"
    (right,) = check(start + r"$$\lim_{h\to0}\sum_{k=0}^{n-1}(x+h)^{n-1-k}x^k=nx^{n-1}$$").documents[0].steps[-1:]
    assert right.verdict.value != "refuted"
    (same,) = check(r"Let $n$ be a natural number. $$\lim_{h\to0}\sum_{k=0}^{n}(k+h)=\sum_{k=0}^n k$$").documents[0].steps[-1:]
    assert same.verdict.value == "proved"


def test_a_series_that_diverges_for_some_values_is_claimed_where_it_converges() -> None:
    step = check(r"Let $r$ be real, $r\ne0$. $$\sum_{k=1}^\infty k r^k=\frac r{(1-r)^2}$$").documents[0].steps[-1]
    assert step.verdict.value != "refuted"


def test_nothing_is_decided_of_what_only_a_limit_defines() -> None:
    for claim in ("(1-r)S=1", "(1-r)S=2"):
        text = rf"Let $|r|<1$ and $S=\sum_{{k=0}}^\infty r^k$. Then ${claim}$."
        assert check(text).documents[0].steps[-1].verdict.value == "undecided"


def test_a_name_that_is_given_a_limit_is_defined_by_it() -> None:
    steps = check(r"Let $x$ be real. $$g(x)=\lim_{h\to0}\frac{(x+h)^2-x^2}{h}$$").documents[0].steps
    assert steps[-1].verdict.value == "given"


def test_the_index_of_a_partial_sum_is_new() -> None:
    r"""`N` is taken in the formula: another letter goes to infinity."""
    text = r"Let $N$ be real with $N>0$. $$\sum_{k=0}^\infty \left(\frac{1}{1+N}\right)^k=\frac{1+N}{N}$$"
    assert check(text).documents[0].steps[-1].verdict.value != "refuted"
