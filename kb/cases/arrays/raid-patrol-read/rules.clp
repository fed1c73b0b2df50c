; For

(defrule CASES::raid-patrol-read.patrol-read-on-schedule
  "A patrol read runs, and it is slow at fixed times, as patrol reads are started."
  (logical
    (finding (name patrol-read-running) (host ?host) (subject ?host) (state present))
    (finding (name slow-on-schedule) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument patrol-read-on-schedule) (cf 0.85) (strength decisive))))

(defrule CASES::raid-patrol-read.check-on-schedule
  "A consistency check runs, and it is slow at fixed times, as checks are started."
  (logical
    (finding (name consistency-check-running) (host ?host) (subject ?host) (state present))
    (finding (name slow-on-schedule) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument check-on-schedule) (cf 0.85) (strength decisive))))

(defrule CASES::raid-patrol-read.patrol-read-and-slow-device
  "A patrol read runs, and a device answers slowly."
  (logical
    (finding (name patrol-read-running) (host ?host) (subject ?host) (state present))
    (finding (name device-slow) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument patrol-read-and-slow-device) (cf 0.8) (strength decisive))))

(defrule CASES::raid-patrol-read.check-and-slow-device
  "A consistency check runs, and a device answers slowly."
  (logical
    (finding (name consistency-check-running) (host ?host) (subject ?host) (state present))
    (finding (name device-slow) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument check-and-slow-device) (cf 0.82) (strength decisive))))

(defrule CASES::raid-patrol-read.patrol-read-while-it-is-slow
  "A patrol read runs while the host or its storage is slow."
  (logical
    (finding (name patrol-read-running) (host ?host) (subject ?host) (state present))
    (finding (name slow-io|slow-writes|slow-commits|slow-database|host-slow|host-stalls|periodic-stalls|application-drops-out|host-hangs) (host ?host) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument patrol-read-while-it-is-slow) (cf 0.65) (strength decisive))))

(defrule CASES::raid-patrol-read.check-while-it-is-slow
  "A consistency check runs while the host or its storage is slow."
  (logical
    (finding (name consistency-check-running) (host ?host) (subject ?host) (state present))
    (finding (name slow-io|slow-writes|slow-commits|slow-database|host-slow|host-stalls|periodic-stalls|application-drops-out|host-hangs) (host ?host) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument check-while-it-is-slow) (cf 0.7) (strength decisive))))

(defrule CASES::raid-patrol-read.check-running
  "The controller is checking a set now."
  (logical (finding (name consistency-check-running) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument check-running) (cf 0.3) (strength supporting))))

(defrule CASES::raid-patrol-read.patrol-read-running
  "The controller is reading all drives now."
  (logical (finding (name patrol-read-running) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument patrol-read-running) (cf 0.28) (strength supporting))))

(defrule CASES::raid-patrol-read.scheduled-and-slow-on-schedule
  "It is slow at fixed times, and the controller starts patrol reads by itself; whether one runs then is not known."
  (logical
    (finding (name patrol-read-scheduled) (host ?host) (subject ?host) (state present))
    (finding (name slow-on-schedule) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument scheduled-and-slow-on-schedule) (cf 0.35) (strength supporting))))

; Against

(defrule CASES::raid-patrol-read.no-patrol-read-now
  "No patrol read runs now; where it is slow now, it is not that."
  (logical (finding (name patrol-read-running) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument no-patrol-read-now) (cf -0.5) (strength supporting))))

(defrule CASES::raid-patrol-read.write-cache-lost
  "The write cache is off: that explains slow writes better."
  (logical (finding (name write-cache-lost) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument write-cache-lost) (cf -0.4) (strength supporting))))

(defrule CASES::raid-patrol-read.set-is-rebuilt
  "A set is being rebuilt, which takes more of the drives than a patrol read."
  (logical (finding (name controller-rebuilding) (host ?host) (subject ?set) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument set-is-rebuilt) (cf -0.3) (strength supporting))))

(defrule CASES::raid-patrol-read.disk-errors
  "A drive reports errors: its retries slow everything."
  (logical (finding (name disk-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument disk-errors) (cf -0.3) (strength supporting))))

(defrule CASES::raid-patrol-read.background-reads-are-off
  "Patrol reads are not started by themselves, none runs, and no set is being checked."
  (logical (finding (name controller-background-reads) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case raid-patrol-read) (host ?host) (subject ?host)
                    (argument background-reads-are-off) (cf -0.85) (strength decisive))))
