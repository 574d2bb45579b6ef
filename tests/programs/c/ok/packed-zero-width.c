// expect: proved
// A bit-field of no width ends at a boundary of its type, packed or not.
// stdout: 5 5 8 4
// stdout: 5 5 1 1
#include <stdio.h>

#pragma pack(push, 1)
struct one {
    char head;
    int : 0;
    char tail;
};
struct bits {
    char head : 3;
    int : 0;
    char tail : 3;
};
struct several {
    char head;
    short : 0;
    int middle : 5;
    int : 0;
    int tail;
};
struct open {
    char head;
    int : 0;
};
#pragma pack(2)
struct two {
    char head;
    int : 0;
    char tail;
};
#pragma pack(pop)
struct attribute {
    char head;
    int : 0;
    char tail;
} __attribute__((packed));

int main(void)
{
    printf("%zu %zu %zu %zu\n", sizeof(struct one), sizeof(struct bits), sizeof(struct several),
           sizeof(struct open));
    printf("%zu %zu %zu %zu\n", sizeof(struct two), sizeof(struct attribute), _Alignof(struct two),
           _Alignof(struct attribute));
    return 0;
}
