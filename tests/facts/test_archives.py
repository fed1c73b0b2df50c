"""Archives and files as hostile input: bounded, told, never written to disk."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from facts import budget
from facts.archives import open_input, open_stream
from facts.blobs import Blob, InputError, Refused
from facts.limits import using
from facts.tar_headers import Member


def tar_of(members: list[tuple[tarfile.TarInfo, bytes]], mode: str = "w") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        for member, data in members:
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def names(items: list[Blob | Refused]) -> dict[str, str]:
    return {i.path: ("read" if isinstance(i, Blob) else i.reason) for i in items}


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:xz", "w:bz2"])
def test_each_tar_form_is_read(tmp_path: Path, mode: str) -> None:
    ending = mode.partition(":")[2]
    path = tmp_path / f"host.tar{'.' + ending if ending else ''}"
    path.write_bytes(tar_of([(tarfile.TarInfo("db1/vmstat.out"), b"text\n")], mode))
    assert list(open_input(str(path))) == [Blob("db1/vmstat.out", b"text\n")]


@pytest.mark.parametrize(("ending", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress)])
def test_single_packed_file_is_read(tmp_path: Path, ending: str, pack: object) -> None:
    path = tmp_path / f"messages.1{ending}"
    path.write_bytes(pack(b"line\n"))  # type: ignore[operator]
    assert list(open_input(str(path))) == [Blob("messages.1", b"line\n")]


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "a/../../b", "..\\x", "C:/x"])
def test_path_that_leaves_the_archive_is_refused(name: str) -> None:
    data = tar_of([(tarfile.TarInfo(name), b"x"), (tarfile.TarInfo("inside"), b"y")])
    found = names(list(open_stream(io.BytesIO(data))))
    assert found.pop("inside") == "read"
    assert list(found.values()) == ["path leaves the archive, not opened"]


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices_in_a_tar_are_refused(kind: bytes) -> None:
    member = tarfile.TarInfo("member")
    member.type, member.linkname = kind, "/etc/passwd"
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(member)
    found = names(list(open_stream(io.BytesIO(buffer.getvalue()))))
    assert "not" in found["member"]


def test_link_in_a_zip_is_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        info = zipfile.ZipInfo("link")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
        archive.writestr("../up", "x")
    assert names(list(open_stream(io.BytesIO(buffer.getvalue())))) == {
        "link": "link in an archive, not followed",
        "../up": "path leaves the archive, not opened",
    }


def test_bomb_is_stopped_at_the_bound() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb", b"x" * (64 << 20))
        archive.writestr("one", b"a" * (3 << 20))
        archive.writestr("two", b"b" * (3 << 20))
        archive.writestr("three", b"c" * (3 << 20))
    with using([("file-size", 4 << 20), ("total-size", 6 << 20)]):
        found = names(list(open_stream(io.BytesIO(buffer.getvalue()))))
    assert found["bomb"] == "not opened: the file is larger than 4 MiB; `--limit file-size=N` allows more"
    assert (found["one"], found["two"]) == ("read", "read")
    assert found["three"] == "not opened: the input is larger than 6 MiB; `--limit total-size=N` allows more"


def test_too_many_members() -> None:
    data = tar_of([(tarfile.TarInfo(f"f{n}"), b"x") for n in range(9)])
    with using([("files", 3)]):
        found = list(open_stream(io.BytesIO(data)))
    assert sum(isinstance(f, Blob) for f in found) == 2  # the archive itself counts as one
    assert isinstance(found[-1], Refused)


def test_truncated_archive_gives_what_it_holds_and_says_so() -> None:
    data = tar_of([(tarfile.TarInfo("a"), b"x" * 2000), (tarfile.TarInfo("b"), b"y" * 2000)])
    found = list(open_stream(io.BytesIO(data[:3000])))
    assert found[0] == Blob("a", b"x" * 2000)
    assert isinstance(found[-1], Refused)
    assert "broken archive" in found[-1].reason


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_size_that_a_header_made_up_is_not_counted_through(pack: Callable[[bytes], bytes]) -> None:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=tarfile.GNU_FORMAT) as archive:
        first = tarfile.TarInfo("dmesg")
        first.size = 6
        archive.addfile(first, io.BytesIO(b"hello\n"))
        huge = tarfile.TarInfo("core")
        huge.size = 1 << 60
        file.write(huge.tobuf(tarfile.GNU_FORMAT))
    found = list(open_stream(io.BytesIO(pack(file.getvalue())), "a.tar.gz"))
    assert [one.path for one in found if isinstance(one, Blob)] == ["dmesg"]
    assert any(isinstance(one, Refused) and "broken archive" in one.reason for one in found)


def test_archive_in_archive_is_opened_once_only() -> None:
    inner = tar_of([(tarfile.TarInfo("deep"), b"x")])
    middle = tar_of([(tarfile.TarInfo("inner.tar"), inner)])
    outer = tar_of([(tarfile.TarInfo("middle.tar"), middle)])
    assert names(list(open_stream(io.BytesIO(middle)))) == {"inner/deep": "read"}
    assert "not opened" in next(iter(names(list(open_stream(io.BytesIO(outer)))).values()))


def test_link_out_of_a_tree_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "secret").write_text("x")
    (tmp_path / "tree" / "out").symlink_to(tmp_path / "secret")
    (tmp_path / "tree" / "real").write_text("y")
    (tmp_path / "tree" / "alias").symlink_to("real")
    assert names(list(open_input(str(tmp_path / "tree")))) == {
        "out": "link out of the folder, not followed",
        "real": "read",
    }


def test_missing_input_is_one_clear_error() -> None:
    with pytest.raises(InputError) as error:
        list(open_input("no/such/file\x1b[31m"))
    assert error.value.code == "no-such-input"
    assert "\x1b" not in error.value.message


def test_a_small_file_read_at_one_go_is_what_it_is_read_bit_by_bit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, data in {
        "a": b"",
        "b": b"text\n",
        "c": b"a\0b",
        "d": b"x" * 70_000,
        "e": b"\x1f\x8bno gzip",
        "f": b"%PDF",
    }.items():
        (tmp_path / name).write_bytes(data)
    quick = list(open_input(str(tmp_path)))
    monkeypatch.setattr(budget, "_SMALL", 0)
    assert quick == list(open_input(str(tmp_path)))
    assert len(quick) == 6


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_headers_are_read_as_tarfile_reads_them(form: int) -> None:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=form) as archive:
        for name in ("a", "d/" * 60 + "b" * 40, "ü", "c" * 99):
            for kind in (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.FIFOTYPE):
                member = tarfile.TarInfo(name)
                member.type, member.linkname, member.mtime = kind, "x" * 50, 1_700_000_000
                archive.addfile(member)
        large = tarfile.TarInfo("large")
        large.size = 3
        archive.addfile(large, io.BytesIO(b"abc"))
    read: list[list[tuple[object, ...]]] = []
    for reader in (tarfile.TarInfo, Member):
        with tarfile.open(fileobj=io.BytesIO(buffer.getvalue()), mode="r|", tarinfo=reader) as archive:
            read.append([(m.name, m.size, m.mtime, m.type, m.linkname) for m in archive])
    assert read[0] == read[1]
    assert len(read[0]) == 21


def test_a_header_with_a_wrong_sum_is_none() -> None:
    header = bytearray(tarfile.TarInfo("a").tobuf())
    header[0] += 1
    with pytest.raises(tarfile.HeaderError):
        Member.frombuf(header, "utf-8", "strict")


@pytest.mark.parametrize("ending", ["gz", "xz", "bz2"])
@pytest.mark.parametrize("name", ["logs.xz", "x.gz", "sosreport", "report.txt"])
def test_a_packed_tar_is_opened_whatever_it_is_called(tmp_path: Path, ending: str, name: str) -> None:
    data = tar_of(
        [(tarfile.TarInfo("db1/vmstat.out"), b"text\n"), (tarfile.TarInfo("db1/free"), b"Mem\n")], f"w:{ending}"
    )
    (tmp_path / name).write_bytes(data)
    assert names(list(open_input(str(tmp_path / name)))) == {"db1/vmstat.out": "read", "db1/free": "read"}
    outer = tar_of([(tarfile.TarInfo(f"a/{name}"), data)])
    assert {path.rpartition("/")[2] for path in names(list(open_stream(io.BytesIO(outer))))} == {"vmstat.out", "free"}


@pytest.mark.parametrize("ending", ["gz", "xz", "bz2"])
def test_a_wanted_file_is_found_in_a_packed_tar_without_its_ending(tmp_path: Path, ending: str) -> None:
    (tmp_path / "logs").write_bytes(
        tar_of([(tarfile.TarInfo("a"), b"x\n"), (tarfile.TarInfo("b"), b"y\n")], f"w:{ending}")
    )
    assert names(list(open_input(str(tmp_path), wanted=lambda path: path.endswith("b")))) == {"logs/b": "read"}


def test_a_text_that_was_packed_twice_is_read_and_one_without_end_is_not() -> None:
    data, found = b"line\n", {}
    for times in range(1, 6):
        data = gzip.compress(data)
        found[times] = next(iter(open_stream(io.BytesIO(data), "messages.gz")))
    assert [times for times, item in found.items() if isinstance(item, Blob) and item.data == b"line\n"] == [1, 2, 3]
    assert all("depth" in item.reason for times, item in found.items() if isinstance(item, Refused) and times > 3)


def test_a_packed_tar_without_its_ending_is_bounded_like_any_other() -> None:
    bomb = lzma.compress(tar_of([(tarfile.TarInfo("zeros"), b"a" * (40 << 20))]), preset=0)
    with using([("ratio", 100)]):
        found = list(open_stream(io.BytesIO(bomb), "logs.xz"))
    assert not any(isinstance(item, Blob) for item in found)


_LINE = b"Mar  3 04:05:06 db1 kernel: sd 0:0:1:0: [sdb] Sense Key : Medium Error [current]\n"


@pytest.mark.parametrize("nuls", [1, 511, 512, 600, 70_000, 200_000])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_log_that_begins_with_a_block_of_nul_bytes_is_read(
    tmp_path: Path, nuls: int, pack: Callable[[bytes], bytes]
) -> None:
    (tmp_path / "messages").write_bytes(pack(bytes(nuls) + _LINE))
    for place in (tmp_path, tmp_path / "messages"):
        assert names(list(open_input(str(place)))) == {"messages": "read"}
    archive = tar_of([(tarfile.TarInfo("var/log/messages"), bytes(nuls) + _LINE)])
    assert names(list(open_stream(io.BytesIO(archive)))) == {"var/log/messages": "read"}


@pytest.mark.parametrize("data", [bytes(100), bytes(100_000), bytes(5 << 20) + _LINE, bytes(600) + b"\1\2CD001\1"])
def test_what_is_nul_bytes_and_no_text_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "image").write_bytes(data)
    for place in (tmp_path, tmp_path / "image"):
        assert names(list(open_input(str(place)))) == {"image": "not text (NUL bytes)"}
