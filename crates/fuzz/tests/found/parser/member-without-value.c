struct s { struct {} e; int n; } s = { .e = 1, .n = 2 };
int main(void) { return s.n; }
