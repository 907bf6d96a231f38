#include "deep_3.h"
