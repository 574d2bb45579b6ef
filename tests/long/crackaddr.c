// A mail server looks for the address inside of a header and keeps what is around it, in a buffer of SIZE characters. The room that is kept for
// closing brackets is counted wrongly, as in crackaddr of sendmail 8.12.
#ifndef SIZE
#define SIZE 50
#endif
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXNAME (SIZE + 24)
#define MAXLINE (8 * SIZE + 256)
#define RESERVE 10

static char buf[MAXNAME];
static char line[MAXLINE];
static int errors;

static void usrerr(const char *what)
{
    errors++;
    fprintf(stderr, "553 %s\n", what);
}

static const char *skip_space(const char *p)
{
    while (*p == ' ' || *p == '\t')
        p++;
    return p;
}

static char *crackaddr(const char *addr)
{
    const char *p = skip_space(addr);
    char *bp = buf;
    char *bp_limit = &buf[MAXNAME - RESERVE];
    int c;
    int copylev = 0;
    int anglelev = 0, realanglelev = 0;
    int parenlev = 0, realparenlev = 0;
    int qmode = 0, realqmode = 0;
    int skipping;
    int putgmac = 0;
    int quoteit = 0;
    int gotangle = 0;
    int gotcolon = 0;

    /* copy everything that is not the address itself */
    if (copylev <= 0)
        p = skip_space(p);
    while ((c = *p++) != '\0') {
        /* if the buffer is overful, go into skipping mode: open syntax is ignored then */
        skipping = bp >= bp_limit;
        if (copylev > 0 && !skipping)
            *bp++ = (char)c;
        /* check for backslash escapes */
        if (c == '\\') {
            if ((c = *p++) == '\0') {
                p--;
                goto putg;
            }
            if (copylev > 0 && !skipping)
                *bp++ = (char)c;
            goto putg;
        }
        /* check for quoted strings */
        if (c == '"' && realparenlev <= 0) {
            realqmode = !realqmode;
            if (copylev > 0 && !skipping)
                qmode = !qmode;
            continue;
        }
        if (realqmode)
            goto putg;
        /* check for comments */
        if (c == '(') {
            realparenlev++;
            if (!skipping) {
                bp_limit--;
                parenlev++;
                if (copylev++ <= 0) {
                    if (bp != buf)
                        *bp++ = ' ';
                    *bp++ = (char)c;
                }
            }
        }
        if (realparenlev > 0) {
            if (c == ')') {
                realparenlev--;
                if (parenlev > 0) {
                    parenlev--;
                    // repaired: if (--copylev >= 0) bp_limit++;
                    if (--copylev >= 0) bp_limit += 2;
                }
            }
            continue;
        } else if (c == ')') {
            /* a closing bracket too many */
            usrerr("unbalanced ')'");
            if (copylev > 0)
                bp--;
        }
        /* check for "phrase: list ;" */
        if (c == ':' && anglelev <= 0 && !gotcolon && !skipping) {
            gotcolon = 1;
            continue;
        }
        /* check for characters that may have to be quoted */
        if (strchr(".'@,;:[]", c) != NULL && !quoteit)
            quoteit = 1;
        /* check for angle brackets */
        if (c == '<') {
            if (gotangle)
                quoteit = 0;
            gotangle = 1;
            realanglelev++;
            if (!skipping) {
                bp_limit--;
                anglelev++;
                copylev = 0;
                putgmac = 0;
                if (bp < bp_limit)
                    *bp++ = '<';
            }
            continue;
        }
        if (c == '>') {
            if (realanglelev > 0)
                realanglelev--;
            else
                usrerr("unbalanced '>'");
            if (anglelev > 0) {
                anglelev--;
                bp_limit++;
                copylev = 0;
                *bp++ = '>';
            }
            continue;
        }
putg:
        if (copylev <= 0 && !putgmac && !skipping) {
            if (bp > buf && bp[-1] == ')')
                *bp++ = ' ';
            *bp++ = '$';
            *bp++ = 'g';
            putgmac = 1;
        }
    }
    /* repair the syntactic damage */
    if (realqmode && bp < &buf[MAXNAME - 1])
        *bp++ = '"';
    while (parenlev-- > 0 && bp < &buf[MAXNAME - 1])
        *bp++ = ')';
    if (anglelev > 0 && bp < &buf[MAXNAME - 1])
        *bp++ = '>';
    if (bp < &buf[MAXNAME])
        *bp = '\0';
    buf[MAXNAME - 1] = '\0';
    return buf;
}

static int header(char *text)
{
    char *colon = strchr(text, ':');
    char *end;

    if (colon == NULL)
        return 0;
    end = strchr(text, '\n');
    if (end != NULL)
        *end = '\0';
    *colon = '\0';
    if (strcmp(text, "From") == 0 || strcmp(text, "Sender") == 0 || strcmp(text, "To") == 0)
        printf("%s: %s\n", text, crackaddr(colon + 1));
    else
        printf("%s ignored\n", text);
    return 1;
}

int main(void)
{
    int count = 0;

    while (fgets(line, sizeof line, stdin) != NULL) {
        if (line[0] == '\n')
            break;
        if (!header(line)) {
            usrerr("no header");
            return 1;
        }
        count++;
    }
    return errors > 0 || count == 0;
}
