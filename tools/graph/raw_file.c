#include "raw_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void raw_file_break_off(struct raw_file *raw, const char *reason)
{
    snprintf(raw->reason, sizeof raw->reason, "%s", reason);
    raw->is_broken = 1;
}

void raw_file_next(struct raw_file *raw)
{
    raw->count = fread(raw->bytes, 1, RAW_FILE_BYTES, raw->file);
    raw->done_bytes += raw->count;
    if (ferror(raw->file)) {
        raw_file_break_off(raw, strerror(errno));
    }
    raw->has_ended = feof(raw->file) != 0 || raw->is_broken;
    if (raw->progress != NULL) {
        raw->progress(raw->done_bytes, raw->all_bytes);
    }
}

int raw_file_open(struct raw_file *raw, const char *path, struct graph_error *error)
{
    struct stat facts;

    memset(raw, 0, sizeof *raw);
    raw->file = fopen(path, "rb");
    if (raw->file == NULL) {
        return graph_fail(error, "%s cannot be opened: %s; check the name", path, strerror(errno));
    }
    if (fstat(fileno(raw->file), &facts) == 0 && S_ISREG(facts.st_mode)) {
        raw->all_bytes = (uint64_t)facts.st_size;
    }
    raw->bytes = malloc(RAW_FILE_BYTES);
    if (raw->bytes == NULL) {
        raw_file_close(raw);
        return graph_fail(error, "%s cannot be read: memory is exhausted", path);
    }
    raw_file_next(raw);
    if (raw->is_broken) {
        graph_fail(error, "%s cannot be read: %s; check that it is a file", path, raw->reason);
        raw_file_close(raw);
        return -1;
    }
    return 0;
}

void raw_file_close(struct raw_file *raw)
{
    free(raw->bytes);
    if (raw->file != NULL) {
        fclose(raw->file);
    }
    memset(raw, 0, sizeof *raw);
}
