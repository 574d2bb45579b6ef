struct big { char c[1099511627776]; } s[] = { [4294967295] = {} };
int main(void) { return 0; }
