#!/bin/sh
# mer_jellyfish.sh FOLDER COMMAND …: `COMMAND … mer` counts as jellyfish does, on the reads of Debian's packages velvet-example and
# bowtie2-examples; where one is missing, exit code 77.
set -eu
folder=$1
shift
if ! command -v jellyfish >/dev/null; then
    echo "no jellyfish here to compare with (Debian: jellyfish)"
    exit 77
fi
files=$(dpkg -L velvet-example bowtie2-examples 2>/dev/null | grep -E '\.(fa|fasta|fq|fastq)(\.gz)?$' || true)
if [ -z "$files" ]; then
    echo "no reads here (Debian: velvet-example, bowtie2-examples)"
    exit 77
fi
mkdir -p "$folder"
for file in $files; do
    case $file in
        *.gz) zcat "$file" >"$folder/reads" ;;
        *) cp "$file" "$folder/reads" ;;
    esac
    jellyfish count -C -m 21 -s 10M -t 2 -o "$folder/counts.jf" "$folder/reads"
    jellyfish dump -c "$folder/counts.jf" | LC_ALL=C sort >"$folder/wanted.txt"
    "$@" mer --reads "$file" --output "$folder/made.txt"
    cmp "$folder/wanted.txt" "$folder/made.txt"
    echo "$file: $(wc -l <"$folder/made.txt") pieces"
done
