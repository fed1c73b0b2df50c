; For: the time between change and trouble, what taking it back did, and a cause that stands without the change. Without
; such a cause nothing here goes beyond a possibility.

(defrule CASES::change-misattribution.weeks-of-quiet
  "For days or weeks after the change all was well: what a change does at once would have shown."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name onset-long-after-change) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument weeks-of-quiet) (cf 0.35) (strength supporting))))

(defrule CASES::change-misattribution.older-than-the-change
  "The trouble was there before the change."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name onset-before-change) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument older-than-the-change) (cf 0.35) (strength supporting))))

(defrule CASES::change-misattribution.taken-back-in-vain
  "The change was taken back, and the trouble stayed."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name change-undone-in-vain) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument taken-back-in-vain) (cf 0.35) (strength supporting))))

(defrule CASES::change-misattribution.restore-helped
  "After the data was written anew all was well for some weeks, with the change in place."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name restore-helped-for-a-while) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument restore-helped) (cf 0.2) (strength supporting))))

(defrule CASES::change-misattribution.hardware-error-stands
  "A drive reports errors of its own, which no patch makes."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name medium-errors|hardware-errors|smart-failing|failure-predicted|controller-read-errors|controller-drive-failed|self-test-failed|nvme-critical|reported-uncorrectable|pending-sectors-many|bad-sectors-growing) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument hardware-error-stands) (cf 0.4) (strength decisive))))

(defrule CASES::change-misattribution.hardware-error-and-weeks-of-quiet
  "A drive reports errors, and for weeks after the change all was well."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name medium-errors|hardware-errors|smart-failing|failure-predicted|controller-read-errors|controller-drive-failed|self-test-failed|nvme-critical|reported-uncorrectable|pending-sectors-many|bad-sectors-growing) (host ?host) (subject ?drive) (state present))
    (finding (name onset-long-after-change) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument hardware-error-and-weeks-of-quiet) (cf 0.8) (strength decisive))))

(defrule CASES::change-misattribution.hardware-error-and-older
  "A drive reports errors, and did so before the change."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name medium-errors|hardware-errors|smart-failing|failure-predicted|controller-read-errors|controller-drive-failed|self-test-failed|nvme-critical|reported-uncorrectable|pending-sectors-many|bad-sectors-growing) (host ?host) (subject ?drive) (state present))
    (finding (name onset-before-change) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument hardware-error-and-older) (cf 0.85) (strength decisive))))

(defrule CASES::change-misattribution.hardware-error-and-taken-back-in-vain
  "A drive reports errors, and taking the change back did not help."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name medium-errors|hardware-errors|smart-failing|failure-predicted|controller-read-errors|controller-drive-failed|self-test-failed|nvme-critical|reported-uncorrectable|pending-sectors-many|bad-sectors-growing) (host ?host) (subject ?drive) (state present))
    (finding (name change-undone-in-vain) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument hardware-error-and-taken-back-in-vain) (cf 0.8) (strength decisive))))

(defrule CASES::change-misattribution.pool-filled
  "The pool has filled up to where it fragments, which comes gradually and looks sudden; the change fell into that time."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))
    (finding (name gang-blocks-sustained|free-space-fragmented) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument pool-filled) (cf 0.45) (strength decisive))))

(defrule CASES::change-misattribution.pool-full-and-weeks-of-quiet
  "The pool has filled up, and for weeks after the change all was well."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))
    (finding (name onset-long-after-change) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument pool-full-and-weeks-of-quiet) (cf 0.65) (strength decisive))))

(defrule CASES::change-misattribution.pool-filled-and-weeks-of-quiet
  "The pool has filled up to where it fragments, and for weeks after the change all was well."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))
    (finding (name gang-blocks-sustained|free-space-fragmented) (host ?host) (subject ?pool) (state present))
    (finding (name onset-long-after-change) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument pool-filled-and-weeks-of-quiet) (cf 0.85) (strength decisive))))

(defrule CASES::change-misattribution.pool-fragmented-and-weeks-of-quiet
  "The free space is in short runs, and for weeks after the change all was well."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name gang-blocks-sustained|free-space-fragmented) (host ?host) (subject ?pool) (state present))
    (finding (name onset-long-after-change) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument pool-fragmented-and-weeks-of-quiet) (cf 0.65) (strength decisive))))

(defrule CASES::change-misattribution.pool-filled-and-ever-slower
  "The pool has filled up to where it fragments, and the work has taken longer every week: a change would be a step."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))
    (finding (name gang-blocks-sustained|free-space-fragmented) (host ?host) (subject ?pool) (state present))
    (finding (name slower-over-weeks) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument pool-filled-and-ever-slower) (cf 0.65) (strength decisive))))

(defrule CASES::change-misattribution.pool-filled-and-taken-back-in-vain
  "The pool has filled up to where it fragments, and taking the change back did not help."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))
    (finding (name gang-blocks-sustained|free-space-fragmented) (host ?host) (subject ?pool) (state present))
    (finding (name change-undone-in-vain) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument pool-filled-and-taken-back-in-vain) (cf 0.8) (strength decisive))))

(defrule CASES::change-misattribution.pool-fragmented-and-restore-helped
  "The pool is fragmented, and after its data was written anew all was well for some weeks with the change in place."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name gang-blocks-sustained|free-space-fragmented) (host ?host) (subject ?pool) (state present))
    (finding (name restore-helped-for-a-while) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument pool-fragmented-and-restore-helped) (cf 0.75) (strength decisive))))

(defrule CASES::change-misattribution.load-grew-and-weeks-of-quiet
  "The load has reached a limit of its own, and for weeks after the change all was well."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name checkpoints-wal-driven|checkpoints-mostly-requested|checkpoints-too-frequent|checkpoint-sync-slow|dirty-backlog-at-limit|swapping|shared-buffers-tiny) (host ?host) (subject ?host) (state present))
    (finding (name onset-long-after-change) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument load-grew-and-weeks-of-quiet) (cf 0.75) (strength decisive))))

(defrule CASES::change-misattribution.load-grew-and-taken-back-in-vain
  "The load has reached a limit of its own, and taking the change back did not help."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name checkpoints-wal-driven|checkpoints-mostly-requested|checkpoints-too-frequent|checkpoint-sync-slow|dirty-backlog-at-limit|swapping|shared-buffers-tiny) (host ?host) (subject ?host) (state present))
    (finding (name change-undone-in-vain) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument load-grew-and-taken-back-in-vain) (cf 0.75) (strength decisive))))

; Against

(defrule CASES::change-misattribution.began-with-the-change
  "The trouble began with the change, on the same day."
  (logical (finding (name onset-long-after-change) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument began-with-the-change) (cf -0.7) (strength decisive))))

(defrule CASES::change-misattribution.taken-back-and-gone
  "The change was taken back, and the trouble was gone: it was the change."
  (logical (finding (name change-undone-in-vain) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument taken-back-and-gone) (cf -0.85) (strength decisive))))

(defrule CASES::change-misattribution.change-breaks-it-itself
  "What is wrong is what such a change itself brings about: a setting, a module or a size that no longer fits."
  (logical (finding (name setting-refused|vbox-built-for-other-kernel|vbox-headers-missing|vbox-symbols-missing|vbox-too-old|vbox-compile-errors|vbox-key-rejected|huge-pages-short|memory-target-refused|dev-shm-too-small) (host ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument change-breaks-it-itself) (cf -0.85) (strength decisive))))

(defrule CASES::change-misattribution.writes-changed-with-it
  "The data is logged twice and the replication has grown, which new defaults of a patch bring about at once."
  (logical
    (finding (name data-logged-in-pool) (host ?host) (subject ?pool) (state present))
    (finding (name replication-surge) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case change-misattribution) (host ?host) (subject ?host)
                    (argument writes-changed-with-it) (cf -0.3) (strength supporting))))

; Links: what it is instead

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
    (finding (name gang-blocks-sustained|free-space-fragmented) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (caused-by (case change-misattribution) (host ?host) (subject ?host)
                     (cause zfs-pool-fragmentation) (cause-host ?host) (cause-subject ?pool))))

(defrule CASES::change-misattribution.it-is-the-full-pool
  "The pool is the cause, and the change is blamed for it. [gaechter-2012: Fazit]"
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present)))
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
