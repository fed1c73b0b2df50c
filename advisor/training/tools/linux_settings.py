"""Settings of the kernel: sysctl, the boot line, and constants."""

from __future__ import annotations

from advisor.training.parts.linux_settings import NotSet
from advisor.training.tools.on_linux import linux_of
from advisor.training.tools.tool import Call, Failed, Tool, table


def _sysctl(call: Call) -> str:
    options, rest = call.options("aAnweqpN", ["system", "all", "load"])
    settings = linux_of(call).settings
    if {"-p", "--load", "--system"} & options.keys():
        return _printed(call, options, *_of_files(call, rest, "--system" in options))
    if {"-a", "-A", "--all"} & options.keys():
        call.shown += sorted(settings.values)
        return "".join(f"{name} = {settings.values[name]}\n" for name in sorted(settings.values))
    rows: list[tuple[str, str]] = []
    errors: list[str] = []
    for word in rest:
        name, equals, value = word.partition("=")
        name = name.strip().replace("/", ".")
        if equals:
            _assign(call, name, value.strip(), rows, errors)
        elif name in settings.values:
            call.shown.append(name)
            rows.append((name, settings.values[name]))
        elif "-e" not in options:
            errors.append(f"sysctl: cannot stat {_path(name)}: No such file or directory")
    return _printed(call, options, rows, errors)


def _path(name: str) -> str:
    return "/proc/sys/" + name.replace(".", "/")


def _assign(call: Call, name: str, value: str, rows: list[tuple[str, str]], errors: list[str]) -> None:
    """Set one; what is printed is what was asked for, not what the kernel made of it."""
    try:
        linux_of(call).settings.set(name, value)
    except NotSet as error:
        invalid = "Invalid" in str(error)
        errors.append(
            f'sysctl: setting key "{name}": {error}' if invalid else f"sysctl: cannot stat {_path(name)}: {error}"
        )
        return
    call.does("change", name)
    rows.append((name, value))


def _printed(call: Call, options: dict[str, str], rows: list[tuple[str, str]], errors: list[str]) -> str:
    lines = [value if "-n" in options or not name else f"{name} = {value}" for name, value in rows]
    out = "" if "-q" in options else "".join(f"{line}\n" for line in lines)
    if errors:
        raise Failed(out + "\n".join(errors), 255)
    return out


def _of_files(call: Call, paths: list[str], everything: bool) -> tuple[list[tuple[str, str]], list[str]]:
    """Set what files say; a line that cannot be set does not keep the others from it."""
    files = call.host.files
    if everything:
        paths = [path for path in (*files.matching("/etc/sysctl.d/*.conf"), "/etc/sysctl.conf") if files.has(path)]
    rows: list[tuple[str, str]] = []
    errors: list[str] = []
    for path in paths or ["/etc/sysctl.conf"]:
        if not files.has(path):
            errors.append(f'sysctl: cannot open "{path}": No such file or directory')
            continue
        rows += [("", f"* Applying {path} ...")] if everything else []
        for line in files.read(path).splitlines():
            name, equals, value = (part.strip() for part in line.partition("="))
            if equals and not name.startswith(("#", ";")):
                _assign(call, name.lstrip("-").replace("/", "."), value, rows, errors)
    return rows, errors


def _grubby(call: Call) -> str:
    options, _ = call.options("", ["info=", "update-kernel=", "args=", "remove-args="])
    boot, kernel = linux_of(call).boot, call.host.release.split()[2]
    if "--info" in options:
        words = boot.next_line.split()
        args = " ".join(word for word in words if not word.startswith("root="))
        mark = "" if kernel.startswith(("2.", "3.")) else '"'
        return (
            f'index=0\nkernel={mark}/boot/vmlinuz-{kernel}{mark}\nargs="{args}"\nroot={mark}{boot.root}{mark}\n'
            f"initrd={mark}/boot/initramfs-{kernel}.img{mark}\ntitle={mark}Linux ({kernel}){mark}\n"
        )
    if "--update-kernel" not in options:
        raise Failed(
            "grubby: known here: --info=DEFAULT, --update-kernel=ALL with --args=ARGS or --remove-args=ARGS", 2
        )
    call.does("change")
    boot.change(options.get("--args", "").split(), options.get("--remove-args", "").split())
    return ""


def _getconf(call: Call) -> str:
    if call.args[:1] not in (["PAGE_SIZE"], ["PAGESIZE"]):
        raise Failed("getconf: known here: getconf PAGE_SIZE", 2)
    return f"{call.host.page_bytes}\n"


TOOLS = table(
    Tool("sysctl", _sysctl, "kernel settings: sysctl NAME shows, sysctl -w NAME=VALUE sets at once until the next restart, sysctl -p FILE "
         "sets what a file says. /etc/sysctl.d/*.conf and then /etc/sysctl.conf are read at boot. sysctl -a: all. "
         "vm.nr_hugepages: the kernel may find fewer than were asked for"),
    Tool("grubby", _grubby, "the boot line of the next start: grubby --info=DEFAULT shows it, "
         "grubby --update-kernel=ALL --args='NAME=VALUE' adds to it, --remove-args takes away"),
    Tool("getconf", _getconf, "constants of the system: getconf PAGE_SIZE"),
)  # fmt: skip
"""Those of a host with a `LinuxHost`."""
