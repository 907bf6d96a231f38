/* The cells of particles, for kernel and host. */
#ifndef APPS_PARTICLES_H
#define APPS_PARTICLES_H

#define PARTICLES_STEP 0.01f

struct particle {
    float position[3];
    float velocity[3];
};
coop_elements(particle);

#endif
