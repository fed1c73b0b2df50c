; What long samplings came to: one row per output, episode, spike train or plateau.

(deftemplate MAIN::vmstat
  "One vmstat output in sum; the since-boot first sample is left out. Key: host output. Kind: event. Above 0: interval-seconds."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot os (type SYMBOL) (allowed-symbols linux solaris other unknown) (default unknown))
  (slot samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot interval-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot missing-intervals (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; longest time between two timestamps: a host or virtual machine that was not running leaves a gap
  (slot longest-gap-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; yes: the only sample is the average since boot
  (slot since-boot (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot run-queue-max (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot blocked-max (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; Solaris w: swapped-out threads waiting
  (slot swapped-max (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot free-first-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot free-min-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swap-in-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swap-out-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; samples in which anything was swapped in or out
  (slot swapping-samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; a stretch of swapping of the same host is known to be later
  (slot swapped-since (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot swapping-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot block-out-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot block-out-mean-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; median blocks-out of the samples that write, without bursts: what the disks sustain
  (slot drain-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot scan-rate-max-pages-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot page-out-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; vmstat -p: anonymous and file-system page-outs apart
  (slot anon-page-out-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot file-page-out-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot wait-mean-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot wait-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot steal-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot steal-mean-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot system-mean-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot system-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot idle-mean-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::cpu-load
  "CPU use in one iostat output in sum; the since-boot first sample is left out. Key: host output. Kind: event. Above 0: interval-seconds."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot since-boot (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot interval-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot busy-mean-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot wait-mean-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot wait-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot steal-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot steal-mean-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot system-mean-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot system-max-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot idle-mean-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; tasks that run or wait, over the last minute, from the head of top
  (slot load-average (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; of a partition that may never have more than it is entitled to: how much of that it used
  (slot cap-used-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::stall-train
  "The stalls of one kind in one output: write-pause is Linux blocks-out at nothing while tasks wait; cpu-dropout is a busy host suddenly idle. Key: host output kind. Kind: event. Above 0: period-seconds."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot kind (type SYMBOL) (allowed-symbols write-pause cpu-dropout unknown) (default unknown))
  (slot episodes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot longest-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot total-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; mode of the intervals between starts, only with three or more regular episodes
  (slot period-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot blocked-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot wait-mean-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swap-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; the highest blocks-out rate outside the stalls
  (slot burst-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; median blocks-out outside bursts and stalls: what the disks sustain
  (slot drain-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::scan-episode
  "A stretch in which the Solaris page scanner ran. Key: host output number. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot output (type STRING))
  (slot number (type INTEGER))
  (slot seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot peak-pages-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot mean-pages-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot free-before-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot free-min-bytes (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot page-out-max-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot swapped-max (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot start-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; counted from the beginning of a leap year, for logs that print no year
  (slot start-within-year-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::device-load
  "One device in one iostat or zpool iostat output, in sum; the since-boot first sample is left out. Key: host device output. Kind: event. Above 0: interval-seconds."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot output (type STRING))
  ; by its name, or by what other outputs tell of it; flash: not behind NVMe. lun: a volume of an array or a RAID controller
  (slot kind (type SYMBOL) (allowed-symbols nvme flash disk lun unknown) (default unknown))
  (slot samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot since-boot (type SYMBOL) (allowed-symbols yes no unknown) (default unknown))
  (slot interval-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot reads-s-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot writes-s-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; reads and writes together, where the tool does not tell them apart
  (slot transfers-s-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot writes-s-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot read-kb-s-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-kb-s-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-kb-s-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-size-kb-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot read-size-kb-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; Solaris asvc_t; Linux await, or r_await and w_await weighted by their counts
  (slot latency-ms-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot latency-ms-median (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot latency-ms-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what of latency-ms-mean passes in the host's own queue, before the device has the request: Solaris wsvc_t
  (slot host-queue-ms-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-latency-ms-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-latency-ms-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot read-latency-ms-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot queue-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot queue-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot busy-percent-mean (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot busy-percent-max (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; what others of the table need for a request in the middle, of its kind and with the same writes; how many times that it needs
  (slot peers-latency-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot times-peers (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; samples with the device at least 95 % busy or with requests queued, and not one completed
  (slot no-completion-samples (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::latency-spikes
  "The latency spikes of one device in one output: what changes inside them. Key: host device output. Kind: event. Above 0: period-seconds."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot output (type STRING))
  (slot spikes (type INTEGER SYMBOL) (allowed-symbols unknown) (default unknown))
  ; mode of the intervals between starts, only with three or more regular spikes
  (slot period-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot longest-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot latency-inside-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot latency-outside-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-size-inside-kb (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-size-outside-kb (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot writes-inside-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot writes-outside-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-kb-inside-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot write-kb-outside-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot queue-inside (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot busy-inside-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot first-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::write-plateau
  "A write rate that held, then fell to a lower one and stayed there. Key: host device output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot output (type STRING))
  (slot rate-before-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot rate-after-kb-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot seconds-before (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot seconds-after (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  ; written before the rate fell
  (slot bytes-at-knee (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot latency-before-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot latency-after-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot busy-after-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::latency-step
  "A latency that held, then rose to a higher one and stayed there. Key: host device output. Kind: event."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot device (type STRING))
  (slot output (type STRING))
  (slot latency-before-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot latency-after-ms (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot requests-before-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot requests-after-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot kb-before-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot kb-after-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot seconds-after (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot busy-after-percent (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::coincidence
  "The first stall of a host beside the first latency spike of a device, perhaps of another host, by their own clocks. Key: host device output stalled-host. Kind: event."
  (slot row (type INTEGER))
  ; the host of the device
  (slot host (type STRING))
  (slot device (type STRING))
  (slot output (type STRING))
  (slot stalled-host (type STRING))
  ; whole periods left out, where both trains are regular
  (slot apart-seconds (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot stall-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot spike-time (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown)))

(deftemplate MAIN::write-drain
  "What the storage below the page cache sustains, by the best measurement there is. Key: host. Kind: reading."
  (slot row (type INTEGER))
  (slot host (type STRING))
  (slot bytes-s (type FLOAT SYMBOL) (allowed-symbols unknown) (default unknown))
  (slot source (type SYMBOL) (allowed-symbols dd vmstat iostat unknown) (default unknown)))
