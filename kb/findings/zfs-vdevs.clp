; How a pool is laid out over its devices, and whether that is where its work stands in line.

(defglobal FINDINGS ?*queue-10-least* = 8.5)        ; requests | the mean stands close to the limit of 10 [oracle-zfs-queue-depth: iostat actv queue output close to the value]
(defglobal FINDINGS ?*queue-10-most* = 10.6)        ; requests | and never goes beyond it, but for rounding [oracle-zfs-queue-depth: default 10]
(defglobal FINDINGS ?*queue-35-least* = 30)         ; requests | the same for the limit of 35 of the first versions [oracle-zfs-queue-depth: 10 or 35 I/Os at most]
(defglobal FINDINGS ?*queue-35-most* = 35.6)        ; requests | the same for the limit of 35 of the first versions [oracle-zfs-queue-depth: 10 or 35 I/Os at most]
(defglobal FINDINGS ?*queue-limit-least-share* = 0.85) ; share of the limit | the mean stands close to it [oracle-zfs-queue-depth: iostat actv queue output close to the value]
(defglobal FINDINGS ?*queue-limit-most-share* = 1.06)  ; share of the limit | and never goes beyond it, but for rounding [oracle-zfs-queue-depth: iostat actv queue output close to the value]
(defglobal FINDINGS ?*queue-samples* = 10)          ; samples | fewer do not show that it stays there, by experience [oracle-zfs-queue-depth: iostat actv queue output close to the value]
(defglobal FINDINGS ?*queue-long-samples* = 3)      ; samples | three means over several seconds each show it as well, by experience [oracle-zfs-queue-depth: iostat actv queue output close to the value]
(defglobal FINDINGS ?*queue-long-sample-seconds* = 5) ; s | so long that a burst does not fill it, by experience [oracle-zfs-queue-depth: iostat actv queue output close to the value]
(defglobal FINDINGS ?*queue-pinned-factor* = 1.06)  ; times the mean | a queue that is never longer than its mean stands at a limit, whatever that is; a load wavers, by experience [oracle-zfs-queue-depth: iostat actv queue output close to the value]
(defglobal FINDINGS ?*host-queue-ms* = 10)          ; ms | as long as a disk with moving heads needs for a request, spent before the device has it, by experience [oracle-zfs-queue-depth: as many LUNs as there are backing spindles]
(defglobal FINDINGS ?*host-queue-device-ms* = 15)   ; ms | the device itself answers as quickly as disks behind a cache do: it is not what is slow, by experience [oracle-zfs-queue-depth: as many LUNs as there are backing spindles]
(defglobal FINDINGS ?*vdevs-several* = 4)           ; vdevs | the advice is 5 to 10 volumes for ten spindles; four are no single queue any more, by experience [oracle-zfs-queue-depth: as many LUNs as there are backing spindles]
(defglobal FINDINGS ?*raidz-wide* = 4)              ; devices | a raidz of three is no wide one, by experience [oracle-zfs-pool-creation: RAID-Z storage pools]
(defglobal FINDINGS ?*layout-mean-slow-ms* = 20)     ; ms | the mean of days holds the nights too: twice what a seek takes is slow in it, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*raidz-reads-few-s* = 400)      ; reads/s | a disk that turns does 100 to 200 with a queue; of many members at work there would be a multiple of that [oracle-zfs-pool-practices: mirrored pools for random workloads]
(defglobal FINDINGS ?*layout-busy-percent* = 80)    ; percent busy | the device has hardly a pause, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*layout-quick-ms* = 8)         ; ms | the devices answer as fast as a disk with moving heads can, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*reads-wait-ms* = 20)          ; ms | twice what a disk with moving heads needs for one read, spent before it is begun, by experience [openzfs-docs: zpool-iostat, -l]
(defglobal FINDINGS ?*reads-wait-share* = 0.5)      ; share of the wait of writes | reads do not get by, by experience [openzfs-docs: zpool-iostat, -l]
(defglobal FINDINGS ?*reads-many-share* = 0.3)      ; reads for each write | a handful of reads that meets a transaction group is no load, by experience [openzfs-docs: zpool-iostat, -l]
(defglobal FINDINGS ?*quick-busy-percent* = 60)     ; percent busy | quick answers of a device with less to do say that nothing waits; beyond it requests may queue, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*member-reads-s* = 80)         ; reads/s | nearly what a disk with moving heads serves at random, by experience [oracle-zfs-pool-practices: mirrored pools for random workloads]
(defglobal FINDINGS ?*member-reads-most-s* = 300)   ; reads/s | more at random only flash serves, by experience [oracle-zfs-pool-practices: mirrored pools for random workloads]
(defglobal FINDINGS ?*reads-multiplied-share* = 0.5) ; member to pool | in mirrors and stripes a member gets its part of the reads, in a raidz nearly each of them [oracle-zfs-pool-practices: mirrored pools for random workloads]
(defglobal FINDINGS ?*reads-multiplied-share-few* = 0.4) ; member to pool | in mirrors of four disks and more it is a quarter or less [oracle-zfs-pool-practices: mirrored pools for random workloads]
(defglobal FINDINGS ?*writes-uneven-factor* = 4)    ; times | the devices of one vdev get the same writes, and vdevs of like room and age much the same, by experience [openzfs-source: module/zfs/metaslab.c, metaslab_group_allocatable]
(defglobal FINDINGS ?*writes-uneven-s* = 40)        ; writes/s | enough to keep a disk with moving heads at work, by experience [openzfs-source: module/zfs/metaslab.c, metaslab_group_allocatable]

(defglobal FINDINGS ?*raidz-very-wide* = 12)        ; devices | the vendor gives 3 to 9 for a group [oracle-zfs-pool-creation: RAID-Z storage pools]
(defglobal FINDINGS ?*vdev-full-percent* = 90)      ; percent used | past it free runs get scarce on every version [openzfs-docs: Workload Tuning, Free Space]
(defglobal FINDINGS ?*vdev-emptier-percent* = 70)   ; percent used | so much more room that it gets most of the writes, by experience [openzfs-source: module/zfs/metaslab.c, metaslab_group_allocatable]
(defglobal FINDINGS ?*mixed-reads-s* = 20)          ; reads/s | some reads wait behind the writes, by experience [oracle-zfs-pool-practices: mirrored pools for random workloads]

(defrule FINDINGS::queue-at-limit.ten
  "On Solaris a device of the pool has ten requests at once and never more: so many ZFS gives to one device, however many spindles lie behind it. [oracle-zfs-queue-depth: iostat actv queue output close to the value]"
  (logical
    (system (host ?host) (os solaris|illumos))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*queue-samples*))
      (queue-mean ?mean&:(at-least ?mean ?*queue-10-least*)) (queue-max ?max&:(at-most ?max ?*queue-10-most*))))
  =>
  (assert (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::queue-at-limit.ten-in-long-samples
  "On Solaris a device of the pool has ten requests at once and never more, mean after mean of several seconds: so many ZFS gives to one device, however many spindles lie behind it. [oracle-zfs-queue-depth: iostat actv queue output close to the value]"
  (logical
    (system (host ?host) (os solaris|illumos))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*queue-long-samples*)&:(below ?samples ?*queue-samples*))
      (interval-seconds ?interval&:(at-least ?interval ?*queue-long-sample-seconds*))
      (queue-mean ?mean&:(at-least ?mean ?*queue-10-least*)) (queue-max ?max&:(at-most ?max ?*queue-10-most*))))
  =>
  (assert (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::queue-at-limit.thirty-five
  "On an early Solaris 10 a device of the pool has 35 requests at once and never more: so many ZFS gave to one device then. [oracle-zfs-queue-depth: 10 or 35 I/Os at most]"
  (logical
    (system (host ?host) (os solaris))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*queue-samples*))
      (queue-mean ?mean&:(at-least ?mean ?*queue-35-least*)) (queue-max ?max&:(at-most ?max ?*queue-35-most*))))
  =>
  (assert (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::queue-at-limit.thirty-five-in-long-samples
  "On an early Solaris 10 a device of the pool has 35 requests at once and never more, mean after mean of several seconds: so many ZFS gave to one device then. [oracle-zfs-queue-depth: 10 or 35 I/Os at most]"
  (logical
    (system (host ?host) (os solaris))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*queue-long-samples*)&:(below ?samples ?*queue-samples*))
      (interval-seconds ?interval&:(at-least ?interval ?*queue-long-sample-seconds*))
      (queue-mean ?mean&:(at-least ?mean ?*queue-35-least*)) (queue-max ?max&:(at-most ?max ?*queue-35-most*))))
  =>
  (assert (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::queue-at-limit.as-set
  "A device of the pool has as many requests as zfs_vdev_max_pending allows, and never more. [oracle-zfs-queue-depth: iostat actv queue output close to the value]"
  (logical
    (zfs-parameters (host ?host) (vdev-max-pending ?limit&:(above ?limit 0)))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*queue-samples*))
      (queue-mean ?mean&:(at-least ?mean (* ?*queue-limit-least-share* ?limit)))
      (queue-max ?max&:(at-most ?max (* ?*queue-limit-most-share* ?limit)))))
  =>
  (assert (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::queue-at-limit.pinned
  "A device of the pool has the same number of requests at once in every sample, and never more: they stand at a limit of the host. [oracle-zfs-queue-depth: iostat actv queue output close to the value]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*queue-samples*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*device-busy-percent*))
      (queue-mean ?mean&:(at-least ?mean ?*queue-10-least*)) (queue-max ?max&:(at-most ?max (* ?*queue-pinned-factor* ?mean)))))
  =>
  (assert (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::queue-at-limit.waits-in-host
  "Requests to a device of the pool wait in the host for longer than the device takes, which answers quickly and always has work. [oracle-zfs-queue-depth: as many LUNs as there are backing spindles]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (busy-percent-mean ?busy&:(at-least ?busy ?*device-busy-percent*))
      (host-queue-ms-mean ?waits&:(at-least ?waits ?*host-queue-ms*))
      (latency-ms-mean ?all&:(at-most ?all (+ ?waits ?*host-queue-device-ms*)))))
  =>
  (assert (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-on-one-lun.by-name
  "The pool lies on one device, which by its name is a volume of an array. [gaechter-2012: ZFS und Oracle DB, Storage]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (data-vdevs 1) (data-devices 1))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (array-lun yes)))
  =>
  (assert (finding (name pool-on-one-lun) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-on-one-vdev.status
  "The pool has one top-level vdev: its requests stand in one line. [gaechter-2012: ZFS und Oracle DB, Storage]"
  (logical (zpool-status (host ?host) (pool ?pool) (data-vdevs 1)))
  =>
  (assert (finding (name pool-on-one-vdev) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-spread.several-vdevs
  "The pool is spread over several top-level vdevs: each has a queue of its own. [oracle-zfs-queue-depth: as many LUNs as there are backing spindles]"
  (logical (zpool-status (host ?host) (pool ?pool) (data-vdevs ?vdevs&:(at-least ?vdevs ?*vdevs-several*))))
  =>
  (assert (finding (name pool-spread) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::lun-queue-full.one-vdev
  "All requests of the pool stand in the queue of one volume of an array, or of the two halves of one mirror, and it is full all the time. [oracle-zfs-queue-depth: as many LUNs as there are backing spindles]"
  (logical
    (finding (name queue-at-limit) (host ?host) (subject ?pool) (state present))
    (finding (name pool-on-one-vdev) (host ?host) (subject ?pool) (state present))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (vdev disk|mirror) (array-lun yes)))
  =>
  (assert (finding (name lun-queue-full) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::redo-shares-pool.datasets
  "The logs of the database lie in one pool with its data: one stream of small writes and random reads and writes share the devices. [gaechter-2012: ZFS und Oracle DB, Storage]"
  (logical
    ; one of the pool's data, so that thousands of datasets are not put beside each other in pairs
    (zfs-dataset (row ?first) (host ?host) (dataset ?data) (pool ?pool&~unknown) (role data|index))
    (not (zfs-dataset (row ?before&:(below ?before ?first)) (host ?host) (pool ?pool) (role data|index)))
    (zfs-dataset (host ?host) (dataset ?redo&~?data) (pool ?pool) (role redo)))
  =>
  (assert (finding (name redo-shares-pool) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::database-on-one-raidz.datasets
  "The data of a database lies on a single wide raidz, which answers random requests about as often as one disk does. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (data-vdevs 1) (data-devices ?devices&:(at-least ?devices ?*raidz-wide*)))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (vdev raidz))
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool) (role data|index|redo)))
  =>
  (assert (finding (name database-on-one-raidz) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-on-one-raidz.wide
  "All data lies on a single wide raidz, which answers random requests about as often as one disk does. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (data-vdevs 1) (data-devices ?devices&:(at-least ?devices ?*raidz-wide*)))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (vdev raidz)))
  =>
  (assert (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::raidz-very-wide.one
  "All data lies on one raidz of a dozen devices or more: each of them takes part in every record, and the pool answers random requests about as often as one of them. [oracle-zfs-pool-creation: RAID-Z storage pools]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (data-vdevs 1) (data-devices ?devices&:(at-least ?devices ?*raidz-very-wide*)))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (vdev raidz)))
  =>
  (assert (finding (name raidz-very-wide) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::volumes-on-one-raidz.volumes
  "Volumes lie on a single wide raidz, and what is in a volume (the disk of a virtual machine, a LUN) is read and written in small blocks at random. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    ; the pool's first volume, so that hundreds are not all told of
    (zfs-dataset (row ?first) (host ?host) (pool ?pool) (type volume))
    (not (zfs-dataset (row ?before&:(below ?before ?first)) (host ?host) (pool ?pool) (type volume))))
  =>
  (assert (finding (name volumes-on-one-raidz) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::vdevs-filled-unevenly.full-beside-emptier
  "One vdev is nearly full and another has much more room, as after the pool was enlarged: old data stays where it is, and new data goes to the emptier vdev alone. [openzfs-source: module/zfs/metaslab.c, metaslab_group_allocatable]"
  (logical
    (pool-vdev (host ?host) (pool ?pool) (vdev ?full) (capacity-percent ?much&:(at-least ?much ?*vdev-full-percent*)))
    (pool-vdev (host ?host) (pool ?pool) (vdev ?emptier&~?full) (capacity-percent ?little&:(at-most ?little ?*vdev-emptier-percent*))))
  =>
  (assert (finding (name vdevs-filled-unevenly) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::reads-wait-in-queue.one-sample
  "zpool iostat -l: over all the time of the sample, reads that a program waits for stand in the pool's queue for longer than a disk needs for two, and there are many of them. [openzfs-docs: zpool-iostat, -l]"
  (logical
    (pool-waits (host ?host) (device ?pool) (output ?output) (samples ?samples&:(below ?samples ?*queue-long-samples*))
      (sync-write-wait-mean-ms ?writes&~unknown)
      (sync-read-wait-mean-ms ?reads&:(at-least ?reads ?*reads-wait-ms*)&:(at-least ?reads (* ?writes ?*reads-wait-share*))))
    (device-load (host ?host) (device ?pool) (output ?output) (writes-s-mean ?written&:(above ?written 0))
      (reads-s-mean ?read&:(at-least ?read ?*member-reads-s*)&:(at-least ?read (* ?written ?*reads-many-share*)))))
  =>
  (assert (finding (name reads-wait-in-queue) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::reads-wait-in-queue.beside-writes
  "zpool iostat -l: reads that a program waits for stand in the pool's queue as long as writes do, and there are many of them: more is asked of the devices than they do, and not only while a transaction group is written. [openzfs-docs: zpool-iostat, -l]"
  (logical
    (pool-waits (host ?host) (device ?pool) (output ?output) (samples ?samples&:(at-least ?samples ?*queue-long-samples*))
      (sync-write-wait-mean-ms ?writes&~unknown)
      (sync-read-wait-mean-ms ?reads&:(at-least ?reads ?*reads-wait-ms*)&:(at-least ?reads (* ?writes ?*reads-wait-share*))))
    (device-load (host ?host) (device ?pool) (output ?output) (writes-s-mean ?written&:(above ?written 0))
      (reads-s-mean ?read&~unknown&:(at-least ?read (* ?written ?*reads-many-share*)))))
  =>
  (assert (finding (name reads-wait-in-queue) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::unplaced-disks-slow.two
  "Two disks are in use and take tens of milliseconds for each request, and nothing says which array, pool or file system they are of. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (device-load (host ?host) (device ?one) (output ?output) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*pool-device-slow-ms*)) (busy-percent-mean ?busy&:(at-least ?busy ?*device-in-use-percent*)))
    (device-load (host ?host) (device ?two&~?one) (output ?output)
      (latency-ms-mean ?late&:(at-least ?late ?*pool-device-slow-ms*)) (busy-percent-mean ?work&:(at-least ?work ?*device-in-use-percent*)))
    (not (pool-device (host ?host) (device ?one)))
    (not (pool-device (host ?host) (device ?two)))
    (not (part-of (host ?host) (part ?one)))
    (not (part-of (host ?host) (part ?two)))
    (not (part-of (host ?host) (whole ?one)))
    (not (part-of (host ?host) (whole ?two))))
  =>
  (assert (finding (name unplaced-disks-slow) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::unplaced-disks-seek.two
  "Two disks are in use, slow, and read in small pieces, and nothing says which array, pool or file system they are of. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (device-load (host ?host) (device ?one) (output ?output) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*pool-device-slow-ms*)) (busy-percent-mean ?busy&:(at-least ?busy ?*device-in-use-percent*))
      (reads-s-mean ?reads&:(at-least ?reads ?*seeks-many-s*)) (read-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*)))
    (device-load (host ?host) (device ?two&~?one) (output ?output)
      (latency-ms-mean ?late&:(at-least ?late ?*pool-device-slow-ms*)) (busy-percent-mean ?work&:(at-least ?work ?*device-in-use-percent*))
      (reads-s-mean ?more&:(at-least ?more ?*seeks-many-s*)) (read-size-kb-mean ?small&:(at-most ?small ?*small-request-kb*)))
    (not (pool-device (host ?host) (device ?one)))
    (not (pool-device (host ?host) (device ?two)))
    (not (part-of (host ?host) (part ?one)))
    (not (part-of (host ?host) (part ?two)))
    (not (part-of (host ?host) (whole ?one)))
    (not (part-of (host ?host) (whole ?two))))
  =>
  (assert (finding (name unplaced-disks-seek) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::pool-devices-slow.by-other-names
  "The pool's devices have names of their own, and two disks of which nothing else is known are slow: most likely they are the pool's. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (finding (name unplaced-disks-slow) (host ?host) (subject ?host) (state present))
    (zpool-status (host ?host) (pool ?pool) (imported ~no) (data-devices ?devices&:(above ?devices 1)))
    ; the first of them speaks for all
    (pool-device (row ?first) (host ?host) (pool ?pool) (device ?device) (role data))
    (not (pool-device (row ?before&:(below ?before ?first)) (host ?host) (pool ?pool) (role data)))
    (not (device-load (host ?host) (device ?device) (latency-ms-mean ~unknown))))
  =>
  (assert (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::unplaced-disks-seek.two-at-once
  "In one sample two disks are slow, have hardly a pause and serve small requests; that both do says what a second sample would. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (device-load (host ?host) (device ?one) (output ?output) (since-boot ~yes) (samples ?samples&:(below ?samples ?*few-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*pool-device-slow-ms*)) (busy-percent-mean ?busy&:(at-least ?busy ?*layout-busy-percent*))
      (reads-s-mean ?reads&:(at-least ?reads ?*mixed-reads-s*)) (read-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*)))
    (device-load (host ?host) (device ?two&~?one) (output ?output)
      (latency-ms-mean ?late&:(at-least ?late ?*pool-device-slow-ms*)) (busy-percent-mean ?work&:(at-least ?work ?*layout-busy-percent*))
      (reads-s-mean ?more&:(at-least ?more ?*mixed-reads-s*)) (read-size-kb-mean ?small&:(at-most ?small ?*small-request-kb*)))
    (not (pool-device (host ?host) (device ?one)))
    (not (pool-device (host ?host) (device ?two)))
    (not (part-of (host ?host) (part ?one)))
    (not (part-of (host ?host) (part ?two)))
    (not (part-of (host ?host) (whole ?one)))
    (not (part-of (host ?host) (whole ?two))))
  =>
  (assert (finding (name unplaced-disks-seek-at-once) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::raidz-members-slow-at-once.same-sample
  "In one sample two members of a single wide raidz are slow, have hardly a pause and serve small requests: each of them keeps all members busy. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (pool-device (host ?host) (pool ?pool) (device ?one) (role data) (vdev raidz))
    (device-load (host ?host) (device ?one) (output ?output) (since-boot ~yes) (samples ?samples&:(below ?samples ?*few-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*pool-device-slow-ms*)) (busy-percent-mean ?busy&:(at-least ?busy ?*layout-busy-percent*))
      (reads-s-mean ?reads&:(at-least ?reads ?*mixed-reads-s*)) (read-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*)))
    (pool-device (host ?host) (pool ?pool) (device ?two&~?one) (role data) (vdev raidz))
    (device-load (host ?host) (device ?two) (output ?output)
      (latency-ms-mean ?late&:(at-least ?late ?*pool-device-slow-ms*)) (busy-percent-mean ?work&:(at-least ?work ?*layout-busy-percent*))))
  =>
  (assert (finding (name raidz-members-slow-at-once) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::raidz-members-slow-at-once.on-average
  "On average since the boot two members of a single wide raidz are slow, have hardly a pause and serve small requests: what the mean of days shows is no peak. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (pool-device (host ?host) (pool ?pool) (device ?one) (role data) (vdev raidz))
    (device-load (host ?host) (device ?one) (output ?output) (since-boot yes)
      (latency-ms-mean ?ms&:(at-least ?ms ?*layout-mean-slow-ms*)) (busy-percent-mean ?busy&:(at-least ?busy ?*layout-busy-percent*))
      (reads-s-mean ?reads&:(at-least ?reads ?*mixed-reads-s*)) (read-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*)))
    (pool-device (host ?host) (pool ?pool) (device ?two&~?one) (role data) (vdev raidz))
    (device-load (host ?host) (device ?two) (output ?output)
      (latency-ms-mean ?late&:(at-least ?late ?*layout-mean-slow-ms*)) (busy-percent-mean ?work&:(at-least ?work ?*layout-busy-percent*))))
  =>
  (assert (finding (name raidz-members-slow-at-once) (host ?host) (subject ?pool) (state present))
          (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::raidz-members-slow-at-once.by-other-names
  "The members of a single wide raidz have names of their own, and in one sample two disks of which nothing else is known are slow, always busy, and serve small requests. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name unplaced-disks-seek-at-once) (host ?host) (subject ?host) (state present))
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    ; the first of them speaks for all
    (pool-device (row ?first) (host ?host) (pool ?pool) (device ?device) (role data))
    (not (pool-device (row ?before&:(below ?before ?first)) (host ?host) (pool ?pool) (role data)))
    (not (device-load (host ?host) (device ?device) (latency-ms-mean ~unknown))))
  =>
  (assert (finding (name raidz-members-slow-at-once) (host ?host) (subject ?pool) (state present))
          (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::raidz-members-slow-at-once.busy-with-seeks
  "In one sample two members of a single wide raidz have hardly a pause and are read as often as a disk with moving heads can at random, in small pieces: each of them keeps all members busy. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (pool-device (host ?host) (pool ?pool) (device ?one) (role data) (vdev raidz))
    (device-load (host ?host) (device ?one) (output ?output) (since-boot ~yes) (samples ?samples&:(below ?samples ?*few-samples*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*layout-busy-percent*)) (read-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*))
      (reads-s-mean ?reads&:(at-least ?reads ?*member-reads-s*)&:(at-most ?reads ?*member-reads-most-s*)))
    (pool-device (host ?host) (pool ?pool) (device ?two&~?one) (role data) (vdev raidz))
    (device-load (host ?host) (device ?two) (output ?output) (busy-percent-mean ?work&:(at-least ?work ?*layout-busy-percent*))
      (reads-s-mean ?more&:(at-least ?more ?*member-reads-s*))))
  =>
  (assert (finding (name raidz-members-slow-at-once) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::raidz-saturated.slow
  "A member of a single wide raidz is slow while it is read in small pieces: each of them keeps all members busy. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (vdev raidz))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*pool-device-slow-ms*)) (busy-percent-mean ?busy&:(at-least ?busy ?*device-in-use-percent*))
      (reads-s-mean ?reads&:(at-least ?reads ?*seeks-many-s*)) (read-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*))))
  =>
  (assert (finding (name raidz-saturated) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::raidz-saturated.busy
  "A member of a single wide raidz is read in small pieces and has hardly a pause: each of them keeps all members busy. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (vdev raidz))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*layout-busy-percent*))
      (reads-s-mean ?reads&:(at-least ?reads ?*seeks-many-s*)) (read-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*))))
  =>
  (assert (finding (name raidz-saturated) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::raidz-saturated.by-other-names
  "The members of a single wide raidz have names of their own, and two disks of which nothing else is known are slow and read in small pieces. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name unplaced-disks-seek) (host ?host) (subject ?host) (state present))
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    ; the first of them speaks for all
    (pool-device (row ?first) (host ?host) (pool ?pool) (device ?device) (role data))
    (not (pool-device (row ?before&:(below ?before ?first)) (host ?host) (pool ?pool) (role data)))
    (not (device-load (host ?host) (device ?device) (latency-ms-mean ~unknown))))
  =>
  (assert (finding (name raidz-saturated) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::raidz-reads-multiplied.members-read-as-often
  "zpool iostat -v: each member of the raidz reads about as often as the whole pool, as random requests make it: the pool does no more of them than one disk. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (device-load (host ?host) (device ?pool) (output ?output) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (reads-s-mean ?all&:(at-least ?all ?*member-reads-s*)))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (vdev raidz))
    (device-load (host ?host) (device ?device) (output ?output) (read-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*))
      (reads-s-mean ?reads&:(at-least ?reads ?*member-reads-s*)&:(at-most ?reads ?*member-reads-most-s*)&:(at-least ?reads (* ?*reads-multiplied-share* ?all)))))
  =>
  (assert (finding (name raidz-reads-multiplied) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::raidz-reads-multiplied.in-a-long-sample
  "zpool iostat -v: over a sample of several seconds each member of the raidz reads about as often as the whole pool; that is a ratio, which one such sample shows as well as three. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (device-load (host ?host) (device ?pool) (output ?output) (since-boot no) (samples ?samples&:(below ?samples ?*few-samples*))
      (interval-seconds ?interval&:(at-least ?interval ?*queue-long-sample-seconds*)) (reads-s-mean ?all&:(at-least ?all ?*member-reads-s*)))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (vdev raidz))
    (device-load (host ?host) (device ?device) (output ?output) (read-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*))
      (reads-s-mean ?reads&:(at-least ?reads ?*member-reads-s*)&:(at-most ?reads ?*member-reads-most-s*)&:(at-least ?reads (* ?*reads-multiplied-share* ?all)))))
  =>
  (assert (finding (name raidz-reads-multiplied) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::raidz-reads-multiplied.by-other-names
  "The members of the raidz have names of their own, and two disks of which nothing else is known read about as often as the whole pool, in small pieces and with hardly a pause: the pool does no more random reads than one disk. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (device-load (host ?host) (device ?pool) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (reads-s-mean ?all&:(at-least ?all ?*member-reads-s*)))
    ; the first member speaks for all
    (pool-device (row ?first) (host ?host) (pool ?pool) (device ?device) (role data))
    (not (pool-device (row ?before&:(below ?before ?first)) (host ?host) (pool ?pool) (role data)))
    (not (device-load (host ?host) (device ?device) (reads-s-mean ~unknown)))
    (device-load (host ?host) (device ?one&~?pool) (output ?output) (since-boot ~yes)
      (busy-percent-mean ?busy&:(at-least ?busy ?*layout-busy-percent*)) (read-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*))
      (reads-s-mean ?reads&:(at-most ?reads ?*member-reads-most-s*)&:(at-least ?reads (* ?*reads-multiplied-share* ?all))))
    (device-load (host ?host) (device ?two&~?one) (output ?output) (busy-percent-mean ?work&:(at-least ?work ?*layout-busy-percent*))
      (reads-s-mean ?more&:(at-least ?more (* ?*reads-multiplied-share* ?all))))
    (not (pool-device (host ?host) (device ?one)))
    (not (pool-device (host ?host) (device ?two)))
    (not (part-of (host ?host) (part ?one)))
    (not (part-of (host ?host) (part ?two)))
    (not (part-of (host ?host) (whole ?one)))
    (not (part-of (host ?host) (whole ?two))))
  =>
  (assert (finding (name raidz-reads-multiplied) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::raidz-reads-multiplied-on-average.since-import
  "zpool iostat -v without an interval: since the pool was imported each member of the raidz has read about as often as the whole pool and in small pieces, as random requests make it. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (device-load (host ?host) (device ?pool) (output ?output) (samples ?samples&:(below ?samples ?*few-samples*))
      (reads-s-mean ?all&:(at-least ?all ?*member-reads-s*)))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (vdev raidz))
    (device-load (host ?host) (device ?device) (output ?output) (read-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*))
      (reads-s-mean ?reads&:(at-least ?reads ?*member-reads-s*)&:(at-most ?reads ?*member-reads-most-s*)&:(at-least ?reads (* ?*reads-multiplied-share-few* ?all)))))
  =>
  (assert (finding (name raidz-reads-multiplied-on-average) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::vdevs-written-unevenly.one-full
  "One data device of the pool is written several times as often as another, one vdev is nearly full and another is not: the writes go to the emptier one alone. [openzfs-source: module/zfs/metaslab.c, metaslab_group_allocatable]"
  (logical
    (finding (name vdevs-filled-unevenly) (host ?host) (subject ?pool) (state present))
    (pool-device (host ?host) (pool ?pool) (device ?much) (role data))
    (device-load (host ?host) (device ?much) (output ?output) (samples ?samples&:(below ?samples ?*few-samples*))
      (writes-s-mean ?most&:(at-least ?most ?*writes-uneven-s*)))
    (pool-device (host ?host) (pool ?pool) (device ?little&~?much) (role data))
    (device-load (host ?host) (device ?little) (output ?output) (writes-s-mean ?least&~unknown&:(at-most ?least (/ ?most ?*writes-uneven-factor*)))))
  =>
  (assert (finding (name vdevs-written-unevenly) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::vdevs-written-unevenly.one-takes-most
  "One data device of the pool is written several times as often as another: the vdev with the most room takes nearly all writes, as after an older pool was enlarged. [openzfs-source: module/zfs/metaslab.c, metaslab_group_allocatable]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (scan ~resilver-running) (data-vdevs ?vdevs&:(above ?vdevs 1)))
    (pool-device (host ?host) (pool ?pool) (device ?much) (role data))
    (device-load (host ?host) (device ?much) (output ?output) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (writes-s-mean ?most&:(at-least ?most ?*writes-uneven-s*)))
    (pool-device (host ?host) (pool ?pool) (device ?little&~?much) (role data))
    (device-load (host ?host) (device ?little) (output ?output) (writes-s-mean ?least&~unknown&:(at-most ?least (/ ?most ?*writes-uneven-factor*)))))
  =>
  (assert (finding (name vdevs-written-unevenly) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::vdevs-mixed.lone-beside-raidz
  "A device without redundancy stands beside mirrors or raidz as a data vdev of its own, as `zpool add` in place of `zpool replace` leaves it: the pool is lost with it. [oracle-zfs-pool-creation: do not mix; openzfs-issues: 11414]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?lone) (role data) (vdev disk))
    (pool-device (host ?host) (pool ?pool) (device ?other&~?lone) (role data) (vdev mirror|raidz|draid)))
  =>
  (assert (finding (name vdevs-mixed) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pools-share-disk.two-pools
  "Two pools lie on parts of one disk: each schedules its requests as if it had the disk for itself. [oracle-zfs-pool-creation: use whole disks]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (pool-device (host ?host) (pool ?other&~?pool) (device ?device) (role data)))
  =>
  (assert (finding (name pools-share-disk) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pools-contend-for-disk.busy-and-slow
  "The disk that two pools share has hardly a pause and is slow: its heads go to and fro between them. [oracle-zfs-pool-creation: use whole disks]"
  (logical
    (finding (name pools-share-disk) (host ?host) (subject ?pool) (state present))
    (finding (name pool-device-busy) (host ?host) (subject ?pool) (state present))
    (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (finding (name pools-contend-for-disk) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-device-busy.nearly-all-the-time
  "A data device of the pool has work nearly all the time. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*layout-busy-percent*))))
  =>
  (assert (finding (name pool-device-busy) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-devices-slow.quick
  "The data devices of the pool answer as fast as disks can, and are not always at work. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*queue-samples*))
      (latency-ms-mean ?ms&:(at-most ?ms ?*layout-quick-ms*)))
    (read (host ?host) (template device-load) (complete yes))
    (not (device-load (host ?host) (latency-ms-mean ?slow&:(at-least ?slow ?*pool-device-slow-ms*))))
    (not (device-load (host ?host) (device ?device) (busy-percent-mean ?busy&:(above ?busy ?*quick-busy-percent*)))))
  =>
  (assert (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::raidz-reads-few.tested
  "A test that read small blocks at random came to about as many as one disk does, and the only pool that is shown is a single wide raidz. [oracle-zfs-pool-practices: mirrored pools for random workloads]"
  (logical
    (finding (name pool-on-one-raidz) (host ?host) (subject ?pool) (state present))
    (random-read (host ?host) (request-bytes ?block&:(above ?block 0)&:(at-most ?block (* 1024 ?*small-request-kb*)))
      (reads-s ?rate&:(above ?rate 0)&:(at-most ?rate ?*raidz-reads-few-s*)))
    (not (zpool-status (host ?host) (pool ~?pool))))
  =>
  (assert (finding (name raidz-reads-few) (host ?host) (subject ?pool) (state present))))
