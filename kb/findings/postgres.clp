; PostgreSQL: its checkpoints, its log, and settings that nobody has fitted to the host.

; --- checkpoints and the page cache
(defglobal FINDINGS ?*sync-slow-seconds* = 5)             ; s | commits that wait so long are noticed by everybody; stalls up to hundreds of seconds were seen on rotating disks [freund-2016: message of patch 1]
(defglobal FINDINGS ?*sync-usual-seconds* = 3)            ; s | as a mean of all that are counted: where half of all checkpoints take that long, it is the rule [postgres-docs: log_checkpoints]
(defglobal FINDINGS ?*sync-once-seconds* = 10)            ; s | a single checkpoint may meet a backup; ten seconds are no accident of one file, by experience [freund-2016: message of patch 1]
(defglobal FINDINGS ?*sync-quick-seconds* = 1)            ; s | what drains in a second delays nobody for long, by experience [postgres-docs: WAL Configuration]
(defglobal FINDINGS ?*sync-mean-ms* = 3000.0)             ; ms | a mean over day and night; under load it is far more than that [postgres-docs: pg_stat_bgwriter]
(defglobal FINDINGS ?*file-sync-seconds* = 3)             ; s | one file of at most 1 GB: whoever writes to it waits as long [postgres-docs: log_checkpoints]
(defglobal FINDINGS ?*syncs-logged* = 5)                  ; checkpoints | so many are an hour or more at five minutes each [postgres-docs: checkpoint_timeout]
(defglobal FINDINGS ?*checkpoints-counted* = 10)          ; checkpoints | below that a backup and a restart already make the majority [postgres-docs: pg_stat_bgwriter]
(defglobal FINDINGS ?*checkpoints-between* = 3)           ; checkpoints | between two captures that were taken for the purpose, by experience [postgres-docs: pg_stat_checkpointer]
(defglobal FINDINGS ?*ms-per-second* = 1000.0)            ; ms | for a mean in seconds [postgres-docs: pg_stat_bgwriter]
(defglobal FINDINGS ?*backend-syncs* = 100)               ; fsyncs | normally none; some in a moment of high load mean nothing, by experience [postgres-docs: pg_stat_bgwriter]
(defglobal FINDINGS ?*spread-since* = 8003000)            ; version | checkpoint_completion_target came with 8.3; before, a checkpoint writes as fast as it can [postgres-docs: checkpoint_completion_target]
(defglobal FINDINGS ?*spread-least* = 0.3)                ; part of the interval | below it the writes of a checkpoint come in a burst; the default was 0.5 and is 0.9 since 14 [postgres-docs: checkpoint_completion_target]
(defglobal FINDINGS ?*flush-since* = 9006000)             ; version | checkpoint_flush_after came with 9.6 [postgres-docs: checkpoint_flush_after]
(defglobal FINDINGS ?*same-interval-least* = 0.85)        ; ratio | two intervals closer than that are one, with starts that wander by seconds [postgres-docs: checkpoint_timeout]
(defglobal FINDINGS ?*same-interval-most* = 1.15)         ; ratio | the same, upwards [postgres-docs: checkpoint_timeout]
(defglobal FINDINGS ?*timeout-least* = 0.00085)           ; s per ms | the same ratio, and the setting is kept in milliseconds [postgres-docs: checkpoint_timeout]
(defglobal FINDINGS ?*timeout-most* = 0.00115)            ; s per ms | the same ratio, and the setting is kept in milliseconds [postgres-docs: checkpoint_timeout]
(defglobal FINDINGS ?*far-shorter* = 0.4)                 ; ratio | stalls more than twice as often as checkpoints can't come from them [postgres-docs: checkpoint_timeout]

(defglobal FINDINGS ?*collapse-seconds* = 5.0)            ; s | everybody notices that; one slow interval of a second is daily work, by experience [postgres-docs: WAL Configuration]

; --- checkpoints and the log
(defglobal FINDINGS ?*driven-least* = 5)                  ; checkpoints | fewer are one bulk load [postgres-docs: max_wal_size]
(defglobal FINDINGS ?*driven-few* = 2)                    ; checkpoints | as telling as the server's own warning, which it gives at the second [postgres-docs: checkpoint_warning]
(defglobal FINDINGS ?*driven-shown* = 2)                  ; checkpoints | enough to show what it is that the counters count [postgres-docs: log_checkpoints]
(defglobal FINDINGS ?*requested-far-more* = 3)            ; times the timer's | by then it is no single load [postgres-docs: pg_stat_bgwriter]
(defglobal FINDINGS ?*requested-again-and-again* = 50)    ; checkpoints | more than backups and restarts ask for before somebody resets the counters, by experience [postgres-docs: pg_stat_bgwriter]
(defglobal FINDINGS ?*requested-often-seconds* = 120.0)   ; s | the shortest usual checkpoint_timeout is 5 minutes; the server warns at half a minute [postgres-docs: checkpoint_warning]
(defglobal FINDINGS ?*requested-half-percent* = 50.0)     ; percent of all checkpoints | more than the timer's [postgres-docs: pg_stat_bgwriter]
(defglobal FINDINGS ?*requested-far-more-percent* = 75.0) ; percent of all checkpoints | three times the timer's (computed) [postgres-docs: pg_stat_bgwriter]
(defglobal FINDINGS ?*requested-few-percent* = 20.0)      ; percent of all checkpoints | backups and restarts ask for so many, by experience [postgres-docs: pg_stat_bgwriter]
(defglobal FINDINGS ?*timer-short* = 1500.0)              ; ms of checkpoint_timeout per second of the interval | the timer alone makes checkpoints that are so close [postgres-docs: checkpoint_timeout]
(defglobal FINDINGS ?*warnings-again* = 3)                ; warnings | one or two are one bulk load or an index build [postgres-docs: checkpoint_warning]
(defglobal FINDINGS ?*wal-limit-small-bytes* = 1073741824.0) ; bytes | 1 GB is the default since 9.5 [postgres-docs: max_wal_size]
(defglobal FINDINGS ?*wal-limit-tiny-bytes* = 268435456.0) ; bytes | a quarter of the default, 16 segments of which a checkpoint takes half: any load of rows fills them in seconds (computed) [postgres-docs: max_wal_size]
(defglobal FINDINGS ?*wal-segments-small* = 16.0)         ; segments of 16 MB | the default was 3, and 16 were advised for a start then, by experience [postgres-docs: checkpoint_segments]
(defglobal FINDINGS ?*wal-limit-ample-bytes* = 17179869184.0) ; bytes | 16 GB in five minutes are 55 MB/s, more than most databases log (computed) [postgres-docs: max_wal_size]
(defglobal FINDINGS ?*wal-segments-ample* = 128.0)        ; segments of 16 MB | 2 GB, and up to 6 GB on disk; more was hardly ever set then, by experience [postgres-docs: checkpoint_segments]
(defglobal FINDINGS ?*segment-bytes* = 16777216.0)        ; bytes | size of a segment unless the server was built or made otherwise [postgres-docs: wal_segment_size]
(defglobal FINDINGS ?*wal-room* = 3.0)                    ; times the log of one interval | a checkpoint starts when max_wal_size / (1 + completion target) is written, / (2 + it) before 11 [luzanov-2020: distance between checkpoints]
(defglobal FINDINGS ?*wal-room-of-timeout* = 0.003)       ; the same per ms | the setting is kept in milliseconds [luzanov-2020: distance between checkpoints]
(defglobal FINDINGS ?*wanted-interval-seconds* = 300.0)   ; s | the default of checkpoint_timeout; with fewer whole pages in the log it will last longer than that [postgres-docs: checkpoint_timeout]
(defglobal FINDINGS ?*mega* = 1048576.0)                  ; bytes | the unit of the setting [postgres-docs: max_wal_size]
(defglobal FINDINGS ?*wal-wanted-least-mb* = 4096)        ; MB | four times the default: less is hardly worth the change, by experience [postgres-docs: max_wal_size]
(defglobal FINDINGS ?*segments-wanted-least* = 128)       ; segments of 16 MB | what is ample [postgres-docs: checkpoint_segments]
(defglobal FINDINGS ?*images-most-percent* = 50.0)        ; percent of the bytes | more than half of the log is there because checkpoints are frequent [postgres-docs: full_page_writes]
(defglobal FINDINGS ?*images-per-hundred* = 20.0)         ; images for 100 records | an image has some 8 kB and a record some 100 bytes, so these are most of the bytes (computed) [postgres-docs: pg_stat_wal]

; --- what sessions wait for
(defglobal FINDINGS ?*sessions-waiting* = 2)              ; sessions at one moment | one session that reads is daily work; a moment that catches several at it is no accident, by experience [postgres-docs: pg_stat_activity, wait events]
(defglobal FINDINGS ?*syncs-caught* = 1)                  ; sessions at one moment | the checkpointer is one process, and a sync that is quick is hardly ever caught, by experience [postgres-docs: pg_stat_activity, wait events]
(defglobal FINDINGS ?*sessions-spilling* = 1)             ; sessions at one moment | a sort in files is short where it is rare, so one that is caught is one of many, by experience [postgres-docs: pg_stat_activity, wait events]

(defglobal FINDINGS ?*spilled-bytes* = 33554432.0)       ; bytes | 32 MB, eight times the default of work_mem; a little more than it holds is daily work, by experience [postgres-docs: work_mem]
(defglobal FINDINGS ?*spilled-counted-bytes* = 10000000000.0) ; bytes | 10 GB since the counters were reset: some reports and index builds come to less, by experience [postgres-docs: work_mem]
(defglobal FINDINGS ?*work-ample-bytes* = 33554432.0)    ; bytes | 32 MB: somebody has thought of it, by experience [postgres-docs: work_mem]
(defglobal FINDINGS ?*split-at-default-bytes* = 8912896.0) ; bytes | 8.5 MB: the default of 4 MB, twice that for a hash since 15 [postgres-docs: hash_mem_multiplier]
(defglobal FINDINGS ?*hits-few-percent* = 90.0)          ; percent | usual are 99, and reports come to less; below that one page of ten is read anew, by experience [postgres-docs: pg_stat_database]
(defglobal FINDINGS ?*pages-read-many* = 1000000.0)      ; pages of 8 kB | 8 GB: a cache that has just begun to fill misses too, by experience [postgres-docs: pg_stat_database]

; --- defaults
(defglobal FINDINGS ?*buffers-default-bytes* = 134217728.0) ; bytes | 128 MB is the default since 9.3; it was 32 MB from 8.2 on and 8 MB before [postgres-docs: shared_buffers]
(defglobal FINDINGS ?*buffers-tiny-part* = 0.01)          ; part of memory | hardly more than the default is on 8 GB, and a twenty-fifth of the usual start, by experience [postgres-docs: shared_buffers]
(defglobal FINDINGS ?*large-host-bytes* = 8000000000.0)   ; bytes | on 8 GB, 128 MB are 1.6 percent where 25 percent is the usual start (computed) [postgres-docs: shared_buffers]
(defglobal FINDINGS ?*buffers-forgotten-part* = 0.004)    ; part of memory | 128 MB on 32 GB: a sixtieth of the usual start, which nobody chose, by experience [postgres-docs: shared_buffers]
(defglobal FINDINGS ?*buffers-part* = 0.25)               ; part of memory | reasonable start on a dedicated host [postgres-docs: shared_buffers]
(defglobal FINDINGS ?*buffers-fitted-part* = 0.08)        ; part of memory | somebody has thought of it, even where other programs share the host, by experience [postgres-docs: shared_buffers]
(defglobal FINDINGS ?*buffers-most-part* = 0.55)          ; part of memory | beyond 40 percent more is unlikely to help, and the page cache gets the smaller half [postgres-docs: shared_buffers]
(defglobal FINDINGS ?*demand-part* = 1.0)                 ; part of memory | one sort in each session then takes all there is; a query may do several at once [postgres-docs: work_mem]
(defglobal FINDINGS ?*upkeep-part* = 0.95)                ; part of memory | a single VACUUM or CREATE INDEX then takes what is left [postgres-docs: maintenance_work_mem]
(defglobal FINDINGS ?*demand-percent* = 100.0)            ; percent of memory | all there is (computed) [postgres-docs: work_mem]
(defglobal FINDINGS ?*small-host-bytes* = 2200000000.0)   ; bytes | on 2 GB the default is no bad value, by experience [postgres-docs: shared_buffers]
(defglobal FINDINGS ?*estimate-default-bytes* = 4294967296.0) ; bytes | 4 GB is the default since 9.4; it was 128 MB from 8.2 on and 8 MB before [postgres-docs: effective_cache_size]
(defglobal FINDINGS ?*estimate-share* = 0.2)              ; part of memory | half to three quarters is the usual start [postgres-docs: effective_cache_size]
(defglobal FINDINGS ?*estimate-part* = 0.6)               ; part of memory | between half and three quarters [postgres-docs: effective_cache_size]
(defglobal FINDINGS ?*work-default-bytes* = 4194304.0)    ; bytes | 4 MB is the default since 9.4; it was 1 MB before [postgres-docs: work_mem]

; --- forcing the files of a checkpoint to disk

(defrule FINDINGS::checkpoint-sync-slow.logged-twice
  "At least two checkpoints that nobody asked for took seconds to force their files to disk. [freund-2016: message of patch 1]"
  (logical
    (postgres-checkpoints (host ?host) (sync-seconds-second ?second&:(at-least ?second ?*sync-slow-seconds*))))
  =>
  (assert (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoint-sync-slow.logged-as-a-rule
  "Half of all checkpoints in the log took seconds to force their files to disk. [postgres-docs: log_checkpoints]"
  (logical
    (postgres-checkpoints (host ?host) (measured ?measured&:(at-least ?measured ?*syncs-logged*))
      (sync-seconds-median ?median&:(at-least ?median ?*sync-usual-seconds*))))
  =>
  (assert (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoint-sync-slow.counted
  "On average of all that are counted, a checkpoint takes seconds to force its files to disk. [postgres-docs: pg_stat_bgwriter]"
  (logical
    (postgres-counters (host ?host) (superseded ~yes) (span since-reset)
      (checkpoints ?count&:(at-least ?count ?*checkpoints-counted*))
      (sync-ms ?sync&:(at-least ?sync (* ?*sync-mean-ms* ?count)))))
  =>
  (assert (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present))
          (quantity (name checkpoint-sync-mean-seconds) (host ?host) (subject ?host)
                    (value (/ ?sync (* ?*ms-per-second* ?count))))))

(defrule FINDINGS::checkpoint-sync-slow.counted-between
  "On average between two captures, a checkpoint took seconds to force its files to disk. [postgres-docs: pg_stat_checkpointer]"
  (logical
    (postgres-counters (host ?host) (span between) (checkpoints ?count&:(at-least ?count ?*checkpoints-between*))
      (sync-ms ?sync&:(at-least ?sync (* ?*sync-mean-ms* ?count)))))
  =>
  (assert (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present))
          (quantity (name checkpoint-sync-mean-seconds) (host ?host) (subject ?host)
                    (value (/ ?sync (* ?*ms-per-second* ?count))))))

(defrule FINDINGS::checkpoint-sync-slow.quick-in-the-log
  "Many checkpoints were logged, and none took longer than a second to force its files to disk. [postgres-docs: log_checkpoints]"
  (logical
    (read (host ?host) (template postgres-checkpoints) (complete yes))
    (postgres-checkpoints (host ?host) (measured ?measured&:(at-least ?measured ?*syncs-logged*))
      (sync-seconds-max ?longest&:(at-most ?longest ?*sync-quick-seconds*)))
    (not (postgres-checkpoints (host ?host) (sync-seconds-max ?other&:(above ?other ?*sync-quick-seconds*)))))
  =>
  (assert (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::checkpoint-sync-slow-once.logged
  "A checkpoint took many seconds to force its files to disk. [freund-2016: message of patch 1]"
  (logical
    (postgres-checkpoints (host ?host) (sync-seconds-max ?longest&:(at-least ?longest ?*sync-once-seconds*))))
  =>
  (assert (finding (name checkpoint-sync-slow-once) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::file-sync-slow.logged
  "One file alone took seconds to be forced to disk: the kernel still held much of it. [postgres-docs: log_checkpoints]"
  (logical
    (postgres-checkpoints (host ?host) (longest-sync-seconds-max ?longest&:(at-least ?longest ?*file-sync-seconds*))))
  =>
  (assert (finding (name file-sync-slow) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::backends-sync-themselves.counted
  "Sessions had to force files to disk themselves, because the checkpointer's queue was full. [postgres-docs: pg_stat_bgwriter]"
  (logical
    (postgres-counters (host ?host) (superseded ~yes)
      (buffers-backend-fsync ?count&:(at-least ?count ?*backend-syncs*))))
  =>
  (assert (finding (name backends-sync-themselves) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-not-spread.old-version
  "Before 8.3 a checkpoint writes all changed buffers as fast as it can. [postgres-docs: checkpoint_completion_target]"
  (logical (postgres-server (host ?host) (version-code ?version&:(below ?version ?*spread-since*))))
  =>
  (assert (finding (name checkpoints-not-spread) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-not-spread.low-target
  "checkpoint_completion_target is so low that the writes of a checkpoint come in a burst. [postgres-docs: checkpoint_completion_target]"
  (logical
    (postgres-setting (host ?host) (name "checkpoint_completion_target") (number ?target&:(below ?target ?*spread-least*))))
  =>
  (assert (finding (name checkpoints-not-spread) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kernel-flush-switched-off.setting
  "checkpoint_flush_after is 0: what a checkpoint writes stays in the page cache until the files are forced to disk. [postgres-docs: checkpoint_flush_after]"
  (logical
    (system (host ?host) (os linux))
    (postgres-setting (host ?host) (name "checkpoint_flush_after") (number ?flush&:(at-most ?flush 0))))
  =>
  (assert (finding (name kernel-flush-switched-off) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kernel-flush-switched-off.old-version
  "Before 9.6 nothing makes the kernel write while a checkpoint runs: all of it may wait for the end. [postgres-docs: checkpoint_flush_after]"
  (logical (postgres-server (host ?host) (version-code ?version&:(below ?version ?*flush-since*))))
  =>
  (assert (finding (name kernel-flush-switched-off) (host ?host) (subject ?host) (state present))))

; --- stalls at the interval of the checkpoints

(defrule FINDINGS::stalls-at-checkpoint-interval.logged
  "The stalls are as far apart as the checkpoints in the log. [postgres-docs: log_checkpoints]"
  (logical
    (postgres-checkpoints (host ?host) (period-seconds ?period&~unknown))
    (stall-train (host ?host) (period-seconds ?stalls&:(at-least ?stalls (* ?*same-interval-least* ?period))
                                                     &:(at-most ?stalls (* ?*same-interval-most* ?period))) (row ?first))
    (not (stall-train (host ?host) (period-seconds ?stalls) (row ?before&:(below ?before ?first)))))
  =>
  (assert (finding (name stalls-at-checkpoint-interval) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stalls-at-checkpoint-interval.spikes
  "The latency of a device jumps as often as there is a checkpoint in the log. [postgres-docs: log_checkpoints]"
  (logical
    (postgres-checkpoints (host ?host) (period-seconds ?period&~unknown))
    (latency-spikes (host ?host) (device ?device)
                    (period-seconds ?spikes&:(at-least ?spikes (* ?*same-interval-least* ?period))
                                           &:(at-most ?spikes (* ?*same-interval-most* ?period))) (row ?first))
    ; of devices with one and the same period the first counts: what they share makes hundreds of them jump together
    (not (latency-spikes (host ?host) (period-seconds ?spikes) (row ?before&:(below ?before ?first)))))
  =>
  (assert (finding (name stalls-at-checkpoint-interval) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stalls-at-checkpoint-interval.setting
  "The stalls are as far apart as checkpoint_timeout is long. [postgres-docs: checkpoint_timeout]"
  (logical
    (postgres-setting (host ?host) (name "checkpoint_timeout") (number ?timeout&~unknown))
    (stall-train (host ?host) (period-seconds ?stalls&:(at-least ?stalls (* ?*timeout-least* ?timeout))
                                                     &:(at-most ?stalls (* ?*timeout-most* ?timeout)))))
  =>
  (assert (finding (name stalls-at-checkpoint-interval) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stalls-at-checkpoint-interval.far-more-often
  "The stalls come more than twice as often as the checkpoints in the log. [postgres-docs: log_checkpoints]"
  (logical
    (postgres-checkpoints (host ?host) (period-seconds ?period&~unknown))
    (stall-train (host ?host) (period-seconds ?stalls&:(below ?stalls (* ?*far-shorter* ?period))) (row ?first))
    (not (stall-train (host ?host) (period-seconds ?stalls) (row ?before&:(below ?before ?first)))))
  =>
  (assert (finding (name stalls-at-checkpoint-interval) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::benchmark-collapses.seconds
  "The throughput of a benchmark falls to a fraction for seconds, and comes back by itself. [postgres-docs: WAL Configuration]"
  (logical
    (bench-run (host ?host) (output ?output) (longest-collapse-seconds ?longest&:(at-least ?longest ?*collapse-seconds*))))
  =>
  (assert (finding (name benchmark-collapses) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::benchmark-collapses-with-timer.default
  "The throughput of a benchmark collapses every five minutes, as often as the default timer starts a checkpoint. [postgres-docs: checkpoint_timeout]"
  (logical
    (bench-run (host ?host) (output ?output)
      (period-seconds ?period&:(at-least ?period (* ?*same-interval-least* ?*wanted-interval-seconds*))
                             &:(at-most ?period (* ?*same-interval-most* ?*wanted-interval-seconds*))))
    (not (postgres-setting (host ?host) (name "checkpoint_timeout")))
    (not (postgres-checkpoints (host ?host) (period-seconds ~unknown))))
  =>
  (assert (finding (name benchmark-collapses-with-timer) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::benchmark-collapses-with-timer.setting
  "The throughput of a benchmark collapses as often as checkpoint_timeout starts a checkpoint. [postgres-docs: checkpoint_timeout]"
  (logical
    (postgres-setting (host ?host) (name "checkpoint_timeout") (number ?timeout&:(above ?timeout 0)))
    (bench-run (host ?host) (output ?output)
      (period-seconds ?period&:(at-least ?period (* ?*timeout-least* ?timeout))&:(at-most ?period (* ?*timeout-most* ?timeout)))))
  =>
  (assert (finding (name benchmark-collapses-with-timer) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stalls-at-checkpoint-interval.benchmark
  "The throughput of a benchmark collapses as often as there is a checkpoint in the log. [postgres-docs: log_checkpoints]"
  (logical
    (postgres-checkpoints (host ?host) (period-seconds ?period&~unknown))
    (bench-run (host ?host) (output ?output)
      (period-seconds ?stalls&:(at-least ?stalls (* ?*same-interval-least* ?period))
                             &:(at-most ?stalls (* ?*same-interval-most* ?period)))))
  =>
  (assert (finding (name stalls-at-checkpoint-interval) (host ?host) (subject ?host) (state present))))

; --- who starts the checkpoints

(defrule FINDINGS::checkpoints-wal-driven.logged
  "The log volume starts more checkpoints than the timer does. [postgres-docs: max_wal_size]"
  (logical
    (postgres-checkpoints (host ?host) (timed ?timed&~unknown)
      (wal-driven ?driven&:(at-least ?driven ?*driven-least*)&:(above ?driven ?timed))))
  =>
  (assert (finding (name checkpoints-wal-driven) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-wal-driven.close-together
  "A few checkpoints that the log volume started follow each other within a minute or two. [postgres-docs: max_wal_size; postgres-docs: checkpoint_warning]"
  (logical
    (postgres-checkpoints (host ?host) (wal-driven ?driven&:(at-least ?driven ?*driven-few*)) (timed ?timed&:(below ?timed ?driven))
      (wal-driven-period-seconds ?period&:(at-most ?period ?*requested-often-seconds*))))
  =>
  (assert (finding (name checkpoints-wal-driven) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-wal-driven.logged-and-counted
  "The log shows what asks for them: the log volume; and the counters have many times more such checkpoints than the timer's. [postgres-docs: max_wal_size]"
  (logical
    (postgres-checkpoints (host ?host) (timed ?timed&~unknown) (by-hand ?asked&~unknown)
      (wal-driven ?driven&:(at-least ?driven ?*driven-shown*)&:(above ?driven ?timed)&:(above ?driven ?asked)))
    (postgres-counters (host ?host) (superseded ~yes) (timed ?counted&~unknown)
      (requested ?requested&:(at-least ?requested ?*checkpoints-counted*)&:(above ?requested (* ?*requested-far-more* ?counted)))))
  =>
  (assert (finding (name checkpoints-wal-driven) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-wal-driven.timer
  "Many checkpoints were logged, the timer started most of them, and the server hardly ever warned. [postgres-docs: checkpoint_timeout]"
  (logical
    (read (host ?host) (template postgres-checkpoints) (complete yes))
    (postgres-checkpoints (host ?host) (wal-driven ?driven&~unknown) (too-frequent-warnings ?few&:(below ?few ?*warnings-again*))
      (timed ?timed&:(at-least ?timed ?*syncs-logged*)&:(above ?timed ?driven)))
    (not (postgres-checkpoints (host ?host) (too-frequent-warnings ?warnings&:(at-least ?warnings ?*warnings-again*))))
    (not (postgres-checkpoints (host ?host) (timed ?other) (wal-driven ?more&:(above ?more ?other)))))
  =>
  (assert (finding (name checkpoints-wal-driven) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::checkpoints-mostly-requested.counted
  "Since the counters were reset, more checkpoints were asked for than the timer started. [postgres-docs: pg_stat_bgwriter]"
  (logical
    (postgres-counters (host ?host) (superseded ~yes) (span since-reset) (timed ?timed&~unknown)
      (requested ?requested&:(at-least ?requested ?*checkpoints-counted*)&:(above ?requested ?timed))))
  =>
  (assert (finding (name checkpoints-mostly-requested) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-mostly-requested.counted-between
  "Between two captures, more checkpoints were asked for than the timer started. [postgres-docs: pg_stat_checkpointer]"
  (logical
    (postgres-counters (host ?host) (span between) (timed ?timed&~unknown)
      (requested ?requested&:(at-least ?requested ?*checkpoints-between*)&:(above ?requested ?timed))))
  =>
  (assert (finding (name checkpoints-mostly-requested) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-requested-far-more.counted
  "Several times as many checkpoints were asked for as the timer started. [postgres-docs: pg_stat_bgwriter]"
  (logical
    (postgres-counters (host ?host) (superseded ~yes) (timed ?timed&~unknown)
      (requested ?requested&:(at-least ?requested ?*requested-again-and-again*)
                           &:(at-least ?requested (* ?*requested-far-more* ?timed)))))
  =>
  (assert (finding (name checkpoints-requested-far-more) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-requested-often.counted
  "More checkpoints were asked for than the timer started, and so often as no backup or person would. [postgres-docs: checkpoint_warning]"
  (logical
    (postgres-counters (host ?host) (superseded ~yes) (timed ?timed&~unknown)
      (requested ?requested&:(at-least ?requested ?*driven-least*)&:(above ?requested ?timed))
      (seconds ?seconds&:(above ?seconds 0)&:(at-most ?seconds (* ?*requested-often-seconds* ?requested)))))
  =>
  (assert (finding (name checkpoints-requested-often) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-mostly-requested.share
  "By a query of the counters, more checkpoints were asked for than the timer started. [postgres-docs: pg_stat_bgwriter]"
  (logical
    (postgres-counters (host ?host) (superseded ~yes) (requested-percent ?share&:(above ?share ?*requested-half-percent*))))
  =>
  (assert (finding (name checkpoints-mostly-requested) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-wal-driven.beside-a-tiny-limit
  "Even of few checkpoints more were asked for than the timer started, and the log may hardly grow: it is what asks for them. [postgres-docs: max_wal_size]"
  (logical
    (postgres-setting (host ?host) (name "max_wal_size") (number ?limit&:(above ?limit 0)&:(at-most ?limit ?*wal-limit-tiny-bytes*)))
    (postgres-counters (host ?host) (superseded ~yes) (timed ?timed&~unknown)
      (requested ?requested&:(at-least ?requested ?*driven-least*)&:(above ?requested ?timed))))
  =>
  (assert (finding (name checkpoints-wal-driven) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-requested-far-more.share
  "By a query of the counters, several times as many checkpoints were asked for as the timer started. [postgres-docs: pg_stat_bgwriter]"
  (logical
    (postgres-counters (host ?host) (superseded ~yes) (requested-percent ?share&:(at-least ?share ?*requested-far-more-percent*))))
  =>
  (assert (finding (name checkpoints-requested-far-more) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-mostly-requested.share-of-the-timer
  "By a query of the counters, the timer started nearly all checkpoints. [postgres-docs: pg_stat_bgwriter]"
  (logical
    (postgres-counters (host ?host) (superseded ~yes) (requested-percent ?share&:(at-most ?share ?*requested-few-percent*))))
  =>
  (assert (finding (name checkpoints-mostly-requested) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::checkpoints-requested-often.interval
  "Checkpoints follow each other every minute or two, and nothing says that the timer was set so short. [postgres-docs: checkpoint_timeout]"
  (logical
    (postgres-counters (host ?host) (superseded ~yes) (output ?output)
      (interval-seconds ?interval&:(above ?interval 0)&:(at-most ?interval ?*requested-often-seconds*)))
    (not (postgres-setting (host ?host) (name "checkpoint_timeout")
           (number ?timeout&:(above ?timeout 0)&:(at-most ?timeout (* ?*timer-short* ?interval)))))
    (not (postgres-counters (host ?host) (superseded ~yes) (requested-percent ?share&:(at-most ?share ?*requested-half-percent*))))
    (not (finding (name checkpoints-mostly-requested) (host ?host) (subject ?host) (state absent))))
  =>
  (assert (finding (name checkpoints-requested-often) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoint-sync-slow.mean
  "By a query of the counters, a checkpoint takes seconds on average to force its files to disk. [postgres-docs: pg_stat_bgwriter]"
  (logical
    (postgres-counters (host ?host) (superseded ~yes) (sync-mean-ms ?sync&:(at-least ?sync ?*sync-mean-ms*))))
  =>
  (assert (finding (name checkpoint-sync-slow) (host ?host) (subject ?host) (state present))
          (quantity (name checkpoint-sync-mean-seconds) (host ?host) (subject ?host) (value (/ ?sync ?*ms-per-second*)))))

(defrule FINDINGS::checkpoints-mostly-requested.timer
  "The timer started most of the checkpoints that are counted. [postgres-docs: pg_stat_bgwriter]"
  (logical
    (postgres-counters (host ?host) (superseded ~yes) (requested ?requested&~unknown)
      (timed ?timed&:(at-least ?timed ?*checkpoints-counted*)&:(above ?timed ?requested))))
  =>
  (assert (finding (name checkpoints-mostly-requested) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::checkpoints-by-hand.logged
  "Most of the checkpoints that are not the timer's were asked for: by a backup, CREATE DATABASE, a shutdown or a person. [postgres-docs: CHECKPOINT]"
  (logical
    (postgres-checkpoints (host ?host) (wal-driven ?driven&~unknown)
      (by-hand ?asked&:(at-least ?asked ?*checkpoints-between*)&:(above ?asked ?driven))))
  =>
  (assert (finding (name checkpoints-by-hand) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoints-too-frequent.warned-again
  "The server itself warned several times that the log volume starts checkpoints too often. [postgres-docs: checkpoint_warning]"
  (logical
    (postgres-checkpoints (host ?host) (too-frequent-warnings ?warnings&:(at-least ?warnings ?*warnings-again*))))
  =>
  (assert (finding (name checkpoints-too-frequent) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoint-warning-logged.once
  "The server itself warned that the log volume starts checkpoints too often. [postgres-docs: checkpoint_warning]"
  (logical (postgres-checkpoints (host ?host) (too-frequent-warnings ?warnings&:(at-least ?warnings 1))))
  =>
  (assert (finding (name checkpoint-warning-logged) (host ?host) (subject ?host) (state present))))

; --- how large the log may grow

(defrule FINDINGS::wal-limit-small.bytes
  "max_wal_size is at its default or below. [postgres-docs: max_wal_size]"
  (logical (postgres-setting (host ?host) (name "max_wal_size") (number ?limit&:(above ?limit 0)&:(at-most ?limit ?*wal-limit-small-bytes*))))
  =>
  (assert (finding (name wal-limit-small) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::wal-limit-small.segments
  "checkpoint_segments is near its default. [postgres-docs: checkpoint_segments]"
  (logical (postgres-setting (host ?host) (name "checkpoint_segments") (number ?limit&:(above ?limit 0)&:(at-most ?limit ?*wal-segments-small*))))
  =>
  (assert (finding (name wal-limit-small) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::wal-limit-tiny.bytes
  "max_wal_size is far below its default: a few segments start a checkpoint. [postgres-docs: max_wal_size]"
  (logical (postgres-setting (host ?host) (name "max_wal_size") (number ?limit&:(above ?limit 0)&:(at-most ?limit ?*wal-limit-tiny-bytes*))))
  =>
  (assert (finding (name wal-limit-tiny) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::wal-rate.logged
  "The log written from one checkpoint to the next, divided by the time between them. [postgres-docs: log_checkpoints]"
  (logical (postgres-checkpoints (host ?host) (wal-bytes-s ?rate&:(above ?rate 0))))
  =>
  (assert (quantity (name wal-rate-bytes-s) (host ?host) (subject ?host) (value ?rate))))

(defrule FINDINGS::wal-rate.segments
  "Each checkpoint that the log volume starts means that checkpoint_segments were written. [postgres-docs: checkpoint_segments]"
  (logical
    (postgres-setting (host ?host) (name "checkpoint_segments") (number ?limit&:(above ?limit 0)))
    (postgres-checkpoints (host ?host) (wal-bytes-s unknown) (wal-driven-period-seconds ?period&:(above ?period 0))))
  =>
  (assert (quantity (name wal-rate-bytes-s) (host ?host) (subject ?host) (value (/ (* ?*segment-bytes* ?limit) ?period)))))

(defrule FINDINGS::wal-limit-wanted.room-for-the-interval
  "The log of five minutes at this rate, with room for what a checkpoint needs while it runs. [luzanov-2020: distance between checkpoints]"
  (logical (quantity (name wal-rate-bytes-s) (host ?host) (subject ?host) (value ?rate)))
  =>
  (assert (quantity (name wal-limit-wanted-mb) (host ?host) (subject ?host)
                    (value (max ?*wal-wanted-least-mb* (round-up (/ (* ?*wal-room* ?*wanted-interval-seconds* ?rate) ?*mega*)))))
          (quantity (name wal-segments-wanted) (host ?host) (subject ?host)
                    (value (max ?*segments-wanted-least* (round-up (/ (* ?*wanted-interval-seconds* ?rate) ?*segment-bytes*)))))))

(defrule FINDINGS::wal-limit-wanted.in-bytes
  "The same in bytes. [postgres-docs: max_wal_size]"
  (logical (quantity (name wal-limit-wanted-mb) (host ?host) (subject ?host) (value ?wanted)))
  =>
  (assert (quantity (name wal-limit-wanted-bytes) (host ?host) (subject ?host) (value (* ?*mega* ?wanted)))))

(defrule FINDINGS::wal-limit-start.rate-unknown
  "Nothing says how much is logged, so an ample limit is a start. [postgres-docs: max_wal_size]"
  (logical (postgres-counters (host ?host) (output ?output)))
  =>
  (assert (quantity (name wal-limit-start-bytes) (host ?host) (subject ?host) (value ?*wal-limit-ample-bytes*))
          (quantity (name wal-limit-start-mb) (host ?host) (subject ?host) (value (/ ?*wal-limit-ample-bytes* ?*mega*)))))

(defrule FINDINGS::wal-limit-holds.for-the-timeout
  "The log of a whole checkpoint_timeout fits below max_wal_size, so the timer comes first. [luzanov-2020: distance between checkpoints]"
  (logical
    (quantity (name wal-rate-bytes-s) (host ?host) (subject ?host) (value ?rate&:(above ?rate 0)))
    (postgres-setting (host ?host) (name "checkpoint_timeout") (number ?timeout&:(above ?timeout 0)))
    (postgres-setting (host ?host) (name "max_wal_size")
      (number ?limit&:(at-least ?limit (* ?*wal-room-of-timeout* ?timeout ?rate)))))
  =>
  (assert (finding (name wal-limit-holds) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::wal-limit-holds.ample
  "max_wal_size is so large that hardly any database fills it within a checkpoint_timeout, and nothing says how much this one logs. [postgres-docs: max_wal_size]"
  (logical
    (read (host ?host) (template postgres-setting))
    (postgres-setting (host ?host) (name "max_wal_size") (number ?limit&:(at-least ?limit ?*wal-limit-ample-bytes*)))
    (not (postgres-checkpoints (host ?host) (wal-bytes-s ?rate&~unknown))))
  =>
  (assert (finding (name wal-limit-holds) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::wal-limit-holds.segments
  "checkpoint_segments is so large that hardly any database of its time filled them within a checkpoint_timeout. [postgres-docs: checkpoint_segments]"
  (logical (postgres-setting (host ?host) (name "checkpoint_segments") (number ?limit&:(at-least ?limit ?*wal-segments-ample*))))
  =>
  (assert (finding (name wal-limit-holds) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::full-page-images-dominate.bytes
  "More than half of the log are images of whole pages, which are written at the first change after each checkpoint. [postgres-docs: full_page_writes]"
  (logical (postgres-wal (host ?host) (full-page-percent ?share&:(at-least ?share ?*images-most-percent*))))
  =>
  (assert (finding (name full-page-images-dominate) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::full-page-images-dominate.counted
  "So many records carry an image of a whole page that these are most of the log. [postgres-docs: pg_stat_wal]"
  (logical (postgres-wal (host ?host) (full-page-percent unknown) (images-for-100-records ?images&:(at-least ?images ?*images-per-hundred*))))
  =>
  (assert (finding (name full-page-images-dominate) (host ?host) (subject ?host) (state present))))

; --- what sessions wait for

(defrule FINDINGS::sessions-wait-for-data-files.counted
  "Several sessions wait at once for pages of data files. [postgres-docs: pg_stat_activity, wait events]"
  (logical
    (postgres-waits (host ?host) (event "DataFileRead"|"DataFilePrefetch")
      (sessions ?sessions&:(at-least ?sessions ?*sessions-waiting*))))
  =>
  (assert (finding (name sessions-wait-for-data-files) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::checkpoint-syncs-now.waited-for
  "At the moment of the capture a data file is forced to disk, which checkpoints do at their end. [postgres-docs: pg_stat_activity, wait events]"
  (logical (postgres-waits (host ?host) (event "DataFileSync") (sessions ?sessions&:(at-least ?sessions ?*syncs-caught*))))
  =>
  (assert (finding (name checkpoint-syncs-now) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::sessions-sort-in-files.counted
  "Sessions wait for the temporary files that they sort or hash in. [postgres-docs: pg_stat_activity, wait events]"
  (logical
    (postgres-waits (host ?host) (event "BufFileRead"|"BufFileWrite")
      (sessions ?sessions&:(at-least ?sessions ?*sessions-spilling*))))
  =>
  (assert (finding (name sessions-sort-in-files) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::sessions-sort-in-files.planned-or-logged
  "Sorts or hashes wrote many times the default of work_mem to temporary files, and no larger work_mem is known of. [postgres-docs: work_mem]"
  (logical
    (postgres-spills (host ?host) (output ?output) (source plan|log) (bytes ?bytes&:(at-least ?bytes ?*spilled-bytes*)))
    (not (postgres-setting (host ?host) (name "work_mem") (number ?work&:(at-least ?work ?*work-ample-bytes*))))
    (not (postgres-spills (host ?host) (split-memory-bytes ?split&:(at-least ?split ?*work-ample-bytes*))))
    (not (postgres-spills (host ?host) (kept-memory-bytes ?kept&:(at-least ?kept ?*work-ample-bytes*)))))
  =>
  (assert (finding (name sessions-sort-in-files) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::sessions-sort-in-files.by-the-counters
  "Sorts and hashes have written many gigabytes to temporary files, and no larger work_mem is known of. [postgres-docs: work_mem]"
  (logical
    (postgres-spills (host ?host) (output ?output) (source counters) (bytes ?bytes&:(at-least ?bytes ?*spilled-counted-bytes*)))
    (not (postgres-setting (host ?host) (name "work_mem") (number ?work&:(at-least ?work ?*work-ample-bytes*)))))
  =>
  (assert (finding (name sessions-sort-in-files) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::sessions-wait-for-the-log.counted
  "Several sessions wait at once for the log to be written or forced to disk. [postgres-docs: pg_stat_activity, wait events]"
  (logical
    (postgres-waits (host ?host) (event "WALWrite"|"WALSync"|"WalWrite"|"WalSync"|"WALWriteLock"|"WALInsertLock"|"WALInsert")
      (sessions ?sessions&:(at-least ?sessions ?*sessions-waiting*))))
  =>
  (assert (finding (name sessions-wait-for-the-log) (host ?host) (subject ?host) (state present))))

; --- settings that nobody has fitted to the host

(defrule FINDINGS::shared-buffers-tiny.on-a-large-host
  "PostgreSQL's own cache is no larger than its default, on a host with many times that memory. [postgres-docs: shared_buffers]"
  (logical
    (system (host ?host) (ram-bytes ?ram&:(at-least ?ram ?*large-host-bytes*)))
    (postgres-setting (host ?host) (name "shared_buffers") (number ?buffers&:(above ?buffers 0)&:(at-most ?buffers ?*buffers-default-bytes*))))
  =>
  (assert (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-buffers-tiny.hundredth-of-memory
  "PostgreSQL's own cache is a hundredth of the memory of a large host or less. [postgres-docs: shared_buffers]"
  (logical
    (system (host ?host) (ram-bytes ?ram&:(at-least ?ram ?*large-host-bytes*)))
    (postgres-setting (host ?host) (name "shared_buffers") (number ?buffers&:(above ?buffers 0)&:(at-most ?buffers (* ?*buffers-tiny-part* ?ram)))))
  =>
  (assert (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-buffers-tiny.in-a-container
  "PostgreSQL's own cache is no larger than its default, in a container that may take many times that memory. [postgres-docs: shared_buffers]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (memory-max-bytes ?most&:(at-least ?most ?*large-host-bytes*)))
    (not (system (host ?host) (ram-bytes ~unknown)))
    (not (cgroup (host ?host) (cgroup ?other&~?cgroup) (memory-max-bytes ?less&:(below ?less ?most))))
    (postgres-setting (host ?host) (name "shared_buffers") (number ?buffers&:(above ?buffers 0)&:(at-most ?buffers ?*buffers-default-bytes*))))
  =>
  (assert (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-buffers-tiny.fitted
  "PostgreSQL's own cache is a fair part of the memory. [postgres-docs: shared_buffers]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (postgres-setting (host ?host) (name "shared_buffers") (number ?buffers&:(at-least ?buffers (* ?*buffers-fitted-part* ?ram))))
    (not (finding (name buffers-too-large|memory-overpromised|memory-demand-reported) (host ?host) (state present))))
  =>
  (assert (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::buffers-too-large.most-of-memory
  "PostgreSQL's own cache takes most of the memory, and leaves little for its sessions and for the page cache, on which it relies. [postgres-docs: shared_buffers]"
  (logical
    (system (host ?host) (ram-bytes ?ram&:(above ?ram 0)))
    (postgres-setting (host ?host) (name "shared_buffers") (number ?buffers&:(at-least ?buffers (* ?*buffers-most-part* ?ram)))))
  =>
  (assert (finding (name buffers-too-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-overpromised.sorts-of-all-sessions
  "The cache and one sort in each session that is allowed come to all of the memory. [postgres-docs: work_mem]"
  (logical
    (system (host ?host) (ram-bytes ?ram&:(above ?ram 0)))
    (postgres-setting (host ?host) (name "shared_buffers") (number ?buffers&:(above ?buffers 0)))
    (postgres-setting (host ?host) (name "max_connections") (number ?most&:(above ?most 0)))
    (postgres-setting (host ?host) (name "work_mem")
      (number ?work&:(above ?work ?*work-default-bytes*)&:(at-least ?work (/ (- (* ?*demand-part* ?ram) ?buffers) ?most)))))
  =>
  (assert (finding (name memory-overpromised) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-overpromised.upkeep
  "The cache and what a single VACUUM or CREATE INDEX may take come to all of the memory. [postgres-docs: maintenance_work_mem]"
  (logical
    (system (host ?host) (ram-bytes ?ram&:(above ?ram 0)))
    (postgres-setting (host ?host) (name "shared_buffers") (number ?buffers&:(above ?buffers 0)))
    (postgres-setting (host ?host) (name "maintenance_work_mem")
      (number ?upkeep&:(at-least ?upkeep (- (* ?*upkeep-part* ?ram) ?buffers)))))
  =>
  (assert (finding (name memory-overpromised) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-demand-reported.by-a-tuning-script
  "A tuning script adds up the settings and comes to more memory than the host has. [postgres-docs: work_mem]"
  (logical (postgres-memory-demand (host ?host) (of-memory-percent ?percent&:(at-least ?percent ?*demand-percent*))))
  =>
  (assert (finding (name memory-demand-reported) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-buffers-tiny.small-host
  "On so small a host the default is no bad value. [postgres-docs: shared_buffers]"
  (logical
    (system (host ?host) (ram-bytes ?ram&:(at-most ?ram ?*small-host-bytes*)))
    (postgres-setting (host ?host) (name "shared_buffers")))
  =>
  (assert (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::shared-buffers-wanted.quarter-of-memory
  "A quarter of memory for shared_buffers and some six tenths as the planner's estimate are the usual start on a dedicated host. [postgres-docs: shared_buffers]"
  (logical (system (host ?host) (ram-bytes ?ram&~unknown)))
  =>
  (assert (quantity (name shared-buffers-wanted-mb) (host ?host) (subject ?host)
                    (value (round-down (/ (* ?*buffers-part* ?ram) ?*mega*))))
          (quantity (name cache-estimate-wanted-mb) (host ?host) (subject ?host)
                    (value (round-down (/ (* ?*estimate-part* ?ram) ?*mega*))))
          (quantity (name shared-buffers-wanted-bytes) (host ?host) (subject ?host) (value (* ?*buffers-part* ?ram)))))

(defrule FINDINGS::cache-estimate-at-default.on-a-large-host
  "effective_cache_size is no larger than its default and far below what the host can cache. [postgres-docs: effective_cache_size]"
  (logical
    (system (host ?host) (ram-bytes ?ram&:(at-least ?ram ?*large-host-bytes*)))
    (postgres-setting (host ?host) (name "effective_cache_size")
      (number ?estimate&:(at-most ?estimate ?*estimate-default-bytes*)&:(at-most ?estimate (* ?*estimate-share* ?ram)))))
  =>
  (assert (finding (name cache-estimate-at-default) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::work-mem-at-default.on-a-large-host
  "work_mem is no larger than its default on a host with much memory. [postgres-docs: work_mem]"
  (logical
    (system (host ?host) (ram-bytes ?ram&:(at-least ?ram ?*large-host-bytes*)))
    (postgres-setting (host ?host) (name "work_mem") (number ?work&:(above ?work 0)&:(at-most ?work ?*work-default-bytes*))))
  =>
  (assert (finding (name work-mem-at-default) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::work-mem-at-default.hash-split
  "A hash was split, though it had taken no more memory than the default allows. [postgres-docs: work_mem; postgres-docs: hash_mem_multiplier]"
  (logical
    (postgres-spills (host ?host) (output ?output) (split-memory-bytes ?split&:(above ?split 0)&:(at-most ?split ?*split-at-default-bytes*)))
    (not (postgres-setting (host ?host) (name "work_mem") (number ?work&:(above ?work ?*work-default-bytes*))))
    (not (postgres-spills (host ?host) (split-memory-bytes ?other&:(above ?other ?*split-at-default-bytes*)))))
  =>
  (assert (finding (name work-mem-at-default) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-as-shipped.sorts-in-files
  "Sorts and hashes go to temporary files while work_mem is at its default: nobody has fitted it to them. [postgres-docs: work_mem]"
  (logical
    (finding (name sessions-sort-in-files) (host ?host) (subject ?host) (state present))
    (postgres-setting (host ?host) (name "work_mem") (number ?work&:(above ?work 0)&:(at-most ?work ?*work-default-bytes*))))
  =>
  (assert (finding (name postgres-as-shipped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-as-shipped.hashes-split
  "Sorts and hashes go to temporary files, and a hash was split at what the default of work_mem allows: nobody has fitted it to them. [postgres-docs: work_mem]"
  (logical
    (finding (name sessions-sort-in-files) (host ?host) (subject ?host) (state present))
    (finding (name work-mem-at-default) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name postgres-as-shipped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cache-hits-few.counted
  "Of the pages that were asked for, more than one in ten was not in PostgreSQL's cache. [postgres-docs: pg_stat_database]"
  (logical
    (postgres-cache (host ?host) (output ?output) (hit-percent ?hits&:(at-most ?hits ?*hits-few-percent*))
      (pages-read ?read&:(at-least ?read ?*pages-read-many*))))
  =>
  (assert (finding (name cache-hits-few) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-as-shipped.cache-that-holds-little
  "PostgreSQL's cache is no larger than its default, and many pages that are asked for are not in it: nobody has fitted it. [postgres-docs: shared_buffers]"
  (logical
    (finding (name cache-hits-few) (host ?host) (subject ?host) (state present))
    (postgres-setting (host ?host) (name "shared_buffers") (number ?buffers&:(above ?buffers 0)&:(at-most ?buffers ?*buffers-default-bytes*))))
  =>
  (assert (finding (name postgres-as-shipped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-as-shipped.cache-and-another
  "PostgreSQL's own cache is tiny for a large host, and a second limit is at its default: nobody has fitted the configuration to it. [smith-2008-postgresql-conf: Tuning Your PostgreSQL Server]"
  (logical
    (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present))
    (finding (name cache-estimate-at-default|wal-limit-small|work-mem-at-default) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name postgres-as-shipped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-as-shipped.cache-and-a-line-untouched
  "PostgreSQL's own cache is tiny for a large host, and the file leaves another limit as it was shipped: nobody has fitted the configuration. [smith-2008-postgresql-conf: Tuning Your PostgreSQL Server]"
  (logical
    (finding (name shared-buffers-tiny) (host ?host) (subject ?host) (state present))
    (postgres-setting (host ?host) (name "effective_cache_size"|"work_mem"|"maintenance_work_mem"|"max_wal_size") (source "default")))
  =>
  (assert (finding (name postgres-as-shipped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-as-shipped.cache-of-another-age
  "PostgreSQL's own cache is a few thousandths of the memory: nobody has fitted it. [postgres-docs: shared_buffers]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (postgres-setting (host ?host) (name "shared_buffers")
      (number ?buffers&:(above ?buffers 0)&:(at-most ?buffers (* ?*buffers-forgotten-part* ?ram)))))
  =>
  (assert (finding (name postgres-as-shipped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-as-shipped.in-a-container
  "PostgreSQL's own cache is no larger than its default, in a container that may take hundreds of times that memory: nobody has fitted it. [postgres-docs: shared_buffers]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (memory-max-bytes ?most&~unknown))
    (not (system (host ?host) (ram-bytes ~unknown)))
    (not (cgroup (host ?host) (cgroup ?other&~?cgroup) (memory-max-bytes ?less&:(below ?less ?most))))
    (postgres-setting (host ?host) (name "shared_buffers")
      (number ?buffers&:(above ?buffers 0)&:(at-most ?buffers ?*buffers-default-bytes*)&:(at-most ?buffers (* ?*buffers-forgotten-part* ?most)))))
  =>
  (assert (finding (name postgres-as-shipped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-as-shipped.each-at-its-default
  "Cache, planner's estimate, sorts and the log's limit are each at their default, and nothing says that the host is small. [postgres-docs: shared_buffers; postgres-docs: work_mem]"
  (logical
    (postgres-setting (host ?host) (name "shared_buffers") (number ?buffers&:(above ?buffers 0)&:(at-most ?buffers ?*buffers-default-bytes*)))
    (postgres-setting (host ?host) (name "effective_cache_size") (number ?estimate&:(above ?estimate 0)&:(at-most ?estimate ?*estimate-default-bytes*)))
    (postgres-setting (host ?host) (name "work_mem") (number ?work&:(above ?work 0)&:(at-most ?work ?*work-default-bytes*)))
    (postgres-setting (host ?host) (name "max_wal_size") (number ?limit&:(above ?limit 0)&:(at-most ?limit ?*wal-limit-small-bytes*)))
    (not (system (host ?host) (ram-bytes ~unknown)))
    (not (cgroup (host ?host) (memory-max-bytes ~unknown))))
  =>
  (assert (finding (name postgres-as-shipped) (host ?host) (subject ?host) (state present))
          (finding (name cache-estimate-at-default) (host ?host) (subject ?host) (state present))
          (finding (name work-mem-at-default) (host ?host) (subject ?host) (state present))))

; --- settings that the server refuses

(defrule FINDINGS::setting-refused.at-start
  "The server ended its start on a setting that it does not know. [postgres-docs: Setting Parameters]"
  (logical
    (postgres-refused-setting (host ?host) (name ?name) (outcome not-started) (started-since ~yes))
    (not (postgres-server (host ?host) (running yes))))
  =>
  (assert (finding (name setting-refused) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::instance-does-not-start.setting-refused
  "The server ended its start on a setting that it does not know. [postgres-docs: Setting Parameters]"
  (logical (postgres-refused-setting (host ?host) (name ?name) (outcome not-started) (started-since ~yes)))
  =>
  (assert (finding (name instance-does-not-start) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::setting-refused.unknown-outcome
  "The server does not know a setting of its configuration file, and it is told not to start. [postgres-docs: Setting Parameters]"
  (logical
    (postgres-refused-setting (host ?host) (name ?name) (outcome unknown) (started-since ~yes))
    (finding (name instance-does-not-start) (host ?host) (state present)))
  =>
  (assert (finding (name setting-refused) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::setting-refused.mended
  "The server runs now. [postgres-docs: Setting Parameters]"
  (logical (postgres-server (host ?host) (running yes)))
  =>
  (assert (finding (name setting-refused) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::setting-left-out.at-reload
  "The server read its configuration file again, did not know a setting, and left it out. [postgres-docs: Setting Parameters]"
  (logical (postgres-refused-setting (host ?host) (name ?name) (outcome left-out|unknown)))
  =>
  (assert (finding (name setting-left-out) (host ?host) (subject ?host) (state present))))
