// Leading blanks are skipped in the pointer that is freed later.
// sanitizer: address
// fails-with: values 32
#include <stdlib.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
    char *word = malloc(4);
    if (!word)
        return 1;
    word[0] = __VERIFIER_nondet_char();
    word[1] = 'a';
    word[2] = 'b';
    word[3] = '\0';
    if (*word == ' ')
        word++;
    free(word); // expect: refuted invalid-free
    return 0;
}
