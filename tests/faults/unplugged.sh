#!/bin/sh
# unplugged.sh COOP-INFO UNPLUG: coop-info names the capability that a device lacks, and ends with 1; UNPLUG
# is unplug.c as a library to load in front of libOpenCL.
set -eu
info=$1
unplug=$2
failures=0
unset COOP_TRANSPORT

# COOP_DEVICE's, or the first that serves.
whole=$("$info" --quick ${COOP_DEVICE:+--device "$COOP_DEVICE"} 2>&1) || {
    echo "skipped: $whole"
    exit 77
}
device=$(echo "$whole" | awk '/^device / { number = $2 + 0 } /^  serves +yes/ { print number; exit }')
whole=$("$info" --quick --device "$device")
unset COOP_DEVICE

# says CODE MISSING WORDS [TRANSPORT]
says() {
    code=0
    output=$(COOP_UNPLUG=$2 COOP_TRANSPORT=${4:-} LD_PRELOAD=$unplug "$info" --device "$device" 2>&1) || code=$?
    case $output in
    *"$3"*) [ "$code" = "$1" ] && return ;;
    esac
    echo "without $2: exit code $code, wanted $1; wanted \"$3\" in"
    echo "$output"
    failures=1
}

says 1 atomics_64 "serves         no: it has no 64-bit atomics"
says 1 atomics_64_extended "serves         no: it has no 64-bit atomics"
says 1 opencl_c_3 "serves         no: its compiler does not take OpenCL C 3.0"
case $whole in
*"NVIDIA CUDA"*) ;; # what its driver says of its atomics is not asked for
*)
    says 1 device_scope "serves         no: its atomics reach no further than a work-group"
    says 1 acquire_release "serves         no: its atomics are relaxed"
    ;;
esac
case $whole in
*"Portable Computing Language"*)
    says 1 compute_units "serves         no: it has fewer than 3 compute units"
    says 1 threads "serves         no: this build of PoCL runs kernels through OpenMP"
    ;;
esac
# Two devices in one process: what is missing is missing in each one's own context. PoCL names its driver
# pthread, from 4 on cpu.
case $whole in
*"Portable Computing Language"*)
    for driver in pthread cpu; do
        both=$(POCL_DEVICES="$driver $driver" COOP_UNPLUG=overlap COOP_TRANSPORT=copy LD_PRELOAD=$unplug \
            "$info" 2>&1) || true
        case $both in *"device 1:"*) break ;; esac
    done
    if [ "$(echo "$both" | grep -c "copies on a second command queue reach its memory only after")" -lt 2 ]; then
        echo "without overlap on two devices of one process: wanted each to say so in"
        echo "$both"
        failures=1
    fi
    ;;
esac
says 0 svm "transport      copy (fine-grained SVM with atomics: no)"
says 1 second_queue "FAILED: it does not open:" copy
says 1 second_queue "it has no second command queue" copy
says 1 overlap "copies on a second command queue reach its memory only after a running kernel has ended" copy
case $whole in
*"PoCL 5."* | *"PoCL 6."*) ;; # its answer leaves out what the runtime itself takes (host/run/options.c)
*) says 1 local_memory "FAILED: the megakernel does not start: not enough local memory" ;;
esac
case $whole in
*"Portable Computing Language"*) says 0 work_items "serves         yes" ;; # one work-item, which loops, is enough
*) says 1 work_items "ask for fewer (local_items)" ;;
esac
says 1 compiler "FAILED: the megakernel does not build: clBuildProgram failed with CL_COMPILER_NOT_AVAILABLE"
exit $failures
