/* A pointer to the first element of all, taken with &, may walk the whole array. */
static int m[2][3];

int main(void)
{
    int i, *p = &m[0][0];
    for (i = 0; i < 6; i++)
        p[i] = i;
    return m[1][2] - 5;
} //~ none
