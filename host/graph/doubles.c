#include "host/graph/doubles.h"

#include "host/base/opencl.h"
#include <stdlib.h>

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
