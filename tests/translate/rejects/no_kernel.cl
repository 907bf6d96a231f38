/* A header without kernels is for others to include. */
static int twice(int x) { return x + x; }
