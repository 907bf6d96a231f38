/* coop-bench devices: the experiments over several devices are a program in Python (lab/devices), which
 * stands beside this one. */
#ifndef LAB_BENCH_DEVICES_H
#define LAB_BENCH_DEVICES_H

/* Becomes that program, with the words behind "devices". Returns an exit status, with a message, where it
 * cannot. */
int bench_devices(char **words);

#endif
