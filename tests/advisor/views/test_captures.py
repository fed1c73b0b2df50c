"""From a line to the proofs that cite it, and from a proof to the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.session.session import Session
from advisor.views.captures import captures, citations_of
from advisor.views.keys import conclusion, conclusions
from advisor.views.proofs import arguments
from tests.advisor.interview.walks import CONFIRMING, EVERY_CASE, name_of
from tests.kb.examples import bundle_of, knowledge, read


def session_of(path: Path) -> Session:
    session = Session(knowledge())
    session.begin()
    example = read(path)
    for text in example.tell:
        session.tell(text)
    if example.files:
        session.capture(bundle_of(example))
    return session


@pytest.mark.parametrize("path", EVERY_CASE, ids=name_of)
def test_lines_and_proofs_lead_to_each_other(path: Path) -> None:
    session = session_of(path)
    consultation = session.consultation
    cited = {(c.path, c.lines): c for file in captures(session) for c in file.citations}
    leaves = set()
    for hypothesis in conclusions(consultation):
        trees = arguments(knowledge(), hypothesis)
        nodes = {node.id: node for tree in trees for node in tree.walk()}
        for node in nodes.values():
            if node.lines is not None:
                leaves.add((node.path, node.lines))
                assert any(by.node == node.id and by.key == hypothesis.key for by in cited[node.path, node.lines].by)
    assert set(cited) == leaves
    for place, citation in cited.items():
        for by in citation.by:
            hypothesis_meant = conclusion(consultation, by.key)
            assert hypothesis_meant is not None
            found = {n.id: n for tree in arguments(knowledge(), hypothesis_meant) for n in tree.walk()}[by.node]
            assert (found.path, found.lines, found.text) == (*place, citation.text)


@pytest.mark.parametrize("path", EVERY_CASE, ids=name_of)
def test_an_argument_cites_what_it_only_refers_to_as_well(path: Path) -> None:
    session = session_of(path)
    for hypothesis in conclusions(session.consultation):
        by_argument: dict[str, set[tuple[str, object]]] = {}
        for citation in citations_of(session.consultation, hypothesis):
            for by in citation.by:
                by_argument.setdefault(by.argument, set()).add((citation.path, citation.lines))
        for argument in hypothesis.arguments:
            lines = {
                (c.path, c.lines) for leaf in argument.proof.all_leaves() if (c := leaf.cell.origin).lines is not None
            }
            assert by_argument.get(argument.name, set()) == lines


def test_what_one_conclusion_cites_goes_down_each_file() -> None:
    for path in EVERY_CASE:
        session = session_of(path)
        for hypothesis in conclusions(session.consultation):
            places = [(c.path, c.lines) for c in citations_of(session.consultation, hypothesis)]
            files = list(dict.fromkeys(path for path, _ in places))
            assert places == sorted(places, key=lambda place: (files.index(place[0]), place[1]))
            first = next((n for t in arguments(knowledge(), hypothesis) for n in t.walk() if n.lines is not None), None)
            assert first is None or files[0] == first.path


def test_every_output_stretch_and_refusal_has_its_file(tmp_path: Path) -> None:
    folder = tmp_path / "db1"
    folder.mkdir()
    (folder / "limits.txt").write_text("root@db1# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n\nxyzzy xyzzy\n")
    (folder / "image.bin").write_bytes(b"\x00\x01" * 100)
    (folder / "prompts.txt").write_text("root@db1# zpool scrub tank\n")
    session = Session(knowledge())
    session.begin()
    session.open([str(tmp_path)])
    session.paste("vm.dirty_background_ratio = 10\n")
    found = {file.path: file for file in captures(session)}
    assert set(found) >= {"db1/limits.txt", "db1/image.bin", "pasted"}
    limits = found["db1/limits.txt"]
    assert limits.parts == ("db1", "limits.txt")
    assert [(o.kind, o.lines, o.rows, o.outcome) for o in limits.outputs] == [("sysctl", (2, 2), 2, "read")]
    assert [(s.lines, s.reason) for s in limits.unrecognised] == [((4, 4), "no known output")]
    assert [(s.lines, s.reason) for s in found["db1/image.bin"].unrecognised] == [(None, "not text (NUL bytes)")]
    assert found["pasted"].hosts == ("db1",)


def test_no_control_character_of_what_was_told_comes_through() -> None:
    session = session_of(next(p for p in CONFIRMING if p.stem == "confirms--192-gib-with-default-ratios"))
    session.tell("the \x1b[31mhost freezes\x07 for some seconds while a big file is written\u202e")
    trees = [arguments(knowledge(), h) for h in conclusions(session.consultation)]
    shown = "".join(f"{n.text} {n.detail} {n.place} {n.path}" for tree in trees for root in tree for n in root.walk())
    assert "host freezes" in shown
    assert not any(mark in shown for mark in "\x1b\x07\u202e")
