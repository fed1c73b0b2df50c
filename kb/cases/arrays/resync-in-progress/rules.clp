; For

(defrule CASES::resync-in-progress.rebuilt-after-a-failed-member
  "The array is rebuilt because it lost a member. [linux-md: faulty]"
  (logical
    (finding (name array-syncing) (host ?host) (subject ?array) (state present))
    (finding (name array-member-failed) (host ?host) (subject ?array) (state present)))
  =>
  (assert (caused-by (case resync-in-progress) (host ?host) (subject ?array)
                     (cause drive-failing) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::resync-in-progress.resilvers-after-device-errors
  "The pool resilvers, and one of its devices counts failed reads or writes. [openzfs-docs: zpool-status]"
  (logical
    (finding (name pool-resilvering) (host ?host) (subject ?pool) (state present))
    (finding (name pool-drive-errors) (host ?host) (subject ?device) (state present)))
  =>
  (assert (caused-by (case resync-in-progress) (host ?host) (subject ?pool)
                     (cause drive-failing) (cause-host ?host) (cause-subject ?device))))

(defrule CASES::resync-in-progress.takes-long-for-a-shingled-drive
  "A shingled drive makes the resilver or rebuild that it takes part in many times longer, and it is what everybody waits for. [blocksandfiles-2020: caching writes]"
  (logical
    (finding (name pool-resilvering|array-syncing) (host ?host) (subject ?redundant) (state present))
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (caused-by (case resync-in-progress) (host ?host) (subject ?redundant)
                     (cause smr-drive-stall) (cause-host ?host) (cause-subject ?drive))))

(defrule CASES::resync-in-progress.rebuilt-after-the-controller-dropped-a-drive
  "The controller rebuilds, and lists a drive as failed. [check-raid-captures: tw_cli]"
  (logical
    (finding (name controller-rebuilding) (host ?host) (subject ?set) (state present))
    (finding (name controller-drive-failed) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (caused-by (case resync-in-progress) (host ?host) (subject ?set)
                     (cause drive-failing) (cause-host ?host) (cause-subject ?drive))))

(defrule CASES::resync-in-progress.pool-is-degraded-until-it-ends
  "The pool is degraded for as long as its resilver runs: what it lacks is what is being written. [openzfs-docs: zpool-replace]"
  (logical (finding (name pool-device-being-replaced) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (caused-by (case zfs-pool-degraded) (host ?host) (subject ?pool)
                     (cause resync-in-progress) (cause-host ?host) (cause-subject ?pool))))
