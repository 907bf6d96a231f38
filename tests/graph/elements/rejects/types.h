struct inner {
    float a;
};
struct types {
    bool is_wet;
    size_t count;
    struct inner inner;
    float matrix[2][2];
};
coop_elements(types);
coop_elements(nowhere);
struct many {
    float values[1025];
};
coop_elements(many);
