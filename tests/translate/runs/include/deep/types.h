#ifndef TYPES_H
#define TYPES_H
typedef enum { RED = 1, GREEN = 2, BLUE = 4 } colour;
struct tally { int counts[3]; };
constant int scale_of[] = {1, 10, 100};
#endif
