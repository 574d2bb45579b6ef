// arguments: --entry clamp
/*@ requires low <= high;
    ensures low <= \result and \result <= high; */
int clamp(int n, int low, int high)
{
    if (n < low)
        return high;
    return n;
}
