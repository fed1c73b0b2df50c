"""Other guises of the captures of an example: nothing that a variation changes tells anything of the host.

`VARIATIONS` change names and texts; `DELIVERIES` write the same files to a folder and name what is handed to the program.
"""

from __future__ import annotations

import gzip
import re
import tarfile
import zipfile
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from facts.file_order import natural, order_of_files
from facts.hosts import DEFAULT
from facts.inputs import Bundle
from facts.reading import prompt_of

Files = list[tuple[str, str]]


class Seen(NamedTuple):
    """What an example's captures say of hosts and times.

    Attributes:
        host: the only host, ``host`` where none is named, "" where there are several.
        times: for each file the first and last time that its rows tell.
    """

    host: str
    times: dict[str, tuple[float, float]]


def seen_in(bundle: Bundle) -> Seen:
    """Read off what the variations need."""
    hosts = {item.host for item in bundle.inputs} | {row.host for row in bundle.labelled}
    times: dict[str, tuple[float, float]] = {}
    for row in bundle.labelled:
        for cell in row.cells.values():
            if cell.time is not None:
                first, last = times.get(cell.origin.path, (cell.time, cell.time))
                times[cell.origin.path] = min(first, cell.time), max(last, cell.time)
    return Seen(hosts.pop() if len(hosts) == 1 else "", times)


Variation = Callable[[Files, Seen], Files]


def _each(change: Callable[[str], str]) -> Variation:
    return lambda files, seen: [(name, change(text)) for name, text in files]


def _plain(change: Callable[[Files], Files]) -> Variation:
    return lambda files, seen: change(files)


# the same evidence once more ------------------------------------------------------------------------------------------


def _copied(files: Files) -> Files:
    """Each file a second time beside itself, as a file manager names a copy."""
    made = []
    for name, text in files:
        stem, dot, ending = name.rpartition(".")
        copy = f"{stem} (1).{ending}" if dot and "/" not in ending else f"{name} (1)"
        made += [(name, text), (copy, text)]
    return made


def _again_in(folder: str) -> Variation:
    return lambda files, seen: [*files, *((f"{folder}/{name}", text) for name, text in files)]


def _twice(between: str, times: int = 2) -> Callable[[str], str]:
    return lambda text: between.join([text.rstrip("\n")] * times) + "\n"


# how a text is quoted -------------------------------------------------------------------------------------------------


def _lines(before: str) -> Callable[[str], str]:
    return lambda text: "".join(f"{before}{line}" if line.strip() else line for line in text.splitlines(keepends=True))


def _all_lines(before: str) -> Callable[[str], str]:
    return lambda text: "".join(f"{before}{line}" for line in text.splitlines(keepends=True))


def _posted(text: str) -> str:
    """In a post, between sentences."""
    return f"This is what it prints:\n\n{_lines('    ')(text)}\nThat is all of it.\n"


def _in_session(text: str) -> str:
    """As `script` records it."""
    return f"Script started on 2024-06-04 09:12:44+02:00\n{text}\nScript done on 2024-06-04 09:14:01+02:00\n"


def _below_prompts(text: str) -> str:
    """An empty line below each prompt."""
    return "".join(f"{line}\n" if prompt_of(line) else line for line in text.splitlines(keepends=True))


def _begins_with_prompt(text: str) -> bool:
    return prompt_of(next((line for line in text.splitlines() if line.strip()), "")) is not None


def _one_paste(files: Files, seen: Seen) -> Files:
    """All of a session in one text, where each file begins with a prompt, and no file's name tells more."""
    if len(files) < 2 or not all(_begins_with_prompt(text) and "/" not in name for name, text in files):
        return files
    paths = sorted((name for name, _ in files), key=lambda name: (seen.times.get(name, (0.0, 0.0))[1], natural(name)))
    texts = dict(files)
    return [("session.txt", "\n\n".join(texts[path].strip("\n") for path in paths) + "\n")]


def _without_names(files: Files, seen: Seen) -> Files:
    """Names that tell the order alone, where each file begins with a prompt."""
    if not all(_begins_with_prompt(text) and "/" not in name for name, text in files):
        return files
    order = sorted(files, key=lambda file: natural(file[0]))
    return [(f"paste-{n:02}.txt", text) for n, (_, text) in enumerate(order, 1)]


# prompts --------------------------------------------------------------------------------------------------------------

_PROMPT = re.compile(
    r"(?:\[?(?P<user>[a-z][\w-]*)@(?P<host>[\w.-]+)(?:[: ](?P<folder>[~/][^#$\s\]]*))?\]?)?(?P<sign>[#$]) (?P<command>[a-z/].*)",
    re.DOTALL,
)


def _prompts(form: str) -> Variation:
    """Give the prompts another form. One that names no host gets the only host of the bundle."""

    def change(files: Files, seen: Seen) -> Files:
        if not seen.host:
            return files
        host = "db1" if seen.host == DEFAULT else seen.host
        return [
            (name, "".join(_prompted(line, host, form) for line in text.splitlines(keepends=True)))
            for name, text in files
        ]

    return change


def _prompted(line: str, host: str, form: str) -> str:
    """The line with a prompt of the form; as it is where that would change the user, or drop the folder."""
    match = _PROMPT.match(line)
    if match is None or prompt_of(line) is None or match["folder"] not in (None, "~"):
        return line
    user = match["user"] or ("root" if match["sign"] == "#" else "")
    if not user if "{user}" in form else user not in ("", "root"):
        return line
    return form.format(user=user, host=match["host"] or host, sign=match["sign"]) + match["command"]


# names ----------------------------------------------------------------------------------------------------------------


def _is_place(path: str) -> bool:
    """Whether a file lies at its place in a system or a report, which is what it is."""
    return path.rpartition("/")[0].count("/") > 0


def _named(path: str, form: str) -> str:
    folder, slash, name = path.rpartition("/")
    return path if _is_place(path) else f"{folder}{slash}{form.format(name)}"


def _with_host(files: Files, seen: Seen) -> Files:
    """The only host in the name of each file: `vmstat-db1.txt`."""
    if not seen.host or any("/" in name for name, _ in files):
        return files
    host = "dbsrv1" if seen.host == DEFAULT else seen.host
    made = []
    for name, text in files:
        stem, dot, ending = name.rpartition(".")
        made.append((f"{stem}-{host}.{ending}" if dot else f"{name}-{host}", text))
    return made


def _in_folder_of_host(files: Files, seen: Seen) -> Files:
    if not seen.host or any("/" in name for name, _ in files):
        return files
    return [(f"{'dbsrv1' if seen.host == DEFAULT else seen.host}/{name}", text) for name, text in files]


def _one_with_host(files: Files, seen: Seen) -> Files:
    """The only host in the name of the first file alone."""
    return [*_with_host(files[:1], seen), *files[1:]]


def _beside_hostname(files: Files, seen: Seen) -> Files:
    """What `hostname` prints, where nothing else names the host."""
    return [*files, ("hostname.txt", "$ hostname\ndbsrv1.example.com\n")] if seen.host == DEFAULT else files


def _swapped(files: Files, seen: Seen) -> Files:
    """Names that tell an order change places, where times tell that order."""
    names = [name for name, _ in files]
    for one in range(len(names)):
        for two in range(one + 1, len(names)):
            if order_of_files(names[one], names[two]) is not None and _apart(names[one], names[two], seen):
                changed = list(names)
                changed[one], changed[two] = names[two], names[one]
                return [(name, text) for name, (_, text) in zip(changed, files, strict=True)]
    return files


def _against_time(files: Files, seen: Seen) -> Files:
    """Names in an alphabetical order that is the reverse of the times, where every file tells its times."""
    times = [seen.times.get(name) for name, _ in files]
    if len(files) < 2 or any("/" in name for name, _ in files) or None in times:
        return files
    order = sorted(files, key=lambda file: seen.times[file[0]], reverse=True)
    if not all(_apart(a[0], b[0], seen) for a, b in pairwise(order)):
        return files
    return [(f"{'abcdefghij'[n]}.txt", text) for n, (_, text) in enumerate(order[:10])] if len(files) <= 10 else files


_MINUTE = 60.0


def _apart(one: str, two: str, seen: Seen) -> bool:
    """Whether the times of one file all lie before those of the other."""
    if one not in seen.times or two not in seen.times:
        return False
    earlier, later = sorted((seen.times[one], seen.times[two]))
    return earlier[1] + _MINUTE < later[0]


VARIATIONS: dict[str, Variation] = {
    "a copy beside each file": _plain(_copied),
    "all files again in a folder": _again_in("backup"),
    "all files again in an archive's folder": _again_in("case.tar.gz"),
    "each text twice": _each(_twice("\n\n")),
    "each text three times": _each(_twice("\n\n", 3)),
    "each text twice without a gap": _each(_twice("\n")),
    "names with a prefix": _plain(lambda files: [(_named(name, "my_{}"), text) for name, text in files]),
    "names with an ending": _plain(lambda files: [(_named(name, "{}.log"), text) for name, text in files]),
    "names with blanks": _plain(lambda files: [(_named(name, "output of {}"), text) for name, text in files]),
    "names in capitals": _plain(
        lambda files: [(_named(name, "{}").upper() if "/" not in name else name, text) for name, text in files]
    ),
    "paths of Windows": _plain(
        lambda files: [(rf"Desktop\case\{name}".replace("/", "\\"), text) for name, text in files]
    ),
    "in an archive of an upload": _plain(lambda files: [(f"upload-4711/{name}", text) for name, text in files]),
    "in a folder of somebody": _plain(
        lambda files: [(f"home/kim/Downloads/case 17/{name}", text) for name, text in files]
    ),
    "files in reverse order": _plain(lambda files: files[::-1]),
    "names swapped against their times": _swapped,
    "names against all times": _against_time,
    "the host in the names": _with_host,
    "the host in one name": _one_with_host,
    "the host's folder": _in_folder_of_host,
    "the host's name in a file of its own": _beside_hostname,
    "indented by four blanks": _each(_lines("    ")),
    "indented by a tab": _each(_lines("\t")),
    "quoted as in a mail": _each(_lines("> ")),
    "quoted with empty lines": _each(_all_lines("> ")),
    "quoted twice": _each(_lines("> > ")),
    "quoted by two programs": _each(_lines(">> ")),
    "quoted without a blank": _each(_lines(">")),
    "quoted and indented": _each(_lines(">     ")),
    "fenced as in a post": _each(lambda text: f"```\n{text.rstrip(chr(10))}\n```\n"),
    "fenced with a language": _each(lambda text: f"~~~ console\n{text.rstrip(chr(10))}\n~~~\n"),
    "in tags of a tracker": _each(lambda text: f"{{noformat}}\n{text.rstrip(chr(10))}\n{{noformat}}\n"),
    "indented in a post": _each(_posted),
    "a mail of Windows": _each(lambda text: "\ufeff" + _lines("> ")(text).replace("\n", "\r\n")),
    "recorded by script": _each(_in_session),
    "coloured": _each(lambda text: re.sub(r"(?m)^(?=\S)", "\x1b[0m", text)),
    "tabs as blanks": _each(lambda text: text.expandtabs()),
    "a prompt at the end": _each(lambda text: f"{text}$ \n"),
    "an empty line below prompts": _each(_below_prompts),
    "empty lines around": _each(lambda text: f"\n\n{text}\n\n\n"),
    "all in one paste": _one_paste,
    "names that tell the order alone": _without_names,
    "lines that end as on Windows": _each(lambda text: text.replace("\n", "\r\n")),
    "a byte order mark": _each(lambda text: f"\ufeff{text}"),
    "spaces at the ends of lines": _each(lambda text: text.replace("\n", "  \n")),
    "prompt [user@h ~]#": _prompts("[{user}@{host} ~]{sign} "),
    "prompt user@h:~#": _prompts("{user}@{host}:~{sign} "),
    "prompt h#": _prompts("{host}{sign} "),
    "prompt h:~ #": _prompts("{host}:~ {sign} "),
    "prompt user@h [~]#": _prompts("{user}@{host} [~]{sign} "),
    "prompt with the time before it": _prompts("[14:02:11] {user}@{host}:~{sign} "),
    "prompt with a bare time": _prompts("14:02:11 {user}@{host}:~{sign} "),
    "prompt with the time in it": _prompts("[{user}@{host} 14:02 ~]{sign} "),
    "prompt without a host": _prompts("{sign} "),
    "prompt of time alone": _prompts("[14:02:11] {sign} "),
}


# how the files come ---------------------------------------------------------------------------------------------------


def _written(files: Files, folder: Path) -> list[Path]:
    paths = []
    for name, text in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        paths.append(path)
    return paths


def _with_paths_of_windows(files: Files, folder: Path) -> Sequence[Path]:
    """Whole paths of Windows as names, as some programs unpack an archive."""
    return _written([(rf"C:\Users\kim\Desktop\case\{name}".replace("/", "\\"), text) for name, text in files], folder)[
        :0
    ] or [folder]


def _packed(folder: Path, archive: Path) -> Path:
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(folder, folder.name)
    return archive


def _arguments(order: int) -> Callable[[Files, Path], Sequence[Path]]:
    return lambda files, folder: _written(files, folder / "case")[::order]


def _tops(order: int) -> Callable[[Files, Path], Sequence[Path]]:
    """Each file or folder at the top is an argument."""

    def deliver(files: Files, folder: Path) -> Sequence[Path]:
        _written(files, folder / "case")
        return sorted((folder / "case").iterdir())[::order]

    return deliver


def _as_folder(files: Files, folder: Path) -> Sequence[Path]:
    _written(files, folder / "case")
    return [folder / "case"]


def _beside_archive(files: Files, folder: Path) -> Sequence[Path]:
    """A folder that also holds itself as an archive."""
    _written(files, folder / "upload" / "case")
    _packed(folder / "upload" / "case", folder / "upload" / "case.tar.gz")
    return [folder / "upload"]


def _and_archive(files: Files, folder: Path) -> Sequence[Path]:
    """A folder and its archive, both named."""
    _written(files, folder / "case")
    return [_packed(folder / "case", folder / "case.tar.gz"), folder / "case"]


def _linked(files: Files, folder: Path) -> Sequence[Path]:
    """A link to each file beside them, as a report has."""
    for path in _written(files, folder / "case"):
        link = folder / "case" / "links" / path.name
        link.parent.mkdir(exist_ok=True)
        if not link.exists():
            link.symlink_to(path)
    return [folder / "case"]


def _archive_with_links(files: Files, folder: Path) -> Sequence[Path]:
    _linked(files, folder)
    return [_packed(folder / "case", folder / "case.tar.gz")]


def _as_utf16(files: Files, folder: Path) -> Sequence[Path]:
    """As PowerShell writes a text."""
    for path in _written(files, folder / "case"):
        path.write_bytes(path.read_bytes().decode().encode("utf-16"))
    return [folder / "case"]


def _each_packed(files: Files, folder: Path) -> Sequence[Path]:
    for path in _written(files, folder / "case"):
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    return [folder / "case"]


def _zipped(files: Files, folder: Path) -> Sequence[Path]:
    """A zip of Windows, which parts its folders by a backslash."""
    with zipfile.ZipFile(folder / "case.zip", "w") as archive:
        for name, text in files:
            archive.writestr(f"case/{name}".replace("/", "\\"), text)
    return [folder / "case.zip"]


def _nested(files: Files, folder: Path) -> Sequence[Path]:
    """An archive within a folder of an upload."""
    _written(files, folder / "case")
    (folder / "upload").mkdir()
    _packed(folder / "case", folder / "upload" / "case.tar.gz")
    return [folder / "upload"]


DELIVERIES: dict[str, Callable[[Files, Path], Sequence[Path]]] = {
    "as a folder": _as_folder,
    "whole paths of Windows as names": _with_paths_of_windows,
    "each file an argument": _arguments(1),
    "arguments in reverse": _arguments(-1),
    "files and folders as arguments": _tops(1),
    "files and folders in reverse": _tops(-1),
    "each file packed": _each_packed,
    "as UTF-16": _as_utf16,
    "a zip of Windows": _zipped,
    "an archive in a folder": _nested,
    "an archive beside its folder": _beside_archive,
    "an archive and its folder": _and_archive,
    "a folder with links": _linked,
    "an archive with links": _archive_with_links,
}
