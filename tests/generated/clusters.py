"""What cluster software writes while a node has no time for it, and what it writes when a link is lost."""

from datetime import timedelta

from tests.generated.kernel_words import say
from tests.generated.model import World
from tests.generated.noise import between


def stacks(world: World) -> tuple[str, ...]:
    """Cluster software that such a host may have."""
    name, role = world.system.name, world.role
    if world.system.solaris:
        return ("suncluster", "vcs") if name != "illumos" else ("rsf",)
    if world.system.freebsd:
        return ("carp",)
    found = ["vcs"] if name.startswith(("rhel", "oracle", "sles-11", "sles-12")) and world.start.year < 2020 else []
    if role == "oracle":
        found += ["crs", "crs", "crs"]
    if name in ("rhel-5", "centos-5"):
        found += ["cman"]
    elif name.startswith("proxmox"):
        return ("proxmox",)
    else:
        found += ["corosync", "corosync"]
    if role == "postgres" and world.system.sysstat > (10, 0):
        found += ["etcd", "etcd", "etcd"]
    return tuple(found)


def late(world: World, stack: str, peer: str, before: float, seconds: float) -> None:
    """The node comes late with its heartbeats, and the others still wait."""
    rng, ms = world.rng, seconds * 1000
    if stack in ("corosync", "proxmox"):
        limit = (800, 800, 1600, 2400)[sum(map(ord, world.host)) % 4]
        ms = max(ms, limit * between(rng, 1.02, 1.6))
        newer = world.system.sysstat > (12, 0)
        text = (
            f"Corosync main process was not scheduled {f'(@{int(world.end.timestamp() * 1000 - before * 1000)}) ' if newer else ''}for {ms:.4f} ms (threshold is {limit}.0000 ms). Consider token timeout increase."
            if world.system.sysstat > (9, 5)
            else f"Process pause detected for {int(ms)} ms, flushing membership messages."
        )
        world.say(f"[MAIN  ] {text}" if "main process" in text else f"[TOTEM ] {text}", before, "corosync")
        if stack == "proxmox":
            world.say(f"loop take too long ({int(seconds) + 25} seconds)", before - 1, "pve-ha-lrm")
    elif stack == "cman":
        world.say(
            f"qdisk cycle took more than {max(1, int(seconds / 3))} seconds to complete ({seconds:.6f})",
            before,
            "qdiskd",
        )
        world.say("[TOTEM] The token was lost in the OPERATIONAL state.", before - 1, "openais")
    elif stack == "vcs":
        program = "llt: [ID 860062 kern.notice]" if world.system.solaris else "kernel"
        world.say(
            f"LLT INFO V-14-1-10023 lost {rng.randint(2, 40)} hb seq {rng.randint(10**6, 9 * 10**6)} from 1 link {rng.randint(0, 1)} ({rng.choice(('eth2', 'eth3')) if world.system.linux else 'e1000g2'})",
            before,
            program,
        )
        world.say(
            f"LLT INFO V-14-1-10019 delayed hb {int(seconds * 100)} ticks from 1 link {rng.randint(0, 1)}",
            before - 0.1,
            program,
        )
    elif stack == "suncluster":
        world.say(
            f"NOTICE: pm_tick delay of {int(ms)} ms exceeds {rng.choice((2147, 5050))} ms",
            before,
            "clcomm: [ID 191957 kern.notice]",
        )
    elif stack == "crs":
        pass
    elif stack == "etcd":
        world.say(
            f'{{"level":"warn","msg":"leader failed to send out heartbeat on time; took too long, leader is overloaded likely from slow disk","heartbeat-interval":"100ms","expected-duration":"200ms","exceeded-duration":"{seconds:.9f}s"}}',
            before,
            "etcd",
        )
        world.say("Loop time exceeded, rescheduling immediately.", before - 2, "patroni")
    elif stack == "rsf":
        world.say(
            f"RSF-1: heartbeat loop delayed by {seconds:.1f} seconds", before, "rsfmon: [ID 702911 daemon.warning]"
        )
    else:
        world.say(
            f"carp: 1@{'igb0' if not world.virtual else 'vtnet0'}: MASTER -> BACKUP (more frequent advertisement received)",
            before,
        )
        world.say(
            f"carp: 1@{'igb0' if not world.virtual else 'vtnet0'}: BACKUP -> MASTER (master timed out)", before - 3
        )


def dead(world: World, stack: str, peer: str, before: float) -> None:
    """The node is taken for dead, and its services are started elsewhere."""
    rng, ring = world.rng, f"10.99.1.{world.rng.randint(2, 200)}:{world.rng.randint(100, 99000)}"
    if stack in ("corosync", "proxmox"):
        say(
            world,
            [
                "[TOTEM ] A processor failed, forming new configuration.",
                f"[TOTEM ] A new membership ({ring}) was formed. Members left: 2",
                "[TOTEM ] Failed to receive the leave message. failed: 2",
                "[QUORUM] This node is within the non-primary component and will NOT provide any service."
                if rng.random() < 0.5
                else "[QUORUM] Members[1]: 1",
            ],
            before,
            "corosync",
        )
        if stack == "proxmox":
            say(world, ["client watchdog expired - disable watchdog updates"], before - 9, "watchdog-mux")
        else:
            say(
                world,
                [
                    f"notice: Node {peer} state is now lost",
                    f"warning: Cluster node {peer} will be fenced: peer is no longer part of the cluster",
                ],
                before - 1,
                "pacemakerd" if world.system.sysstat > (11, 0) else "crmd",
            )
    elif stack == "cman":
        say(
            world,
            [
                f"Node {rng.randint(1, 3)} was killed by qdiskd because it is dead"
                if rng.random() < 0.3
                else "Quorum dissolved",
                "cluster is down, exiting",
            ],
            before,
            "qdiskd",
        )
    elif stack == "vcs":
        links = ("eth2", "eth3") if world.system.linux else ("e1000g2", "e1000g3")
        llt, gab = (
            ("llt: [ID 860062 kern.notice]", "gab: [ID 316943 kern.notice]")
            if world.system.solaris
            else ("kernel", "kernel")
        )
        number = rng.randint(10**5, 9 * 10**5)
        say(
            world,
            [
                f"LLT INFO V-14-1-10032 link 0 ({links[0]}) node 1 inactive 16 sec ({number})",
                f"LLT INFO V-14-1-10509 link 1 ({links[1]}) node 1 expired",
            ],
            before,
            llt,
        )
        say(
            world,
            [
                "GAB INFO V-15-1-20036 Port a gen   4a2d0e membership 0",
                "GAB INFO V-15-1-20036 Port h gen   4a2d10 membership 0",
            ],
            before - 0.3,
            gab,
        )
        at = world.end - timedelta(seconds=before)
        world.show(
            "engine_A.log",
            "tail /var/VRTSvcs/log/engine_A.log",
            f"{at:%Y/%m/%d %H:%M:%S} VCS INFO V-16-1-10077 Received new cluster membership\n{at:%Y/%m/%d %H:%M:%S} VCS ERROR V-16-1-10079 System {peer} (Node '1') is in Down State - Membership: 0x1\n{at:%Y/%m/%d %H:%M:%S} VCS ERROR V-16-1-10322 System {peer} (Node '1') changed state from RUNNING to FAULTED\n{at:%Y/%m/%d %H:%M:%S} VCS NOTICE V-16-1-10446 Group oradata_sg is offline on system {peer}\n{at:%Y/%m/%d %H:%M:%S} VCS NOTICE V-16-1-10301 Initiating Online of Resource oradata_dg (Owner: Unspecified, Group: oradata_sg) on System {world.host}\n",
            "var/VRTSvcs/log/engine_A.log",
        )
    elif stack == "suncluster":
        say(
            world,
            [
                f"NOTICE: clcomm: Path {world.host}:e1000g1 - {peer}:e1000g1 being drained",
                f"NOTICE: clcomm: Path {world.host}:e1000g2 - {peer}:e1000g2 being drained",
                f"NOTICE: CMM: Node {peer} (nodeid = 2) is down.",
                "NOTICE: CMM: Cluster members: 1.",
                "NOTICE: CMM: node reconfiguration #14 completed.",
            ],
            before,
            "genunix: [ID 489438 kern.notice]",
        )
    elif stack == "etcd":
        say(
            world,
            [
                '{"level":"info","msg":"3a57933972cb5131 stepped down to follower since quorum is not active"}',
                f'{{"level":"warn","msg":"apply request took too long","took":"{between(rng, 2, 20):.9f}s","expected-duration":"100ms","prefix":"","request":"header:<ID:7587> txn:<compare>"}}',
            ],
            before,
            "etcd",
        )
        say(
            world,
            [
                "Error communicating with DCS",
                "demoting self because DCS is not accessible and I was a leader",
                "demoted self because DCS is not accessible and I was a leader",
            ],
            before - 3,
            "patroni",
        )
    elif stack == "rsf":
        say(
            world,
            ["RSF-1: all heartbeats from peer lost, declaring it down"],
            before,
            "rsfmon: [ID 702911 daemon.error]",
        )


def crs_log(world: World, peer: str, moments: list[float], fatal: float | None) -> None:
    """ocssd.log and the alert log of Oracle's clusterware."""
    rng, lines, alerts = world.rng, [], []
    for before in moments:
        at = world.end - timedelta(seconds=before)
        stamp = f"{at:%Y-%m-%d %H:%M:%S}.{rng.randrange(999):03d}"
        ms = int(between(rng, 3000, 18000))
        lines += [
            f"{stamp}: [    CSSD][1105717568]clssscMonitorThreads clssnm{rng.choice(('SendingThread', 'PollingThread', 'vDiskPingThread'))} not scheduled for {ms} msecs",
            f"{stamp}: [    CSSD][1126697280]clssnmPollingThread: node {peer} (2) at {rng.choice((50, 75))}% heartbeat fatal, removal in {between(rng, 4, 14):.3f} seconds",
        ]
        alerts += [
            f"{stamp}: \n[cssd(4422)]CRS-1612:Network communication with node {peer} (2) missing for 50% of timeout interval.  Removal of this node from cluster in {between(rng, 10, 15):.3f} seconds"
        ]
    if fatal is not None:
        at = world.end - timedelta(seconds=fatal)
        stamp = f"{at:%Y-%m-%d %H:%M:%S}.{rng.randrange(999):03d}"
        lines += [
            f"{stamp}: [    CSSD][1126697280]clssnmPollingThread: Removal started for node {peer} (2), flags 0x26040c, state 3, wt4c 0",
            f"{stamp}: [    CSSD][1137187136]###################################",
            f"{stamp}: [    CSSD][1137187136]clssscExit: CSSD aborting from thread clssnmRcfgMgrThread",
        ]
        alerts += [
            f"{stamp}: \n[cssd(4422)]CRS-1607:Node {peer} is being evicted in cluster incarnation {rng.getrandbits(28)}; details at (:CSSNM00007:) in ocssd.log.",
            f"{stamp}: \n[cssd(4422)]CRS-1601:CSSD Reconfiguration complete. Active nodes are {world.host} .",
        ]
    world.show("ocssd.log", "tail -40 ocssd.log", "\n".join(lines) + "\n", "ocssd.log")
    world.show("crs alert", f"tail -40 alert{world.host}.log", "\n".join(alerts) + "\n", f"alert{world.host}.log")
