/* MGWS's CONTAINS: which documents contain a word? A document's text is shared out among the work-items, in pieces
 * that lie together. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "contains_tasks.h"
#include "words.h"

/* Whether the word stands at `at`, and is one there. The byte at `end` is a line's end. */
static int stands_at(global const uchar *text, uint at, uint begin, uint end, global const uchar *word,
                     uint letters)
{
    uint i;

    if (end - at < letters || (at > begin && words_is_letter(text[at - 1])) ||
        words_is_letter(text[at + letters])) {
        return 0;
    }
    for (i = 0; i < letters; i++) {
        if ((text[at + i] | 32u) != word[i] || !words_is_letter(text[at + i])) {
            return 0;
        }
    }
    return 1;
}

static void search_document(const local struct search_document *task, local struct coop_work *work,
                            global const uchar *text, global const uint *begins, global const uchar *word,
                            uint letters, global struct document_mark *marks)
{
    global struct document_mark *mark = &marks[task->index];
    uint begin = begins[task->index];
    uint end = begins[task->index + 1] - 1;
    uint piece = (end - begin) / (uint)get_local_size(0) + 1;
    uint at = begin + piece * (uint)get_local_id(0);
    uint last = at + piece < end ? at + piece : end;
    uint first_letter = word[0];

    if (get_local_id(0) == 0) {
        atomic_fetch_add_explicit(&mark->visits, 1u, memory_order_relaxed, memory_scope_device);
    }
    if (atomic_load_explicit(&mark->contains, memory_order_relaxed, memory_scope_device) != 0) {
        return;
    }
    for (; at < last; at++) {
        if ((text[at] | 32u) == first_letter && stands_at(text, at, begin, end, word, letters)) {
            atomic_store_explicit(&mark->contains, 1u, memory_order_relaxed, memory_scope_device);
            return;
        }
    }
}

/* A document's text goes from begins[i] to its line's end, which lies before begins[i + 1]. */
coop_kernel void search_documents(global struct coop_workqueue *queue, global const uchar *text,
                                  global const uint *begins, global const uchar *word, uint letters,
                                  global struct document_mark *marks)
{
    local struct coop_work work;

    coop_work_begin(&work, queue);
    for (;;) {
        offer_kill();
        request_fork();
        coop_work_next(&work);
        if (coop_work_is_done(&work)) {
            break;
        }
        coop_work_run((search_document), &work, text, begins, word, letters, marks);
    }
}
