; The smallest block that ZFS writes to a device against the device's own sector.

(defglobal FINDINGS ?*larger-ashift-times* = 1.5)            ; times as fast | drives that lie of their sectors lose more than that, and chance less, by experience [openzfs-docs: Workload Tuning, Alignment Shift]
(defglobal FINDINGS ?*sector-of-512* = 512)    ; bytes | the least that ZFS writes, ashift 9 [openzfs-docs: Workload Tuning, Alignment Shift (ashift)]
(defglobal FINDINGS ?*sector-of-4k* = 4096)    ; bytes | the sector of nearly all drives since about 2011, ashift 12 [openzfs-docs: Workload Tuning, Alignment Shift (ashift)]

(defrule FINDINGS::ashift-below-sector.said-by-status
  "zpool status itself says that a device is used in blocks smaller than its own. [openzfs-issues: 4740; openzfs-docs: zpool-status]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (configured-block-bytes ?configured&~unknown)
      (native-block-bytes ?native&:(above ?native ?configured))))
  =>
  (assert (finding (name ashift-below-sector) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::ashift-below-sector.disk-tells-more
  "The vdev was made for smaller blocks than the physical sector of its disk. [openzfs-docs: Workload Tuning, Alignment Shift (ashift)]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role ~log&~cache&~spare) (configured-block-bytes ?configured&~unknown))
    (disk-settings (host ?host) (device ?device) (physical-block-bytes ?physical&:(above ?physical ?configured))))
  =>
  (assert (finding (name ashift-below-sector) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::ashift-below-sector.drive-tells-more
  "The vdev was made for smaller blocks than the physical sector that the drive reports. [smartctl-sectors: Sector Sizes]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role ~log&~cache&~spare) (configured-block-bytes ?configured&~unknown))
    (smart (host ?host) (device ?device) (physical-sector-bytes ?physical&:(above ?physical ?configured))))
  =>
  (assert (finding (name ashift-below-sector) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::ashift-below-sector.disk-of-pool-of-512
  "The pool writes blocks of 512 bytes, and a data disk of it has a larger physical sector. [openzfs-docs: Workload Tuning, Alignment Shift (ashift)]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (smallest-block-bytes ?block&~unknown))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (configured-block-bytes unknown))
    (disk-settings (host ?host) (device ?device) (physical-block-bytes ?physical&:(above ?physical ?block))))
  =>
  (assert (finding (name ashift-below-sector) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::ashift-below-sector.drive-of-pool-of-512
  "The pool writes blocks of 512 bytes, and a data drive of it reports a larger physical sector. [smartctl-sectors: Sector Sizes]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (smallest-block-bytes ?block&~unknown))
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data) (configured-block-bytes unknown))
    (smart (host ?host) (device ?device) (physical-sector-bytes ?physical&:(above ?physical ?block))))
  =>
  (assert (finding (name ashift-below-sector) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::ashift-below-sector.every-disk-shown
  "The pool was made for blocks of 512 bytes, and every disk of the host that was shown has larger physical sectors: its own are among them. [openzfs-docs: Workload Tuning, Alignment Shift (ashift)]"
  (logical
    (finding (name ashift-of-512) (host ?host) (subject ?pool) (state present))
    (finding (name disks-of-4k) (host ?host) (subject ?host) (state present))
    (not (disk-settings (host ?host) (physical-block-bytes 512)))
    (not (smart (host ?host) (physical-sector-bytes 512))))
  =>
  (assert (finding (name ashift-below-sector) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::ashift-below-sector.condition
  "zpool status says of the pool that devices are used in blocks other than their own. [openzfs-docs: zpool-status]"
  (logical (zpool-status (host ?host) (pool ?pool) (condition non-native-block-size)))
  =>
  (assert (finding (name ashift-below-sector) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::drive-refused-for-sectors.pool
  "zpool did not take the drive: its sectors are larger than the smallest block of the vdev, which would have had to write parts of them. [openzfs-issues: 4740; openzfs-docs: Workload Tuning, Alignment Shift (ashift)]"
  (logical (pool-refusal (host ?host) (device ?device) (pool ?pool&~unknown) (reason sector-size)))
  =>
  (assert (finding (name drive-refused-for-sectors) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::drive-refused-for-sectors.pool-of-the-other
  "zpool did not take the drive beside or for a device of this pool: its sectors are larger than the smallest block of the vdev. [openzfs-issues: 4740; openzfs-docs: Workload Tuning, Alignment Shift (ashift)]"
  (logical
    (pool-refusal (host ?host) (device ?device) (pool unknown) (beside ?beside&~unknown) (reason sector-size))
    (pool-device (host ?host) (pool ?pool) (device ?beside)))
  =>
  (assert (finding (name drive-refused-for-sectors) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::drive-refused-for-sectors.pool-not-named
  "zpool did not take the drive into a pool that is not named: its sectors are larger than the smallest block of the vdev. [openzfs-issues: 4740; openzfs-docs: Workload Tuning, Alignment Shift (ashift)]"
  (logical
    (pool-refusal (host ?host) (device ?device) (pool unknown) (beside ?beside&~unknown) (reason sector-size))
    (not (pool-device (host ?host) (device ?beside))))
  =>
  (assert (finding (name drive-refused-for-sectors) (host ?host) (subject "(unnamed)") (state present))))

(defrule FINDINGS::ashift-of-512.pool
  "A data vdev of the pool was made for blocks of 512 bytes. [openzfs-docs: Workload Tuning, Alignment Shift (ashift)]"
  (logical (zpool-status (host ?host) (pool ?pool) (smallest-block-bytes ?block&:(at-most ?block ?*sector-of-512*))))
  =>
  (assert (finding (name ashift-of-512) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::ashift-of-512.property
  "The property ashift of the pool asks for blocks of 512 bytes; vdevs that are made with it keep that. [openzfs-docs: Workload Tuning, Alignment Shift (ashift)]"
  (logical (zpool-list (host ?host) (pool ?pool) (ashift 9)))
  =>
  (assert (finding (name ashift-of-512) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::ashift-of-512.status
  "A data device of the pool is used in blocks of 512 bytes. [openzfs-docs: zpool-status]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role ~log&~cache&~spare) (configured-block-bytes ?configured&:(at-most ?configured ?*sector-of-512*))))
  =>
  (assert (finding (name ashift-of-512) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-writes-small.device
  "A data device of the pool is written all the time, and mostly in small pieces. [openzfs-docs: Workload Tuning, Alignment Shift (ashift)]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (role data))
    (device-load (host ?host) (device ?device) (since-boot ~yes)
      (writes-s-mean ?writes&:(at-least ?writes ?*seeks-many-s*)) (write-size-kb-mean ?size&:(at-most ?size ?*small-request-kb*))))
  =>
  (assert (finding (name pool-writes-small) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-writes-small.seldom
  "The pool as a whole writes less often than a single disk with moving heads could. [openzfs-docs: zpool-iostat]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (imported ~no))
    (device-load (host ?host) (device ?pool) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*few-samples*))
      (writes-s-mean ?writes&~unknown&:(below ?writes ?*seeks-many-s*))))
  =>
  (assert (finding (name pool-writes-small) (host ?host) (subject ?pool) (state absent))))

(defrule FINDINGS::ashift-of-4k.pool
  "Every data vdev of the pool was made for blocks of 4 KiB or more. [openzfs-docs: Workload Tuning, Alignment Shift (ashift)]"
  (logical (zpool-status (host ?host) (pool ?pool) (smallest-block-bytes ?block&:(at-least ?block ?*sector-of-4k*))))
  =>
  (assert (finding (name ashift-of-4k) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::disks-of-4k.listed
  "A disk of the host has physical sectors of 4 KiB or more. [smartctl-sectors: Sector Sizes]"
  (logical (disk-settings (host ?host) (device ?device) (physical-block-bytes ?physical&:(at-least ?physical ?*sector-of-4k*))))
  =>
  (assert (finding (name disks-of-4k) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::disks-of-4k.drive
  "A drive of the host reports physical sectors of 4 KiB or more. [smartctl-sectors: Sector Sizes]"
  (logical (smart (host ?host) (device ?device) (physical-sector-bytes ?physical&:(at-least ?physical ?*sector-of-4k*))))
  =>
  (assert (finding (name disks-of-4k) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::disks-of-4k.status
  "zpool status says that a device has sectors of 4 KiB or more. [openzfs-docs: zpool-status]"
  (logical (pool-device (host ?host) (pool ?pool) (device ?device) (native-block-bytes ?native&:(at-least ?native ?*sector-of-4k*))))
  =>
  (assert (finding (name disks-of-4k) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::disks-of-4k.none
  "All disks were listed, and none has a physical sector above 512 bytes. [smartctl-sectors: Sector Sizes]"
  (logical
    (read (host ?host) (template disk-settings) (complete yes))
    (disk-settings (host ?host) (device ?device) (physical-block-bytes 512))
    (not (disk-settings (host ?host) (physical-block-bytes ?physical&:(above ?physical ?*sector-of-512*)))))
  =>
  (assert (finding (name disks-of-4k) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::disks-of-4k.no-drive-read
  "The drives that were read report physical sectors of 512 bytes. [smartctl-sectors: Sector Sizes]"
  (logical
    (smart (host ?host) (device ?device) (physical-sector-bytes 512))
    (not (smart (host ?host) (physical-sector-bytes ?larger&:(above ?larger ?*sector-of-512*))))
    (not (disk-settings (host ?host) (physical-block-bytes ?physical&:(above ?physical ?*sector-of-512*)))))
  =>
  (assert (finding (name disks-of-4k) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::ashift-of-512-beside-4k.host
  "The pool was made for blocks of 512 bytes, and disks of the host have sectors of 4 KiB. [openzfs-docs: Workload Tuning, Alignment Shift (ashift); smartctl-sectors: Sector Sizes]"
  (logical
    (finding (name ashift-of-512) (host ?host) (subject ?pool) (state present))
    (finding (name disks-of-4k) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name ashift-of-512-beside-4k) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::faster-with-larger-ashift.compared
  "The same test was far faster on a pool made for larger blocks: the drive's sectors are larger than the 512 bytes of the other. [openzfs-docs: Workload Tuning, Alignment Shift]"
  (logical
    (setting-test (host ?host) (setting "ashift") (kind ?kind&~unknown) (number-of-value ?small&:(at-least ?small 9)) (rate ?slow&:(above ?slow 0)))
    (setting-test (host ?host) (setting "ashift") (kind ?kind) (number-of-value ?large&~unknown&:(above ?large ?small))
      (rate ?fast&~unknown&:(at-least ?fast (* ?*larger-ashift-times* ?slow)))))
  =>
  (assert (finding (name faster-with-larger-ashift) (host ?host) (subject ?host) (state present))))
