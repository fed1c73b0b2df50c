"""What a pipe goes through: grep, head, tail, wc, sort, uniq, cut, tr, sed, nl and tee, as far as a learner needs them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator

from advisor.training.files import NoSuchFile
from advisor.training.tools.tool import Call, Failed, Tool, table

_MOST_PATTERN = 200
_MOST_LINE = 4000


def texts(call: Call, paths: list[str]) -> Iterator[tuple[str, str]]:
    """The named files, or what is piped in: path (empty for the pipe) and text."""
    if not paths or paths == ["-"]:
        if call.stdin is None:
            raise Failed(f"{call.name}: waits for input; name a file, or pipe something into it")
        yield "", call.stdin
        return
    for path in paths:
        try:
            text = call.host.files.read(path)
            call.shown += filter(None, [call.host.files.setting(path)])
            yield path, text
        except NoSuchFile as error:
            raise Failed(f"{call.name}: {path}: {error}") from None


def pattern_of(text: str, extended: bool, fixed: bool = False, flags: int = 0) -> re.Pattern[str]:
    """A pattern of grep or sed as Python writes it.

    Raises:
        Failed: it is too long, or no pattern.
    """
    if len(text) > _MOST_PATTERN:
        raise Failed(f"the pattern is longer than {_MOST_PATTERN} characters", 2)
    if fixed:
        text = re.escape(text)
    elif not extended:
        swapped = {r"\|": "|", r"\(": "(", r"\)": ")", r"\+": "+", r"\?": "?", r"\{": "{", r"\}": "}"}
        literal = "|()+?{}"
        parts = re.findall(r"\\.|.", text, re.DOTALL)
        text = "".join(swapped.get(p, "\\" + p if p in literal else p) for p in parts)
    for name, members in (("[:space:]", r"\s"), ("[:digit:]", r"\d"), ("[:alpha:]", "a-zA-Z")):
        text = text.replace(name, members)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # `[[` is no mistake
            return re.compile(text, flags)
    except re.error as error:
        raise Failed(f"not a pattern: {error}", 2) from None


def _grep(call: Call) -> str:
    options, rest = call.options("iEFvcnwlhqsorRHe:A:B:C:m:")
    if "-e" not in options and not rest:
        raise Failed("usage: grep [-ivcnwE] PATTERN [FILE...]", 2)
    pattern = options["-e"] if "-e" in options else rest.pop(0)
    extended = "-E" in options or call.name == "egrep"
    if "-w" in options:
        pattern, extended = (rf"\b({pattern})\b", True) if extended else (rf"\b{pattern}\b", False)
    wanted = pattern_of(pattern, extended, "-F" in options or call.name == "fgrep", re.I if "-i" in options else 0)
    around = [int(options.get(o, options.get("-C", "0")) or 0) for o in ("-B", "-A")]
    out: list[str] = []
    hits = 0
    if {"-r", "-R"} & options.keys():
        rest = [path for name in rest for path in _below(call, name)]
    if "-s" in options:
        rest = [path for path in rest if call.host.files.has(path)] or ["/dev/null"]
    found = list(texts(call, rest)) if rest != ["/dev/null"] else []
    named = len(found) > 1 or bool({"-H", "-r", "-R"} & options.keys())
    for path, text in found:
        lines = text.splitlines()
        hit = [n for n, line in enumerate(lines) if bool(wanted.search(line[:_MOST_LINE])) is ("-v" not in options)]
        hit = hit[: int(options["-m"])] if options.get("-m", "").isdecimal() else hit
        hits += len(hit)
        prefix = f"{path}:" if named and path and "-h" not in options else ""
        if "-c" in options or "-l" in options:
            out += [f"{prefix}{len(hit)}"] if "-c" in options else [path] * bool(hit)
            continue
        shown = sorted({m for n in hit for m in range(n - around[0], n + around[1] + 1) if 0 <= m < len(lines)})
        out += [f"{prefix}{f'{n + 1}:' if '-n' in options else ''}{lines[n]}" for n in shown]
    if not hits and not out:
        raise Failed("", 1)
    return "" if "-q" in options else _text(out)


def _below(call: Call, name: str) -> Iterator[str]:
    """A file, or all files of a directory."""
    files = call.host.files
    if not files.has_folder(name):
        yield name
        return
    for inner in files.inside(name):
        yield from _below(call, f"{name.rstrip('/')}/{inner}")


def _head(call: Call) -> str:
    count, rest = _count(call)
    return "".join(_text(text.splitlines()[:count]) for _, text in texts(call, rest))


def _tail(call: Call) -> str:
    count, rest = _count(call)
    return "".join(_text(text.splitlines()[-count:] if count else []) for _, text in texts(call, rest))


def _count(call: Call) -> tuple[int, list[str]]:
    args = [f"-n{a[1:]}" if re.fullmatch(r"-\d+", a) else a for a in call.args]
    options, rest = Call(call.host, call.name, args).options("n:fF")
    try:
        return abs(int(options.get("-n", "10"))), rest
    except ValueError:
        raise Failed(f"{call.name}: not a number: {options['-n']}", 2) from None


def _wc(call: Call) -> str:
    options, rest = call.options("lwc")
    out = []
    for path, text in texts(call, rest):
        counts = {"-l": text.count("\n"), "-w": len(text.split()), "-c": len(text)}
        shown = [counts[o] for o in ("-l", "-w", "-c") if o in options or not options]
        out.append(" ".join(f"{n:7d}" for n in shown) + (f" {path}" if path else ""))
    return _text(out)


def _sort(call: Call) -> str:
    options, rest = call.options("nrhuk:t:")
    lines = [line for _, text in texts(call, rest) for line in text.splitlines()]
    column = re.match(r"\d+", options.get("-k", ""))

    def key(line: str) -> tuple[float, str]:
        part = line
        if column:
            fields = line.split(options.get("-t") or None)
            part = fields[int(column[0]) - 1] if 0 < int(column[0]) <= len(fields) else ""
        number = re.match(r"\s*-?[\d.]+", part)
        try:
            value = (
                float(number[0]) if number and ({"-n", "-h"} & options.keys() or "n" in options.get("-k", "")) else 0.0
            )
        except ValueError:
            value = 0.0
        return value, part

    lines.sort(key=key, reverse="-r" in options or "r" in options.get("-k", ""))
    return _text(list(dict.fromkeys(lines)) if "-u" in options else lines)


def _uniq(call: Call) -> str:
    options, rest = call.options("c")
    runs: list[tuple[str, int]] = []
    for _, text in texts(call, rest):
        for line in text.splitlines():
            if runs and runs[-1][0] == line:
                runs[-1] = (line, runs[-1][1] + 1)
            else:
                runs.append((line, 1))
    return _text([f"{n:7d} {line}" if "-c" in options else line for line, n in runs])


def _cut(call: Call) -> str:
    options, rest = call.options("d:f:c:")
    spans = [_span(s) for s in options.get("-f", options.get("-c", "")).split(",") if s]
    if not spans:
        raise Failed("usage: cut -d CHAR -f LIST | -c LIST", 2)
    mark = options.get("-d", "\t")
    out = []
    for _, text in texts(call, rest):
        for line in text.splitlines():
            items = line.split(mark) if "-f" in options else list(line)
            kept = [x for n, x in enumerate(items, 1) if any(a <= n <= b for a, b in spans)]
            out.append((mark if "-f" in options else "").join(kept))
    return _text(out)


def _span(text: str) -> tuple[int, int]:
    first, dash, last = text.partition("-")
    try:
        return int(first or 1), int(last or 10**6) if dash else int(first)
    except ValueError:
        raise Failed(f"cut: not a list: {text}", 2) from None


def _tr(call: Call) -> str:
    options, rest = call.options("ds")
    (_, text), *_ = texts(call, [])
    if "-s" in options and rest:
        return re.sub(f"([{re.escape(rest[0])}])\\1+", r"\1", text)
    if "-d" in options and rest:
        return text.translate(dict.fromkeys(map(ord, rest[0])))
    if len(rest) != 2 or not rest[1]:
        raise Failed("usage: tr SET1 SET2 | tr -s SET | tr -d SET", 2)
    return text.translate({ord(a): rest[1][min(n, len(rest[1]) - 1)] for n, a in enumerate(rest[0])})


_SUBSTITUTE = re.compile(r"s(?P<mark>[/|,#])(?P<old>.*?)(?P=mark)(?P<new>.*?)(?P=mark)(?P<flags>[gi]*)")
_DELETE = re.compile(r"/(?P<old>.*)/d")
_PRINT = re.compile(r"(?P<first>\d+)(,(?P<last>\d+|\$))?p")


def _sed(call: Call) -> str:
    """`s/OLD/NEW/`, `/OLD/d` and `-n A,Bp`; `-i` changes the file."""
    options, rest = call.options("nie:E")
    script = options["-e"] if "-e" in options else (rest.pop(0) if rest else "")
    out = ""
    for path, text in texts(call, rest):
        changed = _text(_edited(script, text.splitlines(), "-E" in options))
        if "-i" not in options:
            out += changed
        elif path:
            call.host.files.write(path, changed)
            call.does("change")
    return out


def _edited(script: str, lines: list[str], extended: bool) -> list[str]:
    if found := _SUBSTITUTE.fullmatch(script):
        flags = re.I if "i" in found["flags"] else 0
        old = pattern_of(found["old"], extended, flags=flags)
        new = found["new"].replace("\\" + found["mark"], found["mark"])
        return [old.sub(lambda _: new, line, count=0 if "g" in found["flags"] else 1) for line in lines]
    if found := _DELETE.fullmatch(script):
        old = pattern_of(found["old"], extended)
        return [line for line in lines if not old.search(line)]
    if found := _PRINT.fullmatch(script):
        last = found["last"] or found["first"]
        return lines[int(found["first"]) - 1 : len(lines) if last == "$" else int(last)]
    raise Failed("sed: known here: s/OLD/NEW/, /OLD/d, and -n A,Bp", 2)


def _nl(call: Call) -> str:
    _, rest = call.options("ba")
    lines = [line for _, text in texts(call, rest) for line in text.splitlines()]
    return _text([f"{n:6d}\t{line}" for n, line in enumerate(lines, 1)])


def _tee(call: Call) -> str:
    options, rest = call.options("a")
    for path in rest:
        try:
            call.host.files.write(path, call.stdin or "", more="-a" in options)
        except NoSuchFile as error:
            raise Failed(f"tee: {path}: {error}") from None
        call.does("change")
    return call.stdin or ""


def _text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


_GREP = "print the lines that match a pattern: grep [-ivcnwE] [-A N] [-B N] PATTERN [FILE...]"
_AWK = re.compile(r"\s*(?:(!?)/((?:[^/\\]|\\.)+)/)?\s*(?:\{\s*print\s*\})?\s*")


def _awk(call: Call) -> str:
    """Whole lines by a pattern; what awk can do else is not known here."""
    program = _AWK.fullmatch(call.args[0]) if call.args and call.args[0].strip() else None
    if program is None:
        raise Failed("awk: known here: awk '{ print }' FILE, awk '/PATTERN/' FILE and awk '!/PATTERN/' FILE", 2)
    lines = [line for _, text in texts(call, list(call.args[1:])) for line in text.splitlines()]
    if program[2]:
        pattern = pattern_of(program[2].replace("\\/", "/"), extended=True)
        lines = [line for line in lines if bool(pattern.search(line)) is not bool(program[1])]
    return "".join(f"{line}\n" for line in lines)


TOOLS = table(
    Tool("grep", _grep, _GREP), Tool("egrep", _grep, _GREP.replace("grep", "egrep")), Tool("fgrep", _grep, _GREP.replace("grep", "fgrep")),
    Tool("head", _head, "print the first lines: head [-N] [FILE...]"),
    Tool("tail", _tail, "print the last lines: tail [-N] [FILE...]"),
    Tool("wc", _wc, "count lines, words, characters: wc [-lwc] [FILE...]"),
    Tool("sort", _sort, "sort lines: sort [-nru] [-k COLUMN] [FILE...]"),
    Tool("uniq", _uniq, "leave out repeated lines: uniq [-c]"),
    Tool("cut", _cut, "print parts of lines: cut -d CHAR -f LIST, or -c LIST"),
    Tool("tr", _tr, "replace or remove characters of what is piped in: tr SET1 SET2, tr -s SET, tr -d SET"),
    Tool("awk", _awk, "whole lines of a file by a pattern: awk '{ print }' FILE, awk '!/PATTERN/' FILE"),
    Tool("sed", _sed, "edit lines: sed [-i] 's/OLD/NEW/' FILE, sed [-i] '/OLD/d' FILE, sed -n A,Bp FILE"),
    Tool("nl", _nl, "number lines: nl [FILE...]"),
    Tool("tee", _tee, "write what is piped in to files and print it: tee [-a] FILE..."),
)  # fmt: skip
"""All of them, for every system."""
