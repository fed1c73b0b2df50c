; The deduplication table of a pool against the memory that there is for it.

(defglobal FINDINGS ?*dedup-entry-bytes* = 320)              ; bytes | of memory for each entry of the table, where its size is not told [oracle-dedup-memory: step 2]
(defglobal FINDINGS ?*dedup-on-disk-in-core* = 0.3)          ; share of the bytes on disk | zpool status -D counts 500 to 700 bytes of an entry on disk and 150 to 200 in core, by experience [openzfs-docs: zpool-status, -D]
(defglobal FINDINGS ?*dedup-table-of-memory* = 0.25)         ; share of memory | all the rest of the host and the cache for data need the remainder, by experience [oracle-dedup-memory: step 2]
(defglobal FINDINGS ?*dedup-table-of-cache* = 0.5)           ; share of the cache's limit | the other half is for data and other metadata, by experience [oracle-dedup-memory: step 2]
(defglobal FINDINGS ?*dedup-table-small-of-memory* = 0.05)   ; share of memory | so much stays in the cache on any version [oracle-dedup-memory: step 2]
(defglobal FINDINGS ?*dedup-estimate-share* = 0.00122)       ; bytes of table for each byte of data | at least 1.25 GiB for each TiB; small records need several times as much [openzfs-docs: Deduplication]
(defglobal FINDINGS ?*dedup-estimate-small* = 0.02)          ; share of memory | five times as much would still be a tenth, by experience [openzfs-docs: Deduplication]
(defglobal FINDINGS ?*dedup-estimate-large-bytes* = 8589934592.0) ; bytes | the estimate is the least, and twice as much is more than most hosts spare, by experience [openzfs-docs: Deduplication]
(defglobal FINDINGS ?*dedup-read-kb* = 16)                   ; kB | blocks of the table are 4 kB up to OpenZFS 2.2 (tables made later have 32 kB before compression), neighbours are read together, and data that is read is mostly larger, by experience [oracle-dedup-property: memory requirements]
(defglobal FINDINGS ?*dedup-table-large-bytes* = 8589934592.0) ; bytes | 8 GiB is more than most hosts spare for it, by experience; where memory is shown, the share of it counts as well [oracle-dedup-memory: step 2]
(defglobal FINDINGS ?*dedup-table-told-bytes* = 1073741824.0) ; bytes | a smaller table is read back in seconds, by experience [openzfs-docs: zpool-status, -D]
(defglobal FINDINGS ?*dedup-cached-little* = 0.5)            ; share of the table | every other lookup goes to the disks, by experience [openzfs-docs: zpool-status, -D]
(defglobal FINDINGS ?*dedup-cached-whole* = 0.95)            ; share of the table | as good as all of it is in memory [openzfs-docs: zpool-status, -D]
(defglobal FINDINGS ?*free-thread-busy-percent* = 20)        ; percent of a processor | elsewhere to free a block costs next to nothing, by experience [openzfs-docs: Deduplication]
(defglobal FINDINGS ?*dedup-reads-s* = 50)                   ; reads/s | fewer slow nobody down, by experience [oracle-dedup-property: memory requirements]
(defglobal FINDINGS ?*dedup-reads-to-writes* = 0.5)          ; reads for each write | a job that writes has hardly anything to read but the table, by experience [oracle-dedup-property: memory requirements]

(defrule FINDINGS::dedup-table-bytes.as-told
  "What the table takes in memory, as ZFS itself counts it. [openzfs-docs: zpool-status, -D]"
  (logical (zpool-status (host ?host) (pool ?pool) (dedup-entries ~0) (dedup-in-core-bytes ?bytes&:(above ?bytes 0))))
  =>
  (assert (quantity (name dedup-table-bytes) (host ?host) (subject ?pool) (value ?bytes))))

(defrule FINDINGS::dedup-table-bytes.by-entries
  "What the table takes in memory, by the number of its entries. [oracle-dedup-memory: step 2]"
  (logical (zpool-status (host ?host) (pool ?pool) (dedup-in-core-bytes unknown) (dedup-entries ?entries&:(above ?entries 0))))
  =>
  (assert (quantity (name dedup-table-bytes) (host ?host) (subject ?pool) (value (* ?entries ?*dedup-entry-bytes*)))))

(defrule FINDINGS::dedup-table-bytes.on-disk
  "What the table takes in memory, by its size on disk. [openzfs-docs: zpool-status, -D]"
  (logical
    (zpool-list (host ?host) (pool ?pool) (dedup-table-bytes ?bytes&:(above ?bytes 0)))
    (not (zpool-status (host ?host) (pool ?pool) (dedup-entries ~unknown))))
  =>
  (assert (quantity (name dedup-table-bytes) (host ?host) (subject ?pool) (value (* ?bytes ?*dedup-on-disk-in-core*)))))

(defrule FINDINGS::dedup-table-exceeds-cache.metadata-limit
  "The table is larger than what the cache may keep of metadata on this version. [oracle-dedup-memory: step 2; openzfs-issues: 2083]"
  (logical
    (arc (host ?host) (metadata-limit-bytes ?limit&:(above ?limit 0)))
    (quantity (name dedup-table-bytes) (host ?host) (subject ?pool) (value ?bytes&:(above ?bytes ?limit))))
  =>
  (assert (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-table-exceeds-cache.limit-of-the-cache
  "The table is larger than half of what the cache may become. [oracle-dedup-memory: step 2]"
  (logical
    (arc (host ?host) (max-bytes ?limit&:(above ?limit 0)))
    (quantity (name dedup-table-bytes) (host ?host) (subject ?pool) (value ?bytes&:(above ?bytes (* ?*dedup-table-of-cache* ?limit)))))
  =>
  (assert (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-table-exceeds-cache.target
  "The table is larger than all that the cache aims at; what it may become was not shown. [oracle-dedup-memory: step 2]"
  (logical
    (arc (host ?host) (max-bytes unknown) (target-bytes ?target&:(above ?target 0)))
    (quantity (name dedup-table-bytes) (host ?host) (subject ?pool) (value ?bytes&:(above ?bytes ?target))))
  =>
  (assert (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-table-exceeds-cache.memory
  "The table is larger than a quarter of memory. [oracle-dedup-memory: step 2]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (quantity (name dedup-table-bytes) (host ?host) (subject ?pool) (value ?bytes&:(above ?bytes (* ?*dedup-table-of-memory* ?ram)))))
  =>
  (assert (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-table-exceeds-cache.small
  "The table is small beside memory. [oracle-dedup-memory: step 2]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (quantity (name dedup-table-bytes) (host ?host) (subject ?pool) (value ?bytes&:(at-most ?bytes (* ?*dedup-table-small-of-memory* ?ram)))))
  =>
  (assert (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::dedup-table-exceeds-cache.cached
  "ZFS itself counts how much of the table is in the cache: half of it or less. [openzfs-docs: zpool-status, -D]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (dedup-entries ~0) (dedup-in-core-bytes ?bytes&:(at-least ?bytes ?*dedup-table-told-bytes*))
      (dedup-cached-bytes ?cached&~unknown&:(at-most ?cached (* ?*dedup-cached-little* ?bytes)))))
  =>
  (assert (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-table-exceeds-cache.all-cached
  "ZFS itself counts how much of the table is in the cache: as good as all of it. [openzfs-docs: zpool-status, -D]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (dedup-entries ~0) (dedup-in-core-bytes ?bytes&:(above ?bytes 0))
      (dedup-cached-bytes ?cached&~unknown&:(at-least ?cached (* ?*dedup-cached-whole* ?bytes)))))
  =>
  (assert (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::dedup-in-use.looked-up
  "A task of the kernel looks a block up in a deduplication table. [openzfs-docs: Deduplication]"
  (logical (blocked-tasks (host ?host) (output ?output) (place zfs-dedup)))
  =>
  (assert (finding (name dedup-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dedup-table-waited-for.looked-up
  "A task of the kernel hangs while it looks a block up in a deduplication table. [openzfs-docs: Deduplication]"
  (logical (blocked-tasks (host ?host) (output ?output) (place zfs-dedup)))
  =>
  (assert (finding (name dedup-table-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.table-looked-up
  "A task of the kernel looks a block up in a deduplication table of ZFS. [openzfs-docs: Deduplication]"
  (logical (blocked-tasks (host ?host) (output ?output) (place zfs-dedup)))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dedup-table-estimate-bytes.of-the-records
  "What the table takes if each record of the dataset has an entry. [oracle-dedup-memory: step 2]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (dedup on) (used-bytes ?data&~unknown) (recordsize-bytes ?record&:(above ?record 0)))
    ; the table's own size, and what the whole pool holds, are better
    (not (zpool-status (host ?host) (pool ?pool) (dedup-entries ~unknown)))
    (not (zpool-list (host ?host) (pool ?pool) (allocated-bytes ~unknown))))
  =>
  (assert (quantity (name dedup-table-estimate-bytes) (host ?host) (subject ?pool) (value (* (/ ?data ?record) ?*dedup-entry-bytes*)))))

(defrule FINDINGS::dedup-table-estimate-bytes.of-the-dataset
  "What the table takes at least for what the pool's topmost dataset holds. [openzfs-docs: Deduplication]"
  (logical
    (zfs-dataset (host ?host) (dataset ?pool) (pool ?pool) (dedup on) (used-bytes ?data&~unknown) (recordsize-bytes unknown))
    (not (zpool-status (host ?host) (pool ?pool) (dedup-entries ~unknown)))
    (not (zpool-list (host ?host) (pool ?pool) (allocated-bytes ~unknown))))
  =>
  (assert (quantity (name dedup-table-estimate-bytes) (host ?host) (subject ?pool) (value (* ?data ?*dedup-estimate-share*)))))

(defrule FINDINGS::dedup-table-large.bytes
  "The table takes more memory than most hosts spare for it. [oracle-dedup-memory: step 2]"
  (logical (quantity (name dedup-table-bytes) (host ?host) (subject ?pool) (value ?bytes&:(above ?bytes ?*dedup-table-large-bytes*))))
  =>
  (assert (finding (name dedup-table-large) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-table-estimate-bytes.of-the-data
  "What the table takes at least for so much data, if most of it was written with deduplication. [openzfs-docs: Deduplication]"
  (logical
    (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present))
    (zpool-list (host ?host) (pool ?pool) (allocated-bytes ?data&~unknown) (dedup-table-bytes unknown))
    ; the table's own size, where it is known, is better
    (not (zpool-status (host ?host) (pool ?pool) (dedup-entries ~unknown))))
  =>
  (assert (quantity (name dedup-table-estimate-bytes) (host ?host) (subject ?pool) (value (* ?data ?*dedup-estimate-share*)))))

(defrule FINDINGS::dedup-table-large-by-estimate.memory
  "By the least amount for each terabyte, the table would be larger than a quarter of memory. [openzfs-docs: Deduplication]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (quantity (name dedup-table-estimate-bytes) (host ?host) (subject ?pool) (value ?bytes&:(above ?bytes (* ?*dedup-table-of-memory* ?ram)))))
  =>
  (assert (finding (name dedup-table-large-by-estimate) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-table-large-by-estimate.memory-not-shown
  "By the least amount for each terabyte, the table would take more memory than most hosts spare for it; how much this one has was not shown. [openzfs-docs: Deduplication]"
  (logical
    (quantity (name dedup-table-estimate-bytes) (host ?host) (subject ?pool) (value ?bytes&:(above ?bytes ?*dedup-estimate-large-bytes*)))
    (not (system (host ?host) (ram-bytes ~unknown))))
  =>
  (assert (finding (name dedup-table-large-by-estimate) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-table-large-by-estimate.small
  "Even at several times the least amount for each terabyte, the table would be small beside memory. [openzfs-docs: Deduplication]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (quantity (name dedup-table-estimate-bytes) (host ?host) (subject ?pool) (value ?bytes&:(at-most ?bytes (* ?*dedup-estimate-small* ?ram)))))
  =>
  (assert (finding (name dedup-table-large-by-estimate) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::dedup-table-reads.pool
  "The pool reads small blocks about as often as it writes, as it does when each write has to look up a table that is not in memory. [oracle-dedup-property: memory requirements]"
  (logical
    (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present))
    (device-load (host ?host) (device ?pool) (since-boot ~yes)
      (read-size-kb-mean ?size&:(at-most ?size ?*dedup-read-kb*)) (writes-s-mean ?writes&~unknown)
      (reads-s-mean ?reads&:(at-least ?reads ?*dedup-reads-s*)&:(at-least ?reads (* ?*dedup-reads-to-writes* ?writes)))))
  =>
  (assert (finding (name dedup-table-reads) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-table-reads.device
  "A device of the pool reads small blocks about as often as it writes, as it does when each write has to look up a table that is not in memory. [oracle-dedup-property: memory requirements]"
  (logical
    (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data|dedup|special))
    (device-load (host ?host) (device ?device) (since-boot ~yes)
      (read-size-kb-mean ?size&:(at-most ?size ?*dedup-read-kb*)) (writes-s-mean ?writes&~unknown)
      (reads-s-mean ?reads&:(at-least ?reads ?*dedup-reads-s*)&:(at-least ?reads (* ?*dedup-reads-to-writes* ?writes)))))
  =>
  (assert (finding (name dedup-table-reads) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-table-reads.disk-of-no-known-pool
  "A disk that no pool is known to hold by this name reads small blocks about as often as it writes, on a host with a pool that deduplicates. [oracle-dedup-property: memory requirements]"
  (logical
    (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present))
    (device-load (host ?host) (device ?device) (since-boot ~yes)
      (read-size-kb-mean ?size&:(at-most ?size ?*dedup-read-kb*)) (writes-s-mean ?writes&~unknown)
      (reads-s-mean ?reads&:(at-least ?reads ?*dedup-reads-s*)&:(at-least ?reads (* ?*dedup-reads-to-writes* ?writes))))
    (not (pool-device (host ?host) (device ?device)))
    (not (zpool-list (host ?host) (pool ?device))))
  =>
  (assert (finding (name dedup-table-reads) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-frees-busy.threads
  "A pool deduplicates, and a thread that frees blocks is busy: each block has to be looked up in the table before. [openzfs-docs: Deduplication]"
  (logical
    (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present))
    (process-load (host ?host) (cpu-percent ?cpu&:(at-least ?cpu ?*free-thread-busy-percent*))
      (name "z_fr_iss_0"|"z_fr_iss_1"|"z_fr_iss_2"|"z_fr_iss_3"|"z_fr_iss_4"|"z_fr_iss_5"|"z_fr_iss_6"|"z_fr_iss_7"|"z_fr_iss"|"z_fr_iss/0"|"z_fr_iss/1"|"z_fr_iss/2"|"z_fr_iss/3")))
  =>
  (assert (finding (name dedup-frees-busy) (host ?host) (subject ?pool) (state present))))
