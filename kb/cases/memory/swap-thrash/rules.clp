; For

(defrule CASES::swap-thrash.swapped-both-ways-and-felt
  "Memory is swapped out and read back at once, it lasts, and it tells: memory is gone, or processes and processors wait for what was swapped out."
  (logical
    (finding (name swap-thrashing) (host ?host) (subject ?host) (state present))
    (finding (name memory-available-short|memory-stalled|major-faults-heavy|swapping-waited-for|killed-for-memory|kswapd-busy|processes-swapped-out|anonymous-paging-only|paging-active)
             (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument swapped-both-ways-and-felt) (cf 0.85) (strength decisive))))

(defrule CASES::swap-thrash.swapped-both-ways
  "Memory is swapped out and read back at once, and it lasts: what runs needs more memory than there is. Whether anybody waits for it is not shown."
  (logical (finding (name swap-thrashing) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument swapped-both-ways) (cf 0.65) (strength supporting))))

(defrule CASES::swap-thrash.swapped-both-ways-in-an-excerpt
  "Memory is swapped out and read back in the few samples that there are."
  (logical (finding (name swapping-both-ways) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument swapped-both-ways-in-an-excerpt) (cf 0.5) (strength supporting))))

(defrule CASES::swap-thrash.excerpt-is-waited-for
  "Memory is swapped out and read back in the few samples that there are, and processors stand idle for a disk meanwhile."
  (logical
    (finding (name swapping-both-ways) (host ?host) (subject ?host) (state present))
    (finding (name swapping-waited-for) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument excerpt-is-waited-for) (cf 0.5) (strength supporting))))

(defrule CASES::swap-thrash.everything-waits-while-it-swaps
  "The host swaps, and the kernel counts that every task at once waits for memory."
  (logical
    (finding (name swapping|swapping-both-ways) (host ?host) (subject ?host) (state present))
    (finding (name memory-stalled) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument everything-waits-while-it-swaps) (cf 0.6) (strength supporting))))

(defrule CASES::swap-thrash.swaps-with-nothing-available
  "The host swaps, and hardly any memory can be given out without it."
  (logical
    (finding (name swapping|swapping-both-ways) (host ?host) (subject ?host) (state present))
    (finding (name memory-available-short) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument swaps-with-nothing-available) (cf 0.5) (strength supporting))))

(defrule CASES::swap-thrash.everything-waits-with-nothing-available
  "Every task waits for memory, hardly any can be given out, and swap is well filled."
  (logical
    (finding (name memory-stalled) (host ?host) (subject ?host) (state present))
    (finding (name memory-available-short) (host ?host) (subject ?host) (state present))
    (finding (name swap-largely-used) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument everything-waits-with-nothing-available) (cf 0.65) (strength supporting))))

(defrule CASES::swap-thrash.filled-swap-and-nothing-available
  "Hardly any memory can be given out and half of swap is in use; whether it moves is not shown."
  (logical
    (finding (name memory-available-short) (host ?host) (subject ?host) (state present))
    (finding (name swap-largely-used) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument filled-swap-and-nothing-available) (cf 0.3) (strength supporting))))

(defrule CASES::swap-thrash.everything-waits
  "Every task waits for memory for a good part of the time; swap is one of the things that it may wait for."
  (logical (finding (name memory-stalled) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument everything-waits) (cf 0.35) (strength supporting))))

(defrule CASES::swap-thrash.faults-wait-for-the-disk
  "The host swaps, and a hundred faults in a second wait for a disk."
  (logical
    (finding (name swapping|swapping-both-ways) (host ?host) (subject ?host) (state present))
    (finding (name major-faults-heavy) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument faults-wait-for-the-disk) (cf 0.4) (strength supporting))))

(defrule CASES::swap-thrash.kernel-busy-freeing
  "Hardly any memory can be given out, and the kernel's thread that frees some is busy all the time."
  (logical
    (finding (name kswapd-busy) (host ?host) (subject ?host) (state present))
    (finding (name memory-available-short) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument kernel-busy-freeing) (cf 0.35) (strength supporting))))

(defrule CASES::swap-thrash.kernel-busy-freeing-with-swap-full
  "Hardly any memory can be given out, half of swap and more is in use, and the kernel's thread that frees memory is busy all the time."
  (logical
    (finding (name kswapd-busy) (host ?host) (subject ?host) (state present))
    (finding (name memory-available-short) (host ?host) (subject ?host) (state present))
    (finding (name swap-largely-used) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument kernel-busy-freeing-with-swap-full) (cf 0.65) (strength supporting))))

(defrule CASES::swap-thrash.killed-with-swap-full
  "The kernel ended a process for want of memory, and swap was well filled by then."
  (logical
    (finding (name killed-for-memory) (host ?host) (subject ?host) (state present))
    (finding (name swap-largely-used) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument killed-with-swap-full) (cf 0.35) (strength supporting))))

(defrule CASES::swap-thrash.processes-swapped-out
  "Whole processes are put out of memory while the scanner runs: paging alone no longer makes room."
  (logical (finding (name processes-swapped-out) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument processes-swapped-out) (cf 0.6) (strength supporting))))

(defrule CASES::swap-thrash.processes-paged-out-and-no-files
  "Memory of processes is paged out and no file pages are: processes have outgrown memory."
  (logical
    (finding (name anonymous-paging-only) (host ?host) (subject ?host) (state present))
    (finding (name memory-short) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument processes-paged-out-and-no-files) (cf 0.5) (strength supporting))))

(defrule CASES::swap-thrash.told-short-and-slow
  "Memory is said to be short, and the host is slow."
  (logical
    (finding (name memory-short) (host ?host) (subject ?host) (state present))
    (finding (name host-slow|host-hangs|host-stalls) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument told-short-and-slow) (cf 0.15) (strength supporting))))

; Against

(defrule CASES::swap-thrash.nothing-read-back
  "Nothing that lies in swap is wanted back: however full it is, nobody waits for it."
  (logical (finding (name swap-thrashing) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument nothing-read-back) (cf -0.9) (strength decisive))))

(defrule CASES::swap-thrash.columns-at-nothing
  "Columns si and so stay at nothing in what was captured."
  (logical (finding (name swapping) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument columns-at-nothing) (cf -0.5) (strength supporting))))

(defrule CASES::swap-thrash.only-cold-memory-went-out
  "Memory went out to swap and stayed there: it was cold, and its room serves others better."
  (logical (finding (name cold-memory-swapped-out) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument only-cold-memory-went-out) (cf -0.4) (strength supporting))))

(defrule CASES::swap-thrash.plenty-available
  "A good part of memory can be given out at once; where it swaps all the same, a node or a container is short and not the host."
  (logical (finding (name memory-available-short) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument plenty-available) (cf -0.35) (strength supporting))))

(defrule CASES::swap-thrash.nobody-waits-for-memory
  "By the kernel's own count hardly any task waited for memory in the last five minutes."
  (logical (finding (name memory-stalled) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument nobody-waits-for-memory) (cf -0.6) (strength supporting))))

(defrule CASES::swap-thrash.scanner-recycles-file-pages
  "The scanner recycles pages of files, as it does there for plain file traffic."
  (logical (finding (name scanning-for-file-pages) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument scanner-recycles-file-pages) (cf -0.6) (strength supporting))))

(defrule CASES::swap-thrash.swap-is-no-disk
  "Swap is compressed memory here: much traffic costs processor time, and nobody waits for a disk."
  (logical (finding (name swap-in-memory-only) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument swap-is-no-disk) (cf -0.3) (strength supporting))))

(defrule CASES::swap-thrash.swap-is-no-disk-and-the-kernel-rests
  "Swap is compressed memory here, and the kernel takes no more of the processors than usual: the traffic costs nobody anything."
  (logical
    (finding (name swap-in-memory-only) (host ?host) (subject ?host) (state present))
    (finding (name system-time-high) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument swap-is-no-disk-and-the-kernel-rests) (cf -0.75) (strength decisive))))

(defrule CASES::swap-thrash.writers-are-stopped
  "Writing pauses while nothing is swapped: tasks wait for room in the page cache to be written out."
  (logical
    (finding (name writes-pause) (host ?host) (subject ?host) (state present))
    (finding (name swapping) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument writers-are-stopped) (cf -0.6) (strength supporting))))

(defrule CASES::swap-thrash.device-hangs
  "Requests wait at a device and none is completed: it stands still, which swapping alone does not make it do."
  (logical (finding (name device-hung) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument device-hangs) (cf -0.4) (strength supporting))))

(defrule CASES::swap-thrash.memory-was-relieved
  "Programs were given less memory, or the host more, and a sampling shows no swapping any more: what shows it is of before."
  (logical
    (finding (name memory-relieved) (host ?host) (subject ?host) (state present))
    (finding (name swap-calm-in-a-sample) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument memory-was-relieved) (cf -0.9) (strength decisive))))

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

(defrule CASES::swap-thrash.page-cache-is-bounded-now
  "Processes were put out of memory on a host with VxFS, whose threshold lets the bulk writes of a database pass by now: what was seen may be of before."
  (logical
    (finding (name vxfs-threshold-high) (host ?host) (subject ?mount) (state absent))
    (finding (name processes-swapped-out) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case swap-thrash) (host ?host) (subject ?host)
                    (argument page-cache-is-bounded-now) (cf -0.6) (strength supporting))))
