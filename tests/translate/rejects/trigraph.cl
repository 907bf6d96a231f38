/* What??! In a comment. */
constant char text[] = "What??!";
kernel void k(global int *a)
{
    a[0] = 1 ??! 2;
}
