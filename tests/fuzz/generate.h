/* What the parts of the generator share. */
#ifndef COOP_TESTS_FUZZ_GENERATE_H
#define COOP_TESTS_FUZZ_GENERATE_H

#include "program.h"

struct generator {
    struct program *program;
    uint64_t random;
    unsigned visible[VARS_MAX];
    unsigned visible_count;
    uint64_t defined;
    int budget;
    int depth;
    int loops;               /* loops around, all kinds */
    int breaks;              /* inside a loop or a switch */
    int no_forks;            /* inside a loop that declares its counter */
    enum class loop_class;   /* of the nearest loop */
    enum class break_class;  /* of the nearest loop or switch */
    enum class groups_class; /* of get_num_groups */
    unsigned names;
};

unsigned below(struct generator *g, unsigned end);
int chance(struct generator *g, unsigned percent);

/* choose.c: expressions. */
struct node *node_new(struct generator *g, enum kind kind, enum class class);
void kid_add(struct node *node, struct node *kid);
struct expr *expr_new(struct generator *g, enum op op);
struct expr *expr_const(struct generator *g, uint32_t value);
struct expr *leaf(struct generator *g, enum class class);
struct expr *expr(struct generator *g, enum class class, int depth);
struct expr *condition(struct generator *g, enum class class);

/* Variables. A variable is chosen among those that are visible and `fit`; VARS_MAX when there is none. */
typedef int fits(struct generator *g, unsigned var, enum class class);
unsigned pick(struct generator *g, fits *is_fit, enum class class);
fits fits_write, fits_group_write, fits_item_write, fits_counter,
    fits_vector; /* by a statement in a flow of `class` */
int is_hidden_by_name(struct generator *g, unsigned at);
int is_defined(struct generator *g, unsigned var);

/* declare.c */
int room_for_variables(struct generator *g);
unsigned variable_new(struct generator *g, unsigned type, enum storage storage, enum class class);
struct node *declaration(struct generator *g, enum storage storage, enum class flow);
void declare(struct generator *g, const struct node *node, unsigned block_begins);
void note_write(struct generator *g, unsigned var);

#endif
