#!/bin/sh
# data_graph.sh NAME COMMAND …: the command on graphs/NAME, perhaps compressed, of the directory that COOP_DATA_DIR names;
# without it exit code 77.
set -eu
name=$1
shift
for path in "${COOP_DATA_DIR:-}/graphs/$name" "${COOP_DATA_DIR:-}/graphs/$name.xz" "${COOP_DATA_DIR:-}/graphs/$name.gz"; do
    if [ -n "${COOP_DATA_DIR:-}" ] && [ -e "$path" ]; then
        exec "$@" --graph "$path"
    fi
done
echo "COOP_DATA_DIR names no directory with graphs/$name"
exit 77
