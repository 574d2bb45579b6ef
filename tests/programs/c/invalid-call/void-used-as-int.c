// A function without result is called as one that returns an int.
// sanitizer: none -- gcc does not check the type of a called function
static int events;

static int accept(int event) { events += event; return 1; }
static void ignore(int event) { events -= event; }

static int dispatch(void *handler, int event)
{
    int (*call)(int) = (int (*)(int))handler;
    return call(event); // expect: refuted invalid-call
}

int main(void)
{
    int handled = dispatch((void *)accept, 7);
    handled += dispatch((void *)ignore, 7);
    return handled == 1 && events == 0 ? 0 : 1;
}
