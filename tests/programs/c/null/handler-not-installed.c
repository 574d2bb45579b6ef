// An event table with a hole: the event's handler is null when called.
// sanitizer: none -- the run crashes, but the report names no line of the program
enum event { START, DATA, PAUSE, STOP, EVENTS };

static int bytes;

static void on_start(int arg) { bytes = arg; }
static void on_data(int arg) { bytes += arg; }
static void on_stop(int arg) { bytes -= arg; }

static void (*handlers[EVENTS])(int) = {
    [START] = on_start,
    [DATA] = on_data,
    [STOP] = on_stop,
};

int main(void)
{
    static const enum event script[] = {START, DATA, DATA, PAUSE, STOP};
    for (int i = 0; i < 5; i++)
        handlers[script[i]](i); // expect: refuted null
    return bytes;
}
