; Control groups of Linux: their own limit of unwritten data, and what else holds a container back.

(defglobal FINDINGS ?*cgroup-most-of-the-dirty* = 0.5)       ; part | no other group has as much, by experience [linux-cgroup-v2: Writeback]
(defglobal FINDINGS ?*cgroup-dirty-worth-bytes* = 16777216)  ; bytes | a fifth of 80 MiB, and hardly any group is given less (computed) [linux-cgroup-v2: Writeback]
(defglobal FINDINGS ?*cgroup-throttled-part* = 0.75)         ; part of the limit | with the background limit at half of the limit writers are slowed from three quarters on [linux-page-writeback: dirty_freerun_ceiling]
(defglobal FINDINGS ?*cgroup-dirty-small-part* = 0.3)        ; part of the limit | well below where writers are slowed [linux-page-writeback: dirty_freerun_ceiling]
(defglobal FINDINGS ?*cgroup-dirty-nothing-part* = 0.01)     ; part of the limit of memory | below any background ratio that was ever a default, 5 percent [linux-page-writeback: dirty_background_ratio, 2007]
(defglobal FINDINGS ?*cgroup-default-ratio* = 0.20)          ; part of dirtyable memory | vm.dirty_ratio unless it was changed [linux-page-writeback: vm_dirty_ratio, today]
(defglobal FINDINGS ?*cgroup-dirty-fills-part* = 0.4)        ; part of the limit of memory | the highest default that any kernel had for the host as a whole; by experience [linux-cgroup-v1-memory: total_dirty]
(defglobal FINDINGS ?*cgroup-dirty-little-part* = 0.1)       ; part of the limit of memory | no group runs out of clean pages with so little unwritten, by experience [linux-cgroup-v1-memory: total_dirty]
(defglobal FINDINGS ?*cgroup-file-pages-part* = 0.7)         ; part of the limit of memory | processes hold little of it, by experience [linux-cgroup-v1-memory: total_dirty]
(defglobal FINDINGS ?*cgroup-full-part* = 0.9)               ; part of the limit of memory | next to the limit, by experience [linux-cgroup-v1-memory: memory.failcnt]
(defglobal FINDINGS ?*cgroup-small-part* = 0.25)             ; part of the host's memory | its share of unwritten data is then at most a quarter of the host's (computed) [linux-cgroup-v2: Writeback]
(defglobal FINDINGS ?*cgroup-no-limit-part* = 0.9)           ; part of the host's memory | as good as no limit; Docker prints the host's memory where there is none [linux-cgroup-v2: memory.max]
(defglobal FINDINGS ?*cgroup-tiny-bytes* = 2147483648)        ; bytes | 2 GiB: a fifth of it is 400 MiB, which any host holds without slowing a writer (computed) [linux-cgroup-v2: Writeback]
(defglobal FINDINGS ?*cgroup-unlimited-bytes* = 1e17)        ; bytes | beyond any host: no limit is set [linux-cgroup-v2: memory.max]
(defglobal FINDINGS ?*cgroup-waits-some-percent* = 20)       ; percent of ten seconds | some task of the group waits for I/O a fifth of the time, by experience [linux-psi-doc: some]
(defglobal FINDINGS ?*cgroup-throttled-periods-percent* = 25) ; percent of the periods | the processor quota holds it back in every fourth period, by experience [linux-cgroup-v2: cpu.stat]
(defglobal FINDINGS ?*cgroup-near-high-part* = 0.98)         ; part of memory.high | at the limit [linux-cgroup-v2: memory.high]
(defglobal FINDINGS ?*cgroup-memory-waits-percent* = 10)     ; percent of ten seconds | tasks wait for memory a tenth of the time, by experience [linux-psi-doc: some]
(defglobal FINDINGS ?*cgroup-wanted-least-bytes* = 8589934592) ; bytes | 8 GiB: a fifth of it takes a burst of more than a gigabyte, by experience [linux-cgroup-v2: Writeback]
(defglobal FINDINGS ?*cgroup-wanted-factor* = 4)               ; times the limit | what is unwritten now is then well below where writers are slowed (computed) [linux-page-writeback: dirty_freerun_ceiling]

; --- the limit of unwritten data that follows from the limit of memory

(defrule FINDINGS::cgroup-dirty-limit.ratio
  "The ratios count for each group as they do for the host, of its file pages and what its limit leaves free. [linux-cgroup-v2: Writeback; linux-memcg-domain: mdtc_calc_avail]"
  (logical
    (vm-settings (host ?host) (dirty-limit-bytes unknown) (dirty-ratio-percent ?ratio&:(above ?ratio 0)))
    (cgroup (host ?host) (cgroup ?cgroup) (version ~v1) (memory-max-bytes ?max&:(below ?max ?*cgroup-unlimited-bytes*))
            (file-bytes ?file&~unknown) (memory-current-bytes ?current&~unknown)))
  =>
  (assert (quantity (name cgroup-dirty-limit-bytes) (host ?host) (subject ?cgroup)
                    (value (/ (* ?ratio (+ ?file (max 0 (- ?max ?current)))) 100)))))

(defrule FINDINGS::cgroup-dirty-limit.ratio-bytes-zero
  "vm.dirty_bytes is 0, so the ratio counts, of the group's file pages and what its limit leaves free. [linux-cgroup-v2: Writeback; linux-memcg-domain: mdtc_calc_avail]"
  (logical
    (vm-settings (host ?host) (dirty-limit-bytes ?bytes&:(at-most ?bytes 0)) (dirty-ratio-percent ?ratio&:(above ?ratio 0)))
    (cgroup (host ?host) (cgroup ?cgroup) (version ~v1) (memory-max-bytes ?max&:(below ?max ?*cgroup-unlimited-bytes*))
            (file-bytes ?file&~unknown) (memory-current-bytes ?current&~unknown)))
  =>
  (assert (quantity (name cgroup-dirty-limit-bytes) (host ?host) (subject ?cgroup)
                    (value (/ (* ?ratio (+ ?file (max 0 (- ?max ?current)))) 100)))))

(defrule FINDINGS::cgroup-dirty-limit.bytes
  "vm.dirty_bytes is turned into a share of the host's memory, and the group gets the same share of its own. [linux-cgroup-v2: Writeback]"
  (logical
    (vm-settings (host ?host) (dirty-limit-bytes ?bytes&:(above ?bytes 0)))
    (meminfo (host ?host) (dirtyable-bytes ?dirtyable&:(above ?dirtyable 0)))
    (cgroup (host ?host) (cgroup ?cgroup) (version ~v1) (memory-max-bytes ?max&:(below ?max ?*cgroup-unlimited-bytes*))
            (file-bytes ?file&~unknown) (memory-current-bytes ?current&~unknown)))
  =>
  (assert (quantity (name cgroup-dirty-limit-bytes) (host ?host) (subject ?cgroup)
                    (value (/ (* ?bytes (+ ?file (max 0 (- ?max ?current)))) ?dirtyable)))))

(defrule FINDINGS::cgroup-limit-wanted.several-times
  "So much memory that what is unwritten now is far below the group's share of it. [linux-cgroup-v2: Writeback]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (memory-max-bytes ?max&:(below ?max ?*cgroup-unlimited-bytes*))))
  =>
  (assert (quantity (name cgroup-limit-wanted-bytes) (host ?host) (subject ?cgroup)
                    (value (max ?*cgroup-wanted-least-bytes* (* ?*cgroup-wanted-factor* ?max))))))

(defrule FINDINGS::cgroup-dirty-freerun.half-way
  "Writers of a group are slowed from half way between its background limit and its limit on, which stand to each other as the host's do. [linux-page-writeback: dirty_freerun_ceiling; linux-cgroup-v2: Writeback]"
  (logical
    (quantity (name dirty-limit-bytes) (host ?host) (value ?limit&:(above ?limit 0)))
    (quantity (name dirty-background-bytes) (host ?host) (value ?background&:(below ?background ?limit)))
    (quantity (name cgroup-dirty-limit-bytes) (host ?host) (subject ?cgroup) (value ?own)))
  =>
  (assert (quantity (name cgroup-dirty-freerun-bytes) (host ?host) (subject ?cgroup)
                    (value (/ (* ?own (+ ?limit ?background)) (* 2 ?limit))))))

(defrule FINDINGS::cgroup-dirty-at-limit.above-freerun
  "The group's dirty pages and those being written are above the point from which its writers are slowed. [linux-memcg-domain: implement memcg wb_domain; linux-page-writeback: dirty_freerun_ceiling]"
  (logical
    (quantity (name cgroup-dirty-freerun-bytes) (host ?host) (subject ?cgroup) (value ?freerun))
    (cgroup (host ?host) (cgroup ?cgroup) (dirty-and-writeback-bytes ?dirty&:(at-least ?dirty ?freerun))))
  =>
  (assert (finding (name cgroup-dirty-at-limit) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::cgroup-dirty-at-limit.of-the-settings
  "The group's dirty pages and those being written stand where its writers are held back. [linux-memcg-domain: implement memcg wb_domain]"
  (logical
    (quantity (name cgroup-dirty-limit-bytes) (host ?host) (subject ?cgroup) (value ?limit&:(above ?limit 0)))
    (cgroup (host ?host) (cgroup ?cgroup)
            (dirty-and-writeback-bytes ?dirty&:(at-least ?dirty (* ?*cgroup-throttled-part* ?limit)))))
  =>
  (assert (finding (name cgroup-dirty-at-limit) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::cgroup-dirty-at-limit.far-below
  "The group's unwritten data is far below the amount for which its writers would be held back. [linux-memcg-domain: implement memcg wb_domain]"
  (logical
    (quantity (name cgroup-dirty-limit-bytes) (host ?host) (subject ?cgroup) (value ?limit&:(above ?limit 0)))
    (cgroup (host ?host) (cgroup ?cgroup)
            (dirty-and-writeback-bytes ?dirty&:(at-most ?dirty (* ?*cgroup-dirty-small-part* ?limit)))))
  =>
  (assert (finding (name cgroup-dirty-at-limit) (host ?host) (subject ?cgroup) (state absent))))

(defrule FINDINGS::cgroup-dirty-at-default-limit.of-the-file-pages
  "By the default ratio of 20 percent the group's unwritten data stands where its writers are held back. [linux-page-writeback: vm_dirty_ratio, today; linux-cgroup-v2: Writeback]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (version ~v1) (memory-max-bytes ?max&:(below ?max ?*cgroup-unlimited-bytes*))
            (dirty-and-writeback-bytes ?dirty&:(at-least ?dirty (* ?*cgroup-throttled-part* ?*cgroup-default-ratio* ?max)))))
  =>
  (assert (finding (name cgroup-dirty-at-default-limit) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::cgroup-dirty-at-default-limit.of-what-can-become-dirty
  "By the default ratio of 20 percent, of the group's file pages and what its limit leaves free, its unwritten data stands where its writers are held back. [linux-page-writeback: vm_dirty_ratio, today; linux-memcg-domain: mdtc_calc_avail]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (version ~v1) (memory-max-bytes ?max&:(below ?max ?*cgroup-unlimited-bytes*))
            (file-bytes ?file&~unknown) (memory-current-bytes ?current&~unknown)
            (dirty-and-writeback-bytes ?dirty&:(at-least ?dirty
              (* ?*cgroup-throttled-part* ?*cgroup-default-ratio* (+ ?file (max 0 (- ?max ?current))))))))
  =>
  (assert (finding (name cgroup-dirty-at-default-limit) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::cgroup-dirty-at-limit.hardly-anything
  "So little is unwritten that no ratio in use would hold anybody back. [linux-memcg-domain: implement memcg wb_domain]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (memory-max-bytes ?max&:(below ?max ?*cgroup-unlimited-bytes*))
            (dirty-and-writeback-bytes ?dirty&:(at-most ?dirty (* ?*cgroup-dirty-nothing-part* ?max)))))
  =>
  (assert (finding (name cgroup-dirty-at-limit) (host ?host) (subject ?cgroup) (state absent))))

(defrule FINDINGS::writer-held-back-beside-full-group.small
  "A writer is held back, and a small group is next to its limit of memory: the limit of unwritten data that follows from it is the nearest. [linux-cgroup-v2: Writeback; linux-page-writeback: balance_dirty_pages]"
  (logical
    (finding (name tasks-in-dirty-throttle) (host ?host) (subject ?host) (state present))
    (cgroup (host ?host) (cgroup ?cgroup) (version ~v1) (dirty-and-writeback-bytes unknown)
            (memory-max-bytes ?max&:(at-most ?max ?*cgroup-tiny-bytes*))
            (memory-current-bytes ?current&:(at-least ?current (* ?*cgroup-full-part* ?max)))))
  =>
  (assert (finding (name writer-held-back-beside-full-group) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::writer-held-back-beside-full-group.holds-most-of-the-dirty
  "A writer is held back although the host has few dirty pages, and most of these belong to one group: what holds it back is the limit of that group. [linux-cgroup-v2: Writeback; linux-page-writeback: balance_dirty_pages]"
  (logical
    (finding (name throttled-below-host-limit) (host ?host) (subject ?host) (state present))
    (meminfo (host ?host) (dirty-and-writeback-peak-bytes ?all&:(above ?all 0)))
    (cgroup (host ?host) (cgroup ?cgroup) (version ~v1) (memory-max-bytes unknown)
            (dirty-and-writeback-bytes ?dirty&:(at-least ?dirty ?*cgroup-dirty-worth-bytes*)
                                             &:(at-least ?dirty (* ?*cgroup-most-of-the-dirty* ?all)))))
  =>
  (assert (finding (name writer-held-back-beside-full-group) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::cgroup-dirty-fills-memory.version-1
  "Version 1 has no limit of unwritten data for each group: it fills the group's memory, and writers have to free it themselves, page by page as the disk takes them. [linux-cgroup-v1-memory: total_dirty; linux-cgroup-v2: Writeback]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (version v1) (memory-max-bytes ?max&:(below ?max ?*cgroup-unlimited-bytes*))
            (memory-current-bytes ?current&:(at-least ?current (* ?*cgroup-full-part* ?max)))
            (dirty-and-writeback-bytes ?dirty&:(at-least ?dirty (* ?*cgroup-dirty-fills-part* ?max)))))
  =>
  (assert (finding (name cgroup-dirty-fills-memory) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::cgroup-dirty-fills-memory.usage-unknown
  "Unwritten data alone takes a good part of what the group may use. [linux-cgroup-v1-memory: total_dirty]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (version v1) (memory-max-bytes ?max&:(below ?max ?*cgroup-unlimited-bytes*))
            (memory-current-bytes unknown)
            (dirty-and-writeback-bytes ?dirty&:(at-least ?dirty (* ?*cgroup-dirty-fills-part* ?max)))))
  =>
  (assert (finding (name cgroup-dirty-fills-memory) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::cgroup-dirty-fills-memory.far-from-it
  "Only a small part of the group's memory is unwritten: pages can be freed at once. [linux-cgroup-v1-memory: total_dirty]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (version v1) (memory-max-bytes ?max&:(below ?max ?*cgroup-unlimited-bytes*))
            (dirty-and-writeback-bytes ?dirty&:(at-most ?dirty (* ?*cgroup-dirty-little-part* ?max)))))
  =>
  (assert (finding (name cgroup-dirty-fills-memory) (host ?host) (subject ?cgroup) (state absent))))

(defrule FINDINGS::cgroup-full-of-file-pages.version-1
  "The group stands at its limit and most of its memory is file pages; kernels before 4.2 do not tell how many of them are unwritten. [linux-cgroup-v1-memory: total_dirty]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (version v1) (memory-max-bytes ?max&:(below ?max ?*cgroup-unlimited-bytes*))
            (memory-current-bytes ?current&:(at-least ?current (* ?*cgroup-full-part* ?max)))
            (file-bytes ?file&:(at-least ?file (* ?*cgroup-file-pages-part* ?max)))
            (dirty-and-writeback-bytes unknown)))
  =>
  (assert (finding (name cgroup-full-of-file-pages) (host ?host) (subject ?cgroup) (state present))))

; --- the limit itself

(defrule FINDINGS::cgroup-limited.small-part-of-the-host
  "The group may use only a small part of the host's memory, and less than a burst of writes takes. [linux-cgroup-v2: memory.max]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown))
    (cgroup (host ?host) (cgroup ?cgroup) (memory-max-bytes ?max&:(at-most ?max (* ?*cgroup-small-part* ?total))&:(below ?max ?*cgroup-wanted-least-bytes*))))
  =>
  (assert (finding (name cgroup-limited) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::cgroup-limited.none
  "The group has no limit of memory, so its share of unwritten data is the host's. [linux-cgroup-v2: memory.max]"
  (logical (cgroup (host ?host) (cgroup ?cgroup) (memory-max-bytes ?max&:(at-least ?max ?*cgroup-unlimited-bytes*))))
  =>
  (assert (finding (name cgroup-limited) (host ?host) (subject ?cgroup) (state absent))))

(defrule FINDINGS::cgroup-limited.as-large-as-the-host
  "The group may use as good as all of the host's memory. [linux-cgroup-v2: memory.max]"
  (logical
    (meminfo (host ?host) (mem-total-bytes ?total&~unknown))
    (cgroup (host ?host) (cgroup ?cgroup) (memory-max-bytes ?max&:(at-least ?max (* ?*cgroup-no-limit-part* ?total)))))
  =>
  (assert (finding (name cgroup-limited) (host ?host) (subject ?cgroup) (state absent))))

; --- what its tasks wait for

(defrule FINDINGS::cgroup-waits-for-io.pressure
  "Tasks of the group wait for I/O a good part of the time; a writer that is held back counts as waiting. [linux-psi-doc: some]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup)
            (io-some-10-seconds-percent ?share&:(at-least ?share ?*cgroup-waits-some-percent*))))
  =>
  (assert (finding (name cgroup-waits-for-io) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::slow-io.of-a-group
  "Tasks of a group wait for I/O a good part of the time. [linux-psi-doc: some]"
  (logical
    (cgroup (row ?first) (host ?host) (cgroup ?cgroup)
            (io-some-10-seconds-percent ?share&:(at-least ?share ?*cgroup-waits-some-percent*)))
    ; the first one speaks for all: a host has thousands of groups, and cases look for slow I/O beside each of other things
    (not (cgroup (row ?before&:(below ?before ?first)) (host ?host)
                 (io-some-10-seconds-percent ?other&:(at-least ?other ?*cgroup-waits-some-percent*)))))
  =>
  (assert (finding (name slow-io) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::cgroup-io-limited.set
  "The group's rate of writing is limited on purpose. [linux-cgroup-v2: io.max]"
  (logical (cgroup (host ?host) (cgroup ?cgroup) (write-limit-bytes-s ?rate&:(above ?rate 0))))
  =>
  (assert (finding (name cgroup-io-limited) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::cgroup-cpu-throttled.periods
  "The group's processor quota is used up in many of its periods. [linux-cgroup-v2: cpu.stat]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup)
            (cpu-throttled-percent ?share&:(at-least ?share ?*cgroup-throttled-periods-percent*))))
  =>
  (assert (finding (name cgroup-cpu-throttled) (host ?host) (subject ?cgroup) (state present))))

(defrule FINDINGS::cgroup-over-high.held-back
  "The group stands at memory.high and its tasks wait for memory: each has to free some before it may go on. [linux-cgroup-v2: memory.high]"
  (logical
    (cgroup (host ?host) (cgroup ?cgroup) (memory-high-bytes ?high&:(above ?high 0))
            (memory-current-bytes ?current&:(at-least ?current (* ?*cgroup-near-high-part* ?high)))
            (memory-some-10-seconds-percent ?share&:(at-least ?share ?*cgroup-memory-waits-percent*))))
  =>
  (assert (finding (name cgroup-over-high) (host ?host) (subject ?cgroup) (state present))))
