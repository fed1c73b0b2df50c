"""The index of the search that runs in the start page: words of each case with their weights, as BM25 gives them.

Words are cut to their stem in a simple way, the same in Python and in the page. What people say counts most: the phrases of
the signs that a case shows, and the complaints of its examples.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Any

from advisor.authoring.examples import example_paths, read
from advisor.inference.openness import outlines_of
from advisor.knowledge import Case, Knowledge

_WORD = re.compile(r"[a-z0-9äöüß][a-z0-9äöüß_./+-]*[a-z0-9äöüß+]|[a-z0-9]")
_STOP = frozenset(
    "a an and are as at be but by can do does for from had has have he i if in is it its me my no not of on or our so that the"
    " their then there they this to was we were what when which while who why will with you your der die das den dem des ein eine"
    " einer ist sind war und oder nicht mit auf im in am an zu von bei wir ich es sich noch nur auch wenn als aber".split()
)
_K, _B = 1.4, 0.6
_WEIGHTS = {"title": 6.0, "slug": 4.0, "told": 3.0, "phrases": 0.6, "symptoms": 1.5, "impact": 2.0, "mechanism": 1.5}
"""How much a word counts by where it stands."""


def stem(word: str) -> str:
    """A word without its commonest endings; the page does the same.

    >>> [stem(word) for word in ("hangs", "hanging", "creating", "created", "creates", "tablespaces", "stops")]
    ['hang', 'hang', 'creat', 'creat', 'creat', 'tablespac', 'stop']
    """
    for ending in ("ings", "ing", "ed", "es", "s", "e"):
        if len(word) - len(ending) >= 4 and word.endswith(ending):
            return word[: -len(ending)]
    return word[:-1] if len(word) == 4 and word.endswith("s") else word


def words(text: str) -> list[str]:
    """The words of a text that say something."""
    found = _WORD.findall(text.lower().replace("-", " "))
    return [stem(word) for word in found if word not in _STOP]


def index_of(knowledge: Knowledge) -> dict[str, Any]:
    """The cases in order, and for each word the cases with its weight in them, in thousandths."""
    cases = list(knowledge.cases.values())
    told, phrases = _told(knowledge), _phrases(knowledge)
    counted = [_counted(knowledge, case, told.get(case.slug, ""), phrases) for case in cases]
    mean = sum(sum(c.values()) for c in counted) / max(1, len(counted))
    within = Counter(word for c in counted for word in c)
    index: dict[str, list[list[int]]] = {}
    for number, counts in enumerate(counted):
        length = sum(counts.values())
        for word, count in counts.items():
            rare = math.log(1 + (len(cases) - within[word] + 0.5) / (within[word] + 0.5))
            weight = rare * count * (_K + 1) / (count + _K * (1 - _B + _B * length / mean))
            index.setdefault(word, []).append([number, round(1000 * weight)])
    return {
        "cases": [[case.slug, case.id, case.title, case.impact] for case in cases],
        "words": dict(sorted(index.items())), "stop": sorted(_STOP),
    }  # fmt: skip


def found(index: dict[str, Any], query: str) -> list[str]:
    """What the page would find: the cases by their weight, the heaviest first."""
    weights: Counter[int] = Counter()
    known = index["words"]
    for word in dict.fromkeys(words(query)):
        hits = known.get(word) or [
            hit for key, some in known.items() if len(word) > 2 and key.startswith(word) for hit in some
        ]
        for number, weight in hits:
            weights[number] += weight
    return [index["cases"][number][0] for number, _ in sorted(weights.items(), key=lambda item: (-item[1], item[0]))]


def _counted(knowledge: Knowledge, case: Case, told: str, phrases: Mapping[str, str]) -> dict[str, float]:
    """Each word of a case, counted by where it stands."""
    signs = {
        name for outline in outlines_of(knowledge.net, case.slug) for name, state in outline.needs if state == "present"
    }
    texts = {
        "title": case.title, "slug": case.slug, "told": told, "symptoms": " ".join(case.symptoms), "impact": case.impact,
        "mechanism": case.mechanism,
        "phrases": " ".join(phrases.get(sign, "") for sign in sorted({*case.symptoms, *signs})),
    }  # fmt: skip
    counts: dict[str, float] = {}
    for field, weight in _WEIGHTS.items():
        for word in words(texts[field]):
            counts[word] = counts.get(word, 0.0) + weight
    return counts


def _told(knowledge: Knowledge) -> dict[str, str]:
    """The complaints of the examples that confirm each case."""
    said: dict[str, list[str]] = {}
    for path in example_paths(knowledge.root):
        if path.name.startswith("confirms--"):
            example = read(path)
            said.setdefault(example.case, []).extend(example.tell)
    return {slug: " ".join(texts) for slug, texts in said.items()}


def _phrases(knowledge: Knowledge) -> dict[str, str]:
    """The plain words in the phrases of each sign, once each."""
    found: dict[str, str] = {}
    for path in sorted((knowledge.root / "phrases").glob("*.toml")):
        for name, item in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if isinstance(item, dict):
                texts = " ".join(
                    text for language in ("en", "de") for text in item.get(language, ()) if isinstance(text, str)
                )
                plain = re.findall(r"(?<![<*])\b[a-zäöüß]{3,}\b(?!>)", texts.lower())
                found[name] = " ".join(dict.fromkeys(plain))
    return found
