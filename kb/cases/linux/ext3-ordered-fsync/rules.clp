; For: ext3 in ordered mode, a writer that has nothing to do with it, and those who call fsync wait for its data.

(defrule CASES::ext3-ordered-fsync.fsync-behind-a-bulk-writer
  "Tasks wait for the journal of ext3 while something writes a lot: in ordered mode the commit first forces out that data, whoever it belongs to."
  (logical
    (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))
    (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present))
    (finding (name heavy-writing) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument fsync-behind-a-bulk-writer) (cf 0.85) (strength decisive))))

(defrule CASES::ext3-ordered-fsync.fsync-behind-the-job-that-runs
  "Tasks wait for the journal of ext3 in ordered mode, and it happens while a large file is written."
  (logical
    (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))
    (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present))
    (finding (name bulk-write-running) (host ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument fsync-behind-the-job-that-runs) (cf 0.8) (strength decisive))))

(defrule CASES::ext3-ordered-fsync.journal-waits-without-throttling
  "Tasks wait for the journal of ext3 in ordered mode, although far too little is unwritten to hold back anybody who only writes."
  (logical
    (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))
    (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument journal-waits-without-throttling) (cf 0.65) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.waits-for-the-ordered-journal
  "Tasks wait for the journal of an ext3 file system in ordered mode."
  (logical
    (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))
    (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument waits-for-the-ordered-journal) (cf 0.5) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.waits-for-the-journal
  "Tasks wait for the journal of ext3, whose usual mode is the ordered one."
  (logical (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument waits-for-the-journal) (cf 0.3) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.fsync-takes-seconds-behind-a-bulk-writer
  "fsync takes seconds on ext3 in ordered mode while something writes a lot."
  (logical
    (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))
    (finding (name fsync-takes-seconds) (host ?host) (subject ?host) (state present))
    (finding (name heavy-writing) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument fsync-takes-seconds-behind-a-bulk-writer) (cf 0.7) (strength decisive))))

(defrule CASES::ext3-ordered-fsync.fsync-takes-seconds-while-a-job-writes
  "fsync takes seconds on ext3 in ordered mode, and it happens while a large file is written."
  (logical
    (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))
    (finding (name fsync-takes-seconds) (host ?host) (subject ?host) (state present))
    (finding (name bulk-write-running) (host ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument fsync-takes-seconds-while-a-job-writes) (cf 0.65) (strength decisive))))

(defrule CASES::ext3-ordered-fsync.fsync-takes-seconds
  "fsync takes seconds on a host with ext3 in ordered mode."
  (logical
    (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))
    (finding (name fsync-takes-seconds) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument fsync-takes-seconds) (cf 0.45) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.commits-slow-behind-a-bulk-writer
  "Commits are slow on a host with ext3 in ordered mode while something writes a lot, and too little is unwritten to hold back anybody else."
  (logical
    (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))
    (finding (name slow-commits|slow-database|application-drops-out|host-stalls) (host ?host) (subject ?host) (state present))
    (finding (name heavy-writing) (host ?host) (subject ?host) (state present))
    (finding (name dirty-below-throttling) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument commits-slow-behind-a-bulk-writer) (cf 0.5) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.commits-slow-while-a-job-writes
  "Commits are slow while a large file is written, on a host with ext3 in ordered mode."
  (logical
    (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))
    (finding (name slow-commits|slow-database|application-drops-out|host-stalls) (host ?host) (subject ?host) (state present))
    (finding (name bulk-write-running) (host ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument commits-slow-while-a-job-writes) (cf 0.3) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.fsync-waits-beside-a-held-back-writer
  "fsync takes seconds on ext3 in ordered mode, its callers wait for the journal, and a task that only writes is held back beside them: somebody fills the page cache."
  (logical
    (finding (name ext3-ordered) (host ?host) (subject ?mount) (state present))
    (finding (name fsync-waits-for-ext3-journal) (host ?host) (subject ?host) (state present))
    (finding (name fsync-takes-seconds) (host ?host) (subject ?host) (state present))
    (finding (name tasks-in-dirty-throttle) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument fsync-waits-beside-a-held-back-writer) (cf 0.6) (strength decisive))))

; Against

(defrule CASES::ext3-ordered-fsync.no-ext3
  "Every mounted file system was listed, and none is ext3: other file systems commit their metadata without the data of others."
  (logical (finding (name ext3-in-use) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument no-ext3) (cf -0.95) (strength decisive))))

(defrule CASES::ext3-ordered-fsync.served-by-ext4
  "The driver of ext4 serves the ext3 file systems of this host. It keeps delayed allocation off for them, so a commit still forces out new data of others; how long that takes is not documented."
  (logical (finding (name ext4-serves-ext3) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument served-by-ext4) (cf -0.4) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.mounted-as-ext4
  "Nothing is mounted as ext3 in the old way: what ext4's driver mounts as ext4 has delayed allocation, and a commit finds little data of others to force out."
  (logical (finding (name ext3-mounted-as-ext4) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument mounted-as-ext4) (cf -0.95) (strength decisive))))

(defrule CASES::ext3-ordered-fsync.not-ordered
  "No ext3 file system of this host is in ordered mode: a commit does not wait for data."
  (logical (finding (name ext3-ordered) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument not-ordered) (cf -0.85) (strength decisive))))

(defrule CASES::ext3-ordered-fsync.fsync-is-quick
  "Many calls of fsync were timed, and all were quick."
  (logical (finding (name fsync-takes-seconds) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument fsync-is-quick) (cf -0.7) (strength decisive))))

(defrule CASES::ext3-ordered-fsync.hardly-anything-written
  "Hardly anything is written: a commit has no data of others to force out."
  (logical (finding (name heavy-writing) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument hardly-anything-written) (cf -0.5) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.backlog-at-its-limit
  "Unwritten data stands at its limit: everybody who writes is stopped, with fsync or without."
  (logical (finding (name dirty-backlog-at-limit) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument backlog-at-its-limit) (cf -0.5) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.plain-writers-held-back
  "A task that only writes is held back for the amount that is unwritten; it does not wait for a journal."
  (logical (finding (name tasks-in-dirty-throttle) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument plain-writers-held-back) (cf -0.15) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.host-swaps
  "The host swaps: tasks wait for memory that was written out."
  (logical (finding (name swapping) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument host-swaps) (cf -0.5) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.device-completes-nothing
  "Requests wait at a device and none is completed: it hangs, and any journal on it waits with it."
  (logical (finding (name device-hung) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument device-completes-nothing) (cf -0.85) (strength decisive))))

(defrule CASES::ext3-ordered-fsync.device-unresponsive
  "The kernel logs timeouts or resets of a disk: the journal waits for the disk, whatever its mode."
  (logical (finding (name device-unresponsive) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument device-unresponsive) (cf -0.7) (strength decisive))))

(defrule CASES::ext3-ordered-fsync.paths-lost
  "Paths to the storage failed: the journal waits until one comes back."
  (logical (finding (name paths-lost) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument paths-lost) (cf -0.75) (strength decisive))))

(defrule CASES::ext3-ordered-fsync.controller-resets
  "The controller was reset: every disk behind it stopped meanwhile."
  (logical (finding (name controller-resets) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument controller-resets) (cf -0.6) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.drive-gives-medium-errors
  "A drive that retries bad sectors answers late, and the journal waits for it."
  (logical (finding (name medium-errors) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument drive-gives-medium-errors) (cf -0.6) (strength supporting))))

(defrule CASES::ext3-ordered-fsync.array-syncing
  "A software RAID array is rebuilt or checked: its disks are busy with that."
  (logical (finding (name array-syncing) (host ?host) (subject ?array) (state present)))
  =>
  (assert (evidence (case ext3-ordered-fsync) (host ?host) (subject ?host)
                    (argument array-syncing) (cf -0.4) (strength supporting))))
