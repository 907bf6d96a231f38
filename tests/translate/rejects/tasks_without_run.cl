#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task uint leaf(uint n)
{
    return n;
}

