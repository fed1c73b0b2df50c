"""The resources that a cluster's own commands list, and what failed of them.

Not a reader itself: `cluster_members` uses it, for these lists stand below those of the nodes.

>>> output = Output(["B  ora_sg  db1  Y  N  ONLINE|FAULTED", "C  ora_sg  Mount  ora_mnt  db1"])
>>> [dict(row.values) for row in of_veritas(output, [])] == [
...     {"resource": "ora_sg", "node": "db1", "state": "failed"}, {"resource": "ora_mnt", "node": "db1", "state": "failed"}]
True
"""

from __future__ import annotations

from collections.abc import Iterator

from facts.patterns import lazy
from facts.readers.cluster_names import node_name
from facts.reading import Output, Refusal, Row
from facts.schema import Value
from facts.states import Words

_GROUP = lazy(
    r"B\s++(?P<resource>\S++)\s++(?P<node>\S++)\s++(?:[YN]|-)\s++(?:[YN]|-)\s++(?P<state>[A-Z][A-Z_]*(?:\|[A-Z_]+)*)\s*+\Z"
)
_FAILED = lazy(r"C\s++\S++\s++\S++\s++(?P<resource>\S++)\s++(?P<node>\S++)\s*+\Z")
# of several words the worst counts
_GROUP_STATES = Words(
    {"failed": "FAULTED", "partial": "PARTIAL", "online": "ONLINE", "offline": "OFFLINE"},
    silent="STARTING|STOPPING|MIGRATING|PENDING|UNKNOWN",
)
_SERVICE = lazy(
    r"\s++(?P<resource>(?:service:|vm:)?[\w.-]++)\s++\(?(?P<node>[\w.-]++)\)?\s++(?P<state>(?!Status\b|ID\b|State\b)[a-z]++)(?: .*)?\Z"
)
_SERVICE_STATES = Words(
    {"online": "started", "offline": "stopped|disabled", "failed": "failed"},
    silent="starting|stopping|recovering|recoverable|relocating|migrating|uninitialized|checking",
)
_NODE = lazy(r"\s*+(?:\* )?Node:? (?P<node>[^\s:@]++)(?: \([^)]{1,80}\))?: ")
_RESOURCE = lazy(
    r"\s*+(?:\* )?(?P<resource>[\w.:-]++)\s++\((?:ocf|stonith|lsb|systemd|service|upstart|heartbeat)[\w:.-]*+\):\s++"
    r"(?:\(unmanaged\) |ORPHANED )?(?P<state>[A-Za-z]++)(?P<rest>(?:\s.*)?)\Z"
)
_RESOURCE_STATES = Words(
    {"online": "Started|Master|Slave|Promoted|Unpromoted", "offline": "Stopped", "failed": "FAILED"},
    silent="Starting|Stopping|Promoting|Demoting|Migrating|Monitoring|ORPHANED",
)
_IN_BRACKETS = lazy(r"\([^)]*\)|[\[\]]")
_ACTIONS = r"(?:monitor|start|stop|promote|demote|notify|migrate_to|migrate_from|reload|probe)"
_FAILED_ACTION = lazy(
    rf"\s*+(?:\* )?(?P<resource>[\w.:-]+?)(?:_(?P<action>{_ACTIONS})_\d+|(?: [\w.]+-interval)? (?P<action2>{_ACTIONS}))"
    r"(?: on (?P<node>[\w.-]+) (?:returned )?'(?P<why>[^']{1,120})'| \(node=(?P<node2>[\w.-]+),.*?\): (?P<why2>\S.{0,119}))"
)


def _row(output: Output, at: int, resource: str, node: str, **values: Value) -> Row:
    slots: dict[str, Value | bool] = {"resource": resource, "node": node_name(node)}
    return Row(
        "cluster-resource", slots | {name.replace("_", "-"): value for name, value in values.items()}, output.span(at)
    )


def of_veritas(output: Output, refusals: list[Refusal]) -> Iterator[Row]:
    """Groups and failed resources of ``hastatus -sum``."""
    for at, line in enumerate(output.lines):
        if match := _GROUP.match(line):
            said = {_GROUP_STATES.read(word, output.span(at), refusals) for word in match["state"].split("|")}
            if state := next((name for name in _GROUP_STATES.names if name in said), ""):
                yield _row(output, at, match["resource"], match["node"], state=state)
        elif match := _FAILED.match(line):
            yield _row(output, at, match["resource"], match["node"], state="failed")


def of_red_hat(output: Output, refusals: list[Refusal]) -> Iterator[Row]:
    """Services of ``clustat``."""
    for at, line in enumerate(output.lines):
        if (match := _SERVICE.match(line)) and (
            state := _SERVICE_STATES.read(match["state"], output.span(at), refusals)
        ):
            yield _row(output, at, match["resource"], "" if match["node"] == "none" else match["node"], state=state)


def of_pacemaker(output: Output, refusals: list[Refusal]) -> Iterator[Row]:
    """Resources of ``crm_mon`` and ``pcs status``, and the actions that failed."""
    above = ""
    for at, line in enumerate(output.lines):
        if match := _NODE.match(line):
            above = match["node"]
        elif match := _RESOURCE.match(line):
            state = _RESOURCE_STATES.read(match["state"], output.span(at), refusals)
            nodes = _IN_BRACKETS.sub(" ", match["rest"]).split() or [above]
            for node in nodes if state else ():
                yield _row(output, at, match["resource"], node, state=state)
        elif match := _FAILED_ACTION.match(line):
            action, why = match["action"] or match["action2"], match["why"] or match["why2"]
            yield _row(
                output, at, match["resource"], match["node"] or match["node2"], failed_action=f"{action}: {why.strip()}"
            )
        elif line.strip() and not line[0].isspace():
            above = ""
