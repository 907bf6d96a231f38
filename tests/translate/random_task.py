"""A random program of tasks: random_task.py SEED > program.cl

Several tasks that spawn one another, depth by depth, so that every program ends. A generator that knows which results
are outstanding keeps the rules of the language: a result is not used, nor spawned into again, before a sync. Of the
array, loops spawn into the first twelve elements, one after the other, and other spawns into the last four."""

import random
import sys

HEAD = """#ifdef __OPENCL_C_VERSION__
#include "coop/kernel.clh"
#include "coop/spawn.clh"
#else
#include <coop/spawn.h>
#endif

struct pair { uint a; ulong b; };
static uint mix(uint a, uint b)
{
    a = (a ^ b) * 2654435761u;
    return a ^ (a >> 15);
}

#ifdef __OPENCL_C_VERSION__
#define ADD(place, value) \\
    atomic_fetch_add_explicit((global atomic_uint *)(place), value, memory_order_relaxed, memory_scope_device)
#else
#define ADD(place, value) (*(place) += (value))
#endif
static void effect(global uint *effects, uint value)
{
    ADD(&effects[value % 64], mix(value, 7u));
}

"""

TAIL = """
#ifdef __OPENCL_C_VERSION__
coop_kernel coop_kill_any void tests(global struct coop_flowgraph *graph, global uint *effects)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        request_fork();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow, effects);
    }
}
#endif
"""


class Task:
    def __init__(self, rng, name, kind):
        self.rng, self.name, self.kind = rng, name, kind

    def head(self):
        result = {"void": "void", "uint": "uint", "ulong": "ulong", "pair": "struct pair"}[self.kind]
        return f"coop_task {result} {self.name}(uint depth, uint seed, coop_common global uint *effects)"


class Body:
    """Writes one task's statements. `out` is what is outstanding: names of results."""

    def __init__(self, rng, task, tasks):
        self.rng, self.task, self.tasks, self.lines = rng, task, tasks, []
        self.loops = 0
        self.names = 0
        self.targets = {"x": "uint", "y": "ulong", "p": "pair", "q.b": "ulong", "q.a": "uint", "z": "uint"}
        self.budget = rng.randint(6, 20)

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def readable(self, out):
        words = ["a", "b", "n", "seed", "depth", "(uint)c"]
        busy = {name.split(".")[0] for name in out}
        for name, kind in self.targets.items():
            if name.split(".")[0] not in busy:
                words.append({"uint": name, "ulong": f"(uint){name}", "pair": f"{name}.a + (uint){name}.b"}[kind])
        if "r" not in busy:
            words.append(" + ".join(f"r[{i}] * {i + 1}" for i in range(16)))
        return words

    def value(self, out, leaves=""):
        """`leaves`: a variable that the same statement changes."""
        words = [word for word in self.readable(out) if word != leaves]
        return f"mix({self.rng.choice(words)}, {self.rng.choice(words)} + {self.rng.randint(0, 99)}u)"

    def everything(self, out):
        """A value in which each variable that may be read counts."""
        return f"mix({' + '.join(self.readable(out))}, {self.rng.randint(0, 99)}u)"

    def wide_loop(self, level, out):
        """More children than a step spawns, whose results go into the array."""
        callees = [t.name for t in self.tasks if t.kind == "uint"]
        name = f"i{self.names}"
        self.names += 1
        self.put(level, f"for (uint {name} = 0; {name} < (depth == 1 ? 12u : 2u) && n < 12 && depth > 0; {name}++) {{")
        self.put(level + 1, f"a = mix(a, {name} + b);")
        self.put(level + 1, f"r[n++] = coop_spawn {self.rng.choice(callees)}(depth - 1, a, effects);")
        if self.rng.random() < 0.3:
            self.put(level + 1, f"coop_spawn {self.rng.choice(self.tasks).name}(depth - 1, b++, effects);")
        self.put(level, "}")
        return out | {"r"}

    def spawn(self, level, out, in_loop):
        free = [name for name in self.targets if not any(name.split(".")[0] == o.split(".")[0] for o in out)]
        argument = f"depth - 1, {self.value(out, 'n')}, effects"
        choice = self.rng.random()
        of_kind = {kind: [t for t in self.tasks if t.kind == kind] for kind in ("void", "uint", "ulong", "pair")}
        if in_loop:
            choice = choice * 0.5
        if choice < 0.2:
            self.put(level, f"coop_spawn {self.rng.choice(self.tasks).name}({argument});")
            return set()
        if choice < 0.5 and of_kind["uint"]:
            callee = self.rng.choice(of_kind["uint"]).name
            if in_loop:
                self.put(level, "if (n < 12) {")
                self.put(level + 1, f"r[n++] = coop_spawn {callee}({argument});")
                self.put(level, "}")
                return {"r"}
            self.put(level, f"r[{self.rng.randint(12, 15)}] = coop_spawn {callee}({argument});" if "r" not in out else ";")
            return {"r"}
        if in_loop or not free:
            self.put(level, f"coop_spawn {self.rng.choice(self.tasks).name}({argument});")
            return set()
        target = self.rng.choice(free)
        kind = self.targets[target]
        if not of_kind[kind]:
            self.put(level, f"coop_spawn {self.rng.choice(self.tasks).name}({argument});")
            return set()
        self.put(level, f"{target} = coop_spawn {self.rng.choice(of_kind[kind]).name}({argument});")
        return {target}

    def guarded_spawn(self, level, out, in_loop):
        self.put(level, "if (depth > 0) {")
        added = self.spawn(level + 1, out, in_loop)
        self.put(level, "}")
        return added

    def assign(self, level, out):
        busy = {name.split(".")[0] for name in out}
        places = ["a", "b", "c"] + [n for n, k in self.targets.items() if k != "pair" and n.split(".")[0] not in busy]
        if "r" not in busy:
            places.append("r[(a + b) % 12]")
        self.put(level, f"{self.rng.choice(places)} {self.rng.choice(['=', '=', '+=', '^='])} {self.value(out)};")

    def give(self, level, out):
        value = self.everything(out)
        if self.task.kind == "void":
            self.put(level, "return;")
        elif self.task.kind == "pair":
            self.put(level, f"return (struct pair){{{value}, {self.value(out)}}};")
        else:
            self.put(level, f"return {value};")

    def loop(self, level, out, nesting):
        name = f"i{self.names}"
        self.names += 1
        count = self.rng.randint(1, 3) if nesting or self.rng.random() < 0.6 else 11
        limit = count if count < 4 else f"(depth > 1 ? 2u : {count}u)"
        form = self.rng.random()
        syncs = self.rng.random() < 0.4
        if form < 0.6:
            self.put(level, f"for (uint {name} = 0; {name} < {limit}; {name}++) {{")
        elif form < 0.8:
            self.put(level, f"uint {name} = 0;")
            self.put(level, f"while ({name}++ < {limit}) {{")
        else:
            self.put(level, f"uint {name} = 0;")
            self.put(level, "do {")
        inner = self.block(level + 1, out, nesting + 1, not syncs)
        if syncs:
            self.put(level + 1, "coop_sync();")
            inner = set()
        elif self.rng.random() < 0.3:
            self.put(level + 1, f"if ({self.value(out | inner)} % 5 == 0) {{")
            self.put(level + 2, self.rng.choice(["break;", "continue;"]) if form < 0.8 else "break;")
            self.put(level + 1, "}")
        self.put(level, f"}} while (++{name} < {limit});" if form >= 0.8 else "}")
        return (out if not syncs else out) | inner

    def branch(self, level, out, nesting, in_loop):
        self.put(level, f"if ({self.value(out)} % 2 == 0) {{")
        one = self.block(level + 1, out, nesting, in_loop)
        if self.rng.random() < 0.5:
            self.put(level, "} else {")
            one = one | self.block(level + 1, out, nesting, in_loop)
        else:
            one = one | out
        self.put(level, "}")
        return one

    def choose(self, level, out, nesting, in_loop):
        after = set(out)
        self.put(level, f"switch ({self.value(out)} % 4) {{")
        for i in range(self.rng.randint(1, 3)):
            self.put(level, f"case {i}:;")
            entry = out | after if i and self.falls else set(out)
            after |= self.block(level + 1, entry, nesting, in_loop)
            self.falls = self.rng.random() < 0.3
            if not self.falls:
                self.put(level + 1, "break;")
        self.put(level, "default:")
        self.put(level + 1, "break;")
        self.put(level, "}")
        return after

    falls = False

    def block(self, level, out, nesting, in_loop):
        """Statements; gives what may be outstanding behind them. In a loop a scalar is not spawned into."""
        for _ in range(self.rng.randint(1, 4)):
            if self.budget <= 0:
                break
            self.budget -= 1
            choice = self.rng.random()
            if choice < 0.3:
                out = out | self.guarded_spawn(level, self.all_in_loop(out, in_loop), in_loop)
            elif choice < 0.5:
                self.assign(level, self.all_in_loop(out, in_loop))
            elif choice < 0.6:
                self.put(level, f"effect(effects, {self.value(self.all_in_loop(out, in_loop))});")
            elif choice < 0.7 and not in_loop:
                self.put(level, "coop_sync();")
                out = set()
            elif choice < 0.78 and nesting < 2:
                out = self.loop(level, self.all_in_loop(out, in_loop), nesting)
            elif choice < 0.88 and nesting < 3:
                out = out | self.branch(level, self.all_in_loop(out, in_loop), nesting + 1, in_loop)
            elif choice < 0.95 and nesting < 3:
                out = out | self.choose(level, self.all_in_loop(out, in_loop), nesting + 1, in_loop)
            elif nesting > 0:
                self.put(level, f"if ({self.value(self.all_in_loop(out, in_loop))} % 7 == 0) {{")
                self.give(level + 1, self.all_in_loop(out, in_loop))
                self.put(level, "}")
        return out

    def all_in_loop(self, out, in_loop):
        """What an earlier round may have left outstanding: the array that loops spawn into."""
        return out | {"r"} if in_loop else out

    def write(self):
        self.put(1, "uint a = seed, b = depth * 3 + 1, n = 0, x = 1, z = 5;")
        self.put(1, "ulong c = seed * 11ul, y = 2;")
        self.put(1, "uint r[16] = {0};" if self.rng.random() < 0.5 else "uint r[16];")
        self.put(1, "struct pair p = {3, 4}, q = {5, 6};")
        if "= {0}" not in self.lines[-2]:
            self.put(1, "for (uint i = 0; i < 16; i++) {")
            self.put(2, "r[i] = i * seed;")
            self.put(1, "}")
        self.put(1, "(void)p; (void)q; (void)x; (void)y; (void)z; (void)r;")
        self.put(1, "effect(effects, seed + depth);")
        out = self.block(1, set(), 0, False)
        if "r" not in out and self.rng.random() < 0.6:
            out = self.wide_loop(1, out)
        out = self.block(1, out, 0, False)
        self.put(1, f"effect(effects, {self.everything(out)});")
        if self.rng.random() < 0.6:
            self.put(1, "coop_sync();")
            out = set()
            if self.rng.random() < 0.6:
                out = self.block(1, out, 0, False)
        self.give(1, out)
        return self.lines


def main():
    rng = random.Random(int(sys.argv[1]))
    kinds = ["ulong", "uint"] + [rng.choice(["void", "uint", "ulong", "pair"]) for _ in range(rng.randint(0, 2))]
    tasks = [Task(rng, "root" if i == 0 else f"t{i}", kind) for i, kind in enumerate(kinds)]
    print(HEAD)
    for task in tasks:
        print(task.head() + ";")
    for task in tasks:
        print("\n" + task.head() + "\n{")
        print("\n".join(Body(rng, task, tasks).write()))
        print("}")
    print(TAIL)


main()
