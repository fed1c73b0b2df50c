"""Where a text output of smartctl begins and ends, and the line above it that says whose it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from facts.patterns import lazy
from facts.readers.smart_signs import Asked, asked_in_command
from facts.readers.smartctl_lines import LOOSE
from facts.reading import prompt_of

_OWN_SENTENCE = lazy(
    r"When the command|If Selective|After scanning|After command|Powered_Up|Drive failure|Commands leading|SS=sec"
    r"|Error -?\d+ (?:\[-?\d+\] )?(?:occurred|log entry)|(?:ATA|Device) Error Count|Error Information \(NVMe"
    r"|Warning(?:!|:)? .*(?:\bSMART\b|\berror\b|\blog\b)|Invalid (?:Error|Self-test) Log index|Log Directories not read"
    r"|SMART .*(?:\b[Ll]og\b|\b[Ss]tructure\b|\bcommands?\b|\bfailed\b)|SMART/Health|Read \w+ .*\bfailed\b|Number of \w+ commands from "
    r"|(?:No|Pending|Device|SATA|SCT) [\w -]*\((?:GP|SMART|GP/SMART)[\w ]* 0x|\w+ Log 0x[0-9a-f]+ |Please (?:wait|specify|try|note)"
    r"|Checking to be sure|\((?:pass|override|use) |(?:Test|Testing|Self[- ][Tt]est) (?:will|has) |Use smartctl|In smartctl"
    r"|\(\s*\d+\)\t|CHECK POWER MODE|Can't start self-test|Probable ATA|Autosave |Automatic saving|=+> [A-Z]{3}|ID# *ATTRIBUTE_NAME"
    r"|/\S+(?: \[\w+\])*: (?:Device (?:of type|open)|Unknown USB|Unable to detect|Unsupported USB|Neither ATA)"
)
_SENTENCE = lazy(r"(?:[A-Z][\w'’-]*,? )?(?:\S+ ){6,}\S*[a-z]\w*(?:[.!?;,:)]|$)")
_PROSE = lazy(
    r"(?:I|We|You|It|That|This|These|Those|Here|There|Now|Then|So|But|And|After|Before|What|Why|How|Oops|Ah|Note that"
    r"|As|My|Our|"
    r"The (?:data|drive|disk|controller|output|result|first|second|other|bad|good|new|old|one|problem|last"
    r"|next)\b)(?:['’]\w+)?[ ,.]"
)
_LABEL = lazy(
    r"\s*(?:[=#*+>\[-]++\s*+|[A-Z]:\\[^>]{0,80}>\s*+)?(?:(?P<command>(?:\S*/)?smartctl .*)"
    r"|(?P<device>/dev/[\w./-](?:[\w./-]*?(?:[\w./]|-(?![-\]:=#*<])))??)(?P<tags>(?: \[[^\]]*\])*))"
    r"\s*(?:[\]:=#*<-]+\s*)?$"
)
_NEXT_OUTPUT = lazy(r"\s*smartctl (?:version )?(?:pre-)?\d+\.\d")
_MAX_LINES = 5000
_MOST_STRANGE = 3
"""So many lines in a row of later versions, which nobody knows yet, may stand inside."""


def _is_prose(bare: str) -> bool:
    """A sentence of somebody's text; it may begin with the same word as a line of smartctl."""
    return _PROSE.match(bare) is not None or (
        _SENTENCE.match(bare) is not None and (len(bare) > 78 or bare.endswith("?")) and ":" not in bare[:50]
    )


def _belongs(line: str, own: Callable[[str], str], below: bool) -> bool:
    """Whether a line is one of smartctl's; `below`: it follows such a line directly, where its messages may go on."""
    bare = line.strip()
    if _OWN_SENTENCE.match(bare):
        return True
    rule = own(line)
    return bool(rule) and not _is_prose(bare) and (below or rule not in LOOSE)


def extent(lines: Sequence[str], start: int, own: Callable[[str], str]) -> tuple[int, int]:
    """The output that begins at ``lines[start]``, with the line above it that names the drive.

    It runs to the last line that `own` knows, by the name of a rule; between two of them a few may be unknown.
    """
    end, strange, blank = start + 1, 0, False
    for index in range(start + 1, min(len(lines), start + _MAX_LINES)):
        line = lines[index]
        if not line.strip():
            blank = True
            continue
        if _NEXT_OUTPUT.match(line) or prompt_of(line) is not None or _LABEL.match(line):
            break
        if _belongs(line, own, not blank):
            end, strange, blank = index + 1, 0, False
        elif strange == _MOST_STRANGE or _is_prose(line.strip()) or line.strip().startswith(("$", ">", "CLI>", "```")):
            break
        else:
            strange += 1
    begin = start
    for index in range(start - 1, max(-1, start - 3), -1):
        if lines[index].strip():
            if _LABEL.match(lines[index]) and prompt_of(lines[index]) is None:
                begin = index
            break
    return begin, end


def label_of(lines: Sequence[str]) -> Asked:
    """The drive that the first line names, where it is such a line above the output."""
    match = _LABEL.match(lines[0]) if lines else None
    if match is None:
        return Asked()
    if match["command"]:
        return asked_in_command(match["command"])
    return Asked(match["device"])
