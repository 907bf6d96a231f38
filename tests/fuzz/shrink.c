/* Makes a failing program smaller: drops one statement after the other, large ones first, and keeps what
 * still fails. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { TRIES_REPEAT = 60 };

/* Does the program without the statements of `list` still fail? */
static int fails(const struct options *o, const struct program *program, unsigned local_items,
                 const char *list)
{
    char command[12000];
    int status;

    snprintf(command, sizeof command,
             "'%s' --coopc '%s' --include '%s' --seed %llu --first %u --kernels 1 --batch 1 --local %u "
             "--workers %u "
             "--repeat %d --seconds 10 --quiet yes --drop '%s' >/dev/null 2>&1",
             o->self, o->coopc, o->include, (unsigned long long)program->seed, program->index, local_items,
             o->workers, TRIES_REPEAT, list);
    status = system(command);
    return status != 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == MISUSED);
}

static void list_add(char *list, size_t capacity, unsigned number)
{
    size_t length = strlen(list);

    snprintf(list + length, capacity - length, "%s%u", length > 0 ? "," : "", number);
}

/* The statement that next to try: the largest that was not tried and is not inside a dropped one. */
static unsigned next_try(const struct program *program, const unsigned char *is_tried)
{
    unsigned best = NODES_MAX;
    unsigned size = 0;

    for (unsigned n = 1; n < program->node_count; n++) {
        const struct node *node = program->by_number[n];
        if (!is_tried[n] && !node->is_dropped && node->last - node->first + 1 > size) {
            best = n;
            size = node->last - node->first + 1;
        }
    }
    return best;
}

void shrink(const struct options *o, struct program *program, unsigned local_items)
{
    static unsigned char is_tried[NODES_MAX];
    char list[10000] = "";
    struct text text = {0};
    unsigned n;

    if (!fails(o, program, local_items, list)) {
        return;
    }
    memset(is_tried, 0, sizeof is_tried);
    is_tried[program->root->kid_first->first] = 1;
    is_tried[program->root->kid_last->first] = 1;
    while ((n = next_try(program, is_tried)) < NODES_MAX) {
        char longer[10000];
        memcpy(longer, list, sizeof longer);
        list_add(longer, sizeof longer, n);
        is_tried[n] = 1;
        if (fails(o, program, local_items, longer)) {
            memcpy(list, longer, sizeof list);
            for (unsigned k = n; k <= program->by_number[n]->last; k++) {
                is_tried[k] = 1;
            }
        }
    }
    drop_nodes(program, list);
    print_program(&text, program);
    printf("REDUCED: --seed %llu --first %u --kernels 1 --local %u --workers %u --repeat %d --drop %s\n%s\n",
           (unsigned long long)program->seed, program->index, local_items, o->workers, TRIES_REPEAT, list,
           text.bytes);
    fflush(stdout);
    free(text.bytes);
}
