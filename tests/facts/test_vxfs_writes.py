"""Which VxFS file system a large write went to, and of which size the requests were."""

from __future__ import annotations

from facts.captures import Origin
from facts.cells import Cell, Observed
from facts.resolution.vxfs_writes import vxfs_writes
from facts.schema import Value
from facts.sexpr import Symbol


def _row(template: str, **values: Value) -> Observed:
    cells = {
        slot.replace("_", "-"): Cell(value, Origin(path="capture", lines=(1, 1))) for slot, value in values.items()
    }
    return Observed(template, "db", cells)


def _mounted(mount: str, kind: str = "vxfs") -> Observed:
    return _row("file-system", mount=mount, type=Symbol(kind))


def _write(target: str, request: float, **more: Value) -> Observed:
    return _row("bulk-write", target=target, number=1, request_bytes=request, direction=Symbol("write"), **more)


def _summed(*items: Observed) -> dict[str, tuple[Value, Value]]:
    return {
        str(row.cells["mount"].value): (
            row.cells["smallest-request-bytes"].value, row.cells["largest-request-bytes"].value
        )
        for row in vxfs_writes(list(items)) if row.template == "vxfs-writes"
    }  # fmt: skip


def test_a_write_counts_for_the_file_system_that_holds_the_file() -> None:
    found = _summed(
        _mounted("/u01"),
        _mounted("/u01/oradata"),
        _write("/u01/oradata/f", 131072.0),
        _write("/u01/oradata/g", 1048576.0),
    )
    assert found == {"/u01/oradata": (131072.0, 1048576.0)}


def test_a_file_on_another_kind_of_file_system_is_no_vxfs_write() -> None:
    assert _summed(_mounted("/u01"), _mounted("/u01/backup", "nfs"), _write("/u01/backup/f", 8192.0)) == {}


def test_a_traced_write_counts_for_every_vxfs_file_system() -> None:
    found = _summed(_mounted("/a"), _mounted("/b"), _write("", 65536.0))
    assert found == {"/a": (65536.0, 65536.0), "/b": (65536.0, 65536.0)}


def test_a_relative_name_counts_where_there_is_only_one() -> None:
    assert _summed(_mounted("/a"), _write("testfile", 8192.0)) == {"/a": (8192.0, 8192.0)}
    assert _summed(_mounted("/a"), _mounted("/b"), _write("testfile", 8192.0)) == {}


def test_writes_that_ask_for_direct_io_themselves_and_reads_are_left_out() -> None:
    read = _row("bulk-write", target="/a/f", number=2, request_bytes=8192.0, direction=Symbol("read"))
    assert _summed(_mounted("/a"), _write("/a/f", 8192.0, direct=Symbol("yes")), read) == {}


def test_what_was_seen_of_writes_counts_as_read() -> None:
    rows = vxfs_writes([_mounted("/a"), _write("/a/f", 8192.0)])
    assert [(str(r.cells["template"].value), str(r.cells["complete"].value)) for r in rows if r.template == "read"] == [
        ("bulk-write", "yes")
    ]
