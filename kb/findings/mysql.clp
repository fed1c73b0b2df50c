; MySQL and MariaDB: how InnoDB reads and writes its files, and what memory it takes.

(defglobal FINDINGS ?*innodb-pool-large-part* = 0.60)        ; part of the memory | twice the pool is then more than the host has [mariadb-flush-method: fsync and O_DIRECT]
(defglobal FINDINGS ?*innodb-pool-small-part* = 0.40)        ; part of the memory | the pool and as much page cache fit side by side (computed) [mariadb-flush-method: fsync and O_DIRECT]
(defglobal FINDINGS ?*innodb-pool-too-large-part* = 0.90)    ; part of the memory | connections, temporary tables and the system need the rest, by experience [mysql-innodb-parameters: innodb_buffer_pool_size]
(defglobal FINDINGS ?*page-cache-large-part* = 0.15)         ; part of the memory | with a pool of 60 percent and more, so much page cache is what is missing elsewhere, by experience [patel-innodb-flush: O_DIRECT]
(defglobal FINDINGS ?*page-cache-small-part* = 0.05)         ; part of the memory | nothing worth speaking of is cached twice, by experience [patel-innodb-flush: O_DIRECT]
(defglobal FINDINGS ?*files-cached-bytes* = 1073741824)      ; bytes | 1 GiB of data files in the page cache is no accident, by experience [patel-innodb-flush: O_DIRECT]
(defglobal FINDINGS ?*files-not-cached-bytes* = 67108864)    ; bytes | 64 MiB: a backup or a log file leaves as much, by experience [patel-innodb-flush: O_DIRECT]
(defglobal FINDINGS ?*swap-filled-free-part* = 0.75)         ; part of the swap that is free | a quarter of it is in use: more than idle daemons leave there, by experience [patel-innodb-flush: swap pressure]
(defglobal FINDINGS ?*swapped-part* = 0.10)                  ; part of the memory | what idle daemons of a database host leave in swap is far less, by experience [patel-innodb-flush: swap pressure]
(defglobal FINDINGS ?*pool-page-bytes* = 16384.0)          ; bytes | the size of a page unless the server was made otherwise [mysql-innodb-parameters: innodb_page_size]
(defglobal FINDINGS ?*mysql-8-4* = 8004000)                  ; version | O_DIRECT became the default where it is supported [mysql-innodb-parameters: What Is New in MySQL 8.4]
(defglobal FINDINGS ?*mariadb-10-6* = 10006000)              ; version | O_DIRECT became the default [mariadb-flush-method: MDEV-24854]

(defrule FINDINGS::mysql-in-use.server
  "A MySQL or MariaDB server's settings or version were shown. [mysql-innodb-parameters: version]"
  (logical (mysql-server (host ?host)))
  =>
  (assert (finding (name mysql-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::mysql-in-use.status
  "InnoDB told what it counts. [mysql-innodb-parameters: innodb_buffer_pool_size]"
  (logical (mysql-status (host ?host)))
  =>
  (assert (finding (name mysql-in-use) (host ?host) (subject ?host) (state present))))

; --- how the files are opened

(defrule FINDINGS::innodb-buffered.set
  "With this flush method InnoDB opens its data files without O_DIRECT: what it reads and writes lies in the page cache as well. [mariadb-flush-method: fsync and O_DIRECT; patel-innodb-flush: fdatasync]"
  (logical (mysql-server (host ?host) (flush-method fsync|o-dsync|littlesync|nosync) (data-file-buffering unknown)))
  =>
  (assert (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::innodb-buffered.mariadb-11
  "innodb_data_file_buffering is on: data files go through the page cache. [mariadb-flush-method: innodb_data_file_buffering]"
  (logical (mysql-server (host ?host) (data-file-buffering yes)))
  =>
  (assert (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::innodb-buffered.default-of-mysql
  "Nothing is set, and before 8.4 MySQL's default on Unix was fsync, through the page cache. [mysql-innodb-parameters: What Is New in MySQL 8.4]"
  (logical
    (mysql-server (host ?host) (flush-method unset) (flavour mysql) (data-file-buffering unknown)
                  (version-code ?version&:(below ?version ?*mysql-8-4*))))
  =>
  (assert (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::innodb-buffered.default-of-mariadb
  "Nothing is set, and before 10.6 MariaDB's default was fsync, through the page cache. [mariadb-flush-method: MDEV-24854]"
  (logical
    (mysql-server (host ?host) (flush-method unset) (flavour mariadb) (data-file-buffering unknown)
                  (version-code ?version&:(below ?version ?*mariadb-10-6*))))
  =>
  (assert (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::innodb-buffered.shown-as-empty
  "No flush method is set, and nothing says that the server is of a version whose default is O_DIRECT; a server that shows the empty value is older. [mysql-innodb-parameters: What Is New in MySQL 8.4; mariadb-flush-method: MDEV-24854]"
  (logical (mysql-server (host ?host) (flush-method unset) (version-code unknown) (data-file-buffering unknown)))
  =>
  (assert (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::innodb-buffered.direct
  "InnoDB opens its data files with O_DIRECT, past the page cache. [mysql-innodb-parameters: innodb_flush_method]"
  (logical (mysql-server (host ?host) (flush-method o-direct|o-direct-no-fsync) (data-file-buffering unknown|no)))
  =>
  (assert (finding (name innodb-buffered) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::innodb-buffered.not-in-mariadb-11
  "innodb_data_file_buffering is off: data files pass the page cache by. [mariadb-flush-method: innodb_data_file_buffering]"
  (logical (mysql-server (host ?host) (data-file-buffering no)))
  =>
  (assert (finding (name innodb-buffered) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::innodb-buffered.newer-default-of-mysql
  "Nothing is set, and since 8.4 MySQL's default is O_DIRECT where it is supported. [mysql-innodb-parameters: What Is New in MySQL 8.4]"
  (logical
    (mysql-server (host ?host) (flush-method unset) (flavour mysql)
                  (version-code ?version&:(at-least ?version ?*mysql-8-4*))))
  =>
  (assert (finding (name innodb-buffered) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::innodb-buffered.newer-default-of-mariadb
  "Nothing is set, and since 10.6 MariaDB's default is O_DIRECT. [mariadb-flush-method: MDEV-24854]"
  (logical
    (mysql-server (host ?host) (flush-method unset) (flavour mariadb) (data-file-buffering unknown)
                  (version-code ?version&:(at-least ?version ?*mariadb-10-6*))))
  =>
  (assert (finding (name innodb-buffered) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::innodb-on-zfs.data-directory
  "The data directory lies on ZFS, which caches in its own memory; what this setting does to the page cache does not concern it. [openzfs-docs: Workload Tuning, InnoDB]"
  (logical (mysql-server (host ?host) (data-file-system zfs)))
  =>
  (assert (finding (name innodb-on-zfs) (host ?host) (subject ?host) (state present))))

; --- how much memory

(defrule FINDINGS::innodb-pool-percent.of-the-memory
  "The buffer pool as a share of the host's memory. [mysql-innodb-parameters: innodb_buffer_pool_size]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&:(above ?total 0)))
    (mysql-server (host ?host) (buffer-pool-bytes ?pool&:(above ?pool 0))))
  =>
  (assert (quantity (name innodb-pool-percent) (host ?host) (subject ?host) (value (/ (* 100 ?pool) ?total)))))

(defrule FINDINGS::innodb-pool-percent.by-its-pages
  "The pages of the buffer pool, as InnoDB counts them, as a share of the host's memory. [mysql-innodb-parameters: innodb_buffer_pool_size]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&:(above ?total 0)))
    (mysql-status (host ?host) (buffer-pool-pages ?pages&:(above ?pages 0)))
    (not (mysql-server (host ?host) (buffer-pool-bytes ~unknown))))
  =>
  (assert (quantity (name innodb-pool-percent) (host ?host) (subject ?host)
                    (value (/ (* 100 ?pages ?*pool-page-bytes*) ?total)))))

(defrule FINDINGS::innodb-pool-percent.of-the-installed-memory
  "The buffer pool as a share of the memory that the host was said to have. [mysql-innodb-parameters: innodb_buffer_pool_size]"
  (logical
    (system (host ?host) (ram-bytes ?total&:(above ?total 0)))
    (mysql-server (host ?host) (buffer-pool-bytes ?pool&:(above ?pool 0))))
  =>
  (assert (quantity (name innodb-pool-percent) (host ?host) (subject ?host) (value (/ (* 100 ?pool) ?total)))))

(defrule FINDINGS::innodb-pool-large.most-of-the-memory
  "The buffer pool takes so much that the page cache cannot hold the same data beside it. [mariadb-flush-method: fsync and O_DIRECT]"
  (logical (quantity (name innodb-pool-percent) (host ?host) (value ?share&:(at-least ?share (* 100 ?*innodb-pool-large-part*)))))
  =>
  (assert (finding (name innodb-pool-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::innodb-pool-large.leaves-room
  "The buffer pool leaves room for itself once more. [mariadb-flush-method: fsync and O_DIRECT]"
  (logical (quantity (name innodb-pool-percent) (host ?host) (value ?share&:(at-most ?share (* 100 ?*innodb-pool-small-part*)))))
  =>
  (assert (finding (name innodb-pool-large) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::innodb-pool-too-large.nearly-all
  "The buffer pool leaves hardly anything for connections, temporary tables and the system. [mysql-innodb-parameters: innodb_buffer_pool_size]"
  (logical (quantity (name innodb-pool-percent) (host ?host) (value ?share&:(at-least ?share (* 100 ?*innodb-pool-too-large-part*)))))
  =>
  (assert (finding (name innodb-pool-too-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-cache-large.share
  "A good part of the memory is page cache. [patel-innodb-flush: O_DIRECT]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown)
             (cached-bytes ?cached&:(at-least ?cached (* ?*page-cache-large-part* ?total)))))
  =>
  (assert (finding (name page-cache-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-cache-large.could-be-given-out
  "A good part of the memory is free only once it is taken from the page cache: free of procps tells no more of it. [linux-proc-doc: MemAvailable; patel-innodb-flush: O_DIRECT]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown) (cached-bytes unknown) (mem-free-bytes ?free&~unknown)
             (mem-available-bytes ?available&:(at-least ?available (+ ?free (* ?*page-cache-large-part* ?total))))))
  =>
  (assert (finding (name page-cache-large) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::page-cache-small.share
  "Hardly any of the memory is page cache. [patel-innodb-flush: O_DIRECT]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown)
             (cached-bytes ?cached&:(at-most ?cached (* ?*page-cache-small-part* ?total)))))
  =>
  (assert (finding (name page-cache-small) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::innodb-files-cached.many
  "fincore finds InnoDB's data files in the page cache. [patel-innodb-flush: fdatasync]"
  (logical (cached-files (host ?host) (kind innodb) (cached-bytes ?bytes&:(at-least ?bytes ?*files-cached-bytes*))))
  =>
  (assert (finding (name innodb-files-cached) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::innodb-cached-twice.beside-a-large-pool
  "InnoDB's data files are in the page cache, beside a buffer pool that takes most of the memory. [mariadb-flush-method: fsync and O_DIRECT]"
  (logical
    (finding (name innodb-files-cached) (host ?host) (subject ?host) (state present))
    (finding (name innodb-pool-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name innodb-cached-twice) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::innodb-files-cached.hardly-any
  "fincore finds hardly anything of InnoDB's data files in the page cache, though they are large. [patel-innodb-flush: O_DIRECT]"
  (logical
    (cached-files (host ?host) (kind innodb) (size-bytes ?size&:(at-least ?size ?*files-cached-bytes*))
                  (cached-bytes ?bytes&:(at-most ?bytes ?*files-not-cached-bytes*))))
  =>
  (assert (finding (name innodb-files-cached) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::swap-filled.part-of-the-memory
  "As much as a tenth of the memory is in swap. [patel-innodb-flush: swap pressure]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?memory&:(above ?memory 0)) (swap-free-bytes ?free&~unknown)
             (swap-total-bytes ?total&:(at-least ?total (+ ?free (* ?*swapped-part* ?memory))))))
  =>
  (assert (finding (name swap-filled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-filled.a-good-part
  "A good part of the swap is in use. [patel-innodb-flush: swap pressure]"
  (logical
    (meminfo (host ?host) (swap-total-bytes ?total&:(above ?total 0))
             (swap-free-bytes ?free&:(at-most ?free (* ?*swap-filled-free-part* ?total)))))
  =>
  (assert (finding (name swap-filled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::swap-empty.all-of-it
  "No swap is in use. [patel-innodb-flush: swap pressure]"
  (logical
    (meminfo (host ?host) (swap-total-bytes ?total&~unknown) (swap-free-bytes ?free&:(at-least ?free ?total))))
  =>
  (assert (finding (name swap-empty) (host ?host) (subject ?host) (state present))))
