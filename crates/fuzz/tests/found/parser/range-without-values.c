struct {int a;} s[] = {[0 ... 4294967295] = {}};
int main(void) { return 0; }
