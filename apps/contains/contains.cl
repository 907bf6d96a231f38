/* MGWS's CONTAINS: finds the documents that contain a word. */
#include "coop/kernel.clh"
#include "coop/workqueue.clh"

#include "contains.clh"
#include "contains_tasks.h"

static void search_document(const local struct search_document *task, local struct coop_work *work,
                            global const uchar *text, global const uint *begins, global const uchar *word,
                            uint letters, global struct document_mark *marks, global struct tally *tallies)
{
    search_text(task->index, text, begins, word, letters, marks, tallies);
}

coop_kernel coop_kill_any void search_documents(global struct coop_workqueue *queue, global const uchar *text,
                                  global const uint *begins, global const uchar *word, uint letters,
                                  global struct document_mark *marks, global struct tally *tallies)
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
        ulong began = task_clock();
        coop_work_run((search_document), &work, text, begins, word, letters, marks, tallies);
        tally_busy(tallies, began);
    }
}
