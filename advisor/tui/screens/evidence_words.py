"""What the evidence screen says in words."""

from __future__ import annotations

from textual.content import Content

from advisor.session.originals import Original
from advisor.views.captures import CaptureFile
from facts.progress import Progress

_EMPTY = """\
No captures yet.

A capture is what a command printed on the host, saved as text: a file, a folder of files, or an archive of them. \
Here you then see what was found in them, and on which line each conclusion rests.

Worth most, taken while the trouble lasts:

  Linux    uname -a; vmstat 1 60; iostat -xt 1 60
           cat /proc/meminfo; sysctl -a; dmesg
  Solaris  uname -a; vmstat 1 60; iostat -xn 1 60
           zpool list; zpool status; echo ::memstat | mdb -k
  Oracle   the end of the alert log, and the init file

Name a path below and press Enter; a file dropped on the terminal writes its path. \
Or paste what a command printed, here or on the Advisor screen ({advisor})."""


def empty_words(advisor_key: str) -> Content:
    """What to do where nothing was captured."""
    return Content(_EMPTY.format(advisor=advisor_key.title()))


def about_file(file: CaptureFile, original: Original) -> Content:
    """Which file it is, and whether all of it is there."""
    cited = len({citation.lines for citation in file.citations})
    size = f"  {len(original.lines):,} line{'' if len(original.lines) == 1 else 's'}"
    places = f"  ● {cited:,} place{'' if cited == 1 else 's'} cited" if cited else "  nothing cited"
    head = Content.assemble((file.path, "bold"), (size, "$quiet"), (places, "$accent" if cited else "$quiet"))
    if original.state == "whole":
        return head
    word = "changed" if original.state == "changed" else "not whole"
    return Content.assemble(head, "\n", (f"! {word}: ", "$bad bold"), original.note)


def reading_words(path: str, progress: Progress | None) -> Content:
    """How far reading is."""
    share = ""
    if progress is not None and progress.bytes_total:
        share = f"{100 * progress.bytes_done // progress.bytes_total} % "
    return Content(f"reading {path} {share}...; Esc stops it")
