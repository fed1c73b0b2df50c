; For

(defrule CASES::linux-writeback-stall.pause-with-the-backlog-at-its-limit
  "Writing pauses while unwritten data stands at its limit: whoever writes has to wait until enough of it has drained."
  (logical
    (finding (name writes-pause) (host ?host) (subject ?host) (state present))
    (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument pause-with-the-backlog-at-its-limit) (cf 0.85) (strength decisive))))

(defrule CASES::linux-writeback-stall.pause-with-the-backlog-at-the-default-limit
  "Writing pauses while as much is unwritten as this kernel allows unless it was told otherwise."
  (logical
    (finding (name writes-pause) (host ?host) (subject ?host) (state present))
    (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument pause-with-the-backlog-at-the-default-limit) (cf 0.7) (strength supporting))))

(defrule CASES::linux-writeback-stall.stall-lasts-as-long-as-the-backlog-drains
  "The stall is as long as the backlog takes to drain, which no other cause of stalls would keep to."
  (logical (finding (name stall-as-predicted) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument stall-lasts-as-long-as-the-backlog-drains) (cf 0.5) (strength decisive))))

(defrule CASES::linux-writeback-stall.pause-without-swapping
  "Nothing is handed to the disks for seconds, tasks wait for them, and it is not swap that they wait for."
  (logical
    (finding (name writes-pause) (host ?host) (subject ?host) (state present))
    (finding (name swapping) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument pause-without-swapping) (cf 0.5) (strength supporting))))

(defrule CASES::linux-writeback-stall.pause-after-a-burst
  "A burst far beyond what the disks drain comes before the pause: the cache took it in and now has to give it back."
  (logical
    (finding (name writes-pause) (host ?host) (subject ?host) (state present))
    (finding (name writes-burst) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument pause-after-a-burst) (cf 0.4) (strength supporting))))

(defrule CASES::linux-writeback-stall.pause-while-the-device-drains
  "No new writes are handed over, and the device is busy completing old ones: it drains a backlog, it does not hang."
  (logical
    (finding (name writes-pause) (host ?host) (subject ?host) (state present))
    (finding (name device-busy-writing) (host ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument pause-while-the-device-drains) (cf 0.4) (strength supporting))))

(defrule CASES::linux-writeback-stall.stalls-with-the-backlog-at-its-limit
  "The host stalls, and unwritten data stands at the limit at which writers are stopped."
  (logical
    (finding (name host-stalls) (host ?host) (state present))
    (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument stalls-with-the-backlog-at-its-limit) (cf 0.6) (strength supporting))))

(defrule CASES::linux-writeback-stall.stalls-with-the-backlog-at-the-default-limit
  "The host stalls, and as much is unwritten as this kernel allows unless it was told otherwise."
  (logical
    (finding (name host-stalls) (host ?host) (state present))
    (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument stalls-with-the-backlog-at-the-default-limit) (cf 0.45) (strength supporting))))

(defrule CASES::linux-writeback-stall.backlog-takes-seconds-to-drain
  "What is unwritten takes the storage seconds, and whoever waits for any of it waits as long."
  (logical
    (finding (name dirty-backlog-slow-to-drain) (host ?host) (subject ?host) (state present))
    (quantity (name backlog-drain-seconds) (host ?host) (value ?seconds)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument backlog-takes-seconds-to-drain) (cf 0.3) (strength supporting))))

(defrule CASES::linux-writeback-stall.backlog-predicts-a-stall
  "The host stalls, and by its size and the drain the backlog stops writers for seconds."
  (logical
    (finding (name host-stalls) (host ?host) (state present))
    (finding (name stall-predicted) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument backlog-predicts-a-stall) (cf 0.4) (strength supporting))))

(defrule CASES::linux-writeback-stall.limit-outlasts-the-drain
  "The settings let more pile up than the storage drains in some seconds."
  (logical (finding (name dirty-limit-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument limit-outlasts-the-drain) (cf 0.25) (strength supporting))))

(defrule CASES::linux-writeback-stall.limit-outlasts-the-drain-under-bulk-writes
  "It happens while something writes a lot, and the settings let more of it pile up than the storage drains in some seconds."
  (logical
    (finding (name bulk-write-running) (host ?host) (state present))
    (finding (name host-stalls) (host ?host) (state present))
    (finding (name dirty-limit-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument limit-outlasts-the-drain-under-bulk-writes) (cf 0.45) (strength supporting))))

(defrule CASES::linux-writeback-stall.huge-limit-under-bulk-writes
  "It happens while something writes a lot, and the limit is so high that hardly any storage drains it in seconds."
  (logical
    (finding (name bulk-write-running) (host ?host) (state present))
    (finding (name host-stalls) (host ?host) (state present))
    (finding (name dirty-limit-huge) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument huge-limit-under-bulk-writes) (cf 0.35) (strength supporting))))

(defrule CASES::linux-writeback-stall.writers-held-back
  "Tasks that write are held back in the function that does so when too much is unwritten."
  (logical (finding (name tasks-in-dirty-throttle) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument writers-held-back) (cf 0.4) (strength supporting))))

(defrule CASES::linux-writeback-stall.writers-held-back-at-the-limit
  "Tasks that write are held back while unwritten data stands at its limit."
  (logical
    (finding (name tasks-in-dirty-throttle) (host ?host) (subject ?host) (state present))
    (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument writers-held-back-at-the-limit) (cf 0.8) (strength decisive))))

(defrule CASES::linux-writeback-stall.writers-held-back-above-the-threshold
  "Tasks that write are held back, and more is unwritten than the amount from which on the kernel does so."
  (logical
    (finding (name tasks-in-dirty-throttle) (host ?host) (subject ?host) (state present))
    (finding (name dirty-backlog-slows-writers) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument writers-held-back-above-the-threshold) (cf 0.75) (strength decisive))))

(defrule CASES::linux-writeback-stall.stalls-above-the-threshold
  "The host stalls, and more is unwritten than the amount from which on the kernel slows whoever writes."
  (logical
    (finding (name host-stalls) (host ?host) (state present))
    (finding (name dirty-backlog-slows-writers) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument stalls-above-the-threshold) (cf 0.4) (strength supporting))))

; Against

(defrule CASES::linux-writeback-stall.nobody-held-back
  "Less is unwritten than the amount from which on writers are slowed, although a lot is being written at that moment."
  (logical
    (finding (name heavy-writing) (host ?host) (subject ?host) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument nobody-held-back) (cf -0.4) (strength supporting))))

(defrule CASES::linux-writeback-stall.disk-busy-and-nobody-held-back
  "A disk has as much to write as it can take, and less is unwritten than the amount from which on writers are slowed: they wait for the disk itself."
  (logical
    (finding (name device-busy-writing) (host ?host) (subject ?device) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument disk-busy-and-nobody-held-back) (cf -0.4) (strength supporting))))

(defrule CASES::linux-writeback-stall.controller-writes-through
  "The controller has lost its write cache, and less is unwritten than the amount from which on writers are slowed: every write waits for the disks."
  (logical
    (finding (name write-cache-lost) (host ?host) (subject ?subject) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument controller-writes-through) (cf -0.4) (strength supporting))))

(defrule CASES::linux-writeback-stall.fsync-behind-ext3
  "fsync takes seconds on ext3 in ordered mode and tasks wait for its journal: that holds up callers of fsync, at any backlog."
  (logical
    (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))
    (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present))
    (finding (name fsync-takes-seconds) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument fsync-behind-ext3) (cf -0.3) (strength supporting))))

(defrule CASES::linux-writeback-stall.ext3-journal-waits
  "Tasks wait for the journal of ext3, not for room in the page cache: callers of fsync wait for data of others there."
  (logical
    (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument ext3-journal-waits) (cf -0.7) (strength decisive))))

(defrule CASES::linux-writeback-stall.container-at-its-own-limit
  "A container has reached the limit of unwritten data that its own memory gives it, while the host is far from its own."
  (logical
    (finding (name cgroup-dirty-at-limit) (host ?host) (subject ?cgroup) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument container-at-its-own-limit) (cf -0.7) (strength decisive))))

(defrule CASES::linux-writeback-stall.limit-drains-in-seconds
  "The limits are bounded to what the storage drains within seconds, so no backlog can stop anybody for long."
  (logical (finding (name dirty-limit-large) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument limit-drains-in-seconds) (cf -0.9) (strength decisive))))

(defrule CASES::linux-writeback-stall.backlog-watched-small
  "Many samples were taken, and hardly anything was ever unwritten: nobody is stopped for that."
  (logical (finding (name dirty-backlog-watched-small) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument backlog-watched-small) (cf -0.8) (strength decisive))))

(defrule CASES::linux-writeback-stall.backlog-small
  "Hardly anything was unwritten at the moment that was captured; it may have been a quiet one."
  (logical (finding (name dirty-backlog-small) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument backlog-small) (cf -0.3) (strength supporting))))

(defrule CASES::linux-writeback-stall.no-pause-seen
  "Heavy writing was watched, and it went on steadily."
  (logical (finding (name writes-pause) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument no-pause-seen) (cf -0.5) (strength supporting))))

(defrule CASES::linux-writeback-stall.host-swaps
  "The host swaps: tasks wait for memory that was written out, not for room in the page cache."
  (logical (finding (name swapping) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument host-swaps) (cf -0.6) (strength supporting))))

(defrule CASES::linux-writeback-stall.device-completes-nothing
  "Requests wait at a device and none is completed: it hangs, or the way to it is lost. A backlog would drain."
  (logical (finding (name device-hung) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument device-completes-nothing) (cf -0.8) (strength decisive))))

(defrule CASES::linux-writeback-stall.device-unresponsive
  "The kernel logs timeouts or resets of a disk: writes wait for the device, whatever the page cache holds."
  (logical (finding (name device-unresponsive) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument device-unresponsive) (cf -0.5) (strength supporting))))

(defrule CASES::linux-writeback-stall.paths-lost
  "Paths to the storage failed: writes wait until one comes back."
  (logical (finding (name paths-lost) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument paths-lost) (cf -0.6) (strength decisive))))

(defrule CASES::linux-writeback-stall.virtual-machine-was-paused
  "The virtual machine as a whole did not run for seconds; nothing was written because nothing ran."
  (logical (finding (name guest-paused) (host ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument virtual-machine-was-paused) (cf -0.5) (strength supporting))))

(defrule CASES::linux-writeback-stall.controller-resets
  "The controller was reset: every disk behind it stopped meanwhile."
  (logical (finding (name controller-resets) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument controller-resets) (cf -0.5) (strength supporting))))

(defrule CASES::linux-writeback-stall.drive-gives-medium-errors
  "A drive that retries bad sectors answers late, and its retries look like a slow drain."
  (logical (finding (name medium-errors) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument drive-gives-medium-errors) (cf -0.2) (strength supporting))))

(defrule CASES::linux-writeback-stall.array-syncing
  "A software RAID array is rebuilt or checked: its disks are busy with that."
  (logical (finding (name array-syncing) (host ?host) (subject ?array) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument array-syncing) (cf -0.5) (strength supporting))))

(defrule CASES::linux-writeback-stall.pauses-on-a-zfs-host
  "ZFS keeps its unwritten data apart and writes it in transaction groups: what pauses between them is not held by these limits."
  (logical
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (finding (name writes-pause) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument pauses-on-a-zfs-host) (cf -0.4) (strength supporting))))

(defrule CASES::linux-writeback-stall.zfs-with-nothing-dirty
  "The host uses ZFS, and outside of it hardly anything is unwritten."
  (logical
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (finding (name dirty-backlog-small) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument zfs-with-nothing-dirty) (cf -0.7) (strength decisive))))

(defrule CASES::linux-writeback-stall.stalls-keep-to-checkpoints
  "The stalls keep to the interval of the database's checkpoints, and hardly anything else is unwritten."
  (logical
    (finding (name stalls-at-checkpoint-interval) (host ?host) (subject ?host) (state present))
    (finding (name dirty-backlog-small) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument stalls-keep-to-checkpoints) (cf -0.5) (strength supporting))))

(defrule CASES::linux-writeback-stall.controller-rebuilds
  "A RAID controller rebuilds or initialises a set: its drives are busy with that."
  (logical (finding (name controller-rebuilding) (host ?host) (subject ?set) (state present)))
  =>
  (assert (evidence (case linux-writeback-stall) (host ?host) (subject ?host)
                    (argument controller-rebuilds) (cf -0.3) (strength supporting))))
