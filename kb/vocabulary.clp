; The closed lists of names, the templates between rows and conclusions, and the functions that rules may call.
; A name that is not listed here does not load.

(defmodule MAIN (export ?ALL))

; A comparison with an unknown value is never true, and never an error.
(deffunction MAIN::at-least (?value ?bound) (and (numberp ?value) (numberp ?bound) (>= ?value ?bound)))
(deffunction MAIN::at-most (?value ?bound) (and (numberp ?value) (numberp ?bound) (<= ?value ?bound)))
(deffunction MAIN::above (?value ?bound) (and (numberp ?value) (numberp ?bound) (> ?value ?bound)))
(deffunction MAIN::below (?value ?bound) (and (numberp ?value) (numberp ?bound) (< ?value ?bound)))

; Whole numbers for things that come only whole, such as pages.
; From 2 to the 53rd on, every float is whole, and no integer of 64 bits may hold it.
(deffunction MAIN::round-down (?x) (if (< -9007199254740992.0 ?x 9007199254740992.0) then (integer ?x) else ?x))
(deffunction MAIN::round-up (?x) (if (> (- ?x (round-down ?x)) 0) then (+ 1 (round-down ?x)) else (round-down ?x)))

(deftemplate MAIN::finding
  "A named sign, abstracted from rows or told. The subject is the host itself where no smaller thing is meant."
  (slot name (type SYMBOL) (allowed-symbols
    ; symptoms that people tell, or that are measured
    host-stalls            ; everything freezes for seconds, then goes on
    periodic-stalls        ; it happens at regular intervals
    application-drops-out  ; throughput or CPU use of the application falls to nothing for seconds
    host-hangs             ; the host is as good as hung for minutes
    host-slow              ; everything is slow, and nothing more is said
    slow-io                ; storage answers slowly
    slow-writes            ; writing is slow
    slow-commits           ; commits or synchronous log writes are slow
    slow-database          ; the database or its queries are slow
    slower-over-weeks      ; the same work takes longer and longer
    replication-surge      ; block-level replication ships more than before
    write-rate-collapses   ; writing starts fast, then falls to a crawl
    memory-short           ; memory is gone, the host pages or swaps
    failover-without-fault ; the cluster failed over and nothing was broken
    node-panicked          ; a node panicked or was fenced
    instance-does-not-start
    huge-pages-unused      ; huge pages are configured and nothing uses them
    memory-vanished        ; free memory is gone and nothing seems to use it
    files-unreadable       ; reading files gives errors
    drive-suspected        ; a drive is thought to be failing
    smart-looks-fine       ; SMART says OK although something is wrong
    virtual-machine-does-not-start
    module-does-not-load   ; a kernel module does not build or load
    after-change           ; it began after a patch, an upgrade or another change
    array-cache-suspected  ; the write cache of an array or controller is said to fill up
    read-before-write      ; updates read from storage what they then write
    bulk-write-running     ; it happens while something writes a large file
    network-unreliable     ; packets are lost, connections break off, the link comes and goes
    no-space-left          ; programs are told that no space is left, or cannot make files
    ; --- what the host uses
    vxfs-in-use                    ; the host has VxFS file systems
    zfs-in-use                     ; the host has ZFS pools
    oracle-in-use                  ; the host runs or ran an Oracle instance
    postgres-in-use                ; the host runs or ran a PostgreSQL server
    cluster-in-use                 ; the host is a node of a cluster
    virtualbox-in-use              ; virtual machines of VirtualBox run or are to run on the host
    raid-controller-in-use         ; the drives, or some, lie behind a RAID controller
    software-raid-in-use           ; the host has arrays of Linux software RAID
    ; --- VxFS, memory, cluster, arrays
    vxfs-caches-writes             ; the large writes go through the page cache
    vxfs-threshold-high            ; the database's usual bulk writes of 128 kB stay cached
    vxfs-mounted-direct            ; the mount options let nothing into the page cache
    vxfs-sizes-compared            ; somebody tests writes below and above the threshold
    told-requests-cached           ; requests of the size that was told go through the page cache
    told-requests-larger           ; the requests that were told are larger than the threshold
    database-direct-io             ; the database itself asks for direct I/O
    database-disk-manager          ; the database writes its files through Oracle Disk Manager
    cached-job-exceeds-memory      ; a job wrote more than the memory that was free
    cached-faster-than-drained     ; a job's writes were accepted faster than the disks sustain
    paging-active                  ; the host pages at all
    scanning-for-file-pages        ; the scanner runs, and only recycles file pages
    anonymous-paging-only          ; memory of processes is paged out, and no file pages
    device-slow                    ; a device answers slowly
    device-turned-slow             ; a device answers much later from some time on, and moves hardly more
    longer-run-writes-slower       ; a long run past the host's cache is several times slower than a short one
    device-write-knee              ; a device's write rate falls from one level to another while it is busy
    requests-wait-from-knee        ; from the fall of a write rate on each request waits many times as long
    collapses-into-stalls          ; after the fall single writes take a second or more
    array-cache-full               ; the array itself says that its write cache is full, or writes out one half while the other is full
    device-rate-flat               ; a busy device writes at one rate from beginning to end
    devices-keep-up                ; every device of the host answers at once and has time left
    device-spikes-periodic         ; a device's latency jumps at regular intervals
    knee-at-same-bytes             ; the rate falls after the same amount again
    knee-beyond-array-cache        ; more was written fast than the cache of an array holds
    host-cache-bypassed            ; the writes went to the device without the host's cache
    array-impaired                 ; a RAID set is degraded, rebuilding or without its battery
    heartbeats-late                ; heartbeats came late or not at all
    heartbeat-not-scheduled        ; the heartbeat process itself did not run for seconds
    heartbeats-sent-late-often     ; hundreds of them
    heartbeats-sent-late           ; this node sent its heartbeats late, by its own log
    cluster-log-write-slow         ; a member of the cluster waited for seconds until its log was on disk
    cluster-node-overloaded        ; the cluster manager finds this node overloaded
    failover-logged                ; a node was declared dead, its service taken over, or it was fenced
    declared-dead                  ; the other node declared this one dead
    one-network-lost               ; one heartbeat network was lost and another was not
    processors-overrun             ; far more tasks wait for a processor than there are processors
    all-networks-late              ; every heartbeat network was lost or late at once
    heartbeats-late-while-short    ; the cluster missed heartbeats, and this node is short of memory or of processors
    networks-late-while-paging     ; and this node pages, and no interface has errors
    network-errors                 ; an interface counts errors
    panic-before-failover          ; the node panicked before it was declared dead
    panic-after-failover           ; the node panicked after its service was taken over
    quorum-lost-first              ; the quorum device went before the heartbeats
    clock-jumped
    shortage-before-failover       ; memory was short before the heartbeats were missed
    ; --- ZFS
    pool-nearly-full               ; fuller than its version of ZFS bears well
    pool-has-room                  ; at least half of the pool is free
    free-space-fragmented          ; the free space is in short runs
    gang-blocks-sustained          ; blocks are written in pieces, all the time
    small-pool-ios                 ; most I/Os of the pool are smaller than its records
    pool-devices-slow              ; the devices of the pool answer slowly
    pool-io-stands-still           ; devices of the pool complete nothing although requests wait
    pool-has-faults                ; the pool is degraded, or a device in it has counted errors
    scrub-or-resilver-running
    dedup-in-use
    pool-for-data                  ; a pool that holds more than the system itself
    log-among-data                 ; such a pool without a log device: its intent log lies among the data
    separate-log-device            ; the pool has a log device of its own
    sync-disabled                  ; synchronous writes are not waited for
    large-writes-in-spikes         ; while the latency jumps, the writes are many times larger
    write-bursts-in-spikes         ; while the latency jumps, many times as many bytes are written
    spikes-at-flush-period         ; the spikes are as far apart as transaction groups
    stalls-coincide-with-log-spikes
    data-logbias-latency           ; a data dataset logs its small synchronous writes whole
    data-written-small             ; and the disks are busy with small writes
    data-logged-in-pool            ; the same, and the log lies in the pool
    every-write-logged             ; sync=always, and no log device of the pool was shown
    writes-doubled                 ; the device writes far more than the database gave
    log-holds-data                 ; the intent log holds the data itself, in the pool
    immediate-write-lowered        ; database blocks count as large writes: the log only points to them
    stream-in-small-records        ; redo or archive logs in records far below 128 KiB
    record-larger-than-block       ; an update of one database block reads and writes a larger record
    record-smaller-than-block      ; one database block lies in several records
    record-sized-requests          ; disks are read and written in pieces as large as records
    record-sized-reads             ; whole records are read while small updates are written
    large-ios-rare                 ; hardly any I/O of the pool is large
    ; --- Oracle
    system-without-linux-huge-pages
    asm-instance                   ; it serves storage; small pages are right for it
    all-or-nothing-pages           ; a version that takes no huge page at all when one is missing
    large-pages-only               ; use_large_pages is ONLY or AUTO_ONLY: no start without
    large-pages-off                ; use_large_pages is FALSE
    automatic-memory               ; MEMORY_TARGET or MEMORY_MAX_TARGET is set: the memory lies in /dev/shm
    memory-in-dev-shm              ; /dev/shm holds the files of an instance under automatic memory management
    memory-target-refused          ; ORA-00845
    dev-shm-too-small              ; /dev/shm has less room than the instance asks for
    memory-refused                 ; a start ended with "out of memory" (ORA-27102 and its kin)
    shared-memory-not-permitted    ; a start ended with "operation not permitted" on shared memory
    segment-refused                ; a start ended because a shared memory segment was refused, nobody says why
    shared-memory-limit-reached    ; a start ended on a limit of System V shared memory
    shared-memory-limit-low        ; kernel.shmall is below the size of the instance
    huge-pages-configured          ; the host has a pool of huge pages
    huge-pages-idle                ; hardly any page of the pool is in use or reserved
    huge-pages-used-up             ; hardly any page of the pool is left
    huge-pages-short               ; the last start asked for more huge pages than were free
    no-huge-page-free              ; the last start found none, and came up in small pages
    huge-pages-held-by-others      ; the pool would do, and others hold part of it
    pool-smaller-than-sga          ; all huge pages together are smaller than the SGA
    pool-well-below-sga            ; the same, by more than the rounding of printed sizes
    pool-smaller-than-segments     ; all huge pages together are smaller than the shared memory segments
    pool-smaller-than-asked        ; the kernel has fewer huge pages than it is configured for
    huge-pages-cover-sga           ; as many huge pages are in use as the SGA needs
    huge-pages-refused             ; a start that may only use huge pages ended with "out of memory"
    refused-beside-enough-pages    ; a start was refused although as many huge pages were free as it needs
    idle-pool-below-sga            ; a version that takes all its huge pages or none runs beside an idle pool smaller than its SGA
    used-up-pool-below-sga         ; the pool is used up, and smaller than the SGA of an instance that runs
    shared-memory-beyond-pool      ; the pool is used up, and more shared memory lies in small pages
    idle-pool-of-mixing-version    ; a version that takes any huge page runs beside an idle pool
    enough-pages-idle              ; the pool would do for the running instance, and lies idle; automatic memory management is off
    pool-idle-beside-low-limit     ; huge pages for the whole SGA lie idle, and the account may lock less than that
    pool-idle-beside-shell-limit   ; the same, by a shell of unknown account
    automatic-memory-large         ; automatic memory management of more memory than it is meant for
    automatic-memory-under-only    ; no start without huge pages, and automatic memory management, which cannot use them
    pages-left-under-numa          ; nodes matter here, and free huge pages were left aside or a start refused beside enough
    numa-instance-on-uneven-pages  ; the instance lays out its memory by node, and the nodes have uneven huge pages
    page-tables-of-automatic-memory ; automatic memory management, and page tables as large as small pages make them
    idle-pool-beside-dev-shm       ; the pool lies idle, and the memory of the instance lies in /dev/shm
    sga-in-small-pages             ; the instance runs, wholly or partly, in small pages although there is a pool
    free-pages-passed-over         ; an instance left free huge pages aside that it had asked for
    node-short-of-huge-pages       ; the pages suffice, and one NUMA node has too few
    huge-pages-crowd-memory        ; the pages that are needed would leave too little for the rest
    memlock-too-low                ; the limit on locked memory is below the SGA
    memlock-short-at-start         ; at its last start the instance itself said that it may lock too little for its SGA
    memlock-at-default             ; the limit on locked memory was never raised
    sga-to-be-locked               ; lock_sga is set (told)
    sga-lock-refused               ; a start was refused its memory while the SGA is to be locked
    large-pages-refused            ; a start ended with an error of large pages
    large-pages-excluded           ; the log says that the memory parameters exclude large pages
    large-sga-without-huge-pages   ; an SGA of many gigabytes, and no huge page
    memlock-of-shell-low           ; a shell of unknown account may lock less than the SGA
    memlock-of-shell-enough        ; the account oracle may lock the SGA in a shell
    memlock-set-for-logins         ; limits.conf allows the SGA, which counts for logins only
    memlock-missing-in-unit        ; the systemd unit that starts the instance sets no LimitMEMLOCK
    works-when-started-by-hand     ; the instance is all right when a person starts it, and not otherwise (told)
    huge-pages-by-hand-only        ; it takes its huge pages when a person starts it, and not otherwise
    postgres-asks-for-huge-pages
    ; --- what stands out where no case fits
    slot-keeps-log                 ; a replication slot holds back the server's log
    dead-rows-kept                 ; vacuum has to leave a great many dead rows
    kernel-memory-large            ; the kernel's own objects take a good part of memory
    kernel-thread-busy             ; a thread of the kernel keeps a processor busy
    array-lacks-member             ; a software RAID array works with fewer members than it is made for
    sessions-wait-for-lock         ; sessions of a database wait for locks
    figures-impossible             ; a counter shows what cannot be
    storage-answers-late           ; requests or flushes take far longer than a sound device needs
    load-without-work              ; the load is high and the processors are idle
    cgroup-limit-reached           ; a group of processes reached its own limit of memory
    snapshots-hold-much            ; snapshots hold as much as the data itself
    wrong-data-from-several        ; several devices of one file system return wrong data
    ; --- Linux writeback, drives, controllers, modules
    writes-pause                   ; nothing is handed to the disks for seconds while tasks wait for it
    writes-burst                   ; writes are taken in many times faster than the disks drain them
    stall-predicted                ; the backlog stops writers for seconds, by its size and the drain
    stall-as-predicted             ; the stall lasts as long as the backlog needs to drain
    dirty-backlog-at-limit         ; unwritten data has reached the limit at which writers are stopped
    dirty-backlog-at-default-limit ; the same, by the limit that this kernel has of itself
    dirty-backlog-slows-writers ; more is unwritten than the amount from which on writers are slowed
    dirty-backlog-slow-to-drain    ; what is unwritten takes seconds to drain
    dirty-backlog-gigabytes        ; gigabytes are unwritten, and how much memory there is is not known
    dirty-backlog-drains-for-minutes ; the disks are busy, and what is unwritten takes them minutes
    dirty-backlog-small            ; hardly anything is unwritten
    dirty-backlog-watched-small    ; the same over many samples
    dirty-limit-large              ; a backlog at the limit would take seconds to drain
    dirty-limit-bounded            ; vm.dirty_bytes bounds the backlog to what any disk drains in seconds
    dirty-ratio-raised             ; the limit is a larger share of memory than any default, and memory is not known
    dirty-limit-huge               ; the limit is beyond what any storage drains in seconds
    swapping
    device-hung                    ; a device completes nothing although requests wait
    device-busy-writing            ; a device is busy and goes on completing writes
    io-waited-for                  ; tasks wait for I/O a good part of the time
    array-syncing                  ; a software RAID array is rebuilt or checked
    array-sync-logged              ; the log tells that a check or rebuild of an array began, and not that it ended
    array-sync-stalled             ; a check or rebuild of an array as good as stands still
    arrays-read                    ; programs read through a software RAID array
    members-read-beneath-arrays    ; disks are read alike while no array above them is read
    array-member-failed            ; a software RAID array has lost a member
    disk-errors                    ; the kernel reports errors of a disk
    disk-errors-on-host            ; the kernel reports errors of some disk of the host
    medium-errors                  ; the medium itself could not be read or written
    medium-errors-spread           ; at several places
    requests-given-up              ; the kernel gave requests to a disk up and says no more about why
    io-errors-spread               ; requests failed at several places, and the kernel does not say why
    hardware-errors                ; the drive reports a fault of its own
    device-unresponsive            ; commands time out, the device is reset or gone
    device-unresponsive-again      ; the same, more than once on one disk
    several-disks-unresponsive
    disks-lost-together            ; three disks and more stopped answering within seconds
    paths-lost                     ; paths to the storage failed
    controller-resets
    link-errors                    ; data was damaged between drive and host
    link-errors-only               ; and nothing is wrong with the medium
    smart-failing                  ; SMART itself says that the drive fails
    smart-clean                    ; the drive's own counters are all zero
    failure-predicted              ; the drive told the system that it expects to fail
    self-test-failed               ; the drive failed its own test
    pending-sectors                ; sectors wait to be read once more
    pending-sectors-many           ; more of them than one physical sector explains
    pending-cleared                ; they were readable again, and nothing was reallocated
    offline-uncorrectable          ; the drive's own scan found sectors that cannot be read
    reported-uncorrectable         ; the drive told the host of reads that it could not correct
    reallocated-sectors            ; many sectors were replaced by spare ones
    reallocated-sectors-huge       ; so many that the spare ones run short
    medium-errors-logged           ; the drive's own log holds reads that it could not correct
    bad-sectors-growing            ; a counter of bad sectors rose between two readings
    nvme-critical                  ; an NVMe drive warns of its spare blocks, reliability or read-only medium
    endurance-used-up              ; the rated endurance of an NVMe drive is used up, and nothing else is wrong with it
    media-errors                   ; an NVMe drive counts data that it could not deliver
    spare-exhausted
    grown-defects                  ; a SCSI drive has replaced many sectors
    uncorrected-reads-many         ; it counts more of them than one spot makes
    uncorrected-reads              ; a SCSI drive counts errors that it could not correct
    controller-present             ; a RAID controller stands between host and drives
    controller-read-errors         ; the controller logs errors of a drive
    controller-read-errors-on-host ; the controller logs errors of some drive of the host
    controller-smart-drops         ; the controller shows that sectors of a drive cannot be read
    controller-drive-failed        ; the controller has given up a drive
    pool-drive-errors              ; one device of a ZFS pool or of Btrfs counts errors
    device-was-gone                ; writes and flushes to a device failed in numbers, as if it was not there
    slower-than-peers              ; a device takes ten times as long as others for the same work
    reads-take-seconds             ; a disk that is asked for little takes seconds for a read, while others answer at once
    reads-crawl                    ; a disk is read in one go at a tenth of what any sound disk does
    spare-lost-early               ; an NVMe drive has lost spare blocks long before it is worn
    drive-replaced                 ; the drive was replaced since
    smart-filler                   ; what smartctl shows is made up by the controller
    smart-contradicted             ; errors of the disk are on record, and the controller answers for its health
    smart-logical-volume           ; smartctl was answered by a logical volume
    flash-device                   ; the device has no moving parts, and no RAID controller is seen
    single-drive                   ; the device is a drive that answers for itself
    smart-unreadable               ; smartctl got no answer through the controller
    volume-verdict-trusted         ; somebody goes by the OK of a logical volume
    smart-verdict-doubted          ; SMART finds the drives well, and somebody has a reason to doubt it
    smart-self-test-refused
    drive-not-asked                ; a drive that the controller lists was not asked for its health
    smart-read-behind-controller   ; the drives themselves were asked through the controller
    write-scan-run                 ; a search for bad blocks that writes
    write-scan-clean
    read-scan-clean
    scan-found-bad-blocks
    many-blocks-unreadable         ; more of them than one damaged spot makes, and the search only read
    scan-disk-errors               ; the kernel or the controller logs errors of what was searched
    scan-belied                    ; a search that writes named no bad block, and errors of the very disk are on record
    scan-pending-sectors           ; the disk that was searched had sectors that wait to be read once more
    scan-drive-replaced            ; the drive that was searched, or one below it, was replaced since
    scan-of-another-disk           ; the errors that are logged are not of the disk that was searched
    scan-of-array                  ; an array or a volume was searched, not a drive
    vbox-headers-of-other-kernel   ; headers are installed, of other kernels than the running one only
    vbox-headers-missing           ; the build does not find the headers of the running kernel
    vbox-symbols-missing           ; the module wants what the kernel does not have
    vbox-compile-errors            ; the source does not compile against this kernel
    vbox-build-failed              ; the module was not built
    vbox-too-old                   ; this VirtualBox is older than the first that knows this kernel
    vbox-built-for-other-kernel
    vbox-key-rejected              ; the kernel does not accept the module's signature
    vbox-unsigned
    vbox-module-absent             ; no module is there to be loaded
    vbox-load-fails                ; loading fails, and the reason is not said
    vbox-module-loads
    vbox-module-works              ; it is loaded, and nobody else keeps the processor
    vbox-cpu-taken                 ; VirtualBox says that another hypervisor holds the processor
    vbox-config-recipe             ; the build log echoes the text of a check, which is no fault
    secure-boot-on
    kvm-owns-cpu                   ; KVM keeps the processor's virtualization for itself
    ; --- memory pressure
    swap-thrashing                 ; memory goes out to swap and is read back at once, all the time
    swapping-both-ways             ; the same in an excerpt that does not show whether it lasts
    swapping-stalls-tasks          ; it swaps, and every task waited for memory for a tenth of the time and more
    heavy-swapping-logged          ; the database warns that memory is swapped out and in, both ways
    swap-used-up                   ; what is left of swap is of no use
    swap-full-and-reclaiming       ; and the kernel's thread that frees memory is busy, or every task waits for memory
    reclaiming-beside-used-swap    ; that thread is busy, a good part of memory lies in swap, and processors stand idle for a disk
    memory-and-swap-gone           ; no memory can be given out any more, and what is left of swap is of no use
    nothing-left-to-reclaim        ; the same, and the processors look for some
    reclaiming-with-no-cache-left  ; the same, and there is hardly any page cache that could be freed instead
    tasks-wait-for-swap            ; several tasks stand still until a page comes back from swap
    tasks-wait-for-reclaim         ; several tasks stand still because they have to free memory first
    kernel-busy-beside-small-pages ; shared memory of a good part of the host lies in small pages, and the kernel takes the processors
    swapping-waited-for            ; processors stand idle for a disk while it swaps
    cold-memory-swapped-out        ; memory went out to swap, and nothing of it comes back
    processes-swapped-out          ; whole processes are put out of memory while the scanner runs
    memory-available-short         ; hardly any memory can be given out without swapping
    swap-largely-used              ; half of swap and more is in use, which is no fault by itself
    memory-stalled                 ; every task waited for memory for a tenth of the time and more
    major-faults-heavy             ; many faults in a second have to wait for a disk
    kswapd-busy                    ; the kernel's thread that frees memory takes a good part of a processor
    killed-for-memory              ; the kernel ended a process for want of memory
    guest-memory-refused           ; a virtual machine was refused its memory at the start
    killed-with-swap-full          ; and half of swap and more is in use
    swap-used-up-logged            ; the kernel found no memory, and its report has nothing left of swap
    faults-beside-direct-reclaim   ; programs free pages themselves, and what was thrown out is read back at once
    swap-read-back-logged          ; in its report as many pages were wanted back from swap as it holds
    swapping-beside-large-swap     ; it swaps both ways, and swap holds half as much as memory
    killed-after-swap-was-read-back ; and a process was ended for want of memory
    memory-relieved                ; programs were given less memory, or the host more, since
    swap-calm-since-relief         ; and nothing is swapped any more
    swap-calm-in-a-sample          ; in one sampling hardly anything was swapped; no proof by itself, for a load comes and goes
    swap-in-memory-only            ; all swap is compressed memory, no disk
    page-tables-large              ; page tables take far more than private memory needs
    page-tables-huge               ; a twentieth of memory and more
    page-tables-grow               ; they doubled while they were watched
    page-tables-as-predicted       ; as large as shared memory and attached processes make them
    process-page-tables-large      ; one process alone keeps large ones
    no-huge-page-in-use            ; there is no pool of huge pages, or nobody uses it
    shared-in-small-pages          ; shared memory of a good part of the host lies in small pages
    system-time-high               ; the kernel takes a good part of the processors
    system-time-spikes             ; in some samples half of all processors are in the kernel
    zone-reclaim-on                ; a node's own cache is reclaimed before free memory of another node is used
    task-caught-in-zone-reclaim    ; a task frees pages of its own node at the moment that somebody looked
    zone-reclaim-at-work           ; the kernel reclaims within a node several times in a second
    node-short-beside-free-memory  ; one NUMA node has nothing free while another has much
    swapped-out-beside-free-node   ; and half of swap is in use, which would fit into the free memory of the other
    huge-pages-uneven-on-nodes     ; one node has little more than half of the huge pages of another
    node-pages-used-up             ; the huge pages of one node are used up while another has many left
    oracle-numa-on                 ; the instance lays out its memory by node
    single-node                    ; the host has one NUMA node
    thp-always                     ; every program gets transparent huge pages unasked
    thp-faults-stop                ; every page fault may stop to make room for a huge page
    thp-in-use                     ; a good part of memory lies in transparent huge pages
    compaction-mostly-in-vain      ; since the boot many programs stopped for a huge page, and mostly got none
    programs-reclaim-beside-free-memory ; and they freed pages themselves although memory is free
    kernel-busy-beside-huge-page-faults ; the kernel takes the processors where every fault may stop for a huge page
    compaction-in-profile          ; a profile finds the processors moving pages about
    tasks-in-compaction            ; several tasks stand still while they move pages about
    task-caught-in-compaction      ; one task does, at the moment that somebody looked
    compaction-stalls-rising       ; programs stop to move pages about until a huge one fits
    compaction-thread-busy         ; khugepaged or kcompactd takes a good part of a processor
    ; end of memory pressure
    ; --- ZFS pools and caches
    pool-said-faulty               ; somebody says that a pool is degraded or has errors
    pool-degraded                  ; the pool works, with less redundancy than it was made with
    pool-unusable                  ; the pool is faulted, unavailable or suspended
    pool-not-importable            ; zpool import lists a pool that cannot be opened
    pool-data-damaged              ; ZFS lists data of the pool that it cannot get right any more
    pool-device-out                ; a device of the pool is faulted, gone, or not to be opened
    pool-device-to-replace         ; the one device of a pool that is out, by the name that zpool takes
    pool-device-to-online          ; the one device of a pool that was taken offline, by the name that zpool takes
    pool-device-offline            ; a device of the pool was taken offline
    pool-errors-counted            ; a device of the pool has counted some errors
    pool-errors-stray              ; one or two errors are counted, and nothing is out
    pool-errors-spread             ; several devices of the pool count wrong data, and no failed read or write
    pool-condition-bad             ; zpool status says that a device had errors or is gone, or that data is damaged
    pool-scrub-repaired            ; the last scrub of a pool had to mend blocks
    pool-scan-left-errors          ; the last scan of a pool met blocks of which no copy was whole
    pool-errors-logged             ; the module's own events show errors of a device in the pool
    pool-failure-logged            ; the kernel logged that the pool was suspended, or a device of it given up
    pool-fault-open                ; the fault manager holds a fault of the pool or its devices open
    memory-pressed                 ; memory is short as measured, not only as told
    swap-used                      ; a good part of swap is in use
    swapped-out-beside-cache       ; what lies in swap would fit into what the ZFS cache holds
    arc-large                      ; the ZFS cache holds a good part of memory
    arc-at-minimum                 ; the ZFS cache has given back all that it gives back
    arc-may-take-nearly-all        ; the limit of the ZFS cache is nearly all of memory
    arc-limit-since-change         ; it began with a change, and that limit may have come with it
    arc-exceeds-room               ; the ZFS cache is larger than what processes, huge pages and a reserve leave
    arc-and-database-exceed-memory ; the ZFS cache, the SGA and the PGA together are larger than memory
    arc-capped                     ; the ZFS cache is limited to what the rest leaves it
    processes-fill-memory          ; processes and huge pages alone fill memory
    queue-at-limit                 ; a device of the pool has as many requests as ZFS gives one device, all the time
    lun-queue-full                 ; the only volume of a pool has as many requests as it is given, all the time
    pool-on-one-lun                ; the pool lies on a single volume of an array
    pool-on-one-vdev               ; the pool has a single top-level vdev
    pool-spread                    ; the pool is spread over several top-level vdevs
    redo-shares-pool               ; the logs of a database share the pool with its data
    database-on-one-raidz          ; the data of a database lies on a single raidz
    vdevs-mixed                    ; a lone device stands beside mirrors or raidz as a data vdev
    pools-share-disk               ; two pools lie on one disk
    pool-device-busy               ; a device of the pool has work nearly all the time
    dedup-table-exceeds-cache      ; the deduplication table is larger than what the cache keeps of it
    dedup-table-large-by-estimate  ; by the usual amount for each terabyte the table would be
    dedup-table-large              ; the deduplication table takes many gigabytes of memory
    dedup-table-waited-for         ; a task of the kernel hangs in the deduplication table
    dedup-frees-busy               ; threads that free blocks are busy, and a pool deduplicates
    dedup-table-reads              ; the pool reads small blocks, about as often as it writes
    ashift-below-sector            ; ZFS writes to a device in blocks smaller than its physical sector
    drive-refused-for-sectors      ; ZFS did not take a drive into a vdev because its sectors are larger than the blocks of it
    disks-of-4k                    ; a disk of the host has physical sectors of 4 KiB or more
    ashift-of-512                  ; ZFS writes to the pool in blocks of 512 bytes
    ashift-of-512-beside-4k        ; the same on a host with disks whose sectors are larger
    ashift-of-4k                   ; ZFS writes to every vdev of the pool in blocks of 4 KiB or more
    group-hangs                    ; the kernel found that a transaction group was not written for minutes
    log-waits-behind-group         ; and tasks that wait for the intent log at the same time
    groups-outlast                 ; to write a transaction group takes about as long as the next one is open
    groups-take-long               ; transaction groups take seconds to be written, or follow without a pause
    file-of-large-blocks           ; a file of the database itself lies in blocks many times those of the database
    record-usual-for-database      ; the record size is one that is usual for this database
    blocks-smaller-than-record     ; a test wrote small blocks into large records, and was slow
    faster-in-smaller-records      ; the same test is several times as fast in smaller records
    faster-with-larger-ashift      ; the same test is far faster on a pool made for larger blocks
    records-rewritten-whole        ; the pool of a database reads and writes whole records, about as often
    test-writes-doubled            ; a test of synchronous writes reached the pool twice over
    blocks-smaller-than-default-record ; a test wrote small blocks on ZFS and was slow; the record size was not shown
    pool-on-one-raidz              ; the pool's data lies on a single wide raidz
    reads-wait-in-queue            ; reads stand in the pool's queue as long as writes do
    raidz-saturated                ; a single wide raidz is slow or always busy with small reads
    raidz-reads-multiplied         ; each member of a single raidz reads as often as the whole pool
    raidz-reads-multiplied-on-average ; since its import each member of a single raidz has read as often as the pool
    raidz-reads-few                ; a test of small random reads on a single raidz came to what one disk does
    raidz-members-slow-at-once     ; in one sample two members of a single raidz are slow and always busy
    unplaced-disks-seek-at-once    ; in one sample two disks of unknown use are slow, busy and serve small requests
    raidz-very-wide                ; the pool is one raidz of a dozen devices or more
    volumes-on-one-raidz           ; volumes lie on a single wide raidz
    vdevs-filled-unevenly          ; one vdev of the pool is nearly full and another is not
    free-space-in-crumbs           ; the free space of the pool lies in runs of a quarter record or less
    zfs-allocator-busy             ; the processors search for free space in a pool
    zfs-write-threads-busy         ; a thread of ZFS that assigns blocks keeps a processor busy
    pool-on-last-space             ; less than 4 percent of the pool are free
    vdevs-written-unevenly         ; some devices of the pool take nearly all of its writes
    pools-contend-for-disk         ; the disk that two pools share is busy and slow
    pool-writes-small              ; the devices of the pool are written in small pieces
    unplaced-disks-slow            ; disks of no known array, pool or file system are slow
    unplaced-disks-seek            ; and are read in small pieces
    arc-holds-half                 ; the ZFS cache holds more than half of memory
    arc-over-limit                 ; the ZFS cache is far larger than its limit
    arc-growth-stopped             ; the ZFS cache does not grow, because memory is short
    arc-over-target                ; the ZFS cache is far larger than it is meant to be
    stalls-at-flush-period         ; something stalls as often as transaction groups are written
    sync-writes-stall              ; some of the small writes to ZFS that were timed took seconds
    log-writes-queue               ; synchronous writes wait in the pool's queue all the time, and reads do not
    log-writes-wait                ; synchronous writes wait in the pool's queue while transaction groups do
    deleting-slow                  ; deleting files or destroying snapshots takes very long (told)
    ; end of ZFS pools and caches
    ; --- drives, controllers, arrays
    cache-battery-suspected        ; the battery of a controller's write cache is said to be bad (told)
    unspecified-complaint          ; somebody complains, and no symptom was understood (told)
    slow-on-schedule               ; it is slow at fixed hours or on fixed days (told)
    lost-at-power-cut              ; data was gone or damaged after a loss of power or a crash (told)
    write-cache-lost               ; writes are meant to be cached by the controller, and are not
    writes-through-now             ; a volume writes through, and whether it is meant to is not known
    write-cache-in-use             ; the controller caches writes, as it is meant to
    write-through-by-choice        ; the controller is set to write through
    cache-battery-failed           ; the battery or capacitor of the write cache has failed
    cache-battery-absent           ; there is none
    cache-battery-charging         ; it is charging, or in a learn cycle
    cache-battery-good
    write-cache-forced             ; writes are cached although nothing keeps them through a loss of power
    lost-from-drive-caches         ; data was lost with the power, and drives cache writes that nothing flushes
    lost-with-drive-cache-on       ; data was lost with the power, and a drive's cache is on
    drive-caches-behind-controller ; the drives' own caches are on behind a RAID controller
    barriers-off-over-cache        ; a file system sends no flushes, and a volatile cache is on below
    zfs-flushes-off                ; ZFS is told to send no cache flushes
    syncs-faster-than-platter      ; writes are acknowledged faster than the drive turns
    acknowledged-writes-lost       ; after a power cut a disk does not hold what it had acknowledged
    syncs-stop-at-cache            ; a sync returns long before one that flushes the drive's cache
    database-pages-damaged         ; the database finds pages that are not what it had written
    flushes-sent                   ; the file systems send cache flushes, and nothing withholds them
    cache-protected                ; the controller caches writes, and a good battery keeps them
    writes-slow-reads-quick        ; writes to a device take many times as long as reads
    link-errors-repeated           ; damaged transfers again and again
    link-errors-mostly             ; damaged transfers outnumber the errors of the medium by far
    unresponsive-and-clean         ; a disk stops answering again and again, and its counters are clean
    crc-errors-rising              ; attribute 199 rises
    crc-errors-unchanged           ; attribute 199 stands still, for long enough to believe it
    crc-errors-many                ; attribute 199 is large, and nothing says when that was
    crc-errors-thousands           ; and is in the thousands
    link-errors-logged             ; the drive's own log holds damaged transfers
    crc-errors-none
    link-faults-many               ; it counts them by the thousand
    link-faults-counted            ; the link itself counts damaged transfers
    link-speed-two-steps-down      ; the link runs at a quarter of what the drive can
    link-speed-reduced             ; the link runs slower than the drive can
    array-members-loaded           ; the members of a software RAID array are slow or always busy
    storage-waited-for             ; a good part of the processors is idle because tasks wait for the storage
    slow-beside-array-work         ; it is slow while an array or pool is rebuilt or checked
    slow-beside-controller-reads   ; it is slow while the controller reads or checks its drives
    disks-idle                     ; all measured disks are quick and have time left
    controller-rebuilding          ; a RAID controller rebuilds, initialises or reshapes a set
    pool-resilvering               ; a ZFS pool writes the content of a device anew
    pool-scrubbing                 ; a ZFS pool reads and checks everything
    patrol-read-running            ; the controller reads all drives to find bad sectors
    patrol-read-scheduled          ; it does so by itself at intervals
    controller-background-reads    ; the controller reads or checks the drives by itself, now or on schedule
    pool-device-being-replaced     ; all that a pool lacks is what the running resilver writes
    consistency-check-running      ; the controller compares the halves or the parity of its sets
    drive-shingled                 ; the drive records shingled and manages that by itself
    shingled-under-rebuild         ; a shingled drive is on a host where an array or pool is rebuilt
    shingled-rebuild-crawls        ; a rebuild with a shingled drive goes at a few MB/s
    device-writes-stall            ; single writes to a device take seconds
    barriers-off                   ; the file system sends no cache flushes
    guest-flushes-ignored          ; the disk of a virtual machine is kept in its host's memory, whatever the guest asks
    drive-backup-failed            ; what keeps a drive's cache through a loss of power has failed
    older-blocks-found             ; a file system finds a block older than what points to it
    file-system-unmountable        ; and cannot be mounted any more
    flushes-withheld               ; the kernel takes a drive's volatile cache for none, and sends no flushes
    drive-cache-volatile           ; the drive's own write cache is on
    ; end of drives, controllers, arrays
    ; --- paths, networks, pauses
    paths-suspected                ; the way to the storage is suspected
    migration-suspected            ; the virtual machine was migrated or saved at that time, or is short of processors
    collector-suspected            ; the garbage collector of Java is suspected
    no-path-left                   ; a LUN has no path that works
    all-paths-were-lost            ; for a time it had none
    requests-queue-without-path    ; and requests to it wait for ever
    path-down                      ; some paths failed, others work
    fc-link-failing                ; a Fibre Channel port counts losses of its link or damaged frames by the hundred
    fewer-paths-than-siblings      ; a unit has one path, others of the same array have more
    paths-flapping                 ; paths fail and come back again and again
    path-trouble-over              ; paths failed long ago, and have been back since
    paths-all-back                 ; every path works, and no log ends with one that is out
    tasks-blocked-after-path-loss  ; tasks waited for minutes after the first path had failed
    paths-over-network             ; the storage is reached over the network
    paths-mended                   ; the lost link was put right since
    link-lost                      ; an interface lost its link, not long ago
    link-down-now                  ; and has not got it back
    link-flapping                  ; it loses it again and again
    nic-hung                       ; the card stopped sending, and the kernel reset it
    frames-damaged                 ; an interface receives more damaged frames than a sound link brings
    interface-errors-growing       ; the errors of an interface grow while one looks
    interface-errors-many          ; an interface counts many errors, as a part of what it carried
    packets-lost-nearby            ; of packets to a host nearby some were lost
    packets-lost                   ; the same, to a host that is far or nobody knows how far
    interfaces-clean               ; no interface counts errors, and none lost its link
    lost-link-has-errors           ; the interface that lost its link counts many errors as well
    duplex-mismatch                ; the two ends of a link do not agree on the duplex mode
    half-duplex                    ; a link of 100 Mbit/s or more works half duplex
    link-below-offer               ; both ends say that they can more than the link came up with
    link-below-card                ; a card for gigabit works at a tenth of it or less
    network-mended                 ; the link was put right since
    hypervisor-in-use              ; the host is itself a virtual machine
    guest-stopped                  ; the hypervisor stopped the virtual machine for a second or more
    guest-paused                   ; the virtual machine did not run for seconds, by whatever shows it
    guest-short-of-cpu             ; the hypervisor let this virtual machine wait a fifth of the time that it wanted to run
    partition-cap-used-up          ; a capped partition used all of the processors that it may ever have
    guest-short-of-cpu-listed      ; one of the hypervisor's virtual machines waited so long
    guest-listed-paused            ; the hypervisor's list has a paused virtual machine
    guest-handled                  ; it was migrated, suspended, or a snapshot of it was taken
    clock-unstable                 ; the kernel no longer trusts its clock source
    cpus-stood-still               ; a processor did not run for many seconds
    idle-cpu-stood-still           ; a processor with nothing to do stood still
    idle-cpu-of-guest-stood-still  ; of a virtual machine
    samples-missing                ; a sampling tool was not run for seconds
    steal-seen-once                ; a third of the processor time and more was stolen in the only look at it
    steal-half                     ; half of the processor time and more was stolen
    steal-high                     ; the hypervisor gives the processors to other machines
    pauses-mended                  ; what stopped the virtual machine was put right since
    java-in-use                    ; the host runs a Java virtual machine
    gc-pauses-long                 ; the garbage collector stops a program for seconds
    gc-takes-much-time             ; and a large part of the time
    gc-threads-busy                ; several threads of the collector keep a processor busy each
    gc-gives-up                    ; the collector ran out of room while the program went on
    program-stood-still            ; a program did not run for seconds by its own clock, and does not know why
    stood-still-without-gc         ; and it counted no collection meanwhile
    gc-waits                       ; it used hardly any processor time in its longest pause
    heap-full-after-gc             ; a full collection frees hardly anything
    heap-mended                    ; the heap was put right since
    ; end of paths, networks, pauses
    ; --- Linux file systems, containers, other databases
    mysql-in-use                   ; the host runs or ran a MySQL or MariaDB server
    container-stalls-alone         ; one container stalls and the rest of the host does not (told)
    ext3-named                     ; ext3 is named as the file system (told)
    heavy-writing                  ; something writes a lot
    dirty-below-throttling         ; less is unwritten than any writer would be slowed for
    tasks-hung-in-writeback        ; a task stood still for a minute until pages were written out
    tasks-in-dirty-throttle        ; tasks that write are held back for the amount that is unwritten
    throttled-below-host-limit     ; they are held back although the host has little unwritten
    ext3-in-use                    ; a file system is served by the driver of ext3
    ext3-ordered                   ; one of them is in data=ordered
    ext3-mounted-as-ext4 ; what was made as ext3 is mounted as ext4, with delayed allocation
    ext4-serves-ext3               ; the driver of ext4 serves the ext3 file systems
    fsync-waits-for-ext3-journal   ; tasks wait for ext3's journal to be committed
    fsync-caught-in-ext3-journal   ; a task in fsync was seen to wait for it
    journal-waited-for-below-throttling ; tasks wait for it although little is unwritten
    tasks-wait-for-ext4-journal    ; tasks wait for ext4's journal to be committed, or its own thread for the disk
    writers-outrun-disks           ; programs write several times as much as the disks are given
    programs-wait-beside-flusher   ; the thread that writes back waits for its disk, and several programs wait as well
    write-call-stalls              ; a plain write to a file did not return for seconds
    write-stalls-longer-than-fsync ; and far longer than any flush took
    sync-waits-for-backlog         ; a sync of everything took half a minute and longer
    backlog-taken-in-then-synced   ; a large write was taken in a moment, and the sync after it took many times as long
    fsync-takes-seconds            ; fsync was timed
    fsync-slow-beside-writer-on-ext3 ; while others write, on ext3
    cgroup-limited                 ; a control group has a limit of memory far below the host's
    cgroup-dirty-at-limit          ; its unwritten data has reached its own limit for that
    writer-held-back-beside-full-group ; a writer is held back, and a small group is next to its limit of memory
    cgroup-dirty-fills-memory      ; without such a limit (version 1), unwritten data fills its memory
    cgroup-full-of-file-pages ; a group of version 1 at its limit, most of it file pages
    cgroup-dirty-at-default-limit  ; the same as at its limit, by the default ratio
    cgroup-waits-for-io            ; its tasks wait for I/O
    cgroup-io-limited              ; its rate of writing is limited by io.max or blkio
    cgroup-cpu-throttled           ; its processor quota holds it back
    cgroup-over-high               ; it is held back at memory.high
    tasks-in-group-reclaim         ; tasks wait until memory of their own control group is freed
    innodb-buffered                ; InnoDB reads and writes its files through the page cache
    innodb-pool-large              ; its buffer pool takes most of the memory
    innodb-pool-too-large          ; its buffer pool leaves hardly any memory to the rest
    innodb-on-zfs                  ; its files lie on ZFS, which has a cache of its own
    innodb-files-cached            ; its data files lie in the page cache as well
    innodb-cached-twice            ; and in a buffer pool that takes most of the memory
    page-cache-large               ; a good part of the memory is page cache
    page-cache-small
    swap-filled                    ; a good part of the swap is in use
    swap-empty                     ; no swap is in use
    nfs-served-from-zfs            ; a file system of a ZFS pool is exported
    nfs-pool-without-log-device    ; and that pool has no log device
    nfs-exported-async             ; the server answers before the data is on disk
    nfs-dataset-sync-disabled      ; what is exported has sync=disabled
    nfs-writes-slow                ; NFS writes or commits take long, as a client measures them
    nfs-on-zfs-named               ; a server with ZFS is said to serve NFS (told)
    nfs-sync-test-slow             ; small synchronous writes to NFS from ZFS were tested, and took tens of milliseconds each
    large-syncs-quick              ; large synchronous writes to the same place go at the pace of a disk
    syncs-quick-when-disabled      ; the same synchronous writes were many times as fast with sync=disabled
    nfs-commits-wait               ; a client waits for writes or commits, and not for reads
    nfs-pool-syncs-wait            ; small synchronous writes of an exported pool take long
    nfs-reads-slow                 ; reads take as long
    nfs-retransmits                ; requests are sent again
    pool-writes-small              ; a pool's disks are busy with small writes
    pool-writes-one-by-one         ; a disk of a pool never has more than one of its small writes to do
    nfs-commits-often              ; clients ask again and again that data be on disk
    log-written-steadily           ; the intent log of ZFS is written to in every sample
    pool-on-rotating-disks         ; its data lies on disks that turn
    pool-on-flash
    pool-commits-often             ; synchronous writes are logged in the pool, again and again
    tasks-wait-for-zfs-log         ; tasks wait until the intent log of ZFS is written
    new-file-refused               ; a name below a mount was refused for want of space, and there is space
    node-evicts-for-inodes         ; a node of Kubernetes removes pods or images for want of inodes
    inodes-used-up                 ; a file system has no inode left for another file
    inodes-nearly-used-up          ; it has hardly any
    inodes-all-but-gone            ; of a hundred inodes not one is free
    refused-with-space-left        ; new files are refused although the file system has space
    file-system-full               ; it has hardly any space left
    ; end of Linux file systems, containers, other databases
    ; --- PostgreSQL and changes
    checkpoint-sync-slow           ; forcing the files of a checkpoint to disk takes seconds, again and again
    checkpoint-sync-slow-once      ; one checkpoint took long for it
    file-sync-slow                 ; one file alone takes seconds
    backends-sync-themselves       ; sessions force files to disk themselves, because the queue for it is full
    checkpoints-not-spread         ; all buffers of a checkpoint are written in one go
    kernel-flush-switched-off      ; a checkpoint leaves what it writes to the page cache until its end
    stalls-at-checkpoint-interval  ; the stalls are as far apart as the checkpoints
    checkpoints-wal-driven         ; most checkpoints are started by the volume of the log
    checkpoints-mostly-requested   ; most checkpoints are not the timer's, whoever asked for them
    checkpoints-requested-far-more ; several times as many as the timer's, and many of them
    checkpoints-requested-often    ; and they are asked for every minute or two
    checkpoints-by-hand            ; most checkpoints were asked for by a backup or a person
    checkpoints-too-frequent       ; the server warns again and again that checkpoints are too frequent
    checkpoint-warning-logged      ; the server has warned of it
    wal-limit-small                ; the log may not grow beyond what a default allows
    wal-limit-tiny                 ; it is far below the default
    wal-limit-holds                ; the log of a whole checkpoint_timeout fits below its limit
    full-page-images-dominate      ; most of the log are whole pages, written anew after each checkpoint
    sessions-wait-for-data-files   ; several sessions wait for pages of data files
    checkpoint-syncs-now           ; a data file is just being forced to disk
    sessions-sort-in-files         ; sessions wait for temporary files that they sort or hash in
    sessions-wait-for-the-log      ; several sessions wait for the log to be written
    shared-buffers-tiny            ; PostgreSQL's cache is at its default, or hardly above it, on a host with much memory
    cache-estimate-at-default      ; the planner believes in far less cache than the host has
    work-mem-at-default
    cache-hits-few                 ; many of the pages that were asked for were not in PostgreSQL's cache
    benchmark-collapses            ; the throughput of a benchmark falls to a fraction for seconds
    benchmark-collapses-with-timer ; and does so as often as the timer starts a checkpoint
    buffers-too-large              ; PostgreSQL's cache takes most of the memory
    memory-overpromised            ; PostgreSQL's settings may come to all of the memory
    memory-demand-reported         ; a tuning script adds them up to more than the host has
    postgres-as-shipped            ; PostgreSQL's cache is tiny and another limit is at its default on a large host
    setting-refused                ; the server does not start for a setting that it does not know
    setting-left-out               ; the server runs and leaves out a setting that it does not know
    change-weeks-ago               ; the change was weeks or months ago (told)
    trouble-since-days             ; the trouble began in the last days (told)
    onset-long-after-change        ; between the change and the begin of the trouble all was well for days or weeks
    onset-before-change            ; the trouble is older than the change
    change-undone-in-vain          ; the change was taken back, and the trouble stayed (told)
    restore-helped-for-a-while     ; after the data was written anew all was well for some weeks (told)
    ; end of PostgreSQL and changes
    ))
  (slot host (type STRING))
  (slot subject (type STRING))
  (slot state (type SYMBOL) (allowed-symbols present absent)))

(deftemplate MAIN::told
  "A sign that a person told, with no row of its own. The names are those of findings that can be told."
  (slot row (type INTEGER))
  (slot name (type SYMBOL))
  (slot host (type STRING))
  (slot subject (type STRING))
  (slot state (type SYMBOL) (allowed-symbols present absent)))

(deftemplate MAIN::quantity
  "A computed number that explanations and fixes need; its arithmetic is shown from the rule that asserts it."
  (slot name (type SYMBOL) (allowed-symbols
    ; --- VxFS, memory, cluster, arrays
    vxfs-threshold-wanted-bytes memory-overrun-bytes array-cache-bytes array-back-end-kb-s
    write-collapse-factor shortage-before-failover-seconds
    ; --- ZFS
    pool-space-to-free replicated-to-written-ratio record-size-wanted record-amplification write-size-growth
    ; --- Oracle
    sga-size-bytes huge-pages-needed huge-pages-short huge-pages-total-wanted huge-pages-total-wanted-by-host
    huge-pages-needed-by-segments huge-pages-short-by-segments huge-pages-needed-by-sga huge-pages-short-by-sga
    huge-pages-wanted-percent sga-percent-of-memory huge-pages-missing huge-pages-asked-for huge-pages-own huge-pages-idle-bytes memory-unaccounted-bytes
    memlock-needed-kb memlock-kb-of-ram memlock-kb-by-sga dev-shm-short-bytes dev-shm-size-wanted-bytes
    ; --- Linux writeback, drives, controllers, modules
    dirty-limit-bytes dirty-background-bytes dirty-freerun-bytes predicted-stall-seconds worst-stall-seconds
    dirty-limit-wanted-bytes dirty-background-wanted-bytes
    ; --- memory pressure
    memory-outside-huge-pages-bytes page-tables-percent predicted-page-tables-bytes
    node-with-nothing-free
    ; end of memory pressure
    ; --- ZFS pools and caches
    dedup-table-bytes dedup-table-estimate-bytes arc-and-database-bytes memory-left-for-arc-bytes arc-limit-wanted-bytes arc-limit-modest-bytes
    ; end of ZFS pools and caches
    ; --- drives, controllers, arrays
    ; end of drives, controllers, arrays
    ; --- paths, networks, pauses
    ; end of paths, networks, pauses
    ; --- Linux file systems, containers, other databases
    cgroup-dirty-limit-bytes cgroup-dirty-freerun-bytes cgroup-limit-wanted-bytes innodb-pool-percent
    ; end of Linux file systems, containers, other databases
    ; --- PostgreSQL and changes
    checkpoint-sync-mean-seconds wal-rate-bytes-s wal-limit-wanted-mb wal-limit-wanted-bytes wal-limit-start-mb
    wal-limit-start-bytes wal-segments-wanted shared-buffers-wanted-mb shared-buffers-wanted-bytes cache-estimate-wanted-mb onset-after-change-days
    ; end of PostgreSQL and changes
    none
    ))
  (slot host (type STRING))
  (slot subject (type STRING))
  (slot value (type NUMBER)))

(deftemplate MAIN::evidence
  "An argument for (cf above 0) or against (below 0) a case."
  (slot case (type SYMBOL))
  (slot host (type STRING))
  (slot subject (type STRING))
  (slot argument (type SYMBOL))
  (slot cf (type FLOAT) (range -0.95 0.95))
  (slot strength (type SYMBOL) (allowed-symbols decisive supporting))
  (slot stage (type SYMBOL) (allowed-symbols none ground act event harm) (default none)))

(deftemplate MAIN::caused-by
  "One case is the consequence of another; it counts where both are at least possible."
  (slot case (type SYMBOL))
  (slot host (type STRING))
  (slot subject (type STRING))
  (slot cause (type SYMBOL))
  (slot cause-host (type STRING))
  (slot cause-subject (type STRING)))

(deftemplate MAIN::contributes-to
  "One case makes another worse without being its cause; it counts where both are at least possible."
  (slot case (type SYMBOL))
  (slot host (type STRING))
  (slot subject (type STRING))
  (slot to (type SYMBOL))
  (slot to-host (type STRING))
  (slot to-subject (type STRING)))

(defmodule FINDINGS (import MAIN ?ALL))
(defmodule CASES (import MAIN ?ALL))

; What a person told stands as the finding of the same name.
(defrule FINDINGS::told.sign
  "It was told."
  (logical (told (name ?name) (host ?host) (subject ?subject) (state ?state)))
  =>
  (assert (finding (name ?name) (host ?host) (subject ?subject) (state ?state))))
