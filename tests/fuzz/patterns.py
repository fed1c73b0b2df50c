"""Every regular expression of the program, and texts that make a backtracking matcher work: ``python -m tests.fuzz.patterns``.

For each repetition in a pattern, a text is made of what leads to it, then of many of what it repeats, then of something that
fits nowhere. A pattern without a fault takes time in proportion to its text; one with a fault takes its square, or worse.
Two repetitions that may share characters are told from those that may not by trying, not by theory.
"""

from __future__ import annotations

import argparse
import ast
import pkgutil
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import BytesIO
from multiprocessing import Pool
from re import _constants as c  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple
from unittest.mock import patch

from facts import text
from facts.bundle import load
from facts.collect.basic import python_of
from facts.limits import limit
from facts.patterns import _Lazy, _made, _text_of
from tests.fuzz import seeds
from tests.fuzz.watch import TooSlow, within
from tests.tree import ROOT

LENGTH = limit("line-length")
ALIKE, DIGITS = text._ALIKE, text._DIGITS
SECONDS = 0.05
"""CPU time for a text of `LENGTH` that is a fault however it grows: 6 us a character."""
TOO_LONG = 0.25
"""CPU time for a text of `LENGTH` that is a fault on the slowest machine, however it grows."""
WORTH_A_LOOK = 0.03
"""CPU time for a text of `LENGTH` below which growth is harmless; linear patterns take some milliseconds."""
GROWTH = 8.0
"""Times longer for a text four times as long: 4 if linear, 16 if quadratic."""
SAFE = {
    "advisor.kbcheck.": "commands of the knowledge base",
    "advisor/kbcheck/": "files of the knowledge base, and what CLIPS says of them",
    "advisor.inference.net._THRESHOLD_COMMENT": "files of the knowledge base",
    "advisor.templates.": "templates of the package and of the site, 256 KiB at most",
    "advisor/templates.py": "templates of the package and of the site, 256 KiB at most",
    "advisor.runbook.pages._AS_IT_IS": "pages of those templates, in which each `<` of a host is escaped",
    "advisor.authoring.": "files of the knowledge base",
    "advisor/authoring/": "files of the knowledge base",
    "advisor.runbook.tools.": "commands of the knowledge base, in which each value of a host is one word",
    "advisor/conversation/commands.py": "the help of the commands",
    "advisor.tui.redaction._LONG_TOKEN": "the first 2,000 characters of a text",
    "facts.readers.smartctl_extent._SENTENCE": "lines of 200 characters and fewer: longer ones are taken for no sentence before",
}
"""Patterns that meet nothing hostile, or nothing long, by the beginnings of their places, and what they do meet."""
_CANDIDATES = " a0.-/:,=_x\t\"'A()[]{}<>|%@+;#*\\~é\n"
CHARACTERS = _CANDIDATES.replace("\n", "")
_ENDS = ("\x01", "\n\x01", "")


class Used(NamedTuple):
    """A pattern, how it is used (``match``, ``search``, or both where that is not known), and where it stands.

    `lines` is false where it is held against single lines only.
    """

    pattern: str
    flags: int
    ways: tuple[str, ...]
    where: str
    lines: bool = True


_METHODS = {"match": "match", "fullmatch": "match", "search": "search", "findall": "search", "finditer": "search", "sub": "search",
            "subn": "search", "split": "search"}  # fmt: skip


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _flags(nodes: list[ast.expr]) -> int:
    flags = 0
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "re":
                flags |= int(getattr(re, part.attr, 0)) if part.attr.isupper() else 0
    return flags


def used_at_once() -> Iterator[Used]:
    """The patterns that are written where they are used: ``re.search("...", text)``."""
    for package in ("facts", "advisor"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and isinstance(node.func.value, ast.Name)
                    and node.func.value.id == "re"
                    and node.func.attr in _METHODS
                    and node.args
                    and (pattern := _text(node.args[0])) is not None
                ):
                    flags = _flags([*node.args[2:], *(k.value for k in node.keywords)])
                    yield Used(pattern, flags, (_METHODS[node.func.attr],), f"{path.relative_to(ROOT)}:{node.lineno}")


def named(of: tuple[str, ...] = ("",)) -> Iterator[Used]:
    """The patterns that have a name in a module, compiled or to be compiled, also those in tables.

    Args:
        of: how the names of the modules begin.
    """
    for package in ("facts", "advisor", "kb"):
        for info in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if info.name.endswith("__main__") or info.name == "facts.patterns" or not info.name.startswith(of):
                continue
            module = import_module(info.name)
            source = ROOT / f"{info.name.replace('.', '/')}.py"
            code = source.read_text(encoding="utf-8") if source.exists() else ""
            for name, value in vars(module).items():
                for one, field in _within(value, 4):
                    ways = _KNOWN.get(f"{info.name}.{name}") or _FIELDS.get(field) or _ways(name, code, one is value)
                    yield Used(_text_of(one.pattern), int(_of(one)), ways, f"{info.name}.{name}")


def of_collect() -> Iterator[Used]:
    """The expressions by which secrets are told; each is held against one line of a capture, in which there are marks."""
    from facts.collect import arguments, expressions, redaction

    passes = {
        name: value
        for name, value in vars(expressions).items()
        if name.isupper() and name[0] != "_" and isinstance(value, tuple)
    }
    lists = {f"{form.letter}-columns": form.columns() for form in arguments.FORMS}
    for name, changes in {**passes, **lists, "WORDS": arguments.WORDS}.items():
        for change in changes:
            if isinstance(change, expressions.Change):
                for basic in filter(None, (change.pattern, change.gate, change.unless)):
                    yield Used(python_of(basic), int(re.DOTALL), ("search", "sub"), f"{_COLLECT}.{name}")
    for basic in (redaction.KEY_BEGINS, redaction.KEY_ENDS, expressions.NEXT_IS_WORD, expressions.NEXT_IS_VALUE):
        yield Used(python_of(basic), int(re.DOTALL), ("search",), _COLLECT)


ENOUGH_OF_LINE = 0.2
"""Seconds for a line of `LENGTH` through all expressions, 25 us a character; what is linear takes a tenth of it."""
_COLLECT = "collect.expressions"
"""Not below ``facts``: nothing has cut runs of one character before."""


@cache
def made_in_use() -> list[Used]:
    """The patterns that are put together where they are used, as chat, search and some readers do."""
    found: dict[tuple[str, int], Used] = {}
    compile_ = re._compile  # type: ignore[attr-defined]

    def noted(pattern: Any, flags: int) -> Any:
        frame = sys._getframe(2)
        method, where = sys._getframe(1).f_code.co_name, frame.f_globals.get("__name__", "")
        # Those of `facts.patterns` have names, and are used as the text of their modules says.
        if isinstance(pattern, str) and where.startswith(("facts.", "advisor.")) and where != "facts.patterns":
            key = (pattern, int(flags))
            now = (_METHODS[method],) if method in _METHODS else _MADE.get(where, ("match", "search"))
            ways = {*(found[key].ways if key in found else ()), *now}
            found[key] = Used(pattern, int(flags), tuple(sorted(ways)), f"{where}:{frame.f_lineno}")
        return compile_(pattern, flags)

    from tests.fuzz import words as typed

    told = [*seeds.told()[:TYPED], b"sda1 on tank/db is slow (a+b) [x]\n", b"the database db-1.example.org hangs"]
    with patch.object(re, "_compile", noted):
        for text in seeds.outputs():
            load(["-"], BytesIO(text))
        for text in told:
            for entry in (typed.complaint, typed.lookup, typed.reply, typed.paths, typed.redaction):
                entry(text)
    return list(found.values())


TYPED = 40
"""Sentences that are read for it."""
_MADE: dict[str, tuple[str, ...]] = {"advisor.conversation.commands": ("match",)}
"""How a module uses what it compiles by itself."""

compiled = cache(re.compile)
LINES = "lines"
"""Stands beside the ways of a pattern that is held against several lines at once."""


@cache
def in_use() -> dict[tuple[str, int], set[str]]:
    """How each pattern is used while every sample is read, of those that any is read with.

    It says of a pattern that is handed about in what way it is used, which the text of its module does not, and which
    patterns are held against several lines at once.
    """
    found: dict[tuple[str, int], set[str]] = {}

    def noted(self: _Lazy, name: str) -> Any:
        called = getattr(compiled(_text_of(self.pattern), self._flags), name)
        if name not in _METHODS:
            return called
        ways = found.setdefault((_text_of(self.pattern), self._flags), set())

        def call(*given: Any, **named: Any) -> Any:
            ways.add(_METHODS[name])
            if "\n" in given[name.startswith("sub")]:
                ways.add(LINES)
            return called(*given, **named)

        return call

    with patch.object(_Lazy, "__getattr__", noted):
        for one in list(_made):
            for name in _METHODS:
                one.__dict__.pop(name, None)
        for text in seeds.outputs():
            load(["-"], BytesIO(text))
    return found


def _of(pattern: Any) -> int:
    return int(pattern._flags) if hasattr(pattern, "_flags") else int(pattern.flags) & ~re.UNICODE


_FIELDS: dict[str, tuple[str, ...]] = {"starts": ("match",), "commands": ("search",)}
"""Of a reader it is known how its patterns are used."""
_KNOWN: dict[str, tuple[str, ...]] = {
    "facts.places._FOLDER_NAMES": ("match",),
    "facts.readers.guest_events._EVENTS": ("match",),
}
"""Tables whose patterns are used in a loop, which `_ways` cannot see."""


def _within(value: object, depth: int, field: str = "") -> Iterator[tuple[Any, str]]:
    if isinstance(value, re.Pattern | _Lazy) and isinstance(value.pattern, str):
        yield value, field
    elif depth and isinstance(value, dict):
        for inner in [*value, *value.values()]:
            yield from _within(inner, depth - 1)
    elif depth and isinstance(value, (list, tuple, set, frozenset)):
        for inner in value:
            yield from _within(inner, depth - 1)
    elif depth and hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        for name in value.__dataclass_fields__:
            yield from _within(getattr(value, name, None), depth - 1, name)


def _ways(name: str, code: str, alone: bool) -> tuple[str, ...]:
    """How a pattern is used in its module, by the methods behind its name."""
    found = {_METHODS[m] for m in re.findall(rf"\b{re.escape(name)}\.(\w+)\(", code) if m in _METHODS}
    elsewhere = len(re.findall(rf"\b{re.escape(name)}\b(?!\.(?:{'|'.join(_METHODS)})\()", code)) > 1
    return tuple(sorted(found)) if found and alone and not elsewhere else ("match", "search")


@cache
def every() -> list[Used]:
    """Each pattern once, with every way in which it is used."""
    found: dict[tuple[str, int], Used] = {}
    for used in (*named(), *used_at_once(), *of_collect(), *made_in_use()):
        key = (used.pattern, used.flags)
        before = found.get(key)
        ways = {*used.ways, *(before.ways if before else ())}
        found[key] = used._replace(ways=tuple(sorted(ways)), where=before.where if before else used.where)
    return [_as_in_use(used) for used in found.values()]


def _as_in_use(used: Used) -> Used:
    seen = in_use().get((used.pattern, used.flags))
    if seen is None or not used.where.startswith("facts"):
        return used
    return used._replace(ways=tuple(sorted((seen & {*used.ways}) or used.ways)), lines=LINES in seen)


def _fits(items: Any, char: str) -> bool:
    """Whether a character is one of a class."""
    negated = items and items[0][0] is c.NEGATE
    hit = any(_in(item, char) for item in items[1 if negated else 0 :])
    return bool(hit != negated)


_CATEGORIES: dict[Any, Callable[[str], bool]] = {
    c.CATEGORY_DIGIT: str.isdigit,
    c.CATEGORY_SPACE: str.isspace,
    c.CATEGORY_WORD: lambda ch: ch.isalnum() or ch == "_",
}
_NOT = {
    c.CATEGORY_NOT_DIGIT: c.CATEGORY_DIGIT,
    c.CATEGORY_NOT_SPACE: c.CATEGORY_SPACE,
    c.CATEGORY_NOT_WORD: c.CATEGORY_WORD,
}


def _in(item: Any, char: str) -> bool:
    op, value = item
    if op is c.LITERAL:
        return bool(ord(char) == value)
    if op is c.RANGE:
        return bool(value[0] <= ord(char) <= value[1])
    if op is c.CATEGORY:
        takes = _CATEGORIES.get(_NOT.get(value, value))
        return takes is not None and takes(char) is (value not in _NOT)
    return False


def _chars(node: Any) -> str:
    """Some characters that a node of one character takes, of those that other nodes may take too."""
    op, value = node
    if op is c.LITERAL:
        return chr(int(value))
    if op is c.NOT_LITERAL:
        return "".join(ch for ch in _CANDIDATES if ord(ch) != value)
    if op is c.ANY:
        return _CANDIDATES.replace("\n", "")
    if op is c.IN:
        found = "".join(ch for ch in _CANDIDATES if _fits(value, ch))
        return found or next((chr(v if o is c.LITERAL else v[0]) for o, v in value if o in (c.LITERAL, c.RANGE)), "a")
    return ""


def sample(nodes: Any, char: str = "") -> str:
    """A text that the nodes take; where they may take `char`, that."""
    return "".join(_sample(node, char) for node in nodes)


def _sample(node: Any, char: str) -> str:
    op, value = node
    if op in (c.LITERAL, c.NOT_LITERAL, c.ANY, c.IN):
        chars = _chars(node)
        return char if char and char in chars else chars[:1]
    if op is c.SUBPATTERN:
        return sample(value[-1], char)
    if op is c.ATOMIC_GROUP:
        return sample(value, char)
    if op in (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT):
        return sample(value[2], char) * min(int(value[0]), 40)
    if op is c.BRANCH:
        return sample(value[1][0], char)
    return ""


def pumped(pattern: str, flags: int) -> Iterator[tuple[str, str]]:
    """What leads to each repetition of a pattern without a low bound, and what to repeat there."""
    yield from _pumped(parser.parse(pattern, flags), "")


def words(pattern: str, flags: int) -> Iterator[tuple[str, str]]:
    """Whole pieces of a pattern to repeat from the beginning: each word in it, each way to one of its repetitions, all of it.

    What begins anew with each word, and looks to the end of the line from each, takes the square of many of them; one
    repeated character does not show that.
    """
    parsed = parser.parse(pattern, flags)
    found = [sample(parsed), *dict.fromkeys(_words(parsed))]
    for word in sorted(found, key=len, reverse=True)[:MOST_WORDS]:
        if len(word) > 1:
            yield "", word
            yield "", f"{word} "
    yield from dict.fromkeys(("", before) for before, _ in _pumped(parsed, "") if len(before) > 1)


MOST_WORDS = 8


def _words(nodes: Any) -> Iterator[str]:
    run = ""
    for op, value in nodes:
        if op is c.LITERAL:
            run += chr(int(value))
            continue
        if run:
            yield run
        run = ""
        if op in (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT):
            yield from _words(value[2])
        elif op is c.SUBPATTERN:
            yield from _words(value[-1])
        elif op is c.ATOMIC_GROUP:
            yield from _words(value)
        elif op in (c.ASSERT, c.ASSERT_NOT):
            yield from _words(value[1])
        elif op is c.BRANCH:
            for branch in value[1]:
                yield from _words(branch)
    if run:
        yield run


def _pumped(nodes: Any, before: str) -> Iterator[tuple[str, str]]:
    for node in nodes:
        op, value = node
        if op in (c.MAX_REPEAT, c.MIN_REPEAT):
            _, high, inner = value
            if high >= 200:
                chars = "".join(dict.fromkeys(ch for one in _leaves(inner) for ch in _chars(one)[:6]))
                for at, char in enumerate(("", *chars[:10])):
                    if made := sample(inner, char):
                        yield before, made
                        other = chars[at % min(len(chars), 10)] if chars else ""
                        if (
                            char and len(made) == 1 and other != char
                        ):  # runs of one character are cut short where lines are read
                            yield before, made + sample(inner, other)
            yield from _pumped(inner, before)
        elif op is c.SUBPATTERN:
            yield from _pumped(value[-1], before)
        elif op is c.ATOMIC_GROUP:
            yield from _pumped(value, before)
        elif op is c.BRANCH:
            for branch in value[1]:
                yield from _pumped(branch, before)
        elif op in (c.ASSERT, c.ASSERT_NOT):
            yield from _pumped(value[1], before)
        before += _sample(node, "")


def _leaves(nodes: Any) -> Iterator[Any]:
    for op, value in nodes:
        if op in (c.LITERAL, c.NOT_LITERAL, c.ANY, c.IN):
            yield op, value
        elif op is c.SUBPATTERN:
            yield from _leaves(value[-1])
        elif op in (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT):
            yield from _leaves(value[2])
        elif op is c.BRANCH:
            for branch in value[1]:
                yield from _leaves(branch)


def slowest(used: Used, length: int = LENGTH, enough: float = SECONDS) -> tuple[float, str, str]:
    """Return the longest CPU time that `length` characters of a probe take, in seconds, the way of use, and the probe.

    Stop at the first probe that takes more than `enough`.
    """
    compiled = re.compile(used.pattern, used.flags)
    worst = (0.0, "", "")
    for probe, most in _probes(used, length):
        for way in used.ways:
            took = _took(compiled, way, probe.of(most)) * length / most
            worst = max(worst, (took, way, str(probe)))
            if took > enough:
                return worst
    return worst


def grows(used: Used, length: int = LENGTH, enough: float = WORTH_A_LOOK) -> str:
    """Describe the first probe that takes too long, or whose time grows faster than its length, or "" if there is none.

    Only a probe that takes more than `enough` seconds of CPU time is measured again, at a quarter of its length and at
    all of it, the best of several: the ratio is the same on a slow or busy machine.
    """
    compiled = re.compile(used.pattern, used.flags)
    for probe, most in _probes(used, length):
        for way in used.ways:
            if _took(compiled, way, probe.of(most)) * length / most <= enough:
                continue
            whole, quarter = (min(_took(compiled, way, probe.of(n)) for _ in range(3)) for n in (most, most // 4))
            if (taken := whole * length / most) > TOO_LONG or (taken > enough and whole > GROWTH * quarter):
                return f"{way} {probe}: {whole:.3f} s for {most:,} characters, {whole / quarter:.0f} times that of a quarter"
    return ""


def _probes(used: Used, length: int) -> Iterator[tuple[Text, int]]:
    """The texts to try, shortest repetition first, each with how many characters of it a line can hold.

    Of one character, or of blanks, no line of a capture holds more than `ALIKE`, of digits no more than `DIGITS`; such
    runs may follow each other.
    """
    texts = [*pumped(used.pattern, used.flags), *words(used.pattern, used.flags)]
    tried = {Text(before, inner, end) for before, inner in texts for end in _ENDS}
    for probe in sorted(tried, key=lambda one: (len(one.inner), one)):
        if used.lines or "\n" not in "".join(probe):
            alike = len(probe.inner) == 1 or probe.inner.isspace()
            most = min(length, DIGITS if probe.inner.isdigit() else ALIKE) if alike else length
            yield probe, most if used.where.startswith("facts") else length


class Text(NamedTuple):
    """What leads to a repetition, what is repeated, and what fits nowhere."""

    before: str
    inner: str
    end: str

    def __str__(self) -> str:
        """Show how the text is made."""
        return f"{self.before!r} + {self.inner!r} * n + {self.end!r}"

    def of(self, length: int) -> str:
        """So many characters of it."""
        return self.before + self.inner * (length // len(self.inner)) + self.end


def _took(compiled: re.Pattern[str], way: str, text: str) -> float:
    begun = time.thread_time()
    with suppress(TooSlow), within(2.0):
        getattr(compiled, way)(*(("", text) if way == "sub" else (text,)))
    return time.thread_time() - begun


def _tried(given: tuple[Used, int, float]) -> tuple[Used, str]:
    return given[0], grows(*given)


def main() -> int:
    """Try every pattern, and name those whose time grows faster than the text."""
    options = argparse.ArgumentParser(prog="python -m tests.fuzz.patterns")
    options.add_argument("--of", default="", help="only those whose place holds this")
    options.add_argument("--length", type=int, default=LENGTH)
    options.add_argument("--over", type=float, default=WORTH_A_LOOK, help="seconds below which growth is harmless")
    options.add_argument("--jobs", type=int, default=1)
    given = options.parse_args()
    patterns = [used for used in every() if given.of in used.where and not used.where.startswith(tuple(SAFE))]
    bad = 0
    with Pool(given.jobs) as pool:
        for used, how in pool.imap(_tried, [(u, given.length, given.over) for u in patterns], 8):
            if how:
                bad += 1
                print(f"{used.where}\n    {how[:200]}\n    {used.pattern[:300]!r}", flush=True)
    print(f"{len(patterns):,} patterns, {bad} grow faster than the text and take more than {given.over:g} s")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
