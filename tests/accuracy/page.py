"""`docs/accuracy.md`: how often the advisor is right, and where it is not.

python -m tests.accuracy page
"""

from __future__ import annotations

import math
import statistics
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from tests.accuracy.audits import AUDITS
from tests.accuracy.field import answers
from tests.accuracy.known import FOLDER, known
from tests.accuracy.made import first_tries as first_tries_of_kinds
from tests.accuracy.questions import Asked, asked
from tests.accuracy.relations import RELATIONS
from tests.accuracy.sources import SEEDS, SOURCES
from tests.accuracy.trials import RIGHT, SCORES, SURE, Answer, Trial, field_trials, made_up_trials, score
from tests.accuracy.wordings import Understood, understood
from tests.kb.examples import ROOT, knowledge

PAGE = ROOT / "docs" / "accuracy.md"
_MISSED = tuple(name for name in SCORES if name not in RIGHT)
_STRONG = 1.96
"""Standard deviations of an interval that holds in 95 of 100."""
Scored = Sequence[tuple[Trial, str]]


def interval(right: int, number: int) -> tuple[float, float]:
    """Wilson's interval for a share.

    >>> [round(share, 2) for share in interval(9, 10)]
    [0.6, 0.98]
    """
    if not number:
        return 0.0, 1.0
    share, square = right / number, _STRONG**2
    middle = share + square / (2 * number)
    spread = _STRONG * math.sqrt(share * (1 - share) / number + square / (4 * number**2))
    return (middle - spread) / (1 + square / number), (middle + spread) / (1 + square / number)


def share(right: int, number: int) -> str:
    """A share with its interval, as a cell."""
    low, high = interval(right, number)
    return (
        f"{right} of {number} | {100 * right / number:.0f} % ({100 * low:.0f}–{100 * high:.0f})" if number else "0 | –"
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A table in Markdown."""
    shown = [f"| {' | '.join(map(str, row))} |" for row in rows]
    return [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", *shown, ""]


def area(trial: Trial) -> str:
    """The domain of a trial's cause."""
    case = knowledge().cases.get(trial.cause)
    return case.area if case is not None else "no case is right"


def by(key: Callable[[Trial], str], scored: Scored) -> list[list[object]]:
    """A row for each value of a key: right of all, and each kind of miss."""
    groups: dict[str, list[str]] = defaultdict(list)
    for trial, how in scored:
        groups[key(trial)].append(how)
    groups["**all**"] = [how for _, how in scored]
    return [
        [name, share(sum(how in RIGHT for how in hows), len(hows)), *(hows.count(missed) or "" for missed in _MISSED)]
        for name, hows in groups.items()
    ]


def _ordered(rows: list[list[object]]) -> list[list[object]]:
    return sorted(rows, key=lambda row: (str(row[0]).startswith("*"), str(row[0])))


def first_tries(trials: Iterable[Trial]) -> Scored:
    """What was said of each when it was run for the first time."""
    return [(trial, str(trial.about["first_try"]["score"])) for trial in trials]


_HEADS = ("", "right", "share (95 %)", *_MISSED)


def _field(title: str, scored: Scored) -> Iterator[str]:
    ours = [(trial, how) for trial, how in scored if trial.is_ours]
    others = [(trial, how) for trial, how in scored if not trial.is_ours]
    yield f"### {title}"
    yield ""
    yield from table(_HEADS, _ordered(by(area, ours)))
    yield from table(_HEADS, _ordered(by(lambda t: "looked into" if not t.is_sealed else "sealed", scored)))
    yield "No case is right: " + _words(others) + "."
    yield ""


def _made_up(title: str, scored: Scored) -> Iterator[str]:
    yield f"### {title}"
    yield ""
    yield from table(_HEADS, _ordered(by(_what, scored)))


def _words(scored: Scored) -> str:
    right = sum(how in RIGHT for _, how in scored)
    return f"{right} of {len(scored)} are left alone"


def reliability(trials: Sequence[Trial], said: Sequence[Answer]) -> list[list[object]]:
    """How often a diagnosis of each standing is right."""
    right: Counter[str] = Counter()
    number: Counter[str] = Counter()
    for trial, one in zip(trials, said, strict=True):
        good = {trial.cause, *trial.also} if trial.is_ours else trial.also
        for slug, standing in dict(reversed(one.diagnoses)).items():
            number[standing] += 1
            right[standing] += slug in good
    return [
        [standing, share(right[standing], number[standing])] for standing in (*SURE, "possible") if number[standing]
    ]


def confusions(trials: Sequence[Trial], said: Sequence[Answer]) -> list[list[object]]:
    """What is named in place of what."""
    pairs = Counter(
        (trial.cause, one.named[0])
        for trial, one in zip(trials, said, strict=True)
        if one.named and score(trial, one) in ("wrong", "alarm", "named")
    )
    return [[f"`{cause}`", f"`{named}`", number] for (cause, named), number in pairs.most_common(25)]


def _questions(ours: Sequence[Asked], others: Sequence[Asked]) -> str:
    found = sum(run.found for run in ours)
    return (
        f"An interview that gets its answers from what was captured asks {_many(ours)}, and ends at the right cause on {found} of "
        f"{len(ours)} of these hosts. Where no case is right it asks {_many(others)}, and then says why it stops."
    )


def _many(runs: Sequence[Asked]) -> str:
    numbers = sorted(run.asked for run in runs)
    tenth = numbers[len(numbers) * 9 // 10]
    return f"{statistics.median(numbers):.0f} questions (median; nine of ten at most {tenth}, most {numbers[-1]})"


def _relations() -> list[list[object]]:
    lists = {source: known("violations").get(source, []) for source in SOURCES}
    return [
        [relation, *(sum(e.startswith(f"{relation}: ") for e in lists[s]) for s in SOURCES)] for relation in RELATIONS
    ]


def _mutants() -> str:
    path = FOLDER / "mutants.toml"
    if not path.is_file():
        return "Which changes of rules such hosts notice was not measured yet."
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return (
        f"Of {data['tried']:,} changes of rules and thresholds, captures of examples, field cases and generated hosts notice "
        f"{data['noticed']:,} ({100 * data['noticed'] / data['tried']:.0f} %)."
    )


def text() -> str:
    """The whole page."""
    field = field_trials()
    said_of_field = answers(field)
    made = SOURCES["generated"]()
    said_of_made = answers(made)
    now = [(trial, score(trial, one)) for trial, one in zip(field, said_of_field, strict=True)]
    scored = [(trial, score(trial, one)) for trial, one in zip(made, said_of_made, strict=True)]
    imagined = made_up_trials()
    said_of_imagined = answers(imagined)
    every, said = [*field, *imagined, *made], [*said_of_field, *said_of_imagined, *said_of_made]
    words = understood()
    lines = [
        _BEGIN.format(
            field=len(field), ours=sum(t.is_ours for t in field), imagined=len(imagined), made=len(made), seeds=SEEDS
        ),
        *_field("At the first try", first_tries(field)),
        *_field("Now", now),
        _questions(*(asked([trial for trial in field if trial.is_ours is ours]) for ours in (True, False))),
        "",
        "## Hosts that were made up",
        "",
        _MADE_UP,
        *_made_up("At the first try", first_tries(made_up_trials())),
        *_made_up("Now", [(trial, score(trial, one)) for trial, one in zip(imagined, said_of_imagined, strict=True)]),
        "## Generated hosts",
        "",
        _MADE,
        "### At the first try",
        "",
        *table(_HEADS, _first_of_kinds()),
        "### Now",
        "",
        *table(_HEADS, _ordered(by(lambda t: f"`{t.about['kind']}`", scored))),
        *table(_HEADS, _ordered(by(lambda t: str(t.about["system"]), scored))),
        *table(_HEADS, _ordered(by(_what, scored))),
        "## What a standing means",
        "",
        "How often a diagnosis is right, on all of these hosts together.",
        "",
        *table(("standing", "right", "share (95 %)"), reliability(every, said)),
        "## What is taken for what",
        "",
        *table(("it was", "named first", "hosts"), confusions(every, said)),
        "## The same host, told in another way",
        "",
        _RELATED,
        *table(("change", *SOURCES), _relations()),
        "## Complaints in other words",
        "",
        _understood(words),
        "",
        "## What the rules allow",
        "",
        "Entries of each audit; `python -m tests.accuracy audits --list` shows them.",
        "",
        *table(("audit", "entries"), [[name, len(known("audits").get(name, ()))] for name in AUDITS]),
        _mutants(),
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _understood(words: Understood) -> str:
    return (
        f"Of {words.asked} complaints in words that were chosen without a look at the phrases, {words.right} are understood as what they "
        f"say (English {words.english}, German {words.german}); of {words.noise} texts that complain of nothing, {words.heard} are taken "
        "for a complaint."
    )


def _first_of_kinds() -> list[list[object]]:
    rows = {f"`{kind}`": row for kind, row in sorted(first_tries_of_kinds().items())}
    total: Counter[str] = Counter()
    for row in rows.values():
        total.update(row)
    return [
        [
            kind,
            share(sum(row.get(name, 0) for name in RIGHT), sum(row.values())),
            *(row.get(name, "") for name in _MISSED),
        ]
        for kind, row in (*rows.items(), ("**all**", total))
    ]


def _what(trial: Trial) -> str:
    if not trial.is_ours:
        return "no case is right"
    if not trial.hurts:
        return "the condition alone, nobody suffers"
    return "it can be told" if trial.decisive else "the telling output is missing"


_BEGIN = """\
# How often it is right

Measured, not promised, and written by a program (`python -m tests.accuracy page`): the bad figures stand here as well.

- **Field cases**: {field} hosts from public threads, with what their posters pasted and the cause that ended the thread; for {ours} of them
  there is a case. Whoever wrote them down had not read the rules. Each was scored when it was run for the first time, and that score
  stays in its file. Half of them are sealed: of these only the score is ever read. One that was looked into all
  the same says so in its file (`opened`), and is sealed no more.
- **Made-up hosts**: {imagined}, each with the cause that whoever wrote it had in mind.
- **Generated hosts**: {made} hosts from models that know no rule ({seeds} of each kind), with a label from the model.

*Right* means: the right cause leads, confirmed or likely; where no case is right, none is named. The kinds of miss:

| | |
|---|---|
""" + "".join(f"| {name} | {meaning} |\n" for name, meaning in SCORES.items()) + """
## Field cases
"""  # fmt: skip
_MADE_UP = """\
Written as an examiner would, by people who knew the domain and the tools and no rule: plain, thin and mixed troubles, look-alikes,
healthy hosts with a complaint. Their misses were looked into.
"""
_MADE = """\
A host where nobody suffers is right when its condition is at most a risk; where the output that tells is missing, silence is right too.
"""
_RELATED = """\
What a change of the telling must not change, and how often it does: the root cause turns into another, or into none where nothing that
shows it was taken away. The lists are kept in `tests/accuracy/known`, and may only become shorter.
"""


def main(arguments: Sequence[str]) -> int:
    """Write the page."""
    PAGE.write_text(text(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")
    return 0
