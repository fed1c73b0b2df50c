; For

(defrule CASES::smr-drive-stall.shingled-and-writes-take-seconds
  "The drive records shingled, and single writes to it take seconds: it rearranges its zones meanwhile."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name device-writes-stall) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument shingled-and-writes-take-seconds) (cf 0.85) (strength decisive))))

(defrule CASES::smr-drive-stall.shingled-times-out-with-clean-counters
  "The drive records shingled and timed out or was reset, and none of its counters of bad sectors has moved."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name device-unresponsive) (host ?host) (subject ?drive) (state present))
    (finding (name smart-clean) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument shingled-times-out-with-clean-counters) (cf 0.82) (strength decisive))))

(defrule CASES::smr-drive-stall.shingled-requests-fail-with-clean-counters
  "The drive records shingled, requests to it failed, and none of its counters of bad sectors has moved: it answered too late."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name disk-errors) (host ?host) (subject ?drive) (state present))
    (finding (name smart-clean) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument shingled-requests-fail-with-clean-counters) (cf 0.7) (strength decisive))))

(defrule CASES::smr-drive-stall.shingled-in-a-resilver
  "A pool resilvers, and this drive records shingled: long writing is what it does worst."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name pool-resilvering) (host ?host) (subject ?pool) (state present))
    (finding (name slow-writes|slow-io|host-stalls|host-slow|host-hangs|write-rate-collapses|slow-database) (host ?host) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument shingled-in-a-resilver) (cf 0.7) (strength decisive))))

(defrule CASES::smr-drive-stall.shingled-in-a-rebuild
  "A software RAID array is being rebuilt, and this drive records shingled."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name array-syncing) (host ?host) (subject ?array) (state present))
    (finding (name slow-writes|slow-io|host-stalls|host-slow|host-hangs|write-rate-collapses|slow-database) (host ?host) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument shingled-in-a-rebuild) (cf 0.6) (strength supporting))))

(defrule CASES::smr-drive-stall.shingled-and-times-out
  "The drive records shingled, and timed out or was reset."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name device-unresponsive) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument shingled-and-times-out) (cf 0.5) (strength supporting))))

(defrule CASES::smr-drive-stall.shingled-and-rate-collapses
  "The drive records shingled, and writing begins fast and collapses."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name write-rate-collapses) (host ?host) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument shingled-and-rate-collapses) (cf 0.65) (strength decisive))))

(defrule CASES::smr-drive-stall.shingled-and-writes-collapse-to-seconds
  "A drive of this host records shingled, and a device takes writes fast at first and then lets each wait for a second or more."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name device-write-knee) (host ?host) (subject ?device) (state present))
    (finding (name device-writes-stall) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument shingled-and-writes-collapse-to-seconds) (cf 0.8) (strength decisive))))

(defrule CASES::smr-drive-stall.shingled-and-slow
  "The drive records shingled, and this drive answers slowly."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name device-slow) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument shingled-and-slow) (cf 0.62) (strength decisive))))

(defrule CASES::smr-drive-stall.shingled-and-writing-is-slow
  "A drive of this host records shingled, and writing is slow."
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name slow-writes|slow-io|host-stalls|host-slow|host-hangs|write-rate-collapses|slow-database) (host ?host) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument shingled-and-writing-is-slow) (cf 0.4) (strength supporting))))

(defrule CASES::smr-drive-stall.shingled
  "The drive records shingled; as long as it has idle time between writes it does well."
  (logical (finding (name drive-shingled) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument shingled) (cf 0.22) (strength supporting))))

; Against

(defrule CASES::smr-drive-stall.not-shingled
  "The drive does not record shingled, or the host manages its zones."
  (logical (finding (name drive-shingled) (host ?host) (subject ?drive) (state absent)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument not-shingled) (cf -0.95) (strength decisive))))

(defrule CASES::smr-drive-stall.medium-is-bad
  "The drive reports errors of its medium: its retries take seconds as well."
  (logical (finding (name medium-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument medium-is-bad) (cf -0.6) (strength supporting))))

(defrule CASES::smr-drive-stall.sectors-wait
  "Sectors wait to be read once more: retries take seconds as well."
  (logical (finding (name pending-sectors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument sectors-wait) (cf -0.5) (strength supporting))))

(defrule CASES::smr-drive-stall.transfers-are-damaged
  "Transfers to the drive are damaged: resets of the link take seconds as well."
  (logical (finding (name link-errors-repeated) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument transfers-are-damaged) (cf -0.8) (strength decisive))))

(defrule CASES::smr-drive-stall.answers-quickly
  "This device answers as fast as a disk can."
  (logical (finding (name device-slow) (host ?host) (subject ?drive) (state absent)))
  =>
  (assert (evidence (case smr-drive-stall) (host ?host) (subject ?drive)
                    (argument answers-quickly) (cf -0.5) (strength supporting))))
