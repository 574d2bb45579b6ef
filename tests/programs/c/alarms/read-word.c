// The terminator has no room behind a long word.
// time: 20s
// open: the fault needs a word of 20 bytes
// sanitizer: address
// fails-with: stdin "012345678901234567890123"
#include <ctype.h>
#include <stdio.h>

static int read_word(char *word, int size)
{
    int c, length = 0;
    do
        c = getchar();
    while (c == ' ' || c == '\n');
    while (c != EOF && c != ' ' && c != '\n') {
        if (length < size)
            word[length++] = (char)c;
        c = getchar();
    }
    word[length] = '\0'; // expect: refuted bounds
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
