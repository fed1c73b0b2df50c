(defrule CASES::vxfs-buffered-bulk-writes.cached-writes-while-memory-short
  "The bulk writes go through the page cache faster than the array drains them, and the cache takes the memory that everything else needs."
  (logical
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))
    (finding (name memory-short) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument cached-writes-while-memory-short) (cf 0.8) (strength decisive))))

(defrule CASES::vxfs-buffered-bulk-writes.larger-requests-only
  "The writes pass the cache by, so they cannot fill memory."
  (logical (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state absent)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument larger-requests-only) (cf -0.9) (strength decisive))))
