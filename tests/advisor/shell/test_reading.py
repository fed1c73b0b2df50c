"""Shell texts as a tree, and what is refused."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.shell.reading import NotShell, marked, read, unmarked
from advisor.shell.tree import Case, For, Function, Group, If, Loop, Parameter, Simple, Substitution
from advisor.shell.walk import runs

GOOD = [
    "a b 'c d' \"e $f\" g\\ h", "a | b && c || d; e & f", "a &&\nb |\nc", "{ a; b; } > f 2>&1", "( a; b ) < f", "! a | b",
    "if a; then b; elif c; then d; else e; fi", "while read -r x; do a; done < f", "until a; do b; done",
    "for x in a 'b c' \"$d\"; do e; done", "case $x in a | b) c ;; (d) ;; *) e; f;; esac", "f() { a; }", "x=1 y=$(a) b",
    "cat <<'END'\n$x `y`\nEND\na", "cat <<END | b\n$x\nEND", "cat <<-END\n\ta\n\tEND", "a <<A <<B\n1\nA\n2\nB\nc", "echo `a \\`b\\``",
    "${x:?missing} ${y} ${#z} ${z%.*} $1 $? $$ $!", "$((1 + 2))", "a # b 'c", "a \\\n  b", 'echo "$(a "$(b "c")")"', "a 2>/dev/null >&2",
    "# only this", "", "[ ! -h a ] && b", "echo 'a\nb'", "a;", "a &",
]  # fmt: skip
BAD = [
    "a &&", "a |", "| a", "(a", "{ a", "a )", "if a; then fi", "if a; then b", "a 'b", 'a "b', "a `b", "a $(b", "a >", "a > ; b",
    "for x; do a; done", "while a; done", "case a in b c ;; esac", "cat <<END\na", "a ;; b", "a=(1 2)", "${x/y/z}", "a && ; b", "fi", "a\\",
    "function f { a; }", "a b(c)", "select x in a; do b; done",
]  # fmt: skip
"""The last ones some shells know; what the reader does not know it refuses."""


@pytest.mark.parametrize("text", GOOD)
def test_what_a_shell_takes_is_read(text: str) -> None:
    read(text)
    assert subprocess.run([shutil.which("dash") or "sh", "-n"], input=text, text=True, check=False).returncode == 0


@pytest.mark.parametrize("text", BAD)
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(NotShell):
        read(text)


def test_a_tree_has_what_the_text_says() -> None:
    (item,) = read('d=$(date +%s) && { cp -p a "b$d"; } >> log 2>/dev/null')[1:]
    (group,) = item.pipeline.commands
    assert item.joined == "&&"
    assert isinstance(group, Group)
    assert [(r.descriptor, r.operator, r.target.literal) for r in group.redirects] == [
        (None, ">>", "log"),
        (2, ">", "/dev/null"),
    ]
    copy = group.body[0].pipeline.commands[0]
    assert isinstance(copy, Simple)
    assert copy.words[3].parts[1] == Parameter("d", quoted=True)
    assert [w.shape for w in copy.words] == ["cp", "-p", "a", "b${d}"]


@pytest.mark.parametrize(("text", "kind"), [
    ("if a; then b; fi", If), ("for x in a; do b; done", For), ("while a; do b; done", Loop), ("case a in a) b ;; esac", Case),
    ("f() { a; }", Function), ("( a )", Group),
])  # fmt: skip
def test_compound_commands(text: str, kind: type) -> None:
    assert isinstance(read(text)[0].pipeline.commands[0], kind)


def test_here_documents_follow_in_order() -> None:
    first, second = read("a <<X; b <<'Y'\n1 $v\nX\n2 $v\nY\n")
    one, two = (i.pipeline.commands[0].redirects[0].document for i in (first, second))
    assert one is not None
    assert two is not None
    assert (one.shape, two.shape) == ("1 ${v}\n", "2 $v\n")


def test_marks_are_words() -> None:
    text = marked("rm <FILE>/x < in")
    command = read(text)[0].pipeline.commands[0]
    assert isinstance(command, Simple)
    assert [unmarked(w.shape) for w in command.words] == ["rm", "<FILE>/x"]
    assert command.redirects[0].operator == "<"


def test_what_guards_a_command() -> None:
    found = {
        run.simple.name: run
        for run in runs(read("a && b || c; d && { e; f; } && g; if h; then i; fi; ( j ) | k; x=$(l)"))
        if run.simple.name
    }

    def guards(name: str) -> list[tuple[str, bool]]:
        return [(c.name, g.held) for g in found[name].guards for c in (g.last,) if isinstance(c, Simple)]

    assert guards("b") == [("a", True)]
    assert guards("c") == [("b", False)]
    assert guards("d") == []
    assert guards("f") == [("d", True)]
    assert guards("g") == [("d", True), ("f", True)]
    assert guards("i") == [("h", True)]
    assert found["j"].sealed
    assert found["j"].inside
    assert found["k"].fed
    assert found["l"].inside


def test_substitutions_hold_their_commands() -> None:
    command = read("x=$(a | b)")[0].pipeline.commands[0]
    assert isinstance(command, Simple)
    part = command.assignments[0][1].parts[0]
    assert isinstance(part, Substitution)
    assert len(part.script[0].pipeline.commands) == 2


@given(st.text(st.sampled_from("ab'\"\\|&;<>#$`* \t\n(){}=!"), max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read(text)
    except NotShell:
        return


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(NotShell):
        read("$(" * 500 + ")" * 500)
    with pytest.raises(NotShell):
        read("( " * 5000)
