"""From what the user names to rows: opens it, finds the outputs inside, reads them, and says whose they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import monotonic
from typing import IO, NamedTuple

from facts.account import Account
from facts.archives import Blob, InputError, Refused, open_input, open_stream
from facts.captures import INFERRED, MEASURED, Origin
from facts.checked import failed, in_range, read
from facts.commands import refused, rows_of_commands
from facts.dating import Below, date_below
from facts.faults import ALL, Fault, Faults, fault_of, templates_in
from facts.gist import Gist, gist_of
from facts.hosts import DEFAULT, assign
from facts.input_names import Place, in_order, place_of
from facts.limits import limit, passed
from facts.logtimes import Newest, earliest, latest, rotations
from facts.long_text import LongLines, long_lines
from facts.observations import Cell, Observed
from facts.own_reports import KIND, NOTE, stretches, without
from facts.patterns import lazy
from facts.places import MANIFEST, Root, command_of, disk_in_name, root_of, roots_of, with_prompts
from facts.progress import Course, Progress, Stopped, Watch
from facts.prose import Prose, is_sentence, prose_in, remark
from facts.reading import Prompt, Reading, Refusal, Row, Span, prompt_of, without_idle_prompts
from facts.recognise import recognise
from facts.resolution import resolve
from facts.schema import templates
from facts.segments import Found, Segments
from facts.text import Lines, UnreadableText, clean, lines_of, nul_bytes, unquote
from facts.twice import Twice

_MANY_LINES = 500
_MOST_OF_A_TAIL = 20
_NO_READER = "no reader: "


@dataclass(slots=True)
class Input:
    """One output that was found: `outcome` is ``read``, ``nothing``, ``partial`` or ``refused``; see `facts.account` for its lines."""

    path: str
    kind: str
    host: str
    lines: Span
    rows: int
    outcome: str
    refusals: list[Refusal]
    account: Account | None = None


class Unrecognised(NamedTuple):
    """Lines, or a whole file where `lines` is None, that nothing reads, and why."""

    path: str
    lines: Span | None
    reason: str


@dataclass(slots=True)
class Bundle:
    """Everything that was captured, as read.

    Attributes:
        labelled: the rows with their hosts, before names that outputs write differently were resolved.
        observed: the rows under their resolved names, with those that follow from them.
        faults: what failed in reading and in resolving names; see `facts.faults`.
    """

    inputs: list[Input] = field(default_factory=list)
    unrecognised: list[Unrecognised] = field(default_factory=list)
    labelled: list[Observed] = field(default_factory=list)
    observed: list[Observed] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    prose: list[Prose] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


@dataclass(slots=True)
class _Taken:
    """One output with what was read from it, before it is known whose it is."""

    path: str
    kind: str
    own_host: str
    lines: Span
    reading: Reading
    texts: dict[int, str]
    command: str = ""
    undated: Found | None = None
    written: float | None = None


def _texts(lines: Sequence[str], first: int, reading: Reading) -> dict[int, str]:
    """The cited lines of an output, by line number: only these are kept of a capture."""
    wanted = {row.lines[0] for row in reading.rows}
    wanted.update(span[0] for row in reading.rows for span in row.slot_lines.values())
    return {number: lines[number - first].strip()[:300] for number in wanted if 0 <= number - first < len(lines)}


def _read_found(found: Found, written: float | None = None) -> _Taken:
    output, reader = found.output, found.reader
    if reader.undated is not None and output.until is None and reader.undated(output):
        return _Taken(output.path, reader.kind, found.host, output.whole, Reading(), {}, output.command, found, written)
    reading = read(reader, output)
    texts = _texts(output.lines, output.first, reading)
    return _Taken(output.path, reader.kind, reading.host or found.host, output.whole, reading, texts, output.command)


def _lines(blob: Blob, course: Course, cut: list[int]) -> Sequence[str]:
    """The lines of a file; those of a long sampling are read where it lies. `cut` takes the numbers of lines that were cut.

    Raises:
        UnreadableText: it is no text, or too long to be held.
    """
    data = blob.data
    if blob.source is not None:
        try:
            long = long_lines(blob.source, look=course.look if course.watch is not None else None)
        except OSError as error:  # the scratch file has no room
            raise UnreadableText(f"not read: what is kept meanwhile cannot be written: {error.strerror}") from error
        if long is not None:
            return long
        if blob.source.size > limit("file-size"):
            raise UnreadableText(f"not opened: {passed('file-size', 'the file is larger')}")
        data = blob.source.whole()
    lines = lines_of(data, cut)
    lines = _once(without_idle_prompts(with_prompts(unquote(lines))))
    return course.watched(Lines(lines) if len(lines) > _MANY_LINES else lines)


_MOST_PASTES = 4
_MOST_BY_CHANCE = 60


def _once(lines: list[str]) -> list[str]:
    """The lines of a text without those in which a paste says all of it once more.

    >>> _once(["$ free", "Mem: 3", "", "", "$ free", "Mem: 3 "]), _once(["60", "60"])
    (['$ free', 'Mem: 3'], ['60', '60'])
    """
    filled = [line.strip() for line in lines if line.strip()]
    for times in range(2, _MOST_PASTES + 1):
        size, rest = divmod(len(filled), times)
        if (
            not rest
            and size > 1
            and filled[size] == filled[0]
            and filled == filled[:size] * times
            and _is_own(filled[:size])
        ):
            places = [number for number, line in enumerate(lines) if line.strip()]
            return lines[: places[size - 1] + 1]
    return lines


_RICH = lazy(r"[1-9]")


def _is_own(lines: Sequence[str]) -> bool:
    """Whether lines come again in a copy only: a command stands among them, or numbers that no second sample has again."""
    return (
        any(prompt_of(line) for line in lines)
        or sum(len(_RICH.findall(line)) for line in set(lines)) >= _MOST_BY_CHANCE
    )


def _cut(path: str, cut: Iterable[int], segments: Segments) -> Iterator[Unrecognised]:
    """What is told of lines of which only the beginning was read."""
    enough = [found.output.whole for found in segments.found if found.reader.open_ended]
    cut_off = "a number of more than 100 digits, 2,000 times the same character, as many blanks, or more"
    why = f"not read whole: it has {passed('line-length', cut_off)}"
    for number in cut:
        if not any(first <= number <= last for first, last in enough):
            yield Unrecognised(path, (number, number), why)


def _all() -> tuple[str, ...]:
    return (ALL,)


def _unread(bundle: Bundle, fault: Fault) -> None:
    """Note a fault that cost a whole file."""
    Faults(bundle.faults).add(fault)
    bundle.unrecognised.append(Unrecognised(fault.path, fault.lines, f"{fault.where} failed: {fault.reason}"))


def _read_file(blob: Blob, bundle: Bundle, course: Course) -> list[_Taken]:
    """Every output in a file; a fault of ours costs this file alone."""
    before = len(bundle.unrecognised), len(bundle.prose)
    try:
        return _outputs(blob, bundle, course)
    except Exception as error:
        fault = fault_of(error, "reading the file", blob.path, None, _all)
        del bundle.unrecognised[before[0] :], bundle.prose[before[1] :]
        _unread(bundle, fault)
        return []


def _outputs(blob: Blob, bundle: Bundle, course: Course) -> list[_Taken]:
    course.recognises(blob.path)
    try:
        cut: list[int] = []
        lines = _lines(blob, course, cut)
    except UnreadableText as error:
        bundle.unrecognised.append(Unrecognised(blob.path, None, str(error)))
        return []
    if nuls := nul_bytes(blob.data):
        bundle.notes.append(f"{blob.path}: {nuls:,} NUL bytes left out; a crash, or a log that was cut, leaves them")
    if all(not line or line.isspace() for line in lines):
        bundle.unrecognised.append(Unrecognised(blob.path, None, "empty"))
        return []
    gist = None if isinstance(lines, LongLines) else gist_of(lines)
    taken = _set_aside(blob.path, lines, gist, bundle)
    for item in taken:
        lines, gist = without(lines, [item.lines]), None
    command = command_of(blob.path)
    try:
        segments = recognise(lines, blob.path, command, gist)
    except Exception as error:  # the other files count all the same
        _unread(bundle, fault_of(error, "looking for outputs", blob.path, None, _all))
        return []
    bundle.unrecognised.extend(_cut(blob.path, cut, segments))
    for found in _with_tails(segments, lines):
        course.takes(found.reader.kind, found.output.first / len(lines), found.output.whole[1] / len(lines))
        if found.reader.kind.startswith(_NO_READER):
            bundle.unrecognised.append(Unrecognised(blob.path, found.output.whole, found.reader.kind))
        else:
            taken.append(_read_found(found, blob.time))
            if found.reader.kind.startswith("smartctl") and not found.output.command_line and disk_in_name(blob.path):
                bundle.notes.append(
                    f"{blob.path}: taken for {disk_in_name(blob.path)} by its name; nothing in it names the device"
                )
    bundle.unrecognised.extend(Unrecognised(blob.path, left.lines, left.reason) for left in segments.unread)
    faults = Faults(bundle.faults)
    with faults.part("looking for sentences", blob.path):
        for left in segments.unread:
            bundle.prose.extend(prose_in(blob.path, lines, left.lines))
    with faults.part("reading commands", blob.path):
        for number, prompt in segments.commands:
            taken.extend(_of_command(blob.path, number, prompt, lines, bundle))
    taken.sort(key=lambda item: item.lines[0])
    with faults.part("dating outputs", blob.path):
        date_below(Below(i.kind, i.own_host, lines[i.lines[0] - 1][:80], i.reading) for i in taken if i.kind)
    course.ends()
    return taken


def _with_tails(segments: Segments, lines: Sequence[str]) -> Iterator[Found]:
    """The outputs, those with their tail that go on directly in lines which nothing reads and which are no sentence."""
    begins = {left.lines[0] for left in segments.unread}
    for found in segments.found:
        following = found.output.whole[1] + 1
        if following in begins and (tail := _block_at(lines, following)) is not None:
            found = found._replace(output=found.output._replace(tail=tail))
        yield found


def _block_at(lines: Sequence[str], number: int) -> Span | None:
    """The lines from `number` on up to an empty one; None where they are a sentence or the end of a quotation."""
    end = number
    while end < len(lines) and end < number + _MOST_OF_A_TAIL and lines[end].strip():
        end += 1
    text = "\n".join(lines[number - 1 : end])
    return None if is_sentence(text) or text.startswith("```") else (number, end)


def _set_aside(path: str, lines: Sequence[str], gist: Gist | None, bundle: Bundle) -> list[_Taken]:
    """The stretches of a file that are reports of this program."""
    if isinstance(lines, LongLines):
        return []
    spans: list[Span] = []
    with Faults(bundle.faults).part("looking for reports of our own", path):
        spans = stretches(lines, gist)
    bundle.notes.extend(f"{path}:{first}-{last}: {NOTE}" for first, last in spans)
    return [_Taken(path, KIND, "", span, Reading(), {}) for span in spans]


def _of_command(path: str, number: int, prompt: Prompt, lines: Sequence[str], bundle: Bundle) -> Iterator[_Taken]:
    """What a command line tells by itself, unless its output says that it was refused."""
    bundle.prose.extend(remark(path, number, prompt.command))
    if not refused(prompt.command, lines[number] if number < len(lines) else ""):
        for row in rows_of_commands([(number, prompt)]):
            texts = {number: lines[number - 1].strip()[:300]}
            reading = in_range(Reading([row]))
            bundle.notes.extend(f"{path}:{number}: {refusal.reason}" for refusal in reading.refusals)
            yield _Taken(path, "", prompt.host, row.lines, reading, texts)


def _read_undated(taken: Sequence[_Taken], files: Sequence[tuple[str, float | None]], roots: Sequence[Root]) -> None:
    """Read the logs whose lines have no year, now that everything else has told when the host was captured."""
    undated = [item for item in taken if item.undated is not None]
    if not undated:
        return
    told = Newest(roots)
    for path, written in files:
        told.add_file(path, written)
    for item in taken:
        told.add(item.path, latest(item.reading.rows))
        told.up(item.path, item.reading.rows)
    for log in rotations([item.path for item in undated]):
        newer: float | None = None
        for item in (undated[index] for index in log):
            _read_until(item, told.until(item.path, item.written, newer), told.boot(item.path))
            newer = earliest(item.reading.rows) or newer


def _read_until(item: _Taken, until: float | None, boot: float | None) -> None:
    found, item.undated = item.undated, None
    if found is not None:
        output = found.output._replace(until=until, boot=boot)
        item.reading = read(found.reader, output)
        item.own_host = item.reading.host or found.host
        item.texts = _texts(output.lines, output.first, item.reading)


def _observed(row: Row, host: str, item: _Taken) -> Observed:
    template = templates()[row.template]
    rank = INFERRED if row.inferred else MEASURED
    cells = {}
    for slot, value in row.values.items():
        lines = row.slot_lines.get(slot, row.lines)
        origin = Origin(item.path, lines, host, text=item.texts.get(lines[0], ""), command=item.command)
        cells[slot] = Cell(template.slots[slot].coerce(value), origin, rank, row.time)
    return Observed(row.template, host, cells)


def _label(taken: Iterable[_Taken], roots: Sequence[Root], bundle: Bundle) -> None:
    items, faults = list(taken), Faults(bundle.faults)
    hosts = faults.attempt(
        "naming hosts",
        lambda: assign(
            [(item.path, item.own_host) for item in items], roots, [item.kind for item in items], bundle.notes
        ),
        [item.own_host or DEFAULT for item in items],
        affects=_all,
    )
    for item, host in zip(items, hosts, strict=True):
        rows = _rows_of(item, host)
        reading = item.reading
        if reading.fault is not None:
            faults.add(reading.fault)
        if item.kind:
            bundle.inputs.append(
                Input(
                    item.path,
                    item.kind,
                    host,
                    item.lines,
                    len(reading.rows),
                    reading.outcome,
                    reading.refusals,
                    reading.account,
                )
            )
        bundle.labelled.extend(rows)
    with faults.part("reading times of reports"):
        bundle.labelled.extend(_clocks(roots, items, hosts))


def _rows_of(item: _Taken, host: str) -> list[Observed]:
    """The rows of one output with their origins; none, and the fault in its reading, where one does not fit its template."""
    reading = item.reading
    try:
        rows = [_observed(row, host, item) for row in reading.rows]
        time = latest(reading.rows) or reading.time
    except Exception as error:
        where = f"reader {item.kind or 'commands'}"
        item.reading = failed(
            fault_of(error, where, item.path, item.lines, lambda: {row.template for row in reading.rows})
        )
        return []
    read_whole = (
        Row("read", {"template": name, "complete": "yes"}, item.lines, time=time) for name in sorted(reading.complete)
    )
    return [*rows, *(_observed(row, host, item) for row in read_whole)]


def _without_completeness(rows: list[Observed], faults: Sequence[Fault]) -> list[Observed]:
    """The rows without those that call an output complete, of templates of which a fault may have cost rows."""
    lost = {name for fault in faults for name in fault.templates}
    if not lost:
        return rows
    return [
        row for row in rows
        if row.template != "read" or not (ALL in lost or str(row.cells["template"].value) in lost)
    ]  # fmt: skip


def _clocks(roots: Sequence[Root], items: Sequence[_Taken], hosts: Sequence[str]) -> Iterator[Observed]:
    """When whole hosts were collected, by the names of their folders."""
    for root in roots:
        host = next((h for item, h in zip(items, hosts, strict=True) if root_of(item.path, [root])), "")
        if host and root.time is not None:
            origin = Origin(root.path, (1, 1), host, text=root.path.rpartition("/")[2])
            yield Observed("host-clock", host, {"taken-time": Cell(root.time, origin, INFERRED, root.time)})


def for_people(blob: Blob) -> set[str]:
    """The files that a bundle of `advisor collect` holds for people alone, by its manifest: not to be listed as unread."""
    folder = blob.path.rpartition("/")[0]
    rows = [line.split("\t") for line in blob.data.decode("utf-8", "replace").splitlines() if not line.startswith("#")]
    return {f"{folder}/{row[0]}".lstrip("/") for row in rows if len(row) >= 6 and row[5] == "people"}


class _Read(NamedTuple):
    """What was read of one input: its outputs, the names of its files with the times at which they were written, its whole hosts."""

    taken: list[_Taken]
    files: list[tuple[str, float | None]]
    roots: list[Root]


def _read_input(
    path: str, place: Place, blobs: Iterable[Blob | Refused], bundle: Bundle, course: Course, twice: Twice
) -> _Read:
    """Read every file of one input, and find the whole hosts in it.

    Raises:
        InputError: the input is one file, and that cannot be read.
    """
    taken: list[_Taken] = []
    names: list[tuple[str, float | None]] = []
    readable = files = 0
    first, told = len(bundle.unrecognised), len(bundle.prose)
    faults = Faults(bundle.faults)
    quiet: set[str] = set()
    try:
        for blob in _whole(blobs, place.name(clean(path)), bundle):
            files += 1
            blob = blob._replace(path=place.name(blob.path))
            if isinstance(blob, Refused):
                bundle.unrecognised.append(Unrecognised(blob.path, None, blob.reason))
                if blob.fault is not None:
                    faults.add(blob.fault._replace(path=blob.path))
                continue
            names.append((blob.path, blob.time))
            if blob.path.rpartition("/")[2] == MANIFEST:
                quiet |= faults.attempt("reading the manifest", partial(for_people, blob), set(), blob.path)
                readable += 1
                continue
            if faults.attempt("looking for copies", partial(twice.is_copy, blob), False, blob.path):
                readable += 1
                continue
            before = len(bundle.unrecognised)
            taken.extend(_read_file(blob, bundle, course))
            readable += all(u.lines is not None or u.reason == "empty" for u in bundle.unrecognised[before:])
    except Stopped as stopped:
        _end_for_time(stopped)
        bundle.unrecognised.append(
            Unrecognised(clean(path), None, f"not read further: {passed('time', 'it took more')}")
        )
        readable += 1
    if not readable and files == 1 and not Path(path).is_dir():
        reason = bundle.unrecognised[first].reason.removeprefix("not read: ")
        del bundle.unrecognised[first:]
        raise InputError("input-not-readable", f"`{clean(path)}` cannot be read: {reason}", clean(path),
                         "give captures as text, in a folder or in an archive")  # fmt: skip
    bundle.unrecognised[first:] = [u for u in bundle.unrecognised[first:] if u.path not in quiet]
    roots: list[Root] = faults.attempt(
        "finding whole hosts", lambda: roots_of([name for name, _ in names], path), [], affects=_all
    )
    bundle.prose[told:] = [said for said in bundle.prose[told:] if root_of(said.path, roots) is None]
    return _Read(taken, names, roots)


def _read_all_undated(
    taken: Sequence[_Taken], files: Sequence[tuple[str, float | None]], roots: Sequence[Root]
) -> None:
    """The same, where time or a fault may end it."""
    try:
        _read_undated(taken, files, roots)
    except Stopped as stopped:
        _end_for_time(stopped)
        for item in (item for item in taken if item.undated is not None):
            item.reading = Reading(refusals=[Refusal(item.lines, f"not read: {passed('time', 'it took more')}")])
    except Exception as error:
        for item in (item for item in taken if item.undated is not None):
            affects = partial(templates_in, item.undated.reader.read) if item.undated else _all
            item.reading = failed(fault_of(error, "dating logs", item.path, item.lines, affects))


def _whole(blobs: Iterable[Blob | Refused], path: str, bundle: Bundle) -> Iterator[Blob | Refused]:
    """The files of an input, up to a fault in opening it."""
    try:
        yield from blobs
    except InputError:
        raise
    except Exception as error:
        _unread(bundle, fault_of(error, "opening files", path, None, _all))


class _OutOfTime(Exception):
    """The limit of time is reached."""


def _end_for_time(stopped: Stopped) -> None:
    """Go on with what was read so far where time is up; where somebody else stopped the reading, it is stopped."""
    if not isinstance(stopped.reason, _OutOfTime):
        raise stopped


def _timed(watch: Watch | None) -> Watch | None:
    """A watch that ends the reading when the limit of time is reached."""
    if not limit("time"):
        return watch
    end = monotonic() + limit("time")

    def look(progress: Progress) -> None:
        if watch is not None:
            watch(progress)
        if monotonic() > end:
            raise _OutOfTime

    return look


def _bound_rows(taken: Sequence[_Taken]) -> None:
    """Refuse the outputs from which on there would be more rows than the limit."""
    rows = 0
    for item in taken:
        rows += len(item.reading.rows)
        if rows > limit("rows"):
            item.reading = Reading(refusals=[Refusal(item.lines, f"not used: with it there are {passed('rows')}")])


def _bound_prose(bundle: Bundle) -> None:
    """Leave out running text beyond the limit; each file with some is told."""
    characters = 0
    left: dict[str, Span] = {}
    kept = []
    for prose in bundle.prose:
        characters += len(prose.text)
        if characters <= limit("prose"):
            kept.append(prose)
        else:
            begin, _ = left.get(prose.path, prose.lines)
            left[prose.path] = (begin, prose.lines[1])
    if left:
        bundle.prose = kept
        why = f"its sentences are not looked at: {passed('prose')}"
        bundle.unrecognised.extend(Unrecognised(path, lines, why) for path, lines in left.items())


def resolved(labelled: list[Observed], faults: list[Fault]) -> tuple[list[Observed], list[str]]:
    """The rows under their resolved names, and notes; of a step that fails, the fault is added to `faults`."""
    observed, notes = resolve(labelled, Faults(faults))
    return _without_completeness(observed, faults), notes


def load(
    paths: Sequence[str], stdin: IO[bytes] | None = None, watch: Watch | None = None
) -> tuple[Bundle, list[InputError]]:
    """Read every path.

    Args:
        paths: files, trees, archives; ``-`` is standard input.
        stdin: the binary stream that ``-`` stands for.
        watch: is told how far it has got, at each file and output and now and then within long ones; what it raises ends
            the reading and comes out of here. Nothing is left behind then.

    Returns:
        What was read, and one error per path that could not be opened at all.
    """
    course = Course(_timed(watch), paths)
    try:
        return _load(paths, stdin, course)
    except Stopped as stopped:
        raise stopped.reason from None


def _load(paths: Sequence[str], stdin: IO[bytes] | None, course: Course) -> tuple[Bundle, list[InputError]]:
    bundle = Bundle()
    errors: list[InputError] = []
    taken: list[_Taken] = []
    files: list[tuple[str, float | None]] = []
    roots: list[Root] = []
    twice = Twice()
    for path in paths:
        try:
            opened = (
                open_stream(stdin, course=course) if path == "-" and stdin is not None else open_input(path, course)
            )
            with closing(opened) as blobs:
                read = _read_input(path, place_of(path, paths), blobs, bundle, course, twice)
            taken.extend(read.taken)
            files.extend(read.files)
            roots.extend(read.roots)
        except InputError as error:
            errors.append(error)
    _read_all_undated(taken, files, roots)
    taken = _sorted(taken)
    bundle.notes.extend(_said_of_copies(twice.copies))
    _bound_rows(taken)
    _bound_prose(bundle)
    _label(taken, roots, bundle)
    bundle.labelled = _without_completeness(bundle.labelled, bundle.faults)
    bundle.observed, notes = resolved(bundle.labelled, bundle.faults)
    bundle.notes += notes
    return bundle, errors


def _sorted(taken: Iterable[_Taken]) -> list[_Taken]:
    """The outputs in the order in which their files were captured."""
    of_file: dict[str, list[_Taken]] = {}
    for item in taken:
        of_file.setdefault(item.path, []).append(item)
    rows = {path: [row for item in items for row in item.reading.rows] for path, items in of_file.items()}
    return [item for path in in_order(rows) for item in of_file[path]]


_MOST_COPIES = 5


def _said_of_copies(copies: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Which files were set aside because another one says the same."""
    for copy, original in copies[:_MOST_COPIES]:
        yield f"{copy}: the same as {original}; counted once"
    if len(copies) > _MOST_COPIES:
        yield f"{len(copies) - _MOST_COPIES:,} more files are copies of others, and are counted once"


def _is_called(name: str, place: Place, inner: str) -> bool:
    return place.name(inner) == name


def files_called(name: str, paths: Sequence[str], watch: Watch | None = None) -> Iterator[Blob | Refused]:
    """The files that `load` of the same paths calls `name`; the others are passed over, and not kept in memory.

    A path that is no file or folder, or is none any more, is passed over too: a pipe has nothing left to read.

    Raises:
        InputError: a path cannot be opened.
    """
    course = Course(watch, paths)
    try:
        for path in (path for path in paths if Path(path).is_file() or Path(path).is_dir()):
            called = partial(_is_called, name, place_of(path, paths))
            with closing(open_input(path, course, called)) as blobs:
                yield from (blob for blob in blobs if called(blob.path))
    except Stopped as stopped:
        raise stopped.reason from None
