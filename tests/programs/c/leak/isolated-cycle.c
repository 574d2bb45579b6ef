// Two nodes point to each other and nothing points to them.
// sanitizer: leak
#include <stdlib.h>

struct peer { struct peer *other; int id; };

static struct peer *client, *server;

static struct peer *new_peer(int id)
{
    struct peer *p = malloc(sizeof *p); // expect: refuted leak
    p->other = NULL;
    p->id = id;
    return p;
}

static void disconnect(void)
{
    client = server = NULL;
}

int main(void)
{
    client = new_peer(3);
    server = new_peer(4);
    client->other = server;
    server->other = client;
    int sum = client->other->id + server->other->id;
    disconnect();
    return sum == 7 ? 0 : 1;
}
