"""Commands around a VxFS file system on Solaris: vxtunefs, mount, df, dd and ptime."""

from __future__ import annotations

import re

from advisor.training.parts.vxfs import VxfsFileSystem
from advisor.training.parts.writer import Writer
from advisor.training.tools.tool import Call, Failed, Tool, table

_UNITS = {"": 1, "b": 512, "k": 1024, "m": 1 << 20, "g": 1 << 30}
_MOST_TEST = 64 << 30


def size_of(text: str) -> int | None:
    """Bytes of a size as Solaris tools take it, such as ``64k``; None for what is none."""
    found = re.fullmatch(r"(\d{1,12})([bkmg]?)", text.lower())
    return int(found[1]) * _UNITS[found[2]] if found else None


def _file_system(call: Call, name: str) -> VxfsFileSystem:
    for part in call.host.parts.values():
        if isinstance(part, VxfsFileSystem) and name in (
            part.mount,
            part.device,
            part.device.replace("/dsk/", "/rdsk/"),
        ):
            return part
    raise Failed(f"UX:vxfs {call.name}: ERROR: V-3-20038: {name}: not a VxFS file system")


def _vxtunefs(call: Call) -> str:
    options, rest = call.options("psf:o:")
    if not rest:
        raise Failed("usage: vxtunefs [-p] [-o PARAMETER=VALUE] MOUNT-POINT", 2)
    if "-o" not in options:
        call.shown.append("threshold")
        return _file_system(call, rest[0]).parameters()
    name, equals, value = options["-o"].partition("=")
    size = size_of(value)
    if not equals or size is None:
        raise Failed(f"UX:vxfs vxtunefs: ERROR: invalid parameter: {options['-o']}", 2)
    target = _file_system(call, rest[0])
    if name != "discovered_direct_iosz":
        raise Failed(f"UX:vxfs vxtunefs: ERROR: {name}: cannot be changed in this exercise", 2)
    target.direct_iosz = size
    call.does("change", "threshold")
    return ""


def _mount(call: Call) -> str:
    if [a for a in call.args if not a.startswith("-")]:
        raise Failed("mount: only listing is known here: mount, mount -v", 2)
    systems = [part for part in call.host.parts.values() if isinstance(part, VxfsFileSystem)]
    since = f"{call.host.booted:%a %b %e %H:%M:%S %Y}"
    long = "-v" in call.args
    root = "read/write/setuid/intr/largefiles/onerror=panic/dev=800000"
    vxfs = "read/write/setuid/delaylog/largefiles/ioerror=mwdisable/dev=3bc3e80"
    rows = [("/dev/dsk/c0t0d0s0", "/", "ufs", root), ("swap", "/tmp", "tmpfs", "read/write/setuid/dev=2")]
    rows += [(system.device, system.mount, "vxfs", vxfs) for system in systems]
    if long:
        return "".join(f"{dev} on {path} type {kind} {how} on {since}\n" for dev, path, kind, how in rows)
    return "".join(f"{path} on {dev} {how} on {since}\n" for dev, path, kind, how in rows)


def _dd(call: Call) -> str:
    """A write test: it runs until it is done, or beside the prompt with `&`."""
    given = dict(a.split("=", 1) for a in call.args if "=" in a)
    request, count = size_of(given.get("bs", "512")), size_of(given.get("count", ""))
    if given.get("if") != "/dev/zero" or not given.get("of") or not request or not count:
        raise Failed("dd: known here: dd if=/dev/zero of=FILE bs=SIZE count=NUMBER", 2)
    systems = [p for p in call.host.parts.values() if isinstance(p, VxfsFileSystem)]
    target = next((s for s in systems if given["of"].startswith(s.mount + "/")), None)
    if target is None:
        raise Failed(
            f"dd: {given['of']}: only below " + ", ".join(s.mount for s in systems) + " is there room for a test", 2
        )
    if request * count > _MOST_TEST:
        raise Failed("dd: No space left on device")
    call.does("load")
    words = "dd " + " ".join(call.args)
    writer = target.write(words, given["of"], request, request * count, 90e6)
    if call.background:
        number = max(call.host.jobs, default=0) + 1
        call.host.jobs[number] = writer
        return f"[{number}] {writer.pid}\n"
    return _finished(call, writer)


def _finished(call: Call, writer: Writer) -> str:
    while not writer.over:
        call.host.world.wait(1)
    seconds = writer.seconds
    clock = f"{int(seconds) // 60}:{seconds % 60:06.3f}" if seconds >= 60 else f"{seconds:.3f}"
    times = (
        f"\nreal    {clock}\nuser        0.071\nsys        {writer.total_bytes / 1.5e8:.3f}\n"
        if call.name == "ptime"
        else ""
    )
    return writer.output() + times


def _ptime(call: Call) -> str:
    if not call.args or call.args[0] != "dd":
        raise Failed("ptime: known here: ptime dd ...", 2)
    inner = Call(call.host, "ptime", call.args[1:], None, False)
    out = _dd(inner)
    call.does(inner.risk)
    return out


def _jobs(call: Call) -> str:
    return "".join(
        f"[{n}]  {'Done' if job.over else 'Running'}                 {job.words}\n" for n, job in call.host.jobs.items()
    )


def _kill(call: Call) -> str:
    _, rest = call.options("9s:")
    for word in rest:
        found = [job for n, job in call.host.jobs.items() if word in (f"%{n}", str(getattr(job, "pid", "")))]
        if not found:
            raise Failed(f"kill: {word}: no such process of yours")
        found[0].stop()
    return ""


TOOLS = table(
    Tool("vxtunefs", _vxtunefs, "I/O parameters of a VxFS file system: vxtunefs -p MOUNT shows them; vxtunefs -o discovered_direct_iosz=SIZE "
         "MOUNT sets one at once, until the next mount. Requests above that size pass the page cache by. "
         "/etc/vx/tunefstab is read at mount: DEVICE discovered_direct_iosz=SIZE"),
    Tool("mount", _mount, "what is mounted, and how: mount -v"),
    Tool("dd", _dd, "write test: dd if=/dev/zero of=FILE bs=SIZE count=NUMBER, with & beside the prompt. It loads the host."),
    Tool("ptime", _ptime, "how long a command takes: ptime dd ..."),
    Tool("jobs", _jobs, "your commands that run beside the prompt"),
    Tool("kill", _kill, "end a command that runs beside the prompt: kill %1"),
)  # fmt: skip
"""Those of a host with a `VxfsFileSystem`."""
