"""What holds where one comparison of real numbers does not."""

from __future__ import annotations

from dataclasses import replace

from symproofs.read.tree import Node

OPPOSITE = {">": "<=", "<": ">=", ">=": "<", "<=": ">", "=": "!=", "!=": "="}
"""Of two real numbers one of both holds."""


def opposite_of(node: Node | None) -> Node | None:
    """What holds where one comparison does not; nothing where it may be meant of some index or of every one."""
    if node is None or node.kind != "Chain" or not isinstance(node.value, tuple) or len(node.value) != 1:
        return None
    sign = OPPOSITE.get(str(node.value[0]))
    indexed = any(part.kind == "Sub" and any(n.kind == "Id" for n in part.children[1].walk()) for part in node.walk())
    listed = any(child.kind == "List" for child in node.children)
    return None if sign is None or indexed or listed else replace(node, value=(sign,))
