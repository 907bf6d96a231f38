/* What coopc knows about the user's files: plain data, filled by parse.c and flatten.c, read by check.c and
 * emit.
 *
 * A unit is one file of the command line with the headers it includes. Offsets count bytes in a source's
 * text. */
#ifndef COOPC_MODEL_H
#define COOPC_MODEL_H

#include <stdint.h>

#include "coop/shared/op.h"
#include "coopc/text/lex.h"
#include "coopc/text/text.h"

/* Address spaces as libclang numbers them for OpenCL. */
enum space {
    SPACE_NONE = 0,
    SPACE_GLOBAL = 1,
    SPACE_LOCAL = 2,
    SPACE_CONSTANT = 3,
    SPACE_PRIVATE = 4,
    SPACE_GENERIC = 5,
};

enum shape { SHAPE_SCALAR, SHAPE_VECTOR, SHAPE_POINTER, SHAPE_ARRAY, SHAPE_STRUCT, SHAPE_OPAQUE };

/* A declaration is `prefix name suffix`; const and the address space of the object itself are left out. */
struct declarator {
    const char *prefix;
    const char *suffix;
};

struct type {
    enum shape shape;
    enum space space;   /* where an object of the type lives */
    enum space pointee; /* of a pointer */
    struct declarator object;
    struct declarator element; /* pointer to an array's element, in the array's address space */
    size_t element_count;      /* of an array, all dimensions together */
    const char *subscripts;    /* of an array's element number coop_i */
    const char *lane;          /* OpenCL C type of a vector's lane */
    const char *spelling;      /* as a cast would spell it */
    size_t size;
    size_t alignment;
    const char *c_name; /* fixed-width C type of a scalar, or of a vector's lane */
    size_t lanes;
    bool holds_private_pointer; /* itself, an element or a member points to private (or generic) memory */
    bool holds_local_pointer;
    bool is_volatile;
};

/* Where the generated code keeps a variable. */
enum home {
    HOME_TEXT,     /* as written: one state declares and uses it */
    HOME_ARGUMENT, /* a parameter that is only read: a constant at the top of the step function */
    HOME_COPY,     /* a member of coop_v, copied into a same-named variable by each state that uses it */
    HOME_PLACE,    /* a member of coop_v, used in place */
    HOME_LOCAL,    /* a member of coop_l, used in place */
    HOME_CONSTANT, /* moved to program scope under another name */
};

struct range {
    size_t begin;
    size_t end;
};

struct function;
struct inlining;

struct variable {
    const char *name;
    struct type type;
    size_t offset;    /* of the name */
    size_t scope;     /* offset of the compound or for statement around its declaration */
    bool is_editable; /* the name stands in the file, not in a macro's body */
    bool is_parameter;
    const char *aligned; /* text of an alignment attribute, or NULL */
    bool is_transmit;
    bool is_root; /* declared directly in the function's body */
    bool is_static;
    bool is_work; /* a struct coop_work */
    bool points_to_work;
    bool is_workqueue; /* a pointer to a struct coop_workqueue */
    bool is_passed_on; /* used otherwise than by reading what it points to */
    bool is_flat;      /* declared where statements become states */
    size_t index;
    struct range initial; /* its initialiser; empty when there is none */
    enum home home;
    const char *field;               /* member name in coop_v or coop_l, or the name at program scope */
    bool has_alias;                  /* an array that macro bodies name */
    const struct inlining *inlining; /* the call for which it was made; NULL: the kernel's own */
    bool is_result;                  /* what the inlined helper returns */
    bool is_set_anew; /* of HOME_COPY: every state sets it before it reads it, so none keeps it */
    bool is_replaced; /* a parameter of an inlined helper: its argument stands for it */
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
    const char *place; /* of a replaced parameter: what stands in front of the variable's name; else NULL */
    bool is_write;     /* not plainly a read */
    bool is_sizeof;
    enum access access; /* to the variable */
    enum access memory; /* to what a pointer variable points to */
    size_t done;        /* references that are evaluated when its assignment is: an index of the next one */
};

/* The operations of the runtime, with their numbers, and one of coopc's own. */
#define OPERATION_ENUM(name, number, ...) OPERATION_##name = (number),
enum operation {
    OPERATION_CALL = COOP_OP_COUNT, /* of a helper that holds a barrier: inlined */
    COOP_OP_LIST(OPERATION_ENUM)
};
#undef OPERATION_ENUM

struct call {
    size_t offset;
    const char *name;
    struct function *function; /* the user's, NULL for a built-in */
    enum operation operation;
    bool is_editable;
    bool is_statement;      /* the compiler's statement is the call alone */
    LIST(size_t) arguments; /* offsets where they begin */
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

/* A control statement whose keyword stands in a macro's body. */
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

struct source;

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
    bool is_editable;
    bool has_braces; /* its body's stand in the text, and not in a macro */
    bool is_overloadable;
    bool needs_group; /* gets the hidden parameter */
    bool splits;      /* a helper that holds a barrier, itself or through others */
    bool is_void;
    struct type result; /* unless it is void */
    size_t parameter_count;
    LIST(struct variable *) variables; /* parameters first */
    LIST(struct reference) references;
    LIST(struct call) calls;
    LIST(struct jump) jumps;
    LIST(struct child) children;
    LIST(struct hidden) hidden;
    LIST(size_t) types;                  /* offsets of types declared in the body */
    LIST(size_t) enumerations;           /* likewise */
    LIST(struct enumerator) enumerators; /* of these */
    LIST(struct mark) marks;
    int visit;
};

struct inclusion {
    size_t begin;
    size_t end;
    struct source *source; /* NULL: nothing to inline (coop/kernel.clh, or not found) */
};

struct edit {
    size_t begin;
    size_t end;
    const char *text;
    struct kernel *kernel;       /* the range is a kernel: its step function takes its place */
    struct inclusion *inclusion; /* the range is a directive: the file takes its place */
    size_t order;
};

/* Text of a helper that stands a second time behind a source's own text, because it is inlined there. */
struct copy {
    struct range range;
    const struct source *source;
    size_t offset; /* of the original */
};

struct source {
    const char *path;     /* as the user names it */
    const char *identity; /* the same for one file, however it is named */
    char *text;
    const char *original; /* `text` before conditional directives inside kernels were blanked */
    size_t length;        /* without the copies */
    size_t extent;        /* with them */
    size_t room;          /* bytes of `text`; 0: as many as it has */
    LIST(struct copy) copies;
    bool is_main;
    bool is_words; /* coop/kernel.clh */
    bool is_guarded;
    size_t search; /* the last search that looked at it (parse_cursor.c) */
    struct tokens tokens;
    LIST(struct range) skipped;
    LIST(struct inclusion) inclusions;
    LIST(struct range) expansions;
    LIST(struct edit) edits;
};

/* A name at program scope or of a macro. */
enum name_kind { NAME_FUNCTION, NAME_TYPE, NAME_TYPEDEF, NAME_ENUMERATOR, NAME_VARIABLE, NAME_MACRO };

struct name {
    enum name_kind kind;
    const char *name;
    struct source *source;
    size_t offset;
    enum space space;
};

struct unit {
    struct source *main;
    LIST(struct source *) sources;
    LIST(struct function *) functions; /* declarations, in order */
    LIST(struct name) names;
};

enum item_kind {
    ITEM_TEXT,        /* source text */
    ITEM_STEP,        /* source text that lacks its semicolon */
    ITEM_DECLARE,     /* a declaration: text, or assignments to variables that live elsewhere */
    ITEM_PARAMETERS,  /* those of an inlined helper get their values */
    ITEM_RESULT,      /* an inlined helper's gets its value */
    ITEM_JUMP_UNLESS, /* go to a label unless the condition holds */
    ITEM_JUMP_IF,
    ITEM_DISPATCH, /* a switch over labels */
};

struct branch {
    struct range text; /* `case value:` or `default:` */
    size_t label;
};

struct item {
    enum item_kind kind;
    struct range range; /* text or condition */
    size_t label;
    struct range arguments;  /* of ITEM_PARAMETERS */
    struct variable *result; /* of ITEM_RESULT, or NULL: evaluated only */
    struct variable *value;  /* the result of an inlined helper that the text reads, or NULL */
    struct range call;       /* the part of the text that `value` stands for */
    LIST(struct branch) branches;
};

/* A variable as one state sees it. */
struct use {
    struct variable *variable;
    const char *name;
    bool is_written;
    bool is_declared; /* by this state's own text */
};

struct state {
    LIST(struct item) items;
    LIST(struct use) uses;
    enum operation operation;
    const struct call *call;         /* where the operation stands; NULL for none and for a return */
    size_t next;                     /* label */
    LIST(size_t) leaves;             /* labels that break and continue inside its text go to */
    LIST(struct variable *) results; /* that returns inside its text set */
    bool may_return;                 /* its text holds a return */
    bool has_exit;                   /* something jumps to its end */
};

struct member {
    struct variable *variable;
    size_t offset;
    size_t size;
    size_t alignment;
    size_t padding; /* bytes in front of it */
};

struct layout {
    LIST(struct member) members;
    size_t tail; /* bytes of padding behind the last member */
    size_t size;
    size_t alignment;
};

struct statement;

/* What becomes of the value of an inlined helper's call. */
enum inlining_form {
    INLINING_ALONE,  /* `f(x);` */
    INLINING_VALUE,  /* `a = f(x);`, `int a = f(x);` */
    INLINING_RETURN, /* `return f(x);` */
};

/* A call of a helper that holds a barrier, whose body takes its place: a copy behind the kernel's source. */
struct inlining {
    const struct function *helper;
    enum inlining_form form;
    struct range call;       /* from the name to the closing parenthesis */
    struct range arguments;  /* between the parentheses */
    struct range copy;       /* from the helper's name to its closing brace */
    struct range parameters; /* between the parentheses there */
    struct statement *body;
    const struct statement *tail; /* a return that is the last statement, or NULL */
    bool has_jumps;               /* other returns */
    bool is_apart;                /* shares no state with the text around the call, nor any name */
    struct variable *result;      /* NULL when nobody reads it */
    size_t end;                   /* label of what follows the call */
};

/* An enumeration where statements become states: each state with text of its scope has it. */
struct enumeration {
    struct range text;
    struct range scope;
};

struct kernel {
    const char *name;
    struct statement *tree;
    struct tokens tokens; /* of the body */
    struct function *function;
    struct source *source;
    struct unit *unit;
    size_t index;
    size_t begin; /* of the whole definition, attributes included */
    size_t end;
    const char *directives;   /* that stand in front of the body */
    bool forbids_contraction; /* #pragma OPENCL FP_CONTRACT OFF in a block that is taken apart */
    LIST(struct enumeration) enumerations;
    LIST(struct inlining *) inlinings;
    LIST(struct range) kept; /* statements that stay whole though they hold work-group barriers */
    struct kernel *partial;  /* the same kernel without any, for work-groups with idle work-items; or NULL */
    struct kernel *whole;    /* of a partial kernel: the one that it was made from */
    size_t first_state;      /* number of state 0 of a partial kernel, where it goes on */
    LIST(struct state) states;
    LIST(size_t) labels; /* state of each label */
    struct layout arguments;
    struct layout transmits;
    struct variable
        *work; /* the work-group's side of a work queue, in local memory; NULL when there is none */
    struct variable *workqueue; /* the parameter that is the work queue */
    size_t vars_bytes;
    size_t local_bytes;
    bool shrinks;
    bool grows;
    bool kill_any;
    bool may_kill_all;
    uint64_t hash;
};

/* Where kernels are cut into states, and how many loops run them. */
enum split { SPLIT_BARRIERS, SPLIT_PRIMITIVES };
enum loop { LOOP_MERGED, LOOP_EACH };

struct model {
    enum split split;
    enum loop loop;
    LIST(struct unit *) units;
    LIST(struct kernel *) kernels;
    LIST(const char *) options; /* for the device compiler */
    LIST(const char *) defines; /* name or name=value */
};

void edit_add(struct source *source, size_t begin, size_t end, const char *text);

/* Appends source text with the edits that lie inside the range; edits must be sorted (edits_sort). */
void edits_sort(struct source *source);
void text_append_edited(struct text *text, const struct source *source, struct range range);

/* Appends a copy of text, which counts as standing where the original does; its offset. */
size_t source_copy(struct source *to, const struct source *from, struct range range);

/* Where text stands that may be a copy. */
struct place {
    const struct source *source;
    size_t offset;
};
struct place source_place(const struct source *source, size_t offset);
/* The definition of a function, in whichever file it stands; NULL when no file defines it. */
struct function *find_definition(const struct model *model, const struct function *function);

size_t source_line(const struct source *source, size_t offset);
const char *source_path(const struct source *source, size_t offset);

/* The call whose inlined text holds the offset; NULL: the kernel's own text. */
struct inlining *inlining_at(const struct kernel *kernel, size_t offset);

bool operation_splits(enum operation operation);
bool operation_is_primitive(enum operation operation);
bool operation_forks(enum operation operation);
bool operation_shrinks(enum operation operation);

/* Whether a work-group may begin behind the operation, with nothing but what is transmitted. */
bool kernel_begins_at(const struct kernel *kernel, enum operation operation);

extern const char *const variant_words[VARIANT_COUNT];
bool function_has_variant(const struct function *function, enum variant variant);

/* The states that a state may go on to, each once, in ascending order. */
struct successors {
    LIST(size_t) list;
};
void state_successors(const struct kernel *kernel, size_t index, struct successors *successors);

/* The same, but for the one behind the state's end. */
void state_jumps(const struct kernel *kernel, size_t index, struct successors *successors);

/* The text of the first thing that a state does; NULL when it does nothing. */
const struct range *state_begin_text(const struct state *state);

/* The declaration `prefix name suffix`. */
const char *declare(const struct declarator *declarator, const char *name);

#endif
