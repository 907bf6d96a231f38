global int counter;
int plain = 3;
constant int fine = 4;
kernel void k(global int *a) { a[0] = counter + plain + fine; }
