; Oracle and PostgreSQL.

(deftemplate MAIN::oracle-instance
  "One Oracle instance: parameters and sizes. The instance is \"\" where nothing names it. Key: host instance. Kind: state. Above 0: db-block-size-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot instance (type STRING))
  (slot version (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; 11.2.0.3 is 11020003: major * 1,000,000 + second * 10,000 + third * 100 + fourth
  (slot version-code (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot type (type SYMBOL) (allowed-symbols rdbms asm unknown) (default unknown))
  (slot running (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot sga-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sga-target-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sga-max-size-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot memory-target-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot memory-max-target-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot pga-aggregate-target-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot buffer-cache-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot db-block-size-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot use-large-pages (type SYMBOL) (allowed-symbols true false only auto auto-only unknown) (default unknown))
  (slot filesystemio-options (type SYMBOL) (allowed-symbols none asynch directio setall unknown) (default unknown))
  ; the instance writes its files through Oracle Disk Manager, past the page cache
  (slot disk-manager (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot numa-support (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; the whole SGA is to be locked into memory, whatever its pages
  (slot lock-sga (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot processes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; no other database instance of the host stands in the captures
  (slot only-one-seen (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; some start of it, in whatever output, says how many huge pages it asked for
  (slot start-figures-seen (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::oracle-awr
  "What one AWR or Statspack report says of writing and waiting. Key: host instance output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot instance (type STRING))
  (slot output (type STRING))
  (slot seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot redo-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; blocks of the database, without redo
  (slot physical-write-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; blocks of the database, single ones and many at once
  (slot physical-read-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; everything that the instance wrote: also redo, archive logs, control files, backups
  (slot physical-write-total-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; mean waits
  (slot log-file-sync-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot log-file-parallel-write-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sequential-read-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot data-file-write-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; sessions wait because the database writer is behind
  (slot free-buffer-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::oracle-startup
  "What one start of an instance said of large pages. Key: host instance number. Kind: event. Above 0: page-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot instance (type STRING))
  (slot number (type INTEGER))
  (slot time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; no later start of the instance is known, in whatever output
  (slot latest (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot outcome (type SYMBOL) (allowed-symbols started failed unknown) (default unknown))
  (slot use-large-pages (type SYMBOL) (allowed-symbols true false only auto auto-only unknown) (default unknown))
  ; the log says that its memory parameters exclude large pages
  (slot pages-excluded (type SYMBOL) (allowed-symbols yes unknown) (default unknown))
  (slot page-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot pool-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot free-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the sum over the segments that were asked for
  (slot needed-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot allocated-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot small-pages-allocated (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot node-pages-short (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot memlock-soft-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot memlock-needed-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::oracle-error
  "One ORA- error code, over all that was read. Key: host instance code. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot instance (type STRING))
  (slot code (type STRING))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot text (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot os-error (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; ORA-00845 says how much /dev/shm it needed and found
  (slot needed-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot available-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::oracle-swapping
  "Warnings of an alert log that the host swaps heavily (12.1 and later). Key: host instance output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot instance (type STRING))
  (slot output (type STRING))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of the memory, within five minutes
  (slot swapped-in-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swapped-out-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::shm-files
  "Files named ora_ in /dev/shm: the memory of an instance under automatic memory management. Key: host. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot oracle-files (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot oracle-files-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot size-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot available-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::postgres-setting
  "One PostgreSQL setting; sizes in bytes, times in milliseconds. Key: host name. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot name (type STRING))
  (slot text (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot number (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot unit (type SYMBOL) (allowed-symbols bytes milliseconds none unknown) (default unknown))
  (slot source (type STRING SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::postgres-checkpoints
  "The checkpoints of one PostgreSQL log in sum. Key: host output. Kind: event. Above 0: wal-driven-period-seconds period-seconds."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot checkpoints (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot timed (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; not started by checkpoint_timeout: by the log volume, by hand, by a backup
  (slot requested (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of those, started because max_wal_size or checkpoint_segments was reached (xlog, wal)
  (slot wal-driven (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot too-frequent-warnings (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; asked for by a person, a backup, a shutdown: they are not spread out and say nothing of the usual ones
  (slot by-hand (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-seconds-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-seconds-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the second highest: so long at least twice
  (slot sync-seconds-second (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-seconds-median (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot longest-sync-seconds-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; complete checkpoints whose times were read
  (slot measured (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; median of what the warnings of too frequent checkpoints say
  (slot seconds-apart-median (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; median of the log written from one checkpoint to the next, over the median time between them (9.5 and later)
  (slot wal-bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; median between the starts of checkpoints that the log volume started
  (slot wal-driven-period-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot period-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::postgres-server
  "The PostgreSQL server's version. Key: host. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot version (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; known only of a server that was mended
  (slot running (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; 9.6.24 is 9006024 and 14.4 is 14004000: first * 1,000,000 + second * 1,000 + third
  (slot version-code (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))
