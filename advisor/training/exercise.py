"""One exercise from the complaint to the debriefing: what is typed goes in, what is said comes out. No terminal is in here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from textwrap import wrap
from typing import NamedTuple

from advisor.faults import kind, place
from advisor.knowledge import Case, Knowledge
from advisor.training.moves import Move, Record
from advisor.training.notebook import Notebook
from advisor.training.play import Play
from advisor.training.scenarios import Person, Scenario, fill
from advisor.training.scoring import HINT_POINTS, Score, remark, score
from advisor.training.shell.shell import Ran, Shell
from advisor.training.tools import basic, filters
from advisor.training.tutor import STRENGTHS, Tutor
from advisor.training.world import TooLong
from facts.text import clean

MODES = ("guided", "exam", "interview")
MOST_LINE = 2000
_MOST_MOVES = 500
HELP = {
    "ask NAME TEXT": "ask somebody: {people}",
    ":hint [1|2|3]": "a question back, what to look at, or the command; costs {hints} points",
    ":suspect CASE [WHY]": "what you think it is, and why",
    ":conclude CASE [WHY]": "what it is; `nothing` if nothing is wrong. Then mend it",
    ":cases WORD": "find the name of a case",
    ":note TEXT, :notes": "your notebook",
    ":time": "simulated time that has passed",
    ":done": "end, with scores and debriefing",
    ":quit": "end without scores; `:quit later` keeps it for `advisor train --resume`",
}
"""What can be typed beside the commands of the host."""
_COLUMN, _WIDTH = 25, 78


class Said(NamedTuple):
    """Something that is shown: ``complaint``, ``output``, ``person``, ``tutor``, ``error`` or ``info``, and its text."""

    kind: str
    text: str


class Turn(NamedTuple):
    """One line that was typed, the prompt and the simulated time at which it was, and what was said to it."""

    prompt: str
    clock: str
    line: str
    said: tuple[Said, ...]


class Exercise:
    """A run of a scenario.

    Attributes:
        scenario: what is practised.
        machine: the simulated hosts.
        record: every move until now.
        over: whether it has ended.
        left: whether it was ended without a score.
        running: whether a simulated command runs at this moment.
        survives: whether a fault of ours is told in one line and ends nothing: the next line would go to a real shell.
        transcript: what was typed and said, from the beginning.
    """

    def __init__(self, knowledge: Knowledge, scenario: Scenario, seed: int, mode: str = "guided") -> None:
        """Draw the parameters and let happen what is complained of."""
        self.knowledge, self.scenario, self.seed, self.mode = knowledge, scenario, seed, mode
        self.machine = scenario.begin(seed)
        self.shell = Shell(self.machine.hosts, self.machine.first)
        self.complaint = fill(scenario.complaint, self.machine.names)
        tools = {name for host in self.machine.hosts.values() for name in host.tools}
        self.notebook = Notebook(knowledge, self.complaint, tools)
        self.tutor = Tutor(knowledge, scenario, self.notebook, self.machine.names)
        self.record = Record(reasons_wanted=mode == "interview")
        self.notes: list[str] = []
        self.transcript: list[Turn] = []
        self.over = self.left = self.running = self.survives = False
        self._shown: set[str] = set()

    @property
    def prompt(self) -> str:
        """The prompt as it is shown."""
        return self.shell.prompt

    @property
    def clock(self) -> str:
        """The simulated time of day."""
        return f"{self.machine.world.now:%a %H:%M:%S}"

    def begin(self) -> list[Said]:
        """What is said at the beginning."""
        mode = {"guided": "guided", "exam": "exam, without hints", "interview": "interview: an examiner watches"}[
            self.mode
        ]
        said = [
            Said("info", f"{self.scenario.title} ({mode}; run {self.seed})"),
            Said("complaint", self.complaint),
            Said("info", f"You are root on {self.machine.first}. It is {self.clock}. `:help` says what you can type."),
        ]
        self.transcript = [Turn("", self.clock, "", tuple(said))]
        return said

    def say(self, line: str) -> list[Said]:
        """One line that was typed; whatever it is, it is kept."""
        line = clean(line[:MOST_LINE]).strip()
        if not line or self.over:
            return []
        prompt, clock = self.prompt, self.clock
        try:
            said = self._survived(line) if self.survives else self._answered(line)
        finally:  # not before: somebody may have interrupted it before it began
            self.machine.world.interrupted = False
        self.transcript.append(Turn(prompt, clock, line, tuple(said)))
        return said

    def _survived(self, line: str) -> list[Said]:
        try:
            return self._answered(line)
        except Exception as error:
            self.over = False  # `:done` may have failed half-way
            fault = f"{kind(error)} at {place(error)}"
            return [
                Said(
                    "error", f"advisor failed at this line; the exercise continues. Report it with this code: `{fault}`"
                )
            ]

    def _answered(self, line: str) -> list[Said]:
        if len(self.record.moves) >= _MOST_MOVES:
            return [
                Said("error", f"More than {_MOST_MOVES} moves; `:done` or `:quit` ends the exercise."),
                *self._done(""),
            ]
        if line.startswith(":"):
            name, _, rest = line[1:].partition(" ")
            return list(self._command(name, rest.strip(), line))
        if line in ("help", "?"):
            return [Said("info", self._known())]
        if line.split()[0] == "ask":
            return list(self._ask(line))
        return list(self._run(line))

    def _run(self, line: str) -> Iterator[Said]:
        prompt, host = self.prompt, self.shell.host
        at, in_service = self.machine.world.elapsed, self.machine.in_service(host)
        self.running = True
        try:
            ran = self.shell.run(line)
        finally:
            self.running = False
        self._decided(ran)  # what was known before counts, not what the change itself shows
        seen = self.notebook.read(f"{prompt}{line}\n{ran.printed}") if ran.printed.strip() else None
        move = Move(line, "command", ran.host, at, ran.seconds, ran.printed, ran.risk, ran.changed, in_service, seen)
        self._shown.update(ran.shown)
        self.record.moves.append(move)
        self._note_mending()
        if ran.printed:
            yield Said("output", ran.printed.rstrip("\n"))
        yield from self._remarks(move)

    def _decided(self, ran: Ran) -> None:
        """A change is a decision, too: what was known then counts."""
        self.record.unrecorded += [
            name for name in ran.changed if name not in self._shown and name not in self.record.unrecorded
        ]
        if ran.changed:
            self._mark()

    def _mark(self) -> None:
        if self.record.standing is None:
            about = self.notebook.about(self.scenario.case)
            self.record.standing = about.standing if about else ""
            self.record.missing = tuple(name for name in self.scenario.must_see if not self.notebook.knows(name))

    def _remarks(self, move: Move) -> Iterator[Said]:
        if self.mode != "exam":
            said = (
                self.tutor.remarks(self.record, move, remark)
                if self.mode == "guided"
                else self.tutor.questions(self.record)
            )
            for text in said:
                yield Said("tutor", text)

    def _ask(self, line: str) -> Iterator[Said]:
        words = line.split(None, 2)
        people = {person.name: person for person in self.scenario.people}
        person = people.get(words[1].lower()) if len(words) > 1 else None
        if person is None:
            yield Said("error", "There is nobody of that name. One can ask: " + (", ".join(people) or "nobody"))
            return
        at = self.machine.world.elapsed
        try:
            text = self._answer(person, words[2] if len(words) > 2 else "")
            self.machine.world.wait(60)
        except TooLong:
            yield Said("error", "There is no time left for that in this exercise; `:done` ends it.")
            return
        self.notebook.note(text)
        self.record.moves.append(Move(line, "ask", self.shell.host.name, at, 60.0, text))
        self._note_mending()
        yield Said("person", f"{person.name}: {text}")

    def _answer(self, person: Person, question: str) -> str:
        asked = question.lower()
        for reply in person.replies:
            if any(word in asked for word in reply.words):
                done = self.machine.actions[reply.does]() if reply.does else ""
                return fill(" ".join(part for part in (done, reply.say) if part), self.machine.names)
        return fill(person.otherwise, self.machine.names)

    def _command(self, name: str, rest: str, line: str) -> Iterator[Said]:
        match name:
            case "help":
                yield Said("info", self._help())
            case "hint":
                yield from self._hint(rest, line)
            case "suspect" | "conclude":
                yield from self._named(name, rest, line)
            case "cases":
                yield Said("info", "\n".join(f"{c.slug}: {c.title}" for c in self._cases(rest)) or "no case fits")
            case "note":
                self.notes.append(f"{self.clock}  {rest}")
                yield Said("info", "noted")
            case "notes":
                yield Said("info", "\n".join(self.notes) or "nothing noted yet")
            case "time":
                yield Said("info", f"{self.clock}; {self.record.minutes:.0f} minutes of work")
            case "done":
                yield from self._done(line)
            case "quit" if rest == "later":
                yield Said("info", "Every line is kept already. Leave this screen or the program when you like.")
            case "quit" if rest:
                yield Said("error", "`:quit` ends the exercise without a score; `:quit later` leaves and keeps it.")
            case "quit":
                self.over = self.left = True
                yield Said("info", "Ended without a score.")
            case _:
                yield Said("error", f"`:{name}` is not known; `:help` lists what is")

    def _help(self) -> str:
        people = ", ".join(f"{p.name} ({p.about})" for p in self.scenario.people) or "nobody"
        hints = "/".join(str(HINT_POINTS[s]) for s in STRENGTHS)
        rows = ["Type commands as on the host; `help` lists them, `man COMMAND` says what one shows."]
        for typed, text in HELP.items():
            left = f"  {typed:<{_COLUMN - 2}}"
            rows += wrap(
                text.format(people=people, hints=hints), _WIDTH, initial_indent=left, subsequent_indent=" " * _COLUMN
            )
        return "\n".join(rows)

    def _known(self) -> str:
        """The commands of this host: first those that say something of it, then those for files and texts."""
        common = {*basic.TOOLS, *filters.TOOLS}
        here = sorted(self.shell.host.tools.keys() - common)
        others = sorted({*(common & self.shell.host.tools.keys()), "ssh", "exit", "logout", "history"})
        return f"Of this host: {' '.join(here)}\nFor files, texts and the rest: {' '.join(others)}\n`man COMMAND` says what one shows."

    def _hint(self, rest: str, line: str) -> Iterator[Said]:
        if self.mode != "guided":
            yield Said("error", "There are no hints here.")
            return
        strength = int(rest) if rest in ("1", "2", "3") else 1
        text = self.tutor.hint(self.record, strength)
        self.record.hints.append(strength)
        self.record.moves.append(Move(line, "hint", self.shell.host.name, self.machine.world.elapsed, printed=text))
        yield Said("tutor", text)

    def _cases(self, words: str) -> list[Case]:
        wanted = words.lower().split()
        return [
            c for c in self.knowledge.cases.values() if all(w in f"{c.slug} {c.title} {c.id}".lower() for w in wanted)
        ]

    def _case(self, text: str) -> tuple[str, str] | None:
        """The case that a text begins with, and the rest of the text: why."""
        word, _, why = text.partition(" ")
        if word in ("nothing", "none", "healthy"):
            return "", why
        known = {c.slug: c.slug for c in self.knowledge.cases.values()} | {
            c.id.lower(): c.slug for c in self.knowledge.cases.values()
        }
        return (known[word.lower()], why) if word.lower() in known else None

    def _named(self, kind: str, rest: str, line: str) -> Iterator[Said]:
        found = self._case(rest)
        if found is None:
            near = [c.slug for c in self._cases(" ".join(re.findall(r"\w+", rest)[:1]))][:5] if rest else []
            yield Said(
                "error",
                "Which case? Its name stands first: `:cases WORD` finds it."
                + (f" Near: {', '.join(near)}" if near else ""),
            )
            return
        case, why = found
        move = Move(
            line,
            kind,
            self.shell.host.name,
            self.machine.world.elapsed,
            case=case,
            why=re.sub(r"^(because|why:?)\s+", "", why),
        )
        if kind == "conclude":
            self._mark()
        self.record.moves.append(move)
        if self.mode == "interview" and not move.why:
            yield Said("tutor", "Why? Say it behind the name: `:conclude CASE because ...`.")
        if kind == "conclude":
            yield Said(
                "info",
                "Noted. Mend it now, prove it, make it last; then `:done`."
                if self.mode != "guided" or (self.scenario.fix and case == self.scenario.case)
                else "Noted.",
            )
        else:
            yield Said("info", "Noted.")
        yield from self._remarks(move)

    def _done(self, line: str) -> Iterator[Said]:
        from advisor.training.debriefing import debriefing

        self.over = True
        if line:
            self.record.moves.append(Move(line, "done", self.shell.host.name, self.machine.world.elapsed))
        self._close()
        yield Said("info", debriefing(self))

    def _close(self) -> None:
        record = self.record
        record.mended, record.lasting = self.machine.mended(), self.machine.lasting()
        changed = max((n for n, move in enumerate(record.moves, 1) if move in record.changes()), default=0)
        begin = min(changed, record.mended_from or changed)  # what makes it last needs no proof of its own
        after = [m for m in record.moves[begin:] if m.kind == "command" and m.seen is not None]
        about = self.notebook.about(self.scenario.case)
        gone = about is None or about.status != "current"
        record.proved = record.mended and bool(after) and (gone or self._clean(after))

    def _note_mending(self) -> None:
        """Note after which move the fault was gone, and forget it where it is back."""
        if not self.machine.mended():
            self.record.mended_from = None
        elif self.record.mended_from is None:
            self.record.mended_from = len(self.record.moves)

    def _clean(self, after: list[Move]) -> bool:
        """Whether what was seen after the change, taken alone, bears on the case and does not speak for it."""
        alone = Notebook(self.knowledge, "", self.notebook.tools)
        for move in after:
            alone.read(f"{move.host}# {move.line}\n{move.printed}")
        about = alone.about(self.scenario.case)
        bears = any(alone.knows(name) for name in self.scenario.must_see)
        return bears and (about is None or about.status != "current")

    def scored(self) -> Score:
        """The score, once it is over."""
        return score(self.scenario, self.record, self._expert_minutes)

    @cached_property
    def _expert_minutes(self) -> float:
        """Played only once: it takes a second."""
        return expert_minutes(self.scenario, self.seed)


def expert_minutes(scenario: Scenario, seed: int) -> float:
    """Simulated minutes of the expert's own way on the same run."""
    play = Play(scenario, seed)
    play.type(scenario.expert)
    return play.minutes()
