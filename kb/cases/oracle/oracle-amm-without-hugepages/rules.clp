; For: automatic memory management beside a pool of huge pages; a start that /dev/shm is too small for.

(defrule CASES::oracle-amm-without-hugepages.idle-pool
  "The instance is under automatic memory management, whose memory is files in /dev/shm, and the pool of huge pages lies idle."
  (logical
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument idle-pool) (cf 0.9) (strength decisive))))

(defrule CASES::oracle-amm-without-hugepages.unused-pool
  "The instance is under automatic memory management, whose memory is files in /dev/shm, and the huge pages are not used."
  (logical
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-unused) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument unused-pool) (cf 0.85) (strength decisive))))

(defrule CASES::oracle-amm-without-hugepages.pool-beside
  "The instance is under automatic memory management, and the host has huge pages that it cannot use."
  (logical
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))
    (finding (name huge-pages-configured) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument pool-beside) (cf 0.45) (strength supporting))))

(defrule CASES::oracle-amm-without-hugepages.only-with-automatic-memory
  "The instance may only start in huge pages, and automatic memory management keeps it from them."
  (logical
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))
    (finding (name large-pages-only) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument only-with-automatic-memory) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-amm-without-hugepages.only-with-automatic-memory-refused
  "The instance may only start in huge pages, automatic memory management keeps it from them, and it does not start."
  (logical
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))
    (finding (name large-pages-only) (host ?host) (subject ?instance) (state present))
    (finding (name instance-does-not-start) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument only-with-automatic-memory-refused) (cf 0.75) (strength supporting))))

(defrule CASES::oracle-amm-without-hugepages.refused
  "The start ended with ORA-00845: /dev/shm has not the room that automatic memory management asks for."
  (logical (finding (name memory-target-refused) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument refused) (cf 0.7) (strength decisive))))

(defrule CASES::oracle-amm-without-hugepages.refused-and-dev-shm-too-small
  "The start ended with ORA-00845, and /dev/shm has less room than the instance asks for."
  (logical
    (finding (name memory-target-refused) (host ?host) (subject ?instance) (state present))
    (finding (name dev-shm-too-small) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument refused-and-dev-shm-too-small) (cf 0.95) (strength decisive))))

(defrule CASES::oracle-amm-without-hugepages.dev-shm-too-small
  "/dev/shm has less room than the instance under automatic memory management asks for."
  (logical
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))
    (finding (name dev-shm-too-small) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument dev-shm-too-small) (cf 0.6) (strength supporting))))

(defrule CASES::oracle-amm-without-hugepages.files-and-idle-pool
  "An instance keeps its memory in files under /dev/shm, and the pool of huge pages lies idle."
  (logical
    (finding (name memory-in-dev-shm) (host ?host) (state present))
    (finding (name huge-pages-idle) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?host)
                    (argument files-and-idle-pool) (cf 0.75) (strength supporting))))

(defrule CASES::oracle-amm-without-hugepages.files-and-unused-pool
  "An instance keeps its memory in files under /dev/shm, and the huge pages are not used."
  (logical
    (finding (name memory-in-dev-shm) (host ?host) (state present))
    (finding (name huge-pages-unused) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?host)
                    (argument files-and-unused-pool) (cf 0.7) (strength supporting))))

; Against: memory is managed otherwise, or lies in huge pages.

(defrule CASES::oracle-amm-without-hugepages.managed-otherwise
  "Automatic memory management is off."
  (logical (finding (name automatic-memory) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument managed-otherwise) (cf -0.95) (strength decisive))))

(defrule CASES::oracle-amm-without-hugepages.asm
  "An ASM instance is under automatic memory management by default, and that is right for it."
  (logical (finding (name asm-instance) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument asm) (cf -0.95) (strength decisive))))

(defrule CASES::oracle-amm-without-hugepages.all-pages-got
  "The SGA lies in huge pages as a whole, so it is not in /dev/shm."
  (logical (finding (name sga-in-small-pages) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument all-pages-got) (cf -0.9) (strength decisive))))

(defrule CASES::oracle-amm-without-hugepages.pages-in-use-cover-sga
  "As many huge pages are in use or reserved as the SGA needs."
  (logical (finding (name huge-pages-cover-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument pages-in-use-cover-sga) (cf -0.8) (strength decisive))))

(defrule CASES::oracle-amm-without-hugepages.no-files
  "No database keeps files in /dev/shm."
  (logical (finding (name memory-in-dev-shm) (host ?host) (state absent)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?host)
                    (argument no-files) (cf -0.5) (strength supporting))))

(defrule CASES::oracle-amm-without-hugepages.pool-in-use
  "The pool of huge pages is in use."
  (logical (finding (name huge-pages-idle) (host ?host) (state absent)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?host)
                    (argument pool-in-use) (cf -0.4) (strength supporting))))

(defrule CASES::oracle-amm-without-hugepages.huge-pages-asked-for
  "The last start asked for huge pages, which it does not under automatic memory management."
  (logical (finding (name huge-pages-short) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument huge-pages-asked-for) (cf -0.3) (strength supporting))))

(defrule CASES::oracle-amm-without-hugepages.dev-shm-has-room
  "/dev/shm has room for the instance."
  (logical (finding (name dev-shm-too-small) (host ?host) (subject ?instance) (state absent)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?instance)
                    (argument dev-shm-has-room) (cf -0.3) (strength supporting))))

(defrule CASES::oracle-amm-without-hugepages.not-linux
  "This is not Linux, and only Linux has such a pool."
  (logical (finding (name system-without-linux-huge-pages) (host ?host) (state present)))
  =>
  (assert (evidence (case oracle-amm-without-hugepages) (host ?host) (subject ?host)
                    (argument not-linux) (cf -0.95) (strength decisive))))
