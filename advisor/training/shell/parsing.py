"""A line as a shell takes it apart: words, pipes, lists, redirections. What this shell does not know it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

MOST_CHARACTERS = 2000
_OPERATORS = ("||", "&&", ">>", "2>&1", "2>/dev/null", "|", ";", "&", ">", "<")
_KEYWORDS = frozenset(("for", "while", "until", "if", "case", "function", "do", "done", "then", "fi", "{", "("))


class NotUnderstood(Exception):
    """A line that this shell does not take; the message says why, and what to do instead."""


class Word(NamedTuple):
    """One word; `plain` where nothing of it was quoted, so that `*` in it stands for names."""

    text: str
    plain: bool


class Command(NamedTuple):
    """One command of a pipe: its words, where its output goes (`>`, `>>` or ``), and whether its errors go with it."""

    words: tuple[Word, ...]
    to: str = ""
    append: bool = False
    errors: str = ""
    source: str = ""


class Pipe(NamedTuple):
    """Commands whose output feeds the next; `after` is how it follows what stands before: ``;``, ``&&`` or ``||``."""

    commands: tuple[Command, ...]
    after: str = ";"
    background: bool = False


def parse(line: str) -> list[Pipe]:
    """Take a line apart.

    Raises:
        NotUnderstood: a quote that is not closed, a variable, a loop, or whatever else this shell does not know.
    """
    if len(line) > MOST_CHARACTERS:
        raise NotUnderstood(f"the line is longer than {MOST_CHARACTERS} characters")
    pipes: list[Pipe] = []
    commands: list[Command] = []
    tokens: list[Word | str] = []
    after = ";"
    for token in [*_tokens(line), ";"]:
        if isinstance(token, Word) or token not in ("|", "||", "&&", ";", "&"):
            tokens.append(token)
            continue
        if tokens:
            commands.append(_command(tokens))
            tokens = []
        elif token in ("|", "||", "&&") or (commands and token == ";"):
            raise NotUnderstood(f"syntax error near `{token}`")
        elif after != ";":
            raise NotUnderstood(f"syntax error: nothing stands behind `{after}`")
        if token == "|":
            continue
        if commands:
            pipes.append(Pipe(tuple(commands), after, token == "&"))
            commands = []
        after = ";" if token == "&" else token
    return pipes


def _command(tokens: list[Word | str]) -> Command:
    words: list[Word] = []
    to, append, errors, source = "", False, "", ""
    rest = iter(tokens)
    for token in rest:
        if isinstance(token, Word):
            words.append(token)
        elif token in ("2>&1", "2>/dev/null"):
            errors = token
        else:
            target = next(rest, None)
            if not isinstance(target, Word):
                raise NotUnderstood(f"syntax error: no file stands behind `{token}`")
            if token == "<":
                source = target.text
            else:
                to, append = target.text, token == ">>"
    if not words:
        raise NotUnderstood("syntax error: there is no command")
    if words[0].plain and words[0].text in _KEYWORDS:
        raise NotUnderstood(f"loops and conditions (`{words[0].text}`) are not known here; run the commands one by one")
    return Command(tuple(words), to, append, errors, source)


def _tokens(line: str) -> Iterator[Word | str]:
    place = 0
    while place < len(line):
        if line[place].isspace():
            place += 1
            continue
        if line[place] == "#":
            return
        operator = next((o for o in _OPERATORS if line.startswith(o, place)), None)
        if operator:
            yield operator
            place += len(operator)
            continue
        word, place = _word(line, place)
        yield word


def _word(line: str, place: int) -> tuple[Word, int]:
    text = ""
    plain = True
    while place < len(line) and not line[place].isspace() and line[place] not in "|;&<>":
        char = line[place]
        if char in "'\"":
            end = _closing(line, place)
            inside = line[place + 1 : end]
            if char == '"':
                _known(inside.replace("\\$", ""))
                inside = inside.replace('\\"', '"').replace("\\$", "$").replace("\\\\", "\\")
            text, plain, place = text + inside, False, end + 1
        elif char == "\\" and place + 1 < len(line):
            text, plain, place = text + line[place + 1], False, place + 2
        else:
            _known(line[place : place + 2])
            text, place = text + char, place + 1
    return Word(text, plain), place


def _closing(line: str, place: int) -> int:
    quote = line[place]
    end = place + 1
    while end < len(line) and line[end] != quote:
        end += 2 if quote == '"' and line[end] == "\\" else 1
    if end >= len(line):
        raise NotUnderstood(f"a quote is not closed: {quote}")
    return end


def _known(text: str) -> None:
    if "`" in text or "$" in text:
        raise NotUnderstood("variables, $( ) and backquotes are not known here; write the value itself")
