; PostgreSQL: its own counters of checkpoints, log and waits, and settings that it refuses.

(deftemplate MAIN::postgres-counters
  "Checkpoints as the server counts them, from its last reset to one moment or between two moments. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  ; between: the difference of two captures, which tells of now; since-reset: all since the counters were reset
  (slot span (type SYMBOL) (allowed-symbols since-reset between unknown) (default unknown))
  ; a capture of the same counters that is left out, because the difference to a later one is known
  (slot superseded (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot checkpoints (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot timed (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; by the log volume, by hand, by a backup: the counter does not tell them apart
  (slot requested (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of all checkpoints, where a query gives the share alone
  (slot requested-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; from one checkpoint to the next on average, where a query or report gives that alone
  (slot interval-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the mean of sync-ms, where a query gives that alone
  (slot sync-mean-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sync-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot buffers-checkpoint (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot buffers-backend (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot buffers-backend-fsync (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot reset-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; from the reset to the capture, or between the captures
  (slot seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::postgres-wal
  "What the write-ahead log consists of, by pg_stat_wal or pg_waldump --stats. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot records (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot full-page-images (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of the bytes; pg_stat_wal before 19 counts images only, so this comes from pg_waldump alone
  (slot full-page-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; images for 100 records, from either
  (slot images-for-100-records (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::postgres-waits
  "What the sessions wait for at one moment, in number. Key: host output event. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot event (type STRING))
  (slot type (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot sessions (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::postgres-refused-setting
  "A setting of the configuration file that the server does not know. Key: host name. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot name (type STRING))
  (slot file (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot line (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the server did not start with it, or goes on and left it out
  (slot outcome (type SYMBOL) (allowed-symbols not-started left-out unknown) (default unknown))
  ; the same log shows that the server was started afterwards
  (slot started-since (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::postgres-trouble
  "Messages of one kind of trouble in one PostgreSQL log. Key: host output kind. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  ; killed: a process of the server was ended by a signal; no-space: a file could not be written for want of space; damaged: a page
  ; or the record of a checkpoint is not what was written
  (slot kind (type SYMBOL) (allowed-symbols killed no-space damaged unknown) (default unknown))
  (slot count (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of the last one
  (slot signal (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot text (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot last-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::postgres-slot
  "A replication slot, by pg_replication_slots: what it holds of the write-ahead log and of dead rows. Key: host slot. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot slot (type STRING))
  (slot type (type SYMBOL) (allowed-symbols physical logical unknown) (default unknown))
  ; a consumer is connected
  (slot active (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; 13 and later: extended is beyond max_wal_size, unreserved is about to be lost
  (slot wal-status (type SYMBOL) (allowed-symbols reserved extended unreserved lost unknown) (default unknown))
  ; the log from restart_lsn on, where the query computes it
  (slot retained-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; xmin or catalog_xmin is set: vacuum cannot remove rows that died later
  (slot holds-rows (type SYMBOL) (allowed-symbols yes no unknown) (default unknown)))

(deftemplate MAIN::postgres-table
  "The dead rows of one table, by pg_stat_user_tables or vacuum; \"\" where nothing names it. Key: host table. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot table (type STRING))
  (slot live-rows (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot dead-rows (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; dead, but a vacuum found that somebody may still see them
  (slot unremovable-rows (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the age of the oldest transaction that a vacuum had to keep rows for
  (slot cutoff-age-xids (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the last one, by hand or by autovacuum
  (slot vacuum-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::postgres-spills
  "Sorts and hashes that went to temporary files, by a plan, the log or the counters of the databases. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot source (type SYMBOL) (allowed-symbols plan log counters unknown) (default unknown))
  (slot files (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; all the memory that a hash might take before it was split
  (slot split-memory-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the most that a sort or a hash took without a file
  (slot kept-memory-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::postgres-cache
  "How often PostgreSQL found a page in its own cache, as its counters tell. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot hit-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; pages that were not there
  (slot pages-read (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::postgres-memory-demand
  "How much memory the settings of a PostgreSQL server may come to, as a tuning script adds them up. Key: host output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  ; at least that much
  (slot of-memory-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))
