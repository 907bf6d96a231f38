/* The arguments of a kernel that this program does not know, from words of the command line:
 * "buffer:BYTES[:WORD]", "file:PATH", "uint:N", "int:N", "ulong:N", "long:N", "float:X", "double:X", one for
 * each parameter, in order. */
#ifndef APPS_KERNEL_ARGUMENTS_H
#define APPS_KERNEL_ARGUMENTS_H

#include "kernel_module.h"
#include "tools/file/bytes.h"
#include "tools/options/options.h"
#include "tools/session/session.h"

#define KERNEL_ARGS_BYTES (OPTION_TEXTS_MAX * 8)

struct kernel_value {
    int is_buffer;
    uint64_t bytes;        /* of the value in the packed arguments; of the buffer */
    uint64_t word;         /* the value's bits; what the buffer is filled with, 32 bits at a time */
    struct bytes contents; /* of a buffer from a file */
    coop_buffer *buffer;
};

struct kernel_arguments_given {
    struct kernel_value items[OPTION_TEXTS_MAX];
    unsigned count;
};

/* Reads the words, and the files that they name. */
int kernel_arguments_parse(struct kernel_arguments_given *arguments, const struct option_texts *texts,
                           struct tool_error *error);

/* Fails where buffers are not where the kernel has its pointers, or numbers take another number of bytes. */
int kernel_arguments_check(const struct kernel_arguments_given *arguments, const struct kernel_shape *shape,
                           struct tool_error *error);

/* Of device memory, for the buffers. */
uint64_t kernel_arguments_bytes(const struct kernel_arguments_given *arguments);

int kernel_arguments_init(struct kernel_arguments_given *arguments, const struct session *session,
                          struct tool_error *error);

/* Fills the buffers with what they begin with. */
int kernel_arguments_reset(struct kernel_arguments_given *arguments, const struct session *session,
                           struct tool_error *error);

/* As a struct of C, its size rounded up to 8 bytes. Returns the size. */
size_t kernel_arguments_pack(const struct kernel_arguments_given *arguments,
                             unsigned char packed[KERNEL_ARGS_BYTES]);

/* Releases buffers and files; buffers before their context goes. */
void kernel_arguments_clear_buffers(struct kernel_arguments_given *arguments);
void kernel_arguments_clear(struct kernel_arguments_given *arguments);

#endif
