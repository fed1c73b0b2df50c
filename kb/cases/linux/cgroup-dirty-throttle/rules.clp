; For: the group at the limit of unwritten data that its own limit of memory gives it, while the host is far from its own.

(defrule CASES::cgroup-dirty-throttle.at-its-own-limit-far-from-the-hosts
  "The group's unwritten data stands at the limit that follows from its own limit of memory, its tasks wait for I/O, and the host is far from its own limit."
  (logical
    (finding (name cgroup-dirty-at-limit) (host ?host) (subject ?cgroup) (state present))
    (finding (name cgroup-waits-for-io) (host ?host) (subject ?cgroup) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument at-its-own-limit-far-from-the-hosts) (cf 0.9) (strength decisive))))

(defrule CASES::cgroup-dirty-throttle.stalls-at-its-own-limit
  "It stalls while the group's unwritten data stands at its own limit, and the host is far from its limit."
  (logical
    (finding (name cgroup-dirty-at-limit) (host ?host) (subject ?cgroup) (state present))
    (finding (name container-stalls-alone|host-stalls|application-drops-out|slow-writes|slow-io|slow-database|slow-commits) (host ?host) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument stalls-at-its-own-limit) (cf 0.8) (strength decisive))))

(defrule CASES::cgroup-dirty-throttle.held-back-at-its-own-limit
  "Writers are held back for unwritten data although the host has little of it: the group is at its own limit."
  (logical
    (finding (name cgroup-dirty-at-limit) (host ?host) (subject ?cgroup) (state present))
    (finding (name tasks-in-dirty-throttle) (host ?host) (subject ?host) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument held-back-at-its-own-limit) (cf 0.85) (strength decisive))))

(defrule CASES::cgroup-dirty-throttle.at-its-own-limit-and-waiting
  "The group's unwritten data stands at its own limit and its tasks wait for I/O; how much the host as a whole has is not known."
  (logical
    (finding (name cgroup-dirty-at-limit) (host ?host) (subject ?cgroup) (state present))
    (finding (name cgroup-waits-for-io) (host ?host) (subject ?cgroup) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument at-its-own-limit-and-waiting) (cf 0.7) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.at-its-own-limit
  "The group's unwritten data stands at the limit that follows from its own limit of memory."
  (logical (finding (name cgroup-dirty-at-limit) (host ?host) (subject ?cgroup) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument at-its-own-limit) (cf 0.5) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.at-the-default-limit-far-from-the-hosts
  "By the default ratio the group's unwritten data stands at its own limit, and the host is far from its own."
  (logical
    (finding (name cgroup-dirty-at-default-limit) (host ?host) (subject ?cgroup) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument at-the-default-limit-far-from-the-hosts) (cf 0.55) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.at-the-default-limit-and-waiting
  "By the default ratio the group's unwritten data stands at its own limit, and its tasks wait for I/O."
  (logical
    (finding (name cgroup-dirty-at-default-limit) (host ?host) (subject ?cgroup) (state present))
    (finding (name cgroup-waits-for-io) (host ?host) (subject ?cgroup) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument at-the-default-limit-and-waiting) (cf 0.6) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.at-the-default-limit
  "By the default ratio the group's unwritten data stands at its own limit."
  (logical (finding (name cgroup-dirty-at-default-limit) (host ?host) (subject ?cgroup) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument at-the-default-limit) (cf 0.35) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.held-back-although-the-host-is-not
  "Writers are held back for unwritten data although the host has little of it, and a group has a small limit of memory."
  (logical
    (finding (name cgroup-limited) (host ?host) (subject ?cgroup) (state present))
    (finding (name tasks-in-dirty-throttle) (host ?host) (subject ?host) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument held-back-although-the-host-is-not) (cf 0.6) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.alone-with-a-small-limit
  "One container stalls and the rest of the host does not, and it has a small limit of memory."
  (logical
    (finding (name cgroup-limited) (host ?host) (subject ?cgroup) (state present))
    (finding (name container-stalls-alone) (host ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument alone-with-a-small-limit) (cf 0.35) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.alone-and-waiting-for-io
  "One container stalls and the rest of the host does not, and its tasks wait for I/O within a small limit of memory."
  (logical
    (finding (name cgroup-limited) (host ?host) (subject ?cgroup) (state present))
    (finding (name container-stalls-alone) (host ?host) (state present))
    (finding (name cgroup-waits-for-io) (host ?host) (subject ?cgroup) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument alone-and-waiting-for-io) (cf 0.45) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.memory-full-of-unwritten-data
  "Under version 1 the group's memory is full of unwritten data: who wants a page has to wait until the disk has taken one."
  (logical (finding (name cgroup-dirty-fills-memory) (host ?host) (subject ?cgroup) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument memory-full-of-unwritten-data) (cf 0.55) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.stalls-with-memory-full-of-unwritten-data
  "It stalls while, under version 1, the group's memory is full of unwritten data."
  (logical
    (finding (name cgroup-dirty-fills-memory) (host ?host) (subject ?cgroup) (state present))
    (finding (name container-stalls-alone|host-stalls|application-drops-out|slow-writes|slow-io|slow-database|slow-commits) (host ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument stalls-with-memory-full-of-unwritten-data) (cf 0.75) (strength decisive))))

(defrule CASES::cgroup-dirty-throttle.frees-its-own-memory-page-by-page
  "Tasks wait until memory of their own group is freed, and it is full of unwritten data."
  (logical
    (finding (name cgroup-dirty-fills-memory) (host ?host) (subject ?cgroup) (state present))
    (finding (name tasks-in-group-reclaim) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument frees-its-own-memory-page-by-page) (cf 0.85) (strength decisive))))

(defrule CASES::cgroup-dirty-throttle.frees-a-full-group-of-file-pages
  "Tasks wait until memory of their own group is freed, the group stands at its limit, and it holds hardly anything but file pages: how many of them are unwritten, this kernel does not tell."
  (logical
    (finding (name cgroup-full-of-file-pages) (host ?host) (subject ?cgroup) (state present))
    (finding (name tasks-in-group-reclaim) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument frees-a-full-group-of-file-pages) (cf 0.5) (strength supporting))))

; Against

(defrule CASES::cgroup-dirty-throttle.no-limit-of-memory
  "The group has no limit of memory of its own, so it has no limit of unwritten data of its own either."
  (logical (finding (name cgroup-limited) (host ?host) (subject ?cgroup) (state absent)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument no-limit-of-memory) (cf -0.9) (strength decisive))))

(defrule CASES::cgroup-dirty-throttle.little-unwritten
  "The group has far less unwritten data than anybody would be held back for."
  (logical (finding (name cgroup-dirty-at-limit) (host ?host) (subject ?cgroup) (state absent)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument little-unwritten) (cf -0.85) (strength decisive))))

(defrule CASES::cgroup-dirty-throttle.memory-mostly-clean
  "Under version 1 only a small part of the group's memory is unwritten: whoever wants a page gets a clean one."
  (logical (finding (name cgroup-dirty-fills-memory) (host ?host) (subject ?cgroup) (state absent)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument memory-mostly-clean) (cf -0.8) (strength decisive))))

(defrule CASES::cgroup-dirty-throttle.host-at-its-limit
  "The host as a whole stands at its limit: everybody who writes is held back, in a container or not."
  (logical (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?host)
                    (argument host-at-its-limit) (cf -0.6) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.rate-limited-on-purpose
  "The group's rate of writing is limited on purpose: its backlog cannot drain faster, whatever its memory."
  (logical (finding (name cgroup-io-limited) (host ?host) (subject ?cgroup) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument rate-limited-on-purpose) (cf -0.6) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.processor-quota
  "The group's processor quota holds it back in many periods, which stops it for parts of a second again and again."
  (logical (finding (name cgroup-cpu-throttled) (host ?host) (subject ?cgroup) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument processor-quota) (cf -0.5) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.held-back-at-memory-high
  "The group is held back at memory.high: its tasks have to free memory of any kind before they go on."
  (logical (finding (name cgroup-over-high) (host ?host) (subject ?cgroup) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?cgroup)
                    (argument held-back-at-memory-high) (cf -0.4) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.host-swaps
  "The host swaps: tasks wait for memory that was written out."
  (logical (finding (name swapping) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?host)
                    (argument host-swaps) (cf -0.5) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.device-completes-nothing
  "Requests wait at a device and none is completed: it hangs, and no backlog drains."
  (logical (finding (name device-hung) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?host)
                    (argument device-completes-nothing) (cf -0.8) (strength decisive))))

(defrule CASES::cgroup-dirty-throttle.device-unresponsive
  "The kernel logs timeouts or resets of a disk: everything on it waits."
  (logical (finding (name device-unresponsive) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?host)
                    (argument device-unresponsive) (cf -0.5) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.paths-lost
  "Paths to the storage failed: writes wait until one comes back."
  (logical (finding (name paths-lost) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?host)
                    (argument paths-lost) (cf -0.7) (strength decisive))))

(defrule CASES::cgroup-dirty-throttle.drive-gives-medium-errors
  "A drive that retries bad sectors answers late."
  (logical (finding (name medium-errors) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?host)
                    (argument drive-gives-medium-errors) (cf -0.3) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.array-syncing
  "A software RAID array is rebuilt or checked: its disks are busy with that."
  (logical (finding (name array-syncing) (host ?host) (subject ?array) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?host)
                    (argument array-syncing) (cf -0.3) (strength supporting))))

(defrule CASES::cgroup-dirty-throttle.journal-waits
  "Tasks wait for the journal of ext3, which is the host's and not the group's."
  (logical (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case cgroup-dirty-throttle) (host ?host) (subject ?host)
                    (argument journal-waits) (cf -0.4) (strength supporting))))
