r"""``ipmpstat -i``, ``ovs-appctl bond/show``, FreeBSD's ``lagg``, ``show interfaces counters errors``, Zabbix's alarm of a slower link.

Members of what is made to bear the loss of one, and counters of a switch's ports in a table.

Samples::

    >>> from facts.readers import show
    >>> show('''INTERFACE   ACTIVE  GROUP       FLAGS     LINK      PROBE     STATE
    ... net0        yes     ipmp0       --mbM--   up        ok        ok
    ... net1        no      ipmp0       -------   down      failed    failed
    ... ''')
    ipmpstat lines 1-3 read
      network-interface: bond=ipmp0 interface=net0 link=up (2-2)
      network-interface: bond=ipmp0 interface=net1 link=down (3-3)
      system: os=solaris (1-1)

    >>> show('''slave eth2: enabled
    ...   may_enable: true
    ... slave eth3: disabled
    ...   may_enable: false
    ... ''')
    ovs-bond lines 1-4 read
      network-interface: bond=ovs interface=eth2 link=up (1-1)
      network-interface: bond=ovs interface=eth3 link=down (3-3)

    >>> show('''    laggproto lacp lagghash l2,l3,l4
    ...     laggport: igb0 flags=1c<ACTIVE,COLLECTING,DISTRIBUTING>
    ...     laggport: igb1 flags=0<>
    ... ''')
    lagg-ports lines 1-3 read
      network-interface: bond=lagg interface=igb0 link=up (2-2)
      network-interface: bond=lagg interface=igb1 link=down (3-3)
      system: os=freebsd (1-1)

    >>> show('''Port        Align-Err     FCS-Err    Xmit-Err     Rcv-Err  UnderSize  OutDiscards
    ... Gi1/0/12            0      812044           0      812044          0            0
    ... ''')
    switch-errors lines 1-2 read
      network-interface: damaged-frames=812044 input-errors=812044 interface=Gi1/0/12 output-errors=0 (2-2)

    >>> show('''Problem: Interface eno2: Ethernet has changed to lower speed than it was before
    ... ''')
    link-slower-alarm lines 1-1 read
      kernel-event: count=1 kind=nic-slowed subject=eno2 (1-1)
"""

from __future__ import annotations

from facts.kit import Lines, Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row

_IPMP_HEAD = lazy(r"\s*INTERFACE\s+ACTIVE\s+GROUP\s+FLAGS\s+LINK\s+PROBE\s+STATE\s*\Z")
_IPMP = Lines(
    "ipmpstat", "network-interface", first=_IPMP_HEAD, system="solaris", of_no_use=(("heading", _IPMP_HEAD),),
    line=lazy(r"\s*(?P<interface>[a-z]\w*\d) +(?:yes|no) +(?P<bond>\S+) +\S+ +(?P<link>up|down) +\S+ +\S+\s*\Z"),
)  # fmt: skip

_SLAVE = lazy(r"\s*(?:slave|member) (?P<interface>[\w.-]+): (?P<state>enabled|disabled)\s*\Z")
_SLAVE_MORE = lazy(r"\s*(?:active (?:slave|member)|may_enable: \w+|hash \d+: .*)\s*\Z")


def _ovs_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_SLAVE))
    for n, match in output.matches(_SLAVE):
        values: Values = {
            "interface": match["interface"], "bond": "ovs", "link": "up" if match["state"] == "enabled" else "down",
        }  # fmt: skip
        reading.rows.append(Row("network-interface", values, output.span(n)))
    return reading


# of `failover` all but one rest
_LAGG_HEAD = lazy(r"\s*laggproto (?:lacp|loadbalance|roundrobin)\b.*\Z")
_LAGG = lazy(r"\s*laggport: (?P<interface>\w+) flags=\w+<(?P<flags>[A-Z,]*)>.*\Z")
_LAGG_MORE = lazy(r"\s*(?:lagg (?:options|statistics):|\w+(?: \w+){0,3}: \S+)\s*\Z")


def _lagg_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_LAGG))
    for n, match in output.matches(_LAGG):
        values: Values = {"interface": match["interface"], "bond": "lagg", "link": "up" if match["flags"] else "down"}
        reading.rows.append(Row("network-interface", values, output.span(n)))
    reading.infer_system("freebsd", output.span(0))
    return reading


_ERRORS_HEAD = lazy(r"\s*Port +Align-Err +FCS-Err +Xmit-Err +Rcv-Err\b.*\Z")
_ERRORS = lazy(
    r"\s*(?P<interface>[A-Z][a-zA-Z]{1,20}\d[\d/.]*) +(?P<align>\d+) +(?P<fcs>\d+) +(?P<sent>\d+) +(?P<received>\d+)(?: +(?:\d+|--))*\s*\Z"
)


def _errors_read(output: Output) -> Reading:
    reading = Reading()
    for n, match in output.matches(_ERRORS):
        values: Values = {
            "interface": match["interface"], "damaged-frames": int(match["align"]) + int(match["fcs"]),
            "input-errors": int(match["received"]), "output-errors": int(match["sent"]),
        }  # fmt: skip
        reading.rows.append(Row("network-interface", values, output.span(n)))
    return reading


def _slower(values: Values, command: str) -> Values:
    return {**values, "kind": "nic-slowed", "count": 1}


_SLOWER = Lines(
    "link-slower-alarm", "kernel-event", row=_slower,
    line=lazy(r"(?!.{0,200}?\b[Rr](?:esolved|ESOLVED)\b).{0,120}?\bInterface (?P<subject>[\w.@-]{2,40})(?:\([^()]{0,60}\))?: "
        r"Ethernet has changed to lower speed than it was before.*\Z"),
)  # fmt: skip

HINTS = ("INTERFACE", "slave ", "member ", "laggproto", "Align-Err", "to lower speed")
READERS = (
    _IPMP.reader(),
    Reader("ovs-bond", _SLAVE, extent_of(_SLAVE, _SLAVE_MORE, tells=(lazy(r"\s*may_enable:"),), blanks=1), _ovs_read,
           of_no_use=(("detail", _SLAVE_MORE),)),
    Reader("lagg-ports", _LAGG_HEAD, extent_of(_LAGG, _LAGG_MORE, head=_LAGG_HEAD, tells=(_LAGG,)), _lagg_read,
           of_no_use=(("heading", _LAGG_HEAD), ("another field", _LAGG_MORE))),
    Reader("switch-errors", _ERRORS_HEAD, extent_of(_ERRORS, head=_ERRORS_HEAD), _errors_read, of_no_use=(("heading", _ERRORS_HEAD),)),
    _SLOWER.reader(),
)  # fmt: skip
