"""Shapes by unification: kinds before sizes, deterministic, with undo.

A shape variable stands for the shape of one expression: unknown, or two size variables (a number is 1×1).
A size variable stands for a size: unknown, or a `Size` over declared names, which are rigid: n against m is
a conflict. Constraints that need to know more wait at their variables. `late` marks the time after the
defaults: from then on no size may become 1, since otherwise everything collapses to numbers without a conflict.

Fails with `Conflict`; `mark` and `undo` take back what was posted since.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from symproofs.messages import Message
from symproofs.terms.size import ONE, Size

SCALAR: Final = 0
"""The shape variable that is always 1×1."""
UNIT: Final = 0
"""The size variable that is always 1."""

SUMMANDS = "the summands differ in shape"
"""A number plus an array is written where the number is meant in every entry."""

BLOCKS = "a matrix of blocks is not supported here yet"
"""Arrays as entries of a matrix that is written out: a meaning it has, only not here."""

EXPONENT = "an array as an exponent is not supported here yet"
"""A function of a matrix: a meaning it has, only not here."""

COMPOSITION = "a composition is not supported here yet"
"""∘ between matrices that have no product entry by entry."""

ELSEWHERE = (BLOCKS, EXPONENT, COMPOSITION)
"""What a conflict says where the array has a meaning that is not supported."""

Known = tuple[Size | None, Size | None]


class Conflict(Exception):
    """Two shapes that cannot be one; `at` is the constraint's own mark of its place.

    `loose` where people write so and mean something else that would fit: entry by entry, or with ones added.
    """

    def __init__(self, message: str, at: Any = None, shapes: tuple[Known, ...] = (), loose: bool = False) -> None:
        super().__init__(message)
        self.loose = loose
        self.message = message
        self.at = at
        self.shapes = shapes


def shape_text(shape: Known) -> str:
    """`T×d`, with `?` where nothing is known."""
    if shape == (ONE, ONE):
        return "a number"
    rows, cols = ("?" if s is None else str(s) for s in shape)
    return f"{rows}×{cols}"


class Wait:
    """A constraint that waits: `fire` says whether it is done; `at` is its place, `link` who posted it."""

    __slots__ = ("at", "done", "fire", "link", "sized", "variables")

    def __init__(self, fire: Callable[[], bool], variables: tuple[int, ...], at: Any, link: int) -> None:
        self.fire = fire
        self.variables = variables
        self.at = at
        self.link = link
        self.done = False
        self.sized = False


class Solver:
    """Shape and size variables with what is known of them."""

    def __init__(self) -> None:
        self._parent: list[int] = [0]
        self._dims: list[tuple[int, int] | None] = [(UNIT, UNIT)]
        self._array: list[bool] = [False]
        self._watch: list[list[Wait]] = [[]]
        self._size_parent: list[int] = [0]
        self._size: list[Size | None] = [ONE]
        self._interned: dict[Size, int] = {ONE: UNIT}
        self.values: dict[str, Size] = {}
        """Sizes that are given a value."""
        self._trail: list[tuple[int, Any, Any]] = []
        self._queue: deque[Wait] = deque()
        self._for_sizes: list[Wait] = []
        """Constraints that know all their kinds and wait for a size."""
        self.waits: list[Wait] = []
        self.late = False
        self.final = False
        """Nothing more will be known: what may be a number or an array counts as an array."""

    # --- variables

    def fresh(self) -> int:
        """A new shape variable of which nothing is known."""
        self._parent.append(len(self._parent))
        self._dims.append(None)
        self._array.append(False)
        self._watch.append([])
        return len(self._parent) - 1

    def fresh_size(self) -> int:
        self._size_parent.append(len(self._size_parent))
        self._size.append(None)
        return len(self._size_parent) - 1

    def rigid(self, size: Size) -> int:
        """The size variable that is this size, names that have a value replaced."""
        if self.values and not size.names.isdisjoint(self.values):
            size = size.replace(self.values)
        known = self._interned.get(size)
        if known is None:
            known = self._interned[size] = self.fresh_size()
            self._size[known] = size
        return known

    def find(self, a: int) -> int:
        parent = self._parent
        while parent[a] != a:
            a = parent[a]
        return a

    def find_size(self, a: int) -> int:
        parent = self._size_parent
        while parent[a] != a:
            a = parent[a]
        return a

    def size(self, a: int) -> Size | None:
        return self._size[self.find_size(a)]

    def dims(self, a: int) -> tuple[int, int] | None:
        """The two size variables of a shape, found; `None` while its kind is unknown."""
        dims = self._dims[self.find(a)]
        return None if dims is None else (self.find_size(dims[0]), self.find_size(dims[1]))

    def shape(self, a: int) -> Known | None:
        dims = self._dims[self.find(a)]
        return None if dims is None else (self.size(dims[0]), self.size(dims[1]))

    def is_scalar(self, a: int) -> bool:
        return self.dims(a) == (UNIT, UNIT)

    def is_array(self, a: int) -> bool | None:
        """Whether a shape is that of an array; `None` while it may still be a number."""
        dims = self.dims(a)
        if dims is None:
            return None
        if dims == (UNIT, UNIT):
            return False
        if self._array[self.find(a)] or self.final or UNIT in dims:
            return True
        return True if self._size[dims[0]] is not None or self._size[dims[1]] is not None else None

    def is_known(self, a: int) -> bool:
        return self._dims[self.find(a)] is not None

    # --- undo

    def mark(self) -> tuple[int, int]:
        return len(self._trail), len(self.waits)

    def undo(self, mark: tuple[int, int]) -> None:
        """Take back every binding and constraint since `mark`; variables made since stay, unknown."""
        trail, (length, waits) = self._trail, mark
        while len(trail) > length:
            what, place, old = trail.pop()
            if what == _PARENT:
                self._parent[place] = old
            elif what == _DIMS:
                self._dims[place] = old
            elif what == _SIZE_PARENT:
                self._size_parent[place] = old
            elif what == _WATCH:
                del self._watch[place][old:]
            elif what == _ARRAY:
                self._array[place] = old
            else:
                place.done = old
        for wait in self.waits[waits:]:
            wait.done = True
        del self.waits[waits:]
        self._queue.clear()

    # --- unification

    def same_size(self, a: int, b: int) -> None:
        """a = b, as sizes."""
        a, b = self.find_size(a), self.find_size(b)
        if a == b:
            return
        first, second = self._size[a], self._size[b]
        if first is not None and second is not None:
            raise Conflict(Message("the sizes {} and {} differ", first, second))
        if first is not None:
            a, b = b, a
        if self.late and b == UNIT:
            raise Conflict("a vector or matrix stands where a number is needed")
        self._trail.append((_SIZE_PARENT, a, a))
        self._size_parent[a] = b
        if self._for_sizes:
            self._queue.extend(w for w in self._for_sizes if not w.done)

    def same(self, a: int, b: int, at: Any = None, say: str = "the shapes differ") -> None:
        """a = b, as shapes."""
        a, b = self.find(a), self.find(b)
        if a == b:
            return
        first, second = self._dims[a], self._dims[b]
        if first is not None and second is not None:
            shapes = self.shape(a) or (None, None), self.shape(b) or (None, None)
            try:
                self.same_size(first[0], second[0])
                self.same_size(first[1], second[1])
            except Conflict:
                if say in ELSEWHERE:
                    raise Conflict(say, at, shapes, loose=True) from None
                loose = say == SUMMANDS and ((ONE, ONE) in shapes)
                raise Conflict(
                    Message("{}: {} and {}", say, shape_text(shapes[0]), shape_text(shapes[1])), at, shapes, loose
                ) from None
        if b == SCALAR or first is None:
            a, b = b, a
        # a stays: the one of which more is known
        if b == SCALAR:
            return
        self._trail.append((_PARENT, b, b))
        self._parent[b] = a
        if self._array[b]:
            self._mark_array(a)
        moved = self._watch[b]
        if moved:
            self._trail.append((_WATCH, a, len(self._watch[a])))
            self._watch[a].extend(moved)
        if (first is None) != (second is None):
            self._queue.extend(moved)

    def set_dims(self, a: int, rows: int, cols: int, at: Any = None, say: str = "the shapes differ") -> None:
        """a is rows × cols."""
        a = self.find(a)
        dims = self._dims[a]
        if dims is None:
            self._trail.append((_DIMS, a, None))
            self._dims[a] = (rows, cols)
            self._queue.extend(self._watch[a])
            return
        found = self.shape(a) or (None, None)
        wanted = self.size(rows), self.size(cols)
        try:
            self.same_size(dims[0], rows)
            self.same_size(dims[1], cols)
        except Conflict as conflict:
            text = conflict.message if self.late else Message("{}: {} and {}", say, shape_text(found), shape_text(wanted))
            raise Conflict(text, at, (found, wanted)) from None

    def tensor(self, a: int) -> None:
        """a is an array: it has two sizes, and is no number that happens to be written like one."""
        if not self.is_known(a):
            self.set_dims(a, self.fresh_size(), self.fresh_size())
        self._mark_array(self.find(a))

    def _mark_array(self, root: int) -> None:
        if not self._array[root] and root != SCALAR:
            self._trail.append((_ARRAY, root, False))
            self._array[root] = True

    # --- waiting constraints

    def post(self, fire: Callable[[], bool], variables: tuple[int, ...], at: Any, link: int) -> None:
        """Try a constraint now, and again whenever one of its variables becomes known."""
        if fire():
            return
        wait = Wait(fire, variables, at, link)
        self.waits.append(wait)
        self._await_size(wait)
        for v in variables:
            root = self.find(v)
            if self._dims[root] is None:
                self._trail.append((_WATCH, root, len(self._watch[root])))
                self._watch[root].append(wait)

    def run(self) -> None:
        """Fire what became ready until nothing changes."""
        queue = self._queue
        while queue:
            wait = queue.popleft()
            if wait.done:
                continue
            try:
                done = wait.fire()
            except Conflict as conflict:
                queue.clear()
                if conflict.at is None:
                    conflict.at = wait.at
                raise
            if done:
                self._trail.append((_DONE, wait, False))
                wait.done = True
            else:
                self._await_size(wait)

    def _await_size(self, wait: Wait) -> None:
        if not wait.sized and all(self._dims[self.find(v)] is not None for v in wait.variables):
            wait.sized = True
            self._for_sizes = [w for w in self._for_sizes if not w.done]
            self._for_sizes.append(wait)


_PARENT, _DIMS, _SIZE_PARENT, _WATCH, _DONE, _ARRAY = range(6)
