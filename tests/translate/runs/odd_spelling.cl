// run: cooperative
#include "coop/kernel.clh"
/* coop_kernel void hidden(global int *a) { resizing_global_barrier(); } */
coop_kernel
void test ( global int * data /* in */ , global int * out , int n )
{
    ;;
    transmit int k = 0 ; transmit int
        sum
            = 0 ;
    { }
    { ; }
    for ( ; k < 4 ; k ++ ) { ; resizing_global_barrier ( ) ; ; sum += k ; }
    while ( k -- ) resizing_global_barrier(); // trailing \
        continued comment resizing_global_barrier();
    if ( sum ) ; else ;
    do ; while ( 0 ) ;
    #pragma unroll
    for (k = 0; k < 2; k++) { global_barrier(); }
    __attribute__((opencl_unroll_hint(2)))
    for (k = 0; k < 2; k++) { global_barrier(); sum++; }
    if (get_global_id(0) == 0) { out [ 0 ] = sum ; 1 [ out ] = k + ';' + '}' - '"' ; }
    return ;
}
