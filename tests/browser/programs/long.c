/* More than a hundred thousand steps, of which few matter. */
int cells[64];

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 25000; i++) {
        cells[i & 63] = i;
        sum = (sum + i) & 1023;
    }
    int limit = 3;
    //@ assert limit > 3;
    return sum;
}
