"""Java and VirtualBox hosts hurt by what none of the cases is."""

from datetime import timedelta

from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.mechanisms.jvm_gc_pause import TELLING as JAVA
from tests.generated.mechanisms.virtualbox_module_mismatch import SYSTEMS, running
from tests.generated.mechanisms.virtualbox_module_mismatch import TELLING as VBOX
from tests.generated.model import World
from tests.generated.noise import around, between
from tests.generated.programs import jvm, vbox
from tests.generated.programs.jvm import Jvm
from tests.generated.systems import LINUX


def _calm(world: World) -> Jvm:
    """A program whose collector is quick."""
    found = jvm.draw(world)
    jvm.calm(world, found)
    world.memory.programs = max(world.memory.programs * 0.5, found.heap_mb * 1.1 + 600)
    world.memory.fit()
    remember(world)
    return found


def pool_exhausted(world: World, degree: float) -> None:
    """All connections of the program's pool are taken; it waits, and nothing on the host is busy."""
    rng = world.rng
    _calm(world)
    lines = []
    for _ in range(rng.randint(8, 40)):
        time = world.end - timedelta(seconds=rng.uniform(1, 1200))
        lines.append(
            f"{time:%Y-%m-%d %H:%M:%S},{rng.randint(0, 999):03d} ERROR [http-nio-8080-exec-{rng.randint(1, 200)}] c.z.h.p.HikariPool - HikariPool-1 - Connection is not available, request timed out after {rng.randint(30000, 30012)}ms."
        )
    world.show(
        "application log", "tail -60 logs/application.log", "\n".join(sorted(lines)) + "\n", "app/logs/application.log"
    )
    for tick in world.ticks:
        if tick.trouble:
            tick.user *= 0.3 - 0.1 * degree
            tick.switches *= 0.4


def endless_loop(world: World, degree: float) -> None:
    """Threads of the program run in circles in a hash map."""
    rng = world.rng
    _calm(world)
    busy = rng.randint(2, max(2, int(world.cpus * (0.4 + 0.6 * degree))))
    for proc in world.procs:
        if proc.name == "java":
            proc.cpu, proc.state = min(99.0 * world.cpus, busy * 99.0), "R"
            break
    for tick in world.ticks:
        if tick.trouble:
            tick.user = min(97.0, tick.user + 100 * busy / world.cpus)
            tick.run += busy


def not_the_module(world: World, _degree: float) -> None:
    """The module is loaded; the disk of the machine is full, so it is paused."""
    rng = world.rng
    found = vbox.draw(world)
    running(world, found)
    for mount in world.mounts:
        if mount.point == world.names["datamount"]:
            mount.used = 1.0
    for name in found.machines[:2]:
        world.say(
            f"VBoxHeadless[{rng.randint(2000, 30000)}]: {name}: DevATA: Host disk full, VM suspended",
            between(rng, 20, 4000),
            "VBoxHeadless",
        )
    for tick in world.ticks:
        tick.user *= 0.2
        for device in world.disks():
            ask = tick.demand[device.name]
            ask.writes, ask.write_kb = ask.writes * 0.05, ask.write_kb * 0.05


def kvm_holds_it(world: World, _degree: float) -> None:
    """The module is loaded, but KVM has the processors' virtualisation to itself."""
    rng = world.rng
    found = vbox.draw(world)
    running(world, found)
    kept = found.machines
    world.procs[:] = [proc for proc in world.procs if proc.name != "VBoxHeadless"]
    text = (f'Waiting for VM "{kept[0]}" to power on...\nVBoxManage: error: VirtualBox can\'t operate in VMX root mode. Please disable the KVM kernel extension, recompile your kernel and reboot (VERR_VMX_IN_VMX_ROOT_MODE)\n'
            "VBoxManage: error: Details: code NS_ERROR_FAILURE (0x80004005), component ConsoleWrap, interface IConsole\n")  # fmt: skip
    world.show("startvm", f"VBoxManage startvm {kept[0]} --type headless", text)
    world.show(
        "lsmod kvm",
        "lsmod | grep -E 'kvm|vbox'",
        f"kvm_intel             {around(rng, 300000, 0.1):.0f}  4\nkvm                   {around(rng, 900000, 0.1):.0f}  1 kvm_intel\nvboxdrv               479232  0\n",
    )


CALM = JAVA | {"application log": 0.9}

MECHANISMS = (
    Mechanism("other:pool of connections used up", LINUX, ("apps",), ("stalls", "pauses"), harm=pool_exhausted, zfs=False, telling=CALM, harmless_share=0.0, cause="other:connection pool used up",
              decisive=(frozenset({"application log"}),), standing=True),
    Mechanism("other:threads in a loop", LINUX, ("apps",), ("vague", "pauses"), harm=endless_loop, zfs=False, telling=JAVA | {"top": 0.8, "vmstat": 0.7, "top -H": 0.0}, harmless_share=0.0, cause="other:a program uses the processors",
              decisive=(frozenset({"top"}), frozenset({"vmstat"}))),
    Mechanism("other:disk of the virtual machines full", SYSTEMS, ("vms",), ("vms-down", "vague"), harm=not_the_module, zfs=False, virtual=False, moment="during", telling=VBOX | {"df": 0.9, "messages": 0.6, "vboxconfig": 0.0, "modprobe vboxdrv": 0.0},
              harmless_share=0.0, cause="other:filesystem-full", decisive=(frozenset({"df"}), frozenset({"messages"})), standing=True),
    Mechanism("other:KVM holds the processors", tuple(name for name in SYSTEMS if not name.endswith("-5")), ("vms",), ("vms-down",), harm=kvm_holds_it, zfs=False, virtual=False, moment="during",
              telling=VBOX | {"startvm": 0.9, "lsmod kvm": 0.7, "VBoxManage": 0.0, "vboxconfig": 0.1, "lsmod": 0.0}, harmless_share=0.0, cause="other:KVM holds the processors' virtualisation", decisive=(frozenset({"startvm"}),), standing=True),
)  # fmt: skip
