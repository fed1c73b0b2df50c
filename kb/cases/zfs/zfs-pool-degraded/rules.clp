; For: the state that ZFS gives the pool, its devices and their counters, what was logged.

(defrule CASES::zfs-pool-degraded.device-out
  "The pool is degraded because a device of it is out: its redundancy is used up or reduced until the device is back or replaced."
  (logical
    (finding (name pool-degraded) (host ?host) (subject ?pool) (state present))
    (finding (name pool-device-out|pool-device-offline) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?pool)
                    (argument device-out) (cf 0.95) (strength decisive))))

(defrule CASES::zfs-pool-degraded.degraded
  "ZFS itself calls the pool degraded."
  (logical (finding (name pool-degraded) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?pool)
                    (argument degraded) (cf 0.85) (strength decisive))))

(defrule CASES::zfs-pool-degraded.unusable
  "The pool is faulted, unavailable or suspended: more is missing than its redundancy covers, or the way to it is gone."
  (logical (finding (name pool-unusable) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?pool)
                    (argument unusable) (cf 0.95) (strength decisive))))

(defrule CASES::zfs-pool-degraded.not-importable
  "A pool that is not in use cannot be opened: its devices are missing, unless these are labels that an old pool has left."
  (logical (finding (name pool-not-importable) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?pool)
                    (argument not-importable) (cf 0.5) (strength supporting))))

(defrule CASES::zfs-pool-degraded.data-damaged
  "ZFS lists data that no copy could mend: it is lost already, whatever the pool's state says."
  (logical (finding (name pool-data-damaged) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?pool)
                    (argument data-damaged) (cf 0.9) (strength decisive))))

(defrule CASES::zfs-pool-degraded.device-out-alone
  "A device of the pool is given up or cannot be opened."
  (logical (finding (name pool-device-out) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?pool)
                    (argument device-out-alone) (cf 0.85) (strength decisive))))

(defrule CASES::zfs-pool-degraded.errors-counted
  "A device of the pool counts errors that redundancy has covered so far."
  (logical (finding (name pool-errors-counted) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?pool)
                    (argument errors-counted) (cf 0.8) (strength decisive))))

(defrule CASES::zfs-pool-degraded.stray-errors
  "One or two errors are counted. That may be a torn write of a loss of power, or the first of many."
  (logical (finding (name pool-errors-stray) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?pool)
                    (argument stray-errors) (cf 0.4) (strength supporting))))

(defrule CASES::zfs-pool-degraded.fault-open
  "The fault manager has diagnosed a device or pool of ZFS and nobody has closed the fault."
  (logical (finding (name pool-fault-open) (host ?host) (subject ?subject) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?subject)
                    (argument fault-open) (cf 0.8) (strength decisive))))

(defrule CASES::zfs-pool-degraded.events
  "The ZFS module reported errors of a device since it was loaded; whether they were cleared meanwhile, zpool status tells."
  (logical (finding (name pool-errors-logged) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?pool)
                    (argument events) (cf 0.5) (strength supporting))))

(defrule CASES::zfs-pool-degraded.logged
  "The log has a failure of ZFS; whether it was mended meanwhile, zpool status tells."
  (logical (finding (name pool-failure-logged) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?host)
                    (argument logged) (cf 0.5) (strength supporting))))

(defrule CASES::zfs-pool-degraded.said
  "Somebody says that the pool is degraded or has errors; zpool status would show it."
  (logical (finding (name pool-said-faulty) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?host)
                    (argument said) (cf 0.15) (strength supporting))))

; Against

(defrule CASES::zfs-pool-degraded.sound
  "The pool is online, counts no error and knows of no damaged data. What was logged before is over."
  (logical (finding (name pool-has-faults) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?pool)
                    (argument sound) (cf -0.95) (strength decisive))))

(defrule CASES::zfs-pool-degraded.no-zfs
  "No ZFS is in use on this host."
  (logical (finding (name zfs-in-use) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-pool-degraded) (host ?host) (subject ?host)
                    (argument no-zfs) (cf -0.5) (strength supporting))))

; What stands behind it; a link counts where both ends are possible.

(defrule CASES::zfs-pool-degraded.because-of-a-drive
  "The drive fails, and the pool counts its errors or has given it up. [openzfs-messages: ZFS-8000-FD]"
  (logical
    (finding (name pool-degraded|pool-unusable|pool-data-damaged|pool-device-out|pool-errors-counted|pool-errors-stray) (host ?host) (subject ?pool) (state present))
    (pool-device (host ?host) (pool ?pool) (device ?drive)))
  =>
  (assert (caused-by (case zfs-pool-degraded) (host ?host) (subject ?pool)
                     (cause drive-failing) (cause-host ?host) (cause-subject ?drive))
          (caused-by (case zfs-pool-degraded) (host ?host) (subject ?pool)
                     (cause disk-link-errors) (cause-host ?host) (cause-subject ?drive))))

(defrule CASES::zfs-pool-degraded.because-of-a-shingled-drive
  "A shingled drive is written full by a resilver: it answers so late that the pool counts errors or gives it up. [blocksandfiles-2020: caching writes]"
  (logical
    (finding (name pool-degraded|pool-device-out|pool-errors-counted) (host ?host) (subject ?pool) (state present))
    (finding (name pool-resilvering) (host ?host) (subject ?pool) (state present))
    (pool-device (host ?host) (pool ?pool) (device ?drive)))
  =>
  (assert (caused-by (case zfs-pool-degraded) (host ?host) (subject ?pool)
                     (cause smr-drive-stall) (cause-host ?host) (cause-subject ?drive))))

(defrule CASES::zfs-pool-degraded.because-of-lost-paths
  "Paths to the storage were lost: the devices are sound and could not be reached. [red-hat-multipath: queue_if_no_path]"
  (logical
    (finding (name pool-degraded|pool-unusable|pool-device-out|pool-errors-counted) (host ?host) (subject ?pool) (state present))
    (finding (name paths-lost|several-disks-unresponsive) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case zfs-pool-degraded) (host ?host) (subject ?pool)
                     (cause multipath-path-loss) (cause-host ?host) (cause-subject ?host))))
