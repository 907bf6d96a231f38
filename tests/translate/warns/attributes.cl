__attribute__((reqd_work_group_size(8, 1, 1))) kernel void is_honoured(global int *a) { a[0] = 1; }
__attribute__((reqd_work_group_size(4 + 4, 1, 1))) kernel void k(global int *a) { a[0] = 1; }
kernel __attribute__((vec_type_hint(int4))) void l(global int *a) { a[0] = 1; }
kernel void m(global int *a) __attribute__((reqd_work_group_size(4, 2, 1)));
kernel __attribute__((reqd_work_group_size(2, 4, 1))) void m(global int *a) { a[0] = 1; }
