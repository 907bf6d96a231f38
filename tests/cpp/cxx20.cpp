/* What C++20 adds: initialisers with the parameters' names, and std::span. */
#include "device.hpp"

#if !defined(__cpp_lib_span)
#error "this test wants std::span"
#endif

TEST(initialisers_name_the_parameters_alone)
{
    rig rig;
    coop::buffer<std::uint32_t> words(rig.context, 20);

    words.fill_bytes(0);
    rig.run.launch(squares_launch, {.values = words.address(), .count = 20}, coop::items(20)).wait(PATIENCE);
    const add_often_args args = {.rounds = 2, .words = words.address(), .count = 20, .value = 5};
    rig.run.launch(add_often_launch, args).wait(PATIENCE);
    TEST_EQUAL(words.load(4), 26);
}

TEST(spans_show_what_the_library_owns)
{
    rig rig;
    std::vector<std::uint32_t> values(6, 3);
    coop::buffer<std::uint32_t> words(rig.context, std::span<const std::uint32_t>(values).first(4));

    TEST_EQUAL_U64(words.size(), 4);
    words.read(std::span(values).last(2));
    words.read(2, std::span(values).first(2));
    words.write(1, std::span<const std::uint32_t>(values).first(1));
    coop::mapping<std::uint32_t> mapping = words.map(COOP_MAP_READ);
    std::span<std::uint32_t> span = mapping.span();
    TEST_EQUAL_U64(span.size(), 4);
    TEST_EQUAL(span[3], 3);
    rig.run.launch(nothing_launch, {}, coop::items(1)).wait(PATIENCE);
    coop::trace trace(rig.run);
    TEST_EQUAL_U64(trace.launches().size(), 1);
    TEST_EQUAL_TEXT(trace.launches()[0].kernel, "nothing");
    TEST_EQUAL_U64(trace.events().size(), trace.get()->event_count);
    TEST_TRUE(!trace.events().empty());
}
