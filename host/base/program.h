/* The two ends of a program. Programs alone have it (tools/, coopc), since a library never prints.
 *
 * What a program prints may be lost: the disk is full, or nobody has given it a standard output. Then it says
 * so, and its exit status is not 0. Whoever leaves a pipe early ends the program by SIGPIPE, as elsewhere. */
#ifndef COOP_HOST_PROGRAM_H
#define COOP_HOST_PROGRAM_H

enum { COOP_PROGRAM_LOST = 3 }; /* the exit status */

/* At the beginning of main: a standard stream that is closed stays unusable. Otherwise the next file that is
 * opened gets its number, and what is printed ends up there. */
void coop_program_begin(void);

/* Closes standard output. Returns `status`, or COOP_PROGRAM_LOST, after a sentence in the program's name,
 * where `status` is 0 and not all was written. Nothing may be printed behind it. */
int coop_program_end(const char *name, int status);

#endif
