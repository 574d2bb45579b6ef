// A desk calculator that numbers the names of variables and arrays. Its tables grow by SIZE entries; that of
// arrays is cleared up to the number of variables, as in more_arrays of GNU bc 1.06.
// open at 5000: not found in time on a loaded machine
#ifndef SIZE
#define SIZE 50
#endif
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STORE_INCR SIZE
#define MAX_NAME 24
#define STACK_DEPTH 32

enum kind { VARIABLE, ARRAY };

typedef struct id_rec {
    char name[MAX_NAME + 1];
    int v_name;
    int a_name;
    struct id_rec *next;
} id_rec;

typedef struct array_var {
    int index;
    long value;
    struct array_var *next;
} array_var;

#define BUCKETS 1024

static id_rec *name_table[BUCKETS];
static int next_array = 1;
static int next_var = 1;

static int a_count;
static int v_count;
static array_var **arrays;
static long *variables;
static char **a_names;
static char **v_names;

static long stack[STACK_DEPTH];
static int depth;
static int look_ahead;

static void *bc_malloc(size_t size)
{
    void *block = malloc(size);
    if (block == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return block;
}

static char *strcopyof(const char *text)
{
    char *copy = bc_malloc(strlen(text) + 1);
    return strcpy(copy, text);
}

static void more_variables(void)
{
    int indx;
    int old_count = v_count;
    long *old_var = variables;
    char **old_names = v_names;

    v_count += STORE_INCR;
    variables = bc_malloc(v_count * sizeof(long));
    v_names = bc_malloc(v_count * sizeof(char *));
    for (indx = 0; indx < old_count; indx++) {
        variables[indx] = old_var[indx];
        v_names[indx] = old_names[indx];
    }
    for (; indx < v_count; indx++) {
        variables[indx] = 0;
        v_names[indx] = NULL;
    }
    free(old_var);
    free(old_names);
}

static void more_arrays(void)
{
    int indx;
    int old_count = a_count;
    array_var **old_ary = arrays;
    char **old_names = a_names;

    a_count += STORE_INCR;
    arrays = bc_malloc(a_count * sizeof(array_var *));
    a_names = bc_malloc(a_count * sizeof(char *));

    arrays[0] = NULL;
    a_names[0] = NULL;
    for (indx = 1; indx < old_count; indx++) {
        arrays[indx] = old_ary[indx];
        a_names[indx] = old_names[indx];
    }
    // repaired: for (; indx < a_count; indx++) {
    for (; indx < v_count; indx++) {
        arrays[indx] = NULL;
        a_names[indx] = NULL;
    }
    free(old_ary);
    free(old_names);
}

static id_rec *find_id(const char *name)
{
    unsigned hash = 0;
    const char *at;
    id_rec *id;

    for (at = name; *at != '\0'; at++)
        hash = hash * 31 + (unsigned char)*at;
    hash %= BUCKETS;
    for (id = name_table[hash]; id != NULL; id = id->next)
        if (strcmp(id->name, name) == 0)
            return id;
    id = bc_malloc(sizeof(id_rec));
    strcpy(id->name, name);
    id->v_name = 0;
    id->a_name = 0;
    id->next = name_table[hash];
    name_table[hash] = id;
    return id;
}

static int lookup(const char *name, enum kind kind)
{
    id_rec *id = find_id(name);

    switch (kind) {
    case ARRAY:
        if (id->a_name != 0)
            return id->a_name;
        id->a_name = next_array++;
        if (id->a_name >= a_count)
            more_arrays();
        a_names[id->a_name] = strcopyof(name);
        return id->a_name;
    default:
        if (id->v_name != 0)
            return id->v_name;
        id->v_name = next_var++;
        if (id->v_name >= v_count)
            more_variables();
        v_names[id->v_name] = strcopyof(name);
        return id->v_name;
    }
}

static long *element(int array, int index)
{
    array_var *at;

    for (at = arrays[array]; at != NULL; at = at->next)
        if (at->index == index)
            return &at->value;
    at = bc_malloc(sizeof(array_var));
    at->index = index;
    at->value = 0;
    at->next = arrays[array];
    arrays[array] = at;
    return &at->value;
}

static void push(long value)
{
    if (depth == STACK_DEPTH) {
        fprintf(stderr, "stack overflow\n");
        exit(1);
    }
    stack[depth++] = value;
}

static long pop(void)
{
    if (depth == 0) {
        fprintf(stderr, "stack underflow\n");
        exit(1);
    }
    return stack[--depth];
}

static void next_char(void)
{
    look_ahead = getchar();
}

static long number(void)
{
    unsigned long value = 0;

    while (isdigit(look_ahead)) {
        value = value * 10 + (unsigned long)(look_ahead - '0');
        next_char();
    }
    return (long)(value & 0xffff);
}

static int word(char *name)
{
    int length = 0;

    while (isalnum(look_ahead) || look_ahead == '_') {
        if (length < MAX_NAME)
            name[length++] = (char)look_ahead;
        next_char();
    }
    name[length] = '\0';
    return length;
}

static void expression(void);

static void factor(void)
{
    char name[MAX_NAME + 1];

    if (isdigit(look_ahead)) {
        push(number());
    } else if (islower(look_ahead)) {
        word(name);
        if (look_ahead == '[') {
            int array;
            next_char();
            array = lookup(name, ARRAY);
            push(*element(array, (int)number()));
            if (look_ahead == ']')
                next_char();
        } else {
            int variable = lookup(name, VARIABLE);
            push(variables[variable]);
        }
    } else {
        fprintf(stderr, "syntax error\n");
        exit(1);
    }
}

static void expression(void)
{
    factor();
    while (look_ahead == '+' || look_ahead == '-') {
        int operator = look_ahead;
        long right;
        next_char();
        factor();
        right = pop();
        if (operator == '+')
            push((pop() + right) & 0xffff);
        else
            push((pop() - right) & 0xffff);
    }
}

static void statement(void)
{
    char name[MAX_NAME + 1];

    if (!islower(look_ahead)) {
        expression();
        printf("%ld\n", pop());
        return;
    }
    word(name);
    if (look_ahead == '[') {
        int array, index;
        next_char();
        array = lookup(name, ARRAY);
        index = (int)number();
        if (look_ahead == ']')
            next_char();
        if (look_ahead == '=') {
            next_char();
            expression();
            *element(array, index) = pop();
        }
    } else if (look_ahead == '=') {
        int variable = lookup(name, VARIABLE);
        next_char();
        expression();
        variables[variable] = pop();
    } else {
        int variable = lookup(name, VARIABLE);
        printf("%ld\n", variables[variable]);
    }
}

int main(void)
{
    more_variables();
    more_arrays();
    next_char();
    while (look_ahead != EOF) {
        if (look_ahead == '\n' || look_ahead == ';' || look_ahead == ' ')
            next_char();
        else
            statement();
    }
    return 0;
}
