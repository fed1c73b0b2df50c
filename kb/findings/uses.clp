; What the host runs or uses, by outputs that only such a host gives. ZFS and VxFS stand with their own findings.

(defrule FINDINGS::oracle-in-use.started
  "An instance was started on this host. [closson-2010: Oracle Database 11g Release 2 (11.2.0.2)]"
  (logical (oracle-startup (host ?host)))
  =>
  (assert (finding (name oracle-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::oracle-in-use.error
  "An instance of this host gave an error. [oracle-mos-301830: ORA-27102]"
  (logical (oracle-error (host ?host)))
  =>
  (assert (finding (name oracle-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::oracle-in-use.segments-of-oracle
  "Most of the shared memory belongs to the account oracle. [oracle-mos-401749: hugepages_settings.sh]"
  (logical (shared-memory (host ?host) (owner "oracle")))
  =>
  (assert (finding (name oracle-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::oracle-in-use.files-in-dev-shm
  "Files named ora_ in /dev/shm are the memory of an instance. [oracle-mos-749851: Details]"
  (logical (shm-files (host ?host) (oracle-files ~0&~unknown)))
  =>
  (assert (finding (name oracle-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::oracle-in-use.processes-of-oracle
  "Processes named oracle run: those of the sessions and of the instance itself. [closson-2010: Oracle Database 11g Release 2 (11.2.0.2)]"
  (logical (process-load (host ?host) (name "oracle")))
  =>
  (assert (finding (name oracle-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-in-use.server
  "The server itself told its version. [postgres-docs: version()]"
  (logical (postgres-server (host ?host)))
  =>
  (assert (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-in-use.settings
  "A setting of PostgreSQL was shown, by the server or in its file. [postgres-docs: SHOW]"
  (logical (postgres-setting (host ?host) (name ?name)))
  =>
  (assert (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-in-use.checkpoints
  "The server's log has checkpoints. [postgres-docs: log_checkpoints]"
  (logical (postgres-checkpoints (host ?host) (output ?output)))
  =>
  (assert (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-in-use.counters
  "The server's own counters were shown. [postgres-docs: pg_stat_bgwriter]"
  (logical (postgres-counters (host ?host) (output ?output)))
  =>
  (assert (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-in-use.log-counters
  "What the server's log of changes consists of was shown. [postgres-docs: pg_stat_wal]"
  (logical (postgres-wal (host ?host) (output ?output)))
  =>
  (assert (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-in-use.waits
  "What the sessions of the server wait for was shown. [postgres-docs: pg_stat_activity]"
  (logical (postgres-waits (host ?host) (output ?output)))
  =>
  (assert (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-in-use.spills
  "What the server's sorts wrote to temporary files was shown. [postgres-docs: work_mem]"
  (logical (postgres-spills (host ?host) (output ?output)))
  =>
  (assert (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-in-use.cache
  "How often the server found a page in its cache was shown. [postgres-docs: pg_stat_database]"
  (logical (postgres-cache (host ?host) (output ?output)))
  =>
  (assert (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-in-use.memory-demand
  "A tuning script added up what the server may take. [postgres-docs: work_mem]"
  (logical (postgres-memory-demand (host ?host) (output ?output)))
  =>
  (assert (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::postgres-in-use.refused-setting
  "A server refused a setting of its configuration file. [postgres-docs: Setting Parameters]"
  (logical (postgres-refused-setting (host ?host) (name ?name)))
  =>
  (assert (finding (name postgres-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cluster-in-use.logged
  "Cluster software logged on this host. [elling-2000: Example of Such a System]"
  (logical (ha-event (host ?host) (kind ~panic&~clock-jump&~unknown)))
  =>
  (assert (finding (name cluster-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::virtualbox-in-use.module-build
  "The modules of VirtualBox were built here, or somebody tried to. [smith-2008-virtualbox: modprobe vboxdrv]"
  (logical (virtualbox-setup (host ?host) (output ?output)))
  =>
  (assert (finding (name virtualbox-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::virtualbox-in-use.module-load
  "VirtualBox's own module was loaded, or somebody tried to. [smith-2008-virtualbox: modprobe vboxdrv]"
  (logical (module-load (host ?host) (module "vboxdrv"|"vboxsf"|"vboxguest")))
  =>
  (assert (finding (name virtualbox-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::raid-controller-in-use.seen
  "A RAID controller was seen; the chips of the mpt family are mostly plain adapters and do not count by themselves. [smith-2008-areca: Controller#01]"
  (logical (controller (host ?host) (name ?name) (family ~mpt)))
  =>
  (assert (finding (name raid-controller-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::raid-controller-in-use.drives
  "A controller's own tool listed drives. [smith-2008-areca: disk info]"
  (logical (controller-drive (host ?host) (drive ?drive)))
  =>
  (assert (finding (name raid-controller-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::raid-controller-in-use.arrays
  "A controller's own tool listed RAID sets. [smith-2008-areca: disk info]"
  (logical (controller-array (host ?host) (array ?array)))
  =>
  (assert (finding (name raid-controller-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::raid-controller-in-use.events
  "The card's own log of events was read. [smith-2008-areca: event info]"
  (logical (areca-event (host ?host) (drive ?drive)))
  =>
  (assert (finding (name raid-controller-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::raid-controller-in-use.smart-values
  "The card's own tool showed SMART values of a drive. [smith-2008-areca: event info]"
  (logical (areca-smart (host ?host) (drive ?drive)))
  =>
  (assert (finding (name raid-controller-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::raid-controller-in-use.answers-for-drives
  "A controller answered in place of a drive. [smith-2008-areca: smartctl --all /dev/sdb]"
  (logical (finding (name smart-filler|smart-logical-volume) (host ?host) (subject ?disk) (state present)))
  =>
  (assert (finding (name raid-controller-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::software-raid-in-use.arrays
  "The host has an array of software RAID. [linux-md: md devices in sysfs]"
  (logical (md-array (host ?host) (array ?array)))
  =>
  (assert (finding (name software-raid-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::software-raid-in-use.no-arrays
  "/proc/mdstat was read to its end and lists no array. [linux-md: md devices in sysfs]"
  (logical
    (read (host ?host) (template md-array) (complete yes))
    (not (md-array (host ?host))))
  =>
  (assert (finding (name software-raid-in-use) (host ?host) (subject ?host) (state absent))))
