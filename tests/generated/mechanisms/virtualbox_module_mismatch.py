"""The kernel was changed, and VirtualBox's module is not there for it, cannot be built for it, or is the old one."""

from tests.generated.hosts import remember
from tests.generated.mechanism import Mechanism
from tests.generated.model import World
from tests.generated.noise import chance
from tests.generated.programs import oracle
from tests.generated.programs import vbox as virtualbox
from tests.generated.systems import LINUX

SYSTEMS = tuple(name for name in LINUX if not name.startswith("proxmox"))


def harm(world: World, _degree: float) -> None:
    """No machine starts."""
    rng = world.rng
    way = rng.choice(("headers", "headers", "api", "api", "stale", "symbols"))
    found = virtualbox.draw(world, too_old=way == "api")
    found.way, found.loaded = way, False
    found.built = [found.old_kernel]
    if way == "headers":
        found.headers = [found.old_kernel] if chance(rng, 0.7) else []
    if way in ("stale", "symbols"):
        found.built.append(world.kernel)
    _lines(world, found)
    virtualbox.dress(world, found)
    memory = world.memory
    memory.cache += memory.programs * 0.2
    memory.programs *= 0.15
    memory.fit()
    remember(world)
    oracle.idle(world)


def _lines(world: World, found: virtualbox.Vbox) -> None:
    """What the kernel and the services said at the boot, and when somebody tried again."""
    rng, up = world.rng, world.uptime.total_seconds()
    for before in (up - 25, rng.uniform(60, 3000)):
        if found.way == "stale":
            world.say(
                f"vboxdrv: version magic '{found.old_kernel} SMP mod_unload modversions ' should be '{world.kernel} SMP mod_unload modversions '",
                before,
            )
        elif found.way == "symbols":
            world.say(
                "vboxdrv: disagrees about version of symbol module_layout"
                if world.system.sysstat >= (9, 0)
                else "vboxdrv: disagrees about version of symbol struct_module",
                before,
            )
            if chance(rng, 0.5):
                symbol = rng.choice(("on_each_cpu", "param_ops_int", "get_user_pages", "vfree", "remap_pfn_range"))
                world.say(f"vboxdrv: disagrees about version of symbol {symbol}", before - 0.01)
                world.say(
                    f"vboxdrv: Unknown symbol {symbol} (err -22)"
                    if world.system.sysstat >= (9, 0)
                    else f"vboxdrv: Unknown symbol {symbol}",
                    before - 0.02,
                )
    if world.system.sysstat >= (10, 0):
        world.say(
            "vboxdrv.sh: failed: modprobe vboxdrv failed. Please use 'dmesg' to find out why.", up - 20, "vboxdrv.sh"
        )
        world.say("Failed to start VirtualBox Linux kernel module.", up - 19.9, "systemd")


def harmless(world: World) -> None:
    """A newer kernel is installed and will have no module when it is booted; today everything runs."""
    rng = world.rng
    found = virtualbox.draw(world)
    found.built = [found.old_kernel, world.kernel] if chance(rng, 0.5) else [world.kernel]
    if chance(rng, 0.7):
        head, _, tail = world.kernel.partition("-")
        number = tail.split("-")[0].split(".")[0]
        found.newer_kernel = (
            world.kernel.replace(f"-{number}", f"-{int(number) + rng.randint(1, 9)}", 1)
            if number.isdigit()
            else f"{head}-99"
        )
    running(world, found)


def running(world: World, found: virtualbox.Vbox) -> None:
    """The module was loaded at the boot."""
    up = world.uptime.total_seconds()
    world.say(
        "vboxdrv: loading out-of-tree module taints kernel."
        if world.system.sysstat >= (10, 0)
        else "vboxdrv: Trying to deactivate the NMI watchdog permanently...",
        up - 21,
    )
    world.say(f"vboxdrv: Found {world.cpus} processor cores", up - 21.1)
    world.say(
        f"vboxdrv: Successfully loaded version {found.release} (interface 0x00{found.build % 90 + 10}0000)", up - 21.2
    )
    virtualbox.dress(world, found)


TELLING = {"uname": 0.7, "dkms status": 0.5, "vboxconfig": 0.6, "vboxdrv setup": 0.6, "vbox setup log": 0.6, "modprobe vboxdrv": 0.6, "lsmod": 0.3, "modinfo": 0.4, "VBoxManage": 0.65, "kernel packages": 0.4, "build link": 0.3,
           "vboxdrv unit": 0.4, "dmesg": 0.6, "iostat -x": 0.1, "vmstat": 0.08, "df": 0.1, "top": 0.08, "messages": 0.3}  # fmt: skip

MECHANISMS = (
    Mechanism("virtualbox-module-mismatch", SYSTEMS, ("vms",), ("vms-down", "vms-down", "vague"), harm=harm, harmless=harmless, zfs=False, virtual=False, moment="during", telling=TELLING, standing=True,
              decisive=tuple(frozenset({each}) for each in ("vboxconfig", "vboxdrv setup", "vbox setup log", "modprobe vboxdrv", "VBoxManage", "vboxdrv unit"))),
)  # fmt: skip
