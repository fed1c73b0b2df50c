"""The evidence: what was captured, line by line, which conclusions rest on which line, and the samples as plots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.keys import format_key
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Static

from advisor.tui.bindings import bindings
from advisor.tui.capture_reader import CaptureReader
from advisor.tui.desk import Cancelled
from advisor.tui.screens.evidence_words import about_file, empty_words, reading_words
from advisor.tui.screens.place import Place
from advisor.tui.widgets.capture_tree import CaptureTree, Spot
from advisor.tui.widgets.cited_by import CitedBy
from advisor.tui.widgets.path_box import PathBox
from advisor.tui.widgets.plot_panels import PlotPanels
from advisor.tui.widgets.raw_text import RawText
from advisor.tui.widgets.rows import Rows
from advisor.views.board import Board
from advisor.views.captures import CaptureFile, Output
from advisor.views.evidence import Evidence, evidence, has_samples, samples_of
from advisor.views.plots import Plots
from facts.progress import Progress

_NONE = Evidence((), {}, ())
_SETTLE_SECONDS = 0.12
"""The mark has to stand still this long in the tree before a file is read for it."""
_LINES_AT_ONCE = 4_000
"""Lines that are searched before keys are heard again."""


class EvidencePlace(Place):
    """Tree, text and plots; where the screen is narrow, one at a time."""

    NAME = "evidence"
    BINDINGS = bindings("evidence", first=True)
    DEFAULT_CSS = """
    EvidencePlace #tree { width: 36%; min-width: 36; max-width: 64; border-top: solid $border-blurred; border-right: solid $border-blurred;
        border-title-color: $quiet; }
    EvidencePlace #text-side { width: 1fr; }
    EvidencePlace #about { height: auto; max-height: 4; padding: 0 1; background: $surface; }
    EvidencePlace #text { height: 1fr; }
    EvidencePlace #cited { height: 7; border-top: solid $border-blurred; border-title-color: $quiet; }
    EvidencePlace.-low #cited { height: 5; }
    EvidencePlace #tree:focus, EvidencePlace #cited:focus { border-top: solid $accent; border-title-color: $accent; }
    EvidencePlace #plots { height: 1fr; display: none; padding: 0 1; }
    EvidencePlace.-plots #plots { display: block; }
    EvidencePlace.-plots #text, EvidencePlace.-plots #cited { display: none; }
    EvidencePlace .ask { height: 1; display: none; background: $surface; }
    EvidencePlace .ask Static { width: auto; padding: 0 1; color: $accent; }
    EvidencePlace .ask Input { width: 1fr; background: $surface; }
    EvidencePlace.-searching #search-line, EvidencePlace.-opening #open-line, EvidencePlace.-empty #open-line { display: block; }
    EvidencePlace #teach { display: none; height: 1fr; padding: 1 2; }
    EvidencePlace.-low #teach { padding: 0 2; }
    EvidencePlace.-empty #teach { display: block; }
    EvidencePlace.-empty #sides { display: none; }
    EvidencePlace.-narrow #tree { width: 100%; max-width: 100%; border-right: none; }
    EvidencePlace.-narrow #text-side { display: none; }
    EvidencePlace.-narrow.-beside #text-side { display: block; }
    EvidencePlace.-narrow.-beside #tree { display: none; }
    """

    def __init__(self) -> None:
        """Nothing is known yet."""
        super().__init__()
        self.evidence = _NONE
        self.path = ""
        self._plotted: tuple[object, Plots | None] = (None, None)
        self._settling: Timer | None = None

    def body(self) -> ComposeResult:
        """The tree beside the text, and the boxes below them."""
        yield Static(id="teach", markup=False)
        with Horizontal(id="sides"):
            yield CaptureTree(id="tree")
            with Vertical(id="text-side"):
                yield Static(id="about", markup=False)
                yield RawText(id="text")
                yield CitedBy(id="cited")
                yield PlotPanels(id="plots")
        with Horizontal(id="search-line", classes="ask"):
            yield Static("Search", markup=False)
            yield Input(id="search", compact=True, placeholder="words; n and N go on", select_on_focus=True)
        with Horizontal(id="open-line", classes="ask"):
            yield Static("Open", markup=False)
            yield PathBox(id="path", compact=True, placeholder="path of a file, a folder or an archive, then Enter")

    def parts(self) -> Sequence[Widget]:
        """The tree first."""
        return [self.query_one(f"#{name}") for name in ("tree", "text", "cited", "plots", "search", "path")]

    def reachable(self, part: Widget) -> bool:
        """What is shown, and what comes up when it is gone to."""
        if part.id in ("search", "path"):
            return bool(part.parent and getattr(part.parent, "display", False))
        plots, empty = self.has_class("-plots"), self.has_class("-empty")
        return not empty and (part.id == "tree" or (part.id == "plots") == plots)

    def enter(self, part: Widget) -> None:
        """Put the focus on a part; on a narrow screen it comes up for it."""
        if part.id not in ("search", "path"):
            self.set_class(part.id != "tree", "-beside")
        part.focus()

    def on_mount(self) -> None:
        """The desk is there."""
        self._reader = CaptureReader(self.advisor.desk, self._say_reading)

    @property
    def captures(self) -> CaptureTree:
        """The captures."""
        return self.query_one(CaptureTree)

    @property
    def text(self) -> RawText:
        """The lines."""
        return self.query_one(RawText)

    @property
    def file(self) -> CaptureFile | None:
        """The file that is shown."""
        return self._file(self.path)

    def _file(self, path: str) -> CaptureFile | None:
        return next((file for file in self.evidence.files if file.path == path), None)

    def writes_to(self) -> Widget | None:
        """A box that is open."""
        boxes = (self.query_one("#search"), self.query_one("#path"))
        return next((box for box in boxes if self.reachable(box)), None)

    def bookmark(self) -> Callable[[], None]:
        """Remember the file, too: the next cited line may be in another one."""
        back, focused, path, line = super().bookmark(), self.focused, self.path, self.text.line

        def restore() -> None:
            if path and path != self.path:
                self.open_file(path, line)
            if focused is not None and focused.is_attached:
                self.set_focus(focused)
            back()

        return restore

    # --- what is shown

    async def show(self, board: Board | None) -> None:
        """Show the captures as they are now; the same file and line stay in sight."""
        before, found = self.evidence, _NONE
        if board is not None:
            found = await self.advisor.desk.run(
                lambda work: work.cached("evidence", lambda: evidence(work.session))
            )  # fmt: skip
        self.evidence = found
        self._plotted = (None, None)
        if found.stamp != before.stamp:
            self._reader.forget()
        self._show_empty(not found.files)
        self.captures.show(found.files)
        if not found.files:
            return
        if self.file is None:
            self.path = ""
            first = next((file for file in found.files if file.citations), found.files[0])
            self.captures.go_to(Spot("file", first.path))
            self.open_file(first.path)
        elif found.stamp != before.stamp:
            self.open_file(self.path, self.text.line, again=True)
        else:
            self.text.cite(self.file.citations)
            self._show_about()
            self._show_cited()

    def _show_empty(self, empty: bool) -> None:
        was = self.has_class("-empty")
        self.set_class(empty, "-empty")
        if empty:
            self.path = ""
            self.remove_class("-plots", "-searching", "-beside")
            self.query_one("#teach", Static).update(empty_words(self._key("go.advisor")))
            self.query_one(PathBox).focus()
        elif was:
            self.remove_class("-opening")
            self.captures.focus()

    async def arrive(self, target: object) -> None:
        """Show a line of a capture, or the first line that a conclusion rests on."""
        if not isinstance(target, tuple):
            return
        if len(target) == 3:
            places = [
                (file.path, citation.lines[0])
                for file in self.evidence.files
                for citation in file.citations
                if any(by.key == target for by in citation.by)
            ]
            if not places:
                self.said(Content("this conclusion rests on no line of a capture"))
                return
            target = places[0]
        path, line = str(target[0]), int(target[1])
        if self._file(path) is None:
            self.said(Content(f"{path} is not among the captures"))
            return
        self.captures.go_to(Spot("file", path))
        self.open_file(path, line)
        self.enter(self.text)

    def open_file(self, path: str, line: int = 0, again: bool = False) -> None:
        """Show a file at a line; at the first one that is cited where none is named."""
        if self._settling is not None:
            self._settling.stop()
        self.remove_class("-plots")
        if path == self.path and not again:
            if line:
                self.text.go_to(line)
            return
        self.beside(partial(self._read, path, line), "text")

    async def _read(self, path: str, line: int) -> None:
        """Read a file on the desk, saying so where it takes a while."""
        try:
            read = await self._reader.read(path)
        except Cancelled:
            self.said(Content(f"reading {path} was stopped"))
            self._show_about()
            return
        file = self._file(path)
        if file is None:
            return
        self.path = path
        self.remove_class("-plots")
        self.text.show(read.shown, file.citations)
        first = file.citations[0].lines[0] if file.citations else 0
        if line or first:
            self.text.go_to(line or first)
        self._show_about()
        self._show_cited()

    def _say_reading(self, path: str, progress: Progress | None) -> None:
        self.query_one("#about", Static).update(reading_words(path, progress))

    def _show_about(self) -> None:
        file, read = self.file, self._reader.get(self.path)
        if file is not None and read is not None:
            self.query_one("#about", Static).update(about_file(file, read.original))

    def _show_cited(self) -> None:
        empty = (
            f"No conclusion rests on this line; {self._key('evidence.next-cited')} goes to the next on which one does."
        )
        if not any(file.citations for file in self.evidence.files):
            empty = "No conclusion rests on a line of these captures."
        self.query_one(CitedBy).show(self.text.cited.at(self.text.line), self.evidence.conclusions, empty)

    def _key(self, action: str) -> str:
        """The key of an action as it is written."""
        return format_key(self.advisor.keys_of(action)[0])

    # --- the tree and the text

    def on_rows_marked(self, message: Rows.Marked) -> None:
        """The mark stands on another capture: its text comes up when the mark stays there."""
        if isinstance(message.rows, CaptureTree) and message.rows.has_focus:
            if self._settling is not None:
                self._settling.stop()
            self._settling = self.set_timer(_SETTLE_SECONDS, self._settled)

    def _settled(self) -> None:
        spot = self.captures.spot if self.captures.has_focus else None
        if spot is not None and spot.kind != "folder" and self._file(spot.path) is not None:
            self.open_file(spot.path, spot.line)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Go to the text of a capture, or to the proof that cites the line."""
        if isinstance(message.rows, CitedBy):
            self.advisor.go("diagnosis", message.row.key)
        elif (spot := self.captures.spot) is not None and spot.kind not in ("folder", "stretches"):
            self.open_file(spot.path, spot.line)
            self.enter(self.text)

    def on_raw_text_marked(self, message: RawText.Marked) -> None:
        """Say what rests on the marked line."""
        self._show_cited()

    def on_raw_text_chosen(self, message: RawText.Chosen) -> None:
        """Go to the proof; where there are several, to the list of them."""
        cited = self.query_one(CitedBy)
        if len(cited.places) == 1:
            self.advisor.go("diagnosis", cited.places[0])
        elif cited.places:
            self.enter(cited)
        else:
            self.said(Content("no conclusion rests on this line"))

    def action_cited(self, by: int) -> None:
        """The next cited line, or the one before; in the next file where there is none in this one."""
        files = [file for file in self.evidence.files if file.citations]
        if not files:
            self.said(Content("no conclusion rests on a line of these captures"))
            return
        self.remove_class("-plots")
        line = self.text.cited.next(self.text.line, by)
        if not line:
            paths = [file.path for file in self.evidence.files]
            here = paths.index(self.path) if self.path in paths else -1
            around = [*files[::by]]
            further = (file for file in around if (paths.index(file.path) - here) * by > 0)
            file = next(further, around[0])
            line = file.citations[0 if by > 0 else -1].lines[0]
            self.captures.go_to(Spot("file", file.path))
            self.said(Content(f"went on to {file.path}" if file.path != self.path else "went on from the other end"))
            self.open_file(file.path, line)
        else:
            self.text.go_to(line)
        self.enter(self.text)

    def action_wrap(self) -> None:
        """Break long lines, or not."""
        self.text.action_turn_wrap()
        self.said(
            Content(
                "long lines are broken" if self.text.wrap else "long lines run on; arrows show what is right and left"
            )
        )

    # --- search

    def action_search(self) -> None:
        """Ask what to search for."""
        if self.path:
            self.remove_class("-plots")
            self.add_class("-searching", "-beside")
            self.query_one("#search", Input).focus()

    def on_input_changed(self, message: Input.Changed) -> None:
        """Show matches in sight while somebody types."""
        if message.input.id == "search" and self.has_class("-searching"):
            self.text.look_for(message.value)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Search, or open."""
        if message.input.id == "search":
            self.remove_class("-searching")
            self.enter(self.text)
            self.text.look_for(message.value)
            self.action_match(1)
        elif message.value.strip():
            self._open_captures(message.value)

    def action_match(self, by: int) -> None:
        """The next match, or the one before."""
        if self.text.pattern is None:
            self.said(Content(f"search first: {self._key('evidence.search')} asks what for"))
        else:
            self.enter(self.text)
            self.beside(partial(self._search, by), "search")

    async def _search(self, by: int) -> None:
        text = self.text
        shown, start = text.shown, text.marked
        for number, found in enumerate(text.matches(by), 1):
            if found is not None:
                text.go_to_match(found)
                around = (found[0] - start) * by < 0
                self.said(Content("went on from the other end" if around else ""))
                return
            if number % _LINES_AT_ONCE == 0:
                await asyncio.sleep(0)
                if text.shown is not shown:
                    return
        self.said(Content(f"not found in this file: {self.query_one('#search', Input).value}"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without captures only opening some can be done."""
        return not (self.has_class("-empty") and action in ("cited", "plots", "search", "match", "wrap"))

    # --- opening

    def action_open_captures(self) -> None:
        """Ask for a path."""
        self.add_class("-opening")
        self.query_one(PathBox).focus()

    def _open_captures(self, text: str) -> None:
        from advisor.conversation.paths import named_paths

        self.advisor.open(named_paths(text) or [text.strip()])
        self.query_one(PathBox).value = ""
        self._close_boxes()

    def on_path_box_pasted(self, message: PathBox.Pasted) -> None:
        """What was pasted is read as on the Advisor screen."""
        self._close_boxes()
        self.advisor.hear(message.text)

    def _close_boxes(self) -> None:
        self.remove_class("-opening", "-searching")
        if not self.has_class("-empty"):
            self.enter(self.text if self.has_class("-beside") else self.captures)

    # --- plots

    def action_plots(self) -> None:
        """Show the samples as plots, or the lines again."""
        if self.has_class("-plots"):
            self._leave_plots(0)
            return
        spot = self.captures.spot if self.captures.has_focus else None
        path = spot.path if spot is not None and self._file(spot.path) is not None else self.path
        file = self._file(path)
        line = spot.line if spot is not None and spot.line else self.text.line
        output = _sampled_output(file, line) if file is not None else None
        if file is None or output is None:
            self.said(Content("no samples here to plot: outputs of vmstat, iostat, sar and zpool iostat have them"))
            return
        if not output.lines[0] <= line <= output.lines[1]:
            line = 0
        self.beside(partial(self._plot, path, output, line), "text")

    async def _plot(self, path: str, output: Output, line: int) -> None:
        if path != self.path:
            await self._read(path, output.lines[0])
        read = self._reader.get(path)
        if read is None:
            return
        key, original = (path, output.lines, self.advisor.revision), read.original
        if self._plotted[0] != key:
            self.said(Content(f"reading the samples of {output.kind} ..."))
            self._plotted = (key, await self.advisor.desk.run(
                lambda work: samples_of(work.session, path, output, original)
            ))  # fmt: skip
            self.said(Content(""))
        plots = self._plotted[1]
        if plots is None:
            kept = original.state == "cited-only"
            self.said(
                Content(
                    "the samples are not kept, only the cited lines are" if kept else "no sample could be read here"
                )
            )
            return
        self.add_class("-plots")
        panels = self.query_one(PlotPanels)
        panels.show(plots)
        if line:
            panels.go_to_line(line)
        self.enter(panels)

    def on_plot_panels_sample_chosen(self, message: PlotPanels.SampleChosen) -> None:
        """The line of a sample."""
        self._leave_plots(message.line)

    def _leave_plots(self, line: int) -> None:
        self.remove_class("-plots")
        if line:
            self.text.go_to(line)
        self.enter(self.text)

    # --- back, copy

    def action_back(self) -> None:
        """Close boxes and plots, stop reading, then go back."""
        text = self.text
        if self.has_class("-searching") or (self.has_class("-opening") and not self.has_class("-empty")):
            if self.has_class("-searching"):
                text.look_for("")
            self._close_boxes()
        elif self._reader.stop():
            return
        elif self.has_class("-plots"):
            self._leave_plots(0)
        elif text.pattern is not None:
            text.look_for("")
        elif self.query_one(CitedBy).has_focus:
            self.enter(text)
        elif self.has_class("-narrow") and self.has_class("-beside"):
            self.enter(self.captures)
        else:
            super().action_back()

    def to_copy(self) -> str:
        """The path where the tree has the focus, the words of the conclusion in the list below, else the line."""
        if self.captures.has_focus and self.captures.spot is not None:
            return self.captures.spot.path
        cited = self.query_one(CitedBy)
        if cited.has_focus and cited.row is not None:
            return cited.row.text.plain
        return self.text.text_of_line


def _sampled_output(file: CaptureFile, line: int) -> Output | None:
    """The output with samples that holds a line; else the next one below, or the first."""
    outputs = [output for output in file.outputs if has_samples(output)]
    return next((o for o in outputs if line <= o.lines[1]), outputs[0] if outputs else None)
