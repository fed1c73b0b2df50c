; RAID controllers and their batteries, links, rebuilds, patrol reads, shingled drives, volatile caches.

(defglobal FINDINGS ?*member-slow-ms* = 30)               ; ms | often over 50 in the documented case; an average of 30 is slow even for a disk without cache, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*member-spare-percent* = 75)         ; percent busy | a check that gives way to programs keeps its disks at half to three quarters, and they answer at once, by experience [gaechter-2012: Eingrenzung Problem]
(defglobal FINDINGS ?*reads-quick-ms* = 20)         ; ms | a disk with moving heads needs 5 to 15 when nothing waits, by experience [oracle-cache-mode: write cache mode of the disk controller]
(defglobal FINDINGS ?*writes-slower-factor* = 3)    ; times the read latency | a controller that lost its write cache answers writes three to ten times later than before, by experience [oracle-cache-mode: write cache mode of the disk controller]
(defglobal FINDINGS ?*writes-slow-ms* = 15)         ; ms | a write that is cached by a controller takes under 1 ms; this one waited for a disk, by experience [oracle-cache-mode: write cache mode of the disk controller]
(defglobal FINDINGS ?*some-reads-s* = 1)            ; reads/s | fewer say nothing of how fast reads are, by experience [oracle-cache-mode: write cache mode of the disk controller]
(defglobal FINDINGS ?*link-errors-least* = 3)       ; errors | one or two may come of a cable that was touched, by experience [linux-scsi-sense: ICRC]
(defglobal FINDINGS ?*link-errors-factor* = 10)     ; times the errors of the medium | a drive that fails counts more of those than of the link, by experience [solaris-iostat: Media Error]
(defglobal FINDINGS ?*crc-still-hours* = 20)        ; hours | a day under load, less the hours in which nobody works, by experience [smartctl-man: attribute 199]
(defglobal FINDINGS ?*crc-still-expected* = 5)      ; errors | where five are to be expected, none comes by chance in less than one of a hundred cases (e^-5), computed [smartctl-man: attribute 199]
(defglobal FINDINGS ?*crc-errors-many* = 100)       ; errors, raw value of 199 | single ones gather over years; hundreds mean that the link was bad at some time, by experience [smartctl-man: attribute 199]
(defglobal FINDINGS ?*crc-errors-thousands* = 1000) ; errors, raw value of 199 | a plug that was loose once leaves tens or hundreds, by experience [smartctl-man: attribute 199]
(defglobal FINDINGS ?*logged-link-least* = 2)       ; entries of the log | one may come of a cable that was touched, by experience [smartctl-man: -l error]
(defglobal FINDINGS ?*link-faults-least* = 10)      ; faults since the link was last reset | single ones belong to plugging in and powering up, by experience [smartmontools-source: SATA Phy Event Counters]
(defglobal FINDINGS ?*link-faults-many* = 1000)     ; faults | a plug that was pulled or a drive that was powered up leaves tens or hundreds, by experience [smartmontools-source: SATA Phy Event Counters]
(defglobal FINDINGS ?*phy-faults-least* = 1000)     ; invalid words | an adapter's phy sees hundreds when drives are plugged in and powered up, by experience [smartmontools-source: SATA Phy Event Counters]
(defglobal FINDINGS ?*phy-faults-many* = 10000)     ; invalid words | ten times of that come from no plugging in, by experience [smartmontools-source: SATA Phy Event Counters]
(defglobal FINDINGS ?*sync-losses-least* = 100)     ; times | each power-up and reset of the link loses the pace once or twice, by experience [smartmontools-source: SATA Phy Event Counters]
(defglobal FINDINGS ?*sync-losses-many* = 1000)     ; times | no drive is powered up so often, by experience [smartmontools-source: SATA Phy Event Counters]
(defglobal FINDINGS ?*link-speed-two-steps* = 0.25) ; share of what the drive can | ports of half the speed are common, of a quarter rare by now, by experience [linux-scsi-sense: limiting SATA link speed]
(defglobal FINDINGS ?*link-speed-share* = 0.5)      ; share of what the drive can | SATA steps down by halves [linux-scsi-sense: limiting SATA link speed]
(defglobal FINDINGS ?*write-stall-ms* = 1000)       ; ms | no seek and no retry-free write takes a second; by experience a shingled drive that rearranges its zones does [blocksandfiles-2020: caching writes]
(defglobal FINDINGS ?*rebuild-crawls-bytes-s* = 20971520) ; bytes/s over the whole pool | sound disks rebuild at 50 to 200 MB/s, by experience [blocksandfiles-2020: caching writes]
(defglobal FINDINGS ?*rebuild-crawls-kb-s* = 20480)      ; kB/s of one disk | the same of software RAID, by experience [blocksandfiles-2020: caching writes]
(defglobal FINDINGS ?*write-stall-mean-ms* = 300)   ; ms | the mean of all writes, where the longest one is not known, by experience [blocksandfiles-2020: caching writes]

(defglobal FINDINGS ?*commit-ms-of-a-cache* = 2.0)       ; ms | the same for a commit, with all that a transaction does beside it [postgres-docs: Reliability]
(defglobal FINDINGS ?*through-times* = 5)                 ; times as long | methods that do the same differ by a half; a flush that is left out makes it ten and more, by experience [postgres-docs: wal_sync_method]
(defglobal FINDINGS ?*through-seconds-least* = 0.001)     ; s | a cache that keeps its content answers a flush sooner, by experience [postgres-docs: Reliability]
(defglobal FINDINGS ?*sync-seconds-of-a-cache* = 0.002) ; s | a drive of 7200 turns a minute is at a given place 120 times a second: half a turn takes 4 ms [postgres-docs: Reliability]
(defglobal FINDINGS ?*backup-warning-least* = 16)    ; bits of the critical warning | bit 4 alone [nvme-smart: NVME_SMART_CRIT_VOLATILE_MEMORY]
(defglobal FINDINGS ?*backup-warning-most* = 31)     ; bits of the critical warning | bit 4 and all below it [nvme-smart: NVME_SMART_CRIT_VOLATILE_MEMORY]

; --- the write cache of a controller and its battery

(defrule FINDINGS::write-cache-lost.policy
  "The volume is set to write-back, and the controller writes through at present: it does so by itself when nothing keeps the cache through a loss of power. [lenovo-megaraid-guide: Write Policy, Bad BBU]"
  (logical (controller-array (host ?host) (array ?array) (write-cache off) (write-cache-default on)))
  =>
  (assert (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-cache-lost.cache-status
  "The controller says that its write cache is disabled, temporarily or for good. [hp-insight-agents: Backup Power Status]"
  (logical (controller (host ?host) (name ?name) (cache disabled)))
  =>
  (assert (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-cache-lost.event
  "The controller logged that it changed its volumes to write-through, and has not logged the change back. [linux-megaraid-sas: megasas_decode_evt]"
  (logical (controller-event (host ?host) (name ?name) (event cache-write-through) (latest ~no)))
  =>
  (assert (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-cache-lost.unit-and-battery
  "A unit writes through while the controller's battery is not good. This tool does not print what was set. [threeware-9500s: /bbu show status]"
  (logical
    (controller-array (host ?host) (array ?array) (write-cache off) (write-cache-default unknown))
    (controller (host ?host) (name ?name) (battery failed|charging)))
  =>
  (assert (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-cache-lost.no-battery
  "A volume is meant to be cached, its controller finds no good battery, and is not allowed to cache without one. [hp-insight-agents: Backup Power Status]"
  (logical
    (controller (host ?host) (name ?name) (battery absent|failed) (cache-without-battery no) (cache ~ok))
    (controller-array (host ?host) (array ?array) (write-cache-default on) (write-cache ~on)))
  =>
  (assert (finding (name write-cache-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writes-through-now.volume
  "A volume writes through now, and its tool does not print whether it is meant to. [storcli-captures: VD LIST]"
  (logical (controller-array (host ?host) (array ?array) (write-cache off) (write-cache-default unknown) (media ~flash)))
  =>
  (assert (finding (name writes-through-now) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writes-through-now.no-battery
  "The controller has no good battery and may not cache writes without one; of its volumes nothing is shown that says otherwise. [hp-insight-agents: Backup Power Status]"
  (logical
    (controller (host ?host) (name ?name) (battery absent|failed) (cache-without-battery no) (cache ~ok))
    (not (controller-array (host ?host) (write-cache on))))
  =>
  (assert (finding (name writes-through-now) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-cache-in-use.policy
  "The controller caches writes at present. [lenovo-megaraid-guide: Write Policy]"
  (logical
    (controller-array (host ?host) (array ?array) (write-cache on) (write-cache-forced ~yes))
    (not (controller-array (host ?host) (write-cache off) (write-cache-default on))))
  =>
  (assert (finding (name write-cache-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-cache-in-use.cache-status
  "The controller says that its write cache is in order. [hp-insight-agents: Backup Power Status]"
  (logical (controller (host ?host) (name ?name) (cache ok)) (not (controller (host ?host) (cache disabled))))
  =>
  (assert (finding (name write-cache-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-cache-in-use.event
  "The controller logged that it changed its volumes back to write-back. [linux-megaraid-sas: megasas_decode_evt]"
  (logical (controller-event (host ?host) (name ?name) (event cache-write-back) (latest ~no)))
  =>
  (assert (finding (name write-cache-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-through-by-choice.policy
  "The volume writes through and is set to: nothing was lost. It is usual for volumes of flash drives. [lenovo-megaraid-guide: Write Policy]"
  (logical (controller-array (host ?host) (array ?array) (write-cache off) (write-cache-default off)))
  =>
  (assert (finding (name write-through-by-choice) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cache-battery-failed.state
  "The controller says that the battery or capacitor of its cache has failed or must be replaced. [hp-insight-agents: Backup Power Status]"
  (logical (controller (host ?host) (name ?name) (battery failed)))
  =>
  (assert (finding (name cache-battery-failed) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cache-battery-failed.event
  "The controller logged that the battery of its cache has failed or must be replaced. [linux-megaraid-sas: megasas_decode_evt]"
  (logical (controller-event (host ?host) (name ?name) (event battery-failed) (latest ~no)))
  =>
  (assert (finding (name cache-battery-failed) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cache-battery-absent.state
  "The controller finds no battery for its cache. [threeware-9500s: /bbu show status]"
  (logical (controller (host ?host) (name ?name) (battery absent)))
  =>
  (assert (finding (name cache-battery-absent) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cache-battery-absent.event
  "The controller logged that its battery was removed or is not there. [linux-megaraid-sas: megasas_decode_evt]"
  (logical (controller-event (host ?host) (name ?name) (event battery-absent) (latest ~no)))
  =>
  (assert (finding (name cache-battery-absent) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cache-battery-charging.state
  "The battery is charging, or is discharged and charged on purpose to learn how much it holds; until then it does not protect the cache. [threeware-9500s: /bbu show status]"
  (logical (controller (host ?host) (name ?name) (battery charging)))
  =>
  (assert (finding (name cache-battery-charging) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cache-battery-charging.event
  "The controller logged that the battery began a learn cycle or to charge, and not that it ended. [linux-megaraid-sas: megasas_decode_evt]"
  (logical (controller-event (host ?host) (name ?name) (event battery-learning|battery-charging) (latest ~no)))
  =>
  (assert (finding (name cache-battery-charging) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cache-battery-good.state
  "The battery or capacitor of the cache is in order. [hp-insight-agents: Backup Power Status]"
  (logical
    (controller (host ?host) (name ?name) (battery ok))
    (not (controller (host ?host) (battery failed|absent|charging))))
  =>
  (assert (finding (name cache-battery-good) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-cache-forced.volume
  "Writes are cached although the battery that would keep them is failed, missing or not charged: a loss of power loses them. [dell-perc-h730: Force WB with no battery]"
  (logical
    (controller-array (host ?host) (array ?array) (write-cache on) (write-cache-forced yes))
    (controller (host ?host) (name ?name) (battery failed|absent|charging)))
  =>
  (assert (finding (name write-cache-forced) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::write-cache-forced.controller
  "The controller is told to cache writes without a battery, and has none that is good. [hp-insight-agents: Backup Power Status]"
  (logical (controller (host ?host) (name ?name) (cache-without-battery yes) (battery failed|absent|charging)))
  =>
  (assert (finding (name write-cache-forced) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::drive-caches-behind-controller.volume
  "The drives behind the controller cache writes by themselves, and its battery does not keep what is in them. [ceph-write-caches: Write Caches]"
  (logical (controller-array (host ?host) (array ?array) (drive-cache on) (media ~flash)))
  =>
  (assert (finding (name drive-caches-behind-controller) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::drive-caches-behind-controller.controller
  "The drives behind the controller cache writes by themselves, and its battery does not keep what is in them. [ceph-write-caches: Write Caches]"
  (logical (controller (host ?host) (name ?name) (drive-cache on)))
  =>
  (assert (finding (name drive-caches-behind-controller) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::writes-slow-reads-quick.device
  "Reads of the device come as fast as a disk can, and writes take several times as long: writes wait for something that reads do not. [oracle-cache-mode: write cache mode of the disk controller]"
  (logical
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (reads-s-mean ?reads&:(at-least ?reads ?*some-reads-s*))
      (read-latency-ms-mean ?read&:(at-most ?read ?*reads-quick-ms*))
      (write-latency-ms-mean ?write&:(at-least ?write ?*writes-slow-ms*)&:(at-least ?write (* ?*writes-slower-factor* ?read)))))
  =>
  (assert (finding (name writes-slow-reads-quick) (host ?host) (subject ?device) (state present))))

; --- links

(defrule FINDINGS::link-errors-repeated.kernel
  "Transfers to this disk were damaged again and again. [linux-scsi-sense: ICRC]"
  (logical
    (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (kind link-error)
                (count ?count&:(at-least ?count ?*link-errors-least*)))
    (not (disk-error (host ?host) (device ?device) (kind io-error) (count ?other&:(at-least ?other (* ?*link-errors-factor* ?count))))))
  =>
  (assert (finding (name link-errors-repeated) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::crc-errors-rising.smart
  "The drive's count of damaged transfers rose between two readings: it goes on. [smartctl-man: attribute 199]"
  (logical
    (smart-growth (host ?host) (device ?device) (counter crc-errors) (first ?first&~unknown) (last ?last&:(above ?last ?first))
                  (still-hours unknown)))
  =>
  (assert (finding (name crc-errors-rising) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::crc-errors-rising.until-lately
  "The drive's count of damaged transfers rose, and has stood still for too short a time to believe that it is over. [smartctl-man: attribute 199]"
  (logical
    (smart-growth (host ?host) (device ?device) (counter crc-errors) (first ?first&~unknown) (last ?last&:(above ?last ?first))
                  (still-hours ?hours&:(below ?hours ?*crc-still-hours*))
                  (expected-while-still ?expected&:(below ?expected ?*crc-still-expected*))))
  =>
  (assert (finding (name crc-errors-rising) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::crc-errors-unchanged.smart
  "The drive's count of damaged transfers has not moved for a day of work: what it counts lies back. [smartctl-man: attribute 199]"
  (logical
    (smart-growth (host ?host) (device ?device) (counter crc-errors) (last ?last&:(at-least ?last 1))
                  (still-hours ?hours&:(at-least ?hours ?*crc-still-hours*))))
  =>
  (assert (finding (name crc-errors-unchanged) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::crc-errors-unchanged.outlasted-its-pace
  "The count stands still for so long that several errors would have come, had it gone on as before. [smartctl-man: attribute 199]"
  (logical
    (smart-growth (host ?host) (device ?device) (counter crc-errors) (first ?first&~unknown) (last ?last&:(above ?last ?first))
                  (expected-while-still ?expected&:(at-least ?expected ?*crc-still-expected*))))
  =>
  (assert (finding (name crc-errors-unchanged) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::crc-errors-many.smart
  "Hundreds of transfers of this drive were damaged since it was made; one reading does not say when. [smartctl-man: attribute 199]"
  (logical (smart (host ?host) (device ?device) (crc-errors-raw ?count&:(at-least ?count ?*crc-errors-many*))))
  =>
  (assert (finding (name crc-errors-many) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::crc-errors-thousands.smart
  "Thousands of transfers of this drive were damaged: that is no cable that was touched once. [smartctl-man: attribute 199]"
  (logical (smart (host ?host) (device ?device) (crc-errors-raw ?count&:(at-least ?count ?*crc-errors-thousands*))))
  =>
  (assert (finding (name crc-errors-thousands) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::link-errors-logged.smart
  "The drive's own log holds transfers that were damaged. [smartctl-man: -l error]"
  (logical (smart (host ?host) (device ?device) (logged-link-errors ?count&:(at-least ?count ?*logged-link-least*))))
  =>
  (assert (finding (name link-errors-logged) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::crc-errors-none.smart
  "No transfer of this drive was ever damaged. [smartctl-man: attribute 199]"
  (logical (smart (host ?host) (device ?device) (crc-errors-raw 0)))
  =>
  (assert (finding (name crc-errors-none) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::link-faults-counted.smart
  "The link counts damaged transfers since it was last reset. [smartmontools-source: SATA Phy Event Counters]"
  (logical (smart (host ?host) (device ?device) (link-faults ?count&:(at-least ?count ?*link-faults-least*))))
  =>
  (assert (finding (name link-faults-counted) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::link-faults-counted.sync
  "The SAS link lost the pace of its words more often than power-ups explain. [smartmontools-source: SATA Phy Event Counters]"
  (logical (smart (host ?host) (device ?device) (sync-losses ?count&:(at-least ?count ?*sync-losses-least*))))
  =>
  (assert (finding (name link-faults-counted) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::link-faults-counted.phy
  "A lane of a SAS adapter or expander counts more invalid words than plugging in and powering up make. [smartmontools-source: SATA Phy Event Counters]"
  (logical (sas-phy (host ?host) (phy ?it) (link-faults ?count&:(at-least ?count ?*phy-faults-least*))))
  =>
  (assert (finding (name link-faults-counted) (host ?host) (subject ?it) (state present))))

(defrule FINDINGS::link-faults-counted.phy-sync
  "A lane of a SAS adapter or expander lost the pace of its words more often than power-ups explain. [smartmontools-source: SATA Phy Event Counters]"
  (logical (sas-phy (host ?host) (phy ?it) (sync-losses ?count&:(at-least ?count ?*sync-losses-least*))))
  =>
  (assert (finding (name link-faults-counted) (host ?host) (subject ?it) (state present))))

(defrule FINDINGS::link-faults-many.smart
  "The link counts damaged transfers by the thousand. [smartmontools-source: SATA Phy Event Counters]"
  (logical (smart (host ?host) (device ?it) (link-faults ?count&:(at-least ?count ?*link-faults-many*))))
  =>
  (assert (finding (name link-faults-many) (host ?host) (subject ?it) (state present))))

(defrule FINDINGS::link-faults-many.smart-sync
  "The SAS link lost the pace of its words by the thousand. [smartmontools-source: SATA Phy Event Counters]"
  (logical (smart (host ?host) (device ?it) (sync-losses ?count&:(at-least ?count ?*sync-losses-many*))))
  =>
  (assert (finding (name link-faults-many) (host ?host) (subject ?it) (state present))))

(defrule FINDINGS::link-faults-many.phy
  "A lane of a SAS adapter or expander counts invalid words by the ten thousand. [smartmontools-source: SATA Phy Event Counters]"
  (logical (sas-phy (host ?host) (phy ?it) (link-faults ?count&:(at-least ?count ?*phy-faults-many*))))
  =>
  (assert (finding (name link-faults-many) (host ?host) (subject ?it) (state present))))

(defrule FINDINGS::link-faults-many.phy-sync
  "A lane of a SAS adapter or expander lost the pace of its words by the thousand. [smartmontools-source: SATA Phy Event Counters]"
  (logical (sas-phy (host ?host) (phy ?it) (sync-losses ?count&:(at-least ?count ?*sync-losses-many*))))
  =>
  (assert (finding (name link-faults-many) (host ?host) (subject ?it) (state present))))

(defrule FINDINGS::link-speed-reduced.smart
  "The link runs at half of what the drive can, or less: an older port does that, and so does a link that was stepped down after errors. [linux-scsi-sense: limiting SATA link speed]"
  (logical
    (smart (host ?host) (device ?device) (link-speed-most-gbit-s ?most&~unknown)
           (link-speed-gbit-s ?now&:(at-most ?now (* ?*link-speed-share* ?most)))))
  =>
  (assert (finding (name link-speed-reduced) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::link-speed-two-steps-down.smart
  "The link runs at a quarter of what the drive can, two steps down: the kernel steps down each time that a link keeps failing. [linux-scsi-sense: limiting SATA link speed]"
  (logical
    (smart (host ?host) (device ?device) (link-speed-most-gbit-s ?most&~unknown)
           (link-speed-gbit-s ?now&:(at-most ?now (* ?*link-speed-two-steps* ?most)))))
  =>
  (assert (finding (name link-speed-two-steps-down) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::unresponsive-and-clean.drive
  "The disk stops answering again and again, and none of its own counters has moved: its link or its power more than its medium. [linux-scsi-sense: timing out command]"
  (logical
    (finding (name device-unresponsive-again) (host ?host) (subject ?drive) (state present))
    (finding (name smart-clean) (host ?host) (subject ?drive) (state present)))
  =>
  (assert (finding (name unresponsive-and-clean) (host ?host) (subject ?drive) (state present))))

(defrule FINDINGS::link-errors-mostly.counted
  "Damaged transfers outnumber the errors of the medium by far: a bad link makes a drive report some of those as well. [solaris-iostat: Media Error]"
  (logical
    (disk-error (host ?host) (device ?device) (layered ~yes) (kind medium-error) (count ?medium&:(above ?medium 0)))
    (disk-error (host ?host) (device ?device) (layered ~yes) (kind link-error)
                (count ?link&:(at-least ?link (* ?*link-errors-factor* ?medium)))))
  =>
  (assert (finding (name link-errors-mostly) (host ?host) (subject ?device) (state present))))

; --- rebuilds, checks, patrol reads

(defrule FINDINGS::array-syncing.not-this-one
  "This array is not synchronising. [linux-md: sync_action]"
  (logical (md-array (host ?host) (array ?array) (sync-action none|pending)))
  =>
  (assert (finding (name array-syncing) (host ?host) (subject ?array) (state absent))))

(defrule FINDINGS::array-members-loaded.slow
  "A member of the array takes tens of milliseconds for each request on average. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (part-of (host ?host) (part ?disk) (whole ?array) (relation device-in-array))
    (device-load (host ?host) (device ?disk) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (latency-ms-mean ?ms&:(at-least ?ms ?*member-slow-ms*))))
  =>
  (assert (finding (name array-members-loaded) (host ?host) (subject ?array) (state present))))

(defrule FINDINGS::array-members-loaded.busy
  "A member of the array has work nearly all the time. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (part-of (host ?host) (part ?disk) (whole ?array) (relation device-in-array))
    (device-load (host ?host) (device ?disk) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*device-busy-percent*))))
  =>
  (assert (finding (name array-members-loaded) (host ?host) (subject ?array) (state present))))

(defrule FINDINGS::array-members-loaded.idle
  "A member of the array answers as fast as a disk can, and has a quarter of its time left. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (part-of (host ?host) (part ?disk) (whole ?array) (relation device-in-array))
    (device-load (host ?host) (device ?disk) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (latency-ms-mean ?ms&:(at-most ?ms ?*device-quick-ms*)) (busy-percent-mean ?busy&:(at-most ?busy ?*member-spare-percent*))))
  =>
  (assert (finding (name array-members-loaded) (host ?host) (subject ?array) (state absent))))

(defrule FINDINGS::slow-beside-array-work.complaint
  "It is slow while an array or pool is rebuilt or checked: the work alone would trouble nobody. [linux-md: sync_speed_min]"
  (logical
    (finding (name array-syncing|array-sync-logged|pool-resilvering|pool-scrubbing|controller-rebuilding|members-read-beneath-arrays)
             (host ?host) (subject ?array) (state present))
    (finding (name slow-io|slow-writes|slow-commits|slow-database|host-slow|host-stalls|periodic-stalls|application-drops-out|host-hangs|slow-on-schedule)
             (host ?host) (state present)))
  =>
  (assert (finding (name slow-beside-array-work) (host ?host) (subject ?array) (state present))))

(defrule FINDINGS::slow-beside-array-work.members
  "The array's own disks are slow or always busy while it is rebuilt or checked. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (finding (name array-syncing|pool-resilvering|pool-scrubbing) (host ?host) (subject ?array) (state present))
    (finding (name array-members-loaded|pool-devices-slow) (host ?host) (subject ?array) (state present)))
  =>
  (assert (finding (name slow-beside-array-work) (host ?host) (subject ?array) (state present))))

(defrule FINDINGS::slow-beside-array-work.busy-disk
  "A disk of the host has work all the time and takes tens of milliseconds for each request while an array or pool is rebuilt or checked. [gaechter-2012: Eingrenzung Problem]"
  (logical
    (finding (name array-syncing|pool-resilvering|pool-scrubbing|controller-rebuilding) (host ?host) (subject ?array) (state present))
    (device-load (host ?host) (device ?disk) (latency-ms-mean ?ms&:(at-least ?ms ?*member-slow-ms*))
      (busy-percent-mean ?busy&:(at-least ?busy ?*always-busy-percent*))))
  =>
  (assert (finding (name slow-beside-array-work) (host ?host) (subject ?array) (state present))))

(defrule FINDINGS::slow-beside-array-work.waited-for
  "A good part of the processors waits for the storage while an array or pool is rebuilt or checked. [man7-vmstat: wa]"
  (logical
    (finding (name array-syncing|pool-resilvering|pool-scrubbing|controller-rebuilding) (host ?host) (subject ?array) (state present))
    (finding (name storage-waited-for) (host ?host) (state present)))
  =>
  (assert (finding (name slow-beside-array-work) (host ?host) (subject ?array) (state present))))

(defrule FINDINGS::controller-rebuilding.set
  "The controller writes a set anew, and what it does for itself comes out of what the drives can do. [check-raid-captures: tw_cli]"
  (logical (controller-array (host ?host) (array ?array) (state rebuilding|initializing|migrating)))
  =>
  (assert (finding (name controller-rebuilding) (host ?host) (subject ?array) (state present))))

(defrule FINDINGS::controller-rebuilding.drive
  "The controller writes the content of this drive anew. [storcli-captures: PD LIST]"
  (logical (controller-drive (host ?host) (drive ?drive) (state rebuilding)))
  =>
  (assert (finding (name controller-rebuilding) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::controller-rebuilding.event
  "The controller logged that a rebuild began, and not that it ended. [linux-megaraid-sas: megasas_decode_evt]"
  (logical (controller-event (host ?host) (name ?name) (event rebuild-started) (latest ~no)))
  =>
  (assert (finding (name controller-rebuilding) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::controller-rebuilding.not-this-one
  "The set is in order and nothing is done to it. [storcli-captures: VD LIST]"
  (logical (controller-array (host ?host) (array ?array) (state normal)))
  =>
  (assert (finding (name controller-rebuilding) (host ?host) (subject ?array) (state absent))))

(defrule FINDINGS::pool-resilvering.running
  "The pool writes the content of a device anew, reading it from the others. [openzfs-docs: zpool-status; gaechter-2012: Betrieb, resilvering]"
  (logical (zpool-status (host ?host) (pool ?pool) (scan resilver-running)))
  =>
  (assert (finding (name pool-resilvering) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-device-being-replaced.all-that-lacks
  "The pool resilvers, counts no error, and lacks nothing but what the resilver writes anew: it is degraded until that ends. [openzfs-docs: zpool-replace]"
  (logical
    (zpool-status (host ?host) (pool ?pool) (scan resilver-running) (state degraded|online) (permanent-errors ~yes))
    (read (host ?host) (template pool-device) (complete yes))
    (not (pool-device (host ?host) (pool ?pool) (role ~spare&~cache) (vdev ~replacing) (state ~online&~unknown)))
    (not (pool-device (host ?host) (pool ?pool) (vdev spare)))
    (not (pool-device (host ?host) (pool ?pool) (state faulted)))
    (not (pool-device (host ?host) (pool ?pool) (read-errors ~0&~unknown)))
    (not (pool-device (host ?host) (pool ?pool) (write-errors ~0&~unknown)))
    (not (pool-device (host ?host) (pool ?pool) (checksum-errors ~0&~unknown))))
  =>
  (assert (finding (name pool-device-being-replaced) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::pool-scrubbing.running
  "The pool reads everything that it holds and checks it. [openzfs-docs: zpool-scrub]"
  (logical (zpool-status (host ?host) (pool ?pool) (scan scrub-running)))
  =>
  (assert (finding (name pool-scrubbing) (host ?host) (subject ?pool) (state present))))

(defrule FINDINGS::patrol-read-running.state
  "The controller is reading all drives from end to end to find bad sectors early. [dell-perc-h700: Patrol Read]"
  (logical (controller (host ?host) (name ?name) (patrol-state active)))
  =>
  (assert (finding (name patrol-read-running) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::patrol-read-running.event
  "The controller logged that a patrol read began, and not that it ended. [linux-megaraid-sas: megasas_decode_evt]"
  (logical (controller-event (host ?host) (name ?name) (event patrol-read-started) (latest ~no)))
  =>
  (assert (finding (name patrol-read-running) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::patrol-read-running.stopped
  "No patrol read runs now. [dell-perc-h700: Patrol Read]"
  (logical
    (controller (host ?host) (name ?name) (patrol-state stopped|paused))
    (not (controller (host ?host) (patrol-state active))))
  =>
  (assert (finding (name patrol-read-running) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::patrol-read-scheduled.auto
  "The controller starts patrol reads by itself. [dell-perc-h700: Patrol Read]"
  (logical (controller (host ?host) (name ?name) (family megaraid) (patrol-mode auto)))
  =>
  (assert (finding (name patrol-read-scheduled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::controller-background-reads.none
  "Automatic patrol reads are off, none runs, and no set is being checked. [dell-perc-h700: Patrol Read, Consistency Check]"
  (logical
    (controller (host ?host) (name ?name) (patrol-mode off|manual) (patrol-state stopped) (check-state ~active))
    (not (controller (host ?host) (patrol-mode auto)))
    (not (controller (host ?host) (patrol-state active|paused)))
    (not (controller (host ?host) (check-state active)))
    (not (controller-array (host ?host) (state checking)))
    (not (controller-event (host ?host) (event check-started) (latest ~no))))
  =>
  (assert (finding (name controller-background-reads) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::consistency-check-running.state
  "The controller is comparing the halves or the parity of its sets. [dell-perc-h700: Consistency Check]"
  (logical (controller (host ?host) (name ?name) (check-state active)))
  =>
  (assert (finding (name consistency-check-running) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::consistency-check-running.set
  "The controller is checking this set. [check-raid-captures: tw_cli]"
  (logical (controller-array (host ?host) (array ?array) (state checking)))
  =>
  (assert (finding (name consistency-check-running) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::consistency-check-running.event
  "The controller logged that a check began, and not that it ended. [linux-megaraid-sas: megasas_decode_evt]"
  (logical (controller-event (host ?host) (name ?name) (event check-started) (latest ~no)))
  =>
  (assert (finding (name consistency-check-running) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::slow-beside-controller-reads.complaint
  "It is slow while the controller reads or checks its drives: the work alone would trouble nobody. [dell-perc-h700: Consistency Check]"
  (logical
    (finding (name patrol-read-running|consistency-check-running) (host ?host) (subject ?host) (state present))
    (finding (name slow-io|slow-writes|slow-commits|slow-database|host-slow|host-stalls|periodic-stalls|application-drops-out|host-hangs|slow-on-schedule)
             (host ?host) (state present)))
  =>
  (assert (finding (name slow-beside-controller-reads) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::slow-beside-controller-reads.waited-for
  "A good part of the processors waits for the storage while the controller reads or checks its drives. [man7-vmstat: wa]"
  (logical
    (finding (name patrol-read-running|consistency-check-running) (host ?host) (subject ?host) (state present))
    (finding (name storage-waited-for) (host ?host) (state present)))
  =>
  (assert (finding (name slow-beside-controller-reads) (host ?host) (subject ?host) (state present))))

; --- shingled drives

(defrule FINDINGS::drive-shingled.smart
  "The model records shingled and manages that by itself. [smartmontools-drivedb: families marked SMR]"
  (logical (smart (host ?host) (device ?device) (recording shingled)))
  =>
  (assert (finding (name drive-shingled) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::drive-shingled.listed
  "The model records shingled and manages that by itself. [smartmontools-drivedb: families marked SMR]"
  (logical (disk-settings (host ?host) (device ?device&~"") (recording shingled)))
  =>
  (assert (finding (name drive-shingled) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::drive-shingled.all
  "The model that was named without a device records shingled: it is told of all drives. [smartmontools-drivedb: families marked SMR]"
  (logical (disk-settings (host ?host) (device "") (recording shingled)))
  =>
  (assert (finding (name drive-shingled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::drive-shingled.conventional
  "The drive records conventionally. [smartmontools-drivedb: families marked CMR]"
  (logical (smart (host ?host) (device ?device) (recording conventional|host-managed)))
  =>
  (assert (finding (name drive-shingled) (host ?host) (subject ?device) (state absent))))

(defrule FINDINGS::drive-shingled.flash
  "The drive has no tracks at all. [linux-queue-sysfs: rotational]"
  (logical (disk-settings (host ?host) (device ?device) (rotational no)))
  =>
  (assert (finding (name drive-shingled) (host ?host) (subject ?device) (state absent))))

(defrule FINDINGS::drive-shingled.zoned
  "The host itself manages the zones of the drive, and a plain file system does not run on it. [linux-queue-sysfs: zoned]"
  (logical (disk-settings (host ?host) (device ?device) (zoned host-managed)))
  =>
  (assert (finding (name drive-shingled) (host ?host) (subject ?device) (state absent))))

(defrule FINDINGS::device-writes-stall.longest
  "Single writes to this device take a second or more. [blocksandfiles-2020: caching writes]"
  (logical
    (device-load (host ?host) (device ?device) (since-boot ~yes)
      (write-latency-ms-max ?ms&:(at-least ?ms ?*write-stall-ms*))))
  =>
  (assert (finding (name device-writes-stall) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-writes-stall.mean
  "On average a write to this device waits for as long as dozens of seeks take. [blocksandfiles-2020: caching writes]"
  (logical
    (device-load (host ?host) (device ?device) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*two-samples*))
      (write-latency-ms-mean ?ms&:(at-least ?ms ?*write-stall-mean-ms*))))
  =>
  (assert (finding (name device-writes-stall) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-writes-stall.mean-of-seconds
  "On average a write to this device takes a second or more, so single ones do. [blocksandfiles-2020: caching writes]"
  (logical
    (device-load (host ?host) (device ?device) (since-boot ~yes)
      (write-latency-ms-mean ?ms&:(at-least ?ms ?*write-stall-ms*))))
  =>
  (assert (finding (name device-writes-stall) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::shingled-under-rebuild.now
  "A pool resilvers or a software RAID array is rebuilt, and this drive records shingled: long writing is what it does worst. [blocksandfiles-2020: caching writes]"
  (logical
    (finding (name drive-shingled) (host ?host) (subject ?drive) (state present))
    (finding (name pool-resilvering|array-syncing) (host ?host) (state present)))
  =>
  (assert (finding (name shingled-under-rebuild) (host ?host) (subject ?drive) (state present))))

(defrule FINDINGS::shingled-rebuild-crawls.pool
  "A pool with a shingled drive resilvers at a rate that any disk with moving heads exceeds many times. [blocksandfiles-2020: caching writes]"
  (logical
    (finding (name shingled-under-rebuild) (host ?host) (subject ?drive) (state present))
    (zpool-status (host ?host) (pool ?pool) (scan resilver-running) (scan-bytes-s ?rate&:(above ?rate 0)&:(at-most ?rate ?*rebuild-crawls-bytes-s*))))
  =>
  (assert (finding (name shingled-rebuild-crawls) (host ?host) (subject ?drive) (state present))))

(defrule FINDINGS::shingled-rebuild-crawls.array
  "An array with a shingled drive is rebuilt at a rate that any disk with moving heads exceeds many times. [blocksandfiles-2020: caching writes]"
  (logical
    (finding (name shingled-under-rebuild) (host ?host) (subject ?drive) (state present))
    (md-array (host ?host) (array ?array) (sync-action recovery|resync|reshape) (sync-kb-s ?rate&:(above ?rate 0)&:(at-most ?rate ?*rebuild-crawls-kb-s*))))
  =>
  (assert (finding (name shingled-rebuild-crawls) (host ?host) (subject ?drive) (state present))))

(defrule FINDINGS::collapses-into-stalls.device
  "The device took writes fast, then slowly, and single writes take a second or more: a shingled drive that rearranges its zones does so, an array does not. [blocksandfiles-2020: caching writes]"
  (logical
    (finding (name device-write-knee) (host ?host) (subject ?device) (state present))
    (finding (name device-writes-stall) (host ?host) (subject ?device) (state present)))
  =>
  (assert (finding (name collapses-into-stalls) (host ?host) (subject ?device) (state present))))

; --- caches that a loss of power empties

(defrule FINDINGS::barriers-off.mounted
  "The file system is mounted without barriers: it never tells a volatile cache to write out what it promised. [linux-write-cache: Explicit cache flushes]"
  (logical (file-system (host ?host) (mount ?mount) (type ext3|ext4|xfs|btrfs) (barriers no)))
  =>
  (assert (finding (name barriers-off) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::barriers-off.given-up
  "The kernel gave barriers up, because the device below takes no flushes: what a cache there promised is never asked for. [linux-write-cache: Explicit cache flushes]"
  (logical (kernel-event (host ?host) (kind barriers-disabled) (subject ?device)))
  =>
  (assert (finding (name barriers-off) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::barriers-off.on
  "The file system sends cache flushes. [linux-write-cache: Explicit cache flushes]"
  (logical (file-system (host ?host) (mount ?mount) (type ext3|ext4|xfs|btrfs) (barriers yes)))
  =>
  (assert (finding (name barriers-off) (host ?host) (subject ?mount) (state absent))))

(defrule FINDINGS::barriers-off-over-cache.below
  "The file system sends no flushes, and a cache that loses its content with the power is on below: a drive's own, or a controller's without a good battery. [linux-write-cache: Explicit cache flushes]"
  (logical
    (finding (name barriers-off) (host ?host) (subject ?mount) (state present))
    (finding (name drive-cache-volatile|drive-caches-behind-controller|write-cache-forced) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name barriers-off-over-cache) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::zfs-flushes-off.parameter
  "zfs_nocacheflush is set: ZFS never tells a volatile cache to write out what it promised. [openzfs-docs: Module Parameters, zfs_nocacheflush]"
  (logical (zfs-parameters (host ?host) (nocacheflush yes)))
  =>
  (assert (finding (name zfs-flushes-off) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::drive-backup-failed.nvme
  "The drive warns that what keeps its cache through a loss of power has failed. [nvme-smart: NVME_SMART_CRIT_VOLATILE_MEMORY]"
  (logical
    (smart (host ?host) (device ?device) (protocol nvme)
           (critical-warning ?warning&:(at-least ?warning ?*backup-warning-least*)&:(at-most ?warning ?*backup-warning-most*))))
  =>
  (assert (finding (name drive-backup-failed) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::syncs-faster-than-platter.measured
  "Writes are acknowledged several times faster than the only drive turns: a cache takes them, and it is the drive's own. [postgres-docs: Reliability]"
  (logical
    (fsync-times (host ?host) (calls unknown) (median-seconds ?usual&:(at-most ?usual ?*sync-seconds-of-a-cache*)))
    (disk-settings (host ?host) (device ?device) (rotational yes) (model ~unknown))
    (not (disk-settings (host ?host) (device ~?device)))
    (not (controller (host ?host)))
    (not (controller-array (host ?host)))
    (not (md-array (host ?host))))
  =>
  (assert (finding (name syncs-faster-than-platter) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::syncs-faster-than-platter.benchmark
  "Each client of a benchmark commits several times faster than the only drive turns: a cache takes the commits, and it is the drive's own. [postgres-docs: Reliability]"
  (logical
    (bench-run (host ?host) (output ?output) (writes yes) (latency-ms ?latency&:(above ?latency 0)&:(at-most ?latency ?*commit-ms-of-a-cache*)))
    (disk-settings (host ?host) (device ?device) (rotational yes) (model ~unknown))
    (not (disk-settings (host ?host) (device ~?device)))
    (not (controller (host ?host)))
    (not (controller-array (host ?host)))
    (not (md-array (host ?host)))
    (not (postgres-setting (host ?host) (name "synchronous_commit"|"fsync") (text "off"))))
  =>
  (assert (finding (name syncs-faster-than-platter) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::acknowledged-writes-lost.checked
  "After the power was cut the disk does not hold what it had acknowledged. [postgres-docs: Reliability]"
  (logical (lost-writes (host ?host) (output ?output) (pages ?pages&:(above ?pages 0))))
  =>
  (assert (finding (name acknowledged-writes-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::syncs-stop-at-cache.measured
  "A sync returns many times sooner than one that flushes the drive's cache as well: what is acknowledged lies in that cache. [postgres-docs: Reliability; postgres-docs: wal_sync_method]"
  (logical
    (fsync-times (host ?host) (output ?output) (median-seconds ?usual&:(above ?usual 0))
      (through-seconds ?through&:(at-least ?through ?*through-seconds-least*)&:(at-least ?through (* ?*through-times* ?usual))))
    (not (postgres-setting (host ?host) (name "wal_sync_method") (text "fsync_writethrough"))))
  =>
  (assert (finding (name syncs-stop-at-cache) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::syncs-stop-at-cache.flushed
  "Commits flush the drive's cache as well. [postgres-docs: wal_sync_method]"
  (logical (postgres-setting (host ?host) (name "wal_sync_method") (text "fsync_writethrough")))
  =>
  (assert (finding (name syncs-stop-at-cache) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::database-pages-damaged.logged
  "PostgreSQL finds a page, or the record of its last checkpoint, that is not what it had written. [postgres-docs: Reliability]"
  (logical (postgres-trouble (host ?host) (output ?output) (kind damaged)))
  =>
  (assert (finding (name database-pages-damaged) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::older-blocks-found.btrfs
  "A block of the file system is whole, and of an older generation than the block that points to it: a write that was acknowledged is not there. [btrfs-trouble: parent transid verify error]"
  (logical (kernel-event (host ?host) (kind older-block-found) (subject ?device)))
  =>
  (assert (finding (name older-blocks-found) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::file-system-unmountable.btrfs
  "The file system cannot be mounted any more: the root of one of its trees cannot be read. [btrfs-trouble: parent transid verify error]"
  (logical
    (finding (name older-blocks-found) (host ?host) (subject ?host) (state present))
    (kernel-event (host ?host) (kind tree-unreadable)))
  =>
  (assert (finding (name file-system-unmountable) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::lost-from-drive-caches.told
  "Acknowledged data was lost with the power, and the drives below the controller cache writes that no battery keeps. [ceph-write-caches: Write Caches]"
  (logical
    (finding (name drive-caches-behind-controller) (host ?host) (subject ?host) (state present))
    (finding (name lost-at-power-cut) (host ?host) (state present)))
  =>
  (assert (finding (name lost-from-drive-caches) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::lost-from-drive-caches.nobody-flushes
  "Acknowledged data was lost with the power, the drive's own cache is on, and nothing is known on this host that would have it flushed. [postgres-docs: Reliability]"
  (logical
    (finding (name lost-with-drive-cache-on) (host ?host) (subject ?host) (state present))
    (not (file-system (host ?host) (type ext4|xfs|btrfs|zfs)))
    (not (system (host ?host) (os linux))))
  =>
  (assert (finding (name lost-from-drive-caches) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::lost-with-drive-cache-on.told
  "Acknowledged data was lost with the power, the drive's own cache is on, and whether flushes reach it is not known. [postgres-docs: Reliability]"
  (logical
    (finding (name drive-cache-volatile) (host ?host) (subject ?host) (state present))
    (finding (name lost-at-power-cut) (host ?host) (state present))
    (not (finding (name flushes-sent|controller-present|zfs-in-use) (host ?host) (state present))))
  =>
  (assert (finding (name lost-with-drive-cache-on) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cache-protected.battery
  "The controller caches writes, and its battery keeps them through a loss of power. [lenovo-megaraid-guide: Write Policy, Bad BBU]"
  (logical
    (finding (name write-cache-in-use) (host ?host) (subject ?host) (state present))
    (finding (name cache-battery-good) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name cache-protected) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::flushes-withheld.override
  "The drive's cache is on, and the kernel takes it for write-through, so it sends no flushes; writing to queue/write_cache changes only what the kernel thinks. [linux-queue-sysfs: write_cache]"
  (logical
    (disk-settings (host ?host) (device ?device) (kernel-view write-through) (drive-cache on)))
  =>
  (assert (finding (name flushes-withheld) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::flushes-withheld.override-smart
  "The drive's cache is on by what it says of itself, and the kernel takes it for write-through, so it sends no flushes. [linux-queue-sysfs: write_cache]"
  (logical
    (disk-settings (host ?host) (device ?device) (kernel-view write-through))
    (smart (host ?host) (device ?device) (write-cache on)))
  =>
  (assert (finding (name flushes-withheld) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::guest-flushes-ignored.disk
  "QEMU keeps what a guest writes in the memory of the host, and ignores that the guest asks to have it stored. [qemu-man: -drive, cache=unsafe]"
  (logical (guest-disk (host ?host) (disk ?disk) (cache unsafe)))
  =>
  (assert (finding (name guest-flushes-ignored) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::flushes-withheld.sent
  "The kernel takes the cache for volatile, and sends flushes. [linux-queue-sysfs: write_cache]"
  (logical (disk-settings (host ?host) (device ?device) (kernel-view write-back)))
  =>
  (assert (finding (name flushes-withheld) (host ?host) (subject ?device) (state absent))))

(defrule FINDINGS::flushes-sent.everywhere
  "The file systems send cache flushes, and nothing withholds them or caches against the rules. [linux-write-cache: Explicit cache flushes]"
  (logical
    (finding (name barriers-off) (host ?host) (subject ?mount) (state absent))
    (not (finding (name barriers-off) (host ?host) (state present)))
    (not (finding (name flushes-withheld|guest-flushes-ignored|zfs-flushes-off|write-cache-forced|cache-battery-failed) (host ?host) (state present))))
  =>
  (assert (finding (name flushes-sent) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::drive-cache-volatile.asked
  "The drive's own write cache is on. [ceph-write-caches: Write Caches]"
  (logical (disk-settings (host ?host) (device ?device) (drive-cache on)))
  =>
  (assert (finding (name drive-cache-volatile) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::drive-cache-volatile.smart
  "The drive's own write cache is on. [ceph-write-caches: Write Caches]"
  (logical (smart (host ?host) (device ?device) (access "") (write-cache on)))
  =>
  (assert (finding (name drive-cache-volatile) (host ?host) (subject ?host) (state present))))
