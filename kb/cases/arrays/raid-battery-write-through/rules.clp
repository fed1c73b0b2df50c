; For

(defrule CASES::raid-battery-write-through.cache-lost-and-battery-failed
  "The volume is set to write-back and writes through, and the battery behind the cache has failed: the controller does that by itself."
  (logical
    (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))
    (finding (name cache-battery-failed) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument cache-lost-and-battery-failed) (cf 0.92) (strength decisive))))

(defrule CASES::raid-battery-write-through.cache-lost-while-the-battery-charges
  "The volume is set to write-back and writes through, and the battery is charging or in its learn cycle: it comes back by itself when that is over."
  (logical
    (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))
    (finding (name cache-battery-charging) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument cache-lost-while-the-battery-charges) (cf 0.88) (strength decisive))))

(defrule CASES::raid-battery-write-through.cache-lost-without-a-battery
  "The volume is set to write-back and writes through, and the controller finds no battery."
  (logical
    (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))
    (finding (name cache-battery-absent) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument cache-lost-without-a-battery) (cf 0.88) (strength decisive))))

(defrule CASES::raid-battery-write-through.cache-lost-and-writes-slow
  "The volume is set to write-back and writes through, and writes are slow."
  (logical
    (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))
    (finding (name slow-writes|slow-commits|slow-io|slow-database|host-slow|host-stalls|application-drops-out) (host ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument cache-lost-and-writes-slow) (cf 0.82) (strength decisive))))

(defrule CASES::raid-battery-write-through.cache-lost-by-policy
  "The controller has given up its write cache, whatever the reason."
  (logical (finding (name write-cache-lost) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument cache-lost-by-policy) (cf 0.7) (strength decisive))))

(defrule CASES::raid-battery-write-through.battery-failed-and-writes-slow-reads-quick
  "The battery has failed, and a device answers writes several times later than reads, as without a write cache."
  (logical
    (finding (name cache-battery-failed) (host ?host) (subject ?host) (state present))
    (finding (name writes-slow-reads-quick) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument battery-failed-and-writes-slow-reads-quick) (cf 0.8) (strength decisive))))

(defrule CASES::raid-battery-write-through.battery-failed-and-writes-slow
  "The battery of the write cache has failed, and writes are slow."
  (logical
    (finding (name cache-battery-failed) (host ?host) (subject ?host) (state present))
    (finding (name slow-writes|slow-commits|slow-io|slow-database|host-slow|host-stalls|application-drops-out) (host ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument battery-failed-and-writes-slow) (cf 0.65) (strength decisive))))

(defrule CASES::raid-battery-write-through.battery-failed
  "The battery of the write cache has failed; most controllers then write through."
  (logical (finding (name cache-battery-failed) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument battery-failed) (cf 0.5) (strength supporting))))

(defrule CASES::raid-battery-write-through.battery-charges-and-writes-slow
  "The battery of the write cache is charging or learning, and writes are slow."
  (logical
    (finding (name cache-battery-charging) (host ?host) (subject ?host) (state present))
    (finding (name slow-writes|slow-commits|slow-io|slow-database|host-slow|host-stalls|application-drops-out) (host ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument battery-charges-and-writes-slow) (cf 0.5) (strength supporting))))

(defrule CASES::raid-battery-write-through.battery-charges
  "The battery of the write cache is charging or learning; many controllers then write through."
  (logical (finding (name cache-battery-charging) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument battery-charges) (cf 0.25) (strength supporting))))

(defrule CASES::raid-battery-write-through.controller-and-writes-slow-reads-quick
  "The disks lie behind a RAID controller, and a device answers writes several times later than reads."
  (logical
    (finding (name controller-present) (host ?host) (subject ?host) (state present))
    (finding (name writes-slow-reads-quick) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument controller-and-writes-slow-reads-quick) (cf 0.3) (strength supporting))))

(defrule CASES::raid-battery-write-through.battery-said-to-be-bad
  "Somebody says that the battery of the controller is bad; nothing of it was looked at."
  (logical (finding (name cache-battery-suspected) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument battery-said-to-be-bad) (cf 0.18) (strength supporting))))

(defrule CASES::raid-battery-write-through.battery-said-to-be-bad-and-writes-slow
  "Somebody says that the battery of the controller is bad, and a device answers writes several times later than reads."
  (logical
    (finding (name cache-battery-suspected) (host ?host) (subject ?host) (state present))
    (finding (name writes-slow-reads-quick) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument battery-said-to-be-bad-and-writes-slow) (cf 0.5) (strength supporting))))

; Against

(defrule CASES::raid-battery-write-through.cache-in-use-and-battery-good
  "The controller caches writes and its battery is in order: it lost nothing."
  (logical
    (finding (name write-cache-in-use) (host ?host) (subject ?host) (state present))
    (finding (name cache-battery-good) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument cache-in-use-and-battery-good) (cf -0.9) (strength decisive))))

(defrule CASES::raid-battery-write-through.cache-in-use
  "The controller caches writes at present."
  (logical (finding (name write-cache-in-use) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument cache-in-use) (cf -0.6) (strength decisive))))

(defrule CASES::raid-battery-write-through.write-through-by-choice
  "The volume writes through because it is set to."
  (logical (finding (name write-through-by-choice) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument write-through-by-choice) (cf -0.5) (strength supporting))))

(defrule CASES::raid-battery-write-through.fast-at-first
  "The device takes writes fast at first and slowly later: its cache works, and is full."
  (logical (finding (name device-write-knee) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument fast-at-first) (cf -0.6) (strength supporting))))

(defrule CASES::raid-battery-write-through.latency-jumps-at-intervals
  "The latency jumps at regular intervals and is good in between; a lost cache is slow all the time."
  (logical (finding (name device-spikes-periodic) (host ?host) (subject ?device) (state present)))
  =>
  (assert (evidence (case raid-battery-write-through) (host ?host) (subject ?host)
                    (argument latency-jumps-at-intervals) (cf -0.3) (strength supporting))))

; Links

(defrule CASES::raid-battery-write-through.drains-the-backlog-slowly
  "Without its write cache the controller drains what the page cache holds much more slowly. [oracle-cache-mode: write cache mode of the disk controller]"
  (logical
    (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))
    (finding (name writes-pause|dirty-backlog-slow-to-drain|dirty-limit-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (contributes-to (case raid-battery-write-through) (host ?host) (subject ?host)
                          (to linux-writeback-stall) (to-host ?host) (to-subject ?host))))
