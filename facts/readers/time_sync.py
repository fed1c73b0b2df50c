'''``chronyc tracking``, ``sources`` and ``sourcestats``, ``ntpq -p``: how a host keeps its time.

Recognised and named, of which no finding uses a value yet.

Samples::

    >>> from facts.readers import show
    >>> show("""Reference ID    : C0A80101 (ntp1.example.com)
    ... Stratum         : 3
    ... Leap status     : Normal
    ... """)
    chronyc-tracking lines 1-3 nothing

    >>> show("""     remote           refid      st t when poll reach   delay   offset  jitter
    ... ==============================================================================
    ... *ntp1.example.co 192.0.2.1        2 u   31   64  377    0.512    0.012   0.101
    ... """)
    ntpq-peers lines 1-3 nothing
'''

from __future__ import annotations

from facts.kit import Lines, Pairs, unused_keys
from facts.patterns import lazy

_TIME = r"[+-]?\d+(?:\.\d+)?(?:ns|us|ms|s|m|h|d|y)?"
_TRACKING = Pairs(
    "chronyc-tracking", "",
    keys=(
        unused_keys("Reference ID"),
        unused_keys(
            "Stratum", "Ref time (UTC)", "System time", "Last offset", "RMS offset", "Frequency", "Residual freq", "Skew",
            "Root delay", "Root dispersion", "Update interval", "Leap status",
        ),
    ),
)  # fmt: skip
_SOURCES = Lines(
    "chronyc-sources",
    "",
    lazy(
        rf"MS Name/IP address\s+Stratum|[\^=#][*+x?~-] \S+\s+\d+\s+-?\d+\s+\d+\s+(?:-|{_TIME})\s+{_TIME}\[\s*{_TIME}\]\s+\+/-\s+{_TIME}\s*$"
    ),
    first=lazy(r"MS Name/IP address\s+Stratum Poll Reach LastRx Last sample"),
    of_no_use=(
        ("heading", lazy(r"={20,}\s*$")),
        ("count", lazy(r"(?:210 )?Number of sources = \d+\s*$")),
        ("legend", lazy(r"\s*(?:\.-+|/ \.-|\|) .*(?:Source (?:mode|state)|may be in error)|\s*\|[| ].*(?:\.-|\\|=)")),
    ),
)
_STATISTICS = Lines(
    "chronyc-sourcestats",
    "",
    lazy(rf"Name/IP Address\s+NP|\S+\s+\d+\s+\d+\s+{_TIME}\s+[+-]?\d+\.\d+\s+\d+\.\d+\s+{_TIME}\s+{_TIME}\s*$"),
    first=lazy(r"Name/IP Address\s+NP\s+NR\s+Span"),
    of_no_use=(
        ("heading", lazy(r"={20,}\s*$")),
        ("count", lazy(r"(?:210 )?Number of sources = \d+\s*$")),
    ),
)
_PEERS = Lines(
    "ntpq-peers",
    "",
    lazy(
        r"\s*remote\s+refid\s+st t|[ *+#.xo-]?\S+\s+\S+\s+\d{1,2}\s+[lumbps-]\s+(?:-|\d+[mhd]?)\s+\d+\s+[0-7]+(?:\s+-?\d+\.\d+){3}\s*$"
    ),
    first=lazy(r"\s*remote\s+refid\s+st t when poll reach\s+delay\s+offset\s+(?:jitter|disp)"),
    of_no_use=(("heading", lazy(r"={20,}\s*$")),),
)
HINTS = ("Reference ID ", "Reference ID\t", "MS Name/IP", "Name/IP Address", " refid ")
READERS = (
    _TRACKING.reader()._replace(faults=lazy(r"Leap status\s*: (?!Normal|Insert|Delete)")),
    _SOURCES.reader(),
    _STATISTICS.reader(),
    _PEERS.reader(),
)
