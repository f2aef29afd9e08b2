"""Equations by which a text defines a notation in a way of its own: `let $\\operatorname{tr}(A) = \\sum_i A_{ii}^2$`.

An equation that a text assumes, whose left side is a notation of letters and whose right side speaks of these letters and not of
the notation, says what the notation means. Where it follows from what the notation is taken for, the text means the same by it;
where no proof is found, nothing is decided of what is written with the notation from there on. *Does not apply* to what is
supposed of given things (`suppose $\\log x = x - 1$`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from symproofs.diagnostics import Diagnostic
from symproofs.messages import Message
from symproofs.read.elaboration import Part
from symproofs.read.layout import Written
from symproofs.read.phrases import SUPPOSES
from symproofs.read.tree import Node
from symproofs.read.wording import wording
from symproofs.terms.context import Context
from symproofs.terms.statement import ForAll, Implies, Relation, Statement
from symproofs.terms.term import Term, free_names
from symproofs.theories.budget import Budget

NOTATIONS: Mapping[tuple[str, str], str] = {
    ("norm", ""): "\\|x\\|", ("inner", ""): "\\langle x, y \\rangle", ("softmax", ""): "softmax", ("rowsoftmax", ""): "softmax",
    ("trace", ""): "tr", ("det", ""): "det", ("diag", ""): "diag", ("fun", "relu"): "ReLU", ("fun", "log"): "log",
    ("fun", "exp"): "exp", ("fun", "sin"): "sin", ("fun", "cos"): "sin", ("fun", "tan"): "sin", ("fun", "abs"): "|x|",
    ("hadamard", ""): "A \\odot B", ("var", ""): "\\operatorname{Var}", ("expect", ""): "\\mathbb E",
}  # fmt: skip
"""Heads of terms that a text may give a meaning of its own, each with its row of `said_otherwise` or `letters_otherwise`."""

SECONDS = 0.5
"""For showing that a definition agrees with the usual one."""

_DEFINES = wording(
    r"(?:\b(?:let|defin\w+(?: (?:as|by|to be|via|through))?|write|denot\w+|put|set|introduce|means?|"
    r"(?:products?|norms?|trace|determinant|softmax|function) (?:is|be|as|by))|"
    r"定义为?|定义|记|令|设|表示|[为是])\s*[:：]?\s*$",
    re.IGNORECASE,
)
"""Right before an equation that says what its left side means; `with` and `given` say something of known things."""


def defines_notation(part: Part, formula: Written, role: str, context: Context) -> Diagnostic | None:
    """Why an equation that is assumed is not taken for one about the usual meaning."""
    if role not in ("definition", "hypothesis") or formula.cue == "condition" or SUPPOSES.search(formula.lead) is not None:
        return None
    if part.relation != "def" and _DEFINES.search(formula.lead) is None:
        return None
    equation = _equation(part.statement)
    notation = _notation(equation, part.node) if equation is not None else None
    if equation is None or notation is None or agrees(context, equation):
        return None
    text = Message("the text gives {} a meaning of its own, which is not understood", notation)
    return Diagnostic("notation-of-its-own", text, part.span)


def agrees(context: Context, equation: Relation) -> bool:
    """Whether an equation follows from what its notation is taken for.

    The prover is loaded here: few texts ask for it while they are read.
    """
    from symproofs.prove.equations import prove_equation
    from symproofs.prove.proof import Proof

    return isinstance(prove_equation(context, equation, Budget(20_000, seconds=SECONDS)), Proof)


def notation_defined(part: Part) -> str | None:
    """The notation that an equation says something of for the letters in it."""
    equation = _equation(part.statement)
    return _notation(equation, part.node) if equation is not None else None


def _equation(statement: Statement | None) -> Relation | None:
    while isinstance(statement, (ForAll, Implies)):
        statement = statement.body if isinstance(statement, ForAll) else statement.conclusion
    return statement if isinstance(statement, Relation) and statement.operator == "=" else None


def _notation(equation: Relation, node: Node) -> str | None:
    """The notation on the left of what defines it."""
    left = equation.left
    letters = left.args[1:] if left.head == "entry" else ()
    written = left.args[0] if left.head == "entry" else left
    key = _key(written)
    notation = NOTATIONS.get(key, key[1] or None)
    plain = [*written.args, *letters]
    if notation is None or any(a.head != "name" for a in plain) or len(set(plain)) < len(plain):
        return None
    speaks = {str(a.data[0]) for a in written.args} <= free_names(equation.right)
    return notation if speaks and not _is_written_with(node, key, equation.right) else None


def _is_written_with(node: Node, key: tuple[str, str], right: Term) -> bool:
    """Whether the right side is written with the notation that stands on the left.

    What is read may use it where nothing of it is written: min is read by ReLU, \\log_2 by the logarithm.
    """
    if node.kind != "Chain" or len(node.children) != 2 or not key[1]:
        return any(_key(n) == key for n in right.walk())
    words = {str(n.value) for n in node.children[0].walk() if n.kind in _WORDS and len(str(n.value)) > 1}
    return any(n.kind in _WORDS and str(n.value) in words for n in _without_scripted(node.children[1]))


_WORDS = ("Word", "Id")


def _without_scripted(node: Node) -> Iterator[Node]:
    """The parts of a formula, but for what carries a subscript."""
    yield node
    for k, child in enumerate(node.children):
        if node.kind != "Sub" or k:
            yield from _without_scripted(child)


def _key(node: Term) -> tuple[str, str]:
    return node.head, str(node.data[0]) if node.head == "fun" else ""
