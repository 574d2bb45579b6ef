// A list of jobs; the one after SIZE others is given a number that the table of names does not have.
#ifndef SIZE
#define SIZE 50
#endif
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
    int number;
    int priority;
    struct job *next;
};

static struct job *first, *last;
static int count;

static void append(int priority)
{
    struct job *job = malloc(sizeof *job);
    if (job == NULL)
        exit(1);
    job->number = count++;
    job->priority = priority;
    job->next = NULL;
    if (last != NULL)
        last->next = job;
    else
        first = job;
    last = job;
}

static void take(void)
{
    struct job *job = first;
    if (job == NULL)
        return;
    first = job->next;
    if (first == NULL)
        last = NULL;
    free(job);
}

static int highest(void)
{
    int found = 0;
    struct job *job;
    for (job = first; job != NULL; job = job->next) {
        // repaired: assert(job->number < count);
        assert(job->number < SIZE);
        if (job->priority > found)
            found = job->priority;
    }
    return found;
}

int main(void)
{
    int c;
    while ((c = getchar()) != EOF) {
        if (c >= '1' && c <= '9')
            append(c - '0');
        else if (c == '-')
            take();
        else if (c == '?')
            printf("%d\n", highest());
        else if (c != '\n')
            break;
    }
    while (first != NULL)
        take();
    return 0;
}
