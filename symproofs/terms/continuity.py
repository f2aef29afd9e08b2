"""Terms that are continuous in a name wherever they are defined, by what they are made of."""

from __future__ import annotations

from symproofs.terms.term import Term, free_names

CONTINUOUS_HEADS = frozenset({"add", "neg", "mul", "div", "pow", "sqrt"})
CONTINUOUS_FUNCTIONS = frozenset(
    {"exp", "log", "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan"}
    | {"abs", "relu", "sigmoid"}
)
"""Functions that are continuous wherever they are defined; `sign`, `step`, `floor`, `ceiling` jump."""


def continuous(node: Term, label: str) -> bool:
    """Whether a real number is made of the name by operations that are continuous wherever they are defined.

    Then it is continuous, and bounded, on a closed interval on which it is defined throughout.
    """
    if label not in free_names(node) or node.head == "name":
        return True
    if node.head not in CONTINUOUS_HEADS and (node.head != "fun" or node.data[0] not in CONTINUOUS_FUNCTIONS):
        return False
    return all(continuous(a, label) for a in node.args)


def differentiable(node: Term, label: str) -> bool:
    """Whether it is continuous so, and has a derivative wherever `domain` finds no condition of one that fails.

    For arcsin and arccos, which have none at ±1, no such condition is known.
    """
    arcs = (n for n in node.walk() if n.head == "fun" and n.data[0] in ("arcsin", "arccos") and label in free_names(n))
    return continuous(node, label) and not any(arcs)
