"""A line as an answer to the question that is open: which host and thing it is about, and what it says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from advisor.chat.tell import MAX_CHARACTERS
from advisor.conversation.wording import answers_of
from advisor.inference.diagnosis import Consultation
from advisor.inference.openness import not_here
from advisor.interview.answers import Misread, read_reply
from advisor.interview.questions import Question
from advisor.session.session import Reply
from facts.hosts import DEFAULT
from facts.schema import templates

_NUMBER = re.compile(
    r"(?:(?:option|answer|number|nummer|antwort|nr\.?|#) *)?(?P<digits>\d{1,2})[.)]?"
    r"|(?:the |der |die |das )?(?P<word>first|second|third|fourth|fifth|1st|2nd|3rd|"
    r"erste|zweite|dritte|vierte|fünfte)[sn]?(?: one| answer)?\.?",
    re.IGNORECASE,
)
_ORDER = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "1st": 1, "2nd": 2, "3rd": 3, "erste": 1, "zweite": 2,
    "dritte": 3, "vierte": 4, "fünfte": 5,
}  # fmt: skip
_YES_OR_NO = re.compile(
    r"(?P<word>y|yes|yep|yeah|ja|jo|jawohl|doch|no|nope|nein|nee|ne)"
    r"(?:\s*(?:[,;.:!–]|\s-+\s)\s*|\s+(?=(?:since|every|always|only|sometimes|often|never|it|they|there|seit|immer|nur|"
    r"jede\w?|manchmal|oft|nie|es|sie|aber|but)\b))(?P<rest>.+)",
    re.IGNORECASE,
)
_BOTH = re.compile(r"\b(?:and|und|or|oder)\s+(?:no|nein|yes|ja)\b", re.IGNORECASE)
_LEADING_YES = re.compile(r"(?:yes|yeah|ja|yep)\b(?:\s*[,:;])?\s+(?=\S)", re.IGNORECASE)
_CANNOT = re.compile(
    r"(?:no|nope|nein|nee|not (?:here|possible|available|installed|now|sure)|not sure( at all)?|(?:i )?(?:can'?t|cannot)(?: do (?:that|it))?|"
    r"(?:we |i )?(?:don'?t|do not) have (?:it|that|any)|(?:das )?geht (?:hier |gerade )?nicht|kann ich nicht|nicht möglich|haben wir nicht|"
    r"hab(?:e)? ich nicht|nicht sicher|no access|kein zugriff|no permission|keine rechte|none|keine?s?|"
    r"(?:nothing|none|not|nichts|noch nichts|noch nicht)(?: yet| so far| bisher| bis jetzt)?|later|später)[.!]*",
    re.IGNORECASE,
)


_NO_MORE = re.compile(
    r"\b(?:can'?t|cannot|can not|do(?:n't| not) have|have(?:n't| not| no)|did(?:n't| not) (?:keep|save)|not kept|no longer|rotated|is gone|"
    r"no access|not allowed|no (?:such|root)|habe? (?:ich |wir )?(?:das |es |sie |den |die )?(?:hier )?nicht|"
    r"gibt es (?:hier )?nicht|nicht mehr|"
    r"kein(?:en?)? zugriff|darf ich nicht|kann ich (?:hier |gerade |jetzt )?nicht|dürfen wir nicht|command not found|permission denied)\b",
    re.IGNORECASE,
)


class Answer:
    """What a line is as an answer: the reply, and the host that it was taken for where there are several."""

    def __init__(self, reply: Reply | Misread, host: str = "", rest: str = "") -> None:
        """`rest` is what was said beside a yes or no."""
        self.reply, self.host, self.rest = reply, host, rest


def unavailable(line: str, question: Question) -> Answer | None:
    """A sentence that says that an output cannot be had, as an answer."""
    said = question.kind == "output" and _NO_MORE.search(line)
    return Answer(Reply(line, [], [], unknown=True)) if said else None


def hosts_of(consultation: Consultation) -> list[str]:
    """The hosts that are known by name, or else the one without a name."""
    hosts = {row.host for row in consultation.now.merged.rows}
    return sorted(hosts - {DEFAULT}) or [DEFAULT]


def fitted(question: Question, consultation: Consultation, questions: Mapping[str, Question]) -> Question:
    """The question without choices that cannot be on these hosts, or that are known already."""
    if question.kind != "uses":
        return question
    view = consultation.now
    known = {name for name in question.choices if view.findings(name, "present") or view.findings(name, "absent")}
    choices = {
        name: said
        for name, said in question.choices.items()
        if name not in known and _possible(name, consultation, questions)
    }
    text = question.text.replace("What of this", "What else of this") if known else question.text
    return replace(question, choices=choices, text=text) if choices else question


def _possible(sign: str, consultation: Consultation, questions: Mapping[str, Question]) -> bool:
    """Whether any case or question that needs the sign is for one of the systems."""
    systems = consultation.now.systems()
    cases = [case for case in consultation.knowledge.cases.values() if sign in case.uses]
    about = [q for q in questions.values() if sign in q.uses and q.commands]
    return (
        not systems
        or any(not not_here(case, consultation.now) for case in cases)
        or any(systems & q.commands.keys() for q in about)
    )


def subjects_of(question: Question, consultation: Consultation) -> dict[str, dict[str, str]]:
    """The things that a question may be about, by name, with their key slots."""
    if question.kind != "value":
        return {}
    name = question.address.partition(".")[0]
    slots = templates()[name].slots
    keys = [slot for slot in templates()[name].key if slot != "host" and not slots[slot].numeric]
    found: dict[str, dict[str, str]] = {}
    for row in consultation.now.merged.rows:
        fits = all(w == "?" or k not in row.cells or str(row.cells[k].value) == w for k, w in question.key.items())
        if row.template == name and keys and fits:
            parts = {slot: str(row.cells[slot].value) for slot in keys if slot in row.cells}
            if shown := next((p for p in parts.values() if p), ""):
                found[shown] = parts
    return found


def read_answer(line: str, question: Question, consultation: Consultation, whole: Question) -> Answer | None:
    """What a line says to a question; None where it is no answer to it.

    Args:
        line: what was said.
        question: as it was asked.
        consultation: what is known.
        whole: the question with all its choices, of which `fitted` may have taken some.
    """
    if len(line) > MAX_CHARACTERS:  # no answer in words, and looking for one in it takes seconds
        return None
    hosts, known = hosts_of(consultation), subjects_of(question, consultation)
    named, line = _prefix(line, hosts if len(hosts) > 1 else [])
    name, line = _prefix(line, list(known))
    key = known.get(name) or (next(iter(known.values())) if len(known) == 1 else {})
    if question.kind == "output":
        cannot = _CANNOT.fullmatch(line) or isinstance(read_reply(line, question, ""), Reply)
        return Answer(Reply(line, [], [], unknown=True)) if cannot else None
    host = named or _host(question, consultation, hosts)
    found = _read(line, question, host or "", key) or _named_uses(line, question, whole, host or "")
    if found is None or isinstance(found.reply, Misread) or found.reply.unknown:
        return found
    if host is None and found.reply.rows:
        names = ", ".join(hosts)
        return Answer(Misread(f"of which host ({names})? Begin the answer with its name, such as `{hosts[0]}: {line}`"))
    found.host = host or "" if len(hosts) > 1 else ""
    return found


def _named_uses(line: str, question: Question, whole: Question, host: str) -> Answer | None:
    """What is in use, by names, where some of the names are known already and were not asked for again."""
    if question.kind != "uses" or any(c.isdecimal() for c in line):
        return None
    reply = read_reply(_LEADING_YES.sub("", line, count=1), whole, host)
    if not isinstance(reply, Reply):
        return None
    signs = [sign for sign in reply.signs if sign.name in question.choices or sign.state == "present"]
    return Answer(reply._replace(signs=signs))


def _prefix(line: str, names: list[str]) -> tuple[str, str]:
    """The name that a line begins with (`tank/redo: 8k`), and the rest."""
    name, colon, rest = line.partition(":")
    return (name.strip(), rest.strip()) if colon and rest.strip() and name.strip() in names else ("", line)


def _host(question: Question, consultation: Consultation, hosts: list[str]) -> str | None:
    """The host that an answer without a name is about: "" for all of them, None where it is open."""
    if len(hosts) == 1:
        return hosts[0]
    if question.kind != "value":
        return ""
    template = question.address.partition(".")[0]
    having = {row.host for row in consultation.now.merged.rows if row.template == template}
    return having.pop() if len(having) == 1 else None


def _read(line: str, question: Question, host: str, key: dict[str, str]) -> Answer | None:
    choices = answers_of(question)
    if choices and question.kind != "uses" and (match := _NUMBER.fullmatch(line)):
        number = int(match["digits"] or _ORDER[match["word"].lower()])
        if not 1 <= number <= len(choices):
            return Answer(Misread(f"give a number from 1 to {len(choices)}"))
        line = str(number) if question.kind == "value" and number < len(choices) else choices[number - 1]
    if question.kind == "uses":
        line = _LEADING_YES.sub("", line, count=1)
    reply = read_reply(line, question, host, key)
    if reply is not None:
        return Answer(reply)
    if question.kind == "sign" and (match := _YES_OR_NO.fullmatch(line)) and not _BOTH.search(line):
        reply = read_reply(match["word"], question, host, key)
        return Answer(reply._replace(text=line), rest=match["rest"]) if isinstance(reply, Reply) else None
    return None
