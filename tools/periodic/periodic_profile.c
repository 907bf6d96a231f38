#include "periodic_profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PERIOD_MS_MAX 60000.0

/* CK, section 5, and displays of 60 and 144 Hz. */
static const struct periodic_profile profiles[] = {
    {"light", 70, 3}, {"medium", 40, 3}, {"heavy", 40, 10}, {"60hz", 16.7, 5}, {"144hz", 6.9, 2}};

int periodic_profile_parse(const char *text, struct periodic_profile *profile)
{
    double period_ms, work_ms;
    size_t i;
    int length = 0;

    for (i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        if (strcmp(profiles[i].name, text) == 0) {
            *profile = profiles[i];
            return 0;
        }
    }
    /* Comparisons that are false for what is no number. */
    if (text[0] < '0' || text[0] > '9' || sscanf(text, "%lf,%lf%n", &period_ms, &work_ms, &length) != 2 ||
        text[length] != '\0' || !(work_ms > 0 && work_ms < period_ms && period_ms <= PERIOD_MS_MAX) ||
        strlen(text) >= sizeof profile->name) {
        return -1;
    }
    strcpy(profile->name, text);
    profile->period_ms = period_ms;
    profile->work_ms = work_ms;
    return 0;
}

static uint32_t at_least_one(uint32_t groups)
{
    return groups > 0 ? groups : 1;
}

uint32_t periodic_groups_parse(const char *text, uint32_t workers)
{
    unsigned long number;
    char *end;

    if (strcmp(text, "one") == 0) {
        return 1;
    }
    if (strcmp(text, "quarter") == 0) {
        return at_least_one(workers / 4);
    }
    if (strcmp(text, "half") == 0) {
        return at_least_one(workers / 2);
    }
    if (strcmp(text, "most") == 0) {
        return at_least_one(workers - 1);
    }
    number = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && number <= workers ? (uint32_t)number : 0;
}

int periodic_groups_are_automatic(const char *text)
{
    return strcmp(text, "automatic") == 0;
}
