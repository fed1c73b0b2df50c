; For: the device itself falls from one write rate to another, after the same amount, with the host's cache out of play.

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
