"""Of many diagnoses that are alike the text explains a few, and names all."""

from __future__ import annotations

from pathlib import Path

from advisor.diagnose import diagnose
from advisor.explanation import document
from advisor.explanation.report import report
from advisor.explanation.text import alike_before, render
from facts.bundle import load
from tests.advisor.runbook.page import Page, form_faults
from tests.kb.examples import knowledge


def test_alike_are_those_of_one_case_that_stand_as_sure() -> None:
    one = {"case": "a", "host": "h", "standing": "confirmed", "role": "root-cause", "status": "current"}
    other = one | {"standing": "likely"}
    assert alike_before([one] * 3) == [[], [], []]
    assert alike_before([one, other, *[one] * 6]) == [
        [],
        [],
        [1],
        [1, 3],
        [1, 3, 4],
        *([1, 3, 4, 5, 6, 7][:n] for n in (4, 5, 6)),
    ]


_FAILED = "tag#5 FAILED Result: hostbyte=DID_OK driverbyte=DRIVER_SENSE"
_UNREADABLE = "op 0x0:(READ) flags 0x0 phys_seg 1 prio class 0"


def _drives(count: int) -> str:
    lines = []
    for number in range(count):
        disk = f"sd{chr(97 + number)}"
        for sector in range(10, 40, 10):
            head = f"Jan 15 02:{number:02}:{sector} db1 kernel:"
            lines.append(f"{head} sd 0:0:{number}:0: [{disk}] {_FAILED}")
            lines.append(
                f"{head} blk_update_request: critical medium error, dev {disk}, sector {sector}000000 {_UNREADABLE}"
            )
    return "\n".join(lines) + "\n"


def test_ten_failing_drives_are_three_explanations_and_ten_names(tmp_path: Path) -> None:
    (tmp_path / "messages").write_text(_drives(10), encoding="utf-8")
    [bundle] = load([str(tmp_path)])[:1]
    consultation = diagnose(knowledge(), bundle).consultation
    data = report(consultation, bundle, [])
    assert [d["case"] for d in data["diagnoses"]] == ["drive-failing"] * 10
    text = render(consultation, data)
    summary = text.split("\n\n")[0]
    assert all(f"sd{letter}" in summary for letter in "abcdefghij")
    assert text.count("What looks the same") == 3
    assert text.count("as for 1.;") == 7
    for form in ("html", "markdown"):
        page = document.render(data, knowledge(), form)
        assert page.count("What looks the same") == 3
        assert "7 more diagnoses of the same kind" in page
        assert all(f"sd{letter}" in page for letter in "abcdefghij")
    found = Page(document.render(data, knowledge(), "html"))
    links = [element.attributes["href"][1:] for element in found.all("a")]
    assert [*form_faults(found), *(link for link in links if link not in found.ids)] == []
