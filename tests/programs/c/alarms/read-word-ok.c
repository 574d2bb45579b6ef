// expect: proved
// time: 20s
// Words of the input, each in a buffer of twenty bytes.
#include <ctype.h>
#include <stdio.h>

static int read_word(char *word, int size)
{
    int c, length = 0;
    do
        c = getchar();
    while (c == ' ' || c == '\n');
    while (c != EOF && c != ' ' && c != '\n') {
        if (length < size - 1)
            word[length++] = (char)c;
        c = getchar();
    }
    word[length] = '\0';
    return length;
}

int main(void)
{
    char word[20];
    int words = 0;
    while (words < 1000 && read_word(word, sizeof word) > 0)
        words++;
    printf("%d\n", words);
    return 0;
}
