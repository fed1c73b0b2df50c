"""A knowledge base of one case, small enough to be changed by a test: the real vocabulary, one finding, a chain of two entries."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from advisor.authoring.knowledge_base import open_knowledge
from advisor.knowledge import Knowledge
from tests.tree import ROOT

SLUG = "small-swap-case"

CASE = """
id = "TST-001"
title = "The host swaps"
severity = "major"
frequency = 0.02
maturity = "draft"
subject_kind = "host"
mechanism = "Memory is short, and pages go out and in."
impact = "Everything waits."
symptoms = ["host-stalls"]
sources = ["book: page 1"]

[applies]
systems = ["linux"]
"""

CHAIN = """
[act.swapping]
level = "proves"
why = "Pages go out all the time."
sources = ["book: page 2"]

[act."!swapping"]
level = "refutes"
why = "No page goes out."
sources = ["book: page 3"]
"""

FINDINGS = """
(defglobal FINDINGS ?*swap-limit-kb-s* = 500) ; kB/s | hundreds of pages a second [book: page 4]

(defrule FINDINGS::swapping.vmstat
  "Pages go out. [book: page 5]"
  (logical (vmstat (host ?host) (os linux) (swap-out-max-kb-s ?out&:(at-least ?out ?*swap-limit-kb-s*))))
  =>
  (assert (finding (name swapping) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping.none
  "No page went out. [book: page 5]"
  (logical (vmstat (host ?host) (os linux) (swap-out-max-kb-s ?out&:(below ?out ?*swap-limit-kb-s*))))
  =>
  (assert (finding (name swapping) (host ?host) (subject ?host) (state absent))))

(defglobal FINDINGS ?*swappiness-low* = 10) ; percent | the kernel then prefers to drop file pages [book: page 6]

(defrule FINDINGS::swapping.tuned
  "The kernel is told to swap as little as it can. [book: page 6]"
  (logical (vm-settings (host ?host) (swappiness ?share&:(at-most ?share ?*swappiness-low*))))
  =>
  (assert (finding (name swapping) (host ?host) (subject ?host) (state absent))))
"""

FIX = """
[values]
before = "vm-settings.swappiness"

[[steps]]
do = "Record the present value."
command = "sysctl vm.swappiness"
takes = "1 min"
expect = "vm.swappiness = 60"
differs = "Another value: note it."
risk = "look"
needs = "any account"

[[steps]]
do = "Take memory from what needs it least."
command = "sysctl -w vm.swappiness=10"
takes = "1 min"
expect = "vm.swappiness = 10"
differs = "It is refused: become root."
risk = "safe"
needs = "root"
verify = { command = "vmstat 1 60", expect = "so at 0" }
undo = "sysctl -w vm.swappiness={{ before }}"
persists = false
persists_how = "a line in /etc/sysctl.d"
sets = [{ address = "vm-settings.swappiness", value = 10 }]
"""

RUNBOOK = """
urgency = "Today."
window = "None."
people = ["Root on the host."]

[names]
before = "vm.swappiness as the first step printed it"

[watch.minutes]
look = "Look at it."
command = "vmstat 1 60"
expect = "so at 0"

[watch.hours]
look = "Look once more."
expect = "so at 0"

[watch.days]
look = "Restart it."
expect = "vm.swappiness = 10"

[[monitors]]
what = "swapping"
how = "so of vmstat"
threshold = "500 kB/s"
why = "It swaps."
sources = ["book: page 4"]
"""

SOURCES = '[book]\nauthor = "A"\ntitle = "T"\ndate = "2001"\npublisher = "P"\nlocator = "page"\n'

PHRASES = '["host-stalls"]\nen = ["it stalls"]\nde = ["es stockt"]\n'

ROWS = """
["swapping.vmstat"]
rows = ["vmstat os=linux swap-out-max-kb-s=500"]
gives = ["swapping"]
also = ["1 swap-out-max-kb-s=4000"]
near = ["1 os=other", "1 swap-out-max-kb-s=475"]

["swapping.none"]
rows = ["vmstat os=linux swap-out-max-kb-s=475"]
gives = ["!swapping"]
near = ["1 os=other", "1 swap-out-max-kb-s=500"]

["swapping.tuned"]
rows = ["vm-settings swappiness=10"]
gives = ["!swapping"]
near = ["1 swappiness=11"]
"""

QUESTIONS = """
[signs.host-stalls]
text = "Does it stall?"
why = "It tells."
cost = "a glance"

[outputs.vmstat]
text = "vmstat"
why = "It tells."
templates = ["vmstat", "vm-settings", "system"]
commands = { linux = "vmstat 1" }
cost = "a glance"
"""

_HEAD = "procs -----------memory---------- ---swap-- -----io---- -system-- ----cpu----\n"
_NAMES = " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa\n"


def vmstat(out: int) -> str:
    """A capture of vmstat with so many kB/s going out."""
    line = f" 3  2 900000  12000   2000  90000  {out}  {out}  900  800 2000 3000 10 10 40 40\n"
    return _HEAD + _NAMES + line * 12


def example(comment: str, out: int, expect: str) -> str:
    """An example of that capture with the complaint."""
    return f"# {comment}\ntell = \"it stalls\"\n\n[[files]]\npath = \"vmstat.txt\"\ntext = '''\n{vmstat(out)}'''\n\n[expect]\n{expect}\n"


SWAPS = 'findings = ["swapping"]\ndiagnoses = ["small-swap-case"]\n'
RESTS = 'findings = ["!swapping"]\ndiagnoses = []\n'


def write(root: Path) -> Path:
    """The small knowledge base below a folder."""
    base = root / "kb"
    folder = base / "cases" / "test" / SLUG
    (folder / "examples").mkdir(parents=True)
    for name in ("findings", "phrases", "questions", "terms"):
        (base / name).mkdir()
    vocabulary = (ROOT / "kb" / "vocabulary.clp").read_text(encoding="utf-8")
    vocabulary = _only(vocabulary, "finding", "\n    ; symptoms\n    host-stalls\n    ; others\n    swapping")
    (base / "vocabulary.clp").write_text(_only(vocabulary, "quantity", "none"), encoding="utf-8")
    for name in ("words.toml", "quantities.toml"):
        shutil.copy(ROOT / "kb" / "phrases" / name, base / "phrases")
    for path, text in (
        (base / "sources.toml", SOURCES),
        (base / "phrases" / "signs.toml", PHRASES),
        (base / "questions" / "signs.toml", QUESTIONS),
        (base / "findings" / "memory.clp", FINDINGS),
        (folder / "case.toml", CASE),
        (folder / "chain.toml", CHAIN),
        (folder / "fix.toml", FIX),
        (folder / "runbook.toml", RUNBOOK),
        (folder / "examples" / "confirms--at-once.toml", example("It swaps at once.", 4000, SWAPS)),
        (folder / "examples" / "confirms--just.toml", example("It swaps just so.", 505, SWAPS)),
        (folder / "examples" / "rejects--rests.toml", example("It rests.", 0, RESTS)),
        (folder / "examples" / "rejects--nearly.toml", example("It nearly swaps.", 495, RESTS)),
    ):
        path.write_text(text, encoding="utf-8")
    return base


def write_rows(base: Path) -> Path:
    """The row-level examples of the small knowledge base, which is written without them."""
    path = base / "findings" / "examples" / "memory.toml"
    path.parent.mkdir()
    path.write_text(ROWS, encoding="utf-8")
    return path


def _only(text: str, template: str, names: str) -> str:
    """The vocabulary with these names of a template and no others."""
    head, found, rest = text.partition(f"(deftemplate MAIN::{template}\n")
    names_form = re.sub(r"\(allowed-symbols.*?\)\)", f"(allowed-symbols {names}))", rest, count=1, flags=re.DOTALL)
    return head + found + names_form


def change(base: Path, file: str, before: str, after: str) -> None:
    """Replace a text in one file of the case, or below the knowledge base."""
    inside = base / "cases" / "test" / SLUG / file
    path = inside if inside.is_file() else base / file
    text = path.read_text(encoding="utf-8")
    assert before in text, before
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def opened(base: Path) -> Knowledge:
    """The knowledge of the folder, parsed anew."""
    return open_knowledge(str(base))
