#include "host/graph/doubles.h"

#include "host/base/opencl.h"

#include <stdlib.h>
#include <string.h>

static cl_platform_id find_platform(uint32_t index)
{
    cl_platform_id *platforms;
    cl_platform_id found = NULL;
    cl_uint count = 0;

    if (clGetPlatformIDs(0, NULL, &count) != CL_SUCCESS || index >= count) {
        return NULL;
    }
    platforms = calloc(count, sizeof *platforms);
    if (platforms != NULL && clGetPlatformIDs(count, platforms, NULL) == CL_SUCCESS) {
        found = platforms[index];
    }
    free(platforms);
    return found;
}

int coop_device_has_doubles(const struct coop_device_report *report)
{
    cl_platform_id platform = find_platform(report->platform_index);
    cl_device_fp_config config = 0;
    cl_device_id *devices;
    cl_uint count = 0;

    if (platform == NULL || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count) != CL_SUCCESS ||
        report->device_index >= count) {
        return 0;
    }
    devices = calloc(count, sizeof *devices);
    if (devices != NULL && clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices, NULL) == CL_SUCCESS) {
        (void)clGetDeviceInfo(devices[report->device_index], CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config,
                              &config, NULL);
    }
    free(devices);
    return config != 0;
}

/* Bytes of a scalar of the type: "uchar4" has 1. An enumeration is one scalar. */
static uint32_t scalar_bytes(const struct coop_member *member)
{
    static const struct {
        const char *name;
        uint32_t bytes;
    } types[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"half", 2},  {"int", 4},
                 {"uint", 4}, {"float", 4}, {"long", 8},  {"ulong", 8},  {"double", 8}};
    size_t length = strcspn(member->type, "0123456789");

    for (size_t i = 0; i < sizeof types / sizeof types[0]; ++i) {
        if (strlen(types[i].name) == length && strncmp(types[i].name, member->type, length) == 0) {
            return types[i].bytes;
        }
    }
    return member->item_bytes;
}

uint32_t coop_components_list(const struct coop_element *element, struct coop_component *components)
{
    uint32_t count = 0;
    uint32_t items = 0;

    for (uint32_t i = 0; i < element->member_count; ++i) {
        const struct coop_member *member = &element->members[i];
        uint32_t bytes = scalar_bytes(member);
        uint32_t is_real = member->type[0] == 'f' || member->type[0] == 'd' || member->type[0] == 'h';

        for (uint32_t k = 0; k < member->items; ++k, ++items) {
            for (uint32_t inner = 0; inner < member->item_bytes; inner += bytes, ++count) {
                if (components != NULL) {
                    components[count] =
                        (struct coop_component){.offset = member->offset + k * member->item_bytes,
                                                .run = member->run + k * member->item_bytes,
                                                .item_bytes = member->item_bytes,
                                                .inner = inner,
                                                .bytes = bytes,
                                                .is_real = is_real,
                                                .item = items < 64 ? items : 63};
                }
            }
        }
    }
    return count;
}
