; For: what the last start asked for and did not get; the pool against the SGA; the pool against the segments.

(defrule CASES::oracle-hugepages-shortage.beside-the-limit
  "A few pages were missing as well, but most of those that were free were left aside: the limit on locked memory comes first. [erudans-2016: 2048K 447 451 5 NONE]"
  (logical
    (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present))
    (finding (name free-pages-passed-over) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (contributes-to (case oracle-hugepages-shortage) (host ?host) (subject ?instance)
                          (to oracle-memlock-limit) (to-host ?host) (to-subject ?instance))))
