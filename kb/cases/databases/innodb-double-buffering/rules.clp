; Links: what follows from it.

(defrule CASES::innodb-double-buffering.makes-the-host-swap
  "What is cached twice is missing elsewhere, and the host swaps. [mariadb-flush-method: O_DIRECT]"
  (logical
    (finding (name innodb-buffered) (host ?host) (subject ?host) (state present))
    (finding (name innodb-pool-large) (host ?host) (subject ?host) (state present))
    (finding (name swapping) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case swap-thrash) (host ?host) (subject ?host)
                     (cause innodb-double-buffering) (cause-host ?host) (cause-subject ?host))))
