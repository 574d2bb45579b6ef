char *s[] = { [2147483647 ... 3] = "a" };
int main(void) { return 0; }
