; What happens on a pool's devices while their latency jumps, how often, and whether an application stands still then.

(defglobal FINDINGS ?*spike-latency-ms* = 20)              ; ms | 135 in the documented spike against 0.1 outside; below 20 few commits are missed, by experience [oracle-blogs-2012: iostat before]
(defglobal FINDINGS ?*flush-write-kb* = 32)                ; kB | mean write in the documented spike 107 (computed: 7920.6 / 74.0); a flush aggregates neighbouring blocks, log records are 4 to 16 [oracle-blogs-2012: iostat before]
(defglobal FINDINGS ?*flush-share-of-size* = 0.2)          ; ratio | the usual write is at most a fifth of the one in the spike; documented 4.0 against 107 [oracle-blogs-2012: iostat before]
(defglobal FINDINGS ?*log-write-kb* = 24)                  ; kB | the usual write is that of a log: 4 in the documented case, up to some 16 elsewhere, by experience [oracle-blogs-2012: iostat before]
(defglobal FINDINGS ?*same-size-share* = 0.5)              ; ratio | writes outside at least half as large as inside: the host does in the spike what it always does, by experience [oracle-blogs-2012: flushing the write through cache]
(defglobal FINDINGS ?*burst-write-kb* = 64)                ; kB | half of a default record; the mean write in the documented spike was 107 [oracle-blogs-2012: iostat before]
(defglobal FINDINGS ?*burst-share* = 0.25)                 ; share | outside the spikes a quarter of the volume or less: the spikes are where the bulk is written, by experience [oracle-blogs-2012: spikes are from flushing the transaction group]
(defglobal FINDINGS ?*burst-between-s* = 5)                 ; writes/s | outside the bursts somebody writes who could be kept waiting; a member of a wide raidz takes but a part of the log, by experience [oracle-blogs-2012: iostat before]
(defglobal FINDINGS ?*enough-samples-for-spikes* = 70)     ; samples | two periods of 30 s at one a second, with a margin, so that a spike can't have been missed [openzfs-source: txg.c of 2008, zfs_txg_timeout 30]
(defglobal FINDINGS ?*txg-old-least-seconds* = 24)         ; s | 30 of old ZFS less a fifth [openzfs-source: txg.c of 2008, zfs_txg_timeout 30]
(defglobal FINDINGS ?*txg-old-most-seconds* = 36)          ; s | 30 of old ZFS and a fifth [openzfs-source: txg.c of 2008, zfs_txg_timeout 30]
(defglobal FINDINGS ?*txg-new-least-seconds* = 4)          ; s | 5 since onnv_147 less a fifth [openzfs-source: txg.c since onnv_147, zfs_txg_timeout 5]
(defglobal FINDINGS ?*txg-new-most-seconds* = 6.5)         ; s | 5 since onnv_147, a fifth, and the length of the flush itself before the timer starts again [openzfs-source: txg.c since onnv_147, zfs_txg_timeout 5]
(defglobal FINDINGS ?*txg-old-too-long-seconds* = 45)      ; s | half as much again as 30: a group is never held that long [openzfs-source: txg.c of 2008, zfs_txg_timeout 30]
(defglobal FINDINGS ?*txg-new-too-long-seconds* = 12)      ; s | more than twice 5: a group is never held that long [openzfs-source: txg.c since onnv_147, zfs_txg_timeout 5]
(defglobal FINDINGS ?*txg-share-least* = 0.8)              ; ratio to the timeout | a fifth below it, for samples of a second [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]
(defglobal FINDINGS ?*txg-share-most* = 1.3)               ; ratio to the timeout | a fifth above it, and the length of the flush [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]
(defglobal FINDINGS ?*spikes-enough* = 3)                   ; spikes | fewer have a period by chance [openzfs-source: txg.c since onnv_147, zfs_txg_timeout 5]
(defglobal FINDINGS ?*same-period-least* = 0.85)           ; ratio | two periods closer than this are one, for samples of a second [oracle-blogs-2012: 30 seconds apart]
(defglobal FINDINGS ?*same-period-most* = 1.15)            ; ratio | two periods closer than this are one, for samples of a second [oracle-blogs-2012: 30 seconds apart]
(defglobal FINDINGS ?*dropouts-enough* = 2)                ; episodes | a busy host that goes idle once may simply have had nothing to do [oracle-blogs-2012: drop outs in CPU usage]
(defglobal FINDINGS ?*dropout-least-seconds* = 2)          ; s | documented ones last about three seconds [oracle-blogs-2012: vmstat]
(defglobal FINDINGS ?*moments-apart-seconds* = 3)          ; s | how far a stall may begin from a spike to be the same moment, by the clocks of both hosts [oracle-blogs-2012: spikes aligned with the drop outs]

; --- whether it is ZFS that writes so

(defrule FINDINGS::zfs-in-use.writes-like-it
  "Every 5 s a device of a Solaris takes writes many times larger than between: of its file systems only ZFS writes in groups so often. [openzfs-source: txg.c since onnv_147, zfs_txg_timeout 5; oracle-blogs-2012: iostat before]"
  (logical
    (system (host ?host) (os solaris|illumos))
    (latency-spikes (row ?first) (host ?host) (spikes ?count&:(at-least ?count ?*spikes-enough*))
      (period-seconds ?period&:(at-least ?period ?*txg-new-least-seconds*)&:(at-most ?period ?*txg-new-most-seconds*))
      (write-size-inside-kb ?inside&~unknown&:(at-least ?inside ?*burst-write-kb*))
      (write-size-outside-kb ?outside&:(above ?outside 0)&:(at-most ?outside (* ?inside ?*flush-share-of-size*))))
    (not (latency-spikes (row ?before&:(below ?before ?first)) (host ?host) (spikes ?enough&:(at-least ?enough ?*spikes-enough*))
      (period-seconds ?often&:(at-least ?often ?*txg-new-least-seconds*)&:(at-most ?often ?*txg-new-most-seconds*))
      (write-size-inside-kb ?large&~unknown&:(at-least ?large ?*burst-write-kb*))
      (write-size-outside-kb ?small&:(above ?small 0)&:(at-most ?small (* ?large ?*flush-share-of-size*))))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

; --- writes in the spikes

(defrule FINDINGS::large-writes-in-spikes.device-of-pool
  "While the latency of a pool's device jumps, its mean write grows many times over: the bulk writes of a transaction group stand before the small writes of the log. [oracle-blogs-2012: iostat before]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (latency-spikes (host ?host) (device ?device)
      (latency-inside-ms ?ms&:(at-least ?ms ?*spike-latency-ms*))
      (write-size-inside-kb ?inside&~unknown&:(at-least ?inside ?*flush-write-kb*))
      (write-size-outside-kb ?outside&:(above ?outside 0)&:(at-most ?outside ?*log-write-kb*)&:(at-most ?outside (* ?inside ?*flush-share-of-size*)))))
  =>
  (assert (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state present))
          (quantity (name write-size-growth) (host ?host) (subject ?pool) (value (/ ?inside ?outside)))))

(defrule FINDINGS::large-writes-in-spikes.pool-as-a-whole
  "While the latency of the pool jumps in zpool iostat, its mean write grows many times over: the bulk writes of a transaction group stand before the small writes of the log. [oracle-blogs-2012: iostat before; openzfs-docs: zpool-iostat]"
  (logical
    (zpool-list (host ?host) (pool ?pool))
    (latency-spikes (host ?host) (device ?pool)
      (latency-inside-ms ?ms&:(at-least ?ms ?*spike-latency-ms*))
      (write-size-inside-kb ?inside&~unknown&:(at-least ?inside ?*flush-write-kb*))
      (write-size-outside-kb ?outside&:(above ?outside 0)&:(at-most ?outside ?*log-write-kb*)&:(at-most ?outside (* ?inside ?*flush-share-of-size*)))))
  =>
  (assert (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state present))
          (quantity (name write-size-growth) (host ?host) (subject ?pool) (value (/ ?inside ?outside)))))

(defrule FINDINGS::large-writes-in-spikes.device-of-solaris
  "While the latency of a device jumps, its mean write grows many times over. On Solaris and illumos this is how ZFS writes a transaction group; zpool status would say which pool it is. [oracle-blogs-2012: iostat before]"
  (logical
    (system (host ?host) (os solaris|illumos))
    (latency-spikes (host ?host) (device ?device)
      (latency-inside-ms ?ms&:(at-least ?ms ?*spike-latency-ms*))
      (write-size-inside-kb ?inside&~unknown&:(at-least ?inside ?*flush-write-kb*))
      (write-size-outside-kb ?outside&:(above ?outside 0)&:(at-most ?outside ?*log-write-kb*)&:(at-most ?outside (* ?inside ?*flush-share-of-size*)))))
  =>
  (assert (finding (name large-writes-in-spikes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::large-writes-in-spikes.device-of-zfs-host
  "While the latency of a device jumps, its mean write grows many times over, on a host that uses ZFS; which pool the device is in is not known by this name. [oracle-blogs-2012: iostat before]"
  (logical
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (latency-spikes (host ?host) (device ?device)
      (latency-inside-ms ?ms&:(at-least ?ms ?*spike-latency-ms*))
      (write-size-inside-kb ?inside&~unknown&:(at-least ?inside ?*flush-write-kb*))
      (write-size-outside-kb ?outside&:(above ?outside 0)&:(at-most ?outside ?*log-write-kb*)&:(at-most ?outside (* ?inside ?*flush-share-of-size*)))))
  =>
  (assert (finding (name large-writes-in-spikes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::large-writes-in-spikes.usual-size
  "The latency of a pool's device jumps while its writes stay as large and as many as always: the host does nothing else than before, so the delay comes from behind it, from an array or a drive. [oracle-blogs-2012: flushing the write through cache]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (latency-spikes (host ?host) (device ?device)
      (write-kb-inside-s ?volume&:(above ?volume 0)) (write-kb-outside-s ?usual&:(at-least ?usual (* ?volume ?*same-size-share*)))
      (write-size-inside-kb ?inside&:(above ?inside 0))
      (write-size-outside-kb ?outside&~unknown&:(at-least ?outside (* ?inside ?*same-size-share*))))
    ; the log may lie on one device of the pool at a time: what that one shows counts
    (not (latency-spikes (host ?host)
      (write-size-inside-kb ?large&~unknown&:(at-least ?large ?*flush-write-kb*))
      (write-size-outside-kb ?small&~unknown&:(at-most ?small ?*log-write-kb*)))))
  =>
  (assert (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::large-writes-in-spikes.no-spikes
  "The pool's device was watched for longer than two periods and its latency never jumped. [oracle-blogs-2012: Now, the I/O spikes look like this]"
  (logical
    (read (host ?host) (template latency-spikes) (complete yes))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (samples ?samples&:(at-least ?samples ?*enough-samples-for-spikes*)))
    (not (latency-spikes (host ?host) (device ?device)))
    ; the log may lie on one device of the pool at a time: what that one shows counts
    (not (latency-spikes (host ?host)
      (write-size-inside-kb ?large&~unknown&:(at-least ?large ?*flush-write-kb*))
      (write-size-outside-kb ?small&~unknown&:(at-most ?small ?*log-write-kb*)))))
  =>
  (assert (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::write-bursts-in-spikes.device-of-pool
  "While the latency of a pool's device jumps, it takes many times as many bytes as outside, in large writes: the bulk of a transaction group. [oracle-blogs-2012: spikes are from flushing the transaction group]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (latency-spikes (host ?host) (device ?device)
      (latency-inside-ms ?ms&:(at-least ?ms ?*spike-latency-ms*))
      (write-size-inside-kb ?size&:(at-least ?size ?*burst-write-kb*))
      (writes-outside-s ?writes&:(at-least ?writes ?*burst-between-s*)) (write-kb-inside-s ?inside&:(above ?inside 0)) (write-kb-outside-s ?outside&:(at-most ?outside (* ?inside ?*burst-share*)))))
  =>
  (assert (finding (name write-bursts-in-spikes) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::write-bursts-in-spikes.device-of-zfs-host
  "While the latency of a device jumps, it takes many times as many bytes as outside, in large writes, on a host that uses ZFS; which pool the device is in is not known by this name. [oracle-blogs-2012: spikes are from flushing the transaction group]"
  (logical
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (latency-spikes (host ?host) (device ?device)
      (latency-inside-ms ?ms&:(at-least ?ms ?*spike-latency-ms*))
      (write-size-inside-kb ?size&:(at-least ?size ?*burst-write-kb*))
      (writes-outside-s ?writes&:(at-least ?writes ?*burst-between-s*)) (write-kb-inside-s ?inside&:(above ?inside 0)) (write-kb-outside-s ?outside&:(at-most ?outside (* ?inside ?*burst-share*)))))
  =>
  (assert (finding (name write-bursts-in-spikes) (host ?host) (subject ?host) (state present))))

; --- the period of the spikes

(defrule FINDINGS::spikes-at-flush-period.set-timeout
  "The spikes are as far apart as zfs_txg_timeout is set to: at the latest then a transaction group is written. [openzfs-source: module/zfs/txg.c, zfs_txg_timeout]"
  (logical
    (zfs-parameters (host ?host) (txg-timeout-seconds ?timeout&~unknown))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?period&:(at-least ?period (* ?timeout ?*txg-share-least*))&:(at-most ?period (* ?timeout ?*txg-share-most*)))))
  =>
  (assert (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::spikes-at-flush-period.solaris-10
  "The spikes are about 30 s apart, and the ZFS of Solaris 10 writes a transaction group every 30 s. [oracle-blogs-2012: 30 seconds apart; openzfs-source: txg.c of 2008, zfs_txg_timeout 30]"
  (logical
    (system (host ?host) (zfs-era solaris-10))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?period&:(at-least ?period ?*txg-old-least-seconds*)&:(at-most ?period ?*txg-old-most-seconds*))))
  =>
  (assert (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::spikes-at-flush-period.solaris-11-and-openzfs
  "The spikes are about 5 s apart, and since onnv_147, so in Solaris 11 and OpenZFS, a transaction group is written every 5 s. [openzfs-source: txg.c since onnv_147, zfs_txg_timeout 5]"
  (logical
    (system (host ?host) (zfs-era solaris-11|openzfs))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?period&:(at-least ?period ?*txg-new-least-seconds*)&:(at-most ?period ?*txg-new-most-seconds*))))
  =>
  (assert (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::spikes-at-flush-period.solaris-30-seconds
  "The spikes are about 30 s apart on a Solaris of unknown version: so often the old ZFS writes a transaction group. [oracle-blogs-2012: 30 seconds apart]"
  (logical
    (system (host ?host) (os solaris) (zfs-era unknown))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?period&:(at-least ?period ?*txg-old-least-seconds*)&:(at-most ?period ?*txg-old-most-seconds*))))
  =>
  (assert (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::spikes-at-flush-period.solaris-5-seconds
  "The spikes are about 5 s apart on a Solaris of unknown version: so often the newer ZFS writes a transaction group. [openzfs-source: txg.c since onnv_147, zfs_txg_timeout 5]"
  (logical
    (system (host ?host) (os solaris) (zfs-era unknown))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?period&:(at-least ?period ?*txg-new-least-seconds*)&:(at-most ?period ?*txg-new-most-seconds*))))
  =>
  (assert (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::spikes-at-flush-period.device-of-solaris
  "The spikes of a device are about 30 s apart on a Solaris that is not known to be newer: so often the old ZFS writes a transaction group. [oracle-blogs-2012: 30 seconds apart]"
  (logical
    (system (host ?host) (os solaris) (zfs-era solaris-10|unknown))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?period&:(at-least ?period ?*txg-old-least-seconds*)&:(at-most ?period ?*txg-old-most-seconds*))))
  =>
  (assert (finding (name spikes-at-flush-period) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::spikes-at-flush-period.device-of-newer-zfs
  "The spikes of a device are about 5 s apart on a host that uses ZFS of Solaris 11 or OpenZFS, where a transaction group is written every 5 s. [openzfs-source: txg.c since onnv_147, zfs_txg_timeout 5]"
  (logical
    (system (host ?host) (zfs-era solaris-11|openzfs))
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?period&:(at-least ?period ?*txg-new-least-seconds*)&:(at-most ?period ?*txg-new-most-seconds*))))
  =>
  (assert (finding (name spikes-at-flush-period) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::spikes-at-flush-period.pool-as-a-whole
  "The spikes of the pool in zpool iostat are about 5 s apart, and since onnv_147 a transaction group is written every 5 s. [openzfs-source: txg.c since onnv_147, zfs_txg_timeout 5]"
  (logical
    (system (host ?host) (zfs-era solaris-11|openzfs))
    (zpool-list (host ?host) (pool ?pool))
    (latency-spikes (host ?host) (device ?pool)
      (period-seconds ?period&:(at-least ?period ?*txg-new-least-seconds*)&:(at-most ?period ?*txg-new-most-seconds*))))
  =>
  (assert (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::spikes-at-flush-period.rarer-on-solaris-10
  "The spikes are further apart than any transaction group of Solaris 10 is held. [openzfs-source: txg.c of 2008, zfs_txg_timeout 30]"
  (logical
    (system (host ?host) (zfs-era solaris-10))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?period&:(above ?period ?*txg-old-too-long-seconds*))))
  =>
  (assert (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::spikes-at-flush-period.rarer-on-newer-zfs
  "The spikes are further apart than the default of 5 s explains. [openzfs-source: txg.c since onnv_147, zfs_txg_timeout 5]"
  (logical
    (system (host ?host) (zfs-era solaris-11|openzfs))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?period&:(above ?period ?*txg-new-too-long-seconds*))))
  =>
  (assert (finding (name spikes-at-flush-period) (host ?host) (subject ?pool) (state absent))))

; --- the application

(defrule FINDINGS::application-drops-out.busy-host-goes-idle
  "Busy processors fall idle together for seconds and come back, again and again: the work waits for something outside this host. [oracle-blogs-2012: drop outs in CPU usage]"
  (logical
    (stall-train (host ?host) (output ?output) (kind cpu-dropout)
      (episodes ?count&:(at-least ?count ?*dropouts-enough*))
      (longest-seconds ?longest&:(at-least ?longest ?*dropout-least-seconds*))))
  =>
  (assert (finding (name application-drops-out) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::periodic-stalls.drop-outs-at-intervals
  "The stalls of the processors come at regular intervals. [oracle-blogs-2012: 30 seconds apart]"
  (logical
    (stall-train (host ?host) (output ?output) (kind cpu-dropout) (period-seconds ?period&~unknown)
      (longest-seconds ?longest&:(at-least ?longest ?*dropout-least-seconds*))))
  =>
  (assert (finding (name periodic-stalls) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stalls-at-flush-period.thirty-seconds
  "Something stalls about every 30 s where ZFS is in use and may be old: so often it writes a transaction group. [oracle-blogs-2012: 30 seconds apart]"
  (logical
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (not (system (host ?host) (zfs-era solaris-11|openzfs)))
    (stall-train (host ?host) (output ?output)
      (period-seconds ?period&:(at-least ?period ?*txg-old-least-seconds*)&:(at-most ?period ?*txg-old-most-seconds*))))
  =>
  (assert (finding (name stalls-at-flush-period) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stalls-at-flush-period.five-seconds
  "Something stalls about every 5 s where ZFS is in use: so often its newer versions write a transaction group. [openzfs-source: txg.c since onnv_147, zfs_txg_timeout 5]"
  (logical
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (not (system (host ?host) (zfs-era solaris-10)))
    (stall-train (host ?host) (output ?output)
      (period-seconds ?period&:(at-least ?period ?*txg-new-least-seconds*)&:(at-most ?period ?*txg-new-most-seconds*))))
  =>
  (assert (finding (name stalls-at-flush-period) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stalls-coincide-with-log-spikes.same-period
  "The processors stall at the same period as the latency of the pool's device jumps. [oracle-blogs-2012: spikes aligned with the drop outs]"
  (logical
    (stall-train (row ?first) (host ?application) (output ?output) (kind cpu-dropout) (period-seconds ?stalls&~unknown))
    ; of trains with one and the same period the first counts: a host may have been sampled into hundreds of files
    (not (stall-train (row ?before&:(below ?before ?first)) (host ?application) (kind cpu-dropout) (period-seconds ?stalls)))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?spikes&:(at-least ?spikes (* ?stalls ?*same-period-least*))&:(at-most ?spikes (* ?stalls ?*same-period-most*)))))
  =>
  (assert (finding (name stalls-coincide-with-log-spikes) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::stalls-coincide-with-log-spikes.same-period-unnamed-pool
  "The processors stall at the same period as the latency of a device jumps. [oracle-blogs-2012: spikes aligned with the drop outs]"
  (logical
    (stall-train (row ?first) (host ?application) (output ?output) (kind cpu-dropout) (period-seconds ?stalls&~unknown))
    ; of trains with one and the same period the first counts: a host may have been sampled into hundreds of files
    (not (stall-train (row ?before&:(below ?before ?first)) (host ?application) (kind cpu-dropout) (period-seconds ?stalls)))
    (system (host ?host) (os solaris|illumos))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?spikes&:(at-least ?spikes (* ?stalls ?*same-period-least*))&:(at-most ?spikes (* ?stalls ?*same-period-most*)))))
  =>
  (assert (finding (name stalls-coincide-with-log-spikes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stalls-coincide-with-log-spikes.same-period-on-zfs-host
  "The processors stall at the same period as the latency of a device jumps, on a host that uses ZFS. [oracle-blogs-2012: spikes aligned with the drop outs]"
  (logical
    (stall-train (row ?first) (host ?application) (output ?output) (kind cpu-dropout) (period-seconds ?stalls&~unknown))
    ; of trains with one and the same period the first counts: a host may have been sampled into hundreds of files
    (not (stall-train (row ?before&:(below ?before ?first)) (host ?application) (kind cpu-dropout) (period-seconds ?stalls)))
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (latency-spikes (host ?host) (device ?device)
      (period-seconds ?spikes&:(at-least ?spikes (* ?stalls ?*same-period-least*))&:(at-most ?spikes (* ?stalls ?*same-period-most*)))))
  =>
  (assert (finding (name stalls-coincide-with-log-spikes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stalls-coincide-with-log-spikes.same-moment
  "By the clocks of both hosts a stall and a spike begin together. [oracle-blogs-2012: spikes aligned with the drop outs]"
  (logical
    (coincidence (host ?host) (device ?device) (stalled-host ?application) (apart-seconds ?apart&:(at-most ?apart ?*moments-apart-seconds*)))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data)))
  =>
  (assert (finding (name stalls-coincide-with-log-spikes) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::stalls-coincide-with-log-spikes.same-moment-unnamed-pool
  "By the clocks of both hosts a stall and a spike of a device begin together. [oracle-blogs-2012: spikes aligned with the drop outs]"
  (logical
    (coincidence (host ?host) (device ?device) (stalled-host ?application) (apart-seconds ?apart&:(at-most ?apart ?*moments-apart-seconds*)))
    (system (host ?host) (os solaris|illumos)))
  =>
  (assert (finding (name stalls-coincide-with-log-spikes) (host ?host) (subject ?host) (state present))))
