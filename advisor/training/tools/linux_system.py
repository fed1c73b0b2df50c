"""Commands of Linux around settings, file systems, services and the kernel log: sysctl, mount, df, lsblk, dmesg, systemctl."""

from __future__ import annotations

import re

from advisor.training.parts.linux_host import LinuxHost, Service
from advisor.training.parts.linux_log import MESSAGES
from advisor.training.parts.linux_settings import NotSet
from advisor.training.tools.tool import Call, Failed, Tool, table


def _linux(call: Call) -> LinuxHost:
    return call.part("linux", LinuxHost)


# --- sysctl


def _sysctl(call: Call) -> str:
    options, rest = call.options("anweqpN", ["system", "all"])
    settings = _linux(call).settings
    if "-p" in options or "--system" in options:
        return _sysctl_files(call, rest, "--system" in options)
    if {"-a", "--all"} & options.keys():
        call.shown += sorted(settings.values)
        return "".join(f"{name} = {settings.values[name]}\n" for name in sorted(settings.values))
    out, errors = "", []
    for word in rest:
        name, equals, value = word.partition("=")
        name = name.strip().replace("/", ".")
        try:
            if equals:
                settings.set(name, value)
                call.does("change", name)
            elif name not in settings.values:
                raise NotSet("No such file or directory")
        except NotSet as error:
            path = "/proc/sys/" + name.replace(".", "/")
            if "Invalid" in str(error):
                errors.append(f'sysctl: setting key "{name}": {error}')
            elif "-e" not in options:
                errors.append(f"sysctl: cannot stat {path}: {error}")
            continue
        if not equals:
            call.shown.append(name)
        out += (
            f"{settings.values[name]}\n"
            if "-n" in options
            else ""
            if "-q" in options
            else f"{name} = {settings.values[name]}\n"
        )
    if errors:
        raise Failed(out + "\n".join(errors), 255)
    return out


def _sysctl_files(call: Call, paths: list[str], everything: bool) -> str:
    settings, files = _linux(call).settings, call.host.files
    if everything:
        paths = [*files.matching("/etc/sysctl.d/*.conf"), "/etc/sysctl.conf"]
    out = ""
    for path in paths or ["/etc/sysctl.conf"]:
        if not files.has(path):
            raise Failed(f'sysctl: cannot open "{path}": No such file or directory', 255)
        out += f"* Applying {path} ...\n" if everything else ""
        for line in files.read(path).splitlines():
            name, equals, value = (part.strip() for part in line.partition("="))
            if not equals or line.lstrip().startswith(("#", ";")):
                continue
            name = name.lstrip("-").replace("/", ".")
            try:
                settings.set(name, value)
            except NotSet as error:
                raise Failed(f"{out}sysctl: cannot stat /proc/sys/{name.replace('.', '/')}: {error}", 255) from None
            call.does("change", name)
            out += f"{name} = {settings.values[name]}\n"
    return out


# --- file systems and disks


def _mount(call: Call) -> str:
    if [a for a in call.args if not a.startswith("-")]:
        raise Failed("mount: only listing is known here: mount", 2)
    kernel = [
        ("proc", "/proc", "proc", "rw,nosuid,nodev,noexec,relatime"),
        ("sysfs", "/sys", "sysfs", "rw,nosuid,nodev,noexec,relatime"),
    ]
    rows = [*kernel, *((m.device, m.path, m.kind, m.options) for m in _linux(call).mounts)]
    return "".join(f"{device} on {path} type {kind} ({how})\n" for device, path, kind, how in rows)


def _df(call: Call) -> str:
    options, rest = call.options("hTkmPi")
    mounts = _linux(call).mounts
    if rest:
        below = [[m for m in mounts if path == m.path or path.startswith(m.path.rstrip("/") + "/")] for path in rest]
        mounts = [max(found, key=lambda m: len(m.path)) for found in below if found]
    readable, kinds = "-h" in options, "-T" in options
    if "-i" in options:
        rows = [(m.device, m.path, round(m.size_bytes / 16384), round(m.used() / 260_000) + 41_000) for m in mounts]
        head = "Filesystem                 Inodes   IUsed      IFree IUse% Mounted on\n"
        return head + "".join(f"{d:<24} {n:>8} {u:>7} {n - u:>10} {100 * u // n:>4}% {p}\n" for d, p, n, u in rows)
    head = (
        "Filesystem               "
        + ("Type     " if kinds else "")
        + (" Size  Used Avail Use% Mounted on" if readable else "1K-blocks       Used  Available Use% Mounted on")
    )
    out = head + "\n"
    for m in mounts:
        used = min(m.used(), m.size_bytes)
        share = -(-100 * used // m.size_bytes)
        sizes = (m.size_bytes, used, m.size_bytes - used)
        cells = " ".join(f"{human(n):>5}" for n in sizes) if readable else " ".join(f"{n / 1024:>10.0f}" for n in sizes)
        out += f"{m.device:<24} " + (f"{m.kind:<8} " if kinds else "") + f"{cells} {share:3.0f}% {m.path}\n"
    return out


def human(size: float) -> str:
    """A size as `-h` gives it."""
    for unit in ("", "K", "M", "G", "T"):
        if size < 1024 or unit == "T":
            return f"{size:.0f}{unit}" if size >= 10 or not unit else f"{size:.1f}{unit}"
        size /= 1024
    return ""


def _lsblk(call: Call) -> str:
    linux = _linux(call)
    columns = next((call.args[n + 1].upper() for n, word in enumerate(call.args[:-1]) if word == "-o"), "")
    if columns:
        return _lsblk_columns(linux, columns.split(","))
    out = "NAME   MAJ:MIN RM  SIZE RO TYPE MOUNTPOINT\n"
    for number, disk in enumerate(linux.disks):
        out += f"{disk.name:<6} {8:>3}:{16 * number:<3}  0 {human(disk.size_bytes):>5}  0 disk \n"
        parts = [
            m for m in linux.mounts if m.device.startswith(f"/dev/{disk.name}") and m.device != f"/dev/{disk.name}"
        ]
        for place, m in enumerate(parts, 1):
            mark = "└─" if place == len(parts) else "├─"
            out += f"{mark}{m.device[5:]:<4} {8:>3}:{16 * number + place:<3}  0 {human(m.size_bytes):>5}  0 part {m.path}\n"
    return out


def _lsblk_columns(linux: LinuxHost, names: list[str]) -> str:
    out = " ".join(f"{name:<12}" for name in names).rstrip() + "\n"
    for disk in linux.disks:
        cells = {
            "NAME": disk.name, "SIZE": human(disk.size_bytes), "ROTA": str(int(disk.rotational)), "TYPE": "disk", "MODEL": disk.model,
            "LOG-SEC": "512", "PHY-SEC": "512", "SCHED": "mq-deadline", "ZONED": "none",
        }  # fmt: skip
        out += " ".join(f"{cells.get(name, ''):<12}" for name in names).rstrip() + "\n"
    return out


# --- the kernel log


def _dmesg(call: Call) -> str:
    options, _ = call.options("TkxHwl:")
    return _linux(call).log.dmesg("-T" in options)


def _journal(call: Call) -> str:
    lines = call.host.files.read(MESSAGES).splitlines()
    count = re.search(r"-n\s*(\d+)", " ".join(call.args))
    kernel = [line for line in lines if "kernel:" in line] if {"-k", "-kb", "--dmesg"} & set(call.args) else lines
    return "".join(f"{line}\n" for line in (kernel[-int(count[1]) :] if count else kernel))


# --- services


def _service(call: Call, name: str) -> Service:
    services = _linux(call).services
    found = services.get(name) or services.get(f"{name}.service")
    if found is None:
        raise Failed(f"Unit {name if '.' in name else name + '.service'} could not be found.", 4)
    return found


def _systemctl(call: Call) -> str:
    words = [word for word in call.args if not word.startswith("-")]
    linux = _linux(call)
    verb, names = (words[0], words[1:]) if words else ("list-units", [])
    match verb:
        case "list-units" | "list-unit-files":
            return _units(linux)
        case "status":
            return "".join(_status(call, _service(call, name)) for name in names)
        case "is-active" | "is-enabled":
            kept = [_service(call, name) for name in names]
            texts = [
                ("active" if s.active else "inactive")
                if verb == "is-active"
                else ("enabled" if s.enabled else "disabled")
                for s in kept
            ]
            return "".join(f"{text}\n" for text in texts)
        case "cat":
            return "".join(_unit_text(call, _service(call, name)) for name in names)
        case "show":
            return _show(call, names)
        case "daemon-reload":
            return ""
        case "start" | "stop" | "restart" | "reload" | "enable" | "disable":
            for name in names:
                _turn(call, _service(call, name), verb, "--now" in call.args)
            return ""
        case "set-property":
            return _set_property(call, names)
    raise Failed(f"Unknown command verb {verb}.", 1)


def _turn(call: Call, service: Service, verb: str, now: bool) -> None:
    if verb in ("enable", "disable"):
        service.enabled = verb == "enable"
        call.does("change", f"{service.name} at boot")
        if not now:
            return
        verb = "start" if verb == "enable" else "stop"
    if verb != "reload":
        call.does("disruptive" if service.needed and (service.active or verb != "start") else "change")
    if verb in ("stop", "restart") and service.active:
        service.stop()
        service.active = False
    if verb in ("start", "restart") and not service.active:
        service.active = True
        service.started()


def _units(linux: LinuxHost) -> str:
    out = "  UNIT                          LOAD   ACTIVE   SUB     DESCRIPTION\n"
    for s in linux.services.values():
        out += f"  {s.name:<29} loaded {'active  ' if s.active else 'inactive'} {'running' if s.active else 'dead   '} {s.about}\n"
    return out


def _status(call: Call, service: Service) -> str:
    state = (
        f"active (running) since {call.host.booted:%a %Y-%m-%d %H:%M:%S} UTC" if service.active else "inactive (dead)"
    )
    enabled = "enabled" if service.enabled else "disabled"
    pid = f"   Main PID: {service.pid}\n" if service.pid and service.active else ""
    loaded = (
        f"● {service.name} - {service.about}\n     Loaded: loaded (/etc/systemd/system/{service.name}; {enabled})\n"
    )
    return f"{loaded}     Active: {state}\n{pid}"


def _unit_text(call: Call, service: Service) -> str:
    files = call.host.files
    path = f"/etc/systemd/system/{service.name}"
    out = f"# {path}\n{files.read(path) if files.has(path) else service.unit}"
    for more in files.matching(f"/etc/systemd/system/{service.name}.d/*.conf"):
        out += f"\n# {more}\n{files.read(more)}"
    for more in files.matching(f"/etc/systemd/system.control/{service.name}.d/*.conf"):
        out += f"\n# {more}\n{files.read(more)}"
    call.shown += service.properties
    return out


def _show(call: Call, names: list[str]) -> str:
    wanted = re.findall(r"(?:-p\s*|--property=)(\S+)", " ".join(call.args))
    wanted = [name for word in wanted for name in word.split(",")]
    services = [_service(call, name) for name in names if name not in wanted]
    out = ""
    for service in services:
        values = {
            "Id": service.name,
            "MainPID": str(service.pid),
            "ActiveState": "active" if service.active else "inactive",
            **service.properties,
        }
        shown = {name: value for name, value in values.items() if not wanted or name in wanted}
        call.shown += shown
        out += "".join(f"{name}={value}\n" for name, value in shown.items())
    return out


def _set_property(call: Call, names: list[str]) -> str:
    if len(names) < 2:
        raise Failed("usage: systemctl set-property [--runtime] UNIT NAME=VALUE", 1)
    service = _service(call, names[0])
    for word in names[1:]:
        name, _, value = word.partition("=")
        if service.set_property is None or name not in service.properties:
            raise Failed(f"Failed to set unit properties on {service.name}: Unknown assignment: {word}", 1)
        complaint = service.set_property(name, value, "--runtime" in call.args)
        if complaint:
            raise Failed(complaint, 1)
        call.does("change", name)
    return ""


TOOLS = table(
    Tool("sysctl", _sysctl, "kernel settings: sysctl NAME shows, sysctl -w NAME=VALUE sets at once until the next restart, sysctl -p FILE "
         "sets what a file says. /etc/sysctl.d/*.conf and then /etc/sysctl.conf are read at boot. sysctl -a: all"),
    Tool("mount", _mount, "what is mounted, and how"),
    Tool("df", _df, "how full file systems are: df -h, df -hT with their types, df -i"),
    Tool("lsblk", _lsblk, "disks: lsblk, lsblk -o NAME,ROTA,MODEL"),
    Tool("dmesg", _dmesg, "the kernel's messages since the start, with seconds; -T: with dates"),
    Tool("journalctl", _journal, "the journal: journalctl -k for the kernel's messages, -n NUMBER for the last"),
    Tool("systemctl", _systemctl, "services: systemctl status|start|stop|restart|enable|disable|cat|show|set-property UNIT"),
)  # fmt: skip
