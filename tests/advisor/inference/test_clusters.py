"""What is seen on one host counts for another one only within a cluster, and many hosts cost what each of them costs."""

from __future__ import annotations

from pathlib import Path

from advisor.inference.diagnosis import Consultation, consult
from advisor.inference.view import ToldSign
from facts.bundle import load
from facts.observations import Observations
from tests.kb.examples import knowledge

VMSTAT = (
    """{host}# vmstat 1 10
procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  2 901100  20112   1112 104112   10   20   110   210  400  400 13  1 85  1  0
"""
    + " 2 12 921100  18012   1112 104112 2840 5020  2940 13514  900  800  9 13  8 70  0\n" * 8
)
LOG = """Mar  9 03:12:22 {host} heartbeat: [812]: WARN: node {peer}: is dead
Mar  9 03:12:22 {host} heartbeat: [812]: info: Link {peer}:eth1 dead.
Mar  9 03:12:22 {host} heartbeat: [812]: info: Link {peer}:eth2 dead.
"""
NUMBERED = """Mar  9 03:12:22 {host} llt: [ID 140958 kern.notice] LLT INFO V-14-1-10205 link 0 (eth1) node 0 in trouble
Mar  9 03:12:22 {host} llt: [ID 140958 kern.notice] LLT INFO V-14-1-10205 link 1 (eth2) node 0 in trouble
"""
LINK = "Mar  9 03:13:02 {host} kernel: e1000: eth1: e1000_watchdog_task: NIC Link is Down\n"
PANIC = """Mar  9 03:14:02 {host} kernel: Kernel panic - not syncing: Fatal exception
"""
STARVED, LOST = "ha-heartbeat-starvation", "network-link-loss"


def consulted(folder: Path, files: dict[str, str], *told: str) -> Consultation:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        host = name.split("/", maxsplit=1)[0]
        path.write_text(text.format(host=host, peer=f"{host}b"), encoding="utf-8")
    observed = load([str(folder)])[0].observed
    return consult(knowledge(), Observations(observed), [ToldSign(name, state="present", text=name) for name in told])


def arguments(found: Consultation, case: str, host: str) -> set[str]:
    return {
        argument.name
        for (slug, where, _), hypothesis in found.now.hypotheses.items() if (slug, where) == (case, host)
        for argument in hypothesis.arguments
    }  # fmt: skip


def test_a_stranger_that_starves_was_not_given_up(tmp_path: Path) -> None:
    found = consulted(tmp_path, {"web1/log": LOG, "calc/log": LINK, "calc/vmstat": VMSTAT})
    assert arguments(found, STARVED, "calc") == {"network-errors", "memory-short", "paging-active"}
    assert arguments(found, LOST, "calc") == {"link-down-now", "link-lost"}
    assert "calc" not in {h.host for h in (*found.diagnoses, *found.risks) if h.case.slug == STARVED}


def test_the_partner_that_starves_was_given_up(tmp_path: Path) -> None:
    found = consulted(tmp_path, {"web1/log": LOG, "web1b/log": LINK + PANIC, "web1b/vmstat": VMSTAT})
    assert {"declared-dead", "panic-after-failover"} <= arguments(found, STARVED, "web1b")
    assert "all-networks-late" in arguments(found, LOST, "web1b")


def test_the_only_other_host_is_the_partner_where_a_failover_is_told(tmp_path: Path) -> None:
    files = {"web1/log": NUMBERED, "calc/log": LINK, "calc/vmstat": VMSTAT}
    assert "heartbeats-late" not in arguments(consulted(tmp_path, files), STARVED, "calc")
    assert "heartbeats-late" in arguments(consulted(tmp_path, files, "failover-without-fault"), STARVED, "calc")


def test_two_clusters_of_one_archive_do_not_mix(tmp_path: Path) -> None:
    files = {"web1/log": LOG, "web1b/log": NUMBERED, "nfs1/log": NUMBERED, "nfs1b/log": LOG, "nfs1b/vmstat": VMSTAT}
    files["nfs1/log"] += LOG
    found = consulted(tmp_path, files)
    facts = found.now.inference.facts
    met = {
        tuple(sorted({str(facts[index].slots[slot])[:3] for index in firing.basis if index for slot in ("host",)}))
        for firing in found.now.inference.firings if firing.rule.startswith(f"{STARVED}.")
    }  # fmt: skip
    assert met == {("nfs",), ("web",)}


def test_unrelated_hosts_cost_what_each_of_them_costs(tmp_path: Path) -> None:
    def firings(number: int, *told: str) -> int:
        files = {
            f"h{number}x{n}/{kind}": text
            for n in range(number)
            for kind, text in (("vmstat", VMSTAT), ("log", LOG + LINK + PANIC))
        }
        return len(consulted(tmp_path / f"{number}-{len(told)}", files, *told).now.inference.firings)

    assert firings(24) == 4 * firings(6)
    assert firings(24, "failover-without-fault") == 4 * firings(6, "failover-without-fault")
