"""Which of two files was captured later, as far as their names tell."""

from __future__ import annotations

import re
from functools import lru_cache

from facts.patterns import lazy

COPY_MARK = lazy(
    r"(?i)\A(?:copy of |kopie von )| ?\(\d{1,3}\)(?=\.|\Z)| - (?:copy|kopie)(?: ?\(\d+\))?(?=\.|\Z)|[_-]copy(?=\.|\Z)"
    r"|\.(?:bak|orig|save)\Z|~\Z"
)
"""What file managers and people add to the name of a copy."""
_LEADING = lazy(r"(?P<number>\d{1,4})[-_.]+(?=[A-Za-z])")
_PREFIX = lazy(r"(?:[A-Za-z]+[-_. ])+")
_DIGITS = lazy(r"(\d+)")
_WORD = lazy(r"[^\W\d_]+")
# before the number of a reading, and not of a device or a host
_OF_A_READING = lazy(
    r"(?:.*[^A-Za-z\d])?(?:run|look|sample|poll|try|test|probe|lauf|reading|snap|shot|[thv])?\Z", re.IGNORECASE
)
_OF_A_THING = lazy(
    r".*(?:node|host|srv|server|db|vm|rac|disk|drive|slot|ctrl|controller|port|eth|enclosure|pool|vol|lun|cpu|instance|pg|ora|pid)"
    r"[-_. ]?\Z",
    re.IGNORECASE,
)
_STEPS = (
    ("before", "after"), ("vorher", "nachher"), ("old", "new"), ("alt", "neu"), ("yesterday", "today"), ("gestern", "heute"),
    ("pre", "post"),
)  # fmt: skip
_DAYS = (
    ("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
    ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag"),
)
_HALF_A_WEEK = 3


_RANKS = {word: str(rank) for words in (*_STEPS, *_DAYS) for rank, word in enumerate(words)}


_DATE = lazy(
    r"(?:(?:19|20)?\d{2}[-_.]?\d{2}[-_.]?\d{2}|\d{1,2}[-_.]\d{1,2}[-_.](?:19|20)?\d{2})"
    r"(?:[-_.T ]?\d{2}[-_.:h]?\d{2}(?:[-_.:]?\d{2})?)?\Z"
)
_READING = lazy(
    r"(?i)(?:run|look|sample|poll|try|test|probe|lauf|reading|snap|shot|day|tag|week|woche|step|part)?[-_. ]?\d{1,6}\Z"
)


def names_time(name: str) -> bool:
    """Whether a name says when something was captured: a day, a date, a number, a word such as *before*.

    >>> [names_time(name) for name in ("2024-05-02", "tue", "vorher", "run-2", "20240502_1015", "db2", "monitor")]
    [True, True, True, True, True, False, False]
    """
    return name.lower() in _RANKS or _DATE.match(name) is not None or _READING.match(name) is not None


def natural(path: str) -> tuple[tuple[int, int | str], ...]:
    """A key by which names sort as they were captured, as far as `order_of_files` tells, numbers as numbers.

    >>> sorted(["vmstat-10", "vmstat-2", "a/1", "nachher", "vorher"], key=natural)
    ['vorher', 'nachher', 'a/1', 'vmstat-2', 'vmstat-10']
    """
    ranked = _WORD.sub(lambda match: _RANKS.get(match[0].lower(), match[0]), path)
    parts = [part for part in _DIGITS.split(ranked) if part]
    return tuple((0, int(part)) if part.isdecimal() and len(part) < 4000 else (1, part) for part in parts)


@lru_cache(maxsize=1 << 14)
def order_of_files(path: str, other: str) -> bool | None:
    """Whether a file was captured after another one, as their names tell; None where they do not.

    The first part of the paths that differs decides: by a number that both begin with, by numbers where all else is the same and
    they count no devices or hosts, by a word of a pair such as *before* and *after*, by days of one week.

    >>> order_of_files("db1/12-zpool-list.txt", "db1/9-zpool-status.txt"), order_of_files("a/2-x.txt", "b/1-x.txt")
    (True, None)
    >>> order_of_files("look-10.txt", "look-9.txt"), order_of_files("db2-free.txt", "db1-free.txt")
    (True, None)
    >>> order_of_files("2024-05-02/free", "2024-05-01/free"), order_of_files("nachher-free.txt", "vorher-vmstat.txt")
    (True, True)
    >>> order_of_files("output of 02-x.txt", "output of 01-y.txt"), order_of_files("node-2-x.txt", "node-1-x.txt")
    (True, None)
    >>> order_of_files("tue.txt", "mon.txt"), order_of_files("fri.txt", "mon.txt"), order_of_files("sda.txt", "1-sdb.txt")
    (True, None, None)
    """
    mine, others = path.split("/"), other.split("/")
    if len(mine) != len(others):
        return None
    one, two = next(((a, b) for a, b in zip(mine, others, strict=True) if a != b), ("", ""))
    for order in (_by_leading_number, _by_numbers, _by_words):
        if (later := order(one, two)) is not None:
            return later
    return None


def _by_leading_number(one: str, two: str) -> bool | None:
    """By the numbers that both begin with, behind a prefix that all of somebody's files may have."""
    prefix = next((match[0] for match in [_PREFIX.match(one)] if match and two.startswith(match[0])), "")
    mine, others = _LEADING.match(one, len(prefix)), _LEADING.match(two, len(prefix))
    if mine is None or others is None or int(mine["number"]) == int(others["number"]) or _OF_A_THING.match(prefix):
        return None
    return int(mine["number"]) > int(others["number"])


def _by_numbers(one: str, two: str) -> bool | None:
    """By the numbers of two names that are the same otherwise."""
    mine, others = _DIGITS.split(one), _DIGITS.split(two)
    if mine[::2] != others[::2]:
        return None
    at = next((n for n in range(1, len(mine), 2) if int(mine[n][:15]) != int(others[n][:15])), None)
    if at is None:
        return None
    before = "".join(mine[:at])
    if _OF_A_THING.match(before) or not _OF_A_READING.match(before):
        return None
    return int(mine[at][:15]) > int(others[at][:15])


def _by_words(one: str, two: str) -> bool | None:
    mine, others = ({word.lower() for word in _WORD.findall(name)} for name in (one, two))
    for first, second in _STEPS:
        if {first, second} & mine and {first, second} & others and (first in mine) != (first in others):
            return second in mine
    for days in _DAYS:
        ours, theirs = ([n for n, day in enumerate(days) if day in words] for words in (mine, others))
        if len(ours) == len(theirs) == 1 and ours != theirs:
            ahead = (ours[0] - theirs[0]) % 7
            # from Friday to Monday it is three days, from Monday to Friday four: which week, nobody knows
            return ahead <= _HALF_A_WEEK if min(ahead, 7 - ahead) < _HALF_A_WEEK else None
    return None
