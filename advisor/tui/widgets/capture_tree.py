"""The captures as a tree of folders, files and the outputs in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.content import Content

from advisor.tui.widgets.rows import Row, Rows
from advisor.views.captures import CaptureFile, Output, Stretch
from advisor.views.evidence import has_samples
from facts.reading import Span

OUTCOMES = {
    "read": ("✓", "read", "$good"), "nothing": ("·", "nothing to report", "$quiet"),
    "partial": ("◐", "partly read", "$bad"), "refused": ("!", "could not be read", "$bad bold"),
}  # fmt: skip
_MANY_ROWS = 60
"""Where the whole tree has more rows than this, files are folded at first."""
_FEW_STRETCHES = 3


class Spot(NamedTuple):
    """What a row stands for: a folder, a file, an output or a stretch of lines in it; `line` is 0 for the first."""

    kind: str
    path: str
    line: int = 0
    part: int = 0


class CaptureTree(Rows):
    """Folders, files, outputs."""

    def __init__(self, *, id: str | None = None) -> None:
        """Nothing was opened."""
        super().__init__(empty="", id=id)
        self.border_title = "Captures"

    def show(self, files: Sequence[CaptureFile]) -> None:
        """Show the captures; folds and the mark stay where they were."""
        self.border_title = f"Captures ({len(files)})" if files else "Captures"
        self.fill(tree_rows(files))

    def action_choose(self) -> None:
        """Go to the text; only folders are folded by it."""
        spot = self.spot
        if self.row is not None and spot is not None and spot.kind not in ("folder", "stretches"):
            self.post_message(self.Chosen(self, self.row))
        else:
            super().action_choose()

    @property
    def spot(self) -> Spot | None:
        """What the marked row stands for."""
        return self.row.key if self.row is not None and isinstance(self.row.key, Spot) else None


def tree_rows(files: Sequence[CaptureFile]) -> Iterator[Row]:
    """The rows of the tree."""
    many = sum(1 + len(file.outputs) + len(file.unrecognised) for file in files) > _MANY_ROWS
    open_folders: tuple[str, ...] = ()
    for file in files:
        *folders, name = file.parts or (file.path,)
        for depth, folder in enumerate(folders):
            here = tuple(folders[: depth + 1])
            if open_folders[: depth + 1] != here:
                yield Row(Spot("folder", "/".join(here)), Content(f"{folder}/"), depth, fold=True)
        open_folders = tuple(folders)
        yield from _file_rows(file, name, len(folders), many)


def _file_rows(file: CaptureFile, name: str, depth: int, folded: bool) -> Iterator[Row]:
    below = bool(file.outputs or file.unrecognised)
    yield Row(Spot("file", file.path), _file(file, name), depth, fold=below, folded=folded)
    for output in file.outputs:
        yield from _output_rows(file, output, depth + 1)
    yield from _unrecognised(file, depth + 1)


def _file(file: CaptureFile, name: str) -> Content:
    hosts = ", ".join(host for host in file.hosts if host)
    cited = len({citation.lines for citation in file.citations})
    said = [f"host {hosts}" if hosts else ""]
    if file.outputs:
        rows = sum(output.rows for output in file.outputs)
        said += [_count(len(file.outputs), "output"), _count(rows, "row")]
    else:
        said.append("no known output, read as words" if cited else "no known output")
    facts = Content(", ".join(part for part in said if part))
    marks = Content.assemble((f"  ● cited {_count(cited, 'time')}", "$accent bold")) if cited else Content("")
    return Content.assemble((name, "bold"), marks, "\n", facts.stylize("$quiet"))


def _output_rows(file: CaptureFile, output: Output, depth: int) -> Iterator[Row]:
    symbol, word, style = OUTCOMES.get(output.outcome, ("?", output.outcome, ""))
    first, last = output.lines
    cited = sum(1 for citation in file.citations if first <= citation.lines[0] <= last)
    marks = Content.assemble((f"  ● {cited}", "$accent bold")) if cited else Content("")
    plots = "  ~ plots" if has_samples(output) else ""
    text = Content.assemble((f"{symbol} ", style), output.kind, marks, (plots, "$quiet"))
    about = ", ".join((word, *([_count(output.rows, "row")] if output.rows else ()), lines_words(output.lines)))
    host = f" ({output.host})" if output.host and len(file.hosts) > 1 else ""
    spot = Spot("output", file.path, first)
    yield Row(spot, Content.assemble(text, host, "\n  ", (about, "$quiet")), depth, fold=bool(output.refusals))
    for number, refusal in enumerate(output.refusals):
        yield _stretch_row("refused", "!", file.path, refusal, number, depth + 1)


def _unrecognised(file: CaptureFile, depth: int) -> Iterator[Row]:
    stretches = file.unrecognised
    if len(stretches) > _FEW_STRETCHES:
        text = Content.assemble(("? ", "$bad"), f"{len(stretches):,} stretches not recognised")
        yield Row(Spot("stretches", file.path), text, depth, fold=True, folded=True)
        depth += 1
    for number, stretch in enumerate(stretches):
        yield _stretch_row("left", "?", file.path, stretch, number, depth)


def _stretch_row(kind: str, sign: str, path: str, stretch: Stretch, number: int, depth: int) -> Row:
    where = lines_words(stretch.lines) if stretch.lines is not None else "the whole file"
    line = stretch.lines[0] if stretch.lines is not None else 0
    text = Content.assemble((f"{sign} ", "$bad"), where, (f": {stretch.reason}", "$quiet"))
    return Row(Spot(kind, path, line, number + 1), text, depth)


def lines_words(lines: Span) -> str:
    """Lines in words.

    >>> lines_words((3, 3)), lines_words((3, 1200))
    ('line 3', 'lines 3-1,200')
    """
    first, last = lines
    return f"line {first:,}" if first == last else f"lines {first:,}-{last:,}"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
