// A dot at the start of a line is doubled at the end of the buffer, as in spamc (Figure 6 of the paper).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
struct message { char *out; int out_len; int type; };
#define ROOM (SIZE + 3)
static char input[4 * ROOM];
static void message_write(struct message *m) {
    char buffer[ROOM]; int i, j, jlimit;
    for (i = 0; i < m->out_len; ) {
        jlimit = (int)(sizeof(buffer) / sizeof(*buffer) - 4);
        for (j = 0; i < m->out_len && j < jlimit; ) {
            if (i + 1 < m->out_len && m->out[i] == '\n' && m->out[i+1] == '.') {
                if (j > jlimit - 4) break;
                buffer[j++] = m->out[i++];
                buffer[j++] = m->out[i++];
                buffer[j++] = '.';
            } else {
                buffer[j++] = m->out[i++];
            }
        }
        if (j == 0) break;
        fwrite(buffer, 1, j, stdout);
    }
}
int main(void) {
    struct message m; int c;
    m.out = input; m.out_len = 0; m.type = 1;
    while ((c = getchar()) != EOF && m.out_len < (int)sizeof input) input[m.out_len++] = c;
    message_write(&m);
    return 0;
}
