/* Which file a path leads to. */
#include "coopc/same_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "coopc/text/text.h"
#include "host/base/replace.h"

/* A file that is there, or a name in a folder that is. */
struct identity {
    struct stat status; /* of the file, or of the folder */
    const char *name;   /* NULL: the file is there */
};

/* False where the path leads nowhere, or to what two may write to. */
static bool identify(const char *path, struct identity *identity)
{
    char *target;
    const char *slash;
    const char *folder;
    bool is_known;

    identity->name = NULL;
    if (stat(path, &identity->status) == 0) {
        return !S_ISCHR(identity->status.st_mode) && !S_ISSOCK(identity->status.st_mode);
    }
    target = coop_replace_find_missing(path);
    if (target == NULL) {
        return false;
    }
    slash = strrchr(target, '/');
    folder = slash == NULL ? "." : string_slice(target, (size_t)(slash - target) + 1);
    identity->name = string_printf("%s", slash == NULL ? target : slash + 1);
    is_known = stat(folder, &identity->status) == 0;
    free(target);
    return is_known;
}

bool is_same_file(const char *left, const char *right)
{
    struct identity a;
    struct identity b;

    return identify(left, &a) && identify(right, &b) && a.status.st_dev == b.status.st_dev &&
           a.status.st_ino == b.status.st_ino &&
           (a.name == NULL ? b.name == NULL : b.name != NULL && strcmp(a.name, b.name) == 0);
}
