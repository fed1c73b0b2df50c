"""ip, ifconfig, ethtool, bonding, netstat and dladm."""

from tests.generated import network
from tests.generated.model import World
from tests.generated.network import Link
from tests.generated.render import Source, anywhere, on_freebsd, on_linux, on_solaris


def _flags(link: Link) -> str:
    role = ",SLAVE" if link.bond else ""
    return f"<BROADCAST,MULTICAST{role},UP,LOWER_UP>" if link.up else f"<NO-CARRIER,BROADCAST,MULTICAST{role},UP>"


def ip_link(world: World, _command: str = "") -> str:
    """`ip -s link`."""
    lines = [
        "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen 1000",
        "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00",
    ]
    for number, link in enumerate(network.of(world).links, 2):
        master = f" master {link.bond}" if link.bond else ""
        lines += [f"{number}: {link.name}: {_flags(link)} mtu {link.mtu} qdisc mq{master} state {'UP' if link.up else 'DOWN'} mode DEFAULT group default qlen 1000", f"    link/ether {link.mac} brd ff:ff:ff:ff:ff:ff",
                  "    RX: bytes  packets  errors  dropped overrun mcast   ", f"    {link.rx_packets * 817:<10} {link.rx_packets:<8} {link.rx_errors:<7} {link.rx_dropped:<7} 0       {link.rx_packets // 900}",
                  "    TX: bytes  packets  errors  dropped carrier collsns ", f"    {link.tx_packets * 702:<10} {link.tx_packets:<8} {link.tx_errors:<7} 0       {link.carrier:<7} {link.collisions}"]  # fmt: skip
    return "\n".join(lines) + "\n"


def ifconfig(world: World, _command: str = "") -> str:
    """`ifconfig` of older Linux."""
    lines = []
    for link in network.of(world).links:
        lines += [f"{link.name:<9} Link encap:Ethernet  HWaddr {link.mac.upper()}  ", f"          inet addr:{link.address}  Bcast:{link.address.rsplit('.', 1)[0]}.255  Mask:255.255.255.0", f"          UP BROADCAST {'RUNNING ' if link.up else ''}MULTICAST  MTU:{link.mtu}  Metric:1",
                  f"          RX packets:{link.rx_packets} errors:{link.rx_errors} dropped:{link.rx_dropped} overruns:0 frame:{link.crc}", f"          TX packets:{link.tx_packets} errors:{link.tx_errors} dropped:0 overruns:0 carrier:{link.carrier}",
                  f"          collisions:{link.collisions} txqueuelen:1000 ", f"          RX bytes:{link.rx_packets * 817} ({link.rx_packets * 817 / 2**30:.1f} GiB)  TX bytes:{link.tx_packets * 702} ({link.tx_packets * 702 / 2**30:.1f} GiB)", ""]  # fmt: skip
    return "\n".join(lines) + "\n"


def ethtool(world: World, _command: str = "") -> str:
    """`ethtool` of each link."""
    text = ""
    for link in network.of(world).links:
        speed = f"{link.speed}Mb/s" if link.up else "Unknown!"
        text += f"Settings for {link.name}:\n\tSupported ports: [ {'FIBRE' if link.speed > 1000 else 'TP'} ]\n\tSupported link modes:   100baseT/Full\n\t                        1000baseT/Full{chr(10) + chr(9) + '                        10000baseT/Full' if link.driver in ('ixgbe', 'i40e', 'bnxt_en') else ''}\n\tSupports auto-negotiation: Yes\n\tAdvertised auto-negotiation: Yes\n\tSpeed: {speed}\n\tDuplex: {link.duplex.capitalize() if link.up else 'Unknown! (255)'}\n\tPort: {'FIBRE' if link.speed > 1000 else 'Twisted Pair'}\n\tPHYAD: 1\n\tTransceiver: internal\n\tAuto-negotiation: on\n\tLink detected: {'yes' if link.up else 'no'}\n"
    return text


def ethtool_s(world: World, _command: str = "") -> str:
    """`ethtool -S` of each link."""
    text = ""
    for link in network.of(world).links:
        rows = {"rx_packets": link.rx_packets, "tx_packets": link.tx_packets, "rx_bytes": link.rx_packets * 817, "tx_bytes": link.tx_packets * 702, "rx_errors": link.rx_errors, "tx_errors": link.tx_errors, "rx_dropped": link.rx_dropped,
                "collisions": link.collisions, "rx_crc_errors": link.crc, "rx_frame_errors": link.rx_errors - link.crc if link.rx_errors > link.crc else 0, "rx_missed_errors": 0, "tx_aborted_errors": 0, "tx_carrier_errors": link.carrier,
                "rx_length_errors": 0, "tx_timeout_count": 0}  # fmt: skip
        if link.driver in ("virtio_net", "vmxnet3"):
            rows = {
                "rx_queue_0_packets": link.rx_packets,
                "rx_queue_0_drops": link.rx_dropped,
                "tx_queue_0_packets": link.tx_packets,
            }
        text += "NIC statistics:\n" + "".join(f"     {name}: {value}\n" for name, value in rows.items())
    return text


def bonding(world: World, _command: str = "") -> str:
    """/proc/net/bonding."""
    net = network.of(world)
    bond = net.links[0].bond
    if not bond:
        return ""
    lines = [f"Ethernet Channel Bonding Driver: {'v3.4.0-2 (October 7, 2008)' if world.system.sysstat < (10, 0) else f'v{world.kernel.split(chr(45))[0]}' if world.start.year > 2020 else 'v3.7.1 (April 27, 2011)'}", "", "Bonding Mode: fault-tolerance (active-backup)", "Primary Slave: None",
             f"Currently Active Slave: {net.active}", "MII Status: up", "MII Polling Interval (ms): 100", "Up Delay (ms): 0", "Down Delay (ms): 0", ""]  # fmt: skip
    for link in net.links:
        lines += [
            f"Slave Interface: {link.name}",
            f"MII Status: {'up' if link.up else 'down'}",
            f"Speed: {f'{link.speed} Mbps' if link.up else 'Unknown'}",
            f"Duplex: {link.duplex if link.up else 'Unknown'}",
            f"Link Failure Count: {link.failures}",
            f"Permanent HW addr: {link.mac}",
            "Slave queue ID: 0",
            "",
        ]
    return "\n".join(lines) + "\n"


def netstat_s(world: World, _command: str = "") -> str:
    """`netstat -s`, the part of TCP."""
    net = network.of(world)
    if world.system.solaris:
        return f"\nTCP     tcpRtoAlgorithm     =     4     tcpRtoMin           =   400\n        tcpRtoMax           = 60000     tcpMaxConn          =    -1\n        tcpOutSegs          ={net.sent}     tcpOutDataSegs      ={int(net.sent * 0.8)}\n        tcpOutDataBytes     ={net.sent * 640}     tcpRetransSegs      ={net.again}\n        tcpRetransBytes     ={net.again * 900}     tcpOutAck           ={int(net.sent * 0.3)}\n        tcpInErrs           ={net.bad:6d}     tcpTimRetrans       ={net.timeouts:6d}\n\n"
    if world.system.freebsd:
        return f"tcp:\n\t{net.sent} packets sent\n\t\t{int(net.sent * 0.8)} data packets ({net.sent * 640} bytes)\n\t\t{net.again} data packets ({net.again * 900} bytes) retransmitted\n\t\t{net.again // 9} data packets unnecessarily retransmitted\n\t{int(net.sent * 1.1)} packets received\n\t\t{net.bad} discarded for bad checksums\n\t{net.timeouts} retransmit timeouts\n"
    word = "retransmited" if world.system.sysstat < (11, 0) else "retransmitted"
    errors = "" if world.system.sysstat < (9, 5) else f"    InCsumErrors: {net.bad}\n" * (net.bad > 0)
    return f"Tcp:\n    {net.sent // 900} active connections openings\n    {net.sent // 700} passive connection openings\n    {net.timeouts // 9} failed connection attempts\n    {net.timeouts // 7} connection resets received\n    {net.sent % 400 + 20} connections established\n    {int(net.sent * 1.1)} segments received\n    {net.sent} segments send out\n    {net.again} segments {word}\n    {net.bad} bad segments received.\n    {net.timeouts // 3} resets sent\n{errors}TcpExt:\n    {net.timeouts} other TCP timeouts\n    {net.again // 3} fast retransmits\n"


def netstat_i(world: World, _command: str = "") -> str:
    """`netstat -i`."""
    net, rows = network.of(world), []
    if world.system.solaris:
        rows = [
            "Name  Mtu  Net/Dest      Address        Ipkts  Ierrs Opkts  Oerrs Collis Queue ",
            f"lo0   8232 loopback      localhost      {net.sent // 90} 0     {net.sent // 90} 0     0      0     ",
        ]
        rows += [
            f"{link.name} {link.mtu} {world.host:<13} {world.host:<13} {link.rx_packets} {link.rx_errors:<5} {link.tx_packets} {link.tx_errors:<5} {link.collisions:<6} 0     "
            for link in net.links
        ]
    elif world.system.freebsd:
        rows = ["Name    Mtu Network       Address              Ipkts Ierrs Idrop    Opkts Oerrs  Coll"]
        rows += [
            f"{link.name:<5}  {link.mtu} <Link#{number}>      {link.mac} {link.rx_packets:8d} {link.rx_errors:5d} {link.rx_dropped:5d} {link.tx_packets:8d} {link.tx_errors:5d} {link.collisions:5d}"
            for number, link in enumerate(net.links, 1)
        ]
    else:
        rows = [
            "Kernel Interface table",
            "Iface      MTU    RX-OK RX-ERR RX-DRP RX-OVR    TX-OK TX-ERR TX-DRP TX-OVR Flg",
        ]
        rows += [
            f"{link.name:<8} {link.mtu:5d} {link.rx_packets:8d} {link.rx_errors:6d} {link.rx_dropped:6d} 0      {link.tx_packets:8d} {link.tx_errors:6d}      0      0 BM{'s' if link.bond else ''}{'R' if link.up else ''}U"
            for link in net.links
        ]
    return "\n".join(rows) + "\n"


def dladm(world: World, command: str = "") -> str:
    """`dladm show-phys`, or show-dev of Solaris 10."""
    net = network.of(world)
    if world.system.name == "solaris-10":
        return "".join(
            f"{link.name:<15} link: {'up' if link.up else 'down':<9} speed: {link.speed if link.up else 0:<5} Mbps       duplex: {link.duplex if link.up else 'unknown'}\n"
            for link in net.links
        )
    rows = ["LINK              MEDIA                STATE      SPEED  DUPLEX    DEVICE"]
    rows += [
        f"{link.name:<17} Ethernet             {'up' if link.up else 'down':<10} {link.speed if link.up else 0:<6} {link.duplex if link.up else 'unknown':<9} {link.driver}{number}"
        for number, link in enumerate(net.links)
    ]
    return "\n".join(rows) + "\n"


def kstat(world: World, _command: str = "") -> str:
    """`kstat` of the links' errors."""
    text = ""
    for number, link in enumerate(network.of(world).links):
        rows = (
            ("fcs_errors", link.crc),
            ("align_errors", link.rx_errors - link.crc),
            ("ierrors", link.rx_errors),
            ("oerrors", link.tx_errors),
            ("carrier_errors", link.carrier),
            ("collisions", link.collisions),
            ("link_up", int(link.up)),
            ("ifspeed", link.speed * 10**6),
        )
        text += "".join(f"{link.driver}:{number}:mac:{name}\t{value}\n" for name, value in rows)
    return text


def freebsd_ifconfig(world: World, _command: str = "") -> str:
    """`ifconfig` of FreeBSD."""
    text = ""
    for link in network.of(world).links:
        media = f"{link.speed}base{'T' if link.speed <= 1000 else '-SR'} <{link.duplex}-duplex>" if link.up else "none"
        text += f"{link.name}: flags=8843<UP,BROADCAST,RUNNING,SIMPLEX,MULTICAST> metric 0 mtu {link.mtu}\n\toptions=e527bb<RXCSUM,TXCSUM,VLAN_MTU,VLAN_HWTAGGING,JUMBO_MTU,VLAN_HWCSUM,TSO4,TSO6,LRO,WOL_MAGIC>\n\tether {link.mac}\n\tinet {link.address} netmask 0xffffff00 broadcast {link.address.rsplit('.', 1)[0]}.255\n\tmedia: Ethernet autoselect ({media})\n\tstatus: {'active' if link.up else 'no carrier'}\n"
    return text


SOURCES = (
    Source(
        "ip link",
        ("ip -s link", "ip -s link show"),
        ip_link,
        lambda world: on_linux(world) and world.system.sysstat > (9, 5),
        0.05,
    ),
    Source(
        "ifconfig",
        ("ifconfig -a", "ifconfig"),
        ifconfig,
        lambda world: on_linux(world) and world.system.sysstat < (10, 2),
        0.05,
    ),
    Source("ifconfig", ("ifconfig",), freebsd_ifconfig, on_freebsd, 0.05),
    Source(
        "ethtool",
        ("for i in $(ls /sys/class/net | grep -v lo); do ethtool $i; done",),
        ethtool,
        lambda world: on_linux(world) and not world.virtual,
        0.03,
    ),
    Source(
        "ethtool -S", ("for i in $(ls /sys/class/net | grep -v lo); do ethtool -S $i; done",), ethtool_s, on_linux, 0.03
    ),
    Source("bonding", ("cat /proc/net/bonding/bond0",), bonding, on_linux, 0.04, "proc/net/bonding/bond0"),
    Source("netstat -s", ("netstat -s", "netstat -st"), netstat_s, anywhere, 0.05),
    Source("netstat -i", ("netstat -i", "netstat -in"), netstat_i, anywhere, 0.06),
    Source(
        "dladm",
        ("dladm show-phys",),
        dladm,
        lambda world: on_solaris(world) and world.system.name != "solaris-10",
        0.05,
    ),
    Source("dladm", ("dladm show-dev",), dladm, lambda world: world.system.name == "solaris-10", 0.05),
    Source("kstat link", ("kstat -p ::mac: | egrep 'err|coll|link_up|ifspeed'",), kstat, on_solaris, 0.03),
)
