/*
 * The end of a program: exit, quick_exit and abort.
 *
 * Streams are not buffered in the model, so there is nothing to flush.
 */
#include "concrex.h"

_Noreturn void __concrex_terminate(int status)
{
    __concrex_run_exit_handlers(status);
    __concrex_exit(status);
}

_Noreturn void exit(int status) { __concrex_terminate(status); }

_Noreturn void quick_exit(int status)
{
    __concrex_run_quick_exit_handlers(status);
    __concrex_exit(status);
}

_Noreturn void _exit(int status) { __concrex_exit(status); }
_Noreturn void _Exit(int status) { __concrex_exit(status); }

_Noreturn void abort(void)
{
    __concrex_signal_abort();
    __concrex_abort();
}
