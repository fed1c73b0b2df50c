; ZFS pools, their devices, datasets and what DTrace counted.

(deftemplate MAIN::zpool-list
  "One pool as zpool list prints it. Key: host pool. Kind: state. Above 0: size-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  (slot size-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot allocated-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot free-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot capacity-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; fragmentation of the free space, not of the files
  (slot fragmentation-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot dedup-ratio (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the deduplication table on disk, since OpenZFS 2.3
  (slot dedup-table-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot health (type SYMBOL) (allowed-symbols online degraded faulted offline unavail removed suspended unknown) (default unknown))
  ; 12 is a 4 KiB sector; 0 is chosen by the system for each vdev
  (slot ashift (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::zpool-status
  "One pool as zpool status prints it. Key: host pool. Kind: state. Above 0: smallest-block-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  (slot state (type SYMBOL) (allowed-symbols online degraded faulted offline unavail removed suspended unknown) (default unknown))
  (slot scan (type SYMBOL) (allowed-symbols none scrub-running resilver-running scrub-done resilver-done canceled paused unknown) (default unknown))
  (slot log-devices (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot log-mirrored (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot has-log-device (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot data-vdevs (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot data-devices (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot read-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot checksum-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot permanent-errors (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; how fast the scan that runs goes, over the whole pool
  (slot scan-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; errors that the last finished scan found
  (slot scan-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what the last finished scan set right
  (slot scan-repaired-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; 2 to the least ashift of its data vdevs: the smallest block that ZFS writes there, fixed when a vdev is made
  (slot smallest-block-bytes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what the text after status: says; of a healthy pool there is none
  (slot condition (type SYMBOL) (allowed-symbols data-corrupted suspended-multihost io-failure device-errors bad-log metadata-corrupted bad-label devices-missing devices-faulted device-offline device-removed resilvering scrub-recommended non-native-block-size version-too-new features-unsupported version-old features-disabled compatibility other-host errata unknown) (default unknown))
  ; the id after see:, such as ZFS-8000-8A
  (slot message (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; zpool status -x calls it healthy: nothing is degraded, and no error is counted
  (slot said-healthy (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; no: zpool import lists it, or a later list of all pools leaves it out; it is not in use on this host
  (slot imported (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot dedup-entries (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot dedup-on-disk-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot dedup-in-core-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how much of the table is in the cache at the moment, since OpenZFS 2.3
  (slot dedup-cached-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::pool-refusal
  "A device that zpool did not take into a pool, and why. Key: host device. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot pool (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the device that it was to replace or to mirror
  (slot beside (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; its sectors are larger than the smallest block of the vdev
  (slot reason (type SYMBOL) (allowed-symbols sector-size unknown) (default unknown)))

(deftemplate MAIN::pool-device
  "One leaf device of a pool, as zpool status names it. Key: host pool device. Kind: state. Above 0: configured-block-bytes native-block-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  (slot device (type STRING))
  (slot role (type SYMBOL) (allowed-symbols data log cache spare special dedup unknown) (default unknown))
  (slot vdev (type SYMBOL) (allowed-symbols disk mirror raidz draid file replacing spare unknown) (default unknown))
  (slot state (type SYMBOL) (allowed-symbols online degraded faulted offline unavail removed avail inuse unknown) (default unknown))
  (slot read-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot checksum-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; whole disk or slice, judged by the name in zpool status only: iostat shows a whole EFI-labelled LUN as ...s0 too
  (slot whole-disk (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; a volume of an array, of software too, by its world-wide name or that of its multipath or md device
  (slot array-lun (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the name that zpool takes, where it is not that of the disk: a slice, a partition
  (slot shown-as (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; I/Os that took longer than 30 s, from zpool status -s
  (slot slow-ios (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the smallest write that its vdev was made for (zdb -C), and the drive's own sector; zpool status tells both where they differ
  (slot configured-block-bytes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot native-block-bytes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::pool-vdev
  "One top-level data vdev of a pool and what it holds, as zpool list -v and zpool iostat -v show it. Key: host pool vdev. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  (slot vdev (type STRING))
  (slot allocated-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot free-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot capacity-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot fragmentation-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::pool-change
  "Something done to a pool, from zpool history or a command in the transcript. Key: host pool number. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  (slot number (type INTEGER))
  (slot operation (type SYMBOL) (allowed-symbols create add-log add-data add-cache add-spare remove replace scrub clear online offline upgrade set receive destroy-snapshot other unknown) (default unknown))
  (slot time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot text (type STRING SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::zfs-dataset
  "One dataset with the properties that zfs get or zfs list showed. Key: host dataset. Kind: state. Above 0: recordsize-bytes volume-block-bytes file-block-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot dataset (type STRING))
  (slot pool (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot type (type SYMBOL) (allowed-symbols filesystem volume snapshot unknown) (default unknown))
  ; what the database keeps there; from an answer, or inferred from the name
  (slot role (type SYMBOL) (allowed-symbols data index redo archive undo temp mixed other unknown) (default unknown))
  (slot recordsize-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot logbias (type SYMBOL) (allowed-symbols latency throughput unknown) (default unknown))
  (slot sync (type SYMBOL) (allowed-symbols standard always disabled unknown) (default unknown))
  (slot primarycache (type SYMBOL) (allowed-symbols all none metadata unknown) (default unknown))
  (slot compression (type SYMBOL) (allowed-symbols on off unknown) (default unknown))
  (slot dedup (type SYMBOL) (allowed-symbols on off unknown) (default unknown))
  (slot mountpoint (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot used-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what it may still take: for the topmost dataset what is free in the pool, less what ZFS keeps for itself
  (slot available-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot snapshots-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how many snapshots of it zfs list -t snapshot showed
  (slot snapshots (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot volume-block-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the largest block size of its existing files that is known: files keep the size that they were begun with
  (slot file-block-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::zfs-file
  "One file on ZFS and its own block size. Key: host dataset file. Kind: state. Above 0: block-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot dataset (type STRING))
  ; its path within the dataset
  (slot file (type STRING))
  (slot block-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot size-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::gang-counts
  "Gang blocks issued for one pool, counted by DTrace and mapped from process to pool with ps. Key: host pool. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  (slot pid (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot per-second (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::pool-blocks
  "How many blocks a pool holds, from zdb -bb. Key: host pool. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  (slot blocks (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of these, the blocks that are a header and several pieces
  (slot ganged (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::io-sizes
  "A bitesize.d histogram of one process: which share of its I/Os has which size. Key: host process output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot process (type STRING))
  (slot output (type STRING))
  ; whether the process is one of a database server
  (slot of-database (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the pool, where the process is zpool-POOL
  (slot pool (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot below-8k-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot at-8k-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot at-least-64k-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot mode-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::arc
  "The ZFS cache in RAM, from arcstats or ::arc. Key: host. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot size-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot target-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot max-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot min-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; yes: the target was the same in each of several samples, as it is at its limit
  (slot target-steady (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; how much of it is metadata
  (slot metadata-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how much of it metadata may be, where this version has such a limit
  (slot metadata-limit-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what it keeps in memory of the blocks on cache devices
  (slot l2-header-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how often it refused to grow because memory was short
  (slot throttle-count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; yes: it does not grow at present, because memory is short
  (slot growth-stopped (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::zfs-parameters
  "ZFS module parameters and /etc/system tunables. Key: host. Kind: state. Above 0: txg-timeout-seconds."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot immediate-write-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot txg-timeout-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot arc-max-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot nocacheflush (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the most dirty data before writers are slowed down
  (slot dirty-data-max-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; I/Os queued to one device at once, before the scheduler of 2013
  (slot vdev-max-pending (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::replication
  "Bytes replicated at block level against bytes the database wrote, over one period. Key: host device. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot device-write-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot database-write-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; yes: a single table of iostat told of the devices, which may be their mean since the boot
  (slot since-boot (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::zil
  "What the intent log did since the module was loaded, from the zil kstat of OpenZFS. Key: host. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot commits (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; records that hold a pointer to the data written in place: large writes, logbias=throughput
  (slot indirect-count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; records that hold the data itself, which is written again with its transaction group
  (slot copied-count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot needcopy-count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; log blocks in the pool itself, and on separate log devices
  (slot in-pool-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot log-device-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::log-writes
  "What zilstat counted of the intent log in one sampling; of all pools where it names none. Key: host pool output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  (slot output (type STRING))
  (slot samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; log blocks written each second: on average, and in the quietest sample
  (slot blocks-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot blocks-s-least (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
