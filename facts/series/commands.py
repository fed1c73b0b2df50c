"""What the command line of a sampling tool says: its options, its interval."""

from __future__ import annotations

from facts.patterns import lazy

_NUMBER = lazy(r"\d+(?:\.\d+)?\Z")
_END = lazy(r"[|;&<>`)]")
_OPTIONS = lazy(r"-[A-Za-z]+")
_CUT = lazy(r"\|\s*(?:tail|sed|awk|nawk)\b")
_TOP = 2
"""An output that begins on this line or above stands at the top of its file: a date may be above it."""

_VALUED = frozenset({("iostat", "-l"), ("iostat", "--dec")})
"""Options whose value is a number and not the interval."""


def arguments(command: str, tool: str) -> list[str] | None:
    """The words behind `tool` in a command line, up to a pipe or the like; None when it runs another command.

    >>> arguments("nohup /usr/bin/vmstat -w 1 | tee log", "vmstat")
    ['-w', '1']
    """
    words = command.replace("$(", " ").split()
    for index, word in enumerate(words):
        if word.rpartition("/")[2].lstrip("(`") == tool:
            found: list[str] = []
            for argument in words[index + 1 :]:
                clean = _END.split(argument)[0]
                if clean and not (clean == "2" and argument.startswith("2>")):
                    found.append(clean)
                if clean != argument:
                    break
            return found
    return None


def interval_of(command: str, tool: str) -> float | None:
    """Seconds between samples as the command line asks, or None.

    >>> interval_of("iostat -xn 5 100", "iostat"), interval_of("vmstat -S M", "vmstat")
    (5.0, None)
    """
    words = arguments(command, tool) or []
    for previous, word in zip(["", *words], words, strict=False):
        if _NUMBER.match(word) and (tool, previous) not in _VALUED and float(word) > 0:
            return float(word)
    return None


def options(command: str, tool: str) -> str:
    """The letters of all short options in the command line.

    >>> options("iostat -xy -N 5", "iostat")
    'xyN'
    """
    return "".join(word[1:] for word in arguments(command, tool) or () if _OPTIONS.fullmatch(word))


def value_of(command: str, tool: str, option: str) -> str | None:
    """The value of ``-S M``, ``-SM`` or ``--unit=M``, or None.

    >>> value_of("vmstat -S M 1", "vmstat", "-S"), value_of("vmstat -Sm", "vmstat", "-S")
    ('M', 'm')
    """
    words = arguments(command, tool) or []
    for index, word in enumerate(words):
        if word == option:
            return words[index + 1] if index + 1 < len(words) else None
        if word.startswith(option) and len(word) > len(option):
            return word[len(option) :].lstrip("=")
    return None


def begins_at_boot(command: str, tool: str, first: int) -> bool | None:
    """Whether the first sample is an average since boot, as far as the surroundings tell; None where they do not.

    It is where an output stands at its true start: below its command, or at the top of its file. An excerpt in a text
    may begin anywhere. ``-y`` leaves the average out, and so may what stands behind a pipe.

    Args:
        command: the command line above the output, or "".
        tool: the program.
        first: the output's first line in its file.
    """
    if arguments(command, tool) is None:
        return True if first <= _TOP else None
    return "y" not in options(command, tool) and not _CUT.search(command)
