/* The Euler equations in two dimensions on plain arrays: the arithmetic of apps/bubble/bubble.cl. A block has
 * four planes, of density, momentum along x and y, and energy, each with a row and a column of padding around
 * it. */
#pragma OPENCL FP_CONTRACT OFF

struct gas {
    double density;
    double momentum[2];
    double energy;
};

static double pressure_of(struct gas u)
{
    double moved = u.momentum[0] * u.momentum[0] + u.momentum[1] * u.momentum[1];

    return 0.4 * (u.energy - 0.5 * (moved / u.density));
}

static struct gas flow_of(struct gas u)
{
    double speed = u.momentum[0] / u.density;
    double pressure = pressure_of(u);
    struct gas f;

    f.density = u.momentum[0];
    f.momentum[0] = u.momentum[0] * speed + pressure;
    f.momentum[1] = u.momentum[1] * speed;
    f.energy = (u.energy + pressure) * speed;
    return f;
}

/* Half of the sum of two values, less a part of the difference of two others. */
static double mean_less(double left, double right, double from, double to, double part)
{
    return 0.5 * (left + right) - part * (to - from);
}

static struct gas mean_cells(struct gas left, struct gas right, struct gas from, struct gas to, double part)
{
    struct gas mean;

    mean.density = mean_less(left.density, right.density, from.density, to.density, part);
    mean.momentum[0] = mean_less(left.momentum[0], right.momentum[0], from.momentum[0], to.momentum[0], part);
    mean.momentum[1] = mean_less(left.momentum[1], right.momentum[1], from.momentum[1], to.momentum[1], part);
    mean.energy = mean_less(left.energy, right.energy, from.energy, to.energy, part);
    return mean;
}

/* What flows through the face between two cells; `ratio` is the step divided by a cell's width. */
static struct gas face_of(struct gas left, struct gas right, double ratio)
{
    struct gas f = flow_of(left), g = flow_of(right);
    struct gas middle = flow_of(mean_cells(left, right, f, g, 0.5 * ratio));
    struct gas spread = mean_cells(f, g, left, right, 0.5 / ratio);

    return mean_cells(middle, spread, middle, middle, 0.0);
}

static struct gas after(struct gas low, struct gas here, struct gas high, double ratio)
{
    struct gas from = face_of(low, here, ratio), to = face_of(here, high, ratio);

    here.density -= ratio * (to.density - from.density);
    here.momentum[0] -= ratio * (to.momentum[0] - from.momentum[0]);
    here.momentum[1] -= ratio * (to.momentum[1] - from.momentum[1]);
    here.energy -= ratio * (to.energy - from.energy);
    return here;
}

static struct gas turned(struct gas u)
{
    double across = u.momentum[1];

    u.momentum[1] = u.momentum[0];
    u.momentum[0] = across;
    return u;
}

static struct gas get(global const double *cells, size_t i, size_t plane)
{
    struct gas u;

    u.density = cells[i];
    u.momentum[0] = cells[i + plane];
    u.momentum[1] = cells[i + 2 * plane];
    u.energy = cells[i + 3 * plane];
    return u;
}

static void put(global double *cells, size_t i, size_t plane, struct gas u)
{
    cells[i] = u.density;
    cells[i + plane] = u.momentum[0];
    cells[i + 2 * plane] = u.momentum[1];
    cells[i + 3 * plane] = u.energy;
}

kernel void speeds(global const double *from, global double *to, uint width, uint height)
{
    size_t x = get_global_id(0), y = get_global_id(1), pitch = width + 2;
    struct gas u;
    double along, across;

    if (x >= width || y >= height) {
        return;
    }
    u = get(from, (y + 1) * pitch + x + 1, pitch * (height + 2));
    along = fabs(u.momentum[0] / u.density);
    across = fabs(u.momentum[1] / u.density);
    to[y * width + x] = (along > across ? along : across) + sqrt(1.4 * pressure_of(u) / u.density);
}

/* The fastest of each row. */
kernel void fastest(global const double *speeds, global double *rows, uint width)
{
    size_t y = get_global_id(0);
    double most = speeds[y * width];

    for (uint x = 1; x < width; x++) {
        most = speeds[y * width + x] > most ? speeds[y * width + x] : most;
    }
    rows[y] = most;
}

/* clock: the step's length, the time, the number of steps. */
kernel void pace(global const double *rows, uint count, global double *clock, double width, double end)
{
    double most = rows[0], now = clock[1], wanted;

    for (uint i = 1; i < count; i++) {
        most = rows[i] > most ? rows[i] : most;
    }
    wanted = 0.9 * width / most;
    if (now >= end) {
        clock[0] = 0.0;
        return;
    }
    clock[0] = now + wanted >= end ? end - now : wanted;
    clock[1] = now + wanted >= end ? end : now + wanted;
    clock[2] += 1.0;
}

/* The padding in x, into which the gas flows as it is. */
kernel void ends(global double *cells, uint width, uint height)
{
    size_t pitch = width + 2, row = (get_global_id(0) + 1) * pitch, plane = pitch * (height + 2);

    put(cells, row, plane, get(cells, row + 1, plane));
    put(cells, row + width + 1, plane, get(cells, row + width, plane));
}

/* The padding behind a wall in y, which turns the momentum across it. */
kernel void wall(global double *cells, uint width, uint height, uint from_row, uint to_row)
{
    size_t pitch = width + 2, x = get_global_id(0) + 1, plane = pitch * (height + 2);
    struct gas u = get(cells, from_row * pitch + x, plane);

    u.momentum[1] = -u.momentum[1];
    put(cells, to_row * pitch + x, plane, u);
}

kernel void sweep_x(global const double *from, global double *to, global const double *clock, double cell,
                    uint width, uint height)
{
    size_t pitch = width + 2, plane = pitch * (height + 2);
    size_t i = (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
    struct gas here;

    if (get_global_id(0) >= width || get_global_id(1) >= height) {
        return;
    }
    here = get(from, i, plane);
    if (clock[0] > 0.0) {
        here = after(get(from, i - 1, plane), here, get(from, i + 1, plane), clock[0] / cell);
    }
    put(to, i, plane, here);
}

kernel void sweep_y(global const double *from, global double *to, global const double *clock, double cell,
                    uint width, uint height)
{
    size_t pitch = width + 2, plane = pitch * (height + 2);
    size_t i = (get_global_id(1) + 1) * pitch + get_global_id(0) + 1;
    struct gas here;

    if (get_global_id(0) >= width || get_global_id(1) >= height) {
        return;
    }
    here = get(from, i, plane);
    if (clock[0] > 0.0) {
        here = turned(after(turned(get(from, i - pitch, plane)), turned(here),
                            turned(get(from, i + pitch, plane)), clock[0] / cell));
    }
    put(to, i, plane, here);
}
