/* Cells of a tensor from and to files, some rows at a time: as many as fit PIECE_BYTES, or a part of one row
 * that does not. */
#include "host/base/replace.h"
#include "host/graph/tensor_copy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LOADING "loading cells of a tensor"
#define SAVING "saving cells of a tensor"
#define PIECE_BYTES ((uint64_t)4 << 20)

struct transfer {
    const struct coop_tensor_object *tensor; /* held */
    const char *doing;
    const char *path;
    FILE *file;
    int writes; /* the tensor */
    struct coop_region box;
    struct coop_region piece; /* the next, of the size of the largest */
    unsigned char *cells;     /* of a piece */
    uint64_t seen_bytes;      /* of the file: a pipe does not say where it is */
};

static uint64_t cell_count(const struct coop_region *box)
{
    return box->cells[0] * box->cells[1] * box->cells[2];
}

static coop_status fail_file(const struct transfer *transfer, int code)
{
    return coop_tensor_fail(transfer->tensor, COOP_IO_FAILED, transfer->doing, "'%.900s' cannot be %s: %s",
                            transfer->path, transfer->writes ? "read" : "written", strerror(code));
}

/* No file of another size is loaded. */
static coop_status fail_size(const struct transfer *transfer, uint64_t bytes, const char *is)
{
    const struct coop_region *box = &transfer->box;

    return coop_tensor_fail(transfer->tensor, COOP_INVALID_ARGUMENT, transfer->doing,
                            "'%.600s' has %s%llu bytes, and %llu x %llu x %llu cells of '%s', %u bytes each, "
                            "are %llu",
                            transfer->path, is, (unsigned long long)bytes, (unsigned long long)box->cells[0],
                            (unsigned long long)box->cells[1], (unsigned long long)box->cells[2],
                            transfer->tensor->element->name, (unsigned)transfer->tensor->element->bytes,
                            (unsigned long long)(cell_count(box) * transfer->tensor->element->bytes));
}

static coop_status copy_piece(struct transfer *transfer)
{
    size_t bytes = transfer->tensor->element->bytes;
    size_t count = (size_t)cell_count(&transfer->piece);
    coop_status status;

    if (transfer->writes) {
        size_t seen = fread(transfer->cells, 1, count * bytes, transfer->file);

        transfer->seen_bytes += seen;
        if (seen != count * bytes) {
            return ferror(transfer->file) ? fail_file(transfer, errno)
                                          : fail_size(transfer, transfer->seen_bytes, "only ");
        }
        return coop_box_copy(transfer->tensor, &transfer->piece, transfer->cells, 1);
    }
    status = coop_box_copy(transfer->tensor, &transfer->piece, transfer->cells, 0);
    if (status == COOP_OK && fwrite(transfer->cells, bytes, count, transfer->file) != count) {
        return fail_file(transfer, errno);
    }
    return status;
}

/* Of one plane, `most` the cells of a piece. */
static coop_status copy_plane(struct transfer *transfer, int64_t z, const uint64_t most[2])
{
    const struct coop_region *box = &transfer->box;
    struct coop_region *piece = &transfer->piece;
    coop_status status = COOP_OK;

    piece->first[2] = z;
    piece->cells[2] = 1;
    for (uint64_t y = 0; y < box->cells[1]; y += most[1]) {
        piece->first[1] = box->first[1] + (int64_t)y;
        piece->cells[1] = box->cells[1] - y < most[1] ? box->cells[1] - y : most[1];
        for (uint64_t x = 0; x < box->cells[0] && status == COOP_OK; x += most[0]) {
            piece->first[0] = box->first[0] + (int64_t)x;
            piece->cells[0] = box->cells[0] - x < most[0] ? box->cells[0] - x : most[0];
            status = copy_piece(transfer);
        }
    }
    return status;
}

static coop_status copy_all(struct transfer *transfer)
{
    const struct coop_region *box = &transfer->box;
    uint64_t bytes = transfer->tensor->element->bytes;
    uint64_t fit = bytes < PIECE_BYTES ? PIECE_BYTES / bytes : 1;
    uint64_t most[2] = {box->cells[0] < fit ? box->cells[0] : fit, 1};
    coop_status status = COOP_OK;

    if (cell_count(box) == 0) {
        return COOP_OK;
    }
    most[1] = fit / most[0] < box->cells[1] ? fit / most[0] : box->cells[1];
    transfer->cells = malloc(most[0] * most[1] * bytes);
    if (transfer->cells == NULL) {
        return coop_tensor_fail(transfer->tensor, COOP_OUT_OF_MEMORY, transfer->doing,
                                "the host has no memory left for %llu bytes of rows",
                                (unsigned long long)(most[0] * most[1] * bytes));
    }
    for (uint64_t z = 0; z < box->cells[2] && status == COOP_OK; ++z) {
        status = copy_plane(transfer, box->first[2] + (int64_t)z, most);
    }
    free(transfer->cells);
    return status;
}

static coop_status load(struct transfer *transfer)
{
    uint64_t bytes = cell_count(&transfer->box) * transfer->tensor->element->bytes;
    struct stat about;
    coop_status status = COOP_OK;

    transfer->file = fopen(transfer->path, "rbe");
    if (transfer->file == NULL) {
        return fail_file(transfer, errno);
    }
    if (fstat(fileno(transfer->file), &about) != 0) {
        status = fail_file(transfer, errno);
    } else if (S_ISDIR(about.st_mode)) {
        status = fail_file(transfer, EISDIR);
    } else if (S_ISREG(about.st_mode) && (uint64_t)about.st_size != bytes) {
        status = fail_size(transfer, (uint64_t)about.st_size, "");
    }
    status = status == COOP_OK ? copy_all(transfer) : status;
    (void)fclose(transfer->file); /* of which was only read */
    return status;
}

static coop_status save(struct transfer *transfer)
{
    struct coop_replace replace;
    int code = coop_replace_open(&replace, transfer->path);
    coop_status status;

    if (code != 0) {
        return fail_file(transfer, code);
    }
    transfer->file = replace.file;
    status = copy_all(transfer);
    code = coop_replace_close(&replace, status == COOP_OK);
    return status == COOP_OK && code != 0 ? fail_file(transfer, code) : status;
}

static coop_status move(coop_tensor *handle, const struct coop_region *region, const char *path, int writes)
{
    struct transfer transfer = {.doing = writes ? LOADING : SAVING, .path = path, .writes = writes};
    struct coop_tensor_object *tensor = coop_tensor_get(handle, transfer.doing);
    coop_status status;

    if (tensor == NULL) {
        return COOP_INVALID_HANDLE;
    }
    transfer.tensor = tensor;
    status = path == NULL ? coop_tensor_fail(tensor, COOP_INVALID_ARGUMENT, transfer.doing, "path is NULL")
                          : coop_tensor_hold(tensor, transfer.doing);
    if (status == COOP_OK) {
        status = coop_tensor_box(tensor, region, transfer.doing, &transfer.box);
        status = status != COOP_OK ? status : writes ? load(&transfer) : save(&transfer);
        coop_tensor_let(tensor);
    }
    coop_object_release(&tensor->base);
    return status;
}

coop_status coop_tensor_load(coop_tensor *tensor, const struct coop_region *region, const char *path)
{
    return move(tensor, region, path, 1);
}

coop_status coop_tensor_save(coop_tensor *tensor, const struct coop_region *region, const char *path)
{
    return move(tensor, region, path, 0);
}
