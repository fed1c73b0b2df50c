; What takes the memory; a link counts where both ends are possible.

(defrule CASES::swap-thrash.because-of-the-host
  "What takes the memory of this host makes it swap. [linux-proc-doc: MemAvailable]"
  (logical
    (finding (name swap-thrashing|swapping-both-ways|memory-stalled|memory-short|memory-available-short)
             (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause page-table-bloat) (cause-host ?host) (cause-subject ?host))
          (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause zfs-arc-memory-squeeze) (cause-host ?host) (cause-subject ?host))
          (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause numa-zone-reclaim) (cause-host ?host) (cause-subject ?host))
          (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause innodb-double-buffering) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::swap-thrash.because-vxfs-caches
  "The memory is in the page cache, where the bulk writes put it. [elling-2000: Example of Such a System]"
  (logical (finding (name vxfs-caches-writes|vxfs-threshold-high) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause vxfs-buffered-bulk-writes) (cause-host ?host) (cause-subject ?mount))))

(defrule CASES::swap-thrash.because-vxfs-is-written-to
  "The host uses VxFS, and a bulk job writes there: what it writes fills the page cache. [elling-2000: Example of Such a System]"
  (logical
    (finding (name vxfs-in-use) (host ?host) (subject ?host) (state present))
    (finding (name bulk-write-running) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause vxfs-buffered-bulk-writes) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::swap-thrash.because-pages-lie-idle
  "The SGA lies in small pages beside a pool that nobody can use: its memory is taken twice. [closson-2010: Insufficient Hugepages]"
  (logical
    (finding (name sga-in-small-pages|huge-pages-short|pool-smaller-than-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause oracle-hugepages-shortage) (cause-host ?host) (cause-subject ?instance))))

(defrule CASES::swap-thrash.because-a-pool-lies-idle
  "A pool of huge pages that nobody uses takes memory from everybody. [closson-2010: Insufficient Hugepages]"
  (logical (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause oracle-hugepages-shortage) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::swap-thrash.because-memory-lies-in-dev-shm
  "The memory of the instance lies in /dev/shm beside a pool that it cannot use: its memory is taken twice. [oracle-mos-749851: Details]"
  (logical (finding (name idle-pool-beside-dev-shm|memory-in-dev-shm) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause oracle-amm-without-hugepages) (cause-host ?host) (cause-subject ?instance))))

(defrule CASES::swap-thrash.because-pages-must-not-be-locked
  "The instance may not lock the pages of the pool and lies in small ones beside it: its memory is taken twice. [closson-2010: Improper Permissions]"
  (logical
    (finding (name huge-pages-idle|huge-pages-unused) (host ?host) (state present))
    (finding (name memlock-too-low|memlock-missing-in-unit|memlock-at-default|enough-pages-idle|free-pages-passed-over)
             (host ?host) (subject ?limited) (state present)))
  =>
  (assert (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause oracle-memlock-limit) (cause-host ?host) (cause-subject ?limited))))

; Two findings of one stage that mean something else together.

(defrule CASES::swap-thrash.page-cache-is-bounded-now
  "Processes were put out of memory on a host with VxFS, whose threshold lets the bulk writes of a database pass by now: what was seen may be of before. [elling-2000: The Solution]"
  (logical
    (finding (name vxfs-threshold-high) (host ?host) (subject ?mount) (state absent))
    (finding (name processes-swapped-out) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument page-cache-is-bounded-now) (cf -0.65) (strength decisive) (stage act))))
