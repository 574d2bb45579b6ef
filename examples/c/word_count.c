/*
 * Counts the words of a text in a hash table with chains, prints the most frequent ones and frees
 * everything.
 *
 *     concrex check examples/c/word_count.c
 *
 * proves it: no access outside of an object, nothing used after free, nothing leaked.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 16

struct word {
    struct word *next;
    unsigned count;
    char text[];
};

static struct word *table[BUCKETS];

static unsigned hash(const char *text, size_t length)
{
    unsigned value = 5381;
    for (size_t i = 0; i < length; i++)
        value = value * 33 ^ (unsigned char)text[i];
    return value;
}

static void count(const char *text, size_t length)
{
    struct word **bucket = &table[hash(text, length) % BUCKETS];
    for (struct word *word = *bucket; word; word = word->next) {
        if (strlen(word->text) == length && memcmp(word->text, text, length) == 0) {
            word->count++;
            return;
        }
    }
    struct word *word = malloc(sizeof *word + length + 1);
    if (!word)
        abort();
    memcpy(word->text, text, length);
    word->text[length] = '\0';
    word->count = 1;
    word->next = *bucket;
    *bucket = word;
}

static int by_count(const void *left, const void *right)
{
    const struct word *a = *(struct word *const *)left, *b = *(struct word *const *)right;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return strcmp(a->text, b->text);
}

int main(void)
{
    static const char text[] = "The cat sat on the mat. The dog saw the cat; the cat saw "
                               "the dog, and the mat was left to nobody.";
    char lower[sizeof text];
    for (size_t i = 0; i < sizeof text; i++)
        lower[i] = (char)tolower((unsigned char)text[i]);

    for (const char *at = lower; *at;) {
        size_t length = 0;
        while (isalpha((unsigned char)at[length]))
            length++;
        if (length > 0)
            count(at, length);
        at += length > 0 ? length : 1;
    }

    size_t words = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct word *word = table[i]; word; word = word->next)
            words++;
    struct word **sorted = malloc(words * sizeof *sorted);
    if (!sorted)
        abort();
    size_t filled = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct word *word = table[i]; word; word = word->next)
            sorted[filled++] = word;
    qsort(sorted, words, sizeof *sorted, by_count);
    for (size_t i = 0; i < words && i < 3; i++)
        printf("%u %s\n", sorted[i]->count, sorted[i]->text);

    for (size_t i = 0; i < words; i++)
        free(sorted[i]);
    free(sorted);
    return 0;
}
