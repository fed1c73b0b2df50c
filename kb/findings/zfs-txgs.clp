; What OpenZFS itself counts of its transaction groups and of the waits in its queues.

(defglobal FINDINGS ?*groups-enough* = 10)           ; groups | the kstat keeps a hundred; ten show how it goes [openzfs-docs: Module Parameters, zfs_txg_history]
(defglobal FINDINGS ?*groups-few* = 3)              ; groups | an excerpt of three in which most take seconds is no accident, by experience [openzfs-docs: Module Parameters, zfs_txg_history]
(defglobal FINDINGS ?*group-long-seconds* = 2)       ; s | a group is open for 5 s at most; one that takes two to be written keeps the devices busy for much of the time, by experience [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]
(defglobal FINDINGS ?*group-outlasts-seconds* = 4)   ; s | hardly less than the five for which the next one is open: writers wait for it, by experience [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]
(defglobal FINDINGS ?*group-short-seconds* = 0.5)    ; s | a tenth of the time that a group is open, by experience [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]
(defglobal FINDINGS ?*group-share-percent* = 80)     ; percent of the time | one group is written after the other, hardly with a pause, by experience [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]
(defglobal FINDINGS ?*sync-wait-long-ms* = 20)       ; ms | a commit that waits this long in the host alone is late; outside it is microseconds [openzfs-docs: zpool-iostat, -l]
(defglobal FINDINGS ?*sync-wait-mean-share* = 0.5)   ; share of the longest wait | between the groups hardly any, and a group is written for half of the time at most; where the mean is near the longest, they wait all the time, by experience [openzfs-docs: zpool-iostat, -l]
(defglobal FINDINGS ?*sync-wait-disk-times* = 3)     ; times the disk's own time | the queue and not the disk is what they wait for, by experience [openzfs-docs: zpool-iostat, -l]
(defglobal FINDINGS ?*log-queue-samples* = 2)            ; samples | with the first, since the import, left out: one may be an accident, two of the same kind are not, by experience [openzfs-docs: zpool-iostat, -l]
(defglobal FINDINGS ?*writes-queued-many* = 10)     ; writes | as many more as ZFS gives to a device at once of either class by default [openzfs-docs: Module Parameters, zfs_vdev_sync_write_max_active]
(defglobal FINDINGS ?*sync-wait-short-ms* = 1)       ; ms | hardly any wait in the queue [openzfs-docs: zpool-iostat, -l]
(defglobal FINDINGS ?*sync-disk-quick-ms* = 10)      ; ms | and the disks answer as fast as disks can, by experience [openzfs-docs: zpool-iostat, -l]
(defglobal FINDINGS ?*wait-samples* = 20)            ; samples | four periods of 5 s at one a second [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]
(defglobal FINDINGS ?*sync-stall-seconds* = 2)       ; s | no disk that turns takes so long for one small write by itself; a transaction group can, by experience [openzfs-issues: 4603, 10110]
(defglobal FINDINGS ?*sync-stall-share* = 0.05)      ; share of the longest write | the usual one is quick, so the devices are no slower than others; by experience [openzfs-issues: 4603, 10110]
(defglobal FINDINGS ?*sync-stall-calls* = 5)         ; writes | fewer tell no usual time, by experience [openzfs-issues: 4603, 10110]
(defglobal FINDINGS ?*sync-writes-enough* = 1000)    ; writes | of which the slowest hundredth is ten, no accident [openzfs-docs: zpool-iostat, -w]

(defrule FINDINGS::group-hangs.reported
  "The kernel reports that the thread that writes the transaction groups did not move for minutes. [linux-proc-doc: hung_task_timeout_secs]"
  (logical (kernel-event (host ?host) (kind hung-task) (subject "txg_sync")))
  =>
  (assert (finding (name group-hangs) (host ?host) (subject ?host) (state present))
          (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::sync-writes-stall.timed
  "Small writes to ZFS that wait for the disk were timed: most take milliseconds, and some seconds. [openzfs-issues: 4603, 10110]"
  (logical
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (fsync-times (host ?host) (output ?output) (calls ?calls&:(at-least ?calls ?*sync-stall-calls*))
      (longest-seconds ?longest&:(at-least ?longest ?*sync-stall-seconds*))
      (median-seconds ?usual&~unknown&:(at-most ?usual (* ?*sync-stall-share* ?longest)))))
  =>
  (assert (finding (name sync-writes-stall) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::log-waits-behind-group.reported
  "Tasks wait for the intent log while the thread that writes the transaction groups does not move. [openzfs-source: module/zfs/zil.c, zil_commit]"
  (logical
    (kernel-event (host ?host) (kind hung-task) (subject "txg_sync"))
    (blocked-tasks (host ?host) (output ?output) (place zfs-log) (tasks ?tasks&:(above ?tasks 0))))
  =>
  (assert (finding (name log-waits-behind-group) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::groups-take-long.slowest
  "Groups take seconds to be written, of the five for which one is open. [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]"
  (logical
    (txg-history (host ?host) (pool ?pool) (groups ?groups&:(at-least ?groups ?*groups-few*))
      (sync-seconds-median ?median&:(at-least ?median ?*group-long-seconds*))))
  =>
  (assert (finding (name groups-take-long) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::groups-outlast.the-next
  "To write a group takes about as long as the next one is open: writers have to wait for it. [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]"
  (logical
    (txg-history (host ?host) (pool ?pool) (groups ?groups&:(at-least ?groups ?*groups-few*))
      (sync-seconds-median ?median&:(at-least ?median ?*group-outlasts-seconds*))))
  =>
  (assert (finding (name groups-outlast) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::groups-take-long.without-pause
  "One group is written after the other, hardly with a pause between them. [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]"
  (logical
    (txg-history (host ?host) (pool ?pool) (groups ?groups&:(at-least ?groups ?*groups-enough*))
      (sync-share-percent ?share&:(at-least ?share ?*group-share-percent*))))
  =>
  (assert (finding (name groups-take-long) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::groups-take-long.short
  "Even the slowest group is written in a fraction of a second. [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]"
  (logical
    (txg-history (host ?host) (pool ?pool) (groups ?groups&:(at-least ?groups ?*groups-enough*))
      (sync-seconds-max ?slowest&:(at-most ?slowest ?*group-short-seconds*))))
  =>
  (assert (finding (name groups-take-long) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::log-writes-wait.in-the-queue
  "zpool iostat -l: in some samples synchronous writes wait in their queue while those of a transaction group do, longer than the disks take, and between them hardly at all. [openzfs-docs: zpool-iostat, -l]"
  (logical
    (pool-waits (host ?host) (device ?pool) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (disk-write-wait-max-ms ?disk&~unknown)
      (sync-write-wait-max-ms ?sync&:(at-least ?sync ?*sync-wait-long-ms*)&:(above ?sync ?disk))
      (sync-write-wait-mean-ms ?mean&:(at-most ?mean (* ?*sync-wait-mean-share* ?sync)))
      (async-write-wait-max-ms ?async&:(at-least ?async ?*sync-wait-long-ms*))))
  =>
  (assert (finding (name log-writes-wait) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::log-writes-wait.pending
  "zpool iostat -q: at some moments synchronous writes are pending behind those of a transaction group, more than are given to a device at once, and between them hardly any. [openzfs-docs: zpool-iostat, -q]"
  (logical
    (pool-waits (host ?host) (device ?pool) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (sync-writes-queued-max ?sync&:(at-least ?sync ?*writes-queued-many*))
      (sync-writes-queued-mean ?mean&:(at-most ?mean (* ?*sync-wait-mean-share* ?sync)))
      (async-writes-queued-max ?async&:(at-least ?async ?*writes-queued-many*))))
  =>
  (assert (finding (name log-writes-wait) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::log-writes-queue.all-the-time
  "zpool iostat -l: while groups are written without a pause, synchronous writes wait in their queue several times as long as the disks take, and reads do not wait. [openzfs-docs: zpool-iostat, -l]"
  (logical
    (pool-waits (host ?host) (device ?pool) (samples ?samples&:(at-least ?samples ?*log-queue-samples*))
      (disk-write-wait-mean-ms ?disk&:(above ?disk 0))
      (sync-write-wait-mean-ms ?sync&:(at-least ?sync ?*sync-wait-long-ms*)&:(at-least ?sync (* ?*sync-wait-disk-times* ?disk)))
      (async-write-wait-mean-ms ?async&:(at-least ?async ?*sync-wait-long-ms*))
      (sync-read-wait-mean-ms ?read&:(at-most ?read ?*sync-disk-quick-ms*))))
  =>
  (assert (finding (name log-writes-queue) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::log-writes-queue.since-import
  "zpool iostat -l: since the import of the pool synchronous writes have waited in their queue several times as long as the disks take, and so have those of transaction groups, but reads have not. [openzfs-docs: zpool-iostat, -l]"
  (logical
    (pool-waits (host ?host) (device ?pool) (since-import yes)
      (disk-write-wait-mean-ms ?disk&:(above ?disk 0))
      (sync-write-wait-mean-ms ?sync&:(at-least ?sync ?*sync-wait-long-ms*)&:(at-least ?sync (* ?*sync-wait-disk-times* ?disk)))
      (async-write-wait-mean-ms ?async&:(at-least ?async ?*sync-wait-long-ms*))
      (sync-read-wait-mean-ms ?read&:(at-most ?read ?*sync-disk-quick-ms*))))
  =>
  (assert (finding (name log-writes-queue) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::log-writes-wait.hardly
  "zpool iostat -l: synchronous writes do not wait in their queue, and the disks answer quickly. [openzfs-docs: zpool-iostat, -l]"
  (logical
    (pool-waits (host ?host) (device ?pool) (samples ?samples&:(at-least ?samples ?*wait-samples*))
      (sync-write-wait-max-ms ?sync&:(at-most ?sync ?*sync-wait-short-ms*))
      (disk-write-wait-max-ms ?disk&:(at-most ?disk ?*sync-disk-quick-ms*))))
  =>
  (assert (finding (name log-writes-wait) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::log-writes-wait.one-in-a-hundred
  "zpool iostat -w: of a hundred synchronous writes one or more waits in its queue longer than the disks take, and so do those of a transaction group. [openzfs-docs: zpool-iostat, -w]"
  (logical
    (pool-latencies (host ?host) (device ?pool) (sync-writes ?number&:(at-least ?number ?*sync-writes-enough*))
      (disk-write-ms ?disk&~unknown)
      (sync-write-wait-ms ?sync&:(at-least ?sync ?*sync-wait-long-ms*)&:(above ?sync ?disk))
      (async-write-wait-ms ?async&:(at-least ?async ?*sync-wait-long-ms*))))
  =>
  (assert (finding (name log-writes-wait) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::log-writes-wait.fewer-than-one-in-a-hundred
  "zpool iostat -w over an interval: of a hundred synchronous writes not one waits in its queue, and the disks answer quickly. [openzfs-docs: zpool-iostat, -w]"
  (logical
    (pool-latencies (host ?host) (device ?pool) (since-import no)
      (sync-writes ?number&:(at-least ?number ?*sync-writes-enough*))
      (sync-write-wait-ms ?sync&:(at-most ?sync ?*sync-wait-short-ms*))
      (disk-write-ms ?disk&:(at-most ?disk ?*sync-disk-quick-ms*))))
  =>
  (assert (finding (name log-writes-wait) (host ?host) (subject ?pool) (state absent))))
