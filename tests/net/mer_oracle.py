"""mer_oracle.py FOLDER COMMAND …: `COMMAND … mer` counts pieces of reads as the few lines of count() below do. The reads are random,
in every form that the reader takes: FASTA on several lines, FASTQ, small letters, unknown ones, empty reads, compressed."""
import collections
import gzip
import os
import random
import subprocess
import sys

PARTNER = str.maketrans("ACGT", "TGCA")


def count(reads, length):
    """The lines that --output and --neighbours make."""
    counts = collections.Counter()
    front, back = collections.defaultdict(set), collections.defaultdict(set)
    for read in reads:
        read = "".join(letter if letter in "ACGT" else " " for letter in read.upper())
        for strand in (read, read[::-1].translate(PARTNER)):
            for i in range(len(strand) - length + 1):
                piece = strand[i:i + length]
                if " " not in piece and piece < piece[::-1].translate(PARTNER):
                    counts[piece] += 1
                    front[piece].update(strand[max(i - 1, 0):i].strip())
                    back[piece].update(strand[i + length:i + length + 1].strip())
    return "".join(f"{piece} {counts[piece]} {''.join(sorted(front[piece])) or '-'} {''.join(sorted(back[piece])) or '-'}\n"
                   for piece in sorted(counts))


def draw(seed):
    """Reads of a genome with repeats, so that pieces come often."""
    chance = random.Random(seed)
    genome = "".join(chance.choice("ACGT") for _ in range(300)) * 2 + "A" * 60
    reads = ["", "ACGT", "N" * 40]
    for _ in range(200):
        at, size = chance.randrange(len(genome)), chance.randrange(1, 120)
        read = [chance.choice("ACGTNRacgtn-") if chance.random() < 0.02 else letter for letter in genome[at:at + size]]
        reads.append("".join(read)[::-1].translate(PARTNER) if chance.random() < 0.5 else "".join(read))
    return reads


def fasta(reads):
    lines = []
    for number, read in enumerate(reads):
        lines += [f">read {number}"] + [read[i:i + 50] for i in range(0, len(read), 50)]
    return "\n".join(lines) + "\n"


def fastq(reads, seed):
    chance = random.Random(seed)
    return "".join(f"@read {number}\r\n{read}\r\n+\r\n{''.join(chance.choice('@+>!I') for _ in read)}\r\n"
                   for number, read in enumerate(reads))


def main():
    folder, command = sys.argv[1], sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    seed = int(os.environ.get("COOP_TEST_SEED", "0") or 0, 0) or random.randrange(1 << 32)
    print("seed", seed)
    reads = [draw(seed), draw(seed + 1)]
    files = [os.path.join(folder, "reads.fa"), os.path.join(folder, "reads.fq.gz")]
    with open(files[0], "w", encoding="ascii") as file:
        file.write(fasta(reads[0]))
    with gzip.open(files[1], "wt", encoding="ascii", newline="") as file:
        file.write(fastq(reads[1], seed))
    made = os.path.join(folder, "made.txt")
    for length in (1, 5, 21, 31):
        subprocess.run(command + ["mer", "--length", str(length), "--reads", files[0], "--reads", files[1],
                                  "--neighbours", "--verify", "--output", made], check=True)
        with open(made, encoding="ascii") as file:
            if file.read() != count(reads[0] + reads[1], length):
                sys.exit(f"{made}: pieces of {length} letters are not those of count()")


main()
