"""Each lint finds what it is for, in a small knowledge base in which nothing else is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import advisor.kbcheck
from advisor.kbcheck import LOADING, SLOW, STATIC, check, lint
from advisor.kbcheck.accepted import divide
from advisor.kbcheck.material import Material
from tests.advisor.authoring.small import CHAIN, FIX, SLUG, change, opened, write, write_rows

OTHERS = ("accepted", "material", "problem", "__init__")


def codes(base: Path) -> list[str]:
    material = Material(opened(base))
    standing, _ = divide(material, check(material))
    return [problem.code for problem in standing]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    root = write(tmp_path)
    write_rows(root)
    return root


def test_every_module_is_a_lint_that_runs_and_says_what_it_is_for() -> None:
    folder = Path(advisor.kbcheck.__path__[0])
    assert {path.stem for path in folder.glob("*.py")} - set(OTHERS) == {LOADING, *STATIC, *SLOW}
    for name in (LOADING, *STATIC, *SLOW):
        assert len((__import__(f"advisor.kbcheck.{name}", fromlist=["x"]).__doc__ or "").split()) > 12
        assert callable(lint(name))


def test_nothing_is_wrong_with_the_small_one(base: Path) -> None:
    material = Material(opened(base))
    assert [p.problem(p.where).block() for p in check(material)] == []


CHANGES = [
    ("chain.toml", 'why = "Pages go out all the time."', 'why = ""', "kb-rule-comment"),
    ("chain.toml", '[act."!swapping"]', '[act.swapping]', "kb-toml"),
    ("chain.toml", '[act."!swapping"]', '[ground.swapping]', "kb-duplicate-rule"),
    ("chain.toml", '[act."!swapping"]', '[acts."!swapping"]', "kb-chain"),
    ("chain.toml", 'level = "proves"', 'level = "tells"', "kb-chain"),
    ("chain.toml", 'level = "proves"', '', "kb-chain"),
    ("chain.toml", 'level = "proves"', 'level = "proves"\nof = "disk"', "kb-chain"),
    ("chain.toml", '[act.swapping]', '[act.swaping]', "kb-unknown-finding"),
    ("chain.toml", 'level = "proves"', 'level = "hints"', "kb-unreachable"),
    ("chain.toml", '[act.swapping]', '[ground.swapping]', "kb-never-confirmed"),
    ("chain.toml", 'level = "refutes"', 'level = "doubts"', "kb-never-ruled-out"),
    ("chain.toml", 'sources = ["book: page 2"]', 'sources = []', "kb-uncited-argument"),
    ("findings/memory.clp", "; kB/s | hundreds of pages a second [book: page 4]", "", "kb-threshold"),
    ("findings/memory.clp", "; kB/s | hundreds of pages a second [book: page 4]", "; kB/s | uncited", "kb-threshold"),
    ("findings/memory.clp", "(os linux)", "(os lunix)", "kb-unknown-name"),
    ("findings/memory.clp", "(os linux)", "(system linux)", "kb-unknown-name"),
    ("findings/memory.clp", "(vmstat (host ?host) (os linux) (swap-out", "(vmstatt (host ?host) (os linux) (swap-out", "kb-unknown-name"),
    ("case.toml", 'impact = "Everything waits."', "", "kb-missing-key"),
    ("case.toml", 'title = "', 'title "', "kb-toml"),
    ("case.toml", 'id = "TST-001"', 'id = "TST1"', "kb-identity"),
    ("case.toml", "frequency = 0.02", "frequency = 0.9", "kb-identity"),
    ("case.toml", 'systems = ["linux"]', 'systems = ["lunix"]', "kb-identity"),
    ("case.toml", 'maturity = "draft"', 'maturity = "draft"\nsevrity = "x"', "kb-unknown-key"),
    ("vocabulary.clp", "    swapping))", "    swapping spare))", "kb-never-derived"),
    ("phrases/signs.toml", '["host-stalls"]', '["host-stalls"]\nen = ["x"]\nde = ["y"]\n["spare"]', "kb-phrase"),
    ("case.toml", 'symptoms = ["host-stalls"]', 'symptoms = ["swapping"]', "kb-never-used"),
    ("case.toml", 'symptoms = ["host-stalls"]', 'symptoms = ["host-stals"]', "kb-unknown-finding"),
    ("chain.toml", '"book: page 2"', '"bok: page 2"', "kb-unknown-source"),
    ("chain.toml", '"book: page 2"', '"book"', "kb-no-locator"),
    ("sources.toml", "[book]", "[spare-source]\nauthor = 'x'\n\n[book]", "kb-uncited-source"),
    ("findings/memory.clp", "(defglobal", "(defglobal FINDINGS ?*idle* = 1) ; kB | why [book: p]\n(defglobal", "kb-unused-threshold"),
    ("fix.toml", "{{ before }}", "{{ befor }}", "kb-value"),
    ("fix.toml", "{{ before }}", "{% if before %}", "kb-template"),
    ("fix.toml", "{{ before }}", "60", "kb-unused-value"),
    ("fix.toml", '"vm-settings.swappiness"', '"vm-settings.swapiness"', "kb-address"),
    ("fix.toml", '"vm-settings.swappiness"', '"quantity.nothing"', "kb-address"),
    ("fix.toml", "value = 10", 'value = "ten"', "kb-address"),
    ("fix.toml", 'verify = { command = "vmstat 1 60", expect = "so at 0" }', "", "kb-step"),
    ("fix.toml", 'undo = "sysctl -w vm.swappiness={{ before }}"', 'undo = "none"\napplies = "{{ before }}"', "kb-step"),
    ("fix.toml", 'risk = "look"', 'risk = "safe"', "kb-step"),
    ("fix.toml", 'takes = "1 min"\n', "", "kb-procedure"),
    ("fix.toml", 'expect = "vm.swappiness = 60"\n', "", "kb-procedure"),
    ("fix.toml", 'differs = "Another value: note it."\n', "", "kb-procedure"),
    ("fix.toml", 'undo = "sysctl -w vm.swappiness={{ before }}"', 'undo = "set it to what it was again"', "kb-procedure"),
    ("fix.toml", "takes =", "takse =", "kb-unknown-key"),
    ("runbook.toml", "urgency =", "urgent =", "kb-unknown-key"),
    ("runbook.toml", "before =", "befor =", "kb-procedure"),
    ("runbook.toml", "[watch.days]", "[watch.weeks]", "kb-procedure"),
    ("runbook.toml", 'threshold = "500 kB/s"', 'threshold = "a lot"', "kb-procedure"),
    ("runbook.toml", 'sources = ["book: page 4"]', "sources = []", "kb-procedure"),
    ("runbook.toml", 'people = ["Root on the host."]', "people = []", "kb-procedure"),
    ("fix.toml", 'risk = "safe"', 'risk = "harmless"', "kb-step"),
    ("fix.toml", 'persists_how = "a line in /etc/sysctl.d"', "", "kb-step"),
    ("fix.toml", "sysctl -w vm.swappiness=10", "echo 3 > /proc/sys/vm/drop_caches", "kb-hazard"),
    ("fix.toml", "sysctl -w vm.swappiness=10", "<LOWER-THE-LARGEST>", "kb-nothing-to-do"),
    ("fix.toml", 'risk = "safe"', 'risk = "look"', "kb-nothing-to-do"),
    ("fix.toml", 'needs = "root"', 'needs = "root"\nwarning = "This cannot be undone."', "kb-undo"),
    ("fix.toml", "sysctl -w vm.swappiness=10", "mdadm MD --replace <A> --with <B> && mdadm MD --add <A>", "kb-mark"),
    ("fix.toml", "sysctl -w vm.swappiness=10", "mdadm MD --fail <A> --remove <A>", "kb-mark"),
    ("fix.toml", "sysctl -w vm.swappiness=10", "zpool offline tank <A>", "kb-mark"),
    ("fix.toml", "sysctl -w vm.swappiness=10", "zpool create -n -o ashift=12 <N> <A>\\nzpool add -n tank <A>", "kb-mark"),
    ("case.toml", "[applies]", '[[mimics]]\nname = "x"\ncase = "nothing"\ntell_apart = "look at the columns"\n[applies]', "kb-mimic"),
    ("case.toml", "[applies]", '[[mimics]]\nname = "x"\ntell_apart = "?"\n[applies]', "kb-mimic"),
    ("case.toml", "Everything waits.", "Everything waits!", "kb-text"),
    ("case.toml", "Everything waits.", "Everything waits", "kb-text"),
    ("case.toml", "Everything waits.", f"Everything {'waits and ' * 60}waits.", "kb-long-text"),
    ("case.toml", "Everything waits.", "FILL IN", "kb-unfilled"),
    ("fix.toml", "value = 10", "value = 90", "kb-fixed-point"),
    ("fix.toml", FIX[FIX.index("sets =") :], "", "kb-fixed-point-is-silent"),
    ("examples/confirms--just.toml", 'findings = ["swapping"]', 'findings = ["swaping"]', "kb-unknown-finding"),
    ("examples/confirms--just.toml", 'diagnoses = ["small-swap-case"]', "diagnoses = []", "kb-example"),
    ("examples/confirms--just.toml", "[expect]", "[expectations]", "kb-example"),
    ("examples/confirms--just.toml", "# It swaps just so.", "", "kb-example-comment"),
    ("examples/rejects--nearly.toml", "diagnoses = []", 'diagnoses = []\nnott = ["x"]', "kb-example"),
    ("findings/memory.clp", "(os linux)", "(os linux|solaris&~unknown)", "kb-mixed-condition"),
    (
        "fix.toml", "sysctl -w vm.swappiness=10",
        "{% if before == 60 %}sysctl -w vm.swappiness=10{% else %}:{% endif %}", "kb-lost-branch",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "before", "after", "code"), CHANGES, ids=[f"{c[3]}-{n}" for n, c in enumerate(CHANGES)]
)
def test_lint_finds(base: Path, file: str, before: str, after: str, code: str) -> None:
    change(base, file, before, after)
    if code == "kb-fixed-point-is-silent":  # a step that does not last needs no `sets`
        assert "kb-no-sets" not in codes(base)
    else:
        assert code in codes(base)


@pytest.mark.parametrize(
    "command",
    [
        "mdadm MD --replace <A> --with <B> && mdadm MD --fail <A>",
        "zpool replace tank <A> <B>",
        "zpool offline tank <A> && zpool online tank <A>",
        "zpool replace tank <A>",  # the new drive has the old one's name
    ],
)
def test_what_is_replaced_or_comes_back_is_no_problem(base: Path, command: str) -> None:
    change(base, "fix.toml", "sysctl -w vm.swappiness=10", command)
    assert "kb-mark" not in codes(base)


def test_what_was_taken_out_is_not_watched_afterwards(base: Path) -> None:
    change(base, "fix.toml", "sysctl -w vm.swappiness=10", "zpool replace tank <A> <B>")
    change(base, "runbook.toml", "vmstat 1 60", "smartctl -x <A>")
    assert "kb-mark" in codes(base)


def test_a_destructive_step_without_a_way_back_says_so(base: Path) -> None:
    change(base, "fix.toml", 'risk = "safe"', 'risk = "destructive"')
    assert "kb-undo" not in codes(base)
    change(base, "fix.toml", 'undo = "sysctl -w vm.swappiness={{ before }}"', 'undo = "none: it is gone"')
    assert "kb-undo" in codes(base)


def test_an_undo_may_say_what_stays_lost(base: Path) -> None:
    change(base, "fix.toml", 'needs = "root"', 'needs = "root"\nwarning = "Removed files cannot be brought back."')
    change(base, "fix.toml", "{{ before }}", "{{ before }}   # removed files stay gone")
    assert "kb-undo" not in codes(base)


def test_a_rule_that_waits_for_what_nobody_says(base: Path) -> None:
    for _ in range(2):
        change(base, "findings/memory.clp", "(state absent)", "(state present)")
    assert {"kb-dead-rule", "kb-never-ruled-out"} <= set(codes(base))


def test_a_lasting_change_needs_sets(base: Path) -> None:
    change(base, "fix.toml", FIX[FIX.index("persists = false") :], "persists = true\n")
    assert "kb-no-sets" in codes(base)


def test_too_few_examples(base: Path) -> None:
    (base / "cases" / "test" / SLUG / "examples" / "rejects--rests.toml").unlink()
    assert codes(base) == ["kb-few-examples"]


def test_a_rule_that_uses_a_threshold_needs_a_row_level_example(base: Path) -> None:
    path = base / "findings" / "examples" / "memory.toml"
    path.write_text(path.read_text(encoding="utf-8").partition('["swapping.tuned"]')[0], encoding="utf-8")
    (problem,) = check(Material(opened(base)))
    assert (problem.code, problem.about, problem.level) == ("kb-row-example", "swapping.tuned", "warning")
    assert "kb/findings/examples/memory.toml" in problem.help


def test_a_row_level_example_stands_in_the_file_of_its_rule(base: Path) -> None:
    path = base / "findings" / "examples" / "memory.toml"
    path.rename(path.with_name("disks.toml"))
    found = check(Material(opened(base)))
    assert {(p.code, p.level, p.help) for p in found} == {
        ("kb-row-example", "error", "move it to kb/findings/examples/memory.toml")
    }
    assert len(found) == 3


def test_a_row_level_example_of_a_rule_that_is_gone(base: Path) -> None:
    path = base / "findings" / "examples" / "memory.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + '\n["swapping.gone"]\nrows = []\ngives = ["swapping"]\n', encoding="utf-8")
    (problem,) = check(Material(opened(base)))
    assert problem.message == "the example of `swapping.gone` does not hold: there is no such rule"


def test_patterns_that_meet_by_nothing(base: Path) -> None:
    change(
        base,
        "findings/memory.clp",
        "(logical (vmstat (host ?host)",
        "(logical (system (host ?other)) (vmstat (host ?host)",
    )
    assert set(codes(base)) == {"kb-join", "kb-row-example"}  # the example of the rule is another rule's now


@pytest.mark.parametrize(
    ("output", "found"), [("(output ?other)", True), ("(output ?one)", False), ('(output "now")', False)]
)
def test_rows_that_meet_their_like_by_the_host_alone(base: Path, output: str, found: bool) -> None:
    change(
        base,
        "findings/memory.clp",
        "(logical (vmstat (host ?host)",
        f"(logical (vmstat (host ?host) (output ?one)) (vmstat (host ?host) {output}",
    )
    assert ("kb-join" in codes(base)) is found


@pytest.mark.parametrize(
    ("slot", "value", "found"),
    [
        ("?out&~unknown", "(/ 1 ?out)", True),  # what is measured may be zero
        ("?out&:(below ?out 9)", "(/ 1 ?out)", True),
        ("?out&:(at-least ?out 0)", "(/ 1 ?out)", True),
        ("?out&:(above ?out 0)", "(/ 1 ?out)", False),
        ("?out&:(at-least ?out ?*swap-limit-kb-s*)", "(/ 1 (* ?*swap-limit-kb-s* ?out))", False),
        ("?out&:(above ?out 0)", "(/ 1 (- ?out 5))", True),  # a difference may be zero whatever its parts are
        ("?out", "(/ ?out 1024)", False),
        ("?out", "(/ ?out 0)", True),
    ],
)
def test_a_division_by_what_may_be_zero(base: Path, slot: str, value: str, found: bool) -> None:
    change(
        base,
        "findings/memory.clp",
        "(swap-out-max-kb-s ?out&:(at-least ?out ?*swap-limit-kb-s*))))\n  =>\n  (assert ",
        f"(swap-out-max-kb-s {slot})))\n  =>\n  (assert (quantity (name sga-size-bytes) (host ?host) (subject ?host) (value {value})) ",
    )
    assert ("kb-divisor" in codes(base)) is found


@pytest.mark.parametrize(
    ("out", "into", "found"),
    [
        ("?out", "?in&:(at-least ?in (* 0.5 ?out))", True),  # 0 of 0 is a half
        ("?out", "?in&:(at-most ?in (* 0.5 ?out))", True),
        ("?out", "?in&:(at-least ?in (/ ?out 2))", True),
        ("?out&:(above ?out 0)", "?in&:(at-least ?in (* 0.5 ?out))", False),
        ("?out", "?in&:(above ?in 0)&:(at-least ?in (* 0.5 ?out))", False),
        ("?out", "?in&:(above ?in (* 0.5 ?out))", False),  # 0 is not above 0
        ("?out", "?in&:(at-least ?in (+ 1 ?out))", False),
    ],
)
def test_a_share_of_what_may_be_nothing(base: Path, out: str, into: str, found: bool) -> None:
    change(
        base,
        "findings/memory.clp",
        "(swap-out-max-kb-s ?out&:(at-least ?out ?*swap-limit-kb-s*))",
        f"(swap-out-max-kb-s {out}) (swap-in-max-kb-s {into})",
    )
    assert ("kb-share-of-nothing" in codes(base)) is found


def test_a_slot_that_its_template_declares_above_zero_needs_no_bound(base: Path) -> None:
    change(
        base,
        "findings/memory.clp",
        "(swap-out-max-kb-s ?out&:(at-least ?out ?*swap-limit-kb-s*))",
        "(interval-seconds ?out) (swap-in-max-kb-s ?in&:(at-least ?in (* 0.5 ?out)))",
    )
    assert "kb-share-of-nothing" not in codes(base)


def test_terms(base: Path) -> None:
    (base / "terms" / "memory.toml").write_text(
        '[terms.swap]\nname = "swap"\ntext = "Memory on disk."\ncases = ["nothing"]\nsources = ["book: p"]\n'
        '[terms.page]\nname = "page"\ntext = "4 kB."\nsources = ["book: p"]\n', encoding="utf-8",
    )  # fmt: skip
    assert codes(base) == ["kb-unknown-case", "kb-term"]


def test_questions(base: Path) -> None:
    (base / "questions" / "memory.toml").write_text(
        '[signs.nothing]\n[values.a]\naddress = "vmstat.nothing"\n[outputs.b]\ntemplates = ["nothing"]\n',
        encoding="utf-8",
    )
    material = Material(opened(base))
    said = [problem.message for problem in check(material) if problem.code == "kb-question"]
    assert sum("lacks" in message for message in said) == 3
    assert sum("no finding" in m or "does not exist" in m or "no template" in m for m in said) == 3


def test_a_question_that_stands_twice_is_found(base: Path) -> None:
    sign = '[signs.swapping]\ntext = "Does it stall?"\nwhy = "It tells."\ncost = "a glance"\n'
    for name in ("first", "second"):
        (base / "questions" / f"{name}.toml").write_text(sign, encoding="utf-8")
    (problem,) = [p for p in check(Material(opened(base))) if "stands in first.toml, too" in p.message]
    assert (problem.code, problem.level) == ("kb-question", "error")


def test_a_symptom_that_nobody_can_tell_or_is_asked_for(base: Path) -> None:
    (base / "phrases" / "signs.toml").write_text('["host-stalls"]\nen = ["it stalls"]\n', encoding="utf-8")
    (base / "questions" / "signs.toml").write_text("", encoding="utf-8")
    material = Material(opened(base))
    found = list(lint("askable")(material))
    assert [(p.about, p.case) for p in found] == [
        ("host-stalls", SLUG),
        ("host-stalls", SLUG),
        ("vmstat", ""),
        ("vm-settings", ""),
    ]
    assert "(de)" in found[0].message
    assert found[2].where.startswith("kb/findings/memory.clp:")


def second_case(base: Path, value: str) -> None:
    folder = base / "cases" / "test" / "other-swap-case"
    folder.mkdir()
    here = base / "cases" / "test" / SLUG
    for name in ("case.toml", "chain.toml", "fix.toml", "runbook.toml"):
        text = (here / name).read_text(encoding="utf-8").replace(SLUG, "other-swap-case").replace("TST-001", "TST-002")
        (folder / name).write_text(text.replace("vm.swappiness=10", f"vm.swappiness={value}"), encoding="utf-8")


def test_a_setting_that_two_cases_want_differently(base: Path) -> None:
    second_case(base, "60")
    assert "kb-knob" in codes(base)
    (base / "knobs.toml").write_text(
        f'[[knobs]]\naddress = "sysctl vm.swappiness"\ncases = ["{SLUG}", "other-swap-case"]\nfirst = "{SLUG}"\nwhy = "So."\n',
        encoding="utf-8",
    )
    assert "kb-knob" not in codes(base)
    knob = opened(base).knobs[0]
    assert (knob.address, knob.first, knob.why) == ("sysctl vm.swappiness", SLUG, "So.")


def test_steps_of_the_cases_that_are_asked_for_are_read_as_a_shell_does(base: Path) -> None:
    change(base, "fix.toml", "sysctl -w vm.swappiness=10", "sysctl -w 'vm.swappiness=10")
    second_case(base, "60")
    material = Material(opened(base))
    every = [(p.case, p.message) for p in lint("paste")(material)]
    assert {case for case, _ in every} == {SLUG, "other-swap-case"}
    material.only = {SLUG}
    assert [(p.case, p.message) for p in lint("paste")(material)] == [p for p in every if p[0] == SLUG]


def test_the_same_wish_is_no_conflict_and_needs_no_arbitration(base: Path) -> None:
    second_case(base, "10")
    assert "kb-knob" not in codes(base)
    (base / "knobs.toml").write_text(
        f'[[knobs]]\naddress = "sysctl vm.swappiness"\ncases = ["{SLUG}", "other-swap-case"]\nfirst = "{SLUG}"\nwhy = "So."\n',
        encoding="utf-8",
    )
    assert "kb-knob" in codes(base)


def test_look_alikes_are_mutual(base: Path) -> None:
    second_case(base, "10")
    change(base, "case.toml", "[applies]",
           '[[mimics]]\nname = "x"\ncase = "other-swap-case"\ntell_apart = "look at the columns"\n[applies]')  # fmt: skip
    assert "kb-mimic-one-way" in codes(base)


def test_a_problem_is_accepted_with_a_reason_only(base: Path) -> None:
    change(base, "case.toml", "Everything waits.", "Everything waits")
    change(base, "case.toml", "[applies]", f'[accepted.kb-text]\n{SLUG} = "It is a title."\n[applies]')
    assert codes(base) == []
    change(base, "case.toml", '"It is a title."', '" "')
    assert codes(base) == ["kb-text", "kb-accepted-without-reason"]


def test_what_is_accepted_and_no_problem_is_one(base: Path) -> None:
    (base / "accepted.toml").write_text('[kb-text]\nnothing = "why"\n', encoding="utf-8")
    assert codes(base) == ["kb-accepted-for-nothing"]


def test_stale_pages_are_found(base: Path) -> None:
    from advisor.authoring.index import pages

    docs = base.parent / "docs"
    docs.mkdir()
    for name, text in pages(opened(base)).items():
        (docs / name).write_text(text, encoding="utf-8")
    assert codes(base) == []
    change(base, "case.toml", "The host swaps", "The host swaps often")
    assert codes(base) == ["kb-stale-docs"]


def test_all_problems_of_a_broken_file_are_reported_at_once(base: Path) -> None:
    change(
        base,
        "chain.toml",
        CHAIN,
        CHAIN.replace('"No page goes out."', '""').replace('"Pages go out all the time."', '""'),
    )
    change(base, "case.toml", '"book: page 1"', '"bok: page 1"')
    found = codes(base)
    assert found.count("kb-rule-comment") == 2
    assert "kb-unknown-source" in found


SCENARIO = """
title = "The database stands still at night"
model = "vxfs"
case = "small-swap-case"
level = 2
skills = ["vmstat"]
begins = 2005-03-17T02:07:00
complaint = "It stands still on {node}."
must_see = ["swapping"]

[people.dba]
about = "the administrator"
otherwise = "No idea."
replies = [{ words = ["again"], does = "create-tablespace" }]

[expert]
look = ["vmstat 1 5"]
fix = ["vxtunefs -o discovered_direct_iosz=1k {mount}"]
verify = ["vmstat 1 5"]

[[wrong]]
lines = ["reboot"]
why = "It comes back."

[[wrong]]
lines = ["sleep 5"]
why = "Time does not mend it."
"""

SCENARIO_CHANGES = [
    ("", "", ""),
    ("small-swap-case", "small-swap-cas", "does not exist"), ('must_see = ["swapping"]', 'must_see = ["swaping"]', "no finding"),
    ('skills = ["vmstat"]', 'skills = ["vmstats"]', "no skill"), ("level = 2", "level = 9", "level"),
    ("stands still at", "swaps, small-swap-case at", "gives its cause away"), ("night", "night!", "shouts"),
    ('verify = ["vmstat 1 5"]', "", "proved"), ("create-tablespace", "create-space", "cannot do"), ("{node}", "{nodes}", "does not give"),
    ('model = "vxfs"', 'model = "vxf"', "cannot be read"), ("level", "levle", "cannot be read"), ("{mount}", "{mounts}", "does not give"),
    ("[[wrong]]\nlines = [\"sleep 5\"]\nwhy = \"Time does not mend it.\"\n", "", "fewer than"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "says"), SCENARIO_CHANGES, ids=[c[2] or "sound" for c in SCENARIO_CHANGES])
def test_scenarios(base: Path, before: str, after: str, says: str) -> None:
    folder = base / "scenarios"
    folder.mkdir()
    assert before in SCENARIO
    (folder / "at-night.toml").write_text(SCENARIO.replace(before, after, 1) if before else SCENARIO, encoding="utf-8")
    (folder / "skills.toml").write_text('[vmstat]\ntitle = "Reading vmstat"\n', encoding="utf-8")
    said = [p.message for p in lint("scenarios")(Material(opened(base))) if p.level == "error"]
    assert any(says in message for message in said) if says else said == []
