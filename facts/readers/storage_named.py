"""``/etc/multipath.conf``, ``sndradm``, ``dsstat``, enclosures of ``tw_cli``: recognised and named, of which no finding uses a value yet.

Sample::

    >>> from facts.readers import show
    >>> show('''defaults {
    ...     user_friendly_names yes
    ...     no_path_retry       queue
    ... }
    ... ''')
    multipath-conf lines 1-4 nothing
"""

from __future__ import annotations

from facts.kit import Lines
from facts.patterns import lazy

_SECTIONS = "defaults|blacklist(?:_exceptions)?|devices?|multipaths?|overrides|protocol"
_WORDS = (
    "alias|all_devs|all_tg_pt|allow_usb_devices|auto_resize|bindings_file|checker_timeout|config_dir|deferred_remove|delay_wait_checks"
    "|delay_watch_checks|detect_checker|detect_path_checker|detect_pgpolicy|detect_prio|dev_loss_tmo|devnode|disable_changed_wwids"
    "|dmi_product|enable_foreign|eh_deadline|failback|fast_io_fail_tmo|features|find_multipaths|flush_on_last_del|force_sync"
    "|getuid_callout|ghost_delay|gid|hardware_handler|log_checker_err|marginal_path\\w*|marginal_pathgroups|max_fds|max_polling_interval"
    "|max_sectors_kb|missing_uev_wait_timeout|mode|multipath_dir|no_path_retry|partition_delimiter|path_checker|path_grouping_policy"
    "|path_selector|pg_prio_calc|pg_timeout|polling_interval|prio|prio_args|prio_callout|prkeys_file|product|product_blacklist|property"
    "|protocol|purge_disconnected|queue_without_daemon|recheck_wwid|remove_retries|reservation_key|retain_attached_hw_handler"
    "|retrigger_\\w+|revision|rr_min_io(?:_rq)?|rr_weight|san_path_err\\w*|skip_delegate|skip_kpartx|strict_timing|udev_dir|uev_wait_timeout"
    "|uid|uid_attribute|uid_attrs|unpriv_sgio|use_friendly_names|user_friendly_names|uxsock_timeout|vendor|verbosity|vpd_vendor|wwid"
    "|wwids_file"
)

HINTS = (
    "defaults",
    "blacklist",
    "multipaths",
    "overrides",
    "devices",
    "protocol",
    "->",
    " role ",
    "autosync",
    " Vendor = ",
)
READERS = (
    Lines(
        "multipath-conf", "", lazy(rf"\s*(?:(?:{_SECTIONS})\s*\{{|\}}|(?:{_WORDS})\s+[^\s=])"),
        # lvm.conf has `devices {` too, but no `device {` below it
        first=lazy(rf"\s*(?!devices)(?:{_SECTIONS})\s*\{{\s*(?:#.*)?$"),
        of_no_use=(("section", lazy(r"\s*devices\s*\{")), ("comment", lazy(r"\s*[#!]")), ("blank", lazy(r"\s*\Z"))),
    ).reader(),
    Lines(
        "sndradm", "", lazy(r"\S+\s+->\s+\S+:/\S+|autosync: (?:on|off), max q writes: \d"),
        of_no_use=(("blank", lazy(r"\s*\Z")),),
    ).reader(),
    Lines(
        "dsstat", "",
        lazy(
            r"\s*name\s+t\s+s\s+pct\s+role\s|\s*\S+\s+[A-Z-]+\s+[A-Z-]+\s+(?:\d+\.\d+|-)\s+(?:net|bmp|mst|shd|ovr)(?:\s+[\d.-]+)+\s*$"
            r"|\s+(?:net|bmp|mst|shd|ovr)(?:\s+[\d.-]+)+\s*$"
        ),
        of_no_use=(("blank", lazy(r"\s*\Z")),),
    ).reader(),
    Lines(
        "tw-cli-enclosure", "",
        lazy(
            r"\s*(?:/c\d+/e\d+ (?:Vendor|Product ID|Product Revision|SEP=\d+, Firmware Version|Status|Diagnostic)\b.* = "
            r"|/c\d+/e\d+ +(?:OK|ALARM-ACTIVATED|[A-Z]+(?:-[A-Z]+)*)\s*\Z|(?:fan|temp|pwrs|slot|alm)\d+ +[A-Z][A-Z-]+ )"
        ),
        first=lazy(r"\s*/c\d+/e\d+ Vendor = "),
        of_no_use=(
            ("heading", lazy(r"\s*(?:-+Speed-+\s*\Z|Encl +Status|(?:Fan|TempSensor|PowerSupply|Slot|Alarm) +Status )")),
            ("ruling", lazy(r"\s*-{10,}\s*\Z")), ("blank", lazy(r"\s*\Z")),
        ),
    ).reader(),
)  # fmt: skip
