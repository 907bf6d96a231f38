/* A file that appears when it is complete, or stays what it was. */
#include "host/base/replace.h"
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the next rename fails with; 0: it does what it should. */
static int rename_fails_with;

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);

int __wrap_rename(const char *from, const char *to)
{
    if (rename_fails_with != 0) {
        errno = rename_fails_with;
        return -1;
    }
    return __real_rename(from, to);
}

static char directory[] = "/tmp/coop-replace-XXXXXX";
static char path[64];

static void write_text(const char *to, const char *text)
{
    FILE *file = fopen(to, "w");

    fputs(text, file);
    fclose(file);
}

static void enter(void)
{
    strcpy(directory + sizeof directory - 7, "XXXXXX");
    TEST_TRUE(mkdtemp(directory) != NULL);
    snprintf(path, sizeof path, "%s/file", directory);
}

static const char *read_text(const char *from)
{
    static char text[100];
    FILE *file = fopen(from, "r");

    text[0] = '\0';
    if (file != NULL) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    }
    return text;
}

/* How many files the directory had, which is removed. */
static int leave(void)
{
    DIR *entries = opendir(directory);
    struct dirent *entry;
    int count = 0;

    while ((entry = readdir(entries)) != NULL) {
        char name[400];
        snprintf(name, sizeof name, "%s/%s", directory, entry->d_name);
        count += unlink(name) == 0;
    }
    closedir(entries);
    TEST_EQUAL(rmdir(directory), 0);
    return count;
}

TEST(the_old_text_stands_until_the_new_one_is_complete)
{
    struct coop_replace replace;

    enter();
    write_text(path, "old");
    chmod(path, 0640);
    TEST_EQUAL(coop_replace_open(&replace, path), 0);
    fputs("new", replace.file);
    fflush(replace.file);
    TEST_EQUAL_TEXT(read_text(path), "old");
    TEST_EQUAL(coop_replace_close(&replace, 1), 0);
    TEST_EQUAL_TEXT(read_text(path), "new");
    {
        struct stat facts;
        TEST_EQUAL(stat(path, &facts), 0);
        TEST_EQUAL(facts.st_mode & 0777, 0640);
    }
    TEST_EQUAL(leave(), 1);
}

TEST(who_gives_up_leaves_nothing_new)
{
    struct coop_replace replace;

    enter();
    TEST_EQUAL(coop_replace_open(&replace, path), 0);
    fputs("half", replace.file);
    TEST_EQUAL(coop_replace_close(&replace, 0), 0);
    TEST_EQUAL(leave(), 0);
}

TEST(a_new_file_has_the_mode_of_new_files)
{
    struct coop_replace replace;
    struct stat facts;
    mode_t mask = umask(027);

    enter();
    TEST_EQUAL(coop_replace_open(&replace, path), 0);
    TEST_EQUAL(coop_replace_close(&replace, 1), 0);
    umask(mask);
    TEST_EQUAL(stat(path, &facts), 0);
    TEST_EQUAL(facts.st_mode & 0777, 0640);
    TEST_EQUAL(leave(), 1);
}

TEST(a_link_stays_a_link)
{
    struct coop_replace replace;
    char link[80];

    enter();
    snprintf(link, sizeof link, "%s/link", directory);
    write_text(path, "old");
    TEST_EQUAL(symlink(path, link), 0);
    TEST_EQUAL(coop_replace_open(&replace, link), 0);
    fputs("new", replace.file);
    TEST_EQUAL(coop_replace_close(&replace, 1), 0);
    TEST_EQUAL_TEXT(read_text(path), "new");
    TEST_EQUAL(leave(), 2);
}

static int replace_with(const char *to, const char *text)
{
    struct coop_replace replace;
    int code = coop_replace_open(&replace, to);

    if (code == 0) {
        fputs(text, replace.file);
        code = coop_replace_close(&replace, 1);
    }
    return code;
}

TEST(a_link_to_no_file_yet_makes_that_file)
{
    struct stat facts;
    char link[80];
    char second[80];

    enter();
    snprintf(link, sizeof link, "%s/link", directory);
    snprintf(second, sizeof second, "%s/second", directory);
    TEST_EQUAL(symlink("file", link), 0); /* relative to the link's folder */
    TEST_EQUAL(symlink(link, second), 0);
    TEST_EQUAL(replace_with(second, "new"), 0);
    TEST_EQUAL(lstat(link, &facts), 0);
    TEST_TRUE(S_ISLNK(facts.st_mode));
    TEST_EQUAL(lstat(second, &facts), 0);
    TEST_TRUE(S_ISLNK(facts.st_mode));
    TEST_EQUAL_TEXT(read_text(path), "new");
    TEST_EQUAL(leave(), 3);
}

TEST(links_in_a_circle_are_refused)
{
    char link[80];

    enter();
    snprintf(link, sizeof link, "%s/link", directory);
    TEST_EQUAL(symlink("file", link), 0);
    TEST_EQUAL(symlink("link", path), 0);
    TEST_EQUAL(replace_with(link, "new"), ELOOP);
    TEST_EQUAL(leave(), 2);
}

/* What a process may that is nobody's: root may write everything. */
static void become_nobody(void)
{
    if (geteuid() == 0) {
        TEST_EQUAL(seteuid(65534), 0);
    }
}

static void be_who_one_was(void)
{
    if (getuid() == 0) {
        TEST_EQUAL(seteuid(0), 0);
    }
}

TEST(what_may_not_be_written_is_refused)
{
    become_nobody();
    enter();
    write_text(path, "old");
    chmod(path, 0444);
    TEST_EQUAL(replace_with(path, "new"), EACCES);
    TEST_EQUAL_TEXT(read_text(path), "old");
    TEST_EQUAL(leave(), 1);
    be_who_one_was();
}

TEST(a_folder_that_takes_no_new_file_keeps_its_file)
{
    struct coop_replace replace;
    struct stat before;
    struct stat after;

    become_nobody();
    enter();
    write_text(path, "old");
    chmod(directory, 0555);
    TEST_EQUAL(stat(path, &before), 0);
    TEST_EQUAL(coop_replace_open(&replace, path), 0);
    fputs("half", replace.file);
    TEST_EQUAL(coop_replace_close(&replace, 0), 0);
    TEST_EQUAL_TEXT(read_text(path), "old");
    TEST_EQUAL(replace_with(path, "new"), 0);
    TEST_EQUAL_TEXT(read_text(path), "new");
    TEST_EQUAL(stat(path, &after), 0);
    TEST_EQUAL_U64(after.st_ino, before.st_ino);
    chmod(directory, 0755);
    TEST_EQUAL(leave(), 1);
    be_who_one_was();
}

TEST(other_names_of_the_file_lead_to_the_new_text)
{
    char other[80];

    enter();
    snprintf(other, sizeof other, "%s/other", directory);
    write_text(path, "old");
    TEST_EQUAL(link(path, other), 0);
    TEST_EQUAL(replace_with(path, "new"), 0);
    TEST_EQUAL_TEXT(read_text(path), "new");
    TEST_EQUAL_TEXT(read_text(other), "new");
    TEST_EQUAL(leave(), 2);
}

TEST(the_owner_stays_the_owner)
{
    struct stat facts;

    if (geteuid() != 0) {
        TEST_SKIP("only root writes files of others");
    }
    enter();
    write_text(path, "old");
    TEST_EQUAL(chown(path, 65534, 65534), 0);
    TEST_EQUAL(replace_with(path, "new"), 0);
    TEST_EQUAL(stat(path, &facts), 0);
    TEST_EQUAL(facts.st_uid, 65534);
    TEST_EQUAL_TEXT(read_text(path), "new");
    TEST_EQUAL(leave(), 1);
}

/* A file that is mounted by itself cannot be replaced by another one. */
TEST(a_file_that_is_mounted_is_written_over)
{
    static const int codes[] = {EBUSY, EXDEV};

    for (size_t i = 0; i < 2; i++) {
        enter();
        write_text(path, "older and longer");
        rename_fails_with = codes[i];
        TEST_EQUAL(replace_with(path, "new"), 0);
        TEST_EQUAL_TEXT(read_text(path), "new");
        rename_fails_with = EIO;
        TEST_EQUAL(replace_with(path, "third"), EIO);
        TEST_EQUAL_TEXT(read_text(path), "new");
        rename_fails_with = 0;
        TEST_EQUAL(leave(), 1);
    }
}

TEST(an_open_file_without_a_name_is_written_to)
{
    FILE *file;
    char open_file[40];
    char text[10] = "";

    enter();
    write_text(path, "old");
    file = fopen(path, "r+");
    unlink(path);
    snprintf(open_file, sizeof open_file, "/proc/self/fd/%d", fileno(file));
    TEST_EQUAL(replace_with(open_file, "new"), 0);
    TEST_EQUAL_U64(fread(text, 1, sizeof text - 1, file), 3);
    TEST_EQUAL_TEXT(text, "new");
    fclose(file);
    TEST_EQUAL(leave(), 0);
}

TEST(what_is_no_plain_file_is_written_to)
{
    struct coop_replace replace;
    struct stat facts;

    TEST_EQUAL(coop_replace_open(&replace, "/dev/null"), 0);
    fputs("gone", replace.file);
    TEST_EQUAL(coop_replace_close(&replace, 1), 0);
    TEST_EQUAL(stat("/dev/null", &facts), 0);
    TEST_TRUE(S_ISCHR(facts.st_mode));
    if (access("/dev/full", W_OK) == 0) {
        TEST_EQUAL(coop_replace_open(&replace, "/dev/full"), 0);
        fputs("no room", replace.file);
        TEST_EQUAL(coop_replace_close(&replace, 1), ENOSPC);
    }
}

TEST(what_cannot_be_opened_says_why)
{
    struct coop_replace replace;
    char none[100];

    enter();
    snprintf(none, sizeof none, "%s/none/there", directory);
    TEST_EQUAL(coop_replace_open(&replace, none), ENOENT);
    TEST_EQUAL(coop_replace_open(&replace, directory), EISDIR);
    TEST_EQUAL(leave(), 0);
}
