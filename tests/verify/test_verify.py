"""The second checker accepts what the first one made, and nothing that says or shows something else."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from test_refutations import ROWS, refutation_of

from symproofs import check, verify
from symproofs.apps.certificates import certificates
from symproofs.kernel.theorem import check as kernel_check
from symproofs.refute.refute import refute
from symproofs.refute.result import Budget, Refutation
from symproofs.terms.context import Context, Declaration
from symproofs.terms.serial import statement_from_json, type_from_json
from symproofs.terms.statement import Hypothesis

ROOT = Path(__file__).resolve().parent.parent.parent
VERIFY = ROOT / "symproofs" / "verify.py"

TEXTS = {
    "matrices": r"""
Let $A, B \in \mathbb{R}^{n \times n}$, let $P \in \mathbb{R}^{n \times n}$ be a permutation matrix and
$R \in \mathbb{R}^{n \times n}$ orthogonal. Then
$(A B)^\top = B^\top A^\top$, $P^\top P = I$, $\operatorname{tr}(A B) = \operatorname{tr}(B A)$,
$\operatorname{softmax}(P A P^\top) = P \operatorname{softmax}(A) P^\top$, $\operatorname{ReLU}(P A) = P \operatorname{ReLU}(A)$,
$(R A)^\top (R B) = A^\top B$. But $A B = B A$, $(A B)^\top = A^\top B^\top$,
$\operatorname{softmax}(A P) = \operatorname{softmax}(A)$.
""",
    "numbers": r"""
Let $x, y > 0$ be real, $z, w$ complex and $\theta$ real. Then $\frac{x}{x y} = \frac{1}{y}$, $\sqrt{x^2} = x$,
$\log(x y) = \log x + \log y$, $\cos^2 \theta + \sin^2 \theta = 1$, $e^{i \theta} = \cos \theta + i \sin \theta$,
$\cos(2 \theta) = 1 - 2 \sin^2 \theta$, $(x + y)^2 = x^2 + 2 x y + y^2$. But
$\operatorname{Re}(z w) = \operatorname{Re} z \operatorname{Re} w$,
$\sqrt{x + y} = \sqrt{x} + \sqrt{y}$, $\sin(2 \theta) = 2 \sin \theta$, $e^{x + y} = e^x + e^y$.
""",
    "orders": r"""
Let $x$ and $y$ be real numbers with $x < y$. Then $x < y + 1$, $e^x < e^y$ and $x^2 \ge 0$. But $x^2 < y^2$.
""",
    "random": r"""
Let $X$ and $Y$ be real random variables and let $c$ be real. Then $E[X + c Y] = E[X] + c E[Y]$ and
$\operatorname{Var}(c X) = c^2 \operatorname{Var}(X)$. But $\operatorname{Var}(2 X) = 2 \operatorname{Var}(X)$, $E[X^2] = E[X]^2$.
""",
    "limits": r"""
Let $n \ge 2$ be an integer and $C \to \infty$. Then $\frac{e^C}{2 e^C + n - 2} \approx \frac{1}{2}$ and $\frac{1}{C} \approx 0$.
""",
    "passages": r"""
Let $C \to \infty$ and let $a, b$ be real with $a = 2$. But $a^2 + b^2 = 2 a b$, $C + a = a$.
""",
}


def of_texts() -> list[Any]:
    """Certificates as they would be read from files."""
    return [json.loads(json.dumps(v)) for text in TEXTS.values() for v in certificates(check(text)).values()]


CERTIFICATES = of_texts()
BY_HAND = [json.loads(json.dumps(refutation_of(row))) for row in ROWS if row["said"] == "refutation"]


def said_of(value: Any) -> str:
    try:
        return verify.check(value)
    except verify.NotCovered as fault:
        return f"not covered: {fault.kind}"
    except verify.Refused as fault:
        return f"refused: {fault}"


def test_what_was_shown_is_accepted() -> None:
    said = Counter(map(said_of, CERTIFICATES))
    assert set(said) == {"theorem", "refutation"}, said
    assert said["theorem"] >= 17 and said["refutation"] >= 10


def test_values_that_refute_two_steps_are_shown_of_both() -> None:
    found = certificates(
        check("Let $x, y > 0$ be real. Then $\\sqrt{x + y} = \\sqrt{x} + \\sqrt{y}$ and $e^{x + y} = e^x + e^y$.")
    )
    assert len({json.dumps(v["statement"]) for v in found.values()}) == len(found) == 2


@pytest.mark.shared
def test_everything_shown_of_the_seed_is_accepted(shared: Path) -> None:
    text = (shared / "seed" / "attention-assignment.zh.md").read_text(encoding="utf-8")
    given = (ROOT / "proofs" / "attention" / "givens.zh.md").read_text(encoding="utf-8")
    found = certificates(check(text, given))
    assert {said_of(json.loads(json.dumps(v))) for v in found.values()} == {"theorem", "refutation"} and len(found) > 80


def test_the_file_works_alone(tmp_path: Path) -> None:
    """In another folder, isolated from what is installed, by the file itself."""
    alone = tmp_path / "verify.py"
    alone.write_bytes(VERIFY.read_bytes())
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(CERTIFICATES[0]), encoding="utf-8")
    bad.write_text(json.dumps({**CERTIFICATES[0], "statement": CERTIFICATES[1]["statement"]}), encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(alone)]
    done = subprocess.run([*command, str(good), str(bad)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and not done.stderr
    assert "good.json: accepted: a theorem" in done.stdout
    assert "bad.json: refused: the statement is not the one that the hash names" in done.stdout
    done = subprocess.run([*command, str(tmp_path / "none.json")], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "cannot be read" in done.stdout and not done.stderr


def test_what_is_not_covered_is_said_on_the_page_on_trust() -> None:
    page = (ROOT / "docs" / "explanation" / "trust.md").read_text(encoding="utf-8")
    table = page.partition("## What the second checker does not cover")[2].partition("\n## ")[0]
    assert {line.split("`")[1] for line in table.splitlines() if line.startswith("| `")} == set(verify.NOT_COVERED)


# ------------------------------------------------------------------ tampering


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths to everything that is no object or list, and to every list."""
    if isinstance(value, dict):
        return [p for k, v in value.items() for p in places(v, (*at, k))]
    if isinstance(value, list):
        return [at, *(p for k, v in enumerate(value) for p in places(v, (*at, k)))]
    return [at]


NAMES = ("A", "B", "P", "R", "x", "y", "z", "w", "theta", "n", "C")
HEADS = ("add", "mul", "neg", "div", "transpose", "sqrt", "pow", "inverse", "hadamard", "trace")
RELATIONS = ("=", "!=", "<", "<=", ">", ">=", "~")


def altered(value: Any, r: random.Random) -> Any:
    if isinstance(value, bool) or value is None:
        return r.choice([None, 0, 1])
    if isinstance(value, int):
        return value + r.choice([-1, 1, 1, 2])
    if isinstance(value, list):
        new = list(value)
        if new and r.random() < 0.5:
            new.pop(r.randrange(len(new)))
        elif len(new) > 1:
            i, j = r.sample(range(len(new)), 2)
            new[i], new[j] = new[j], new[i]
        return new
    for kind in (
        NAMES,
        HEADS,
        RELATIONS,
        verify.SORTS,
        verify.PROPERTIES,
        tuple(verify.LAWS),
        tuple(verify.INFERENCES),
        tuple(verify.FUNCTIONS),
    ):
        if value in kind:
            return r.choice(sorted(kind))
    return r.choice(["0", "1", "2", "-1", "1/2", value])


def tampered(value: Any, r: random.Random, claim: bool) -> Any:
    """A copy with one or two changes to the claim, or to the evidence, and the hash made anew."""
    copy = json.loads(json.dumps(value))
    kept = [p for p in places(copy) if p[0] not in ("hash", "places", "format", "version") and (p[0] in verify.CLAIM) == claim]
    for path in r.sample(kept, min(len(kept), r.choice([1, 1, 2]))):
        try:
            at = copy
            for k in path[:-1]:
                at = at[k]
            at[path[-1]] = altered(at[path[-1]], r)
        except (IndexError, KeyError, TypeError):
            continue
    copy["hash"] = verify.claim_hash(copy)
    return copy


def is_false(value: Any) -> bool:
    """Whether values are found at which what is claimed fails: by the refuter, which knows neither checker."""
    rows = {
        r["name"]: Declaration(r["name"], type_from_json(r["type"]), frozenset(r["properties"])) for r in value["declarations"]
    }
    given = [*value["hypotheses"], *value.get("conditions", [])]
    context = Context(
        rows, tuple(Hypothesis(statement_from_json(h)) for h in given), frozenset(map(frozenset, value["distinct"]))
    )
    found = refute(context, statement_from_json(value["statement"]), budget=Budget(300, 60))
    return isinstance(found, Refutation) and found.kind == "values" and not found.assumed_laws


def kernel_accepts(value: Any) -> bool:
    try:
        kernel_check(value)
    except Exception:
        return False
    return True


@pytest.mark.parametrize("claim", [False, True], ids=["evidence", "claim"])
def test_what_was_tampered_with_shows_nothing_false(claim: bool) -> None:
    """Copies with a change: refused, or what they claim holds and the kernel accepts it too."""
    wanted = int(os.environ.get("SYMPROOFS_TAMPER", "1500")) // 2
    r = random.Random(11 + claim)
    said: Counter[str] = Counter()
    false: list[Any] = []
    for _ in range(wanted):
        original = r.choice(CERTIFICATES if r.random() < 0.7 else BY_HAND)
        copy = tampered(original, r, claim)
        what = said_of(copy)
        said[what.split(":")[0]] += 1
        if not what.startswith(("theorem", "refutation")):
            continue
        if what == "theorem":
            if not kernel_accepts(copy) or (claim and is_false(copy)):
                false.append((what, copy["statement"], copy["hypotheses"]))
        elif claim and kernel_accepts_some_proof(copy):
            false.append((what, copy["statement"], copy["hypotheses"]))
    print(f"\n{wanted} copies: {dict(said)}")
    assert not false, false[:3]


def kernel_accepts_some_proof(value: Any) -> bool:
    """Whether what is said to be refuted can be proved."""
    from symproofs.prove.proof import Proof
    from symproofs.prove.prover import prove

    rows = {
        r["name"]: Declaration(r["name"], type_from_json(r["type"]), frozenset(r["properties"])) for r in value["declarations"]
    }
    context = Context(
        rows, tuple(Hypothesis(statement_from_json(h)) for h in value["hypotheses"]), frozenset(map(frozenset, value["distinct"]))
    )
    found = prove(context, statement_from_json(value["statement"]))
    return isinstance(found, Proof) and not found.conditions
