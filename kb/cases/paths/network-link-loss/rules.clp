; For

(defrule CASES::network-link-loss.one-network-lost-and-its-link
  "One heartbeat network was lost and no other, and an interface lost its link or counts errors: the link, not the node."
  (logical
    (finding (name one-network-lost) (host ?any) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name network-errors) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument one-network-lost-and-its-link) (cf 0.85) (strength decisive))))

(defrule CASES::network-link-loss.heartbeats-missed-while-the-link-was-lost
  "Heartbeats were missed or a node was given up, and an interface lost its link not long ago."
  (logical
    (finding (name heartbeats-late|failover-logged|failover-without-fault|node-panicked) (host ?any) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name link-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument heartbeats-missed-while-the-link-was-lost) (cf 0.8) (strength decisive))))

(defrule CASES::network-link-loss.heartbeats-missed-and-frames-damaged
  "Heartbeats were missed or a node was given up, and an interface receives damaged frames: heartbeats are lost on the wire."
  (logical
    (finding (name heartbeats-late|failover-logged|failover-without-fault|node-panicked) (host ?any) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name frames-damaged) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument heartbeats-missed-and-frames-damaged) (cf 0.8) (strength decisive))))

(defrule CASES::network-link-loss.one-network-lost
  "One heartbeat network is named as lost and no other: a starved node is late on all of them."
  (logical (finding (name one-network-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument one-network-lost) (cf 0.5) (strength supporting))))

(defrule CASES::network-link-loss.link-comes-and-goes
  "An interface loses its link again and again."
  (logical (finding (name link-flapping) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument link-comes-and-goes) (cf 0.75) (strength decisive))))

(defrule CASES::network-link-loss.link-is-gone
  "An interface that had a link has none now."
  (logical (finding (name link-down-now) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument link-is-gone) (cf 0.6) (strength supporting))))

(defrule CASES::network-link-loss.link-was-lost
  "An interface lost its link not long ago."
  (logical (finding (name link-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument link-was-lost) (cf 0.4) (strength supporting))))

(defrule CASES::network-link-loss.link-was-lost-and-counts-errors
  "The interface that lost its link counts many errors as well: cable, transceiver or port are bad, or the ends do not agree."
  (logical
    (finding (name link-lost) (host ?host) (subject ?name) (state present))
    (finding (name interface-errors-many|frames-damaged) (host ?host) (subject ?name) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument link-was-lost-and-counts-errors) (cf 0.8) (strength decisive))))

(defrule CASES::network-link-loss.it-stalls-and-the-link-was-lost
  "The host or what comes over the network stands still for a while, and an interface lost its link."
  (logical
    (finding (name host-stalls|host-hangs) (host ?host) (state present))
    (finding (name link-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument it-stalls-and-the-link-was-lost) (cf 0.6) (strength supporting))))

(defrule CASES::network-link-loss.connections-break-and-the-link-was-lost
  "Connections break off or everything over the network is slow, and an interface lost its link."
  (logical
    (finding (name network-unreliable|application-drops-out|slow-database|host-slow|slow-io) (host ?host) (state present))
    (finding (name link-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument connections-break-and-the-link-was-lost) (cf 0.8) (strength decisive))))

(defrule CASES::network-link-loss.damaged-frames-and-it-is-felt
  "Frames arrive damaged, more than a sound link ever brings, and it is felt: whoever sent them sends again after a timeout."
  (logical
    (finding (name frames-damaged) (host ?host) (state present))
    (finding (name network-unreliable|application-drops-out|slow-database|host-slow|slow-io) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument damaged-frames-and-it-is-felt) (cf 0.8) (strength decisive))))

(defrule CASES::network-link-loss.frames-arrive-damaged
  "Frames arrive damaged, more than a sound link ever brings."
  (logical (finding (name frames-damaged) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument frames-arrive-damaged) (cf 0.5) (strength supporting))))

(defrule CASES::network-link-loss.errors-grow
  "The errors of an interface grow while one looks."
  (logical (finding (name interface-errors-growing) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument errors-grow) (cf 0.6) (strength supporting))))

(defrule CASES::network-link-loss.errors-grow-and-it-is-felt
  "The errors of an interface grow while one looks, and connections break off or are slow."
  (logical
    (finding (name interface-errors-growing) (host ?host) (state present))
    (finding (name network-unreliable|application-drops-out|slow-database|host-slow|slow-io) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument errors-grow-and-it-is-felt) (cf 0.8) (strength decisive))))

(defrule CASES::network-link-loss.many-errors
  "An interface counts many errors, as a part of what it carried."
  (logical (finding (name network-errors) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument many-errors) (cf 0.4) (strength supporting))))

(defrule CASES::network-link-loss.many-errors-and-it-is-felt
  "Connections break off or are slow, and an interface counts many errors, as a part of what it carried."
  (logical
    (finding (name network-errors) (host ?host) (state present))
    (finding (name network-unreliable|application-drops-out|slow-database|host-slow|slow-io) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument many-errors-and-it-is-felt) (cf 0.6) (strength supporting))))

(defrule CASES::network-link-loss.many-errors-and-heartbeats-missed
  "Heartbeats were missed or a node was given up, and an interface counts many errors."
  (logical
    (finding (name network-errors) (host ?host) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name heartbeats-late|failover-logged|failover-without-fault|node-panicked) (host ?any) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument many-errors-and-heartbeats-missed) (cf 0.6) (strength supporting))))

(defrule CASES::network-link-loss.ends-disagree-on-duplex
  "The two ends do not agree on the duplex mode: under load one sends while the other does, and frames are destroyed."
  (logical (finding (name duplex-mismatch) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument ends-disagree-on-duplex) (cf 0.8) (strength decisive))))

(defrule CASES::network-link-loss.half-duplex-and-errors
  "A fast link works half duplex and counts errors: negotiation failed."
  (logical
    (finding (name half-duplex) (host ?host) (state present))
    (finding (name network-errors) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument half-duplex-and-errors) (cf 0.7) (strength supporting))))

(defrule CASES::network-link-loss.half-duplex
  "A fast link works half duplex; negotiation failed."
  (logical (finding (name half-duplex) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument half-duplex) (cf 0.3) (strength supporting))))

; Against

(defrule CASES::network-link-loss.interfaces-count-no-errors
  "No interface counts errors worth the name."
  (logical (finding (name network-errors) (host ?host) (state absent)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument interfaces-count-no-errors) (cf -0.5) (strength supporting))))

(defrule CASES::network-link-loss.no-errors-and-no-link-lost
  "No interface counts errors worth the name, and the log of the kernel has no lost link."
  (logical
    (finding (name network-errors) (host ?host) (state absent))
    (finding (name link-lost) (host ?host) (state absent)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument no-errors-and-no-link-lost) (cf -0.85) (strength decisive))))

(defrule CASES::network-link-loss.counters-stand-still
  "Errors were counted once; nothing was added while one looked on."
  (logical (finding (name interface-errors-growing) (host ?host) (state absent)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument counters-stand-still) (cf -0.4) (strength supporting))))

(defrule CASES::network-link-loss.old-and-over
  "Links were lost long before, came back, and have been there since."
  (logical (finding (name link-trouble-over) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument old-and-over) (cf -0.6) (strength supporting))))

(defrule CASES::network-link-loss.old-and-over-and-no-errors
  "Links were lost long before, have been there since, and no interface counts errors worth the name."
  (logical
    (finding (name link-trouble-over) (host ?host) (state present))
    (finding (name network-errors) (host ?host) (state absent)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument old-and-over-and-no-errors) (cf -0.8) (strength decisive))))

(defrule CASES::network-link-loss.link-was-mended
  "The link was put right since."
  (logical (finding (name network-mended) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument link-was-mended) (cf -0.95) (strength decisive))))

(defrule CASES::network-link-loss.every-network-late-on-a-starved-node
  "Every heartbeat network was late at once on a node that is short of memory: what they share is the node."
  (logical
    (finding (name all-networks-late) (host ?any) (state present))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (finding (name memory-short) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument every-network-late-on-a-starved-node) (cf -0.75) (strength decisive))))

(defrule CASES::network-link-loss.heartbeat-process-did-not-run
  "The heartbeat process logs that it did not run itself: the delay was in the node, not on the network."
  (logical (finding (name heartbeat-not-scheduled) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument heartbeat-process-did-not-run) (cf -0.5) (strength supporting))))

(defrule CASES::network-link-loss.virtual-machine-was-paused
  "The virtual machine as a whole did not run for seconds; nothing was lost on the wire."
  (logical (finding (name guest-paused) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument virtual-machine-was-paused) (cf -0.7) (strength decisive))))

(defrule CASES::network-link-loss.panic-came-first
  "The node panicked before it was declared dead; its links went with it."
  (logical (finding (name panic-before-failover) (host ?host) (state present)))
  =>
  (assert (evidence (case network-link-loss) (host ?host) (subject ?host)
                    (argument panic-came-first) (cf -0.6) (strength supporting))))
