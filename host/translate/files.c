#include "host/translate/files.h"

#include <limits.h>
#include <string.h>
#include <sys/stat.h>

/* The next name of a rule that coopc has written, behind its target; 0 when there is none. */
static int next_name(const char **rule, char *name)
{
    const char *at = *rule;
    size_t length = 0;

    while (*at == ' ' || *at == '\n' || (at[0] == '\\' && at[1] == '\n')) {
        at++;
    }
    while (*at != '\0' && *at != ' ' && *at != '\n' && length < PATH_MAX - 1) {
        if ((at[0] == '\\' && (at[1] == ' ' || at[1] == '#')) || (at[0] == '$' && at[1] == '$')) {
            at++;
        }
        name[length++] = *at++;
    }
    name[length] = '\0';
    *rule = at;
    return length != 0;
}

static int is_before(const struct timespec *time, const struct timespec *other)
{
    return time->tv_sec < other->tv_sec || (time->tv_sec == other->tv_sec && time->tv_nsec < other->tv_nsec);
}

/* What the file has, as a number; 0 when it cannot be read. */
static int sum_of(const char *path, uint64_t *sum, uint64_t *count)
{
    struct coop_bytes bytes = {.data = NULL};
    int is_read = coop_bytes_add_path(&bytes, path) == 0;

    *sum = coop_bytes_sum(bytes.data, bytes.used);
    *count = bytes.used;
    coop_bytes_clear(&bytes);
    return is_read;
}

int coop_files_record(const char *rule, const struct timespec *begun, struct coop_bytes *records)
{
    char name[PATH_MAX];
    struct stat status;
    uint64_t sum;
    uint64_t count;

    rule = strchr(rule, ':');
    if (rule == NULL) {
        return 0;
    }
    rule++;
    while (next_name(&rule, name)) {
        if (!sum_of(name, &sum, &count) || stat(name, &status) != 0 || !is_before(&status.st_mtim, begun) ||
            !is_before(&status.st_ctim, begun)) {
            return 0;
        }
        coop_bytes_add_number(records, sum);
        coop_bytes_add_number(records, count);
        coop_bytes_add_string(records, name);
    }
    return !records->has_failed;
}

int coop_files_are_same(const char *records, size_t count)
{
    size_t at = 0;

    while (at < count) {
        uint64_t wanted[2];
        uint64_t sum;
        uint64_t bytes;
        size_t length;

        if (count - at <= sizeof wanted) {
            return 0;
        }
        memcpy(wanted, records + at, sizeof wanted);
        at += sizeof wanted;
        length = strnlen(records + at, count - at);
        if (length == count - at || !sum_of(records + at, &sum, &bytes) || sum != wanted[0] ||
            bytes != wanted[1]) {
            return 0;
        }
        at += length + 1;
    }
    return 1;
}
