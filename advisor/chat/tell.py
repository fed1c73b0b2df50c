"""A complaint in plain words to signs and cells.

Sentences are split into clauses; in each, the phrases of ``kb/phrases`` are looked for. A negation holds for its
clause, up to words such as *and* or *when*; a hedge (*maybe*, *glaube*) makes a sign unsure. Numbers with a unit and a
noun that says what they measure become cells. Nothing is guessed: what was not understood is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from facts.patterns import lazy
from facts.text import clean

if TYPE_CHECKING:
    from advisor.chat.cells import Cells
    from advisor.chat.phrases import Phrases
    from advisor.chat.words import Word
    from advisor.inference.view import ToldSign
    from advisor.knowledge import Knowledge
    from facts.cells import Observed
    from facts.observations import Observations
    from facts.schema import Value

MAX_CHARACTERS = 10_000
"""A longer text is a capture and no complaint."""
_SHOWN = 160
_COMPLAINT_WORDS = 4
"""A shorter sentence is a greeting or a name."""
_SINCE = "trouble-since-days"
"""Who says since when there is trouble complains of it, whatever it is."""

# the day of a date as German writes it: "am 14. Januar"
_ORDINAL = lazy(
    r".{0,2}?\b\d{1,2}\.\s+(?:jan|feb|mär|maer|apr|mai|jun|jul|aug|sep|okt|nov|dez)[a-zä]*\b", re.IGNORECASE
)
_ABBREVIATION = lazy(
    r"(?:^|[\s(])(?:e\.g|i\.e|z\.\s?b|d\.\s?h|u\.\s?a|ca|approx|vs|nr|bzw|evtl|inkl|incl|resp|max|min|etc|usw|ggf|sog|vers?|[a-z])"
    r"\.$",
    re.IGNORECASE,
)
_DENIED = lazy(
    r"\b(?:nicht|not)\s+(?:bei |at |zu )?(?=\d)[^;!?]{1,40}?,?\s+(?:sondern|but|rather)\s+"
    r"(?:nur |only |erst |just |eher |rather |bei |zu |at )*(?=\d)",
    re.IGNORECASE,
)
_SENTENCE_END = lazy(r"(?<![.!?…])[.!?…]++[\"')\]]*(?=\s|$)")
_HOST = lazy(r"(?:db|ora|app|web|srv|server|node|host|prod|test|dev|pg|sql|lx|sun|sol)[a-z]{0,8}\d{1,3}")
_NO_HOSTS = frozenset(("db2",))
_LINE_END = lazy(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_BULLET = lazy(r"\s*(?:[-*•+]|\d{1,2}[.)])\s+")


class InputError(ValueError):
    """A text that cannot be taken; the message says why."""

    code = "text-too-long"
    help = "give captures as files, and the complaint in a few sentences"


class Understood:
    """What was taken from sentences.

    Attributes:
        signs: the signs told, in order.
        cells: the cells told, which were added to the observations.
        not_understood: sentences and quantities from which nothing was taken.
        past: sentences that tell only of what is over.
        corrections: misspelt words and what they were read as, for each sentence.
        bounds: `at least` or `at most` for a cell whose number was told as a bound, by sentence and value.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.signs: list[ToldSign] = []
        self.cells: list[Observed] = []
        self.not_understood: list[str] = []
        self.past: list[str] = []
        self.corrections: dict[str, list[tuple[str, str]]] = {}
        self.bounds: dict[tuple[str, Value], str] = {}

    @property
    def unnamed(self) -> list[ToldSign]:
        """The sign that somebody complains, for sentences of which nothing was understood or only since when."""
        from advisor.inference.view import UNNAMED, ToldSign

        left = [text for text in self.not_understood if len(text.split()) >= _COMPLAINT_WORDS]
        left += [sign.text for sign in self.signs if sign.name == _SINCE]
        return [ToldSign(UNNAMED, "present", text) for text in left[:1]]

    def echo(self) -> list[str]:
        """One line for each sign and cell that was understood, and for each sentence that was not."""
        from facts.cells import address, key_of
        from facts.schema import templates

        lines = []
        for sign in self.signs:
            where = f" on {sign.host}" if sign.host else ""
            lines.append(f"understood: {sign.name} {sign.state}{where}{self._aside(sign.text, sign.sure)}")
        for observed in self.cells:
            template = templates()[observed.template]
            key = key_of(template, {s: c.value for s, c in observed.cells.items()}, observed.host)
            for slot, cell in observed.cells.items():
                if slot not in template.key:
                    value = f"{cell.value:,.15g}" if isinstance(cell.value, float) else str(cell.value)
                    aside = self._aside(cell.origin.told, cell.sure)
                    bound = self.bounds.get((cell.origin.told, cell.value), "")
                    lines.append(f"understood: {address(observed.template, key, slot)} = {bound}{value}{aside}")
        lines.extend(f"taken as over: {_short(text)}" for text in self.past)
        lines.extend(f"not understood: {_short(text)}" for text in self.not_understood)
        return lines

    def _aside(self, text: str, sure: bool) -> str:
        read = "".join(f', "{wrong}" read as "{right}"' for wrong, right in self.corrections.get(text, ()))
        return f'{"" if sure else " (not sure)"}, from "{_short(text)}"{read}'


def understand(knowledge: Knowledge, texts: Iterable[str], observations: Observations) -> Understood:
    """Take signs and cells from sentences.

    Args:
        knowledge: the knowledge base, for its phrases.
        texts: what was told, each one or more sentences, English or German.
        observations: what is known so far; the cells told are added to it.

    Returns:
        What was understood and what was not.

    Raises:
        InputError: a text is longer than `MAX_CHARACTERS`.
    """
    from advisor import image
    from advisor.chat.cells import Cells

    phrases = image.phrases(knowledge)
    result = Understood()
    cells = Cells(phrases, observations)
    known: dict[tuple[str, str, str], int] = {}
    for text in texts:
        for sign in _signs(text, phrases, cells, result):
            key = (sign.name, sign.state, sign.host)
            if key not in known:
                known[key] = len(result.signs)
                result.signs.append(sign)
            elif sign.sure and not result.signs[known[key]].sure:
                result.signs[known[key]] = sign
    result.cells = cells.finish()
    result.bounds = cells.bounds
    return result


def sentences(text: str) -> list[str]:
    """The sentences of a text, free of control characters.

    >>> sentences("It hangs, e.g. at night. No paging!\\n- kernel 2.6.25")
    ['It hangs, e.g. at night.', 'No paging!', 'kernel 2.6.25']
    >>> sentences("Seit dem 14. Januar haengt es.")
    ['Seit dem 14. Januar haengt es.']

    Raises:
        InputError: the text is longer than `MAX_CHARACTERS`.
    """
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"a text of {len(text):,} characters is too long; the most is {MAX_CHARACTERS:,}")
    found: list[str] = []
    for block in _blocks(text):
        start = 0
        for match in _SENTENCE_END.finditer(block):
            if match[0] == "." and _ABBREVIATION.search(block[max(0, match.end() - 12) : match.end()]):
                continue
            if match[0] == "." and _ORDINAL.match(block, max(0, match.start() - 3)):
                continue
            found.append(block[start : match.end()].strip())
            start = match.end()
        found.append(block[start:].strip())
    return [s for s in found if any(c.isalnum() for c in s)]


def _blocks(text: str) -> list[str]:
    """Lines, with those joined that only wrap."""
    blocks: list[str] = []
    open_ = False
    for raw in _LINE_END.split(text):
        line = clean(raw)
        bullet = _BULLET.match(line)
        body = (line[bullet.end() :] if bullet else line).strip()
        if open_ and body and not bullet and (body[0].islower() or blocks[-1].endswith(",")):
            blocks[-1] += " " + body
        elif body:
            blocks.append(body)
        open_ = bool(body) and not body.endswith((".", "!", "?"))
    return blocks


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _signs(text: str, phrases: Phrases, cells: Cells, result: Understood) -> Iterator[ToldSign]:
    """The signs of one text, without those that its next sentence says are over."""
    before: list[ToldSign] = []
    ended: frozenset[str] = frozenset()
    for sentence in sentences(text):
        signs, mended, over = _read(sentence, phrases, cells, result)
        if mended and ended:
            result.past.extend(sign.text for sign in before[:1] if {s.name for s in before} <= ended)
            before = [sign for sign in before if sign.name not in ended]
        yield from before
        before, ended = signs, over
    yield from before


def affirmed(sentence: str) -> str:
    """A sentence without the number that it denies for another.

    >>> affirmed("the pool is not 93 %, but only 83 % full")
    'the pool is 83 % full'
    """
    return _DENIED.sub("", sentence)


def _named(found: list[Word], hosts: list[str]) -> None:
    """Let phrases read the name of a host as `host`; a name that only looks like one counts as a subject alone."""
    known = {host.lower() for host in hosts}
    for word in found:
        if word.text in known or (_HOST.fullmatch(word.text) and word.text not in _NO_HOSTS):
            word.read = "host"


def _read(
    sentence: str, phrases: Phrases, cells: Cells, result: Understood
) -> tuple[list[ToldSign], bool, frozenset[str]]:
    """The signs of a sentence, whether it says that trouble is over, and which of its signs the next one may end."""
    from advisor.chat.past import over, settle
    from advisor.chat.polarity import Clause, clauses, grammar
    from advisor.chat.spelling import correct
    from advisor.chat.values import take_values
    from advisor.chat.words import read_almost, words
    from advisor.inference.view import ToldSign

    said, sentence = sentence, affirmed(sentence)
    found = words(sentence)
    read_almost(found)
    _named(found, cells.hosts)
    if corrections := correct(found, phrases):
        result.corrections[sentence] = corrections
    parts: list[Clause] = clauses(sentence, found, phrases)
    mended = settle(parts, phrases, grammar(phrases).negators)
    host = cells.named_host(found)
    states: dict[str, tuple[str, bool]] = {}
    for part in parts:
        for name, state in part.states().items():
            before = states.get(name)
            if before is None or (before[0] == "absent" and state == "present"):
                states[name] = (state, part.sure)
    for name, stronger in phrases.data["yields"].items():
        told = {n for n, (state, _) in states.items() if state == "present"}
        if name in told and not told.isdisjoint(stronger.split()):
            del states[name]
    taken = take_values(cells, sentence, parts, frozenset(n for n, (s, _) in states.items() if s == "present"), host)
    result.not_understood.extend(taken.unclear)
    if not (states or taken.any or taken.unclear or (mended and not any(part.dropped for part in parts))):
        (result.past if any(part.dropped for part in parts) else result.not_understood).append(sentence)
    cells.quote(sentence, said)
    signs = [ToldSign(name, state, said, host, "", sure) for name, (state, sure) in states.items()]
    ends = {n for part in parts if over(part, phrases) for n in part.states()} - {
        n for part in parts if not over(part, phrases) for n in part.states()
    }
    return signs, mended, frozenset(ends)
