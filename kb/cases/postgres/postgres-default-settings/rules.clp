; For: a setting that is refused; a cache at its default on a large host, and what goes with it.

(defrule CASES::postgres-default-settings.start-refused
  "The server ends its start on a setting that this version does not know: the configuration is of another version."
  (logical (finding (name setting-refused) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument start-refused) (cf 0.9) (strength decisive))))

(defrule CASES::postgres-default-settings.setting-left-out
  "The server leaves out a setting that this version does not know: the configuration is of another version."
  (logical (finding (name setting-left-out) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument setting-left-out) (cf 0.35) (strength supporting))))

(defrule CASES::postgres-default-settings.tiny-cache-and-slow
  "The database is slow, and its own cache is at its default on a host with much memory."
  (logical
    (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present))
    (finding (name slow-database|host-slow) (host ?host) (state present)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument tiny-cache-and-slow) (cf 0.65) (strength decisive))))

(defrule CASES::postgres-default-settings.tiny-cache
  "PostgreSQL's own cache is at its default on a host with much memory."
  (logical (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument tiny-cache) (cf 0.4) (strength supporting))))

(defrule CASES::postgres-default-settings.estimate-at-default
  "The planner believes in far less cache than the host has, as shipped."
  (logical
    (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present))
    (finding (name cache-estimate-at-default) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument estimate-at-default) (cf 0.35) (strength supporting))))

(defrule CASES::postgres-default-settings.small-log-limit-too
  "The log may not grow beyond what the shipped settings allow, like the cache."
  (logical
    (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present))
    (finding (name wal-limit-small) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument small-log-limit-too) (cf 0.25) (strength supporting))))

(defrule CASES::postgres-default-settings.work-mem-too
  "Sorts get no more memory than the shipped settings give them, like the cache."
  (logical
    (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present))
    (finding (name work-mem-at-default) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument work-mem-too) (cf 0.2) (strength supporting))))

; Against

(defrule CASES::postgres-default-settings.fitted
  "The cache is a fair part of memory, or the host is small: somebody has thought of it, or need not."
  (logical (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument fitted) (cf -0.3) (strength supporting))))

(defrule CASES::postgres-default-settings.runs-now
  "The server runs."
  (logical (finding (name setting-refused) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument runs-now) (cf -0.9) (strength decisive))))

(defrule CASES::postgres-default-settings.slow-at-checkpoints
  "Checkpoints take seconds to force their files to disk, or the log volume starts them: that is measured, and slows down by itself."
  (logical (finding (name checkpoint-sync-slow|checkpoints-wal-driven|checkpoints-too-frequent) (host ?host) (state present)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument slow-at-checkpoints) (cf -0.3) (strength supporting))))

(defrule CASES::postgres-default-settings.host-swaps
  "The host swaps: larger caches would make it worse."
  (logical (finding (name swapping) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument host-swaps) (cf -0.5) (strength supporting))))

(defrule CASES::postgres-default-settings.drive-gives-medium-errors
  "A drive that retries bad sectors makes everything slow, whatever is configured."
  (logical (finding (name medium-errors) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case postgres-default-settings) (host ?host) (subject ?host)
                    (argument drive-gives-medium-errors) (cf -0.3) (strength supporting))))

; Links

(defrule CASES::postgres-default-settings.small-log-limit-drives-checkpoints
  "The shipped limit of the log is what starts the checkpoints."
  (logical
    (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present))
    (finding (name wal-limit-small) (host ?host) (subject ?host) (state present))
    (finding (name checkpoints-wal-driven|checkpoints-mostly-requested|checkpoints-too-frequent) (host ?host) (subject ?host) (state present)))
  =>
  (assert (contributes-to (case postgres-default-settings) (host ?host) (subject ?host)
                          (to postgres-wal-driven-checkpoints) (to-host ?host) (to-subject ?host))))
