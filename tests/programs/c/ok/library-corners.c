// expect: proved
// Corners of the C library, as glibc has them: classes of wide characters, no file and no variable without a name,
// signals of the library's own, the seed 0, times that share their result.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

int main(void)
{
    assert(iswctype(L'a', wctype("alpha")) == 1);
    wchar_t wide = 7;
    assert(mbtowc(&wide, "", 0) == 0 && wide == 0);
    assert(wcscasecmp(L"a", L"C") == -2);

    assert(getenv("") == NULL);
    assert(access("", F_OK) == -1 && errno == ENOENT);
    assert(fopen("", "w") == NULL);

    sigset_t set;
    sigfillset(&set);
    assert(sigaddset(&set, 32) == -1 && sigismember(&set, 33) == 0);

    char text[] = "A=1";
    putenv(text);
    assert(strcmp(getenv("A"), "1") == 0);
    text[2] = '2';
    assert(strcmp(getenv("A"), "2") == 0);
    setenv("A", "3", 1);
    assert(text[2] == '2' && strcmp(getenv("A"), "3") == 0);

    time_t epoch = 0, later = 1000000000;
    struct tm *shared = gmtime(&epoch);
    ctime(&later);
    assert(shared->tm_year == 101);

    FILE *new = fopen("library-corners", "w");
    if (new) {
        assert(fdopen(fileno(new), "r") == NULL);
        assert(fputs("abc", new) >= 0 && fflush(new) == 0);
        FILE *same = fopen("library-corners", "r");
        assert(same && fgetc(same) == 'a');
        fclose(same);
        fclose(new);
        remove("library-corners");
    }
    return 0;
}
