kernel void k(read_only image2d_t image, sampler_t sampler, global float4 *a)
{
    a[0] = read_imagef(image, sampler, (int2)(0, 0));
}

kernel void l(write_only image3d_t volume, read_only pipe int numbers, queue_t queue)
{
}
