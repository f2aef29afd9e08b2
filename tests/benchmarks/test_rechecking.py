"""Checking again costs at most ten times what deciding does; the absolute figures are those of `python tests/benchmarks`."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from rechecking import checked_again, documents, generated, of_items

RATIO = 10


def test_checking_again_costs_at_most_ten_times_deciding() -> None:
    short = [item for item in documents() if "en" in str(item.id) and "rotary" in str(item.id)]
    found = checked_again(chain(of_items("documents", short), generated(80)))
    assert found["documents"][0] >= 5 and found["generated"][0] >= 60
    for source, (count, deciding, again) in found.items():
        assert again <= RATIO * deciding, (source, count, deciding, again)
