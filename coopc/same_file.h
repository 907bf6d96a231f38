/* Whether two paths lead to one file, however they are spelled: links of both kinds are followed, also where
 * there is no file yet. */
#ifndef COOPC_SAME_FILE_H
#define COOPC_SAME_FILE_H

#include <stdbool.h>

/* Never of a device or a socket: nothing is lost of what is written there twice. */
bool is_same_file(const char *left, const char *right);

#endif
