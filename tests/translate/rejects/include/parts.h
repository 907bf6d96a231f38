#ifndef PARTS_H
#define PARTS_H
#ifdef WIDE
typedef long part;
#else
typedef int part;
#endif
#endif
