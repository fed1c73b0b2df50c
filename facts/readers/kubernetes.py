"""``kubectl get``, ``describe`` and ``top``: which containers were killed for want of memory, their limits and their use.

Of ``describe pod`` people copy the state of one container. Where no line names it, its group is "". ``docker inspect`` says the same
as ``"OOMKilled": true``. Kubernetes keeps the last end of a container alone, so that it counts as one.

Samples::

    >>> from facts.readers import show
    >>> show('''    Last State:     Terminated
    ...       Reason:       OOMKilled
    ...       Exit Code:    137
    ...     Restart Count:  12
    ...     Limits:
    ...       memory:  2Gi
    ... ''')
    kubectl-describe lines 1-6 read
      cgroup: cgroup= memory-max-bytes=2147483648 out-of-memory-kills=1 (1-6)
      system: os=linux (1-1)

    >>> show('''NAME   READY   STATUS      RESTARTS      AGE
    ... es-0   0/1     OOMKilled   5 (2m ago)    41m
    ... pg-0   1/1     Running     0             41m
    ... ''')
    kubectl-get lines 1-3 read
      cgroup: cgroup=es-0 out-of-memory-kills=1 (2-2)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, Span, prompt_of
from facts.schema import Value
from facts.units import size

_STATUS = (
    r"(?:Running|Completed|Succeeded|Terminating|OOMKilled|CrashLoopBackOff|Error|Evicted|Pending|ContainerCreating|PodInitializing|Unknown"
    r"|ImagePullBackOff|ErrImagePull|NodeLost|Init:[\w/]+|CreateContainerConfigError|ContainerStatusUnknown|Failed|StartError|RunContainerError)"
)
_PODS = lazy(r"\s*(?:NAMESPACE\s+)?NAME\s+READY\s+STATUS\s+RESTARTS\s+AGE\b")
_POD = lazy(
    rf"\s*(?:[a-z0-9][\w.-]*\s+)?(?P<name>[a-z0-9][\w.-]*)\s+\d+/\d+\s+(?P<status>{_STATUS})\s+\d+(?: \([\w ]+ ago\))?"
    r"\s+(?:\d+[smhdy]){1,3}(?:\s.*)?$"
)
_ILL = lazy(
    r"(?=\s*\S+\s.*\d/\d)\s*(?:\S+\s+){1,2}\d+/\d+\s+(?:CrashLoopBackOff|Error|Evicted|ImagePullBackOff|ErrImagePull|NodeLost|Unknown|Failed"
    r"|ContainerStatusUnknown|StartError|RunContainerError|CreateContainerConfigError)\b"
)
_TOP = lazy(r"\s*(?:NAMESPACE\s+)?(?:POD\s+)?NAME\s+CPU\(cores\)\s+(?:CPU%\s+)?MEMORY\(bytes\)")
_USE = lazy(
    r"\s*(?:[a-z0-9][\w.-]*\s+)?(?P<name>[a-z0-9][\w.-]*)\s+\d+m?\s+(?:(?P<node>\d+%)\s+)?(?P<used>\d+(?:[KMGT]i)?)(?:\s+\d+%)?\s*$"
)
_FIELD = lazy(
    r"\s*(?P<key>State|Last State|Reason|Exit Code|Signal|Started|Finished|Ready|Restart Count|Limits|Requests|cpu|memory|ephemeral-storage"
    r"|hugepages-\w+|Message|Container ID|Image|Image ID|Ports?|Host Ports?|Environment|Mounts|Liveness|Readiness|Startup|Command|Args|Status"
    r"|QoS Class|Name|Namespace|Node|Priority|Start Time|Labels|Annotations|IP|IPs|Controlled By|Containers|Conditions|Init Containers"
    r"|Service Account"
    r"|Environment Variables from|limits|requests|resources):(?:\s+(?P<value>\S.*?))?\s*$"
)
_STRONG = lazy(r"\s*(?:Last State:\s+Terminated|Reason:\s+OOMKilled|Exit Code:\s+\d{1,3}\s*$|Restart Count:\s+\d)")
_CONTAINER = lazy(r"\s{2,6}(?P<name>[a-z0-9][\w.-]{0,62}):\s*$")
_KILLED = lazy(r"\s*\"OOMKilled\": ?(?P<killed>true|false),?\s*$")
_INSPECTED = lazy(
    r"\s*\"(?:Status|Running|Paused|Restarting|Dead|Pid|ExitCode|Error|StartedAt|FinishedAt|Memory|MemorySwap|MemoryReservation|Name|Id|State"
    r"|HostConfig|OomKillDisable)\": ?.*$|\s*[{}\]],?\s*$"
)
_MEMORY = lazy(r"\s*\"Memory\": ?(?P<bytes>[1-9]\d{5,15}),?\s*$")
_FAULT = lazy(r"\s*(?:Exit Code:\s+(?!0\b|137\b)\d|Reason:\s+(?:Error|Evicted|ContainerCannotRun|StartError)\b)")


def _name(text: str) -> str:
    return text.strip().rpartition("/")[2]


def _read_pods(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_POD):
        if match["status"] == "OOMKilled":
            reading.rows.append(Row("cgroup", {"cgroup": match["name"], "out-of-memory-kills": 1}, output.span(index)))
        else:
            reading.pass_over("pod", output.span(index))
    reading.infer_system("linux", output.span(0))
    return reading


def _read_use(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_USE):
        used = size(match["used"].removesuffix("i"))
        if match["node"] is None and used is not None:
            reading.rows.append(
                Row("cgroup", {"cgroup": match["name"], "memory-current-bytes": used}, output.span(index))
            )
        else:
            reading.pass_over("node", output.span(index))
    reading.infer_system("linux", output.span(0))
    return reading


def _describe_extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    strong = limited = False
    end, above = start, ""
    for index in range(start, len(lines)):
        line = lines[index]
        field = _FIELD.match(line)
        if not line.strip() or prompt_of(line) is not None or not (field or _CONTAINER.match(line)):
            break
        strong = strong or _STRONG.match(line) is not None
        key = field["key"] if field else ""
        limited = limited or (
            key == "memory" and above in ("Limits", "limits", "cpu") and bool(field and field["value"])
        )
        above, end = key, index + 1
    begin = start - bool(start and _CONTAINER.match(lines[start - 1]))
    begin -= bool(begin and _CONTAINERS.match(lines[begin - 1]))
    limits = limited and end - start > 1 and _LIMITS.match(lines[start]) is not None
    return (begin, end) if strong or limits else None


_CONTAINERS = lazy(r"(?:Init )?Containers:\s*$")
_LIMITS = lazy(r"\s*(?:Limits|limits|resources):\s*$")


def _blocks(lines: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """The containers: name, first and last line."""
    heads = [
        (n, match["name"])
        for n, line in enumerate(lines)
        if (match := _CONTAINER.match(line)) and not _FIELD.match(line)
    ]
    starts = heads if heads and heads[0][0] == 0 else [(0, ""), *heads]
    for place, (begin, name) in enumerate(starts):
        last = starts[place + 1][0] - 1 if place + 1 < len(starts) else len(lines) - 1
        yield name, begin, last


def _read_described(output: Output) -> Reading:
    reading = Reading()
    for name, begin, last in _blocks(output.lines):
        values: dict[str, Value | bool] = {"cgroup": name}
        section = ""
        for index in range(begin, last + 1):
            field = _FIELD.match(output.lines[index])
            if field is None:
                reading.used.append(output.span(index))
                continue
            key, text = field["key"], field["value"] or ""
            if key in ("Limits", "Requests", "limits", "requests"):
                section = key.lower()
            elif key == "Name" and not name:
                values["cgroup"] = _name(text)
            if key == "Reason" and text == "OOMKilled":
                values["out-of-memory-kills"] = 1
            elif (
                key == "memory"
                and section == "limits"
                and (amount := size(text.strip("\"'").removesuffix("i"))) is not None
            ):
                values["memory-max-bytes"] = amount
            else:
                continue
            reading.used.append(output.span(index))
        if len(values) > 1:
            reading.rows.append(Row("cgroup", values, output.span(begin, last)))
    reading.infer_system("linux", output.span(0))
    return reading


def _read_inspected(output: Output) -> Reading:
    reading = Reading()
    values: dict[str, Value | bool] = {"cgroup": ""}
    for index, line in enumerate(output.lines):
        if (match := _KILLED.match(line)) and match["killed"] == "true":
            values["out-of-memory-kills"] = 1
        elif match := _MEMORY.match(line):
            values["memory-max-bytes"] = float(match["bytes"])
        else:
            continue
        reading.used.append(output.span(index))
    if len(values) > 1:
        reading.rows.append(Row("cgroup", values, output.whole))
    reading.infer_system("linux", output.span(0))
    return reading


HINTS = (
    "READY", "MEMORY(bytes)", "OOMKilled", "Last State:", "Exit Code:", "Restart Count:", "Limits:", "limits:", "CrashLoopBackOff",
    "/1 ", "/2 ",
)  # fmt: skip
READERS = (
    Reader("kubectl-get", lazy(rf"{_PODS.pattern}|{_POD.pattern}"), extent_of(_POD, _PODS, tells=(_POD,)), _read_pods,
           of_no_use=(("heading", _PODS),), faults=_ILL),
    Reader("kubectl-top", _TOP, extent_of(_USE, head=_TOP), _read_use, of_no_use=(("heading", _TOP),)),
    Reader("kubectl-describe",
           lazy(r"\s*(?:(?:State|Last State|Reason|Exit Code|Restart Count|Limits|limits|resources|Container ID|Name|Image|Ready):(?:\s|$))"),
           _describe_extent, _read_described, of_no_use=(("another field", _FIELD),), faults=_FAULT),
    Reader("docker-inspect", lazy(rf"{_KILLED.pattern}|\s*\"(?:Status|State)\": ?(?:\"\w+\"|\{{),?\s*$"),
           extent_of(_KILLED, _INSPECTED, tells=(_KILLED,)), _read_inspected,
           of_no_use=(("another field", _KILLED), ("another field", _INSPECTED))),
)  # fmt: skip
