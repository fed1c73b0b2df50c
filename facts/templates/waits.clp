; Where tasks wait inside the kernel, how long fsync takes, and which driver serves ext3.

(deftemplate MAIN::blocked-tasks
  "Tasks that one output shows in uninterruptible sleep at one place of the kernel: ps, hung-task messages, SysRq-w, /proc/PID/stack. Key: host output place. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  ; ext3-journal is jbd, ext4-journal jbd2; journal could be either, where only a name common to both is shown
  (slot place (type SYMBOL) (allowed-symbols ext3-journal ext4-journal journal dirty-throttle group-reclaim compaction zone-reclaim memory-reclaim nfs zfs-dedup zfs-log page-writeback swap block-io lock other unknown) (default unknown))
  ; different tasks, without the journal's and the flusher's own threads
  (slot tasks (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of these, in fsync, fdatasync, sync or msync; only call traces tell
  (slot in-fsync (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; they had waited for at least so long, where the output says
  (slot seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot names (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::fsync-times
  "How long fsync and its kin took in one output: strace -T, fsync-tester; and a sync that flushes the drive's cache as well. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot calls (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot median-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot longest-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot through-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of a plain write to a file beside them; there may be no fsync at all, and calls is 0 then
  (slot longest-write-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::io-threads
  "What iotop shows: how much programs write, how much of it the disks are given, and who waits. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-max-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot disk-write-max-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the most by which what programs wrote in a sample was above what went to the disks
  (slot ahead-max-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of the kernel's thread that writes back
  (slot flusher-wait-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; programs that waited for nearly the whole of a sample, at most
  (slot waiting-threads (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; threads that waited for pages from swap for half of a sample and more
  (slot swapping-threads (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::slow-operations
  "Operations of one program on a file system that took longer than a tracer was told: zfsslower and its kin. Key: host program output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot program (type STRING))
  (slot output (type STRING))
  (slot file-system (type SYMBOL) (allowed-symbols zfs ext4 xfs btrfs nfs unknown) (default unknown))
  (slot calls (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; those that waited until a file was on disk
  (slot syncs (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-ms-median (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-ms-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::sync-run
  "How long a sync of all that was unwritten took. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::ext3-driver
  "Which driver serves the ext3 file systems of a host: its own with jbd, or ext4's. Key: host. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot driver (type SYMBOL) (allowed-symbols ext3 ext4 unknown) (default unknown))
  ; ext4's driver has it for what is mounted as ext4, not for what is mounted as ext3
  (slot delayed-allocation (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::ext-mount
  "How the kernel mounted one ext file system, by its own message. The device is \"\" where the message names none. Key: host device. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot driver (type SYMBOL) (allowed-symbols ext3 ext4 unknown) (default unknown))
  (slot data-mode (type SYMBOL) (allowed-symbols ordered writeback journal unknown) (default unknown)))

(deftemplate MAIN::kernel-profile
  "What part of the time of the processors a profile of perf finds in functions of the kernel. Key: host output. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  ; functions that move pages about to make a huge one
  (slot compaction-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; functions that free pages of one node, with what they call where the profile has it
  (slot zone-reclaim-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; functions with which ZFS looks for free space
  (slot zfs-allocator-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
