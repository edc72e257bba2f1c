/*@ ensures *a == \old(*b) && *b == \old(*a); */ //~ contract@13: *a == \old(*b) && *b == \old(*a) does not hold
static void swap(int *a, int *b)
{
    *a = *b;
    *b = *a;
}

int main(void)
{
    int x = 3, y = 3, z = 4;
    swap(&x, &y);
    swap(&y, &z);
    return 0;
}
