/* A plain run: arithmetic, an array, branches. */
int main(void)
{
    unsigned table[64] = { 0 };
    unsigned x = 1, sum = 0;
    int i;
    for (i = 0; i < 6000000; i++) {
        x = x * 1103515245u + 12345u;
        table[(x >> 16) & 63] += i;
        if (table[i & 63] > x)
            sum ^= x;
    }
    return sum == 1;
}
