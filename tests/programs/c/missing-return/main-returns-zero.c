// expect: proved
// main is the exception: its end returns zero.
static int visited;

static void visit(int depth)
{
    if (depth == 0)
        return;
    visited++;
    visit(depth - 1);
}

int main(void)
{
    visit(6);
    if (visited != 6)
        return 1;
}
