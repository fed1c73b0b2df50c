'''``modprobe``, ``insmod``, ``lsmod``, ``modinfo``, ``mokutil --sb-state``: whether a kernel module loads, and why not.

module-init-tools (``FATAL: Error inserting ...``, to 2011) and kmod (``modprobe: ERROR: could not insert ...``).

Samples::

    >>> from facts.readers import show
    >>> show("""# modprobe vboxdrv
    ... FATAL: Error inserting vboxdrv (/lib/modules/2.6.25/misc/vboxdrv.ko): Unknown symbol in module, or unknown parameter (see dmesg)
    ... """)
    modprobe lines 2-2 read
      module-load: module=vboxdrv result=unknown-symbol (2-2)

    >>> show("""modprobe: ERROR: could not insert 'vboxdrv': Key was rejected by service
    ... """)
    modprobe lines 1-1 read
      module-load: module=vboxdrv result=key-rejected (1-1)

    >>> show("""$ lsmod
    ... Module                  Size  Used by
    ... kvm_intel             380928  0
    ... """)
    lsmod lines 2-3 read
      module-load: module=kvm_intel result=loaded (3-3)

    >>> show("""$ modinfo vboxdrv
    ... filename:       /lib/modules/2.6.25.10/misc/vboxdrv.ko
    ... version:        1.5.6 (0x00080001)
    ... vermagic:       2.6.18-92.el5 SMP mod_unload gcc-4.1
    ... """)
    modinfo lines 2-4 read
      module-load: built-for-kernel=2.6.18-92.el5 built-for-kernel-code=2006018 module=vboxdrv module-version=1.5.6 signed=no (2-4)

    >>> show("""$ mokutil --sb-state
    ... SecureBoot enabled
    ... """)
    mokutil lines 2-2 read
      system: secure-boot=yes (2-2)

    >>> show("N", command="cat /sys/module/kvm/parameters/enable_virt_at_load")
    kvm-parameter lines 1-1 read
      system: kvm-at-load=no (1-1)
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.units import coded

_FAILED = lazy(
    r"\s*(?:FATAL: Error inserting (?P<old>[\w-]+) \([^)]*\)"
    r"|(?:FATAL: |modinfo: ERROR: )?Module (?:alias )?(?P<missing>[\w-]+) not found(?: in directory \S+)?"
    r"|modinfo: could not find module (?P<unknown>[\w-]+)"
    r"|kldload: (?:can't load (?P<kld>[\w./-]+?)(?=: )|an error occurred while loading module (?P<kld2>[\w./-]+?)(?=\.(?: |$)))"
    r"|(?:KLD )?(?P<kld3>\w+)\.ko: depends on kernel - (?=not available or version mismatch)"
    r"|(?:modprobe: |insmod: )?(?:ERROR: |FATAL: )?could not insert (?:module )?'?(?P<new>[\w./-]+?)'?"
    r"|insmod: error inserting '?(?P<insmod>[\w./-]+?)'?"
    r"|modprobe: (?:FATAL: |can't load module )(?:Module )?(?P<busybox>[\w-]+)(?: not found(?: in directory \S+)?)?)"
    r"(?P<reason>:? .*|\.?\s*)$"
)
_STARTS = lazy(
    r"\s*(?:FATAL: (?:Error inserting|Module)|modprobe: |insmod: |(?:ERROR: )?could not insert (?:module )?'"
    r"|(?:modinfo: ERROR: )?Module (?:alias )?\S+ not found|modinfo: could not find module|kldload: (?:can't load|an error occ)"
    r"|(?:KLD )?\w+\.ko: depends on kernel - )"
)
_RESULTS = (
    ("unknown-symbol", r"unknown symbol"),
    ("version-mismatch", r"invalid module format|exec format error|disagrees about version|version mismatch"),
    (
        "key-rejected",
        r"required key not available|key was rejected|key has been (?:expired|revoked)|operation not permitted",
    ),
    ("not-found", r"not found|no such file|could not find"),
    ("loaded", r"file exists"),
    ("busy", r"busy|temporarily unavailable"),
)


def _module_name(text: str) -> str:
    return re.sub(r"\.ko(?:\.\w+)?$", "", text.rpartition("/")[2]).replace("-", "_")


def _read_modprobe(output: Output) -> Reading:
    rows = []
    refusals = []
    for index, line in enumerate(output.lines):
        match = _FAILED.match(line)
        if match is None:
            refusals.append(Refusal(output.span(index), "no module named"))
            continue
        name = next(found for group, found in match.groupdict().items() if found and group != "reason")
        lowered = line.lower()
        result = next((kind for kind, pattern in _RESULTS if re.search(pattern, lowered)), "other-error")
        rows.append(Row("module-load", {"module": _module_name(name), "result": result}, output.span(index)))
    return Reading(rows, refusals)


_LSMOD_HEADER = lazy(r"\s*Module\s+Size\s+Used by")
_LSMOD_ROW = lazy(r"\s*(?P<module>\w+)\s+(?P<size>\d+)\s+(?P<used>-?\d+)(?:\s+\S+)?\s*(?:(?:Not tainted|Tainted).*)?$")


def _read_lsmod(output: Output) -> Reading:
    """Complete, unless ``grep`` left only some lines of it; then the header may be missing, too."""
    rows = [
        Row("module-load", {"module": match["module"], "result": "loaded"}, output.span(index))
        for index, match in output.matches(_LSMOD_ROW)
    ]
    return Reading(rows, complete=frozenset() if "grep" in output.command else frozenset(("module-load",)))


_MODINFO_HEAD = lazy(r"\s*filename:\s+(?:/lib/modules|/usr/lib/modules|\(builtin\))")
_SIGNATURE = lazy(r"\t\t[0-9A-F:]+$")
_MODINFO = lazy(r"\s*(?P<key>[a-z_]+):(?:\s++(?P<value>\S(?:.*\S)?))?\s*$")


_USED = ("filename", "name", "vermagic", "version", "sig_id", "signer", "signature")


def _read_modinfo(output: Output) -> Reading:
    fields: dict[str, str] = {}
    used = []
    for index, match in output.matches(_MODINFO):
        if match["key"] in _USED:
            fields.setdefault(match["key"], match["value"] or "")
            used.append(output.span(index))
    built_in = fields.get("filename", "(builtin)") == "(builtin)"
    name = fields.get("name", "") if built_in else fields["filename"]
    values: Values = {"module": _module_name(name)}
    if fields.get("vermagic"):
        values |= coded("built-for-kernel", fields["vermagic"].split()[0])
        # vermagic is printed before the signature's fields, so its absence is known only with it
        values["signed"] = "sig_id" in fields or "signer" in fields or "signature" in fields
    if version := re.search(r"\d[\w.]*", fields.get("version", "")):
        values["module-version"] = version[0]
    return Reading([Row("module-load", values, output.whole)], used=used)


_SECURE_BOOT = lazy(
    r"\s*SecureBoot (?P<state>enabled|disabled)\b|\s*(?P<none>EFI variables are not supported"
    r"|This system doesn't support Secure Boot)"
)


def _read_mokutil(output: Output) -> Reading:
    match = _SECURE_BOOT.match(output.lines[0])
    enabled = match is not None and match["state"] == "enabled"
    if any("validation is disabled" in line for line in output.lines):
        enabled = False
    return Reading([Row("system", {"secure-boot": enabled}, output.whole)], used=[output.whole])


_AT_LOAD = lazy(r"\bcat\s+/sys/module/kvm/parameters/enable_virt_at_load\s*$")


def _at_load_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return (start, start + 1) if lines[start].strip() in ("Y", "N") else None


def _read_at_load(output: Output) -> Reading:
    return Reading([Row("system", {"kvm-at-load": output.lines[0].strip() == "Y"}, output.span(0))])


_MOKUTIL = lazy(
    r"\s*(?:SecureBoot (?:enabled|disabled)|EFI variables are not supported|This system doesn't support Secure Boot)"
)
HINTS = (
    "FATAL: ", "modprobe: ", "enable_virt_at_load", "insmod: ", "could not insert", "not found", "Used by",
    "filename:", "kldload: ", "depends on kernel", "SecureBoot", "EFI variables", "Secure Boot", "lsmod",
)  # fmt: skip
READERS = (
    Reader("kvm-parameter", None, _at_load_extent, _read_at_load, commands=_AT_LOAD, of_no_use=()),
    Reader("modprobe", _STARTS, extent_of(_FAILED), _read_modprobe, of_no_use=()),
    Reader(
        "lsmod",
        _LSMOD_HEADER,
        extent_of(_LSMOD_ROW, head=_LSMOD_HEADER, least=0),
        _read_lsmod,
        of_no_use=(("heading", _LSMOD_HEADER),),
    ),
    Reader(
        "lsmod",
        None,
        extent_of(_LSMOD_ROW),
        _read_lsmod,
        commands=lazy(r"\blsmod\b(?:(?!\blsmod\b).)*\bgrep\b"),
        of_no_use=(),
    ),
    Reader(
        "modinfo",
        _MODINFO_HEAD,
        extent_of(_MODINFO, _SIGNATURE, head=_MODINFO_HEAD),
        _read_modinfo,
        of_no_use=(("another field", _MODINFO), ("signature", _SIGNATURE)),
    ),
    Reader(
        "mokutil",
        _MOKUTIL,
        extent_of(lazy(r"\s*(?:SecureBoot validation|Platform is in|Setup Mode)"), head=_MOKUTIL, least=0),
        _read_mokutil,
        of_no_use=(),
    ),
)
