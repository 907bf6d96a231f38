#include "coop/kernel.clh"
coop_kernel void k(global int *a) { if (get_local_id(0) == 0) { while (a[0]) { for (;;) { offer_kill(); } } } switch (get_global_id(0)) { case 0: global_barrier(); } }
