// files: recursion_across_files.second.cl
int over_there(int n);
int here(int n) { return n > 0 ? over_there(n - 1) : 0; }
kernel void k(global int *out) { out[0] = here(3); }
