; For: the limit against the SGA; free pages that were not taken; a refusal for want of permission.

(defrule CASES::oracle-memlock-limit.limit-below-sga-in-small-pages
  "The instance may lock less memory than its SGA takes, and came up wholly or partly in small pages."
  (logical
    (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))
    (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument limit-below-sga-in-small-pages) (cf 0.9) (strength decisive))))

(defrule CASES::oracle-memlock-limit.limit-below-sga-pages-passed-over
  "The instance may lock less memory than its SGA takes, and left most of the free huge pages aside."
  (logical
    (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))
    (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument limit-below-sga-pages-passed-over) (cf 0.95) (strength decisive))))

(defrule CASES::oracle-memlock-limit.limit-below-sga-and-idle-pool
  "The instance may lock less memory than its SGA takes, and the pool of huge pages lies idle."
  (logical
    (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument limit-below-sga-and-idle-pool) (cf 0.9) (strength decisive))))

(defrule CASES::oracle-memlock-limit.limit-below-sga-and-unused
  "The instance may lock less memory than its SGA takes, and the huge pages are not used."
  (logical
    (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-unused) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument limit-below-sga-and-unused) (cf 0.75) (strength supporting))))

(defrule CASES::oracle-memlock-limit.limit-below-sga-refused
  "The instance may lock less memory than its SGA takes, enough pages were free, and its start failed."
  (logical
    (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-short) (host ?host) (subject ?instance) (state absent))
    (finding (name instance-does-not-start) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument limit-below-sga-refused) (cf 0.95) (strength decisive))))

(defrule CASES::oracle-memlock-limit.limit-below-sga-and-only
  "The instance may lock less memory than its SGA takes, may only start in huge pages, and does not start."
  (logical
    (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))
    (finding (name large-pages-only) (host ?host) (subject ?instance) (state present))
    (finding (name instance-does-not-start) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument limit-below-sga-and-only) (cf 0.7) (strength supporting))))

(defrule CASES::oracle-memlock-limit.limit-below-sga
  "The instance may lock less memory than its SGA takes, and the host has huge pages that it could use."
  (logical
    (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-configured) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument limit-below-sga) (cf 0.5) (strength supporting))))

(defrule CASES::oracle-memlock-limit.login-only
  "limits.conf allows the SGA and the instance still got a lower limit: it was started by something that does not read limits.conf, or before the change."
  (logical
    (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))
    (finding (name memlock-set-for-logins) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-configured) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument login-only) (cf 0.7) (strength supporting))))

(defrule CASES::oracle-memlock-limit.pages-passed-over
  "The instance left most of the free huge pages aside although its version takes all it can have. That it may not lock them is the most frequent reason, by experience."
  (logical (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument pages-passed-over) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-memlock-limit.enough-pages-small-pages
  "Enough huge pages were free at the last start, and the SGA lies in small pages all the same."
  (logical
    (finding (name huge-pages-short) (host ?host) (subject ?instance) (state absent))
    (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument enough-pages-small-pages) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-memlock-limit.idle-pool-larger-than-sga
  "The pool is larger than the SGA and lies idle beside a running instance that does not use automatic memory management."
  (logical
    (finding (name huge-pages-unused) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state absent))
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument idle-pool-larger-than-sga) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-memlock-limit.idle-pool-of-a-mixing-version
  "The pool lies idle beside a running instance whose version takes any page that it can have, and automatic memory management is off."
  (logical
    (finding (name huge-pages-unused) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present))
    (finding (name all-or-nothing-pages) (host ?host) (subject ?instance) (state absent))
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument idle-pool-of-a-mixing-version) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-memlock-limit.idle-pool-of-a-version-that-mixes
  "The pool lies idle beside a running instance whose version takes any page that it can have."
  (logical
    (finding (name huge-pages-unused) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present))
    (finding (name all-or-nothing-pages) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument idle-pool-of-a-version-that-mixes) (cf 0.3) (strength supporting))))

(defrule CASES::oracle-memlock-limit.not-permitted
  "The operating system refused the shared memory: operation not permitted. That is the answer to huge pages without the right to lock them."
  (logical (finding (name shared-memory-not-permitted) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument not-permitted) (cf 0.8) (strength decisive))))

(defrule CASES::oracle-memlock-limit.default-limit-and-idle-pool
  "The limit on locked memory was never raised, and the pool of huge pages lies idle."
  (logical
    (finding (name memlock-at-default) (host ?host) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?host)
                    (argument default-limit-and-idle-pool) (cf 0.75) (strength supporting))))

(defrule CASES::oracle-memlock-limit.default-limit-and-unused
  "The limit on locked memory was never raised, and the huge pages are not used."
  (logical
    (finding (name memlock-at-default) (host ?host) (state present))
    (finding (name huge-pages-unused) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?host)
                    (argument default-limit-and-unused) (cf 0.65) (strength supporting))))

(defrule CASES::oracle-memlock-limit.default-limit-pages-passed-over
  "The limit on locked memory was never raised, and the instance left most of the free huge pages aside."
  (logical
    (finding (name memlock-at-default) (host ?host) (state present))
    (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument default-limit-pages-passed-over) (cf 0.85) (strength decisive))))

(defrule CASES::oracle-memlock-limit.unit-without-limit-and-idle-pool
  "The systemd unit that starts the instance sets no LimitMEMLOCK, and the pool of huge pages lies idle."
  (logical
    (finding (name memlock-missing-in-unit) (host ?host) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?host)
                    (argument unit-without-limit-and-idle-pool) (cf 0.7) (strength supporting))))

(defrule CASES::oracle-memlock-limit.unit-without-limit-and-unused
  "The systemd unit that starts the instance sets no LimitMEMLOCK, and the huge pages are not used."
  (logical
    (finding (name memlock-missing-in-unit) (host ?host) (state present))
    (finding (name huge-pages-unused) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?host)
                    (argument unit-without-limit-and-unused) (cf 0.65) (strength supporting))))

(defrule CASES::oracle-memlock-limit.unit-without-limit-pages-passed-over
  "The systemd unit that starts the instance sets no LimitMEMLOCK, and the instance left most of the free huge pages aside."
  (logical
    (finding (name memlock-missing-in-unit) (host ?host) (state present))
    (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument unit-without-limit-pages-passed-over) (cf 0.85) (strength decisive))))

(defrule CASES::oracle-memlock-limit.unit-without-limit-and-only
  "The systemd unit that starts the instance sets no LimitMEMLOCK, and an instance that may only start in huge pages does not start."
  (logical
    (finding (name memlock-missing-in-unit) (host ?host) (state present))
    (finding (name large-pages-only) (host ?host) (subject ?instance) (state present))
    (finding (name instance-does-not-start) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument unit-without-limit-and-only) (cf 0.65) (strength supporting))))

(defrule CASES::oracle-memlock-limit.unit-without-limit-beside-generous-login
  "limits.conf allows the whole SGA, the systemd unit that starts the instance sets no LimitMEMLOCK and does not read limits.conf, and the pool of huge pages lies idle."
  (logical
    (finding (name memlock-missing-in-unit) (host ?host) (state present))
    (finding (name memlock-set-for-logins) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument unit-without-limit-beside-generous-login) (cf 0.85) (strength decisive))))

(defrule CASES::oracle-memlock-limit.by-hand-only-and-idle-pool
  "It is all right when a person starts the instance and not otherwise, and the pool of huge pages lies idle: a login has another limit than a service."
  (logical
    (finding (name works-when-started-by-hand) (host ?host) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?host)
                    (argument by-hand-only-and-idle-pool) (cf 0.55) (strength supporting))))

(defrule CASES::oracle-memlock-limit.by-hand-only-and-unused
  "It is all right when a person starts the instance and not otherwise, and the huge pages are not used: a login has another limit than a service."
  (logical
    (finding (name works-when-started-by-hand) (host ?host) (state present))
    (finding (name huge-pages-unused) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?host)
                    (argument by-hand-only-and-unused) (cf 0.45) (strength supporting))))

(defrule CASES::oracle-memlock-limit.by-hand-only-in-small-pages
  "It is all right when a person starts the instance and not otherwise, and its SGA lies in small pages: a login has another limit than a service."
  (logical
    (finding (name works-when-started-by-hand) (host ?host) (state present))
    (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument by-hand-only-in-small-pages) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-memlock-limit.by-hand-only-and-only
  "It is all right when a person starts the instance and not otherwise, and it may only start in huge pages: a login has another limit than a service."
  (logical
    (finding (name works-when-started-by-hand) (host ?host) (state present))
    (finding (name large-pages-only) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument by-hand-only-and-only) (cf 0.55) (strength supporting))))

(defrule CASES::oracle-memlock-limit.unnamed-shell-and-idle-pool
  "A shell may lock less memory than the SGA takes, and the pool of huge pages lies idle; whose shell it was is not in the capture."
  (logical
    (finding (name memlock-of-shell-low) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument unnamed-shell-and-idle-pool) (cf 0.5) (strength supporting))))

(defrule CASES::oracle-memlock-limit.unnamed-shell-pages-passed-over
  "A shell may lock less memory than the SGA takes, and the instance left most of the free huge pages aside."
  (logical
    (finding (name memlock-of-shell-low) (host ?host) (subject ?instance) (state present))
    (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument unnamed-shell-pages-passed-over) (cf 0.7) (strength supporting))))

; Against: the limit suffices, the pages are in use, or they were too few or never asked for.

(defrule CASES::oracle-memlock-limit.limit-suffices
  "The instance may lock as much memory as it needs."
  (logical (finding (name memlock-too-low) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument limit-suffices) (cf -0.9) (strength decisive))))

(defrule CASES::oracle-memlock-limit.all-pages-got
  "The SGA lies in huge pages as a whole."
  (logical (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument all-pages-got) (cf -0.95) (strength decisive))))

(defrule CASES::oracle-memlock-limit.pages-in-use-cover-sga
  "As many huge pages are in use or reserved as the SGA needs."
  (logical (finding (name huge-pages-cover-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument pages-in-use-cover-sga) (cf -0.9) (strength decisive))))

(defrule CASES::oracle-memlock-limit.no-pool
  "The host has no huge pages: there is nothing that the limit could keep the instance from."
  (logical (finding (name huge-pages-configured) (host ?host) (state absent)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?host)
                    (argument no-pool) (cf -0.7) (strength decisive))))

(defrule CASES::oracle-memlock-limit.large-pages-switched-off
  "USE_LARGE_PAGES is FALSE: the instance never asks for huge pages."
  (logical (finding (name large-pages-off) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument large-pages-switched-off) (cf -0.9) (strength decisive))))

(defrule CASES::oracle-memlock-limit.asm
  "An ASM instance does not use huge pages and need not."
  (logical (finding (name asm-instance) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument asm) (cf -0.9) (strength decisive))))

(defrule CASES::oracle-memlock-limit.automatic-memory
  "Under automatic memory management the SGA cannot lie in huge pages, whatever may be locked."
  (logical (finding (name automatic-memory) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument automatic-memory) (cf -0.7) (strength supporting))))

(defrule CASES::oracle-memlock-limit.too-few-pages
  "Fewer huge pages were free than the instance asked for."
  (logical (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument too-few-pages) (cf -0.4) (strength supporting))))

(defrule CASES::oracle-memlock-limit.too-few-pages-for-this-version
  "Fewer huge pages were free than the instance asked for, and this version then takes none: nothing else is needed to explain it."
  (logical
    (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present))
    (finding (name all-or-nothing-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument too-few-pages-for-this-version) (cf -0.6) (strength supporting))))

(defrule CASES::oracle-memlock-limit.node-short
  "One NUMA node had too few pages."
  (logical (finding (name node-short-of-huge-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument node-short) (cf -0.6) (strength supporting))))

(defrule CASES::oracle-memlock-limit.uneven-nodes
  "The instance lays out its memory by node and one node has far fewer huge pages than another: that keeps it from pages that are free, whatever may be locked."
  (logical
    (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state present))
    (finding (name oracle-numa-on) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument uneven-nodes) (cf -0.5) (strength supporting))))

(defrule CASES::oracle-memlock-limit.shell-may-lock-enough
  "A shell of the account may lock the whole SGA."
  (logical (finding (name memlock-of-shell-enough) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument shell-may-lock-enough) (cf -0.4) (strength supporting))))

(defrule CASES::oracle-memlock-limit.files-in-dev-shm
  "An instance keeps its memory in files under /dev/shm, which explains an idle pool whatever may be locked."
  (logical
    (finding (name memory-in-dev-shm) (host ?host) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?host)
                    (argument files-in-dev-shm) (cf -0.4) (strength supporting))))

(defrule CASES::oracle-memlock-limit.shared-memory-limit
  "The operating system refused on a limit of System V shared memory."
  (logical (finding (name shared-memory-limit-reached) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?instance)
                    (argument shared-memory-limit) (cf -0.5) (strength supporting))))

(defrule CASES::oracle-memlock-limit.postgres
  "PostgreSQL is set to use huge pages here; the pool may be meant for it."
  (logical (finding (name postgres-asks-for-huge-pages) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?host)
                    (argument postgres) (cf -0.3) (strength supporting))))

(defrule CASES::oracle-memlock-limit.not-linux
  "This is not Linux, and only Linux has such a pool."
  (logical (finding (name system-without-linux-huge-pages) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-memlock-limit) (host ?host) (subject ?host)
                    (argument not-linux) (cf -0.95) (strength decisive))))
