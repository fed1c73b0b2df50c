; Control groups of Linux: what containers and services may use.

(deftemplate MAIN::cgroup
  "One control group, by its files, systemd or Docker. The name is its path below the mount point, or what the tool calls it; / is the group that looks at itself. Key: host cgroup. Kind: reading. Above 0: memory-max-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot cgroup (type STRING))
  ; of a container, as its tool shortens it: the folder of its group carries the whole id
  (slot container-id (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the interface: v1 has no limit of unwritten data for each group
  (slot version (type SYMBOL) (allowed-symbols v1 v2 unknown) (default unknown))
  ; without a limit 9.2e18
  (slot memory-max-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot memory-high-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot memory-current-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; active_file and inactive_file: its page cache, as far as it is a file's
  (slot file-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the largest sum of both of any one sample
  (slot dirty-and-writeback-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how often its memory reached the limit: max of memory.events, memory.failcnt of v1
  (slot limit-hits (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot high-hits (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot out-of-memory-kills (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot io-some-10-seconds-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot io-full-10-seconds-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot memory-some-10-seconds-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot memory-full-10-seconds-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the lowest wbps of io.max, or of blkio.throttle.write_bps_device
  (slot write-limit-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the part of its periods in which the processor quota held it back
  (slot cpu-throttled-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
