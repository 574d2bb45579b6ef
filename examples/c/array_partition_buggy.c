/*
 * The partition step of quicksort: the second program of Section 7 of Anand, Pasareanu and Visser,
 * "Symbolic Execution with Abstraction",
 * with the error that is described there.
 *
 *     concrex check --entry partition examples/c/array_partition_buggy.c
 *
 * shows an array in which nothing is greater than the first element: the search for something greater
 * runs past its end.
 */

/*@ requires #a = n and n > 2; */
void partition(int a[], int n)
{
    int pivot = a[0];
    int lo = 1, hi = n - 1;
    while (lo <= hi) {
        while (a[lo] <= pivot)
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
