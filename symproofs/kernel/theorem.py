"""Theorems, and the only way to one: `check`.

A theorem says: under its hypotheses and conditions the conclusion holds wherever its terms are defined (`sequent.py` says
what that means of joined statements). `check` takes any JSON value apart (`certificate.py`), follows its chain (`chain.py`)
or its proof tree (`deduction.py`), and makes the theorem or raises `Rejected`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass
from types import MappingProxyType

from symproofs.kernel.certificate import Certificate, decode
from symproofs.kernel.chain import Chain, Rewritten
from symproofs.kernel.deduction import deduce
from symproofs.kernel.indexed import Rejected, need
from symproofs.kernel.state import DEFAULT_BUDGET
from symproofs.terms.serial import Json
from symproofs.terms.statement import Statement
from symproofs.terms.typing import Mistyped

_SEAL = object()


@dataclass(frozen=True)
class Theorem:
    """What `check` proved. Nobody else can make one.

    `links` are those of its chains, `rules` how often each rule of inference was used, `standing` the names that passages to
    the limit took for fixed: it holds only where nothing makes them vary.
    """

    hypotheses: tuple[Statement, ...]
    conclusion: Statement
    conditions: tuple[Statement, ...]
    axioms: tuple[str, ...]
    links: tuple[Rewritten, ...]
    rules: Mapping[str, int]
    standing: frozenset[str]
    seal: InitVar[object]

    def __post_init__(self, seal: object) -> None:
        if seal is not _SEAL:
            raise TypeError("only the kernel makes theorems")

    @property
    def laws(self) -> Mapping[str, int]:
        """All laws used, with how often."""
        total: dict[str, int] = {}
        for link in self.links:
            for name, times in link.laws.items():
                total[name] = total.get(name, 0) + times
        return total


def check(certificate: Json, budget: int = DEFAULT_BUDGET) -> Theorem:
    """The theorem that a certificate proves, whatever JSON value it is. *Fails when* it proves none: `Rejected`."""
    return _checked(certificate, budget, listed=True)


def conditions_raised(certificate: Json, budget: int = DEFAULT_BUDGET) -> tuple[Statement, ...]:
    """The conditions that the certificate would have to list, for whoever writes it."""
    return _checked(certificate, budget, listed=False).conditions


def _checked(value: Json, budget: int, listed: bool) -> Theorem:
    try:
        certificate = decode(value)
        permitted = certificate.conditions if listed else None
        if certificate.proof is not None:
            return _from_tree(certificate, permitted, budget)
        chain = Chain(certificate, permitted, budget)
        links = chain.follow()
    except RecursionError:
        raise Rejected("the certificate is nested too deeply") from None
    except Mistyped as fault:
        raise Rejected(f"a term is ill-typed: {fault.message}") from None
    except (ValueError, OverflowError, MemoryError):  # a number that is too long to be written, too much for this machine
        raise Rejected("the certificate asks for more than can be worked out") from None
    return Theorem(chain.hypotheses_used, certificate.statement, tuple(chain.main.conditions), (), links, {}, frozenset(), _SEAL)


def _from_tree(certificate: Certificate, permitted: tuple[Statement, ...] | None, budget: int) -> Theorem:
    ledger = deduce(certificate, budget)
    for condition in ledger.conditions:
        need(permitted is None or condition in permitted, "a condition is not listed")
    for axiom in ledger.axioms:
        need(axiom in certificate.axioms, "the axiom {} is not listed", axiom)
    return Theorem(
        tuple(certificate.context.hypotheses[k].statement for k in sorted(ledger.used)),
        certificate.statement,
        tuple(ledger.conditions),
        tuple(ledger.axioms),
        tuple(ledger.links),
        MappingProxyType(dict(sorted(ledger.rules.items()))),
        frozenset(ledger.standing),
        _SEAL,
    )
