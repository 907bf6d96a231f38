struct flags {
    uint value;
    uint kind : 3;
};
coop_elements(flags);
