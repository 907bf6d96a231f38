/* The command coop-app elastic. */
#ifndef TOOLS_APP_ELASTIC_COMMAND_H
#define TOOLS_APP_ELASTIC_COMMAND_H

/* Returns the process's exit code. `count` and `arguments` are main's. */
int elastic_command(int count, char **arguments);

#endif
