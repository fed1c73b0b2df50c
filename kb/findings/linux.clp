; Linux: unwritten data and its limits, pauses in writing, swapping, software RAID at work, devices that hang.

; --- pauses
(defglobal FINDINGS ?*stall-seconds* = 3)                    ; seconds | shorter ones hardly anybody complains of; the documented one took over 20 s [smith-2008-write-cache: unhealthy period]
(defglobal FINDINGS ?*pause-blocked-tasks* = 1)              ; tasks in column b | somebody has to wait for the disks, or nothing was to be written [smith-2008-write-cache: unhealthy period, column b]
(defglobal FINDINGS ?*pause-wait-percent* = 50)              ; percent | half of the processors and more have nothing to do but wait, in the documented pauses some 70 [smith-2008-write-cache: unhealthy period, column wa]
(defglobal FINDINGS ?*pause-watched-samples* = 30)           ; samples | so many samples of heavy writing without a pause were watched; the documented pauses came within a run of 209 s, by experience [smith-2008-write-cache: summary of dd]
(defglobal FINDINGS ?*heavy-writing-kb-s* = 20000)           ; kB/s | below this rate there is no heavy writing whose pauses could be missed; the documented disks drained 65,000 [smith-2008-write-cache: healthy period, column bo]
(defglobal FINDINGS ?*burst-factor* = 4)                     ; times the drain | the documented burst was 988,400 kB/s above a drain of 65,500 [smith-2008-write-cache: healthy period, column bo]
(defglobal FINDINGS ?*burst-above-the-mean* = 2.5)           ; times the mean | pauses take most of the time then, and what is written between them goes into a cache (computed) [smith-2008-write-cache: healthy period, column bo]
(defglobal FINDINGS ?*prediction-factor* = 3)                ; times | the drain is known to about a factor of two: both legs of a mirror may be counted, and the cache takes its part (computed) [smith-2008-write-cache: arithmetic of the stall]
(defglobal FINDINGS ?*prediction-part* = 0.33)               ; part | the same, downwards [smith-2008-write-cache: arithmetic of the stall]

; --- unwritten data and its limits
(defglobal FINDINGS ?*near-limit* = 0.8)                     ; part of the limit | writers are slowed from half way between the background limit and the limit on; at four fifths every writer feels it [linux-page-writeback: dirty_freerun_ceiling]
(defglobal FINDINGS ?*backlog-small* = 0.25)                 ; part of the limit | half of where throttling begins with the background limit at its usual half of the limit, rounded down [linux-page-writeback: dirty_freerun_ceiling]
(defglobal FINDINGS ?*backlog-nothing* = 0.02)               ; part of all memory | below the lowest background limit that any kernel had as its default, 5 percent [linux-page-writeback: dirty_background_ratio, 2007]
(defglobal FINDINGS ?*watched-samples* = 5)                  ; samples | a loop over some seconds and no single glance, by experience [smith-2008-write-cache: loop over /proc/meminfo]
(defglobal FINDINGS ?*drain-slow-seconds* = 5)               ; seconds | longer than people take for a hiccup, by experience [smith-2008-write-cache: after the retuning]
(defglobal FINDINGS ?*drain-minutes-seconds* = 120)          ; seconds | the kernel reports a task as hung that waits so long [linux-hung-task: blocked for more than 120 seconds]
(defglobal FINDINGS ?*drain-quick-seconds* = 3)              ; seconds | after the documented retuning one period of 4 s was left, and nobody called it a freeze [smith-2008-write-cache: after the retuning]
(defglobal FINDINGS ?*limit-huge-bytes* = 8589934592)        ; bytes | 8 GiB take more than ten seconds even at 800 MB/s (computed) [linux-page-writeback: balance_dirty_pages]
(defglobal FINDINGS ?*limit-bounded-bytes* = 536870912)      ; bytes | 512 MiB: from there down to where writers go on are some 200 MiB, seconds on any disk (computed) [linux-vm-sysctl: dirty_bytes]
(defglobal FINDINGS ?*wanted-seconds* = 3)                   ; seconds of drain | as the limit: what waits is then gone in seconds [linux-vm-sysctl: dirty_bytes]
(defglobal FINDINGS ?*wanted-background-seconds* = 1)        ; seconds of drain | so that the disks begin early [linux-vm-sysctl: dirty_background_bytes]
(defglobal FINDINGS ?*wanted-least-bytes* = 67108864)        ; bytes | 64 MiB: less costs throughput by experience [linux-vm-sysctl: dirty_bytes]
(defglobal FINDINGS ?*wanted-background-least-bytes* = 16777216) ; bytes | a quarter of the least limit [linux-vm-sysctl: dirty_background_bytes]
(defglobal FINDINGS ?*kernel-2-6-22* = 2006022)              ; version | lowered the defaults from 40 and 10 percent to 10 and 5 [smith-2008-write-cache: release notes to 2.6.22]
(defglobal FINDINGS ?*kernel-2-6-30* = 2006030)              ; version | about here the defaults became 20 and 10 percent again; the exact release is not verified [linux-page-writeback: vm_dirty_ratio, today]
(defglobal FINDINGS ?*dirty-ratio-before-2-6-22* = 0.40)     ; part of dirtyable memory | default then [red-hat-5-vm: dirty_ratio]
(defglobal FINDINGS ?*dirty-ratio-2-6-22* = 0.10)            ; part of dirtyable memory | default then [linux-page-writeback: vm_dirty_ratio, 2007]
(defglobal FINDINGS ?*backlog-gigabytes* = 4294967296)        ; bytes | 4 GiB take a disk of 150 MB/s half a minute (computed) [smith-2008-write-cache: arithmetic of the stall]
(defglobal FINDINGS ?*backlog-alone* = 1610612736)            ; bytes | 1.5 GiB take a disk of 150 MB/s ten seconds (computed) [smith-2008-write-cache: arithmetic of the stall]
(defglobal FINDINGS ?*sync-long-seconds* = 30)                  ; seconds | ten times what anybody waits for patiently; a backlog of 4 GiB takes a disk of 150 MB/s as long (computed) [smith-2008-write-cache: arithmetic of the stall]
(defglobal FINDINGS ?*sync-times-the-write* = 5)                ; times | then at least four fifths of it were only in the page cache (computed) [smith-2008-write-cache: arithmetic of the stall]
(defglobal FINDINGS ?*sync-large-write-bytes* = 536870912)      ; bytes | 512 MiB: less is no backlog worth speaking of, by experience [linux-vm-sysctl: dirty_bytes]
(defglobal FINDINGS ?*dirty-background-now* = 0.10)          ; part of dirtyable memory | default now; all memory is never less than what can become dirty [linux-page-writeback: vm_dirty_ratio, today]
(defglobal FINDINGS ?*dirty-ratio-raised-percent* = 50)      ; percent | the highest default ever was 40 [red-hat-5-vm: dirty_ratio]
(defglobal FINDINGS ?*dirty-freerun-now* = 0.15)             ; part of dirtyable memory | half way between 10 and 20 percent, the defaults now: from there on writers are slowed [linux-page-writeback: vm_dirty_ratio, today; dirty_freerun_ceiling]

; --- what iotop shows
(defglobal FINDINGS ?*outrun-bytes-s* = 52428800)              ; bytes/s | 50 MiB/s fill a gigabyte in twenty seconds (computed) [iotop-man: Total and Actual DISK WRITE]
(defglobal FINDINGS ?*outrun-part* = 0.5)                      ; part of what programs write | at least as much stays in memory as goes out, by experience [iotop-man: Total and Actual DISK WRITE]
(defglobal FINDINGS ?*flusher-waits-percent* = 80)             ; percent of the time | it has more to write than its disk takes, by experience [iotop-man: IO]
(defglobal FINDINGS ?*flusher-beside-threads* = 2)             ; programs | one may be the one that writes, by experience [iotop-man: IO]

; --- who waits
(defglobal FINDINGS ?*io-waited-percent* = 20)                ; percent of the time | a fifth of the time some task waits for I/O, by experience [linux-psi-doc: some]
(defglobal FINDINGS ?*io-waited-samples* = 3)                 ; samples | fewer show nothing that lasts, by experience [man7-vmstat: wa]

; --- neighbours
(defglobal FINDINGS ?*swap-nothing-kb-s* = 64)               ; kB/s | a page now and then delays nobody, by experience [smith-2008-write-cache: columns si and so]
(defglobal FINDINGS ?*swap-heavy-kb-s* = 500)                 ; kB/s | some hundred pages a second keep a disk busy with seeks, by experience [smith-2008-write-cache: columns si and so]
(defglobal FINDINGS ?*swap-sustained-percent* = 20)                    ; percent of the samples | one sample at the end of a run is no thrashing; the documented run had one in 22 [smith-2008-write-cache: columns si and so]
(defglobal FINDINGS ?*hung-samples* = 3)                     ; samples | requests wait and not one completes: a draining disk completes some in every second [smith-2008-write-cache: healthy period, column bo]
(defglobal FINDINGS ?*busy-percent* = 95)                    ; percent | as good as always busy [linux-page-writeback: balance_dirty_pages]

; --- arrays being checked
(defglobal FINDINGS ?*sync-stalled-kb-s* = 500)                ; kB/s | half of what the kernel grants a check or rebuild by default beside any other work, 1000 [linux-md: sync_speed_min]
(defglobal FINDINGS ?*sync-read-kb-s* = 20000)                 ; kB/s | a check reads with what is left of a disk, and a quarter of a slow one is left nearly always, by experience [linux-md: sync_speed_max]
(defglobal FINDINGS ?*sync-alike-least* = 0.9)                 ; part | members are checked block by block together; a tenth is what requests of others add, by experience [linux-md: sync_action]
(defglobal FINDINGS ?*array-read-kb-s* = 2000)                  ; kB/s | a tenth of what a check reads: what programs read through the array is then not what loads its members (computed) [linux-md: sync_speed_max]

; --- stalls

(defrule FINDINGS::host-stalls.write-pause
  "While the page cache takes no more, whoever writes is stopped, and others queue behind it. [smith-2008-write-cache: unhealthy period]"
  (logical
    (stall-train (host ?host) (kind write-pause) (longest-seconds ?longest&:(at-least ?longest ?*stall-seconds*))
                 (blocked-mean ~unknown)))
  =>
  (assert (finding (name host-stalls) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writes-pause.watched
  "vmstat saw nothing handed to the disks for seconds although tasks waited for them. [smith-2008-write-cache: unhealthy period]"
  (logical
    (stall-train (host ?host) (kind write-pause) (longest-seconds ?longest&:(at-least ?longest ?*stall-seconds*))
                 (blocked-mean ?blocked&:(at-least ?blocked ?*pause-blocked-tasks*))))
  =>
  (assert (finding (name writes-pause) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writes-pause.by-the-wait
  "Nothing was handed to the disks for seconds although half of the time and more was spent waiting for them; how many tasks waited is not told. [smith-2008-write-cache: unhealthy period]"
  (logical
    (stall-train (host ?host) (kind write-pause) (longest-seconds ?longest&:(at-least ?longest ?*stall-seconds*)) (blocked-mean unknown)
                 (wait-mean-percent ?wait&:(at-least ?wait ?*pause-wait-percent*))))
  =>
  (assert (finding (name writes-pause) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writes-pause.none
  "vmstat watched heavy writing long enough, and it never paused. [smith-2008-write-cache: after the retuning]"
  (logical
    (read (host ?host) (template stall-train) (complete yes))
    (vmstat (host ?host) (os linux) (since-boot ~yes)
            (samples ?samples&:(at-least ?samples ?*pause-watched-samples*))
            (block-out-mean-kb-s ?rate&:(at-least ?rate ?*heavy-writing-kb-s*)))
    (not (stall-train (host ?host) (kind write-pause))))
  =>
  (assert (finding (name writes-pause) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::writes-burst.beside-the-pause
  "Between the pauses far more is handed over in a second than the disks drain: a cache filled up before. [smith-2008-write-cache: healthy period, column bo]"
  (logical
    (stall-train (host ?host) (kind write-pause) (drain-kb-s ?drain&:(above ?drain 0))
                 (burst-max-kb-s ?burst&:(at-least ?burst (* ?*burst-factor* ?drain)))))
  =>
  (assert (finding (name writes-burst) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writes-burst.above-the-mean
  "Between the pauses far more is handed over in a second than on average, pauses and all: that is what the disks drain, and a cache takes the rest. [smith-2008-write-cache: healthy period, column bo; smith-2008-write-cache: unhealthy period]"
  (logical
    (stall-train (host ?host) (output ?output) (kind write-pause) (longest-seconds ?longest&:(at-least ?longest ?*stall-seconds*))
                 (burst-max-kb-s ?burst&:(at-least ?burst ?*heavy-writing-kb-s*)))
    (vmstat (host ?host) (output ?output) (os linux) (since-boot ~yes) (block-out-mean-kb-s ?mean&:(above ?mean 0)&:(at-most ?mean (/ ?burst ?*burst-above-the-mean*)))))
  =>
  (assert (finding (name writes-burst) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writes-burst.in-vmstat
  "Far more is handed over in some seconds than the disks drain in the others: a cache filled up before. [smith-2008-write-cache: healthy period, column bo]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot ~yes) (drain-kb-s ?drain&:(above ?drain 0))
            (block-out-max-kb-s ?burst&:(at-least ?burst (* ?*burst-factor* ?drain)))))
  =>
  (assert (finding (name writes-burst) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stall-as-predicted.by-the-backlog
  "The stall lasts about as long as the backlog above the point where writers go on takes to drain. [smith-2008-write-cache: arithmetic of the stall]"
  (logical
    (quantity (name predicted-stall-seconds) (host ?host) (value ?predicted&:(above ?predicted 0)))
    (stall-train (host ?host) (kind write-pause)
                 (longest-seconds ?longest&:(at-least ?longest ?*stall-seconds*)
                                          &:(at-least ?longest (* ?*prediction-part* ?predicted))
                                          &:(at-most ?longest (* ?*prediction-factor* ?predicted)))))
  =>
  (assert (finding (name stall-as-predicted) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writers-outrun-disks.iotop
  "Programs write several times as much as the disks are given, and the page cache takes the rest. [iotop-man: Total and Actual DISK WRITE]"
  (logical
    (io-threads (host ?host) (output ?output) (write-max-bytes-s ?write&~unknown)
      (ahead-max-bytes-s ?ahead&:(at-least ?ahead ?*outrun-bytes-s*)&:(at-least ?ahead (* ?*outrun-part* ?write)))))
  =>
  (assert (finding (name writers-outrun-disks) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::programs-wait-beside-flusher.iotop
  "The kernel's thread that writes back waits for its disk all the time, and several programs wait as well. [iotop-man: IO]"
  (logical
    (io-threads (host ?host) (output ?output) (flusher-wait-percent ?share&:(at-least ?share ?*flusher-waits-percent*))
      (waiting-threads ?threads&:(at-least ?threads ?*flusher-beside-threads*))))
  =>
  (assert (finding (name programs-wait-beside-flusher) (host ?host) (subject ?host) (state present))))

; --- the limits in force

(defrule FINDINGS::dirty-limit.bytes
  "Where vm.dirty_bytes is set, it is the limit. [linux-vm-sysctl: dirty_bytes]"
  (logical (vm-settings (host ?host) (dirty-limit-bytes ?limit&:(above ?limit 0))))
  =>
  (assert (quantity (name dirty-limit-bytes) (host ?host) (subject ?host) (value ?limit))))

(defrule FINDINGS::dirty-limit.ratio-of-dirtyable
  "vm.dirty_ratio is a part of the memory that can become dirty: what is free and the file cache, not all of it. [linux-page-writeback: global_dirtyable_memory]"
  (logical
    (vm-settings (host ?host) (dirty-limit-bytes unknown) (dirty-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes ?dirtyable&~unknown)))
  =>
  (assert (quantity (name dirty-limit-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?dirtyable) 100)))))

(defrule FINDINGS::dirty-limit.ratio-of-dirtyable-bytes-zero
  "vm.dirty_bytes is 0, so vm.dirty_ratio counts, as a part of what is free and the file cache. [linux-page-writeback: global_dirtyable_memory]"
  (logical
    (vm-settings (host ?host) (dirty-limit-bytes ?bytes&:(at-most ?bytes 0)) (dirty-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes ?dirtyable&~unknown)))
  =>
  (assert (quantity (name dirty-limit-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?dirtyable) 100)))))

(defrule FINDINGS::dirty-limit.ratio-of-memory
  "Where it is not known how much can become dirty, all memory is taken, which is too much by what processes hold. [linux-vm-sysctl: dirty_ratio]"
  (logical
    (vm-settings (host ?host) (dirty-limit-bytes unknown) (dirty-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-available-bytes unknown) (mem-total-bytes ?total&~unknown)))
  =>
  (assert (quantity (name dirty-limit-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?total) 100)))))

(defrule FINDINGS::dirty-limit.ratio-of-available
  "Where only MemAvailable is known, it stands for what can become dirty: it is what is free and the file cache, with a little of the slab. [linux-page-writeback: global_dirtyable_memory]"
  (logical
    (vm-settings (host ?host) (dirty-limit-bytes unknown) (dirty-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-available-bytes ?available&~unknown)))
  =>
  (assert (quantity (name dirty-limit-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?available) 100)))))

(defrule FINDINGS::dirty-limit.ratio-of-available-bytes-zero
  "vm.dirty_bytes is 0, so vm.dirty_ratio counts, as a part of what can be given out at once. [linux-page-writeback: global_dirtyable_memory]"
  (logical
    (vm-settings (host ?host) (dirty-limit-bytes ?bytes&:(at-most ?bytes 0)) (dirty-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-available-bytes ?available&~unknown)))
  =>
  (assert (quantity (name dirty-limit-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?available) 100)))))

(defrule FINDINGS::dirty-limit.ratio-of-memory-bytes-zero
  "vm.dirty_bytes is 0, so vm.dirty_ratio counts; where it is not known how much can become dirty, all memory is taken, which is too much by what processes hold. [linux-vm-sysctl: dirty_ratio]"
  (logical
    (vm-settings (host ?host) (dirty-limit-bytes ?bytes&:(at-most ?bytes 0)) (dirty-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-available-bytes unknown) (mem-total-bytes ?total&~unknown)))
  =>
  (assert (quantity (name dirty-limit-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?total) 100)))))

(defrule FINDINGS::dirty-background.bytes
  "Where vm.dirty_background_bytes is set, the disks begin to write there. [linux-vm-sysctl: dirty_background_bytes]"
  (logical (vm-settings (host ?host) (dirty-background-limit-bytes ?limit&:(above ?limit 0))))
  =>
  (assert (quantity (name dirty-background-bytes) (host ?host) (subject ?host) (value ?limit))))

(defrule FINDINGS::dirty-background.ratio-of-dirtyable
  "vm.dirty_background_ratio is a part of what is free and the file cache; the disks begin to write there. [linux-page-writeback: domain_dirty_limits]"
  (logical
    (vm-settings (host ?host) (dirty-background-limit-bytes unknown) (dirty-background-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes ?dirtyable&~unknown)))
  =>
  (assert (quantity (name dirty-background-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?dirtyable) 100)))))

(defrule FINDINGS::dirty-background.ratio-of-dirtyable-bytes-zero
  "vm.dirty_background_bytes is 0, so vm.dirty_background_ratio counts, as a part of what is free and the file cache. [linux-page-writeback: domain_dirty_limits]"
  (logical
    (vm-settings (host ?host) (dirty-background-limit-bytes ?bytes&:(at-most ?bytes 0))
                 (dirty-background-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes ?dirtyable&~unknown)))
  =>
  (assert (quantity (name dirty-background-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?dirtyable) 100)))))

(defrule FINDINGS::dirty-background.ratio-of-memory
  "Where it is not known how much can become dirty, all memory is taken, which is too much by what processes hold. [linux-vm-sysctl: dirty_background_ratio]"
  (logical
    (vm-settings (host ?host) (dirty-background-limit-bytes unknown) (dirty-background-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-available-bytes unknown) (mem-total-bytes ?total&~unknown)))
  =>
  (assert (quantity (name dirty-background-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?total) 100)))))

(defrule FINDINGS::dirty-background.ratio-of-available
  "Where only MemAvailable is known, it stands for what can become dirty: it is what is free and the file cache, with a little of the slab. [linux-page-writeback: global_dirtyable_memory]"
  (logical
    (vm-settings (host ?host) (dirty-background-limit-bytes unknown) (dirty-background-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-available-bytes ?available&~unknown)))
  =>
  (assert (quantity (name dirty-background-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?available) 100)))))

(defrule FINDINGS::dirty-background.ratio-of-available-bytes-zero
  "vm.dirty_background_bytes is 0, so vm.dirty_background_ratio counts, as a part of what can be given out at once. [linux-page-writeback: global_dirtyable_memory]"
  (logical
    (vm-settings (host ?host) (dirty-background-limit-bytes ?bytes&:(at-most ?bytes 0)) (dirty-background-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-available-bytes ?available&~unknown)))
  =>
  (assert (quantity (name dirty-background-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?available) 100)))))

(defrule FINDINGS::dirty-background.ratio-of-memory-bytes-zero
  "vm.dirty_background_bytes is 0, so vm.dirty_background_ratio counts; where it is not known how much can become dirty, all memory is taken, which is too much by what processes hold. [linux-vm-sysctl: dirty_background_ratio]"
  (logical
    (vm-settings (host ?host) (dirty-background-limit-bytes ?bytes&:(at-most ?bytes 0)) (dirty-background-ratio-percent ?ratio&:(above ?ratio 0)))
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-available-bytes unknown) (mem-total-bytes ?total&~unknown)))
  =>
  (assert (quantity (name dirty-background-bytes) (host ?host) (subject ?host) (value (/ (* ?ratio ?total) 100)))))

(defrule FINDINGS::dirty-freerun.half-way
  "Writers are slowed from half way between the background limit and the limit on, and go on below it. [linux-page-writeback: dirty_freerun_ceiling]"
  (logical
    (quantity (name dirty-limit-bytes) (host ?host) (value ?limit))
    (quantity (name dirty-background-bytes) (host ?host) (value ?background&:(below ?background ?limit))))
  =>
  (assert (quantity (name dirty-freerun-bytes) (host ?host) (subject ?host) (value (/ (+ ?limit ?background) 2)))))

(defrule FINDINGS::predicted-stall.backlog-above-freerun
  "What is unwritten above the point where writers go on, divided by what the storage drains in a second. [smith-2008-write-cache: arithmetic of the stall; linux-page-writeback: balance_dirty_pages]"
  (logical
    (quantity (name dirty-freerun-bytes) (host ?host) (value ?freerun))
    (meminfo (host ?host) (dirty-and-writeback-peak-bytes ?backlog&:(above ?backlog ?freerun)))
    (write-drain (host ?host) (bytes-s ?drain&:(above ?drain 0))))
  =>
  (assert (quantity (name predicted-stall-seconds) (host ?host) (subject ?host) (value (/ (- ?backlog ?freerun) ?drain)))))

(defrule FINDINGS::worst-stall.limit-above-freerun
  "A backlog at the limit has to drain to the point where writers go on. [linux-page-writeback: balance_dirty_pages]"
  (logical
    (quantity (name dirty-limit-bytes) (host ?host) (value ?limit))
    (quantity (name dirty-freerun-bytes) (host ?host) (value ?freerun))
    (write-drain (host ?host) (bytes-s ?drain&:(above ?drain 0))))
  =>
  (assert (quantity (name worst-stall-seconds) (host ?host) (subject ?host) (value (/ (- ?limit ?freerun) ?drain)))))

(defrule FINDINGS::dirty-limit-wanted.seconds-of-drain
  "Bounded to seconds of what the storage drains, a backlog can no longer stop anybody for long. [linux-vm-sysctl: dirty_bytes]"
  (logical (write-drain (host ?host) (bytes-s ?drain&:(above ?drain 0))))
  =>
  (assert (quantity (name dirty-limit-wanted-bytes) (host ?host) (subject ?host)
                    (value (max ?*wanted-least-bytes* (round-up (* ?*wanted-seconds* ?drain)))))
          (quantity (name dirty-background-wanted-bytes) (host ?host) (subject ?host)
                    (value (max ?*wanted-background-least-bytes* (round-up (* ?*wanted-background-seconds* ?drain)))))))

; --- the backlog against its limit

(defrule FINDINGS::dirty-backlog-at-limit.of-the-settings
  "Dirty and Writeback together count against the limit, and they have reached it. [linux-page-writeback: balance_dirty_pages]"
  (logical
    (quantity (name dirty-limit-bytes) (host ?host) (value ?limit&:(above ?limit 0)))
    (meminfo (host ?host) (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog (* ?*near-limit* ?limit)))))
  =>
  (assert (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-at-limit.counted-in-pages
  "The kernel's own counters of dirty pages and of those in write-back together show its own limit reached. [linux-page-writeback: balance_dirty_pages]"
  (logical
    (vm-counters (host ?host) (dirty-limit-pages ?limit&:(above ?limit 0)) (dirty-pages ?dirty&~unknown)
                 (writeback-pages ?pages&:(at-least ?pages (- (* ?*near-limit* ?limit) ?dirty)))))
  =>
  (assert (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-at-limit.dirty-pages-alone
  "The kernel's own counters show dirty pages at its own limit. [linux-page-writeback: balance_dirty_pages]"
  (logical
    (vm-counters (host ?host) (dirty-limit-pages ?limit&:(above ?limit 0))
                 (dirty-pages ?pages&:(at-least ?pages (* ?*near-limit* ?limit)))))
  =>
  (assert (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-slows-writers.counted-in-pages
  "The kernel's own counters show more dirty than the middle of its two limits, from where on writers are slowed. [linux-page-writeback: dirty_freerun_ceiling]"
  (logical
    (vm-counters (host ?host) (dirty-limit-pages ?limit&:(above ?limit 0)) (dirty-background-limit-pages ?background&:(below ?background ?limit))
                 (dirty-pages ?dirty&~unknown) (writeback-pages ?pages&:(at-least ?pages (- (/ (+ ?limit ?background) 2) ?dirty)))))
  =>
  (assert (finding (name dirty-backlog-slows-writers) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-slows-writers.above-freerun
  "Writers are slowed from half way between the background limit and the limit on, and more is unwritten. [linux-page-writeback: dirty_freerun_ceiling]"
  (logical
    (quantity (name dirty-freerun-bytes) (host ?host) (value ?freerun))
    (meminfo (host ?host) (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog ?freerun))))
  =>
  (assert (finding (name dirty-backlog-slows-writers) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-at-default-limit.before-2-6-22
  "By default this kernel lets 40 percent of the dirtyable memory be unwritten, and as much is. [red-hat-5-vm: dirty_ratio]"
  (logical
    (system (host ?host) (kernel-code ?kernel&:(below ?kernel ?*kernel-2-6-22*)))
    (meminfo (host ?host) (dirtyable-bytes ?dirtyable&~unknown)
             (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog (* ?*near-limit* ?*dirty-ratio-before-2-6-22* ?dirtyable)))))
  =>
  (assert (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-at-default-limit.from-2-6-22
  "By default this kernel lets 10 percent of the dirtyable memory be unwritten, and as much is. [linux-page-writeback: vm_dirty_ratio, 2007]"
  (logical
    (system (host ?host) (kernel-code ?kernel&:(at-least ?kernel ?*kernel-2-6-22*)&:(below ?kernel ?*kernel-2-6-30*)))
    (meminfo (host ?host) (dirtyable-bytes ?dirtyable&~unknown)
             (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog (* ?*near-limit* ?*dirty-ratio-2-6-22* ?dirtyable)))))
  =>
  (assert (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-at-default-limit.today
  "By default this kernel slows writers from 15 percent of the dirtyable memory on, half way to its limit, and as much is unwritten. [linux-page-writeback: vm_dirty_ratio, today]"
  (logical
    (system (host ?host) (kernel-code ?kernel&:(at-least ?kernel ?*kernel-2-6-30*)))
    (meminfo (host ?host) (dirtyable-bytes ?dirtyable&~unknown)
             (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog (* ?*dirty-freerun-now* ?dirtyable)))))
  =>
  (assert (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-at-default-limit.kernel-not-told
  "Every kernel since 2009 slows writers from 15 percent of the dirtyable memory on by default, and as much is unwritten; nothing says that this one is older. [linux-page-writeback: vm_dirty_ratio, today]"
  (logical
    (meminfo (host ?host) (dirtyable-bytes ?dirtyable&~unknown) (writeback-bytes unknown)
             (dirty-bytes ?backlog&:(at-least ?backlog (* ?*dirty-freerun-now* ?dirtyable))))
    (not (system (host ?host) (kernel-code ?kernel&:(below ?kernel ?*kernel-2-6-30*)))))
  =>
  (assert (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-at-default-limit.kernel-with-memavailable
  "A kernel that prints MemAvailable slows writers from 15 percent of the dirtyable memory on by default, and as much is unwritten. [linux-page-writeback: vm_dirty_ratio, today]"
  (logical
    (meminfo (host ?host) (mem-available-bytes ~unknown) (dirtyable-bytes ?dirtyable&~unknown)
             (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog (* ?*dirty-freerun-now* ?dirtyable)))))
  =>
  (assert (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-at-default-limit.of-available
  "A kernel that prints MemAvailable slows writers from 15 percent on by default, and as much of what is available is unwritten. [linux-page-writeback: vm_dirty_ratio, today]"
  (logical
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-available-bytes ?available&:(above ?available 0))
             (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog (* ?*dirty-freerun-now* ?available)))))
  =>
  (assert (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-at-default-limit.any-kernel
  "Whatever the kernel, no default lets more than 40 percent of the dirtyable memory be unwritten, and as much is. [red-hat-5-vm: dirty_ratio]"
  (logical
    (meminfo (host ?host) (dirtyable-bytes ?dirtyable&~unknown)
             (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog (* ?*near-limit* ?*dirty-ratio-before-2-6-22* ?dirtyable)))))
  =>
  (assert (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-at-default-limit.of-all-memory
  "More is unwritten than 15 percent of all memory, and what can become dirty is never more than that: by default writers are slowed. [linux-page-writeback: vm_dirty_ratio, today]"
  (logical
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-available-bytes unknown) (mem-total-bytes ?total&:(above ?total 0))
             (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog (* ?*dirty-freerun-now* ?total))))
    (not (system (host ?host) (kernel-code ?kernel&:(below ?kernel ?*kernel-2-6-30*)))))
  =>
  (assert (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-at-default-limit.dirty-alone
  "More is dirty than 15 percent of all memory, not counting what is being written: by default writers are slowed. [linux-page-writeback: vm_dirty_ratio, today]"
  (logical
    (meminfo (host ?host) (writeback-bytes unknown) (mem-total-bytes ?total&:(above ?total 0))
             (dirty-bytes ?dirty&:(at-least ?dirty (* ?*dirty-freerun-now* ?total))))
    (not (system (host ?host) (kernel-code ?kernel&:(below ?kernel ?*kernel-2-6-30*)))))
  =>
  (assert (finding (name dirty-backlog-at-default-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-gigabytes.memory-unknown
  "Gigabytes are unwritten, which take a disk ten seconds and more; how much memory the host has is not known. [smith-2008-write-cache: arithmetic of the stall]"
  (logical
    (meminfo (host ?host) (mem-total-bytes unknown) (mem-available-bytes unknown)
             (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog ?*backlog-alone*)))
    (not (system (host ?host) (ram-bytes ~unknown))))
  =>
  (assert (finding (name dirty-backlog-gigabytes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-gigabytes.dirty-alone
  "Gigabytes are dirty, which take a disk half a minute; what is being written and how much memory the host has is not known. [smith-2008-write-cache: arithmetic of the stall]"
  (logical
    (meminfo (host ?host) (mem-total-bytes unknown) (mem-available-bytes unknown) (writeback-bytes unknown)
             (dirty-bytes ?backlog&:(at-least ?backlog ?*backlog-alone*)))
    (not (system (host ?host) (ram-bytes ~unknown))))
  =>
  (assert (finding (name dirty-backlog-gigabytes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-gigabytes.above-background
  "Gigabytes are unwritten, more than a tenth of all memory, where the kernel writes in the background; what the limit is a share of is not known. [smith-2008-write-cache: arithmetic of the stall; linux-page-writeback: vm_dirty_ratio, today]"
  (logical
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-available-bytes unknown) (mem-total-bytes ?total&:(above ?total 0))
             (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog ?*backlog-gigabytes*)
                                                     &:(at-least ?backlog (* ?*dirty-background-now* ?total)))))
  =>
  (assert (finding (name dirty-backlog-gigabytes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-ratio-raised.above-every-default
  "The limit is a share of memory that no kernel has by default; how much memory the host has is not known. [red-hat-5-vm: dirty_ratio]"
  (logical
    (vm-settings (host ?host) (dirty-ratio-percent ?ratio&:(at-least ?ratio ?*dirty-ratio-raised-percent*)))
    (not (meminfo (host ?host) (mem-total-bytes ~unknown)))
    (not (system (host ?host) (ram-bytes ~unknown))))
  =>
  (assert (finding (name dirty-ratio-raised) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-slow-to-drain.seconds
  "Divided by what the storage drains in a second, what is unwritten takes seconds. [smith-2008-write-cache: arithmetic of the stall]"
  (logical
    (write-drain (host ?host) (bytes-s ?drain&:(above ?drain 0)))
    (meminfo (host ?host) (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog (* ?*drain-slow-seconds* ?drain)))))
  =>
  (assert (finding (name dirty-backlog-slow-to-drain) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-drains-for-minutes.while-tasks-wait
  "Tasks wait for I/O, and at the rate that the storage writes meanwhile what is unwritten takes minutes: a sync, a close over NFS or an unmount waits for all of it. [smith-2008-write-cache: arithmetic of the stall; linux-hung-task: blocked for more than 120 seconds]"
  (logical
    (finding (name io-waited-for) (host ?host) (subject ?host) (state present))
    (write-drain (host ?host) (bytes-s ?drain&:(above ?drain 0)))
    (meminfo (host ?host) (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog (* ?*drain-minutes-seconds* ?drain)))))
  =>
  (assert (finding (name dirty-backlog-drains-for-minutes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-drains-for-minutes.at-a-measured-rate
  "At the rate of a disk that is busy all the time, or of a large dd, what is unwritten takes minutes: a sync, a close over NFS or an unmount waits for all of it. [smith-2008-write-cache: arithmetic of the stall; linux-hung-task: blocked for more than 120 seconds]"
  (logical
    (write-drain (host ?host) (source iostat|dd) (bytes-s ?drain&:(above ?drain 0)))
    (meminfo (host ?host) (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog (* ?*drain-minutes-seconds* ?drain)))))
  =>
  (assert (finding (name dirty-backlog-drains-for-minutes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::sync-waits-for-backlog.timed
  "A sync of all that was unwritten took half a minute and longer: so much lay in the page cache for so slow a disk. [smith-2008-write-cache: arithmetic of the stall]"
  (logical
    (sync-run (host ?host) (seconds ?seconds&:(at-least ?seconds ?*sync-long-seconds*)))
    ; with the write before it, the same sync is told by that finding
    (not (finding (name backlog-taken-in-then-synced) (host ?host) (subject ?host) (state present))))
  =>
  (assert (finding (name sync-waits-for-backlog) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::backlog-taken-in-then-synced.dd
  "A large write was taken into the page cache in a moment, and the sync after it took half a minute and longer, many times as long. [smith-2008-write-cache: arithmetic of the stall]"
  (logical
    (bulk-write (host ?host) (direct no) (flushed no) (seconds ?moment&:(above ?moment 0)) (total-bytes ?bytes&:(at-least ?bytes ?*sync-large-write-bytes*)))
    (sync-run (host ?host) (seconds ?seconds&:(at-least ?seconds ?*sync-long-seconds*)&:(at-least ?seconds (* ?*sync-times-the-write* ?moment)))))
  =>
  (assert (finding (name backlog-taken-in-then-synced) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stall-predicted.by-the-backlog
  "By its size and by what the storage drains, this backlog stops writers for seconds. [smith-2008-write-cache: arithmetic of the stall]"
  (logical (quantity (name predicted-stall-seconds) (host ?host) (value ?predicted&:(at-least ?predicted ?*stall-seconds*))))
  =>
  (assert (finding (name stall-predicted) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-small.of-the-limit
  "What is unwritten is far below the point where writers are slowed. [linux-page-writeback: dirty_freerun_ceiling]"
  (logical
    (quantity (name dirty-limit-bytes) (host ?host) (value ?limit&:(above ?limit 0)))
    (meminfo (host ?host) (dirty-and-writeback-peak-bytes ?backlog&:(at-most ?backlog (* ?*backlog-small* ?limit)))))
  =>
  (assert (finding (name dirty-backlog-small) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-small.of-the-memory
  "So little is unwritten that no kernel's default would even begin to write. [linux-page-writeback: dirty_background_ratio, 2007]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown)
             (dirty-and-writeback-peak-bytes ?backlog&:(at-most ?backlog (* ?*backlog-nothing* ?total)))))
  =>
  (assert (finding (name dirty-backlog-small) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-backlog-watched-small.in-a-loop
  "The highest of many samples was that small. [smith-2008-write-cache: loop over /proc/meminfo]"
  (logical
    (finding (name dirty-backlog-small) (host ?host) (subject ?host) (state present))
    (meminfo (host ?host) (samples ?samples&:(at-least ?samples ?*watched-samples*))))
  =>
  (assert (finding (name dirty-backlog-watched-small) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-limit-large.against-the-drain
  "A backlog at the limit stops writers for longer than people take for a hiccup. [smith-2008-write-cache: what to do]"
  (logical (quantity (name worst-stall-seconds) (host ?host) (value ?worst&:(at-least ?worst ?*drain-slow-seconds*))))
  =>
  (assert (finding (name dirty-limit-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-limit-large.by-the-backlog
  "So much is unwritten that the limit is as high at least, and no usual storage drains it in seconds. [linux-page-writeback: balance_dirty_pages]"
  (logical
    (meminfo (host ?host) (dirty-and-writeback-peak-bytes ?backlog&:(at-least ?backlog ?*limit-huge-bytes*)))
    (not (write-drain (host ?host))))
  =>
  (assert (finding (name dirty-limit-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-limit-large.drained-quickly
  "Even a backlog at the limit is down again within seconds, where writers go on. [smith-2008-write-cache: after the retuning]"
  (logical (quantity (name worst-stall-seconds) (host ?host) (value ?worst&:(at-most ?worst ?*drain-quick-seconds*))))
  =>
  (assert (finding (name dirty-limit-large) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::dirty-limit-large.bounded-in-bytes
  "vm.dirty_bytes bounds the backlog to what any disk drains in seconds. [linux-vm-sysctl: dirty_bytes]"
  (logical (vm-settings (host ?host) (dirty-limit-bytes ?limit&:(above ?limit 0)&:(at-most ?limit ?*limit-bounded-bytes*))))
  =>
  (assert (finding (name dirty-limit-large) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::dirty-limit-bounded.in-bytes
  "vm.dirty_bytes bounds the backlog to what any disk drains in seconds. [linux-vm-sysctl: dirty_bytes]"
  (logical (vm-settings (host ?host) (dirty-limit-bytes ?limit&:(above ?limit 0)&:(at-most ?limit ?*limit-bounded-bytes*))))
  =>
  (assert (finding (name dirty-limit-bounded) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-limit-huge.in-bytes
  "The limit is so high that no usual storage drains it in seconds. [linux-page-writeback: balance_dirty_pages]"
  (logical (quantity (name dirty-limit-bytes) (host ?host) (value ?limit&:(at-least ?limit ?*limit-huge-bytes*))))
  =>
  (assert (finding (name dirty-limit-huge) (host ?host) (subject ?host) (state present))))

; --- who waits for I/O

(defrule FINDINGS::io-waited-for.pressure
  "In the last ten seconds some task waited for I/O a fifth of the time and more; a writer that is held back counts as waiting. [linux-psi-doc: some]"
  (logical (pressure (host ?host) (resource io) (some-10-seconds-percent ?share&:(at-least ?share ?*io-waited-percent*))))
  =>
  (assert (finding (name io-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::io-waited-for.pressure-of-a-minute
  "In the last minute some task waited for I/O a fifth of the time and more. [linux-psi-doc: some]"
  (logical (pressure (host ?host) (resource io) (some-60-seconds-percent ?share&:(at-least ?share ?*io-waited-percent*))))
  =>
  (assert (finding (name io-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::io-waited-for.vmstat
  "Over several samples a fifth of all processors and more stood idle while a task waited for a disk. [man7-vmstat: wa]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*io-waited-samples*))
            (wait-mean-percent ?share&:(at-least ?share ?*io-waited-percent*))))
  =>
  (assert (finding (name io-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::io-waited-for.processors
  "Over several samples a fifth of all processors and more stood idle while a task waited for a disk. [man7-vmstat: wa]"
  (logical
    (cpu-load (host ?host) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*io-waited-samples*))
              (wait-mean-percent ?share&:(at-least ?share ?*io-waited-percent*))))
  =>
  (assert (finding (name io-waited-for) (host ?host) (subject ?host) (state present))))

; --- swapping

(defrule FINDINGS::swapping.out
  "Memory is written to swap in many samples, fast enough to keep the disk busy. [smith-2008-write-cache: columns si and so]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot ~yes) (swapping-percent ?percent&:(at-least ?percent ?*swap-sustained-percent*))
            (swap-out-max-kb-s ?rate&:(at-least ?rate ?*swap-heavy-kb-s*))))
  =>
  (assert (finding (name swapping) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping.in
  "Memory is read back from swap in many samples, fast enough to keep the disk busy. [smith-2008-write-cache: columns si and so]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot ~yes) (swapping-percent ?percent&:(at-least ?percent ?*swap-sustained-percent*))
            (swap-in-max-kb-s ?rate&:(at-least ?rate ?*swap-heavy-kb-s*))))
  =>
  (assert (finding (name swapping) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping.in-the-pauses
  "While writing pauses, the host swaps. [smith-2008-write-cache: columns si and so]"
  (logical (stall-train (host ?host) (kind write-pause) (swap-max-kb-s ?rate&:(at-least ?rate ?*swap-heavy-kb-s*))))
  =>
  (assert (finding (name swapping) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping.none
  "Columns si and so stay at nothing. [smith-2008-write-cache: columns si and so]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot ~yes) (swap-in-max-kb-s ?in&:(at-most ?in ?*swap-nothing-kb-s*))
            (swap-out-max-kb-s ?out&:(at-most ?out ?*swap-nothing-kb-s*))))
  =>
  (assert (finding (name swapping) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::swapping.not-in-the-pauses
  "While writing pauses, columns si and so stay at nothing. [smith-2008-write-cache: columns si and so]"
  (logical (stall-train (host ?host) (kind write-pause) (swap-max-kb-s ?rate&:(at-most ?rate ?*swap-nothing-kb-s*))))
  =>
  (assert (finding (name swapping) (host ?host) (subject ?host) (state absent))))

; --- devices and arrays

(defrule FINDINGS::device-hung.nothing-completes
  "Requests wait and not one completes, sample after sample: the device or the way to it stands still, not the page cache. [linux-page-writeback: balance_dirty_pages]"
  (logical
    (system (host ?host) (os linux))
    (device-load (host ?host) (device ?device) (since-boot ~yes)
                 (no-completion-samples ?samples&:(at-least ?samples ?*hung-samples*))))
  =>
  (assert (finding (name device-hung) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-busy-writing.while-it-drains
  "The device is busy all the time and completes writes: it drains what the cache has taken. [smith-2008-write-cache: healthy period, column bo]"
  (logical
    (system (host ?host) (os linux))
    (device-load (host ?host) (device ?device) (since-boot ~yes) (no-completion-samples 0)
                 (busy-percent-max ?busy&:(at-least ?busy ?*busy-percent*))
                 (write-kb-s-mean ?rate&:(at-least ?rate ?*heavy-writing-kb-s*))))
  =>
  (assert (finding (name device-busy-writing) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::array-syncing.running
  "A resync, recovery, check or reshape reads and writes whole disks, and everything else waits its turn. [linux-md: sync_action]"
  (logical (md-array (host ?host) (array ?array) (sync-action resync|recovery|check|reshape)))
  =>
  (assert (finding (name array-syncing) (host ?host) (subject ?array) (state present))))

(defrule FINDINGS::array-syncing.idle
  "Every array of the host was listed, and none is synchronising. [linux-md: sync_action]"
  (logical
    (read (host ?host) (template md-array) (complete yes))
    (not (md-array (host ?host) (sync-action resync|recovery|check|reshape|unknown))))
  =>
  (assert (finding (name array-syncing) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::array-sync-logged.begun
  "The kernel logged more often that a check or rebuild of the array began than that one ended, and nothing tells whether it runs now. [linux-md: sync_action]"
  (logical
    (kernel-event (host ?host) (kind array-sync-started) (subject ?array) (count ?begun&~unknown))
    (not (md-array (host ?host) (array ?array) (sync-action ~unknown)))
    (not (kernel-event (host ?host) (kind array-sync-ended) (subject ?array) (count ?ended&:(at-least ?ended ?begun)))))
  =>
  (assert (finding (name array-sync-logged) (host ?host) (subject ?array) (state present))))

(defrule FINDINGS::array-sync-stalled.crawls
  "The check or rebuild moves at less than half of the rate that the kernel grants it beside any other work. [linux-md: sync_speed_min]"
  (logical
    (md-array (host ?host) (array ?array) (sync-action resync|recovery|check|reshape)
              (sync-kb-s ?rate&~unknown&:(below ?rate ?*sync-stalled-kb-s*))))
  =>
  (assert (finding (name array-sync-stalled) (host ?host) (subject ?array) (state present))))

(defrule FINDINGS::arrays-read.rate
  "Programs read through a software RAID array. [linux-md: md devices in sysfs]"
  (logical
    (md-array (host ?host) (array ?array))
    (device-load (host ?host) (device ?array) (read-kb-s-mean ?read&:(at-least ?read ?*array-read-kb-s*))))
  =>
  (assert (finding (name arrays-read) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::members-read-beneath-arrays.alike
  "Two disks are read at the same high rate while no array is read: what reads is beneath the arrays, as a check is. [linux-md: sync_action]"
  (logical
    (md-array (host ?host) (array ?array))
    (device-load (host ?host) (output ?output) (device ?array))
    (device-load (host ?host) (output ?output) (device ?disk&~?array) (read-kb-s-mean ?rate&:(at-least ?rate ?*sync-read-kb-s*)))
    (device-load (host ?host) (output ?output) (device ?other&~?disk&~?array)
      (read-kb-s-mean ?same&:(at-least ?same (* ?*sync-alike-least* ?rate))&:(at-most ?same ?rate)))
    (not (part-of (host ?host) (part ?disk) (whole ?other)))
    (not (part-of (host ?host) (part ?other) (whole ?disk)))
    (not (md-array (host ?host) (sync-action resync|recovery|check|reshape)))
    (not (finding (name arrays-read) (host ?host) (state present)))
    (not (finding (name zfs-in-use) (host ?host) (state present))))
  =>
  (assert (finding (name members-read-beneath-arrays) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::array-member-failed.marked
  "md marked a member as failed: writes to it gave errors. [linux-md: faulty]"
  (logical (md-array (host ?host) (array ?array) (failed-members ?failed&:(at-least ?failed 1))))
  =>
  (assert (finding (name array-member-failed) (host ?host) (subject ?array) (state present))))
