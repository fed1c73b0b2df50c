"""One consultation that goes on: what was told, answered and captured, and what follows from it.

Working memory is rebuilt from the log every time. So undo, resume, what-if and a changed answer are all the same: other
events, and the rules run again.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from advisor import __version__
from advisor.diagnose import heard
from advisor.inference.accepted import Record, record_of
from advisor.inference.diagnosis import Consultation, consult
from advisor.inference.view import Hypothesis, ToldSign
from advisor.knowledge import Knowledge
from advisor.session.log import FIXED_RESULTS, REVERSIBLE, Entry, Json, Log, MemoryLog, Standing, standing
from advisor.session.naming import named
from advisor.session.originals import PASTED, PastedTexts
from advisor.session.records import (
    input_records,
    inputs_of,
    row_records,
    rows_of,
    sign_records,
    signs_of,
    unrecognised_of,
    unrecognised_records,
)  # fmt: skip
from facts.alarming import Alarm, worst
from facts.bundle import load, resolved
from facts.captures import SUPPOSED
from facts.cells import Observed
from facts.faults import Fault, Faults
from facts.hosts import DEFAULT
from facts.inputs import Bundle
from facts.observations import Observations
from facts.reading import Span
from facts.resolution.resampled import without_resampled

if TYPE_CHECKING:
    from advisor.chat.tell import Understood
    from facts.blobs import InputError


_MOST_KEPT = 1 << 20
"""So many characters of what was observed are kept."""


class Reply(NamedTuple):
    """What an answer to a question comes to.

    Attributes:
        text: the answer as given.
        rows: cells that it tells. signs: signs that it tells.
        unknown: whether it was *don't know* or *not applicable*.
    """

    text: str
    rows: list[Observed]
    signs: list[ToldSign]
    unknown: bool = False


class _Together(NamedTuple):
    """All that still holds: what was captured, every observation, every sign."""

    bundle: Bundle
    observations: Observations
    signs: list[ToldSign]


class Session:
    """A consultation with its log."""

    def __init__(self, knowledge: Knowledge, log: Log | None = None, name: str = "") -> None:
        """Take up a log, or begin a new one in memory."""
        self.knowledge = knowledge
        self.log: Log = log if log is not None else MemoryLog()
        self.name = name
        self.pasted = PastedTexts()
        self.baseline: list[Record] = []  # accepted by an earlier report, beside what is accepted in this session
        self.given: dict[str, list[str]] = {}  # captures that come with the knowledge base, whole, by their names
        self._entries = self.log.entries()
        self._consultation: Consultation | None = None
        self._standing: Standing | None = None
        self._together: _Together | None = None

    def begin(self, frequencies: dict[str, float] | None = None) -> None:
        """Write the first event: which knowledge is used, and how common each case is taken to be."""
        common = {slug: case.frequency for slug, case in self.knowledge.cases.items()} | (frequencies or {})
        self.record("started", {"kb": self.knowledge.digest, "advisor": __version__, "frequencies": common})

    @property
    def entries(self) -> list[Entry]:
        """Every event, in order."""
        return self._entries

    @property
    def standing(self) -> Standing:
        """What of the log still holds."""
        if self._standing is None:
            self._standing = standing(self._entries)
        return self._standing

    @property
    def frequencies(self) -> dict[str, float]:
        """How common each case is taken to be in this session."""
        started = next((e for e in self._entries if e.kind == "started"), None)
        known: dict[str, float] = dict(started.data["frequencies"]) if started else {}
        return {slug: known.get(slug, case.frequency) for slug, case in self.knowledge.cases.items()}

    def record(self, kind: str, data: Json) -> Entry:
        """Append one event; it is safe once this returns, unless `log.unsaved` counts it."""
        entry = self.log.append(kind, data)
        self.name = self.log.name or self.name
        self._entries.append(entry)
        self._standing = self._consultation = self._together = None
        return entry

    def tell(self, text: str, complaint: bool = False) -> Understood:
        """Take facts in plain words, or a complaint, which counts as one though nothing of it is understood.

        Raises:
            InputError: the text is too long (of `advisor.chat.tell`).
        """
        return self._hear(text, complaint=complaint)

    def suppose(self, text: str) -> Understood:
        """Take facts as if they were so, whatever was captured: for a fork, to see what would follow.

        Raises:
            InputError: the text is too long (of `advisor.chat.tell`).
        """
        return self._hear(text, supposed=True)

    def _hear(self, text: str, supposed: bool = False, complaint: bool = False) -> Understood:
        from advisor.chat.tell import understand

        understood = understand(self.knowledge, [text], Observations(self.observations.observed))
        rows = [_weighing(row, SUPPOSED) for row in understood.cells] if supposed else understood.cells
        signs = [*understood.signs, *(understood.unnamed if complaint else ())]
        if signs or rows:
            self.record("told", {"text": text, "signs": sign_records(signs), "rows": row_records(rows)})
        return understood

    def paste(self, text: str, question: str = "", about: Sequence[str] = ()) -> Bundle:
        """Read outputs that were pasted; what they hold is one transcript with everything pasted before."""
        before = sum(int(e.data.get("pasted_lines", 0)) for e in self._entries if e.kind == "captured")
        bundle, _ = load(["-"], io.BytesIO(text.encode("utf-8", "replace")))
        _move(bundle, before)
        self.capture(bundle, question, about, text.count("\n") + 1)
        self.pasted.keep(before, text)
        return bundle

    def open(
        self, paths: Sequence[str], question: str = "", about: Sequence[str] = ()
    ) -> tuple[Bundle, list[InputError]]:
        """Read files, trees or archives."""
        bundle, errors = load(paths)
        if bundle.inputs or bundle.labelled or bundle.prose:
            self.capture(bundle, question, about, sources=paths)
        return bundle, errors

    def capture(
        self,
        bundle: Bundle,
        question: str = "",
        about: Sequence[str] = (),
        pasted_lines: int = 0,
        sources: Sequence[str] = (),
    ) -> None:
        """Keep what was read of outputs.

        Args:
            bundle: what was read.
            question: the question that it answers, or "".
            about: the cases for which that was asked.
            pasted_lines: the length of the pasted text that it was read from.
            sources: the paths that were named to be read, all of them, so that the lines can be found again.
        """
        prose = Observations(bundle.observed)
        signs: list[ToldSign] = []
        if bundle.prose:
            signs = heard(self.knowledge, bundle, prose)
        self.record("captured", {
            "question": question, "about": list(about), "pasted_lines": pasted_lines,
            "sources": [str(Path(path).absolute()) for path in sources], "inputs": input_records(bundle.inputs),
            "unrecognised": unrecognised_records(bundle.unrecognised), "rows": row_records(bundle.labelled),
            "signs": sign_records(signs), "prose_rows": row_records(prose.observed[len(bundle.observed):]),
            **({"faults": [fault.as_json() for fault in bundle.faults]} if bundle.faults else {}),
            **({"alarms": [alarm.as_json() for alarm in bundle.alarms]} if bundle.alarms else {}),
        })  # fmt: skip

    def answer(self, question: str, reply: Reply, about: Sequence[str] = ()) -> Entry:
        """Keep the answer to a question; an earlier one to the same question holds no more.

        Args:
            question: its id.
            reply: what it comes to.
            about: the cases for which it was asked.
        """
        return self.record("answered", {
            "question": question, "text": reply.text, "unknown": reply.unknown, "rows": row_records(reply.rows),
            "signs": sign_records(reply.signs), "about": list(about),
        })  # fmt: skip

    def skip(self, question: str) -> None:
        """Do not ask a question again."""
        self.record("skipped", {"question": question})

    def undo(self) -> Entry | None:
        """Take back the last event that can be and still holds; None where there is none."""
        gone = set(self.standing.undone)
        last = next((e for e in reversed(self._entries) if e.kind in REVERSIBLE and e.seq not in gone), None)
        if last is not None:
            self.record("undone", {"of": last.seq})
        return last

    def redo(self) -> Entry | None:
        """Let what was taken back last hold again; None where there is nothing."""
        if not self.standing.undone:
            return None
        seq = self.standing.undone[-1]
        self.record("redone", {"of": seq})
        return next(e for e in self._entries if e.seq == seq)

    def fixed(
        self,
        case: str,
        host: str,
        subject: str,
        step: int,
        command: str,
        result: str,
        note: str = "",
        observed: str = "",
        *,
        changed: bool = False,
        told: Sequence[Observed] = (),
    ) -> Entry:
        """Keep that a step of a fix was carried out, or left out.

        Outputs that were observed afterwards tell nothing by this; who wants them read pastes them too.

        Args:
            case: the conclusion whose fix it is, with its `host` and `subject`.
            host: see `case`.
            subject: see `case`.
            step: its number.
            command: the command as it was carried out, or "".
            result: ``done``, ``skipped`` or ``open``.
            note: what else is to be said of it.
            observed: what was seen afterwards, as entered; of a very long text the beginning is kept.
            changed: it changed something. What was sampled of the host before tells how it is only until the same was
                sampled again.
            told: what is known by it, and no output shows.

        Raises:
            ValueError: another result.
        """
        if result not in FIXED_RESULTS:
            raise ValueError(f"`{result}`: a step is {' or '.join(FIXED_RESULTS)}")
        return self.record("fixed", {
            "case": case, "host": host, "subject": subject, "step": step, "command": command, "result": result,
            "note": note[:_MOST_KEPT], "observed": observed[:_MOST_KEPT], "changed": changed, "rows": row_records(told),
        })  # fmt: skip

    def accept(self, hypothesis: Hypothesis) -> Entry:
        """Take a conclusion as known and accepted: it is not repeated while it has not grown."""
        return self.record(
            "accepted", {"record": record_of(hypothesis, complained=hypothesis in self.consultation.diagnoses)}
        )

    def strike(self, seq: int, item: str, number: int) -> None:
        """Take back one sign or row that was wrongly understood; `item` is ``sign`` or ``row``."""
        self.record("struck", {"of": seq, "item": item, "number": number})

    def keep(self, name: str) -> str:
        """Keep the session under another name; what was done, or why it could not be, in words."""
        renamed = self.log.rename(name) if name else self.name
        self.name = renamed or self.name
        if not self.name:
            return "The session lives in memory only; nothing can be written here."
        return f"Every step is kept already; the session's name is `{self.name}`."

    def fork(self) -> Session:
        """The same session in memory: what is done to it leaves this one as it is."""
        other = Session(self.knowledge, MemoryLog(self._entries), self.name)
        other.pasted, other.given, other.baseline = self.pasted.copy(), self.given, self.baseline
        return other

    @property
    def bundle(self) -> Bundle:
        """Everything captured, as one bundle."""
        return self._gathered().bundle

    @property
    def observations(self) -> Observations:
        """Everything observed, told and answered."""
        return self._gathered().observations

    @property
    def consultation(self) -> Consultation:
        """What follows from everything that still holds."""
        if self._consultation is None:
            _, observations, signs = self._gathered()
            accepted = [*self.baseline, *(entry.data["record"] for entry in self.standing.accepted)]
            self._consultation = consult(self.knowledge, observations, signs, accepted, self.bundle.faults)
        return self._consultation

    def _gathered(self) -> _Together:
        if self._together is None:
            self._together = self._gather()
        return self._together

    def _gather(self) -> _Together:
        bundle = Bundle()
        told: list[Observed] = []
        captured: list[tuple[int, Observed]] = []
        signs: list[ToldSign] = []
        faults = Faults(bundle.faults)
        for entry in self.standing.contributions:
            data, struck = entry.data, self.standing.struck.get(entry.seq, set())
            with faults.part(f"reading step {entry.seq} of the session"):
                rows = list(rows_of(r for n, r in enumerate(data["rows"]) if ("row", n) not in struck))
                heard_then = signs_of(r for n, r in enumerate(data["signs"]) if ("sign", n) not in struck)
                if entry.kind == "captured":
                    inputs, unrecognised = inputs_of(data["inputs"]), unrecognised_of(data["unrecognised"])
                    told.extend(rows_of(data["prose_rows"]))
                    bundle.inputs.extend(inputs)
                    bundle.unrecognised.extend(unrecognised)
                    captured.extend((entry.seq, row) for row in rows)
                    bundle.alarms = worst([*bundle.alarms, *map(Alarm.of_json, data.get("alarms", ()))])
                    for fault in data.get("faults", ()):
                        faults.add(Fault.of_json(fault))
                else:
                    told.extend(rows)
                signs.extend(heard_then)
        steps = _last_of_each_step(self.standing.fixed)
        told += [row for entry in steps for row in rows_of(entry.data.get("rows", ()))]
        only = _only_host([*(row for _, row in captured), *told])
        captured = [(seq, _on(row, only)) for seq, row in captured]
        for entry in steps:
            if entry.data.get("changed"):
                captured = _as_since(captured, entry, only)
        bundle.labelled = [row for _, row in captured]
        bundle.observed, bundle.notes = resolved(bundle.labelled, bundle.faults)
        observations = Observations([*bundle.observed, *named([_on(row, only) for row in told], bundle.observed)])
        return _Together(bundle, observations, [s._replace(host=only) if s.host == DEFAULT else s for s in signs])


def _last_of_each_step(fixed: Iterable[Entry]) -> list[Entry]:
    """The last that is known of each step of each fix, where it was carried out."""
    last = {tuple(str(entry.data.get(k)) for k in ("case", "host", "subject", "step")): entry for entry in fixed}
    return [entry for entry in last.values() if entry.data.get("result") == "done"]


def _as_since(captured: Sequence[tuple[int, Observed]], step: Entry, only: str) -> list[tuple[int, Observed]]:
    """What was captured, without the samples of before a step that were taken again after it."""
    host = str(step.data["host"])
    host = only if host == DEFAULT else host
    before = [row for seq, row in captured if seq < step.seq and row.host == host]
    stands = {
        id(row) for row in without_resampled(before, [row for s, row in captured if s > step.seq and row.host == host])
    }
    gone = {id(row) for row in before} - stands
    return [(seq, row) for seq, row in captured if id(row) not in gone]


def _weighing(row: Observed, rank: int) -> Observed:
    """A row whose cells weigh as much as a rank says."""
    return Observed(row.template, row.host, {slot: cell._replace(rank=rank) for slot, cell in row.cells.items()})


def _move(bundle: Bundle, lines: int) -> None:
    """Give what was read from a pasted text its place in the transcript of all pasted texts."""
    for rows in (bundle.labelled, bundle.observed):
        rows[:] = [_moved(row, lines) for row in rows]
    for item in bundle.inputs:
        item.path, item.lines = PASTED, _later(item.lines, lines)
        for refusal in item.refusals:
            refusal.lines = _later(refusal.lines, lines)
    bundle.unrecognised[:] = [
        left._replace(path=PASTED, lines=_later(left.lines, lines) if left.lines else None)
        for left in bundle.unrecognised
    ]
    bundle.prose[:] = [prose._replace(path=PASTED, lines=_later(prose.lines, lines)) for prose in bundle.prose]


def _later(span: Span, lines: int) -> Span:
    return span[0] + lines, span[1] + lines


def _moved(row: Observed, lines: int) -> Observed:
    cells = {}
    for slot, cell in row.cells.items():
        origin = cell.origin
        if origin.lines is not None:
            cell = cell._replace(origin=origin._replace(path=PASTED, lines=_later(origin.lines, lines)))
        cells[slot] = cell
    return Observed(row.template, row.host, cells)


def _only_host(rows: Sequence[Observed]) -> str:
    """The one host that is named, for everything that names none; where several are named it stays open."""
    named = {row.host for row in rows} - {DEFAULT}
    return named.pop() if len(named) == 1 else DEFAULT


def _on(row: Observed, host: str) -> Observed:
    return Observed(row.template, host, row.cells) if row.host == DEFAULT and host != DEFAULT else row


def conclusions(consultation: Consultation) -> list[list[Any]]:
    """What a consultation concludes, short enough to be kept and compared: one entry for each diagnosis and risk."""
    kinds = [("diagnosis", h) for h in consultation.diagnoses] + [("risk", h) for h in consultation.risks]
    return [
        [kind, h.case.slug, h.host, h.subject, h.standing, round(h.certainty, 4), h.role, h.status] for kind, h in kinds
    ]
