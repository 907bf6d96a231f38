/* A function of the user's: its variables, what its text refers to, calls and jumps. */
#ifndef COOPC_MODEL_FUNCTION_H
#define COOPC_MODEL_FUNCTION_H

#include "coopc/model/operation.h"
#include "coopc/model/type.h"
#include "coopc/text/source.h"

struct function;
struct function_values;
struct inlining;
struct record;
struct sites;

/* Where the generated code keeps a variable. */
enum home {
    HOME_TEXT,     /* as written: one state declares and uses it */
    HOME_ARGUMENT, /* a parameter that is only read: a constant at the top of the step function */
    HOME_COPY,     /* a member of coop_v, copied into a same-named variable by each state that uses it */
    HOME_PLACE,    /* a member of coop_v, used in place */
    HOME_LOCAL,    /* a member of coop_l, used in place */
    HOME_CONSTANT, /* moved to program scope under another name */
};

struct variable {
    const char *name;
    struct type type;
    const struct record *record; /* of a struct parameter that the host has, too; or NULL */
    size_t offset;               /* of the name */
    size_t scope;                /* offset of the compound or for statement around its declaration */
    bool is_editable;            /* the name is in the file, not in a macro's body */
    bool is_parameter;
    const char *aligned; /* text of an alignment attribute, or NULL */
    bool is_transmit; /* declared so, or live across a fork point of a kernel that transmits what is live */
    bool is_declared_transmit;
    bool takes_leaders;   /* of another work-group, as its author says: coop_transmit_leader */
    bool is_common;       /* a parameter that is the same in all tasks */
    bool is_spawn_target; /* the result of a task that is spawned goes into it, or a part of it */
    bool is_root;         /* declared directly in the function's body */
    bool is_static;
    bool is_work; /* a struct coop_work */
    bool points_to_work;
    bool is_workqueue; /* a pointer to a struct coop_workqueue */
    bool is_flow;      /* a struct coop_flow */
    bool points_to_flow;
    bool is_flowgraph; /* a pointer to a struct coop_flowgraph */
    bool is_messages;  /* a struct coop_messages */
    bool points_to_messages;
    bool is_network;   /* a pointer to a struct coop_network */
    bool is_passed_on; /* used otherwise than by reading what it points to */
    bool is_flat;      /* declared where statements become states */
    size_t index;
    struct range initial;            /* its initialiser; empty when there is none */
    struct range initial_references; /* indexes of those in its declarator */
    enum home home;
    const char *field;               /* member name in coop_v or coop_l, or the name at program scope */
    bool has_alias;                  /* an array that macro bodies name */
    const struct inlining *inlining; /* the call for which it was made; NULL: the kernel's own */
    bool is_result;                  /* what the inlined helper returns */
    size_t state_count;              /* of states that use it */
    bool is_written;                 /* by one of them */
    bool is_named_by_macro;          /* a macro's body refers to it */
    bool is_set_anew;   /* of HOME_COPY: every state sets it before it reads it, so none keeps it */
    bool is_recomputed; /* its initialiser has the same value in every state (lower/recompute.h) */
    bool is_replaced;   /* a parameter of an inlined helper: its argument stands for it */
};

/* What an expression does to an object that it names. */
enum access {
    ACCESS_NONE, /* not evaluated, or nothing to tell */
    ACCESS_READ,
    ACCESS_UPDATE,  /* read and written */
    ACCESS_WRITE,   /* assigned as a whole */
    ACCESS_PART,    /* an element, member or lane is assigned */
    ACCESS_ADDRESS, /* its address goes elsewhere */
};

/* A use of a variable, or (variable NULL) of another name. */
struct reference {
    size_t offset;
    const char *name;
    struct variable *variable;
    bool is_editable;
    const char *place;      /* of a replaced parameter: what is in front of the variable's name; else NULL */
    const char *subscripts; /* then: what is behind it */
    bool is_write;          /* not plainly a read */
    bool is_sizeof;
    enum access access; /* to the variable */
    enum access memory; /* to what a pointer variable points to */
    bool is_lane;       /* of ACCESS_PART: a vector's, which has no address */
    bool is_in_union;   /* likewise: a member of a union, or a part of one */
    bool is_member;     /* a member of it, or of what it points to, is what the text is about */
    size_t done;        /* references that are evaluated when its assignment, or a function's call, is: an
                           index of the next one */
};

/* An access to memory through a pointer variable to global or constant memory. */
struct dereference {
    struct range range; /* of the object, or, in an atomic function's call, of its address */
    bool is_address;    /* the latter */
    size_t base;        /* offset of the variable's name */
    struct variable *variable;
    bool is_moved; /* the expression changes the variable */
};

/* A pointer variable is set to a value that leads where another one, or itself, led. */
struct pointer_flow {
    struct variable *to;
    struct variable *from; /* NULL: from anywhere */
};

struct call {
    size_t offset;
    const char *name;
    struct function *function; /* the user's, NULL for a built-in */
    const char *type;          /* of a collective: what it gives, one word; "": a type that has none */
    enum operation operation;
    bool is_editable;
    bool is_statement;      /* the compiler's statement is the call alone */
    bool is_converted;      /* its value is not used as it is */
    LIST(size_t) arguments; /* offsets where they begin */
    LIST(struct variable *)
    named; /* beside these: what is named, or its address taken, and no more; or NULL */
};

enum jump_kind { JUMP_BREAK, JUMP_CONTINUE, JUMP_RETURN, JUMP_GOTO, JUMP_LABEL };

struct jump {
    enum jump_kind kind;
    size_t offset;
    size_t target; /* offset of the loop or switch that break and continue belong to */
    bool is_editable;
};

/* A statement of a compound statement, as the compiler saw it. */
struct child {
    size_t compound;
    size_t begin;
};

/* The extent of a control statement whose keyword is in a macro's body. */
struct hidden {
    size_t begin;
    size_t end;
};

/* The words in front of a kernel that choose how its work-groups end and begin; each pair excludes the
 * other. */
enum variant {
    VARIANT_KILL_HIGHEST,
    VARIANT_KILL_ANY,
    VARIANT_KEEP_ONE,
    VARIANT_MAY_KILL_ALL,
    VARIANT_TRANSMIT_LEADER,
    VARIANT_TRANSMIT_LIVE,
    VARIANT_COUNT,
};

struct mark {
    enum variant variant;
    size_t offset;
    bool is_stray; /* on something that is no function */
};

enum function_kind { FUNCTION_HELPER, FUNCTION_COOPERATIVE, FUNCTION_REGULAR };

struct enumerator {
    size_t offset;
    const char *name;
};

/* One declaration of a function: a definition when has_body. All declarations share `canonical`. */
struct function {
    const char *name;
    enum function_kind kind;
    struct function *canonical;
    struct function *definition;
    struct source *source;
    size_t offset; /* of the name */
    size_t begin;
    size_t end;
    size_t body; /* of the opening brace */
    bool has_body;
    bool is_in_block; /* declared inside another function */
    bool is_editable;
    bool is_transmit; /* declared so, which means nothing */
    bool is_task;
    bool is_by_group;  /* a task that a work-group runs together */
    const char *apart; /* which spawns of a task go into its second channel; or NULL */
    bool has_braces;   /* its body's are in the text, and not in a macro */
    bool is_overloadable;
    bool needs_group;      /* gets the hidden parameter */
    bool is_checked;       /* gets it where addresses are checked */
    bool splits;           /* a helper that holds a barrier, itself or through others */
    bool numbers_pointers; /* makes an integer of a pointer to private memory */
    bool is_void;
    struct type result;    /* unless it is void */
    bool requires_size;    /* reqd_work_group_size */
    size_t local_items[3]; /* that one; zeros where the compiler does not tell its numbers */
    size_t parameter_count;
    LIST(struct variable *) variables; /* parameters first */
    LIST(struct reference) references;
    LIST(struct dereference) dereferences;
    LIST(struct pointer_flow) flows;
    LIST(struct call) calls;
    LIST(struct jump) jumps;
    LIST(struct child) children;
    LIST(struct hidden) hidden;
    LIST(struct hidden) choices;         /* the other `if` statements, with their else */
    LIST(size_t) types;                  /* offsets of types declared in the body */
    LIST(size_t) literals;               /* of compound literals whose address is used */
    LIST(size_t) enumerations;           /* likewise */
    LIST(struct enumerator) enumerators; /* of these */
    LIST(struct mark) marks;
    struct sites *sites;            /* the lists by offset (model/sites.h) */
    struct function_values *values; /* what they depend on (check/value.h); NULL: not asked for */
    int visit;
};

/* Whether the variable is a parameter that points to local memory: a launch says how much. */
bool variable_is_local_parameter(const struct variable *variable);

extern const char *const variant_words[VARIANT_COUNT];
bool function_has_variant(const struct function *function, enum variant variant);

#endif
