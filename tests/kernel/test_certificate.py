"""Any JSON value whatever gives a theorem or `Rejected`: malformed, deep, huge, altered at random."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from symproofs.kernel.indexed import Rejected
from symproofs.kernel.theorem import check
from symproofs.terms.context import Context, Declaration
from symproofs.terms.statement import ForAll, Hypothesis, Relation
from symproofs.terms.term import Term, fun, name, num, term
from symproofs.terms.types import function, matrix, scalar


@pytest.fixture
def valid(certificate: Any, lemma: Any, link: Any) -> list[Any]:
    """A lemma about softmax used inside a term, and a definition unfolded under a condition."""
    a, p, x, t = map(name, ["A", "P", "X", "t"])
    permuted, plain = term("mul", p, a, term("transpose", p)), term("rowsoftmax", a)
    softmax = lemma(
        term("rowsoftmax", permuted),
        term("mul", p, plain, term("transpose", p)),
        {"A": matrix("n", "n")},
        [
            [["perm", 0, 0], ["perm", 1, 2], ["contract", 2, 0, 1], ["contract", 3, 1, 1]],
            [["arg", 0, 0, 0, 0], ["reindex", 1, 0, "P"]],
            [["arg", 0, 0, 0, 0], ["arg", 1, 1, 0, 1]],
            [["perm", 0, 0], ["perm", 1, 3], ["contract", 2, 0, 1], ["contract", 3, 2, 1]],
            [["add", 0, 1, 0]],
        ],
        (2, 3),
        [["script", 4]],
    )
    context = Context(
        {
            "P": Declaration("P", matrix("n", "n"), frozenset({"permutation"})),
            "X": Declaration("X", matrix("n", "n")),
            "f": Declaration("f", function((scalar(),), scalar())),
            "x": Declaration("x", scalar()),
        },
        (Hypothesis(ForAll((("t", scalar()),), Relation("=", term("call", t, data=("f",)), term("div", num(1), t)))),),
    )

    def at(node: Term) -> Term:
        return term("rowsoftmax", term("mul", p, node, term("transpose", p)))

    moved = term("mul", p, term("rowsoftmax", x), term("transpose", p))
    exp = fun("exp", name("x"))
    return [
        certificate(context, term("trace", at(x)), term("trace", moved), [softmax], [link("lemma", 0, [0], A=x)]),
        certificate(context, term("call", exp, data=("f",)), term("div", num(1), exp), [], [link("hypothesis", 0, t=exp)]),
    ]


def test_the_certificates_are_valid_and_stay_so_as_text(valid: list[Any]) -> None:
    for value in valid:
        check(json.loads(json.dumps(value)))


@pytest.mark.parametrize(
    "value",
    [
        None,
        0,
        1.5,
        True,
        "",
        "x",
        [],
        {},
        [[]],
        {"format": "symproofs-certificate"},
        {"format": []},
        float("nan"),
        b"x",
        object(),
    ],
)
def test_what_is_no_certificate(value: Any) -> None:
    with pytest.raises(Rejected):
        check(value)


def nested(depth: int, value: Any) -> Any:
    for _ in range(depth):
        value = [value]
    return value


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield here
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for k, v in inside:
        yield from paths(v, (*here, k))


def at_path(value: Any, path: tuple[Any, ...]) -> Any:
    for k in path:
        value = value[k]
    return value


def deep_term(depth: int) -> Any:
    value: Any = ["name", [], ["x"]]
    for _ in range(depth):
        value = ["neg", [value], []]
    return value


def size(constant: str, *parts: list[str]) -> Any:
    return {"size": [constant, list(parts)]}


VALUES: list[Any] = [None, True, 0, -1, 1, 2, 7, 10**50, 10**200, 0.5, [], {}, [[]], nested(100, 0), nested(200, 0)]
TEXTS: list[Any] = [
    "",
    "x",
    "P",
    "P^-1",
    "@0",
    "#pi",
    "1e99",
    "9" * 999,
    "backward",
    "hypothesis",
    "lemma",
    "permutation",
    "complex",
]
DATA: list[Any] = [
    *({"q": q} for q in ("0", "1/0", "1e999999999", "x")),
    *(size(*row) for row in (["0"], ["1/2", ["n", "1"]], ["0", ["n", "-1"]])),  # type: ignore[arg-type]
]
NODES: list[Any] = [
    ["num", [], [{"q": "0"}]],
    ["name", [], ["x"]],
    ["name", [], []],
    ["sum", [["name", [], ["x"]]], ["n", size("0", ["n", "1"])]],
    deep_term(60),
    deep_term(200),
]
STEPS: list[Any] = [["mul", 0, 0], ["perm", 0, 0], ["arg", 0, 0, 0, 0], ["add", 0, 0, 0]]
SCRAPS = [*VALUES, *TEXTS, *DATA, *NODES, *STEPS]


def altered(value: Any, r: random.Random) -> Any:
    """One to three random changes: a scrap put in, a part taken from elsewhere, doubled, left out, two exchanged."""
    value = copy.deepcopy(value)
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        every = [p for p in paths(value) if p]
        path = r.choice(every)
        holder, key = at_path(value, path[:-1]), path[-1]
        match r.randrange(5):
            case 0:
                holder[key] = copy.deepcopy(r.choice(SCRAPS))
            case 1:
                holder[key] = copy.deepcopy(at_path(value, r.choice(every)))
            case 2:
                del holder[key]
            case 3 if isinstance(holder, list):
                holder.insert(key, copy.deepcopy(holder[key]))
            case _:
                if isinstance(holder[key], int) and not isinstance(holder[key], bool):
                    holder[key] += r.choice([-1, 1, 2])
                elif isinstance(holder, list):
                    other = r.randrange(len(holder))
                    holder[key], holder[other] = holder[other], holder[key]
    return value


def test_altered_certificates_are_rejected_or_prove_what_they_say(valid: list[Any]) -> None:
    r = random.Random(20)
    accepted = rejected = 0
    for _ in range(1500):
        value = altered(r.choice(valid), r)
        try:
            theorem = check(value, 20_000)
        except Rejected:
            rejected += 1
            continue
        accepted += 1
        statement = value["statement"]
        assert [theorem.conclusion.operator] == statement[:1]
    assert rejected > 1000 and accepted > 20


def test_deep_and_huge_values(valid: list[Any]) -> None:
    value = copy.deepcopy(valid[0])
    for scrap in (deep_term(40), deep_term(60)):
        value["statement"] = ["=", scrap, scrap]
        value["links"] = []
        check(value)
    for scrap in (deep_term(100), deep_term(5000)):
        value["statement"] = ["=", scrap, scrap]
        with pytest.raises(Rejected):
            check(value)
    value["statement"] = ["=", *[["name", [], ["x"]]] * 2]
    value["conditions"] = [["=", *[["name", [], ["x"]]] * 2]] * 200_000
    with pytest.raises(Rejected, match="reasonable size"):
        check(value)
    with pytest.raises(Rejected):
        check(nested(100_000, 0))


def test_the_budget_ends_scripts_that_call_one_another(valid: list[Any]) -> None:
    """Each script runs the one before it twice: 2^40 steps."""
    value = copy.deepcopy(valid[0])
    scripts: list[Any] = [[]]
    for k in range(40):
        scripts.append([["wrap", 0, 0], ["arg", 1, 0, 0, k], ["arg", 2, 0, 0, k]])
    value["lemmas"][0] |= {"scripts": scripts, "left_script": 40}
    with pytest.raises(Rejected):
        check(value, 20_000)


def test_sums_do_not_explode(valid: list[Any]) -> None:
    value = copy.deepcopy(valid[0])
    x = ["name", [], ["x"]]
    power = ["pow", [["add", [x] * 8, []], ["num", [], [{"q": "40"}]]], []]
    value["lemmas"][0] |= {"left": power, "right": power, "letters": [], "left_script": 0, "scripts": [[["expand", 0, 0]]]}
    with pytest.raises(Rejected, match="too large"):
        check(value)
