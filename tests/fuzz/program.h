/* A random cooperative kernel as a tree: printed as OpenCL C (print.c) and run by an interpreter
 * (interpret.c).
 *
 * Every value is a uint: a variable is a list of cells, each of which is written and read as one through
 * conversions that its type knows (types.c). Every expression and variable has a class, which says over what
 * it is uniform; conditions around barriers are uniform over the kernel, and around everything that is an
 * operation of the work-group, uniform over that. */
#ifndef COOP_TESTS_FUZZ_PROGRAM_H
#define COOP_TESTS_FUZZ_PROGRAM_H

#include <stdint.h>

enum {
    GROUPS_MAX = 8,
    ITEMS_MAX = 64,
    LANES_MAX = GROUPS_MAX * ITEMS_MAX,
    VARS_MAX = 60,
    CELLS_MAX = 16,
    SUMS_MAX = 10,
    TABLE_WORDS = 64,
    CONSTANTS = 16,
    NODES_MAX = 2000,
    EXPRS_MAX = 12000
};

enum class { KERNEL, GROUP, ITEM }; /* uniform over the kernel; over the work-group; not */

enum scalar {
    S_UINT,
    S_INT,
    S_ULONG,
    S_UCHAR,
    S_CHAR,
    S_USHORT,
    S_SHORT,
    S_FLOAT,
    S_POINTER,
    S_CONSTANT,
    SCALAR_COUNT
};

struct type {
    const char *name;
    const char *suffix;  /* behind the name */
    const char *initial; /* % stands for a cell's value */
    unsigned cells;
    unsigned indexed; /* the first cells can be reached by an index */
    struct {
        const char *path;
        enum scalar scalar;
    } cell[CELLS_MAX];
};

extern const struct type types[];
extern const unsigned type_count;
extern const char *const scalar_write[SCALAR_COUNT];
extern const char *const scalar_read[SCALAR_COUNT];
uint32_t scalar_normal(enum scalar scalar, uint32_t value); /* what is read after `value` was written */
uint32_t table_value(uint32_t index);
uint32_t constant_value(uint32_t index);

enum storage { PRIVATE, TRANSMIT, LOCAL_ARRAY, PARAMETER };

struct variable {
    char name[16];
    unsigned type;
    enum storage storage;
    enum class class;
    int is_fixed;  /* never assigned by a statement: counters, parameters that stay */
    int is_hidden; /* the harness's own, declared by the printer */
};

enum op {
    E_CONST,
    E_CELL,
    E_INDEX,
    E_LOCAL,
    E_GROUP_ID,
    E_GROUPS,
    E_LOCAL_ID,
    E_LOCAL_SIZE,
    E_GLOBAL_ID,
    E_GLOBAL_SIZE,
    E_TABLE,
    E_WHERE,
    E_MIX,
    E_HALF,
    E_ADD,
    E_SUB,
    E_MUL,
    E_XOR,
    E_AND,
    E_OR,
    E_SHR,
    E_LT,
    E_EQ,
    E_NE,
    E_LAND,
    E_LOR,
    E_SELECT
};

struct expr {
    enum op op;
    uint32_t value;
    unsigned var;
    unsigned cell;
    struct expr *a, *b, *c;
};

enum kind {
    N_SEQ,       /* kids */
    N_BLOCK,     /* { kids } */
    N_DECL,      /* var, e[] or none */
    N_ASSIGN,    /* var, cell, e[0], assign */
    N_ASSIGN_AT, /* var[e[1] % indexed] = e[0] */
    N_COPY,      /* var = other, of one type */
    N_ALL,       /* var op= (vector)(e[0]) */
    N_IF,        /* e[0], kids[0], kids[1] or NULL */
    N_WHILE,
    N_DO,       /* e[0], kids[0] */
    N_FOR,      /* var; e[0] init, e[1] condition, e[2] step, each or NULL; kids[0] */
    N_FOR_DECL, /* var, e[0] bound, kids[0]: without fork points */
    N_SWITCH,   /* e[0]; kids with case_value, falls */
    N_BREAK,
    N_CONTINUE,
    N_RETURN,
    N_OFFER,
    N_FORK,
    N_GLOBAL_BARRIER,
    N_RESIZING_BARRIER,
    N_BARRIER,   /* the work-group's */
    N_LOCAL,     /* local array var[lid] = e[0], between barriers */
    N_BROADCAST, /* var.cell = e[0] of item e[1] % L */
    N_PUBLISH,   /* e[0] into this epoch's words */
    N_GATHER,    /* var.cell = the words of the epoch before, at e[0] */
    N_DRAW,      /* var.cell = a number that nobody else has */
    N_IF_ITEM,   /* if (e[0]) var.cell = e[1]: item by item */
    N_LOOP_ITEM, /* for (q < e[0] % 4) var.cell += e[1] */
    N_LOG
};

struct node {
    enum kind kind;
    unsigned first, last; /* preorder numbers of the node and of its last descendant */
    unsigned var, cell, other;
    unsigned style;      /* a choice of spelling */
    uint32_t case_value; /* of a switch's kid; ~0: default */
    int falls;           /* a switch's kid runs into the next one */
    enum class class;    /* of the flow it is in */
    int is_dropped;      /* by the shrinker, or because what it needs was dropped */
    struct expr *e[CELLS_MAX];
    struct expr *sums[SUMS_MAX]; /* what a record's checksum covers */
    unsigned sum_count;
    struct node *kid_first, *kid_last, *next;
};

struct program {
    unsigned index;
    uint64_t seed;
    int has_barriers, has_bare; /* which kinds of primitives occur */
    int has_epoch;              /* 0; 1: a counter; 2: two pointers that swap */
    unsigned fuel_kernel, fuel_group;
    unsigned groups; /* the limit N; 0: all */
    int is_plain_resizing;
    struct variable vars[VARS_MAX];
    unsigned var_count;
    struct node *root;
    struct node *by_number[NODES_MAX];
    unsigned node_count;
    struct node nodes[NODES_MAX];
    struct expr exprs[EXPRS_MAX];
    unsigned nodes_used, exprs_used;
};

/* The hidden variables have these places. */
enum { V_WHO, V_FUEL_KERNEL, V_FUEL_GROUP, V_EPOCH, V_P0, V_P1, V_FIRST_FREE };

/* The next of a sequence of random numbers (splitmix64); `state` begins as the seed. */
uint64_t random_next(uint64_t *state);
uint64_t random_below(uint64_t *state, uint64_t end);

int is_primitive(enum kind kind);
int is_fork_point(enum kind kind);
/* Is this an if of nothing but a primitive, so that it is written without braces, and the record stands
 * before it? */
int has_record_before(const struct program *program, const struct node *node);
int contains(const struct node *outer, const struct node *inner);
int has_kind(const struct node *node,
             int (*is)(enum kind kind)); /* node or a descendant, dropped ones left out */

struct program *program_generate(uint64_t seed, unsigned index, unsigned workers);

/* Makes the program legal after statements were dropped: reads of variables that are not defined become
 * constants, assignments to undeclared ones go. Also chooses nothing: the same program gives the same
 * result. */
void program_mend(struct program *program);

/* The text of the kernels, with their prelude. */
struct text {
    char *bytes;
    unsigned long length, capacity;
};
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void print_prelude(struct text *text);
void print_program(struct text *text, const struct program *program);

#endif
