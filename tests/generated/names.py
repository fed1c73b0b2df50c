"""Names as sites give them."""

from random import Random

from tests.generated.noise import chance

_PLACES = "fra muc ber ham zrh vie ams par lon dub nyc iad sfo sin rz1 rz2 dc1 dc2 hq lab".split()
_ROLES = {
    "oracle": "ora oradb db orcl rac dwh erp sapdb".split(),
    "postgres": "pg psql db pgsql postgres patroni data".split(),
    "mysql": "mysql db maria galera shopdb sql".split(),
    "files": "nas fs nfs file storage san filer zfs".split(),
    "vms": "pve hv esx virt kvm node compute xen".split(),
    "apps": "app web srv jira mail ci build gitlab k8s worker".split(),
    "backup": "bkp backup bacula veeam archive tsm repo".split(),
}
_PETS = "atlas hydra ceres otto pluto rhea nox thor zeus kermit gonzo hal marvin fenchurch odin fafnir bertha".split()
_DOMAINS = "example.com corp.example.net intern.example.org lan.example.de local example.edu prod.example.io".split()
POOLS = "tank rpool data data01 pool0 zpool1 storage vmpool dbpool bigpool oradata backup zdata pool1 dpool".split()


def host(rng: Random, role: str) -> str:
    """A name of a host."""
    number = rng.randint(1, 24)
    word = rng.choice(_ROLES[role])
    if chance(rng, 0.2):
        return rng.choice(_PETS)
    if chance(rng, 0.45):
        return f"{rng.choice(_PLACES)}-{word}-{rng.choice(('p', 'q', 'prd', 'prod', 't'))}{number:02d}"
    return rng.choice(
        (f"{word}{number:02d}", f"{word}-{number}", f"{word}{number}", f"s{rng.randint(1000, 9999)}{word}")
    )


def domain(rng: Random) -> str:
    """A domain."""
    return rng.choice(_DOMAINS)


def pool(rng: Random, role: str) -> str:
    """A name of a data pool."""
    special = {"oracle": "oradata dbpool dat1 ora01 datapool", "vms": "vmpool local-zfs tank rpool vmdata",
               "backup": "backup bkp01 vault tank", "postgres": "pgdata dbpool tank data",
               "files": "tank nas storage export share"}.get(role, "")  # fmt: skip
    return rng.choice(special.split() * 2 + POOLS)


def names(rng: Random, role: str) -> dict[str, str]:
    """Names of an instance, a database, a volume group, users and people."""
    sid = rng.choice("ORCL PROD ERPP DWHP CRM1 FINP SAPP P01 HRPROD BILL".split())
    return {
        "sid": sid if chance(rng, 0.7) else sid.lower(),
        "database": rng.choice("shop erp crm billing tracker warehouse app_prod portal nextcloud zabbix keycloak".split()),
        "vg": rng.choice("VG_APPL vg00 rootvg vgdata vg_data vg01 system datavg ubuntu-vg pve".split()),
        "cluster": rng.choice("main prod pg01 cl1 core".split()),
        "service": rng.choice("order-service tomcat billing-api search jenkins gitlab-runner confluence importer etl".split()),
        "namespace": rng.choice("prod default shop payments ci data-platform monitoring".split()),
        "user": rng.choice("app svc_app deploy batch etl www-data tomcat jenkins".split()),
        "client": rng.choice("esx01 esx02 web03 app07 k8s-w4 build11 hv3".split()),
        "bulk": rng.choice("rman restore|impdp|nightly export|rsync job|bacula job|image build|ETL load".split("|")),
        "datamount": {"oracle": rng.choice(("/u01", "/u02/oradata", "/oradata", f"/oracle/{sid}")),
                      "postgres": rng.choice(("/var/lib/postgresql", "/pgdata", "/var/lib/pgsql/data", "/data/pgsql16")),
                      "mysql": rng.choice(("/var/lib/mysql", "/data/mysql", "/mysql")),
                      "files": rng.choice(("/export", "/srv/nfs", "/share", "/export/home")),
                      "vms": rng.choice(("/var/lib/vz", "/var/lib/libvirt/images", "/vmstore")),
                      "apps": rng.choice(("/srv", "/opt/app", "/data", "/var/lib/docker")),
                      "backup": rng.choice(("/backup", "/srv/backup", "/bkp", "/var/bacula"))}[role],
    }  # fmt: skip
