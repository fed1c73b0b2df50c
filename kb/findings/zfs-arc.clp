; The ZFS cache in memory: how large it is, what it may become, and whether others want the memory.

(defglobal FINDINGS ?*arc-large-share* = 0.25)          ; share of memory | what a quarter of memory holds is worth having back, by experience [oracle-zfs-arc-max: zfs_arc_max, when to change]
(defglobal FINDINGS ?*arc-half-share* = 0.5)            ; share of memory | more than half is what Linux gave it at most before OpenZFS 2.3 [openzfs-15437: default limit]
(defglobal FINDINGS ?*arc-small-share* = 0.1)           ; share of memory | a tenth more or less decides no shortage, by experience [oracle-zfs-arc-max: zfs_arc_max, when to change]
(defglobal FINDINGS ?*arc-at-minimum-factor* = 1.15)    ; times its minimum | it does not shrink below its minimum, so it has given what it gives [oracle-zfs-arc-max: zfs_arc_min]
(defglobal FINDINGS ?*arc-nearly-all-share* = 0.7)      ; share of memory | the default is half of memory on Linux before 2.3; since then and elsewhere all but 1 GiB, or five eighths where that is more [openzfs-15437: default limit]
(defglobal FINDINGS ?*arc-reserve-share* = 0.1)         ; share of memory | the kernel, page tables, the page cache of other file systems and a reserve, by experience [oracle-zfs-arc-max: zfs_arc_max, when to change]
(defglobal FINDINGS ?*arc-reserve-solaris-share* = 0.2) ; share of memory | the same where the kernel's part cannot be told apart from the cache, by experience [oracle-zfs-arc-max: zfs_arc_max, when to change]
(defglobal FINDINGS ?*arc-least-limit-bytes* = 1073741824) ; bytes | below 1 GiB pools of some size work badly; 64 MB is the least that is allowed [oracle-zfs-arc-max: zfs_arc_max, range]
(defglobal FINDINGS ?*arc-modest-share* = 0.25)         ; share of memory | a limit to begin with where it is not known what the rest needs, by experience [oracle-zfs-arc-max: zfs_arc_max, when to change]
(defglobal FINDINGS ?*arc-limit-margin* = 1.02)         ; times the limit | for rounding [oracle-zfs-arc-max: zfs_arc_max, when to change]
(defglobal FINDINGS ?*arc-mebibyte* = 1048576)          ; bytes | limits are given in whole mebibytes [oracle-zfs-arc-max: zfs_arc_max, range]
(defglobal FINDINGS ?*processes-fill-share* = 0.9)      ; share of memory | less than a tenth is left for everything else, whatever the cache does, by experience [linux-proc-doc: AnonPages]
(defglobal FINDINGS ?*swap-free-share* = 0.75)          ; share of swap | idle pages alone seldom fill more than a quarter, by experience [linux-proc-doc: SwapFree]
(defglobal FINDINGS ?*database-and-arc-share* = 1.0)    ; share of memory | more cannot be had at once [oracle-zfs-arc-max: zfs_arc_max, when to change]
(defglobal FINDINGS ?*arc-over-limit-factor* = 1.25)    ; times its limit | a cache that was given a smaller limit shrinks to it in seconds; a quarter above it is no rest of that, by experience [openzfs-docs: Module Parameters, zfs_arc_max]
(defglobal FINDINGS ?*arc-near-limit-share* = 0.9)      ; share of its limit | it has grown to what it may have [oracle-zfs-arc-max: zfs_arc_max, when to change]
(defglobal FINDINGS ?*arc-telling-limit-bytes* = 3758096384.0) ; bytes | half of what the kernel sees of 8 GiB, with a margin; smaller hosts tell it less surely, by experience [openzfs-15437: default limit]
(defglobal FINDINGS ?*arc-many-bytes* = 8589934592.0) ; bytes | 8 GiB: a quarter of the 32 GiB and less that most hosts of databases and guests had, by experience [oracle-zfs-arc-max: zfs_arc_max, when to change]
(defglobal FINDINGS ?*swap-half* = 0.5)                 ; share of swap | more than idle pages, by experience [linux-proc-doc: SwapFree]
(defglobal FINDINGS ?*arc-over-target-factor* = 1.25)   ; times its target | it is a little above its target whenever it shrinks; a quarter above it does not keep up, by experience [openzfs-docs: Module Parameters, zfs_arc_max]
(defglobal FINDINGS ?*arc-thread-busy-percent* = 20)    ; percent of a processor | a cache that need not shrink gives its threads nothing to do, by experience [openzfs-source: module/zfs/arc.c, arc_evict_cb]

; --- whether memory is short, as measured

(defrule FINDINGS::memory-pressed.pages
  "Memory is short, and the host pages. [linux-proc-doc: vmstat, pswpout; oracle-solaris-paging: paging-related parameters]"
  (logical
    (finding (name memory-short) (host ?host) (subject ?host) (state present))
    (finding (name paging-active) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name memory-pressed) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-pressed.nothing-left
  "Swap is used up, and nothing can be given out any more. [linux-proc-doc: MemAvailable; linux-proc-doc: SwapFree]"
  (logical (finding (name memory-and-swap-gone) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name memory-pressed) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-pressed.killed
  "The kernel killed a process because it found no memory. [linux-proc-doc: oom_score]"
  (logical (kernel-event (host ?host) (kind out-of-memory-kill)))
  =>
  (assert (finding (name memory-pressed) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-pressed.waits
  "The kernel itself counts the time in which all tasks wait for memory. [linux-psi-doc: full avg10]"
  (logical (pressure (host ?host) (resource memory) (full-10-seconds-percent ?share&:(at-least ?share ?*memory-stalled-percent*))))
  =>
  (assert (finding (name memory-pressed) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-pressed.swapped-between-readings
  "This much went to swap between two readings of the counters. [linux-proc-doc: vmstat, pswpout]"
  (logical (vm-counters (host ?host) (swapped-out-growth-pages ?pages&:(at-least ?pages ?*swapped-out-pages*))))
  =>
  (assert (finding (name memory-pressed) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-pressed.measured-enough
  "Memory is not short, as measured: nothing is paged, and enough can be had. [linux-proc-doc: MemAvailable; oracle-solaris-paging: lotsfree and desfree]"
  (logical (finding (name memory-short) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (finding (name memory-pressed) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::swap-used.meminfo
  "A good part of swap is in use, so memory was short at some time. [linux-proc-doc: SwapFree]"
  (logical
    (meminfo (host ?host) (swap-total-bytes ?total&:(at-least ?total ?*arc-least-limit-bytes*))
      (swap-free-bytes ?free&~unknown&:(at-most ?free (* ?*swap-free-share* ?total)))))
  =>
  (assert (finding (name swap-used) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapped-out-beside-cache.would-fit
  "More than a reserve lies in swap, and all of it would fit into what the ZFS cache holds. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?ram&~unknown) (swap-total-bytes ?swap&~unknown)
      (swap-free-bytes ?unswapped&~unknown&:(below ?unswapped (- ?swap (* ?*arc-reserve-share* ?ram)))))
    (arc (host ?host) (size-bytes ?size&:(above ?size (- ?swap ?unswapped)))))
  =>
  (assert (finding (name swapped-out-beside-cache) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapped-out-beside-cache.half-of-swap
  "Half of swap and a gibibyte are in use, all of which would fit into what the ZFS cache holds, and hardly anything is free. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?ram&~unknown) (mem-free-bytes ?free&~unknown&:(below ?free (* ?*arc-reserve-share* ?ram)))
      (swap-total-bytes ?swap&:(at-least ?swap ?*arc-least-limit-bytes*))
      (swap-free-bytes ?unswapped&~unknown&:(at-most ?unswapped (* ?*swap-half* ?swap))&:(at-most ?unswapped (- ?swap ?*arc-least-limit-bytes*))))
    (arc (host ?host) (size-bytes ?size&:(above ?size (- ?swap ?unswapped)))))
  =>
  (assert (finding (name swapped-out-beside-cache) (host ?host) (subject ?host) (state present))))

; --- the cache itself

(defrule FINDINGS::zfs-in-use.cache
  "The ZFS cache holds gigabytes, so data of a pool went through it. [gaechter-2012: Übersicht ZFS, ZFS Caches]"
  (logical (arc (host ?host) (size-bytes ?size&:(at-least ?size ?*arc-least-limit-bytes*))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.memstat
  "The kernel counts gigabytes of file data of ZFS. [gaechter-2012: ::memstat]"
  (logical (memstat (host ?host) (zfs-file-data-bytes ?size&:(at-least ?size ?*arc-least-limit-bytes*))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.thread-of-the-cache
  "A thread of the ZFS cache takes a good part of a processor, so data of a pool goes through it. [openzfs-source: module/zfs/arc.c, arc_evict_cb]"
  (logical (process-load (host ?host) (role arc) (cpu-percent ?cpu&:(at-least ?cpu ?*arc-thread-busy-percent*))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapped-out-beside-cache.device
  "Half of a device of swap and a gibibyte are in use, all of which would fit into what the ZFS cache holds, and that is half of memory. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical
    (finding (name arc-holds-half) (host ?host) (subject ?host) (state present))
    (swap-device (host ?host) (type disk|file) (total-bytes ?total&:(above ?total 0))
      (used-bytes ?used&:(at-least ?used (* (- 1 ?*swap-half*) ?total))&:(at-least ?used ?*arc-least-limit-bytes*)))
    (arc (host ?host) (size-bytes ?size&:(above ?size ?used))))
  =>
  (assert (finding (name swapped-out-beside-cache) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zfs-in-use.metadata
  "The ZFS cache holds gigabytes of metadata, so a pool was walked through. [gaechter-2012: Übersicht ZFS, ZFS Caches]"
  (logical (arc (host ?host) (metadata-bytes ?size&:(at-least ?size ?*arc-least-limit-bytes*))))
  =>
  (assert (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-large.size
  "The ZFS cache holds a good part of memory. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (arc (host ?host) (size-bytes ?size&:(at-least ?size (* ?*arc-large-share* ?ram)))))
  =>
  (assert (finding (name arc-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-large.memstat
  "ZFS file data takes a good part of memory. [gaechter-2012: ::memstat]"
  (logical
    (memstat (host ?host) (total-bytes ?ram&~unknown) (zfs-file-data-bytes ?size&:(at-least ?size (* ?*arc-large-share* ?ram)))))
  =>
  (assert (finding (name arc-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-holds-half.size
  "The ZFS cache holds more than half of memory. [openzfs-15437: default limit]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (arc (host ?host) (size-bytes ?size&:(above ?size (* ?*arc-half-share* ?ram)))))
  =>
  (assert (finding (name arc-holds-half) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-large.at-its-limit
  "The ZFS cache has grown to its limit, which nobody is shown to have set: by default that is half of memory or more. How much memory there is was not shown. [openzfs-15437: default limit]"
  (logical
    (arc (host ?host) (max-bytes ?max&:(at-least ?max ?*arc-telling-limit-bytes*)) (size-bytes ?size&:(at-least ?size (* ?*arc-near-limit-share* ?max))))
    (not (system (host ?host) (ram-bytes ~unknown)))
    (not (zfs-parameters (host ?host) (arc-max-bytes ?limit&:(above ?limit 0)))))
  =>
  (assert (finding (name arc-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-large.gigabytes
  "The ZFS cache holds many gigabytes, and neither its limit nor the size of memory was shown: on most hosts that is a good part of it. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical
    (arc (host ?host) (max-bytes unknown) (size-bytes ?size&:(at-least ?size ?*arc-many-bytes*)))
    (not (system (host ?host) (ram-bytes ~unknown)))
    (not (memstat (host ?host)))
    (not (zfs-parameters (host ?host) (arc-max-bytes ?limit&:(above ?limit 0)))))
  =>
  (assert (finding (name arc-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-large.limit-and-nothing-left
  "The ZFS cache may take nearly all of memory, and hardly any can be given out; how large it is was not shown. [openzfs-15437: default limit; linux-proc-doc: MemAvailable]"
  (logical
    (zfs-parameters (host ?host) (arc-max-bytes ?limit&~unknown))
    (meminfo (host ?host) (anon-bytes unknown) (mem-total-bytes ?ram&~unknown&:(at-most ?ram (/ ?limit ?*arc-nearly-all-share*)))
      (mem-available-bytes ?available&~unknown&:(below ?available (* ?*arc-reserve-share* ?ram))))
    (not (arc (host ?host) (size-bytes ~unknown))))
  =>
  (assert (finding (name arc-large) (host ?host) (subject ?host) (state present))
          (finding (name zfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-holds-half.memstat
  "ZFS file data takes more than half of memory. [gaechter-2012: ::memstat]"
  (logical
    (memstat (host ?host) (total-bytes ?ram&~unknown) (zfs-file-data-bytes ?size&:(above ?size (* ?*arc-half-share* ?ram)))))
  =>
  (assert (finding (name arc-holds-half) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-over-limit.size
  "The ZFS cache is far larger than its own limit: what it takes above that was meant for others. [openzfs-docs: Module Parameters, zfs_arc_max]"
  (logical
    (arc (host ?host) (max-bytes ?max&:(above ?max 0)) (size-bytes ?size&:(at-least ?size (* ?*arc-over-limit-factor* ?max)))))
  =>
  (assert (finding (name arc-over-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-over-limit.target
  "The ZFS cache is meant to be far larger than its limit, as it stays when the limit is lowered while it runs; how large it is was not shown. [openzfs-docs: Module Parameters, zfs_arc_max]"
  (logical
    (arc (host ?host) (size-bytes unknown) (max-bytes ?max&:(above ?max 0)) (target-bytes ?target&:(at-least ?target (* ?*arc-over-limit-factor* ?max)))))
  =>
  (assert (finding (name arc-over-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-over-limit.steady-target
  "The ZFS cache is far larger than a target that has not moved for several samples, as it does not at its limit: the cache does not keep to it. [openzfs-docs: Module Parameters, zfs_arc_max]"
  (logical
    (arc (host ?host) (target-steady yes) (target-bytes ?target&:(above ?target 0)) (size-bytes ?size&:(at-least ?size (* ?*arc-over-limit-factor* ?target)))))
  =>
  (assert (finding (name arc-over-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-over-limit.metadata
  "The metadata in the ZFS cache alone is far larger than the limit of the whole. [openzfs-docs: Module Parameters, zfs_arc_max]"
  (logical
    (arc (host ?host) (max-bytes ?max&:(above ?max 0)) (metadata-bytes ?size&:(at-least ?size (* ?*arc-over-limit-factor* ?max)))))
  =>
  (assert (finding (name arc-over-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-over-limit.parameter
  "The ZFS cache is far larger than the limit that was set for it. [openzfs-docs: Module Parameters, zfs_arc_max]"
  (logical
    (zfs-parameters (host ?host) (arc-max-bytes ?max&:(above ?max 0)))
    (arc (host ?host) (max-bytes unknown) (size-bytes ?size&:(at-least ?size (* ?*arc-over-limit-factor* ?max)))))
  =>
  (assert (finding (name arc-over-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-over-limit.metadata-and-parameter
  "The metadata in the ZFS cache alone is far larger than the limit that was set for the whole. [openzfs-docs: Module Parameters, zfs_arc_max]"
  (logical
    (zfs-parameters (host ?host) (arc-max-bytes ?max&:(above ?max 0)))
    (arc (host ?host) (max-bytes unknown) (metadata-bytes ?size&:(at-least ?size (* ?*arc-over-limit-factor* ?max)))))
  =>
  (assert (finding (name arc-over-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-large.small
  "The ZFS cache holds little of memory. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (arc (host ?host) (size-bytes ?size&~unknown&:(at-most ?size (* ?*arc-small-share* ?ram)))))
  =>
  (assert (finding (name arc-large) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::arc-at-minimum.size
  "The ZFS cache is at its minimum: it has given way, and does not shrink further. [oracle-zfs-arc-max: zfs_arc_min]"
  (logical
    (arc (host ?host) (min-bytes ?min&:(above ?min 0)) (size-bytes ?size&~unknown&:(at-most ?size (* ?*arc-at-minimum-factor* ?min)))))
  =>
  (assert (finding (name arc-at-minimum) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-may-take-nearly-all.limit
  "The limit of the ZFS cache leaves hardly anything: the default of Solaris, illumos and FreeBSD, and of OpenZFS on Linux since 2.3. [openzfs-15437: default limit; oracle-zfs-arc-max: zfs_arc_max, default]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (arc (host ?host) (max-bytes ?max&:(at-least ?max (* ?*arc-nearly-all-share* ?ram)))))
  =>
  (assert (finding (name arc-may-take-nearly-all) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-limit-since-change.told
  "The trouble began with a change, and the limit of the cache leaves hardly anything: an upgrade may have raised it, or a boot undone it. [openzfs-15437: default limit]"
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name arc-may-take-nearly-all) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name arc-limit-since-change) (host ?host) (subject ?host) (state present))))

; --- what is left for it

(defrule FINDINGS::processes-fill-memory.meminfo
  "Processes and huge pages alone nearly fill memory. [linux-proc-doc: AnonPages]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?ram&~unknown) (anon-bytes ?anon&:(at-least ?anon (* ?*processes-fill-share* ?ram)))))
  =>
  (assert (finding (name processes-fill-memory) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::processes-fill-memory.memstat
  "Processes and shared memory alone nearly fill memory. [gaechter-2012: ::memstat]"
  (logical
    (memstat (host ?host) (total-bytes ?ram&~unknown) (anon-bytes ?anon&:(at-least ?anon (* ?*processes-fill-share* ?ram)))))
  =>
  (assert (finding (name processes-fill-memory) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-left-for-arc-bytes.linux
  "What processes, what of them lies in swap, huge pages and a reserve leave of memory. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?ram&~unknown) (anon-bytes ?anon&~unknown) (swap-total-bytes ?swap&~unknown)
      (swap-free-bytes ?unswapped&~unknown) (huge-pages-total ?pages&~unknown) (huge-page-bytes ?page&~unknown))
    (arc (host ?host) (size-bytes ~unknown)))
  =>
  (assert (quantity (name memory-left-for-arc-bytes) (host ?host) (subject ?host)
                    (value (- ?ram ?anon (- ?swap ?unswapped) (* ?pages ?page) (* ?*arc-reserve-share* ?ram))))))

(defrule FINDINGS::memory-left-for-arc-bytes.solaris
  "What processes, shared memory and a reserve leave of memory. [oracle-zfs-arc-max: zfs_arc_max, when to change; gaechter-2012: ::memstat]"
  (logical
    (memstat (host ?host) (total-bytes ?ram&~unknown) (anon-bytes ?anon&~unknown)))
  =>
  (assert (quantity (name memory-left-for-arc-bytes) (host ?host) (subject ?host)
                    (value (- ?ram ?anon (* ?*arc-reserve-solaris-share* ?ram))))))

(defrule FINDINGS::arc-limit-wanted-bytes.what-is-left
  "The limit for the ZFS cache, in whole mebibytes. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical (quantity (name memory-left-for-arc-bytes) (host ?host) (subject ?host) (value ?left&:(at-least ?left ?*arc-least-limit-bytes*))))
  =>
  (assert (quantity (name arc-limit-wanted-bytes) (host ?host) (subject ?host)
                    (value (* ?*arc-mebibyte* (round-down (/ ?left ?*arc-mebibyte*)))))))

(defrule FINDINGS::arc-limit-wanted-bytes.hardly-anything-is-left
  "Nothing is left for the ZFS cache by this account: the least that still works is its limit, and the rest has to shrink too. [oracle-zfs-arc-max: zfs_arc_max, range]"
  (logical (quantity (name memory-left-for-arc-bytes) (host ?host) (subject ?host) (value ?left&:(below ?left ?*arc-least-limit-bytes*))))
  =>
  (assert (quantity (name arc-limit-wanted-bytes) (host ?host) (subject ?host) (value (+ 0 ?*arc-least-limit-bytes*)))))

(defrule FINDINGS::arc-limit-modest-bytes.quarter
  "A limit to begin with where it is not known what the rest of the host needs. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical (system (host ?host) (ram-bytes ?ram&~unknown)))
  =>
  (assert (quantity (name arc-limit-modest-bytes) (host ?host) (subject ?host)
                    (value (* ?*arc-mebibyte* (round-down (/ (* ?*arc-modest-share* ?ram) ?*arc-mebibyte*)))))))

(defrule FINDINGS::arc-exceeds-room.size
  "The ZFS cache is larger than what processes, huge pages and a reserve leave of memory. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical
    (quantity (name arc-limit-wanted-bytes) (host ?host) (subject ?host) (value ?left))
    (arc (host ?host) (size-bytes ?size&:(above ?size (* ?*arc-limit-margin* ?left)))))
  =>
  (assert (finding (name arc-exceeds-room) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-exceeds-room.available
  "Where it is not known what processes take: with the ZFS cache as it is, less than a reserve can be given out. [oracle-zfs-arc-max: zfs_arc_max, when to change; linux-proc-doc: MemAvailable]"
  (logical
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (meminfo (host ?host) (anon-bytes unknown) (mem-total-bytes ?ram&~unknown) (mem-available-bytes ?available&~unknown&:(below ?available (* ?*arc-reserve-share* ?ram)))))
  =>
  (assert (finding (name arc-exceeds-room) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-exceeds-room.free
  "Where neither what processes take nor what can be given out is told, as free did before 2014: with the ZFS cache as it is, less than a reserve is free or in the page cache. [oracle-zfs-arc-max: zfs_arc_max, when to change; linux-proc-doc: MemAvailable]"
  (logical
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (meminfo (host ?host) (anon-bytes unknown) (mem-available-bytes unknown) (mem-total-bytes ?ram&~unknown) (mem-free-bytes ?free&~unknown)
      (cached-bytes ?cached&~unknown&:(below ?cached (- (* ?*arc-reserve-share* ?ram) ?free)))))
  =>
  (assert (finding (name arc-exceeds-room) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-growth-stopped.flag
  "The ZFS cache does not grow at present, because memory is short. [openzfs-source: module/zfs/arc.c, arc_no_grow]"
  (logical (arc (host ?host) (growth-stopped yes)))
  =>
  (assert (finding (name arc-growth-stopped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-growth-stopped.threads
  "The thread that makes the ZFS cache smaller takes a good part of a processor, and so does the kernel's own that frees memory: both look for the same. [openzfs-source: module/zfs/arc.c, arc_evict_cb; linux-proc-doc: vmstat, pswpout]"
  (logical
    (finding (name kswapd-busy) (host ?host) (subject ?host) (state present))
    (process-load (host ?host) (role arc) (cpu-percent ?cpu&:(at-least ?cpu ?*arc-thread-busy-percent*))))
  =>
  (assert (finding (name arc-growth-stopped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-over-target.size
  "The ZFS cache is far larger than it is meant to be at the moment: it does not give way as fast as it is asked to. [openzfs-docs: Module Parameters, zfs_arc_max]"
  (logical
    (arc (host ?host) (target-bytes ?target&:(above ?target 0)) (size-bytes ?size&:(at-least ?size (* ?*arc-over-target-factor* ?target)))))
  =>
  (assert (finding (name arc-over-target) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-exceeds-room.memstat
  "ZFS file data takes more than what processes, shared memory and a reserve leave. [gaechter-2012: ::memstat]"
  (logical
    (quantity (name arc-limit-wanted-bytes) (host ?host) (subject ?host) (value ?left))
    (memstat (host ?host) (zfs-file-data-bytes ?size&:(above ?size (* ?*arc-limit-margin* ?left)))))
  =>
  (assert (finding (name arc-exceeds-room) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-exceeds-room.fits
  "The ZFS cache fits beside processes, huge pages and a reserve. Where hardly anything can be given out, this account misses shared memory. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical
    (quantity (name arc-limit-wanted-bytes) (host ?host) (subject ?host) (value ?left))
    (arc (host ?host) (size-bytes ?size&~unknown&:(at-most ?size ?left)))
    (not (meminfo (host ?host) (mem-total-bytes ?ram&~unknown) (mem-available-bytes ?available&~unknown&:(below ?available (* ?*arc-reserve-share* ?ram))))))
  =>
  (assert (finding (name arc-exceeds-room) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::arc-and-database-bytes.sum
  "The ZFS cache as it is, the SGA, and the target of the PGA. [gaechter-2012: Übersicht ZFS, ZFS Caches]"
  (logical
    (arc (host ?host) (size-bytes ?size&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?sga))
    (oracle-instance (host ?host) (instance ?instance) (pga-aggregate-target-bytes ?pga&~unknown)))
  =>
  (assert (quantity (name arc-and-database-bytes) (host ?host) (subject ?instance) (value (+ ?size ?sga ?pga)))))

(defrule FINDINGS::arc-and-database-exceed-memory.sum
  "The ZFS cache as it is, the SGA and the target of the PGA together are larger than memory. [gaechter-2012: Übersicht ZFS, ZFS Caches]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (quantity (name arc-and-database-bytes) (host ?host) (subject ?instance) (value ?sum&:(above ?sum (* ?*database-and-arc-share* ?ram)))))
  =>
  (assert (finding (name arc-and-database-exceed-memory) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-capped.to-what-is-left
  "zfs_arc_max limits the ZFS cache to what the rest leaves it. [openzfs-docs: Module Parameters, zfs_arc_max]"
  (logical
    (quantity (name arc-limit-wanted-bytes) (host ?host) (subject ?host) (value ?left))
    (zfs-parameters (host ?host) (arc-max-bytes ?max&:(above ?max 0)&:(at-most ?max (* ?*arc-limit-margin* ?left))))
    ; a limit that the cache does not keep to is none
    (not (finding (name arc-over-limit) (host ?host) (subject ?host) (state present))))
  =>
  (assert (finding (name arc-capped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::arc-capped.to-a-quarter
  "zfs_arc_max limits the ZFS cache to a quarter of memory or less. [openzfs-docs: Module Parameters, zfs_arc_max]"
  (logical
    (system (host ?host) (ram-bytes ?ram&~unknown))
    (zfs-parameters (host ?host) (arc-max-bytes ?max&:(above ?max 0)&:(at-most ?max (* ?*arc-modest-share* ?ram))))
    ; a limit that the cache does not keep to is none
    (not (finding (name arc-over-limit) (host ?host) (subject ?host) (state present))))
  =>
  (assert (finding (name arc-capped) (host ?host) (subject ?host) (state present))))
