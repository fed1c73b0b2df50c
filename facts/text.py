"""Bytes of a capture to clean lines.

A capture is somebody else's bytes: any encoding, any line end, terminal escapes from a saved session. What comes out
is a list of lines whose index + 1 is the line number that an editor shows, free of control characters, so that it can
be printed on a terminal, put into HTML, or quoted for a shell by those who show it.
"""

from __future__ import annotations

from facts.limits import limit, passed
from facts.patterns import lazy


class UnreadableText(ValueError):
    """The bytes are not text that can be read; the message says why, in a few words."""


_ESCAPES = lazy(
    "\x1b\\[[0-9;?<=>!]*[ -/]*[@-~]"  # CSI: colours, cursor moves
    "|\x1b[\\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\\\)"  # OSC, DCS and other strings up to their end
    "|\x1b[ -/]*[0-~]"  # two-character escapes
)
# C0 without tab, DEL, C1, zero-width and bidirectional controls, line and paragraph separators, byte order mark
_CONTROLS = lazy("[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_NEEDS_CLEANING = lazy("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_PLAIN = bytes([*b"\t\n", *range(0x20, 0x7F)])
"""What a text of nothing else needs no cleaning for."""
_BACKSPACE = lazy("[^\x08]\x08")


def clean(text: str) -> str:
    """Strip terminal escapes and control characters from one piece of text; tabs stay.

    >>> clean("a\\x1b[31mred\\x1b[0m b\\x07")
    'ared b'
    """
    if not _NEEDS_CLEANING.search(text) and "\n" not in text:
        return text
    return _CONTROLS.sub("", _ESCAPES.sub("", text))


def _clean_line(line: str) -> str:
    line = line.rstrip("\r")
    if not _NEEDS_CLEANING.search(line):
        return line
    line = _ESCAPES.sub("", line)
    if "\r" in line:
        # A carriage return puts the cursor back: what was written last is what the terminal showed.
        line = next((part for part in reversed(line.split("\r")) if part.strip()), "")
    while _BACKSPACE.search(line):
        line = _BACKSPACE.sub("", line)
    return _CONTROLS.sub("", line)


_TAR, _MAGIC_AT = b"ustar", 257
_BINARY = bytes(code for code in range(1, 32) if code not in b"\a\b\t\n\f\r\x1b")


def is_binary(head: bytes) -> bool:
    """Whether bytes with NUL characters are no text; a log has blocks of them where the host lost power or the log was cut to nothing.

    >>> is_binary(b"\\0\\0Jan  1 db1 kernel: x\\n"), is_binary(b"a\\0b\\0"), is_binary(b"a\\0\\3\\n"), is_binary(b"a\\n")
    (False, True, True, False)
    """
    if b"\0" not in head:
        return False
    told = head.lstrip(b"\0")
    packed = head[_MAGIC_AT : _MAGIC_AT + len(_TAR)] == _TAR  # its headers are text with blocks of NUL between
    gap_in_one_line = b"\0" in told and b"\n" not in told
    return packed or not told or gap_in_one_line or len(told.translate(None, _BINARY)) < len(told)


def telling(data: bytes, size: int) -> bytes:
    """The first bytes of a file, so many; of a block of NULs before them one alone.

    >>> telling(b"abcd", 3), telling(bytes(3) + b"abcd", 3), telling(bytes(5), 3)
    (b'abc', b'\\x00abc', b'\\x00')
    """
    head = data[:size]
    return head if head.strip(b"\0") or not head else b"\0" + data.lstrip(b"\0")[:size]


def nul_bytes(data: bytes) -> int:
    """The number of NUL bytes that are left out of a text: what a crash, or a log that was cut to nothing, leaves in it."""
    return 0 if data.startswith((b"\xff\xfe", b"\xfe\xff")) else data.count(b"\0")


def decode(data: bytes) -> str:
    """Decode UTF-8, UTF-16 with a byte order mark, or else Latin-1.

    Raises:
        UnreadableText: the bytes hold NUL characters and are neither UTF-16 nor a text with gaps.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data:
        if is_binary(telling(data, 65536)):
            raise UnreadableText("not text (NUL bytes)")
        data = data.replace(b"\0", b"")
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


class Lines(list[str]):
    """The lines of a long text, which can be told from others that say the same."""

    __slots__ = ("__weakref__",)


def lines_of(data: bytes, cut: list[int] | None = None) -> list[str]:
    """Clean lines of a capture; ``lines[i]`` is line ``i + 1`` of the file.

    Args:
        data: the file.
        cut: takes the numbers of the lines that are longer than the limits allow; of those the beginning is given.

    Raises:
        UnreadableText: not text, or more lines than the limits allow.
    """
    if len(data) > limit("lines") and data.count(b"\n") > limit("lines"):
        raise UnreadableText(f"not read: {passed('lines')}")
    text = decode(data)
    if "\n" not in text and text.count("\r") > 1:
        text = text.replace("\r", "\n")
    lines = text.split("\n")
    if lines and not lines[-1].strip():
        lines.pop()
    _cut_long(lines, [] if cut is None else cut)
    if data.translate(None, _PLAIN) and _NEEDS_CLEANING.search(text.replace("\n", "")):
        return [_clean_line(line) for line in lines]
    return lines


_DIGITS = 100
"""No tool prints a number of more digits; of some thousands Python reads none, and of some hundred the product is infinite."""
_ALIKE = 2_000
"""No tool pads with more; the time that patterns take for such a run is its square."""
_RUN = lazy(r"\s{16,}|(.)\1{15,}")
_LONG = 250
"""Nothing is looked for in a shorter line; a number of so many digits does no harm yet."""
_LONG_NUMBER = lazy(rf"(\d{{{_DIGITS}}})\d+")


def _cut_long(lines: list[str], cut: list[int]) -> None:
    """Cut lines that are too long for patterns, but for JSON, which no pattern goes through; and numbers without end."""
    most = limit("line-length")
    if max(map(len, lines), default=0) <= _LONG:
        return
    for index, line in enumerate(lines):
        if len(line) <= _LONG:
            continue
        whole = len(line) <= most or _is_json(line)
        shorter = line if whole else line[: 16 * most]
        if _LONG_NUMBER.search(shorter):
            shorter = _LONG_NUMBER.sub(r"\1", shorter)
        if len(shorter) > _ALIKE:
            shorter = _RUN.sub(lambda run: run[0][:_ALIKE], shorter)
        shorter = shorter if whole else shorter[:most]
        if len(shorter) < len(line):
            lines[index] = shorter
            cut.append(index + 1)


def is_cut(line: str) -> bool:
    """Whether a line is one of those of which only the beginning is given, or that have a number without end."""
    cut: list[int] = []
    _cut_long([line], cut)
    return bool(cut)


def _is_json(line: str) -> bool:
    if line.lstrip()[:1] not in ("{", "[") or len(line) > limit("json-line-length"):
        return False
    import json

    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


_QUOTE_MARK = lazy(r"(?:> ?)*>")
_FENCE = lazy(
    r"\s*(?:`{3,}|~{3})\s*[\w+-]*\s*\Z|\s*(?:\{(?:noformat|code)(?::[^}\n]{0,80})?\}|</?(?:pre|code)>|\[/?code\])\s*\Z"
)
"""What posts and trackers put around a capture, on a line of its own."""
_FENCED = ("```", "~~~", "{noformat", "{code", "<pre>", "</pre>", "<code>", "[code]")
_POSTED = "    "
"""What stands before each line of a capture in a post."""
_LONGEST_POST = 20_000
_SAID = lazy(r"\S.*[:.?!,]\Z|(?:[A-Za-zÄÖÜäöüß',()-]+ ){3,}\S*\Z")
"""A line of a post around a capture."""


def unquote(lines: list[str]) -> list[str]:
    r"""Take off what quoting puts around a capture, keeping the line count: ``> `` of a mail, indentation and fences of a post.

    >>> unquote(["> $ free", "> Mem:  3"]), unquote(["    $ free", "", "     total", "    Mem:  3"])
    (['$ free', 'Mem:  3'], ['$ free', '', ' total', 'Mem:  3'])
    >>> unquote(["tmpfs  819200  0  **100%** /run", "*** 2014-03-22 10:03:47.024", "rm **/*.trc"])
    ['tmpfs  819200  0  100% /run', '*** 2014-03-22 10:03:47.024', 'rm **/*.trc']
    >>> unquote([">> a", ">>  b"]), unquote([">a", ">  b"]), unquote(["This is what I see:", "", "    a", "     b"])
    (['a', ' b'], ['a', '  b'], ['This is what I see:', '', 'a', ' b'])
    >>> unquote(["Settings for eth0:", "\tSpeed: 10000Mb/s"])
    ['Settings for eth0:', '\tSpeed: 10000Mb/s']
    >>> unquote(["~~~ console", "$ free", "~~~"])
    ['', '$ free', '']
    >>> unquote(["free -m", "#   total", "# Mem:  3", "", "# a remark"]), unquote(["| $ free", "| Mem:  3"])
    (['free -m', '  total', 'Mem:  3', '', '# a remark'], ['$ free', 'Mem:  3'])
    >>> unquote(["db-1  | LOG:  a", "db-1  | LOG:  b", "web-1 | x"])
    ['LOG:  a', 'LOG:  b', 'x']
    """
    if not lines:
        return lines
    text = "\n".join(lines)
    if lines[0].startswith(">") or "\n>" in text:
        lines = _without_marks(lines)
    if "**" in text:
        lines = [_BOLD.sub(r"\1", line) if "**" in line else line for line in lines]
    if len(lines) > _LONGEST_POST:
        return lines
    if _POSTED in text or "\t" in text:
        lines = _without_indentation(lines)
    if any(fence in text for fence in _FENCED):
        lines = ["" if _FENCE.match(line) else line for line in lines]
    lines = _without_containers(lines)
    if "\n# " in text:
        lines = _without_comment_marks(lines)
    if lines[0].startswith("| ") or "\n| " in text:
        lines = _without_bars(lines)
    return lines


_BOLD = lazy(r"(?<![*/\w])\*\*(?=[^*\s])([^*\n]{1,80})(?<=[^*\s])\*\*(?![*/\w])")
"""What a post sets in bold type within an output."""
_CONTAINER = lazy(
    r"(?:(?P<name>[a-z][\w.-]{0,60}[-_]\d{1,3}) +\| ?|\[pod/(?P<pod>[a-z0-9][\w.-]{0,80}/[\w.-]{1,60})\] "
    r"|(?P<own>[a-z][\w.-]{0,60})  +\| (?=\S))"
)
"""What docker compose and kubectl put before each line of a container: its name."""
_CONTAINED = lazy(r"[-_]\d{1,3} +\| |^\[pod/|^[a-z][\w.-]*  +\| ")


def _without_containers(lines: list[str]) -> list[str]:
    """The lines without the name of their container, where all of them have one."""
    if not any(map(_CONTAINED.search, lines[:3])):
        return lines
    filled = [line for line in lines if line.strip()]
    found = [_CONTAINER.match(line) for line in filled]
    names = {match["name"] or match["pod"] or match["own"] for match in found if match}
    # a table of two columns has a bar behind its first one too, but never the same name twice
    unsure = any(match and match["own"] for match in found)
    if not all(found) or (unsure and (len(names) > 1 or len(filled) < 3)):
        return lines
    return [line[match.end() :] if (match := _CONTAINER.match(line)) else line for line in lines]


def _without_comment_marks(lines: list[str]) -> list[str]:
    """The lines without ``# `` in front of what a command printed, where the command stands above it without a prompt.

    Anywhere else the mark stays: a setting behind it is not in force.
    """
    from facts.reading import bare_command, prompt_of  # only texts with comments need it

    found = list(lines)
    index = 0
    while index < len(lines) - 1:
        below = index + 1
        if lines[below].startswith("# ") and bare_command(lines[index]) is not None:
            while below < len(lines) and lines[below].startswith("# ") and prompt_of(lines[below]) is None:
                found[below] = lines[below][2:]
                below += 1
        index = below
    return found


_BARRED = lazy(r"\|(?: [^|`+\s-]| {2,}\S|\s*\Z)(?!.*\|\s*\Z)")


def _without_bars(lines: list[str]) -> list[str]:
    """The lines without a bar in front of each, where all lines from one empty line to the next have one and no table is drawn."""
    found = list(lines)
    start = 0
    for end in range(len(lines) + 1):
        if end < len(lines) and lines[end].strip():
            continue
        if end - start > 1 and all(map(_BARRED.match, lines[start:end])):
            found[start:end] = [line[2:] for line in lines[start:end]]
        start = end + 1
    return found


def _without_marks(lines: list[str]) -> list[str]:
    """The lines without the marks of a quotation, and without the blank behind them where each mark has one."""
    rests = [line[match.end() :] if (match := _QUOTE_MARK.match(line)) else None for line in lines]
    blank = all(rest.startswith(" ") for rest in rests if rest)
    return [line if rest is None else rest[1:] if blank else rest for line, rest in zip(lines, rests, strict=True)]


def _without_indentation(lines: list[str]) -> list[str]:
    """The lines without the indentation of a post, where all that is not indented are sentences around it."""
    first = next((line for line in lines if line.startswith((_POSTED, "\t"))), "")
    mark = "\t" if first.startswith("\t") else _POSTED
    if not first:
        return lines
    said = False
    for line in lines:
        indented = line.startswith(mark)
        # a post leaves an empty line above what it indents; the heading of an output does not
        if line.strip() and (said if indented else not _SAID.match(line)):
            return lines
        said = bool(line.strip()) and not indented
    return [line.removeprefix(mark) for line in lines]
