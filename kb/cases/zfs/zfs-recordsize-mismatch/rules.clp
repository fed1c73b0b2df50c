; For: record sizes against what the database writes there, with slowness or I/O sizes that show it.

(defrule CASES::zfs-recordsize-mismatch.log-in-small-records
  "The redo or archive log is a stream and lies in small records: each large write becomes many blocks, and the pool is asked for many small places instead of a few large ones."
  (logical (finding (name stream-in-small-records) (host ?host) (subject ?dataset) (state present)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument log-in-small-records) (cf 0.5) (strength supporting))))

(defrule CASES::zfs-recordsize-mismatch.slow-log-in-small-records
  "The redo or archive log lies in small records, and commits or writes are slow."
  (logical
    (finding (name stream-in-small-records) (host ?host) (subject ?dataset) (state present))
    (finding (name slow-commits|slow-writes|slow-io|slow-database) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument slow-log-in-small-records) (cf 0.6) (strength supporting))))

(defrule CASES::zfs-recordsize-mismatch.small-records-and-no-large-ios
  "The redo or archive log lies in small records, and hardly any I/O of its pool is large."
  (logical
    (finding (name stream-in-small-records) (host ?host) (subject ?dataset) (state present))
    (finding (name large-ios-rare) (host ?host) (subject ?dataset) (state present)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument small-records-and-no-large-ios) (cf 0.7) (strength decisive))))

(defrule CASES::zfs-recordsize-mismatch.record-over-several-blocks
  "A record holds several database blocks: each update of one of them reads and writes all of it."
  (logical (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument record-over-several-blocks) (cf 0.4) (strength supporting))))

(defrule CASES::zfs-recordsize-mismatch.slow-and-record-over-several-blocks
  "A record holds several database blocks, each update reads and writes all of it, and the storage is slow."
  (logical
    (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
    (finding (name slow-writes|slow-io|slow-database|slow-commits) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument slow-and-record-over-several-blocks) (cf 0.6) (strength supporting))))

(defrule CASES::zfs-recordsize-mismatch.told-reads-and-record-over-several-blocks
  "A record holds several database blocks, and updates are seen to read before they write, as they must when they change part of a record."
  (logical
    (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
    (finding (name read-before-write) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument told-reads-and-record-over-several-blocks) (cf 0.65) (strength supporting))))

(defrule CASES::zfs-recordsize-mismatch.records-read-to-be-changed
  "A record holds several database blocks, and whole records are read from the devices while updates are written."
  (logical
    (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state present))
    (finding (name record-sized-reads) (host ?host) (subject ?dataset) (state present)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument records-read-to-be-changed) (cf 0.75) (strength decisive))))

(defrule CASES::zfs-recordsize-mismatch.block-over-several-records
  "One database block lies in several records, each read and written by itself."
  (logical (finding (name record-smaller-than-block) (host ?host) (subject ?dataset) (state present)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument block-over-several-records) (cf 0.4) (strength supporting))))

; Against

(defrule CASES::zfs-recordsize-mismatch.log-in-large-records
  "The records of the log are as large as the vendor gives them. Files that were written before the property was changed keep their old size."
  (logical (finding (name stream-in-small-records) (host ?host) (subject ?dataset) (state absent)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument log-in-large-records) (cf -0.8) (strength decisive))))

(defrule CASES::zfs-recordsize-mismatch.record-fits-block
  "The record fits the database block."
  (logical (finding (name record-larger-than-block) (host ?host) (subject ?dataset) (state absent)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument record-fits-block) (cf -0.8) (strength decisive))))

(defrule CASES::zfs-recordsize-mismatch.usual-for-the-database
  "The record size is one of those that are usual for this database; only reads of whole records beside its updates speak against it."
  (logical (finding (name record-usual-for-database) (host ?host) (subject ?dataset) (state present)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument usual-for-the-database) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-recordsize-mismatch.large-ios-are-made
  "A good part of the pool's I/Os is large, so streams are written as such."
  (logical (finding (name large-ios-rare) (host ?host) (subject ?dataset) (state absent)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument large-ios-are-made) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-recordsize-mismatch.scrub-or-resilver-running
  "A scrub or resilver runs and makes the pool slow by itself."
  (logical (finding (name scrub-or-resilver-running) (host ?host) (subject ?dataset) (state present)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?dataset)
                    (argument scrub-or-resilver-running) (cf -0.3) (strength supporting))))

(defrule CASES::zfs-recordsize-mismatch.table-of-deduplication
  "The deduplication table is larger than the cache: each write and free reads it from disk, whatever the records and the free space are."
  (logical (finding (name dedup-table-exceeds-cache) (host ?host) (subject ?pool) (state present)))
  =>
  (assert (evidence (case zfs-recordsize-mismatch) (host ?host) (subject ?pool)
                    (argument table-of-deduplication) (cf -0.4) (strength supporting))))
