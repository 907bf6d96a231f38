/* Particles that fly straight on: x += v dt. */
#define COOP_DIMENSIONS 1
#include "coop/tensor.clh"
#include "particles_elements.clh"

#pragma OPENCL FP_CONTRACT OFF

kernel void particles(coop_tensor(particle, all), float dt)
{
    if (!coop_is_inside(all)) {
        return;
    }
    particle_set_position(all, 0, 0, particle_position(all, 0, 0) + particle_velocity(all, 0, 0) * dt);
    particle_set_position(all, 1, 0, particle_position(all, 1, 0) + particle_velocity(all, 1, 0) * dt);
    particle_set_position(all, 2, 0, particle_position(all, 2, 0) + particle_velocity(all, 2, 0) * dt);
}
