/* Translation at run time: kernels that are text in the program become a module without a file of the user's.
 * Library coop::translate, which stands on coop::coop and runs the program coopc; user's manual:
 * docs/translate.md.
 *
 *     coop_module_from_source(context, text, NULL, NULL, NULL, &module);
 *
 * Kernels that no generated header knows are launched by name: argument.h.
 *
 * coopc is a child of the process, started without a shell: its libclang must not meet the LLVM of an OpenCL
 * driver in one process. What it has written is kept in the user's cache directory, and the same text with
 * the same options does not start it again.
 *
 * Threads: every function may be called from any, at the same time. coop_last_error has the sentence of a
 * call that failed. Handles and errors: coop.h. */
#ifndef COOP_TRANSLATE_H
#define COOP_TRANSLATE_H

#include "coop/module.h"

#ifdef __cplusplus
extern "C" {
#endif

#define COOP_TRANSLATE_TIMEOUT_NS ((uint64_t)60 * 1000000000)
#define COOP_TRANSLATE_CACHE_BYTES ((uint64_t)256 << 20)

/* {0} means the defaults. Read during the call only. */
struct coop_translate_options {
    /* What messages and the module call the text; NULL: "kernels.cl". It need not be the name of a file. What
     * the text includes in quotes is looked for where such a file would be. */
    const char *name;

    /* Options of coopc, a word each and NULL behind the last: "-DTILE=16", "-Ikernels", "-Wno-side-effect",
     * "-cl-fast-relaxed-math", "--local-bytes", "4096". NULL: none. Not its inputs and outputs. */
    const char *const *arguments;

    /* The program coopc: a path, or a name that is looked for in PATH. NULL: COOP_COOPC in the environment,
     * else the one that was installed with the library, wherever both are now, else where it was to be
     * installed, else PATH. */
    const char *coopc;

    /* How long coopc may take; then it is killed. 0: COOP_TRANSLATE_TIMEOUT_NS; UINT64_MAX is refused. */
    uint64_t timeout_ns;

    /* The directory of the cache, made when it is not there. NULL: COOP_CACHE_DIR in the environment, else
     * coop in XDG_CACHE_HOME, else .cache/coop in HOME; none of them, or "": no cache. A directory that is
     * another user's, or that others may write to, is not used. */
    const char *cache_dir;

    /* The most bytes of all entries; those used longest ago leave first. 0: COOP_TRANSLATE_CACHE_BYTES. */
    uint64_t cache_bytes;
};

/* What coopc has said of a text. */
struct coop_translation {
    char *text;        /* the module, for coop_module_create; NULL when there is none. Ends in a byte 0 */
    size_t text_bytes; /* without that byte */
    char
        *diagnostics; /* coopc's warnings and errors, with name and line; "" when none; NULL: out of memory */
    int is_from_cache; /* coopc was not started */
};

/* Translates OpenCL C with the words of coop/kernel.clh.
 * text         ends in a byte 0.
 * options      may be NULL.
 * translation  out, also of a call that fails; release it with coop_translation_clear.
 * Blocks       for coopc, at most options->timeout_ns, and as long as writing to the cache takes.
 *
 * COOP_OK                translation->text is the module; there may be warnings in `diagnostics`.
 * COOP_SOURCE_REFUSED    the text has errors: the message has the first, `diagnostics` all.
 * COOP_INVALID_ARGUMENT  an option is not one of coopc, or cannot be given here; the message names it.
 * COOP_IO_FAILED         there is no coopc, or it cannot be run, or it cannot read or write a file; the
 *                        message says which and what to do. A cache that cannot be read or written is no
 *                        failure: coopc is started.
 * COOP_TIMED_OUT         coopc did not end in time, and was killed.
 * COOP_OUT_OF_MEMORY */
COOP_API coop_status coop_translate(const char *text, const struct coop_translate_options *options,
                                    struct coop_translation *translation);

/* Frees what a translation holds, and sets it to zeros. NULL is accepted. */
COOP_API void coop_translation_clear(struct coop_translation *translation);

/* Translates the text, and builds the megakernel around the module: coop_translate, then coop_module_create.
 * A failure is in the context's record, too.
 * options         may be NULL.
 * module_options  may be NULL.
 * translation     out, also of a call that fails; release it with coop_translation_clear. NULL: not wanted.
 * module          out; NULL on failure.
 * Blocks          as both.
 *
 * COOP_OK, and the failures of coop_translate and coop_module_create */
COOP_API coop_status coop_module_from_source(coop_context *context, const char *text,
                                             const struct coop_translate_options *options,
                                             const struct coop_module_options *module_options,
                                             struct coop_translation *translation, coop_module **module);

#ifdef __cplusplus
}
#endif
#endif
