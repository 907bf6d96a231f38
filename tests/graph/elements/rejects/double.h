// options: --no-doubles
struct precise {
    float a;
    double b;
    double2 c[2];
};
coop_elements(precise);
