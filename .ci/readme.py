"""Runs the setup commands of README.md, its ```sh blocks, each in a fresh clone of this checkout."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
DEADLINE = 900


def main(folder: Path) -> int:
    blocks = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    if len(blocks) < 2:
        print(
            f"README.md has {len(blocks)} ```sh blocks; one sets up and checks, one sets up and passes the tests", file=sys.stderr
        )
        return 1
    outside = {"VIRTUAL_ENV", "SYMPROOFS_SHARED", "PYTHONPATH"}
    environment = {k: v for k, v in os.environ.items() if k not in outside}
    wrong = 0
    for number, block in enumerate(blocks, 1):
        clone = folder / f"clone{number}"
        shutil.rmtree(clone, ignore_errors=True)
        subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(clone)], check=True)
        print(f"$ {block.strip()}", flush=True)
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block], cwd=clone, env=environment, stdin=subprocess.DEVNULL, timeout=DEADLINE
        )
        print(f"[exit status {done.returncode}]", flush=True)
        wrong += done.returncode != 0
        shutil.rmtree(clone, ignore_errors=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
