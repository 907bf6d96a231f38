# For the other scripts to read: runs a program whose device may be missing.

# run_on_device COMMAND …: runs it with its output in $output; leaves with 77 when no device can serve, with 1
# where COOP_REQUIRE_DEVICE is set.
run_on_device() {
    status=0
    output=$("$@" 2>&1) || status=$?
    case $output in
    *COOP_NO_DEVICE* | *COOP_DEVICE_UNFIT* | *"no OpenCL device matches \"\""*)
        echo "$output"
        [ -z "${COOP_REQUIRE_DEVICE:-}" ] || exit 1
        exit 77
        ;;
    esac
    return "$status"
}
