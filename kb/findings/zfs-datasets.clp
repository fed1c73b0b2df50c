; ZFS datasets: how synchronous writes are logged, and record sizes against what the database writes.

(defglobal FINDINGS ?*writes-doubled-ratio* = 1.8)          ; device bytes to database bytes | everything twice is 2, less what is merged or written asynchronously (computed) [gaechter-2012: Problemlösung, Schritt 1]
(defglobal FINDINGS ?*writes-single-ratio* = 1.3)           ; device bytes to database bytes | metadata and checksums on top of single writes (computed) [gaechter-2012: Problemlösung, Schritt 1]
(defglobal FINDINGS ?*writes-doubled-kb-share* = 0.0017578) ; kB/s on the device for each B/s of the database | 1.8 / 1024, the same ratio where iostat gives kB/s (computed) [gaechter-2012: Problemlösung, Schritt 1]
(defglobal FINDINGS ?*writes-doubled-kb-most* = 0.0024414)  ; kB/s on the pool for each B/s of a test | 2.5 / 1024: much more is not a second copy but whole records that are written for a part of them (computed) [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*log-copies-to-pointers* = 0.2)        ; pointers for each copy | one record in six or fewer points to its data: most of it is written twice (computed) [openzfs-docs: module parameters, zil kstat]
(defglobal FINDINGS ?*log-volume-bytes* = 1073741824)       ; bytes | 1 GiB logged since the module was loaded, so that the share means something, by experience [openzfs-docs: module parameters, zil kstat]
(defglobal FINDINGS ?*database-block-bytes* = 8192)         ; bytes | the block of most databases; the documented threshold was set to 8000 so that it counts as large [gaechter-2012: Zfs Properties richtig setzen]
(defglobal FINDINGS ?*stream-record-bytes* = 131072.0)       ; bytes | what the vendor gives for redo, archive, undo and temporary files up to Solaris 11; later 1 MiB, so less than this is small on any version [oracle-s11-zfs: Oracle database, record sizes]
(defglobal FINDINGS ?*record-too-large-factor* = 2)         ; record to block | from two blocks in one record on, an update rewrites what it did not change [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*file-block-factor* = 4)               ; file's block to database block | three quarters of what is read and written for one block is not asked for, by experience [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*record-in-pieces-share* = 0.5)        ; record to block | half of a block or less in each record: every block is two or more I/Os [oracle-s11-zfs: Oracle database, record sizes]
(defglobal FINDINGS ?*postgres-record-bytes* = 131072.0)     ; bytes | OpenZFS gives 32 to 128 KiB for PostgreSQL, so only more than that is too large [openzfs-docs: Workload Tuning, PostgreSQL]
(defglobal FINDINGS ?*postgres-small-record-bytes* = 32768.0)   ; bytes | the least that OpenZFS gives for PostgreSQL, four pages [openzfs-docs: Workload Tuning, PostgreSQL]
(defglobal FINDINGS ?*postgres-page-bytes* = 8192.0)         ; bytes | the page of a default build [openzfs-docs: Workload Tuning, PostgreSQL]
(defglobal FINDINGS ?*innodb-page-bytes* = 16384.0)          ; bytes | the page of InnoDB unless it was set up otherwise [oracle-s11-zfs: Using ZFS with MySQL Considerations]
(defglobal FINDINGS ?*record-over-any-block-bytes* = 65536.0) ; bytes | blocks of Oracle have 2 to 32 KiB, pages of InnoDB 4 to 64 and mostly 16, so two or more lie in one record [oracle-s11-zfs: Oracle database, record sizes]
(defglobal FINDINGS ?*record-sized-read-kb* = 64)           ; kB | far more than the 8 kB that a database reads for one block: half of a default record, as some reads are small [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*innodb-read-kb* = 32)                     ; kB | InnoDB mostly reads single pages of 16; its read-ahead asks for 64 at once and shows in this mean [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*database-reads-kb-s* = 1600)                ; kB/s | a hundred pages of InnoDB a second, so that the cache does not hide what a page costs, by experience [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*reads-fetched-factor* = 2)                ; read from one disk to asked for | records of 128 for pages of 16 make it 8, of which each half of a mirror or stripe has its part (computed) [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*reads-for-writes-share* = 0.3)        ; reads for each write | with records in the cache partly, by experience [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*rewrite-balance-least* = 0.5)             ; reads for each write | a record in the cache is not read again; with fewer reads most of it is, by experience [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*rewrite-balance-most* = 2)                ; reads for each write | with more reads than that, reports read the data and nothing is rewritten, by experience [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*record-reads-s* = 50)                     ; reads/s | fewer are no load for any pool, by experience [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*io-sizes-enough* = 1000)                   ; I/Os | a histogram of fewer says little, by experience [gaechter-2012: Problemlösung, bitesize 6. May]
(defglobal FINDINGS ?*pool-requests-enough* = 100)               ; reads/s | zpool iostat -r gives requests a second; fewer are no load for any pool, by experience [openzfs-docs: zpool-iostat]
(defglobal FINDINGS ?*prefetches-few-share* = 0.2)               ; of the reads | a scan is read ahead, nearly all of it; single pages here and there are not, by experience [openzfs-docs: zpool-iostat]
(defglobal FINDINGS ?*single-blocks-rare-percent* = 5)           ; percent at 8 KiB or less | where records hold one block, nearly all I/Os of a database are of that size, by experience [gaechter-2012: Problemlösung, bitesize 11. May]
(defglobal FINDINGS ?*large-ios-rare-percent* = 2)               ; percent of 64 KiB or more | 0.8 before and 10 after the redo logs got large records (shares computed) [gaechter-2012: Problemlösung, bitesize 6. May]
(defglobal FINDINGS ?*large-ios-usual-percent* = 5)              ; percent of 64 KiB or more | 10 in the mended pool (computed), half of it for pools with less redo [gaechter-2012: Problemlösung, bitesize 11. May]

(defglobal FINDINGS ?*smaller-records-times* = 2.5)             ; times as fast | what changes by less may be the cache or chance, by experience [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*default-record-bytes* = 131072.0)         ; bytes | what a dataset has unless it was set otherwise [openzfs-docs: zfsprops, recordsize]
(defglobal FINDINGS ?*blocks-in-record* = 4)                    ; blocks to a record | from four blocks in a record on, most of what is written was not asked for [openzfs-docs: Workload Tuning, Dataset recordsize]
(defglobal FINDINGS ?*rewrites-few-s* = 5000)                   ; writes/s | from memory a file takes tens of thousands; so few wait for reads, by experience [openzfs-docs: Workload Tuning, Dataset recordsize]

; --- how synchronous writes are logged

(defrule FINDINGS::data-logbias-latency.set
  "With logbias=latency the intent log takes a copy of every small synchronous write, and the transaction group writes it again. [gaechter-2012: Problemlösung, Schritt 1; oracle-zfs-log-devices: logbias]"
  (logical (zfs-dataset (host ?host) (dataset ?dataset) (role data|index|mixed) (logbias latency)))
  =>
  (assert (finding (name data-logbias-latency) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::data-logbias-latency.some-dataset
  "A dataset of this host has logbias=latency; its name does not say what it holds. [gaechter-2012: Problemlösung, Schritt 1; oracle-zfs-log-devices: logbias]"
  (logical (zfs-dataset (host ?host) (dataset ?dataset) (role unknown) (type ~snapshot) (logbias latency)))
  =>
  (assert (finding (name data-logbias-latency) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::data-logbias-latency.throughput
  "With logbias=throughput the log only points to the data, which is written once, in its place. [gaechter-2012: Problemlösung, Schritt 1; openzfs-source: module/zfs/zil.c]"
  (logical (zfs-dataset (host ?host) (dataset ?dataset) (logbias throughput)))
  =>
  (assert (finding (name data-logbias-latency) (host ?host) (subject ?dataset) (state absent))))

(defrule FINDINGS::data-logged-in-pool.no-log-device
  "With logbias=latency and no log device, the copy for the log goes to the data devices themselves: they get everything twice. [gaechter-2012: Problemlösung, Schritt 1]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role data|index|mixed) (logbias latency) (sync ~disabled))
    (zpool-status (host ?host) (pool ?pool) (has-log-device no)))
  =>
  (assert (finding (name data-logged-in-pool) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::data-logged-in-pool.some-dataset
  "A dataset of this host has logbias=latency and its pool has no log device; its name does not say what it holds. [gaechter-2012: Problemlösung, Schritt 1]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role unknown) (type ~snapshot) (logbias latency) (sync ~disabled))
    (zpool-status (host ?host) (pool ?pool) (has-log-device no)))
  =>
  (assert (finding (name data-logged-in-pool) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::data-logged-in-pool.throughput
  "With logbias=throughput no copy of the data goes to the log. [openzfs-source: module/zfs/zil.c]"
  (logical (zfs-dataset (host ?host) (dataset ?dataset) (logbias throughput)))
  =>
  (assert (finding (name data-logged-in-pool) (host ?host) (subject ?dataset) (state absent))))

(defrule FINDINGS::data-logged-in-pool.log-device
  "The pool has a log device, which takes the copy: the data devices get everything once. [oracle-zfs-log-devices: logbias]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role data|index|mixed))
    (zpool-status (host ?host) (pool ?pool) (has-log-device yes)))
  =>
  (assert (finding (name data-logged-in-pool) (host ?host) (subject ?dataset) (state absent))))

(defrule FINDINGS::data-written-small.busy-disks
  "The disks are busy with small writes, and the data of a database on them is logged whole before it is written. [gaechter-2012: Problemlösung, Schritt 1]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index|mixed) (logbias latency) (sync ~disabled))
    (finding (name pool-writes-small) (host ?host) (state present)))
  =>
  (assert (finding (name data-written-small) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::every-write-logged.in-pool
  "With sync=always every write goes through the intent log, and no log device of the pool was shown: the data devices get small writes twice. [openzfs-docs: zfsprops, sync; openzfs-source: module/zfs/zil.c]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (type ~snapshot) (sync always) (logbias ~throughput))
    (not (zpool-status (host ?host) (pool ?pool) (has-log-device yes))))
  =>
  (assert (finding (name every-write-logged) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::sync-disabled.dataset
  "With sync=disabled nothing waits for the intent log, and nothing is logged. [openzfs-docs: zfsprops, sync]"
  (logical (zfs-dataset (host ?host) (dataset ?dataset) (sync disabled)))
  =>
  (assert (finding (name sync-disabled) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::sync-disabled.redo-in-pool
  "The dataset of the redo or write-ahead log has sync=disabled: its commits do not wait for the pool. [openzfs-docs: zfsprops, sync]"
  (logical (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role redo) (sync disabled)))
  =>
  (assert (finding (name sync-disabled) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::immediate-write-lowered.below-a-block
  "With zfs_immediate_write_sz below the database block, a block counts as a large write: without a log device the log only points to it. [gaechter-2012: Zfs Properties richtig setzen; openzfs-source: module/zfs/zil.c]"
  (logical (zfs-parameters (host ?host) (immediate-write-bytes ?threshold&:(below ?threshold ?*database-block-bytes*))))
  =>
  (assert (finding (name immediate-write-lowered) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writes-doubled.replicated
  "The replicated device takes nearly twice the bytes that the database wrote. [gaechter-2012: Problemlösung, Schritt 1]"
  (logical
    (replication (host ?host) (device ?device) (database-write-bytes-s ?database&:(above ?database 0))
      (device-write-bytes-s ?written&~unknown&:(at-least ?written (* ?database ?*writes-doubled-ratio*)))))
  =>
  (assert (finding (name writes-doubled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writes-doubled.device
  "The device takes nearly twice the bytes that the database wrote. [gaechter-2012: Problemlösung, Schritt 1]"
  (logical
    (replication (host ?host) (database-write-bytes-s ?database&:(above ?database 0)) (device-write-bytes-s unknown))
    (device-load (host ?host) (device ?device) (since-boot ~yes)
      (write-kb-s-mean ?written&~unknown&:(at-least ?written (* ?database ?*writes-doubled-kb-share*)))))
  =>
  (assert (finding (name writes-doubled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writes-doubled.ratio
  "How many bytes the device takes for each one that the database wrote. [gaechter-2012: Problemlösung, Schritt 1]"
  (logical
    (replication (host ?host) (device ?device) (database-write-bytes-s ?database&~unknown&:(above ?database 0))
      (device-write-bytes-s ?written&~unknown)))
  =>
  (assert (quantity (name replicated-to-written-ratio) (host ?host) (subject ?host) (value (/ ?written ?database)))))

(defrule FINDINGS::writes-doubled.once
  "The replicated device takes hardly more than the database wrote. [gaechter-2012: Problemlösung, Schritt 1]"
  (logical
    (replication (host ?host) (device ?device) (since-boot ~yes) (database-write-bytes-s ?database&:(above ?database 0))
      (device-write-bytes-s ?written&~unknown&:(at-most ?written (* ?database ?*writes-single-ratio*)))))
  =>
  (assert (finding (name writes-doubled) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::test-writes-doubled.of-pool
  "A test of small synchronous writes was run, and zpool iostat shows that its pool, which has no raidz, takes twice the bytes. [gaechter-2012: Problemlösung, Schritt 1; openzfs-docs: zpool-iostat]"
  (logical
    (block-rewrite (host ?host) (synchronous yes) (request-bytes ?block&:(above ?block 0)) (writes-s ?rate&:(above ?rate 0)))
    (zpool-list (host ?host) (pool ?pool))
    (device-load (host ?host) (device ?pool) (since-boot ~yes)
      (write-kb-s-mean ?written&~unknown&:(at-least ?written (* ?block ?rate ?*writes-doubled-kb-share*))
                                         &:(at-most ?written (* ?block ?rate ?*writes-doubled-kb-most*))))
    (not (pool-device (host ?host) (pool ?pool) (vdev raidz|draid))))
  =>
  (assert (finding (name test-writes-doubled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::log-holds-data.needed-copies
  "Most records of the intent log carry the data itself, and they lie in the pool. [openzfs-docs: module parameters, zil kstat]"
  (logical
    (zil (host ?host) (needcopy-count ?copies&:(above ?copies 0))
      (in-pool-bytes ?logged&:(at-least ?logged ?*log-volume-bytes*)) (log-device-bytes ?apart&:(below ?apart ?*log-volume-bytes*)))
    (zil (host ?host) (indirect-count ?pointers&~unknown&:(at-most ?pointers (* ?copies ?*log-copies-to-pointers*)))))
  =>
  (assert (finding (name log-holds-data) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::log-holds-data.copies
  "Most records of the intent log carry the data itself, and they lie in the pool. [openzfs-docs: module parameters, zil kstat]"
  (logical
    (zil (host ?host) (copied-count ?copies&:(above ?copies 0))
      (in-pool-bytes ?logged&:(at-least ?logged ?*log-volume-bytes*)) (log-device-bytes ?apart&:(below ?apart ?*log-volume-bytes*)))
    (zil (host ?host) (indirect-count ?pointers&~unknown&:(at-most ?pointers (* ?copies ?*log-copies-to-pointers*)))))
  =>
  (assert (finding (name log-holds-data) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::log-holds-data.on-log-device
  "The records of the intent log lie on a log device. [openzfs-docs: module parameters, zil kstat]"
  (logical
    (zil (host ?host) (in-pool-bytes ?logged&~unknown)
      (log-device-bytes ?apart&:(at-least ?apart ?*log-volume-bytes*)&:(above ?apart ?logged))))
  =>
  (assert (finding (name log-holds-data) (host ?host) (subject ?host) (state absent))))

; --- record sizes

(defrule FINDINGS::stream-in-small-records.redo
  "A log is written as a stream; in small records each write becomes many blocks, each with its own place and checksum. [gaechter-2012: Problemlösung, Schritt 2; oracle-s11-zfs: Oracle database, record sizes]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (role redo|archive)
      (recordsize-bytes ?record&:(below ?record ?*stream-record-bytes*))))
  =>
  (assert (finding (name stream-in-small-records) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*stream-record-bytes*))))

(defrule FINDINGS::stream-in-small-records.large-enough
  "The records are at least as large as the vendor gives for logs on any version. [oracle-s11-zfs: Oracle database, record sizes]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (role redo|archive|undo|temp)
      (recordsize-bytes ?record&:(at-least ?record ?*stream-record-bytes*))))
  =>
  (assert (finding (name stream-in-small-records) (host ?host) (subject ?dataset) (state absent))))

(defrule FINDINGS::large-ios-rare.hardly-any
  "Hardly any I/O of the pool is 64 KiB or larger, although logs are written to it as streams. [gaechter-2012: Problemlösung, bitesize 6. May]"
  (logical
    (io-sizes (host ?host) (pool ?pool&~unknown) (count ?count&:(at-least ?count ?*io-sizes-enough*))
      (at-least-64k-percent ?share&:(at-most ?share ?*large-ios-rare-percent*)))
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool) (role redo|archive)))
  =>
  (assert (finding (name large-ios-rare) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::large-ios-rare.usual-share
  "A good part of the pool's I/Os is 64 KiB or larger. [gaechter-2012: Problemlösung, bitesize 11. May]"
  (logical
    (io-sizes (host ?host) (pool ?pool&~unknown) (count ?count&:(at-least ?count ?*io-sizes-enough*))
      (at-least-64k-percent ?share&:(at-least ?share ?*large-ios-usual-percent*)))
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool) (role redo|archive)))
  =>
  (assert (finding (name large-ios-rare) (host ?host) (subject ?dataset) (state absent))))

(defrule FINDINGS::record-larger-than-block.oracle
  "ZFS writes whole records: an update of one block reads the record, if it is not cached, and writes all of it again. [gaechter-2012: ZFS und Oracle DB, recordsize 8k; openzfs-docs: Workload Tuning, Dataset recordsize]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (db-block-size-bytes ?block&:(above ?block 0)))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index) (file-block-bytes unknown)
      (recordsize-bytes ?record&~unknown&:(at-least ?record (* ?block ?*record-too-large-factor*)))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?block))
          (quantity (name record-amplification) (host ?host) (subject ?dataset) (value (/ ?record ?block)))))

(defrule FINDINGS::record-larger-than-block.existing-files
  "A file keeps the block size that it was begun with, whatever the property says now; an update of one database block reads and writes all of such a block. [openzfs-issues: 6224; openzfs-docs: Workload Tuning, Dataset recordsize]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (db-block-size-bytes ?block&:(above ?block 0)))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index)
      (file-block-bytes ?record&~unknown&:(at-least ?record (* ?block ?*record-too-large-factor*)))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?block))
          (quantity (name record-amplification) (host ?host) (subject ?dataset) (value (/ ?record ?block)))))

(defrule FINDINGS::file-of-large-blocks.looked-at
  "A file of the database was looked at, and lies in blocks many times those of the database. [openzfs-issues: 6224; openzfs-docs: Workload Tuning, Dataset recordsize]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (db-block-size-bytes ?block&:(above ?block 0)))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index)
      (file-block-bytes ?record&~unknown&:(at-least ?record (* ?block ?*file-block-factor*)))))
  =>
  (assert (finding (name file-of-large-blocks) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::record-larger-than-block.existing-files-equal
  "The files were begun with the size of a database block. [openzfs-issues: 6224; gaechter-2012: ZFS und Oracle DB, recordsize 8k]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (db-block-size-bytes ?block&:(above ?block 0)))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index) (file-block-bytes ?block)))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state absent))
          (finding (name record-smaller-than-block) (host ?host) (subject ?dataset) (state absent))))

(defrule FINDINGS::record-larger-than-block.oracle-any-block
  "How large the blocks of the instance are was not shown, and a record holds two or more of the largest there are. [oracle-s11-zfs: Oracle database, record sizes]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (db-block-size-bytes unknown))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index) (file-block-bytes unknown)
      (recordsize-bytes ?record&:(at-least ?record ?*record-over-any-block-bytes*))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*database-block-bytes*))))

(defrule FINDINGS::record-larger-than-block.beside-undo
  "A dataset for undo in the same pool shows that a database with blocks of 32 KiB at most keeps its data here, and a record holds two or more of them. [oracle-s11-zfs: Oracle database, record sizes]"
  (logical
    ; the pool's first dataset for undo, so that many are not put beside each other in pairs
    (zfs-dataset (row ?first) (host ?host) (pool ?pool&~unknown) (role undo))
    (not (zfs-dataset (row ?before&:(below ?before ?first)) (host ?host) (pool ?pool) (role undo)))
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool) (role data|index) (file-block-bytes unknown)
      (recordsize-bytes ?record&:(at-least ?record ?*record-over-any-block-bytes*)))
    (not (postgres-server (host ?host))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*database-block-bytes*))))

(defrule FINDINGS::record-larger-than-block.beside-log
  "A dataset for the log in the same pool shows that a database keeps its data here, and a record is larger than what any database is given. [openzfs-docs: Workload Tuning, PostgreSQL]"
  (logical
    ; the pool's first dataset for logs, so that many are not put beside each other in pairs
    (zfs-dataset (row ?first) (host ?host) (pool ?pool&~unknown) (role redo))
    (not (zfs-dataset (row ?before&:(below ?before ?first)) (host ?host) (pool ?pool) (role redo)))
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool) (role data|index) (file-block-bytes unknown)
      (recordsize-bytes ?record&:(above ?record ?*postgres-record-bytes*))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*database-block-bytes*))))

(defrule FINDINGS::record-larger-than-block.innodb-data-directory
  "The data directory of MySQL or MariaDB is this dataset, whatever its name is, and a record holds two pages of InnoDB or more. [oracle-s11-zfs: Using ZFS with MySQL Considerations]"
  (logical
    (mysql-server (host ?host) (data-directory ?directory&~unknown))
    (zfs-dataset (host ?host) (dataset ?dataset) (role unknown|other|redo|archive|undo|temp) (mountpoint ?directory) (file-block-bytes unknown)
      (recordsize-bytes ?record&~unknown&:(at-least ?record (* ?*innodb-page-bytes* ?*record-too-large-factor*)))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*innodb-page-bytes*))
          (quantity (name record-amplification) (host ?host) (subject ?dataset) (value (/ ?record ?*innodb-page-bytes*)))))

(defrule FINDINGS::record-larger-than-block.innodb-mounted-directory
  "The data directory of MySQL or MariaDB is this dataset, by its mount, and a record holds two pages of InnoDB or more. [oracle-s11-zfs: Using ZFS with MySQL Considerations]"
  (logical
    (mysql-server (host ?host) (data-directory ?directory&~unknown))
    (file-system (host ?host) (mount ?directory) (type zfs) (device ?dataset&~unknown))
    (zfs-dataset (host ?host) (dataset ?dataset) (role unknown|other|redo|archive|undo|temp) (file-block-bytes unknown)
      (recordsize-bytes ?record&~unknown&:(at-least ?record (* ?*innodb-page-bytes* ?*record-too-large-factor*)))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*innodb-page-bytes*))
          (quantity (name record-amplification) (host ?host) (subject ?dataset) (value (/ ?record ?*innodb-page-bytes*)))))

(defrule FINDINGS::record-larger-than-block.postgres
  "ZFS writes whole records; for PostgreSQL up to 128 KiB are usual, with compression, and more is not. [openzfs-docs: Workload Tuning, PostgreSQL]"
  (logical
    (postgres-server (host ?host))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index)
      (recordsize-bytes ?record&:(above ?record ?*postgres-record-bytes*))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*postgres-record-bytes*))
          (quantity (name record-amplification) (host ?host) (subject ?dataset) (value (/ ?record ?*postgres-page-bytes*)))))

(defrule FINDINGS::record-larger-than-block.innodb
  "ZFS writes whole records: InnoDB changes pages of 16 KiB unless it was set up otherwise, and the vendor gives that size for its data. [oracle-s11-zfs: Using ZFS with MySQL Considerations]"
  (logical
    (finding (name mysql-in-use) (host ?host) (subject ?host) (state present))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index|mixed) (file-block-bytes unknown)
      (recordsize-bytes ?record&~unknown&:(at-least ?record (* ?*innodb-page-bytes* ?*record-too-large-factor*)))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*innodb-page-bytes*))
          (quantity (name record-amplification) (host ?host) (subject ?dataset) (value (/ ?record ?*innodb-page-bytes*)))))

(defrule FINDINGS::record-larger-than-block.innodb-equal
  "The records are as large as the pages of InnoDB, or smaller. [oracle-s11-zfs: Using ZFS with MySQL Considerations]"
  (logical
    (finding (name mysql-in-use) (host ?host) (subject ?host) (state present))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index|mixed)
      (recordsize-bytes ?record&:(at-most ?record ?*innodb-page-bytes*)) (file-block-bytes unknown)))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state absent))))

(defrule FINDINGS::record-larger-than-block.equal
  "Record and database block are of one size. [gaechter-2012: ZFS und Oracle DB, recordsize 8k]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (db-block-size-bytes ?block&:(above ?block 0)))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index) (recordsize-bytes ?block) (file-block-bytes unknown)))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state absent))
          (finding (name record-smaller-than-block) (host ?host) (subject ?dataset) (state absent))))

(defrule FINDINGS::record-usual-for-database.postgres
  "Up to 128 KiB are usual for PostgreSQL on OpenZFS. [openzfs-docs: Workload Tuning, PostgreSQL]"
  (logical
    (postgres-server (host ?host))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index)
      (recordsize-bytes ?record&:(at-most ?record ?*postgres-record-bytes*))))
  =>
  (assert (finding (name record-usual-for-database) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::record-larger-than-block.postgres-small
  "A record holds a few pages of PostgreSQL at most. [openzfs-docs: Workload Tuning, PostgreSQL]"
  (logical
    (postgres-server (host ?host))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index)
      (recordsize-bytes ?record&:(at-most ?record ?*postgres-small-record-bytes*))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state absent))))

(defrule FINDINGS::record-larger-than-block.postgres-reads-records
  "Records hold many pages of PostgreSQL, whole records are read, and updates are said to read before they write: the usual size is too large for these updates. [openzfs-docs: Workload Tuning, Dataset recordsize]"
  (logical
    (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))
    (finding (name record-sized-reads) (host ?host) (subject ?dataset) (state present))
    ; reports read much as well: only who sees reads with updates tells the two apart
    (finding (name read-before-write) (host ?host) (subject ?host) (state present))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index)
      (recordsize-bytes ?record&:(above ?record ?*postgres-small-record-bytes*)&:(at-most ?record ?*postgres-record-bytes*))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*postgres-small-record-bytes*))
          (quantity (name record-amplification) (host ?host) (subject ?dataset) (value (/ ?record ?*postgres-page-bytes*)))))

(defrule FINDINGS::record-larger-than-block.postgres-reads-at-random
  "Records hold many pages of PostgreSQL, whole records are read, and next to nothing is read ahead: single pages are asked for here and there, and the usual size is too large for that. [openzfs-docs: Workload Tuning, Dataset recordsize; openzfs-docs: zpool-iostat]"
  (logical
    (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role data|index)
      (recordsize-bytes ?record&:(above ?record ?*postgres-small-record-bytes*)&:(at-most ?record ?*postgres-record-bytes*)))
    (zpool-requests (host ?host) (pool ?pool) (read-kb-mean ?size&:(at-least ?size ?*record-sized-read-kb*))
      (reads ?reads&:(at-least ?reads ?*pool-requests-enough*)) (prefetches ?ahead&~unknown&:(at-most ?ahead (* ?*prefetches-few-share* ?reads)))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*postgres-small-record-bytes*))
          (quantity (name record-amplification) (host ?host) (subject ?dataset) (value (/ ?record ?*postgres-page-bytes*)))))

(defrule FINDINGS::record-smaller-than-block.oracle
  "A database block is spread over several records, each with its own I/O. [oracle-s11-zfs: Oracle database, record sizes]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (db-block-size-bytes ?block&:(above ?block 0)))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index)
      (recordsize-bytes ?record&~unknown&:(at-most ?record (* ?block ?*record-in-pieces-share*)))))
  =>
  (assert (finding (name record-smaller-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?block))))

(defrule FINDINGS::blocks-smaller-than-record.tested
  "A test wrote blocks of a quarter of a record or less over a file and came to few: each of them reads its record, unless it is cached, and all of it is written again. [openzfs-docs: Workload Tuning, Dataset recordsize]"
  (logical
    (block-rewrite (host ?host) (target ?target) (number ?number) (synchronous ~yes) (request-bytes ?block&:(above ?block 0))
      (writes-s ?rate&:(at-most ?rate ?*rewrites-few-s*)))
    (zfs-dataset (host ?host) (dataset ?dataset) (type filesystem)
      (recordsize-bytes ?record&~unknown&:(at-least ?record (* ?block ?*blocks-in-record*))))
    ; any dataset may be the one that was tested: all that are shown have to have such records
    (not (zfs-dataset (host ?host) (recordsize-bytes ?small&~unknown&:(below ?small (* ?block ?*blocks-in-record*))))))
  =>
  (assert (finding (name blocks-smaller-than-record) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?block))
          (quantity (name record-amplification) (host ?host) (subject ?dataset) (value (/ ?record ?block)))))

(defrule FINDINGS::blocks-smaller-than-default-record.tested
  "A test wrote blocks of a quarter of a default record or less over a file and came to few, and no record size was shown: as it is by default, each of them reads its record and all of it is written again. [openzfs-docs: Workload Tuning, Dataset recordsize]"
  (logical
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (block-rewrite (host ?host) (target ?target) (number ?number) (synchronous ~yes)
      (request-bytes ?block&:(above ?block 0)&:(at-most ?block (/ ?*default-record-bytes* ?*blocks-in-record*)))
      (writes-s ?rate&:(at-most ?rate ?*rewrites-few-s*)))
    (not (zfs-dataset (host ?host) (recordsize-bytes ~unknown)))
    (not (zfs-dataset (host ?host) (volume-block-bytes ~unknown))))
  =>
  (assert (finding (name blocks-smaller-than-default-record) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::record-larger-than-block.the-only-one-shown
  "MySQL is in use, one dataset was shown, its name says nothing, and a record of it holds two pages of InnoDB or more. [oracle-s11-zfs: Using ZFS with MySQL Considerations]"
  (logical
    (finding (name mysql-in-use) (host ?host) (subject ?host) (state present))
    (zfs-dataset (host ?host) (dataset ?dataset) (role unknown) (type filesystem) (file-block-bytes unknown)
      (recordsize-bytes ?record&~unknown&:(at-least ?record (* ?*innodb-page-bytes* ?*record-too-large-factor*))))
    (not (zfs-dataset (host ?host) (dataset ~?dataset) (recordsize-bytes ~unknown))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*innodb-page-bytes*))
          (quantity (name record-amplification) (host ?host) (subject ?dataset) (value (/ ?record ?*innodb-page-bytes*)))))

(defrule FINDINGS::record-larger-than-block.postgres-by-name
  "PostgreSQL is in use, and the records of its data are larger than is usual for it. [openzfs-docs: Workload Tuning, PostgreSQL]"
  (logical
    (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index)
      (recordsize-bytes ?record&:(above ?record ?*postgres-record-bytes*)))
    (not (postgres-server (host ?host))))
  =>
  (assert (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?dataset) (value ?*postgres-record-bytes*))
          (quantity (name record-amplification) (host ?host) (subject ?dataset) (value (/ ?record ?*postgres-page-bytes*)))))

(defrule FINDINGS::record-sized-reads.pool-of-only-dataset
  "zpool iostat: while it is written to, the pool is read in pieces far larger than a database page, and the one dataset that was shown has such records. [openzfs-docs: Workload Tuning, Dataset recordsize; openzfs-docs: zpool-iostat]"
  (logical
    (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role ~data&~index))
    (device-load (host ?host) (device ?pool) (since-boot ~yes) (writes-s-mean ?writes&:(above ?writes 0))
      (read-size-kb-mean ?size&:(at-least ?size ?*record-sized-read-kb*))
      (reads-s-mean ?reads&:(at-least ?reads ?*record-reads-s*)&:(at-least ?reads (* ?writes ?*reads-for-writes-share*)))))
  =>
  (assert (finding (name record-sized-reads) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::record-sized-reads.requests-of-pool
  "The pool reads in pieces far larger than a database block while it is written to: whole records are fetched to change a part of them. [openzfs-docs: Workload Tuning, Dataset recordsize; openzfs-docs: zpool-iostat]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role data|index))
    (zpool-requests (host ?host) (pool ?pool) (writes ?writes&~unknown)
      (read-kb-mean ?size&:(at-least ?size ?*record-sized-read-kb*))
      (reads ?reads&:(at-least ?reads ?*pool-requests-enough*)&:(at-least ?reads (* ?writes ?*reads-for-writes-share*)))))
  =>
  (assert (finding (name record-sized-reads) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::record-sized-reads.requests-of-database
  "bitesize.d: the processes of the database have next to no I/O of one block and nearly all of a record's size: whole records are fetched. [gaechter-2012: Problemlösung, bitesize 6. May; openzfs-docs: Workload Tuning, Dataset recordsize]"
  (logical
    (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
    (zfs-dataset (host ?host) (dataset ?dataset) (role data|index) (recordsize-bytes ?record&~unknown))
    (io-sizes (row ?first) (host ?host) (of-database yes) (count ?count&:(at-least ?count ?*io-sizes-enough*))
      (mode-bytes ?record) (below-8k-percent ?below&:(at-most ?below ?*single-blocks-rare-percent*))
      (at-8k-percent ?at&:(at-most ?at ?*single-blocks-rare-percent*)))
    (not (io-sizes (row ?before&:(below ?before ?first)) (host ?host) (of-database yes) (count ?enough&:(at-least ?enough ?*io-sizes-enough*))
      (mode-bytes ?record) (below-8k-percent ?smaller&:(at-most ?smaller ?*single-blocks-rare-percent*))
      (at-8k-percent ?single&:(at-most ?single ?*single-blocks-rare-percent*)))))
  =>
  (assert (finding (name record-sized-reads) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::record-sized-reads.pool-as-a-whole
  "zpool iostat: the pool is read in pieces far larger than a database block while it is written to: whole records are fetched to change a part of them. [openzfs-docs: Workload Tuning, Dataset recordsize; openzfs-docs: zpool-iostat]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role data|index))
    (device-load (host ?host) (device ?pool) (since-boot ~yes) (writes-s-mean ?writes&:(above ?writes 0))
      (read-size-kb-mean ?size&:(at-least ?size ?*record-sized-read-kb*))
      (reads-s-mean ?reads&:(at-least ?reads ?*record-reads-s*)&:(at-least ?reads (* ?writes ?*reads-for-writes-share*)))))
  =>
  (assert (finding (name record-sized-reads) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::record-sized-reads.innodb-reads-less
  "A disk is read in pieces far larger than InnoDB's page, and alone gives at least twice the bytes that InnoDB reads: whole records are fetched for single pages. [openzfs-docs: Workload Tuning, Dataset recordsize]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role data|index))
    (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
    (mysql-status (host ?host) (read-size-kb ?page&:(at-most ?page ?*innodb-read-kb*)) (read-kb-s ?asked&:(at-least ?asked ?*database-reads-kb-s*)))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (read-size-kb-mean ?size&:(at-least ?size ?*record-sized-read-kb*))
      (read-kb-s-mean ?given&:(at-least ?given (* ?*reads-fetched-factor* ?asked)))))
  =>
  (assert (finding (name record-sized-reads) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::record-sized-reads.oracle-reads-less
  "A disk is read in pieces far larger than a database block, and alone gives at least twice the bytes that Oracle reads: whole records are fetched for single blocks. [openzfs-docs: Workload Tuning, Dataset recordsize; gaechter-2012: ZFS und Oracle DB, recordsize 8k]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role data|index))
    (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
    (oracle-awr (host ?host) (physical-read-bytes-s ?asked&:(at-least ?asked (* 1024 ?*database-reads-kb-s*))))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (read-size-kb-mean ?size&:(at-least ?size ?*record-sized-read-kb*))
      (read-kb-s-mean ?given&:(at-least ?given (/ (* ?*reads-fetched-factor* ?asked) 1024)))))
  =>
  (assert (finding (name record-sized-reads) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::record-sized-requests.disk-of-zfs-host
  "A disk of a host that uses ZFS is read and written in pieces as large as records, and far larger than a database block; which pool it is in is not known by this name. [openzfs-docs: Workload Tuning, Dataset recordsize]"
  (logical
    (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (writes-s-mean ?writes&:(above ?writes 0))
      (read-size-kb-mean ?size&:(at-least ?size ?*record-sized-read-kb*))
      (write-size-kb-mean ?written&:(at-least ?written ?*record-sized-read-kb*))
      (reads-s-mean ?reads&:(at-least ?reads ?*record-reads-s*)&:(at-least ?reads (* ?writes ?*reads-for-writes-share*)))))
  =>
  (assert (finding (name record-sized-requests) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::record-sized-reads.device-of-pool
  "The pool's device reads in pieces far larger than a database block while it is written to: whole records are fetched to change a part of them. [openzfs-docs: Workload Tuning, Dataset recordsize]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role data|index))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (writes-s-mean ?writes&:(above ?writes 0))
      (read-size-kb-mean ?size&:(at-least ?size ?*record-sized-read-kb*)))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (reads-s-mean ?reads&~unknown&:(at-least ?reads (* ?writes ?*reads-for-writes-share*)))))
  =>
  (assert (finding (name record-sized-reads) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::records-rewritten-whole.balanced
  "zpool iostat: the pool of the database reads and writes in pieces far larger than a page, and about as often: records are read to change a part of them, and written whole. [openzfs-docs: Workload Tuning, Dataset recordsize; openzfs-docs: zpool-iostat]"
  (logical
    (finding (name postgres-in-use|mysql-in-use|oracle-in-use) (host ?host) (subject ?host) (state present))
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role data|index)
      (recordsize-bytes ?record&:(at-least ?record ?*record-over-any-block-bytes*)))
    (device-load (host ?host) (device ?pool) (since-boot ~yes) (writes-s-mean ?writes&:(above ?writes 0))
      (write-size-kb-mean ?written&:(at-least ?written ?*record-sized-read-kb*))
      (read-size-kb-mean ?size&:(at-least ?size ?*record-sized-read-kb*))
      (reads-s-mean ?reads&:(at-least ?reads ?*record-reads-s*)&:(at-least ?reads (* ?*rewrite-balance-least* ?writes))
                                                                  &:(at-most ?reads (* ?*rewrite-balance-most* ?writes)))))
  =>
  (assert (finding (name records-rewritten-whole) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::records-rewritten-whole.requests
  "zpool iostat -r: the pool of the database reads and writes in pieces far larger than a page, and about as often: records are read to change a part of them, and written whole. [openzfs-docs: Workload Tuning, Dataset recordsize; openzfs-docs: zpool-iostat]"
  (logical
    (finding (name postgres-in-use|mysql-in-use|oracle-in-use) (host ?host) (subject ?host) (state present))
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (role data|index)
      (recordsize-bytes ?record&:(at-least ?record ?*record-over-any-block-bytes*)))
    (zpool-requests (host ?host) (pool ?pool) (writes ?writes&:(above ?writes 0))
      (write-kb-mean ?written&:(at-least ?written ?*record-sized-read-kb*)) (read-kb-mean ?size&:(at-least ?size ?*record-sized-read-kb*))
      (reads ?reads&:(at-least ?reads ?*pool-requests-enough*)&:(at-least ?reads (* ?*rewrite-balance-least* ?writes))
                                                              &:(at-most ?reads (* ?*rewrite-balance-most* ?writes)))))
  =>
  (assert (finding (name records-rewritten-whole) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::faster-in-smaller-records.compared
  "The same test was several times as fast in smaller records: its requests are smaller than the larger ones, which are read and written whole for each of them. [openzfs-docs: Workload Tuning, Dataset recordsize]"
  (logical
    (setting-test (host ?host) (setting "recordsize"|"volblocksize") (kind ?kind&~unknown)
      (number-of-value ?large&:(above ?large 0)) (rate ?slow&:(above ?slow 0)))
    (setting-test (host ?host) (setting "recordsize"|"volblocksize") (kind ?kind)
      (number-of-value ?small&:(above ?small 0)&:(at-most ?small (* 0.5 ?large))) (rate ?fast&~unknown&:(at-least ?fast (* ?*smaller-records-times* ?slow)))))
  =>
  (assert (finding (name faster-in-smaller-records) (host ?host) (subject ?host) (state present))
          (quantity (name record-size-wanted) (host ?host) (subject ?host) (value ?small))))
