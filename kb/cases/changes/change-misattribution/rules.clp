; Links: what it is instead of the change.

(defrule CASES::change-misattribution.it-is-the-drive
  "The drive is the cause, and the change is blamed for it. [gaechter-2012: Fazit]"
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name medium-errors|hardware-errors|smart-failing|failure-predicted|controller-read-errors|controller-drive-failed|self-test-failed|nvme-critical|reported-uncorrectable|pending-sectors-many|bad-sectors-growing) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (caused-by (case change-misattribution) (host ?host) (subject ?host)
                     (cause drive-failing) (cause-host ?host) (cause-subject ?drive))))

(defrule CASES::change-misattribution.it-is-the-fragmented-pool
  "The pool is the cause, and the change is blamed for it. [gaechter-2012: Fazit]"
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name gang-blocks-sustained|free-space-fragmented|pool-nearly-full) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (caused-by (case change-misattribution) (host ?host) (subject ?host)
                     (cause zfs-pool-fragmentation) (cause-host ?host) (cause-subject ?pool))))

(defrule CASES::change-misattribution.it-is-the-degraded-pool
  "The pool is the cause, and the change is blamed for it. [gaechter-2012: Fazit]"
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (caused-by (case change-misattribution) (host ?host) (subject ?host)
                     (cause zfs-pool-degraded) (cause-host ?host) (cause-subject ?pool))))

(defrule CASES::change-misattribution.it-is-the-backlog
  "The backlog is the cause, and the change is blamed for it. [gaechter-2012: Fazit]"
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case change-misattribution) (host ?host) (subject ?host)
                     (cause linux-writeback-stall) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::change-misattribution.it-is-the-checkpoints
  "The checkpoints are the cause, and the change is blamed for it. [gaechter-2012: Fazit]"
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case change-misattribution) (host ?host) (subject ?host)
                     (cause postgres-checkpoint-io) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::change-misattribution.it-is-the-log-volume
  "The volume of the log is the cause, and the change is blamed for it. [gaechter-2012: Fazit]"
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name checkpoints-wal-driven|checkpoints-mostly-requested|checkpoints-too-frequent) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case change-misattribution) (host ?host) (subject ?host)
                     (cause postgres-wal-driven-checkpoints) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::change-misattribution.it-is-the-shipped-settings
  "The settings are the cause, and the change is blamed for it. [gaechter-2012: Fazit]"
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case change-misattribution) (host ?host) (subject ?host)
                     (cause postgres-default-settings) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::change-misattribution.it-is-the-memory
  "The memory is the cause, and the change is blamed for it. [gaechter-2012: Fazit]"
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name swapping) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case change-misattribution) (host ?host) (subject ?host)
                     (cause swap-thrash) (cause-host ?host) (cause-subject ?host))))
