"""Write tests and jobs on a Linux host: dd, sync, jobs, kill."""

from __future__ import annotations

import re

from advisor.training.files import NoSuchFile
from advisor.training.parts.file_writer import FileWriter, dd_summary
from advisor.training.parts.linux_host import LinuxHost
from advisor.training.tools.tool import Call, Failed, Tool, table

_UNITS = {"": 1, "c": 1, "k": 1024, "K": 1024, "M": 1 << 20, "G": 1 << 30, "MB": 10**6, "GB": 10**9}
_MOST_TEST = 64 << 30


def _size(text: str) -> int:
    found = re.fullmatch(r"(\d{1,12})(|c|k|K|M|G|MB|GB)", text)
    return int(found[1]) * _UNITS[found[2]] if found else 0


def _dd(call: Call) -> str:
    """A write test: it runs until it is done, or beside the prompt with `&`."""
    given = dict(a.split("=", 1) for a in call.args if "=" in a)
    request, count = _size(given.get("bs", "512")), _size(given.get("count", ""))
    target = given.get("of", "")
    if given.get("if") != "/dev/zero" or not target or not request or not count:
        raise Failed("dd: known here: dd if=/dev/zero of=FILE bs=SIZE count=NUMBER [conv=fsync] [oflag=direct]", 1)
    if target.startswith("/dev/") and target != "/dev/null":
        call.does("destructive")
        raise Failed(
            f"dd: {target}: on a real host this would have destroyed what stands there; it is not done here", 1
        )
    if "excl" in given.get("conv", "").split(",") and call.host.files.has(target):
        raise Failed(f"dd: failed to open '{target}': File exists", 1)
    if request * count > _MOST_TEST:
        raise Failed(f"dd: error writing '{target}': No space left on device", 1)
    linux = call.part("linux", LinuxHost)
    call.does("load")
    sync = "fsync" in given.get("conv", "") or "fdatasync" in given.get("conv", "")
    writer = FileWriter("dd " + " ".join(call.args), call.host.pid(), "root", linux.memory, 1.1e9, float(request * count), sync,
                        "direct" in given.get("oflag", ""))  # fmt: skip
    try:
        call.host.files.write(target, "(zeros)\n")
    except NoSuchFile as error:
        raise Failed(f"dd: failed to open '{target}': {error}", 1) from None
    linux.start_writer(writer)
    if call.background:
        number = max(call.host.jobs, default=0) + 1
        call.host.jobs[number] = writer
        return f"[{number}] {writer.pid}\n"
    while not writer.over:
        call.host.world.wait(1)
    linux.together.parts.remove(writer)
    return dd_summary(writer.done_bytes, writer.seconds, request)


def _sync(call: Call) -> str:
    """Wait until nothing is unwritten; new writes may keep it waiting, so it gives up after a while."""
    memory = call.part("linux", LinuxHost).memory
    for _ in range(600):
        handed = memory.device.submit("cache", memory.dirty_bytes, 524_288)
        memory.dirty_bytes -= handed
        memory.writeback_bytes += handed
        call.host.world.wait(1)
        if memory.writeback_bytes < 1e6:
            break
    return ""


def _jobs(call: Call) -> str:
    return "".join(
        f"[{n}]  {'Done' if job.over else 'Running'}                 {job.words}\n" for n, job in call.host.jobs.items()
    )


def _kill(call: Call) -> str:
    rest = [word for word in call.args if not word.startswith("-")]
    for word in rest:
        found = [job for n, job in call.host.jobs.items() if word in (f"%{n}", str(getattr(job, "pid", "")))]
        if not found:
            if any(str(task.pid) == word for task in call.part("linux", LinuxHost).tasks()):
                raise Failed(f"kill: ({word}) - it is not yours; ask whoever runs it, or stop its service")
            raise Failed(f"sh: kill: ({word}) - No such process")
        found[0].stop()
    return ""


TOOLS = table(
    Tool("dd", _dd, "write test: dd if=/dev/zero of=FILE bs=1M count=NUMBER conv=fsync. It loads the host"),
    Tool("sync", _sync, "wait until all that is unwritten has reached the disks"),
    Tool("jobs", _jobs, "your commands that run beside the prompt"),
    Tool("kill", _kill, "end a command that runs beside the prompt: kill %1"),
)  # fmt: skip
