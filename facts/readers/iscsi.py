"""``iscsiadm -m session -P 1`` (and 2 and 3): sessions with iSCSI targets. They are named, and give no row.

Sample::

    >>> from facts.readers import show
    >>> show('''Target: iqn.2018-02.com.example:disk1 (non-flash)
    ...     Current Portal: 192.0.2.4:3260,1
    ...         **********
    ...         Interface:
    ...         **********
    ...         iSCSI Session State: LOGGED_IN
    ... ''')
    iscsi-sessions lines 1-6 nothing
"""

from __future__ import annotations

from facts.kit import Pairs, unused_keys
from facts.patterns import lazy

_SESSIONS = Pairs(
    "iscsi-sessions", "",
    keys=(
        unused_keys(
            "Target", "Current Portal", "Persistent Portal", "Interface", "Iface Name", "Iface Transport", "Iface Initiatorname",
            "Iface IPaddress", "Iface HWaddress", "Iface Netdev", "SID", "iSCSI Connection State", "iSCSI Session State",
            "Internal iscsid Session State", "Timeouts", "Recovery Timeout", "Target Reset Timeout", "LUN Reset Timeout",
            "Abort Timeout", "CHAP", "username", "password", "username_in", "password_in", "Negotiated iSCSI params",
            "HeaderDigest", "DataDigest", "MaxRecvDataSegmentLength", "MaxXmitDataSegmentLength", "FirstBurstLength",
            "MaxBurstLength", "ImmediateData", "InitialR2T", "MaxOutstandingR2T", "Attached SCSI devices", "Host Number",
        ),
    ),
    head=lazy(r"\s*(?:Target: (?:iqn|eui|naa)\.\S+|Current Portal: \S+:\d+,\d)"), blanks=1,
    of_no_use=(
        ("version", lazy(r"\s*(?:iSCSI Transport Class )?version \d")),
        ("unit", lazy(r"\s*scsi\d+ Channel \d+ Id \d+ Lun: \d|\s*Attached scsi disk \S+\s+State: ")),
    ),
)  # fmt: skip

# a disk whose paths are lost is `offline` or `transport-offline`
_LOST = lazy(
    r"\b(?:Connection|Session) State: (?!LOGGED[ _]IN\b|NO[ _]CHANGE\b)\S|\s(?:disk \S+|Host Number: \d+)\s+State: (?!running\b)\S"
)

HINTS = ("iSCSI Session State", "Current Portal")
READERS = (_SESSIONS.reader()._replace(faults=_LOST),)
