; Links: a limit of the log that nobody fitted either.

(defrule CASES::postgres-default-settings.small-log-limit-drives-checkpoints
  "The shipped limit of the log is what starts the checkpoints."
  (logical
    (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present))
    (finding (name wal-limit-small) (host ?host) (subject ?host) (state present))
    (finding (name checkpoints-wal-driven|checkpoints-mostly-requested|checkpoints-too-frequent) (host ?host) (subject ?host) (state present)))
  =>
  (assert (contributes-to (case postgres-default-settings) (host ?host) (subject ?host)
                          (to postgres-wal-driven-checkpoints) (to-host ?host) (to-subject ?host))))
