#define THIRD 1
