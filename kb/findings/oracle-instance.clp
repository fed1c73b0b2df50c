; Oracle instances: version, how they manage memory, and with which error a start ended.

(defglobal FINDINGS ?*automatic-memory-large-bytes* = 8589934592) ; bytes | 8 GB: the installer does not offer it above 4 GB of memory, and at 8 GB each session's page table takes up to 16 MB (computed) [oracle-mos-749851: Details]
(defglobal FINDINGS ?*first-automatic-memory-version* = 11010000) ; version code | MEMORY_TARGET is a parameter of 11.1 and later [oracle-mos-749851: Details]
(defglobal FINDINGS ?*small-page-bytes* = 4096) ; bytes | kernel.shmall counts pages of this size on x86 [oracle-mos-301830: getconf PAGE_SIZE]

(defrule FINDINGS::oracle-in-use.seen
  "An output names an Oracle instance on this host. [closson-2010: Oracle Database 11g Release 2 (11.2.0.2)]"
  (logical (oracle-instance (host ?host)))
  =>
  (assert (finding (name oracle-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::oracle-in-use.account
  "The account oracle has a limit of its own on locked memory. [oracle-hugepages-guide: memlock at least 90 percent of current RAM]"
  (logical (memlock-limit (host ?host) (user "oracle")))
  =>
  (assert (finding (name oracle-in-use) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::asm-instance.type
  "The instance is one of ASM: it manages its small memory automatically, and USE_LARGE_PAGES is FALSE there by itself. [oracle-use-large-pages: Oracle ASM instance]"
  (logical (oracle-instance (host ?host) (instance ?instance) (type asm)))
  =>
  (assert (finding (name asm-instance) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::system-without-linux-huge-pages.os
  "A pool of huge pages that an administrator sets aside is a thing of Linux; other systems give large pages by themselves. [oracle-use-large-pages: Linux operating system]"
  (logical (system (host ?host) (os solaris|illumos|aix|hp-ux|freebsd|netbsd|openbsd)))
  =>
  (assert (finding (name system-without-linux-huge-pages) (host ?host) (subject ?host) (state present))))

; --- version and parameters

(defrule FINDINGS::all-or-nothing-pages.old
  "Up to 11.2.0.2 an instance that is short of one single huge page takes none at all and runs in small pages; the pool stays reserved for nothing. [oracle-use-large-pages: TRUE; closson-2010: Insufficient Hugepages]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)
      (version-code ?version&:(at-most ?version ?*last-all-or-nothing-version*))))
  =>
  (assert (finding (name all-or-nothing-pages) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::all-or-nothing-pages.mixed
  "From 11.2.0.3 on an instance takes every huge page that it can have before it turns to small ones. [oracle-use-large-pages: TRUE]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)
      (version-code ?version&:(at-least ?version ?*first-mixed-version*))))
  =>
  (assert (finding (name all-or-nothing-pages) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::large-pages-only.parameter
  "With ONLY or AUTO_ONLY an instance does not start unless its whole SGA fits into huge pages. [oracle-use-large-pages: ONLY, AUTO_ONLY; closson-2010: use_large_pages]"
  (logical (oracle-instance (host ?host) (instance ?instance) (type ~asm) (use-large-pages only|auto-only)))
  =>
  (assert (finding (name large-pages-only) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::large-pages-off.parameter
  "USE_LARGE_PAGES is FALSE: the instance does not ask for huge pages, however many there are. [oracle-use-large-pages: FALSE]"
  (logical (oracle-instance (host ?host) (instance ?instance) (type ~asm) (use-large-pages false)))
  =>
  (assert (finding (name large-pages-off) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::large-pages-off.asked-for
  "USE_LARGE_PAGES is not FALSE: the instance asks for huge pages. [oracle-use-large-pages: Values]"
  (logical (oracle-instance (host ?host) (instance ?instance) (use-large-pages true|only|auto|auto-only)))
  =>
  (assert (finding (name large-pages-off) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::automatic-memory.target
  "MEMORY_TARGET is set: SGA and PGA share one budget, and the SGA is made of files in /dev/shm. [oracle-mos-749851: Details; closson-2007-amm: AMM-style shared memory does not use hugepages]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (memory-target-bytes ~unknown&~0.0)))
  =>
  (assert (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::automatic-memory.max-target
  "MEMORY_MAX_TARGET is set: even with MEMORY_TARGET at 0 the SGA is made of files in /dev/shm, so that the target can be raised later. [oracle-mos-749851: Details]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (memory-max-target-bytes ~unknown&~0.0)))
  =>
  (assert (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::automatic-memory-large.target
  "MEMORY_TARGET is twice what Oracle's installer still puts under automatic memory management, and each session maps all of it in small pages. [oracle-mos-749851: Details; oracle-memory-target: MEMORY_TARGET]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (memory-target-bytes ?target&:(at-least ?target ?*automatic-memory-large-bytes*))))
  =>
  (assert (finding (name automatic-memory-large) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::automatic-memory.refused
  "Only an instance with MEMORY_TARGET or MEMORY_MAX_TARGET can end its start with ORA-00845. [oracle-mos-465048: Cause]"
  (logical
    (oracle-error (host ?host) (instance ?instance) (code "ORA-00845"))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running ~yes) (memory-target-bytes unknown)))
  =>
  (assert (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::automatic-memory.pages-excluded
  "The instance itself found at its last start that its memory parameters exclude large pages, which MEMORY_TARGET and MEMORY_MAX_TARGET do. [oracle-mos-749851: Details; oracle-use-large-pages: ONLY]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (pages-excluded yes))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (memory-target-bytes unknown) (memory-max-target-bytes unknown)))
  =>
  (assert (finding (name automatic-memory) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::large-pages-excluded.by-the-log
  "The instance itself says that its memory parameters exclude large pages. [oracle-mos-749851: Details; oracle-use-large-pages: ONLY]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (pages-excluded yes))
    (finding (name automatic-memory) (host ?host) (subject ?instance) (state present)))
  =>
  (assert (finding (name large-pages-excluded) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::automatic-memory.off
  "MEMORY_TARGET is 0 and MEMORY_MAX_TARGET is not set: the SGA lies in System V segments, which can be of huge pages. [oracle-mos-749851: Details]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)
      (memory-target-bytes 0.0) (memory-max-target-bytes 0.0|unknown)))
  =>
  (assert (finding (name automatic-memory) (host ?host) (subject ?instance) (state absent))))

(defrule FINDINGS::automatic-memory.before-it-existed
  "Automatic memory management came with 11.1. [oracle-mos-749851: Details]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)
      (version-code ?version&:(below ?version ?*first-automatic-memory-version*))))
  =>
  (assert (finding (name automatic-memory) (host ?host) (subject ?instance) (state absent))))

; --- /dev/shm

(defrule FINDINGS::memory-in-dev-shm.files
  "Files named ora_ in /dev/shm are the granules of an SGA under automatic memory management. [oracle-mos-749851: Details; closson-2007-amm: memory mapped files in /dev/shm]"
  (logical (shm-files (host ?host) (oracle-files ~0&~unknown)))
  =>
  (assert (finding (name memory-in-dev-shm) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::memory-in-dev-shm.none
  "No database has files in /dev/shm. [oracle-mos-749851: Details]"
  (logical (shm-files (host ?host) (oracle-files 0)))
  =>
  (assert (finding (name memory-in-dev-shm) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::memory-target-refused.ora-845
  "ORA-00845: /dev/shm has not the room that MEMORY_TARGET or MEMORY_MAX_TARGET asks for, or is not mounted. [oracle-mos-465048: Symptoms, Cause]"
  (logical
    (oracle-error (host ?host) (instance ?instance) (code "ORA-00845"))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running ~yes)))
  =>
  (assert (finding (name memory-target-refused) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::dev-shm-short-bytes.as-the-error-says
  "What the instance needs of /dev/shm, less what was free there. [oracle-mos-465048: Symptoms]"
  (logical
    (oracle-error (host ?host) (instance ?instance) (code "ORA-00845")
      (available-bytes ?available&~unknown) (needed-bytes ?needed&:(above ?needed ?available))))
  =>
  (assert (quantity (name dev-shm-short-bytes) (host ?host) (subject ?instance) (value (- ?needed ?available)))))

(defrule FINDINGS::dev-shm-size-wanted-bytes.by-the-error
  "The present size of /dev/shm and what was missing of it. [oracle-mos-465048: Solution]"
  (logical
    (shm-files (host ?host) (size-bytes ?size&~unknown))
    (quantity (name dev-shm-short-bytes) (host ?host) (subject ?instance) (value ?short)))
  =>
  (assert (quantity (name dev-shm-size-wanted-bytes) (host ?host) (subject ?instance) (value (+ ?size ?short)))))

(defrule FINDINGS::dev-shm-size-wanted-bytes.by-df
  "The present size of /dev/shm and what it lacks of MEMORY_TARGET. [oracle-mos-465048: Solution]"
  (logical
    (shm-files (host ?host) (size-bytes ?size&~unknown) (available-bytes ?available&~unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running no)
      (memory-target-bytes ?needed&:(above ?needed ?available))))
  =>
  (assert (quantity (name dev-shm-size-wanted-bytes) (host ?host) (subject ?instance) (value (+ ?size (- ?needed ?available))))))

(defrule FINDINGS::dev-shm-too-small.as-the-error-says
  "The alert log says how much of /dev/shm the instance needs and how much is free there; what counts is what is free, not the size. [oracle-mos-465048: Symptoms]"
  (logical
    (oracle-error (host ?host) (instance ?instance) (code "ORA-00845")
      (available-bytes ?available&~unknown) (needed-bytes ?needed&:(above ?needed ?available)))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running ~yes))
    (quantity (name dev-shm-short-bytes) (host ?host) (subject ?instance)))
  =>
  (assert (finding (name dev-shm-too-small) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::dev-shm-too-small.as-df-says
  "The instance is down, and /dev/shm has less room than its MEMORY_TARGET. [oracle-mos-465048: Cause]"
  (logical
    (shm-files (host ?host) (available-bytes ?available&~unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running no)
      (memory-target-bytes ?needed&:(above ?needed ?available))))
  =>
  (assert (finding (name dev-shm-too-small) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::dev-shm-too-small.room
  "The instance is down, and /dev/shm has room for its MEMORY_TARGET. [oracle-mos-465048: Cause]"
  (logical
    (shm-files (host ?host) (available-bytes ?available&~unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running no)
      (memory-target-bytes ?needed&~0.0&:(at-most ?needed ?available))))
  =>
  (assert (finding (name dev-shm-too-small) (host ?host) (subject ?instance) (state absent))))

; --- how a start ended

(defrule FINDINGS::instance-does-not-start.in-the-log
  "The last start that is known of the instance failed. [closson-2010: startup force pfile=./y.ora]"
  (logical
    (oracle-startup (host ?host) (instance ?instance) (latest yes) (outcome failed))
    (oracle-instance (host ?host) (instance ?instance) (running ~yes)))
  =>
  (assert (finding (name instance-does-not-start) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::instance-does-not-start.with-an-error
  "A start ended with an error about memory, and the instance is down. [closson-2010: startup force pfile=./y.ora; oracle-mos-465048: Symptoms]"
  (logical
    (oracle-error (host ?host) (instance ?instance)
      (code "ORA-27102"|"ORA-27125"|"ORA-27137"|"ORA-27123"|"ORA-27104"|"ORA-27106"|"ORA-00845"))
    (oracle-instance (host ?host) (instance ?instance) (running no)))
  =>
  (assert (finding (name instance-does-not-start) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memory-refused.linux
  "Linux refused the shared memory with error 12, cannot allocate memory: no pages of the wanted size were left. [closson-2010: ORA-27102]"
  (logical
    (system (host ?host) (os linux))
    (oracle-error (host ?host) (instance ?instance) (code "ORA-27102"|"ORA-27125"|"ORA-27137"|"ORA-27104") (os-error 12))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running ~yes)))
  =>
  (assert (finding (name memory-refused) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memory-refused.solaris
  "Solaris refused the shared memory with error 12, not enough space: it could not be had at once, whoever has it. [oracle-solaris-paging: paging-related parameters]"
  (logical
    (system (host ?host) (os solaris|illumos))
    (oracle-error (host ?host) (instance ?instance) (code "ORA-27102") (os-error 12))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running ~yes)))
  =>
  (assert (finding (name memory-refused) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::memory-refused.no-reason-given
  "The start ended for want of memory; what the operating system said is not in the capture. [closson-2010: ORA-27102]"
  (logical
    (oracle-error (host ?host) (instance ?instance) (code "ORA-27102"|"ORA-27137"|"ORA-27106") (os-error unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running ~yes)))
  =>
  (assert (finding (name memory-refused) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::large-pages-refused.own-error
  "The start ended with the error that means large pages alone: the system had none left for the SGA. [oracle-use-large-pages: ONLY; closson-2010: ORA-27102]"
  (logical
    (oracle-error (host ?host) (instance ?instance) (code "ORA-27137"|"ORA-27106") (os-error 12|unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running ~yes)))
  =>
  (assert (finding (name large-pages-refused) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::sga-lock-refused.parameter
  "The start was refused its memory, and the instance is to lock its whole SGA. [closson-2010: Improper Permissions; linux-hugetlb-source: user_shm_lock]"
  (logical
    (finding (name memory-refused) (host ?host) (subject ?instance) (state present))
    (oracle-instance (host ?host) (lock-sga yes)))
  =>
  (assert (finding (name sga-lock-refused) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::sga-lock-refused.told
  "The start was refused its memory, and somebody says that the instance is to lock its SGA. [closson-2010: Improper Permissions; linux-hugetlb-source: user_shm_lock]"
  (logical
    (finding (name memory-refused) (host ?host) (subject ?instance) (state present))
    (finding (name sga-to-be-locked) (host ?host) (state present)))
  =>
  (assert (finding (name sga-lock-refused) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::shared-memory-not-permitted.error-1
  "Linux refused the shared memory with error 1, operation not permitted: huge pages want the right to lock that much memory, or membership in vm.hugetlb_shm_group. [linux-hugetlb-source: can_do_hugetlb_shm; linux-vm-sysctl: hugetlb_shm_group]"
  (logical
    (system (host ?host) (os linux))
    (oracle-error (host ?host) (instance ?instance) (code "ORA-27102"|"ORA-27125"|"ORA-27123") (os-error 1))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running ~yes)))
  =>
  (assert (finding (name shared-memory-not-permitted) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::segment-refused.no-reason-given
  "The start ended because no shared memory segment could be made; what the operating system said is not in the capture. [closson-2010: ORA-27102; linux-hugetlb-source: can_do_hugetlb_shm]"
  (logical
    (oracle-error (host ?host) (instance ?instance) (code "ORA-27125"|"ORA-27123") (os-error unknown))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running ~yes)))
  =>
  (assert (finding (name segment-refused) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::shared-memory-limit-reached.error
  "Linux refused the shared memory with error 28 (kernel.shmall or shmmni is reached) or 22 (kernel.shmmax): a limit of System V shared memory, whatever its pages. [oracle-mos-301830: Linux-x86_64 Error: 28]"
  (logical
    (system (host ?host) (os linux))
    (oracle-error (host ?host) (instance ?instance) (code "ORA-27102"|"ORA-27125"|"ORA-27123") (os-error 28|22))
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (running ~yes)))
  =>
  (assert (finding (name shared-memory-limit-reached) (host ?host) (subject ?instance) (state present))))

(defrule FINDINGS::shared-memory-limit-low.shmall
  "kernel.shmall, in pages of 4 kB, allows less shared memory than the SGA alone, and nothing shows that it was given all the same. [oracle-mos-301830: Cause]"
  (logical
    (vm-settings (host ?host) (shmall-pages ?pages&~unknown))
    (not (oracle-instance (host ?host) (instance ?instance) (running yes)))
    (quantity (name sga-size-bytes) (host ?host) (subject ?instance)
      (value ?size&:(above ?size (* ?pages ?*small-page-bytes*)))))
  =>
  (assert (finding (name shared-memory-limit-low) (host ?host) (subject ?instance) (state present))))

; --- size

(defrule FINDINGS::sga-size-bytes.running
  "The size of the SGA as the instance shows it. [closson-2010: Total System Global Area]"
  (logical (oracle-instance (host ?host) (instance ?instance) (type ~asm) (sga-bytes ?size&~unknown&~0.0)))
  =>
  (assert (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size))))

(defrule FINDINGS::sga-size-bytes.max-size
  "An instance asks for SGA_MAX_SIZE at its start, whatever SGA_TARGET says. [oracle-use-large-pages: SGA memory]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm) (sga-bytes unknown) (sga-max-size-bytes ?size&~unknown&~0.0)))
  =>
  (assert (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size))))

(defrule FINDINGS::sga-size-bytes.target
  "Where only SGA_TARGET is known, the SGA is at least that large. [oracle-use-large-pages: SGA memory]"
  (logical
    (oracle-instance (host ?host) (instance ?instance) (type ~asm)
      (sga-bytes unknown) (sga-max-size-bytes unknown|0.0) (sga-target-bytes ?size&~unknown&~0.0)))
  =>
  (assert (quantity (name sga-size-bytes) (host ?host) (subject ?instance) (value ?size))))
