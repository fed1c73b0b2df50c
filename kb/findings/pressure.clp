; Memory that goes to swap and comes back, page tables, transparent huge pages, reclaim within a NUMA node.

; --- swapping
(defglobal FINDINGS ?*thrash-long-seconds* = 60)              ; seconds | a burst of swapping after a large request is over in seconds; a minute of it in both directions is a shortage, by experience [linux-proc-doc: vmstat, pswpout]
(defglobal FINDINGS ?*thrash-long-kb-s* = 400)                ; kB/s | a hundred pages of 4 kB in a second each way, about what one disk can seek, by experience [man7-vmstat: si, so]
(defglobal FINDINGS ?*thrash-heavy-seconds* = 10)             ; seconds | an excerpt of ten samples shows that it lasts [man7-vmstat: si, so]
(defglobal FINDINGS ?*thrash-heavy-kb-s* = 1000)              ; kB/s | a megabyte in a second each way, many times what idle pages make, by experience [man7-vmstat: si, so]
(defglobal FINDINGS ?*thrash-excerpt-kb-s* = 500)             ; kB/s | in a few samples only, so no proof by itself, by experience [man7-vmstat: si, so]
(defglobal FINDINGS ?*thrash-minutes-kb-s* = 200)             ; kB/s | fifty pages in a second each way as the mean of minutes is felt on disks, by experience [sysstat-sar: pswpin/s]
(defglobal FINDINGS ?*thrash-both-percent* = 50)              ; percent of the samples | both directions have to go on, not one burst of one of them, by experience [man7-vmstat: si, so]
(defglobal FINDINGS ?*thrash-pages-s* = 100)                  ; pages/s | the same hundred pages, by the kernel's counters [linux-proc-doc: vmstat, pswpout]
(defglobal FINDINGS ?*read-back-nothing-kb-s* = 64)           ; kB/s | a page now and then is wanted back on any host, by experience [man7-vmstat: si, so]
(defglobal FINDINGS ?*read-back-trickle-percent* = 15)        ; percent of the samples | what is hardly ever read back was cold, by experience [down-2018: controversy of swap]
(defglobal FINDINGS ?*swap-half-used-percent* = 50)           ; percent | half of swap in use is no fault by itself, only beside a shortage, by experience [down-2018: controversy of swap]
(defglobal FINDINGS ?*swap-half-free* = 0.5)                  ; part of swap | the same, from what is free [down-2018: controversy of swap]
(defglobal FINDINGS ?*available-nearly-none* = 0.05)          ; part of the memory outside huge pages | what can be given out without swapping is as good as gone, by experience [linux-proc-doc: MemAvailable]
(defglobal FINDINGS ?*available-nearly-none-percent* = 5)     ; percent | the same, by sar [linux-proc-doc: MemAvailable]
(defglobal FINDINGS ?*available-plenty* = 0.20)               ; part of the memory outside huge pages | a fifth can be given out at once: memory as a whole is not short, by experience [linux-proc-doc: MemAvailable]
(defglobal FINDINGS ?*no-pressure-percent* = 1)               ; percent of the time | hardly anybody waited for memory [linux-psi-doc: some avg300]
(defglobal FINDINGS ?*major-faults-heavy-s* = 100)            ; faults/s | a hundred reads in a second only to get memory back keep a disk busy, by experience [linux-proc-doc: vmstat, pgmajfault]
(defglobal FINDINGS ?*direct-scan-heavy-s* = 1000)             ; pages/s | 4 MB a second that programs have to look through themselves, averaged over minutes, are no burst, by experience [sysstat-sar: pgscand/s]
(defglobal FINDINGS ?*memory-thread-busy-percent* = 20)       ; percent of a processor | the kernel's threads of memory rest on a healthy host, by experience [linux-proc-doc: vmstat, pswpout]
(defglobal FINDINGS ?*swapping-enough-samples* = 10)          ; samples | fewer do not show that there is none, by experience [man7-vmstat: si, so]
(defglobal FINDINGS ?*sar-longest-seconds* = 900)             ; seconds | the usual step of sar is 600 s; averages over hours would hide a shortage [sysstat-sar: interval]
(defglobal FINDINGS ?*swapping-most-percent* = 50)            ; percent of the samples | the means of the output are then those of its swapping, by experience [man7-vmstat: si, so]
(defglobal FINDINGS ?*swapping-wait-percent* = 20)            ; percent of all processors | a fifth of them idle for a disk is felt by whoever waits, by experience [man7-vmstat: wa]
(defglobal FINDINGS ?*waiting-for-memory-tasks* = 2)          ; tasks | one alone may be caught at it on any host, by experience [linux-sleeping-tasks: do_swap_page]
(defglobal FINDINGS ?*logged-swapping-percent* = 0.5)         ; percent of memory in five minutes | the warning comes from 2 percent on, both ways together; a quarter of that in each way is more than idle pages make, by experience [oracle-mos-1919850: Symptoms]
(defglobal FINDINGS ?*logged-swapping-warnings* = 3)          ; warnings | each speaks of the last five minutes; a quarter of an hour of it is no burst, by experience [oracle-mos-1919850: Symptoms]
(defglobal FINDINGS ?*swap-used-up* = 0.02)                   ; part of swap | what is left is of no use, by experience [linux-proc-doc: SwapFree]
(defglobal FINDINGS ?*swap-half-of-memory* = 0.5)             ; part of memory | no cold memory of a usual host is as much, by experience [linux-proc-doc: SwapFree]
(defglobal FINDINGS ?*swap-eighth-of-memory* = 0.125)         ; part of memory | more than the cold pages of idle programs, by experience [down-2018: controversy of swap]
(defglobal FINDINGS ?*cache-tenth-of-memory* = 0.1)           ; part of memory | what programs map of their own files stays in the cache; more of it could be freed before anything is swapped, by experience [linux-proc-doc: Cached]
(defglobal FINDINGS ?*swapping-few-samples* = 3)              ; samples | fewer show nothing at all, by experience [man7-vmstat: si, so]
(defglobal FINDINGS ?*swapping-two-samples* = 2)              ; samples | what remains of the three lines that people paste, without the first, by experience [man7-vmstat: si, so]
(defglobal FINDINGS ?*swapping-all-percent* = 100)            ; percent of the samples | each of them [man7-vmstat: si, so]
(defglobal FINDINGS ?*thrash-two-samples-seconds* = 5)        ; seconds | each is then the mean of so long, and both together of ten [man7-vmstat: si, so]
(defglobal FINDINGS ?*thrash-two-samples-kb-s* = 2000)        ; kB/s | five hundred pages in a second each way in both of two samples is no chance, by experience [man7-vmstat: si, so]
(defglobal FINDINGS ?*swapping-wait-half-percent* = 50)       ; percent of all processors | half of them idle for a disk tells by itself in two samples, by experience [man7-vmstat: wa]
(defglobal FINDINGS ?*available-none* = 0.01)                 ; part of the memory outside huge pages | the kernel keeps more than this free for itself: nothing can be given out any more, by experience [linux-proc-doc: MemAvailable]
(defglobal FINDINGS ?*memory-search-percent* = 50)            ; percent of all processors | with nothing left to free, half of them in the kernel or idle for a disk are at the search for pages, by experience [linux-proc-doc: vmstat, pswpout]
(defglobal FINDINGS ?*thrash-since-boot-kb-s* = 100)          ; kB/s | the mean since the boot, quiet nights included; a host that swaps now and then has 0 or 1, by experience [man7-vmstat: si, so]

(defrule FINDINGS::swap-thrashing.lasting
  "For a minute and more memory of processes goes out to swap and is read back at the same time: what they work with does not fit. [linux-proc-doc: vmstat, pswpout]"
  (logical
    (swap-episode (host ?host) (seconds ?seconds&:(at-least ?seconds ?*thrash-long-seconds*))
      (in-mean-kb-s ?in&:(at-least ?in ?*thrash-long-kb-s*)) (out-mean-kb-s ?out&:(at-least ?out ?*thrash-long-kb-s*))
      (in-percent ?ins&:(at-least ?ins ?*thrash-both-percent*)) (out-percent ?outs&:(at-least ?outs ?*thrash-both-percent*))))
  =>
  (assert (finding (name swap-thrashing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-thrashing.heavy
  "Sample after sample megabytes go out to swap and come back at the same time: what is taken is needed at once. [man7-vmstat: si, so]"
  (logical
    (swap-episode (host ?host) (seconds ?seconds&:(at-least ?seconds ?*thrash-heavy-seconds*))
      (in-mean-kb-s ?in&:(at-least ?in ?*thrash-heavy-kb-s*)) (out-mean-kb-s ?out&:(at-least ?out ?*thrash-heavy-kb-s*))
      (in-percent ?ins&:(at-least ?ins ?*thrash-both-percent*)) (out-percent ?outs&:(at-least ?outs ?*thrash-both-percent*))))
  =>
  (assert (finding (name swap-thrashing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-thrashing.by-the-counters
  "Between two readings of the kernel's counters a hundred pages in a second and more went out, and as many came back. [linux-proc-doc: vmstat, pswpout]"
  (logical
    (vm-counters (host ?host) (growth-seconds ?seconds&:(at-least ?seconds ?*thrash-heavy-seconds*))
      (swapped-in-growth-pages ?in&:(at-least ?in (* ?*thrash-pages-s* ?seconds)))
      (swapped-out-growth-pages ?out&:(at-least ?out (* ?*thrash-pages-s* ?seconds)))))
  =>
  (assert (finding (name swap-thrashing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-thrashing.mean-of-an-interval
  "As the mean of ten seconds and more megabytes a second go out to swap and come back: that is no burst. [man7-vmstat: si, so]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot no) (samples 1) (interval-seconds ?seconds&:(at-least ?seconds ?*thrash-heavy-seconds*))
      (swap-in-max-kb-s ?in&:(at-least ?in ?*thrash-heavy-kb-s*)) (swap-out-max-kb-s ?out&:(at-least ?out ?*thrash-heavy-kb-s*))))
  =>
  (assert (finding (name swap-thrashing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-thrashing.two-intervals
  "In each of two samples of five seconds and more megabytes go out to swap and come back: that is no burst. [man7-vmstat: si, so]"
  (logical
    (vmstat (host ?host) (os linux|other) (since-boot no) (samples 2) (interval-seconds ?seconds&:(at-least ?seconds ?*thrash-two-samples-seconds*))
      (swapping-percent ?percent&:(at-least ?percent ?*swapping-all-percent*))
      (swap-in-max-kb-s ?in&:(at-least ?in ?*thrash-two-samples-kb-s*)) (swap-out-max-kb-s ?out&:(at-least ?out ?*thrash-two-samples-kb-s*))))
  =>
  (assert (finding (name swap-thrashing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-thrashing.run-after-run
  "In one short run after another megabytes go out to swap and come back: it lasts from the one to the other. [man7-vmstat: si, so]"
  (logical
    (vmstat (row ?first) (host ?host) (output ?one) (os linux) (since-boot no) (samples ?samples&:(at-least ?samples ?*swapping-two-samples*))
      (swapping-percent ?percent&:(at-least ?percent ?*swapping-all-percent*))
      (swap-in-max-kb-s ?in&:(at-least ?in ?*thrash-two-samples-kb-s*)) (swap-out-max-kb-s ?out&:(at-least ?out ?*thrash-two-samples-kb-s*)))
    ; one pivot: a day of OSWatcher has thousands of runs, and each pair of them would be a derivation of its own
    (not (vmstat (row ?before&:(below ?before ?first)) (host ?host) (os linux) (since-boot no) (samples ?few&:(at-least ?few ?*swapping-two-samples*))
      (swapping-percent ?part&:(at-least ?part ?*swapping-all-percent*))
      (swap-in-max-kb-s ?came&:(at-least ?came ?*thrash-two-samples-kb-s*)) (swap-out-max-kb-s ?went&:(at-least ?went ?*thrash-two-samples-kb-s*))))
    (vmstat (host ?host) (output ?two&~?one) (os linux) (since-boot no) (samples ?more&:(at-least ?more ?*swapping-two-samples*))
      (swapping-percent ?share&:(at-least ?share ?*swapping-all-percent*))
      (swap-in-max-kb-s ?back&:(at-least ?back ?*thrash-two-samples-kb-s*)) (swap-out-max-kb-s ?away&:(at-least ?away ?*thrash-two-samples-kb-s*))))
  =>
  (assert (finding (name swap-thrashing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-thrashing.nothing-read-back
  "Over many samples hardly anything was read back from swap: what lies there is not needed, and no stretch of swapping both ways was seen. [down-2018: controversy of swap]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot no) (samples ?samples&:(at-least ?samples ?*swapping-enough-samples*))
      (swap-in-max-kb-s ?in&:(at-most ?in ?*read-back-nothing-kb-s*)))
    (read (host ?host) (template swap-episode) (complete yes))
    (not (swap-episode (host ?host) (in-mean-kb-s ?other&:(above ?other ?*read-back-nothing-kb-s*)))))
  =>
  (assert (finding (name swap-thrashing) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::swap-thrashing.nothing-paged-in
  "Over many samples no memory of processes came back from swap. [sun-priority-paging: vmstat -p, apo]"
  (logical
    (vmstat (host ?host) (os solaris) (since-boot no) (samples ?samples&:(at-least ?samples ?*swapping-enough-samples*))
      (anon-page-out-max-kb-s ?out&:(at-most ?out ?*read-back-nothing-kb-s*)))
    (read (host ?host) (template swap-episode) (complete yes))
    (not (swap-episode (host ?host) (in-mean-kb-s ?other&:(above ?other ?*read-back-nothing-kb-s*)))))
  =>
  (assert (finding (name swap-thrashing) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::swap-thrashing.scanner-at-rest
  "The page scanner did not run over many samples, and nothing was seen to be swapped both ways. [oracle-solaris-paging: lotsfree and desfree]"
  (logical
    (finding (name paging-active) (host ?host) (subject ?host) (state absent))
    (system (host ?host) (os solaris|illumos)))
  =>
  (assert (finding (name swap-thrashing) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::swap-thrashing.quiet-in-sar
  "Averages over minutes show next to nothing read back in the whole time that sar covers, and a shortage lasts for minutes. [sysstat-sar: pswpin/s]"
  (logical
    (memory-history (host ?host) (samples ?samples&:(at-least ?samples ?*swapping-enough-samples*))
      (interval-seconds ?interval&:(at-most ?interval ?*sar-longest-seconds*))
      (swap-in-max-kb-s ?in&:(at-most ?in ?*read-back-nothing-kb-s*)))
    (read (host ?host) (template swap-episode) (complete yes))
    (not (swap-episode (host ?host) (in-mean-kb-s ?other&:(above ?other ?*read-back-nothing-kb-s*)))))
  =>
  (assert (finding (name swap-thrashing) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::swapping-both-ways.excerpt
  "In a few samples memory goes out to swap and comes back; whether it lasts is not shown. [man7-vmstat: si, so]"
  (logical
    (swap-episode (host ?host) (samples ?samples&:(at-least ?samples ?*swapping-few-samples*))
      (in-mean-kb-s ?in&:(at-least ?in ?*thrash-excerpt-kb-s*)) (out-mean-kb-s ?out&:(at-least ?out ?*thrash-excerpt-kb-s*))
      (in-percent ?ins&:(at-least ?ins ?*thrash-both-percent*)) (out-percent ?outs&:(at-least ?outs ?*thrash-both-percent*))))
  =>
  (assert (finding (name swapping-both-ways) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-both-ways.two-samples
  "It swaps in each of two samples and more, megabytes both ways; whether it lasts is not shown. [man7-vmstat: si, so]"
  (logical
    (vmstat (host ?host) (os linux|other) (since-boot no) (samples ?samples&:(at-least ?samples ?*swapping-two-samples*))
      (swapping-percent ?percent&:(at-least ?percent ?*swapping-all-percent*))
      (swap-in-max-kb-s ?in&:(at-least ?in ?*thrash-two-samples-kb-s*)) (swap-out-max-kb-s ?out&:(at-least ?out ?*thrash-two-samples-kb-s*))))
  =>
  (assert (finding (name swapping-both-ways) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-both-ways.one-sample
  "In the one sample that there is megabytes go out to swap and come back, and half of the processors stand idle for a disk. [man7-vmstat: si, so]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot no) (samples 1)
      (swap-in-max-kb-s ?in&:(at-least ?in ?*thrash-heavy-kb-s*)) (swap-out-max-kb-s ?out&:(at-least ?out ?*thrash-heavy-kb-s*))
      (wait-max-percent ?wait&:(at-least ?wait ?*swapping-wait-half-percent*))))
  =>
  (assert (finding (name swapping-both-ways) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-both-ways.top
  "In the interval that top of FreeBSD shows, memory goes out to swap and comes back. [freebsd-man: top, In and Out]"
  (logical
    (vmstat (host ?host) (os other) (since-boot no) (samples 1)
      (swap-in-max-kb-s ?in&:(at-least ?in ?*thrash-excerpt-kb-s*)) (swap-out-max-kb-s ?out&:(at-least ?out ?*thrash-excerpt-kb-s*))))
  =>
  (assert (finding (name swapping-both-ways) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-both-ways.mean-since-boot
  "As a mean of all the time since the boot, memory goes out to swap and comes back in every second. [man7-vmstat: si, so]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot yes) (swap-in-max-kb-s ?in&:(at-least ?in ?*thrash-since-boot-kb-s*))
      (swap-out-max-kb-s ?out&:(at-least ?out ?*thrash-since-boot-kb-s*))))
  =>
  (assert (finding (name swapping-both-ways) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-both-ways.sar
  "Averaged over minutes memory goes out to swap and comes back in the same interval. [sysstat-sar: pswpin/s]"
  (logical
    (swap-episode (host ?host) (seconds ?seconds&:(at-least ?seconds ?*thrash-long-seconds*))
      (in-mean-kb-s ?in&:(at-least ?in ?*thrash-minutes-kb-s*)) (out-mean-kb-s ?out&:(at-least ?out ?*thrash-minutes-kb-s*))
      (in-percent ?ins&:(at-least ?ins ?*thrash-both-percent*)) (out-percent ?outs&:(at-least ?outs ?*thrash-both-percent*))))
  =>
  (assert (finding (name swapping-both-ways) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-both-ways.counters
  "Between two readings 100 MB and more went out to swap, and as much came back. [linux-proc-doc: vmstat, pswpout]"
  (logical
    (vm-counters (host ?host) (swapped-in-growth-pages ?in&:(at-least ?in ?*swapped-out-pages*))
      (swapped-out-growth-pages ?out&:(at-least ?out ?*swapped-out-pages*))))
  =>
  (assert (finding (name swapping-both-ways) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-waited-for.vmstat
  "It swaps in most samples, and a good part of the processors stands idle for a disk meanwhile. [man7-vmstat: wa]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot no) (samples ?samples&:(at-least ?samples ?*swapping-few-samples*))
      (swapping-percent ?percent&:(at-least ?percent ?*swapping-most-percent*))
      (wait-mean-percent ?wait&:(at-least ?wait ?*swapping-wait-percent*))))
  =>
  (assert (finding (name swapping-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-waited-for.two-samples
  "It swaps in both of two samples, and half of the processors stand idle for a disk. [man7-vmstat: wa]"
  (logical
    (vmstat (host ?host) (os linux|other) (since-boot no) (samples ?samples&:(at-least ?samples ?*swapping-two-samples*))
      (swapping-percent ?percent&:(at-least ?percent ?*swapping-most-percent*))
      (wait-mean-percent ?wait&:(at-least ?wait ?*swapping-wait-half-percent*))))
  =>
  (assert (finding (name swapping-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-waited-for.iotop
  "Several threads spend half of their time and more on pages that come back from swap. [linux-sleeping-tasks: do_swap_page]"
  (logical (io-threads (host ?host) (swapping-threads ?threads&:(at-least ?threads ?*waiting-for-memory-tasks*))))
  =>
  (assert (finding (name swapping-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-waited-for.other-systems
  "Memory of processes goes out and comes back in the same samples, and a good part of the processors stands idle for a disk. [man7-vmstat: wa]"
  (logical
    (swap-episode (host ?host) (output ?output) (samples ?samples&:(at-least ?samples ?*swapping-few-samples*))
      (in-mean-kb-s ?in&:(at-least ?in ?*thrash-heavy-kb-s*)) (out-mean-kb-s ?out&:(at-least ?out ?*thrash-heavy-kb-s*))
      (in-percent ?ins&:(at-least ?ins ?*thrash-both-percent*)) (out-percent ?outs&:(at-least ?outs ?*thrash-both-percent*)))
    (vmstat (host ?host) (output ?output) (os ~linux) (since-boot no) (wait-mean-percent ?wait&:(at-least ?wait ?*swapping-wait-percent*))))
  =>
  (assert (finding (name swapping-waited-for) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-stalls-tasks.pressure
  "The host swaps, and by the kernel's count every task waited for memory: what is swapped is needed. [linux-psi-doc: full avg10; man7-vmstat: si, so]"
  (logical
    (finding (name swapping) (host ?host) (subject ?host) (state present))
    (finding (name memory-stalled) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name swapping-stalls-tasks) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heavy-swapping-logged.alert-log
  "The database warns in its alert log that memory was swapped out and read back within five minutes. [oracle-mos-1919850: Symptoms]"
  (logical
    (oracle-swapping (host ?host) (swapped-in-max-percent ?in&:(at-least ?in ?*logged-swapping-percent*))
      (swapped-out-max-percent ?out&:(at-least ?out ?*logged-swapping-percent*))))
  =>
  (assert (finding (name heavy-swapping-logged) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heavy-swapping-logged.without-figures
  "The database warns of heavy swapping again and again; how much it was stands in no line of the log. [oracle-mos-1919850: Symptoms]"
  (logical
    (oracle-swapping (host ?host) (count ?count&:(at-least ?count ?*logged-swapping-warnings*))
      (swapped-in-max-percent unknown) (swapped-out-max-percent unknown)))
  =>
  (assert (finding (name heavy-swapping-logged) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.thrashing
  "What goes out to swap is needed again at once: memory is too small for what runs. [linux-proc-doc: vmstat, pswpout; oracle-mos-1919850: Symptoms]"
  (logical (finding (name swap-thrashing|heavy-swapping-logged) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-used-up.meminfo
  "What is left of swap is of no use. [linux-proc-doc: SwapFree]"
  (logical
    (meminfo (host ?host) (swap-total-bytes ?total&:(above ?total 0))
      (swap-free-bytes ?free&:(at-most ?free (* ?*swap-used-up* ?total)))))
  =>
  (assert (finding (name swap-used-up) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-used-up.devices
  "What is left on each device of swap is of no use. [linux-proc-doc: SwapFree]"
  (logical
    (swap-device (host ?host) (type ~zram) (total-bytes ?total&:(above ?total 0)) (used-bytes ?used&:(at-least ?used (* (- 1 ?*swap-used-up*) ?total))))
    (not (swap-device (host ?host) (total-bytes ?other&~unknown) (used-bytes ?taken&:(below ?taken (* (- 1 ?*swap-used-up*) ?other))))))
  =>
  (assert (finding (name swap-used-up) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-full-and-reclaiming.pressure
  "Swap is used up, and every task waits for memory: there is nowhere left to put it. [linux-psi-doc: full avg10; linux-proc-doc: SwapFree]"
  (logical
    (finding (name swap-used-up) (host ?host) (subject ?host) (state present))
    (finding (name memory-stalled) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name swap-full-and-reclaiming) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-full-and-reclaiming.kswapd
  "Swap is used up, and the kernel's thread still works hard to free memory: there is nowhere left to put it. [linux-proc-doc: SwapFree; linux-proc-doc: vmstat, pswpout]"
  (logical
    (finding (name kswapd-busy) (host ?host) (subject ?host) (state present))
    (finding (name swap-used-up) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name swap-full-and-reclaiming) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-and-swap-gone.meminfo
  "Swap is used up, and nothing can be given out any more. [linux-proc-doc: MemAvailable; linux-proc-doc: SwapFree]"
  (logical
    (finding (name swap-used-up) (host ?host) (subject ?host) (state present))
    (quantity (name memory-outside-huge-pages-bytes) (host ?host) (value ?shared&:(above ?shared 0)))
    (meminfo (host ?host) (mem-available-bytes ?available&:(at-most ?available (* ?*available-none* ?shared)))))
  =>
  (assert (finding (name memory-and-swap-gone) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nothing-left-to-reclaim.kernel
  "Swap is used up, nothing can be given out any more, and the kernel takes the processors. [linux-proc-doc: MemAvailable; linux-proc-doc: SwapFree]"
  (logical
    (finding (name memory-and-swap-gone) (host ?host) (subject ?host) (state present))
    (cpu-load (host ?host) (system-mean-percent ?percent&:(at-least ?percent ?*memory-search-percent*))))
  =>
  (assert (finding (name nothing-left-to-reclaim) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::nothing-left-to-reclaim.disk
  "Swap is used up, nothing can be given out any more, and the processors stand idle for a disk. [linux-proc-doc: MemAvailable; linux-proc-doc: SwapFree]"
  (logical
    (finding (name memory-and-swap-gone) (host ?host) (subject ?host) (state present))
    (cpu-load (host ?host) (wait-mean-percent ?percent&:(at-least ?percent ?*memory-search-percent*))))
  =>
  (assert (finding (name nothing-left-to-reclaim) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::reclaiming-beside-used-swap.kswapd
  "The kernel's thread that frees memory is busy, an eighth of memory lies in swap, and processors stand idle for a disk. [linux-proc-doc: SwapFree; linux-proc-doc: vmstat, pswpout]"
  (logical
    (finding (name kswapd-busy) (host ?host) (subject ?host) (state present))
    (meminfo (host ?host) (mem-total-bytes ?memory&:(above ?memory 0)) (swap-total-bytes ?total&:(above ?total 0))
      (swap-free-bytes ?free&:(at-most ?free (- ?total (* ?*swap-eighth-of-memory* ?memory)))))
    (cpu-load (host ?host) (wait-mean-percent ?wait&:(at-least ?wait ?*swapping-wait-percent*))))
  =>
  (assert (finding (name reclaiming-beside-used-swap) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::reclaiming-with-no-cache-left.small-cache
  "And hardly any page cache is left that could be freed instead: what goes out is memory of programs. [linux-proc-doc: Cached]"
  (logical
    (finding (name reclaiming-beside-used-swap) (host ?host) (subject ?host) (state present))
    (meminfo (host ?host) (mem-total-bytes ?memory&:(above ?memory 0))
      (cached-bytes ?cached&:(at-most ?cached (* ?*cache-tenth-of-memory* ?memory)))))
  =>
  (assert (finding (name reclaiming-with-no-cache-left) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::reclaiming-with-no-cache-left.nothing-available
  "And hardly any memory can be given out without swapping: what goes out is memory of programs. [linux-proc-doc: MemAvailable]"
  (logical
    (finding (name reclaiming-beside-used-swap) (host ?host) (subject ?host) (state present))
    (finding (name memory-available-short) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name reclaiming-with-no-cache-left) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::reclaiming-with-no-cache-left.idle-for-disk
  "Hardly any memory can be given out, an eighth of it lies in swap, and half of the processors stand idle for a disk: what is wanted has to be read back. [linux-proc-doc: MemAvailable; linux-proc-doc: SwapFree]"
  (logical
    (finding (name memory-available-short) (host ?host) (subject ?host) (state present))
    (meminfo (host ?host) (mem-total-bytes ?memory&:(above ?memory 0)) (swap-total-bytes ?total&:(above ?total 0))
      (swap-free-bytes ?free&:(at-most ?free (- ?total (* ?*swap-eighth-of-memory* ?memory)))))
    (cpu-load (host ?host) (wait-mean-percent ?wait&:(at-least ?wait ?*memory-search-percent*))))
  =>
  (assert (finding (name reclaiming-with-no-cache-left) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::reclaiming-with-no-cache-left.idle-for-disk-without-cache
  "Next to nothing is free or in the page cache, an eighth of memory lies in swap, and half of the processors stand idle for a disk. [linux-proc-doc: Cached; linux-proc-doc: SwapFree]"
  (logical
    (meminfo (host ?host) (mem-available-bytes unknown) (mem-total-bytes ?memory&:(above ?memory 0))
      (mem-free-bytes ?left&:(at-most ?left (* ?*available-nearly-none* ?memory)))
      (cached-bytes ?cached&:(at-most ?cached (* ?*available-nearly-none* ?memory))) (swap-total-bytes ?total&:(above ?total 0))
      (swap-free-bytes ?free&:(at-most ?free (- ?total (* ?*swap-eighth-of-memory* ?memory)))))
    (cpu-load (host ?host) (wait-mean-percent ?wait&:(at-least ?wait ?*memory-search-percent*))))
  =>
  (assert (finding (name reclaiming-with-no-cache-left) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cold-memory-swapped-out.not-read-back
  "Memory goes out to swap and next to nothing of it comes back: it was not needed, and its room serves others. [down-2018: controversy of swap]"
  (logical
    (swap-episode (host ?host) (out-mean-kb-s ?out&:(above ?out ?*read-back-nothing-kb-s*))
      (in-mean-kb-s ?in&:(at-most ?in ?*read-back-nothing-kb-s*))
      (in-percent ?ins&:(at-most ?ins ?*read-back-trickle-percent*))))
  =>
  (assert (finding (name cold-memory-swapped-out) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping.thrashing
  "Memory of processes goes out to swap and comes back all the time. [man7-vmstat: si, so]"
  (logical (finding (name swap-thrashing) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name swapping) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::processes-swapped-out.while-the-scanner-runs
  "Paging does not suffice any more: whole processes are put out of memory while the scanner runs. [elling-2000: Example of Such a System]"
  (logical
    (scan-episode (host ?host) (mean-pages-s ?rate&:(at-least ?rate ?*scan-sustained-pages-s*))
      (seconds ?seconds&:(at-least ?seconds ?*scan-storm-seconds*)) (swapped-max ?swapped&:(above ?swapped 0))))
  =>
  (assert (finding (name processes-swapped-out) (host ?host) (subject ?host) (state present))))

; --- how much is left, and how long it is waited for

(defrule FINDINGS::memory-outside-huge-pages.with-a-pool
  "The pool of huge pages serves those who ask for them and nobody else: what is left is what programs share. [linux-hugetlbpage: nr_hugepages]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown) (huge-pages-total ?pages&~0&~unknown) (huge-page-bytes ?page&~unknown)))
  =>
  (assert (quantity (name memory-outside-huge-pages-bytes) (host ?host) (subject ?host) (value (- ?total (* ?pages ?page))))))

(defrule FINDINGS::memory-outside-huge-pages.no-pool
  "There is no pool of huge pages, or none is known, so all memory counts. [linux-proc-doc: MemAvailable]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown) (huge-pages-total 0|unknown)))
  =>
  (assert (quantity (name memory-outside-huge-pages-bytes) (host ?host) (subject ?host) (value ?total))))

(defrule FINDINGS::memory-available-short.meminfo
  "Of the memory that programs share, hardly any can be given out without swapping. [linux-proc-doc: MemAvailable]"
  (logical
    (quantity (name memory-outside-huge-pages-bytes) (host ?host) (value ?shared&:(above ?shared 0)))
    (meminfo (host ?host) (mem-available-bytes ?available&:(at-most ?available (* ?*available-nearly-none* ?shared)))))
  =>
  (assert (finding (name memory-available-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-available-short.sar
  "In some interval of sar hardly any memory could have been given out without swapping. [sysstat-sar: kbavail]"
  (logical
    (memory-history (host ?host) (available-min-percent ?percent&:(at-most ?percent ?*available-nearly-none-percent*))))
  =>
  (assert (finding (name memory-available-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-available-short.plenty
  "A fifth of the memory that programs share and more can be given out at once. [linux-proc-doc: MemAvailable]"
  (logical
    (quantity (name memory-outside-huge-pages-bytes) (host ?host) (value ?shared&:(above ?shared 0)))
    (meminfo (host ?host) (mem-available-bytes ?available&:(at-least ?available (* ?*available-plenty* ?shared)))))
  =>
  (assert (finding (name memory-available-short) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::swap-largely-used.meminfo
  "Half of swap and more is in use, which says only what was written there some time. [down-2018: controversy of swap]"
  (logical
    (meminfo (host ?host) (swap-total-bytes ?total&:(above ?total 0))
      (swap-free-bytes ?free&:(at-most ?free (* ?*swap-half-free* ?total)))))
  =>
  (assert (finding (name swap-largely-used) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-largely-used.devices
  "Half of each device of swap and more is in use. [down-2018: controversy of swap]"
  (logical
    (swap-device (host ?host) (type ~zram) (total-bytes ?total&:(above ?total 0)) (used-bytes ?used&:(at-least ?used (* ?*swap-half-free* ?total))))
    (not (swap-device (host ?host) (total-bytes ?other&~unknown) (used-bytes ?taken&:(below ?taken (* ?*swap-half-free* ?other))))))
  =>
  (assert (finding (name swap-largely-used) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-largely-used.sar
  "Half of swap and more was in use. [sysstat-sar: %swpused]"
  (logical
    (memory-history (host ?host) (swap-used-max-percent ?percent&:(at-least ?percent ?*swap-half-used-percent*))))
  =>
  (assert (finding (name swap-largely-used) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-stalled.pressure
  "For a tenth of the time and more every task that could run waited for memory instead. [linux-psi-doc: full avg10]"
  (logical
    (pressure (host ?host) (resource memory) (full-60-seconds-percent ?share&:(at-least ?share ?*memory-stalled-percent*))))
  =>
  (assert (finding (name memory-stalled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-stalled.pressure-now
  "For a tenth of the last ten seconds and more every task that could run waited for memory instead. [linux-psi-doc: full avg10]"
  (logical
    (pressure (host ?host) (resource memory) (full-10-seconds-percent ?share&:(at-least ?share ?*memory-stalled-percent*))))
  =>
  (assert (finding (name memory-stalled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-stalled.sar
  "For a tenth of an interval of sar and more every task that could run waited for memory instead. [sysstat-sar: %fmem]"
  (logical
    (memory-history (host ?host) (memory-stalled-max-percent ?share&:(at-least ?share ?*memory-stalled-percent*))))
  =>
  (assert (finding (name memory-stalled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-stalled.no-pressure
  "In the last five minutes hardly any task waited for memory. [linux-psi-doc: some avg300]"
  (logical
    (pressure (host ?host) (resource memory) (some-10-seconds-percent ?now&:(at-most ?now ?*no-pressure-percent*))
      (some-60-seconds-percent ?minute&:(at-most ?minute ?*no-pressure-percent*))
      (some-300-seconds-percent ?long&:(at-most ?long ?*no-pressure-percent*))))
  =>
  (assert (finding (name memory-stalled) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::tasks-wait-for-swap.blocked
  "Several tasks stand still in the kernel until a page comes back from swap. [linux-sleeping-tasks: do_swap_page]"
  (logical (blocked-tasks (host ?host) (place swap) (tasks ?tasks&:(at-least ?tasks ?*waiting-for-memory-tasks*))))
  =>
  (assert (finding (name tasks-wait-for-swap) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-wait-for-swap.iotop
  "Several threads spend half of their time and more on pages that come back from swap. [linux-sleeping-tasks: do_swap_page]"
  (logical (io-threads (host ?host) (swapping-threads ?threads&:(at-least ?threads ?*waiting-for-memory-tasks*))))
  =>
  (assert (finding (name tasks-wait-for-swap) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-wait-for-reclaim.blocked
  "Several tasks stand still in the kernel because they have to free memory themselves before they get any. [linux-sleeping-tasks: try_to_free_pages]"
  (logical (blocked-tasks (host ?host) (place memory-reclaim) (tasks ?tasks&:(at-least ?tasks ?*waiting-for-memory-tasks*))))
  =>
  (assert (finding (name tasks-wait-for-reclaim) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::major-faults-heavy.sar
  "A hundred faults in a second and more had to wait for a disk. [sysstat-sar: majflt/s]"
  (logical (memory-history (host ?host) (major-faults-max-s ?rate&:(at-least ?rate ?*major-faults-heavy-s*))))
  =>
  (assert (finding (name major-faults-heavy) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::major-faults-heavy.counters
  "Between two readings of the counters a hundred faults in a second and more had to wait for a disk. [linux-proc-doc: vmstat, pgmajfault]"
  (logical
    (vm-counters (host ?host) (growth-seconds ?seconds&~unknown)
      (major-faults-growth ?faults&:(at-least ?faults (* ?*major-faults-heavy-s* ?seconds)))))
  =>
  (assert (finding (name major-faults-heavy) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::faults-beside-direct-reclaim.sar
  "Programs look for thousands of pages a second to free them themselves, and hundreds of faults a second read back from disk what was thrown out. [sysstat-sar: majflt/s; sysstat-sar: pgscand/s]"
  (logical
    (memory-history (host ?host) (major-faults-mean-s ?faults&:(at-least ?faults ?*major-faults-heavy-s*))
      (direct-scanned-max-pages-s ?scanned&:(at-least ?scanned ?*direct-scan-heavy-s*))))
  =>
  (assert (finding (name faults-beside-direct-reclaim) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kswapd-busy.process-list
  "The kernel's thread that frees memory takes a good part of a processor: it finds little to free. [linux-proc-doc: vmstat, pswpout]"
  (logical
    (process-load (host ?host) (role kswapd) (cpu-percent ?cpu&:(at-least ?cpu ?*memory-thread-busy-percent*))))
  =>
  (assert (finding (name kswapd-busy) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::killed-for-memory.kernel-log
  "The kernel ended a process because it found no memory. [linux-proc-doc: oom_score]"
  (logical (kernel-event (host ?host) (kind out-of-memory-kill)))
  =>
  (assert (finding (name killed-for-memory) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::guest-memory-refused.reported
  "The kernel refused a virtual machine the memory that it asked for at its start. [linux-proc-doc: MemAvailable]"
  (logical (kernel-event (host ?host) (kind guest-memory-refused)))
  =>
  (assert (finding (name guest-memory-refused) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapping-beside-large-swap.meminfo
  "Memory goes out to swap and comes back, and what lies there already would take half of memory. [linux-proc-doc: SwapFree]"
  (logical
    (finding (name swapping-both-ways) (host ?host) (subject ?host) (state present))
    (meminfo (host ?host) (mem-total-bytes ?memory&:(above ?memory 0)) (swap-total-bytes ?total&:(above ?total 0))
      (swap-free-bytes ?free&:(at-most ?free (- ?total (* ?*swap-half-of-memory* ?memory))))))
  =>
  (assert (finding (name swapping-beside-large-swap) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::killed-after-swap-was-read-back.kernel-report
  "The kernel ended a process for want of memory, and as many pages as swap holds had been wanted back from it before. [linux-proc-doc: oom_score; linux-proc-doc: vmstat, pswpout]"
  (logical
    (finding (name killed-for-memory) (host ?host) (subject ?host) (state present))
    (finding (name swap-read-back-logged) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name killed-after-swap-was-read-back) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::killed-with-swap-full.kernel-log
  "The kernel ended a process for want of memory, and half of swap or more is in use. [linux-proc-doc: oom_score; linux-proc-doc: SwapFree]"
  (logical
    (finding (name killed-for-memory) (host ?host) (subject ?host) (state present))
    (finding (name swap-largely-used) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name killed-with-swap-full) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-used-up-logged.kernel-report
  "The kernel found no memory for a request, and its report has nothing left of swap. [linux-proc-doc: SwapFree]"
  (logical (kernel-event (host ?host) (kind swap-used-up)))
  =>
  (assert (finding (name swap-used-up-logged) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-read-back-logged.kernel-report
  "In the kernel's report of its memory as many pages were wanted back from swap as it holds. [linux-proc-doc: vmstat, pswpout]"
  (logical (kernel-event (host ?host) (kind swap-read-back)))
  =>
  (assert (finding (name swap-read-back-logged) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-relieved.known
  "Programs were given less memory, or the host more, after what was captured. [down-2018: controversy of swap]"
  (logical (system (host ?host) (memory-relieved yes)))
  =>
  (assert (finding (name memory-relieved) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-calm-since-relief.sampled
  "Programs were given less memory, or the host more, and a sampling shows nothing swapped. [down-2018: controversy of swap]"
  (logical
    (finding (name memory-relieved) (host ?host) (subject ?host) (state present))
    (finding (name swap-calm-in-a-sample) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name swap-calm-since-relief) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-calm-since-relief.swap-empty
  "Programs were given less memory, or the host more; swap is empty, and nothing goes there. [down-2018: controversy of swap]"
  (logical
    (finding (name memory-relieved) (host ?host) (subject ?host) (state present))
    (finding (name swap-empty) (host ?host) (subject ?host) (state present))
    (finding (name swapping) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (finding (name swap-calm-since-relief) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-calm-in-a-sample.vmstat
  "In one sampling hardly anything went to swap or came back, and no later one is known to show otherwise. [man7-vmstat: si, so]"
  (logical
    (vmstat (host ?host) (since-boot no) (swapped-since ~yes) (samples ?samples&:(at-least ?samples ?*swapping-enough-samples*))
      (swap-in-max-kb-s ?in&:(at-most ?in ?*read-back-nothing-kb-s*))
      (swap-out-max-kb-s ?out&:(at-most ?out ?*read-back-nothing-kb-s*))))
  =>
  (assert (finding (name swap-calm-in-a-sample) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-in-memory-only.all-zram
  "Swap is compressed memory and no disk: what goes there costs processor time and no seeks. [linux-zram: zram block devices]"
  (logical
    (swap-device (host ?host) (type zram))
    (read (host ?host) (template swap-device) (complete yes))
    (not (swap-device (host ?host) (type disk|file|unknown))))
  =>
  (assert (finding (name swap-in-memory-only) (host ?host) (subject ?host) (state present))))

; --- page tables
(defglobal FINDINGS ?*page-tables-large-share* = 0.02)        ; part of memory | private memory needs a 512th of itself, 0.2 percent; ten times that is not made by private memory (computed) [oracle-use-large-pages: page tables]
(defglobal FINDINGS ?*page-tables-huge-share* = 0.05)         ; part of memory | nothing but shared memory mapped by many processes in small pages makes as much (computed) [oracle-use-large-pages: page tables]
(defglobal FINDINGS ?*page-tables-small-share* = 0.006)       ; part of memory | three times what private memory as large as all memory needs (computed) [oracle-use-large-pages: page tables]
(defglobal FINDINGS ?*page-tables-growth-factor* = 2)         ; times | they doubled while they were watched, so they follow the sessions, by experience [oracle-use-large-pages: page tables]
(defglobal FINDINGS ?*page-tables-growth-least-bytes* = 1073741824) ; bytes | below a gigabyte growth hurts nobody, by experience [oracle-use-large-pages: page tables]
(defglobal FINDINGS ?*shared-large-share* = 0.1)              ; part of memory | shared memory as large as that is the cache of a database, by experience [closson-2007-amm: Performance, Large Page Table, Etc]
(defglobal FINDINGS ?*bytes-mapped-per-entry-byte* = 512)     ; bytes | an entry of 8 bytes maps a page of 4096 (x86-64) [linux-hugetlbpage: page size]
(defglobal FINDINGS ?*predicted-least-part* = 0.1)            ; part | not every process touches all of the shared memory, by experience [closson-2007-amm: Performance, Large Page Table, Etc]
(defglobal FINDINGS ?*predicted-most-times* = 2)              ; times | private memory and its tables come on top [closson-2007-amm: Performance, Large Page Table, Etc]
(defglobal FINDINGS ?*page-tables-gigabytes* = 8589934592)     ; bytes | 8 GiB are a fiftieth of 400 GiB, more than most hosts have, by experience [oracle-use-large-pages: page tables]
(defglobal FINDINGS ?*page-tables-many-gigabytes* = 17179869184) ; bytes | 16 GiB are a twentieth of 320 GiB, more than most hosts have, by experience [oracle-use-large-pages: page tables]
(defglobal FINDINGS ?*process-page-tables-bytes* = 20971520)  ; bytes | 20 MiB map 10 GiB of small pages in one process (computed) [linux-proc-docs: VmPTE]
(defglobal FINDINGS ?*system-time-high-percent* = 30)         ; percent of all processors | a third of the time in the kernel is no usual database load, by experience [man7-vmstat: sy]
(defglobal FINDINGS ?*system-time-low-percent* = 10)          ; percent of all processors | what system calls and I/O take on a busy host, by experience [man7-vmstat: sy]

(defrule FINDINGS::page-tables-large.meminfo
  "Page tables take more than a fiftieth of memory, ten times what private memory would need. [oracle-use-large-pages: page tables]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&:(above ?total 0))
      (page-tables-bytes ?tables&:(at-least ?tables (* ?*page-tables-large-share* ?total)))))
  =>
  (assert (finding (name page-tables-large) (host ?host) (subject ?host) (state present))
          (quantity (name page-tables-percent) (host ?host) (subject ?host) (value (/ (* 100 ?tables) ?total)))))

(defrule FINDINGS::page-tables-large.memory-known-otherwise
  "Page tables take more than a fiftieth of memory, ten times what private memory would need. [oracle-use-large-pages: page tables]"
  (logical
    (system (host ?host) (ram-bytes ?total&:(above ?total 0)))
    (meminfo (host ?host) (mem-total-bytes unknown)
      (page-tables-bytes ?tables&:(at-least ?tables (* ?*page-tables-large-share* ?total)))))
  =>
  (assert (finding (name page-tables-large) (host ?host) (subject ?host) (state present))
          (quantity (name page-tables-percent) (host ?host) (subject ?host) (value (/ (* 100 ?tables) ?total)))))

(defrule FINDINGS::page-tables-large.sar
  "In some interval of sar, or when the kernel ended a process, page tables took more than a fiftieth of memory. [sysstat-sar: kbpgtbl]"
  (logical
    (system (host ?host) (ram-bytes ?total&~unknown))
    (memory-history (host ?host) (page-tables-max-bytes ?tables&:(at-least ?tables (* ?*page-tables-large-share* ?total)))))
  =>
  (assert (finding (name page-tables-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-tables-large.of-what-sar-tells
  "In some interval of sar page tables took more than a fiftieth of memory, which follows from the part that was available. [sysstat-sar: kbpgtbl]"
  (logical
    (memory-history (host ?host) (available-min-bytes ?bytes&:(above ?bytes ?*none*)) (available-min-percent ?percent&:(above ?percent ?*none*))
      (page-tables-max-bytes ?tables&:(at-least ?tables (* ?*page-tables-large-share* (/ (* 100 ?bytes) ?percent))))))
  =>
  (assert (finding (name page-tables-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-tables-large.gigabytes
  "Page tables take eight gigabytes and more; how much memory the host has is not known. [oracle-use-large-pages: page tables]"
  (logical
    (meminfo (host ?host) (mem-total-bytes unknown) (page-tables-bytes ?tables&:(at-least ?tables ?*page-tables-gigabytes*)))
    (not (system (host ?host) (ram-bytes ~unknown))))
  =>
  (assert (finding (name page-tables-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-tables-large.gigabytes-in-a-history
  "At some time page tables took eight gigabytes and more, by sar or a report of the kernel; how much memory the host has is not known. [oracle-use-large-pages: page tables]"
  (logical
    (memory-history (host ?host) (available-min-bytes unknown) (page-tables-max-bytes ?tables&:(at-least ?tables ?*page-tables-gigabytes*)))
    (not (system (host ?host) (ram-bytes ~unknown))))
  =>
  (assert (finding (name page-tables-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-tables-large.small
  "Page tables are as small as private memory makes them. [oracle-use-large-pages: page tables]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown)
      (page-tables-bytes ?tables&:(at-most ?tables (* ?*page-tables-small-share* ?total)))))
  =>
  (assert (finding (name page-tables-large) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::page-tables-large.small-memory-known-otherwise
  "Page tables are as small as private memory makes them. [oracle-use-large-pages: page tables]"
  (logical
    (system (host ?host) (ram-bytes ?total&~unknown))
    (meminfo (host ?host) (mem-total-bytes unknown)
      (page-tables-bytes ?tables&:(at-most ?tables (* ?*page-tables-small-share* ?total)))))
  =>
  (assert (finding (name page-tables-large) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::page-tables-huge.meminfo
  "Page tables take a twentieth of memory and more. [oracle-use-large-pages: page tables]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown)
      (page-tables-bytes ?tables&:(at-least ?tables (* ?*page-tables-huge-share* ?total)))))
  =>
  (assert (finding (name page-tables-huge) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-tables-huge.memory-known-otherwise
  "Page tables take a twentieth of memory and more. [oracle-use-large-pages: page tables]"
  (logical
    (system (host ?host) (ram-bytes ?total&~unknown))
    (meminfo (host ?host) (mem-total-bytes unknown)
      (page-tables-bytes ?tables&:(at-least ?tables (* ?*page-tables-huge-share* ?total)))))
  =>
  (assert (finding (name page-tables-huge) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-tables-huge.of-what-sar-tells
  "In some interval of sar page tables took a twentieth of memory and more, which follows from the part that was available. [sysstat-sar: kbpgtbl]"
  (logical
    (memory-history (host ?host) (available-min-bytes ?bytes&:(above ?bytes ?*none*)) (available-min-percent ?percent&:(above ?percent ?*none*))
      (page-tables-max-bytes ?tables&:(at-least ?tables (* ?*page-tables-huge-share* (/ (* 100 ?bytes) ?percent))))))
  =>
  (assert (finding (name page-tables-huge) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-tables-huge.gigabytes
  "Page tables take sixteen gigabytes and more; how much memory the host has is not known. [oracle-use-large-pages: page tables]"
  (logical
    (meminfo (host ?host) (mem-total-bytes unknown) (page-tables-bytes ?tables&:(at-least ?tables ?*page-tables-many-gigabytes*)))
    (not (system (host ?host) (ram-bytes ~unknown))))
  =>
  (assert (finding (name page-tables-huge) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-tables-huge.gigabytes-in-a-history
  "At some time page tables took sixteen gigabytes and more, by sar or a report of the kernel; how much memory the host has is not known. [oracle-use-large-pages: page tables]"
  (logical
    (memory-history (host ?host) (available-min-bytes unknown) (page-tables-max-bytes ?tables&:(at-least ?tables ?*page-tables-many-gigabytes*)))
    (not (system (host ?host) (ram-bytes ~unknown))))
  =>
  (assert (finding (name page-tables-huge) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-tables-grow.sar
  "Page tables doubled within what sar covers, to gigabytes. [sysstat-sar: kbpgtbl]"
  (logical
    (memory-history (host ?host) (page-tables-min-bytes ?least&:(above ?least ?*none*))
      (page-tables-max-bytes ?most&:(at-least ?most ?*page-tables-growth-least-bytes*)
                                  &:(at-least ?most (* ?*page-tables-growth-factor* ?least)))))
  =>
  (assert (finding (name page-tables-grow) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::process-page-tables-large.status
  "One process alone keeps page tables that map many gigabytes in small pages; each of its kind keeps its own. [linux-proc-docs: VmPTE]"
  (logical
    (process-load (host ?host) (page-tables-bytes ?tables&:(at-least ?tables ?*process-page-tables-bytes*))))
  =>
  (assert (finding (name process-page-tables-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::no-huge-page-in-use.no-pool
  "There is no pool of huge pages, so all shared memory lies in small ones. [linux-hugetlbpage: nr_hugepages]"
  (logical (meminfo (host ?host) (huge-pages-total 0)))
  =>
  (assert (finding (name no-huge-page-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::no-huge-page-in-use.idle-pool
  "There is a pool of huge pages, and none of it is in use or reserved. [linux-hugetlbpage: HugePages_Rsvd]"
  (logical (meminfo (host ?host) (huge-pages-total ~0&~unknown) (huge-pages-committed 0)))
  =>
  (assert (finding (name no-huge-page-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-in-small-pages.segment
  "A shared memory segment of a good part of memory, and no huge page in use: it is mapped in small pages by everybody. [closson-2007-amm: Performance, Large Page Table, Etc]"
  (logical
    (finding (name no-huge-page-in-use) (host ?host) (subject ?host) (state present))
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown))
    (shared-memory (host ?host) (largest-bytes ?bytes&:(at-least ?bytes (* ?*shared-large-share* ?total)))))
  =>
  (assert (finding (name shared-in-small-pages) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-in-small-pages.sga
  "An SGA of a good part of memory, and no huge page in use. [closson-2007-amm: Performance, Large Page Table, Etc]"
  (logical
    (finding (name no-huge-page-in-use) (host ?host) (subject ?host) (state present))
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (value ?bytes&:(at-least ?bytes (* ?*shared-large-share* ?total)))))
  =>
  (assert (finding (name shared-in-small-pages) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-in-small-pages.shared-buffers
  "Shared buffers of a good part of memory, and no huge page in use. [postgres-docs: huge_pages]"
  (logical
    (finding (name no-huge-page-in-use) (host ?host) (subject ?host) (state present))
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown))
    (postgres-setting (host ?host) (name "shared_buffers") (unit bytes)
      (number ?bytes&:(at-least ?bytes (* ?*shared-large-share* ?total)))))
  =>
  (assert (finding (name shared-in-small-pages) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-in-small-pages.instance
  "The instance runs in small pages. [closson-2010: Insufficient Hugepages]"
  (logical (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (finding (name shared-in-small-pages) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kernel-busy-beside-small-pages.system-time
  "A large shared memory lies in small pages, and the kernel takes the processors: it keeps the page tables of every process on it. [oracle-use-large-pages: page tables; man7-vmstat: sy]"
  (logical
    (finding (name shared-in-small-pages) (host ?host) (subject ?host) (state present))
    (finding (name system-time-high|system-time-spikes) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name kernel-busy-beside-small-pages) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::predicted-page-tables.segments
  "Each process that touches all of the segment keeps 8 bytes for each 4 kB of it: the size divided by 512, for each attached process. [closson-2007-amm: Performance, Large Page Table, Etc]"
  (logical
    (shared-memory (host ?host) (largest-bytes ?bytes&~unknown) (attached-processes-max ?processes&:(above ?processes 1))))
  =>
  (assert (quantity (name predicted-page-tables-bytes) (host ?host) (subject ?host)
                    (value (/ (* ?bytes ?processes) ?*bytes-mapped-per-entry-byte*)))))

(defrule FINDINGS::page-tables-as-predicted.segments
  "Page tables are as large as the attached processes and the size of the segment make them. [closson-2007-amm: Performance, Large Page Table, Etc]"
  (logical
    (finding (name page-tables-large) (host ?host) (subject ?host) (state present))
    (finding (name no-huge-page-in-use) (host ?host) (subject ?host) (state present))
    (quantity (name predicted-page-tables-bytes) (host ?host) (value ?predicted&:(above ?predicted 0)))
    (meminfo (host ?host) (page-tables-bytes ?tables&:(at-least ?tables (* ?*predicted-least-part* ?predicted))
                                                   &:(at-most ?tables (* ?*predicted-most-times* ?predicted)))))
  =>
  (assert (finding (name page-tables-as-predicted) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-vanished.page-tables
  "A twentieth of memory and more lies in page tables, which no list of processes shows. [linux-proc-docs: meminfo]"
  (logical (finding (name page-tables-huge) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name memory-vanished) (host ?host) (subject ?host) (state present))))

; --- time in the kernel

(defrule FINDINGS::system-time-high.vmstat
  "A good part of all processors is spent in the kernel, sample after sample. [man7-vmstat: sy]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot no) (samples ?samples&:(at-least ?samples ?*swapping-few-samples*))
      (system-mean-percent ?share&:(at-least ?share ?*system-time-high-percent*))))
  =>
  (assert (finding (name system-time-high) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::system-time-high.processors
  "A good part of all processors is spent in the kernel. [man7-vmstat: sy]"
  (logical
    (cpu-load (host ?host) (since-boot ~yes) (system-mean-percent ?share&:(at-least ?share ?*system-time-high-percent*))))
  =>
  (assert (finding (name system-time-high) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::system-time-high.low
  "The kernel takes as little of the processors as usual. [man7-vmstat: sy]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot no) (samples ?samples&:(at-least ?samples ?*swapping-enough-samples*))
      (system-mean-percent ?share&:(at-most ?share ?*system-time-low-percent*))))
  =>
  (assert (finding (name system-time-high) (host ?host) (subject ?host) (state absent))))

; --- transparent huge pages
(defglobal FINDINGS ?*thp-in-use-share* = 0.02)               ; part of memory | less is some library's and no working set, by experience [linux-transhuge: AnonHugePages]
(defglobal FINDINGS ?*thp-none-share* = 0.002)                ; part of memory | as good as none [linux-transhuge: AnonHugePages]
(defglobal FINDINGS ?*compaction-stalls-s* = 5)               ; stalls/s | five faults in a second and more that stop to make room for a huge page are felt, by experience [linux-transhuge: compact_stall]
(defglobal FINDINGS ?*compaction-stalls-many* = 500)          ; stalls | between two readings of unknown distance, by experience [linux-transhuge: compact_stall]
(defglobal FINDINGS ?*compaction-stalls-since-boot* = 100000) ; stalls | a hundred thousand faults that stopped are no accident of a few days, by experience [linux-transhuge: compact_stall]
(defglobal FINDINGS ?*compaction-in-vain* = 0.5)              ; part of the stalls | where most fail, memory is too fragmented for huge pages, by experience [linux-transhuge: compact_fail]
(defglobal FINDINGS ?*direct-against-background* = 5)         ; times | where memory itself is short, the kernel's thread does the greater part, by experience [linux-proc-doc: vmstat, pswpout]
(defglobal FINDINGS ?*memory-free-tenth* = 0.1)               ; part of memory | far above every watermark from which on anybody has to reclaim, by experience [linux-proc-doc: MemFree]
(defglobal FINDINGS ?*zone-reclaim-profile-percent* = 5)      ; percent of the samples | where the setting is off the function is not called at all, by experience [linux-vm-sysctl: zone_reclaim_mode]
(defglobal FINDINGS ?*compaction-profile-percent* = 10)        ; percent of the samples | on a healthy host the functions hardly show in a profile, by experience [linux-transhuge: compact_stall]
(defglobal FINDINGS ?*compaction-hung-seconds* = 20)           ; seconds | from here on the kernel calls it a lockup: one task alone that is so long in compaction is no chance [linux-transhuge: compact_stall]
(defglobal FINDINGS ?*compaction-watched-seconds* = 10)       ; seconds | a shorter look shows nothing, by experience [linux-transhuge: compact_stall]
(defglobal FINDINGS ?*system-time-spike-percent* = 50)        ; percent of all processors | half of all processors in the kernel at once, by experience [man7-vmstat: sy]

(defrule FINDINGS::thp-always.setting
  "Every program gets huge pages without asking for them. [linux-transhuge: sysfs enabled]"
  (logical (vm-settings (host ?host) (transparent-huge-pages always)))
  =>
  (assert (finding (name thp-always) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::thp-always.for-those-who-ask
  "Only programs that ask for them get huge pages, or none does. [linux-transhuge: sysfs enabled]"
  (logical (vm-settings (host ?host) (transparent-huge-pages madvise|never)))
  =>
  (assert (finding (name thp-always) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::thp-faults-stop.setting
  "Every page fault may stop to reclaim and compact memory for a huge page. [linux-transhuge: sysfs defrag]"
  (logical (vm-settings (host ?host) (transparent-huge-pages-defrag always)))
  =>
  (assert (finding (name thp-faults-stop) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::thp-faults-stop.left-to-the-background
  "Page faults of programs that did not ask for huge pages do not stop to make room for one. [linux-transhuge: sysfs defrag]"
  (logical (vm-settings (host ?host) (transparent-huge-pages-defrag defer|defer+madvise|madvise|never)))
  =>
  (assert (finding (name thp-faults-stop) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::thp-in-use.meminfo
  "A good part of memory lies in transparent huge pages. [linux-transhuge: AnonHugePages]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown)
      (anon-huge-bytes ?huge&:(at-least ?huge (* ?*thp-in-use-share* ?total)))))
  =>
  (assert (finding (name thp-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::thp-in-use.none
  "As good as no memory lies in transparent huge pages. [linux-transhuge: AnonHugePages]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown)
      (anon-huge-bytes ?huge&:(at-most ?huge (* ?*thp-none-share* ?total)))))
  =>
  (assert (finding (name thp-in-use) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::thp-in-use.zero
  "No memory at all lies in transparent huge pages. [linux-transhuge: AnonHugePages]"
  (logical (meminfo (host ?host) (anon-huge-bytes 0.0)))
  =>
  (assert (finding (name thp-in-use) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::compaction-stalls-rising.each-second
  "Programs stop several times in a second to move pages about until a huge one fits. [linux-transhuge: compact_stall]"
  (logical
    (vm-counters (host ?host) (growth-seconds ?seconds&:(above ?seconds ?*none*))
      (compaction-stalls-growth ?stalls&:(at-least ?stalls (* ?*compaction-stalls-s* ?seconds)))))
  =>
  (assert (finding (name compaction-stalls-rising) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::compaction-stalls-rising.between-readings
  "Between two readings programs stopped hundreds of times to move pages about until a huge one fits. [linux-transhuge: compact_stall]"
  (logical
    (vm-counters (host ?host) (growth-seconds unknown)
      (compaction-stalls-growth ?stalls&:(at-least ?stalls ?*compaction-stalls-many*))))
  =>
  (assert (finding (name compaction-stalls-rising) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::compaction-stalls-rising.at-rest
  "In ten seconds and more no program stopped to move pages about. [linux-transhuge: compact_stall]"
  (logical
    (vm-counters (host ?host) (growth-seconds ?seconds&:(at-least ?seconds ?*compaction-watched-seconds*))
      (compaction-stalls-growth 0)))
  =>
  (assert (finding (name compaction-stalls-rising) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::compaction-mostly-in-vain.since-boot
  "Since the boot programs stopped a hundred thousand times and more to make room for a huge page, and mostly got none. [linux-transhuge: compact_stall; linux-transhuge: compact_fail]"
  (logical
    (vm-counters (host ?host) (compaction-stalls ?stalls&:(at-least ?stalls ?*compaction-stalls-since-boot*))
      (compaction-failures ?failures&:(at-least ?failures (* ?*compaction-in-vain* ?stalls)))))
  =>
  (assert (finding (name compaction-mostly-in-vain) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::programs-reclaim-beside-free-memory.since-boot
  "A tenth of memory is free, and yet programs freed far more pages themselves than the kernel's thread, a hundred thousand times: what they lacked was no memory but a piece of it without gaps. [linux-transhuge: compact_stall; linux-proc-doc: MemFree]"
  (logical
    (finding (name compaction-mostly-in-vain) (host ?host) (subject ?host) (state present))
    (vm-counters (host ?host) (allocation-stalls ?stalls&:(at-least ?stalls ?*compaction-stalls-since-boot*))
      (background-scanned-pages ?background&:(above ?background 0))
      (direct-scanned-pages ?direct&:(at-least ?direct (* ?*direct-against-background* ?background))))
    (meminfo (host ?host) (mem-total-bytes ?total&:(above ?total 0))
      (mem-free-bytes ?free&:(at-least ?free (* ?*memory-free-tenth* ?total)))))
  =>
  (assert (finding (name programs-reclaim-beside-free-memory) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::compaction-in-profile.perf
  "A profile finds the processors moving pages about to make a huge one. [linux-transhuge: compact_stall]"
  (logical (kernel-profile (host ?host) (compaction-percent ?share&:(at-least ?share ?*compaction-profile-percent*))))
  =>
  (assert (finding (name compaction-in-profile) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::kernel-busy-beside-huge-page-faults.system-time
  "Every page fault of every program may stop to make room for a huge page, and the kernel takes the processors. [linux-transhuge: sysfs defrag; man7-vmstat: sy]"
  (logical
    (finding (name thp-always) (host ?host) (subject ?host) (state present))
    (finding (name thp-faults-stop) (host ?host) (subject ?host) (state present))
    (finding (name system-time-high|system-time-spikes) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name kernel-busy-beside-huge-page-faults) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-in-compaction.blocked
  "Several tasks stand still in the kernel because they have to move pages about until a huge one fits. [linux-transhuge: compact_stall]"
  (logical (blocked-tasks (host ?host) (place compaction) (tasks ?tasks&:(at-least ?tasks ?*waiting-for-memory-tasks*))))
  =>
  (assert (finding (name tasks-in-compaction) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-in-compaction.hung
  "A task has been held in the kernel for many seconds because it has to move pages about until a huge one fits. [linux-transhuge: compact_stall]"
  (logical (blocked-tasks (host ?host) (place compaction) (seconds ?seconds&:(at-least ?seconds ?*compaction-hung-seconds*))))
  =>
  (assert (finding (name tasks-in-compaction) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::task-caught-in-compaction.one
  "A task was caught moving pages about at the moment that somebody looked. [linux-transhuge: compact_stall]"
  (logical (blocked-tasks (host ?host) (place compaction)))
  =>
  (assert (finding (name task-caught-in-compaction) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::compaction-thread-busy.process-list
  "The kernel's thread that makes or joins huge pages takes a good part of a processor. [linux-transhuge: khugepaged]"
  (logical
    (process-load (host ?host) (role khugepaged|kcompactd) (cpu-percent ?cpu&:(at-least ?cpu ?*memory-thread-busy-percent*))))
  =>
  (assert (finding (name compaction-thread-busy) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::system-time-spikes.vmstat
  "In some samples half of all processors and more are in the kernel. [man7-vmstat: sy]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot no) (system-max-percent ?share&:(at-least ?share ?*system-time-spike-percent*))))
  =>
  (assert (finding (name system-time-spikes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::system-time-spikes.processors
  "In some samples half of all processors and more are in the kernel. [man7-vmstat: sy]"
  (logical
    (cpu-load (host ?host) (since-boot ~yes) (system-max-percent ?share&:(at-least ?share ?*system-time-spike-percent*))))
  =>
  (assert (finding (name system-time-spikes) (host ?host) (subject ?host) (state present))))

; --- NUMA nodes
(defglobal FINDINGS ?*node-short-share* = 0.02)               ; part of the node's memory | the kernel reclaims at about this much, by experience [linux-vm-sysctl: zone_reclaim_mode]
(defglobal FINDINGS ?*node-roomy-share* = 0.10)               ; part of the node's memory | so much free memory could have been given out instead, by experience [linux-vm-sysctl: zone_reclaim_mode]
(defglobal FINDINGS ?*node-short-of-other* = 0.02)             ; part of the other node's free memory | one has fifty times as much free, by experience [linux-vm-sysctl: zone_reclaim_mode]
(defglobal FINDINGS ?*node-roomy-bytes* = 2147483648)         ; bytes | 2 GiB could have been given out instead, by experience [linux-vm-sysctl: zone_reclaim_mode]
(defglobal FINDINGS ?*zone-reclaim-s* = 10)                   ; tries/s | the kernel looks again and again for pages of the same node, by experience [linux-vm-sysctl: zone_reclaim_mode]
(defglobal FINDINGS ?*node-first* = 0)                        ; number | the first node, and the only one of most hosts [linux-vm-sysctl: zone_reclaim_mode]

(defrule FINDINGS::zone-reclaim-on.setting
  "The kernel takes pages from the cache of a node before it uses free memory of another. [linux-vm-sysctl: zone_reclaim_mode]"
  (logical (vm-settings (host ?host) (zone-reclaim-mode ?mode&:(above ?mode ?*none*))))
  =>
  (assert (finding (name zone-reclaim-on) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zone-reclaim-on.off
  "Free memory of any node is used before anything is reclaimed. [linux-vm-sysctl: zone_reclaim_mode]"
  (logical (vm-settings (host ?host) (zone-reclaim-mode 0)))
  =>
  (assert (finding (name zone-reclaim-on) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::node-short-beside-free-memory.nodes
  "One node has as good as nothing free while another has much. [linux-vm-sysctl: zone_reclaim_mode]"
  (logical
    (numa-node (host ?host) (node ?short) (mem-total-bytes ?total&:(above ?total ?*none*))
      (mem-free-bytes ?free&:(at-most ?free (* ?*node-short-share* ?total))))
    (numa-node (host ?host) (node ~?short) (mem-total-bytes ?other&:(above ?other ?*none*))
      (mem-free-bytes ?room&:(at-least ?room (* ?*node-roomy-share* ?other)))))
  =>
  (assert (finding (name node-short-beside-free-memory) (host ?host) (subject ?host) (state present))
          (quantity (name node-with-nothing-free) (host ?host) (subject ?host) (value ?short))))

(defrule FINDINGS::node-short-beside-free-memory.by-what-is-free
  "One node has gigabytes free and another a fiftieth of that; how large they are is not known. [linux-vm-sysctl: zone_reclaim_mode]"
  (logical
    (numa-node (host ?host) (node ?roomy) (mem-total-bytes unknown) (mem-free-bytes ?room&:(at-least ?room ?*node-roomy-bytes*)))
    (numa-node (host ?host) (node ~?roomy) (mem-total-bytes unknown) (mem-free-bytes ?free&:(at-most ?free (* ?*node-short-of-other* ?room)))))
  =>
  (assert (finding (name node-short-beside-free-memory) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::node-short-beside-free-memory.no-node-has-room
  "No node has much free: memory as a whole is in use. [linux-vm-sysctl: zone_reclaim_mode]"
  (logical
    (numa-node (host ?host) (mem-free-bytes ~unknown) (mem-total-bytes ~unknown))
    (read (host ?host) (template numa-node) (complete yes))
    (not (numa-node (host ?host) (mem-total-bytes ?other&:(above ?other ?*none*))
           (mem-free-bytes ?room&:(at-least ?room (* ?*node-roomy-share* ?other))))))
  =>
  (assert (finding (name node-short-beside-free-memory) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::node-short-beside-free-memory.no-node-is-short
  "Every node has free memory. [linux-vm-sysctl: zone_reclaim_mode]"
  (logical
    (numa-node (host ?host) (mem-free-bytes ~unknown) (mem-total-bytes ~unknown))
    (read (host ?host) (template numa-node) (complete yes))
    (not (numa-node (host ?host) (mem-total-bytes ?other&:(above ?other ?*none*))
           (mem-free-bytes ?room&:(at-most ?room (* ?*node-short-share* ?other))))))
  =>
  (assert (finding (name node-short-beside-free-memory) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::single-node.listed
  "The host has one node, so no memory is far away. [linux-vm-sysctl: zone_reclaim_mode]"
  (logical
    (numa-node (host ?host) (node 0))
    (read (host ?host) (template numa-node) (complete yes))
    (not (numa-node (host ?host) (node ?other&:(above ?other ?*node-first*)))))
  =>
  (assert (finding (name single-node) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zone-reclaim-at-work.failing
  "Between two readings the kernel looked again and again for pages of the same node and found too few. [linux-vmstat-source: zone_reclaim_failed]"
  (logical
    (vm-counters (host ?host) (growth-seconds ?seconds&:(above ?seconds ?*none*))
      (zone-reclaim-failures-growth ?tries&:(at-least ?tries (* ?*zone-reclaim-s* ?seconds)))))
  =>
  (assert (finding (name zone-reclaim-at-work) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zone-reclaim-at-work.succeeding
  "Between two readings the kernel took pages of the same node again and again. [linux-vmstat-source: zone_reclaim_success]"
  (logical
    (vm-counters (host ?host) (growth-seconds ?seconds&:(above ?seconds ?*none*))
      (zone-reclaim-successes-growth ?tries&:(at-least ?tries (* ?*zone-reclaim-s* ?seconds)))))
  =>
  (assert (finding (name zone-reclaim-at-work) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zone-reclaim-at-work.profile
  "A profile finds the processors freeing pages of a node, which the kernel does only where the setting is on. [linux-vm-sysctl: zone_reclaim_mode]"
  (logical (kernel-profile (host ?host) (zone-reclaim-percent ?share&:(at-least ?share ?*zone-reclaim-profile-percent*))))
  =>
  (assert (finding (name zone-reclaim-at-work) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::task-caught-in-zone-reclaim.one
  "A task was caught freeing pages of its own node before it takes memory of another. [linux-vm-sysctl: zone_reclaim_mode]"
  (logical (blocked-tasks (host ?host) (place zone-reclaim)))
  =>
  (assert (finding (name task-caught-in-zone-reclaim) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zone-reclaim-at-work.fills-one-node
  "The setting is on, and one node stays full while another has much free: what the full one is asked for is reclaimed there. [linux-vm-sysctl: zone_reclaim_mode; gorman-2014: destroys performance]"
  (logical
    (finding (name zone-reclaim-on) (host ?host) (subject ?host) (state present))
    (finding (name node-short-beside-free-memory) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name zone-reclaim-at-work) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swapped-out-beside-free-node.swap-used
  "A good part of swap is in use, and one node has nothing free while another has much: what was swapped out would fit there. [gorman-2014: destroys performance]"
  (logical
    (finding (name node-short-beside-free-memory) (host ?host) (subject ?host) (state present))
    (finding (name swap-largely-used) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name swapped-out-beside-free-node) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::zone-reclaim-at-work.not-once
  "Over ten seconds and more the kernel did not once look for pages of the same node first. [linux-vmstat-source: zone_reclaim_failed]"
  (logical
    (vm-counters (host ?host) (growth-seconds ?seconds&:(at-least ?seconds ?*compaction-watched-seconds*))
      (zone-reclaim-failures-growth 0)))
  =>
  (assert (finding (name zone-reclaim-at-work) (host ?host) (subject ?host) (state absent))))

; --- huge pages by node
(defglobal FINDINGS ?*nodes-even-part* = 0.8)                 ; part | the pages of two nodes differ by less than a fifth, which a node's other memory explains, by experience [linux-hugetlbpage: node*/hugepages]
(defglobal FINDINGS ?*nodes-even-times* = 1.25)               ; times | the same, upwards [linux-hugetlbpage: node*/hugepages]
(defglobal FINDINGS ?*nodes-uneven-part* = 0.6)               ; part | one node has little more than half of the pages of another, by experience [linux-hugetlbpage: node*/hugepages]
(defglobal FINDINGS ?*node-used-up-part* = 0.05)              ; part of the node's pages | hardly any is left [linux-hugetlbpage: node*/hugepages]
(defglobal FINDINGS ?*node-left-part* = 0.3)                  ; part of the node's pages | a good part is left on another node, by experience [linux-hugetlbpage: node*/hugepages]

(defrule FINDINGS::huge-pages-uneven-on-nodes.counts
  "One node has little more than half of the huge pages of another. [linux-hugetlbpage: node*/hugepages]"
  (logical
    (numa-node (host ?host) (node ?rich) (huge-pages-total ?many&:(above ?many ?*none*)))
    (numa-node (host ?host) (node ~?rich) (huge-pages-total ?few&:(at-most ?few (* ?*nodes-uneven-part* ?many)))))
  =>
  (assert (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::huge-pages-uneven-on-nodes.megabytes
  "One node has little more than half of the huge pages of another. [linux-hugetlbpage: node*/hugepages]"
  (logical
    (numa-node (host ?host) (node ?rich) (huge-total-bytes ?many&:(above ?many ?*none*)))
    (numa-node (host ?host) (node ~?rich) (huge-total-bytes ?few&:(at-most ?few (* ?*nodes-uneven-part* ?many)))))
  =>
  (assert (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::huge-pages-uneven-on-nodes.alike
  "The nodes have about as many huge pages each. [linux-hugetlbpage: node*/hugepages]"
  (logical
    (numa-node (host ?host) (huge-pages-total ?some&:(above ?some ?*none*)))
    (read (host ?host) (template numa-node) (complete yes))
    (not (numa-node (host ?host) (huge-pages-total ?less&:(below ?less (* ?*nodes-even-part* ?some)))))
    (not (numa-node (host ?host) (huge-pages-total ?more&:(above ?more (* ?*nodes-even-times* ?some))))))
  =>
  (assert (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::node-pages-used-up.beside-free-ones
  "The huge pages of one node are used up while another has many left. [linux-hugetlbpage: node*/hugepages]"
  (logical
    (numa-node (host ?host) (node ?full) (huge-pages-total ?all&:(above ?all ?*none*))
      (huge-pages-free ?left&:(at-most ?left (* ?*node-used-up-part* ?all))))
    (numa-node (host ?host) (node ~?full) (huge-pages-total ?other&:(above ?other ?*none*))
      (huge-pages-free ?free&:(at-least ?free (* ?*node-left-part* ?other)))))
  =>
  (assert (finding (name node-pages-used-up) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::node-pages-used-up.megabytes
  "The huge pages of one node are used up while another has many left. [linux-hugetlbpage: node*/hugepages]"
  (logical
    (numa-node (host ?host) (node ?full) (huge-total-bytes ?all&:(above ?all ?*none*))
      (huge-free-bytes ?left&:(at-most ?left (* ?*node-used-up-part* ?all))))
    (numa-node (host ?host) (node ~?full) (huge-total-bytes ?other&:(above ?other ?*none*))
      (huge-free-bytes ?free&:(at-least ?free (* ?*node-left-part* ?other)))))
  =>
  (assert (finding (name node-pages-used-up) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::node-pages-used-up.nowhere-a-page-missing
  "Every node has the huge pages that it is to have, in the same part in use. [linux-hugetlbpage: node*/hugepages]"
  (logical
    (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state absent))
    (read (host ?host) (template numa-node) (complete yes))
    (numa-node (host ?host) (huge-pages-free ?some&~unknown))
    (not (numa-node (host ?host) (huge-pages-total ?all&:(above ?all ?*none*))
           (huge-pages-free ?left&:(at-most ?left (* ?*node-used-up-part* ?all))))))
  =>
  (assert (finding (name node-pages-used-up) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::oracle-numa-on.parameter
  "The instance lays out its memory by node. [closson-2010: NUMA Huge Pages allocation on node]"
  (logical (oracle-instance (host ?host) (instance ?instance) (type ~asm) (numa-support yes)))
  =>
  (assert (finding (name oracle-numa-on) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::oracle-numa-on.parameter-off
  "The instance does not lay out its memory by node. [closson-2010: NUMA Huge Pages allocation on node]"
  (logical (oracle-instance (host ?host) (instance ?instance) (type ~asm) (numa-support no)))
  =>
  (assert (finding (name oracle-numa-on) (host ?host) (subject ?instance) (state absent))))
