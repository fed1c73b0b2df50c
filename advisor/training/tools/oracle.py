"""Commands around an Oracle instance: su, and SQL*Plus in brief."""

from __future__ import annotations

import re
from collections.abc import Callable

from advisor.training.files import NoSuchFile
from advisor.training.parts.oracle_instance import Instance, NoStart, amount
from advisor.training.parts.oracle_limits import Logins
from advisor.training.parts.sizes import GIB, KIB, MIB
from advisor.training.shell.shell import Shell
from advisor.training.tools.tool import Call, Failed, Tool, table

_IDLE = "ORA-01034: ORACLE not available\nProcess ID: 0\nSession ID: 0 Serial number: 0\n"
_HEAD = f"\n{'NAME':<36} {'TYPE':<11} VALUE\n{'-' * 36} {'-' * 11} {'-' * 30}\n"
_SPHEAD = f"\n{'SID':<8} {'NAME':<29} {'TYPE':<11} VALUE\n{'-' * 8} {'-' * 29} {'-' * 11} {'-' * 28}\n"
_SIZES = ("memory_max_target", "memory_target", "pga_aggregate_target", "sga_max_size", "sga_target")
_TYPES = {
    **dict.fromkeys(_SIZES, "big integer"), "processes": "integer", "lock_sga": "boolean", "pre_page_sga": "boolean",
    "_enable_NUMA_support": "boolean",
}  # fmt: skip


def _su(call: Call) -> str:
    """One command as another account, in a new login: its limits are read anew."""
    logins = call.part("logins", Logins)
    args = [word for word in call.args if word not in ("-", "-l", "--login")]
    if "-c" not in args or args.index("-c") + 1 >= len(args):
        raise Failed("su: here it runs one command: su - oracle -c 'COMMAND'", 2)
    place = args.index("-c")
    command = args[place + 1]
    user = next((word for word in [*args[:place], *args[place + 2 :]] if not word.startswith("-")), "root")
    if user not in ("root", "oracle"):
        raise Failed(f"su: user {user} does not exist")
    logins.enter(user)
    try:
        ran = Shell({call.host.name: call.host}, call.host.name).run(command)
    finally:
        logins.leave()
    call.does(ran.risk)
    call.changed += ran.changed
    call.shown += ran.shown
    return ran.printed


def _sqlplus(call: Call) -> str:
    """The statements that are piped in, one after the other."""
    if call.part("logins", Logins).user != "oracle":
        raise Failed(
            "sqlplus: command not found; the account oracle has it: su - oracle -c 'echo ... | sqlplus -s / as sysdba'",
            127,
        )
    if call.stdin is None:
        raise Failed(
            "sqlplus: here it takes its lines from a pipe: echo 'show parameter sga' | sqlplus -s / as sysdba", 2
        )
    instance = call.part("instance", Instance)
    out = "" if "-s" in call.args or "-S" in call.args else _banner(call, instance)
    for statement in re.split(r"[;\n]", call.stdin):
        words = " ".join(statement.split())
        if words.lower() in ("exit", "quit"):
            break
        if words:
            out += _statement(call, instance, words)
    return out


def _banner(call: Call, instance: Instance) -> str:
    release = f"SQL*Plus: Release {instance.version} Production on {call.host.world.now:%a %b %d %H:%M:%S %Y}\n"
    owner = "Copyright (c) 1982, 2013, Oracle.  All rights reserved.\n"
    return f"\n{release}\n{owner}\n" + ("" if instance.running else "Connected to an idle instance.\n\n")


def _statement(call: Call, instance: Instance, text: str) -> str:
    for pattern, run in _STATEMENTS:
        if found := re.fullmatch(pattern, text, re.IGNORECASE):
            return run(call, instance, found)
    if re.match(r"(?i)(set|column|whenever|prompt|define) ", text):
        return ""
    return (
        f'SP2-0734: unknown command beginning "{text[:10]}..." - known here: startup, shutdown immediate, show parameter NAME, '
        "show spparameter NAME, show sga, select * from v$sgainfo, alter system set|reset ... scope=spfile, create pfile='FILE' from spfile\n"
    )


def _startup(call: Call, instance: Instance, found: re.Match[str]) -> str:
    if instance.running and not found["force"]:
        return "ORA-01081: cannot start already-running ORACLE - shut it down first\n"
    if instance.running:
        call.does("disruptive")
        instance.stop()
    try:
        instance.start(call.part("logins", Logins).limit)
    except NoStart as failed:
        return f"{failed}\n"
    call.does("change")
    return f"ORACLE instance started.\n{sga_text(instance)}Database mounted.\nDatabase opened.\n"


def _shutdown(call: Call, instance: Instance, found: re.Match[str]) -> str:
    if not instance.running:
        return _IDLE
    call.does("disruptive")
    if (found["how"] or "").lower() == "abort":
        instance.log.say("Shutting down instance (abort)", f"Instance terminated by USER, pid = {call.host.pid()}")
        instance.stop()
        return "ORACLE instance shut down.\n"
    instance.shut()
    return "Database closed.\nDatabase dismounted.\nORACLE instance shut down.\n"


def _wide(value: float) -> str:
    """A number in a column of ten characters."""
    return f"{value:10.0f}" if value < 1e10 else f"{value:10.4E}"


def _pools(instance: Instance) -> dict[str, float]:
    """How the SGA is divided."""
    total = instance.sga(instance.given)
    fixed, redo = 2_262_656.0, 31_080_448.0
    shared = max(0.1 * total // MIB * MIB, 256 * MIB)
    buffers = total - fixed - redo - shared - 128 * MIB
    return {"fixed": fixed, "redo": redo, "shared": shared, "large": 128 * MIB, "buffers": buffers, "all": total}


def sga_text(instance: Instance) -> str:
    """What ``startup`` and ``show sga`` print."""
    pools = _pools(instance)
    rows = {
        "Fixed Size": pools["fixed"], "Variable Size": pools["shared"] + pools["large"], "Database Buffers": pools["buffers"],
        "Redo Buffers": pools["redo"],
    }  # fmt: skip
    out = f"\nTotal System Global Area {_wide(pools['all'])} bytes\n"
    return out + "".join(f"{name:<24} {_wide(value)} bytes\n" for name, value in rows.items())


def _show_sga(call: Call, instance: Instance, found: re.Match[str]) -> str:
    return sga_text(instance) if instance.running else _IDLE


def _sgainfo(call: Call, instance: Instance, found: re.Match[str]) -> str:
    if not instance.running:
        return _IDLE
    pools = _pools(instance)
    rows: list[tuple[str, float, str]] = [
        ("Fixed SGA Size", pools["fixed"], "No"), ("Redo Buffers", pools["redo"], "No"), ("Buffer Cache Size", pools["buffers"], "Yes"),
        ("Shared Pool Size", pools["shared"], "Yes"), ("Large Pool Size", pools["large"], "Yes"), ("Java Pool Size", 0, "Yes"),
        ("Streams Pool Size", 0, "Yes"), ("Shared IO Pool Size", 0, "Yes"), ("Granule Size", 128 * MIB, "No"),
        ("Maximum SGA Size", pools["all"], "No"), ("Startup overhead in Shared Pool", 0.2 * pools["shared"] // KIB * KIB, "No"),
        ("Free SGA Memory Available", 0, ""),
    ]  # fmt: skip
    head = "\nNAME                                  BYTES RES\n-------------------------------- ---------- ---\n"
    return (
        head
        + "".join(f"{name:<32} {_wide(value)} {can}\n" for name, value, can in rows)
        + f"\n{len(rows)} rows selected.\n\n"
    )


def _in_force(instance: Instance) -> dict[str, str]:
    """Parameters with what they are by default."""
    given = instance.given
    target = given.get("memory_target", given.get("memory_max_target", "0"))
    rows = {
        "db_name": instance.sid, "instance_name": instance.sid, "lock_sga": "FALSE",
        "memory_max_target": given.get("memory_max_target", target), "memory_target": given.get("memory_target", "0"),
        "pga_aggregate_target": given.get("pga_aggregate_target", "0"),
        "pre_page_sga": "TRUE" if instance.log.form == "table" else "FALSE", "processes": given.get("processes", "500"),
        "sga_max_size": given.get("sga_max_size") or _size(instance.sga(given)), "sga_target": given.get("sga_target", "0"),
        "spfile": instance.spfile_path, "use_large_pages": given.get("use_large_pages", "TRUE").upper(),
    }  # fmt: skip
    return {**rows, **{name: value for name, value in given.items() if name not in rows}}


def _size(value: float) -> str:
    """A size as SQL*Plus prints one."""
    if value and value % GIB == 0:
        return f"{value / GIB:.0f}G"
    return f"{value / MIB:.0f}M" if value else "0"


def _show(call: Call, instance: Instance, found: re.Match[str]) -> str:
    if not instance.running:
        return _IDLE
    word = (found["name"] or "").lower()
    stored = found["stored"] is not None
    rows = {**dict.fromkeys(_in_force(instance), ""), **instance.spfile} if stored else _in_force(instance)
    out = _SPHEAD if stored else _HEAD
    for name in sorted(rows):
        if word in name.lower():
            call.shown.append(name.lower())
            value = rows[name] if name not in _SIZES or not rows[name] else _size(amount(rows[name]))
            kind = _TYPES.get(name, "string")
            out += (
                f"*        {name:<29} {kind:<11} {value}" if stored else f"{name:<36} {kind:<11} {value}"
            ).rstrip() + "\n"
    return out


def _alter(call: Call, instance: Instance, found: re.Match[str]) -> str:
    if not instance.running:
        return _IDLE
    name = found["name"].lower()
    if "spfile" not in found["rest"].lower():
        return "ORA-02095: specified initialization parameter cannot be modified\n"
    if found["what"].lower() == "reset":
        if name not in instance.spfile:
            return "ORA-32010: cannot find entry to delete in SPFILE\n"
        del instance.spfile[name]
    else:
        value = (found["value"] or "").strip("'\"")
        if name in _SIZES and not re.fullmatch(r"(?i)\d{1,15}[kmg]?", value):
            return "ORA-00439: not a size\n"
        instance.spfile[name] = value.upper()
    call.does("change", name)
    instance.log.say(f"{found[0]};")
    return "\nSystem altered.\n\n"


def _pfile(call: Call, instance: Instance, found: re.Match[str]) -> str:
    rows = "".join(f"*.{name}={_literal(value)}\n" for name, value in instance.spfile.items())
    try:
        call.host.files.write(found["file"], rows)
    except NoSuchFile as error:
        return f"ORA-09210: sftopn: error opening file\nLinux-x86_64 Error: 2: {error}\n"
    call.shown += [name.lower() for name in (*instance.spfile, *_SIZES, "use_large_pages")]
    return "\nFile created.\n\n"


def _literal(value: str) -> str:
    return value if re.fullmatch(r"\d+[KMG]?|TRUE|FALSE", value) else f"'{value}'"


def _instance_row(call: Call, instance: Instance, found: re.Match[str]) -> str:
    if not instance.running:
        return _IDLE
    return (
        "\nINSTANCE_NAME    VERSION           STATUS\n---------------- ----------------- ------------\n"
        f"{instance.sid:<16} {instance.version:<17} OPEN\n\n"
    )


def _sessions(call: Call, instance: Instance, found: re.Match[str]) -> str:
    return f"\n  COUNT(*)\n----------\n{instance.mappers():>10}\n\n" if instance.running else _IDLE


_Run = Callable[[Call, Instance, "re.Match[str]"], str]
_STATEMENTS: tuple[tuple[str, _Run], ...] = (
    (r"startup(?P<force> force)?(?: open| nomount| mount)?", _startup),
    (r"shutdown(?: (?P<how>immediate|abort|normal|transactional))?", _shutdown),
    (r"show sga", _show_sga),
    (r"show (?P<stored>sp)?parameters?(?: (?P<name>\w+))?", _show),
    (r"select \* from v\$sgainfo", _sgainfo),
    (r"select .+ from v\$instance", _instance_row),
    (r"select count\(\*\) from v\$(?:session|process)", _sessions),
    (r"alter system (?P<what>set|reset) \"?(?P<name>\w+)\"?(?: ?= ?(?P<value>'[^']*'|\S+))?(?P<rest>.*)", _alter),
    (r"create pfile ?= ?'(?P<file>/[^']+)' from spfile", _pfile),
)


TOOLS = table(
    Tool("su", _su, "run a command as another account in a new login, with the limits of now: su - oracle -c 'COMMAND'"),
    Tool("sqlplus", _sqlplus, "the instance's own prompt; the account oracle has it, its lines come from a pipe: "
         "su - oracle -c 'echo \"show parameter sga\" | sqlplus -s / as sysdba'. "
         "startup, shutdown immediate, show parameter NAME, show sga, alter system set NAME=VALUE scope=spfile, "
         "create pfile='FILE' from spfile"),
)  # fmt: skip
"""Those of a host with an `Instance` and `Logins`."""
