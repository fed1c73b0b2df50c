; For: who starts the checkpoints, the server's own warning, the limit, the images of whole pages.

(defrule CASES::postgres-wal-driven-checkpoints.driven-and-warned
  "The log volume starts most checkpoints, and the server itself warns that they are too frequent."
  (logical
    (finding (name checkpoints-wal-driven) (host ?host) (subject ?host) (state present))
    (finding (name checkpoints-too-frequent) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument driven-and-warned) (cf 0.9) (strength decisive))))

(defrule CASES::postgres-wal-driven-checkpoints.driven
  "The log volume starts more checkpoints than the timer."
  (logical (finding (name checkpoints-wal-driven) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument driven) (cf 0.7) (strength decisive))))

(defrule CASES::postgres-wal-driven-checkpoints.warned-again
  "The server itself warned again and again that the log volume starts checkpoints too often."
  (logical (finding (name checkpoints-too-frequent) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument warned-again) (cf 0.65) (strength decisive))))

(defrule CASES::postgres-wal-driven-checkpoints.warned-again-and-complaint
  "The server itself warned again and again that the log volume starts checkpoints too often, and it is slow or stalls."
  (logical
    (finding (name checkpoints-too-frequent) (host ?host) (subject ?host) (state present))
    (finding (name slow-database|slow-commits|slow-writes|slow-io|periodic-stalls|application-drops-out|host-stalls) (host ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument warned-again-and-complaint) (cf 0.8) (strength decisive))))

(defrule CASES::postgres-wal-driven-checkpoints.warned
  "The server itself warned that the log volume starts checkpoints too often; it may have been one bulk load."
  (logical (finding (name checkpoint-warning-logged) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument warned) (cf 0.35) (strength supporting))))

(defrule CASES::postgres-wal-driven-checkpoints.mostly-requested
  "More checkpoints were asked for than the timer started; the log volume is what asks for most of them under load."
  (logical (finding (name checkpoints-mostly-requested) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument mostly-requested) (cf 0.5) (strength decisive))))

(defrule CASES::postgres-wal-driven-checkpoints.requested-often
  "Checkpoints are asked for every minute or two, as only the log volume does."
  (logical (finding (name checkpoints-requested-often) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument requested-often) (cf 0.65) (strength decisive))))

(defrule CASES::postgres-wal-driven-checkpoints.mostly-requested-and-small-limit
  "More checkpoints were asked for than the timer started, and the log may not grow beyond what a default allows."
  (logical
    (finding (name checkpoints-mostly-requested) (host ?host) (subject ?host) (state present))
    (finding (name wal-limit-small) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument mostly-requested-and-small-limit) (cf 0.8) (strength decisive))))

(defrule CASES::postgres-wal-driven-checkpoints.driven-and-small-limit
  "The log volume starts most checkpoints, because it may not grow beyond what a default allows."
  (logical
    (finding (name checkpoints-wal-driven) (host ?host) (subject ?host) (state present))
    (finding (name wal-limit-small) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument driven-and-small-limit) (cf 0.85) (strength decisive))))

(defrule CASES::postgres-wal-driven-checkpoints.warned-and-small-limit
  "The server warned of it, and the log may not grow beyond what a default allows."
  (logical
    (finding (name checkpoint-warning-logged) (host ?host) (subject ?host) (state present))
    (finding (name wal-limit-small) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument warned-and-small-limit) (cf 0.6) (strength supporting))))

(defrule CASES::postgres-wal-driven-checkpoints.mostly-requested-and-images
  "More checkpoints were asked for than the timer started, and most of the log are whole pages, as after each checkpoint."
  (logical
    (finding (name checkpoints-mostly-requested) (host ?host) (subject ?host) (state present))
    (finding (name full-page-images-dominate) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument mostly-requested-and-images) (cf 0.7) (strength decisive))))

(defrule CASES::postgres-wal-driven-checkpoints.driven-and-images
  "The log volume starts most checkpoints, and most of it are whole pages, which each checkpoint calls for anew."
  (logical
    (finding (name checkpoints-wal-driven) (host ?host) (subject ?host) (state present))
    (finding (name full-page-images-dominate) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument driven-and-images) (cf 0.8) (strength decisive))))

(defrule CASES::postgres-wal-driven-checkpoints.images-dominate
  "Most of the log are images of whole pages, which are written at the first change after a checkpoint."
  (logical (finding (name full-page-images-dominate) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument images-dominate) (cf 0.25) (strength supporting))))

; Against

(defrule CASES::postgres-wal-driven-checkpoints.timer-starts-them
  "The timer starts most checkpoints, and the server never warned."
  (logical (finding (name checkpoints-wal-driven) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument timer-starts-them) (cf -0.9) (strength decisive))))

(defrule CASES::postgres-wal-driven-checkpoints.counted-by-the-timer
  "By the counters the timer starts most checkpoints; at peak times it may be otherwise."
  (logical (finding (name checkpoints-mostly-requested) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument counted-by-the-timer) (cf -0.5) (strength supporting))))

(defrule CASES::postgres-wal-driven-checkpoints.asked-for
  "Most checkpoints that are not the timer's were asked for by a backup, a script or a person."
  (logical (finding (name checkpoints-by-hand) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument asked-for) (cf -0.6) (strength supporting))))

(defrule CASES::postgres-wal-driven-checkpoints.limit-holds
  "The log of a whole checkpoint_timeout fits below its limit: the timer comes first."
  (logical (finding (name wal-limit-holds) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                    (argument limit-holds) (cf -0.6) (strength decisive))))

; Links

(defrule CASES::postgres-wal-driven-checkpoints.makes-the-syncs-worse
  "The more often a checkpoint comes, the more often its files are forced to disk, and the less time there is to spread it. [postgres-docs: WAL Configuration]"
  (logical
    (finding (name checkpoints-wal-driven|checkpoints-mostly-requested|checkpoints-too-frequent) (host ?host) (subject ?host) (state present))
    (finding (name checkpoint-sync-slow|checkpoint-sync-slow-once) (host ?host) (subject ?host) (state present)))
  =>
  (assert (contributes-to (case postgres-wal-driven-checkpoints) (host ?host) (subject ?host)
                          (to postgres-checkpoint-io) (to-host ?host) (to-subject ?host))))
