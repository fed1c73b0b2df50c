; For: the module cannot be built

(defrule CASES::virtualbox-module-mismatch.headers-missing
  "The build stops because the headers of the running kernel are not there."
  (logical (finding (name vbox-headers-missing) (host ?host) (subject ?module) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument headers-missing) (cf 0.85) (strength decisive))))

(defrule CASES::virtualbox-module-mismatch.does-not-compile
  "The source does not compile against this kernel, whose interfaces have moved on."
  (logical (finding (name vbox-compile-errors) (host ?host) (subject ?module) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument does-not-compile) (cf 0.75) (strength decisive))))

(defrule CASES::virtualbox-module-mismatch.symbols-missing
  "The module asks for names or versions that this kernel does not have."
  (logical (finding (name vbox-symbols-missing) (host ?host) (subject ?module) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument symbols-missing) (cf 0.75) (strength decisive))))

(defrule CASES::virtualbox-module-mismatch.symbols-missing-and-too-old
  "The module asks for what this kernel does not have, and this VirtualBox is older than the first that knows the kernel."
  (logical
    (finding (name vbox-symbols-missing) (host ?host) (subject ?module) (state present))
    (finding (name vbox-too-old) (host ?host) (subject ?module) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument symbols-missing-and-too-old) (cf 0.9) (strength decisive))))

(defrule CASES::virtualbox-module-mismatch.does-not-compile-and-too-old
  "The source does not compile, and this VirtualBox is older than the first that knows the kernel."
  (logical
    (finding (name vbox-compile-errors) (host ?host) (subject ?module) (state present))
    (finding (name vbox-too-old) (host ?host) (subject ?module) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument does-not-compile-and-too-old) (cf 0.9) (strength decisive))))

(defrule CASES::virtualbox-module-mismatch.too-old
  "This VirtualBox is older than the first that knows the running kernel."
  (logical (finding (name vbox-too-old) (host ?host) (subject ?module) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument too-old) (cf 0.55) (strength supporting))))

(defrule CASES::virtualbox-module-mismatch.built-for-another-kernel
  "The module was built for another kernel than the running one, so it was not rebuilt when the kernel changed."
  (logical (finding (name vbox-built-for-other-kernel) (host ?host) (subject ?module) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument built-for-another-kernel) (cf 0.7) (strength decisive))))

(defrule CASES::virtualbox-module-mismatch.not-built
  "There is no module for the running kernel: the build never ran, or it failed."
  (logical (finding (name vbox-module-absent) (host ?host) (subject ?module) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument not-built) (cf 0.6) (strength supporting))))

(defrule CASES::virtualbox-module-mismatch.does-not-load
  "The module is there and does not load; the message does not say why."
  (logical (finding (name vbox-load-fails) (host ?host) (subject ?module) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument does-not-load) (cf 0.35) (strength supporting))))

; For: the module is there, and is not let in or has nothing left

(defrule CASES::virtualbox-module-mismatch.signature-rejected
  "The kernel does not accept the signature of the module."
  (logical (finding (name vbox-key-rejected) (host ?host) (subject ?module) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument signature-rejected) (cf 0.85) (strength decisive))))

(defrule CASES::virtualbox-module-mismatch.signature-rejected-with-secure-boot
  "Secure Boot is on, and the kernel does not accept the signature of the module."
  (logical
    (finding (name vbox-key-rejected) (host ?host) (subject ?module) (state present))
    (finding (name secure-boot-on) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument signature-rejected-with-secure-boot) (cf 0.9) (strength decisive))))

(defrule CASES::virtualbox-module-mismatch.not-signed-with-secure-boot
  "Secure Boot is on, and the module bears no signature."
  (logical
    (finding (name vbox-unsigned) (host ?host) (subject ?module) (state present))
    (finding (name secure-boot-on) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument not-signed-with-secure-boot) (cf 0.65) (strength supporting))))

(defrule CASES::virtualbox-module-mismatch.does-not-load-with-secure-boot
  "Secure Boot is on, and the module does not load for a reason that is not said."
  (logical
    (finding (name vbox-load-fails) (host ?host) (subject ?module) (state present))
    (finding (name secure-boot-on) (host ?host) (subject ?host) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument does-not-load-with-secure-boot) (cf 0.6) (strength supporting))))

(defrule CASES::virtualbox-module-mismatch.kvm-keeps-the-processor
  "Virtual machines do not start, and KVM is loaded on a kernel on which it keeps the processor's virtualization for itself."
  (logical
    (finding (name kvm-owns-cpu) (host ?host) (subject ?module) (state present))
    (finding (name virtual-machine-does-not-start) (host ?host) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument kvm-keeps-the-processor) (cf 0.6) (strength supporting))))

(defrule CASES::virtualbox-module-mismatch.kvm-keeps-the-processor-from-a-loaded-module
  "VirtualBox's module is loaded and virtual machines do not start all the same, because KVM keeps the processor's virtualization for itself."
  (logical
    (finding (name kvm-owns-cpu) (host ?host) (subject ?module) (state present))
    (finding (name vbox-module-loads) (host ?host) (subject ?module) (state present))
    (finding (name virtual-machine-does-not-start) (host ?host) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument kvm-keeps-the-processor-from-a-loaded-module) (cf 0.85) (strength decisive))))

; Against

(defrule CASES::virtualbox-module-mismatch.module-is-loaded
  "The module is loaded, and KVM leaves it the processor: module and kernel fit."
  (logical
    (finding (name vbox-module-loads) (host ?host) (subject ?module) (state present))
    (finding (name kvm-owns-cpu) (host ?host) (subject ?module) (state absent)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument module-is-loaded) (cf -0.9) (strength decisive))))

(defrule CASES::virtualbox-module-mismatch.only-the-echoed-recipe
  "The message about an invalid kernel configuration is make echoing the text of a check. It stands in the log of every build, also of those that work."
  (logical (finding (name vbox-config-recipe) (host ?host) (subject ?module) (state present)))
  =>
  (assert (evidence (case virtualbox-module-mismatch) (host ?host) (subject ?module)
                    (argument only-the-echoed-recipe) (cf -0.1) (strength supporting))))
