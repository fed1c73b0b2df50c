; Resources at their limit and figures out of place that no case takes for its sign: they are shown where no case fits.

(defglobal FINDINGS ?*slot-kept-bytes* = 4294967296)            ; bytes | 4 GiB are four times the default of max_wal_size, which the server keeps anyhow [postgres-docs: max_wal_size]
(defglobal FINDINGS ?*dead-rows-kept* = 1000000)                ; rows | a million are no remainder of a busy minute, by experience [postgres-docs: Routine Vacuuming]
(defglobal FINDINGS ?*kernel-memory-share* = 0.25)              ; part of memory | in health some hundredths, by experience [linux-proc-doc: SUnreclaim]
(defglobal FINDINGS ?*kernel-memory-gigabytes* = 8589934592)    ; bytes | 8 GiB are a quarter of 32 GiB, and much on any host, by experience [linux-proc-doc: SUnreclaim]
(defglobal FINDINGS ?*slab-gigabytes* = 17179869184)            ; bytes | 16 GiB are more than names and inodes of files take on most hosts, by experience [linux-proc-doc: Slab]
(defglobal FINDINGS ?*page-tables-dozens-of-gigabytes* = 34359738368) ; bytes | 32 GiB map 16 TiB in small pages: too much for a host of any size (computed) [linux-proc-doc: PageTables]
(defglobal FINDINGS ?*kernel-thread-busy-percent* = 80)         ; percent of a processor | it does hardly anything but compute then; these threads wait nearly always, by experience [man7-vmstat: sy]
(defglobal FINDINGS ?*lock-waited-seconds* = 60)                ; seconds | the default of innodb_lock_wait_timeout is 50: longer than any row lock is waited for [mysql-innodb-parameters: innodb_lock_wait_timeout]
(defglobal FINDINGS ?*lock-waiting-sessions* = 3)               ; sessions | one or two at a time wait on any busy server, by experience [postgres-docs: pg_stat_activity, wait events]
(defglobal FINDINGS ?*share-impossible-percent* = 99.5)         ; percent of the time | a machine that was given half a percent and less of its time answers nobody (computed) [linux-steal: %steal]
(defglobal FINDINGS ?*rate-impossible-s* = 1000000000)          ; requests/s | a billion; the fastest devices do millions, by experience [sysstat-iostat: tps]
(defglobal FINDINGS ?*flush-slow-seconds* = 0.015)              ; seconds | a turn of a disk of 5400/min takes 11 ms, and a flush that goes well not much more (computed) [postgres-docs: pg_test_fsync]
(defglobal FINDINGS ?*log-device-slow-ms* = 8)                  ; ms | a turn of a disk of 7200/min; what is made to take each commit at once should need a tenth of it [openzfs-docs: zpoolconcepts, Intent Log]
(defglobal FINDINGS ?*request-late-ms* = 300)                   ; ms | ten times what a busy disk takes for a request on the mean, by experience [sysstat-iostat: await]
(defglobal FINDINGS ?*cache-headers-share* = 0.05)              ; part of memory | a few percent are what a cache device of a sensible size needs, by experience [openzfs-docs: zpoolconcepts, Cache Devices]
(defglobal FINDINGS ?*cache-headers-bytes* = 1073741824)        ; bytes | 1 GiB: much on a host of 16 GiB, by experience [openzfs-docs: zpoolconcepts, Cache Devices]
(defglobal FINDINGS ?*load-waiting* = 10)                       ; tasks | so many wait for something and are no accident, by experience [man7-vmstat: b]
(defglobal FINDINGS ?*processors-idle-percent* = 80)            ; percent of all processors | there is no want of processors then [man7-vmstat: id]
(defglobal FINDINGS ?*snapshots-large-share* = 0.5)             ; part of what the dataset uses | as much as what is in use now [openzfs-docs: zfsprops, usedbysnapshots]
(defglobal FINDINGS ?*snapshots-large-bytes* = 10737418240)     ; bytes | 10 GiB: less is hardly ever what is missing, by experience [openzfs-docs: zfsprops, usedbysnapshots]

(defrule FINDINGS::slot-keeps-log.without-consumer
  "No consumer is connected to a replication slot, and the server keeps all of its log that the slot has not been sent. [postgres-docs: pg_replication_slots]"
  (logical
    (postgres-slot (host ?host) (slot ?slot) (active no) (wal-status ~reserved) (retained-bytes unknown)))
  =>
  (assert (finding (name slot-keeps-log) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::slot-keeps-log.gigabytes
  "A replication slot holds back gigabytes of the server's log. [postgres-docs: pg_replication_slots]"
  (logical
    (postgres-slot (host ?host) (slot ?slot) (retained-bytes ?bytes&:(at-least ?bytes ?*slot-kept-bytes*))))
  =>
  (assert (finding (name slot-keeps-log) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dead-rows-kept.vacuum
  "A vacuum found a million dead rows and more that it had to leave: somebody may still see them, an old transaction, a standby or a slot. [postgres-docs: Routine Vacuuming]"
  (logical
    (postgres-table (host ?host) (unremovable-rows ?rows&:(at-least ?rows ?*dead-rows-kept*))))
  =>
  (assert (finding (name dead-rows-kept) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kernel-memory-large.share
  "The kernel's own objects that it cannot give back take a quarter of memory and more. [linux-proc-doc: SUnreclaim]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&:(above ?total 0))
      (slab-unreclaimable-bytes ?slab&:(at-least ?slab (* ?*kernel-memory-share* ?total))))
    (not (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))
  =>
  (assert (finding (name kernel-memory-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kernel-memory-large.gigabytes
  "The kernel's own objects that it cannot give back take eight gigabytes and more. [linux-proc-doc: SUnreclaim]"
  (logical
    (meminfo (host ?host) (mem-total-bytes unknown)
      (slab-unreclaimable-bytes ?slab&:(at-least ?slab ?*kernel-memory-gigabytes*)))
    (not (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))
  =>
  (assert (finding (name kernel-memory-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kernel-memory-large.all-objects
  "The kernel's own objects take sixteen gigabytes and more. [linux-proc-doc: Slab]"
  (logical
    (meminfo (host ?host) (mem-total-bytes unknown) (slab-unreclaimable-bytes unknown)
      (slab-bytes ?slab&:(at-least ?slab ?*slab-gigabytes*)))
    (not (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))
  =>
  (assert (finding (name kernel-memory-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kernel-memory-large.page-tables
  "Page tables take thirty-two gigabytes and more, too much for a host of any size. [linux-proc-doc: PageTables]"
  (logical
    (meminfo (host ?host) (page-tables-bytes ?tables&:(at-least ?tables ?*page-tables-dozens-of-gigabytes*))))
  =>
  (assert (finding (name kernel-memory-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kernel-memory-large.headers-of-a-cache-device
  "What ZFS keeps in memory about the blocks on its cache devices takes a twentieth of memory and more. [openzfs-docs: zpoolconcepts, Cache Devices]"
  (logical
    (system (host ?host) (ram-bytes ?total&:(above ?total 0)))
    (arc (host ?host) (l2-header-bytes ?bytes&:(at-least ?bytes (* ?*cache-headers-share* ?total)))))
  =>
  (assert (finding (name kernel-memory-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kernel-memory-large.headers-of-a-cache-device-in-gigabytes
  "What ZFS keeps in memory about the blocks on its cache devices takes a gigabyte and more. [openzfs-docs: zpoolconcepts, Cache Devices]"
  (logical
    (arc (host ?host) (l2-header-bytes ?bytes&:(at-least ?bytes ?*cache-headers-bytes*)))
    (not (system (host ?host) (ram-bytes ~unknown))))
  =>
  (assert (finding (name kernel-memory-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kernel-thread-busy.process-list
  "A thread of the kernel keeps a processor busy all by itself. [man7-vmstat: sy]"
  (logical
    (process-load (host ?host) (user "root") (role other) (resident-bytes 0.0)
      (cpu-percent ?cpu&:(at-least ?cpu ?*kernel-thread-busy-percent*))))
  =>
  (assert (finding (name kernel-thread-busy) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::array-lacks-member.counted
  "A software RAID array has fewer members at work than it is made for. [linux-md: degraded]"
  (logical
    (md-array (host ?host) (array ?array) (members-missing ?missing&:(above ?missing 0))))
  =>
  (assert (finding (name array-lacks-member) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::array-lacks-member.of-a-controller
  "A RAID controller calls one of its sets degraded or failed. [lenovo-megaraid-guide: Virtual Drive States]"
  (logical
    (controller-array (host ?host) (array ?array) (state degraded|failed)))
  =>
  (assert (finding (name array-lacks-member) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cgroup-limit-reached.killed
  "A process of a group was killed because the group had reached its own limit of memory. [linux-cgroup-v2: memory.events]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (out-of-memory-kills ?kills&:(above ?kills 0))))
  =>
  (assert (finding (name cgroup-limit-reached) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::sessions-wait-for-lock.mysql
  "A session of the database has waited for a lock for a minute and more. [mysql-innodb-parameters: innodb_lock_wait_timeout]"
  (logical
    (mysql-sessions (host ?host)
      (state "Waiting for table metadata lock"|"Waiting for backup lock"|"Waiting for global read lock"|"Waiting for commit lock"|"Waiting for table level lock"|"Waiting for schema metadata lock"|"Waiting for table flush"|"Waiting for table"|"Locked")
      (longest-seconds ?seconds&:(at-least ?seconds ?*lock-waited-seconds*))))
  =>
  (assert (finding (name sessions-wait-for-lock) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::sessions-wait-for-lock.postgres
  "Several sessions of the database wait for locks that others hold. [postgres-docs: pg_stat_activity, wait events]"
  (logical
    (postgres-waits (host ?host) (type "Lock") (sessions ?sessions&:(at-least ?sessions ?*lock-waiting-sessions*))))
  =>
  (assert (finding (name sessions-wait-for-lock) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::figures-impossible.stolen-time
  "By its counters all of the processors' time was stolen, which cannot be: the counter is wrong, and so is whatever is computed from it. [linux-steal: %steal]"
  (logical
    (cpu-load (host ?host) (steal-max-percent ?steal&:(at-least ?steal ?*share-impossible-percent*))))
  =>
  (assert (finding (name figures-impossible) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::figures-impossible.requests
  "A device does a billion requests in a second and more, which cannot be: its counters are wrong. [sysstat-iostat: tps]"
  (logical
    (device-load (host ?host) (transfers-s-mean ?rate&:(at-least ?rate ?*rate-impossible-s*))))
  =>
  (assert (finding (name figures-impossible) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::storage-answers-late.flushes
  "Half of the flushes to stable storage took longer than one turn of a slow disk. [postgres-docs: pg_test_fsync]"
  (logical
    (fsync-times (host ?host) (median-seconds ?seconds&:(at-least ?seconds ?*flush-slow-seconds*))))
  =>
  (assert (finding (name storage-answers-late) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::storage-answers-late.log-device
  "The log device of the pool, which every synchronous write waits for, takes as long as a disk with moving heads. [openzfs-docs: zpoolconcepts, Intent Log]"
  (logical
    (pool-device (host ?host) (device ?device) (role log))
    (device-load (host ?host) (device ?device) (latency-ms-mean ?ms&:(at-least ?ms ?*log-device-slow-ms*))))
  =>
  (assert (finding (name storage-answers-late) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::storage-answers-late.requests
  "Requests to a device take three tenths of a second and more on the mean, far more than a sound drive needs for them. [sysstat-iostat: await]"
  (logical
    (device-load (host ?host) (device ?device) (latency-ms-mean ?ms&:(at-least ?ms ?*request-late-ms*))))
  =>
  (assert (finding (name storage-answers-late) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::load-without-work.top
  "The load is high while the processors are idle: what is counted waits for something else, mostly storage or a server. [man7-vmstat: b]"
  (logical
    (cpu-load (host ?host) (load-average ?load&:(at-least ?load ?*load-waiting*))
      (idle-mean-percent ?idle&:(at-least ?idle ?*processors-idle-percent*))))
  =>
  (assert (finding (name load-without-work) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::snapshots-hold-much.dataset
  "Snapshots hold half of what the dataset takes up, and more: space that deleting files does not give back. [openzfs-docs: zfsprops, usedbysnapshots]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (used-bytes ?used&:(above ?used 0))
      (snapshots-bytes ?held&:(at-least ?held (* ?*snapshots-large-share* ?used))&:(at-least ?held ?*snapshots-large-bytes*))))
  =>
  (assert (finding (name snapshots-hold-much) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::wrong-data-from-several.btrfs
  "Several devices of Btrfs return wrong data, which one failing drive does not explain: memory, an adapter or a cable would. [btrfs-trouble: device stats]"
  (logical
    (btrfs-device (host ?host) (corruption-errors ?errors&:(above ?errors 0)) (others-corrupt ?others&:(above ?others 0))))
  =>
  (assert (finding (name wrong-data-from-several) (host ?host) (subject ?host) (state present))))
