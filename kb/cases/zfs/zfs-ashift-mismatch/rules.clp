; For: blocks smaller than the sector, as zpool status says it or as zdb and the disks tell together.

(defrule CASES::zfs-ashift-mismatch.smaller-than-sector-and-slow
  "ZFS writes blocks smaller than the physical sector of the drives, and writing is slow: each such write makes the drive read a sector, change it and wait a turn to write it back."
  (logical
    (finding (name ashift-below-sector) (host ?host) (subject ?pool) (state present))
    (finding (name slow-writes|slow-io|slow-commits|slow-database|read-before-write) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-ashift-mismatch) (host ?host) (subject ?pool)
                    (argument smaller-than-sector-and-slow) (cf 0.9) (strength decisive))))

(defrule CASES::zfs-ashift-mismatch.smaller-than-sector
  "ZFS writes blocks smaller than the physical sector of the drives."
  (logical (finding (name ashift-below-sector) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-ashift-mismatch) (host ?host) (subject ?pool)
                    (argument smaller-than-sector) (cf 0.8) (strength decisive))))

(defrule CASES::zfs-ashift-mismatch.blocks-of-512-beside-large-sectors
  "The pool was made for blocks of 512 bytes, and disks of the host have sectors of 4 KiB; that they are the pool's is likely and not shown."
  (logical
    (finding (name ashift-of-512) (host ?host) (subject ?pool) (state present))
    (finding (name disks-of-4k) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-ashift-mismatch) (host ?host) (subject ?pool)
                    (argument blocks-of-512-beside-large-sectors) (cf 0.6) (strength supporting))))

(defrule CASES::zfs-ashift-mismatch.blocks-of-512-and-slow
  "The pool was made for blocks of 512 bytes, and writing is slow. Most drives since 2011 have sectors of 4 KiB."
  (logical
    (finding (name ashift-of-512) (host ?host) (subject ?pool) (state present))
    (finding (name slow-writes|slow-io|slow-commits) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-ashift-mismatch) (host ?host) (subject ?pool)
                    (argument blocks-of-512-and-slow) (cf 0.35) (strength supporting))))

; Against

(defrule CASES::zfs-ashift-mismatch.blocks-of-4k
  "Every data vdev was made for blocks of 4 KiB or more."
  (logical (finding (name ashift-of-4k) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-ashift-mismatch) (host ?host) (subject ?pool)
                    (argument blocks-of-4k) (cf -0.9) (strength decisive))))

(defrule CASES::zfs-ashift-mismatch.sectors-of-512
  "No disk of the host has a sector above 512 bytes, as far as they tell."
  (logical (finding (name disks-of-4k) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-ashift-mismatch) (host ?host) (subject ?host)
                    (argument sectors-of-512) (cf -0.75) (strength decisive))))

(defrule CASES::zfs-ashift-mismatch.devices-are-quick
  "The devices of the pool answer quickly, so the drives can bear it: flash, or a write cache that gathers small writes."
  (logical (finding (name pool-devices-slow) (host ?host) (subject ?pool) (state absent)))
  =>
  (assert (evidence (case zfs-ashift-mismatch) (host ?host) (subject ?pool)
                    (argument devices-are-quick) (cf -0.35) (strength supporting))))

(defrule CASES::zfs-ashift-mismatch.faulty-pool
  "The pool is degraded or its devices have counted errors: that makes it slow by itself."
  (logical (finding (name pool-has-faults) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-ashift-mismatch) (host ?host) (subject ?pool)
                    (argument faulty-pool) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-ashift-mismatch.scrub-or-resilver-running
  "A scrub or resilver runs and reads everything."
  (logical (finding (name scrub-or-resilver-running) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-ashift-mismatch) (host ?host) (subject ?pool)
                    (argument scrub-or-resilver-running) (cf -0.2) (strength supporting))))

(defrule CASES::zfs-ashift-mismatch.no-zfs
  "No ZFS is in use on this host."
  (logical (finding (name zfs-in-use) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case zfs-ashift-mismatch) (host ?host) (subject ?host)
                    (argument no-zfs) (cf -0.5) (strength supporting))))
