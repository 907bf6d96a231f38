/* What stands before the kernels of a module: types, helpers, the log, and the regular kernel that keeps the
 * device busy. */
#include "program.h"

void print_prelude(struct text *text)
{
    text_add(text, "#include \"coop/kernel.clh\"\n\n#define FZ_ONE 1\n"
                   "struct fz_small {\n    uint a;\n    uchar b;\n    ulong c;\n    ushort d[3];\n};\n"
                   "struct fz_nest {\n    uchar e;\n    struct fz_small s;\n    uint2 v;\n};\n"
                   "typedef struct {\n    global const uint *p;\n    float f;\n} fz_pair;\n"
                   "enum fz_colour { FZ_RED, FZ_GREEN = 65535 };\n");
    text_add(text, "constant uint fz_constants[%d] = {", CONSTANTS);
    for (uint32_t i = 0; i < CONSTANTS; i++) {
        text_add(text, "%uu,%s", constant_value(i), i + 1 < CONSTANTS ? " " : "};\n");
    }
    text_add(
        text,
        "#define FZ_MIX(x, y) (((x) ^ (y)) * 16777619u + ((y) >> 7))\n\n"
        "uint fz_mix(uint x, uint y)\n{\n    return FZ_MIX(x, y);\n}\n\n"
        "static inline uint fz_half(uint x)\n{\n    return fz_mix(x >> 1, 5u);\n}\n\n"
        "uint fz_where(uint x)\n{\n    return fz_half(x) + (uint)get_global_id(0) * 3u;\n}\n\n"
        "/* Lets the scheduler, and other work-groups, get ahead. */\n"
        "#if defined(COOP_HOST_SYSTEM_CALLS) && COOP_HOST_SYSTEM_CALLS && defined(__x86_64__)\n"
        "__attribute__((noinline)) static void fz_pause(void)\n{\n"
        "    long time[2] = {0, 20000};\n"
        "    long result;\n\n"
        "    __asm__ volatile(\"syscall\" : \"=a\"(result) : \"a\"(35L), \"D\"((long)time), \"S\"(0L) : "
        "\"rcx\", "
        "\"r11\", \"memory\");\n}\n"
        "#else\n"
        "static void fz_pause(void)\n{\n    for (volatile uint i = 0; i < 20000; i++) {\n    }\n}\n"
        "#endif\n\n"
        "/* Appends a record to this work-item's; item 0 takes a number that is the launch's. */\n"
        "uint fz_log(global uint *log, uint tag, uint who, uint value)\n{\n"
        "    uint lane = (uint)get_global_id(0);\n"
        "    uint at = log[16 + lane];\n"
        "    uint number = 0x80000000u | lane;\n"
        "    uint room = log[2];\n\n"
        "    log[16 + lane] = at + 1;\n"
        "    if (get_local_id(0) == 0) {\n"
        "        number = atomic_fetch_add_explicit((global atomic_uint *)log, 1u, memory_order_relaxed, "
        "memory_scope_device);\n"
        "        if ((number * 2654435761u) >> 29 < log[3]) {\n"
        "            fz_pause();\n"
        "        }\n"
        "    }\n"
        "    if (at < room) {\n"
        "        global uint *record = log + %d + (lane * room + at) * 5u;\n"
        "        record[0] = tag;\n"
        "        record[1] = (uint)get_num_groups(0);\n"
        "        record[2] = who;\n"
        "        record[3] = number;\n"
        "        record[4] = value;\n"
        "    }\n"
        "    return number;\n}\n\n"
        "/* Keeps work-groups busy, so that others must give some up. */\n"
        "kernel void traffic(global uint *sink, uint turns)\n{\n"
        "    if (get_local_id(0) == 0) {\n"
        "        for (volatile uint i = 0; i < turns; i++) {\n        }\n"
        "    }\n"
        "    sink[get_global_id(0)] = turns;\n}\n",
        16 + LANES_MAX);
}
