; For: an exported pool without a log device, and clients that wait for their commits.

(defrule CASES::nfs-sync-without-log-device.slow-writes-without-log-device
  "Clients measure slow writes or commits of a pool that has no log device: each of them waits until a log block is written among the data."
  (logical
    (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name nfs-writes-slow) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument slow-writes-without-log-device) (cf 0.85) (strength decisive))))

(defrule CASES::nfs-sync-without-log-device.slow-writes-on-rotating-disks
  "Clients measure slow writes or commits of a pool on disks that turn and without a log device."
  (logical
    (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name nfs-writes-slow) (host ?host) (subject ?host) (state present))
    (finding (name pool-on-rotating-disks) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument slow-writes-on-rotating-disks) (cf 0.92) (strength decisive))))

(defrule CASES::nfs-sync-without-log-device.waiting-for-the-log
  "Tasks wait for the intent log of a pool that is exported and has no log device."
  (logical
    (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name tasks-wait-for-zfs-log) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument waiting-for-the-log) (cf 0.75) (strength decisive))))

(defrule CASES::nfs-sync-without-log-device.waiting-for-the-log-and-slow
  "It is slow, and tasks wait for the intent log of a pool that is exported and has no log device."
  (logical
    (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name tasks-wait-for-zfs-log) (host ?host) (subject ?host) (state present))
    (finding (name slow-writes|slow-commits|slow-io|slow-database|application-drops-out) (host ?host) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument waiting-for-the-log-and-slow) (cf 0.82) (strength decisive))))

(defrule CASES::nfs-sync-without-log-device.slow-while-logged-in-the-pool
  "Writing is slow, and a great deal of intent log was written in the pool itself, which is exported."
  (logical
    (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name pool-commits-often) (host ?host) (subject ?host) (state present))
    (finding (name slow-writes|slow-commits|slow-io|slow-database|application-drops-out) (host ?host) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument slow-while-logged-in-the-pool) (cf 0.65) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.slow-while-clients-commit-often
  "Writing is slow, the clients commit again and again, and the pool has no log device."
  (logical
    (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name nfs-commits-often) (host ?host) (subject ?host) (state present))
    (finding (name slow-writes|slow-commits|slow-io|slow-database|application-drops-out) (host ?host) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument slow-while-clients-commit-often) (cf 0.6) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.slow-on-rotating-disks
  "Writing is slow, and the pool that is exported lies on disks that turn and has no log device."
  (logical
    (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name pool-on-rotating-disks) (host ?host) (subject ?pool) (state present))
    (finding (name slow-writes|slow-commits|slow-io|slow-database|application-drops-out) (host ?host) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument slow-on-rotating-disks) (cf 0.6) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.slow-and-exported-without-log-device
  "Writing is slow, and the pool that is exported has no log device."
  (logical
    (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))
    (finding (name slow-writes|slow-commits|slow-io|slow-database|application-drops-out) (host ?host) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument slow-and-exported-without-log-device) (cf 0.4) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.exported-without-log-device
  "The pool is exported and has no log device."
  (logical
    (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument exported-without-log-device) (cf 0.25) (strength supporting))))

; Against

(defrule CASES::nfs-sync-without-log-device.separate-log-device
  "The pool has a log device: commits do not wait for the disks that hold the data."
  (logical (finding (name separate-log-device) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument separate-log-device) (cf -0.92) (strength decisive))))

(defrule CASES::nfs-sync-without-log-device.exported-async
  "It is exported with async: the server answers before anything is on disk, so nobody waits for a log. That also loses what it answered when the server crashes."
  (logical (finding (name nfs-exported-async) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument exported-async) (cf -0.75) (strength decisive))))

(defrule CASES::nfs-sync-without-log-device.sync-disabled
  "What is exported has sync=disabled: no commit waits for a disk, and all of them are lost with the power."
  (logical (finding (name nfs-dataset-sync-disabled) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument sync-disabled) (cf -0.85) (strength decisive))))

(defrule CASES::nfs-sync-without-log-device.writes-are-quick
  "Clients measured their writes and commits, and they are quick."
  (logical (finding (name nfs-writes-slow) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?host)
                    (argument writes-are-quick) (cf -0.75) (strength decisive))))

(defrule CASES::nfs-sync-without-log-device.pool-on-flash
  "The data lies on flash: a log block among it costs no seek. Drives without protection against loss of power can be slow in commits all the same."
  (logical (finding (name pool-on-flash) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument pool-on-flash) (cf -0.45) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.reads-are-slow-too
  "Reads are as slow as writes: disks, pool or network are slow altogether."
  (logical (finding (name nfs-reads-slow) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?host)
                    (argument reads-are-slow-too) (cf -0.35) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.requests-sent-again
  "Requests have to be sent again: the network loses them, or the server does not answer for seconds."
  (logical (finding (name nfs-retransmits) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?host)
                    (argument requests-sent-again) (cf -0.4) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.not-on-zfs
  "What is exported does not lie on ZFS."
  (logical (finding (name nfs-served-from-zfs) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?host)
                    (argument not-on-zfs) (cf -0.9) (strength decisive))))

(defrule CASES::nfs-sync-without-log-device.no-zfs
  "No ZFS is in use on this host."
  (logical (finding (name zfs-in-use) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?host)
                    (argument no-zfs) (cf -0.7) (strength decisive))))

(defrule CASES::nfs-sync-without-log-device.bulk-writes-each-group
  "The latency jumps with the bulk writes of each transaction group: it is their queue in which commits wait, not the seek of each commit."
  (logical
    (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state present))
    (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument bulk-writes-each-group) (cf -0.4) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.faulty-pool
  "The pool is degraded or its devices have counted errors: retries delay writes by themselves."
  (logical (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument faulty-pool) (cf -0.45) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.scrub-or-resilver-running
  "A scrub or resilver runs and delays everything in the pool."
  (logical (finding (name scrub-or-resilver-running) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument scrub-or-resilver-running) (cf -0.35) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.devices-stand-still
  "Requests wait and none completes: a lost path or a drive."
  (logical (finding (name pool-io-stands-still) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument devices-stand-still) (cf -0.6) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.pool-nearly-full
  "The pool is nearly full: every write looks long for room."
  (logical (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?pool)
                    (argument pool-nearly-full) (cf -0.2) (strength supporting))))

(defrule CASES::nfs-sync-without-log-device.disk-errors
  "A disk reports errors: its retries delay writes by themselves."
  (logical (finding (name disk-errors) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case nfs-sync-without-log-device) (host ?host) (subject ?host)
                    (argument disk-errors) (cf -0.3) (strength supporting))))
