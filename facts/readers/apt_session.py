"""What ``apt``, ``apt-get`` and ``dpkg`` say while they install: no rows, and a failure is never of no use.

What was installed when is read from the logs of the package managers (`facts.readers.package_history`); here no time is told.

Sample::

    >>> from facts.readers import show
    >>> show('''Reading package lists... Done
    ... Building dependency tree
    ... Setting up linux-headers-5.4.0-99 (5.4.0-99.112) ...
    ... ''')
    apt lines 1-3 read
      system: os=linux (1-1)
"""

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row

_VERSION = r"\([^()\s]{1,80}\)"
_FAULT = (
    r"E: \S|W: \S|dpkg: (?:error|warning|dependency problems)|Errors were encountered while processing|(?:cannot (?:copy"
    r"|access|open)|trying to overwrite|unable to (?:create|open|make|install)|dependency problems) .{1,200}"
    r"|No apport report written"
    r"|.{0,80}(?:subprocess|script) .{0,80}(?:returned|failed)|Err:?\d* (?:http|https|ftp|cdrom|file)\S*"
)
_LINE = (
    r"Reading (?:package lists|state information|changelogs)\.\.\.|Building dependency tree|Calculating upgrade"
    r"|The following (?:additional |NEW |held |extra )?packages? (?:were|was|will be|have been|has been|have unmet)"
    r"|The following packages have"
    r"|Use 'sudo apt(?:-get)? autoremove'|Suggested packages:|Recommended packages:|\d+ (?:to upgrade|upgraded), \d+ "
    r"|\d+ not fully installed or removed"
    r"|Need to get [\d.,]+ ?\w?B|After this operation, [\d.,]+ ?\w?B|Do you want to continue\? \[|Fetched [\d.,]+ ?\w?B in"
    r"|(?:Get|Hit|Ign):\d+ "
    rf"|Selecting previously (?:un|de)selected package \S|\(Reading database \.\.\.|Preparing to unpack \S"
    rf"|Unpacking \S+ (?:{_VERSION} )?(?:over {_VERSION} )?\.\.\."
    rf"|Setting up \S+ {_VERSION} \.\.\.|Processing triggers for \S+ {_VERSION} \.\.\.|Removing \S+ {_VERSION} \.\.\."
    rf"|Purging configuration files for"
    r"|update-initramfs: (?:deferring|Generating|Trigger)|Extracting templates from packages|Preconfiguring packages"
    r"|Scanning processes|Created symlink "
    r"|Generating grub configuration|Found (?:linux|initrd) image: |run-parts: executing |\S{1,200}/kernel/(?:postinst"
    r"|header_postinst|postrm)\.d/\S+:"
)
_PACKAGES = r" {1,2}[a-z0-9][\w.+:-]{1,80}(?: [a-z0-9][\w.+:-]{1,80}){0,12}\s*\Z"
_BEGIN = lazy(
    rf"\s*(?:Reading package lists\.\.\.|Building dependency tree|The following NEW packages will be installed:|\(Reading database \.\.\."
    rf"|Preparing to unpack \S|Unpacking \S+ {_VERSION} |Setting up \S+ {_VERSION} \.\.\.|Selecting previously (?:un|de)selected package "
    rf"|Processing triggers for \S+ {_VERSION} \.\.\.|dpkg: error processing (?:package|archive) |E: Sub-process /usr/bin/dpkg returned"
    r"|Errors were encountered while processing:|The following packages were automatically installed and are no longer required:)"
)
_KNOWN = lazy(rf"\s*(?:{_LINE})|{_PACKAGES}")
_FAILED = lazy(rf"\s*(?:{_FAULT})")


def _read(output: Output) -> Reading:
    return Reading([Row("system", {"os": "linux"}, output.span(0), inferred=True)])


HINTS = (
    "Reading package lists", "dependency tree", "NEW packages", "(Reading database", "Preparing to unpack", "Unpacking ", "Setting up ",
    "previously unselected", "previously deselected", "Processing triggers", "dpkg: error", "E: Sub-process", "Errors were encountered",
    "no longer required",
)  # fmt: skip
READERS = (
    Reader(
        "apt",
        _BEGIN,
        extent_of(_KNOWN, _FAILED),
        _read,
        of_no_use=(("line of apt", _KNOWN), ("failure", _FAILED)),
        faults=lazy(rf"\A\s*(?:{_FAULT})"),
    ),
)
