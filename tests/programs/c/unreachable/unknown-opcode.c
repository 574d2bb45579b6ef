// A byte-code interpreter reaches an opcode that the switch does not know.
// sanitizer: assert
extern void reach_error(void);

enum { PUSH, ADD, MUL, HALT };

static int run(const unsigned char *code)
{
    int stack[4], top = 0;
    for (;;) {
        switch (*code++) {
        case PUSH: stack[top++] = *code++; break;
        case ADD: top--; stack[top - 1] += stack[top]; break;
        case MUL: top--; stack[top - 1] *= stack[top]; break;
        case HALT: return stack[0];
        default: reach_error(); // expect: refuted unreachable
        }
    }
}

int main(void)
{
    static const unsigned char good[] = {PUSH, 6, PUSH, 7, MUL, HALT};
    static const unsigned char bad[] = {PUSH, 1, PUSH, 2, ADD, 9, HALT};
    return run(good) == 42 ? run(bad) : 1;
}
