struct either {
    int kind;
    union {
        float f;
        int i;
    } value;
};
coop_elements(either);
union both {
    float f;
    int i;
};
