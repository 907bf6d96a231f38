/* The primes below two million, with the classes for C++. Exit code 77: no device can serve. */
#include <coop/coop.hpp>
#include <cstdio>

#include "cpp.h"
#include "cpp_text.h"

using namespace std::chrono_literals;

constexpr std::uint32_t COUNT = 2'000'000;
constexpr std::uint32_t PRIMES = 148'933; /* so many there are */
constexpr int EXIT_NO_DEVICE = 77;

/* Objects are destroyed in the reverse order, also when something throws in between: the run stops first, the
 * device is closed last. */
static bool finds_all_primes()
{
    coop::context context;
    coop::module module(context, {cpp_module_text, cpp_module_bytes});
    coop::buffer<std::uint8_t> is_crossed(context, COUNT);
    coop::buffer<std::uint32_t> left(context, 1);
    coop::run run(module);

    is_crossed.fill_bytes(0);
    left.fill_bytes(0);
    /* The second launch starts when the first has completed, and the host waits once. */
    coop::launch sieve = run.launch(sieve_launch, {is_crossed.address(), COUNT});
    coop::launch count = run.launch(count_left_launch, {is_crossed.address(), COUNT, left.address()},
                                    coop::items(4096), coop::after(sieve));
    count.wait(60s);
    const coop_launch_stats stats = sieve.wait(0s);

    std::printf("There are %u primes below %u, found in %llu rounds.\n", static_cast<unsigned>(left.load(0)),
                static_cast<unsigned>(COUNT), static_cast<unsigned long long>(stats.barriers));
    return left.load(0) == PRIMES && std::fflush(stdout) == 0; /* a result that cannot be printed is none */
}

int main()
{
    try {
        return finds_all_primes() ? 0 : 1;
    } catch (const coop::error &error) {
        std::fprintf(stderr, "%s\n%s", error.what(), error.details().c_str());
        return error.code() == COOP_NO_DEVICE || error.code() == COOP_DEVICE_UNFIT ? EXIT_NO_DEVICE : 1;
    }
}
