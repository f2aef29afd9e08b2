"""Equations to be solved: given where they are posed, their consequences judged, lost and gained solutions told."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import symproofs
from symproofs.apps.batch import Item
from symproofs.apps.items import read_item
from symproofs.derivation.judge import Settings, judged

DATA = Path(__file__).parent.parent / "data" / "reading" / "solving.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


def verdicts(row: dict[str, Any]) -> list[str]:
    if "text" in row:
        return [s.verdict.value for d in symproofs.check(row["text"]).documents for s in d.steps]
    links = read_item(Item("", tuple(row["given"]), tuple(row["steps"]))).derivation.links
    return [s.verdict.value for s in judged(links, Settings(5.0))]


@pytest.mark.parametrize("row", ROWS, ids=[str(k) for k in range(len(ROWS))])
def test_an_equation_is_posed_and_what_follows_is_judged(row: dict[str, Any]) -> None:
    assert verdicts(row) == row["verdicts"]


QUADRATICS = (
    "Solve $<E>$. Factoring, $<F>$. Hence $x=<R>$ or $x=<S>$.",
    "Solve the equation $<E>$. Then $<F>$, so $x=<R>$ or $<S>$.",
    "Find all real $x$ with $<E>$. We factor: $<F>$. Therefore $x \\in \\{<R>, <S>\\}$.",
    "The solutions of $<E>$ are $<R>$ and $<S>$.",
    "The equation $<E>$ has the solutions $x=<R>$ and $x=<S>$.",
    "Solve $<E>$:\n\n$$<F>$$\n\nso $$x=<R> \\quad\\text{or}\\quad x=<S>.$$",
    "$$<E> \\iff <F> \\iff x=<R> \\text{ or } x=<S>$$",
    "解方程 $<E>$。因式分解，得 $<F>$，所以 $x=<R>$ 或 $x=<S>$。",
    "方程 $<E>$ 的解为 $x=<R>$ 和 $x=<S>$。",
    "求方程 $<E>$ 的解：$<F>$，解得 $x_1=<R>$，$x_2=<S>$。",
    "$$\\begin{aligned} <E> \\\\ <F> \\\\ x = <R> \\text{ or } x = <S> \\end{aligned}$$",
)
"""How a text says that R and S solve a quadratic equation E, which is F in factors."""


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("template", range(len(QUADRATICS)))
def test_roots_are_proved_and_others_refuted(template: int, seed: int) -> None:
    """x² - (r + s) x + rs = 0 has the roots r and s and no others."""
    drawn = random.Random(1000 * template + seed)
    r, s = drawn.sample([k for k in range(-9, 10) if k], 2)
    wrong = next(w for w in (-s, s + 1, s + 2) if w not in (r, s))
    middle = f"{-(r + s):+d}x" if r + s else ""
    written = {"<E>": f"x^2{middle}{r * s:+d}=0", "<F>": f"(x{-r:+d})(x{-s:+d})=0", "<R>": str(r)}

    def text(root: int) -> str:
        found = QUADRATICS[template]
        for place, what in (*written.items(), ("<S>", str(root))):
            found = found.replace(place, what)
        return found

    right, false = (verdicts({"text": text(root)}) for root in (s, wrong))
    assert set(right) <= {"given", "proved"}, text(s)
    assert right[-1] == "proved", text(s)
    assert false[-1] == "refuted", text(wrong)
