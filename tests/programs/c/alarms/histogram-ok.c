// expect: proved
// time: 20s
// How often each letter occurs.
#include <stdio.h>

int main(void)
{
    int count[26] = { 0 };
    int c;
    while ((c = getchar()) != EOF)
        if (c >= 'a' && c <= 'z' && count[c - 'a'] < 1000)
            count[c - 'a']++;
    int most = 0;
    for (int i = 1; i < 26; i++)
        if (count[i] > count[most])
            most = i;
    printf("%c %d\n", 'a' + most, count[most]);
    return 0;
}
