static void in_order(int *a, int *b)
{
    if (*a > *b) {
        int held = *a;
        *a = *b;
        *b = held;
    }
}
void sort(int a[3])
{
    in_order(&a[0], &a[1]);
    in_order(&a[1], &a[2]);
    in_order(&a[0], &a[1]);
}
