; NFS: what a server exports, what a client measures.

(deftemplate MAIN::nfs-export
  "One directory that is exported to one client or group of clients. Key: host path client. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot path (type STRING))
  (slot client (type STRING))
  ; no: async, the server answers before the data is on disk
  (slot sync (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot writable (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  ; of the file system that holds the directory, where its mount was shown
  (slot file-system (type SYMBOL) (allowed-symbols vxfs ufs zfs ext2 ext3 ext4 xfs btrfs tmpfs nfs other unknown) (default unknown))
  (slot dataset (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot pool (type STRING SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::nfs-mount-times
  "What a client measured of one NFS mount, by nfsiostat or mountstats. Key: host mount output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot mount (type STRING))
  (slot output (type STRING))
  ; the server as the mount names it, without its domain
  (slot server (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot export (type STRING SYMBOL) (allowed-symbols unknown) (default unknown))
  ; yes: its name is that of a system which has no other file system
  (slot server-on-zfs (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot writes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot reads (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot read-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot commits (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot commit-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot retransmitted-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::nfs-calls
  "What an NFS server or client has counted since it started, from nfsstat. Key: host side. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot side (type SYMBOL) (allowed-symbols server client unknown) (default unknown))
  (slot calls (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot retransmitted (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot reads (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot writes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot commits (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::pool-media
  "What kind of devices the data of a ZFS pool lies on. Key: host pool. Kind: state."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot pool (type STRING))
  (slot media (type SYMBOL) (allowed-symbols rotating flash mixed unknown) (default unknown)))
