; How full file systems are: in space, and in inodes.

(defglobal FINDINGS ?*inodes-left-percent* = 5)  ; percent | where a usual alert warns [node-mixin: NodeFilesystemAlmostOutOfFiles]
(defglobal FINDINGS ?*inodes-gone-percent* = 1)  ; percent | df prints 100 percent used; an unpacked image or build tree takes as many files, by experience [df-man: -i]
(defglobal FINDINGS ?*inodes-one-percent* = 2)    ; percent | df prints 98 percent used and more [df-man: -i]
(defglobal FINDINGS ?*inodes-few-left* = 20000)   ; inodes | one node_modules, container image or mail spool takes as many, by experience [df-man: -i]
(defglobal FINDINGS ?*inodes-handful* = 100)      ; inodes | what is left after the last refusal, for names are made and removed meanwhile, by experience [df-man: -i]
(defglobal FINDINGS ?*inodes-handful-percent* = 0.05) ; percent | of a small file system a hundred would be many, by experience [df-man: -i]
(defglobal FINDINGS ?*space-left-percent* = 5)   ; percent | where a usual alert warns [node-mixin: NodeFilesystemAlmostOutOfSpace]
(defglobal FINDINGS ?*space-gone-percent* = 3)   ; percent | where the same alert is critical [node-mixin: NodeFilesystemAlmostOutOfSpace]

(defrule FINDINGS::inodes-used-up.none-free
  "Each file and each directory takes an inode, and the file system has none left. [df-man: -i]"
  (logical (file-system-usage (host ?host) (mount ?mount) (inodes-free 0)))
  =>
  (assert (finding (name inodes-used-up) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::inodes-used-up.but-for-a-handful
  "Of many thousands of inodes a handful is left, which the next moment takes. [df-man: -i]"
  (logical (file-system-usage (host ?host) (mount ?mount) (inodes-free ?left&:(at-most ?left ?*inodes-handful*))
             (inodes-free-percent ?free&:(at-most ?free ?*inodes-handful-percent*))))
  =>
  (assert (finding (name inodes-used-up) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::inodes-used-up.kernel-says
  "The kernel says that the file system has no inode left. [man7-open: ENOSPC]"
  (logical (kernel-event (host ?host) (kind inodes-used-up) (subject ?mount)))
  =>
  (assert (finding (name inodes-used-up) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::inodes-used-up.enough-free
  "The file system has inodes for many more files. [df-man: -i]"
  (logical (file-system-usage (host ?host) (mount ?mount)
             (inodes-free-percent ?free&:(at-least ?free ?*inodes-left-percent*))))
  =>
  (assert (finding (name inodes-used-up) (host ?host) (subject ?mount) (state absent))))

(defrule FINDINGS::inodes-nearly-used-up.few-free
  "Hardly any inode is free: whoever makes many files at once gets none for the last of them. [node-mixin: NodeFilesystemAlmostOutOfFiles]"
  (logical (file-system-usage (host ?host) (mount ?mount)
             (inodes-free-percent ?free&:(below ?free ?*inodes-left-percent*))))
  =>
  (assert (finding (name inodes-nearly-used-up) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::inodes-all-but-gone.none-to-speak-of
  "Of a hundred inodes not one is free: df rounds that to 100 percent used. [df-man: -i]"
  (logical (file-system-usage (host ?host) (mount ?mount)
             (inodes-free-percent ?free&:(below ?free ?*inodes-gone-percent*)))
    (not (finding (name file-system-full) (host ?host) (subject ?mount) (state present))))
  =>
  (assert (finding (name inodes-all-but-gone) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::inodes-all-but-gone.few-files-left
  "Of a hundred inodes one is free, and these are some thousands: one build or image takes as many. [df-man: -i]"
  (logical (file-system-usage (host ?host) (mount ?mount) (inodes-free ?left&:(at-most ?left ?*inodes-few-left*))
             (inodes-free-percent ?free&:(below ?free ?*inodes-one-percent*)))
    (not (finding (name file-system-full) (host ?host) (subject ?mount) (state present))))
  =>
  (assert (finding (name inodes-all-but-gone) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::refused-with-space-left.told
  "Programs are refused new files for want of space, and this file system has space: inodes or a quota are what is missing. [man7-open: ENOSPC]"
  (logical
    (finding (name no-space-left) (host ?host) (state present))
    (finding (name file-system-full) (host ?host) (subject ?mount) (state absent)))
  =>
  (assert (finding (name refused-with-space-left) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::refused-with-space-left.by-a-program
  "A program is refused a new file for want of space, and this file system has space: inodes or a quota are what is missing. [man7-open: ENOSPC]"
  (logical
    (space-refusal (host ?host))
    (finding (name file-system-full) (host ?host) (subject ?mount) (state absent)))
  =>
  (assert (finding (name refused-with-space-left) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::new-file-refused.below-the-mount
  "A name below this mount was refused for want of space, and a name takes an inode and next to no space, of which there is enough. [man7-open: ENOSPC; mke2fs-man: -i bytes-per-inode]"
  (logical
    (space-refusal (host ?host) (place ?mount))
    (finding (name file-system-full) (host ?host) (subject ?mount) (state absent))
    (not (finding (name file-system-full) (host ?host) (state present)))
    (not (file-system (host ?host) (mount ?mount) (type btrfs|zfs|nfs|tmpfs))))
  =>
  (assert (finding (name new-file-refused) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::node-evicts-for-inodes.kubelet-says
  "The node's kubelet removes pods or images for want of inodes: fewer are left than it keeps free. [kubernetes-eviction: nodefs.inodesFree]"
  (logical (space-refusal (host ?host) (place ?place) (short-of inodes)))
  =>
  (assert (finding (name node-evicts-for-inodes) (host ?host) (subject ?place) (state present))))

(defrule FINDINGS::new-file-refused.with-few-inodes
  "A name below this mount was refused for want of space, and hardly any inode is free there: whoever makes many files at once takes the last ones. [man7-open: ENOSPC]"
  (logical
    (space-refusal (host ?host) (place ?mount))
    (finding (name inodes-nearly-used-up) (host ?host) (subject ?mount) (state present))
    (not (finding (name file-system-full) (host ?host) (state present))))
  =>
  (assert (finding (name new-file-refused) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::file-system-full.no-space
  "Hardly any space is left to programs without privilege. [node-mixin: NodeFilesystemAlmostOutOfSpace]"
  (logical (file-system-usage (host ?host) (mount ?mount)
             (space-free-percent ?free&:(below ?free ?*space-gone-percent*))))
  =>
  (assert (finding (name file-system-full) (host ?host) (subject ?mount) (state present))))

(defrule FINDINGS::file-system-full.room
  "The file system has space for data. [node-mixin: NodeFilesystemAlmostOutOfSpace]"
  (logical (file-system-usage (host ?host) (mount ?mount)
             (space-free-percent ?free&:(at-least ?free ?*space-left-percent*))))
  =>
  (assert (finding (name file-system-full) (host ?host) (subject ?mount) (state absent))))
