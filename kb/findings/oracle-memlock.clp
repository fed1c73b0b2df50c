; How much memory an instance may lock, and who says so: the process itself, a shell, limits.conf, a systemd unit.

(defglobal FINDINGS ?*default-memlock-bytes* = 67108864) ; bytes | 64 KiB of old kernels, 8 MiB since 5.16, 64 MiB of some distributions, by experience: far below any SGA [bach-2021: LimitMEMLOCK]

(defrule FINDINGS::memlock-needed-kb.alert-log
  "What the instance says that it needs, in kB as ulimit -l and limits.conf count. [erudans-2016: SHARED GLOBAL AREA (SGA) into memory]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (memlock-needed-bytes ?needed&~unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (quantity (name memlock-needed-kb) (host ?host) (subject ?instance) (value (round-up (/ ?needed 1024))))))

(defrule FINDINGS::memlock-needed-kb.pages
  "The huge pages that the instance asked for, in kB as ulimit -l and limits.conf count. [erudans-2016: EXPECTED_PAGES]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (memlock-needed-bytes unknown)
      (needed-pages ?pages&~unknown&~0) (page-bytes ?page&~unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (quantity (name memlock-needed-kb) (host ?host) (subject ?instance) (value (round-up (/ (* ?pages ?page) 1024))))))

(defrule FINDINGS::memlock-kb-by-sga.size
  "The SGA in kB as ulimit -l and limits.conf count; the limit must be at least that. [closson-2010: Improper Permissions]"
  (logical (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size)))
  =>
  (assert (quantity (name memlock-kb-by-sga) (host ?host) (subject ?instance) (value (round-up (/ ?size 1024))))))

(defrule FINDINGS::memlock-too-low.alert-log
  "At its last start the instance itself found its limit on locked memory below what it needs. [erudans-2016: memlock (soft) limit = 213M]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes)
      (memlock-needed-bytes ?needed&~unknown) (memlock-soft-bytes ?soft&:(below ?soft ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (quantity (name memlock-needed-kb) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-too-low.alert-log-pages
  "At its last start the limit on locked memory was below the huge pages that the instance asked for. [erudans-2016: memlock (soft) limit = 213M]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (memlock-needed-bytes unknown)
      (needed-pages ?pages&~unknown) (page-bytes ?page&~unknown) (memlock-soft-bytes ?soft&:(below ?soft (* ?pages ?page))))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (quantity (name memlock-needed-kb) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-too-low.recommended
  "At its last start the instance recommended a higher limit on locked memory, which it does only where the SGA exceeds it. [erudans-2016: Increase per process memlock]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (memlock-needed-bytes ~unknown) (memlock-soft-bytes unknown)
      (free-pages unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (quantity (name memlock-needed-kb) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-too-low.limit-below-what-the-log-asks-for
  "The account may lock less memory than the instance itself says that it needs. [erudans-2016: SHARED GLOBAL AREA (SGA) into memory; closson-2010: Improper Permissions]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (memlock-needed-bytes ?needed&~unknown) (memlock-soft-bytes unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (memlock-limit (host ?host) (user "oracle") (soft-bytes ?soft&:(below ?soft ?needed)))
    (quantity (name memlock-needed-kb) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-short-at-start.beside-free-pages
  "Huge pages were free at the last start, and the instance found that it may lock less memory than its SGA takes. [erudans-2016: memlock (soft) limit = 213M]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (free-pages ?free&:(above ?free 0))
      (memlock-needed-bytes ?needed&~unknown) (memlock-soft-bytes ?soft&:(below ?soft ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name memlock-short-at-start) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-short-at-start.recommended
  "At its last start the instance recommended a higher limit on locked memory. [erudans-2016: Increase per process memlock]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (memlock-needed-bytes ~unknown) (memlock-soft-bytes unknown)
      (free-pages unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name memlock-short-at-start) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-too-low.alert-log-enough
  "At its last start the instance could lock as much memory as it needs. [erudans-2016: memlock (soft) limit]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes)
      (memlock-needed-bytes ?needed&~unknown) (memlock-soft-bytes ?soft&:(at-least ?soft ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name memlock-too-low) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::memlock-too-low.alert-log-pages-enough
  "At its last start the limit on locked memory covered the huge pages that the instance asked for. [erudans-2016: memlock (soft) limit]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (memlock-needed-bytes unknown)
      (needed-pages ?pages&:(above ?pages 0)) (page-bytes ?page&~unknown) (memlock-soft-bytes ?soft&:(at-least ?soft (* ?pages ?page))))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name memlock-too-low) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::memlock-too-low.process
  "The running process may lock less memory than the SGA takes; /proc tells what is in force, whatever any file says. [linux-hugetlb-source: user_shm_lock; bach-2021: Max locked memory]"
  (logical
    (memlock-limit (host ?host) (source proc-limits) (soft-bytes ?soft&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(above ?size ?soft)))
    (quantity (name memlock-kb-by-sga) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-too-low.process-enough
  "The running process may lock the whole SGA. [linux-hugetlb-source: user_shm_lock; bach-2021: Max locked memory]"
  (logical
    (memlock-limit (host ?host) (source proc-limits) (soft-bytes ?soft&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(at-most ?size ?soft))))
  =>
  (assert (finding (name memlock-too-low) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::memlock-too-low.account
  "The account oracle may lock less memory than the SGA takes: ulimit -l counts in kB. [closson-2010: Improper Permissions; linux-hugetlb-source: user_shm_lock]"
  (logical
    (memlock-limit (host ?host) (user "oracle") (source ulimit) (soft-bytes ?soft&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(above ?size ?soft)))
    (quantity (name memlock-kb-by-sga) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-too-low.limits-conf
  "limits.conf lets the account oracle lock less memory than the SGA takes. [closson-2010: Improper Permissions]"
  (logical
    (memlock-limit (host ?host) (user "oracle") (source limits-conf) (soft-bytes ?soft&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(above ?size ?soft)))
    (quantity (name memlock-kb-by-sga) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-too-low.unit
  "The systemd unit that starts the instance sets LimitMEMLOCK below the size of the SGA. [bach-2021: LimitMEMLOCK]"
  (logical
    (memlock-limit (host ?host) (user "oracle"|"") (source systemd) (soft-bytes ?soft&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(above ?size ?soft)))
    (quantity (name memlock-kb-by-sga) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-of-shell-low.unnamed
  "A shell, of which the capture does not say whose it is, may lock less memory than the SGA takes. [closson-2010: Improper Permissions]"
  (logical
    (memlock-limit (host ?host) (user "") (source ulimit) (soft-bytes ?soft&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(above ?size ?soft))))
  =>
  (assert (finding (name memlock-of-shell-low) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-of-shell-enough.account
  "A shell of the account oracle may lock the whole SGA; what a service gives to the instance is another matter. [closson-2010: Improper Permissions; bach-2021: LimitMEMLOCK]"
  (logical
    (memlock-limit (host ?host) (user "oracle"|"") (source ulimit) (soft-bytes ?soft&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(at-most ?size ?soft))))
  =>
  (assert (finding (name memlock-of-shell-enough) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-set-for-logins.limits-conf
  "limits.conf lets the account lock the whole SGA. Only logins read it, through PAM; a service started by systemd does not. [bach-2021: limits.conf]"
  (logical
    (memlock-limit (host ?host) (source limits-conf) (user ~"root") (soft-bytes ?soft&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(at-most ?size ?soft))))
  =>
  (assert (finding (name memlock-set-for-logins) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memlock-missing-in-unit.not-stated
  "The systemd unit that starts Oracle sets no LimitMEMLOCK: the default of systemd holds, a few megabytes at most, and limits.conf is not read. [bach-2021: LimitMEMLOCK]"
  (logical (memlock-limit (host ?host) (source systemd) (stated no)))
  =>
  (assert (finding (name memlock-missing-in-unit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memlock-at-default.account
  "The limit on locked memory was never raised for the account oracle: no SGA fits below it. [closson-2010: Improper Permissions; linux-hugetlb-source: user_shm_lock]"
  (logical (memlock-limit (host ?host) (user "oracle") (soft-bytes ?soft&:(at-most ?soft ?*default-memlock-bytes*))))
  =>
  (assert (finding (name memlock-at-default) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memlock-at-default.shell-beside-a-locked-sga
  "A shell beside the refused start has the limit on locked memory that nobody raised: no SGA can be locked below it. [closson-2010: Improper Permissions; linux-hugetlb-source: user_shm_lock]"
  (logical
    (memlock-limit (host ?host) (user "") (source ulimit) (soft-bytes ?soft&:(at-most ?soft ?*default-memlock-bytes*)))
    (finding (name sga-lock-refused) (host ?host) (state present)))
  =>
  (assert (finding (name memlock-at-default) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memlock-at-default.process
  "The limit on locked memory of the process was never raised: no SGA fits below it. [bach-2021: Max locked memory; linux-hugetlb-source: user_shm_lock]"
  (logical (memlock-limit (host ?host) (user "") (source proc-limits|systemd) (soft-bytes ?soft&:(at-most ?soft ?*default-memlock-bytes*))))
  =>
  (assert (finding (name memlock-at-default) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memlock-kb-of-ram.ninety-percent
  "With huge pages configured, Oracle's guide wants the limit at nine tenths of memory or more. [oracle-hugepages-guide: memlock at least 90 percent of current RAM]"
  (logical (meminfo (host ?host) (mem-total-bytes ?ram&~unknown)))
  =>
  (assert (quantity (name memlock-kb-of-ram) (host ?host) (subject ?host) (value (round-up (/ (* 0.9 ?ram) 1024))))))
