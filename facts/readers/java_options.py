"""``jvm.options`` and other lists of options of Java, and the settings of Elasticsearch and OpenSearch beside them.

Lines as ``8-13:-XX:...`` hold for some releases of Java only; an option of those is passed over. Of ``elasticsearch.yml`` no value is
used.

Samples::

    >>> from facts.readers import show
    >>> show('''-Xms12g
    ... -Xmx12g
    ... -XX:+UseG1GC
    ... ''')
    java-options lines 1-3 read
      java-options: collector=g1 heap-max-bytes=12884901888 heap-start-bytes=12884901888 output=input:1 (1-3)

    >>> show('''cluster.name: logs
    ... bootstrap.memory_lock: true
    ... ''')
    elasticsearch-yml lines 1-2 nothing
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, Span, prompt_of
from facts.schema import Value
from facts.units import size

_SIZED = r"-X(?:ms|mx|mn|ss)\d+[kKmMgG]?"
_OPTION = lazy(
    rf"\s*(?:(?:\d+(?:-\d*)?|-):)?(?:{_SIZED}|-XX:[+-]?[A-Z]\w{{2,80}}(?:=\S+)?|-D[\w.-]+(?:=\S*)?|-Xlog\S+|-Xlog\S*:\S+|-server|-Xloggc:\S+"
    r"|--add-(?:opens|exports|modules)[= ]\S+|-javaagent:\S+|-Xrs|-Xshare:\w+|-verbose:gc|-Xbatch|-agentlib:\S+|-ea|-da)\s*$"
)
_SURE = lazy(rf"\s*(?:\d+(?:-\d*)?:)?(?:{_SIZED}|-XX:[+-]?[A-Z]\w{{2,80}}(?:=\S+)?)\s*$")
_LINE = lazy(
    rf"\s*(?:(?:export )?(?:ES_JAVA_OPTS|JAVA_OPTS|LS_JAVA_OPTS|CATALINA_OPTS|OPENSEARCH_JAVA_OPTS)"
    rf"=\S.*?(?:-Xm[sx]\d).*|{_SIZED}(?: +-\S+)+)\s*$"
)
_COMMENT = lazy(r"\s*#")
_HEAP = lazy(
    r"(?<!\S)[\"']?-Xm(?P<which>[sx])(?P<size>\d+[kKmMgG]?)(?=[\"'\s]|$)|=[\"']?-Xm(?P<which2>[sx])(?P<size2>\d+[kKmMgG]?)"
)
_COLLECTOR = lazy(r"-XX:\+Use(?P<name>G1GC|ConcMarkSweepGC|ParallelGC|ParallelOldGC|SerialGC|ZGC|ShenandoahGC)\b")
_COLLECTORS = {
    "G1GC": "g1", "ConcMarkSweepGC": "cms", "ParallelGC": "parallel", "ParallelOldGC": "parallel", "SerialGC": "serial",
    "ZGC": "z", "ShenandoahGC": "shenandoah",
}  # fmt: skip
_SOME_RELEASES = lazy(r"\s*\d+(?:-\d*)?:")


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    end = start
    for index in range(start, len(lines)):
        line = lines[index]
        if _OPTION.match(line) or _LINE.match(line):
            end = index + 1
        elif prompt_of(line) is not None or (line.strip() and not _COMMENT.match(line)):
            break
    sure = any(_SURE.match(line) or _LINE.match(line) for line in lines[start:end])
    return (start, end) if sure else None


def _read(output: Output) -> Reading:
    reading = Reading()
    values: dict[str, Value | bool] = {"output": output.label}
    for index, line in enumerate(output.lines):
        if _COMMENT.match(line) or _SOME_RELEASES.match(line):
            continue
        for match in _HEAP.finditer(line):
            slot = "heap-max-bytes" if (match["which"] or match["which2"]) == "x" else "heap-start-bytes"
            if (amount := size(match["size"] or match["size2"])) is not None:
                values[slot] = amount
                reading.used.append(output.span(index))
        if chosen := _COLLECTOR.search(line):
            values["collector"] = _COLLECTORS[chosen["name"]]
            reading.used.append(output.span(index))
    if len(values) > 1:
        reading.rows.append(Row("java-options", values, output.whole))
    return reading


_YML = lazy(
    r"\s*(?:-\s+)?(?:indices|cluster|node|path|bootstrap|discovery|network|http|transport|gateway|action|xpack|thread_?pool|index|script|ingest"
    r"|reindex|plugins|opendistro_security|s3|monitor|compatibility|search|repositories|tracing)\.[a-z_][\w.-]{1,90}: ?.*$"
)
_YML_SURE = lazy(
    r"\s*(?:indices\.(?:breaker|memory|fielddata|queries|recovery|requests|cluster|lifecycle)|bootstrap\.(?:memory_lock|mlockall|system_call)"
    r"|cluster\.(?:name|initial_master|routing)|node\.(?:name|master|data|roles|attr|max_local)|discovery\.(?:type|seed|zen)|xpack\.\w+"
    r"|thread_?pool\.(?:write|search|bulk|index|get))[\w.]*: ?\S"
)


def _read_nothing(output: Output) -> Reading:
    return Reading()


HINTS = (
    "-Xm", "-XX:", "JAVA_OPTS", "CATALINA_OPTS", "indices.", "bootstrap.m", "cluster.name", "cluster.routing", "cluster.initial",
    "node.name", "node.roles", "node.data", "discovery.", "xpack.", "thread_pool.", "threadpool.",
)  # fmt: skip
READERS = (
    Reader(
        "java-options", lazy(rf"{_SURE.pattern}|{_LINE.pattern}"), _extent, _read,
        of_no_use=(("another option", _OPTION), ("another option", _LINE), ("comment", _COMMENT)),
    ),
    Reader(
        "elasticsearch-yml", _YML_SURE, extent_of(_YML, _COMMENT, blanks=1, tells=(_YML_SURE,)), _read_nothing,
        of_no_use=(("setting", _YML), ("comment", _COMMENT)),
    ),
)  # fmt: skip
