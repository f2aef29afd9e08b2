"""What a search for a proof gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from symproofs.kernel.theorem import Theorem
from symproofs.prove.chain import ChainLine
from symproofs.prove.reasons import Reason
from symproofs.prove.tree import Node
from symproofs.records import record
from symproofs.terms.statement import Statement
from symproofs.theories.equality import Stuck

Json = Any


@record
class Proof:
    """A statement that the kernel has accepted.

    `conditions` is what it is left with after declarations, hypotheses and all sides' being defined are
    taken into account; with none it is proved outright. `lines` are the states of the chain, the first without
    reasons; `reasons` all of theirs. Of a statement that is no equation they are those of the main equation in its proof.
    `tree` is the proof tree, if it is one.
    """

    statement: Statement
    theorem: Theorem
    certificate: Json
    theory: str
    reasons: tuple[Reason, ...]
    conditions: tuple[Statement, ...]
    lines: tuple[ChainLine, ...]
    tree: Node | None = None


Stopped = Literal["fragment", "budget"]


@record
class Failure:
    """No proof was found, which says nothing of the statement. `tried` names the attempts.

    `fault` is not empty where the search made what cannot be, or a certificate that the kernel rejected: an error of ours.
    `unproved` are lemmas for which a chain was stuck, which whoever tries something else need not try again.
    """

    cause: Stopped
    message: str
    tried: tuple[str, ...] = ()
    fault: str = ""
    unproved: Mapping[object, Stuck] = field(default_factory=dict, compare=False, repr=False)
