"""Where a text output of smartctl begins and ends, and the line above it that says whose it is."""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.smart_signs import Asked, asked_in_command
from facts.reading import prompt_of

# Lines with which smartctl begins a section, or that stand alone.
_HEAD = lazy(
    r"(?:smartctl |Copyright \(C\)|Home page is|=== START OF|Warning|ERROR|SMART |Smartctl|General SMART"
    r"|General Purpose|SCT |Index +Est"
    r"|Device Statistics|Page +Offset|Pending Defects|SATA Phy|ID +Size|ATA_|Read |Write |Seagate|FARM|Error \d+"
    r"|Self-test|Supported |"
    r"Error Information|Error counter|Non-medium|Background scan|Protocol Specific|relative target|No |Current Drive"
    r"|Manufactured in|"
    r"Vendor|Elements in|Last n error|Long \(ext|Short |Extended |Default |Device |\[GLTSD|TapeAlert|A mandatory"
    r"|An optional|Please |"
    r"Test will|Use smartctl|Drive |Sending |Testing has|Selective|After scanning|If Selective|Num +Test|SPAN"
    r"|Commands leading|"
    r"When the command|After command|Powered_Up|DDd\+|SS=|ER ST|CR F|CR =|ID# ?ATTR|Failed Attr|See vendor|Total time"
    r"|Offline |Auto Off|"
    r"Short self|recommended|Conveyance|Suspend|Errors? |Standard Inquiry|Retrying|Model|Serial|Firmware|User Cap"
    r"|Product|Revision|"
    r"Local Time|Transport|Compliance|Logical|Rotation|Form Factor|Temperature|Power|Percentage|Available|Critical"
    r"|Data Units|Host |"
    r"Controller|Unsafe|Media and|Thermal|Namespace|NVMe|PCI |IEEE|Total NVM|Unallocated|Firmware|Optional|Log Page"
    r"|Maximum|Number of|"
    r"St Op|Id Fmt|LU WWN|Sector|Device|In smartctl|ATA |AAM|APM|Rd look|DSN|Security|Write cache|Wt Cache"
    r"|Track following|Positioning|"
    r"Accumulated|Specified|Recommended|Read defect|number of|Status:|Terminate|>> Terminate|Short background"
    r"|Short foreground|/dev/\S+:?"
    r"|Testing|Please specify|Consider|Try |NO MEDIUM|scsi|Use -|Self Test|Additional product|Zoned|TRIM"
    r"|User Capacity|Grown defect|"
    r"without error|was (?:never|completed|suspended|aborted)|been run|command\.|The |the |Abort|Immediate|Power)"
)
_OWN_SENTENCE = lazy(
    r"When the command|If Selective|After scanning|After command|Powered_Up|Drive failure|Commands leading|SS=sec"
    r"|Error -?\d+ (?:\[-?\d+\] )?(?:occurred|log entry)|(?:ATA|Device) Error Count|Error Information \(NVMe"
    r"|Warning(?:!|:)? .*(?:\bSMART\b|\berror\b|\blog\b)|Invalid (?:Error|Self-test) Log index|Log Directories not read"
    r"|SMART .*(?:\b[Ll]og\b|\b[Ss]tructure\b|\bcommands?\b|\bfailed\b)|SMART/Health|Read \w+ .*\bfailed\b|Number of \w+ commands from "
    r"|(?:No|Pending|Device|SATA|SCT) [\w -]*\((?:GP|SMART|GP/SMART)[\w ]* 0x|\w+ Log 0x[0-9a-f]+ |Please (?:wait|specify|try|note)"
    r"|Checking to be sure|\((?:pass|override|use) |(?:Test|Testing|Self[- ][Tt]est) (?:will|has) |Use smartctl|In smartctl"
    r"|\(\s*\d+\)\t|CHECK POWER MODE|Can't start self-test|Probable ATA|Autosave |Automatic saving|=+> [A-Z]{3}|ID# *ATTRIBUTE_NAME"
)
_TABLE = lazy(r"(?:[#|]|0x|- (?:[a-z]|NVM )|\d|-- |[0-9a-f]{2} [0-9a-f]{2}|- \[|\.\.\. )")
_ROW = lazy(r"(?:[#|]|0x|-- |[0-9a-f]{2} [0-9a-f]{2} |- \[|\.\.\.|\d+\s+(?:\S+\s+)?(?:\S+\s+){2,})")
_KEYED = lazy(r"[A-Za-z0-9][\w /.()#,&%\[\]*-]{1,46}:(?:\s|$)")
_COLUMNS = lazy(r"(?:fast \||ECC rereads|ECC +rereads|read:|write:|verify:)")
_SENTENCE = lazy(r"(?:[A-Z][\w'’-]*,? )?(?:\S+ ){6,}\S*[a-z]\w*(?:[.!?;,:)]|$)")
_PROSE = lazy(
    r"(?:I|We|You|It|That|This|These|Those|Here|There|Now|Then|So|But|And|After|Before|What|Why|How|Oops|Ah|Note that"
    r"|As|My|Our|"
    r"The (?:data|drive|disk|controller|output|result|first|second|other|bad|good|new|old|one|problem|last"
    r"|next)\b)(?:['’]\w+)?[ ,.]"
)
_LABEL = lazy(
    r"\s*(?:[=#*+>\[-]++\s*+)?(?:(?P<command>(?:\S*/)?smartctl .*)"
    r"|(?P<device>/dev/[\w./-](?:[\w./-]*?(?:[\w./]|-(?![-\]:=#*<])))??)(?P<tags>(?: \[[^\]]*\])*))"
    r"\s*(?:[\]:=#*<-]+\s*)?$"
)
_NEXT_OUTPUT = lazy(r"\s*smartctl (?:version )?(?:pre-)?\d+\.\d")
_MAX_LINES = 5000


def _belongs(line: str, indent: int, after_blank: bool) -> bool:
    """Whether a line is shaped like one of smartctl's."""
    text = line[indent:] if line[:indent].isspace() or not indent else line.lstrip()
    bare = text.strip()
    if _OWN_SENTENCE.match(bare):
        return True
    if _PROSE.match(bare) or len(bare) > 200:
        return False
    if _HEAD.match(bare) or _COLUMNS.match(bare):
        # a sentence may begin with the same word
        return not (_SENTENCE.match(bare) and len(bare) > 78 and ":" not in bare[:50])
    if after_blank:
        return bool(_KEYED.match(bare) and not _SENTENCE.match(bare)) or bool(_ROW.match(bare))
    if text[:1] in " \t" or _TABLE.match(bare):
        return True
    return bool(_KEYED.match(bare)) or (len(bare) < 60 and not _SENTENCE.match(bare) and not bare.endswith((".", ":")))


def _strange(lines: Sequence[str], index: int, indent: int) -> bool:
    """A line that no version known here prints, yet no prose, with the output going on right below it."""
    bare = lines[index].strip()
    if (
        len(bare) > 200
        or _SENTENCE.match(bare)
        or _PROSE.match(bare)
        or bare.startswith(("$", "#", ">", "CLI>", "```"))
    ):
        return False
    following = lines[index + 1] if index + 1 < len(lines) else ""
    return bool(following.strip()) and _NEXT_OUTPUT.match(following) is None and _belongs(following, indent, False)


def extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """The output that begins at ``lines[start]``, with the line above it that names the drive."""
    indent = len(lines[start]) - len(lines[start].lstrip())
    end, blank = start + 1, False
    for index in range(start + 1, min(len(lines), start + _MAX_LINES)):
        line = lines[index]
        if not line.strip():
            blank = True
            continue
        if _NEXT_OUTPUT.match(line) or prompt_of(line) is not None or _LABEL.match(line):
            break
        if not _belongs(line, indent, blank) and not _strange(lines, index, indent):
            break
        end, blank = index + 1, False
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
