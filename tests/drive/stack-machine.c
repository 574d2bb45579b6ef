// A stack machine whose commands are lines.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
struct stack { int data[SIZE]; int top; };
static struct stack s;
static int push(int v) { if (s.top > SIZE) return -1; s.data[s.top++] = v; return 0; }
static int pop(int *v) { if (s.top == 0) return -1; *v = s.data[--s.top]; return 0; }
int main(void) {
    char line[32];
    while (fgets(line, sizeof line, stdin)) {
        int v, w;
        switch (line[0]) {
        case '+': if (pop(&v) || pop(&w)) return 1; push((int)((unsigned)v + (unsigned)w)); break;
        case '=': if (pop(&v)) return 1; printf("%d\n", v); push(v); break;
        case 'q': return 0;
        default: if (line[0] < '0' || line[0] > '9') return 2; push(atoi(line)); break;
        }
    }
    return 0;
}
