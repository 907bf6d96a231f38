#!/usr/bin/env python3
"""Writes a random kernel for execute.sh: nested control flow with barriers, primitives, breaks, continues and returns.

usage: random_kernel.py seed

All control flow is uniform and every loop is bounded by `fuel`. A cooperative kernel keeps what it needs in transmit
variables, or is coop_transmit_live and says transmit of none; a regular one also declares variables in blocks, some of which shadow others.
"""
import random
import sys


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.is_cooperative = self.random.random() < 0.5
        self.lines = []
        self.depth = 1
        self.count = 0

    def emit(self, line):
        self.lines.append("    " * self.depth + line)

    def pick(self, items):
        return self.random.choice(items)

    def number(self, low, high):
        return self.random.randint(low, high)

    def expression(self, names):
        a, b = self.pick(names), self.pick(names)
        return self.pick([f"{a} + {self.number(1, 9)}", f"{a} * 3 - {b}", f"({a} ^ {b})", f"{a}++ + 1", f"{a} - 1",
                          f"ADD({a}, {b})", f"MIX({a})", f"half_of({a})"])

    def condition(self, names):
        a, b = self.pick(names), self.pick(names)
        return self.pick([f"({a} & {self.number(1, 3)}) != 0", f"{a} % 3 == {self.number(0, 2)}", f"{a} < {b}",
                          f"({a} & 4) && {b} > 2"])

    def split(self):
        if self.is_cooperative:
            return self.pick(["global_barrier();", "resizing_global_barrier();", "resizing_global_barrier();"])
        return "barrier(CLK_LOCAL_MEM_FENCE);"

    def declaration(self, names, declared):
        """Declares a variable, an array or two variables; returns the names that are visible then."""
        self.count += 1
        name = self.pick(["x", "y", "z", f"v{self.count}"])
        others = [n for n in names if n.split("[")[0] != name]
        if name in declared:
            return names
        declared.add(name)
        kind = self.pick(["one", "one", "array", "two"])
        if kind == "one":
            self.emit(f"int {name} = {self.expression(others)};")
            return others + [name]
        if kind == "array":
            self.emit(f"int {name}[3] = {{{self.pick(others)}, 2, {self.number(0, 9)}}};")
            return others + [f"{name}[{self.number(0, 2)}]"]
        second = f"w{self.count}"
        self.emit(f"int {name} = 1, {second} = {name} + {self.pick(others)};")
        return others + [name, second]

    def block(self, names, levels, in_loop, first=None):
        self.depth += 1
        if first:
            self.emit(first)
        self.statements(names, self.number(1, 4), levels, in_loop, set())
        self.depth -= 1

    def loop(self, names, levels):
        fuel = "if (fuel-- <= 0) break;"
        kind = self.pick(["while", "do", "for", "for"])
        if kind == "while":
            self.emit(f"while ({self.pick(['1', self.condition(names)])}) {{")
            self.block(names, levels, True, fuel)
            self.emit("}")
        elif kind == "do":
            self.emit("do {")
            self.block(names, levels, True, fuel)
            self.emit(f"}} while ({self.condition(names)});")
        elif self.is_cooperative:
            v = self.pick(names)
            self.emit(f"for ({self.pick([v + ' = 0', ''])}; {self.pick([self.condition(names), ''])}; "
                      f"{self.pick([v + '++', ''])}) {{")
            self.block(names, levels, True, fuel)
            self.emit("}")
        else:
            v = self.pick("ijx")
            inner = [n for n in names if n.split("[")[0] != v] + [v]
            self.emit(f"for (int {v} = {self.number(0, 2)}; {v} < {self.number(2, 5)}; {v}++) {{")
            self.block(inner, levels, True, fuel)
            self.emit("}")

    def switch(self, names, levels, in_loop):
        cases = [f"case {value}:" for value in self.random.sample(range(4), self.number(1, 3))]
        self.emit(f"switch ({self.pick(names)} & 3) {{")
        for label in cases + self.pick([[], ["default:"]]):
            self.emit(label)
            if self.random.random() < 0.5:
                self.emit(f"    acc += {self.number(1, 9)};")
            self.emit("{")
            self.block(names, levels, in_loop)
            self.emit("}")
            if self.random.random() < 0.7:
                self.emit("break;")
        self.emit("}")

    def branch(self, names, levels, in_loop):
        self.emit(f"if ({self.condition(names)}) {{")
        self.block(names, levels, in_loop)
        for head in self.pick([[], ["else"], [f"else if ({self.condition(names)})", "else"]]):
            self.emit(f"}} {head} {{")
            self.block(names, levels, in_loop)
        self.emit("}")

    def statements(self, names, count, levels, in_loop, declared):
        for _ in range(count):
            choice = self.random.random()
            if self.is_cooperative and choice < 0.07:
                name = self.pick(names)
                self.emit(self.pick([f"SET_IF({self.condition(names)}, {name}, {self.number(0, 9)});",
                                     f"CHOOSE({self.condition(names)}, {name}, {self.number(0, 9)});",
                                     f"bump(&{self.pick(['acc', 'a', 'b', 'c', 'list[1]', 'pair.first'])});"]))
            elif choice < 0.22:
                self.emit(f"{self.pick(names)} = {self.expression(names)};")
            elif choice < 0.32:
                if self.is_cooperative:
                    self.emit(f"if (get_global_id(0) == 0) out[{self.number(0, 60)}] += {self.pick(names)};")
                else:
                    self.emit(f"MINE += {self.expression(names)};")
            elif choice < 0.47:
                self.emit(self.split())
            elif choice < 0.55 and not self.is_cooperative:
                names = self.declaration(names, declared)
            elif choice > 0.985:
                self.emit(f"if ({self.condition(names)}) return;")
            elif choice > 0.9 and in_loop:
                self.emit(f"if ({self.condition(names)}) {self.pick(['continue;', 'break;', '{ break; }'])}")
            elif levels > 0:
                self.pick([lambda: self.loop(names, levels - 1), lambda: self.loop(names, levels - 1),
                           lambda: self.switch(names, levels - 1, in_loop),
                           lambda: self.branch(names, levels - 1, in_loop),
                           lambda: (self.emit("{"), self.block(names, levels - 1, in_loop), self.emit("}"))])()

    def write(self):
        is_live = self.is_cooperative and self.random.random() < 0.5
        word = "transmit " if self.is_cooperative and not is_live else ""
        self.emit(f"{word}int fuel = 60;")
        self.emit(f"{word}int acc = {self.number(0, 5)}, a = {self.number(0, 9)};")
        self.emit(f"{word}int b = a + n, c = 7;")
        names = ["acc", "a", "b", "c"]
        if self.is_cooperative:
            self.emit(f"{word}int list[3] = {{a, 2, {self.number(0, 9)}}};")
            self.emit(f"{word}int4 wide = (int4)(a, {self.number(0, 9)}, 3, b);")
            self.emit(f"{word}struct pair pair = {{{self.number(0, 9)}, 1}};")
            names += ["list[0]", "list[1]", "wide.y", "wide.w", "pair.first", "pair.second"]
        self.emit("if (get_global_id(0) == 0) out[400] = 1;")
        self.statements(names, self.number(5, 10), 4, False, set())
        total = "acc + a * 3 + b * 5 + c * 7"
        if self.is_cooperative:
            total += " + list[0] + 2 * list[1] + list[2] + wide.y + wide.w * 3 + pair.first + 5 * pair.second"
        self.emit(f"if (get_global_id(0) == 0) out[100] += {total};" if self.is_cooperative else f"MINE += {total};")
        print(f"// run: {'cooperative' if self.is_cooperative else 'regular'}")
        print('#include "coop/kernel.clh"')
        print("#define ADD(p, q) ((p) + (q))")
        print("#define MIX(v) ((v) * 2 + (acc & 7))")
        print("#define MINE out[get_global_id(0)]")
        print("#define SET_IF(condition, name, value) do { if (condition) (name) = (value); } while (0)")
        print("#define CHOOSE(condition, name, value) ((condition) ? (name) = (value) : 0)")
        print("struct pair { int first; int second; };")
        print("void bump(int *number) { *number += 3; }")
        print("int half_of(int v) { return v / 2 + 0 * (int)get_local_size(0); }")
        is_live = is_live and any("resizing_global_barrier" in line for line in self.lines)
        words = "kernel" if not self.is_cooperative else "coop_kernel coop_transmit_live" if is_live else "coop_kernel"
        print(f"{words} void test(global int *data, global int *out, int n)")
        print("{")
        print("\n".join(self.lines))
        print("}")


if __name__ == "__main__":
    Kernel(int(sys.argv[1])).write()
