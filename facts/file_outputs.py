"""Every output in one file: finds them, reads them, and lists the lines that nothing reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from facts.alarming import MOST_CHARACTERS, alarms_in, worst
from facts.blobs import Blob
from facts.checked import in_range, read
from facts.commands import refused, rows_of_commands
from facts.dating import Below, date_below
from facts.faults import Faults, any_template, fault_of
from facts.inputs import Bundle, Unrecognised, unread
from facts.limits import limit, passed
from facts.long_text import LongLines, long_lines
from facts.own_reports import KIND, NOTE, stretches, without
from facts.place_commands import command_of, disk_in_name
from facts.places import with_prompts
from facts.progress import Course
from facts.prose import is_sentence, prose_in, remark
from facts.reading import Prompt, Reading, Span, without_idle_prompts
from facts.recognise import recognise, text_of
from facts.segments import Found, Segments
from facts.text import Lines, UnreadableText, lines_of, nul_bytes, unquote
from facts.twice import once

_MANY_LINES = 500
_MOST_OF_A_TAIL = 20
_NO_READER = "no reader: "


@dataclass(slots=True)
class Taken:
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


def outputs_of(blob: Blob, bundle: Bundle, course: Course) -> list[Taken]:
    """Every output in a file; a fault of ours costs this file alone."""
    before = len(bundle.unrecognised), len(bundle.prose)
    try:
        return _outputs(blob, bundle, course)
    except Exception as error:
        fault = fault_of(error, "reading the file", blob.path, None, any_template)
        del bundle.unrecognised[before[0] :], bundle.prose[before[1] :]
        unread(bundle, fault)
        return []


def _outputs(blob: Blob, bundle: Bundle, course: Course) -> list[Taken]:
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
    text = None if isinstance(lines, LongLines) else text_of(lines)
    taken = _set_aside(blob.path, lines, text, bundle)
    for item in taken:
        lines, text = without(lines, [item.lines]), None
    command = command_of(blob.path)
    try:
        segments = recognise(lines, blob.path, command, text)
    except Exception as error:  # the other files count all the same
        unread(bundle, fault_of(error, "looking for outputs", blob.path, None, any_template))
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
    with faults.part("looking for alarms", blob.path):
        _add_alarms(blob.path, lines, text, bundle)
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


def _add_alarms(path: str, lines: Sequence[str], text: str | None, bundle: Bundle) -> None:
    """Note the lines that speak of trouble, as long as there is no more text than anybody waits for."""
    if isinstance(lines, LongLines):
        return  # a sampling of hours is no log
    size = sum(map(len, lines)) if text is None else len(text)
    bundle.searched += size
    if bundle.searched <= MOST_CHARACTERS:
        bundle.alarms = worst([*bundle.alarms, *alarms_in(path, lines)])


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
    lines = once(without_idle_prompts(with_prompts(unquote(lines))))
    return course.watched(Lines(lines) if len(lines) > _MANY_LINES else lines)


def _cut(path: str, cut: Iterable[int], segments: Segments) -> Iterator[Unrecognised]:
    """What is told of lines of which only the beginning was read."""
    enough = [found.output.whole for found in segments.found if found.reader.open_ended]
    cut_off = "a number of more than 100 digits, 2,000 times the same character, as many blanks, or more"
    why = f"not read whole: it has {passed('line-length', cut_off)}"
    for number in cut:
        if not any(first <= number <= last for first, last in enough):
            yield Unrecognised(path, (number, number), why)


def _set_aside(path: str, lines: Sequence[str], text: str | None, bundle: Bundle) -> list[Taken]:
    """The stretches of a file that are reports of this program."""
    if isinstance(lines, LongLines):
        return []
    spans: list[Span] = []
    with Faults(bundle.faults).part("looking for reports of our own", path):
        spans = stretches(lines, text)
    bundle.notes.extend(f"{path}:{first}-{last}: {NOTE}" for first, last in spans)
    return [Taken(path, KIND, "", span, Reading(), {}) for span in spans]


def _read_found(found: Found, written: float | None = None) -> Taken:
    output, reader = found.output, found.reader
    if reader.undated is not None and output.until is None and reader.undated(output):
        return Taken(output.path, reader.kind, found.host, output.whole, Reading(), {}, output.command, found, written)
    reading = read(reader, output)
    texts = texts_of(output.lines, output.first, reading)
    return Taken(output.path, reader.kind, reading.host or found.host, output.whole, reading, texts, output.command)


def texts_of(lines: Sequence[str], first: int, reading: Reading) -> dict[int, str]:
    """The cited lines of an output, by line number: only these are kept of a capture."""
    wanted = {row.lines[0] for row in reading.rows}
    wanted.update(span[0] for row in reading.rows for span in row.slot_lines.values())
    return {number: lines[number - first].strip()[:300] for number in wanted if 0 <= number - first < len(lines)}


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


def _of_command(path: str, number: int, prompt: Prompt, lines: Sequence[str], bundle: Bundle) -> Iterator[Taken]:
    """What a command line tells by itself, unless its output says that it was refused."""
    bundle.prose.extend(remark(path, number, prompt.command))
    if not refused(prompt.command, lines[number] if number < len(lines) else ""):
        for row in rows_of_commands([(number, prompt)]):
            texts = {number: lines[number - 1].strip()[:300]}
            reading = in_range(Reading([row]))
            bundle.notes.extend(f"{path}:{number}: {refusal.reason}" for refusal in reading.refusals)
            yield Taken(path, "", prompt.host, row.lines, reading, texts)
