; Links: what starves the node; a link counts where both ends are possible.

(defrule CASES::ha-heartbeat-starvation.because-vxfs-caches
  "The memory is in the page cache, where the bulk writes put it. [elling-2000: Example of Such a System]"
  (logical (finding (name vxfs-caches-writes|vxfs-threshold-high) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause vxfs-buffered-bulk-writes) (cause-host ?host) (cause-subject ?mount))))

(defrule CASES::ha-heartbeat-starvation.because-vxfs-caches-somewhere
  "The memory is in the page cache of a VxFS file system, where the bulk writes put it. [elling-2000: Example of Such a System]"
  (logical (finding (name vxfs-in-use) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause vxfs-buffered-bulk-writes) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::ha-heartbeat-starvation.because-of-the-host
  "What takes the memory or the disks of this node takes them from its heartbeat process as well. [elling-2000: Example of Such a System]"
  (logical
    (finding (name memory-short|host-stalls|host-hangs|heartbeat-not-scheduled) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause linux-writeback-stall) (cause-host ?host) (cause-subject ?host))
          (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause swap-thrash) (cause-host ?host) (cause-subject ?host))
          (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause zfs-arc-memory-squeeze) (cause-host ?host) (cause-subject ?host))
          (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause page-table-bloat) (cause-host ?host) (cause-subject ?host))
          (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause transparent-hugepage-stall) (cause-host ?host) (cause-subject ?host))))
