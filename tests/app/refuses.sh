# For the other scripts to read: command lines that make no sense. A fault sets $failures.
failures=0

# refuses SENTENCE PROGRAM ARGUMENT…
refuses() {
    message=$1
    shift
    code=0
    output=$("$@" 2>&1) || code=$?
    if [ "$code" != 2 ]; then
        echo "$*: exit code $code, wanted 2"
        failures=1
    fi
    case $output in
    *"$message"*) ;;
    *)
        echo "$*: said \"$output\", wanted \"$message\""
        failures=1
        ;;
    esac
}
