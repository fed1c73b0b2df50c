; For

(defrule CASES::multipath-path-loss.requests-wait-without-a-path
  "No path is left and requests are kept until one comes back: whoever reads or writes hangs, for ever if need be."
  (logical (finding (name requests-queue-without-path) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument requests-wait-without-a-path) (cf 0.9) (strength decisive))))

(defrule CASES::multipath-path-loss.no-path-left
  "A LUN has no path that works; what is asked of it waits or fails."
  (logical (finding (name no-path-left) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument no-path-left) (cf 0.85) (strength decisive))))

(defrule CASES::multipath-path-loss.tasks-waited-while-no-path-was-left
  "For a time no path was left, and tasks waited for minutes from then on."
  (logical
    (finding (name all-paths-were-lost) (host ?host) (state present))
    (finding (name tasks-blocked-after-path-loss) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument tasks-waited-while-no-path-was-left) (cf 0.85) (strength decisive))))

(defrule CASES::multipath-path-loss.everything-stopped-while-no-path-was-left
  "For a time no path was left, and that is when everything that reads or writes stops."
  (logical
    (finding (name all-paths-were-lost) (host ?host) (state present))
    (finding (name host-stalls|host-hangs|slow-io|slow-writes|slow-commits|slow-database|application-drops-out|files-unreadable) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument everything-stopped-while-no-path-was-left) (cf 0.8) (strength decisive))))

(defrule CASES::multipath-path-loss.no-path-was-left
  "For a time no path was left; requests waited or failed meanwhile."
  (logical (finding (name all-paths-were-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument no-path-was-left) (cf 0.7) (strength supporting))))

(defrule CASES::multipath-path-loss.tasks-waited-after-paths-failed
  "Tasks waited for minutes from the moment on when paths failed."
  (logical
    (finding (name paths-lost) (host ?host) (state present))
    (finding (name tasks-blocked-after-path-loss) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument tasks-waited-after-paths-failed) (cf 0.8) (strength decisive))))

(defrule CASES::multipath-path-loss.device-stands-still-and-paths-failed
  "Requests wait at a device and none completes, and the log has lost paths: the device is not slow, it is not reached."
  (logical
    (finding (name paths-lost) (host ?host) (state present))
    (finding (name device-hung) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument device-stands-still-and-paths-failed) (cf 0.8) (strength decisive))))

(defrule CASES::multipath-path-loss.writing-stands-still-and-paths-failed
  "Nothing is handed to the disks while tasks wait, and the log has lost paths."
  (logical
    (finding (name paths-lost) (host ?host) (state present))
    (finding (name writes-pause) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument writing-stands-still-and-paths-failed) (cf 0.8) (strength decisive))))

(defrule CASES::multipath-path-loss.paths-failed-and-it-stalls
  "Paths failed not long ago, and the host stalls or its storage is slow."
  (logical
    (finding (name paths-lost) (host ?host) (state present))
    (finding (name host-stalls|host-hangs|slow-io|slow-writes|slow-commits|slow-database|application-drops-out|files-unreadable) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument paths-failed-and-it-stalls) (cf 0.6) (strength supporting))))

(defrule CASES::multipath-path-loss.paths-failed
  "Paths failed, not long ago or until now."
  (logical (finding (name paths-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument paths-failed) (cf 0.5) (strength supporting))))

(defrule CASES::multipath-path-loss.paths-come-and-go
  "Paths fail and come back again and again: each failure holds up what was on its way until the timeout."
  (logical (finding (name paths-flapping) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument paths-come-and-go) (cf 0.6) (strength supporting))))

(defrule CASES::multipath-path-loss.path-down
  "Some paths of a LUN are out. The others carry the load, and the next failure stops it."
  (logical (finding (name path-down) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument path-down) (cf 0.4) (strength supporting))))

(defrule CASES::multipath-path-loss.quorum-disk-went-first
  "The quorum device was lost before any heartbeat, and paths failed: the way to the storage, not the network."
  (logical
    (finding (name quorum-lost-first) (host ?host) (state present))
    (finding (name paths-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument quorum-disk-went-first) (cf 0.5) (strength supporting))))

(defrule CASES::multipath-path-loss.disks-stop-together
  "Several disks stopped answering at once and paths failed: what they share is the way to them."
  (logical
    (finding (name several-disks-unresponsive) (host ?host) (state present))
    (finding (name paths-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument disks-stop-together) (cf 0.3) (strength supporting))))

(defrule CASES::multipath-path-loss.paths-suspected
  "The way to the storage is suspected."
  (logical (finding (name paths-suspected) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument paths-suspected) (cf 0.15) (strength supporting))))

(defrule CASES::multipath-path-loss.device-stands-still-and-paths-are-suspected
  "Requests wait at a device and none completes, and the way to the storage is suspected."
  (logical
    (finding (name paths-suspected) (host ?host) (state present))
    (finding (name device-hung) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument device-stands-still-and-paths-are-suspected) (cf 0.6) (strength supporting))))

(defrule CASES::multipath-path-loss.tasks-hang-and-paths-are-suspected
  "Writing stands still while tasks wait, and the way to the storage is suspected."
  (logical
    (finding (name paths-suspected) (host ?host) (state present))
    (finding (name writes-pause) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument tasks-hang-and-paths-are-suspected) (cf 0.4) (strength supporting))))

; Against

(defrule CASES::multipath-path-loss.every-path-works
  "Every path of every map works by now."
  (logical (finding (name path-down) (host ?host) (state absent)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument every-path-works) (cf -0.5) (strength supporting))))

(defrule CASES::multipath-path-loss.every-path-works-and-none-failed-lately
  "Every path of every map works, and the failures in the log are of another time."
  (logical
    (finding (name path-down) (host ?host) (state absent))
    (finding (name path-trouble-over) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument every-path-works-and-none-failed-lately) (cf -0.85) (strength decisive))))

(defrule CASES::multipath-path-loss.old-and-over
  "The paths failed long before, came back, and have been there since: a planned change or an old fault."
  (logical (finding (name path-trouble-over) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument old-and-over) (cf -0.75) (strength decisive))))

(defrule CASES::multipath-path-loss.paths-were-mended
  "The lost link was put right since."
  (logical (finding (name paths-mended) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument paths-were-mended) (cf -0.95) (strength decisive))))

(defrule CASES::multipath-path-loss.device-completes-writes
  "The device is busy and goes on completing writes; over a lost path nothing completes."
  (logical (finding (name device-busy-writing) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument device-completes-writes) (cf -0.4) (strength supporting))))

(defrule CASES::multipath-path-loss.backlog-at-its-limit
  "Unwritten data stands at its limit, which stops writers by itself."
  (logical (finding (name dirty-backlog-at-limit) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument backlog-at-its-limit) (cf -0.4) (strength supporting))))

(defrule CASES::multipath-path-loss.host-swaps
  "The host swaps: tasks wait for memory."
  (logical (finding (name swapping) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument host-swaps) (cf -0.4) (strength supporting))))

(defrule CASES::multipath-path-loss.virtual-machine-was-paused
  "The virtual machine as a whole did not run; then nothing completes either, and no path failed."
  (logical (finding (name guest-paused) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument virtual-machine-was-paused) (cf -0.5) (strength supporting))))

(defrule CASES::multipath-path-loss.spikes-at-the-flush-period
  "The stalls come at the period of ZFS's transaction groups; a lost path keeps no period."
  (logical (finding (name spikes-at-flush-period) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument spikes-at-the-flush-period) (cf -0.4) (strength supporting))))

(defrule CASES::multipath-path-loss.one-medium-is-bad
  "A drive reports bad places on its medium: it is reached, and cannot read."
  (logical (finding (name medium-errors) (host ?host) (state present)))
  =>
  (assert (evidence (case multipath-path-loss) (host ?host) (subject ?host)
                    (argument one-medium-is-bad) (cf -0.3) (strength supporting))))

(defrule CASES::multipath-path-loss.because-the-network-link-failed
  "The paths run over the network, and an interface lost its link. [open-iscsi: session recovery timed out]"
  (logical
    (finding (name paths-over-network) (host ?host) (state present))
    (finding (name link-lost) (host ?host) (state present)))
  =>
  (assert (caused-by (case multipath-path-loss) (host ?host) (subject ?host)
                     (cause network-link-loss) (cause-host ?host) (cause-subject ?host))))
