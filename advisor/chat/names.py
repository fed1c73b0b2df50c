"""What is told by name: versions, file systems, operating systems, pool states, errors, controllers, scans."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from advisor.chat.polarity import grammar
from advisor.chat.settings import changed_to
from advisor.chat.words import fold
from facts.patterns import lazy
from facts.schema import Value

if TYPE_CHECKING:
    from advisor.chat.cells import Cells, Sentence
    from advisor.chat.phrases import Phrase, Phrases
    from advisor.chat.polarity import Clause
    from advisor.chat.words import Word

_ORA = lazy(r"\bORA(?:[- ]|(?=\d{4,5}\b))0*(\d{1,5})\b", re.IGNORECASE)
_MODEL = lazy(r"(?<![A-Za-z0-9])(?:ST|WD|HDW|MQ)\d?[A-Z0-9]{5,14}(?![A-Za-z0-9])")
_DEVICE = lazy(r"(?<![A-Za-z0-9])(?:sd[a-z]{1,2}|a?da\d{1,3}|c\d{1,2}t\w{1,20}d\d{1,3})(?![A-Za-z0-9])")
_CHECK = lazy(r"\s-[a-z]*c[a-z]*\b")
_CHECK_TWICE = lazy(r"\s-[a-z]*cc[a-z]*\b")
_WRITE = lazy(r"\s-[a-z]*w[a-z]*\b")
_VERSION = lazy(
    r"(?P<version>\d{1,5}(?:\.\d{1,4}){0,4}(?:-[A-Za-z0-9_.-]*[A-Za-z0-9])?)(?P<letter>ai|[cgiR]\w*)?", re.IGNORECASE
)


def take_versions(cells: Cells, part: Clause, state: Sentence) -> None:
    """Take the versions of what is named."""
    words = part.words
    for kind, spot in cells.lore.versions.find(cells.phrases, words):
        at = max(spot) + 1
        while at < len(words) and words[at].text in cells.lore.version_links:
            at += 1
        at = changed_to(words, at)
        match = _VERSION.match(state.text, words[at].start) if at < len(words) else None
        if (
            match
            and not _disowned(cells, part, min(spot))
            and _version(cells, kind, match, words[max(spot)], part, state)
        ):
            state.used.add(words[at].start)


def _disowned(cells: Cells, part: Clause, at: int) -> bool:
    """Whether a name stands after `not on`, `do not use` and the like; `does not start on` says that it is there."""
    negators = grammar(cells.phrases).negators
    small = cells.phrases.fillers | cells.lore.before
    while at and part.words[at - 1].compared in small - negators:
        at -= 1
    return at > 0 and part.words[at - 1].compared in negators


def _version(cells: Cells, kind: str, match: re.Match[str], noun: Word, part: Clause, state: Sentence) -> bool:
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

        template, key = "oracle-instance", cells.key("oracle-instance.version", part, state)
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
    put = [cells.put(state, f"{template}.{slot}", value, part.sure, **key) for slot, value in values.items()]
    return bool(put) and all(put)


def take_names(cells: Cells, part: Clause, state: Sentence) -> None:
    """File systems that are in use, operating systems, pool states."""
    denied = part.denied() | _denied_after(cells, part)
    texts = [_seen(w) for w in part.words]
    for at, text in enumerate(texts):
        before, after = texts[at - 1] if at else "", texts[at + 1] if at + 1 < len(texts) else ""
        two = texts[at - 2] if at > 1 else ""
        named = before in ("is", "ist", "type", "typ") and two in cells.lore.after | {"system"}
        follows = before in cells.lore.before or (before in cells.phrases.fillers and two in cells.lore.before)
        used = named or follows or after in cells.lore.after
        if at in denied:
            continue
        if text in cells.lore.file_systems and used:
            cells.put(state, "file-system.type", text, part.sure, mount=cells.mount(state, "file-system"))
        elif text == "openzfs" or (text == "zfs" and texts[at + 1 : at + 3] == ["on", "linux"]):
            cells.put(state, "system.zfs-era", "openzfs", part.sure)
        elif text in cells.lore.systems and (before in cells.lore.before or _is_host(after, cells.phrases)):
            cells.put(state, "system.os", cells.lore.systems[text], part.sure)
        elif text in cells.lore.pool_states and any(t.endswith("pool") for t in texts):
            cells.put(state, "zpool-status.state", text, part.sure, pool=cells.pool(state, part))


def _denied_after(cells: Cells, part: Clause) -> set[int]:
    """Words after a negation, whether or not a sign stands among them."""
    rules = grammar(cells.phrases)
    denied: set[int] = set()
    for at, word in enumerate(part.words):
        if word.compared in rules.negators:
            denied.update(range(at + 1, min(at + 5, len(part.words))))
    return denied


def take_errors(cells: Cells, parts: Sequence[Clause], state: Sentence) -> None:
    """Take errors of Oracle by their code."""
    for match in _ORA.finditer(state.text):
        places = ((p, i) for p in parts for i, w in enumerate(p.words) if w.start <= match.start() < w.end)
        part, at = next(places, (None, 0))
        if part is None or at in _denied_after(cells, part):
            continue
        code = f"ORA-{int(match[1]):05d}"
        key: dict[str, Value] = {"instance": cells.only("oracle-instance", "instance", state), "code": code}
        cells.put(state, "oracle-error.count", 1, part.sure, **key)


def take_controllers(cells: Cells, parts: Sequence[Clause], state: Sentence) -> None:
    """Take the family of a RAID controller."""
    text = fold(state.text)
    for name, family in cells.lore.controllers.items():
        if name not in text or not re.search(rf"(?<![a-z0-9]){name}(?![a-z0-9])", text):
            continue
        for part in parts:
            texts = {w.text for w in part.words}
            spans = [i for i, w in enumerate(part.words) if w.text in (name, name.lstrip("0123456789"))]
            denied = _denied_after(cells, part)
            if spans and texts & cells.lore.controller_nouns and spans[0] not in denied:
                cells.put(state, "controller.family", family, part.sure, name=family)


def take_drives(cells: Cells, parts: Sequence[Clause], state: Sentence) -> None:
    """Take models of drives that record shingled: their names tell it, and nothing else does."""
    from facts.recording import recording_of

    for match in _MODEL.finditer(state.text):
        recording = recording_of(match[0])
        place = next(((p, i) for p in parts for i, w in enumerate(p.words) if w.start <= match.start() < w.end), None)
        if not recording or place is None or place[1] in _denied_after(cells, place[0]):
            continue
        device = next((d[0] for d in _DEVICE.finditer(state.text)), "")
        cells.put(state, "disk-settings.model", match[0], place[0].sure, device=device)
        cells.put(state, "disk-settings.recording", recording, place[0].sure, device=device)


def take_scan(cells: Cells, part: Clause, state: Sentence) -> None:
    """A search for bad blocks and what it found: `mkfs -c -c ran clean`."""
    name = next((w.text for w in part.words if w.text in cells.lore.scans), "")
    line = state.text[part.words[0].start : part.words[-1].end]
    checks = len(_CHECK.findall(line)) + len(_CHECK_TWICE.findall(line))
    if not name or (name != "badblocks" and not checks and not _spots(cells.lore.scan_writes, part)):
        return
    tool = cells.lore.scans[name]
    writing = "badblocks-write" if name == "badblocks" else f"{tool}-write"
    writes = bool(_spots(cells.lore.scan_writes, part)) or checks > 1
    writes = writes or (name == "badblocks" and _WRITE.search(line) is not None)
    clean, errors = _spots(cells.lore.scan_clean, part), _spots(cells.lore.scan_errors, part)
    key: dict[str, Value] = {"device": "", "tool": writing if writes else tool}
    cells.put(state, "surface-scan.writes", "yes" if writes else "no", part.sure, **key)
    if bool(clean) != bool(errors):
        cells.put(state, "surface-scan.result", "clean" if clean else "errors", part.sure, **key)


def take_modules(cells: Cells, parts: Sequence[Clause], state: Sentence) -> None:
    """A kernel module that is named and what loading it said: `modprobe vboxdrv` says that symbols are missing."""
    lore = cells.lore
    name = next((lore.modules[w.text] for part in parts for w in part.words if w.text in lore.modules), "")
    if not name:
        return
    negators = grammar(cells.phrases).negators
    results: dict[str, bool] = {}
    for part in parts:
        before = {i + 1 for i, word in enumerate(part.words) if word.text in negators}
        for result, spot in lore.module_results.find(cells.phrases, part.words):
            if min(spot) not in before:
                results[result] = part.sure
    if len(results) == 1:
        for result, sure in results.items():
            cells.put(state, "module-load.result", result, sure, module=name)


def _seen(word: Word) -> str:
    """A word as it was meant; the name of a host stays one."""
    return word.read if word.read and word.read != "host" else word.text


def _is_host(text: str, phrases: Phrases) -> bool:
    return any((text,) == option for option in phrases.lists["host"]) or text in ("servers", "hosts", "boxes")


def _spots(wanted: Sequence[Phrase], part: Clause) -> list[frozenset[int]]:
    return part.phrases.among(wanted, part.words)
