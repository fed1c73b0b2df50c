"""The lines of a long sampling, without holding them: they are read from the file where they are looked at.

Of most files of this size nearly all lines are regular samples, which are taken in bulk and never looked at one by one.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex, overload

from facts.patterns import lazy
from facts.scratch import Scratch
from facts.source import Source
from facts.text import is_cut

if TYPE_CHECKING:
    from facts.series.blocks import Run

LEAST_BYTES = 2 << 20
"""Below this, the line parser is done before numpy is imported."""

HEAD_BYTES = 1 << 18
"""So many first bytes tell a long sampling."""

_PIECE = 1 << 18
"""Lines that are no regular samples are cut into strings for so many bytes at a time."""
_LEAST_REGULAR = 4
"""Fewer regular samples that follow each other are read line by line."""
_WALK = 0.3
"""The share that going through the lines has in reading an output."""
_BLOCK = 16 << 20
"""Larger than any array that is worked on at a time."""
_MOST_PARTS = 200_000
_MOST_FORMS = 20_000
_SHORT_LINE = 250
_PLAIN = bytes((9, 10, *range(32, 127)))
_NO_NUMBERS = b"0123456789. "
_ZEROS = bytes.maketrans(b"123456789.", b"0" * 10)
_LEAST_SAMPLES = 3
_HEADER = lazy(r"[ \t]*Device[ \t,:]|[ \t]*device[ \t,]|.*[ \t][Dd]evice:?[ \t]*\Z")
"""Headers of iostat."""
_VMSTAT = lazy(
    r"(?m)^[ \t]*(?:\S{1,32}[ \t]+){0,5}?(?:r[ \t]+[bs][ \t]+(?:[wp][ \t]+)?(?:swpd|swap|avm)[ \t]|swap[ \t]+free[ \t]+re[ \t]+mf[ \t])"
)
_SAR = lazy(
    r"(?m)^\d\d:\d\d:\d\d(?:[ \t]+[AP]M)?[ \t]+(?:CPU|DEV|device|IFACE|%usr|kbmemfree|kbswpfree|freemem|pgpgin/s|pswpin/s|bread/s"
    r"|tps|runq-sz|proc/s)[ \t]"
)


class _Part(NamedTuple):
    """Lines that follow each other: those of regular samples, or others."""

    line: int
    start: int
    end: int
    run: Run | None


class _Text:
    """What all slices of a long text share."""

    def __init__(self, source: Source, gathered: _Gatherer, scratch: Scratch) -> None:
        self.source, self.scratch = source, scratch
        self.parts, self.forms, self.worded = gathered.parts, gathered.forms, gathered.worded
        self.begins, self.count = [part.line for part in self.parts], gathered.line
        self.look: Callable[[float], None] | None = None
        self.first, self.held = 0, [""][:0]  # the lines that were cut last

    def cut(self, number: int) -> str:
        """Cut the lines around one, and keep them."""
        part = self.parts[bisect_right(self.begins, number) - 1]
        if part.run is None:
            self.first, begin, end = part.line, part.start, part.end
        else:
            size, each = len(part.run.template.text), len(part.run.template.lines) - 1
            sample = (number - part.line) // each
            self.first, begin = part.line + sample * each, part.start + sample * size
            end = begin + size
        self.held = _split(self.source.read(begin, end - begin))
        if self.look is not None:
            self.look(_WALK * begin / self.source.size)
        return self.held[number - self.first]


class LongLines(Sequence[str]):
    """Lines of a long text; a slice of it is of the same kind, and copies nothing."""

    def __init__(self, text: _Text, span: tuple[int, int]) -> None:
        """Lines `span` of a text."""
        self._text = text
        self._first, self._last = span

    def __len__(self) -> int:
        return self._last - self._first

    @overload
    def __getitem__(self, index: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> LongLines: ...
    def __getitem__(self, index: SupportsIndex | slice) -> str | LongLines:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                raise ValueError("lines in steps")
            return LongLines(self._text, (self._first + start, self._first + max(start, stop)))
        number = index.__index__()
        number += self._last if number < 0 else self._first
        if not self._first <= number < self._last:
            raise IndexError("no such line")
        text = self._text
        at = number - text.first
        return text.held[at] if 0 <= at < len(text.held) else text.cut(number)

    def __iter__(self) -> Iterator[str]:
        return (self[at] for at in range(len(self)))

    def run_at(self, index: int) -> tuple[Run, int] | int:
        """The regular samples that begin at a line and lie within these lines, and how many lines they are.

        Where none begin there, the line from which on there may be some.
        """
        number = self._first + index
        text = self._text
        at = bisect_right(text.begins, number) - 1
        run = text.parts[at].run
        behind = text.begins[at + 1] if at + 1 < len(text.begins) else self._last
        if run is None:
            return behind - self._first
        each = len(run.template.lines) - 1
        sample, line = divmod(number - text.begins[at], each)
        if line:
            return index + each - line
        count = min(run.samples - sample, (self._last - number) // each)
        if count <= 0:
            return behind - self._first
        return (run if count == run.samples else run.part(sample, count)), count * each

    def piece_at(self, index: int) -> tuple[int, bytes] | None:
        """The bytes of the piece of irregular lines in which a line stands, and its first line; None among regular samples."""
        text = self._text
        part = text.parts[bisect_right(text.begins, self._first + index) - 1]
        if part.run is not None:
            return None
        return part.line - self._first, text.source.read(part.start, part.end - part.start)

    def next_piece(self, index: int) -> int:
        """The line from which on other lines stand together."""
        text = self._text
        at = bisect_right(text.begins, self._first + index)
        return (text.begins[at] if at < len(text.begins) else self._last) - self._first

    def shapes(self) -> Iterator[tuple[str, int]]:
        """Lines that stand for all: each with how many differ from it in numbers and the width of blanks alone."""
        index = 0
        while index < len(self):
            found = self.run_at(index)
            if not isinstance(found, int):
                run, taken = found
                yield from ((line, run.samples) for line in _split(run.template.text))
            elif (piece := self.piece_at(index)) is None:  # within a regular sample
                taken = 1
                yield self[index], 1
            else:
                begin, data = piece
                taken = min(found, len(self)) - index
                wanted = slice(index - begin, index - begin + taken)
                shapes, lines = _shaped(data).split(b"\n")[wanted], data.split(b"\n")[wanted]
                like = dict(zip(reversed(shapes), reversed(lines), strict=True))
                yield from ((like[shape].decode("ascii"), count) for shape, count in Counter(shapes).items())
            index += taken

    @property
    def scratch(self) -> Scratch:
        """Where the numbers of the regular samples are, and room for more."""
        return self._text.scratch

    def look(self, index: int) -> None:
        """Say how far reading has come."""
        if self._text.look is not None:
            self._text.look(_WALK * (self._first + index) / self._text.count)

    def works(self, share: float) -> None:
        """Say how much of what follows the going through is done."""
        if self._text.look is not None:
            self._text.look(_WALK + (1 - _WALK) * share)

    @property
    def forms(self) -> dict[bytes, str]:
        """Every line that is another one but for its digits, dots and blanks: by what is left without these."""
        return self._text.forms

    def holds(self, text: str) -> bool:
        """Whether a string stands in the whole text."""
        if not text.isascii():
            return False
        wanted = text.encode("ascii")
        whole = self._text
        templates = {id(part.run.template): part.run.template for part in whole.parts if part.run is not None}
        regular = any(template.may_hold(wanted) for template in templates.values())
        if whole.worded is not None and not regular and "\n" not in text and wanted.translate(None, _NO_NUMBERS):
            return any(wanted in line for line in whole.worded)
        for part in whole.parts:
            if part.run is not None and not regular:
                continue
            # a string may begin before a part, and end behind it
            for at in range(part.start, part.end, _PIECE):
                begin = max(0, at - len(wanted))
                if wanted in whole.source.read(begin, min(at + _PIECE, part.end) + len(wanted) - begin):
                    return True
        return False


def _shaped(data: bytes) -> bytes:
    """Lines with a 0 for each number and a blank for several."""
    import numpy as np

    codes = np.frombuffer(data.translate(_ZEROS), np.uint8)
    behind = codes[1:]
    kept = (behind != codes[:-1]) | ((behind != 32) & (behind != 48))
    return codes[np.concatenate(([True], kept))].tobytes()


def _split(data: bytes) -> list[str]:
    lines = data.decode("ascii").split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def is_long_sampling(head: bytes) -> bool:
    """Whether a file whose first bytes these are is a sampling that can be read while it lies where it lies."""
    head = head[:HEAD_BYTES]
    if head.translate(None, _PLAIN):
        return False
    text = head.decode("ascii")
    known = _header_of(head) is not None or _VMSTAT.search(text) or _SAR.search(text)
    return bool(known)


def _header_of(head: bytes) -> bytes | None:
    """The header of iostat that comes back most often in the first bytes of a text."""
    lines = head.decode("ascii", "replace").split("\n")
    counted = Counter(line for line in lines if "evice" in line and _HEADER.match(line))
    if not counted:
        return None
    header, times = counted.most_common(1)[0]
    return header.encode("ascii", "replace") if times >= _LEAST_SAMPLES and len(header.split()) > 2 else None


class _Gatherer:
    """Puts the parts of a text together."""

    def __init__(self) -> None:
        self.parts: list[_Part] = []
        self.forms: dict[bytes, str] = {}
        # every other line that has more than digits, dots and blanks, unless there are too many
        self.worded: set[bytes] | None = set()
        self.line = 0
        self.seen: set[int] = set()

    def run(self, run: Run) -> None:
        """Regular samples."""
        from facts.series.blocks import joined

        last = self.parts[-1] if self.parts else None
        if id(run.template) not in self.seen:
            self.seen.add(id(run.template))
            self._form(run.template.text)
        begin, end = self.line, run.start + run.samples * len(run.template.text)
        self.line += run.samples * (len(run.template.lines) - 1)
        if last is not None and last.run is not None and last.run.template is run.template and last.end == run.start:
            self.parts[-1] = last._replace(end=end, run=joined([last.run, run]))
        else:
            self.parts.append(_Part(begin, run.start, end, run))

    def others(self, data: bytes, start: int) -> bool:
        """Lines that are to be looked at one by one; whether they are as those of a sampling."""
        at = 0
        while at < len(data):
            end = len(data) if len(data) - at <= _PIECE else data.rfind(b"\n", at, at + _PIECE) + 1 or len(data)
            piece = data[at:end]
            if not _is_plain(piece) or not self._form(piece):
                return False
            self.parts.append(_Part(self.line, start + at, start + end, None))
            self.line += piece.count(b"\n") + (not piece.endswith(b"\n"))
            at = end
        return True

    def _form(self, piece: bytes) -> bool:
        lines, forms = piece.split(b"\n"), piece.translate(None, _NO_NUMBERS).split(b"\n")
        new = set(forms) - self.forms.keys()
        if new:
            for line, form in zip(lines, forms, strict=True):
                if form in new:
                    self.forms.setdefault(form, line.decode("ascii"))
        if self.worded is not None:
            self.worded.update(line for line, form in zip(lines, forms, strict=True) if form)
            if len(self.worded) > _MOST_FORMS:
                self.worded = None
        return len(self.forms) <= _MOST_FORMS


def _start_numpy() -> None:
    """Import numpy in the way that suits one who goes through long columns once."""
    # its library for matrices, which nobody here has, starts a thread for each further processor: a third of the import
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import numpy as np

    np.seterr(all="ignore")  # what is out of range becomes a refusal with its line
    # the C library keeps freed blocks up to the size of the largest one ever freed; larger ones come anew, page by page
    np.empty(_BLOCK, np.uint8)


def _pieces(source: Source, scratch: Scratch) -> Iterator[tuple[bytes, int, int, list[Run]]]:
    """The text piece by piece: bytes, of which so many are whole lines; where they stand; what can be read in bulk."""
    from facts.series.blocks import CHUNK, Scan

    header = _header_of(source.read(0, HEAD_BYTES))
    if header is not None:
        yield from Scan(source, scratch, header).run()
        return
    position = 0
    while position < source.size:
        data = source.read(position, CHUNK)
        end = len(data) if position + len(data) >= source.size else data.rfind(b"\n") + 1 or len(data)
        yield data, end, position, []
        position += end


def long_lines(source: Source, look: Callable[[float], None] | None = None) -> LongLines | None:
    """The lines of a long sampling; None for any other text.

    They are those of `facts.text.lines_of`: a text with anything to clean or to unquote is left to it.

    Args:
        source: the text; it has to stay open as long as the lines are used.
        look: is told how much was read, from 0 to 1.
    """
    _start_numpy()
    gathered = _Gatherer()
    scratch = Scratch()
    for data, whole, start, runs in _pieces(source, scratch):
        if look is not None:
            look(start / source.size)
        at = 0
        for run in runs:
            begin = run.start - start
            end = begin + run.samples * len(run.template.text)
            if run.samples < _LEAST_REGULAR and begin and end < whole:
                continue
            if not gathered.others(data[at:begin], start + at):
                return None
            gathered.run(run)
            at = end
        if not gathered.others(data[at:whole], start + at) or len(gathered.parts) > _MOST_PARTS:
            return None
    count = gathered.line
    text = _Text(source, gathered, scratch)
    if look is not None:
        text.look = look
    lines = LongLines(text, (0, count))
    if source.read(source.size - 1, 1) != b"\n" and not lines[-1].strip():
        lines = LongLines(text, (0, count - 1))  # behind the last line end, as `facts.text.lines_of` has it
    return lines


def _is_plain(piece: bytes) -> bool:
    return not (
        piece.translate(None, _PLAIN)
        or piece.startswith((b">", b"#==["))
        or b"\n>" in piece
        or b"\n#==[" in piece
        or _has_cut(piece.split(b"\n"))
    )


def _has_cut(lines: list[bytes]) -> bool:
    if max(map(len, lines)) <= _SHORT_LINE:
        return False
    return any(len(line) > _SHORT_LINE and is_cut(line.decode("ascii")) for line in lines)
