// The end of a comment is not counted.
// time: 20s
// sanitizer: assert
// fails-with: stdin "/**/"
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
            break;
        }
        assert(depth == depth_of[state]); // expect: refuted assert
    }
    return 0;
}
