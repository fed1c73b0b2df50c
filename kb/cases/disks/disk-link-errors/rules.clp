; For

(defrule CASES::disk-link-errors.damaged-transfers-and-no-bad-sector
  "Transfers to this disk are damaged again and again, and nothing is wrong with its medium."
  (logical
    (finding (name link-errors-repeated) (host ?host) (subject ?drive) (state present))
    (finding (name link-errors-only) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument damaged-transfers-and-no-bad-sector) (cf 0.85) (strength decisive))))

(defrule CASES::disk-link-errors.damaged-transfers-and-clean-counters
  "Transfers to this disk are damaged again and again, and none of its counters of bad sectors has moved."
  (logical
    (finding (name link-errors-repeated) (host ?host) (subject ?drive) (state present))
    (finding (name smart-clean) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument damaged-transfers-and-clean-counters) (cf 0.85) (strength decisive))))

(defrule CASES::disk-link-errors.count-rises-and-no-bad-sector
  "Attribute 199 rises while no sector is bad: the way to the drive damages what the drive holds well."
  (logical
    (finding (name crc-errors-rising) (host ?host) (subject ?drive) (state present))
    (finding (name link-errors-only) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument count-rises-and-no-bad-sector) (cf 0.82) (strength decisive))))

(defrule CASES::disk-link-errors.count-rises
  "Attribute 199 rises: transfers are damaged now."
  (logical (finding (name crc-errors-rising) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument count-rises) (cf 0.6) (strength supporting))))

(defrule CASES::disk-link-errors.damaged-transfers
  "The kernel logs damaged transfers of this disk again and again."
  (logical (finding (name link-errors-repeated) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument damaged-transfers) (cf 0.6) (strength supporting))))

(defrule CASES::disk-link-errors.single-damaged-transfers
  "The kernel logs a damaged transfer of this disk; one or two may come of a cable that was touched."
  (logical (finding (name link-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument single-damaged-transfers) (cf 0.2) (strength supporting))))

(defrule CASES::disk-link-errors.damaged-transfers-and-speed-reduced
  "Transfers are damaged, and the link runs at half of what the drive can or less: it was stepped down."
  (logical
    (finding (name link-errors) (host ?host) (subject ?drive) (state present))
    (finding (name link-speed-reduced) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument damaged-transfers-and-speed-reduced) (cf 0.7) (strength decisive))))

(defrule CASES::disk-link-errors.link-counts-faults-and-disk-resets
  "The link itself counts damaged transfers, and the kernel logs that the disk timed out or was reset."
  (logical
    (finding (name link-faults-counted) (host ?host) (subject ?drive) (state present))
    (finding (name device-unresponsive) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument link-counts-faults-and-disk-resets) (cf 0.75) (strength decisive))))

(defrule CASES::disk-link-errors.link-counts-faults
  "The link itself counts damaged transfers since it was last reset."
  (logical (finding (name link-faults-counted) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument link-counts-faults) (cf 0.45) (strength supporting))))

(defrule CASES::disk-link-errors.disk-was-reset-again
  "The disk timed out or was reset more than once, as with a cable or a plug that comes loose; the drive itself does the same."
  (logical (finding (name device-unresponsive-again) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument disk-was-reset-again) (cf 0.25) (strength supporting))))

(defrule CASES::disk-link-errors.disk-stands-still-and-was-reset
  "The disk timed out or was reset, and it completes nothing although requests wait: the cable as well as the drive may be to blame."
  (logical
    (finding (name device-unresponsive) (host ?host) (subject ?drive) (state present))
    (finding (name device-hung) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument disk-stands-still-and-was-reset) (cf 0.3) (strength supporting))))

(defrule CASES::disk-link-errors.many-counted-and-disk-resets
  "Hundreds of transfers were damaged, the disk times out or is reset, and no sector is bad."
  (logical
    (finding (name crc-errors-many) (host ?host) (subject ?drive) (state present))
    (finding (name device-unresponsive) (host ?host) (subject ?drive) (state present))
    (finding (name link-errors-only) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument many-counted-and-disk-resets) (cf 0.75) (strength decisive))))

(defrule CASES::disk-link-errors.damaged-transfers-and-resets
  "Transfers to this disk are damaged, and its link is reset or times out for it: the link is at fault as long as nothing speaks of the medium."
  (logical
    (finding (name link-errors) (host ?host) (subject ?drive) (state present))
    (finding (name device-unresponsive) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument damaged-transfers-and-resets) (cf 0.5) (strength supporting))))

(defrule CASES::disk-link-errors.many-counted-and-damaged-transfers
  "Hundreds of transfers of this drive were damaged, the kernel logs such ones too, and no sector is bad."
  (logical
    (finding (name crc-errors-many) (host ?host) (subject ?drive) (state present))
    (finding (name link-errors-only) (host ?host) (subject ?drive) (state present))
    (finding (name link-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument many-counted-and-damaged-transfers) (cf 0.8) (strength decisive))))

(defrule CASES::disk-link-errors.many-counted
  "Hundreds of transfers were damaged at some time, and no sector is bad; whether that goes on, a second reading tells."
  (logical
    (finding (name crc-errors-many) (host ?host) (subject ?drive) (state present))
    (finding (name link-errors-only) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument many-counted) (cf 0.35) (strength supporting))))

(defrule CASES::disk-link-errors.speed-reduced
  "The link runs at half of what the drive can, or less; an older port does that too."
  (logical (finding (name link-speed-reduced) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument speed-reduced) (cf 0.12) (strength supporting))))

(defrule CASES::disk-link-errors.wrong-data-from-several-devices
  "Several devices of a pool give wrong data and none fails to read or write, so it is what they share."
  (logical (finding (name pool-errors-spread) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?host)
                    (argument wrong-data-from-several-devices) (cf 0.4) (strength supporting))))

; Against

(defrule CASES::disk-link-errors.medium-is-bad
  "The drive itself reports that its medium cannot be read: that comes from no cable."
  (logical (finding (name medium-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument medium-is-bad) (cf -0.6) (strength supporting))))

(defrule CASES::disk-link-errors.sectors-wait
  "Sectors of the drive wait to be read once more: the medium has a part in it."
  (logical (finding (name pending-sectors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument sectors-wait) (cf -0.5) (strength supporting))))

(defrule CASES::disk-link-errors.drive-fails
  "The drive itself says that it fails."
  (logical (finding (name smart-failing) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument drive-fails) (cf -0.5) (strength supporting))))

(defrule CASES::disk-link-errors.count-unchanged
  "Attribute 199 stands still, for longer than it would if errors still came: what it counts lies back."
  (logical (finding (name crc-errors-unchanged) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument count-unchanged) (cf -0.9) (strength decisive))))

(defrule CASES::disk-link-errors.none-counted
  "The drive counts no damaged transfer at all."
  (logical (finding (name crc-errors-none) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument none-counted) (cf -0.4) (strength supporting))))

(defrule CASES::disk-link-errors.several-disks-stopped-together
  "Several disks stopped answering: what they share, and not the link of one."
  (logical (finding (name several-disks-unresponsive) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?host)
                    (argument several-disks-stopped-together) (cf -0.3) (strength supporting))))

(defrule CASES::disk-link-errors.controller-was-reset
  "The controller was reset: the links behind it go down and come up with it."
  (logical (finding (name controller-resets) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?host)
                    (argument controller-was-reset) (cf -0.3) (strength supporting))))

(defrule CASES::disk-link-errors.paths-were-lost
  "Paths to the storage failed: what is between host and storage is looked for there."
  (logical (finding (name paths-lost) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?host)
                    (argument paths-were-lost) (cf -0.4) (strength supporting))))

(defrule CASES::disk-link-errors.drive-was-replaced
  "The drive was replaced since: its counters and messages are about the old one."
  (logical (finding (name drive-replaced) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case disk-link-errors) (host ?host) (subject ?drive)
                    (argument drive-was-replaced) (cf -0.5) (strength supporting))))
