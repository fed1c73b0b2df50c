; MySQL and MariaDB.

(deftemplate MAIN::mysql-server
  "A MySQL or MariaDB server with what matters for its files and its memory. Key: host. Kind: state. Above 0: page-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot version (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; 8.0.36 is 8000036: first * 1,000,000 + second * 1,000 + third
  (slot version-code (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot flavour (type SYMBOL) (allowed-symbols mysql mariadb unknown) (default unknown))
  ; unset: shown as empty, the server's default counts
  (slot flush-method (type SYMBOL) (allowed-symbols fsync o-dsync o-direct o-direct-no-fsync littlesync nosync unset other unknown) (default unknown))
  ; MariaDB 11 and later: whether data files go through the page cache
  (slot data-file-buffering (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot buffer-pool-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot page-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot data-directory (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of the file system that holds the data directory, where its mount was shown
  (slot data-file-system (type SYMBOL) (allowed-symbols vxfs ufs zfs ext2 ext3 ext4 xfs btrfs tmpfs nfs other unknown) (default unknown))
  (slot double-write (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot flush-log-at-commit (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::mysql-status
  "What InnoDB counts of itself. Key: host. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot buffer-pool-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot buffer-pool-free-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot buffer-pool-dirty-pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot pending-data-fsyncs (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot pending-log-fsyncs (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; threads that wait for a latch of InnoDB, and how long the one that waits longest has done so
  (slot semaphore-waits (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot longest-semaphore-wait-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what InnoDB reads from its files, as it counts it itself, and how much at once
  (slot read-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot read-size-kb (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot waits-for-free-page (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot uptime-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::cached-files
  "How much of the files of one kind lies in the page cache, from fincore. Key: host kind. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot kind (type SYMBOL) (allowed-symbols innodb other unknown) (default unknown))
  (slot cached-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot size-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::mysql-sessions
  "Sessions in one state of SHOW PROCESSLIST, but for those that sleep. Key: host output state. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  ; as the server prints it: Waiting for table metadata lock
  (slot state (type STRING))
  (slot sessions (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot longest-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
