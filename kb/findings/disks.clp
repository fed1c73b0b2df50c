; Drives, RAID controllers, searches for bad blocks: what the kernel, SMART and the controller say.

(defglobal FINDINGS ?*spread-sectors* = 2)             ; distinct sectors | one weak sector is mended by writing it; a second one says that it goes on [smith-2008-areca: end_request lines]
(defglobal FINDINGS ?*spread-count* = 3)               ; errors | where no sectors are named; a retried read of one sector makes two [smith-2008-areca: end_request lines]
(defglobal FINDINGS ?*io-spread-sectors* = 3)          ; distinct sectors | without sense data a lost cable fails as well, but then whole runs of requests; by experience [linux-scsi-sense: I/O error, dev]
(defglobal FINDINGS ?*unresponsive-again-times* = 2)   ; faults | once may be a command that took long, by experience [linux-scsi-sense: timing out command]
(defglobal FINDINGS ?*together-seconds* = 60)           ; seconds | the kernel gives up commands to several disks one after the other, after time-outs of 30 s, by experience [linux-scsi-sense: timing out command]
(defglobal FINDINGS ?*hardware-errors-many* = 2)       ; errors | one may be a reset while commands ran, by experience [linux-scsi-sense: Hardware Error]
(defglobal FINDINGS ?*pending-least* = 1)              ; sectors, raw value of 197 | any value above zero is worth a look [backblaze-smart: SMART 197]
(defglobal FINDINGS ?*pending-one-block* = 8)          ; sectors of 512 bytes | one physical sector of 4 KiB; more than that is more than one place (computed) [smartctl-man: -C ID]
(defglobal FINDINGS ?*offline-least* = 1)              ; sectors, raw value of 198 | any value above zero is worth a look [backblaze-smart: SMART 198]
(defglobal FINDINGS ?*reported-least* = 1)             ; errors, raw value of 187 | any value above zero is worth a look [backblaze-smart: SMART 187]
(defglobal FINDINGS ?*reallocated-many* = 50)          ; sectors, raw value of 5 | single ones that stay single are no sign; many are, by experience [backblaze-smart: SMART 5]
(defglobal FINDINGS ?*spare-low* = 75)                   ; percent of the spare blocks left | a sound drive keeps nearly all of them until its endurance runs out, by experience [nvme-smart: NVME_SMART_CRIT_SPARE]
(defglobal FINDINGS ?*used-little* = 50)                 ; percent of the rated endurance | past the half of it lost spare blocks may be wear, by experience [nvme-smart: NVME_SMART_CRIT_RELIABILITY]
(defglobal FINDINGS ?*gone-writes-least* = 100)          ; failed writes | a bad block fails a few, by experience [btrfs-trouble: device stats]
(defglobal FINDINGS ?*gone-writes-factor* = 10)          ; times the failed reads | a medium that goes bad fails reads first, by experience [btrfs-trouble: device stats]
(defglobal FINDINGS ?*spread-errors-some* = 5)           ; wrong blocks | single ones come by chance, by experience [btrfs-trouble: device stats]
(defglobal FINDINGS ?*reallocated-huge* = 1000)          ; sectors, raw value of 5 | drives hold a few thousand spare ones, by experience [backblaze-smart: SMART 5]
(defglobal FINDINGS ?*spares-used* = 50)               ; percent of the maker's scale of attribute 5 | a sound drive uses next to none of it, by experience [backblaze-smart: SMART 5]
(defglobal FINDINGS ?*logged-medium-least* = 2)          ; entries of the log | one may be a write that was torn by a loss of power, by experience [smartctl-man: -l error]
(defglobal FINDINGS ?*scan-many* = 9)                    ; blocks | one sector of 4 KiB is four blocks of badblocks, and eight of 512 bytes (computed) [e2fsprogs: badblocks]
(defglobal FINDINGS ?*endurance-percent* = 100)         ; percent of the rated endurance | the maker's own scale; drives go on beyond it [nvme-smart: critical warning]
(defglobal FINDINGS ?*media-errors-least* = 1)         ; errors | the drive lost data; any value above zero is worth a look [nvme-smart: NVME_SMART_CRIT_DEGRADED]
(defglobal FINDINGS ?*grown-defects-many* = 20)        ; sectors | SCSI drives replace single sectors all their life, by experience [smartctl-man: SCSI, elements in grown defect list]
(defglobal FINDINGS ?*uncorrected-least* = 1)          ; errors | each one is data that was not delivered [smartctl-man: SCSI, total uncorrected errors]
(defglobal FINDINGS ?*uncorrected-many* = 10)          ; errors | one spot that is read again and again makes a few, by experience [smartctl-man: SCSI, total uncorrected errors]
(defglobal FINDINGS ?*controller-errors-least* = 2)    ; events | one may be the retry of a drive that was spun down, by experience; the documented drive logged five in a minute [smith-2008-areca: event info]
(defglobal FINDINGS ?*predicted-failures-least* = 1)   ; times | the drive predicts it once and means it; each poll counts again [check-raid-captures: Predictive Failure Count 423 of a drive that flagged its alert]
(defglobal FINDINGS ?*controller-media-least* = 1)     ; errors | the controller's own count for the drive [smith-2008-areca: event info]
(defglobal FINDINGS ?*pool-errors-least* = 1)          ; errors since the last clear | ZFS counts only what the device itself failed to read or write [openzfs-docs: zpool-status]
(defglobal FINDINGS ?*filler-signs* = 3)               ; signs of seven | one or two stand in honest outputs of old SCSI drives too; the documented output had six [smith-2008-areca: smartctl --all /dev/sdb]

; --- what the kernel says

(defrule FINDINGS::disk-errors.kernel
  "The kernel logged that requests to this disk failed, or had to be given up. [linux-scsi-sense: I/O error, dev]"
  (logical
    (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (count ?count)
                (kind medium-error|read-error|write-error|io-error|hardware-error|timeout|reset|not-ready)))
  =>
  (assert (finding (name disk-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::disk-errors.none
  "The log was read as a whole, and no error of any disk stands in it. [linux-scsi-sense: I/O error, dev]"
  (logical
    (read (host ?host) (template disk-error) (complete yes))
    (not (disk-error (host ?host) (kind ~recovered))))
  =>
  (assert (finding (name disk-errors) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::disk-errors-on-host.some
  "The kernel logged errors of at least one disk of the host. [linux-scsi-sense: I/O error, dev]"
  (logical (finding (name disk-errors) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (finding (name disk-errors-on-host) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::disk-errors-on-host.none
  "The kernel logged errors of no disk of the host. [linux-scsi-sense: I/O error, dev]"
  (logical (finding (name disk-errors) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (finding (name disk-errors-on-host) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::medium-errors.sense
  "The drive itself says that it could not read or write a place of its medium: a cable or a controller cannot cause that answer. [linux-scsi-sense: Medium Error]"
  (logical (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (count ?count) (kind medium-error)))
  =>
  (assert (finding (name medium-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::medium-errors.none
  "The log was read as a whole, and no drive reports an error of its medium. [linux-scsi-sense: Medium Error]"
  (logical
    (read (host ?host) (template disk-error) (complete yes))
    (not (disk-error (host ?host) (kind medium-error))))
  =>
  (assert (finding (name medium-errors) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::medium-errors-spread.several-sectors
  "Several places of the medium cannot be read: one is an accident, several go on. [smith-2008-areca: end_request lines]"
  (logical
    (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (kind medium-error)
                (distinct-sectors ?sectors&:(at-least ?sectors ?*spread-sectors*))))
  =>
  (assert (finding (name medium-errors-spread) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::medium-errors-spread.counted-without-sectors
  "The system counts several errors of the medium, without saying where. [solaris-iostat: Media Error]"
  (logical
    (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (kind medium-error) (distinct-sectors unknown)
                (count ?count&:(at-least ?count ?*spread-count*))))
  =>
  (assert (finding (name medium-errors-spread) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::medium-errors-spread.sectors-without-sense
  "Beside an error of the medium, further sectors of the same disk failed in lines that do not repeat the reason. [smith-2008-areca: end_request lines]"
  (logical
    (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (kind medium-error))
    (disk-error (host ?host) (device ?device) (kind io-error|read-error)
                (distinct-sectors ?sectors&:(at-least ?sectors ?*spread-sectors*))))
  =>
  (assert (finding (name medium-errors-spread) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::io-errors-spread.several-sectors
  "Requests to several sectors failed; the lines do not say whether the medium, the drive or the way to it is to blame. [linux-scsi-sense: I/O error, dev]"
  (logical
    (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (kind io-error|read-error|write-error)
                (distinct-sectors ?sectors&:(at-least ?sectors ?*io-spread-sectors*))))
  =>
  (assert (finding (name io-errors-spread) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::requests-given-up.kernel
  "The kernel gave up requests to this disk: whoever waited for them got an error. [linux-scsi-sense: I/O error, dev]"
  (logical
    (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (count ?count) (kind read-error|write-error|io-error)))
  =>
  (assert (finding (name requests-given-up) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::hardware-errors.sense
  "The drive reports a fault of its own electronics or mechanics. [linux-scsi-sense: Hardware Error]"
  (logical
    (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (kind hardware-error)
                (count ?count&:(at-least ?count ?*hardware-errors-many*))))
  =>
  (assert (finding (name hardware-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::failure-predicted.solaris
  "The drive raised its own predictive failure analysis, or has no spare sector left. [solaris-iostat: Predictive Failure Analysis; t10-asc: 5Dh, 32h/00h]"
  (logical (disk-error (host ?host) (device ?device) (kind predicted-failure)))
  =>
  (assert (finding (name failure-predicted) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::failure-predicted.fault-manager
  "The fault manager holds a fault open that the drive itself announced: its SMART verdict, a failed self-test, or an unreadable medium. [illumos-fma-disk: fault.io.disk]"
  (logical
    (fault-report (host ?host) (about disk) (open yes) (device ?disk)
      (class "fault.io.disk.predictive-failure"|"fault.io.disk.self-test-failure"|"fault.io.scsi.cmd.disk.dev.rqs.merr")))
  =>
  (assert (finding (name failure-predicted) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::failure-predicted.counted-by-controller
  "The controller counts how often the drive raised its predictive failure. [check-raid-captures: Predictive Failure Count 423 of a drive that flagged its alert]"
  (logical
    (controller-drive (host ?host) (disk ?disk&~unknown)
                      (predictive-failures ?count&:(at-least ?count ?*predicted-failures-least*))))
  =>
  (assert (finding (name failure-predicted) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::failure-predicted.alert-at-controller
  "The drive behind the controller has flagged its own SMART alert. [check-raid-captures: Drive has flagged a S.M.A.R.T alert]"
  (logical (controller-drive (host ?host) (disk ?disk&~unknown) (smart-alert yes)))
  =>
  (assert (finding (name failure-predicted) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::device-unresponsive.kernel
  "Commands to the disk timed out, it was reset, or it was gone: the drive, its link or the controller. [linux-scsi-sense: timing out command]"
  (logical (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (count ?count) (kind timeout|reset|not-ready)))
  =>
  (assert (finding (name device-unresponsive) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-unresponsive-again.kernel
  "One disk stopped answering more than once: a single time may be a command that took long, again and again it is the drive, its link or what feeds it. [linux-scsi-sense: timing out command]"
  (logical (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (kind timeout|reset)
             (count ?count&:(at-least ?count ?*unresponsive-again-times*))))
  =>
  (assert (finding (name device-unresponsive-again) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::several-disks-unresponsive.kernel
  "More than one disk stopped answering: what they share failed, not each of them. [linux-scsi-sense: timing out command]"
  (logical
    (disk-error (row ?first) (host ?host) (device ?one) (layered ~yes) (removable ~yes) (kind timeout|reset|not-ready))
    ; one pivot: a storm takes hundreds of disks, and each pair of them would be a derivation of its own
    (not (disk-error (row ?before&:(below ?before ?first)) (host ?host) (layered ~yes) (removable ~yes) (kind timeout|reset|not-ready)))
    (disk-error (host ?host) (device ?other&~?one) (layered ~yes) (removable ~yes) (kind timeout|reset|not-ready)))
  =>
  (assert (finding (name several-disks-unresponsive) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::disks-lost-together.kernel
  "Three disks and more stopped answering within seconds: the cable, backplane, power or adapter that they share; it is said once, of the first of them. [linux-scsi-sense: timing out command]"
  (logical
    (disk-error (row ?first) (host ?host) (device ?one) (layered ~yes) (removable ~yes) (kind timeout|reset|not-ready) (first-time ?start&~unknown))
    (not (disk-error (row ?before&:(below ?before ?first)) (host ?host) (layered ~yes) (removable ~yes) (kind timeout|reset|not-ready)))
    (disk-error (row ?second) (host ?host) (device ?two&~?one) (layered ~yes) (removable ~yes) (kind timeout|reset|not-ready)
                (first-time ?then&:(at-most ?then (+ ?start ?*together-seconds*))&:(at-least ?then (- ?start ?*together-seconds*))))
    (not (disk-error (row ?between&:(below ?between ?second)) (host ?host) (device ~?one) (layered ~yes) (removable ~yes) (kind timeout|reset|not-ready)))
    (disk-error (host ?host) (device ?three&~?one&~?two) (layered ~yes) (removable ~yes) (kind timeout|reset|not-ready)
                (first-time ?last&:(at-most ?last (+ ?start ?*together-seconds*))&:(at-least ?last (- ?start ?*together-seconds*))))
    (not (finding (name controller-resets|paths-lost|hypervisor-in-use|paths-over-network) (host ?host) (state present))))
  =>
  (assert (finding (name disks-lost-together) (host ?host) (subject ?one) (state present))))

(defrule FINDINGS::controller-resets.kernel
  "The controller itself was reset: every disk behind it stopped for a while. [linux-scsi-sense: controller reset]"
  (logical (kernel-event (host ?host) (kind controller-reset) (subject ?controller)))
  =>
  (assert (finding (name controller-resets) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::link-errors.kernel
  "Data was damaged on its way between drive and host. [linux-scsi-sense: ICRC]"
  (logical (disk-error (host ?host) (device ?device) (layered ~yes) (count ?count) (kind link-error)))
  =>
  (assert (finding (name link-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::link-errors.smart
  "The drive's count of damaged transfers rises. [smartctl-man: attribute 199]"
  (logical (finding (name crc-errors-rising) (host ?host) (subject ?device) (state present)))
  =>
  (assert (finding (name link-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::link-errors-only.kernel
  "The log holds damaged transfers of this drive and no error of its medium. [linux-scsi-sense: ICRC]"
  (logical
    (disk-error (host ?host) (device ?device) (layered ~yes) (kind link-error))
    (read (host ?host) (template disk-error) (complete yes))
    (not (disk-error (host ?host) (device ?device) (kind medium-error|hardware-error))))
  =>
  (assert (finding (name link-errors-only) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::link-errors-only.smart
  "The drive counts damaged transfers, and no bad sector at all. [smartctl-man: attribute 199]"
  (logical
    (smart (host ?host) (device ?device) (crc-errors-raw ?crc&:(at-least ?crc 1)) (pending-raw 0) (reallocated-raw 0)
           (offline-uncorrectable-raw 0)))
  =>
  (assert (finding (name link-errors-only) (host ?host) (subject ?device) (state present))))

; --- what SMART says

(defrule FINDINGS::smart-failing.overall
  "The drive's own verdict: an attribute that counts for its life has passed the maker's threshold. [smartctl-man: -H]"
  (logical (smart (host ?host) (device ?device) (protocol ~nvme) (logical-volume ~yes) (health failed)))
  =>
  (assert (finding (name smart-failing) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::smart-failing.nvme
  "The drive's own verdict, and it is not heat or the backup of its cache alone that it warns of. [nvme-smart: critical warning]"
  (logical (smart (host ?host) (device ?device) (protocol nvme) (health failed) (critical-warning ~2&~4&~6&~16&~18)))
  =>
  (assert (finding (name smart-failing) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::smart-failing.attributes
  "An attribute is below the maker's threshold now. [smartctl-man: -A, WHEN_FAILED]"
  (logical (smart (host ?host) (device ?device) (failing-attributes ?failing&:(at-least ?failing 1))))
  =>
  (assert (finding (name smart-failing) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::smart-failing.controller-list
  "The controller's SMART list marks an attribute as failed. [smith-2008-areca: disk smart drv=2]"
  (logical (areca-smart (host ?host) (disk ?disk&~unknown) (failing-attributes ?failing&:(at-least ?failing 1))))
  =>
  (assert (finding (name smart-failing) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::smart-clean.ata
  "None of the drive's counters of bad sectors has moved. [backblaze-smart: five SMART metrics]"
  (logical
    (smart (host ?host) (device ?device) (protocol ata) (logical-volume ~yes) (health ~failed) (pending-raw 0) (reallocated-raw 0)
           (offline-uncorrectable-raw 0) (failing-attributes 0) (self-test-failed ~yes)))
  =>
  (assert (finding (name smart-clean) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::smart-clean.nvme
  "The drive warns of nothing and has lost no data. [nvme-smart: critical warning]"
  (logical
    (smart (host ?host) (device ?device) (protocol nvme) (health ~failed) (critical-warning 0) (media-errors 0) (self-test-failed ~yes)))
  =>
  (assert (finding (name smart-clean) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::smart-clean.scsi
  "The drive has replaced nothing and corrected everything, and its answer does not look made up. [smartctl-man: SCSI, error counter log]"
  (logical
    (smart (host ?host) (device ?device) (protocol scsi) (logical-volume no) (health passed) (grown-defects 0) (uncorrected-errors 0)
           (filler-signs ?signs&:(below ?signs ?*filler-signs*)) (self-test-failed ~yes)))
  =>
  (assert (finding (name smart-clean) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::self-test-failed.log
  "The drive's own test could not read its medium. [smartctl-man: -l selftest]"
  (logical (smart (host ?host) (device ?device) (self-test-failed yes)))
  =>
  (assert (finding (name self-test-failed) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::pending-sectors.raw
  "Sectors that could not be read wait for a read that succeeds, or for being overwritten: what stands in them is lost until then. [smartctl-man: -C ID]"
  (logical (smart (host ?host) (device ?device) (pending-raw ?pending&:(at-least ?pending ?*pending-least*))))
  =>
  (assert (finding (name pending-sectors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::pending-sectors.none
  "No sector waits to be read once more. [smartctl-man: -C ID]"
  (logical (smart (host ?host) (device ?device) (pending-raw 0)))
  =>
  (assert (finding (name pending-sectors) (host ?host) (subject ?device) (state absent))))

(defrule FINDINGS::pending-sectors-many.raw
  "More sectors wait than one physical sector of 4 KiB explains. [backblaze-smart: SMART 197]"
  (logical (smart (host ?host) (device ?device) (pending-raw ?pending&:(above ?pending ?*pending-one-block*))))
  =>
  (assert (finding (name pending-sectors-many) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::pending-cleared.nothing-reallocated
  "The few sectors that waited could be read or written again, and none had to be replaced. [smartctl-man: -C ID]"
  (logical
    (smart-growth (host ?host) (device ?device) (counter pending)
                  (first ?first&:(at-least ?first 1)&:(at-most ?first ?*pending-one-block*)) (last 0))
    (smart (host ?host) (device ?device) (pending-raw 0) (reallocated-raw 0)))
  =>
  (assert (finding (name pending-cleared) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::pending-cleared.reallocated-unchanged
  "The few sectors that waited could be read or written again, and the count of replaced ones did not move. [smartctl-man: -C ID]"
  (logical
    (smart-growth (host ?host) (device ?device) (counter pending)
                  (first ?first&:(at-least ?first 1)&:(at-most ?first ?*pending-one-block*)) (last 0))
    (smart-growth (host ?host) (device ?device) (counter reallocated) (first ?count&~unknown) (last ?count)))
  =>
  (assert (finding (name pending-cleared) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::offline-uncorrectable.raw
  "The drive's own scan of its surface found sectors that it could not correct. [smartctl-man: -U ID]"
  (logical (smart (host ?host) (device ?device) (offline-uncorrectable-raw ?count&:(at-least ?count ?*offline-least*))))
  =>
  (assert (finding (name offline-uncorrectable) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::reported-uncorrectable.raw
  "The drive told the host of reads that it could not correct. [backblaze-smart: SMART 187]"
  (logical (smart (host ?host) (device ?device) (reported-uncorrectable-raw ?count&:(at-least ?count ?*reported-least*))))
  =>
  (assert (finding (name reported-uncorrectable) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::reallocated-sectors.raw
  "Many sectors went bad and were replaced. [backblaze-smart: SMART 5]"
  (logical (smart (host ?host) (device ?device) (reallocated-raw ?count&:(at-least ?count ?*reallocated-many*))))
  =>
  (assert (finding (name reallocated-sectors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::reallocated-sectors-huge.raw
  "A good part of the drive's spare sectors is in use: most drives never replace one. [backblaze-smart: SMART 5]"
  (logical (smart (host ?host) (device ?device) (reallocated-raw ?count&:(at-least ?count ?*reallocated-huge*))))
  =>
  (assert (finding (name reallocated-sectors-huge) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::reallocated-sectors-huge.scale
  "On the maker's own scale half of the spare sectors or more is in use. [backblaze-smart: SMART 5]"
  (logical (smart (host ?host) (device ?device) (spares-used-percent ?used&:(at-least ?used ?*spares-used*))))
  =>
  (assert (finding (name reallocated-sectors-huge) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::medium-errors-logged.smart
  "The drive's own log holds reads that it could not correct. [smartctl-man: -l error]"
  (logical (smart (host ?host) (device ?device) (logged-medium-errors ?count&:(at-least ?count ?*logged-medium-least*))))
  =>
  (assert (finding (name medium-errors-logged) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::bad-sectors-growing.counter
  "A counter of bad sectors rose between two readings: it is not an old scar, it goes on. [backblaze-smart: SMART 5; smartctl-man: -C ID]"
  (logical
    (smart-growth (host ?host) (device ?device) (counter pending|reallocated|offline-uncorrectable|media-errors|grown-defects)
                  (first ?first&~unknown) (last ?last&:(above ?last ?first))))
  =>
  (assert (finding (name bad-sectors-growing) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::nvme-critical.warning
  "The drive warns that its spare blocks run out or that it only reads, alone or with other warnings; temperature and the backup of its cache are left out. [nvme-smart: critical warning]"
  (logical (smart (host ?host) (device ?device) (protocol nvme) (critical-warning ?warning&~unknown&~0&~2&~4&~6&~16&~18)))
  =>
  (assert (finding (name nvme-critical) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::nvme-critical.unreliable
  "The drive warns that it is no longer reliable, and that is not only its rated endurance being used up. [nvme-smart: critical warning]"
  (logical
    (smart (host ?host) (device ?device) (protocol nvme) (critical-warning 4|6))
    (not (finding (name endurance-used-up) (host ?host) (subject ?device) (state present))))
  =>
  (assert (finding (name nvme-critical) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::endurance-used-up.nvme
  "The maker's rated endurance is used up, all spare blocks that the maker asks for are there, and no data was lost: some drives set their warning of reliability for that alone. [nvme-smart: critical warning]"
  (logical
    (smart (host ?host) (device ?device) (protocol nvme) (percentage-used ?used&:(at-least ?used ?*endurance-percent*))
           (media-errors 0|unknown) (spare-threshold-percent ?threshold&~unknown)
           (available-spare-percent ?spare&:(at-least ?spare ?threshold))))
  =>
  (assert (finding (name endurance-used-up) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::media-errors.nvme
  "The drive counts data that it could not deliver or check. [nvme-smart: NVME_SMART_CRIT_DEGRADED]"
  (logical (smart (host ?host) (device ?device) (protocol nvme) (media-errors ?count&:(at-least ?count ?*media-errors-least*))))
  =>
  (assert (finding (name media-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::spare-lost-early.nvme
  "A good part of the spare blocks is gone while the drive's rated endurance has hardly been touched: blocks go bad for another reason than wear. (General experience, no source verified it.) [nvme-smart: NVME_SMART_CRIT_SPARE]"
  (logical
    (smart (host ?host) (device ?device) (available-spare-percent ?spare&:(at-most ?spare ?*spare-low*))
           (percentage-used ?used&:(at-most ?used ?*used-little*))))
  =>
  (assert (finding (name spare-lost-early) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::spare-exhausted.nvme
  "Fewer spare blocks are left than the maker holds to be safe. [nvme-smart: NVME_SMART_CRIT_SPARE]"
  (logical
    (smart (host ?host) (device ?device) (spare-threshold-percent ?threshold&~unknown)
           (available-spare-percent ?spare&:(below ?spare ?threshold))))
  =>
  (assert (finding (name spare-exhausted) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::grown-defects.scsi
  "The drive has replaced many sectors since it was made. [smartctl-man: SCSI, elements in grown defect list]"
  (logical (smart (host ?host) (device ?device) (grown-defects ?count&:(at-least ?count ?*grown-defects-many*))))
  =>
  (assert (finding (name grown-defects) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::uncorrected-reads.scsi
  "The drive counts errors that all its corrections could not mend. [smartctl-man: SCSI, total uncorrected errors]"
  (logical (smart (host ?host) (device ?device) (logical-volume ~yes) (uncorrected-errors ?count&:(at-least ?count ?*uncorrected-least*))))
  =>
  (assert (finding (name uncorrected-reads) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::uncorrected-reads-many.scsi
  "The drive counts more errors that it could not mend than one spot makes. [smartctl-man: SCSI, total uncorrected errors]"
  (logical (smart (host ?host) (device ?device) (logical-volume ~yes) (uncorrected-errors ?count&:(at-least ?count ?*uncorrected-many*))))
  =>
  (assert (finding (name uncorrected-reads-many) (host ?host) (subject ?device) (state present))))

; --- what the controller says

(defrule FINDINGS::controller-present.seen
  "A RAID controller stands between the host and its drives. [smith-2008-areca: Controller#01]"
  (logical (controller (host ?host) (name ?name)))
  =>
  (assert (finding (name controller-present) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::controller-present.areca-tool
  "Areca's own tool answered, so a card of theirs is there. [smith-2008-areca: event info]"
  (logical (areca-smart (host ?host) (drive ?drive)))
  =>
  (assert (finding (name controller-present) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::controller-present.areca-events
  "The card's own log of events was read. [smith-2008-areca: event info]"
  (logical (areca-event (host ?host) (drive ?drive)))
  =>
  (assert (finding (name controller-present) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::controller-present.smartctl
  "smartctl itself says that a RAID controller answers here, and that a drive is to be asked through it. [smartctl-man: -d TYPE]"
  (logical (smart (host ?host) (device ?device) (logical-volume yes) (unreadable yes) (volume-of ~hypervisor)))
  =>
  (assert (finding (name controller-present) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::controller-read-errors.areca
  "The controller could not read or write the drive and logged it; what it mended by trying again, the kernel never hears of. [smith-2008-areca: event info]"
  (logical
    (areca-event (host ?host) (disk ?disk&~unknown) (event reading-error|writing-error)
                 (count ?count&:(at-least ?count ?*controller-errors-least*))))
  =>
  (assert (finding (name controller-read-errors) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::controller-read-errors.counted
  "The controller counts errors of this drive's medium. [smith-2008-areca: event info]"
  (logical
    (controller-drive (host ?host) (disk ?disk&~unknown) (media-errors ?count&:(at-least ?count ?*controller-media-least*))))
  =>
  (assert (finding (name controller-read-errors) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::controller-read-errors.none
  "The controller's log was read as a whole, and no drive gave errors. [smith-2008-areca: event info]"
  (logical
    (read (host ?host) (template areca-event) (complete yes))
    (not (areca-event (host ?host) (event reading-error|writing-error|time-out-error|device-failed))))
  =>
  (assert (finding (name controller-read-errors) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::controller-read-errors-on-host.some
  "The controller logged errors of at least one disk of the host. [smith-2008-areca: event info]"
  (logical (finding (name controller-read-errors) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (finding (name controller-read-errors-on-host) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::controller-read-errors-on-host.none
  "The controller logged errors of no disk of the host. [smith-2008-areca: event info]"
  (logical (finding (name controller-read-errors) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (finding (name controller-read-errors-on-host) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::controller-drive-failed.event
  "The controller has given the drive up. [smith-2008-areca: behaviour in hardware RAID]"
  (logical (areca-event (host ?host) (disk ?disk&~unknown) (event device-failed)))
  =>
  (assert (finding (name controller-drive-failed) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::controller-drive-failed.state
  "The controller lists the drive as failed. [smith-2008-areca: behaviour in hardware RAID]"
  (logical (controller-drive (host ?host) (disk ?disk&~unknown) (state failed)))
  =>
  (assert (finding (name controller-drive-failed) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::controller-smart-drops.pending
  "The controller shows no raw value, and a threshold of 0 can never be reached, so its OK says nothing: what counts is that the value has left the one at which it began. [smith-2008-areca: disk smart drv=2]"
  (logical
    (areca-smart (host ?host) (disk ?disk&~unknown)
                 (pending-normalised ?value&~unknown&~200&~100&~253)))
  =>
  (assert (finding (name controller-smart-drops) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::controller-smart-drops.uncorrectable
  "The normalised value of uncorrectable sectors has left the one at which it began, whatever the state beside it says. [smith-2008-areca: disk smart drv=2]"
  (logical
    (areca-smart (host ?host) (disk ?disk&~unknown)
                 (offline-uncorrectable-normalised ?value&~unknown&~200&~100&~253)))
  =>
  (assert (finding (name controller-smart-drops) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::controller-smart-drops.none
  "Both values still stand where they began. [smith-2008-areca: disk smart drv=1]"
  (logical
    (areca-smart (host ?host) (disk ?disk&~unknown) (pending-normalised 100|200|253)
                 (offline-uncorrectable-normalised 100|200|253)))
  =>
  (assert (finding (name controller-smart-drops) (host ?host) (subject ?disk) (state absent))))

(defrule FINDINGS::smart-self-test-refused.areca
  "The card lets no test run on a drive that it uses, alone or in a set. [smith-2008-areca: Drive 2 Is Not Available]"
  (logical (areca-smart (host ?host) (disk ?disk&~unknown) (self-test-refused yes)))
  =>
  (assert (finding (name smart-self-test-refused) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::smart-self-test-refused.smartctl
  "What answers for the drive does not know the command of a self-test. [smith-2008-areca: unsupported scsi opcode]"
  (logical (smart (host ?host) (device ?device) (self-test-refused yes)))
  =>
  (assert (finding (name smart-self-test-refused) (host ?host) (subject ?device) (state present))))

; --- whether SMART can be believed

(defrule FINDINGS::smart-filler.signs
  "A SATA drive on fibre channel, counters that never move, a trip point below the present temperature, bytes never filled in: the controller answered, not the drive. [smith-2008-areca: smartctl --all /dev/sdb]"
  (logical (smart (host ?host) (device ?device) (filler-signs ?signs&:(at-least ?signs ?*filler-signs*))))
  =>
  (assert (finding (name smart-filler) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::smart-filler.none
  "The answer bears no sign of having been made up. [smartctl-man: -d TYPE]"
  (logical (smart (host ?host) (device ?device) (filler-signs 0) (logical-volume ~yes) (unreadable ~yes)))
  =>
  (assert (finding (name smart-filler) (host ?host) (subject ?device) (state absent))))

(defrule FINDINGS::smart-logical-volume.inquiry
  "The inquiry names a controller's volume: what it says of its health is not said of any drive. [smartctl-man: -d TYPE]"
  (logical (smart (host ?host) (device ?device) (logical-volume yes) (volume-of ~hypervisor)))
  =>
  (assert (finding (name smart-logical-volume) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::smart-contradicted.kernel
  "The kernel logs errors of the very disk whose health is made up or answered by a volume. [smith-2008-areca: smartctl --all /dev/sdb]"
  (logical
    (finding (name smart-filler|smart-logical-volume) (host ?host) (subject ?disk) (state present))
    (finding (name disk-errors) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (finding (name smart-contradicted) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::smart-contradicted.controller
  "The controller logs errors of a drive, and what it tells smartctl shows none. [smith-2008-areca: event info]"
  (logical
    (finding (name smart-filler|smart-logical-volume) (host ?host) (subject ?disk) (state present))
    (finding (name controller-read-errors-on-host) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name smart-contradicted) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::single-drive.smart
  "The device itself answers as an ATA or NVMe drive: no array or controller's volume does. [smartctl-man: -d TYPE]"
  (logical
    (smart (host ?host) (device ?device) (access "") (protocol ata|nvme) (logical-volume ~yes) (unreadable ~yes)
           (filler-signs 0|unknown)))
  =>
  (assert (finding (name single-drive) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::flash-device.no-controller
  "The device has no moving parts and no RAID controller is seen above it. [linux-queue-sysfs: rotational]"
  (logical
    (disk-settings (host ?host) (device ?device) (rotational no))
    (not (finding (name controller-present) (host ?host) (state present))))
  =>
  (assert (finding (name flash-device) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::flash-device.nvme
  "The device is NVMe, which has no moving parts, and no RAID controller is seen above it. [linux-queue-sysfs: rotational]"
  (logical
    (device-load (host ?host) (device ?device) (kind nvme))
    (not (finding (name controller-present) (host ?host) (state present))))
  =>
  (assert (finding (name flash-device) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::smart-unreadable.behind-a-controller
  "The SMART commands do not reach the drive behind the controller. [smartctl-man: -d TYPE]"
  (logical
    (smart (host ?host) (device ?device) (unreadable yes))
    (finding (name controller-present) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name smart-unreadable) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::smart-unreadable.asked-through
  "The controller names the drive that it was asked for, and does not bring its verdict back. [smartctl-man: -d TYPE]"
  (logical (smart (host ?host) (device ?device) (unreadable yes) (node ~unknown) (model ~unknown)))
  =>
  (assert (finding (name smart-unreadable) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::drive-not-asked.listed
  "The controller lists a drive that nobody asked for its own health: what its neighbours answer says nothing of it. [smartctl-man: -d TYPE]"
  (logical
    (controller-drive (host ?host) (disk ?disk&~unknown) (state ~absent))
    (not (smart (host ?host) (device ?disk) (unreadable ~yes))))
  =>
  (assert (finding (name drive-not-asked) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::smart-read-behind-controller.pass-through
  "The drives themselves were asked through the controller, and answered; none that it lists was left out. [smartctl-man: -d TYPE]"
  (logical
    (smart (host ?host) (device ?device) (node ~unknown) (unreadable ~yes) (protocol ~unknown))
    (not (finding (name drive-not-asked) (host ?host) (state present))))
  =>
  (assert (finding (name smart-read-behind-controller) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::smart-looks-fine.filler
  "The health is said to be OK by an answer that is made up. [smith-2008-areca: SMART Health Status: OK]"
  (logical
    (smart (host ?host) (device ?device) (health passed) (filler-signs ?signs&:(at-least ?signs ?*filler-signs*))))
  =>
  (assert (finding (name smart-looks-fine) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::smart-looks-fine.logical-volume
  "The health is said to be OK by a logical volume. [smartctl-man: -d TYPE]"
  (logical (smart (host ?host) (device ?device) (health passed) (logical-volume yes) (volume-of ~hypervisor)))
  =>
  (assert (finding (name smart-looks-fine) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::volume-verdict-trusted.told
  "Somebody goes by an OK that a logical volume gave. [smartctl-man: -d TYPE]"
  (logical
    (smart (host ?host) (device ?disk) (health passed) (logical-volume yes) (volume-of ~hypervisor))
    (finding (name smart-looks-fine) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name volume-verdict-trusted) (host ?host) (subject ?disk) (state present))))

(defrule FINDINGS::smart-verdict-doubted.told
  "Somebody says that SMART finds the drives well, and that something is wrong all the same. [smith-2008-areca: SMART Health Status: OK]"
  (logical
    (finding (name smart-looks-fine) (host ?host) (subject ?host) (state present))
    (finding (name host-stalls|host-hangs|host-slow|slow-io|slow-writes|periodic-stalls|application-drops-out|slow-database) (host ?host) (state present)))
  =>
  (assert (finding (name smart-verdict-doubted) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::smart-verdict-doubted.suspected
  "A drive is suspected of failing, and whether it does is what SMART was asked for. [smith-2008-areca: SMART Health Status: OK]"
  (logical (finding (name drive-suspected) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name smart-verdict-doubted) (host ?host) (subject ?host) (state present))))

; --- pools, and what people see of it

(defrule FINDINGS::pool-drive-errors.one-device
  "ZFS counts failed reads or writes of one device of the pool, and of no other: the drive, not what they share. [openzfs-docs: zpool-status]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (read-errors ?count&:(at-least ?count ?*pool-errors-least*)))
    ; where the pool has no other device, that no other counts errors says nothing
    (pool-device (row ?first) (host ?host) (pool ?pool) (device ~?device) (read-errors 0))
    (not (pool-device (row ?before&:(below ?before ?first)) (host ?host) (pool ?pool) (device ~?device) (read-errors 0)))
    (not (pool-device (host ?host) (pool ?pool) (device ~?device) (read-errors ~0&~unknown)))
    (read (host ?host) (template pool-device) (complete yes)))
  =>
  (assert (finding (name pool-drive-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::pool-drive-errors.one-device-writes
  "ZFS counts failed writes of one device of the pool, and of no other: the drive, not what they share. [openzfs-docs: zpool-status]"
  (logical
    (pool-device (host ?host) (pool ?pool) (device ?device) (write-errors ?count&:(at-least ?count ?*pool-errors-least*)))
    ; where the pool has no other device, that no other counts errors says nothing
    (pool-device (row ?first) (host ?host) (pool ?pool) (device ~?device) (write-errors 0))
    (not (pool-device (row ?before&:(below ?before ?first)) (host ?host) (pool ?pool) (device ~?device) (write-errors 0)))
    (not (pool-device (host ?host) (pool ?pool) (device ~?device) (write-errors ~0&~unknown)))
    (read (host ?host) (template pool-device) (complete yes)))
  =>
  (assert (finding (name pool-drive-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::pool-drive-errors.btrfs-reads
  "Btrfs counts failed reads of one device and hardly a failed write of it, and neither of another: the drive does not deliver what it took. [btrfs-trouble: device stats]"
  (logical
    (btrfs-device (host ?host) (device ?device) (write-errors ?writes&~unknown)
      (read-errors ?count&:(at-least ?count ?*pool-errors-least*)&:(at-least ?count (* ?*gone-writes-factor* ?writes)))
      (others ?others&:(at-least ?others 1)) (others-failing 0)))
  =>
  (assert (finding (name pool-drive-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::device-was-gone.btrfs
  "Writes and flushes to one device failed in great numbers, many more than reads: it was not there for a while, and no medium does that. (General experience, no source verified it.) [btrfs-trouble: device stats]"
  (logical
    (btrfs-device (host ?host) (device ?device) (flush-errors ?flushes&:(at-least ?flushes 1))
      (read-errors ?reads&~unknown)
      (write-errors ?writes&:(at-least ?writes ?*gone-writes-least*)&:(at-least ?writes (* ?*gone-writes-factor* ?reads)))))
  =>
  (assert (finding (name device-was-gone) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::pool-errors-spread.btrfs
  "Several devices of Btrfs return wrong data, and none fails a read or write: what they share is to blame, memory, an adapter or a power supply. (General experience, no source verified it.) [btrfs-trouble: device stats]"
  (logical
    (btrfs-device (host ?host) (corruption-errors ?wrong&:(at-least ?wrong ?*spread-errors-some*)) (read-errors 0) (write-errors 0)
      (others-corrupt ?too&:(at-least ?too 1)) (others-failing 0)))
  =>
  (assert (finding (name pool-errors-spread) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::files-unreadable.reads-fail
  "Reads that the drive cannot answer come back to the program as errors. [smith-2008-areca: the RAID0 set]"
  (logical (disk-error (host ?host) (device ?device) (layered ~yes) (removable ~yes) (count ?count) (kind medium-error|read-error)))
  =>
  (assert (finding (name files-unreadable) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::drive-suspected.by-itself
  "It says so itself, fails its own test, has bad places that spread, or was given up by what it serves. [smartctl-man: -H; backblaze-smart: five SMART metrics; smith-2008-areca: event info; linux-md: faulty; openzfs-docs: zpool-status]"
  (logical (finding (name smart-failing|medium-errors-spread|controller-read-errors|self-test-failed|bad-sectors-growing|nvme-critical|failure-predicted|controller-drive-failed|pool-drive-errors|array-member-failed)
                    (host ?host) (subject ?device) (state present)))
  =>
  (assert (finding (name drive-suspected) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::drive-replaced.known
  "The drive was replaced after what was captured. [smith-2008-areca: the spare drive]"
  (logical (drive (host ?host) (device ?device) (replaced yes)))
  =>
  (assert (finding (name drive-replaced) (host ?host) (subject ?device) (state present))))

; --- searches for bad blocks

(defrule FINDINGS::write-scan-run.any
  "A search that writes changes what it tests: pending sectors are rewritten or replaced, and the data read back may come from a cache. [e2fsprogs: mke2fs, -c; smith-2008-areca: result of mkfs -c -c]"
  (logical (surface-scan (host ?host) (device ?device) (writes yes) (tool ~dd-write) (result ~errors)))
  =>
  (assert (finding (name write-scan-run) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::write-scan-clean.result
  "The search that writes found nothing. [smith-2008-areca: result of mkfs -c -c]"
  (logical (surface-scan (host ?host) (device ?device) (writes yes) (result clean)))
  =>
  (assert (finding (name write-scan-clean) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::read-scan-clean.result
  "The search that only reads found nothing, and nobody wrote over the disk. [e2fsprogs: badblocks]"
  (logical
    (surface-scan (host ?host) (device ?device) (writes no) (result clean))
    (not (surface-scan (host ?host) (device ?device) (writes yes) (result clean))))
  =>
  (assert (finding (name read-scan-clean) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-found-bad-blocks.result
  "A search found blocks that it could not read or write. [e2fsprogs: badblocks]"
  (logical (surface-scan (host ?host) (device ?device) (result errors)))
  =>
  (assert (finding (name scan-found-bad-blocks) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-found-bad-blocks.list
  "The file system keeps a list of blocks that a search found bad. [e2fsprogs: dumpe2fs, -b]"
  (logical (bad-blocks (host ?host) (device ?device) (count ?count&:(at-least ?count 1))))
  =>
  (assert (finding (name scan-found-bad-blocks) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::many-blocks-unreadable.read-scan
  "A scan that only reads found more bad blocks than one damaged spot makes. [e2fsprogs: badblocks]"
  (logical
    (surface-scan (host ?host) (device ?device) (writes no) (layered ~yes) (result errors)
                  (bad-blocks ?count&:(at-least ?count ?*scan-many*))))
  =>
  (assert (finding (name many-blocks-unreadable) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-of-array.layered
  "What was searched lies on several drives, so the search does not name one. [smith-2008-areca: mkfs on /dev/md0]"
  (logical (surface-scan (host ?host) (device ?device) (layered yes)))
  =>
  (assert (finding (name scan-of-array) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-disk-errors.kernel
  "The kernel logs errors of the very disk that was searched. [smith-2008-areca: errors during e2fsck -c]"
  (logical
    (surface-scan (host ?host) (device ?device) (disk ?disk&~unknown))
    (disk-error (host ?host) (device ?disk) (kind medium-error|read-error|write-error|io-error|hardware-error)))
  =>
  (assert (finding (name scan-disk-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-disk-errors.kernel-member
  "The kernel logs errors of a member of the array that was searched. [smith-2008-areca: errors during e2fsck -c]"
  (logical
    (surface-scan (host ?host) (device ?device) (disk ?array&~unknown))
    (part-of (host ?host) (part ?disk) (whole ?array))
    (disk-error (host ?host) (device ?disk) (kind medium-error|read-error|write-error|io-error|hardware-error)))
  =>
  (assert (finding (name scan-disk-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-disk-errors.controller
  "The controller logs errors of the very disk that was searched. [smith-2008-areca: event log after mkfs]"
  (logical
    (surface-scan (host ?host) (device ?device) (disk ?disk&~unknown))
    (finding (name controller-read-errors) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (finding (name scan-disk-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-disk-errors.controller-member
  "The controller logs errors of a member of the array that was searched. [smith-2008-areca: event log after mkfs]"
  (logical
    (surface-scan (host ?host) (device ?device) (disk ?array&~unknown))
    (part-of (host ?host) (part ?disk) (whole ?array))
    (finding (name controller-read-errors) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (finding (name scan-disk-errors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-pending-sectors.smart
  "The very disk that was searched had sectors that wait to be read once more; writing to one ends its waiting. [smartctl-man: -C ID]"
  (logical
    (surface-scan (host ?host) (device ?device) (disk ?disk&~unknown))
    (finding (name pending-sectors) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (finding (name scan-pending-sectors) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-belied.errors
  "The search wrote, named no bad block, and errors of the very disk are logged: it mended what it was to find, or read it from a cache. [smith-2008-areca: event log after mkfs]"
  (logical
    (finding (name write-scan-run) (host ?host) (subject ?device) (state present))
    (finding (name scan-disk-errors|scan-pending-sectors|scan-found-bad-blocks) (host ?host) (subject ?device) (state present)))
  =>
  (assert (finding (name scan-belied) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-belied.overwritten
  "The disk was written over without an error, and its pending sectors are gone since: writing ends their waiting, good or bad, and nothing was read back. [smartctl-man: -C ID; e2fsprogs: badblocks, -w]"
  (logical
    (surface-scan (host ?host) (device ?device) (disk ?disk&~unknown) (writes yes) (result ~errors))
    (smart-growth (host ?host) (device ?disk) (counter pending) (first ?first&:(at-least ?first 1)) (last 0)))
  =>
  (assert (finding (name scan-belied) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-drive-replaced.disk
  "The very disk that was searched was replaced since: what the search said of it is of no use any more. [smith-2008-areca: the spare drive]"
  (logical
    (surface-scan (host ?host) (device ?device) (disk ?disk&~unknown))
    (finding (name drive-replaced) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (finding (name scan-drive-replaced) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-drive-replaced.member
  "A member of the array that was searched was replaced since. [smith-2008-areca: the spare drive]"
  (logical
    (surface-scan (host ?host) (device ?device) (disk ?array&~unknown))
    (part-of (host ?host) (part ?disk) (whole ?array))
    (finding (name drive-replaced) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (finding (name scan-drive-replaced) (host ?host) (subject ?device) (state present))))

(defrule FINDINGS::scan-of-another-disk.kernel
  "The kernel logs errors of another disk and none of the one that was searched. [linux-scsi-sense: I/O error, dev]"
  (logical
    ; one error, the first: a storm takes hundreds of disks
    (disk-error (row ?first) (host ?host) (device ?other) (kind medium-error|read-error|write-error|io-error|hardware-error))
    (not (disk-error (row ?before&:(below ?before ?first)) (host ?host) (kind medium-error|read-error|write-error|io-error|hardware-error)))
    (surface-scan (host ?host) (device ?device) (disk ?disk&~unknown&~?other) (layered no))
    (read (host ?host) (template disk-error) (complete yes))
    (not (disk-error (host ?host) (device ?disk))))
  =>
  (assert (finding (name scan-of-another-disk) (host ?host) (subject ?device) (state present))))
