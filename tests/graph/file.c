/* Tensors from and to raw files: the bytes are those of the struct, whatever layout, cut and box are; what
 * does not fit is refused with both sizes, and a file that fails stays as it was. */
#include "accessors.h"
#include "two.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_NAME "cells.raw"

/* A folder of this process's, in which the claims work. */
static void enter_folder(void)
{
    char folder[] = "/tmp/coop-cells-XXXXXX";

    TEST_TRUE(mkdtemp(folder) != NULL && chdir(folder) == 0);
}

static void leave_folder(void)
{
    char folder[256] = "";

    (void)unlink(FILE_NAME);
    if (TEST_TRUE(getcwd(folder, sizeof folder) != NULL && chdir("/") == 0)) {
        TEST_EQUAL(rmdir(folder), 0);
    }
}

static void write_file(const void *bytes, size_t count)
{
    FILE *file = fopen(FILE_NAME, "wb");

    TEST_TRUE(file != NULL && fwrite(bytes, 1, count, file) == count && fclose(file) == 0);
}

/* How many bytes the file has; the first of them. */
static size_t read_file(void *bytes, size_t room)
{
    FILE *file = fopen(FILE_NAME, "rb");
    size_t count = 0;

    if (TEST_TRUE(file != NULL)) {
        count = fread(bytes, 1, room, file);
        TEST_TRUE(fgetc(file) == EOF);
        fclose(file);
    }
    return count;
}

static coop_tensor *make_tensor(coop_devices *devices, enum coop_layout layout, uint64_t width,
                                uint64_t height, uint32_t parts)
{
    const struct coop_tensor_options options = {.element = &coop_element_flow,
                                                .layout = layout,
                                                .cells = {width, height},
                                                .padding = 1,
                                                .partitions = {1, parts}};
    coop_tensor *tensor = NULL;

    OK(coop_tensor_create(devices, &options, &tensor));
    return tensor;
}

enum { WIDTH = 7, HEIGHT = 5, CELLS = WIDTH * HEIGHT };

static void fill(struct flow *cells, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        cells[i] = (struct flow){(float)i, {(float)i + 0.25f, -(float)i}, (float)i * 3};
    }
}

static void check_layout(coop_devices *devices, enum coop_layout layout, const struct coop_region *region,
                         size_t count)
{
    coop_tensor *tensor = make_tensor(devices, layout, WIDTH, HEIGHT, 2);
    static struct flow cells[CELLS * 2];
    static struct flow seen[CELLS * 2];

    fill(cells, count);
    write_file(cells, count * sizeof *cells);
    OK(coop_tensor_load(tensor, region, FILE_NAME));
    OK(coop_tensor_read(tensor, region, seen));
    TEST_TRUE(memcmp(seen, cells, count * sizeof *cells) == 0);
    unlink(FILE_NAME);
    memset(seen, 0, sizeof seen);
    OK(coop_tensor_save(tensor, region, FILE_NAME));
    TEST_EQUAL_U64(read_file(seen, sizeof seen), count * sizeof *cells);
    TEST_TRUE(memcmp(seen, cells, count * sizeof *cells) == 0);
    coop_tensor_destroy(tensor);
}

TEST(a_file_has_the_struct_of_each_cell)
{
    const struct coop_region inside = {{1, 2, 0}, {3, 2, 1}};
    const struct coop_region padded = {{-1, -1, 0}, {WIDTH + 2, HEIGHT + 2, 1}};
    const struct coop_region empty = {{1, 2, 0}, {3, 0, 1}};
    coop_devices *devices = two_open(2);

    enter_folder();
    for (int layout = COOP_AOS; layout <= COOP_SOA_BLOCK; layout++) {
        check_layout(devices, (enum coop_layout)layout, NULL, CELLS);
        check_layout(devices, (enum coop_layout)layout, &inside, 6);
        check_layout(devices, (enum coop_layout)layout, &padded, (WIDTH + 2) * (HEIGHT + 2));
        check_layout(devices, (enum coop_layout)layout, &empty, 0);
    }
    leave_folder();
    two_close();
}

/* 4 MiB are 262,144 cells: a row is longer, or 26 of them are. */
static void check_large(coop_devices *devices, uint64_t width, uint64_t height)
{
    uint64_t count = width * height;
    struct flow *cells = calloc(count + 1, sizeof *cells);
    struct flow *seen = calloc(count + 1, sizeof *seen);
    coop_tensor *tensor = make_tensor(devices, COOP_SOA, width, height, 1);

    fill(cells, count);
    write_file(cells, count * sizeof *cells);
    OK(coop_tensor_load(tensor, NULL, FILE_NAME));
    OK(coop_tensor_read(tensor, NULL, seen));
    TEST_TRUE(memcmp(seen, cells, count * sizeof *cells) == 0);
    memset(seen, 0, count * sizeof *seen);
    OK(coop_tensor_save(tensor, NULL, FILE_NAME));
    TEST_EQUAL_U64(read_file(seen, (count + 1) * sizeof *seen), count * sizeof *seen);
    TEST_TRUE(memcmp(seen, cells, count * sizeof *cells) == 0);
    free(cells);
    free(seen);
    coop_tensor_destroy(tensor);
}

TEST(a_file_is_read_and_written_piece_by_piece)
{
    coop_devices *devices = two_open(1);

    enter_folder();
    check_large(devices, 300001, 2);
    check_large(devices, 10007, 55);
    leave_folder();
    two_close();
}

TEST(a_file_of_another_size_is_refused_and_nothing_is_loaded)
{
    const struct coop_region outside = {{0, 0, 0}, {WIDTH + 2, 1, 1}};
    static const struct flow zeros[CELLS];
    static struct flow cells[CELLS + 1];
    coop_devices *devices = two_open(1);
    coop_tensor *tensor = make_tensor(devices, COOP_SOA, WIDTH, HEIGHT, 1);

    enter_folder();
    memset(cells, 1, sizeof cells);
    write_file(cells, CELLS * sizeof *cells - 1);
    FAILS(coop_tensor_load(tensor, NULL, FILE_NAME), INVALID_ARGUMENT,
          "'cells.raw' has 559 bytes, and 7 x 5 x 1 cells of 'flow', 16 bytes each, are 560");
    write_file(cells, CELLS * sizeof *cells + 16);
    FAILS(coop_tensor_load(tensor, NULL, FILE_NAME), INVALID_ARGUMENT,
          "'cells.raw' has 576 bytes, and 7 x 5");
    FAILS(coop_tensor_load(tensor, &outside, FILE_NAME), INVALID_ARGUMENT, "leaves the tensor");
    OK(coop_tensor_read(tensor, NULL, cells));
    TEST_TRUE(memcmp(cells, zeros, sizeof zeros) == 0);
    FAILS(coop_tensor_save(tensor, &outside, FILE_NAME), INVALID_ARGUMENT, "leaves the tensor");
    TEST_EQUAL_U64(read_file(cells, sizeof cells), 576); /* what was there */
    leave_folder();
    coop_tensor_destroy(tensor);
    two_close();
}

TEST(a_pipe_may_end_too_early)
{
    static struct flow cells[CELLS];
    static struct flow seen[CELLS];
    coop_devices *devices = two_open(1);
    coop_tensor *tensor = make_tensor(devices, COOP_AOS, WIDTH, HEIGHT, 1);
    int ends[2] = {-1, -1};
    char path[64];

    fill(cells, CELLS);
    for (int is_short = 0; is_short < 2; is_short++) {
        size_t bytes = sizeof cells - (size_t)is_short;

        if (!TEST_EQUAL(pipe(ends), 0)) {
            break;
        }
        TEST_EQUAL_U64((uint64_t)write(ends[1], cells, bytes), bytes); /* which a pipe takes at once */
        close(ends[1]);
        snprintf(path, sizeof path, "/proc/self/fd/%d", ends[0]);
        if (is_short) {
            FAILS(coop_tensor_load(tensor, NULL, path), INVALID_ARGUMENT,
                  "has only 559 bytes, and 7 x 5 x 1 cells of 'flow', 16 bytes each, are 560");
        } else {
            OK(coop_tensor_load(tensor, NULL, path));
            OK(coop_tensor_read(tensor, NULL, seen));
            TEST_TRUE(memcmp(seen, cells, sizeof cells) == 0);
        }
        close(ends[0]);
    }
    coop_tensor_destroy(tensor);
    two_close();
}

TEST(what_cannot_be_read_or_written_is_named_with_the_reason)
{
    coop_devices *devices = two_open(1);
    coop_tensor *tensor = make_tensor(devices, COOP_SOA, WIDTH, HEIGHT, 1);

    enter_folder();
    FAILS(coop_tensor_load(tensor, NULL, FILE_NAME), IO_FAILED,
          "'cells.raw' cannot be read: No such file or directory");
    FAILS(coop_tensor_load(tensor, NULL, "."), IO_FAILED, "'.' cannot be read: Is a directory");
    FAILS(coop_tensor_save(tensor, NULL, "missing/cells.raw"), IO_FAILED,
          "'missing/cells.raw' cannot be written: No such file or directory");
    FAILS(coop_tensor_save(tensor, NULL, "/dev/full"), IO_FAILED,
          "'/dev/full' cannot be written: No space left on device");
    leave_folder();
    coop_tensor_destroy(tensor);
    two_close();
}
