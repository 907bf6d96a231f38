// run: regular
/* Directives in the spellings that nobody expects, around a kernel's head and in its body; and digraphs. */
%:define ROWS 4
#/**/define COLUMNS /* over
two lines */ 2
#ifdef MISSING
kernel void test(global int *data,
#elifndef ALSO_MISSING
kernel void test(global int *data, global int *out, int n)
#else
kernel void test(global int *data, long n,
#endif
<%
    local int t<:64:>;
    int a = data[get_global_id(0)];
#ifdef MISSING
    a = 100;
#elifdef ROWS
    a += 1;
#elifdef COLUMNS
    a = 200;
#endif
#/**/if ROWS == 5
    a *= 1000;
#\
else
    a *= 3;
%:  /* behind */ endif
    t<:get_local_id(0):> = a;
    barrier(CLK_LOCAL_MEM_FENCE);
#if 0
    a = 9;
# /**/ elif COLUMNS == 2
    a += t<:0:>;
#endif
    out[get_global_id(0)] = a + n;
%>

#/* of the head */if ROWS == 4
kernel void test1(global int *data, global int *out, int n)
%:else
kernel void test1(global int *data, long n, global int *out)
#/**/endif
{
    out[get_global_id(0)] += data[1] % 3 + n % COLUMNS + (1 <<COLUMNS);
}

int helped(local int *t, int v)
{
%:if COLUMNS == 2
    t[get_local_id(0)] = v;
#/**/else
    t[get_local_id(0)] = 0;
#en\
dif
    barrier(CLK_LOCAL_MEM_FENCE);
    return t[0];
}
kernel void test2(global int *data, global int *out, int n)
{
    local int t[64];
    int v = helped(t, data[0] + n);
    out[get_global_id(0)] += v;
}
