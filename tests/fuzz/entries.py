"""The table of every place that takes what somebody else made, each with what to begin from and how it is changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from facts.readers.index import MODULES
from tests.fuzz import long_samples, mutations, packing, reading, seeds, whole, words


class Entry(NamedTuple):
    """One place.

    Attributes:
        run: takes an input; raises nothing, whatever it is.
        seeds: what to begin from.
        share: how many of all inputs it gets, beside the others.
        kinds: what is done to the seeds.
    """

    run: Callable[[bytes], None]
    seeds: Callable[[], Sequence[bytes]]
    share: float = 1.0
    kinds: Sequence[mutations.Mutation] = mutations.TEXT

    def input(self, chance: Random) -> bytes:
        """A new input."""
        given = self.seeds() or [b"\n"]
        if chance.random() < 0.02:
            return chance.randbytes(chance.choice((0, 1, 8, 64, 600)))
        return mutations.mutated(chance.choice(given), chance, given, self.kinds)


@cache
def _archives() -> list[bytes]:
    chance = Random(1)
    parts = seeds.outputs()[:40:4]
    return [
        packing.archive_of([chance.choice(parts) for _ in range(chance.randrange(1, 5))], chance) for _ in range(40)
    ]


@cache
def _parts() -> list[bytes]:
    chance = Random(2)
    parts = seeds.outputs()
    return [
        chance.randbytes(8) + b"\0\0\0\0".join(chance.choice(parts)[:900] for _ in range(chance.randrange(1, 6)))
        for _ in range(200)
    ]


@cache
def _lines() -> list[bytes]:
    scripts = seeds.files("tests/advisor/training/**/*.txt", "tests/transcripts/*.txt")
    typed = [line.strip(b"# ") for text in scripts for line in text.split(b"\n") if b"# " in line]
    known = [
        b"cat /etc/motd | grep -i x", b"sed -n 2,3p /proc/meminfo", b"sort -rn /etc/passwd | head -1", b"for i in 1 2; do date; done",
        b"cp -p /etc/sysctl.conf /root/x && sed -i 's/a/b/' /etc/sysctl.conf", b"echo 10 > /proc/sys/vm/dirty_ratio", b"ssh two; hostname; exit",
        b"vmstat 5 3", b"iostat -xn 1 3", b"sleep 99999", b"grep -E '^(a|b)+$' /etc/group", b"awk '{print $1}' /proc/mounts", b"ls /etc/*", b"cat 2>&1 <x",
        b"dd if=/dev/zero of=/tmp/x bs=1M count=100", b"kill -9 1", b"man ls", b":hint 3", b":conclude zfs because x", b":done", b"ask x y", b":cases z",
    ]  # fmt: skip
    return list(dict.fromkeys([*typed, *known])) or known


def _module_seeds(name: str) -> Callable[[], Sequence[bytes]]:
    return lambda: seeds.samples().get(name) or seeds.outputs()


def _numbered(texts: Callable[[], Sequence[bytes]]) -> Callable[[], list[bytes]]:
    """Texts with a byte before them that chooses a case or a scenario."""
    return cache(lambda: [bytes([n * 7 % 256]) + text for n, text in enumerate(list(texts()) * 3)])


_HOSTILE_NAMES = [
    b"/$(reboot)", b"/`id`", b"a;reboot", b"a b", b"a'b", b'a"b', b"a\\", b"-rf", b"~root", b"$HOME", b"a&b", b"a|b", b"a>b", b"*", b"?", b"[a]", b"{a,b}",
    b"!x", b"#x", b"a\tb", b"a\nb", b"\xc3\xbc", b"tank/db", b"sda1", b"/u01", b"a=b", b"a%b", b"%s", b"\xe2\x80\x98", b"docker-1.scope", b"a@b:/c", b"''", b"^x",
]  # fmt: skip


def _command_lines() -> list[bytes]:
    return [
        b"explain\nzfs-pool-layout", b"diagnose\nx\n--tell\nslow\n--format\njson", b"facts\nnothing-there", b"train\n--seed\n12", b"fleet\nx\n--jobs\n3",
        b"serve\n--port\n70000", b"sessions\nshow\nx", b"runbook\nx\n--format\nhtml", b"--session\nx\ndiagnose", b"kb\ncheck\nx", b"ask\n--tell\nx", b"fleet\nx\n--time-limit\n5",
        b"diagnose\nx\n--limit\nfile-size=5", b"facts\nx\n--limit\ntime=1e9",
    ]  # fmt: skip


def _keymaps() -> list[bytes]:
    return [
        b'preset = "vim"\n[keys]\n"go.evidence" = ["f3", "alt+e"]\n"app.theme" = "f11"\n',
        *seeds.files("advisor/tui/keymaps/*.toml"),
    ]


ENTRIES: dict[str, Entry] = {
    "text": Entry(reading.text, seeds.outputs, 60),
    "recogniser": Entry(reading.recogniser, seeds.outputs, 30),
    "archive": Entry(reading.archive, _archives, 60, mutations.BYTES),
    "made-archive": Entry(reading.made_archive, _parts, 50),
    "folder": Entry(reading.folder, _parts, 20),
    "bundle": Entry(reading.bundle, seeds.outputs, 30),
    **{
        f"reader-{name}": Entry(reading.of_module(name), _module_seeds(name), 3.5)
        for name in (*(module for module, _ in MODULES), "others")
    },
    "numbers": Entry(reading.bundle, seeds.outputs, 120, mutations.NUMBERS_SET),
    "whole": Entry(whole.whole, whole.bundles, 40, mutations.NUMBERS_SET),
    "long-sampling": Entry(long_samples.bulk, long_samples.seeds, 10),
    "redaction": Entry(words.redaction, seeds.outputs, 40),
    "complaint": Entry(words.complaint, seeds.told, 10),
    "lookup": Entry(words.lookup, seeds.told, 10),
    "reply": Entry(words.reply, seeds.told, 10),
    "paths": Entry(words.paths, lambda: [*_lines(), *_HOSTILE_NAMES], 80),
    "clips-source": Entry(words.clips_source, lambda: seeds.files("facts/templates/*.clp", "kb/cases/zfs/*/*.clp"), 30),
    "session-file": Entry(words.session_file, lambda: [words.session_json()], 20),
    "signed-session": Entry(words.signed_session, lambda: [words.session_json()], 10),
    "session-store": Entry(words.session_store, lambda: [words.store_bytes()], 40, mutations.BYTES),
    "exercise-file": Entry(words.exercise_file, lambda: [words.exercise_bytes()], 40, mutations.BYTES),
    "baseline": Entry(words.baseline, lambda: [words.baseline_json()], 8),
    "fleet-results": Entry(words.fleet_results, lambda: [words.fleet_bytes()], 40, mutations.BYTES),
    "template": Entry(words.template, _numbered(lambda: _HOSTILE_NAMES), 40),
    "working-memory": Entry(
        words.working_memory, lambda: [b"\0\1\2\3" + b"\n".join(_HOSTILE_NAMES), *_parts()[:20]], 8
    ),
    "shell-line": Entry(words.shell_line, _lines, 30),
    "exercise-line": Entry(words.exercise_line, _numbered(_lines), 5),
    "keymap": Entry(words.keymap, _keymaps, 20),
    "command-line": Entry(words.command_line, _command_lines, 10),
    "conversation": Entry(words.conversation, seeds.told, 12),
    "diagnosis": Entry(words.diagnosis, seeds.outputs, 20),
    "page": Entry(words.page, seeds.told, 30),
}
