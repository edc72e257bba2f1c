/* Contracts at run time: quantifiers over an array, and a statement about every element that is written. */
int table[1000];

/*@ requires 0 <= n && n <= 1000;
    ensures \forall integer i; 0 <= i < n ==> table[i] >= 0 && table[i] <= 2 * i + 1;
*/
void fill(int n)
{
    int i;
    for (i = 0; i < n; i++)
        table[i] = 2 * i + (i & 1);
}

int main(void)
{
    int round;
    for (round = 0; round < 800; round++)
        fill(1000);
    return 0;
}
