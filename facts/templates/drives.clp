; How drives and their caches are set, and what RAID controllers log of themselves.

(deftemplate MAIN::disk-settings
  "One disk as the system sees it and as its cache is set. Key: host device. Kind: state. Above 0: logical-block-bytes physical-block-bytes."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot model (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot rotational (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot scheduler (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot logical-block-bytes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot physical-block-bytes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; none also for a drive that manages its shingles by itself
  (slot zoned (type SYMBOL) (allowed-symbols none host-aware host-managed unknown) (default unknown))
  ; the drive's own volatile cache
  (slot drive-cache (type SYMBOL) (allowed-symbols on off unknown) (default unknown))
  ; what the kernel takes the cache for: with write-through it sends no flushes
  (slot kernel-view (type SYMBOL) (allowed-symbols write-back write-through unknown) (default unknown))
  ; shingled: a model that records so and manages it by itself
  (slot recording (type SYMBOL) (allowed-symbols shingled conventional host-managed unknown) (default unknown)))

(deftemplate MAIN::guest-disk
  "A disk of a virtual machine, as its host is told to keep it. Key: host disk source. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; as the guest or its configuration names it
  (slot disk (type STRING))
  (slot source (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; unsafe: the host takes no flush of the guest on
  (slot cache (type SYMBOL) (allowed-symbols none writeback writethrough directsync unsafe unknown) (default unknown)))

(deftemplate MAIN::controller-event
  "Events of one kind in a RAID controller's own log, or in what its driver passes on of it. Key: host name event. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; the controller, as the log names it
  (slot name (type STRING))
  (slot event (type SYMBOL) (allowed-symbols battery-failed battery-absent battery-learning battery-charging battery-good cache-write-through cache-write-back patrol-read-started patrol-read-ended check-started check-ended rebuild-started rebuild-ended unknown) (default unknown))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; no: a later event of the same log took it back
  (slot latest (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot text (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
