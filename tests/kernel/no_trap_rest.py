"""Why guards beside those of the laws have no trap: what reads certificates, chains, scripts, entries, rules of inference.

A row of `REASONS` is a kind (`test_guards.py` says what they mean), a reason, and patterns of the guards that it is about. A
guard of which nothing stands here has a row by what happened without it: `find_certificate_traps.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

SENSE = "what it refuses says nothing that could be false: no type, no shape in common, no number where one is needed"
NOBODY = "nothing is of that kind: what is proved of it says nothing"
UNREAD = "what it refuses is not looked at"
TWICE = "what is left asks the same again"
TYPED = "the types of terms ask the same before"
BOUND = "bounds the work; what lies beyond is right"
LAST = "to Python a number below 0 counts from the end; beyond it raises"
ABSENT = "there is nothing of that name, or with such parts: without it Python raises, or what is next refuses"
ORDER_OF_WORK = "two other guards refuse the same, before or after"

LESS = "a number written out asks for less than the name did, so that more is to be shown"
BOTH = "what is bound is no size: of a name that is both it is not said what it is"
OUTCOMES = "at each outcome it holds, and nothing that is continuous here has the bound name in a moment"
ARCS = "it is continuous all the same, and f is its slope but at single points"
SLOPE = "the slope of what has one everywhere by its domain is continuous"
PRIMITIVE = "of the antiderivative only what is integrated is read"
SUMMAND = "what any term binds in its first argument is a function of whole numbers, if what is left is typed"
POINT = "derivatives at equal points are equal: the page keeps links out of the point all the same"
FILES = "read from a file or beside the claim: tests/verify/test_false_refutations.py, tests/kernel/test_meanings.py"

REASONS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("true", POINT, (r"_place: term\.head != 'derivative'|_way: k == 0",)),
    ("true", LESS, (r"induction: not changed",)),
    ("true", OUTCOMES, (r"(_integral|_range): not is_random|Integral\.__init__: not is_random|integral_split: not is_random",)),
    ("true", ARCS, (r"fundamental_theorem: (differentiable|not has_arcs)|improper_integral: not has_arcs",)),
    ("form", PRIMITIVE, (r"fundamental_theorem: _integral\(source|improper_integral: _range",)),
    ("true", SLOPE, (r"improper_integral: (continuous|is_continuous\(integrand)",)),
    ("true", SUMMAND, (r"telescoping: (partial|given)\.head",)),
    ("sense", BOTH, (r"rule_chain: tree\.note|rules_logic\.chain: ledger\.note\(\*",)),
    ("apart", FILES, (r"_certificate: digest is None|each_once: ",)),
    (
        "limit",
        BOUND,
        (
            r"decode: _plain\(value\)",
            r"verify\.check: plain\(value_\)",
            r"enclosure: .*digits.* <= ",
            r"MOST_|LARGEST$|LONGEST_SUM",
            r"self\.left (>=|<) 0",
            r"_multiplied: 0 < w < 64",
            r"raised: length \* abs",
            r"(power|Work\.power): raised\(",
            r"_in_argument: s < number|run: script < number",
        ),
    ),
    (
        "sense",
        SENSE,
        (
            r"check_typed: (?!well_typed)",
            r"check_statement: (?!.*(operator in get_args|name in PROPERTIES|sort in SORTS|is_target))",
            r"check_property: ",
            r"verify\.read_term: head != 'matrix'",
            r"verify\._type_|verify\.Names\.|verify\.read_type|verify\.check_index",
            r"check_type: ",
            r"_check_data: |check_term: ",
            r"_extent: |verify\.extent",
            r"kernel\.certificate\._certificate: kind|verify\.read_context: kind",
            r"_same_shape: |self\._same_shape|_one_shape: |self\._one_shape",
            r"follow: check_typed|follow: check_statement|Ledger\.admit: check_typed|Tree\.admit: check_statement",
            r"admit\((statement|equation|equal|step|s|found|certificate\.statement|hypothesis\.statement)\b",
            r"admit\((Relation|\()",
            r"read_number_term: INFINITY|read_statement: target in",
            r"_admission: (wanted|not wanted|found|not found)",
            r"_lemma: (not kind\.over|kind\.parameters)|_read_lemma: all\(\(k",
            r"_hypothesis: (not kind\.over|kind\.parameters)|_bound_type: |Chain\._way: (not kind\.over|kind\.parameters)",
            r"passage\._check: (kind|not kind|limit|not limit)",
            r"name_value: .*(is_scalar|is_number)",
            r"verify\._check: check_statement",
            r"_admit: (found\.is_scalar|kind\.is_number)",
            r"last_term: sizes_(are_)?whole",
            r"limit_indexed: subject\.args\[1:\] == target\.args\[1:\]",
        ),
    ),
    (
        "form",
        "another way of writing the same, or a word that nothing answers to",
        (
            r"_certificate: value\['(format|version)'\]|_check: value_\.get\('version'\)",
            r"rule_enclosure: type|_list: isinstance|_number: type\(value\) is int|Tree\.use: type\(n\) is int",
            r"check_statement: (operator in get_args|name in PROPERTIES|sort in SORTS)|read_statement: sort in",
            r"_operator: value in|_fact: row\['by'\]|_(read_)?link: row\['(by|direction)'\]",
            r"introduce: proper_name|verify\.proper: not all|verify\.read_size: |verify\.written_number: |certificate\._text: ",
            r"Tree\.values: isinstance|read_statement: prop in|rule_eventually: s\[0\]",
            r"deduce: isinstance\(below, list\)",
            r"enclose: isinstance",
            r"entry: not \(rule is None\)|_fun: which in OPAQUE|_entry_const: |Names\.kind: rule",
            r"_Writer\.atom: |Writer\.atom: ",
            r"eventually: (operator in strict|not \(not isinstance)",
            r"_matrix_power: q|_entry_pow: ",
            r"_root: (n is not None|n\.denominator|n >= 1)|_entry_root: (n is not None|is_whole|n >= 1)",
            r"_det: |_entry_det: n is not",
            r"limit_bounded_null: data\['n'\]",
            r"_multiplied: 0 <= (m|f) <|vanishes: 0 <= m <",
            r"(_product|_entry_product): n is not None",
            r"limit_product_infinite: sum\(\(w in",
        ),
    ),
    (
        "form",
        ABSENT,
        (
            r"apply_rule: not|deduction\._text|infinity\._signed|two_way: ",
            r"logic\.(fact|matrix_fact): |rule_(fact|matrix_fact): (node|len)",
            r"quotient_small: len|eventually: value is|limit_entries: |squeeze: len\((terms|bounds)\) == 2|monotone: not \(step",
            r"enclosures\.(enclose|reciprocal|_sqrt|_log): ",
            r"_in_argument: (0 <= k|factor_at)",
            r"range_cases: |renamed: len|infinite: len\(ways\)",
            r"limit_indexed: \w+\.head in|limit_continuous: len|last_term: whole_sum",
            r"integral_of_multiple: len|improper_integral: (len|term)",
            r"_whole: type|deduce: (isinstance\(node|len)",
            r"Tree\.check: (isinstance|node|len)|_rewrite: link\.instance|_linked: values",
            r"passage: not \(not isinstance|induction: (kind is not None|isinstance\(first|start\.head)",
            r"rule_transitivity: (steps|all)",
            r"read_term: head != 'fun'|verify\.entry: rule|verify\.run: at\(",
            r"rule_monotone: (labels|0 <= k)|order\.monotone: 0 <= k",
            r"Chain\._fact: s\[lead\]",
        ),
    ),
    (
        "form",
        LAST,
        (
            r"follow: 0 <= |_add_fact: 0 <= |Chain\._fact: 0 <= n|_hypothesis: 0 <= |Tree\.use: 0 <= |replay\.run: 0 <= ",
            r"_in_argument: 0 <= a|run: 0 <= n_|(_place|_way): 0 <= k|Chain\._fact: 0 <= lead",
        ),
    ),
    (
        "true",
        UNREAD,
        (
            r"_certificate: proof is None|_check: not value_\.get",
            r"apply_rule: node\.keys\(\)",
            r"_declaration: prop in PROPERTIES|read_context: props <=",
            r"instance: values\.keys\(\)|limit_given: (not values|values\.keys)",
            r"passage\.single: |monotone: next\(labels|rule_monotone: not labels|squeeze: len\((terms|bounds)\) == 1",
            r"_lemma: len\(letters\)|_read_lemma: len\(letters\)",
            r"limit_sum_infinite: (way in|ways\.count)",
            r"_results: len\(data\)|verify\.run: len\(data\)",
        ),
    ),
    (
        "true",
        "of two rows the last one counts, in both checkers",
        (r"_certificate: len\(\{r\.name|read_context: label not in declared|check_statement: len\(\{n|read_statement: len\(\{n",),
    ),
    (
        "true",
        "another word is taken for one of the two, and what is left is that one's",
        (
            r"approximation: (data|node)\['way'\]",
            r"chebyshev: (data|node)\['way'\]",
            r"quotient_small: (side in|set\(ways\))|with_sign: way in|limit_sum_infinite: set\(ways\)",
            r"limit_function_at_infinity: way == 'oo'",
        ),
    ),
    (
        "true",
        "what is left says more: both ways for one, all values for one",
        (r"each_way: |generalise: not|obtain: not|rule_obtain: found",),
    ),
    ("true", "without a step a side is related to itself", (r"transitivity: bool\(terms",)),
    (
        "true",
        "a hypothesis that is no conjunction stands there already",
        (r"logic\.parts: |rule_parts: ",),
    ),
    ("true", "what nothing adds to is 0, and 0 is what is left to show", (r"combine: (bool\(terms\)|parts)",)),
    ("true", "where nothing tends anywhere, what tends to 0 is 0", (r"approximation: (bool\(motion|varying)",)),
    ("sense", "a condition that has no type is raised by nothing", (r"deduce: ledger\.admit\(condition",)),
    ("true", "such a hypothesis is met by nothing", (r"_motion: not \(not own|moved_by: law is not None or own",)),
    (
        "true",
        "∀ speaks of the indices at which the comparison is defined, before and after",
        (r"eventually: not domain_about",),
    ),
    ("true", "A^0 = I, and other powers of matrices are not typed", (r"exponent > 0 or kind_of|e > 0 or names\.kind",)),
    (
        "true",
        "a constant that equals something random makes that constant; refused since a document may not say what is random",
        (r"_need_unmixed|_must_not_mix",),
    ),
    (
        "true",
        "an equation stays one wherever its parts are: every link is one of values, and the last term is typed",
        (r"_rewrite: self\._same_shape|_linked: self\._one_shape",),
    ),
    (
        "true",
        "what enclosures and signs say of other heads is right: the arithmetic is that of refutations",
        (r"closed_range: node\.head",),
    ),
    (
        "true",
        "where sizes stay as they are, what is shown of every number is shown of the one that is the size",
        (r"rule_induction: (label|not q\.context\.is_size)|induction: label not in ledger\.sizes",),
    ),
    ("true", "≈ between equals of both sides is ≈", (r"rewrite: first != '~'",)),
    (
        "true",
        "without it fewer steps are composed: = throughout is the only way there",
        (r"_composed: not kinds",),
    ),
    (
        "behind",
        TWICE,
        (
            r"infinity\.\w+: stand_still|verify\.(with_sign|rule_limit_\w*(infinite|null)): stands_still",
            r"limit_value: stands?_still|rule_limit_value: stands_still",
            r"eventually: (stand_still\(value|stands_still\(tree, q, b|not is_random\((value|b),)",
            r"probability_of_limit: not is_random",
            r"expectation_monotone: (well_typed|must_be_number)",
            r"(squeeze|limit_bounded_null|power_at_infinity|outgrows_\w+): .*(is_scalar|must_be_number)",
            r"(product_infinite|function_at_infinity): .*(is_scalar|must_be_number)",
            r"must_be_number: all",
            r"order\.(monotone|_mul): well_typed|grows: all\(|rule_monotone: all\(",
            r"_power_conditions: kind_of\(base|limit_continuous: names\.kind\(base",
            r"chebyshev: (kind\.cols|kind\.shape)",
            r"(last_term|fundamental_theorem|improper_integral|integral_split): (well_typed|kind|check_statement)",
            r"last_term: (well_typed|kind|check_statement)|telescoping: check_(typed|statement)",
            r"_converges: |passage\.finite: |_check: not sizes|verify\.passage: not extent_",
            r"quotient_small: way in|product_infinite: all\(\(w in",
            r"limit_given: passage\(",
            r"verify\.passage: kind\.is_number",
            r"exponential_outgrows|power_outgrows",
        ),
    ),
    (
        "behind",
        TYPED,
        (
            r"entries\.(number|_call|_name): |verify\.(value|entry|_entry_call): scope\.names",
            r"index_of: |index_in: ",
            r"_derivative: (label not in scope\.bound|scope\.types)|_entry_derivative: rows",
            r"_agreement: |slope_of_atom: work\.compared",
            r"check_statement: names\.kind|check_typed: well_typed",
            r"deduction\._(statement|term): |Tree\.(statement|term): self\.admit",
            r"_lemma: all\(map\(proper_name",
        ),
    ),
    (
        "behind",
        ORDER_OF_WORK,
        (
            r"introduce: self\.note|(logic\.chain|rule_chain): (ledger|tree)\.note",
            r"_certificate: not context\.has|read_context: 'random' not",
            r"certificate\._equation: |_read_lemma: all\(\(p\[0\]",
            r"check_statement: is_target|check_statement: target not in",
            r"closed_range: found\.is_real",
            r"_odd_series: ",
            r"Chain\._fact: free_in_sum",
        ),
    ),
    (
        "scope",
        "an index would escape from its sum: the laws that would let one escape refuse it themselves",
        (r"_in_argument: assert_scope|run: nothing_escapes",),
    ),
    ("sense", "of an entry that a size with names may not have is spoken only where it is there", (r"fits\(",)),
    ("sense", "what the root of a number that may be negative is, is left open", (r"_root: n <= 2|_entry_root: n <= 2",)),
    (
        "sense",
        "a name that is a size, or that an index is mapped by, does not vary a little",
        (r"slope_of_atom: all|_entry_derivative: not work\.context\.is_size",),
    ),
    (
        "apart",
        "what is random tends in several senses, of which rules say nothing: test_rules_probability.py",
        (r"passage\.passage: not is_random|verify\.passage: (how != 'tends'|not is_random)|passage\._check: not is_random",),
    ),
    (
        "apart",
        "the claim holds, and rests on what it does not say: test_deduction.py",
        (r"_from_tree: axiom in|_check: set\(tree\.axioms\)",),
    ),
    ("apart", "of the file, not of what it proves: test_verify.py", (r"verify\.check: 'hash'",)),
    ("apart", "a theorem that nobody checked: test_theorem.py", (r"Theorem\.__post_init__",)),
)


def reason_of(label: str) -> Mapping[str, str] | None:
    for kind, why, patterns in REASONS:
        if any(re.search(p, label) for p in patterns):
            return {"kind": kind, "why": why}
    return None
