// A mail server takes addresses apart into a buffer of SIZE characters. The character 255, as a number, is the one that stands for none,
// as in prescan of sendmail 8.12.
#ifndef SIZE
#define SIZE 50
#endif
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PSBUFSIZE (SIZE + 8)
#define MAXNAME (2 * SIZE + 64)
#define MAXATOM (SIZE + 8)
#define NOCHAR (-1)

/* states, and what to do with a character that does not go with the last */
enum token { ATM, QST, OPR, SPC, ONE, ILL };
#define TYPES 6
#define MARK 0x10
#define BREAK 0x20

static const short next_state[TYPES][TYPES] = {
    /* ATM        QST        OPR          SPC          ONE          ILL */
    {ATM, QST, OPR | BREAK, SPC | MARK, ONE | BREAK, ILL | MARK},
    {QST, QST, QST, QST, QST, ILL | MARK},
    {ATM | BREAK, QST | BREAK, OPR | BREAK, SPC | MARK, ONE | BREAK, ILL | MARK},
    {OPR, QST | BREAK, OPR | BREAK, SPC | MARK, ONE | BREAK, ILL | MARK},
    {OPR | BREAK, OPR | BREAK, OPR | BREAK, OPR | BREAK, OPR | BREAK, ILL | MARK},
    {ILL, ILL, ILL, ILL, ILL, ILL},
};

static char psbuf[PSBUFSIZE];
static char *atoms[MAXATOM];
static char address[MAXNAME];

static enum token type_of(int c)
{
    if (c == '"')
        return QST;
    if (strchr("@:;,<>()[]", c) != NULL && c != '\0')
        return OPR;
    if (c == ' ' || c == '\t')
        return SPC;
    if (c != NOCHAR && c > 0 && c < ' ')
        return ILL;
    return ATM;
}

static void complain(const char *what)
{
    fprintf(stderr, "553 %s\n", what);
}

static char **prescan(const char *from)
{
    const char *p = from;
    char *q = psbuf;
    char *tok;
    char **avp = atoms;
    int c = NOCHAR;
    int bslashmode = 0;
    int cmntcnt = 0;
    int anglecnt = 0;
    int state = ATM;
    int newstate;

    do {
        tok = q;
        for (;;) {
            /* store away any old lookahead character */
            // repaired: if (q >= &psbuf[sizeof psbuf - 5]) { complain("too long"); return NULL; } if (c != NOCHAR && !bslashmode) {
            if (c != NOCHAR && !bslashmode) {
                if (q >= &psbuf[sizeof psbuf - 5]) {
                    complain("address too long");
                    return NULL;
                }
                *q++ = (char)c;
            }
            /* read a new input character */
            c = *p++;
            if (c == '\0')
                break;
            if (bslashmode) {
                bslashmode = 0;
                /* kludge \! for naive users */
                if (cmntcnt > 0) {
                    c = NOCHAR;
                    continue;
                } else if (c != '!' || state == QST) {
                    *q++ = '\\';
                    continue;
                }
            }
            if (c == '\\') {
                bslashmode = 1;
            } else if (state == QST) {
                /* do nothing, just avoid next clauses */
            } else if (c == '(') {
                cmntcnt++;
                c = NOCHAR;
            } else if (c == ')') {
                if (cmntcnt <= 0) {
                    complain("unbalanced ')'");
                    c = NOCHAR;
                } else {
                    cmntcnt--;
                }
            } else if (cmntcnt > 0) {
                c = NOCHAR;
            } else if (c == '<') {
                anglecnt++;
            } else if (c == '>') {
                if (anglecnt <= 0) {
                    complain("unbalanced '>'");
                    c = NOCHAR;
                } else {
                    anglecnt--;
                }
            } else if (c == ' ' || c == '\t') {
                c = ' ';
            }
            if (c == NOCHAR)
                continue;
            /* see if this is end of input */
            if (c == ',' && anglecnt <= 0 && state != QST)
                break;
            newstate = next_state[state][type_of(c)];
            if (state == QST && c == '"')
                newstate = OPR;
            state = newstate & 0x0f;
            if (newstate & MARK)
                c = NOCHAR;
            if (newstate & BREAK)
                break;
        }
        /* new token */
        if (tok != q) {
            if (q >= &psbuf[sizeof psbuf - 5]) {
                complain("too long");
                return NULL;
            }
            *q++ = '\0';
            if (avp >= &atoms[MAXATOM - 1]) {
                complain("too many tokens");
                return NULL;
            }
            *avp++ = tok;
        }
        if (c == ',')
            break;
    } while (c != '\0');
    if (cmntcnt > 0)
        complain("unbalanced '('");
    if (anglecnt > 0)
        complain("unbalanced '<'");
    *avp = NULL;
    return atoms;
}

static int read_address(void)
{
    int c;
    int length = 0;

    while ((c = getchar()) != EOF && c != '\n') {
        if (length == MAXNAME - 1) {
            complain("line too long");
            return 0;
        }
        address[length++] = (char)c;
    }
    address[length] = '\0';
    return length > 0;
}

int main(void)
{
    char **tokens;

    while (read_address()) {
        if (strncmp(address, "QUIT", 4) == 0)
            break;
        tokens = prescan(address);
        for (; tokens != NULL && *tokens != NULL; tokens++)
            printf("[%s]", *tokens);
        putchar('\n');
    }
    return 0;
}
