"""Outputs of a host that say nothing of its trouble: healthy ones, and oddities that harm nobody."""

from __future__ import annotations

from collections.abc import Mapping

File = tuple[str, str]

_LINUX_HEALTHY: Mapping[str, str] = {
    "df-h.txt": """\
Filesystem      Size  Used Avail Use% Mounted on
udev             16G     0   16G   0% /dev
tmpfs           3.2G  1.9M  3.2G   1% /run
/dev/sda2        49G   17G   30G  37% /
/dev/sda1       511M  5.9M  506M   2% /boot/efi
""",
    "df-i.txt": """\
Filesystem      Inodes  IUsed   IFree IUse% Mounted on
udev           4093721    512 4093209    1% /dev
/dev/sda2      3276800 214380 3062420    7% /
""",
    "uptime.txt": " 14:22:07 up 63 days,  4:11,  2 users,  load average: 0.62, 0.58, 0.55\n",
    "chronyc.txt": """\
$ chronyc tracking
Reference ID    : C0A80A01 (ntp1.example.net)
Stratum         : 3
Ref time (UTC)  : Tue Jun 04 12:20:11 2024
System time     : 0.000021340 seconds slow of NTP time
Last offset     : -0.000018221 seconds
RMS offset      : 0.000041119 seconds
Frequency       : 11.402 ppm slow
Residual freq   : -0.001 ppm
Skew            : 0.021 ppm
Root delay      : 0.004128131 seconds
Root dispersion : 0.001022311 seconds
Update interval : 1034.2 seconds
Leap status     : Normal
""",
    "ip-s-link.txt": """\
2: eno1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP mode DEFAULT group default qlen 1000
    link/ether 00:25:90:5a:11:07 brd ff:ff:ff:ff:ff:ff
    RX:  bytes packets errors dropped  missed   mcast
    91827364512 71231124      0       0       0   10224
    TX:  bytes packets errors dropped carrier collsns
    40128811233 52811023      0       0       0       0
""",
}
_LINUX_ODD: Mapping[str, str] = {
    "df-snap.txt": """\
Filesystem      Size  Used Avail Use% Mounted on
/dev/loop0       64M   64M     0 100% /snap/core20/2318
/dev/loop1       92M   92M     0 100% /snap/lxd/24061
/dev/loop2       39M   39M     0 100% /snap/snapd/21759
""",
    "dmesg-boot.txt": """\
[    1.204113] ata5: SATA max UDMA/133 abar m2048@0xf7216000 port 0xf7216300 irq 27
[    1.511972] ata5: SATA link down (SStatus 0 SControl 300)
[    2.030021] ACPI BIOS Error (bug): Could not resolve symbol [\\_SB.PCI0.LPCB.EC0], AE_NOT_FOUND (20210730/psargs-330)
[    3.118274] EDAC MC0: Giving out device to module ie31200_edac controller IE31200: DEV 0000:00:00.0 (POLLED)
""",
    "smart-old-errors.txt": """\
$ smartctl -A /dev/sdz
=== START OF READ SMART DATA SECTION ===
SMART Attributes Data Structure revision number: 16
Vendor Specific SMART Attributes with Thresholds:
ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE
  1 Raw_Read_Error_Rate     0x002f   200   200   051    Pre-fail  Always       -       0
  5 Reallocated_Sector_Ct   0x0033   200   200   140    Pre-fail  Always       -       0
  9 Power_On_Hours          0x0032   061   061   000    Old_age   Always       -       28811
194 Temperature_Celsius     0x0022   117   108   000    Old_age   Always       -       33
197 Current_Pending_Sector  0x0032   200   200   000    Old_age   Always       -       0
198 Offline_Uncorrectable   0x0030   200   200   000    Old_age   Offline      -       0
199 UDMA_CRC_Error_Count    0x0032   200   200   000    Old_age   Always       -       2
""",
    "cron.log": """\
Jun  4 01:00:01 {host} CRON[18812]: (root) CMD (/usr/local/bin/rotate-logs)
Jun  4 02:00:01 {host} CRON[19001]: (root) CMD (test -x /usr/sbin/anacron || run-parts --report /etc/cron.daily)
Jun  4 03:10:01 {host} CRON[19377]: (root) CMD (test -e /run/systemd/system || /sbin/e2scrub_all -A -r)
""",
}
_SOLARIS_HEALTHY: Mapping[str, str] = {
    "uptime.txt": "  2:22pm  up 63 day(s),  4:11,  2 users,  load average: 0.62, 0.58, 0.55\n",
    "df-k.txt": """\
Filesystem            kbytes    used   avail capacity  Mounted on
swap                 24118272     408 24117864     1%    /var/run
swap                 24119904    2040 24117864     1%    /tmp
""",
    "fmadm.txt": "# fmadm faulty\n#\n",
    "netstat-i.txt": """\
Name  Mtu  Net/Dest      Address        Ipkts  Ierrs Opkts  Oerrs Collis Queue
lo0   8232 loopback      localhost      1029331 0     1029331 0     0      0
net0  1500 10.20.0.0     {host}         71231124 0     52811023 0     0      0
""",
}
_SOLARIS_ODD: Mapping[str, str] = {
    "messages-old": """\
Jan  4 01:00:01 {host} genunix: [ID 936769 kern.info] pseudo-device: devinfo0
Jan  4 01:00:02 {host} mac: [ID 435574 kern.info] NOTICE: net0 link up, 1000 Mbps, full duplex
""",
}
HEALTHY = {"linux": _LINUX_HEALTHY, "solaris": _SOLARIS_HEALTHY, "illumos": _SOLARIS_HEALTHY}
ODD = {"linux": _LINUX_ODD, "solaris": _SOLARIS_ODD, "illumos": _SOLARIS_ODD}


def added(outputs: Mapping[str, str], host: str) -> list[File]:
    """Each output as a file, of this host."""
    return [(path, text.replace("{host}", host or "host")) for path, text in outputs.items()]
