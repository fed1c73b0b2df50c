"""What is safe to paste and what is not: each rule of the lint by texts that break it and texts that do not."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from advisor.authoring.knowledge_base import open_knowledge
from advisor.kbcheck import paste
from advisor.kbcheck.accepted import divide
from advisor.kbcheck.material import Material
from advisor.kbcheck.pasting import bourne, writes
from advisor.remedies import words
from advisor.shell.reading import marked, read
from advisor.shell.walk import runs
from advisor.templates import every_way, fill, hostile
from tests.kb.examples import knowledge

MARK = re.compile(r"<[A-Z][A-Z0-9-]*>")
DATE = "$(date +%Y%m%d-%H%M%S)"
EDIT = f"""f=/etc/a.conf d={DATE} && [ -f "$f" ] && [ ! -h "$f" ] && cp -p "$f" "$f.before-$d" && cp -p "$f" "$f.new-$d" &&
{{ awk '{{ print }}' "$f" && echo x; }} > "$f.new-$d" && [ -s "$f.new-$d" ] && mv "$f.new-$d" "$f" && echo "backup: $f.before-$d\""""
UNDO = f"""f=/etc/a.conf d={DATE} && [ ! -h "$f" ] && [ -s "$f".before-<DATE> ] &&
cp -p "$f".before-<DATE> "$f.undo-$d" && mv "$f.undo-$d" "$f\""""
NEW = """f=/etc/x.d/a.conf && [ ! -d "$f" ] && t=$(mktemp "$f.XXXXXX") && echo x > "$t" &&
[ -s "$t" ] && chmod 644 "$t" && ln "$t" "$f" && rm "$t\""""
TEST = """case <DIR> in /dev|/dev/*) false ;; esac && t=$(mktemp -d <DIR>/advisor.XXXXXX) && echo "$t" &&
dd if=/dev/zero of="$t/advisor.test" bs=1M count=9 && rm "$t/advisor.test" && rmdir "$t\""""
BAD = {
    "overwrite": [
        "dd if=/dev/zero of=<FILE>",
        "[ ! -f <FILE> ] && dd if=/dev/zero of=<FILE>",
        "[ ! -e <FILE> ] && dd if=/dev/zero of=<FILE>",
        "dd if=/dev/zero of=<FILE> conv=excl",
        "dd if=/dev/zero of=/dev/sda",
        "echo x > /etc/a.conf",
        "echo x >| /etc/a.conf",
        "{ cat /etc/a.conf.before; echo x; } > /etc/a.conf",
        "echo x >> /etc/a.conf",
        "echo x | tee /etc/a.conf",
        "cp a /etc/a.conf",
        "[ -f /etc/a.before ] || cp -p /etc/a /etc/a.before",
        "( set -C; echo x > <FILE> )",
        "vmstat 1 > /var/tmp/v.out",
        'd=$(psql -c x) && echo x > "$d"',
        "ln -f a /etc/a.conf",
        "truncate -s 0 <FILE>",
        "tar -czf <ARCHIVE> d",
        "touch <FILE>",
        "ddrescue /dev/sda <IMAGE> <MAP>",
        "openssl req -keyout /etc/key",
        "rsync -a a <DIR>/",
        't=<DIR>/advisor && mkdir -p "$t" && dd if=/dev/zero of="$t/x"',
    ],
    "device": [
        "t=$(mktemp -d <DIR>/advisor.XXXXXX)",
        't=<DIR>/advisor.$$ && mkdir "$t"',
        "case <OTHER> in /dev|/dev/*) false ;; esac && mktemp <DIR>/a.XXXXXX",
        "case <DIR> in /dev/*) true ;; esac && mktemp <DIR>/a.XXXXXX",
    ],
    "remove": [
        "rm <FILE>",
        "rm /etc/x.d/a.conf",
        "rm -r <DIR>",
        'rm -rf "$x"',
        "rm <DIR>/data",
        "find . -mtime +9 -delete",
        "find . | xargs rm",
        "find . -print0 > /run/l && xargs -0 rm < /run/l",
    ],
    "in place": ["sed -i s/a/b/ /etc/a.conf", "sed -i.bak s/a/b/ /etc/a.conf", "sed -i -e s/a/b/ <FILE>"],
    "link": [EDIT.replace('[ ! -h "$f" ] && ', "")],
    "no file": [EDIT.replace('[ -f "$f" ] && ', "")],
    "directory": [NEW.replace('[ ! -d "$f" ] && ', "")],
    "empty": [
        "sed s/a/b/ /root/a.before-<DATE> > /proc/sys/vm/x",
        "cat /root/a.before-<DATE> > /sys/x",
        "[ -s /root/b ] && cat /root/a > /sys/x",
    ],
    "half way": [f"{EDIT} && {EDIT.replace('/etc/a.conf', '/etc/b.conf')}"],
    "mode": [EDIT.replace('cp -p "$f" "$f.new-$d" &&', "")],
    "backup": [EDIT.replace('cp -p "$f" "$f.before-$d" && ', "")],
    "check": [EDIT.replace('[ -s "$f.new-$d" ] && ', "")],
    "copy": [EDIT.replace("$f.before-", "/root/x.before-")],
    "move": ["mv a /etc/a.conf", EDIT.replace("$f.new-$d", "/root/new-$d")],
    "unprinted": [EDIT.replace(' && echo "backup: $f.before-$d"', "")],
    "format": [
        "mkfs.ext4 <DEVICE>",
        '[ -z "$(wipefs -n <DEVICE>)" ] && mkfs.ext4 <DEVICE>',
        "mdadm /dev/md0 --add <MEMBER>",
        'found=$(wipefs -n <OTHER>) && [ -z "$found" ] && mkfs.ext4 <DEVICE>',
        'found=$(wipefs -n <DEVICE>); [ -z "$found" ] && mkfs.ext4 <DEVICE>',
        'found=$(wipefs -n <DEVICE>) && [ -n "$found" ] && mkfs.ext4 <DEVICE>',
        "wipefs -a <DEVICE>",
    ],
    "open guard": [
        '[ -z "$(zpool status)" ] && zpool export a',
        '[ "$(a)" != x ] && zpool export a',
        '[ ! -n "$(a)" ] && zpool export a',
        '[ "$(a)" = "$(b)" ] && zpool export a',
        '[ "$(a)" = "" ] && zpool export a',
        "! zpool status | grep -q x && zpool export a",
        "! grep -q x /etc/y && zpool export a",
        "! diff a b && umount /x",
        "grep -q x /etc/y || systemctl restart y",
        "zfs list | xargs zfs mount && zpool export a",
        "if ! grep -q x /etc/y; then zpool export a; fi",
    ],
    "goes on": [
        "cp -p /etc/a /root/a-$(date +%Y%m%d-%H%M%S)\nzpool export a",
        "umount /x; mkfs.ext3 /x",
        "sysctl -w a=1\nsysctl -w b=2",
        "x=$(a)\nzpool export b",
        "( cd /x; zpool export a )",
        "{ zpool export a; zpool import b; }",
    ],
    "swallows": [
        "apt-get install x\nls",
        "vi /x\nls",
        "su - oracle\nls",
        "zpool list && less x\nls",
        "journalctl -k\nls",
        "systemctl list-timers; df",
        "read x\nls",
        "mokutil --import x\nls",
    ],
    "shell": ["cd /x && ls", "set -e", "exit 1", "[ -f a ] || exit 1", "exec sh", "umask 077"],
    "unquoted": ["rm $t/x", "cp -p $f $f.before", "zpool export $p", "zpool export $(a)"],
    "unasked": ['sysctl -w a="$(id -g oracle)"', 'zpool export "$(cat /x)"'],
    "mark": [
        "echo x > /etc/x.d/a-<NAME>.conf",
        "echo 'e <DIR>' > /proc/x",
        "zpool export '<POOL>'",
        "sqlplus / <<'E'\ncreate spfile='<SPFILE>' from pfile;\nE",
    ],
    "look": [
        "zpool scrub a",
        "reboot",
        "unheard-of x",
        "su - a -c 'zpool export b'",
        "psql -c 'alter system set a = 1'",
        "sysctl -w a=1",
        "nohup zpool scrub a &",
    ],
    "not shell": ["zpool export 'a", "if a; then", "a=(1 2)", "cat <<E"],
}
GOOD = [
    EDIT,
    UNDO,
    NEW,
    TEST,
    TEST.replace("t=$(mktemp -d <DIR>/advisor.XXXXXX)", 't=<DIR>/advisor.$$ && mkdir "$t"'),
    "case <FILE> in /dev|/dev/*) false ;; esac && dd if=a of=<FILE> conv=excl",
    "echo 1 > /proc/sys/vm/x",
    "echo 1 > /sys/block/<DISK>/x",
    "[ -s /root/a.before-<DATE> ] && cat /root/a.before-<DATE> > /proc/sys/vm/x",
    'v=$(sed s/a/b/ /root/a.before-<DATE>) && [ -n "$v" ] && echo "$v" > /proc/sys/vm/x',
    "vmstat 1 2>/dev/null | tee -a /root/v.before",
    "rm <TEST-DIRECTORY>/advisor.test; rmdir <TEST-DIRECTORY>",
    f'mv /etc/x.d/a.conf /root/a.conf.undone-"{DATE}"',
    'found=$(wipefs -n <DEVICE>) && [ -z "$found" ] && mkfs.ext4 <DEVICE>',
    '[ "$(cat /sys/x)" = 0 ] && zpool export a',
    "zpool status | grep -q x && zpool export a",
    "systemctl restart a || service a restart",
    "{ grep -q x /etc/y; [ $? = 1 ]; } && zpool export a",
    "zpool export a &&\nzpool import b",
    "iostat 1 9 >> /var/tmp/x &\nzpool scrub a\nkill $!",
    "( cd /x && zpool export a )",
    "apt-get install x",
    "ls\nvi /x",
    "sqlplus / <<'E'\nalter system set a='<VALUE>';\nE\nls",
    "[ -n <POOL> ] && zpool export '<POOL>'",
    'x=$(id -g oracle) && sysctl -w a="$x"',
    "mdadm --examine <M> && mdadm /dev/md0 --add <M>",
    "kill $!",
    "",
    "# nothing",
    'l=$(mktemp /run/advisor.XXXXXX) && find . -print0 > "$l" && xargs -0 rm -- < "$l"',
]


def problems(text: str, risk: str = "destructive") -> set[str]:
    """The rules that a text breaks."""
    found = {rule for rule, _ in paste.of_a_text("command", text, risk)}
    if "not shell" not in found:
        found |= {rule for rule, _ in writes.unprinted(runs(read(marked(text))))}
    return found


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, some in BAD.items() for text in some])
def test_what_is_not_safe_is_found(rule: str, text: str) -> None:
    assert rule in problems(text, "look" if rule == "look" else "destructive")


@pytest.mark.parametrize("text", GOOD)
def test_what_is_safe_is_no_problem(text: str) -> None:
    assert problems(text) == set()


@pytest.mark.parametrize(("undo", "wrong"), [
    (UNDO, False), (UNDO.replace("before-<DATE>", "before"), True), (UNDO.replace("/etc/a.conf", "/etc/b.conf"), True),
    ("cat /root/a.before > /proc/x", True), ("cat /root/a.before-<DATE> > /proc/x", True), ("none: nothing to undo", False),
])  # fmt: skip
def test_an_undo_names_the_very_copy(undo: str, wrong: bool) -> None:
    back = () if undo.startswith("none") else runs(read(marked(undo)))
    found = list(writes.undone_by_another(runs(read(EDIT)), back))
    assert bool(found) is wrong


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("a `b`", False),
        ("a $(b)", True),
        ("! a", True),
        ("[ ! -h a ]", False),
        ("grep -q a b", True),
        ("[ -e a ]", True),
        ("a $((1))", True),
    ],
)
def test_a_step_for_solaris_is_one_for_the_bourne_shell(text: str, wrong: bool) -> None:
    script = read(text)
    assert bool(list(bourne.problems(script, runs(script)))) is wrong


def test_a_value_that_leaves_the_quotes_of_a_step_is_found() -> None:
    for template, wrong in (
        ("sed 's/{{ a }}/x/' f", True),
        ("grep '^'{{ a }}' ' f", False),
        ('echo "{{ a }}"', True),
        ("echo {{ a }}", False),
        ("echo 'x {{ a }}'", True),
    ):
        text = words(template, {"a": hostile("a")}, command=True)
        assert ("value" in problems(text) or "not shell" in problems(text)) is wrong, template


def test_every_way_takes_each_branch_once_and_no_contradiction() -> None:
    template = "{% if a is number and a < 3 %}1{% elif a is number %}2{% else %}3{% endif %}{% if a is number and a < 3 %}x{% endif %}"
    shown = {fill(template, way, str) for way in every_way((template,), ["a"])}
    assert shown == {"1x", "2", "3"}
    parts = "{% if ',' in a|string %}c{% elif ' ' in a|string %}b{% else %}n{% endif %}{% if b is known %}k{% endif %}"
    assert {fill(parts, way, str) for way in every_way((parts,), ["a", "b"])} == {"c", "ck", "n", "nk", "b", "bk"}


def test_every_step_of_every_case_is_safe_to_paste() -> None:
    material = Material(open_knowledge())
    standing = divide(material, paste.problems(material), whole=False)[0]
    assert [f"{p.where} {p.message}" for p in standing if p.code == paste.CODE] == []


_NOT_ASKED = {
    "SC2002": "`cat FILE |` reads from left to right, which is how a runbook is read",
    "SC2006": "the Bourne shell of Solaris 10 has backquotes only",
    "SC2009": "ps with grep shows what pgrep does not, and is on every system",
    "SC2010": "ls with grep: only names are counted",
    "SC2012": "ls -t with head: only names and dates are looked at",
    "SC2016": "a value in single quotes stands there so that nothing of it expands",
    "SC2026": "a value in quotes of its own stands beside a text in quotes",
    "SC2116": "echo joins a line from marks that stand outside of quotes, where they stop the command",
    "SC2140": "a mark stands outside of the quotes around it, where it stops the command",
    "SC2157": "[ -n MARK ] asks whether the mark is filled in",
    "SC2162": "the read of the Bourne shell of Solaris 10 has no -r",
    "SC2194": "case MARK in: the mark is filled in by then",
    "SC2196": "egrep: the grep of Solaris has no -E",
}
"""What shellcheck need not say, with the reason."""


def test_shellcheck_finds_nothing_in_any_branch(tmp_path: Path) -> None:
    assert shutil.which("shellcheck"), "shellcheck is not installed: apt-get install shellcheck"
    for case in knowledge().cases.values():
        for number, step in enumerate(case.steps, 1):
            shown = {
                f"{what}{n}": text
                for n, way in enumerate(paste.texts(case, step))
                for what, text in zip(("command", "check", "undo"), way, strict=True)
            }
            for text, name in {MARK.sub("MARK", text): name for name, text in shown.items()}.items():
                if text and not text.startswith("none"):
                    (tmp_path / f"{case.slug}-{number}-{name}").write_text(text + "\n")
    files = sorted(map(str, tmp_path.iterdir()))
    done = subprocess.run(
        ["shellcheck", "-s", "sh", "-f", "gcc", "-e", ",".join(_NOT_ASKED), *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert len(files) > 500
    assert done.stdout == ""
