"""Commands of the guard list: they lose data or make things worse where they are pasted without thought.

Each is known to have done so. A step whose command or undo holds one has a `warning`, in which the danger is named. What
stands in a warning itself, or only previews (`zpool add -n`), is no danger.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found

CODE = "kb-hazard"


class Hazard(NamedTuple):
    """A dangerous command and what its warning must say."""

    name: str
    pattern: re.Pattern[str]
    danger: str


def _hazard(name: str, pattern: str, danger: str) -> Hazard:
    return Hazard(name, re.compile(pattern, re.IGNORECASE | re.MULTILINE), danger)


HAZARDS = (
    _hazard("zpool add", r"\bzpool\s+add\b(?!\s+-\w*n)(?!.*\b(?:log|cache|spare)\b)", "it adds a data vdev that many pools never give up"),
    _hazard("zpool add log", r"\bzpool\s+add\b(?!\s+-\w*n).*\blog\b", "without the word log it would add a data vdev"),
    _hazard("zpool replace", r"\bzpool\s+(?:replace|attach)\b", "during the resilver a second fault may lose the pool; add is no replace"),
    _hazard("zpool destroy", r"\b(?:zpool|zfs)\s+destroy\b(?!\s+-\w*n)", "what it takes away is gone"),
    _hazard("sync=disabled", r"\bsync=disabled\b", "after a crash committed data is lost"),
    _hazard("cache flush off", r"\b(?:zfs|zil)_nocacheflush\b", "with a volatile cache a power failure corrupts the pool"),
    _hazard("nobarrier", r"\b(?:nobarrier|barrier=0|barriers?=none)\b", "with a volatile cache a power failure corrupts the file system"),
    _hazard("fsync off", r"\bfsync\s*=\s*(?:off|false|0)\b|\binnodb_flush_log_at_trx_commit\s*=\s*[02]\b|\bfull_page_writes\s*=\s*off\b",
            "after a crash the database is damaged or has lost commits"),
    _hazard("mkfs", r"\bmkfs(?:\.\w+)?\b|\bwipefs\b(?!\s+-n\b)|\bmke2fs\b", "it destroys what stands on the device"),
    _hazard("badblocks -w", r"\bbadblocks\b.*\s-\w*w", "it writes over the whole device"),
    _hazard("dd to a device", r"\bdd\b.*\bof=/dev/(?!null\b)", "it writes over the device"),
    _hazard("drop_caches", r"\bdrop_caches\b", "in production everything is read from disk again; it mends nothing"),
    _hazard("heartbeat timeout", r"\b(?:hbtimeout|heartbeat_timeout|dead_?time|totem\.token|failtimeout|misscount|disktimeout)\b|\btoken:",
            "a longer timeout delays a failover that is needed, and hides the cause"),
    _hazard("forced write-back", r"\bForcedWB\b|\bCachedBadBBU\b|\balways\s+write\s*back\b|\bforce[-_ ]?(?:write[-_ ]?back|wb)\b"
            r"|\bwrcache=AWB\b|\bnobatterywritecache=enable\b",
            "without a working battery a power failure loses what the cache holds"),
    _hazard("write cache on", r"\bhdparm\s+-W\s*1\b|\bsdparm\b.*--set[= ]WCE",
            "a volatile cache loses acknowledged writes in a power failure"),
    _hazard("md force", r"\bmdadm\b.*(?:--force|--zero-superblock|--assume-clean|\s-f\b(?=.*--assemble))",
            "it takes stale members for good ones"),
    _hazard("fsck", r"\b(?:e2)?fsck\b(?!.*\s-n)|\bxfs_repair\b(?!.*\s-n)", "it writes; on a failing drive it makes things worse"),
    _hazard("memory overcommit", r"\bvm\.overcommit_memory\s*=\s*[12]\b", "programs are refused memory or killed that were not before"),
    _hazard("kill", r"\bkill\s+-(?:9|KILL)\b|\bpkill\s+-9\b", "what the process held is lost or has to be recovered"),
)  # fmt: skip
"""The guard list."""


def problems(material: Material) -> Iterator[Found]:
    """Every command and undo of every step without a warning."""
    for slug, case in material.cases.items():
        for number, step in enumerate(case.steps, 1):
            text = "\n".join((step.command, step.undo))
            for hazard in HAZARDS:
                if hazard.pattern.search(text) and not step.warning:
                    yield material.found(CODE, f"step {number}: {hazard.name}", f"step {number} holds `{hazard.name}` without a warning",
                                         material.step_place(slug, number), f"say in `warning`: {hazard.danger}")  # fmt: skip
