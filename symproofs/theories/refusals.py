"""What the kernel refuses, in words for a reader of documents.

The kernel speaks English, to whoever wrote a certificate. What it says of a claim itself, whose entries it makes, has its row
in the table of messages and is said as it is. What it says of a step that a search tried is about the search, not the claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from symproofs.kernel.indexed import Rejected
from symproofs.messages import CHINESE, Message

HEADS: Final[Mapping[str, str]] = {
    "det": "a determinant",
    "kron": "a Kronecker product",
    "inverse": "an inverse",
    "binomial": "a binomial coefficient",
    "dots": "an ellipsis",
    "tuple": "a list",
}
"""What terms are called of which the kernel makes no entries."""


def in_words(refusal: Rejected) -> str:
    """The refusal as a message."""
    if refusal.wording not in CHINESE:
        return "the kernel does not take what the search tried"
    return Message(refusal.wording, *(HEADS.get(str(part), part) for part in refusal.found))
