/*
 * The environment: getenv, setenv and their like.
 *
 * Variables come from outside one by one, when the program first asks for them. What it learned or
 * changed is kept here, so that later questions get the same answer.
 */
#include "concrex.h"

struct variable {
    struct variable *next;
    char *name; /* which ends at a '=' or at its end */
    char *value; /* NULL if the variable is not set */
};

static struct variable *known;
static int only_known; /* after clearenv nothing comes from outside any more */

static struct variable *find(const char *name, size_t length)
{
    for (struct variable *v = known; v != NULL; v = v->next) {
        size_t i = 0;
        while (i < length && v->name[i] == name[i]) i++;
        if (i == length && (v->name[i] == '\0' || v->name[i] == '=')) return v;
    }
    return NULL;
}

static char *internal_copy(const char *text, size_t length)
{
    char *copy = __concrex_alloc_internal(length + 1);
    __concrex_copy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static struct variable *remember(const char *name, size_t length, char *value)
{
    struct variable *v = find(name, length);
    if (v == NULL) {
        v = __concrex_alloc_internal(sizeof *v);
        v->next = known;
        v->name = internal_copy(name, length);
        known = v;
    }
    /* A text of the program's that was put there is no longer. */
    if (v->name[length] == '=') v->name = internal_copy(name, length);
    v->value = value;
    return v;
}

char *__concrex_environment(const char *name)
{
    if (name[0] == '\0') return NULL;
    size_t length = __concrex_length(name);
    struct variable *v = find(name, length);
    if (v != NULL) return v->value;
    char *value = NULL;
    if (!only_known && __concrex_input_value(SOURCE_ENVIRONMENT, name) != 0)
        value = __concrex_input_string(SOURCE_ENVIRONMENT, name);
    return remember(name, length, value)->value;
}

/* Whether the program knows that a variable has a value, and it is none of these. */
int __concrex_environment_chooses(const char *name, const char *usual, const char *other)
{
    struct variable *v = find(name, __concrex_length(name));
    return v != NULL && v->value != NULL && v->value[0] != '\0' &&
           !__concrex_equal(v->value, usual) && !__concrex_equal(v->value, other);
}

/* Whether the program knows of a variable that chooses a locale other than C. */
int __concrex_environment_sets_locale(void)
{
    static const char *const names[] = {"LC_ALL",      "LC_CTYPE",    "LC_NUMERIC", "LC_TIME",
                                        "LC_COLLATE",  "LC_MONETARY", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (__concrex_environment_chooses(names[i], "C", "POSIX")) return 1;
    return 0;
}

char *getenv(const char *name) { return __concrex_environment(name); }
char *secure_getenv(const char *name) { return __concrex_environment(name); }
char *__secure_getenv(const char *name) { return __concrex_environment(name); }

static size_t length_of_name(const char *text)
{
    size_t n = 0;
    while (text[n] != '\0' && text[n] != '=') n++;
    return n;
}

static int is_bad_name(const char *name)
{
    return name == NULL || name[0] == '\0' || name[length_of_name(name)] == '=';
}

int setenv(const char *name, const char *value, int overwrite)
{
    if (is_bad_name(name)) {
        errno = EINVAL;
        return -1;
    }
    /* What is the same already stays where it is. */
    struct variable *v = find(name, __concrex_length(name));
    if (v != NULL && v->value != NULL && __concrex_equal(v->value, value)) return 0;
    if (overwrite || __concrex_environment(name) == NULL)
        remember(name, __concrex_length(name), internal_copy(value, __concrex_length(value)));
    return 0;
}

int unsetenv(const char *name)
{
    if (is_bad_name(name)) {
        errno = EINVAL;
        return -1;
    }
    remember(name, __concrex_length(name), NULL);
    return 0;
}

/* The string itself becomes part of the environment: later changes to it are seen. */
int putenv(char *text)
{
    size_t length = length_of_name(text);
    struct variable *v = remember(text, length, NULL);
    if (text[length] == '=') {
        v->name = text;
        v->value = text + length + 1;
    }
    return 0;
}

int clearenv(void)
{
    only_known = 1;
    known = NULL;
    return 0;
}
