; What benchmarks of a database show of the host below it.

(deftemplate MAIN::bench-run
  "One run of pgbench. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot clients (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of a transaction, on average
  (slot latency-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; yes: each transaction writes and commits; no: it only reads
  (slot writes (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; how often the throughput fell below a quarter of the usual
  (slot collapses (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot longest-collapse-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; from the begin of one to the next, where they are regular
  (slot period-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::lost-writes
  "What diskchecker.pl finds after the power was cut: pages that the disk had acknowledged and does not hold. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot pages (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))
