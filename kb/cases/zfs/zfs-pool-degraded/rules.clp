; For: the state that ZFS gives the pool, its devices and their counters, what was logged.

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

(defrule CASES::zfs-pool-degraded.suspended-by-lost-paths
  "The log says that the pool failed, and paths to the storage were lost: the pool is what waits for them. [openzfs-messages: ZFS-8000-HC]"
  (logical
    (finding (name pool-failure-logged) (host ?host) (subject ?host) (state present))
    (finding (name paths-lost|several-disks-unresponsive) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case zfs-pool-degraded) (host ?host) (subject ?host)
                     (cause multipath-path-loss) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::zfs-pool-degraded.suspended-by-a-drive
  "The log says that the pool failed, and a drive gave errors or no answer. [openzfs-messages: ZFS-8000-HC]"
  (logical
    (finding (name pool-failure-logged) (host ?host) (subject ?host) (state present))
    (finding (name device-unresponsive|medium-errors|requests-given-up|hardware-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (caused-by (case zfs-pool-degraded) (host ?host) (subject ?host)
                     (cause drive-failing) (cause-host ?host) (cause-subject ?drive))))
