; For

(defrule CASES::page-table-bloat.large-beside-shared-memory-in-small-pages
  "Page tables are far larger than private memory makes them, and a large shared memory lies in small pages: every process keeps tables of its own for it."
  (logical
    (finding (name page-tables-large) (host ?host) (subject ?host) (state present))
    (finding (name shared-in-small-pages) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument large-beside-shared-memory-in-small-pages) (cf 0.85) (strength decisive))))

(defrule CASES::page-table-bloat.as-large-as-predicted
  "Page tables are as large as the size of the shared memory and the number of processes on it make them."
  (logical (finding (name page-tables-as-predicted) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument as-large-as-predicted) (cf 0.7) (strength decisive))))

(defrule CASES::page-table-bloat.a-twentieth-of-memory
  "A twentieth of memory and more lies in page tables; only shared memory that many processes map in small pages makes as many."
  (logical (finding (name page-tables-huge) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument a-twentieth-of-memory) (cf 0.6) (strength supporting))))

(defrule CASES::page-table-bloat.a-twentieth-and-no-huge-page
  "A twentieth of memory and more lies in page tables, and not one huge page is in use: many processes map a large shared memory in small pages."
  (logical
    (finding (name page-tables-huge) (host ?host) (subject ?host) (state present))
    (finding (name no-huge-page-in-use) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument a-twentieth-and-no-huge-page) (cf 0.75) (strength decisive))))

(defrule CASES::page-table-bloat.large
  "Page tables take ten times what private memory would need."
  (logical (finding (name page-tables-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument large) (cf 0.4) (strength supporting))))

(defrule CASES::page-table-bloat.large-and-memory-short
  "Page tables take ten times what private memory would need, and memory is short or gone."
  (logical
    (finding (name page-tables-large) (host ?host) (subject ?host) (state present))
    (finding (name memory-short|memory-vanished|swapping) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument large-and-memory-short) (cf 0.5) (strength supporting))))

(defrule CASES::page-table-bloat.large-and-no-huge-page
  "Page tables take ten times what private memory would need, and not one huge page is in use."
  (logical
    (finding (name page-tables-large) (host ?host) (subject ?host) (state present))
    (finding (name no-huge-page-in-use) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument large-and-no-huge-page) (cf 0.5) (strength supporting))))

(defrule CASES::page-table-bloat.grow-over-the-day
  "Page tables doubled to gigabytes while sar watched: they come and go with the sessions."
  (logical (finding (name page-tables-grow) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument grow-over-the-day) (cf 0.5) (strength supporting))))

(defrule CASES::page-table-bloat.one-process-shows-it
  "One process alone keeps tables that map many gigabytes in small pages, and each of its kind keeps as many."
  (logical (finding (name process-page-tables-large) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument one-process-shows-it) (cf 0.4) (strength supporting))))

(defrule CASES::page-table-bloat.kernel-time-beside-it
  "Page tables are large, and the kernel takes a good part of the processors to keep them."
  (logical
    (finding (name page-tables-large) (host ?host) (subject ?host) (state present))
    (finding (name system-time-high) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument kernel-time-beside-it) (cf 0.3) (strength supporting))))

(defrule CASES::page-table-bloat.vanished-beside-small-pages
  "Memory is gone without a process to show for it, and a large shared memory lies in small pages."
  (logical
    (finding (name memory-vanished) (host ?host) (subject ?host) (state present))
    (finding (name shared-in-small-pages) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument vanished-beside-small-pages) (cf 0.15) (strength supporting))))

; Against

(defrule CASES::page-table-bloat.tables-are-small
  "Page tables are as small as private memory makes them: the memory is elsewhere."
  (logical (finding (name page-tables-large) (host ?host) (subject ?host) (state absent)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument tables-are-small) (cf -0.9) (strength decisive))))

(defrule CASES::page-table-bloat.sga-in-huge-pages
  "The SGA lies in huge pages, whose tables are five hundred times smaller; what is mapped so often is something else."
  (logical (finding (name huge-pages-cover-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (evidence (case page-table-bloat) (host ?host) (subject ?host)
                    (argument sga-in-huge-pages) (cf -0.3) (strength supporting))))

; Why the shared memory lies in small pages; a link counts where both ends are possible.

(defrule CASES::page-table-bloat.because-pages-are-short
  "The huge pages did not suffice, and the instance took small ones. [closson-2010: Insufficient Hugepages]"
  (logical (finding (name sga-in-small-pages|huge-pages-short|pool-smaller-than-sga) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (caused-by (case page-table-bloat) (host ?host) (subject ?host)
                     (cause oracle-hugepages-shortage) (cause-host ?host) (cause-subject ?instance))))

(defrule CASES::page-table-bloat.because-pages-must-not-be-locked
  "The account may not lock as much memory as the SGA has, and the instance took small pages. [closson-2010: Improper Permissions]"
  (logical (finding (name memlock-too-low|free-pages-passed-over|sga-in-small-pages) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (caused-by (case page-table-bloat) (host ?host) (subject ?host)
                     (cause oracle-memlock-limit) (cause-host ?host) (cause-subject ?instance))))

(defrule CASES::page-table-bloat.because-of-automatic-memory
  "Memory under automatic management lies in /dev/shm, which knows no huge pages of that kind. [closson-2007-amm: AMM-style shared memory does not use hugepages]"
  (logical (finding (name automatic-memory) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (caused-by (case page-table-bloat) (host ?host) (subject ?host)
                     (cause oracle-amm-without-hugepages) (cause-host ?host) (cause-subject ?instance))))
