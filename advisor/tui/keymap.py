"""The user's own keys: ``keys.toml`` in the configuration directory, checked as a whole.

    preset = "vim"

    [keys]
    "go.evidence" = ["f3", "alt+e"]
    "app.theme" = "f11"

An entry replaces the keys of its action; ``[]`` leaves it without any. What is wrong is said all at once and leaves that
action as it was, so that the program always starts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from advisor.errors import Problem, did_you_mean
from advisor.tui.actions import EVERYWHERE, PLACES, STANDS_ON
from advisor.tui.key_names import UnknownKey, canonical, is_typed
from advisor.tui.toml_lines import Lines
from facts.text import clean

FILE = "keys.toml"
"""Its name in the configuration directory."""

MAX_BYTES = 1 << 18
_LONGEST = 400

_SCREENS = frozenset(name for name, _, _ in PLACES)
_TYPED_INTO = frozenset({"input", "prompt"})
_PREFIXES = {"ctrl+b": "tmux", "ctrl+a": "GNU screen"}

Keys = dict[str, tuple[str, ...]]


class Action(Protocol):
    """What is looked at of an action; `advisor.tui.actions.Action` is one."""

    @property
    def id(self) -> str:
        """Its name in a keymap file."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Its keys where no file says otherwise."""

    @property
    def where(self) -> str:
        """Everywhere, a screen or a widget."""


class Keymap(NamedTuple):
    """The keys of every action.

    Attributes:
        bindings: action to its keys, as textual names them; every action is in it.
        problems: what was wrong in the file, in its order, with warnings among it; their blocks are for standard error.
        stands_for: a key of the preset and the common key that it is another name for, such as ``j`` for ``down``; for
            widgets that are not ours.
    """

    bindings: Keys
    problems: list[Problem]
    stands_for: dict[str, str]


class Clash(NamedTuple):
    """A key that would do two things at one place."""

    first: str
    second: str
    key: str


def load_keymap(path: Path, actions: Sequence[Action]) -> Keymap:
    """Read the user's keys over those of the actions. A file that is not there is no problem.

    Args:
        path: the keymap file.
        actions: every action.
    """
    defaults = {action.id: action.keys for action in actions}
    try:
        text = _text(path)
        data = tomllib.loads(text)
    except FileNotFoundError:
        return Keymap(defaults, [], {})
    except (OSError, ValueError, RecursionError) as error:
        return Keymap(defaults, [_unreadable(path, error)], {})
    reader = _Reader(path, Lines(text), actions)
    stands_for = reader.preset(data)
    base = {**defaults, **beside(actions, stands_for)}
    entries = dict(reader.entries(data))
    bindings = reader.without_clashes(base, entries)
    reader.warn_of_prefixes({name: keys for name, keys in entries.items() if bindings[name] == keys})
    return Keymap(bindings, reader.in_order(), stands_for)


def _short(text: str) -> str:
    """One line; what a file holds may be of any length."""
    line = " ".join(clean(text).split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def _text(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"it is longer than {MAX_BYTES:,} bytes")
    return data.decode("utf-8-sig")


def _unreadable(path: Path, error: OSError | ValueError | RecursionError) -> Problem:
    where = clean(str(path))
    if isinstance(error, OSError):
        return Problem("keymap-unreadable", "the keymap cannot be read", where, error.strerror or type(error).__name__)
    if isinstance(error, tomllib.TOMLDecodeError):
        message, _, place = str(error).partition(" (at line ")
        line = place.partition(",")[0]
        return Problem(
            "keymap-not-toml",
            f"the keymap is not TOML: {_short(message[:1].lower() + message[1:])}",
            f"{where}:{line}" if line.isdecimal() else where,
            'an entry reads "list.down" = ["down", "j"]; the default keys hold until it is mended',
        )
    message = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
    message = "it is nested too deeply" if isinstance(error, RecursionError) else message
    return Problem("keymap-unreadable", f"the keymap cannot be read: {message}", where, "the default keys hold")


def overlap(one: str, other: str) -> bool:
    """Whether actions of two places can be live at once.

    A screen's keys work in its widgets too, and a widget may stand on any screen unless it is known to stand on one only.
    """
    if one == other or EVERYWHERE in (one, other):
        return True
    if (one in _SCREENS) == (other in _SCREENS):
        return False
    screen, widget = (one, other) if one in _SCREENS else (other, one)
    return STANDS_ON.get(widget, screen) == screen


def clashes(actions: Sequence[Action], bindings: Mapping[str, tuple[str, ...]]) -> Iterator[Clash]:
    """Every key that two actions have which can be live at once; the actions in their order."""
    holders: dict[str, list[Action]] = {}
    for action in actions:
        for key in dict.fromkeys(bindings[action.id]):
            for holder in holders.get(key, []):
                # A letter is typed where text is typed, whatever else it does elsewhere.
                typed = is_typed(key) and _TYPED_INTO & {action.where, holder.where}
                if overlap(holder.where, action.where) and not typed:
                    yield Clash(holder.id, action.id, key)
            holders.setdefault(key, []).append(action)


def beside(actions: Sequence[Action], stands_for: Mapping[str, str]) -> Keys:
    """The keys of the actions that have a common key, with the preset's key beside it where that is free."""
    bindings = {action.id: action.keys for action in actions}
    changed: Keys = {}
    for action in actions:
        for key, common in stands_for.items():
            keys = bindings[action.id]
            if common not in keys or key in keys or (is_typed(key) and action.where in _TYPED_INTO):
                continue
            tried = {**bindings, action.id: (*keys, key)}
            if not any(clash.key == key and action.id in clash[:2] for clash in clashes(actions, tried)):
                bindings = tried
                changed[action.id] = tried[action.id]
    return changed


class _Reader:
    """Reads one file and notes what is wrong with it."""

    def __init__(self, path: Path, lines: Lines, actions: Sequence[Action]) -> None:
        self._path, self._lines, self._actions = clean(str(path)), lines, actions
        self._where = {action.id: action.where for action in actions}
        self._found: list[tuple[int, Problem]] = []

    def in_order(self) -> list[Problem]:
        """What was noted, by line."""
        return [problem for _, problem in sorted(self._found, key=lambda found: found[0])]

    def _note(self, code: str, message: str, at: tuple[str, ...], help: str = "", level: str = "error") -> None:
        line = self._lines.of(at)
        self._found.append((line, Problem(code, _short(message), f"{self._path}:{line}", _short(help), level)))

    def preset(self, data: Mapping[str, Any]) -> dict[str, str]:
        """The keys of the preset that the file names, each with the common key that it stands for."""
        for entry in data:
            if entry not in ("preset", "keys"):
                known = did_you_mean(entry, ["preset", "keys"])
                self._note("keymap-unknown-entry", f"there is no entry `{entry}`", (entry,),
                           known or "a keymap has `preset` and the table `[keys]`")  # fmt: skip
        name = data.get("preset")
        if name is None:
            return {}
        names = presets()
        if not isinstance(name, str) or name not in names:
            shown, near = _shown(name), did_you_mean(str(name), names)
            self._note("keymap-unknown-preset", f"there is no preset `{shown}`", ("preset",),
                       near or f"presets are {', '.join(names)}")  # fmt: skip
            return {}
        return preset_keys(name)

    def entries(self, data: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The entries that are right by themselves."""
        table = data.get("keys", {})
        if not isinstance(table, dict):
            self._note("keymap-wrong-type", "`keys` is not a table", ("keys",), "begin it with a line `[keys]`")
            return
        for name, path, value in _flat(table, ()):
            at = ("keys", *path)
            if name not in self._where:
                near = did_you_mean(name, sorted(self._where))
                self._note("keymap-unknown-action", f"there is no action `{name}`", at,
                           near or "actions are listed under Help")  # fmt: skip
            elif (keys := self._keys(name, at, value)) is not None:
                yield name, keys

    def _keys(self, name: str, at: tuple[str, ...], value: Any) -> tuple[str, ...] | None:
        given = [value] if isinstance(value, str) else value
        if not isinstance(given, list) or not all(isinstance(key, str) for key in given):
            self._note("keymap-wrong-type", f"the keys of `{name}` are `{_shown(value)}`", at,
                       'give a key in quotes, or a list: ["f3", "ctrl+e"]')  # fmt: skip
            return None
        keys: dict[str, None] = {}
        right = True
        for text in given:
            try:
                key = canonical(text)
            except UnknownKey as error:
                self._note("keymap-unknown-key", f"{error}, given to `{name}`", at,
                           error.help or "keys are named as in `ctrl+e`, `f3`, `slash` or `G`")  # fmt: skip
                right = False
                continue
            if is_typed(key) and self._where[name] in _TYPED_INTO:
                self._note("keymap-typed-key", f"`{text}` is typed into the text, and cannot be a key of `{name}`", at,
                           f"put ctrl or alt before it: `alt+{text.lower()}`")  # fmt: skip
                right = False
            keys[key] = None
        return tuple(keys) if right else None

    def without_clashes(self, base: Keys, entries: Keys) -> Keys:
        """The base with every entry that clashes with nothing."""
        kept = dict(entries)
        while True:
            bindings = {**base, **kept}
            mine = [c for c in clashes(self._actions, bindings) if c.first in kept or c.second in kept]
            if not mine:
                return bindings
            self._refuse(mine[0], kept)

    def _refuse(self, clash: Clash, kept: Keys) -> None:
        """Take back the entry that clashes; of two, the one that stands later."""
        mine = sorted((name for name in clash[:2] if name in kept), key=self._line_of)
        name = mine[-1]
        other = clash.first if name == clash.second else clash.second
        place = f" (line {self._line_of(other)})" if other in kept else ""
        self._note("keymap-conflict", f"`{clash.key}` of `{name}` is the key of `{other}`{place} too", self._at(name),
                   f"both can be wanted at one place; `{name}` keeps its default")  # fmt: skip
        del kept[name]

    def _at(self, name: str) -> tuple[str, ...]:
        quoted, dotted = ("keys", name), ("keys", *name.split("."))
        return quoted if self._lines.has(quoted) else dotted

    def _line_of(self, name: str) -> int:
        return self._lines.of(self._at(name))

    def warn_of_prefixes(self, entries: Keys) -> None:
        """Say which keys do not reach a program in tmux or GNU screen."""
        for name, keys in entries.items():
            for key in keys:
                if key in _PREFIXES:
                    self._note("keymap-prefix-key", f"`{key}` of `{name}` does not arrive in {_PREFIXES[key]}, whose prefix it is",
                               self._at(name), "it works elsewhere; give a second key beside it", "warning")  # fmt: skip


def _flat(table: Mapping[str, Any], above: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...], Any]]:
    """Entries by their dotted name: without quotes, TOML reads a dot as a table within a table."""
    for name, value in table.items():
        path = (*above, name)
        if isinstance(value, dict) and value:
            yield from _flat(value, path)
        else:
            yield ".".join(path), path, value


def _shown(value: Any) -> str:
    """A value of the file, as far as it helps to find it."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 40 else text[:39] + "…"


def presets() -> list[str]:
    """The names of the presets."""
    files = resources.files("advisor.tui").joinpath("keymaps").iterdir()
    return sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml"))


def preset_keys(name: str) -> dict[str, str]:
    """The keys of a preset, each with the common key that it stands for."""
    file = resources.files("advisor.tui").joinpath("keymaps", f"{name}.toml")
    data: dict[str, list[str]] = tomllib.loads(file.read_text(encoding="utf-8"))["beside"]
    return {canonical(key): canonical(common) for common, keys in data.items() for key in keys}
