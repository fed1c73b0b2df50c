; For: data files through the page cache, beside a buffer pool that takes most of the memory, and memory that runs short.

(defrule CASES::innodb-double-buffering.swaps-beside-the-page-cache
  "InnoDB's data lies in its buffer pool and in the page cache again, the pool alone takes most of the memory, and the host swaps."
  (logical
    (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))
    (finding (name innodb-pool-large) (host ?host) (subject ?host) (state present))
    (finding (name swapping) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument swaps-beside-the-page-cache) (cf 0.85) (strength decisive))))

(defrule CASES::innodb-double-buffering.swap-filled-beside-the-page-cache
  "The buffer pool takes most of the memory, its files go through the page cache, which is large, and a good part of the swap is in use: memory of processes had to give way to data that is cached twice."
  (logical
    (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))
    (finding (name innodb-pool-large) (host ?host) (subject ?host) (state present))
    (finding (name page-cache-large) (host ?host) (subject ?host) (state present))
    (finding (name swap-filled) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument swap-filled-beside-the-page-cache) (cf 0.8) (strength decisive))))

(defrule CASES::innodb-double-buffering.files-cached-twice
  "InnoDB's data files lie in the page cache as well as in a buffer pool that takes most of the memory."
  (logical
    (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))
    (finding (name innodb-pool-large) (host ?host) (subject ?host) (state present))
    (finding (name innodb-files-cached) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument files-cached-twice) (cf 0.8) (strength decisive))))

(defrule CASES::innodb-double-buffering.memory-short-beside-a-large-pool
  "Memory is short, the buffer pool takes most of it, and its files go through the page cache."
  (logical
    (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))
    (finding (name innodb-pool-large) (host ?host) (subject ?host) (state present))
    (finding (name memory-short) (host ?host) (state present)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument memory-short-beside-a-large-pool) (cf 0.6) (strength supporting))))

(defrule CASES::innodb-double-buffering.large-page-cache-beside-a-large-pool
  "The buffer pool takes most of the memory, and a good part of the rest is page cache, through which its files go."
  (logical
    (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))
    (finding (name innodb-pool-large) (host ?host) (subject ?host) (state present))
    (finding (name page-cache-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument large-page-cache-beside-a-large-pool) (cf 0.5) (strength supporting))))

(defrule CASES::innodb-double-buffering.large-pool-through-the-page-cache
  "The buffer pool takes most of the memory, and its files go through the page cache."
  (logical
    (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))
    (finding (name innodb-pool-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument large-pool-through-the-page-cache) (cf 0.4) (strength supporting))))

(defrule CASES::innodb-double-buffering.memory-short-with-buffered-files
  "Memory is short, and InnoDB's files go through the page cache; how large its pool is, is not known."
  (logical
    (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))
    (finding (name memory-short) (host ?host) (state present)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument memory-short-with-buffered-files) (cf 0.3) (strength supporting))))

(defrule CASES::innodb-double-buffering.memory-short-with-a-large-pool
  "Memory is short, and InnoDB's pool takes most of it; how it opens its files is not known."
  (logical
    (finding (name innodb-pool-large) (host ?host) (subject ?host) (state present))
    (finding (name memory-short) (host ?host) (state present)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument memory-short-with-a-large-pool) (cf 0.25) (strength supporting))))

; Against

(defrule CASES::innodb-double-buffering.direct
  "InnoDB opens its data files with O_DIRECT: nothing of them is cached twice."
  (logical (finding (name innodb-buffered) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument direct) (cf -0.95) (strength decisive))))

(defrule CASES::innodb-double-buffering.on-zfs
  "The data lies on ZFS, which has its own cache beside the page cache: there the choice is made with primarycache."
  (logical (finding (name innodb-on-zfs) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument on-zfs) (cf -0.9) (strength decisive))))

(defrule CASES::innodb-double-buffering.pool-leaves-room
  "The buffer pool is small enough for the page cache to hold the same once more."
  (logical (finding (name innodb-pool-large) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument pool-leaves-room) (cf -0.75) (strength decisive))))

(defrule CASES::innodb-double-buffering.files-not-cached
  "Hardly anything of InnoDB's data files is in the page cache."
  (logical (finding (name innodb-files-cached) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument files-not-cached) (cf -0.8) (strength decisive))))

(defrule CASES::innodb-double-buffering.hardly-any-page-cache
  "Hardly any of the memory is page cache: it is something else that takes it."
  (logical (finding (name page-cache-small) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument hardly-any-page-cache) (cf -0.5) (strength supporting))))

(defrule CASES::innodb-double-buffering.nothing-swapped
  "No swap is in use, and nothing is swapped in or out."
  (logical
    (finding (name swap-empty) (host ?host) (subject ?host) (state present))
    (finding (name swapping) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument nothing-swapped) (cf -0.5) (strength supporting))))

(defrule CASES::innodb-double-buffering.pool-too-large
  "The buffer pool alone leaves hardly anything to the rest: that alone makes a host swap, however the files are opened."
  (logical (finding (name innodb-pool-too-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument pool-too-large) (cf -0.3) (strength supporting))))

(defrule CASES::innodb-double-buffering.no-mysql
  "No MySQL or MariaDB server is in use on this host."
  (logical (finding (name mysql-in-use) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case innodb-double-buffering) (host ?host) (subject ?host)
                    (argument no-mysql) (cf -0.6) (strength decisive))))

; What follows from it

(defrule CASES::innodb-double-buffering.makes-the-host-swap
  "What is cached twice is missing elsewhere, and the host swaps. [mariadb-flush-method: O_DIRECT]"
  (logical
    (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))
    (finding (name innodb-pool-large) (host ?host) (subject ?host) (state present))
    (finding (name swapping) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause innodb-double-buffering) (cause-host ?host) (cause-subject ?host))))
