; Paths to storage, network links, pauses of virtual machines and of Java.

(deftemplate MAIN::multipath-map
  "One LUN that is reached over several paths, with what its paths are worth now. Key: host map. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot map (type STRING))
  (slot paths (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; that can carry I/O, standby paths among them
  (slot active-paths (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot failed-paths (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the most that a unit of the same array has, by their WWNs
  (slot siblings-paths (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; queue_if_no_path: without a path, requests wait instead of failing
  (slot queueing (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::iscsi-session
  "A session with an iSCSI target over one portal. Key: host target portal. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot target (type STRING))
  (slot portal (type STRING))
  ; failed: it is not logged in and the initiator tries to get it back
  (slot state (type SYMBOL) (allowed-symbols logged-in failed free unknown) (default unknown)))

(deftemplate MAIN::path-history
  "How paths failed and came back over one log, in the order of its lines. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot failures (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot restorations (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what the last messages say of the paths that failed
  (slot last (type SYMBOL) (allowed-symbols failed restored unknown) (default unknown))
  ; some LUN had no path left, at any time, and by the last message about it
  (slot without-path (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot without-path-now (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; tasks that were reported as blocked after the first failure
  (slot hung-tasks (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot transport (type SYMBOL) (allowed-symbols fibre-channel iscsi other unknown) (default unknown))
  ; from the last message about a path to the end of the log
  (slot quiet-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::fc-port
  "What one Fibre Channel port of the host counted since its driver was loaded. Key: host port. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot port (type STRING))
  (slot link (type SYMBOL) (allowed-symbols up down unknown) (default unknown))
  ; how often the link was lost, and frames whose checksum was wrong
  (slot link-failures (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot damaged-frames (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::link-history
  "How one network interface lost its link and got it back over one log, in the order of its lines. Key: host interface output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot interface (type STRING))
  (slot output (type STRING))
  ; losses of a link that had been there; the first one after a boot is left out
  (slot losses (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last (type SYMBOL) (allowed-symbols down up unknown) (default unknown))
  ; from the last message about the link to the end of the log
  (slot quiet-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::interface-growth
  "The counters of one interface that were read more than once, and by how much they grew. Key: host interface output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot interface (type STRING))
  (slot output (type STRING))
  (slot errors (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot packets (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::platform
  "Whether the host is itself a virtual machine. Key: host. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot virtual (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot hypervisor (type SYMBOL) (allowed-symbols vmware kvm xen hyper-v virtualbox powervm bhyve other none unknown) (default unknown)))

(deftemplate MAIN::guest-event
  "What a hypervisor did to the virtual machine, by its own log or by the guest's, over one log. Key: host kind output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; stopped is the virtual machine not running for a while, paused is until somebody resumes it; frozen is its file systems held still for a snapshot
  (slot kind (type SYMBOL) (allowed-symbols stopped paused migrated snapshot frozen suspended unknown) (default unknown))
  (slot output (type STRING))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot longest-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot text (type STRING SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::guest-cpu
  "How much one virtual machine ran and waited, as its hypervisor counts it, in percent of one processor. Key: host guest output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot guest (type STRING))
  (slot output (type STRING))
  (slot run-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; ready and no processor free for it, or stopped until its other processors caught up; also as a share of all that it wanted
  (slot waited-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot waited-share-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::gc-log
  "The pauses of one Java garbage collection log, in sum. Key: host output. Kind: event. Above 0: heap-size-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot collector (type SYMBOL) (allowed-symbols serial parallel cms g1 z shenandoah unknown) (default unknown))
  (slot pauses (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot full-pauses (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; pauses of a second and more
  (slot long-pauses (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot longest-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; processor time that all threads of the collector used in the longest pause
  (slot longest-cpu-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot total-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; from the first pause to the last one
  (slot span-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot paused-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the largest share of a stretch that was spent collecting, as Elasticsearch reports it
  (slot overhead-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; stretches of which half was spent so, which is what Elasticsearch warns of
  (slot overhead-warnings (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the heap after the last full collection, and what it may grow to as the log shows it
  (slot heap-after-full-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot heap-size-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the collector ran out of room while the program went on: concurrent mode failure, promotion failed, to-space exhausted
  (slot gave-up (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::program-stall
  "How long a program did not run by its own clock, in its own log, where it does not know why. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot longest-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; no: it counted its collections, and there was none that explains it
  (slot collections (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::mending
  "What was put right since whatever was captured, where no setting of the host shows it. Key: host. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot paths (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot network (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot virtual-machine (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot java-heap (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::java-options
  "Options with which a Java virtual machine is started, from jvm.options or as pasted. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  ; -Xms and -Xmx
  (slot heap-start-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot heap-max-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot collector (type SYMBOL) (allowed-symbols g1 cms parallel serial z shenandoah unknown) (default unknown)))
