; For: a table larger than its room, by its own count or by estimate, the reads that follow, and slow frees.

(defrule CASES::zfs-dedup-table-exhaustion.table-read-from-disk
  "The deduplication table is larger than what the cache keeps of it, and the pool reads small blocks while it writes: each block that is written or freed looks up the table on disk."
  (logical
    (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state present))
    (finding (name dedup-table-reads) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument table-read-from-disk) (cf 0.9) (strength decisive))))

(defrule CASES::zfs-dedup-table-exhaustion.large-table-and-slow
  "The deduplication table is larger than what the cache keeps of it, and writing or deleting is slow."
  (logical
    (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state present))
    (finding (name slow-writes|slow-io|slower-over-weeks|write-rate-collapses|host-hangs|host-stalls|deleting-slow|read-before-write)
      (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument large-table-and-slow) (cf 0.8) (strength decisive))))

(defrule CASES::zfs-dedup-table-exhaustion.large-table
  "The deduplication table is larger than what the cache keeps of it."
  (logical (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument large-table) (cf 0.6) (strength decisive))))

(defrule CASES::zfs-dedup-table-exhaustion.slow-frees
  "The pool deduplicates, and deleting takes very long: each block that is freed has to be looked up in the table."
  (logical
    (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present))
    (finding (name deleting-slow) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument slow-frees) (cf 0.45) (strength supporting))))

(defrule CASES::zfs-dedup-table-exhaustion.estimate-and-slow
  "For so much deduplicated data the table would be larger than a quarter of memory, and writing or deleting is slow."
  (logical
    (finding (name dedup-table-large-by-estimate) (host ?host) (subject ?pool) (state present))
    (finding (name slow-writes|slow-io|slower-over-weeks|write-rate-collapses|deleting-slow|read-before-write)
      (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument estimate-and-slow) (cf 0.5) (strength supporting))))

(defrule CASES::zfs-dedup-table-exhaustion.estimate
  "For so much deduplicated data the table would be larger than a quarter of memory."
  (logical (finding (name dedup-table-large-by-estimate) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument estimate) (cf 0.3) (strength supporting))))

(defrule CASES::zfs-dedup-table-exhaustion.small-reads
  "The pool deduplicates, and reads small blocks about as often as it writes."
  (logical
    (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present))
    (finding (name dedup-table-reads) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument small-reads) (cf 0.4) (strength supporting))))

(defrule CASES::zfs-dedup-table-exhaustion.deduplicates-and-slow
  "The pool deduplicates, and writing is slow or has become slower."
  (logical
    (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present))
    (finding (name slow-writes|slower-over-weeks|write-rate-collapses) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument deduplicates-and-slow) (cf 0.22) (strength supporting))))

; Against

(defrule CASES::zfs-dedup-table-exhaustion.no-table
  "The pool has no deduplication table."
  (logical (finding (name dedup-in-use) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument no-table) (cf -0.9) (strength decisive))))

(defrule CASES::zfs-dedup-table-exhaustion.table-fits
  "The table is small beside memory: it stays in the cache."
  (logical (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument table-fits) (cf -0.75) (strength decisive))))

(defrule CASES::zfs-dedup-table-exhaustion.small-by-estimate
  "For so little deduplicated data the table would be small beside memory."
  (logical (finding (name dedup-table-large-by-estimate) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument small-by-estimate) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-dedup-table-exhaustion.nothing-is-shared
  "The ratio is 1.00: most likely nothing is deduplicated here, unless dedup=on was set for data that never repeats."
  (logical (finding (name dedup-saves-nothing) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument nothing-is-shared) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-dedup-table-exhaustion.faulty-pool
  "The pool is degraded or its devices have counted errors: that makes it slow by itself."
  (logical (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument faulty-pool) (cf -0.35) (strength supporting))))

(defrule CASES::zfs-dedup-table-exhaustion.scrub-or-resilver-running
  "A scrub or resilver runs and reads everything."
  (logical (finding (name scrub-or-resilver-running) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument scrub-or-resilver-running) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-dedup-table-exhaustion.gang-writes
  "Blocks are written in pieces all the time: the pool lacks free runs."
  (logical (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument gang-writes) (cf -0.35) (strength supporting))))

(defrule CASES::zfs-dedup-table-exhaustion.devices-are-quick
  "The devices of the pool answer quickly and are not held up by reads of a table."
  (logical (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?pool)
                    (argument devices-are-quick) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-dedup-table-exhaustion.no-zfs
  "No ZFS is in use on this host."
  (logical (finding (name zfs-in-use) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-dedup-table-exhaustion) (host ?host) (subject ?host)
                    (argument no-zfs) (cf -0.5) (strength supporting))))
