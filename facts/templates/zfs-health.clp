; ZFS pools: what the system logged of them, how their vdevs are made, and how they answer from inside.

(deftemplate MAIN::fault-report
  "One fault that the fault manager of Solaris or illumos holds open, from fmadm faulty. Key: host event. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; the EVENT-ID
  (slot event (type STRING))
  (slot message (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot class (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot severity (type SYMBOL) (allowed-symbols minor major critical unknown) (default unknown))
  ; device: one vdev failed or counts too many errors; pool: the whole pool; other: no matter of ZFS
  (slot about (type SYMBOL) (allowed-symbols zfs-device zfs-pool zfs-other disk other unknown) (default unknown))
  (slot pool (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot device (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; no: repaired, replaced, acquitted or resolved
  (slot open (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::pool-event
  "Events of one kind on one device of a pool, from zpool events -v. Key: host pool device kind. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  ; the pool itself where no device is named
  (slot device (type STRING))
  (slot kind (type SYMBOL) (allowed-symbols io checksum data delay deadman probe-failure io-failure open-failed removed faulted degraded other unknown) (default unknown))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::txg-history
  "The finished transaction groups of one pool in sum, from the txgs kstat of OpenZFS. Key: host pool output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  (slot output (type STRING))
  (slot groups (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how long a group was open, and how long it took to be written
  (slot open-seconds-median (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-seconds-median (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-seconds-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-share-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot dirty-max-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot written-median-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::zpool-requests
  "How large the requests of a pool are, from zpool iostat -r. Key: host pool output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  (slot output (type STRING))
  ; those that a program waits for
  (slot reads (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot read-kb-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; reads ahead of a stream
  (slot prefetches (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; synchronous and asynchronous
  (slot writes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-kb-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::pool-latencies
  "Within which time 99 of 100 requests of a pool were done, by class, from zpool iostat -w. Key: host device output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; the pool, or one of its devices
  (slot device (type STRING))
  (slot output (type STRING))
  ; one table counts since the pool was imported, later ones the interval
  (slot since-import (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot disk-reads (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot disk-read-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot disk-writes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot disk-write-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the wait in the queue alone
  (slot sync-writes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-write-wait-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot async-writes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot async-write-wait-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::pool-waits
  "How long requests of each class waited in a pool's queues, from zpool iostat -l, and how many at a time, from -q. Key: host device output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; the pool, or one of its devices
  (slot device (type STRING))
  (slot output (type STRING))
  (slot samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; yes: an average since the pool was imported, the only sample there is
  (slot since-import (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the longest mean of one sample, and the mean over all that wrote
  (slot sync-write-wait-max-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-write-wait-mean-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-read-wait-mean-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot async-write-wait-max-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot async-write-wait-mean-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-writes-queued-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-writes-queued-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot async-writes-queued-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot async-writes-queued-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot disk-write-wait-max-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot disk-write-wait-mean-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
