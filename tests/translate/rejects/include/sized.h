#pragma once
#define ROOM (SIZE * 2)
inline int room(void) { return ROOM; }
