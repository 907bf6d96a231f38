/* kmeans: what its kernels and its host part share. */
#ifndef TOOLS_NET_KMEANS_SIZES_H
#define TOOLS_NET_KMEANS_SIZES_H

/* The net's arrays, by their numbers. */
enum kmeans_array {
    KMEANS_SUMS,   /* 64 bits, cyclic: of each cluster its points' coordinates and their number */
    KMEANS_CENTERS /* 32 bits: of each rank, its copy of all centres */
};

#define KMEANS_WORDS_MAX 1024 /* clusters * (dimensions + 1): a work-group has them in local memory */

#endif
