#include "tools/net/bench_jellyfish.h"

#include "tools/measure/clock.h"
#include "tools/net/child.h"
#include "tools/net/mer_calls.h"
#include "tools/net/mer_sequential.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WAIT_NS (600 * NS_PER_S)
#define PATH_BYTES 256

struct files {
    char folder[PATH_BYTES];
    char reads[PATH_BYTES + 16];
    char counts[PATH_BYTES + 16];
    char timing[PATH_BYTES + 16];
};

int bench_jellyfish_is_there(int ranks)
{
    (void)ranks; /* it has threads */
    return child_is_there("jellyfish");
}

static int make_folder(struct files *files, struct tool_error *error)
{
    const char *base = getenv("TMPDIR");

    snprintf(files->folder, sizeof files->folder, "%s/coop-net-XXXXXX", base != NULL ? base : "/tmp");
    if (mkdtemp(files->folder) == NULL) {
        return tool_fail(error, "%s cannot be made: %s; set TMPDIR", files->folder, strerror(errno));
    }
    snprintf(files->reads, sizeof files->reads, "%s/reads.fa", files->folder);
    snprintf(files->counts, sizeof files->counts, "%s/counts.jf", files->folder);
    snprintf(files->timing, sizeof files->timing, "%s/timing", files->folder);
    return 0;
}

static void remove_files(const struct files *files)
{
    unlink(files->reads);
    unlink(files->counts);
    unlink(files->timing);
    rmdir(files->folder);
}

/* A sequence ends at a letter that is not known: no piece goes over one. */
static int write_reads(const struct mer_reads *reads, const char *path, struct tool_error *error)
{
    FILE *file = fopen(path, "w");
    int is_bad = file == NULL;

    for (uint32_t i = 0; file != NULL && i < reads->letter_count; i++) {
        if (reads->letters[i] == MER_NO_LETTER) {
            fputs(i == 0 ? ">\n" : "\n>\n", file);
        } else {
            putc("ACGT"[reads->letters[i]], file);
        }
    }
    if (file != NULL) {
        is_bad = putc('\n', file) == EOF || ferror(file) != 0;
        is_bad |= fclose(file) != 0;
    }
    return is_bad ? tool_fail(error, "%s cannot be written: %s", path, strerror(errno)) : 0;
}

/* The line "Counting  SECONDS" of the file of times. */
static int read_timing(const char *path, double *ms, struct tool_error *error)
{
    FILE *file = fopen(path, "r");
    char line[200];
    double seconds = -1;

    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        sscanf(line, "Counting %lf", &seconds);
    }
    if (file != NULL) {
        fclose(file);
    }
    *ms = seconds * 1e3;
    return seconds > 0 ? 0 : tool_fail(error, "%s has no time of jellyfish's counting", path);
}

static int count_pieces(const struct net_command *command, int ranks, const struct files *files,
                        struct rank_result *result, struct tool_error *error)
{
    char numbers[3][24];
    const char *const arguments[] = {"jellyfish",   "count",    "-C",          "-m",         numbers[0],
                                     "-s",          numbers[1], "-t",          numbers[2],   "--timing",
                                     files->timing, "-o",       files->counts, files->reads, NULL};
    struct child_answer answer;

    snprintf(numbers[0], sizeof numbers[0], "%" PRIu64, command->piece_letters);
    snprintf(numbers[1], sizeof numbers[1], "%" PRIu32, command->reads.letter_count);
    snprintf(numbers[2], sizeof numbers[2], "%d", ranks);
    if (child_run(arguments, NULL, WAIT_NS, &answer, error) != 0) {
        return -1;
    }
    result->cpu_ms = (double)answer.cpu_ns / NS_PER_MS;
    return read_timing(files->timing, &result->time_ms, error);
}

/* All pieces are wrong where their number, or how many there are of them, is not the sequential program's. */
static int judge(const struct net_command *command, const struct files *files, struct rank_result *result,
                 struct tool_error *error)
{
    const char *const arguments[] = {"jellyfish", "stats", files->counts, NULL};
    struct child_answer answer;
    struct mer_entry *wanted;
    uint64_t distinct;
    uint64_t total;
    uint64_t count;
    uint64_t seen;

    if (child_run(arguments, NULL, WAIT_NS, &answer, error) != 0) {
        return -1;
    }
    if (sscanf(answer.text, "Unique: %*u Distinct: %" SCNu64 " Total: %" SCNu64, &distinct, &total) != 2) {
        return tool_fail(error, "jellyfish stats answers \"%s\"", answer.text);
    }
    wanted = mer_sequential(&command->reads, (uint32_t)command->piece_letters, &count, &seen);
    if (wanted == NULL) {
        return tool_fail(error, "the host has no memory left");
    }
    free(wanted);
    result->wrong_elements = distinct != count || total != seen ? count : 0;
    return 0;
}

int bench_jellyfish_run(const struct net_command *command, int ranks, struct rank_result *result,
                        struct tool_error *error)
{
    struct files files;
    int status = make_folder(&files, error);

    if (status != 0) {
        return status;
    }
    status = write_reads(&command->reads, files.reads, error);
    status = status == 0 ? count_pieces(command, ranks, &files, result, error) : status;
    status = status == 0 ? judge(command, &files, result, error) : status;
    remove_files(&files);
    return status;
}
