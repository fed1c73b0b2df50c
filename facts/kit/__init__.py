"""What readers of ordinary outputs are made of: tables with headings, names with values, and lines that tell one thing.

A reader declares what the tool prints; the kit finds where the output begins and ends, reads the cells, cites each value's own
line, and accounts for every line (`facts.account`). `docs/author-guide.md` leads through a new one.
"""

from facts.kit.cells import JSON_LINES, Parse, Values, never, one_of, text, told, within
from facts.kit.extents import ANY, extent_of, run, run_while
from facts.kit.lines import Lines
from facts.kit.pairs import Pairs, account_field, account_fields, key, names, unused_keys
from facts.kit.table import Line, Table, column, unused

__all__ = [
    "ANY",
    "JSON_LINES",
    "Line",
    "Lines",
    "Pairs",
    "Parse",
    "Table",
    "Values",
    "account_field",
    "account_fields",
    "column",
    "extent_of",
    "key",
    "names",
    "never",
    "one_of",
    "run",
    "run_while",
    "text",
    "told",
    "unused",
    "unused_keys",
    "within",
]
