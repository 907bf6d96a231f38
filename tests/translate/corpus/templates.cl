// items: 1 8 64
// Kernels out of files that are included once for each type, directly and by another such file.
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define NAME(x) CAT(x, SUFFIX)
#define T int
#define SUFFIX
#include "include/typed.clh"
#undef SUFFIX
#define WIDE
#define SUFFIX 9
#include "include/typed.clh"
#undef WIDE
#undef SUFFIX
#undef T
#define ROUND 1
#define T uint
#include "include/typed_twice.clh"
#undef T
#undef ROUND
#define ROUND 2
#define T long
#include "include/typed_twice.clh"
