"""The quick way to know a line of a log takes nothing that the exact parser does not take for the same host."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from facts.readers import log_lines
from facts.readers.log_lines import form_of, parse
from facts.readers.log_stretch import plain_of

_HOSTS = st.sampled_from(["db1", "db1.example.com", "a-b", "2db", "kernel", "last", "x_1", "übel"])
_PROGRAMS = st.sampled_from(
    [
        "kernel",
        "sshd[12]",
        "CROND[1]",
        "NetworkManager",
        "Vendor",
        "scsi",
        "a[12",
        "last",
        "su",
        "message",
        "kern.warning x",
        "",
    ]
)
_REST = st.one_of(
    st.sampled_from(
        ["x", "", " ", "last message repeated 3 times", "[ 1.000] up", "[ID 1 kern.warning] x", "2024/01/01_"]
    ),
    st.text(max_size=12),
)
_STAMPS = st.sampled_from(
    [
        "Aug 24 02:10:11",
        "Aug  4 02:10:11",
        "Aug 24 2023 02:10:11",
        "Xxx 24 02:10:11",
        "Aug 94 02:10:11",
        "Aug 24 2:10:11",
        "aug 24 02:10:11",
    ]
)


@given(_STAMPS, _HOSTS, _PROGRAMS, _REST, _HOSTS)
@example("Aug 24 02:10:11", "db1", "kernel", "x", "db1")
def test_what_is_plain_is_a_line_of_that_host(stamp: str, host: str, program: str, rest: str, other: str) -> None:
    text = f"{stamp} {other} {program}: {rest}"
    plain = plain_of(host)
    if plain is None or not plain(text):
        return
    line = parse(text)
    assert line is not None
    assert (line.host, form_of(text), line.year, line.repeats) == (host, "bsd", 0, 0)
    assert line.month
    assert line.program


@given(_STAMPS, _HOSTS, _PROGRAMS, _REST)
@example("Aug 24 02:10:11", "db1", "kernel", "end_request: I/O error, dev sdb, sector 33470855")
@example("Aug  4 02:10:11", "db1", "Vendor", "x")
def test_the_short_way_tells_the_same_as_the_long_one(stamp: str, host: str, program: str, rest: str) -> None:
    text = f"{stamp} {host} {program}: {rest}"
    short = log_lines.parse.__wrapped__(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_lines, "_PLAIN", re.compile("(?!)"))
        assert short == log_lines.parse.__wrapped__(text)
