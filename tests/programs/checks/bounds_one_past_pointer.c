int main(void)
{
    int a[3] = { 1, 2, 3 }, sum = 0;
    int *p, *end = a + 3, *also = &a[3];
    for (p = a; p < end; p++)
        sum += *p;
    return sum - 6 + (end != also) + (int)(end - a) - 3;
} //~ none
