/* The command line. */
#include "coopc/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "coop/shared/limits.h"
#include "coopc/diag/diag.h"
#include "coopc/emit/embed.h"
#include "coopc/same_file.h"
#include "coopc/text/file.h"

static const char help[] =
    "usage: coopc [options] file.cl ... -o module.cl\n"
    "       coopc [options] file.cl ... --embed name_text.c\n"
    "\n"
    "Translates cooperative kernels (coop/kernel.clh) into a module for the device runtime.\n"
    "\n"
    "  -o FILE            the module\n"
    "  --header FILE      a C header with an argument struct and a launch function for each kernel\n"
    "  --host-header FILE the C header includes FILE, which defines the structs that kernels take and "
    "headers of\n"
    "                     theirs define\n"
    "  --embed FILE       the module as a C file, name_text.c, and name_text.h beside it, which declares\n"
    "                     name_module_text and name_module_bytes; -o may then be left out\n"
    "  --depfile FILE     a make rule that names the files read, for build systems\n"
    "  --deps FILE        make rules for a Makefile to include: every output stands on the files read\n"
    "  --stdin NAME       the text of a further file, which messages call NAME, comes from standard input\n"
    "  -I DIR             where to look for included files\n"
    "  -D NAME[=VALUE]    define a macro, for coopc and in the module\n"
    "  --local-bytes N    room for a kernel's parameters that point to local memory, together (8192)\n"
    "  --device-sub-groups\n                     sub_group_... functions are the device's own, and not "
    "written out\n"
    "  --no-generic-space the device has no generic address space: a pointer without one is to private "
    "memory\n"
    "  -cl-std=CL3.0      the language version that coopc reads (CL3.0)\n"
    "  -cl-...            any other OpenCL option: written into the module for the device compiler\n"
    "  --elements         the files mark structs with coop_elements: -o gets accessors of tensors' cells\n"
    "                     for kernels, --header a description for the host\n"
    "  --no-doubles       with --elements: refuse members that are doubles\n"
    "  --nodes            the files are kernels of graphs: -o gets a C header with functions that add each "
    "to one\n"
    "  --dump-model       print what coopc knows of the kernels; -o may then be left out\n"
    "  -WNAME, -Wno-NAME  turn a warning on or off; names that coopc does not know go to its compiler\n"
    "  -w                 no warnings\n"
    "  --Werror           warnings are errors\n"
    "  --                 what follows are files, also with names that begin like options\n"
    "  --help, --version\n"
    "\n"
    "A file is a plain one or a pipe, of at most 64 MiB.\n"
    "\n"
    "Exit status: 0 done; 1 the source has errors; 2 wrong usage; 3 a file cannot be read, or a file or "
    "standard output cannot be written.\n"
    "\n"
    "Warnings:\n";

void command_print_help(void)
{
    fputs(help, stdout);
    for (size_t i = 0; i < WARNING_COUNT; ++i) {
        printf("  %-22s %s%s\n", warning_names[i], warning_help[i], warning_defaults[i] ? "" : " (off)");
    }
}

int command_refuse(const char *what, const char *detail)
{
    fprintf(stderr, "coopc: %s%s; coopc --help lists the options\n", what, detail);
    return EXIT_USAGE;
}

/* The value of an option that takes one, joined (-Idir) or in the next argument. */
static const char *option_value(char **arguments, int *index, const char *option)
{
    const char *joined = arguments[*index] + strlen(option);

    return joined[0] != '\0' ? joined : arguments[++*index];
}

/* Reads an option without a value of its own. 0, or the exit status. */
static int read_flag(struct command *command, const char *argument)
{
    if (strcmp(argument, "--dump-model") == 0) {
        command->dumps_model = true;
    } else if (strcmp(argument, "--device-sub-groups") == 0) {
        command->arguments.keeps_sub_groups = true;
        command->model.keeps_sub_groups = true;
    } else if (strcmp(argument, "--no-generic-space") == 0) {
        command->arguments.has_no_generic_space = true;
    } else if (strcmp(argument, "--elements") == 0) {
        command->makes_elements = true;
    } else if (strcmp(argument, "--nodes") == 0) {
        command->makes_nodes = true;
    } else if (strcmp(argument, "--no-doubles") == 0) {
        command->has_no_doubles = true;
    } else if (strcmp(argument, "-w") == 0) {
        diag_silence_warnings();
    } else if (strcmp(argument, "--Werror") == 0 || strcmp(argument, "-Werror") == 0) {
        diag_refuse_warnings();
    } else if (string_begins(argument, "-W")) {
        if (!warning_read(argument)) {
            *LIST_ADD(&command->arguments.list) = argument;
        }
    } else if (string_begins(argument, "-cl-std=")) {
        command->standard = argument;
    } else if (string_begins(argument, "-cl-")) {
        *LIST_ADD(&command->model.options) = argument;
    } else {
        return command_refuse("unknown option ", argument);
    }
    return 0;
}

enum { LOCAL_BYTES_DEFAULT = 8192 };

static int read_local_bytes(struct command *command, const char *value)
{
    char *end;
    unsigned long bytes = value[0] >= '0' && value[0] <= '9' ? strtoul(value, &end, 10) : 0;

    if (bytes == 0 || bytes > COOP_LOCAL_ROOM_MAX || *end != '\0') {
        return command_refuse("--local-bytes is a number from 1 to 1048576, not ", value);
    }
    command->model.local_room = bytes;
    return 0;
}

/* A name that begins like an option would be one to libclang. */
static int add_input(struct command *command, const char *name)
{
    if (strcmp(name, "-") == 0) {
        return command_refuse("standard input needs a name, for messages: --stdin NAME, not ", name);
    }
    *LIST_ADD(&command->inputs) = name[0] == '-' ? string_printf("./%s", name) : name;
    return 0;
}

static int refuse_input(const char *name, const char *why)
{
    fprintf(stderr, "coopc: cannot read %s: %s\n", name, why);
    return EXIT_FILES;
}

static int read_given(struct command *command, const char *name, FILE *stream)
{
    struct given_file given = {.path = name};

    given.text = stream_read(stream, &given.length);
    if (given.text == NULL) {
        return refuse_input(name, errno == EFBIG ? FILE_LARGE : strerror(errno));
    }
    *LIST_ADD(&command->arguments.given) = given;
    return 0;
}

static int read_stdin(struct command *command, const char *name)
{
    int status = add_input(command, name);

    if (status == 0 && command->arguments.given.count > 0) {
        return command_refuse("--stdin is given twice, and there is one standard input: ", name);
    }
    return status != 0 ? status
                       : read_given(command, command->inputs.items[command->inputs.count - 1], stdin);
}

static int check_inputs(const struct command *command)
{
    for (size_t i = 0; i < command->inputs.count; ++i) {
        for (size_t j = 0; j < i; ++j) {
            if (is_same_file(command->inputs.items[i], command->inputs.items[j])) {
                return command_refuse("a file is given twice: ", command->inputs.items[i]);
            }
        }
    }
    return command->inputs.count == 0 ? command_refuse("no input file", "") : 0;
}

/* Pipes are read now, and once. What is neither one nor a plain file is refused, since it may have no end. */
static int read_pipes(struct command *command)
{
    const char *from_stdin = command->arguments.given.count > 0 ? command->arguments.given.items[0].path : "";
    int code = 0;

    for (size_t i = 0; i < command->inputs.count && code == 0; ++i) {
        const char *name = command->inputs.items[i];
        struct stat status;
        FILE *pipe;

        if (strcmp(name, from_stdin) == 0) {
            continue;
        }
        if (stat(name, &status) != 0) {
            return refuse_input(name, strerror(errno));
        }
        if (!S_ISFIFO(status.st_mode)) {
            const char *fault = file_fault(&status);

            code = fault != NULL ? refuse_input(name, fault) : 0;
            continue;
        }
        pipe = fopen(name, "rb");
        if (pipe == NULL) {
            return refuse_input(name, strerror(errno));
        }
        code = read_given(command, name, pipe);
        fclose(pipe);
    }
    return code;
}

static int read_embed(struct command *command, const char *value)
{
    command->embed = value;
    command->embed_header = embed_header_path(value);
    if (command->embed_header == NULL) {
        return command_refuse("--embed wants a file name_text.c, of whose name the array's is made, not ",
                              value);
    }
    return 0;
}

/* Reads the option at *index. 0, or the exit status. */
static int read_option(struct command *command, char **arguments, int *index)
{
    static const char *const with_value[] = {"--header",  "--host-header",
                                             "--depfile", "--deps",
                                             "--embed",   "--local-bytes",
                                             "--stdin",   "-o",
                                             "-I",        "-D",
                                             NULL};
    const char *argument = arguments[*index];
    const char *value;

    for (size_t i = 0; with_value[i] != NULL; ++i) {
        bool is_long = with_value[i][1] == '-';

        if (is_long ? strcmp(argument, with_value[i]) != 0 : !string_begins(argument, with_value[i])) {
            continue;
        }
        value = option_value(arguments, index, with_value[i]);
        if (value == NULL) {
            return command_refuse("a value is missing behind ", with_value[i]);
        }
        switch (is_long ? with_value[i][2] : with_value[i][1]) {
        case 'h':
            if (strcmp(argument, "--host-header") == 0) {
                command->model.host_header = value;
                command->arguments.has_host_header = true;
            } else {
                command->header = value;
            }
            break;
        case 'd':
            *(strcmp(argument, "--deps") == 0 ? &command->deps : &command->depfile) = value;
            break;
        case 'e':
            return read_embed(command, value);
        case 'l':
            return read_local_bytes(command, value);
        case 's':
            return read_stdin(command, value);
        case 'o':
            command->output = value;
            break;
        case 'I':
            *LIST_ADD(&command->arguments.list) = (string_printf("-I%s", value));
            break;
        default:
            *LIST_ADD(&command->arguments.list) = (string_printf("-D%s", value));
            *LIST_ADD(&command->model.defines) = value;
            break;
        }
        return 0;
    }
    return read_flag(command, argument);
}

void command_outputs(const struct command *command, struct output outputs[OUTPUT_COUNT])
{
    const struct output all[OUTPUT_COUNT] = {
        {"-o", command->output},         {"--header", command->header},
        {"--embed", command->embed},     {"--embed", command->embed_header},
        {"--depfile", command->depfile}, {"--deps", command->deps}};

    memcpy(outputs, all, sizeof all);
}

/* What is written last would be all that is left. */
static int check_apart(const struct command *command)
{
    struct output outputs[OUTPUT_COUNT];

    command_outputs(command, outputs);
    for (size_t i = 0; i < OUTPUT_COUNT; ++i) {
        if (command->dumps_model && outputs[i].path != NULL && is_same_file(outputs[i].path, "/dev/stdout")) {
            return command_refuse("--dump-model prints to the file of ", outputs[i].option);
        }
        for (size_t j = i + 1; j < OUTPUT_COUNT && outputs[i].path != NULL; ++j) {
            if (outputs[j].path != NULL && is_same_file(outputs[i].path, outputs[j].path)) {
                return command_refuse(
                    string_printf("%s and %s would write one file: ", outputs[i].option, outputs[j].option),
                    outputs[j].path);
            }
        }
    }
    return 0;
}

static int check_outputs(const struct command *command)
{
    bool has_others = command->header != NULL || command->depfile != NULL || command->deps != NULL;

    if (command->embed != NULL && command->makes_elements) {
        return command_refuse("--embed is for modules, and --elements makes none", "");
    }
    if (command->makes_nodes && (command->header != NULL || command->embed != NULL ||
                                 command->makes_elements || command->dumps_model)) {
        return command_refuse("--nodes writes a header to -o, and nothing else", "");
    }
    if (command->output == NULL && command->embed == NULL && (!command->dumps_model || has_others)) {
        return command_refuse("no output file (-o)", "");
    }
    return check_apart(command);
}

/* Names and options stand in lines of the outputs, and in rules of make, which have no form for others. */
static int check_characters(char **arguments)
{
    for (int i = 1; arguments[i] != NULL; ++i) {
        const char *shown = string_shown(arguments[i]);

        if (strcmp(shown, arguments[i]) != 0) {
            return command_refuse(
                "give names and options without line ends and other control characters, here shown as ?: ",
                shown);
        }
    }
    return 0;
}

int command_read(struct command *command, char **arguments)
{
    bool are_names = false; /* behind -- */
    int status = check_characters(arguments);

    command->model.local_room = LOCAL_BYTES_DEFAULT;
    for (int i = 1; status == 0 && arguments[i] != NULL; ++i) {
        if (are_names || arguments[i][0] != '-' || arguments[i][1] == '\0') {
            status = add_input(command, arguments[i]);
        } else if (strcmp(arguments[i], "--") == 0) {
            are_names = true;
        } else {
            status = read_option(command, arguments, &i);
        }
    }
    status = status != 0 ? status : check_inputs(command);
    if (status != 0) {
        return status;
    }
    if (command->has_no_doubles && !command->makes_elements) {
        return command_refuse("--no-doubles is of use with --elements alone", "");
    }
    if (command->dumps_model && command->makes_elements) {
        return command_refuse("--dump-model shows kernels, and --elements makes none", "");
    }
    status = check_outputs(command);
    return status != 0 ? status : read_pipes(command);
}
