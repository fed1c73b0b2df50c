"""A file system that gives no answer: a FUSE mount whose server reads requests and answers none but the first.

Whoever touches a file in it waits in the kernel, where not even SIGKILL reaches; so does a dead NFS mount. It needs root and
``/dev/fuse``, and no library.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LIBC = ctypes.CDLL(None, use_errno=True)
_NO_SUID_NO_DEVICES = 2 | 4
_DETACH = 2
_INIT = 26


def possible() -> bool:
    """Whether this user may mount one."""
    return os.geteuid() == 0 and os.access("/dev/fuse", os.R_OK | os.W_OK)


@contextmanager
def hung(path: Path) -> Iterator[Path]:
    """Mount one at a folder; at the end everybody who waits in it gets an error."""
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
    if _LIBC.mount(b"hung", os.fsencode(path), b"fuse.hung", _NO_SUID_NO_DEVICES, options):
        os.close(device)
        raise OSError(ctypes.get_errno(), "it cannot be mounted", str(path))
    server = os.fork()
    if not server:
        _serve(device)
    os.close(device)
    try:
        yield path
    finally:
        _LIBC.umount2(os.fsencode(path), _DETACH)
        os.kill(server, signal.SIGKILL)
        os.waitpid(server, 0)


def _serve(device: int) -> None:
    try:
        while request := os.read(device, 1 << 18):
            _, code, unique = struct.unpack_from("<IIQ", request)
            if code == _INIT:
                body = struct.pack("<IIIIHHIIHHI7I", 7, 26, 0, 0, 12, 10, 1 << 16, 1, 0, 0, 0, *([0] * 7))
                os.write(device, struct.pack("<IiQ", 16 + len(body), 0, unique) + body)
    finally:
        os._exit(0)
