"""One thing is written in one way, and work is paid for by its length: in both checkers.

Of a number, a size, a name, an axiom, every other spelling is refused; so is what would take a checker minutes or gigabytes.
"""

from __future__ import annotations

import copy
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from parties import PARTIES, certificate_of, party

from symproofs import verify
from symproofs.kernel.indexed import Rejected
from symproofs.kernel.theorem import check

Json = Any
NUMBER: Json = {"sort": "real", "shape": [["1", []], ["1", []]]}


def refused_by_both(value: Json) -> bool:
    found = []
    for do, refusal in ((check, Rejected), (verify.check, verify.Refused)):
        try:
            do(copy.deepcopy(value))
            found.append(False)
        except refusal:
            found.append(True)
    assert found[0] == found[1], found
    return found[0]


def certificate(declarations: list[Json], statement: Json, proof: Json, axioms: list[Json] | None = None) -> Json:
    return {
        "format": "symproofs-certificate",
        "version": 1,
        "declarations": [{"name": n, "type": t, "properties": []} for n, t in declarations],
        "distinct": [],
        "hypotheses": [],
        "statement": statement,
        "conditions": [],
        "axioms": axioms or [],
        "proof": proof,
    }


def number(text: Json) -> Json:
    return ["num", [], [{"q": text}]]


@pytest.mark.parametrize("text", ["1/2", "-3", "0", "-7/5"])
def test_rational_numbers_in_lowest_terms_are_read(text: str) -> None:
    assert not refused_by_both(certificate([], ["=", number(text), number(text)], {"rule": "seen"}))


OTHERWISE = ["0.5", " 1/2 ", "1_0", "+3", "２", "2/4", "3/1", "-0", "01", "1 / 2", "1/-2", "½", "", "1e0", "0x10", 1, 2.0, None]


@pytest.mark.parametrize("text", OTHERWISE, ids=repr)
def test_no_other_spelling_of_a_number_is_read(text: Json) -> None:
    assert refused_by_both(certificate([], ["=", number(text), number(text)], {"rule": "seen"}))


SIZES = {
    "as it is": (["1", [["m", "1"], ["n", "1/2"]]], False),
    "a point": (["1.0", []], True),
    "an integer": ([1, []], True),
    "a coefficient of 0": (["1", [["m", "0"]]], True),
    "a name twice": (["0", [["n", "1"], ["n", "1"]]], True),
    "names not sorted": (["0", [["n", "1"], ["m", "1"]]], True),
    "not in lowest terms": (["0", [["n", "2/2"]]], True),
}


@pytest.mark.parametrize("size, refused", SIZES.values(), ids=SIZES)
def test_a_size_is_written_in_one_way(size: Json, refused: bool) -> None:
    t = ["size", [], [{"size": size}]]
    assert refused_by_both(certificate([], ["=", t, t], {"rule": "seen"})) is refused


@pytest.mark.parametrize("label, refused", [("x", False), ("x1", False), ("1", True), ("-1/2", True), ("٣", True), ("2x", False)])
def test_no_name_is_a_number(label: str, refused: bool) -> None:
    t = ["name", [], [label]]
    assert refused_by_both(certificate([(label, NUMBER)], ["=", t, t], {"rule": "seen"})) is refused


@pytest.mark.parametrize(
    "axioms, refused", [(["pi-irrational"], False), ([3], True), ([["pi-irrational"]], True), ([None], True)]
)
def test_axioms_are_named_by_texts(axioms: list[Json], refused: bool) -> None:
    assert refused_by_both(certificate([], ["=", number("1"), number("1")], {"rule": "seen"}, axioms)) is refused


@pytest.mark.parametrize("where, refused", [(0, False), (1, True)])
@pytest.mark.parametrize("name", PARTIES)
def test_a_link_leads_into_a_derivative_by_its_first_argument(name: str, where: int, refused: bool) -> None:
    x = ["name", [], ["x"]]
    body = ["mul", [["name", [], ["a"]], x], []], ["mul", [["name", [], ["b"]], x], []]
    sides = [["derivative", [b, p], ["x"]] for b, p in zip(body, (x, x) if where == 0 else (x, ["name", [], ["y"]]), strict=True)]
    if where == 1:
        sides[1][1][0] = body[0]
    row = {"declare": ["a, b, x, y: real"], "given": ["a == b", "x == y"], "goal": "0 == 0", "lemmas": [], "links": []}
    value = certificate_of(row)
    value["statement"] = ["=", *sides]
    path = [0, 0] if where == 0 else [1]
    value["links"] = [{"path": path, "by": "hypothesis", "n": where, "direction": "forward", "instance": {}}]
    if refused:
        with pytest.raises(party(name).refusal, match=r"first argument|leads nowhere"):
            party(name).check(value)
    else:
        party(name).check(value)


# ------------------------------------------------------------------ work


def by_lemma(side: Json, steps: list[Json]) -> Json:
    """Both sides of side = side by the same script."""
    value = certificate([("x", NUMBER)], ["=", side, side], None)
    lemma = {"letters": [], "premises": [], "facts": [], "left": side, "right": side, "scripts": [steps, [["add", 0, 1, 0]]]}
    lemma |= {"left_script": 0, "right_script": 0, "end": [["script", 1]]}
    link = {"path": [], "by": "lemma", "n": 0, "direction": "forward", "letters": {}}
    return {**value, "lemmas": [lemma], "links": [link]}


@pytest.mark.parametrize("times, refused", [(3, False), (200, True)])
def test_exponents_do_not_grow_for_ever(times: int, refused: bool) -> None:
    r = "9" * 98 + "/" + "7" * 97
    side = ["fun", [["name", [], ["x"]]], ["exp"]]
    assert refused_by_both(by_lemma(side, [["expscale", k, 0, r] for k in range(times)])) is refused


def test_products_of_long_sums_are_paid_for_by_their_length() -> None:
    x = ["name", [], ["x"]]
    t = ["add", [x] * 9000, []]
    for _ in range(40):
        t = ["mul", [t, ["mul", [x] * 100, []]], []]
    assert refused_by_both(by_lemma(t, []))


def sines(times: int) -> Json:
    left = ["add", [["fun", [number("999")], ["sin"]]] * times, []] if times > 1 else ["fun", [number("9")], ["sin"]]
    return certificate([], ["<", left, number("1000000")], {"rule": "enclosure", "digits": 40})


def test_an_enclosure_is_paid_for_by_its_series() -> None:
    check(sines(1))
    with pytest.raises(Rejected, match="budget"):
        check(sines(100), budget=500_000)
    assert verify.check(sines(1)) == "theorem"
    with pytest.raises(verify.Refused, match="too many steps"):
        verify.check(sines(3000))
