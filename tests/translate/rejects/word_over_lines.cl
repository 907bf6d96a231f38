/* A word of a macro's text that a backslash cuts: coopc does not put such text in the macro's place. */
#define MAKE(na\
me, type) kernel void name(global type *a) { a[get_\
global_id(0)] += 1; barrier(CLK_GLOBAL_MEM_FENCE); a[0] = 3; }
MAKE(with_ints, int)
