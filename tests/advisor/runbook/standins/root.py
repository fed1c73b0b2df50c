"""A scratch root in which the commands of a step are run: nothing of them can reach the machine's own files.

The only programs there are the stand-ins beside this file and a few harmless real ones; a tool for which there is no
stand-in is not found.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
SHELL = shutil.which("dash") or "/bin/sh"
REAL = (
    "awk basename cat chmod cp cut dash date diff dirname egrep find grep gzip head ln ls mkdir mktemp mv rm rmdir sed sh sort tail"
    " tar tee touch tr uniq wc xargs"
).split()  # fmt: skip
_OURS = "etc sys proc root run boot var state spool archive".split()
_NAMES = ("/dev/", "/srv/")  # of devices and mount points, which stand in tables only
_PATH = re.compile(rf"(?<![\w.*\]/-])/(?=(?:{'|'.join(_OURS)})\b)")
_ANY = re.compile(r"(?<![\w.*\]/$}\0-])/[a-zA-Z][\w.-]*(?:/[\w.-]+)+")
_ENTER = """
set -eu
root=$1
mount --rbind /usr "$root/usr"
mount -o remount,bind,ro "$root/usr"
for name in bin sbin lib lib64; do
    [ -L "/$name" ] || [ ! -d "/$name" ] || { mount --rbind "/$name" "$root/$name"; mount -o remount,bind,ro "$root/$name"; }
done
mount --bind /dev/null "$root/dev/null"
exec chroot "$root" /usr/bin/env -i ROOT= PATH="$2" "$3" $4 -c "$5"
"""


class Root:
    """A scratch root; `isolated` runs commands with it as their root, else their absolute paths are rewritten into it."""

    def __init__(self, folder: Path, *, isolated: bool) -> None:
        """Make the folders, and link the programs."""
        self.folder, self.isolated, self.first = folder, isolated, ""
        for name in (*_OURS, "dev", "etc/vx", "etc/sysctl.d", "etc/modprobe.d", "etc/tmpfiles.d", "etc/security/limits.d",
                     "var/tmp", "etc/systemd/system", "standins"):  # fmt: skip
            (folder / name).mkdir(parents=True, exist_ok=True)
        shutil.copytree(HERE / "bin", folder / "standins" / "bin")
        shutil.copytree(HERE / "freebsd", folder / "standins" / "freebsd")
        self._link_real_programs()
        if isolated:
            self._prepare_mounts()

    def _link_real_programs(self) -> None:
        tools = self.folder / "standins" / "real"
        tools.mkdir()
        for name in REAL:
            place = shutil.which(name)
            if place:
                (tools / name).symlink_to(place)

    def _prepare_mounts(self) -> None:
        (self.folder / "usr").mkdir()
        (self.folder / "dev" / "null").touch()
        for name in ("bin", "sbin", "lib", "lib64"):
            there = Path("/", name)
            if there.is_symlink():
                (self.folder / name).symlink_to(there.readlink())
            elif there.is_dir():
                (self.folder / name).mkdir()
        if Path("/etc/alternatives").is_dir():  # awk is a link through it
            (self.folder / "etc/alternatives").mkdir()
            for link in Path("/etc/alternatives").glob("*awk"):
                (self.folder / "etc/alternatives" / link.name).symlink_to(link.readlink())

    def write(self, path: str, text: str) -> None:
        """Write a file of the root."""
        file = self.folder / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def files(self) -> dict[str, bytes]:
        """What every file of the root holds, but for the programs."""
        skipped = ("standins", "usr", "bin", "sbin", "lib", "lib64", "dev", "etc/alternatives")
        return {
            name: path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and not (name := str(path.relative_to(self.folder))).startswith(skipped)
        }

    def run(self, text: str, *, strict: bool) -> tuple[int, str]:
        """Run a text of a step; a `strict` one ends at the first command that fails. Returns its end and what it printed."""
        flags = "-eu" if strict else "-u"
        folders = [f"/standins/{name}" for name in ((self.first, "bin") if self.first else ("bin",))] + [
            "/standins/real"
        ]
        if self.isolated:
            done = _run(
                [
                    "unshare",
                    "-Ur",
                    "-m",
                    "sh",
                    "-c",
                    _ENTER,
                    "sh",
                    str(self.folder),
                    ":".join(folders),
                    SHELL,
                    flags,
                    text,
                ]
            )
        else:
            where = ":".join(f"{self.folder}{name}" for name in folders)
            done = _run(
                [SHELL, flags, "-c", self.rewritten(text)], {"ROOT": str(self.folder), "PATH": where}, str(self.folder)
            )
        settle(self)
        return done.returncode, done.stdout.replace(str(self.folder), "")

    def rewritten(self, text: str) -> str:
        """The text with every path of the host put below the root.

        Raises:
            ValueError: a path of another folder is left.
        """
        kept = _PATH.sub(f"{self.folder}/", text)
        left = [path for path in _ANY.findall(kept.replace(str(self.folder), "\0")) if not path.startswith(_NAMES)]
        if left:
            raise ValueError(f"not rewritten: {left}")
        return kept


def _run(
    command: list[str], environment: dict[str, str] | None = None, folder: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=20, check=False,
    )  # fmt: skip


@cache
def can_isolate() -> bool:
    """Whether this machine lets an ordinary account have a root of its own."""
    if not shutil.which("unshare"):
        return False
    return _run(["unshare", "-Ur", "-m", "sh", "-c", "mount --rbind /usr /mnt && chroot / true"]).returncode == 0


def settle(root: Root) -> None:
    """Do what a kernel does when its files were written: they show more than was put into them."""
    for path in root.folder.glob("sys/kernel/mm/*transparent_hugepage/*"):
        _show_choice(path, ("always", "madvise", "never") if path.name == "enabled" else
                     ("always", "defer", "defer+madvise", "madvise", "never"))  # fmt: skip
    _arc_limit(root.folder)
    _huge_pages(root.folder)
    _bond(root.folder)
    _array(root.folder)


def _show_choice(path: Path, known: tuple[str, ...]) -> None:
    text = path.read_text().strip()
    if "[" not in text:
        assert text in known, f"{path}: write error: Invalid argument: {text!r}"
        path.write_text(" ".join(f"[{name}]" if name == text else name for name in known) + "\n")


def _replace(path: Path, pattern: str, by: str) -> None:
    path.write_text(re.sub(pattern, by, path.read_text(), flags=re.MULTILINE))


def _arc_limit(folder: Path) -> None:
    """A limit counts from 64 MiB on."""
    limit = folder / "sys/module/zfs/parameters/zfs_arc_max"
    if limit.exists() and int(limit.read_text()) >= 64 << 20:
        _replace(folder / "proc/spl/kstat/zfs/arcstats", r"^(c_max +4 +)\d+$", rf"\g<1>{int(limit.read_text())}")


def _huge_pages(folder: Path) -> None:
    total, nodes = (
        folder / "proc/sys/vm/nr_hugepages",
        list(folder.glob("sys/devices/system/node/*/hugepages/*/nr_hugepages")),
    )
    count = (
        sum(int(node.read_text()) for node in nodes) if nodes else int(total.read_text()) if total.exists() else None
    )
    if count is not None and (folder / "proc/meminfo").exists():
        _replace(folder / "proc/meminfo", r"^(HugePages_Total: +)\d+$", rf"\g<1>{count}")


def _bond(folder: Path) -> None:
    for path in folder.glob("sys/class/net/*/bonding/active_slave"):
        shown = folder / "proc/net/bonding" / path.parts[-3]
        _replace(shown, r"^(Currently Active Slave: ).*$", rf"\g<1>{path.read_text().strip()}")


def _array(folder: Path) -> None:
    """A check runs, at no more than the limit, as long as the array is not idle."""
    for path in folder.glob("sys/block/*/md/sync_action"):
        speed = (folder / "proc/sys/dev/raid/speed_limit_max").read_text().strip()
        bar = f"      [==>......]  check = 12.1% (1/8) finish=90.1min speed={min(int(speed), 150000)}K/sec\n"
        shown = f"{path.parts[-3]} : active raid1 sdb1[1] sda1[0]\n"
        (folder / "proc/mdstat").write_text(shown + (bar if path.read_text().strip() == "check" else ""))
