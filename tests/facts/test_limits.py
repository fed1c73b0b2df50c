"""Each bound of reading: what is told when it is reached, and that the option lifts it."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from advisor.cli import main
from facts import progress
from facts.bundle import load
from facts.limits import LIMITS, LimitError, limit, passed, read, using
from tests.tree import ROOT

SWAPS = "/dev/sd{} partition 1048572 {} -2\n"
HEAD = "Filename Type Size Used Priority\n"


def tar_of(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def zip_of(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def told(data: bytes, tmp_path: Path) -> list[str]:
    """What is told of an input of these bytes that was not read."""
    path = tmp_path / "input"
    path.write_bytes(data)
    made, errors = load([str(path)])
    refusals = [refusal.reason for item in made.inputs for refusal in item.refusals]
    return [*(u.reason for u in made.unrecognised), *refusals, *(error.message for error in errors)]


NESTED = tar_of({"a.tar": tar_of({"b": b"x\n"}), "c": b"y\n"})
REACHED: dict[str, tuple[Callable[[], bytes], int, int]] = {
    "file-size": (lambda: b"free\n" * 1000, 1000, 10_000),
    "total-size": (lambda: tar_of({"a": b"a\n" * 500, "b": b"b\n" * 500}), 1500, 10_000),
    "ratio": (lambda: zip_of({"zeros": b"\n" * (17 << 20)}), 1000, 100_000),
    "files": (lambda: tar_of({f"f{n}": b"x\n" for n in range(5)}), 3, 100),
    "depth": (lambda: NESTED, 1, 2),
    "lines": (lambda: b"x\n" * 50, 10, 100),
    "line-length": (lambda: b"ab" * 100 + b"cd" * 100, 300, 1000),
    "json-line-length": (lambda: b'{"a": "' + b"xy" * 6000 + b'"}', 1000, 1 << 20),
    "prose": (lambda: b"The server hangs when the database writes.\n\n" * 3, 60, 1000),
    "rows": (lambda: (HEAD + "".join(SWAPS.format(n, 4) for n in "abcdef")).encode(), 2, 1000),
}
"""By limit: an input, a value that it passes, and one that it does not."""


def test_every_limit_is_tried() -> None:
    assert {*REACHED, "folder-depth", "time"} == set(LIMITS)


def test_folders_below_the_limit_of_depth_are_told_and_the_option_lifts_it(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "free").write_text("x\n")
    for depth, expected in ((1, ["a"]), (2, ["a/b"]), (3, ["a/b/free"])):
        with using([("folder-depth", depth)]):
            made, _ = load([str(tmp_path)])
        assert [left.path for left in made.unrecognised] == expected
        assert ("`--limit folder-depth=N` allows more" in made.unrecognised[0].reason) == (depth < 3)


@pytest.mark.parametrize("name", REACHED)
def test_what_a_limit_cuts_off_is_told_and_the_option_lifts_it(name: str, tmp_path: Path) -> None:
    make, low, high = REACHED[name]
    data = make()
    lifts = f"`--limit {'line-length' if name == 'json-line-length' else name}=N` allows more"
    with using([(name, low)]):
        assert [text for text in told(data, tmp_path) if lifts in text]
    with using([(name, high)]):
        assert not [text for text in told(data, tmp_path) if lifts in text]


PROCESSES = """\
USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root         1  0.0  0.0 167744 11876 ?        Ss   Jul01   0:09 /sbin/init
app       2212  3.1 12.2 398520 924180 ?       Sl   Jul01   0:02 java -cp {}:end app.Main
postgres  2300  0.1  1.2 398520 24180 ?        Ss   Jul01   0:02 postgres: writer process
"""


def test_a_command_line_of_any_length_is_no_gap(tmp_path: Path) -> None:
    """The class path of a Java server is longer than any line of a tool; what is read of it stands before."""
    text = PROCESSES.format(":".join(f"/opt/app/lib/part-{n}.jar" for n in range(2_000)))
    assert not told(text.encode(), tmp_path)
    (tmp_path / "1").write_text(text)
    made, _ = load([str(tmp_path / "1")])
    found = {str(i.cells["name"].value) for i in made.labelled if i.template == "process-load"}
    assert {"java", "postgres"} <= found


def test_what_is_packed_too_well_is_not_unpacked(tmp_path: Path) -> None:
    """A gzip of zeros goes to a thousandth, not less; with a lower limit one can be tried."""
    with using([("ratio", 500)]):
        assert any("`--limit ratio=N`" in text for text in told(gzip.compress(b"\n" * (18 << 20)), tmp_path))


def test_at_the_limit_of_time_what_was_read_so_far_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "1").write_text(HEAD + SWAPS.format("a", 1))
    (tmp_path / "2").write_text(HEAD + SWAPS.format("b", 1))
    clock = iter([0.0, *[1.0] * 5, *[100.0] * 100])
    monkeypatch.setattr(progress, "monotonic", lambda: next(clock))
    with using([("time", 60)]):
        made, errors = load([str(tmp_path)])
    assert not errors
    assert [item.path for item in made.inputs] == ["1"]
    assert (
        made.unrecognised[-1].reason == "not read further: it took more than 60 seconds; `--limit time=N` allows more"
    )


def test_there_is_no_limit_of_time_by_itself() -> None:
    assert limit("time") == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("size=3", "there is no limit `size`; the limits are file-size, "),
        ("file-size=big", "the limit file-size takes a whole number of bytes, such as file-size=512M"),
        ("files=3K", "the limit files takes a whole number of files, such as files=100"),
        ("files", "the limit files takes a whole number of files"),
        ("files=0", "the limit files cannot be 0"),
        ("files=-1", "the limit files takes a whole number"),
        ("files=\u0663", "the limit files takes a whole number"),
        ("\x1b[31m=1", "there is no limit ``"),
    ],
)
def test_a_setting_that_cannot_be_taken_says_what_would_be(text: str, said: str) -> None:
    with pytest.raises(LimitError) as error:
        read(text)
    assert str(error.value).startswith(said)


def test_the_option_of_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "swaps"
    path.write_text(HEAD + "".join(SWAPS.format(n, 4) for n in "abcdef"))
    assert main(["facts", str(path), "--format", "json", "--limit", "rows=2", "--limit", "files=9"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["inputs"][0]["refusals"][0]["reason"].endswith("more than 2 rows; `--limit rows=N` allows more")
    assert limit("rows") == LIMITS["rows"].value
    with pytest.raises(SystemExit):
        main(["diagnose", str(path), "--limit", "rows=x"])
    assert "such as rows=100" in capsys.readouterr().err


def test_a_limit_in_words() -> None:
    assert passed("file-size", "it is larger") == "it is larger than 128 MiB; `--limit file-size=N` allows more"


def test_the_guide_has_every_limit() -> None:
    guide = (ROOT / "docs/user-guide.md").read_text(encoding="utf-8")
    for name, one in LIMITS.items():
        assert f"| `{name}` |" in guide
        assert f"| {one.reason} |" in guide
