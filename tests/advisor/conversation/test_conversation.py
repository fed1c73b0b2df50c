"""What a conversation takes from what is said, and what it says to it."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path

import pytest

from tests import tree
from tests.advisor.conversation.talk import MEMINFO, STALL, Talk, kinds, texts
from tests.kb.examples import every

STALLS = "sign.host-stalls"
CHOICES = len(
    tomllib.loads((tree.ROOT / "kb" / "questions" / "uses.toml").read_text(encoding="utf-8"))["uses"]["choices"]
)


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("yes", "present"), ("1", "present"), ("the first", "present"), ("option 1", "present"), ("1)", "present"),
        ("yes, since Monday", "present"), ("ja, seit Montag", "present"), ("ja, aber nur nachts", "present"), ("Yes!", "present"),
        ("no", "absent"), ("2", "absent"), ("nein, nie", "absent"), ("no, never", "absent"), ("die zweite", "absent"),
        ("the second one", "absent"), ("nein", "absent"),
    ],
)  # fmt: skip
def test_yes_and_no_in_many_words(answer: str, state: str) -> None:
    talk = Talk(STALL).at("sign.memory-short")
    talk.say(answer)
    assert talk.signs()["memory-short"] == state


@pytest.mark.parametrize("answer", ["don't know", "3", "keine Ahnung", "not sure", "weiß nicht", "the third"])
def test_what_is_not_known_is_no_sign(answer: str) -> None:
    talk = Talk(STALL).at("sign.memory-short")
    talk.say(answer)
    assert "memory-short" not in talk.signs()
    assert "sign.memory-short" in talk.session.standing.unknown


def test_an_unsure_yes_counts_less_and_is_said_back() -> None:
    talk = Talk(STALL).at("sign.memory-short")
    said = talk.say("yes, I think")
    assert texts(said, "understood") == "yes, not sure"
    assert not next(s for s in talk.session.consultation.told if s.name == "memory-short").sure


def test_what_is_said_beside_a_yes_is_heard_too() -> None:
    talk = Talk(STALL).at("sign.periodic-stalls")
    talk.say("yes, and the database is on ZFS")
    assert (talk.signs()["periodic-stalls"], talk.signs()["zfs-in-use"]) == ("present", "present")


def test_yes_and_no_at_once_is_no_answer() -> None:
    talk = Talk(STALL).at("sign.memory-short")
    said = talk.say("yes and no")
    assert kinds(said) == ["not-understood"]
    assert said[0].text == 'not understood: "yes and no"; say yes, no or don\'t know'


def test_a_number_that_is_not_there_is_refused_with_those_that_are() -> None:
    said = Talk(STALL).at("sign.memory-short").say("4")
    assert [tuple(m) for m in said] == [("error", "give a number from 1 to 3")]


@pytest.mark.parametrize(
    ("answer", "used"),
    [
        ("1, 3", {"zfs-in-use", "oracle-in-use"}), ("ja, ZFS und Oracle", {"zfs-in-use", "oracle-in-use"}), ("none", set()),
        ("nichts davon", set()), ("VirtualBox", {"virtualbox-in-use"}),
    ],
)  # fmt: skip
def test_what_is_in_use(answer: str, used: set[str]) -> None:
    talk = Talk(STALL).at("uses")
    talk.say(answer)
    assert {name for name, state in talk.signs().items() if name.endswith("-in-use") and state == "present"} == used
    choices = tomllib.loads((tree.ROOT / "kb" / "questions" / "uses.toml").read_text(encoding="utf-8"))["uses"][
        "choices"
    ]
    assert sum(name.endswith("-in-use") for name in talk.signs()) == len(choices)


def test_what_is_known_to_be_in_use_is_not_asked_for_again() -> None:
    talk = Talk("The host freezes for seconds. The database is PostgreSQL on ZFS.")
    asked = texts(talk.messages, "question")
    if "What else of this" not in asked:
        talk.say("/skip")
        asked = texts(talk.messages, "question")
    assert ") a PostgreSQL database" not in asked
    assert ") ZFS\n" not in asked


def test_solaris_is_not_asked_for_software_of_linux() -> None:
    talk = Talk("The whole host freezes for seconds. It runs Solaris 10.")
    talk.conversation.current = None
    choice = talk.conversation._fitted(talk.at("uses").conversation.current)  # type: ignore[arg-type]
    assert "software-raid-in-use" not in choice.question.choices
    assert "virtualbox-in-use" not in choice.question.choices
    assert "zfs-in-use" in choice.question.choices


@pytest.mark.parametrize(
    ("answer", "value"), [("about 20 s, not sure", 20.0), ("20", 20.0), ("ca. 20 Sekunden", 20.0), ("0.5 min", 30.0)]
)
def test_amounts_as_people_write_them(answer: str, value: float) -> None:
    talk = Talk(STALL).at("value.stall-length")
    talk.say(answer)
    assert talk.known("stall-train.longest-seconds") == value


def test_a_value_is_said_back_in_words() -> None:
    talk = Talk(STALL).at("value.dirty-ratio")
    said = talk.say("40")
    assert texts(said, "understood") == "vm settings: dirty ratio 40 %"


def test_a_sentence_at_any_question_is_heard_and_the_question_stays() -> None:
    talk = Talk(STALL).at("sign.memory-short")
    said = talk.say("vm.dirty_ratio is 40")
    assert "dirty ratio 40 %" in texts(said, "understood")
    assert "sign.memory-short" not in talk.session.standing.asked


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        ("sign.memory-short", "say yes, no or don't know"),
        ("uses", f"give numbers from 1 to {CHOICES}, or `none`; or say don't know"),
        ("value.log-device", "give a number from 1 to 3"),
        ("output.meminfo", "paste what `cat /proc/meminfo` prints, name a file, or say don't know"),
    ],
)
def test_who_is_not_understood_learns_what_could_be_said(question: str, hint: str) -> None:
    said = Talk(STALL).at(question).say("the cat sat on the mat")
    assert [tuple(m) for m in said] == [("not-understood", f'not understood: "the cat sat on the mat"; {hint}')]


def test_what_was_not_understood_is_kept() -> None:
    talk = Talk(STALL)
    talk.say("the cat sat on the mat")
    assert [e.data["text"] for e in talk.session.entries if e.kind == "noted"] == ["the cat sat on the mat"]


@pytest.mark.parametrize(
    "answer", ["no", "can't", "geht nicht", "the log rotated away", "das habe ich nicht", "I do not have it"]
)
def test_an_output_that_cannot_be_had_is_not_asked_for_again(answer: str) -> None:
    talk = Talk(STALL).at("output.kernel-log")
    said = talk.say(answer)
    assert texts(said, "understood") == "it cannot be shown; taken as don't know"
    assert "output.kernel-log" in talk.session.standing.unknown


def test_an_output_answers_its_question() -> None:
    talk = Talk(STALL).at("output.meminfo")
    said = talk.say(MEMINFO.format(prompt="[root@colo1 ~]# "))
    assert texts(said, "understood") == "meminfo of colo1: read"
    assert "output.meminfo" in talk.session.standing.asked


def test_another_output_is_kept_and_the_question_stays_open() -> None:
    talk = Talk(STALL).at("output.kernel-log")
    said = talk.say(MEMINFO.format(prompt="[root@colo1 ~]# "))
    assert texts(said, "not-understood") == "what was asked for is not in it; it is kept all the same"
    assert "output.kernel-log" not in talk.session.standing.asked
    assert talk.known("meminfo.mem-total-bytes") == 8174540 * 1024.0


def test_lines_that_nothing_reads_say_so() -> None:
    said = Talk(STALL).at("output.meminfo").say("lorem ipsum dolor\nsit amet consectetur\n")
    assert kinds(said) == ["not-understood"]
    assert "nothing in these 2 lines was understood" in said[0].text


def test_a_refused_output_says_why() -> None:
    talk = Talk(STALL).at("output.vm-settings")
    said = talk.say("[root@colo1 ~]# sysctl vm.dirty_ratio\nvm.dirty_ratio = many\nvm.dirty_background_ratio = 10\n")
    assert "many" in texts(said, "understood")


def test_an_output_may_correct_an_earlier_one() -> None:
    talk = Talk(STALL).at("output.meminfo")
    talk.say(MEMINFO.format(prompt=""))
    talk.say("change memory")
    assert talk.conversation.current is not None
    assert talk.conversation.current.question.id == "output.meminfo"
    talk.say(MEMINFO.format(prompt="").replace("3230792", "1000"))
    assert talk.known("meminfo.writeback-bytes") == 1000 * 1024.0
    assert len([c for c in talk.session.standing.contributions if c.kind == "captured"]) == 1


def test_change_by_number_and_a_list_where_the_words_fit_nothing() -> None:
    talk = Talk(STALL).at("uses")
    talk.say("1")
    listed = texts(talk.say("change the colour of the case"), "answer")
    assert '1) What of this does the host run or use?: "1"' in listed
    said = talk.say("change 1")
    assert texts(said, "answer") == 'Your answer was: "1"'
    talk.say("2")
    assert (talk.signs()["zfs-in-use"], talk.signs()["vxfs-in-use"]) == ("absent", "present")


def test_undo_names_what_it_takes_back_in_words() -> None:
    talk = Talk(STALL).at("output.kernel-log")
    talk.say("don't know")
    assert (
        texts(talk.say("undo"), "understood")
        == "taken back: your answer \"don't know\" to the kernel's log, as a whole"
    )
    assert (
        texts(talk.say("redo"), "understood")
        == "holds again: your answer \"don't know\" to the kernel's log, as a whole"
    )
    talk.say("undo")
    assert texts(talk.say("undo"), "understood") == f'taken back: what you said: "{STALL}"'
    assert texts(talk.say("undo"), "answer") == "There is nothing to take back."


def test_skip_comes_back_with_change() -> None:
    talk = Talk(STALL).at("value.dirty-ratio")
    said = talk.say("skip")
    assert texts(said, "understood") == "skipped; `change dirty ratio` comes back to it"
    talk.say("change dirty ratio")
    talk.say("40")
    assert talk.known("vm-settings.dirty-ratio-percent") == 40.0


def test_strike_by_number_and_by_words() -> None:
    talk = Talk(STALL)
    listed = texts(talk.say("evidence"), "answer")
    assert "[1] host stalls; [2] bulk write running" in listed
    assert texts(talk.say("strike 2"), "understood") == "struck: bulk write running"
    assert set(talk.signs()) == {"host-stalls"}
    talk.say("strike host stalls")
    assert talk.signs() == {}


def test_numbers_of_facts_keep_their_meaning() -> None:
    talk = Talk(STALL)
    talk.say("strike 1")
    assert "[2] bulk write running" in texts(talk.say("evidence"), "answer")


def test_a_fact_that_is_not_there_is_answered_with_those_that_are() -> None:
    said = Talk(STALL).say("strike 99")
    assert [tuple(m) for m in said] == [
        ("error", "there is no fact `99`; it is one of: [1] host stalls; [2] bulk write running")
    ]


def test_what_if_keeps_nothing() -> None:
    talk = Talk(STALL)
    before = len(talk.session.entries)
    said = talk.say("what if memory is short")
    assert "if memory short" in texts(said, "understood")
    assert len(talk.session.entries) == before


def test_why_not_takes_a_name_that_is_meant() -> None:
    assert "Why not zfs-txg-log-contention" in texts(Talk(STALL).say("why not txg contention"), "answer")


def test_why_not_shows_few_arguments() -> None:
    shown = texts(Talk(STALL).say("why not drive-failing"), "answer")
    assert len(shown.splitlines()) < 30
    assert "that are further away; `explain drive-failing` lists all" in shown


def test_free_text_works_after_a_stop() -> None:
    talk = Talk(STALL)
    for _ in range(40):
        if talk.conversation.stopped:
            break
        talk.say("don't know")
    assert talk.conversation.stopped
    said = talk.say("vm.dirty_ratio is 40")
    assert "dirty ratio 40 %" in texts(said, "understood")
    assert (
        talk.say("the cat sat on the mat")[0].text
        == 'not understood: "the cat sat on the mat"; say it in other words, or `help`'
    )


def test_what_looks_like_a_question_for_a_word_may_tell() -> None:
    talk = Talk("What is slow is the database.")
    assert talk.signs() == {"slow-database": "present"}


def test_an_empty_line_shows_the_question_again() -> None:
    talk = Talk(STALL)
    asked = talk.messages[-1]
    assert talk.say("") == [asked]


def test_outcomes_name_what_was_mended() -> None:
    talk = Talk(STALL).at("output.meminfo")
    talk.say(MEMINFO.format(prompt="[root@colo1 ~]# "))
    talk.say("[root@colo1 ~]# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n")
    assert [h.case.slug for h in talk.session.consultation.diagnoses] == ["linux-writeback-stall"]
    said = talk.say("[root@colo1 ~]# sysctl -w vm.dirty_bytes=268435456\nvm.dirty_bytes = 268435456\n")
    assert "linux-writeback-stall (on colo1) is resolved" in texts(said, "changed")
    assert "Is the trouble gone?" in texts(said, "answer")
    assert texts(talk.say("it worked"), "understood").startswith("worked for linux-writeback-stall;")


# --- several hosts

TWO = (MEMINFO.format(prompt="[root@app1 ~]# "), MEMINFO.format(prompt="[root@db1 ~]# "))


def test_a_sign_counts_for_every_host_and_says_so() -> None:
    talk = Talk(STALL, *TWO).at("sign.memory-short")
    assert texts(talk.say("no"), "understood") == "no (on every host: app1, db1)"


def test_a_sign_may_be_of_one_host() -> None:
    talk = Talk(STALL, *TWO).at("sign.memory-short")
    assert texts(talk.say("db1: no"), "understood") == "no (on db1)"
    assert [s.host for s in talk.session.consultation.told if s.name == "memory-short"] == ["db1"]


def test_a_value_of_no_host_is_asked_for_its_host() -> None:
    talk = Talk(STALL, *TWO).at("value.dirty-ratio")
    said = talk.say("40")
    assert [tuple(m) for m in said] == [
        ("error", "of which host (app1, db1)? Begin the answer with its name, such as `app1: 40`")
    ]
    assert texts(talk.say("db1: 40"), "understood").endswith("(on db1)")
    rows = [row for row in talk.session.consultation.now.merged.rows if row.template == "vm-settings"]
    assert [row.host for row in rows] == ["db1"]


def test_an_output_without_a_host_among_several_says_so() -> None:
    said = Talk(STALL, *TWO).say("# sysctl vm.dirty_ratio\nvm.dirty_ratio = 40\n")
    assert "does not name its host, and there are several (app1, db1)" in texts(said, "error")


# --- what nobody should say

HOSTILE = [
    "\x1b[31mred\x1b[0m alert", "\x1b]0;title\x07 hello", "<script>alert(1)</script>", "[bold]markup[/bold]", "$(reboot)", "`reboot`",
    "; rm -rf /", "a\x00b\x00c", "\u202eevil", "{{ 7*7 }}", "%s%n%d", "/why-not ../../etc/passwd", "explain $(reboot)",
    "search \" OR 1=1 --", "search *", "strike [[[", "strike 99999999999999999999999", "change \\1", "change (((", "open /dev/null/x",
    "open \x00", "save ../../x", "what if $(reboot)", "ü" * 5000, "²", "٣", "1" * 400, "-1", "1e999", "NaN", "yes\x00", "\u200b", "?" * 300,
]  # fmt: skip


QUESTIONS = ("sign.memory-short", "uses", "value.dirty-ratio", "output.meminfo")
"""One of each kind; each line is said to one of them in turn."""


@pytest.mark.parametrize(
    ("text", "question"), every(4, [(text, QUESTIONS[(n + k) % 4]) for n, text in enumerate(HOSTILE) for k in range(4)])
)
def test_hostile_lines_do_no_harm(text: str, question: str) -> None:
    talk = Talk(STALL).at(question)
    for message in talk.say(text):
        assert all(c in "\n\t" or c.isprintable() or c == "\u202e" for c in message.text), repr(message.text)
    list(talk.conversation.say("evidence"))
    assert talk.signs().keys() >= {"host-stalls"}


@pytest.mark.parametrize("size", [21_000, 1_000_000])
def test_a_very_long_line_is_refused_in_a_few_words(size: int) -> None:
    talk = Talk(STALL)
    begun = time.process_time()
    said = talk.say("the host hangs " * (size // 15))
    assert time.process_time() - begun < 5
    assert sum(len(m.text) for m in said) < 2000


def test_a_path_is_read_and_a_missing_one_is_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "meminfo.txt"
    path.write_text(MEMINFO.format(prompt=""), encoding="utf-8")
    talk = Talk(STALL)
    assert "meminfo: read" in texts(talk.say(str(path)), "understood")
    said = talk.say(f"open {tmp_path}/no-such-file")
    assert kinds(said) == ["error"]


def test_a_directory_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(MEMINFO.format(prompt=""), encoding="utf-8")
    assert "meminfo: read" in texts(Talk(STALL).say(f"open {tmp_path}"), "understood")


def test_nothing_that_was_entered_is_lost() -> None:
    said = [STALL, "the cat sat on the mat", "vm.dirty_ratio is 40"]
    talk = Talk(*said)
    assert [e.data["text"] for e in talk.session.entries if e.kind in ("told", "noted")] == said


def test_a_file_that_nothing_reads_says_so(tmp_path: Path) -> None:
    (tmp_path / "notes.bin").write_text("zyx 1 2 3\nzyx 4 5 6\n" * 9, encoding="utf-8")
    talk = Talk(STALL).at("output.meminfo")
    said = talk.say(f"open {tmp_path}/notes.bin")
    assert kinds(said) == ["not-understood"]
    assert "not read:" in said[0].text
    assert "output.meminfo" not in talk.session.standing.asked


def test_a_file_answers_the_question_that_asked_for_it(tmp_path: Path) -> None:
    (tmp_path / "meminfo.txt").write_text(MEMINFO.format(prompt=""), encoding="utf-8")
    talk = Talk(STALL).at("output.meminfo")
    talk.say(f"{tmp_path}/meminfo.txt")
    assert "output.meminfo" in talk.session.standing.asked


def test_prose_beside_an_output_is_heard_and_said_back() -> None:
    talk = Talk(STALL)
    said = talk.say("The database is slow since Monday.\n\n" + MEMINFO.format(prompt="[root@colo1 ~]# "))
    assert "from the text beside it: slow database" in texts(said, "understood")
    assert "slow database" in texts(talk.say("evidence"), "answer")


def test_evidence_leaves_out_values_and_says_how_many() -> None:
    talk = Talk(STALL)
    talk.say(f"open {tree.ROOT}/examples/zfs-log-spikes/db41/iostat.txt")
    short, every = texts(talk.say("evidence"), "answer"), texts(talk.say("evidence all"), "answer")
    assert "more" in short
    assert len(every) > len(short)
    assert "; and " not in every


def test_what_if_speaks_of_then_and_not_of_now() -> None:
    talk = Talk(STALL)
    talk.say(MEMINFO.format(prompt="[root@colo1 ~]# "))
    said = talk.say("what if vm.dirty_ratio is 40")
    assert texts(said, "changed").startswith("then linux-writeback-stall (on colo1) rose")


def test_a_conclusion_keeps_its_place_when_its_host_gets_a_name() -> None:
    talk = Talk("It does not start with use_large_pages=only: ORA-27102, out of memory.")
    assert [h.host for h in talk.session.consultation.diagnoses] == ["host"]
    said = talk.say("[root@neh5 ~]# cat /proc/loadavg; uname -a\nLinux neh5 2.6.18-194.el5 #1 SMP x86_64 GNU/Linux\n")
    assert [h.host for h in talk.session.consultation.diagnoses] == ["neh5"]
    assert "stands no more" not in texts(said, "changed")


def test_another_controllers_tool_is_not_asked_for() -> None:
    talk = Talk("Reading a file gives errors. The drives are behind an Areca RAID controller.")
    asked = {choice.question.id for choice in talk.conversation.interview.ranked()}
    assert "output.megaraid" not in asked
    assert "output.areca-events" in asked


def test_what_was_not_known_and_would_matter_is_named_at_the_end_and_asked_again() -> None:
    talk = Talk("Oracle on ZFS gets slower every week, the pool is 93 % full, Solaris 10")
    folder = tree.ROOT / "examples" / "zfs-oracle-fragmented"
    talk.at("output.zpool-list")
    talk.say("don't know")
    said = []
    for name in ("gang-blocks.txt", "bitesize.txt", "zfs-get.txt", "iostat.txt"):
        said += talk.say((folder / name).read_text(encoding="utf-8"))
    for _ in range(40):
        if talk.conversation.current is None:
            break
        said = talk.say("don't know")
    stop = texts(said, "stop")
    assert "might" in stop
    assert "zpool list" in stop
    assert "nothing that could still be asked would change" not in stop
    assert "question" in kinds(talk.say("more"))
    assert talk.conversation.current is not None
