"""The results of a fleet in a folder: ``fleet.db``, which is the truth, and ``results.jsonl``, written beside it.

Each bundle is one transaction. What a killed run left half written in the lines is written anew from the database.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from advisor.fleet.bundles import Bundle
from advisor.fleet.errors import FleetError
from advisor.fleet.pool import Outcome
from advisor.fleet.record import Kept
from facts.text import clean

Json = dict[str, Any]

_FORM = 2
_APPLICATION = 0x41444656  # "ADFV": a results file of this program
_SCHEMA = """
CREATE TABLE bundle (
  path BLOB PRIMARY KEY, name TEXT NOT NULL, state TEXT NOT NULL, knowledge TEXT NOT NULL, outcome TEXT NOT NULL,
  error TEXT, message TEXT, help TEXT, seconds REAL NOT NULL, finished REAL NOT NULL, bytes INTEGER NOT NULL,
  line BLOB NOT NULL, brief TEXT);
CREATE TABLE conclusion (
  path BLOB NOT NULL REFERENCES bundle ON DELETE CASCADE, kind TEXT NOT NULL, "case" TEXT NOT NULL, host TEXT NOT NULL,
  subject TEXT NOT NULL, certainty REAL NOT NULL, standing TEXT NOT NULL, role TEXT NOT NULL, status TEXT NOT NULL,
  severity TEXT NOT NULL);
CREATE INDEX conclusion_case ON conclusion ("case", host);
CREATE INDEX conclusion_path ON conclusion (path);
CREATE TABLE trait (
  path BLOB NOT NULL REFERENCES bundle ON DELETE CASCADE, host TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL);
CREATE INDEX trait_path ON trait (path);
"""


class Results:
    """The results in one folder, open for one run at a time."""

    def __init__(self, folder: Path, knowledge: str) -> None:
        """Open the folder, or make it.

        Args:
            folder: where the results lie.
            knowledge: what conclusions depend on beside the bundle: the digest of the knowledge, and the version.

        Raises:
            FleetError: it cannot be written, another run writes to it, or it holds another thing of the name.
        """
        self.folder, self.knowledge = folder, knowledge
        self.lines: Any = None
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = _locked(folder)
            try:
                self._database = _opened(folder / "fleet.db")
            except BaseException:
                os.close(self._lock)
                raise
        except OSError as error:
            raise FleetError("cannot-write", f"the results cannot be written: {error.strerror}", str(folder),
                               "name another folder with -o") from error  # fmt: skip
        except sqlite3.Error as error:
            raise FleetError("not-results", f"`fleet.db` cannot be used: {_short(error)}", str(folder / "fleet.db"),
                               "name another folder with -o, or move the file away") from error  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.lines is not None:
            self.lines.close()
        self._database.close()
        os.close(self._lock)

    def known(self, bundle: Bundle, retry: bool = False) -> str:
        """The state in which a bundle was diagnosed with this knowledge, or ""; with `retry`, failures do not count."""
        with self._sound():
            row = self._database.execute(
                "SELECT state, outcome FROM bundle WHERE path = ? AND knowledge = ?", (_key(bundle), self.knowledge)
            ).fetchone()
        return "" if row is None or (retry and row[1] == "failed") else str(row[0])

    def begin(self, known: Sequence[Bundle]) -> None:
        """Open the lines for this run; they hold what is known of its bundles, whatever was left there."""
        self._write_lines(known)
        self.lines = (self.folder / "results.jsonl").open("ab")

    def end(self, bundles: Sequence[Bundle]) -> None:
        """All is done: the lines hold these bundles and, of one that has changed, no earlier result."""
        self.lines.close()
        self.lines = None
        self._write_lines(bundles)

    def _write_lines(self, bundles: Sequence[Bundle]) -> None:
        path = self.folder / "results.jsonl"
        with self._sound():
            wanted = [int(self._of(bundle, "bytes")) for bundle in bundles]
        if _holds(path, wanted):
            return
        made = path.with_suffix(".new")
        with made.open("wb") as stream, self._sound():
            stream.writelines(zlib.decompress(self._of(bundle, "line")) for bundle in bundles)
        made.replace(path)

    def _of(self, bundle: Bundle, column: str) -> Any:
        return self._database.execute(f"SELECT {column} FROM bundle WHERE path = ?", (_key(bundle),)).fetchone()[0]

    def add(self, outcome: Outcome) -> None:
        """Keep what came of a bundle."""
        result = outcome.result
        assert result is not None
        error, brief = result.get("error") or {}, result.get("brief")
        key = _key(outcome.bundle)
        with self._database as database:
            database.execute("DELETE FROM bundle WHERE path = ?", (key,))
            database.execute("INSERT INTO bundle VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)", (
                key, _text(outcome.bundle.name), outcome.state, self.knowledge, result["outcome"], error.get("code"),
                _text(error["message"]) if error else None, error.get("help"), outcome.seconds, time.time(), result["bytes"],
                result["line"],
                _text(json.dumps(brief, ensure_ascii=False, separators=(",", ":"))) if brief else None,
            ))  # fmt: skip
            if brief:
                _add_columns(database, key, brief)
        self.lines.write(zlib.decompress(result["line"]))
        self.lines.flush()

    def read(self, bundles: Sequence[Bundle]) -> Iterator[Kept]:
        """What the summary needs of these bundles, in their order."""
        query = "SELECT error, message, help, brief FROM bundle WHERE path = ?"
        for bundle in bundles:
            kept = None
            with self._sound():
                row = self._database.execute(query, (_key(bundle),)).fetchone()
                if row is not None:
                    error = dict(zip(("code", "message", "help"), row[:3], strict=True)) if row[0] else None
                    kept = Kept(_text(bundle.name), error, json.loads(row[3]) if row[3] else None)
            if kept is not None:
                yield kept

    @contextmanager
    def _sound(self) -> Iterator[None]:
        """What is damaged in the file is told as one error."""
        try:
            yield
        except (sqlite3.Error, zlib.error, ValueError, TypeError) as error:
            path = self.folder / "fleet.db"
            raise FleetError("not-results", f"`fleet.db` is damaged: {_short(error)}", str(path),
                               "move the file away; every bundle is diagnosed anew then") from error  # fmt: skip


def _add_columns(database: sqlite3.Connection, key: bytes, brief: Json) -> None:
    database.executemany("INSERT INTO conclusion VALUES (?,?,?,?,?,?,?,?,?,?)", [
        (key, kind, d["case"], _text(d["host"]), _text(d["subject"]), d["certainty"], d["standing"], d["role"], d["status"],
         d["severity"])
        for kind in ("diagnoses", "risks") for d in brief[kind]
    ])  # fmt: skip
    database.executemany("INSERT INTO trait VALUES (?,?,?,?)", [
        (key, _text(host), name, _text(value))
        for host, traits in brief["hosts"].items() for name, values in traits.items() for value in values
    ])  # fmt: skip


def _short(error: Exception) -> str:
    """What SQLite says, which may quote what is damaged."""
    return " ".join(clean(str(error)).split())[:200]


def _holds(path: Path, wanted: Sequence[int]) -> bool:
    """Whether the lines are those of these lengths, in any order."""
    try:
        if path.stat().st_size != sum(wanted):
            return False
        with path.open("rb") as stream:
            return sorted(len(line) for line in stream) == sorted(wanted)
    except OSError:
        return False


def _key(bundle: Bundle) -> bytes:
    return os.fsencode(bundle.path)


def _text(text: str) -> str:
    """Text that SQLite takes: nothing that is no UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _locked(folder: Path) -> int:
    """A lock on the folder: two runs at once would each overwrite what the other wrote."""
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise FleetError("results-locked", "another run writes to this folder", str(folder),
                           "wait for it, or name another folder with -o") from error  # fmt: skip
    return handle


def _opened(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path)
    try:
        return _prepared(database)
    except UnicodeDecodeError as error:  # SQLite's own message holds bytes that are no text
        database.close()
        raise sqlite3.DatabaseError("it is damaged") from error
    except BaseException:
        database.close()
        raise


def _prepared(database: sqlite3.Connection) -> sqlite3.Connection:
    """The database with its tables, which are made where there is nothing."""
    database.execute("PRAGMA foreign_keys = ON")
    form = (
        database.execute("PRAGMA application_id").fetchone()[0],
        database.execute("PRAGMA user_version").fetchone()[0],
    )
    if form == (0, 0) and not database.execute("SELECT 1 FROM sqlite_master").fetchone():
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(
            f"BEGIN; {_SCHEMA} PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {_FORM}; COMMIT;"
        )
    elif form != (_APPLICATION, _FORM):
        raise sqlite3.DatabaseError("it holds something else, or is of another version")
    elif database.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        raise sqlite3.DatabaseError("it is damaged")
    database.execute("PRAGMA synchronous = NORMAL")
    return database
