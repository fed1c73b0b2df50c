; Arrays and their write caches: fast until full, then as fast as the disks behind them.

(defglobal FINDINGS ?*array-cache-dirty-percent* = 90)           ; percent | well past the high watermark of 80, from where the array flushes with all its force, by experience; at 100 writers wait [nayabrasools-2014: Forced Flushing]
(defglobal FINDINGS ?*back-to-back-samples* = 3)                  ; samples | a burst alone gives one or two, by experience [netapp-back-to-back: Issue]
(defglobal FINDINGS ?*back-to-back-share* = 0.3)                  ; share of the samples | writes wait for a good part of the time, by experience [netapp-back-to-back: Issue]
(defglobal FINDINGS ?*knee-share* = 0.4)                        ; share of the first rate | less than half of it is no wavering; documented was a fall to a small part [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*knee-busy-percent* = 80)                  ; percent busy | the device has work all the time, so it is the device that is slower and not the writer that stopped, by experience [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*knee-latency-factor* = 2)                 ; times the latency before | requests wait for the disks instead of being taken into the cache, by experience [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*knee-less-share* = 0.8)                   ; share of the first rate | a fifth less, where requests begin to wait at the same moment, by experience [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*knee-leap-factor* = 8)                    ; times the latency before | answers of a cache become answers of disks, by experience [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*knee-leap-ms* = 20)                       ; ms | the answer of disks with a queue before them, by experience [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*array-cache-least-bytes* = 8388608)       ; bytes | less is the queue or the cache of a single disk, by experience [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*array-cache-most-bytes* = 51539607552)    ; bytes | 48 GiB: by experience even a large array seldom gives more to one host's writes; the documented cache held 128 MB [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*same-bytes-low* = 1.002)                  ; share | closer than that two figures are one run that two tools watched, by experience [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*same-bytes-high* = 1.25)                  ; share | the same amount within a fifth, by experience [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*collapse-factor* = 3)                     ; times | a third of the first rate is what people call a collapse, by experience [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*longer-run-factor* = 4)                   ; times the bytes | so much longer that what takes the first part is used up, by experience [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*whole* = 1)                               ; share | all of it [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*half-in-kib* = 0.00048828125)             ; KiB per 2 bytes | half of a rate in bytes/s, as kB/s: accepted at twice the speed at which the disks drain [elling-2000: File Systems and Solaris Operating Environment]
(defglobal FINDINGS ?*large-job-bytes* = 268435456)             ; bytes | 256 MiB at once is a bulk job; the documented one wrote 2 GB [elling-2000: Example of Such a System]

(defrule FINDINGS::array-cache-full.dirty
  "The array's write cache holds hardly a page that is not waiting for the disks: flushing does not keep up, and soon host writes wait. [nayabrasools-2014: Forced Flushing]"
  (logical (storage-cache (host ?host) (output ?output) (dirty-percent ?dirty&:(at-least ?dirty ?*array-cache-dirty-percent*))))
  =>
  (assert (finding (name array-cache-full) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::array-cache-full.back-to-back
  "The filer's memory for writes filled again before it had written out its other half: consistency points follow back to back, and writers wait. [netapp-back-to-back: Issue]"
  (logical
    (storage-cache (host ?host) (output ?output) (samples ?samples&:(at-least ?samples 1))
      (full-samples ?full&:(at-least ?full ?*back-to-back-samples*)&:(at-least ?full (* ?*back-to-back-share* ?samples)))))
  =>
  (assert (finding (name array-cache-full) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::device-write-knee.waiting
  "The device took writes at one rate, then at a much lower one, while requests wait longer: something between the host and the disks filled up. [elling-2000: Testing RAM Starvation]"
  (logical
    (write-plateau (host ?host) (device ?device) (bytes-at-knee ?bytes&:(at-least ?bytes ?*array-cache-least-bytes*))
      (rate-before-kb-s ?fast&:(above ?fast 0)) (rate-after-kb-s ?slow&:(at-most ?slow (* ?*knee-share* ?fast)))
      (latency-before-ms ?quick&:(above ?quick 0)) (latency-after-ms ?late&:(at-least ?late (* ?*knee-latency-factor* ?quick)))
      (busy-after-percent ?busy&:(at-least ?busy ?*knee-busy-percent*))))
  =>
  (assert (finding (name device-write-knee) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-write-knee.latency-leaps
  "From one moment on the device takes clearly less, and each request waits many times as long: what answered before was a cache. [elling-2000: Testing RAM Starvation]"
  (logical
    (write-plateau (host ?host) (device ?device) (bytes-at-knee ?bytes&:(at-least ?bytes ?*array-cache-least-bytes*))
      (rate-before-kb-s ?fast&:(above ?fast 0)) (rate-after-kb-s ?slow&:(at-most ?slow (* ?*knee-less-share* ?fast)))
      (latency-before-ms ?quick&~unknown)
      (latency-after-ms ?late&:(at-least ?late ?*knee-leap-ms*)&:(at-least ?late (* ?*knee-leap-factor* ?quick)))
      (busy-after-percent ?busy&:(at-least ?busy ?*knee-busy-percent*))))
  =>
  (assert (finding (name device-write-knee) (host ?host) (subject ?device) (state present))
          (finding (name requests-wait-from-knee) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-write-knee.cache-size
  "While the cache filled, the disks were draining it: what it holds is what was written up to the knee less what drained meanwhile. [elling-2000: Testing RAM Starvation]"
  (logical
    (write-plateau (host ?host) (device ?device) (bytes-at-knee ?bytes&:(at-least ?bytes ?*array-cache-least-bytes*))
      (rate-before-kb-s ?fast&:(above ?fast 0))
      (rate-after-kb-s ?slow&:(above ?slow 0)&:(at-most ?slow (* ?*knee-less-share* ?fast)))
      (busy-after-percent ?busy&:(at-least ?busy ?*knee-busy-percent*))))
  =>
  (assert (quantity (name array-cache-bytes) (host ?host) (subject ?device)
                    (value (* ?bytes (- ?*whole* (/ ?slow ?fast)))))
          (quantity (name array-back-end-kb-s) (host ?host) (subject ?device) (value ?slow))
          (quantity (name write-collapse-factor) (host ?host) (subject ?device) (value (/ ?fast ?slow)))))

(defrule FINDINGS::device-write-knee.none
  "The device wrote at one rate from the first sample to the last. [elling-2000: Testing RAM Starvation]"
  (logical (finding (name device-rate-flat) (host ?host) (subject ?device) (state present)))
  =>
  (assert (finding (name device-write-knee) (host ?host) (subject ?device) (state absent))))

(defrule FINDINGS::write-rate-collapses.at-the-device
  "Writing to the device falls to a third or less and stays there while the device is busy. [elling-2000: Testing RAM Starvation]"
  (logical
    (quantity (name write-collapse-factor) (host ?host) (subject ?device) (value ?factor&:(at-least ?factor ?*collapse-factor*)))
    (finding (name device-write-knee) (host ?host) (subject ?device) (state present)))
  =>
  (assert (finding (name write-rate-collapses) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::knee-at-same-bytes.again
  "In two runs the rate fell after the same amount: a cache of fixed size, and not a schedule or another load. [elling-2000: Testing RAM Starvation]"
  (logical
    (write-plateau (host ?host) (device ?device) (output ?one) (bytes-at-knee ?first&:(at-least ?first ?*array-cache-least-bytes*)))
    (write-plateau (host ?host) (device ?device) (output ?two&~?one)
      (bytes-at-knee ?second&:(at-least ?second (* ?*same-bytes-low* ?first))&:(at-most ?second (* ?*same-bytes-high* ?first)))))
  =>
  (assert (finding (name knee-at-same-bytes) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::knee-beyond-array-cache.tens-of-gigabytes
  "More went fast than the cache of an array holds; by experience that is the fast cells of a flash drive, the buffer zone of a shingled disk, or a credit that ran out. [elling-2000: Testing RAM Starvation]"
  (logical (write-plateau (host ?host) (device ?device) (bytes-at-knee ?bytes&:(above ?bytes ?*array-cache-most-bytes*))))
  =>
  (assert (finding (name knee-beyond-array-cache) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::longer-run-writes-slower.dd
  "Two runs went past the host's cache: the short one was taken several times faster than the long one, as far as something below has room. [elling-2000: Testing RAM Starvation]"
  (logical
    (bulk-write (host ?host) (target ?one) (direct yes) (direction ~read) (total-bytes ?short&:(above ?short 0)) (bytes-s ?fast&:(above ?fast 0)))
    (bulk-write (host ?host) (target ?other) (direct yes) (direction ~read)
      (total-bytes ?long&:(at-least ?long (* ?*longer-run-factor* ?short)))
      (bytes-s ?slow&:(at-most ?slow (/ ?fast ?*collapse-factor*)))))
  =>
  (assert (finding (name longer-run-writes-slower) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::longer-run-writes-slower.one-after-another
  "Runs of one size went past the host's cache to a volume of an array: the first was taken several times faster than the last ones, as far as the array had room. [elling-2000: Testing RAM Starvation]"
  (logical
    (bulk-write (host ?host) (target ?lun) (number ?first) (lun yes) (direct yes) (direction write)
      (total-bytes ?size&:(at-least ?size ?*array-cache-least-bytes*)) (bytes-s ?fast&:(above ?fast 0)))
    (not (bulk-write (host ?host) (target ?lun) (number ?before&:(below ?before ?first))))
    (bulk-write (host ?host) (target ?lun) (number ?last&:(above ?last ?first)) (direct yes) (direction write)
      (total-bytes ?size) (bytes-s ?slow&:(at-most ?slow (/ ?fast ?*collapse-factor*))))
    (not (bulk-write (host ?host) (target ?lun) (number ?after&:(above ?after ?last))))
    (bulk-write (host ?host) (target ?lun) (number ?then&:(above ?then ?first)&:(below ?then ?last)) (direct yes) (direction write)
      (total-bytes ?size) (bytes-s ?slower&:(at-most ?slower (/ ?fast ?*collapse-factor*))))
    (not (bulk-write (host ?host) (target ?lun) (number ?again&:(above ?again ?then))
           (bytes-s ?quick&:(above ?quick (/ ?fast ?*collapse-factor*))))))
  =>
  (assert (finding (name longer-run-writes-slower) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::host-cache-bypassed.direct-request
  "The writer itself asked for direct I/O, so what the device shows is the array's own. [elling-2000: Testing RAM Starvation]"
  (logical (bulk-write (host ?host) (direction write) (direct yes) (total-bytes ?total&:(at-least ?total ?*array-cache-least-bytes*))))
  =>
  (assert (finding (name host-cache-bypassed) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::host-cache-bypassed.larger-than-vxfs-threshold
  "Requests above discovered_direct_iosz go past the host's cache, so what the device shows is the array's own. [elling-2000: Testing RAM Starvation; veritas-vxfs-guide: discovered direct I/O]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount) (discovered-direct-iosz-bytes ?threshold&~unknown))
    (vxfs-writes (host ?host) (mount ?mount) (largest-request-bytes ?request&:(above ?request ?threshold))
      (largest-total-bytes ?total&:(at-least ?total ?*array-cache-least-bytes*))))
  =>
  (assert (finding (name host-cache-bypassed) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cached-faster-than-drained.by-far
  "The job's writes were accepted far faster than the device behind takes them for long; the difference piled up in memory. [elling-2000: File Systems and Solaris Operating Environment]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount) (discovered-direct-iosz-bytes ?threshold&~unknown))
    (bulk-write (host ?host) (direction write) (direct ~yes) (flushed ~yes) (bytes-s ?rate&~unknown)
      (request-bytes ?request&:(at-most ?request ?threshold)) (total-bytes ?total&:(at-least ?total ?*large-job-bytes*)))
    (quantity (name array-back-end-kb-s) (host ?host) (value ?drain&:(below ?drain (* ?*half-in-kib* ?rate)))))
  =>
  (assert (finding (name cached-faster-than-drained) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::array-impaired.degraded
  "A RAID set lacks a drive or works at something else: every write costs more. [elling-2000: Testing RAM Starvation]"
  (logical (controller-array (host ?host) (array ?array) (state degraded|failed|rebuilding|initializing|migrating)))
  =>
  (assert (finding (name array-impaired) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::array-impaired.write-through
  "The write cache is meant to be on and is off, mostly because its battery is not ready: slow from the first byte. [elling-2000: Testing RAM Starvation]"
  (logical (controller-array (host ?host) (array ?array) (write-cache off) (write-cache-default on)))
  =>
  (assert (finding (name array-impaired) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::array-impaired.battery
  "Without a charged battery the controller writes through its cache: slow from the first byte. [elling-2000: Testing RAM Starvation]"
  (logical (controller (host ?host) (name ?name) (battery failed|charging|absent)))
  =>
  (assert (finding (name array-impaired) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::array-impaired.cache-lost
  "The controller has given up its write cache: slow from the first byte. [lenovo-megaraid-guide: Write Policy, Bad BBU]"
  (logical (finding (name write-cache-lost) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name array-impaired) (host ?host) (subject ?host) (state present))))
