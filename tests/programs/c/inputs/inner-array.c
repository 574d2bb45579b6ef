// A position inside of the record, but past the end of the name in it.
// sanitizer: undefined
// fails-with: values 8
unsigned __VERIFIER_nondet_uint(void);

struct record {
    char name[8];
    char city[8];
};

int main(void)
{
    struct record record = {"ann", "oslo"};
    unsigned position = __VERIFIER_nondet_uint();
    if (position >= sizeof record)
        return 1;
    return record.name[position] == 'o'; // expect: refuted inner-bounds
}
