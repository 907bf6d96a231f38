/* The device runtime as text, made from cl/ and include/coop/shared by cl/CMakeLists.txt.
 * A program for the device is `before`, then a module (docs/module.md), then `after`. */
#ifndef COOP_HOST_DEVICE_TEXT_H
#define COOP_HOST_DEVICE_TEXT_H

extern const char coop_device_text_before[];
extern const char coop_device_text_after[];

/* A program of its own (cl/place.cl). */
extern const char coop_device_text_place[];

#endif
