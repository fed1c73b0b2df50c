; Links: the kernel's backlog as the cause.

(defrule CASES::postgres-checkpoint-io.caused-by-the-backlog
  "Unwritten data stands at the limit of the kernel, and the checkpoint has to wait for all of it."
  (logical
    (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present))
    (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case postgres-checkpoint-io) (host ?host) (subject ?host)
                     (cause linux-writeback-stall) (cause-host ?host) (cause-subject ?host))))
