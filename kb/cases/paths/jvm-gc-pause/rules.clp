; For

(defrule CASES::jvm-gc-pause.long-pauses-and-it-is-felt
  "The collector stops the program for seconds, and that it stops is the complaint."
  (logical
    (finding (name gc-pauses-long) (host ?host) (state present))
    (finding (name host-stalls|application-drops-out|host-hangs|host-slow|periodic-stalls|slow-database|network-unreliable|slower-over-weeks) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument long-pauses-and-it-is-felt) (cf 0.85) (strength decisive))))

(defrule CASES::jvm-gc-pause.long-pauses-in-a-full-heap
  "The collector stops the program for seconds, and a full collection frees hardly anything: the next one follows at once."
  (logical
    (finding (name gc-pauses-long) (host ?host) (state present))
    (finding (name heap-full-after-gc) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument long-pauses-in-a-full-heap) (cf 0.9) (strength decisive))))

(defrule CASES::jvm-gc-pause.long-pauses-after-giving-up
  "The collector ran out of room while the program went on, and stopped it for seconds to make some."
  (logical
    (finding (name gc-pauses-long) (host ?host) (state present))
    (finding (name gc-gives-up) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument long-pauses-after-giving-up) (cf 0.85) (strength decisive))))

(defrule CASES::jvm-gc-pause.long-pauses
  "The collector stops the program for seconds."
  (logical (finding (name gc-pauses-long) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument long-pauses) (cf 0.65) (strength supporting))))

(defrule CASES::jvm-gc-pause.much-of-the-time
  "The program stands still for a good part of the time while its collector works."
  (logical (finding (name gc-takes-much-time) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument much-of-the-time) (cf 0.6) (strength supporting))))

(defrule CASES::jvm-gc-pause.much-of-the-time-in-a-full-heap
  "The program stands still for a good part of the time, and a full collection frees hardly anything."
  (logical
    (finding (name gc-takes-much-time) (host ?host) (state present))
    (finding (name heap-full-after-gc) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument much-of-the-time-in-a-full-heap) (cf 0.85) (strength decisive))))

(defrule CASES::jvm-gc-pause.heap-full
  "A full collection frees hardly anything."
  (logical (finding (name heap-full-after-gc) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument heap-full) (cf 0.5) (strength supporting))))

(defrule CASES::jvm-gc-pause.collector-gives-up
  "The collector ran out of room while the program went on."
  (logical (finding (name gc-gives-up) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument collector-gives-up) (cf 0.35) (strength supporting))))

(defrule CASES::jvm-gc-pause.collector-suspected
  "The garbage collector is suspected."
  (logical (finding (name collector-suspected) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument collector-suspected) (cf 0.15) (strength supporting))))

; Against

(defrule CASES::jvm-gc-pause.pauses-are-short
  "Every pause of the collector is too short to be felt."
  (logical (finding (name gc-pauses-long) (host ?host) (state absent)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument pauses-are-short) (cf -0.9) (strength decisive))))

(defrule CASES::jvm-gc-pause.collector-waits
  "In its longest pause the collector used hardly any processor time: it was held up itself."
  (logical (finding (name gc-waits) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument collector-waits) (cf -0.2) (strength supporting))))

(defrule CASES::jvm-gc-pause.stalls-with-latency-spikes
  "The stalls coincide with latency spikes of the log device: the program waits for its database."
  (logical (finding (name stalls-coincide-with-log-spikes) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument stalls-with-latency-spikes) (cf -0.6) (strength supporting))))

(defrule CASES::jvm-gc-pause.virtual-machine-was-paused
  "The virtual machine as a whole did not run; the collector's log counts that as its own pause."
  (logical (finding (name guest-paused) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument virtual-machine-was-paused) (cf -0.5) (strength supporting))))

(defrule CASES::jvm-gc-pause.paths-failed
  "Paths to the storage failed; whoever writes a log waits."
  (logical (finding (name paths-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument paths-failed) (cf -0.4) (strength supporting))))

(defrule CASES::jvm-gc-pause.backlog-stops-the-writers
  "Writing pauses with the backlog at its limit; a collector that writes its log waits with it."
  (logical
    (finding (name writes-pause) (host ?host) (state present))
    (finding (name dirty-backlog-at-limit) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument backlog-stops-the-writers) (cf -0.4) (strength supporting))))

(defrule CASES::jvm-gc-pause.heap-was-mended
  "The heap was put right since."
  (logical (finding (name heap-mended) (host ?host) (state present)))
  =>
  (assert (evidence (case jvm-gc-pause) (host ?host) (subject ?host)
                    (argument heap-was-mended) (cf -0.95) (strength decisive))))

(defrule CASES::jvm-gc-pause.because-the-heap-is-swapped
  "The collector walks through all of the heap; what of it lies in swap is read back page by page. [poonam-2014: user, sys and real]"
  (logical
    (finding (name gc-pauses-long) (host ?host) (state present))
    (finding (name swapping) (host ?host) (state present)))
  =>
  (assert (caused-by (case jvm-gc-pause) (host ?host) (subject ?host)
                     (cause swap-thrash) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::jvm-gc-pause.because-the-machine-stood-still
  "The collector is held up with the whole machine. [poonam-2014: user, sys and real]"
  (logical
    (finding (name gc-waits) (host ?host) (state present))
    (finding (name guest-paused|steal-high) (host ?host) (state present)))
  =>
  (assert (caused-by (case jvm-gc-pause) (host ?host) (subject ?host)
                     (cause vm-pause) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::jvm-gc-pause.because-memory-is-compacted
  "Where the kernel compacts memory for huge pages, a collector that touches new memory waits for it. [poonam-2014: user, sys and real]"
  (logical (finding (name gc-waits) (host ?host) (state present)))
  =>
  (assert (contributes-to (case transparent-hugepage-stall) (host ?host) (subject ?host)
                          (to jvm-gc-pause) (to-host ?host) (to-subject ?host))))
