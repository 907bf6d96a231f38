#include "coopc/emit/preamble.h"

#include <string.h>

const char *preamble_guard(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *guard = string_printf("COOP_GENERATED_%s", slash == NULL ? path : slash + 1);

    for (char *at = guard; *at != '\0'; ++at) {
        if (*at >= 'a' && *at <= 'z') {
            *at = (char)(*at - 'a' + 'A');
        } else if (!((*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9'))) {
            *at = '_';
        }
    }
    return guard;
}

void preamble_emit_macros(struct text *out)
{
    text_puts(
        out,
        "#ifndef COOP_ARGS_ASSERT\n#ifdef __cplusplus\n"
        "#define COOP_ARGS_ASSERT(condition, message) static_assert(condition, message)\n"
        "#define COOP_ARGS_ALIGNED(bytes) alignas(bytes)\n#else\n"
        "#define COOP_ARGS_ASSERT(condition, message) _Static_assert(condition, message)\n"
        "#define COOP_ARGS_ALIGNED(bytes) _Alignas(bytes)\n#endif\n#endif\n"
        "#ifndef COOP_ARGS_PADDING /* a member in C, none in C++ */\n#ifdef __cplusplus\n"
        "#define COOP_ARGS_PADDING(index, bytes)\n#define COOP_ARGS_ROUNDED(bytes) alignas(bytes)\n#else\n"
        "#define COOP_ARGS_PADDING(index, bytes) uint8_t coop_pad##index[bytes];\n"
        "#define COOP_ARGS_ROUNDED(bytes)\n#endif\n#endif\n\n");
}
