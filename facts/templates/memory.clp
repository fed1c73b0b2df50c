; Memory and virtual-memory settings.

(deftemplate MAIN::meminfo
  "/proc/meminfo, the last sample; peaks are over all samples of one output. Key: host. Kind: reading. Above 0: mem-total-bytes dirtyable-bytes huge-page-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot mem-total-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot mem-free-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot mem-available-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot cached-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; free + Active(file) + Inactive(file), else MemFree + Cached + Buffers - Shmem: what dirty ratios are a share of
  (slot dirtyable-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot dirty-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot writeback-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the largest Dirty + Writeback of any one sample
  (slot dirty-and-writeback-peak-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot anon-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot slab-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of them what cannot be given back under pressure
  (slot slab-unreclaimable-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot page-tables-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swap-total-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swap-free-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot anon-huge-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-pages-total (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-pages-free (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-pages-reserved (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-pages-surplus (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; committed: total - free + reserved
  (slot huge-pages-committed (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-page-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::vm-settings
  "Kernel settings under vm. and kernel.shm*, from sysctl or /proc/sys. Key: host. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot dirty-ratio-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot dirty-background-ratio-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; 0 means that the ratio counts
  (slot dirty-limit-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot dirty-background-limit-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot dirty-expire-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swappiness (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot zone-reclaim-mode (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-pages-requested (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-pages-group (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot shmmax-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot shmall-pages (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot transparent-huge-pages (type SYMBOL) (allowed-symbols always madvise never unknown) (default unknown))
  ; when a page fault may stop to make room for a huge page: always at every one
  (slot transparent-huge-pages-defrag (type SYMBOL) (allowed-symbols always defer defer+madvise madvise never unknown) (default unknown)))

(deftemplate MAIN::memstat
  "Solaris memory by use, from ::memstat, the last sample. Key: host. Kind: reading. Above 0: total-bytes page-size-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot total-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot kernel-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot zfs-file-data-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot anon-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot page-cache-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot free-cachelist-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot free-freelist-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot page-size-bytes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::shared-memory
  "System V shared memory in sum, from ipcs -m, or what one process has mapped of it. Key: host. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; the account that has most of it
  (slot owner (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot segments (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot total-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot largest-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; sum over segments of floor(bytes / 2 MiB) + 1: each segment is rounded up on its own
  (slot huge-pages-needed (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot attached-processes-max (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what of the segments that one process has mapped lies in pages of which size
  (slot in-small-pages-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot in-huge-pages-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::memlock-limit
  "How much memory one account or process may lock. Key: host user source. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot user (type STRING))
  (slot source (type SYMBOL) (allowed-symbols limits-conf ulimit proc-limits systemd unknown) (default unknown))
  ; unlimited is 9.2e18
  (slot soft-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot hard-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot process (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; no: the place was read to its end and sets no such limit
  (slot stated (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::numa-node
  "The memory of one NUMA node, from /sys/devices/system/node, numactl or numastat. Key: host node. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot node (type INTEGER))
  (slot mem-total-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot mem-free-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot file-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot anon-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; plain numastat: pages that were meant for this node, and of these the ones that another one had to give
  (slot wanted-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot foreign-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-pages-total (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-pages-free (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-pages-surplus (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; where the pages come as megabytes and their size is not said
  (slot huge-total-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-free-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::vm-counters
  "Linux /proc/vmstat or vmstat -s, the last sample: counters since boot, and pages as they are now. Key: host. Kind: reading. Above 0: growth-seconds."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot allocation-stalls (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot compaction-stalls (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot compaction-failures (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot direct-scanned-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot background-scanned-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swapped-in-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swapped-out-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-page-faults (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-page-fault-fallbacks (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot zone-reclaim-failures (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot zone-reclaim-successes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot major-faults (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-page-collapses (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot out-of-memory-kills (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what the counters grew by from the first sample to the last
  (slot allocation-stalls-growth (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot compaction-stalls-growth (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot direct-scanned-growth-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swapped-in-growth-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swapped-out-growth-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot compaction-failures-growth (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-page-faults-growth (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot huge-page-fault-fallbacks-growth (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot zone-reclaim-failures-growth (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot zone-reclaim-successes-growth (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot major-faults-growth (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; between the first sample and the last, by timestamps or by the sleep of the command
  (slot growth-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; as they are now, not since boot
  (slot dirty-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot writeback-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the limits that the kernel works with, from the ratios or bytes in force
  (slot dirty-limit-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot dirty-background-limit-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::pressure
  "Linux pressure stall information of one resource: the share of time in which some or all tasks waited for it. Key: host resource. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot resource (type SYMBOL) (allowed-symbols cpu io memory irq unknown) (default unknown))
  (slot some-10-seconds-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot some-60-seconds-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot some-300-seconds-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot full-10-seconds-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot full-60-seconds-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot full-300-seconds-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
