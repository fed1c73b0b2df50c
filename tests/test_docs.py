"""README and guides show what the tool really prints, name commands that exist, and link to files that are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from advisor.arguments import command_line
from advisor.cli import _COMMANDS
from advisor.tui.actions import ACTIONS, PLACES
from advisor.tui.key_words import readable
from tests.kb.test_questions import NEEDED, OPTIONAL
from tests.state import seeded
from tests.test_cli import run
from tests.tree import ROOT
from tests.write_docs import GUIDE, HEADINGS, with_generated

PAGES = {
    path.name: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
}
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CHANGING = re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d\b|\b[0-9a-f]{16}\b|sha256:[0-9a-f]+")


class Shown:
    """A command that a page shows, what is typed into it, and what it is said to print."""

    def __init__(self, lines: list[str]) -> None:
        self.command = shlex.split(lines[0].removeprefix("$ advisor "))
        self.typed = [line.removeprefix("> ") for line in lines[1:] if line.startswith("> ")]
        self.printed = [_lasting(line) for line in lines[1:] if not line.startswith("> ")]


def _lasting(line: str) -> str:
    """A line without times, ids and digests, which are others on every run."""
    return _CHANGING.sub("*", line.rstrip())


def shown(page: str) -> list[Shown]:
    found: list[list[str]] = []
    for language, block in _BLOCK.findall(page):
        if language:
            continue
        for line in block.rstrip("\n").split("\n"):
            if line.startswith("$ advisor "):
                found.append([line])
            elif found:
                found[-1].append(line)
    return [Shown(lines) for lines in found]


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if shown(page)])
def test_what_a_page_shows_is_printed(name: str, tmp_path: Path) -> None:
    """The commands of a page run one after the other over one state directory, as a reader would type them."""
    seeded(tmp_path)
    for example in shown(PAGES[name]):
        stdin = "".join(f"{line}\n" for line in example.typed).encode()
        done = run(*example.command, stdin=stdin, ADVISOR_STATE=str(tmp_path))
        assert done.returncode == 0, (example.command, done.stderr.decode())
        printed = [_lasting(line) for line in (done.stderr + done.stdout).decode().split("\n")]
        position = 0
        for line in example.printed:
            if line != "...":
                assert line in printed[position:], f"{example.command} does not print {line!r} here"
                position = printed.index(line, position) + 1


def test_the_readme_shows_both_ways_in() -> None:
    assert [example.command[0] for example in shown(PAGES["README.md"])][:2] == ["diagnose", "ask"]


def commands_of(page: str) -> list[list[str]]:
    """The words of every `advisor` command in the shell blocks of a page."""
    found = []
    for language, block in _BLOCK.findall(page):
        for line in block.split("\n") if language == "sh" else ():
            lexer = shlex.shlex(line, posix=True, punctuation_chars="|>&;")
            lexer.whitespace_split = True
            tokens = list(lexer)
            for start in (n for n, token in enumerate(tokens) if token == "advisor"):
                end = next((n for n in range(start, len(tokens)) if tokens[n][0] in "|>&;"), len(tokens))
                found.append(tokens[start + 1 : end])
    return found


@pytest.mark.parametrize("name", PAGES)
def test_commands_of_a_page_are_understood(name: str) -> None:
    for words in commands_of(PAGES[name]):
        assert command_line().parse_args(words).command in {None, *_COMMANDS}  # without one, the interface opens
    inline = re.findall(r"`advisor ([a-z]+)", PAGES[name])
    assert [word for word in inline if word not in _COMMANDS] == []


def test_commands_are_found_in_pages() -> None:
    assert ["diagnose", "-", "--tell", "commits take seconds"] in commands_of(PAGES["user-guide.md"])
    assert ["diagnose", "captures/", "--format", "html"] in commands_of(PAGES["user-guide.md"])


@pytest.mark.parametrize("name", PAGES)
def test_links_and_named_files_exist(name: str) -> None:
    folder = ROOT if name == "README.md" else ROOT / "docs"
    for target in re.findall(r"\]\(([^)#:]+)\)", PAGES[name]):
        assert (folder / target).is_file(), target
    for path in re.findall(r"`((?:advisor|facts|kb|tests|bench|docs|examples)/[\w./-]+)`", PAGES[name]):
        assert (ROOT / path).exists() or re.search("[A-Z]{4}", path), path  # AREA and SLUG stand for names


def test_make_targets_exist() -> None:
    rules = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {word for page in PAGES.values() for word in re.findall(r"(?:^|`)make ([a-z]+)", page, re.MULTILINE)}
    assert named
    assert named <= rules


def test_the_generated_tables_are_fresh() -> None:
    """`make docs` writes them."""
    page = GUIDE.read_text(encoding="utf-8")
    assert page == with_generated(page)
    assert page.count("| `/") > 15
    assert {action.where for action in ACTIONS} <= set(HEADINGS)


def test_the_user_guide_names_every_screen_with_its_key() -> None:
    named = re.findall(r"^\| `(F\d+)` \| (\w+) \| ", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(named) == sorted((readable(key), title) for _, key, title in PLACES)


@pytest.mark.parametrize("kind", NEEDED)
def test_the_author_guide_names_the_keys_of_a_question(kind: str) -> None:
    row = re.search(rf"^\| `\[{kind}\.NAME\]` \|[^|]*\|(.*?)(?:\((.*?)\))? \|$", PAGES["author-guide.md"], re.MULTILINE)
    assert row is not None
    needed, optional = (set(re.findall(r"`([a-z]+)`", part or "")) for part in row.groups())
    assert (needed, optional) == (NEEDED[kind], OPTIONAL[kind])
