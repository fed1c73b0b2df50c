; What was changed on a host and when, and when its trouble began.

(deftemplate MAIN::system-change
  "What was installed, patched, upgraded or restarted in one go. Key: host source number. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot source (type SYMBOL) (allowed-symbols rpm dnf yum apt dpkg pkg opatch zypper pacman patch boot postgres zfs unknown) (default unknown))
  (slot number (type INTEGER))
  (slot time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot packages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what it was, as the output names it
  (slot text (type STRING SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::change-timing
  "The first trouble that a dated log shows, beside the changes of the host. Key: host trouble. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; what kind of trouble: the device and kind of a disk error, the kind of a kernel message
  (slot trouble (type STRING))
  (slot hardware (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot onset-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how long before the onset the log begins: none shows only that it was no later
  (slot quiet-before-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; from the last change before the onset to the onset
  (slot after-change-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; from the onset to the first change behind it
  (slot before-change-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
