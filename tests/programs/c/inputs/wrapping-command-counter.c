// A counter of a byte wraps after 256 commands of one kind, among others.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    unsigned char pushed = 0;
    int empty = 1, command;
    while ((command = getchar()) != EOF) {
        switch (command) {
        case '+':
            pushed++;
            empty = 0;
            break;
        case '0':
            pushed = 0;
            empty = 1;
            break;
        case 'q':
            return 0;
        case '?':
            assert(empty || pushed != 0); // expect: refuted assert
            break;
        default:
            break;
        }
    }
    return 0;
}
