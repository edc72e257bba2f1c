/* The integer square root, by halving the interval that it lies in.
   Try: whydunit explain examples/bisect.c --function root */

/*@ requires n >= 0;
    ensures \result * \result <= n; */
int root(int n)
{
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (middle <= n / middle)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
