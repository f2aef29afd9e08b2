"""Rules of integrals between bounds: the fundamental theorem, equal integrands, sums and multiples, other bounds, order.

In total terms ∫_a^b f dx is the Riemann integral, for b < a that from b to a negated; 0 if f is not real and integrable between
the bounds. What is continuous there is integrable (`continuity.py`): where a rule needs it, it asks that f is defined throughout.
Bounds are ordered `up` (a ≤ b) or `down` (b ≤ a), which is shown, or `any`: then what is asked of f is asked of all real numbers.
"""

from __future__ import annotations

from symproofs.kernel.certificate import well_typed
from symproofs.kernel.indexed import need
from symproofs.kernel.passage import DOWN, UP, single
from symproofs.kernel.randomness import is_random
from symproofs.kernel.rules_logic import relation
from symproofs.kernel.sequent import Data, Ledger, Rule, Sequent
from symproofs.terms.continuity import continuous, differentiable
from symproofs.terms.domain import domain
from symproofs.terms.statement import Membership, Operator, Relation, Statement, Tends, speaks_of_limits
from symproofs.terms.term import Term, free_names, name, substitute
from symproofs.terms.types import scalar


def _integral(term: Term, sequent: Sequent) -> tuple[Term, Term, Term]:
    """What is integrated, and the bounds. *Fails when* it is no integral, or something random stands in it."""
    need(term.head == "integral", "this is no integral")
    need(not is_random(term, sequent.context), "the name that an integral binds is constant, something here is random")
    body, low, high = term.args
    return body, low, high


def _range(term: Term, sequent: Sequent) -> tuple[object, ...]:
    """What an integral is over. *Fails when* it is none, or something random stands in it."""
    need(term.head in ("integral", "improper"), "this is no integral")
    need(not is_random(term, sequent.context), "the name that an integral binds is constant, something here is random")
    return term.head, term.data[1:], term.args[1:]


def _at(integral: Term, value: Term) -> Term:
    """What is integrated, at a value."""
    return substitute(integral.args[0], {str(integral.data[0]): value})


def _order(low: Term, high: Term, way: str, sequent: Sequent, ledger: Ledger) -> list[Sequent]:
    """What shows that the bounds are ordered so."""
    need(way in ("up", "down", "any"), "bounds are ordered up or down, or not known to be")
    ordered = {"up": (low, high), "down": (high, low)}.get(way)
    return [] if ordered is None else [sequent.proves(s) for s in ledger.open(sequent.context, [Relation("<=", *ordered)])]


def _real(sequent: Sequent, ledger: Ledger, *bounds: Term) -> list[Sequent]:
    """What shows that the bounds are real."""
    return [sequent.proves(s) for s in ledger.open(sequent.context, [Membership(bound, "real") for bound in bounds])]


def _between(term: Term, data: Data, sequent: Sequent, ledger: Ledger, strictly: bool = False) -> tuple[Sequent, Term]:
    """The sequent with a new real number between the bounds of an integral, or anywhere; and the number."""
    label = single(data["names"])
    declared = ledger.introduce(sequent, ((label, scalar()),))
    here = name(label)
    way = data["way"] if term.head == "integral" else term.data[1]
    if way in ("any", "both"):
        return declared, here
    first, *rest = term.args[1:] if way == "up" else term.args[:0:-1]
    pairs = [(first, here), *((here, last) for last in rest)]
    if term.head == "improper" and way == "down":
        pairs = [(here, first)]
    operator: Operator = "<" if strictly else "<="
    return declared.joined(*(Relation(operator, *pair) for pair in pairs)), here


def _defined(inside: Sequent, ledger: Ledger, *terms: Term) -> list[Sequent]:
    """What shows that the terms are defined."""
    asked: list[Statement] = [c for t in terms for c in domain(t, inside.context.types)]
    return [inside.proves(c) for c in ledger.open(inside.context, asked)]


def _integrable(integrals: tuple[Term, ...], data: Data, sequent: Sequent, ledger: Ledger) -> list[Sequent]:
    """What shows that the integrands of integrals between the same bounds are continuous there, and the order of the bounds."""
    low, high = integrals[0].args[1:]
    inside, here = _between(integrals[0], data, sequent, ledger)
    bodies = [_at(integral, here) for integral in integrals]
    need(all(continuous(body, str(here.data[0])) for body in bodies), "what is integrated may jump")
    return [*_order(low, high, data["way"], sequent, ledger), *_defined(inside, ledger, *bodies)]


def fundamental_theorem(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """∫_a^b f = F(b) - F(a) for an F that is continuous from a to b, with F′ = f between them, f being continuous there too.

    F is the integrand of a second integral between the same bounds.
    """
    term, source = data["term"], data["antiderivative"]
    _, low, high = _integral(term, sequent)
    need(_integral(source, sequent)[1:] == (low, high), "the antiderivative is written between other bounds")
    asked = _integrable((term, source), data, sequent, ledger)
    strictly, here = _between(term, data, sequent, ledger, strictly=True)
    label = str(here.data[0])
    primitive = _at(source, here)
    need(differentiable(primitive, label), "the antiderivative may have kinks that its domain does not tell")
    slope = Term("derivative", (primitive, here), (label,))
    smooth = _defined(strictly, ledger, slope)
    value = Relation("=", term, Term("add", (_at(source, high), Term("neg", (_at(source, low),)))))
    well_typed(value.right, sequent.context.types)
    return [
        *_real(sequent, ledger, low, high),
        *asked,
        *smooth,
        strictly.proves(Relation("=", slope, _at(term, here))),
        sequent.with_consequences(value),
    ]


def equal_integrands(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """Integrals between the same bounds are equal if what is integrated is."""
    goal = relation(sequent.goal, "=")
    left, right = goal.left, goal.right
    need(_range(left, sequent) == _range(right, sequent), "the bounds differ")
    inside, here = _between(left, data, sequent, ledger)
    order = _order(left.args[1], left.args[2], data["way"], sequent, ledger) if left.head == "integral" else []
    return [*order, inside.proves(Relation("=", _at(left, here), _at(right, here)))]


def integral_of_sum(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """∫ (f + g) = ∫ f + ∫ g."""
    term = data["term"]
    body, low, high = _integral(term, sequent)
    need(body.head == "add", "what is integrated is no sum")
    parts = tuple(term.with_args((part, low, high)) for part in body.args)
    asked = _integrable(parts, data, sequent, ledger)
    return [*asked, sequent.with_consequences(Relation("=", term, Term("add", parts)))]


def integral_of_multiple(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """∫ c f = c ∫ f for a real c in which the bound name is not."""
    term = data["term"]
    _range(term, sequent)
    body = term.args[0]
    need(body.head == "mul" and len(body.args) == 2, "what is integrated is no product of two")
    factor, rest = body.args
    need(str(term.data[0]) not in free_names(factor), "the factor depends on what is integrated over")
    outside = Term("mul", (factor, term.with_args((rest, *term.args[1:]))))
    return [*_real(sequent, ledger, factor), sequent.with_consequences(Relation("=", term, outside))]


def integral_exchanged(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """∫_a^b f = -∫_b^a f."""
    body, low, high = _integral(data["term"], sequent)
    turned = Term("neg", (data["term"].with_args((body, high, low)),))
    return [sequent.with_consequences(Relation("=", data["term"], turned))]


def integral_split(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """∫_a^b f = ∫_a^c f + ∫_c^b f for a c between the bounds."""
    term, middle = data["term"], data["middle"]
    body, low, high = _integral(term, sequent)
    parts = term.with_args((body, low, middle)), term.with_args((body, middle, high))
    split = Relation("=", term, Term("add", parts))
    well_typed(split.right, sequent.context.types)
    need(not is_random(middle, sequent.context), "a bound is random")
    steps = [_order(a, b, data["way"], sequent, ledger) for a, b in ((low, middle), (middle, high))]
    return [
        *_real(sequent, ledger, low, middle, high),
        *steps[0],
        *steps[1],
        *_integrable((term,), data, sequent, ledger),
        sequent.with_consequences(split),
    ]


def integral_order(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """∫_a^b f ≤ ∫_a^b g for a ≤ b and f ≤ g."""
    goal = relation(sequent.goal, "<=", ">=")
    less, more = (goal.left, goal.right) if goal.operator == "<=" else (goal.right, goal.left)
    _, low, high = _integral(less, sequent)
    need(_integral(more, sequent)[1:] == (low, high), "the bounds differ")
    need(data["way"] == "up", "the lower bound comes first")
    asked = _integrable((less, more), data, sequent, ledger)
    inside, here = _between(less, data, sequent, ledger)
    return [*asked, inside.proves(Relation("<=", _at(less, here), _at(more, here)))]


def improper_integral(sequent: Sequent, data: Data, ledger: Ledger) -> list[Sequent]:
    """∫_a^∞ f = L - F(a) for f and F that are continuous from a on, with F′ = f beyond, and F(x) → L as x → ∞.

    Likewise from -∞, and from -∞ to ∞. F is the integrand of a second such integral. Under a passage to the limit nothing
    is done: x is to go to ∞ while all else stands still.
    """
    term, source, limits = data["term"], data["antiderivative"], data["terms"]
    need(term.head == "improper", "this is no integral to infinity")
    need(_range(term, sequent) == _range(source, sequent), "the antiderivative is written between other bounds")
    said = (*(h.statement for h in sequent.context.hypotheses), *sequent.conditions)
    need(not any(map(speaks_of_limits, said)), "something tends somewhere already")
    row = {**data, "way": "any"}
    inside, here = _between(term, row, sequent, ledger)
    label, bodies = str(here.data[0]), (_at(term, here), _at(source, here))
    need(continuous(bodies[0], label), "what is integrated may jump")
    need(differentiable(bodies[1], label), "the antiderivative may have kinks that its domain does not tell")
    beyond, _ = _between(term, row, sequent, ledger, strictly=True)
    slope = Term("derivative", (bodies[1], here), (label,))
    asked = [*_defined(inside, ledger, *bodies), *_defined(beyond, ledger, slope), beyond.proves(Relation("=", slope, bodies[0]))]
    ends = {"up": (UP,), "down": (DOWN,), "both": (UP, DOWN)}[str(term.data[1])]
    need(len(limits) == len(ends), "an antiderivative has a limit at each infinite end")
    free = ledger.introduce(sequent, ((label, scalar()),))
    passages = [free.joined(Tends(here, end)).proves(Tends(bodies[1], a)) for end, a in zip(ends, limits, strict=True)]
    finite = [_at(source, bound) for bound in term.args[1:]]
    high, low = {"up": (*limits, *finite), "down": (*finite, *limits), "both": tuple(limits)}[str(term.data[1])]
    value = Relation("=", term, Term("add", (high, Term("neg", (low,)))))
    well_typed(value.right, sequent.context.types)
    return [*_real(sequent, ledger, *term.args[1:], *limits), *asked, *passages, sequent.with_consequences(value)]


INTEGRAL_RULES: tuple[Rule, ...] = (
    Rule(
        "fundamental_theorem",
        "Γ ⊢ a, b ∈ ℝ, a ≤ b;  Γ, a ≤ x ≤ b ⊢ D(f), D(F);  Γ, a < x < b ⊢ F' = f;  Γ, ∫_a^b f = F(b) - F(a) ⊢ G  /  Γ ⊢ G",
        "x is new; f and F are continuous where they are defined; likewise for b ≤ a, or for all x",
        {"term": "term", "antiderivative": "term", "way": "text", "names": "names"},
        fundamental_theorem,
    ),
    Rule(
        "improper_integral",
        "Γ ⊢ a, L ∈ ℝ;  Γ, a ≤ x ⊢ D(f), D(F);  Γ, a < x ⊢ F' = f;  Γ, x → ∞ ⊢ F → L;  Γ, ∫_a^∞ f = L - F(a) ⊢ G  /  Γ ⊢ G",
        "x is new, nothing in Γ tends; f and F are continuous where they are defined; likewise from -∞, and from -∞ to ∞",
        {"term": "term", "antiderivative": "term", "terms": "terms", "names": "names"},
        improper_integral,
    ),
    Rule(
        "equal_integrands",
        "Γ ⊢ a ≤ b;  Γ, a ≤ x ≤ b ⊢ f = g  /  Γ ⊢ ∫_a^b f = ∫_a^b g",
        "x is new; likewise for b ≤ a, or for all x",
        {"way": "text", "names": "names"},
        equal_integrands,
    ),
    Rule(
        "integral_of_sum",
        "Γ ⊢ a ≤ b;  Γ, a ≤ x ≤ b ⊢ D(f), D(g);  Γ, ∫_a^b (f + g) = ∫_a^b f + ∫_a^b g ⊢ G  /  Γ ⊢ G",
        "x is new; f and g are continuous where they are defined; likewise for b ≤ a, or for all x",
        {"term": "term", "way": "text", "names": "names"},
        integral_of_sum,
    ),
    Rule(
        "integral_of_multiple",
        "Γ ⊢ c ∈ ℝ;  Γ, ∫_a^b c f = c ∫_a^b f ⊢ G  /  Γ ⊢ G",
        "c does not depend on x",
        {"term": "term"},
        integral_of_multiple,
    ),
    Rule(
        "integral_exchanged",
        "Γ, ∫_a^b f = -∫_b^a f ⊢ G  /  Γ ⊢ G",
        "",
        {"term": "term"},
        integral_exchanged,
    ),
    Rule(
        "integral_split",
        "Γ ⊢ a, b, c ∈ ℝ, a ≤ c, c ≤ b;  Γ, a ≤ x ≤ b ⊢ D(f);  Γ, ∫_a^b f = ∫_a^c f + ∫_c^b f ⊢ G  /  Γ ⊢ G",
        "x is new; f is continuous where it is defined; likewise for b ≤ c ≤ a, or for all x",
        {"term": "term", "middle": "term", "way": "text", "names": "names"},
        integral_split,
    ),
    Rule(
        "integral_order",
        "Γ ⊢ a ≤ b;  Γ, a ≤ x ≤ b ⊢ D(f), D(g);  Γ, a ≤ x ≤ b ⊢ f ≤ g  /  Γ ⊢ ∫_a^b f ≤ ∫_a^b g",
        "x is new; f and g are continuous where they are defined",
        {"way": "text", "names": "names"},
        integral_order,
    ),
)
