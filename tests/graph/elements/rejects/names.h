/* Names that accessors would have twice, or that the file has. */
#define heat_flux 1
struct heat {
    float get;
    float tile_put;
    float level;
    float level_2;
    float mass;
    float set_mass;
    float flux;
};
coop_elements(heat);
