"""What somebody thought of capturing, and how it was put in files."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random

from tests.generated.model import Output, World
from tests.generated.noise import chance, pick
from tests.generated.render import command_of, sources


def choose(world: World, telling: Mapping[str, float]) -> list[Output]:
    """Outputs in the order they were taken: some that tell, some by habit."""
    rng = world.draw_apart("what is captured")
    zeal = pick(rng, {0.35: 3, 1.0: 5, 2.2: 3, 6.0: 1})
    taken: list[Output] = []
    spare: list[Output] = []
    for source in sources():
        if not source.where(world):
            continue
        rng = world.draw_apart(source.form)
        probability = (
            telling[source.form] * min(1.15, 0.7 + 0.3 * zeal) if source.form in telling else source.weight * zeal
        )
        if probability <= 0:
            continue
        wanted = chance(rng, min(0.97, probability))
        if not wanted and len(spare) > 6:
            continue
        command = command_of(source, world, rng)
        if world.system.linux and world.system.sysstat < (10, 0) and command.startswith("dmesg"):
            command = "dmesg"
        text = cut(source.render(world, command), command)
        if text and source.lasts and not command.rstrip().endswith(f" {world.count}") and chance(rng, 0.5):
            text += "^C\n"
        if text.strip():
            (taken if wanted else spare).append(
                Output(source.form, command, text, world.end if source.lasts else None, source.file)
            )
    rng = world.draw_apart("order")
    for output in world.extra:
        if output.text.strip() and chance(rng, min(0.97, telling.get(output.form, 0.75))):
            taken.append(output)
    while len(taken) < 2 and spare:
        taken.append(spare.pop(rng.randrange(len(spare))))
    if chance(rng, 0.55):
        rng.shuffle(taken)
    return taken


def cut(text: str, command: str) -> str:
    """The part that `| tail -60` or `| head -40` leaves, if the command has one."""
    found = re.search(r"(?:^|\| *)(tail|head) -(?:n ?)?(\d+)", command)
    if not found:
        return text
    lines, many = text.splitlines(keepends=True), int(found[2])
    return "".join(lines[-many:] if found[1] == "tail" else lines[:many])


def earlier(world: World) -> list[tuple[str, str]]:
    """One or two outputs of the same host on a day without trouble, with names that say so."""
    rng = world.rng
    lasting = [source for source in sources() if source.lasts and source.where(world) and source.weight >= 0.2]
    style = rng.choice(
        (
            "{name}-ok.txt",
            "{name}_yesterday.txt",
            "good/{name}.txt",
            "{name}-before.log",
            "{name}_{day}.txt",
            "vergleich/{name}-gut.txt",
            "baseline-{name}.out",
        )
    )
    found = []
    for source in rng.sample(lasting, min(len(lasting), rng.randint(1, 2))):
        name = source.form.replace(" -", "-").replace(" ", "-")
        found.append(
            (
                style.format(name=name, day=world.start.strftime("%Y%m%d")),
                source.render(world, command_of(source, world, rng)),
            )
        )
    return found


def files(world: World, outputs: list[Output], more: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The outputs as files: one each, one transcript, or both."""
    rng = world.draw_apart("files")
    way = pick(rng, {"each": 4, "transcript": 4, "mixed": 2, "tree": 1})
    if way == "each":
        found = _each(world, outputs)
    elif way == "transcript":
        found = [(_transcript_name(world), _transcript(world, outputs))]
    elif way == "tree":
        found = [(_tree_name(world, output), output.text) for output in outputs]
    else:
        logs = [output for output in outputs if output.path]
        rest = [output for output in outputs if not output.path]
        found = [(_tree_name(world, output), output.text) for output in logs]
        found += [(_transcript_name(world), _transcript(world, rest))] if rest else []
    found += more
    if chance(rng, 0.025):  # pasted as code into a ticket
        found = [
            (path, "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True)))
            for path, text in found
        ]
    if chance(rng, 0.03):
        found = [(path, text.replace("\n", "\r\n")) for path, text in found]
    return tuple(_unique(found))


def _unique(found: list[tuple[str, str]]) -> list[tuple[str, str]]:
    seen: dict[str, int] = {}
    result = []
    for path, text in found:
        seen[path] = seen.get(path, 0) + 1
        result.append((path if seen[path] == 1 else f"{path}.{seen[path]}", text))
    return result


def _each(world: World, outputs: list[Output]) -> list[tuple[str, str]]:
    rng = world.rng
    style = rng.choice(
        (
            "{short}.txt",
            "{full}.txt",
            "{short}.out",
            "{number:02d}-{short}.txt",
            "{host}-{short}.log",
            "{host}_{short}_{day}.txt",
            "{short}",
            "{host}/{short}.txt",
        )
    )
    headed, prompt = chance(rng, 0.3), _prompt(world, rng.random())
    found = []
    for number, output in enumerate(outputs, 1):
        full = "_".join("".join(char if char.isalnum() or char in ".-" else "_" for char in output.command).split("_"))[
            :60
        ].strip("_")
        first = output.form.replace("/", "-").replace("::", "mdb-").replace(" -", "-").replace(" ", "-")
        path = style.format(short=first, full=full, number=number, host=world.host, day=world.start.strftime("%Y%m%d"))
        text = f"{prompt}{output.command}\n{output.text}" if headed else output.text
        found.append((path, text))
    return found


def _tree_name(world: World, output: Output) -> str:
    if output.path:
        return output.path
    word = output.command.split()[0]
    folder = {
        "zpool": "zfs",
        "zfs": "zfs",
        "iostat": "block",
        "lsblk": "block",
        "df": "filesys",
        "mount": "filesys",
        "ps": "process",
        "top": "process",
    }.get(word, "general")
    name = "_".join(
        part for part in "".join(char if char.isalnum() or char in ".-" else " " for char in output.command).split()
    )
    return f"sos_commands/{folder}/{name[:60]}"


def _transcript_name(world: World) -> str:
    day = world.start.strftime("%Y-%m-%d")
    return world.rng.choice(
        (
            "output.txt",
            "paste.txt",
            f"{world.host}.txt",
            f"{world.host}-{day}.log",
            "session.log",
            "capture.txt",
            "data.txt",
            f"diag_{world.host}.txt",
            "typescript",
        )
    )


def _prompt(world: World, style: float) -> str:
    host, system = world.host, world.system
    user = {"oracle": "oracle", "postgres": "postgres"}.get(world.role, "admin")
    forms: tuple[str, ...]
    if system.solaris:
        forms = (f"root@{host}:~# ", "# ", "bash-3.2# ", f"{host}# ", f"{user}@{host}:~$ ", f"{user}@{host}> ", "$ ")
    elif system.freebsd:
        forms = (f"root@{host}:~ # ", "# ", f"{host}# ", f"root@{host}[~]# ", "% ")
    elif system.name.startswith(("debian", "ubuntu", "proxmox")):
        forms = (f"root@{host}:~# ", "# ", f"{user}@{host}:~$ sudo ", "$ ", f"root@{host}:/home/{user}# ")
    else:
        forms = (
            f"[root@{host} ~]# ",
            "# ",
            f"[{user}@{host} ~]$ ",
            "$ ",
            f"{host}:~ # ",
            f"{user}@{host}:/home/{user}> ",
        )
    return forms[int(style * len(forms))]


def _transcript(world: World, outputs: list[Output]) -> str:
    rng = world.rng
    style = pick(rng, {"prompt": 6, "heading": 2, "bare": 1, "comment": 1})
    prompt, dated = _prompt(world, rng.random()), chance(rng, 0.3)
    heading = rng.choice(("=== {0} ===", "### {0}", "----- {0} -----", "{0}:", "*** {0} ***", "==> {0} <=="))
    lines: list[str] = []
    if dated:
        outputs = sorted(outputs, key=lambda output: output.end is None)
    now = (world.start if outputs[0].end else world.end) - timedelta(seconds=rng.randint(0, 3))
    for output in outputs:
        if dated and (output.end is None or output is outputs[0]):
            lines += [f"{prompt}date", _date(rng, world, now)] if style == "prompt" else [_date(rng, world, now)]
        if style == "prompt":
            lines.append(f"{prompt}{output.command}")
        elif style == "heading":
            lines.append(heading.format(output.command))
        elif style == "comment":
            lines += ["", f"# {output.command}"]
        lines.append(output.text.rstrip("\n"))
        lines += [""] if style != "prompt" else []
        now = max(now, world.end) + timedelta(seconds=rng.randint(4, 60))
    return "\n".join(lines) + "\n"


def _date(rng: Random, world: World, now: datetime) -> str:
    zone = "CEST" if 3 < now.month < 11 else "CET"
    return (
        f"{now:%a %b %e %H:%M:%S} {zone} {now:%Y}" if world.host[0] < "t" else f"{now:%A, %B %e, %Y %I:%M:%S %p} {zone}"
    )
