// entry: put
// sanitizer: undefined
// fails-with: call put(queue, 0)
struct queue {
    const char *slots[4];
    unsigned long head, count;
};

/* The counters behind the array are numbers, whatever the array holds. */
int put(struct queue *queue, const char *item)
{
    if (!queue || queue->head > 4 || queue->count > 4)
        return 0;
    queue->slots[queue->head] = item; // expect: refuted inner-bounds
    queue->count++;
    return 1;
}
