#include "coop/kernel.clh"
#include "coop/spawn.clh"

coop_task uint t0(uint n)
{
    return n + 0;
}

coop_task uint t1(uint n)
{
    return n + 1;
}

coop_task uint t2(uint n)
{
    return n + 2;
}

coop_task uint t3(uint n)
{
    return n + 3;
}

coop_task uint t4(uint n)
{
    return n + 4;
}

coop_task uint t5(uint n)
{
    return n + 5;
}

coop_task uint t6(uint n)
{
    return n + 6;
}

coop_task uint t7(uint n)
{
    return n + 7;
}

coop_task uint t8(uint n)
{
    return n + 8;
}

coop_task uint t9(uint n)
{
    return n + 9;
}

coop_task uint t10(uint n)
{
    return n + 10;
}

coop_task uint t11(uint n)
{
    return n + 11;
}

coop_task uint t12(uint n)
{
    return n + 12;
}

coop_task uint t13(uint n)
{
    return n + 13;
}

coop_task uint t14(uint n)
{
    return n + 14;
}

coop_task uint t15(uint n)
{
    return n + 15;
}

coop_task uint t16(uint n)
{
    return n + 16;
}

coop_task uint t17(uint n)
{
    return n + 17;
}

coop_task uint t18(uint n)
{
    return n + 18;
}

coop_task uint t19(uint n)
{
    return n + 19;
}

coop_task uint t20(uint n)
{
    return n + 20;
}

coop_task uint t21(uint n)
{
    return n + 21;
}

coop_task uint t22(uint n)
{
    return n + 22;
}

coop_task uint t23(uint n)
{
    return n + 23;
}

coop_task uint t24(uint n)
{
    return n + 24;
}

coop_task uint t25(uint n)
{
    return n + 25;
}

coop_task uint t26(uint n)
{
    return n + 26;
}

coop_task uint t27(uint n)
{
    return n + 27;
}

coop_task uint t28(uint n)
{
    return n + 28;
}

coop_task uint t29(uint n)
{
    return n + 29;
}

coop_task uint t30(uint n)
{
    return n + 30;
}

coop_task uint t31(uint n)
{
    return n + 31;
}

coop_task uint t32(uint n)
{
    return n + 32;
}

coop_task uint t33(uint n)
{
    return n + 33;
}

coop_kernel coop_kill_any void tasks(global struct coop_flowgraph *graph, global uint *data)
{
    local struct coop_flow flow;

    coop_flow_begin(&flow, graph);
    for (;;) {
        offer_kill();
        coop_flow_next(&flow);
        if (coop_flow_is_done(&flow)) {
            break;
        }
        coop_tasks_run(&flow);
    }
}
