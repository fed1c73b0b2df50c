; For: a queue at its limit, a single device or raidz for a database, logs beside data, one disk for two pools.

(defrule CASES::zfs-pool-layout.lets-logs-wait
  "Logs and data in one queue: while a transaction group is written, the log waits behind it. [oracle-zfs-queue-depth: no separate intent log]"
  (logical
    (finding (name large-writes-in-spikes) (host ?host) (subject ?pool) (state present))
    (finding (name pool-on-one-lun|redo-shares-pool) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (contributes-to (case zfs-pool-layout) (host ?host) (subject ?pool)
                          (to zfs-txg-log-contention) (to-host ?host) (to-subject ?pool))))

(defrule CASES::zfs-pool-layout.queue-is-filled-by-pieces
  "Blocks written in pieces are many more requests, and they queue at the few devices that there are: the free space comes first, the layout makes it worse. [gaechter-2012: Storage]"
  (logical
    (finding (name gang-blocks-sustained) (host ?host) (subject ?pool) (state present))
    (finding (name pool-nearly-full) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (contributes-to (case zfs-pool-layout) (host ?host) (subject ?pool)
                          (to zfs-pool-fragmentation) (to-host ?host) (to-subject ?pool))))
