; Linux file systems: ext3 and its journal, fsync, and where tasks wait.

(defglobal FINDINGS ?*journal-waiters* = 2)                  ; tasks | one is as often somebody who saves a file; the journal's own thread is not counted, by experience [linux-sleeping-tasks: log_wait_commit]
(defglobal FINDINGS ?*journal-wait-seconds* = 30)            ; seconds | nobody saves a file for so long; the kernel speaks of a hung task after 120 [lwn-2009-ext3: several seconds, minutes]
(defglobal FINDINGS ?*throttled-tasks* = 1)                  ; tasks | a task is there only while it is held back [linux-page-writeback: balance_dirty_pages]
(defglobal FINDINGS ?*fsync-slow-seconds* = 2)               ; seconds | between the 0.3 to 1.8 s measured after the repair and the 2.4 to 6.2 s before it [tso-2009-ext3: fsync time]
(defglobal FINDINGS ?*fsync-quick-seconds* = 0.5)            ; seconds | nobody calls this a stall, by experience [tso-2009-ext3: fsync time]
(defglobal FINDINGS ?*write-stalled-seconds* = 3)              ; seconds | as the shortest stall that people complain of, by experience [linux-page-writeback: balance_dirty_pages]
(defglobal FINDINGS ?*write-times-the-flush* = 5)              ; times | a write that waited for the disk itself would take about as long as a flush, by experience [linux-page-writeback: balance_dirty_pages]
(defglobal FINDINGS ?*fsync-calls-watched* = 20)             ; calls | enough to have seen a slow one, by experience [tso-2009-ext3: fsync time]
(defglobal FINDINGS ?*bulk-writing-kb-s* = 10000)            ; kB/s | the writer of the documented measurement managed 21,000 to 24,000 [tso-2009-ext3: overwrite.c]
(defglobal FINDINGS ?*quiet-writing-kb-s* = 1000)            ; kB/s | nothing that keeps a disk from answering, by experience [tso-2009-ext3: overwrite.c]
(defglobal FINDINGS ?*quiet-watched-samples* = 10)           ; samples | a glance is not enough, by experience [tso-2009-ext3: fsync time]
(defglobal FINDINGS ?*ext3-gone-kernel* = 4003000)           ; version | the driver of ext3 was removed; ext4's serves such file systems since [linux-ext3-removal: Linux 4.3-rc1]
(defglobal FINDINGS ?*throttling-nowhere-bytes* = 134217728)  ; bytes | 128 MiB: half way between the lowest defaults on a host of 1.8 GB (computed) [linux-page-writeback: dirty_freerun_ceiling]
(defglobal FINDINGS ?*hung-in-writeback-seconds* = 60)        ; seconds | a busy disk writes a task's pages in seconds, by experience [linux-hung-task: blocked for more than 120 seconds]
(defglobal FINDINGS ?*throttling-nowhere-part* = 0.00375)      ; part of all memory | as much with the lowest defaults where a twentieth of memory can become dirty (computed) [linux-page-writeback: dirty_freerun_ceiling]
(defglobal FINDINGS ?*throttling-least* = 0.075)             ; part of dirtyable memory | half way between the background limit and the limit with the lowest defaults that ever were, 5 and 10 percent (computed) [linux-page-writeback: dirty_freerun_ceiling]

; --- ext3 and its data mode

(defrule FINDINGS::ext3-in-use.mounted
  "A file system of type ext3 is mounted. [linux-ext3-doc: Options]"
  (logical (file-system (host ?host) (mount ?mount) (type ext3)))
  =>
  (assert (finding (name ext3-in-use) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::ext3-in-use.said-at-mount
  "The driver of ext3 itself told of a file system that it mounted. [linux-ext3-doc: Data Mode]"
  (logical (ext-mount (host ?host) (device ?device) (driver ext3)))
  =>
  (assert (finding (name ext3-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::ext3-in-use.journal-thread
  "kjournald runs, the thread of ext3's own journal; that of ext4 is called jbd2. [linux-ext3-doc: Journaling Block Device layer]"
  (logical (ext3-driver (host ?host) (driver ext3)))
  =>
  (assert (finding (name ext3-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::ext3-in-use.none-mounted
  "Every mounted file system was listed, and none is ext3. [linux-ext3-doc: Options]"
  (logical
    (read (host ?host) (template file-system) (complete yes))
    (not (file-system (host ?host) (type ext3|unknown))))
  =>
  (assert (finding (name ext3-in-use) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::ext3-ordered.stated
  "In data=ordered the data of a transaction is forced out before the transaction is committed. [linux-ext3-doc: data=ordered]"
  (logical (file-system (host ?host) (mount ?mount) (type ext3) (data-mode ordered)))
  =>
  (assert (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::ext3-ordered.said-at-mount
  "The driver of ext3 says that it mounted with ordered data mode. [linux-ext3-doc: data=ordered]"
  (logical (ext-mount (host ?host) (device ?device) (driver ext3) (data-mode ordered)))
  =>
  (assert (finding (name ext3-ordered) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::ext3-ordered.by-default
  "data=ordered is the default of ext3, and the options say nothing else; kernels 2.6.30 to 2.6.35 could be built with another default. [linux-ext3-doc: data=ordered; lwn-2009-ext3: default journaling mode]"
  (logical (file-system (host ?host) (mount ?mount) (type ext3) (data-mode unknown) (options ~unknown)))
  =>
  (assert (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::ext3-ordered.by-default-of-the-journal
  "A task waits in the journal of ext3, whose default is data=ordered; what is mounted, and how, was not listed. [linux-ext3-doc: data=ordered; linux-sleeping-tasks: log_wait_commit]"
  (logical
    (blocked-tasks (host ?host) (output ?output) (place ext3-journal) (tasks ?tasks&:(at-least ?tasks ?*throttled-tasks*)))
    (not (read (host ?host) (template file-system) (complete yes))))
  =>
  (assert (finding (name ext3-ordered) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::ext3-ordered.no-such-file-system
  "Every mounted file system was listed, and each ext3 among them is in data=writeback or data=journal. [linux-ext3-doc: Data Mode]"
  (logical
    (read (host ?host) (template file-system) (complete yes))
    (file-system (host ?host) (mount ?mount) (type ext3) (data-mode writeback|journal))
    (not (file-system (host ?host) (type ext3) (data-mode ordered|unknown))))
  =>
  (assert (finding (name ext3-ordered) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::ext4-serves-ext3.kernel
  "Since Linux 4.3 there is no driver of ext3 any more; ext4's serves such file systems, with a journal of its own. [linux-ext3-removal: Linux 4.3-rc1]"
  (logical
    (system (host ?host) (os linux) (kernel-code ?kernel&:(at-least ?kernel ?*ext3-gone-kernel*)))
    (file-system (host ?host) (type ext3)))
  =>
  (assert (finding (name ext4-serves-ext3) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::ext4-serves-ext3.said
  "The kernel says that ext4's driver mounted an ext3 file system. [linux-ext3-removal: major distributions already use ext4 driver]"
  (logical (ext3-driver (host ?host) (driver ext4)))
  =>
  (assert (finding (name ext4-serves-ext3) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::ext4-serves-ext3.nothing-to-serve
  "Every mounted file system was listed, and none is ext3: there is nothing to serve. [linux-ext3-doc: Options]"
  (logical
    (finding (name ext3-in-use) (host ?host) (subject ?host) (state absent))
    (not (ext3-driver (host ?host) (driver ext4))))
  =>
  (assert (finding (name ext4-serves-ext3) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::ext3-mounted-as-ext4.with-delayed-allocation
  "What was ext3 is mounted as ext4, with delayed allocation, so a commit finds little data to force out. [linux-ext4-super: ext4_set_def_opts]"
  (logical (ext3-driver (host ?host) (delayed-allocation yes)))
  =>
  (assert (finding (name ext3-mounted-as-ext4) (host ?host) (subject ?host) (state present))))

; --- who waits, and for how long

(defrule FINDINGS::fsync-waits-for-ext3-journal.several
  "Several tasks wait at once until ext3's journal is committed. [linux-sleeping-tasks: log_wait_commit]"
  (logical (blocked-tasks (host ?host) (output ?output) (place ext3-journal) (tasks ?tasks&:(at-least ?tasks ?*journal-waiters*))))
  =>
  (assert (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::fsync-waits-for-ext3-journal.hung
  "A task has waited for ext3's journal so long that the kernel speaks of it. [linux-sleeping-tasks: log_wait_commit]"
  (logical
    (blocked-tasks (host ?host) (output ?output) (place ext3-journal) (tasks ?tasks&:(above ?tasks 0))
                   (seconds ?seconds&:(at-least ?seconds ?*journal-wait-seconds*))))
  =>
  (assert (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::fsync-waits-for-ext3-journal.one-and-timed
  "A task waits until ext3's journal is committed, and fsync was timed and took seconds. [linux-sleeping-tasks: log_wait_commit; tso-2009-ext3: fsync time]"
  (logical
    (blocked-tasks (host ?host) (output ?output) (place ext3-journal) (tasks ?tasks&:(above ?tasks 0)))
    (fsync-times (host ?host) (output ?timed) (longest-seconds ?longest&:(at-least ?longest ?*fsync-slow-seconds*))))
  =>
  (assert (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::fsync-waits-for-ext3-journal.beside-a-writer
  "A task in fsync waits until ext3's journal is committed, and at the same moment another waits to hand the disk more. [linux-sleeping-tasks: log_wait_commit; linux-ext3-doc: ordered mode]"
  (logical
    (blocked-tasks (host ?host) (output ?output) (place ext3-journal) (in-fsync ?tasks&:(at-least ?tasks ?*throttled-tasks*)))
    (blocked-tasks (host ?host) (output ?output) (place block-io) (tasks ?writers&:(at-least ?writers ?*throttled-tasks*))))
  =>
  (assert (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::fsync-caught-in-ext3-journal.trace
  "A call trace shows a task in fsync that waits until ext3's journal is committed; for how long, it does not show. [linux-sleeping-tasks: log_wait_commit]"
  (logical
    (blocked-tasks (host ?host) (output ?output) (place ext3-journal) (in-fsync ?tasks&:(at-least ?tasks ?*throttled-tasks*))))
  =>
  (assert (finding (name fsync-caught-in-ext3-journal) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-wait-for-ext4-journal.several
  "Several tasks wait at once until ext4's journal is committed, which writes out data of ordered files first. [linux-sleeping-tasks: log_wait_commit]"
  (logical (blocked-tasks (host ?host) (output ?output) (place ext4-journal) (tasks ?tasks&:(at-least ?tasks ?*journal-waiters*))))
  =>
  (assert (finding (name tasks-wait-for-ext4-journal) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-wait-for-ext4-journal.hung
  "A task has waited for ext4's journal so long that the kernel speaks of it. [linux-sleeping-tasks: log_wait_commit]"
  (logical
    (blocked-tasks (host ?host) (output ?output) (place ext4-journal) (tasks ?tasks&:(above ?tasks 0))
                   (seconds ?seconds&:(at-least ?seconds ?*journal-wait-seconds*))))
  =>
  (assert (finding (name tasks-wait-for-ext4-journal) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-wait-for-ext4-journal.its-own-thread
  "The journal's own thread has waited so long for pages to reach the disk that the kernel speaks of it: the disk does not keep up with what a commit has to write. [linux-hung-task: blocked for more than 120 seconds; linux-sleeping-tasks: log_wait_commit]"
  (logical
    (blocked-tasks (host ?host) (output ?output) (place ext4-journal) (tasks 0)
                   (seconds ?seconds&:(at-least ?seconds ?*journal-wait-seconds*))))
  =>
  (assert (finding (name tasks-wait-for-ext4-journal) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::fsync-takes-seconds.timed
  "fsync was timed, and some calls took seconds. [tso-2009-ext3: fsync time]"
  (logical (fsync-times (host ?host) (output ?output) (longest-seconds ?longest&:(at-least ?longest ?*fsync-slow-seconds*))))
  =>
  (assert (finding (name fsync-takes-seconds) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-call-stalls.timed
  "A plain write to a file, which only copies into the page cache, did not return for seconds. [linux-page-writeback: balance_dirty_pages]"
  (logical (fsync-times (host ?host) (output ?output) (longest-write-seconds ?longest&:(at-least ?longest ?*write-stalled-seconds*))))
  =>
  (assert (finding (name write-call-stalls) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-stalls-longer-than-fsync.timed
  "A plain write did not return for many times as long as any flush took: it was held back before anything of it went to the disk. [linux-page-writeback: balance_dirty_pages]"
  (logical
    (fsync-times (host ?host) (output ?output) (longest-seconds ?flush&~unknown)
      (longest-write-seconds ?longest&:(at-least ?longest ?*write-stalled-seconds*)&:(at-least ?longest (* ?*write-times-the-flush* ?flush)))))
  =>
  (assert (finding (name write-stalls-longer-than-fsync) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::fsync-takes-seconds.quick
  "Many calls of fsync were timed, and none took long. [tso-2009-ext3: fsync time]"
  (logical
    (fsync-times (host ?host) (output ?output) (calls ?calls&:(at-least ?calls ?*fsync-calls-watched*))
                 (longest-seconds ?longest&:(at-most ?longest ?*fsync-quick-seconds*))))
  =>
  (assert (finding (name fsync-takes-seconds) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::fsync-slow-beside-writer-on-ext3.named
  "fsync was timed and took seconds while others write, and the file system is said to be ext3. [tso-2009-ext3: fsync time; tso-2009-ext3: overwrite.c]"
  (logical
    (finding (name fsync-takes-seconds) (host ?host) (subject ?host) (state present))
    (finding (name bulk-write-running) (host ?host) (state present))
    (finding (name ext3-named) (host ?host) (state present)))
  =>
  (assert (finding (name fsync-slow-beside-writer-on-ext3) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::slow-commits.fsync-timed
  "Whoever commits calls fsync, and fsync takes seconds. [tso-2009-ext3: fsync time]"
  (logical (fsync-times (host ?host) (output ?output) (longest-seconds ?longest&:(at-least ?longest ?*fsync-slow-seconds*))))
  =>
  (assert (finding (name slow-commits) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::slow-commits.journal-waits
  "Several tasks wait at once until the journal of their file system is committed. [linux-sleeping-tasks: log_wait_commit]"
  (logical
    (blocked-tasks (host ?host) (output ?output) (place ext3-journal|ext4-journal)
                   (tasks ?tasks&:(at-least ?tasks ?*journal-waiters*))))
  =>
  (assert (finding (name slow-commits) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-in-dirty-throttle.seen
  "A task that writes is held back in balance_dirty_pages: more is unwritten than its limit allows. [linux-page-writeback: balance_dirty_pages]"
  (logical (blocked-tasks (host ?host) (output ?output) (place dirty-throttle) (tasks ?tasks&:(at-least ?tasks ?*throttled-tasks*))))
  =>
  (assert (finding (name tasks-in-dirty-throttle) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-hung-in-writeback.two-minutes
  "A task has stood still for a minute and more until pages have been written out. [linux-hung-task: blocked for more than 120 seconds]"
  (logical (blocked-tasks (host ?host) (output ?output) (place page-writeback) (seconds ?seconds&:(at-least ?seconds ?*hung-in-writeback-seconds*))))
  =>
  (assert (finding (name tasks-hung-in-writeback) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-in-group-reclaim.seen
  "A task waits until memory of its own control group has been freed. [linux-cgroup-v2: memory.high]"
  (logical (blocked-tasks (host ?host) (output ?output) (place group-reclaim) (tasks ?tasks&:(at-least ?tasks ?*throttled-tasks*))))
  =>
  (assert (finding (name tasks-in-group-reclaim) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::slow-writes.held-back
  "A task that writes is being held back. [linux-page-writeback: balance_dirty_pages]"
  (logical (blocked-tasks (host ?host) (output ?output) (place dirty-throttle|group-reclaim) (tasks ?tasks&:(at-least ?tasks ?*throttled-tasks*))))
  =>
  (assert (finding (name slow-writes) (host ?host) (subject ?host) (state present))))

; --- how much is written, and how much waits

(defrule FINDINGS::heavy-writing.vmstat
  "vmstat shows a steady stream of writes to the disks. [tso-2009-ext3: overwrite.c]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot ~yes)
            (block-out-mean-kb-s ?rate&:(at-least ?rate ?*bulk-writing-kb-s*))))
  =>
  (assert (finding (name heavy-writing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heavy-writing.device
  "A device takes a steady stream of writes. [tso-2009-ext3: overwrite.c]"
  (logical
    (system (host ?host) (os linux))
    (device-load (host ?host) (device ?device) (since-boot ~yes)
                 (write-kb-s-mean ?rate&:(at-least ?rate ?*bulk-writing-kb-s*))))
  =>
  (assert (finding (name heavy-writing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heavy-writing.quiet
  "vmstat watched for a while, and hardly anything was written. [tso-2009-ext3: overwrite.c]"
  (logical
    (vmstat (host ?host) (os linux) (since-boot ~yes)
            (samples ?samples&:(at-least ?samples ?*quiet-watched-samples*))
            (block-out-max-kb-s ?rate&:(at-most ?rate ?*quiet-writing-kb-s*))))
  =>
  (assert (finding (name heavy-writing) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::dirty-below-throttling.of-the-settings
  "Writers are slowed from half way between the background limit and the limit on, and less is unwritten. [linux-page-writeback: dirty_freerun_ceiling]"
  (logical
    (quantity (name dirty-freerun-bytes) (host ?host) (value ?freerun))
    (meminfo (host ?host) (dirty-and-writeback-peak-bytes ?backlog&:(below ?backlog ?freerun))))
  =>
  (assert (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-below-throttling.of-any-default
  "Less is unwritten than the lowest defaults that ever were would slow a writer for. [linux-page-writeback: dirty_freerun_ceiling]"
  (logical
    (meminfo (host ?host) (dirtyable-bytes ?dirtyable&~unknown)
             (dirty-and-writeback-peak-bytes ?backlog&:(below ?backlog (* ?*throttling-least* ?dirtyable)))))
  =>
  (assert (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-below-throttling.next-to-nothing
  "Less is unwritten than a host of two gigabytes would slow a writer for. [linux-page-writeback: dirty_freerun_ceiling]"
  (logical
    (meminfo (host ?host) (mem-total-bytes unknown) (dirty-bytes ?dirty&:(at-most ?dirty ?*throttling-nowhere-bytes*))))
  =>
  (assert (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::dirty-below-throttling.of-all-memory
  "So small a part of all memory is unwritten that a writer would be slowed only where hardly any memory can become dirty. [linux-page-writeback: dirty_freerun_ceiling]"
  (logical
    (meminfo (host ?host) (dirtyable-bytes unknown) (mem-total-bytes ?total&~unknown)
             (dirty-and-writeback-peak-bytes ?backlog&:(below ?backlog (* ?*throttling-nowhere-part* ?total)))))
  =>
  (assert (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::throttled-below-host-limit.tasks
  "A task that writes is held back although the host has less unwritten than it would hold anybody back for: a smaller limit counts, that of a control group or of one device. [linux-page-writeback: balance_dirty_pages; linux-memcg-domain: implement memcg wb_domain]"
  (logical
    (finding (name tasks-in-dirty-throttle) (host ?host) (subject ?host) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name throttled-below-host-limit) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::journal-waited-for-below-throttling.tasks
  "Tasks wait for ext3's journal while less is unwritten than any writer would be held back for: it is the journal they wait for, not the limit of dirty pages. [linux-ext3-doc: ordered mode; linux-page-writeback: dirty_freerun_ceiling]"
  (logical
    (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name journal-waited-for-below-throttling) (host ?host) (subject ?host) (state present))))
