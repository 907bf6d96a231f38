"""A text for contains that is as irregular as real ones: a document on each line, lengths after Pareto's distribution; four in ten
hold the word, as in MGWS's articles."""

import os
import random

WORD = "needle"
PART_WITH = 0.4
SHORTEST, LONGEST, SHAPE = 100, 1 << 20, 1.1
POOL_BYTES = 1 << 21
SEED = 1


def pool_of(chance):
    """Words of chance, none of which is the word."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(chance.choices(letters, k=chance.randint(1, 5))) for _ in range(5000)]
    return " ".join(chance.choices(words, k=POOL_BYTES // 3)).encode()


def make(path, count):
    """Writes the text, always the same for a count, unless it is there."""
    if os.path.exists(path):
        return
    chance = random.Random(SEED)
    pool = pool_of(chance)
    begun = path + ".begun"
    with open(begun, "wb") as file:
        for _ in range(count):
            length = min(int(SHORTEST * chance.paretovariate(SHAPE)), LONGEST)
            begin = chance.randrange(len(pool) - length)
            document = pool[begin:begin + length]
            if chance.random() < PART_WITH:
                at = chance.randrange(length)
                document = document[:at] + b" " + WORD.encode() + b" " + document[at:]
            file.write(document + b"\n")
    os.rename(begun, path)


def shape_of(path):
    """(documents, bytes in all, the largest one's over the mean); None of what cannot be read as lines."""
    if path.endswith((".gz", ".xz")):
        return None
    count = whole = largest = 0
    with open(path, "rb") as file:
        for line in file:
            count, whole, largest = count + 1, whole + len(line), max(largest, len(line))
    return (count, whole, largest * count / whole) if count else None
