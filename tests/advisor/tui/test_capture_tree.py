"""What the tree of captures says of what was read and what was not."""

from __future__ import annotations

from advisor.tui.widgets.capture_tree import Spot, tree_rows
from advisor.views.captures import CaptureFile, Citation, Cited, Output, Stretch
from advisor.views.evidence import has_samples


def said(*files: CaptureFile) -> list[tuple[int, str]]:
    return [(row.depth, row.text.plain) for row in tree_rows(files)]


def file(path: str, *outputs: Output, left: tuple[Stretch, ...] = (), cited: tuple[Citation, ...] = ()) -> CaptureFile:
    return CaptureFile(path, tuple(dict.fromkeys(o.host for o in outputs)), outputs, left, cited)


def test_each_outcome_in_symbol_and_word() -> None:
    refusal = Stretch((7, 7), "`1.2.3` is no number")
    rows = said(
        file(
            "db1/all.txt", Output("vmstat-linux", "db1", (2, 5), 1, "read", ()), Output("lsscsi", "db1", (6, 6), 0, "nothing", ()),
            Output("meminfo", "db2", (7, 9), 3, "partial", (refusal,)), Output("sysctl", "db2", (10, 1200), 0, "refused", ()),
        )
    )  # fmt: skip
    assert rows == [
        (0, "db1/"),
        (1, "all.txt\nhost db1, db2, 4 outputs, 4 rows"),
        (2, "✓ vmstat-linux  ~ plots (db1)\n  read, 1 row, lines 2-5"),
        (2, "· lsscsi (db1)\n  nothing to report, line 6"),
        (2, "◐ meminfo (db2)\n  partly read, 3 rows, lines 7-9"),
        (3, "! line 7: `1.2.3` is no number"),
        (2, "! sysctl (db2)\n  could not be read, lines 10-1,200"),
    ]


def test_folders_are_named_once_and_again_where_they_come_again() -> None:
    rows = said(file("a/x"), file("a/b/y"), file("c/b/z"))
    assert [text.split("\n")[0] for _, text in rows] == ["a/", "x", "b/", "y", "c/", "b/", "z"]
    assert [depth for depth, _ in rows] == [0, 1, 1, 2, 0, 1, 2]


def test_what_was_not_recognised_is_listed_and_folded_where_it_is_much() -> None:
    few = (Stretch(None, "not text (NUL bytes)"), Stretch((3, 9), "no known output"))
    assert said(file("x", left=few))[1:] == [
        (1, "? the whole file: not text (NUL bytes)"),
        (1, "? lines 3-9: no known output"),
    ]
    many = tuple(Stretch((n, n), "no known output") for n in range(1, 3001))
    rows = list(tree_rows([file("x", left=many)]))
    assert rows[1].text.plain == "? 3,000 stretches not recognised"
    assert rows[1].folded
    assert len(rows) == 3002
    assert rows[-1].key == Spot("left", "x", 3000, 3000)


def test_citations_are_counted_at_the_file_and_at_its_output() -> None:
    by = Cited("case", "db1", "db1", "argument", 0.5, "finding", "node")
    cited = tuple(Citation("x", lines, "", (by,)) for lines in ((2, 2), (4, 9), (20, 20)))
    rows = said(file("x", Output("dd", "db1", (2, 9), 1, "read", ()), cited=cited))
    assert rows[0][1].startswith("x  ● cited 3 times\n")
    assert rows[1][1].startswith("✓ dd  ● 2\n")


def test_keys_are_unique_so_that_the_mark_stays() -> None:
    output = Output("iostat-xn", "db1", (2, 9), 1, "partial", (Stretch((3, 3), "a"), Stretch((3, 4), "b")))
    keys = [row.key for row in tree_rows([file("a/x", output, left=(Stretch((3, 3), "c"),)), file("a/y", output)])]
    assert len(set(keys)) == len(keys)


def test_only_what_was_read_has_samples() -> None:
    assert has_samples(Output("iostat-xn", "", (1, 2), 1, "read", ()))
    assert not has_samples(Output("iostat-xn", "", (1, 2), 0, "refused", ()))
    assert not has_samples(Output("sysctl", "", (1, 2), 1, "read", ()))
