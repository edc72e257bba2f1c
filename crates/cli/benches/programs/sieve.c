/* Array accesses with computed indices. */
char composite[1000001];

int main(void)
{
    int i, j, count = 0;
    for (i = 2; i <= 1000000; i++) {
        if (!composite[i]) {
            count++;
            for (j = i; j <= 1000000 - i; )
                composite[j += i] = 1;
        }
    }
    return count & 127;
}
