"""Terms of matrices read as polynomials in words, and written back: what `theories/words.py` calculates with.

A letter is a name, an inverse, a reciprocal, a norm, or whatever else the products do not look into. What is known of letters
by definition are *laws*: A A⁻¹ = I, s · (1/s) = 1, ‖x‖² = xᵀx, QᵀQ = I, each with the lemma that the kernel has it from. What is
given are equations among the hypotheses. *Fails when* a term has moments, is too large, or no shape: `NoWords`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from symproofs.kernel.randomness import MOMENTS
from symproofs.prove.algebra import kind_of
from symproofs.prove.lemmas import Lemmas, Pattern, without_inverses
from symproofs.prove.reasons import Reason
from symproofs.records import record
from symproofs.terms.context import Context
from symproofs.terms.size import ONE, Size
from symproofs.terms.statement import Relation
from symproofs.terms.term import Term, name, num
from symproofs.terms.types import Type
from symproofs.theories.words import Alphabet, Mono, Poly, Word, plus

MOST_MONOMIALS = 160
MOST_POWER = 6
OF_A_NAME, OF_A_NUMBER, OF_AN_INVERSE = 2, 1, 3
"""What letters weigh: an equation that defines an inverse is used to get rid of it."""


class NoWords(Exception):
    """The term is not read as words."""


@record
class Law:
    """left = right by a lemma, or by hypothesis `number`; `letter` stands for left - right in cofactors."""

    letter: int
    left: Term
    right: Term
    pattern: Pattern | None
    number: int = -1
    reasons: tuple[Reason, ...] = ()


@dataclass(eq=False, repr=False)
class Wording:
    """The letters of one search, and the laws that are known of them."""

    context: Context
    lemmas: Lemmas
    alphabet: Alphabet = field(default_factory=Alphabet)
    terms: dict[int, Term] = field(default_factory=dict)
    laws: dict[int, Law] = field(default_factory=dict)
    shut: dict[Term, None] = field(default_factory=dict)
    pending: list[tuple[Poly, int]] = field(default_factory=list)
    _read: dict[Term, Poly] = field(default_factory=dict)
    _letters: dict[object, int] = field(default_factory=dict)

    @property
    def types(self) -> Mapping[str, Type]:
        return self.context.types

    def kind(self, node: Term) -> Type:
        found = kind_of(node, self.types)
        if found is None or found.over or found.parameters is not None:
            raise NoWords
        return found

    # ------------------------------------------------------------------ reading

    def poly(self, node: Term) -> Poly:
        """The term as a polynomial in words."""
        found = self._read.get(node)
        if found is None:
            found = self._read[node] = self._poly(node)
            if len(found) > MOST_MONOMIALS:
                raise NoWords
        return found

    def _poly(self, node: Term) -> Poly:
        head, args = node.head, node.args
        if head in MOMENTS or head in ("tuple", "dots"):
            raise NoWords
        if head == "num":
            value = node.data[0]
            assert isinstance(value, Fraction)
            return _constant(value)
        if head == "identity":
            return _constant(1)
        if head == "zeros":
            return {}
        if head == "add":
            total: Poly = {}
            for a in args:
                total = plus(total, self.poly(a))
            return total
        if head == "neg":
            return plus({}, self.poly(args[0]), -1)
        if head == "mul":
            product = self.poly(args[0])
            for a in args[1:]:
                product = self.alphabet.times(product, self.poly(a))
                if len(product) > MOST_MONOMIALS:
                    raise NoWords
            return product
        if head == "div" and args[0] == num(1):
            return self._reciprocal(args[1])
        if head == "div":
            return self.alphabet.times(self.poly(args[0]), self._reciprocal(args[1]))
        if head == "transpose":
            return self.alphabet.transpose(self.poly(args[0]))
        if head == "pow":
            return self._power(node)
        if head == "inner" and all(self.kind(a).cols == ONE and self.kind(a).sort != "complex" for a in args):
            return self.alphabet.times(self.alphabet.transpose(self.poly(args[0])), self.poly(args[1]))
        return {((), (self._letter(node),)): Fraction(1)} if not self.kind(node).is_scalar else self._number(self._letter(node))

    def _number(self, letter: int) -> Poly:
        return {(((letter,),), ()): Fraction(1)}

    def _power(self, node: Term) -> Poly:
        base, exponent = node.args
        k = exponent.data[0] if exponent.head == "num" else None
        if not isinstance(k, Fraction) or k.denominator != 1 or not -MOST_POWER <= k <= MOST_POWER:
            return self._number(self._letter(node)) if self.kind(node).is_scalar else {((), (self._letter(node),)): Fraction(1)}
        if k < 0 and not self.kind(base).is_scalar:
            raise NoWords
        factor = self.poly(base) if k >= 0 else self._reciprocal(base)
        total = _constant(1)
        for _ in range(abs(int(k))):
            total = self.alphabet.times(total, factor)
            if len(total) > MOST_MONOMIALS:
                raise NoWords
        return total

    def _letter(self, node: Term) -> int:
        """The letter for a term that products do not look into; inverses of equal matrices have one."""
        key: object = node
        if node.head == "inverse":
            key = "inverse", self.kind(node).rows, frozenset(self.poly(node.args[0]).items())
        if node.head not in ("name", "size", "const"):
            self.shut[node] = None
        if key not in self._letters:
            self._new(node, key)
        return self._letters[key]

    def as_first_written(self, node: Term) -> Term | None:
        """What the letter of an inverse or a reciprocal was when it was first met."""
        if node.head == "inverse":
            self.poly(node)
            return self.terms[self._letter(node)]
        if node.head == "div" and node.args[0] == num(1):
            found = self.poly(node)
            numbers = next(iter(found))[0] if len(found) == 1 else ()
            return self.terms[numbers[0][0]] if len(numbers) == 1 else None
        return None

    def _new(self, node: Term, key: object) -> None:
        kind = self.kind(node)
        label = str(node.data[0]) if node.head == "name" else ""
        weight = self._weight(node) if node.head == "inverse" else OF_A_NUMBER if kind.is_scalar else OF_A_NAME
        letter = self._add(node, kind, weight, bool(label) and self._has(label, "symmetric"))
        self._letters[key] = letter
        if node.head == "inverse":
            self._inverse_laws(node)
        elif node.head == "norm" and kind_of(node.args[0], self.types) is not None:
            self._norm_law(node)
        elif label and kind.rows == kind.cols and (self._has(label, "orthogonal") or self._has(label, "permutation")):
            unit = Term("identity", (), (kind.rows,))
            turned = Term("transpose", (node,))
            for pair in ((turned, node), (node, turned)):
                self._law(Term("mul", pair), unit, Pattern(Term("mul", pair), unit), Reason("permutation_orthogonal", label))

    def _weight(self, node: Term) -> int:
        """What an inverse weighs: that of a product more than the inverses of its factors together."""
        base = self.poly(node.args[0])
        if len(base) != 1 or node.args[0].head == "name":
            return OF_AN_INVERSE
        numbers, word = next(iter(base))
        letters = [*word, *(k for part in numbers for k in part)]
        return 1 + sum(self.alphabet.weights[k] + 1 for k in word) + OF_AN_INVERSE * (len(letters) - len(word))

    def _has(self, label: str, prop: str) -> bool:
        return self.context.has(label, prop) or self.context.said(label, prop) is not None

    def _add(self, node: Term, kind: Type, weight: int, symmetric: bool = False) -> int:
        letter = self.alphabet.letter(kind.rows, kind.cols, weight, symmetric)
        self.terms[letter] = node
        if self.alphabet.partner[letter] != letter:
            self.terms[letter + 1] = Term("transpose", (node,))
        return letter

    # ------------------------------------------------------------------ laws

    def _law(self, left: Term, right: Term, pattern: Pattern | None, *reasons: Reason, number: int = -1) -> None:
        """An equation that holds, and its transpose where that says something else."""
        kind = self.kind(left)
        difference = plus(self.poly(left), self.poly(right), -1)
        if not difference:
            return
        letter = self.alphabet.letter(kind.rows, kind.cols, 0)
        self.laws[letter] = Law(letter, left, right, pattern, number, reasons)
        self.pending.append((difference, letter))
        if self.alphabet.partner[letter] != letter:
            self.pending.append((self.alphabet.transpose(difference), letter + 1))

    def given(self, number: int, equation: Relation, reason: Reason) -> None:
        """An equation among the hypotheses."""
        self._law(equation.left, equation.right, None, reason, number=number)

    def _inverse_laws(self, node: Term) -> None:
        base = node.args[0]
        unit = Term("identity", (), (self.kind(base).rows,))
        label = self.lemmas.letter(0)
        for pair in ((base, node), (node, base)):
            plain = tuple(name(label) if t == base else Term("inverse", (name(label),)) for t in pair)
            pattern = Pattern(Term("mul", plain), unit, {label: base}, {label: self.kind(base)})
            self._law(Term("mul", pair), unit, without_inverses(pattern, self.types, self.lemmas), Reason("inverse"))

    def _norm_law(self, node: Term) -> None:
        x = node.args[0]
        kind = self.kind(x)
        if kind.cols != ONE or kind.sort == "complex":
            return
        square, product = Term("pow", (node, num(2))), Term("mul", (Term("transpose", (x,)), x))
        label = self.lemmas.letter(0)
        letter = name(label)
        pattern = Pattern(
            Term("pow", (Term("norm", (letter,)), num(2))),
            Term("mul", (Term("transpose", (letter,)), letter)),
            {label: x},
            {label: kind},
        )
        self._law(square, product, pattern, Reason("norm"))

    def _reciprocal(self, node: Term) -> Poly:
        """1/s as a polynomial."""
        found = self.poly(node)
        if not self.kind(node).is_scalar or not found:
            raise NoWords
        if list(found) == [((), ())]:
            return _constant(1 / found[(), ()])
        key = "reciprocal", frozenset(found.items())
        one = Term("div", (num(1), node))
        self.shut[one] = None
        if key not in self._letters:
            kind = self.kind(one)
            self._letters[key] = self._add(one, kind, OF_AN_INVERSE)
            self._read[one] = self._number(self._letters[key])
            label = self.lemmas.letter(0)
            letter = name(label)
            pattern = Pattern(
                Term("mul", (Term("div", (num(1), letter)), letter)), num(1), {label: node}, {label: self.kind(node)}
            )
            self._law(Term("mul", (one, node)), num(1), pattern, Reason("cancel"))
        return self._number(self._letters[key])

    def of_law(self, letter: int, is_number: bool) -> Poly:
        """The name of a law in cofactors."""
        return self._number(letter) if is_number else {((), (letter,)): Fraction(1)}

    # ------------------------------------------------------------------ writing

    def term(self, p: Poly, kind: tuple[Size, Size], special: Mapping[int, Term]) -> list[Term]:
        """The summands of a polynomial as terms, some letters written as given. *Fails when* a monomial is no product."""
        return [self._product(m, c, kind, special) for m, c in sorted(p.items(), key=lambda row: self.alphabet.key(row[0]))]

    def _product(self, m: Mono, c: Fraction, shape: tuple[Size, Size], special: Mapping[int, Term]) -> Term:
        numbers, word = m
        parts = [num(abs(c))] if abs(c) != 1 else []
        parts += [self._word(w, special) for w in numbers]
        parts += [self._letter_term(k, special) for k in word]
        if not word and shape != (ONE, ONE):
            parts.append(Term("identity", (), (shape[0],)))
        whole = num(1) if not parts else parts[0] if len(parts) == 1 else Term("mul", tuple(parts))
        return whole if c > 0 else Term("neg", (whole,))

    def _word(self, word: Word, special: Mapping[int, Term]) -> Term:
        parts = tuple(self._letter_term(k, special) for k in word)
        return parts[0] if len(parts) == 1 else Term("mul", parts)

    def _letter_term(self, k: int, special: Mapping[int, Term]) -> Term:
        return special[k] if k in special else self.terms[k]


def _constant(value: Fraction | int) -> Poly:
    return {((), ()): Fraction(value)} if value else {}
