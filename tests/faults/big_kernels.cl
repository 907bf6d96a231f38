/* An object that is larger than what a run that checks addresses has for accesses outside all buffers. */
struct big {
    char bytes[70000];
};

kernel void move(global struct big *to, global const struct big *from)
{
    to[get_global_id(0)] = from[0];
}
