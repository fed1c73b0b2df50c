"""Reading that is watched and stopped; and that comes to the same whether anybody watches or not."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

import pytest

from facts import progress
from facts.bundle import load
from facts.progress import Course, Progress
from tests import tree

EXAMPLES = sorted(path for path in (tree.ROOT / "examples").iterdir() if path.is_dir())
FACTS = "root@db1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n"


def vmstat(lines: int) -> str:
    head = (
        "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
        " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
    )
    row = " 1  {}      0 120448  90400 3250112    0    0     0   {:>5}  501  310  0  1 32 67  0\n"
    return "root@db1# vmstat 1\n" + head + "".join(row.format(n % 7, n % 90_000) for n in range(lines))


@pytest.fixture(autouse=True)
def _long_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a log of some thousand lines is long."""
    monkeypatch.setattr(progress, "_LOOK_EVERY", 500)


@pytest.fixture(scope="module")
def long_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("long") / "vmstat.log"
    path.write_text(vmstat(3_000))
    return path


def archive(path: Path) -> Path:
    target = path.with_name("captures.tar.gz")
    with tarfile.open(target, "w:gz") as packed:
        packed.add(path, "db1/vmstat.log")
    return target


def seen(paths: list[str]) -> list[Progress]:
    found: list[Progress] = []
    load(paths, watch=found.append)
    return found


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_who_watches_gets_the_same(path: Path) -> None:
    assert load([str(path)], watch=lambda _: None) == load([str(path)])


def test_of_a_long_log_too(long_log: Path) -> None:
    assert load([str(long_log)], watch=lambda _: None) == load([str(long_log)])


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_file_and_output_is_reported_and_all_bytes_at_the_end(path: Path) -> None:
    found = seen([str(path)])
    bundle, _ = load([str(path)])
    assert {item.kind for item in bundle.inputs} <= {moment.what for moment in found}
    assert {item.path for item in bundle.inputs} <= {moment.path for moment in found}
    size = sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    assert {moment.bytes_total for moment in found} == {size}
    assert found[-1].bytes_done == size
    assert found[-1].files_done == len([file for file in path.rglob("*") if file.is_file()])
    done = [(moment.files_done, moment.bytes_done) for moment in found]
    assert done == sorted(done)


@pytest.mark.parametrize("packed", [False, True])
def test_within_a_long_log_it_goes_on(long_log: Path, packed: bool) -> None:
    path = archive(long_log) if packed else long_log
    found = seen([str(path)])
    assert found[-1].bytes_total == path.stat().st_size
    assert found[-1].bytes_done >= 0.95 * path.stat().st_size  # the end of an archive is not read
    steps = {moment.bytes_done for moment in found if moment.what == "vmstat-linux"}
    assert len(steps) >= 3
    looks = [moment for moment in found if moment.what == "looking for outputs"]
    assert len(looks) >= 3


def test_of_several_inputs_the_bytes_add_up(long_log: Path, tmp_path: Path) -> None:
    (tmp_path / "limits.txt").write_text(FACTS)
    with gzip.open(tmp_path / "more.txt.gz", "wt") as file:
        file.write(FACTS)
    paths = [str(long_log), str(tmp_path / "limits.txt"), str(tmp_path / "more.txt.gz"), str(tmp_path / "missing")]
    found = seen(paths)
    assert found[-1].bytes_done == found[-1].bytes_total == sum(Path(path).stat().st_size for path in paths[:3])


def test_the_size_of_standard_input_is_not_known() -> None:
    found: list[Progress] = []
    load(["-"], io.BytesIO(FACTS.encode()), found.append)
    assert {moment.bytes_total for moment in found} == {None}
    assert found[-1].files_done == 1


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


class Enough(Exception):
    """What a shell raises to stop."""


@pytest.mark.parametrize("error", [Enough, OSError, ValueError, EOFError, RuntimeError, KeyboardInterrupt])
@pytest.mark.parametrize("packed", [False, True])
def test_what_the_watch_raises_ends_it_at_every_moment(
    long_log: Path, packed: bool, error: type[BaseException]
) -> None:
    """Also what a broken archive might raise, and nothing is left open."""
    path = archive(long_log) if packed else long_log
    moments = len(seen([str(path)]))
    for stop_at in {1, 3, moments // 2, moments}:
        count = 0

        def watch(_: Progress, stop_at: int = stop_at) -> None:
            nonlocal count
            count += 1
            if count == stop_at:
                raise error("stopped here")

        before = open_files()
        with pytest.raises(error, match="stopped here") as caught:
            load([str(path)], watch=watch)
        assert open_files() == before
        assert caught.value.__traceback__ is not None  # whoever keeps the error keeps no file open
        assert count == stop_at


def test_lines_are_handed_on_as_they_are_where_nobody_watches_or_they_are_few() -> None:
    lines = ["a"] * 5000
    assert Course().watched(lines) is lines
    few = lines[:10]
    assert Course(lambda _: None).watched(few) is few
    watched = Course(lambda _: None).watched(lines)
    assert watched == lines
    assert (watched[-1], watched[1:3], list(watched), "".join(watched)) == ("a", ["a", "a"], lines, "a" * 5000)
