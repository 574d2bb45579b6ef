// expect: proved
// Counting words with a chained hash table and sorting the result.
// stdout: the 4
// stdout: and 2
// stdout: cat 2
// stdout: bird 1
// stdout: dog 1
// stdout: saw 1
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { struct entry *next; int count; char word[12]; };

static struct entry *buckets[8];
static int entries;

static void count(const char *word, size_t length)
{
    unsigned hash = 0;
    for (size_t i = 0; i < length; i++)
        hash = hash * 31 + (unsigned char)word[i];
    struct entry **link = &buckets[hash % 8];
    while (*link && (strncmp((*link)->word, word, length) != 0 || (*link)->word[length]))
        link = &(*link)->next;
    if (!*link) {
        *link = calloc(1, sizeof **link);
        memcpy((*link)->word, word, length);
        entries++;
    }
    (*link)->count++;
}

static int order(const void *a, const void *b)
{
    const struct entry *x = *(struct entry *const *)a, *y = *(struct entry *const *)b;
    return x->count != y->count ? y->count - x->count : strcmp(x->word, y->word);
}

int main(void)
{
    const char *text = "the cat and the dog and the bird saw the cat";
    while (*text) {
        size_t length = 0;
        while (isalpha((unsigned char)text[length]))
            length++;
        if (length)
            count(text, length);
        text += length + (text[length] != '\0');
    }
    struct entry *all[16];
    int n = 0;
    for (int b = 0; b < 8; b++)
        for (struct entry *e = buckets[b]; e; e = e->next)
            all[n++] = e;
    qsort(all, n, sizeof *all, order);
    for (int i = 0; i < n; i++) {
        printf("%s %d\n", all[i]->word, all[i]->count);
        free(all[i]);
    }
    return n == entries ? 0 : 1;
}
