union { float f; char c[9223372036854775807]; } u;
int main(void) { return 0; }
