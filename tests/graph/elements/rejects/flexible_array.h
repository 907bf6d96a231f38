struct list {
    int count;
    float values[];
};
coop_elements(list);
struct empty {
    float values[0];
};
coop_elements(empty);
