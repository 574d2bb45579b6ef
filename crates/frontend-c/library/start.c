/*
 * The start of a program: the arguments come from outside, main is called, its result is the exit
 * status.
 */
#include "concrex.h"

#define MOST_ARGUMENTS 64

static char *no_variables[] = {NULL};
char **environ = no_variables;
char **__environ = no_variables;

static char no_name[] = "";
char *program_invocation_name = no_name;
char *program_invocation_short_name = no_name;

char *__concrex_input_string(int source, const char *name)
{
    size_t length = 0, capacity = 16;
    char *bytes = __concrex_alloc_internal(capacity);
    for (;;) {
        int byte = __concrex_input_byte(source, name, length);
        if (byte < 0) break;
        __concrex_assume(byte != 0);
        if (length == capacity) {
            char *larger = __concrex_alloc_internal(2 * capacity);
            __concrex_copy(larger, bytes, capacity);
            __concrex_free_internal(bytes);
            bytes = larger;
            capacity *= 2;
        }
        bytes[length++] = (char)byte;
    }
    char *exact = __concrex_alloc_internal(length + 1);
    __concrex_copy(exact, bytes, length);
    exact[length] = '\0';
    __concrex_free_internal(bytes);
    return exact;
}

static char *argument(int number)
{
    char name[3];
    size_t at = 0;
    if (number >= 10) name[at++] = (char)('0' + number / 10);
    name[at++] = (char)('0' + number % 10);
    name[at] = '\0';
    return __concrex_input_string(SOURCE_ARGUMENT, name);
}

static void name_program(char *path)
{
    program_invocation_name = path;
    program_invocation_short_name = path;
    for (; *path != '\0'; path++)
        if (*path == '/') program_invocation_short_name = path + 1;
}

/* Exactly one of both is there: a main without parameters has no use for the arguments. */
void __concrex_start(int (*main0)(void), int (*main2)(int, char **, char **))
{
    if (main0 != NULL) __concrex_terminate(main0());

    unsigned long long count = __concrex_input_value(SOURCE_ARGUMENT_COUNT, NULL);
    __concrex_assume(count >= 1 && count <= MOST_ARGUMENTS);
    int argc = (int)count;
    char **argv = __concrex_alloc_internal(((size_t)argc + 1) * sizeof *argv);
    for (int i = 0; i < argc; i++) argv[i] = argument(i);
    argv[argc] = NULL;
    name_program(argv[0]);
    __concrex_terminate(main2(argc, argv, environ));
}
