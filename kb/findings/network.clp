; Network links: whether they are there, how damaged what they bring is, and whether it goes on.

(defglobal FINDINGS ?*link-history-old-seconds* = 86400)      ; seconds | a log that goes on for a day after the link came back tells of another time than today's complaint, by experience [linux-net-stats: link up and down messages]
(defglobal FINDINGS ?*link-one* = 1)                          ; losses, errors | a single one [linux-net-stats: link up and down messages]
(defglobal FINDINGS ?*ping-least-sent* = 20)                   ; packets | of fewer a single loss is an accident, by experience [iputils-ping: packet loss]
(defglobal FINDINGS ?*ping-least-lost* = 2)                    ; packets | the first is often lost while the address is looked up, by experience [iputils-ping: packet loss]
(defglobal FINDINGS ?*ping-lost-percent* = 1)                  ; percent | a local network that loses one in a hundred halves what a connection carries, by experience [iputils-ping: packet loss]
(defglobal FINDINGS ?*ping-lost-most-percent* = 80)            ; percent | where nearly nothing comes back, the other host is down or does not want to answer, by experience [iputils-ping: packet loss]
(defglobal FINDINGS ?*ping-near-ms* = 2)                       ; milliseconds | there and back within a site, by experience [iputils-ping: packet loss]
(defglobal FINDINGS ?*ping-many-sent* = 100)                   ; packets | enough to see a loss of a few percent, by experience [iputils-ping: packet loss]
(defglobal FINDINGS ?*link-flaps* = 3)                        ; losses | one is somebody at the cable or a restart of the switch, three are a bad contact or transceiver, by experience [linux-net-stats: link up and down messages]
(defglobal FINDINGS ?*bond-failures* = 50)                    ; losses | each restart of the switch is one, and a bond lives for years, by experience [linux-bonding: MII Status]
(defglobal FINDINGS ?*damaged-frames-many* = 100)             ; frames | a few come with every plugging [ieee-802-3: bit error rate]
(defglobal FINDINGS ?*damaged-frames-share* = 0.0001)         ; part of the packets | one bit in 10^12 may be wrong on 100BASE-X and 1000BASE-X, one full frame in 80 million (computed), and this is thousands of times as many; the one in 10^8 of 10BASE-T gives about as many [ieee-802-3: bit error rate]
(defglobal FINDINGS ?*damaged-frames-alone* = 10000)          ; frames | on a sound link one full frame in 80 million is damaged (computed), so that so many would take 800 billion [ieee-802-3: bit error rate]
(defglobal FINDINGS ?*growing-errors* = 10)                   ; errors | while somebody looked on; single ones happen [hunt-tcp-ip: netstat -i]
(defglobal FINDINGS ?*growing-share* = 0.001)                 ; part of the packets | one in a thousand is felt by TCP, by experience [hunt-tcp-ip: netstat -i]
(defglobal FINDINGS ?*fast-ethernet-mbit* = 100)              ; Mbit/s | from there on links are switched, and half duplex is a mistake [ethtool-man: duplex]
(defglobal FINDINGS ?*gigabit-mbit* = 1000)                   ; Mbit/s | what such a card meets at nearly every port since 2010, by experience [ethtool-man: speed]
(defglobal FINDINGS ?*ten-mbit* = 10)                         ; Mbit/s | no port of a server room offers only that any more, by experience [ethtool-man: speed]
(defglobal FINDINGS ?*late-collisions-many* = 10)             ; collisions | on a sound link there are none at all [hunt-tcp-ip: Ethernet troubleshooting]
(defglobal FINDINGS ?*collisions-share* = 0.05)               ; part of the packets sent | more than 5 to 10 percent is a problem even where collisions belong [oracle-netmon: Collis divided by Opkts]

(defrule FINDINGS::link-lost.down
  "By the last message about it the interface has no link, and it had one before. [linux-net-stats: link up and down messages]"
  (logical (link-history (host ?host) (interface ?name) (last down)))
  =>
  (assert (finding (name link-lost) (host ?host) (subject ?name) (state present))
          (finding (name link-down-now) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::link-lost.not-long-ago
  "The interface lost its link and got it back, not long before the log ends. [linux-net-stats: link up and down messages]"
  (logical
    (link-history (host ?host) (interface ?name) (last up) (losses ?losses&:(at-least ?losses ?*link-one*))
                  (quiet-seconds ?quiet&:(below ?quiet ?*link-history-old-seconds*))))
  =>
  (assert (finding (name link-lost) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::link-lost.log-without-clock
  "The interface lost its link and got it back; how long ago the log does not tell. [linux-net-stats: link up and down messages]"
  (logical
    (link-history (host ?host) (interface ?name) (last up) (losses ?losses&:(at-least ?losses ?*link-one*)) (quiet-seconds unknown)))
  =>
  (assert (finding (name link-lost) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::link-lost.member-of-a-bond
  "A member of a bond has no link, although it belongs to what the host relies on. [linux-bonding: MII Status]"
  (logical (network-interface (host ?host) (interface ?name) (bond ~unknown) (link down)))
  =>
  (assert (finding (name link-lost) (host ?host) (subject ?name) (state present))
          (finding (name link-down-now) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::link-lost.addressed
  "A port that has an address, and so is meant to be used, has no link. [linux-net-stats: link up and down messages]"
  (logical (network-interface (host ?host) (interface ?name) (addressed yes) (link down)))
  =>
  (assert (finding (name link-lost) (host ?host) (subject ?name) (state present))
          (finding (name link-down-now) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::link-lost.none
  "The kernel's log was read as a whole, and no interface lost its link. [linux-net-stats: link up and down messages]"
  (logical
    (read (host ?host) (template link-history) (complete yes))
    (not (link-history (host ?host) (losses ?losses&:(at-least ?losses ?*link-one*)))))
  =>
  (assert (finding (name link-lost) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::link-flapping.log
  "The link goes and comes again and again: a bad contact, cable or transceiver, or a port of the switch. [linux-net-stats: link up and down messages]"
  (logical
    (link-history (host ?host) (interface ?name) (losses ?losses&:(at-least ?losses ?*link-flaps*))
                  (quiet-seconds ?quiet&:(below ?quiet ?*link-history-old-seconds*))))
  =>
  (assert (finding (name link-flapping) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::link-flapping.counted-by-the-bond
  "The bond saw the link of this member fail so often that no maintenance explains it. [linux-bonding: MII Status]"
  (logical (network-interface (host ?host) (interface ?name) (link-failures ?count&:(at-least ?count ?*bond-failures*))))
  =>
  (assert (finding (name link-flapping) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::packets-lost-nearby.counted
  "Of the packets to a host that answers within two milliseconds some were lost: between neighbours a sound network loses none. [iputils-ping: packet loss]"
  (logical
    (packet-loss (host ?host) (sent ?sent&:(at-least ?sent ?*ping-least-sent*)) (lost ?lost&:(at-least ?lost ?*ping-least-lost*))
      (lost-percent ?share&:(at-least ?share ?*ping-lost-percent*)&:(at-most ?share ?*ping-lost-most-percent*))
      (mean-ms ?mean&:(at-most ?mean ?*ping-near-ms*))))
  =>
  (assert (finding (name packets-lost-nearby) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::packets-lost.far
  "Of the packets to a host far away some were lost. [iputils-ping: packet loss]"
  (logical
    (packet-loss (host ?host) (sent ?sent&:(at-least ?sent ?*ping-least-sent*)) (lost ?lost&:(at-least ?lost ?*ping-least-lost*))
      (lost-percent ?share&:(at-least ?share ?*ping-lost-percent*)&:(at-most ?share ?*ping-lost-most-percent*))
      (mean-ms ?mean&:(above ?mean ?*ping-near-ms*))))
  =>
  (assert (finding (name packets-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::packets-lost.distance-not-shown
  "Of the packets to another host some were lost; how far away it is, is not shown. [iputils-ping: packet loss]"
  (logical
    (packet-loss (host ?host) (sent ?sent&:(at-least ?sent ?*ping-least-sent*)) (lost ?lost&:(at-least ?lost ?*ping-least-lost*))
      (lost-percent ?share&:(at-least ?share ?*ping-lost-percent*)&:(at-most ?share ?*ping-lost-most-percent*)) (mean-ms unknown)))
  =>
  (assert (finding (name packets-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::packets-lost.none
  "A hundred packets and more to another host all came back. [iputils-ping: packet loss]"
  (logical
    (packet-loss (host ?host) (sent ?sent&:(at-least ?sent ?*ping-many-sent*)) (lost 0))
    (not (packet-loss (host ?host) (lost ?lost&:(above ?lost ?*none*)))))
  =>
  (assert (finding (name packets-lost) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::nic-hung.kernel
  "The network card stopped sending for seconds, and the kernel reset it. [linux-net-watchdog: transmit queue timed out, Detected Hardware Unit Hang]"
  (logical (kernel-event (host ?host) (kind nic-hung) (subject ?name)))
  =>
  (assert (finding (name nic-hung) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::frames-damaged.counted-without-packets
  "The interface counts very many damaged frames; how many packets came is not shown. [ieee-802-3: bit error rate]"
  (logical
    (network-interface (host ?host) (interface ?name) (input-packets unknown)
      (damaged-frames ?count&:(at-least ?count ?*damaged-frames-alone*))))
  =>
  (assert (finding (name frames-damaged) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::frames-damaged.counted
  "The interface receives damaged frames, more than a sound link ever brings: cable, connector, transceiver, or the duplex mode. [ieee-802-3: bit error rate]"
  (logical
    (network-interface (host ?host) (interface ?name) (input-packets ?packets&~unknown)
      (damaged-frames ?count&:(at-least ?count ?*damaged-frames-many*)
                            &:(at-least ?count (* ?*damaged-frames-share* ?packets)))))
  =>
  (assert (finding (name frames-damaged) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::interface-errors-growing.share
  "The errors of the interface grow while one looks, by more than a thousandth of the packets. [hunt-tcp-ip: netstat -i]"
  (logical
    (interface-growth (host ?host) (interface ?name) (packets ?packets&~unknown)
      (errors ?errors&:(at-least ?errors ?*growing-errors*)&:(at-least ?errors (* ?*growing-share* ?packets)))))
  =>
  (assert (finding (name interface-errors-growing) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::interface-errors-growing.damaged-frames-alone
  "Only the damaged frames were picked out of the counters, and a hundred and more came while one looked; a sound link brings a few with every plugging. [ieee-802-3: bit error rate]"
  (logical
    (interface-growth (host ?host) (interface ?name) (packets unknown)
      (errors ?errors&:(at-least ?errors ?*damaged-frames-many*))))
  =>
  (assert (finding (name interface-errors-growing) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::interface-errors-growing.standing-still
  "The counters were read twice, and not one error was added to them: what they hold is old. [hunt-tcp-ip: netstat -i]"
  (logical
    (interface-growth (host ?host) (interface ?name) (errors 0) (packets ?packets&:(at-least ?packets ?*damaged-frames-many*)))
    (read (host ?host) (template network-interface) (complete yes))
    (not (interface-growth (host ?host) (errors ?errors&:(at-least ?errors ?*link-one*)))))
  =>
  (assert (finding (name interface-errors-growing) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::duplex-mismatch.late-collisions
  "The interface counts late collisions, which are only possible where the other end sends at the same time: it works full duplex. [hunt-tcp-ip: Ethernet troubleshooting]"
  (logical
    (network-interface (host ?host) (interface ?name) (duplex ~full)
      (late-collisions ?count&:(at-least ?count ?*late-collisions-many*))))
  =>
  (assert (finding (name duplex-mismatch) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::duplex-mismatch.half-with-collisions
  "A link of 100 Mbit/s or more works half duplex and has many collisions: the other end was set by hand, and negotiation fell back. [oracle-netmon: Collis divided by Opkts; ethtool-man: duplex]"
  (logical
    (network-interface (host ?host) (interface ?name) (duplex half) (speed-mbit ?speed&:(at-least ?speed ?*fast-ethernet-mbit*))
      (output-packets ?sent&~unknown)
      (collisions ?count&:(at-least ?count ?*damaged-frames-many*)&:(at-least ?count (* ?*collisions-share* ?sent)))))
  =>
  (assert (finding (name duplex-mismatch) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::half-duplex.on-a-fast-link
  "A link of 100 Mbit/s or more works half duplex; since there are switches, that is what is left when negotiation fails. [ethtool-man: duplex]"
  (logical
    (network-interface (host ?host) (interface ?name) (duplex half) (speed-mbit ?speed&:(at-least ?speed ?*fast-ethernet-mbit*))
      (link ~down)))
  =>
  (assert (finding (name half-duplex) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::link-below-offer.both-can-more
  "Both ends say that they can more than the link came up with: a pair of the cable or a contact is bad, and the ends fell back. [ethtool-man: speed; ieee-802-3: autonegotiation]"
  (logical
    (network-interface (host ?host) (interface ?name) (link ~down) (offered-mbit ?offered&~unknown)
      (speed-mbit ?speed&~0&:(below ?speed ?offered))))
  =>
  (assert (finding (name link-below-offer) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::link-below-offer.kernel
  "The kernel says that the link came up slower than both ends had agreed on, since the cable does not carry more. [ieee-802-3: autonegotiation]"
  (logical (kernel-event (host ?host) (kind nic-slowed) (subject ?name)))
  =>
  (assert (finding (name link-below-offer) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::link-below-offer.ten-megabit
  "A card for gigabit works at 10 Mbit/s, which no port offers as its best. [ethtool-man: speed; ieee-802-3: autonegotiation]"
  (logical
    (network-interface (host ?host) (interface ?name) (link ~down) (able-mbit ?able&:(at-least ?able ?*gigabit-mbit*))
      (speed-mbit ?speed&~0&:(at-most ?speed ?*ten-mbit*))))
  =>
  (assert (finding (name link-below-offer) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::link-below-card.speed
  "A card for gigabit works at a tenth of it: the other end is old, was set by hand, or a pair of the cable is bad. [ethtool-man: speed]"
  (logical
    (network-interface (host ?host) (interface ?name) (link ~down) (able-mbit ?able&:(at-least ?able ?*gigabit-mbit*))
      (speed-mbit ?speed&~0&:(at-most ?speed ?*fast-ethernet-mbit*))))
  =>
  (assert (finding (name link-below-card) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::link-below-card.offer
  "A card for gigabit is offered a tenth of it at most. [ethtool-man: speed]"
  (logical
    (network-interface (host ?host) (interface ?name) (link ~down) (able-mbit ?able&:(at-least ?able ?*gigabit-mbit*))
      (offered-mbit ?offered&:(at-most ?offered ?*fast-ethernet-mbit*))))
  =>
  (assert (finding (name link-below-card) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::interface-errors-many.received
  "This interface counts many errors on what it receives, as a part of all that it received. [oracle-netmon: Ierrs divided by Ipkts]"
  (logical (network-interface (host ?host) (interface ?name) (input-packets ?packets&~unknown)
             (input-errors ?errors&:(at-least ?errors ?*interface-errors-many*)
                                  &:(at-least ?errors (* ?*interface-errors-share* ?packets)))))
  =>
  (assert (finding (name interface-errors-many) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::interface-errors-many.sent
  "This interface counts many errors on what it sends, as a part of all that it sent. [oracle-netmon: Oerrs divided by Opkts]"
  (logical (network-interface (host ?host) (interface ?name) (output-packets ?packets&~unknown)
             (output-errors ?errors&:(at-least ?errors ?*interface-errors-many*)
                                   &:(at-least ?errors (* ?*interface-errors-share* ?packets)))))
  =>
  (assert (finding (name interface-errors-many) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::interfaces-clean.no-errors-and-no-loss
  "No interface counts errors worth the name, and none is known to have lost its link. [oracle-netmon: Ierrs divided by Ipkts; linux-net-stats: link up and down messages]"
  (logical
    (finding (name network-errors) (host ?host) (subject ?host) (state absent))
    (not (finding (name link-lost) (host ?host) (state present))))
  =>
  (assert (finding (name interfaces-clean) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::lost-link-has-errors.same-interface
  "The interface that lost its link counts many errors as well: cable, transceiver or port are bad. [linux-net-stats: link up and down messages; oracle-netmon: Ierrs divided by Ipkts]"
  (logical
    (finding (name link-lost) (host ?host) (subject ?name) (state present))
    (finding (name interface-errors-many|frames-damaged) (host ?host) (subject ?name) (state present)))
  =>
  (assert (finding (name lost-link-has-errors) (host ?host) (subject ?name) (state present))))

(defrule FINDINGS::network-mended.known
  "The link was put right since. [linux-net-stats: link up and down messages]"
  (logical (mending (host ?host) (network yes)))
  =>
  (assert (finding (name network-mended) (host ?host) (subject ?host) (state present))))
