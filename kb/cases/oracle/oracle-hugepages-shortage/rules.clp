; For: what the last start asked for and did not get; the pool against the SGA; the pool against the segments.

(defrule CASES::oracle-hugepages-shortage.asked-for-more-than-was-free
  "The instance asked for more huge pages than were free at its last start, and its own log says so."
  (logical (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument asked-for-more-than-was-free) (cf 0.8) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.refused-for-want-of-pages
  "The instance asked for more huge pages than were free, and its start failed."
  (logical
    (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present))
    (finding (name instance-does-not-start) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument refused-for-want-of-pages) (cf 0.95) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.fell-back-to-small-pages
  "The instance asked for more huge pages than were free, and came up with its SGA wholly or partly in small pages."
  (logical
    (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present))
    (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument fell-back-to-small-pages) (cf 0.95) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.pages-held-by-others
  "The pool would have sufficed for this instance alone, but others held part of it when it started."
  (logical
    (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-held-by-others) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument pages-held-by-others) (cf 0.9) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.no-page-was-free
  "The instance would have taken huge pages at its last start, and none was free."
  (logical (finding (name no-huge-page-free) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument no-page-was-free) (cf 0.35) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.only-and-pool-smaller-than-sga
  "The start was refused for want of memory under USE_LARGE_PAGES=ONLY, and all huge pages together are smaller than the SGA."
  (logical
    (finding (name memory-refused) (host ?host) (subject ?instance) (state present))
    (finding (name large-pages-only) (host ?host) (subject ?instance) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument only-and-pool-smaller-than-sga) (cf 0.9) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.only-and-no-pool
  "The start was refused for want of memory under USE_LARGE_PAGES=ONLY, and the host has no huge page at all."
  (logical
    (finding (name memory-refused) (host ?host) (subject ?instance) (state present))
    (finding (name large-pages-only) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-configured) (host ?host) (state absent)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument only-and-no-pool) (cf 0.9) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.refused-with-only
  "The start was refused for want of memory, and the instance may only start in huge pages."
  (logical
    (finding (name memory-refused) (host ?host) (subject ?instance) (state present))
    (finding (name large-pages-only) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument refused-with-only) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.refused-and-pool-smaller-than-sga
  "The start was refused for want of memory, and all huge pages together are smaller than the SGA."
  (logical
    (finding (name memory-refused) (host ?host) (subject ?instance) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument refused-and-pool-smaller-than-sga) (cf 0.7) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.refused-with-fewer-than-configured
  "The start was refused for want of memory, and the kernel holds fewer huge pages than are configured: it found no more contiguous memory."
  (logical
    (finding (name memory-refused) (host ?host) (subject ?instance) (state present))
    (finding (name pool-smaller-than-asked) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument refused-with-fewer-than-configured) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.refused
  "The start was refused for want of memory. Missing huge pages are a frequent reason, not the only one."
  (logical (finding (name memory-refused) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument refused) (cf 0.3) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.idle-pool-smaller-than-sga
  "The pool of huge pages lies idle, and it is smaller than the SGA."
  (logical
    (finding (name huge-pages-idle) (host ?host) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument idle-pool-smaller-than-sga) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.idle-pool-smaller-than-sga-all-or-nothing
  "The pool of huge pages lies idle and is smaller than the SGA, and this version takes all of its pages or none."
  (logical
    (finding (name huge-pages-idle) (host ?host) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state present))
    (finding (name all-or-nothing-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument idle-pool-smaller-than-sga-all-or-nothing) (cf 0.8) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.unused-idle-pool-smaller-than-sga
  "The instance runs, the pool of huge pages lies idle beside it, and it is smaller than the SGA."
  (logical
    (finding (name huge-pages-idle) (host ?host) (state present))
    (finding (name huge-pages-unused) (host ?host) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument unused-idle-pool-smaller-than-sga) (cf 0.65) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.unused-idle-pool-all-or-nothing
  "The instance runs, the pool of huge pages lies idle beside it and is smaller than the SGA, and this version takes all of its pages or none."
  (logical
    (finding (name huge-pages-idle) (host ?host) (state present))
    (finding (name huge-pages-unused) (host ?host) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state present))
    (finding (name all-or-nothing-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument unused-idle-pool-all-or-nothing) (cf 0.9) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.unused-pool-smaller-than-sga
  "The huge pages are not used, and all of them together are smaller than the SGA."
  (logical
    (finding (name huge-pages-unused) (host ?host) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument unused-pool-smaller-than-sga) (cf 0.55) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.used-up-pool-smaller-than-sga
  "The pool of huge pages is used up, and the SGA is larger than the whole pool: the rest of it lies in small pages."
  (logical
    (finding (name huge-pages-used-up) (host ?host) (state present))
    (finding (name pool-well-below-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument used-up-pool-smaller-than-sga) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.segments-exceed-pool
  "The shared memory segments need more huge pages than there are, and Oracle runs here."
  (logical
    (finding (name oracle-in-use) (host ?host) (state present))
    (finding (name pool-smaller-than-segments) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument segments-exceed-pool) (cf 0.45) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.segments-exceed-idle-pool
  "The shared memory segments need more huge pages than there are, and the pool lies idle."
  (logical
    (finding (name huge-pages-idle) (host ?host) (state present))
    (finding (name pool-smaller-than-segments) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument segments-exceed-idle-pool) (cf 0.5) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.segments-exceed-unused-pool
  "The shared memory segments need more huge pages than there are, and the huge pages are not used."
  (logical
    (finding (name huge-pages-unused) (host ?host) (state present))
    (finding (name pool-smaller-than-segments) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument segments-exceed-unused-pool) (cf 0.55) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.idle-pool
  "The huge pages lie idle although an instance should use them. Too few of them for the SGA is the most frequent reason, by experience."
  (logical
    (finding (name huge-pages-idle) (host ?host) (state present))
    (finding (name huge-pages-unused) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument idle-pool) (cf 0.3) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.idle-pool-holds-the-memory
  "The memory that is missed lies in huge pages that nothing uses; an instance that was short of a few of them leaves them so."
  (logical
    (finding (name huge-pages-idle) (host ?host) (state present))
    (finding (name memory-vanished) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument idle-pool-holds-the-memory) (cf 0.25) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.fewer-than-configured
  "The kernel holds fewer huge pages than are configured for this Oracle host."
  (logical
    (finding (name oracle-in-use) (host ?host) (state present))
    (finding (name pool-smaller-than-asked) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument fewer-than-configured) (cf 0.35) (strength supporting))))

; Against: the pages sufficed, were got, were never asked for, or something else kept the instance from them.

(defrule CASES::oracle-hugepages-shortage.pages-sufficed
  "As many huge pages were free at the last start as the instance asked for."
  (logical (finding (name huge-pages-short) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument pages-sufficed) (cf -0.9) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.all-pages-got
  "The SGA lies in huge pages as a whole."
  (logical (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument all-pages-got) (cf -0.95) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.pages-in-use-cover-sga
  "As many huge pages are in use or reserved as the SGA needs."
  (logical (finding (name huge-pages-cover-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument pages-in-use-cover-sga) (cf -0.9) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.large-pages-switched-off
  "USE_LARGE_PAGES is FALSE: the instance never asks for huge pages, so their number is not what keeps it from them."
  (logical (finding (name large-pages-off) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument large-pages-switched-off) (cf -0.9) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.asm
  "An ASM instance does not use huge pages and need not."
  (logical (finding (name asm-instance) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument asm) (cf -0.9) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.automatic-memory
  "Under automatic memory management the SGA cannot lie in huge pages, however many there are."
  (logical (finding (name automatic-memory) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument automatic-memory) (cf -0.7) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.pages-passed-over
  "The instance left most of the free huge pages aside; with too few of them it would have taken all."
  (logical (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument pages-passed-over) (cf -0.5) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.version-would-mix
  "This version takes as many huge pages as there are, so too few of them do not explain a pool that lies idle."
  (logical
    (finding (name huge-pages-unused) (host ?host) (subject ?instance) (state present))
    (finding (name all-or-nothing-pages) (host ?host) (subject ?instance) (state absent))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument version-would-mix) (cf -0.5) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.not-permitted
  "The operating system refused for want of permission, not of pages."
  (logical (finding (name shared-memory-not-permitted) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument not-permitted) (cf -0.6) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.shared-memory-limit
  "The operating system refused on a limit of System V shared memory, whatever the pages."
  (logical (finding (name shared-memory-limit-reached) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument shared-memory-limit) (cf -0.6) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.shared-memory-limit-low
  "kernel.shmall would refuse this SGA whatever the pages."
  (logical (finding (name shared-memory-limit-low) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument shared-memory-limit-low) (cf -0.3) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.pool-larger-than-sga
  "The pool is larger than the SGA."
  (logical (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument pool-larger-than-sga) (cf -0.4) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.pool-holds-segments
  "There are as many huge pages as all shared memory segments need."
  (logical (finding (name pool-smaller-than-segments) (host ?host) (state absent)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument pool-holds-segments) (cf -0.3) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.works-by-hand
  "It is all right when a person starts the instance: then there are enough pages."
  (logical (finding (name works-when-started-by-hand) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument works-by-hand) (cf -0.4) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.files-in-dev-shm
  "An instance keeps its memory in files under /dev/shm, which explains an idle pool however many pages it has."
  (logical
    (finding (name memory-in-dev-shm) (host ?host) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument files-in-dev-shm) (cf -0.4) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.limit-explains-it
  "The instance may lock less memory than its SGA takes, which would keep it from huge pages however many there are."
  (logical (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument limit-explains-it) (cf -0.3) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.default-limit-explains-it
  "The limit on locked memory was never raised, which would keep an instance from huge pages however many there are."
  (logical
    (finding (name memlock-at-default) (host ?host) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument default-limit-explains-it) (cf -0.3) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.postgres
  "PostgreSQL is set to use huge pages here; the pool may be meant for it."
  (logical (finding (name postgres-asks-for-huge-pages) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument postgres) (cf -0.4) (strength supporting))))

(defrule CASES::oracle-hugepages-shortage.not-linux
  "This is not Linux, and only Linux has such a pool."
  (logical (finding (name system-without-linux-huge-pages) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?host)
                    (argument not-linux) (cf -0.95) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.node-is-short
  "The pages sufficed as a whole, and one NUMA node had too few: more pages are not what is missing, but another spread."
  (logical (finding (name node-short-of-huge-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument node-is-short) (cf -0.7) (strength decisive))))

(defrule CASES::oracle-hugepages-shortage.pages-lie-unevenly
  "One NUMA node has far fewer huge pages than another, and the pool is large enough for the SGA: the spread may be what is wrong."
  (logical
    (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                    (argument pages-lie-unevenly) (cf -0.5) (strength supporting))))

; A link counts where both ends are possible.

(defrule CASES::oracle-hugepages-shortage.beside-the-limit
  "A few pages were missing as well, but most of those that were free were left aside: the limit on locked memory comes first. [erudans-2016: 2048K 447 451 5 NONE]"
  (logical
    (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present))
    (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (contributes-to (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                          (to oracle-memlock-limit) (to-host ?host) (to-subject ?instance))))
