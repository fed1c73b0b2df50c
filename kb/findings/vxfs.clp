; VxFS: which writes go through the page cache.

(defglobal FINDINGS ?*bulk-write-bytes* = 268435456) ; bytes | 256 MiB or more at once is a bulk job and no transaction; the documented one was 2 GB [elling-2000: Example of Such a System]

(defrule FINDINGS::vxfs-caches-writes.of-this-size
  "VxFS bypasses the cache only for a request strictly larger than discovered_direct_iosz; one of equal size stays cached. [veritas-vxfs-guide: discovered direct I/O]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount) (discovered-direct-iosz-bytes ?threshold&~unknown))
    (bulk-write (host ?host) (request-bytes ?request&:(at-most ?request ?threshold)) (direct ~yes)))
  =>
  (assert (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::vxfs-caches-writes.larger-requests-only
  "Every watched request is larger than discovered_direct_iosz, so it goes to the disks without the cache. [veritas-vxfs-guide: discovered direct I/O]"
  (logical
    (vxfs-tunables (host ?host) (mount ?mount) (discovered-direct-iosz-bytes ?threshold&~unknown))
    (bulk-write (host ?host) (request-bytes ?request&:(above ?request ?threshold))))
  =>
  (assert (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state absent))))
