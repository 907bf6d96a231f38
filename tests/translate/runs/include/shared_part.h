#ifndef SHARED_PART_H
#define SHARED_PART_H
#define SCALE 3
struct shared_part { int a; int b; };
static int scaled(int v)
{
    return v * SCALE + 0 * (int)get_local_id(0);
}
#endif
