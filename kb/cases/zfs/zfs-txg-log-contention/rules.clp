; For: bulk writes in the latency spikes of the devices that also hold the intent log; the period; the stalls that follow.

(defrule CASES::zfs-txg-log-contention.bulk-writes-before-the-log
  "Transaction groups and the intent log share the devices: while a group is written, the small writes of the log wait behind it, and every commit with them."
  (logical
    (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument bulk-writes-before-the-log) (cf 0.75) (strength decisive))))

(defrule CASES::zfs-txg-log-contention.bulk-writes-each-group
  "The spikes come as often as transaction groups are written, they consist of its bulk writes, and the log has no device of its own."
  (logical
    (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument bulk-writes-each-group) (cf 0.9) (strength decisive))))

(defrule CASES::zfs-txg-log-contention.large-writes-each-group
  "The spikes come as often as transaction groups are written, and they consist of large writes."
  (logical
    (finding (name large-writes-in-spikes) (host ?host) (subject ?subject) (state present))
    (finding (name spikes-at-flush-period) (host ?host) (subject ?subject) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?subject)
                    (argument large-writes-each-group) (cf 0.6) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.large-writes
  "While small writes are delayed, the device is busy with writes many times larger, as a transaction group makes them."
  (logical (finding (name large-writes-in-spikes) (host ?host) (subject ?subject) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?subject)
                    (argument large-writes) (cf 0.4) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.large-writes-and-stalls
  "The device is busy with large writes in its spikes, and commits or whole applications stall."
  (logical
    (finding (name large-writes-in-spikes) (host ?host) (subject ?subject) (state present))
    (finding (name periodic-stalls|application-drops-out|host-stalls|slow-commits) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?subject)
                    (argument large-writes-and-stalls) (cf 0.55) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.stalls-with-the-large-writes
  "The application stalls when, or as often as, the large writes delay the small ones."
  (logical
    (finding (name large-writes-in-spikes) (host ?host) (subject ?subject) (state present))
    (finding (name stalls-coincide-with-log-spikes) (host ?host) (subject ?subject) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?subject)
                    (argument stalls-with-the-large-writes) (cf 0.7) (strength decisive))))

(defrule CASES::zfs-txg-log-contention.stalls-behind-the-bulk-writes
  "The application stalls when, or as often as, a transaction group is written before the log that shares its devices."
  (logical
    (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name stalls-coincide-with-log-spikes) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument stalls-behind-the-bulk-writes) (cf 0.9) (strength decisive))))

(defrule CASES::zfs-txg-log-contention.spikes-each-group
  "The latency jumps as often as transaction groups are written, and the log has no device of its own; how large the writes are then is not known."
  (logical
    (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument spikes-each-group) (cf 0.4) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.log-waits-with-the-groups
  "OpenZFS itself measures it: synchronous writes wait in their queue while a group is written, and the log has no device of its own."
  (logical
    (finding (name log-writes-wait) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument log-waits-with-the-groups) (cf 0.6) (strength decisive))))

(defrule CASES::zfs-txg-log-contention.log-waits
  "OpenZFS itself measures it: synchronous writes wait in their queue while a group is written."
  (logical (finding (name log-writes-wait) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument log-waits) (cf 0.3) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.long-groups-before-the-log
  "Groups take seconds to be written on the devices that also hold the log, and commits or whole applications stall."
  (logical
    (finding (name groups-take-long) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name periodic-stalls|application-drops-out|host-stalls|slow-commits) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument long-groups-before-the-log) (cf 0.5) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.stalls-as-often-as-groups
  "Something stalls as often as transaction groups are written, and the log has no device of its own; the devices were not watched."
  (logical
    (finding (name stalls-at-flush-period) (host ?host) (subject ?host) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument stalls-as-often-as-groups) (cf 0.3) (strength supporting))))

; Against

(defrule CASES::zfs-txg-log-contention.reads-wait-too
  "Reads wait in the queue as long as writes, and there are many of them: the devices have more to do than they can, also between the groups."
  (logical (finding (name reads-wait-in-queue) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument reads-wait-too) (cf -0.5) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.groups-are-short
  "Groups are written in a fraction of a second: they keep nothing waiting for long."
  (logical (finding (name groups-take-long) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument groups-are-short) (cf -0.45) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.log-does-not-wait
  "Synchronous writes do not wait in the pool's queue, and the disks answer quickly."
  (logical (finding (name log-writes-wait) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument log-does-not-wait) (cf -0.6) (strength decisive))))

(defrule CASES::zfs-txg-log-contention.separate-log-device
  "The pool has a log device: synchronous writes do not wait for the devices that a transaction group keeps busy."
  (logical (finding (name separate-log-device) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument separate-log-device) (cf -0.9) (strength decisive))))

(defrule CASES::zfs-txg-log-contention.writes-do-not-grow
  "No large writes stand behind the delays: what the host writes is the same then, or there are no delays at all. Look at the array, the drives and the application."
  (logical (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument writes-do-not-grow) (cf -0.7) (strength decisive))))

(defrule CASES::zfs-txg-log-contention.sync-disabled
  "The log of the database has sync=disabled: its commits wait for no disk."
  (logical (finding (name sync-disabled) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument sync-disabled) (cf -0.8) (strength decisive))))

(defrule CASES::zfs-txg-log-contention.another-period
  "The spikes are further apart than transaction groups are on this version."
  (logical (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument another-period) (cf -0.35) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.scrub-or-resilver-running
  "A scrub or resilver runs and delays everything in the pool."
  (logical (finding (name scrub-or-resilver-running) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument scrub-or-resilver-running) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.devices-stand-still
  "Requests wait and none completes: a lost path or a drive. A transaction group keeps the device busy, and it completes all the time."
  (logical (finding (name pool-io-stands-still) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument devices-stand-still) (cf -0.5) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.disk-errors
  "A disk reports errors: its retries delay writes by themselves."
  (logical (finding (name disk-errors) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?host)
                    (argument disk-errors) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.paths-lost
  "Paths to the storage failed: the devices were not slow, they were not reached."
  (logical (finding (name paths-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?host)
                    (argument paths-lost) (cf -0.5) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.collector-stops-the-program
  "The collector of a Java program on this host stops it for seconds by itself."
  (logical (finding (name gc-pauses-long) (host ?host) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?host)
                    (argument collector-stops-the-program) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.no-zfs
  "No ZFS is in use on this host."
  (logical (finding (name zfs-in-use) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?host)
                    (argument no-zfs) (cf -0.5) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.faulty-pool
  "The pool is degraded or its devices have counted errors: retries delay writes by themselves."
  (logical (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument faulty-pool) (cf -0.35) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.stalls-keep-to-checkpoints
  "The stalls keep to the interval of the database's checkpoints, and these take seconds to force their files to disk."
  (logical
    (finding (name stalls-at-checkpoint-interval) (host ?host) (subject ?host) (state present))
    (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?host)
                    (argument stalls-keep-to-checkpoints) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-txg-log-contention.queue-full-all-the-time
  "The queue of a device is full all the time, and not only while a group is written: the layout of the pool comes first."
  (logical (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-txg-log-contention) (host ?host) (subject ?pool)
                    (argument queue-full-all-the-time) (cf -0.3) (strength supporting))))
