#include "dijkstra.h"

#include <stdlib.h>

#define NOWHERE UINT32_MAX

/* The vertices that wait, the nearest first. */
struct heap {
    const uint64_t *distances;
    uint32_t *vertices;
    uint32_t *places; /* of each vertex among them, or NOWHERE */
    uint32_t size;
};

static int is_nearer(const struct heap *heap, uint32_t first, uint32_t second)
{
    return heap->distances[heap->vertices[first]] < heap->distances[heap->vertices[second]];
}

static void exchange(struct heap *heap, uint32_t first, uint32_t second)
{
    uint32_t vertex = heap->vertices[first];

    heap->vertices[first] = heap->vertices[second];
    heap->vertices[second] = vertex;
    heap->places[heap->vertices[first]] = first;
    heap->places[heap->vertices[second]] = second;
}

static void rise(struct heap *heap, uint32_t place)
{
    while (place > 0 && is_nearer(heap, place, (place - 1) / 2)) {
        exchange(heap, place, (place - 1) / 2);
        place = (place - 1) / 2;
    }
}

static void sink(struct heap *heap, uint32_t place)
{
    for (;;) {
        uint64_t child = 2 * (uint64_t)place + 1;

        if (child >= heap->size) {
            return;
        }
        if (child + 1 < heap->size && is_nearer(heap, (uint32_t)child + 1, (uint32_t)child)) {
            child++;
        }
        if (!is_nearer(heap, (uint32_t)child, place)) {
            return;
        }
        exchange(heap, (uint32_t)child, place);
        place = (uint32_t)child;
    }
}

/* The vertex's distance has become less. */
static void move_up(struct heap *heap, uint32_t vertex)
{
    if (heap->places[vertex] == NOWHERE) {
        heap->places[vertex] = heap->size;
        heap->vertices[heap->size] = vertex;
        heap->size++;
    }
    rise(heap, heap->places[vertex]);
}

static uint32_t take_nearest(struct heap *heap)
{
    uint32_t vertex = heap->vertices[0];

    exchange(heap, 0, heap->size - 1);
    heap->size--;
    heap->places[vertex] = NOWHERE;
    sink(heap, 0);
    return vertex;
}

static void settle(const struct graph *graph, uint64_t *distances, struct heap *heap)
{
    uint32_t arc;

    while (heap->size > 0) {
        uint32_t vertex = take_nearest(heap);

        for (arc = graph->rows[vertex]; arc < graph->rows[vertex + 1]; arc++) {
            uint32_t head = (uint32_t)graph->arcs[arc];
            uint64_t distance = distances[vertex] + (graph->weights != NULL ? graph->weights[arc] : 1);

            if (distance < distances[head]) {
                distances[head] = distance;
                move_up(heap, head);
            }
        }
    }
}

int dijkstra(const struct graph *graph, uint32_t source, uint64_t *distances)
{
    size_t count = graph->vertex_count;
    struct heap heap = {.distances = distances,
                        .vertices = malloc(count * sizeof *heap.vertices),
                        .places = malloc(count * sizeof *heap.places)};
    int status = heap.vertices != NULL && heap.places != NULL ? 0 : -1;
    uint32_t i;

    for (i = 0; status == 0 && i < count; i++) {
        distances[i] = DIJKSTRA_UNREACHED;
        heap.places[i] = NOWHERE;
    }
    if (status == 0) {
        distances[source] = 0;
        move_up(&heap, source);
        settle(graph, distances, &heap);
    }
    free(heap.vertices);
    free(heap.places);
    return status;
}
