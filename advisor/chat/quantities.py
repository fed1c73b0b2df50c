"""Numbers with a unit and a noun that says what they measure, settings, versions and names, as cells.

A number counts only with its noun: the nearest one in the same clause whose unit fits. Dates, times, versions, ports
and counts of other things are no quantities, and a number whose noun is unclear is listed, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from facts.captures import TOLD, Origin
from facts.observations import Cell, Observations, Observed
from facts.schema import Value, templates

if TYPE_CHECKING:
    from advisor.chat.phrases import Phrase, Phrases, Word
    from advisor.chat.polarity import Clause

_NUMBER = re.compile(
    r"(?<![\w.,:/'’-])(?P<number>\d{1,3}(?:(?P<mark>[.,'’])\d{3})(?:(?P=mark)\d{3})*(?:[.,]\d+)?(?!\d)|\d{1,18}(?:[.,]\d+)?)"
    r"(?P<power>[eE][+-]?\d{1,2})?(?:(?P<gap>[ -]?)(?P<unit>%|[A-Za-zµ]{1,12}))?"
    r"(?P<rate>/s(?:ec)?\b| per second| pro sekunde|ps\b)?",
    re.IGNORECASE,
)
_LOOKALIKE = re.compile(r"[:/.,-]?\d|[:/]\s?\d|\.\w")
_SIZES = {
    **dict.fromkeys(("b", "byte", "bytes"), 0),
    **dict.fromkeys(("k", "kb", "kib", "kbyte", "kbytes", "kilobyte", "kilobytes"), 1),
    **dict.fromkeys(("m", "mb", "mib", "mbyte", "mbytes", "megabyte", "megabytes", "meg", "megs"), 2),
    **dict.fromkeys(("g", "gb", "gib", "gbyte", "gbytes", "gigabyte", "gigabytes", "gig", "gigs"), 3),
    **dict.fromkeys(("t", "tb", "tib", "tbyte", "terabyte", "terabytes"), 4),
}
_SECONDS = {
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds", "millisekunden"), 0.001),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden"), 1.0),
    **dict.fromkeys(("min", "mins", "minute", "minutes", "minuten"), 60.0),
    **dict.fromkeys(("h", "hour", "hours", "stunde", "stunden"), 3600.0),
}
_PERCENT = ("%", "percent", "pct", "prozent")
_GERMAN = frozenset(
    "der die das und ist mit auf zu nicht ein eine von bei im wird hat wir unser alle seiten sekunden voll "
    "arbeitsspeicher hauptspeicher speicher".split()
)
_ORA = re.compile(r"\bORA[- ]?0*(\d{1,5})\b", re.IGNORECASE)
_PATH = re.compile(r"(?<![\w/])/(?!dev/|proc/|sys/|etc/)[\w.-]+(?:/[\w.-]+)*")
_DATASET = re.compile(r"(?<![\w/.-])[A-Za-z][\w.-]*(?:/[A-Za-z][\w.-]*)+")
_POOL = re.compile(r"\b(?:z?pool)\s+[\"'`]?(?P<name>[A-Za-z][\w.:-]*\w)", re.IGNORECASE)
_CHECK = re.compile(r"\s-[a-z]*c[a-z]*\b")
_CHECK_TWICE = re.compile(r"\s-[a-z]*cc[a-z]*\b")
_WRITE = re.compile(r"\s-[a-z]*w[a-z]*\b")
_VERSION = re.compile(
    r"(?P<version>\d{1,5}(?:\.\d{1,4}){0,4}(?:-[A-Za-z0-9_.-]*[A-Za-z0-9])?)(?P<letter>ai|[cgiR]\w*)?", re.IGNORECASE
)
_UNLIMITED = 9.2e18
_SHOWN = 120
_AT_MOST = "at most "
_BOUNDS = {
    "at least ": frozenset("above over more exceeds exceeding beyond least ueber mehr mindestens groesser".split()),
    _AT_MOST: frozenset("below under less unter weniger hoechstens".split()),
}
"""Words before a number that is a bound and no value."""


class Number(NamedTuple):
    """A number in a sentence: the words it takes in its clause, and its value by kind of unit."""

    text: str
    first: int
    last: int
    values: dict[str, float]
    stated: bool
    rate: bool = False


class Quantity(NamedTuple):
    """What a noun measures; without an address, something that no cell holds."""

    name: str
    address: str
    unit: str
    nouns: tuple[Phrase, ...]
    reach: int
    side: str
    least: float
    most: float
    signs: frozenset[str]


class Setting(NamedTuple):
    """A name that stands before its value."""

    name: str
    address: str
    nouns: tuple[Phrase, ...]
    equals: bool
    scale: float
    source: str


class Lore:
    """``quantities.toml``, compiled."""

    def __init__(self, phrases: Phrases) -> None:
        data = phrases.data
        self.quantities = [_quantity(name, item, phrases) for name, item in data["quantity"].items()]
        self.settings = [_setting(name, item, phrases) for name, item in data["setting"].items()]
        self.versions = {k: [phrases.compile(t.replace("-", "+")) for t in v] for k, v in data["version"].items()}
        naming = data["naming"]
        self.links = frozenset(naming["links"].split()) | phrases.fillers
        self.before = frozenset(naming["before"].split())
        self.after = frozenset(naming["after"].split())
        self.file_systems = frozenset(naming["file_systems"].split())
        self.systems: dict[str, str] = dict(naming["systems"])
        self.controllers: dict[str, str] = dict(naming["controllers"])
        self.controller_nouns = frozenset(naming["controller_nouns"].split())
        self.roles: dict[str, str] = dict(naming["roles"])
        self.postgres = frozenset(naming["postgres"].split())
        self.pool_states = frozenset(naming["pool_states"].split())
        self.no_names = self.links | self.before | self.after | frozenset(naming["no_names"].split())
        scan = data["scan"]
        self.scans: dict[str, str] = dict(scan["tools"])
        self.scan_writes, self.scan_clean, self.scan_errors = (
            [phrases.compile(text) for text in scan[name]] for name in ("writes", "clean", "errors")
        )
        self.version_links = frozenset(naming["version_links"].split())
        names = (
            self.file_systems, self.systems, self.roles, self.postgres, self.controllers, self.controller_nouns,
            self.scans,
        )  # fmt: skip
        for group in (self.no_names, *names, self.pool_states, self.version_links, _SIZES, _SECONDS, _PERCENT):
            for word in group:
                phrases.lexicon.learn(word)


def _quantity(name: str, item: dict[str, Any], phrases: Phrases) -> Quantity:
    return Quantity(
        name,
        item.get("address", ""),
        item["unit"],
        tuple(phrases.compile(text) for text in item["nouns"]),
        int(item.get("reach", 3)),
        item.get("side", ""),
        float(item.get("least", 0)),
        float(item.get("most", 1e18)),
        frozenset(item.get("signs", ())),
    )


def _setting(name: str, item: dict[str, Any], phrases: Phrases) -> Setting:
    nouns = tuple(phrases.compile(text) for text in item["nouns"])
    scale = float(item.get("scale", 1))
    return Setting(name, item["address"], nouns, bool(item.get("equals")), scale, item.get("source", ""))


def lore(phrases: Phrases) -> Lore:
    """The quantities of one set of phrases, compiled once."""
    known: Lore | None = phrases.data.get(" lore")
    if known is None:
        known = phrases.data[" lore"] = Lore(phrases)
    return known


@dataclass(slots=True)
class Taken:
    """What one sentence gave: whether anything, and the quantities whose noun is unclear."""

    any: bool = False
    unclear: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Sentence:
    """One sentence while it is read."""

    text: str
    host: str
    signs: frozenset[str]
    taken: Taken = field(default_factory=Taken)
    used: set[int] = field(default_factory=set)
    """Where in the text numbers that are taken start."""


@dataclass(slots=True)
class _Near:
    """The numbers and nouns of one clause; `claims` are the addresses that numbers are nearest to, by first word."""

    part: Clause
    numbers: list[Number]
    places: list[tuple[Quantity, frozenset[int]]]
    claims: dict[int, str] = field(default_factory=dict)


class Cells:
    """The cells told so far, gathered into rows."""

    def __init__(self, phrases: Phrases, observations: Observations) -> None:
        self.phrases = phrases
        self.lore = lore(phrases)
        self.observations = observations
        self.rows: list[Observed] = []
        self.bounds: dict[tuple[str, Value], str] = {}
        hosts = sorted({o.host for o in observations.observed})
        self.hosts = hosts
        self.host = hosts[0] if len(hosts) == 1 else "host"

    def named_host(self, found: Sequence[Word]) -> str:
        """The host that a sentence names, where there are several, or ""."""
        if len(self.hosts) < 2:
            return ""
        named = [h for h in self.hosts if any(w.text == h.lower() for w in found)]
        return named[0] if len(named) == 1 else ""

    def finish(self) -> list[Observed]:
        """Add the rows to the observations."""
        for row in self.rows:
            self.observations.add(row)
        return self.rows

    def read(self, sentence: str, parts: Sequence[Clause], signs: frozenset[str], host: str) -> Taken:
        """Take the cells of one sentence.

        Args:
            sentence: its text.
            parts: its clauses.
            signs: the signs that it tells as present.
            host: the host that it names, or "".
        """
        state = _Sentence(sentence, host or self.host, signs)
        german = len(_GERMAN & {w.text for part in parts for w in part.words}) >= 1
        numbers = _numbers(sentence, parts, german)
        for part, own in zip(parts, numbers, strict=True):
            self._settings(part, own, state)
            self._versions(part, state)
            self._names(part, state)
            self._quantities(part, own, state)
        for part in parts:
            self._scan(part, state)
        self._errors(parts, state)
        self._controllers(parts, state)
        for part, own in zip(parts, numbers, strict=True):
            for number in own:
                at = part.words[number.first].start
                if at not in state.used and number.stated:
                    state.taken.unclear.append(f'"{number.text}" in "{_start(sentence)}"')
        return state.taken

    def _put(self, state: _Sentence, address: str, value: Value, sure: bool, **key: Value) -> bool:
        """Add one cell, to the row with the same key or to a new one; False where the slot cannot hold it."""
        template, slot = address.split(".")
        schema = templates()[template]
        origin = Origin(told=state.text)
        try:
            coerced = schema.slots[slot].coerce(value)
            keys = {name: schema.slots[name].coerce(part) for name, part in key.items()}
        except ValueError:
            return False
        for row in self.rows:
            same = row.template == template and row.host == state.host
            if (
                same
                and all(row.cells[k].value == v for k, v in keys.items() if k in row.cells)
                and (slot not in row.cells or row.cells[slot].value == coerced)
            ):
                row.cells.setdefault(slot, Cell(coerced, origin, TOLD, sure=sure))
                break
        else:
            same_kind = sum(row.template == template and row.host == state.host for row in self.rows)
            if "number" in schema.key:
                keys["number"] = same_kind + 1
            if "output" in schema.key:
                keys["output"] = f"told {same_kind + 1}" if same_kind else "told"
            cells = {name: Cell(part, origin, TOLD, sure=sure) for name, part in keys.items()}
            self.rows.append(Observed(template, state.host, {**cells, slot: Cell(coerced, origin, TOLD, sure=sure)}))
        state.taken.any = True
        return True

    def _key(self, address: str, part: Clause, state: _Sentence, source: str = "") -> dict[str, Value]:
        """The key slots of a row, as far as the sentence or the observations name them."""
        template = address.split(".")[0]
        if template in ("zpool-list", "zpool-status"):
            return {"pool": self._pool(state, part)}
        if template == "zfs-dataset":
            return self._dataset(part, state)
        if template in ("vxfs-tunables", "file-system"):
            return {"mount": self._mount(state, template)}
        if template == "oracle-instance":
            return {"instance": self._only("oracle-instance", "instance", state) or ""}
        if template == "bulk-write":
            return {"target": "", "direction": "write"}
        if template == "memlock-limit":
            return {"user": "oracle" if any(w.text == "oracle" for w in part.words) else "", "source": source}
        if template == "stall-train":
            return {"kind": self._stall_kind(state)}
        return {}

    def _only(self, template: str, slot: str, state: _Sentence) -> str:
        """The one name that the observations hold for a key slot, or ""."""
        rows = (o for o in self.observations.observed if o.template == template and o.host == state.host)
        names = {str(o.cells[slot].value) for o in rows if slot in o.cells}
        return names.pop() if len(names) == 1 else ""

    def _pool(self, state: _Sentence, part: Clause) -> str:
        for word in part.words:
            if word.text.endswith("pool") and word.text not in ("pool", "zpool"):
                return state.text[word.start : word.end]
        for match in _POOL.finditer(state.text):
            name = match["name"]
            if _folded(name) not in self.lore.no_names:
                return name
        known, told = (
            {str(o.cells["pool"].value) for o in rows if o.host == state.host and "pool" in o.cells}
            for rows in (self.observations.observed, self.rows)
        )
        named = [n for n in known | told if re.search(rf"(?<![\w-]){re.escape(n)}(?![\w-])", state.text)]
        names = named or sorted(known) or sorted(told)
        return names[0] if len(names) == 1 else "pool"

    def _dataset(self, part: Clause, state: _Sentence) -> dict[str, Value]:
        role = next((self.lore.roles[w.text] for w in part.words if w.text in self.lore.roles), "")
        if match := _DATASET.search(state.text):
            name, pool = match[0], match[0].split("/")[0]
        else:
            only = "" if role else self._only("zfs-dataset", "dataset", state)
            pool = only.split("/")[0] or self._pool(state, part)
            name = only or (f"{pool}/{role}" if role else pool)
        return {"dataset": name, "pool": pool, **({"role": role} if role else {})}

    def _mount(self, state: _Sentence, template: str) -> str:
        if match := _PATH.search(state.text):
            return match[0].rstrip(".")
        return self._only(template, "mount", state) or self._only("file-system", "mount", state)

    def _stall_kind(self, state: _Sentence) -> str:
        if state.signs & {"bulk-write-running", "slow-writes"} or "write" in state.text.lower():
            return "write-pause"
        if "application-drops-out" in state.signs or "periodic-stalls" in state.signs:
            return "cpu-dropout"
        trains = (r for r in self.rows if r.template == "stall-train" and r.host == state.host)
        return next((str(train.cells["kind"].value) for train in trains), "unknown")

    def _settings(self, part: Clause, numbers: list[Number], state: _Sentence) -> None:
        words = part.words
        for setting in self.lore.settings:
            for spot in (s for noun in setting.nouns for s in self.phrases.places(noun, words)):
                at = max(spot) + 1
                between = state.text[words[max(spot)].end : words[at].start] if at < len(words) else ""
                if setting.equals and "=" not in between:
                    continue
                while at < len(words) and self._links(setting.address, words[at]):
                    at += 1
                at = _changed_to(words, at)
                if at < len(words):
                    self._set(setting, part, at, numbers, state)
        for position, word in enumerate(words):
            if word.text == "count" and "dd" in (w.text for w in words):
                self._blocks(part, position + 1, numbers, state)
            if word.text in self.lore.postgres:
                self._postgres(part, position, numbers, state)

    def _blocks(self, part: Clause, at: int, numbers: list[Number], state: _Sentence) -> None:
        """`count=` of a dd command: the total, where its block size is told too."""
        number = next((n for n in numbers if n.first == at and "count" in n.values), None)
        row = next((r for r in reversed(self.rows) if r.template == "bulk-write" and "request-bytes" in r.cells), None)
        if number is None or row is None or row.cells["request-bytes"].origin.told != state.text:
            return
        total = float(row.cells["request-bytes"].value) * number.values["count"]
        self._put(state, "bulk-write.total-bytes", total, part.sure, **self._key("bulk-write.total-bytes", part, state))
        state.used.add(part.words[at].start)

    def _links(self, address: str, word: Word) -> bool:
        return word.text in self.lore.links and not self._symbol(address, word)

    def _symbol(self, address: str, word: Word) -> str:
        """The symbol that a word is for a slot, or ""."""
        template, slot = address.split(".")
        allowed = templates()[template].slots[slot].allowed
        text = word.text.replace("_", "-")
        return text if text in allowed and text != "unknown" else ""

    def _set(self, setting: Setting, part: Clause, at: int, numbers: list[Number], state: _Sentence) -> None:
        words = part.words
        key = self._key(setting.address, part, state, setting.source)
        slot = templates()[setting.address.split(".")[0]].slots[setting.address.split(".")[1]]
        if not slot.numeric:
            if symbol := self._symbol(setting.address, words[at]):
                self._put(state, setting.address, symbol, part.sure, **key)
            return
        if words[at].text in ("unlimited", "infinity") and setting.source:
            self._put(state, setting.address, _UNLIMITED, part.sure, **key)
            return
        number = next((n for n in numbers if n.first == at), None)
        if number is None:
            return
        kind = _kind_of(slot.name)
        plain = number.values.get("count")
        value = number.values.get(kind, plain * setting.scale if plain is not None else None)
        if value is not None and self._put(state, setting.address, value, part.sure, **key):
            state.used.add(words[number.first].start)

    def _postgres(self, part: Clause, at: int, numbers: list[Number], state: _Sentence) -> None:
        name = part.words[at].text
        at += 1
        while at < len(part.words) and part.words[at].text in self.lore.links - {"on"}:
            at += 1
        number = next((n for n in numbers if n.first == _changed_to(part.words, at)), None)
        if number is None:
            text = part.words[at].text if at < len(part.words) else ""
            if text in ("on", "off", "try", "minimal", "replica", "logical"):
                self._put(state, "postgres-setting.text", text, part.sure, name=name)
            return
        values = {"bytes": "bytes", "seconds": "milliseconds", "count": "none", "percent": "none"}
        kind = next((k for k in ("bytes", "seconds", "count", "percent") if k in number.values), "")
        if kind:
            value = number.values[kind] * (1000 if kind == "seconds" else 1)
            for slot, cell in (("number", value), ("unit", values[kind]), ("text", number.text)):
                self._put(state, f"postgres-setting.{slot}", cell, part.sure, name=name)
            state.used.add(part.words[number.first].start)

    def _scan(self, part: Clause, state: _Sentence) -> None:
        """A search for bad blocks and what it found: `mkfs -c -c ran clean`."""
        name = next((w.text for w in part.words if w.text in self.lore.scans), "")
        line = state.text[part.words[0].start : part.words[-1].end]
        checks = len(_CHECK.findall(line)) + len(_CHECK_TWICE.findall(line))
        if not name or (name != "badblocks" and not checks and not _spots(self.lore.scan_writes, part)):
            return
        tool = self.lore.scans[name]
        writing = "badblocks-write" if name == "badblocks" else f"{tool}-write"
        writes = bool(_spots(self.lore.scan_writes, part)) or checks > 1
        writes = writes or (name == "badblocks" and _WRITE.search(line) is not None)
        clean, errors = _spots(self.lore.scan_clean, part), _spots(self.lore.scan_errors, part)
        key: dict[str, Value] = {"device": "", "tool": writing if writes else tool}
        self._put(state, "surface-scan.writes", "yes" if writes else "no", part.sure, **key)
        if bool(clean) != bool(errors):
            self._put(state, "surface-scan.result", "clean" if clean else "errors", part.sure, **key)

    def _quantities(self, part: Clause, numbers: list[Number], state: _Sentence) -> None:
        places = [
            (quantity, spot)
            for quantity in self.lore.quantities
            if not quantity.signs or quantity.signs & state.signs
            for noun in quantity.nouns
            for spot in self.phrases.places(noun, part.words)
        ]
        near = _Near(part, numbers, places)
        first = {n.first: self._measured(n, near) for n in numbers} if len(numbers) > 1 else {}
        near.claims = {at: found[0].address for at, found in first.items() if found is not None}
        denied = part.denied()
        for number in numbers:
            if part.words[number.first].start in state.used or (number.rate and "count" not in number.values):
                continue
            found = self._measured(number, near)
            if found is None:
                continue
            quantity, value = found
            if not quantity.address:
                if quantity.unit != "bytes":
                    state.used.add(part.words[number.first].start)
                continue
            if number.first in denied:
                continue
            bound = _bound(part.words, number.first)
            sure = part.sure and bound != _AT_MOST
            if self._put(state, quantity.address, value, sure, **self._key(quantity.address, part, state)):
                state.used.add(part.words[number.first].start)
                if bound:
                    self.bounds[state.text, value] = bound

    def _measured(self, number: Number, near: _Near) -> tuple[Quantity, float] | None:
        """The quantity whose noun is nearest, and the value; None where none or more than one is."""
        rated: list[tuple[float, int, Quantity]] = []
        own = set(range(number.first, number.last + 1))
        fitting = [
            (q, s) for q, s in near.places if q.unit in number.values and q.least <= number.values[q.unit] <= q.most
        ]
        for quantity, spot in fitting:
            spot = frozenset(spot - own)
            if not spot or any(spot < other for other_q, other in fitting if other_q is not quantity):
                continue
            distance = self._distance(number, spot, near.numbers, near.part, quantity)
            if distance is None or distance > quantity.reach:
                continue
            if not self._nearer(distance, quantity, spot, number, near):
                before = 0.5 if max(spot) < number.first else 0.0
                before = -0.5 if quantity.side == "before" else before
                rated.append((distance + before, -len(spot), quantity))
        if not rated:
            return None
        rated.sort(key=lambda r: r[:2])
        best = rated[0]
        rivals = {r[2].name for r in rated if r[:2] == best[:2] and r[2].address != best[2].address}
        return None if rivals else (best[2], number.values[best[2].unit])

    def _nearer(self, distance: float, quantity: Quantity, spot: frozenset[int], number: Number, near: _Near) -> bool:
        """Whether a noun belongs to another number, which is nearer to it and nearest to no other noun."""
        others = [n for n in near.numbers if n is not number and near.claims.get(n.first) == quantity.address]
        found = (self._distance(other, spot, near.numbers, near.part, quantity) for other in others)
        return any(d is not None and d < distance for d in found)

    def _distance(
        self, number: Number, spot: frozenset[int], numbers: list[Number], part: Clause, quantity: Quantity
    ) -> float | None:
        """How far the nearest word of a noun is; a word that says little counts nothing."""
        before = [p for p in spot if p < number.first and quantity.side != "after"]
        after = [p for p in spot if p > number.last and quantity.side != "before"]
        ways = ([range(max(before) + 1, number.first)] if before else []) + (
            [range(number.last + 1, min(after))] if after else []
        )
        return min((sum(self._cost(p, numbers, part) for p in way) for way in ways), default=None)

    def _cost(self, position: int, numbers: list[Number], part: Clause) -> float:
        text = part.words[position].text
        if text in ("and", "und", "with", "mit", "plus"):
            return 2.0
        if any(n.first <= position <= n.last for n in numbers):
            return 0.5
        return 0.0 if text in self.lore.links else 1.0

    def _versions(self, part: Clause, state: _Sentence) -> None:
        words = part.words
        for kind, nouns in self.lore.versions.items():
            for spot in (s for noun in nouns for s in self.phrases.places(noun, words)):
                at = max(spot) + 1
                while at < len(words) and words[at].text in self.lore.version_links:
                    at += 1
                at = _changed_to(words, at)
                match = _VERSION.match(state.text, words[at].start) if at < len(words) else None
                if match and self._version(kind, match, words[max(spot)], part, state):
                    state.used.add(words[at].start)

    def _version(self, kind: str, match: re.Match[str], noun: Word, part: Clause, state: _Sentence) -> bool:
        from facts.units import version_code

        version, letter = match["version"], (match["letter"] or "").lower()
        dots = version.split("-")[0].count(".")
        values: dict[str, Value] = {}
        key: dict[str, Value] = {}
        template = "system"
        code = version_code(version)
        if kind == "kernel" and dots >= 1 and code is not None and code >= 2_000_000:
            values = {"kernel": version, "kernel-code": code, "os": "linux"}
        elif kind == "solaris" and dots <= 2 and (match_ := re.match(r"(?:2\.)?(\d{1,2})", version)):
            major = int(match_[1])
            release = f"5.{version[2:]}" if version.startswith("2.") else f"5.{major}"
            values = {"os": "solaris", "os-release": release}
            if major in (10, 11):
                values["zfs-era"] = f"solaris-{major}"
        elif kind == "oracle" and (dots >= 2 or (letter in ("c", "ai") and re.fullmatch(r"18|19|2\d", version))):
            from facts.readers._oracle import version_slots

            template, key = "oracle-instance", self._key("oracle-instance.version", part, state)
            values = version_slots(version.split("-")[0])
        elif kind == "virtualbox" and dots >= 1 and code is not None:
            template, values = "virtualbox-setup", {"virtualbox-version": version, "virtualbox-code": code}
        elif kind == "postgres" and not letter and 7 <= int(re.split(r"[.-]", version)[0]) < 40:
            full = version if "." in version else f"{version}.0"
            if (code := version_code(full)) is not None:
                template, values = "postgres-server", {"version": version, "version-code": code}
        elif kind == "distribution" and dots <= 2:
            name = state.text[noun.start : noun.end]
            values = {"distribution": f"{name} {version}", "os": "linux"}
        put = [self._put(state, f"{template}.{slot}", value, part.sure, **key) for slot, value in values.items()]
        return bool(put) and all(put)

    def _names(self, part: Clause, state: _Sentence) -> None:
        """File systems that are in use, operating systems, pool states."""
        denied = part.denied() | self._denied_after(part)
        texts = [w.text for w in part.words]
        for at, text in enumerate(texts):
            before, after = texts[at - 1] if at else "", texts[at + 1] if at + 1 < len(texts) else ""
            two = texts[at - 2] if at > 1 else ""
            named = before in ("is", "ist", "type", "typ") and two in self.lore.after | {"system"}
            follows = before in self.lore.before or (before in self.phrases.fillers and two in self.lore.before)
            used = named or follows or after in self.lore.after
            if at in denied:
                continue
            if text in self.lore.file_systems and used:
                self._put(state, "file-system.type", text, part.sure, mount=self._mount(state, "file-system"))
            elif text == "openzfs" or (text == "zfs" and texts[at + 1 : at + 3] == ["on", "linux"]):
                self._put(state, "system.zfs-era", "openzfs", part.sure)
            elif text in self.lore.systems and (before in self.lore.before or _is_host(after, self.phrases)):
                self._put(state, "system.os", self.lore.systems[text], part.sure)
            elif text in self.lore.pool_states and any(t.endswith("pool") for t in texts):
                self._put(state, "zpool-status.state", text, part.sure, pool=self._pool(state, part))

    def _denied_after(self, part: Clause) -> set[int]:
        """Words after a negation, whether or not a sign stands among them."""
        from advisor.chat.polarity import grammar

        rules = grammar(self.phrases)
        denied: set[int] = set()
        for at, word in enumerate(part.words):
            if word.compared in rules.negators:
                denied.update(range(at + 1, min(at + 5, len(part.words))))
        return denied

    def _errors(self, parts: Sequence[Clause], state: _Sentence) -> None:
        for match in _ORA.finditer(state.text):
            places = ((p, i) for p in parts for i, w in enumerate(p.words) if w.start <= match.start() < w.end)
            part, at = next(places, (None, 0))
            if part is None or at in self._denied_after(part):
                continue
            code = f"ORA-{int(match[1]):05d}"
            key: dict[str, Value] = {"instance": self._only("oracle-instance", "instance", state), "code": code}
            self._put(state, "oracle-error.count", 1, part.sure, **key)

    def _controllers(self, parts: Sequence[Clause], state: _Sentence) -> None:
        text = _folded(state.text)
        for name, family in self.lore.controllers.items():
            if not re.search(rf"(?<![a-z0-9]){name}(?![a-z0-9])", text):
                continue
            for part in parts:
                texts = {w.text for w in part.words}
                spans = [i for i, w in enumerate(part.words) if w.text in (name, name.lstrip("0123456789"))]
                denied = self._denied_after(part)
                if spans and texts & self.lore.controller_nouns and spans[0] not in denied:
                    self._put(state, "controller.family", family, part.sure, name=family)


def _start(sentence: str) -> str:
    return sentence if len(sentence) <= _SHOWN else sentence[: _SHOWN - 1] + "…"


def _folded(text: str) -> str:
    from advisor.chat.phrases import fold

    return fold(text)


def _is_host(text: str, phrases: Phrases) -> bool:
    return any((text,) == option for option in phrases.lists["host"]) or text in ("servers", "hosts", "boxes")


def _kind_of(slot: str) -> str:
    for kind in ("bytes", "percent", "seconds"):
        if slot.endswith(f"-{kind}"):
            return kind
    return "count"


def _spots(wanted: Sequence[Phrase], part: Clause) -> list[frozenset[int]]:
    return [spot for phrase in wanted for spot in part.phrases.places(phrase, part.words)]


def _bound(words: Sequence[Word], at: int) -> str:
    """What a number is a bound of: `above 10,000` tells no more than that."""
    before = tuple(word.text for word in words[max(0, at - 2) : at])
    if before[-1:] == ("than",) or before[-1:] == ("als",):
        before = before[:1]
    return next((bound for bound, marks in _BOUNDS.items() if before[-1:] and before[-1] in marks), "")


def _changed_to(words: Sequence[Word], at: int) -> int:
    """Where the value stands that holds: of `from 40 to 10`, the 10."""
    for position in range(at + 1, min(at + 4, len(words) - 1)):
        follows = words[position + 1].text
        if words[position].text in ("to", "auf", "nach") and follows[:1].isdigit() and words[at].text[:1].isdigit():
            return position + 1
    return at


def _value(text: str, german: bool) -> float:
    """A number as written; marks between groups of three are no decimal point, as far as the language tells."""
    groups = re.fullmatch(r"\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?", text)
    if groups and (groups[1] in "'’" or text.count(groups[1]) > 1 or groups[1] == ("." if german else ",")):
        mark = groups[1]
        return float(text.replace(mark, "").replace(",", "."))
    return float(text.replace(",", "."))


def _numbers(sentence: str, parts: Sequence[Clause], german: bool) -> list[list[Number]]:
    """The numbers of each clause, without dates, times, versions and the like."""
    starts = {word.start: (p, i) for p, part in enumerate(parts) for i, word in enumerate(part.words)}
    found: list[list[Number]] = [[] for _ in parts]
    for match in _NUMBER.finditer(sentence):
        place = starts.get(match.start("number"))
        unit = (match["unit"] or "").lower()
        attached = match["gap"] == ""
        end = match.end("power") if match["power"] else match.end("number")
        if place is None or _LOOKALIKE.match(sentence, end) or (match["power"] and unit and attached and len(unit) > 5):
            continue
        value = _value(match["number"], german) * 10.0 ** int((match["power"] or "e0")[1:])
        values, stated, named = _units(value, unit, attached)
        if values is None:
            continue
        part, first = place
        words = parts[part].words
        stop = match.end() if named else end
        last = max(i for i, word in enumerate(words) if word.start < stop and i >= first)
        rate = bool(match["rate"]) and named
        text = sentence[match.start("number") : stop].strip()
        found[part].append(Number(text, first, last, {} if rate else values, stated, rate))
    return found


def _units(value: float, unit: str, attached: bool) -> tuple[dict[str, float] | None, bool, bool]:
    """Value by kind of unit, whether a unit is stated that must not be overlooked, and whether the word is a unit."""
    if unit in _PERCENT:
        return {"percent": value}, True, True
    if unit in _SIZES and (attached or len(unit) > 1):
        values = {"bytes": value * 1024.0 ** _SIZES[unit]}
        if unit == "k":
            values["count"] = value * 1000
        if unit == "m":
            values["seconds"] = value * 60
        return values, len(unit) > 1 or unit != "m", True
    if unit in _SECONDS:
        return {"seconds": value * _SECONDS[unit]}, False, True
    if unit and attached:
        return None, False, False
    return {"count": value}, False, False
