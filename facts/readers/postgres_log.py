"""PostgreSQL's server log, from which the checkpoints are read (``log_checkpoints``, 8.3 and later).

Before each message stands whatever ``log_line_prefix`` puts there, then ``LOG:``; csvlog and jsonlog carry the same
message in a field. ``checkpoint starting: time`` is the timer's; ``xlog`` (``wal`` since 10) says that the log volume was
reached.
``checkpoints are occurring too frequently`` is said without log_checkpoints too. A standby says restartpoint. Checkpoints
that somebody asked for (``immediate``, ``fast``, ``force``, ``shutdown``) are not spread out and are left out of the
times. With another ``lc_messages`` the messages are translated since 14, the flags never; German and French are read, and the
warning in some more languages.

These messages are found alone, too, wrapped by a mail, and within the lines of a collector of logs (CloudNativePG's JSON).

Where no start tells the version, the form of the messages does for servers before 9.5. Also read are settings that the server refuses (``unrecognized configuration parameter``) and the starts that it logs.

Sample::

    >>> from facts.readers import show
    >>> show('''2012-05-03 10:00:02 CEST LOG:  checkpoint starting: xlog
    ... 2012-05-03 10:01:09 CEST LOG:  checkpoint complete: wrote 3215 buffers (19.6%); 0 transaction log file(s) added, 0 removed, 16 recycled; write=52.031 s, sync=14.902 s, total=67.015 s; sync files=31, longest=9.120 s, average=0.480 s
    ... 2012-05-03 10:01:21 CEST LOG:  checkpoints are occurring too frequently (12 seconds apart)
    ... 2012-05-03 10:01:21 CEST HINT:  Consider increasing the configuration parameter "checkpoint_segments".
    ... ''')
    postgres-log lines 1-4 read
      postgres-checkpoints: by-hand=0 checkpoints=1 longest-sync-seconds-max=9.12 measured=1 output=input:1 requested=1 seconds-apart-median=12 sync-seconds-max=14.902 sync-seconds-median=14.902 timed=0 too-frequent-warnings=1 wal-driven=1 write-seconds-max=52.031 (1-3)
      postgres-server: version-code=9001000 (2-2)

    >>> show('''2023-11-02 06:00:01 GMT [811] LOG:  unrecognized configuration parameter "checkpoint_segments" in file "/etc/pg/postgresql.conf" line 211
    ... 2023-11-02 06:00:01 GMT [811] FATAL:  configuration file "/etc/pg/postgresql.conf" contains errors
    ... ''')
    postgres-log lines 1-2 read
      postgres-refused-setting: file=/etc/pg/postgresql.conf last-time=1698904801 line=211 name=checkpoint_segments outcome=not-started (1-1)
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from facts.patterns import lazy
from facts.postgres import version_of
from facts.readers.pg_plan import Spills
from facts.readers.pg_vacuum import Vacuums
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.schema import Value
from facts.stamps import stamp_at
from facts.units import number

_LEVELS = "LOG|FATAL|PANIC|ERROR|WARNING|STATEMENT|DETAIL|HINT|CONTEXT|NOTICE|INFO|QUERY|LOCATION|DEBUG[1-5]"
_GERMAN = "FEHLER|WARNUNG|HINWEIS|TIPP|ANWEISUNG|ZUSAMMENHANG|ANFRAGE|ORT|PANIK"
_FRENCH = "ERREUR|ATTENTION|ASTUCE|INSTRUCTION|DÉTAIL|CONTEXTE|REQUÊTE"
_MESSAGE = lazy(rf"(?P<prefix>.{{0,200}}?)(?:^|(?<=[\s:\])>,|=-]))(?P<level>{_LEVELS}|{_GERMAN}|{_FRENCH}):\s{{1,2}}\S")
_WIDE = lazy(rf"(?:{_LEVELS}|{_GERMAN}|{_FRENCH}):  ")
"""The server puts two blanks behind the level; only where they were squeezed is one enough."""
_CSV = lazy(
    r"\s*(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,6} [\w+:-]+,.{10,400}?,\"?(?:LOG|FATAL|PANIC|ERROR|WARNING"
    r"|NOTICE|INFO|DEBUG\d)\"?,\"?\w{5}\"?,\""  # Greenplum quotes them
)
_JSON = lazy(r"\s*\{\"timestamp\":\"(?:19|20)\d\d-.*\"error_severity\":\"")
_SAID = lazy(
    r".{0,600}?\b(?:(?:checkpoint|restartpoint) (?:starting: (?:time|wal|xlog|immediate|force|fast|shutdown|end-of-recovery|flush-all|wait)\b"
    r"|complete: ?(?:wrote \d|`?\s*$))|checkpoints are occurring too frequently \(\d"
    r"|(?:ocurriendo con demasiada frecuencia|avvenendo troppo frequentemente|ocorrendo (?:muito )?frequentemente"
    r"|контрольные точки происходят слишком часто|チェックポイントの発生周期が短すぎます|检查点\w{0,8}频繁) ?\(\D{0,20}\d"
    r"|Consider increasing the configuration parameter \W{1,3}(?:max_wal_size|checkpoint_segments)\b)"
)
"""What no other program says, so that it may stand anywhere: alone, or within the line of a collector of logs."""
_WRAPPED = lazy(
    r"[\s>`'#|]*(?:wrote \d+ buffers|.{0,80}?(?:file\(s\) (?:added|removed|recycled)|\d+ (?:added|removed|recycled)[,;]"
    r"|\b(?:write|sync|total|longest|average)=\d+\.\d+ s\b|\bsync files=\d|\b(?:distance|estimate)=\d+ kB))"
)
"""What a mail or a page put on the next line of a message that is too long for it."""
_OWN_LEVELS = frozenset("LOG STATEMENT PANIC HINT DETAIL FATAL ANWEISUNG TIPP PANIK ASTUCE INSTRUCTION".split())

_STARTING = lazy(
    r"(?:\b(?:checkpoint|restartpoint) starting|\b(?:Checkpoint|Restart-Punkt) beginnt"
    r"|\bdébut du (?:checkpoint|restartpoint) ?): ?(?P<flags>[a-z -]*)"
)
_COMPLETE = lazy(
    r"\b(?:checkpoint|restartpoint) complete: |\b(?:Checkpoint|Restart-Punkt) (?:komplett|abgeschlossen): "
    r"|\b(?:checkpoint|restartpoint) terminé ?: "
)
_WRITE = lazy(r"\b(?:write|Schreiben|écriture)=(?P<value>[^\s=]+) s\b")
_SYNC = lazy(r"\b(?:sync|Sync|synchronisation)=(?P<value>[^\s=]+) s\b")
_TOTAL = lazy(r"\b(?:longest|längste|plus long)=\S+ s\b.*=\S+ s\b")
"""The last of the times: a message that has it is whole."""
_LONGEST = lazy(r"\b(?:longest|längste|plus long)=(?P<value>[^\s=]+) s\b")
_DISTANCE = lazy(r"\b(?:distance|Entfernung)=(?P<value>\d{1,15}) kB\b")
_FREQUENT = lazy(
    r"(?:checkpoints are occurring too frequently|Checkpoints passieren zu oft"
    r"|(?:surviennent|arrivent|se produisent) trop fréquemment|ocurriendo con demasiada frecuencia"
    r"|checkpoint stanno avvenendo troppo frequentemente|ocorrendo (?:muito )?frequentemente"
    r"|контрольные точки происходят слишком часто|チェックポイントの発生周期が短すぎます|检查点\w{0,8}频繁)"
    r"(?: ?\(\D{0,20}(?P<seconds>\d{1,6})\D)?"
)
_ADVICE = lazy(r"increasing the configuration parameter \W{1,3}(?:max_wal_size|checkpoint_segments)\b")
_REFUSED = lazy(
    r"(?P<level>LOG|FATAL):\s+(?:unrecognized configuration parameter|(?:unbekannter|nicht erkannter) "
    r"Konfigurationsparameter|paramètre de configuration) [\"»«] ?(?P<name>[A-Za-z_][\w.]*) ?[\"«»]"
    r"(?: non reconnu)?(?:(?: in file| in Datei| dans le fichier) [\"»«] ?(?P<file>[^\"«»]+?) ?[\"«»],? "
    r"(?:line|Zeile|ligne) (?P<line>\d{1,6}))?"
)
_REFUSED_ALL = lazy(r"FATAL:\s+(?:configuration file|Konfigurationsdatei|le fichier de configuration) ")
_LEFT_OUT = lazy(r"LOG:\s+(?:configuration file|Konfigurationsdatei|le fichier de configuration) .*;")
_READY = lazy(
    r"LOG:\s+(?:database system is ready to accept|Datenbanksystem ist bereit, um|"
    r"le système de bases de données est prêt)"
)
_VERSION = lazy(r"LOG:\s+(?:starting|starte|démarrage de) PostgreSQL (?P<version>\d[\w.]*)")
_STAMPED = lazy(r"(?:19|20)\d\d-\d\d-\d\d[ T]\d\d:\d\d:\d\d|\b1\d{9}\.\d{3}\b|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d")
_SYSLOG = lazy(r"\s*[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d (?P<host>[\w.-]+) postgres\[\d+\]")
_KILLED = lazy(
    r"(?:LOG:\s|,LOG,\w{5},|\"message\":\").{0,200}\(PID \d+\) (?:was terminated by signal|wurde von Signal|a été arrêté par le signal)"
    r" (?P<signal>\d{1,3})\b"
)
_NO_SPACE = lazy(
    r"(?:(?:LOG|ERROR|FATAL|PANIC|WARNING|FEHLER|PANIK|WARNUNG|ERREUR|ATTENTION)[:,]|\"message\":).{0,200}"
    r"(?:could not|konnte|n'a pas pu|n'a pu).{1,300}: ?(?:No space left on device"
    r"|Auf dem Gerät ist kein Speicherplatz mehr verfügbar|(?:Aucun|Plus d')\s?espace disponible sur le périphérique)"
)
_DAMAGED = lazy(
    r"(?:(?:LOG|ERROR|FATAL|PANIC|WARNING|FEHLER|PANIK|WARNUNG|ERREUR|ATTENTION)[:,]|\"message\":).{0,200}?"
    r"(?:invalid page (?:in block|header in)|page verification failed, calculated checksum|missing chunk number \d"
    r"|could not read block \d++ in file .{1,200}: read only \d|could not locate a valid checkpoint record"
    r"|invalid (?:primary )?checkpoint (?:record|link)|xlog flush request .{1,40} is not satisfied"
    r"|ungültige Seite in Block|Seitenüberprüfung fehlgeschlagen|konnte keinen gültigen Checkpoint-Datensatz"
    r"|page invalide dans le bloc|n'a pas pu localiser un enregistrement d'un point de vérification valide)"
)
OF_TROUBLES = lazy(
    "ignal \\d|space left|Speicherplatz|espace disponible|nvalid page|verification failed|chunk number|read block|heckpoint (?:record|link)"
    "|flush request|ungültige Seite|Seitenüber|Checkpoint-Datensatz|page invalide|vérification valide"
)
"""One of these stands in every message of a trouble."""
_TROUBLES = (("killed", _KILLED), ("no-space", _NO_SPACE), ("damaged", _DAMAGED))
_COUNTED = (_STARTING, _COMPLETE, _FREQUENT, _ADVICE, _REFUSED, _REFUSED_ALL, _LEFT_OUT, _READY)
_PANIC = lazy(
    r"(?:.{0,200}[\s:\])>,|-])?(?:PANIC|PANIK):|.{10,400}?,\"?PANIC\"?,\"?\w{5}\"?,|.*\"error_severity\":\"PANIC\""
)
_FAULT = lazy(
    r"(?:LOG|WARNING|ERROR|FATAL|FEHLER|ERREUR)[\",:]"
    # what rows hold
    r"(?!.{0,200}\(PID \d+\) (?:was terminated by signal|wurde von Signal|a été arrêté par le signal) \d)"
    r"(?!.{0,200}(?:could not|konnte|n'a pas pu|n'a pu).{1,300}(?:No space left on device|kein Speicherplatz|espace disponible))"
    r".*(?:terminated by (?:signal|exception)"
    r"|(?:server|startup) process .*exited with exit code"
    r"|out of memory|No space left on device|Input/output error|could not (?:write|read|fsync|extend|open|access|resize|map|fork)\b"
    r"|invalid page|(?:page|checksum) verification failed|invalid (?:memory alloc|primary checkpoint)|archive command (?:failed|was term)"
    r"|not properly shut down|system was interrupted|aborting startup|has already been removed|missing chunk number"
    r"|startup process failure|abnormal database system shutdown|terminating any other active"
    # German and French
    r"|Signal \d+ beendet|konnte .*nicht (?:schreiben|lesen|öffnen|fsync|erweitern)|(?:schreiben|lesen|öffnen|fsyncen): |kein Speicherplatz"
    r"|Speicher aufgebraucht|ungültige Seite|Archivbefehl ist fehlgeschlagen|nicht richtig heruntergefahren"
    r"|arrêté par le signal|n'a pas pu (?:écrire|lire|ouvrir|synchroniser)|[Aa]ucun espace|mémoire épuisée|page invalide"
    r"|commande d'archivage|arrêté proprement)"
)
"""What the server says of faults that no row holds."""
_JOINED = 200
_TEMPORARY = lazy(
    r".{0,400}?(?:temporary file: path|temporäre Datei: Pfad|fichier temporaire ?: chemin) .{1,200}?[ ,]"
    r"(?:size|Größe|taille) (?P<size>\d{1,18})\b"
)


@dataclass(slots=True)
class _Checkpoints:
    complete: int = 0
    timed: int = 0
    requested: int = 0
    driven: int = 0
    by_hand: int = 0
    warnings: int = 0
    running_by_hand: bool = False
    """The checkpoint that was started last was asked for."""
    starts: list[float] = field(default_factory=list)
    driven_starts: list[float] = field(default_factory=list)
    apart: list[float] = field(default_factory=list)
    syncs: list[float] = field(default_factory=list)
    distances: list[float] = field(default_factory=list)
    longest: dict[str, tuple[float, int]] = field(default_factory=dict)
    lines: list[int] = field(default_factory=list)
    last_time: float | None = None

    def highest(self, slot: str, value: float, index: int) -> None:
        if slot not in self.longest or value > self.longest[slot][0]:
            self.longest[slot] = (value, index)


@dataclass(slots=True)
class _Troubles:
    """The messages of processes that were killed, of files that could not be written, and of pages that are damaged."""

    found: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    signal: int | None = None

    def line(self, index: int, line: str) -> bool:
        """Take a line; whether it is one of them."""
        for kind, pattern in _TROUBLES if OF_TROUBLES.search(line) else ():
            if match := pattern.search(line):
                self.found.setdefault(kind, []).append((index, line))
                if kind == "killed":
                    self.signal = int(match["signal"])
                return True
        return False

    def rows(self, output: Output) -> list[Row]:
        """One row for each kind."""
        rows = []
        for kind, said in self.found.items():
            values: dict[str, Value | bool] = {"output": output.label, "kind": kind, "count": len(said)}
            values["text"] = said[0][1].strip()[:200]
            if kind == "killed" and self.signal is not None:
                values["signal"] = self.signal
            times = [time for _, line in said if _dated(line) and (time := _time_of(line)) is not None]
            if times:
                values["first-time"], values["last-time"] = min(times), max(times)
            rows.append(
                Row("postgres-trouble", values, output.span(said[0][0], said[-1][0]), time=max(times, default=None))
            )
        return rows


@dataclass(slots=True)
class _Refused:
    """The settings that a configuration file holds and the server does not know."""

    rows: dict[str, Row] = field(default_factory=dict)

    def line(self, output: Output, index: int, line: str) -> None:
        if match := _REFUSED.search(line):
            values: dict[str, Value | bool] = {"name": match["name"]}
            if match["file"]:
                values |= {"file": match["file"], "line": int(match["line"])}
            if match["level"] == "FATAL":
                values["outcome"] = "not-started"
            if (time := _time_of(line)) is not None and _dated(line):
                values["last-time"] = time
            self.rows.pop(match["name"], None)
            self.rows[match["name"]] = Row("postgres-refused-setting", values, output.span(index))
        elif self.rows:
            self._after(line)

    def _after(self, line: str) -> None:
        slot = (
            ("outcome", "not-started") if _REFUSED_ALL.search(line)
            else ("outcome", "left-out") if _LEFT_OUT.search(line)
            else ("started-since", "yes") if _READY.search(line)
            else None
        )  # fmt: skip
        if slot is not None:
            for row in self.rows.values():
                if slot[0] not in row.values:
                    row.values = {**row.values, slot[0]: slot[1]}


def _is_message(line: str) -> bool:
    match = _MESSAGE.match(line)
    if match is not None:
        # A prefix holds a time, a process, a user and database; a sentence has none of it.
        prefix = match["prefix"].strip()
        return not prefix or any(c.isdecimal() or c in "[]@=|" for c in prefix)
    return any(pattern.match(line) is not None for pattern in (_CSV, _JSON, _SAID))


def _rest_of(lines: Sequence[str], index: int) -> int:
    """How many lines below hold the rest of a checkpoint's message; none where it is whole."""
    if not _COMPLETE.search(lines[index]) or _TOTAL.search(lines[index]):
        return 0
    end = index + 1
    while end < min(len(lines), index + 6) and _WRAPPED.match(lines[end]) and not _is_message(lines[end]):
        end += 1
    return end - index - 1


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _is_message(lines[start]):
        return None
    wide = _WIDE.search(lines[start]) is not None
    end = index = start
    quoted = False
    while index < len(lines) and index - end < _JOINED:
        line, inside = lines[index], quoted
        quoted = _quoted(quoted, line)
        if inside or (_is_message(line) and (not wide or _WIDE.search(line) or _SAID.match(line))):
            end = index = index + 1 + _rest_of(lines, index)
            continue
        if end == index and line.startswith(("\t", "#011")) and line.strip():
            end = index + 1  # the rest of the message above it
        elif line.strip() and (not _continues(line) or prompt_of(line) is not None):
            break
        index += 1
    return (start, end) if _of_postgres(lines[start:end]) else None


def _quoted(before: bool, line: str) -> bool:
    """Whether a quoted field of CSV, such as a statement, goes on below a line; `before` is that of the line above."""
    begins = _CSV.match(line) is not None
    return (before and not begins) ^ (line.count('"') % 2 == 1) if before or begins else False


def _continues(line: str) -> bool:
    """A statement's further lines are written below each other, behind a tab."""
    return line.startswith(("\t", "    ", "#011"))


def _of_postgres(lines: Sequence[str]) -> bool:
    for line in lines:
        match = _MESSAGE.match(line)
        if match is None or match["level"] in _OWN_LEVELS:
            # One line without a date could be another program's.
            return match is None or len(lines) > 1 or _STAMPED.search(line) is not None or _of_checkpoint(line)
    return any(_SAID.match(line) for line in lines)


def _of_checkpoint(line: str) -> bool:
    return any(pattern.search(line) for pattern in (_STARTING, _COMPLETE, _FREQUENT, _ADVICE, _REFUSED))


def _time_of(line: str) -> float | None:
    match = _STAMPED.search(line[:160] if not line.lstrip().startswith("{") else line[:600])
    if match is None:
        return None
    found = stamp_at(line, match.start())
    if found is None:  # syslog has no year; a period needs none
        found = stamp_at(f"{match[0]} 2000")
    return found[0] if found else None


def _dated(line: str) -> bool:
    match = _STAMPED.search(line[:160])
    return match is not None and not match[0][0].isalpha()


def _read(output: Output) -> Reading:
    reading = Reading()
    seen, refused, troubles, vacuums, spills = _Checkpoints(), _Refused(), _Troubles(), Vacuums(), Spills("log")
    quoted = False
    for index, line in enumerate(output.lines):
        rest, quoted = quoted and not _CSV.match(line), _quoted(quoted, line)
        if spills.line(index, line.replace("#011", " ")) or _temporary(spills, index, line):
            reading.used.append(output.span(index))
            continue
        if rest:
            reading.pass_over("rest of a message", output.span(index))
            continue
        if match := _STARTING.search(line):
            _starting(seen, match["flags"].split(), index, line)
        elif _COMPLETE.search(line):
            if rest_of := _rest_of(output.lines, index):
                line = " ".join(part.strip() for part in output.lines[index : index + 1 + rest_of])
                reading.used.append(output.span(index, index + rest_of))
            _complete(output, reading, seen, index, line)
        elif match := _FREQUENT.search(line):
            seen.warnings += 1
            seen.lines.append(index)
            if match["seconds"]:
                seen.apart.append(float(match["seconds"]))
        elif _ADVICE.search(line) and not any(
            _FREQUENT.search(said) for said in output.lines[max(0, index - 2) : index]
        ):
            seen.warnings += 1  # the hint alone
            seen.lines.append(index)
        elif (match := _VERSION.search(line)) and (version := version_of(match["version"])):
            values: dict[str, Value] = {"version": version[0], "version-code": version[1]}
            reading.rows.append(Row("postgres-server", values, output.span(index)))
            reading.rows.extend(_started(output, index, line, version[0]))
        else:
            refused.line(output, index, line)
        if troubles.line(index, line) or vacuums.line(index, line) or any(pattern.search(line) for pattern in _COUNTED):
            reading.used.append(output.span(index))
        elif _PANIC.match(line):
            reading.unnamed.append(output.first + index)
        if reading.host is None and (syslog := _SYSLOG.match(line)):
            reading.host = syslog["host"]
    if seen.lines:
        reading.rows.insert(0, _row(output, seen))
        reading.complete = frozenset({"postgres-checkpoints"})
    reading.rows.extend(refused.rows.values())
    reading.rows.extend(troubles.rows(output))
    reading.rows.extend(vacuums.rows(output))
    reading.rows.extend(spills.rows(output))
    if not any(row.template == "postgres-server" for row in reading.rows):
        reading.rows.extend(_old_server(output))
    return reading


def _temporary(spills: Spills, index: int, line: str) -> bool:
    """Count a temporary file that log_temp_files tells of; whether the line does."""
    match = _TEMPORARY.match(line) if "tempor" in line else None
    if match is not None:
        spills.spilled(float(match["size"]))
        spills.lines.append(index)
    return match is not None


def _old_server(output: Output) -> list[Row]:
    """The least version that logs so, of servers too old for ``alter system``.

    The times of single files came with 9.1, the distance with 9.5. "transaction log file(s)" became "WAL file(s)" in 10.
    """
    found = [
        (n, line)
        for n, line in enumerate(output.lines)
        if "transaction log file(s) added" in line and " total=" in line
    ]
    if not found or any("distance=" in line for _, line in found):
        return []
    index, line = found[-1]
    code = 9001000 if "sync files=" in line else 8003000
    return [Row("postgres-server", {"version-code": code}, output.span(index), inferred=True)]


def _started(output: Output, index: int, line: str, version: str) -> list[Row]:
    """A start of the server as a change, where the line tells its date."""
    time = _time_of(line) if _dated(line) else None
    if time is None:
        return []
    number = output.span(index)[0]
    values: dict[str, Value | bool] = {"source": "postgres", "number": number, "time": time,
                                       "text": f"PostgreSQL {version} was started"}  # fmt: skip
    return [Row("system-change", values, output.span(index), time=time)]


def _starting(seen: _Checkpoints, flags: Sequence[str], index: int, line: str) -> None:
    seen.lines.append(index)
    driven = "wal" in flags or "xlog" in flags
    seen.running_by_hand = bool(flags) and "time" not in flags and not driven
    seen.by_hand += seen.running_by_hand
    if "time" in flags:
        seen.timed += 1
    else:
        seen.requested += 1
        seen.driven += driven
    if (time := _time_of(line)) is not None:
        seen.starts.append(time)
        if driven:
            seen.driven_starts.append(time)
        seen.last_time = time if _dated(line) else None


def _complete(output: Output, reading: Reading, seen: _Checkpoints, index: int, line: str) -> None:
    seen.complete += 1
    seen.lines.append(index)
    by_hand, seen.running_by_hand = seen.running_by_hand, False
    if (time := _time_of(line)) is not None and _dated(line):
        seen.last_time = time
    if _WRITE.search(line) is None:
        reading.refusals.append(Refusal(output.span(index), "the line is cut off before its times"))
        return
    for slot, pattern in (
        ("write-seconds-max", _WRITE), ("sync-seconds-max", _SYNC), ("longest-sync-seconds-max", _LONGEST)
    ):  # fmt: skip
        match = pattern.search(line)
        if match is None:
            continue
        value = number(match["value"])
        if value is None:
            reading.refusals.append(Refusal(output.span(index), f"`{match['value'][:20]}` is no number of seconds"))
            return
        if by_hand:
            continue
        seen.highest(slot, value, index)
        if pattern is _SYNC:
            seen.syncs.append(value)
    if not by_hand and (match := _DISTANCE.search(line)):
        seen.distances.append(float(match["value"]) * 1024)


def _row(output: Output, seen: _Checkpoints) -> Row:
    started = seen.timed + seen.requested
    values: dict[str, Value | bool] = {
        "output": output.label,
        "checkpoints": max(seen.complete, started),
        "too-frequent-warnings": seen.warnings,
    }
    if started:
        values |= {"timed": seen.timed, "requested": seen.requested, "wal-driven": seen.driven, "by-hand": seen.by_hand}
    values |= {slot: value for slot, (value, _) in seen.longest.items()}
    if seen.syncs:
        values |= {"measured": len(seen.syncs), "sync-seconds-median": median(seen.syncs)}
        if len(seen.syncs) > 1:
            values["sync-seconds-second"] = sorted(seen.syncs)[-2]
    if seen.apart:
        values["seconds-apart-median"] = median(seen.apart)
    if (period := _period(seen.starts)) is not None:
        values["period-seconds"] = period
    if seen.distances and period:
        values["wal-bytes-s"] = median(seen.distances) / period
    if (period := _period(seen.driven_starts, 1)) is not None:
        values["wal-driven-period-seconds"] = period
    spans: dict[str, Span] = {slot: output.span(index) for slot, (_, index) in seen.longest.items()}
    return Row("postgres-checkpoints", values, output.span(seen.lines[0], seen.lines[-1]), spans, seen.last_time)


def _period(starts: Sequence[float], least: int = 2) -> float | None:
    """The median between starts; None where there are too few."""
    gaps = [later - earlier for earlier, later in pairwise(starts) if later > earlier]
    return median(gaps) if len(gaps) >= least else None


_OF_NO_USE = (
    ("message", _MESSAGE), ("message", _CSV), ("message", _JSON), ("rest of a message", lazy(r"\t|    |#011")),
)  # fmt: skip
HINTS = (
    "LOG: ", "LOG,", 'LOG","', 'FATAL","', "FATAL: ", "STATEMENT: ", "error_severity",
    "point starting: ", "point complete: ", "occurring too frequently", "the configuration parameter",
    "demasiada frecuencia", "troppo frequentemente", "frequentemente (", "слишком часто", "発生周期が短すぎます",
    "频繁 (", "频繁(",
)  # fmt: skip
BEFORE = ("pg_messages",)
READERS = (
    Reader(
        "postgres-log",
        lazy(
            rf".{{0,200}}?(?:{_LEVELS}|{_GERMAN}|{_FRENCH}):\s|\s*(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d{{3,6}} [\w+:-]+,"
            rf"|\s*\{{\"timestamp\":\"|.{{0,600}}?(?:point (?:starting|complete): |occurring too frequently \(|demasiada frecuencia"
            rf"|o frequentemente|слишком часто|発生周期が短すぎます|检查点\w{{0,8}}频繁|increasing the configuration parameter )"
        ),
        _extent,
        _read,
        of_no_use=_OF_NO_USE,
        faults=_FAULT,
    ),
)
