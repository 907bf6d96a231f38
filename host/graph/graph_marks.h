/* Cooperative kernels in a text of OpenCL C. */
#ifndef COOP_HOST_GRAPH_GRAPH_MARKS_H
#define COOP_HOST_GRAPH_GRAPH_MARKS_H

/* Whether the text, OpenCL C with all that it includes, marks the kernel as a cooperative one. */
int coop_text_marks(const char *text, const char *kernel);

#endif
