/*
 * The partition step of quicksort: the second program of Section 7 of Anand, Pasareanu and Visser,
 * "Symbolic Execution with Abstraction".
 *
 *     concrex check --entry partition examples/c/array_partition.c
 *
 * finds no error in arrays of any length. See array_partition_buggy.c for the one with the error.
 */

/*@ requires #a = n and n > 2; */
void partition(int a[], int n)
{
    int pivot = a[0];
    int lo = 1, hi = n - 1;
    while (lo <= hi) {
        while (lo <= hi && a[lo] <= pivot)
            lo++;
        while (a[hi] > pivot)
            hi--;
        if (lo < hi) {
            int larger = a[lo];
            a[lo] = a[hi];
            a[hi] = larger;
        }
    }
}
