#include "deep_2.h"
