#include "table.h"

#include "coop/shared/channel.h"
#include "coop/shared/control.h"
#include "coop/shared/groups.h"
#include "coop/shared/member.h"
#include "coop/shared/message.h"
#include "coop/shared/policy.h"
#include "coop/shared/queue.h"
#include "coop/shared/repeat.h"
#include "coop/shared/series.h"
#include "coop/shared/task.h"
#include "coop/shared/team.h"

#define S(type) {0, sizeof(struct type)},
#define F(type, field) {offsetof(struct type, field), sizeof(((struct type *)0)->field)},

extern "C" const struct layout_entry layout_in_cxx[] = {
#include "fields.h"
};
extern "C" const size_t layout_in_cxx_count = sizeof layout_in_cxx / sizeof layout_in_cxx[0];
