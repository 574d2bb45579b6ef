// Connections are counted in a byte. When it comes around, the table looks empty, and what is sent to the last
// connection goes before the table. SIZE is how many names of rooms may be kept.
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct room {
    char name[8];
    int visitors;
};

static struct room rooms[SIZE];
static int room_count;
static unsigned char connections;
static int bytes[256];
static int is_open, is_used;

static void open_room(const char *name)
{
    if (room_count == SIZE || strlen(name) >= sizeof rooms[0].name)
        return;
    strcpy(rooms[room_count].name, name);
    room_count++;
}

static void enter(const char *name)
{
    int i;

    for (i = 0; i < room_count; i++)
        if (strcmp(rooms[i].name, name) == 0) {
            rooms[i].visitors++;
            return;
        }
}

int main(void)
{
    char line[48];

    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "listen") == 0) {
            is_open = 1;
        } else if (strcmp(line, "connect") == 0) {
            // repaired: if (!is_open || connections == 255) continue;
            if (!is_open) continue;
            connections++;
            is_used = 1;
        } else if (strcmp(line, "close") == 0) {
            if (connections > 0 && --connections == 0)
                is_used = 0;
        } else if (strncmp(line, "send ", 5) == 0) {
            if (is_used)
                bytes[connections - 1] += (int)strlen(line + 5);
        } else if (strncmp(line, "room ", 5) == 0) {
            open_room(line + 5);
        } else if (strncmp(line, "enter ", 6) == 0) {
            enter(line + 6);
        }
    }
    return 0;
}
