"""Where in a text the output of ``zpool status`` or ``zpool import`` for one pool begins and ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from facts.patterns import lazy
from facts.reading import prompt_of

POOL = lazy(r"\s*pool:\s+(?P<pool>[A-Za-z](?:[\w.: -]*[\w.:-])?)\s*\Z")
KEY = lazy(
    r"\s*(?P<key>pool|id|guid|state|status|action|comment|see|scrub|scan|remove|checkpoint|expand|condense|config"
    r"|errors|dedup):"
    r"(?:\s++(?P<value>\S(?:.*\S)?))?\s*\Z"
)
DETAILS = lazy(r"\s*device details:\s*\Z")
HEADER = lazy(
    r"\s*NAME\s+STATE(?P<counters>\s+READ\s+WRITE\s+CKSUM)?(?P<more>(?:\s+[A-Za-z][\w%/-]*)*)\s*\Z"
)  # -c adds columns with names of its scripts
_STATES = "ONLINE|DEGRADED|FAULTED|OFFLINE|UNAVAIL|REMOVED|SUSPENDED|AVAIL|INUSE|SPLIT"
VDEV_ROW = lazy(rf"(?P<indent>\s*)(?P<name>\S(?:.*?\S)?)\s+(?P<state>{_STATES})\b(?P<rest>.*)\Z")
GROUP = lazy(
    rf"(?P<indent>\s*)(?:(?P<group>logs?|cache|spares|special|dedup|meta)(?:\s+(?:{_STATES})\b.*)?|spare)\s*\Z"
)


def _is_damaged_file(line: str) -> bool:
    return re.match(r"\s*(?:/|<|\S+[/@:]\S*:?)", line) is not None


def skip_blank(lines: Sequence[str], index: int) -> int:
    """The next line from `index` on that is not blank."""
    while index < len(lines) and not lines[index].strip():
        index += 1
    return index


def end_of_config(lines: Sequence[str], index: int) -> int:
    """The line after the device table that begins below ``config:``."""
    index = skip_blank(lines, index)
    if index < len(lines) and HEADER.match(lines[index]):
        index += 1
    seen = False
    while index < len(lines):
        line = lines[index]
        if not line.strip():
            following = skip_blank(lines, index)
            # A copy may have a blank line below the header, or between the rows of a listing.
            if following < len(lines) and _is_config_line(lines[following]) and (not seen or following - index == 1):
                index = following
                continue
            break
        if KEY.match(line) or not (_is_config_line(line) or _is_broken_row(line, seen)):
            break
        seen = True
        index += 1
    return index


def _is_config_line(line: str) -> bool:
    match = VDEV_ROW.match(line)
    return bool((match and len(match["name"].split()) <= 3) or GROUP.match(line))


def _is_broken_row(line: str, seen: bool) -> bool:
    """A row of the table that was cut off or garbled: still indented, one or two words, and no prompt."""
    return seen and line[:1].isspace() and len(line.split()) <= 5 and prompt_of(line) is None


def end_of_errors(lines: Sequence[str], index: int) -> int:
    """The line after the list of damaged files."""
    first = skip_blank(lines, index)
    end = index
    while first < len(lines) and _is_damaged_file(lines[first]) and prompt_of(lines[first]) is None:
        end = first = first + 1
    return end


def _end_of_details(lines: Sequence[str], index: int) -> int:
    """The line after what Solaris 11 says of single devices, up to ``errors:`` or another pool."""
    end = index
    while index < len(lines) and (not lines[index].strip() or lines[index][0].isspace()):
        if POOL.match(lines[index]) or prompt_of(lines[index]) is not None:
            break
        index += 1
        end = index if lines[index - 1].strip() else end
    return end


def _end_of_dedup(lines: Sequence[str], index: int) -> int:
    """The line after the table of a deduplicated pool."""
    following = skip_blank(lines, index)
    if following >= len(lines):
        return index
    if "DDT histogram" in lines[following]:  # as zdb heads it
        following = skip_blank(lines, following + 1)
    elif not lines[following].lstrip().startswith("bucket "):
        return index
    while following < len(lines) and re.match(
        r"\s*(?:bucket|refcnt|_{3,}|-{3,}|Total|[\d.]+[KMGTP]?\s+[\d.])", lines[following]
    ):
        following += 1
    return following


def end_of_pool(lines: Sequence[str], start: int) -> int:
    """The line after one pool that begins at ``lines[start]``."""
    index, end, loose, in_head, after = start + 1, start + 1, 0, True, False
    while index < len(lines):
        line = lines[index]
        key = KEY.match(line)
        # Without privilege `errors:` stands twice: why there is no list, then how many there are.
        if key and (key["key"] == "pool" or (after and key["key"] not in ("dedup", "errors"))):
            break
        if key:
            loose, index = 0, index + 1
            if key["key"] == "config":
                in_head, index = False, end_of_config(lines, index)
            elif key["key"] == "errors":
                in_head, after = False, True
                index = end_of_errors(lines, index) if (key["value"] or "").endswith(":") else index
            elif key["key"] == "dedup":
                index = _end_of_dedup(lines, index)
            end = index
        elif in_head and HEADER.match(line):  # a copy that has lost `config:`
            in_head = False
            end = index = max(index + 1, end_of_config(lines, index))
        elif not line.strip():
            index += 1
        elif DETAILS.match(line) and not in_head and not after:
            end = index = _end_of_details(lines, index + 1)
        elif prompt_of(line) is not None or not in_head or index > end or loose > 12:
            break
        else:  # the second line of a status, action or scan
            loose, index = loose + 1, index + 1
            end = index
    return end


def starts_pool(lines: Sequence[str], index: int) -> bool:
    """Whether the output for a pool begins at ``lines[index]``."""
    if index >= len(lines) or not POOL.match(lines[index]):
        return False
    below = [KEY.match(line) for line in lines[index + 1 : index + 5] if line.strip()]
    return any(match and match["key"] in ("state", "id") for match in below[:2])


WORDS = lazy(r"\s*['\"(]?[A-Za-z][\w ,.'\"():;/<>=+@-]*\Z")
"""What goes on below ``status:``, ``action:`` and their like."""
_PROGRESS = lazy(
    r"\s*(?:[\d.,]+[KMGTPE]?B?(?:\s+/\s+[\d.,]+[KMGTPE]?B?)?\s+(?:scanned|issued|resilvered|repaired|copied|in|out)\b"
    r"|\(?[\d.]+%\s+done|.{0,60}\bresilver(?:ed|ing)?\b|\s*scrub (?:paused|started) )"
)
_DUPLICATES = lazy(
    r"\s*(?:DDT histogram|bucket |refcnt |[\s_-]+\Z|(?:Total|[\d.]+[KMGTP]?)(?:\s+[\d.]+[KMGTP]?){8}\s*\Z)"
)
_BELOW = {
    "status": ("words", WORDS), "action": ("words", WORDS), "see": ("words", WORDS), "comment": ("words", WORDS),
    "scan": ("", _PROGRESS), "scrub": ("", _PROGRESS), "remove": ("removal of a device", _PROGRESS),
    "expand": ("expansion", _PROGRESS), "errors": ("", lazy(r"\s*(?:/|<0x|<metadata|[\w.:@/-]+[@:/]\S*)")),
    "dedup": ("table of duplicates", _DUPLICATES),
    "details": ("device details", WORDS),
}  # fmt: skip
"""What stands below a key of a pool: the rule of no use ("" where it counts), and what such a line looks like."""
_OF_NO_USE = frozenset(("id", "guid", "action", "comment", "remove", "checkpoint", "expand", "condense"))


def accounted(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines of one pool that are known, each with the rule by which it is of no use; "" where it counts.

    >>> list(accounted(["  pool: a", "    id: 7", "action: Wait until it", "        is done.", "  7 7 7"]))
    [(0, ''), (1, 'id'), (2, 'action'), (3, 'words')]
    """
    section = ""
    for index, line in enumerate(lines):
        if DETAILS.match(line):
            section = "details"
            yield index, "device details"
        elif (key := KEY.match(line)) and (section != "details" or key["key"] in ("errors", "dedup")):
            section = key["key"]
            yield index, section if section in _OF_NO_USE else ""
        elif section == "config" or (section != "details" and HEADER.match(line)):
            section = "config"
            if HEADER.match(line) or GROUP.match(line) or VDEV_ROW.match(line):
                yield index, ""
        elif section in _BELOW and _BELOW[section][1].match(line):
            yield index, _BELOW[section][0]
