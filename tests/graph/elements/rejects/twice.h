struct once {
    float a;
};
coop_elements(once);
struct twice {
    float a;
};
coop_elements(twice);
coop_elements(once);
