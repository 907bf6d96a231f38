kernel void k(global int *a)
{
	a[0] = 1 +	m; // é
 /* éé [31m */ a[1] = q; }
