"""Where what a text supposes ends: at the next exercise, the converse, behind the last case, in a sentence about every value.

A text does not say where a supposition ends; it turns to something else. Which formulas suppose something, and at which later
formula the text has left it, is found from the words alone, before anything is judged (`Scopes.of`). What is left is no
hypothesis any longer. Whether the author meant so may be in doubt: then a claim that is shown without it is proved, and none
fails for the want of it (`Hidden.doubt`).

A quantifier over a letter of which a value, a sign or a property was fixed speaks of every value of its kind, for its sentence:
sort and sizes stay, what the declaration of the letter gives as its set stays, the rest does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from symproofs.diagnostics import Diagnostic, Span
from symproofs.messages import Message
from symproofs.read.elaboration.names import letters_in
from symproofs.read.layout import Written
from symproofs.read.leaving import Everything, Leaving, in_a_set, letters_of, restricts
from symproofs.read.phrases import SENTENCE_END, SUPPOSES
from symproofs.read.prose import said_of
from symproofs.read.qualifiers import sentences
from symproofs.read.roles import defined_in
from symproofs.read.scope_words import A_SET
from symproofs.read.shadowed import LASTING, Sign
from symproofs.records import record
from symproofs.terms.context import Context, definition_of, only
from symproofs.terms.statement import ForAll, Hypothesis, Membership, Property, Relation, Statement, statement_names
from symproofs.terms.term import free_names
from symproofs.terms.term import name as name_term


@record
class Hidden:
    """A context without what the text has left, and the letters of which something was."""

    context: Context
    letters: frozenset[str] = frozenset()

    def doubt(self, names: frozenset[str]) -> Diagnostic | None:
        gone = sorted(names & self.letters)
        if not gone:
            return None
        text = Message("what was supposed of {} before may not be meant to hold here", ", ".join(gone))
        return Diagnostic("scope", text, severity="note")


@dataclass(eq=False, repr=False)
class Scopes:
    """For each formula the formulas before it whose suppositions the text has left there, and of what its sentence speaks."""

    formulas: Sequence[Written]
    left: list[frozenset[int]]
    sure: list[frozenset[int]]
    everything: dict[int, Everything]
    declared: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """Where the text says a property of a name."""

    @staticmethod
    def of(formulas: Sequence[Written], signs: Sequence[Sign]) -> Scopes:
        reader = Leaving(formulas)
        left, sure = reader.read()
        found = Scopes(formulas, left, sure, reader.everything)
        if any(left) or found.everything:
            found.declared = _said_where(formulas, signs)
        return found

    def at_the_end(self, context: Context) -> Context:
        """The context behind the last formula, for the sections below."""
        last = len(self.formulas) - 1
        if last < 0 or not self.left[last]:
            return context
        return replace(self, everything={}).hide(context, last).context

    def hide(self, context: Context, k: int) -> Hidden:
        """The context at a formula without what the text has left there."""
        gone, every = self.left[k], self.everything.get(k)
        if not gone and every is None:
            return Hidden(context)
        letters: set[str] = set()
        kept: list[Hypothesis] = []
        for hypothesis in context.hypotheses:
            if self._is_left(hypothesis, k, context):
                letters |= statement_names(hypothesis.statement)
            else:
                kept.append(hypothesis)
        lost = self._lost_properties(context, k)
        if lost:
            facts = {Property(fact, name_term(n)) for n, ps in lost.items() for fact in ps}
            kept = [h for h in kept if h.statement not in facts]
            letters |= lost.keys()
            rows = (context.declarations[n] for n in lost)
            context = context.declare(*(replace(r, properties=r.properties - lost[r.name]) for r in rows))
        if len(kept) < len(context.hypotheses):
            context = only(context, kept)
        apart = self._apart(context, k) if gone else context.distinct
        if apart != context.distinct:
            letters |= {n for p in context.distinct - apart for n in p}
            context = replace(context, distinct=apart)
        return Hidden(context, frozenset(letters) - self._said_again(k))

    def has_left(self, hypothesis: Hypothesis, k: int) -> bool:
        """Whether the text has left the exercise, the part, the item in which it says a hypothesis."""
        return self._origin(hypothesis.span) in self.left[k]

    def _said_again(self, k: int) -> frozenset[str]:
        """Letters that the text supposes something else of, where it is sure to have left what it supposed before."""
        if not self.left[k] or self.left[k] != self.sure[k] or k in self.everything:
            return frozenset()
        last = max(self.left[k])
        return frozenset(n for f in self.formulas[last + 1 : k] if restricts(f) for n in letters_of(f))

    def _is_left(self, hypothesis: Hypothesis, k: int, context: Context) -> bool:
        origin = self._origin(hypothesis.span)
        statement = hypothesis.statement
        if isinstance(statement, Membership) and statement.subject.head == "name":
            return False
        if origin in self.left[k]:
            return not self._defines(hypothesis, origin)
        every = self.everything.get(k)
        if every is None or (origin is not None and origin >= every.start):
            return False
        return self._restricts_all(hypothesis, origin, every, context)

    def _defines(self, hypothesis: Hypothesis, origin: int | None) -> bool:
        """A name for something: `y = x^2`. It says nothing of other letters."""
        found = definition_of(hypothesis)
        if found is None or origin is None:
            named = isinstance(hypothesis.statement, ForAll) and defined_in(hypothesis.statement) is not None
            return named and not SUPPOSES.search(self.formulas[origin].lead if origin else "")
        formula = self.formulas[origin]
        plain = found[2].head in ("name", "num") or not free_names(found[2])
        return bool(found[1]) or not (plain or formula.case or SUPPOSES.search(formula.lead))

    def _restricts_all(self, hypothesis: Hypothesis, origin: int | None, every: Everything, context: Context) -> bool:
        """Whether a hypothesis fixes something of the letters of which a sentence speaks at every value."""
        statement = hypothesis.statement
        about = statement_names(statement)
        if origin in every.without:
            return not self._defines(hypothesis, origin)
        if isinstance(statement, ForAll) or not about & every.letters:
            return False
        found = definition_of(hypothesis)
        if found is not None and found[0] not in every.letters and free_names(found[2]):
            return False
        own = self.everything.get(origin) if origin is not None else None
        if own is not None and about & own.letters:
            return False  # it was supposed of all of them
        return not self._is_set(statement, origin, context)

    def _is_set(self, statement: Statement, origin: int | None, context: Context) -> bool:
        """A bound that belongs to the set of a letter: of an index, or of a whole number as it is declared."""
        if not isinstance(statement, Relation) or statement.operator in ("=", "!="):
            return False
        rows = [context.declarations[n] for n in statement_names(statement) if n in context.declarations]
        if any(r.type.index is not None for r in rows):
            return True
        if not any(r.type.sort in ("integer", "natural") for r in rows) or origin is None:
            return origin is None
        first = last = origin
        while first and not self.formulas[first].starts_sentence:
            first -= 1
        while last + 1 < len(self.formulas) and not self.formulas[last + 1].starts_sentence:
            last += 1
        sentence = self.formulas[first : last + 1]
        words = "".join(f.before for f in sentence) + SENTENCE_END.split(sentence[-1].after)[0]
        says = A_SET.search(words) is not None or any(in_a_set(f) for f in sentence)
        return says and SUPPOSES.search(words) is None

    def _lost_properties(self, context: Context, k: int) -> dict[str, frozenset[str]]:
        """Properties of declared names that hold no longer at a formula."""
        every, lost = self.everything.get(k), dict[str, frozenset[str]]()
        for name, row in context.declarations.items():
            if not row.properties - LASTING:
                continue
            gone = set[str]()
            for fact in row.properties - LASTING:
                places = [p for p in self.declared.get((name, fact), ()) if p <= k]
                away = self.left[k] | (every.without if every is not None else frozenset())
                of_all = every is not None and name in every.letters
                if (every is not None and of_all and not self._stays(name, fact, places, every, context)) or (
                    places and away.issuperset(places)
                ):
                    gone.add(fact)
            if gone:
                lost[name] = frozenset(gone)
        return lost

    def _stays(self, name: str, fact: str, places: Sequence[int], every: Everything, context: Context) -> bool:
        """Whether a property belongs to what a letter stands for: it is said in the sentence, or is its set."""
        row = context.declarations[name]
        if row.type.index is not None or row.type.sort in ("integer", "natural") or fact in ("index", "identity", "integrable"):
            return True
        inside = (self.formulas[p].node for p in places)
        as_set = any(n is not None and n.kind == "Chain" and n.value == ("in",) for n in inside) and fact in SIGNS
        return as_set or any(p >= every.start for p in places) or (not places and fact in SIGNS)

    def _origin(self, span: Span | None) -> int | None:
        if span is None:
            return None
        ends = (k for k, f in enumerate(self.formulas) if f.span.start < span.end <= f.span.end)
        return next((k for k, f in enumerate(self.formulas) if f.span.contains(span)), next(ends, None))

    def _apart(self, context: Context, k: int) -> frozenset[frozenset[str]]:
        """Pairs of indices that differ, but for those that are said to only where the text has left it."""
        if not context.distinct:
            return context.distinct
        said: dict[frozenset[str], list[int]] = {}
        for place, formula in enumerate(self.formulas[:k]):
            for part in formula.node.walk() if formula.node is not None else ():
                if part.kind == "Chain" and part.value == ("!=",):
                    said.setdefault(frozenset(n for c in part.children for n in letters_in(c)), []).append(place)
        return frozenset(p for p in context.distinct if p not in said or not self.left[k].issuperset(said[p]))


SIGNS = frozenset(["positive", "negative", "nonnegative", "nonzero"])


def _said_where(formulas: Sequence[Written], signs: Sequence[Sign]) -> dict[tuple[str, str], list[int]]:
    found: dict[tuple[str, str], list[int]] = {}
    for sentence in sentences(formulas):
        place = next(k for k, f in enumerate(formulas) if f is sentence.formulas[-1])
        for name, facts in said_of(sentence.formulas, words=False).facts.items():
            for fact in facts:
                found.setdefault((name, fact), []).append(place)
    for name, fact, span in signs:
        found.setdefault((name, fact), []).extend(k for k, f in enumerate(formulas) if f.span.contains(span))
    return found
