; Clusters: what was missed first, what followed, and what the network says.

(defglobal FINDINGS ?*two-networks* = 2)                        ; networks | one may fail by itself; two at once point to the host between them [elling-2000: Example of Such a System]
(defglobal FINDINGS ?*one-network* = 1)                         ; networks | a single one [elling-2000: Example of Such a System]
(defglobal FINDINGS ?*interface-errors-many* = 1000)            ; errors since boot | some are counted on most hosts; the counters run since boot, by experience [elling-2000: Troubleshooting]
(defglobal FINDINGS ?*interface-errors-share* = 0.0025)         ; part of the packets | from this error rate on the host may be dropping packets; large counters below it have gathered since boot [oracle-netmon: Ierrs divided by Ipkts]
(defglobal FINDINGS ?*interface-errors-nothing* = 0.00001)      ; part of the packets | one in a hundred thousand delays nobody, by experience [hunt-tcp-ip: netstat -i]
(defglobal FINDINGS ?*soon-seconds* = 1800)                     ; s | what was short half an hour earlier did not delay this heartbeat, by experience [elling-2000: Recreate the Original Problem]
(defglobal FINDINGS ?*scan-before-failover-pages-s* = 500)      ; pages/s | some hundreds of pages each second that last are a shortage, by experience [oracle-solaris-paging: slowscan]
(defglobal FINDINGS ?*clock-step-seconds* = 1)                  ; s | smaller steps are the daily work of a time server's client, and no timer of a cluster runs out for them, by experience [elling-2000: Example of Such a System]
(defglobal FINDINGS ?*pause-survived-seconds* = 5)              ; s | Corosync gives a node up after token and consensus, 3 s and 3.6 s by default; others wait longer [corosync-conf: token, consensus]
(defglobal FINDINGS ?*run-queue-times* = 8)                     ; times the processors | a task then waits many time slices for its turn, by experience [man7-vmstat: r]
(defglobal FINDINGS ?*run-queue-long* = 128)                    ; tasks | as many as a large host of today has processors, by experience [man7-vmstat: r]
(defglobal FINDINGS ?*sent-late-seconds* = 0.1)                 ; s | a whole further heartbeat interval of etcd; what is logged of microseconds says nothing [etcd-tuning: heartbeat interval]
(defglobal FINDINGS ?*sent-late-often* = 300)                  ; heartbeats | thirty seconds of them are no single backup any more (computed) [etcd-faq: failed to send out heartbeat on time]
(defglobal FINDINGS ?*sent-late-count* = 100)                  ; heartbeats | a few come with every backup or compaction, by experience [etcd-faq: failed to send out heartbeat on time]
(defglobal FINDINGS ?*sent-far-too-late-seconds* = 1)           ; s | so long do followers wait for a heartbeat before they elect another leader [etcd-tuning: election timeout]
(defglobal FINDINGS ?*election-escaped-seconds* = 2)            ; s | each follower waits for one election timeout to two before it stands for election itself [etcd-raft: randomizedElectionTimeout]
(defglobal FINDINGS ?*log-write-slow-seconds* = 1)              ; s | from here on etcd warns; 10 milliseconds are usual, and ZooKeeper holds heartbeats back meanwhile as well [etcd-tuning: wal_fsync_duration; zookeeper-admin: fsync.warningthresholdms]
(defglobal FINDINGS ?*not-before* = 0)                          ; s | the shortage began first [elling-2000: Recreate the Original Problem]

; --- what the cluster's log says

(defrule FINDINGS::heartbeats-late.logged
  "The cluster's log misses heartbeats. [elling-2000: Example of Such a System]"
  (logical (ha-event (host ?host) (kind heartbeat-late|heartbeat-lost)))
  =>
  (assert (finding (name heartbeats-late) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heartbeats-late.none-before-the-takeover
  "The cluster's log has a takeover and misses no heartbeat: the service was moved for another reason. [elling-2000: Example of Such a System]"
  (logical
    (ha-event (host ?host) (kind takeover))
    (read (host ?host) (template ha-event) (complete yes))
    (not (ha-event (host ?host) (kind heartbeat-late|heartbeat-lost|not-scheduled|node-dead|link-down|all-links-down))))
  =>
  (assert (finding (name heartbeats-late) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::heartbeat-not-scheduled.logged
  "The heartbeat process logs that it did not run for a while itself: the delay is on this host, not on the network. [red-hat-corosync: main process was not scheduled]"
  (logical (ha-event (host ?host) (kind not-scheduled)))
  =>
  (assert (finding (name heartbeat-not-scheduled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heartbeat-not-scheduled.sent-far-too-late
  "The leader itself logs that its heartbeats left by more than an election timeout too late: the delay is on this host. [etcd-tuning: election timeout]"
  (logical (ha-event (host ?host) (kind sent-late) (longest-seconds ?seconds&:(at-least ?seconds ?*sent-far-too-late-seconds*))))
  =>
  (assert (finding (name heartbeat-not-scheduled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heartbeats-sent-late.logged
  "The leader itself logs that its heartbeats left late, by more than a heartbeat interval and less than an election timeout: it waited for a disk or a processor. [etcd-faq: failed to send out heartbeat on time]"
  (logical
    (ha-event (host ?host) (kind sent-late)
      (longest-seconds ?seconds&:(at-least ?seconds ?*sent-late-seconds*)&:(below ?seconds ?*sent-far-too-late-seconds*))))
  =>
  (assert (finding (name heartbeats-sent-late) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heartbeats-sent-late.counted
  "The leader's own counter has heartbeats that it could not send in time, a hundred and more: it waited for a disk or a processor. [etcd-faq: failed to send out heartbeat on time]"
  (logical (ha-event (host ?host) (kind sent-late) (longest-seconds unknown) (count ?count&:(at-least ?count ?*sent-late-count*))))
  =>
  (assert (finding (name heartbeats-sent-late) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heartbeats-sent-late-often.counted
  "The leader's own counter has hundreds of heartbeats that it could not send in time: it lacked a disk or a processor again and again. [etcd-faq: failed to send out heartbeat on time]"
  (logical (ha-event (host ?host) (kind sent-late) (longest-seconds unknown) (count ?count&:(at-least ?count ?*sent-late-often*))))
  =>
  (assert (finding (name heartbeats-sent-late-often) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cluster-log-write-slow.logged
  "A member of the cluster waited for seconds until its log was on disk, and answers nobody meanwhile. [etcd-faq: failed to send out heartbeat on time; zookeeper-admin: fsync.warningthresholdms]"
  (logical (ha-event (host ?host) (kind log-write-slow) (longest-seconds ?seconds&:(at-least ?seconds ?*log-write-slow-seconds*))))
  =>
  (assert (finding (name cluster-log-write-slow) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cluster-node-overloaded.logged
  "The cluster manager itself finds that far more tasks wait than this node has processors. [linbit-load: High CPU load detected]"
  (logical (ha-event (host ?host) (kind overloaded)))
  =>
  (assert (finding (name cluster-node-overloaded) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::declared-dead.and-alive
  "The log says that this host's daemon was called dead and is alive. [ceph-osd: flapping OSDs]"
  (logical (ha-event (host ?host) (kind called-dead)))
  =>
  (assert (finding (name declared-dead) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::failover-logged.node-dead-or-takeover
  "The log has a node declared dead, taken over or fenced. [elling-2000: Example of Such a System]"
  (logical (ha-event (host ?host) (kind node-dead|takeover|fenced)))
  =>
  (assert (finding (name failover-logged) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::failover-logged.nobody-given-up
  "Heartbeats were late for less than any cluster waits, and the log has nobody who lost a node, took over or was fenced; nobody tells of it either. [corosync-conf: token, consensus]"
  (logical
    (ha-event (host ?host) (kind heartbeat-late|not-scheduled) (longest-seconds ?longest&:(at-most ?longest ?*pause-survived-seconds*)))
    (read (host ?host) (template ha-event) (complete yes))
    (not (ha-event (host ?host) (kind heartbeat-lost|link-down|all-links-down|node-dead|takeover|fenced|split-brain|panic|quorum-lost)))
    (not (ha-event (host ?host) (longest-seconds ?other&:(above ?other ?*pause-survived-seconds*))))
    (not (finding (name failover-without-fault|node-panicked) (host ?host) (state present))))
  =>
  (assert (finding (name failover-logged) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::failover-logged.nobody-elected
  "The leader's heartbeats left late by less than each follower waits before it stands for election, and nothing says that another leader was elected; nobody tells of it either. [etcd-raft: randomizedElectionTimeout]"
  (logical
    (ha-event (host ?host) (kind sent-late) (longest-seconds ?longest&:(at-most ?longest ?*election-escaped-seconds*)))
    (read (host ?host) (template ha-event) (complete yes))
    (not (ha-event (host ?host) (kind heartbeat-lost|not-scheduled|link-down|all-links-down|node-dead|takeover|fenced|split-brain|panic|quorum-lost)))
    (not (finding (name failover-without-fault|node-panicked) (host ?host) (state present))))
  =>
  (assert (finding (name failover-logged) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::failover-without-fault.logged
  "A failover is in the log; whether something was broken is for other signs to say. [elling-2000: Example of Such a System]"
  (logical (finding (name failover-logged) (host ?host) (state present)))
  =>
  (assert (finding (name failover-without-fault) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::node-panicked.logged
  "The log has a deliberate panic or reset of a node. [elling-2000: Example of Such a System]"
  (logical (ha-event (host ?host) (kind panic|fenced)))
  =>
  (assert (finding (name node-panicked) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::declared-dead.by-the-peer
  "The other node declared this one dead, and it was not: it is the one that sampled on. [elling-2000: Example of Such a System]"
  (logical (ha-event (host ?peer) (kind node-dead|fenced) (node ?node&~unknown&~?peer)))
  =>
  (assert (finding (name declared-dead) (host ?node) (subject ?node) (state present))))

; --- what else keeps a heartbeat process from running

(defrule FINDINGS::processors-overrun.many-times-the-processors
  "Many times as many tasks wait for a processor as there are processors. [man7-vmstat: r]"
  (logical
    (system (host ?host) (cpus ?cpus&~unknown))
    (vmstat (host ?host) (since-boot ~yes) (run-queue-max ?queue&:(at-least ?queue (* ?*run-queue-times* ?cpus)))))
  =>
  (assert (finding (name processors-overrun) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::processors-overrun.processors-unknown
  "More tasks wait for a processor than even a large host has processors. [man7-vmstat: r]"
  (logical
    (system (host ?host) (cpus unknown))
    (vmstat (host ?host) (since-boot ~yes) (run-queue-max ?queue&:(at-least ?queue ?*run-queue-long*))))
  =>
  (assert (finding (name processors-overrun) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::processors-overrun.queue-of-sar
  "Many times as many tasks wait for a processor as there are processors, as the mean of a step of sar. [man7-vmstat: r]"
  (logical
    (system (host ?host) (cpus ?cpus&~unknown))
    (memory-history (host ?host) (run-queue-max ?queue&:(at-least ?queue (* ?*run-queue-times* ?cpus)))))
  =>
  (assert (finding (name processors-overrun) (host ?host) (subject ?host) (state present))))

; --- which networks

(defrule FINDINGS::all-networks-late.links
  "Several heartbeat networks were lost at once; they share nothing but the host. [elling-2000: Example of Such a System]"
  (logical
    (ha-event (host ?host) (kind link-down|heartbeat-late|heartbeat-lost)
      (networks ?networks&:(at-least ?networks ?*two-networks*))))
  =>
  (assert (finding (name all-networks-late) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::all-networks-late.said
  "The log itself says that no link was left. [elling-2000: Example of Such a System]"
  (logical (ha-event (host ?host) (kind all-links-down)))
  =>
  (assert (finding (name all-networks-late) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::networks-late-while-paging.clean-interfaces
  "Every heartbeat network was late at once, no interface has errors, and this node pages: the delay is in the node. [elling-2000: Example of Such a System]"
  (logical
    (finding (name all-networks-late) (host ?host) (subject ?host) (state present))
    (finding (name network-errors) (host ?host) (subject ?host) (state absent))
    (finding (name memory-short|paging-active) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name networks-late-while-paging) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heartbeats-late-while-short.node
  "The cluster missed heartbeats, and this node is short of memory, or far more tasks wait than it has processors. [elling-2000: Example of Such a System]"
  (logical
    (finding (name heartbeats-late) (host ?host) (subject ?host) (state present))
    (finding (name memory-short|memory-and-swap-gone|processors-overrun) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name heartbeats-late-while-short) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::one-network-lost.alone
  "One heartbeat network is named as lost and no other: a link, and not a starved host, which is late on all of them. [elling-2000: Example of Such a System]"
  (logical
    (ha-event (host ?host) (kind link-down) (networks ?networks&:(at-most ?networks ?*one-network*)))
    (read (host ?host) (template ha-event) (complete yes))
    ; a node with another link is not declared dead
    (not (ha-event (host ?host) (kind all-links-down|not-scheduled|node-dead)))
    (not (ha-event (host ?host) (kind heartbeat-late|heartbeat-lost|link-down)
           (networks ?others&:(at-least ?others ?*two-networks*)))))
  =>
  (assert (finding (name one-network-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::network-errors.received
  "The interface counts many errors on what it receives, as a part of all that it received. [oracle-netmon: Ierrs divided by Ipkts]"
  (logical (network-interface (host ?host) (interface ?name) (input-packets ?packets&~unknown)
             (input-errors ?errors&:(at-least ?errors ?*interface-errors-many*)
                                  &:(at-least ?errors (* ?*interface-errors-share* ?packets)))))
  =>
  (assert (finding (name network-errors) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::network-errors.sent
  "The interface counts many errors on what it sends, as a part of all that it sent. [oracle-netmon: Oerrs divided by Opkts]"
  (logical (network-interface (host ?host) (interface ?name) (output-packets ?packets&~unknown)
             (output-errors ?errors&:(at-least ?errors ?*interface-errors-many*)
                                   &:(at-least ?errors (* ?*interface-errors-share* ?packets)))))
  =>
  (assert (finding (name network-errors) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::network-errors.received-of-unknown-number
  "The interface counts many errors on what it receives; how much that was is not known. [elling-2000: Troubleshooting]"
  (logical (network-interface (host ?host) (interface ?name) (input-packets unknown)
             (input-errors ?errors&:(at-least ?errors ?*interface-errors-many*))))
  =>
  (assert (finding (name network-errors) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::network-errors.sent-of-unknown-number
  "The interface counts many errors on what it sends; how much that was is not known. [elling-2000: Troubleshooting]"
  (logical (network-interface (host ?host) (interface ?name) (output-packets unknown)
             (output-errors ?errors&:(at-least ?errors ?*interface-errors-many*))))
  =>
  (assert (finding (name network-errors) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::network-errors.link
  "An interface lost its link not long ago, or frames arrive damaged, more of them than a sound link brings. [elling-2000: Troubleshooting]"
  (logical (finding (name link-lost|frames-damaged) (host ?host) (subject ?name) (state present)))
  =>
  (assert (finding (name network-errors) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::network-errors.none
  "No interface counts an error since boot. [elling-2000: Troubleshooting]"
  (logical
    (network-interface (host ?host) (interface ?name) (input-errors 0) (output-errors 0))
    (read (host ?host) (template network-interface) (complete yes))
    (not (network-interface (host ?host) (input-errors ?in&:(at-least ?in 1))))
    (not (network-interface (host ?host) (output-errors ?out&:(at-least ?out 1)))))
  =>
  (assert (finding (name network-errors) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::network-errors.hardly-any
  "The errors of every interface are a vanishing part of its packets, however large the counters have become since boot. [hunt-tcp-ip: netstat -i]"
  (logical
    (network-interface (host ?host) (interface ?name) (input-packets ?received&:(above ?received 0)) (output-packets ?sent&:(above ?sent 0))
      (input-errors ?in&:(at-most ?in (* ?*interface-errors-nothing* ?received)))
      (output-errors ?out&:(at-most ?out (* ?*interface-errors-nothing* ?sent))))
    (read (host ?host) (template network-interface) (complete yes))
    (not (network-interface (host ?host) (input-packets ?in-packets&~unknown)
           (input-errors ?bad&:(above ?bad (* ?*interface-errors-nothing* ?in-packets)))))
    (not (network-interface (host ?host) (output-packets ?out-packets&~unknown)
           (output-errors ?worse&:(above ?worse (* ?*interface-errors-nothing* ?out-packets))))))
  =>
  (assert (finding (name network-errors) (host ?host) (subject ?host) (state absent))))

; --- in which order

(defrule FINDINGS::panic-after-failover.order
  "The node panicked after its service had been taken over: it found two masters and stopped itself, as it should. [elling-2000: Example of Such a System]"
  (logical
    (ha-event (host ?any) (kind node-dead|takeover) (first-within-year-seconds ?taken&~unknown))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (ha-event (host ?host) (kind panic) (first-within-year-seconds ?panicked&:(at-least ?panicked ?taken))))
  =>
  (assert (finding (name panic-after-failover) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::panic-before-failover.order
  "The node panicked before it was declared dead: it was dead, and the cluster was right. [elling-2000: Example of Such a System]"
  (logical
    (ha-event (host ?any) (kind node-dead|takeover) (first-within-year-seconds ?taken&~unknown))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (ha-event (host ?host) (kind panic) (first-within-year-seconds ?panicked&:(below ?panicked ?taken))))
  =>
  (assert (finding (name panic-before-failover) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::quorum-lost-first.order
  "The quorum device was lost before any heartbeat: the storage went first. [elling-2000: Example of Such a System]"
  (logical
    (ha-event (host ?host) (kind quorum-lost) (first-within-year-seconds ?quorum&~unknown))
    (ha-event (host ?host) (kind heartbeat-late|heartbeat-lost|node-dead|takeover) (first-within-year-seconds ?missed&:(above ?missed ?quorum)))
    (read (host ?host) (template ha-event) (complete yes))
    (not (ha-event (host ?host) (kind heartbeat-late|heartbeat-lost|link-down|not-scheduled)
           (first-within-year-seconds ?earlier&:(at-most ?earlier ?quorum)))))
  =>
  (assert (finding (name quorum-lost-first) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::clock-jumped.cluster-log
  "The clock jumped: timers that run out then say nothing of the other node. [elling-2000: Example of Such a System]"
  (logical (ha-event (host ?host) (kind clock-jump)))
  =>
  (assert (finding (name clock-jumped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::clock-jumped.kernel-log
  "The log has a jump of the clock, of unknown size: the host was stopped, or its time was set. [elling-2000: Example of Such a System]"
  (logical (kernel-event (host ?host) (kind clock-jump|clock-unread) (longest-seconds unknown)))
  =>
  (assert (finding (name clock-jumped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::clock-jumped.by-a-second
  "The log has a jump of the clock by a second or more: the host was stopped, or its time was set. [elling-2000: Example of Such a System]"
  (logical (kernel-event (host ?host) (kind clock-jump|clock-unread) (longest-seconds ?seconds&:(at-least ?seconds ?*clock-step-seconds*))))
  =>
  (assert (finding (name clock-jumped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::shortage-before-failover.seconds-before
  "How long memory had been short when the cluster missed the node. [elling-2000: Recreate the Original Problem]"
  (logical
    (scan-episode (host ?host) (start-within-year-seconds ?short&~unknown) (mean-pages-s ?rate&:(at-least ?rate ?*scan-before-failover-pages-s*)))
    (cluster-peer (host ?host) (peer ?any) (basis ?basis))
    (ha-event (host ?any) (kind heartbeat-late|heartbeat-lost|node-dead|takeover) (first-within-year-seconds ?missed&:(at-least ?missed ?short))))
  =>
  (assert (quantity (name shortage-before-failover-seconds) (host ?host) (subject ?host) (value (- ?missed ?short)))))

(defrule FINDINGS::shortage-before-failover.soon
  "Memory became short first, and the cluster missed the node soon after. [elling-2000: Recreate the Original Problem]"
  (logical
    (quantity (name shortage-before-failover-seconds) (host ?host) (subject ?host)
      (value ?seconds&:(at-least ?seconds ?*not-before*)&:(at-most ?seconds ?*soon-seconds*))))
  =>
  (assert (finding (name shortage-before-failover) (host ?host) (subject ?host) (state present))))
