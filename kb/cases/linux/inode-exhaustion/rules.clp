; Inodes are used up while space is left. df -h shows nothing of it; df -i does.

(defrule CASES::inode-exhaustion.no-inode-and-room
  "The file system has space left and no inode: it takes no further file, however small."
  (logical
    (finding (name inodes-used-up) (host ?host) (subject ?mount) (state present))
    (finding (name file-system-full) (host ?host) (subject ?mount) (state absent)))
  =>
  (assert (evidence (case inode-exhaustion) (host ?host) (subject ?mount)
                    (argument no-inode-and-room) (cf 0.9) (strength decisive))))

(defrule CASES::inode-exhaustion.no-inode
  "No inode is free. How much space is left was not looked at: on XFS a full disk shows the same."
  (logical
    (finding (name inodes-used-up) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (evidence (case inode-exhaustion) (host ?host) (subject ?mount)
                    (argument no-inode) (cf 0.6) (strength supporting))))

(defrule CASES::inode-exhaustion.refused-and-few-left
  "Programs are refused new files, and hardly any inode is free now."
  (logical
    (finding (name no-space-left) (host ?host) (subject ?any) (state present))
    (finding (name inodes-nearly-used-up) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (evidence (case inode-exhaustion) (host ?host) (subject ?mount)
                    (argument refused-and-few-left) (cf 0.5) (strength supporting))))

(defrule CASES::inode-exhaustion.inodes-are-free
  "Inodes for many more files are free on this file system."
  (logical
    (finding (name inodes-used-up) (host ?host) (subject ?mount) (state absent)))
  =>
  (assert (evidence (case inode-exhaustion) (host ?host) (subject ?mount)
                    (argument inodes-are-free) (cf -0.9) (strength decisive))))

(defrule CASES::inode-exhaustion.space-is-gone
  "The space is gone as well: that alone refuses new files, and on XFS it makes the free inodes vanish."
  (logical
    (finding (name file-system-full) (host ?host) (subject ?mount) (state present)))
  =>
  (assert (evidence (case inode-exhaustion) (host ?host) (subject ?mount)
                    (argument space-is-gone) (cf -0.8) (strength supporting))))
