#include "real_opencl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

void *real_opencl(const char *name)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static void *loader;
    void *function;

    pthread_mutex_lock(&lock);
    if (loader == NULL) {
        loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    }
    function = loader != NULL ? dlsym(loader, name) : NULL;
    pthread_mutex_unlock(&lock);
    if (function == NULL) {
        fprintf(stderr, "%s is not in libOpenCL.so.1\n", name);
        abort();
    }
    return function;
}
