; When the trouble began, beside what was changed on the host and when.

(defglobal FINDINGS ?*onset-late-seconds* = 604800.0)     ; s | a week: what a change does at once shows within days; in the documented case three weeks passed [gaechter-2012: Ausgangssituation]
(defglobal FINDINGS ?*onset-at-once-seconds* = 86400.0)   ; s | a day: the first working day after a change meets it [gaechter-2012: Ausgangssituation]
(defglobal FINDINGS ?*onset-sooner-seconds* = 3600.0)     ; s | clocks and reboots apart [gaechter-2012: Ausgangssituation]
(defglobal FINDINGS ?*quiet-least-seconds* = 259200.0)    ; s | three days of quiet before the first trouble: else it may be older than the log [gaechter-2012: Ausgangssituation]
(defglobal FINDINGS ?*day-seconds* = 86400.0)             ; s | for a number of days [gaechter-2012: Ausgangssituation]

(defrule FINDINGS::onset-long-after-change.told
  "The change was weeks ago, and the trouble began in the last days. [gaechter-2012: Ausgangssituation]"
  (logical
    (finding (name change-weeks-ago) (host ?host) (subject ?host) (state present))
    (finding (name trouble-since-days) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name onset-long-after-change) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::onset-long-after-change.logged
  "The log begins well before the first trouble, and the last change before that was at least a week earlier. [gaechter-2012: Ausgangssituation]"
  (logical
    (change-timing (host ?host) (trouble ?trouble) (quiet-before-seconds ?quiet&:(at-least ?quiet ?*quiet-least-seconds*))
      (after-change-seconds ?after&:(at-least ?after ?*onset-late-seconds*))))
  =>
  (assert (finding (name onset-long-after-change) (host ?host) (subject ?host) (state present))
          (quantity (name onset-after-change-days) (host ?host) (subject ?host) (value (/ ?after ?*day-seconds*)))))

(defrule FINDINGS::onset-long-after-change.at-once
  "The log begins well before the first trouble, and something was changed within a day before that. [gaechter-2012: Ausgangssituation]"
  (logical
    (change-timing (host ?host) (trouble ?trouble) (quiet-before-seconds ?quiet&:(at-least ?quiet ?*onset-sooner-seconds*))
      (after-change-seconds ?after&:(at-most ?after ?*onset-at-once-seconds*))))
  =>
  (assert (finding (name onset-long-after-change) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::onset-before-change.logged
  "The trouble stands in the log before the change, and nothing else was changed in the week before it. [gaechter-2012: Ausgangssituation]"
  (logical
    (change-timing (host ?host) (trouble ?trouble) (before-change-seconds ?before&:(at-least ?before ?*onset-sooner-seconds*))
      (after-change-seconds ?after&:(at-least ?after ?*onset-late-seconds*))))
  =>
  (assert (finding (name onset-before-change) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::onset-before-change.logged-before-all
  "The trouble stands in the log before every change that is known of. [gaechter-2012: Ausgangssituation]"
  (logical
    (change-timing (host ?host) (trouble ?trouble) (after-change-seconds unknown)
      (before-change-seconds ?before&:(at-least ?before ?*onset-sooner-seconds*))))
  =>
  (assert (finding (name onset-before-change) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::after-change.told-with-its-date
  "A change of some weeks ago is told of beside the trouble. [gaechter-2012: Ausgangssituation]"
  (logical (finding (name change-weeks-ago) (host ?host) (subject ?host) (state present)))
  =>
  (assert (finding (name after-change) (host ?host) (subject ?host) (state present))))
