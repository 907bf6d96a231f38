#include "coop/kernel.clh"
coop_kernel void k(global int *a)
{
	transmit local int x;
	if (get_local_id(0))
		offer_kill();
}
