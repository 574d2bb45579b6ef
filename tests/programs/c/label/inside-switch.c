// A case falls into the next, which carries the label.
// property: label
// sanitizer: none -- a label is an ordinary place for gcc
// replay: cc -fsanitize=address
enum state { IDLE, RUNNING, STOPPING, FAILED };

int main(void)
{
    enum state state = IDLE;
    int ticks = 0;
    while (ticks < 20) {
        switch (state) {
        case IDLE: state = RUNNING; break;
        case RUNNING: if (++ticks % 5 == 0) state = STOPPING; break;
        case STOPPING: ticks++;
        case FAILED:
ERROR: // expect: refuted label
            state = IDLE;
        }
    }
    return 0;
}
