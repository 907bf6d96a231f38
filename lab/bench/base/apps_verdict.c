#include "apps_verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct apps_summary *find(struct apps_summaries *summaries, const char *side, struct apps_aim aim)
{
    struct apps_summary *summary;
    unsigned i;

    for (i = 0; i < summaries->count; i++) {
        if (strcmp(summaries->sides[i].side, side) == 0) {
            return &summaries->sides[i];
        }
    }
    if (i == APPS_SIDES_MAX) {
        return NULL;
    }
    summary = &summaries->sides[summaries->count++];
    memset(summary, 0, sizeof *summary);
    snprintf(summary->side, sizeof summary->side, "%s", side);
    summary->aim = aim;
    return summary;
}

int apps_verdict_add(struct apps_summaries *summaries, const char *side, struct apps_aim aim,
                     const char *graph, double ratio, double low)
{
    struct apps_summary *summary = find(summaries, side, aim);

    if (summary == NULL) {
        return -1;
    }
    if (summary->rows == 0 || ratio > summary->worst) {
        summary->worst = ratio;
        snprintf(summary->worst_graph, sizeof summary->worst_graph, "%s", graph);
    }
    summary->worst_low = low > summary->worst_low ? low : summary->worst_low;
    summary->log_sum += log(ratio);
    summary->low_log_sum += log(low);
    summary->rows++;
    return 0;
}

int apps_verdict_add_unknown(struct apps_summaries *summaries, const char *side, struct apps_aim aim,
                             const char *graph)
{
    struct apps_summary *summary = find(summaries, side, aim);

    if (summary == NULL) {
        return -1;
    }
    if (summary->rows == 0) {
        snprintf(summary->worst_graph, sizeof summary->worst_graph, "%s", graph);
    }
    summary->unknown++;
    return 0;
}

static double mean_of(double log_sum, unsigned rows)
{
    return rows > 0 ? exp(log_sum / rows) : 0;
}

double apps_verdict_mean(const struct apps_summary *summary)
{
    return mean_of(summary->log_sum, summary->rows);
}

static int is_within(double ratio, double most)
{
    return most <= 0 || ratio <= most;
}

enum apps_verdict apps_verdict_of(const struct apps_summary *summary)
{
    const struct apps_aim *aim = &summary->aim;

    if (aim->mean <= 0 && aim->worst <= 0) {
        return APPS_NO_AIM;
    }
    if (is_within(apps_verdict_mean(summary), aim->mean) && is_within(summary->worst, aim->worst)) {
        return summary->unknown > 0 ? APPS_UNCLEAR : APPS_MET;
    }
    return is_within(mean_of(summary->low_log_sum, summary->rows), aim->mean) &&
                   is_within(summary->worst_low, aim->worst)
               ? APPS_UNCLEAR
               : APPS_MISSED;
}

int apps_verdict_fails(const struct apps_summary *summary)
{
    enum apps_verdict verdict = apps_verdict_of(summary);

    return verdict == APPS_MISSED || (verdict == APPS_UNCLEAR && summary->unknown > 0);
}

const char *apps_verdict_text(enum apps_verdict verdict)
{
    static const char *const texts[] = {"", "met", "unclear", "missed"};

    return texts[verdict];
}

struct apps_aim apps_verdict_aim(const char *side, int is_gpu, struct apps_aim given)
{
    struct apps_aim aim = {0, 0};

    if (strcmp(side, "plain") == 0) {
        aim.mean = is_gpu ? 1.02 : 1.05;
        aim.worst = is_gpu ? 1.05 : 1.10;
    } else if (strncmp(side, "CUDA", 4) == 0 || strncmp(side, "beside ", 7) == 0) {
        aim.worst = 1.10;
    } else {
        return aim;
    }
    return given.mean > 0 || given.worst > 0 ? given : aim;
}
