"""What ``zpool status`` and ``zpool import`` say of a pool in words: the text after ``status:``, and the message id.

The texts are those of Solaris 10 and 11, illumos, FreeBSD and OpenZFS 0.6 to 2.4. An id stands for several texts, or for none
where ``see:`` is missing, so the text decides and the id is asked only where the text is cut off or unknown.

>>> condition_of("One or more devices has experienced an error resulting in data corruption.  Applications may be affected.")
'data-corrupted'
>>> condition_of("", "ZFS-8000-HC"), condition_of("All is well")
('io-failure', None)
>>> message_of("http://www.sun.com/msg/ZFS-8000-9P"), message_of("the manual")
('ZFS-8000-9P', None)
"""

from __future__ import annotations

from facts.patterns import lazy

_MESSAGE = lazy(r"/msg/(?P<message>ZFS-8000-[0-9A-Z]{2})\b")

# In precedence: of two texts that begin alike the longer one comes first.
_TEXTS: tuple[tuple[str, str], ...] = (
    ("resulting in data corruption", "data-corrupted"),
    ("filesystem data is corrupt", "data-corrupted"),
    ("multihost writes failed", "suspended-multihost"),
    ("in response to IO failures", "io-failure"),
    ("in response to I/O failures", "io-failure"),
    ("unrecoverable error", "device-errors"),
    ("intent log record", "bad-log"),
    ("metadata is incomplete or corrupted", "metadata-corrupted"),
    ("metadata is corrupted", "metadata-corrupted"),
    ("pool data is corrupted", "metadata-corrupted"),
    ("label is missing", "bad-label"),
    ("contains corrupted data", "bad-label"),
    ("missing from the system", "devices-missing"),
    ("could not be opened", "devices-missing"),
    ("devices are unavailable", "devices-missing"),
    ("devices is unavailable", "devices-missing"),
    ("failure domains are faulted", "devices-faulted"),
    ("faulted in response to persistent errors", "devices-faulted"),
    ("taken offline by the administrator", "device-offline"),
    ("removed by the administrator", "device-removed"),
    ("have been removed", "device-removed"),
    ("has been removed", "device-removed"),
    ("being resilvered", "resilvering"),
    ("sequentially resilvered", "scrub-recommended"),
    ("non-native block size", "non-native-block-size"),
    ("newer, incompatible", "version-too-new"),
    ("incompatible version", "version-too-new"),
    ("incompatible with the software", "version-too-new"),
    ("read-only mode on this system", "features-unsupported"),
    ("not supported on this system", "features-unsupported"),
    ("feature(s) not supported", "features-unsupported"),
    ("older on-disk", "version-old"),
    ("older version", "version-old"),
    ("legacy on-disk", "version-old"),
    ("features are not enabled", "features-disabled"),
    ("'compatibility' property", "compatibility"),
    ("compatibility list", "compatibility"),
    ("hostid", "other-host"),
    ("another system", "other-host"),
    ("imported by", "other-host"),
    ("Errata #", "errata"),
)
_IDS = {
    "ZFS-8000-14": "metadata-corrupted", "ZFS-8000-2Q": "devices-missing", "ZFS-8000-3C": "devices-missing",
    "ZFS-8000-4J": "bad-label", "ZFS-8000-5E": "bad-label", "ZFS-8000-6X": "devices-missing",
    "ZFS-8000-72": "metadata-corrupted", "ZFS-8000-8A": "data-corrupted", "ZFS-8000-9P": "device-errors",
    "ZFS-8000-A5": "version-too-new", "ZFS-8000-D3": "devices-missing", "ZFS-8000-ER": "errata",
    "ZFS-8000-EY": "other-host", "ZFS-8000-FD": "devices-faulted", "ZFS-8000-GH": "device-errors",
    "ZFS-8000-HC": "io-failure", "ZFS-8000-JQ": "io-failure", "ZFS-8000-K4": "bad-log", "ZFS-8000-LR": "devices-missing",
    "ZFS-8000-MM": "suspended-multihost", "ZFS-8000-QJ": "devices-missing",
}  # fmt: skip
SUSPENDED = frozenset(("io-failure", "suspended-multihost"))
"""Conditions that only a suspended pool has; before OpenZFS 0.8 its ``state:`` still said ONLINE."""


def message_of(text: str) -> str | None:
    """The id in the address after ``see:``, or None."""
    match = _MESSAGE.search(text)
    return match["message"] if match else None


def condition_of(text: str, message: str | None = None) -> str | None:
    """The symbol for a ``status:`` text with its lines joined, else that for a message id; None where neither is known."""
    plain = " ".join(text.split())
    found = next((symbol for words, symbol in _TEXTS if words in plain), None)
    return found or _IDS.get(message or "")
