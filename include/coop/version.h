/* The version of the library, stated once: CMake reads it from here. */
#ifndef COOP_VERSION_H
#define COOP_VERSION_H

#define COOP_VERSION_MAJOR 0
#define COOP_VERSION_MINOR 1
#define COOP_VERSION_PATCH 0

#endif
