/*@ requires \valid(p) && *p >= 0;
    ensures \result == \old(*p) + 1;
    ensures *p == 0; */
static int take(int *p)
{
    int v = *p;
    *p = 0;
    return v + 1;
}

int main(void)
{
    int x = 5;
    return take(&x) + take(&x) - 7;
} //~ none
