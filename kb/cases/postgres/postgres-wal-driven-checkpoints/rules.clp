; Links: frequent checkpoints and slow syncs.

(defrule CASES::postgres-wal-driven-checkpoints.causes-the-slow-syncs
  "The log volume starts the checkpoints, so files are forced to disk again and again, with little time to spread the writes. [postgres-docs: WAL Configuration]"
  (logical
    (finding (name checkpoints-wal-driven|checkpoints-too-frequent|checkpoints-requested-often|checkpoints-requested-far-more) (host ?host) (subject ?host) (state present))
    (finding (name checkpoint-sync-slow|checkpoint-sync-slow-once) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case postgres-checkpoint-io) (host ?host) (subject ?host)
                     (cause postgres-wal-driven-checkpoints) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::postgres-wal-driven-checkpoints.makes-the-syncs-worse
  "The more often a checkpoint comes, the more often its files are forced to disk, and the less time there is to spread it. [postgres-docs: WAL Configuration]"
  (logical
    (finding (name checkpoints-mostly-requested) (host ?host) (subject ?host) (state present))
    (finding (name checkpoint-sync-slow|checkpoint-sync-slow-once) (host ?host) (subject ?host) (state present)))
  =>
  (assert (contributes-to (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                          (to postgres-checkpoint-io) (to-host ?host) (to-subject ?host))))
