"""The structs and numbers of the package are those of the headers."""

import ctypes
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from support import main

from coop import _library, _structs, errors, trace

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
HEADERS = ["coop.h", "argument.h", "devices.h", "interop.h", "lease.h", "repeat.h", "team.h", "translate.h",
           "workqueue.h", "trace_check.h", "trace_stat.h", "trace_write.h"]


def compiled(lines):
    """What a C program prints that has the headers."""
    program = "".join(f"#include <coop/{header}>\n" for header in HEADERS)
    program += "#include <stddef.h>\n#include <stdio.h>\nint main(void)\n{\n" + "".join(lines) + "    return 0;\n}\n"
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, "layout.c"), os.path.join(folder, "layout")
        with open(source, "w", encoding="utf-8") as file:
            file.write(program)
        subprocess.run([COMPILER, "-std=c11", "-I", os.path.join(ROOT, "include"), source,
                        "-o", binary], check=True)
        return subprocess.run([binary], check=True, capture_output=True, text=True).stdout.split()


@unittest.skipIf(COMPILER is None, "there is no C compiler here")
class StructsAreThoseOfTheHeaders(unittest.TestCase):
    def test_sizes_and_offsets(self):
        lines, ours = [], []
        for struct in _structs.ALL:
            name = struct.__name__
            lines.append(f'    printf("{name}:%zu\\n", sizeof(struct {name}));\n')
            ours.append(f"{name}:{ctypes.sizeof(struct)}")
            for member, *_ in struct._fields_:
                at = getattr(struct, member)
                lines.append(f'    printf("{name}.{member}:%zu:%zu\\n", offsetof(struct {name}, {member}), '
                             f'sizeof(((struct {name} *)0)->{member}));\n')
                ours.append(f"{name}.{member}:{at.offset}:{at.size}")
        self.assertGreater(len(ours), 200)
        self.assertEqual(compiled(lines), ours)

    def test_numbers(self):
        lines = [f'    printf("%d:%s\\n", COOP_{status.name}, coop_status_is);\n' for status in errors.Status]
        lines = [line.replace("coop_status_is", f'"{status.name}"') for line, status in zip(lines, errors.Status)]
        lines += ['    printf("%d %d %d %zu\\n", COOP_STATUS_COUNT, COOP_LAUNCH_AFTER_MAX, COOP_LAUNCH_ENDED, '
                  'sizeof(struct coop_trace_event));\n']
        ours = [f"{status.value}:{status.name}" for status in errors.Status]
        self.assertEqual(compiled(lines), ours + [str(len(errors.Status)), str(_structs.AFTER_MAX), "2",
                                                  str(trace.EVENT.itemsize)])

    def test_events(self):
        self.assertEqual([(name, _structs.TraceEvent.__dict__[name].offset) for name in trace.EVENT.names],
                         [(name, offset) for name, (_, offset) in trace.EVENT.fields.items()])
        self.assertEqual(list(trace.EVENT.names), [name for name, _ in _structs.TraceEvent._fields_])


class FunctionsAreDeclaredAsInTheHeaders(unittest.TestCase):
    def test_numbers_of_parameters(self):
        text = ""
        folder = os.path.join(ROOT, "include", "coop")
        for name in sorted(os.listdir(folder)):
            if name.endswith(".h"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    text += re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
        checked = 0
        for functions in _library._FUNCTIONS.values():
            for function, (_, arguments) in functions.items():
                found = re.search(rf"COOP_API [^;]*\b{function}\(([^;]*)\);", text)
                self.assertIsNotNone(found, function)
                parameters = found.group(1).strip()
                self.assertEqual(0 if parameters == "void" else parameters.count(",") + 1, len(arguments), function)
                checked += 1
        self.assertGreater(checked, 40)


if __name__ == "__main__":
    main()
