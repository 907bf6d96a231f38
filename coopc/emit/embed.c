/* The module as a C file. */
#include "coopc/emit/embed.h"

#include <ctype.h>
#include <string.h>

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

static const char mark[] = "_text";

/* The identifier that the path's file begins with, or NULL. */
static const char *module_name(const char *path)
{
    const char *name = file_name(path);
    const char *dot = strrchr(name, '.');
    size_t length;

    if (dot == NULL || (strcmp(dot, ".c") != 0 && strcmp(dot, ".cpp") != 0) ||
        (size_t)(dot - name) <= strlen(mark)) {
        return NULL;
    }
    length = (size_t)(dot - name) - strlen(mark);
    if (strncmp(name + length, mark, strlen(mark)) != 0 || isdigit((unsigned char)name[0])) {
        return NULL;
    }
    for (size_t i = 0; i < length; ++i) {
        if (!isalnum((unsigned char)name[i]) && name[i] != '_') {
            return NULL;
        }
    }
    return string_slice(name, length);
}

const char *embed_header_path(const char *path)
{
    if (module_name(path) == NULL) {
        return NULL;
    }
    return string_printf("%.*s.h", (int)(strrchr(path, '.') - path), path);
}

/* Two question marks could begin a trigraph, which strict C replaces even in a string. */
static void emit_character(struct text *out, char c)
{
    switch (c) {
    case '\\':
    case '"':
    case '?':
        text_puts(out, "\\");
        text_append(out, &c, 1);
        break;
    case '\r':
        text_puts(out, "\\r");
        break;
    case '\n':
        text_puts(out, "\\n\"\n    \"");
        break;
    default:
        text_append(out, &c, 1);
        break;
    }
}

void embed_emit(struct text *out, const struct text *module, const char *path, const char *origin)
{
    const char *name = module_name(path);

    text_printf(out,
                "/* Made from %s; changes are lost. */\n"
                "#include \"%s\"\n"
                "#ifdef __GNUC__\n"
                "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n"
                "#endif\n"
                "\n"
                "const char %s_module_text[] =\n"
                "    \"",
                file_name(origin), file_name(embed_header_path(path)), name);
    for (size_t i = 0; i < module->length; ++i) {
        emit_character(out, module->bytes[i]);
    }
    text_printf(out,
                "\";\n"
                "const size_t %s_module_bytes = sizeof(%s_module_text) - 1;\n",
                name, name);
}

void embed_emit_header(struct text *out, const char *path, const char *origin)
{
    const char *name = module_name(path);
    char *guard = string_printf("%s_MODULE_TEXT_H", name);

    for (char *at = guard; *at != '\0'; ++at) {
        *at = (char)toupper((unsigned char)*at);
    }
    text_printf(out,
                "/* Made from %s; changes are lost. */\n"
                "#ifndef %s\n"
                "#define %s\n"
                "\n"
                "#include <stddef.h>\n"
                "\n"
                "#ifdef __cplusplus\n"
                "extern \"C\" {\n"
                "#endif\n"
                "\n"
                "extern const char %s_module_text[]; /* ends with a NUL */\n"
                "extern const size_t %s_module_bytes;  /* without the NUL */\n"
                "\n"
                "#ifdef __cplusplus\n"
                "}\n"
                "#endif\n"
                "#endif\n",
                file_name(origin), guard, guard, name, name);
}
