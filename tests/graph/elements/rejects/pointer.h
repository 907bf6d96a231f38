struct link {
    float weight;
    global float *next;
};
coop_elements(link);
