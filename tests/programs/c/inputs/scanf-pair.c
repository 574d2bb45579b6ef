// Only the first conversion of the line is checked.
// sanitizer: none -- valgrind sees it
// fails-with: stdin "7 x"
#include <stdio.h>

int main(void)
{
    int width, height;
    if (scanf("%d %d", &width, &height) < 1)
        return 1;
    if (width < 0 || width > 100)
        return 1;
    if (height > width) // expect: refuted uninit
        return 2;
    return 0;
}
