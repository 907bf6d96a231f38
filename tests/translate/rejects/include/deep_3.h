#include "deep_4.h"
