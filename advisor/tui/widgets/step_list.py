"""The steps of a fix, with their risk, commands, checks and ticks; below them what may have come of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from textual.content import Content

from advisor.tui import signs
from advisor.tui.bindings import bindings
from advisor.tui.widgets.rows import Row, Rows
from advisor.views.outcome import Outcome
from advisor.views.remedy import StepView

_TICKS = {"open": "[ ]", "done": "[x]", "skipped": "[-]"}
_IN_WORDS = {
    "destructive": "This step destroys something or cannot be undone. Read all of it before you run it.",
    "disruptive": "This step interrupts or slows the service.",
}  # fmt: skip
_PERSISTS = {"yes": ("after a restart", "it stays"), "no": ("after a restart", "it is gone")}
_OUTCOMES = (
    ("worked", "It worked", "the trouble is gone"),
    ("did not help", "It did not help", "the trouble is as it was"),
    ("something else", "It was something else", "the cause was another one"),
)  # fmt: skip
_COMMAND_STYLE = "$accent"
_SEEN_LINES, _SEEN_CHARACTERS = 5, 200
"""So much of what was seen is shown; all of it is kept."""


class Result(NamedTuple):
    """The key of a row that says what came of a fix."""

    result: str


class StepList(Rows):
    """The steps; one is ticked off where the mark stands."""

    BINDINGS = bindings("steps")

    class Skipped(Rows.Marked):
        """A step is to be left out."""

    def __init__(self, *, id: str | None = None) -> None:
        """No steps."""
        super().__init__(id=id)
        self.steps: dict[str, StepView] = {}

    def show(
        self, steps: Iterable[StepView], outcome: Outcome | None, resolved: bool, afresh: bool, after: str = ""
    ) -> None:
        """Show steps.

        Args:
            steps: in their order.
            outcome: what was said to have come of it.
            resolved: whether the conclusion stands no more, so that the outcome is what is left to say.
            afresh: whether they are those of another conclusion than before.
            after: the step that was ticked just now, so that the mark goes on to the next one; "" for none.
        """
        self.steps = {step.label: step for step in steps}
        rows = [*(_row(step) for step in self.steps.values()), *_outcome_rows(outcome, resolved, self.steps.values())]
        if not self.steps:
            rows = [Row("none", Content("There are no steps for this system."), still=True), *rows]
        following = next((n for n, step in self.steps.items() if step.state == "open"), None)
        self.fill(rows, mark=following if afresh else None)
        if afresh:
            self.scroll_home(animate=False)
            if following is not None:
                self.call_after_refresh(self.go_to, following)
        elif after in self.steps and self.steps[after].state != "open":
            self._go_on(after)

    def _go_on(self, after: str) -> None:
        """Put the mark on the next step that is open, or on the outcomes where none is left."""
        labels = list(self.steps)
        following = next((n for n in labels[labels.index(after) :] if self.steps[n].state == "open"), None)
        if following is not None:
            self.go_to(following)
        elif all(step.state != "open" for step in self.steps.values()):
            self.go_to(Result(_OUTCOMES[0][0]))

    def tell(self, texts: Iterable[str]) -> None:
        """Say something where there are no steps."""
        self.steps = {}
        self.fill(Row(n, Content(text), style="" if n else "bold", still=True) for n, text in enumerate(texts))

    @property
    def step(self) -> StepView | None:
        """The marked step."""
        return self.steps.get(self.row.key) if self.row is not None and isinstance(self.row.key, str) else None

    def action_tick(self) -> None:
        """Choose the marked row."""
        if self.row is not None and not self.row.still:
            self.post_message(self.Chosen(self, self.row))

    def action_skip(self) -> None:
        """Leave the marked step out."""
        if self.row is not None and self.step is not None:
            self.post_message(self.Skipped(self, self.row))


def _row(step: StepView) -> Row:
    lines = list(_done_lines(step) if step.state == "done" else [*_kept_lines(step), *_open_lines(step)])
    text = Content("\n").join(lines)
    style = "$quiet" if step.state != "open" else ""
    code = frozenset(number for number, line in enumerate(text.split("\n", allow_blank=True)) if _is_command(line))
    return Row(step.label, text, mark=f"{_TICKS[step.state]} {step.label}. ", style=style, code=code)


def _is_command(line: Content) -> bool:
    return any(span.style == _COMMAND_STYLE for span in line.spans)


def _kept_lines(step: StepView) -> Iterator[Content]:
    """What is kept of a step that is not done: that it is left out, or what was seen instead of what was expected."""
    if step.state == "skipped":
        yield Content.assemble(("- left out", "bold"), f"{_when(step)}; - takes that back")
    elif step.observed:
        yield Content.assemble((f"▲ {step.compared or 'not as expected'}", "$bad bold"), f"{_when(step)}")
        yield from _seen(step.observed)
        yield Content("Tick it and send the box empty to tick it all the same.")


def _when(step: StepView) -> str:
    from advisor.session.listing import when

    return f" {when(step.when)} UTC" if step.when is not None else ""


def _open_lines(step: StepView) -> Iterator[Content]:
    needs = (f"  needs: {step.needs}" if step.needs else "", "$quiet")
    words = _IN_WORDS.get(step.risk, "")
    if words:
        yield Content.assemble(signs.risk(step.risk), f" {words}")
    yield from (Content.assemble((line, "bold")) for line in step.do.split("\n"))
    yield Content.assemble(needs[0].strip()) if words else Content.assemble(signs.risk(step.risk), needs)
    if step.warning:
        yield Content.assemble(("▲ mind: ", "$bad bold"), step.warning)
    yield from _command(step)
    yield from _check(step)
    yield from _named("to undo it", step.undo)
    yield from _named(*_PERSISTS.get(step.persists, ("to make it last", step.persists)))
    yield from _named("applies to", step.applies)


def _command(step: StepView) -> Iterator[Content]:
    for number, line in enumerate(step.command.rstrip().split("\n") if step.command else ()):
        yield Content.assemble(("$ " if number == 0 else "  ", "$quiet"), (line, _COMMAND_STYLE))
    if step.placeholders:
        yield Content.assemble(("fill in yourself: ", "$bad bold"), (", ".join(step.placeholders), "bold"))


def _check(step: StepView) -> Iterator[Content]:
    if step.verify_command:
        for number, line in enumerate(step.verify_command.rstrip().split("\n")):
            yield Content.assemble(
                ("to check it: $ " if number == 0 else "             ", "$quiet"), (line, _COMMAND_STYLE)
            )
    if step.verify_expect:
        yield Content.assemble(("expect: ", "$quiet"), step.verify_expect)


def _named(name: str, text: str) -> Iterator[Content]:
    for number, line in enumerate(text.rstrip().split("\n") if text else ()):
        yield Content.assemble((f"{name}: " if number == 0 else " " * (len(name) + 2), "$quiet"), line)


def _done_lines(step: StepView) -> Iterator[Content]:
    yield Content(step.do)
    yield Content.assemble(("✓ done", "bold"), _when(step))
    if step.carried_out:
        yield from _named("it was", step.carried_out)
    if step.observed:
        yield from _seen(step.observed, "seen, as expected" if step.compared == "as expected" else step.compared)
        if step.verify_expect and not step.compared:
            yield from _named("compare it yourself with", step.verify_expect)
    else:
        yield from _check(step)
    yield from _named("to undo it", step.note or step.undo)


def _seen(observed: str, how: str = "") -> Iterator[Content]:
    lines = observed.split("\n")
    yield Content(f"{how or 'seen'}:")
    for line in lines[:_SEEN_LINES]:
        yield Content(f"│ {line[:_SEEN_CHARACTERS]}{'…' if len(line) > _SEEN_CHARACTERS else ''}")
    if len(lines) > _SEEN_LINES:
        yield Content(f"│ and {len(lines) - _SEEN_LINES:,} more lines")


def _unproved(steps: Iterable[StepView]) -> str:
    """The open steps that would show whether the fix works, in words."""
    open_ones = [step for step in steps if step.state == "open" and (step.verify_command or step.verify_expect)]
    return ", ".join(f"step {s.label}{' (the proof)' if s.do.startswith('Prove') else ''}" for s in open_ones)


def _outcome_rows(outcome: Outcome | None, resolved: bool, steps: Iterable[StepView]) -> Iterator[Row]:
    said = "What came of it? By what is known now it is mended." if resolved else "What came of it, when all is done?"
    if outcome is not None:
        note = f": {outcome.note[:_SEEN_CHARACTERS]}" if outcome.note else ""
        said = f"Kept: {outcome.result}{note}, {outcome.when}. It can be said anew."
        if outcome.result == "worked" and (unproved := _unproved(steps)):
            said += f"\nStill open: {unproved}. Until then it is not shown that it worked."
    yield Row("outcome", Content(said), style="bold $accent", still=True)
    for result, title, words in _OUTCOMES:
        chosen = outcome is not None and outcome.result == result
        yield Row(Result(result), Content.assemble(title, (f"  {words}", "$quiet")), mark="(x) " if chosen else "( ) ")
