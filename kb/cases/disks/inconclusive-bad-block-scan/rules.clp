; For

(defrule CASES::inconclusive-bad-block-scan.clean-write-scan-beside-errors
  "A search that writes came back clean while errors of the very drives below it are logged: writing mends or moves the sectors, and what is read back may come from the controller's cache."
  (logical
    (finding (name write-scan-clean) (host ?host) (subject ?device) (state present))
    (finding (name scan-disk-errors) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument clean-write-scan-beside-errors) (cf 0.85) (strength decisive))))

(defrule CASES::inconclusive-bad-block-scan.write-scan-beside-errors
  "A search that writes named no bad block while errors of the very drives below it are logged."
  (logical
    (finding (name write-scan-run) (host ?host) (subject ?device) (state present))
    (finding (name scan-disk-errors) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument write-scan-beside-errors) (cf 0.65) (strength decisive))))

(defrule CASES::inconclusive-bad-block-scan.write-scan-of-an-array-beside-controller-errors
  "An array was searched by writing, and the controller logs errors of a drive that may be a part of it."
  (logical
    (finding (name write-scan-run) (host ?host) (subject ?device) (state present))
    (finding (name scan-of-array) (host ?host) (subject ?device) (state present))
    (finding (name controller-read-errors) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument write-scan-of-an-array-beside-controller-errors) (cf 0.65) (strength decisive))))

(defrule CASES::inconclusive-bad-block-scan.write-scan-of-an-array-beside-kernel-errors
  "An array was searched by writing, and the kernel logs errors of a disk that may be a part of it."
  (logical
    (finding (name write-scan-run) (host ?host) (subject ?device) (state present))
    (finding (name scan-of-array) (host ?host) (subject ?device) (state present))
    (finding (name disk-errors) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument write-scan-of-an-array-beside-kernel-errors) (cf 0.5) (strength supporting))))

(defrule CASES::inconclusive-bad-block-scan.write-scan-and-controller-smart
  "A search that writes named no bad block, and the controller shows that sectors of a drive cannot be read."
  (logical
    (finding (name write-scan-run) (host ?host) (subject ?device) (state present))
    (finding (name controller-smart-drops) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument write-scan-and-controller-smart) (cf 0.45) (strength supporting))))

(defrule CASES::inconclusive-bad-block-scan.write-scan-and-pending-sectors
  "Sectors of the disk waited to be read once more, and the search wrote over them: that it found nothing says that they were rewritten or replaced, and not that they were good."
  (logical
    (finding (name write-scan-run) (host ?host) (subject ?device) (state present))
    (finding (name scan-pending-sectors) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument write-scan-and-pending-sectors) (cf 0.75) (strength decisive))))

(defrule CASES::inconclusive-bad-block-scan.clean-write-scan-of-a-suspect
  "A drive is said to be failing, and the search that found nothing wrote over what it was to find."
  (logical
    (finding (name write-scan-clean) (host ?host) (subject ?device) (state present))
    (finding (name drive-suspected) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument clean-write-scan-of-a-suspect) (cf 0.4) (strength supporting))))

(defrule CASES::inconclusive-bad-block-scan.the-two-scans-disagree
  "A search that writes named no bad block, and one of the same device that reads found some: the first did not see what was there."
  (logical
    (finding (name write-scan-run) (host ?host) (subject ?device) (state present))
    (finding (name scan-found-bad-blocks) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument the-two-scans-disagree) (cf 0.75) (strength decisive))))

(defrule CASES::inconclusive-bad-block-scan.clean-read-scan-beside-errors
  "Even a search that only reads came back clean while errors of the drive are logged: the controller mended them, or they come and go."
  (logical
    (finding (name read-scan-clean) (host ?host) (subject ?device) (state present))
    (finding (name scan-disk-errors) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument clean-read-scan-beside-errors) (cf 0.5) (strength supporting))))

(defrule CASES::inconclusive-bad-block-scan.write-scan-after-unreadable-files
  "Files could not be read, and a search that writes named no bad block: it may have mended what it was to find."
  (logical
    (finding (name write-scan-run) (host ?host) (subject ?device) (state present))
    (finding (name files-unreadable) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument write-scan-after-unreadable-files) (cf 0.4) (strength supporting))))

; Against

(defrule CASES::inconclusive-bad-block-scan.read-clean-and-log-clean
  "Every block was read, nothing was found, and the whole kernel log holds no error: the answer can be taken."
  (logical
    (finding (name read-scan-clean) (host ?host) (subject ?device) (state present))
    (finding (name disk-errors) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument read-clean-and-log-clean) (cf -0.7) (strength decisive))))

(defrule CASES::inconclusive-bad-block-scan.nothing-logged-anywhere
  "Neither the kernel nor the controller logged an error, so there is nothing that the search could have missed."
  (logical
    (finding (name disk-errors) (host ?host) (subject ?host) (state absent))
    (finding (name controller-read-errors) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?host)
                    (argument nothing-logged-anywhere) (cf -0.7) (strength decisive))))

(defrule CASES::inconclusive-bad-block-scan.another-disk-has-the-errors
  "The errors that are logged are of another disk; what was searched has none, so there is no contradiction."
  (logical (finding (name scan-of-another-disk) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument another-disk-has-the-errors) (cf -0.6) (strength decisive))))

(defrule CASES::inconclusive-bad-block-scan.drive-was-replaced
  "The drive that was searched, or one below it, was replaced since: nothing hangs on that search any more."
  (logical (finding (name scan-drive-replaced) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case inconclusive-bad-block-scan) (host ?host) (subject ?device)
                    (argument drive-was-replaced) (cf -0.95) (strength decisive))))
