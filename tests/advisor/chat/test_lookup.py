"""Words that are looked up: exact, near, searched for, and hostile."""

import random
import string
import subprocess
import sys

import pytest

from advisor.chat.lookup import Hit, Lookup
from advisor.knowledge import Case, Term
from tests.kb.examples import knowledge

LOOKUP = Lookup(knowledge())


def meant(words: str) -> str:
    found = LOOKUP.explain(words)
    if isinstance(found, Case):
        return found.slug
    return found.key if isinstance(found, Term) else ""


def keys(words: str, limit: int = 8) -> list[str]:
    return [hit.key for hit in LOOKUP.search(words, limit)]


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("slog", "slog"),
        ("  The SLOG ", "slog"),
        ("ein Log-Gerät", "slog"),
        ("Loggeraet", "slog"),
        ("log gerät?", "slog"),
        ("gang blocks", "gang-block"),
        ("Gangblock", "gang-block"),
        ("transaction groups", "txg"),
        ("vm.dirty_ratio", "dirty-ratio"),
        ("DIRTY RATIO", "dirty-ratio"),
        ("ORA-845", "ora-00845"),
        ("ora 00845", "ora-00845"),
        ("/dev/shm", "dev-shm"),
        ("%b", "percent-b"),
        ("zfs pool", "pool"),
        ("sr", "scan-rate"),
        ("writeback", "writeback"),
        ("write-back", "write-back"),
        ("Write Back", "write-back"),
        ("ZFS-010", "zfs-txg-log-contention"),
        ("zfs 10", "zfs-txg-log-contention"),
        ("zfs txg log contention", "zfs-txg-log-contention"),
        ("A drive is failing", "drive-failing"),
    ],
)
def test_explains_what_is_named(words: str, key: str) -> None:
    assert meant(words) == key


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("recordsiz", "recordsize"),
        ("primarycahe", "primarycache"),
        ("dirty_background_rato", "dirty-background-ratio"),
        ("discoverd direct io", "discovered-direct-io"),
        ("zfs-pool-fragmentatoin", "zfs-pool-fragmentation"),
        ("Transaktionsgrupe", "txg"),
        ("zfs intent", "zil"),
        ("linux writeback", "linux-writeback-stall"),
    ],
)
def test_explains_what_is_nearly_named(words: str, key: str) -> None:
    assert meant(words) == key


@pytest.mark.parametrize(
    "words",
    [
        "",
        "   ",
        "the",
        "?!",
        "PGX",  # as near to PGA as to others
        "ORA-27103",  # another error than ORA-27102
        "ZFS-999",
        "attribute 196",
        "linux",  # begins a case's name, and means more than it
        "dirty background",  # begins two names
        "weather",
        "x" * 100_000,
    ],
)
def test_does_not_guess(words: str) -> None:
    assert meant(words) == ""


def test_a_number_is_never_taken_for_another() -> None:
    for code in range(27000, 27200):
        found = meant(f"ORA-{code}")
        assert found in ("", f"ora-{code}")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("ORA-27103", "ORA-27102"),
        ("PGX", "PGA"),
        ("patrol", "patrol read"),
        ("dirty background", "dirty_background_ratio"),
        ("the reserved huge pages of linux", "HugePages_Rsvd"),
        ("zfs-fragmentation", "zfs-pool-fragmentation"),
    ],
)
def test_suggests_what_was_perhaps_meant(words: str, name: str) -> None:
    assert name in LOOKUP.nearest(words)


@pytest.mark.parametrize("words", ["", "the", "qwertyuiop asdfghjkl", "\x00\x1b[31m", "漢字"])
def test_suggests_nothing_for_nothing(words: str) -> None:
    assert LOOKUP.nearest(words) == []


def test_suggestions_are_few_and_different() -> None:
    near = LOOKUP.nearest("page")
    assert 1 <= len(near) <= 3
    assert len(set(near)) == len(near)
    assert all(LOOKUP.explain(name) for name in near)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("slog", "slog"),
        ("Herzschlag", "heartbeat"),
        ("Großseite", "huge-page"),
        ("grossseite", "huge-page"),
        ("heartbeats", "heartbeat"),
        ("ZFS-010", "zfs-txg-log-contention"),
        ("stall every 30 seconds", "zfs-txg-log-contention"),
        ("controller hides smart", "raid-hides-smart"),
        ("heartbeat late node panic", "ha-heartbeat-starvation"),
        ("Elling trenches", "elling-2000"),
        ("Gächter", "gaechter-2012"),
        ("gaechter", "gaechter-2012"),
    ],
)
def test_search_finds_first(words: str, first: str) -> None:
    assert keys(words)[:1] == [first]


@pytest.mark.parametrize(
    ("words", "case"),
    [
        ("Herzschlag", "ha-heartbeat-starvation"),
        ("Fragmentierung", "zfs-pool-fragmentation"),
        ("Schreibcache", "array-write-cache-saturation"),
        ("Festplatte defekt", "drive-failing"),
        ("Aussetzer", "linux-writeback-stall"),
        ("Arbeitsspeicher", "vxfs-buffered-bulk-writes"),
    ],
)
def test_a_german_word_finds_the_case(words: str, case: str) -> None:
    """Cases are written in English; the terms that matter for them lend them their other names."""
    assert case in keys(words)


def test_what_holds_all_words_comes_before_what_holds_some() -> None:
    both = LOOKUP.search("garbage collection", 20)
    found = [knowledge().cases[hit.key] for hit in both if hit.kind == "case"]
    assert found
    words = f"{found[0].title} {found[0].mechanism} {' '.join(mimic.name for mimic in found[0].mimics)}"
    assert "garbage collect" in words


def test_search_reads_rules_mimics_and_steps() -> None:
    case = knowledge().cases["zfs-txg-log-contention"]
    comment = next(r.comment for r in knowledge().net.rules.values() if r.group == case.slug and r.module == "CASES")
    for text in (comment, case.mimics[0].tell_apart, case.steps[2].do):
        assert keys(text)[0] == case.slug, text


def test_hits_are_whole() -> None:
    hits = LOOKUP.search("page", 50)
    kinds = {"case": [*knowledge().cases], "term": [*knowledge().terms], "source": [*knowledge().sources]}
    known = {(kind, key) for kind, found in kinds.items() for key in found}
    assert {hit.kind for hit in hits} == {"case", "term", "source"}
    assert len({(hit.kind, hit.key) for hit in hits}) == len(hits)
    for hit in hits:
        assert hit.title
        assert hit.excerpt
        assert len(hit.excerpt) < 400
        assert "{{" not in hit.excerpt
        assert (hit.kind, hit.key) in known


def test_no_template_is_shown() -> None:
    for case in knowledge().cases.values():
        for step in case.steps:
            assert not [h for h in LOOKUP.search(step.do, 3) if "{{" in h.excerpt or "{%" in h.excerpt]


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_limit_holds(limit: int) -> None:
    assert len(LOOKUP.search("zfs", limit)) == limit


@pytest.mark.parametrize(
    "words",
    [
        '"', "'", '""', "*", "a*", "(", ")", "((", "AND", "OR", "NOT", "NEAR", "NEAR(", "AND AND", "slog AND", "NOT slog",
        "title:slog", "names : slog", "{title body} : slog", "^slog", "slog + zil", "-slog", 'slog" OR "1', "slog'; DROP",
        "pages", "pages MATCH", "slog NEAR/2 zil", "\\", "%", "_", "\x00", "slog\x00zil", "\ud800", "e\u0301", "\u0301",
        "\U0001e900\U0001e901", "漢字", "slog " * 10_000, "x" * 100_000, "\x1b[31mslog\x1b[0m", "1e999", "0x",
    ],
)  # fmt: skip
def test_words_are_no_language(words: str) -> None:
    """Whatever is typed is searched for; nothing of it is an operator or an error."""
    assert all(isinstance(hit, Hit) for hit in LOOKUP.search(words))
    LOOKUP.explain(words)
    LOOKUP.nearest(words)


@pytest.mark.parametrize(
    "words", ["slog AND", "NOT slog", "title:slog", "^slog", '"slog', "slog*", "(slog", "slog NOT"]
)
def test_operators_change_nothing(words: str) -> None:
    assert "slog" in keys(words)


def test_random_words_do_no_harm() -> None:
    chance = random.Random(7)
    letters = string.printable + "äöüßÄ\"'*:()^-+{}[]\\%\x00\ud800\u0301漢"
    pieces = [*letters, *"AND OR NOT NEAR slog zfs the title: names:".split()]
    for _ in range(1500):
        LOOKUP.search("".join(chance.choices(pieces, k=chance.randint(0, 25))))


def test_only_common_words_find_nothing() -> None:
    assert LOOKUP.search("what is the and or not") == []


def test_a_term_is_shown_with_its_cases_and_sources() -> None:
    text = LOOKUP.text_of(knowledge().terms["slog"], 60)
    lines = text.split("\n")
    assert lines[0] == "slog"
    assert all(len(line) <= 60 for line in lines)
    joined = " ".join(text.split())
    assert "also: separate log device" in joined
    assert "zfs-txg-log-contention: ZFS transaction groups delay the intent log" in joined
    assert "[oracle-blogs-2012] user12620111 on Oracle Blogs: ZFS for Database Log Files" in joined
    assert "(Workload Tuning, Synchronous I/O)" in joined


def test_a_term_without_cases_has_no_empty_heading() -> None:
    term = next(t for t in knowledge().terms.values() if not t.cases)
    assert "Cases" not in LOOKUP.text_of(term).split("\n")


def test_a_diagnosis_neither_reads_terms_nor_loads_the_search() -> None:
    code = (
        "import sys\n"
        "from advisor.cli import main\n"
        "from advisor.knowledge import Knowledge\n"
        "Knowledge.terms = property(lambda self: sys.exit('terms were read'))\n"
        "status = main(['diagnose', '-', '--full', '--tell', 'the application hangs every 30 seconds'])\n"
        "sys.exit('the search was loaded' if 'advisor.chat.lookup' in sys.modules else status)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], input="it hangs\n", capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "zfs-txg-log-contention" in run.stdout
