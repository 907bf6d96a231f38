#include "coop/kernel.clh"

transmit static int twice(int value)
{
    return 2 * value;
}
