"""What Kittner, "Fully GPU-Orchestrated Multi-GPU Work Stealing" (KIT 2026; MGWS), has for a workload and a side: figures,
and what differs from here. It has two workloads, none of which spawns tasks; what it has for two GPUs and for CPU workers is
with the public queues in host memory."""

MACHINE = ("MGWS's machine: a Radeon RX 6950 XT and an RX 6600 on PCIe 4 x16, a 16-core EPYC 9124, HIP 7.1; a worker is a block, one for "
           "each compute unit, or a thread.")

QUEUES = "MGWS's queues lie in host memory, which each GPU reaches over its bus; here devices of a domain share memory, and domains move batches"
SMALL = "tasks write 8 bytes there as here"
TEXTS = "other texts, and the tasks read them in host memory"

FIGURES = {
    ("memset", "random"): ("with CPU workers and many GPU workers 5.5 times the time of restricted stealing, 3.6 times that with one worker a device",
                           QUEUES),
    ("memset", "near-first"): ("with CPU workers never nearer than 2.1 times the time of the CPU alone", QUEUES),
    ("memset", "equal"): ("two GPUs: 6.8 to 130 times faster than stealing", SMALL + "; " + QUEUES),
    ("memset", "none"): ("one GPU: up to 1.48 times faster than stealing", SMALL),
    ("contains", "random"): ("with CPU workers and more than 48 workers up to 1.8 times the time of biased stealing", TEXTS),
    ("contains", "near"): ("with CPU workers as good as random up to 48 workers, best beyond", TEXTS + "; its probability is 0.75, as here"),
    ("contains", "local"): ("with CPU workers up to 48 workers 1.8, beyond 1.3 times the time of the best", TEXTS),
    ("contains", "none"): ("with CPU workers up to 48 workers up to 3.2 times the time of random", TEXTS),
    ("contains", "equal"): ("two GPUs: up to 1.70 times slower at few workers, 1.08 times faster at 96", TEXTS),
}

MISSING_SIDES = {"alone": "each device alone is there the other figures' 1", "near-first": "not one of MGWS's",
                 "shares": "MGWS had equal shares only", "domains": "MGWS's other form, queues in the owner's memory, was never run"}


def figure(workload, side):
    """(figure, what differs)"""
    if (workload, side) in FIGURES:
        return FIGURES[workload, side]
    if workload not in ("memset", "contains"):
        return "none", "MGWS has no workload that spawns tasks, and none of given times"
    return "none", MISSING_SIDES.get(side.partition(":")[0], "not measured there")
