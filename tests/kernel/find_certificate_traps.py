"""Look for traps of what is no law: what reads certificates, follows chains and replays scripts, takes trees of inferences apart.

    python tests/kernel/find_certificate_traps.py COPIES SEED

Certificates with changes, and applications of rules, that a checker refuses: each guard that refused is taken away. What is
accepted then though the refuter finds values at which it fails is a trap; new ones are written to `chains.jsonl`. The guards
without one get their row in `no_trap_rest.jsonl`: the reason that `no_trap_rest.py` gives, or what happened without them. A guard
of which neither can be said is printed.
"""

from __future__ import annotations

import json
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "verify"))
sys.path.insert(0, str(Path(__file__).parent))

from find_rule_traps import RuleHunt
from no_trap_rest import reason_of
from parties import PARTIES, Application, Json, Party, application_of, certificate_of, context_from_json, party
from test_certificate import altered
from test_verify import CERTIFICATES, tampered

from symproofs.kernel.indexed import Rejected
from symproofs.refute.refute import refute
from symproofs.refute.result import Budget, Refutation
from symproofs.terms.serial import statement_from_json

DATA = Path(__file__).parent.parent / "data" / "traps"
LAWS = ("kernel", "verify", "no_trap")
"""Tables of the guards of laws: `test_guards.py`."""
MOST = 40
"""How often a guard is taken away before it is known what becomes of it."""
ENOUGH = 10
"""Refusals that say more than a reason does."""


def rows_of(name: str) -> list[dict[str, Any]]:
    path = DATA / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def trapped() -> set[str]:
    """The guards that have a row in some other table."""
    found = {row["guard"] for name in (*LAWS, "rules") for row in rows_of(name)}
    return found.union(*(row["guards"] for name in ("by_hand", "chains") for row in rows_of(name)))


class Long(BaseException):
    """Something takes too long to be waited for."""


def soon(do: Callable[[], Any], seconds: float, otherwise: Any) -> Any:
    def ring(*_: object) -> None:
        raise Long

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return do()
    except Long:
        return otherwise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def is_false(value: Json) -> bool:
    """Whether the refuter, which knows neither checker, finds values at which the claim fails."""
    try:
        context = context_from_json({**value, "hypotheses": [*value["hypotheses"], *value["conditions"]]})
        found = refute(context, statement_from_json(value["statement"]), budget=Budget(200, 40))
    except (Rejected, KeyError, IndexError, ValueError, TypeError, AttributeError):
        return False
    return isinstance(found, Refutation) and found.kind == "values" and not found.assumed_laws


class CertificateHunt:
    def __init__(self, name: str, known: set[str]) -> None:
        self.party: Party = party(name)
        self.known = known
        self.traps: dict[str, Json] = {}
        self.without: dict[str, Counter[str]] = {}

    def check(self, value: Json) -> None:
        self._look(value, self.party.check)

    def apply(self, case: Application) -> None:
        self._look(case, self.party.apply)

    def _look(self, value: Any, do: Callable[[Any], Any]) -> None:
        try:
            soon(lambda: do(value), 2, None)
        except self.party.refusal as fault:
            refusers = self.party.refused_by(fault)
        else:
            return
        for guard in refusers:
            seen = self.without.setdefault(guard.label, Counter())
            if guard.label in self.known or guard.label in self.traps or seen.total() > MOST:
                continue
            outcome = soon(lambda guard=guard: self.party.without(guard, do, value), 2, "takes long")  # type: ignore[misc]
            seen[outcome] += 1
            if outcome == "accepts" and isinstance(value, dict) and soon(lambda: is_false(value), 5, False):
                self.traps[guard.label] = value


def copies(wanted: int, seed: int) -> Iterator[Json]:
    """Certificates of theorems and of the tables of traps, with changes."""
    r = random.Random(seed)
    true = [v for v in CERTIFICATES if v["format"] == "symproofs-certificate"]
    every = [json.dumps(v) for v in (*true, *map(certificate_of, rows_of("chains")))]
    for n in range(wanted):
        value = json.loads(r.choice(every))
        value = altered(value, r) if n % 2 else tampered(value, r, claim=n % 4 == 0)
        if isinstance(value, dict):
            value.pop("hash", None)
        yield value


def main(wanted: int, seed: int) -> None:
    known = trapped()
    before = {(row["party"], row["guard"]): row for row in rows_of("no_trap_rest")}
    rest: list[dict[str, Any]] = []
    for name in PARTIES:
        hunt = CertificateHunt(name, known)
        for row in rows_of("chains"):
            hunt.check(certificate_of(row))
        for row in rows_of("by_hand"):
            hunt.apply(application_of(row))
        for value in copies(wanted, seed):
            hunt.check(value)
        rules = RuleHunt(name)
        rules.run(wanted // 50, seed)
        for label, seen in rules.without.items():
            hunt.without.setdefault(label, Counter()).update(seen)
        with (DATA / "chains.jsonl").open("a", encoding="utf-8") as file:
            for label, value in hunt.traps.items():
                file.write(json.dumps({"guards": [label], "why": "values", "certificate": value}, ensure_ascii=False) + "\n")
        left = [label for label in hunt.party.by_label if label not in known and label not in hunt.traps]
        print(f"{name}: {len(hunt.party.by_label)} guards, {len(hunt.traps)} new traps, {len(left)} without")
        for label in left:
            found = _row(label, hunt.without.get(label, Counter())) or before.get((name, label))
            if found is None:
                print("  ", label, dict(hunt.without.get(label, Counter()).most_common(3)))
            else:
                rest.append({"party": name, "guard": label, "kind": found["kind"], "why": found["why"]})
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rest)
    (DATA / "no_trap_rest.jsonl").write_text(text, encoding="utf-8")


def _row(label: str, seen: Counter[str]) -> dict[str, str] | None:
    """The reason that is given; or, of what is often refused, that nothing came through."""
    reason = reason_of(label)
    if seen and not seen["accepts"] and (reason is None or seen.total() >= ENOUGH):
        told = ", or ".join(what.removeprefix("kernel.") for what, _ in seen.most_common(2))
        return {"kind": "form", "why": f"none of {seen.total()} came through without it: {told}"}
    return None if reason is None else dict(reason)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
