#include "tools/net/command.h"

void net_command_clear(struct net_command *command)
{
    if (command->owns_sends) {
        graph_clear(&command->sends);
    }
    graph_clear(&command->sends_back);
    graph_clear(&command->graph);
    kmeans_points_clear(&command->points);
    mer_reads_clear(&command->reads);
    graph_order_clear(&command->order);
}
