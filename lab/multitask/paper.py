"""What the paper says: Sorensen, Evrard, Donaldson, "Cooperative Kernels: GPU Multitasking for Blocking Algorithms"
(FSE 2017), section 5, of an Intel Iris 6100."""

# Periodic jobs, and two of displays: period P and time E on all work-groups, in ms.
CLASSES = {"light": (70, 3), "medium": (40, 3), "heavy": (40, 10), "60hz": (16.7, 5), "144hz": (6.9, 2)}
PAPER_CLASSES = ("light", "medium", "heavy")

AMOUNTS = ("one", "quarter", "half", "most", "automatic")
AMOUNT_TITLES = {"one": "1", "quarter": "N/4", "half": "N/2", "most": "N-1", "automatic": "automatic"}

# Table 2: slowdown without multitasking.
OVERHEAD = {"all": (1.07, 1.23), "barriers": (1.06, 1.20), "work stealing": (1.12, 1.23)}

# Table 3: at the amount of work-groups with which the class's period is met.
SLOWDOWN = {"light": ("quarter", 1.04), "medium": ("quarter", 1.08), "heavy": ("half", 1.47)}

# Figure 6: median period in ms, as far as the text states it.
PERIOD = {"heavy": {"one": 939, "quarter": 104, "half": 40}}

def preemption(period_ms, work_ms):
    """The slowdown if jobs preempted the kernel and took the whole device: P/(P - E)."""
    return period_ms / (period_ms - work_ms)
