/* What looks like a scalar and is none that can be written as one. */
typedef size_t places;
enum small { SMALL } __attribute__((packed));
enum large { LARGE = 0x100000000 };
struct qualified {
    const float a;
    volatile int b;
    const uint c[2];
    size_t d[2];
    places e;
    places f[3];
    enum small g;
    enum large h;
    struct {
        int i;
    };
};
coop_elements(qualified);
