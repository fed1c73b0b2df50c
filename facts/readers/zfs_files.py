"""``zdb -ddddd DATASET OBJECT`` and ``stat``: the block size that a file on ZFS has, whatever the dataset's is now.

A file keeps the block size that it was begun with: ``dblk`` of zdb's ``ZFS plain file`` lines, ``IO Block`` of
``stat``, ``%o`` of ``stat -c`` (``%k`` of the BSDs' ``stat -f``). Known versions of zdb's table: with and without
``dnsize``, sizes as bytes or with unit, also from ``zdb -O``. A file of one block has a block as small as itself, so
zdb's files of one block are passed over, and of several files with blocks of one size the largest stands for all.

Samples::

    >>> from facts.readers import show
    >>> show('''Dataset tank/ora [ZPL], ID 54, cr_txg 9, 84.0G, 12 objects
    ...
    ...     Object  lvl   iblk   dblk  dsize  lsize   %full  type
    ...          8    3    16K     8K  32.0G  32.0G  100.00  ZFS plain file
    ...                                         168   bonus  System attributes
    ... \\tpath\\t/users01.dbf
    ... ''')
    zdb-objects lines 1-6 read
      zfs-file: block-bytes=8192 dataset=tank/ora file=/users01.dbf size-bytes=34359738368 (4-6)

    >>> show('/u01/oradata/a.dbf 131072', command='stat -c "%n %o" /u01/oradata/a.dbf')
    stat lines 1-1 read
      zfs-file: block-bytes=131072 dataset= file=/u01/oradata/a.dbf (1-1)
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from facts.kit import ANY, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import size

_DATASET = lazy(r"\s*Dataset (?P<dataset>[\w.:/@ -]+?) \[(?:ZPL|ZVOL|META|OTHER|ZAP)\w*\], ID \d+")
_PATH_FORM = lazy(r"\s*obj=\d+ dataset=(?P<dataset>\S+) path=(?P<path>\S+) type=\d+")
_HEADER = lazy(r"\s*Object\s+lvl\s+iblk\s+dblk\s+dsize\s")
_SIZE = r"[\d.]+[KMGTP]?"
_OBJECT = lazy(
    rf"\s*-?\d+\s+\d+\s+{_SIZE}\s+(?P<block>{_SIZE})\s+{_SIZE}(?:\s+{_SIZE})??\s+(?P<size>{_SIZE})\s+[\d.]+"
    r"\s+(?P<type>[A-Za-z](?:.*\S)?)\s*\Z"
)
_PATH = lazy(r"\s*path\s+(?P<path>/(?:.*\S)?)\s*\Z")
_PART = lazy(
    r"\s+\S|\t|\s*\Z|Indirect blocks:|ZIL header|Deadlist|TX_|Total "
    r"|(?:path|uid|gid|atime|mtime|ctime|crtime|gen|mode|size|parent|links|pflags|dnode|segment|rdev|xattr)\s"
)


_OF_OBJECT = lazy(
    r"\s+(?:\d+\s+bonus\s|dnode (?:flags|maxblkid):|path\s|uid\s|gid\s|[acm]time\s|crtime\s|gen\s|mode\s|size\s|parent\s|links\s"
    r"|pflags\s|rdev\s|xattr\s|projid\s|segment\s|SA (?:hdrsize|xattrs|layout)|microzap:|Fat ZAP stats:|[0-9a-f]+\s+L\d\s|\S+ = )"
    r"|Indirect blocks:|ZIL header|Deadlist|Total "
)


def _extent_zdb(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start + 1, _PART, _OBJECT, _HEADER, _DATASET, blanks=ANY)
    headed = any(_HEADER.match(line) for line in lines[start : min(end, start + 40)])
    return (start, end) if headed else None


def _read_zdb(output: Output) -> Reading:
    # dataset and block size -> size of the file, its row
    largest: dict[tuple[str, float], tuple[float, Row]] = {}
    dataset = path = ""
    for index, line in enumerate(output.lines):
        if match := _DATASET.match(line):
            dataset, path = match["dataset"], ""
        elif match := _PATH_FORM.match(line):
            dataset, path = match["dataset"], match["path"]
        elif (match := _OBJECT.match(line)) and match["type"].startswith("ZFS plain file") and dataset:
            block, length = size(match["block"]), size(match["size"])
            if block is None or length is None or length <= block:
                continue
            name, last = _path_below(output.lines, index)
            values: dict[str, Value | bool] = {
                "dataset": dataset, "file": path or name or f"object {line.split()[0]}", "block-bytes": block,
                "size-bytes": length,
            }  # fmt: skip
            known = largest.get((dataset, block))
            if known is None or known[0] < length:
                largest[dataset, block] = (length, Row("zfs-file", values, output.span(index, last)))
    rows = [row for _, row in largest.values()]
    return Reading(rows, used=[(line, line) for row in rows for line in row.lines])


def _path_below(lines: Sequence[str], index: int) -> tuple[str, int]:
    """The path that zdb gives some lines below an object's line, and its line; "" and the object's where none."""
    for below in range(index + 1, min(index + 8, len(lines))):
        if _OBJECT.match(lines[below]) or _HEADER.match(lines[below]):
            break
        if match := _PATH.match(lines[below]):
            return match["path"], below
    return "", index


_STAT_FILE = lazy(
    r"\s*(?:File|Datei|Fichier): [\u2018'\"`»«]?(?P<file>/(?:.*?(?:(?=[\u2019'\"`»«]| -> )|\S))??)[\u2019'\"`»«]?(?: -> .*)?\s*\Z"
)
_STAT_SIZE = lazy(
    r"\s*(?:Size|Größe|Taille)\s?: (?P<size>\d+)\s+(?:Blocks|Blöcke|Blocs)\s?: \d+"
    r"\s+(?:IO Block|EA Block|Blocs d'E/S)\s?: (?P<block>\d+)\s"
)
_STAT_FIELD = lazy(r"\s*(?:Device|Gerät|Access|Zugriff|Modify|Change|Birth|Context|Modifiziert|Geändert|Geburt)\b")
_STAT_COMMAND = lazy(r"stat\s.*(?:-c|--format|--printf|-f)")


def _extent_stat(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _STAT_FILE.match(lines[start]) or start + 1 >= len(lines) or not _STAT_SIZE.match(lines[start + 1]):
        return None
    return start, run(lines, start + 2, _STAT_FIELD)


def _read_stat(output: Output) -> Reading:
    file, figures = _STAT_FILE.match(output.lines[0]), _STAT_SIZE.match(output.lines[1])
    if file is None or figures is None:
        raise AssertionError("extent lets no other lines through")
    values: dict[str, Value | bool] = {
        "dataset": "", "file": file["file"],
        "block-bytes": float(figures["block"]), "size-bytes": float(figures["size"]),
    }  # fmt: skip
    return Reading([Row("zfs-file", values, output.span(0, 1))], used=[output.span(0, 1)])


def _order(command: str) -> tuple[list[str], list[str]]:
    """The words of a ``stat`` command's format, and the files that it names; nothing where either is not plain.

    >>> _order('stat -c "%n %o" /u01/a.dbf /u01/b.dbf'), _order("stat -f %k /u01/a.dbf"), _order("stat -f /u01")
    ((['%n', '%o'], ['/u01/a.dbf', '/u01/b.dbf']), (['%k'], ['/u01/a.dbf']), ([], []))
    """
    try:
        words = shlex.split(command.split("|")[0])
    except ValueError:
        return [], []
    names = [at for at, word in enumerate(words) if word.rpartition("/")[2] == "stat"]
    form, files = "", []
    rest = iter(words[names[0] + 1 :] if names else [])
    for word in rest:
        if word in ("-c", "--format", "--printf", "-f") or re.fullmatch(r"-[Lnq]+[cf]", word):
            form = next(rest, "")
        elif match := re.match(r"(?:-[cf]|--format=|--printf=)(.+)", word):
            form = match[1]
        elif not word.startswith("-"):
            files.append(word)
    tokens = form.replace("\\n", " ").split()
    if not any(re.search(r"%[ok]", token) for token in tokens) or not all(
        re.fullmatch(r"%[A-Za-z]", t) or "%" not in t for t in tokens
    ):
        return [], []
    return tokens, files


def _line_values(line: str, tokens: Sequence[str], file: str) -> dict[str, Value | bool] | None:
    words = line.split()
    if len(words) != len(tokens):
        return None
    values: dict[str, Value | bool] = {"dataset": "", "file": file}
    for token, word in zip(tokens, words, strict=True):
        if token in ("%o", "%k", "%s", "%z"):
            if not word.isdecimal():
                return None
            values["size-bytes" if token in ("%s", "%z") else "block-bytes"] = float(word)
        elif token in ("%n", "%N"):
            values["file"] = word.strip("'\"")
        elif "%" not in token and token != word:
            return None
    return values if str(values["file"]).startswith("/") else None


def _extent_form(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    tokens, files = _order(command)
    end = start
    while tokens and end < len(lines) and _line_values(lines[end], tokens, _file(files, end - start)) is not None:
        end += 1
    return (start, end) if end > start else None


def _file(files: Sequence[str], at: int) -> str:
    """The file of a line that does not name it, where no wildcard hides which it is."""
    return files[at] if at < len(files) and not re.search(r"[*?\[{$]", files[at]) else ""


def _read_form(output: Output) -> Reading:
    tokens, files = _order(output.command)
    rows = []
    for index, line in enumerate(output.lines):
        if (values := _line_values(line, tokens, _file(files, index))) is not None:
            rows.append(Row("zfs-file", values, output.span(index)))
    return Reading(rows)


HINTS = ("dblk", "stat -", "IO Block", "EA Block", "Blocs d'E/S")
READERS = (
    Reader(
        "zdb-objects",
        lazy(r"\s*(?:Dataset \S|obj=\d)"),
        _extent_zdb,
        _read_zdb,
        of_no_use=(
            ("heading", _HEADER),
            ("another object", _OBJECT),
            ("dataset", _DATASET),
            ("dataset", _PATH_FORM),
            ("part of an object", _OF_OBJECT),
        ),
    ),
    Reader(
        "stat",
        lazy(r"\s*(?:File|Datei|Fichier): "),
        _extent_stat,
        _read_stat,
        of_no_use=(("another field", _STAT_FIELD),),
    ),
    Reader("stat", None, _extent_form, _read_form, commands=_STAT_COMMAND),
)
