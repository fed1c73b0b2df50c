"""The user's keymap: what it changes, and that everything wrong in it is said at once."""

import string
from pathlib import Path

import pytest
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS, MODIFIER_FUNCTIONAL_KEYS
from textual.keys import Keys, _character_to_key

from advisor.config import config_directory
from advisor.tui import key_names, keymap
from advisor.tui.actions import ACTIONS, EVERYWHERE, Action
from advisor.tui.keymap import Keymap, load_keymap


def action(id: str, where: str, *keys: str) -> Action:
    return Action(id, keys, id, id, where)


SOME = (
    action("go.evidence", EVERYWHERE, "f3"),
    action("go.back", EVERYWHERE, "escape"),
    action("list.down", "list", "down"),
    action("list.up", "list", "up"),
    action("input.send", "input", "enter"),
    action("plot.left", "plot", "left"),
    action("fix.tick", "fix", "t"),
)


def load(folder: Path, text: str) -> Keymap:
    path = folder / "keys.toml"
    path.write_text(text, encoding="utf-8")
    return load_keymap(path, SOME)


def said(found: Keymap, folder: Path) -> list[str]:
    return [problem.block().replace(str(folder), "DIR") for problem in found.problems]


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    found = load_keymap(tmp_path / "keys.toml", SOME)
    assert found == ({a.id: a.keys for a in SOME}, [], {})


@pytest.mark.parametrize("name", ['"go.evidence"', "go.evidence"])
def test_entry_replaces_the_keys_with_and_without_quotes(tmp_path: Path, name: str) -> None:
    found = load(tmp_path, f'[keys]\n{name} = ["f3", "ctrl+e", "/"]\nlist.down = "n"\n"go.back" = []\n')
    assert found.problems == []
    assert found.bindings["go.evidence"] == ("f3", "ctrl+e", "slash")
    assert found.bindings["list.down"] == ("n",)
    assert found.bindings["go.back"] == ()
    assert found.bindings["list.up"] == ("up",)


def test_every_problem_is_said_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    found = load(
        tmp_path,
        """preset = "vin"
colour = "blue"
[keys]
"go.evidnce" = "f4"
"go.back" = ["esc"]
"list.down" = 3
list.up = ["f3"]
"input.send" = "s"
"plot.left" = [
  "ctrl+b",
]
""",
    )
    assert said(found, tmp_path) == [
        "error[keymap-unknown-preset]: there is no preset `vin`\n  --> DIR/keys.toml:1\n  help: did you mean `vim`?",
        (
            "error[keymap-unknown-entry]: there is no entry `colour`\n  --> DIR/keys.toml:2\n"
            "  help: a keymap has `preset` and the table `[keys]`"
        ),
        (
            "error[keymap-unknown-action]: there is no action `go.evidnce`\n  --> DIR/keys.toml:4\n"
            "  help: did you mean `go.evidence`?"
        ),
        (
            "error[keymap-unknown-key]: there is no key `esc`, given to `go.back`\n  --> DIR/keys.toml:5\n"
            "  help: did you mean `escape`?"
        ),
        (
            "error[keymap-wrong-type]: the keys of `list.down` are `3`\n  --> DIR/keys.toml:6\n"
            '  help: give a key in quotes, or a list: ["f3", "ctrl+e"]'
        ),
        (
            "error[keymap-conflict]: `f3` of `list.up` is the key of `go.evidence` too\n  --> DIR/keys.toml:7\n"
            "  help: both can be wanted at one place; `list.up` keeps its default"
        ),
        (
            "error[keymap-typed-key]: `s` is typed into the text, and cannot be a key of `input.send`\n  --> DIR/keys.toml:8\n"
            "  help: put ctrl or alt before it: `alt+s`"
        ),
        (
            "warning[keymap-prefix-key]: `ctrl+b` of `plot.left` does not arrive in tmux, whose prefix it is\n"
            "  --> DIR/keys.toml:9\n  help: it works elsewhere; give a second key beside it"
        ),
    ]
    assert found.bindings == {a.id: a.keys for a in SOME} | {"plot.left": ("ctrl+b",)}


def test_two_entries_may_change_places_but_not_share(tmp_path: Path) -> None:
    swapped = load(tmp_path, '[keys]\n"list.down" = "up"\n"list.up" = "down"\n')
    assert (swapped.problems, swapped.bindings["list.down"]) == ([], ("up",))
    shared = load(tmp_path, '[keys]\n"list.down" = "z"\n"list.up" = "z"\n')
    assert [p.message for p in shared.problems] == ["`z` of `list.up` is the key of `list.down` (line 2) too"]
    assert (shared.bindings["list.down"], shared.bindings["list.up"]) == (("z",), ("up",))


def test_an_entry_taken_back_may_make_another_one_clash(tmp_path: Path) -> None:
    # `t` is fix.tick's, so go.evidence has f3 again, which go.back then cannot have.
    found = load(tmp_path, '[keys]\n"go.back" = "f3"\n"go.evidence" = "t"\n')
    assert [p.code for p in found.problems] == ["keymap-conflict", "keymap-conflict"]
    assert found.bindings == {a.id: a.keys for a in SOME}


@pytest.mark.parametrize(
    ("one", "other", "clashes"),
    [
        ("list", "plot", False),  # two widgets: only one has the focus
        ("fix", "evidence", False),  # two screens: only one is seen
        ("fix", "list", True),
        ("list", "list", True),
        (EVERYWHERE, "fix", True),
        (EVERYWHERE, "plot", True),
    ],
)
def test_what_can_be_live_at_once(one: str, other: str, clashes: bool) -> None:
    actions = (action("a.a", one, "f9"), action("b.b", other, "f9"))
    assert bool(list(keymap.clashes(actions, {"a.a": ("f9",), "b.b": ("f9",)}))) is clashes


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ('[keys]\n"a" = \n', "the keymap is not TOML: invalid value", ":2"),
        ('[keys]\n"list.up" = "a"\n"list.up" = "b"\n', "the keymap is not TOML: cannot overwrite a value", ":3"),
    ],
)
def test_broken_toml_says_its_line(tmp_path: Path, text: str, message: str, line: str) -> None:
    found = load(tmp_path, text)
    assert [(p.message, p.where) for p in found.problems] == [(message, f"{tmp_path}/keys.toml{line}")]
    assert found.bindings == {a.id: a.keys for a in SOME}


def test_unreadable_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "keys.toml").mkdir()
    assert [p.code for p in load_keymap(tmp_path / "keys.toml", SOME).problems] == ["keymap-unreadable"]
    (tmp_path / "latin.toml").write_bytes(b"# gr\xfc\xdfe\n")
    found = load_keymap(tmp_path / "latin.toml", SOME)
    assert [p.message for p in found.problems] == ["the keymap cannot be read: it is not UTF-8"]
    (tmp_path / "long.toml").write_text("#" * (keymap.MAX_BYTES + 1))
    assert "longer than" in load_keymap(tmp_path / "long.toml", SOME).problems[0].message


def test_problems_carry_no_control_characters(tmp_path: Path) -> None:
    found = load(tmp_path, '[keys]\n"go\\u001b[31m.x" = "f4"\n"go.back" = "\\u001b]0;x\\u0007"\n')
    assert len(found.problems) == 2
    assert all(part.isprintable() for problem in found.problems for part in problem)


def test_keys_may_be_a_table_of_tables_and_wrong_shapes_are_said(tmp_path: Path) -> None:
    found = load(tmp_path, '[keys.list]\nup = "u"\ndown = {a = 1}\n')
    assert found.bindings["list.up"] == ("u",)
    assert [(p.message, p.where[-2:]) for p in found.problems] == [("there is no action `list.down.a`", ":3")]
    assert [p.message for p in load(tmp_path, "keys = 3\n").problems] == ["`keys` is not a table"]
    assert [p.code for p in load(tmp_path, "preset = [1]\n").problems] == ["keymap-unknown-preset"]


def test_vim_keys_stand_beside_the_defaults(tmp_path: Path) -> None:
    found = load(tmp_path, 'preset = "vim"\n[keys]\n"list.up" = "p"\n')
    assert found.problems == []
    assert found.bindings["list.down"] == ("down", "j")
    assert found.bindings["plot.left"] == ("left", "h")
    assert found.bindings["list.up"] == ("p",), "what the user says replaces the preset's keys too"
    assert found.stands_for["G"] == "end"


def test_a_preset_takes_no_key_that_is_in_use() -> None:
    actions = (
        action("list.down", "list", "down"),
        action("fix.jump", "fix", "j"),
        action("input.down", "input", "down"),
    )
    assert keymap.beside(actions, {"j": "down"}) == {}


def test_the_presets_fit_the_actions_of_the_program(tmp_path: Path) -> None:
    defaults = {a.id: a.keys for a in ACTIONS}
    for name in keymap.presets():
        added = {**defaults, **keymap.beside(ACTIONS, keymap.preset_keys(name))}
        assert list(keymap.clashes(ACTIONS, added)) == []
        assert added != defaults


def test_default_keys_are_known_and_clash_nowhere() -> None:
    assert [key for a in ACTIONS for key in a.keys if key_names.canonical(key) != key] == []
    assert list(keymap.clashes(ACTIONS, {a.id: a.keys for a in ACTIONS})) == []


def test_key_names_are_those_of_textual() -> None:
    reported = {key.value for keys in ANSI_SEQUENCES_KEYS.values() if isinstance(keys, tuple) for key in keys}
    reported |= set(FUNCTIONAL_KEYS.values()) - MODIFIER_FUNCTIONAL_KEYS
    # `ctrl+x` and the like in the list of names are two keys; the rest of it is either a mark of its own or repeated.
    reported |= {key.value for key in Keys if not key.value.startswith("<")} - {"return", "ctrl-at"}
    reported = {key for key in reported if not key.startswith(("<", "iso_")) and not key.endswith("_lock")}
    single = {key for key in reported if "+" not in key}
    assert single - key_names.NAMED - key_names.CHARACTERS == set()
    assert key_names.NAMED - single == set()
    for key in sorted(reported):
        if key not in {"ctrl+i", "ctrl+m", "ctrl+h"}:
            assert key_names.canonical(key) == key
    for character in string.punctuation + string.ascii_letters + string.digits + "ößé§":
        assert key_names.canonical(character) == _character_to_key(character)


@pytest.mark.parametrize(
    ("key", "advice"),
    [
        ("cntrl+e", "did you mean `ctrl+e`?"),
        ("C+e", "did you mean `ctrl+e`?"),
        ("PgDn", "did you mean `pagedown`?"),
        ("ctrl+E", "write `ctrl+e`"),
        ("shift+g", "write `G`"),
        ("shift+slash", "write the character that shift gives"),
        ("ctrl+i", "write `tab`: most terminals send the same for both"),
        ("", ""),
        ("f99", "did you mean `f9`?"),
        ("qqqqqq", ""),
    ],
)
def test_an_unknown_key_is_put_right(key: str, advice: str) -> None:
    with pytest.raises(key_names.UnknownKey) as caught:
        key_names.canonical(key)
    assert caught.value.help == advice


def test_modifiers_are_put_in_order() -> None:
    assert key_names.canonical("shift+ctrl+left") == "ctrl+shift+left"
    assert key_names.canonical("ctrl++") == "ctrl+plus"
    assert key_names.canonical("+") == "plus"


def test_configuration_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ADVISOR_CONFIG", str(tmp_path))
    assert config_directory() == tmp_path
    monkeypatch.delenv("ADVISOR_CONFIG")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/etc/xdg-of-me")
    assert config_directory() == Path("/etc/xdg-of-me/advisor")
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert config_directory() == Path("/home/somebody/.config/advisor")
