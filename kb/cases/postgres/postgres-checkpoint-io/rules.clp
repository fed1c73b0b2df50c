; For: the time that checkpoints take to force files to disk, its period, what lets the kernel gather so much.

(defrule CASES::postgres-checkpoint-io.syncs-slow-and-complaint
  "Checkpoints take seconds to force their files to disk, and whoever commits or reads meanwhile waits as long."
  (logical
    (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present))
    (finding (name periodic-stalls|host-stalls|application-drops-out|slow-commits|slow-database|slow-writes|slow-io) (host ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument syncs-slow-and-complaint) (cf 0.8) (strength decisive))))

(defrule CASES::postgres-checkpoint-io.syncs-slow
  "Checkpoints take seconds to force their files to disk: the kernel still held much of what they wrote."
  (logical (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument syncs-slow) (cf 0.6) (strength decisive))))

(defrule CASES::postgres-checkpoint-io.syncs-slow-at-the-interval
  "The stalls keep to the interval of the checkpoints, and these take seconds to force their files to disk."
  (logical
    (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present))
    (finding (name stalls-at-checkpoint-interval) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument syncs-slow-at-the-interval) (cf 0.85) (strength decisive))))

(defrule CASES::postgres-checkpoint-io.stalls-at-checkpoints
  "The stalls keep to the interval of the checkpoints."
  (logical (finding (name stalls-at-checkpoint-interval) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument stalls-at-checkpoints) (cf 0.35) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.one-slow-sync-and-complaint
  "A checkpoint took many seconds to force its files to disk, and there are stalls."
  (logical
    (finding (name checkpoint-sync-slow-once) (host ?host) (subject ?host) (state present))
    (finding (name periodic-stalls|host-stalls|application-drops-out|slow-commits|slow-database|slow-writes|slow-io) (host ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument one-slow-sync-and-complaint) (cf 0.5) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.one-slow-sync
  "A checkpoint took many seconds to force its files to disk."
  (logical (finding (name checkpoint-sync-slow-once) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument one-slow-sync) (cf 0.3) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.one-file-slow
  "One file alone took seconds to be forced to disk, and everything that wanted to write to it waited."
  (logical (finding (name file-sync-slow) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument one-file-slow) (cf 0.25) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.sessions-sync-themselves
  "Sessions forced files to disk themselves, because the checkpointer was too slow with it."
  (logical (finding (name backends-sync-themselves) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument sessions-sync-themselves) (cf 0.3) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.syncs-slow-and-nothing-flushed-before
  "Nothing makes the kernel write while the checkpoint runs, so all of it waits for the end."
  (logical
    (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present))
    (finding (name kernel-flush-switched-off) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument syncs-slow-and-nothing-flushed-before) (cf 0.7) (strength decisive))))

(defrule CASES::postgres-checkpoint-io.syncs-slow-and-limit-large
  "The kernel may hold more than the storage drains in seconds, and a checkpoint has to wait for all of it."
  (logical
    (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present))
    (finding (name dirty-limit-large|dirty-limit-huge) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument syncs-slow-and-limit-large) (cf 0.7) (strength decisive))))

(defrule CASES::postgres-checkpoint-io.not-spread-and-backlog-at-its-limit
  "This version writes a checkpoint as fast as it can, and unwritten data stands at the limit of the kernel."
  (logical
    (finding (name checkpoints-not-spread) (host ?host) (subject ?host) (state present))
    (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument not-spread-and-backlog-at-its-limit) (cf 0.45) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.not-spread-and-backlog-at-the-default-limit
  "This version writes a checkpoint as fast as it can, and as much is unwritten as the kernel allows by default."
  (logical
    (finding (name checkpoints-not-spread) (host ?host) (subject ?host) (state present))
    (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument not-spread-and-backlog-at-the-default-limit) (cf 0.35) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.not-spread-and-stalls
  "The stalls keep to the interval of the checkpoints, and these are written in one burst."
  (logical
    (finding (name checkpoints-not-spread) (host ?host) (subject ?host) (state present))
    (finding (name stalls-at-checkpoint-interval) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument not-spread-and-stalls) (cf 0.65) (strength decisive))))

; Against

(defrule CASES::postgres-checkpoint-io.syncs-quick
  "Many checkpoints were logged, and all of them forced their files to disk within a second."
  (logical (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument syncs-quick) (cf -0.85) (strength decisive))))

(defrule CASES::postgres-checkpoint-io.kernel-holds-little
  "The kernel may not hold more than the storage drains in seconds: where a sync is slow all the same, the storage itself is slow."
  (logical (finding (name dirty-limit-large) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument kernel-holds-little) (cf -0.7) (strength decisive))))

(defrule CASES::postgres-checkpoint-io.stalls-far-more-often
  "The stalls come far more often than checkpoints do."
  (logical (finding (name stalls-at-checkpoint-interval) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument stalls-far-more-often) (cf -0.5) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.spikes-of-transaction-groups
  "The latency jumps as often as ZFS writes a transaction group, with large writes: that is its own burst."
  (logical
    (finding (name spikes-at-flush-period) (host ?host) (subject ?subject) (state present))
    (finding (name large-writes-in-spikes) (host ?host) (subject ?subject) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument spikes-of-transaction-groups) (cf -0.5) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.device-completes-nothing
  "Requests wait at a device and none is completed: it hangs, and so would every sync."
  (logical (finding (name device-hung) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument device-completes-nothing) (cf -0.6) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.device-unresponsive
  "The kernel logs timeouts or resets of a disk: a sync waits for that."
  (logical (finding (name device-unresponsive) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument device-unresponsive) (cf -0.5) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.paths-lost
  "Paths to the storage failed: a sync waits until one comes back."
  (logical (finding (name paths-lost) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument paths-lost) (cf -0.6) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.controller-resets
  "The controller was reset: every sync behind it waited meanwhile."
  (logical (finding (name controller-resets) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument controller-resets) (cf -0.5) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.drive-gives-medium-errors
  "A drive that retries bad sectors answers late, and makes every sync slow."
  (logical (finding (name medium-errors) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument drive-gives-medium-errors) (cf -0.4) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.array-syncing
  "An array is rebuilt or checked, and every sync waits its turn behind that."
  (logical (finding (name array-syncing) (host ?host) (subject ?array) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument array-syncing) (cf -0.4) (strength supporting))))

(defrule CASES::postgres-checkpoint-io.host-swaps
  "The host swaps: a checkpoint needs its buffers, and these may have been written out."
  (logical (finding (name swapping) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-checkpoint-io) (host ?host) (subject ?host)
                    (argument host-swaps) (cf -0.5) (strength supporting))))

; Links

(defrule CASES::postgres-checkpoint-io.caused-by-the-backlog
  "Unwritten data stands at the limit of the kernel, and the checkpoint has to wait for all of it."
  (logical
    (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present))
    (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case postgres-checkpoint-io) (host ?host) (subject ?host)
                     (cause linux-writeback-stall) (cause-host ?host) (cause-subject ?host))))
