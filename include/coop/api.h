/* Marks the library's functions: a shared libcoop exports them to programs and hides everything else. */
#ifndef COOP_API_H
#define COOP_API_H

#if defined(__GNUC__)
#define COOP_API __attribute__((visibility("default")))
#else
#define COOP_API
#endif

#endif
