"""Runs the setup commands of README.md, its ```sh blocks, each in a fresh clone of this checkout.

One of them passes the tests: all of them, which is why `.ci/run` runs them nowhere else. What needs the seed document is told
where it lies; a test that is skipped fails the run.
"""

import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as tree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
DEADLINE = 3600


def main(folder: Path) -> int:
    blocks = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    if len(blocks) < 2:
        print(
            f"README.md has {len(blocks)} ```sh blocks; one sets up and checks, one sets up and passes the tests", file=sys.stderr
        )
        return 1
    runs = ((block, folder / f"clone{n}", folder / f"tests{n}.xml") for n, block in enumerate(blocks))
    wrong = sum(not passes(*run) for run in runs)
    reports = sorted(folder.glob("tests*.xml"))
    if not reports:
        print("no command of README.md runs the tests", file=sys.stderr)
    return wrong + (not reports) + sum(map(skipped, reports))


def passes(block: str, clone: Path, report: Path) -> bool:
    """Whether the commands succeed in a fresh clone."""
    environment = {k: v for k, v in os.environ.items() if k not in {"VIRTUAL_ENV", "PYTHONPATH"}}
    environment["PYTEST_ADDOPTS"] = f"--strict-markers -rfEs --dist loadfile --durations 15 --junitxml={report}"
    shutil.rmtree(clone, ignore_errors=True)
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(clone)], check=True)
    print(f"$ {block.strip()}", flush=True)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block], cwd=clone, env=environment, stdin=subprocess.DEVNULL, timeout=DEADLINE
    )
    print(f"[exit status {done.returncode}]", flush=True)
    shutil.rmtree(clone, ignore_errors=True)
    return done.returncode == 0


def skipped(report: Path) -> int:
    """How many tests were skipped, said."""
    count = sum(int(suite.get("skipped", "0")) for suite in tree.parse(report).iter("testsuite"))
    if count:
        print(f"{count} tests were skipped; here none may be", file=sys.stderr)
    return count


if __name__ == "__main__":
    sys.exit(1 if main(Path(sys.argv[1])) else 0)
