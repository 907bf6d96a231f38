#include "word_file.h"

#include "host/base/replace.h"

#include <string.h>

int word_file_write(const char *path, const uint32_t *words, size_t count, struct tool_error *error)
{
    struct coop_replace replace;
    int code = coop_replace_open(&replace, path);

    if (code == 0) {
        for (size_t i = 0; i < count; i++) {
            const unsigned char bytes[4] = {words[i] & 255, words[i] >> 8 & 255, words[i] >> 16 & 255,
                                            words[i] >> 24};
            fwrite(bytes, 1, sizeof bytes, replace.file);
        }
        code = coop_replace_close(&replace, 1);
    }
    return code == 0 ? 0 : tool_fail(error, "%s cannot be written: %s", path, strerror(code));
}
