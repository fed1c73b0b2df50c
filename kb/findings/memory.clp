; Whether memory is short: Solaris, Linux, HP-UX, AIX.

(defglobal FINDINGS ?*scan-sustained-pages-s* = 500)            ; pages/s | the scanner begins at 100 a second; by experience some hundreds that last are a shortage where the page cache recycles itself [oracle-solaris-paging: slowscan]
(defglobal FINDINGS ?*scan-sustained-seconds* = 10)             ; s | a burst of a few seconds follows any large request for memory, by experience [oracle-solaris-paging: paging-related parameters]
(defglobal FINDINGS ?*scan-storm-pages-s* = 10000)              ; pages/s | the rate that the documented servers exceeded during the shortfall [elling-2000: File Systems and Solaris Operating Environment]
(defglobal FINDINGS ?*scan-storm-mean-pages-s* = 4000)          ; pages/s | the mean of such a stretch, whose ends are slower, by experience [elling-2000: File Systems and Solaris Operating Environment]
(defglobal FINDINGS ?*scan-storm-seconds* = 5)                  ; s | an excerpt of five samples, each a second, shows that it lasts [elling-2000: File Systems and Solaris Operating Environment]
(defglobal FINDINGS ?*hung-seconds* = 60)                       ; s | a minute of such scanning is what people call hung [elling-2000: File Systems and Solaris Operating Environment]
(defglobal FINDINGS ?*nothing-free-bytes* = 16777216)           ; bytes | a 2 GB host of that time begins to scan at 32 MB free (1/64 of memory) and is desperate at half of it, by experience [oracle-solaris-paging: lotsfree and desfree]
(defglobal FINDINGS ?*scan-rest-pages-s* = 20)                  ; pages/s | a stray pass of the scanner, and no shortage, by experience [oracle-solaris-paging: slowscan]
(defglobal FINDINGS ?*enough-samples* = 10)                     ; samples | fewer do not show that there is none, by experience [oracle-solaris-paging: paging-related parameters]
(defglobal FINDINGS ?*anon-page-out-kb-s* = 256)                ; kB/s | memory of processes goes to swap; in health it is next to nothing, by experience [sun-priority-paging: vmstat -p, apo]
(defglobal FINDINGS ?*anon-page-out-rest-kb-s* = 8)             ; kB/s | one page now and then [sun-priority-paging: vmstat -p, apo]
(defglobal FINDINGS ?*file-page-out-rest-kb-s* = 64)            ; kB/s | next to no file pages are written by paging [sun-priority-paging: vmstat -p, fpo]
(defglobal FINDINGS ?*swapping-lasts-percent* = 30)             ; percent of the samples | now and then an idle page goes to swap on any Linux; a third of the time is pressure, by experience [linux-proc-doc: MemAvailable]
(defglobal FINDINGS ?*swap-out-kb-s* = 1024)                    ; kB/s | a megabyte in a second, far above the trickle of idle pages, by experience [linux-proc-doc: MemAvailable]
(defglobal FINDINGS ?*swap-in-kb-s* = 256)                      ; kB/s | what was swapped out is wanted again at once, by experience [linux-proc-doc: MemAvailable]
(defglobal FINDINGS ?*swap-trickle-kb-s* = 128)                 ; kB/s | with memory nearly gone a smaller rate counts as well, by experience [linux-proc-doc: MemAvailable]
(defglobal FINDINGS ?*available-short-share* = 0.08)            ; share of memory | what can be given out without swapping is nearly gone, by experience [linux-proc-doc: MemAvailable]
(defglobal FINDINGS ?*available-enough-share* = 0.15)           ; share of memory | enough can be given out without swapping, by experience [linux-proc-doc: MemAvailable]
(defglobal FINDINGS ?*memory-stalled-percent* = 10)             ; percent of the time | all tasks at once waited for memory for a tenth of the time, by experience [linux-psi-doc: full avg10]
(defglobal FINDINGS ?*swapped-out-pages* = 25600)               ; pages | 100 MB of 4 kB pages between two readings, by experience [linux-proc-doc: vmstat, pswpout]
(defglobal FINDINGS ?*none* = 0)                                ; pages/s, kB/s, samples | nothing at all [linux-proc-doc: vmstat, pswpout]

; --- Solaris: the page scanner

(defrule FINDINGS::memory-short.scanner
  "Since Solaris 8 file pages are recycled among themselves, so a scanner that keeps running means that memory for everything else is short. [sun-priority-paging: Solaris 8 and 9; oracle-solaris-paging: paging-related parameters]"
  (logical
    (system (host ?host) (page-cache separate))
    (scan-episode (host ?host) (mean-pages-s ?rate&:(at-least ?rate ?*scan-sustained-pages-s*))
      (seconds ?seconds&:(at-least ?seconds ?*scan-sustained-seconds*))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.scanner-and-swapped-out
  "Whole processes are swapped out while the scanner runs: a shortage on any release, also where file I/O alone makes it run. [elling-2000: Example of Such a System; sun-priority-paging: before Solaris 8]"
  (logical
    (scan-episode (host ?host) (mean-pages-s ?rate&:(at-least ?rate ?*scan-sustained-pages-s*))
      (seconds ?seconds&:(at-least ?seconds ?*scan-storm-seconds*)) (swapped-max ?swapped&:(above ?swapped 0))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.scanner-and-nothing-free
  "The scanner runs as fast as it can and the free list stays empty: on any release more is asked for than it finds. [elling-2000: File Systems and Solaris Operating Environment; oracle-solaris-paging: fastscan]"
  (logical
    (scan-episode (host ?host) (peak-pages-s ?peak&:(at-least ?peak ?*scan-storm-pages-s*))
      (mean-pages-s ?rate&:(at-least ?rate ?*scan-storm-mean-pages-s*))
      (seconds ?seconds&:(at-least ?seconds ?*scan-storm-seconds*))
      (free-min-bytes ?free&:(at-most ?free ?*nothing-free-bytes*))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.scanner-storm
  "Since Solaris 8 a scanner at this rate is a shortage even in a short excerpt. [elling-2000: File Systems and Solaris Operating Environment; sun-priority-paging: Solaris 8 and 9]"
  (logical
    (system (host ?host) (page-cache separate))
    (scan-episode (host ?host) (mean-pages-s ?rate&:(at-least ?rate ?*scan-storm-mean-pages-s*))
      (seconds ?seconds&:(at-least ?seconds ?*scan-storm-seconds*))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.hp-ux
  "The scanner keeps running and pages go to swap. [oracle-solaris-paging: paging-related parameters]"
  (logical
    (system (host ?host) (os hp-ux))
    (scan-episode (host ?host) (mean-pages-s ?rate&:(at-least ?rate ?*scan-sustained-pages-s*))
      (page-out-max-kb-s ?out&:(at-least ?out ?*anon-page-out-kb-s*))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.anonymous-page-outs
  "Memory of processes is paged out: the page cache has nothing left to give. [sun-priority-paging: vmstat -p, apo]"
  (logical
    (vmstat (host ?host) (os solaris|other) (since-boot no) (anon-page-out-max-kb-s ?out&:(at-least ?out ?*anon-page-out-kb-s*))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.scanner-at-rest
  "The scanner does not run, so there is as much free memory as the system wants. [oracle-solaris-paging: lotsfree and desfree]"
  (logical
    (vmstat (host ?host) (os solaris) (since-boot no) (samples ?samples&:(at-least ?samples ?*enough-samples*))
      (scan-rate-max-pages-s ?rate&:(at-most ?rate ?*scan-rest-pages-s*)))
    (read (host ?host) (template scan-episode) (complete yes))
    (not (scan-episode (host ?host) (mean-pages-s ?other&:(at-least ?other ?*scan-sustained-pages-s*))))
    (read (host ?host) (template vmstat) (complete yes))
    (not (vmstat (host ?host) (anon-page-out-max-kb-s ?out&:(at-least ?out ?*anon-page-out-kb-s*)))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::scanning-for-file-pages.competing-cache
  "Up to Solaris 7 file pages go through the same free list as everything else, so plain file I/O keeps the scanner running; nothing was swapped out. [sun-priority-paging: before Solaris 8]"
  (logical
    (system (host ?host) (page-cache competing))
    (scan-episode (host ?host) (mean-pages-s ?rate&:(at-least ?rate ?*scan-rest-pages-s*)) (swapped-max 0)
      (free-min-bytes ?free&:(above ?free ?*nothing-free-bytes*))))
  =>
  (assert (finding (name scanning-for-file-pages) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::anonymous-paging-only.no-file-pages
  "Memory of processes is paged out while no file pages are: processes have grown, the file cache has not. [sun-priority-paging: vmstat -p, apo and fpo]"
  (logical
    (vmstat (host ?host) (since-boot no) (anon-page-out-max-kb-s ?anon&:(at-least ?anon ?*anon-page-out-kb-s*))
      (file-page-out-max-kb-s ?file&:(at-most ?file ?*file-page-out-rest-kb-s*))))
  =>
  (assert (finding (name anonymous-paging-only) (host ?host) (subject ?host) (state present))))

; --- Linux

(defrule FINDINGS::memory-short.swapping-both-ways
  "Pages are swapped out and wanted back at once, for a large part of the time: the working set does not fit. [linux-proc-doc: MemAvailable]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot no) (samples ?samples&:(at-least ?samples 3))
      (swapping-percent ?share&:(at-least ?share ?*swapping-lasts-percent*))
      (swap-out-max-kb-s ?out&:(at-least ?out ?*swap-out-kb-s*)) (swap-in-max-kb-s ?in&:(at-least ?in ?*swap-in-kb-s*))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.swapping-and-nothing-available
  "The host swaps and hardly any memory can be given out without it. [linux-proc-doc: MemAvailable]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown)
      (mem-available-bytes ?available&:(at-most ?available (* ?*available-short-share* ?total))))
    (vmstat (host ?host) (os linux) (since-boot no) (swapping-percent ?share&:(at-least ?share ?*swapping-lasts-percent*))
      (swap-out-max-kb-s ?out&:(at-least ?out ?*swap-trickle-kb-s*))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.everything-waits-for-memory
  "The kernel itself counts the time in which all tasks wait for memory. [linux-psi-doc: full avg10]"
  (logical (pressure (host ?host) (resource memory)
             (full-10-seconds-percent ?share&:(at-least ?share ?*memory-stalled-percent*))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.killed-for-memory
  "The kernel killed a process because it found no memory. [linux-proc-doc: oom_score]"
  (logical (kernel-event (host ?host) (kind out-of-memory-kill)))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.swapped-out-between-readings
  "This much went to swap between two readings of the counters. [linux-proc-doc: vmstat, pswpout]"
  (logical (vm-counters (host ?host) (swapped-out-growth-pages ?pages&:(at-least ?pages ?*swapped-out-pages*))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-short.available-and-no-swapping
  "Enough memory can be given out without swapping, and nothing is swapped. [linux-proc-doc: MemAvailable]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown)
      (mem-available-bytes ?available&:(at-least ?available (* ?*available-enough-share* ?total))))
    (vmstat (host ?host) (os linux) (since-boot no) (samples ?samples&:(at-least ?samples ?*enough-samples*))
      (swapping-samples 0))
    (read (host ?host) (template vmstat) (complete yes))
    (not (vmstat (host ?host) (swap-out-max-kb-s ?out&:(at-least ?out ?*swap-trickle-kb-s*)))))
  =>
  (assert (finding (name memory-short) (host ?host) (subject ?host) (state absent))))

; --- paging at all

(defrule FINDINGS::paging-active.scanner
  "The page scanner ran. [oracle-solaris-paging: paging-related parameters]"
  (logical (scan-episode (host ?host) (mean-pages-s ?rate&:(at-least ?rate ?*scan-rest-pages-s*))))
  =>
  (assert (finding (name paging-active) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::paging-active.swapped
  "Pages went to swap or came back in several samples. [linux-proc-doc: vmstat, pswpout]"
  (logical
    (vmstat (host ?host) (since-boot no) (swapping-samples ?samples&:(at-least ?samples 3))))
  =>
  (assert (finding (name paging-active) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::paging-active.read-back
  "What lies in swap is read back: it goes both ways, or several tasks wait for a page from there. [man7-vmstat: si, so; linux-sleeping-tasks: do_swap_page]"
  (logical (finding (name swapping-both-ways|tasks-wait-for-swap) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name paging-active) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::paging-active.anonymous
  "Memory of processes was paged out. [sun-priority-paging: vmstat -p, apo]"
  (logical
    (vmstat (host ?host) (since-boot no) (anon-page-out-max-kb-s ?out&:(above ?out ?*anon-page-out-rest-kb-s*))))
  =>
  (assert (finding (name paging-active) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::paging-active.scanner-at-rest
  "The page scanner did not run. [oracle-solaris-paging: lotsfree and desfree]"
  (logical
    (vmstat (host ?host) (os solaris) (since-boot no) (samples ?samples&:(at-least ?samples ?*enough-samples*))
      (scan-rate-max-pages-s ?rate&:(at-most ?rate ?*none*)))
    (read (host ?host) (template scan-episode) (complete yes))
    (not (scan-episode (host ?host))))
  =>
  (assert (finding (name paging-active) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::paging-active.no-swapping
  "Nothing was swapped out or in. [linux-proc-doc: vmstat, pswpout]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot no) (samples ?samples&:(at-least ?samples ?*enough-samples*))
      (swapping-samples 0))
    (read (host ?host) (template vmstat) (complete yes))
    (not (vmstat (host ?host) (swapping-samples ?other&:(above ?other 0)))))
  =>
  (assert (finding (name paging-active) (host ?host) (subject ?host) (state absent))))

; --- as good as hung

(defrule FINDINGS::host-hangs.scanner-storm
  "A minute and more of scanning at this rate: people call such a host hung or locked up. [elling-2000: File Systems and Solaris Operating Environment]"
  (logical
    (scan-episode (host ?host) (peak-pages-s ?peak&:(at-least ?peak ?*scan-storm-pages-s*))
      (mean-pages-s ?rate&:(at-least ?rate ?*scan-storm-mean-pages-s*))
      (seconds ?seconds&:(at-least ?seconds ?*hung-seconds*))))
  =>
  (assert (finding (name host-hangs) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::host-hangs.hung-tasks
  "The kernel found tasks that had not moved for two minutes. [linux-proc-doc: hung_task_timeout_secs]"
  (logical (kernel-event (host ?host) (kind hung-task)))
  =>
  (assert (finding (name host-hangs) (host ?host) (subject ?host) (state present))))
