/* coopc, many times: in a process each, forked from one that has loaded libclang, which takes longer than to
 * translate a kernel. Linked with coopc's objects, whose main it wraps.
 *
 * usage: test_coopc_many LIST   A line of the file: FOLDER, the file of standard input, the one of messages,
 * and coopc's arguments, with a tab between. Prints the exit status of each, or 128 and the number of the
 * signal that ended it: SIGXCPU after COOPC_MANY_SECONDS (60) of processor time. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 256 };

int __real_main(int count, char **arguments);
int __wrap_main(int count, char **arguments);

static void redirect(const char *path, int flags, int to)
{
    int file = open(path, flags, 0666);

    if (file < 0 || dup2(file, to) < 0) {
        perror(path);
        exit(125);
    }
    close(file);
}

static void run(int count, char **words)
{
    const char *seconds = getenv("COOPC_MANY_SECONDS");
    struct rlimit limit = {0};

    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = (rlim_t)strtoul(seconds != NULL ? seconds : "60", NULL, 10);
    setrlimit(RLIMIT_CPU, &limit);
    if (chdir(words[0]) != 0) {
        perror(words[0]);
        exit(125);
    }
    redirect(words[1], O_RDONLY, STDIN_FILENO);
    redirect(words[2], O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    redirect("/dev/null", O_WRONLY, STDOUT_FILENO);
    words[2] = "coopc";
    exit(__real_main(count - 2, words + 2));
}

/* Before there are children: their exit would move the place in the file. */
static char *read_list(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;

    if (file != NULL && getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

int __wrap_main(int count, char **arguments)
{
    char *text = count == 2 ? read_list(arguments[1]) : NULL;
    char *rest = NULL;

    if (text == NULL) {
        fprintf(stderr, "usage: test_coopc_many LIST\n");
        return 2;
    }
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        char *words[WORDS_MAX + 1];
        char *behind = NULL;
        int word_count = 0;
        int status = 0;
        pid_t child;

        for (char *word = strtok_r(line, "\t", &behind); word != NULL && word_count < WORDS_MAX;
             word = strtok_r(NULL, "\t", &behind)) {
            words[word_count++] = word;
        }
        words[word_count] = NULL;
        fflush(stdout);
        child = word_count > 3 ? fork() : -1;
        if (child == 0) {
            run(word_count, words);
        }
        if (child < 0 || waitpid(child, &status, 0) != child) {
            fprintf(stderr, "test_coopc_many: %s: not run\n", line);
            return 2;
        }
        printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
    free(text);
    return 0;
}
