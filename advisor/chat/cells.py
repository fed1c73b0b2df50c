"""The cells told so far, gathered into rows; and whose rows they are: which pool, dataset, file system, instance."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from advisor.chat.lore import lore
from advisor.chat.words import fold
from facts.captures import TOLD, Origin
from facts.cells import Cell, Observed
from facts.observations import Observations
from facts.patterns import lazy
from facts.schema import Value, templates

if TYPE_CHECKING:
    from advisor.chat.phrases import Phrases
    from advisor.chat.polarity import Clause
    from advisor.chat.words import Word

_PATH = lazy(r"(?<![\w/])/(?!dev/|proc/|sys/|etc/)[\w.-]+(?:/[\w.-]+)*")
_DATASET = lazy(r"(?<![\w/.-])[A-Za-z][\w.-]*(?:/[A-Za-z][\w.-]*)+")
_POOL = lazy(r"\b(?:z?pool)\s+[\"'`]?(?P<name>[A-Za-z][\w.:-]*\w)", re.IGNORECASE)


class Taken:
    """What one sentence gave: whether anything, and the quantities whose noun is unclear."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.any = False
        self.unclear: list[str] = []


class Sentence:
    """One sentence while it is read."""

    def __init__(self, text: str, host: str, signs: frozenset[str]) -> None:
        """Take what it is made with; the rest comes later."""
        self.text = text
        self.host = host
        self.signs = signs
        self.taken: Taken = Taken()
        # Where in the text numbers that are taken start.
        self.used: set[int] = set()


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

    def quote(self, read: str, said: str) -> None:
        """Let what was taken from a sentence as it was read cite it as it was said."""
        if read == said:
            return
        for row in self.rows:
            for slot, cell in row.cells.items():
                if cell.origin.told == read:
                    row.cells[slot] = cell._replace(origin=cell.origin._replace(told=said))

    def put(self, state: Sentence, address: str, value: Value, sure: bool, **key: Value) -> bool:
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

    def key(self, address: str, part: Clause, state: Sentence, source: str = "") -> dict[str, Value]:
        """The key slots of a row, as far as the sentence or the observations name them."""
        template = address.split(".")[0]
        if template in ("zpool-list", "zpool-status"):
            return {"pool": self.pool(state, part)}
        if template == "zfs-dataset":
            return self._dataset(part, state)
        if template in ("vxfs-tunables", "file-system"):
            return {"mount": self.mount(state, template)}
        if template == "oracle-instance":
            return {"instance": self.only("oracle-instance", "instance", state) or ""}
        if template == "bulk-write":
            return {"target": "", "direction": "write"}
        if template == "memlock-limit":
            return {"user": "oracle" if any(w.text == "oracle" for w in part.words) else "", "source": source}
        if template == "stall-train":
            return {"kind": self._stall_kind(state)}
        return {}

    def only(self, template: str, slot: str, state: Sentence) -> str:
        """The one name that the observations hold for a key slot, or ""."""
        rows = (o for o in self.observations.observed if o.template == template and o.host == state.host)
        names = {str(o.cells[slot].value) for o in rows if slot in o.cells}
        return names.pop() if len(names) == 1 else ""

    def pool(self, state: Sentence, part: Clause) -> str:
        """The pool that a sentence means, by name; `pool` where it gives none and none is known."""
        for word in part.words:
            if word.text.rstrip("0123456789").endswith("pool") and word.text not in ("pool", "zpool"):
                return state.text[word.start : word.end]
        for match in _POOL.finditer(state.text):
            name = match["name"]
            if fold(name) not in self.lore.no_names:
                return name
        known, told = (
            {str(o.cells["pool"].value) for o in rows if o.host == state.host and "pool" in o.cells}
            for rows in (self.observations.observed, self.rows)
        )
        named = [n for n in known | told if re.search(rf"(?<![\w-]){re.escape(n)}(?![\w-])", state.text)]
        names = named or sorted(known) or sorted(told)
        return names[0] if len(names) == 1 else "pool"

    def _dataset(self, part: Clause, state: Sentence) -> dict[str, Value]:
        role = next((self.lore.roles[w.text] for w in part.words if w.text in self.lore.roles), "")
        if match := _DATASET.search(state.text):
            name, pool = match[0], match[0].split("/")[0]
        else:
            only = "" if role else self.only("zfs-dataset", "dataset", state)
            pool = only.split("/")[0] or self.pool(state, part)
            name = only or (f"{pool}/{role}" if role else pool)
        return {"dataset": name, "pool": pool, **({"role": role} if role else {})}

    def mount(self, state: Sentence, template: str) -> str:
        """The mount point that a sentence means, or ""."""
        if match := _PATH.search(state.text):
            return match[0].rstrip(".")
        return self.only(template, "mount", state) or self.only("file-system", "mount", state)

    def _stall_kind(self, state: Sentence) -> str:
        if state.signs & {"bulk-write-running", "slow-writes"} or "write" in state.text.lower():
            return "write-pause"
        if "application-drops-out" in state.signs or "periodic-stalls" in state.signs:
            return "cpu-dropout"
        trains = (r for r in self.rows if r.template == "stall-train" and r.host == state.host)
        return next((str(train.cells["kind"].value) for train in trains), "unknown")
