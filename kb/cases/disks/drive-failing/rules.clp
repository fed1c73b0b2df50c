; For: what the drive, the kernel, the controller and the pool say

(defrule CASES::drive-failing.medium-errors-at-several-places
  "The drive itself reports that several places of its medium cannot be read. No cable, controller or driver can cause that answer."
  (logical
    (finding (name medium-errors) (host ?host) (subject ?drive) (state present))
    (finding (name medium-errors-spread) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument medium-errors-at-several-places) (cf 0.85) (strength decisive))))

(defrule CASES::drive-failing.medium-error-at-one-place
  "The drive reports that a place of its medium cannot be read; one alone may be mended by writing it."
  (logical (finding (name medium-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument medium-error-at-one-place) (cf 0.45) (strength supporting))))

(defrule CASES::drive-failing.medium-errors-with-pending-sectors
  "Reads fail, and the drive counts sectors that it could not read: data on it is at risk now."
  (logical
    (finding (name medium-errors) (host ?host) (subject ?drive) (state present))
    (finding (name pending-sectors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument medium-errors-with-pending-sectors) (cf 0.85) (strength decisive))))

(defrule CASES::drive-failing.failed-requests-with-pending-sectors
  "Requests fail, and the drive counts sectors that it could not read: the medium is to blame and not the way to it."
  (logical
    (finding (name disk-errors) (host ?host) (subject ?drive) (state present))
    (finding (name pending-sectors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument failed-requests-with-pending-sectors) (cf 0.7) (strength decisive))))

(defrule CASES::drive-failing.requests-fail-at-several-places
  "Requests to several sectors of this disk fail. The lines do not say why; a drive is the usual reason when it is one disk only."
  (logical (finding (name io-errors-spread) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument requests-fail-at-several-places) (cf 0.4) (strength supporting))))

(defrule CASES::drive-failing.hardware-errors
  "The drive reports faults of its own electronics or mechanics."
  (logical (finding (name hardware-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument hardware-errors) (cf 0.5) (strength supporting))))

(defrule CASES::drive-failing.failure-predicted
  "The drive raised its own predictive failure analysis."
  (logical (finding (name failure-predicted) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument failure-predicted) (cf 0.7) (strength decisive))))

(defrule CASES::drive-failing.does-not-answer
  "The disk timed out or was reset. That can be the drive, its cable or the controller."
  (logical (finding (name device-unresponsive) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument does-not-answer) (cf 0.15) (strength supporting))))

(defrule CASES::drive-failing.does-not-answer-again
  "The disk timed out or was reset more than once: the drive, its cable or its power, which SMART tells apart."
  (logical (finding (name device-unresponsive-again) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument does-not-answer-again) (cf 0.15) (strength supporting))))

(defrule CASES::drive-failing.does-not-answer-and-requests-fail
  "The disk timed out or was reset, and requests to it failed in the end: the drive, its cable or the controller gave up, and nothing else is to blame."
  (logical
    (finding (name device-unresponsive) (host ?host) (subject ?drive) (state present))
    (finding (name requests-given-up) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument does-not-answer-and-requests-fail) (cf 0.35) (strength supporting))))

(defrule CASES::drive-failing.does-not-answer-and-stands-still
  "The disk timed out or was reset, and it completes nothing although requests wait: the drive, its cable or the controller."
  (logical
    (finding (name device-unresponsive) (host ?host) (subject ?drive) (state present))
    (finding (name device-hung) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument does-not-answer-and-stands-still) (cf 0.35) (strength supporting))))

(defrule CASES::drive-failing.smart-verdict
  "SMART itself says that the drive is failing, and it says so late: most drives fail without."
  (logical (finding (name smart-failing) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument smart-verdict) (cf 0.9) (strength decisive))))

(defrule CASES::drive-failing.counters-rise
  "Bad sectors become more from reading to reading: whatever causes it goes on."
  (logical (finding (name bad-sectors-growing) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument counters-rise) (cf 0.85) (strength decisive))))

(defrule CASES::drive-failing.self-test-failed
  "The drive could not read its own medium in a test that no host took part in."
  (logical (finding (name self-test-failed) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument self-test-failed) (cf 0.75) (strength decisive))))

(defrule CASES::drive-failing.many-pending-sectors
  "Many sectors wait to be read once more; what stands in them is lost unless a read succeeds."
  (logical
    (finding (name pending-sectors) (host ?host) (subject ?drive) (state present))
    (finding (name pending-sectors-many) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument many-pending-sectors) (cf 0.6) (strength supporting))))

(defrule CASES::drive-failing.few-pending-sectors
  "A few sectors wait to be read once more; that may pass when they are overwritten."
  (logical (finding (name pending-sectors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument few-pending-sectors) (cf 0.18) (strength supporting))))

(defrule CASES::drive-failing.uncorrectable-sectors
  "The drive's own scan found sectors that it could not correct."
  (logical (finding (name offline-uncorrectable) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument uncorrectable-sectors) (cf 0.4) (strength supporting))))

(defrule CASES::drive-failing.uncorrectable-reads-reported
  "The drive told the host of reads that it could not correct."
  (logical (finding (name reported-uncorrectable) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument uncorrectable-reads-reported) (cf 0.3) (strength supporting))))

(defrule CASES::drive-failing.many-sectors-replaced
  "Many sectors were replaced by spare ones; whether that goes on, a second reading tells."
  (logical (finding (name reallocated-sectors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument many-sectors-replaced) (cf 0.4) (strength supporting))))

(defrule CASES::drive-failing.sectors-replaced-and-pending
  "Many sectors were replaced, and more wait for it: the drive goes through its spare ones."
  (logical
    (finding (name reallocated-sectors) (host ?host) (subject ?drive) (state present))
    (finding (name pending-sectors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument sectors-replaced-and-pending) (cf 0.75) (strength decisive))))

(defrule CASES::drive-failing.nvme-critical-warning
  "The drive warns that its spare blocks run out, that it is no longer reliable, or that it has become read-only."
  (logical (finding (name nvme-critical) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument nvme-critical-warning) (cf 0.85) (strength decisive))))

(defrule CASES::drive-failing.nvme-media-errors
  "The drive counts data that it could not deliver."
  (logical (finding (name media-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument nvme-media-errors) (cf 0.5) (strength supporting))))

(defrule CASES::drive-failing.nvme-media-errors-and-failed-requests
  "The drive counts data that it could not deliver, and the kernel logs the requests that failed."
  (logical
    (finding (name media-errors) (host ?host) (subject ?drive) (state present))
    (finding (name disk-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument nvme-media-errors-and-failed-requests) (cf 0.8) (strength decisive))))

(defrule CASES::drive-failing.spare-blocks-exhausted
  "Fewer spare blocks are left than the maker holds to be safe."
  (logical (finding (name spare-exhausted) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument spare-blocks-exhausted) (cf 0.8) (strength decisive))))

(defrule CASES::drive-failing.scsi-errors-not-corrected
  "The drive counts errors that all its corrections could not mend."
  (logical (finding (name uncorrected-reads) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument scsi-errors-not-corrected) (cf 0.5) (strength supporting))))

(defrule CASES::drive-failing.scsi-many-grown-defects
  "The drive has replaced many sectors; whether that goes on, a second reading tells."
  (logical (finding (name grown-defects) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument scsi-many-grown-defects) (cf 0.35) (strength supporting))))

(defrule CASES::drive-failing.scsi-defects-and-errors-not-corrected
  "The drive has replaced many sectors and still gives errors that it cannot mend."
  (logical
    (finding (name grown-defects) (host ?host) (subject ?drive) (state present))
    (finding (name uncorrected-reads) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument scsi-defects-and-errors-not-corrected) (cf 0.8) (strength decisive))))

(defrule CASES::drive-failing.controller-logs-read-errors
  "The controller logs that it could not read the drive. What it mends by trying again never reaches the kernel, so a quiet kernel log does not clear the drive."
  (logical (finding (name controller-read-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument controller-logs-read-errors) (cf 0.7) (strength decisive))))

(defrule CASES::drive-failing.controller-and-kernel-agree
  "The controller and the kernel both log errors of this drive."
  (logical
    (finding (name controller-read-errors) (host ?host) (subject ?drive) (state present))
    (finding (name disk-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument controller-and-kernel-agree) (cf 0.85) (strength decisive))))

(defrule CASES::drive-failing.controller-smart-has-dropped
  "The controller's list shows the values of unreadable sectors below where they began; a threshold of 0 means that its OK says nothing."
  (logical (finding (name controller-smart-drops) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument controller-smart-has-dropped) (cf 0.6) (strength decisive))))

(defrule CASES::drive-failing.controller-smart-has-dropped-far
  "The controller's list shows the value of pending sectors below where it began, and some hundred sectors stand behind that."
  (logical
    (finding (name controller-smart-drops) (host ?host) (subject ?drive) (state present))
    (quantity (name unreadable-sectors-estimate) (host ?host) (subject ?drive) (value ?sectors)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument controller-smart-has-dropped-far) (cf 0.65) (strength decisive))))

(defrule CASES::drive-failing.controller-smart-and-read-errors
  "The values of unreadable sectors have dropped, and the controller logs errors of the same drive."
  (logical
    (finding (name controller-smart-drops) (host ?host) (subject ?drive) (state present))
    (finding (name controller-read-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument controller-smart-and-read-errors) (cf 0.9) (strength decisive))))

(defrule CASES::drive-failing.controller-gave-the-drive-up
  "The controller has taken the drive out of use."
  (logical (finding (name controller-drive-failed) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument controller-gave-the-drive-up) (cf 0.6) (strength decisive))))

(defrule CASES::drive-failing.pool-counts-its-errors
  "ZFS counts failed reads or writes of this device and of no other."
  (logical (finding (name pool-drive-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument pool-counts-its-errors) (cf 0.6) (strength supporting))))

(defrule CASES::drive-failing.pool-and-kernel-agree
  "ZFS counts errors of this device, and the kernel logs the requests that failed."
  (logical
    (finding (name pool-drive-errors) (host ?host) (subject ?drive) (state present))
    (finding (name disk-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument pool-and-kernel-agree) (cf 0.85) (strength decisive))))

(defrule CASES::drive-failing.pending-sectors-and-unreadable-files
  "Files cannot be read, and this drive counts sectors that it could not read."
  (logical
    (finding (name pending-sectors) (host ?host) (subject ?drive) (state present))
    (finding (name files-unreadable) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument pending-sectors-and-unreadable-files) (cf 0.5) (strength supporting))))

(defrule CASES::drive-failing.array-lost-a-member
  "A software RAID array has lost a member; mdadm --detail names it."
  (logical (finding (name array-member-failed) (host ?host) (subject ?array) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?host)
                    (argument array-lost-a-member) (cf 0.35) (strength supporting))))

; Against

(defrule CASES::drive-failing.counters-fell-back
  "The few sectors that waited were read or written after all, and none was replaced: watch the drive, it is not failing by that."
  (logical (finding (name pending-cleared) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument counters-fell-back) (cf -0.7) (strength decisive))))

(defrule CASES::drive-failing.only-the-link-is-bad
  "Transfers were damaged and no sector is bad: cable, backplane or connector."
  (logical (finding (name link-errors-only) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument only-the-link-is-bad) (cf -0.6) (strength supporting))))

(defrule CASES::drive-failing.smart-counters-are-zero
  "None of the drive's own counters of bad sectors has moved."
  (logical (finding (name smart-clean) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument smart-counters-are-zero) (cf -0.4) (strength supporting))))

(defrule CASES::drive-failing.drive-was-replaced
  "The drive was replaced since: what stands in the logs is about the old one."
  (logical (finding (name drive-replaced) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument drive-was-replaced) (cf -0.95) (strength decisive))))

(defrule CASES::drive-failing.paths-were-lost
  "Paths to the storage failed: requests fail then, whatever state the drives are in."
  (logical (finding (name paths-lost) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?host)
                    (argument paths-were-lost) (cf -0.5) (strength supporting))))

(defrule CASES::drive-failing.several-disks-stopped-together
  "More than one disk stopped answering: cable, backplane, power or controller, rather than each of them."
  (logical (finding (name several-disks-unresponsive) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?host)
                    (argument several-disks-stopped-together) (cf -0.5) (strength supporting))))

(defrule CASES::drive-failing.several-of-a-pool-return-wrong-data
  "Several devices of a pool return wrong data and none fails to read or write: what they share is to blame, rather than each of them."
  (logical (finding (name pool-errors-spread) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?host)
                    (argument several-of-a-pool-return-wrong-data) (cf -0.4) (strength supporting))))

(defrule CASES::drive-failing.controller-was-reset
  "The controller was reset: requests fail then, whatever state the drives are in."
  (logical (finding (name controller-resets) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?host)
                    (argument controller-was-reset) (cf -0.4) (strength supporting))))

(defrule CASES::drive-failing.shingled-and-counters-clean
  "The drive records shingled and none of its counters of bad sectors has moved: it answers late because it rearranges its zones."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name smart-clean) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument shingled-and-counters-clean) (cf -0.5) (strength supporting))))

(defrule CASES::drive-failing.shingled-in-a-resilver-and-clean
  "The drive records shingled, a pool is resilvering, and none of its counters of bad sectors has moved: requests fail and come late because it is written full."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name pool-resilvering) (host ?host) (subject ?pool) (state present))
    (finding (name smart-clean) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case drive-failing) (host ?host) (subject ?drive)
                    (argument shingled-in-a-resilver-and-clean) (cf -0.8) (strength supporting))))
