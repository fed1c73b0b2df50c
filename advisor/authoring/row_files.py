"""Files of row-level examples, written a table at a time: what an author wrote elsewhere in the file stays as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from advisor.authoring.rows import RowExample
from advisor.inference.net import Net

_TABLE = re.compile(r'^\["?(?P<rule>[^"\]]+)"?\]\s*$', re.MULTILINE)
_WIDE = 120


def text_of(example: RowExample) -> str:
    """One table."""
    lines = [f'["{example.rule}"]', _list("rows", example.rows), _list("gives", example.gives)]
    lines += [_list(name, texts) for name, texts in (("also", example.also), ("near", example.near)) if texts]
    return "\n".join(lines) + "\n"


def _list(name: str, texts: list[str]) -> str:
    quoted = [json.dumps(text, ensure_ascii=False) for text in texts]
    line = f"{name} = [{', '.join(quoted)}]"
    if len(line) <= _WIDE:
        return line
    return "\n".join([f"{name} = [", *_filled(quoted), "]"])


def _filled(quoted: Iterable[str]) -> Iterable[str]:
    """As many texts in a line as go in."""
    line = ""
    for text in quoted:
        if line and len(line) + len(text) + 2 > _WIDE:
            yield line
            line = ""
        line += f"{' ' if line else '    '}{text},"
    yield line


def tables(text: str) -> tuple[str, dict[str, str]]:
    """What stands at the head of a file, and each table by its rule, with the comment above it."""
    found: dict[str, str] = {}
    starts = []
    for match in _TABLE.finditer(text):
        begin = match.start()
        while (line := text.rfind("\n", 0, begin - 1) + 1) < begin and text[line:begin].startswith("#") and line:
            begin = line
        starts.append((begin, match["rule"]))
    for (begin, rule), end in zip(starts, [*(s[0] for s in starts[1:]), len(text)], strict=False):
        found[rule] = text[begin:end].strip("\n") + "\n"
    return text[: starts[0][0] if starts else len(text)].strip("\n"), found


def write(path: Path, examples: Iterable[RowExample], gone: Iterable[str], net: Net, head: str) -> None:
    """Put examples into a file in the order of the rules, and take out those of rules that are gone."""
    before = path.read_text(encoding="utf-8") if path.is_file() else ""
    said, kept = tables(before)
    for rule in gone:
        kept.pop(rule, None)
    for example in examples:
        comment = "".join(f"{line}\n" for line in kept.get(example.rule, "").splitlines() if line.startswith("#"))
        kept[example.rule] = comment + text_of(example)
    order = {name: number for number, name in enumerate(net.rules)}
    parts = [kept[rule] for rule in sorted(kept, key=lambda name: order.get(name, len(order)))]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([(said or head) + "\n", *parts]), encoding="utf-8")
