#include "host/translate/request.h"

#include "coop/version.h"
#include "host/translate/child.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAME "kernels.cl"
#define VERSION ((uint64_t)COOP_VERSION_MAJOR << 32 | (uint64_t)COOP_VERSION_MINOR << 16 | COOP_VERSION_PATCH)

static int begins(const char *word, const char *beginning)
{
    return strncmp(word, beginning, strlen(beginning)) == 0;
}

/* What decides where coopc reads and writes is not the caller's. */
static int is_ours(const char *word)
{
    static const char *const words[] = {
        "--header",     "--host-header", "--embed",      "--depfile", "--deps",    "--stdin", "--elements",
        "--no-doubles", "--nodes",       "--dump-model", "--help",    "--version", "--",      NULL};

    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(word, words[i]) == 0) {
            return 1;
        }
    }
    return begins(word, "-o");
}

static int takes_next(const char *word)
{
    return strcmp(word, "--local-bytes") == 0 || strcmp(word, "-I") == 0 || strcmp(word, "-D") == 0;
}

static int check_words(const char *const *words, char *why, size_t why_bytes)
{
    for (size_t i = 0; words != NULL && words[i] != NULL; i++) {
        if (is_ours(words[i])) {
            snprintf(why, why_bytes,
                     "arguments[%zu] is %s, and what coopc reads and writes is not the caller's to choose "
                     "here; run coopc for that",
                     i, words[i]);
            return 0;
        }
        if (words[i][0] != '-' || words[i][1] == '\0') {
            snprintf(why, why_bytes,
                     "arguments[%zu] is \"%s\", which is no option of coopc; they begin with -, as in "
                     "\"-DTILE=16\"",
                     i, words[i]);
            return 0;
        }
        if (takes_next(words[i]) && words[++i] == NULL) {
            snprintf(why, why_bytes, "a value is missing behind %s, the last of the arguments", words[i - 1]);
            return 0;
        }
    }
    return 1;
}

/* It stands in lines of the module and of messages. */
static int check_name(const char *name, char *why, size_t why_bytes)
{
    int is_right = name == NULL || name[0] != '\0';

    for (const char *at = name; at != NULL && *at != '\0'; at++) {
        is_right = is_right && (unsigned char)*at >= ' ' && *at != 127;
    }
    if (!is_right) {
        snprintf(why, why_bytes, "name is empty, or has a character that is none of a line of text");
    }
    return is_right;
}

int coop_request_check(const struct coop_translate_options *options, char *why, size_t why_bytes)
{
    if (options->timeout_ns == UINT64_MAX) {
        snprintf(why, why_bytes,
                 "timeout_ns is UINT64_MAX, a wait without end; every wait has a deadline here");
        return 0;
    }
    return check_name(options->name, why, why_bytes) && check_words(options->arguments, why, why_bytes);
}

static void add_variable(struct coop_bytes *key, const char *value)
{
    coop_bytes_add_string(key, value != NULL ? value : "");
}

static void make_key(struct coop_request *request, const struct coop_compiler *compiler,
                     const struct coop_translate_options *options, const char *text)
{
    char directory[PATH_MAX];

    coop_bytes_add_number(&request->key, VERSION);
    coop_bytes_add_number(&request->key, compiler->sum);
    /* Files that are named without a beginning slash are looked for from there. */
    coop_bytes_add_string(&request->key, getcwd(directory, sizeof directory) != NULL ? directory : "");
    /* The compiler inside coopc looks for included files there, too. */
    add_variable(&request->key, getenv("CPATH"));
    add_variable(&request->key, getenv("C_INCLUDE_PATH"));
    for (size_t i = 0; options->arguments != NULL && options->arguments[i] != NULL; i++) {
        coop_bytes_add_string(&request->key, options->arguments[i]);
    }
    coop_bytes_add_string(&request->key, request->name);
    coop_bytes_add_string(&request->key, text);
}

int coop_request_init(struct coop_request *request, const struct coop_compiler *compiler,
                      const struct coop_translate_options *options, const char *text)
{
    size_t count = 0;
    size_t at = 0;

    memset(request, 0, sizeof *request);
    request->name = options->name != NULL ? options->name : NAME;
    while (options->arguments != NULL && options->arguments[count] != NULL) {
        count++;
    }
    request->arguments = calloc(count + 8, sizeof *request->arguments);
    if (request->arguments == NULL) {
        return 0;
    }
    request->arguments[at++] = compiler->path;
    for (size_t i = 0; i < count; i++) {
        request->arguments[at++] = options->arguments[i];
    }
    request->arguments[at++] = "-o";
    request->arguments[at++] = COOP_CHILD_MODULE;
    request->arguments[at++] = "--depfile";
    request->arguments[at++] = COOP_CHILD_RULE;
    request->arguments[at++] = "--stdin";
    request->arguments[at++] = request->name;
    make_key(request, compiler, options, text);
    return !request->key.has_failed;
}

void coop_request_clear(struct coop_request *request)
{
    free(request->arguments);
    coop_bytes_clear(&request->key);
}
