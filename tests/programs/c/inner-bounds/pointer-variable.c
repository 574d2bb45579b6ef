// A pointer that an array inside of a struct became runs into the next member.
// sanitizer: none -- the sanitizers look at indices of arrays, not at pointers that arrays became
struct frame {
    int samples[4];
    int gain;
};

int main(void)
{
    struct frame frame = {{1, 2, 3, 4}, 5};
    int *sample = frame.samples, sum = 0;
    for (int i = 0; i <= 4; i++) {
        sum += *sample; // expect: refuted inner-bounds
        sample++;
    }
    return sum;
}
