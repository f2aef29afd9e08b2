"""Checks a built wheel: every proof is in it, and installed alone it checks the retelling that it ships."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROOFS = ROOT / "proofs"


def main(wheel: Path, home: Path) -> int:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {f"symproofs/_proofs/{p.relative_to(PROOFS).as_posix()}" for p in PROOFS.rglob("*.md")}
    missing = sorted(wanted - names)
    strange = sorted(n for n in names if not n.startswith(("symproofs/", "symproofs-")) or n.endswith(".pyc"))
    print(f"{wheel.name}: {len(names)} files, {len(wanted)} of them proofs in Markdown")
    if not wanted or missing or strange:
        print(f"missing from the wheel: {missing}; not ours: {strange}", file=sys.stderr)
        return 1
    venv.create(home, with_pip=True, clear=True)
    subprocess.run([home / "bin/python", "-m", "pip", "install", "-q", str(wheel)], check=True)
    place = subprocess.run(
        [home / "bin/python", "-c", "import symproofs; print(symproofs.__path__[0])"],
        check=True, capture_output=True, text=True, cwd=home,
    ).stdout.strip()  # fmt: skip
    # Those that hold throughout; the others retell an argument that fails, or steps that are not decided yet.
    wanted_names = ("permutation-equivariance.", "rotary.")
    retellings = sorted(p for p in (Path(place) / "_proofs").rglob("*.md") if p.name.startswith(wanted_names))
    command = [home / "bin/symproofs", "check", *retellings]
    print("$ symproofs check", *(p.name for p in retellings), flush=True)
    done = subprocess.run(command, cwd=home, stdout=subprocess.PIPE, text=True)
    print("\n".join(done.stdout.splitlines()[-5:]))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
