; The pool of huge pages, what an instance needs of it, and what it got.

(defglobal FINDINGS ?*segment-of-sga-bytes* = 1073741824.0) ; bytes | 1 GiB; what automatic memory management keeps in System V segments is a page, by experience [oracle-mos-401749: hugepages_settings.sh]
(defglobal FINDINGS ?*segment-of-automatic-memory-bytes* = 65536) ; bytes | one page, of 4 or of 64 KiB: the SGA itself is in files [oracle-mos-749851: Details]
(defglobal FINDINGS ?*dev-shm-of-database-bytes* = 4294967296.0) ; bytes | 4 GiB; an ASM instance, which is under automatic memory management by default, takes 1 or 2, by experience [oracle-mos-749851: Details]
(defglobal FINDINGS ?*sga-large-pages* = 4096)            ; pages of 2 MB | at 8 GB each session's page table of it takes up to 16 MB (computed) [oracle-use-large-pages: page tables]
(defglobal FINDINGS ?*last-all-or-nothing-version* = 11020002) ; version code | 11.2.0.2 and before: one huge page short, and the whole SGA takes small pages; 11.2.0.3 mixes [oracle-use-large-pages: TRUE]
(defglobal FINDINGS ?*first-mixed-version* = 11020003) ; version code | from 11.2.0.3 on an instance takes all huge pages that it can have and small ones for the rest [oracle-use-large-pages: TRUE]
(defglobal FINDINGS ?*huge-page-bytes* = 2097152) ; bytes | what vm.nr_hugepages counts on x86_64, where meminfo does not say otherwise [linux-hugetlbpage: Overview]
(defglobal FINDINGS ?*idle-share* = 0.1) ; share of the pool | an instance that uses the pool commits most of it; fallbacks took 0 and 5 of 451 pages [erudans-2016: HugePages_Free]
(defglobal FINDINGS ?*used-share* = 0.9) ; share of the pool | with so many pages taken the pool is in use; 455 of 600 were in a pool that was sized with room [closson-2007-amm: HugePages_Free]
(defglobal FINDINGS ?*passed-over-share* = 0.9) ; share of the pages that could be had | a version that mixes page sizes exhausts the free huge pages first, but for granules [oracle-use-large-pages: TRUE]
(defglobal FINDINGS ?*sga-rounding* = 1.001) ; ratio | SQL*Plus prints large sizes with five digits, 4.4363E+10, computed [closson-2010: Total System Global Area]
(defglobal FINDINGS ?*room-beyond-sga* = 0.98) ; ratio | segments are rounded up one by one: 21,312 pages for an SGA of 21,154, 0.7 %, computed [closson-2010: Huge Pages Information]
(defglobal FINDINGS ?*small-beside-huge-share* = 0.1) ; part of what lies in huge pages | what an instance whose pages suffice keeps in small ones is a few kilobytes of overhead, by experience [oracle-use-large-pages: TRUE]
(defglobal FINDINGS ?*crowded-percent* = 70) ; percent of RAM | the rest of memory serves PGA, operating system and everything else: rule of thumb [bach-2021: 70% of available memory]
(defglobal FINDINGS ?*vanished-share* = 0.1) ; share of RAM | a tenth of all memory held by idle huge pages is missed elsewhere, by experience [closson-2010: just wasted memory]
(defglobal FINDINGS ?*unaccounted-share* = 0.25) ; share of RAM | buffers, kernel stacks and network memory stay far below a quarter, by experience [linux-proc-docs: meminfo]

; --- the pool

(defrule FINDINGS::huge-pages-configured.pool
  "The kernel holds a pool of huge pages. [linux-hugetlbpage: HugePages_Total]"
  (logical (meminfo (host ?host) (huge-pages-total ~0&~unknown)))
  =>
  (assert (finding (name huge-pages-configured) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::huge-pages-configured.asked-for
  "vm.nr_hugepages asks for a pool of huge pages. [linux-hugetlbpage: nr_hugepages]"
  (logical (vm-settings (host ?host) (huge-pages-requested ~0&~unknown)))
  =>
  (assert (finding (name huge-pages-configured) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::huge-pages-configured.at-a-start
  "An instance found a pool of huge pages at its last start. [closson-2010: Huge Pages memory pool detected]"
  (logical (oracle-startup (host ?host) (latest yes) (pool-pages ~0&~unknown)))
  =>
  (assert (finding (name huge-pages-configured) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::huge-pages-configured.free-at-a-start
  "An instance found free huge pages at its last start. [erudans-2016: AVAILABLE_PAGES]"
  (logical (oracle-startup (host ?host) (latest yes) (free-pages ~0&~unknown)))
  =>
  (assert (finding (name huge-pages-configured) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::huge-pages-configured.none
  "The kernel holds no huge page. [linux-hugetlbpage: HugePages_Total]"
  (logical (meminfo (host ?host) (huge-pages-total 0)))
  =>
  (assert (finding (name huge-pages-configured) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::huge-pages-idle.committed
  "Hardly any page of the pool is used or reserved: the memory is set aside, and nobody gains by it. [linux-hugetlbpage: HugePages_Free, HugePages_Rsvd]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&:(above ?total 0))
      (huge-pages-committed ?committed&:(at-most ?committed (* ?*idle-share* ?total)))))
  =>
  (assert (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::huge-pages-idle.free
  "Nearly as many huge pages are free as there are, and none is known to be reserved. [linux-hugetlbpage: HugePages_Free]"
  (logical
    (meminfo (host ?host) (huge-pages-committed unknown) (huge-pages-reserved 0|unknown)
      (huge-pages-total ?total&:(above ?total 0)) (huge-pages-free ?free&:(at-least ?free (* ?*used-share* ?total)))))
  =>
  (assert (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::huge-pages-idle.in-use
  "The pool is in use: pages that are reserved count, though they show as free until they are touched. [linux-hugetlbpage: HugePages_Rsvd]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&~0&~unknown)
      (huge-pages-committed ?committed&:(above ?committed (* ?*idle-share* ?total)))))
  =>
  (assert (finding (name huge-pages-idle) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::huge-pages-used-up.committed
  "Nearly every page of the pool is used or reserved. [linux-hugetlbpage: HugePages_Free, HugePages_Rsvd]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&:(above ?total 0))
      (huge-pages-committed ?committed&:(at-least ?committed (* ?*used-share* ?total)))))
  =>
  (assert (finding (name huge-pages-used-up) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::pool-smaller-than-asked.configured
  "The kernel holds fewer huge pages than are configured: it found no more contiguous memory, or the setting has not been applied yet. [linux-hugetlbpage: nr_hugepages; erudans-2016: vm.nr_hugepages = 454]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&~unknown))
    (vm-settings (host ?host) (huge-pages-requested ?asked&:(above ?asked ?total)))
    (quantity (name huge-pages-missing) (host ?host) (subject ?host)))
  =>
  (assert (finding (name pool-smaller-than-asked) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::huge-pages-missing.of-what-is-configured
  "The huge pages that are configured, less those that there are. [linux-hugetlbpage: nr_hugepages]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&~unknown))
    (vm-settings (host ?host) (huge-pages-requested ?asked&:(above ?asked ?total))))
  =>
  (assert (quantity (name huge-pages-missing) (host ?host) (subject ?host) (value (- ?asked ?total)))
          (quantity (name huge-pages-asked-for) (host ?host) (subject ?host) (value ?asked))))

(defrule FINDINGS::pool-smaller-than-asked.delivered
  "The kernel holds as many huge pages as are configured. [linux-hugetlbpage: nr_hugepages]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&~0&~unknown))
    (vm-settings (host ?host) (huge-pages-requested ?asked&~0&:(at-most ?asked ?total))))
  =>
  (assert (finding (name pool-smaller-than-asked) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::postgres-asks-for-huge-pages.setting
  "PostgreSQL is set to use huge pages on this host; with try it falls back in silence, and that is its own matter. [postgres-docs: huge_pages]"
  (logical (postgres-setting (host ?host) (name "huge_pages") (text "try"|"on"|"'try'"|"'on'")))
  =>
  (assert (finding (name postgres-asks-for-huge-pages) (host ?host) (subject ?host) (state present))))

; --- what the last start of an instance asked for and got

(defrule FINDINGS::huge-pages-short.not-got
  "The last start asked, over all its segments, for more huge pages than were free, and did not get them. [closson-2010: Huge Pages allocation failed]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (free-pages ?free&~0&~unknown)
      (needed-pages ?needed&:(above ?needed ?free)) (allocated-pages ?got&:(below ?got ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (quantity (name huge-pages-short) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::huge-pages-short.none-left
  "The last start asked for huge pages, and none of the pool was left. [closson-2010: Huge Pages allocation failed]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (pool-pages ~0&~unknown) (free-pages 0)
      (needed-pages ?needed&~unknown) (allocated-pages ?got&:(below ?got ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (quantity (name huge-pages-short) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::huge-pages-short.none-left-of-todays-pool
  "The last start asked for huge pages, and none was free, although the host has a pool. [erudans-2016: AVAILABLE_PAGES; linux-hugetlbpage: HugePages_Total]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (pool-pages unknown) (free-pages 0)
      (needed-pages ?needed&~unknown) (allocated-pages ?got&:(below ?got ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (meminfo (host ?host) (huge-pages-total ~0&~unknown))
    (quantity (name huge-pages-short) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::huge-pages-short.failed-without-any
  "The last start asked for huge pages, none was free, and it failed. [oracle-use-large-pages: ONLY]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (outcome failed) (free-pages 0)
      (needed-pages ?needed&~unknown) (allocated-pages ?got&:(below ?got ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (quantity (name huge-pages-short) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::huge-pages-short.refused
  "The last start asked for more huge pages than were free, and ended there. [oracle-use-large-pages: ONLY; closson-2010: Startup will fail]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (free-pages ?free&~unknown)
      (needed-pages ?needed&:(above ?needed ?free)) (allocated-pages unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (quantity (name huge-pages-short) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::no-huge-page-free.at-the-start
  "The instance came up without huge pages: it would have taken some, and none was free. Where nobody ever set a pool up that is how it is meant. [erudans-2016: AVAILABLE_PAGES]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (outcome ~failed)
      (free-pages 0) (needed-pages ~0&~unknown) (allocated-pages 0))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name no-huge-page-free) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::large-sga-without-huge-pages.at-the-start
  "An SGA of many gigabytes lies in small pages for want of any huge one. [oracle-use-large-pages: page tables; erudans-2016: AVAILABLE_PAGES]"
  (logical
    (finding (name no-huge-page-free) (host ?host) (subject ?instance) (state present))
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (page-bytes 2097152.0)
      (needed-pages ?needed&:(at-least ?needed ?*sga-large-pages*))))
  =>
  (assert (finding (name large-sga-without-huge-pages) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::large-sga-without-huge-pages.none-configured
  "No huge page is configured on this host, and an SGA of many gigabytes would take them: all of it lies in small ones. [oracle-use-large-pages: page tables; linux-hugetlbpage: nr_hugepages]"
  (logical
    (system (host ?host) (os linux))
    (vm-settings (host ?host) (huge-pages-requested 0))
    (not (meminfo (host ?host) (huge-pages-total ~unknown&~0)))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance)
      (value ?size&:(at-least ?size (* ?*sga-large-pages* ?*huge-page-bytes*)))))
  =>
  (assert (finding (name large-sga-without-huge-pages) (host ?host) (subject ?instance) (state present))
          (finding (name no-huge-page-free) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::huge-pages-configured.none-asked-for
  "vm.nr_hugepages asks for no huge page, and none was seen. [linux-hugetlbpage: nr_hugepages]"
  (logical
    (vm-settings (host ?host) (huge-pages-requested 0))
    (not (meminfo (host ?host) (huge-pages-total ~unknown&~0)))
    (not (oracle-startup (host ?host) (latest yes) (free-pages ~0&~unknown)))
    (not (oracle-startup (host ?host) (latest yes) (pool-pages ~0&~unknown))))
  =>
  (assert (finding (name huge-pages-configured) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::huge-pages-short.enough
  "As many huge pages were free at the last start as it asked for. [closson-2010: Huge Pages Information; erudans-2016: AVAILABLE_PAGES]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (free-pages ?free&~unknown)
      (needed-pages ?needed&~0&:(at-most ?needed ?free)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name huge-pages-short) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::huge-pages-short.by-how-many
  "What is missing is the sum over the segments less what was free: the first figure that the log complains of is one segment only. [closson-2010: free: 1056 required: 10368]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes)
      (free-pages ?free&~unknown) (needed-pages ?needed&:(above ?needed ?free)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (quantity (name huge-pages-short) (host ?host) (subject ?instance) (value (- ?needed ?free)))))

(defrule FINDINGS::huge-pages-needed.by-the-log
  "What the instance itself asked for at its last start is the best figure there is. [closson-2010: Huge Pages Information; erudans-2016: EXPECTED_PAGES]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (needed-pages ?needed&~unknown&~0))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (quantity (name huge-pages-needed) (host ?host) (subject ?instance) (value ?needed))))

(defrule FINDINGS::huge-pages-total-wanted.by-the-log
  "The pool must hold what others had taken of it and what this instance asked for. [closson-2010: Huge Pages memory pool detected]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes)
      (pool-pages ?pool&~unknown) (free-pages ?free&~unknown) (needed-pages ?needed&~unknown&~0))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (quantity (name huge-pages-total-wanted) (host ?host) (subject ?instance) (value (+ (- ?pool ?free) ?needed)))))

(defrule FINDINGS::huge-pages-total-wanted-by-host.meminfo
  "The pool must hold what others had taken of it and what this instance asked for; the log of 12.1 and later tells only the free pages, so the size of the pool is the one of today. [linux-hugetlbpage: HugePages_Total]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes)
      (pool-pages unknown) (free-pages ?free&~unknown) (needed-pages ?needed&~unknown&~0))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (meminfo (host ?host) (huge-pages-total ?total&:(at-least ?total ?free))))
  =>
  (assert (quantity (name huge-pages-total-wanted-by-host) (host ?host) (subject ?instance) (value (+ (- ?total ?free) ?needed)))))

(defrule FINDINGS::huge-pages-held-by-others.before-the-start
  "The pool as a whole is large enough for this instance, but part of it was taken before it started: by another instance, or by segments that an aborted one left behind. [closson-2010: systems hosting several instances]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes)
      (needed-pages ?needed&~unknown) (free-pages ?free&:(below ?free ?needed)) (pool-pages ?pool&:(at-least ?pool ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name huge-pages-held-by-others) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::huge-pages-held-by-others.beside-the-table
  "The pool as a whole is large enough for this instance, but only part of it was free when it started. [closson-2010: systems hosting several instances; linux-hugetlbpage: HugePages_Total]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (pool-pages unknown)
      (needed-pages ?needed&~unknown) (free-pages ?free&:(below ?free ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (meminfo (host ?host) (huge-pages-total ?total&:(at-least ?total ?needed))))
  =>
  (assert (finding (name huge-pages-held-by-others) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::sga-in-small-pages.pool-there
  "The instance came up, with fewer huge pages than it asked for although the host has a pool: the rest of its SGA, or all of it, lies in small pages. [oracle-use-large-pages: TRUE; closson-2010: silently fall back]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (outcome ~failed) (pool-pages ~0&~unknown)
      (needed-pages ?needed&~unknown) (allocated-pages ?got&:(below ?got ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::sga-in-small-pages.free-pages-there
  "The instance came up, with fewer huge pages than it asked for although some were free: the rest of its SGA lies in small pages. [oracle-use-large-pages: TRUE; erudans-2016: ALLOCATED_PAGES]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (outcome ~failed) (free-pages ~0&~unknown)
      (needed-pages ?needed&~unknown) (allocated-pages ?got&:(below ?got ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::sga-in-small-pages.pool-there-today
  "The instance came up without a huge page although the host has a pool: none was free. [erudans-2016: AVAILABLE_PAGES; linux-hugetlbpage: HugePages_Total]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (outcome ~failed) (pool-pages unknown) (free-pages 0)
      (needed-pages ?needed&~unknown) (allocated-pages ?got&:(below ?got ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (meminfo (host ?host) (huge-pages-total ~0&~unknown)))
  =>
  (assert (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::sga-in-small-pages.all-got
  "The last start got every huge page that it asked for. [closson-2010: Huge Pages allocation successful; erudans-2016: ALLOCATED_PAGES]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (outcome ~failed)
      (needed-pages ?needed&~unknown&~0) (allocated-pages ?got&:(at-least ?got ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::sga-in-small-pages.started-with-only
  "The last start came up under USE_LARGE_PAGES=ONLY, which it does only with the whole SGA in huge pages. [oracle-use-large-pages: ONLY]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (outcome started) (use-large-pages only|auto-only))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::free-pages-passed-over.table
  "The instance came up and left most of the huge pages aside that were free and that it had asked for. Its version takes all it can have, so something else than their number kept it from them. The column ERROR(s) says NONE all the same. [erudans-2016: 2048K 447 451 5 NONE; oracle-use-large-pages: TRUE]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (outcome ~failed) (free-pages ?free&~unknown)
      (needed-pages ?needed&~unknown)
      (allocated-pages ?got&:(below ?got (* ?*passed-over-share* ?free))&:(below ?got (* ?*passed-over-share* ?needed))))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)
      (version-code ?version&:(at-least ?version ?*first-mixed-version*))))
  =>
  (assert (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::free-pages-passed-over.enough-were-free
  "As many huge pages were free as the instance asked for, and it came up with its SGA in small ones. [oracle-use-large-pages: TRUE; bach-2021: LimitMEMLOCK]"
  (logical
    (finding (name huge-pages-short) (host ?host) (subject ?instance) (state absent))
    (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::free-pages-passed-over.taken
  "The instance took nearly all the huge pages that were free, or all that it asked for. [oracle-use-large-pages: TRUE]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (outcome ~failed) (free-pages ?free&:(above ?free 0))
      (allocated-pages ?got&:(at-least ?got (* ?*passed-over-share* ?free))))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::node-short-of-huge-pages.at-a-start
  "The pages sufficed as a whole, and one NUMA node had too few of them. [closson-2010: NUMA Huge Pages allocation on node]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (node-pages-short ~0&~unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name node-short-of-huge-pages) (host ?host) (subject ?instance) (state present))))

; --- the pool against the size of the SGA

(defrule FINDINGS::huge-pages-needed-by-sga.estimate
  "The SGA divided by the size of a huge page is a lower bound: each segment is rounded up by itself, and there are segments besides the buffers. [closson-2010: Words About Sizing Hugepages; oracle-mos-401749: hugepages_settings.sh]"
  (logical
    (meminfo (host ?host) (huge-page-bytes ?page&:(above ?page 0)))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size)))
  =>
  (assert (quantity (name huge-pages-needed-by-sga) (host ?host) (subject ?instance) (value (round-up (/ ?size ?page))))))

(defrule FINDINGS::huge-pages-short-by-sga.estimate
  "What the SGA alone needs, less all huge pages that there are; the true figure is somewhat larger. [closson-2010: Words About Sizing Hugepages]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&~unknown) (huge-page-bytes ?page&:(above ?page 0)))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(above ?size (* ?total ?page)))))
  =>
  (assert (quantity (name huge-pages-short-by-sga) (host ?host) (subject ?instance) (value (- (round-up (/ ?size ?page)) ?total)))))

(defrule FINDINGS::pool-smaller-than-sga.meminfo
  "All huge pages together are smaller than the SGA, which needs at least its own size. [closson-2010: Words About Sizing Hugepages]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&~0&~unknown) (huge-page-bytes ?page&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(above ?size (* ?total ?page))))
    (quantity (name huge-pages-short-by-sga) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::pool-smaller-than-sga.page-size-not-told
  "All huge pages together, of 2 MB on x86_64, are smaller than the SGA, which needs at least its own size. [closson-2010: Words About Sizing Hugepages]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&~0&~unknown) (huge-page-bytes unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(above ?size (* ?total ?*huge-page-bytes*)))))
  =>
  (assert (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::pool-smaller-than-sga.configured
  "All huge pages that are configured, of 2 MB on x86_64, are smaller than the SGA. [closson-2010: Words About Sizing Hugepages]"
  (logical
    (system (host ?host) (os linux))
    (vm-settings (host ?host) (huge-pages-requested ?total&~0&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(above ?size (* ?total ?*huge-page-bytes*)))))
  =>
  (assert (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::pool-well-below-sga.beyond-rounding
  "All huge pages together are smaller than the SGA, by more than the rounding of printed sizes. [closson-2010: Words About Sizing Hugepages]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&~0&~unknown) (huge-page-bytes ?page&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size&:(above ?size (* ?*sga-rounding* ?total ?page))))
    (quantity (name huge-pages-short-by-sga) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name pool-well-below-sga) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::pool-well-below-sga.page-size-not-told
  "All huge pages together, of 2 MB on x86_64, are smaller than the SGA, by more than the rounding of printed sizes. [closson-2010: Words About Sizing Hugepages]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&~0&~unknown) (huge-page-bytes unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance)
      (value ?size&:(above ?size (* ?*sga-rounding* ?total ?*huge-page-bytes*)))))
  =>
  (assert (finding (name pool-well-below-sga) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::pool-well-below-sga.configured
  "All huge pages that are configured, of 2 MB on x86_64, are smaller than the SGA, by more than the rounding of printed sizes. [closson-2010: Words About Sizing Hugepages]"
  (logical
    (system (host ?host) (os linux))
    (vm-settings (host ?host) (huge-pages-requested ?total&~0&~unknown))
    (not (meminfo (host ?host) (huge-pages-total ~unknown)))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance)
      (value ?size&:(above ?size (* ?*sga-rounding* ?total ?*huge-page-bytes*)))))
  =>
  (assert (finding (name pool-well-below-sga) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::pool-smaller-than-sga.larger
  "The pool is larger than the SGA, with the room that the rounding of segments takes. [closson-2010: Words About Sizing Hugepages]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&:(above ?total 0)) (huge-page-bytes ?page&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance)
      (value ?size&:(at-most ?size (* ?*room-beyond-sga* ?total ?page)))))
  =>
  (assert (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::huge-pages-cover-sga.committed
  "As many huge pages are in use or reserved as the SGA of the only instance seen here needs: it lies in them. [closson-2007-amm: HugePages_Free; linux-hugetlbpage: HugePages_Rsvd]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running yes) (only-one-seen ~no) (start-figures-seen ~yes))
    (meminfo (host ?host) (huge-pages-committed ?committed&:(above ?committed 0)) (huge-page-bytes ?page&~unknown))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance)
      (value ?size&:(at-most ?size (* ?*sga-rounding* ?committed ?page)))))
  =>
  (assert (finding (name huge-pages-cover-sga) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::huge-pages-own.since-the-start
  "The huge pages in use or reserved now, less those that others held before the last start that the log shows. [closson-2010: Huge Pages memory pool detected; linux-hugetlbpage: HugePages_Rsvd]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (pool-pages ?pool&~unknown) (free-pages ?free&~unknown))
    (meminfo (host ?host) (huge-pages-committed ?committed&~0&~unknown)))
  =>
  (assert (quantity (name huge-pages-own) (host ?host) (subject ?instance) (value (- ?committed (- ?pool ?free))))))

(defrule FINDINGS::huge-pages-own.beside-the-table
  "The huge pages in use or reserved now, less those of the pool that were not free at the last start that the log shows. [erudans-2016: AVAILABLE_PAGES; linux-hugetlbpage: HugePages_Rsvd]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (pool-pages unknown) (free-pages ?free&~unknown))
    (meminfo (host ?host) (huge-pages-committed ?committed&~0&~unknown) (huge-pages-total ?total&:(at-least ?total ?free))))
  =>
  (assert (quantity (name huge-pages-own) (host ?host) (subject ?instance) (value (- ?committed (- ?total ?free))))))

(defrule FINDINGS::huge-pages-cover-sga.after-the-start
  "The instance runs, and more huge pages came into use since the start that the log shows than it asked for then: a later start got them. [closson-2007-amm: HugePages_Free; linux-hugetlbpage: HugePages_Rsvd]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running yes) (only-one-seen ~no))
    (quantity (name huge-pages-own) (host ?host) (subject ?instance) (value ?own))
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (needed-pages ?needed&~0&:(at-most ?needed ?own))))
  =>
  (assert (finding (name huge-pages-cover-sga) (host ?host) (subject ?instance) (state present))))

; --- a pool that lies idle or is used up beside an instance, and what that says of its number of pages

(defrule FINDINGS::idle-pool-below-sga.all-or-nothing
  "A version that takes all its huge pages or none runs beside an idle pool that is smaller than its SGA. [oracle-use-large-pages: TRUE; closson-2010: Insufficient Hugepages]"
  (logical
    (finding (name all-or-nothing-pages) (host ?host) (subject ?instance) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))
    (finding (name huge-pages-unused) (host ?host) (state present)))
  =>
  (assert (finding (name idle-pool-below-sga) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::used-up-pool-below-sga.running
  "The pool is used up, and it is smaller than the SGA of an instance that runs: the rest of that SGA lies in small pages. [oracle-use-large-pages: TRUE]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running ~no))
    (finding (name pool-well-below-sga) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-used-up) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name used-up-pool-below-sga) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::shared-memory-beyond-pool.segments
  "The pool is used up, and the shared memory segments need more than it holds. [oracle-mos-401749: hugepages_settings.sh]"
  (logical
    (finding (name huge-pages-used-up) (host ?host) (subject ?host) (state present))
    (finding (name pool-smaller-than-segments) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name shared-memory-beyond-pool) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-memory-beyond-pool.counted-segments
  "Oracle's own script counted the pages that the present segments need, and fewer are configured: the rest of them lies in small pages. [oracle-mos-401749: hugepages_settings.sh]"
  (logical
    (shared-memory (host ?host) (segments unknown) (owner "oracle") (huge-pages-needed ?needed&~unknown))
    (vm-settings (host ?host) (huge-pages-requested ?asked&:(above ?asked 0)&:(below ?asked (/ ?needed ?*sga-rounding*))))
    (not (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))))
  =>
  (assert (finding (name shared-memory-beyond-pool) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-memory-beyond-pool.counted-beside-the-pool
  "Oracle's own tool counted the pages that the present segments need, and the pool has fewer: the rest of them lies in small pages. [oracle-mos-401749: hugepages_settings.sh]"
  (logical
    (shared-memory (host ?host) (segments unknown) (owner "oracle") (huge-pages-needed ?needed&~unknown))
    (meminfo (host ?host) (huge-pages-total ?total&:(above ?total 0)&:(below ?total (/ ?needed ?*sga-rounding*))))
    (not (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))))
  =>
  (assert (finding (name shared-memory-beyond-pool) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-memory-beyond-pool.segments-of-a-process
  "Of one SGA some segments lie in huge pages and others in small ones: the pool was used up before all of them had theirs. [oracle-use-large-pages: TRUE; linux-proc-docs: smaps, KernelPageSize]"
  (logical
    (shared-memory (host ?host) (in-huge-pages-bytes ?huge&:(above ?huge 0))
      (in-small-pages-bytes ?small&:(at-least ?small (* ?*small-beside-huge-share* ?huge)))))
  =>
  (assert (finding (name shared-memory-beyond-pool) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-memory-beyond-pool.sga
  "The SGA of an instance that runs is larger than all huge pages together: at least the difference lies in small pages. [oracle-use-large-pages: TRUE; closson-2010: Words About Sizing Hugepages]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running yes))
    (finding (name pool-well-below-sga) (host ?host) (subject ?instance) (state present))
    (not (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present)))
    (not (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))))
  =>
  (assert (finding (name shared-memory-beyond-pool) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shared-memory-beyond-pool.page-tables
  "The pool is used up on a host with Oracle, and page tables are as large as only shared memory in small pages makes them. [oracle-use-large-pages: page tables]"
  (logical
    (finding (name oracle-in-use) (host ?host) (subject ?host) (state present))
    (finding (name huge-pages-used-up) (host ?host) (subject ?host) (state present))
    (finding (name page-tables-huge) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name shared-memory-beyond-pool) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::idle-pool-of-mixing-version.running
  "The instance runs beside an idle pool, and its version takes any huge page that it can have. [oracle-use-large-pages: TRUE]"
  (logical
    (finding (name all-or-nothing-pages) (host ?host) (subject ?instance) (state absent))
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))
    (finding (name huge-pages-unused) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (finding (name idle-pool-of-mixing-version) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::enough-pages-idle.larger-than-the-sga
  "The instance runs beside an idle pool that is larger than its SGA, and automatic memory management is off. [closson-2010: Improper Permissions; oracle-mos-749851: Details]"
  (logical
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))
    (finding (name huge-pages-unused) (host ?host) (subject ?instance) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state absent))
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (finding (name enough-pages-idle) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::enough-pages-idle.mixing-version
  "The instance runs beside an idle pool of which its version takes any page that it can have, and automatic memory management is off. [oracle-use-large-pages: TRUE; oracle-mos-749851: Details]"
  (logical
    (finding (name idle-pool-of-mixing-version) (host ?host) (subject ?instance) (state present))
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (finding (name enough-pages-idle) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::enough-pages-idle.segments-beside-it
  "The pool would hold all shared memory segments of the account oracle, which processes are attached to, and it lies idle; segments of this size are no automatic memory management. [oracle-mos-401749: hugepages_settings.sh; closson-2010: Improper Permissions]"
  (logical
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))
    (shared-memory (host ?host) (owner "oracle") (attached-processes-max ?attached&:(above ?attached 0))
      (largest-bytes ?largest&:(at-least ?largest ?*segment-of-sga-bytes*)) (huge-pages-needed ?needed&~unknown))
    (meminfo (host ?host) (huge-pages-total ?total&:(at-least ?total ?needed))))
  =>
  (assert (finding (name enough-pages-idle) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::pool-idle-beside-low-limit.running
  "An instance runs beside an idle pool, and the limit on locked memory was never raised, below which no SGA fits. [closson-2010: Improper Permissions; linux-hugetlb-source: user_shm_lock]"
  (logical
    (finding (name huge-pages-unused) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))
    (finding (name memlock-at-default) (host ?host) (subject ?host) (state present))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm))
    (not (finding (name automatic-memory) (host ?host) (subject ?instance) (state present)))
    (not (finding (name enough-pages-idle|all-or-nothing-pages|memlock-too-low) (host ?host) (subject ?instance) (state present))))
  =>
  (assert (finding (name pool-idle-beside-low-limit) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::pool-idle-beside-low-limit.account
  "Huge pages for the whole SGA lie idle, the account may lock less than that; nothing says of automatic memory management, nor otherwise that the instance does without them. [closson-2010: Improper Permissions; linux-hugetlb-source: user_shm_lock]"
  (logical
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state absent))
    (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present))
    (not (finding (name automatic-memory) (host ?host) (subject ?instance) (state present)))
    (not (finding (name enough-pages-idle|huge-pages-unused) (host ?host) (subject ?instance) (state present))))
  =>
  (assert (finding (name pool-idle-beside-low-limit) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::pool-idle-beside-shell-limit.unnamed
  "Huge pages for the whole SGA lie idle, a shell may lock less than that; nothing says of automatic memory management, nor otherwise that the instance does without them. [closson-2010: Improper Permissions; linux-hugetlb-source: user_shm_lock]"
  (logical
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state absent))
    (finding (name memlock-of-shell-low) (host ?host) (subject ?instance) (state present))
    (not (finding (name automatic-memory) (host ?host) (subject ?instance) (state present)))
    (not (finding (name enough-pages-idle|huge-pages-unused) (host ?host) (subject ?instance) (state present))))
  =>
  (assert (finding (name pool-idle-beside-shell-limit) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::huge-pages-by-hand-only.pages-left
  "Started by hand the instance is all right, and otherwise it leaves the huge pages aside. [bach-2021: LimitMEMLOCK]"
  (logical
    (finding (name works-when-started-by-hand) (host ?host) (state present))
    (finding (name huge-pages-idle|sga-in-small-pages) (host ?host) (state present)))
  =>
  (assert (finding (name huge-pages-by-hand-only) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::huge-pages-refused.under-only
  "An instance that may only start in huge pages was refused its memory. [oracle-use-large-pages: ONLY, AUTO_ONLY; closson-2010: ORA-27102]"
  (logical
    (finding (name memory-refused) (host ?host) (subject ?instance) (state present))
    (finding (name large-pages-only) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (finding (name huge-pages-refused) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::refused-beside-enough-pages.in-the-log
  "The last start failed for want of memory although as many huge pages were free as it asked for. [bach-2021: LimitMEMLOCK; erudans-2016: AVAILABLE_PAGES]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (outcome failed) (free-pages ?free&~unknown)
      (needed-pages ?needed&~0&:(at-most ?needed ?free)) (allocated-pages ?got&:(below ?got ?needed)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)))
  =>
  (assert (finding (name refused-beside-enough-pages) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::refused-beside-enough-pages.idle-pool
  "A start was refused its memory beside an idle pool that is larger than the SGA. [closson-2010: Improper Permissions]"
  (logical
    (finding (name memory-refused) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (finding (name refused-beside-enough-pages) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::pages-left-under-numa.laid-out-by-node
  "The instance lays out its memory by node, and left free huge pages aside or was refused beside enough of them. [closson-2010: NUMA Huge Pages allocation on node]"
  (logical
    (finding (name oracle-numa-on) (host ?host) (subject ?instance) (state present))
    (finding (name free-pages-passed-over|refused-beside-enough-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (finding (name pages-left-under-numa) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::pages-left-under-numa.uneven-nodes
  "One node has far fewer huge pages than another, and the instance left free ones aside or was refused beside enough of them. [linux-hugetlbpage: node*/hugepages; closson-2010: NUMA Huge Pages allocation on node]"
  (logical
    (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state present))
    (finding (name free-pages-passed-over|refused-beside-enough-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (finding (name pages-left-under-numa) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::idle-pool-beside-dev-shm.automatic-memory
  "The instance is under automatic memory management, whose memory is files in /dev/shm, and the huge pages lie idle. [oracle-mos-749851: Details; closson-2007-amm: AMM-style shared memory does not use hugepages]"
  (logical
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-idle|huge-pages-unused) (host ?host) (state present)))
  =>
  (assert (finding (name idle-pool-beside-dev-shm) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::idle-pool-beside-dev-shm.files-listed
  "Files named ora_ in /dev/shm are far larger together than an ASM instance needs, so they are a database under automatic memory management, and the huge pages lie idle. [oracle-mos-749851: Details; closson-2007-amm: memory mapped files in /dev/shm]"
  (logical
    (shm-files (host ?host) (oracle-files-bytes ?bytes&:(at-least ?bytes ?*dev-shm-of-database-bytes*)))
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name idle-pool-beside-dev-shm) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::idle-pool-beside-dev-shm.file-system-used
  "Files named ora_ lie in /dev/shm, of which far more is in use than an ASM instance needs, and the huge pages lie idle. [oracle-mos-749851: Details; closson-2007-amm: memory mapped files in /dev/shm]"
  (logical
    (shm-files (host ?host) (oracle-files ~0&~unknown) (available-bytes ?free&~unknown)
      (size-bytes ?size&:(at-least ?size (+ ?free ?*dev-shm-of-database-bytes*))))
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name idle-pool-beside-dev-shm) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::idle-pool-beside-dev-shm.tiny-segments
  "Of the account oracle there are segments of a page each, as an instance under automatic memory management leaves them, much of /dev/shm is in use, and the huge pages lie idle. [oracle-mos-749851: Details; closson-2007-amm: memory mapped files in /dev/shm]"
  (logical
    (shared-memory (host ?host) (owner "oracle") (largest-bytes ?largest&:(at-most ?largest ?*segment-of-automatic-memory-bytes*)))
    (shm-files (host ?host) (available-bytes ?free&~unknown) (size-bytes ?size&:(at-least ?size (+ ?free ?*dev-shm-of-database-bytes*))))
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name idle-pool-beside-dev-shm) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-tables-of-automatic-memory.large
  "The instance is under automatic memory management, and page tables are as large as only shared memory in small pages makes them. [oracle-mos-749851: Details; oracle-use-large-pages: page tables]"
  (logical
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))
    (finding (name page-tables-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name page-tables-of-automatic-memory) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::automatic-memory-under-only.parameters
  "The instance may only start in huge pages, and its memory is to lie in /dev/shm, which they cannot back. [oracle-use-large-pages: ONLY, AUTO_ONLY; oracle-mos-749851: Details]"
  (logical
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))
    (finding (name large-pages-only) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (finding (name automatic-memory-under-only) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::numa-instance-on-uneven-pages.nodes
  "The instance lays out its memory by node, and one node has far fewer huge pages than another. [closson-2010: NUMA Huge Pages allocation on node; linux-hugetlbpage: node*/hugepages]"
  (logical
    (finding (name oracle-numa-on) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name numa-instance-on-uneven-pages) (host ?host) (subject ?instance) (state present))))

; --- the pool against the segments that are there

(defrule FINDINGS::huge-pages-needed-by-segments.ipcs
  "The pages of all shared memory segments, each rounded up by itself; taken while the instances run, not under automatic memory management. [oracle-mos-401749: hugepages_settings.sh]"
  (logical
    (shared-memory (host ?host) (huge-pages-needed ?needed&~unknown&~0))
    (meminfo (host ?host) (huge-page-bytes 2097152.0|unknown) (huge-pages-total ?total&~0&~unknown)))
  =>
  (assert (quantity (name huge-pages-needed-by-segments) (host ?host) (subject ?host) (value ?needed))
          (quantity (name huge-pages-short-by-segments) (host ?host) (subject ?host) (value (- ?needed ?total)))))

(defrule FINDINGS::pool-smaller-than-segments.ipcs
  "The shared memory segments need more huge pages than there are, by more than the one page for each segment that rounding may add. [oracle-mos-401749: hugepages_settings.sh]"
  (logical
    (shared-memory (host ?host) (segments ?segments&~unknown))
    (quantity (name huge-pages-short-by-segments) (host ?host) (subject ?host) (value ?short&:(above ?short ?segments))))
  =>
  (assert (finding (name pool-smaller-than-segments) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::pool-smaller-than-segments.counted-already
  "There are fewer huge pages than are said to be needed; the count was made by whoever says so. [closson-2010: Insufficient Hugepages]"
  (logical
    (meminfo (host ?host) (huge-pages-total ?total&~0&~unknown))
    (shared-memory (host ?host) (segments unknown) (huge-pages-needed ?needed&:(above ?needed ?total))))
  =>
  (assert (finding (name pool-smaller-than-segments) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::pool-smaller-than-segments.enough
  "There are as many huge pages as all shared memory segments need. [oracle-mos-401749: hugepages_settings.sh]"
  (logical
    (shared-memory (host ?host) (huge-pages-needed ?needed&~unknown&~0))
    (meminfo (host ?host) (huge-page-bytes 2097152.0|unknown) (huge-pages-total ?total&:(at-least ?total ?needed))))
  =>
  (assert (finding (name pool-smaller-than-segments) (host ?host) (subject ?host) (state absent))))

; --- what people see of it

(defrule FINDINGS::huge-pages-unused.instance-beside-idle-pool
  "The instance runs, and hardly any page of the pool is used or reserved: its SGA lies elsewhere. [closson-2010: HugePages_Free; erudans-2016: HugePages_Free]"
  (logical
    (finding (name huge-pages-idle) (host ?host) (state present))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running yes)))
  =>
  (assert (finding (name huge-pages-unused) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::huge-pages-unused.segments-beside-idle-pool
  "Shared memory segments larger than the pool are there, and hardly any page of the pool is used or reserved: they lie elsewhere. [oracle-mos-401749: hugepages_settings.sh; closson-2010: HugePages_Free]"
  (logical
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present))
    (finding (name pool-smaller-than-segments) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name huge-pages-unused) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::huge-pages-unused.passed-over
  "The instance came up and left most free huge pages aside. [erudans-2016: 2048K 447 451 5 NONE]"
  (logical (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (finding (name huge-pages-unused) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::huge-pages-unused.covered
  "As many huge pages are in use or reserved as the SGA needs. [closson-2007-amm: HugePages_Free; linux-hugetlbpage: HugePages_Rsvd]"
  (logical (finding (name huge-pages-cover-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (finding (name huge-pages-unused) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::huge-pages-idle-bytes.pool
  "Memory that lies in the pool and that nothing uses; nothing else can have it. [linux-hugetlbpage: nr_hugepages]"
  (logical
    (finding (name huge-pages-idle) (host ?host) (state present))
    (meminfo (host ?host) (huge-pages-total ?total&~0&~unknown) (huge-pages-free ?free&~unknown) (huge-page-bytes ?page&~unknown)))
  =>
  (assert (quantity (name huge-pages-idle-bytes) (host ?host) (subject ?host) (value (* ?free ?page)))))

(defrule FINDINGS::memory-vanished.idle-huge-pages
  "A good part of the host's memory lies in huge pages that nothing uses: no process shows it, and free memory is gone. [closson-2010: just wasted memory]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?ram&~unknown))
    (quantity (name huge-pages-idle-bytes) (host ?host) (value ?idle&:(at-least ?idle (* ?*vanished-share* ?ram)))))
  =>
  (assert (finding (name memory-vanished) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-unaccounted-bytes.meminfo
  "What is left of memory after free memory, page cache, processes, kernel objects, page tables and huge pages. [linux-proc-docs: meminfo]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?ram&~unknown) (mem-free-bytes ?free&~unknown) (cached-bytes ?cached&~unknown)
      (anon-bytes ?anon&~unknown) (slab-bytes ?slab&~unknown) (page-tables-bytes ?tables&~unknown)
      (huge-pages-total ?total&~unknown) (huge-page-bytes ?page&~unknown)))
  =>
  (assert (quantity (name memory-unaccounted-bytes) (host ?host) (subject ?host)
                    (value (- ?ram ?free ?cached ?anon ?slab ?tables (* ?total ?page))))))

(defrule FINDINGS::memory-vanished.unaccounted
  "A good part of the host's memory is in none of the places that meminfo counts: a file system's own cache, a driver, a hypervisor's balloon. [linux-proc-docs: meminfo]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?ram&~unknown))
    (quantity (name memory-unaccounted-bytes) (host ?host) (value ?lost&:(at-least ?lost (* ?*unaccounted-share* ?ram)))))
  =>
  (assert (finding (name memory-vanished) (host ?host) (subject ?host) (state present))))

; --- whether the host can bear it

(defrule FINDINGS::huge-pages-wanted-percent.by-the-log
  "The share of memory that the pool takes once it holds what others have of it and what this instance asked for. [bach-2021: 70% of available memory]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?ram&:(above ?ram 0)) (huge-page-bytes ?page&~unknown))
    (quantity (name huge-pages-total-wanted|huge-pages-total-wanted-by-host) (host ?host) (subject ?instance) (value ?pages)))
  =>
  (assert (quantity (name huge-pages-wanted-percent) (host ?host) (subject ?instance) (value (/ (* 100 ?pages ?page) ?ram)))))

(defrule FINDINGS::sga-percent-of-memory.size
  "The share of memory that the SGA takes. [bach-2021: 70% of available memory]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?ram&:(above ?ram 0)))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size)))
  =>
  (assert (quantity (name sga-percent-of-memory) (host ?host) (subject ?instance) (value (/ (* 100 ?size) ?ram)))))

(defrule FINDINGS::huge-pages-crowd-memory.pages
  "The pool would take more than about 70 % of memory; PGA, operating system and page cache can't use huge pages. [bach-2021: 70% of available memory]"
  (logical
    (quantity (name huge-pages-wanted-percent) (host ?host) (subject ?instance) (value ?share&:(above ?share ?*crowded-percent*))))
  =>
  (assert (finding (name huge-pages-crowd-memory) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::huge-pages-crowd-memory.sga
  "The SGA alone takes more than about 70 % of memory; PGA, operating system and page cache can't use huge pages. [bach-2021: 70% of available memory]"
  (logical
    (quantity (name sga-percent-of-memory) (host ?host) (subject ?instance) (value ?share&:(above ?share ?*crowded-percent*))))
  =>
  (assert (finding (name huge-pages-crowd-memory) (host ?host) (subject ?instance) (state present))))
