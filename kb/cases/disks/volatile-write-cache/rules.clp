(defrule CASES::volatile-write-cache.damages-a-pool
  "A pool whose flushes are withheld is damaged when the power fails: what its devices had acknowledged is gone. [openzfs-docs: Module Parameters, zfs_nocacheflush]"
  (logical
    (finding (name zfs-flushes-off) (host ?host) (subject ?host) (state present))
    (finding (name pool-data-damaged) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (caused-by (case zfs-pool-degraded) (host ?host) (subject ?pool)
                     (cause volatile-write-cache) (cause-host ?host) (cause-subject ?host))))
