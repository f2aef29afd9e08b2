"""A second opinion on scalar formulas: latex2sympy2 reads what we print, and both readings are compared by value.

What it decides: whether two readings of one LaTeX text take equal values at several rational points, in balls. How:
the text is cut into tokens, names become fresh letters, the worker process reads it, its tree becomes a term,
and both terms are evaluated by `refute.evaluate`. What it does not do: it proves nothing and settles no verdict.
The library is never given `=`, `≈`, a transpose, an environment or a matrix: `HEADS_INSIDE` and `TOKENS_INSIDE`
are the grammar, everything else is counted by construct. A disagreement is of a kind listed in `KINDS`, and then
the misreading that the kind names has been confirmed by value, or it is a difference.
"""

from symproofs.apps.second_reader.compare import KINDS, Opinion, Summary, compare_sides, second_opinion
from symproofs.apps.second_reader.process import SecondReader, Unread

__all__ = ["KINDS", "Opinion", "SecondReader", "Summary", "Unread", "compare_sides", "second_opinion"]
