; Whether a pool is whole: its state, its devices, their counters, and what the system logged.

(defglobal FINDINGS ?*pool-errors-some* = 3)        ; errors | one or two may come from a loss of power or a single torn write, by experience [openzfs-messages: ZFS-8000-9P]
(defglobal FINDINGS ?*pool-errors-few* = 2)         ; errors | below that number, by experience [openzfs-messages: ZFS-8000-9P]
(defglobal FINDINGS ?*pool-events-some* = 10)       ; events | the diagnosis of OpenZFS gives a device up at ten errors within ten minutes [openzfs-docs: vdevprops, io_n]

; --- state of the pool

(defrule FINDINGS::pool-degraded.state
  "zpool status calls the pool DEGRADED: it works, and another failure may lose it. [gaechter-2012: Betrieb, resilvering; openzfs-docs: zpoolconcepts, Device Failure and Recovery]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported ~no) (state degraded)))
  =>
  (assert (finding (name pool-degraded) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-degraded.health
  "zpool list calls the pool DEGRADED. [openzfs-docs: zpoolconcepts, Device Failure and Recovery]"
  (logical (zpool-list (host ?host) (pool ?pool) (health degraded)))
  =>
  (assert (finding (name pool-degraded) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-degraded.to-be-imported
  "zpool import finds the pool without one of its devices: it can be imported, and another failure may lose it. [openzfs-messages: ZFS-8000-2Q]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported no) (state degraded)))
  =>
  (assert (finding (name pool-degraded) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-unusable.state
  "zpool status calls the pool faulted, unavailable or suspended: what lies in it cannot be reached. [openzfs-messages: ZFS-8000-3C, ZFS-8000-HC]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported ~no) (state faulted|unavail|suspended)))
  =>
  (assert (finding (name pool-unusable) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-unusable.health
  "zpool list calls the pool faulted, unavailable or suspended. [openzfs-messages: ZFS-8000-3C, ZFS-8000-HC]"
  (logical (zpool-list (host ?host) (pool ?pool) (health faulted|unavail|suspended)))
  =>
  (assert (finding (name pool-unusable) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-not-importable.listed
  "zpool import finds the pool and cannot open it: devices are missing, or what it finds are labels that an old pool has left. [openzfs-messages: ZFS-8000-6X, ZFS-8000-5E]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported no) (state faulted|unavail)))
  =>
  (assert (finding (name pool-not-importable) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-data-damaged.listed
  "zpool status lists files, or a number of errors, that no copy could mend. [openzfs-messages: ZFS-8000-8A]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported ~no) (permanent-errors yes)))
  =>
  (assert (finding (name pool-data-damaged) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::files-unreadable.damaged-data
  "Reading what ZFS cannot get right any more ends with an error. [openzfs-messages: ZFS-8000-8A]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported ~no) (permanent-errors yes)))
  =>
  (assert (finding (name files-unreadable) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-condition-bad.said
  "zpool status says it in a sentence of its own: a device had errors or is gone, or data is damaged. [openzfs-messages: ZFS-8000-9P, ZFS-8000-8A]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported ~no)
    (condition data-corrupted|io-failure|device-errors|bad-log|metadata-corrupted|bad-label|devices-missing|devices-faulted|device-removed)))
  =>
  (assert (finding (name pool-condition-bad) (host ?host) (subject ?pool) (state present))))

; --- its devices

(defrule FINDINGS::pool-device-out.state
  "zpool status shows a device that ZFS gave up, or cannot open. Spares and cache devices are left out: no data depends on them. [openzfs-messages: ZFS-8000-2Q, ZFS-8000-FD]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (imported ~no))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data|log|special|dedup) (state faulted|unavail|removed)))
  =>
  (assert (finding (name pool-device-out) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-device-offline.state
  "A device was taken offline by hand. [openzfs-docs: zpool-offline]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (imported ~no))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data|log|special|dedup) (state offline)))
  =>
  (assert (finding (name pool-device-offline) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-device-to-replace.disk
  "The device is out, and no other one is being put in its place. [openzfs-docs: zpool-replace]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (imported ~no))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data|log|special|dedup) (vdev ~replacing&~spare)
      (state faulted|unavail|removed) (shown-as unknown)))
  =>
  (assert (finding (name pool-device-to-replace) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::pool-device-to-replace.part-of-a-disk
  "The slice or partition is out, and no other one is being put in its place. [openzfs-docs: zpool-replace]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (imported ~no))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data|log|special|dedup) (vdev ~replacing&~spare)
      (state faulted|unavail|removed) (shown-as ?name&~unknown)))
  =>
  (assert (finding (name pool-device-to-replace) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::pool-device-to-online.disk
  "The device was taken offline, and no other one is being put in its place. [openzfs-docs: zpool-online]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (imported ~no))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data|log|special|dedup) (vdev ~replacing&~spare)
      (state offline) (shown-as unknown)))
  =>
  (assert (finding (name pool-device-to-online) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::pool-device-to-online.part-of-a-disk
  "The slice or partition was taken offline, and no other one is being put in its place. [openzfs-docs: zpool-online]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (imported ~no))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data|log|special|dedup) (vdev ~replacing&~spare)
      (state offline) (shown-as ?name&~unknown)))
  =>
  (assert (finding (name pool-device-to-online) (host ?host) (subject ?name) (state present))))

; --- counters

(defrule FINDINGS::pool-errors-counted.reads
  "Reads of a device failed since the counters were cleared or the pool was imported. [openzfs-messages: ZFS-8000-9P]"
  (logical (pool-device (host ?host) (pool ?pool) (device ?device) (role ~cache&~spare) (read-errors ?count&:(at-least ?count ?*pool-errors-some*))))
  =>
  (assert (finding (name pool-errors-counted) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-errors-counted.writes
  "Writes to a device failed since the counters were cleared or the pool was imported. [openzfs-messages: ZFS-8000-9P]"
  (logical (pool-device (host ?host) (pool ?pool) (device ?device) (role ~cache&~spare) (write-errors ?count&:(at-least ?count ?*pool-errors-some*))))
  =>
  (assert (finding (name pool-errors-counted) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-errors-counted.checksums
  "A device returned data that does not match its checksum. [openzfs-messages: ZFS-8000-9P]"
  (logical (pool-device (host ?host) (pool ?pool) (device ?device) (role ~cache&~spare) (checksum-errors ?count&:(at-least ?count ?*pool-errors-some*))))
  =>
  (assert (finding (name pool-errors-counted) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-scrub-repaired.bytes
  "The last scrub found blocks that a device returned wrong or not at all, and wrote them anew from the other copies. [openzfs-docs: zpool-scrub]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported ~no) (scan-repaired-bytes ?bytes&:(above ?bytes 0))))
  =>
  (assert (finding (name pool-scrub-repaired) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-scan-left-errors.counted
  "The last scan of the pool ended with errors: no copy of those blocks was whole. [openzfs-docs: zpool-scrub]"
  (logical (zpool-status (host ?host) (pool ?pool) (imported ~no) (scan-errors ?errors&:(above ?errors 0))))
  =>
  (assert (finding (name pool-scan-left-errors) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-errors-stray.reads
  "One or two reads of a device failed. [openzfs-messages: ZFS-8000-9P]"
  (logical (pool-device (host ?host) (pool ?pool) (device ?device) (role ~cache&~spare) (read-errors ?count&:(above ?count 0)&:(at-most ?count ?*pool-errors-few*))))
  =>
  (assert (finding (name pool-errors-stray) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-errors-stray.writes
  "One or two writes to a device failed. [openzfs-messages: ZFS-8000-9P]"
  (logical (pool-device (host ?host) (pool ?pool) (device ?device) (role ~cache&~spare) (write-errors ?count&:(above ?count 0)&:(at-most ?count ?*pool-errors-few*))))
  =>
  (assert (finding (name pool-errors-stray) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-errors-stray.checksums
  "A device returned wrong data once or twice. [openzfs-messages: ZFS-8000-9P]"
  (logical (pool-device (host ?host) (pool ?pool) (device ?device) (role ~cache&~spare) (checksum-errors ?count&:(above ?count 0)&:(at-most ?count ?*pool-errors-few*))))
  =>
  (assert (finding (name pool-errors-stray) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-errors-spread.checksums-of-several
  "Several devices return wrong data, none of the pool fails to read or write and none is out: what they share is to blame, a cable, an adapter, a power supply or memory, rather than each of them. (General experience, no source verified it.) [openzfs-messages: ZFS-8000-9P; openzfs-docs: zpool-status]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?one) (read-errors 0) (write-errors 0) (checksum-errors ?first&:(at-least ?first ?*pool-errors-some*)))
    (pool-device (host ?host) (pool ?pool) (device ?other&~?one) (read-errors 0) (write-errors 0) (checksum-errors ?second&:(at-least ?second ?*pool-errors-some*)))
    (read (host ?host) (template pool-device) (complete yes))
    (not (pool-device (host ?host) (pool ?pool) (read-errors ~0&~unknown)))
    (not (pool-device (host ?host) (pool ?pool) (write-errors ~0&~unknown)))
    ; with a device out, raidz cannot tell which of the others was wrong and counts it at several
    (not (pool-device (host ?host) (pool ?pool) (role ~spare&~cache) (state faulted|unavail|removed|offline))))
  =>
  (assert (finding (name pool-errors-spread) (host ?host) (subject ?pool) (state present))))

; --- logs

(defrule FINDINGS::pool-errors-logged.events
  "The ZFS module reported so many failed or wrong I/Os of this device since it was loaded. [openzfs-docs: zpool-events, io and checksum]"
  (logical (pool-event (host ?host) (pool ?pool) (device ?device) (kind io|checksum|deadman) (count ?count&:(at-least ?count ?*pool-events-some*))))
  =>
  (assert (finding (name pool-errors-logged) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-errors-logged.given-up
  "The ZFS module reported that a device was given up, gone or not to be opened. [openzfs-docs: zpool-events, statechange and probe_failure]"
  (logical (pool-event (host ?host) (pool ?pool) (device ?device) (kind faulted|removed|open-failed|probe-failure|io-failure)))
  =>
  (assert (finding (name pool-errors-logged) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-failure-logged.kernel
  "The kernel or the fault manager logged a failure of ZFS. [oracle-zfs-fma: SUNW-MSG-ID; openzfs-messages: ZFS-8000-HC]"
  (logical (kernel-event (host ?host) (kind zfs-io-failure)))
  =>
  (assert (finding (name pool-failure-logged) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::pool-failure-logged.event
  "ZFS reported that it gave a device up, or that one is gone. [openzfs-docs: zpool-events, statechange and probe_failure]"
  (logical (pool-event (host ?host) (pool ?pool) (device ?device) (kind faulted|degraded|removed|io-failure)))
  =>
  (assert (finding (name pool-failure-logged) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-fault-open.pool-named
  "fmadm faulty holds a fault of this pool or one of its devices open. [oracle-zfs-fma: fmadm; gaechter-2012: Betrieb, resilvering]"
  (logical (fault-report (host ?host) (event ?event) (about zfs-device|zfs-pool) (open yes) (pool ?pool&~unknown)))
  =>
  (assert (finding (name pool-fault-open) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-fault-open.pool-not-named
  "fmadm faulty holds a fault of a ZFS device or pool open, and does not name the pool. [oracle-zfs-fma: fmadm; gaechter-2012: Betrieb, resilvering]"
  (logical (fault-report (host ?host) (event ?event) (about zfs-device|zfs-pool) (open yes) (pool unknown)))
  =>
  (assert (finding (name pool-fault-open) (host ?host) (subject ?host) (state present))))

; --- nothing wrong

(defrule FINDINGS::pool-has-faults.none
  "The pool is online, no device of it has counted an error or is out, and no data is known to be damaged. [gaechter-2012: Betrieb, status]"
  (logical
    ; what is being resilvered is not whole yet
    (zpool-status (host ?host) (pool ?pool) (imported ~no) (state online) (permanent-errors no) (scan ~resilver-running))
    ; counters begin anew at each import: what the last scrub had to mend is told by its own line and the sentence beside it
    (not (zpool-status (host ?host) (pool ?pool) (condition device-errors) (scan-repaired-bytes ?bytes&:(above ?bytes 0))))
    (read (host ?host) (template pool-device) (complete yes))
    (not (pool-device (host ?host) (pool ?pool) (read-errors ~0&~unknown)))
    (not (pool-device (host ?host) (pool ?pool) (write-errors ~0&~unknown)))
    (not (pool-device (host ?host) (pool ?pool) (checksum-errors ~0&~unknown)))
    (not (pool-device (host ?host) (pool ?pool) (role ~spare&~cache) (state ~online&~unknown))))
  =>
  (assert (finding (name pool-has-faults) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::pool-has-faults.said-healthy
  "zpool status -x calls the pool healthy. [gaechter-2012: Betrieb, status]"
  (logical (zpool-status (host ?host) (pool ?pool) (said-healthy yes)))
  =>
  (assert (finding (name pool-has-faults) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::pool-has-faults.all-healthy
  "zpool status was read to its end and names no pool: -x says that all pools are healthy. [gaechter-2012: Betrieb, status]"
  (logical
    (read (host ?host) (template zpool-status) (complete yes))
    (not (zpool-status (host ?host))))
  =>
  (assert (finding (name pool-has-faults) (host ?host) (subject ?host) (state absent))))
