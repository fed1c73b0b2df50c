; How devices answer, whatever stands behind them.

(defglobal FINDINGS ?*device-slow-ms* = 50)                     ; ms | the documented array was reported for answers over 50 ms; a disk with moving heads needs 5 to 15 [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*turned-slow-ms* = 20)                     ; ms | more than a disk with moving heads needs when nothing waits, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*turned-slow-factor* = 3)                  ; times the latency before | no wavering, and no somewhat busier hour, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*turned-slow-load* = 1.5)                  ; times what was moved before | with more to do a device answers later by itself, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*turned-slow-seconds* = 60)                ; seconds | a burst is over by then, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*device-quick-ms* = 15)                    ; ms | what a disk with moving heads needs when nothing waits, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*device-at-once-ms* = 10)                  ; ms | a disk with moving heads needs 5 to 10 for a request at random while nothing else asks it, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*device-never-slow-ms* = 100)              ; ms | not one sample is slow, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*flash-slow-ms* = 20)                      ; ms | an SSD without moving parts needs well under one; at twenty it is overloaded, or collects garbage, by experience [nvme-latency: Latency Reference Points]
(defglobal FINDINGS ?*flash-quick-ms* = 5)                      ; ms | half of what a disk with moving heads needs at best, by experience [nvme-latency: Latency Reference Points]
(defglobal FINDINGS ?*nvme-slow-ms* = 10)                       ; ms | a hundred times what an NVMe device needs, by experience [nvme-latency: Latency Reference Points]
(defglobal FINDINGS ?*nvme-quick-ms* = 2)                       ; ms | a volume of a cloud behind NVMe stays below that too, by experience [nvme-latency: Latency Reference Points]
(defglobal FINDINGS ?*lun-slow-ms* = 30)                        ; ms | an array that answers from its cache needs one or two; a volume that takes thirty waits for disks behind it, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*flash-never-slow-ms* = 50)                ; ms | not one sample is slow, by experience [nvme-latency: Latency Reference Points]
(defglobal FINDINGS ?*device-in-use-percent* = 40)              ; percent busy | a device that is hardly used may take long over the few requests it gets, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*device-in-use-writes-s* = 20)             ; writes/s | the same, where the tool does not tell how busy a device is [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*device-busy-percent* = 90)                ; percent busy | the device has work nearly all the time, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*disk-idle-percent* = 40)                 ; percent busy | whatever reads or writes there leaves more than half of the time to others, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*peer-factor* = 10)                       ; times | drives of one set that do the same work differ by a half, not tenfold, by experience [sysstat-iostat: await]
(defglobal FINDINGS ?*peer-moving-ms* = 2)                     ; ms | what answers sooner has no moving heads, and is no peer of a disk, by experience [nvme-latency: Latency Reference Points]
(defglobal FINDINGS ?*reads-crawl-bytes-s* = 5242880)          ; bytes/s | disks have read 50 MB/s and more in one go for twenty years, by experience [hdparm-man: -t]
(defglobal FINDINGS ?*reads-stall-ms* = 1000)                   ; ms | a read that no other delays takes 20; a drive that retries takes seconds, by experience [sysstat-iostat: await]
(defglobal FINDINGS ?*few-requests-s* = 20)                     ; requests/s | a fifth of what a disk with moving heads serves at random, by experience [oracle-zfs-pool-practices: mirrored pools for random workloads]
(defglobal FINDINGS ?*small-request-kb* = 32)       ; kB | so small that a disk with moving heads spends its time on seeks, by experience [oracle-zfs-pool-practices: mirrored pools for random workloads]
(defglobal FINDINGS ?*seeks-many-s* = 50)           ; requests/s | half of what a disk with moving heads serves at random, by experience [oracle-zfs-pool-practices: mirrored pools for random workloads]
(defglobal FINDINGS ?*storage-wait-percent* = 20)              ; percent of all processors | a fifth of them idle only because tasks wait for a disk, all the time, is felt, by experience [man7-vmstat: wa]
(defglobal FINDINGS ?*storage-wait-half-percent* = 40)         ; percent of all processors | twice what is felt; a single table that shows it is no accident, by experience [sysstat-iostat: %iowait]
(defglobal FINDINGS ?*sample-of-many-seconds* = 5)                 ; seconds | at a hundred requests a second a mean of hundreds, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*always-busy-percent* = 90)           ; percent busy | work all the time, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*two-samples* = 2)                         ; samples | one slow sample is an accident, and of three tables the first is the average since boot [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*few-samples* = 3)                         ; samples | one slow sample is an accident [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*long-sample-seconds* = 60)                ; seconds | what holds on average over a minute is no accident, by experience [man7-vmstat: wa]
(defglobal FINDINGS ?*many-samples* = 10)                       ; samples | a shorter stretch does not show a steady rate, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*flat-factor* = 2)                         ; times the mean | a rate that never exceeds twice its mean has no fast beginning, by experience [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*device-writes-kb-s* = 200)                ; kB/s | the device is written at all; the documented back end took about 700 [elling-2000: Testing RAM Starvation]

(defrule FINDINGS::device-slow.busy
  "The device is in use and takes longer for a request than a disk with moving heads, which it is taken for where nothing tells its kind. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (device-load (host ?host) (device ?device) (kind disk|unknown) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*device-slow-ms*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*device-in-use-percent*))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-slow.written
  "The device is written and takes longer for a request than a disk with moving heads, which it is taken for where nothing tells its kind. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (device-load (host ?host) (device ?device) (kind disk|unknown) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*device-slow-ms*))
      (writes-s-mean ?writes&:(at-least ?writes ?*device-in-use-writes-s*))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-slow.one-long-sample
  "For seconds on end the device had hardly a pause and took this long for each of many requests: one sample of that length is a mean. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (device-load (host ?host) (device ?device) (kind disk|lun|unknown) (since-boot no) (samples ?samples&:(below ?samples ?*two-samples*))
      (interval-seconds ?seconds&:(at-least ?seconds ?*sample-of-many-seconds*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*device-never-slow-ms*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*always-busy-percent*))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-slow.flash-busy
  "An SSD is in use and takes this long for a request on average. [nvme-latency: Latency Reference Points]"
  (logical
    (device-load (host ?host) (device ?device) (kind flash) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*flash-slow-ms*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*device-in-use-percent*))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-slow.flash-written
  "An SSD is written and takes this long for a request on average. [nvme-latency: Latency Reference Points]"
  (logical
    (device-load (host ?host) (device ?device) (kind flash) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*flash-slow-ms*))
      (writes-s-mean ?writes&:(at-least ?writes ?*device-in-use-writes-s*))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-slow.nvme-busy
  "An NVMe device is in use and takes this long for a request on average. [nvme-latency: Latency Reference Points]"
  (logical
    (device-load (host ?host) (device ?device) (kind nvme) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*nvme-slow-ms*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*device-in-use-percent*))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-slow.nvme-written
  "An NVMe device is written and takes this long for a request on average. [nvme-latency: Latency Reference Points]"
  (logical
    (device-load (host ?host) (device ?device) (kind nvme) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*nvme-slow-ms*))
      (writes-s-mean ?writes&:(at-least ?writes ?*device-in-use-writes-s*))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-slow.lun-busy
  "A volume of an array is in use and takes this long for a request on average. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (device-load (host ?host) (device ?device) (kind lun) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*lun-slow-ms*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*device-in-use-percent*))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-slow.lun-written
  "A volume of an array is written and takes this long for a request on average. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (device-load (host ?host) (device ?device) (kind lun) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*lun-slow-ms*))
      (writes-s-mean ?writes&:(at-least ?writes ?*device-in-use-writes-s*))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-turned-slow.stayed
  "From some time on each request takes several times as long, though hardly more is moved: something else takes the device's time, or the cache before it is gone. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (latency-step (host ?host) (device ?device) (seconds-after ?seconds&:(at-least ?seconds ?*turned-slow-seconds*))
      (latency-before-ms ?before&:(above ?before 0)) (kb-before-s ?moved&:(above ?moved 0))
      (latency-after-ms ?after&:(at-least ?after ?*turned-slow-ms*)&:(at-least ?after (* ?*turned-slow-factor* ?before)))
      (kb-after-s ?moves&:(at-most ?moves (* ?*turned-slow-load* ?moved)))))
  =>
  (assert (finding (name device-turned-slow) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-slow.quick
  "The device answers as fast as a disk with moving heads can, which it is taken for where nothing tells its kind. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (device-load (host ?host) (device ?device) (kind disk|lun|unknown) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*many-samples*))
      (latency-ms-mean ?ms&:(at-most ?ms ?*device-quick-ms*)) (latency-ms-max ?max&:(at-most ?max ?*device-never-slow-ms*)))
    (read (host ?host) (template device-load) (complete yes))
    (not (device-load (host ?host) (device ?device) (latency-ms-mean ?other&:(at-least ?other ?*device-slow-ms*)))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state absent))))

(defrule FINDINGS::device-slow.flash-quick
  "The SSD answers faster than any disk with moving heads. [nvme-latency: Latency Reference Points]"
  (logical
    (device-load (host ?host) (device ?device) (kind flash) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*many-samples*))
      (latency-ms-mean ?ms&:(at-most ?ms ?*flash-quick-ms*)) (latency-ms-max ?max&:(at-most ?max ?*flash-never-slow-ms*)))
    (read (host ?host) (template device-load) (complete yes))
    (not (device-load (host ?host) (device ?device) (latency-ms-mean ?other&:(at-least ?other ?*flash-slow-ms*)))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state absent))))

(defrule FINDINGS::device-slow.nvme-quick
  "The NVMe device answers faster than any disk with moving heads. [nvme-latency: Latency Reference Points]"
  (logical
    (device-load (host ?host) (device ?device) (kind nvme) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*many-samples*))
      (latency-ms-mean ?ms&:(at-most ?ms ?*nvme-quick-ms*)) (latency-ms-max ?max&:(at-most ?max ?*flash-never-slow-ms*)))
    (read (host ?host) (template device-load) (complete yes))
    (not (device-load (host ?host) (device ?device) (latency-ms-mean ?other&:(at-least ?other ?*nvme-slow-ms*)))))
  =>
  (assert (finding (name device-slow) (host ?host) (subject ?device) (state absent))))

(defrule FINDINGS::slower-than-peers.same-writes
  "The disk takes ten times as long as others of its kind that get the same writes in the same table: it is not the load, it is this disk. (General experience, no source verified it.) [sysstat-iostat: await]"
  (logical
    (device-load (host ?host) (device ?device) (kind disk|unknown) (latency-ms-mean ?slow&:(at-least ?slow ?*device-slow-ms*))
      (peers-latency-ms ?usual&:(at-least ?usual ?*peer-moving-ms*)) (times-peers ?times&:(at-least ?times ?*peer-factor*))))
  =>
  (assert (finding (name slower-than-peers) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::reads-crawl.hdparm
  "A disk delivers less than a tenth of what the slowest sound disk does when it is read in one go. (General experience, no source verified it.) [hdparm-man: -t]"
  (logical
    (bulk-write (host ?host) (program "hdparm") (direction read) (bytes-s ?rate&:(at-most ?rate ?*reads-crawl-bytes-s*))
      (target ?device)))
  =>
  (assert (finding (name reads-crawl) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::slower-than-peers.read-in-one-go
  "The disk delivers a tenth of what another one of the host does when it is read in one go. (General experience, no source verified it.) [hdparm-man: -t]"
  (logical
    (bulk-write (host ?host) (program "hdparm") (direction read) (target ?device) (bytes-s ?rate&:(above ?rate 0)&:(at-most ?rate ?*reads-crawl-bytes-s*)))
    (bulk-write (row ?first) (host ?host) (program "hdparm") (direction read) (target ~?device) (bytes-s ?usual&:(at-least ?usual (* ?*peer-factor* ?rate))))
    (not (bulk-write (row ?before&:(below ?before ?first)) (host ?host) (program "hdparm") (direction read) (target ~?device)
      (bytes-s ?more&:(at-least ?more (* ?*peer-factor* ?rate))))))
  =>
  (assert (finding (name slower-than-peers) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::reads-take-seconds.few-requests
  "The disk is asked for little and takes a second and more for it, while another one of the same table answers at once: it is no load that is slow, it is this disk. (General experience, no source verified it.) [sysstat-iostat: await]"
  (logical
    (device-load (host ?host) (device ?device) (output ?output) (kind disk|unknown) (since-boot ~yes) (latency-ms-mean ?ms&:(at-least ?ms ?*reads-stall-ms*))
      (read-latency-ms-mean ?read&:(at-least ?read ?*reads-stall-ms*))
      (reads-s-mean ?reads&:(above ?reads 0)&:(at-most ?reads ?*few-requests-s*)) (writes-s-mean ?writes&:(at-most ?writes ?reads)))
    (device-load (row ?first) (host ?host) (device ~?device) (output ?output) (latency-ms-mean ?quick&:(above ?quick 0)&:(at-most ?quick ?*device-quick-ms*)))
    (not (device-load (row ?before&:(below ?before ?first)) (host ?host) (device ~?device) (output ?output)
      (latency-ms-mean ?soon&:(above ?soon 0)&:(at-most ?soon ?*device-quick-ms*)))))
  =>
  (assert (finding (name reads-take-seconds) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::reads-take-seconds.few-transfers
  "The same of a table that tells reads and writes together. (General experience, no source verified it.) [sysstat-iostat: await]"
  (logical
    (device-load (host ?host) (device ?device) (output ?output) (kind disk|unknown) (since-boot ~yes) (latency-ms-mean ?ms&:(at-least ?ms ?*reads-stall-ms*))
      (transfers-s-mean ?requests&:(above ?requests 0)&:(at-most ?requests ?*few-requests-s*))
      (read-kb-s-mean ?read) (write-kb-s-mean ?written&:(at-most ?written ?read)))
    (device-load (row ?first) (host ?host) (device ~?device) (output ?output) (latency-ms-mean ?quick&:(above ?quick 0)&:(at-most ?quick ?*device-quick-ms*)))
    (not (device-load (row ?before&:(below ?before ?first)) (host ?host) (device ~?device) (output ?output)
      (latency-ms-mean ?soon&:(above ?soon 0)&:(at-most ?soon ?*device-quick-ms*)))))
  =>
  (assert (finding (name reads-take-seconds) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::disks-idle.all-measured
  "All disks that were measured answer as fast as a disk can, and each has more than half of its time left: nothing waits for a disk. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (latency-ms-mean ?ms&:(at-most ?ms ?*device-quick-ms*)))
    (read (host ?host) (template device-load) (complete yes))
    (not (device-load (host ?host) (since-boot ~yes) (latency-ms-mean ?slow&:(above ?slow ?*device-quick-ms*))))
    (not (device-load (host ?host) (kind flash|nvme) (since-boot ~yes) (latency-ms-mean ?late&:(above ?late ?*flash-quick-ms*))))
    (not (device-load (host ?host) (since-boot ~yes) (busy-percent-mean ?busy&:(above ?busy ?*disk-idle-percent*)))))
  =>
  (assert (finding (name disks-idle) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::storage-waited-for.vmstat
  "A good part of the processors is idle because tasks wait for the storage, over many samples. [man7-vmstat: wa]"
  (logical
    (vmstat (host ?host) (since-boot no) (samples ?samples&:(at-least ?samples ?*many-samples*))
      (wait-mean-percent ?wait&:(at-least ?wait ?*storage-wait-percent*))))
  =>
  (assert (finding (name storage-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::storage-waited-for.cpu
  "A good part of the processors is idle because tasks wait for the storage, over some samples. [sysstat-iostat: %iowait]"
  (logical
    (cpu-load (host ?host) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (wait-mean-percent ?wait&:(at-least ?wait ?*storage-wait-percent*))))
  =>
  (assert (finding (name storage-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::storage-waited-for.long-sample
  "A good part of the processors is idle because tasks wait for the storage, on average over a minute or more. [sysstat-iostat: %iowait]"
  (logical
    (cpu-load (host ?host) (since-boot no) (interval-seconds ?seconds&:(at-least ?seconds ?*long-sample-seconds*))
      (wait-mean-percent ?wait&:(at-least ?wait ?*storage-wait-percent*))))
  =>
  (assert (finding (name storage-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::storage-waited-for.half-of-it
  "So much of the processors' time passes in waiting for the storage, in one table of top or since the boot, that it needs no second look. [sysstat-iostat: %iowait]"
  (logical (cpu-load (host ?host) (wait-mean-percent ?wait&:(at-least ?wait ?*storage-wait-half-percent*))))
  =>
  (assert (finding (name storage-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::storage-waited-for.pressure
  "The kernel itself counts the time in which all tasks wait for the storage. [linux-psi-doc: full avg10]"
  (logical (pressure (host ?host) (resource io) (full-10-seconds-percent ?share&:(at-least ?share ?*storage-wait-percent*))))
  =>
  (assert (finding (name storage-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::slow-io.device
  "One of the devices answers slowly, or far later than it did before. [gaechter-2012: Eingrenzung Problem]"
  (logical (finding (name device-slow|device-turned-slow) (host ?host) (subject ?device) (state present)))
  =>
  (assert (finding (name slow-io) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::slow-writes.device
  "Writes to a device that is in use take this long on average. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (write-latency-ms-mean ?ms&:(at-least ?ms ?*device-slow-ms*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*device-in-use-percent*))))
  =>
  (assert (finding (name slow-writes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::device-rate-flat.no-knee
  "A busy device writes at one rate from the first sample to the last. [elling-2000: Testing RAM Starvation]"
  (logical
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*many-samples*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*device-busy-percent*))
      (write-kb-s-mean ?mean&:(at-least ?mean ?*device-writes-kb-s*))
      (write-kb-s-max ?max&:(at-most ?max (* ?*flat-factor* ?mean))))
    (read (host ?host) (template write-plateau) (complete yes))
    (not (write-plateau (host ?host) (device ?device))))
  =>
  (assert (finding (name device-rate-flat) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-spikes-periodic.period
  "The latency of the device jumps again and again after the same time, whatever was written in between. [oracle-blogs-2012: 30 seconds apart]"
  (logical (latency-spikes (host ?host) (device ?device) (period-seconds ~unknown)))
  =>
  (assert (finding (name device-spikes-periodic) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::devices-keep-up.all
  "All devices were watched; each answers as fast as a disk that has nothing to wait for, and has time left in every sample. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (read (host ?host) (template device-load) (complete yes))
    (device-load (row ?first) (host ?host) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*)))
    (not (device-load (row ?before&:(below ?before ?first)) (host ?host) (since-boot ~yes)
           (samples ?some&:(at-least ?some ?*two-samples*))))
    (not (device-load (host ?host) (since-boot ~yes) (busy-percent-max ?busy&:(at-least ?busy ?*device-busy-percent*))))
    (not (device-load (host ?host) (since-boot ~yes) (latency-ms-mean ?ms&:(above ?ms ?*device-at-once-ms*))))
    (not (device-load (host ?host) (kind flash|nvme) (since-boot ~yes) (latency-ms-mean ?late&:(above ?late ?*flash-quick-ms*)))))
  =>
  (assert (finding (name devices-keep-up) (host ?host) (subject ?host) (state present))))
