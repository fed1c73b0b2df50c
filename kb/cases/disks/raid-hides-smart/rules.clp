; For

(defrule CASES::raid-hides-smart.made-up-health-beside-errors
  "The kernel logs errors of the disk while SMART shows counters that cannot be the drive's own: the controller answers in its place."
  (logical
    (finding (name smart-filler) (host ?host) (subject ?disk) (state present))
    (finding (name disk-errors) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument made-up-health-beside-errors) (cf 0.85) (strength decisive))))

(defrule CASES::raid-hides-smart.made-up-health-beside-controller-errors
  "The controller logs errors of a drive while SMART shows counters that cannot be a drive's own."
  (logical
    (finding (name smart-filler) (host ?host) (subject ?disk) (state present))
    (finding (name controller-read-errors-on-host) (host ?host) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument made-up-health-beside-controller-errors) (cf 0.75) (strength decisive))))

(defrule CASES::raid-hides-smart.volume-answers-beside-errors
  "The kernel logs errors while smartctl is answered by a logical volume, whose health says nothing of the drives below."
  (logical
    (finding (name smart-logical-volume) (host ?host) (subject ?disk) (state present))
    (finding (name disk-errors) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument volume-answers-beside-errors) (cf 0.75) (strength decisive))))

(defrule CASES::raid-hides-smart.volume-answers-beside-controller-errors
  "The controller logs errors of a drive while smartctl is answered by a logical volume above it."
  (logical
    (finding (name smart-logical-volume) (host ?host) (subject ?disk) (state present))
    (finding (name controller-read-errors-on-host) (host ?host) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument volume-answers-beside-controller-errors) (cf 0.7) (strength decisive))))

(defrule CASES::raid-hides-smart.no-answer-beside-errors
  "The kernel logs errors, and no SMART command gets through the controller."
  (logical
    (finding (name smart-unreadable) (host ?host) (subject ?disk) (state present))
    (finding (name disk-errors-on-host) (host ?host) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument no-answer-beside-errors) (cf 0.65) (strength decisive))))

(defrule CASES::raid-hides-smart.made-up-health
  "What SMART shows of this disk cannot be the drive's own; whether the drive is well is not known."
  (logical (finding (name smart-filler) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument made-up-health) (cf 0.5) (strength supporting))))

(defrule CASES::raid-hides-smart.volume-answers-and-is-doubted
  "Somebody wants to know whether the drives are well, and what smartctl shows is said by a logical volume."
  (logical
    (finding (name smart-logical-volume) (host ?host) (subject ?disk) (state present))
    (finding (name smart-verdict-doubted) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument volume-answers-and-is-doubted) (cf 0.62) (strength decisive))))

(defrule CASES::raid-hides-smart.volume-answers
  "smartctl is answered by a logical volume; whether the drives below are well is not known."
  (logical (finding (name smart-logical-volume) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument volume-answers) (cf 0.4) (strength supporting))))

(defrule CASES::raid-hides-smart.no-answer
  "No SMART command gets through the controller; whether the drives behind it are well is not known."
  (logical (finding (name smart-unreadable) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument no-answer) (cf 0.35) (strength supporting))))

(defrule CASES::raid-hides-smart.unreadable-files-and-made-up-health
  "Files cannot be read, and SMART shows counters that cannot be the drive's own."
  (logical
    (finding (name smart-filler) (host ?host) (subject ?disk) (state present))
    (finding (name files-unreadable) (host ?host) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument unreadable-files-and-made-up-health) (cf 0.65) (strength supporting))))

(defrule CASES::raid-hides-smart.self-test-refused-behind-a-controller
  "The controller lets no self-test through to the drive, so the drive cannot be asked to check itself."
  (logical
    (finding (name smart-self-test-refused) (host ?host) (subject ?disk) (state present))
    (finding (name controller-present) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument self-test-refused-behind-a-controller) (cf 0.25) (strength supporting))))

; Against

(defrule CASES::raid-hides-smart.the-drive-itself-answers
  "The answer bears no sign of having been made up: it is the drive's own."
  (logical (finding (name smart-filler) (host ?host) (subject ?disk) (state absent)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?disk)
                    (argument the-drive-itself-answers) (cf -0.8) (strength decisive))))

(defrule CASES::raid-hides-smart.drives-were-asked-through-the-controller
  "The drives behind the controller were asked with its own -d type, and answered for themselves."
  (logical (finding (name smart-read-behind-controller) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-hides-smart) (host ?host) (subject ?host)
                    (argument drives-were-asked-through-the-controller) (cf -0.7) (strength decisive))))
