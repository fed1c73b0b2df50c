; For

(defrule CASES::oracle-hugepages-numa-imbalance.node-short-at-the-start
  "The start placed some segments on a node and found too few pages for the next, although as many were free as it asked for."
  (logical (finding (name node-short-of-huge-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument node-short-at-the-start) (cf 0.85) (strength decisive))))

(defrule CASES::oracle-hugepages-numa-imbalance.uneven-and-refused
  "The instance lays out its memory by node, one node has far fewer pages than another, and the start was refused or took small pages."
  (logical
    (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state present))
    (finding (name oracle-numa-on) (host ?host) (subject ?instance) (state present))
    (finding (name memory-refused|instance-does-not-start|sga-in-small-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument uneven-and-refused) (cf 0.8) (strength decisive))))

(defrule CASES::oracle-hugepages-numa-imbalance.uneven-and-the-pool-suffices
  "The pool is as large as the SGA, one node has far fewer pages than another, and the start was refused all the same."
  (logical
    (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state present))
    (finding (name pool-smaller-than-sga) (host ?host) (subject ?instance) (state absent))
    (finding (name memory-refused) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument uneven-and-the-pool-suffices) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-hugepages-numa-imbalance.uneven-under-numa
  "The instance lays out its memory by node, and one node has far fewer huge pages than another."
  (logical
    (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state present))
    (finding (name oracle-numa-on) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument uneven-under-numa) (cf 0.4) (strength supporting))))

(defrule CASES::oracle-hugepages-numa-imbalance.one-node-used-up
  "The instance lays out its memory by node, and the pages of one node are used up while another has many left."
  (logical
    (finding (name node-pages-used-up) (host ?host) (subject ?host) (state present))
    (finding (name oracle-numa-on) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument one-node-used-up) (cf 0.45) (strength supporting))))

(defrule CASES::oracle-hugepages-numa-imbalance.uneven-and-no-start
  "An Oracle instance does not start, and one node has far fewer huge pages than another."
  (logical
    (finding (name oracle-in-use) (host ?host) (subject ?host) (state present))
    (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state present))
    (finding (name instance-does-not-start|memory-refused|sga-in-small-pages) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?host)
                    (argument uneven-and-no-start) (cf 0.35) (strength supporting))))

; Against

(defrule CASES::oracle-hugepages-numa-imbalance.too-few-at-all
  "The start asked for more pages than were free on all nodes together."
  (logical (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument too-few-at-all) (cf -0.7) (strength decisive))))

(defrule CASES::oracle-hugepages-numa-imbalance.pool-too-small
  "All huge pages together are smaller than the SGA."
  (logical (finding (name pool-well-below-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument pool-too-small) (cf -0.5) (strength supporting))))

(defrule CASES::oracle-hugepages-numa-imbalance.all-pages-got
  "The last start got every huge page that it asked for."
  (logical (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument all-pages-got) (cf -0.85) (strength decisive))))

(defrule CASES::oracle-hugepages-numa-imbalance.numa-off
  "The instance does not lay out its memory by node: it takes pages of any."
  (logical (finding (name oracle-numa-on) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument numa-off) (cf -0.7) (strength decisive))))

(defrule CASES::oracle-hugepages-numa-imbalance.one-node
  "The host has one node."
  (logical (finding (name single-node) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?host)
                    (argument one-node) (cf -0.9) (strength decisive))))

(defrule CASES::oracle-hugepages-numa-imbalance.nodes-alike
  "The nodes have about as many huge pages each."
  (logical (finding (name huge-pages-uneven-on-nodes) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?host)
                    (argument nodes-alike) (cf -0.4) (strength supporting))))

(defrule CASES::oracle-hugepages-numa-imbalance.large-pages-switched-off
  "USE_LARGE_PAGES is FALSE: the instance asks for none."
  (logical (finding (name large-pages-off) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument large-pages-switched-off) (cf -0.8) (strength decisive))))

(defrule CASES::oracle-hugepages-numa-imbalance.limit-explains-it
  "The account may not lock as much memory as the SGA has."
  (logical (finding (name memlock-too-low) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument limit-explains-it) (cf -0.5) (strength supporting))))

(defrule CASES::oracle-hugepages-numa-imbalance.automatic-memory
  "Under automatic memory management no huge page of the pool is asked for."
  (logical (finding (name automatic-memory) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-hugepages-numa-imbalance) (host ?host) (subject ?instance)
                    (argument automatic-memory) (cf -0.6) (strength supporting))))
