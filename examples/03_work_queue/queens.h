/* What host and kernels both know of the queue. */
#ifndef QUEENS_H
#define QUEENS_H

/* Queens, and rows of the board. */
#define BOARD 10

/* Each partial placement is a task once; 10 queens have 34815 of them. */
#define TASK_COUNT_MAX 40000

#endif
