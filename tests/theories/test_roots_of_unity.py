"""Identities of angles that are rational multiples of π, and what is false beside them."""

from __future__ import annotations

import cmath
import random
from fractions import Fraction

import pytest

from symproofs.apps.check import check

VALUES = [
    (r"\cos\frac{\pi}{3}", r"\frac12"),
    (r"\sin\frac{\pi}{6}", r"\frac12"),
    (r"\sin\frac{\pi}{3}", r"\frac{\sqrt3}{2}"),
    (r"\cos\frac{\pi}{4}", r"\frac{\sqrt2}{2}"),
    (r"\sin\frac{3\pi}{4}", r"\frac{1}{\sqrt2}"),
    (r"\tan\frac{\pi}{4}", "1"),
    (r"\tan\frac{\pi}{3}", r"\sqrt3"),
    (r"\tan\frac{\pi}{8}", r"\sqrt2-1"),
    (r"\cos\frac{2\pi}{3}", r"-\frac12"),
    (r"\cos\frac{\pi}{12}", r"\frac{\sqrt6+\sqrt2}{4}"),
    (r"\sin\frac{\pi}{12}", r"\frac{\sqrt6-\sqrt2}{4}"),
    (r"\cos\frac{\pi}{5}", r"\frac{1+\sqrt5}{4}"),
    (r"\cos\frac{\pi}{5}\cos\frac{2\pi}{5}", r"\frac14"),
    (r"\cos\frac{\pi}{7}-\cos\frac{2\pi}{7}+\cos\frac{3\pi}{7}", r"\frac12"),
    (r"\sin\frac{\pi}{7}\sin\frac{2\pi}{7}\sin\frac{3\pi}{7}", r"\frac{\sqrt7}{8}"),
    (r"\sum_{k=1}^{16}\cos\frac{2k\pi}{17}", "-1"),
    (r"\cos\frac{\pi}{9}\cos\frac{2\pi}{9}\cos\frac{4\pi}{9}", r"\frac18"),
    (r"\tan\frac{3\pi}{11}+4\sin\frac{2\pi}{11}", r"\sqrt{11}"),
    (r"\cos\frac{1000\pi}{3}", r"-\frac12"),
    (r"\sin(x+\frac{\pi}{3})", r"\frac12\sin x+\frac{\sqrt3}{2}\cos x"),
    (r"\sin x\sin(\frac{\pi}{3}-x)\sin(\frac{\pi}{3}+x)", r"\frac14\sin 3x"),
    (r"e^{2\pi i/5}+e^{4\pi i/5}+e^{6\pi i/5}+e^{8\pi i/5}", "-1"),
    (r"(1+i)^2", r"2e^{i\pi/2}"),
    (r"1+i", r"\sqrt2e^{i\pi/4}"),
    (r"\cos x+\cos(x+\frac{2\pi}{3})+\cos(x+\frac{4\pi}{3})", "0"),
]


def _verdict(formula: str) -> str:
    (document,) = check(f"Let $x$ be a real number. Then ${formula}$.").documents
    return document.steps[-1].judgement.verdict.name


@pytest.mark.parametrize(("left", "right"), VALUES)
def test_values_known_from_the_books(left: str, right: str) -> None:
    assert _verdict(f"{left} = {right}") == "PROVED"
    assert _verdict(f"{left} = {right} + \\frac{{1}}{{100}}") == "REFUTED"
    assert _verdict(f"{left} = {right} - \\sqrt{{3}}") == "REFUTED"


def test_random_sums_of_roots_of_unity() -> None:
    """A rational sum of cosines of rational angles is proved to be what it is, and refuted to be anything else."""
    r = random.Random(4)
    for _ in range(25):
        n = r.choice([3, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20])
        shift, c = r.randrange(n), r.choice([1, 2, -3])
        p = r.choice([p for p in (2, 3, 5, 7) if n % p == 0])
        # a full circle of p roots, turned: adds up to 0
        circle = "+".join(rf"{abs(c)}\cos\frac{{{2 * (shift + j * n // p)}\pi}}{{{n}}}" for j in range(p))
        sign = "-" if c < 0 else ""
        assert _verdict(f"{sign}({circle}) = 0") == "PROVED", circle
        value = sum(c * cmath.exp(2j * cmath.pi * float(Fraction(shift + j * n // p, n))).real for j in range(p))
        assert abs(value) < 1e-9
        rest = "+".join(rf"{abs(c)}\cos\frac{{{2 * (shift + j * n // p)}\pi}}{{{n}}}" for j in range(p - 1))
        wrong = sum(cmath.exp(2j * cmath.pi * float(Fraction(shift + j * n // p, n))).real for j in range(p - 1))
        if abs(wrong) > 1e-6:
            assert _verdict(f"{rest} = 0") == "REFUTED", rest
