"""Play the transcripts again: ``python -m tests.transcripts.write [--accept] [NAME...]``.

It prints what the program says otherwise than is kept; with ``--accept`` it writes that into the files.
"""

from __future__ import annotations

import argparse
import difflib
import sys

from tests.transcripts import play


def main() -> int:
    """1 where something differs and was not accepted."""
    parser = argparse.ArgumentParser(description="Play the transcripts again and show what differs.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--accept", action="store_true", help="write what is said now into the files")
    options = parser.parse_args()
    differing = 0
    for name in options.names or play.names():
        kept = play.text_of(name)
        now, _ = play.play(play.parse(kept))
        if now == kept:
            continue
        differing += not options.accept
        sys.stdout.writelines(
            difflib.unified_diff(kept.splitlines(True), now.splitlines(True), f"{name}.txt", f"{name}.txt, now")
        )
        if options.accept:
            (play.FOLDER / f"{name}.txt").write_text(now, encoding="utf-8")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
