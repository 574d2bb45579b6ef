// expect: proved
// time: 20s
// Comments are taken out of a C text by a machine of four states.
#include <assert.h>
#include <stdio.h>

enum state { CODE, SLASH, COMMENT, STAR };

int main(void)
{
    static const int depth_of[] = { 0, 0, 1, 1 };
    enum state state = CODE;
    int c, depth = 0;
    while ((c = getchar()) != EOF) {
        switch (state) {
        case CODE:
            state = c == '/' ? SLASH : CODE;
            break;
        case SLASH:
            state = c == '*' ? COMMENT : c == '/' ? SLASH : CODE;
            depth = state == COMMENT;
            break;
        case COMMENT:
            state = c == '*' ? STAR : COMMENT;
            break;
        case STAR:
            state = c == '/' ? CODE : c == '*' ? STAR : COMMENT;
            depth = state != CODE;
            break;
        }
        assert(depth == depth_of[state]);
    }
    return 0;
}
