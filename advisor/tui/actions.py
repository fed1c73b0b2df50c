"""Every action of the terminal interface: its name, its keys, what it does, and where it can be done.

This is the one place where keys stand. Widgets and screens take their bindings from here, the help pages are written
from it, and a keymap file changes keys by these names.
"""

from __future__ import annotations

from typing import NamedTuple

EVERYWHERE = "everywhere"
STANDS_ON = {
    "input": "advisor", "plot": "evidence", "search": "cases", "exercise": "training", "prompt": "training", "host": "training",
    "quiz": "training",
}  # fmt: skip
"""The screen of a widget that stands on one screen only."""


class Action(NamedTuple):
    """One thing that can be done by a key.

    Attributes:
        id: its name in a keymap file.
        keys: the keys that do it, as textual names them; the first one is shown.
        does: the method, as in `action_...`, with arguments.
        text: what it does, in a word or three, for the last line of the screen.
        where: `everywhere`, a screen or a widget. Keys of the screen also work while the focus is in one of its widgets,
            except for letters while somebody is typing.
        help: a sentence for the help page; "" where `text` says it all.
        shown: whether it stands in the last line of the screen.
    """

    id: str
    keys: tuple[str, ...]
    does: str
    text: str
    where: str
    help: str = ""
    shown: bool = False


PLACES = (
    ("help", "f1", "Help"), ("advisor", "f2", "Advisor"), ("evidence", "f3", "Evidence"), ("diagnosis", "f4", "Diagnosis"),
    ("fix", "f5", "Fix"), ("runbook", "f6", "Runbook"), ("cases", "f7", "Cases"), ("sessions", "f8", "Sessions"),
    ("training", "f9", "Training"), ("start", "f10", "Start"),
)  # fmt: skip
"""The screens: name, key, title."""


def _go() -> tuple[Action, ...]:
    return tuple(
        Action(f"go.{name}", (key,), f"go('{name}')", title, EVERYWHERE, f"Goes to {title}.")
        for name, key, title in PLACES
    )


ACTIONS: tuple[Action, ...] = (
    *_go(),
    Action("go.back", ("escape",), "back", "Back", EVERYWHERE,
           "Leaves a text box, closes what is unfolded, then goes back to the screen before.", True),
    Action("app.keys", ("question_mark",), "go('help')", "Keys", EVERYWHERE, "Shows what can be done here."),
    Action("app.palette", ("ctrl+p",), "command_palette", "Commands", EVERYWHERE, "Finds any command by its words.", True),
    Action("app.jump", ("ctrl+o",), "jump", "Jump", EVERYWHERE, "Puts a letter on every part of the screen; the letter goes there.", True),
    Action("app.quit", ("ctrl+q",), "quit", "Quit", EVERYWHERE,
           "Leaves; every step of the session is kept already. Asks first if something would be lost.", True),
    Action("app.suspend", ("ctrl+z",), "suspend", "Suspend", EVERYWHERE,
           "Stops the program and gives the terminal back to the shell; fg continues."),
    Action("app.next-part", ("tab",), "next_part(1)", "Next part", EVERYWHERE, "Goes to the next part of the screen; completes a path."),
    Action("app.previous-part", ("shift+tab",), "next_part(-1)", "Part before", EVERYWHERE, "Goes to the part before."),
    Action("app.theme", ("f12",), "next_theme", "Colours", EVERYWHERE, "Takes the next set of colours: dark, light, sixteen colours."),
    Action("session.undo", ("alt+u",), "undo", "Undo", EVERYWHERE, "Takes back the last thing that was said, answered or read."),
    Action("session.redo", ("alt+r",), "redo", "Redo", EVERYWHERE, "Lets what was taken back hold again."),
    Action("session.copy", ("alt+c", "y"), "copy", "Copy", EVERYWHERE,
           "Copies what is marked, or else the command of this place, to the clipboard, also over ssh and in tmux."),
    Action("work.cancel", ("alt+x",), "cancel_work", "Cancel", EVERYWHERE, "Stops reading files; what was read of them is dropped."),
    # Lists: the differential, facts, steps, sessions, cases, a proof.
    Action("list.down", ("down", "j"), "move(1)", "Down", "list"),
    Action("list.up", ("up", "k"), "move(-1)", "Up", "list"),
    Action("list.page-down", ("pagedown", "ctrl+d"), "page(1)", "Page down", "list"),
    Action("list.page-up", ("pageup", "b"), "page(-1)", "Page up", "list"),
    Action("list.first", ("home", "g"), "first", "First", "list"),
    Action("list.last", ("end", "G"), "last", "Last", "list"),
    Action("list.open", ("enter",), "choose", "Open", "list", "Opens, unfolds or answers with the marked line.", True),
    Action("list.unfold", ("right", "l", "space"), "unfold", "Unfold", "list", "Shows what is folded below the marked line."),
    Action("list.fold", ("left", "h"), "fold", "Fold", "list", "Hides what is unfolded, or goes to the line above it."),
    # The chat input.
    Action("input.send", ("enter",), "send", "Send", "input", "Sends what stands in the box.", True),
    Action("input.newline", ("alt+enter", "ctrl+j", "shift+enter"), "newline", "New line", "input", "Begins a new line in the box."),
    Action("input.undo-typing", ("alt+z", "ctrl+underscore"), "undo", "Undo typing", "input", "Takes back what was typed last in the box."),
    Action("input.older", ("ctrl+up",), "history(-1)", "Said before", "input", "Brings back what was sent before."),
    Action("input.newer", ("ctrl+down",), "history(1)", "Said after", "input"),
    Action("input.scroll-back", ("pageup",), "scroll_talk(-1)", "Scroll back", "input",
           "Scrolls the conversation back, while you write on."),
    Action("input.scroll-on", ("pagedown",), "scroll_talk(1)", "Scroll on", "input"),
    # The plots of a sampling.
    Action("plot.earlier", ("left", "h"), "step(-1)", "Earlier", "plot", "Moves the cursor to the cell or sample before."),
    Action("plot.later", ("right", "l"), "step(1)", "Later", "plot", "Moves the cursor to the next cell or sample."),
    Action("plot.much-earlier", ("shift+left", "H"), "pan(-1)", "Much earlier", "plot", "Moves a quarter of what is shown."),
    Action("plot.much-later", ("shift+right", "L"), "pan(1)", "Much later", "plot", "Moves a quarter of what is shown."),
    Action("plot.first", ("home", "g"), "end_of_time(-1)", "First sample", "plot"),
    Action("plot.last", ("end", "G"), "end_of_time(1)", "Last sample", "plot"),
    Action("plot.above", ("up", "k"), "choose(-1)", "Plot above", "plot"),
    Action("plot.below", ("down", "j"), "choose(1)", "Plot below", "plot"),
    Action("plot.zoom-in", ("plus", "equals_sign"), "zoom(1)", "Zoom in", "plot", "Shows half the time, around the cursor.", True),
    Action("plot.zoom-out", ("minus",), "zoom(-1)", "Zoom out", "plot", "Shows twice the time.", True),
    Action("plot.whole", ("0",), "whole", "Whole time", "plot", "Shows every sample.", True),
    Action("plot.next-episode", ("full_stop",), "episode(1)", "Next episode", "plot", "Goes to the next spike or stall.", True),
    Action("plot.previous-episode", ("comma",), "episode(-1)", "Episode before", "plot"),
    Action("plot.all-metrics", ("a",), "all_metrics", "All metrics", "plot", "Shows every metric, or only those that matter.", True),
    Action("plot.line", ("enter",), "sample_line", "Show line", "plot", "Goes to the line of the sample under the cursor.", True),
    # The advisor screen.
    Action("advisor.write", ("i",), "write", "Write", "advisor", "Goes to the text box; a sentence goes there by itself."),
    Action("advisor.doubt", ("alt+d", "d"), "doubt", "Doubt", "advisor",
           "Shows what speaks against the answer and what else it could be; once more, its chain."),
    Action("advisor.why", ("alt+w", "w"), "ask_why", "Why asked", "advisor", "Says why the present question is asked.", True),
    Action("advisor.skip", ("alt+k",), "skip", "Don't know", "advisor", "Answers the present question with don't know."),
    Action("advisor.strike", ("delete", "x"), "strike", "Strike", "advisor", "Strikes the marked fact; Alt+U brings it back."),
    Action("advisor.change", ("e",), "change", "Change", "advisor", "Changes the answer or the fact that is marked."),
    # A box to search with.
    Action("search.results", ("down",), "results", "Results", "search", "Goes down into what was found."),
    Action("search.read", ("enter",), "results(True)", "Read", "search", "Reads the first thing that was found.", True),
    # Cases and sources.
    Action("cases.search", ("slash",), "search", "Search", "cases", "Goes to the box to search in cases, words and sources.", True),
    Action("cases.runbook", ("r",), "runbook", "Runbook", "cases", "Shows the runbook of the marked case.", True),
    Action("cases.standing", ("d",), "standing", "Here", "cases", "Shows what is concluded of the marked case in this session.", True),
    # The diagnosis screen.
    Action("diagnosis.fix", ("f",), "fix", "Fix", "diagnosis", "Goes to what to do about the conclusion that is shown.", True),
    Action("diagnosis.why-not", ("w",), "why_not", "Why not", "diagnosis",
           "Says why a case is not concluded: any case, chosen from a list.", True),
    Action("diagnosis.unfold-all", ("e",), "unfold_all", "Unfold all", "diagnosis",
           "Unfolds the whole proof down to lines and sources, or folds it."),
    # The fix screen.
    Action("fix.verify", ("v",), "copy_verify", "Copy check", "fix", "Copies the command that shows whether the marked step worked.", True),
    Action("fix.undo", ("z",), "copy_undo", "Copy undo", "fix", "Copies the command that undoes the marked step.", True),
    Action("fix.next", ("greater_than_sign",), "other(1)", "Next fix", "fix", "Shows the fix of the next conclusion."),
    Action("fix.previous", ("less_than_sign",), "other(-1)", "Fix before", "fix", "Shows the fix of the conclusion before."),
    Action("fix.diagnosis", ("d",), "diagnosis", "Diagnosis", "fix", "Goes to the proof of this conclusion."),
    Action("steps.tick", ("enter", "space"), "tick", "Tick", "steps", "Ticks the marked step off, after asking what was seen.", True),
    Action("steps.skip", ("minus",), "skip", "Skip", "steps", "Marks the step as left out; once more takes that back.", True),
    # Sessions.
    Action("sessions.new", ("n",), "new", "New", "sessions", "Begins a new session, after asking; the present one is kept.", True),
    Action("sessions.rename", ("e",), "rename", "Rename", "sessions", "Gives the marked session another name.", True),
    Action("sessions.delete", ("delete",), "delete", "Delete", "sessions", "Deletes the marked session, after asking.", True),
    # Training.
    Action("training.list", ("e",), "exercises", "Exercises", "training", "Goes back to the list of exercises.", True),
    Action("training.return", ("o",), "return", "Own session", "training", "Ends the exercise and opens your own session again.", True),
    Action("training.find", ("slash",), "find", "Find", "training", "Finds a simulated host by its title, or by what it trains.", True),
    Action("training.progress", ("p",), "progress", "Progress", "training",
           "Shows what you have practised, by skill, and when it is due.", True),
    # A short exercise: digits answer, Enter goes on.
    Action("quiz.scroll-on", ("pagedown",), "scroll_shown(1)", "Scroll on", "quiz", "Shows more of what is asked about."),
    Action("quiz.scroll-back", ("pageup",), "scroll_shown(-1)", "Scroll back", "quiz"),
    Action("quiz.right", ("alt+right", "right"), "sideways(1)", "Right", "quiz", "Shows what is further right in long lines, behind a >."),
    Action("quiz.left", ("alt+left", "left"), "sideways(-1)", "Left", "quiz", "Shows what is further left."),
    # An exercise on a simulated host: letters are typed there, and the menus of terminals have Alt with E, F, H, S, T and V.
    Action("exercise.hint", ("alt+i",), "hint", "Hint", "exercise",
           "Asks the tutor for a hint, of three strengths and prices, in guided practice.", True),
    Action("exercise.conclude", ("alt+n",), "name('conclude')", "Conclude", "exercise",
           "Names the cause, chosen from all cases, with the reason.", True),
    Action("exercise.suspect", ("alt+m",), "name('suspect')", "Suspect", "exercise", "Says what it may be, and why; it costs nothing."),
    Action("exercise.beside", ("alt+o",), "beside", "Notebook", "exercise",
           "Shows the tutor's words and the notebook where the screen is narrow; once more, the host.", True),
    Action("exercise.end", ("alt+d",), "end", "Done", "exercise", "Ends with scores and debriefing, or without; it asks which.", True),
    Action("prompt.send", ("enter",), "send", "Run", "prompt", "Runs what was typed.", True),
    Action("prompt.older", ("up",), "history(-1)", "Typed before", "prompt", "Brings back what was typed before."),
    Action("prompt.newer", ("down",), "history(1)", "Typed after", "prompt"),
    Action("prompt.interrupt", ("ctrl+c",), "interrupt", "Interrupt", "prompt",
           "Drops the line, and interrupts a command that takes long; copies where something is marked."),
    Action("prompt.scroll-back", ("pageup",), "scroll_host(-1)", "Scroll back", "prompt", "Scrolls what was printed, while you type on."),
    Action("prompt.scroll-on", ("pagedown",), "scroll_host(1)", "Scroll on", "prompt"),
    Action("prompt.right", ("alt+right",), "sideways(1)", "Right", "prompt", "Shows what is further right in long lines, behind a >."),
    Action("prompt.left", ("alt+left",), "sideways(-1)", "Left", "prompt", "Shows what is further left."),
    Action("host.down", ("down",), "move(1)", "Down", "host"),
    Action("host.up", ("up",), "move(-1)", "Up", "host"),
    Action("host.page-down", ("pagedown",), "page(1)", "Page down", "host"),
    Action("host.page-up", ("pageup",), "page(-1)", "Page up", "host"),
    Action("host.first", ("home",), "first", "First line", "host"),
    Action("host.last", ("end",), "last", "Last line", "host"),
    Action("host.right", ("right", "alt+right"), "sideways(1)", "Right", "host", "Shows what is further right in long lines, behind a >."),
    Action("host.left", ("left", "alt+left"), "sideways(-1)", "Left", "host", "Shows what is further left."),
    Action("host.far-right", ("shift+right",), "sideways(2)", "Far right", "host", "Goes right by as much as is shown."),
    Action("host.far-left", ("shift+left",), "sideways(-2)", "Far left", "host", "Goes left by as much as is shown."),
    # Runbook.
    Action("runbook.fix", ("f",), "fix", "Fix", "runbook", "Goes to the steps, to tick them off.", True),
    Action("runbook.case", ("c",), "case", "Case", "runbook", "Shows the page of the case.", True),
    # The evidence screen: the lines of a capture, and what goes with them.
    Action("text.down", ("down", "j"), "move(1)", "Down", "text"),
    Action("text.up", ("up", "k"), "move(-1)", "Up", "text"),
    Action("text.page-down", ("pagedown", "ctrl+d", "space"), "page(1)", "Page down", "text"),
    Action("text.page-up", ("pageup", "b"), "page(-1)", "Page up", "text"),
    Action("text.first", ("home", "g"), "first", "First line", "text"),
    Action("text.last", ("end", "G"), "last", "Last line", "text"),
    Action("text.right", ("right", "l"), "sideways(1)", "Right", "text", "Shows what is further right in long lines.", True),
    Action("text.left", ("left", "h"), "sideways(-1)", "Left", "text", "Shows what is further left in long lines.", True),
    Action("text.far-right", ("shift+right", "L"), "sideways(2)", "Far right", "text", "Goes right by as much as is shown."),
    Action("text.far-left", ("shift+left", "H"), "sideways(-2)", "Far left", "text", "Goes left by as much as is shown."),
    Action("text.line-end", ("ctrl+right",), "sideways(3)", "End of lines", "text", "Shows the end of the longest line in sight."),
    Action("text.line-start", ("ctrl+left",), "sideways(-3)", "Start of lines", "text"),
    Action("text.open", ("enter",), "choose", "Cited by", "text", "Goes to the conclusions that rest on the marked line.", True),
    Action("evidence.next-cited", ("c", "right_square_bracket"), "cited(1)", "Next cited", "evidence",
           "Goes to the next line that a conclusion rests on, also in the next file.", True),
    Action("evidence.previous-cited", ("C", "left_square_bracket"), "cited(-1)", "Cited before", "evidence",
           "Goes to the line before that a conclusion rests on."),
    Action("evidence.plots", ("p",), "plots", "Plots/lines", "evidence", "Shows the samples as plots, or the lines again.", True),
    Action("evidence.search", ("slash",), "search", "Search", "evidence", "Searches the lines; n and N go on.", True),
    Action("evidence.next-match", ("n",), "match(1)", "Next match", "evidence"),
    Action("evidence.previous-match", ("N",), "match(-1)", "Match before", "evidence"),
    Action("evidence.wrap", ("w",), "wrap", "Wrap", "evidence", "Breaks long lines at the edge, or lets them run on.", True),
    Action("evidence.open", ("o",), "open_captures", "Open captures", "evidence", "Asks for the path of a file, a folder or an archive."),
)  # fmt: skip
"""In the order of the help pages."""

_MOVING_PLACES = frozenset({"list", "plot", "text", "host"})
_MOVING = frozenset({
    "evidence.next-cited", "evidence.previous-cited", "evidence.next-match", "evidence.previous-match", "evidence.wrap",
    "fix.next", "fix.previous", "quiz.right", "quiz.left",
})  # fmt: skip
_CHANGING = frozenset({
    "advisor.change", "advisor.skip", "advisor.strike", "app.quit", "session.redo", "session.undo", "sessions.delete", "sessions.new",
    "sessions.rename", "steps.skip", "steps.tick", "training.return",
})  # fmt: skip


def effect_of(action: str) -> str:
    """What a letter may do by this action: ``moves`` the mark or the view, ``opens`` something, or ``changes`` something.

    A letter that moves acts at once. The others wait until it is plain that no sentence follows. A letter that changes something is
    text if it was typed before the person could see what it would change.
    """
    if action in _CHANGING:
        return "changes"
    where = next((a.where for a in ACTIONS if a.id == action), "")
    return "moves" if where in _MOVING_PLACES or action in _MOVING else "opens"
