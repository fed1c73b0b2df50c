"""``iscsiadm -m session -P 1`` (and 2 and 3): sessions with iSCSI targets, one below each portal of a target.

Sample::

    >>> from facts.readers import show
    >>> show('''Target: iqn.2018-02.com.example:disk1 (non-flash)
    ...     Current Portal: 192.0.2.4:3260,1
    ...         **********
    ...         Interface:
    ...         **********
    ...         iSCSI Session State: LOGGED_IN
    ... ''')
    iscsi-sessions lines 1-6 read
      iscsi-session: portal=192.0.2.4:3260,1 state=logged-in target=iqn.2018-02.com.example:disk1 (1-6)
"""

from __future__ import annotations

from facts.kit import Pairs, unused_keys
from facts.patterns import lazy
from facts.reading import Output, Reading, Row
from facts.states import Words

_HEAD = lazy(r"\s*Target: (?P<target>(?:iqn|eui|naa)\.\S+)")
_PORTAL = lazy(r"\s*Current Portal: (?P<portal>\S+)")
_STATE = lazy(r"\s*iSCSI Session State: (?P<state>\S.*?)\s*\Z")
_STATES = Words({"logged-in": "LOGGED_IN", "failed": "FAILED", "free": "FREE"}, silent="Unknown")

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
    head=_HEAD, blanks=0,
    of_no_use=(
        ("version", lazy(r"\s*(?:iSCSI Transport Class )?version \d")),
        ("unit", lazy(r"\s*scsi\d+ Channel \d+ Id \d+ Lun: \d|\s*Attached scsi disk \S+\s+State: ")),
    ),
)  # fmt: skip


def _read(output: Output) -> Reading:
    """A row for each session; a portal stands above it, and its target above all of its portals."""
    reading = _SESSIONS.read(output)
    target, portal, first = "", "", 0
    for index, line in enumerate(output.lines):
        if match := _HEAD.match(line):
            target, first = match["target"], index
        elif match := _PORTAL.match(line):
            portal = match["portal"]
        elif (match := _STATE.match(line)) and target and portal:
            reading.used += [output.span(first), output.span(index)]
            state = _STATES.read(match["state"], output.span(index), reading.refusals)
            if state and state != "logged-in" and any(map(_REOPENS.match, output.lines[index - 1 : index + 2])):
                state = "failed"  # free, and the initiator tries to get it back
            if state:
                values = {"target": target, "portal": portal, "state": state}
                reading.rows.append(Row("iscsi-session", values, output.span(first, index)))
    return reading


_REOPENS = lazy(r"\s*(?:iSCSI Connection State: TRANSPORT WAIT|Internal iscsid Session State: RE(?:OP|PO)EN)\s*\Z")
# a disk whose paths are lost is `offline` or `transport-offline`
_LOST = lazy(
    r"\bConnection State: (?!LOGGED[ _]IN\b|NO[ _]CHANGE\b)\S|\s(?:disk \S+|Host Number: \d+)\s+State: (?!running\b)\S"
)

HINTS = ("iSCSI Session State", "Current Portal")
READERS = (_SESSIONS.reader()._replace(read=_read, faults=_LOST),)
