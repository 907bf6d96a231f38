#pragma once
#include "shared_part.h"
typedef struct shared_part part;
