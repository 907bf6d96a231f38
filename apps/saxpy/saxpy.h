/* The cells of saxpy, for kernel and host. */
#ifndef APPS_SAXPY_H
#define APPS_SAXPY_H

#define SAXPY_FACTOR 0.37f

struct number {
    float value;
};
coop_elements(number);

#endif
