"""Services of systemd: systemctl."""

from __future__ import annotations

import re

from advisor.training.parts.linux_host import LinuxHost
from advisor.training.parts.service import Service
from advisor.training.tools.on_linux import linux_of
from advisor.training.tools.tool import Call, Failed, Tool, table

_UNITS_END = """
LOAD   = Reflects whether the unit definition was properly loaded.
ACTIVE = The high-level unit activation state, i.e. generalization of SUB.
SUB    = The low-level unit activation state, values depend on unit type.

{} loaded units listed. Pass --all to see loaded but inactive units, too.
To show all installed unit files use 'systemctl list-unit-files'.
"""


def _service(call: Call, name: str) -> Service:
    services = linux_of(call).services
    found = services.get(name) or services.get(f"{name}.service")
    if found is None:
        raise Failed(f"Unit {name if '.' in name else name + '.service'} could not be found.", 4)
    return found


def _systemctl(call: Call) -> str:
    words = [word for word in call.args if not word.startswith("-")]
    linux = linux_of(call)
    verb, names = (words[0], words[1:]) if words else ("list-units", [])
    match verb:
        case "list-units":
            return _units(linux)
        case "list-unit-files":
            return _unit_files(linux)
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
            call.does("change")
            for service in linux.services.values():
                service.reread()
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
    if verb in ("start", "restart") and not service.active and not service.begin():
        raise Failed(
            f"Job for {service.name} failed because the control process exited with error code.\n"
            f'See "systemctl status {service.name}" and "journalctl -xe" for details.'
        )


def _units(linux: LinuxHost) -> str:
    out = "  UNIT                          LOAD   ACTIVE   SUB     DESCRIPTION\n"
    for s in linux.services.values():
        state, inside = ("active", "exited" if s.once else "running") if s.active else ("inactive", "dead")
        out += f"  {s.name:<29} loaded {state:<8} {inside:<7} {s.about}\n"
    return out + _UNITS_END.format(len(linux.services))


def _unit_files(linux: LinuxHost) -> str:
    out = "UNIT FILE                               STATE\n"
    out += "".join(f"{s.name:<39} {'enabled' if s.enabled else 'disabled'}\n" for s in linux.services.values())
    return f"{out}\n{len(linux.services)} unit files listed.\n"


def _status(call: Call, service: Service) -> str:
    kind = "exited" if service.once else "running"
    since = f"active ({kind}) since {call.host.booted:%a %Y-%m-%d %H:%M:%S} UTC"
    state = since if service.active else "inactive (dead)"
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
    Tool("systemctl", _systemctl, "services: systemctl status|start|stop|restart|enable|disable|cat|show|set-property UNIT; "
         "systemctl daemon-reload after its files were changed"),
)  # fmt: skip
"""Those of a host with a `LinuxHost`."""
