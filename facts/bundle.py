"""From what the user names to rows: opens it, finds the outputs inside, reads them, and says whose they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple

from facts.archives import open_input, open_stream
from facts.blobs import Blob, InputError, Refused
from facts.cells import Observed
from facts.faults import Fault, Faults, any_template, fault_of
from facts.file_outputs import Taken, outputs_of
from facts.input_names import Place, in_order, place_of
from facts.inputs import Bundle, Unrecognised, unread
from facts.labelling import label, without_completeness
from facts.limits import limit, passed
from facts.places import MANIFEST, Root, root_of, roots_of
from facts.progress import Course, Stopped, Watch, end_for_time, timed
from facts.reading import Reading, Refusal, Span
from facts.resolution import resolve
from facts.text import clean
from facts.twice import Twice
from facts.undated import read_undated


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
    course = Course(timed(watch), paths)
    try:
        return _load(paths, stdin, course)
    except Stopped as stopped:
        raise stopped.reason from None


def _load(paths: Sequence[str], stdin: IO[bytes] | None, course: Course) -> tuple[Bundle, list[InputError]]:
    bundle = Bundle()
    errors: list[InputError] = []
    taken: list[Taken] = []
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
    read_undated(taken, files, roots)
    taken = _sorted(taken)
    bundle.notes.extend(_said_of_copies(twice.copies))
    _bound_rows(taken)
    _bound_prose(bundle)
    label(taken, roots, bundle)
    bundle.labelled = without_completeness(bundle.labelled, bundle.faults)
    bundle.observed, notes = resolved(bundle.labelled, bundle.faults)
    bundle.notes += notes
    return bundle, errors


def resolved(labelled: list[Observed], faults: list[Fault]) -> tuple[list[Observed], list[str]]:
    """The rows under their resolved names, and notes; of a step that fails, the fault is added to `faults`."""
    observed, notes = resolve(labelled, Faults(faults))
    return without_completeness(observed, faults), notes


def _sorted(taken: Iterable[Taken]) -> list[Taken]:
    """The outputs in the order in which their files were captured."""
    of_file: dict[str, list[Taken]] = {}
    for item in taken:
        of_file.setdefault(item.path, []).append(item)
    rows = {path: [row for item in items for row in item.reading.rows] for path, items in of_file.items()}
    return [item for path in in_order(rows) for item in of_file[path]]


class _Read(NamedTuple):
    """What was read of one input: its outputs, the names of its files with the times at which they were written, its whole hosts."""

    taken: list[Taken]
    files: list[tuple[str, float | None]]
    roots: list[Root]


def _read_input(
    path: str, place: Place, blobs: Iterable[Blob | Refused], bundle: Bundle, course: Course, twice: Twice
) -> _Read:
    """Read every file of one input, and find the whole hosts in it.

    Raises:
        InputError: the input is one file, and that cannot be read.
    """
    taken: list[Taken] = []
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
            taken.extend(outputs_of(blob, bundle, course))
            readable += all(u.lines is not None or u.reason == "empty" for u in bundle.unrecognised[before:])
    except Stopped as stopped:
        end_for_time(stopped)
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
        "finding whole hosts", lambda: roots_of([name for name, _ in names], path), [], affects=any_template
    )
    bundle.prose[told:] = [said for said in bundle.prose[told:] if root_of(said.path, roots) is None]
    return _Read(taken, names, roots)


def _whole(blobs: Iterable[Blob | Refused], path: str, bundle: Bundle) -> Iterator[Blob | Refused]:
    """The files of an input, up to a fault in opening it."""
    try:
        yield from blobs
    except InputError:
        raise
    except Exception as error:
        unread(bundle, fault_of(error, "opening files", path, None, any_template))


def for_people(blob: Blob) -> set[str]:
    """The files that a bundle of `advisor collect` holds for people alone, by its manifest: not to be listed as unread."""
    folder = blob.path.rpartition("/")[0]
    rows = [line.split("\t") for line in blob.data.decode("utf-8", "replace").splitlines() if not line.startswith("#")]
    return {f"{folder}/{row[0]}".lstrip("/") for row in rows if len(row) >= 6 and row[5] == "people"}


def _bound_rows(taken: Sequence[Taken]) -> None:
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


_MOST_COPIES = 5


def _said_of_copies(copies: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Which files were set aside because another one says the same."""
    for copy, original in copies[:_MOST_COPIES]:
        yield f"{copy}: the same as {original}; counted once"
    if len(copies) > _MOST_COPIES:
        yield f"{len(copies) - _MOST_COPIES:,} more files are copies of others, and are counted once"


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


def _is_called(name: str, place: Place, inner: str) -> bool:
    return place.name(inner) == name
