"""Lines of long sar outputs that are a time and numbers, taken many at a time. Imported for long texts only.

Whatever is not exactly that is left to the line parser: averages, restarts, comments, the first line of a table behind
midnight, damaged lines.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from facts.long_text import LongLines
from facts.series.sar_tables import HALF_A_DAY, Names, Walker, header_of, is_event, may_be_key
from facts.series.timeline import stamp_of

_MOST_DIGITS = 15
"""More cannot be told apart by a float."""
_LEAST_LINES = 8
"""Fewer lines are read one by one."""
_CAUTIOUS = 64
"""So many lines are looked at together behind one that was not as expected."""
_MOST_KNOWN = 10_000
"""Headers, and keys of tables, that are remembered."""
_NEWLINE, _BLANK, _DOT, _ZERO, _COLON = b"\n .0:"
_DIGITS_OF_TIME = (0, 1, 3, 4, 6, 7)
_SECONDS = np.array([36000, 3600, 600, 60, 10, 1])
_POWERS = 10.0 ** np.arange(_MOST_DIGITS + 1)


class _Piece:
    """Some lines of a text, and their words.

    Attributes:
        ends: where each line ends.
        rest: the first word behind the time of each line.
        words: how many words there are from there on.
        shown: seconds that the time of the day tells.
        timed, below, heads, others: whether a line is a time and numbers, numbers without a time, a time and words, or
            anything else but blank.
    """

    def __init__(self, first: int, data: bytes) -> None:
        """`first` is the index of the first line; the last one is left out where it does not end."""
        self.first = first
        self.data = data = data[: data.rfind(b"\n") + 1]
        self.buffer = buffer = np.frombuffer(data, np.uint8)
        self.ends = np.flatnonzero(buffer == _NEWLINE)
        inside = buffer > _BLANK
        edges = np.flatnonzero(np.diff(inside, prepend=False))
        self.begins, self.behind = edges[::2], edges[1::2]
        self._numbers()
        self._lines()

    def _numbers(self) -> None:
        digits, dots = self.buffer - _ZERO < 10, self.buffer == _DOT
        self._digits = self.buffer[digits] - _ZERO
        letters = (self.buffer > _BLANK) & ~digits & ~dots
        wrong, (points, places) = self._of_words(letters)[0], self._of_words(dots)
        count = self.behind - self.begins - points - wrong
        self.plain = plain = (wrong == 0) & (points <= 1) & (count >= 1) & (count <= _MOST_DIGITS)
        self._behind_digits = np.cumsum(count)
        self._count = count
        self._decimals = np.zeros(len(plain), np.intp)
        word = np.repeat(np.arange(len(points)), points)
        pointed = plain[word]
        self._decimals[word[pointed]] = self.behind[word[pointed]] - 1 - places[pointed]

    def _of_words(self, flags: Any) -> tuple[Any, Any]:
        """How many bytes of each word are of a kind, and where they are."""
        places = np.flatnonzero(flags)
        words = np.searchsorted(self.begins, places, side="right") - 1
        return np.bincount(words, minlength=len(self.begins)), places

    @cached_property
    def values(self) -> Any:
        """The number that each word is, where it is one."""
        lengths = np.where(self.plain, self._count, 0)
        whole = np.zeros(len(lengths), np.int64)
        at = np.arange(len(lengths))
        for place in range(int(lengths.max(initial=0))):
            at = at[lengths[at] > place]
            whole[at] += self._digits[self._behind_digits[at] - 1 - place].astype(np.int64) * 10**place
        # a division of two exact numbers rounds as reading the text does
        return whole / _POWERS[self._decimals]

    def _lines(self) -> None:
        starts = np.concatenate(([0], self.ends[:-1] + 1)) if len(self.ends) else self.ends
        first = np.searchsorted(self.begins, starts)
        words = np.diff(np.append(first, len(self.begins)))
        full = words > 0
        word = np.minimum(first, max(0, len(self.begins) - 1))
        clock = full & (self.begins[word] == starts) & (self.behind[word] - starts == 8) if len(self.begins) else full
        at = np.where(clock, starts, 0)
        shown = np.zeros(len(starts), np.int64)
        padded = self.buffer if len(self.buffer) >= 9 else np.zeros(9, np.uint8)
        for place, seconds in zip(_DIGITS_OF_TIME, _SECONDS, strict=True):
            digit = padded[at + place] - _ZERO
            clock &= digit < 10
            shown += digit.astype(np.int64) * seconds
        clock &= (padded[at + 2] == _COLON) & (padded[at + 5] == _COLON)
        half, late = self._halves(clock & (words > 1), word)
        self.shown = np.where(half, shown - shown // 3600 * 3600 + (shown // 3600 % 12 + 12 * late) * 3600, shown)
        self.rest = first + clock + half
        self.words = words - clock - half
        bad = np.concatenate(([0], np.cumsum(~self.plain)))
        behind = self.rest + self.words
        worded = bad[behind] - bad[np.minimum(self.rest + 1, behind)] > 0
        spaced = self.buffer[starts] <= _BLANK if len(starts) else full
        self.timed = clock & (self.words > 0) & ~worded
        self.heads = clock & worded
        self.below = ~clock & full & spaced & ~worded
        self.others = full & ~(self.timed | self.heads | self.below)

    def _halves(self, wanted: Any, word: Any) -> tuple[Any, Any]:
        """Whether the second word is AM or PM, and whether it is PM."""
        half, late = np.zeros(len(wanted), np.bool_), np.zeros(len(wanted), np.bool_)
        lines = np.flatnonzero(wanted)
        if len(lines):
            second = word[lines] + 1
            at = self.begins[second]
            late[lines] = self.buffer[at] == ord("P")
            half[lines] = (
                (self.behind[second] - at == 2)
                & (late[lines] | (self.buffer[at] == ord("A")))
                & (self.buffer[at + 1] == ord("M"))
            )
        return half, late

    def keys(self, words: Any) -> Any:
        """A number for each of some words, the same for the same word; 0 for those that are too long for it."""
        padded = np.concatenate((self.buffer, np.zeros(8, np.uint8)))
        begins, lengths = self.begins[words], self.behind[words] - self.begins[words]
        taken = padded[begins[:, None] + np.arange(8)] * (np.arange(8) < lengths[:, None])
        return np.where(lengths <= 8, taken.view(np.uint64)[:, 0], 0)


class _Table(NamedTuple):
    """A header: its columns, whether lines have a key; and the number of its columns, which others may share."""

    names: Names
    keyed: bool
    number: int


class _Stretch(NamedTuple):
    """Lines of a piece that are all understood: those with values, the table and the place of each, and the moment."""

    lines: Any
    tables: Any
    places: Any
    seconds: Any


class Taker:
    """Takes lines in bulk."""

    def __init__(self, walker: Walker, lines: LongLines) -> None:
        """For one walk."""
        self.walker, self.lines = walker, lines
        self.until = 0
        self._piece: _Piece | None = None
        self._most = _CAUTIOUS
        self._numbers: dict[Names, int] = {}
        self._tables: list[_Table] = []
        self._known: dict[tuple[Names, bool], int] = {}
        self._headers: dict[bytes, int] = {}
        self._places: dict[tuple[int, bytes], int] = {}
        self._keys: list[tuple[int, str]] = []

    def take(self, index: int) -> int:
        """Take lines from one on; how many, 0 where none can be taken."""
        if index < self.until:
            return 0
        piece = self._piece
        if piece is None or not piece.first <= index < piece.first + len(piece.ends):
            found = self.lines.piece_at(index)
            if found is None:
                self.until = self.lines.next_piece(index)
                return 0
            self.lines.look(index)
            piece = self._piece = _Piece(*found)
            self._forget()
        begin = index - piece.first
        most = min(len(self.lines) - piece.first, len(piece.ends), begin + self._most)
        odd = np.flatnonzero(piece.others[begin:most])
        end = begin + int(odd[0]) if len(odd) else most
        if end - begin < _LEAST_LINES:
            self.until = piece.first + end + 1
            return 0
        stop = self._stretch(piece, begin, end)
        self._most = min(1 << 20, self._most * 4) if stop == end else _CAUTIOUS
        self.until = piece.first + stop + (stop < end or len(odd) > 0)
        return stop - begin

    def _forget(self) -> None:
        """Keep what is remembered small."""
        if max(len(self._places), len(self._headers), len(self._tables)) > _MOST_KNOWN:
            for kept in (self._numbers, self._tables, self._known, self._headers, self._places, self._keys):
                kept.clear()

    def _table(self, names: Names, keyed: bool) -> int:
        found = self._known.get((names, keyed))
        if found is None:
            number = self._numbers.setdefault(names, len(self._numbers))
            found = self._known[names, keyed] = len(self._tables)
            self._tables.append(_Table(names, keyed, number))
        return found

    def _header(self, rest: bytes) -> int:
        """The table whose header stands behind a time, -1 where it is none."""
        found = self._headers.get(rest)
        if found is None:
            text = rest.decode("ascii")
            header = None if is_event(" " + text) else header_of(text.split())
            found = self._headers[rest] = -1 if header is None or not header[0] else self._table(*header)
        return found

    def _place(self, table: int, key: bytes) -> int:
        """The number of a thing in a table, -1 where it may not be one."""
        found = self._places.get((table, key))
        if found is None:
            text = key.decode("ascii")
            if may_be_key(text):
                found = len(self._keys)
                self._keys.append((table, text))
            else:
                found = -1
            self._places[table, key] = found
        return found

    def _stretch(self, piece: _Piece, begin: int, end: int) -> int:
        """Take lines of a piece; the line behind them."""
        at = np.flatnonzero(piece.heads[begin:end]) + begin
        heads = at.tolist()
        spans = zip(piece.begins[piece.rest[at]].tolist(), piece.ends[at].tolist(), strict=True)
        found = [self._header(piece.data[first:behind]) for first, behind in spans]
        if -1 in found:
            end = heads[found.index(-1)]
            heads, found = heads[: found.index(-1)], found[: found.index(-1)]
        walker = self.walker
        found.insert(0, self._table(walker.names, walker.keyed) if walker.names else -1)
        lines = np.flatnonzero((piece.timed | piece.below)[begin:end]) + begin
        tables = np.array(found)[np.searchsorted(heads, lines)]
        end = self._fitting(piece, lines, tables, end)
        lines, tables = lines[: np.searchsorted(lines, end)], tables[: np.searchsorted(lines, end)]
        end, places = self._keyed(piece, lines, tables, end)
        lines, tables = lines[: len(places)], tables[: len(places)]
        end, seconds, latest = self._seconds(piece, lines, tables, end)
        if end == begin:
            return begin
        count = len(seconds)
        self._put(piece, _Stretch(lines[:count], tables[:count], places[:count], seconds))
        walker.latest |= latest
        if latest:
            walker.seconds = float(seconds[piece.timed[lines[:count]]][-1])
        last = found[int(np.searchsorted(heads, end))]
        if last >= 0:
            walker.names, walker.keyed = self._tables[last].names, self._tables[last].keyed
        full = np.flatnonzero((piece.timed | piece.below | piece.heads)[begin:end])
        if len(full):
            walker.tables.end = piece.first + begin + int(full[-1]) + 1
        return end

    def _fitting(self, piece: _Piece, lines: Any, tables: Any, end: int) -> int:
        """The first line that has not exactly the columns of its header."""
        keyed = np.array([table.keyed for table in self._tables] + [False])[tables]
        width = np.array([len(table.names) for table in self._tables] + [0])[tables] + keyed
        good = (tables >= 0) & (piece.words[lines] == width)
        good &= np.where(keyed, True, piece.timed[lines] & piece.plain[piece.rest[lines]])
        return end if good.all() else int(lines[np.argmin(good)])

    def _keyed(self, piece: _Piece, lines: Any, tables: Any, end: int) -> tuple[int, Any]:
        """The places of lines up to the first one whose first word may be something else."""
        words = piece.rest[lines]
        keyed = np.array([table.keyed for table in self._tables] + [False])[tables]
        keys = np.zeros(len(lines), np.uint64)
        keys[keyed] = piece.keys(words[keyed])
        # lines that are alike are looked at once
        _, number = np.unique(keys, return_inverse=True)
        _, first, alike = np.unique(number * (len(self._tables) + 1) + tables, return_index=True, return_inverse=True)
        places = np.array([self._place_of(piece, words[at], tables[at], keyed[at]) for at in first], np.intp)[alike]
        for at in np.flatnonzero(keyed & (keys == 0)).tolist():
            places[at] = self._place_of(piece, words[at], tables[at], True)
        wrong = np.flatnonzero(places < 0)
        if len(wrong):
            return int(lines[wrong[0]]), places[: wrong[0]]
        return end, places

    def _place_of(self, piece: _Piece, word: Any, table: Any, keyed: Any) -> int:
        return self._place(int(table), piece.data[piece.begins[word] : piece.behind[word]] if keyed else b"")

    def _seconds(self, piece: _Piece, lines: Any, tables: Any, end: int) -> tuple[int, Any, dict[Names, float]]:
        """The moments of lines up to the first one of a table whose times do not ascend; and the last of each table."""
        walker = self.walker
        timed = piece.timed[lines]
        midnight = stamp_of("00:00:00", walker.date)
        assert midnight is not None
        shown = piece.shown[lines] + midnight.seconds
        numbers = np.array([table.number for table in self._tables] + [-1])[tables]
        names = list(self._numbers)
        series = [np.flatnonzero(timed & (numbers == number)) for number in np.unique(numbers[timed]).tolist()]
        for rows in series:
            steps = np.diff(shown[rows])
            wrong = np.flatnonzero((steps < 0) | (steps >= HALF_A_DAY))
            if len(wrong):
                end = min(end, int(lines[rows[wrong[0] + 1]]))
        count = int(np.searchsorted(lines, end))
        latest = {}
        for rows in series:
            rows = rows[rows < count]
            if len(rows):
                of = names[numbers[rows[0]]]
                first = float(shown[rows[0]])
                shown[rows] += walker.ascending(first, of) - first
                latest[of] = float(shown[rows[-1]])
        before = np.cumsum(timed[:count])
        moments = np.concatenate(([walker.seconds], shown[:count][timed[:count]]))
        return end, moments[before], latest

    def _put(self, piece: _Piece, stretch: _Stretch) -> None:
        """Hand the values over, thing by thing in the order of their first lines."""
        order = np.argsort(stretch.places, kind="stable")
        places = stretch.places[order]
        groups = np.split(order, np.flatnonzero(np.diff(places)) + 1) if len(order) else []
        for rows in sorted(groups, key=lambda rows: int(rows[0])):
            table, key = self._keys[stretch.places[rows[0]]]
            names, keyed, _ = self._tables[table]
            part = self.walker.part(names, key)
            if part is None:
                continue
            seconds = stretch.seconds[rows]
            before = np.maximum.accumulate(np.concatenate(([part.last], seconds[:-1])))
            later = seconds > before
            if not later.any():
                continue
            rows, seconds = rows[later], seconds[later]
            lines = stretch.lines[rows]
            values = piece.values[(piece.rest[lines] + keyed)[:, None] + np.arange(len(names))]
            numbers = (lines + (piece.first + self.walker.first)).astype(np.int64)
            part.takes(int(numbers[0]), int(numbers[-1]), float(seconds[-1]))
            part.seconds.frombytes(seconds.tobytes())
            part.lines.frombytes(numbers.tobytes())
            part.flat.frombytes(values.tobytes())
            self.walker.holds(len(rows) * (2 + len(names)))
