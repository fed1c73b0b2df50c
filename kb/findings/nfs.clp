; NFS servers on ZFS, as the server and as its clients show them.

(defglobal FINDINGS ?*nfs-write-slow-ms* = 20)               ; milliseconds | a disk that turns needs some 10 for one write in place, and a commit is at least one; a datastore without a log device took 9 to 11 [freenas-2013-zil: average write latency]
(defglobal FINDINGS ?*nfs-write-quick-ms* = 5)               ; milliseconds | no disk that turns answers so quickly by itself; with the log out of the way it took 0 to 1 [freenas-2013-zil: average write latency]
(defglobal FINDINGS ?*traced-syncs-enough* = 10)             ; calls | fewer may be accidents, by experience [bcc-slower: zfsslower]
(defglobal FINDINGS ?*nfs-read-part* = 0.33)                ; of the time of a write or commit | in the documented case reads took 0 to 1 ms and writes 9 to 11; a third is far from equal, by experience [freenas-2013-zil: average write latency]
(defglobal FINDINGS ?*pool-write-small-kb* = 32)             ; kB | a log block holds one commit, mostly 4 to 32; a transaction group writes in pieces of up to 128 or more, by experience [openzfs-docs: Workload Tuning, Synchronous I/O]
(defglobal FINDINGS ?*pool-writes-enough-s* = 30)            ; writes/s | a disk that turns can do about a hundred; fewer than a third of that is no load, by experience [openzfs-docs: Workload Tuning, Synchronous I/O]
(defglobal FINDINGS ?*pool-writes-to-reads* = 2)             ; writes for each read | mostly writes, by experience [openzfs-docs: Workload Tuning, Synchronous I/O]
(defglobal FINDINGS ?*pool-writes-busy-percent* = 40)        ; percent busy | commits come one after the other, so a disk has pauses and works much of the time all the same, by experience [openzfs-docs: Workload Tuning, Synchronous I/O]
(defglobal FINDINGS ?*one-by-one-queue* = 0.011)               ; requests for each percent busy | one at a time is a hundredth; a tenth more for rounding (computed) [openzfs-docs: Workload Tuning, Synchronous I/O]
(defglobal FINDINGS ?*nfs-calls-least* = 10000)              ; writes | enough for a server that is in use, by experience [nfsiostat-man: op/s]
(defglobal FINDINGS ?*nfs-read-slow-ms* = 20)                ; milliseconds | reads from disks that turn take about 10 [nfsiostat-man: avg RTT]
(defglobal FINDINGS ?*nfs-operations-least* = 1)             ; operations a second, or in all | a mean of less says nothing [nfsiostat-man: op/s]
(defglobal FINDINGS ?*nfs-retransmits-percent* = 1)          ; percent of the requests | on a sound network none is sent again, by experience [nfsiostat-man: retrans]
(defglobal FINDINGS ?*nfs-commits-least* = 10000)            ; calls | enough to be a habit of the clients, by experience [nfsiostat-man: op/s]
(defglobal FINDINGS ?*nfs-commit-part* = 0.1)                ; commits for each write | every tenth write or more often, by experience [nfsiostat-man: op/s]
(defglobal FINDINGS ?*nfs-stable-writes-least* = 100000)     ; calls | enough to be a habit of the clients, by experience [rfc-1813: 3.3.7 WRITE, stable]
(defglobal FINDINGS ?*nfs-stable-commit-part* = 0.0001)      ; commits for each write | who writes unstable has to commit sooner or later; one for ten thousand is none, by experience [rfc-1813: 3.3.7 WRITE, stable]
(defglobal FINDINGS ?*zil-in-pool-bytes* = 1073741824)       ; bytes | 1 GiB of log in the pool is no accident, by experience [openzfs-docs: module parameters, zil kstat]
(defglobal FINDINGS ?*zil-log-part* = 0.01)                  ; part of what went to the pool | as good as nothing goes to a log device [openzfs-docs: module parameters, zil kstat]
(defglobal FINDINGS ?*sync-write-slow-seconds* = 0.02)       ; seconds | the same 20 milliseconds that a client waits for a slow write [freenas-2013-zil: average write latency]
(defglobal FINDINGS ?*sync-writes-few-s* = 50)               ; writes/s | one after the other, each of them takes the same 20 milliseconds [freenas-2013-zil: average write latency]
(defglobal FINDINGS ?*sync-test-block-bytes* = 65536)        ; bytes | larger blocks take a disk time by their size; a commit is mostly 4 to 32 KiB, by experience [openzfs-docs: Workload Tuning, Synchronous I/O]
(defglobal FINDINGS ?*sync-large-block-bytes* = 1048576)     ; bytes | of 1 MiB on, a disk works longer at the transfer than at the turn [openzfs-docs: Workload Tuning, Synchronous I/O]
(defglobal FINDINGS ?*sync-large-bytes-s* = 10000000)        ; bytes/s | a tenth of what one disk takes, and far more than small writes came to, by experience [openzfs-docs: Workload Tuning, Synchronous I/O]
(defglobal FINDINGS ?*sync-off-times* = 5)                   ; times as fast | the log took most of the time, by experience [openzfs-docs: zfsprops, sync]
(defglobal FINDINGS ?*sync-queue-ms* = 1)                    ; milliseconds | a pool without synchronous writes shows none in their queue, and an idle one microseconds, by experience [openzfs-docs: zpool-iostat]
(defglobal FINDINGS ?*zil-waiters* = 1)                      ; tasks | one glance that meets any is rare where a commit takes microseconds, by experience [openzfs-source: module/zfs/zil.c, zil_commit]

; --- what is exported, and how

(defrule FINDINGS::nfs-served-from-zfs.exported
  "A directory of this pool is exported for writing: clients ask for their data to be on disk before they go on. [freenas-2013-zil: synchronous writes]"
  (logical (nfs-export (host ?host) (path ?path) (pool ?pool&~unknown) (writable ~no)))
  =>
  (assert (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-served-from-zfs.server-counts
  "The NFS server of this host counts many writes, and this pool is where it could keep them; nothing shows that the exports lie elsewhere. [freenas-2013-zil: synchronous writes]"
  (logical
    (nfs-calls (host ?host) (side server) (writes ?writes&:(at-least ?writes ?*nfs-calls-least*)))
    (finding (name pool-for-data) (host ?host) (subject ?pool) (state present))
    (not (nfs-export (host ?host) (file-system ~unknown))))
  =>
  (assert (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-served-from-zfs.client-mounts-what-df-shows
  "A client mounts and writes what is mounted here under the same path, and this pool is where it could lie; nothing shows that the exports lie elsewhere. [freenas-2013-zil: synchronous writes]"
  (logical
    (nfs-mount-times (export ?path&~unknown) (writes ?count&:(at-least ?count ?*nfs-operations-least*)))
    (file-system-usage (host ?host) (mount ?path))
    (finding (name pool-for-data) (host ?host) (subject ?pool) (state present))
    (not (nfs-export (host ?host) (file-system ~unknown))))
  =>
  (assert (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-served-from-zfs.client-of-this-server
  "A client whose output is here mounts from this host and writes, and this pool is where that could lie; nothing shows that the exports lie elsewhere. [freenas-2013-zil: synchronous writes]"
  (logical
    (nfs-mount-times (server ?host) (writes ?count&:(at-least ?count ?*nfs-operations-least*)))
    (finding (name pool-for-data) (host ?host) (subject ?pool) (state present))
    (not (nfs-export (host ?host) (file-system ~unknown))))
  =>
  (assert (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-served-from-zfs.told
  "NFS was told of, and this pool of the host is where the data could lie; nothing shows that the host is a client, or exports something else. [freenas-2013-zil: synchronous writes]"
  (logical
    (file-system (host ?host) (mount "") (type nfs))
    (finding (name pool-for-data) (host ?host) (subject ?pool) (state present))
    (not (nfs-mount-times (host ?host)))
    (not (nfs-export (host ?host) (file-system ~unknown))))
  =>
  (assert (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-served-from-zfs.server-traced
  "Operations of the NFS server on files in ZFS were traced, so clients use a pool. [bcc-slower: zfsslower]"
  (logical (slow-operations (host ?host) (program "nfsd") (file-system zfs)))
  =>
  (assert (finding (name nfs-served-from-zfs) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-pool-syncs-wait.traced
  "The NFS server was traced: again and again it waits tens of milliseconds until a file in ZFS is on disk. [bcc-slower: zfsslower; freenas-2013-zil: average write latency]"
  (logical
    (slow-operations (host ?host) (program "nfsd") (file-system zfs) (syncs ?syncs&:(at-least ?syncs ?*traced-syncs-enough*))
      (sync-ms-median ?usual&:(at-least ?usual ?*nfs-write-slow-ms*))))
  =>
  (assert (finding (name nfs-pool-syncs-wait) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-served-from-zfs.server-threads
  "Threads of the NFS server wait for the intent log of ZFS, so clients write to a pool. [openzfs-source: module/zfs/zil.c, zil_commit]"
  (logical (blocked-tasks (host ?host) (output ?output) (place zfs-log) (names "nfsd")))
  =>
  (assert (finding (name nfs-served-from-zfs) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-pool-without-log-device.status
  "NFS clients write to this pool, and it has no log device. [openzfs-docs: Workload Tuning, Synchronous I/O]"
  (logical
    (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (finding (name nfs-pool-without-log-device) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-served-from-zfs.client-mounts-it
  "A client mounts what lies in this pool, and writes to it. [freenas-2013-zil: synchronous writes]"
  (logical
    (nfs-mount-times (mount ?mount) (export ?path&~unknown) (writes ?count&:(at-least ?count ?*nfs-operations-least*)))
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (mountpoint ?path)))
  =>
  (assert (finding (name nfs-served-from-zfs) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-served-from-zfs.other-file-systems
  "What is exported lies on other file systems than ZFS. [freenas-2013-zil: synchronous writes]"
  (logical
    (nfs-export (host ?host) (path ?path) (file-system vxfs|ufs|ext2|ext3|ext4|xfs|btrfs|tmpfs|other))
    (not (nfs-export (host ?host) (file-system zfs|unknown))))
  =>
  (assert (finding (name nfs-served-from-zfs) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::nfs-exported-async.option
  "With async the server answers before anything is on disk: no client waits for the pool. [freenas-2013-zil: synchronous writes]"
  (logical (nfs-export (host ?host) (path ?path) (pool ?pool&~unknown) (sync no) (writable ~no)))
  =>
  (assert (finding (name nfs-exported-async) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-dataset-sync-disabled.exported
  "With sync=disabled nothing that is exported from here waits for a disk. [openzfs-docs: zfsprops, sync]"
  (logical
    (nfs-export (host ?host) (path ?path) (dataset ?dataset&~unknown) (pool ?pool&~unknown))
    (zfs-dataset (host ?host) (dataset ?dataset) (sync disabled)))
  =>
  (assert (finding (name nfs-dataset-sync-disabled) (host ?host) (subject ?pool) (state present))))

; --- what a client measures

(defrule FINDINGS::nfs-writes-slow.writes
  "A write takes the server tens of milliseconds on average. [nfsiostat-man: avg RTT]"
  (logical
    (nfs-mount-times (host ?host) (mount ?mount) (writes ?count&:(at-least ?count ?*nfs-operations-least*))
                     (write-ms ?time&:(at-least ?time ?*nfs-write-slow-ms*))))
  =>
  (assert (finding (name nfs-writes-slow) (host ?host) (subject ?host) (state present))
          (finding (name slow-writes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-writes-slow.commits
  "COMMIT, with which a client asks that what it wrote be on disk, takes the server tens of milliseconds on average. [nfsiostat-man: avg RTT]"
  (logical
    (nfs-mount-times (host ?host) (mount ?mount) (commits ?count&:(at-least ?count ?*nfs-operations-least*))
                     (commit-ms ?time&:(at-least ?time ?*nfs-write-slow-ms*))))
  =>
  (assert (finding (name nfs-writes-slow) (host ?host) (subject ?host) (state present))
          (finding (name slow-writes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-writes-slow.of-this-server
  "A client whose output is here too measured it of this server. [nfsiostat-man: avg RTT]"
  (logical
    ; that it exports anything: the first of its directories will do
    ; that it exports anything: the first of its directories will do
    (nfs-export (row ?first) (host ?host) (path ?path))
    (not (nfs-export (row ?before&:(below ?before ?first)) (host ?host)))
    (nfs-mount-times (host ?client) (mount ?mount) (server ?host)
                     (writes ?count&:(at-least ?count ?*nfs-operations-least*))
                     (write-ms ?time&:(at-least ?time ?*nfs-write-slow-ms*))))
  =>
  (assert (finding (name nfs-writes-slow) (host ?host) (subject ?host) (state present))
          (finding (name slow-writes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-writes-slow.commits-of-this-server
  "A client whose output is here too measured the commits of this server. [nfsiostat-man: avg RTT]"
  (logical
    ; that it exports anything: the first of its directories will do
    ; that it exports anything: the first of its directories will do
    (nfs-export (row ?first) (host ?host) (path ?path))
    (not (nfs-export (row ?before&:(below ?before ?first)) (host ?host)))
    (nfs-mount-times (host ?client) (mount ?mount) (server ?host)
                     (commits ?count&:(at-least ?count ?*nfs-operations-least*))
                     (commit-ms ?time&:(at-least ?time ?*nfs-write-slow-ms*))))
  =>
  (assert (finding (name nfs-writes-slow) (host ?host) (subject ?host) (state present))
          (finding (name slow-writes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-writes-slow.stable-writes-quick
  "A client never had to commit, so each write was on disk before the answer, and writes are quick. [rfc-1813: 3.3.7 WRITE, stable]"
  (logical
    (nfs-mount-times (host ?host) (mount ?mount) (writes ?count&:(at-least ?count ?*nfs-operations-least*))
                     (write-ms ?time&:(at-most ?time ?*nfs-write-quick-ms*)) (commits ?commits&:(at-most ?commits 0))))
  =>
  (assert (finding (name nfs-writes-slow) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::nfs-writes-slow.commits-quick
  "A client measured commits, and they are quick. [nfsiostat-man: avg RTT]"
  (logical
    (nfs-mount-times (host ?host) (mount ?mount) (commits ?count&:(at-least ?count ?*nfs-operations-least*))
                     (write-ms ?write&:(at-most ?write ?*nfs-write-quick-ms*))
                     (commit-ms ?time&:(at-most ?time ?*nfs-write-quick-ms*))))
  =>
  (assert (finding (name nfs-writes-slow) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::nfs-commits-wait.commits
  "On one mount COMMIT takes the server tens of milliseconds, and a read a fraction of that. [nfsiostat-man: avg RTT]"
  (logical
    (nfs-mount-times (host ?host) (mount ?mount) (commits ?count&:(at-least ?count ?*nfs-operations-least*))
                     (commit-ms ?time&:(at-least ?time ?*nfs-write-slow-ms*))
                     (reads ?reads&:(at-least ?reads ?*nfs-operations-least*))
                     (read-ms ?read&:(at-most ?read (* ?*nfs-read-part* ?time)))))
  =>
  (assert (finding (name nfs-commits-wait) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-commits-wait.writes
  "On one mount a write takes the server tens of milliseconds, and a read a fraction of that: the server answers writes only when they are on disk. [nfsiostat-man: avg RTT]"
  (logical
    (nfs-mount-times (host ?host) (mount ?mount) (writes ?count&:(at-least ?count ?*nfs-operations-least*))
                     (write-ms ?time&:(at-least ?time ?*nfs-write-slow-ms*))
                     (reads ?reads&:(at-least ?reads ?*nfs-operations-least*))
                     (read-ms ?read&:(at-most ?read (* ?*nfs-read-part* ?time)))))
  =>
  (assert (finding (name nfs-commits-wait) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-commits-wait.of-this-server
  "A client whose output is here too waits for the writes or commits of this server, and not for its reads. [nfsiostat-man: avg RTT]"
  (logical
    (nfs-mount-times (host ?client) (mount ?mount) (server ?host))
    (finding (name nfs-commits-wait) (host ?client) (subject ?client) (state present))
    ; that it exports anything: the first of its directories will do
    (nfs-export (row ?first) (host ?host) (path ?path))
    (not (nfs-export (row ?before&:(below ?before ?first)) (host ?host))))
  =>
  (assert (finding (name nfs-commits-wait) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-reads-slow.measured
  "Reads take as long as writes: it is not the waiting for a commit alone. [nfsiostat-man: avg RTT]"
  (logical
    (nfs-mount-times (host ?host) (mount ?mount) (reads ?count&:(at-least ?count ?*nfs-operations-least*))
                     (read-ms ?time&:(at-least ?time ?*nfs-read-slow-ms*))))
  =>
  (assert (finding (name nfs-reads-slow) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-retransmits.measured
  "Requests had to be sent again: they or their answers were lost on the way, or the server did not answer in time. [nfsiostat-man: retrans]"
  (logical
    (nfs-mount-times (host ?host) (mount ?mount)
                     (retransmitted-percent ?share&:(at-least ?share ?*nfs-retransmits-percent*))))
  =>
  (assert (finding (name nfs-retransmits) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-commits-often.counted
  "Clients ask the server again and again that what they wrote be on disk. [nfsiostat-man: op/s]"
  (logical
    (nfs-calls (host ?host) (side server) (writes ?writes&~unknown)
               (commits ?commits&:(at-least ?commits ?*nfs-commits-least*)
                                &:(at-least ?commits (* ?*nfs-commit-part* ?writes)))))
  =>
  (assert (finding (name nfs-commits-often) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-commits-often.stable-writes
  "Clients write a great deal and as good as never commit: they ask with each write that it be on disk before the answer, as hypervisors do. [rfc-1813: 3.3.7 WRITE, stable]"
  (logical
    (nfs-calls (host ?host) (side server)
               (writes ?writes&:(at-least ?writes ?*nfs-stable-writes-least*))
               (commits ?commits&~unknown&:(at-most ?commits (* ?*nfs-stable-commit-part* ?writes)))))
  =>
  (assert (finding (name nfs-commits-often) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::log-written-steadily.sampled
  "zilstat: in every sample log blocks are written, tens of them each second. [openzfs-source: module/zfs/zil.c, zil_commit]"
  (logical
    (log-writes (host ?host) (output ?output) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (blocks-s-least ?blocks&:(at-least ?blocks ?*pool-writes-enough-s*))))
  =>
  (assert (finding (name log-written-steadily) (host ?host) (subject ?host) (state present))))

; --- the pool behind

(defrule FINDINGS::pool-on-rotating-disks.all
  "The data of the pool lies on disks that turn: a write in place costs a seek. [openzfs-docs: Workload Tuning, Synchronous I/O]"
  (logical (pool-media (host ?host) (pool ?pool) (media rotating)))
  =>
  (assert (finding (name pool-on-rotating-disks) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-on-flash.all
  "The data of the pool lies on flash, which writes a log block in well below a millisecond. [openzfs-docs: Workload Tuning, Synchronous I/O]"
  (logical (pool-media (host ?host) (pool ?pool) (media flash)))
  =>
  (assert (finding (name pool-on-flash) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-writes-small.busy
  "A disk of the pool is kept busy by small writes, one seek after the other, and hardly reads. [openzfs-docs: Workload Tuning, Synchronous I/O]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes)
      (busy-percent-mean ?busy&:(at-least ?busy ?*pool-writes-busy-percent*)) (reads-s-mean ?reads&~unknown)
      (write-size-kb-mean ?size&:(at-most ?size ?*pool-write-small-kb*))
      (writes-s-mean ?writes&:(at-least ?writes ?*pool-writes-enough-s*)&:(at-least ?writes (* ?*pool-writes-to-reads* ?reads)))))
  =>
  (assert (finding (name pool-writes-small) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-writes-small.disk-of-zfs-host
  "A disk of a host that uses ZFS is kept busy by small writes, one seek after the other, and hardly reads; which pool it is in is not known by this name. [openzfs-docs: Workload Tuning, Synchronous I/O]"
  (logical
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (device-load (host ?host) (device ?device) (since-boot ~yes)
      (busy-percent-mean ?busy&:(at-least ?busy ?*pool-writes-busy-percent*)) (reads-s-mean ?reads&~unknown)
      (write-size-kb-mean ?size&:(at-most ?size ?*pool-write-small-kb*))
      (writes-s-mean ?writes&:(at-least ?writes ?*pool-writes-enough-s*)&:(at-least ?writes (* ?*pool-writes-to-reads* ?reads)))))
  =>
  (assert (finding (name pool-writes-small) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::pool-writes-one-by-one.busy
  "A disk of the pool is busy with small writes and never has more than one to do: each waits for the one before, as commits do. A transaction group is given to it many at once. [openzfs-docs: Workload Tuning, Synchronous I/O]"
  (logical
    (finding (name pool-writes-small) (host ?host) (subject ?pool) (state present))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes)
      (busy-percent-mean ?busy&:(at-least ?busy ?*pool-writes-busy-percent*)) (write-size-kb-mean ?size&:(at-most ?size ?*pool-write-small-kb*))
      (writes-s-mean ?writes&:(at-least ?writes ?*pool-writes-enough-s*))
      (queue-mean ?queue&~unknown&:(at-most ?queue (* ?*one-by-one-queue* ?busy)))))
  =>
  (assert (finding (name pool-writes-one-by-one) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-writes-small.slow
  "zpool iostat -l: the pool hardly reads, is written in small pieces, and its disks take tens of milliseconds for each. [openzfs-docs: zpool-iostat, -l]"
  (logical
    (pool-waits (host ?host) (device ?pool) (output ?output) (disk-write-wait-mean-ms ?ms&:(at-least ?ms ?*nfs-write-slow-ms*)))
    (zpool-status (host ?host) (pool ?pool))
    (device-load (host ?host) (device ?pool) (output ?output) (since-boot ~yes) (reads-s-mean ?reads&~unknown)
      (write-size-kb-mean ?size&:(at-most ?size ?*pool-write-small-kb*))
      (writes-s-mean ?writes&:(at-least ?writes ?*pool-writes-enough-s*)&:(at-least ?writes (* ?*pool-writes-to-reads* ?reads)))))
  =>
  (assert (finding (name pool-writes-small) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-pool-syncs-wait.queued
  "NFS clients write to a pool without a log device; it is written in small pieces, synchronous writes stand in its queue, and a write takes tens of milliseconds. [openzfs-docs: zpool-iostat; freenas-2013-zil: average write latency]"
  (logical
    (finding (name nfs-pool-without-log-device) (host ?host) (subject ?pool) (state present))
    (pool-waits (host ?host) (device ?pool) (output ?output) (sync-write-wait-mean-ms ?queued&:(at-least ?queued ?*sync-queue-ms*)))
    (device-load (host ?host) (device ?pool) (output ?output) (since-boot ~yes) (reads-s-mean ?reads&~unknown)
      (write-size-kb-mean ?size&:(at-most ?size ?*pool-write-small-kb*))
      (writes-s-mean ?writes&:(at-least ?writes ?*pool-writes-enough-s*)&:(at-least ?writes (* ?*pool-writes-to-reads* ?reads)))
      (write-latency-ms-mean ?time&:(at-least ?time ?*nfs-write-slow-ms*))))
  =>
  (assert (finding (name nfs-pool-syncs-wait) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-pool-syncs-wait.tested
  "NFS clients write to a pool without a log device, and a test that wrote small blocks and waited for each to be on disk took tens of milliseconds for every one. [openzfs-docs: Workload Tuning, Synchronous I/O; freenas-2013-zil: average write latency]"
  (logical
    (finding (name nfs-pool-without-log-device) (host ?host) (subject ?pool) (state present))
    (bulk-write (host ?client) (program "dd") (direction write) (flushed yes) (request-bytes ?block&:(above ?block 0)&:(at-most ?block ?*sync-test-block-bytes*))
      (total-bytes ?total&:(above ?total ?block)) (seconds ?time&:(at-least ?time (* ?*sync-write-slow-seconds* (/ ?total ?block)))))
    ; a client that shows disks of its own may have tested those
    (not (device-load (host ?client&~?host))))
  =>
  (assert (finding (name nfs-pool-syncs-wait) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-pool-syncs-wait.timed
  "NFS clients write to a pool without a log device, and whoever timed how long it takes until a write is on disk met tens of milliseconds as a rule. [openzfs-docs: Workload Tuning, Synchronous I/O; freenas-2013-zil: average write latency]"
  (logical
    (finding (name nfs-pool-without-log-device) (host ?host) (subject ?pool) (state present))
    (fsync-times (host ?client) (median-seconds ?usual&:(at-least ?usual ?*sync-write-slow-seconds*)))
    (not (device-load (host ?client&~?host))))
  =>
  (assert (finding (name nfs-pool-syncs-wait) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::nfs-pool-syncs-wait.few-a-second
  "NFS clients write to a pool without a log device, and a test of small synchronous writes came to few a second. [openzfs-docs: Workload Tuning, Synchronous I/O; freenas-2013-zil: average write latency]"
  (logical
    (finding (name nfs-pool-without-log-device) (host ?host) (subject ?pool) (state present))
    (block-rewrite (host ?client) (synchronous yes) (request-bytes ?block&:(above ?block 0)&:(at-most ?block ?*sync-test-block-bytes*))
      (writes-s ?rate&:(above ?rate 0)&:(at-most ?rate ?*sync-writes-few-s*)))
    (not (device-load (host ?client&~?host))))
  =>
  (assert (finding (name nfs-pool-syncs-wait) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-commits-often.logged-in-the-pool
  "The intent log was written in the pool itself, a great deal of it, and as good as nothing on a log device. [openzfs-docs: module parameters, zil kstat]"
  (logical
    (zil (host ?host) (in-pool-bytes ?pool-bytes&:(at-least ?pool-bytes ?*zil-in-pool-bytes*))
         (log-device-bytes ?log-bytes&:(at-most ?log-bytes (* ?*zil-log-part* ?pool-bytes)))))
  =>
  (assert (finding (name pool-commits-often) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-wait-for-zfs-log.seen
  "A task, most often one of the NFS server's, waits until the intent log is on disk. [openzfs-source: module/zfs/zil.c, zil_commit]"
  (logical (blocked-tasks (host ?host) (output ?output) (place zfs-log) (tasks ?tasks&:(at-least ?tasks ?*zil-waiters*))))
  =>
  (assert (finding (name tasks-wait-for-zfs-log) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-sync-test-slow.dd
  "NFS from ZFS was named, and a test that wrote small blocks and waited for each to be on disk took tens of milliseconds for every one. [openzfs-docs: Workload Tuning, Synchronous I/O; freenas-2013-zil: average write latency]"
  (logical
    (finding (name nfs-on-zfs-named) (host ?host) (subject ?host) (state present))
    (bulk-write (host ?host) (program "dd") (direction write) (flushed yes) (request-bytes ?block&:(above ?block 0)&:(at-most ?block ?*sync-test-block-bytes*))
      (total-bytes ?total&:(above ?total ?block)) (seconds ?time&:(at-least ?time (* ?*sync-write-slow-seconds* (/ ?total ?block))))))
  =>
  (assert (finding (name nfs-sync-test-slow) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-sync-test-slow.timed
  "NFS from ZFS was named, and whoever timed how long it takes until a write is on disk met tens of milliseconds as a rule. [openzfs-docs: Workload Tuning, Synchronous I/O; freenas-2013-zil: average write latency]"
  (logical
    (finding (name nfs-on-zfs-named) (host ?host) (subject ?host) (state present))
    (fsync-times (host ?host) (median-seconds ?usual&:(at-least ?usual ?*sync-write-slow-seconds*))))
  =>
  (assert (finding (name nfs-sync-test-slow) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-sync-test-slow.few-a-second
  "NFS from ZFS was named, and a test of small synchronous writes came to few a second. [openzfs-docs: Workload Tuning, Synchronous I/O; freenas-2013-zil: average write latency]"
  (logical
    (finding (name nfs-on-zfs-named) (host ?host) (subject ?host) (state present))
    (block-rewrite (host ?host) (synchronous yes) (request-bytes ?block&:(above ?block 0)&:(at-most ?block ?*sync-test-block-bytes*))
      (writes-s ?rate&:(above ?rate 0)&:(at-most ?rate ?*sync-writes-few-s*))))
  =>
  (assert (finding (name nfs-sync-test-slow) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::large-syncs-quick.beside-small-ones
  "The same place takes large synchronous writes at the pace of a disk: what small ones wait for is the turn of a disk for each, and no bandwidth. [openzfs-docs: Workload Tuning, Synchronous I/O]"
  (logical
    (finding (name nfs-sync-test-slow) (host ?host) (subject ?host) (state present))
    (bulk-write (host ?host) (direction write) (flushed yes) (request-bytes ?block&:(at-least ?block ?*sync-large-block-bytes*))
      (bytes-s ?rate&:(at-least ?rate ?*sync-large-bytes-s*))))
  =>
  (assert (finding (name large-syncs-quick) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::syncs-quick-when-disabled.dd
  "NFS from ZFS was named, and the same test of synchronous writes was many times as fast after a dataset was set to sync=disabled: what it waited for was the intent log. [openzfs-docs: zfsprops, sync]"
  (logical
    (finding (name nfs-on-zfs-named) (host ?host) (subject ?host) (state present))
    (zfs-dataset (host ?host) (sync disabled))
    (bulk-write (host ?host) (direction write) (flushed yes) (target ?target) (number ?first) (request-bytes ?block&~unknown) (bytes-s ?slow&:(above ?slow 0)))
    (bulk-write (host ?host) (direction write) (flushed yes) (target ?target) (number ?later&:(above ?later ?first)) (request-bytes ?block)
      (bytes-s ?fast&~unknown&:(at-least ?fast (* ?*sync-off-times* ?slow)))))
  =>
  (assert (finding (name syncs-quick-when-disabled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-on-zfs-named.told-apart
  "NFS and ZFS were both told of, and no pool of this host is shown, so the ZFS is the server's. [freenas-2013-zil: synchronous writes]"
  (logical
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (file-system (host ?host) (mount "") (type nfs))
    (not (zpool-status (host ?host)))
    (not (zpool-list (host ?host)))
    (not (zfs-dataset (host ?host))))
  =>
  (assert (finding (name nfs-on-zfs-named) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-on-zfs-named.server-of-the-name
  "A client writes to a server whose name is that of a system which keeps all of its data in ZFS. [freenas-2013-zil: synchronous writes]"
  (logical
    (nfs-mount-times (row ?first) (host ?host) (server-on-zfs yes) (writes ?count&:(at-least ?count ?*nfs-operations-least*)))
    (not (nfs-mount-times (row ?before&:(below ?before ?first)) (host ?host) (server-on-zfs yes) (writes ?other&:(at-least ?other ?*nfs-operations-least*)))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
          (finding (name nfs-on-zfs-named) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nfs-sync-test-slow.of-this-server
  "A client whose output is here too wrote small blocks to a mount of this server, each to be on disk before the next, and each took tens of milliseconds. [openzfs-docs: Workload Tuning, Synchronous I/O; freenas-2013-zil: average write latency]"
  (logical
    (bulk-write (host ?client) (nfs-server ?host&~unknown) (direction write) (flushed yes) (request-bytes ?block&:(above ?block 0)&:(at-most ?block ?*sync-test-block-bytes*))
      (total-bytes ?total&:(above ?total ?block)) (seconds ?time&:(at-least ?time (* ?*sync-write-slow-seconds* (/ ?total ?block)))))
    ; that it exports anything: the first of its directories will do
    (nfs-export (row ?first) (host ?host) (path ?path))
    (not (nfs-export (row ?before&:(below ?before ?first)) (host ?host))))
  =>
  (assert (finding (name nfs-sync-test-slow) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::syncs-quick-when-disabled.compared
  "NFS from ZFS was named, and the same test was many times as fast with sync=disabled: what it waited for was the intent log. [openzfs-docs: zfsprops, sync]"
  (logical
    (finding (name nfs-on-zfs-named) (host ?host) (subject ?host) (state present))
    (setting-test (host ?host) (setting "sync") (value "standard"|"always") (kind ?kind&~unknown) (rate ?slow&:(above ?slow 0)))
    (setting-test (host ?host) (setting "sync") (value "disabled") (kind ?kind) (rate ?fast&~unknown&:(at-least ?fast (* ?*sync-off-times* ?slow)))))
  =>
  (assert (finding (name syncs-quick-when-disabled) (host ?host) (subject ?host) (state present))))
