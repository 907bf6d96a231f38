/* A rank of many that one process plays (coop_net_loop_project): what comes back is what the other ranks
 * would send; and the model of its cost. */
#include "host/net/projection.h"

#include "coop/shared/message.h"
#include "host/net/parcel.h"
#include "test.h"
#include "tools/net/projection_model.h"
#include <math.h>

struct parcel {
    struct coop_parcel_head head;
    struct coop_message rows[2];
};

/* The ranks of two rows of a parcel that has gone to rank `to` of 16 in rows of 4, and is back. */
static void comes_back(uint32_t to, uint32_t first, uint32_t second, uint32_t wanted_first,
                       uint32_t wanted_second)
{
    const struct coop_projection projection = {16, 4};
    struct parcel parcel = {.head = {.kind = COOP_PARCEL_ROWS, .messages = 2},
                            .rows = {{coop_message_head(COOP_MESSAGE_ADD, 3, first), 1, 2},
                                     {coop_call_head(COOP_MESSAGE_CALL, 4, 1, second), 3, 4}}};

    coop_projection_turn(&projection, to, &parcel);
    TEST_EQUAL_U64(parcel.rows[0].head, coop_message_head(COOP_MESSAGE_ADD, 3, wanted_first));
    TEST_EQUAL_U64(parcel.rows[1].head, coop_call_head(COOP_MESSAGE_CALL, 4, 1, wanted_second));
    TEST_EQUAL_U64(parcel.rows[1].value, 4);
}

/* To another row final ranks are turned, and within the row those who have sent (D16). */
TEST(a_parcel_comes_back_as_the_other_rank_would_send_it)
{
    comes_back(8, 8, 11, 0, 3);
    comes_back(12, 15, 13, 3, 1);
    comes_back(2, 0, 4, 2, 6);
    comes_back(3, 12, 0, 15, 3);
}

TEST(without_rows_nothing_is_turned)
{
    const struct coop_projection projection = {16, 0};
    struct parcel parcel = {.head = {.kind = COOP_PARCEL_ROWS, .messages = 1},
                            .rows = {{coop_message_head(COOP_MESSAGE_ADD, 3, 7), 1, 2}}};

    coop_projection_turn(&projection, 7, &parcel);
    TEST_EQUAL_U64(parcel.rows[0].head, coop_message_head(COOP_MESSAGE_ADD, 3, 7));
}

TEST(a_model_has_the_parts_that_its_points_were_made_of)
{
    const double made_of[PROJECTION_PARTS] = {50, 12, 1500, 800, 33};
    struct projection_point points[PROJECTION_FITTED] = {{0, 0.0004, 0.02, 0, 0},
                                                         {0.5, 0.0005, 0.01, 0, 0},
                                                         {0.5, 0.025, 0.03, 0, 0},
                                                         {0.999, 0.01, 0.25, 0, 0},
                                                         {1.9, 0.002, 0.03, 0.97, 0}};
    const struct projection_point other = {1.75, 0.001, 0.02, 0.5, 0};
    double parts[PROJECTION_PARTS];

    for (uint32_t i = 0; i < PROJECTION_FITTED; i++) {
        points[i].cpu_ns = projection_cpu_ns(made_of, &points[i]);
    }
    projection_fit(points, parts);
    for (uint32_t i = 0; i < PROJECTION_PARTS; i++) {
        TEST_TRUE(fabs(parts[i] - made_of[i]) < 1e-6);
    }
    TEST_TRUE(fabs(projection_cpu_ns(parts, &other) - (50 + 21 + 1.5 + 16 + 16.5)) < 1e-6);
}
