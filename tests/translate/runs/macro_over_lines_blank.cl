// run: regular
#define INIT(v) v = 1; \ 
    v += 20
#define MORE(v) v \	 
  += 3; \  
  v *= 2
kernel void test(global int *data, global int *out, int n)
{
    int s; // a comment that goes on \ 
    s = 100;
    INIT(s);
    barrier(CLK_LOCAL_MEM_FENCE);
    MORE(s);
    out[get_global_id(0)] = s + data[get_local_id(0)];
}
