#include "matmul_device.h"

#include "periodic_kernels.h"

#include <string.h>

uint64_t matmul_device_bytes(uint32_t n)
{
    return 3 * (matmul_bytes(n) + 128);
}

static int put_matrices(struct matmul_device *device, uint64_t seed, struct tool_error *error)
{
    const struct session *session = device->session;
    struct matmul *matmul = &device->matmul;
    uint64_t bytes = matmul_bytes(matmul->n);

    matmul_make_b(matmul, &seed);
    if (session_check(session, coop_buffer_write(device->b, 0, matmul->words, bytes), error) != 0) {
        return -1;
    }
    matmul_make_a(matmul, &seed);
    if (session_check(session, coop_buffer_write(device->a, 0, matmul->words, bytes), error) != 0) {
        return -1;
    }
    matmul_forget_words(matmul);
    return session_check(session, coop_buffer_fill(device->c, 0, 0, bytes), error);
}

int matmul_device_init(struct matmul_device *device, const struct session *session, uint32_t n,
                       uint32_t depth, uint64_t seed, struct tool_error *error)
{
    uint64_t bytes = matmul_bytes(n);

    memset(device, 0, sizeof *device);
    device->session = session;
    if (session_check(session, coop_buffer_create(session->context, bytes, &device->a), error) != 0 ||
        session_check(session, coop_buffer_create(session->context, bytes, &device->b), error) != 0 ||
        session_check(session, coop_buffer_create(session->context, bytes, &device->c), error) != 0 ||
        matmul_init(&device->matmul, n, depth, error) != 0) {
        return -1;
    }
    return put_matrices(device, seed, error);
}

int matmul_device_launch(struct matmul_device *device, const struct coop_launch_options *options,
                         uint32_t salt, coop_launch **launch, struct tool_error *error)
{
    const struct matmul_args args = {.a = coop_buffer_address(device->a),
                                     .b = coop_buffer_address(device->b),
                                     .c = coop_buffer_address(device->c),
                                     .n = device->matmul.n,
                                     .depth = device->matmul.depth,
                                     .pitch = device->matmul.pitch,
                                     .salt = salt};
    struct coop_run_report report;
    struct coop_ndrange ndrange = {.dimensions = 1};
    uint64_t items = matmul_items(&device->matmul);

    if (session_check(device->session, coop_run_report(device->session->run, &report), error) != 0) {
        return -1;
    }
    /* OpenCL's rule that the global size be a multiple of the local one; the kernel ignores the surplus. */
    ndrange.global_items[0] = (items + report.local_items - 1) / report.local_items * report.local_items;
    return session_check(device->session,
                         matmul_launch(device->session->run, &args, &ndrange, options, launch), error);
}

int matmul_device_check(struct matmul_device *device, uint32_t salt, uint32_t first, uint32_t count,
                        uint32_t *wrong, struct tool_error *error)
{
    struct matmul *matmul = &device->matmul;
    uint64_t row_bytes = (uint64_t)matmul->pitch * sizeof *matmul->row;
    uint32_t row;

    *wrong = 0;
    for (row = first; row < first + count; row++) {
        if (session_check(device->session,
                          coop_buffer_read(device->c, row * row_bytes, matmul->row, row_bytes), error) != 0) {
            return -1;
        }
        *wrong += (uint32_t)matmul_row_is_wrong(matmul, row, salt);
    }
    return 0;
}

void matmul_device_clear(struct matmul_device *device)
{
    coop_buffer_destroy(device->a);
    coop_buffer_destroy(device->b);
    coop_buffer_destroy(device->c);
    matmul_clear(&device->matmul);
    memset(device, 0, sizeof *device);
}
