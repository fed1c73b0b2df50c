"""Marks that mean two things: a drive that leaves in one step and comes in with another, or a member that leaves too early.

Somebody fills in each mark once. A case must not take the same mark out of a set (`--fail`, `--replace`, `zpool replace OLD`)
and put it in as the new one (`--add`, `--with`, `zpool replace OLD NEW`). What was taken out for good is not used afterwards,
and no device goes into two pools.
A working member is failed or taken offline only after a step that replaces it while it stays in, or where it comes back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from advisor.kbcheck.material import Material
from advisor.kbcheck.problem import Found
from advisor.knowledge import Case
from advisor.remedies import Rendered, general, words
from advisor.templates import placeholder

CODE = "kb-mark"
FAILED, OUT, IN, BACK, NAMED = "failed", "out", "in", "back", "named"
"""Taken out although it may work; replaced or removed; new; taken back; only named."""

_MARK = re.compile(r"<[A-Z][A-Z0-9-]*>")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_MDADM = {
    "--fail": FAILED, "-f": FAILED, "--set-faulty": FAILED, "--remove": OUT, "-r": OUT, "--replace": OUT,
    "--with": IN, "--add": IN, "-a": IN, "--re-add": BACK,
}  # fmt: skip
_TAKES_A_WORD = ("-o", "-O", "-R", "-m", "-t")
_MAKES = re.compile(r"mkfs(?:\.\w+)?|mke2fs|mkswap|pvcreate")


class Use(NamedTuple):
    """What a command does with a mark."""

    mark: str
    role: str


def shown(case: Case) -> list[Rendered]:
    """Every step with a mark for each value, once for each branch; none where a step cannot be filled, which another lint says."""
    from jinja2 import TemplateError

    try:
        return general(case)
    except (LookupError, TypeError, ValueError, TemplateError):
        return []


def commands(text: str) -> Iterator[list[str]]:
    """The words of each simple command of a text, without comments.

    >>> list(commands("zpool offline <POOL> <DISK> && date   # the old one"))
    [['zpool', 'offline', '<POOL>', '<DISK>'], ['date']]
    """
    for line in text.split("\n"):
        for command in re.split(r"&&|\|\||[;|]", _COMMENT.sub("", line)):
            if found := command.replace("$(", " ").replace(")", " ").split():
                yield found


def uses(line: Sequence[str]) -> Iterator[Use]:
    """What one simple command does with each mark in it.

    >>> list(uses("mdadm /dev/md0 --replace <OLD> --with <NEW>".split()))
    [Use(mark='<OLD>', role='out'), Use(mark='<NEW>', role='in')]
    """
    roles = dict.fromkeys(range(len(line)), NAMED) | dict(_roles(line))
    for number, word in enumerate(line):
        for mark in _MARK.findall(word):
            yield Use(mark, roles[number])


def _roles(line: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The role of each word, by its place; what stands in for a set (array, pool, group) has none."""
    plain = [n for n, word in enumerate(line) if not word.startswith("-")]
    match line[0], line[plain[1]] if len(plain) > 1 else "":
        case "mdadm", _:
            role = NAMED
            for number, word in enumerate(line):
                role = _MDADM.get(word, NAMED if word.startswith("-") else role)
                yield number, role
        case "zpool", "offline" | "detach":
            yield from ((n, FAILED) for n in plain[3:])
        case "zpool", "online":
            yield from ((n, BACK) for n in plain[3:])
        case "zpool", "replace" if len(plain) > 4:
            yield from zip(plain[3:], (OUT, IN), strict=False)
        case "zpool", "attach":
            yield plain[-1], IN
        case "pvmove", _:
            yield from zip(plain[1:], (OUT, IN), strict=False)
        case ("vgextend" | "vgreduce") as name, _:
            yield from ((n, IN if name == "vgextend" else OUT) for n in plain[2:])
        case "ddrescue", _ if "-f" in line:
            yield plain[2], IN
        case "dd", _:
            yield from ((n, IN) for n, word in enumerate(line) if word.startswith("of="))
        case name, _ if _MAKES.fullmatch(name):
            yield plain[-1], IN


def joined(line: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The pool of a ``zpool create`` or ``zpool add``, and the marks of what goes into it; "" of another command.

    >>> joined("zpool create -o ashift=12 <NEW-POOL> mirror <A> <B>".split())
    ('<NEW-POOL>', ('<A>', '<B>'))
    """
    if line[0] != "zpool" or not {"create", "add"} & set(line[1:2]):
        return "", ()
    rest = [
        word for word, before in zip(line[2:], line[1:], strict=False) if word[0] != "-" and before not in _TAKES_A_WORD
    ]
    return (rest[0], tuple(word for word in rest[1:] if _MARK.fullmatch(word))) if rest else ("", ())


def problems(material: Material) -> Iterator[Found]:
    """Every case whose steps exchange something."""
    for slug, case in material.cases.items():
        for number, about, message in of_a_case(case):
            yield material.found(
                CODE, f"{about}", message, material.step_place(slug, number),
                "give each thing a mark of its own, and put the new one in before the old one goes",
            )  # fmt: skip


def of_a_case(case: Case) -> Iterator[tuple[int, str, str]]:
    """Step, mark and message of each problem of a case."""
    steps = shown(case)
    found = [(step.step, use) for step in steps for line in commands(step.command) for use in uses(line)]
    marks = {role: {use.mark for _, use in found if use.role == role} for role in (FAILED, OUT, IN, BACK)}
    for number, mark in _first(found, OUT, FAILED):
        if mark in marks[IN]:
            yield number, mark, f"{mark} is taken out in one step and put in as the new one in another"
    sets: dict[str, tuple[int, str]] = {}
    for step in steps:
        for line in commands(step.command):
            pool, parts = joined(line)
            for mark in parts:
                first = sets.setdefault(mark, (step.step, pool))
                if first[1] != pool:
                    yield step.step, mark, f"{mark} goes into {first[1]} in step {first[0]} and into {pool} here"
    exchanges = {n for n, use in found if use.role == OUT} & {n for n, use in found if use.role == IN}
    for number, mark in _first(found, FAILED):
        if mark not in marks[BACK] and not any(exchange <= number for exchange in exchanges):
            yield number, mark, f"{mark} is taken out of a set before a step replaces it while it stays in"
    for number, mark in _first(found, OUT):
        if mark not in marks[BACK] and (later := _used_later(case, steps, number, mark)):
            yield number, mark, f"{mark} is gone after step {number}, and {later} uses it"


def _first(found: Sequence[tuple[int, Use]], *roles: str) -> Iterator[tuple[int, str]]:
    """Each mark that has one of the roles, with the first step in which it has."""
    seen = set()
    for number, use in found:
        if use.role in roles and use.mark not in seen:
            seen.add(use.mark)
            yield number, use.mark


def _used_later(case: Case, steps: Sequence[Rendered], number: int, mark: str) -> str:
    """The step or look that reads or uses what an earlier step took out, "" where none does."""
    for step in steps:
        if step.step > number and Use(mark, NAMED) in {
            use for line in commands(f"{step.command}\n{step.verify_command}") for use in uses(line)
        }:
            return f"step {step.step}"
    names = {name: placeholder(name) for name in case.values}
    for watch in case.procedure.watch:
        if mark in words(watch.command, names, command=True):
            return f"what to look at after {watch.after}"
    return ""
