"""``hostname``, ``getconf PAGESIZE``, ``ls -d /lib/modules/.../build``: commands whose whole output is a line or two.

Only the command above tells what such a line is. ``hostname`` and ``uname -n`` name the host and give no row;
``pagesize`` and ``getconf PAGESIZE`` give the size of a memory page. Whether a kernel's headers are installed is told
by ``ls`` of the kernel's ``build`` folder and by ``dpkg`` or ``rpm`` (``linux-headers-...``, ``kernel-devel-...``).
The ``build`` entry is a link: Red Hat's kernels bring it without the headers, so there the bare link says nothing.

Samples::

    >>> from facts.readers import show
    >>> show('8192', command='getconf PAGESIZE')
    pagesize lines 1-1 read
      system: page-size-bytes=8192 (1-1)

    >>> show('''$ ls -d /lib/modules/$(uname -r)/build
    ... ls: cannot access '/lib/modules/6.1.0-18-amd64/build': No such file or directory
    ... ''')
    kernel-headers lines 2-2 read
      kernel-headers: installed=no kernel=6.1.0-18-amd64 (2-2)

    >>> show('db1.example.com', command='uname -n')
    hostname lines 1-1 nothing
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, prompt_of

# searched in a command line: whatever may stand before is not looked at
_ASKS_NAME = lazy(
    r"(?:hostname(?:\s+(?:-[fsA]|--fqdn|--short))?|uname\s+-n|hostnamectl\s+(?:--static\s+)?hostname"
    r"|cat\s+/etc/(?:hostname|nodename))\s*(?:[;&|].*)?\Z"
)
_NAME = lazy(r"\s*(?P<name>[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*)\s*\Z")

_ASKS_PAGE = lazy(r"(?:pagesize|getconf\s+PAGE_?SIZE)\s*\Z")
_PAGE = lazy(r"\s*(?P<bytes>4096|8192|16384|65536)\s*\Z")

_ASKS_FOLDER = lazy(r"\bls\b(?:(?!\bls\b)[^|;])*\s/(?:usr/)?lib/modules/[^|;\s]*(?:\s[^|;\s]*)?/build\b")
_FOLDER = lazy(
    r"(?:.*\s)?'?/(?:usr/)?lib/modules/(?P<kernel>[\w.+~-]+)/build(?P<below>/?)[^\s':]*'?(?P<link>\s->\s\S+)?:?\s*\Z"
)
_NO_FOLDER = lazy(
    r".*\bls:.*/lib/modules/(?P<kernel>[\w.+~-]+)/build\b.*(?:No such file|nicht gefunden|Aucun fichier|No existe)"
    r"|/(?:usr/)?lib/modules/(?P<kernel2>[\w.+~-]+)/build: No such file"
)
# kernels whose package brings the `build` link itself
_LINK_ONLY = lazy(r".*\.(?:fc|el|amzn|uek)\w*")

_PACKAGES = r"\b(?:dpkg(?:-query)?|rpm|apt|yum|dnf|zypper)\b"
_ASKS_PACKAGE = lazy(rf"{_PACKAGES}(?:(?!{_PACKAGES}).)*(?:headers|devel)")
_DPKG = lazy(r"\s*(?:(?P<state>[uihrp][ncHUFWti])[ R]?\s+)linux-headers-(?P<kernel>\d[\w.+~-]*?)(?::\w+)?\s+\S")
_RPM = lazy(r"\s*kernel(?:-(?:uek|ml|lt|PAE|xen|smp|hugemem|largesmp))?-devel-(?P<kernel>\d[\w.+~-]*)\s*\Z")
_NO_PACKAGE = lazy(
    r"\s*(?:package kernel(?:-[a-z]+)?-devel-(?P<kernel>\d[\w.+~-]*) is not installed"
    r"|dpkg-query: no packages found matching linux-headers-(?P<kernel2>\d[\w.+~-]*)"
    r"|No packages found matching linux-headers-(?P<kernel3>\d[\w.+~-]*?)\.?)\s*\Z"
)


_OTHER_PACKAGE = lazy(
    r"\s*(?:[uihrp][ncHUFWti][ R]?\s+\S|[\w.+-]+-\d[\w.+~:-]*\s*\Z|Desired=|\| ?Status=|\|/ Err|\|\|/ Name|\+\+\+-)"
)


def _read_name(output: Output) -> Reading:
    match = _NAME.match(output.lines[0])
    return Reading(host=match["name"] if match else None, used=[output.whole])


def _read_page(output: Output) -> Reading:
    return Reading([Row("system", {"page-size-bytes": int(output.lines[0])}, output.whole)])


def _folder_state(line: str) -> tuple[str, bool] | None:
    """The kernel, and whether the line shows that its headers are there or that they are not."""
    if match := _NO_FOLDER.match(line):
        return match["kernel"] or match["kernel2"], False
    match = _FOLDER.match(line)
    if match and (match["below"] or not _LINK_ONLY.match(match["kernel"])):
        return match["kernel"], True
    return None


def _read_headers(told: Callable[[str], tuple[str, bool] | None], output: Output) -> Reading:
    rows = []
    for index, line in enumerate(output.lines):
        if (found := told(line)) is not None:
            rows.append(Row("kernel-headers", {"kernel": found[0], "installed": found[1]}, output.span(index)))
    return Reading(rows)


def _package(line: str) -> tuple[str, bool] | None:
    if match := _NO_PACKAGE.match(line):
        return match["kernel"] or match["kernel2"] or match["kernel3"], False
    if match := _DPKG.match(line):
        return match["kernel"], match["state"].endswith("i")
    if match := _RPM.match(line):
        return match["kernel"], True
    return None


def _extent_packages(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    for index in range(start, len(lines)):
        if prompt_of(lines[index]) is not None or not lines[index].strip():
            break
        if _package(lines[index]) is not None:
            end = index + 1
    return (start, end) if end > start else None


HINTS = ("hostname", "nodename", "uname -n", "pagesize", "PAGESIZE", "PAGE_SIZE", "/lib/modules/", "-headers", "-devel")
READERS = (
    Reader("hostname", None, extent_of(_NAME, most=1), _read_name, commands=_ASKS_NAME, of_no_use=()),
    Reader("pagesize", None, extent_of(_PAGE, most=1), _read_page, commands=_ASKS_PAGE, of_no_use=()),
    Reader(
        "kernel-headers",
        None,
        extent_of(_NO_FOLDER, _FOLDER),
        partial(_read_headers, _folder_state),
        commands=_ASKS_FOLDER,
        of_no_use=(("link that tells nothing", _FOLDER),),
    ),
    Reader(
        "kernel-headers",
        None,
        _extent_packages,
        partial(_read_headers, _package),
        commands=_ASKS_PACKAGE,
        of_no_use=(("another package", _OTHER_PACKAGE),),
    ),
)
