#!/bin/sh
# refusals.sh FOLDER COOP_NET: what cannot be is refused with a sentence that names the option, or the file and its line.
set -u
folder=$1 net=$2
mkdir -p "$folder"
cd "$folder" || exit 1
wrong=0

# refused CODE SENTENCE ARGUMENT …
refused() {
    code=$1 sentence=$2
    shift 2
    said=$("$net" "$@" 2>&1)
    status=$?
    case $status:$said in
        "$code:"*"$sentence"*) ;;
        *)
            echo "coop-net $*: ends with $status and \"$said\"; wanted $code and \"$sentence\""
            wrong=$((wrong + 1))
            ;;
    esac
}

# file TEXT: in.txt
file() {
    printf "$1" >in.txt
}

refused 1 '--style wants messages, lane, coprocessor, coalesced or coalesced+aggregate, not "lanes"' gups --style lanes
refused 1 '--style wants messages or lane, not "coalesced"' mer --style coalesced
refused 1 '--handlers parallel is of --style messages, not of lane' mer --style lane --handlers parallel
refused 1 '--combine is of styles with messages, not of coprocessor' kmeans --style coprocessor --combine
refused 2 'bench: --app wants gups, pagerank, color, sssp, kmeans or mer, not "gap"' bench --app gap
refused 2 'bench takes no --through and no --handlers' bench --app mer --handlers parallel
refused 2 'there is no option "--grid"' bench --grid 20x20
refused 1 '--through is of --style messages, not of coalesced' gups --style coalesced --through
refused 1 '--style coprocessor exchanges queues by MPI' gups --style coprocessor --ranks 2
refused 2 '--buffer wants a whole number from 136' gups --buffer 88

refused 1 '--source 6 is no vertex: the graph'"'"'s are 0..5' sssp --grid 2x3 --source 6
refused 1 '--weights wants MAX' sssp --grid 2x3 --weights 0

refused 1 '5 clusters are more than 4 points' kmeans --points 4 --clusters 5
refused 1 '500 clusters in 2 dimensions have 1500 sums' kmeans --points 1000 --clusters 500
refused 2 '--clusters wants a whole number from 1 to 512, not "0"' kmeans --clusters 0
file '1 2\n3 x4\n'
refused 1 'in.txt:2: wanted a whole number from 0 to 65535, found "x4"' kmeans --file in.txt --clusters 1
file '1 2\n# so far\n\n3\n'
refused 1 'in.txt:4: wanted 2 coordinates, as on the lines before, found 1' kmeans --file in.txt --clusters 1
file '1 65536\n'
refused 1 'in.txt:1: wanted a whole number from 0 to 65535, found 65536' kmeans --file in.txt --clusters 1
file '1,-2\n'
refused 1 'in.txt:1: wanted a whole number from 0 to 65535, found "-2"' kmeans --file in.txt --clusters 1
file '1,\n'
refused 1 'in.txt:1: wanted a whole number from 0 to 65535, found the end of the line' kmeans --file in.txt --clusters 1
file '# nothing\n'
refused 1 'in.txt holds no points' kmeans --file in.txt
refused 1 'none.txt' kmeans --file none.txt

refused 1 '--length wants an odd number from 1 to 31, not 20' mer --length 20
refused 2 '--length wants a whole number from 1 to 31, not "33"' mer --length 33
refused 1 '--handlers wants sequential or parallel, not "all"' mer --handlers all
refused 1 'the table is full at 2 of 2 ranks: each has 100 places, and ' mer --ranks 2 --table 100 --handlers parallel
refused 1 '--genome wants LETTERS[,COVERAGE[,SEED]]' mer --genome 10,x
refused 1 'reads of 100 letters are longer than the genome, which has 50' mer --genome 50
refused 1 '--reads and --genome are both given' mer --genome 500 --reads in.txt
refused 1 'the table is full at 2 of 2 ranks: each has 100 places, and ' mer --ranks 2 --table 100
refused 1 'none.fa' mer --reads none.fa
file ''
refused 1 'in.txt:1: wanted FASTA, which begins with >, or FASTQ, which begins with @, found the end of the file' mer --reads in.txt
file 'ACGT\n'
refused 1 'in.txt:1: wanted FASTA, which begins with >, or FASTQ, which begins with @, found "ACGT"' mer --reads in.txt
file '>a\nACGT\nAC*T\n'
refused 1 'in.txt:3: wanted a letter of a sequence, found "*T"' mer --reads in.txt
file '>a\nAC\001T\n'
refused 1 'in.txt:2: wanted a letter of a sequence, found a byte of value 1' mer --reads in.txt
file '@a\nACGT\n@b\n'
refused 1 'in.txt:3: wanted a letter of a sequence, found "@b"' mer --reads in.txt
file '@a\nACGT\n'
refused 1 'in.txt:3: wanted a line that begins with +, found the end of the file' mer --reads in.txt
file '@a\nACGT\n+\nIII\n'
refused 1 'in.txt:5: wanted a quality for each letter of the read, found the end of the file' mer --reads in.txt
file '@a\nACGT\n+\nIIIIII\n'
refused 1 'in.txt:4: wanted as many qualities as the read has letters, found "II"' mer --reads in.txt
file '@a\nACGT\n+\nIIII\nACGT\n'
refused 1 'in.txt:5: wanted a read that begins with @, found "ACGT"' mer --reads in.txt
printf '>a\nACGTACGTACGTACGTACGTACGTACGT\n' | gzip >whole.gz
head -c 20 whole.gz >in.gz
refused 1 'the gzip data end early; get the file again' mer --reads in.gz

# The size that the sentence of full tables names is enough, and no letters at all are no fault.
size=$("$net" mer --ranks 3 --table 1000 2>&1 | sed -n 's/.*give --table //p')
"$net" mer --ranks 3 --table "$size" --verify || wrong=$((wrong + 1))
file '>nothing\n'
"$net" mer --ranks 2 --reads in.txt --verify || wrong=$((wrong + 1))
exit $((wrong > 0))
