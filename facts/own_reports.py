"""Reports of this program that lie among captures: they are set aside, for they quote captures and are none.

A report has a mark where its format allows one. It is recognised without it too, by sentences and table lines that only
its renderers write: several kinds of them close together. So a report may be old, quoted in a mail, cut at either end, or
printed to a page and copied from there, and one sentence in a log makes none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain
from typing import NamedTuple

from facts.hints import Finder
from facts.patterns import lazy
from facts.reading import Span, prompt_of

KIND = "advisor-report"
"""The kind of output under which a report is listed."""
NOTE = "a report of advisor itself: set aside, not read as a capture"

MARK = "advisor-report"
"""In every report whose format allows it: in a comment of Markdown, in the `generator` of HTML."""


class _Sign(NamedTuple):
    """What only a report holds.

    Attributes:
        hint: one of these texts stands in each line that matches.
        line: what a line looks like, without what quoting and Markdown put around it.
        place: ``head`` where a report begins with it, ``tail`` where it may end with it, else "".
        core: one of these is found in each line that matches, with whatever is put around it. They are for hints that are
            in lines of any kind, and each begins with a letter: Python finds those fast.
        begin: matches each of these lines from its first character on. It is for the same hints.
    """

    hint: tuple[str, ...]
    line: re.Pattern[str]
    place: str = ""
    core: tuple[re.Pattern[str], ...] = ()
    begin: re.Pattern[str] | None = None


_SURE = r"(?:confirmed|likely|possible) \([01]\.\d\d\)"
_SURE_CORES = tuple(lazy(rf"{word}[*`]*+ \(") for word in ("confirmed", "likely", "possible"))
_SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)+"
_ID = r"[A-Z]{2,5}-\d{3}"

_AROUND = r"(?:<[^>]*>|[^\w<])*+"
"""What quoting, Markdown and HTML put before the words of a line."""

SIGNS: dict[str, _Sign] = {
    "mark": _Sign((MARK,), lazy(rf"{MARK} \d|generator\W+content\W+{MARK}"), "head"),
    "summary": _Sign(
        ("iagnos", "was assessed", "This is not a clean"),
        lazy(r"(?:\d|No|No current) diagnos[ie]s from \d+ outputs?\.|No current diagnosis\. \d+ cases could not"
             r"|This is not a clean"
             r" bill of health: |Nothing was read, so nothing was assessed|Every known case was assessed and ruled out"), "head"),
    "title": _Sign(("# Diagnosis",), lazy(r"# Diagnosis\Z"), "head"),
    "case": _Sign(("-",), lazy(rf"\[{_ID}, {_SLUG}\]\Z|\A{_ID} {_SLUG}: .+; {_SURE}|\A{_ID}; {_SLUG}; about an? "),
                  core=(lazy(r"\[(?:<[^>]*>|[*`\\])*+[A-Z]{2,5}\\?-\d{3}"), *_SURE_CORES, lazy(r"about[*`]*+ an? "))),
    "standing": _Sign(
        ("confirmed (", "likely (", "possible ("),
        lazy(rf" on \S+; {_SURE}; (?:root|conseq|contrib|altern)|\Ahost \S+; {_SURE}; | on \S+: {_SURE}"
             rf"|[^ ], {_SURE}, (?:root|conseq|contrib|altern)")),
    "list": _Sign(("root cause", "consequence", "contributing", "alternative"),
                  lazy(r"\A\d+\. .+: .+; (?:confirmed|likely|possible), (?:root cause|consequence|contributing"
             r"|alternative)\.\Z")),
    "argument": _Sign(("+0.", "-0.", "+1.", "-1."),
                      lazy(rf"\A[+-][01]\.\d\d \W*{_SLUG}\W* (?:\((?:decisive|strong|weak|moderate|suggestive|supporting)"
             rf"|.*\[[\w-]+: )")),
    "argued": _Sign((": ",), lazy(rf"\A[+-][01]\.\d\d {_SLUG}: [A-Z]"),
                    core=(lazy(r"\+[01]\\?\.\d\d"), lazy(r"-[01]\\?\.\d\d"))),
    "sure": _Sign(("How sure",), lazy(r"\AHow sure: 0\.\d\d, (?:confirmed|likely|possible), combined from")),
    "against": _Sign(("looked at speaks",), lazy("nothing that was looked at speaks against it"
             r"|Nothing that was looked at speaks against")),
    "mimics": _Sign(("What looks the same", "what looks the same"), lazy("What looks the same, and what tells it apart"
             r"|rule out first what looks the same")),
    "contained": _Sign(("ontained in",), lazy(r"Contained in a stronger argument, not added:|, contained in another\)")),
    "flips": _Sign(("make it fire",), lazy(r"these values together would make it fire \(tried\)")),
    "asked": _Sign(("(asked: ", "asked: "), lazy(r"\(asked: (?:at least|at most|above|below) |\Aasked: .+; observed: ")),
    "input": _Sign((" rows",), lazy(r"\S:\d+-\d+`?\s+\S+ on \S+(?:, \d+ rows, (?:read|nothing|partial|refused)\Z"
             r"|: (?:read|nothing|partial|refused), \d+ rows)"), "tail"),
    "left": _Sign(("no known output", "not read: "), lazy(r"\A\d+ stretch(?:es)? of text that is no known output"
             r"|\A\S+(?::\d+-\d+)?  not read: |\slines \d+-\d+: no known output"), "tail"),
    "row": _Sign(("[",), lazy(r"\A[a-z][a-z0-9-]+\[[^\]]+\]\Z"),
                 begin=lazy(_AROUND + r"[a-z](?:<[^>]*>|[a-z0-9\\*`-])*+\W*\[")),
    "cell": _Sign((" = ",), lazy(r"\A[a-z][a-z0-9-]+ = (?>.*?   \S).*:\d+(?:-\d+)?\Z"), "tail",
                  begin=lazy(_AROUND + "[a-z][^=]* = ")),
    "open": _Sign(("not known: ", "speaks for it", "applies to "),
                  lazy(rf"\A{_SLUG}: (?:not known: [a-z]|too little speaks for it|applies to [a-z, ]+; this is )")),
    "step": _Sign(("[look]", "[safe]", "[disruptive]", "[destructive]"), lazy(r"\A\d+[a-z]?\.\s+\[(?:look|safe|disruptive"
             r"|destructive)\] ")),
    "fix": _Sign(("Fix (",), lazy(r"\AFix \((?:values are filled in|for the record)")),
    "detail": _Sign(("verify: ", "undo: ", "persists: ", "fill in: "), lazy(r"\A(?:verify|undo|persists|fill in): ")),
    "fill": _Sign(("would possibly", "(would "), lazy(r"\(would (?:confirm|make|rule|raise|lower|speak)")),
    "made-by": _Sign(("advisor ", "Knowledge of"), lazy(r"\A\|? ?(?:(?:Made by|Program)\W+advisor \d|Knowledge of\W+(?:advisor \d|\d{4}-))"
             r"|advisor \d+\.\d+\.\d+, sha256:"), "head"),
    **{
        f"runbook-{number}": _Sign((heading,), lazy(rf"\A(?:\d+\.? )?{heading}"))
        for number, heading in enumerate((
            "Stop and call somebody", "Record sheet: write down", "From the symptom to the cause", "Taking all of it back",
            "Did it help", "Aftercare: what to monitor", "Contacts and escalation", "When not to use it: rule out",
        ))
    },
    "runbook-head": _Sign(("Applies to", "Severity", "Case"), lazy(rf"\A\|?\s*(?:Case \|? ?`?{_SLUG}"
             rf"|Applies to \|? ?[a-z]+[,;|]|Severity \|? ?\w+; knowledge: )")),
    "quoted": _Sign(("lines that conclusions cite",), lazy("The lines that conclusions cite, marked with")),
    "fleet": _Sign((" diagnosed", "What could not be assessed"), lazy(r"\A[\d,]+ bundles?: [\d,]+ diagnosed.*[\d,] hosts?\.\Z"
             r"|What could not be assessed stands in each bundle's report"), "head"),
    "hosts": _Sign((" hosts", " host", "common: "), lazy(r"\Acommon: .+ (?:of|in) [\d,]+|\A[\d,]+ hosts? affected: "
             r"|\A(?:confirmed|likely|possible|at risk|ruled out) on [\d,]+ hosts?|\A[\d,]+ hosts?: (?:confirmed|likely"
             r"|possible)")),
    "interview": _Sign(
        ("still open", "not checked", "Paste it and end", "What is wrong? Say", "don't know", "go on with: advisor", "type a number",
         "type numbers"),
        lazy(r"\A\[\d+ (?:other )?causes? (?:still open|not checked)|Paste it and end with a dot on a line"
             r"|\AWhat is wrong\? Say it in a sentence"
             r"|: don't know\Z|go on with: advisor ask --session|type (?:a number|numbers)")),
    "reply": _Sign(("  understood: ", "understood: ", "-> ", "stopped: "), lazy(r"\A(?:understood: [a-z]"
             r"|-> \S+ \([^)]*\) is (?:confirmed|likely|possible|ruled out)|stopped: )"),
                   begin=lazy(_AROUND + r"(?:understood: |stopped: |[^\s(]+ \()")),
    "shown": _Sign(("show ",), lazy(r"\A(?:please )?show .+: (?:the output|don't know)\Z", )),
    "answer": _Sign(("?: ",), lazy(r"\A(?:What|Which|In which|How|Is|Are|Does|Do|Was|Since) [^?]+\?: \S")),
    "event": _Sign(
        ("started", "told", "captured", "answered", "skipped", "undone", "redone", "struck", "concluded", "fixed", "outcome", "noted",
         "accepted"),
        lazy(r"\A\d+ +\d{4}-\d\d-\d\d \d\d:\d\d +(?:started|told|captured|answered|skipped|undone|redone|struck|concluded"
             r"|fixed|outcome|noted|accepted)\b")),
    "knowledge": _Sign(("knowledge sha256:", "with knowledge"), lazy(r"with knowledge sha256:[0-9a-f]{6,}")),
    "exercise": _Sign((" simulated minutes",), lazy(r"\A\d+ moves, \d+ simulated minutes\Z"), "head"),
    "scenario": _Sign(("-",), lazy(rf"\A[1-9]  {_SLUG}\Z"), begin=lazy(_AROUND + r"[1-9](?:<[^>]*>|[^\w<])*+[a-z]")),
    "rubric": _Sign((", run ",), lazy(rf"\A`?{_SLUG}`?, run \d+, level \d+\Z")),
    **{
        f"json-{name}": _Sign((f'"{name}"',), lazy(rf'"{name}":\s*{value}'))
        for name, value in (
            ("kb", '"sha256:'), ("tell_apart", '"'), ("persists_how", '"'), ("not_assessed", r"\["), ("ruled_out", r"\["),
            ("unrecognised", r"\["), ("refusals", r"\["), ("flips", "(?:true|false)"), ("look_alikes", r"\["), ("subject_kind", '"'),
            ("contributes_to", r"\["), ("quantities", r"\["), ("frequencies", r"\{"), ("prose_rows", r"\["), ("pasted_lines", r"\d"),
            ("conclusions", r"\["), ("why_not", r"\["), ("maturity", '"'), ("arbitration", r"\["), ("standing", '"'),
            ("severity", '"(?:minor|major|critical)"'), ("cells", r"\{"),
            ("outcome", '"(?:read|nothing|partial|refused)"'), ("origin", r"\{"),
            ("nothing_read", r"\d"), ("at_risk", r"[\[\d]"), ("best_bits", r"\d"), ("program", '"advisor '), ("advisor", r'"\d'),
            ("placeholders", r"\["), ("demand", '"'), ("argument", '"'), ("rank", r"\d"), ("asked", r"\["),
        )
    },
}  # fmt: skip

_ENOUGH = {1: 12, 2: 6}
"""Lines that are enough of so many kinds of signs."""
_LEAST_CHARACTERS = 20
"""No three signs are shorter together."""
_LEAST_LINES = 3
"""Lines that are enough of more kinds."""
_MANY_KINDS = 6
"""Kinds of signs that are enough on one line: JSON may be printed on one."""
_JSON_OF_ANYBODY = frozenset(
    f"json-{name}" for name in ("severity", "rank", "origin", "outcome", "argument", "asked", "cells", "conclusions", "demand", "refusals")
)  # fmt: skip
"""Members that the JSON of other programs has as well: without any other sign, no number of them is enough."""
_UNLIKE_ANYTHING = {"event": 2, "cell": 6, "open": 5, "input": 4}
"""Signs that no other program writes, and how many lines of one are enough."""
_MOST_NOTES = 6
"""Lines behind the last sign: notes of a reader."""
_APART = 150
"""Lines between two signs of one report: it may quote an excerpt of some length between them."""
_HTML = lazy(r"(?i)\A\s*<(?:!doctype html|html)\b")


def stretches(lines: Sequence[str], text: str | None = None) -> list[Span]:
    """The lines of a text that are reports of this program: first and last, 1-based, both inclusive.

    Args:
        lines: of the text.
        text: the lines joined, each behind a line end, where somebody has done that.

    >>> stretches(["$ vmstat 1", "procs -----", "12:00 cron[9]: advisor: 2 diagnoses from 3 outputs."])
    []
    """
    text = "\n".join(["", *lines]) if text is None else text
    if len(text) < _LEAST_CHARACTERS:
        return []
    held = _finder().found(text)
    wanted = [name for name in SIGNS if name in held]
    if not _may_be_report(wanted, len(lines)):
        return []
    found = _signs(lines, wanted, text)
    if not found:
        return []
    pages = [page for page in _pages(lines) if _is_report([item for item in found if page[0] <= item[0] <= page[1]])]
    rest = [item for item in found if not any(first <= item[0] <= last for first, last in pages)]
    return _joined(sorted([*pages, *_extents(lines, rest)]))


def _pages(lines: Sequence[str]) -> Iterator[Span]:
    """The stretches of a text that are pages of HTML."""
    end = 0
    for number, line in enumerate(lines, 1):
        if number > end and _HTML.match(line):
            end = _until(lines, range(number, len(lines) + 1), lambda line: "</html>" in line)
            yield number, min(end, len(lines))


_Found = list[tuple[int, str]]


def _signs(lines: Sequence[str], wanted: Sequence[str], text: str) -> _Found:
    """The number of each line with one of these signs, and which."""
    starts = [*accumulate([len(line) + 1 for line in lines], initial=1)]  # the text begins with a line end
    bare: dict[int, str] = {}
    found = []
    for rank, name in enumerate(wanted):
        sign = SIGNS[name]
        for at in _candidates(lines, sign, text, starts):
            line = lines[at]
            if at not in bare:
                bare[at] = _bare(line)
            if any(hint in line for hint in sign.hint) and (
                sign.line.search(bare[at]) or sign.line.search(line.strip())
            ):
                found.append((at + 1, rank, name))
    return [(number, name) for number, _, name in sorted(found)]


def _candidates(lines: Sequence[str], sign: _Sign, text: str, starts: Sequence[int]) -> Iterable[int]:
    """The indices of the lines that may have a sign."""
    if sign.begin is not None:
        begins, hint = sign.begin.match, sign.hint[0] if len(sign.hint) == 1 else ""
        return [at for at, line in enumerate(lines) if hint in line and begins(line)]
    if sign.core:
        places: Iterable[int] = [match.start() for core in sign.core for match in core.finditer(text)]
    else:
        places = chain.from_iterable(_places(hint, text) for hint in sign.hint)
    return dict.fromkeys([bisect_right(starts, place) - 1 for place in places])


def _places(hint: str, text: str) -> Iterator[int]:
    """Where a string stands in a text, once for each line."""
    at = text.find(hint)
    while at >= 0:
        yield at
        end = text.find("\n", at)
        at = text.find(hint, end) if end >= 0 else -1


@cache
def _finder() -> Finder:
    """Finds the signs by their hints."""
    return Finder((name, sign.hint) for name, sign in SIGNS.items())


def _bare(line: str) -> str:
    """A line without the marks of quoting, Markdown and HTML around its words."""
    line = line.strip()
    while line[:1] in (">", "-", "*", "#", "|") and not re.match(r"[-+][01]\.\d\d |->", line):
        line = line[1:].lstrip()
    return _INLINE.sub("", line).strip()


_INLINE = lazy(r"<[^>]*>|`|\\(?=[^\w\s])|\*\*|(?<!\s)\s*+\|\Z")


def _is_report(found: _Found) -> bool:
    kinds = Counter(name for _, name in found)
    return _are_enough(kinds, len({number for number, _ in found}))


def _are_enough(kinds: Mapping[str, int], lines: int) -> bool:
    """Whether so many signs of these kinds, on so many lines in all, make a report."""
    if _JSON_OF_ANYBODY.issuperset(kinds):
        return False
    return (
        "mark" in kinds
        or len(kinds) >= _MANY_KINDS
        or lines >= _ENOUGH.get(len(kinds), _LEAST_LINES)
        or any(kinds.get(name, 0) >= least for name, least in _UNLIKE_ANYTHING.items())
    )


def _may_be_report(wanted: Iterable[str], lines: int) -> bool:
    """Whether a text of so many lines is a report if each of them has every sign of these kinds."""
    kinds = dict.fromkeys(wanted, lines)
    return bool(kinds) and _are_enough(kinds, lines)


def _extents(lines: Sequence[str], found: _Found) -> Iterator[Span]:
    """Each report, from its head to its tail, or where these were cut off to the next prompts."""
    group: _Found = []
    for item in [*found, (len(lines) + 10 * _APART, "")]:
        if group and (item[0] - group[-1][0] > _APART or _is_left(lines, group[-1][0], item[0])):
            if _is_report(group):
                yield _whole(lines, group)
            group = []
        group.append(item)


def _is_left(lines: Sequence[str], last: int, following: int) -> bool:
    """Whether somebody typed a command on a named host between two signs."""
    between = lines[last : following - 1]
    return any((p := prompt_of(line)) is not None and bool(p.host) and not line[:1].isspace() for line in between)


def _whole(lines: Sequence[str], group: _Found) -> Span:
    first, last = group[0][0], group[-1][0]
    places = {number: SIGNS[name].place for number, name in group}
    begun = any(name == "mark" or SIGNS[name].place == "head" for number, name in group if number <= first + 3)
    if begun:
        before = first - 1
        while (
            before and first - before < 4 and (not lines[before - 1].strip() or lines[before - 1].lstrip()[:1] in "#{")
        ):
            if prompt_of(lines[before - 1]) is not None:
                break
            before -= 1
        first = before + 1
    else:
        first = _until(lines, range(first - 1, 0, -1), _is_typed) + 1
    if places[last] != "tail" or any(name.startswith("json-") for _, name in group[-3:]):
        last = _until(lines, range(last + 1, len(lines) + 1), _is_typed) - 1
    else:
        end = _until(lines, range(last + 1, len(lines) + 1), _is_typed) - 1
        last = end if end - last <= _MOST_NOTES else last
    return first, last


def _is_typed(line: str) -> bool:
    return not line[:1].isspace() and prompt_of(line) is not None


def _until(lines: Sequence[str], numbers: range, ends: Callable[[str], bool]) -> int:
    """The first of the numbers whose line ends a report; the one behind the last where none does."""
    return next((n for n in numbers if ends(lines[n - 1])), numbers.stop)


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, those that touch as one."""
    found: list[Span] = []
    for first, last in spans:
        if found and first <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(last, found[-1][1])
        else:
            found.append((first, last))
    return found


def without(lines: Sequence[str], spans: Sequence[Span]) -> list[str]:
    """The lines with those of the spans empty; their number stays."""
    left = list(lines)
    for first, last in spans:
        left[first - 1 : last] = [""] * (last - first + 1)
    return left
