; For: data that is logged whole in the pool, with replication or counters that show the second copy.

(defrule CASES::zfs-logbias-double-write.surge-with-log-in-pool
  "Replication ships far more than before, and small synchronous writes to the data go into the log in the pool first and into their place afterwards: the replicated devices get everything twice."
  (logical
    (finding (name data-logbias-latency) (host ?host) (subject ?dataset) (state present))
    (finding (name data-logged-in-pool) (host ?host) (subject ?dataset) (state present))
    (finding (name replication-surge) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?dataset)
                    (argument surge-with-log-in-pool) (cf 0.7) (strength decisive))))

(defrule CASES::zfs-logbias-double-write.surge-after-a-change
  "Replication ships far more since a patch or upgrade, and the data now has logbias=latency with the log in the pool: the property, with this default, came with a patch."
  (logical
    (finding (name data-logbias-latency) (host ?host) (subject ?dataset) (state present))
    (finding (name data-logged-in-pool) (host ?host) (subject ?dataset) (state present))
    (finding (name replication-surge) (host ?host) (subject ?host) (state present))
    (finding (name after-change) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?dataset)
                    (argument surge-after-a-change) (cf 0.75) (strength decisive))))

(defrule CASES::zfs-logbias-double-write.surge-with-latency
  "Replication ships far more than before, and the data has logbias=latency, which copies small synchronous writes into the log."
  (logical
    (finding (name data-logbias-latency) (host ?host) (subject ?dataset) (state present))
    (finding (name replication-surge) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?dataset)
                    (argument surge-with-latency) (cf 0.45) (strength supporting))))

(defrule CASES::zfs-logbias-double-write.doubled-with-log-in-pool
  "The devices take nearly twice what the database wrote, and its small synchronous writes are logged in the pool."
  (logical
    (finding (name data-logbias-latency) (host ?host) (subject ?dataset) (state present))
    (finding (name data-logged-in-pool) (host ?host) (subject ?dataset) (state present))
    (finding (name writes-doubled) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?dataset)
                    (argument doubled-with-log-in-pool) (cf 0.85) (strength decisive))))

(defrule CASES::zfs-logbias-double-write.doubled-with-latency
  "The devices take nearly twice what the database wrote, and the data has logbias=latency."
  (logical
    (finding (name data-logbias-latency) (host ?host) (subject ?dataset) (state present))
    (finding (name writes-doubled) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?dataset)
                    (argument doubled-with-latency) (cf 0.6) (strength supporting))))

(defrule CASES::zfs-logbias-double-write.doubled
  "The devices take nearly twice what the database wrote, and ZFS is in use there."
  (logical
    (finding (name writes-doubled) (host ?host) (subject ?host) (state present))
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?host)
                    (argument doubled) (cf 0.35) (strength supporting))))

(defrule CASES::zfs-logbias-double-write.copies-counted-and-slow
  "The counters of the intent log show that it holds the data itself, in the pool, and the storage is slow: each small synchronous write costs two. So it is on every pool with these defaults, which makes it a possible part of the trouble and no more."
  (logical
    (finding (name log-holds-data) (host ?host) (subject ?host) (state present))
    (finding (name data-logged-in-pool) (host ?host) (subject ?dataset) (state present))
    (finding (name slow-writes|slow-commits|slow-io) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?dataset)
                    (argument copies-counted-and-slow) (cf 0.3) (strength supporting))))

(defrule CASES::zfs-logbias-double-write.surge-and-copies-counted
  "Replication ships far more than before, and the intent log holds the data itself, in the pool."
  (logical
    (finding (name log-holds-data) (host ?host) (subject ?host) (state present))
    (finding (name replication-surge) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?host)
                    (argument surge-and-copies-counted) (cf 0.5) (strength supporting))))

; Against

(defrule CASES::zfs-logbias-double-write.written-once
  "With logbias=throughput the data is written once, in its place; the log only points to it."
  (logical (finding (name data-logbias-latency) (host ?host) (subject ?dataset) (state absent)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?dataset)
                    (argument written-once) (cf -0.9) (strength decisive))))

(defrule CASES::zfs-logbias-double-write.separate-log-device
  "The pool has a log device: the first copy goes there, and the data devices get one."
  (logical (finding (name separate-log-device) (host ?host) (subject ?dataset) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?dataset)
                    (argument separate-log-device) (cf -0.8) (strength decisive))))

(defrule CASES::zfs-logbias-double-write.sync-disabled
  "With sync=disabled nothing is logged, so nothing is written twice."
  (logical (finding (name sync-disabled) (host ?host) (subject ?dataset) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?dataset)
                    (argument sync-disabled) (cf -0.9) (strength decisive))))

(defrule CASES::zfs-logbias-double-write.shipped-once
  "The replicated devices take hardly more than the database wrote."
  (logical (finding (name writes-doubled) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?host)
                    (argument shipped-once) (cf -0.8) (strength decisive))))

(defrule CASES::zfs-logbias-double-write.immediate-write-lowered
  "zfs_immediate_write_sz is below the database block: without a log device such writes go to their place at once, and the log points to them."
  (logical (finding (name immediate-write-lowered) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?host)
                    (argument immediate-write-lowered) (cf -0.5) (strength supporting))))

(defrule CASES::zfs-logbias-double-write.scrub-or-resilver-running
  "A resilver writes by itself, and a scrub competes with everything."
  (logical (finding (name scrub-or-resilver-running) (host ?host) (subject ?dataset) (state present)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?dataset)
                    (argument scrub-or-resilver-running) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-logbias-double-write.log-on-a-device-of-its-own
  "The counters of the intent log show that it goes to a log device."
  (logical (finding (name log-holds-data) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-logbias-double-write) (host ?host) (subject ?host)
                    (argument log-on-a-device-of-its-own) (cf -0.6) (strength decisive))))
