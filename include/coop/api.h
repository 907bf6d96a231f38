/* The mark of the library's functions: what a shared libcoop shows to programs. Everything else is hidden. */
#ifndef COOP_API_H
#define COOP_API_H

#if defined(__GNUC__)
#define COOP_API __attribute__((visibility("default")))
#else
#define COOP_API
#endif

#endif
