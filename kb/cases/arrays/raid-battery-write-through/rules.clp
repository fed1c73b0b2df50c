; For

(defrule CASES::raid-battery-write-through.drains-the-backlog-slowly
  "Without its write cache the controller drains what the page cache holds much more slowly. [oracle-cache-mode: write cache mode of the disk controller]"
  (logical
    (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))
    (finding (name writes-pause|dirty-backlog-slow-to-drain|dirty-limit-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (contributes-to (case raid-battery-write-through) (host ?host) (subject ?host)
                          (to linux-writeback-stall) (to-host ?host) (to-subject ?host))))
