r"""The natural logarithm as its author writes it: `\ln` goes back as `\ln`, where the text has no `\log`.

Both are read as one function, and print as `\log`. What is given back of a text that has no `\log` can have it only from there.
"""

from __future__ import annotations

import re

_LOG = re.compile(r"\\log(?![A-Za-z])")
_LN = re.compile(r"\\ln(?![A-Za-z])")


def as_its_author_writes(latex: str, text: str) -> str:
    r"""What is given back of a text, with its spelling of the logarithm.

    >>> print(as_its_author_writes(r"\log x \neq 0", r"$\frac{\ln x}{\ln x} = 1$"))
    \ln x \neq 0
    """
    if _LN.search(text) is None or _LOG.search(text) is not None:
        return latex
    return _LOG.sub(r"\\ln", latex)
