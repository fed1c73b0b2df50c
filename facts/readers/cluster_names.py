"""The nodes of one list of members, or of one configuration: the rows, and the names that are none.

Not a reader itself: `cluster_members` and `cluster_config` use it. Numbers and addresses name no host and are passed over.

>>> [node_name(text) for text in ("DB2.example.com", "12crac1", "2", "10.0.0.2", "fe80::1")]
['db2', '12crac1', '', '', '']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from facts import kit
from facts.patterns import lazy
from facts.readers import ha_names
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.states import Words

Resources = Callable[[Output, list[Refusal]], Iterable[Row]]
"""The rows of an output's resources; a state that is not known is refused."""

_NAME = lazy(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,254}\Z")
_ADDRESS = lazy(r"[0-9A-Fa-f]{0,4}:[0-9A-Fa-f:.]{1,45}(?:%\w{1,15})?\Z")
BEFORE_ROWS = 60
"""So many lines may stand above the first node of a list: a warning or two, the state of the quorum."""
NODE_STATES = Words(
    {
        "online": "online|RUNNING|member|M", "offline": "offline|EXITED|lost|X", "faulted": "FAULTED", "unclean": "UNCLEAN",
        "standby": "standby", "maintenance": "maintenance",
        "pending": "pending|J|INITING|CURRENT_DISCOVER_WAIT|CURRENT_PEER_WAIT|LOCAL_BUILD|REMOTE_BUILD|ADMIN_WAIT"
        "|STALE_DISCOVER_WAIT|STALE_PEER_WAIT|STALE_ADMIN_WAIT|LEAVING|EXITING|EXITING_FORCIBLY",
    },
    silent="UNKNOWN|d",
)  # fmt: skip
"""What a list says of a node, first word alone."""
_BLANKS = 3
NO_NAME, CUT = "this is no name of a node", "the line is cut or damaged"


def node_name(text: str) -> str:
    """A node's name without its domain, in small letters; "" for a number or an address."""
    name = text.strip("\"'").split(".")[0].lower()
    return "" if ":" in name or not re.search("[a-z]", name) or name == "localhost" else name


class Members:
    """The nodes of one output in order; `reading` gives a row for each."""

    def __init__(self, output: Output) -> None:
        """Start with an empty list."""
        self._output = output
        self._named: dict[str, Span] = {}
        self._states: dict[str, str] = {}
        self._own: set[str] = set()
        self._nameless = False
        self._refusals: list[Refusal] = []
        self._used: list[Span] = []

    def add(self, at: int, text: str, own: bool = False, state: str = "") -> None:
        """Take the name at line `at`, with the word for its state; `own` where the list marks it as the host on which it was made."""
        self._used.append(self._output.span(at))
        if _ADDRESS.match(text) or (_NAME.match(text) and not node_name(text)):
            self._nameless = True
        elif not _NAME.match(text):
            self.refuse(at, NO_NAME)
        elif (name := node_name(text)) and (name in self._named or len(self._named) < ha_names.MOST):
            self._named.setdefault(name, self._output.span(at))
            if state and (known := NODE_STATES.read(state, self._output.span(at), self._refusals)):
                self._states.setdefault(name, known)
            if own:
                self._own.add(name)

    def refuse(self, at: int, reason: str) -> None:
        """A line that belongs to the list and could not be read."""
        self._refusals.append(Refusal(self._output.span(at), reason))

    def reading(self, all_of_them: bool = True, resources: Resources | None = None) -> Reading:
        """The rows, and those of the `resources`.

        `all_of_them` is where the output names every node, and not only its own or some by their addresses.

        Which node is the host's own is known where the list marks one.
        """
        rows = []
        for name, lines in self._named.items():
            values = {"node": name}
            if name in self._states:
                values["state"] = self._states[name]
            if self._own:
                values["own"] = "yes" if name in self._own else "no"
            rows.append(Row("cluster-node", values, lines))
        made = list(resources(self._output, self._refusals)) if resources is not None else []
        whole = all_of_them and not self._refusals and not self._nameless
        complete = frozenset(("cluster-node",)) if whole else frozenset[str]()
        return Reading([*rows, *made], self._refusals, complete=complete, used=self._used)


def ends(line: str) -> bool:
    """Whether a line can stand in no list: a prompt, or a fence of a post."""
    return line.startswith("```") or prompt_of(line) is not None


def run(lines: Sequence[str], start: int, row: re.Pattern[str], inside: Sequence[re.Pattern[str]]) -> int | None:
    """The end of a stretch of rows and of other lines that belong to the output; None where no row comes soon."""
    soon = start + BEFORE_ROWS + 2
    if not any(row.match(line) for line in lines[start:soon]):
        return None
    end = kit.run(lines, start, row, *inside, blanks=_BLANKS)
    return end if any(row.match(line) for line in lines[start : min(end, soon)]) else None


def headed(
    lines: Sequence[str], start: int, head: re.Pattern[str], row: re.Pattern[str], inside: Sequence[re.Pattern[str]]
) -> int | None:
    """Where the output begins of which `start` is the last heading above the first row; None where it is not the last one.

    A heading is looked at from the one that is nearest to the rows, so that many headings in a row cost no more than one.
    """
    for index in range(start, min(start + BEFORE_ROWS, len(lines))):
        if row.match(lines[index]):
            break
        if index > start and head.match(lines[index]):
            return None
    begin = start
    for index in range(start - 1, max(start - BEFORE_ROWS, 0) - 1, -1):
        line = lines[index]
        if not line.strip():
            continue
        is_head = head.match(line) is not None
        if row.match(line) or ends(line) or not (is_head or any(pattern.match(line) for pattern in inside)):
            break
        begin = index if is_head else begin
    return begin


def listed(
    kind: str,
    starts: str,
    row: str,
    *,
    rough: str = "",
    inside: str = "",
    commands: str = "",
    own: Callable[[re.Match[str]], bool] = lambda _: False,
    all_of_them: bool = True,
    resources: Resources | None = None,
    faults: str = "",
) -> Reader:
    """A reader of a list with a node in each row.

    Args:
        kind: its kind.
        starts: a line on which it begins, "" where only the command above it tells.
        row: a row, with the group `name`, and perhaps `state` or `state2`.
        rough: what begins as a row does and is cut, if it is no row.
        inside: other lines that belong to it.
        commands: commands below which it may begin without such a line.
        own: whether a row is marked as the host on which the list was made.
        resources: finds the resources among the other lines.
        all_of_them: it lists every node, and not only one that somebody asked for.
        faults: what it says of a node, a service or a link that is not as it should be; see `Reader.faults`.
    """
    begins = lazy(starts) if starts else None
    of_row, of_rough = lazy(row), lazy(rough) if rough else None
    others = tuple(lazy(pattern) for pattern in (rough, starts, inside) if pattern)
    no_use = tuple((name, lazy(pattern)) for name, pattern in (("heading", starts), ("no node", inside)) if pattern)

    def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
        begin: int | None = start
        if begins is not None and begins.match(lines[start]):
            begin = headed(lines, start, begins, of_row, others)
        end = None if begin is None else run(lines, start, of_row, others)
        return None if begin is None or end is None else (begin, end)

    def read(output: Output) -> Reading:
        members = Members(output)
        for at, line in enumerate(output.lines):
            if match := of_row.match(line):
                groups = match.groupdict()
                state = groups.get("state") or groups.get("state2") or ""
                members.add(at, match["name"], own(match), state.partition(",")[0])
            elif of_rough is not None and of_rough.match(line):
                members.refuse(at, CUT)
        return members.reading(all_of_them, resources)

    return Reader(
        kind,
        begins,
        extent,
        read,
        lazy(commands) if commands else None,
        of_no_use=no_use,
        faults=lazy(faults) if faults else None,
    )
