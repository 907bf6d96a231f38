/* Functions at the end of a launch, given as lambdas. */
#include "device.hpp"
#include <future>

TEST(a_lambda_is_called_once_and_destroyed)
{
    rig rig;
    coop::buffer<std::uint32_t> gate(rig.context, 1);
    auto kept = std::make_shared<int>(0);
    std::promise<coop_launch_stats> promise;
    std::future<coop_launch_stats> future = promise.get_future();

    gate.fill_bytes(0);
    coop::launch launch = rig.run.launch(hold_launch, {gate.address()}, coop::items(8));
    launch.on_end(
        [promise = std::move(promise)](coop_status outcome, const coop_launch_stats &stats) mutable {
            TEST_EQUAL(outcome, COOP_OK);
            promise.set_value(stats);
        });
    launch.on_end([kept](coop_status, const coop_launch_stats &) { ++*kept; });
    TEST_EQUAL(kept.use_count(), 2);
    TEST_TRUE(future.wait_for(5ms) == std::future_status::timeout);
    gate.store(0, 1);
    TEST_TRUE(future.wait_for(PATIENCE) == std::future_status::ready);
    TEST_EQUAL(future.get().groups_at_start, WORKERS);
    rig.run.reset(); /* returns when all has been called */
    TEST_EQUAL(*kept, 1);
    TEST_EQUAL(kept.use_count(), 1);
}

TEST(the_reason_of_an_end_is_an_error_inside_too)
{
    rig rig;
    coop::buffer<std::uint32_t> word(rig.context, 1);
    std::string reason;

    word.fill_bytes(0);
    coop::launch launch = rig.run.launch(add_often_launch, {UINT32_MAX, word.address(), 1, 1});
    launch.on_end(
        [&reason](coop_status outcome, const coop_launch_stats &) { reason = coop::error(outcome).what(); });
    rig.run.reset();
    TEST_CONTAINS(reason.c_str(), "COOP_STOPPED while ");
}
