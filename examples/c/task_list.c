/*
 * A list of tasks, from which finished ones are removed.
 *
 *     concrex check examples/c/task_list.c
 *
 * finds that the loop which removes them reads the link of a task that it has just freed.
 */
#include <stdio.h>
#include <stdlib.h>

struct task {
    int priority;
    int finished;
    struct task *next;
};

/* Inserts by priority, the most urgent first. */
static struct task *add(struct task *list, int priority)
{
    struct task *task = malloc(sizeof *task);
    if (!task)
        abort();
    task->priority = priority;
    task->finished = 0;
    struct task **link = &list;
    while (*link && (*link)->priority >= priority)
        link = &(*link)->next;
    task->next = *link;
    *link = task;
    return list;
}

static struct task *remove_finished(struct task *list)
{
    struct task **link = &list;
    for (struct task *task = list; task; task = task->next) {
        if (task->finished) {
            *link = task->next;
            free(task);
        } else {
            link = &task->next;
        }
    }
    return list;
}

static void free_all(struct task *list)
{
    while (list) {
        struct task *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct task *list = NULL;
    for (int i = 0; i < 6; i++)
        list = add(list, i * 7 % 5);
    for (struct task *task = list; task; task = task->next)
        task->finished = task->priority % 2;
    list = remove_finished(list);
    for (struct task *task = list; task; task = task->next)
        printf("priority %d\n", task->priority);
    free_all(list);
    return 0;
}
