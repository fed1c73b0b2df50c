; Virtual machines that do not run for a while, and Java programs that their collector stops.

; --- virtual machines
(defglobal FINDINGS ?*guest-stop-seconds* = 1)                ; seconds | a switch-over is meant to take half a second; a second is the token timeout that corosync long had [broadcom-stun: switchover time goal of 0.5 seconds; corosync-issues: 600]
(defglobal FINDINGS ?*guest-stop-short-seconds* = 0.5)        ; seconds | what a switch-over is meant to take at most; nobody feels it [broadcom-stun: switchover time goal of 0.5 seconds]
(defglobal FINDINGS ?*steal-high-percent* = 10)               ; percent | from here on a tenth of the processors is given to others on average, by experience [linux-steal: %steal]
(defglobal FINDINGS ?*steal-any-percent* = 1)                 ; percent | only a hypervisor takes anything at all [linux-steal: steal]
(defglobal FINDINGS ?*steal-little-percent* = 2)              ; percent | nobody feels that [linux-steal: %steal]
(defglobal FINDINGS ?*steal-samples* = 5)                     ; samples | a shorter look may be an accident, by experience [linux-steal: %steal]
(defglobal FINDINGS ?*steal-far-percent* = 33)                ; percent | so much is no accident of a second, by experience [linux-steal: %steal]
(defglobal FINDINGS ?*steal-half-percent* = 50)               ; percent | so much is seen at once, by experience [linux-steal: %steal]
(defglobal FINDINGS ?*steal-times-own* = 4)                   ; times what the guest itself got | it gets a fifth of what it wants, which no accident of a second does, by experience [linux-steal: %steal]
(defglobal FINDINGS ?*steal-broken-percent* = 99.5)           ; percent | a guest that may run at all uses something; a counter that runs backwards shows all of it as stolen [linux-steal-bug: steal counter]
(defglobal FINDINGS ?*steal-samples-few* = 2)                 ; samples | the first may be of the start of the tool [linux-steal: %steal]
(defglobal FINDINGS ?*ready-share-percent* = 20)              ; percent of the time it wanted | a guest that waits for a fifth is slowed as by a fifth of steal, by experience [vmware-esxtop: %RDY, %CSTP]
(defglobal FINDINGS ?*ready-percent* = 20)                    ; percent of one processor | a guest that hardly runs waits for little, by experience [vmware-esxtop: %RDY]
(defglobal FINDINGS ?*cap-samples* = 3)                       ; samples | fewer are a moment, by experience [ibm-lparstat: mode]
(defglobal FINDINGS ?*cap-used-up-percent* = 98)              ; percent of the entitlement | the rest is rounding, by experience [ibm-lparstat: %entc]
(defglobal FINDINGS ?*lockup-seconds* = 20)                   ; seconds | the kernel reports a processor from twice its threshold of 10 seconds on [linux-clocksource: watchdog, soft lockup]
(defglobal FINDINGS ?*not-run-seconds* = 3)                   ; seconds | shorter delays come from load as well, by experience [corosync-issues: 692]
(defglobal FINDINGS ?*gap-factor* = 4)                        ; intervals | a tool on a loaded host is late by one or two, by experience [linux-steal: vmstat]
(defglobal FINDINGS ?*gap-seconds* = 5)                       ; seconds | the same [linux-steal: vmstat]

(defrule FINDINGS::hypervisor-in-use.seen
  "The firmware, the kernel or a tool names the hypervisor that runs this host. [linux-steal: steal]"
  (logical (platform (host ?host) (virtual yes)))
  =>
  (assert (finding (name hypervisor-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::hypervisor-in-use.handled
  "It was migrated, or frozen for a snapshot, or stopped: that is done to virtual machines. [virten-stun: Create a snapshot, vMotion]"
  (logical (guest-event (host ?host) (kind migrated|snapshot|frozen|stopped)))
  =>
  (assert (finding (name hypervisor-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::hypervisor-in-use.physical
  "The firmware, the kernel or a tool says that this is a physical machine. [linux-steal: steal]"
  (logical (platform (host ?host) (virtual no)))
  =>
  (assert (finding (name hypervisor-in-use) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::hypervisor-in-use.steal-in-vmstat
  "Processor time was stolen, which only a hypervisor does. [linux-steal: steal]"
  (logical (vmstat (host ?host) (steal-max-percent ?steal&:(at-least ?steal ?*steal-any-percent*))))
  =>
  (assert (finding (name hypervisor-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::hypervisor-in-use.steal
  "Processor time was stolen, which only a hypervisor does. [linux-steal: steal]"
  (logical (cpu-load (host ?host) (steal-max-percent ?steal&:(at-least ?steal ?*steal-any-percent*))))
  =>
  (assert (finding (name hypervisor-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::guest-stopped.hypervisor-log
  "The hypervisor's own log says for how long it stopped the virtual machine. [virten-stun: Checkpoint_Unstun]"
  (logical (guest-event (host ?host) (kind stopped) (longest-seconds ?seconds&:(at-least ?seconds ?*guest-stop-seconds*))))
  =>
  (assert (finding (name guest-stopped) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::guest-stopped.only-short
  "The hypervisor's own log has stops of the virtual machine, and all are too short to be felt. [broadcom-stun: switchover time goal of 0.5 seconds]"
  (logical
    (guest-event (host ?host) (kind stopped) (longest-seconds ?seconds&:(at-most ?seconds ?*guest-stop-short-seconds*)))
    (read (host ?host) (template guest-event) (complete yes))
    (not (guest-event (host ?host) (kind stopped) (longest-seconds ?long&:(above ?long ?*guest-stop-short-seconds*)))))
  =>
  (assert (finding (name guest-stopped) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::guest-handled.event
  "The virtual machine was migrated or suspended, or a snapshot of it was taken. [virten-stun: Create a snapshot, vMotion]"
  (logical (guest-event (host ?host) (kind migrated|snapshot|frozen|suspended)))
  =>
  (assert (finding (name guest-handled) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::clock-unstable.kernel-log
  "The kernel compared two clocks, and one had run on while the other had not: it no longer trusts it. [linux-clocksource: Marking clocksource as unstable]"
  (logical (kernel-event (host ?host) (kind clock-unstable)))
  =>
  (assert (finding (name clock-unstable) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cpus-stood-still.soft-lockup
  "A processor did not come to run its watchdog for many seconds: it was busy in the kernel, or it was not run at all. [linux-clocksource: watchdog, soft lockup]"
  (logical
    (kernel-event (host ?host) (kind soft-lockup|idle-cpu-stalled) (longest-seconds ?seconds&:(at-least ?seconds ?*lockup-seconds*))))
  =>
  (assert (finding (name cpus-stood-still) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cpus-stood-still.reported
  "The kernel reports a processor that stood still and does not say for how long; it waits for ten seconds at least before it does. [linux-rcu-stall: CONFIG_RCU_CPU_STALL_TIMEOUT; linux-clocksource: watchdog, hard lockup]"
  (logical (kernel-event (host ?host) (kind soft-lockup|idle-cpu-stalled) (longest-seconds unknown)))
  =>
  (assert (finding (name cpus-stood-still) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::idle-cpu-stood-still.kernel-log
  "A processor with nothing to do stood still: no program and no lock held it up. [linux-rcu-stall: kthread starved; linux-clocksource: watchdog, soft lockup]"
  (logical (kernel-event (host ?host) (kind idle-cpu-stalled)))
  =>
  (assert (finding (name idle-cpu-stood-still) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::idle-cpu-of-guest-stood-still.kernel-log
  "A processor of a virtual machine stood still although it had nothing to do: whoever has to wake it is the hypervisor. [linux-rcu-stall: kthread starved]"
  (logical
    (finding (name idle-cpu-stood-still) (host ?host) (subject ?host) (state present))
    (finding (name hypervisor-in-use) (host ?host) (state present)))
  =>
  (assert (finding (name idle-cpu-of-guest-stood-still) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::cpus-stood-still.heartbeat-process
  "The heartbeat process did not run for seconds, by its own log. [corosync-issues: 692]"
  (logical
    (ha-event (host ?host) (kind not-scheduled) (longest-seconds ?seconds&:(at-least ?seconds ?*not-run-seconds*))))
  =>
  (assert (finding (name cpus-stood-still) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::samples-missing.vmstat
  "Between two samples of vmstat several intervals passed: nothing ran meanwhile, or far too late. [linux-steal: vmstat]"
  (logical
    (vmstat (host ?host) (interval-seconds ?interval&~unknown)
      (longest-gap-seconds ?gap&:(at-least ?gap ?*gap-seconds*)&:(at-least ?gap (* ?*gap-factor* ?interval)))))
  =>
  (assert (finding (name samples-missing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::guest-paused.by-the-hypervisor
  "The hypervisor says so itself. [virten-stun: Checkpoint_Unstun]"
  (logical (finding (name guest-stopped) (host ?host) (state present)))
  =>
  (assert (finding (name guest-paused) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::guest-listed-paused.listed
  "The hypervisor's list shows a virtual machine that is paused: it does not run until somebody resumes it. [virsh-man: list]"
  (logical (guest-event (host ?host) (kind paused)))
  =>
  (assert (finding (name guest-listed-paused) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::guest-paused.clock-and-processes
  "On a virtual machine the clock jumped, and processes or processors had not run: not one of them was late, the whole machine was. [corosync-issues: 692; linux-clocksource: watchdog, soft lockup]"
  (logical
    (finding (name hypervisor-in-use) (host ?host) (state present))
    (finding (name clock-jumped) (host ?host) (state present))
    (finding (name heartbeat-not-scheduled|cpus-stood-still|samples-missing|guest-handled) (host ?host) (state present)))
  =>
  (assert (finding (name guest-paused) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::guest-paused.suspended
  "The kernel of the virtual machine itself says for how long its time was suspended. [linux-clocksource: Suspended for]"
  (logical
    (finding (name hypervisor-in-use) (host ?host) (state present))
    (guest-event (host ?host) (kind suspended) (longest-seconds ?seconds&:(at-least ?seconds ?*guest-stop-seconds*))))
  =>
  (assert (finding (name guest-paused) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::guest-paused.clock-unread
  "The clock that the hypervisor offers went on for so long without being read by the kernel, which reads it every second or two. [linux-clocksource: Long readout interval]"
  (logical
    (finding (name hypervisor-in-use) (host ?host) (state present))
    (kernel-event (host ?host) (kind clock-unread) (longest-seconds ?seconds&:(at-least ?seconds ?*lockup-seconds*))))
  =>
  (assert (finding (name guest-paused) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::guest-paused.handled-and-processes
  "The virtual machine was migrated or a snapshot was taken, and processes or processors did not run for seconds. [virten-stun: Create a snapshot, vMotion; corosync-issues: 692]"
  (logical
    (finding (name guest-handled) (host ?host) (state present))
    (finding (name heartbeat-not-scheduled|cpus-stood-still|samples-missing) (host ?host) (state present)))
  =>
  (assert (finding (name guest-paused) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::steal-high.vmstat
  "The hypervisor gives a good part of the processor time to other machines, over many samples. [linux-steal: %steal]"
  (logical
    (vmstat (host ?host) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*steal-samples*))
      (steal-mean-percent ?steal&:(at-least ?steal ?*steal-high-percent*))
      (steal-max-percent ?most&:(at-most ?most ?*steal-broken-percent*))))
  =>
  (assert (finding (name steal-high) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::steal-high.other-tools
  "The hypervisor gives a good part of the processor time to other machines, over many samples. [linux-steal: %steal]"
  (logical
    (cpu-load (host ?host) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*steal-samples*))
      (steal-mean-percent ?steal&:(at-least ?steal ?*steal-high-percent*))
      (steal-max-percent ?most&:(at-most ?most ?*steal-broken-percent*))))
  =>
  (assert (finding (name steal-high) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::steal-high.far-too-high-by-vmstat
  "The hypervisor gives a third of the processor time and more to other machines, in every look at it. [linux-steal: %steal]"
  (logical
    (vmstat (host ?host) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*steal-samples-few*))
      (steal-mean-percent ?steal&:(at-least ?steal ?*steal-far-percent*))
      (steal-max-percent ?most&:(at-most ?most ?*steal-broken-percent*))))
  =>
  (assert (finding (name steal-high) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::steal-high.far-too-high-by-other-tools
  "The hypervisor gives a third of the processor time and more to other machines, in every look at it. [linux-steal: %steal]"
  (logical
    (cpu-load (host ?host) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*steal-samples-few*))
      (steal-mean-percent ?steal&:(at-least ?steal ?*steal-far-percent*))
      (steal-max-percent ?most&:(at-most ?most ?*steal-broken-percent*))))
  =>
  (assert (finding (name steal-high) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::steal-seen-once.vmstat
  "In the only look at it a third of the processor time and more was given to other machines. [linux-steal: %steal]"
  (logical (vmstat (host ?host) (samples ?samples&:(below ?samples ?*steal-samples-few*)) (steal-max-percent ?steal&:(at-least ?steal ?*steal-far-percent*)&:(at-most ?steal ?*steal-broken-percent*))))
  =>
  (assert (finding (name steal-seen-once) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::steal-seen-once.other-tools
  "In the only look at it, or on average since the start, a third of the processor time and more was given to other machines. [linux-steal: %steal]"
  (logical (cpu-load (host ?host) (samples ?samples&:(below ?samples ?*steal-samples-few*)) (steal-max-percent ?steal&:(at-least ?steal ?*steal-far-percent*)&:(at-most ?steal ?*steal-broken-percent*))))
  =>
  (assert (finding (name steal-seen-once) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::steal-high.hardly-any
  "Over many samples hardly any processor time was stolen. [linux-steal: %steal]"
  (logical
    (vmstat (host ?host) (since-boot ~yes) (samples ?samples&:(at-least ?samples ?*steal-samples*))
      (steal-max-percent ?steal&:(at-most ?steal ?*steal-little-percent*))))
  =>
  (assert (finding (name steal-high) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::steal-half.one-look-by-vmstat
  "Half of the processor time and more was given to other machines. [linux-steal: %steal]"
  (logical (vmstat (host ?host) (steal-max-percent ?steal&:(at-least ?steal ?*steal-half-percent*)&:(at-most ?steal ?*steal-broken-percent*))))
  =>
  (assert (finding (name steal-half) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::steal-half.one-look-by-other-tools
  "Half of the processor time and more was given to other machines. [linux-steal: %steal]"
  (logical (cpu-load (host ?host) (steal-max-percent ?steal&:(at-least ?steal ?*steal-half-percent*)&:(at-most ?steal ?*steal-broken-percent*))))
  =>
  (assert (finding (name steal-half) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::steal-half.hardly-runs-itself
  "In the only look at it its programs and kernel got less than a quarter of what went to other machines: it hardly ran at all. [linux-steal: %steal]"
  (logical
    (cpu-load (host ?host) (samples ?samples&:(below ?samples ?*steal-samples-few*))
      (busy-mean-percent ?busy&~unknown)
      (steal-max-percent ?steal&:(at-least ?steal ?*steal-far-percent*)&:(at-least ?steal (* ?*steal-times-own* ?busy))&:(at-most ?steal ?*steal-broken-percent*))))
  =>
  (assert (finding (name steal-half) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::guest-short-of-cpu.this-host
  "The hypervisor counts that this virtual machine was ready and not run, or held up for its other processors, a fifth of the time that it wanted. [vmware-esxtop: %RDY, %CSTP]"
  (logical
    (guest-cpu (host ?host) (guest ?host) (waited-percent ?waited&:(at-least ?waited ?*ready-percent*))
      (waited-share-percent ?share&:(at-least ?share ?*ready-share-percent*))))
  =>
  (assert (finding (name guest-short-of-cpu) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::partition-cap-used-up.lparstat
  "In every sample a capped partition used all that it is entitled to, and more it does not get whatever it wants. [ibm-lparstat: %entc, mode]"
  (logical
    (cpu-load (host ?host) (since-boot no) (samples ?samples&:(at-least ?samples ?*cap-samples*))
      (cap-used-percent ?used&:(at-least ?used ?*cap-used-up-percent*))))
  =>
  (assert (finding (name partition-cap-used-up) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::guest-short-of-cpu-listed.one-of-them
  "The hypervisor's list has a virtual machine that was ready and not run, or held up for its other processors, a fifth of the time that it wanted. [vmware-esxtop: %RDY, %CSTP]"
  (logical
    (guest-cpu (host ?host) (guest ?guest&~?host) (waited-percent ?waited&:(at-least ?waited ?*ready-percent*))
      (waited-share-percent ?share&:(at-least ?share ?*ready-share-percent*))))
  =>
  (assert (finding (name guest-short-of-cpu-listed) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::pauses-mended.known
  "What stopped the virtual machine was put right since. [virten-stun: Create a snapshot, vMotion]"
  (logical (mending (host ?host) (virtual-machine yes)))
  =>
  (assert (finding (name pauses-mended) (host ?host) (subject ?host) (state present))))

; --- Java
(defglobal FINDINGS ?*gc-long-seconds* = 3)                   ; seconds | shorter stops hardly anybody complains of; collectors aim at a fifth of a second [oracle-gc-tuning: MaxGCPauseMillis]
(defglobal FINDINGS ?*gc-noticed-seconds* = 1)                ; seconds | several of them are noticed, by experience [oracle-gc-tuning: MaxGCPauseMillis]
(defglobal FINDINGS ?*gc-noticed-pauses* = 3)                 ; pauses | one may be a collection that somebody asked for [oracle-gc-tuning: explicit garbage collection]
(defglobal FINDINGS ?*gc-short-seconds* = 0.5)                ; seconds | nobody feels that [oracle-gc-tuning: MaxGCPauseMillis]
(defglobal FINDINGS ?*gc-overhead-limit-percent* = 98)         ; percent of the time | where Java gives up by itself [oracle-gc-tuning: GC overhead limit]
(defglobal FINDINGS ?*gc-share-percent* = 10)                 ; percent | G1 aims at less than 8 percent (GCTimeRatio 12), the parallel collector at 1 [oracle-gc-tuning: GCTimeRatio]
(defglobal FINDINGS ?*gc-share-small-percent* = 5)            ; percent | within what a collector aims at [oracle-gc-tuning: GCTimeRatio]
(defglobal FINDINGS ?*gc-span-seconds* = 300)                 ; seconds | a shorter stretch says little of the share, by experience [oracle-gc-tuning: GCTimeRatio]
(defglobal FINDINGS ?*gc-heap-full* = 0.9)                    ; part of the heap | what is left after a full collection is alive; a tenth of room brings the next one at once, by experience [plumbr-gc: Full GC]
(defglobal FINDINGS ?*gc-full-twice* = 2)                     ; times | one full heap, or one busy stretch, may be a moment [plumbr-gc: Full GC]
(defglobal FINDINGS ?*gc-waiting-part* = 0.5)                 ; part of the pause | a collector works; one whose threads use less than half of one processor waits for memory or a disk [poonam-2014: user, sys and real]
(defglobal FINDINGS ?*gc-pauses-watched* = 5)                 ; pauses | fewer do not show what is usual, by experience [plumbr-gc: Full GC]
(defglobal FINDINGS ?*gc-thread-busy-percent* = 80)           ; percent of a processor | over the three seconds of top, nothing but a collection keeps such a thread busy, by experience [oracle-gc-tuning: parallel collector]
(defglobal FINDINGS ?*gc-one* = 1)                            ; times | a single one [plumbr-gc: concurrent mode failure]

(defrule FINDINGS::java-in-use.gc-log
  "A log of the garbage collector was shown. [jep-271: gc tags]"
  (logical (gc-log (host ?host) (output ?output)))
  =>
  (assert (finding (name java-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::gc-pauses-long.longest
  "The collector stopped the program for seconds. [oracle-gc-tuning: MaxGCPauseMillis]"
  (logical (gc-log (host ?host) (output ?output) (longest-seconds ?seconds&:(at-least ?seconds ?*gc-long-seconds*))))
  =>
  (assert (finding (name gc-pauses-long) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::gc-pauses-long.several
  "The collector stopped the program for a second and more, several times. [oracle-gc-tuning: MaxGCPauseMillis]"
  (logical
    (gc-log (host ?host) (output ?output) (longest-seconds ?seconds&:(at-least ?seconds ?*gc-noticed-seconds*))
      (long-pauses ?count&:(at-least ?count ?*gc-noticed-pauses*))))
  =>
  (assert (finding (name gc-pauses-long) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::gc-pauses-long.all-short
  "Every pause of the collector is too short to be felt, and together they are a small part of the time. [oracle-gc-tuning: MaxGCPauseMillis, GCTimeRatio]"
  (logical
    (gc-log (host ?host) (pauses ?pauses&:(at-least ?pauses ?*gc-pauses-watched*))
      (longest-seconds ?seconds&:(at-most ?seconds ?*gc-short-seconds*))
      (paused-percent ?share&:(at-most ?share ?*gc-share-small-percent*)))
    (read (host ?host) (template gc-log) (complete yes))
    (not (gc-log (host ?host) (longest-seconds ?long&:(at-least ?long ?*gc-noticed-seconds*)))))
  =>
  (assert (finding (name gc-pauses-long) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::gc-takes-much-time.share
  "The program stands still for more than a tenth of the time while its collector works. [oracle-gc-tuning: GCTimeRatio]"
  (logical
    (gc-log (host ?host) (output ?output) (span-seconds ?span&:(at-least ?span ?*gc-span-seconds*))
      (paused-percent ?share&:(at-least ?share ?*gc-share-percent*))))
  =>
  (assert (finding (name gc-takes-much-time) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::gc-takes-much-time.limit-exceeded
  "Java itself gave up: its collector took nearly all of the time, again and again, and freed hardly anything. [oracle-gc-tuning: GC overhead limit]"
  (logical
    (gc-log (host ?host) (output ?output) (gave-up ?count&:(at-least ?count ?*gc-one*))
      (overhead-max-percent ?share&:(at-least ?share ?*gc-overhead-limit-percent*))))
  =>
  (assert (finding (name gc-takes-much-time) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::gc-takes-much-time.warned-again
  "More than once, half of a stretch went to the collector, which the program itself warns of. [oracle-gc-tuning: GCTimeRatio]"
  (logical (gc-log (host ?host) (output ?output) (overhead-warnings ?count&:(at-least ?count ?*gc-full-twice*))))
  =>
  (assert (finding (name gc-takes-much-time) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::gc-gives-up.logged
  "The collector ran out of room while the program went on, and had to stop it: concurrent mode failure, promotion failed, to-space exhausted, allocation stall. [plumbr-gc: concurrent mode failure; oracle-gc-tuning: to-space exhausted]"
  (logical (gc-log (host ?host) (output ?output) (gave-up ?count&:(at-least ?count ?*gc-one*))))
  =>
  (assert (finding (name gc-gives-up) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::gc-threads-busy.seen
  "Several threads of the collector's own kept a processor busy all the while: they work while the program stands still. [oracle-gc-tuning: parallel collector]"
  (logical
    (process-load (host ?host) (user ?user) (name "GC") (pid ?one) (cpu-percent ?first&:(at-least ?first ?*gc-thread-busy-percent*)))
    (process-load (host ?host) (user ?user) (name "GC") (pid ?other&:(above ?other ?one)) (cpu-percent ?second&:(at-least ?second ?*gc-thread-busy-percent*))))
  =>
  (assert (finding (name gc-threads-busy) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heap-full-after-gc.full-collections
  "After a full collection the heap is as full as before: what is in it is alive, and there is no room for more. [plumbr-gc: Full GC]"
  (logical
    (gc-log (host ?host) (output ?output) (full-pauses ?full&:(at-least ?full ?*gc-full-twice*)) (heap-size-bytes ?size&~unknown)
      (heap-after-full-bytes ?after&:(at-least ?after (* ?*gc-heap-full* ?size)))))
  =>
  (assert (finding (name heap-full-after-gc) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::gc-waits.processor-time
  "In its longest pause the collector used hardly any processor time: it waited, for memory from swap or for a disk. [poonam-2014: user, sys and real]"
  (logical
    (gc-log (host ?host) (output ?output)
      (longest-seconds ?seconds&:(at-least ?seconds ?*gc-noticed-seconds*))
      (longest-cpu-seconds ?cpu&:(at-most ?cpu (* ?*gc-waiting-part* ?seconds)))))
  =>
  (assert (finding (name gc-waits) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::program-stood-still.own-clock
  "A program found by its own clock that it had not run for seconds, and does not know why. [hadoop-pause: JvmPauseMonitor]"
  (logical (program-stall (host ?host) (output ?output) (longest-seconds ?seconds&:(at-least ?seconds ?*gc-long-seconds*))))
  =>
  (assert (finding (name program-stood-still) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::stood-still-without-gc.counted
  "A program did not run for seconds, and its own count has no collection meanwhile: something outside of it held it up. [hadoop-pause: No GCs detected]"
  (logical
    (program-stall (host ?host) (output ?output) (collections no) (longest-seconds ?seconds&:(at-least ?seconds ?*gc-long-seconds*))))
  =>
  (assert (finding (name stood-still-without-gc) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::java-in-use.gc-threads
  "Threads of a collector were seen at work. [oracle-gc-tuning: parallel collector]"
  (logical (finding (name gc-threads-busy) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name java-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::java-in-use.program-stall
  "A Java program wrote to its log that it had stood still. [hadoop-pause: JvmPauseMonitor]"
  (logical (program-stall (host ?host) (output ?output)))
  =>
  (assert (finding (name java-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::heap-mended.known
  "The heap was put right since. [oracle-gc-tuning: heap size]"
  (logical (mending (host ?host) (java-heap yes)))
  =>
  (assert (finding (name heap-mended) (host ?host) (subject ?host) (state present))))
