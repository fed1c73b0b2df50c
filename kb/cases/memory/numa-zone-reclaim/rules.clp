; For

(defrule CASES::numa-zone-reclaim.node-short-and-reclaimed
  "The setting makes each node live on its own memory; one node has nothing free, another has much, and the host pages or works in the kernel all the same."
  (logical
    (finding (name zone-reclaim-on) (host ?host) (subject ?host) (state present))
    (finding (name node-short-beside-free-memory) (host ?host) (subject ?host) (state present))
    (finding (name swapping|swapping-both-ways|paging-active|zone-reclaim-at-work|system-time-high|system-time-spikes|kswapd-busy)
             (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument node-short-and-reclaimed) (cf 0.85) (strength decisive))))

(defrule CASES::numa-zone-reclaim.reclaimed-within-nodes
  "The kernel tries several times in a second to free pages of a node before it uses memory of another."
  (logical
    (finding (name zone-reclaim-on) (host ?host) (subject ?host) (state present))
    (finding (name zone-reclaim-at-work) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument reclaimed-within-nodes) (cf 0.8) (strength decisive))))

(defrule CASES::numa-zone-reclaim.node-short
  "The setting makes each node live on its own memory, and one node has nothing free while another has much."
  (logical
    (finding (name zone-reclaim-on) (host ?host) (subject ?host) (state present))
    (finding (name node-short-beside-free-memory) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument node-short) (cf 0.65) (strength supporting))))

(defrule CASES::numa-zone-reclaim.swaps-with-memory-free
  "The host swaps although a good part of its memory can be given out at once, and the setting makes each node live on its own."
  (logical
    (finding (name zone-reclaim-on) (host ?host) (subject ?host) (state present))
    (finding (name memory-available-short) (host ?host) (subject ?host) (state absent))
    (finding (name swapping|swapping-both-ways) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument swaps-with-memory-free) (cf 0.6) (strength supporting))))

(defrule CASES::numa-zone-reclaim.counted-and-setting-unknown
  "The kernel tries several times in a second to free pages of a node first, which it does only where it is set to."
  (logical (finding (name zone-reclaim-at-work) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument counted-and-setting-unknown) (cf 0.6) (strength supporting))))

(defrule CASES::numa-zone-reclaim.node-short-while-it-swaps
  "The host swaps while one node has nothing free and another has much."
  (logical
    (finding (name node-short-beside-free-memory) (host ?host) (subject ?host) (state present))
    (finding (name swapping|swapping-both-ways) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument node-short-while-it-swaps) (cf 0.4) (strength supporting))))

(defrule CASES::numa-zone-reclaim.node-short-and-said-to-swap
  "One node has nothing free while another has much, and memory is said to be short; the setting was not looked at."
  (logical
    (finding (name node-short-beside-free-memory) (host ?host) (subject ?host) (state present))
    (finding (name memory-short) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument node-short-and-said-to-swap) (cf 0.25) (strength supporting))))

(defrule CASES::numa-zone-reclaim.set-on-a-slow-host
  "The setting is on, which it is not by default on present kernels, and the host or its database is slow."
  (logical
    (finding (name zone-reclaim-on) (host ?host) (subject ?host) (state present))
    (finding (name host-slow|host-stalls|slow-database|slow-io|memory-short|application-drops-out) (host ?host) (state present)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument set-on-a-slow-host) (cf 0.25) (strength supporting))))

; Against

(defrule CASES::numa-zone-reclaim.off
  "vm.zone_reclaim_mode is 0: free memory of any node is used before anything is reclaimed."
  (logical (finding (name zone-reclaim-on) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument off) (cf -0.9) (strength decisive))))

(defrule CASES::numa-zone-reclaim.one-node
  "The host has one node."
  (logical (finding (name single-node) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument one-node) (cf -0.9) (strength decisive))))

(defrule CASES::numa-zone-reclaim.nodes-alike
  "The nodes are alike: none has nothing free beside another that has much."
  (logical (finding (name node-short-beside-free-memory) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument nodes-alike) (cf -0.5) (strength supporting))))

(defrule CASES::numa-zone-reclaim.not-at-work
  "While the counters were watched, nothing was reclaimed within a node."
  (logical (finding (name zone-reclaim-at-work) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument not-at-work) (cf -0.5) (strength supporting))))

(defrule CASES::numa-zone-reclaim.memory-short-everywhere
  "Hardly any memory can be given out on the whole host, whichever node it is on."
  (logical (finding (name memory-available-short) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument memory-short-everywhere) (cf -0.5) (strength supporting))))

(defrule CASES::numa-zone-reclaim.page-tables-explain-it
  "Page tables take the memory that is missing."
  (logical (finding (name page-tables-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case numa-zone-reclaim) (host ?host) (subject ?host)
                    (argument page-tables-explain-it) (cf -0.2) (strength supporting))))
