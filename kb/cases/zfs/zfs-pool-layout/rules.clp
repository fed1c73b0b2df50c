; For: a queue at its limit, a single device or raidz for a database, logs beside data, one disk for two pools.

(defrule CASES::zfs-pool-layout.one-full-queue
  "The whole pool waits in the queue of one volume, which ZFS keeps short, ten requests or in its first years 35: many spindles behind it stay idle."
  (logical
    (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present))
    (finding (name pool-on-one-lun) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument one-full-queue) (cf 0.85) (strength decisive))))

(defrule CASES::zfs-pool-layout.full-queue-of-one-vdev
  "The pool has one vdev, and its queue is full all the time."
  (logical
    (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present))
    (finding (name pool-on-one-vdev) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument full-queue-of-one-vdev) (cf 0.65) (strength decisive))))

(defrule CASES::zfs-pool-layout.full-queue
  "A device of the pool has as many requests as ZFS gives it, all the time: work waits before it in the host."
  (logical (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument full-queue) (cf 0.35) (strength supporting))))

(defrule CASES::zfs-pool-layout.one-slow-lun
  "The pool lies on one volume of an array, and it answers slowly."
  (logical
    (finding (name pool-on-one-lun) (host ?host) (subject ?pool) (state present))
    (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument one-slow-lun) (cf 0.35) (strength supporting))))

(defrule CASES::zfs-pool-layout.one-lun
  "The pool lies on one volume of an array, and the storage is said to be slow."
  (logical
    (finding (name pool-on-one-lun) (host ?host) (subject ?pool) (state present))
    (finding (name slow-io|slow-writes|slow-database|slow-commits) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument one-lun) (cf 0.15) (strength supporting))))

(defrule CASES::zfs-pool-layout.database-on-slow-raidz
  "A database lies on a single raidz whose devices are slow and busy: every random request keeps all of them busy."
  (logical
    (finding (name database-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present))
    (finding (name pool-device-busy) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument database-on-slow-raidz) (cf 0.8) (strength decisive))))

(defrule CASES::zfs-pool-layout.database-on-raidz
  "A database lies on a single raidz, which serves few random requests at once, and it is slow."
  (logical
    (finding (name database-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (finding (name slow-io|slow-writes|slow-database|slow-commits) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument database-on-raidz) (cf 0.4) (strength supporting))))

(defrule CASES::zfs-pool-layout.reads-wait-before-one-raidz
  "Reads stand in the queue of a single wide raidz as long as writes do: it serves few random requests at once."
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (finding (name reads-wait-in-queue) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument reads-wait-before-one-raidz) (cf 0.7) (strength decisive))))

(defrule CASES::zfs-pool-layout.slow-raidz
  "A single wide raidz answers slowly: it serves about as many random requests as one disk."
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument slow-raidz) (cf 0.35) (strength supporting))))

(defrule CASES::zfs-pool-layout.logs-beside-busy-data
  "The logs of the database share the devices with its data, the log has no device of its own, and the devices are slow."
  (logical
    (finding (name redo-shares-pool) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument logs-beside-busy-data) (cf 0.55) (strength supporting))))

(defrule CASES::zfs-pool-layout.logs-beside-data
  "The logs of the database share the pool with its data, and commits are slow."
  (logical
    (finding (name redo-shares-pool) (host ?host) (subject ?pool) (state present))
    (finding (name slow-commits) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument logs-beside-data) (cf 0.18) (strength supporting))))

(defrule CASES::zfs-pool-layout.one-disk-for-two-busy-pools
  "Two pools lie on one disk, which is busy all the time and slow: its heads go to and fro between them."
  (logical
    (finding (name pools-share-disk) (host ?host) (subject ?pool) (state present))
    (finding (name pool-device-busy) (host ?host) (subject ?pool) (state present))
    (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument one-disk-for-two-busy-pools) (cf 0.7) (strength decisive))))

(defrule CASES::zfs-pool-layout.lone-device
  "A device without redundancy is a data vdev beside redundant ones: new data is spread over it, and the pool is lost with it."
  (logical (finding (name vdevs-mixed) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument lone-device) (cf 0.5) (strength supporting))))

; Against

(defrule CASES::zfs-pool-layout.devices-are-quick
  "The devices of the pool answer quickly: no layout holds them up."
  (logical (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument devices-are-quick) (cf -0.7) (strength decisive))))

(defrule CASES::zfs-pool-layout.spread-over-vdevs
  "The pool is spread over several vdevs, each with a queue of its own."
  (logical (finding (name pool-spread) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument spread-over-vdevs) (cf -0.6) (strength decisive))))

(defrule CASES::zfs-pool-layout.separate-log-device
  "The pool has a log device: commits do not wait behind its data."
  (logical (finding (name separate-log-device) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument separate-log-device) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-pool-layout.faulty-pool
  "The pool is degraded or its devices have counted errors: that makes any layout slow."
  (logical (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument faulty-pool) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-pool-layout.scrub-or-resilver-running
  "A scrub or resilver runs and fills the queues by itself: wait for its end, then measure again."
  (logical (finding (name scrub-or-resilver-running) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument scrub-or-resilver-running) (cf -0.6) (strength decisive))))

(defrule CASES::zfs-pool-layout.gang-writes
  "Blocks are written in pieces all the time: the pool lacks free runs, and more devices only hide it."
  (logical (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument gang-writes) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-pool-layout.spikes-of-groups
  "The latency jumps with the transaction groups and is low between them: a log device is the nearer cure."
  (logical (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument spikes-of-groups) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-pool-layout.devices-stand-still
  "Requests wait and none completes: a lost path or a drive fills the queue."
  (logical (finding (name pool-io-stands-still) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?pool)
                    (argument devices-stand-still) (cf -0.5) (strength supporting))))

(defrule CASES::zfs-pool-layout.array-is-impaired
  "A RAID set behind the host is degraded, rebuilding or without its battery: its volumes are slow whatever the layout."
  (logical (finding (name array-impaired) (host ?host) (subject ?array) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?host)
                    (argument array-is-impaired) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-pool-layout.disk-errors
  "A disk reports errors: its retries keep its queue full."
  (logical (finding (name disk-errors) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?host)
                    (argument disk-errors) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-pool-layout.no-zfs
  "No ZFS is in use on this host."
  (logical (finding (name zfs-in-use) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-pool-layout) (host ?host) (subject ?host)
                    (argument no-zfs) (cf -0.5) (strength supporting))))

; What it leads to; a link counts where both ends are possible.

(defrule CASES::zfs-pool-layout.lets-logs-wait
  "Logs and data in one queue: while a transaction group is written, the log waits behind it. [oracle-zfs-queue-depth: no separate intent log]"
  (logical
    (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state present))
    (finding (name pool-on-one-lun|redo-shares-pool) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (contributes-to (case zfs-pool-layout) (host ?host) (subject ?pool)
                          (to zfs-txg-log-contention) (to-host ?host) (to-subject ?pool))))

(defrule CASES::zfs-pool-layout.queue-is-filled-by-pieces
  "Blocks written in pieces are many more requests, and they queue at the few devices that there are: the free space comes first, the layout makes it worse. [gaechter-2012: Storage]"
  (logical
    (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (contributes-to (case zfs-pool-layout) (host ?host) (subject ?pool)
                          (to zfs-pool-fragmentation) (to-host ?host) (to-subject ?pool))))
