#define SECOND 1
