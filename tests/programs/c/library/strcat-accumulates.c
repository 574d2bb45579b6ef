// Words are appended until the line is full, and once more.
// sanitizer: address
#include <string.h>

int main(void)
{
    char line[18] = "";
    const char *words[] = {"to", "be", "or", "not", "to", "be"};
    for (int i = 0; i < 6; i++) {
        if (i > 0)
            strcat(line, " ");
        strcat(line, words[i]); // expect: refuted bounds
    }
    return line[0] == 't' ? 0 : 1;
}
