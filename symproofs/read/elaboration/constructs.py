"""The table of constructs: how each kind of raw node is drafted, and what those without a row are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symproofs.read.elaboration.arithmetic import ARITHMETIC
from symproofs.read.elaboration.derivatives import DERIVATIVES
from symproofs.read.elaboration.draft import Draft, Drafter
from symproofs.read.elaboration.extrema import EXTREMA
from symproofs.read.elaboration.integrals import INTEGRALS
from symproofs.read.elaboration.products import PRODUCTS
from symproofs.read.elaboration.sums import SUMS
from symproofs.read.tree import Node

DRAFTS: Mapping[str, Callable[[Drafter, Node], Draft]] = {**ARITHMETIC, **PRODUCTS, **SUMS, **EXTREMA, **DERIVATIVES, **INTEGRALS}
