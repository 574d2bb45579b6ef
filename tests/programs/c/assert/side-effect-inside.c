// expect: proved
// The assertion's condition does the work: each one advances the cursor.
// exit: 4
#include <assert.h>

int main(void)
{
    const char *cursor = "abcd";
    int seen = 0;
    for (char wanted = 'a'; wanted <= 'd'; wanted++) {
        assert(*cursor++ == wanted);
        seen++;
    }
    assert(*cursor == '\0');
    return seen;
}
