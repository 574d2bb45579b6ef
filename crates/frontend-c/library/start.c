/*
 * The start of a program: the arguments come from outside, main is called, its result is the exit
 * status.
 */
#include "concrex.h"

#define MOST_ARGUMENTS 16

static char *no_variables[] = {NULL};
char **environ = no_variables;
char **__environ = no_variables;

static char no_name[] = "";
char *program_invocation_name = no_name;
char *program_invocation_short_name = no_name;

static char *argument(int number)
{
    char name[3];
    size_t at = 0;
    if (number >= 10) name[at++] = (char)('0' + number / 10);
    name[at++] = (char)('0' + number % 10);
    name[at] = '\0';
    return __concrex_input_string(SOURCE_ARGUMENT, name);
}

/* The directories in front of the short name are taken off where it is used: looking for them in
 * a name that nothing is known of would be a path for each length. */
static void name_program(char *path)
{
    program_invocation_name = path;
    program_invocation_short_name = path;
}

static int argument_count(void)
{
    unsigned long long count = __concrex_input_value(SOURCE_ARGUMENT_COUNT, NULL);
    /* Their addresses lie in memory. */
    size_t most = PTRDIFF_MAX / sizeof(char *) - 1;
    __concrex_assume(count >= 1 && count <= INT_MAX && count <= most);
    return (int)count;
}

/* Exactly one of them is there, by what main looks at: nothing, the number of arguments, or the
 * arguments themselves. Nothing else is asked for. */
void __concrex_start(int (*main0)(void), int (*main1)(int), int (*main2)(int, char **, char **))
{
    if (main0 != NULL) __concrex_terminate(main0());
    int argc = argument_count();
    if (main1 != NULL) __concrex_terminate(main1(argc));

    __concrex_assume(argc <= MOST_ARGUMENTS);
    char **argv = __concrex_alloc_internal(((size_t)argc + 1) * sizeof *argv);
    for (int i = 0; i < argc; i++) argv[i] = argument(i);
    argv[argc] = NULL;
    name_program(argv[0]);
    __concrex_terminate(main2(argc, argv, environ));
}
