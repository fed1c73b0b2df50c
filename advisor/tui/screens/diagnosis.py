"""The diagnosis: what is concluded, and for each conclusion why, down to lines, answers and sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget

from advisor.tui import signs
from advisor.tui.bindings import bindings
from advisor.tui.screens.place import Place
from advisor.tui.widgets.differential_list import DifferentialList
from advisor.tui.widgets.lines import Lead, Line, Lines, text_line
from advisor.tui.widgets.proof_lines import leaf_shown, node_key, proof_lines
from advisor.tui.widgets.rows import Rows
from advisor.tui.widgets.why_not_lines import aside_lines, why_not_lines
from advisor.views.keys import renamed
from facts.text import clean

if TYPE_CHECKING:
    from textual.worker import Worker

    from advisor.session.changes import Change
    from advisor.tui.desk import Work
    from advisor.views.board import Board
    from advisor.views.differential import Aside
    from advisor.views.differential import Row as Conclusion
    from advisor.views.keys import Key
    from advisor.views.proofs import Missing, Proof
    from advisor.views.whynot import WhyNotAnswer

_NOTHING_YET = """\
Nothing is known yet.
Describe the trouble or paste outputs on the Advisor screen. What follows from them is listed here, each conclusion with \
its proof: the arguments for and against it, down to the line of the capture and the source."""
_NOTHING_CONCLUDED = """\
Nothing is concluded yet.
What is known does not make any case possible; that does not mean that the host is well. The Advisor screen says what it \
needs to know next.
In the list, a case that is ruled out or not assessed says why. Enter looks at it condition by condition."""


class Shown(NamedTuple):
    """What is looked at: ``proof`` of a conclusion's key, ``aside`` (a case that is not concluded, in short), or ``why-not``."""

    what: str
    of: object = None


class DiagnosisPlace(Place):
    """Conclusions, and the proof of the marked one; where the screen is narrow, one after the other."""

    NAME = "diagnosis"
    BINDINGS = bindings("diagnosis", first=True)
    DEFAULT_CSS = """
    DiagnosisPlace #conclusions { width: 34%; min-width: 36; max-width: 64; border-top: solid $border-blurred; border-title-color: $quiet; }
    DiagnosisPlace #proof { width: 1fr; border-top: solid $border-blurred; border-left: solid $border-blurred; padding: 0 0 0 1;
        border-title-color: $quiet; }
    DiagnosisPlace #conclusions:focus, DiagnosisPlace #proof:focus { border-top: solid $accent; border-title-color: $accent; }
    DiagnosisPlace.-narrow #conclusions { width: 1fr; max-width: 100%; }
    DiagnosisPlace.-narrow #proof { display: none; border-left: none; padding: 0; }
    DiagnosisPlace.-narrow.-proof #proof { display: block; }
    DiagnosisPlace.-narrow.-proof #conclusions { display: none; }
    """

    def __init__(self) -> None:
        """Nothing is looked at."""
        super().__init__()
        self._looking = Shown("")
        self._board: Board | None = None
        self._empty = False

    def body(self) -> ComposeResult:
        """The list beside the proof."""
        with Horizontal():
            conclusions = DifferentialList(id="conclusions")
            conclusions.border_title = "Conclusions"
            yield conclusions
            proof = Lines(id="proof")
            proof.border_title = "Proof"
            yield proof

    def parts(self) -> Sequence[Widget]:
        """The list first."""
        return [self.query_one("#conclusions"), self.query_one("#proof")]

    def reachable(self, part: Widget) -> bool:
        """Also what a narrow screen hides: it comes up when it is gone to."""
        return True

    def enter(self, part: Widget) -> None:
        """Put the focus on a part; on a narrow screen it comes up for it."""
        self.set_class(part.id == "proof", "-proof")
        part.focus()

    @property
    def _list(self) -> DifferentialList:
        return self.query_one(DifferentialList)

    @property
    def _proof(self) -> Lines:
        return self.query_one(Lines)

    async def show(self, board: Board | None) -> None:
        """Show how things stand; what is looked at stays the same where it can."""
        self._board = board
        if board is None or not board.begun:
            self._list.fill([])
            self._look_at(Shown(""))
            self.enter(self._proof)  # where a narrow screen says what to do
            self._empty = True
            return
        if self._empty:
            self._empty = False
            self.enter(self._list)
        self._list.show(board.differential, board.begun)
        looking = self._looking
        if looking.what == "proof" and looking.of not in self._keys():
            looking = Shown("proof", renamed(cast("Key", looking.of), self._keys()) or looking.of)
        if not looking.what or (looking.what == "aside" and self._aside(looking.of) is None):
            first = next(iter(self._keys()), None)
            looking = Shown("proof", first) if first is not None else Shown("")
        if looking.what == "proof":
            self._list.go_to(looking.of)
        self._look_at(looking, afresh=looking != self._looking)

    def _conclusions(self) -> tuple[Conclusion, ...]:
        differential = self._board.differential if self._board is not None else None
        return (*differential.diagnoses, *differential.risks) if differential is not None else ()

    def _keys(self) -> list[Key]:
        return [row.key for row in self._conclusions()]

    def _aside(self, case: object) -> tuple[str, Aside] | None:
        """A case that is not concluded, with why in a word."""
        differential = self._board.differential if self._board is not None else None
        if differential is not None:
            groups = (
                ("ruled-out", differential.ruled_out), ("not-assessed", differential.not_assessed),
                ("accepted", differential.acknowledged), ("", differential.considered),
            )  # fmt: skip
            for name, items in groups:
                for item in items:
                    if item.case == case:
                        return name, item
        return None

    async def arrive(self, target: object) -> None:
        """Show a conclusion, a node of its proof (the key and the node), or a case by its slug."""
        if isinstance(target, str):
            self._look_at_case(target)
        elif isinstance(target, tuple) and len(target) == 2:
            self._look_at_conclusion(target[0], str(target[1]))
        elif isinstance(target, tuple):
            self._look_at_conclusion(target)

    def _look_at_conclusion(self, key: object, node: str = "") -> None:
        self._list.go_to(key)
        self._look_at(Shown("proof", key), node, afresh=True)
        self.enter(self._proof)

    def _look_at_case(self, slug: str) -> None:
        """A case: its proof where it is concluded, else why it is not."""
        concluded = next((key for key in self._keys() if key[0] == slug), None)
        if concluded is not None:
            self._look_at_conclusion(concluded)
        else:
            self._ask_why_not(slug)

    def _ask_why_not(self, slug: str) -> None:
        self._look_at(Shown("why-not", slug), afresh=True)
        row = next((r for r in self._list.rows if isinstance(r.key, tuple) and _case_aside(r.key) == slug), None)
        if row is not None:
            self._list.go_to(row.key)
        self.enter(self._proof)

    # What is shown at the right

    def _look_at(self, shown: Shown, node: str = "", afresh: bool = False) -> None:
        """Show something else at the right; what was being looked for is dropped."""
        self._looking = shown
        if self.advisor.board is None or not shown.what:
            begun = self._board is not None and self._board.begun
            self._say((_NOTHING_CONCLUDED if begun else _NOTHING_YET).splitlines())
            return
        fetch = partial(self._fetch, shown, node, afresh)
        self._fetching: Worker[None] = self.run_worker(fetch, group="proof", exclusive=True)

    def _say(self, texts: Sequence[str]) -> None:
        self._proof.border_title = "Proof"
        self._proof.put(
            (text_line(("said", n), text, style="" if n else "bold") for n, text in enumerate(texts)), afresh=True
        )

    async def _fetch(self, shown: Shown, node: str, afresh: bool) -> None:
        if shown.what == "aside":
            self._show_aside(shown.of)
        elif shown.what == "why-not":
            await self._show_why_not(str(shown.of), afresh)
        else:
            await self._show_proof(shown.of, node, afresh)

    def _show_aside(self, case: object) -> None:
        found = self._aside(case)
        if found is None:
            return
        name, item = found
        standing = signs.standing(name) if name else Content("not excluded")
        self._proof.border_title = "Not concluded"
        lines = aside_lines(item.case, item.title, standing, clean(item.about), clean(item.reason), item.needs)
        self._proof.put(lines, afresh=True)

    async def _show_why_not(self, slug: str, afresh: bool) -> None:
        self._proof.border_title = "Why not"
        if afresh:
            self._proof.put([text_line("looking", f"Why not {slug}: looking ...", style="$quiet")], afresh=True)
        answer = await self.advisor.desk.run(lambda work: _why_not(work, slug))
        if answer is None:
            self._say([f"There is no case `{clean(slug)}`.", "w lists every case."])
        else:
            self._proof.put(why_not_lines(answer), afresh=afresh)

    async def _show_proof(self, key: object, node: str, afresh: bool) -> None:
        found = await self.advisor.desk.run(lambda work: _proof(work, key))
        changed = list(self._changed(key))
        self._proof.border_title = "Proof"
        if found is None:
            self._say(["This conclusion stands no more.", *changed, "Mark another one in the list."])
            return
        missing = await self._show_and_settle(found, changed, node, afresh)
        if missing is not None:
            self._proof.put(proof_lines(found, changed, missing))

    async def _show_and_settle(
        self, proof: Proof, changed: list[str], node: str, afresh: bool
    ) -> tuple[Missing, ...] | None:
        """Show a proof at once, and look for what would settle it, which takes longer; None where that is known already."""
        known = await self.advisor.desk.run(lambda work: _missing(work, proof.key, only_known=True))
        mark = node_key(proof.key, leaf_shown(proof, node)) if node else None
        self._proof.put(proof_lines(proof, changed, known), mark=mark, afresh=afresh)
        if mark is not None:
            self.call_after_refresh(self._proof.go_to, mark)
        if known is not None:
            return None
        return await self.advisor.desk.run(lambda work: _missing(work, proof.key))

    def _changed(self, key: object) -> Iterator[str]:
        if self._board is not None:
            for change in self._board.changes:
                if (change.case, change.host, change.subject) == key:
                    yield clean(_moved(change))

    # What is done by keys

    def on_rows_marked(self, message: Rows.Marked) -> None:
        """Show what the marked line of the list stands for."""
        if message.rows is not self._list or message.row is not self._list.row:
            return
        key = message.row.key
        slug = _case_aside(key)
        if slug:
            if self._looking not in (Shown("aside", slug), Shown("why-not", slug)):
                self._look_at(Shown("aside", slug), afresh=True)
        elif isinstance(key, tuple) and self._looking != Shown("proof", key):
            self._look_at(Shown("proof", key), afresh=True)

    def on_rows_chosen(self, message: Rows.Chosen) -> None:
        """Go into the proof, or where its line leads."""
        if message.rows is self._proof:
            line = self._proof.line
            if line is not None:
                self._follow(line)
            return
        key = message.row.key
        if slug := _case_aside(key):
            self._ask_why_not(slug)
        elif isinstance(key, tuple):
            self._look_at(Shown("proof", key), afresh=self._looking != Shown("proof", key))
            self.enter(self._proof)

    def _follow(self, line: Line) -> None:
        lead = line.lead
        if lead is None:
            return
        if lead.to == "case":
            self._look_at_case(str(lead.target))
        elif lead.to == "line":
            self._proof.go_to(lead.target)
        elif lead.to == "copy":
            self.advisor.copy(str(lead.target))
        elif lead.to == "say":
            self.said(Content(str(lead.target)))
        else:
            self._leave_for(lead)

    def _leave_for(self, lead: Lead) -> None:
        self.advisor.go(lead.to, lead.target)

    def action_back(self) -> None:
        """From the proof to the list, then to the screen before."""
        if self._proof.has_focus and not self.advisor.desk.loading:
            self.enter(self._list)
        else:
            super().action_back()

    def action_fix(self) -> None:
        """What to do about it."""
        key = self._looking.of if self._looking.what == "proof" else None
        if key is not None:
            self.advisor.go("fix", key)
        else:
            self.said(Content("mark a conclusion first: only what is concluded has a fix"))

    def action_unfold_all(self) -> None:
        """The whole proof down to its lines, or folded again."""
        self._proof.fold_all()

    async def action_why_not(self) -> None:
        """Ask for a case, and say why it is not concluded."""
        from advisor.tui.screens.choose_case import ChooseCase

        if self.advisor.board is None:
            self.said(Content("nothing is known yet, so nothing speaks for or against any case"))
            return
        cases = await self.advisor.desk.run(lambda work: [(c.slug, c.title) for c in work.knowledge.cases.values()])
        self.app.push_screen(ChooseCase("Why not which case?", sorted(cases)), self._why_not_chosen)

    def _why_not_chosen(self, slug: str | None) -> None:
        if slug:
            self._ask_why_not(slug)

    def to_copy(self) -> str:
        """The marked line of the proof, or its command."""
        return self._proof.to_copy()


def _case_aside(key: object) -> str:
    """The case of a line that is not concluded, or ""."""
    return str(key[2]) if isinstance(key, tuple) and len(key) == 3 and isinstance(key[1], int) else ""


def _moved(change: Change) -> str:
    """What the last step changed; the arguments of a new conclusion are shown below it anyway."""
    if change.how == "came":
        return "new since the last step"
    return change.text()


def _proof(work: Work, key: object) -> Proof | None:
    from advisor.views.keys import conclusion
    from advisor.views.proofs import proof

    def make() -> Proof | None:
        found = conclusion(work.session.consultation, key)  # type: ignore[arg-type]
        return proof(work.session.consultation, found, with_missing=False) if found is not None else None

    return work.cached(("proof", key), make)


def _missing(work: Work, key: Key, only_known: bool = False) -> tuple[Missing, ...] | None:
    """What would settle a conclusion; with `only_known` None where that was not looked for yet."""
    from advisor.views.keys import conclusion
    from advisor.views.proofs import missing

    looked: dict[str, tuple[Missing, ...]] = work.cached(("missing", key), dict)
    if "found" not in looked and not only_known:
        found = conclusion(work.session.consultation, key)
        looked["found"] = missing(work.session.consultation, found) if found is not None else ()
    return looked.get("found")


def _why_not(work: Work, slug: str) -> WhyNotAnswer | None:
    from advisor.views.whynot import why_not

    if slug not in work.knowledge.cases:
        return None
    return work.cached(("why-not", slug), lambda: why_not(work.session.consultation, slug))
