// The longest line seen so far lives in a buffer of a finished iteration.
// sanitizer: address
#include <string.h>

int main(void)
{
    const char *longest = "";
    for (int n = 1; n <= 3; n++) {
        char line[8];
        memset(line, '*', n);
        line[n] = '\0';
        if (n == 2)
            longest = line;
    }
    return longest[1] == '*' ? 0 : 1; // expect: refuted use-after-scope
}
