; What was read at all, so that nothing counts as absent because nobody looked.

(deftemplate MAIN::read
  "All rows of one template that the output held were read. Key: host template. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot template (type SYMBOL))
  (slot complete (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))
