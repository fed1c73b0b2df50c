"""Commands in a line of text, in English, German and with a slash; and sentences that are none."""

from __future__ import annotations

import pytest

from advisor.conversation.commands import HELP, NAMES, Command, read_command
from advisor.conversation.conversation import Conversation
from advisor.conversation.handlers import handlers
from advisor.knowledge import Knowledge
from advisor.session.session import Session

IN_WORDS = {
    "why": ["why", "?", "Why do you ask that?", "and why this question", "warum", "Wieso fragst du das?", "why would you want to know"],
    "how": ["how", "how do you know", "how sure is that?", "show me the proof", "wie kommst du darauf?", "Wie sicher ist das?"],
    "changed": ["what changed", "what has changed?", "what did that change?", "was hat sich geändert?"],
    "evidence": ["evidence", "show me the facts", "what do you know so far?", "belege", "zeig mir die Belege", "was weißt du schon?"],
    "sources": ["sources", "show the references", "where is that from?", "zeig mir die Quellen"],
    "undo": ["undo", "undo that", "take that back", "no, that was wrong", "rückgängig", "zurück", "Das war falsch."],
    "redo": ["redo", "redo that", "wiederherstellen"],
    "skip": ["skip", "skip this one", "next question", "pass", "weiter", "nächste Frage"],
    "questions": ["questions", "show all open questions", "zeig mir alle Fragen"],
    "fix": ["fix", "show me the fix", "how do I fix this?", "what should I do now?", "was soll ich jetzt tun?",
        "wie behebe ich das", "Lösung"],
    "runbook": ["runbook", "write a runbook"],
    "worked": ["worked", "it worked", "that has helped", "the fix worked", "das hat geholfen", "Problem gelöst"],
    "no-help": ["no-help", "it did not help", "that didn't work", "das hat nicht geholfen", "keine Besserung"],
    "status": ["status", "how far are we?", "wie weit sind wir?"],
    "more": ["more", "go on", "keep asking", "frag weiter"],
    "save": ["save", "save this"],
    "quit": ["quit", "exit", "bye", "that's enough", "stop", "Ende", "das reicht"],
    "help": ["help", "hilfe", "what can I say?", "was kann ich sagen?"],
    "paste": ["paste", "I'll paste", "einfügen"],
    "other": ["other"],
}  # fmt: skip
WITH_WORDS = {
    "why not drive-failing": Command("why-not", "drive-failing"),
    "Warum nicht zfs-pool-fragmentation?": Command("why-not", "zfs-pool-fragmentation"),
    "why is it not swap-thrash?": Command("why-not", "swap-thrash"),
    "why-not drive-failing": Command("why-not", "drive-failing"),
    "what if the pool is 50 % full?": Command("what-if", "the pool is 50 % full"),
    "was wäre, wenn der Pool halb voll ist?": Command("what-if", "der Pool halb voll ist"),
    "explain slog": Command("explain", "slog"),
    "what is a gang block?": Command("explain", "a gang block"),
    "was ist ein slog?": Command("explain", "ein slog"),
    "search write cache": Command("search", "write cache"),
    "suche nach gang": Command("search", "gang"),
    "change dirty ratio": Command("change", "dirty ratio"),
    "ändere meine Antwort zu Speicher": Command("change", "Speicher"),
    "strike 3": Command("strike", "3"),
    "streiche 3": Command("strike", "3"),
    "vergiss Nummer 3": Command("strike", "3"),
    "open /tmp/captures.tar.gz": Command("open", "/tmp/captures.tar.gz"),
    "lies ./iostat.out": Command("open", "./iostat.out"),
    "done 2": Command("done", "2"),
    "done with step 2": Command("done", "2"),
    "done 2 the pool is ONLINE": Command("done", "2 the pool is ONLINE"),
    "erledigt: Schritt 3": Command("done", "3"),
    "save as monday": Command("save", "monday"),
    "it was something else: a bad cable": Command("other", "a bad cable"),
    "other: a bad cable": Command("other", "a bad cable"),
    "evidence all": Command("evidence", "all"),
}
SENTENCES = [
    "why is it slow", "why does the host freeze every night?", "what if", "and what if", "stop the database helped",
    "no paging", "it is not the disk", "how slow is too slow?", "the fix of last week made it worse",
    "it worked until Monday", "nothing has changed", "change of kernel", "next week we migrate", "help, the host hangs",
    "open files are at the limit", "read is fast, write is slow", "more than 20 s", "the search takes long", "other hosts are fine",
    "undo logs are on ZFS", "redo logs are on ZFS", "the redo", "skip lists are fine", "we quit Oracle",
    "wir haben nichts geändert",
    "Warum steht der Host still?", "weiter unten steht ein Fehler", "forget the array", "pass the salt", "status is ONLINE",
    "done with the upgrade on Monday", "the scrub is done", "erledigt ist nichts",
]  # fmt: skip


@pytest.mark.parametrize(("name", "line"), [(n, line) for n, lines in IN_WORDS.items() for line in lines])
def test_words_are_a_command(name: str, line: str) -> None:
    assert read_command(line) == Command(name)


@pytest.mark.parametrize(("line", "command"), WITH_WORDS.items())
def test_a_command_takes_the_rest_of_its_line(line: str, command: Command) -> None:
    assert read_command(line) == command


@pytest.mark.parametrize("line", SENTENCES)
def test_a_sentence_is_no_command(line: str) -> None:
    assert read_command(line) is None


@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_name_is_a_command_with_a_slash_and_alone(name: str) -> None:
    assert read_command(f"/{name}") == read_command(name) == read_command(f"/{name.upper()}") == Command(name)


def test_a_slash_takes_any_argument() -> None:
    assert read_command("/why-not  drive-failing ") == Command("why-not", "drive-failing")


def test_an_unknown_slash_is_told_apart_from_a_path() -> None:
    assert (read_command("/frobnicate"), read_command("/tmp/iostat.out")) == (Command("unknown", "frobnicate"), None)


def test_every_command_has_a_handler_and_help() -> None:
    session = Session(Knowledge())
    session.begin()
    assert set(handlers(Conversation(session))) == NAMES | {"unknown"}
    assert {n for names in HELP for n in NAMES if n in names} >= NAMES - {"help", "runbook"}


@pytest.mark.parametrize(
    "line", ["", " ", "/", "//", "?" * 50, "/ why", ":", "why " * 5000, "was ist " + "x" * 100_000]
)
def test_odd_lines_are_read_in_no_time(line: str) -> None:
    command = read_command(line)
    assert command is None or command.name in NAMES | {"unknown"}
