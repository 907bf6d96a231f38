"""The nets of mutants.py: builds a test program from a copy of the sources, and says how a test of it ends.

A test is named by words: the net, the program where the net has several, a claim, and options.

    unit PROGRAM [CLAIM]     tests/unit, compiled against the copy
    queue PROGRAM [CLAIM]    tests/queue, likewise
    flow PROGRAM [CLAIM]     tests/bounds, likewise: flow graphs
    message PROGRAM [CLAIM]  tests/message, likewise: messages
    turns CLAIM [OPTION …]   tests/threads/turns.c, whole runs with a chosen order of steps
    tsan CLAIM [OPTION …]    the same under ThreadSanitizer
    threads UNIT [WORD …]    the programs of tests/device as threads of one process
    copies UNIT [WORD …]     the same, where the host reaches the device by copies; UNIT may be turns, too
    weak [CLAIM] [OPTION …]  tests/weak/runtime.c, the C11 memory model
    device UNIT [WORD …]     the installed OpenCL device
    graph UNIT [WORD …]      tests/graph: files of host/graph alone (plan), or tensors on the installed device
    net PROGRAM [CLAIM]      tests/net, compiled against the copy: what is above the wire
    translate KIND CASE      a case of tests/translate, by a coopc that is linked from the build's objects and the mutant
"""
import os
import shutil
import signal
import subprocess
import tempfile

NETS = ["unit", "queue", "flow", "message", "turns", "tsan", "threads", "copies", "weak", "device", "graph", "net", "translate"]
PREFIX = {"turns": "threads.turns", "tsan": "threads.tsan.turns", "weak": "weak.runtime"}  # in CTest, where they differ

HOLDS, FAILS, LATE, SKIPPED = "holds", "fails", "does not end", "skipped"

# A run that does not end has shown nothing: it may have been slow. Seconds of processor time for each core, and so many
# times as long in all, for threads that sleep, on a machine that may have other work.
LIMIT_S = {"unit": 60, "queue": 60, "flow": 60, "message": 60, "turns": 60, "tsan": 60, "threads": 60, "copies": 60, "weak": 60, "device": 60, "graph": 60, "net": 60, "translate": 60}
PATIENCE = 3

SEED = "1"
RUNS = {"turns": 200, "tsan": 25}
# What a table runs: every claim at each of these sizes, with fewer runs of each.
TABLE_RUNS = {"turns": 20, "tsan": 8}
SHAPES = {"turns": [[], ["local=2", "workers=2"], ["workers=6"]], "tsan": [[], ["local=2", "workers=2"]]}
SIZES = {"threads": ["workers=4", "local=1", "transitions=100", "tasks=2000", "untraced=1"],
         "copies": ["workers=3", "local=4", "transitions=100"],
         "device": ["workers=4", "local=1", "transitions=100", "seconds=1"]}
ENVIRONMENT = {"tsan": {"TSAN_OPTIONS": "halt_on_error=1:history_size=4"},
               "queue": {"TSAN_OPTIONS": "halt_on_error=1:history_size=4"},
               "copies": {"COOP_TRANSPORT": "copy"},
               "graph": {"POCL_DEVICES": "pthread pthread", "POCL_MAX_PTHREAD_COUNT": "6"}}

WRAPPED = [f"-Wl,--wrap=coop_{name}" for name in ("run_start", "run_stop", "run_destroy", "context_destroy")]
C = ["-std=gnu11", "-O1", "-g", "-w", "-D_GNU_SOURCE", "-DCL_TARGET_OPENCL_VERSION=300"]


class Copy:
    """A copy of the sources with one mutant in it, and what is built from it, each program once."""

    def __init__(self, recipe, mutant):
        self.recipe = recipe
        self.root = recipe["root"]
        self.file = mutant.file
        self.name = mutant.name
        self.programs = {}
        self.work = tempfile.mkdtemp(prefix="mutant-")
        for room in ("cl", "include", "host", "coopc"):
            shutil.copytree(os.path.join(self.root, room), os.path.join(self.work, room))
        if self.file.startswith("host/"):  # the device's programs are those of every other mutant of the host
            cache = os.path.join(recipe["cache"][0], "pocl-cache")
            os.makedirs(cache, exist_ok=True)
            os.symlink(cache, os.path.join(self.work, "pocl-cache"))
        path = os.path.join(self.work, mutant.file)
        text = mutant.apply(open(path).read())
        if text is None:
            raise SystemExit(f"{mutant.name}: its old lines are not in {mutant.file} exactly once")
        open(path, "w").write(text)
        self.includes = [f"-I{self.work}", f"-I{self.work}/include", f"-I{self.root}", f"-I{self.root}/include",
                         f"-I{self.root}/tests/support"]

    def close(self):
        shutil.rmtree(self.work, ignore_errors=True)

    def of(self, key):
        return [value for value in self.recipe.get(key, []) if value]

    def execute(self, command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.work)
        if done.returncode != 0:
            raise SystemExit(f"{self.name}: {' '.join(command)}\n{done.stdout[-4000:]}")

    def compile(self, source, output, options):
        output = os.path.join(self.work, output)
        self.execute([self.recipe["cc"]] + C + options + self.includes + ["-c", source, "-o", output])
        return output

    def host_objects(self, prefix, options):
        """The mutated host file, if it is one; it stands before the library and so takes the place of its member."""
        if not self.file.startswith("host/") or self.file.endswith(".h"):
            return []
        return [self.compile(os.path.join(self.work, self.file), f"{prefix}_host.o", options)]

    def program(self, net, name):
        """The program of a net, built when it is first asked for."""
        net = net if net != "copies" else name if name in RUNS else "threads"
        if (net, name) not in self.programs:
            build = {"unit": self.build_sources, "queue": self.build_sources, "flow": self.build_sources,
                     "message": self.build_sources, "net": self.build_sources, "weak": self.build_weak,
                     "device": self.build_device, "graph": self.build_graph, "translate": self.build_translate}.get(net, self.build_threads)
            self.programs[net, name] = build(net, name)
        return self.programs[net, name]

    def build_sources(self, net, name):
        key = f"{net}.{name}"
        folder = os.path.join(self.root, "tests", net)
        sources = [os.path.join(folder, source) for source in self.of(key)]
        sources = [source.replace(f"{self.root}/host/", f"{self.work}/host/") for source in sources]
        host = [] if os.path.join(self.work, self.file) in sources else self.host_objects
        options = ["-O0", "-g0"] + self.of(f"{key}.options") + [f"-D{word}" for word in self.of(f"{key}.definitions")]
        program = os.path.join(self.work, f"{net}_{name}")
        self.execute([self.recipe["cc"]] + C + options + self.includes +
                     [f"-I{word}" for word in self.of(f"{key}.includes")] + sources +
                     (host and host(f"{net}_{name}", options)) + self.of("support") + self.of("inside") + self.of("opencl") + self.of(f"{key}.link") +
                     ["-lpthread", "-lm", "-o", program])
        return program

    def build_threads(self, net, name):
        """`net` is turns or tsan, and `name` the same, or threads and a unit of tests/device."""
        key = net if net != "threads" else f"threads.{name}"
        sanitize = self.of(f"{key}.options")
        module, kernels = self.of(f"{key}.module")
        kernel = os.path.join(module, f"{kernels}_threads.o")
        if not self.file.startswith("host/"):
            kernel = os.path.join(self.work, f"{'tsan_' if sanitize else ''}{kernels}.o")
            if not os.path.exists(kernel):
                self.compile_kernel(module, kernels, kernel, sanitize)
        points = ["-include", os.path.join(self.root, "tests/threads/points.h")]
        program = os.path.join(self.work, f"{net}_{name}")
        self.execute([self.recipe["cc"]] + sanitize + WRAPPED + self.of(f"{key}.objects") +
                     self.host_objects(f"{net}_{name}", sanitize + points) + [kernel] + self.of(f"{key}.library") +
                     ["-lpthread", "-o", program])
        return program

    def compile_kernel(self, module, kernels, output, sanitize):
        work = ["-DCOOP_WORK=1", "-DCOOP_COLLECTIVES=1"] if kernels == "kernels" else []
        self.execute([self.recipe["clang"], "-x", "cl", "-cl-std=CL3.0", "-O1", "-g", "-fno-omit-frame-pointer", "-fPIC", "-w",
                      "-DCOOP_HOST_SYSTEM_CALLS=1", "-DCOOP_ITEMS_TAKE_TURNS=0", f"-Dcoop_megakernel=coop_megakernel_{kernels}"] + work + sanitize +
                     self.includes + ["-c", os.path.join(module, f"{kernels}_threads.cl"), "-o", output])
        self.execute([self.recipe["objcopy"], "-G", f"coop_megakernel_{kernels}", "-G", f"coop_local_bytes_{kernels}", output])

    def build_weak(self, net, name):
        program = os.path.join(self.work, "weak")
        folders = self.of("weak.includes")
        options = ["-fsanitize=thread"] + [f"-I{folder}" for folder in folders]
        svm = os.path.join(self.work if self.file.startswith("host/") else self.root, "host/transport/svm.c")
        objects = [self.compile(os.path.join(folders[0], "megakernel.c"), "weak_megakernel.o", options),
                   self.compile(svm, "weak_svm.o", options + ["-Dsyscall=weak_syscall", "-Dmemcpy=weak_memcpy"])]
        self.execute([self.recipe["cc"], "-o", program] + objects + self.of("weak.objects") + self.of("weak.library") +
                     self.of("support") + self.of("device_library") + ["-lpthread"])
        return program

    def build_translate(self, net, name):
        """A script for cases of one kind, or, where the name has a dot, for one case."""
        coopc = os.path.join(self.work, "coopc_mutant")
        if not os.path.exists(coopc):
            objects = [item for item in self.of("translate.objects") if not item.endswith(f"/{self.file[len('coopc/'):]}.o")]
            objects.append(self.compile(os.path.join(self.work, self.file), "coopc_mutant.o",
                                        ["-D_XOPEN_SOURCE=700", f"-DCOOP_INCLUDE_DIR=\"{self.work}/include\"",
                                         "-isystem", self.recipe["translate.includes"][0]]))
            self.execute([self.recipe["cc"]] + objects + self.of("translate.library") + ["-o", coopc])
        folder = os.path.join(self.root, "tests/translate")
        program = os.path.join(self.work, f"translate_{name}")
        with open(program, "w") as script:
            script.write(f"""#!/bin/sh
set -- {" ".join(name.split("."))} "$@"
case $1 in
tasks | golden) exec sh {folder}/$1.sh {coopc} {self.work}/include {folder}/$1/$2.cl ;;
rejects | warns) exec sh {folder}/rejects.sh {coopc} {self.work}/include {folder}/$1/$2.cases ;;
runs) exec sh {folder}/execute.sh {coopc} {self.work}/include {folder}/runs/$2.cl ;;
random_tasks) exec sh {folder}/random.sh {coopc} {self.work}/include task "${{2#from_}}" ;;
esac
exit 2
""")
        os.chmod(program, 0o755)
        return program

    def device_text(self, name, files, above):
        text = os.path.join(self.work, f"{name}.cl")
        source = os.path.join(self.work, f"device_text_{name}.c")
        scripts = os.path.join(self.root, "cmake/scripts")
        self.execute([self.recipe["cmake"], f"-DROOT={self.work}", f"-DFILES={';'.join(files)}", f"-DABOVE={';'.join(above)}",
                      f"-DOUTPUT={text}", "-P", f"{scripts}/join_device_text.cmake"])
        self.execute([self.recipe["cmake"], f"-DINPUT={text}", f"-DOUTPUT={source}", f"-DSYMBOL=coop_device_text_{name}",
                      "-DINCLUDE=host/module/device_text.h", "-P", f"{scripts}/embed_text.cmake"])
        return self.compile(source, f"device_text_{name}.o", [])

    def build_device(self, net, name):
        if ("device", "text") not in self.programs:
            before, after = self.of("device_before"), self.of("device_after")
            self.programs["device", "text"] = self.host_objects("device", []) or \
                [self.device_text("before", before, []), self.device_text("after", after, before)]
        program = os.path.join(self.work, f"device_{name}")
        self.execute([self.recipe["cc"]] + WRAPPED + self.of(f"device.{name}") + self.programs["device", "text"] +
                     self.of("support") + self.of("device_library") + ["-lpthread", "-o", program])
        return program

    def build_graph(self, net, name):
        if self.of(f"graph.{name}"):
            return self.build_sources(net, name)
        program = os.path.join(self.work, f"graph_{name}")
        self.execute([self.recipe["cc"]] + self.of(f"graph.{name}.objects") + self.host_objects("graph", []) +
                     self.of("graph_library") + self.of("support") + self.of("device_library") +
                     (self.of(f"graph.{name}.link") or WRAPPED) + ["-lpthread", "-lm", "-o", program])
        return program


def run(net, program, words):
    """(how it ends, output). The program leaves its files beside itself."""
    limit_s = LIMIT_S[net]
    environment = {**os.environ, **ENVIRONMENT.get(net, {}), "POCL_CACHE_DIR": os.path.join(os.path.dirname(program), "pocl-cache")}
    os.makedirs(environment["POCL_CACHE_DIR"], exist_ok=True)
    limited = ["sh", "-c", f'ulimit -S -t {limit_s * (os.cpu_count() or 1)} && exec "$0" "$@"', program] + words
    try:
        done = subprocess.run(limited, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=limit_s * PATIENCE,
                              cwd=os.path.dirname(program), env=environment)
    except subprocess.TimeoutExpired as late:
        return LATE, (late.stdout or b"").decode(errors="replace")
    output = done.stdout.decode(errors="replace")
    if done.returncode == -signal.SIGXCPU:
        return LATE, output
    return {0: HOLDS, 77: SKIPPED}.get(done.returncode, FAILS), output


def run_test(copy, words):
    """A test by its words, as a recipe names it."""
    net, *words = words
    name = net if net in RUNS or net == "weak" else words.pop(0)
    program = copy.program(net, name)
    sizes = [] if any("=" in word for word in words) or name in RUNS else SIZES.get(net, [])
    runs = [f"runs={RUNS[name]}"] if name in RUNS else []
    return run(net, program, words + sizes + runs + [f"seed={SEED}"])  # the first value of an option counts


def name_of(words):
    """The name that CTest knows it by; where the options differ, that of the claim at its own size."""
    net, *words = words
    words = [word for word in words if "=" not in word]
    if words[:1] == ["turns"]:
        return "threads.turns." + words[1].replace("by_chance", "by_copies")
    if net in ("threads", "copies"): # a test of all the program's claims
        return f"threads.{words[0]}" + (".by_copies" if net == "copies" else "")
    return ".".join([PREFIX.get(net, net)] + words)


def claims_of(program):
    return subprocess.run([program, "--list"], stdout=subprocess.PIPE, text=True).stdout.split()


def is_of_queues(file):
    """Is it about work stealing alone? Then the nets without work queues have no part in it."""
    return file.startswith("include/coop/device/") or file.endswith(("shared/queue.h", "shared/task.h", "shared/team.h", "shared/member.h", "cl/work.cl"))


def is_of_flows(file):
    """Is it about flow graphs alone?"""
    return (file.startswith(("include/coop/device/block", "include/coop/device/flow", "include/coop/device/closure",
                             "include/coop/device/ring")) or
            file.endswith(("shared/channel.h", "shared/closure.h", "shared/ring.h")))


def is_of_messages(file):
    """Is it about messages alone?"""
    return file.startswith(("include/coop/device/message", "include/coop/device/delivery", "include/coop/device/handler")) or file.endswith("shared/message.h")


def graphs_of(copy, programs):
    """Those on a device, and those that are made of the file."""
    return [name for name in programs
            if copy.of(f"graph.{name}.objects") or any(source.endswith(copy.file) for source in copy.of(f"graph.{name}"))]


def nets_of(copy, programs):
    """Those that are made of the file; of a header, all."""
    return [name for name in programs
            if copy.file.endswith(".h") or any(source.endswith(copy.file) for source in copy.of(f"net.{name}"))]


def programs_of(copy, net):
    """What a table runs of a net on account of the file: the programs that hold it."""
    programs = copy.of(f"programs.{net}")
    if net == "translate" or copy.file.startswith("coopc/"):
        return programs if net == "translate" and copy.file.startswith("coopc/") else []
    if is_of_messages(copy.file) or net == "message":
        return programs if is_of_messages(copy.file) and net == "message" else []
    if is_of_flows(copy.file) or net == "flow":
        return programs if is_of_flows(copy.file) and net == "flow" else []
    if copy.file.startswith("host/graph/") or net == "graph":
        return graphs_of(copy, programs) if copy.file.startswith("host/graph/") and net == "graph" else []
    if copy.file.startswith("host/net/") or net == "net":
        return nets_of(copy, programs) if copy.file.startswith("host/net/") and net == "net" else []
    room = copy.file.split("/")[0]
    if is_of_queues(copy.file):
        return {"queue": programs if room == "include" else [], "threads": ["work"], "device": ["work"]}.get(net, [])
    if net == "unit" and room == "host":
        return copy.of("host_units")
    if net == "unit":
        return [name for name in programs if name not in copy.of("host_units") and
                (room == "include" or name in ("leader", "draw") or name == "relax" and copy.file.endswith(".clh"))]
    if net == "queue":
        return programs if copy.file.endswith((".clh", "groups.h", "phase.h", "types.h")) else []
    if net == "weak" and room == "host" and not copy.file.endswith("svm.c"):
        return []
    return programs


def tests_of(copy, net):
    """The words behind the net of all that a table runs."""
    for name in programs_of(copy, net):
        if net not in RUNS:
            yield name, SIZES.get(net, []) + [f"seed={SEED}"]
            continue
        for shape in SHAPES[net]:
            claims = [claim for claim in claims_of(copy.program(net, name))
                      if "local=2" in shape or not claim.startswith("parting")] # two work-items at least must part
            yield name, claims + shape + [f"seed={SEED}", f"runs={TABLE_RUNS[net]}"]


def first_that_fails(words, output):
    """Of the claims among the words: the one that says so, or the one in which the program ended."""
    said = [line.split()[1] for line in output.splitlines() if line.startswith("FAILS: ")]
    held = sum(line.startswith("holds: ") for line in output.splitlines())
    claims = [word for word in words if "=" not in word]
    return said[0] if said else claims[held] if held < len(claims) else ""


def catch(copy, net):
    """What of a net catches the mutant: (its name, or '' for nothing, or why nothing is known; did the trace check see it?)."""
    known = skipped = False
    late = ""
    for name, words in tests_of(copy, net):
        outcome, output = run(net, copy.program(net, name), words)
        label = name
        if net in RUNS:
            shape = [word for word in words if word.startswith(("local=", "workers="))]
            label = " ".join([first_that_fails(words, output)] + shape)
        if outcome == FAILS:
            return label, "the trace violates" in output
        known |= outcome == HOLDS
        skipped |= outcome == SKIPPED
        late = late or (f"no end: {label}" if outcome == LATE else "")
    return (late if late or known else "not run" if skipped else "–"), False
