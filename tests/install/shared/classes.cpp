/* The classes for C++, as they are installed; says whether a failure is an exception with its sentence. */
#include <coop/coop.hpp>
#include <cstdio>

#include "weighted.h"
#include "weighted_text.h"

int main()
{
    const coop::context none(nullptr);

    try {
        coop::module module(none, {weighted_module_text, weighted_module_bytes});
        coop::run(module).launch(weigh_launch, {0, 1}).wait(std::chrono::seconds(1));
    } catch (const coop::error &error) {
        std::printf("%s\n", error.what());
        return error.code() == COOP_INVALID_HANDLE && !error.message().empty() ? 0 : 1;
    }
    return 1;
}
