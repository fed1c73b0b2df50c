; For

(defrule CASES::transparent-hugepage-stall.faults-stop-for-compaction
  "Every program gets huge pages unasked, and programs stop in every second to make room for one."
  (logical
    (finding (name thp-always) (host ?host) (subject ?host) (state present))
    (finding (name compaction-stalls-rising) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument faults-stop-for-compaction) (cf 0.75) (strength decisive))))

(defrule CASES::transparent-hugepage-stall.thread-and-kernel-busy-for-everybody
  "Every program gets huge pages unasked, the kernel's thread that makes them is busy, and so is the kernel within the programs."
  (logical
    (finding (name thp-always) (host ?host) (subject ?host) (state present))
    (finding (name compaction-thread-busy) (host ?host) (subject ?host) (state present))
    (finding (name system-time-high|system-time-spikes) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument thread-and-kernel-busy-for-everybody) (cf 0.8) (strength decisive))))

(defrule CASES::transparent-hugepage-stall.thread-busy-for-everybody
  "Every program gets huge pages unasked, and the kernel's thread that makes them is busy; whether programs stop for it is not shown."
  (logical
    (finding (name thp-always) (host ?host) (subject ?host) (state present))
    (finding (name compaction-thread-busy) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument thread-busy-for-everybody) (cf 0.6) (strength supporting))))

(defrule CASES::transparent-hugepage-stall.kernel-time-with-huge-pages-in-use
  "Every program gets huge pages unasked, much memory lies in them, and the kernel takes the processors."
  (logical
    (finding (name thp-always) (host ?host) (subject ?host) (state present))
    (finding (name thp-in-use) (host ?host) (subject ?host) (state present))
    (finding (name system-time-high|system-time-spikes) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument kernel-time-with-huge-pages-in-use) (cf 0.4) (strength supporting))))

(defrule CASES::transparent-hugepage-stall.kernel-time
  "Every program gets huge pages unasked, and the kernel takes the processors."
  (logical
    (finding (name thp-always) (host ?host) (subject ?host) (state present))
    (finding (name system-time-high|system-time-spikes) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument kernel-time) (cf 0.15) (strength supporting))))

(defrule CASES::transparent-hugepage-stall.stalls-rise
  "Programs stop in every second to make room for a huge page, whoever asked for it."
  (logical (finding (name compaction-stalls-rising) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument stalls-rise) (cf 0.4) (strength supporting))))

(defrule CASES::transparent-hugepage-stall.thread-busy
  "The kernel's thread that makes huge pages is busy all the time."
  (logical (finding (name compaction-thread-busy) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument thread-busy) (cf 0.35) (strength supporting))))

(defrule CASES::transparent-hugepage-stall.faults-may-stop
  "The settings let every page fault of every program stop to make room for a huge page, and the host stalls."
  (logical
    (finding (name thp-always) (host ?host) (subject ?host) (state present))
    (finding (name thp-faults-stop) (host ?host) (subject ?host) (state present))
    (finding (name host-stalls|application-drops-out|slow-database) (host ?host) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument faults-may-stop) (cf 0.15) (strength supporting))))

; Against

(defrule CASES::transparent-hugepage-stall.only-for-those-who-ask
  "Transparent huge pages are off, or only for programs that ask for them."
  (logical (finding (name thp-always) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument only-for-those-who-ask) (cf -0.85) (strength decisive))))

(defrule CASES::transparent-hugepage-stall.none-in-use
  "As good as no memory lies in transparent huge pages: nobody gets any, so nobody stops for them."
  (logical (finding (name thp-in-use) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument none-in-use) (cf -0.75) (strength decisive))))

(defrule CASES::transparent-hugepage-stall.no-stall-counted
  "No program stopped to make room for a huge page while the counters were watched."
  (logical (finding (name compaction-stalls-rising) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument no-stall-counted) (cf -0.6) (strength supporting))))

(defrule CASES::transparent-hugepage-stall.left-to-the-background
  "Page faults of programs that did not ask do not stop for a huge page by these settings."
  (logical (finding (name thp-faults-stop) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument left-to-the-background) (cf -0.25) (strength supporting))))

(defrule CASES::transparent-hugepage-stall.kernel-at-rest
  "The kernel takes no more of the processors than usual."
  (logical (finding (name system-time-high) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument kernel-at-rest) (cf -0.35) (strength supporting))))

(defrule CASES::transparent-hugepage-stall.host-swaps
  "The host swaps what it needs: the kernel looks for memory of any kind."
  (logical (finding (name swap-thrashing) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument host-swaps) (cf -0.5) (strength supporting))))

(defrule CASES::transparent-hugepage-stall.page-tables-explain-it
  "Page tables are far too large: the kernel is busy with them."
  (logical (finding (name page-tables-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument page-tables-explain-it) (cf -0.4) (strength supporting))))

(defrule CASES::transparent-hugepage-stall.writers-are-stopped
  "Writing pauses while tasks wait for the disks: they wait for room in the page cache and not for a huge page."
  (logical (finding (name writes-pause) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument writers-are-stopped) (cf -0.4) (strength supporting))))

(defrule CASES::transparent-hugepage-stall.device-hangs
  "Requests wait at a device and none is completed."
  (logical (finding (name device-hung) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case transparent-hugepage-stall) (host ?host) (subject ?host)
                    (argument device-hangs) (cf -0.5) (strength supporting))))
