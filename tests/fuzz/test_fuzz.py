"""What once broke the program, all of it; and a few new inputs for every entry, which hypothesis makes smaller where one breaks it."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import mutations, words
from tests.fuzz.entries import ENTRIES
from tests.fuzz.watch import within

CORPUS = sorted(path for path in (Path(__file__).parent / "corpus").glob("*/*"))
OFTEN = ["text", "made-archive", "bundle", "redaction", "paths", "session-file", "template", "shell-line", "keymap"]
"""Those that are quick, and to which anything may come."""
SEEDS = {"text", "bundle", "redaction"}
_A_FEW = [
    b"$ cat /proc/meminfo\nMemTotal:  8174540 kB\nDirty:  6640 kB\n",
    b"Filesystem Size Used Avail Use% Mounted on\n/dev/sda1 20G 3G 16G 16% /\n",
]


@pytest.mark.parametrize("path", CORPUS, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_what_once_broke_it(path: Path) -> None:
    with within(20.0):
        ENTRIES[path.parent.name].run(path.read_bytes())


@pytest.mark.parametrize("name", OFTEN)
def test_new_inputs(name: str) -> None:
    entry = ENTRIES[name]
    given_to = _A_FEW if name in SEEDS else entry.seeds()

    @settings(max_examples=12)
    @given(st.sampled_from(given_to), st.randoms(use_true_random=False))
    def some(data: bytes, chance: Random) -> None:
        entry.run(mutations.mutated(data, chance, given_to, entry.kinds))

    some()


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("session-store", "UPDATE sqlite_master SET sql = replace(sql, 'kind', 'kinf') WHERE name = 'events'"),
        ("session-store", "UPDATE sqlite_master SET sql = CAST(x'FF20E2' AS TEXT) WHERE name = 'events_stay'"),
        (
            "exercise-file",
            "UPDATE sqlite_master SET sql = replace(sql, 'pending', 'pendinh') WHERE name = 'unfinished'",
        ),
        ("exercise-file", "UPDATE sqlite_master SET sql = CAST(x'FF20E2' AS TEXT) WHERE name = 'typed'"),
        ("exercise-file", "UPDATE runs SET parts = '[{'"),
        ("exercise-file", "UPDATE runs SET at = 'never'"),
        ("exercise-file", "UPDATE typed SET interrupted = 'x'"),
        ("fleet-results", "UPDATE bundle SET line = x'00'"),
        ("fleet-results", "UPDATE bundle SET error = NULL, brief = '{'"),
        ("fleet-results", "UPDATE sqlite_master SET sql = replace(sql, 'outcome', 'outcomf') WHERE name = 'bundle'"),
    ],
)
def test_a_damaged_store_is_one_clear_error(name: str, damage: str, tmp_path: Path) -> None:
    made = {
        "session-store": words.store_bytes,
        "exercise-file": words.exercise_bytes,
        "fleet-results": words.fleet_bytes,
    }
    path = tmp_path / "damaged"
    path.write_bytes(made[name]())
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA writable_schema = ON")
    database.execute(damage)
    database.close()
    ENTRIES[name].run(path.read_bytes())
