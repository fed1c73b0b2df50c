"""The notebook: what newly follows from an output, in words that can be read aloud."""

from __future__ import annotations

from advisor.training.notebook import Notebook
from tests.kb.examples import knowledge

_LINUX = (
    "root@a# uname -a\nLinux a 4.18.0-305.el8.x86_64 #1 SMP Thu Apr 29 08:54:30 EDT 2021 x86_64 x86_64 x86_64 GNU/Linux"
)
_SOLARIS = "root@s# uname -a\nSunOS s 5.11 11.3 sun4v sparc sun4v"
_MDSTAT = """root@a# cat /proc/mdstat
Personalities : [raid1]
md0 : active raid1 sdb1[1] sda1[0]
      1048512 blocks [2/2] [UU]

unused devices: <none>"""


def test_what_is_absent_reads_as_absent_and_only_of_the_smaller_thing() -> None:
    news = Notebook(knowledge(), "slow").read(_MDSTAT).news
    absent = [text for text in news if text.startswith("Absent: array syncing")]
    assert len(absent) == 1
    assert absent[0].startswith("Absent: array syncing (md0). ")
    assert "The host has an array of software RAID." in news


def test_the_kind_of_system_alone_is_news_only_to_a_case_in_question() -> None:
    assert Notebook(knowledge(), "commits are slow").read(_LINUX).news == ()
    assert Notebook(knowledge(), "commits are slow").read(_SOLARIS).news == ()
    told = "the virtual machines of VirtualBox do not start any more, the module vboxdrv does not load"
    book = Notebook(knowledge(), told)
    assert any("KVM and VirtualBox" in text for text in book.read(_LINUX).news)
