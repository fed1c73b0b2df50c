r"""How secrets are told from what is no secret: one list of POSIX basic expressions, for Python and for `sed`.

Every expression is linear, by how it is made: it begins with a literal or a mark, its repetitions are bounded or cannot run
past the next place where it could begin, and nothing is required behind an unbounded one that may be missing. Names, not
values, tell most secrets. A pass puts a mark, a line end, behind each name (no line holds one by itself); others move it
over what may stand between a name and its value, or take it away; the last ones replace the value behind it.

The order counts: see `PASSES`. A blank is put at both ends of the line before all others, so that an edge needs no case.
"""

from __future__ import annotations

from typing import NamedTuple

from facts.collect.basic import anycase

STARS = "********"


class Change(NamedTuple):
    """A substitution, everywhere in a line, or (`once`) at the first place.

    Attributes:
        pattern: a basic expression.
        by: what `sed` replaces it with.
        gate: an expression that the line has to hold as well.
        once: at the first place alone.
        unless: an expression that the line must not hold.
    """

    pattern: str
    by: str
    gate: str = ""
    once: bool = False
    unless: str = ""


_B = "[ \t]"
_BB = f"{_B}{_B}*"
_PART = "[A-Za-z0-9_.-]*"
_WORD = "[A-Za-z0-9_.-]"
_MARK = r"\n"
_VALUE = r"\n\n"
"""A mark before a value."""
_PUT = "\\\n"
_SET = "\\\n\\\n"
_USER = r"[A-Za-z][A-Za-z0-9_$#]\{0,30\}"
_BARE = "[^ \t\"',;&<>\\]"


def _before(lead: str, gate: str = "", value: str = "") -> Change:
    """A value follows what `lead` matches; `value` is how it must begin."""
    return Change(rf"\({lead}\)\({value}\)" if value else lead, rf"\1{_SET}\2" if value else f"&{_SET}", gate)


def _hidden(lead: str, secret: str, after: str = "", gate: str = "") -> Change:
    """What follows `lead` is hidden at once."""
    tail = rf"\({after}\)" if after else ""
    return Change(rf"\({lead}\){secret}{tail}", rf"\1{STARS}" + (r"\2" if after else ""), gate)


_TOKENS = (
    # by their form alone
    _hidden(r":AKIA[A-Z0-9]\{16\}:", "[^ ]*"),
    _hidden(r"grub[.]pbkdf2[.]sha512[.][0-9]\{1,9\}[.]", "[0-9A-Fa-f.]*"),
    # the words of a command as the audit log has them
    _hidden(r" a[0-9]*=\"-U\" a[0-9]*=\"[A-Za-z0-9_.\/+-]\{1,64\}%", "[^\"]*"),
    _hidden(" proctitle=", "[^ ]*"),
    *(Change(rf"{begins}[A-Z0-9]\{{16\}}", STARS) for begins in ("AKIA", "ASIA")),
    Change(r"AQ[A-Za-z0-9/+]\{30,64\}=", STARS),
    _hidden(r"[ {\"']key[\"']\{0,1\} *[:=] *[\"']", r"[0-9a-f]\{14,\}"),
    *(Change(rf"gh{kind}_[A-Za-z0-9]\{{20,\}}", STARS) for kind in "opsur"),
    Change(r"github_pat_[A-Za-z0-9_]\{20,\}", STARS),
    Change(r"glpat-[A-Za-z0-9_-]\{12,\}", STARS),
    Change(r"xox[a-z]-[A-Za-z0-9-]\{10,\}", STARS),
    _hidden(r"hooks[.]slack[.]com[/]services[/]", r"[A-Za-z0-9/]\{1,\}"),
    Change(r"eyJ[A-Za-z0-9_-]\{8,\}[.A-Za-z0-9_-]*", STARS),
    Change(r"DHHC-1:[0-9a-f]\{2\}:[A-Za-z0-9/=]*", STARS),
    Change(r"SCRAM-SHA-[0-9]\{1,3\}[$][A-Za-z0-9$/+=:]*", STARS),
    *(
        Change(rf"[$]{kind}[$][.A-Za-z0-9$/,=+_-]\{{13,\}}", STARS, "[$]")
        for kind in ("1", "2[abxy]", "[5-9]", "y", "gy", "apr1", "md5", "sha1", "P", "argon2[id]*", "scrypt", "pbkdf2[a-z0-9-]*")
    ),
    _hidden("md5", r"[0-9a-f]\{32\}"),
    Change(r"[*][0-9A-F]\{40\}", STARS),
    _hidden(r"[Kk][Ee][Yy][\"']\{0,1\} *[:=] *[\"']\{0,1\}", r"[A-Za-z0-9+][A-Za-z0-9/+]\{19,\}=*"),
    _hidden(r"[\"' ]auth[\"']\{0,1\} *: *[\"']\{0,1\}", r"[A-Za-z0-9/+]\{12,\}=*"),
    _hidden("ENC(", r"[^)]\{1,255\}", ")"),
    *(
        _hidden(rf"{{{kind}[A-Z0-9-]\{{0,12\}}}}", r"[A-Za-z0-9/+=$.]\{8,\}", gate="{")
        for kind in ("SSHA", "SHA", "SMD5", "MD5", "CRYPT", "PBKDF2", "ARGON2", "AES", "3DES", "xor", "noop")
    ),
    _hidden(rf"{_B}key{_B}*={_B}*", r"[A-Za-z0-9/+]\{20,\}=*"),
    _hidden(r"crypt [^ ]\{1,64\} ", r"[0-9a-fA-F]\{16,\}"),
    # a line of nothing else is a piece of a key whose beginning was cut off
    Change(rf"^{_B}*[A-Za-z0-9/+]\{{60,\}}=*{_B}*$", f" {STARS} "),
    # /etc/shadow, .pgpass
    _hidden("^ [A-Za-z_][A-Za-z0-9_-]*:", r"[^: !*]\{8,\}", ":[0-9]*:[0-9]*:[0-9]*:", ":::"),
    *(_hidden(rf"^ [A-Za-z0-9_.*-]*{port}[A-Za-z_*][A-Za-z0-9_*-]*:[A-Za-z_*][A-Za-z0-9_*-]*:",
              r"[^ ]\{1,\}", " $", port)
      for port in (r":[0-9]\{3,5\}:", ":[*]:")),
)  # fmt: skip

_URLS = (
    # scheme://user:password@host: a port is no password
    Change(r":[/][/][^]:@/ \"'<>]\{0,128\}:", f"&{_PUT}"),
    Change(r"\n\([0-9]\{1,5\}[]/ \"',;)}<>?#]\)", r"\1"),
    Change(r"\n[^ \"'<>]\{1,255\}@", f"{STARS}@"),
    Change(r"\n", ""),
    _hidden(r":[/][/]", r"[^]:@/ \"'<>*]\{12,128\}", "@"),
    _hidden(r"[ \"'=][A-Za-z0-9_.-]\{1,64\}:", r"[^ /:@]\{1,128\}", "@", "mysqlsh"),
    _hidden(r"thin:[^/@ ]\{1,64\}[/]", r"[^@ ]\{1,255\}", "@"),
    Change(r"iscsi:[^ @]\{1,255\}@", f"iscsi:{STARS}@"),
    _hidden(r"[ \"'=][A-Za-z0-9_.-]\{1,64\}:", r"[^ /:@(]\{1,128\}", r"@[(]"),
    # curlftpfs#user:password@host
    _hidden(r"#[A-Za-z0-9_.-]\{1,64\}:", r"[^ @]\{1,128\}", "@", "ftpfs"),
)


def _login(gate: str, user: str = _USER, between: str = "[/]") -> tuple[Change, ...]:
    """A word of a user and a password: as a word in quotation marks, or bare, up to ``@``."""
    return (
        _hidden(rf'"{user}{between}', '[^"@]*', gate=gate),
        _hidden(rf"'{user}{between}", "[^'@]*", gate=gate),
        _hidden(rf"[ =]{user}{between}[\\]*\"", '[^"]*', gate=gate),
        _hidden(rf"[ =]{user}{between}", "[^] @\"'/\\][^ @\"']*", gate=gate),
    )


def _apart(option: str, gate: str) -> tuple[Change, ...]:
    """An option of a program whose value is the next word; also as the audit log and lists quote both."""
    quoted = rf"[\"']{option}[\"'],\{{0,1\}}{_BB}\(a[0-9]*=\)\{{0,1\}}"
    return _before(rf" {option}{_BB}", gate, "[^- \t]"), _before(quoted, gate)


_EDGE = "[^A-Za-z]"
_ORACLE_ANY = (
    "sqlplus",
    "rman",
    "expdp",
    "impdp",
    "sqlldr",
    "dgmgrl",
    "asmcmd",
    "sqlcl",
    "brconnect",
    "brbackup",
    "userid",
    "tnsping",
)
_ORACLE_NEXT = (r"[ /]exp", r"[ /]imp", anycase("conn"), anycase("connect"), anycase("connect target"), anycase("connect catalog"),
                anycase("connect auxiliary"))  # fmt: skip

_COMMANDS = (
    # SQL
    _before(rf"{anycase('identified')}{_BB}{anycase('by')}{_BB}"),
    _before(rf"{anycase('identified')}{_BB}{anycase('with')}{_BB}[^ \t]\{{1,64\}}{_BB}[BbAaUu][A-Za-z]\{{1,4\}}{_BB}"),
    Change(rf"\n\n\({anycase('values')}{_B}*\)", rf"\1{_SET}"),
    _before(rf"{anycase('password')}{_B}*(", value="[\"']"),
    _before(rf" {anycase('user')}{_BB}[^ \t]\{{1,64\}}{_BB}{anycase('using')}{_BB}", anycase("connect")),
    _hidden(rf"[ =\"']{_USER}@[A-Za-z0-9_.-]\{{1,64\}}[/]", "[^ \t\"']*", gate="sqlplus"),
    Change(r"\([.]auth([\"'][^\"']\{0,64\}[\"'], *\)", rf"\1{_SET}"),
    Change(r"\([Cc]onnect([\"'][^\"']\{0,255\}[\"'], *[\"'][^\"']\{0,64\}[\"'], *\)", rf"\1{_SET}"),
    _hidden(rf"[Cc]onnect([\"']{_USER}[/]", "[^\"'@]*"),
    _hidden("sshpass.040-p.040", r"[^ \\]*"),
    _before(r"^ [0-9]\{1,2\} [sm][hd][a5]1\{0,1\} "),
    _before(r"auth: [0-9]\{1,2\} [sm][hd][a5]1\{0,1\} "),
    _before(r"snapdrive config set \(-[a-z]* \)\{0,1\}[^ ]\{1,64\} "),
    _before(" set to ", "[Pp]assw", value="[\"']"),
    _before(rf"Credential{_BB}[^ \t]\{{1,64\}}{_BB}[^ \t]\{{1,64\}}{_BB}", "mkstore"),
    _before(" on >", value="[^ \t>]"),
    *(_before(r"echo \(-[a-zA-Z]* \)*", gate) for gate in ("passwd --stdin", "sudo -S", "cryptsetup", "kinit", "| *openssl")),
    *(_before(r"printf [\"']\{0,1\}%s[^ ]\{0,4\} ", gate) for gate in ("sudo -S", "cryptsetup", "kinit")),
    # stores of passwords that take one as a word
    _before(rf"hdbuserstore \{{0,1\}}.\{{0,64\}}{anycase('set')}{_BB}[^ \t]\{{1,64\}}{_BB}[^ \t]\{{1,255\}}{_BB}[^ \t]\{{1,64\}}{_BB}"),
    _hidden(rf"{anycase('set password')}{_BB}", "[^ \t].*", gate="dsm"),
    _hidden(rf"alias set{_BB}[^ \t]\{{1,64\}}{_BB}[^ \t]\{{1,255\}}{_BB}[^ \t]\{{1,128\}}{_BB}", "[^ \t]*"),
    _before(rf"rclone obscure{_BB}"),
    _before(rf"openssl passwd{_BB}\(-[a-z0-9]*{_BB}\)*", value="[^- \t]"),
    _before(" -clp ", "qlogin"),
    _before(rf"vault login{_BB}", value="[^- \t]"),
    # a user and then a password, in settings of replication, networks and switches
    _before(rf"{anycase('user')}[A-Za-z]\{{0,8\}}{_BB}[^ \t]\{{1,64\}}{_BB}{anycase('password')}{_BB}"),
    _hidden(rf"{anycase('password')}{_BB}[0-9]{_BB}", r"[0-9A-Fa-f]\{6,\}"),
    *(_before(rf":{_BB}{kind}{_BB}", value="[^ \t]") for kind in ("PSK", "XAUTH", "EAP", "NTLM")),
    _hidden(rf"[{{, \t][A-Za-z0-9_.@-]\{{1,64\}}{_B}*={_B}*", "[A-Za-z0-9][^ \t,}]*", gate="UserNames"),
    _before(r"[ \"'][A-Za-z_][A-Za-z0-9_.-]\{0,64\}:", "chpasswd"),
    _before(r"[/][/][^ \t]\{1,255\}  *", "smbclient", value="[^- \t]"),
    _before(r"net use [^ ]\{1,64\}  *[\][^ \t]\{1,255\}  *", value="[^/ \t]"),
    _hidden(rf"auth-pass{_BB}[^ \t]\{{1,64\}}{_BB}", "[^ \t].*"),
    _before(r"stats auth [A-Za-z0-9_.-]\{1,64\}:"),
    _before(rf" auth{_BB}[MmSs][DdHh][5Aa][0-9-]*{_BB}"),
    _hidden(rf"^{_B}*chap\(-mutual\)\{{0,1\}}{_BB}", "[\"'A-Za-z].*"),
    _hidden(rf"^{_B}*send[_a-z]*{_BB}\(--{_BB}\)\{{0,1\}}[\"']", ".*", r"\\[rn][\"'] *$"),
    # lists of users: of pgbouncer, of postfix
    _hidden(rf"^ \"[A-Za-z0-9_.@-]\{{1,64\}}\"{_BB}\"", "[^\"]*", "\" $"),
    _hidden(rf"^ [^ ]\{{1,255\}}:[0-9]\{{2,5\}}{_BB}[^ :]\{{1,128\}}:", "[^ /][^ ]*", " $"),
    # headers
    _before(rf"{anycase('authorization')}[\"']\{{0,1\}}{_B}*[=:]{_B}*[\"']\{{0,1\}}[A-Za-z]*{_BB}"),
    _before(rf"{anycase('bearer')}{_BB}", value=r"[A-Za-z0-9._~+/=-]\{8\}".replace("~", "")),
    _before("[?&]sig="),
    _before(rf"{anycase('cookie')}:{_B}*{_WORD}\{{1,64\}}="),
    # iSCSI, SNMP
    _hidden(rf"{anycase('incominguser')}{_BB}[^ \t]\{{1,223\}}{_BB}", "[^ \t].*"),
    _hidden(rf"{anycase('outgoinguser')}{_BB}[^ \t]\{{1,223\}}{_BB}", "[^ \t].*"),
    _before(rf"^{_B}*r[ow]community6\{{0,1\}}{_BB}"),
    _before(rf"^{_B}*com2sec6\{{0,1\}}{_BB}[^ \t]\{{1,64\}}{_BB}[^ \t]\{{1,64\}}{_BB}"),
    _before(rf"^{_B}*trap2\{{0,1\}}sink{_BB}[^ \t]\{{1,64\}}{_BB}"),
    _before(rf" [MSAD][DHE][5AS][0-9-]*{_BB}", "[Cc]reate[Uu]ser"),
    _hidden(r"[Uu]ser=[A-Za-z0-9_.\/+-]\{1,64\}%", "[^ \t\"',]*"),
    _hidden(r"[Uu]sername=[A-Za-z0-9_.\/+-]\{1,64\}%", "[^ \t\"',]*"),
    _hidden(rf"{anycase('credential')}s\{{0,1\}}:\{{0,1\}} [A-Za-z0-9_.-]\{{1,64\}}:", "[^ \t\"',;]*"),
    _before(" AUTH ", "redis"),
    _before(rf"\"{anycase('auth')}\" "),
    _before("pass:", "openssl"),
    _before(" [/]p:"),
    _before(rf"add_user{_BB}[^ \t]\{{1,64\}}{_BB}"),
    _before(rf"change_password{_BB}[^ \t]\{{1,64\}}{_BB}"),
    _before(rf"htpasswd{_BB}-[A-Za-z]*{_BB}[^ \t]\{{1,255\}}{_BB}[^ \t]\{{1,64\}}{_BB}"),
    _before(rf"mysqladmin.\{{0,255\}} password{_BB}"),
    _before(rf"useradd.\{{0,255\}} -p{_BB}"),
    _before(rf"usermod.\{{0,255\}} -p{_BB}"),
    _before(rf"{anycase('password')}{_BB}", "^ machine "),
)  # fmt: skip
_ORACLE = (
    *(change for gate in _ORACLE_ANY for change in _login(f"{_EDGE}{gate}{_EDGE}")),
    *(_hidden(rf"{lead} {_B}*[\"']\{{0,1\}}{_USER}[/]\"", '[^"]*') for lead in _ORACLE_NEXT),
    *(_hidden(rf"{lead} {_B}*\"{_USER}[/]", '[^"@]*') for lead in _ORACLE_NEXT),
    *(_hidden(rf"{lead} {_B}*'\{{0,1\}}{_USER}[/]", "[^ @\"'/][^ @\"']*") for lead in _ORACLE_NEXT),
)  # fmt: skip
_OPTIONS = (
    _hidden(r" --[A-Za-z]* ", "[^ ].*", gate="sedutil"),
    _before(rf" -v{_BB}[^ \t]\{{1,64\}}{_BB}[^ \t]\{{1,64\}}{_BB}", f"{_EDGE}isql"),
    _before(rf" -user{_BB}[^ \t]\{{1,64\}}{_BB}", "sapcontrol"),
    _hidden(rf" -U{_B}*[\"']\{{0,1\}}[A-Za-z0-9_.\/+-]\{{1,64\}}%", "[^ \t\"']*"),
    # a program that is given a user with -u takes the password with -p
    _before(rf" -p{_BB}", " -[uU][ =]", "[^- \t]"),
    *(
        change
        for option in ("-[uU]", "--[a-z]*-*user=*")
        for change in (
            _hidden(rf" {option}{_B}*\"[^ :\"]\{{1,64\}}:", '[^"]*', gate="curl"),
            _hidden(rf" {option}{_B}*'[^ :']\{{1,64\}}:", "[^']*", gate="curl"),
            _hidden(rf" {option}{_B}*[^ :\"']\{{1,64\}}:", "[^ \t\"']*", gate="curl"),
        )
    ),
    _hidden(rf" -u{_B}*[^, ]\{{1,64\}},", "[^ \t]*", gate="lftp"),
    _hidden(r" --creds[ =][A-Za-z0-9_.-]\{1,64\}:", "[^ \t]*"),
    # options, by program
    *(
        Change(r"\([ \"'(]-p\)\([^] \t]\)", rf"\1{_SET}\2", f"{_EDGE}{gate}")
        for gate in ("mysql", "mariadb", "xtrabackup", "mariabackup", "7z", "unrar", "sshpass", "mydumper", "myloader", "hdbsql", "cqlsh",
                     "ncftp", "mongo", "check_sap", "check_oracle")
    ),
    *(
        change
        for gate in ("sshpass", "mongo", "fence_", "racadm", "esxcli", "uemcli", "[Ss][Mm]cli", "docker", "podman", "cqlsh",
                     "hdbsql", "beeline", "pcs", "check_mysql", "check_pgsql", "ipmipower", "ncftp", "rdesktop", "mydumper", "myloader",
                     "oc login", "helm")
        for change in _apart("-p", f"{_EDGE}{gate}")
    ),
    *(
        change
        for gate in ("ipmitool", "fence_", "isql", "sqlcmd", "bcp ", "tsql", "sqsh", "zip ")
        for change in (
            _before(rf" -P{_B}*", f"{_EDGE}{gate}", "[^- \t]" if gate == "fence_" else ""),  # there a flag too
            *_apart("-P", f"{_EDGE}{gate}"),
        )
    ),
    _before(rf" -[ky]{_BB}", "ipmitool"),
    _before(rf" -a{_B}*", "-cli "),
    _before(rf" -[wy]{_B}*", "ldap"),
    _before(rf" -[as]{_BB}", "ldappasswd"),
    _before(rf" -w{_BB}", "vsql"),
    _before(rf" -[cAX]{_BB}", f"{_EDGE}snmp"),
    _before(rf" -C{_BB}", "check_snmp"),
    _before(rf" -[kK]{_BB}", "openssl"),
    _before(rf" -v{_BB}", "iscsiadm"),
    _before(rf" --security-[a-z-]*{_BB}", "hdparm"),
    _before(rf" --[A-Za-z]*{_BB}", "sedutil"),
    _before(" -hp", "rar "),
    _before(" -pa=", "dsmadmc"),
    _before(r" send[_a-z]*  *\(-- *\)\{0,1\}", "expect"),
)  # fmt: skip
_NAMES = {
    "pass": ("passw", "passphrase", "passcode", "auth_pass", "auth-pass", "requirepass", "keypass", "storepass"),
    "key": ("apikey", "api_key", "api-key", "access_key", "access-key", "accesskey", "private_key", "private-key", "privatekey",
            "encryption_key", "encryption-key", "encryptionkey", "accountkey", "securitykey", "authkey", "auth_key", "auth-key",
            "license_key", "license-key", "licensekey", "licence_key", "sharedkey", "shared_key",
            "shared-key"),
    "kennwort": ("kennwort",), "passe": ("mot_de_passe", "mot-de-passe", "motdepasse"), "contrase": ("contrase",),
    "wachtwoord": ("wachtwoord",), "haslo": ("haslo",), "heslo": ("heslo",), "losenord": ("losenord",), "senha": ("senha",),
    "secret": ("secret",), "credential": ("credential",), "authtok": ("authtok",), "masterauth": ("masterauth",), "psk": ("psk",),
    "amz-signature": ("amz-signature",),
}  # fmt: skip
"""A name that holds one of these is a secret's, in letters of either case; by what a line must hold for any of them."""
_ENDINGS = ("_auth", "pass", "pwd", "pw", "passin", "passout")
"""A name that ends so is one too, digits aside."""
_WORDY = ("token", "community")
"""These too, where the value has a letter: a cluster's token is a number of milliseconds."""
_NO_SECRETS = (
    "file", "path", "dir", "command", "encryption", "lifetime", "policy", "length", "history", "interval", "timeout", "expire",
    "expiry", "expiration", "authentication", "count", "identity", "prompt", "name", "ref", "type", "mode", "less", "manager", "agent",
    "enabled", "required", "protected", "hint", "ary", "aries", "check", "status", "bypass", "compass", "trespass", "encompass",
    "prefix", "age", "quality", "method", "attempts", "current", "users", "keys", "words", "uri", "chauthtok", "set_password",
)  # fmt: skip
"""A name that ends so is none: a file's, a rule's."""
_NO_VALUES = ("yes", "no", "on", "off", "true", "false", "none", "null", "nil", "enabled", "disabled", "required", "optional", "default",
              "files", "changed", "expired", "ok", "unset")  # fmt: skip
"""What stands behind a name and is no secret."""

_FIND_NAMES = (
    *(Change(f"{anycase(name)}{_PART}", f"&{_PUT}", anycase(gate)) for gate, names in _NAMES.items() for name in names),
    *(Change(rf"\({anycase(name)}[0-9_]*\)\([^A-Za-z0-9_.-]\)", rf"\1{_PUT}\2") for name in _ENDINGS),
    *(Change(f"{anycase(name)}{_PART}", f"&{_PUT}") for name in _WORDY),
)
_CHOOSE_NAMES = (
    Change(r"\n\n*", _PUT),
    *(Change(rf"\({anycase(name)}\)\n", r"\1") for name in _NO_SECRETS),
    Change(r"\([/(][Pp]asswd\)\n", r"\1"),
    # no number that follows one of these is secret; of a short number behind `pass` nobody is sure
    *(
        Change(
            rf"\({anycase(name)}{_WORD}\{{0,32\}}\)\n\([\"']\{{0,1\}}{_B}*[=:]{_B}*[\"']\{{0,1\}}[0-9][0-9.]*[] \t,;\"'}})]\)",
            r"\1\2",
        )
        for name in _WORDY
    ),
    Change(rf"\([Pp][Aa]*[Ss]*[Ww]*\)\n\({_B}*[=:]{_B}*[0-9]\{{1,3\}}[] \t,;)]\)", r"\1\2"),
    Change(r"PASS\n: ", "PASS: "),
    *(
        Change(rf"\n\(:{_B}*{word}[ ,)]\)", r"\1")
        for word in ("files", "compat", "sss", "amd64", "arm64", "i386", "all")
    ),
    *(Change(rf"^\({_B}*{name}\)\n\({_BB}[^ \t=:]\)", r"\1\2") for name in _WORDY),
    *(
        Change(rf"\n\({_BB}\"[^\"]\{{1,253\}}\" {said}\)", r"\1")
        for said in ("not found", "already exists", "is forbidden")
    ),
    Change(r"\([Pp][Ww][Dd]\)\n\(=[/]\)", r"\1\2"),
    Change(r"\([Cc]redentials\{0,1\}\)\n\([=:] *[/]\)", r"\1\2"),
)
_VALUES = (
    # a setting that fills its line, whose value may hold blanks
    Change(rf"^\({_B}*{_PART}\)\n\({_BB}={_B}*\)[^\"' \t].*", rf"\1\2{STARS} "),
    Change(rf"^\([ \t-]*[a-z0-9_.][a-z0-9_.-]*\)\n\(:{_BB}\)[^\"'|> \t].*", rf"\1\2{STARS} "),
    Change(r"^\( [a-z][a-z_.-]*\)\n=[^=\"' \t][^=]*$", rf"\1={STARS} "),
    # where the value begins
    Change(rf"\n\([\"'\]\{{0,4\}}[])]\{{0,1\}}{_B}*[=:]\{{1,2\}}>\{{0,1\}}{_B}*\)", rf"\1{_SET}"),
    Change(r"\n\(%3[Dd]\)", rf"\1{_SET}"),
    Change(rf"\n\([\"']{_B}*[Vv]alue=\)", rf"\1{_SET}"),
    Change(r"\n\(\"\{0,1\}\( [a-z]*=\"[^\"<>]\{0,64\}\"\)\{0,4\}>\)", rf"\1{_SET}"),
    # a name of several words is none of a sentence
    *(
        Change(rf"\({lead}\)\n\({_BB}\)\([^- \t=:]\)", rf"\1\2{_SET}\3")
        for lead in ("[-_][Pp]ass[a-z]*", "[-_]secret", "[a-z]Pass[a-z]*", "requirepass", "masterauth")
    ),
    Change(rf"\( -{_PART}\)\n\({_BB}\)\([^- \t]\)", rf"\1\2{_SET}\3"),
    Change(rf"\(['\"]-{_PART}\)\n\(['\"]{_BB}\)\(a[0-9]*=\)", rf"\1\2\3{_SET}"),
    Change(rf"\n\({_BB}\)\([\"']\)", rf"\1{_SET}\2"),
    Change(rf"\n\({_BB}\)\([^ \t=:;()]*;{_B}\)", rf"\1{_SET}\2"),
    Change(rf"^\({_B}*\)\([a-z0-9_.-]*\)\n\({_BB}\)\([^ \t=:][^ \t]*{_B}*\)$", rf"\1\2\3{_SET}\4"),
    Change(rf"^\( [A-Z]*{_BB}{_PART}\)\n\({_BB}\)", rf"\1\2{_SET}", "^ ENV "),
    Change(r"\n\n\([{[] *$\)", r"\1"),
    *(Change(rf"\n\n\([\"']\{{0,1\}}{anycase(value)}[] \t,;.)\"'}}]\)", r"\1") for value in _NO_VALUES),
)
_PIECES = (
    Change(r"\n\n\\\"[^\"]*", rf'\\"{STARS}\\'),
    Change(r"\n\n\"[^\"\]*\(\\.[^\"\]*\)*\"\{0,1\}", f'"{STARS}"{_SET}'),
    Change(r"\n\n'[^'\]*\(\\.[^'\]*\)*'\{0,1\}", f"'{STARS}'{_SET}"),
    Change(r"\([\"']\)\n\n\([])}]\)", r"\1\2"),
    Change(rf"\n\n\\*{_BARE}{_BARE}*\(\\.{_BARE}*\)*", f"{STARS}{_SET}"),
)
_HIDE = (
    Change(r"\n\n\([BbNn]\{0,1\}(\{0,1\}\)\([\"']\)", rf"\1{_SET}\2"),
    *_PIECES,
    # pieces of one word follow each other: 'it'\''s'
    Change(r"\([\"']\)\n\n\\[\"']", rf"\1{_SET}"), *_PIECES[1:], *_PIECES[1:],
    # a list goes on with another name, or with a flag; else it is the value that goes on
    Change(r"\(\*\)\n\n\([,;&][A-Za-z_][A-Za-z0-9_.-]*[=:]\)", r"\1\2"),
    Change(r"\(\*\)\n\n\([,;&][a-z_][a-z_]*[, ]\)", r"\1\2"),
    Change(r"\(\*\)\n\n[,;&][^ \t\"']*", r"\1"),
    Change(rf"{STARS.replace('*', '[*]')}\({STARS.replace('*', '[*]')}\)*", STARS),
    Change(r"\n\n*", ""),
)  # fmt: skip


def _plain(basic: str) -> str:
    """Without the escapes that Python's raw strings leave in it and that `sed` need not know."""
    return basic.replace(r"\t", "\t").replace(r"\"", '"')


def _pass(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    return tuple(c._replace(pattern=_plain(c.pattern), gate=_plain(c.gate)) for c in changes)


TOKENS, URLS, COMMANDS, HIDE = _pass(_TOKENS), _pass(_URLS), _pass(_COMMANDS), _pass(_HIDE)
ORACLE, OPTIONS = _pass(_ORACLE), _pass(_OPTIONS)
OF_URLS = (":[/][/]", "thin:", "iscsi:", "@")
OF_ORACLE, OF_OPTIONS = _plain("[ =\"'][A-Za-z][A-Za-z0-9_$#]*[/]"), "[ \"'(]-[-A-Za-z]"
"""What a line must hold for any of these passes: it spares `sed` the trial of each."""
NAMES, CHOOSE, VALUES = _pass(_FIND_NAMES), _pass(_CHOOSE_NAMES), _pass(_VALUES)

NEXT_IS_WORD = _plain(rf" -{_PART}\n{_B}*\\{_B}*$")
"""A continued option: its value begins the next line."""
NEXT_IS_TEXT = _plain(rf"<[A-Za-z][A-Za-z0-9_.:-]*\n>{_B}*$")
"""An element of XML: its text begins the next line."""
NEXT_IS_VALUE = _plain(rf"name{_B}*:{_B}*[\"']\{{0,1\}}{_PART}\n[\"']\{{0,1\}}{_B}*$")
"""The name of a variable in YAML: its value stands on the next line under ``value:``."""
