/* The `//coop` lines of a module (docs/module.md): what is damaged is refused with a message that names the
 * line. */
#include "test.h"

#include "coop/shared/limits.h"
#include "host/base/error.h"
#include "host/module/registers.h"
#include "host/module/signature.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST "//coop module version=1\n"
#define KERNEL                                                                                       \
    "//coop kernel index=0 name=bfs kind=cooperative args_bytes=48 transmit_bytes=24 vars_bytes=40 " \
    "local_bytes=0 states=7 shrinks=1 grows=1 args_hash=9f2c11d0a7e3b654 file=\"bfs.cl\" line=31\n"
#define REGULAR                                                                                 \
    "//coop kernel index=1 name=fill kind=regular args_bytes=16 transmit_bytes=0 vars_bytes=0 " \
    "local_bytes=0 "                                                                            \
    "states=1 shrinks=0 grows=0 args_hash=00000000000000ff file=\"a b.cl\" line=2\n"
#define STATE "//coop state kernel=0 state=3 op=global_barrier line=17 file=\"a b.cl\"\n"
#define LAST "//coop end\n"

struct parsed {
    struct coop_error_record errors;
    struct coop_signature signature;
    coop_status status;
};

static void parse_bytes(struct parsed *parsed, const char *text, size_t bytes)
{
    memset(parsed, 0, sizeof *parsed);
    coop_error_record_init(&parsed->errors);
    /* Exactly as many bytes as the text has, so that AddressSanitizer sees a read past them. */
    char *copy = malloc(bytes > 0 ? bytes : 1);
    memcpy(copy, text, bytes);
    parsed->status = coop_signature_parse(&parsed->errors, copy, bytes, &parsed->signature);
    free(copy);
}

static void parse(struct parsed *parsed, const char *text)
{
    parse_bytes(parsed, text, strlen(text));
}

static void clear(struct parsed *parsed)
{
    coop_signature_clear(&parsed->signature);
    coop_error_record_clear(&parsed->errors);
}

static void expect_refused(const char *text, const char *message)
{
    struct parsed parsed;

    parse(&parsed, text);
    if (!TEST_EQUAL(parsed.status, COOP_INVALID_MODULE) ||
        !TEST_CONTAINS(parsed.errors.last.message, message)) {
        TEST_NOTE("  for:\n%s", text);
    }
    clear(&parsed);
}

TEST(a_module_is_read)
{
    struct parsed parsed;

    parse(&parsed,
          FIRST KERNEL REGULAR "//coop option -cl-fast-relaxed-math\n//coop option -DCOOP_X=1\n" LAST "rest");
    if (TEST_EQUAL(parsed.status, COOP_OK) && TEST_EQUAL(parsed.signature.kernel_count, 2)) {
        const struct coop_kernel_report *kernels = parsed.signature.kernels;
        TEST_EQUAL_TEXT(kernels[0].name, "bfs");
        TEST_EQUAL(kernels[0].is_cooperative, 1);
        TEST_EQUAL(kernels[0].args_bytes, 48);
        TEST_EQUAL(kernels[0].transmit_bytes, 24);
        TEST_EQUAL(kernels[0].states, 7);
        TEST_EQUAL(kernels[0].shrinks + kernels[0].grows, 2);
        TEST_EQUAL_U64(kernels[0].args_hash, UINT64_C(0x9f2c11d0a7e3b654));
        TEST_EQUAL_TEXT(kernels[1].name, "fill");
        TEST_EQUAL(kernels[1].is_cooperative, 0);
        TEST_EQUAL_U64(kernels[1].args_hash, 255);
        TEST_EQUAL_TEXT(parsed.signature.options, " -cl-fast-relaxed-math -DCOOP_X=1");
        TEST_EQUAL(coop_signature_find(&parsed.signature, "fill"), 1);
        TEST_EQUAL(coop_signature_find(&parsed.signature, "nothing"), 2);
    }
    clear(&parsed);
}

TEST(addresses_among_the_parameters_are_read)
{
    struct parsed parsed;

    parse(&parsed, FIRST KERNEL REGULAR "//coop pointer kernel=0 offset=40 name=graph\n"
                                        "//coop pointer kernel=1 offset=0 name=out\n" LAST);
    if (TEST_EQUAL(parsed.status, COOP_OK) && TEST_EQUAL(parsed.signature.pointer_count, 2)) {
        TEST_EQUAL(parsed.signature.pointers[0].kernel, 0);
        TEST_EQUAL(parsed.signature.pointers[0].offset, 40);
        TEST_EQUAL_TEXT(parsed.signature.pointers[0].name, "graph");
        TEST_EQUAL(parsed.signature.pointers[1].kernel, 1);
        TEST_EQUAL_TEXT(parsed.signature.pointers[1].name, "out");
    }
    clear(&parsed);
    /* Outside the arguments, of no kernel, without a field. */
    expect_refused(FIRST KERNEL "//coop pointer kernel=0 offset=41 name=x\n" LAST, "line 3");
    expect_refused(FIRST KERNEL "//coop pointer kernel=0 offset=4294967295 name=x\n" LAST, "line 3");
    expect_refused(FIRST KERNEL "//coop pointer kernel=1 offset=0 name=x\n" LAST, "line 3");
    expect_refused(FIRST "//coop pointer kernel=0 offset=0 name=x\n" KERNEL LAST, "line 2");
    expect_refused(FIRST KERNEL "//coop pointer kernel=0 offset=0\n" LAST, "line 3");
    expect_refused(FIRST KERNEL "//coop pointer kernel=0 name=x\n" LAST, "line 3");
}

TEST(parameters_in_local_memory_are_read)
{
    struct parsed parsed;

    parse(&parsed, FIRST KERNEL "//coop local kernel=0 offset=40 room=8192 name=part\n" LAST);
    if (TEST_EQUAL(parsed.status, COOP_OK) && TEST_EQUAL(parsed.signature.local_count, 1)) {
        TEST_EQUAL(parsed.signature.locals[0].kernel, 0);
        TEST_EQUAL(parsed.signature.locals[0].offset, 40);
        TEST_EQUAL(parsed.signature.locals[0].room, 8192);
        TEST_EQUAL_TEXT(parsed.signature.locals[0].name, "part");
        TEST_EQUAL(parsed.signature.pointer_count, 0);
    }
    clear(&parsed);
    expect_refused(FIRST KERNEL "//coop local kernel=0 offset=41 room=8192 name=x\n" LAST, "line 3");
    expect_refused(FIRST KERNEL "//coop local kernel=1 offset=0 room=8192 name=x\n" LAST, "line 3");
    expect_refused(FIRST KERNEL "//coop local kernel=0 offset=0 name=x\n" LAST, "line 3");
    expect_refused(FIRST KERNEL "//coop local kernel=0 offset=0 room=8192\n" LAST, "line 3");
}

#define ARGUMENT "//coop argument kernel=0 offset=40 kind=pointer item=float lanes=4 bytes=16 name=v "

TEST(parameters_are_read)
{
    struct parsed parsed;

    parse(&parsed,
          FIRST KERNEL ARGUMENT "type=\"global float4 *\"\n"
                                "//coop argument kernel=0 offset=36 kind=value item=bytes lanes=1 bytes=12 "
                                "name=x type=\"struct triple\"\n" LAST);
    if (TEST_EQUAL(parsed.status, COOP_OK) && TEST_EQUAL(parsed.signature.parameter_count, 2)) {
        const struct coop_parameter *parameters = parsed.signature.parameters;
        TEST_EQUAL(parameters[0].kernel, 0);
        TEST_EQUAL(parameters[0].offset, 40);
        TEST_EQUAL(parameters[0].kind, COOP_PARAMETER_POINTER);
        TEST_EQUAL(parameters[0].type, COOP_TYPE_FLOAT);
        TEST_EQUAL(parameters[0].lanes, 4);
        TEST_EQUAL(parameters[0].bytes, 16);
        TEST_EQUAL_TEXT(parameters[0].name, "v");
        TEST_EQUAL_TEXT(parameters[0].source_type, "global float4 *");
        TEST_EQUAL(parameters[1].kind, COOP_PARAMETER_VALUE);
        TEST_EQUAL(parameters[1].type, COOP_TYPE_BYTES);
        TEST_EQUAL_TEXT(parameters[1].source_type, "struct triple");
    }
    TEST_EQUAL(parsed.signature.pointer_count, 0);
    clear(&parsed);
}

/* The line of a parameter whose place is that, in 48 bytes of arguments. */
static void expect_argument_refused(const char *fields)
{
    char text[1024];

    snprintf(text, sizeof text, FIRST KERNEL "//coop argument %s type=\"uint\"\n" LAST, fields);
    expect_refused(text, "line 3");
}

TEST(damaged_parameters_are_refused)
{
    expect_refused(FIRST KERNEL ARGUMENT "\n" LAST, "line 3");
    expect_refused(FIRST KERNEL ARGUMENT "type=\"uint\n" LAST, "line 3");
    expect_argument_refused("kernel=1 offset=0 kind=value item=uint32_t lanes=1 bytes=4 name=x");
    expect_argument_refused("kernel=0 kind=value item=uint32_t lanes=1 bytes=4 name=x");
    expect_argument_refused("kernel=0 offset=0 kind=other item=uint32_t lanes=1 bytes=4 name=x");
    expect_argument_refused("kernel=0 offset=0 kind=value item=uint128_t lanes=1 bytes=16 name=x");
    expect_argument_refused("kernel=0 offset=0 kind=value lanes=1 bytes=4 name=x");
    expect_argument_refused("kernel=0 offset=0 kind=value item=uint32_t lanes=17 bytes=68 name=x");
    expect_argument_refused("kernel=0 offset=0 kind=value item=uint32_t lanes=0 bytes=4 name=x");
    expect_argument_refused("kernel=0 offset=0 kind=value item=uint32_t lanes=2 bytes=4 name=x");
    expect_argument_refused("kernel=0 offset=0 kind=value item=bytes lanes=1 bytes=0 name=x");
    expect_argument_refused("kernel=0 offset=45 kind=value item=uint32_t lanes=1 bytes=4 name=x");
    expect_argument_refused("kernel=0 offset=48 kind=value item=uint8_t lanes=1 bytes=1 name=x");
    expect_argument_refused("kernel=0 offset=41 kind=pointer item=float lanes=1 bytes=4 name=x");
    expect_argument_refused("kernel=0 offset=0 kind=value item=bytes lanes=1 bytes=4294967295 name=x");
}

#define SIZED                                                                                              \
    "//coop kernel index=0 name=k kind=regular args_bytes=48 transmit_bytes=24 states=7 shrinks=0 grows=0" \
    "%s args_hash=9f2c11d0a7e3b654\n"

TEST(a_required_local_size_is_read)
{
    static const char *const bad[] = {" local_items=8,2",    " local_items=8,2,0",  " local_items=8,2,1,1",
                                      " local_items=,2,1",   " local_items=-8,2,1", " local_items=8 2 1",
                                      " local_items=8,2,1x", " local_items="};
    char text[600];
    struct parsed parsed;

    snprintf(text, sizeof text, FIRST SIZED LAST, " local_items=8,2,1");
    parse(&parsed, text);
    if (TEST_EQUAL(parsed.status, COOP_OK)) {
        TEST_EQUAL(parsed.signature.kernels[0].local_items[0], 8);
        TEST_EQUAL(parsed.signature.kernels[0].local_items[1], 2);
        TEST_EQUAL(parsed.signature.kernels[0].local_items[2], 1);
    }
    clear(&parsed);
    snprintf(text, sizeof text, FIRST SIZED LAST, "");
    parse(&parsed, text);
    if (TEST_EQUAL(parsed.status, COOP_OK)) {
        TEST_EQUAL(parsed.signature.kernels[0].local_items[0], 0);
    }
    clear(&parsed);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, FIRST SIZED LAST, bad[i]);
        expect_refused(text, "line 2 of the module's header is damaged");
    }
}

#define VARIANT                                                                                             \
    "//coop kernel index=0 name=bfs kind=%s args_bytes=48 transmit_bytes=24 states=7 shrinks=%d grows=1%s " \
    "args_hash=9f2c11d0a7e3b654\n"

static coop_status parse_variant(struct parsed *parsed, const char *kind, int shrinks, const char *fields)
{
    char text[600];

    snprintf(text, sizeof text, FIRST VARIANT LAST, kind, shrinks, fields);
    parse(parsed, text);
    return parsed->status;
}

TEST(variants_are_read_and_are_off_where_they_are_not_named)
{
    struct parsed parsed;

    TEST_EQUAL(parse_variant(&parsed, "cooperative", 1, ""), COOP_OK);
    TEST_EQUAL(parsed.signature.kernels[0].kill_any + parsed.signature.kernels[0].may_kill_all, 0);
    clear(&parsed);
    TEST_EQUAL(parse_variant(&parsed, "cooperative", 1, " kill_any=1 may_kill_all=0"), COOP_OK);
    TEST_EQUAL(parsed.signature.kernels[0].kill_any, 1);
    TEST_EQUAL(parsed.signature.kernels[0].may_kill_all, 0);
    clear(&parsed);
    TEST_EQUAL(parse_variant(&parsed, "cooperative", 1, " kill_any=0 may_kill_all=1"), COOP_OK);
    TEST_EQUAL(parsed.signature.kernels[0].kill_any, 0);
    TEST_EQUAL(parsed.signature.kernels[0].may_kill_all, 1);
    clear(&parsed);
}

TEST(variants_that_cannot_be_are_refused)
{
    struct parsed parsed;

    TEST_EQUAL(parse_variant(&parsed, "cooperative", 1, " kill_any=2"), COOP_INVALID_MODULE);
    clear(&parsed);
    TEST_EQUAL(parse_variant(&parsed, "cooperative", 1, " may_kill_all=yes"), COOP_INVALID_MODULE);
    clear(&parsed);
    TEST_EQUAL(parse_variant(&parsed, "cooperative", 0, " may_kill_all=1"), COOP_INVALID_MODULE);
    clear(&parsed);
    TEST_EQUAL(parse_variant(&parsed, "regular", 1, " kill_any=1"), COOP_INVALID_MODULE);
    clear(&parsed);
}

TEST(a_damaged_first_line_is_refused)
{
    expect_refused("", "line 1 is not a line");
    expect_refused("kernel void f() {}\n", "line 1 is not a line");
    expect_refused("//coop\n", "line 1 is not a line");
    expect_refused("//coop module version=2\n" KERNEL LAST,
                   "line 1 of the module's header is damaged, or of another");
    expect_refused("//coop module version=\n" KERNEL LAST, "line 1");
    expect_refused("//coop module version=1x\n" KERNEL LAST, "line 1");
    expect_refused("//coop module\n" KERNEL LAST, "line 1");
    expect_refused("//coop modules version=1\n" KERNEL LAST, "line 1");
    expect_refused(KERNEL LAST, "line 1");
}

TEST(a_header_that_does_not_end_is_refused)
{
    expect_refused(FIRST KERNEL, "line 3 is not a line");
    expect_refused(FIRST KERNEL "//coop end", "line 3 is not a line");
    expect_refused(FIRST KERNEL "kernel void f() {}\n", "line 3 is not a line");
    expect_refused(FIRST KERNEL "//coop ends\n", "line 3 of the module's header is damaged");
    expect_refused(FIRST KERNEL FIRST LAST, "line 3 of the module's header is damaged");
}

TEST(a_module_without_kernels_is_refused)
{
    expect_refused(FIRST LAST, "no kernels");
}

/* The kernel's line with one field replaced. */
static void with_field(char *out, size_t capacity, const char *name, const char *value)
{
    char find[32];
    const char *line = KERNEL;
    const char *at;
    const char *rest;

    snprintf(find, sizeof find, " %s=", name);
    at = strstr(line, find);
    rest = strpbrk(at + strlen(find), " \n");
    snprintf(out, capacity, "%s%.*s%s%s%s", FIRST, (int)(at - line), line, value, rest, LAST);
}

TEST(a_kernel_line_without_one_of_its_fields_is_refused)
{
    static const char *const names[] = {"index",  "name",    "kind",  "args_bytes", "transmit_bytes",
                                        "states", "shrinks", "grows", "args_hash"};
    char text[1000];

    for (int i = 0; i < 9; i++) {
        with_field(text, sizeof text, names[i], "");
        expect_refused(text, "line 2 of the module's header is damaged");
    }
}

TEST(a_kernel_line_with_a_bad_value_is_refused)
{
    static const char *const values[][2] = {
        {"index", " index=1"},
        {"index", " index=-1"},
        {"index", " index=x"},
        {"index", " index="},
        {"index", " index=64"},
        {"index", " index=18446744073709551616"},
        {"name", " name="},
        {"kind", " kind=coperative"},
        {"kind", " kind="},
        {"args_bytes", " args_bytes=513"},
        {"args_bytes", " args_bytes=-8"},
        {"args_bytes", " args_bytes=4294967344"},
        {"transmit_bytes", " transmit_bytes=385"},
        {"states", " states=7.5"},
        {"states", " states=99999999"},
        {"shrinks", " shrinks=2"},
        {"grows", " grows=yes"},
        {"args_hash", " args_hash=9f2g"},
        {"args_hash", " args_hash="},
        {"args_hash", " args_hash=11112222333344445"},
    };
    char text[1000];

    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        with_field(text, sizeof text, values[i][0], values[i][1]);
        expect_refused(text, "line 2 of the module's header is damaged");
    }
}

TEST(a_name_that_is_too_long_is_refused)
{
    char name[300] = " name=";
    char text[1000];

    memset(name + 6, 'n', sizeof name - 7);
    with_field(text, sizeof text, "name", name);
    expect_refused(text, "line 2 of the module's header is damaged");
}

/* As a file could be named to add lines, or fields, of its own. */
TEST(what_coopc_cannot_have_written_is_refused)
{
    static const char head[] =
        FIRST "//coop kernel index=0 name=k kind=regular args_bytes=8 transmit_bytes=0 states=1 shrinks=0 "
              "grows=0 args_hash=1 file=\"";
    char text[1000];

    snprintf(text, sizeof text, "%sa\n//coop option -DCOOP_EVIL=7 /y.cl\" line=1\n" LAST, head);
    expect_refused(text, "line 2 of the module's header is damaged");
    snprintf(text, sizeof text, "%sa\\\" line=1\n" LAST, head);
    expect_refused(text, "line 2 of the module's header is damaged");
    snprintf(text, sizeof text, "%sa\r.cl\" line=1\n" LAST, head);
    expect_refused(text, "line 2 of the module's header is damaged");
    expect_refused(FIRST KERNEL "//coop option -cl-\x1b[2J\n" LAST, "line 3 of the module's header");
    expect_refused(FIRST KERNEL "//coop option -I/tmp\n" LAST, "line 3 of the module's header");
    expect_refused(FIRST KERNEL "//coop option -DEVIL=7\n" LAST, "line 3 of the module's header");
    expect_refused(FIRST KERNEL "//coop option \n" LAST, "line 3 of the module's header");
    /* In another order than coopc's. */
    expect_refused(FIRST KERNEL "//coop option -cl-x\n" REGULAR LAST, "line 4 of the module's header");
    expect_refused(FIRST KERNEL "//coop option -cl-x\n//coop pointer kernel=0 offset=0 name=p\n" LAST,
                   "line 4 of the module's header");
    expect_refused(FIRST KERNEL "//coop file index=0 name=\"a\"\n" STATE LAST,
                   "line 4 of the module's header");
    for (size_t i = strlen(FIRST); i < strlen(FIRST KERNEL) - 1; i += 7) {
        struct parsed parsed;

        strcpy(text, FIRST KERNEL LAST);
        text[i] = '\0';
        parse_bytes(&parsed, text, strlen(FIRST KERNEL LAST));
        TEST_EQUAL(parsed.status, COOP_INVALID_MODULE);
        clear(&parsed);
    }
}

TEST(a_files_name_is_no_field_and_is_read_as_it_was)
{
    struct parsed parsed;

    parse(&parsed,
          FIRST "//coop kernel index=0 name=k kind=regular args_bytes=8 transmit_bytes=0 states=1 shrinks=0 "
                "grows=0 args_hash=1 file=\"a local_items=3,1,1 local_bytes=9 b.cl\" line=2\n"
                "//coop state kernel=0 state=0 line=4 begins=3 file=\"a \\\"b\\\\\\012c\"\n" LAST);
    if (TEST_EQUAL(parsed.status, COOP_OK) && TEST_EQUAL(parsed.signature.place_count, 1)) {
        TEST_EQUAL(parsed.signature.kernels[0].local_items[0], 0);
        TEST_EQUAL(parsed.signature.kernels[0].local_bytes, 0);
        TEST_EQUAL_TEXT(parsed.signature.places[0].file, "a \"b\\\\012c");
    }
    clear(&parsed);
}

TEST(places_of_states_are_read)
{
    struct parsed parsed;

    parse(&parsed, FIRST KERNEL STATE LAST);
    if (TEST_EQUAL(parsed.status, COOP_OK) && TEST_EQUAL(parsed.signature.place_count, 1)) {
        TEST_EQUAL(parsed.signature.places[0].kernel, 0);
        TEST_EQUAL(parsed.signature.places[0].state, 3);
        TEST_EQUAL(parsed.signature.places[0].line, 17);
        TEST_EQUAL_TEXT(parsed.signature.places[0].file, "a b.cl");
    }
    clear(&parsed);
}

TEST(a_damaged_place_of_a_state_is_refused)
{
    static const char *const lines[] = {
        "//coop state\n",
        "//coop state kernel=0 state=3 line=17\n",
        "//coop state kernel=0 state=3 line=17 file=\"a.cl\n",
        "//coop state kernel=1 state=3 line=17 file=\"a.cl\"\n",
        "//coop state kernel=0 state=-3 line=17 file=\"a.cl\"\n",
        "//coop state kernel=0 state=3 line=4294967296 file=\"a.cl\"\n",
        "//coop state kernel=0 line=17 file=\"a.cl\"\n",
        "//coop state kernel=99999999999 state=3 line=17 file=\"a.cl\"\n",
    };
    char text[1000];

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        snprintf(text, sizeof text, FIRST KERNEL "%s" LAST, lines[i]);
        expect_refused(text, "line 3 of the module's header is damaged");
    }
}

TEST(an_overlong_line_is_refused)
{
    static char text[100000];

    memset(text, 'x', sizeof text);
    memcpy(text, FIRST "//coop option ", strlen(FIRST "//coop option "));
    text[sizeof text - 2] = '\n';
    text[sizeof text - 1] = '\0';
    expect_refused(text, "line 2 is not a line");
}

TEST(options_that_do_not_fit_are_refused)
{
    char *text = calloc(1, 8000);
    struct parsed parsed;

    strcpy(text, FIRST KERNEL);
    for (int i = 0; i < 5; i++) {
        size_t used = strlen(text);
        strcpy(text + used, "//coop option -cl-");
        memset(text + used + 18, 'y', 900);
        strcpy(text + used + 918, "\n");
    }
    strcat(text, LAST);
    parse(&parsed, text);
    TEST_EQUAL(parsed.status, COOP_INVALID_MODULE);
    clear(&parsed);
    free(text);
}

TEST(more_kernels_than_a_module_may_have_are_refused)
{
    char *text = calloc(1, 65536);
    struct parsed parsed;

    for (int count = COOP_KERNELS_MAX; count <= COOP_KERNELS_MAX + 1; count++) {
        size_t used = (size_t)sprintf(text, FIRST);
        for (int i = 0; i < count; i++) {
            used +=
                (size_t)sprintf(text + used,
                                "//coop kernel index=%d name=k%d kind=regular args_bytes=0 transmit_bytes=0 "
                                "states=1 shrinks=0 grows=0 args_hash=1\n",
                                i, i);
        }
        strcpy(text + used, LAST);
        parse(&parsed, text);
        TEST_EQUAL(parsed.status, count <= COOP_KERNELS_MAX ? COOP_OK : COOP_INVALID_MODULE);
        clear(&parsed);
    }
    free(text);
}

static int calls_printf(const char *text)
{
    size_t bytes = strlen(text);
    char *copy = malloc(bytes > 0 ? bytes : 1); /* as above */
    memcpy(copy, text, bytes);
    int is_called = coop_module_calls(copy, bytes, "printf");

    free(copy);
    return is_called;
}

TEST(a_call_is_one_of_the_text_and_no_words_in_it)
{
    static const char *const calls[] = {"printf(",
                                        "x = printf (\"%d\", 1);",
                                        "// a\nprintf\n(1)",
                                        "/* a */printf(1)",
                                        "/**/printf(1)",
                                        "/* ' */ printf(1)",
                                        "\"\\\"\" printf(1)",
                                        "'\"' printf(1)",
                                        "\"\\\\\" printf(1)",
                                        "a/b; printf(1)",
                                        "don't\nprintf(1)"};
    static const char *const others[] = {"",
                                         "printf",
                                         "printf ",
                                         "printf;",
                                         "// printf(1)",
                                         "//coop option printf(1)\n",
                                         "/* printf(1) */",
                                         "/* printf(1)",
                                         "\"printf(1)\"",
                                         "\"\\\" printf(1)\"",
                                         "\"printf(1)",
                                         "\"\\",
                                         "'",
                                         "/",
                                         "/*",
                                         "/* *",
                                         "//",
                                         "my_printf(1)",
                                         "printf_1(1)",
                                         "printf2(1)",
                                         "print f(1)",
                                         "Printf(1)"};

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        if (!TEST_TRUE(calls_printf(calls[i]))) {
            TEST_NOTE("in %s", calls[i]);
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!TEST_TRUE(!calls_printf(others[i]))) {
            TEST_NOTE("in %s", others[i]);
        }
    }
}

/* Cut anywhere, or with any byte changed, a header is refused or read, but never followed out of its
 * bytes. */
TEST(cut_and_scrambled_headers_are_survived)
{
    static const char whole[] = FIRST KERNEL REGULAR "//coop option -DX\n" LAST;
    uint64_t random = test_seed();
    struct parsed parsed;
    char text[sizeof whole];

    for (size_t bytes = 0; bytes < sizeof whole - 1; bytes++) {
        parse_bytes(&parsed, whole, bytes);
        TEST_EQUAL(parsed.status, COOP_INVALID_MODULE);
        TEST_TRUE(parsed.errors.last.message[0] != '\0');
        clear(&parsed);
    }
    for (int i = 0; i < 20000; i++) {
        memcpy(text, whole, sizeof whole);
        for (uint64_t k = test_random_below(&random, 4) + 1; k > 0; k--) {
            text[test_random_below(&random, sizeof whole - 1)] = (char)test_random(&random);
        }
        parse_bytes(&parsed, text, sizeof whole - 1);
        TEST_TRUE(parsed.status == COOP_OK || parsed.status == COOP_INVALID_MODULE);
        TEST_AT_MOST(parsed.signature.kernel_count, 2);
        clear(&parsed);
    }
}
