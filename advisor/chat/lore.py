"""``kb/phrases/quantities.toml``, compiled: which nouns, names and versions become which cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from advisor.chat.numbers import PERCENT, SECONDS, SIZES
from advisor.chat.phrases import Index

if TYPE_CHECKING:
    from collections.abc import Mapping

    from advisor.chat.phrases import Phrases
    from facts.schema import Value


class Quantity(NamedTuple):
    """What a noun measures; without an address, something that no cell holds."""

    name: str
    address: str
    unit: str
    reach: int
    side: str
    least: float
    most: float
    signs: frozenset[str]


class Setting(NamedTuple):
    """A name that stands before its value."""

    name: str
    address: str
    equals: bool
    scale: float
    source: str
    words: Mapping[str, Value]
    """Values that are told by another word."""


class Lore:
    """``quantities.toml``, compiled."""

    def __init__(self, phrases: Phrases) -> None:
        data = phrases.data
        self.quantities: Index[Quantity] = Index()
        for name, item in data["quantity"].items():
            self.quantities.add(_quantity(name, item), [phrases.compile(text) for text in item["nouns"]])
        self.settings: Index[Setting] = Index()
        for name, item in data["setting"].items():
            self.settings.add(_setting(name, item), [phrases.compile(text) for text in item["nouns"]])
        self.setting_addresses = frozenset(item["address"] for item in data["setting"].values())
        self.versions: Index[str] = Index()
        for kind, nouns in data["version"].items():
            self.versions.add(kind, [phrases.compile(text.replace("-", "+")) for text in nouns])
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
        self.modules = {word: name for name, text in data["module"]["names"].items() for word in text.split()}
        self.module_results: Index[str] = Index()
        for result, texts in data["module"]["results"].items():
            self.module_results.add(result, [phrases.compile(text) for text in texts])
        self.version_links = frozenset(naming["version_links"].split())
        names = (
            self.file_systems, self.systems, self.roles, self.postgres, self.controllers, self.controller_nouns,
            self.scans, self.modules,
        )  # fmt: skip
        for group in (self.no_names, *names, self.pool_states, self.version_links, SIZES, SECONDS, PERCENT):
            for word in group:
                phrases.lexicon.learn(word)


def _quantity(name: str, item: dict[str, Any]) -> Quantity:
    return Quantity(
        name,
        item.get("address", ""),
        item["unit"],
        int(item.get("reach", 3)),
        item.get("side", ""),
        float(item.get("least", 0)),
        float(item.get("most", 1e18)),
        frozenset(item.get("signs", ())),
    )


def _setting(name: str, item: dict[str, Any]) -> Setting:
    scale = float(item.get("scale", 1))
    return Setting(
        name, item["address"], bool(item.get("equals")), scale, item.get("source", ""), item.get("words", {})
    )


def lore(phrases: Phrases) -> Lore:
    """The quantities of one set of phrases, compiled once."""
    known: Lore | None = phrases.data.get(" lore")
    if known is None:
        known = phrases.data[" lore"] = Lore(phrases)
    return known
