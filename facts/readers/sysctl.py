"""``sysctl -a``: kernel settings in force; also ``sysctl NAME``, files under ``/proc/sys``, and ``/etc/sysctl.conf``.

The tool prints ``name = value``; ``grep . /proc/sys/vm/dirty*`` prints ``path:value``, ``head`` and ``tail`` print the
path in a line ``==> path <==``, and ``cat`` or ``sysctl -n`` print the bare value, which only the command tells. Lines
of sysctl.conf (kind ``sysctl-conf``) are what is configured for the next boot: they count only where nothing says what
is in force. Where transparent huge pages stand is ``/sys/kernel/mm/transparent_hugepage/enabled``.

Sample::

    >>> from facts.readers import show
    >>> show('''$ sysctl vm.dirty_ratio vm.dirty_expire_centisecs
    ... vm.dirty_ratio = 40
    ... vm.dirty_expire_centisecs = 3000
    ... ''')
    sysctl lines 2-3 read
      vm-settings: dirty-expire-seconds=30 dirty-ratio-percent=40 (2-3)
      system: os=linux (2-3)

    >>> show('40', command='cat /proc/sys/vm/dirty_ratio')
    sysctl lines 1-1 read
      vm-settings: dirty-ratio-percent=40 (1-1)
      system: os=linux (1-1)

    >>> show('''# large pages for the database
    ... vm.nr_hugepages=21400
    ... ''')
    sysctl-conf lines 1-2 read
      vm-settings: huge-pages-requested=21400 (2-2)
      system: os=linux (2-2)

    >>> show('[always] madvise never', command='cat /sys/kernel/mm/transparent_hugepage/enabled')
    sysctl lines 1-1 read
      vm-settings: transparent-huge-pages=always (1-1)
      system: os=linux (1-1)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from facts.kit import Values, run, run_while
from facts.patterns import lazy
from facts.postgres import amount
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.units import count, limit, size, version_code

_TOP = r"(?:abi|crypto|debug|dev|fs|fscache|kernel|net|sunrpc|user|vm)"
_NAME = rf"{_TOP}[./][\w./:*@-]+"
_SET = lazy(rf"\s*+(?:(?P<host>[A-Za-z][\w.-]*):\s)?\s*+(?P<name>{_NAME}) = ?(?P<value>(?:.*\S)?)\s*$")
_COLON = lazy(rf"\s*(?P<host>)(?P<name>{_NAME}):\s++(?P<value>(?:.*\S)?)\s*$")
_CONF = lazy(rf"\s*+(?:(?P<path>/\S*sysctl\S{{0,300}}):\s*+)?-?(?P<name>{_NAME})\s*=\s*+(?P<value>(?:.*\S)?)\s*$")
_BRACES = lazy(r"([^{}]*)\{([^{}]*)\}([^{}]*)")
_CONF_COMMENT = lazy(r"\s*+(?:/\S*sysctl\S{0,300}:\s*+)?[#;]")
_PROC = lazy(
    r"\s*(?:/proc/sys/(?P<name>\S+?)|(?P<thp>/sys/kernel/mm/(?:redhat_)?transparent_hugepage/\w+))(?:\s*+[:=]\s*+|\s++)(?P<value>\S(?:.*\S)?)\s*$"
)
_PROC_PATH = lazy(
    r"\s*(?:==> )?/(?:proc/sys/(?P<name>[\w./-]+)|sys/kernel/mm/(?:redhat_)?transparent_hugepage/"
    r"(?P<thp>\w+))(?: <==)?\s*$"
)
_MESSAGE = lazy(r"\s*(?:sysctl: |error: |warning: )(?:.*\b(?:key|directory|denied|reading|setting|unknown)\b)")
_THP = lazy(
    r"\s*(?:always|\[always\])(?: (?:defer|\[defer\]))?(?: (?:defer\+madvise|\[defer\+madvise\]))?"
    r"(?: (?:madvise|\[madvise\]))? (?:never|\[never\])\s*$"
)
_LONG = 30
_MARK = lazy(r"(?<!\s)\s++(?:\*|<-|#|<=).*$")

Setter = Callable[[str], "float | int | None"]


def _hundredths(text: str) -> float | None:
    value = count(text)
    return None if value is None else value / 100


_SETTINGS: dict[str, tuple[str, Setter]] = {
    "vm.dirty_ratio": ("dirty-ratio-percent", count),
    "vm.dirty_background_ratio": ("dirty-background-ratio-percent", count),
    "vm.dirty_bytes": ("dirty-limit-bytes", count),
    "vm.dirty_background_bytes": ("dirty-background-limit-bytes", count),
    "vm.dirty_expire_centisecs": ("dirty-expire-seconds", _hundredths),
    "vm.swappiness": ("swappiness", count),
    "vm.zone_reclaim_mode": ("zone-reclaim-mode", count),
    "vm.nr_hugepages": ("huge-pages-requested", count),
    "vm.hugetlb_shm_group": ("huge-pages-group", count),
    "kernel.shmmax": ("shmmax-bytes", limit),
    "kernel.shmall": ("shmall-pages", limit),
}
_HUGE_PAGES = {
    "enabled": ("transparent-huge-pages", lazy(r"\[(always|madvise|never)\]")),
    "defrag": ("transparent-huge-pages-defrag", lazy(r"\[(always|defer\+madvise|defer|madvise|never)\]")),
}


class _Found:
    """What the lines of one output set, in order; what is set later holds."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.values: dict[str, tuple[float | int | str, int]] = {}
        self.system: dict[str, tuple[str | int, int]] = {}
        self.result = Reading()

    def set(self, name: str, text: str, index: int) -> None:
        """Take the value of a setting; one that nobody asks for is of no use."""
        name = name.replace("/", ".").strip(".")
        text = text.strip().strip("\"'")
        if name == "kernel.osrelease" and text:
            self.system["kernel"] = (text, index)
            if (code := version_code(text)) is not None:
                self.system["kernel-code"] = (code, index)
        elif name == "kernel.ostype" and text == "Linux":
            self.system["os"] = ("linux", index)
        elif name == "kernel.hostname" and re.fullmatch(r"[\w.-]+", text):
            self.result.host = text
            self.result.used.append(self.output.span(index))
        elif name not in _SETTINGS:
            self.result.pass_over("another setting", self.output.span(index))
        else:
            slot, setter = _SETTINGS[name]
            value = setter(text)
            if value is None:
                value = setter(_MARK.sub("", f" {text}").strip())
            if value is None:
                self._refuse(index, f"{name}: `{text[:40]}` is no number")
            else:
                self._keep(slot, value, index)

    def huge_pages(self, file: str, text: str, index: int) -> None:
        """Take the marked word of one of the files of transparent huge pages."""
        if file not in _HUGE_PAGES:
            self.result.pass_over("another setting", self.output.span(index))
        elif match := _HUGE_PAGES[file][1].search(text):
            self._keep(_HUGE_PAGES[file][0], match[1], index)
        else:
            self._refuse(index, "no state of transparent huge pages is marked")

    def _keep(self, slot: str, value: float | int | str, index: int) -> None:
        self.result.used.append(self.output.span(index))
        self.values[slot] = (value, index)

    def _refuse(self, index: int, reason: str) -> None:
        self.result.refusals.append(Refusal(self.output.span(index), reason))

    def reading(self, inferred: bool = False) -> Reading:
        """What was found, as rows."""
        rows = self.result.rows
        for template, cells in (("vm-settings", self.values), ("system", self.system)):
            if cells:
                indexes = [index for _, index in cells.values()]
                rows.append(
                    Row(template, {s: v for s, (v, _) in cells.items()}, self.output.span(min(indexes), max(indexes)),
                        {s: self.output.span(i) for s, (_, i) in cells.items()}, inferred=inferred)
                )  # fmt: skip
        if self.values:
            rows.append(Row("system", {"os": "linux"}, rows[0].lines, inferred=True))
        return self.result


def _host_of(line: str) -> str:
    match = _SET.match(line)
    return (match["host"] or "") if match else ""


def _line_of_tool(line: str, command: str) -> re.Match[str] | None:
    return _SET.match(line) or (_COLON.match(line) if "sysctl" in command else None)


def _tool_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _PROC.match(lines[start]) or _PROC_PATH.match(lines[start]):
        return _proc_extent(lines, start)
    if _line_of_tool(lines[start], command) is None or not _is_value(lines[start], command):
        return None
    host = _host_of(lines[start])
    end = index = start
    while index < len(lines) and index - end < 3:
        line = lines[index]
        if (_line_of_tool(line, command) and _host_of(line) == host) or _MESSAGE.match(line):
            end = index + 1
        elif line.strip() and (end - start < _LONG or prompt_of(line) is not None):
            break  # in a whole listing a value may hold a line break
        index += 1
    return start, end


def _is_value(line: str, command: str) -> bool:
    """Whether the line could be the tool's: a sentence on a setting has words where the value stands."""
    match = _line_of_tool(line, command)
    if match is None:
        return False
    name = match["name"].replace("/", ".")
    if name not in _SETTINGS:
        return len(match["value"].split()) < 12 or "sysctl" in command
    return re.match(r"-?\d*\s*(?:$|[*#<(=])|\S+$", match["value"]) is not None


def _proc_extent(lines: Sequence[str], start: int) -> tuple[int, int] | None:
    end = index = start
    pending = False
    while index < len(lines):
        line = lines[index]
        if _PROC.match(line):
            end, pending = index + 1, False
        elif _PROC_PATH.match(line):
            pending = True
        elif pending and line.strip() and prompt_of(line) is None:
            end, pending = index + 1, False
        elif line.strip():
            break
        index += 1
    return (start, end) if end > start else None


def _read_tool(output: Output) -> Reading:
    found = _Found(output)
    named: re.Match[str] | None = None
    for index, line in enumerate(output.lines):
        if match := _PROC.match(line):
            _take_path(found, match["name"], (match["thp"] or "").rpartition("/")[2], match["value"], index)
        elif match := _PROC_PATH.match(line):
            named = match
        elif named is not None and line.strip():
            _take_path(found, named["name"], named["thp"] or "", line, index)
            named = None
        elif match := _line_of_tool(line, output.command):
            found.set(match["name"], match["value"], index)
            if match["host"]:
                found.result.host = match["host"]
    return found.reading()


def _take_path(found: _Found, name: str | None, huge: str, value: str, index: int) -> None:
    if name is not None:
        found.set(name, value, index)
    else:
        found.huge_pages(huge, value, index)


# Bare values: the command names what they are.
_BARE = lazy(
    r"(?:\b(?:cat|more|head -n? ?1)\s+(?:/proc/sys/(?:vm|kernel)/\S|/sys/kernel/mm/\S*transparent_hugepage/\w))"
    r"|\bsysctl\s+(?:-(?!sysctl\s)[a-zA-Z]+\s+)*-(?:[a-zA-Z]*n|-values)\b"
)
_TARGET = lazy(
    rf"/proc/sys/(?P<path>[\w./*?{{}},-]+)|/sys/kernel/mm/\S*transparent_hugepage/(?P<thp>\w+)|\s(?P<name>{_NAME})"
)
_BARE_VALUE = lazy(r"\s*\d{1,20}\s*(?:[*#<(].*)?$")


def _targets(command: str) -> list[str]:
    """The settings whose values a command prints, in order; a pattern that the shell expands stays as it is."""
    names = []
    for match in _TARGET.finditer(command.partition("|")[0].partition(">")[0]):
        if match["thp"]:
            names.append(f"thp/{match['thp']}")
        elif match["path"]:
            names.extend(_braces(match["path"].replace("/", ".")))
        else:
            names.append(match["name"])
    return names


def _braces(name: str) -> Iterable[str]:
    match = _BRACES.fullmatch(name)
    return [match[1] + part + match[3] for part in match[2].split(",")] if match else [name]


def _bare_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _BARE.search(command):
        # The state of transparent huge pages is unmistakable but for the `defrag` file beside it.
        return (start, start + 1) if _THP.match(lines[start]) and _alone(lines, start) else None
    end, targets = run_while(lines, start, _is_bare), _targets(command)
    if not any("*" in t or "?" in t for t in targets):
        end = min(end, start + len(targets))
    return (start, end) if end > start else None


def _is_bare(line: str) -> bool:
    return _BARE_VALUE.match(line) is not None or _THP.match(line) is not None


def _alone(lines: Sequence[str], index: int) -> bool:
    return all(
        not line.strip() or prompt_of(line) is not None
        for line in (*lines[max(0, index - 1) : index], *lines[index + 1 : index + 2])
    )


def _read_bare(output: Output) -> Reading:
    found = _Found(output)
    targets = _targets(output.command)
    if not _BARE.search(output.command):
        # only the file `defrag` knows that word
        found.huge_pages("defrag" if "defer" in output.lines[0] else "enabled", output.lines[0], 0)
        return found.reading(inferred=True)
    if any("*" in t or "?" in t for t in targets):
        found.result.refusals.append(Refusal(output.whole, "which value belongs to which setting is not told"))
        return found.reading()
    for index, (name, line) in enumerate(zip(targets, output.lines, strict=False)):
        if name.startswith("thp/"):
            found.huge_pages(name.removeprefix("thp/"), line, index)
        else:
            found.set(name, line, index)
    return found.reading()


_HEAD = lazy(
    r"\s*[#;]\s*(?:Kernel sysctl configuration|sysctl settings are defined|/etc/sysctl\.(?:conf|d)\b.* - "
    r"|System default settings live in)"
)
_CONF_COMMAND = lazy(r"/sysctl\.(?:conf|d/)|sysctl-\w+\.conf")


def _is_comment(line: str) -> bool:
    """Whether a line beginning with # is a remark and no command at a root prompt."""
    if not _CONF_COMMENT.match(line):
        return False
    prompt = prompt_of(line)
    if prompt is None:
        return True
    words = prompt.command.split()
    return sum(word.strip(",.").isalpha() for word in words) > 3 and not re.search(r" -\w|[|<>=]", prompt.command)


def _of_conf(line: str) -> bool:
    return not line.strip() or _is_comment(line) or _CONF.match(line) is not None


def _conf_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    begin = start
    while begin > 0 and (_is_comment(lines[begin - 1]) or _CONF.match(lines[begin - 1])):
        begin -= 1
    headed = any(_HEAD.match(line) for line in lines[begin : start + 1])
    end = start
    while end < len(lines) and (_of_conf(lines[end]) or (headed and _CONF_COMMENT.match(lines[end]))):
        headed = headed and not _CONF.match(lines[end])  # what stands above the first setting are remarks
        end += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    body = lines[begin:end]
    settings = [match for line in body if not _is_comment(line) and (match := _CONF.match(line))]
    if _CONF_COMMAND.search(command) and (settings or any(_HEAD.match(line) for line in body)):
        return begin, end
    if any(_HEAD.match(line) for line in body) or any(match["path"] for match in settings):
        return begin, end
    # The tool puts blanks around the sign and prints no remarks.
    written = any(_is_comment(line) for line in body) or any(not _SET.match(m.string) for m in settings)
    alone = len(body) == 1 and settings and settings[0]["name"] in _SETTINGS
    return (begin, end) if settings and written and (len(body) > 1 or alone) else None


def _read_conf(output: Output) -> Reading:
    found = _Found(output)
    for index, line in enumerate(output.lines):
        if not _is_comment(line) and (match := _CONF.match(line)):
            found.set(match["name"], re.sub(r"(?<!\s)\s++[#;].*", "", match["value"]), index)
    found.system.clear()
    found.result.host = None
    return found.reading(inferred=True)


# a table of settings, as reports and notes have it: "| vm.nr_hugepages | 0 | 33280 |"
_TABLE_HEAD = lazy(
    r"\s*\|?\s*(?:Kernel )?(?:Parameter|Setting|Name|Einstellung)\s*\|\s*"
    r"(?:(?P<present>Current|Actual|Now|Found|Ist|Aktuell)|Value|Wert)[^|]*(?:\||$)",
    re.IGNORECASE,
)
_TABLE_RULE = lazy(r"\s*\|?(?:\s*:?-{2,}:?\s*\|?)+\s*$")
_TABLE_ROW = lazy(r"\s*\|?\s*(?P<name>[^|]{2,60}?)\s*\|\s*(?P<value>[^|]{1,80}?)\s*(?:\||$)")
_ABOUT_THP = lazy(r"(?:transparent[ _]?huge[ _]?pages?|THP)(?: enabled)?$", re.IGNORECASE)
_SIZES_OF_POSTGRES = frozenset(
    "shared_buffers work_mem maintenance_work_mem effective_cache_size max_wal_size checkpoint_timeout random_page_cost".split()
)
_OF_SGA = lazy(r"SGA[ _](?P<what>max[ _]size|target)$", re.IGNORECASE)


def _table_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start + 1, _TABLE_ROW, _TABLE_RULE)
    known = _SETTINGS.keys() | _SIZES_OF_POSTGRES if _is_of_present(lines[start]) else _SETTINGS.keys()
    named = (match["name"].strip("`*") for line in lines[start + 1 : end] if (match := _TABLE_ROW.match(line)))
    return (start, end) if any(name in known for name in named) else None


def _is_of_present(head: str) -> bool:
    """Whether the column says that these values are in force; else they may be proposals."""
    return bool((match := _TABLE_HEAD.match(head)) and match["present"])


def _read_table(output: Output) -> Reading:
    found, rows, present = _Found(output), [], _is_of_present(output.lines[0])
    for index, line in enumerate(output.lines[1:], 1):
        if _TABLE_RULE.match(line) or not (match := _TABLE_ROW.match(line)):
            found.result.pass_over("ruling", output.span(index))
            continue
        name, value = match["name"].strip("`*"), match["value"].strip("`*").partition(" (")[0]
        if _ABOUT_THP.match(name):
            found.huge_pages("enabled", f"[{value}]", index)
        elif (of_sga := _OF_SGA.match(name)) and (size_bytes := size(value)):
            slot = "sga-target-bytes" if of_sga["what"].lower() == "target" else "sga-max-size-bytes"
            values: Values = {"instance": "", slot: size_bytes}
            rows.append(Row("oracle-instance", values | {"running": "yes"} if present else values, output.span(index)))
        elif present and name in _SIZES_OF_POSTGRES:
            if (told := amount(name, value.replace(" ", ""))) and told.number is not None:
                setting: Values = {"name": name, "text": told.text, "unit": told.unit, "number": told.number}
                rows.append(Row("postgres-setting", setting, output.span(index)))
        else:
            found.set(name, value, index)
    reading = found.reading()
    reading.rows += rows
    return reading


_START = lazy(
    rf"\s*+(?:[A-Za-z][\w.-]*: \s*+)?{_TOP}[./][a-zA-Z]\S*\s?[=:]|\s*(?:==> )?/proc/sys/"
    rf"|\s*(?:==> )?/sys/kernel/mm/\S*transparent_huge"
)
_CONF_START = lazy(
    rf"\s*-?{_TOP}[./][a-zA-Z]\S*\s*=|\s*/\S*sysctl\S*:|\s*[#;]\s*(?:Kernel sysctl|sysctl settings|/etc/sysctl"
    rf"|System default)"
)

_OF_NO_USE = (("complaint of the tool", _MESSAGE), ("name of a file", _PROC_PATH))
HINTS = (
    "vm.", "vm/", "kernel.", "kernel/", "fs.", "net.", "/proc/sys/", "sysctl", "always", "dev.", "abi.",
    "shared_buffers", "work_mem", "max_wal_size", "effective_cache_size",
)  # fmt: skip
READERS = (
    Reader("settings-table", _TABLE_HEAD, _table_extent, _read_table, of_no_use=(("heading", _TABLE_HEAD),)),
    Reader("sysctl-conf", _CONF_START, _conf_extent, _read_conf, of_no_use=(("remark", _CONF_COMMENT),)),
    Reader("sysctl", _START, _tool_extent, _read_tool, of_no_use=_OF_NO_USE),
    Reader("sysctl", lazy(r"\s*\[?always\]? "), _bare_extent, _read_bare, commands=_BARE),
)
