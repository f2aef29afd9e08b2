"""Output that is written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_whole(path: str | None) -> Iterator[Callable[[str], object]]:
    """What writes text to a file, which is replaced once everything is written; to the terminal where no file is named.

    A link keeps pointing where it does, a file keeps its permissions; a device or pipe is written as it comes.
    *Fails when* the file cannot be written: `OSError`, and what was there before is untouched.
    """
    if path is None:
        yield _show
        return
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            yield file.write
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file.write
        os.chmod(name, stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _show(text: str) -> None:
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
