; For

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
