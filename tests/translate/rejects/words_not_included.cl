coop_kernel void k(global int *a)
{
    transmit int x = 0;
    offer_kill();
}
