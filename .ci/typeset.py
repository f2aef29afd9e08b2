"""Renders every derivation in proofs/ to LaTeX and compiles it with XeLaTeX; prints every step list and compiles it too."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROOFS = ROOT / "proofs"
BIN = Path(sys.executable).parent


def documents() -> list[Path]:
    """Derivations, without files of givens, and the seed document where it is there."""
    seed = Path(os.environ.get("SYMPROOFS_SHARED", "/none")) / "seed" / "attention-assignment.zh.md"
    return sorted(p for p in PROOFS.rglob("*.md") if not p.name.startswith("givens.")) + [seed] * seed.exists()


def programs() -> list[Path]:
    return sorted(p for p in PROOFS.rglob("*.py") if p.name != "__init__.py")


def rendered(document: Path) -> str:
    command = [BIN / "symproofs", "render", document, "--to", "latex"]
    if PROOFS not in document.parents:
        command += ["--given", PROOFS / "attention" / "givens.zh.md"]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, timeout=120).stdout


def printed(program: Path) -> str:
    return subprocess.run([sys.executable, program], check=True, capture_output=True, text=True, cwd=ROOT, timeout=120).stdout


ARTICLE = r"""\documentclass{article}
\usepackage{amsmath,amssymb,amsthm}
\begin{document}
%s
\end{document}
"""


def compiled(name: str, text: str, folder: Path) -> str | None:
    """`None` if the text compiles to at least one page without a missing character, else what is wrong."""
    if r"\documentclass" not in text:
        text = ARTICLE % text
    (folder / f"{name}.tex").write_text(text, encoding="utf-8")
    command = ["xelatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"{name}.tex"]
    environment = {**os.environ, "openout_any": "p", "openin_any": "p"}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=180, env=environment)
    log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    if done.returncode or not (folder / f"{name}.pdf").exists():
        return "\n".join([line for line in log.splitlines() if line.startswith(("!", "l."))][:4]) or log[-500:]
    missing = sorted({line for line in log.splitlines() if line.startswith("Missing character")})
    return "\n".join(missing[:4]) or None


def one(path: Path, folder: Path) -> tuple[Path, str | None]:
    name = "-".join(path.parts[-2:]).replace(".", "-")
    try:
        text = printed(path) if path.suffix == ".py" else rendered(path)
    except subprocess.CalledProcessError as fault:
        return path, f"exit status {fault.returncode}: {(fault.stderr or fault.stdout or '').strip()[-600:]}"
    return path, compiled(name, text, folder)


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    paths = [*documents(), *programs()]
    if not paths:
        print("there is nothing to typeset", file=sys.stderr)
        return 1
    wrong = 0
    with ThreadPoolExecutor(2) as pool:
        for path, problem in pool.map(lambda p: one(p, folder), paths):
            print(
                f"{'ok  ' if problem is None else 'FAIL'} {os.path.relpath(path, ROOT)}" + (f"\n{problem}" if problem else ""),
                flush=True,
            )
            wrong += problem is not None
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
