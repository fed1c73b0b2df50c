"""The terminal interface, measured from outside, on a pseudo-terminal: first frame, key to paint, memory.

The first frame is measured against a bare textual application in the same run, alternately. Keys are pressed in a session of
many messages with a long log open: in the text box, in the text of the log, and in its plot.

    python bench/interface.py [--runs N] [--keys N]
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAMPLES, MESSAGES = 86_400, 200
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    def compose(self):
        yield Static("advisor finds out")
Bare().run()
"""
FIRST = b"advisor finds out"


class Screen:
    """A program on a pseudo-terminal of 120 columns and 40 lines."""

    def __init__(self, arguments: list[str], state: Path) -> None:
        self.began = time.perf_counter()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.chdir(ROOT)
            os.environ.update(
                TERM="xterm-256color", COLORTERM="truecolor", ADVISOR_STATE=str(state), PYTHONPATH=str(ROOT)
            )
            os.execv(sys.executable, [sys.executable, *arguments])
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def until(self, wanted: bytes, seconds: float = 60.0) -> float:
        """Read until some text was printed; how long after the start that was."""
        seen = b""
        while time.perf_counter() - self.began < seconds:
            if select.select([self.file], [], [], 0.5)[0]:
                seen = (seen + os.read(self.file, 1 << 16))[-200_000:]
                if wanted in seen:
                    return time.perf_counter() - self.began
        raise SystemExit(f"error: {wanted!r} was not seen within {seconds:.0f} s")

    def drain(self, seconds: float) -> None:
        """Read whatever comes for some time."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self.file], [], [], left)[0]:
                os.read(self.file, 1 << 16)

    def press(self, keys: bytes) -> float:
        """Press a key; milliseconds until the screen answers."""
        began = time.perf_counter()
        os.write(self.file, keys)
        if not select.select([self.file], [], [], 5.0)[0]:
            raise SystemExit(f"error: no answer to {keys!r}")
        answered = time.perf_counter() - began
        self.drain(0.03)
        return answered * 1000

    def memory(self) -> int:
        """Resident memory in MiB."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) // 1024

    def end(self) -> None:
        """Let the program end, and wait for it."""
        os.kill(self.pid, signal.SIGTERM)
        try:
            while os.read(self.file, 1 << 16):
                pass
        except OSError:
            pass
        os.waitpid(self.pid, 0)
        os.close(self.file)


def first_frames(runs: int, state: Path) -> None:
    """Our first frame against that of a bare application."""
    times: dict[str, list[float]] = {"bare": [], "ours": []}
    for number in range(runs + 1):
        for name, arguments in (("bare", ["-c", BARE]), ("ours", ["-m", "advisor"])):
            screen = Screen(arguments, state)
            taken = screen.until(FIRST)
            screen.end()
            if number:  # the first run fills caches
                times[name].append(taken * 1000)
    bare, ours = (statistics.median(times[name]) for name in ("bare", "ours"))
    print(f"first frame: {ours:.0f} ms (least {min(times['ours']):.0f}), bare {bare:.0f} ms "
          f"(least {min(times['bare']):.0f}), {ours / bare:.2f} times")  # fmt: skip


def log_of(folder: Path) -> Path:
    """A day of vmstat, a sample each second, with a stall every five minutes."""
    path = folder / "vmstat.out"
    head = (
        "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
        " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
    )
    with path.open("w") as out:
        out.write("db1$ vmstat 1\n")
        for second in range(SAMPLES):
            if second % 40 == 0:
                out.write(head)
            stalled = second % 300 < 6
            processor = (2, 3, 5, 90, 0) if stalled else (11, 3, 84, 2, 0)
            written = 0 if stalled else 240 + second % 53
            memory = (0, 811234 - second % 977, 81234, 9812345)
            fields = (1 + stalled, 9 * stalled, *memory, 0, 0, 12, written, 912, 1812, *processor)
            out.write(" ".join(f"{field:2d}" for field in fields) + "\n")
    return path


def long_session(state: Path) -> str:
    """A session with many messages."""
    os.environ["ADVISOR_STATE"] = str(state)
    from advisor import image
    from advisor.session import kept

    knowledge = image.load()
    with kept.open_store(None).store as store:
        session = kept.begin(knowledge, store, "long").session
        for number in range(MESSAGES):
            session.tell(f"vm.dirty_ratio = {10 + number % 40}")
    return "long"


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of all lies."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def key_times(keys: int, state: Path, folder: Path) -> None:
    """Key to paint with everything open."""
    screen = Screen(["-m", "advisor", "--session", long_session(state), "--open", str(log_of(folder))], state)
    screen.until(b"vmstat")
    screen.drain(12.0)
    print(f"memory with {MESSAGES} messages and {SAMPLES:,} samples: {screen.memory()} MiB")
    report("in the text box", [screen.press(b"x") for _ in range(keys)])
    os.write(screen.file, b"\x1bOR")  # F3
    screen.drain(8.0)
    for key in (b"\x1b[B", b"\r"):  # to the output, and into its text
        os.write(screen.file, key)
        screen.drain(2.0)
    report("in the text of the log", [screen.press(b"\x1b[B") for _ in range(keys)])
    os.write(screen.file, b"p")
    screen.drain(8.0)
    there_and_back = [b"\x1b[C"] * 5 + [b"+"] + [b"\x1b[D"] * 5 + [b"-"]
    report("in the plot", [screen.press(there_and_back[n % len(there_and_back)]) for n in range(keys)])
    print(f"memory at the end: {screen.memory()} MiB")
    screen.end()


def report(where: str, times: list[float]) -> None:
    """Print how long keys took."""
    print(f"key to paint {where}: median {statistics.median(times):.1f} ms, "
          f"99th percentile {percentile(times, 0.99):.1f} ms, worst {max(times):.1f} ms")  # fmt: skip


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description="Measure the terminal interface.")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--keys", type=int, default=300)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder, "state")
        first_frames(options.runs, state)
        key_times(options.keys, state, Path(folder))


sys.path.insert(0, str(ROOT))
if __name__ == "__main__":
    main()
