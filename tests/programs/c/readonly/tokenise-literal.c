// strtok writes terminators into the string it is given.
// sanitizer: address
#include <string.h>

static int count_words(char *text)
{
    int words = 0;
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) // expect: refuted readonly
        words++;
    return words;
}

int main(void)
{
    char own[] = "one two three";
    return count_words(own) == 3 ? count_words("four five") != 2 : 1;
}
