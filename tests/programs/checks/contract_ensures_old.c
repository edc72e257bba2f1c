/*@ ensures *a == \old(*b) && *b == \old(*a); */
static void swap(int *a, int *b)
{
    *a = *b;
    *b = *a;
} //~ contract@1

int main(void)
{
    int x = 3, y = 3, z = 4;
    swap(&x, &y);
    swap(&y, &z);
    return 0;
}
