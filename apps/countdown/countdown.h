/* The cells of countdown, for kernel and host. */
#ifndef APPS_COUNTDOWN_H
#define APPS_COUNTDOWN_H

struct pebbles {
    int count;
};
coop_elements(pebbles);

#endif
