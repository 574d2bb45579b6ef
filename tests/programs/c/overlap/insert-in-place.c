// Making room in an array by copying it onto itself with memcpy.
// sanitizer: address
#include <string.h>

static int queue[40];
static size_t length;

static void insert_front(int item)
{
    memcpy(queue + 1, queue, length * sizeof queue[0]); // expect: refuted overlap
    queue[0] = item;
    length++;
}

int main(void)
{
    for (int i = 0; i < 30; i++)
        insert_front(i);
    return queue[0] == 29 ? 0 : 1;
}
