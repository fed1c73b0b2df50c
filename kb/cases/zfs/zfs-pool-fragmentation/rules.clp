; For: gang blocks, short free runs, fill, small I/Os, each with the complaint or a second sign.

(defrule CASES::zfs-pool-fragmentation.gang-writes-on-a-full-pool
  "Gang blocks while the pool is nearly full: the allocator no longer finds contiguous runs, and every write becomes several."
  (logical
    (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument gang-writes-on-a-full-pool) (cf 0.8) (strength decisive))))

(defrule CASES::zfs-pool-fragmentation.gang-writes
  "Gang blocks are written all the time: the allocator does not find contiguous runs for whole blocks."
  (logical (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument gang-writes) (cf 0.6) (strength decisive))))

(defrule CASES::zfs-pool-fragmentation.gang-writes-and-ever-slower
  "Gang blocks are written all the time, and the same work takes longer every week: the free runs get shorter with every rewrite."
  (logical
    (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present))
    (finding (name slower-over-weeks) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument gang-writes-and-ever-slower) (cf 0.7) (strength decisive))))

(defrule CASES::zfs-pool-fragmentation.gang-writes-in-small-pieces
  "Gang blocks are written, and most I/Os are smaller than any record: these are their pieces."
  (logical
    (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present))
    (finding (name small-pool-ios) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument gang-writes-in-small-pieces) (cf 0.7) (strength decisive))))

(defrule CASES::zfs-pool-fragmentation.short-runs-on-a-full-pool
  "The pool is nearly full, and what is free lies in short runs."
  (logical
    (finding (name free-space-fragmented) (host ?host) (subject ?pool) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument short-runs-on-a-full-pool) (cf 0.65) (strength decisive))))

(defrule CASES::zfs-pool-fragmentation.short-runs-on-a-full-slow-pool
  "The pool is nearly full, what is free lies in short runs, and it has become slow."
  (logical
    (finding (name free-space-fragmented) (host ?host) (subject ?pool) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))
    (finding (name slow-io|slow-writes|slow-commits|slow-database|slower-over-weeks) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument short-runs-on-a-full-slow-pool) (cf 0.75) (strength decisive))))

(defrule CASES::zfs-pool-fragmentation.short-runs
  "The free space lies in short runs, whatever its amount."
  (logical (finding (name free-space-fragmented) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument short-runs) (cf 0.3) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.short-runs-and-slow
  "The free space lies in short runs, and the storage has become slow."
  (logical
    (finding (name free-space-fragmented) (host ?host) (subject ?pool) (state present))
    (finding (name slow-io|slow-writes|slow-commits|slow-database|slower-over-weeks) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument short-runs-and-slow) (cf 0.45) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.full-and-slow
  "The pool is nearly full and the storage is slow: free runs are scarce there."
  (logical
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))
    (finding (name slow-io|slow-writes|slow-commits|slow-database) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument full-and-slow) (cf 0.25) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.full-and-ever-slower
  "The pool is nearly full, and the same work takes longer every week."
  (logical
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))
    (finding (name slower-over-weeks) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument full-and-ever-slower) (cf 0.45) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.full-and-slow-devices
  "The pool is nearly full and its devices take tens of milliseconds for each request."
  (logical
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))
    (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument full-and-slow-devices) (cf 0.4) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.nearly-full
  "The pool is nearly full: its free runs will get short."
  (logical (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument nearly-full) (cf 0.25) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.small-ios
  "Most I/Os of the pool are smaller than a record: pieces of gang blocks, or metadata."
  (logical (finding (name small-pool-ios) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument small-ios) (cf 0.3) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.small-ios-on-a-full-pool
  "The pool is nearly full, and most of its I/Os are smaller than a record: writes are broken into pieces."
  (logical
    (finding (name small-pool-ios) (host ?host) (subject ?pool) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument small-ios-on-a-full-pool) (cf 0.55) (strength supporting))))

; Against: room, whole runs, no gang blocks, and what else makes a pool slow.

(defrule CASES::zfs-pool-fragmentation.half-of-it-is-free
  "At least half of the pool is free; with so much room the allocator finds long runs."
  (logical (finding (name pool-has-room) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument half-of-it-is-free) (cf -0.8) (strength decisive))))

(defrule CASES::zfs-pool-fragmentation.room-in-long-runs
  "The pool is not full, and its free space is in long runs."
  (logical
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state absent))
    (finding (name free-space-fragmented) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument room-in-long-runs) (cf -0.8) (strength decisive))))

(defrule CASES::zfs-pool-fragmentation.no-gang-writes
  "Gang blocks were counted and there are next to none: blocks find runs of their length, so the fill is only a risk."
  (logical (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument no-gang-writes) (cf -0.7) (strength decisive))))

(defrule CASES::zfs-pool-fragmentation.not-full
  "The fill is below the limit of this version of ZFS. Pools with small records and many synchronous writes may suffer earlier."
  (logical (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument not-full) (cf -0.35) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.free-space-in-long-runs
  "What is free is in long runs."
  (logical (finding (name free-space-fragmented) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument free-space-in-long-runs) (cf -0.35) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.scrub-or-resilver-running
  "A scrub or resilver runs: it alone makes the pool slow, and it reads old gang blocks, which are counted too."
  (logical (finding (name scrub-or-resilver-running) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument scrub-or-resilver-running) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.deduplication
  "The pool deduplicates: looking up the table makes writes and frees slow by itself."
  (logical (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument deduplication) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.devices-stand-still
  "Requests wait and none completes: a path or drive is gone. A fragmented pool is slow but goes on."
  (logical (finding (name pool-io-stands-still) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument devices-stand-still) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.disk-errors
  "A disk reports errors: its retries make the pool slow whatever the free space is like."
  (logical (finding (name disk-errors) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?host)
                    (argument disk-errors) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.faulty-pool
  "The pool is degraded or its devices have counted errors: retries and reconstruction make it slow by themselves."
  (logical (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument faulty-pool) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-pool-fragmentation.table-of-deduplication
  "The deduplication table is larger than the cache: each write and free reads it from disk, whatever the records and the free space are."
  (logical (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-fragmentation) (host ?host) (subject ?pool)
                    (argument table-of-deduplication) (cf -0.4) (strength supporting))))
