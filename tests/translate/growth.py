"""Whether coopc's work grows with a kernel's text and not with its square: processor time and memory for kernels
with 1,000 and with 4,000 barriers. usage: growth.py coopc include-dir"""

import os
import sys
import tempfile

SMALL = 1000
TIMES = 4
TRIES = 8
# Four times the text: 4 where the work grows with it, 16 where it grows with its square.
WORST = 9
HEAD = '#include "coop/kernel.clh"\n'
REGULAR = "kernel void k(global uint *x)\n{\n    uint v = x[0];\n"
COOPERATIVE = HEAD + "coop_kernel void k(global uint *x, uint c)\n{\n    transmit uint v = x[0];\n"


def lines(line):
    return lambda count: "".join(line.replace("@", str(i)) for i in range(count))


SHAPES = {
    "barriers": (REGULAR, lines("    x[@] += v; barrier(CLK_GLOBAL_MEM_FENCE);\n")),
    "macros": ("#define SYNC barrier(CLK_GLOBAL_MEM_FENCE)\n" + REGULAR, lines("    x[@] += v; SYNC;\n")),
    "variables": (REGULAR, lines("    uint w@ = x[@]; barrier(CLK_GLOBAL_MEM_FENCE); x[@] = w@ + v;\n")),
    "loops": (REGULAR, lines("    for (uint i = 0; i < 3; ++i) { x[@] += i; barrier(CLK_GLOBAL_MEM_FENCE); }\n")),
    "jumps": (REGULAR, lines("    while (v < @) { if (x[v]) break; barrier(CLK_GLOBAL_MEM_FENCE); if (v) continue; }\n")),
    "pointers": (REGULAR, lines("    int a@[2]; int *p@ = a@; *p@ = @; barrier(CLK_GLOBAL_MEM_FENCE);\n")),
    "resizing": (COOPERATIVE, lines("    x[@] += v; v++; c++; resizing_global_barrier();\n")),
    "forks": (COOPERATIVE, lines("    uint w@ = c; offer_kill(); request_fork(); if (x[@]) { x[@] = w@; global_barrier(); }\n")),
}


def measure(coopc, include, text):
    """Processor seconds and kilobytes."""
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "k.cl")
        with open(path, "w") as file:
            file.write(text)
        child = os.spawnv(os.P_NOWAIT, coopc, [coopc, "-w", "-I", include, path, "-o", path + ".module"])
        _, status, usage = os.wait4(child, 0)
        if status != 0:
            sys.exit("coopc: status %d" % status)
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def grows_too_fast(name, coopc, include, text):
    """By the least that each size took: other work takes time from a measurement, and never gives it any."""
    least = [(float("inf"), float("inf"))] * 3
    for _ in range(TRIES):
        for i, count in enumerate((10, SMALL, SMALL * TIMES)):
            least[i] = tuple(map(min, least[i], measure(coopc, include, text(count))))
        empty, small, large = least
        ratios = [(large[0] - empty[0]) / max(small[0] - empty[0], 1e-3), large[1] / small[1]]
        print("%-10s %6.2f s, %5.1f times; %7d KB, %5.1f times" % (name, large[0], ratios[0], large[1], ratios[1]))
        # Below a tenth of a second there is nothing to tell. Of the memory a constant part is libclang's.
        if (ratios[0] <= WORST or large[0] <= 0.1) and ratios[1] <= WORST:
            return False
    return True


def main():
    coopc, include = sys.argv[1:]
    has_failed = False
    for name, (head, body) in SHAPES.items():
        has_failed |= grows_too_fast(name, coopc, include, lambda count: head + body(count) + "}\n")
    if has_failed:
        sys.exit("the work grows faster than the text")


main()
