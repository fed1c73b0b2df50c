; For: a large cache while memory is short as measured, what is left for it by account, and starts that find no memory.

(defrule CASES::zfs-arc-memory-squeeze.larger-than-its-room
  "The host is short of memory, and the ZFS cache is larger than what processes, huge pages and a reserve leave it: it does not give way fast enough."
  (logical
    (finding (name memory-pressed) (host ?host) (subject ?host) (state present))
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name arc-exceeds-room) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument larger-than-its-room) (cf 0.9) (strength decisive))))

(defrule CASES::zfs-arc-memory-squeeze.large-and-pressed
  "The host is short of memory while the ZFS cache holds a good part of it."
  (logical
    (finding (name memory-pressed) (host ?host) (subject ?host) (state present))
    (finding (name arc-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument large-and-pressed) (cf 0.7) (strength decisive))))

(defrule CASES::zfs-arc-memory-squeeze.no-limit-and-pressed
  "Nothing limits the cache to less than nearly all of memory, and the host is short of it while the cache is large."
  (logical
    (finding (name memory-pressed) (host ?host) (subject ?host) (state present))
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name arc-may-take-nearly-all) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument no-limit-and-pressed) (cf 0.8) (strength decisive))))

(defrule CASES::zfs-arc-memory-squeeze.began-with-a-change
  "It began with an upgrade or a boot, and the limit of the cache is nearly all of memory: OpenZFS 2.3 raised the default on Linux from half of it."
  (logical
    (finding (name after-change) (host ?host) (subject ?host) (state present))
    (finding (name memory-short) (host ?host) (subject ?host) (state present))
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name arc-may-take-nearly-all) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument began-with-a-change) (cf 0.5) (strength supporting))))

(defrule CASES::zfs-arc-memory-squeeze.more-than-memory
  "The cache, the SGA and the PGA together are larger than memory: one of them has to give way all the time."
  (logical
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name arc-and-database-exceed-memory) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument more-than-memory) (cf 0.5) (strength supporting))))

(defrule CASES::zfs-arc-memory-squeeze.swap-filled
  "The cache is larger than its room by account, and swap has filled: the memory of processes was written out beside it."
  (logical
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name arc-exceeds-room) (host ?host) (subject ?host) (state present))
    (finding (name swap-used) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument swap-filled) (cf 0.5) (strength supporting))))

(defrule CASES::zfs-arc-memory-squeeze.swap-filled-beside-it
  "The cache is large and swap has filled."
  (logical
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name swap-used) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument swap-filled-beside-it) (cf 0.18) (strength supporting))))

(defrule CASES::zfs-arc-memory-squeeze.huge-pages-not-had
  "The kernel could not make all the huge pages that are configured, while the cache holds a good part of memory: it gives memory back in small pieces, and huge pages need whole runs."
  (logical
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name pool-smaller-than-asked) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument huge-pages-not-had) (cf 0.65) (strength decisive))))

(defrule CASES::zfs-arc-memory-squeeze.start-refused
  "An instance found no memory for its start while the cache held a good part of it."
  (logical
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name memory-refused) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument start-refused) (cf 0.55) (strength supporting))))

(defrule CASES::zfs-arc-memory-squeeze.large-cache
  "The cache holds a good part of memory. That is what it is for, as long as nobody else wants the memory."
  (logical
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name memory-short|memory-vanished) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument large-cache) (cf 0.15) (strength supporting))))

; Against

(defrule CASES::zfs-arc-memory-squeeze.small-cache
  "The cache holds little of memory: to make it smaller frees nothing."
  (logical (finding (name arc-large) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument small-cache) (cf -0.85) (strength decisive))))

(defrule CASES::zfs-arc-memory-squeeze.memory-not-short
  "Nothing is paged and enough memory can be had. A large cache and little free memory are as they should be."
  (logical (finding (name memory-pressed) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument memory-not-short) (cf -0.8) (strength decisive))))

(defrule CASES::zfs-arc-memory-squeeze.nothing-is-paged
  "Nothing is paged at present."
  (logical (finding (name paging-active) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument nothing-is-paged) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-arc-memory-squeeze.has-given-way
  "The cache is at its minimum: it has given way, and something else takes the memory."
  (logical (finding (name arc-at-minimum) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument has-given-way) (cf -0.6) (strength supporting))))

(defrule CASES::zfs-arc-memory-squeeze.capped
  "The cache is limited to what the rest of the host leaves it."
  (logical (finding (name arc-capped) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument capped) (cf -0.9) (strength decisive))))

(defrule CASES::zfs-arc-memory-squeeze.fits-beside-the-rest
  "The host is short of memory although by account the cache fits beside processes, huge pages and a reserve: something else takes it."
  (logical
    (finding (name memory-pressed) (host ?host) (subject ?host) (state present))
    (finding (name arc-exceeds-room) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument fits-beside-the-rest) (cf -0.5) (strength supporting))))

(defrule CASES::zfs-arc-memory-squeeze.processes-alone-fill-it
  "Processes alone nearly fill memory: the host would page without any cache."
  (logical (finding (name processes-fill-memory) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument processes-alone-fill-it) (cf -0.6) (strength supporting))))

(defrule CASES::zfs-arc-memory-squeeze.idle-huge-pages
  "The host is short of memory, and huge pages that nothing uses hold some back, which no cache gives free."
  (logical
    (finding (name memory-pressed) (host ?host) (subject ?host) (state present))
    (finding (name huge-pages-idle) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument idle-huge-pages) (cf -0.4) (strength supporting))))

(defrule CASES::zfs-arc-memory-squeeze.vxfs-takes-it
  "Large writes go through the page cache of VxFS and take the memory there."
  (logical (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument vxfs-takes-it) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-arc-memory-squeeze.no-zfs
  "No ZFS is in use on this host."
  (logical (finding (name zfs-in-use) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                    (argument no-zfs) (cf -0.5) (strength supporting))))

; What follows from it; a link counts where both ends are possible.

(defrule CASES::zfs-arc-memory-squeeze.lets-the-host-swap
  "The memory that the host swaps for is in the ZFS cache. [oracle-zfs-arc-max: zfs_arc_max, when to change]"
  (logical
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name memory-pressed) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause zfs-arc-memory-squeeze) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::zfs-arc-memory-squeeze.takes-memory-from-huge-pages
  "The memory that huge pages are short of is in the ZFS cache. [openzfs-15437: default limit]"
  (logical
    (finding (name arc-large) (host ?host) (subject ?host) (state present))
    (finding (name pool-smaller-than-asked) (host ?host) (subject ?host) (state present))
    (finding (name huge-pages-short|no-huge-page-free|pool-smaller-than-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (contributes-to (case zfs-arc-memory-squeeze) (host ?host) (subject ?host)
                          (to oracle-hugepages-shortage) (to-host ?host) (to-subject ?instance))))
