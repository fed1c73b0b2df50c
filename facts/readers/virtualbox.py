'''``/var/log/vbox-setup.log``, ``vboxconfig``, ``VBoxManage --version``: whether VirtualBox's modules were built.

The log (``/var/log/vbox-install.log`` before 5.0) holds what make printed; the script (``vboxdrv.sh``,
``/etc/init.d/vboxdrv``) says a few lines on the terminal. Kbuild echoes a recipe that holds ``ERROR: Kernel configuration
is invalid.``: only where the echoed text itself was printed it is a fault.

Samples::

    >>> from facts.readers import show
    >>> show("""Building the main VirtualBox module.
    ... Error building the module:
    ... make V=1 CONFIG_MODULE_SIG= CONFIG_MODULE_SIG_ALL= -C /lib/modules/6.12.4-amd64/build M=/tmp/vbox.0 SRCROOT=/tmp/vbox.0 -j8 modules
    ... /tmp/vbox.0/SUPDrv.c:1234:5: error: implicit declaration of function 'foo'
    ... make: *** [/tmp/vbox.0/Makefile-footer.gmk:133: vboxdrv] Error 2
    ... """)
    virtualbox-setup lines 1-5 read
      virtualbox-setup: compile-errors=1 echoed-config-recipe=no headers-missing=no kernel=6.12.4-amd64 kernel-code=6012004 outcome=failed output=input:1 unresolved-symbols=0 (1-5)

    >>> show("""# /sbin/vboxconfig
    ... vboxdrv.sh: Stopping VirtualBox services.
    ... vboxdrv.sh: Building VirtualBox kernel modules.
    ... vboxdrv.sh: failed: modprobe vboxdrv failed. Please use 'dmesg' to find out why.
    ... """)
    virtualbox-setup lines 2-4 read
      virtualbox-setup: outcome=built output=input:2 (2-4)
      module-load: module=vboxdrv result=other-error (4-4)

    >>> show("""where: suplibOsInit what: 3 VERR_VM_DRIVER_NOT_INSTALLED (-1908) - The support driver is not installed.
    ... """)
    virtualbox-error lines 1-1 read
      module-load: module=vboxdrv result=other-error (1-1)
'''  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value
from facts.units import coded, version_code

_STARTS = lazy(
    r"\s*(?:Building the (?:main VirtualBox|net filter|net adaptor|PCI pass-?through|shared folder|graphics)"
    r"|Error building the module:|make (?:V=1|KBUILD_VERBOSE=1) .*/(?:lib/modules|usr/src)/.*(?:vbox|SUBDIRS=|M=)"
    r"|(?:\S.{0,100}\s(?:vboxdrv|vboxadd)(?:\.sh)?\[\d{1,7}\]: )?+vbox(?:drv|add)(?:-x11|-service)?\.sh: "
    r"|\S.{0,100}\ssystemd\[\d{1,7}\]: (?:vboxdrv\.service: |Failed to start [^V]{0,40}VirtualBox Linux kernel module)"
    r"|test -e include/(?:linux|generated)/autoconf\.h -a|DKMS make\.log for v(?:irtual)?box"
    r"|(?:\* )?(?:Re)?[Cc]ompiling VirtualBox kernel module|(?:\* )?(?:Stopping|Starting) VirtualBox kernel modules?\b"
    r"|Attempting to install using DKMS|Uninstalling modules from DKMS|WARNING: The (?:vboxdrv"
    r"|character device /dev/vboxdrv)"
    r"|VirtualBox Guest Additions: (?:Building|modprobe|Look at|Starting)|(?:Building the )?VirtualBox Guest Additions kernel modules"
    r"|This system is currently not set up to build kernel modules|(?:WARNING|ERROR): .{1,80}\[\S*vbox\w*\.ko\] undefined!"
    r"|ERROR: modpost: module vbox\w+ uses symbol \w"
    r"|Makefile(?:\.include\.header)?:\d+: \*\*\* Error: unable to find the (?:sources"
    r"|headers) of your current Linux kernel)"
    r"|\S{0,200}/(?:vbox\.\d{1,3}|v(?:irtual)?boxhost-\d\S{0,40}|dkms/(?:virtualbox"
    r"|vboxhost)/\S{1,80}|virtualbox-(?:modules|kmod|ose)-\d\S{0,80}|virtualbox-\d[\d.]{1,12}-modsrc/\S{1,80})/\S{1,200}"
    r"\.[chS]:(?:\d+:| In function)"
)
# what DKMS says while it builds, most of it below the lines of a package manager; VirtualBox is named in one of them
_DKMS = lazy(
    r"\s*(?:Loading new \S+ DKMS files\.\.\.|(?:It is likely that|First Installation: checking all kernels)"
    r"|Building (?:only )?(?:initial module )?for \S"
    r"|Building module:|Building module\(s\)|Error! (?:Bad return stat|Build of|Your kernel headers|echo|The dkms\.conf|DKMS tree)"
    r"|Consult /var/lib/dkms/\S+ for more|Consult the make\.log in|(?:-{4,} )?Deleting (?:module )?version: |Deleting from: "
    r"|DKMS: \w+ completed|Creating symlink /var/lib/dkms/"
    r"|dkms(?: autoinstall|: running auto|\.conf: )|ERROR: Cannot create report|ERROR \(dkms apport\)"
    r"|vbox\w+(?:\.ko(?:\.\w+)?)?:\s*\Z|Running module version sanity check|- (?:Original|Installation|Uninstall|No original"
    r"|This kernel|Status|Installing|Use the)\b"
    r"|depmod\b|Cleaning build area|make -j\d|'make' |Sign command: |Signing (?:key|module)|Certificate|(?:Public"
    r"|Signing) \S+ (?:certificate )?\(MOK\)|Kernel preparation unnecessary|Autoinstall of module|Module has been obsoleted"
    r"|Done\.\s*\Z|\.{3,}\(?bad exit status"
    r"|Backing up initrd|Please install the linux-headers|or use the --kernelsourcedir|You can use the --kernelsourcedir"
    r"|This indicates that|Your kernel headers for kernel|Module build for kernel \S+ was skipped"
    r"|Setting up virtualbox\S* \()"
)
_DKMS_BEGIN = lazy(
    r"\s*(?:Loading new virtualbox-\d\S* DKMS files|Building (?:initial module )?for \d+\.\d\S*\s*\Z"
    r"|Error! Bad return status for module build on kernel: \d"
    r"|Consult /var/lib/dkms/(?:virtualbox|vboxhost)/|Error! Build of vbox\w+\.ko failed"
    r"|Creating symlink /var/lib/dkms/(?:virtualbox|vboxhost)/|vboxdrv\.ko(?:\.\w+)?:\s*\Z"
    r"|dkms: running auto installation service for kernel|Sign command: /|Building module(?:\(s\))?(?::|\.\.\.)|Cleaning build area\.\.\.)"
)
_DKMS_NAMES = lazy(r".*\b(?:virtualbox|vboxhost|vboxdrv)\b", re.IGNORECASE)
_BUILD_LINE = lazy(
    r"\s*+(?:Building |Error building|make(?:\[\d+\])?[:* ]|make -f|gcc|cc|clang|ld|ar|rm |mkdir|if |then|fi\b|else"
    r"|for |do\b|done|cat |cp |mv |printf|perl|awk|sh |/bin/sh|"
    r"test |echo|\(|\)|\{|\}|@|#|/\S+|\S+\.[chSo]:|In file included|from |cc1|warning|error|note|WARNING|ERROR|FATAL"
    r"|Makefile|scripts/|tools/|arch/|include/|"
    r"CC |LD |AR |MODPOST|CLEAN|INSTALL|SIGN|LN |Please |The distribution|The kernel|You (?:must|should|are|will not)"
    r"|This system|linux-|kernel-|System is running|There were|as root|"
    r"kernel modules|them\.|for adding|Stopping|Starting|\*|v?box\w*(?:\.sh)?|VBox|VirtualBox|Compiling|Recompiling"
    r"|Attempting|Uninstalling|Removing|Failed|DKMS|Module|Adding|"
    r"Creating|Look at|Loading|Signing|Kernel|Run |--|[-+|~^][-+|~^ ]*$|(?<= )$"
    r"|\d[\d.]*(?:_\w+)?(?:r\d|\s*\||:|\s+(?:error|warning))|Error!|Bad return|Consult|\w+=|Using |Skipping"
    r"|BTF|Symlink|Creating|See the doc|modprobe|insmod|depmod|sudo|"
    r"will not be able|until this|available for the current|load\. Please|module and install|\.\.\.|objtool|recipe"
    r"|collect2|[\w/.-]+\.o\b|[\w./-]+: )"
)
_KERNEL = lazy(
    r"/(?:lib/modules/(?P<modules>\d+\.\d+[^/\s'\"]*)|usr/src/(?:linux-headers-|kernels/"
    r"|linux-)(?P<source>\d+\.\d+[^/\s'\"]*))"
)
_CURRENT = lazy(
    r"current kernel \((?P<kernel>\d[^)\s]*)\)|for kernel (?P<dkms>\d+\.\d\S*)|Building (?:initial module )?for (?P<built>\d+\.\d\S*)"
    r"|module build on kernel: (?P<failed>\d+\.\d\S*)"
)
_VERSION = lazy(
    r"\bvboxhost[/-](?P<dkms>\d+\.\d+\.\d+)|\bvirtualbox(?:-dkms)?[/_ -](?P<package>\d+\.\d+\.\d+)"
    r"|\bvboxdrv-(?P<module>\d+\.\d+\.\d+)"
    r"|VirtualBox (?P<name>\d+\.\d+\.\d+)",
    re.IGNORECASE,
)
_COMPILE_ERROR = lazy(
    r"\s*\S+\.[chS]:\d+(?::\d+)?: (?:fatal )?error:|\s*\S+\.[ch]:\d+:(?! warning:| note:)(?:\d+:)? error"
)
_SYMBOL = lazy(
    r"\s*(?:WARNING|ERROR)(?:: modpost)?: \"?(?P<symbol>\w+)\"? \[[^\]]*\] (?:undefined|has no CRC)"
    r"|.*undefined reference to [`'](?P<linked>\w+)'|\s*ERROR: modpost: module vbox\w+ uses symbol (?P<foreign>\w+)"
)
_RECIPE = lazy(r".*\becho\b.*Kernel configuration is invalid")
_INVALID = lazy(r"\s*(?:\*+ )?ERROR: Kernel configuration is invalid\.?\s*$")
_NO_HEADERS = lazy(
    r".*(?:unable to find the (?:sources|headers) of your current|not set up to build kernel modules"
    r"|header\"? files matching the current kernel"
    r"|/lib/modules/\S+/build: No such file|Specify KERN_DIR"
    r"|kernel headers? .{0,80}(?:not found|cannot be found|missing)"
    r"|headers for kernel \S+ cannot be found)",
    re.IGNORECASE,
)
_FAILED = lazy(
    r"\s*+(?:Error building the module|make(?:\[\d+\])?: \*\*\* .*(?:Error \d|Stop)|Error! Bad return stat"
    r"|\(bad exit status: [1-9]|Makefile\S*:\d+: \*\*\*)|.*Look at /var/log/vbox\w*-\w+\.log to find out"
    r"|.*[Cc]ompiling VirtualBox kernel module.*fail"
)
_MODPROBE = lazy(r".*modprobe (?P<module>vbox\w+) failed")
_SERVICE_FAILED = lazy(
    r".{0,140}(?:vboxdrv\.service: (?:Failed with result|Control process exited.{0,30} status=[1-9])"
    r"|Failed to start [^V]{0,40}VirtualBox Linux kernel module)"
)
# the kernel of a guest does not know the file system of shared folders: its module is not there
_NO_SHARED_FOLDERS = lazy(
    r".{0,200}(?:\bmount\.vbox(?:sf|fs): (?:mounting failed with the error: )?No such device"
    r"|unknown file ?system type ['\"]?vboxsf\b)",
    re.IGNORECASE,
)
_NOT_LOADED = lazy(
    r"\s*WARNING: The (?:(?P<module>vboxdrv) kernel module is not loaded|character device /dev/vboxdrv does not exist)"
)
_SECURE = lazy(r".*(?:System is running in Secure Boot mode|You must sign these kernel modules)")
_LOGGED = lazy(r"\s*(?:make\b|Building the main)")
_MODULE = lazy(r"\s*Building the (?:main|net)")
_BUILT = lazy(
    r"\s*(?:\S+/)?(?:INSTALL|SIGN|DEPMOD)\b|.*[Cc]ompiling VirtualBox kernel modules?\W+(?:done|ok)"
    r"|vboxdrv\.sh: Signing VirtualBox|DKMS: install completed|\s*- Installing to /lib/modules/",
    re.IGNORECASE,
)
_VERSION_LINE = lazy(r"\s*(?P<version>\d{1,2}\.\d+\.\d+)(?:_\w+)?r\d+\s*$")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """As long as lines look like make, the compiler or the script; two strange lines may stand between."""
    end, strange, blank = start + 1, 0, False
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if not line.strip():
            blank = True
            continue
        if prompt_of(line) is not None:
            break
        known = (
            _BUILD_LINE.match(line) is not None
            or (line[:1] in " \t" and not blank)
            or _VERSION_LINE.match(line) is not None
        )
        if known and not _is_prose(line):
            end, strange, blank = index + 1, 0, False
            continue
        strange += 1
        if blank or strange > 2 or _is_prose(line):
            break
    return start, end


_DKMS_RUN = extent_of(_DKMS, blanks=1)


def _dkms_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """What DKMS says of VirtualBox's module, or right above it the package manager."""
    found = _DKMS_RUN(lines, start, command)
    if found is None or not any(_DKMS_NAMES.match(line) for line in lines[max(0, start - 3) : found[1]]):
        return None
    return found


def _is_prose(line: str) -> bool:
    """A sentence of somebody's: the script's own are known by their words."""
    text = line.strip()
    if re.match(
        r"Please |The distribution|This system is currently|You (?:must sign|are using|should|will not be able)"
        r"|System is running|There were problems|as root",
        text,
    ):
        return False
    return (
        bool(re.match(r"(?:[A-Z][\w'’]*|I)(?: [a-z'’,]+){5}", text))
        and "error:" not in text
        and not text.startswith("WARNING")
    )


def _read(output: Output) -> Reading:
    values: dict[str, Value | bool] = {"output": output.label}
    rows: list[Row] = []
    for index, line in enumerate(output.lines):
        _names(values, line)
        rows.extend(_load(output, index, line))

    def seen(*patterns: re.Pattern[str]) -> bool:
        return any(pattern.match(line) for line in output.lines for pattern in patterns)

    recipe, headers = seen(_RECIPE), seen(_INVALID, _NO_HEADERS)
    # the script loads only what it has built
    tried = any(row.template == "module-load" for row in rows) and not seen(_NOT_LOADED, _SERVICE_FAILED)
    if headers or seen(_FAILED, _COMPILE_ERROR):
        values["outcome"] = "failed"
    elif tried or seen(_BUILT) or len(output.matching(_MODULE)) > 1:  # the log went on to the next module
        values["outcome"] = "built"
    symbols = {next(name for name in match.groups() if name) for _, match in output.matches(_SYMBOL)}
    if seen(_LOGGED):
        values |= {"compile-errors": len(output.matching(_COMPILE_ERROR)), "unresolved-symbols": len(symbols)}
        values |= {"headers-missing": headers, "echoed-config-recipe": recipe}
    else:
        # a few lines of a log: what does not stand in them may stand in the rest
        if errors := len(output.matching(_COMPILE_ERROR)):
            values["compile-errors"] = errors
        if symbols:
            values["unresolved-symbols"] = len(symbols)
        values |= {
            slot: True for slot, told in (("headers-missing", headers), ("echoed-config-recipe", recipe)) if told
        }
    used = output.matching(_COMPILE_ERROR, _SYMBOL, _RECIPE, _INVALID, _NO_HEADERS, _FAILED, _BUILT)
    return Reading([Row("virtualbox-setup", values, output.whole), *rows], used=used)


def _names(values: dict[str, Value | bool], line: str) -> None:
    """Kernel and version, where a line names them first."""
    if "kernel" not in values and (match := _KERNEL.search(line) or _CURRENT.search(line)):
        values |= coded("kernel", next(found for found in match.groupdict().values() if found))
    if "virtualbox-version" not in values and (match := _VERSION.search(line) or _VERSION_LINE.match(line)):
        version = next(found for found in match.groupdict().values() if found)
        values["virtualbox-version"] = version
        if (code := version_code(version)) is not None:
            values["virtualbox-code"] = code


def _load(output: Output, index: int, line: str) -> list[Row]:
    """What the script says of loading a module."""
    if match := _MODPROBE.match(line) or _NOT_LOADED.match(line) or _SERVICE_FAILED.match(line):
        module = match.groupdict().get("module") or "vboxdrv"
        return [Row("module-load", {"module": module, "result": "other-error"}, output.span(index))]
    if _SECURE.match(line):
        return [Row("system", {"secure-boot": True}, output.span(index))]
    return []


# The dialogue and what VBoxManage prints when /dev/vboxdrv can't be opened, or the module is of another version.
_DIALOGUE = lazy(
    r".{0,200}(?:(?P<taken>VERR_VMX_IN_VMX_ROOT_MODE|VERR_SVM_IN_USE)\b"
    r"|VERR_VM_DRIVER_(?P<error>NOT_INSTALLED|VERSION_MISMATCH|LOAD_ERROR|OPEN_ERROR)\b"
    r"|\(rc=-1908\)|(?P<mismatch>VirtualBox kernel modules do not match this version"
    r"|(?:RTR3InitEx|SUPR3Init\w*)\b.{0,60}\brc=-1912|\(rc=-1912\))"
    r"|(?P<absent>No suitable module for running kernel found)"
    r"|VirtualBox Linux kernel driver .{0,30}is either not loaded"
    r"|VirtualBox is complaining that the kernel module is not loaded|VirtualBox install is \"WARNING: The vboxdrv kernel module is not"
    r"|\[VBOX_(?:DRV|KERNEL_MODULE)_NOT_LOADED\])"
)
_DIALOGUE_LINES = 14
_RESULTS = {"VERSION_MISMATCH": "version-mismatch"}


def _dialogue_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _NO_SHARED_FOLDERS.match(lines[start]):
        return start, start + 1
    if not _DIALOGUE.match(lines[start]):
        return None
    end = start + 1
    for index in range(start + 1, min(len(lines), start + _DIALOGUE_LINES)):
        if prompt_of(lines[index]) is not None:
            break
        if _DIALOGUE.match(lines[index]):
            end = index + 1
    return start, end


def _read_dialogue(output: Output) -> Reading:
    """Why no virtual machine starts: the module is not there, is of another version, or can't be opened.

    The sentences are translated into the user's language; the numbers of the errors are not.
    """
    matches, used = [match for line in output.lines if (match := _DIALOGUE.match(line))], output.matching(_DIALOGUE)
    if not matches:
        return Reading(
            [Row("module-load", {"module": "vboxsf", "result": "not-found"}, output.whole)], used=[output.whole]
        )
    if any(match["taken"] for match in matches):
        return Reading([Row("module-load", {"module": "vboxdrv", "processor-taken": True}, output.whole)], used=used)
    if any(match["absent"] for match in matches):
        return Reading([Row("module-load", {"module": "vboxdrv", "result": "not-found"}, output.whole)], used=used)
    found = [match["error"] for match in matches]
    mismatch = any(match["mismatch"] for match in matches)
    error = next((name for name in found if name), "VERSION_MISMATCH" if mismatch else "NOT_INSTALLED")
    if error == "OPEN_ERROR":
        return Reading(used=used)  # the module is there, and the account may not open it
    values = {"module": "vboxdrv", "result": _RESULTS.get(error, "other-error")}
    return Reading([Row("module-load", values, output.whole)], used=used)


# what packagers' own tools say of a module that was not built: pacman's hook, akmods, Nix, Void's hook
_NOT_BUILT = lazy(
    r"\s*(?:==> (?:WARNING|ERROR): `?dkms install\b.{0,60} (?:vboxhost|virtualbox)/(?P<dkms>\d+\.\d+\.\d+)\S* -k (?P<for>\S+?)' exited [1-9]"
    r"|==> (?:ERROR|WARNING): Missing (?P<headers>\d\S*) kernel (?:headers|tree) for module (?:vboxhost|virtualbox)/"
    r"|==> Unable to install module (?:vboxhost|virtualbox)/\S+ for kernel (?P<unable>\d\S*?): (?P<missing>Missing kernel headers)?"
    r"|Building DKMS module '(?:virtualbox|vboxhost)(?:-ose)?-(?P<hooked>\d+\.\d+\.\d+)' for kernel-(?P<void>\d\S*?)\.\.\. FAILED"
    r"|(?:.{0,80}akmods\S*: )?Building and installing VirtualBox-kmod\s*\[?\s*FAILED"
    r"|error: (?:builder for|Cannot build) '\S{1,80}-virtualbox-modules-(?P<nix>\d+\.\d+\.\d+)\w?-(?P<nixed>\d+\.\d[\w.]*)\.drv')"
)


def _read_not_built(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_NOT_BUILT):
        values: dict[str, Value | bool] = {"output": f"{output.label} row {index + 1}", "outcome": "failed"}
        if kernel := match["for"] or match["headers"] or match["unable"] or match["nixed"] or match["void"]:
            values |= coded("kernel", kernel)
        if version := match["dkms"] or match["nix"] or match["hooked"]:
            values["virtualbox-version"] = version
            if (code := version_code(version)) is not None:
                values["virtualbox-code"] = code
        if match["headers"] or match["missing"]:
            values["headers-missing"] = True
        reading.rows.append(Row("virtualbox-setup", values, output.span(index)))
    return reading


# the files of the module, as find and ls list them
_FILE = lazy(
    r"(?:\S*\s.*\s)?\s*(?:/usr)?/lib/modules/(?P<kernel>\d+\.\d[^/\s]*)/(?:updates(?:/dkms)?|extra|misc|weak-updates|kernel/misc)/(?:\S{1,40}/)?vboxdrv\.ko(?:\.\w+)?\s*$"
)


def _read_files(output: Output) -> Reading:
    """For which kernels there is a file of the module, where DKMS puts it."""
    rows = []
    for index, match in output.matches(_FILE):
        values: dict[str, Value | bool] = {
            "output": f"{output.label} row {index + 1}",
            "in-dkms": True,
            "outcome": "built",
        }
        rows.append(Row("virtualbox-setup", values | coded("kernel", match["kernel"]), output.span(index)))
    return Reading(rows)


# "virtualbox, 6.1.16, 5.4.0-58-generic, x86_64: installed", "vboxhost/7.0.14, 5.15.0-91-generic, x86_64: built", "virtualbox/6.1: added"
_DKMS_STATUS = lazy(
    r"\s*+(?P<name>[\w.+-]+)(?:/|, )(?P<version>\d[\w.~+-]*+)(?:, (?P<kernel>\d+\.\d[\w.+~-]*+), (?P<arch>\w+))?+:"
    r" (?P<state>added|built|installed|broken)\b.*$"
)
_DKMS_OF_VBOX = lazy(r"(?:virtualbox|vboxhost|vboxadd|virtualbox-guest)(?:-\w+)*\Z")


def _read_dkms_status(output: Output) -> Reading:
    """For which kernels DKMS holds a module of VirtualBox; one that is only added was never built."""
    reading = Reading()
    built, added = set(), None
    for index, match in output.matches(_DKMS_STATUS):
        reading.used.append(output.span(index))
        if not _DKMS_OF_VBOX.match(match["name"]):
            continue
        if match["state"] == "installed" and match["kernel"] and match["kernel"] not in built:
            built.add(match["kernel"])
            values: dict[str, Value | bool] = {
                "output": f"{output.label} row {index + 1}",
                "in-dkms": True,
                "outcome": "built",
            }
            reading.rows.append(Row("virtualbox-setup", values | coded("kernel", match["kernel"]), output.span(index)))
        elif match["state"] in ("added", "broken"):
            added = index
    if added is not None and not built:
        values = {"output": f"{output.label} row {added + 1}", "in-dkms": True, "outcome": "failed"}
        reading.rows.append(Row("virtualbox-setup", values, output.span(added)))
    return reading


HINTS = (
    "VirtualBox", "vbox", "dkms status", "No suitable module",
    "-modsrc/", "VirtualBox-kmod", "modpost: module vbox", "vboxhost/", "vboxdrv.ko",
    ": installed", ": added", "VBoxManage", "VERR_VM_DRIVER",
    "rc=-1908", "rc=-1912", "include/linux/autoconf.h",
    "include/generated/autoconf.h", "your current Linux kernel", "DKMS",
    "virtualbox", "/vbox.", "Building for ", "initial module", "module build on", "dkms",
)  # fmt: skip
_OF_NO_USE = (
    ("line of DKMS", _DKMS),
    ("line of the build", _BUILD_LINE),
    ("line of the build", lazy(r"\s+(?:[/.*^~|'\"(&]|-\w|\w+[^\w ,]|headers, most likely)")),
)
_ADVICE = lazy(
    r"\s*(?:The VirtualBox Linux kernel|Please (?:re)?install|and load the kernel module|'.*'|as root\.|where: |what: |VERR_|VBox"
    r"|\(rc=|Re-setup)"
)
_OF_DIALOGUE = (("advice", _ADVICE),)
READERS = (
    Reader("virtualbox-setup", _STARTS, _extent, _read, of_no_use=_OF_NO_USE),
    Reader("virtualbox-setup", _DKMS_BEGIN, _dkms_extent, _read, of_no_use=(("line of DKMS", _DKMS),)),
    Reader("virtualbox-error", _DIALOGUE, _dialogue_extent, _read_dialogue, of_no_use=_OF_DIALOGUE),
    Reader("virtualbox-error", _NO_SHARED_FOLDERS, _dialogue_extent, _read_dialogue),
    Reader("virtualbox-setup", _NOT_BUILT, extent_of(_NOT_BUILT), _read_not_built, of_no_use=()),
    Reader("virtualbox-files", _FILE, extent_of(_FILE), _read_files, of_no_use=()),
    Reader("dkms-status", _DKMS_STATUS, extent_of(_DKMS_STATUS), _read_dkms_status),
    Reader(
        "virtualbox-version",
        None,
        extent_of(_VERSION_LINE, most=1),
        _read,
        lazy(r"\b[Vv][Bb]ox[Mm]anage\s+(?:-v|-V|--version)"),
    ),
)
