; For

(defrule CASES::multipath-path-loss.because-the-network-link-failed
  "The paths run over the network, and an interface lost its link. [open-iscsi: session recovery timed out]"
  (logical
    (finding (name paths-over-network) (host ?host) (state present))
    (finding (name link-lost) (host ?host) (state present)))
  =>
  (assert (caused-by (case multipath-path-loss) (host ?host) (subject ?host)
                     (cause network-link-loss) (cause-host ?host) (cause-subject ?host))))
