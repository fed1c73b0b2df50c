"""``zdb -C POOL``, plain ``zdb`` and ``zdb -l DEVICE``: how a pool is configured, its top-level vdevs and their ashift.

Known versions: ``name: 'tank'`` (OpenZFS, illumos, Solaris 11) and ``name='tank'`` (Solaris 10); the configuration of
the pool itself (``MOS Configuration:``) or of the cache file, for one pool or for all of them. People keep the lines with
ashift only (``zdb -C tank | grep ashift``). The least ashift of the data vdevs counts for the pool.

Samples::

    >>> from facts.readers import show
    >>> show('''# zdb -C tank
    ... MOS Configuration:
    ...         version: 5000
    ...         name: 'tank'
    ...         vdev_tree:
    ...             type: 'root'
    ...             id: 0
    ...             children[0]:
    ...                 type: 'mirror'
    ...                 id: 0
    ...                 ashift: 9
    ...                 children[0]:
    ...                     type: 'disk'
    ...                     id: 0
    ...                     path: '/dev/sda1'
    ...                 children[1]:
    ...                     type: 'disk'
    ...                     id: 1
    ...                     path: '/dev/sdb1'
    ... ''')
    zdb-config lines 2-19 read
      zpool-status: pool=tank smallest-block-bytes=512 (8-19)
      pool-device: configured-block-bytes=512 device=/dev/sda1 pool=tank role=data vdev=mirror (12-15)
      pool-device: configured-block-bytes=512 device=/dev/sdb1 pool=tank role=data vdev=mirror (16-19)

    >>> show('''# zdb -C tank | grep ashift
    ...             ashift: 12
    ... ''')
    zdb-config lines 2-2 read
      zpool-status: pool=tank smallest-block-bytes=4096 (2-2)

A label (``zdb -l DEVICE``) tells of the one top-level vdev that the device is in; it stands as the tree itself::

    >>> show('''# zdb -l /dev/sda1
    ...     version: 5000
    ...     name: 'tank'
    ...     vdev_tree:
    ...         type: 'mirror'
    ...         ashift: 9
    ...         is_log: 0
    ...         children[0]:
    ...             type: 'disk'
    ...             path: '/dev/sda1'
    ... ''')
    zdb-config lines 2-10 read
      zpool-status: pool=tank smallest-block-bytes=512 (4-10)
      pool-device: configured-block-bytes=512 device=/dev/sda1 pool=tank role=data vdev=mirror (8-10)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from facts.kit import extent_of, run
from facts.patterns import lazy
from facts.readers.zdb_blocks import pool_of_command
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value

_STARTS = lazy(r"\s*(?:MOS Configuration:|[A-Za-z][\w.-]*:\s*\Z|ashift[:=]|version[:=])")
_ENTRY = lazy(r"(?P<indent>\s*)(?P<name>[A-Za-z][\w.:\[\]/-]*?)(?:: |=|:)(?P<value>(?:.*\S)?)\s*\Z")
_CHILD = lazy(r"(?P<indent>\s*)children\[(?P<number>\d{1,4})\]:?\s*\Z")
# in the configuration of a pool the tree begins with a root, in the label of a device with the vdev that holds the device
_NODE = lazy(r"(?P<indent>\s*)(?:children\[\d{1,4}\]|vdev_tree):?\s*\Z")
_ASHIFT = lazy(r"\s*ashift[:=]\s*(?P<ashift>\S+)\s*\Z")
_OF_VDEV = lazy(r"\s*(?:ashift|path|type|is_log|alloc_bias|name)[:=]")
_TITLE = lazy(r"(?:\s*MOS Configuration:|(?P<pool>[A-Za-z][\w.-]*):)\s*\Z")
_LINE = lazy(r"\s*(?:(?:[a-z]|DTL\b)[\w.:-]*(?:\[\d+\])?(?:[:=].*)?|com\.\S+|org\.\S+)\s*\Z")
_LONGEST = 20_000
_TYPES = frozenset(("disk", "mirror", "raidz", "draid", "file"))


@dataclass(slots=True)
class _Vdev:
    """One vdev of the tree: where it stands, its entries, what lies below."""

    start: int
    end: int
    indent: int
    entries: dict[str, str] = field(default_factory=dict)
    children: list[_Vdev] = field(default_factory=list)


def _width(indent: str) -> int:
    return len(indent.expandtabs())


_CONFIG = extent_of(_LINE, _TITLE, blanks=2, tells=(_NODE,), most=_LONGEST)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _ASHIFT.match(lines[start]):
        return (start, run(lines, start, _ASHIFT)) if "zdb" in command else None
    if not any("vdev_tree" in line for line in lines[start : start + 25]):
        return None
    return _CONFIG(lines, start, command)


_PART = lazy(
    r"\s*(?:children\[\d{1,4}\]:?|(?:type|path|devid|phys_path|vdev_enc_sysfs_path|fru|hostname|name|comment)[:=] ?'.*'"
    r"|(?:id|guid|whole_disk|DTL|create_txg|nparity|metaslab_array|metaslab_shift|ashift|asize|is_log|state|txg|pool_guid|errata|hostid"
    r"|version|vdev_children|top_zap|com\.delphix:vdev_zap_\w+|degraded|faulted|removed|offline|not_present|aux_state|resilver_txg|is_spare"
    r"|alloc_bias|hole_array\[\d+\]|splitting|max_optional)[:=] ?'?[\w.-]*'?"
    r"|(?:vdev_tree|features_for_read|rewind-policy):?|com\.\w+:\w+)\s*\Z"
)
_TELLS = lazy(
    r"\s*(?:children\[\d{1,4}\]:?|metaslab_(?:array|shift): \d+|com\.delphix:vdev_zap_\w+: \d+"
    r"|whole_disk: \d|DTL: \d+)\s*\Z"
)
_GONE = lazy(r"\s*(?:faulted|degraded|removed|not_present|offline)[:=] ?1\b|\s*aux_state[:=]")
_PART_EXTENT = extent_of(_PART, least=2, tells=(_TELLS,), blanks=1, most=_LONGEST)


def _extent_part(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _ASHIFT.match(lines[start]):
        end = run(lines, start, _ASHIFT)
        if end - start > 1 and all(line[:1].isspace() for line in lines[start:end]):
            return start, end
    return _PART_EXTENT(lines, start, command)


def _read_part(output: Output) -> Reading:
    """The devices of vdevs that are there whole; what the smallest block of the pool is, a part does not tell."""
    if all(_ASHIFT.match(line) for line in output.lines):
        return _read_grepped(output)
    reading = Reading(used=output.matching(_CHILD, _OF_VDEV))
    for pool, trees in _trees(output, ""):
        reading.rows += [row for vdev in trees if _kind(vdev) != "other" for row in _device_rows(output, pool, vdev)]
    return reading


def _trees(output: Output, unnamed: str | None = None) -> list[tuple[str, list[_Vdev]]]:
    """The pools of an output, each with its top-level vdevs; `unnamed` is the one whose name is missing."""
    pools: list[tuple[str, list[_Vdev]]] = [] if unnamed is None else [(unnamed, [])]
    above: list[_Vdev] = []
    for index, line in enumerate(output.lines):
        if child := _NODE.match(line):
            depth = _width(child["indent"])
            while above and above[-1].indent >= depth:
                above.pop()
            vdev = _Vdev(index, index, depth)
            if above:
                above[-1].children.append(vdev)
            elif pools:
                pools[-1][1].append(vdev)
            above.append(vdev)
            continue
        entry = _ENTRY.match(line)
        if entry is None:
            continue
        while above and _width(entry["indent"]) <= above[-1].indent:
            above.pop()
        value = entry["value"].strip().strip("'")
        if above:
            above[-1].entries.setdefault(entry["name"], value)
            for vdev in above:
                vdev.end = index
        elif entry["name"] == "name":
            pools.append((value, []))
    return [(pool, [vdev for tree in trees for vdev in _tops(tree)]) for pool, trees in pools]


def _tops(tree: _Vdev) -> list[_Vdev]:
    """The top-level vdevs of a tree: what is below its root, or the vdev that the tree of a label is."""
    return tree.children if tree.children and _kind(tree) == "other" else [tree]


def _leaves(vdev: _Vdev) -> list[_Vdev]:
    if not vdev.children:
        return [vdev]
    return [leaf for child in vdev.children for leaf in _leaves(child)]


def _kind(vdev: _Vdev) -> str:
    kind = vdev.entries.get("type", "")
    return kind if kind in _TYPES else "other"


def _block(text: str) -> int | None:
    """The bytes of the smallest block, from an ashift."""
    return 1 << int(text) if text.isdecimal() and 9 <= int(text) < 20 else None


def _role(vdev: _Vdev) -> str:
    bias = vdev.entries.get("alloc_bias", "")
    if bias in ("special", "dedup"):
        return bias
    return "log" if vdev.entries.get("is_log") == "1" else "data"


def _device_rows(output: Output, pool: str, vdev: _Vdev) -> list[Row]:
    """The leaf devices of a top-level vdev, each with the block size that the vdev was made for."""
    kind, block = _kind(vdev), _block(vdev.entries.get("ashift", ""))
    rows = []
    for leaf in _leaves(vdev):
        if device := leaf.entries.get("path", ""):
            values: dict[str, Value | bool] = {"pool": pool, "device": device, "role": _role(vdev), "vdev": kind}
            if block is not None:
                values["configured-block-bytes"] = block
            rows.append(Row("pool-device", values, output.span(leaf.start, leaf.end)))
    return rows


def _pool_row(output: Output, pool: str, found: Sequence[tuple[int, int, int]]) -> list[Row]:
    """The least block size of a pool's vdevs, each given with its first and last line."""
    if not found:
        return []
    values: dict[str, Value | bool] = {"pool": pool, "smallest-block-bytes": min(block for block, _, _ in found)}
    lines = output.span(min(start for _, start, _ in found), max(end for _, _, end in found))
    return [Row("zpool-status", values, lines)]


def _read_grepped(output: Output) -> Reading:
    reading = Reading()
    found = []
    for index, match in output.matches(_ASHIFT):
        if (block := _block(match["ashift"])) is None:
            reading.refusals.append(Refusal(output.span(index), "ashift cannot be read"))
        else:
            found.append((block, index, index))
            reading.used.append(output.span(index))
    reading.rows += _pool_row(output, pool_of_command(output.command), found)
    return reading


def _read(output: Output) -> Reading:
    if _ASHIFT.match(output.lines[0]):
        return _read_grepped(output)
    reading = Reading(used=output.matching(_CHILD, _OF_VDEV))
    for pool, trees in _trees(output):
        vdevs = [vdev for vdev in trees if _kind(vdev) != "other"]
        found = []
        for vdev in vdevs:
            block = _block(vdev.entries.get("ashift", ""))
            if block is None:
                reading.refusals.append(
                    Refusal(output.span(vdev.start, vdev.end), "a vdev whose ashift cannot be read")
                )
            elif _role(vdev) == "data":
                found.append((block, vdev.start, vdev.end))
        reading.rows += _pool_row(output, pool, found)
        reading.rows += [row for vdev in vdevs for row in _device_rows(output, pool, vdev)]
    return reading


HINTS = ("ashift", "vdev_tree", "children[", "metaslab_", "whole_disk", "create_txg")
READERS = (
    Reader(
        "zdb-config",
        _STARTS,
        _extent,
        _read,
        of_no_use=(("title", _TITLE), ("vdev", _CHILD), ("another property", _LINE)),
    ),
    Reader(
        "zdb-config",
        lazy(rf"{_ASHIFT.pattern}|{_PART.pattern}"),
        _extent_part,
        _read_part,
        of_no_use=(("vdev", _CHILD), ("another property", _PART)),
        faults=_GONE,
    ),
)
