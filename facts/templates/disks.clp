; Drives, controllers, arrays, surface scans.

(deftemplate MAIN::disk-error
  "Kernel errors of one kind on one device. Key: host device kind. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot kind (type SYMBOL) (allowed-symbols medium-error read-error write-error io-error timeout reset link-error hardware-error not-ready recovered predicted-failure unknown) (default unknown))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot distinct-sectors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-sector (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; no drive itself: an array or a mapped volume above some
  (slot layered (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the kernel attached it as a removable disk: a memory stick, a card
  (slot removable (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::smart
  "One drive as smartctl reports it, text or JSON. Key: host device access. Kind: state. Above 0: physical-sector-bytes link-speed-most-gbit-s."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  ; the -d option that was used: "" none, "areca,2", "megaraid,4", "sat"
  (slot access (type STRING))
  ; no: the output does not name the device, and `device` is the serial number, which no command takes
  (slot device-known (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the device file that smartctl was given, where the drive lies behind a controller and goes by its access
  (slot node (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot model (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot serial (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot protocol (type SYMBOL) (allowed-symbols ata scsi nvme unknown) (default unknown))
  (slot health (type SYMBOL) (allowed-symbols passed failed unknown) (default unknown))
  ; how many signs of controller filler data stand in the output, 0 to 7
  (slot filler-signs (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot self-test-refused (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot self-test-failed (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the SMART command itself was refused or the device could not be opened
  (slot unreadable (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; an inquiry that names a controller's logical volume, not a drive
  (slot logical-volume (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; a disk that a hypervisor shows to a virtual machine: no controller stands between
  (slot volume-of (type SYMBOL) (allowed-symbols hypervisor unknown) (default unknown))
  (slot reallocated-raw (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot reallocation-events-raw (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot pending-raw (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot offline-uncorrectable-raw (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot reported-uncorrectable-raw (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what was ever written and read, in units of the maker
  (slot written-raw (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot read-raw (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot crc-errors-raw (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot failing-attributes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of the maker's own scale of spare sectors, from 100 or 200 down to its threshold, what is used up (ESXi, which shows no raw value)
  (slot spares-used-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot grown-defects (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot uncorrected-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot logged-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of the entries that the drive's log of errors still holds: of its medium, and of the transfer
  (slot logged-medium-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot logged-link-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot power-on-hours (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot critical-warning (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot media-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot available-spare-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot spare-threshold-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot percentage-used (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what the drive says that it writes at once; many of 4096 take 512 and say so, a few do not
  (slot physical-sector-bytes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; damaged transfers that the drive's link counted since its last reset (SATA), or invalid words (SAS)
  (slot link-faults (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how often a SAS link lost the pace of its words
  (slot sync-losses (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot link-speed-gbit-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot link-speed-most-gbit-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; shingled: the drive manages it by itself; host-managed zones are another thing
  (slot recording (type SYMBOL) (allowed-symbols shingled conventional host-managed unknown) (default unknown))
  ; the drive's own write cache
  (slot write-cache (type SYMBOL) (allowed-symbols on off unknown) (default unknown)))

(deftemplate MAIN::sas-phy
  "One phy (lane) of a SAS adapter or expander, with the errors that it counts itself. Key: host phy. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; "phy-0:2", or the number that the adapter's tool gives it
  (slot phy (type STRING))
  (slot link-faults (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-losses (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::smart-growth
  "One SMART counter that was read more than once, and by how much it grew. Key: host device counter. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot counter (type SYMBOL) (allowed-symbols pending reallocated offline-uncorrectable crc-errors media-errors grown-defects unknown) (default unknown))
  (slot first (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; hours that the drive has run and carried data since the count was first seen as it is now
  (slot still-hours (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; by how much it would have grown in that time, had it gone on as fast as before
  (slot expected-while-still (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::areca-smart
  "One drive as the Areca command line shows it: normalised values only, no raw ones. Key: host drive. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; "2": the controller's number of the drive
  (slot drive (type STRING))
  ; the drive's one name on the host: the kernel's disk where something ties them, else "areca,2"
  (slot disk (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot reallocated-normalised (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot pending-normalised (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot offline-uncorrectable-normalised (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot crc-normalised (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; attributes whose State is not OK
  (slot failing-attributes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot self-test-refused (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::areca-event
  "Events of one kind on one channel, from the Areca event log. Key: host drive event. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot drive (type STRING))
  ; the drive's one name on the host
  (slot disk (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot event (type SYMBOL) (allowed-symbols reading-error writing-error time-out-error device-removed device-failed volume-degraded volume-rebuilding battery other unknown) (default unknown))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::storage-cache
  "The write cache of a storage array or filer, as its own tool tells it. Key: host output. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  ; of the cache, what is not written to the disks yet; where several are told, the most
  (slot dirty-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; samples in which one half was full while the other was still written out, so that writers waited (ONTAP)
  (slot full-samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::controller-drive
  "One physical drive as a RAID controller's own tool lists it. Key: host drive. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot drive (type STRING))
  ; the drive's one name on the host
  (slot disk (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot model (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot usage (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot state (type SYMBOL) (allowed-symbols ok failed spare free absent rebuilding unknown) (default unknown))
  ; the controller's own counts for this drive
  (slot media-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot timeouts (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how often the drive itself said that it is about to fail, and whether it says so now
  (slot predictive-failures (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot smart-alert (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::controller-array
  "One RAID set or volume as a RAID controller's own tool lists it. Key: host array. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot array (type STRING))
  (slot level (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot state (type SYMBOL) (allowed-symbols normal degraded failed rebuilding initializing checking migrating unknown) (default unknown))
  (slot progress-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; whether writes are cached now, and whether they are meant to be
  (slot write-cache (type SYMBOL) (allowed-symbols on off unknown) (default unknown))
  (slot write-cache-default (type SYMBOL) (allowed-symbols on off unknown) (default unknown))
  ; yes: writes stay cached also when the battery is not good
  (slot write-cache-forced (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the caches of the drives below; default: as each drive was delivered
  (slot drive-cache (type SYMBOL) (allowed-symbols on off default unknown) (default unknown))
  (slot media (type SYMBOL) (allowed-symbols disk flash unknown) (default unknown))
  ; the controller knows of blocks in it that no drive can give back (MegaCli)
  (slot bad-blocks (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::controller
  "A RAID controller that stands between the host and the drives. Key: host name. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot name (type STRING))
  (slot family (type SYMBOL) (allowed-symbols areca megaraid 3ware cciss adaptec mpt unknown) (default unknown))
  (slot model (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot firmware (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the battery behind the write cache
  (slot battery (type SYMBOL) (allowed-symbols ok failed charging absent unknown) (default unknown))
  ; why it is charging: the controller discharges and charges it on purpose
  (slot battery-learning (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the write cache as a whole, where the controller says so (HP)
  (slot cache (type SYMBOL) (allowed-symbols ok disabled absent unknown) (default unknown))
  ; writes are cached also without a battery (HP)
  (slot cache-without-battery (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the caches of the drives, where they are set for the whole controller (HP)
  (slot drive-cache (type SYMBOL) (allowed-symbols on off unknown) (default unknown))
  ; the patrol read of all drives (surface scan, media patrol)
  (slot patrol-mode (type SYMBOL) (allowed-symbols auto manual off unknown) (default unknown))
  (slot patrol-state (type SYMBOL) (allowed-symbols active paused stopped unknown) (default unknown))
  (slot patrol-rate-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot patrol-interval-hours (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the consistency check of the sets
  (slot check-state (type SYMBOL) (allowed-symbols active paused stopped unknown) (default unknown))
  (slot check-rate-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot rebuild-rate-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::surface-scan
  "A search for bad blocks that was run, and what it said. Key: host device number. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot number (type INTEGER))
  ; the whole disk or array that was searched, without folder and partition
  (slot disk (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; that is no drive itself but an array or a mapped volume above some
  (slot layered (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot tool (type SYMBOL) (allowed-symbols mkfs mkfs-write e2fsck e2fsck-write badblocks badblocks-write badblocks-nondestructive dd dd-write unknown) (default unknown))
  ; a write test changes what it tests: pending sectors are rewritten or remapped
  (slot writes (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot result (type SYMBOL) (allowed-symbols clean errors unknown) (default unknown))
  (slot bad-blocks (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::bad-blocks
  "The bad-block list of an ext file system, from dumpe2fs. Key: host device. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  ; the whole disk or array below the file system, without folder and partition
  (slot disk (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::md-array
  "One software RAID array: of Linux, from /proc/mdstat or mdadm, a resource of DRBD, a mirror or RAID volume of Solaris, from metastat, or of FreeBSD, from gmirror. Key: host array. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot array (type STRING))
  (slot level (type SYMBOL) (allowed-symbols raid0 raid1 raid4 raid5 raid6 raid10 linear container unknown) (default unknown))
  (slot state (type SYMBOL) (allowed-symbols active inactive unknown) (default unknown))
  (slot members (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot members-missing (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot failed-members (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-action (type SYMBOL) (allowed-symbols none resync recovery check reshape pending unknown) (default unknown))
  (slot sync-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of DRBD: this host's copy, the peers' copies and the connections to them; of several volumes and peers the worst
  (slot local-disk (type SYMBOL) (allowed-symbols up-to-date consistent outdated inconsistent diskless failed unknown) (default unknown))
  (slot peer-disk (type SYMBOL) (allowed-symbols up-to-date consistent outdated inconsistent diskless failed unknown) (default unknown))
  (slot connection (type SYMBOL) (allowed-symbols connected connecting broken standalone unknown) (default unknown)))

(deftemplate MAIN::btrfs-device
  "The errors of one device of a Btrfs file system, counted since it was made or its counters were reset. Key: host device. Kind: state. Counters: write-errors read-errors flush-errors corruption-errors generation-errors."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot write-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot read-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot flush-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; a checksum that did not match
  (slot corruption-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; a block of another time than expected: a write was lost
  (slot generation-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of the other devices that were listed: how many there are, and of how many reads failed or data was wrong
  (slot others (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot others-failing (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot others-corrupt (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::part-of
  "One device is a part of another thing: a disk of an array or pool, a partition of a disk, an array under a file system. Key: host part whole. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot part (type STRING))
  (slot whole (type STRING))
  (slot relation (type SYMBOL) (allowed-symbols device-in-pool device-in-array partition-of drive-behind-device device-under-mount dataset-in-pool device-in-volume-group unknown) (default unknown)))

(deftemplate MAIN::virtualbox-setup
  "What a VirtualBox module build log said. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot virtualbox-version (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; 1.5.6 is 1005006
  (slot virtualbox-code (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot kernel (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot kernel-code (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot outcome (type SYMBOL) (allowed-symbols built failed unknown) (default unknown))
  ; DKMS keeps this build and lists it, so it is no log of some earlier day
  (slot in-dkms (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot headers-missing (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot compile-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot unresolved-symbols (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the echoed make recipe with "Kernel configuration is invalid": no fault by itself
  (slot echoed-config-recipe (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::module-load
  "The result of loading one kernel module. Key: host module. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot module (type STRING))
  (slot result (type SYMBOL) (allowed-symbols loaded unknown-symbol version-mismatch key-rejected not-found busy other-error unknown) (default unknown))
  (slot secure-boot (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; what needs the module says that the processor's virtualization is in use by another hypervisor
  (slot processor-taken (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot symbols (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; from modinfo: the kernel that the file was built for
  (slot built-for-kernel (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot built-for-kernel-code (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot module-version (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot signed (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::drive
  "What was done with one drive. Key: host device. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  ; since whatever was captured of it
  (slot replaced (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))
