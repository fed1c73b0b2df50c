; For

(defrule CASES::volatile-write-cache.barriers-off-and-lost
  "The file system sends no flushes, and data was lost or damaged with the power."
  (logical
    (finding (name barriers-off) (host ?host) (subject ?mount) (state present))
    (finding (name lost-at-power-cut) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?mount)
                    (argument barriers-off-and-lost) (cf 0.8) (strength decisive))))

(defrule CASES::volatile-write-cache.barriers-off-over-a-volatile-cache
  "The file system sends no flushes, and a drive's own cache is on."
  (logical
    (finding (name barriers-off) (host ?host) (subject ?mount) (state present))
    (finding (name drive-cache-volatile) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?mount)
                    (argument barriers-off-over-a-volatile-cache) (cf 0.7) (strength decisive))))

(defrule CASES::volatile-write-cache.barriers-off-over-a-forced-cache
  "The file system sends no flushes, and the controller caches writes without a good battery."
  (logical
    (finding (name barriers-off) (host ?host) (subject ?mount) (state present))
    (finding (name write-cache-forced) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?mount)
                    (argument barriers-off-over-a-forced-cache) (cf 0.8) (strength decisive))))

(defrule CASES::volatile-write-cache.barriers-off
  "The file system sends no flushes; whether a cache below is volatile is not known."
  (logical (finding (name barriers-off) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?mount)
                    (argument barriers-off) (cf 0.4) (strength supporting))))

(defrule CASES::volatile-write-cache.flushes-withheld-and-lost
  "The kernel sends no flushes to a drive whose cache is on, and data was lost or damaged with the power."
  (logical
    (finding (name flushes-withheld) (host ?host) (subject ?drive) (state present))
    (finding (name lost-at-power-cut) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?drive)
                    (argument flushes-withheld-and-lost) (cf 0.9) (strength decisive))))

(defrule CASES::volatile-write-cache.flushes-withheld
  "The drive's cache is on, and the kernel takes it for write-through and sends no flushes."
  (logical (finding (name flushes-withheld) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?drive)
                    (argument flushes-withheld) (cf 0.75) (strength decisive))))

(defrule CASES::volatile-write-cache.cache-forced-and-lost
  "The controller caches writes without a good battery, and data was lost or damaged with the power."
  (logical
    (finding (name write-cache-forced) (host ?host) (subject ?host) (state present))
    (finding (name lost-at-power-cut) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?host)
                    (argument cache-forced-and-lost) (cf 0.92) (strength decisive))))

(defrule CASES::volatile-write-cache.cache-forced
  "The controller is told to cache writes although its battery is not good."
  (logical (finding (name write-cache-forced) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?host)
                    (argument cache-forced) (cf 0.75) (strength decisive))))

(defrule CASES::volatile-write-cache.drive-caches-behind-controller-and-lost
  "The drives behind the controller cache writes by themselves, and data was lost or damaged with the power."
  (logical
    (finding (name drive-caches-behind-controller) (host ?host) (subject ?host) (state present))
    (finding (name lost-at-power-cut) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?host)
                    (argument drive-caches-behind-controller-and-lost) (cf 0.7) (strength decisive))))

(defrule CASES::volatile-write-cache.drive-caches-behind-controller
  "The drives behind the controller cache writes by themselves, and its battery does not keep that."
  (logical (finding (name drive-caches-behind-controller) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?host)
                    (argument drive-caches-behind-controller) (cf 0.35) (strength supporting))))

(defrule CASES::volatile-write-cache.cache-on-and-lost
  "A drive's own cache is on, and data was lost or damaged with the power; as long as flushes are sent, that should not be."
  (logical
    (finding (name drive-cache-volatile) (host ?host) (subject ?host) (state present))
    (finding (name lost-at-power-cut) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?host)
                    (argument cache-on-and-lost) (cf 0.25) (strength supporting))))

(defrule CASES::volatile-write-cache.lost-with-the-power
  "Data was lost or damaged with the power, and nothing of the caches was looked at."
  (logical (finding (name lost-at-power-cut) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?host)
                    (argument lost-with-the-power) (cf 0.15) (strength supporting))))

; Against

(defrule CASES::volatile-write-cache.barriers-on
  "The file system sends cache flushes."
  (logical (finding (name barriers-off) (host ?host) (subject ?mount) (state absent)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?mount)
                    (argument barriers-on) (cf -0.8) (strength decisive))))

(defrule CASES::volatile-write-cache.flushes-sent
  "The kernel takes the drive's cache for volatile, and sends flushes."
  (logical (finding (name flushes-withheld) (host ?host) (subject ?drive) (state absent)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?drive)
                    (argument flushes-sent) (cf -0.8) (strength decisive))))

(defrule CASES::volatile-write-cache.cache-in-use-and-battery-good
  "The controller caches writes, and its battery keeps them through a loss of power: without flushes nothing is lost there."
  (logical
    (finding (name write-cache-in-use) (host ?host) (subject ?host) (state present))
    (finding (name cache-battery-good) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case volatile-write-cache) (host ?host) (subject ?host)
                    (argument cache-in-use-and-battery-good) (cf -0.6) (strength supporting))))
