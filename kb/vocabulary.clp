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
    bulk-write-running     ; it happens while something writes a large file
    ; --- VxFS, memory, cluster, arrays
    vxfs-in-use                    ; the host has VxFS file systems
    vxfs-caches-writes             ; the large writes go through the page cache
    vxfs-threshold-high            ; the database's usual bulk writes of 128 kB stay cached
    vxfs-mounted-direct            ; the mount options let nothing into the page cache
    vxfs-sizes-compared            ; somebody tests writes below and above the threshold
    told-requests-larger           ; the requests that were told are larger than the threshold
    database-direct-io             ; the database itself asks for direct I/O
    bulk-write-exceeds-memory      ; one job writes more than the memory that was free
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
    host-stood-still               ; the whole host did not run for a while: a paused virtual machine
    shortage-before-failover       ; memory was short before the heartbeats were missed
    ; --- ZFS
    zfs-in-use                     ; the host has ZFS pools
    pool-nearly-full               ; fuller than its version of ZFS bears well
    pool-has-room                  ; at least half of the pool is free
    free-space-fragmented          ; the free space is in short runs
    gang-blocks-sustained          ; blocks are written in pieces, all the time
    small-pool-ios                 ; most I/Os of the pool are smaller than its records
    pool-devices-slow              ; the devices of the pool answer slowly
    pool-io-stands-still           ; devices of the pool complete nothing although requests wait
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
    ; --- Linux writeback, drives, controllers, modules
    disk-errors                    ; the kernel or a controller reports errors of a drive (subject: device, and host)
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
    write-collapse-factor cache-lasts-seconds shortage-before-failover-seconds
    ; --- ZFS
    pool-space-to-free replicated-to-written-ratio record-size-wanted record-amplification write-size-growth
    ; --- Oracle
    ; --- Linux writeback, drives, controllers, modules
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
