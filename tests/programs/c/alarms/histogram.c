// Capital letters are below the table.
// time: 20s
// sanitizer: undefined
// fails-with: stdin "A"
#include <stdio.h>

int main(void)
{
    int count[26] = { 0 };
    int c;
    while ((c = getchar()) != EOF)
        if (c >= 'A' && c <= 'z')
            count[c - 'a']++; // expect: refuted bounds
    int most = 0;
    for (int i = 1; i < 26; i++)
        if (count[i] > count[most])
            most = i;
    printf("%c %d\n", 'a' + most, count[most]);
    return 0;
}
