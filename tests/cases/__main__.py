"""What is decided today of a folder of cases: python tests/cases FOLDER [--open]

Prints a table for each file, every lie and every alarm; with `--open` the rows that are not decided, too. Exit status 1 if there
is a lie, an alarm or an error.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from grading import FILES, answers, graded, rows_in, table


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python tests/cases")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--open", action="store_true", help="list the rows that are not decided, too")
    given = parser.parse_args(words)
    bad = 0
    for name in FILES:
        rows = rows_in(given.folder, name)
        with tempfile.TemporaryDirectory() as scratch:
            results = list(graded(name, rows, answers(rows, Path(scratch) / "items.jsonl")))
        print(f"\n{name}\n\n{table(results)}")
        for g in results:
            fault = "LIE" if g.lie else "ALARM" if g.alarm else "ERROR" if "error" in g.verdicts else ""
            bad += bool(fault)
            if fault or (given.open and g.outcome in ("undecided", "missed", "unread")):
                print(f"  {fault or g.outcome} {g.row['id']} {g.row.get('title', g.row['steps'][0])}: {', '.join(g.verdicts)}")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
