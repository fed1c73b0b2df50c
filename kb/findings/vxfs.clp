; VxFS: which writes go through the page cache, and whether they can fill memory.

(defglobal FINDINGS ?*bulk-write-bytes* = 268435456)            ; bytes | 256 MiB at once is a bulk job and no transaction; the documented job wrote 2 GB [elling-2000: Example of Such a System]
(defglobal FINDINGS ?*database-bulk-request-bytes* = 131072)    ; bytes | the size in which the documented database wrote while it created a table space [elling-2000: Testing RAM Starvation]
(defglobal FINDINGS ?*vxfs-threshold-to-set-bytes* = 65536)     ; bytes | 64 kB was chosen there: below the bulk writes, well above the 2 kB blocks of the transactions [elling-2000: The Solution]
(defglobal FINDINGS ?*least-request-to-cut-bytes* = 65536)      ; bytes | a threshold at half of a smaller request would also take the cache from ordinary database reads, by experience [hp-ux-vxtunefs: discovered_direct_iosz]
(defglobal FINDINGS ?*half* = 0.5)                              ; share of the request | strictly below the request, since one of equal size stays cached [veritas-vxfs-guide: discovered direct I/O]

; --- whether VxFS is in use

(defrule FINDINGS::vxfs-in-use.mounted
  "A VxFS file system is mounted. [veritas-vxfs-guide: mounting a file system]"
  (logical (file-system (host ?host) (mount ?mount) (type vxfs)))
  =>
  (assert (finding (name vxfs-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::vxfs-in-use.none-mounted
  "Every mounted file system was listed, and none of them is VxFS. [veritas-vxfs-guide: mounting a file system]"
  (logical
    (read (host ?host) (template file-system) (complete yes))
    (not (file-system (host ?host) (type vxfs)))
    (not (vxfs-tunables (host ?host))))
  =>
  (assert (finding (name vxfs-in-use) (host ?host) (subject ?host) (state absent))))

; --- which writes are cached

(defrule FINDINGS::vxfs-caches-writes.of-this-size
  "VxFS bypasses the cache only for a request strictly larger than discovered_direct_iosz; one of equal size stays cached. [veritas-vxfs-guide: discovered direct I/O; elling-2000: File Systems and Solaris Operating Environment]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount) (discovered-direct-iosz-bytes ?threshold&~unknown))
    (vxfs-writes (host ?host) (mount ?mount) (smallest-request-bytes ?request&:(at-most ?request ?threshold))))
  =>
  (assert (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::vxfs-caches-writes.larger-requests-only
  "Every write that was watched asks for more than discovered_direct_iosz, so it goes to the disks without the cache. [veritas-vxfs-guide: discovered direct I/O; elling-2000: Testing RAM Starvation]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount) (discovered-direct-iosz-bytes ?threshold&~unknown))
    (vxfs-writes (host ?host) (mount ?mount) (smallest-request-bytes ?request&:(above ?request ?threshold)))
    (read (host ?host) (template bulk-write) (complete yes))
    (not (bulk-write (host ?host) (target "") (program unknown) (direct ~yes) (direction ~read)
           (request-bytes ?other&:(at-most ?other ?threshold)))))
  =>
  (assert (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state absent))))

(defrule FINDINGS::told-requests-cached.up-to-the-threshold
  "VxFS bypasses the cache only for a request strictly larger than discovered_direct_iosz; which file system was meant was not said, so the size counts for each of them. [veritas-vxfs-guide: discovered direct I/O; elling-2000: File Systems and Solaris Operating Environment]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount) (discovered-direct-iosz-bytes ?threshold&~unknown))
    (bulk-write (host ?host) (target "") (program unknown) (direct ~yes) (direction ~read)
      (request-bytes ?request&:(at-most ?request ?threshold))))
  =>
  (assert (finding (name told-requests-cached) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::told-requests-larger.than-the-threshold
  "Requests of the size that is known are larger than discovered_direct_iosz, so they go to the disks without the cache. [veritas-vxfs-guide: discovered direct I/O]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount) (discovered-direct-iosz-bytes ?threshold&~unknown))
    (bulk-write (host ?host) (target "") (program unknown) (direction ~read) (request-bytes ?request&:(above ?request ?threshold))))
  =>
  (assert (finding (name told-requests-larger) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::vxfs-threshold-high.above-database-writes
  "Databases create table spaces in requests of 128 kB, and up to discovered_direct_iosz VxFS caches them; the default, 256 kB, is above that. [elling-2000: Testing RAM Starvation; veritas-vxfs-guide: discovered direct I/O]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount)
      (discovered-direct-iosz-bytes ?threshold&:(at-least ?threshold ?*database-bulk-request-bytes*))))
  =>
  (assert (finding (name vxfs-threshold-high) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::vxfs-threshold-high.in-tunefstab
  "tunefstab sets discovered_direct_iosz above the 128 kB in which databases create table spaces, from the next mount on. [elling-2000: Testing RAM Starvation; veritas-vxfs-guide: discovered direct I/O]"
  (logical
    (vxfs-tunefstab (host ?host) (device ?device)
      (discovered-direct-iosz-bytes ?threshold&:(at-least ?threshold ?*database-bulk-request-bytes*)))
    (not (vxfs-tunables (host ?host))))
  =>
  (assert (finding (name vxfs-threshold-high) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::vxfs-threshold-high.below-database-writes
  "The usual bulk writes of a database, 128 kB and more, are larger than discovered_direct_iosz. [elling-2000: The Solution; veritas-vxfs-guide: discovered direct I/O]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount)
      (discovered-direct-iosz-bytes ?threshold&:(below ?threshold ?*database-bulk-request-bytes*))))
  =>
  (assert (finding (name vxfs-threshold-high) (host ?host) (subject ?mount) (state absent))))

(defrule FINDINGS::vxfs-sizes-compared.below-and-above
  "The same file system was written in requests below the threshold and in requests above it: somebody is looking for what the cache does. [elling-2000: Testing RAM Starvation]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount) (discovered-direct-iosz-bytes ?threshold&~unknown))
    (vxfs-writes (host ?host) (mount ?mount) (smallest-request-bytes ?small&:(at-most ?small ?threshold))
      (largest-request-bytes ?large&:(above ?large ?threshold))
      (largest-total-bytes ?total&:(at-least ?total ?*bulk-write-bytes*))))
  =>
  (assert (finding (name vxfs-sizes-compared) (host ?host) (subject ?mount) (state present))))

; --- what takes the cache out of play

(defrule FINDINGS::vxfs-mounted-direct.option
  "With mincache=direct or cio every request goes to the disks without the cache, whatever its size. [hp-jfs-tuning: mount options and concurrent I/O]"
  (logical (file-system (host ?host) (mount ?mount) (type vxfs) (direct-io yes)))
  =>
  (assert (finding (name vxfs-mounted-direct) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::vxfs-mounted-direct.no-option
  "The mount options leave it to the size of each request whether it is cached. [hp-jfs-tuning: mount options and concurrent I/O]"
  (logical (file-system (host ?host) (mount ?mount) (type vxfs) (direct-io no)))
  =>
  (assert (finding (name vxfs-mounted-direct) (host ?host) (subject ?mount) (state absent))))

(defrule FINDINGS::database-direct-io.parameter
  "The database opens its files for direct I/O; by experience VxFS heeds that on Linux and AIX, and not everywhere on Solaris. [hp-jfs-tuning: mount options and concurrent I/O]"
  (logical (oracle-instance (host ?host) (filesystemio-options directio|setall)))
  =>
  (assert (finding (name database-direct-io) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::database-disk-manager.alert-log
  "The instance says at its start that it writes its files through Oracle Disk Manager, which takes the page cache out of play for them. [hp-jfs-tuning: Oracle Disk Manager]"
  (logical (oracle-instance (host ?host) (disk-manager yes)))
  =>
  (assert (finding (name database-disk-manager) (host ?host) (subject ?host) (state present))))

; --- whether the job is large enough to matter

(defrule FINDINGS::bulk-write-running.seen
  "A write of this size is a bulk job. [elling-2000: Example of Such a System]"
  (logical (bulk-write (host ?host) (direction write) (total-bytes ?total&:(at-least ?total ?*bulk-write-bytes*))))
  =>
  (assert (finding (name bulk-write-running) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::bulk-write-running.traced
  "A process that writes one request after the other in this size is at a bulk job. [elling-2000: Testing RAM Starvation]"
  (logical
    (bulk-write (host ?host) (direction write) (program "truss"|"strace")
      (request-bytes ?request&:(at-least ?request ?*vxfs-threshold-to-set-bytes*))))
  =>
  (assert (finding (name bulk-write-running) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::vxfs-caches-writes.more-than-was-free
  "How much more the job writes than the memory that was free when the sampling began; what the disks do not take in that time has nowhere to go. [elling-2000: File Systems and Solaris Operating Environment]"
  (logical
    (vxfs-writes (host ?host) (mount ?mount) (largest-total-bytes ?total&:(at-least ?total ?*bulk-write-bytes*)))
    (vmstat (host ?host) (since-boot no) (free-first-bytes ?free&:(below ?free ?total))))
  =>
  (assert (quantity (name memory-overrun-bytes) (host ?host) (subject ?mount) (value (- ?total ?free)))))

(defrule FINDINGS::cached-job-exceeds-memory.overrun
  "The job wrote more than the memory that was free when the sampling began. [elling-2000: File Systems and Solaris Operating Environment]"
  (logical (quantity (name memory-overrun-bytes) (host ?host) (subject ?mount) (value ?over&:(above ?over 0))))
  =>
  (assert (finding (name cached-job-exceeds-memory) (host ?host) (subject ?mount) (state present))))

; --- what the threshold should be

(defrule FINDINGS::vxfs-caches-writes.threshold-wanted
  "Half of the smallest bulk request, and never more than 64 kB, so that the usual 128 kB of databases pass the cache by as well. [elling-2000: The Solution]"
  (logical
    (vxfs-writes (host ?host) (mount ?mount)
      (smallest-request-bytes ?request&:(at-least ?request ?*least-request-to-cut-bytes*))))
  =>
  (assert (quantity (name vxfs-threshold-wanted-bytes) (host ?host) (subject ?mount)
                    (value (min ?*vxfs-threshold-to-set-bytes* (* ?request ?*half*))))))

(defrule FINDINGS::vxfs-caches-writes.threshold-wanted-as-told
  "Half of the bulk request that is known, and never more than 64 kB, so that the usual 128 kB of databases pass the cache by as well. [elling-2000: The Solution]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount))
    (bulk-write (host ?host) (target "") (program unknown) (direction ~read)
      (request-bytes ?request&:(at-least ?request ?*least-request-to-cut-bytes*))))
  =>
  (assert (quantity (name vxfs-threshold-wanted-bytes) (host ?host) (subject ?mount)
                    (value (min ?*vxfs-threshold-to-set-bytes* (* ?request ?*half*))))))
