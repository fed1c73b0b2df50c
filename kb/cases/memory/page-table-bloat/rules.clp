; For

(defrule CASES::page-table-bloat.because-pages-are-short
  "The huge pages did not suffice, and the instance took small ones. [closson-2010: Insufficient Hugepages]"
  (logical (finding (name sga-in-small-pages|huge-pages-short|pool-smaller-than-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (caused-by (case page-table-bloat) (host ?host) (subject ?host)
                     (cause oracle-hugepages-shortage) (cause-host ?host) (cause-subject ?instance))))

(defrule CASES::page-table-bloat.because-the-segments-exceed-the-pool
  "The shared memory segments need more huge pages than there are, and the rest of them lies in small ones. [oracle-mos-401749: hugepages_settings.sh]"
  (logical (finding (name pool-smaller-than-segments|shared-memory-beyond-pool) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case page-table-bloat) (host ?host) (subject ?host)
                     (cause oracle-hugepages-shortage) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::page-table-bloat.because-the-nodes-are-uneven
  "One NUMA node had too few huge pages, and the instance took small ones. [closson-2010: NUMA Huge Pages allocation on node]"
  (logical (finding (name sga-in-small-pages|node-short-of-huge-pages|numa-instance-on-uneven-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (caused-by (case page-table-bloat) (host ?host) (subject ?host)
                     (cause oracle-hugepages-numa-imbalance) (cause-host ?host) (cause-subject ?instance))))

(defrule CASES::page-table-bloat.because-a-node-is-used-up
  "The huge pages of one node are used up while another has many left: the rest of the shared memory lies in small ones. [linux-hugetlbpage: node*/hugepages]"
  (logical
    (finding (name node-pages-used-up) (host ?host) (subject ?host) (state present))
    (finding (name oracle-in-use|oracle-numa-on) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (caused-by (case page-table-bloat) (host ?host) (subject ?host)
                     (cause oracle-hugepages-numa-imbalance) (cause-host ?host) (cause-subject ?instance))))

(defrule CASES::page-table-bloat.because-pages-must-not-be-locked
  "The account may not lock as much memory as the SGA has, and the instance took small pages. [closson-2010: Improper Permissions]"
  (logical (finding (name memlock-too-low|free-pages-passed-over|sga-in-small-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (caused-by (case page-table-bloat) (host ?host) (subject ?host)
                     (cause oracle-memlock-limit) (cause-host ?host) (cause-subject ?instance))))

(defrule CASES::page-table-bloat.because-of-automatic-memory
  "Memory under automatic management lies in /dev/shm, which knows no huge pages of that kind. [closson-2007-amm: AMM-style shared memory does not use hugepages]"
  (logical (finding (name automatic-memory|memory-in-dev-shm) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (caused-by (case page-table-bloat) (host ?host) (subject ?host)
                     (cause oracle-amm-without-hugepages) (cause-host ?host) (cause-subject ?instance))))
