; For

(defrule CASES::resync-in-progress.software-array-while-it-is-slow
  "A software RAID array is being rebuilt or checked, and the host or its storage is slow."
  (logical
    (finding (name array-syncing) (host ?host) (subject ?thing) (state present))
    (finding (name slow-io|slow-writes|slow-commits|slow-database|host-slow|host-stalls|periodic-stalls|application-drops-out|host-hangs) (host ?host) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument software-array-while-it-is-slow) (cf 0.8) (strength decisive))))

(defrule CASES::resync-in-progress.resilver-while-it-is-slow
  "A pool is resilvering, and the host or its storage is slow."
  (logical
    (finding (name pool-resilvering) (host ?host) (subject ?thing) (state present))
    (finding (name slow-io|slow-writes|slow-commits|slow-database|host-slow|host-stalls|periodic-stalls|application-drops-out|host-hangs) (host ?host) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument resilver-while-it-is-slow) (cf 0.8) (strength decisive))))

(defrule CASES::resync-in-progress.scrub-while-it-is-slow
  "A pool is being scrubbed, and the host or its storage is slow."
  (logical
    (finding (name pool-scrubbing) (host ?host) (subject ?thing) (state present))
    (finding (name slow-io|slow-writes|slow-commits|slow-database|host-slow|host-stalls|periodic-stalls|application-drops-out|host-hangs) (host ?host) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument scrub-while-it-is-slow) (cf 0.8) (strength decisive))))

(defrule CASES::resync-in-progress.controller-while-it-is-slow
  "A RAID controller rebuilds or initialises a set, and the host or its storage is slow."
  (logical
    (finding (name controller-rebuilding) (host ?host) (subject ?thing) (state present))
    (finding (name slow-io|slow-writes|slow-commits|slow-database|host-slow|host-stalls|periodic-stalls|application-drops-out|host-hangs) (host ?host) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument controller-while-it-is-slow) (cf 0.8) (strength decisive))))

(defrule CASES::resync-in-progress.software-array-and-slow-device
  "A software RAID array is being rebuilt or checked, and a device answers slowly."
  (logical
    (finding (name array-syncing) (host ?host) (subject ?thing) (state present))
    (finding (name device-slow) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument software-array-and-slow-device) (cf 0.82) (strength decisive))))

(defrule CASES::resync-in-progress.resilver-and-slow-device
  "A pool is resilvering, and a device answers slowly."
  (logical
    (finding (name pool-resilvering) (host ?host) (subject ?thing) (state present))
    (finding (name device-slow) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument resilver-and-slow-device) (cf 0.82) (strength decisive))))

(defrule CASES::resync-in-progress.scrub-and-slow-device
  "A pool is being scrubbed, and a device answers slowly."
  (logical
    (finding (name pool-scrubbing) (host ?host) (subject ?thing) (state present))
    (finding (name device-slow) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument scrub-and-slow-device) (cf 0.82) (strength decisive))))

(defrule CASES::resync-in-progress.controller-and-slow-device
  "A RAID controller rebuilds or initialises a set, and a device answers slowly."
  (logical
    (finding (name controller-rebuilding) (host ?host) (subject ?thing) (state present))
    (finding (name device-slow) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument controller-and-slow-device) (cf 0.82) (strength decisive))))

(defrule CASES::resync-in-progress.software-array-on-schedule
  "A software RAID array is being rebuilt or checked, and it is slow at fixed times, as such work is started."
  (logical
    (finding (name array-syncing) (host ?host) (subject ?thing) (state present))
    (finding (name slow-on-schedule) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument software-array-on-schedule) (cf 0.8) (strength decisive))))

(defrule CASES::resync-in-progress.resilver-on-schedule
  "A pool is resilvering, and it is slow at fixed times, as such work is started."
  (logical
    (finding (name pool-resilvering) (host ?host) (subject ?thing) (state present))
    (finding (name slow-on-schedule) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument resilver-on-schedule) (cf 0.8) (strength decisive))))

(defrule CASES::resync-in-progress.scrub-on-schedule
  "A pool is being scrubbed, and it is slow at fixed times, as such work is started."
  (logical
    (finding (name pool-scrubbing) (host ?host) (subject ?thing) (state present))
    (finding (name slow-on-schedule) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument scrub-on-schedule) (cf 0.8) (strength decisive))))

(defrule CASES::resync-in-progress.controller-on-schedule
  "A RAID controller rebuilds or initialises a set, and it is slow at fixed times, as such work is started."
  (logical
    (finding (name controller-rebuilding) (host ?host) (subject ?thing) (state present))
    (finding (name slow-on-schedule) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument controller-on-schedule) (cf 0.8) (strength decisive))))

(defrule CASES::resync-in-progress.software-array-running
  "A software RAID array is being rebuilt or checked now."
  (logical (finding (name array-syncing) (host ?host) (subject ?thing) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument software-array-running) (cf 0.35) (strength supporting))))

(defrule CASES::resync-in-progress.resilver-running
  "A pool is resilvering now."
  (logical (finding (name pool-resilvering) (host ?host) (subject ?thing) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument resilver-running) (cf 0.35) (strength supporting))))

(defrule CASES::resync-in-progress.scrub-running
  "A pool is being scrubbed now."
  (logical (finding (name pool-scrubbing) (host ?host) (subject ?thing) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument scrub-running) (cf 0.35) (strength supporting))))

(defrule CASES::resync-in-progress.controller-running
  "A RAID controller rebuilds or initialises a set now."
  (logical (finding (name controller-rebuilding) (host ?host) (subject ?thing) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument controller-running) (cf 0.35) (strength supporting))))

; Against

(defrule CASES::resync-in-progress.software-array-idle
  "This array is not synchronising."
  (logical (finding (name array-syncing) (host ?host) (subject ?thing) (state absent)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument software-array-idle) (cf -0.9) (strength decisive))))

(defrule CASES::resync-in-progress.pool-not-scanned
  "No scrub or resilver of the pool is running."
  (logical (finding (name scrub-or-resilver-running) (host ?host) (subject ?thing) (state absent)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument pool-not-scanned) (cf -0.9) (strength decisive))))

(defrule CASES::resync-in-progress.controller-set-in-order
  "The set is in order, and nothing is done to it."
  (logical (finding (name controller-rebuilding) (host ?host) (subject ?thing) (state absent)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?thing)
                    (argument controller-set-in-order) (cf -0.9) (strength decisive))))

(defrule CASES::resync-in-progress.host-swaps
  "The host swaps: that slows everything, whatever the array does."
  (logical (finding (name swapping) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?host)
                    (argument host-swaps) (cf -0.3) (strength supporting))))

; Links

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
  "A shingled drive makes the resilver that it takes part in many times longer, and it is what everybody waits for. [blocksandfiles-2020: caching writes]"
  (logical
    (finding (name pool-resilvering) (host ?host) (subject ?pool) (state present))
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (caused-by (case resync-in-progress) (host ?host) (subject ?pool)
                     (cause smr-drive-stall) (cause-host ?host) (cause-subject ?drive))))

(defrule CASES::resync-in-progress.rebuild-takes-long-for-a-shingled-drive
  "A shingled drive makes the rebuild that it takes part in many times longer. [blocksandfiles-2020: caching writes]"
  (logical
    (finding (name array-syncing) (host ?host) (subject ?array) (state present))
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (caused-by (case resync-in-progress) (host ?host) (subject ?array)
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

(defrule CASES::resync-in-progress.nothing-to-rebuild
  "There is no software RAID, no ZFS and no RAID controller. What is left is LVM, btrfs, a volume manager, or an array in the storage network."
  (logical
    (finding (name software-raid-in-use) (host ?host) (subject ?host) (state absent))
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state absent))
    (finding (name raid-controller-in-use) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case resync-in-progress) (host ?host) (subject ?host)
                    (argument nothing-to-rebuild) (cf -0.5) (strength supporting))))
