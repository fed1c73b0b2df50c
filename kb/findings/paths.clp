; Paths to storage: which failed, which are left, and when.

(defglobal FINDINGS ?*path-history-old-seconds* = 86400)      ; seconds | a log that goes on for a day after all paths were back tells of another time than today's complaint, by experience [red-hat-multipath: Path status]
(defglobal FINDINGS ?*one-path* = 1)                          ; paths | a single one is all that I/O needs [red-hat-multipath: Path status]
(defglobal FINDINGS ?*path-flaps* = 4)                        ; failures | one failure of each of two or four paths is one event; more of them, and each again, is a path that comes and goes, by experience [red-hat-multipath: Path status]
(defglobal FINDINGS ?*path-flaps-back* = 3)                   ; restorations | it came back each time [red-hat-multipath: Path status]

(defglobal FINDINGS ?*fc-link-failures* = 100)                ; failures since the driver was loaded | each restart of a switch, an array or the host gives one or a few; the documented adapter had 2100, by experience [broadcom-434717: Link Failure Count]
(defglobal FINDINGS ?*fc-link-failures-down* = 10)           ; failures | of a port that has no link: more than the restarts that every port sees, by experience [broadcom-434717: Link Failure Count]
(defglobal FINDINGS ?*fc-damaged-frames* = 1000)              ; frames since the driver was loaded | single ones come of plugging in; a sound link brings hardly one a month, by experience [broadcom-434717: Link Failure Count]

(defrule FINDINGS::fc-link-failing.lost
  "A Fibre Channel port lost its link again and again: its optics, its cable or the switch port are bad. [broadcom-434717: Link Failure Count]"
  (logical (fc-port (host ?host) (port ?port) (link-failures ?count&:(at-least ?count ?*fc-link-failures*))))
  =>
  (assert (finding (name fc-link-failing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::fc-link-failing.down-now
  "A Fibre Channel port has no link, and it had one that it lost several times: no port that nobody ever plugged in. [broadcom-434717: Link Failure Count]"
  (logical (fc-port (host ?host) (port ?port) (link down) (link-failures ?count&:(at-least ?count ?*fc-link-failures-down*))))
  =>
  (assert (finding (name fc-link-failing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::fc-link-failing.damaged
  "A Fibre Channel port receives damaged frames: each costs a request that has to be sent anew after a timeout. [broadcom-434717: Link Failure Count]"
  (logical (fc-port (host ?host) (port ?port) (damaged-frames ?count&:(at-least ?count ?*fc-damaged-frames*))))
  =>
  (assert (finding (name fc-link-failing) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::paths-lost.log
  "Paths to the storage failed: host adapter, cable, switch or array port. [red-hat-multipath: queue_if_no_path]"
  (logical (path-history (host ?host) (last failed)))
  =>
  (assert (finding (name paths-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::paths-lost.log-of-today
  "Paths to the storage failed and are back; it was not long before the log ends. [red-hat-multipath: queue_if_no_path]"
  (logical
    (path-history (host ?host) (last restored) (failures ?count&:(at-least ?count ?*one-path*))
                  (quiet-seconds ?quiet&:(below ?quiet ?*path-history-old-seconds*))))
  =>
  (assert (finding (name paths-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::paths-lost.log-without-clock
  "Paths to the storage failed and are back; how long ago the log does not tell. [red-hat-multipath: queue_if_no_path]"
  (logical (path-history (host ?host) (last restored) (failures ?count&:(at-least ?count ?*one-path*)) (quiet-seconds unknown)))
  =>
  (assert (finding (name paths-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::paths-lost.none-left
  "Of the paths of a map none works. [red-hat-multipath: Path status]"
  (logical (finding (name no-path-left) (host ?host) (subject ?map) (state present)))
  =>
  (assert (finding (name paths-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::no-path-left.map
  "Of the paths of a map none works: whatever is asked of it waits or fails. [red-hat-multipath: Path status]"
  (logical (multipath-map (host ?host) (map ?map) (active-paths ?active&:(below ?active ?*one-path*))))
  =>
  (assert (finding (name no-path-left) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::no-path-left.log
  "By the last message about it a map has no path left. [multipath-tools: remaining active paths]"
  (logical (path-history (host ?host) (without-path-now yes)))
  =>
  (assert (finding (name no-path-left) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::no-path-left.each-works
  "Every map that was listed has a path that works. [red-hat-multipath: Path status]"
  (logical
    (multipath-map (host ?host) (active-paths ?some&:(at-least ?some ?*one-path*)))
    (read (host ?host) (template multipath-map) (complete yes))
    (not (multipath-map (host ?host) (active-paths ?none&:(below ?none ?*one-path*)))))
  =>
  (assert (finding (name no-path-left) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::all-paths-were-lost.log-of-today
  "For a time no path was left to a map; it has one again. [multipath-tools: remaining active paths]"
  (logical
    (path-history (host ?host) (without-path yes) (without-path-now no)
                  (quiet-seconds ?quiet&:(below ?quiet ?*path-history-old-seconds*))))
  =>
  (assert (finding (name all-paths-were-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::all-paths-were-lost.log-without-clock
  "For a time no path was left to a map; how long ago the log does not tell. [multipath-tools: remaining active paths]"
  (logical (path-history (host ?host) (without-path yes) (without-path-now no) (quiet-seconds unknown)))
  =>
  (assert (finding (name all-paths-were-lost) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::requests-queue-without-path.map
  "queue_if_no_path is set: without a path, requests are kept and whoever waits for them hangs. [red-hat-multipath: queue_if_no_path]"
  (logical (multipath-map (host ?host) (map ?map) (queueing yes) (active-paths ?active&:(below ?active ?*one-path*))))
  =>
  (assert (finding (name requests-queue-without-path) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::path-down.map
  "A map has lost some of its paths and works over the others. [red-hat-multipath: Path status]"
  (logical
    (multipath-map (host ?host) (map ?map) (active-paths ?active&:(at-least ?active ?*one-path*))
                   (failed-paths ?failed&:(at-least ?failed ?*one-path*))))
  =>
  (assert (finding (name path-down) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::fewer-paths-than-siblings.same-array
  "A unit has one path, while another of the same array, by their names, has more: its other paths are gone without a trace. (General experience, no source verified it.) [oracle-mpathadm: list lu]"
  (logical
    (multipath-map (host ?host) (map ?map) (active-paths ?few&:(at-least ?few ?*one-path*)&:(at-most ?few ?*one-path*))
      (siblings-paths ?more&:(above ?more ?*one-path*))))
  =>
  (assert (finding (name fewer-paths-than-siblings) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::path-down.picked-lines
  "Paths have failed; of the others nothing is shown. [red-hat-multipath: Path status]"
  (logical (multipath-map (host ?host) (map ?map) (active-paths unknown) (failed-paths ?failed&:(at-least ?failed ?*one-path*))))
  =>
  (assert (finding (name path-down) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::path-down.iscsi-session
  "A session with an iSCSI target is lost, and the initiator tries to get it back: its path is out. [open-iscsi: session recovery timed out]"
  (logical (iscsi-session (host ?host) (target ?target) (portal ?portal) (state failed)))
  =>
  (assert (finding (name path-down) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::path-down.all-up
  "Every path of every map works. [red-hat-multipath: Path status]"
  (logical
    (multipath-map (host ?host) (failed-paths 0))
    (read (host ?host) (template multipath-map) (complete yes))
    (not (multipath-map (host ?host) (failed-paths ?failed&:(at-least ?failed ?*one-path*))))
    (not (multipath-map (host ?host) (active-paths ?none&:(below ?none ?*one-path*)))))
  =>
  (assert (finding (name path-down) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::paths-all-back.listed
  "Every path of every map works, and no log ends with a path that is out. [red-hat-multipath: Path status]"
  (logical
    (finding (name path-down) (host ?host) (subject ?host) (state absent))
    (not (finding (name fewer-paths-than-siblings) (host ?host) (subject ?host) (state present)))
    (not (path-history (host ?host) (last failed))))
  =>
  (assert (finding (name paths-all-back) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::paths-flapping.log
  "Paths fail and come back again and again: each time the requests on their way wait for the timeout and are sent anew. [red-hat-multipath: Path status]"
  (logical
    (path-history (host ?host) (failures ?failures&:(at-least ?failures ?*path-flaps*))
                  (restorations ?back&:(at-least ?back ?*path-flaps-back*))
                  (quiet-seconds ?quiet&:(below ?quiet ?*path-history-old-seconds*))))
  =>
  (assert (finding (name paths-flapping) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::path-trouble-over.long-ago
  "All paths came back, and the log goes on for a day and longer without another word about them. [red-hat-multipath: Path status]"
  (logical
    (path-history (host ?host) (last restored) (quiet-seconds ?quiet&:(at-least ?quiet ?*path-history-old-seconds*)))
    (read (host ?host) (template path-history) (complete yes))
    (not (path-history (host ?host) (last failed)))
    (not (path-history (host ?host) (quiet-seconds ?short&:(below ?short ?*path-history-old-seconds*)))))
  =>
  (assert (finding (name path-trouble-over) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::tasks-blocked-after-path-loss.order
  "Tasks were reported as blocked after the first path had failed. [linux-hung-task: blocked for more than 120 seconds]"
  (logical (path-history (host ?host) (hung-tasks ?count&:(at-least ?count ?*one-path*))))
  =>
  (assert (finding (name tasks-blocked-after-path-loss) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::paths-over-network.iscsi
  "The paths run over iSCSI, and so over the network. [open-iscsi: session recovery timed out]"
  (logical (path-history (host ?host) (transport iscsi)))
  =>
  (assert (finding (name paths-over-network) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::paths-mended.known
  "The lost link was put right, and the paths have been back since. [red-hat-multipath: Path status]"
  (logical (mending (host ?host) (paths yes)))
  =>
  (assert (finding (name paths-mended) (host ?host) (subject ?host) (state present))))
