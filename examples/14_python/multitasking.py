#!/usr/bin/env python3
"""A long cooperative kernel gives up work-groups for the frames of a short one: the run's trace, drawn.

    multitasking.py [PICTURE.svg]
"""

import sys
import time

import numpy as np

import coop

KERNELS = """
#include "coop/kernel.clh"

/* A round needs all of the one before it, so the kernel blocks: it can give up work-groups at its barrier. */
coop_kernel void mix(global uint *first, global uint *second, uint count, global atomic_uint *is_enough,
                     global atomic_uint *groups)
{
    transmit global uint *in = first;
    transmit global uint *out = second;
    transmit uint round = 0;

    for (;;) {
        for (uint i = get_global_id(0); i < count; i += get_global_size(0))
            out[i] = in[i > 0 ? i - 1 : count - 1] * 1664525u + in[i] + 1013904223u;
        /* All work-groups see one answer: it is written before a barrier and read after it. */
        if (get_global_id(0) == 0) {
            second[count + round % 2] = atomic_load_explicit(is_enough, memory_order_relaxed, memory_scope_device);
            atomic_store_explicit(groups, (uint)get_num_groups(0), memory_order_relaxed, memory_scope_device);
        }
        global uint *swap = in; in = out; out = swap;
        resizing_global_barrier();
        if (second[count + round % 2] != 0)
            break;
        round++;
    }
}

kernel void draw(global float *pixels, uint width, float zoom)
{
    float x0 = ((float)get_global_id(0) / width - 0.5f) * zoom - 0.75f;
    float y0 = ((float)get_global_id(1) / width - 0.5f) * zoom + 0.1f;
    float x = 0.0f, y = 0.0f;
    uint steps = 0;

    for (; steps < 200 && x * x + y * y < 4.0f; steps++) {
        float next = x * x - y * y + x0;

        y = 2.0f * x * y + y0;
        x = next;
    }
    pixels[get_global_id(1) * width + get_global_id(0)] = steps / 200.0f;
}
"""
WIDTH, FRAMES = 64, 5


def multitask(context):
    """The trace of a run in which frames are drawn while `mix` goes on, and the last frame."""
    cells = 2000
    with context.run(coop.Module(KERNELS, name="multitasking.cl"), local_items=16, trace_events=20000) as run, \
            context.zeros(2, np.uint32) as words, context.zeros((WIDTH, WIDTH), np.float32) as pixels:
        mix = run.launch.mix(first=context.zeros(cells, np.uint32), second=context.zeros(cells + 2, np.uint32),
                             count=cells, is_enough=words.at(0), groups=words.at(1))
        while words.load(1) < run.report().worker_groups and mix.status != "ended":
            time.sleep(0.001)  # until it has all of them, which a frame then takes one of
        for frame in range(FRAMES):
            draw = run.launch.draw.options(groups=1, priority=1)
            draw((WIDTH, WIDTH), pixels=pixels, width=WIDTH, zoom=3.0 / (1 + frame)).wait(timeout=120)
        words.store(0, 1)
        stats = mix.wait(timeout=120)
        run.stop()
        return run.trace(), pixels.read(), stats


def main():
    with coop.Context(worker_groups=3) as context:
        trace, pixels, stats = multitask(context)
    verdict = trace.check()
    if verdict.is_violated:
        sys.exit(f"the trace violates {verdict.rule}: {verdict.text}")
    if not 0.0 < pixels.mean() < 1.0 or stats.barrier_kills < 1:
        sys.exit(f"the picture is empty, or nothing was given up: {stats}")
    for row in trace.statistics().kernels:
        print(f"{row.kernel}: {row.launches} launches, {row.groups_least} to {row.groups_most} work-groups")
    if len(sys.argv) > 1:
        trace.write_svg(sys.argv[1])
        print(f"the picture is in {sys.argv[1]}")


if __name__ == "__main__":
    try:
        main()
    except (coop.NoDevice, coop.DeviceUnfit) as failure:
        print(failure)
        sys.exit(77)
