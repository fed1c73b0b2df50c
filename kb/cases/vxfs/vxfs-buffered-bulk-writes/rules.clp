; For: which writes are cached, and that memory runs out while they are written.

(defrule CASES::vxfs-buffered-bulk-writes.cached-writes-while-memory-short
  "The bulk writes go through the page cache faster than the disks drain them, and the cache takes the memory that everything else needs."
  (logical
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))
    (finding (name memory-short) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument cached-writes-while-memory-short) (cf 0.85) (strength decisive))))

(defrule CASES::vxfs-buffered-bulk-writes.the-whole-chain
  "A bulk job runs, its writes are below the threshold and go through the page cache, and the host pages for want of memory."
  (logical
    (finding (name vxfs-in-use) (host ?host) (state present))
    (finding (name vxfs-threshold-high) (host ?host) (subject ?mount) (state present))
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))
    (finding (name bulk-write-running) (host ?host) (state present))
    (finding (name memory-short) (host ?host) (state present))
    (finding (name paging-active) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument the-whole-chain) (cf 0.9) (strength decisive))))

(defrule CASES::vxfs-buffered-bulk-writes.cached-job-larger-than-memory
  "The job is cached, writes more than the memory that was free, and memory runs out: what the disks had not taken stayed in memory."
  (logical
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))
    (finding (name memory-short) (host ?host) (state present))
    (quantity (name memory-overrun-bytes) (host ?host) (subject ?mount) (value ?over)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument cached-job-larger-than-memory) (cf 0.9) (strength decisive))))

(defrule CASES::vxfs-buffered-bulk-writes.memory-swept-while-cached
  "The scanner walks through all of memory within seconds, again and again, while cached writes take every page that it frees."
  (logical
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))
    (finding (name memory-short) (host ?host) (state present))
    (quantity (name memory-sweep-seconds) (host ?host) (value ?seconds)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument memory-swept-while-cached) (cf 0.88) (strength decisive))))

(defrule CASES::vxfs-buffered-bulk-writes.cached-faster-than-drained
  "The cached writes were accepted faster than the device behind takes them; the difference stayed in memory."
  (logical
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))
    (finding (name cached-faster-than-drained) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument cached-faster-than-drained) (cf 0.5) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.cached-writes-and-a-standstill
  "The bulk writes go through the page cache, and the host stands still or its cluster gives it up."
  (logical
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))
    (finding (name host-hangs|host-stalls|failover-without-fault|application-drops-out) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument cached-writes-and-a-standstill) (cf 0.55) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.cached-bulk-job-and-a-standstill
  "While a bulk job runs whose writes go through the page cache, the host stands still or its cluster gives it up."
  (logical
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))
    (finding (name vxfs-threshold-high) (host ?host) (subject ?mount) (state present))
    (finding (name bulk-write-running) (host ?host) (state present))
    (finding (name host-hangs|host-stalls|failover-without-fault|application-drops-out) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument cached-bulk-job-and-a-standstill) (cf 0.65) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.cached-writes-and-slowness
  "The bulk writes go through the page cache while everything else is slow."
  (logical
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))
    (finding (name slow-database|memory-vanished|node-panicked) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument cached-writes-and-slowness) (cf 0.3) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.threshold-high-and-memory-short
  "Memory is short while a bulk job runs, and the threshold leaves the usual 128 kB writes of databases in the cache."
  (logical
    (finding (name vxfs-threshold-high) (host ?host) (subject ?mount) (state present))
    (finding (name bulk-write-running) (host ?host) (state present))
    (finding (name memory-short) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument threshold-high-and-memory-short) (cf 0.5) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.threshold-high-while-paging
  "The host pages for want of memory while a bulk job runs, and the threshold of its VxFS file system leaves the usual 128 kB writes of databases in the cache."
  (logical
    (finding (name vxfs-in-use) (host ?host) (state present))
    (finding (name vxfs-threshold-high) (host ?host) (subject ?mount) (state present))
    (finding (name bulk-write-running) (host ?host) (state present))
    (finding (name memory-short) (host ?host) (state present))
    (finding (name paging-active) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument threshold-high-while-paging) (cf 0.6) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.threshold-high-and-a-standstill
  "The host stands still, or its cluster gives it up, while a bulk job runs, and the threshold leaves the usual 128 kB writes of databases in the cache."
  (logical
    (finding (name vxfs-threshold-high) (host ?host) (subject ?mount) (state present))
    (finding (name bulk-write-running) (host ?host) (state present))
    (finding (name host-hangs|host-stalls|failover-without-fault|application-drops-out|slow-database) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument threshold-high-and-a-standstill) (cf 0.4) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.memory-short-during-a-bulk-job
  "Memory runs out while a bulk job writes on a host with VxFS, which by default caches writes of up to 256 kB."
  (logical
    (finding (name vxfs-in-use) (host ?host) (state present))
    (finding (name bulk-write-running) (host ?host) (state present))
    (finding (name memory-short) (host ?host) (state present))
    (finding (name paging-active) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?host)
                    (argument memory-short-during-a-bulk-job) (cf 0.4) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.sizes-compared
  "Somebody wrote large files in requests below and above the threshold, which is the test for this fault."
  (logical
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))
    (finding (name vxfs-sizes-compared) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument sizes-compared) (cf 0.3) (strength supporting))))

; Against: the writes are not cached, memory is at ease, or something else uses it up.

(defrule CASES::vxfs-buffered-bulk-writes.larger-requests-only
  "The writes are larger than the threshold and pass the cache by, so they cannot fill memory."
  (logical (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state absent)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument larger-requests-only) (cf -0.9) (strength decisive))))

(defrule CASES::vxfs-buffered-bulk-writes.larger-requests-told
  "Requests of the size that was told are larger than the threshold and pass the cache by."
  (logical (finding (name told-requests-larger) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument larger-requests-told) (cf -0.7) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.threshold-below-database-writes
  "The usual bulk writes of databases are larger than this threshold; only smaller ones would still be cached."
  (logical (finding (name vxfs-threshold-high) (host ?host) (subject ?mount) (state absent)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument threshold-below-database-writes) (cf -0.6) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.mounted-direct
  "The file system is mounted so that nothing is cached, whatever the size of the requests."
  (logical (finding (name vxfs-mounted-direct) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?mount)
                    (argument mounted-direct) (cf -0.9) (strength decisive))))

(defrule CASES::vxfs-buffered-bulk-writes.database-direct-io
  "The database asks for direct I/O itself, so its own files should not be cached; copies and imports from outside it still are."
  (logical (finding (name database-direct-io) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?host)
                    (argument database-direct-io) (cf -0.4) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.database-disk-manager
  "The database writes its files through Oracle Disk Manager, which never caches them; copies and imports from outside it still are."
  (logical (finding (name database-disk-manager) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?host)
                    (argument database-disk-manager) (cf -0.7) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.memory-at-ease
  "Memory was not short in what was captured."
  (logical (finding (name memory-short) (host ?host) (state absent)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?host)
                    (argument memory-at-ease) (cf -0.6) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.slow-disks-with-memory-at-ease
  "A device is slow while memory is at rest: the wait is at the disks, not for memory."
  (logical
    (finding (name memory-short) (host ?host) (state absent))
    (finding (name device-slow) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?host)
                    (argument slow-disks-with-memory-at-ease) (cf -0.8) (strength decisive))))

(defrule CASES::vxfs-buffered-bulk-writes.scanner-recycles-file-pages
  "On this release the scanner runs for plain file I/O, nothing was swapped out, and the free list held: no shortage."
  (logical (finding (name scanning-for-file-pages) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?host)
                    (argument scanner-recycles-file-pages) (cf -0.4) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.processes-grew
  "Memory of processes is paged out and no file pages are: processes took the memory, not the file cache."
  (logical (finding (name anonymous-paging-only) (host ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?host)
                    (argument processes-grew) (cf -0.7) (strength supporting))))

(defrule CASES::vxfs-buffered-bulk-writes.no-vxfs
  "No VxFS file system is mounted."
  (logical (finding (name vxfs-in-use) (host ?host) (state absent)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?host)
                    (argument no-vxfs) (cf -0.9) (strength decisive))))

(defrule CASES::vxfs-buffered-bulk-writes.zfs-cache-takes-memory
  "The ZFS cache is larger than what the rest of the host leaves it: that is where the memory is."
  (logical
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name arc-exceeds-room) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case vxfs-buffered-bulk-writes) (host ?host) (subject ?host)
                    (argument zfs-cache-takes-memory) (cf -0.4) (strength supporting))))
