/* Runs litmus programs (litmus.h) as they are in an ordinary kernel: each work-group is one thread of one
 * instance of the program.
 *
 * program  for each thread its length, then four numbers for each of LITMUS_INSTRUCTIONS_MAX instructions
 * words    LITMUS_WORDS for each instance, each STRIDE apart, all 0
 * ended    a word for each work-group: 1 when it has ended
 * gives_up a word, at first 0: a thread that has executed `bound` instructions gives up, and then all others
 *          do, too
 * mapping  0 round-robin: threads 0, 1, ... of the first instance, then of the second; 1 chunked: thread 0 of
 *          all instances, then thread 1 of all */
#define INSTRUCTIONS_MAX 2
#define WORDS 2
#define STRIDE 32

kernel void litmus(global const uint *program, global atomic_uint *words, global uint *ended,
                   global atomic_uint *gives_up, uint threads, uint instances, uint mapping, uint bound)
{
    uint group = (uint)get_group_id(0);
    uint thread = mapping == 0 ? group % threads : group / instances;
    uint instance = mapping == 0 ? group / threads : group % instances;
    global const uint *code = program + thread * (1 + 4 * INSTRUCTIONS_MAX);
    uint length = code[0];
    uint place = 0;
    uint steps = 0;

    while (place < length && steps < bound) {
        global const uint *instruction = code + 1 + 4 * place;
        global atomic_uint *word = &words[(instance * WORDS + instruction[0]) * STRIDE];
        uint seen =
            instruction[2] < 2
                ? atomic_exchange_explicit(word, instruction[2], memory_order_relaxed, memory_scope_device)
                : atomic_load_explicit(word, memory_order_relaxed, memory_scope_device);

        place = seen == instruction[1] ? instruction[3] : place + 1;
        steps++;
        if (steps % 256 == 0 &&
            atomic_load_explicit(gives_up, memory_order_relaxed, memory_scope_device) != 0) {
            steps = bound;
        }
    }
    if (place < length) {
        atomic_store_explicit(gives_up, 1u, memory_order_relaxed, memory_scope_device);
    }
    ended[group] = place >= length;
}
