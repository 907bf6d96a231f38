/* Accessors write every member, at a place that its type can lie at. */
struct packed {
    char a;
    float b;
} __attribute__((packed));
coop_elements(packed);

struct tail {
    ulong a;
    char b;
} __attribute__((packed));
coop_elements(tail);
