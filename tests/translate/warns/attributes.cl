__attribute__((reqd_work_group_size(8, 1, 1))) kernel void k(global int *a) { a[0] = 1; }
kernel __attribute__((vec_type_hint(int4))) void l(global int *a) { a[0] = 1; }
