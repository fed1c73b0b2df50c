; For: the device itself falls from one write rate to another, after the same amount, with the host's cache out of play.

(defrule CASES::array-write-cache-saturation.knee-at-the-device
  "The device itself takes writes fast and then slowly, while it is busy all the time and requests wait longer: its cache took the first part and is full."
  (logical
    (finding (name device-write-knee) (host ?host) (subject ?device) (state present))
    (quantity (name array-cache-bytes) (host ?host) (subject ?device) (value ?cache)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?device)
                    (argument knee-at-the-device) (cf 0.6) (strength decisive))))

(defrule CASES::array-write-cache-saturation.knee-without-the-hosts-cache
  "The writes passed the host's cache by, so the fall of the rate is the array's own."
  (logical
    (finding (name device-write-knee) (host ?host) (subject ?device) (state present))
    (finding (name host-cache-bypassed) (host ?host) (state present))
    (quantity (name array-cache-bytes) (host ?host) (subject ?device) (value ?cache)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?device)
                    (argument knee-without-the-hosts-cache) (cf 0.8) (strength decisive))))

(defrule CASES::array-write-cache-saturation.longer-runs-are-slower
  "Past the host's cache a short run is fast and a long one slow, and that is what is complained of; whether an array's cache or a drive's own takes the first part is not known."
  (logical
    (finding (name longer-run-writes-slower) (host ?host) (subject ?host) (state present))
    (finding (name write-rate-collapses) (host ?host) (state present)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?host)
                    (argument longer-runs-are-slower) (cf 0.4) (strength supporting))))

(defrule CASES::array-write-cache-saturation.same-amount-again
  "The rate falls after the same amount in run after run, as a cache of fixed size makes it."
  (logical
    (finding (name device-write-knee) (host ?host) (subject ?device) (state present))
    (finding (name knee-at-same-bytes) (host ?host) (subject ?device) (state present))
    (quantity (name array-cache-bytes) (host ?host) (subject ?device) (value ?cache)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?device)
                    (argument same-amount-again) (cf 0.85) (strength decisive))))

(defrule CASES::array-write-cache-saturation.said-to-fill-up
  "Somebody who knows the array says that its write cache fills up; nothing of it was measured here."
  (logical (finding (name array-cache-suspected) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?host)
                    (argument said-to-fill-up) (cf 0.3) (strength supporting))))

(defrule CASES::array-write-cache-saturation.collapse-and-device-slow
  "Writing begins fast and collapses, and this device answers slowly."
  (logical
    (finding (name write-rate-collapses) (host ?host) (state present))
    (finding (name device-slow) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?device)
                    (argument collapse-and-device-slow) (cf 0.35) (strength supporting))))

; Against: no fall at the device, a fall by time, too large a cache, or an array that is ill.

(defrule CASES::array-write-cache-saturation.flat-at-the-device
  "The device writes at one rate from beginning to end: a fall that only the application sees is the host's page cache, and a device that is slow from the first byte writes through its cache."
  (logical (finding (name device-rate-flat) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?device)
                    (argument flat-at-the-device) (cf -0.8) (strength decisive))))

(defrule CASES::array-write-cache-saturation.beyond-any-array-cache
  "More was written fast than an array's cache holds: the fast cells of a flash drive, the buffer zone of a shingled disk, or a credit of a cloud volume that ran out."
  (logical (finding (name knee-beyond-array-cache) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?device)
                    (argument beyond-any-array-cache) (cf -0.6) (strength decisive))))

(defrule CASES::array-write-cache-saturation.at-regular-intervals
  "The latency jumps at regular intervals, whatever was written: transaction groups or checkpoints, and not a cache that fills by bytes."
  (logical (finding (name device-spikes-periodic) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?device)
                    (argument at-regular-intervals) (cf -0.5) (strength supporting))))

(defrule CASES::array-write-cache-saturation.array-impaired
  "The array is degraded, rebuilding or without its battery; mend that before its speed is judged."
  (logical (finding (name array-impaired) (host ?host) (state present)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?host)
                    (argument array-impaired) (cf -0.5) (strength supporting))))

(defrule CASES::array-write-cache-saturation.paths-lost
  "Paths to the storage failed: what is written has fewer ways left, or none."
  (logical (finding (name paths-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?host)
                    (argument paths-lost) (cf -0.6) (strength supporting))))

(defrule CASES::array-write-cache-saturation.disk-errors
  "The drive itself reports errors: the fall of the rate is its retries."
  (logical (finding (name disk-errors) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?device)
                    (argument disk-errors) (cf -0.7) (strength decisive))))

; Where the host caches the job as well, the slow back end is what its memory fills against.

(defrule CASES::array-write-cache-saturation.lets-memory-fill
  "Once the array's cache is full the disks drain slowly, and what is cached in the host stays there. [elling-2000: File Systems and Solaris Operating Environment]"
  (logical
    (finding (name device-write-knee) (host ?host) (subject ?device) (state present))
    (finding (name vxfs-caches-writes|vxfs-threshold-high) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (contributes-to (case array-write-cache-saturation) (host ?host) (subject ?device)
                          (to vxfs-buffered-bulk-writes) (to-host ?host) (to-subject ?mount))))

(defrule CASES::array-write-cache-saturation.slow-because-the-cache-is-off
  "Without its write cache the array takes from the first byte on only what its disks write. [lenovo-megaraid-guide: Write Policy, Bad BBU]"
  (logical
    (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))
    (finding (name device-slow) (host ?host) (subject ?device) (state present)))
  =>
  (assert (caused-by (case array-write-cache-saturation) (host ?host) (subject ?device)
                     (cause raid-battery-write-through) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::array-write-cache-saturation.a-shingled-drive-stalls
  "A drive of this host records shingled, and single writes take a second or more: no array answers so late, and that drive does."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name device-writes-stall) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?device)
                    (argument a-shingled-drive-stalls) (cf -0.8) (strength decisive))))

(defrule CASES::array-write-cache-saturation.drive-is-shingled
  "The device is a single drive that records shingled: its conventional zone is full, and no cache of an array."
  (logical (finding (name drive-shingled) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case array-write-cache-saturation) (host ?host) (subject ?device)
                    (argument drive-is-shingled) (cf -0.6) (strength supporting))))
