/*
 * The functions that are registered for the end of a program.
 */
#include "concrex.h"

enum handler_form { TAKES_NOTHING, TAKES_STATUS };

struct handler {
    struct handler *next;
    enum handler_form form;
    void (*plain)(void);
    void (*with_status)(int, void *);
    void *argument;
};

static struct handler *exit_handlers;
static struct handler *quick_exit_handlers;
static int is_registered KEPT("atexit");

static void push(struct handler **list, struct handler handler)
{
    struct handler *fresh = __concrex_alloc_internal(sizeof *fresh);
    handler.next = *list;
    *fresh = handler;
    *list = fresh;
}

/* Latest first. A handler may register another, which then comes next. */
static void run(struct handler **list, int status)
{
    while (*list != NULL) {
        struct handler handler = **list;
        __concrex_free_internal(*list);
        *list = handler.next;
        if (handler.form == TAKES_STATUS)
            handler.with_status(status, handler.argument);
        else
            handler.plain();
    }
    END_IF_KEPT(is_registered, "the functions that run at the end of the program");
}

void __concrex_at_exit(void (*function)(void))
{
    struct handler handler = {NULL, TAKES_NOTHING, function, NULL, NULL};
    push(&exit_handlers, handler);
}

int atexit(void (*function)(void))
{
    __concrex_at_exit(function);
    return 0;
}

int on_exit(void (*function)(int, void *), void *argument)
{
    struct handler handler = {NULL, TAKES_STATUS, NULL, function, argument};
    push(&exit_handlers, handler);
    return 0;
}

int at_quick_exit(void (*function)(void))
{
    struct handler handler = {NULL, TAKES_NOTHING, function, NULL, NULL};
    push(&quick_exit_handlers, handler);
    return 0;
}

void __concrex_run_exit_handlers(int status) { run(&exit_handlers, status); }
void __concrex_run_quick_exit_handlers(int status) { run(&quick_exit_handlers, status); }
