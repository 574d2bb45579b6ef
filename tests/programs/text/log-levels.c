// Lines of a log, counted by level and hour: the hour 24 is accepted.
#include <stdio.h>
#include <string.h>

static const char *const levels[] = {"debug", "info", "warning", "error"};
static int counts[4][24];

int main(void)
{
    char line[96], level[16];
    int hour, minute, most = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "%d:%d %15s", &hour, &minute, level) != 3) continue;
        // repaired: if (hour < 0 || hour > 23 || minute < 0 || minute > 59) continue;
        if (hour < 0 || hour > 24 || minute < 0 || minute > 59) continue;
        for (int i = 0; i < 4; i++) {
            if (strcmp(level, levels[i]) != 0) continue;
            counts[i][hour]++; // expect: refuted inner-bounds
            if (counts[i][hour] > most) most = counts[i][hour];
        }
    }
    printf("%d\n", most);
    return 0;
}
