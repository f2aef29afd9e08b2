"""Look for traps: steps that a law refuses, and that it would accept wrongly without one of its guards.

    python tests/kernel/find_traps.py kernel|verify MONOMIALS SEED

Random monomials with every law and every small datum, as in `test_law_fuzz.py`, and monomials made for one law (`needles.py`).
Where a step is refused, the guard that refused it is taken away and what comes out is evaluated in random models; likewise
calls that left a condition. What comes out wrong is a trap, one row for each guard, the shortest that was found; new ones are
written to `tests/data/traps/`. Last it prints the guards without one, and what became of the steps without them.
"""

from __future__ import annotations

import json
import random
import sys
import types
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "verify"))
sys.path.insert(0, str(Path(__file__).parent))

from guards import Guard, guards, reached, to_json, without
from needles import needle
from test_law_fuzz import CONTEXT, MOST_VALUES, Generator, Model, Skip, candidates, close, facts

from symproofs.kernel import law, laws, laws_exp, laws_expect, laws_fact, laws_index, laws_log, laws_power, matching, signs, state
from symproofs.kernel.indexed import Expr, Mono, Rejected
from symproofs.kernel.state import State

DATA = Path(__file__).parent.parent / "data" / "traps"
KERNEL = (law, laws, laws_index, laws_fact, laws_exp, laws_power, laws_log, laws_expect, matching, signs)
Apply = Callable[[State, str, Mono, Sequence[Any]], Expr]


def kernel_functions() -> Iterator[types.FunctionType]:
    for module in KERNEL:
        yield from (f for f in vars(module).values() if isinstance(f, types.FunctionType) and f.__module__ == module.__name__)
    yield from (f for n, f in vars(state.State).items() if n in ("range", "map_size", "fits", "common_size", "require"))


def verify_functions() -> Iterator[types.FunctionType]:
    """Those of the second checker from the part on witnesses to that on scripts, and what indices and signs ask."""
    from symproofs import verify

    every = [f for f in vars(verify).values() if isinstance(f, types.FunctionType) and f.__module__ == verify.__name__]
    first, last = verify.order_of.__code__.co_firstlineno, verify.nothing_escapes.__code__.co_firstlineno
    yield from (f for f in every if first <= f.__code__.co_firstlineno <= last)
    yield from (f for f in every if f.__name__ in ("require_sign", "rational", "whole", "listed"))
    yield from (f for n, f in vars(verify.Work).items() if n in ("map_size", "range_of", "fits", "compared", "require"))


def parties() -> Mapping[str, tuple[Apply, list[types.FunctionType], Callable[[str], types.FunctionType]]]:
    from test_laws_again import second

    from symproofs import verify

    return {
        "kernel": (laws.apply_law, list(kernel_functions()), lambda n: laws.LAWS[n].function),  # type: ignore[dict-item,return-value]
        "verify": (second, list(verify_functions()), lambda n: verify.LAWS[n][1]),  # type: ignore[dict-item,return-value]
    }


ODD: Sequence[Any] = (-1, True, "x", "1/0", "0", 0, None, [], [[0]], "#0", "#", "@9", "n", 99, 1.5, ["a"])


def odd_data(found: list[tuple[Any, ...]], r: random.Random) -> list[tuple[Any, ...]]:
    """Steps with one datum that is not what the law asks for."""
    made = []
    for row in r.sample(found, min(len(found), 40)):
        if len(row) > 1:
            k = r.randrange(1, len(row))
            made.append((*row[:k], r.choice(ODD), *row[k + 1 :]))
        made.append((*row, 0))
    return made


def prepared(seed: int) -> Iterator[tuple[State, Mono, random.Random]]:
    r = random.Random(seed)
    while True:
        here = State(CONTEXT, None, 10**9)
        here.facts += facts(here)
        mono = Generator(r, here).mono([], r.choice([1, 1, 1, 2]))
        if len(repr(mono)) < 3000:
            yield here, mono, r


def wrong(result: Expr, here: State, models: Sequence[tuple[Model, complex]]) -> bool:
    """Whether the sum has another value than the monomial, or none, in a model where its conditions hold."""
    for model, before in models:
        try:
            model.left = 20 * MOST_VALUES
            if not all(map(model.always, here.conditions)):
                continue
            parts = [model.mono(m, {}) for m in result]
        except (Skip, OverflowError, ZeroDivisionError, AssertionError):
            continue
        except (KeyError, IndexError, TypeError, ValueError):
            return True
        if not close(before, sum(parts, 0j), max(map(abs, parts), default=0)):
            return True
    return False


def valued(mono: Mono, models: Sequence[Model]) -> list[tuple[Model, complex]]:
    """The models in which the monomial has a value, with that; none for one that says nothing, like A(i) for no map A."""
    try:
        return [(m, v) for m in models if (v := m.at(mono)) is not None]
    except (KeyError, IndexError, TypeError, ValueError, AssertionError):
        return []


class Hunt:
    """Guards of one party, and the traps found for them."""

    def __init__(self, party: str) -> None:
        self.party = party
        self.apply, functions, self.function_of = parties()[party]
        self.guards = [g for f in functions for g in guards(f)]
        self.pool = {f.__name__: f for f in functions}
        self.by_code = {f.__code__: [g for g in self.guards if g.function is f] for f in functions}
        self.traps: dict[str, dict[str, Any]] = {}
        self.raises: Counter[str] = Counter()
        self.tried: Counter[str] = Counter()
        self.accepts: Counter[str] = Counter()
        self.again: dict[str, Counter[str]] = {}
        self.sample: dict[str, str] = {}
        self.nothing: Counter[str] = Counter()

    def at(self, fault: BaseException) -> list[Guard]:
        """The guards on the lines that refused, from the innermost outwards."""
        found: list[Guard] = []
        tb = fault.__traceback__
        while tb is not None:
            found += [g for g in self.by_code.get(tb.tb_frame.f_code, ()) if tb.tb_lineno in g.lines]
            tb = tb.tb_next
        return found

    def try_without(self, guard: Guard, here: State, mono: Mono, step: tuple[Any, ...], models: Any) -> None:
        here.conditions.clear()
        try:
            with without(guard):
                result = self.apply(here, step[0], mono, step[1:])
        except Rejected as fault:
            again = self.at(fault.__cause__ or fault.__context__ or fault)
            behind = next((g.label for g in reversed(again) if g.label != guard.label), str(fault))
            self.again.setdefault(guard.label, Counter())[behind] += 1
            return
        except Exception as fault:
            self.raises[guard.label] += 1
            self.sample.setdefault(guard.label, type(fault).__name__)
            return
        (self.accepts if models else self.nothing)[guard.label] += 1
        if wrong(result, here, models):
            row = {"guard": guard.label, "law": step[0], "data": to_json(list(step[1:])), "mono": to_json(mono)}
            known = self.traps.get(guard.label)
            if known is None or len(json.dumps(row)) < len(json.dumps(known)):
                self.traps[guard.label] = row

    def run(self, wanted: int, seed: int) -> None:
        for n, (here, mono, r) in enumerate(prepared(seed)):
            if n >= wanted:
                return
            models = [(m, v) for m in (Model(r.randrange(10**9)) for _ in range(4)) if (v := m.at(mono)) is not None]
            if not models:
                continue
            steps = candidates(mono, r)
            for step in steps + odd_data(steps, r):
                self.look(here, mono, step, models)

    def run_needles(self, wanted: int, seed: int) -> None:
        r = random.Random(seed)
        for _ in range(wanted):
            here = State(CONTEXT, None, 10**9)
            here.facts += facts(here)
            mono, step = needle(r, here)
            self.look(here, mono, step, valued(mono, [Model(r.randrange(10**9)) for _ in range(5)]))

    def look(self, here: State, mono: Mono, step: tuple[Any, ...], models: Any) -> None:
        here.conditions.clear()
        try:
            self.apply(here, step[0], mono, step[1:])
        except Rejected as fault:
            asked = self.at(fault.__cause__ or fault.__context__ or fault)
        except Exception:
            return
        else:
            if not here.conditions:
                return
            near = reached(self.function_of(step[0]), self.pool)
            asked = [g for g in self.guards if g.asks and g.function.__name__ in near]
        for guard in asked:
            if self.tried[guard.label] < (MOST_ASKED if guard.asks else MOST_TRIES):
                self.tried[guard.label] += 1
                self.try_without(guard, here, mono, step, models)


MOST_TRIES, MOST_ASKED = 800, 3_000
"""Of one guard; of a call that asks for a condition more, since mostly another one has asked."""


def known_rows(party: str) -> dict[str, dict[str, Any]]:
    path = DATA / f"{party}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {row["guard"]: row for row in map(json.loads, lines)}


def main(party: str, wanted: int, seed: int) -> None:
    hunt = Hunt(party)
    hunt.run_needles(20 * wanted, seed)
    hunt.run(wanted, seed)
    rows = known_rows(party)
    labels = [g.label for g in hunt.guards]
    for label, row in hunt.traps.items():
        rows.setdefault(label, row)
    DATA.mkdir(exist_ok=True)
    order = {label: k for k, label in enumerate(labels)}
    text = "".join(json.dumps(rows[k], ensure_ascii=False) + "\n" for k in sorted(rows, key=lambda k: order.get(k, 10**6)))
    (DATA / f"{party}.jsonl").write_text(text, encoding="utf-8")
    print(f"{party}: {len(labels)} guards, {len(hunt.traps)} noticed now, {len(rows)} rows")
    for label in labels:
        if label not in rows:
            told = [f"tried {hunt.tried[label]}", f"raises {hunt.raises[label]} {hunt.sample.get(label, '')}"]
            told += [
                f"of nothing {hunt.nothing[label]}",
                f"accepts {hunt.accepts[label]}",
                f"again {dict(hunt.again.get(label, Counter()).most_common(2))}",
            ]
            print("  ", label, "|", ", ".join(told))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
