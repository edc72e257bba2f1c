struct s { int x, y; };

int main(void)
{
    struct s a[2], *p = &a[2];
    int *q = &(&a[1])->y;
    *q = 3;
    return (int)(p - a) - 2 + a[1].y - 3;
} //~ none
