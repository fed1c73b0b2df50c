; VirtualBox's kernel modules: whether they are built, fit the kernel, are accepted, and who else uses the processor.

(defglobal FINDINGS ?*vbox-compile-errors-least* = 1)   ; errors | one is enough for the build to fail [virtualbox-source: build failure]
(defglobal FINDINGS ?*vbox-symbols-least* = 1)          ; symbols | one is enough for the module not to load [smith-2008-virtualbox: modprobe vboxdrv]
(defglobal FINDINGS ?*vbox-1-6-2* = 1006002)            ; version | the first that knows kernel 2.6.25 [smith-2008-virtualbox: versions after 1.6.2]
(defglobal FINDINGS ?*kernel-2-6-25* = 2006025)         ; version | changed interfaces that VirtualBox uses [smith-2008-virtualbox: root cause]
(defglobal FINDINGS ?*vbox-6-1-28* = 6001028)           ; version | the first with support for kernels 5.14 and 5.15 [virtualbox-changelog: Linux Host and Guest]
(defglobal FINDINGS ?*kernel-5-14* = 5014000)           ; version | the first of the two [virtualbox-changelog: Linux Host and Guest]
(defglobal FINDINGS ?*kernel-6-12* = 6012000)           ; version | from here on KVM takes the processor's virtualization when its module is loaded [virtualbox-issues: 188]

; --- building

(defrule FINDINGS::vbox-headers-missing.setup-log
  "A module is compiled against the headers of the running kernel; the build did not find them. [virtualbox-source: unable to find the headers of your current kernel]"
  (logical (virtualbox-setup (host ?host) (headers-missing yes)))
  =>
  (assert (finding (name vbox-headers-missing) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-headers-missing.found
  "The build got past the headers. [virtualbox-source: setup_modules]"
  (logical (virtualbox-setup (host ?host) (headers-missing no)))
  =>
  (assert (finding (name vbox-headers-missing) (host ?host) (subject "vboxdrv") (state absent))))

(defrule FINDINGS::vbox-headers-missing.not-installed
  "VirtualBox's module does not load, and the headers of the running kernel, against which it would be built, are not installed. [virtualbox-source: unable to find the headers of your current kernel]"
  (logical
    (module-load (host ?host) (module "vboxdrv") (result not-found|unknown-symbol|version-mismatch|other-error))
    (system (host ?host) (kernel ?kernel&~unknown))
    (kernel-headers (host ?host) (kernel ?kernel) (installed no)))
  =>
  (assert (finding (name vbox-headers-missing) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-headers-missing.installed
  "The headers of the running kernel are installed. [virtualbox-source: setup_modules]"
  (logical
    (system (host ?host) (kernel ?kernel&~unknown))
    (kernel-headers (host ?host) (kernel ?kernel) (installed yes))
    (not (virtualbox-setup (host ?host) (headers-missing yes))))
  =>
  (assert (finding (name vbox-headers-missing) (host ?host) (subject "vboxdrv") (state absent))))

(defrule FINDINGS::vbox-headers-of-other-kernel.listed
  "VirtualBox does not work, and headers are installed of another kernel than the running one only. [virtualbox-source: unable to find the headers of your current kernel]"
  (logical
    (system (host ?host) (kernel ?kernel&~unknown))
    (kernel-headers (host ?host) (kernel ?other&~?kernel) (installed yes) (row ?first))
    (not (kernel-headers (host ?host) (kernel ?kernel) (installed yes)))
    (not (kernel-headers (host ?host) (installed yes) (row ?before&:(below ?before ?first))))
    (finding (name virtualbox-in-use) (host ?host) (state present))
    (finding (name module-does-not-load|virtual-machine-does-not-start) (host ?host) (state present)))
  =>
  (assert (finding (name vbox-headers-of-other-kernel) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-compile-errors.setup-log
  "With the headers there, the source still does not compile: it expects an interface that this kernel no longer has. [smith-2008-virtualbox: root cause]"
  (logical
    (virtualbox-setup (host ?host) (headers-missing ~yes) (compile-errors ?errors&:(at-least ?errors ?*vbox-compile-errors-least*))))
  =>
  (assert (finding (name vbox-compile-errors) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-build-failed.said
  "make, DKMS or VirtualBox's own script says that the module was not built. [virtualbox-source: build failure]"
  (logical (virtualbox-setup (host ?host) (outcome failed)))
  =>
  (assert (finding (name vbox-build-failed) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-symbols-missing.setup-log
  "The linker leaves names open that the kernel would have to provide, and does not. [smith-2008-virtualbox: build_in_tmp]"
  (logical (virtualbox-setup (host ?host) (unresolved-symbols ?symbols&:(at-least ?symbols ?*vbox-symbols-least*))))
  =>
  (assert (finding (name vbox-symbols-missing) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-symbols-missing.loading
  "The kernel refuses the module because it asks for names or versions that this kernel does not have. [smith-2008-virtualbox: modprobe vboxdrv]"
  (logical (module-load (host ?host) (module "vboxdrv"|"vboxnetflt"|"vboxnetadp"|"vboxpci"|"vboxsf"|"vboxguest") (result unknown-symbol|version-mismatch)))
  =>
  (assert (finding (name vbox-symbols-missing) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-symbols-missing.counted
  "The kernel's log names symbols that the module asks for and this kernel does not have, or has in another version. [smith-2008-virtualbox: modprobe vboxdrv]"
  (logical
    (module-load (host ?host) (module "vboxdrv"|"vboxnetflt"|"vboxnetadp"|"vboxpci") (result ~loaded)
                 (symbols ?symbols&:(at-least ?symbols ?*vbox-symbols-least*))))
  =>
  (assert (finding (name vbox-symbols-missing) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-config-recipe.echoed
  "The log shows make printing the text of a check, not the check failing; VirtualBox's own script leaves these lines out. [virtualbox-source: filter of the build log; smith-2008-virtualbox: the bogus warning]"
  (logical (virtualbox-setup (host ?host) (echoed-config-recipe yes) (headers-missing ~yes)))
  =>
  (assert (finding (name vbox-config-recipe) (host ?host) (subject "vboxdrv") (state present))))

; --- versions

(defrule FINDINGS::vbox-too-old.for-2-6-25
  "This version is from before the kernel's interfaces changed in 2.6.25. [smith-2008-virtualbox: versions after 1.6.2]"
  (logical
    (virtualbox-setup (host ?host) (virtualbox-code ?version&:(below ?version ?*vbox-1-6-2*)))
    (system (host ?host) (kernel-code ?kernel&:(at-least ?kernel ?*kernel-2-6-25*))))
  =>
  (assert (finding (name vbox-too-old) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-too-old.for-2-6-25-by-the-log
  "This version is from before the kernel's interfaces changed in 2.6.25, for which the module was to be built. [smith-2008-virtualbox: versions after 1.6.2]"
  (logical
    (virtualbox-setup (host ?host) (virtualbox-code ?version&:(below ?version ?*vbox-1-6-2*)))
    (virtualbox-setup (host ?host) (kernel-code ?kernel&:(at-least ?kernel ?*kernel-2-6-25*))))
  =>
  (assert (finding (name vbox-too-old) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-too-old.for-5-14
  "This version is from before the first that knows kernels 5.14 and 5.15. [virtualbox-changelog: Linux Host and Guest]"
  (logical
    (virtualbox-setup (host ?host) (virtualbox-code ?version&:(below ?version ?*vbox-6-1-28*)))
    (system (host ?host) (kernel-code ?kernel&:(at-least ?kernel ?*kernel-5-14*))))
  =>
  (assert (finding (name vbox-too-old) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-too-old.for-5-14-by-the-log
  "This version is from before the first that knows kernels 5.14 and 5.15, for which the module was to be built. [virtualbox-changelog: Linux Host and Guest]"
  (logical
    (virtualbox-setup (host ?host) (virtualbox-code ?version&:(below ?version ?*vbox-6-1-28*)))
    (virtualbox-setup (host ?host) (kernel-code ?kernel&:(at-least ?kernel ?*kernel-5-14*))))
  =>
  (assert (finding (name vbox-too-old) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-built-for-other-kernel.modinfo
  "The file was built for another kernel than the running one, so it was not rebuilt when the kernel changed. [virtualbox-source: setup_modules]"
  (logical
    (module-load (host ?host) (module "vboxdrv") (built-for-kernel ?built&~unknown))
    (system (host ?host) (kernel ?kernel&~unknown&~?built)))
  =>
  (assert (finding (name vbox-built-for-other-kernel) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-built-for-other-kernel.dkms
  "DKMS holds the module for other kernels than the running one. [virtualbox-source: setup_modules]"
  (logical
    (system (host ?host) (kernel ?kernel&~unknown))
    (virtualbox-setup (host ?host) (in-dkms yes) (outcome built) (kernel ?built&~unknown&~?kernel) (row ?first))
    (not (virtualbox-setup (host ?host) (in-dkms yes) (outcome built) (kernel ?kernel)))
    (not (virtualbox-setup (host ?host) (in-dkms yes) (outcome built) (row ?before&:(below ?before ?first)))))
  =>
  (assert (finding (name vbox-built-for-other-kernel) (host ?host) (subject "vboxdrv") (state present))))

; --- loading

(defrule FINDINGS::vbox-key-rejected.loading
  "With Secure Boot the kernel loads only modules whose signature it knows. [virtualbox-source: System is running in Secure Boot mode]"
  (logical (module-load (host ?host) (module "vboxdrv"|"vboxnetflt"|"vboxnetadp"|"vboxpci") (result key-rejected)))
  =>
  (assert (finding (name vbox-key-rejected) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-unsigned.modinfo
  "The module bears no signature. [virtualbox-source: sign_modules]"
  (logical (module-load (host ?host) (module "vboxdrv") (signed no)))
  =>
  (assert (finding (name vbox-unsigned) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::secure-boot-on.host
  "The firmware lets only signed code run. [virtualbox-source: System is running in Secure Boot mode]"
  (logical (system (host ?host) (secure-boot yes)))
  =>
  (assert (finding (name secure-boot-on) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::secure-boot-on.off
  "Secure Boot is off, so signatures do not matter. [virtualbox-source: System is running in Secure Boot mode]"
  (logical (system (host ?host) (secure-boot no)))
  =>
  (assert (finding (name secure-boot-on) (host ?host) (subject ?host) (state absent))))

(defrule FINDINGS::vbox-module-absent.loading
  "There is no such module for the running kernel: it was never built. [virtualbox-source: setup_modules]"
  (logical (module-load (host ?host) (module "vboxdrv"|"vboxsf"|"vboxguest") (result not-found)))
  =>
  (assert (finding (name vbox-module-absent) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-load-fails.reason-not-said
  "The module was there and did not load; the reason stands in the kernel's log. [virtualbox-source: modprobe vboxdrv failed]"
  (logical (module-load (host ?host) (module "vboxdrv"|"vboxsf"|"vboxguest") (result other-error)))
  =>
  (assert (finding (name vbox-load-fails) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-module-loads.loaded
  "The module is loaded. [virtualbox-source: start]"
  (logical (module-load (host ?host) (module "vboxdrv") (result loaded)))
  =>
  (assert (finding (name vbox-module-loads) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::vbox-module-works.loaded-and-alone
  "The module is loaded, KVM leaves it the processor, and no machine was refused it. [virtualbox-source: start; virtualbox-issues: 188]"
  (logical
    (finding (name vbox-module-loads) (host ?host) (subject ?module) (state present))
    (finding (name kvm-owns-cpu) (host ?host) (subject ?module) (state absent))
    (not (finding (name vbox-cpu-taken) (host ?host) (subject ?module) (state present))))
  =>
  (assert (finding (name vbox-module-works) (host ?host) (subject ?module) (state present))))

(defrule FINDINGS::module-does-not-load.loading
  "The kernel did not take the module. [smith-2008-virtualbox: the failing module]"
  (logical
    (module-load (host ?host) (module "vboxdrv"|"vboxnetflt"|"vboxnetadp"|"vboxpci"|"vboxsf"|"vboxguest")
                 (result unknown-symbol|version-mismatch|key-rejected|not-found|other-error)))
  =>
  (assert (finding (name module-does-not-load) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::module-does-not-load.building
  "The module could not be built. [smith-2008-virtualbox: vbox-install.log]"
  (logical (virtualbox-setup (host ?host) (outcome failed)))
  =>
  (assert (finding (name module-does-not-load) (host ?host) (subject "vboxdrv") (state present))))

; --- who owns the processor

(defrule FINDINGS::kvm-owns-cpu.loaded
  "Since 6.12 KVM takes the processor's virtualization for itself as soon as its module is loaded, and VirtualBox gets none of it. [virtualbox-issues: 141 and 188; gentoo-virtualbox: enable_virt_at_load]"
  (logical
    (module-load (host ?host) (module "kvm_intel"|"kvm_amd") (result loaded))
    (system (host ?host) (kernel-code ?kernel&:(at-least ?kernel ?*kernel-6-12*)) (kvm-at-load ~no)))
  =>
  (assert (finding (name kvm-owns-cpu) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::virtual-machine-does-not-start.processor-taken
  "VirtualBox says that another hypervisor holds the processor's virtualization: it starts no machine. [virtualbox-issues: 188]"
  (logical (module-load (host ?host) (module "vboxdrv") (processor-taken yes)))
  =>
  (assert (finding (name virtual-machine-does-not-start) (host ?host) (subject ?host) (state present))))

(defrule FINDINGS::vbox-cpu-taken.error
  "VirtualBox refuses to start a machine, with the error that another hypervisor holds VT-x or AMD-V, and nothing says that KVM would take it only for a machine of its own. [virtualbox-issues: 141 and 188]"
  (logical
    (module-load (host ?host) (module "vboxdrv") (processor-taken yes))
    (not (finding (name kvm-owns-cpu) (host ?host) (subject "vboxdrv") (state absent))))
  =>
  (assert (finding (name vbox-cpu-taken) (host ?host) (subject "vboxdrv") (state present))))

(defrule FINDINGS::kvm-owns-cpu.older-kernel
  "Before 6.12 KVM and VirtualBox take turns. [virtualbox-issues: 188]"
  (logical (system (host ?host) (kernel-code ?kernel&:(below ?kernel ?*kernel-6-12*))))
  =>
  (assert (finding (name kvm-owns-cpu) (host ?host) (subject "vboxdrv") (state absent))))

(defrule FINDINGS::kvm-owns-cpu.waits-for-a-machine
  "KVM takes the processor's virtualization only while one of its own machines runs. [virtualbox-issues: 188]"
  (logical (system (host ?host) (kvm-at-load no)))
  =>
  (assert (finding (name kvm-owns-cpu) (host ?host) (subject "vboxdrv") (state absent))))

(defrule FINDINGS::kvm-owns-cpu.not-loaded
  "All loaded modules were listed, and KVM is not among them. [virtualbox-issues: 188]"
  (logical
    (read (host ?host) (template module-load) (complete yes))
    (not (module-load (host ?host) (module "kvm_intel"|"kvm_amd") (result loaded))))
  =>
  (assert (finding (name kvm-owns-cpu) (host ?host) (subject "vboxdrv") (state absent))))
