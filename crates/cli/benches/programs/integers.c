/* A loop of simple integer statements. */
int main(void)
{
    int i, sum = 0, odd = 0, last = 1;
    for (i = 0; i < 3000000; i++) {
        sum = sum + i % 7;
        if (sum > 1000)
            sum = sum - 1000;
        odd = odd ^ (i & 3);
        last = sum + odd;
    }
    return (sum + odd + last) & 127;
}
