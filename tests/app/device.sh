# For the other scripts to read: runs a program whose device may be missing.

# run_on_device COMMAND …: runs it with its output in $output; leaves with 77 when no device can serve.
run_on_device() {
    status=0
    output=$("$@" 2>&1) || status=$?
    case $output in
    *COOP_NO_DEVICE* | *COOP_DEVICE_UNFIT* | *"no OpenCL device matches \"\""*)
        echo "$output"
        exit 77
        ;;
    esac
    return "$status"
}
