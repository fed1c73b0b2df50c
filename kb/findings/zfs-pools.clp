; ZFS pools: fill, free space, gang blocks, log devices, scans, and how their devices answer.

(defglobal FINDINGS ?*pool-nearly-full-solaris10-percent* = 80)  ; percent | vendor limit of the Solaris 10 era [oracle-s10-zfs: ZFS with database products]
(defglobal FINDINGS ?*pool-nearly-full-any-percent* = 90)        ; percent | vendor limit from Solaris 11 on and the one of OpenZFS, so it counts on any version [oracle-s11-zfs: ZFS with database products]
(defglobal FINDINGS ?*datasets-nearly-full-part* = 0.0753)      ; available to used | ZFS keeps 1/32 of a pool for itself, so at 90 percent datasets see 7 of 97 (computed) [openzfs-docs: Module Parameters, spa_slop_shift]
(defglobal FINDINGS ?*datasets-last-space-part* = 0.0091)       ; available to used | 4 percent free less the 1/32 that ZFS keeps, of 96 (computed) [openzfs-source: module/zfs/metaslab.c, metaslab_df_free_pct]
(defglobal FINDINGS ?*pool-has-room-percent* = 50)               ; percent | in the documented case ganging was gone once more than half of the pool was free [gaechter-2012: Problemlösung, Schritt 5]
(defglobal FINDINGS ?*fill-to-reach-share* = 0.5)                ; share of the pool | the same half, for the space that has to be freed [gaechter-2012: Problemlösung, Schritt 5]
(defglobal FINDINGS ?*free-space-fragmented-percent* = 50)       ; percent | stands for free runs of 128 KiB on average: a default record no longer fits into most of them [openzfs-source: module/zfs/metaslab.c, zfs_frag_table]
(defglobal FINDINGS ?*free-space-in-crumbs-percent* = 70)        ; percent | stands for free runs of 32 KiB on average, a quarter of a default record [openzfs-source: module/zfs/metaslab.c, zfs_frag_table]
(defglobal FINDINGS ?*pool-last-free-percent* = 96)              ; percent used | with less than 4 percent free the allocator gives up first fit and searches for the best [openzfs-source: module/zfs/metaslab.c, metaslab_df_free_pct]
(defglobal FINDINGS ?*allocator-profile-percent* = 20)         ; percent of the samples | in a pool with room the allocator is a percent or two, by experience [openzfs-source: module/zfs/metaslab.c, metaslab_block_picker]
(defglobal FINDINGS ?*write-thread-percent* = 80)              ; percent of a processor | such a thread has hardly a pause, by experience [openzfs-source: module/zfs/zio.c, zio_dva_allocate]
(defglobal FINDINGS ?*free-space-whole-percent* = 30)            ; percent | stands for free runs of 512 KiB on average, four default records [openzfs-source: module/zfs/metaslab.c, zfs_frag_table]
(defglobal FINDINGS ?*gang-blocks-many-per-second* = 1)          ; gang blocks/s | the documented pools had 24, 63 and 1388 (computed from counts over 300 s); one each second all the time is no accident [gaechter-2012: Fragmentierung, zio_gang_tree_issue over 300 s]
(defglobal FINDINGS ?*gang-blocks-few-per-second* = 0.1)         ; gang blocks/s | thirty in five minutes delay nobody, by experience [gaechter-2012: Fragmentierung, zio_gang_tree_issue over 300 s]
(defglobal FINDINGS ?*gang-blocks-many* = 1000)                  ; gang blocks | where the command does not say how long was counted; the smallest documented count was 7,141 [gaechter-2012: Fragmentierung, zio_gang_tree_issue over 300 s]
(defglobal FINDINGS ?*gang-blocks-in-pool-share* = 0.01)         ; ganged to all blocks | pools with room have none or a few thousandths, by experience [openzfs-source: cmd/zdb/zdb.c, ganged count]
(defglobal FINDINGS ?*gang-blocks-in-pool-many* = 100000)        ; gang blocks | where the number of all blocks is not known; what the worst documented pool wrote in 72 seconds (computed), all still lying there [gaechter-2012: Fragmentierung, zio_gang_tree_issue over 300 s]
(defglobal FINDINGS ?*small-ios-most-percent* = 50)              ; percent below 8 KiB | 60 at the worst time of the documented pool, whose records were all 8 KiB or more (shares computed) [gaechter-2012: Problemlösung, bitesize 6. May]
(defglobal FINDINGS ?*small-ios-usual-percent* = 30)             ; percent below 8 KiB | 21 in the same pool after all data was rewritten (shares computed) [gaechter-2012: Problemlösung, bitesize 11. May]
(defglobal FINDINGS ?*small-write-kb* = 8)                       ; kB | the smallest record in use for databases [gaechter-2012: Problemlösung, bitesize 6. May]
(defglobal FINDINGS ?*pool-device-slow-ms* = 30)                 ; ms | often over 50 in the documented case; an average of 30 is slow even for a disk without cache, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*pool-standstill-samples* = 5)              ; samples | requests wait and none completes: a path that is lost takes 10 to 60 s to be given up, by experience [red-hat-multipath: queue_if_no_path]
(defglobal FINDINGS ?*dedup-saves-ratio* = 1.0)                  ; ratio | above it blocks are shared, so a table is looked up for every write and free [openzfs-docs: Deduplication]

; --- whether ZFS is in use at all

(defrule FINDINGS::zfs-in-use.pool-status
  "zpool status shows an imported pool. [openzfs-docs: zpool-status]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported ~no)))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.pool-to-be-imported
  "zpool import offers a pool that lacks devices and works all the same. [openzfs-messages: ZFS-8000-2Q]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported no) (state degraded)))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.device-counted
  "A device of a pool is shown with its counters. [openzfs-docs: zpool-status]"
  (logical (pool-device (host ?host) (pool ?pool) (device ?device) (checksum-errors ~unknown)))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.fault-reported
  "The fault manager tells of a device of a pool. [oracle-zfs-fma: SUNW-MSG-ID]"
  (logical (fault-report (host ?host) (about zfs-device)))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.failure-logged
  "ZFS itself logged a failure. [openzfs-messages: ZFS-8000-HC]"
  (logical (kernel-event (host ?host) (kind zfs-io-failure)))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.event
  "The ZFS module, or the daemon that listens to it, reported an event of a pool. [openzfs-docs: zpool-events, io and checksum]"
  (logical (pool-event (host ?host) (pool ?pool) (device ?device)))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.transaction-groups
  "ZFS counts its transaction groups. [openzfs-docs: Module Parameters, zfs_txg_history]"
  (logical (txg-history (host ?host) (pool ?pool) (groups ?groups&:(above ?groups 0))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.log-waited-for
  "A task waits for the intent log of ZFS. [openzfs-source: module/zfs/zil.c, zil_commit]"
  (logical (blocked-tasks (host ?host) (output ?output) (place zfs-log) (tasks ?tasks&:(above ?tasks 0))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.tested
  "A test was run under several values of a setting that only ZFS has. [openzfs-docs: zfsprops, recordsize]"
  (logical (setting-test (host ?host) (setting "recordsize"|"volblocksize"|"ashift")))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.traced
  "Operations on files in ZFS were traced. [bcc-slower: zfsslower]"
  (logical
    (slow-operations (row ?first) (host ?host) (file-system zfs))
    (not (slow-operations (row ?before&:(below ?before ?first)) (host ?host) (file-system zfs))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.pool-list
  "zpool list shows a pool. [openzfs-docs: zpool-list]"
  (logical (zpool-list (host ?host) (pool ?pool)))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.pool-device
  "A device of a pool was shown with the errors that the pool counts of it, or its place in the pool. [openzfs-docs: zpool-status]"
  (logical
    (pool-device (row ?first) (host ?host) (state online|degraded|unknown) (role ~unknown))
    (not (pool-device (row ?before&:(below ?before ?first)) (host ?host) (state online|degraded|unknown) (role ~unknown)))
    (not (zpool-status (host ?host) (imported no))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.refusal
  "zpool was asked to take a device into a pool. [openzfs-docs: zpool-status]"
  (logical
    (pool-refusal (row ?first) (host ?host))
    (not (pool-refusal (row ?before&:(below ?before ?first)) (host ?host))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.dataset
  "A dataset with its properties was shown. [openzfs-docs: zfs-get]"
  (logical (zfs-dataset (host ?host) (dataset ?dataset) (pool ~unknown)))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.gang-blocks
  "Gang blocks of a pool were counted. [gaechter-2012: Fragmentierung, zio_gang_tree_issue over 300 s]"
  (logical (gang-counts (host ?host) (pool ?pool)))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.mounted
  "A file system of type zfs is mounted. [openzfs-docs: zfs-mount]"
  (logical (file-system (host ?host) (mount ?mount) (type zfs)))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.no-pools
  "zpool says that there are no pools. [openzfs-docs: zpool-list]"
  (logical
    (read (host ?host) (template zpool-list) (complete yes))
    (not (zpool-list (host ?host))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::zfs-in-use.none-mounted
  "Every mounted file system was listed and none is of type zfs. [openzfs-docs: zfs-mount]"
  (logical
    (read (host ?host) (template file-system) (complete yes))
    (not (file-system (host ?host) (type zfs))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state absent))))

; --- fill

(defrule FINDINGS::pool-nearly-full.solaris-10
  "ZFS never overwrites in place and needs free runs for every write; on Solaris 10 they run short past 80 percent. [oracle-s10-zfs: ZFS with database products; gaechter-2012: Fragmentierung]"
  (logical
    (system (host ?host) (zfs-era solaris-10))
    (zpool-list (host ?host) (pool ?pool)
      (capacity-percent ?used&:(at-least ?used ?*pool-nearly-full-solaris10-percent*))))
  =>
  (assert (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-nearly-full.any-version
  "ZFS never overwrites in place and needs free runs for every write; past 90 percent they run short on every version. [oracle-s11-zfs: ZFS with database products; openzfs-docs: Workload Tuning, Free Space]"
  (logical
    (zpool-list (host ?host) (pool ?pool)
      (capacity-percent ?used&:(at-least ?used ?*pool-nearly-full-any-percent*))))
  =>
  (assert (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-nearly-full.as-datasets-see-it
  "What the topmost dataset may still take is little beside what is used: with what ZFS keeps for itself, 90 percent of the pool are full. [oracle-s11-zfs: ZFS with database products; openzfs-docs: Module Parameters, spa_slop_shift]"
  (logical
    (zfs-dataset (host ?host) (dataset ?pool) (pool ?pool) (used-bytes ?used&:(above ?used 0))
      (available-bytes ?free&~unknown&:(at-most ?free (* ?*datasets-nearly-full-part* ?used))))
    (not (zpool-list (host ?host) (pool ?pool) (capacity-percent ~unknown))))
  =>
  (assert (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-nearly-full.below-every-limit
  "The fill is below the limit of every version. [oracle-s10-zfs: ZFS with database products]"
  (logical
    (zpool-list (host ?host) (pool ?pool)
      (capacity-percent ?used&:(below ?used ?*pool-nearly-full-solaris10-percent*))))
  =>
  (assert (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::pool-nearly-full.below-the-modern-limit
  "From Solaris 11 on and with OpenZFS the limit is 90 percent, and the fill is below it. [oracle-s11-zfs: ZFS with database products; openzfs-docs: Workload Tuning, Free Space]"
  (logical
    (system (host ?host) (zfs-era solaris-11|openzfs))
    (zpool-list (host ?host) (pool ?pool)
      (capacity-percent ?used&:(below ?used ?*pool-nearly-full-any-percent*))))
  =>
  (assert (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::pool-has-room.half-free
  "At least half of the pool is free; long free runs are left. [gaechter-2012: Problemlösung, Schritt 5]"
  (logical
    (zpool-list (host ?host) (pool ?pool)
      (capacity-percent ?used&:(at-most ?used ?*pool-has-room-percent*))))
  =>
  (assert (finding (name pool-has-room) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-has-room.more-than-half-used
  "More than half of the pool is in use. [gaechter-2012: Problemlösung, Schritt 5]"
  (logical
    (zpool-list (host ?host) (pool ?pool)
      (capacity-percent ?used&:(above ?used ?*pool-has-room-percent*))))
  =>
  (assert (finding (name pool-has-room) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::pool-has-room.how-much-to-free
  "What has to go until half of the pool is free. [gaechter-2012: Problemlösung, Schritt 5]"
  (logical
    (zpool-list (host ?host) (pool ?pool) (size-bytes ?size&~unknown) (allocated-bytes ?used&~unknown)
      (capacity-percent ?percent&:(above ?percent ?*pool-has-room-percent*))))
  =>
  (assert (quantity (name pool-space-to-free) (host ?host) (subject ?pool)
                    (value (- ?used (* ?size ?*fill-to-reach-share*))))))

; --- the free space itself

(defrule FINDINGS::free-space-fragmented.frag-column
  "FRAG rates the length of the free runs, not the layout of files: from 50 percent on they are as short as one default record. [openzfs-source: module/zfs/metaslab.c, zfs_frag_table; openzfs-issues: 3582]"
  (logical
    (zpool-list (host ?host) (pool ?pool)
      (fragmentation-percent ?frag&:(at-least ?frag ?*free-space-fragmented-percent*))))
  =>
  (assert (finding (name free-space-fragmented) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::free-space-in-crumbs.frag-column
  "FRAG of 70 percent or more: the free runs are a quarter of a default record and shorter, so records are written in pieces. [openzfs-source: module/zfs/metaslab.c, zfs_frag_table]"
  (logical
    (zpool-list (host ?host) (pool ?pool)
      (fragmentation-percent ?frag&:(at-least ?frag ?*free-space-in-crumbs-percent*))))
  =>
  (assert (finding (name free-space-in-crumbs) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-on-last-space.fill
  "Less than 4 percent of the pool are free: from there on the allocator looks through all free runs for the one that fits best. [openzfs-source: module/zfs/metaslab.c, metaslab_df_free_pct]"
  (logical
    (zpool-list (host ?host) (pool ?pool)
      (capacity-percent ?used&:(at-least ?used ?*pool-last-free-percent*))))
  =>
  (assert (finding (name pool-on-last-space) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-on-last-space.as-datasets-see-it
  "Next to nothing is left for the topmost dataset: ZFS keeps 1/32 of the pool for itself, so less than 4 percent are free. [openzfs-source: module/zfs/metaslab.c, metaslab_df_free_pct; openzfs-docs: Module Parameters, spa_slop_shift]"
  (logical
    (zfs-dataset (host ?host) (dataset ?pool) (pool ?pool) (used-bytes ?used&:(above ?used 0))
      (available-bytes ?free&~unknown&:(at-most ?free (* ?*datasets-last-space-part* ?used))))
    (not (zpool-list (host ?host) (pool ?pool) (capacity-percent ~unknown))))
  =>
  (assert (finding (name pool-on-last-space) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::free-space-fragmented.long-runs
  "FRAG is low: the free space is in runs of several records. [openzfs-source: module/zfs/metaslab.c, zfs_frag_table]"
  (logical
    (zpool-list (host ?host) (pool ?pool)
      (fragmentation-percent ?frag&:(at-most ?frag ?*free-space-whole-percent*))))
  =>
  (assert (finding (name free-space-fragmented) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::zfs-allocator-busy.profile
  "A good part of what the processors do is the search for free runs in the pool. [openzfs-source: module/zfs/metaslab.c, metaslab_block_picker]"
  (logical (kernel-profile (host ?host) (zfs-allocator-percent ?share&:(at-least ?share ?*allocator-profile-percent*))))
  =>
  (assert (finding (name zfs-allocator-busy) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-write-threads-busy.one
  "A thread of ZFS that assigns blocks to writes keeps a processor busy: it looks for free space, or compresses, checks or encrypts. [openzfs-source: module/zfs/zio.c, zio_dva_allocate]"
  (logical (process-load (host ?host) (name "z_wr_iss"|"z_wr_iss_h") (cpu-percent ?much&:(at-least ?much ?*write-thread-percent*))))
  =>
  (assert (finding (name zfs-write-threads-busy) (host ?host) (subject ?host) (state present))))

; --- gang blocks

(defrule FINDINGS::gang-blocks-sustained.rate
  "A block that finds no free run of its length is written as a gang: a header and several pieces. [gaechter-2012: Fragmentierung, zio_gang_tree_issue over 300 s; gouverneur-2011: gang blocks]"
  (logical
    (gang-counts (host ?host) (pool ?pool)
      (per-second ?rate&:(at-least ?rate ?*gang-blocks-many-per-second*))))
  =>
  (assert (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::gang-blocks-sustained.count
  "A block that finds no free run of its length is written as a gang; so many are no accident, however long was counted. [gaechter-2012: Fragmentierung, zio_gang_tree_issue over 300 s]"
  (logical
    (gang-counts (host ?host) (pool ?pool) (per-second unknown)
      (count ?count&:(at-least ?count ?*gang-blocks-many*))))
  =>
  (assert (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::gang-blocks-sustained.share-of-blocks
  "A good part of the blocks that lie in the pool are gangs: a header and several pieces, because no free run was long enough. [gaechter-2012: Fragmentierung, zio_gang_tree_issue over 300 s; openzfs-source: cmd/zdb/zdb.c, ganged count]"
  (logical
    (pool-blocks (host ?host) (pool ?pool) (blocks ?blocks&:(above ?blocks 0))
      (ganged ?ganged&~unknown&:(at-least ?ganged (* ?blocks ?*gang-blocks-in-pool-share*)))))
  =>
  (assert (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::gang-blocks-sustained.lying-in-pool
  "So many blocks that lie in the pool are gangs that they were written over a long time: no free run was long enough. [gaechter-2012: Fragmentierung, zio_gang_tree_issue over 300 s; openzfs-source: cmd/zdb/zdb.c, ganged count]"
  (logical
    (pool-blocks (host ?host) (pool ?pool) (blocks unknown)
      (ganged ?ganged&:(at-least ?ganged ?*gang-blocks-in-pool-many*))))
  =>
  (assert (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::gang-blocks-sustained.none-in-pool
  "zdb went through the whole pool and found no gang block. [openzfs-source: cmd/zdb/zdb.c, ganged count]"
  (logical (pool-blocks (host ?host) (pool ?pool) (ganged 0)))
  =>
  (assert (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::gang-blocks-sustained.hardly-any
  "Gang blocks were counted and there are next to none: the allocator finds runs that are long enough. [gaechter-2012: Problemlösung, Schritt 5]"
  (logical
    (gang-counts (host ?host) (pool ?pool)
      (per-second ?rate&:(below ?rate ?*gang-blocks-few-per-second*))))
  =>
  (assert (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::gang-blocks-sustained.none-counted
  "Gang blocks were counted by process, and the process of this pool issued none. [gaechter-2012: Fragmentierung, zio_gang_tree_issue over 300 s]"
  (logical
    (read (host ?host) (template gang-counts) (complete yes))
    (zpool-list (host ?host) (pool ?pool))
    (not (gang-counts (host ?host))))
  =>
  (assert (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state absent))))

; --- sizes of I/Os

(defrule FINDINGS::small-pool-ios.most
  "Most I/Os of the pool are smaller than 8 KiB, the smallest record in use for databases: pieces of gang blocks and metadata, not data. [gaechter-2012: Problemlösung, bitesize 6. May]"
  (logical
    (io-sizes (host ?host) (pool ?pool&~unknown) (count ?count&:(at-least ?count ?*io-sizes-enough*))
      (below-8k-percent ?share&:(at-least ?share ?*small-ios-most-percent*))))
  =>
  (assert (finding (name small-pool-ios) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::small-pool-ios.requests
  "zpool iostat -r: what the pool writes to its devices, gathered already, is smaller than the smallest record in use for databases. [openzfs-docs: zpool-iostat, -r]"
  (logical
    (zpool-requests (host ?host) (pool ?pool) (writes ?count&:(at-least ?count ?*io-sizes-enough*))
      (write-kb-mean ?size&:(below ?size ?*small-write-kb*))))
  =>
  (assert (finding (name small-pool-ios) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::small-pool-ios.few
  "Few I/Os of the pool are smaller than 8 KiB. [gaechter-2012: Problemlösung, bitesize 11. May]"
  (logical
    (io-sizes (host ?host) (pool ?pool&~unknown) (count ?count&:(at-least ?count ?*io-sizes-enough*))
      (below-8k-percent ?share&:(at-most ?share ?*small-ios-usual-percent*))))
  =>
  (assert (finding (name small-pool-ios) (host ?host) (subject ?pool) (state absent))))

; --- log devices, scans, deduplication

(defrule FINDINGS::separate-log-device.yes
  "zpool status shows log devices: synchronous writes of datasets with logbias=latency go there first. [oracle-zfs-log-devices: logbias; openzfs-source: module/zfs/zil.c]"
  (logical (zpool-status (host ?host) (pool ?pool) (has-log-device yes)))
  =>
  (assert (finding (name separate-log-device) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::separate-log-device.no
  "zpool status shows no log devices: the intent log lies on the data devices. [gaechter-2012: Übersicht ZFS, ZFS Caches]"
  (logical (zpool-status (host ?host) (pool ?pool) (has-log-device no)))
  =>
  (assert (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::pool-for-data.status
  "zpool status shows a pool that is not the one the system boots from, by the names that installers give. [openzfs-docs: zpool-status]"
  (logical (zpool-status (host ?host) (imported ~no) (pool ?pool&~"rpool"&~"bpool"&~"zroot"&~"syspool"&~"boot-pool"&~"freebsd-boot")))
  =>
  (assert (finding (name pool-for-data) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-for-data.only-one-in-status
  "zpool status shows one pool only: what the host keeps on ZFS lies there, also where the system boots from it. [openzfs-docs: zpool-status]"
  (logical
    (zpool-status (host ?host) (imported ~no) (pool ?pool&"rpool"|"bpool"|"zroot"|"syspool"|"boot-pool"|"freebsd-boot"))
    (not (zpool-status (host ?host) (pool ~?pool)))
    (not (zpool-list (host ?host) (pool ~?pool))))
  =>
  (assert (finding (name pool-for-data) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-for-data.list
  "zpool list or iostat shows a pool that is not the one the system boots from, by the names that installers give. [openzfs-docs: zpool-list]"
  (logical (zpool-list (host ?host) (pool ?pool&~"rpool"&~"bpool"&~"zroot"&~"syspool"&~"boot-pool"&~"freebsd-boot")))
  =>
  (assert (finding (name pool-for-data) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::log-among-data.status
  "The pool has no log device, so the intent log lies on the devices that hold its data. [gaechter-2012: Übersicht ZFS, ZFS Caches]"
  (logical
    (finding (name pool-for-data) (host ?host) (subject ?pool) (state present))
    (finding (name separate-log-device) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (finding (name log-among-data) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::separate-log-device.serves-dataset
  "The dataset's pool has a log device. [oracle-zfs-log-devices: logbias]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (has-log-device yes))
    (zfs-dataset (host ?host) (dataset ?dataset&~?pool) (pool ?pool) (role ~unknown)))
  =>
  (assert (finding (name separate-log-device) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::scrub-or-resilver-running.in-pool
  "A scrub or resilver reads everything in the pool and competes with all other I/O. [gaechter-2012: Betrieb, resilvering]"
  (logical (zpool-status (host ?host) (pool ?pool) (scan scrub-running|resilver-running)))
  =>
  (assert (finding (name scrub-or-resilver-running) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::scrub-or-resilver-running.under-dataset
  "A scrub or resilver runs in the dataset's pool. [gaechter-2012: Betrieb, resilvering]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (scan scrub-running|resilver-running))
    (zfs-dataset (host ?host) (dataset ?dataset&~?pool) (pool ?pool) (role ~unknown)))
  =>
  (assert (finding (name scrub-or-resilver-running) (host ?host) (subject ?dataset) (state present))))

(defrule FINDINGS::scrub-or-resilver-running.not-now
  "The scan line of zpool status says that none runs. [gaechter-2012: Betrieb, resilvering]"
  (logical (zpool-status (host ?host) (pool ?pool) (scan none|scrub-done|resilver-done|canceled|paused)))
  =>
  (assert (finding (name scrub-or-resilver-running) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::pool-has-faults.state
  "zpool status calls the pool degraded or worse. [gaechter-2012: Betrieb, resilvering]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported ~no) (state degraded|faulted|unavail|suspended)))
  =>
  (assert (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-has-faults.health
  "zpool list calls the pool degraded or worse. [gaechter-2012: Betrieb, status]"
  (logical (zpool-list (host ?host) (pool ?pool) (health degraded|faulted|unavail|suspended)))
  =>
  (assert (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-has-faults.read-errors
  "A device of the pool failed to read. [gaechter-2012: Betrieb, resilvering]"
  (logical (pool-device (host ?host) (pool ?pool) (device ?device) (read-errors ?errors&:(above ?errors 0))))
  =>
  (assert (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-has-faults.write-errors
  "A device of the pool failed to write. [gaechter-2012: Betrieb, resilvering]"
  (logical (pool-device (host ?host) (pool ?pool) (device ?device) (write-errors ?errors&:(above ?errors 0))))
  =>
  (assert (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-has-faults.checksum-errors
  "A device of the pool returned wrong data. [gaechter-2012: Betrieb, resilvering]"
  (logical (pool-device (host ?host) (pool ?pool) (device ?device) (checksum-errors ?errors&:(above ?errors 0))))
  =>
  (assert (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-in-use.ratio
  "Blocks are deduplicated: each write and free looks up a table. [openzfs-docs: Deduplication]"
  (logical
    (zpool-list (host ?host) (pool ?pool) (dedup-ratio ?ratio&:(above ?ratio ?*dedup-saves-ratio*)))
    (not (zpool-status (host ?host) (pool ?pool) (dedup-entries 0))))
  =>
  (assert (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-in-use.property
  "A dataset of the pool deduplicates what is written to it. [openzfs-docs: Deduplication]"
  (logical
    (zfs-dataset (host ?host) (dataset ?dataset) (pool ?pool&~unknown) (dedup on))
    (not (zpool-status (host ?host) (pool ?pool) (dedup-entries 0))))
  =>
  (assert (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-in-use.table
  "zpool status -D shows a deduplication table. [openzfs-docs: Deduplication]"
  (logical (zpool-status (host ?host) (pool ?pool) (dedup-entries ?entries&:(above ?entries 0))))
  =>
  (assert (finding (name dedup-in-use) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::dedup-in-use.no-table
  "zpool status -D or zdb says that there is no deduplication table. [openzfs-docs: Deduplication]"
  (logical (zpool-status (host ?host) (pool ?pool) (dedup-entries 0)))
  =>
  (assert (finding (name dedup-in-use) (host ?host) (subject ?pool) (state absent))))

; --- how the devices of a pool answer

(defrule FINDINGS::pool-devices-slow.device
  "A data device of the pool takes tens of milliseconds for each request on average. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes)
      (latency-ms-mean ?ms&:(at-least ?ms ?*pool-device-slow-ms*))))
  =>
  (assert (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-devices-slow.pool-as-a-whole
  "zpool iostat shows tens of milliseconds for each request of the pool on average. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (zpool-list (host ?host) (pool ?pool))
    (device-load (host ?host) (device ?pool) (since-boot ~yes)
      (latency-ms-mean ?ms&:(at-least ?ms ?*pool-device-slow-ms*))))
  =>
  (assert (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-io-stands-still.device
  "Requests wait at a device of the pool and none completes, sample after sample: a path or the device is gone, not slow. [red-hat-multipath: queue_if_no_path]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device))
    (device-load (host ?host) (device ?device)
      (no-completion-samples ?samples&:(at-least ?samples ?*pool-standstill-samples*))))
  =>
  (assert (finding (name pool-io-stands-still) (host ?host) (subject ?pool) (state present))))
