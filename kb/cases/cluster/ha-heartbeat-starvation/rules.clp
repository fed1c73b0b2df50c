; For: memory was short on the node that the cluster gave up, and its heartbeat process could not run.

(defrule CASES::ha-heartbeat-starvation.starved-when-given-up
  "Memory was short on this node, and the cluster missed its heartbeats or took its service over: the heartbeat process is not swapped out, but it has to fight for every page."
  (logical
    (finding (name memory-short) (host ?host) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name failover-logged|heartbeats-late) (host ?any) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument starved-when-given-up) (cf 0.6) (strength supporting))))

(defrule CASES::ha-heartbeat-starvation.starved-and-declared-dead
  "The other node declared this one dead while it was alive and short of memory: from outside, slow looks like dead."
  (logical
    (finding (name memory-short) (host ?host) (state present))
    (finding (name declared-dead) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument starved-and-declared-dead) (cf 0.75) (strength decisive))))

(defrule CASES::ha-heartbeat-starvation.shortage-came-first
  "Memory was short first, and soon after the cluster missed the heartbeats."
  (logical
    (finding (name memory-short) (host ?host) (state present))
    (finding (name shortage-before-failover) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument shortage-came-first) (cf 0.8) (strength decisive))))

(defrule CASES::ha-heartbeat-starvation.not-scheduled-while-starved
  "The heartbeat process logs that it did not run for seconds, on a node that is short of memory."
  (logical
    (finding (name memory-short) (host ?host) (state present))
    (finding (name heartbeat-not-scheduled) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument not-scheduled-while-starved) (cf 0.85) (strength decisive))))

(defrule CASES::ha-heartbeat-starvation.not-scheduled-while-the-host-stands-still
  "The heartbeat process logs that it did not run for seconds, and the whole host stands still under heavy writing."
  (logical
    (finding (name heartbeat-not-scheduled) (host ?host) (state present))
    (finding (name host-stalls|host-hangs|bulk-write-running) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument not-scheduled-while-the-host-stands-still) (cf 0.55) (strength supporting))))

(defrule CASES::ha-heartbeat-starvation.every-network-at-once
  "Every heartbeat network was late at once, while the interfaces count no errors and memory is short: what they share is the starved node."
  (logical
    (finding (name memory-short) (host ?host) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name all-networks-late) (host ?any) (state present))
    (cluster-peer (host ?host) (peer ?other) (basis ?other-basis))
    (finding (name network-errors) (host ?other) (state absent)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument every-network-at-once) (cf 0.8) (strength decisive))))

(defrule CASES::ha-heartbeat-starvation.networks-late-while-starved
  "Several heartbeat networks were late at once on a node that is short of memory."
  (logical
    (finding (name memory-short) (host ?host) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name all-networks-late) (host ?any) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument networks-late-while-starved) (cf 0.65) (strength supporting))))

(defrule CASES::ha-heartbeat-starvation.panic-after-the-takeover
  "The starved node came to life again when its service was gone, found two masters, and stopped itself: the panic is the cure, not the illness."
  (logical
    (finding (name memory-short) (host ?host) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name panic-after-failover) (host ?any) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument panic-after-the-takeover) (cf 0.6) (strength supporting))))

(defrule CASES::ha-heartbeat-starvation.failover-told-and-paging-seen
  "The cluster failed over with nothing broken, and the node was seen paging for want of memory."
  (logical
    (finding (name memory-short) (host ?host) (state present))
    (finding (name paging-active) (host ?host) (state present))
    (finding (name failover-without-fault) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument failover-told-and-paging-seen) (cf 0.6) (strength supporting))))

(defrule CASES::ha-heartbeat-starvation.failover-while-writes-are-cached
  "The cluster failed over with nothing broken, on a node whose bulk writes go through the page cache, which can take all of memory."
  (logical
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state present))
    (finding (name failover-without-fault) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument failover-while-writes-are-cached) (cf 0.4) (strength supporting))))

(defrule CASES::ha-heartbeat-starvation.failover-during-a-bulk-job
  "The cluster failed over with nothing broken while a bulk job ran, on a file system that caches the usual bulk writes of databases."
  (logical
    (finding (name vxfs-threshold-high) (host ?host) (subject ?mount) (state present))
    (finding (name bulk-write-running) (host ?host) (state present))
    (finding (name failover-without-fault) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument failover-during-a-bulk-job) (cf 0.3) (strength supporting))))

(defrule CASES::ha-heartbeat-starvation.not-scheduled-and-given-up
  "The heartbeat process logs that it did not run for seconds, and the cluster gave a node up: the delay was in the node, whatever caused it."
  (logical
    (finding (name heartbeat-not-scheduled) (host ?host) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name failover-without-fault|failover-logged) (host ?any) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument not-scheduled-and-given-up) (cf 0.4) (strength supporting))))

; Against: a link, the storage, the kernel or the clock, and memory at ease.

(defrule CASES::ha-heartbeat-starvation.one-network-only
  "One heartbeat network was lost and the others were not; a starved node is late on all of them."
  (logical
    (finding (name one-network-lost) (host ?any) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name failover-without-fault|memory-short) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument one-network-only) (cf -0.55) (strength supporting))))

(defrule CASES::ha-heartbeat-starvation.one-network-with-errors
  "One heartbeat network was lost, and an interface counts errors or lost its link: the network, and not the node."
  (logical
    (finding (name one-network-lost) (host ?any) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name network-errors) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument one-network-with-errors) (cf -0.85) (strength decisive))))

(defrule CASES::ha-heartbeat-starvation.network-errors
  "An interface counts errors, so heartbeats may be lost on the wire."
  (logical (finding (name network-errors) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument network-errors) (cf -0.4) (strength supporting))))

(defrule CASES::ha-heartbeat-starvation.panic-came-first
  "The node panicked before it was declared dead: the kernel or the hardware, and the failover was right."
  (logical (finding (name panic-before-failover) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument panic-came-first) (cf -0.85) (strength decisive))))

(defrule CASES::ha-heartbeat-starvation.quorum-went-first
  "The quorum device was lost before any heartbeat: the storage or the way to it."
  (logical (finding (name quorum-lost-first) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument quorum-went-first) (cf -0.8) (strength decisive))))

(defrule CASES::ha-heartbeat-starvation.clock-jumped
  "The clock jumped: the node was paused as a whole, or its time was set, and timers ran out for nothing."
  (logical (finding (name clock-jumped) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument clock-jumped) (cf -0.6) (strength supporting))))

(defrule CASES::ha-heartbeat-starvation.virtual-machine-was-paused
  "The virtual machine as a whole did not run for seconds: no process was starved, all of them stood still."
  (logical (finding (name guest-paused) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument virtual-machine-was-paused) (cf -0.7) (strength decisive))))

(defrule CASES::ha-heartbeat-starvation.heartbeats-lost-on-the-wire
  "An interface receives damaged frames or loses its link again and again, with memory at ease: heartbeats are lost on the wire."
  (logical
    (finding (name frames-damaged|link-flapping) (host ?host) (state present))
    (finding (name memory-short) (host ?host) (state absent)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument heartbeats-lost-on-the-wire) (cf -0.7) (strength decisive))))

(defrule CASES::ha-heartbeat-starvation.memory-at-ease
  "Memory was not short in what was captured of this node."
  (logical (finding (name memory-short) (host ?host) (state absent)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument memory-at-ease) (cf -0.6) (strength supporting))))

(defrule CASES::ha-heartbeat-starvation.no-heartbeat-missed
  "The service was taken over without a heartbeat being missed: somebody moved it, or the cluster found the service itself at fault."
  (logical
    (finding (name heartbeats-late) (host ?any) (state absent))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name memory-short|vxfs-caches-writes|vxfs-threshold-high) (host ?host) (state present)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument no-heartbeat-missed) (cf -0.75) (strength decisive))))

(defrule CASES::ha-heartbeat-starvation.writes-pass-the-cache-by
  "The writes pass the page cache by, so they do not take the memory of the heartbeat process."
  (logical
    (finding (name vxfs-caches-writes) (host ?host) (subject ?mount) (state absent))
    (finding (name memory-short) (host ?host) (state absent)))
  =>
  (assert (evidence (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                    (argument writes-pass-the-cache-by) (cf -0.75) (strength decisive))))

; What starves it; a link counts where both ends are possible.

(defrule CASES::ha-heartbeat-starvation.because-vxfs-caches
  "The memory is in the page cache, where the bulk writes put it. [elling-2000: Example of Such a System]"
  (logical (finding (name vxfs-caches-writes|vxfs-threshold-high) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause vxfs-buffered-bulk-writes) (cause-host ?host) (cause-subject ?mount))))

(defrule CASES::ha-heartbeat-starvation.because-vxfs-caches-somewhere
  "The memory is in the page cache of a VxFS file system, where the bulk writes put it. [elling-2000: Example of Such a System]"
  (logical (finding (name vxfs-in-use) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause vxfs-buffered-bulk-writes) (cause-host ?host) (cause-subject ?host))))

(defrule CASES::ha-heartbeat-starvation.because-of-the-host
  "What takes the memory or the disks of this node takes them from its heartbeat process as well. [elling-2000: Example of Such a System]"
  (logical
    (finding (name memory-short|host-stalls|host-hangs|heartbeat-not-scheduled) (host ?host) (subject ?host) (state present)))
  =>
  (assert (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause linux-writeback-stall) (cause-host ?host) (cause-subject ?host))
          (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause swap-thrash) (cause-host ?host) (cause-subject ?host))
          (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause zfs-arc-memory-squeeze) (cause-host ?host) (cause-subject ?host))
          (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause page-table-bloat) (cause-host ?host) (cause-subject ?host))
          (caused-by (case ha-heartbeat-starvation) (host ?host) (subject ?host)
                     (cause transparent-hugepage-stall) (cause-host ?host) (cause-subject ?host))))
