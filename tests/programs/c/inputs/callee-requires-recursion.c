// A function that calls itself owes itself what it requires.
// entry: count
// fails-with: call count(1)
// sanitizer: none -- nothing but the contract is broken
/*@ requires n >= 0; */
int count(int n)
{
    if (n == 0)
        return 0;
    return count(n - 2) + 1; // expect: refuted precondition
}
