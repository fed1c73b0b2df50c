; For

(defrule CASES::vm-pause.the-hypervisor-stopped-it
  "The hypervisor's own log has the virtual machine stopped for a second and longer."
  (logical (finding (name guest-stopped) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument the-hypervisor-stopped-it) (cf 0.85) (strength decisive))))

(defrule CASES::vm-pause.stopped-and-it-was-felt
  "The hypervisor stopped the virtual machine for a second and longer, and that is what was noticed."
  (logical
    (finding (name guest-stopped) (host ?host) (state present))
    (finding (name host-stalls|host-hangs|application-drops-out|failover-without-fault|node-panicked|slow-database|host-slow|slow-io) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument stopped-and-it-was-felt) (cf 0.9) (strength decisive))))

(defrule CASES::vm-pause.nothing-ran-and-the-clock-jumped
  "On a virtual machine the clock jumped and nothing had run for seconds: not a process was late, the machine was."
  (logical (finding (name guest-paused) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument nothing-ran-and-the-clock-jumped) (cf 0.85) (strength decisive))))

(defrule CASES::vm-pause.handled-while-it-stalls
  "The virtual machine was migrated, suspended or had a snapshot taken, and it stalls or was given up by its cluster."
  (logical
    (finding (name guest-handled) (host ?host) (state present))
    (finding (name host-stalls|host-hangs|application-drops-out|failover-without-fault|node-panicked|slow-database|host-slow|slow-io) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument handled-while-it-stalls) (cf 0.6) (strength supporting))))

(defrule CASES::vm-pause.handled
  "The virtual machine was migrated, suspended or had a snapshot taken."
  (logical (finding (name guest-handled) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument handled) (cf 0.3) (strength supporting))))

(defrule CASES::vm-pause.clock-jumped-on-a-virtual-machine
  "On a virtual machine the clock jumped: while it was stopped time went on outside."
  (logical
    (finding (name hypervisor-in-use) (host ?host) (state present))
    (finding (name clock-jumped) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument clock-jumped-on-a-virtual-machine) (cf 0.5) (strength supporting))))

(defrule CASES::vm-pause.clock-jumped-far-and-it-stalls
  "On a virtual machine the clock jumped by seconds, and it stalls or was given up by its cluster."
  (logical
    (finding (name hypervisor-in-use) (host ?host) (state present))
    (finding (name clock-jumped-far) (host ?host) (state present))
    (finding (name host-stalls|host-hangs|application-drops-out|failover-without-fault|node-panicked|slow-database|host-slow|slow-io) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument clock-jumped-far-and-it-stalls) (cf 0.65) (strength supporting))))

(defrule CASES::vm-pause.processors-stood-still
  "On a virtual machine a processor or the heartbeat process did not run for many seconds."
  (logical
    (finding (name hypervisor-in-use) (host ?host) (state present))
    (finding (name cpus-stood-still) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument processors-stood-still) (cf 0.4) (strength supporting))))

(defrule CASES::vm-pause.clock-unstable
  "On a virtual machine two clocks did not agree: one went on while the machine did not."
  (logical
    (finding (name hypervisor-in-use) (host ?host) (state present))
    (finding (name clock-unstable) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument clock-unstable) (cf 0.25) (strength supporting))))

(defrule CASES::vm-pause.clock-unstable-and-processors-stood-still
  "On a virtual machine two clocks did not agree, and a processor had stood still."
  (logical
    (finding (name hypervisor-in-use) (host ?host) (state present))
    (finding (name clock-unstable) (host ?host) (state present))
    (finding (name cpus-stood-still) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument clock-unstable-and-processors-stood-still) (cf 0.65) (strength supporting))))

(defrule CASES::vm-pause.heartbeat-late-with-memory-at-ease
  "On a virtual machine the heartbeat process did not run, and it was not for want of memory."
  (logical
    (finding (name hypervisor-in-use) (host ?host) (state present))
    (finding (name heartbeat-not-scheduled) (host ?host) (state present))
    (finding (name memory-short) (host ?host) (state absent)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument heartbeat-late-with-memory-at-ease) (cf 0.6) (strength supporting))))

(defrule CASES::vm-pause.samples-missing
  "On a virtual machine a sampling tool did not run for several intervals."
  (logical
    (finding (name hypervisor-in-use) (host ?host) (state present))
    (finding (name samples-missing) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument samples-missing) (cf 0.4) (strength supporting))))

(defrule CASES::vm-pause.processors-given-to-others
  "The hypervisor gives a good part of the processor time to other machines."
  (logical (finding (name steal-high) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument processors-given-to-others) (cf 0.6) (strength supporting))))

(defrule CASES::vm-pause.processors-given-to-others-and-it-is-felt
  "The hypervisor gives a good part of the processor time to other machines, and everything is slow or stalls."
  (logical
    (finding (name steal-high) (host ?host) (state present))
    (finding (name host-stalls|host-hangs|application-drops-out|failover-without-fault|node-panicked|slow-database|host-slow|slow-io) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument processors-given-to-others-and-it-is-felt) (cf 0.8) (strength decisive))))

(defrule CASES::vm-pause.processors-given-to-others-in-one-look
  "The hypervisor gave a third of the processor time to other machines in the only look at it; whether it lasts is not shown."
  (logical (finding (name steal-seen-once) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument processors-given-to-others-in-one-look) (cf 0.4) (strength supporting))))

(defrule CASES::vm-pause.migration-suspected
  "The virtual machine was migrated or saved at that time, as is told."
  (logical (finding (name migration-suspected) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument migration-suspected) (cf 0.15) (strength supporting))))

(defrule CASES::vm-pause.migration-told-and-processors-stood-still
  "The virtual machine was migrated or saved at that time, as is told, and processes or processors did not run, or the clock jumped."
  (logical
    (finding (name migration-suspected) (host ?host) (state present))
    (finding (name cpus-stood-still|clock-jumped|samples-missing|heartbeat-not-scheduled) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument migration-told-and-processors-stood-still) (cf 0.65) (strength supporting))))

; Against

(defrule CASES::vm-pause.physical-machine
  "It is a physical machine; no hypervisor can stop it."
  (logical (finding (name hypervisor-in-use) (host ?host) (state absent)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument physical-machine) (cf -0.95) (strength decisive))))

(defrule CASES::vm-pause.stops-are-short
  "The hypervisor's own log has only stops that nobody feels."
  (logical (finding (name guest-stopped) (host ?host) (state absent)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument stops-are-short) (cf -0.7) (strength decisive))))

(defrule CASES::vm-pause.no-time-stolen
  "Hardly any processor time was stolen while one looked."
  (logical (finding (name steal-high) (host ?host) (state absent)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument no-time-stolen) (cf -0.2) (strength supporting))))

(defrule CASES::vm-pause.memory-is-short
  "Memory is short: processes wait for it, one by one, and the clock goes on."
  (logical (finding (name memory-short) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument memory-is-short) (cf -0.5) (strength supporting))))

(defrule CASES::vm-pause.host-swaps
  "The host swaps: processes wait for memory."
  (logical (finding (name swapping) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument host-swaps) (cf -0.4) (strength supporting))))

(defrule CASES::vm-pause.backlog-stops-the-writers
  "Writing pauses with the backlog at its limit, and everything else goes on."
  (logical
    (finding (name writes-pause) (host ?host) (state present))
    (finding (name dirty-backlog-at-limit) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument backlog-stops-the-writers) (cf -0.6) (strength supporting))))

(defrule CASES::vm-pause.paths-failed
  "Paths to the storage failed: tasks wait for it, and the clock goes on."
  (logical (finding (name paths-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument paths-failed) (cf -0.5) (strength supporting))))

(defrule CASES::vm-pause.link-was-lost
  "An interface lost its link: the machine ran on, and was not heard."
  (logical (finding (name link-lost) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument link-was-lost) (cf -0.5) (strength supporting))))

(defrule CASES::vm-pause.collector-stops-the-program
  "The collector of a Java program stops it for seconds; the machine goes on."
  (logical (finding (name gc-pauses-long) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument collector-stops-the-program) (cf -0.4) (strength supporting))))

(defrule CASES::vm-pause.stalls-keep-a-period
  "The stalls come at the period of transaction groups; a hypervisor keeps none."
  (logical (finding (name spikes-at-flush-period) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument stalls-keep-a-period) (cf -0.4) (strength supporting))))

(defrule CASES::vm-pause.mended
  "What stopped the virtual machine was put right since."
  (logical (finding (name pauses-mended) (host ?host) (state present)))
  =>
  (assert (evidence (case vm-pause) (host ?host) (subject ?host)
                    (argument mended) (cf -0.95) (strength decisive))))
