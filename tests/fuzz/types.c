/* The types of variables, and how their cells are written and read. */
#include "program.h"

#include <stddef.h>

#define U(path)      \
    {                \
        path, S_UINT \
    }

const struct type types[] = {
    {"uint", "", "%", 1, 0, {U("")}},
    {"int", "", "%", 1, 0, {{"", S_INT}}},
    {"ulong", "", "%", 1, 0, {{"", S_ULONG}}},
    {"uchar", "", "%", 1, 0, {{"", S_UCHAR}}},
    {"char", "", "%", 1, 0, {{"", S_CHAR}}},
    {"ushort", "", "%", 1, 0, {{"", S_USHORT}}},
    {"short", "", "%", 1, 0, {{"", S_SHORT}}},
    {"float", "", "%", 1, 0, {{"", S_FLOAT}}},
    {"enum fz_colour", "", "(enum fz_colour)(%)", 1, 0, {{"", S_USHORT}}},
    {"global const uint *", "", "%", 1, 0, {{"", S_POINTER}}},
    {"constant uint *", "", "%", 1, 0, {{"", S_CONSTANT}}},
    {"uint2", "", "(uint2)(%, %)", 2, 0, {U(".x"), U(".y")}},
    {"uint4", "", "(uint4)(%, %, %, %)", 4, 0, {U(".x"), U(".y"), U(".z"), U(".w")}},
    {"uint3", "", "(uint3)(%, %, %)", 3, 0, {U(".x"), U(".y"), U(".s2")}},
    {"ushort4",
     "",
     "(ushort4)(%, %, %, %)",
     4,
     0,
     {{".x", S_USHORT}, {".s1", S_USHORT}, {".z", S_USHORT}, {".w", S_USHORT}}},
    {"struct fz_small",
     "",
     "{%, %, %, {%, %, %}}",
     6,
     0,
     {U(".a"),
      {".b", S_UCHAR},
      {".c", S_ULONG},
      {".d[0]", S_USHORT},
      {".d[1]", S_USHORT},
      {".d[2]", S_USHORT}}},
    {"struct fz_nest",
     "",
     "{%, {%, %, %, {%, %, %}}, (uint2)(%, %)}",
     9,
     0,
     {{".e", S_UCHAR},
      U(".s.a"),
      {".s.b", S_UCHAR},
      {".s.c", S_ULONG},
      {".s.d[0]", S_USHORT},
      {".s.d[1]", S_USHORT},
      {".s.d[2]", S_USHORT},
      U(".v.x"),
      U(".v.y")}},
    {"fz_pair", "", "{%, %}", 2, 0, {{".p", S_POINTER}, {".f", S_FLOAT}}},
    {"uint", "[3]", "{%, %, %}", 3, 3, {U("[0]"), U("[1]"), U("[2]")}},
    {"uchar",
     "[5]",
     "{%, %, %, %, %}",
     5,
     5,
     {{"[0]", S_UCHAR}, {"[1]", S_UCHAR}, {"[2]", S_UCHAR}, {"[3]", S_UCHAR}, {"[4]", S_UCHAR}}},
    {"fz_pair",
     "[2]",
     "{{%, %}, {%, %}}",
     4,
     0,
     {{"[0].p", S_POINTER}, {"[0].f", S_FLOAT}, {"[1].p", S_POINTER}, {"[1].f", S_FLOAT}}},
    {"ushort",
     "[2][2]",
     "{{%, %}, {%, %}}",
     4,
     0,
     {{"[0][0]", S_USHORT}, {"[0][1]", S_USHORT}, {"[1][0]", S_USHORT}, {"[1][1]", S_USHORT}}},
};
const unsigned type_count = sizeof types / sizeof types[0];

const char *const scalar_write[SCALAR_COUNT] = {
    [S_UINT] = "%",
    [S_INT] = "(int)(%)",
    [S_ULONG] = "(ulong)(%) * 65537ul",
    [S_UCHAR] = "(uchar)(%)",
    [S_CHAR] = "(char)(%)",
    [S_USHORT] = "(ushort)(%)",
    [S_SHORT] = "(short)(%)",
    [S_FLOAT] = "(float)((%) & 0xffffu)",
    [S_POINTER] = "table + ((%) & 63u)",
    [S_CONSTANT] = "fz_constants + ((%) & 15u)",
};

const char *const scalar_read[SCALAR_COUNT] = {
    [S_UINT] = "%",       [S_INT] = "(uint)%",    [S_ULONG] = "(uint)(% >> 16)", [S_UCHAR] = "(uint)%",
    [S_CHAR] = "(uint)%", [S_USHORT] = "(uint)%", [S_SHORT] = "(uint)%",         [S_FLOAT] = "(uint)%",
    [S_POINTER] = "*%",   [S_CONSTANT] = "*%",
};

uint32_t table_value(uint32_t index)
{
    return (index * 0x9e3779b9u) ^ 0x5bd1e995u;
}

uint32_t constant_value(uint32_t index)
{
    return (index + 3u) * 0x01000193u;
}

uint32_t scalar_normal(enum scalar scalar, uint32_t value)
{
    switch (scalar) {
    case S_ULONG:
        return (uint32_t)(((uint64_t)value * 65537u) >> 16);
    case S_UCHAR:
        return value & 0xffu;
    case S_CHAR:
        return (uint32_t)(int32_t)(int8_t)(value & 0xffu);
    case S_USHORT:
    case S_FLOAT:
        return value & 0xffffu;
    case S_SHORT:
        return (uint32_t)(int32_t)(int16_t)(value & 0xffffu);
    case S_POINTER:
        return table_value(value % TABLE_WORDS);
    case S_CONSTANT:
        return constant_value(value % CONSTANTS);
    default:
        return value;
    }
}

uint64_t random_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t random_below(uint64_t *state, uint64_t end)
{
    return random_next(state) % end;
}
