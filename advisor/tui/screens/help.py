"""Help: what can be done here, then everywhere, with the keys that are in force, and how the advisor works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from advisor.tui import signs
from advisor.tui.actions import ACTIONS, EVERYWHERE, PLACES, STANDS_ON, Action
from advisor.tui.key_words import all_readable
from advisor.tui.screens.place import Place
from advisor.tui.widgets.rows import Row, Rows
from advisor.views.board import Board

_TITLES = {name: title for name, _, title in PLACES}
_WHERE = {
    EVERYWHERE: "Everywhere", "list": "In every list", "input": "While writing in the text box", "plot": "On plots",
    "search": "While searching", "text": "On the lines of a capture", "steps": "On the steps of a fix",
    "exercise": "In an exercise on a simulated host", "prompt": "At the prompt of a simulated host",
    "host": "On what a simulated host has printed", "quiz": "In a short exercise",
}  # fmt: skip
_KEYS_WIDTH = 22
_ABOUT = (
    "Say what is wrong, open captures, or paste outputs: rules draw findings from them, which speak for or against each case.",
    "Yes, no and unknown are three answers. What nobody looked at is unknown and never counts as no; don't know is a good answer.",
    "A certainty is below 1.00, always. It is combined from the arguments; F4 shows each down to the line and its source.",
    "The next question is the one that tells most for what it costs to answer. Any order will do: say or paste what you have.",
    "A fix is shown and never carried out: copy a command, run it yourself, and say what came of it.",
    "Undo takes back any step; a fact can be struck or changed at any time, and everything is concluded anew.",
)
_TYPING = (
    "Outside a text box, a letter is a command. Two letters within a quarter of a second are a sentence: no command runs.",
    "The sentence goes to the text box of the screen, else to the box on Advisor. Nothing is sent before you press Enter there.",
    "A letter that only moves the mark acts at once. Every other letter acts after a quarter of a second; Esc or Backspace stops it.",
    "A paste always goes to a text box. An Enter among quick keys sends nothing and confirms nothing.",
    "For half a second after a question has come up, no key answers it. A digit typed too early goes to the box.",
    "To begin or delete a session, the program asks first. Alt+U takes back an answer, a struck fact, a tick and a new session.",
)
_STANDINGS = {
    "confirmed": "at least 0.80, with an argument that is decisive by itself", "likely": "at least 0.60",
    "possible": "at least 0.20", "ruled-out": "a decisive argument against it, or everything looked at and below 0.20",
    "not-assessed": "what is unknown could still decide it; it says what to look at", "resolved": "it stood earlier and stands no more",
}  # fmt: skip
_RISKS = {
    "look": "changes nothing", "safe": "changes something without interrupting service",
    "disruptive": "interrupts or slows service for a while", "destructive": "cannot be undone, or loses data",
}  # fmt: skip


class HelpPlace(Place):
    """A list to read."""

    NAME = "help"
    DEFAULT_CSS = """
    HelpPlace #help { padding: 0 1; max-width: 130; }
    """

    def body(self) -> ComposeResult:
        """One list."""
        yield Rows(id="help")

    def parts(self) -> Sequence[Widget]:
        """The list."""
        return [self.query_one("#help")]

    async def show(self, board: Board | None) -> None:
        """Show the help for the screen that one came from."""
        self._write()

    def on_screen_resume(self) -> None:
        """It may be another screen that one came from."""
        super().on_screen_resume()
        self._write()

    def _write(self) -> None:
        rows = self.query_one("#help", Rows)
        here = self.advisor.came_from
        first = f"here:{here}"
        if not any(row.key == first for row in rows.rows):
            rows.fill(self._rows(here), mark=first)
            rows.scroll_home(animate=False)

    def _rows(self, here: str) -> Iterator[Row]:
        yield from self._section(f"here:{here}", f"On the screen {_TITLES[here]}", self._actions(here),
                                 without="It has no keys of its own. Move in its lists and press Enter.")  # fmt: skip
        widgets = dict.fromkeys(["list", *(a.where for a in ACTIONS if a.where not in (EVERYWHERE, *_TITLES))])
        now = [name for name in widgets if name == "list" or STANDS_ON.get(name) == here]
        for name in (EVERYWHERE, *now):
            yield from self._section(name, _WHERE.get(name, f"In {name}"), self._actions(name))
        yield from _plain("typing", "Letters and sentences", _TYPING)
        yield from _plain("works", "How the advisor works", _ABOUT)
        yield from _marked("signs", "Certainties in words", ((signs.standing(n), t) for n, t in _STANDINGS.items()))
        yield from _marked("risks", "Risks of a step", ((signs.risk(n), t) for n, t in _RISKS.items()))
        yield from _plain("kept", "Where things are kept, keys and copying", self._places())
        for name in [*(n for n in widgets if n not in now), *(n for n in _TITLES if n not in (here, "help"))]:
            title = f"On the screen {_TITLES[name]}" if name in _TITLES else _WHERE.get(name, f"In {name}")
            if any(self._actions(name)):
                yield from self._section(name, title, self._actions(name), folded=True)
        names = (f"{action.id}: {action.help or action.text}" for action in ACTIONS)
        yield from _plain("names", "Names of all actions, for the file of keys", names, folded=True)

    def _section(
        self, key: str, title: str, actions: Iterable[Action], without: str = "", folded: bool = False
    ) -> Iterator[Row]:
        yield _heading(key, title, folded)
        found = list(actions)
        for action in found:
            shown, more = _fitting(self.advisor.keys_of(action.id))
            also = (f"  also {more}", "$quiet") if more else ""
            text = Content.assemble(action.help or action.text, also)
            yield Row((key, action.id), text, 1, mark=f"{shown:<{_KEYS_WIDTH}} ")
        if not found and without:
            yield Row((key, ""), Content(without), 1)

    def _actions(self, where: str) -> Iterator[Action]:
        return (action for action in ACTIONS if action.where == where)

    def _places(self) -> Iterator[str]:
        from advisor.config import config_directory
        from advisor.store.log import default_path
        from advisor.tui.keymap import FILE, presets
        from facts.text import clean

        keys = clean(str(config_directory() / FILE))
        yield f"Sessions are in {clean(str(self.advisor.options.db or default_path()))}: rows and cited lines, not whole captures."
        yield (
            f'Keys can be changed in {keys}: an entry reads "go.evidence" = ["f3", "alt+e"] below a line [keys]; '
            f'the line preset = "{", ".join(presets())}" above it adds those keys. What is wrong there is said at the start.'
        )
        yield (
            "Copying works over ssh and in tmux where the terminal at your end takes it (OSC 52); where that end is itself in tmux, "
            "it needs `set -g set-clipboard on` there. "
            "Hold Shift while you drag to mark text by the terminal itself."
        )

    def to_copy(self) -> str:
        """All of it."""
        return "\n".join(f"{'  ' * row.depth}{row.mark}{row.text.plain}" for row in self.query_one("#help", Rows).rows)


def _heading(key: str, title: str, folded: bool = False) -> Row:
    return Row(key, Content.assemble((title, "$accent bold")), fold=True, folded=folded)


def _fitting(keys: Sequence[str]) -> tuple[str, str]:
    """The keys that fit into the column, and those that do not."""
    most = next((n for n in range(len(keys), 0, -1) if len(all_readable(keys[:n])) < _KEYS_WIDTH), 1)
    return all_readable(keys[:most]), all_readable(keys[most:]) if keys[most:] else ""


def _plain(key: str, title: str, texts: Iterable[str], folded: bool = False) -> Iterator[Row]:
    yield _heading(key, title, folded)
    for number, text in enumerate(texts):
        yield Row((key, number), Content(text), 1)


def _marked(key: str, title: str, lines: Iterable[tuple[Content, str]]) -> Iterator[Row]:
    yield _heading(key, title)
    for number, (sign, text) in enumerate(lines):
        yield Row((key, number), Content.assemble(sign, f"  {text}"), 1)
