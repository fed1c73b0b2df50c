"""sar -u and mpstat."""

from statistics import mean

from tests.generated.model import Tick, World
from tests.generated.render import Source, on_linux
from tests.generated.render.linux_io import banner


def _cells(ticks: list[Tick]) -> str:
    user, system, wait, steal = (
        mean(getattr(tick, name) for tick in ticks) for name in ("user", "system", "wait", "steal")
    )
    return f"{user:10.2f}{0.0:10.2f}{system:10.2f}{wait:10.2f}{steal:10.2f}{max(0.0, 100 - user - system - wait - steal):10.2f}"


def sar_u(world: World, _command: str) -> str:
    """`sar -u`."""
    lines = [
        banner(world),
        "",
        f"{world.ticks[0].time:%H:%M:%S}        CPU     %user     %nice   %system   %iowait    %steal     %idle",
    ]
    lines += [f"{tick.time:%H:%M:%S}        all{_cells([tick])}" for tick in world.ticks[1:]]
    return "\n".join([*lines, f"Average:        all{_cells(world.ticks)}"]) + "\n"


def mpstat(world: World, _command: str) -> str:
    """`mpstat`."""
    lines = [
        banner(world),
        "",
        f"{world.ticks[0].time:%H:%M:%S}     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest   %idle",
    ]
    for tick in world.ticks[1:]:
        lines.append(
            f"{tick.time:%H:%M:%S}     all {tick.user:7.2f} {0.0:7.2f} {tick.system:7.2f} {tick.wait:7.2f} {0.0:7.2f} {tick.system * 0.04:7.2f} {tick.steal:7.2f} {0.0:7.2f} {max(0.0, tick.idle - tick.system * 0.04):7.2f}"
        )
    return "\n".join(lines) + "\n"


SOURCES = (
    Source("sar -u", ("sar -u {interval} {count}", "sar {interval} {count}"), sar_u, on_linux, 0.05, lasts=True),
    Source("mpstat", ("mpstat {interval} {count}",), mpstat, on_linux, 0.03, lasts=True),
)
