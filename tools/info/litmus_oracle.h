/* Programs of litmus tests, and the models of progress under which they end. */
#ifndef TOOLS_INFO_LITMUS_ORACLE_H
#define TOOLS_INFO_LITMUS_ORACLE_H

#define LITMUS_THREADS_MAX 3
#define LITMUS_INSTRUCTIONS_MAX 2
#define LITMUS_WORDS 2
#define LITMUS_NO_EXCHANGE 2

struct litmus_instruction {
    unsigned char word;
    unsigned char check;
    unsigned char exchange; /* 0, 1, or LITMUS_NO_EXCHANGE: the word stays */
    unsigned char target;   /* instruction; the thread's length: its end */
};

struct litmus_thread {
    unsigned length;
    struct litmus_instruction code[LITMUS_INSTRUCTIONS_MAX];
};

struct litmus_program {
    unsigned thread_count;
    struct litmus_thread threads[LITMUS_THREADS_MAX];
};

/* What a scheduler promises, from nothing to everything. A thread has begun once it has executed an
 * instruction. A promise to a thread is: if it holds from some moment on for ever, the thread executes again
 * and again until its end. */
enum litmus_model {
    LITMUS_NONE,    /* nothing: OpenCL, Vulkan */
    LITMUS_HSA,     /* to the thread with the lowest id that has not ended */
    LITMUS_OBE,     /* occupancy-bound: to the threads that have begun */
    LITMUS_HSA_OBE, /* to those of HSA and those of OBE */
    LITMUS_LOBE,    /* linear occupancy-bound: as HSA_OBE, and to those below one that has begun */
    LITMUS_FAIR,    /* to all: weak fairness */
    LITMUS_MODELS
};

/* "OBE". */
const char *litmus_model_name(enum litmus_model model);

/* The set of models, a bit each, under which every execution of the program ends. */
unsigned litmus_ends_under(const struct litmus_program *program);

#endif
