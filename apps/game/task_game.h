/* Positions that tasks look ahead from, as a workload. */
#ifndef APPS_TASK_GAME_H
#define APPS_TASK_GAME_H

#include "tools/workqueue/problem.h"

extern const struct workload workload_game;

#endif
