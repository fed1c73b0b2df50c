; For: a large cache while memory is short as measured, what is left for it by account, and starts that find no memory.

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
