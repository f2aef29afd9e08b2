"""How single formulas are read, for programs: LaTeX and declared sorts in, the meaning or diagnostics out."""

from __future__ import annotations

from typing import Any

from symproofs.diagnostics import Diagnostic, Source, Span
from symproofs.read.macros import Macros
from symproofs.read.notation import read_as
from symproofs.read.parser import parse
from symproofs.render.report_json import diagnostic_to_json

Json = dict[str, Any]


def read_item(item: Json) -> Json:
    """The meaning of one formula in the notation of `read_as`; `None` with diagnostics where it has none."""
    if "malformed" in item:
        fault = Diagnostic("malformed", item["malformed"])
        return {"id": item.get("id"), "read_as": None, "diagnostics": [diagnostic_to_json(fault, None)]}
    source = Source("<formula>", item["latex"])
    parsed = parse(source, Span(0, len(source.text)), macros=Macros.of(source))
    declare = item.get("declare") if isinstance(item.get("declare"), dict) else {}
    declared = {str(k): str(v) for k, v in (declare or {}).items()}
    text = None if parsed.node is None else read_as(parsed.node, declared)
    diagnostics = list(parsed.diagnostics)
    if text is None and not diagnostics:
        diagnostics.append(
            Diagnostic("not-read", "this formula has no meaning in the notation of readings", Span(0, len(source.text)))
        )
    return {"id": item.get("id"), "read_as": text, "diagnostics": [diagnostic_to_json(d, source) for d in diagnostics]}
