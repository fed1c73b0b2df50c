; What kind of host this is, its file systems, and what the kernel logged.

(deftemplate MAIN::system
  "The host itself. Key: host. Kind: state. Above 0: ram-bytes page-size-bytes cpus."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot os (type SYMBOL) (allowed-symbols solaris illumos linux freebsd netbsd openbsd aix hp-ux unknown) (default unknown))
  (slot os-release (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot distribution (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot kernel (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; 2.6.18 is 2006018: major * 1,000,000 + minor * 1,000 + patch, so that versions compare as numbers
  (slot kernel-code (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot arch (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot zfs-era (type SYMBOL) (allowed-symbols solaris-10 solaris-11 openzfs none unknown) (default unknown))
  ; Solaris: competing up to 7, where file pages push out everything else, so that the scanner also runs for file I/O
  ; alone; separate since 8, where they are recycled among themselves
  (slot page-cache (type SYMBOL) (allowed-symbols competing separate unknown) (default unknown))
  (slot ram-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot page-size-bytes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot cpus (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; programs were given less memory, or the host more, after what was captured
  (slot memory-relieved (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the firmware lets only signed kernel modules load
  (slot secure-boot (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; kvm.enable_virt_at_load: KVM takes the processor's virtualization when its module is loaded
  (slot kvm-at-load (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::kernel-headers
  "Whether the files that modules of one kernel are built against are installed. Key: host kernel. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; as uname -r names it
  (slot kernel (type STRING))
  (slot installed (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::file-system
  "One mounted file system. Key: host mount. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot mount (type STRING))
  (slot device (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot type (type SYMBOL) (allowed-symbols vxfs ufs zfs ext2 ext3 ext4 xfs btrfs tmpfs nfs other unknown) (default unknown))
  (slot options (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; reads and writes pass the page cache by: mincache=direct, cio, forcedirectio
  (slot direct-io (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot barriers (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; data= of ext3 and ext4
  (slot data-mode (type SYMBOL) (allowed-symbols ordered writeback journal unknown) (default unknown)))

(deftemplate MAIN::file-system-usage
  "How full one mounted file system is, from df. Key: host mount. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot mount (type STRING))
  (slot device (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of what programs without privilege may use
  (slot space-free-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot inodes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot inodes-free (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot inodes-free-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::space-refusal
  "A program was refused a new file or directory for want of space; one row for each directory above it. Key: host output place. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  ; a directory above what was to be made; of a node of Kubernetes, what its kubelet calls the file system
  (slot place (type STRING))
  (slot short-of (type SYMBOL) (allowed-symbols inodes unknown) (default unknown)))

(deftemplate MAIN::vxfs-tunables
  "The I/O parameters of one VxFS file system, as vxtunefs -p prints them. Key: host mount. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot mount (type STRING))
  (slot device (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot discovered-direct-iosz-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::bulk-write
  "A large sequential write that was run or watched: a dd command and its result, or one told. Key: host target number. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot target (type STRING))
  (slot number (type INTEGER))
  (slot program (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot request-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot total-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; oflag=direct: the host's page cache is not used
  (slot direct (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; conv=fsync, conv=fdatasync, oflag=dsync: the time counts until the data is on stable storage
  (slot flushed (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot direction (type SYMBOL) (allowed-symbols read write unknown) (default unknown))
  ; the target is a volume of an array, by its name
  (slot lun (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the host that keeps the target, where it lies in an NFS mount of it
  (slot nfs-server (type STRING SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::block-rewrite
  "A test that wrote blocks of one size over what a file held: fio at random, dd with conv=notrunc. Key: host target number. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot target (type STRING))
  (slot number (type INTEGER))
  (slot program (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot request-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot writes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; each write had to be on stable storage before the next began
  (slot synchronous (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::setting-test
  "What a test came to under one value of a setting of ZFS, as somebody wrote it down. Key: host setting number. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot setting (type STRING))
  (slot number (type INTEGER))
  (slot value (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; a size in bytes, or the figure as it stands
  (slot number-of-value (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot kind (type SYMBOL) (allowed-symbols operations bytes unknown) (default unknown))
  ; operations or bytes a second
  (slot rate (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::random-read
  "A test that read blocks of one size at random, as fio does. Key: host target number. Kind: event. Above 0: request-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot target (type STRING))
  (slot number (type INTEGER))
  (slot program (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot request-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot reads-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::network-interface
  "Error counters of one network interface. Key: host interface. Kind: state. Counters: input-errors output-errors collisions input-packets output-packets damaged-frames late-collisions link-failures."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot interface (type STRING))
  (slot input-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot output-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot collisions (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot input-packets (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot output-packets (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; frames that came damaged: checksum, alignment, symbol errors
  (slot damaged-frames (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; collisions after the first 64 bytes: the two ends do not agree on the duplex mode
  (slot late-collisions (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot link (type SYMBOL) (allowed-symbols up down unknown) (default unknown))
  (slot speed-mbit (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the fastest that both ends say they can
  (slot offered-mbit (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the fastest that the card can
  (slot able-mbit (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot duplex (type SYMBOL) (allowed-symbols full half unknown) (default unknown))
  ; a port, no bridge or tunnel, that has an address of its own
  (slot addressed (type SYMBOL) (allowed-symbols yes unknown) (default unknown))
  ; the bond or aggregate that it is a part of
  (slot bond (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how often its bond saw the link fail since the bond was made
  (slot link-failures (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::packet-loss
  "What ping, fping or mtr lost of the packets to one host. Key: host output target. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot target (type STRING))
  (slot sent (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot lost (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot lost-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; there and back
  (slot mean-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::ha-event
  "What a cluster or heartbeat log said, by kind, over one log. Key: host kind. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot kind (type SYMBOL) (allowed-symbols heartbeat-late heartbeat-lost link-down all-links-down not-scheduled node-dead takeover split-brain panic fenced quorum-lost clock-jump sent-late log-write-slow called-dead overloaded unknown) (default unknown))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the one node that the messages are about, where they name it
  (slot node (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how many distinct heartbeat networks the messages name
  (slot networks (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the longest delay that the messages name: a late heartbeat, a process that did not run
  (slot longest-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; counted from the beginning of a leap year, also where the log prints no year: logs of both nodes compare
  (slot first-within-year-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot text (type STRING SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::cluster-node
  "A node that a cluster's log, list of members or configuration of this host names, itself among them where that is told. Key: host node. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; without its domain; numbered nodes have no name
  (slot node (type STRING))
  ; it is the one whose log or list that is
  (slot own (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; unclean: the others do not know what it does, and want to fence it
  (slot state (type SYMBOL) (allowed-symbols online offline unclean faulted standby maintenance pending unknown) (default unknown)))

(deftemplate MAIN::cluster-resource
  "A resource, or a group of resources, of a cluster on one of its nodes, as the cluster's own commands show it. Key: host resource node. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot resource (type STRING))
  ; "" where none is named
  (slot node (type STRING))
  ; failed: also what Veritas Cluster calls faulted; partial: of a group, some resources are online
  (slot state (type SYMBOL) (allowed-symbols online offline partial failed unknown) (default unknown))
  ; the operation that failed and why, in the cluster's words; the resource may have recovered since
  (slot failed-action (type STRING SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::cluster-peer
  "Another captured host that is, or may be, a node of the same cluster; for the rules each host is its own. Key: host peer. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot peer (type STRING))
  ; how that is known: one is named by the other's cluster log or list of members, or both by a third one's; both run
  ; cluster software, and nothing says that they belong to different clusters; one runs it, and no third host was captured,
  ; which counts only where a failover or a cluster was told of
  (slot basis (type SYMBOL) (allowed-symbols named-in-a-cluster-log cluster-software-on-both no-third-host-captured unknown) (default unknown)))

(deftemplate MAIN::kernel-event
  "Kernel messages of one kind that are not about one disk. Key: host kind subject. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot kind (type SYMBOL) (allowed-symbols hung-task soft-lockup idle-cpu-stalled out-of-memory-kill controller-reset path-failed path-restored all-paths-failed nic-link-down nic-hung nic-slowed clock-jump clock-unread clock-unstable module-symbol-missing module-rejected remount-read-only zfs-io-failure page-allocation-failure guest-memory-refused swap-used-up swap-read-back array-sync-started array-sync-ended barriers-disabled older-block-found tree-unreadable inodes-used-up log-complete unknown) (default unknown))
  (slot subject (type STRING))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; swap-read-back: since the boot as many pages were wanted back from swap as it holds
  ; how far the clock jumped at most, how long the kernel did not read it, or how long a processor stood still
  (slot longest-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot text (type STRING SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::kernel-log
  "A stretch of kernel log that was read, and whether it holds any disk error. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot messages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot disk-errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::process
  "A process that ties an id to a subject: the kernel process of a pool is zpool-POOL. Key: host pid. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pid (type INTEGER))
  ; as ps shows it, perhaps cut off
  (slot name (type STRING SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::device-label
  "A name that a disk keeps and that pools are made of, with the disk behind it. Key: host label. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; as in /dev/disk, or "serial-" and the serial number
  (slot label (type STRING))
  (slot device (type STRING SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::vxfs-tunefstab
  "One line of /etc/vx/tunefstab: what is set when the file system is mounted. Key: host device. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; system-default holds for every device
  (slot device (type STRING))
  (slot discovered-direct-iosz-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::vxfs-writes
  "The large writes that were seen on one VxFS file system, in sum; those that ask for direct I/O are left out. Key: host mount. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot mount (type STRING))
  (slot smallest-request-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot largest-request-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the largest amount written in one go
  (slot largest-total-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
