/* The final text of a megakernel, its options and the compiler's log, as files. */
#include "device.h"
#include "host/base/device_text.h"
#include "kernels.h"
#include "kernels_text.h"
#include "tools/file/bytes.h"
#include "traced_runs.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VARIABLE "COOP_DUMP_DIR"
#define PATH_BYTES 500

#define BROKEN_MODULE                                                                                      \
    "//coop module version=1\n//coop kernel index=0 name=../f kind=regular args_bytes=0 transmit_bytes=0 " \
    "vars_bytes=0 local_bytes=0 states=1 shrinks=0 grows=0 args_hash=1 file=\"user.cl\" line=1\n//coop "   \
    "end\nvoid f(void) { int x = no_such_name; }\n"

struct directory {
    char path[200];
};

static struct device *open_device(void)
{
    return device_open(kernels_module_text, kernels_module_bytes);
}

/* An empty one. */
static struct directory make_directory(void)
{
    struct directory made;

    if (!temporary_path(made.path, sizeof made.path, "coop-dump") || mkdtemp(made.path) == NULL) {
        TEST_FAIL("no directory can be made at %s", made.path);
    }
    return made;
}

/* Calls `see` for each file whose name ends so; how many there are. */
static int each_file(const struct directory *directory, const char *suffix, void (*see)(const char *, void *),
                     void *to)
{
    DIR *entries = opendir(directory->path);
    struct dirent *entry;
    int count = 0;

    while (entries != NULL && (entry = readdir(entries)) != NULL) {
        size_t length = strlen(entry->d_name);
        char path[PATH_BYTES];
        if (entry->d_name[0] == '.' || length < strlen(suffix) ||
            strcmp(entry->d_name + length - strlen(suffix), suffix) != 0) {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", directory->path, entry->d_name);
        see(path, to);
        count++;
    }
    if (entries != NULL) {
        closedir(entries);
    }
    return count;
}

static void see_nothing(const char *path, void *to)
{
    (void)path;
    (void)to;
}

static void remove_file(const char *path, void *to)
{
    (void)to;
    unlink(path);
}

static void remove_directory(const struct directory *directory)
{
    each_file(directory, "", remove_file, NULL);
    rmdir(directory->path);
}

static int count_files(const struct directory *directory, const char *suffix)
{
    return each_file(directory, suffix, see_nothing, NULL);
}

static void copy_path(const char *path, void *to)
{
    snprintf(to, PATH_BYTES, "%s", path);
}

/* The text of the one file with that suffix, to be freed. */
static char *read_one(const struct directory *directory, const char *suffix)
{
    char path[PATH_BYTES] = "";
    size_t capacity = kernels_module_bytes + ((size_t)4 << 20);
    char *text = calloc(1, capacity + 1);
    FILE *file;

    TEST_EQUAL(each_file(directory, suffix, copy_path, path), 1);
    file = fopen(path, "rb");
    if (TEST_TRUE(file != NULL)) {
        TEST_AT_MOST(fread(text, 1, capacity, file), capacity - 1);
        fclose(file);
    }
    return text;
}

static coop_status create(struct device *device, const struct coop_module_options *options)
{
    coop_module *module = NULL;
    coop_status status =
        coop_module_create(device->context, kernels_module_text, kernels_module_bytes, options, &module);

    coop_module_destroy(module);
    return status;
}

static char *keep_variable(void)
{
    const char *value = getenv(VARIABLE);

    return value != NULL ? strdup(value) : NULL;
}

static void put_variable_back(char *kept)
{
    if (kept != NULL) {
        setenv(VARIABLE, kept, 1);
    } else {
        unsetenv(VARIABLE);
    }
    free(kept);
}

/* Is `part` what the text goes on with? Moves on behind it. */
static int goes_on_with(const char **text, const char *part, size_t length)
{
    int does = strncmp(*text, part, length) == 0;

    *text += does ? length : 0;
    return does;
}

TEST(text_options_and_log_of_a_module_are_written)
{
    struct device *device = open_device();
    struct directory directory = make_directory();
    struct coop_module_options options = {.build_options = "-DNEVER_READ=1", .dump_dir = directory.path};
    struct coop_kernel_report first;
    char begin[PATH_BYTES];
    char path[PATH_BYTES] = "";
    char *text;
    char *given;
    const char *at;

    OK(device, create(device, &options));
    text = read_one(&directory, ".cl");
    at = text;
    TEST_TRUE(goes_on_with(&at, coop_device_text_before, strlen(coop_device_text_before)));
    TEST_TRUE(goes_on_with(&at, kernels_module_text, kernels_module_bytes));
    TEST_TRUE(goes_on_with(&at, coop_device_text_after, strlen(coop_device_text_after) + 1));
    given = read_one(&directory, ".options");
    TEST_CONTAINS(given, "-cl-std=CL3.0 -DCOOP_HOST_SYSTEM_CALLS=");
    TEST_CONTAINS(given, " -DNEVER_READ=1\n");
    TEST_EQUAL(count_files(&directory, ".log"), 1);
    OK(device, coop_module_kernel(device->module, 0, &first));
    snprintf(begin, sizeof begin, "%s/%s-%ld-", directory.path, first.name, (long)getpid());
    each_file(&directory, ".cl", copy_path, path);
    TEST_CONTAINS(path, begin);
    free(text);
    free(given);
    remove_directory(&directory);
}

TEST(each_module_has_files_of_its_own)
{
    struct device *device = open_device();
    struct directory directory = make_directory();
    struct coop_module_options options = {.dump_dir = directory.path};

    OK(device, create(device, &options));
    OK(device, create(device, &options));
    TEST_EQUAL(count_files(&directory, ".cl"), 2);
    TEST_EQUAL(count_files(&directory, ".options"), 2);
    TEST_EQUAL(count_files(&directory, ".log"), 2);
    remove_directory(&directory);
}

TEST(an_option_goes_before_the_environment)
{
    struct device *device = open_device();
    struct directory asked = make_directory();
    struct directory variable = make_directory();
    struct coop_module_options options = {.dump_dir = asked.path};
    char *kept = keep_variable();

    setenv(VARIABLE, variable.path, 1);
    OK(device, create(device, &options));
    TEST_EQUAL(count_files(&asked, ""), 3);
    options.dump_dir = "";
    OK(device, create(device, &options));
    TEST_EQUAL(count_files(&variable, ""), 0);
    options.dump_dir = NULL;
    OK(device, create(device, &options));
    OK(device, create(device, NULL));
    TEST_EQUAL(count_files(&variable, ""), 6);
    setenv(VARIABLE, "", 1);
    OK(device, create(device, NULL));
    TEST_EQUAL(count_files(&variable, ""), 6);
    TEST_EQUAL(count_files(&asked, ""), 3);
    put_variable_back(kept);
    remove_directory(&asked);
    remove_directory(&variable);
}

TEST(directories_that_cannot_be_written)
{
    struct device *device = open_device();
    struct coop_module_options options = {.dump_dir = "/no/such/directory"};
    char *kept = keep_variable();

    REFUSED(device, create(device, &options), COOP_IO_FAILED, "/no/such/directory/");
    REFUSED(device, create(device, &options), COOP_IO_FAILED, "No such file");
    REFUSED(device, create(device, &options), COOP_IO_FAILED, "dump_dir names the directory");
    options.dump_dir = "/dev/null";
    REFUSED(device, create(device, &options), COOP_IO_FAILED, "/dev/null/");
    setenv(VARIABLE, "/no/such/variable", 1);
    REFUSED(device, create(device, NULL), COOP_IO_FAILED, "/no/such/variable/");
    REFUSED(device, create(device, NULL), COOP_IO_FAILED, VARIABLE " names the directory");
    put_variable_back(kept);
}

TEST(a_build_that_fails_leaves_its_log)
{
    struct device *device = open_device();
    struct directory directory = make_directory();
    struct coop_module_options options = {.dump_dir = directory.path};
    coop_module *module = NULL;
    char *log;

    REFUSED(device,
            coop_module_create(device->context, BROKEN_MODULE, strlen(BROKEN_MODULE), &options, &module),
            COOP_BUILD_FAILED, "the device compiler refused");
    TEST_EQUAL(count_files(&directory, ".cl"), 1);
    TEST_EQUAL(count_files(&directory, ".options"), 1);
    log = read_one(&directory, ".log");
    TEST_CONTAINS(log, "no_such_name");
    free(log);
    remove_directory(&directory);
}
