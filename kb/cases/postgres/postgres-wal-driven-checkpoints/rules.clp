; For: who starts the checkpoints, the server's own warning, the limit, the images of whole pages.

(defrule CASES::postgres-wal-driven-checkpoints.makes-the-syncs-worse
  "The more often a checkpoint comes, the more often its files are forced to disk, and the less time there is to spread it. [postgres-docs: WAL Configuration]"
  (logical
    (finding (name checkpoints-wal-driven|checkpoints-mostly-requested|checkpoints-too-frequent) (host ?host) (subject ?host) (state present))
    (finding (name checkpoint-sync-slow|checkpoint-sync-slow-once) (host ?host) (subject ?host) (state present)))
  =>
  (assert (contributes-to (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                          (to postgres-checkpoint-io) (to-host ?host) (to-subject ?host))))
