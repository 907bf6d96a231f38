#include "host/base/memory.h"

#include <stdlib.h>

/* A taken block, in a treap: a search tree by offset, and a heap by random weight, so that its depth is
 * logarithmic whatever the order of takes and gives. The free pieces have no nodes: each block knows the one
 * in front of it, and each subtree its largest. So giving a block back takes no memory. */
struct coop_memory_block {
    struct coop_memory_block *left;
    struct coop_memory_block *right;
    uint64_t weight;
    uint64_t offset;
    uint64_t bytes;   /* as asked for; it takes what round_up makes of them */
    uint64_t gap;     /* free bytes between this block and the one before it */
    uint64_t largest; /* the largest gap of the subtree */
};

static uint64_t round_up(const struct coop_memory *memory, uint64_t value)
{
    return (value + memory->alignment - 1) / memory->alignment * memory->alignment;
}

/* The next of a sequence of random numbers (xorshift64*). */
static uint64_t draw(struct coop_memory *memory)
{
    memory->random ^= memory->random >> 12;
    memory->random ^= memory->random << 25;
    memory->random ^= memory->random >> 27;
    return memory->random * UINT64_C(0x2545f4914f6cdd1d);
}

static uint64_t largest_gap(const struct coop_memory_block *block)
{
    return block != NULL ? block->largest : 0;
}

/* Makes the block's `largest` right after one of its subtrees or its gap has changed; returns the block. */
static struct coop_memory_block *refresh(struct coop_memory_block *block)
{
    uint64_t left = largest_gap(block->left);
    uint64_t right = largest_gap(block->right);
    uint64_t below = left > right ? left : right;

    block->largest = block->gap > below ? block->gap : below;
    return block;
}

/* Joins two trees; all of `low` lies below all of `high`. */
static struct coop_memory_block *join(struct coop_memory_block *low, struct coop_memory_block *high)
{
    if (low == NULL || high == NULL) {
        return low != NULL ? low : high;
    }
    if (low->weight > high->weight) {
        low->right = join(low->right, high);
        return refresh(low);
    }
    high->left = join(low, high->left);
    return refresh(high);
}

/* Parts a tree into the blocks below `offset` and those from there on. */
static void part(struct coop_memory_block *tree, uint64_t offset, struct coop_memory_block **low,
                 struct coop_memory_block **high)
{
    if (tree == NULL) {
        *low = NULL;
        *high = NULL;
    } else if (tree->offset < offset) {
        part(tree->right, offset, &tree->right, high);
        *low = refresh(tree);
    } else {
        part(tree->left, offset, low, &tree->left);
        *high = refresh(tree);
    }
}

/* Sets the gap in front of a tree's first block. */
static void set_first_gap(struct coop_memory_block *tree, uint64_t gap)
{
    if (tree->left != NULL) {
        set_first_gap(tree->left, gap);
    } else {
        tree->gap = gap;
    }
    refresh(tree);
}

/* The first block with so large a gap; NULL when there is none. */
static const struct coop_memory_block *find_gap(const struct coop_memory_block *tree, uint64_t bytes)
{
    while (tree != NULL && tree->largest >= bytes) {
        if (largest_gap(tree->left) >= bytes) {
            tree = tree->left;
        } else if (tree->gap >= bytes) {
            return tree;
        } else {
            tree = tree->right;
        }
    }
    return NULL;
}

/* The end of the last block. */
static uint64_t taken_end(const struct coop_memory *memory)
{
    const struct coop_memory_block *block = memory->root;

    while (block != NULL && block->right != NULL) {
        block = block->right;
    }
    return block != NULL ? block->offset + round_up(memory, block->bytes) : memory->begin;
}

void coop_memory_init(struct coop_memory *memory, uint64_t begin, uint64_t end)
{
    memory->root = NULL;
    memory->alignment = COOP_MEMORY_ALIGNMENT;
    memory->begin = round_up(memory, begin > 0 ? begin : 1);
    memory->end = end;
    memory->random = 1;
}

void coop_memory_align(struct coop_memory *memory, uint64_t alignment)
{
    if (alignment > memory->alignment) {
        memory->alignment = alignment;
        memory->begin = round_up(memory, memory->begin);
    }
}

static void free_tree(struct coop_memory_block *tree)
{
    if (tree != NULL) {
        free_tree(tree->left);
        free_tree(tree->right);
        free(tree);
    }
}

void coop_memory_clear(struct coop_memory *memory)
{
    free_tree(memory->root);
    memory->root = NULL;
}

uint64_t coop_memory_take(struct coop_memory *memory, uint64_t bytes)
{
    const struct coop_memory_block *after;
    struct coop_memory_block *block;
    struct coop_memory_block *low;
    struct coop_memory_block *high;
    uint64_t at;

    if (bytes == 0 || bytes > memory->end) {
        return 0;
    }
    after = find_gap(memory->root, round_up(memory, bytes));
    at = after != NULL ? after->offset - after->gap : taken_end(memory);
    if (after == NULL && (at > memory->end || memory->end - at < round_up(memory, bytes))) {
        return 0;
    }
    block = malloc(sizeof *block);
    if (block == NULL) {
        return 0;
    }
    *block = (struct coop_memory_block){.weight = draw(memory), .offset = at, .bytes = bytes};
    part(memory->root, at, &low, &high);
    if (after != NULL) {
        set_first_gap(high, after->gap - round_up(memory, bytes));
    }
    memory->root = join(join(low, block), high);
    return at;
}

/* The lowest place for so many bytes from `at` on that lies before the tree's end; else where that ends. */
static uint64_t fit(const struct coop_memory *memory, const struct coop_memory_block *tree, uint64_t at,
                    uint64_t bytes, int *is_found)
{
    uint64_t end;

    if (tree == NULL || *is_found) {
        return at;
    }
    at = fit(memory, tree->left, at, bytes, is_found);
    if (*is_found) {
        return at;
    }
    if (tree->offset >= at && tree->offset - at >= bytes) {
        *is_found = 1;
        return at;
    }
    end = tree->offset + round_up(memory, tree->bytes);
    return fit(memory, tree->right, at > end ? at : end, bytes, is_found);
}

uint64_t coop_memory_fit(const struct coop_memory *memory, uint64_t from, uint64_t bytes)
{
    uint64_t at = round_up(memory, from > memory->begin ? from : memory->begin);
    int is_found = 0;

    if (bytes == 0 || bytes > memory->end) {
        return 0;
    }
    at = fit(memory, memory->root, at, round_up(memory, bytes), &is_found);
    return is_found || (at <= memory->end && memory->end - at >= round_up(memory, bytes)) ? at : 0;
}

int coop_memory_take_at(struct coop_memory *memory, uint64_t offset, uint64_t bytes)
{
    struct coop_memory_block *block;
    struct coop_memory_block *low;
    struct coop_memory_block *high;
    struct coop_memory below = *memory;

    if (coop_memory_fit(memory, offset, bytes) != offset) {
        return 0;
    }
    block = malloc(sizeof *block);
    if (block == NULL) {
        return 0;
    }
    *block = (struct coop_memory_block){.weight = draw(memory), .offset = offset, .bytes = bytes};
    part(memory->root, offset, &low, &high);
    below.root = low;
    block->gap = offset - taken_end(&below);
    refresh(block);
    if (high != NULL) {
        const struct coop_memory_block *next = high;
        while (next->left != NULL) {
            next = next->left;
        }
        set_first_gap(high, next->offset - offset - round_up(memory, bytes));
    }
    memory->root = join(join(low, block), high);
    return 1;
}

void coop_memory_give(struct coop_memory *memory, uint64_t offset)
{
    struct coop_memory_block *low;
    struct coop_memory_block *block;
    struct coop_memory_block *high;

    part(memory->root, offset, &low, &high);
    part(high, offset + 1, &block, &high);
    if (block != NULL && high != NULL) {
        const struct coop_memory_block *next = high;
        while (next->left != NULL) {
            next = next->left;
        }
        set_first_gap(high, next->gap + round_up(memory, block->bytes) + block->gap);
    }
    memory->root = join(low, high);
    free(block);
}

/* The taken block that has the byte; NULL when none has. */
static const struct coop_memory_block *find(const struct coop_memory *memory, uint64_t offset)
{
    const struct coop_memory_block *block = memory->root;

    while (block != NULL && (offset < block->offset || offset - block->offset >= block->bytes)) {
        block = offset < block->offset ? block->left : block->right;
    }
    return block;
}

uint64_t coop_memory_find(const struct coop_memory *memory, uint64_t offset)
{
    const struct coop_memory_block *block = find(memory, offset);

    return block != NULL ? block->offset : 0;
}

uint64_t coop_memory_bytes(const struct coop_memory *memory, uint64_t offset)
{
    const struct coop_memory_block *block = find(memory, offset);

    return block != NULL && block->offset == offset ? block->bytes : 0;
}

uint64_t coop_memory_largest(const struct coop_memory *memory)
{
    uint64_t at = taken_end(memory);
    uint64_t tail = memory->end > at ? memory->end - at : 0;

    return tail > largest_gap(memory->root) ? tail : largest_gap(memory->root);
}
