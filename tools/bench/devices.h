/* coop-bench devices: the experiments over several devices are a program in Python (tools/devices), which
 * stands beside this one. */
#ifndef TOOLS_BENCH_DEVICES_H
#define TOOLS_BENCH_DEVICES_H

/* Becomes that program, with the words behind "devices". Returns an exit status, with a message, where it
 * cannot. */
int bench_devices(char **words);

#endif
