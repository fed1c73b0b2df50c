; What was read at all, so that nothing counts as absent because nobody looked.

(deftemplate MAIN::read
  "All rows of one template that the output held were read. Key: host template. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot template (type SYMBOL))
  (slot complete (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::host-clock
  "When the host was captured, by its own clock. Key: host. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  ; seconds since 1970
  (slot taken-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; how long the system had been up by then
  (slot up-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
