/* The work of a periodic job: c = a * b + salt in 32-bit words, exact since words wrap around; c is n x n, a
 * has `depth` columns and b as many rows, at most n.
 *
 * A regular kernel. A work-item computes 16 neighbouring words of one row, so that it is right at any local
 * size and on any number of work-groups. Rows are `pitch` words apart, a multiple of 16, and what lies
 * between n and pitch is 0 in a and b. Each job has another salt, so its result differs from the one
 * before. */
#define BLOCK_WORDS 16

kernel void matmul(global const uint *a, global const uint *b, global uint *c, uint n, uint depth, uint pitch,
                   uint salt)
{
    uint blocks = pitch / BLOCK_WORDS;
    uint row = (uint)get_global_id(0) / blocks;
    uint block = (uint)get_global_id(0) % blocks;
    uint16 sum = (uint16)(salt);
    uint k;

    if (row < n) {
        for (k = 0; k < depth; k++) {
            sum += a[row * pitch + k] * vload16(block, b + k * pitch);
        }
        vstore16(sum, block, c + row * pitch);
    }
}
