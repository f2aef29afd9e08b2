"""An inner product of complex numbers means what the document defines, whatever names it stands between."""

import pytest

from symproofs.diagnostics import Source, Span
from symproofs.read.elaboration import Conventions, Formula, elaborate_section
from symproofs.read.parser import parse
from symproofs.terms.context import Context
from symproofs.terms.statement import Relation

COMPLEX = frozenset({"sort:complex"})


@pytest.mark.parametrize(("first", "second"), [("u", "v"), ("z_1", "w"), ("a", "z_2")])
def test_inner_product_of_declared_complex_numbers_is_a_call(first: str, second: str) -> None:
    source = Source("x", rf"\langle {first}, {second} \rangle = \operatorname{{Re}}({first} \overline{{{second}}})")
    node = parse(source, Span(0, len(source.text))).node
    assert node is not None
    read = elaborate_section([Formula(node, declares=True)], Context(), Conventions(facts={first: COMPLEX, second: COMPLEX}))
    statement = read.readings[0].parts[0].statement
    assert isinstance(statement, Relation)
    assert statement.left.head == "call"
    assert read.context.declarations["inner"].type.parameters is not None
