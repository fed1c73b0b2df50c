"""What must not change an answer: the same host without its complaint, under other names, a year later, with one file less or more.

    python -m tests.accuracy relations [--of field|examples|generated]... [--only NAME]... [--every N] [--list]

A relation that takes evidence away may leave the right cause unnamed, never name another. All others keep it at least possible. Where
nothing was named, nothing may be named that is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from typing import NamedTuple
from zlib import crc32

from advisor.authoring.examples import bundle_of
from advisor.chat.tell import understand
from facts.hosts import DEFAULT
from facts.inputs import Bundle
from facts.observations import Observations
from tests.accuracy.additions import HEALTHY, ODD, added
from tests.accuracy.dates import moved
from tests.accuracy.renaming import other_disks, renamed
from tests.accuracy.sources import SOURCES, generated
from tests.accuracy.trials import Answer, Trial, answer, example_of
from tests.accuracy.wordings import idle_talk, reworded
from tests.kb.examples import knowledge
from tests.variations import VARIATIONS, seen_in

Changed = Iterator[Trial]
_ORDER = ("", "risk", "possible", "likely", "confirmed")
_SILENT, _VAGUE, _LESS = "no complaint", "a vague complaint", "one file less"
_OTHER_WORDS = frozenset((_SILENT, _VAGUE, "other words"))
VAGUE = ("The host is slow and the database is slow.", "Everything is slow since yesterday, please help!")
_GUISES = (
    "a copy beside each file", "files in reverse order", "all in one paste", "prompt user@h:~#", "prompt without a host",
    "indented by four blanks", "lines that end as on Windows", "names with an ending",
)  # fmt: skip


class Violation(NamedTuple):
    """A change that an answer does not survive."""

    relation: str
    trial: str
    said: str


def _prose_only(bundle: Bundle) -> frozenset[str]:
    """The files that hold nothing but what somebody says."""
    read = {item.path for item in bundle.inputs if item.kind}
    return frozenset(prose.path for prose in bundle.prose) - read


def _without_complaint(trial: Trial, bundle: Bundle) -> Changed:
    prose = _prose_only(bundle)
    yield replace(trial, tell=(), files=tuple(file for file in trial.files if file[0] not in prose))


def _vaguely_told(trial: Trial, bundle: Bundle) -> Changed:
    prose = _prose_only(bundle)
    for text in VAGUE:
        yield replace(trial, tell=(text,), files=tuple(file for file in trial.files if file[0] not in prose))


def _in_other_words(trial: Trial, bundle: Bundle) -> Changed:
    for texts in reworded(trial.tell, trial.name, 10):
        yield replace(trial, tell=texts)


def _with_talk(trial: Trial, bundle: Bundle) -> Changed:
    for text in idle_talk()[crc32(trial.name.encode()) % 7 :: 7]:
        yield replace(trial, tell=(*trial.tell, text))


def _without_a_file(trial: Trial, bundle: Bundle) -> Changed:
    if len(trial.files) > 1:
        for path, _ in trial.files[:8]:
            yield replace(trial, files=tuple(file for file in trial.files if file[0] != path))


def _later(trial: Trial, bundle: Bundle) -> Changed:
    if not any("1970" in text for _, text in trial.files):
        yield replace(trial, files=tuple((path, moved(text)) for path, text in trial.files))


def _renamed(trial: Trial, bundle: Bundle) -> Changed:
    files, tell = renamed(trial.files, trial.tell, bundle)
    yield replace(trial, files=files, tell=tell)


def _other_disks(trial: Trial, bundle: Bundle) -> Changed:
    yield replace(trial, files=other_disks(trial.files))


def _system(bundle: Bundle) -> str:
    return next(
        (str(row.cells["os"].value) for row in bundle.observed if row.template == "system" and "os" in row.cells), ""
    )


def _only_host(bundle: Bundle) -> str:
    hosts = {row.host for row in bundle.labelled}
    return next(iter(hosts)) if len(hosts) == 1 and DEFAULT not in hosts else ""


def _with_healthy(trial: Trial, bundle: Bundle) -> Changed:
    for file in added(HEALTHY.get(_system(bundle), {}), _only_host(bundle)):
        yield replace(trial, files=(*trial.files, file))


def _with_oddities(trial: Trial, bundle: Bundle) -> Changed:
    for file in added(ODD.get(_system(bundle), {}), _only_host(bundle)):
        yield replace(trial, files=(*trial.files, file))


def _in_longer_intervals(trial: Trial, bundle: Bundle) -> Changed:
    if "seed" in trial.about:
        for every in (2, 3, 5):
            yield from _retold(trial, generated(trial.about["kind"], trial.about["seed"], every=every))


def _by_other_releases(trial: Trial, bundle: Bundle) -> Changed:
    if "seed" in trial.about:
        for release in range(4):
            yield from _retold(trial, generated(trial.about["kind"], trial.about["seed"], release=release))


def _retold(trial: Trial, again: Trial) -> Changed:
    """The host once more, unless its telling outputs are missing now."""
    if again.decisive or not trial.decisive:
        yield again


def _guises(trial: Trial, bundle: Bundle) -> Changed:
    seen = seen_in(bundle)
    for name in _GUISES:
        yield replace(trial, files=tuple(VARIATIONS[name](list(trial.files), seen)))


RELATIONS: dict[str, Callable[[Trial, Bundle], Changed]] = {
    _SILENT: _without_complaint,
    _VAGUE: _vaguely_told,
    "other words": _in_other_words,
    "talk beside it": _with_talk,
    _LESS: _without_a_file,
    "a year later": _later,
    "other names": _renamed,
    "other disks": _other_disks,
    "longer intervals": _in_longer_intervals,
    "tools of another release": _by_other_releases,
    "a healthy output more": _with_healthy,
    "a harmless oddity more": _with_oddities,
    "another guise": _guises,
}


def tells_more(trial: Trial) -> bool:
    """Whether its complaint holds evidence beside trouble: a figure, a setting, or a sign that is no symptom of a case.

    `HugePages_Free is 9999` and `started by hand it works` are captures that somebody typed. Other words do not hold them, so that
    without them the cause may stay unnamed, as without a file.
    """
    told = understand(knowledge(), trial.tell, Observations([]))
    beside = (s.name for s in told.signs if s.name not in knowledge().symptoms and not s.name.endswith("-in-use"))
    return bool(told.cells) or any(beside)


def _wrong_anew(relation: str, trial: Trial, before: Answer, after: Answer) -> list[str]:
    """What is named only after the change, and is wrong."""
    right = {trial.cause, *trial.also} if trial.is_ours else {*trial.also}
    if relation == _LESS:
        # What was named beside the cause, as what it leads to, is no other cause where only its own evidence is left.
        right.update(before.named)
    return [slug for slug in after.named if slug not in right and (slug not in before.named or slug == after.named[0])]


def violated(relation: str, trial: Trial, before: Answer, after: Answer) -> str:
    """In what the answer to a changed trial breaks the relation; "" where it holds."""
    root = before.named[0] if before.named else ""
    wrong = _wrong_anew(relation, trial, before, after)
    if wrong and wrong[0] == after.named[0] != root:
        return f"{root or 'nothing'} becomes {wrong[0]}"
    if wrong and not root:
        return f"names {wrong[0]}"
    if root not in ({trial.cause, *trial.also} if trial.is_ours else trial.also):
        return ""
    if root in after.excluded:
        return f"{root} is ruled out"
    rank = _ORDER.index
    if relation == _LESS:
        if rank(after.standing(root)) > rank(before.standing(root)):
            return f"{root} is {after.standing(root)} with less, {before.standing(root)} with more"
    elif rank(after.standing(root)) < rank("possible") and not (relation in _OTHER_WORDS and tells_more(trial)):
        return f"{root} is {after.standing(root) or 'no longer named'}"
    return ""


def violations(trial: Trial, names: Sequence[str] = tuple(RELATIONS)) -> tuple[int, list[Violation]]:
    """How many changes were tried, and those that the answer does not survive."""
    bundle = bundle_of(example_of(trial))
    before = answer(trial)
    tried, found = 0, []
    for name in names:
        for changed in RELATIONS[name](trial, bundle):
            if (changed.files, changed.tell) == (trial.files, trial.tell):
                continue
            tried += 1
            if said := violated(name, trial, before, answer(changed)):
                found.append(Violation(name, trial.name, said))
    return tried, found


def open_trials(source: str) -> list[Trial]:
    """The trials of a source that may be looked into."""
    return [trial for trial in SOURCES[source]() if source != "field" or not trial.is_sealed]


def related(trials: Iterable[Trial], names: Sequence[str] = tuple(RELATIONS)) -> tuple[int, list[Violation]]:
    """How many changes were tried, and every violation."""
    with ProcessPoolExecutor(2) as pool:
        results = list(pool.map(partial(violations, names=names), trials, chunksize=2))
    return sum(number for number, _ in results), [one for _, many in results for one in many]


def main(arguments: Sequence[str]) -> int:
    """Try them, and count."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.accuracy relations", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--of", action="append", choices=sorted(SOURCES), help="which trials")
    parser.add_argument("--only", action="append", choices=sorted(RELATIONS), help="which relations")
    parser.add_argument("--every", type=int, default=1, help="one trial in so many")
    parser.add_argument("--list", action="store_true", help="each violation")
    options = parser.parse_args(arguments)
    names = tuple(options.only or RELATIONS)
    for source in options.of or sorted(SOURCES):
        trials = open_trials(source)[:: options.every]
        tried, found = related(trials, names)
        sys.stdout.write(f"{source}: {len(trials)} trials, {tried} changes, {len(found)} violations\n")
        for relation, number in Counter(one.relation for one in found).most_common():
            sys.stdout.write(
                f"  {number:5} {relation}, of {len({o.trial for o in found if o.relation == relation})} trials\n"
            )
        if options.list:
            sys.stdout.write("".join(f"    {one.relation}: {one.trial}: {one.said}\n" for one in found))
    return 0
