; The closed lists of names, the templates between rows and conclusions, and the functions that rules may call.
; A name that is not listed here does not load.

(defmodule MAIN (export ?ALL))

; A comparison with an unknown value is never true, and never an error.
(deffunction MAIN::at-least (?value ?bound) (and (numberp ?value) (numberp ?bound) (>= ?value ?bound)))
(deffunction MAIN::at-most (?value ?bound) (and (numberp ?value) (numberp ?bound) (<= ?value ?bound)))
(deffunction MAIN::above (?value ?bound) (and (numberp ?value) (numberp ?bound) (> ?value ?bound)))
(deffunction MAIN::below (?value ?bound) (and (numberp ?value) (numberp ?bound) (< ?value ?bound)))

; Whole numbers for things that come only whole, such as pages.
(deffunction MAIN::round-up (?x) (integer (if (> (- ?x (integer ?x)) 0) then (+ 1 (integer ?x)) else (integer ?x))))
(deffunction MAIN::round-down (?x) (integer ?x))

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
    told-requests-larger           ; the requests that were told are larger than the threshold
    database-direct-io             ; the database itself asks for direct I/O
    database-disk-manager          ; the database writes its files through Oracle Disk Manager
    cached-faster-than-drained     ; a job's writes were accepted faster than the disks sustain
    paging-active                  ; the host pages at all
    scanning-for-file-pages        ; the scanner runs, and only recycles file pages
    anonymous-paging-only          ; memory of processes is paged out, and no file pages
    device-slow                    ; a device answers slowly
    device-write-knee              ; a device's write rate falls from one level to another while it is busy
    device-rate-flat               ; a busy device writes at one rate from beginning to end
    device-spikes-periodic         ; a device's latency jumps at regular intervals
    knee-at-same-bytes             ; the rate falls after the same amount again
    knee-beyond-array-cache        ; more was written fast than the cache of an array holds
    host-cache-bypassed            ; the writes went to the device without the host's cache
    array-impaired                 ; a RAID set is degraded, rebuilding or without its battery
    heartbeats-late                ; heartbeats came late or not at all
    heartbeat-not-scheduled        ; the heartbeat process itself did not run for seconds
    failover-logged                ; a node was declared dead, its service taken over, or it was fenced
    declared-dead                  ; the other node declared this one dead
    one-network-lost               ; one heartbeat network was lost and another was not
    all-networks-late              ; every heartbeat network was lost or late at once
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
    separate-log-device            ; the pool has a log device of its own
    sync-disabled                  ; synchronous writes are not waited for
    large-writes-in-spikes         ; while the latency jumps, the writes are many times larger
    spikes-at-flush-period         ; the spikes are as far apart as transaction groups
    stalls-coincide-with-log-spikes
    data-logbias-latency           ; a data dataset logs its small synchronous writes whole
    data-logged-in-pool            ; the same, and the log lies in the pool
    writes-doubled                 ; the device writes far more than the database gave
    log-holds-data                 ; the intent log holds the data itself, in the pool
    immediate-write-lowered        ; database blocks count as large writes: the log only points to them
    stream-in-small-records        ; redo or archive logs in records far below 128 KiB
    record-larger-than-block       ; an update of one database block reads and writes a larger record
    record-smaller-than-block      ; one database block lies in several records
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
    sga-in-small-pages             ; the instance runs, wholly or partly, in small pages although there is a pool
    free-pages-passed-over         ; a version that mixes page sizes left most free huge pages aside
    node-short-of-huge-pages       ; the pages suffice, and one NUMA node has too few
    huge-pages-crowd-memory        ; the pages that are needed would leave too little for the rest
    memlock-too-low                ; the limit on locked memory is below the SGA
    memlock-at-default             ; the limit on locked memory was never raised
    memlock-of-shell-low           ; a shell of unknown account may lock less than the SGA
    memlock-of-shell-enough        ; the account oracle may lock the SGA in a shell
    memlock-set-for-logins         ; limits.conf allows the SGA, which counts for logins only
    memlock-missing-in-unit        ; the systemd unit that starts the instance sets no LimitMEMLOCK
    works-when-started-by-hand     ; the instance is all right when a person starts it, and not otherwise (told)
    postgres-asks-for-huge-pages
    ; --- Linux writeback, drives, controllers, modules
    writes-pause                   ; nothing is handed to the disks for seconds while tasks wait for it
    writes-burst                   ; writes are taken in many times faster than the disks drain them
    stall-predicted                ; the backlog stops writers for seconds, by its size and the drain
    stall-as-predicted             ; the stall lasts as long as the backlog needs to drain
    dirty-backlog-at-limit         ; unwritten data has reached the limit at which writers are stopped
    dirty-backlog-at-default-limit ; the same, by the limit that this kernel has of itself
    dirty-backlog-slow-to-drain    ; what is unwritten takes seconds to drain
    dirty-backlog-small            ; hardly anything is unwritten
    dirty-backlog-watched-small    ; the same over many samples
    dirty-limit-large              ; a backlog at the limit would take seconds to drain
    dirty-limit-huge               ; the limit is beyond what any storage drains in seconds
    swapping
    device-hung                    ; a device completes nothing although requests wait
    device-busy-writing            ; a device is busy and goes on completing writes
    array-syncing                  ; a software RAID array is rebuilt or checked
    array-member-failed            ; a software RAID array has lost a member
    disk-errors                    ; the kernel reports errors of a disk
    medium-errors                  ; the medium itself could not be read or written
    medium-errors-spread           ; at several places
    io-errors-spread               ; requests failed at several places, and the kernel does not say why
    hardware-errors                ; the drive reports a fault of its own
    device-unresponsive            ; commands time out, the device is reset or gone
    several-disks-unresponsive
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
    bad-sectors-growing            ; a counter of bad sectors rose between two readings
    nvme-critical                  ; an NVMe drive warns of its spare blocks, reliability or read-only medium
    media-errors                   ; an NVMe drive counts data that it could not deliver
    spare-exhausted
    grown-defects                  ; a SCSI drive has replaced many sectors
    uncorrected-reads              ; a SCSI drive counts errors that it could not correct
    controller-present             ; a RAID controller stands between host and drives
    controller-read-errors         ; the controller logs errors of a drive
    controller-smart-drops         ; the controller shows that sectors of a drive cannot be read
    controller-drive-failed        ; the controller has given up a drive
    pool-drive-errors              ; one device of a ZFS pool counts errors
    drive-replaced                 ; the drive was replaced since
    smart-filler                   ; what smartctl shows is made up by the controller
    smart-logical-volume           ; smartctl was answered by a logical volume
    smart-unreadable               ; smartctl got no answer through the controller
    smart-self-test-refused
    smart-read-behind-controller   ; the drives themselves were asked through the controller
    write-scan-run                 ; a search for bad blocks that writes
    write-scan-clean
    read-scan-clean
    scan-found-bad-blocks
    scan-disk-errors               ; the kernel or the controller logs errors of what was searched
    scan-of-another-disk           ; the errors that are logged are not of the disk that was searched
    scan-of-array                  ; an array or a volume was searched, not a drive
    vbox-headers-missing           ; the build does not find the headers of the running kernel
    vbox-symbols-missing           ; the module wants what the kernel does not have
    vbox-compile-errors            ; the source does not compile against this kernel
    vbox-too-old                   ; this VirtualBox is older than the first that knows this kernel
    vbox-built-for-other-kernel
    vbox-key-rejected              ; the kernel does not accept the module's signature
    vbox-unsigned
    vbox-module-absent             ; no module is there to be loaded
    vbox-load-fails                ; loading fails, and the reason is not said
    vbox-module-loads
    vbox-config-recipe             ; the build log echoes the text of a check, which is no fault
    secure-boot-on
    kvm-owns-cpu                   ; KVM keeps the processor's virtualization for itself
    ; --- memory pressure
    ; end of memory pressure
    ; --- ZFS pools and caches
    ; end of ZFS pools and caches
    ; --- drives, controllers, arrays
    ; end of drives, controllers, arrays
    ; --- paths, networks, pauses
    ; end of paths, networks, pauses
    ; --- Linux file systems, containers, other databases
    ; end of Linux file systems, containers, other databases
    ; --- PostgreSQL and changes
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
    vxfs-threshold-wanted-bytes memory-overrun-bytes memory-sweep-seconds array-cache-bytes array-back-end-kb-s
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
    backlog-drain-seconds dirty-limit-wanted-bytes dirty-background-wanted-bytes unreadable-sectors-estimate
    ; --- memory pressure
    ; end of memory pressure
    ; --- ZFS pools and caches
    ; end of ZFS pools and caches
    ; --- drives, controllers, arrays
    ; end of drives, controllers, arrays
    ; --- paths, networks, pauses
    ; end of paths, networks, pauses
    ; --- Linux file systems, containers, other databases
    ; end of Linux file systems, containers, other databases
    ; --- PostgreSQL and changes
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
  (slot strength (type SYMBOL) (allowed-symbols decisive supporting)))

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
