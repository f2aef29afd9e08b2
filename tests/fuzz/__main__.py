"""Fuzz theories at length: python tests/fuzz [--statements 20000] [--theory NAME]… [--seed 1]

Prints for each theory how many statements were proved, refuted and undecided, and every contradiction.
Exit status 1 if there is one.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from engine import Tally, run
from grammars import GRAMMARS

from symproofs.terms.notation import statement_notation


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python tests/fuzz")
    parser.add_argument("--statements", type=int, default=20_000)
    parser.add_argument("--theory", action="append", choices=sorted(GRAMMARS))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(words)
    wrong = 0
    for label in given.theory or sorted(GRAMMARS):
        tally, told = Tally(), 0
        for part in range(0, given.statements, 1000):
            run(GRAMMARS[label], given.seed * 1000 + part // 1000, min(1000, given.statements - part), tally)
            print(tally.line(label), flush=True)
            for what, statement in tally.wrong[told:]:
                print(f"  {what}: {statement_notation(statement, GRAMMARS[label].context.types)}", flush=True)
            told = len(tally.wrong)
        wrong += told
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
