"""``dmsetup status``, ``table`` and ``ls``: paths of multipath maps, and RAID and mirror volumes of LVM.

A volume of LVM is called as ``lvs`` calls it: ``vg0/db`` where the device mapper says ``vg0-db``.

Sample::

    >>> from facts.readers import show
    >>> show('''mpatha: 0 209715200 multipath 2 0 0 0 2 1 A 0 1 2 8:16 A 0 0 1 E 0 1 2 8:32 F 3 0 1
    ... vg0-db: 0 1048576000 raid raid1 2 Da 524288000/1048576000 recover 0 0 -
    ... vg0-home: 0 41943040 linear
    ... ''')
    dmsetup lines 1-3 read
      multipath-map: active-paths=1 failed-paths=1 map=mpatha paths=2 (1-1)
      md-array: array=vg0/db failed-members=1 level=raid1 members=2 sync-action=recovery sync-percent=50 (2-2)
      system: os=linux (1-1)
"""

from __future__ import annotations

import re

from facts.kit import Lines, Values
from facts.patterns import lazy

_PATH = lazy(r"\b\d+:\d+ (?P<state>[AF]) \d+")
_DEVICE = lazy(r"\b\d+:\d+\b")
_FEATURES = lazy(r"\d+ (?:\w+ )*?queue_if_no_path\b")
_RAID = lazy(
    r"(?P<level>raid\d+)\w* (?P<members>\d+) (?P<health>[ADa-]+) (?P<done>\d+)/(?P<all>\d+)(?: (?P<action>\w+))?"
)
_MIRROR = lazy(r"(?P<members>\d+) (?:\d+:\d+ )+(?P<done>\d+)/(?P<all>\d+) \d+ (?P<health>[ADSRUF]+)\b")
_ACTIONS = {"idle": "none", "frozen": "none", "resync": "resync", "recover": "recovery", "check": "check",
            "repair": "check", "reshape": "reshape"}  # fmt: skip


def _volume(name: str) -> str:
    """The name that LVM uses: one hyphen divides group and volume, two are one of a name."""
    parts = re.split(r"(?<!-)-(?!-)", name)
    return "/".join(part.replace("--", "-") for part in parts) if len(parts) == 2 else name


def _array(name: str, rest: str) -> Values | str:
    if not (match := _RAID.match(rest) or _MIRROR.match(rest)):
        return "table of a volume"
    done, whole, mirror = int(match["done"]), int(match["all"]), "level" not in match.groupdict()
    action = _ACTIONS.get(match["action"] or "") if not mirror else "none" if done >= whole else "resync"
    values: Values = {
        "array": _volume(name),
        "level": "raid1" if mirror else match["level"],
        "members": int(match["members"]),
    }
    values["failed-members"] = match["health"].count("D")
    if action is not None:
        values["sync-action"] = action
    return {**values, "sync-percent": round(100 * done / whole, 2)} if whole else values


def _row(values: Values, command: str) -> Values | str | tuple[str, Values]:
    name, rest = str(values["name"]), str(values.get("rest", ""))
    if values["target"] in ("raid", "mirror"):
        made = _array(name, rest)
        return made if isinstance(made, str) else ("md-array", made)
    if values["target"] != "multipath":
        return "other target"
    states = [match["state"] for match in _PATH.finditer(rest)]
    if not states and (_DEVICE.search(rest) or _FEATURES.match(rest)):
        return {"map": name, "paths": len(_DEVICE.findall(rest)), "queueing": bool(_FEATURES.match(rest))}
    return {"map": name, "paths": len(states), "active-paths": states.count("A"), "failed-paths": states.count("F")}


_TARGETS = (
    "linear|striped|snapshot(?:-origin|-merge)?|thin(?:-pool)?|cache|crypt|error|zero|raid|mirror|multipath|integrity|verity|vdo"
    "|writecache|era|delay|flakey|dust|ebs|clone|log-writes|unstriped|zoned|bow|switch"
)
_STATUS = Lines(
    "dmsetup", "multipath-map",
    lazy(rf"(?P<name>\S+): (?P<start>\d+) (?P<length>\d+) (?P<target>{_TARGETS})(?: (?P<rest>\S.*?))?\s*$"),
    row=_row, system="linux", of_no_use=(("no table", lazy(r"\S+:\s*$|No devices found")),),
)  # fmt: skip
_LIST = Lines(
    "dmsetup-ls",
    "",
    lazy(r"\S+\t+\(\d+(?::|, )\d+\)\s*$|[\w.+-]+ \(\d+:\d+\)$|\s*[│ ]*[├└|`][─-] ?(?:\S+ )?\(\d+:\d+\)$"),
)

HINTS = (": 0 ", "\t(", " (24", " (25", "- (", "─ (")
# what the targets of the kernel put in place of their figures, or behind them
_FAULT = lazy(
    r": \d+ \d+ (?:(?:snapshot\S*|thin|thin-pool|cache|writecache|clone|era) (?:.* )?(?:Invalid|Overflow|Merge failed|Fail|Error|needs_check"
    r"|out_of_(?:meta)?data_space|ro)\b|thin-pool (?:.* )?read_only|verity C\b|vdo \S+ (?!normal)\w|error\b)"
)
READERS = (_STATUS.reader()._replace(faults=_FAULT), _LIST.reader())
