"""``virsh list``, ``virsh domstate --reason`` and ``qm status``: guests that their hypervisor has paused.

Only a paused guest is told, with the host that shows it: the guest does not run until somebody resumes it.

Sample::

    >>> from facts.readers import show
    >>> show('''# virsh list --all
    ...  Id   Name      State
    ... --------------------------
    ...  3    db1       paused
    ...  5    web1      running
    ... ''')
    virsh-list lines 2-5 read
      guest-event: count=1 kind=paused output=input:2 text=db1 (4-4)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_HEAD = lazy(r"\s*Id\s+Name\s+State\s*$")
_RULE = lazy(r"\s*-{10,}\s*$")
_GUEST = lazy(
    r"\s*(?:\d{1,9}|-)\s+(?P<name>\S.{0,80}?)\s{1,60}(?P<state>running|idle|paused|in shutdown|shut off|crashed|pmsuspended|blocked)\s*$"
)
_COMMAND = lazy(r"\b(?:virsh\s+(?:.*\s)?domstate|qm\s+status)\b")
_STATE = lazy(r"\s*(?:status: |qmpstatus: )?(?P<state>paused(?: \([^)]{1,40}\))?|io-error|prelaunch)\s*$")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _COMMAND.search(command) and _STATE.match(lines[start]):
        return start, start + 1
    if not _HEAD.match(lines[start]):
        return None
    end = start + 1
    while end < len(lines) and (_RULE.match(lines[end]) or _GUEST.match(lines[end])):
        end += 1
    return start, end


def _read(output: Output) -> Reading:
    paused = [(n, match["name"]) for n, match in output.matches(_GUEST) if match["state"] == "paused"]
    paused += [(n, match["state"]) for n, match in output.matches(_STATE)]
    if not paused:
        return Reading(used=output.matching(_HEAD, _GUEST))
    values: dict[str, Value | bool] = {
        "kind": "paused",
        "output": output.label,
        "count": len(paused),
        "text": " ".join(name for _, name in paused)[:200],
    }
    row = Row("guest-event", values, output.span(paused[0][0], paused[-1][0]))
    return Reading([row], used=output.matching(_HEAD, _GUEST))


HINTS = ("State", "domstate", "qm status")
READERS = (
    Reader(
        "virsh-list", _HEAD, _extent, _read, _COMMAND, of_no_use=(("rule", _RULE), ("guest that is not paused", _GUEST))
    ),
)
