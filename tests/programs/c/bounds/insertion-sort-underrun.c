// Insertion sort without the test for the left end.
// sanitizer: undefined
static int sales[] = {4, 7, 9, 12, 1};

int main(void)
{
    for (int i = 1; i < 5; i++) {
        int key = sales[i];
        int j = i - 1;
        while (sales[j] > key) { // expect: refuted bounds
            sales[j + 1] = sales[j];
            j--;
        }
        sales[j + 1] = key;
    }
    return sales[0] == 1 ? 0 : 1;
}
