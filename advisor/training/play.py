"""Plays a scenario by itself: the expert's way, a wrong fix, the captures that come of it. For tests, and as a source of test data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from advisor.training.machines.machine import Machine
from advisor.training.scenarios import Scenario, fill
from advisor.training.shell.shell import Ran, Shell


@dataclass
class Play:
    """A run of a scenario without tutor and score.

    Attributes:
        ran: every line of the shell, with the prompt that it was typed at.
        said: what people said.
    """

    scenario: Scenario
    seed: int
    machine: Machine = field(init=False)
    shell: Shell = field(init=False)
    ran: list[tuple[str, Ran]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin the run."""
        self.machine = self.scenario.begin(self.seed)
        self.shell = Shell(self.machine.hosts, self.machine.first)

    def type(self, lines: Iterable[str]) -> None:
        """Type lines of a scenario: names are filled in, people are asked, what begins with a colon is left out."""
        for line in lines:
            text = fill(line, self.machine.names)
            if text.startswith("ask "):
                _, name, *rest = text.split(None, 2)
                self.said.append(self.ask(name, " ".join(rest)))
            elif not text.startswith(":"):
                prompt = self.shell.prompt
                self.ran.append((prompt, self.shell.run(text)))

    def ask(self, name: str, question: str) -> str:
        """What somebody answers; a minute passes.

        Raises:
            KeyError: there is nobody of that name.
        """
        person = {person.name: person for person in self.scenario.people}[name]
        text = person.otherwise
        for reply in person.replies:
            if any(word in question.lower() for word in reply.words):
                done = self.machine.actions[reply.does]() if reply.does else ""
                text = " ".join(part for part in (done, reply.say) if part)
                break
        self.machine.world.wait(60)
        return fill(text, self.machine.names)

    def minutes(self) -> float:
        """Simulated minutes of what was typed; reading and typing count half a minute each."""
        return sum(ran.seconds / 60 + 0.5 for _, ran in self.ran) + 1.5 * len(self.said)

    def captures(self) -> Iterator[tuple[str, str]]:
        """What was seen, as the files of a bundle: a name and a text each; what was complained of first."""
        complaint = fill(self.scenario.complaint, self.machine.names)
        yield "complaint.txt", "\n".join([complaint, *self.said]) + "\n"
        for number, (prompt, ran) in enumerate(self.ran, 1):
            if ran.printed.strip():
                name = re.sub(r"[^a-z0-9]+", "-", ran.line.lower()).strip("-")[:40]
                yield f"{ran.host}/{number:02}-{name}.txt", f"{prompt}{ran.line}\n{ran.printed}"
