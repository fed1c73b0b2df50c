"""Writes and removals: nothing that can be there already is written over or taken away, and nothing below /dev.

- A new file is made by mktemp, or bears the second in its name, so that nothing is under that name.
- A file of the system is never written where it stands: a full disk would leave a part of it. The new text is written beside
  it, checked, and moved into its place; `ln` puts a new file into its place, for it refuses where one is there.
- The copy of before is dated, its name is printed, and the undo names that very copy.
- A directory that a person names is refused below /dev before anything is made in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from advisor.kbcheck.pasting import paths
from advisor.kbcheck.pasting.programs import CHECKS_A_FILE, inner
from advisor.shell.reading import unmarked
from advisor.shell.tree import MARK_OPENS, Case, Group, Literal, Simple, Substitution, Word
from advisor.shell.walk import Run

COPY, NEW, UNDO = ".before-", ".new-", ".undo-"
"""How a copy of before, a new text beside its file and what an undo puts beside it are named; a second follows."""
_OURS = "advisor"
"""Begins the last part of the name of each file that is made for a test."""
_RECORDS = ("/root/", "/var/tmp/")

Problem = tuple[str, str]
"""A rule, and what breaks it."""


class Write(NamedTuple):
    """A file that a command writes, makes, moves or removes."""

    how: str
    file: Word
    source: Word | None = None


def written(simple: Simple) -> Iterator[Write]:
    """Every file that a command and its redirections change."""
    for redirect in simple.redirects:
        if redirect.writes:
            yield Write("append" if redirect.operator in (">>", "&>>") else "truncate", redirect.target)
    command = inner(simple)
    options = {word.literal or "" for word in command.words[1:] if (word.literal or "").startswith("-")}
    rest = [word for word in command.words[1:] if (word.literal or "") not in options]
    match command.name:
        case "tee":
            yield from (Write("append" if "-a" in options else "truncate", word) for word in rest)
        case "dd" | "gdd":
            yield from (Write("dd", Word(word.parts)) for word in rest if word.shape.startswith("of="))
        case "cp" | "rsync" | "install":
            yield Write("copy", rest[-1], rest[0])
        case "mv":
            yield Write("move", rest[-1], rest[0])
        case "ln":
            yield Write("replace" if "-f" in options else "link", rest[-1], rest[0])
        case "rm" | "unlink":
            yield from (
                Write("remove all" if options & {"-r", "-R", "-rf", "-fr"} else "remove", word) for word in rest
            )
        case "truncate" | "shred":
            yield from (Write("truncate", word) for word in rest)
        case "touch":
            yield from (Write("touch", word) for word in rest)
        case "mkdir" | "rmdir":
            yield from (Write("make", word) for word in rest)
        case "sed" if any(option.startswith("-i") for option in options):
            yield Write("in place", rest[-1])
        case "wipefs" if "-n" not in options:
            yield from (Write("format", word) for word in rest)
        case "mktemp" if rest:
            yield Write("make", rest[-1])
        case "tar" if any(c in "".join(sorted(options)[:1]) for c in "cru"):
            yield from _of_tar(command)
        case name if name.startswith(("mkfs", "mke2fs")):
            yield from (Write("format", word) for word in rest[-1:])
        case "openssl":
            names = [word.literal for word in command.words]
            yield from (
                Write("truncate", command.words[n + 1]) for n, name in enumerate(names) if name in ("-keyout", "-out")
            )
        case "mdadm" if "--add" in options:
            yield from (Write("format", word) for word in command.words[-1:])
        case "ddrescue":  # it refuses a map that is none of its own, and without -f a device
            yield from (Write("format" if options & {"-f", "--force"} else "image", word) for word in rest[1:2])


def _of_tar(command: Simple) -> Iterator[Write]:
    names = [word.literal or "" for word in command.words]
    for number, name in enumerate(names[1:], 1):
        if name.startswith("-") and not name.startswith("--") and name.endswith("f") and names[number + 1] != "-":
            yield Write("truncate", command.words[number + 1])


def problems(runs: Sequence[Run], step_risk: str) -> Iterator[Problem]:
    """What is wrong with the writes of one text."""
    for run in runs:
        yield from _removed_by_list(run)
        for write in written(run.simple):
            found = _problem(write, run, step_risk)
            if found:
                yield found
    yield from _half_way(runs)


def _removed_by_list(run: Run) -> Iterator[Problem]:
    """Removals of what another program lists, where that list is not a file of our own that was looked at before."""
    name, removes = (
        run.simple.name,
        any(word.literal in ("rm", "mv", "-delete", "unlink") for word in run.simple.words[1:]),
    )
    if name == "find" and removes:
        yield "remove", "`find` removes what it finds: list it into a file of mktemp, look, then remove by the list"
    if name == "xargs" and removes:
        known = paths.variables(run)
        if not any(r.operator == "<" and paths.kind(r.target, known) == paths.FRESH for r in run.simple.redirects):
            yield (
                "remove",
                "`xargs rm` removes what a pipe brings: list it into a file of mktemp, look, then remove by the list",
            )


def _problem(write: Write, run: Run, step_risk: str) -> Problem | None:
    known = paths.variables(run)
    file = _file_of_dd(write.file) if write.how == "dd" else write.file
    where = paths.kind(file, known)
    if paths.expanded(file, known).shape.rpartition("/")[0] in paths.made(run):
        where = paths.FRESH
    name = unmarked(paths.expanded(file, known).shape)
    match write.how, where:
        case "truncate", paths.KERNEL:
            return _perhaps_empty(name, run)
        case ("truncate" | "copy", paths.FRESH | paths.DATED) | ("truncate", paths.NULL):
            return _unlike_its_file(write, run, known) if write.how == "copy" and where == paths.DATED else None
        case "append", paths.FRESH | paths.DATED | paths.RECORD | paths.NULL | paths.KERNEL:
            return None
        case "dd", paths.FRESH | paths.NULL:
            return None
        case "dd", _ if _refuses_what_is_there(run.simple) and _not_below_dev(paths.expanded(file, known), run):
            return None
        case "image", _ if _is_asked_for(f"[ ! -e {file.shape} ]", run):
            return None
        case "make", paths.NAMED if run.simple.name != "rmdir":
            return (
                None
                if _not_below_dev(paths.expanded(file, known), run)
                else ("device", f"`{name}` is made without a refusal of /dev")
            )
        case "touch", paths.SETTING | paths.RECORD | paths.FRESH:
            return None
        case "link", paths.SETTING | paths.NAMED:
            return _linked_ill(write, run, known)
        case ("make", _) | ("remove", paths.FRESH):
            return None
        case "remove", paths.NAMED if _is_ours(file):
            return None
        case "move", paths.DATED | paths.FRESH:
            return None
        case "move", paths.SETTING | paths.NAMED:
            return _published_ill(write, run, known)
        case "format", _:
            return _formatted_ill(name, file, run, step_risk)
        case "in place", _:
            return "in place", f"`{name}` is edited where it stands: write beside it, check, move"
        case (("remove" | "remove all"), _):
            return "remove", f"`{name}` is removed, whatever it is"
        case _:
            return "overwrite", f"`{name}` is written over, or in part where the disk is full"


def _is_asked_for(test: str, run: Run) -> bool:
    """Whether a test is one of those that ended well before a command, also as one of several ways between braces."""
    for guard in run.guards:
        last = guard.last
        if guard.held and isinstance(last, Group):
            inside = [c for item in last.body for c in item.pipeline.commands if isinstance(c, Simple)]
            if any(" ".join(word.shape for word in command.words) == test for command in inside):
                return True
    return test in paths.tests(run)


def _file_of_dd(word: Word) -> Word:
    first, *others = word.parts
    assert isinstance(first, Literal)
    rest = first.text.removeprefix("of=")
    return Word((*((Literal(rest, first.quoted),) if rest else ()), *others))


def _refuses_what_is_there(simple: Simple) -> bool:
    return any("excl" in word.shape.partition("conv=")[2].split(",") for word in simple.words)


def _directory(word: Word) -> str:
    """The directory that a person named, of a file in it."""
    shape = word.shape
    return shape.rpartition("/")[0] or shape


def _not_below_dev(file: Word, run: Run) -> bool:
    """Whether ``case FILE in /dev|/dev/*) false ;; esac`` ended well before, for the file or its directory."""
    for guard in run.guards:
        last = guard.last
        if guard.held and isinstance(last, Case) and last.word.shape in (file.shape, _directory(file)):
            patterns = {pattern.literal for some, _ in last.branches for pattern in some}
            bodies = {
                command.name
                for _, body in last.branches
                for item in body
                for command in item.pipeline.commands
                if isinstance(command, Simple)
            }
            if {"/dev", "/dev/*"} <= patterns and bodies == {"false"}:
                return True
    return False


def _is_ours(file: Word) -> bool:
    directory, _, last = file.shape.rpartition("/")
    return bool(directory) and last.startswith(_OURS)


def _unlike_its_file(write: Write, run: Run, known: paths.Variables) -> Problem | None:
    """A dated copy stands beside its file and is named after it."""
    assert write.source is not None
    file, source = (paths.expanded(word, known).shape for word in (write.file, write.source))
    base = next((file.partition(suffix)[0] for suffix in (COPY, NEW, UNDO) if suffix in file), file)
    if source == base or source.startswith(base + COPY):
        return None
    return (
        "copy",
        f"the copy `{unmarked(file)}` is not named after `{unmarked(source)}`: {COPY}DATE, {NEW}DATE or {UNDO}DATE",
    )


def _linked_ill(write: Write, run: Run, known: paths.Variables) -> Problem | None:
    """A new file that `ln` would put into a directory of that name, and report success."""
    file = paths.expanded(write.file, known).shape
    if f"[ ! -d {file} ]" in paths.tests(run):
        return None
    name = unmarked(file)
    return "directory", f"`{name}` may be a directory, into which ln puts the file: [ ! -d {name} ] &&"


_PRINTS_ITS_WORDS = ("echo", "printf")


def _perhaps_empty(name: str, run: Run) -> Problem | None:
    """A setting of the running kernel that gets whatever a program prints, also nothing where its input is missing."""
    known = paths.variables(run)
    if run.simple.name in _PRINTS_ITS_WORDS:
        return None
    read = [paths.expanded(word, known).shape for word in run.simple.words[1:]]
    if run.simple.name == "cat" and all(f"[ -s {file} ]" in paths.tests(run) for file in read):
        return None
    return (
        "empty",
        f'`{name}` gets nothing where the program prints nothing: v=$(...) && [ -n "$v" ] && echo "$v" > {name}',
    )


def _half_way(runs: Sequence[Run]) -> Iterator[Problem]:
    """Files that are prepared only after another file was moved into its place: where that fails, half is done."""
    for run in runs:
        known = paths.variables(run)
        published = any(text.startswith("mv ") and NEW in text for text in paths.tests(run))
        for write in written(run.simple) if published and run.simple.name == "cp" else ():
            file = paths.expanded(write.file, known).shape
            if COPY in file:
                name = unmarked(file.partition(COPY)[0])
                yield "half way", f"`{name}` is prepared after another file was replaced: prepare all, then move all"


def _published_ill(write: Write, run: Run, known: paths.Variables) -> Problem | None:
    """A move into the place of a file, where it has not been prepared as it has to be."""
    assert write.source is not None
    target, source = paths.expanded(write.file, known), paths.expanded(write.source, known)
    file, new = target.shape, source.shape
    name = unmarked(file)
    if not new.startswith((file + NEW, file + UNDO)):
        return "move", f"`{name}` is replaced by what is not written beside it as {name}{NEW}DATE"
    said = set(paths.tests(run))
    if f"[ ! -h {file} ]" not in said:
        return "link", f"`{name}` may be a link, which a move would replace: [ ! -h {name} ] &&"
    if not any(text.startswith("cp -p ") and text.endswith(f" {new}") for text in said):
        return "mode", f"`{name}` loses its mode and owner: cp -p {name} {name}{NEW}DATE first"
    undoes = any(f" {file}{COPY}{MARK_OPENS}" in text for text in said)
    if not undoes and f"[ -f {file} ]" not in said:
        return "no file", f"`{name}` may be a device or a pipe, which a move would replace: [ -f {name} ] &&"
    if not undoes and not any(text.startswith(f"cp -p {file} {file}{COPY}") for text in said):
        return "backup", f"`{name}` is replaced without a dated copy: cp -p {name} {name}{COPY}DATE &&"
    if not any(
        text.split(" ")[0] in CHECKS_A_FILE and new in text and text != f"[ ! -h {file} ]" for text in said
    ) and not (undoes and any(text.startswith((f"[ -s {file}{COPY}", f"[ -f {file}{COPY}")) for text in said)):
        return "check", f"`{name}` is replaced by a text that nothing has checked: [ -s {name}{NEW}DATE ] at least"
    return None


def _formatted_ill(name: str, file: Word, run: Run, step_risk: str) -> Problem | None:
    """What stands on a device is destroyed: only where `wipefs` was there, ended well, and found nothing."""
    if step_risk not in ("destructive", "disruptive"):
        return "format", f"`{name}` is written over in a step that is called `{step_risk}`"
    if run.simple.name == "mdadm" and f"mdadm --examine {file.shape}" in _plain_tests(run):
        return None  # it was a member before
    for variable, word in _substituted(run).items():
        asks = [part.source for part in word.parts if isinstance(part, Substitution)]
        if any(text == f"wipefs -n {file.shape}" for text in asks) and f"[ -z ${{{variable}}} ]" in _plain_tests(run):
            return None
    return "format", f'nothing proves that `{name}` is empty: found=$(wipefs -n {name}) && [ -z "$found" ] &&'


def _substituted(run: Run) -> Mapping[str, Word]:
    return {
        name: word for guard in run.guards if guard.held and isinstance(guard.last, Simple) and not guard.last.words
        for name, word in guard.last.assignments
    }  # fmt: skip


def _plain_tests(run: Run) -> set[str]:
    """The tests before a command as they are written, without the values of variables."""
    return {
        " ".join(word.shape for word in guard.last.words)
        for guard in run.guards if guard.held and not guard.pipeline.negated and isinstance(guard.last, Simple)
    }  # fmt: skip


def copies(runs: Sequence[Run]) -> set[str]:
    """The dated copies that a text makes of files, each without its date."""
    found = set()
    for run in runs:
        known = paths.variables(run)
        for write in written(run.simple):
            shape = paths.expanded(write.file, known).shape
            if write.how in ("copy", "truncate") and paths.kind(write.file, known) == paths.DATED and COPY in shape:
                found.add(shape.partition(COPY)[0] + COPY)
    return found


def unprinted(runs: Sequence[Run]) -> Iterator[Problem]:
    """Dated copies whose name the text does not print, so that nobody could name the very one."""
    printed = [text for run in runs if run.simple.name == "echo" for text in _shapes(run)]
    for copy in sorted(copies(runs)):
        if not any(copy in text for text in printed):
            yield "unprinted", f'the name of the copy is not printed: echo "backup: {unmarked(copy)}$d"'


def undone_by_another(command: Sequence[Run], undo: Sequence[Run]) -> Iterator[Problem]:
    """Copies and records that an undo goes by without naming the very one by a mark for its date."""
    named = [text for run in undo for text in _shapes(run)]
    for copy in sorted(copies(command)):
        if undo and not any(text.startswith(copy + MARK_OPENS) for text in named):
            yield "undo", f"the undo does not name the copy {unmarked(copy)}<DATE>"
    for run in undo:
        for text in _shapes(run) if run.simple.name not in ("mv", "rm", "rmdir") else ():
            if text.startswith(_RECORDS) and COPY + MARK_OPENS not in text:
                yield (
                    "undo",
                    f"the undo reads `{unmarked(text)}`, which may be the record of an earlier day: {COPY}<DATE>",
                )


def _shapes(run: Run) -> list[str]:
    """The arguments of a command and the files that it reads, with known variables put in."""
    known = paths.variables(run)
    words = [*run.simple.words[1:], *(r.target for r in run.simple.redirects if not r.writes)]
    return [paths.expanded(word, known).shape for word in words]
