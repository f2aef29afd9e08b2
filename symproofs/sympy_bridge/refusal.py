"""The one exception of the bridge: what has no faithful form on the other side is refused by construct."""

from __future__ import annotations


class NotRepresentable(Exception):
    """`construct` names what has no form on the other side, `where` is the smallest part at fault."""

    def __init__(self, construct: str, where: object = "") -> None:
        super().__init__(f"{construct}: {where}" if str(where) else construct)
        self.construct = construct
        self.where = where
