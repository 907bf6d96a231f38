struct big { int words[100]; };
kernel void k(global int *a, struct big b, struct big c) { a[0] = b.words[0] + c.words[1]; }
