; How long an Oracle instance waits for its storage, by AWR and Statspack.

(defglobal FINDINGS ?*log-sync-slow-ms* = 30.0)           ; ms | the mean over a whole report; 2 for the write are called good and 50 not unusual, and 30 for a commit are felt, by experience [quest-log-waits: log file parallel write]

(defrule FINDINGS::slow-commits.log-file-sync
  "Sessions wait long for their commits, on average over the whole report. [quest-log-waits: log file sync]"
  (logical (oracle-awr (host ?host) (output ?output) (log-file-sync-ms ?ms&:(at-least ?ms ?*log-sync-slow-ms*))))
  =>
  (assert (finding (name slow-commits) (host ?host) (subject ?host) (state present))))
