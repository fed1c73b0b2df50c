"""Where a JSON document stands in a text, for the readers of tools that print some.

Not a reader itself.

>>> json_extent(["{", '  "a": 1', "}", "more"], 0, ('"a"',))
(0, 3)
>>> json_extent(['{"b": 1}'], 0, ('"a"',)) is None
True
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from facts.kit.cells import JSON_LINES
from facts.patterns import lazy
from facts.reading import Extent, Output, Reader, Reading, Refusal, Span, prompt_of

_MAX_LINES = 50_000
_STRING = lazy(r'"(?:[^"\\]|\\.){0,4000}"')


def json_extent(lines: Sequence[str], start: int, marks: Sequence[str]) -> tuple[int, int] | None:
    """From the opening brace to the one that closes it; None where no mark stands in between.

    A document that breaks off runs to the next prompt. Some tools indent nothing, so the braces are counted.
    """
    if lines[start].lstrip()[:1] not in ("{", "["):
        return None
    depth, end = 0, start
    for index in range(start, min(len(lines), start + _MAX_LINES)):
        current = lines[index]
        if index > start and prompt_of(current) is not None:
            break
        end = index + 1
        bare = _STRING.sub("", current)
        depth += bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")
        if depth <= 0:
            break
    return (start, end) if any(mark in text for text in lines[start:end] for mark in marks) else None


_NAMED = lazy(r".*`(?:[\w.() -]+ = )?(?P<word>[^`]+)`\Z")


def at_their_words(output: Output, refusals: Iterable[Refusal]) -> Iterator[Refusal]:
    """What was refused for a word, at the line that holds the word: all other lines of the document were read.

    >>> output = Output(["{", '"State" : "Optl",', '"State" : "Odd"', "}"])
    >>> [refusal.lines for refusal in at_their_words(output, [Refusal(output.whole, "not understood: state `Odd`")])]
    [(3, 3)]
    """
    taken: set[int] = set()
    for refusal in refusals:
        match = _NAMED.match(refusal.reason) if refusal.lines == output.whole else None
        word = f'"{match["word"]}"' if match else ""
        at = next((n for n, line in enumerate(output.lines) if word and word in line and n not in taken), None)
        if at is None:
            yield refusal
        else:
            taken.add(at)
            yield Refusal(output.span(at), refusal.reason)


def loaded(output: Output) -> tuple[Any, Refusal | None]:
    """The document of an output, or the refusal that says where it is damaged."""
    try:
        return json.loads("\n".join(output.lines).strip().rstrip(",")), None
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        reason = f"the JSON breaks off or is damaged at line {output.first + line - 1}"
        return None, Refusal(output.whole, reason)
    except RecursionError:
        return None, Refusal(output.whole, "the JSON is nested too deep")


def json_reader(
    kind: str, read: Callable[[Output, Any], Reading], *marks: str, extent: Extent | None = None, starts: str = r"\s*\{"
) -> Reader:
    """The reader of one kind of document.

    Args:
        kind: of the output.
        read: makes rows of the output and its document.
        marks: one of these stands in every such document.
        extent: where the document stands, if marks do not tell.
        starts: the line on which it may begin.
    """

    def marked(lines: Sequence[str], start: int, command: str) -> Span | None:
        return json_extent(lines, start, marks)

    def read_document(output: Output) -> Reading:
        document, refusal = loaded(output)
        return read(output, document) if refusal is None else Reading(refusals=[refusal])

    return Reader(kind, lazy(starts), extent or marked, read_document, of_no_use=JSON_LINES)
