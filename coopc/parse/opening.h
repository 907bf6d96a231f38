/* Which files libclang may open.
 *
 * It opens what an #include names before anyone can look at it, and reads to the end. /dev/zero has none,
 * and a pipe without a writer does not even open. libclang has no hook for that, so coopc's program has the
 * open() that LLVM calls: it does what the C library's does, except while libclang reads a source. */
#ifndef COOPC_PARSE_OPENING_H
#define COOPC_PARSE_OPENING_H

/* From here on only plain files of at most FILE_BYTES_MAX are opened for reading, until the end. */
void opening_begin(void);
void opening_end(void);

#endif
