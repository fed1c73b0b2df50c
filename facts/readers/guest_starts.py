"""What QEMU, libvirt and bhyve print when the kernel refuses a virtual machine the memory that it asks for at its start.

A guest asks for all of its memory at once. Memory on huge pages is left out: whether there are enough of those is another
question.

Sample::

    >>> from facts.readers import show
    >>> show('''kvm: cannot set up guest memory 'pc.ram': Cannot allocate memory
    ... ''')
    guest-start lines 1-1 read
      kernel-event: kind=guest-memory-refused subject=pc.ram (1-1)
"""

from __future__ import annotations

from facts.kit import Lines, Values
from facts.patterns import lazy

_REFUSED = lazy(
    r"\s*(?:\S.{0,300}?\s)?(?:cannot set up guest memory '(?P<subject>[\w./:-]+)': Cannot allocate memory"
    r"|ioctl\(KVM_CREATE_VM\) failed: (?:12|-12) Cannot allocate memory"
    r"|(?:[Uu]nable to set ?up|[Cc]ould not set ?up) (?:guest )?memory \(12\))\s*\Z"
)


def _row(values: Values, line: str) -> Values:
    return {"kind": "guest-memory-refused", "subject": values.get("subject") or "guest"}


HINTS = ("guest memory", "KVM_CREATE_VM", "memory (12)")
READERS = (Lines("guest-start", "kernel-event", _REFUSED, row=_row).reader(),)
