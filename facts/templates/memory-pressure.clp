; Swapping over time, what sar tells of memory, processes and the devices that memory is swapped to.

(deftemplate MAIN::swap-episode
  "A stretch in which memory of processes was swapped out, read back, or both. Key: host output number. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot number (type INTEGER))
  (slot samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot in-mean-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot out-mean-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot in-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot out-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the samples of the stretch in which anything was read back, and in which anything was swapped out
  (slot in-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot out-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot free-min-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot start-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::memory-history
  "Memory, paging and run queue of one sar output in sum. Key: host output. Kind: event. Above 0: interval-seconds."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot interval-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swap-in-mean-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swap-in-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swap-out-mean-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swap-out-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swap-used-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; faults that had to read from disk: of swap and of files
  (slot major-faults-mean-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot major-faults-max-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; pages that programs had to look through themselves to get one, and pages that kswapd looked through
  (slot direct-scanned-max-pages-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot background-scanned-max-pages-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; Solaris
  (slot scan-rate-max-pages-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot available-min-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot available-min-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot free-min-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot committed-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot page-tables-min-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot page-tables-max-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot run-queue-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot blocked-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; share of the time in which all tasks waited for memory, over one interval
  (slot memory-stalled-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::process-load
  "One process of top, ps, pidstat, prstat or /proc: of long lists the largest, the busiest, and the kernel's threads of memory. Key: host pid. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pid (type INTEGER))
  (slot name (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what of the name tells its work: the kernel's threads of memory, without their number
  (slot role (type SYMBOL) (allowed-symbols kswapd khugepaged kcompactd arc other unknown) (default unknown))
  (slot user (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot cpu-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot resident-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swapped-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot page-tables-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot major-faults-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::swap-device
  "One device or file that memory is swapped to. Key: host device. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  ; zram is compressed memory and no disk
  (slot type (type SYMBOL) (allowed-symbols disk file zram unknown) (default unknown))
  (slot total-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot used-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
